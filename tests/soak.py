"""Random play for an hour or two: a million rounds of every game, and none may fail.

    make soak
    .venv/bin/python -m tests.soak --game three-card-poker --rounds 10000 --seed 5000000

Rounds are numbered, and a number gives the same round every time. `make test` plays numbers 0
to 1,999, `make proofs` those to 19,999; the soak begins at a million, or where `--seed` says. It
ends with a report, and with exit code 1 and the number and record of the round if one failed.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path

from croupier.table.registry import find_game, game_ids

from .games.many import Report, play_numbered

CHUNK = 500


def play_chunk(game_id: str, first: int, count: int, thorough_every: int) -> Report:
    """A part of the work, done in a process of its own."""
    return play_numbered(
        find_game(game_id), range(first, first + count), thorough_every=thorough_every
    )


def soak(game_id: str, options: argparse.Namespace) -> Report:
    """All rounds of one game, over all cores."""
    last = options.seed + options.rounds
    parts: Iterator[int] = iter(range(options.seed, last, CHUNK))
    report = Report()
    start = time.monotonic()
    with ProcessPoolExecutor(options.processes) as pool:
        running: set[Future[Report]] = set()

        def begin(several: int) -> None:
            for first in islice(parts, several):
                count = min(CHUNK, last - first)
                running.add(pool.submit(play_chunk, game_id, first, count, options.thorough_every))

        begin(2 * options.processes)
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            running.difference_update(done)
            for part in done:
                report.add(part.result())
            if report.failure is None:
                begin(len(done))
            _progress(game_id, report, options.rounds, time.monotonic() - start)
    _progress("", Report(), 0, 0)
    elapsed = time.monotonic() - start
    print(
        f"{game_id}: {report.rounds:,} rounds from {options.seed:,} on in {elapsed:,.0f} s, "
        f"{report.events:,} events, {report.void:,} void, {report.thorough:,} checked thoroughly; "
        f"{'one FAILED' if report.failure else 'none failed'}",
        flush=True,
    )
    return report


def _progress(game_id: str, report: Report, rounds: int, elapsed_s: float) -> None:
    """One line on a terminal that is written over; nothing elsewhere."""
    if sys.stderr.isatty():
        text = f"{game_id}: {report.rounds:,} of {rounds:,} after {elapsed_s:,.0f} s"
        print(f"\r\033[K{text if game_id else ''}", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Plays, reports, and ends with 1 if a round failed."""
    parser = argparse.ArgumentParser(prog="tests.soak", description=__doc__.split("\n\n")[0])
    parser.add_argument("--game", choices=game_ids(), help="only this one; else all, in turn")
    parser.add_argument("--rounds", type=int, default=1_000_000, help="how many of each game")
    parser.add_argument("--seed", type=int, default=1_000_000, help="the number of the first")
    parser.add_argument(
        "--thorough-every", type=int, default=200, help="one in so many is replayed and more"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if min(options.rounds, options.thorough_every, options.processes) < 1 or options.seed < 0:
        parser.error("--rounds, --thorough-every and --processes are 1 or more, --seed 0 or more")
    failed = [
        report.failure
        for report in (
            soak(one, options) for one in ([options.game] if options.game else game_ids())
        )
        if report.failure is not None
    ]
    for failure in failed:
        record = Path(tempfile.gettempdir()) / f"{failure.game}-{failure.number}.json"
        record.write_text(failure.record, encoding="utf-8")
        print(f"{failure}The round is written down in {record}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
