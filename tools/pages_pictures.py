"""Takes the pictures of the pages for the documentation, of a house that is really played at.

.venv/bin/python tools/pages_pictures.py            writes docs/images/pages/*.jpg

The pages must be built (`make setup`). It takes some minutes, most of them until the house has
worked out what every bet is worth.
"""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from croupier.training.lesson import Lesson
from croupier.training.procedure import procedure_of

FOLDER: Final = Path(__file__).parent.parent / "docs" / "images" / "pages"
PASSWORD: Final = "a password for pictures"  # noqa: S105 (of a house that ends with this)
_SIZE: Final = ViewportSize(width=1280, height=800)
_ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-gpu",
)
_CONFIG: Final = """
[[tables]]
name = "3 Way-Action"
game = "three-way-action"
terms = { shows_odds = true }
[[tables]]
name = "Pick 2 Poker"
game = "pick-2-poker"
terms = { shows_odds = true }
[[tables]]
name = "Roll Your Own Blackjack"
game = "roll-your-own-blackjack"
terms = { shows_odds = true }
[[tables]]
name = "Stadium Three Card Poker"
game = "stadium-three-card-poker"
terms = { kind = "stadium", shows_odds = true }
[[tables]]
name = "Three Card Poker"
game = "three-card-poker"
terms = { shows_odds = true }
[[tables]]
name = "Pit 1"
game = "three-card-poker"
terms = { kind = "human", betting_s = 0, decision_s = 0, has_tips = true }
"""
_LEAST: Final[dict[str, dict[str, int]]] = {
    "3 Way-Action": {"High Card": 500, "Blackjack": 1000, "Poker": 500, "Bonus": 500},
    "Pick 2 Poker": {"Ante": 1000, "3-5 Bonus": 1000},
    "Roll Your Own Blackjack": {"Bonus": 1000, "Blackjack 1": 1000, "Blackjack 2": 1000},
    "Three Card Poker": {"Ante": 1000, "Pair Plus": 1000},
}
_SPOTS: Final[dict[str, tuple[str, ...]]] = {
    "3 Way-Action": ("High Card", "Blackjack", "Poker", "Bonus"),
    "Pick 2 Poker": ("Ante", "5 Card Bonus Only"),
    "Roll Your Own Blackjack": ("Blackjack 1",),
    "Three Card Poker": ("Ante", "Pair Plus", "Six Card Bonus"),
    "Stadium Three Card Poker": ("Ante", "Pair Plus", "Row 1 Pair Plus", "Column 2 Six Card Bonus"),
}


class Person:
    """Somebody who needs no browser: another player, or of the staff."""

    def __init__(self, address: str, name: str | None = None, password: str = PASSWORD) -> None:
        self._http = httpx.Client(base_url=address, timeout=60)
        log_in = {"name": name, "password": password}
        self.me = self._sent("/api/guests" if name is None else "/api/log-in", log_in)
        self._count = 0

    def do(self, path: str, **body: object) -> dict[str, Any]:
        """Something with an id."""
        self._count += 1
        return self._sent(path, {"id": f"{self.me['csrf'][:20]}-{self._count}", **body})

    def change(self, old: str) -> None:
        """A password for one time becomes the one of everybody here."""
        self.me = self._sent("/api/me/password", {"old": old, "new": PASSWORD})

    def tell(self, table: int, do: str, **more: object) -> dict[str, Any]:
        """A command to a table."""
        return self.do(f"/api/tables/{table}/commands", do=do, **more)

    def _sent(self, path: str, body: object) -> dict[str, Any]:
        token = getattr(self, "me", {}).get("csrf", "")
        answer = self._http.post(path, json=body, headers={"X-CSRF-Token": token})
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        return found


