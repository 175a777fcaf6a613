"""`croupier simulate`: millions of rounds, and what every bet brought."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.analysis_options import (
    AnyPayTableOption,
    GameArgument,
    NoCacheOption,
    analysis_settings,
)
from croupier.cli.columns import show_columns, show_heading, show_text
from croupier.cli.files import check_can_be_written
from croupier.cli.output import show_json
from croupier.cli.progress import progress_shown
from croupier.cli.simulation_options import (
    BetAmountOption,
    ClusterOption,
    SeatedOption,
    SeedOption,
    StakeOption,
    StrategyOption,
    ThreadsOption,
    chosen_strategy,
    described,
    duration,
    end_cut_short,
    end_refused,
    exact_edges_of,
    pace,
    parse_count,
    parse_seed,
    seated_slips,
    sharing_for,
    short_number,
    so_far,
    stopped_by_interrupt,
    threads_at_work,
    written,
)
from croupier.cli.table_options import RulingOption
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.simulation.rounds import Run
    from croupier.simulation.scenario import Scenario
    from croupier.table.game import Game
    from croupier.table.settings import TableSettings
    from croupier.table.worth import Figure, Progress

__all__ = ["EPILOG", "simulate"]

EPILOG = """\b
Examples:
  croupier simulate three-card-poker --rounds 1e8 --seed 1
  croupier simulate pick-2-poker --strategy Usual --rounds 5e7
  croupier simulate three-way-action --seats 6 --stake Bonus=0
  croupier simulate stadium-three-card-poker --strategies
  croupier simulate three-card-poker --strategy Q-6-4 --save-strategy mine.csv
  croupier simulate three-card-poker --strategy mine.csv
  croupier simulate roll-your-own-blackjack --rounds 2e4 --strategy my_play.py:decide
  croupier simulate three-card-poker --rounds 1e11 --cluster tcp://10.0.0.1:8786
"""

_TELL_EVERY_S = 0.1


def simulate(
    context: typer.Context,
    game: GameArgument,
    *,
    rounds: Annotated[
        str, typer.Option("--rounds", metavar="N", help="How many rounds: 1000000 or 1e6.")
    ] = "1e7",
    seed: SeedOption = None,
    strategy: StrategyOption = None,
    seats: SeatedOption = 1,
    bet: BetAmountOption = None,
    stake: StakeOption = None,
    ruling: RulingOption = None,
    paytable: AnyPayTableOption = None,
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE.parquet", help="Also write what every part came to."),
    ] = None,
    strategies: Annotated[
        bool, typer.Option("--strategies", help="List the strategies of the game and stop.")
    ] = False,
    save_strategy: Annotated[
        str | None,
        typer.Option(
            "--save-strategy",
            metavar="FILE.csv",
            help="Write the strategy as a table to change and play by, and stop.",
        ),
    ] = None,
    no_cache: NoCacheOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play many rounds, and show each bet beside its exact worth.

    All wagers of the game are bet by every seat, all play by one strategy, and every round has a
    deck of its own that follows from the seed and the round's number. So the same seed gives the
    same result to the last digit, on any number of threads and on any cluster. Beside each edge
    stands how far off chance may well have it (one standard error, seats of one round counted
    together), and, where the edge is known exactly, how many such errors lie between.

    Ctrl-C ends it with the result so far. docs/simulation.md says what is in a strategy's file
    and in the Parquet file, how random numbers are made, and how to start a cluster.
    """
    # Imported here so that help does not wait for it.
    from croupier.simulation.as_json import run_json  # noqa: PLC0415
    from croupier.simulation.rounds import MOST_ROUNDS, warm_up  # noqa: PLC0415
    from croupier.simulation.rounds import simulate as play  # noqa: PLC0415
    from croupier.table.registry import find_game  # noqa: PLC0415

    found = find_game(game)
    settings = analysis_settings(found, ruling, paytable)
    if strategies:
        _show_strategies(found, settings, as_json=as_json)
        return
    count = parse_count(rounds, "--rounds", MOST_ROUNDS)
    chosen_seed = parse_seed(seed)
    slips = seated_slips(found, settings, seats, bet, stake)
    wanted = chosen_strategy(strategy, found, settings)
    if out is not None:
        _require_parquet(out)
    if save_strategy is not None:
        _check_is_new(save_strategy)
    from croupier.simulation.scenario import scenario  # noqa: PLC0415

    with (
        progress_shown(found.name) as progress,
        sharing_for(threads, cluster, progress) as (sharing, many),
    ):
        played = scenario(found, settings, slips, wanted, progress)
        if save_strategy is not None:
            _save_strategy(save_strategy, played, progress)
            return
        exact = exact_edges_of(played, progress, no_cache=no_cache)
        if cluster is None:
            progress("Compiling, once on this machine", 0.0)
            warm_up(played)
        progress("Playing", 0.0)
        stop = context.with_resource(stopped_by_interrupt())
        run = play(played, count, chosen_seed, sharing, watch=_Watched(progress), stop=stop)
    if not run.moments.rounds:
        end_cut_short(stop, "Not a single round was finished.")
    # The file first: whoever reads the table may stop reading.
    refusals = written(() if out is None else (partial(_write, out, run),))
    at_work = threads_at_work(played, many, cluster)
    if as_json:
        show_json(run_json(run, exact, threads=at_work))
    else:
        _show(run, exact, at_work)
    end_refused(refusals, stop)
    if not run.is_complete:
        end_cut_short(stop)


