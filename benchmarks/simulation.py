"""How many rounds a second `croupier simulate` plays, and how that grows with threads.

    make bench
    .venv/bin/python benchmarks/simulation.py --json
    .venv/bin/python benchmarks/simulation.py --flat        also a million to ten billion rounds

Each case is the command itself, run in a process of its own, warm: compiled code and strategies
are on disk from a first run that does not count. The rate is what the command reports; the best
of some runs counts, runs with one thread and with two taking turns. The plain thing it is
compared with is the same game through its script, which settles every wager with a reason, on
one core of the same machine in the same minutes.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from measuring import print_json, print_table, progress, read_options

SCRIPT_ROUNDS = 400
FIRST_ROUNDS = 200_000
LEAST_TIMES = 1.9
MOST_MEGABYTES = 500
PLAY_USUALLY = """
from croupier.table.registry import find_game

def decide(seen, asked, rules):
    return find_game({game!r}).usual_choice(seen, asked, rules)
"""


@dataclass(frozen=True, slots=True)
class Case:
    """Something to be simulated, and how fast it must be on one core."""

    name: str
    game: str
    options: tuple[str, ...]
    target: float
    """In rounds a second."""


CASES = (
    Case("Three Card Poker, three bets", "three-card-poker", (), 30e6),
    Case("Pick 2 Poker, all bets", "pick-2-poker", (), 10e6),
    Case("3 Way-Action, four bets", "three-way-action", (), 5e6),
    Case("Roll Your Own, three bets", "roll-your-own-blackjack", (), 3e6),
    Case("Stadium, by Q-6-4", "stadium-three-card-poker", ("--strategy", "Q-6-4"), 30e6),
    Case("Stadium, nine cards seen", "stadium-three-card-poker", (), 5e6),
)


@dataclass(frozen=True, slots=True)
class Timing:
    """How fast one case is."""

    name: str
    rounds_per_second: float
    """On one thread."""
    target: float
    threads: int
    times_with_threads: float
    """As fast as on one thread."""
    times_script: float
    """As fast as through the script, on one thread."""


def command(case: Case, rounds: float, threads: int, *more: str) -> dict[str, Any]:
    """What the command says, with its result as JSON."""
    program = Path(sys.executable).with_name("croupier")
    said = subprocess.run(
        [
            program, "simulate", case.game, "--rounds", str(int(rounds)), "--seed", "1",
            "--threads", str(threads), "--json", *more,
        ],
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def rate(case: Case, rounds: float, threads: int) -> float:
    """Rounds a second."""
    return float(command(case, rounds, threads, *case.options)["rounds_per_second"])


def measure(case: Case, seconds: int, times: int, threads: int, script: float) -> Timing:
    """One case: runs that take some seconds each."""
    progress(f"{case.name}: the first run")
    rounds = rate(case, FIRST_ROUNDS, 1) * seconds
    one, many = 0.0, 0.0
    for number in range(times):
        progress(f"{case.name}: run {number + 1} of {times}")
        one = max(one, rate(case, rounds, 1))
        many = max(many, rate(case, rounds * threads, threads))
    return Timing(case.name, one, case.target, threads, many / one, one / script)


def script_rate(case: Case) -> float:
    """Rounds a second through the script, as the game's bots play."""
    progress(f"{case.name}: through the script")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "usual.py"
        file.write_text(PLAY_USUALLY.format(game=case.game), encoding="utf-8")
        found = command(case, SCRIPT_ROUNDS, 1, "--strategy", f"{file}:decide")
    return float(found["rounds_per_second"])


def flat(case: Case, threads: int) -> list[tuple[int, float]]:
    """Rounds a second by how many rounds are played."""
    found = []
    for rounds in (10**6, 10**7, 10**8, 10**9, 10**10):
        progress(f"{case.name}: {rounds:,} rounds")
        found.append((rounds, rate(case, rounds, threads)))
    return found


def largest_megabytes() -> float:
    """The most memory any of the commands had."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def rows(timings: Sequence[Timing]) -> list[list[str]]:
    """As a table has them."""
    return [
        [
            one.name,
            f"{one.rounds_per_second / 1e6:.1f} M",
            f"{one.target / 1e6:.0f} M{'' if one.rounds_per_second >= one.target else ' missed'}",
            f"{one.times_with_threads:.2f}"
            + ("" if one.times_with_threads >= LEAST_TIMES or one.threads < 2 else " missed"),
            f"{one.times_script:,.0f}",
        ]
        for one in timings
    ]


def main() -> None:
    """Measures and prints."""
    options = read_options(
        __doc__,
        {
            "seconds": (2, "about how long a run takes"),
            "times": (5, "how many runs; the best counts"),
        },
        {"flat": "also a million to ten billion rounds of Three Card Poker, some minutes"},
    )
    threads = min(os.cpu_count() or 1, 2)
    scripts = {case.game: script_rate(case) for case in CASES}
    timings = [
        measure(case, options.seconds, options.times, threads, scripts[case.game]) for case in CASES
    ]
    by_rounds = flat(CASES[0], threads) if options.flat else []
    megabytes = largest_megabytes()
    progress("")
    if options.json:
        print_json(timings, megabytes=megabytes, by_rounds=by_rounds)
        return
    print_table(
        "Rounds simulated a second, from the command line, one thread",
        ("rounds/s", "target", f"times with {threads} threads", "times the script"),
        rows(timings),
        below=f"Two threads: at least {LEAST_TIMES} times one. The most memory any run had: "
        f"{megabytes:,.0f} MB (at most {MOST_MEGABYTES}).",
    )
    if by_rounds:
        print_table(
            f"Three Card Poker by the number of rounds, {threads} threads",
            ("rounds/s",),
            [[f"{rounds:,}", f"{per_second / 1e6:.1f} M"] for rounds, per_second in by_rounds],
        )


if __name__ == "__main__":
    main()
