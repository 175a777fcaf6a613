"""What the commands that simulate share: who bets what, how they play, and who does the work."""

import os
import re
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

from croupier.cli.analysis_options import open_cache
from croupier.cli.files import read_text
from croupier.cli.table_options import parse_pairs
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    from croupier.simulation.scenario import Scenario
    from croupier.simulation.seats import PythonStrategy
    from croupier.simulation.strategies import PlanInFile
    from croupier.simulation.work import Sharing, Stop
    from croupier.table.game import Game
    from croupier.table.settings import TableSettings
    from croupier.table.wager import Slip
    from croupier.table.worth import Figure, Progress

__all__ = [
    "BetAmountOption",
    "ClusterOption",
    "SeatedOption",
    "SeedOption",
    "StakeOption",
    "StrategyOption",
    "ThreadsOption",
    "chosen_strategy",
    "described",
    "duration",
    "end_cut_short",
    "end_refused",
    "exact_edges_of",
    "pace",
    "parse_count",
    "parse_seed",
    "seated_slips",
    "sharing_for",
    "short_number",
    "so_far",
    "stopped_by_interrupt",
    "threads_at_work",
    "written",
]

_INTERRUPTED: Final = 130
"""The exit code of what somebody cut short."""
_SHOW_CURSOR: Final = "\x1b[?25h"
"""To a terminal: a bar of progress has hidden it."""
_ONE_PRESS_S: Final = 0.3
"""Signals that come within that time are one Ctrl-C."""
_LOST: Final = 1
"""The exit code of what could not go on."""
MOST_THREADS: Final = 1_024
_PYTHON: Final = re.compile(r"(?P<where>[^:]+(?:\.py)?):(?P<name>[^\W\d]\w*)")

SeedOption = Annotated[
    str | None,
    typer.Option(
        "--seed", metavar="N", help="The same seed gives the same rounds; a new one if left out."
    ),
]
StrategyOption = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        metavar="NAME|FILE.csv|FILE.py:FUNCTION",
        help="How all seats play; the best if left out. simulate --strategies lists the names.",
    ),
]
SeatedOption = Annotated[
    int, typer.Option("--seats", metavar="N", help="How many seats bet, all alike.")
]
BetAmountOption = Annotated[
    str | None,
    typer.Option(
        "--bet", metavar="AMOUNT", help="On every bet, in dollars; the least all take if left out."
    ),
]
StakeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--stake",
        metavar="SPOT=AMOUNT",
        help="Otherwise on this spot, 0 for nothing; several times.",
    ),
]
ThreadsOption = Annotated[
    int | None,
    typer.Option("--threads", metavar="N", help="How many threads; one a core if left out."),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="Let the workers of this Dask scheduler do it."
    ),
]


def parse_count(text: str, option: str, most: int, *, least: int = 1) -> int:
    """Reads `1e9`, `2.5e6`, `1_000_000` or `1,000,000`: a whole number from 1 on, or from 0."""
    plain = re.sub(r"(?<=\d)[_,](?=\d)", "", text.strip())
    try:
        value = Decimal(plain)
        is_count = (
            value.is_finite() and value == value.to_integral_value() and least <= value <= most
        )
    except (InvalidOperation, ValueError):
        is_count = False
    if not is_count:
        raise Rejection(
            Code.OPTION_INVALID,
            f"{option} is a whole number from {least} to {most:,}"
            f"{', written 1000000 or 1e6' if most >= 10**6 else ''}, not {quoted(text)}.",
        )
    return int(value)


def parse_seed(text: str | None) -> int:
    """The seed given, or a new one."""
    from croupier.cards.streams import WORD, require_seed  # noqa: PLC0415

    if text is None:
        return secrets.randbits(32)
    if not re.fullmatch(r"\d{1,20}", text.strip(), re.ASCII):
        raise Rejection(
            Code.SEED_INVALID,
            f"--seed is a whole number from 0 to {WORD - 1:,}, not {quoted(text)}.",
        )
    seed = int(text)
    require_seed(seed)
    return seed


