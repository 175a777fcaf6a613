"""The same parts on other machines: a scheduler and workers of Dask.

A part that was begun on a worker which dies is played again by another, from its round numbers,
and comes to the same. A worker that runs another version of the games is refused, for it might
not.
"""

import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from itertools import islice
from typing import Any, Final, Self, TypeVar

from croupier.analysis.cache import source_digest
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.simulation.work import Part, Stop

__all__ = ["Cluster", "connect"]

T = TypeVar("T")

_ANSWER_S: Final = 5
"""A scheduler that has not answered by then does not answer."""
_WORKERS_S: Final = 15
"""So long the first worker is waited for."""
_LOOK_S: Final = 0.02
_LONGEST_GREETING: Final = 1 << 20
_TRIES: Final = 20
"""So often a part is begun anew whose worker died or failed."""
_PER_THREAD: Final = 3
"""So many parts are under way for each thread of the cluster."""


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
    try:
        client = distributed.Client(address, timeout=_ANSWER_S, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as problem:
        raise Rejection(
            Code.CLUSTER_UNAVAILABLE,
            f"No scheduler answers at {quoted(address, longest=100)}: "
            f"{str(problem).splitlines()[0].rstrip('.') or type(problem).__name__}.",
        ) from None
    try:
        client.wait_for_workers(1, timeout=_WORKERS_S)
    except TimeoutError:
        client.close()
        raise Rejection(
            Code.CLUSTER_UNAVAILABLE,
            f"The scheduler at {quoted(address, longest=100)} has no worker; start one with "
            "dask worker and its address.",
        ) from None
    return Cluster(client)


def _require_answer(address: str) -> None:
    """Refuses what is no address, and where nothing listens: sooner than Dask finds out."""
    parts = re.fullmatch(
        r"(?:(?P<scheme>\w+)://)?(?P<host>[^:/\s]+|\[[^]]+\]):(?P<port>\d+)/?", address
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
    except OSError as problem:
        raise Rejection(
            Code.CLUSTER_UNAVAILABLE,
            f"No scheduler answers at {quoted(address, longest=100)}: "
            f"{problem.strerror or problem}.",
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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    @property
    def threads(self) -> int:
        """How many threads all workers have together, now."""
        return max(sum(map(int, self._client.nthreads().values())), 1)

    def each(
        self, play: Callable[[Part], T], parts: Iterable[Part], stop: Stop
    ) -> Iterator[tuple[Part, T]]:
        """Every part and what came of it, as they are done."""
        client, waiting = self._client, iter(parts)
        shared = self._share(play)
        running: dict[Any, Part] = {}
        tries: Counter[Part] = Counter()
        try:
            while True:
                free = 0 if stop.is_set else _PER_THREAD * self.threads - len(running)
                for part in islice(waiting, max(free, 0)):
                    running[client.submit(_play, shared, part, pure=False)] = part
                if not running:
                    return
                time.sleep(_LOOK_S)
                for future in [one for one in running if one.done()]:
                    part = running.pop(future)
                    if future.status != "finished" and tries[part] < _TRIES:
                        # Its worker died, or several did: the scheduler gives such parts up.
                        tries[part] += 1
                        if shared.status != "finished":
                            shared = self._share(play)
                        running[client.submit(_play, shared, part, pure=False)] = part
                        continue
                    yield part, _result(future)
        finally:
            client.cancel(list(running))

    def _share(self, play: Callable[[Part], Any]) -> Any:
        """What all parts share goes to each worker once, and is made again where it is lost."""
        return self._client.submit(_Shared, play, source_digest(), pure=False)


class _Shared:
    """What all parts have in common, on the worker."""

    def __init__(self, play: Callable[[Part], Any], source: str) -> None:
        self.play, self.source = play, source


def _play(shared: _Shared, part: Part) -> Any:
    """Plays a part on the worker; what is refused is an answer, and not tried again."""
    if _own_source() != shared.source:
        return Rejection(
            Code.CLUSTER_UNAVAILABLE,
            "A worker has another version of the games than this program; install the same.",
        )
    try:
        return shared.play(part)
    except Rejection as refused:
        return refused


@lru_cache(maxsize=1)
def _own_source() -> str:
    return source_digest()


def _result(future: Any) -> Any:
    try:
        result = future.result()
    except Exception as problem:
        raise Rejection(
            Code.CLUSTER_UNAVAILABLE,
            f"The cluster gave up on a part: {type(problem).__name__}: {problem}.",
        ) from problem
    if isinstance(result, Rejection):
        raise result
    return result
