"""Whether a round was dealt from the shuffle the house was committed to."""

from collections.abc import Sequence
from typing import TypeVar

from croupier.cards import Card, Commitment, HandDeck, Seed, parse_salt, shuffled_deck
from croupier.rejection import Code, Rejection
from croupier.table.events import (
    BetsClosed,
    CardDealt,
    DeviceFailed,
    Event,
    RoundOpened,
    SeedRevealed,
)

__all__ = ["check_shuffle"]

E = TypeVar("E")


def check_shuffle(recorded: Sequence[Event]) -> tuple[Card, ...]:
    """The cards that came out, all as seed and salt say; refuses a record where they did not.

    For rounds dealt from one virtual deck. A round from a physical deck, or one whose seed is not
    revealed, has nothing to check and is refused as such.
    """
    opened = _first(recorded, RoundOpened, "its opening")
    if opened.commitment is None:
        raise Rejection(
            Code.RECORD_INVALID, "This round was not dealt from a shuffle that can be checked."
        )
    closed = _first(recorded, BetsClosed, "the closing of bets")
    seed = Seed.parse(_first(recorded, SeedRevealed, "the revealed seed").seed)
    if not Commitment.parse(opened.commitment).opens_to(seed):
        raise Rejection(Code.COMMITMENT_INVALID, "The seed does not open the commitment.")
    if not closed.salt:
        raise Rejection(Code.SALT_INVALID, "Without a salt the house alone picked the order.")
    deck = shuffled_deck(seed, parse_salt(closed.salt))
    if closed.cut_at is not None:
        HandDeck(deck).require_cut(closed.cut_at)
        deck = deck[closed.cut_at :] + deck[: closed.cut_at]
    dealt = _cards_out(recorded)
    if len(dealt) > len(deck):
        raise Rejection(
            Code.RECORD_DIFFERS, f"{len(dealt)} cards came out of a deck of {len(deck)}."
        )
    for at, card in enumerate(dealt):
        if card != deck[at]:
            raise Rejection(
                Code.RECORD_DIFFERS,
                f"Card {at + 1} out of the device was {card}; seed and salt say {deck[at]}.",
            )
    return dealt


def _cards_out(recorded: Sequence[Event]) -> tuple[Card, ...]:
    """Every card that left the device, in order."""
    out: list[Card | None] = []
    for event in recorded:
        if isinstance(event, CardDealt):
            out.append(event.card)
        elif isinstance(event, DeviceFailed):
            out.extend(event.dispensed)
    known = [card for card in out if card is not None]
    if len(known) < len(out):
        raise Rejection(
            Code.RECORD_INVALID, "Only a full record can be checked; in this one cards are hidden."
        )
    return tuple(known)


def _first(recorded: Sequence[Event], kind: type[E], what: str) -> E:
    for event in recorded:
        if isinstance(event, kind):
            return event
    raise Rejection(Code.RECORD_INVALID, f"This record lacks {what}.")
