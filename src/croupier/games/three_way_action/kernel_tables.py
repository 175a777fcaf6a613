"""3 Way-Action, compiled: what the kernel looks up, asked of the script and of the rules once."""

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Rank, card_value
from croupier.cards.poker import all_five_card_ranks
from croupier.cards.stream_kernels import groups_for
from croupier.cards.tables import five_card_tables
from croupier.games.blackjack_hands import dealer_draws
from croupier.games.kernel_parts import net_cents
from croupier.games.three_way_action.blackjack import MOST_CARDS
from croupier.games.three_way_action.exact.blackjack_counts import (
    BUST,
    NOTHING,
    RESULTS,
    VALUES,
    place_of,
    player_hands,
    total_of,
    with_one_more,
)
from croupier.games.three_way_action.exact.blackjack_drawn import MOST_DRAWN, drawn_hands
from croupier.games.three_way_action.exact.blackjack_play import OPTIONS, terms_of
from croupier.games.three_way_action.kernel_layout import (
    AND_DOUBLED,
    BEATEN,
    ENDS,
    LOST,
    NATURAL,
    PAID,
    PUSHED,
    SEVEN,
    WON,
    DrawnTables,
    HandTables,
    Layout,
    PokerTables,
    Seats,
)
from croupier.games.three_way_action.kernel_plans import Plan, asked_by
from croupier.games.three_way_action.rules import (
    BLACKJACK_ODDS,
    INSURANCE_ODDS,
    DealerDraws,
    Insurance,
    Rules,
    SplitAces,
)
from croupier.games.three_way_action.script import (
    against_card,
    against_hand,
    bonus_lines,
    qualifies,
)
from croupier.money import EVEN_MONEY
from croupier.table.paytable import PayTable
from croupier.table.prepared import PreparedTable
from croupier.table.settlement import Outcome
from croupier.table.steps import Option
from croupier.table.wager import Slip

__all__ = ["lay_table"]

_ROOM: Final = 16
"""How long the lines of tables by value are: a power of two, which is found soonest."""


def lay_table(table: PreparedTable, slips: Sequence[Slip], plan: Plan) -> Layout:
    """The table, and who bets what."""
    rules: Rules = table.rules
    return Layout(
        hand_tables(rules),
        drawn_tables(rules),
        poker_tables(),
        seat_tables(table, slips),
        plan,
        int(terms_of(rules).peeks),
        int(rules.split_aces is SplitAces.DRAW_FREELY),
        int(rules.insurance is Insurance.TWO_TO_ONE),
        int(rules.dealer_draws is DealerDraws.ALWAYS),
        len(table.wagers) + 1,
        groups_for(MOST_CARDS * (len(slips) + 1)),
    )


# Blackjack.


def hand_tables(rules: Rules) -> HandTables:
    """What becomes of hands, and where a player is asked."""
    hands = player_hands()
    asked = asked_by(rules).actions.any(axis=0)
    offered = np.where(hands.cards == 2, OPTIONS.index("double") + 1, OPTIONS.index("hit") + 1)
    if rules.split_aces is not SplitAces.NOT_ALLOWED:
        offered[hands.aces] = len(OPTIONS)
    return _hand_tables()._replace(
        offered=np.append(np.where(asked, offered, 0), 0).astype(np.uint8)
    )


@cache
def _hand_tables() -> HandTables:
    """All of it that no rule changes; nobody is asked anything."""
    hands = player_hands()
    many = len(hands.cards)
    child = np.full((many + 1, _ROOM), many, np.int16)
    child[:many, :VALUES] = np.where(hands.child >= 0, hands.child, many)
    start = np.full((_ROOM, _ROOM), many, np.int16)
    for one in range(VALUES):
        for other in range(VALUES):
            both = place_of(np.array(with_one_more(with_one_more(NOTHING, one), other)))
            assert both is not None, "two cards are never bust"
            start[one, other] = both
    totals = [total_of(tuple(row)) for row in hands.rows.tolist()]
    dealer_code = np.array([*hands.totals, BUST], np.uint8)
    dealer_code[hands.natural] = NATURAL
    code = dealer_code.copy()
    code[:many][hands.cards == MOST_CARDS] = SEVEN
    draws = [dealer_draws(total) and total.cards < MOST_CARDS for total in totals]
    return HandTables(
        np.array([card_value(card) - 1 for card in DECK], np.uint8),
        start,
        child,
        code,
        dealer_code,
        np.array([*draws, False], np.uint8),
        np.zeros(many + 1, np.uint8),
        _ends(),
    )


def _ends() -> NDArray[np.uint8]:
    """How hands end, by what the player's and the dealer's come to."""
    ends = np.full((AND_DOUBLED, AND_DOUBLED), LOST, np.uint8)
    by_result = {-1: LOST, 0: PUSHED, 1: WON}
    for dealer in range(BUST + 1):
        ends[:BUST, dealer] = [by_result[result] for result in RESULTS[:, dealer].tolist()]
    ends[:BUST, NATURAL] = ends[SEVEN, NATURAL] = BEATEN
    ends[NATURAL, : BUST + 1] = PAID
    ends[SEVEN, : BUST + 1] = WON
    ends[NATURAL, NATURAL] = PUSHED
    return ends


