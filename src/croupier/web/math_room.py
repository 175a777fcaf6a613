"""Where what bets are worth is worked out for whoever asks: beside the server, shared, and kept.

There are three desks, each a process of its own (`croupier.web.math_process`): one for what takes
long, one for what is quick, so that who changes a pay and waits for the edge does not wait behind
a whole study, and one for lessons. Who asks what somebody else has asked already waits for the same
work. Results are kept, here as they are sent and on disk as `croupier.analysis.cache` keeps them.
Whoever comes when too much waits is refused, and what nobody asks about any more is not begun. What
nobody waits for is broken off for what somebody does, and whatever is not urgent for what is; it is
begun anew afterwards, and let be for longer then, so that it comes to its end.
"""

import asyncio
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import count
from typing import Final

from croupier.rejection import Code, Rejection
from croupier.table.settings import TableSettings
from croupier.table.worth import Progress
from croupier.web.math_process import BrokenOff, MathProcess, Telling, Work

__all__ = ["Answer", "Asker", "MathRoom", "Task"]

_MOST_WAITING: Final = 100
"""At one desk."""
_MOST_OF_ONE: Final = 8
"""Of one who asks, at one desk: nobody takes all the room."""
_MOST_OF_ADDRESS: Final = 40
"""Of all guests and strangers at one address, at one desk: one person may be many guests."""
_FORGOTTEN_S: Final = 60.0
"""What waits and was not asked about for so long is wanted by nobody any more."""
_LEFT_S: Final = 8.0
"""What takes long and was not asked about for so long gives way to what somebody waits for."""
_SOON_OVER_S: Final = 1.0
"""What is quick may be worked at for so long before it is broken off for what is urgent: as a rule
it is done by then, and another process would have to load and count anew what this one has."""
_LONGEST_BEFORE_URGENT_S: Final = 10.0
"""It may be for no longer than this, however often it was broken off: windows close."""
_IDLE_S: Final = 60.0
"""After so long the process for long work ends, because it may hold much memory."""
_MOST_KEPT_BYTES: Final = 64 * 1024 * 1024
_LONG: Final = "long mathematics"
_QUICK: Final = "quick mathematics"
_LESSONS: Final = "lessons"
_MOST_LESSONS: Final = 200_000
"""After so many their process is started anew; it finds all its hands again then."""
_BESIDE_EACH_BYTES: Final = 300
"""What it takes to keep a result, beside the result: its key and its place."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something to work out about a game under the settings of a table."""

    do: Callable[..., bytes]
    """A function of a module, given the settings, what else it is about, and a `Telling`."""
    settings: TableSettings
    about: tuple[Hashable, ...] = ()
    is_long: bool = True
    is_urgent: bool = False
    """Whether it goes before others: somebody has a window in which to decide."""
    is_pinned: bool = False
    """Whether its result, which is small, is kept as long as the server runs."""
    is_kept: bool = True
    """Whether its result is kept for a while, because it may be asked for again."""
    is_lesson: bool = False
    """Whether it is worked out where the school is, which remembers the hands it has found."""

    @property
    def desk(self) -> str:
        """The name of the desk it goes to."""
        if self.is_lesson:
            return _LESSONS
        return _LONG if self.is_long else _QUICK

    @property
    def key(self) -> bytes:
        """A digest of what the result depends on: limits and seats make no difference to it.

        All events of a round may be among that, and keys are kept as long as results.
        """
        settings = self.settings
        done = (self.do.__module__, self.do.__qualname__, settings.game, settings.rules_version)
        chosen = (settings.readings, settings.pay_tables)
        return sha256(repr((*done, *chosen, self.about)).encode()).digest()


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, as what he has waiting is counted."""

    name: str
    address: str | None = None
    """Which it counts for, too; None where it does for nobody but him."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a task: its result, or how far it has come."""

    result: bytes | None
    is_working: bool = False
    progress: tuple[str, float] | None = None


