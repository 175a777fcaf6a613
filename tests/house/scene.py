"""The scene of a crime: a real server, an honest player at its first table, and rogues.

Whatever the rogues do, the honest player goes on after each test as ever, and in the end the books
are right.
"""

import json

import pytest
from sqlalchemy import select

from croupier.house import schema
from croupier.house.happenings import AccessRefused, logged_name
from croupier.house.reading import open_to_read, reading

from .hostile import Honest, Rogue
from .houses import check_books
from .serving import serving

CONFIG = """
[house]
guest_credit = "1000000"
[[tables]]
name = "The table"
game = "three-card-poker"
[tables.terms]
betting_s = 60
decision_s = 60
has_tips = true
[[tables]]
name = "Private"
game = "three-card-poker"
[tables.terms]
betting_s = 0
decision_s = 0
has_tips = true
seed_is_revealed = false
"""
TABLE, PRIVATE = 1, 2


class Scene:
    """The server, the honest player at its first table, and its books."""

    def __init__(self, server, path):
        self.server, self.path = server, path
        self.address = server.address
        self.honest = Honest(server.address, TABLE)
        self.honest.start()
        self.honest.plays_on(1)
        self.rogues = []

    def rogue(self):
        self.rogues.append(Rogue(self.address))
        return self.rogues[-1]

    def close_rogues(self):
        while self.rogues:
            self.rogues.pop().close()

    def noted(self, kind=AccessRefused):
        """What the house's log says of that kind."""
        engine = open_to_read(str(self.path))
        with reading(engine) as connection:
            bodies = connection.scalars(
                select(schema.entries.c.body).where(schema.entries.c.chain == 0)
            ).all()
        engine.dispose()
        events = [event for body in bodies for event in json.loads(body)]
        return [event for event in events if event["event"] == logged_name(kind)]


@pytest.fixture(scope="module")
def whole_scene(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    path = folder / "house.db"
    with serving(str(path), folder, CONFIG) as server:
        scene = Scene(server, path)
        yield scene
        scene.honest.end()
        server.stop()
        said = server.said()
    check_books(path)
    assert "Traceback" not in said, said


@pytest.fixture
def scene(whole_scene):
    """The scene, in which the honest player goes on as ever after each test."""
    yield whole_scene
    whole_scene.honest.plays_on()
    whole_scene.close_rogues()
