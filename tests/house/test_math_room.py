"""What bets are worth is worked out beside the server: shared, bounded, and nothing stays."""

import asyncio
import logging
import os
import pickle
import select
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from threading import Thread

import pytest

from croupier.rejection import Code, Rejection
from croupier.table.registry import find_game
from croupier.table.settings import settings_for
from croupier.web import math_process, math_room
from croupier.web.math_process import BrokenOff, MathProcess, Telling
from croupier.web.math_room import MathRoom, Task

from . import sums

GAME = find_game("three-card-poker")
SETTINGS = settings_for(GAME)
LONGEST_S = 30
QUIETLY = Telling(lambda _what, _share: None, lambda _found: None)
STAYING = """
import sys
from croupier.web.math_process import MathProcess, Telling
from functools import partial
from tests.house.sums import stay
telling = Telling(lambda what, share: None, lambda found: None)
MathProcess("test").work_out(partial(stay, None, sys.argv[1]), telling)
"""


class Alive:
    """Says of a process that holds a pipe open when it is there, and when it is gone."""

    def __init__(self, folder):
        self.path = str(folder / "alive")
        os.mkfifo(self.path)
        self._end = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)

    def says(self):
        ready, _, _ = select.select([self._end], [], [], LONGEST_S)
        assert ready, "nothing came of it"
        return os.read(self._end, 100)


def in_a_room(act, **options):
    async def play():
        async with a_room(**options) as room:
            await asyncio.wait_for(act(room), LONGEST_S)

    asyncio.run(play())


@asynccontextmanager
async def a_room(**options):
    room = MathRoom(**options)
    try:
        yield room
    finally:
        await room.close()
        assert set(room.processes.values()) == {None}


async def result(room, task, asker="ada"):
    """Asks until it is done, as a page does."""
    while True:
        found = await room.answer(task, asker=asker, wait_s=1)
        if found.result is not None:
            return found.result


async def refusal(room, task, asker="ada"):
    with pytest.raises(Rejection) as refused:
        await result(room, task, asker)
    return refused.value


def quick(do, *about):
    return Task(do, SETTINGS, about, is_long=False)


def urgent(do, *about):
    return replace(quick(do, *about), is_urgent=True)


def lesson(do, *about):
    return replace(quick(do, *about), is_lesson=True)


def long(do, *about):
    return Task(do, SETTINGS, about)


async def until(is_so):
    for _ in range(LONGEST_S * 100):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came to that")


def test_each_desk_is_one_process_with_less_right_to_the_processor():
    async def act(room):
        assert set(room.processes.values()) == {None}
        found = [
            (await result(room, task)).split()
            for task in (
                quick(sums.who_works, 1),
                quick(sums.who_works, 2),
                long(sums.who_works, 3),
                lesson(sums.who_works, 4),
            )
        ]
        first, again, other, school = [int(pid) for pid, _ in found]
        assert first == again
        assert {first, other, school} == set(room.processes.values())
        assert len(room.processes) == 3
        assert all(int(nice) > os.getpriority(os.PRIO_PROCESS, 0) for _, nice in found)

    in_a_room(act)


def test_lessons_are_not_broken_off_for_what_is_urgent_elsewhere(tmp_path):
    async def act(room):
        gate = tmp_path / "gate"
        process = int((await result(room, lesson(sums.who_works, 1))).split()[0])
        waiting = asyncio.create_task(result(room, lesson(sums.wait_for, str(gate))))
        await until(lambda: room.processes["lessons"] == process)
        for at in range(3):
            assert await result(room, urgent(sums.say, str(at).encode())) == str(at).encode()
        gate.touch()
        assert await waiting == b"there"
        # What it has found for the lessons before is still at hand.
        assert int((await result(room, lesson(sums.who_works, 2))).split()[0]) == process

    in_a_room(act)


