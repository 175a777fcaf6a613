"""What cards come out of: the dealer's hand, a shoe, a shuffler, a reader, a test.

Every device answers one question, "the next `count` cards, please", and can fail the way the
real thing does: it jams, it gives the wrong number of cards, a card lies face up. A failure
is a `DeviceFault` that carries a `Fault`, a plain value the table puts on record. Running
out is no failure (a game may have a rule for it) and is its own exception, `OutOfCards`.

Devices are deterministic: cards come in the order they were loaded, and a virtual device
fails only where a `PlannedFault` says so (in training, in tests, in replays).
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from croupier.cards.card import DECK, Card
from croupier.cards.deck import Back, require_sound
from croupier.cards.notation import parse_card
from croupier.quoting import harmless, quoted
from croupier.rejection import Code, Rejection

__all__ = [
    "CardAwaited",
    "CardReader",
    "DealingShoe",
    "DeckPair",
    "Device",
    "DeviceFault",
    "Fault",
    "FaultKind",
    "HandDeck",
    "OutOfCards",
    "PackDispenser",
    "PlannedFault",
    "ScriptedDeck",
]


class FaultKind(StrEnum):
    """How a device fails."""

    JAM = "jam"
    """Nothing comes out."""
    WRONG_COUNT = "wrong_count"
    """More or fewer cards come out than asked for."""
    CARD_FACE_UP = "card_face_up"
    """A card comes out face up that should be face down."""
    CANNOT = "cannot"
    """It is not set for what is asked of it: a shuffler set to packs of five, asked for three."""


@dataclass(frozen=True, slots=True)
class PlannedFault:
    """A failure to happen at the device's `at`-th dealing action, the first being 0."""

    at: int
    kind: FaultKind
    count: int = 0
    """For `WRONG_COUNT`: how many cards come out."""

    def __post_init__(self) -> None:
        if self.at < 0 or self.count < 0:
            raise Rejection(
                Code.DEVICE_SETTING,
                f"A fault happens at action 0 or later and gives no cards or more, not at "
                f"{self.at} with {self.count}.",
            )


@dataclass(frozen=True, slots=True)
class Fault:
    """A failure that happened: for the record, and for the supervisor who checks the cards."""

    kind: FaultKind
    device: str
    expected: int
    dispensed: tuple[Card, ...]

    @property
    def sentence(self) -> str:
        """What happened, in words that give no card away."""
        match self.kind:
            case FaultKind.JAM:
                return f"The {self.device} jammed."
            case FaultKind.WRONG_COUNT:
                given = len(self.dispensed)
                return f"The {self.device} gave {_count(given)} instead of {self.expected}."
            case FaultKind.CARD_FACE_UP:
                return f"A card was found face up in the {self.device}."
            case FaultKind.CANNOT:
                return f"The {self.device} is not set to give {_count(self.expected)} here."


class DeviceFault(Exception):
    """Raised instead of dealing when the device fails."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


class OutOfCards(Exception):
    """Raised instead of dealing when fewer cards are left than asked for; none is dealt."""


class CardAwaited(Exception):
    """Raised by a `CardReader` that has not been fed enough cards; none is dealt."""


class Device(ABC):
    """Anything cards come out of."""

    name: ClassVar[str]
    """What a dealer calls it."""

    @property
    @abstractmethod
    def remaining(self) -> int:
        """How many cards are left to deal."""

    @abstractmethod
    def deal(self, count: int = 1) -> tuple[Card, ...]:
        """The next `count` cards, first card first."""

    def require_cut(self, at: int) -> None:  # noqa: ARG002
        """Refuses a cut that cannot be made."""
        raise Rejection(Code.DEVICE_CANNOT, f"The cards in a {self.name} are not cut.")

    def cut(self, at: int) -> None:
        """Cuts the deck `at` cards from the top, where it is dealt from the hand."""
        self.require_cut(at)

    @abstractmethod
    def release_rest(self) -> int:
        """Puts all cards still inside into the dealer's hand and says how many those are."""


class _Pile(Device):
    """A device that holds its cards in a fixed order."""

    def __init__(self, cards: Iterable[Card], faults: Iterable[PlannedFault] = ()) -> None:
        self._cards = tuple(cards)
        for card in self._cards:
            if not isinstance(card, Card):
                raise Rejection(
                    Code.CARD_UNKNOWN, f"A {self.name} holds cards; {quoted(card)} is none."
                )
        self._position = 0
        self._actions = 0
        self._faults: dict[int, PlannedFault] = {}
        for fault in faults:
            if fault.at in self._faults:
                raise Rejection(
                    Code.DEVICE_SETTING, f"Two faults are planned for action {fault.at}."
                )
            self._faults[fault.at] = fault

    @property
    def remaining(self) -> int:
        return len(self._cards) - self._position

    def deal(self, count: int = 1) -> tuple[Card, ...]:
        _require_count(count)
        planned = self._faults.get(self._actions)
        if planned is not None and planned.kind is FaultKind.WRONG_COUNT and planned.count == count:
            planned = None  # The right number of cards is no failure.
        if planned is None and count > self.remaining:
            raise OutOfCards(f"the {self.name} has {_count(self.remaining)}, not {count}")
        self._actions += 1
        if planned is None:
            return self._take(count)
        given = {FaultKind.JAM: 0, FaultKind.WRONG_COUNT: planned.count}.get(planned.kind, count)
        dispensed = self._take(min(given, self.remaining))
        raise DeviceFault(Fault(planned.kind, self.name, count, dispensed))

    def release_rest(self) -> int:
        # Dealt by hand, the dealer holds the rest already.
        return self.remaining

    def _take(self, count: int) -> tuple[Card, ...]:
        cards = self._cards[self._position : self._position + count]
        self._position += count
        return cards


