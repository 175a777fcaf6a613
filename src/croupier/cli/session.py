"""`croupier session`: what may become of a player's evening, and what the table makes of it."""

import re
from fractions import Fraction
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from croupier.cli.analysis_options import (
    AnyPayTableOption,
    GameArgument,
    NoCacheOption,
    analysis_settings,
)
from croupier.cli.files import check_can_be_written
from croupier.cli.output import show_json
from croupier.cli.progress import progress_shown
from croupier.cli.simulation_options import (
    BetAmountOption,
    ClusterOption,
    SeedOption,
    StakeOption,
    StrategyOption,
    ThreadsOption,
    chosen_strategy,
    duration,
    end_cut_short,
    end_refused,
    exact_edges_of,
    pace,
    parse_count,
    parse_seed,
    seated_slips,
    sharing_for,
    so_far,
    stopped_by_interrupt,
    threads_at_work,
    written,
)
from croupier.cli.table_options import RulingOption
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    from croupier.simulation.session_results import HouseSide, PlayerSide
    from croupier.simulation.sessions import SessionRun
    from croupier.simulation.shifts import ShiftRun
    from croupier.table.game import Game
    from croupier.table.worth import Progress

__all__ = ["EPILOG", "session"]

EPILOG = """\b
Examples:
  croupier session three-card-poker --bankroll 200 --bet 5 --rounds 300
  croupier session three-card-poker --bankroll 500 --win-goal 200 --shifts 0
  croupier session pick-2-poker --bankroll 300 --bet 5 --sessions 1e6 --seed 1
  croupier session three-way-action --bankroll 400 --hours 12 --seats 4 --period 90
  croupier session three-card-poker --bankroll 200 --chart evening.svg --out evening.parquet
"""

Kind = Literal["svg", "png"]

_HOURS = re.compile(r"\d{1,4}(\.\d{1,6})?", re.ASCII)


