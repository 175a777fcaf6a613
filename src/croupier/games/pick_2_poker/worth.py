"""Pick 2 Poker: what its bets and decisions are worth, exactly.

Every one of the 134,459 classes of five cards is met with every one of the 1,533,939 hands the
dealer can then have, by counting; what is paid for each result is asked of the script. The rest
is sums of whole numbers.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.games.pick_2_poker import figures
from croupier.games.pick_2_poker.exact.charts import every_class, grids, tables
from croupier.games.pick_2_poker.exact.class_counts import (
    class_counts,
    highest_not_qualifying,
    holding_tables,
)
from croupier.games.pick_2_poker.exact.decisions import decide, decide_fresh
from croupier.games.pick_2_poker.exact.hand_kinds import hand_kinds
from croupier.games.pick_2_poker.exact.outcomes import (
    ante_and_play,
    five_card_bonus_only,
    three_five_bonus,
    together,
    whole_game,
)
from croupier.games.pick_2_poker.exact.payouts import FIVE
from croupier.games.pick_2_poker.exact.strategies import strategies
from croupier.games.pick_2_poker.exact.valuation import (
    PLAYER_HANDS,
    Valuation,
    best_choices,
    valuation,
)
from croupier.games.pick_2_poker.rules import THREE_CARD_HALF, BonusOnFold, Entry, Rules
from croupier.table.layout import Layout
from croupier.table.steps import Asked
from croupier.table.worth import (
    BetWorth,
    Decision,
    Figure,
    Fresh,
    Note,
    PayTables,
    Printed,
    Progress,
    Published,
    Table,
    Together,
    Worth,
    quietly,
)

__all__ = ["WORTH", "Pick2PokerWorth", "counted"]

_WHOLE: Final = "Whole game"
_BONUS: Final = "3-5 Bonus"
_ONLY: Final = "5 Card Bonus Only"

_DECIDING: Final = (
    "dealer_not_qualifying",
    "bonus_tables",
    "three_card_bonus_hand",
    "bonus_on_fold",
)
"""The rulings that bear on how a hand is best played."""

_COUNTED: Final = (
    "For each of the 134,459 classes of five cards all 1,533,939 hands of the dealer are counted "
    "by inclusion and exclusion, against five cards and against the best three"
)


class Pick2PokerWorth(Worth[Rules]):
    """What everything in Pick 2 Poker is worth."""

    rounds_per_hour = 45
    crossed = (("dealer_not_qualifying", "bonus_tables"),)

    def bets(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """The whole game, and the two bonuses by themselves."""
        return (_WHOLE, _BONUS, _ONLY)

    def depends_on(self, bet: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Under some reading the 5 Card Bonus Only is lost by folding, so all bears on it."""
        if bet == _ONLY:
            return ("entry", *_DECIDING), (_ONLY, _BONUS, THREE_CARD_HALF)
        return _DECIDING, (_BONUS, THREE_CARD_HALF)

    def bet(
        self, name: str, rules: Rules, pay_tables: PayTables, progress: Progress = quietly
    ) -> BetWorth:
        """What a bet is worth when the whole game is played its best."""
        assert name in self.bets(rules), f"there is no bet {name}"
        values = counted(rules, pay_tables, progress)
        if name == _WHOLE:
            worth = _whole_game(values)
        elif name == _BONUS:
            worth = _three_five_bonus(values)
        else:
            worth = _five_card_bonus_only(values, rules)
        progress(f"{name} is done", 1.0)
        return worth

    def together(
        self, rules: Rules, pay_tables: PayTables, progress: Progress = quietly
    ) -> Together:
        """The whole game with a 5 Card Bonus Only of one Ante beside it.

        The 3-5 Bonus is part of the whole game and not named again.
        """
        values = counted(rules, pay_tables, progress)
        return together(values, values.tally(values.best))

    def hands(self, rules: Rules, pay_tables: PayTables, progress: Progress = quietly) -> Table:
        """Every class of hands."""
        return every_class(counted(rules, pay_tables, progress), progress)

    def fresh(self, given: Fresh, rules: Rules, pay_tables: PayTables) -> Decision:
        """All twelve options of five cards."""
        return decide_fresh(given, rules, pay_tables)

    def decision(
        self,
        seen: Layout,
        asked: Asked,
        rules: Rules,
        pay_tables: PayTables,
        also_seen: Sequence[Card] = (),
    ) -> Decision:
        """All options of the one decision there is."""
        return decide(seen, asked, rules, pay_tables, also_seen)

    def printed(self) -> tuple[Printed, ...]:
        """What the sheet prints."""
        return figures.printed()

    def published(self) -> tuple[Published, ...]:
        """What others have published."""
        return figures.published()


