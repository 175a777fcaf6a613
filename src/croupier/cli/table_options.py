"""What the commands share in setting a table: `--ruling`, `--paytable`, `--limit`, `--seats`.

Each option names something and says what it shall be, `NAME=VALUE`. What the names may be is
the game's own business, so `settings_for` refuses those that are wrong.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    from croupier.table.game import Game
    from croupier.table.settings import TableSettings
    from croupier.table.wager import Limit

__all__ = [
    "LimitOption",
    "PayTableOption",
    "RulingOption",
    "SeatsOption",
    "limit_parts",
    "parse_limit",
    "parse_pairs",
    "table_settings",
]

RulingOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ruling", metavar="NAME=READING", help="How an unclear clause is read; several times."
    ),
]
PayTableOption = Annotated[
    list[str] | None,
    typer.Option(
        "--paytable", metavar="SPOT=TABLE", help="The pay table of a spot, by name; several times."
    ),
]
LimitOption = Annotated[
    list[str] | None,
    typer.Option(
        "--limit",
        metavar="SPOT=MIN-MAX[/STEP]",
        help='The limits of a spot, "Ante=10-500/5", without /STEP in the steps that are usual '
        "for it; several times.",
    ),
]
SeatsOption = Annotated[
    int | None, typer.Option("--seats", metavar="N", help="How many seats the table has.")
]


def table_settings(
    game: "Game[Any]",
    rulings: Iterable[str] | None = None,
    paytables: Iterable[str] | None = None,
    seats: int | None = None,
    limits: Iterable[str] | None = None,
) -> "TableSettings":
    """The table these options set; refuses what the game does not know."""
    from croupier.table.settings import settings_for, usual_limits  # noqa: PLC0415

    readings = parse_pairs(rulings, "--ruling", "NAME=READING")
    by_spot = parse_pairs(limits, "--limit", "Ante=10-500/5")
    usual = usual_limits(game, readings)
    return settings_for(
        game,
        positions=seats,
        readings=readings,
        limits={spot: parse_limit(spot, text, usual) for spot, text in by_spot.items()},
        pay_tables=parse_pairs(paytables, "--paytable", "SPOT=TABLE"),
    )


def parse_pairs(given: Iterable[str] | None, option: str, example: str) -> dict[str, str]:
    """`["Ante=10", …]` as a mapping; the same name twice is refused."""
    pairs: dict[str, str] = {}
    for text in given or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise Rejection(
                Code.OPTION_INVALID, f"{option} is written {example}, not {quoted(text)}."
            )
        if name in pairs:
            raise Rejection(
                Code.OPTION_INVALID, f"{option} is given twice for {quoted(name)}; once is enough."
            )
        pairs[name] = value
    return pairs


def parse_limit(spot: str, text: str, usual: "Mapping[str, Limit]") -> "Limit":
    """Reads `10-500`, `10-500/5` or `$0.50-$100/$0.50`, in dollars."""
    from croupier.money import parse_cents  # noqa: PLC0415
    from croupier.table.settings import with_step  # noqa: PLC0415

    least, most, *step = (parse_cents(part) for part in limit_parts(text))
    return with_step(usual, spot, least, most, *step)


def limit_parts(text: str) -> list[str]:
    """Least, most and, where it is given, step, each as it was written."""
    span, slash, step = text.partition("/")
    least, dash, most = span.partition("-")
    if not dash:
        raise Rejection(
            Code.OPTION_INVALID,
            f"Limits are written MIN-MAX or MIN-MAX/STEP, like 10-500/5, not {quoted(text)}.",
        )
    return [least, most, step] if slash else [least, most]
