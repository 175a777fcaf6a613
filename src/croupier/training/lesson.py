"""What is taught: a game under the settings of one table, dealt from one of its devices."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.table.game import Game
from croupier.table.prepared import PreparedTable, prepare
from croupier.table.registry import find_game
from croupier.table.settings import TableSettings, settings_for
from croupier.table.source import DealtFrom

__all__ = ["Lesson"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game as one house deals it."""

    game: Game[Any]
    settings: TableSettings
    device: DealtFrom

    @classmethod
    def of(
        cls,
        game: str,
        *,
        rules_version: int | None = None,
        settings: TableSettings | None = None,
        device: str | None = None,
    ) -> "Lesson":
        """The game at its usual table, or at another, from its usual device or from another."""
        found = find_game(game, rules_version)
        names = [one.name for one in found.devices]
        if device is not None and device not in names:
            hint = instead_of(device, names)
            raise Rejection(
                Code.OPTION_INVALID, f"{found.name} is not dealt from a {quoted(device)}{hint}"
            )
        chosen = found.devices[0 if device is None else names.index(device)]
        return cls(found, settings or settings_for(found), chosen)

    @property
    def table(self) -> PreparedTable:
        """What follows from the settings, once for all rounds."""
        return prepare(self.game, self.settings)

    @property
    def rules(self) -> Any:
        """How unclear clauses are read."""
        return self.table.rules

    @property
    def clauses(self) -> Mapping[str, str]:
        """What each clause says, by name."""
        return self.game.clauses()

    def clause_says(self, name: str) -> str:
        """What a clause says; nothing where nobody has written it down."""
        return self.clauses.get(name, "")
