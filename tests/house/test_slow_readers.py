"""Readers who are slow, or gone for a while: dropped to a snapshot, and right again after it."""

import asyncio
import time
from random import Random

import pytest

from croupier.client.mirror import TableMirror
from croupier.house import hub as hubs
from croupier.house.happenings import RoundBegan, SeatLeft
from croupier.house.terms import CardsFrom, TableKind, TableTerms
from croupier.table.layout import redact
from croupier.table.places import Viewer
from croupier.table.registry import game_ids

from .hasty import REQUEST_S, hasty_server
from .hostile import Rogue, frame, is_cut_off, raw_connection
from .houses import plan
from .pit import Pit
from .viewers import Reader, hub_of

STADIUM = "stadium-three-card-poker"


class Follower:
    """A client's own idea of a table, made of the messages it has read."""

    def __init__(self, hub, user, *, is_staff=False):
        self.hub, self.user, self.is_staff = hub, user, is_staff
        self.mirror = TableMirror(hub.number, user)
        self.reader = Reader(hub, user, is_staff=is_staff)

    async def read(self):
        for message in self.reader.read():
            await self.mirror.take(message)

    async def come_back(self):
        """The connection was lost, and is there again."""
        self.reader.leave()
        after = self.mirror.upto if self.mirror.snapshots else None
        self.reader = Reader(self.hub, self.user, is_staff=self.is_staff, after=after)

    @property
    def knows(self):
        """What he knows, to be compared with what others know."""
        mirror = self.mirror
        return {
            "round": mirror.round,
            "is on": mirror.is_on,
            "events": mirror.events,
            "layout": mirror.layout,
            "own": mirror.own,
            "credits": {seat: mirror.credits[seat] for seat in mirror.own},
        }


def terms_of(game, kind):
    by_hand = kind != "automatic"
    return TableTerms(
        kind=TableKind.STADIUM if game == STADIUM else TableKind.AUTOMATIC,
        has_human_dealer=by_hand,
        cards=CardsFrom.PHYSICAL if kind == "real cards" else CardsFrom.VIRTUAL,
    )


async def follow(game, kind, steps, seed=1):
    """Random play, followed by readers of all sorts, who must know the same in the end."""
    pit = Pit(f"slow {game} {kind} {seed}", players=2)
    live = pit.table(game, terms_of(game, kind))
    hub = hub_of(pit, live)
    rng = Random(f"{game} {kind} {seed}")
    viewers = [(None, False), (98, True), *((who.user, False) for who in pit.players)]
    sorts = {
        sort: [Follower(hub, user, is_staff=is_staff) for user, is_staff in viewers]
        for sort in ("eager", "lazy", "asleep", "shaky")
    }
    for _ in range(steps):
        pit.wander(live, 1)
        for one in sorts["eager"]:
            await one.read()
        for one in sorts["lazy"]:
            if rng.random() < 0.05:
                await one.read()
        for one in sorts["shaky"]:
            await one.read()
            if rng.random() < 0.1:
                await one.come_back()
        for one in (*sorts["lazy"], *sorts["asleep"]):
            assert len(one.reader.subscription._queue) <= hubs._MOST_QUEUED
    for group in sorts.values():
        for one, best in zip(group, sorts["eager"], strict=True):
            await one.read()
            assert one.mirror.upto <= hub.upto
            wanted = best.knows
            if has_moved(pit, one.user):
                # Of a seat that he has left, a snapshot shows no more than to anybody.
                wanted |= {name: one.knows[name] for name in ("events", "layout")}
            assert one.knows == wanted
    return pit, live, sorts


def has_moved(pit, user):
    """Whether somebody has left a seat since the last round began."""
    moved = False
    for event in (event for change in pit.changes for event in change.events):
        if isinstance(event, RoundBegan):
            moved = False
        elif isinstance(event, SeatLeft) and event.user == user:
            moved = True
    return moved


def check_against_the_table(pit, live, followers):
    """Who reads at once knows what the games' filter shows him of the table itself."""
    for one in followers:
        if has_moved(pit, one.user):
            continue
        seats = live.picture.seats_of(one.user) if one.user else frozenset()
        shown = [redact(event, Viewer(seats)) for event in live.picture.events]
        assert one.mirror.events == shown


