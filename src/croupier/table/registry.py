"""Which games there are.

Games announce themselves through the package entry points `croupier.games`, each naming a
`Game`. So a game from another package is found like our own, and nothing is imported until it
is asked for.
"""

from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.table.game import Game

__all__ = ["GROUP", "find_game", "game_ids"]

GROUP = "croupier.games"

_PARTS = ("id", "name", "rules_version", "rules", "positions", "wagers", "script", "remedy")


def game_ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(sorted(_announced()))


@cache
def find_game(game_id: str) -> Game[Any]:
    """The game of that id."""
    announced = _announced()
    if game_id not in announced:
        close = get_close_matches(game_id, announced, n=1)
        hint = f"; did you mean {close[0]}?" if close else f"; there are: {_list(announced)}."
        raise Rejection(Code.GAME_UNKNOWN, f"There is no game {quoted(game_id)}{hint}")
    try:
        game = announced[game_id].load()
    except (ImportError, AttributeError) as problem:
        raise Rejection(
            Code.GAME_INVALID, f"The game “{game_id}” cannot be loaded: {problem}."
        ) from problem
    if isinstance(game, type) or not all(hasattr(game, part) for part in _PARTS):
        raise Rejection(Code.GAME_INVALID, f"What is announced as “{game_id}” is not a game.")
    if game.id != game_id:
        raise Rejection(
            Code.GAME_INVALID, f"The game announced as “{game_id}” calls itself “{game.id}”."
        )
    return cast("Game[Any]", game)


def _announced() -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        if point.name in found and found[point.name].value != point.value:
            raise Rejection(
                Code.GAME_INVALID,
                f"Two packages announce a game “{point.name}”: {found[point.name].value} and "
                f"{point.value}. Remove one.",
            )
        found[point.name] = point
    return found


def _list(announced: dict[str, EntryPoint]) -> str:
    return ", ".join(sorted(announced)) or "none yet"
