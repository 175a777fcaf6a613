"""The time of the house, which never goes back, and the clocks of its tables, which tick by it."""

import asyncio
import time
from collections.abc import Callable

from croupier.house.live_table import LiveTable

__all__ = ["HouseTime", "TableClocks"]


class HouseTime:
    """The time: of the wall, but never going back.

    Where the wall's clock was set back, time goes on from what was known, as it passes.
    """

    def __init__(self) -> None:
        self.last_ms = 0
        """The time when it was last asked for."""
        self._last_ns = 0
        """When that was, by a clock that is never set."""

    def go_on_from(self, last_ms: int) -> int:
        """Nothing is earlier than this from now on; by how much that is ahead of the wall's."""
        self.last_ms, self._last_ns = last_ms, time.monotonic_ns()
        return last_ms - time.time_ns() // 1_000_000

    def now_ms(self) -> int:
        """What time it is."""
        now_ns = time.monotonic_ns()
        wall_ms = time.time_ns() // 1_000_000
        passed_ms = (now_ns - self._last_ns) // 1_000_000
        if wall_ms >= self.last_ms + passed_ms:
            self.last_ms, self._last_ns = wall_ms, now_ns
        else:
            self.last_ms += passed_ms
            self._last_ns += passed_ms * 1_000_000
        return self.last_ms


class TableClocks:
    """The window that runs at each table; `tick` is called with table and clock at its end."""

    def __init__(self, tick: Callable[[int, int], None]) -> None:
        self._tick = tick
        self._running: dict[int, tuple[int, asyncio.TimerHandle]] = {}

    def keep(self, live: LiveTable, now_ms: int) -> None:
        """Has the clock run that a table wants to run, and no other."""
        clock = live.picture.clock
        running = self._running.get(live.number)
        if running is not None:
            if clock is not None and running[0] == live.clock_number:
                return
            running[1].cancel()
            del self._running[live.number]
        if clock is None:
            return
        delay_s = max(clock.ends_ms - now_ms, 0) / 1000
        handle = asyncio.get_running_loop().call_later(
            delay_s, self._ends, live.number, live.clock_number
        )
        self._running[live.number] = (live.clock_number, handle)

    def _ends(self, table: int, clock: int) -> None:
        self._running.pop(table, None)
        self._tick(table, clock)

    def stop(self) -> None:
        """No clock ticks any more."""
        for _, handle in self._running.values():
            handle.cancel()
        self._running.clear()