def main() -> None:
    """Takes all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    program = shutil.which("chromium")
    assert program is not None, "there is no chromium; make test installs Debian's"
    with _serving() as (address, password), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        tables = _tables(address)
        chief = Person(address, "administrator", password)
        chief.change(password)
        for name, roles in {"Dora": ["dealer"], "Sam": ["supervisor"]}.items():
            made = chief.do("/api/users", name=name, roles=roles, money="play")
            Person(address, name, made["password"]).change(made["password"])
        for name in _LEAST:
            _felt(browser, address, name, tables[name])
        _stadium(browser, address, tables["Stadium Three Card Poker"])
        _pit(browser, address, tables["Pit 1"])
        _school(browser, address)
        _coach(browser, address, tables["Three Card Poker"])
        _wait_for_edges(address)
        _plain(browser, address, "lobby", "/")
        _plain(browser, address, "maths", "/maths/three-way-action/strategy", "[data-grid]")


@contextmanager
def _serving() -> Iterator[tuple[str, str]]:
    with TemporaryDirectory() as folder:
        config = Path(folder) / "house.toml"
        config.write_text(_CONFIG, encoding="utf-8")
        command = [
            str(Path(sys.executable).with_name("croupier")),
            *("serve", "--port", "0", "--database", f"{folder}/house.db", "--config", str(config)),
        ]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 (ours)
        try:
            assert process.stdout is not None, "what it says is read"
            said = "".join(process.stdout.readline() for _ in range(3))
            address, password = re.search(r"(http://\S+)", said), re.search(r"with (\S+)", said)
            assert address is not None, said
            assert password is not None, said
            yield address[1], password[1]
        finally:
            process.terminate()
            process.wait(30)


def _tables(address: str) -> dict[str, int]:
    found = httpx.get(f"{address}/api/tables").json()["tables"]
    return {one["name"]: one["table"] for one in found}


def _page(browser: Browser) -> Page:
    return browser.new_context(viewport=_SIZE, reduced_motion="reduce").new_page()


def _keep(page: Page, name: str) -> None:
    page.wait_for_timeout(600)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=82)
    print(f"docs/images/pages/{name}.jpg")
    page.context.close()


def _sit(page: Page, address: str, kind: str, table: int) -> None:
    page.goto(f"{address}/{kind}/{table}?sit")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    page.locator("[data-credit]").wait_for()


def _felt(browser: Browser, address: str, name: str, table: int) -> None:
    """A round that somebody decides in, with others at the table."""
    page = _page(browser)
    _sit(page, address, "table", table)
    others = [Person(address) for _ in range(3)]
    for seat, other in zip((2, 5, 6), others, strict=True):
        other.tell(table, "sit", seat=seat, credit_cents=50_000)
        other.tell(table, "bet", seat=seat, stakes=_LEAST[name], is_ready=True)
    for spot in _SPOTS[name]:
        page.locator(f'button[data-spot="{spot}"]').click()
    page.locator(".deal").click()
    page.locator("[data-option]").first.wait_for(timeout=60_000)
    page.locator(".odds .best").wait_for(timeout=60_000)
    _keep(page, name.lower().replace(" ", "-").replace("3-way", "three-way"))


def _stadium(browser: Browser, address: str, table: int) -> None:
    page = _page(browser)
    _sit(page, address, "stadium", table)
    for cell in (1, 5, 6):
        page.locator(f'[data-cell="{cell}"]').click()
    for spot in _SPOTS["Stadium Three Card Poker"]:
        page.locator(f'button[data-spot="{spot}"]').first.click()
    page.locator(".deal").click()
    page.locator("[data-option]").first.wait_for(timeout=60_000)
    _keep(page, "stadium-three-card-poker")


def _pit(browser: Browser, address: str, table: int) -> None:
    """A table dealt by hand in the middle of a round: the dealer's terminal, and the desk."""
    sam, dora = Person(address, "Sam"), Person(address, "Dora")
    sam.tell(table, "take_position", role="supervisor")
    dora.tell(table, "take_position", role="dealer")
    sam.tell(table, "fill", cents=5_000_000)
    sam.tell(table, "count_bank", counted_cents=5_000_000)
    dora.tell(table, "sign", form="opener")
    sam.tell(table, "sign", form="opener")
    players = [Person(address) for _ in range(4)]
    for seat, player in enumerate(players, 2):
        player.tell(table, "sit", seat=seat, credit_cents=50_000)
    dora.tell(table, "new_game")
    for seat, player in enumerate(players, 2):
        player.tell(table, "bet", seat=seat, stakes={"Ante": 1000 * seat, "Pair Plus": 1000 * seat})
    dora.tell(table, "no_more_bets")
    for _ in range(3):
        dora.tell(table, "step", step="deal")
    for name, who, path in (
        ("dealer", "Dora", f"/dealer/{table}"),
        ("desk", "Sam", "/desk"),
    ):
        page = _page(browser)
        page.goto(f"{address}/log-in")
        page.get_by_label("Name").fill(who)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(lambda at: not at.endswith("/log-in"))
        page.goto(address + path)
        page.wait_for_timeout(1500)
        _keep(page, name)


