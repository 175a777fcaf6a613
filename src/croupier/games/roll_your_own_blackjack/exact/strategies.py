"""The best way to set and play, and simple ways beside it: what each is worth and costs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from croupier.games.roll_your_own_blackjack.exact.charts import setting_rules, value_name
from croupier.games.roll_your_own_blackjack.exact.deals import UP_CARDS, Deal, deals
from croupier.games.roll_your_own_blackjack.exact.players import (
    BestPlayer,
    Player,
    RulePlayer,
    allowed_under,
    highest_two_card_total,
    like_the_dealer,
    play_as_usual,
    set_as_usual,
)
from croupier.games.roll_your_own_blackjack.exact.second_sees import second_hand_sees
from croupier.games.roll_your_own_blackjack.rules import BurnedCard, PlayOrder, Rules
from croupier.table.worth import Figure, Note, Progress, Strategy, Table, no_strategy

__all__ = [
    "NAMES",
    "OPTIMAL",
    "SECOND_SEES",
    "Study",
    "by_up_card",
    "gain_by",
    "gained",
    "play_rules",
    "strategies",
    "study",
]

ZERO: Final = Fraction(0)
OPTIMAL: Final = "Optimal"
SECOND_SEES: Final = "Second hand sees the first"
USUAL_SETTING: Final = "Usual setting, optimal play"
HIGHEST_TOTAL: Final = "Highest two-card total, optimal play"
USUAL: Final = "Usual"
MIMIC: Final = "Mimic the dealer"
NAMES: Final = OPTIMAL, SECOND_SEES, USUAL_SETTING, HIGHEST_TOTAL, USUAL, MIMIC
"""All strategies, in their order."""

_MOST_KEPT: Final = 3
"""Of how many sets of rules results are kept: the bets of a table are asked for one by one."""


@dataclass(frozen=True)
class Study:
    """All deals under one set of rules, by several players."""

    best: tuple[Deal, ...]
    usual: tuple[Deal, ...]
    """Set and played as a sensible player does without a computer."""
    mimic: tuple[Deal, ...]
    """Set for the highest two-card total, and played like the dealer."""
    second: Fraction
    """What both hands gain when the second is played by what the first has drawn."""


def play_rules(rules: Rules) -> Rules:
    """The rules with defaults for all readings that do not matter to hands played apart."""
    return replace(
        Rules(),
        dealer_blackjack=rules.dealer_blackjack,
        split_limit=rules.split_limit,
        double_after_split=rules.double_after_split,
        one_card_hand=rules.one_card_hand,
        burned_card=rules.burned_card,
    )


_SETTINGS: Final = {USUAL_SETTING: set_as_usual, HIGHEST_TOTAL: highest_two_card_total}
"""The rules for setting that are tried with the best play."""

_apart: dict[Rules, tuple[tuple[Deal, ...], ...]] = {}
"""All deals with each hand played by itself, by three players; kept for a while."""
_gains: dict[tuple[str, Rules], Fraction] = {}
"""What both hands gain, by strategy and rules."""


def study(rules: Rules, progress: Progress) -> Study:
    """All deals under these rules."""
    apart = play_rules(rules)
    if apart not in _apart:
        while len(_apart) >= _MOST_KEPT:
            del _apart[next(iter(_apart))]
        best = deals(
            apart,
            BestPlayer,
            _part(progress, 0.0, 0.4),
            beside=tuple(_SETTINGS.values()),
            with_spread=True,
        )
        usual = deals(apart, usual_player, _part(progress, 0.4, 0.45))
        mimic = deals(apart, mimic_player, _part(progress, 0.45, 0.5))
        _apart[apart] = best, usual, mimic
    best, usual, mimic = _apart[apart]
    return Study(best, usual, mimic, gain_by(SECOND_SEES, rules, _part(progress, 0.5, 1.0)))


def gain_by(strategy: str, rules: Rules, progress: Progress) -> Fraction:
    """What both hands gain together by one of `NAMES`, with nothing else worked out."""
    read = play_rules(rules)
    if strategy == SECOND_SEES:
        # Only here does it matter which hand is played first.
        read = replace(read, play_order=rules.play_order)
    if (strategy, read) not in _gains:
        _gains[strategy, read] = _gain_by(strategy, read, progress)
    return _gains[strategy, read]


def _gain_by(strategy: str, rules: Rules, progress: Progress) -> Fraction:
    if strategy == SECOND_SEES:
        return second_hand_sees(rules, progress).gained
    if strategy == USUAL:
        return gained(deals(rules, usual_player, progress))
    if strategy == MIMIC:
        return gained(deals(rules, mimic_player, progress))
    if strategy in _SETTINGS:
        found = deals(rules, BestPlayer, progress, beside=(_SETTINGS[strategy],))
        return gained(found, lambda deal: deal.beside[0])
    if strategy != OPTIMAL:
        raise no_strategy("Roll Your Own Blackjack has no strategy", strategy, NAMES)
    if rules in _apart:
        return gained(_apart[rules][0])
    return gained(deals(rules, BestPlayer, progress))


def _part(progress: Progress, start: float, end: float) -> Progress:
    """Progress that is a part of more."""

    def told(what: str, share: float) -> None:
        progress(what, start + share * (end - start))

    return told


def usual_player(rules: Rules) -> Player:
    """The rule of thumb of the game's bots."""
    return RulePlayer(set_as_usual, play_as_usual, allowed_under(rules))


def mimic_player(rules: Rules) -> Player:
    """Plays like the dealer."""
    return RulePlayer(highest_two_card_total, like_the_dealer, allowed_under(rules))


# Strategies.