WORTH: Final = Pick2PokerWorth()


def counted(rules: Rules, pay_tables: PayTables, progress: Progress) -> Valuation:
    """The values of all hands. What takes long is done once in a process."""
    progress("Tabulating what the dealer can hold", 0.0)
    holding_tables()
    progress("Counting the dealer's hands against every hand", 0.4)
    class_counts()
    hand_kinds()
    progress("Valuing every hand", 0.8)
    return valuation(rules, pay_tables)


def _whole_game(values: Valuation) -> BetWorth:
    tally = values.tally(values.best)
    game = ante_and_play(values, tally)
    bonus = sum((one.contribution for one in three_five_bonus(values, tally)), Fraction(0))
    not_qualifying = int(holding_tables()[0].none_held[highest_not_qualifying()])
    return BetWorth(
        name=_WHOLE,
        per="Ante",
        outcomes=whole_game(values, tally),
        method=(
            f"{_COUNTED}. What is paid for each result and kind of hand is what the script pays. "
            "Ante, Play and the compulsory 3-5 Bonus of one Ante count together; of options worth "
            "the same the first offered is taken."
        ),
        strategies=strategies(values),
        notes=(
            Note("edge of Ante and Play alone", Figure(-game)),
            Note("edge of the 3-5 Bonus alone", Figure(-bonus)),
            Note("dealer qualifies", Figure(1 - Fraction(not_qualifying, PLAYER_HANDS))),
        ),
        tables=tables(values),
        grids=grids(values),
    )


def _three_five_bonus(values: Valuation) -> BetWorth:
    return BetWorth(
        name=_BONUS,
        per=_BONUS,
        outcomes=three_five_bonus(values, values.tally(values.best)),
        method=(
            "All hands by the lines they are paid on, when the whole game is played its best: "
            "it cannot be bet without the Ante, and folding may lose it."
        ),
    )


def _five_card_bonus_only(values: Valuation, rules: Rules) -> BetWorth:
    """Alone where it may be bet alone or stays when its player folds, else beside the game."""
    best = values.best
    every = np.full(len(best), FIVE, dtype=np.int8)
    is_lost = rules.bonus_on_fold is BonusOnFold.BOTH_LOST
    is_alone = rules.entry is Entry.ANTE_OR_FIVE_CARD_BONUS or not is_lost
    settled, beside = values.mean(values.only, every), values.mean(values.only, best)
    folded, five, three = (
        game + only for game, only in zip(values.values, values.only, strict=True)
    )
    joint = best_choices((folded, five, three))
    gained = values.mean((folded, five, three), joint) - values.mean(values.values, best)
    if is_alone:
        method = "All hands by the lines of the pay table; no decision changes what it is paid."
    else:
        method = (
            "Beside the whole game, which is played its best without regard to it: folding loses "
            "it. Else all hands by the lines of the pay table."
        )
    return BetWorth(
        name=_ONLY,
        per=_ONLY,
        outcomes=five_card_bonus_only(values, values.tally(every if is_alone else best)),
        method=method,
        notes=(
            Note("edge if settled on every hand", Figure(-settled)),
            Note("edge beside the whole game, played without regard to it", Figure(-beside)),
            Note("what it adds to the edge, one on each bet, all played best", Figure(-gained)),
            Note(
                "hands then played another way",
                _share_of_hands(joint != best),
            ),
        ),
    )


def _share_of_hands(here: NDArray[np.bool_]) -> Figure:
    return Figure(Fraction(int(class_counts().classes.sizes[here].sum()), PLAYER_HANDS))
