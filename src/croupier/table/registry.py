"""Which games there are.

Games announce themselves through the package entry points `croupier.games`, each naming a
`Game`. So a game from another package is found like our own, and nothing is imported until it
is asked for.
"""

from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast

from croupier.rejection import Code, Rejection
from croupier.table.game import Game

__all__ = ["GROUP", "find_game", "game_ids"]

GROUP = "croupier.games"


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
        raise Rejection(Code.GAME_UNKNOWN, f"There is no game “{game_id}”{hint}")
    game = cast("Game[Any]", announced[game_id].load())
    if game.id != game_id:
        raise Rejection(
            Code.GAME_INVALID, f"The game announced as “{game_id}” calls itself “{game.id}”."
        )
    return game


def _announced() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _list(announced: dict[str, EntryPoint]) -> str:
    return ", ".join(sorted(announced)) or "none yet"
