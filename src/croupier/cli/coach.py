"""`croupier coach`: a table with a coach, a round reviewed, charts to study."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.analysis_options import (
    BetOption,
    GameArgument,
    NoCacheOption,
    analysis_settings,
    open_cache,
)
from croupier.cli.output import emphasised, show_json
from croupier.cli.play_options import (
    BankrollOption,
    BotsOption,
    CardsOption,
    LinesOption,
    PaceOption,
    ProgressOption,
    RecordOption,
    SeedOption,
    SittingDown,
    play_at,
)
from croupier.cli.progress import progress_shown
from croupier.cli.table_options import (
    LimitOption,
    PayTableOption,
    RulingOption,
    SeatsOption,
    table_settings,
)
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.table.game import Game
    from croupier.table.round import Round
    from croupier.training.coach.review import Reviewed

__all__ = ["EPILOG", "coach"]

_AT_TABLE = (
    "seats", "bots", "bankroll", "seed", "cards", "record", "pace", "limit", "lines", "progress",
)  # fmt: skip
"""Options that say how somebody plays."""

EPILOG = """\b
Examples:
  croupier coach three-card-poker
  croupier coach three-way-action --bots 5
  croupier coach pick-2-poker --charts
  croupier coach roll-your-own-blackjack --charts --json
  croupier play three-card-poker --record round.json
  croupier coach three-card-poker --round round.json --seat 1
