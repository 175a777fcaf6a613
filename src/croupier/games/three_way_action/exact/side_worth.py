"""3 Way-Action: what High Card is worth, and the Bonus by any pay table."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations

from croupier.cards import DECK
from croupier.cards.poker import all_five_card_ranks
from croupier.games.three_way_action.exact.poker_worth import net_of
from croupier.games.three_way_action.exact.seven_cards import WHOLE, hand_counts
from croupier.games.three_way_action.script import against_card, bonus_lines
from croupier.table.paytable import PayTable
from croupier.table.settlement import Result
from croupier.table.worth import BetWorth, OutcomeWorth

__all__ = ["bonus_bet", "hands_by_lines", "high_card_bet"]

_NAMES = {Result.WIN: "Win", Result.HALF_BACK: "Tie", Result.LOSE: "Lose"}


def high_card_bet() -> BetWorth:
    """What High Card is worth: every pair of first cards settled."""
    ways = Counter(against_card(card, dealer)[0] for card, dealer in permutations(DECK, 2))
    pairs = ways.total()
    return BetWorth(
        name="High Card",
        per="High Card",
        outcomes=tuple(
            OutcomeWorth(_NAMES[outcome.result], Fraction(some, pairs), net_of(outcome))
            for outcome, some in sorted(ways.items(), key=lambda item: -net_of(item[0]))
        ),
        method=f"Each of the {pairs:,} pairs of a player's and a dealer's first card settled.",
    )


@cache
def hands_by_lines() -> Mapping[tuple[str, ...], int]:
    """How many seven-card hands fit the same lines of the Bonus tables."""
    counts: Counter[tuple[str, ...]] = Counter()
    for rank, hands in zip(all_five_card_ranks(), hand_counts(WHOLE)[1:].tolist(), strict=True):
        if hands:
            counts[bonus_lines(rank)] += hands
    return counts


def bonus_bet(table: PayTable) -> BetWorth:
    """What the Bonus is worth by a pay table: the same however Blackjack is played."""
    ways: Counter[str | None] = Counter()
    for lines, hands in hands_by_lines().items():
        # As at the table: on the first of its lines that the table has.
        ways[next((line for line in lines if table.odds(line) is not None), None)] += hands
    outcomes = [
        OutcomeWorth(line.name, Fraction(ways[line.name], WHOLE.hands), line.odds.fraction)
        for line in table.lines
    ]
    return BetWorth(
        name="Bonus",
        per="Bonus",
        outcomes=(*outcomes, OutcomeWorth("Lose", Fraction(ways[None], WHOLE.hands), Fraction(-1))),
        method=f"All {WHOLE.hands:,} seven-card hands, counted by the rank of their best five.",
    )
