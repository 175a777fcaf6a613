"""`croupier games`: which games there are."""

from typing import Annotated, Any

import typer

from croupier.cli.output import emphasised, show_json
from croupier.rejection import Rejection

__all__ = ["EPILOG", "games"]

EPILOG = """\b
Examples:
  croupier games
  croupier games --json
  croupier rules three-card-poker    more about one of them
"""


def games(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
) -> None:
    """List the games: id, name, seats, what they are dealt from."""
    # Imported here so that help does not wait for it.
    from croupier.table.description import describe_game  # noqa: PLC0415
    from croupier.table.registry import find_game, game_ids  # noqa: PLC0415

    described = []
    for game_id in game_ids():
        try:
            described.append(describe_game(find_game(game_id)))
        except Rejection as broken:
            # A game of another package that does not load must not hide the others.
            typer.echo(f"croupier: {broken.detail}", err=True)
    if as_json:
        show_json(described)
    else:
        _show(described)


def _show(described: list[dict[str, Any]]) -> None:
    width = max((len(game["id"]) for game in described), default=0) + 2
    for at, game in enumerate(described):
        if at:
            typer.echo()
        seats = game["seats"]
        typer.echo(f"{emphasised(game['id'])}{'':{width - len(game['id'])}}{game['name']}")
        typer.echo(f"  {game['about']}")
        typer.echo(
            f"  {seats['least']:,} to {seats['most']:,} seats, usually {seats['usual']:,}; "
            f"dealt from: {', '.join(device['name'] for device in game['devices'])}; "
            f"rules version {game['rules_version']}"
        )
