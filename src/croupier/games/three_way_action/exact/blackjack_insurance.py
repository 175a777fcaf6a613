"""3 Way-Action, Blackjack: what insurance against a dealer's ace is worth."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from croupier.games.three_way_action.exact.blackjack_counts import (
    ACE,
    FULL_DECK,
    TEN,
    Counts,
    player_hands,
)
from croupier.games.three_way_action.exact.blackjack_play import first_ways
from croupier.games.three_way_action.rules import INSURANCE_ODDS
from croupier.table.worth import Figure, Note

__all__ = ["Insured", "insurance_cost", "insurance_gain", "insurance_notes", "insured_hands"]


@dataclass(frozen=True, slots=True)
class Insured:
    """The first two cards of a player, against an ace."""

    hand: int
    orders: int
    """In how many orders they are dealt."""
    gain: Fraction
    """What a unit of insurance gains on average."""


def insurance_gain(left: Counts) -> Fraction:
    """What a unit of insurance gains on average, with these cards unseen behind an ace."""
    unseen, tens = int(left.sum()), int(left[TEN])
    return Fraction(tens, unseen) * INSURANCE_ODDS.fraction - Fraction(unseen - tens, unseen)


def insured_hands() -> tuple[Insured, ...]:
    """Every first two cards against an ace, from a whole deck."""
    hands = player_hands()
    base = FULL_DECK.copy()
    base[ACE] -= 1
    return tuple(
        Insured(hand, orders, insurance_gain(base - hands.rows[hand]))
        for hand in np.flatnonzero(hands.cards == 2).tolist()
        if (orders := int(first_ways(base, hands.rows[hand])))
    )


def _edge() -> Fraction:
    """What the house gains of a unit of insurance from somebody who always takes it."""
    starts = insured_hands()
    gained = sum((one.orders * one.gain for one in starts), Fraction(0))
    return -gained / sum(one.orders for one in starts)


def insurance_cost() -> tuple[Fraction, Fraction]:
    """What insuring half of every bet costs, and how often it is offered."""
    offered = Fraction(int(FULL_DECK[ACE]), int(FULL_DECK.sum()))
    return offered * _edge() / 2, offered


def insurance_notes() -> tuple[Note, ...]:
    """The edge of the house, and how it changes with the hand that is insured."""
    gains = [one.gain for one in insured_hands()]
    return (
        Note("Insurance: house edge if always taken", Figure(_edge())),
        Note("Insurance: house edge at the least, with no ten", Figure(-max(gains))),
        Note("Insurance: house edge at the most, with two tens", Figure(-min(gains))),
    )
