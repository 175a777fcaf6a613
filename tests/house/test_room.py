"""Room for connections: nobody takes all of it, and who is connected goes on however many come."""

import subprocess
import sys
from contextlib import ExitStack, closing

import pytest
from tests.test_web import COMMAND

from croupier.rejection import Code, Rejection
from croupier.web.room import Room

from .apis import Visitor
from .hasty import ROOM, hasty_server
from .hostile import Rogue, raw_connection
from .houses import plan

ELSEWHERE = "127.0.0.2"
WHOLE = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"


def is_refused(room, address):
    try:
        room.enter(address)
    except Rejection as refused:
        return refused.code
    return None


# Counted.


def test_one_address_leaves_room_for_others():
    room = Room(8)
    assert [is_refused(room, "192.0.2.1") for _ in range(7)] == [None] * 6 + [
        Code.TOO_MANY_REQUESTS
    ]
    assert is_refused(room, "192.0.2.2") is None
    assert is_refused(room, "192.0.2.3") is None
    assert is_refused(room, "192.0.2.4") is Code.HOUSE_UNAVAILABLE
    room.leave("192.0.2.1")
    assert is_refused(room, "192.0.2.4") is None
    assert len(room) == 8


def test_an_address_is_forgotten_with_its_last_connection():
    room = Room(8)
    for number in range(100):
        room.enter(f"192.0.2.{number}")
        room.leave(f"192.0.2.{number}")
    assert not room._of


def test_addresses_that_one_person_has_share_their_room():
    room = Room(4)
    found = [is_refused(room, f"2001:db8::{number}") for number in range(1, 5)]
    assert found == [None, None, None, Code.TOO_MANY_REQUESTS]


def test_who_comes_through_a_proxy_is_not_counted_by_its_address():
    room = Room(4, among=("10.0.0.0/8", "192.0.2.7"))
    assert is_refused(room, "10.1.2.3") is None
    assert [is_refused(room, "192.0.2.7") for _ in range(4)] == [None] * 3 + [
        Code.HOUSE_UNAVAILABLE
    ]
    assert is_refused(room, "nowhere") is Code.HOUSE_UNAVAILABLE


@pytest.mark.parametrize("descriptors", [16, 64, 256, 1_024, 4_096, 20_000, 10**6, 10**9])
def test_some_descriptors_are_kept_for_the_books(descriptors):
    room = Room.within(descriptors)
    assert room.most_of_one < room.most <= 100_000
    if descriptors >= 256:
        assert room.most + room.queue <= descriptors - 128
    if descriptors >= 4_096:
        assert room.most_of_one >= 2_000, "a stadium's terminals may have one address"


LOOK = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 200))
from croupier.web.room import raise_descriptors
print(raise_descriptors(), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def test_as_many_descriptors_are_used_as_there_may_be():
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["200", "200", "200"]


# Over real connections.


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    path = tmp_path_factory.mktemp("room") / "house.db"
    with hasty_server(path, plan("three-card-poker")) as server:
        yield server


def answer_to(raw):
    """What is answered to a whole request; the connection stays."""
    raw.sendall(WHOLE)
    answer = b""
    while not answer.endswith(b"}"):
        answer += raw.recv(65_536)
    return answer


def test_who_finds_no_room_is_told_and_those_inside_go_on(hasty, caplog):
    most = hasty.room.most_of_one
    with ExitStack() as opened:

        def come(**how):
            return opened.enter_context(raw_connection(hasty.address, **how))

        inside = [come() for _ in range(most)]
        assert all(answer_to(raw).startswith(b"HTTP/1.1 200") for raw in inside)
        for _ in range(3):
            refusal = come().recv(65_536)
            assert refusal.startswith(b"HTTP/1.1 429")
            assert b'"code":"too_many_requests"' in refusal
        more = [come(come_from=ELSEWHERE) for _ in range(ROOM - most)]
        assert all(answer_to(raw).startswith(b"HTTP/1.1 200") for raw in more)
        refusal = come(come_from=ELSEWHERE).recv(65_536)
        assert refusal.startswith(b"HTTP/1.1 503")
        assert b'"code":"house_unavailable"' in refusal
        assert answer_to(inside[0]).startswith(b"HTTP/1.1 200")
        assert len(hasty.room) == ROOM
    assert caplog.text.count("turned away") == 4
    hasty.until(lambda: len(hasty.room) == 0)


def test_a_socket_keeps_the_place_of_its_connection(hasty):
    with closing(Rogue(hasty.address)) as rogue:
        opened = rogue.socket()
        rogue.http.close()
        hasty.until(lambda: len(hasty.room) == 1)
        assert opened.ping().wait(10)
        assert len(hasty.room) == 1
        opened.close()
        hasty.until(lambda: len(hasty.room) == 0)


def test_nobody_takes_the_descriptors_that_the_books_need(tmp_path):
    """A process that may open little, and somebody who opens more connections than that."""
    limited = ["sh", "-c", 'ulimit -S -n 64 && ulimit -H -n 256 && exec "$@"', "sh"]
    program = [*limited, COMMAND, "serve", "--port", "0", "--database", str(tmp_path / "house.db")]
    with ExitStack() as opened:
        server = opened.enter_context(
            subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        )
        opened.callback(server.terminate)
        address = server.stdout.readline().split()[3]
        guest = Visitor(address).come_in()
        opened.callback(guest.http.close)
        guest.tell(4, "sit", seat=1, credit_cents=10_000)
        for _ in range(150):
            opened.enter_context(raw_connection(address, come_from=ELSEWHERE))
        for _ in range(20):
            guest.tell(4, "add_credit", seat=1, cents=100)
            assert guest.get("/api/me/rounds").status_code == 200
        other = opened.enter_context(raw_connection(address))
        assert answer_to(other).startswith(b"HTTP/1.1 200")
        server.terminate()
        _, said = server.communicate(timeout=30)
    assert 1 <= said.count("turned away") < 20
    assert "Too many open files" not in said
    assert "Traceback" not in said
