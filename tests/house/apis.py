"""A house that is really served: its own database, a port of its own, requests over the loopback.

Only passwords are cheaper than in a real one, and more may be asked in a second.
"""

import asyncio
import socket
import threading
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
import uvicorn

from croupier.house.accounts import Money
from croupier.house.config import Config, plan_table
from croupier.house.database import database_url, open_engine
from croupier.house.happenings import Role
from croupier.house.office import Office
from croupier.house.rate import RateLimiter
from croupier.web.app import create_app

from .reception import PASSWORDS, RIGHT

CASH_TABLE = {
    "name": "Cash",
    "game": "three-card-poker",
    "terms": {"money": "cash", "betting_s": 0, "decision_s": 0, "has_tips": True},
}
STAFF = {
    "Ann": (Role.ADMINISTRATOR,),
    "Sam": (Role.SUPERVISOR,),
    "Susan": (Role.SUPERVISOR,),
    "Otto": (Role.AUDITOR,),
    "Dora": (Role.DEALER,),
}
PLAYERS = {"Ada": Money.CASH, "Bob": Money.CASH, "Pia": Money.PLAY}

_ids = count(1)


def new_id():
    return f"test-{next(_ids)}"


class Visitor:
    """Somebody who talks to the house over HTTP, with his cookie and his token."""

    def __init__(self, address, name=None, password=RIGHT):
        self.http = httpx.Client(base_url=address, timeout=30)
        self.me = {}
        if name is not None:
            self.me = self.ok(self.post("/api/log-in", {"name": name, "password": password}))

    @property
    def user(self):
        return self.me["user"]

    def come_in(self):
        """As a guest."""
        self.me = self.ok(self.post("/api/guests"), 201)
        return self

    def get(self, path, **query):
        return self.http.get(path, params=query or None)

    def post(self, path, body=None, **more):
        """A plain request; `do` adds an id."""
        token = {"X-CSRF-Token": self.me["csrf"]} if self.me else {}
        return self.http.post(path, json={} if body is None else body, headers=token, **more)

    def do(self, path, *, status=200, **body):
        """Something with an id of its own, which must be done; what was answered."""
        return self.ok(self.post(path, {"id": new_id(), **body}), status)

    def look(self, path, **query):
        """What is answered; it must be."""
        return self.ok(self.get(path, **query))

    def tell(self, table, do, **what):
        """A command to a table, which must be done."""
        return self.do(f"/api/tables/{table}/commands", do=do, **what)

    @staticmethod
    def ok(answer, status=200):
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json() if answer.content else None


def refused(answer, status, code=None):
    """A refusal in the one form all have; its sentence."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    found = answer.json()
    assert set(found) == {"code", "detail"}, found
    assert found["detail"][-1] in ".?", found
    assert code is None or found["code"] == code, found
    return found["detail"]


class Served:
    """A house, its address, and its event loop."""

    def __init__(self, office, loop, address):
        self.office = office
        self.loop = loop
        self.address = address
        self.visitors = []

    def run(self, work):
        """Has the house do something itself."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    def visitor(self, name=None, password=RIGHT):
        """Somebody who comes in; one more connection."""
        self.visitors.append(Visitor(self.address, name, password))
        return self.visitors[-1]

    def __getattr__(self, name):
        """`served.ann`: somebody of the staff, or a player, logged in."""
        if name.startswith("_"):
            raise AttributeError(name)
        found = self.__dict__[name] = self.visitor(name.capitalize())
        return found

    def user(self, name):
        return self.office.people.find(name).user


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def each_database(request):
    """What `served` takes: a new database of each kind, for all tests of a module."""
    if request.param == "sqlite":
        yield None
        return
    server = request.getfixturevalue("postgres")
    url = server.new_database()
    yield url
    server.drop_database(url)


@contextmanager
def served(tables=(), *, people=True, database=None, pages=None, **config):
    """Serves a house until the end of the block; by default on a new SQLite file.

    With the pages that were built, if any were, unless it is given others.
    """
    with TemporaryDirectory() as folder:
        engine = open_engine(database_url(database or str(Path(folder) / "house.db")))
        plans = tuple(plan_table(table) for table in tables)
        office = Office(engine, Config(tables=plans, **config), PASSWORDS)
        ready = threading.Event()
        found = {}
        thread = threading.Thread(target=_serve, args=(office, pages, ready, found))
        thread.start()
        try:
            assert ready.wait(30), "the server did not start"
            if "problem" in found:
                raise found["problem"]
            house = Served(office, found["loop"], found["address"])
            house.app = found["app"]
            house.first_password = found["password"]
            if people:
                house.run(_add_people(office))
            yield house
            for visitor in house.visitors:
                visitor.http.close()
        finally:
            if "server" in found:
                found["server"].should_exit = True
            thread.join(30)


def _serve(office, pages, ready, found):
    async def main():
        try:
            chief = await office.start()
            found["password"] = chief and chief.password
            app = create_app(office, pages)
            for limited in ("requests", "log_ins", "guests"):
                setattr(app.state.limits, limited, RateLimiter(burst=10**6, refill_ms=1))
            app.state.recalls = RateLimiter(burst=10**6, refill_ms=1)
            # With its protocol named, answers are not held back to be sent with later ones.
            listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="on")
            found["app"] = app
            found["server"] = uvicorn.Server(config)
            found["loop"] = asyncio.get_running_loop()
            found["address"] = f"http://127.0.0.1:{listening.getsockname()[1]}"
        except BaseException as problem:
            found["problem"] = problem
            raise
        finally:
            ready.set()
        await found["server"].serve(sockets=[listening])

    asyncio.run(main())


async def _add_people(office):
    for name, roles in STAFF.items():
        await office.add_user(
            f"add-{name}", name, frozenset(roles), Money.CASH, by=None, password=RIGHT
        )
    for name, money in PLAYERS.items():
        await office.add_user(
            f"add-{name}", name, frozenset({Role.PLAYER}), money, by=None, password=RIGHT
        )
