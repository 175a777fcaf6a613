"""`croupier.client` where something is wrong: with the network, the handshake, or a command."""

import asyncio
import json
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from croupier.client import Client, TableMirror, messages
from croupier.rejection import Code, Rejection
from croupier.web import socket as house_socket

from .apis import new_id, refused, served
from .lines import WELCOME, client_of, receipt_for, say, wire_to
from .reception import RIGHT

FULL = {
    "type": "refusal",
    "id": None,
    "table": None,
    "code": "too_many_requests",
    "detail": "One person has 20 sockets at most; close one.",
}
NOBODY = {**FULL, "code": "log_in_needed", "detail": "This ticket is not valid."}


@pytest.fixture(scope="module")
def house():
    tables = [{"game": "three-card-poker", "name": name} for name in ("One", "Two")]
    with served(tables) as found:
        yield found


def run(work):
    """Whoever waits for ever is not waited for."""
    return asyncio.run(asyncio.wait_for(work, 30))


# A seat that is one's own already.


def test_a_bot_that_is_started_again_takes_up_its_seat_in_mid_round(house):
    house.sam.do(f"/api/users/{house.user('Pia')}/play-money", cents=10_000)

    async def play_until_asked():
        async with Client(house.address) as client:
            await client.log_in("Pia", RIGHT)
            seat = await client.sit("One", credit_cents=10_000, seat=3)
            await seat.bet({"Ante": 500})
            async for question in seat.questions():
                return question.round
        raise AssertionError("nobody was asked")

    async def go_on(round_number):
        async with Client(house.address) as client:
            await client.log_in("Pia", RIGHT)
            seat = await client.seat("One", 3)
            assert (seat.table.own, seat.credit_cents) == ({3}, 9_500)
            asked = []
            async for question in seat.questions():
                asked.append(question.round)
                await question.choose("fold")
            assert asked == [round_number]
            await seat.bet({"Ante": 500})
            async for question in seat.questions():
                await question.choose("fold")
            await seat.leave()

    run(go_on(run(play_until_asked())))


def test_a_seat_of_somebody_else_and_one_that_is_free_cannot_be_taken_up(house):
    ada = house.visitor().come_in()
    ada.tell(2, "sit", seat=1, credit_cents=1_000)

    async def play(number):
        async with Client(house.address) as client:
            await client.be_guest()
            with pytest.raises(Rejection) as told:
                await client.seat(2, number)
            return told.value

    for number in (1, 2, 99):
        told = run(play(number))
        assert told.code is Code.NOT_YOUR_SEAT
        assert told.detail == f"You do not sit at seat {number} of this table."
    ada.tell(2, "leave", seat=1)


# A line that goes dead without a word.


def test_a_command_on_a_dead_line_is_done_once_over_another(house):
    async def play():
        async with (
            wire_to(house.address) as (wire, address),
            Client(address, patience_s=5, answer_s=0.4) as client,
        ):
            await client.be_guest()
            seat = await client.sit(1, credit_cents=10_000)
            wire.go_silent()
            receipts = await asyncio.gather(seat.add_credit(500), seat.add_credit(700))
            await seat.table.until(lambda: seat.table.upto >= max(one["upto"] for one in receipts))
            assert (seat.credit_cents, client.reconnects) == (11_200, 1)
            await seat.leave()

    run(play())


def test_a_receipt_that_was_swallowed_is_had_again(house):
    async def play():
        async with (
            wire_to(house.address) as (wire, address),
            Client(address, answer_s=0.4) as client,
        ):
            await client.be_guest()
            seat = await client.sit(1, credit_cents=10_000)
            wire.swallow_answers()
            receipt = await seat.add_credit(500)
            assert receipt["is_repeated"]
            await seat.table.until(lambda: seat.table.upto >= receipt["upto"])
            assert seat.credit_cents == 10_500
            await seat.leave()

    run(play())


def test_who_only_looks_on_notices_a_dead_line_too(house):
    async def look():
        async with (
            wire_to(house.address) as (wire, address),
            Client(address, ping_s=0.2, answer_s=0.5) as client,
        ):
            await client.be_guest()
            mirror = await client.watch(2)
            wire.go_silent()
            ada = house.visitor().come_in()
            sat = await asyncio.to_thread(ada.tell, 2, "sit", seat=1, credit_cents=1_000)
            await mirror.until(lambda: mirror.upto >= sat["upto"])
            assert client.reconnects == 1
            await asyncio.to_thread(ada.tell, 2, "leave", seat=1)

    run(look())


