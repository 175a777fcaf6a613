"""Where things are on the felt, and who can see what lies there."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["EVERYTHING", "SPECTATOR", "Face", "Place", "Viewer"]

_DEALER: Final = 0
_TABLE: Final = -1
_TEXT = re.compile(r"(?:seat ([1-9][0-9]{0,8})|(dealer)|(table))/(.+)")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Somewhere cards can lie: a named spot of a seat, of the dealer or of the table itself."""

    owner: int
    """The seat's number, counted from 1 at the dealer's left; 0 the dealer, -1 the table."""
    name: str

    @classmethod
    def of_seat(cls, seat: int, name: str) -> "Place":
        """A spot in front of a seat."""
        assert seat >= 1, "seats are counted from 1"
        return cls(seat, name)

    @classmethod
    def of_dealer(cls, name: str) -> "Place":
        """A spot in front of the dealer."""
        return cls(_DEALER, name)

    @classmethod
    def of_table(cls, name: str) -> "Place":
        """A spot that is nobody's, such as the burned cards or a stadium's nine cells."""
        return cls(_TABLE, name)

    @classmethod
    def parse(cls, text: str) -> "Place":
        """Reads what `str` writes: `seat 3/Hand`, `dealer/Hand`, `table/Cell 4`."""
        match = _TEXT.fullmatch(text)
        if match is None:
            raise Rejection(
                Code.RECORD_INVALID,
                f"{quoted(text)} is not a place; write it like seat 3/Hand or dealer/Hand.",
            )
        seat, dealer, _, name = match.groups()
        return cls(int(seat) if seat else _DEALER if dealer else _TABLE, name)

    @property
    def seat(self) -> int | None:
        """The seat it belongs to, if it belongs to one."""
        return self.owner if self.owner >= 1 else None

    @property
    def is_dealers(self) -> bool:
        """Whether it lies in front of the dealer."""
        return self.owner == _DEALER

    @property
    def is_tables(self) -> bool:
        """Whether it is nobody's."""
        return self.owner == _TABLE

    def __str__(self) -> str:
        owner = {_DEALER: "dealer", _TABLE: "table"}.get(self.owner, f"seat {self.owner}")
        return f"{owner}/{self.name}"


class Face(StrEnum):
    """How a card lies."""

    UP = "up"
    """Face up: everyone sees it."""
    OWN = "own"
    """Face down in front of its player, who may look at it."""
    DOWN = "down"
    """Face down: nobody sees it, not even the one it belongs to."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at the table, and what the rules let him see."""

    seats: frozenset[int] = frozenset()
    """The seats he plays: he sees their own cards and choices."""
    sees_everything: bool = False
    """For the record and the auditor, never for anyone in the round."""

    @classmethod
    def at(cls, *seats: int) -> "Viewer":
        """A player of these seats."""
        return cls(frozenset(seats))

    def sees(self, place: Place, face: Face) -> bool:
        """Whether he sees the face of a card that lies so at that place."""
        if self.sees_everything or face is Face.UP:
            return True
        return face is Face.OWN and place.seat in self.seats


SPECTATOR: Final = Viewer()
"""Somebody who only watches; the dealer, too, sees no more than this."""
EVERYTHING: Final = Viewer(sees_everything=True)
"""The full record."""