def drawn_tables(rules: Rules) -> DrawnTables:
    """What becomes of hands on split aces."""
    drawn = drawn_hands()
    most = 21 if terms_of(rules).may_hit_21 else 20
    return DrawnTables(
        drawn.child[: drawn.up_to[MOST_DRAWN - 1]].astype(np.int16),
        drawn.totals.astype(np.uint8),
        drawn.cards.astype(np.uint8),
        (drawn.totals <= most).astype(np.uint8),
    )


# The other games.


@cache
def _bonus_lines() -> tuple[tuple[tuple[str, ...], ...], NDArray[np.uint8]]:
    """All that hands are by the lines of the Bonus, and which of it each rank is."""
    by_rank = [bonus_lines(rank) for rank in all_five_card_ranks()]
    kinds = tuple(dict.fromkeys(by_rank))
    return kinds, np.array([0, *map(kinds.index, by_rank)], np.uint8)


@cache
def _high_card() -> tuple[tuple[Outcome, ...], NDArray[np.uint8]]:
    """All ways High Card ends, and which of them two ranks come to."""
    cards = [next(card for card in DECK if card.rank is rank) for rank in Rank]
    found = [[against_card(card, dealer)[0] for dealer in cards] for card in cards]
    kinds = tuple(dict.fromkeys(outcome for line in found for outcome in line))
    return kinds, np.array([[*map(kinds.index, line)] for line in found], np.uint8)


@cache
def _poker_outcomes() -> tuple[Outcome, ...]:
    """Against a dealer who is better, the same, worse, and one who does not qualify."""
    ranks = all_five_card_ranks()
    least, best = min(filter(qualifies, ranks)), max(ranks)
    against = (least, best), (best, best), (best, least), (least, min(ranks))
    return tuple(against_hand(*one)[0] for one in against)


@cache
def poker_tables() -> PokerTables:
    """What Poker hands are, and how High Card ends."""
    return PokerTables(
        five_card_tables(MOST_CARDS),
        _bonus_lines()[1],
        min(rank.number for rank in all_five_card_ranks() if qualifies(rank)),
        _high_card()[1],
    )


# What seats bet.


def seat_tables(table: PreparedTable, slips: Sequence[Slip]) -> Seats:
    """What each seat gains."""
    bet = [dict(slip.stakes) for slip in slips]
    high_card, blackjack, poker, bonus = (
        [stakes.get(spot, 0) for stakes in bet]
        for spot in ("High Card", "Blackjack", "Poker", "Bonus")
    )
    fills = np.array(poker) + bonus > 0
    return Seats(
        np.array(blackjack, np.int64),
        (fills | (np.array(blackjack) > 0)).astype(np.uint8),
        fills.astype(np.uint8),
        _by_outcomes(high_card, _high_card()[0]),
        np.array([_blackjack_cents(stake, table.rules) for stake in blackjack], np.int64),
        np.array([_insurance_cents(stake, table) for stake in blackjack], np.int64),
        _by_outcomes(poker, _poker_outcomes()),
        np.array([_bonus_cents(stake, table.pay_tables["Bonus"]) for stake in bonus], np.int64),
    )


def _by_outcomes(stakes: Sequence[int], outcomes: Sequence[Outcome]) -> NDArray[np.int64]:
    return np.array(
        [[outcome.returned_cents(stake) - stake for outcome in outcomes] for stake in stakes],
        np.int64,
    )


def _blackjack_cents(stake: int, rules: Rules) -> NDArray[np.int64]:
    """By hand and whether it is doubled, and by how it ends."""
    terms = terms_of(rules)
    lost = 1, terms.lost_doubled, terms.lost_second, 2 * terms.lost_second
    cents = np.zeros((len(lost), ENDS), np.int64)
    for which, lost_units in enumerate(lost):
        staked = stake * (1 + which % 2)
        cents[which, LOST] = net_cents(staked, None)
        cents[which, WON] = net_cents(staked, EVEN_MONEY)
        cents[which, PAID] = net_cents(staked, BLACKJACK_ODDS[rules.blackjack_pays])
        cents[which, BEATEN] = net_cents(stake * lost_units, None)
    return cents


def _insurance_cents(stake: int, table: PreparedTable) -> tuple[int, int, int]:
    """What a seat insures for at most, and what that gains with a blackjack and without."""
    if "Insurance" not in table.wagers:
        return 0, 0, 0
    option = Option("insure", "", "Insurance", 1, stake // 2, is_open=True).within(
        table.limits["Insurance"], table.units_cents["Insurance"]
    )
    most = option.most_cents if option.least_cents <= option.most_cents else 0
    return most, int(net_cents(most, INSURANCE_ODDS)), int(net_cents(most, None))


def _bonus_cents(stake: int, table: PayTable) -> list[np.int64]:
    """By lines of the Bonus: paid on the first of them that the table has."""
    return [
        net_cents(
            stake, next((odds for line in lines if (odds := table.odds(line)) is not None), None)
        )
        for lines in _bonus_lines()[0]
    ]
