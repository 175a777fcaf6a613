"""What goes wrong at a table, and what is then done about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from croupier.cards.devices import FaultKind
from croupier.rejection import Code

__all__ = ["IrregularityKind", "Refused", "RefusedBy", "Remedy", "irregularity_of"]


class IrregularityKind(StrEnum):
    """The irregularities the sheets speak of."""

    CARD_FACE_UP = "card_face_up"
    """A card is found face up in the device while the cards are dealt."""
    WRONG_COUNT = "wrong_count"
    """Somebody got more or fewer cards than the rules say."""
    DEALER_CARD_EXPOSED = "dealer_card_exposed"
    """A card of the dealer is seen before its time."""
    DEVICE_FAILURE = "device_failure"
    """The device jams, or gives no cards though it should have some."""
    CARDS_TOUCHED = "cards_touched"
    """Cards were touched, or looked at, by somebody whose they are not."""
    DEALER_ERROR = "dealer_error"
    """Any other mistake in the procedure, reported by a supervisor."""


class Remedy(StrEnum):
    """What is done about an irregularity."""

    VOID = "void"
    """The round is void and every wager returned."""
    CONTINUE = "continue"
    """The round goes on."""
    SUPERVISOR = "supervisor"
    """The round is held until a supervisor decides between the two."""


def irregularity_of(fault: FaultKind) -> IrregularityKind:
    """Which irregularity a device's failure is."""
    match fault:
        case FaultKind.JAM | FaultKind.CANNOT:
            return IrregularityKind.DEVICE_FAILURE
        case FaultKind.WRONG_COUNT:
            return IrregularityKind.WRONG_COUNT
        case FaultKind.CARD_FACE_UP:
            return IrregularityKind.CARD_FACE_UP


@dataclass(frozen=True, slots=True)
class Refused:
    """Something a player does, and may not."""

    code: Code
    about: str | None = None
    """The spot it is bet on, or the option he asks for; None where it is about neither."""
    asked_by: str | None = None
    """The clause by which he was asked, where somebody is."""


@dataclass(frozen=True, slots=True)
class RefusedBy:
    """By which clauses of a sheet players are refused what."""

    any_spot: Mapping[Code, str]
    """Whatever it is about."""
    by_spot: Mapping[tuple[Code, str], str]
    """About this spot or option; it goes before what holds for any."""

    def clause(self, refused: Refused) -> str | None:
        """The clause that is broken; None where the sheet has none."""
        named = None
        if refused.about is not None:
            named = self.by_spot.get((refused.code, refused.about))
        return named or self.any_spot.get(refused.code)
