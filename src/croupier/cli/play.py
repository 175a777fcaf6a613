"""`croupier play`: a table in the terminal."""

from typing import Annotated

import typer

from croupier.cli.play_options import (
    BankrollOption,
    BotsOption,
    CardsOption,
    LinesOption,
    PaceOption,
    ProgressOption,
    RecordOption,
    SeatOption,
    SeedOption,
    SittingDown,
    play_at,
)
from croupier.cli.table_options import (
    LimitOption,
    PayTableOption,
    RulingOption,
    SeatsOption,
    table_settings,
)
from croupier.rejection import Code, Rejection

__all__ = ["EPILOG", "play"]

EPILOG = """\b
Examples:
  croupier play three-card-poker
  croupier play pick-2-poker --bots 3 --bankroll 500
  croupier play three-way-action --coach
  croupier play three-card-poker --cards "As Ks Qs 2c 3d 5h"
  croupier play three-card-poker --paytable "Pair Plus=1-4-6-30-40" --ruling entry=ante_required
  printf 'ante 10\\ndeal\\nplay\\n' | croupier play three-card-poker --lines
"""


def play(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game by its id; croupier games lists them.")
    ],
    *,
    seats: SeatsOption = None,
    seat: SeatOption = 1,
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
    coach: Annotated[
        bool,
        typer.Option("--coach", help="A coach says after each decision what it was worth."),
    ] = False,
    progress: ProgressOption = None,
) -> None:
    """Play a game in the terminal.

    On a terminal this is a table on the full screen, by keyboard or mouse; press ? for the keys.
    Through a pipe, or with --lines, it is plain lines: type help for what can be said.
    docs/playing.md tells more.
    """
    from croupier.table.registry import find_game  # noqa: PLC0415

    if progress is not None and not coach:
        raise Rejection(
            Code.OPTIONS_CONFLICT, "--progress goes with --coach: without him nothing is kept."
        )
    played = find_game(game)
    settings = table_settings(played, ruling, paytable, seats, limit)
    sitting = SittingDown(
        seat=seat,
        bots=bots,
        bankroll=bankroll,
        seed=seed,
        cards=cards,
        record=record,
        pace_s=pace,
        in_lines=lines,
        has_coach=coach,
        progress=progress,
    )
    play_at(played, settings, sitting)
