"""All deals, with the second hand played by the cards the first has drawn."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from math import perm
from typing import Final

import numpy as np

from croupier.compiled import kernel
from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.deals import (
    against_under,
    sets_against,
)
from croupier.games.roll_your_own_blackjack.exact.endings import Endings, fall_table, ways_to
from croupier.games.roll_your_own_blackjack.exact.hand_index import Counts, Hands
from croupier.games.roll_your_own_blackjack.exact.hand_plans import HandPlan, split_value
from croupier.games.roll_your_own_blackjack.exact.hand_values import NATURAL
from croupier.games.roll_your_own_blackjack.exact.hand_worth import (
    BLACKJACK_GAIN,
    HandWorth,
    hand_worth,
    second_for_natural,
    split_share,
)
from croupier.games.roll_your_own_blackjack.exact.insurance import insurance_gain
from croupier.games.roll_your_own_blackjack.exact.pairs import with_natural
from croupier.games.roll_your_own_blackjack.exact.players import BestPlayer, allowed_under
from croupier.games.roll_your_own_blackjack.exact.second_hand import SecondHand
from croupier.games.roll_your_own_blackjack.exact.side_by_side import (
    LONGEST_FIRST,
    Told,
    each_up_card,
)
from croupier.games.roll_your_own_blackjack.rules import PlayOrder, Rules
from croupier.table.worth import Progress, quietly

__all__ = ["SecondSees", "second_hand_sees"]

_MEMO_BITS: Final = 20


@dataclass(frozen=True, slots=True)
class SecondSees:
    """What both hands bring when the second is played by what the first has drawn."""

    gained: Fraction
    """By both bets of a unit, on average over the deals of these up cards."""
    gained_alone: Fraction
    """The same when each hand is played by itself."""
    deals: Fraction
    """How many deals there are with these up cards."""
    close: int
    """How many decisions were too close to be sure of."""


def second_hand_sees(
    rules: Rules, progress: Progress = quietly, part: tuple[int, ...] = LONGEST_FIRST
) -> SecondSees:
    """What that policy is worth against some up cards, or all."""
    found = each_up_card(
        "Playing the second hand by the first",
        lambda up, tell: _against(up, rules, tell),
        progress,
        part,
    )
    deals = sum((some.deals for some in found), Fraction(0))
    return SecondSees(
        sum((some.gained * some.deals for some in found), Fraction(0)) / deals,
        sum((some.gained_alone * some.deals for some in found), Fraction(0)) / deals,
        deals,
        sum(some.close for some in found),
    )


def _against(up: int, rules: Rules, tell: Told) -> SecondSees:
    against = against_under(up, rules, _MEMO_BITS)
    seconds = _Seconds(against, rules)
    gained, deals = Fraction(0), Fraction(0)
    for one in sets_against(against, rules, BestPlayer(rules)):
        deals += one.ways
        value = 2 * BLACKJACK_GAIN
        if one.plans is not None:
            two_card, one_card = one.plans
            look = rules.dealer_blackjack
            worths = hand_worth(against, two_card, look), hand_worth(against, one_card, look)
            value = worths[0].value + worths[1].value
            if one.insured is not None:
                value += insurance_gain(one.insured)
            if two_card.actions != (NATURAL,):
                seconds.note(one.plans, worths, one.ways)
        gained += one.ways * value
    better, close = seconds.better(tell)
    return SecondSees((gained + better) / deals, gained / deals, deals, close)


class _Seconds:
    """The second hands of all deals, put together where the same cards are gone."""

    def __init__(self, against: Against, rules: Rules) -> None:
        self._against = against
        self._allowed = allowed_under(rules)
        self._is_two_card_first = rules.play_order is PlayOrder.TWO_CARD_FIRST
        self._cards = 0
        """How many cards are left when play begins."""
        self._known: Fraction = Fraction(0)
        """What is known already of how much more they gain, times the deals."""
        self._cases: dict[Hands, Counter[int]] = {}
        """By second hand and key of all cards gone: in how many ways that comes about."""

    def note(
        self,
        plans: tuple[HandPlan, HandPlan],
        worths: tuple[HandWorth, HandWorth],
        ways: Fraction,
    ) -> None:
        """Notes the second hand of a deal, for each way in which the first can end."""
        two_card, one_card = plans
        if self._is_two_card_first:
            if two_card.split is None:
                self._known -= ways * _when_played(self._against, worths[1])
                self._note_endings(two_card.endings, two_card, one_card, ways)
            return
        self._known -= ways * _when_played(self._against, worths[0])
        endings, second = one_card.endings, second_for_natural(one_card.start[0])
        if second >= 0:
            endings = with_natural(endings, second)
        self._note_endings(endings, one_card, two_card, ways)
        if one_card.split:
            # It is played as if nothing were known of the first.
            share = split_share(self._against, one_card)
            self._known += ways * share * _when_gone(self._against, two_card, one_card.start[0])

    def _note_endings(
        self, endings: Endings, first: HandPlan, second: HandPlan, ways: Fraction
    ) -> None:
        seen = (*first.gone, *first.start)
        deck, key = self._against.left(seen), self._against.key(seen)
        self._cards = int(deck.sum())
        assert ways.denominator == 1, "the best player sets each hand in one way"
        cases = self._cases.setdefault(second.start, Counter())
        for gone, times in zip(
            (endings.keys + key).tolist(), all_ways(endings, deck).tolist(), strict=True
        ):
            if times:
                cases[gone] += ways.numerator * times

    def better(self, tell: Told) -> tuple[Fraction, int]:
        """How much more all second hands gain, times the deals; and how many calls were close."""
        total, close = self._known, 0
        for at, (start, cases) in enumerate(self._cases.items()):
            tell(at / len(self._cases))
            hand = SecondHand(self._against, start, self._allowed[len(start) == 1])
            for gone, ways in cases.items():
                deck = self._against.deck_of(gone)
                value, some_close = hand.value(deck, gone)
                drawn = self._cards - int(deck.sum())
                total += Fraction(ways, perm(self._cards, drawn)) * value
                close += some_close
        return total, close


def _when_played(against: Against, worth: HandWorth) -> Fraction:
    """What a hand gains where the dealer has not found a blackjack first."""
    if not against.looks:
        return worth.value
    return worth.value + worth.early - BLACKJACK_GAIN * worth.natural_too


def _when_gone(against: Against, plan: HandPlan, card: int) -> Fraction:
    """What a two-card hand gains by its plan when a further card is gone, unknown to it."""
    gone = (*plan.gone, card)
    if plan.split:
        return split_value(against, replace(plan.split, gone=gone))
    return against.tally(plan.endings, (*gone, *plan.start)).value


@kernel
def all_ways(endings: Endings, deck: Counts) -> Counts:
    """In how many ways each ending is reached."""
    ways, falls = np.empty(len(endings.orders), dtype=np.int64), fall_table(deck)
    for at in range(len(ways)):
        ways[at], _ = ways_to(endings.orders[at], endings.keys[at], falls)
    return ways