"""


def coach(
    context: typer.Context,
    game: GameArgument,
    *,
    charts: Annotated[
        bool, typer.Option("--charts", help="Show how each bet is played its best; play nothing.")
    ] = False,
    round_file: Annotated[
        str | None,
        typer.Option(
            "--round",
            metavar="FILE",
            help="Review a round that was played: a record or a deal script; - reads it here.",
        ),
    ] = None,
    seats: SeatsOption = None,
    seat: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="The seat you take, the first if left out; or that is reviewed."
        ),
    ] = None,
    bots: BotsOption = None,
    bankroll: BankrollOption = "1,000",
    seed: SeedOption = None,
    cards: CardsOption = None,
    ruling: RulingOption = None,
    paytable: PayTableOption = None,
    limit: LimitOption = None,
    record: RecordOption = None,
    pace: PaceOption = 0.12,
    lines: LinesOption = False,
    progress: ProgressOption = None,
    bet: BetOption = None,
    no_cache: NoCacheOption = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, with --charts or --round.")
    ] = False,
) -> None:
    """Learn to decide: a table with a coach beside you.

    After each decision the coach says what every choice was worth, exactly, from the cards you
    could see and no others, and what yours cost; before it, if you ask. He keeps an account of
    your mistakes by kind, and croupier train asks the hands you missed again. It is the table of
    croupier play, with its options.

    With --charts he shows how each bet is played its best; with --round he reviews a round that
    was played. docs/playing.md tells more.
    """
    from croupier.table.registry import find_game  # noqa: PLC0415

    found = find_game(game)
    if charts and round_file is not None:
        raise Rejection(Code.OPTIONS_CONFLICT, "Either --charts or --round: they are two things.")
    if as_json and not charts and round_file is None:
        raise Rejection(
            Code.OPTIONS_CONFLICT, "--json goes with --charts or --round; a table is played."
        )
    if bet and not charts:
        raise Rejection(Code.OPTIONS_CONFLICT, "--bet goes with --charts.")
    if charts or round_file is not None:
        _refuse(context, (*_AT_TABLE, "seat") if charts else _AT_TABLE)
    if no_cache and not charts:
        raise Rejection(Code.OPTIONS_CONFLICT, "--no-cache goes with --charts.")
    if charts:
        _show_charts(found, ruling, paytable, bet, no_cache=no_cache, as_json=as_json)
    elif round_file is not None:
        if ruling or paytable:
            raise Rejection(
                Code.OPTIONS_CONFLICT,
                "With --round the rulings and pay tables are those of the round.",
            )
        _review(found, round_file, seat, as_json=as_json)
    else:
        settings = table_settings(found, ruling, paytable, seats, limit)
        sitting = SittingDown(
            seat=1 if seat is None else seat,
            bots=bots,
            bankroll=bankroll,
            seed=seed,
            cards=cards,
            record=record,
            pace_s=pace,
            in_lines=lines,
            has_coach=True,
            progress=progress,
        )
        play_at(found, settings, sitting)


def _refuse(context: typer.Context, options: "Iterable[str]") -> None:
    """Refuse what says something of a table where nothing is played."""
    for option in options:
        source = context.get_parameter_source(option)
        if source is not None and source.name == "COMMANDLINE":
            raise Rejection(
                Code.OPTIONS_CONFLICT,
                f"--{option} is for a table that is played; leave it out here.",
            )


def _show_charts(
    game: "Game[Any]",
    ruling: list[str] | None,
    paytable: list[str] | None,
    bet: list[str] | None,
    *,
    no_cache: bool,
    as_json: bool,
) -> None:
    from croupier.analysis.as_json import charts_json  # noqa: PLC0415
    from croupier.analysis.study import study  # noqa: PLC0415
    from croupier.analysis.valuer import Valuer  # noqa: PLC0415
    from croupier.cli.analysis_shown import show_charts  # noqa: PLC0415
    from croupier.table.prepared import prepare  # noqa: PLC0415

    settings = analysis_settings(game, ruling, paytable)
    with progress_shown(game.name) as progress:
        valuer = Valuer(game, cache=open_cache(no_cache=no_cache), progress=progress)
        rules = prepare(game, settings).rules
        # Named one by one, so that how they go together is not worked out, too.
        bets = bet or valuer.bets(rules)
        studied = study(game, settings, bets=bets, valuer=valuer)
    if as_json:
        show_json(charts_json(studied))
    else:
        show_charts(game, studied)


# A round that was played.


def _review(game: "Game[Any]", file: str, seat: int | None, *, as_json: bool) -> None:
    from croupier.cli.round_file import read_played_round  # noqa: PLC0415
    from croupier.training.coach.review import review  # noqa: PLC0415

    table, chosen = read_played_round(game, file, seat)
    with progress_shown("The coach reviews the round"):
        reviewed = review(table.game, table.settings, table.events, chosen)
    if as_json:
        show_json(_review_json(table, chosen, reviewed))
    else:
        _show_review(table, chosen, reviewed)


def _review_json(table: "Round", seat: int, reviewed: "Sequence[Reviewed]") -> dict[str, Any]:
    from croupier.training.coach.account import Account, account_json  # noqa: PLC0415
    from croupier.training.coach.review import reviewed_json  # noqa: PLC0415

    return {
        "game": table.game.id,
        "name": table.game.name,
        "rules_version": table.settings.rules_version,
        "seat": seat,
        "decisions": [reviewed_json(one) for one in reviewed],
        "account": account_json(Account().with_reviewed(reviewed)),
    }


def _show_review(table: "Round", seat: int, reviewed: "Sequence[Reviewed]") -> None:
    from croupier.cli.columns import show_text  # noqa: PLC0415
    from croupier.terminal.coaching import (  # noqa: PLC0415
        account_lines,
        advice_lines,
        decision_words,
    )
    from croupier.training.coach.account import Account  # noqa: PLC0415
    from croupier.training.coach.wording import situation_lines, verdict  # noqa: PLC0415

    typer.echo(f"{emphasised(table.game.name)}, seat {seat}")
    for one in reviewed:
        typer.echo()
        typer.echo(emphasised(decision_words(one)))
        for line in situation_lines(one):
            show_text(line, indent=2)
        for line in advice_lines(one):
            typer.echo(f"  {line}")
        show_text(verdict(one), indent=2)
    typer.echo()
    for line in account_lines(Account().with_reviewed(reviewed)):
        typer.echo(line)
