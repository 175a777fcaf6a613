"""3 Way-Action: what the Blackjack bet is worth, and how it is best played."""

from fractions import Fraction
from typing import Final

import numpy as np

from croupier.games.three_way_action.exact.blackjack_charts import (
    best_grids,
    chart_grid,
    departures_table,
)
from croupier.games.three_way_action.exact.blackjack_counts import (
    player_hands,
    value_name,
)
from croupier.games.three_way_action.exact.blackjack_decision import (
    blackjack_decision,
    blackjack_fresh,
)
from croupier.games.three_way_action.exact.blackjack_insurance import insurance_notes
from croupier.games.three_way_action.exact.blackjack_play import (
    DOUBLE,
    NOT_OFFERED,
    OPTIONS,
    SPLIT,
    terms_of,
)
from croupier.games.three_way_action.exact.blackjack_strategies import all_strategies
from croupier.games.three_way_action.exact.blackjack_tally import (
    ALL_ROWS,
    Against,
    Outcome,
    Play,
    Tally,
    against_all,
    best_play,
    tally,
)
from croupier.games.three_way_action.exact.blackjack_words import UP_CARDS, hand_name
from croupier.games.three_way_action.rules import DealerPeek, Rules
from croupier.table.worth import (
    BetWorth,
    Figure,
    Note,
    OutcomeWorth,
    Progress,
    Table,
    quietly,
)

__all__ = ["blackjack_bet", "blackjack_decision", "blackjack_fresh", "blackjack_hands"]

_METHOD: Final = (
    "Every hand of the player against every up card, from the deck without the cards he sees: "
    "all rows of the cards to come are counted, as whole numbers, and in every hand the option "
    "that gains most on them is taken."
)


def blackjack_bet(rules: Rules, progress: Progress = quietly) -> BetWorth:
    """What the Blackjack bet is worth."""
    progress("Blackjack: the best play", 0.0)
    everything = against_all(rules)
    plan = [best_play(one) for one in everything]
    best = tally(everything, plan, rules)
    compared = all_strategies(everything, plan, best, rules, progress)
    grids = best_grids(everything, plan)
    if compared.by_total.split_charts:
        title = "On a split ace, by total (S stand, H hit, D double)"
        grids += (chart_grid(compared.by_total.split_charts, title),)
    progress("Blackjack", 1.0)
    return BetWorth(
        name="Blackjack",
        per="Blackjack",
        outcomes=_outcomes(best),
        method=_METHOD,
        strategies=compared.strategies,
        notes=_notes(best, rules),
        tables=(_by_up_card(best), _by_hand(best), departures_table(compared.departures)),
        grids=grids,
    )


_ORDER: Final = (
    "Blackjack",
    "Seven cards",
    "Win",
    "Push",
    "Blackjack against blackjack",
    "Lose",
    "Bust",
    "Dealer's blackjack",
)


def _outcomes(counted: Tally) -> tuple[OutcomeWorth, ...]:
    """Single bets first, then doubled and split ones, the best of each first."""

    def order(outcome: Outcome) -> tuple[int, int, Fraction]:
        name, net, staked = outcome
        base = name.split(",", maxsplit=1)[0]
        return staked, _ORDER.index(base) if base in _ORDER else len(_ORDER), -net

    return tuple(
        OutcomeWorth(outcome[0], Fraction(rows, ALL_ROWS), outcome[1], Fraction(outcome[2]))
        for outcome in sorted(counted.outcomes, key=order)
        if (rows := counted.outcomes[outcome])
    )


def _notes(best: Tally, rules: Rules) -> tuple[Note, ...]:
    """How often things happen, and what the seven-card win and insurance are worth."""
    ordinary = against_all(rules, terms_of(rules)._replace(seven_win=False))
    plain = tally(ordinary, [best_play(one) for one in ordinary], rules)

    def first(option: int) -> Figure:
        return Figure(Fraction(best.first.get(option, 0), ALL_ROWS))

    seven = sum(rows for (name, _, _), rows in best.outcomes.items() if name == "Seven cards")
    return (
        Note("Doubled", first(DOUBLE)),
        Note("Split", first(SPLIT)),
        Note("Seven cards win", Figure(Fraction(seven, ALL_ROWS))),
        Note("Seven cards winning is worth", Figure(best.expectation - plain.expectation)),
        *insurance_notes(),
    )


# By up card and by hand.


def _averages(
    best: Tally, titles: tuple[str, str], names: dict[str, list[tuple[int, int]]]
) -> Table:
    """What is gained on average by all starts of one name."""
    rows = []
    for name, starts in names.items():
        dealt = sum(best.rows[start] for start in starts)
        gained = sum((best.gained[start] for start in starts), Fraction(0))
        rows.append((name, (Figure(Fraction(dealt, ALL_ROWS)), Figure(gained / dealt))))
    title, first = titles
    return Table(title, (first, "Probability", "Value"), tuple(rows), is_percent=True)


def _by_up_card(best: Tally) -> Table:
    names = {value_name(up): [start for start in best.rows if start[0] == up] for up in UP_CARDS}
    return _averages(best, ("Value by the dealer's up card", "Up card"), names)


def _by_hand(best: Tally) -> Table:
    names = {
        hand_name(one): [start for start in best.rows if start[1] == one]
        for one in sorted({hand for _, hand in best.rows})
    }
    return _averages(best, ("Value by the first two cards", "Hand"), names)


def blackjack_hands(rules: Rules, progress: Progress = quietly) -> Table:
    """Every first two cards against every up card, and what each option is worth."""
    progress("Blackjack: every hand", 0.0)
    hands = player_hands()
    everything = against_all(rules)
    rows: list[tuple[str, tuple[Figure | None, ...]]] = []
    for up in UP_CARDS:
        one = everything[up]
        play = best_play(one)
        for hand in np.flatnonzero(hands.cards == 2).tolist():
            if hand != hands.natural and one.unseen(hand) >= 0:
                name = f"{hand_name(hand)} against {value_name(up)}"
                rows.append((name, _figures(one, play, hand)))
    title = "What each option is worth with the first two cards"
    if rules.dealer_peek is DealerPeek.PEEK:
        title += ", once the dealer is known to have no blackjack"
    heads = (option.capitalize() for option in OPTIONS)
    return Table(title, ("Hand and up card", "Best", *heads), tuple(rows))


def _figures(one: Against, play: Play, hand: int) -> tuple[Figure | None, ...]:
    """The best, then each option; None for what is not offered."""
    assert play.best is not None
    assert play.options is not None
    rows = one.rows(hand)
    return tuple(
        Figure(Fraction(int(worth), rows)) if worth != NOT_OFFERED else None
        for worth in (play.best[hand], *play.options[hand])
    )
