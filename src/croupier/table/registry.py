"""Which games there are.

Games announce themselves through the package entry points `croupier.games`, each naming a
`Game`. So a game from another package is found like our own, and nothing is imported until it
is asked for. An older version of a game's rules stays announced as `id@version`, so that old
rounds replay as they were played.
"""

from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast

from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.table.game import Game, require_version

__all__ = ["GROUP", "find_game", "game_ids"]

GROUP = "croupier.games"

_PARTS = (
    "id",
    "name",
    "about",
    "rules_version",
    "rules",
    "positions",
    "devices",
    "wagers",
    "options",
    "script",
    "picks",
    "remedy",
    "usual_choice",
    "worth",
)


def game_ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(sorted(name for name in _announced() if "@" not in name))


def find_game(game_id: str, rules_version: int | None = None) -> Game[Any]:
    """The game of that id, as its rules are now or were in an older version."""
    if game_id not in game_ids():
        hint = instead_of(game_id, game_ids(), none="there are none yet.")
        raise Rejection(Code.GAME_UNKNOWN, f"There is no game {quoted(game_id)}{hint}")
    game = _load(game_id, game_id)
    older = f"{game_id}@{rules_version}"
    if rules_version not in (None, game.rules_version) and older in _announced():
        game = _load(game_id, older)
    if rules_version is not None:
        require_version(game, rules_version)
    return game


@cache
def _load(game_id: str, name: str) -> Game[Any]:
    try:
        game = _announced()[name].load()
    except (ImportError, AttributeError) as problem:
        raise Rejection(
            Code.GAME_INVALID, f"The game “{name}” cannot be loaded: {problem}."
        ) from problem
    if isinstance(game, type) or not all(hasattr(game, part) for part in _PARTS):
        raise Rejection(
            Code.GAME_INVALID,
            f"What is announced as “{name}” is not a game; announce an instance of one.",
        )
    if game.id != game_id:
        raise Rejection(
            Code.GAME_INVALID, f"The game announced as “{name}” calls itself “{game.id}”."
        )
    return cast("Game[Any]", game)


def _announced() -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for point in _installed(entry_points):
        if point.name in found and found[point.name].value != point.value:
            raise Rejection(
                Code.GAME_INVALID,
                f"Two packages announce a game “{point.name}”: {found[point.name].value} and "
                f"{point.value}. Remove one.",
            )
        found[point.name] = point
    return found


@cache
def _installed(look: Callable[..., Iterable[EntryPoint]]) -> tuple[EntryPoint, ...]:
    """What the installed packages announce; to go through all of them takes milliseconds."""
    return tuple(look(group=GROUP))
