"""Figures of Three Card Poker that others have published. Its sheet prints none but the pays."""

from typing import Final

from croupier.games.three_card_poker.exact.bet_terms import ANTE_AND_PLAY, PAIR_PLUS, SIX_CARD_BONUS
from croupier.table.worth import BetWorth, Figure, Published

__all__ = ["published"]

_JACOBSON: Final = (
    "Eliot Jacobson, Three Card Poker Hole-Card Play: Update #1 (apheat.net, 12 June 2015)"
)
_PROBLEM: Final = "John Grochowski, The Three Card Poker problem (casinocitytimes.com)"
_PAIR_PLUS: Final = "John Grochowski, Three Card Poker and Pair Plus (casinocitytimes.com, 2021)"
_RARE: Final = (
    "John Grochowski, A rare Pair Plus payout at Three Card Poker (online.casinocity.com)"
)
_ROULETTE: Final = "John Grochowski, Three-card poker and roulette (casinocitytimes.com, 2014)"
_TRIPLE_ZERO: Final = "John Grochowski, Triple-zero roulette (casinocitytimes.com, 2017)"
_OTHER_NAME: Final = "John Grochowski, By Any Other Name (online.casinocity.com)"
_CORNER: Final = "Three Card Poker is easy, fun and a good bet (poker-corner.com)"
_WEEKLY: Final = "Why ante-play is better than Pair Plus bet (atlanticcityweekly.com)"
_TABLE_GAMES: Final = "Three Card Poker rules (table-games-online.com/3-card-poker)"


def published() -> tuple[Published, ...]:
    """What analysts have published of the bets, by pay table."""
    return (
        Published(ANTE_AND_PLAY, "House edge", "3.3730%", _JACOBSON, _edge),
        Published(ANTE_AND_PLAY, "Hit frequency", "44.9127%", _JACOBSON, _hits),
        Published(ANTE_AND_PLAY, "Standard deviation", "1.6393", _JACOBSON, _deviation),
        Published(ANTE_AND_PLAY, "Element of risk", "2.01%", _PROBLEM, _risk),
        Published(
            ANTE_AND_PLAY, "House edge if the dealer is mimicked", "3.45%", _ROULETTE, _mimicking
        ),
        Published(
            ANTE_AND_PLAY,
            "Element of risk",
            "2.16%",
            _CORNER,
            _risk,
            pay_tables=(("Ante Bonus", "1-3-5"),),
        ),
        _pair_plus("Atlantic City", "7.10%", _TRIPLE_ZERO),
        _pair_plus("1-4-6-30-40", "2.32%", _PAIR_PLUS),
        _pair_plus(
            "1-4-6-30-40",
            "2.14%",
            _WEEKLY,
            why="A misprint: elsewhere it is given as 2.32%, which is right.",
        ),
        _pair_plus("1-3-6-30-40", "7.28%", _PAIR_PLUS),
        _pair_plus("1-4-5-30-40", "5.57%", _RARE),
        _pair_plus("1-4-6-25-40", "3.5%", _OTHER_NAME),
        Published(
            SIX_CARD_BONUS,
            "House edge",
            "10.23%",
            _TABLE_GAMES,
            _edge,
            pay_tables=((SIX_CARD_BONUS, "5-10-20-25-50-200-1000"),),
            why="It is 10.2248%, which is 10.22% when rounded.",
        ),
    )


def _pair_plus(table: str, text: str, source: str, why: str = "") -> Published:
    chosen = ((PAIR_PLUS, table),)
    return Published(PAIR_PLUS, "House edge", text, source, _edge, pay_tables=chosen, why=why)


def _edge(worth: BetWorth) -> Figure:
    return worth.edge


def _risk(worth: BetWorth) -> Figure:
    return worth.element_of_risk


def _hits(worth: BetWorth) -> Figure:
    return worth.hit_frequency


def _deviation(worth: BetWorth) -> Figure:
    return worth.standard_deviation


def _mimicking(worth: BetWorth) -> Figure:
    return next(one.edge for one in worth.strategies if one.name == "Mimic the dealer")