def gained(
    some: Sequence[Deal], what: Callable[[Deal], Fraction] = lambda deal: deal.value
) -> Fraction:
    """What deals bring on average."""
    ways = sum((deal.ways for deal in some), ZERO)
    return sum((deal.ways * what(deal) for deal in some), ZERO) / ways


_ALONE: Final = (
    "Set three cards as below, each hand for what it is worth by itself.",
    "Play two cards by the charts, and more for what is best with the cards seen before play.",
    "Play every hand of a split the same way; split again wherever it is worth splitting.",
)
_INSURE: Final = {
    BurnedCard.UNSEEN: "Never insure: at best it costs nothing, with no ten-value card in hand.",
    BurnedCard.SHOWN: "Insure if none of the three cards and not the burned card is ten-value.",
}


def strategies(
    found: Study, rules: Rules, edge: Callable[[Fraction], Fraction]
) -> tuple[Strategy, ...]:
    """All strategies, the best first; `edge` is the house's by what both hands gain."""
    best = edge(gained(found.best))

    def strategy(
        name: str, texts: Sequence[str], value: Fraction, often: Sequence[Deal] = ()
    ) -> Strategy:
        mine = edge(value)
        frequencies = _frequencies(often) if often else ()
        return Strategy(name, tuple(texts), Figure(mine), Figure(mine - best), frequencies)

    first, second = "two-card", "one-card"
    if rules.play_order is PlayOrder.ONE_CARD_FIRST:
        first, second = second, first
    return (
        strategy(
            OPTIMAL,
            (*_ALONE, _INSURE[rules.burned_card], *_setting_rules(found.best, rules)),
            gained(found.best),
            found.best,
        ),
        strategy(
            SECOND_SEES,
            (
                f"Set three cards and play the {first} hand as in “{OPTIMAL}”.",
                f"Then play the {second} hand as is best with all cards seen by then.",
                "Where the first hand was split, play as if nothing were known of it.",
            ),
            found.second,
        ),
        strategy(
            USUAL_SETTING,
            (*_USUAL_SETTING, "Then play optimally."),
            gained(found.best, lambda deal: deal.beside[0]),
        ),
        strategy(
            HIGHEST_TOTAL,
            ("Set the two cards with the highest total together.", "Then play optimally."),
            gained(found.best, lambda deal: deal.beside[1]),
        ),
        strategy(USUAL, (*_USUAL_SETTING, *_USUAL_PLAY), gained(found.usual), found.usual),
        strategy(
            MIMIC,
            (
                "Set the two cards with the highest total together.",
                "Hit below seventeen and soft seventeen; never double, split or insure.",
            ),
            gained(found.mimic),
            found.mimic,
        ),
    )


_USUAL_SETTING: Final = (
    "Give each setting points and take the one with most; of equals, the card dealt first alone.",
    "Together: blackjack 15, 20 6, 19 and 11 3, 10 2, 18 and 9 1, 8 0, 17 and 7 -1, others -2.",
    "Alone: an ace 5, a ten-value card 2, an 8 or 9 0, any other -1.",
)
_USUAL_PLAY: Final = (
    "Split aces and eights always, other pairs but fours, fives and tens against 2 to 6.",
    "Double 11 always, 10 against 2 to 9, 9 against 3 to 6, soft 13 to 18 against 5 and 6.",
    "Hit soft 17 and less, and soft 18 against 9, 10 and ace.",
    "Hit hard 11 and less, and hard 16 and less against 7 and more; otherwise stand.",
    "Never insure.",
)


def _setting_rules(best: Sequence[Deal], rules: Rules) -> tuple[str, ...]:
    if rules.burned_card is BurnedCard.SHOWN:
        return ("How to set them depends on the burned card, too.",)
    return setting_rules(best)


def _frequencies(some: Sequence[Deal]) -> tuple[Note, ...]:
    """How often what is done, by each blackjack bet."""

    def often(what: Callable[[Deal], Fraction]) -> Figure:
        return Figure(gained(some, what))

    return (
        Note("Double blackjacks", often(lambda deal: Fraction(deal.hands is None))),
        Note("Doubles, two-card hand", often(lambda deal: _of(deal, 0, "doubles"))),
        Note("Doubles, one-card hand", often(lambda deal: _of(deal, 1, "doubles"))),
        Note("Splits, two-card hand", often(lambda deal: _of(deal, 0, "splits"))),
        Note("Splits, one-card hand", often(lambda deal: _of(deal, 1, "splits"))),
        Note("Insures", often(lambda deal: Fraction(deal.insured is not None))),
    )


def _of(deal: Deal, hand: int, what: str) -> Fraction:
    if deal.hands is None:
        return ZERO
    share: Fraction = getattr(deal.hands[hand], what)
    return share


def by_up_card(best: Sequence[Deal]) -> Table:
    """What both hands gain against each up card."""
    total = sum((deal.ways for deal in best), ZERO)
    rows = []
    for up in UP_CARDS:
        some = [deal for deal in best if deal.up == up]
        ways = sum((deal.ways for deal in some), ZERO)
        rows.append(
            (
                value_name(up),
                (
                    Figure(ways / total),
                    Figure(gained(some, lambda deal: _hand_value(deal, 0))),
                    Figure(gained(some, lambda deal: _hand_value(deal, 1))),
                    Figure(gained(some) / 2),
                ),
            )
        )
    return Table(
        "What a blackjack bet gains, by up card",
        ("Up card", "How often", "Two-card hand", "One-card hand", "Either"),
        tuple(rows),
        is_percent=True,
    )


def _hand_value(deal: Deal, hand: int) -> Fraction:
    """What one of the hands gains, with its half of insurance."""
    if deal.hands is None:
        return deal.value / 2
    value = deal.hands[hand].value
    return value + (deal.value - deal.hands[0].value - deal.hands[1].value) / 2