def seated_slips(
    game: "Game[Any]",
    settings: "TableSettings",
    seats: int,
    bet: str | None,
    stakes: list[str] | None,
) -> "tuple[Slip, ...]":
    """What every seat bets."""
    from croupier.money import parse_cents  # noqa: PLC0415
    from croupier.simulation.scenario import equal_slips  # noqa: PLC0415

    if not 1 <= seats <= game.positions.most:
        raise Rejection(
            Code.SEATS_OUT_OF_RANGE,
            f"{game.name} has from 1 to {game.positions.most:,} seats, not {seats:,}.",
        )
    pairs = parse_pairs(stakes, "--stake", "Ante=10")
    given = {spot: parse_cents(amount) for spot, amount in pairs.items()}
    return equal_slips(game, settings, seats, None if bet is None else parse_cents(bet), given)


def chosen_strategy(
    given: str | None, game: "Game[Any]", settings: "TableSettings"
) -> "str | PlanInFile | PythonStrategy | None":
    """A strategy by its name, or from a file."""
    from croupier.simulation.strategies import (  # noqa: PLC0415
        named_strategies,
        parse_strategy_file,
        python_strategy,
    )
    from croupier.table.prepared import prepare  # noqa: PLC0415

    if given is None:
        return None
    if given.lower().endswith(".csv"):
        text = read_text(given, Code.STRATEGY_INVALID)
        return parse_strategy_file(given, text, game, prepare(game, settings))
    if given.lower().endswith(".py"):
        raise Rejection(
            Code.STRATEGY_INVALID,
            f"Say which function of it decides: {quoted(given, longest=100)} and :FUNCTION.",
        )
    function = _PYTHON.fullmatch(given)
    if function:
        where, name = function["where"], function["name"]
        is_file = where.lower().endswith(".py")
        source = read_text(where, Code.STRATEGY_INVALID) if is_file else None
        return python_strategy(where, name, source)
    names = named_strategies(game, prepare(game, settings))
    return next((name for name in names if name.lower() == given.lower()), given)


def described(scenario: "Scenario") -> "Iterator[str]":
    """How the table is set, where that is not as usual."""
    from croupier.table.prepared import prepare  # noqa: PLC0415
    from croupier.table.ruling import rulings_of  # noqa: PLC0415

    table = prepare(scenario.game, scenario.settings)
    usual = {one.name: str(one.default) for one in rulings_of(scenario.game.rules)}
    offered = {
        wager.spot: wager.pay_tables[0].name for wager in table.wagers.values() if wager.pay_tables
    }
    read = [f"{name}={one}" for name, one in scenario.settings.readings if usual[name] != str(one)]
    paid = [
        f"{spot} by {one.name}"
        for spot, one in scenario.settings.pay_tables
        if offered.get(spot) != one.name
    ]
    if read:
        yield f"Read otherwise: {', '.join(read)}."
    if paid:
        yield f"Paid otherwise: {', '.join(paid)}."


def exact_edges_of(
    scenario: "Scenario", progress: "Progress", *, no_cache: bool
) -> "Mapping[str, Figure]":
    """By name of a bet: what is known exactly of it, as it is played here."""
    from croupier.analysis.valuer import Valuer  # noqa: PLC0415
    from croupier.simulation.exactly import exact_edges  # noqa: PLC0415

    if scenario.game.worth() is None:
        return {}
    valuer = Valuer(scenario.game, cache=open_cache(no_cache=no_cache), progress=progress)
    return exact_edges(scenario, valuer)


def so_far(name: str) -> str:
    """The name of a file of what was cut short: `evening-so-far.svg`."""
    path = PurePath(name)
    return str(path.with_name(f"{path.stem}-so-far{path.suffix}"))


def short_number(number: float) -> str:
    """`35.2 million`, `812,000`."""
    return f"{number / 1e6:,.1f} million" if number >= 1e6 else f"{number:,.0f}"


