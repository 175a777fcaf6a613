"""`croupier play`: a table in the terminal."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.output import colour_is_wanted
from croupier.cli.table_options import (
    LimitOption,
    PayTableOption,
    RulingOption,
    SeatsOption,
    table_settings,
)

if TYPE_CHECKING:
    from croupier.terminal.session import Session

__all__ = ["EPILOG", "play"]

EPILOG = """\b
Examples:
  croupier play three-card-poker
  croupier play pick-2-poker --bots 3 --bankroll 500
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
    seat: Annotated[int, typer.Option(metavar="N", help="The seat you take.")] = 1,
    bots: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="How many bots play beside you; if left out, two on a full screen unless cards "
            "are named, and none in lines.",
        ),
    ] = None,
    bankroll: Annotated[
        str, typer.Option(metavar="DOLLARS", help="What you sit down with.")
    ] = "1,000",
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="HEX",
            help="64 hexadecimal digits from which the cards of all rounds follow; fresh ones "
            "if left out.",
        ),
    ] = None,
    cards: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="The cards that come first in the first round."),
    ] = None,
    ruling: RulingOption = None,
    paytable: PayTableOption = None,
    limit: LimitOption = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Write the record of each round into this folder, or to this .json file.",
        ),
    ] = None,
    pace: Annotated[
        float,
        typer.Option(
            min=0, max=2, metavar="SECONDS", help="How long a card takes on the full screen."
        ),
    ] = 0.12,
    lines: Annotated[
        bool, typer.Option("--lines", help="Play in plain lines, as without a terminal.")
    ] = False,
) -> None:
    """Play a game in the terminal.

    On a terminal this is a table on the full screen, by keyboard or mouse; press ? for the keys.
    Through a pipe, or with --lines, it is plain lines: type help for what can be said.
    docs/playing.md tells more.
    """
    from croupier.cards import Seed, parse_hand  # noqa: PLC0415
    from croupier.money import parse_cents  # noqa: PLC0415
    from croupier.table.registry import find_game  # noqa: PLC0415
    from croupier.terminal.archive import Archive  # noqa: PLC0415
    from croupier.terminal.decks import Decks  # noqa: PLC0415
    from croupier.terminal.seating import Seating, room_for_bots  # noqa: PLC0415
    from croupier.terminal.session import Session  # noqa: PLC0415

    in_lines = lines or not _has_full_screen()
    played = find_game(game)
    settings = table_settings(played, ruling, paytable, seats, limit)
    decks = Decks(
        played.devices[0],
        master=Seed.parse(seed) if seed is not None else None,
        first_cards=parse_hand(cards) if cards is not None else (),
    )
    if bots is None:
        bots = 0 if in_lines or cards is not None else min(2, room_for_bots(settings))
    seating = Seating(seat, bots, parse_cents(bankroll))
    seating.check(settings)
    archive = Archive(record) if record is not None else None
    session = Session(played, settings, decks, seating, archive)
    if in_lines:
        _play_in_lines(session)
    else:
        _play_on_screen(session, pace)


def _has_full_screen() -> bool:
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return is_terminal and os.environ.get("TERM", "dumb") != "dumb"


def _play_in_lines(session: "Session") -> None:
    from croupier.terminal.lines import LineTable  # noqa: PLC0415
    from croupier.terminal.streams import StreamLines  # noqa: PLC0415

    lines = StreamLines(sys.stdin, sys.stdout, has_colour=colour_is_wanted())
    LineTable(session, lines).play()


def _play_on_screen(session: "Session", pace_s: float) -> None:
    # Textual takes a moment to import, and only this needs it.
    from croupier.terminal.screen.app import TableApp  # noqa: PLC0415
    from croupier.terminal.wording import farewell  # noqa: PLC0415

    TableApp(session, pace_s=pace_s).run()
    session.leave()
    typer.echo(farewell(session))