class _Job:
    """A task on its way."""

    def __init__(
        self, task: Task, key: bytes, number: int, asker: str | None, address: str | None
    ) -> None:
        self.task = task
        self.key = key
        self.number = number
        self.asker = asker
        """None where nobody has asked yet, and it is worked out ahead."""
        self.address = address
        """Which it counts for, too; None where it does for nobody but who asked."""
        self.asked_s = time.monotonic()
        self.is_working = False
        self.progress: tuple[str, float] | None = None
        self.part: bytes | None = None
        self.result: bytes | None = None
        self.problem: Rejection | None = None
        self.is_over = asyncio.Event()
        self.began_s = 0.0
        self.undisturbed_s = 0.0 if task.is_long else _SOON_OVER_S
        """So long it is worked at, once it is begun, before it is broken off."""
        self.is_interrupted = False
        """Whether it is to give way to what somebody waits for."""

    @property
    def is_forgotten(self) -> bool:
        """Whether nobody seems to wait for it any more."""
        return self.asker is not None and time.monotonic() - self.asked_s > _FORGOTTEN_S

    @property
    def gives_way(self) -> bool:
        """Whether nobody waits for it just now: it is worked out ahead, or who asked has left."""
        return self.asker is None or time.monotonic() - self.asked_s > _LEFT_S

    @property
    def worked_s(self) -> float:
        """How long it has been worked at since it was begun."""
        return time.monotonic() - self.began_s

    def is_broken_off_for(self, other: "_Job") -> bool:
        """Whether it is, while it is worked at, because somebody waits for that."""
        if other.task.is_urgent:
            undisturbed_s = min(self.undisturbed_s, _LONGEST_BEFORE_URGENT_S)
            return not self.task.is_urgent and self.worked_s >= undisturbed_s
        if not self.task.is_long or not self.gives_way:
            return False
        # Nobody loses anything where it is only ahead; who has left may come back for it.
        return self.asker is None or self.worked_s >= self.undisturbed_s

    def telling(self) -> Telling:
        """What its process tells of it. It comes on another thread; each is one assignment."""

        def part(found: bytes) -> None:
            self.part = found

        return Telling(self._progress(), part)

    def _progress(self) -> Progress:
        def progress(what: str, share: float) -> None:
            self.progress = (what, share)

        return progress


class _Desk:
    """A process, the thread that waits for it, and what waits for both."""

    def __init__(self, name: str, **options: int) -> None:
        self.process = MathProcess(name, **options)
        self.thread = ThreadPoolExecutor(1, f"croupier {name}")
        self.waiting: list[_Job] = []
        self.working: asyncio.Future[bytes] | None = None
        self.job: _Job | None = None
        """What is being worked out."""
        self.work: Work | None = None
        """The same, as its process has it."""
        self.rest: asyncio.TimerHandle | None = None


