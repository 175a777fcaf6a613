"""Roll Your Own Blackjack: what the dealer does, step by step."""

from typing import Final

from croupier.cards import (
    Card,
    OutOfCards,
    Rank,
    ThreeCardCategory,
    blackjack_total,
    card_value,
    pretty_cards,
    rank_three,
)
from croupier.games.blackjack_hands import called
from croupier.games.poker_lines import three_card_lines
from croupier.games.roll_your_own_blackjack.play import Hand, play_hands, win_all
from croupier.games.roll_your_own_blackjack.rules import (
    BLACKJACK_ODDS,
    AceLowStraight,
    BurnedCard,
    Rules,
)
from croupier.games.showdown import settle_by_table
from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.places import Face
from croupier.table.settlement import Because, win
from croupier.table.steps import Option, Script, Steps

__all__ = ["ALONE", "bonus_hand", "is_double_blackjack", "script"]

ALONE: Final = ("alone 1", "alone 2", "alone 3")
"""The ways to set three cards: which of them, in the order dealt, is the one-card hand."""


def script(table: Dealing[Rules]) -> Script:
    """One round."""
    yield from table.take_wagers(clause="Rule 2")
    yield from _deal_packs(table)
    yield from table.release_rest(clause="Rule 4")
    yield from _set_hands(table)
    for seat in table.seats:
        yield from _settle_bonus(table, seat)
    for seat in table.seats:
        yield from _pay_double_blackjack(table, seat)
    hands = [
        Hand(seat, spot, seat.place(spot), seat.stake_cents(spot))
        for seat in table.seats
        for spot in ("Blackjack 1", "Blackjack 2")
        if seat.has(spot)
    ]
    if hands:
        try:
            yield from play_hands(table, hands)
        except OutOfCards:
            yield from win_all(table, hands)
    yield from table.collect(clause="Rule 7")


def _deal_packs(table: Dealing[Rules]) -> Steps[None]:
    """A pack to each player; of his own the dealer burns the top card and turns the second."""
    for seat in table.seats:
        yield from table.deal_pack([(seat.place("Hand"), Face.OWN)] * 3, clause="Rule 3")
    burned = Face.UP if table.rules.burned_card is BurnedCard.SHOWN else Face.DOWN
    pack = [
        (table.place("Burned"), burned),
        (table.dealer(), Face.UP),
        (table.dealer(), Face.DOWN),
    ]
    yield from table.deal_pack(pack, clause="Rule 3")


# Setting the hands.


def _set_hands(table: Dealing[Rules]) -> Steps[None]:
    """Every player makes a two-card and a one-card hand and turns them up."""
    # A double blackjack is paid however it is set. Its player is asked all the same: left out,
    # he would be known to hold one before the others have set their hands.
    options = {seat.number: _settings(table.cards(seat.place("Hand"))) for seat in table.seats}
    choices = yield from table.ask_all(
        "Which card is your one-card hand?", options, default=ALONE[2], clause="Rule 5"
    )
    for seat in table.seats:
        alone = ALONE.index(choices[seat.number].option)
        together = [at for at in range(3) if at != alone]
        hand, one, two = seat.place("Hand"), seat.place("Blackjack 1"), seat.place("Blackjack 2")
        yield from table.move(hand, together, one, face=Face.UP, clause="Rule 5")
        yield from table.move(hand, (0,), two, face=Face.UP, clause="Rule 5")


def _settings(hand: tuple[Card, ...]) -> tuple[Option, ...]:
    """The three ways to set a hand. The ask is hidden: only the player reads his cards here."""
    options = []
    for at, name in enumerate(ALONE):
        together = [card for card in hand if card != hand[at]]
        total = called(blackjack_total(together), is_blackjack=True)
        label = f"{pretty_cards(together)} ({total}) and {pretty_cards([hand[at]])} alone"
        options.append(Option(name, label))
    return tuple(options)


def is_double_blackjack(hand: tuple[Card, ...]) -> bool:
    """An ace, an ace and a ten-value card, or an ace and two ten-value cards."""
    return sorted(card_value(card) for card in hand) in ([1, 1, 10], [1, 10, 10])


# The Bonus, and what is paid at once.


def _settle_bonus(table: Dealing[Rules], seat: SeatInPlay) -> Steps[None]:
    hand = table.cards(seat.place("Blackjack 1")) + table.cards(seat.place("Blackjack 2"))
    lines, words = bonus_hand(hand, table.rules.ace_low_straight)
    yield from settle_by_table(table, seat, "Bonus", lines, words, clause="Rule 6")


def bonus_hand(
    hand: tuple[Card, ...], ace_low_straight: AceLowStraight
) -> tuple[tuple[str, ...], str]:
    """The lines of the Bonus that three cards fit, best first, and the hand in words."""
    rank = rank_three(hand)
    is_ace_low = rank.ranks == (Rank.THREE,) and rank.category in (
        ThreeCardCategory.STRAIGHT,
        ThreeCardCategory.STRAIGHT_FLUSH,
    )
    if is_ace_low and ace_low_straight is AceLowStraight.DOES_NOT_COUNT:
        if rank.category is ThreeCardCategory.STRAIGHT_FLUSH:
            return ("Flush",), "flush, ace-three-two high"
        return (), "ace-three-two high"
    return three_card_lines(rank), rank.name


def _pay_double_blackjack(table: Dealing[Rules], seat: SeatInPlay) -> Steps[None]:
    two, one = seat.place("Blackjack 1"), seat.place("Blackjack 2")
    if is_double_blackjack(table.cards(two) + table.cards(one)):
        sentence = f"Your double blackjack pays {BLACKJACK_ODDS} on both bets."
        because = Because("Rule 7i", sentence, ("double blackjack",))
        yield from table.settle(seat, "Blackjack 1", win(BLACKJACK_ODDS), because, place=two)
        yield from table.settle(seat, "Blackjack 2", win(BLACKJACK_ODDS), because, place=one)
