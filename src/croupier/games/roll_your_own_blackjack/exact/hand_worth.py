"""What a hand is worth when it is played by its plan: exactly, from the deal on."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.dealer_counts import NEVER
from croupier.games.roll_your_own_blackjack.exact.endings import (
    LOST,
    PUSHED,
    TO_BLACKJACK,
    WON,
    Tally,
)
from croupier.games.roll_your_own_blackjack.exact.hand_index import ACE, TEN
from croupier.games.roll_your_own_blackjack.exact.hand_plans import HandPlan
from croupier.games.roll_your_own_blackjack.exact.hand_values import NATURAL, SPLIT
from croupier.games.roll_your_own_blackjack.exact.pairs import GAINS
from croupier.games.roll_your_own_blackjack.exact.split_worth import Bringing, SplitWorth
from croupier.games.roll_your_own_blackjack.rules import DealerBlackjack

__all__ = [
    "BLACKJACK_GAIN",
    "HandWorth",
    "hand_worth",
    "near_value",
    "second_for_natural",
    "split_share",
]

BLACKJACK_GAIN: Final = GAINS[-1][0]
"""What a blackjack gains for each unit."""


@dataclass(frozen=True, slots=True)
class HandWorth:
    """One of the player's two hands, by all that can become of it."""

    natural: Fraction
    """How often it is a blackjack and the dealer has none."""
    natural_too: Fraction
    """How often both have one, and the player's is paid."""
    early: Fraction
    """How often it is lost to a blackjack that the dealer finds before hands are played."""
    played: Tally
    """How often it is played without a split, and ends how."""
    splits: Fraction = Fraction(0)
    """How often it is split."""
    split_value: Fraction = Fraction(0)
    """What all hands split from it gain, on average over all cases."""
    split_staked: Fraction = Fraction(0)
    """What is staked on them, on average over all cases."""
    split_share: Fraction = Fraction(0)
    """How often the pair comes up that is split."""
    split: SplitWorth | None = None
    """What it is split into, for more about it; forgotten where many hands are kept."""

    @property
    def value(self) -> Fraction:
        """What it gains."""
        naturals = BLACKJACK_GAIN * (self.natural + self.natural_too)
        return naturals - self.early + self.played.value + self.split_value

    @property
    def staked(self) -> Fraction:
        """What is staked on it and on hands split from it."""
        once = self.natural + self.natural_too + self.early
        return once + self.played.staked + self.split_staked

    @property
    def doubles(self) -> Fraction:
        """How often it is doubled, before any split."""
        return sum(self.played.shares[1], Fraction(0))

    def without_splits(self) -> Bringing:
        """What it brings where it is not split."""
        found: Bringing = {
            (False, BLACKJACK_GAIN, 1): self.natural,
            (True, BLACKJACK_GAIN, 1): self.natural_too,
            (True, Fraction(-1), 1): self.early,
        }
        for stake, ends in self.played.by_stake:
            for end, gain, world in (
                (LOST, -1, False),
                (PUSHED, 0, False),
                (WON, 1, False),
                (TO_BLACKJACK, -1, True),
            ):
                key = world, Fraction(stake * gain), stake
                found[key] = found.get(key, Fraction(0)) + ends[end]
        return {key: share for key, share in found.items() if share}


def second_for_natural(card: int) -> int:
    """The second card that makes a one-card hand a blackjack, or NEVER."""
    return {ACE: TEN, TEN: ACE}.get(card, NEVER)


def hand_worth(against: Against, plan: HandPlan, look: DealerBlackjack) -> HandWorth:
    """What a hand is worth; `look` says when the dealer looks for a blackjack."""
    natural, too, early = _before_play(against, plan, look)
    played = against.tally(plan.endings, (*plan.gone, *plan.start))
    if plan.split is None:
        return HandWorth(natural, too, early, played)
    split, share = SplitWorth(against, plan.split), split_share(against, plan)
    return HandWorth(
        natural,
        too,
        early,
        played,
        splits=share * split.happens,
        split_value=share * split.value,
        split_staked=share * split.staked,
        split_share=share,
        split=split,
    )


def near_value(against: Against, plan: HandPlan, look: DealerBlackjack) -> float:
    """About what a hand is worth, to decide by."""
    natural, too, early = _before_play(against, plan, look)
    return float(BLACKJACK_GAIN * (natural + too) - early) + plan.near


def _before_play(
    against: Against, plan: HandPlan, look: DealerBlackjack
) -> tuple[Fraction, Fraction, Fraction]:
    """How often it is a blackjack, both are, and only the dealer's is and is found first."""
    deck = against.left((*plan.gone, *plan.start))
    cards = int(deck.sum())
    of_hole = int(deck[against.hole]) if against.hole >= 0 else 0
    blackjack = Fraction(of_hole, cards)
    if len(plan.start) == 2:
        if plan.actions == (NATURAL,):
            return 1 - blackjack, blackjack, Fraction(0)
        return Fraction(0), Fraction(0), blackjack if against.looks else Fraction(0)
    second, natural, too = second_for_natural(plan.start[0]), Fraction(0), Fraction(0)
    if second >= 0:
        natural = Fraction(int(deck[second]), cards)
        too = natural * Fraction(of_hole - (second == against.hole), cards - 1)
        natural -= too
    if look is DealerBlackjack.CHECK_AT_ONCE:
        return natural, Fraction(0), blackjack
    if look is DealerBlackjack.AFTER_SECOND_CARDS:
        return natural, too, blackjack - too
    return natural, too, Fraction(0)


def split_share(against: Against, plan: HandPlan) -> Fraction:
    """How often the pair that a plan splits comes up."""
    assert SPLIT in plan.actions
    if len(plan.start) == 2:
        return Fraction(1)
    deck = against.left((*plan.gone, *plan.start))
    return Fraction(int(deck[plan.start[0]]), int(deck.sum()))