def _school(browser: Browser, address: str) -> None:
    """The school of somebody who has learnt there, a round being dealt, and a payout."""
    page = _page(browser)
    for game, drill in (("three-card-poker", "payouts"), ("pick-2-poker", "hands")):
        page.goto(f"{address}/school/{game}/{drill}")
        for _ in range(3):
            page.locator("[data-text]").wait_for(timeout=60_000)
            _answer(page)
            page.locator("[data-next]").click()
            page.locator("[data-answer]").wait_for()
    page.goto(f"{address}/school")
    page.locator("article[data-game]").first.wait_for()
    page.wait_for_timeout(4000)
    _keep(page, "school")

    page = _page(browser)
    page.goto(f"{address}/school/three-card-poker/procedure")
    page.get_by_label("Number of the round").fill("7")
    page.locator("[data-begin]").click()
    stages = procedure_of(Lesson.of("three-card-poker"), 7, 2).stages
    dealt = next(at for at, stage in enumerate(stages) if str(stage.wanted).startswith("ask"))
    for at in range(dealt):
        page.locator(f'[data-stage="{at}"]').wait_for()
        page.locator("[data-line]").fill(str(stages[at].wanted))
        page.locator("[data-send]").click()
    page.locator(f'[data-stage="{dealt}"]').wait_for()
    page.locator("[data-line]").fill("turn dealer/Hand")
    page.locator("[data-send]").click()
    page.locator("[data-mistake]").wait_for()
    _keep(page, "school-procedure")

    page = _page(browser)
    page.goto(f"{address}/school/three-card-poker/payouts")
    page.locator("[data-text]").wait_for()
    _answer(page)
    page.evaluate("scrollTo(0, 0)")
    _keep(page, "school-drill")


def _answer(page: Page) -> None:
    """Fills in the first of everything, whatever it is, and answers."""
    for options in page.locator("form [data-options]").all():
        options.locator("label").first.click()
    for amount in page.locator("form input[inputmode=decimal]").all():
        amount.fill("25")
    for rack in page.locator("form .rack").all():
        rack.locator('[data-chip="2500"]').click()
    page.locator("[data-answer]").click()
    page.locator("[data-next], .wait:not(:empty)").first.wait_for()
    if page.locator("[data-answer]").count():  # What is left empty is asked for once.
        page.locator("[data-answer]").click()


def _coach(browser: Browser, address: str, table: int) -> None:
    """A round that was played badly, with the coach beside the seat."""
    page = _page(browser)
    _sit(page, address, "table", table)
    page.get_by_role("button", name="A coach says").click()
    for _ in range(10):
        page.locator('button[data-spot="Ante"]').click()
        page.locator(".deal").click()
        asked = page.locator("[data-option]").first
        asked.or_(page.locator(".captions .total").first).first.wait_for(timeout=60_000)
        while not page.locator(".captions .total").count():
            if page.locator("[data-option]").count():
                page.locator("[data-option]").last.click()
            page.wait_for_timeout(400)
        page.wait_for_timeout(3000)
        if page.locator('[data-verdict="mistake"]').count():
            break
    _keep(page, "coach")


def _wait_for_edges(address: str) -> None:
    for _ in range(600):
        found = httpx.get(f"{address}/api/edges").json()["tables"]
        if all(one["is_complete"] for one in found):
            return
        time.sleep(0.5)
    raise AssertionError("the house does not work out what its bets are worth")


def _plain(browser: Browser, address: str, name: str, path: str, at: str = "body") -> None:
    page = _page(browser)
    page.goto(address + path)
    page.wait_for_function("() => !document.querySelector('[role=progressbar], [aria-busy=true]')")
    page.locator(at).first.evaluate("one => one.scrollIntoView()")
    page.wait_for_timeout(1500)
    _keep(page, name)


if __name__ == "__main__":
    main()
