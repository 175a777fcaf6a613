"""Script against kernel at length: a million rounds of every game, and no cent may differ.

    make differential
    .venv/bin/python -m tests.differential --game three-card-poker --rounds 10000 --first 5000000

Rounds are played in runs, each at a table of its own, and a run's number gives the same run
every time. `make test` compares runs 0 to 199; this begins at a million, or where `--first` says.
Only the two are compared; what must be true of any round, `make soak` looks at.
It ends with a report, and with exit code 1 and what differed if something did.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice

from croupier.table.registry import find_game, game_ids

from .simulation.comparing import ROUNDS_OF_A_RUN, Compared, compare_runs

CHUNK = 10


def compare_chunk(game_id: str, first: int, count: int) -> Compared:
    """A part of the work, done in a process of its own."""
    return compare_runs(find_game(game_id), range(first, first + count), with_checks=False)


def compare(game_id: str, options: argparse.Namespace) -> Compared:
    """All runs of one game, over all cores."""
    last = options.first + -(-options.rounds // ROUNDS_OF_A_RUN)
    parts: Iterator[int] = iter(range(options.first, last, CHUNK))
    found = Compared()
    start = time.monotonic()
    with ProcessPoolExecutor(options.processes) as pool:
        running: set[Future[Compared]] = set()

        def begin(several: int) -> None:
            for first in islice(parts, several):
                count = min(CHUNK, last - first)
                running.add(pool.submit(compare_chunk, game_id, first, count))

        begin(2 * options.processes)
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            running.difference_update(done)
            for part in done:
                found.add(part.result())
            if not found.difference:
                begin(len(done))
            _progress(f"{game_id}: {found.rounds:,} of {options.rounds:,} rounds agree")
    _progress("")
    elapsed = time.monotonic() - start
    seats = ", ".join(f"{count} with {many}" for many, count in sorted(found.seats.items()))
    print(
        f"{game_id}: {found.rounds:,} rounds, {found.wagers:,} wagers in {elapsed:,.0f} s under "
        f"{len(found.readings)} readings; runs by seats: {seats}; "
        f"{'one DIFFERS' if found.difference else 'none differs'}",
        flush=True,
    )
    return found


def _progress(text: str) -> None:
    """One line on a terminal that is written over; nothing elsewhere."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Compares, reports, and ends with 1 if anything differed."""
    parser = argparse.ArgumentParser(
        prog="tests.differential", description=__doc__.split("\n\n")[0]
    )
    parser.add_argument("--game", choices=game_ids(), help="only this one; else all, in turn")
    parser.add_argument("--rounds", type=int, default=1_000_000, help="how many of each game")
    parser.add_argument("--first", type=int, default=1_000_000, help="the number of the first run")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if min(options.rounds, options.processes) < 1 or options.first < 0:
        parser.error("--rounds and --processes are 1 or more, --first 0 or more")
    games = [options.game] if options.game else game_ids()
    different = [
        found.difference for found in (compare(one, options) for one in games) if found.difference
    ]
    for difference in different:
        print(difference, file=sys.stderr)
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