def session(
    context: typer.Context,
    game: GameArgument,
    *,
    bankroll: Annotated[
        str, typer.Option("--bankroll", metavar="AMOUNT", help="What the player brings.")
    ],
    bet: BetAmountOption = None,
    stake: StakeOption = None,
    rounds: Annotated[
        str, typer.Option("--rounds", metavar="N", help="He leaves after so many.")
    ] = "300",
    win_goal: Annotated[
        str | None,
        typer.Option(
            "--win-goal", metavar="AMOUNT", help="He leaves when he is so much ahead, or more."
        ),
    ] = None,
    sessions: Annotated[
        str, typer.Option("--sessions", metavar="N", help="How many sessions: 100000 or 1e5.")
    ] = "1e5",
    seed: SeedOption = None,
    strategy: StrategyOption = None,
    ruling: RulingOption = None,
    paytable: AnyPayTableOption = None,
    rounds_per_hour: Annotated[
        str | None,
        typer.Option(metavar="N", help="How fast it is dealt; as is usual if left out."),
    ] = None,
    shifts: Annotated[
        str,
        typer.Option("--shifts", metavar="N", help="How many shifts of a full table; 0 for none."),
    ] = "1e4",
    hours: Annotated[str, typer.Option(metavar="N", help="How long a shift is.")] = "8",
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", help="How many play in a shift; as is usual if left out."),
    ] = None,
    period: Annotated[
        str, typer.Option(metavar="N", help="The worst of so many shifts is looked for.")
    ] = "30",
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE.parquet", help="Also write a line for each session."),
    ] = None,
    chart: Annotated[
        str | None,
        typer.Option("--chart", metavar="FILE.svg|FILE.png", help="Also draw it."),
    ] = None,
    no_cache: NoCacheOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play many sessions of a player, and many shifts of a table.

    The player bets the same in every round, and leaves when his rounds are over, when he has won
    what he wanted, or when he cannot put up another round and its raise: then he is ruined. What
    he ends with is said with its spread, and beside its mean what the exact edges come to.

    The table is that of the house: all seats play like him, and each buys in for his bankroll
    as often as it must. What the table wins, what share of the drop that is, and what it loses
    at worst is said of a shift and of a period.

    The same seed gives the same result on any number of threads. Ctrl-C ends it with the result
    so far. docs/sessions.md says how each number is defined.
    """
    # Imported here so that help does not wait for it.
    from croupier.money import parse_cents  # noqa: PLC0415
    from croupier.simulation import session_terms as limits  # noqa: PLC0415
    from croupier.table.registry import find_game  # noqa: PLC0415

    found = find_game(game)
    settings = analysis_settings(found, ruling, paytable)
    count = parse_count(sessions, "--sessions", limits.MOST_SESSIONS)
    shift_count = parse_count(shifts, "--shifts", limits.MOST_SHIFTS, least=0)
    shifts_of_period = parse_count(period, "--period", limits.MOST_PERIOD)
    most_rounds = parse_count(rounds, "--rounds", limits.MOST_ROUNDS)
    bankroll_cents, shift_hours = parse_cents(bankroll), _parse_hours(hours)
    goal_cents = None if win_goal is None else parse_cents(win_goal)
    chosen_seed = parse_seed(seed)
    _check_files(out, chart)
    rounds_of_hour = _pace_of_table(found, rounds_per_hour)
    slips = seated_slips(found, settings, 1, bet, stake)
    seated = found.positions.usual if seats is None else seats
    everybody = seated_slips(found, settings, seated, bet, stake)
    terms = limits.session_terms(
        found,
        settings,
        slips[0],
        bankroll_cents=bankroll_cents,
        rounds=most_rounds,
        rounds_per_hour=rounds_of_hour,
        goal_cents=goal_cents,
    )
    of_shift = limits.shift_terms(terms, shift_hours)
    wanted = chosen_strategy(strategy, found, settings)
    from croupier.simulation.scenario import scenario  # noqa: PLC0415
    from croupier.simulation.session_results import house_side, player_side  # noqa: PLC0415
    from croupier.simulation.sessions import simulate_sessions  # noqa: PLC0415
    from croupier.simulation.shifts import simulate_shifts  # noqa: PLC0415

    with (
        progress_shown(found.name) as progress,
        sharing_for(threads, cluster, progress) as (sharing, many),
    ):
        alone = scenario(found, settings, slips, wanted, progress)
        full = scenario(found, settings, everybody, wanted, progress) if shift_count else None
        exact = exact_edges_of(alone, progress, no_cache=no_cache)
        told = _Told(progress)
        if cluster is None:
            progress("Compiling, once on this machine", 0.0)
        stop = context.with_resource(stopped_by_interrupt())
        run = simulate_sessions(
            alone, terms, count, chosen_seed, sharing, watch=told.sessions, stop=stop
        )
        table = None
        if full is not None:
            table = simulate_shifts(
                full, of_shift, shift_count, chosen_seed, sharing, watch=told.shifts, stop=stop
            )
        if not run.finished:
            end_cut_short(stop, "Not a single session was finished.")
        progress("Counting", 0.0)
        player = player_side(run, exact)
        house = house_side(table, exact, shifts_of_period) if table and table.finished else None
    # The files first: whoever reads the table may stop reading.
    refusals = written(
        [
            *(() if out is None else (partial(_write_sessions, out, run),)),
            *(() if chart is None else (partial(_write_chart, chart, run, player),)),
        ]
    )
    at_work = threads_at_work(alone, many, cluster)
    _show(run, player, table, house, threads=at_work, as_json=as_json)
    end_refused(refusals, stop)
    if not (run.is_complete and (table is None or table.is_complete)):
        end_cut_short(stop)


def _show(
    run: "SessionRun",
    player: "PlayerSide",
    table: "ShiftRun | None",
    house: "HouseSide | None",
    *,
    threads: int,
    as_json: bool,
) -> None:
    from croupier.cli.session_shown import show_session  # noqa: PLC0415
    from croupier.simulation.as_json import session_json  # noqa: PLC0415

    if as_json:
        show_json(session_json(run, player, table, house, threads=threads))
    else:
        show_session(run, player, table, house, threads=threads)


def _pace_of_table(game: "Game[Any]", rounds_per_hour: str | None) -> int:
    """How many rounds an hour has: as said, or as the analysis of the game has it."""
    from croupier.simulation.session_terms import MOST_PACE  # noqa: PLC0415

    if rounds_per_hour is not None:
        return parse_count(rounds_per_hour, "--rounds-per-hour", MOST_PACE)
    worth = game.worth()
    if worth is None:
        raise Rejection(
            Code.OPTION_INVALID, f"How fast {game.name} is dealt is said with --rounds-per-hour."
        )
    return worth.rounds_per_hour


def _parse_hours(text: str) -> Fraction:
    from croupier.simulation.session_terms import MOST_HOURS  # noqa: PLC0415

    if not _HOURS.fullmatch(text.strip()):
        raise Rejection(
            Code.OPTION_INVALID,
            f"--hours is a number like 8 or 7.5 of {MOST_HOURS} at the most, not {quoted(text)}.",
        )
    return Fraction(text.strip())


def _check_files(out: str | None, chart: str | None) -> None:
    """Refuses files that could not be written, before long work is done for them."""
    if out is not None:
        from croupier.simulation.parquet import require_parquet  # noqa: PLC0415

        require_parquet(out)
        check_can_be_written(out)
    if chart is not None:
        _kind(chart)
        check_can_be_written(chart)


def _kind(name: str) -> Kind:
    match PurePath(name).suffix.lower():
        case ".svg":
            return "svg"
        case ".png":
            return "png"
        case _:
            raise Rejection(
                Code.FILE_KIND_UNKNOWN,
                "A chart is written as SVG or PNG: let the file's name end in .svg or .png, "
                f"not {quoted(name, longest=60)}.",
            )


class _Told:
    """Tells what is being played, how fast it goes and how long it still takes."""

    def __init__(self, progress: "Progress") -> None:
        self._progress = progress
        progress("Playing sessions", 0.0)

    def sessions(self, run: "SessionRun") -> None:
        ruined = 100 * run.ruined / run.finished
        self._tell("sessions", run, run.rounds, f", {ruined:.1f}% ruined")

    def shifts(self, run: "ShiftRun") -> None:
        self._tell("shifts", run, run.finished * run.terms.rounds, "")

    def _tell(self, what: str, run: "SessionRun | ShiftRun", rounds: int, also: str) -> None:
        left = run.seconds * (run.wanted - run.finished) / run.finished
        self._progress(
            f"Playing {what}: {pace(rounds, run.seconds)}, {duration(left)} left{also}",
            run.finished / run.wanted,
        )


def _write_sessions(out: str, run: "SessionRun") -> None:
    from croupier.simulation.parquet import write_parquet  # noqa: PLC0415
    from croupier.simulation.session_results import session_table  # noqa: PLC0415

    name = out if run.is_complete else so_far(out)
    write_parquet(name, session_table(run))
    typer.echo(f"What became of every session is in {name}.", err=True)


def _write_chart(chart: str, run: "SessionRun", player: "PlayerSide") -> None:
    from croupier.simulation.chart import as_png, session_chart  # noqa: PLC0415
    from croupier.simulation.whole_file import write_whole  # noqa: PLC0415

    name, drawing = chart if run.is_complete else so_far(chart), session_chart(run, player)
    write_whole(name, drawing.encode() if _kind(chart) == "svg" else as_png(drawing))
    typer.echo(f"The chart is in {name}.", err=True)
