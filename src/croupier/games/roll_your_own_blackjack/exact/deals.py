"""Every deal of three cards and an up card, set and played: what both hands bring.

There are 220 sets of three values and ten up cards. Each stands for so many deals of real cards.
Where the burned card is shown, its value is a further thing that is known. The up cards do not
touch each other and are worked out side by side.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

import numpy as np

from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.both_hands import Both, both_hands
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    ACE,
    DECK_COUNTS,
    VALUES,
    Hands,
    card_of,
    counts_of,
)
from croupier.games.roll_your_own_blackjack.exact.hand_plans import HandPlan
from croupier.games.roll_your_own_blackjack.exact.hand_worth import (
    BLACKJACK_GAIN,
    HandWorth,
    hand_worth,
)
from croupier.games.roll_your_own_blackjack.exact.insurance import blackjack_share, insurance_gain
from croupier.games.roll_your_own_blackjack.exact.moments import NOTHING, Moments
from croupier.games.roll_your_own_blackjack.exact.players import Player, Setting, settings_of
from croupier.games.roll_your_own_blackjack.exact.side_by_side import Told, each_up_card
from croupier.games.roll_your_own_blackjack.exact.split_worth import Bringing
from croupier.games.roll_your_own_blackjack.rules import BurnedCard, DealerBlackjack, Rules
from croupier.games.roll_your_own_blackjack.script import is_double_blackjack
from croupier.table.worth import Progress, quietly

__all__ = [
    "MEMO_BITS",
    "UP_CARDS",
    "Deal",
    "Make",
    "Set",
    "Spread",
    "against_under",
    "deals",
    "sets_against",
    "three_cards",
]

MEMO_BITS: Final = 18
_MEMO_BITS_FOR_SPREAD: Final = 20
UP_CARDS: Final = (*range(1, VALUES), ACE)
"""As they are usually listed: two to ten, then the ace."""


@dataclass(frozen=True, slots=True)
class Spread:
    """More than the mean: what a deal brings, result by result."""

    both: Both
    two_hands: tuple[Bringing, Bringing]
    """Of the two-card hand and of the one-card hand: what splits into two bring."""
    more_hands: tuple[Moments, Moments]
    """The same of splits into more."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One set of three values against one up card, set in one way."""

    three: Hands
    up: int
    burned: int | None
    """The burned card, where it is shown."""
    ways: Fraction
    """How many deals of real cards it stands for; a part, where they are set in several ways."""
    alone: int | None
    """The card set alone; None where both hands are blackjacks however they are set."""
    hands: tuple[HandWorth, HandWorth] | None
    """The two-card hand and the one-card hand."""
    actions: tuple[tuple[int, ...], tuple[int, ...]] | None
    """What is done with the two cards; and with the one, by its second card."""
    insured: Fraction | None = None
    """If he insures: how often the dealer has a blackjack."""
    spread: Spread | None = None
    beside: tuple[Fraction, ...] = ()
    """What both bets gain when the cards are set by other rules, and played as well."""

    @property
    def value(self) -> Fraction:
        """What both bets and insurance gain together."""
        if self.hands is None:
            return 2 * BLACKJACK_GAIN
        value = self.hands[0].value + self.hands[1].value
        return value if self.insured is None else value + insurance_gain(self.insured)


Make = Callable[[Rules], Player]
"""Makes a player for one up card."""


def three_cards() -> Iterator[Hands]:
    """All sets of three values."""
    return combinations_with_replacement(range(VALUES), 3)


def deals(
    rules: Rules,
    make: Make,
    progress: Progress = quietly,
    *,
    beside: Sequence[Setting] = (),
    with_spread: bool = False,
) -> tuple[Deal, ...]:
    """Every deal, set and played by a player; and set by other rules beside his own."""

    def against(up: int, tell: Told) -> list[Deal]:
        found, situations = [], sum(1 for _ in _situations(up, rules))
        player = make(rules)
        for deal in _deals_against(up, rules, player, beside, with_spread=with_spread):
            found.append(deal)
            tell(len(found) / max(situations, len(found)))
        return found

    by_up = each_up_card("Setting and playing three cards", against, progress)
    return tuple(deal for some in by_up for deal in some)


class Set(NamedTuple):
    """A deal that is set, but not played."""

    three: Hands
    burned: int | None
    ways: Fraction
    alone: int | None
    """None where both hands are blackjacks however they are set."""
    plans: tuple[HandPlan, HandPlan] | None
    insured: Fraction | None


