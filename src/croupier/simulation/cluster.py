"""The same parts on other machines: a scheduler and workers of Dask.

A part that was begun on a worker which dies is played again by another, from its round numbers,
and comes to the same. A worker that runs another version of the games is passed over, for it
might not. What has come of the parts is given in their order, so that there is never a gap in it:
when the scheduler is lost for good, after hours, what was given before is a result.
"""

import asyncio
import logging
import re
import socket
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import closing, suppress
from functools import lru_cache
from importlib import import_module
from itertools import islice
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar

from croupier.analysis.cache import source_digest
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.simulation.work import Part, Stop
from croupier.table.registry import find_game, game_ids

__all__ = ["Cluster", "connect"]

T = TypeVar("T")

_ANSWER_S: Final = 5
"""A scheduler that has not answered by then does not answer."""
_WORKERS_S: Final = 15
"""So long the first worker is waited for."""
_LOOK_S: Final = 0.02
_ASK_S: Final = 2
"""How often it is asked how many threads there are, and how long the answer is waited for."""
_LONGEST_GREETING: Final = 1 << 20
_TRIES: Final = 20
"""So often a part is begun anew whose worker died or failed."""
_PER_THREAD: Final = 3
"""So many parts are under way for each thread of the cluster."""
_MOST_AHEAD: Final = 20_000
"""So many parts that are done wait for an earlier one."""


def connect(address: str) -> "Cluster":
    """The cluster whose scheduler is at an address, `tcp://10.0.0.1:8786`."""
    try:
        # Imported here: it takes half a second, and is not installed everywhere.
        distributed: Any = import_module("distributed")
    except ImportError:
        raise Rejection(
            Code.PACKAGE_MISSING,
            "For --cluster the package distributed is needed: pip install 'croupier[cluster]'.",
        ) from None
    _require_answer(address)
    # What goes wrong is told below, in a sentence.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=_ANSWER_S, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as problem:
        raise Rejection(
            Code.CLUSTER_UNAVAILABLE,
            f"No scheduler answers at {quoted(address, longest=100)}: {_said(problem)}.",
        ) from None
    try:
        client.wait_for_workers(1, timeout=_WORKERS_S)
    except OSError:
        # In time there was no worker, or no scheduler any more.
        client.close(timeout=_ASK_S)
        raise Rejection(
            Code.CLUSTER_UNAVAILABLE,
            f"The scheduler at {quoted(address, longest=100)} has no worker; start one with "
            "dask worker and its address.",
        ) from None
    return Cluster(client)


def _require_answer(address: str) -> None:
    """Refuses what is no address, and where nothing listens: sooner than Dask finds out."""
    parts = re.fullmatch(
        r"(?:(?P<scheme>\w+)://)?(?P<host>[^:/\s]+|\[[^]]+\]):(?P<port>\d{1,5})/?", address
    )
    if parts is None or not 0 < int(parts["port"]) < 65_536:
        raise Rejection(
            Code.CLUSTER_UNAVAILABLE,
            f"A scheduler is named like tcp://10.0.0.1:8786, not {quoted(address, longest=100)}.",
        )
    if parts["scheme"] not in (None, "tcp"):
        return
    try:
        place = parts["host"].strip("[]"), int(parts["port"])
        with socket.create_connection(place, timeout=_ANSWER_S) as line:
            # A scheduler speaks first: how long what it says is, as eight bytes, lowest first.
            length = int.from_bytes(line.recv(8, socket.MSG_WAITALL), "little")
    except (OSError, UnicodeError) as problem:
        raise Rejection(
            Code.CLUSTER_UNAVAILABLE,
            f"No scheduler answers at {quoted(address, longest=100)}: "
            f"{getattr(problem, 'strerror', None) or problem}.",
        ) from None
    if not 0 < length < _LONGEST_GREETING:
        raise Rejection(
            Code.CLUSTER_UNAVAILABLE,
            f"What answers at {quoted(address, longest=100)} is not a scheduler of Dask.",
        )


