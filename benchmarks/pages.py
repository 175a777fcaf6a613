"""How quick the pages are in Chromium: the lobby, and six hands that are dealt.

    make bench
    .venv/bin/python benchmarks/pages.py --json

The house and the browser are on this machine. Beside the lobby stands a page of the same house
that has nothing to load or run, in the same browser and the same run. Nothing is kept from one
visit to the next. A task of the page's main thread that is longer than 50 ms is what a person may
feel as a halt; there is none shorter that a browser tells of.
"""

import gzip
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from croupier.web.pages import BUILT
from house_figures import Figure
from house_serving import Server
from measuring import print_json, print_table, progress, read_options

_ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-gpu",
)
_TABLE: Final = 1
"""Pick 2 Poker: six seats and five cards each are the most cards that are dealt in one go."""
_SEATS: Final = 6
_CONFIG: Final = """
[[tables]]
name = "Pick 2 Poker"
game = "pick-2-poker"
positions = 6
"""
_LONG_TASKS: Final = """
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.longTasks.push(one.duration);
}).observe({ type: "longtask", buffered: true });
"""


def main() -> None:
    """Runs the benchmark."""
    options = read_options(
        __doc__,
        {
            "visits": (9, "to the lobby, each with an empty cache; the middle one counts"),
            "rounds": (5, "that are dealt to six hands"),
        },
    )
    figures = [_size()]
    with TemporaryDirectory() as folder, Server(Path(folder), _CONFIG) as server, _browser() as it:
        address = f"http://127.0.0.1:{server.port}"
        figures += _lobby(it, address, options.visits)
        figures.append(_dealing(it, address, options.rounds))
    progress("")
    if options.json:
        print_json(figures)
        return
    title = "The pages, in Chromium on this machine"
    print_table(title, ("", "target", "beside it"), [figure.row for figure in figures])


@contextmanager
def _browser() -> Iterator[Browser]:
    program = shutil.which("chromium")
    assert program is not None, "there is no chromium; make test installs Debian's"
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)


def _size() -> Figure:
    """All JavaScript of the pages together, as it travels."""
    sizes = [len(gzip.compress(file.read_bytes(), 9)) for file in BUILT.glob("assets/*.js")]
    assert sizes, "the pages are not built; make setup builds them"
    first = min(BUILT.glob("assets/index-*.js"), key=lambda file: file.stat().st_size)
    beside = f"{len(gzip.compress(first.read_bytes(), 9)) / 1000:.0f} kB for the lobby"
    return Figure("JavaScript, gzip", sum(sizes) / 1000, "kB", 200, beside=beside)


def _lobby(browser: Browser, address: str, visits: int) -> list[Figure]:
    """From the click until the first table of the lobby can be chosen."""
    empty: list[float] = []
    lobby: list[float] = []
    for visit in range(visits):
        progress(f"visit {visit + 1} of {visits} to the lobby")
        for found, path, wanted in (
            (empty, "/favicon.svg", "svg"),
            (lobby, "/", "article[data-table] a.primary"),
        ):
            page = browser.new_context().new_page()
            page.goto("about:blank")
            found.append(_until(page, address + path, wanted))
            page.context.close()
    plain, whole = median(empty), median(lobby)
    beside = f"{whole / plain:.1f} times a page with nothing on it ({plain:.0f} ms)"
    return [Figure("lobby that can be used", whole, "ms", 1_000, beside=beside)]


def _until(page: Page, address: str, wanted: str) -> float:
    """Milliseconds by the page's own clock, which begins with the navigation."""
    page.goto(address, wait_until="commit")
    page.wait_for_selector(wanted, state="attached")
    return float(page.evaluate("() => performance.now()"))


def _dealing(browser: Browser, address: str, rounds: int) -> Figure:
    """The longest halt while six hands are dealt with motion, chosen and settled."""
    others = [_Guest(address) for _ in range(_SEATS - 1)]
    page = browser.new_context(reduced_motion="no-preference").new_page()
    page.add_init_script(_LONG_TASKS)
    page.goto(f"{address}/table/{_TABLE}?sit")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    page.locator("button[data-spot]").first.wait_for()
    for guest in others:
        guest.tell(do="sit", credit_cents=50_000)
    longest, cards = 0.0, 0
    for number in range(1, rounds + 1):
        progress(f"round {number} of {rounds} for six hands")
        for guest in others:
            guest.tell(do="bet", round=number, stakes=guest.stakes, is_ready=True)
        page.evaluate("() => { window.longTasks.length = 0; }")
        page.locator('button[data-spot="Ante"]').click()
        page.locator(".deal").click()
        page.locator('[data-option="fold"]').wait_for()
        cards += page.locator(".felt [role=img][aria-label*='card face down']").count()
        for guest in others:
            guest.tell(do="choose", round=number, option="5-card")
        page.locator('[data-option="fold"]').click()
        page.locator(".captions .total").first.wait_for(state="attached")
        longest = max(longest, *page.evaluate("() => [0, ...window.longTasks]"))
    assert cards >= rounds * 30, "six hands were to be dealt"
    page.context.close()
    return Figure("longest task while six hands are dealt", longest, "ms", 50)


class _Guest:
    """Another player, who needs no browser."""

    stakes: Final = {"Ante": 500, "3-5 Bonus": 500}

    def __init__(self, address: str) -> None:
        self._http = httpx.Client(base_url=address)
        self._csrf = self._http.post("/api/guests").json()["csrf"]
        self._seat: int | None = None
        self._count = 0

    def tell(self, **command: object) -> None:
        """A command to the table, which must be done."""
        self._count += 1
        if self._seat is not None:
            command["seat"] = self._seat
        answer = self._http.post(
            f"/api/tables/{_TABLE}/commands",
            json={"id": f"{self._csrf[:20]}-{self._count}", **command},
            headers={"X-CSRF-Token": self._csrf},
        )
        assert answer.is_success, answer.text
        if command["do"] == "sit":
            self._seat = answer.json()["events"][0][1]["seat"]


if __name__ == "__main__":
    main()
