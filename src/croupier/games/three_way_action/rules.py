"""3 Way-Action: what may be bet, what it pays, and how unclear clauses are read."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from croupier.games.poker_lines import FIVE_CARD_LINES
from croupier.money import EVEN_MONEY, ONE_HALF, Odds
from croupier.table.paytable import PayTable
from croupier.table.ruling import Reading, ruling
from croupier.table.wager import AtMost, Compulsory, Limit, OnlyWith, Wager, When

__all__ = [
    "BLACKJACK_ODDS",
    "BONUS_LINES",
    "BONUS_TABLES",
    "INSURANCE_ODDS",
    "TWO_PAIR_LINE",
    "Bets",
    "BlackjackPays",
    "DealerDraws",
    "DealerPeek",
    "HitOn21",
    "Insurance",
    "Rules",
    "SplitAces",
    "wagers",
]


class SplitAces(Reading):
    """What follows when two aces are split."""

    ONE_CARD_EACH = (
        "one_card_each",
        "Each ace gets one card; no further split or double, and 21 is not a blackjack.",
    )
    DRAW_FREELY = (
        "draw_freely",
        "Both hands are played on and may be doubled; no further split, 21 is not a blackjack.",
    )
    NOT_ALLOWED = "not_allowed", "Aces are not split."


class BlackjackPays(Reading):
    """What a blackjack pays."""

    THREE_TO_TWO = "three_to_two", "3 to 2."
    SIX_TO_FIVE = "six_to_five", "6 to 5."
    EVEN_MONEY = "even_money", "Even money."


class DealerPeek(Reading):
    """When the dealer looks whether he has a blackjack."""

    PEEK = "peek", "Under an ace or ten-value card, before anyone draws."
    NO_PEEK_ALL_LOSE = (
        "no_peek_all_lose",
        "At the end; then everything staked on hands that are not blackjack loses.",
    )
    NO_PEEK_ORIGINAL_BETS = (
        "no_peek_original_bets",
        "At the end; then doubles and splits of hands still live come back, the first bet loses.",
    )


class Insurance(Reading):
    """Whether insurance is offered against a dealer's ace."""

    NOT_OFFERED = "not_offered", "There is no insurance."
    TWO_TO_ONE = "two_to_one", "Up to half the Blackjack wager, paid 2 to 1 on a blackjack."


class HitOn21(Reading):
    """Whether a player may hit on twenty-one."""

    ALLOWED = "allowed", "He may, for seven cards win."
    NOT_ALLOWED = "not_allowed", "Twenty-one stands."


class Bets(Reading):
    """Which of the three games must be bet."""

    ALL_THREE = "all_three", "High Card, Blackjack and Poker, each."
    ANY = "any", "Any one of them or more."


class DealerDraws(Reading):
    """Whether the dealer draws when no Blackjack hand is live any more."""

    ONLY_IF_LIVE = "only_if_live", "He turns his hole card and draws no more for Blackjack."
    ALWAYS = "always", "He plays his hand out all the same."


@dataclass(frozen=True, slots=True)
class Rules:
    """How the unclear clauses of the 3 Way-Action sheet are read."""

    split_aces: SplitAces = ruling(
        SplitAces.ONE_CARD_EACH,
        clause="Playing 15",
        question="What follows when aces are split?",
    )
    blackjack_pays: BlackjackPays = ruling(
        BlackjackPays.THREE_TO_TWO, clause="Playing 19", question="What does a blackjack pay?"
    )
    dealer_peek: DealerPeek = ruling(
        DealerPeek.PEEK,
        clause="Playing 19",
        question="When does the dealer look whether he has a blackjack?",
    )
    insurance: Insurance = ruling(
        Insurance.NOT_OFFERED, clause="Playing 19", question="Is insurance offered?"
    )
    hit_on_21: HitOn21 = ruling(
        HitOn21.ALLOWED, clause="Playing 18", question="May a player hit on twenty-one?"
    )
    bets: Bets = ruling(Bets.ALL_THREE, clause="Playing 3", question="Must all three games be bet?")
    dealer_draws: DealerDraws = ruling(
        DealerDraws.ONLY_IF_LIVE,
        clause="Playing 12",
        question="Does the dealer draw when no Blackjack hand is live?",
    )