def _require_parquet(out: str) -> None:
    from croupier.simulation.parquet import require_parquet  # noqa: PLC0415

    require_parquet(out)
    check_can_be_written(out)


class _Watched:
    """Tells how fast it goes, how long it still takes, and what the first bet has come to."""

    def __init__(self, progress: "Progress") -> None:
        self._progress = progress
        self._told = 0.0

    def __call__(self, run: "Run") -> None:
        from croupier.simulation.results import bet_results  # noqa: PLC0415

        if run.seconds < self._told + _TELL_EVERY_S:
            return
        self._told = run.seconds
        left = run.seconds * (run.rounds - run.moments.rounds) / run.moments.rounds
        first, *_ = bet_results(run)
        error = first.edge.standard_error or 0.0
        self._progress(
            f"{pace(run.moments.rounds, run.seconds)}, {duration(left)} left, {first.name} "
            f"{100 * first.edge.value:.4f}% ± {100 * error:.4f}%",
            run.moments.rounds / run.rounds,
        )


def _show(run: "Run", exact: "Mapping[str, Figure]", threads: int) -> None:
    from croupier.analysis.wording import percent  # noqa: PLC0415
    from croupier.money import format_stakes  # noqa: PLC0415
    from croupier.plurals import counted  # noqa: PLC0415
    from croupier.simulation.exactly import exact_edge_of_all  # noqa: PLC0415
    from croupier.simulation.results import bet_results, between_bets, whole_round  # noqa: PLC0415

    scenario, seats = run.scenario, len(run.scenario.slips)
    many = counted(seats, "seat")
    show_heading(
        f"{scenario.game.name}: {counted(run.moments.rounds, 'round')}, {many}, "
        f"{scenario.strategy}, "
        f"seed {run.seed}"
    )
    for line in described(scenario):
        show_text(line)
    show_text(f"Every seat bets {format_stakes(scenario.slips[0].stakes)}.")
    if not run.is_complete:
        show_text(f"Interrupted: {run.rounds:,} rounds were wanted. These are the first of them.")
    rows = []
    for bet in (*bet_results(run, exact.get), whole_round(run, exact_edge_of_all(scenario, exact))):
        error, deviation = bet.edge.standard_error, bet.standard_deviation
        rows.append(
            [
                f"{bet.name}, per {bet.per}" if bet.per not in ("", bet.name) else bet.name,
                f"{100 * bet.edge.value:.4f}%",
                "" if error is None else f"± {100 * error:.4f}%",
                "" if bet.exact is None else percent(bet.exact),
                "" if bet.z is None else f"{bet.z:+.2f}",
                "" if deviation is None else f"{deviation:.4f}",
            ]
        )
    show_columns(["bet", "house edge", "error", "exactly", "errors off", "deviation"], rows)
    together = between_bets(run)
    if together:
        show_heading("How bets go together")
        show_columns(
            ["bets", "correlation", "error"],
            [
                [
                    f"{one.first} and {one.second}",
                    f"{one.correlation.value:+.5f}",
                    f"± {one.correlation.standard_error:.5f}",
                ]
                for one in together
            ],
        )
    typer.echo()
    with_threads = counted(threads, "thread")
    show_text(
        f"{short_number(run.rounds_per_second)} rounds a second on {with_threads}, "
        f"{run.seconds:.1f} s. "
        f"All wagers are per {_dollars(scenario.columns.staked_cents)} bet before the deal; "
        f"{_dollars(run.added_cents / run.moments.rounds)} more were added in a round on average."
    )


