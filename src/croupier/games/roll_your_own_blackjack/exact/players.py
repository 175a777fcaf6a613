"""Players: how three cards are set, and how the two hands are played.

The best player takes each decision from the cards he has seen before play: his three, the up
card, and the burned card where it is shown. The others go by simple rules.
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Final, Protocol

import numpy as np

from croupier.cards import blackjack_total
from croupier.games.blackjack_habit import usual_play
from croupier.games.blackjack_hands import dealer_draws
from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.endings import Hits
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    ACE,
    TEN,
    VALUES,
    Hands,
    card_of,
    hand_index,
    hand_numbers,
)
from croupier.games.roll_your_own_blackjack.exact.hand_plans import (
    Allowed,
    HandPlan,
    SplitPlan,
    best_one_card_plan,
    best_two_card_plan,
    make_split,
)
from croupier.games.roll_your_own_blackjack.exact.hand_values import (
    CLOSE,
    DOUBLE,
    HIT,
    NATURAL,
    SPLIT,
    STAND,
)
from croupier.games.roll_your_own_blackjack.exact.hand_worth import hand_worth, near_value
from croupier.games.roll_your_own_blackjack.exact.insurance import blackjack_share, insurance_gain
from croupier.games.roll_your_own_blackjack.habit import usual_choice
from croupier.games.roll_your_own_blackjack.rules import (
    MOST_SPLITS,
    DealerBlackjack,
    DoubleAfterSplit,
    OneCardHand,
    Rules,
)
from croupier.games.roll_your_own_blackjack.script import ALONE
from croupier.table.layout import Layout, PlacedCard
from croupier.table.places import Face, Place
from croupier.table.steps import Asked, Option

__all__ = [
    "OPTIONS",
    "BestPlayer",
    "Player",
    "RulePlayer",
    "Setting",
    "allowed_under",
    "highest_two_card_total",
    "like_the_dealer",
    "play_as_usual",
    "set_as_usual",
    "settings_of",
]

OPTIONS: Final = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split"}
"""What a hand may do, by the names of the game."""
_ACTIONS: Final = {name: action for action, name in OPTIONS.items()}

Chances = Mapping[int, Fraction]
"""Which value is set alone, how often: where it depends on the order of the cards, several."""


def allowed_under(rules: Rules) -> tuple[Allowed, Allowed]:
    """What the two-card hand and the one-card hand may do."""
    after_split = rules.double_after_split is DoubleAfterSplit.ALLOWED
    most = MOST_SPLITS[rules.split_limit]
    reading = rules.one_card_hand
    doubles = reading in (OneCardHand.DOUBLE_AND_SPLIT, OneCardHand.DOUBLE_ONLY)
    splits = reading in (OneCardHand.DOUBLE_AND_SPLIT, OneCardHand.SPLIT_ONLY)
    return (
        Allowed(double=True, split=True, double_split=after_split, most_splits=most),
        Allowed(doubles, splits, doubles and after_split, most),
    )


def settings_of(three: Hands) -> dict[int, Hands]:
    """The ways to set three cards: the cards together, by the value that stands alone."""
    return {card: (*three[:at], *three[at + 1 :]) for at, card in enumerate(three)}


class Player(Protocol):
    """Somebody who sets and plays his hands, each from what he saw before play."""

    def alone(self, against: Against, three: Hands, gone: Hands) -> Chances:
        """Which of the three he sets alone; `gone` are further cards he has seen."""
        ...

    def two_card_plan(self, against: Against, together: Hands, gone: Hands) -> HandPlan:
        """How he plays the two-card hand; `gone` are all other cards he has seen."""
        ...

    def one_card_plan(self, against: Against, card: int, gone: Hands) -> HandPlan:
        """How he plays the one-card hand."""
        ...

    def insures(self, against: Against, seen: Hands) -> bool:
        """Whether he takes insurance, where it is offered."""
        ...


class BestPlayer(Player):
    """Takes every decision for the best, and each hand by itself."""

    def __init__(self, rules: Rules) -> None:
        self._look: DealerBlackjack = rules.dealer_blackjack
        self._allowed = allowed_under(rules)
        self._plans: dict[tuple[Against, Hands, Hands], HandPlan] = {}

    def alone(self, against: Against, three: Hands, gone: Hands) -> Chances:
        near = {
            card: sum(
                near_value(against, plan, self._look)
                for plan in self._both(against, card, together, gone)
            )
            for card, together in settings_of(three).items()
        }
        close = [card for card, value in near.items() if value > max(near.values()) - CLOSE]
        if len(close) > 1:
            together = settings_of(three)
            close = [
                max(
                    close,
                    key=lambda card: sum(
                        hand_worth(against, plan, self._look).value
                        for plan in self._both(against, card, together[card], gone)
                    ),
                )
            ]
        return {close[0]: Fraction(1)}

    def two_card_plan(self, against: Against, together: Hands, gone: Hands) -> HandPlan:
        key = against, together, gone
        if key not in self._plans:
            self._plans[key] = best_two_card_plan(against, together, gone, self._allowed[0])
        return self._plans[key]

    def one_card_plan(self, against: Against, card: int, gone: Hands) -> HandPlan:
        key = against, (card,), gone
        if key not in self._plans:
            self._plans[key] = best_one_card_plan(against, card, gone, self._allowed[1])
        return self._plans[key]

    def insures(self, against: Against, seen: Hands) -> bool:
        """Where that gains; at two to one, where more than a third are tens."""
        return insurance_gain(blackjack_share(against.left(seen))) > 0

    def _both(
        self, against: Against, card: int, together: Hands, gone: Hands
    ) -> tuple[HandPlan, HandPlan]:
        return (
            self.two_card_plan(against, together, tuple(sorted((*gone, card)))),
            self.one_card_plan(against, card, tuple(sorted((*gone, *together)))),
        )


# Players by simple rules.


class Setting(Protocol):
    """A rule for setting three cards."""

    def __call__(self, against: Against, three: Hands, gone: Hands) -> Chances:
        """Which is set alone."""
        ...


class Play(Hashable, Protocol):
    """A rule for playing a hand."""

    def __call__(self, hand: Hands, up: int, offered: tuple[str, ...]) -> str:
        """Which of the options offered he takes."""
        ...


@dataclass(frozen=True)
class RulePlayer(Player):
    """Sets and plays by rules that look at nothing but the hand itself and the up card."""

    setting: Setting
    play: Play
    allowed: tuple[Allowed, Allowed]

    def alone(self, against: Against, three: Hands, gone: Hands) -> Chances:
        return self.setting(against, three, gone)

    def two_card_plan(self, against: Against, together: Hands, gone: Hands) -> HandPlan:
        action, split = self._first(together, against.up, gone, self.allowed[0])
        return HandPlan(together, gone, (action,), self._hits(against.up), split)

    def one_card_plan(self, against: Against, card: int, gone: Hands) -> HandPlan:
        actions, the_split = [], None
        for second in range(VALUES):
            hand = min(card, second), max(card, second)
            action, split = self._first(hand, against.up, gone, self.allowed[1])
            actions.append(action)
            the_split = the_split or split
        return HandPlan((card,), gone, tuple(actions), self._hits(against.up), the_split)

    def insures(self, against: Against, seen: Hands) -> bool:  # noqa: ARG002
        """Never: that is the usual advice."""
        return False

    def _first(
        self, hand: Hands, up: int, gone: Hands, allowed: Allowed
    ) -> tuple[int, SplitPlan | None]:
        if hand == (ACE, TEN):
            return NATURAL, None
        can_split = allowed.split and hand[0] == hand[1]
        action = self._action(hand, up, can_double=allowed.double, can_split=can_split)
        if action != SPLIT:
            return action, None
        second = []
        for other in range(VALUES):
            pair = min(hand[0], other), max(hand[0], other)
            # Split aces get one card each, and with twenty-one a hand stops.
            stops = hand[0] == ACE or pair == (ACE, TEN)
            action = STAND if stops else self._action(pair, up, can_double=allowed.double_split)
            second.append(action)
        further = 0 if hand[0] == ACE else allowed.most_splits - 1
        return SPLIT, make_split(hand[0], gone, further, second, self._hits(up))

    def _action(
        self, hand: Hands, up: int, *, can_double: bool = False, can_split: bool = False
    ) -> int:
        offered = ["stand", "hit"]
        if can_double:
            offered.append("double")
        if can_split:
            offered.append("split")
        return _ACTIONS[self.play(hand, up, tuple(offered))]

    def _hits(self, up: int) -> Hits:
        return _hits(self.play, up)


@cache
def _hits(play: Play, up: int) -> Hits:
    """Which hands a rule hits where it can do nothing but hit or stand."""
    totals = hand_index().totals
    hits = np.zeros(hand_index().live, dtype=np.bool_)
    for hand, number in hand_numbers().items():
        hits[number] = totals[number] < 21 and play(hand, up, ("stand", "hit")) == "hit"
    return hits


def play_as_usual(hand: Hands, up: int, offered: tuple[str, ...]) -> str:
    """The usual advice."""
    return usual_play([*map(card_of, hand)], card_of(up), offered)


def like_the_dealer(hand: Hands, up: int, offered: tuple[str, ...]) -> str:  # noqa: ARG001
    """Hits where the dealer would draw, and never doubles or splits."""
    return "hit" if dealer_draws(blackjack_total(map(card_of, hand))) else "stand"


def set_as_usual(against: Against, three: Hands, gone: Hands) -> Chances:  # noqa: ARG001
    """As a sensible player does without a computer; equals by the order in which they came."""
    return _usual_setting(three)


@cache
def _usual_setting(three: Hands) -> Chances:
    place = Place.of_seat(1, "Hand")
    asked = Asked(1, tuple(Option(name, name) for name in ALONE))
    chosen = Counter[int]()
    for order in permutations(three):
        lying = [PlacedCard(card_of(value), Face.OWN) for value in order]
        chosen[order[ALONE.index(usual_choice(Layout(cards={place: lying}), asked))]] += 1
    return {card: Fraction(times, chosen.total()) for card, times in chosen.items()}


def highest_two_card_total(against: Against, three: Hands, gone: Hands) -> Chances:  # noqa: ARG001
    """The two cards with the highest total together."""
    together = settings_of(three)
    best = max(together, key=lambda card: blackjack_total(map(card_of, together[card])).total)
    return {best: Fraction(1)}
