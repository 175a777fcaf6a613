"""`croupier train`: a dealer's drills in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.output import show_json
from croupier.cli.table_options import (
    LimitOption,
    PayTableOption,
    RulingOption,
    table_settings,
)
from croupier.rejection import Code, Rejection

__all__ = ["EPILOG", "train"]

EPILOG = """\b
Examples:
  croupier train three-card-poker                       choose what to practise
  croupier train pick-2-poker --drill procedure         deal a round, step by step
  croupier train pick-2-poker --drill procedure --free  deal it without help
  croupier train three-way-action --drill payouts --count 20
  croupier train three-card-poker --drill hands --seed 7 --json < answers.txt

\b
Drills:
  procedure        deal a round yourself: every step, in its order
  payouts          what does a bet pay, and in which chips?
  hands            name the hand, pick the best cards, who wins?
  irregularities   something goes wrong: what is the ruling?
  decisions        choose as a player: what is every option worth?

\b
Short forms: 2 or pay for a choice, 3x5 25 for chips, 1 3 4 for cards in the list;
d 1 3 d to deal seat 1 three cards face down. Type ? at any question.
"""

_LONGEST = 10_000
_SEATS = 2


def train(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game by its id; croupier games lists them.")
    ],
    *,
    drill: Annotated[
        str | None,
        typer.Option(metavar="DRILL", help="What to practise; asked for if left out."),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=_LONGEST,
            metavar="N",
            help="How many questions, or rounds to deal; 10 or 1 if left out.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="The same questions every time, whatever you know; nothing is kept then.",
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="How many players you deal to; 2 if left out."),
    ] = None,
    free: Annotated[
        bool, typer.Option("--free", help="Deal without help; mistakes are told at the end.")
    ] = False,
    device: Annotated[
        str | None, typer.Option(metavar="NAME", help="What you deal from: shuffler, deck, shoe.")
    ] = None,
    ruling: RulingOption = None,
    paytable: PayTableOption = None,
    limit: LimitOption = None,
    progress: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where what you know is kept; among your programs' data if left out.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object at the end, and nothing else.")
    ] = False,
) -> None:
    """Practise what a dealer does.

    Every question is made of a round of the game itself, and every mistake is told at once with
    the clause of the rules it breaks. What you missed comes back sooner: what you know of each
    thing is kept in a file, and --seed leaves that alone.

    Lines may also come through a pipe: one answer to a line. Where they end, the drill does.
    """
    # Imported here so that help does not wait for it.
    from croupier.cli.school_desk import Left, desk_here  # noqa: PLC0415
    from croupier.cli.school_room import (  # noqa: PLC0415
        PROCEDURE,
        SchoolRoom,
        drill_name,
        fresh_chance,
    )
    from croupier.table.registry import find_game  # noqa: PLC0415
    from croupier.training.lesson import Lesson  # noqa: PLC0415
    from croupier.training.progress_file import ProgressFile  # noqa: PLC0415

    if seed is not None and progress is not None:
        raise Rejection(Code.OPTIONS_CONFLICT, "With --seed nothing is kept; leave --progress out.")
    found = find_game(game)
    settings = table_settings(found, ruling, paytable, None, limit)
    lesson = Lesson.of(found.id, settings=settings, device=device)
    name = drill_name(drill) if drill is not None else None
    of_rounds = (PROCEDURE,)
    for option, given, drills in (
        ("--free", free, of_rounds),
        ("--seats", seats is not None, of_rounds),
        ("--device", device is not None, (PROCEDURE, "irregularities")),
    ):
        if given and name not in (*drills, None):
            goes = " or ".join(drills)
            raise Rejection(Code.OPTIONS_CONFLICT, f"{option} goes with --drill {goes}.")
    file = ProgressFile(progress) if seed is None else None
    desk = desk_here(is_silent=as_json)
    room = SchoolRoom(desk, lesson, fresh_chance(), seed, file, seats or _SEATS, is_free_run=free)
    try:
        while True:
            chosen = name or room.choose()
            report = room.deal(count) if chosen == PROCEDURE else room.practise(chosen, count)
            if as_json:
                show_json(report)
            if name is not None or as_json:
                return
    except Left:
        return
