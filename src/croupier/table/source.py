"""Where a round's cards come from.

The order of the cards is not fixed before bets are closed, because the salt is part of it.
So a round is given a source, not a device: something that makes the device when the salt is
known, and that could publish its commitment before.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from croupier.cards import Card, Commitment, Device, Seed, shuffled_deck

__all__ = ["CardSource"]


@dataclass(frozen=True, slots=True)
class CardSource:
    """Makes the device a round is dealt from."""

    device: str
    """The device's name."""
    load: Callable[[bytes], Device]
    """Given the salt, the device with its cards inside."""
    commitment: Commitment | None = None
    """What binds the house to its seed; None where there is none to bind to."""

    @classmethod
    def shuffled(
        cls, seed: Seed, device: type[Device], build: Callable[[Sequence[Card]], Device]
    ) -> "CardSource":
        """One deck, shuffled by seed and salt, put into a device by `build`."""
        return cls(device.name, lambda salt: build(shuffled_deck(seed, salt)), seed.commitment)

    @classmethod
    def ready(cls, device: Device) -> "CardSource":
        """A device that is loaded already: a card reader, or named cards in a test."""
        return cls(device.name, lambda _salt: device)