@pytest.mark.parametrize("kind", ["automatic", "by hand", "real cards"])
@pytest.mark.parametrize("game", game_ids())
def test_readers_of_all_sorts_end_up_knowing_the_same(game, kind, monkeypatch):
    monkeypatch.setattr(hubs, "_MOST_QUEUED", 8)
    pit, live, sorts = asyncio.run(follow(game, kind, 150))
    if game != STADIUM:
        check_against_the_table(pit, live, sorts["eager"])
    assert any(one.mirror.snapshots > 2 for one in sorts["lazy"]), "nobody was dropped"
    assert any(one.mirror.numbers_seen for one in sorts["lazy"]), "nobody was told of events"
    assert all(one.mirror.numbers_seen for one in sorts["shaky"])


@pytest.mark.long
@pytest.mark.parametrize("game", game_ids())
def test_readers_of_all_sorts_end_up_knowing_the_same_for_long(game, monkeypatch):
    monkeypatch.setattr(hubs, "_MOST_QUEUED", 8)
    for seed in range(100, 108):
        for kind in ("automatic", "by hand", "real cards"):
            pit, live, sorts = asyncio.run(follow(game, kind, 400, seed))
            if game != STADIUM:
                check_against_the_table(pit, live, sorts["eager"])


def test_a_reader_who_never_reads_is_dropped_to_one_snapshot():
    pit = Pit("never")
    live = pit.table("three-card-poker")
    hub = hub_of(pit, live)
    sleeper = Reader(hub, None)
    assert [message["type"] for message in sleeper.read()] == ["snapshot"]
    pit.wander(live, 400)
    assert sleeper.subscription.is_behind
    assert sleeper.wakes > 0
    (message,) = sleeper.read()
    assert message["type"] == "snapshot"
    assert message["upto"] == hub.upto
    pit.wander(live, 30)
    later = sleeper.read()
    assert later
    assert later[0]["after"] == message["upto"]
    assert all(one["type"] == "events" for one in later)


def test_a_reader_who_is_slow_costs_the_others_nothing():
    """What the others are sent is the same, whether somebody sleeps or not."""

    def sent(sleepers):
        pit = Pit("the same")
        live = pit.table("pick-2-poker")
        hub = hub_of(pit, live)
        asleep = [Reader(hub, None) for _ in range(sleepers)]
        reader = Reader(hub, pit.players[0].user)
        for _ in range(150):
            pit.wander(live, 1)
            reader.read()
        assert all(not one.messages for one in asleep)
        return reader.messages

    assert sent(0) == sent(20)


# Over real sockets: connections that do not get on.


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    path = tmp_path_factory.mktemp("hasty") / "house.db"
    with hasty_server(path, plan("three-card-poker"), plan(STADIUM)) as server:
        yield server


def is_gone(raw):
    """Whether the server hangs up without a word."""
    try:
        return raw.recv(1) == b""
    except ConnectionResetError:
        return True


def is_reset(raw):
    """Whether the end of what there is to read is no good-bye."""
    try:
        while raw.recv(65_536):
            pass
    except ConnectionResetError:
        return True
    return False


WHOLE = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"G",
        b"GET /health HTTP/1.1\r\nHost: ",
        b"POST /api/log-in HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{",
        b"GET /api/socket?ticket=1 HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgr",
    ],
    ids=["nothing", "a letter", "half a header", "half a body", "half a socket"],
)
def test_a_request_that_is_not_whole_in_time_is_cut_off(hasty, said):
    with raw_connection(hasty.address) as raw:
        raw.sendall(said)
        assert is_gone(raw)
    hasty.until(lambda: hasty.connections == 0 and hasty.tasks == 0)


def test_a_request_that_drips_is_cut_off_however_often_it_drips(hasty):
    with raw_connection(hasty.address) as raw:
        began = time.monotonic()
        assert is_cut_off(raw, dripping(WHOLE[:-2] + b"X-More: " + b"x" * 1_000))
        assert time.monotonic() - began > 0.8 * REQUEST_S


def dripping(data):
    for byte in data:
        time.sleep(0.02)
        yield bytes([byte])


