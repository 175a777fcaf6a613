"""3 Way-Action, Blackjack: one way to play it, against every up card, and all that becomes of it.

A `Play` says what to do with every hand against one up card. Ten of them make a plan, and
the tally of a plan counts every row of cards a round can be dealt: how it ends, and what it
gains.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import perm
from typing import Final

import numpy as np

from croupier.cards import DECK
from croupier.games.three_way_action.blackjack import MOST_CARDS
from croupier.games.three_way_action.exact.blackjack_counts import (
    ACE,
    FULL_DECK,
    ROW,
    VALUES,
    Counts,
    dealer_finals,
    player_hands,
)
from croupier.games.three_way_action.exact.blackjack_drawn import MOST_DRAWN, drawn_hands
from croupier.games.three_way_action.exact.blackjack_play import (
    DEALER,
    DOUBLED,
    LOSE,
    NO_CHOICE,
    NOT_OFFERED,
    OVER,
    PUSH,
    SEVEN,
    SPLIT,
    WIN,
    Actions,
    Facing,
    Terms,
    ends_of,
    meet_dealer,
    reached,
    rows_with,
    terms_of,
    value_hands,
)
from croupier.games.three_way_action.exact.blackjack_split import (
    MOST_NET,
    SplitFacing,
    face_split,
    net_of,
    split_ends,
    value_both,
)
from croupier.games.three_way_action.rules import BLACKJACK_ODDS, Rules, SplitAces

__all__ = [
    "ALL_ROWS",
    "Against",
    "Outcome",
    "Play",
    "Tally",
    "against",
    "against_all",
    "best_play",
    "split_played",
    "tally",
]

ALL_ROWS: Final = perm(len(DECK), 1 + ROW)
"""How many rows a round can be dealt, the up card first."""

Outcome = tuple[str, Fraction, int]
"""What it is called, what it gains and what was staked."""


@dataclass(frozen=True, slots=True)
class Against:
    """One up card, and everything that does not depend on how hands are played against it."""

    up: int
    base: Counts
    """What is unseen and what the player holds, by value."""
    facing: Facing
    split: SplitFacing | None
    """None where aces cannot be split."""
    split_aces: SplitAces

    def unseen(self, hand: int) -> int:
        """How many cards are unseen beside a hand."""
        return int(self.facing.met.unseen[hand])

    def naturals(self, hand: int) -> int:
        """How many of the hole cards that a hand leaves make a blackjack."""
        hole = self.facing.natural
        return int(self.facing.met.left[hand, hole]) if hole >= 0 else 0

    def rows(self, hand: int) -> int:
        """How many rows are counted from a hand on: what its values are to be divided by."""
        unseen = self.unseen(hand)
        holes = unseen - self.naturals(hand) if self.facing.terms.peeks else unseen
        return rows_with(holes, unseen, int(self.facing.hands.cards[hand]))


@dataclass(frozen=True, slots=True)
class Play:
    """What to do with every hand against one up card."""

    actions: Actions
    split: tuple[Actions, Actions] | None = None
    """With the first of two split hands, and with the second, where they are played on."""
    split_ends: Counts | None = field(default=None, compare=False)
    """What becomes of aces split."""
    options: Counts | None = field(default=None, compare=False)
    """What every option of every hand is worth, where this is the best play."""
    best: Counts | None = field(default=None, compare=False)
    """What the best of them is worth."""


def against(base: Counts, up: int, rules: Rules, terms: Terms | None = None) -> Against:
    """Counts the dealer's hands for one up card and whatever other cards there are."""
    finals = dealer_finals(up)
    terms = terms or terms_of(rules)
    hands, drawn = player_hands(), drawn_hands()
    # Seven cards win whatever the dealer has.
    met = meet_dealer(base, hands, finals, MOST_CARDS - terms.seven_win)
    split = None
    if rules.split_aces is not SplitAces.NOT_ALLOWED and base[ACE] >= 2:
        on_aces = base.copy()
        on_aces[ACE] -= 2
        most = MOST_DRAWN if rules.split_aces is SplitAces.DRAW_FREELY else 2
        split = face_split(on_aces, drawn, finals, terms, most)
    facing = Facing(hands, met, finals.natural, terms)
    return Against(up, base, facing, split, rules.split_aces)


def against_all(rules: Rules, terms: Terms | None = None) -> tuple[Against, ...]:
    """Every up card, from a whole deck."""
    found = []
    for up in range(VALUES):
        base = FULL_DECK.copy()
        base[up] -= 1
        found.append(against(base, up, rules, terms))
    return tuple(found)