def sets_against(against: Against, rules: Rules, player: Player) -> Iterator[Set]:
    """Every deal with an up card, as a player sets it."""
    for three, burned, ways in _situations(against.up, rules):
        if is_double_blackjack(tuple(map(card_of, three))):
            yield Set(three, burned, ways, None, None, None)
            continue
        gone = () if burned is None else (burned,)
        insured = None
        if against.up == ACE and player.insures(against, (*three, *gone)):
            insured = blackjack_share(against.left((*three, *gone)))
        for alone, share in player.alone(against, three, gone).items():
            plans = _plans(against, player, three, alone, gone)
            yield Set(three, burned, ways * share, alone, plans, insured)


def _plans(
    against: Against, player: Player, three: Hands, alone: int, gone: Hands
) -> tuple[HandPlan, HandPlan]:
    """How a player plays both hands of a setting."""
    together = settings_of(three)[alone]
    return (
        player.two_card_plan(against, together, tuple(sorted((*gone, alone)))),
        player.one_card_plan(against, alone, tuple(sorted((*gone, *together)))),
    )


def against_under(up: int, rules: Rules, memo_bits: int = MEMO_BITS) -> Against:
    """An up card under the reading of when the dealer looks for a blackjack."""
    looks = rules.dealer_blackjack is not DealerBlackjack.NO_CHECK_ALL_LOSE
    return Against(up, looks=looks, memo_bits=memo_bits)


def _deals_against(
    up: int, rules: Rules, player: Player, beside: Sequence[Setting], *, with_spread: bool
) -> Iterator[Deal]:
    against = against_under(up, rules, _MEMO_BITS_FOR_SPREAD if with_spread else MEMO_BITS)
    look = rules.dealer_blackjack
    for one in sets_against(against, rules, player):
        if one.plans is None:
            sure = (2 * BLACKJACK_GAIN,) * len(beside)
            yield Deal(one.three, up, one.burned, one.ways, None, None, None, beside=sure)
            continue
        two_card, one_card = one.plans
        worths = hand_worth(against, two_card, look), hand_worth(against, one_card, look)
        deal = Deal(
            one.three,
            up,
            one.burned,
            one.ways,
            one.alone,
            (replace(worths[0], split=None), replace(worths[1], split=None)),
            (two_card.actions, one_card.actions),
            one.insured,
            _spread(against, one.plans, worths) if with_spread else None,
        )
        others = (_value_beside(against, player, deal, setting, look) for setting in beside)
        yield replace(deal, beside=tuple(others)) if beside else deal


def _value_beside(
    against: Against, player: Player, deal: Deal, setting: Setting, look: DealerBlackjack
) -> Fraction:
    """What a deal is worth when it is set by another rule, and played as by the player."""
    assert deal.hands is not None, "a double blackjack is not set at all"
    gone = () if deal.burned is None else (deal.burned,)
    value = deal.value - deal.hands[0].value - deal.hands[1].value
    for alone, share in setting(against, deal.three, gone).items():
        if alone == deal.alone:
            value += share * (deal.hands[0].value + deal.hands[1].value)
        else:
            for plan in _plans(against, player, deal.three, alone, gone):
                value += share * hand_worth(against, plan, look).value
    return value


def _situations(up: int, rules: Rules) -> Iterator[tuple[Hands, int | None, Fraction]]:
    """Three cards, the burned card where it is shown, and how many deals have them."""
    for three in three_cards():
        deck = DECK_COUNTS - counts_of([up])
        ways = int(DECK_COUNTS[up])
        for value in set(three):
            ways *= comb(int(deck[value]), three.count(value))
        if ways == 0:
            continue
        if rules.burned_card is BurnedCard.UNSEEN:
            yield three, None, Fraction(ways)
            continue
        deck -= counts_of(three)
        for burned in np.flatnonzero(deck).tolist():
            yield three, burned, Fraction(ways * int(deck[burned]))


def _spread(
    against: Against, plans: tuple[HandPlan, HandPlan], worths: tuple[HandWorth, HandWorth]
) -> Spread:
    families = [_families(worth) for worth in worths]
    return Spread(
        both_hands(against, plans, worths),
        (families[0][0], families[1][0]),
        (families[0][1], families[1][1]),
    )


def _families(worth: HandWorth) -> tuple[Bringing, Moments]:
    if worth.split is None:
        return {}, NOTHING
    share = worth.split_share
    two = {key: one * share for key, one in worth.split.two_hands().items()}
    return two, worth.split.moments(least_hands=3).times(share)
