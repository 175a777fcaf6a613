"""`croupier analyze`: what every bet of a game is worth."""

from typing import Annotated

import typer

from croupier.cli.analysis_options import (
    AnyPayTableOption,
    BetOption,
    GameArgument,
    NoCacheOption,
    analysis_settings,
    open_cache,
)
from croupier.cli.files import check_can_be_written
from croupier.cli.output import show_json
from croupier.cli.progress import progress_shown
from croupier.cli.table_options import RulingOption
from croupier.rejection import Code, Rejection

__all__ = ["EPILOG", "analyze"]

EPILOG = """\b
Examples:
  croupier analyze three-card-poker
  croupier analyze three-card-poker --bet "Pair Plus" --json
  croupier analyze three-card-poker --paytable "Pair Plus=1-4-6-30-40"
  croupier analyze pick-2-poker --ruling bonus_tables=higher
  croupier analyze pick-2-poker --hands hands.csv
  croupier analyze three-way-action --paytable Bonus=mine.json

\b
A pay table of your own, in mine.json:
  {"name": "Mine", "lines": {"Royal Flush": "500 to 1", "Flush": "4 to 1"}}
"""

_MOST_ROUNDS = 100_000


def analyze(
    game: GameArgument,
    *,
    ruling: RulingOption = None,
    paytable: AnyPayTableOption = None,
    bet: BetOption = None,
    hands: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Also write every starting hand and its values, as .csv."
        ),
    ] = None,
    rounds_per_hour: Annotated[
        int | None,
        typer.Option(metavar="N", help="The pace, for the win per hour; else the usual one."),
    ] = None,
    stake: Annotated[
        str, typer.Option(metavar="DOLLARS", help="The bet, for the win per hour.")
    ] = "10",
    no_cache: NoCacheOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say what every bet of a game is worth, exactly.

    For each bet the house edge (per unit bet), the element of risk (per unit put in action in
    all), how often it wins, its standard deviation, what the house may expect in an hour, every
    outcome with its probability, and for bets with decisions the best strategy and what simpler
    ones cost. Figures are counted, not simulated: fractions of whole numbers, or numbers with a
    bound on their error. An edge above zero is the house's.

    What takes long is kept on disk and found again for the same rules (CROUPIER_CACHE_DIR says
    where). Longer fractions, covariances and all fields are in the JSON; docs/analysis.md
    explains each.
    """
    # Imported here so that help does not wait for it.
    from croupier.analysis.as_json import study_json  # noqa: PLC0415
    from croupier.analysis.compare import compare_published  # noqa: PLC0415
    from croupier.analysis.study import study  # noqa: PLC0415
    from croupier.analysis.valuer import Valuer  # noqa: PLC0415
    from croupier.cli.analysis_shown import show_study  # noqa: PLC0415
    from croupier.cli.hands_file import write_hands  # noqa: PLC0415
    from croupier.money import parse_cents  # noqa: PLC0415
    from croupier.table.prepared import prepare  # noqa: PLC0415
    from croupier.table.registry import find_game  # noqa: PLC0415

    found = find_game(game)
    settings = analysis_settings(found, ruling, paytable)
    stake_cents = parse_cents(stake)
    if rounds_per_hour is not None and not 1 <= rounds_per_hour <= _MOST_ROUNDS:
        raise Rejection(
            Code.OPTION_INVALID, f"--rounds-per-hour is a number from 1 to {_MOST_ROUNDS:,}."
        )
    if hands is not None:
        check_can_be_written(hands)
    with progress_shown(found.name) as progress:
        valuer = Valuer(found, cache=open_cache(no_cache=no_cache), progress=progress)
        studied = study(found, settings, bets=bet or None, valuer=valuer)
        table = prepare(found, settings)
        published = compare_published(
            valuer, rules=table.rules, pay_tables=table.pay_tables, bets=bet or None
        )
        written = None if hands is None else write_hands(hands, valuer, settings, progress)
    if as_json:
        show_json(
            study_json(
                studied,
                published=published,
                stake_cents=stake_cents,
                rounds_per_hour=rounds_per_hour,
            )
        )
    else:
        show_study(
            found,
            studied,
            published=published,
            stake_cents=stake_cents,
            rounds_per_hour=rounds_per_hour or studied.rounds_per_hour,
        )
    if written is not None:
        typer.echo(f"Every starting hand is in {hands}. {written}.", err=True)
