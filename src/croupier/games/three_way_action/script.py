"""3 Way-Action: what the dealer does, step by step."""

from collections.abc import Sequence

from croupier.cards import Card, FiveCardCategory, FiveCardRank, Rank, best_five
from croupier.games.poker_lines import five_card_lines
from croupier.games.showdown import (
    DOES_NOT_QUALIFY,
    TIES_WITH,
    against_dealer,
    in_sentence,
    qualifying,
    settle_by_table,
)
from croupier.games.three_way_action.blackjack import MOST_CARDS, play_blackjack
from croupier.games.three_way_action.rules import TWO_PAIR_LINE, Rules
from croupier.money import ONE_HALF
from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.places import Face, Place
from croupier.table.settlement import HALF_BACK, LOSE, Because, Outcome, win
from croupier.table.steps import Script, Steps

__all__ = ["against_card", "against_hand", "bonus_lines", "qualifies", "script"]


def script(table: Dealing[Rules]) -> Script:
    """One round: three games in a row, then the Bonus."""
    yield from table.take_wagers(clause="Playing 3")
    yield from _play_high_card(table)
    staying = [seat for seat in table.seats if _has_any(seat, "Blackjack", "Poker", "Bonus")]
    if staying:
        yield from play_blackjack(table, staying)
    yield from _play_poker(table, [seat for seat in staying if _has_any(seat, "Poker", "Bonus")])
    yield from table.collect(clause="Procedures f")


def _has_any(seat: SeatInPlay, *spots: str) -> bool:
    return any(seat.has(spot) for spot in spots)


# The first game.


def _play_high_card(table: Dealing[Rules]) -> Steps[None]:
    """One card face up to everybody; High Card is settled before the second card."""
    for seat in table.seats:
        yield from table.deal(seat.place("High Card"), face=Face.UP, clause="Playing 5")
    dealer = yield from table.deal(table.dealer("High Card"), face=Face.UP, clause="Playing 5")
    for seat in table.seats:
        if seat.has("High Card"):
            (card,) = table.cards(seat.place("High Card"))
            yield from table.settle(seat, "High Card", *against_card(card, dealer))


def against_card(card: Card, dealer: Card) -> tuple[Outcome, Because]:
    """Aces are high; of equal cards half the wager comes back."""
    hands = (card.spoken, dealer.spoken)
    if card.rank == dealer.rank:
        sentence = f"Your {hands[0]} {TIES_WITH} the dealer's {hands[1]}: half comes back."
        return HALF_BACK, Because("Playing 8", sentence, hands)
    if card.rank > dealer.rank:
        sentence = f"Your {hands[0]} is higher than the dealer's {hands[1]}."
        return win(), Because("Playing 6", sentence, hands)
    sentence = f"Your {hands[0]} is lower than the dealer's {hands[1]}."
    return LOSE, Because("Playing 7", sentence, hands)


# The third game, and the Bonus.


def _play_poker(table: Dealing[Rules], seats: Sequence[SeatInPlay]) -> Steps[None]:
    """Everybody's hand is filled to seven cards face down; the best five count."""
    if not seats:
        return
    for seat in seats:
        yield from _fill(table, [seat.place("Blackjack"), seat.place("Split")], seat.place("Poker"))
    yield from _fill(table, [table.dealer("Blackjack")], table.dealer("Poker"))

    dealer = best_five((yield from table.turn(table.dealer("Poker"), clause="Playing 22")))[0]
    words = qualifying(dealer.name, qualifies=qualifies(dealer))
    yield from table.call(table.dealer("Poker"), words, clause="Playing 23")
    ranks = {}
    for seat in seats:
        cards = yield from table.turn(seat.place("Poker"), clause="Playing 22")
        ranks[seat.number] = best_five(cards)[0]
        if seat.has("Poker"):
            yield from table.settle(seat, "Poker", *against_hand(ranks[seat.number], dealer))
    for seat in seats:
        if seat.has("Bonus"):
            rank = ranks[seat.number]
            lines = bonus_lines(rank)
            yield from settle_by_table(table, seat, "Bonus", lines, rank.name, clause="Playing 28")


def _fill(table: Dealing[Rules], sources: Sequence[Place], target: Place) -> Steps[None]:
    """Puts the cards of a Blackjack hand, and of a split one, together and fills them to seven."""
    for source in sources:
        lying = range(len(table.cards(source)))
        if lying:
            yield from table.move(source, lying, target, face=Face.UP, clause="Playing 20")
    for _ in range(MOST_CARDS - len(table.cards(target))):
        yield from table.deal(target, face=Face.DOWN, clause="Playing 21")


def qualifies(dealer: FiveCardRank) -> bool:
    """Ace high or better."""
    return dealer.category > FiveCardCategory.HIGH_CARD or dealer.ranks[0] is Rank.ACE


def against_hand(player: FiveCardRank, dealer: FiveCardRank) -> tuple[Outcome, Because]:
    """Half the wager is won from a dealer who does not qualify, whatever the player has."""
    if not qualifies(dealer):
        sentence = (
            f"The dealer's {in_sentence(dealer.name)} {DOES_NOT_QUALIFY}, "
            "so you win half your wager."
        )
        return win(ONE_HALF), Because("Playing 23", sentence, (player.name, dealer.name))
    difference = (player > dealer) - (player < dealer)
    clause = "Playing 24" if difference else "Playing 25"
    return against_dealer(difference, player.name, dealer.name, clause=clause)


def bonus_lines(rank: FiveCardRank) -> tuple[str, ...]:
    """The lines of the Bonus tables a hand fits: of two pairs, jacks high or better."""
    if rank.category is FiveCardCategory.TWO_PAIR:
        return (TWO_PAIR_LINE,) if rank.ranks[0] >= Rank.JACK else ()
    return five_card_lines(rank)
