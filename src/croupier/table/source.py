"""Where a round's cards come from.

The order of the cards is not fixed before bets are closed, because the salt is part of it.
So a round is given a source, not a device: something that makes the device when the salt is
known, and that could publish its commitment before.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from croupier.cards import Back, Card, CardReader, Commitment, Device, Seed, shuffled_deck

__all__ = ["CardSource"]


@dataclass(frozen=True, slots=True)
class CardSource:
    """Makes the device a round is dealt from."""

    device: str
    """What the cards come from, by name."""
    load: Callable[[bytes], Device]
    """Given the salt, the device with its cards inside."""
    commitment: Commitment | None = None
    """What binds the house to its seed; None where there is none to bind to."""
    is_physical: bool = False
    """Whether real cards are dealt, and read by name."""
    back: Back | None = None
    """The backs of the deck in play, where decks alternate."""

    @classmethod
    def shuffled(
        cls,
        seed: Seed,
        device: type[Device],
        build: Callable[[Sequence[Card]], Device],
        *,
        back: Back | None = None,
    ) -> "CardSource":
        """One deck, shuffled by seed and salt, put into a device by `build`."""
        return cls(
            device.name,
            lambda salt: build(shuffled_deck(seed, salt)),
            commitment=seed.commitment,
            back=back,
        )

    @classmethod
    def physical(cls, device: type[Device], *, back: Back | None = None) -> "CardSource":
        """Real cards from a real device, which a reader names as they are drawn."""
        return cls(device.name, lambda _salt: CardReader(), is_physical=True, back=back)

    @classmethod
    def ready(cls, device: Device) -> "CardSource":
        """A device that is loaded already: named cards in a test or a lesson."""
        return cls(device.name, lambda _salt: device, is_physical=isinstance(device, CardReader))