def test_a_house_that_answers_nothing_is_left_when_patience_ends():
    """It takes every connection, and is there all the time."""
    sockets = []

    async def handle(socket):
        sockets.append(socket)
        await say(socket, WELCOME)
        await socket.wait_closed()

    async def play():
        async with client_of(handle, patience_s=0.3, answer_s=0.1) as client:
            with pytest.raises(Rejection) as told:
                await client.command(1, "leave", seat=1)
            assert told.value.code is Code.HOUSE_UNAVAILABLE

    run(play())
    assert len(sockets) > 1


def test_a_house_that_hangs_up_on_a_command_each_time_is_left_when_patience_ends():
    async def handle(socket):
        await say(socket, WELCOME)
        await socket.recv()
        await socket.close(1011)

    async def play():
        async with client_of(handle, patience_s=0.3) as client:
            with pytest.raises(Rejection) as told:
                await client.command(1, "leave", seat=1)
            assert told.value.code is Code.HOUSE_UNAVAILABLE

    run(play())


def test_who_waits_for_nothing_is_connected_again_however_often_the_line_is_lost():
    """Patience is for a house that does not answer, and this one is there."""
    opened = asyncio.Event()
    counted = []

    async def handle(socket):
        await say(socket, WELCOME)
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "command":
                await say(socket, receipt_for(message))
                continue
            counted.append(message)
            await say(socket, {"type": "events", "table": 1, "after": 3, "upto": 3, "events": [],
                               "credits": {}})  # fmt: skip
            if len(counted) >= 20:
                opened.set()
                continue
            await asyncio.sleep(0.02)
            await socket.close(1012)

    async def look():
        async with client_of(handle, patience_s=0.2) as client:
            await client.command(1, "leave", seat=1)
            mirror = client.tables[1] = seen_table()
            client._socket.transport.abort()
            await opened.wait()
            assert mirror.problem is None

    run(look())


def seen_table():
    """A table whose snapshot has been seen."""
    mirror = TableMirror(1)
    mirror.snapshots, mirror.upto = 1, 3
    return mirror


# A socket that is not opened.


def accepted_and_refused(refusal, times):
    """A house that takes the socket to say why it does not; after so many times it does."""
    knocks = []

    async def handle(socket):
        knocks.append(socket)
        if len(knocks) <= times:
            await say(socket, refusal)
            await socket.close(1008, refusal["code"])
            return
        await say(socket, WELCOME)
        async for text in socket:
            await say(socket, receipt_for(json.loads(text)))

    return knocks, handle, None


def refused_in_http(refusal, times):
    """A house that says why in the answer to the handshake."""
    _, handle, _ = accepted_and_refused(refusal, 0)
    tried = []

    def handshake(connection, _request):
        tried.append(connection)
        return None if len(tried) > times else connection.respond(403, json.dumps(refusal))

    return tried, handle, handshake


REFUSING = pytest.mark.parametrize("refusing", [accepted_and_refused, refused_in_http])


@REFUSING
def test_a_refusal_that_stays_is_told_at_once_to_whoever_waits(refusing):
    knocks, handle, handshake = refusing(NOBODY, 10**6)

    async def play():
        async with client_of(handle, handshake=handshake) as client:
            asked = (client.watch(1), client.watch(2), client.command(1, "leave", seat=1))
            return await asyncio.gather(*asked, return_exceptions=True)

    told = run(play())
    assert [(one.code, one.detail) for one in told] == [
        (Code.LOG_IN_NEEDED, "This ticket is not valid.")
    ] * 3
    assert len(knocks) == 1


@REFUSING
def test_a_refusal_that_may_pass_is_tried_again(refusing):
    knocks, handle, handshake = refusing(FULL, 3)

    async def play():
        async with client_of(handle, handshake=handshake) as client:
            return await client.command(1, "leave", seat=1), client.reconnects

    receipt, reconnects = run(play())
    assert (receipt["entry"], reconnects, len(knocks)) == (7, 0, 4)


@REFUSING
def test_a_refusal_that_does_not_pass_is_told_when_patience_ends(refusing):
    knocks, handle, handshake = refusing(FULL, 10**6)

    async def play():
        async with client_of(handle, handshake=handshake, patience_s=0.2) as client:
            with pytest.raises(Rejection) as told:
                await client.watch(1)
            return told.value

    told = run(play())
    assert (told.code, told.detail) == (Code.TOO_MANY_REQUESTS, FULL["detail"])
    assert len(knocks) > 1