def pace(rounds: float, seconds: float) -> str:
    """`35.2 M rounds/s`, `4,100 rounds/s`: short, for a line that is written over."""
    number = rounds / seconds if seconds else 0.0
    return f"{number / 1e6:,.1f} M rounds/s" if number >= 1e6 else f"{number:,.0f} rounds/s"


def duration(seconds: float) -> str:
    """`12 s`, `3 min`, `2.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"


@contextmanager
def stopped_by_interrupt() -> "Iterator[Stop]":
    """While it lasts Ctrl-C asks for the result so far; a second one ends the program at once.

    At once is without waiting for threads, as Python does before it ends. One Ctrl-C may come
    twice, from the terminal and from a program such as `timeout` that passes it on.
    """
    from croupier.simulation.work import Stop  # noqa: PLC0415

    stop, before, times = Stop(), signal.getsignal(signal.SIGINT), list[float]()
    if before is signal.SIG_IGN:
        # A script's job in the background: what is pressed is not meant for it.
        yield stop
        return

    def asked(_number: int, _frame: object) -> None:
        times.append(time.monotonic())
        if times[-1] > times[0] + _ONE_PRESS_S:
            if sys.stderr is not None and sys.stderr.isatty():
                print(_SHOW_CURSOR, file=sys.stderr, flush=True)
            os._exit(_INTERRUPTED)
        stop.set()

    signal.signal(signal.SIGINT, asked)
    try:
        yield stop
    finally:
        # The same Ctrl-C may still come for the second time, while Python ends.
        signal.signal(signal.SIGINT, signal.SIG_IGN if times else before)


def threads_at_work(scenario: "Scenario", threads: int, cluster: str | None) -> int:
    """How many are at work at a time: here Python runs one thread at a time."""
    from croupier.simulation.seats import ByScript  # noqa: PLC0415

    return 1 if cluster is None and isinstance(scenario.seats, ByScript) else threads


def written(writes: Iterable[Callable[[], None]]) -> list[Rejection]:
    """Writes files; what cannot be written is to be told when the result has been shown."""
    refusals = []
    for write in writes:
        try:
            write()
        except Rejection as refused:
            refusals.append(refused)
        except OSError as problem:
            refusals.append(Rejection(Code.FILE_UNAVAILABLE, f"{problem.strerror or problem}."))
    return refusals


def end_refused(refusals: "list[Rejection]", stop: "Stop") -> None:
    """Ends the program if something could not be written: all that is to be said of it."""
    if not refusals:
        return
    for reason in (stop.why, *(refused.detail for refused in refusals[:-1])):
        if reason:
            typer.echo(f"croupier: {reason}", err=True)
    raise refusals[-1]


def end_cut_short(stop: "Stop", instead: str = "") -> NoReturn:
    """Ends the program after the result so far was shown, or says what there is instead of it."""
    if instead:
        typer.echo(f"croupier: {instead}", err=True)
    if stop.why:
        typer.echo(f"croupier: {stop.why} This is the result so far.", err=True)
        raise typer.Exit(_LOST)
    raise typer.Exit(_INTERRUPTED)


@contextmanager
def sharing_for(
    threads: int | None, cluster: str | None, progress: "Progress"
) -> "Iterator[tuple[Sharing, int]]":
    """Who does the work, and how many threads that is."""
    from croupier.simulation.work import Threads  # noqa: PLC0415

    if cluster is None:
        count = _cores() if threads is None else threads
        if not 1 <= count <= MOST_THREADS:
            raise Rejection(
                Code.OPTION_INVALID, f"--threads is a number from 1 to {MOST_THREADS:,}."
            )
        yield Threads(count), count
        return
    if threads is not None:
        raise Rejection(
            Code.OPTIONS_CONFLICT,
            "--threads is for this machine; how many a worker has is said where it is started.",
        )
    from croupier.simulation.cluster import connect  # noqa: PLC0415

    progress("Waiting for a scheduler and a worker", 0.0)
    with connect(cluster) as found:
        yield found, found.threads


def _cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