BLACKJACK_ODDS: Final = {
    BlackjackPays.THREE_TO_TWO: Odds(3, 2),
    BlackjackPays.SIX_TO_FIVE: Odds(6, 5),
    BlackjackPays.EVEN_MONEY: EVEN_MONEY,
}
INSURANCE_ODDS: Final = Odds(2)

TWO_PAIR_LINE: Final = "Two Pair, Jacks High or Better"
_THREE_OF_A_KIND_OR_BETTER: Final = FIVE_CARD_LINES[:7]
BONUS_LINES: Final = (*_THREE_OF_A_KIND_OR_BETTER, TWO_PAIR_LINE)


BONUS_TABLES: Final = (
    PayTable.to_one("A1", BONUS_LINES, 100, 20, 7, 5, 4, 3, 2, 1),
    PayTable.to_one("A2", BONUS_LINES, 200, 25, 10, 5, 4, 3, 2, 1),
    PayTable.to_one("A3", BONUS_LINES, 200, 30, 15, 5, 4, 3, 2, 1),
    PayTable.to_one("A4", BONUS_LINES, 250, 50, 20, 5, 4, 3, 2, 1),
    PayTable.to_one("A5", BONUS_LINES, 100, 20, 10, 6, 4, 3, 2, 1),
    PayTable.to_one("C1", _THREE_OF_A_KIND_OR_BETTER, 1000, 100, 25, 7, 5, 3, 3),
    PayTable.to_one("C2", _THREE_OF_A_KIND_OR_BETTER, 1000, 100, 25, 7, 5, 4, 3),
    PayTable.to_one("C3", _THREE_OF_A_KIND_OR_BETTER, 1000, 100, 25, 8, 5, 4, 3),
    PayTable.to_one("C4", _THREE_OF_A_KIND_OR_BETTER, 500, 100, 25, 9, 6, 3, 2),
)

_LIMIT: Final = Limit(minimum_cents=500, maximum_cents=50_000, multiple_of_cents=100)
_BONUS_LIMIT: Final = Limit(minimum_cents=100, maximum_cents=10_000, multiple_of_cents=100)
# Half of any Blackjack wager, and still made up of chips (Wagers a).
_INSURANCE_LIMIT: Final = Limit(minimum_cents=50, maximum_cents=25_000, multiple_of_cents=50)


@cache
def wagers(rules: Rules) -> tuple[Wager, ...]:
    """What may be bet, in the order of the felt."""
    games = ("High Card", "Blackjack", "Poker")
    needed = {
        spot: Compulsory(
            tuple(other for other in games if other != spot) if rules.bets is Bets.ANY else ()
        )
        for spot in games
    }
    insurance = (
        Wager(
            "Insurance",
            "The dealer has a blackjack under his ace.",
            _INSURANCE_LIMIT,
            (OnlyWith(("Blackjack",)), AtMost(("Blackjack",), times=Fraction(1, 2))),
            When.WITH_A_DECISION,
            (INSURANCE_ODDS,),
        ),
    )
    return (
        Wager(
            "High Card",
            "Your first card is higher than the dealer's; of a tie, half comes back.",
            _LIMIT,
            (needed["High Card"],),
            may_return_half=True,
        ),
        Wager(
            "Blackjack",
            "Your Blackjack hand against the dealer's; seven cards without a bust win.",
            _LIMIT,
            (needed["Blackjack"],),
            pays=(EVEN_MONEY, BLACKJACK_ODDS[rules.blackjack_pays]),
            # Doubled; or two aces split, and where they are played on, each of them doubled.
            may_grow_to=4 if rules.split_aces is SplitAces.DRAW_FREELY else 2,
        ),
        Wager(
            "Poker",
            "Your best five of seven cards against the dealer's; below ace high he pays you half.",
            _LIMIT,
            (needed["Poker"],),
            pays=(EVEN_MONEY, ONE_HALF),
        ),
        Wager(
            "Bonus",
            "The best five of your seven cards, by the pay table.",
            _BONUS_LIMIT,
            pays=(),
            lines=BONUS_LINES,
            pay_tables=BONUS_TABLES,
        ),
        *(insurance if rules.insurance is Insurance.TWO_TO_ONE else ()),
    )