def test_a_handshake_that_is_refused_without_a_word_says_which_status():
    async def play():
        def handshake(connection, _request):
            return connection.respond(502, "Bad gateway")

        async with client_of(None, handshake=handshake, patience_s=0.1) as client:
            with pytest.raises(Rejection) as told:
                await client.watch(1)
            return told.value

    told = run(play())
    assert told.code is Code.HOUSE_UNAVAILABLE
    assert "502" in told.detail


# A command that a socket does not take.


def test_what_is_too_large_is_refused_before_it_is_sent(house):
    async def play():
        async with Client(house.address) as client:
            await client.be_guest()
            await client.watch(1)
            with pytest.raises(Rejection) as told:
                await client.command(1, "report", kind="dealer_error", detail="x" * 20_000)
            assert told.value.code is Code.COMMAND_INVALID
            assert "16,384 bytes" in told.value.detail
            assert (client.reconnects, client._waiting) == (0, {})

    run(play())


def test_the_largest_command_that_is_sent_is_one_that_the_house_reads(house):
    async def play():
        async with Client(house.address) as client:
            await client.be_guest()
            _, text = messages.command_text(1, "report", {"id": "l", "detail": ""})
            detail = "x" * (messages.MOST_BYTES - len(text))
            with pytest.raises(Rejection) as told:
                await client.command(1, "report", id="l", detail=detail)
            with pytest.raises(Rejection) as larger:
                await client.command(1, "report", id="l", detail=detail + "x")
            assert client.reconnects == 0
            return told.value.detail, larger.value.detail

    assert messages.MOST_BYTES == house_socket.MOST_BYTES
    read, unsent = run(play())
    assert read == "“kind” is missing."
    assert "16,384 bytes" in unsent


@pytest.mark.parametrize("command_id", ["x" * 65, "", "a b", "ä", "a\n"])
def test_an_id_that_is_none_is_refused_as_the_house_would(house, command_id):
    command = {"id": command_id, "do": "leave", "seat": 1}
    guest = house.visitor().come_in()
    said = refused(guest.post("/api/tables/1/commands", command), 422, Code.COMMAND_INVALID)

    async def play():
        async with Client(house.address) as client:
            await client.be_guest()
            with pytest.raises(Rejection) as told:
                await client.command(1, **command)
            return told.value

    told = run(play())
    assert (told.code, told.detail) == (Code.COMMAND_INVALID, said)


@pytest.mark.parametrize("command_id", ["x" * 64, "A.b:c_d-1"])
def test_an_id_that_is_one_is_sent(house, command_id):
    async def play():
        async with Client(house.address) as client:
            await client.be_guest()
            with pytest.raises(Rejection) as told:
                await client.command(1, "leave", id=command_id, seat=6)
            return told.value.code

    assert run(play()) is Code.NOT_YOUR_SEAT


def test_a_field_that_would_make_another_message_of_a_command_is_refused(house):
    async def play():
        async with Client(house.address) as client:
            await client.be_guest()
            with pytest.raises(Rejection) as told:
                await client.command(1, "leave", id=new_id(), seat=1, type="ping")
            return told.value.code

    assert run(play()) is Code.COMMAND_INVALID


def test_a_table_is_watched_by_its_number(house):
    async def play():
        async with Client(house.address) as client:
            await client.be_guest()
            with pytest.raises(Rejection) as told:
                await client.watch("1")
            return told.value.code

    assert run(play()) is Code.COMMAND_INVALID


def test_a_house_that_takes_less_refuses_the_largest_command_and_gets_the_others():
    """A proxy may take less than the house does."""

    async def handle(socket):
        await say(socket, WELCOME)
        async for text in socket:
            await asyncio.sleep(0.05)
            with suppress(ConnectionClosed):
                await say(socket, receipt_for(json.loads(text)))

    async def play():
        async with client_of(handle, max_size=1_000) as client:
            asked = [client.command(1, "report", detail="x" * size) for size in (5, 2_000, 50)]
            return *await asyncio.gather(*asked, return_exceptions=True), client.reconnects

    first, large, last, reconnects = run(play())
    assert (first["entry"], last["entry"], reconnects) == (7, 7, 1)
    assert large.code is Code.COMMAND_INVALID
