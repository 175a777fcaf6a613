"""3 Way-Action, compiled: Blackjack, from the second card to its settlement.

Each part does one step of the game, in all rounds that are in play.
"""

from typing import NamedTuple

import numpy as np

from croupier.cards.stream_kernels import Deck
from croupier.compiled import Number, kernel, part
from croupier.games.kernel_parts import purse_of, taped
from croupier.games.three_way_action.exact.blackjack_counts import ACE, BUST
from croupier.games.three_way_action.exact.blackjack_drawn import MOST_DRAWN
from croupier.games.three_way_action.exact.blackjack_play import DOUBLE, HIT, SPLIT, STAND
from croupier.games.three_way_action.kernel_layout import (
    ADDED,
    AND_DOUBLED,
    BLACKJACK,
    DEALER,
    DRAWN_FROM,
    DRAWN_TO,
    FIRST,
    FIRST_HAND,
    IF_NATURAL,
    IF_NOT,
    INSURANCE,
    INSURED,
    NATURAL,
    NEXT_CARD,
    NEXT_DECISION,
    NO_HAND,
    PREMIUM,
    SECOND,
    SECOND_CARD,
    SECOND_HAND,
    U64,
    UP_CARD,
    Bytes,
    Cents,
    InPlay,
    Layout,
)
from croupier.games.three_way_action.kernel_plans import NOBODY
from croupier.table.kernel import NO_LIMIT, Batch

__all__ = [
    "deal_second_cards",
    "offer_insurance",
    "play_dealer",
    "play_seats",
    "settle_blackjack",
]


@part
def deal_second_cards(layout: Layout, play: InPlay, seated: int) -> None:
    """A second card to all who stay, and one to the dealer, who may look at it."""
    hands, stays, decks = layout.hands, layout.seats.stays, play.decks
    of_dealer = U64(seated)
    for one in range(play.rounds):
        here = U64(one)
        at = of_dealer + U64(1)
        for seat in range(of_dealer):
            play.places[here, seat, SECOND_CARD] = at
            at += U64(stays[seat])
        play.places[here, of_dealer, SECOND_CARD] = at
        up = hands.value[decks[here, of_dealer]]
        dealer = U64(hands.start[up, hands.value[decks[here, at]]])
        is_over = layout.peeks and hands.dealer_code[dealer] == NATURAL
        play.course[here, NEXT_CARD] = at + U64(1)
        play.course[here, NEXT_DECISION] = 0
        play.course[here, UP_CARD] = NOBODY if is_over else up
        play.course[here, DEALER] = dealer


@part
def offer_insurance(batch: Batch, layout: Layout, play: InPlay, seated: int) -> None:
    """Every Blackjack hand may be insured against an ace."""
    value, seats = layout.hands.value, layout.seats
    of_dealer = U64(seated)
    for one in range(play.rounds):
        here, row = U64(one), U64(play.start + one)
        is_ace = value[play.decks[here, of_dealer]] == ACE
        for seat in range(of_dealer):
            play.sums[here, seat, INSURED] = 0
            if is_ace and seats.blackjack_stakes[seat] > 0:
                premium = seats.insurance[seat, PREMIUM]
                can_pay = premium <= (purse_of(batch, row) if seat == 0 else NO_LIMIT)
                decision = np.int64(play.course[here, NEXT_DECISION])
                declines = _choose(batch, row, decision, 2, 1 - layout.plan.insures)
                play.course[here, NEXT_DECISION] += 1
                if can_pay and not declines:
                    play.sums[here, seat, INSURED] = premium


@part
def _choose(
    batch: Batch, row: np.uint64, decision: Number, offered: Number, planned: Number
) -> np.int64:
    """What to do, by the tape or else by the plan; what is not asked is to stand."""
    if batch.tape.shape[1] > 0:
        return taped(batch, row, decision, offered) if offered > 0 else np.int64(STAND)
    return np.int64(planned)


# The players.


class Turn(NamedTuple):
    """Whose turn it is, and how far the round is."""

    row: np.uint64
    seat: Number
    up: np.uint64
    """The value of the up card."""
    at: np.uint64
    """Where the next card lies."""
    decision: Number
    left: Number
    """What the seat can still add."""


@part
def play_seats(batch: Batch, layout: Layout, play: InPlay, seated: int) -> None:
    """All seats in turn play their hands, until they stand, are bust or have seven cards."""
    hands, actions, stakes = layout.hands, layout.plan.actions, layout.seats.blackjack_stakes
    decks, places = play.decks, play.places
    for one in range(play.rounds):
        here, row = U64(one), U64(play.start + one)
        at, up = U64(play.course[here, NEXT_CARD]), U64(play.course[here, UP_CARD])
        decision = np.int64(play.course[here, NEXT_DECISION])
        for seat in range(U64(seated)):
            places[here, seat, DRAWN_FROM] = at
            stake, insured = stakes[seat], play.sums[here, seat, INSURED]
            left = (purse_of(batch, row) if seat == 0 else NO_LIMIT) - insured
            most = np.int64(HIT if stake > left else SPLIT)
            asked = up if stake > 0 else U64(NOBODY)
            second_card = decks[here, U64(places[here, seat, SECOND_CARD])]
            hand = U64(hands.start[hands.value[decks[here, seat]], hands.value[second_card]])
            doubled = np.int64(0)
            while True:
                # Who has doubled is not asked again; what is too dear is not offered, but hit.
                asks = (1 - doubled) * np.int64(asked != NOBODY)
                offered = asks * min(np.int64(hands.offered[hand]), most + 1)
                planned = asks * min(np.int64(actions[asked, hand]), most)
                action = _choose(batch, row, decision, offered, planned)
                decision += np.int64(offered > 0)
                if not STAND < action < SPLIT:
                    break
                hand = U64(hands.child[hand, hands.value[decks[here, at]]])
                at += U64(1)
                doubled = np.int64(action == DOUBLE)
            first, second = np.int64(hands.code[hand]) + AND_DOUBLED * doubled, np.int64(NO_HAND)
            added = insured + stake * doubled
            if action == SPLIT:
                turn = Turn(row, seat, up, at, decision, left - stake)
                at, decision, more, first, second = _play_split(batch, layout, decks[here], turn)
                added += stake + more
            play.sums[here, seat, ADDED] = added
            play.hands[here, seat, FIRST_HAND] = first
            play.hands[here, seat, SECOND_HAND] = second
            places[here, seat, DRAWN_TO] = at
        play.course[here, NEXT_CARD] = at