def split_played(one: Against, plays: tuple[Actions, Actions] | None) -> Counts | None:
    """What becomes of aces split and then played so; None where they cannot be split."""
    if one.split is None:
        return None
    if plays is None:
        many = int(one.split.drawn.up_to[MOST_DRAWN - 1])
        plays = (
            np.full((many, VALUES), NO_CHOICE, np.int8),
            np.full((many, many), NO_CHOICE, np.int8),
        )
    return split_ends(one.split, *plays)


def best_play(one: Against) -> Play:
    """The best there is to do against an up card, whatever the player holds."""
    plays = None
    if one.split is not None and one.split_aces is SplitAces.DRAW_FREELY:
        *_, first, second = value_both(one.split)
        plays = first, second
    ends = split_played(one, plays)
    options, best, actions = value_hands(one.facing, NOT_OFFERED if ends is None else net_of(ends))
    return Play(actions, plays, ends, options, best)


# All that becomes of it.

_SINGLE: Final = {
    WIN: ("Win", 1),
    PUSH: ("Push", 0),
    LOSE: ("Lose", -1),
    OVER: ("Bust", -1),
    SEVEN: ("Seven cards", 1),
    DEALER: ("Dealer's blackjack", -1),
}
_STAKED: Final = {2: "Split", 3: "Split, one doubled", 4: "Split, both doubled"}


@dataclass(slots=True)
class Tally:
    """All rows of a round, played by a plan."""

    outcomes: dict[Outcome, int] = field(default_factory=dict)
    first: dict[int, int] = field(default_factory=dict)
    """By option: the rows in which it is the first thing done."""
    gained: dict[tuple[int, int], Fraction] = field(default_factory=dict)
    """By up card and first two cards: the units gained on all rows that begin so."""
    rows: dict[tuple[int, int], int] = field(default_factory=dict)
    """How many rows those are."""

    @property
    def expectation(self) -> Fraction:
        """What a unit bet gains on average."""
        return sum(self.gained.values(), Fraction(0)) / ALL_ROWS


def tally(everything: Sequence[Against], plan: Sequence[Play], rules: Rules) -> Tally:
    """Counts all that becomes of a plan, from a whole deck."""
    counted = Tally()
    hands = player_hands()
    for one, play in zip(everything, plan, strict=True):
        ends = ends_of(one.facing, play.actions)
        ways = reached(one.facing, one.base, play.actions)
        for hand in np.flatnonzero((hands.cards == 2) & (ways > 0)).tolist():
            times = int(FULL_DECK[one.up]) * int(ways[hand])
            gained = Fraction(0)
            for name, net, staked, rows in _ends_of_start(one, play, ends, hand, rules):
                outcome = name, Fraction(net), staked
                counted.outcomes[outcome] = counted.outcomes.get(outcome, 0) + times * rows
                gained += net * times * rows
            counted.gained[one.up, hand] = gained
            counted.rows[one.up, hand] = times * perm(one.unseen(hand), ROW - 2)
            action = int(play.actions[hand])
            if action != NO_CHOICE:
                rows = times * one.rows(hand)
                counted.first[action] = counted.first.get(action, 0) + rows
    assert sum(counted.outcomes.values()) == sum(counted.rows.values()) == ALL_ROWS
    return counted


def _ends_of_start(
    one: Against, play: Play, ends: Counts, hand: int, rules: Rules
) -> Iterator[tuple[str, int | Fraction, int, int]]:
    """All that becomes of the first two cards: its name, gain, stake and how many rows."""
    unseen = one.unseen(hand)
    beaten = rows_with(one.naturals(hand), unseen, 2)
    if hand == player_hands().natural:
        pays = BLACKJACK_ODDS[rules.blackjack_pays].fraction
        yield "Blackjack", pays, 1, perm(unseen, ROW - 2) - beaten
        yield "Blackjack against blackjack", 0, 1, beaten
        return
    if one.facing.terms.peeks:
        yield *_SINGLE[DEALER], 1, beaten
    if play.actions[hand] == SPLIT:
        assert play.split_ends is not None, "what is split comes to some end"
        yield from _ends_of_split(play.split_ends)
        return
    for end, (name, net) in _SINGLE.items():
        yield name, net, 1, int(ends[hand, end])
        twice = -one.facing.terms.lost_doubled if end == DEALER else 2 * net
        yield f"{name}, doubled", twice, 2, int(ends[hand, end + DOUBLED])


def _ends_of_split(ends: Counts) -> Iterator[tuple[str, int, int, int]]:
    for at, staked, by_blackjack in np.argwhere(ends).tolist():
        net, how = at - MOST_NET, _STAKED[2 + staked]
        result = f"{net} won" if net > 0 else f"{-net} lost" if net < 0 else "even"
        name = f"Dealer's blackjack, {how.lower()}" if by_blackjack else f"{how}, {result}"
        yield name, net, 2 + staked, int(ends[at, staked, by_blackjack])
