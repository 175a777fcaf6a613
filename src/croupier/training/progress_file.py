"""What a trainee at a terminal knows, kept in a file between evenings.

One JSON file for all games: what is known of each item of each drill, and the hands the player's
coach wants to ask again. It is written whole or not at all, and what cannot be read is refused
and never overwritten: somebody's weeks are in it.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.simulation.whole_file import write_whole
from croupier.table.codec import Json
from croupier.training.progress import Progress, check_state

__all__ = ["DrillProgress", "ProgressFile", "progress_path"]

_FORMAT: Final = "croupier progress"
_VERSION: Final = 1
_LARGEST_BYTES: Final = 2**26


@dataclass(frozen=True, slots=True)
class DrillProgress:
    """What is kept of one drill of one game."""

    progress: Progress = Progress()  # noqa: RUF009 (a frozen value)
    answered: int = 0
    """How many questions were answered in all, and how many of them without a mistake."""
    right: int = 0


def progress_path(environment: Mapping[str, str] | None = None) -> Path:
    """Where it is kept unless said otherwise: among the data of the user's programs."""
    known = os.environ if environment is None else environment
    base = known.get("XDG_DATA_HOME") or ""
    # By the XDG specification a path that is not absolute counts as none.
    folder = Path(base) if Path(base).is_absolute() else Path("~/.local/share")
    return folder.expanduser() / "croupier" / "progress.json"


class ProgressFile:
    """The file. Each change reads it anew, so that two terminals keep what both learnt."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = progress_path() if path is None else path
        self._read()

    def drill(self, game: str, drill: str) -> DrillProgress:
        """What is kept of a drill."""
        return _drill_of(self._read(), game, drill)

    def keep(self, game: str, drill: str, item: str, state: str, *, is_right: bool) -> None:
        """Notes how an item was answered."""
        data = self._read()
        kept = _drill_of(data, game, drill)
        _of_game(data, game)["drills"][drill] = {
            "answered": kept.answered + 1,
            "right": kept.right + is_right,
            "items": {
                name: json.loads(known)
                for name, known in kept.progress.with_state(item, state).states.items()
            },
        }
        self._write(data)

    def missed_hands(self, game: str) -> tuple[Json, ...]:
        """The hands the coach wants to ask again, the oldest first."""
        return tuple(self._read().get(game, {}).get("hands", ()))

    def keep_missed_hands(self, game: str, hands: Sequence[Json]) -> None:
        """These and no others are asked again."""
        data = self._read()
        _of_game(data, game)["hands"] = list(hands)
        self._write(data)

    def _read(self) -> dict[str, Any]:
        try:
            with self.path.open("rb") as file:
                text = file.read(_LARGEST_BYTES + 1)
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", None) or problem
            raise Rejection(
                Code.FILE_UNAVAILABLE, f"The file {self._name} cannot be read: {why}."
            ) from None
        try:
            return _checked(json.loads(text))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError, Rejection):
            raise Rejection(
                Code.RECORD_INVALID,
                f"{self._name} does not hold anybody's progress, and is left as it is: move it "
                "away, or name another file with --progress.",
            ) from None

    def _write(self, data: dict[str, Any]) -> None:
        whole = {"format": _FORMAT, "version": _VERSION, "games": data}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise Rejection(
                Code.FILE_UNAVAILABLE,
                f"The file {self._name} cannot be written: {problem.strerror or problem}.",
            ) from None
        text = json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
        write_whole(str(self.path), text.encode())

    @property
    def _name(self) -> str:
        return quoted(self.path, longest=100)


def _of_game(data: dict[str, Any], game: str) -> dict[str, Any]:
    return cast("dict[str, Any]", data.setdefault(game, {"drills": {}, "hands": []}))


def _drill_of(data: dict[str, Any], game: str, drill: str) -> DrillProgress:
    kept = data.get(game, {}).get("drills", {}).get(drill)
    if kept is None:
        return DrillProgress()
    states = {item: json.dumps(state) for item, state in kept["items"].items()}
    return DrillProgress(Progress(states), kept["answered"], kept["right"])


def _checked(data: Any) -> dict[str, Any]:
    """What a file holds by game; raises where it is not what this program writes."""
    if (data["format"], data["version"]) != (_FORMAT, _VERSION) or len(data) != 3:
        raise ValueError("another format")
    for kept in data["games"].values():
        if set(kept) != {"drills", "hands"} or not isinstance(kept["hands"], list):
            raise ValueError("not what is kept of a game")
        for drill in kept["drills"].values():
            _check_drill(drill)
    return cast("dict[str, Any]", data["games"])


def _check_drill(drill: Any) -> None:
    counts = drill["answered"], drill["right"]
    if set(drill) != {"answered", "right", "items"} or any(
        type(count) is not int or count < 0 for count in counts
    ):
        raise ValueError("not what is kept of a drill")
    for state in drill["items"].values():
        check_state(json.dumps(state))