def test_what_is_asked_by_several_is_worked_out_once_and_kept(tmp_path):
    async def act(room):
        gate, notes = tmp_path / "gate", tmp_path / "notes"
        blocked = asyncio.create_task(result(room, long(sums.wait_for, str(gate))))
        task = long(sums.note, str(notes), "once")
        asked = [asyncio.create_task(result(room, task, f"asker {one}")) for one in range(20)]
        await asyncio.sleep(0.05)
        assert not (await room.answer(task, asker="bob", wait_s=0.01)).is_working
        gate.touch()
        assert await asyncio.gather(*asked) == [b"once"] * 20
        assert await blocked == b"there"
        other_limits = replace(SETTINGS, positions=3, limits=SETTINGS.limits[:1])
        assert await result(room, Task(sums.note, other_limits, task.about)) == b"once"
        assert notes.read_text() == "once\n"
        assert room.is_known(task)

    in_a_room(act)


def test_a_key_is_short_whatever_it_is_about():
    events = b"x" * 4000
    keys = [urgent(sums.say, events + end).key for end in (b"1", b"2", b"1")]
    assert keys[0] == keys[2] != keys[1]
    assert all(len(pickle.dumps(key)) < 100 for key in keys)
    assert urgent(sums.say, events).key != urgent(sums.refuse, events).key


def test_what_differs_in_a_reading_or_a_pay_is_another_thing():
    other = settings_for(GAME, readings={"mini_royal": "any_suits"})
    pays = settings_for(GAME, pay_tables={"Pair Plus": "1-4-5-30-40"})
    keys = {Task(sums.refuse, one).key for one in (SETTINGS, other, pays)}
    assert len(keys) == 3


def test_what_is_quick_does_not_wait_for_what_is_long(tmp_path):
    async def act(room):
        gate = tmp_path / "gate"
        blocked = asyncio.create_task(result(room, long(sums.wait_for, str(gate))))
        assert await result(room, quick(sums.say, b"1")) == b"1"
        assert not blocked.done()
        gate.touch()
        await blocked

    in_a_room(act)


def test_how_far_it_has_come_is_told(tmp_path):
    async def act(room):
        gate = tmp_path / "gate"
        task = long(sums.tell, str(gate))
        first = await room.answer(task, asker="ada", wait_s=0.01)
        assert (first.result, first.is_working, first.progress) == (None, True, None)
        await until(lambda: room.known(task) == b"[1]")
        told = await room.answer(task, asker="ada", wait_s=0.01)
        assert told.progress == ("Counting", 0.25)
        assert not room.is_known(task)
        gate.touch()
        assert await result(room, task) == b"there"

    in_a_room(act)


def test_what_is_urgent_goes_first_and_what_is_ahead_last(tmp_path):
    async def act(room):
        gate, notes = tmp_path / "gate", tmp_path / "notes"
        blocked = asyncio.create_task(result(room, quick(sums.wait_for, str(gate))))
        await asyncio.sleep(0.01)
        ahead = quick(sums.note, str(notes), "ahead")
        room.work_ahead(ahead)
        tasks = [
            quick(sums.note, str(notes), "asked"),
            urgent(sums.note, str(notes), "urgent"),
        ]
        asked = [asyncio.create_task(result(room, task)) for task in tasks]
        await asyncio.sleep(0.01)
        gate.touch()
        await asyncio.gather(blocked, *asked)
        await until(lambda: room.is_known(ahead))
        assert notes.read_text().split() == ["urgent", "asked", "ahead"]

    in_a_room(act, works_ahead=True)


def test_what_is_long_and_ahead_gives_way_and_is_begun_anew(tmp_path, caplog):
    async def act(room):
        gate = tmp_path / "gate"
        ahead = long(sums.tell, str(gate))
        room.work_ahead(ahead)
        await until(lambda: room.known(ahead) == b"[1]")
        assert await result(room, long(sums.say, b"2")) == b"2"
        assert not room.is_known(ahead)
        gate.touch()
        await until(lambda: room.is_known(ahead))

    in_a_room(act, works_ahead=True)
    assert caplog.messages == []


