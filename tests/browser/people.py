"""People before a browser, and what they do there."""

import json
import re

from playwright.sync_api import Error, expect

PHONE, LAPTOP, WALL = (390, 844), (1280, 800), (1920, 1080)
GAMES = {
    "pick-2-poker": 1,
    "roll-your-own-blackjack": 2,
    "stadium-three-card-poker": 3,
    "three-card-poker": 4,
    "three-way-action": 5,
}
"""By game: the table of it in a house of the usual config."""
_CARD = re.compile(r"\w+ of (clubs|diamonds|hearts|spades)")
LEAST = {
    "pick-2-poker": ("Ante",),
    "roll-your-own-blackjack": ("Blackjack 1",),
    "stadium-three-card-poker": ("Ante",),
    "three-card-poker": ("Ante", "Pair Plus", "Six Card Bonus"),
    "three-way-action": ("High Card", "Blackjack", "Poker", "Bonus"),
}
"""By game: where to put a chip to be in the round; what must go along does."""
PATIENCE_MS = 20_000
_EXPECTED = (
    "the server responded with a status of 401",  # Nobody is logged in yet.
    "the server responded with a status of 409",  # A refusal, which the page shows.
    "the server responded with a status of 429",  # The page waits, and asks again.
    "net::ERR_",  # Lines are cut on purpose.
    "WebSocket",
)


def cards_on_felt(page):
    """The cards that a person sees face up on the felt, in words."""
    said = page.locator(".felt [role=img]").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    return [one for one in said if _CARD.fullmatch(one)]


class Patron:
    """One browser with a profile of its own."""

    def __init__(self, chromium, address, *, size=LAPTOP, has_motion=False, **options):
        self.address = address
        self.context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="no-preference" if has_motion else "reduce",
            **options,
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.context.new_page()
        self.complaints = []
        self.heard = []
        self.page.on("pageerror", lambda problem: self.complaints.append(str(problem)))
        self.page.on("console", self._hear)
        self.page.on("websocket", self._listen)

    def _hear(self, message):
        if message.type == "error" and not any(one in message.text for one in _EXPECTED):
            self.complaints.append(message.text)

    def _listen(self, socket):
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

    def go(self):
        """Gets up wherever he sits, so that others find room, and closes his browser."""
        request = self.context.request
        try:
            me = request.get(f"{self.address}/api/me")
            if me.ok:
                headers = {"X-CSRF-Token": me.json()["csrf"], "Origin": self.address}
                held = request.get(f"{self.address}/api/me/seats").json()
                for one in held.get("seats", ()):
                    path = f"{self.address}/api/tables/{one['table']}/commands"
                    leave = {"id": f"go-{one['table']}-{one['seat']}", "do": "leave"}
                    request.post(path, data={**leave, "seat": one["seat"]}, headers=headers)
        except Error:
            pass  # The house is gone, and he with it.
        self.context.close()

    # Anywhere.

    def open(self, path):
        self.page.goto(self.address + path)
        return self.page

    def api(self, path):
        """What the house answers to a GET of this person."""
        answer = self.context.request.get(self.address + path)
        assert answer.ok, answer.text()
        return answer.json()

    # At a table.

    def sit(self, table, seat=None, kind="table"):
        """Sits down as whoever he is, or as a guest."""
        self.open(f"/{kind}/{table}?sit" if seat is None else f"/{kind}/{table}")
        if seat is not None:
            self.page.get_by_role("button", name=re.compile(f"^Sit at {seat}$")).click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Sit down").click()
        expect(dialog).to_have_count(0)
        expect(self.page.locator("[data-credit]")).to_be_visible()

    @property
    def credit_cents(self):
        return int(self.page.locator("[data-credit]").get_attribute("data-credit"))

    def bet(self, *spots):
        """A chip on each spot, and nothing more."""
        for spot in spots:
            self.page.locator(f'button[data-spot="{spot}"]').click()
        self.page.locator(".deal").click()

    def choose(self, option):
        self.page.locator(f'[data-option="{option}"]').click()

    def end_of_round(self):
        """Waits until the round is over; what each wager brought, as the page says it."""
        self.page.locator(".captions .total").first.wait_for(state="attached")
        return self.page.locator(".captions li").all_text_contents()

    def bet_least(self, game):
        """What gets him into a round of the game, and a side bet or two."""
        if game == "stadium-three-card-poker":
            for cell in (1, 5, 9):
                self.page.locator(f'[data-cell="{cell}"]').click()
        self.bet(*LEAST[game])

    def bet_until_asked(self, game):
        """The same, again and again: who has a blackjack, say, is asked nothing."""
        asked = self.page.locator("[data-option]").first
        over = self.page.locator(".captions .total").first
        for _ in range(10):
            self.bet_least(game)
            expect(asked.or_(over).first).to_be_attached(timeout=PATIENCE_MS)
            if asked.count():
                return
            self.page.get_by_role("button", name="Re-bet").wait_for()
        raise AssertionError("nothing is ever asked")

    def decide(self):
        """Answers whatever is asked, without going for much, until the round is over."""
        page = self.page
        over = page.locator(".captions .total")
        asked = page.locator("[data-option]")
        for _ in range(60):
            expect(over.or_(asked).first).to_be_attached()
            if over.count():
                return
            names = [one.get_attribute("data-option") for one in asked.all()]
            wanted = next((one for one in ("play", "stand", "5-card") if one in names), names[-1])
            page.locator(f'[data-option="{wanted}"]').click(timeout=5_000)
            if page.locator("[data-confirm]").count():
                page.locator("[data-confirm]").click()
            page.wait_for_timeout(150)
        raise AssertionError("the round does not end")