class MathRoom:
    """The desks, and what was worked out at them. Used on the server's one thread."""

    def __init__(self, *, works_ahead: bool = False, idle_s: float = _IDLE_S) -> None:
        self.works_ahead = works_ahead
        """Whether what will be asked is worked out before anybody does."""
        self._idle_s = idle_s
        self._desks = {name: _Desk(name) for name in (_LONG, _QUICK)}
        self._desks[_LESSONS] = _Desk(_LESSONS, most_worked_out=_MOST_LESSONS)
        self._jobs: dict[bytes, _Job] = {}
        """What waits or is worked out; and what failed, until somebody is told."""
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._kept_bytes = 0
        self._pinned: dict[bytes, bytes] = {}
        self._hopeless: set[bytes] = set()
        """What was tried ahead and failed: it is not tried again until somebody asks."""
        self._took_s: defaultdict[str, float] = defaultdict(float)
        """By game: how long has been worked ahead for it. What takes longest comes last."""
        self._numbers = count()
        self._is_closed = False

    async def answer(
        self, task: Task, *, asker: str, address: str | None = None, wait_s: float
    ) -> Answer:
        """The result of a task, waited for so long; or how far it has come.

        Where there is an `address`, what its askers have waiting is counted together, too.
        """
        key = task.key
        known = self._result(key)
        if known is not None:
            return Answer(known)
        job = self._jobs.get(key)
        if job is None:
            job = self._admitted(task, key, asker, address)
        if job.asker is None:
            job.asker, job.address = asker, address
        job.asked_s = time.monotonic()
        if not job.is_working:
            self._interrupt(self._desks[task.desk], job)
        try:
            await asyncio.wait_for(job.is_over.wait(), wait_s)
        except TimeoutError:
            return Answer(None, job.is_working, job.progress)
        job.asked_s = time.monotonic()
        if job.problem is not None:
            if self._jobs.get(key) is job:
                del self._jobs[key]
            raise job.problem
        return Answer(job.result)

    def known(self, task: Task) -> bytes | None:
        """The result of a task, or the part of it that is there, without asking for it."""
        key = task.key
        job = self._jobs.get(key)
        return self._result(key) or (None if job is None else job.part)

    def is_known(self, task: Task) -> bool:
        """Whether the whole result is there."""
        return self._is_known(task.key)

    def _is_known(self, key: bytes) -> bool:
        return key in self._pinned or key in self._kept

    def work_ahead(self, task: Task) -> None:
        """Has it worked out when nobody waits for anything, if this house does so."""
        key = task.key
        is_there = self._is_known(key) or key in self._jobs or key in self._hopeless
        if self.works_ahead and not is_there and not self._is_closed:
            self._enqueue(task, key, None, None)

    @property
    def processes(self) -> dict[str, int | None]:
        """The processes that run, by what they are for."""
        return {desk.process.name: desk.process.pid for desk in self._desks.values()}

    async def close(self) -> None:
        """Ends the processes; who still waits is told."""
        self._is_closed = True
        for desk in self._desks.values():
            if desk.rest is not None:
                desk.rest.cancel()
            for job in desk.waiting:
                self._jobs.pop(job.key, None)
                job.problem = _stopping()
                job.is_over.set()
            desk.waiting.clear()
            await asyncio.to_thread(desk.process.close)
            if desk.working is not None:
                await asyncio.wait([desk.working])
            desk.thread.shutdown(wait=False, cancel_futures=True)

    # Who waits.

    def _admitted(self, task: Task, key: bytes, asker: str, address: str | None) -> _Job:
        """A new job, if there is room for it."""
        if self._is_closed:
            raise _stopping()
        self._forget()
        asked = [job for job in self._desks[task.desk].waiting if job.asker is not None]
        own = sum(job.asker == asker for job in asked)
        near = sum(job.address == address for job in asked) if address is not None else 0
        if len(asked) >= _MOST_WAITING or own >= _MOST_OF_ONE or near >= _MOST_OF_ADDRESS:
            raise Rejection(
                Code.TOO_MANY_REQUESTS,
                "Too much is being worked out at the moment; ask again in a few seconds.",
                wait_s=5,
            )
        return self._enqueue(task, key, asker, address)

    def _forget(self) -> None:
        """Drops what nobody asks about any more, and what failed and nobody was told of."""
        for key, job in list(self._jobs.items()):
            if job.is_forgotten and not job.is_working:
                del self._jobs[key]
                if not job.is_over.is_set():
                    self._desks[job.task.desk].waiting.remove(job)

    def _enqueue(self, task: Task, key: bytes, asker: str | None, address: str | None) -> _Job:
        desk = self._desks[task.desk]
        job = self._jobs[key] = _Job(task, key, next(self._numbers), asker, address)
        desk.waiting.append(job)
        self._interrupt(desk, job)
        self._begin(desk)
        return job

    def _interrupt(self, desk: _Desk, job: _Job) -> None:
        """Breaks off what is being worked out, if that gives way and somebody waits for this."""
        if job.asker is None or desk.job is None or desk.work is None:
            return
        if not desk.job.is_interrupted and desk.job.is_broken_off_for(job):
            desk.job.is_interrupted = True
            # Not on this thread: to end a process that holds much memory takes a moment.
            loop = asyncio.get_running_loop()
            loop.run_in_executor(None, desk.process.break_off, desk.work)

    def _rest(self, desk: _Desk) -> None:
        """Ends the process of a desk that has had nothing to do; not on this thread either."""
        asyncio.get_running_loop().run_in_executor(None, desk.process.end_idle)

    # The work.

    def _begin(self, desk: _Desk) -> bool:
        """Begins what is next, if nothing is being worked out; whether it has."""
        if desk.working is not None or self._is_closed:
            return False
        self._forget()
        if not desk.waiting:
            return False
        if desk.rest is not None:
            desk.rest.cancel()
            desk.rest = None
        job = desk.job = min(desk.waiting, key=self._rank)
        desk.waiting.remove(job)
        job.is_working = True
        job.began_s = time.monotonic()
        work = desk.work = partial(job.task.do, job.task.settings, *job.task.about)
        loop = asyncio.get_running_loop()
        desk.working = loop.run_in_executor(desk.thread, desk.process.work_out, work, job.telling())
        desk.working.add_done_callback(partial(self._end, desk, job))
        return True

    def _rank(self, job: _Job) -> tuple[bool, bool, float, int]:
        """The least goes first."""
        is_ahead = job.asker is None
        took_s = self._took_s[job.task.settings.game] if is_ahead else 0.0
        return job.gives_way, not job.task.is_urgent, took_s, job.number

    def _end(self, desk: _Desk, job: _Job, done: "asyncio.Future[bytes]") -> None:
        desk.working = desk.job = desk.work = None
        job.is_working = False
        problem = done.exception()
        job.is_interrupted = False
        if isinstance(problem, BrokenOff) and not self._is_closed:
            # Two who come back too seldom would else end each other's work for ever.
            job.undisturbed_s = 2 * job.worked_s
            desk.waiting.append(job)
            self._begin(desk)
            return
        if job.asker is None:
            self._took_s[job.task.settings.game] += job.worked_s
        if problem is None:
            job.result = done.result()
            self._keep(job, job.result)
            self._jobs.pop(job.key, None)
        elif isinstance(problem, Rejection | BrokenOff):
            job.problem = problem if isinstance(problem, Rejection) else _stopping()
            if job.asker is None:
                self._hopeless.add(job.key)
                self._jobs.pop(job.key, None)
        else:
            self._jobs.pop(job.key, None)
            job.problem = Rejection(Code.HOUSE_UNAVAILABLE, "This server has a fault.")
            asyncio.get_running_loop().call_exception_handler(
                {"message": "what was asked was not worked out", "exception": problem}
            )
        job.is_over.set()
        if not self._begin(desk) and job.task.desk == _LONG and not self._is_closed:
            loop = asyncio.get_running_loop()
            desk.rest = loop.call_later(self._idle_s, self._rest, desk)

    # What is kept.

    def _result(self, key: bytes) -> bytes | None:
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        return self._pinned.get(key)

    def _keep(self, job: _Job, result: bytes) -> None:
        if job.task.is_pinned:
            self._pinned[job.key] = result
            return
        if not job.task.is_kept:
            return
        self._kept[job.key] = result
        self._kept_bytes += len(result) + _BESIDE_EACH_BYTES
        while self._kept_bytes > _MOST_KEPT_BYTES and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._kept_bytes -= len(dropped) + _BESIDE_EACH_BYTES


def _stopping() -> Rejection:
    return Rejection(Code.HOUSE_UNAVAILABLE, "The server is stopping.")