def test_who_has_sent_a_whole_request_may_wait_before_the_next(hasty):
    with raw_connection(hasty.address) as raw:
        for _ in range(2):
            raw.sendall(WHOLE)
            answer = b""
            while not answer.endswith(b"}"):
                answer += raw.recv(65_536)
            assert answer.startswith(b"HTTP/1.1 200 OK")
            time.sleep(2 * REQUEST_S)
        # But the next one must then be whole in time as well.
        raw.sendall(WHOLE[:10])
        assert is_gone(raw)


def test_who_does_not_take_his_answers_is_cut_off(hasty, caplog):
    with raw_connection(hasty.address, receive_bytes=4_096) as raw:
        raw.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
        hasty.until(lambda: hasty.tasks > 0)
        hasty.until(lambda: hasty.connections == 0 and hasty.tasks == 0)
        # Nor does the system go on offering him what it still has.
        assert is_reset(raw)
    assert "which does not take what it is sent" in caplog.text


@pytest.mark.parametrize(
    ("said", "then"),
    [(b"Connection: close\r\n", b""), (b"", b""), (b"", b"?")],
    ids=["the last answer", "an answer", "what is no request"],
)
def test_who_does_not_take_a_short_answer_is_cut_off(hasty, said, then, caplog):
    """So short that it is sent in one piece, and nobody waits until there is room for more."""
    before = hasty.server.server_state.total_requests
    with raw_connection(hasty.address, receive_bytes=2_048) as raw:
        raw.sendall(b"GET /api/tables/2/rules HTTP/1.1\r\nHost: x\r\n" + said + b"\r\n")
        hasty.until(lambda: hasty.server.server_state.total_requests > before)
        raw.sendall(then)
        hasty.until(lambda: hasty.connections == 0 and len(hasty.room) == 0)
    assert "which does not take what it is sent" in caplog.text


def test_who_takes_a_long_answer_slowly_gets_all_of_it(hasty):
    with raw_connection(hasty.address, receive_bytes=4_096) as raw:
        raw.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = b""
        while chunk := raw.recv(4_096):
            answer += chunk
            time.sleep(0.03)
    head, body = answer.split(b"\r\n\r\n", 1)
    assert f"content-length: {len(body)}".encode() in head
    assert len(body) > 65_536


def test_a_socket_that_answers_no_ping_is_cut_off_and_its_player_noted_as_gone(hasty):
    rogue = Rogue(hasty.address)
    rogue.tell(1, "sit", seat=1, credit_cents=10_000)
    raw = rogue.raw_socket()
    raw.sendall(frame(1, b'{"type": "watch", "table": 1}'))
    hasty.until(lambda: hasty.viewers == 1)
    hasty.until(lambda: hasty.viewers == 0)
    picture = hasty.office.house.tables[1].picture
    hasty.until(lambda: not picture.seats[1].is_connected)
    rogue.tell(1, "leave", seat=1)
    rogue.close()
    hasty.until(lambda: hasty.tasks == 0)


def test_a_socket_that_never_reads_holds_nothing_for_ever(hasty):
    """Its buffers are full, so that nothing can be sent any more, not even a good-bye."""
    rogue = Rogue(hasty.address)
    raw = rogue.raw_socket(receive_bytes=4_096)
    # One by one, so that each is answered by a snapshot of its own.
    assert is_cut_off(raw, in_turn([frame(1, b'{"type": "watch", "table": 2}')] * 5_000))
    hasty.until(lambda: hasty.viewers == 0 and hasty.tasks == 0)
    rogue.close()
    hasty.until(lambda: hasty.connections == 0)


def test_a_socket_that_does_not_hear_its_good_bye_ends_all_the_same(hasty):
    rogue = Rogue(hasty.address)
    raw = rogue.raw_socket(receive_bytes=2_048)
    raw.sendall(frame(1, b'{"type": "ping"}') * 900)
    hasty.until(lambda: hasty.unsent_bytes > 16_000)
    assert rogue.post("/api/log-out").status_code == 204
    rogue.http.close()
    hasty.until(lambda: hasty.connections == 0 and len(hasty.room) == 0)
    rogue.close()


def in_turn(pieces):
    for piece in pieces:
        time.sleep(0.001)
        yield piece
