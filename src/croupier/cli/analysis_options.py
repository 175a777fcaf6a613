"""What the commands of the analysis share: the table they look at, and the cache."""

import json
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.files import read_text
from croupier.cli.table_options import parse_pairs
from croupier.quoting import harmless, quoted
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    from croupier.analysis.cache import Cache
    from croupier.table.game import Game
    from croupier.table.paytable import PayTable
    from croupier.table.settings import TableSettings

__all__ = [
    "AnyPayTableOption",
    "BetOption",
    "GameArgument",
    "NoCacheOption",
    "analysis_settings",
    "open_cache",
]

GameArgument = Annotated[
    str, typer.Argument(help="The game by its id; croupier games lists them.", metavar="GAME")
]
AnyPayTableOption = Annotated[
    list[str] | None,
    typer.Option(
        "--paytable",
        metavar="SPOT=TABLE",
        help="The pay table of a spot, by name or as a .json file; several times.",
    ),
]
BetOption = Annotated[
    list[str] | None,
    typer.Option("--bet", metavar="NAME", help="Only this bet; several times."),
]
NoCacheOption = Annotated[
    bool,
    typer.Option("--no-cache", help="Work everything out anew; keep nothing on disk."),
]


def analysis_settings(
    game: "Game[Any]", rulings: Iterable[str] | None, paytables: Iterable[str] | None
) -> "TableSettings":
    """The table these options set; refuses what the game does not know."""
    from croupier.table.settings import settings_for  # noqa: PLC0415

    chosen = parse_pairs(paytables, "--paytable", "SPOT=TABLE")
    return settings_for(
        game,
        readings=parse_pairs(rulings, "--ruling", "NAME=READING"),
        pay_tables={
            spot: _read_pay_table(name) if name.lower().endswith(".json") else name
            for spot, name in chosen.items()
        },
    )


def _read_pay_table(name: str) -> "PayTable":
    """A pay table of one's own: `{"name": "Mine", "lines": {"Flush": "4 to 1", "Pair": "1"}}`."""
    from croupier.table.codec import without_repeats  # noqa: PLC0415
    from croupier.table.paytable import PayTable  # noqa: PLC0415

    text = read_text(name, Code.OPTION_INVALID)
    try:
        data = json.loads(text, object_pairs_hook=partial(without_repeats, refuse=_given_twice))
    except (ValueError, RecursionError) as problem:
        why = harmless(problem, longest=80)
        raise Rejection(
            Code.OPTION_INVALID, f"The pay table in {quoted(name, longest=100)} is not JSON: {why}."
        ) from None
    if (
        not isinstance(data, dict)
        or set(data) != {"name", "lines"}
        or not isinstance(data["name"], str)
        or not isinstance(data["lines"], dict)
        or not all(isinstance(pay, str) for pay in data["lines"].values())
    ):
        raise Rejection(
            Code.OPTION_INVALID,
            f"The pay table in {quoted(name, longest=100)} is not written as it must be: "
            '{"name": "Mine", "lines": {"Flush": "4 to 1", "Pair": "1 to 1"}}.',
        )
    return PayTable.of(data["name"], data["lines"])


def _given_twice(name: str) -> Rejection:
    return Rejection(Code.OPTION_INVALID, f"{name} is given twice in the pay table.")


def open_cache(*, no_cache: bool) -> "Cache | None":
    """The results kept on disk, unless they are not wanted."""
    from croupier.analysis.cache import Cache  # noqa: PLC0415

    return None if no_cache else Cache(say=lambda text: typer.echo(f"croupier: {text}", err=True))
