"""Roll Your Own Blackjack dealt out card by card, by plain recursion in fractions.

It deals in the order of the game: the hole card first, then the two-card hand with all hands
split from it, then the one-card hand, then the dealer. It knows nothing of counting, and uses
plans only to look up what is done with a hand.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from croupier.cards import blackjack_total
from croupier.games.blackjack_hands import dealer_draws
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    ACE,
    TEN,
    card_of,
    hand_numbers,
)
from croupier.games.roll_your_own_blackjack.exact.hand_plans import HandPlan
from croupier.games.roll_your_own_blackjack.exact.hand_values import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
)
from croupier.games.roll_your_own_blackjack.rules import DealerBlackjack

Deck = tuple[int, ...]
"""How many cards are left of each value."""
Ends = tuple[tuple[int, int, int], ...]
"""Of each hand in play: whose it is, its total (0 if bust, 22 if a blackjack), units staked."""

BUST, BLACKJACK = 0, 22


def total(hand: tuple[int, ...]) -> int:
    return blackjack_total(map(card_of, hand)).total


def draws(deck: Deck) -> Iterator[tuple[int, Fraction, Deck]]:
    """Each next card, how likely it is, and what is left."""
    cards = sum(deck)
    for value, count in enumerate(deck):
        if count:
            left = (*deck[:value], count - 1, *deck[value + 1 :])
            yield value, Fraction(count, cards), left


@dataclass(frozen=True)
class Dealt:
    """What both hands brought, and whether one was split."""

    gains: tuple[Fraction, Fraction]
    stakes: tuple[int, int]
    hands: tuple[int, int]
    to_blackjack: bool


class Dealing:
    """Every way a deal can go on, by the plans of its two hands."""

    def __init__(
        self, deck: Deck, up: int, plans: tuple[HandPlan, HandPlan], look: DealerBlackjack
    ) -> None:
        self.deck, self.up, self.plans, self.look = deck, up, plans, look

    def every(self) -> Counter[Dealt]:
        """All results, by probability."""
        found: Counter[Dealt] = Counter()
        for hole, share, deck in draws(self.deck):
            for (ends, dealer), chance in self._from_hole(hole, deck).items():
                found[self._settled(ends, dealer, hole)] += share * chance
        return found

    def _is_blackjack(self, hole: int) -> bool:
        return sorted((self.up, hole)) == [ACE, TEN]

    def _from_hole(self, hole: int, deck: Deck) -> Counter[tuple[Ends, tuple[int, ...]]]:
        two, one = (0, self.plans[0].start, 0), (1, self.plans[1].start, 0)
        looks = self.up in (ACE, TEN) and self.look is not DealerBlackjack.NO_CHECK_ALL_LOSE
        found: Counter[tuple[Ends, tuple[int, ...]]] = Counter()
        if looks and self.look is DealerBlackjack.AFTER_SECOND_CARDS:
            for second, share, left in draws(deck):
                hand = (1, tuple(sorted((*one[1], second))), 0)
                if self._is_blackjack(hole):
                    found[self._shown(two, hand), (self.up, hole)] += share
                else:
                    for ends, chance in self._play(left, (two, hand), (0, 0), hole).items():
                        found[ends] += share * chance
            return found
        if looks and self._is_blackjack(hole):
            return Counter({(self._shown(two, one), (self.up, hole)): Fraction(1)})
        return Counter(self._play(deck, (two, one), (0, 0), hole))

    def _shown(self, *hands: tuple[int, tuple[int, ...], int]) -> Ends:
        """Hands that end as they are."""
        return tuple(
            (who, BLACKJACK if sorted(cards) == [ACE, TEN] else total(cards), 1)
            for who, cards, _ in hands
        )

    @cache  # noqa: B019
    def _play(self, deck, hands, splits, hole) -> dict:
        """All ways in which these hands, and then the dealer, can end."""
        if not hands:
            return self._dealer(deck, (self.up, hole))
        (who, cards, in_split), rest = hands[0], hands[1:]
        found: Counter = Counter()

        def go_on(left, share, then, ends=(), used=splits):
            for (more, dealer), chance in self._play(left, then, used, hole).items():
                found[tuple(sorted((*ends, *more))), dealer] += share * chance

        def end(left, share, hand, stake):
            points = total(hand)
            go_on(left, share, rest, ((who, BUST if points > 21 else points, stake),))

        if len(cards) == 1:
            for value, share, left in draws(deck):
                second = tuple(sorted((*cards, value)))
                go_on(left, share, ((who, second, in_split), *rest))
            return found
        if cards == (ACE, TEN) and not in_split and len(cards) == 2:
            go_on(deck, Fraction(1), rest, ((who, BLACKJACK, 1),))
            return found
        match self._action(who, cards, in_split, splits[who]):
            case "split":
                used = tuple(count + (at == who) for at, count in enumerate(splits))
                one = (who, cards[:1], 1)
                go_on(deck, Fraction(1), (one, one, *rest), (), used)
            case "double":
                for value, share, left in draws(deck):
                    end(left, share, (*cards, value), 2)
            case "hit":
                for value, share, left in draws(deck):
                    hand = tuple(sorted((*cards, value)))
                    if total(hand) > 21:
                        end(left, share, hand, 1)
                    else:
                        go_on(left, share, ((who, hand, in_split), *rest))
            case _:
                end(deck, Fraction(1), cards, 1)
        return found

    def _action(self, who: int, cards: tuple[int, ...], in_split: int, splits: int) -> str:
        plan = self.plans[who]
        if total(cards) >= 21:
            return "stand"
        names = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split"}
        if len(cards) > 2:
            hits = plan.split.hits if in_split else plan.hits
            return "hit" if hits[hand_numbers()[cards]] else "stand"
        if not in_split:
            if len(plan.start) == 2:
                return names[plan.actions[0]]
            second = cards[1] if cards[0] == plan.start[0] else cards[0]
            return names[plan.actions[second]]
        split = plan.split
        is_pair = cards[0] == cards[1]
        if is_pair and splits < 1 + split.further:
            return "split"
        second = split.value if is_pair else cards[cards[0] == split.value]
        return names[split.second[second]]

    @cache  # noqa: B019
    def _dealer(self, deck: Deck, cards: tuple[int, ...]) -> dict:
        hand = blackjack_total(map(card_of, cards))
        if not dealer_draws(hand):
            return {((), (hand.total,)): Fraction(1)}
        found: Counter = Counter()
        for value, share, left in draws(deck):
            for ends, chance in self._dealer(left, (*cards, value)).items():
                found[ends] += share * chance
        return found

    def _settled(self, ends: Ends, dealer: tuple[int, ...], hole: int) -> Dealt:
        has_blackjack = self._is_blackjack(hole)
        points = total(dealer) if len(dealer) == 2 else dealer[0]
        gains, stakes, hands = [Fraction(0)] * 2, [0, 0], [0, 0]
        for who, mine, stake in ends:
            if mine == BLACKJACK:
                gain = Fraction(3, 2)
            elif has_blackjack or mine == BUST:
                gain = Fraction(-1)
            elif points > 21 or mine > points:
                gain = Fraction(1)
            else:
                gain = Fraction(0 if mine == points else -1)
            gains[who] += stake * gain
            stakes[who] += stake
            hands[who] += 1
        return Dealt(tuple(gains), tuple(stakes), tuple(hands), has_blackjack)