def _dollars(cents: float) -> str:
    return f"${cents / 100:,.2f}"


def _write(out: str, run: "Run") -> None:
    """The Parquet file; of a run that was cut short under another name."""
    from croupier.simulation.parquet import run_table, write_parquet  # noqa: PLC0415

    name = out if run.is_complete else so_far(out)
    write_parquet(name, run_table(run))
    typer.echo(f"What every part came to is in {name}.", err=True)


def _show_strategies(game: "Game[Any]", settings: "TableSettings", *, as_json: bool) -> None:
    from croupier.simulation.strategies import named_strategies  # noqa: PLC0415
    from croupier.table.prepared import prepare  # noqa: PLC0415

    names = named_strategies(game, prepare(game, settings))
    if as_json:
        show_json({"game": game.id, "strategies": list(names)})
        return
    for name in names:
        typer.echo(name)


def _check_is_new(name: str) -> None:
    """A file for a strategy, under a name by which it is found again."""
    if not name.lower().endswith(".csv"):
        raise Rejection(
            Code.FILE_KIND_UNKNOWN,
            "A strategy is written as a table of values: let the file's name end in .csv, "
            f"not {quoted(name, longest=60)}.",
        )
    check_can_be_written(name)
    if Path(name).exists():
        raise Rejection(
            Code.FILE_UNAVAILABLE,
            f"{quoted(name, longest=100)} is there already and may have been changed by hand; "
            "remove it or take another name.",
        )


def _save_strategy(name: str, scenario: "Scenario", progress: "Progress") -> None:
    from croupier.simulation.plans import found_plan  # noqa: PLC0415
    from croupier.simulation.strategies import (  # noqa: PLC0415
        named_strategies,
        require_kernel,
        strategy_file,
    )
    from croupier.simulation.whole_file import write_whole  # noqa: PLC0415
    from croupier.table.prepared import prepare  # noqa: PLC0415

    if not scenario.is_named:
        raise Rejection(
            Code.OPTIONS_CONFLICT, "--save-strategy writes a strategy of the game, by its name."
        )
    require_kernel(scenario.game)
    table = prepare(scenario.game, scenario.settings)
    plan = found_plan(scenario.game, table, scenario.strategy, progress)
    try:
        lines = "".join(strategy_file(scenario.game, table, plan))
    except Rejection as refused:
        *_, simplest = named_strategies(scenario.game, table)
        raise Rejection(
            refused.code,
            f"{refused.detail} A simpler one to start from is --strategy {quoted(simplest)}.",
        ) from None
    write_whole(name, lines.encode())
    typer.echo(f"{scenario.strategy} is in {name}.", err=True)
