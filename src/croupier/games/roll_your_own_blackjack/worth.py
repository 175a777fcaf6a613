"""What the bets and decisions of Roll Your Own Blackjack are worth, exactly."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from croupier.cards import Card
from croupier.games.roll_your_own_blackjack.exact.bonus_worth import bonus_by_values, bonus_outcomes
from croupier.games.roll_your_own_blackjack.exact.charts import play_grids, setting_grid
from croupier.games.roll_your_own_blackjack.exact.decision import fresh_decision, mid_round_decision
from croupier.games.roll_your_own_blackjack.exact.outcomes import (
    blackjack_outcomes,
    together_of,
    whole_game_outcomes,
)
from croupier.games.roll_your_own_blackjack.exact.setting_table import setting_table
from croupier.games.roll_your_own_blackjack.exact.strategies import (
    NAMES,
    OPTIMAL,
    by_up_card,
    gain_by,
    gained,
    strategies,
    study,
)
from croupier.games.roll_your_own_blackjack.figures import printed, published
from croupier.games.roll_your_own_blackjack.rules import BurnedCard, Rules
from croupier.table.layout import Layout
from croupier.table.steps import Asked
from croupier.table.worth import (
    BetWorth,
    Decision,
    Figure,
    Fresh,
    Note,
    OutcomeWorth,
    PayTables,
    Printed,
    Progress,
    Published,
    Table,
    Together,
    Worth,
    quietly,
)

__all__ = ["WORTH", "RollYourOwnWorth"]

BLACKJACK: Final = "Blackjack"
BONUS: Final = "Bonus"
WHOLE_GAME: Final = "Whole game"

_PLAY: Final = (
    "dealer_blackjack",
    "play_order",
    "split_limit",
    "double_after_split",
    "one_card_hand",
    "burned_card",
)
"""The readings that change what the hands are worth, or how the second may see the first."""

_HANDS: Final = (
    "All 2,200 kinds of deals: 220 sets of three values against ten up cards. Each hand is played "
    "as is best from the cards seen before play and its own, not by what the other hand draws, so "
    "it is worth what it would be alone with the 48 cards unseen. All hands of a split are played "
    "as is best for one of them from its own cards and those seen before play, and are split "
    "again wherever that is worth more than never to do so. Decisions are found in floating point "
    "and, where two are closer than 1e-10, exactly; what they bring is counted in whole numbers. "
    "One player is at the table, and then the cards cannot run out."
)
_SPLIT_AGAIN: Final = (
    " Splits into three hands and more have two results that stand for all of theirs, with the "
    "same probability together, mean and spread; so the hit frequency is known to within the "
    "probability of these splits, all else exactly."
)
_ANY_SPLIT: Final = (
    " Rounds with a split, and rounds with a large Bonus, have two results each that stand for "
    "all of theirs, with the same probability together, mean and spread; so the hit frequency is "
    "known to within the probability of a split, all else exactly."
)


class RollYourOwnWorth(Worth[Rules]):
    """Worked out by counting what the dealer comes to against every hand that can be held."""

    rounds_per_hour = 50

    def bets(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """Either blackjack bet, the Bonus, and all three together."""
        return BLACKJACK, BONUS, WHOLE_GAME

    def depends_on(self, bet: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """How much insurance may be taken changes nothing: all of it is right, or none."""
        return {
            BLACKJACK: (_PLAY, ()),
            BONUS: (("ace_low_straight",), (BONUS,)),
            WHOLE_GAME: ((*_PLAY, "ace_low_straight"), (BONUS,)),
        }[bet]

    def bet(
        self, name: str, rules: Rules, pay_tables: PayTables, progress: Progress = quietly
    ) -> BetWorth:
        """What a bet is worth, played its best."""
        if name == BONUS:
            outcomes = bonus_outcomes(rules.ace_low_straight, pay_tables[BONUS])
            return BetWorth(BONUS, BONUS, outcomes, "All 22,100 hands of three cards, counted.")
        if name == BLACKJACK:
            return _blackjack(rules, progress)
        return _whole_game(rules, pay_tables, progress)

    def strategies(self, name: str, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """The same for the blackjack bets as for the whole game."""
        return () if name == BONUS else NAMES

    def edge(
        self,
        name: str,
        rules: Rules,
        pay_tables: PayTables,
        progress: Progress = quietly,
        strategy: str | None = None,
    ) -> Figure:
        """By one player alone, and without the spread of what he wins."""
        if name == BONUS:
            return self.bet(name, rules, pay_tables, progress).edge_by(strategy)
        both = gain_by(OPTIMAL if strategy is None else strategy, rules, progress)
        if name == BLACKJACK:
            return Figure(-both / 2)
        bonus = bonus_outcomes(rules.ace_low_straight, pay_tables[BONUS])
        return Figure(-(both + sum((one.contribution for one in bonus), Fraction(0))) / 3)

    def together(
        self, rules: Rules, pay_tables: PayTables, progress: Progress = quietly
    ) -> Together | None:
        """One unit on each of the three bets, as they must be."""
        bonus = bonus_by_values(rules.ace_low_straight, pay_tables[BONUS])
        return together_of(study(rules, progress).best, bonus)

    def hands(
        self,
        rules: Rules,
        pay_tables: PayTables,  # noqa: ARG002
        progress: Progress = quietly,
    ) -> Table | None:
        """All 220 sets of three values against each up card."""
        return setting_table(rules, progress)

    def fresh(self, given: Fresh, rules: Rules, pay_tables: PayTables) -> Decision:  # noqa: ARG002
        """Three cards and the up card, and whatever else was seen."""
        return fresh_decision(given, rules)

    def decision(
        self,
        seen: Layout,
        asked: Asked,
        rules: Rules,
        pay_tables: PayTables,  # noqa: ARG002
        also_seen: Sequence[Card] = (),
    ) -> Decision:
        """Setting, insurance, and how to play any hand."""
        return mid_round_decision(seen, asked, rules, also_seen)

    def printed(self) -> tuple[Printed, ...]:
        """What the sheet prints."""
        return printed()

    def published(self) -> tuple[Published, ...]:
        """What others have published."""
        return published()


def _blackjack(rules: Rules, progress: Progress) -> BetWorth:
    found = study(rules, progress)
    outcomes = blackjack_outcomes(found.best)
    is_unseen = rules.burned_card is BurnedCard.UNSEEN
    return BetWorth(
        BLACKJACK,
        "blackjack bet",
        outcomes,
        _HANDS + _SPLIT_AGAIN,
        strategies=strategies(found, rules, lambda value: -value / 2),
        lumped=_share(outcomes, "Split again"),
        tables=(by_up_card(found.best),),
        grids=(*((setting_grid(found.best),) if is_unseen else ()), *play_grids(found.best)),
    )


def _whole_game(rules: Rules, pay_tables: PayTables, progress: Progress) -> BetWorth:
    found = study(rules, progress)
    bonus = bonus_outcomes(rules.ace_low_straight, pay_tables[BONUS])
    from_bonus = sum((one.contribution for one in bonus), Fraction(0))
    outcomes = whole_game_outcomes(
        found.best, bonus_by_values(rules.ace_low_straight, pay_tables[BONUS])
    )
    return BetWorth(
        WHOLE_GAME,
        "total of the three bets",
        outcomes,
        _HANDS + _ANY_SPLIT,
        strategies=strategies(found, rules, lambda value: -(value + from_bonus) / 3),
        notes=(
            Note("Gained by the two-card and one-card hands", Figure(gained(found.best) / 3)),
            Note("Gained by the Bonus", Figure(from_bonus / 3)),
        ),
        lumped=_share(outcomes, "A split"),
    )


def _share(outcomes: Sequence[OutcomeWorth], start: str) -> Fraction:
    """How often that comes up of which two results stand for all."""
    return sum((one.probability for one in outcomes if one.name.startswith(start)), Fraction(0))


WORTH: Final = RollYourOwnWorth()
