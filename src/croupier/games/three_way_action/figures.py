"""3 Way-Action: the figures that the sheet prints, and those that others have published.

The sheet prints them for the Bonus alone, under "Pay Tables and Percentages".
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from croupier.games.three_way_action.rules import BONUS_LINES
from croupier.table.worth import BetWorth, Figure, Printed, Published

__all__ = ["PRINTED", "PUBLISHED"]

_PROBABILITIES: Final = (
    "0.00003232",
    "0.00027851",
    "0.00168067",
    "0.02596102",
    "0.03025494",
    "0.04619382",
    "0.04829870",
    "0.12995078",
)
"""Line by line of the A tables; of the C tables without the last."""

_ADVANTAGES: Final = {
    "A1": "8.08%",
    "A2": "7.12%",
    "A3": "6.14%",
    "A4": "4.58%",
    "A5": "4.98%",
    "C1": "12.86%",
    "C2": "8.24%",
    "C3": "5.65%",
    "C4": "9.48%",
}

_WIN_FREQUENCIES: Final = {"A": ("0.28265", "28.265%", "1 in 3.54"), "C": ("0.1527", "1 in 6.55")}


def _sheet_name(table: str) -> str:
    """What the sheet calls a pay table."""
    return f"Paytable 3WA-{table}" if table.startswith("A") else f"Paytable {table}"


def _probability_of(line: str) -> Callable[[BetWorth], Figure]:
    def figure(bet: BetWorth) -> Figure:
        probabilities = [one.probability for one in bet.outcomes if one.name == line]
        return Figure(sum(probabilities, Fraction(0)), bet.error)

    return figure


def _edge(bet: BetWorth) -> Figure:
    return bet.edge


def _hit_frequency(bet: BetWorth) -> Figure:
    return bet.hit_frequency


def _of_family(family: str, lines: tuple[str, ...]) -> tuple[Printed, ...]:
    """What is printed of the A tables, or of the C tables."""
    tables = [table for table in _ADVANTAGES if table.startswith(family)]
    # What holds for all tables of a family is worked out from its first.
    heading, first = f'"{"3WA-" if family == "A" else ""}{family}" Paytables', tables[0]
    return (
        *(
            Printed(
                where=heading,
                what=f"Probability of {line}",
                text=text,
                bet="Bonus",
                pay_tables=(("Bonus", first),),
                figure=_probability_of(line),
            )
            for line, text in zip(lines, _PROBABILITIES, strict=False)
        ),
        *(
            Printed(
                where=_sheet_name(table),
                what="House advantage",
                text=_ADVANTAGES[table],
                bet="Bonus",
                pay_tables=(("Bonus", table),),
                figure=_edge,
                is_edge=True,
            )
            for table in tables
        ),
        *(
            Printed(
                where=heading,
                what="Win frequency",
                text=text,
                bet="Bonus",
                pay_tables=(("Bonus", first),),
                figure=_hit_frequency,
            )
            for text in _WIN_FREQUENCIES[family]
        ),
    )


PRINTED: Final[tuple[Printed, ...]] = (
    *_of_family("A", BONUS_LINES),
    *_of_family("C", BONUS_LINES[:-1]),
)

_WIZARD: Final = "Wizard of Odds, Three Way Action (wizardofodds.com/games/three-way-action)"


def _half_win(bet: BetWorth) -> Figure:
    return _of_outcome(bet, "Dealer below ace high")


def _tie(bet: BetWorth) -> Figure:
    return _of_outcome(bet, "Tie")


def _of_outcome(bet: BetWorth, name: str) -> Figure:
    found = [outcome.probability for outcome in bet.outcomes if outcome.name == name]
    return Figure(sum(found, Fraction(0)), bet.error)


_SIMULATED: Final = "There it comes from a simulation of 91,200,000 hands; ours is counted."

PUBLISHED: Final[tuple[Published, ...]] = (
    Published("High Card", "House edge", "2.94%", _WIZARD, _edge),
    Published(
        "Blackjack",
        "House edge",
        "0.53%",
        _WIZARD,
        _edge,
        why="There it is two rounded estimates added up, 0.18% for single-deck blackjack and 0.35% "
        "for splitting nothing but aces. But that is about what it costs to split nothing at all; "
        "where aces are not split either, ours comes to within a fiftieth of a percent of it.",
    ),
    Published(
        "Poker",
        "House edge",
        "3.29%",
        _WIZARD,
        _edge,
        why=f"{_SIMULATED} The two are about one and a half standard errors apart.",
    ),
    Published(
        "Poker",
        "Dealer below ace high",
        "0.077398",
        _WIZARD,
        _half_win,
        why=f"{_SIMULATED} The two are about one and a half standard errors apart.",
    ),
    Published(
        "Poker",
        "Tie",
        "0.000647",
        _WIZARD,
        _tie,
        why=f"{_SIMULATED} Three times as many ties as there are is no chance: they are hundreds "
        "of standard errors apart. Some hands that differ must have been taken for equal there.",
    ),
)