class Cluster:
    """Workers that a scheduler of Dask shares parts out to."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._has_given = False
        self._threads = 1
        self._asked = -float(_ASK_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # What there is to say of a scheduler that is gone has been said.
        with suppress(Exception):
            self._client.close(timeout=_ASK_S)

    @property
    def threads(self) -> int:
        """How many threads all workers have together, as far as is known."""
        if self._client.status == "closed":
            raise ConnectionError("the line is closed")
        if time.monotonic() >= self._asked + _ASK_S:
            # A scheduler may be busy, or be sought again after its line was cut.
            with suppress(OSError):
                of_workers = self._client.nthreads(callback_timeout=_ASK_S)
                self._threads = max(sum(map(int, of_workers.values())), 1)
            self._asked = time.monotonic()
        return self._threads

    def each(
        self, play: Callable[[Part], T], parts: Iterable[Part], stop: Stop
    ) -> Iterator[tuple[Part, T]]:
        """Every part and what came of it, in their order.

        When there is no going on, `stop` is set and says why; if nothing was ever given, that is
        refused.
        """
        if stop.is_set:
            return
        try:
            with closing(_Work(self._client, play, iter(parts))) as work:
                while not stop.is_set:
                    work.begin(_PER_THREAD * self.threads)
                    if work.is_over:
                        return
                    time.sleep(_LOOK_S)
                    work.look()
                    for done in work.ready():
                        self._has_given = True
                        yield done
        except Rejection as refused:
            if refused.code is not Code.CLUSTER_UNAVAILABLE:
                raise
            self._give_up(refused.detail, stop)
        except (OSError, RuntimeError, CancelledError):
            self._give_up("The scheduler no longer answers.", stop)
        except Exception as problem:  # noqa: BLE001 (Dask has many ways to say it)
            said = f"{type(problem).__name__}: {_said(problem)}"
            self._give_up(f"The scheduler no longer answers ({said}).", stop)

    def _give_up(self, why: str, stop: Stop) -> None:
        if not self._has_given:
            raise Rejection(Code.CLUSTER_UNAVAILABLE, why) from None
        stop.set(why)


class _Work(Generic[T]):
    """Parts on their way: not begun, under way, being fetched, done; given in their order."""

    def __init__(self, client: Any, play: Callable[[Part], T], waiting: Iterator[Part]) -> None:
        self._client, self._play, self._waiting = client, play, waiting
        self._unfit: set[str] = set()
        self._fit: list[str] | None = None
        """The workers that are not passed over; None while all of them may do."""
        self._shared = self._share()
        self._order: deque[Part] = deque()
        self._running: dict[Any, Part] = {}
        self._fetched: dict[Future[Any], tuple[Any, Part]] = {}
        """By what they will give: results that are on the way from a worker."""
        self._done: dict[Part, T] = {}
        self._tries: Counter[Part] = Counter()

    @property
    def is_over(self) -> bool:
        """Whether everything was given out."""
        return not self._order

    def begin(self, most: int) -> None:
        """Has parts begun until so many are under way."""
        under_way = len(self._running) + len(self._fetched)
        free = min(most - under_way, _MOST_AHEAD - len(self._done))
        for part in islice(self._waiting, max(free, 0)):
            self._order.append(part)
            self._submit(part)

    def look(self) -> None:
        """Takes in what is done; what came to nothing is begun anew."""
        for task in [one for one in self._running if one.done() or self._is_lost(one)]:
            part = self._running.pop(task)
            if task.status == "finished":
                # Not waited for here: it may have died with its worker and be made again.
                fetched = asyncio.run_coroutine_threadsafe(
                    _result(task), self._client.loop.asyncio_loop
                )
                self._fetched[fetched] = task, part
            else:
                self._try_again(part, task)
        for fetched in [one for one in self._fetched if one.done()]:
            task, part = self._fetched.pop(fetched)
            if fetched.cancelled() or fetched.exception() is not None:
                self._try_again(part, task)
                continue
            result = fetched.result()
            if isinstance(result, _OtherVersion):
                self._pass_over(result.worker)
                self._submit(part)
                continue
            if isinstance(result, Rejection):
                raise result
            self._done[part] = result

    def _is_lost(self, task: Any) -> bool:
        """Whether its scheduler was lost, and found again."""
        return bool(task.status == "lost" and self._client.status == "running")

    def _try_again(self, part: Part, task: Any) -> None:
        """Its worker died, or several did: the scheduler gives such parts up."""
        self._tries[part] += 1
        if self._tries[part] > _TRIES:
            problem = task.exception(timeout=_ASK_S) if task.status == "error" else None
            raise Rejection(
                Code.CLUSTER_UNAVAILABLE,
                f"The cluster gave up on a part {_TRIES} times"
                + (f": {type(problem).__name__}: {_said(problem)}." if problem else "."),
            )
        if self._shared.status != "finished":
            self._shared = self._share()
        self._submit(part)

    def _pass_over(self, worker: str) -> None:
        """Gives a worker nothing more, as long as there are others."""
        self._unfit.add(worker)
        there = self._client.nthreads(callback_timeout=_ASK_S)
        self._fit = [one for one in there if one not in self._unfit]
        if not self._fit:
            raise Rejection(
                Code.CLUSTER_UNAVAILABLE,
                "The workers have another version of the games than this program; "
                "install the same.",
            )

    def ready(self) -> Iterator[tuple[Part, T]]:
        """What is done and has nothing unfinished before it."""
        while self._order and self._order[0] in self._done:
            part = self._order.popleft()
            yield part, self._done.pop(part)

    def close(self) -> None:
        """Nothing more is wanted of what is under way."""
        for fetched in self._fetched:
            fetched.cancel()
        with suppress(Exception):
            self._client.cancel(list(self._running))

    def _submit(self, part: Part) -> None:
        task = self._client.submit(_play, self._shared, part, pure=False, **self._where())
        self._running[task] = part

    def _share(self) -> Any:
        """What all parts share goes to each worker once, and is made again where it is lost."""
        return self._client.submit(_Shared, self._play, _source(), pure=False, **self._where())

    def _where(self) -> dict[str, Any]:
        """Rather with those that fit; with any where these are gone, who then say so."""
        return {"workers": self._fit, "allow_other_workers": True} if self._fit else {}


async def _result(task: Any) -> Any:
    return await task


class _Shared:
    """What all parts have in common, on the worker."""

    def __init__(self, play: Callable[[Part], Any], source: str) -> None:
        self.play, self.source = play, source


class _OtherVersion(NamedTuple):
    """The answer of a worker that has another version of the games."""

    worker: str


def _play(shared: _Shared, part: Part) -> Any:
    """Plays a part on the worker; what is refused is an answer, and not tried again."""
    if _source() != shared.source:
        return _OtherVersion(import_module("distributed").get_worker().address)
    try:
        return shared.play(part)
    except Rejection as refused:
        return refused


@lru_cache(maxsize=1)
def _source() -> str:
    """A digest of all that decides what comes of a part."""
    games = (type(find_game(game_id)).__module__ for game_id in game_ids())
    return source_digest("croupier.simulation", *games)


def _said(problem: BaseException) -> str:
    """What an error of Dask comes from, in one line."""
    first = problem.__cause__ or problem
    return next(iter(str(first).splitlines()), "").rstrip(".") or type(first).__name__