class HandDeck(_Pile):
    """One deck held in the hand, cut before it is dealt, with a cut card at its bottom."""

    name = "deck"

    def __init__(self, cards: Iterable[Card], faults: Iterable[PlannedFault] = ()) -> None:
        super().__init__(cards, faults)
        require_sound(self._cards)

    def require_cut(self, at: int) -> None:
        if self._actions:
            raise Rejection(Code.DEVICE_CANNOT, "The deck is cut before the first card is dealt.")
        if isinstance(at, bool) or at not in range(1, len(self._cards)):
            raise Rejection(
                Code.CUT_OUT_OF_RANGE,
                f"A cut leaves cards on both sides: from 1 to {len(self._cards) - 1}, not "
                f"{harmless(at)}.",
            )

    def cut(self, at: int) -> None:
        """The one-handed cut: the top `at` cards go onto the cut card, the rest on top of them."""
        self.require_cut(at)
        self._cards = self._cards[at:] + self._cards[:at]


class DealingShoe(_Pile):
    """One or more decks in a shoe; once the cut card is out, the round in play is the last."""

    name = "shoe"

    def __init__(
        self,
        cards: Iterable[Card],
        *,
        cut_card_at: int | None = None,
        faults: Iterable[PlannedFault] = (),
    ) -> None:
        super().__init__(cards, faults)
        size = len(self._cards)
        decks, left_over = divmod(size, 52)
        counted = Counter(self._cards)
        if not decks or left_over or any(counted[card] != decks for card in DECK):
            raise Rejection(
                Code.DECK_UNSOUND,
                f"A shoe holds whole decks, every card equally often; these {size} cards are not "
                "whole decks.",
            )
        if cut_card_at is not None and not 1 <= cut_card_at < size:
            raise Rejection(
                Code.CUT_OUT_OF_RANGE,
                f"The cut card goes in from 1 to {size - 1} cards deep, not {cut_card_at}.",
            )
        self._cut_card_at = size if cut_card_at is None else cut_card_at

    @property
    def cut_card_is_out(self) -> bool:
        """Whether dealing has reached the cut card: shuffle when this round is over."""
        return self._position >= self._cut_card_at


class PackDispenser(_Pile):
    """A shuffler that gives packs of cards face down, then the rest on its green button."""

    name = "shuffler"

    def __init__(
        self,
        cards: Iterable[Card],
        *,
        pack_size: int = 3,
        back: Back = Back.RED,
        faults: Iterable[PlannedFault] = (),
    ) -> None:
        super().__init__(cards, faults)
        require_sound(self._cards)
        if not 1 <= pack_size <= len(self._cards):
            raise Rejection(
                Code.DEVICE_SETTING,
                f"A pack has from 1 to {len(self._cards)} cards, not {pack_size}.",
            )
        self.pack_size = pack_size
        self.back = back
        self._rest_in_hand = False

    def deal(self, count: int = 1) -> tuple[Card, ...]:
        if not self._rest_in_hand and count != self.pack_size:
            raise Rejection(
                Code.DEVICE_CANNOT,
                f"The shuffler gives packs of {self.pack_size}; single cards come from the rest, "
                "after the green button.",
            )
        return super().deal(count)

    def release_rest(self) -> int:
        self._rest_in_hand = True
        return super().release_rest()


@dataclass(frozen=True, slots=True)
class DeckPair:
    """Two decks in turn: one in play, the other in the shuffler, told apart by their backs."""

    in_play: Back
    in_shuffler: Back

    def __post_init__(self) -> None:
        if self.in_play == self.in_shuffler:
            raise Rejection(
                Code.DEVICE_SETTING,
                f"Two decks at one table need backs of different colours; both are {self.in_play}.",
            )

    def next_round(self) -> "DeckPair":
        """The decks change places: each is used for every other round."""
        return DeckPair(self.in_shuffler, self.in_play)


class CardReader(Device):
    """A reader at a physical table: it is fed the cards the dealer draws, by name."""

    name = "card reader"

    def __init__(self) -> None:
        self._read: list[Card] = []
        self._dealt = 0

    @property
    def remaining(self) -> int:
        return len(DECK) - self._dealt

    def require_unread(self, card: Card | str) -> Card:
        """Refuses a card that was read before: no card is drawn twice from one deck."""
        card = card if isinstance(card, Card) else parse_card(card)
        if card in self._read:
            raise Rejection(
                Code.CARD_REPEATED,
                f"{card} was read already; one deck holds each card once. Check the cards.",
            )
        return card

    def read(self, card: Card | str) -> Card:
        """Takes the next card drawn."""
        card = self.require_unread(card)
        self._read.append(card)
        return card

    def deal(self, count: int = 1) -> tuple[Card, ...]:
        _require_count(count)
        if count > self.remaining:
            raise OutOfCards(f"a deck has {_count(self.remaining)} left, not {count}")
        if self._dealt + count > len(self._read):
            raise CardAwaited
        cards = tuple(self._read[self._dealt : self._dealt + count])
        self._dealt += count
        return cards

    def release_rest(self) -> int:
        return self.remaining


class ScriptedDeck(_Pile):
    """Named cards in a named order, any number of them: for tests, lessons and replays."""

    name = "scripted deck"

    def __init__(self, cards: Iterable[Card], faults: Iterable[PlannedFault] = ()) -> None:
        super().__init__(cards, faults)
        for card, times in Counter(self._cards).items():
            if times > 1:
                raise Rejection(
                    Code.CARD_REPEATED, f"{card} is named twice; one deck holds each card once."
                )


def _require_count(count: int) -> None:
    if count < 1:
        raise Rejection(Code.DEVICE_CANNOT, f"One card or more can be dealt, not {count}.")


def _count(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards or 'no'} cards"
