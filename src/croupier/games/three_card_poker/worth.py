"""What the bets and decisions of Three Card Poker are worth, exactly."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np

from croupier.cards import Card
from croupier.games.three_card_poker.exact.bet_terms import (
    ALL_BETS,
    ANTE_AND_PLAY,
    BETS,
    PAIR_PLUS,
    SIX_CARD_BONUS,
    Terms,
)
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.exact.one_decision import (
    FRESH_OPTIONS,
    equal_stakes,
    require_fresh,
    value_asked,
    value_decision,
)
from croupier.games.three_card_poker.exact.strategies import (
    OPTIMAL,
    ClassValues,
    best_plays,
    class_table,
    class_values,
    frequencies,
    play_rules,
    strategies,
)
from croupier.games.three_card_poker.exact.tally import Tally, add_up
from croupier.games.three_card_poker.figures import published
from croupier.games.three_card_poker.rules import PairPlusOnFold, Rules, SixCardBonusOnFold
from croupier.table.layout import Layout
from croupier.table.places import Place
from croupier.table.steps import Asked
from croupier.table.worth import (
    BetWorth,
    Decision,
    Figure,
    Fresh,
    Note,
    PayTables,
    Progress,
    Published,
    Strategy,
    Table,
    Together,
    Worth,
    quietly,
)

__all__ = ["WORTH", "ThreeCardPokerWorth", "best_tally", "terms_of"]

METHODS: Final = {
    ANTE_AND_PLAY: (
        "Each of the 1,755 classes of three cards meets all 18,424 hands that 49 other cards make, "
        "and is played where that brings no less than folding."
    ),
    PAIR_PLUS: "All 22,100 hands of three cards, counted by class.",
    SIX_CARD_BONUS: (
        "All 22,100 · 18,424 deals of three cards each, counted by class of the player's hand."
    ),
}
FORFEITED: Final = (
    " Folding forfeits the Six Card Bonus, so the decision looks after it, too: equal stakes on "
    "all three bets, played for what they bring together; what a strategy costs is counted so."
)


class ThreeCardPokerWorth(Worth[Rules]):
    """Worked out from counts of how the dealer's hands end against each class of hands."""

    rounds_per_hour = 70

    def bets(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """Ante and Play are one bet: who plays has both at stake."""
        return BETS

    def depends_on(self, bet: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Where the Six Card Bonus can be forfeited, its pays decide what is played.

        Two of these rulings turn out to change nothing. Whatever Pair Plus pays on is never
        folded, so it loses nothing where folding forfeits it. And how pairs are compared
        changes who wins, but both sides as often: no hand with a pair is folded.
        """
        return {
            ANTE_AND_PLAY: (
                ("six_card_bonus_on_fold", "pair_comparison"),
                ("Ante Bonus", SIX_CARD_BONUS),
            ),
            PAIR_PLUS: (("pair_plus_on_fold", "mini_royal"), (PAIR_PLUS,)),
            SIX_CARD_BONUS: (("six_card_bonus_on_fold",), (SIX_CARD_BONUS,)),
        }[bet]

    def bet(
        self,
        name: str,
        rules: Rules,
        pay_tables: PayTables,
        progress: Progress = quietly,  # noqa: ARG002
    ) -> BetWorth:
        """What a bet is worth, played its best."""
        values = class_values(terms_of(rules), pay_tables)
        is_forfeited = SIX_CARD_BONUS in values.forfeited and name != PAIR_PLUS
        is_ante = name == ANTE_AND_PLAY
        is_decided = is_forfeited or is_ante
        return BetWorth(
            name=name,
            per="Ante" if is_ante else name,
            outcomes=best_tally(values).outcomes(name),
            method=METHODS[name] + (FORFEITED if is_forfeited else ""),
            strategies=_strategies(name, values) if is_decided else (),
            costs_count=ALL_BETS if is_forfeited else "",
            notes=_without_side_bets(rules, pay_tables) if is_forfeited and is_ante else (),
        )

    def together(
        self,
        rules: Rules,
        pay_tables: PayTables,
        progress: Progress = quietly,  # noqa: ARG002
    ) -> Together | None:
        """One unit on each of the three bets."""
        return best_tally(class_values(terms_of(rules), pay_tables)).together()

    def hands(
        self,
        rules: Rules,
        pay_tables: PayTables,
        progress: Progress = quietly,  # noqa: ARG002
    ) -> Table | None:
        """All 1,755 classes, the best hand first."""
        return class_table(class_values(terms_of(rules), pay_tables))

    def fresh(self, given: Fresh, rules: Rules, pay_tables: PayTables) -> Decision:
        """Three cards, and whatever else was seen."""
        terms = terms_of(rules)
        seen, side_bets = require_fresh(given), equal_stakes(terms)
        return value_decision(seen, FRESH_OPTIONS, terms, pay_tables, side_bets)

    def decision(
        self,
        seen: Layout,
        asked: Asked,
        rules: Rules,
        pay_tables: PayTables,
        also_seen: Sequence[Card] = (),
    ) -> Decision:
        """Play or fold, with the stakes as they are."""
        hand, terms = seen.known(Place.of_seat(asked.seat, "Hand")), terms_of(rules)
        return value_asked(hand, seen, asked, terms, pay_tables, also_seen=also_seen)

    def published(self) -> tuple[Published, ...]:
        """What others have published."""
        return published()


def _without_side_bets(rules: Rules, pay_tables: PayTables) -> tuple[Note, ...]:
    """What the Ante costs him who bets nothing else, and so forfeits nothing else."""
    terms = replace(terms_of(rules), forfeited=frozenset())
    alone = best_tally(class_values(terms, pay_tables)).expectation(ANTE_AND_PLAY)
    return (Note("edge with no Six Card Bonus beside it", Figure(-alone)),)


def terms_of(rules: Rules) -> Terms:
    """What of the rules decides what is paid."""
    forfeited = set()
    if rules.pair_plus_on_fold is PairPlusOnFold.FORFEITED:
        forfeited.add(PAIR_PLUS)
    if rules.six_card_bonus_on_fold is SixCardBonusOnFold.FORFEITED:
        forfeited.add(SIX_CARD_BONUS)
    return Terms(
        pair_comparison=rules.pair_comparison,
        mini_royal=rules.mini_royal,
        forfeited=frozenset(forfeited),
    )


@lru_cache(maxsize=16)
def best_tally(values: ClassValues) -> Tally:
    """All deals, each class played where that is best."""
    # At most 22,100 · 18,424 deals: far from the end of 64 bits.
    deals = values.counts * hand_classes().sizes[:, None, None]
    plays = best_plays(values)[:, None, None]
    return add_up(values, np.where(plays, deals, 0), np.where(plays, 0, deals))


def _strategies(bet: str, values: ClassValues) -> tuple[Strategy, ...]:
    plays = best_plays(values)
    best = Strategy(
        OPTIMAL,
        play_rules(plays),
        Figure(-values.expectation(bet, plays)),
        Figure(Fraction(0)),
        frequencies(plays),
    )
    return strategies(bet, values, best, values.expectation_of_all(plays))


WORTH: Final = ThreeCardPokerWorth()
"""What Three Card Poker is worth."""
