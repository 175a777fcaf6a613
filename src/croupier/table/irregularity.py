"""What goes wrong at a table, and what is then done about it."""

from enum import StrEnum

from croupier.cards.devices import FaultKind

__all__ = ["IrregularityKind", "Remedy", "irregularity_of"]


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