def test_what_is_long_and_was_left_gives_way_and_is_begun_anew_when_nobody_else_waits(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(math_room, "_LEFT_S", 0.3)

    async def act(room):
        gate = tmp_path / "gate"
        left, wanted = long(sums.tell, str(gate)), long(sums.say, b"2")
        await room.answer(left, asker="ada", wait_s=0.01)
        await until(lambda: room.known(left) == b"[1]")
        # She asks on, so whoever comes later waits.
        for _ in range(3):
            await room.answer(left, asker="ada", wait_s=0.1)
            assert (await room.answer(wanted, asker="bob", wait_s=0.01)).result is None
        await asyncio.sleep(0.4)
        assert await result(room, wanted, "bob") == b"2"
        gate.touch()
        assert await result(room, left) == b"there"

    in_a_room(act)


def test_who_come_back_too_seldom_both_have_their_long_work_done(monkeypatch):
    monkeypatch.setattr(math_room, "_LEFT_S", 0.1)

    async def act(room):
        tasks = {name: long(sums.take, 1.0, name) for name in ("ada", "bob")}
        found = {}
        while len(found) < len(tasks):
            for name, task in tasks.items():
                answer = await room.answer(task, asker=name, wait_s=0.01)
                if answer.result is not None:
                    found[name] = answer.result
                await asyncio.sleep(0.15)
        assert found == {"ada": b"ada", "bob": b"bob"}

    in_a_room(act)


def test_what_is_quick_is_broken_off_for_what_is_urgent_and_begun_anew(
    tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(math_room, "_SOON_OVER_S", 0.1)

    async def act(room):
        gate, notes = tmp_path / "gate", tmp_path / "notes"
        slow = asyncio.create_task(
            result(room, quick(sums.note_and_wait_for, str(notes), str(gate)), "ada")
        )
        await until(notes.exists)
        # For what is quick itself she does not make way.
        waits = asyncio.create_task(result(room, quick(sums.say, b"1"), "cid"))
        assert await result(room, urgent(sums.say, b"2"), "bob") == b"2"
        assert not slow.done()
        assert not waits.done()
        gate.touch()
        assert await asyncio.gather(slow, waits) == [b"there", b"1"]
        assert notes.read_text() == "begun\nbegun\n"

    in_a_room(act)
    assert caplog.messages == []


def test_what_is_urgent_waits_for_what_is_soon_over_and_for_what_is_urgent_too(
    tmp_path, monkeypatch
):
    broken_off = []
    monkeypatch.setattr(MathProcess, "break_off", lambda _self, work: broken_off.append(work))

    async def act(room, blocking, soon_over_s):
        monkeypatch.setattr(math_room, "_SOON_OVER_S", soon_over_s)
        gate, task = tmp_path / f"gate {soon_over_s}", urgent(sums.say, b"1")
        first = blocking(sums.wait_for, str(gate))
        assert (await room.answer(first, asker="ada", wait_s=0.1)).is_working
        for _ in range(3):
            assert (await room.answer(task, asker="bob", wait_s=0.1)).result is None
        gate.touch()
        assert await result(room, first, "ada") == b"there"
        assert await result(room, task, "bob") == b"1"

    in_a_room(partial(act, blocking=quick, soon_over_s=LONGEST_S))
    in_a_room(partial(act, blocking=urgent, soon_over_s=0))
    assert broken_off == []


def test_what_is_quick_is_done_however_often_something_urgent_comes(monkeypatch):
    monkeypatch.setattr(math_room, "_SOON_OVER_S", 0.1)

    async def act(room):
        slow = asyncio.create_task(result(room, quick(sums.take, 1.0, "slow"), "ada"))
        number = 0
        while not slow.done():
            task = urgent(sums.say, b"%d" % number)
            answer = await room.answer(task, asker="bob", wait_s=0.1)
            number += answer.result is not None
        assert await slow == b"slow"

    in_a_room(act)


def test_what_is_urgent_waits_no_longer_however_often_the_other_was_broken_off(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(math_room, "_SOON_OVER_S", LONGEST_S)
    monkeypatch.setattr(math_room, "_LONGEST_BEFORE_URGENT_S", 0.1)

    async def act(room):
        gate = tmp_path / "gate"
        slow = asyncio.create_task(result(room, quick(sums.wait_for, str(gate)), "ada"))
        for number in range(3):
            assert await result(room, urgent(sums.say, bytes([number])), "bob") == bytes([number])
        gate.touch()
        assert await slow == b"there"

    in_a_room(act)


def test_nothing_is_worked_out_ahead_where_the_house_does_not_say_so():
    async def act(room):
        room.work_ahead(quick(sums.say, b"1"))
        await asyncio.sleep(0)
        assert set(room.processes.values()) == {None}
        assert room.known(quick(sums.say, b"1")) is None

    in_a_room(act)


def test_what_failed_ahead_is_not_tried_again_until_it_is_asked_for(caplog):
    async def act(room):
        room.work_ahead(quick(sums.fail))
        await result(room, quick(sums.say, b"1"))
        assert len(caplog.messages) == 1
        room.work_ahead(quick(sums.fail))
        await result(room, quick(sums.say, b"2"))
        assert len(caplog.messages) == 1
        assert (await refusal(room, quick(sums.fail))).code is Code.HOUSE_UNAVAILABLE

    in_a_room(act, works_ahead=True)


def test_whoever_comes_when_too_much_waits_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(math_room, "_MOST_WAITING", 10)

    async def act(room):
        gate = tmp_path / "gate"
        tasks = [quick(sums.wait_for, str(gate)), *(quick(sums.say, bytes([n])) for n in range(20))]

        async def ask(number, asker):
            await room.answer(tasks[number], asker=asker, wait_s=0.01)

        for number in range(9):
            await ask(number, "ada")
        with pytest.raises(Rejection) as one:
            await ask(9, "ada")
        for number in (9, 10):
            await ask(number, "bob")
        with pytest.raises(Rejection) as all_of_it:
            await ask(11, "cid")
        for refused in (one.value, all_of_it.value):
            assert (refused.code, refused.wait_s) == (Code.TOO_MANY_REQUESTS, 5)
        await ask(3, "cid")  # That waits already.
        gate.touch()
        assert await result(room, tasks[10]) == bytes([9])
        assert await result(room, tasks[11]) == bytes([10])

    in_a_room(act)


def test_guests_at_one_address_have_a_share_together(tmp_path, monkeypatch):
    monkeypatch.setattr(math_room, "_MOST_OF_ADDRESS", 3)

    async def act(room):
        gate = tmp_path / "gate"

        async def ask(number, asker, address):
            task = quick(sums.say, bytes([number]))
            await room.answer(task, asker=asker, address=address, wait_s=0.01)

        blocked = quick(sums.wait_for, str(gate))
        await room.answer(blocked, asker="guest 9", address="here", wait_s=0.01)
        for number in range(3):
            await ask(number, f"guest {number}", "here")
        with pytest.raises(Rejection) as refused:
            await ask(3, "guest 3", "here")
        assert (refused.value.code, refused.value.wait_s) == (Code.TOO_MANY_REQUESTS, 5)
        await ask(2, "guest 3", "here")  # That waits already.
        await ask(4, "guest 4", "there")
        await ask(5, "ada", None)
        gate.touch()
        assert await result(room, quick(sums.say, bytes([5]))) == bytes([5])
        await ask(3, "guest 3", "here")

    in_a_room(act)


def test_what_nobody_asks_about_any_more_is_not_begun(tmp_path, monkeypatch):
    async def act(room):
        gate, notes = tmp_path / "gate", tmp_path / "notes"
        blocked = quick(sums.wait_for, str(gate))
        await room.answer(blocked, asker="ada", wait_s=0.01)
        await room.answer(quick(sums.note, str(notes), "left"), asker="ada", wait_s=0.01)
        monkeypatch.setattr(math_room, "_FORGOTTEN_S", 0.05)
        await asyncio.sleep(0.1)
        gate.touch()
        assert await result(room, quick(sums.note, str(notes), "wanted")) == b"wanted"
        assert notes.read_text() == "wanted\n"

    in_a_room(act)


def test_results_are_dropped_the_oldest_first_where_they_come_to_too_much(monkeypatch):
    monkeypatch.setattr(math_room, "_MOST_KEPT_BYTES", 25)
    monkeypatch.setattr(math_room, "_BESIDE_EACH_BYTES", 0)

    async def act(room):
        tasks = [quick(sums.say, bytes(10) + bytes([n])) for n in range(3)]
        for task in tasks[:2]:
            await result(room, task)
        await result(room, tasks[0])
        await result(room, tasks[2])
        assert [room.is_known(task) for task in tasks] == [True, False, True]

    in_a_room(act)


def test_what_it_takes_to_keep_a_small_result_counts_too(monkeypatch):
    monkeypatch.setattr(math_room, "_MOST_KEPT_BYTES", 1000)

    async def act(room):
        tasks = [quick(sums.say, bytes([n])) for n in range(20)]
        for task in tasks:
            await result(room, task)
        assert [room.is_known(task) for task in tasks] == [False] * 17 + [True] * 3

    in_a_room(act)


# What goes wrong.


def test_what_is_refused_there_is_refused_here_and_the_process_goes_on():
    async def act(room):
        pid = (await result(room, quick(sums.who_works, 1))).split()[0]
        refused = await refusal(room, quick(sums.refuse))
        assert (refused.code, refused.detail) == (Code.BET_UNKNOWN, "There is no such bet.")
        assert (await result(room, quick(sums.who_works, 2))).split()[0] == pid

    in_a_room(act)


@pytest.mark.parametrize(
    ("do", "said"), [(sums.die, "ended with -9"), (sums.fail, "ValueError: no such thing")]
)
def test_where_it_breaks_off_that_is_refused_and_logged_and_the_next_is_done(caplog, do, said):
    async def act(room):
        with caplog.at_level(logging.ERROR):
            waiting = [asyncio.create_task(refusal(room, quick(do), one)) for one in "ab"]
            codes = {refused.code for refused in await asyncio.gather(*waiting)}
        assert codes == {Code.HOUSE_UNAVAILABLE}
        assert said in caplog.text
        assert await result(room, quick(sums.say, b"1")) == b"1"

    in_a_room(act)


def test_who_asks_later_is_told_once_that_it_broke_off(tmp_path):
    async def act(room):
        gate = tmp_path / "gate"
        await room.answer(quick(sums.wait_for, str(gate)), asker="ada", wait_s=0.01)
        await room.answer(quick(sums.refuse), asker="ada", wait_s=0.01)
        gate.touch()
        await result(room, quick(sums.say, b"1"))
        assert (await refusal(room, quick(sums.refuse))).code is Code.BET_UNKNOWN
        assert room.known(quick(sums.refuse)) is None

    in_a_room(act)


def test_where_it_cannot_be_started_that_is_refused_and_logged(caplog, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/program")

    async def act(room):
        refused = await refusal(room, quick(sums.say, b"1"))
        assert refused.code is Code.HOUSE_UNAVAILABLE
        assert "/no/such/program" in caplog.text

    in_a_room(act)


def test_what_is_broken_off_while_its_process_starts_is_begun_anew(tmp_path, monkeypatch, caplog):
    starts = []
    start = math_process._start

    def slowly():
        starts.append(start())
        time.sleep(0.3)
        return starts[-1]

    monkeypatch.setattr(math_process, "_start", slowly)

    async def act(room):
        gate = tmp_path / "gate"
        ahead = long(sums.wait_for, str(gate))
        room.work_ahead(ahead)
        await until(lambda: starts)
        assert await result(room, long(sums.say, b"1")) == b"1"
        gate.touch()
        await until(lambda: room.is_known(ahead))

    in_a_room(act, works_ahead=True)
    assert caplog.messages == []


def test_what_is_broken_off_before_its_process_has_it_makes_way(tmp_path):
    async def act(room):
        await result(room, long(sums.say, b"1"))
        gate = tmp_path / "gate"
        room._desks["long mathematics"].thread.submit(time.sleep, 0.3)
        room.work_ahead(long(sums.wait_for, str(gate)))
        assert await result(room, long(sums.say, b"2")) == b"2"

    in_a_room(act, works_ahead=True)


def test_of_a_process_is_ended_only_what_was_meant(tmp_path):
    process = MathProcess("test")
    gate, notes = tmp_path / "gate", tmp_path / "notes"
    before = partial(sums.say, None, b"1")
    work = partial(sums.note_and_wait_for, None, str(notes), str(gate))
    found = []
    worker = Thread(target=lambda: found.append(process.work_out(work, QUIETLY)))
    try:
        assert process.work_out(before, QUIETLY) == b"1"
        worker.start()
        asyncio.run(until(notes.exists))
        process.break_off(before)
        process.end_idle()
        gate.touch()
        worker.join(LONGEST_S)
        assert found == [b"there"]
        process.break_off(work)
        assert process.pid is not None
        with pytest.raises(BrokenOff):
            process.work_out(work, QUIETLY)
        process.end_idle()
        assert process.pid is None
    finally:
        process.close()


# The end of it.


def test_it_is_gone_when_the_server_is_and_who_waits_is_told(tmp_path):
    alive = Alive(tmp_path)

    async def act(room):
        works = asyncio.create_task(refusal(room, long(sums.stay, alive.path)))
        waits = asyncio.create_task(refusal(room, long(sums.say, b"1")))
        assert await asyncio.to_thread(alive.says) == b"here"
        await room.close()
        for refused in await asyncio.gather(works, waits):
            assert (refused.code, refused.detail) == (
                Code.HOUSE_UNAVAILABLE,
                "The server is stopping.",
            )
        assert alive.says() == b""
        assert (await refusal(room, quick(sums.say, b"1"))).code is Code.HOUSE_UNAVAILABLE

    in_a_room(act)


def test_it_is_gone_when_who_has_started_it_is_killed(tmp_path):
    alive = Alive(tmp_path)
    path = {"PYTHONPATH": os.pathsep.join(one for one in sys.path if one)}
    command = [sys.executable, "-c", STAYING, alive.path]
    with subprocess.Popen(command, env=os.environ | path) as server:
        try:
            assert alive.says() == b"here"
        finally:
            server.kill()
    assert alive.says() == b""


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (b"", b""),
        (pickle.dumps(partial(sums.say, None, b"1"))[:-5], b"UnpicklingError"),
        (b"cno.such\nthing\n.", b"ModuleNotFoundError"),
    ],
    ids=["nothing", "half a message", "no work"],
)
def test_it_is_gone_whatever_it_was_told_last(message, said):
    process, printed = math_process._start()
    with process, printed:
        try:
            process.stdin.write(message)
            process.stdin.close()
            assert process.wait(LONGEST_S) == 0
            printed.seek(0)
            assert said in printed.read()
        finally:
            process.kill()


def test_the_process_for_long_work_ends_when_there_is_none_for_a_while():
    async def act(room):
        await result(room, long(sums.say, b"1"))
        await result(room, quick(sums.say, b"2"))
        await until(lambda: room.processes["long mathematics"] is None)
        assert room.processes["quick mathematics"] is not None
        assert await result(room, long(sums.say, b"3")) == b"3"

    in_a_room(act, idle_s=0.1)
