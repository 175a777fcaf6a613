"""Where a round's cards come from.

The order of the cards is not fixed before bets are closed, because the salt is part of it.
So a round is given a source, not a device: something that makes the device when the salt is
known, and that could publish its commitment before.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from croupier.cards import (
    DECK,
    Back,
    Card,
    CardReader,
    Commitment,
    DealingShoe,
    Device,
    HandDeck,
    PackDispenser,
    PlannedFault,
    Seed,
    shuffled_deck,
)
from croupier.rejection import Code, Rejection

__all__ = ["CardSource", "DealtFrom"]


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


@dataclass(frozen=True, slots=True)
class DealtFrom:
    """A device a game is dealt from, set as the game needs it."""

    device: type[HandDeck] | type[DealingShoe] | type[PackDispenser]
    pack_size: int | None = None
    """For a shuffler: how many cards it gives at a time."""
    clause: str | None = None
    """The clause that sets it so; None where the sheet leaves that to the house."""

    def __post_init__(self) -> None:
        assert (self.pack_size is not None) is (self.device is PackDispenser), (
            "a shuffler is set to packs, and nothing else is"
        )

    @property
    def name(self) -> str:
        """What a dealer calls it."""
        return self.device.name

    def load(self, cards: Sequence[Card], faults: Iterable[PlannedFault] = ()) -> Device:
        """The device with these cards in it."""
        if self.pack_size is not None:
            return PackDispenser(cards, pack_size=self.pack_size, faults=faults)
        if self.device is DealingShoe:
            return DealingShoe(cards, faults=faults)
        return HandDeck(cards, faults)

    def shuffled(self, seed: Seed) -> CardSource:
        """It gives one deck, shuffled by seed and salt."""
        return CardSource.shuffled(seed, self.device, self.load)

    def stacked(self, first: Sequence[Card], faults: Iterable[PlannedFault] = ()) -> CardSource:
        """It gives these cards first, then the rest of the deck in order: a prepared deck."""
        for at, card in enumerate(first):
            if card in first[:at]:
                raise Rejection(
                    Code.CARD_REPEATED, f"{card} is named twice; one deck holds each card once."
                )
        rest = [card for card in DECK if card not in first]
        return CardSource.ready(self.load((*first, *rest), faults))

    def physical(self) -> CardSource:
        """Its real twin, whose cards are read by name."""
        return CardSource.physical(self.device)
