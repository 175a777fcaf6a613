"""What `play` and `coach` share: how somebody sits down at a table, and how it is played."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from croupier.cli.output import colour_is_wanted

if TYPE_CHECKING:
    from croupier.table.game import Game
    from croupier.table.settings import TableSettings
    from croupier.terminal.session import Session
    from croupier.training.coach.coaching import Coach
    from croupier.training.progress_file import ProgressFile

__all__ = [
    "BankrollOption",
    "BotsOption",
    "CardsOption",
    "LinesOption",
    "PaceOption",
    "ProgressOption",
    "RecordOption",
    "SeatOption",
    "SeedOption",
    "SittingDown",
    "play_at",
]

_MOST_HANDS: Final = 100
"""Missed hands of a game that are kept to be asked again; of more the oldest are left out."""

SeatOption = Annotated[int, typer.Option(metavar="N", help="The seat you take.")]
BotsOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="How many bots play beside you; if left out, two on a full screen unless cards "
        "are named, and none in lines.",
    ),
]
BankrollOption = Annotated[str, typer.Option(metavar="DOLLARS", help="What you sit down with.")]
SeedOption = Annotated[
    str | None,
    typer.Option(
        metavar="HEX",
        help="64 hexadecimal digits from which the cards of all rounds follow; fresh ones "
        "if left out.",
    ),
]
CardsOption = Annotated[
    str | None,
    typer.Option(metavar="CARDS", help="The cards that come first in the first round."),
]
RecordOption = Annotated[
    Path | None,
    typer.Option(
        metavar="PATH",
        help="Write the record of each round into this folder, or to this .json file.",
    ),
]
PaceOption = Annotated[
    float,
    typer.Option(min=0, max=2, metavar="SECONDS", help="How long a card takes on the full screen."),
]
LinesOption = Annotated[
    bool, typer.Option("--lines", help="Play in plain lines, as without a terminal.")
]
ProgressOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Where hands missed with a coach are kept for croupier train; else among your data.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingDown:
    """How somebody sits down, as the command line says it."""

    seat: int
    bots: int | None
    bankroll: str
    seed: str | None
    cards: str | None
    record: Path | None
    pace_s: float
    in_lines: bool
    has_coach: bool
    progress: Path | None


def play_at(game: "Game[Any]", settings: "TableSettings", sitting: SittingDown) -> None:
    """Plays at that table until the player leaves it."""
    from croupier.cards import Seed, parse_hand  # noqa: PLC0415
    from croupier.money import parse_cents  # noqa: PLC0415
    from croupier.terminal.archive import Archive  # noqa: PLC0415
    from croupier.terminal.decks import Decks  # noqa: PLC0415
    from croupier.terminal.seating import Seating, room_for_bots  # noqa: PLC0415
    from croupier.terminal.session import Session  # noqa: PLC0415

    in_lines = sitting.in_lines or not _has_full_screen()
    cards, bots = sitting.cards, sitting.bots
    decks = Decks(
        game.devices[0],
        master=Seed.parse(sitting.seed) if sitting.seed is not None else None,
        first_cards=parse_hand(cards) if cards is not None else (),
    )
    if bots is None:
        bots = 0 if in_lines or cards is not None else min(2, room_for_bots(settings))
    seating = Seating(sitting.seat, bots, parse_cents(sitting.bankroll))
    seating.check(settings)
    archive = Archive(sitting.record) if sitting.record is not None else None
    # A file that cannot be read is refused before the evening, not after it.
    file = _progress_file(sitting.progress) if sitting.has_coach else None
    coach = _coach(game, settings, sitting.seat) if sitting.has_coach else None
    session = Session(game, settings, decks, seating, archive, coach=coach)
    try:
        if in_lines:
            _play_in_lines(session)
        else:
            _play_on_screen(session, sitting.pace_s)
    finally:
        if coach is not None and file is not None:
            _keep_missed(coach, file)


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
    from croupier.terminal.coaching import account_lines  # noqa: PLC0415
    from croupier.terminal.screen.app import TableApp  # noqa: PLC0415
    from croupier.terminal.wording import farewell  # noqa: PLC0415

    TableApp(session, pace_s=pace_s).run()
    session.leave()
    typer.echo(farewell(session))
    if session.coach is not None:
        for line in account_lines(session.coach.account):
            typer.echo(line)


# The coach.


def _coach(game: "Game[Any]", settings: "TableSettings", seat: int) -> "Coach":
    """He comes prepared, so that his first answer is as quick as the others."""
    from croupier.cli.progress import progress_shown  # noqa: PLC0415

    with progress_shown("The coach sits down") as progress:
        from croupier.training.coach.coaching import Coach  # noqa: PLC0415

        coach = Coach(game, settings, seat)
        coach.warm_up(progress)
    return coach


def _progress_file(path: Path | None) -> "ProgressFile":
    from croupier.training.progress_file import ProgressFile  # noqa: PLC0415

    return ProgressFile(path)


def _keep_missed(coach: "Coach", file: "ProgressFile") -> None:
    """Puts the hands of the evening to those of the evenings before."""
    from croupier.training.coach.missed import missed_json  # noqa: PLC0415

    if not coach.missed:
        return
    hands = [*file.missed_hands(coach.game.id), *map(missed_json, coach.missed)]
    file.keep_missed_hands(coach.game.id, hands[-_MOST_HANDS:])
    which = "What you missed" if len(coach.missed) > 1 else "The hand you missed"
    typer.echo(f"{which} is asked again: croupier train {coach.game.id} --drill decisions")