@kernel
def _play_split(
    batch: Batch, layout: Layout, deck: Deck, turn: Turn
) -> tuple[np.uint64, np.int64, np.int64, np.int64, np.int64]:
    """Plays two hands on split aces.

    Returns where the next card lies, the next decision, what was added beside the split, and
    what both hands come to.
    """
    value, drawn, plan = layout.hands.value, layout.drawn, layout.plan
    stake, decision = layout.seats.blackjack_stakes[turn.seat], np.int64(turn.decision)
    added = np.int64(0)
    at = turn.at + U64(2)
    card = value[deck[turn.at + U64(1)]]
    first, second = U64(drawn.child[0, value[deck[turn.at]]]), U64(drawn.child[0, card])
    of_first = of_second = np.int64(0)
    for which in range(2):
        is_done = not layout.draws_freely
        while not is_done:
            hand = first if which == 0 else second
            if drawn.cards[first] + drawn.cards[second] == MOST_DRAWN or not drawn.may_draw[hand]:
                break
            is_dear = stake > turn.left - added
            most = np.int64(HIT if drawn.cards[hand] > 1 or is_dear else DOUBLE)
            planned = np.int64(plan.second[turn.up, first, second])
            if which == 0:
                planned = np.int64(plan.first[turn.up, first, card])
            action = _choose(batch, turn.row, decision, most + 1, min(planned, most))
            decision += 1
            if action == STAND:
                break
            if action == DOUBLE:
                added += stake
                if which == 0:
                    of_first = np.int64(AND_DOUBLED)
                else:
                    of_second = np.int64(AND_DOUBLED)
                is_done = True
            more = value[deck[at]]
            at += U64(1)
            if which == 0:
                first = U64(drawn.child[first, more])
            else:
                second = U64(drawn.child[second, more])
    return at, decision, added, of_first + drawn.code[first], of_second + drawn.code[second]


# The dealer, and the settlement.


@part
def play_dealer(layout: Layout, play: InPlay, seated: int) -> None:
    """The dealer draws, if any hand waits for what he has."""
    hands, stakes = layout.hands, layout.seats.blackjack_stakes
    of_dealer = U64(seated)
    for one in range(play.rounds):
        here = U64(one)
        is_live = layout.always_draws > 0
        for seat in range(of_dealer):
            first, second = play.hands[here, seat, FIRST_HAND], play.hands[here, seat, SECOND_HAND]
            is_waiting = (first % AND_DOUBLED < BUST) | (second % AND_DOUBLED < BUST)
            is_live |= is_waiting & (stakes[seat] > 0)
        at, dealer = U64(play.course[here, NEXT_CARD]), U64(play.course[here, DEALER])
        play.places[here, of_dealer, DRAWN_FROM] = at
        while is_live and hands.dealer_draws[dealer]:
            dealer = U64(hands.child[dealer, hands.value[play.decks[here, at]]])
            at += U64(1)
        play.places[here, of_dealer, DRAWN_TO] = at
        play.course[here, DEALER] = dealer


@part
def settle_blackjack(batch: Batch, layout: Layout, play: InPlay, seated: int) -> None:
    """Settles all hands, and what insures them."""
    hands, seats, nets = layout.hands, layout.seats, batch.nets
    for one in range(play.rounds):
        here, row = U64(one), U64(play.start + one)
        dealer = hands.dealer_code[U64(play.course[here, DEALER])]
        column = U64(0)
        blackjack_net = insurance_net = added = np.int64(0)
        for seat in range(U64(seated)):
            first, second = play.hands[here, seat, FIRST_HAND], play.hands[here, seat, SECOND_HAND]
            blackjack_net += _hand_net(hands.ends, seats.blackjack[seat], FIRST, first, dealer)
            if second != NO_HAND:
                blackjack_net += _hand_net(
                    hands.ends, seats.blackjack[seat], SECOND, second, dealer
                )
            if play.sums[here, seat, INSURED] > 0:
                insurance_net += seats.insurance[seat, IF_NATURAL if dealer == NATURAL else IF_NOT]
            added += play.sums[here, seat, ADDED]
            if batch.is_apart or seat + U64(1) == seated:
                nets[column + BLACKJACK, row] = blackjack_net
                if layout.offers_insurance:
                    nets[column + INSURANCE, row] = insurance_net
                column += U64(layout.columns)
                nets[column - U64(1), row] = added
                blackjack_net = insurance_net = added = np.int64(0)


@part
def _hand_net(
    ends: Bytes, cents: Cents, which: np.uint64, came_to: np.uint8, dealer: np.uint8
) -> np.int64:
    """What a hand gains that came to this."""
    end = ends[U64(came_to % AND_DOUBLED), dealer]
    net: np.int64 = cents[which + U64(came_to // AND_DOUBLED), end]
    return net
