"""3 Way-Action, Blackjack: the best way to play and the usual simple ones, and what they cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from croupier.games.three_way_action.exact.blackjack_charts import Departure, departed, departures
from croupier.games.three_way_action.exact.blackjack_counts import VALUES, player_hands
from croupier.games.three_way_action.exact.blackjack_insurance import insurance_cost, insured_hands
from croupier.games.three_way_action.exact.blackjack_play import NO_CHOICE, OPTIONS
from croupier.games.three_way_action.exact.blackjack_policy import (
    CELLS,
    GROUPS,
    Chart,
    by_cells,
    cells_of_hands,
)
from croupier.games.three_way_action.exact.blackjack_simple import (
    mimic_play,
    never_bust_play,
    usual_plays,
)
from croupier.games.three_way_action.exact.blackjack_tally import (
    ALL_ROWS,
    Against,
    Play,
    Tally,
    tally,
)
from croupier.games.three_way_action.exact.blackjack_words import (
    hands_in_words,
    in_words,
    split_in_words,
)
from croupier.games.three_way_action.rules import Insurance, Rules
from croupier.table.worth import Figure, Note, Progress, Strategy

__all__ = ["Charted", "Strategies", "all_strategies"]

_FEW_CARDS: Final = 3
"""Single hands of so many cards are told in words; those of more stand in a table."""


@dataclass(frozen=True, slots=True)
class Charted:
    """A plan that goes by totals."""

    plan: tuple[Play, ...]
    charts: tuple[Chart, ...]
    split_charts: tuple[Chart, ...]
    """For hands on a split ace; none where they are not played on."""

    def split_words(self, groups: int) -> tuple[str, ...]:
        """The charts for hands on a split ace as a sentence, where there are any."""
        on_ace = split_in_words(self.split_charts, groups)
        return (on_ace,) if on_ace else ()

    def words(self, groups: int) -> tuple[str, ...]:
        """All charts in sentences."""
        return (*self.split_words(groups), *in_words(self.charts, groups))


@dataclass(frozen=True, slots=True)
class Strategies:
    """All ways to play that are compared."""

    strategies: tuple[Strategy, ...]
    by_total: Charted
    departures: tuple[Departure, ...]
    """Where the best play is not what the chart by total and cards says."""


def _charted(everything: Sequence[Against], groups: int, progress: Progress) -> Charted:
    """The plan that goes by totals and tells so many numbers of cards apart."""
    plan, charts, split_charts = [], [], []
    words = f"Blackjack: the best play by totals{' and cards' if groups > 2 else ''}"
    for one in everything:
        progress(words, one.up / VALUES)
        play, chart, split_chart = by_cells(one, groups)
        plan.append(play)
        charts.append(chart)
        split_charts += [] if split_chart is None else [split_chart]
    return Charted(tuple(plan), tuple(charts), tuple(split_charts))


def all_strategies(
    everything: Sequence[Against],
    plan: Sequence[Play],
    best: Tally,
    rules: Rules,
    progress: Progress,
) -> Strategies:
    """The best play first, the others by what they cost."""
    by_total = _charted(everything, 2, progress)
    by_cards = _charted(everything, GROUPS, progress)
    usual = tuple(usual_plays(one) for one in everything)
    never = tuple(
        never_bust_play(one, play) for one, play in zip(everything, by_total.plan, strict=True)
    )
    others: dict[str, tuple[Sequence[Play], Sequence[str]]] = {
        "By total and cards": (by_cards.plan, by_cards.words(GROUPS)),
        "By total": (by_total.plan, by_total.words(2)),
        "Usual": (usual, in_words([_chart_of(play) for play in usual], 2)),
        "Never bust": (never, ("Stand on hard 12 or more.", "Otherwise play by total.")),
        "Mimic the dealer": (
            (mimic_play(),) * VALUES,
            ("Hit hard 16 or less and soft 17 or less.", "Otherwise stand."),
        ),
    }
    found = tuple(departures(everything, plan, by_cards.plan))
    strategies = [_optimal(best, found, by_cards, rules)]
    for name, (plays, words) in others.items():
        counted = tally(everything, plays, rules)
        parted = tuple(departures(everything, plan, plays))
        strategies.append(_strategy(name, words, counted, best, parted))
    if rules.insurance is Insurance.TWO_TO_ONE:
        strategies.append(_always_insured(best))
    return Strategies(tuple(strategies), by_total, found)


def _chart_of(play: Play) -> Chart:
    """The chart of a play that goes by totals, of two cards and of more."""
    chart = np.full(CELLS, NO_CHOICE, np.int8)
    for at, action in zip(cells_of_hands(2), play.actions, strict=True):
        assert at < 0 or chart[at] in {NO_CHOICE, action}, "one total is played in one way"
        if at >= 0:
            chart[at] = action
    return chart


def _optimal(best: Tally, found: Sequence[Departure], charted: Charted, rules: Rules) -> Strategy:
    """The best play: single hands first, then what holds for all others."""
    words: list[str] = []
    if rules.insurance is Insurance.TWO_TO_ONE:
        assert all(hand.gain < 0 for hand in insured_hands()), "insuring never pays"
        words.append("Never insure.")
    if charted.split_charts:
        words.append("Play split hands by the cards of both, which gains a little over the next.")
        words += charted.split_words(GROUPS)
    few = [one for one in found if player_hands().cards[one.hand] <= _FEW_CARDS]
    words += hands_in_words((one.up, one.hand, one.option) for one in few)
    if len(found) > len(few):
        words.append(
            f"Play {len(found) - len(few)} hands of four cards or more as the table of hands not "
            "played by the chart has them."
        )
    return Strategy(
        "Optimal",
        (*words, *in_words(charted.charts, GROUPS)),
        Figure(-best.expectation),
        Figure(Fraction(0)),
        _frequencies(best),
    )


def _strategy(
    name: str, words: Sequence[str], counted: Tally, best: Tally, parted: Sequence[Departure]
) -> Strategy:
    assert counted.expectation <= best.expectation, "nothing is better than the best"
    return Strategy(
        name,
        tuple(words),
        Figure(-counted.expectation),
        Figure(best.expectation - counted.expectation),
        _frequencies(counted),
        (Note("Departs from the best play", Figure(departed(parted))),),
    )


def _always_insured(best: Tally) -> Strategy:
    """The best play, but with insurance for half the bet against every ace."""
    cost, often = insurance_cost()
    return Strategy(
        "Optimal, always insured",
        ("Insure half the bet against every ace.", "Otherwise play as is best."),
        Figure(cost - best.expectation),
        Figure(cost),
        (Note("Insured", Figure(often)),),
    )


def _frequencies(counted: Tally) -> tuple[Note, ...]:
    """How often each option is the first thing done, and how often nothing is asked."""
    asked = sum(counted.first.values())
    return (
        *(
            Note(f"{OPTIONS[option].capitalize()} first", Figure(Fraction(rows, ALL_ROWS)))
            for option, rows in sorted(counted.first.items())
        ),
        Note("Nothing to decide", Figure(Fraction(ALL_ROWS - asked, ALL_ROWS))),
    )
