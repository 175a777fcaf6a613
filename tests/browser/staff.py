"""A house with staff: people with names and passwords, and tables that they deal at."""

import httpx

PASSWORD = "a password of some length"
CONFIG = """
[school]
payouts = 2
hands = 2
irregularities = 2

[[tables]]
name = "Pit 1"
game = "three-card-poker"
[tables.terms]
kind = "human"
betting_s = 0
decision_s = 0
has_tips = true
shows_odds = true

[[tables]]
name = "Real cards"
game = "three-card-poker"
[tables.terms]
kind = "human"
cards = "physical"
betting_s = 0
decision_s = 0

[[tables]]
name = "Stadium"
game = "stadium-three-card-poker"
positions = 40
[tables.terms]
kind = "stadium"
has_human_dealer = true
betting_s = 0
decision_s = 6
"""
STAFF = {
    "Dora": ["dealer"],
    "Sam": ["supervisor"],
    "Susan": ["supervisor"],
    "Otto": ["auditor"],
}


_OPEN = []
"""The connections of everybody, to be closed when his house is."""


def close_all():
    """Everybody hangs up."""
    while _OPEN:
        _OPEN.pop().close()


class Clerk:
    """Somebody of the staff who talks to the house without a browser."""

    def __init__(self, address, name, password, *, is_new=False):
        self.http = httpx.Client(base_url=address, timeout=30)
        _OPEN.append(self.http)
        self.me = self._answer(
            self.http.post("/api/log-in", json={"name": name, "password": password})
        )
        if is_new:
            body = {"old": password, "new": PASSWORD}
            self.me = self.post("/api/me/password", body)
        self._count = 0

    @staticmethod
    def _answer(answer):
        assert answer.is_success, answer.text
        return answer.json()

    def get(self, path):
        return self._answer(self.http.get(path))

    def post(self, path, body):
        headers = {"X-CSRF-Token": self.me["csrf"]}
        return self._answer(self.http.post(path, json=body, headers=headers))

    def do(self, path, **body):
        self._count += 1
        return self.post(path, {"id": f"{self.me['csrf'][:16]}-{self._count}", **body})

    def waits_for(self, table):
        """Which step of the dealer a table waits for."""
        return self.get(f"/api/tables/{table}/next-step")["step"]

    def tell(self, table, do, **more):
        """A command to a table, which must be done."""
        return self.do(f"/api/tables/{table}/commands", do=do, **more)


def add_staff(server):
    """Everybody of `STAFF`, with the one password; gives the administrator."""
    chief = Clerk(server.address, "administrator", server.first_password(), is_new=True)
    for name, roles in STAFF.items():
        made = chief.do("/api/users", name=name, roles=roles, money="play")
        Clerk(server.address, name, made["password"], is_new=True)
    return chief


def tables_by_name(server):
    """By name: the number of each table."""
    found = httpx.get(f"{server.address}/api/tables").json()["tables"]
    return {one["name"]: one["table"] for one in found}


def log_in(patron, name):
    """Comes in by name and password, through the page."""
    page = patron.open("/log-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda address: not address.endswith("/log-in"))


def open_by_hand(server, table):
    """Dealer and supervisor come to a table, bring its bank, count it and sign."""
    sam = Clerk(server.address, "Sam", PASSWORD)
    dora = Clerk(server.address, "Dora", PASSWORD)
    sam.tell(table, "take_position", role="supervisor")
    dora.tell(table, "take_position", role="dealer")
    sam.tell(table, "fill", cents=5_000_000)
    sam.tell(table, "count_bank", counted_cents=5_000_000)
    dora.tell(table, "sign", form="opener")
    sam.tell(table, "sign", form="opener")
    return sam, dora
