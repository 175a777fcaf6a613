"""Pick 2 Poker: what the dealer does, step by step."""

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.cards import (
    FiveCardCategory,
    FiveCardRank,
    HandDeck,
    Rank,
    ThreeCardRank,
    best_three,
    pretty_cards,
    rank_five,
    rank_three,
)
from croupier.games.pick_2_poker.bonuses import settle_bonuses
from croupier.games.pick_2_poker.player import FIVE_CARD_GAME, FOLD, THREES, Player
from croupier.games.pick_2_poker.rules import (
    BonusOnFold,
    DealerNotQualifying,
    Rules,
    SettlingOrder,
)
from croupier.games.showdown import (
    DOES_NOT_QUALIFY,
    Verdict,
    against_dealer,
    folded,
    qualifying,
)
from croupier.money import format_cents
from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.places import Face
from croupier.table.settlement import LOSE, PUSH, Because, Outcome, win
from croupier.table.steps import Option, Script, Steps

__all__ = ["qualifies", "script"]


def script(table: Dealing[Rules]) -> Script:
    """One round."""
    yield from table.take_wagers(clause="Playing 3")
    for seat in table.seats:
        pack = [(seat.place("Hand"), Face.OWN)] * 5
        yield from table.deal_pack(pack, clause="Playing 7")
    yield from table.deal_pack([(table.dealer(), Face.DOWN)] * 5, clause="Playing 7")
    if table.device == HandDeck.name:
        yield from table.act(
            "Remove the cut card and put the stub into the discard holder", clause="By Hand 4"
        )

    players = yield from _ask(table)
    for player in players:
        yield from _set_cards(table, player)
        if player.has_folded:
            yield from _take_folded(table, player.seat)

    dealer = yield from _show_dealer(table)
    for player in players:
        yield from _show_player(table, player)
    if table.rules.settling_order is SettlingOrder.BONUSES_BEFORE:
        yield from _settle_bonuses(table, players)
        yield from _settle_games(table, players, dealer)
    else:
        yield from _settle_games(table, players, dealer)
        yield from _settle_bonuses(table, players)
    yield from table.collect(clause="Round d")


def _ask(table: Dealing[Rules]) -> Steps[list[Player]]:
    """Asks all who bet against the dealer at once, and says who plays what."""
    options = {seat.number: _options(table, seat) for seat in table.seats if seat.has("Ante")}
    choices = yield from table.ask_all(
        "Fold, or play three or five cards?", options, default=FOLD, clause="Playing 8"
    )
    chosen = {number: choice.option for number, choice in choices.items()}
    return [
        Player(seat, table.cards(seat.place("Hand")), chosen.get(seat.number))
        for seat in table.seats
    ]


def _options(table: Dealing[Rules], seat: SeatInPlay) -> tuple[Option, ...]:
    """Fold, all five cards for the Ante again, or any three for twice the Ante.

    The ask is hidden, so that only the player reads which cards the labels name.
    """
    ante = seat.stake_cents("Ante")
    twice = format_cents(2 * ante)
    hand = table.cards(seat.place("Hand"))
    threes = [
        Option(
            name,
            f"3 cards: {pretty_cards([hand[at] for at in three])}, another {twice}",
            "Play",
            2 * ante,
            2 * ante,
        )
        for name, three in THREES.items()
    ]
    five = Option(FIVE_CARD_GAME, f"All 5 cards, another {format_cents(ante)}", "Play", ante, ante)
    return (Option(FOLD, "Fold"), five, *threes)


def _set_cards(table: Dealing[Rules], player: Player) -> Steps[None]:
    """What is played goes behind the Play wager, what is left under the 3-5 Bonus."""
    if not player.played:
        return
    seat, hand = player.seat, player.seat.place("Hand")
    clause = "Playing 15" if player.plays_three else "Playing 14"
    yield from table.move(hand, player.played, seat.place("Play"), face=Face.OWN, clause=clause)
    if player.plays_three:
        under = seat.place("3-5 Bonus")
        yield from table.move(hand, (0, 1), under, face=Face.OWN, clause=clause)


def _take_folded(table: Dealing[Rules], seat: SeatInPlay) -> Steps[None]:
    reading, because = table.rules.bonus_on_fold, folded(seat, clause="Playing 10")
    yield from table.settle(seat, "Ante", LOSE, because)
    if reading is not BonusOnFold.BOTH_STAY:
        yield from table.settle(seat, "3-5 Bonus", LOSE, because)
    if reading is BonusOnFold.BOTH_LOST and seat.has("5 Card Bonus Only"):
        yield from table.settle(seat, "5 Card Bonus Only", LOSE, because)


@dataclass(frozen=True, slots=True)
class _Dealer:
    """What the dealer holds."""

    five: FiveCardRank
    three: ThreeCardRank


def _show_dealer(table: Dealing[Rules]) -> Steps[_Dealer]:
    """Turns the dealer's cards, sets them from high to low and pushes the best three up."""
    hand = table.dealer()
    cards = yield from table.turn(hand, clause="Playing 16")
    order = sorted(range(5), key=lambda at: cards[at], reverse=True)
    yield from table.move(hand, order, hand, face=Face.UP, clause="Playing 16")
    cards = table.cards(hand)
    three, pushed_up = best_three(cards)
    dealer = _Dealer(rank_five(cards), three)
    five = qualifying(dealer.five.name, qualifies=qualifies(dealer.five))
    words = f"five cards: {five}; three cards: {dealer.three.name}"
    yield from table.call(hand, words, clause="Playing 20")
    best = [cards.index(card) for card in pushed_up]
    yield from table.move(hand, best, table.dealer("Best three"), face=Face.UP, clause="Playing 16")
    return dealer


def qualifies(dealer: FiveCardRank) -> bool:
    """Ace-king or better; asked only in the 5-card game."""
    is_high_card = dealer.category is FiveCardCategory.HIGH_CARD
    return not is_high_card or dealer.ranks[:2] == (Rank.ACE, Rank.KING)


def _show_player(table: Dealing[Rules], player: Player) -> Steps[None]:
    """Turns up the cards of a player who has a wager left, so all see what decides it."""
    seat = player.seat
    if any(seat.has(spot) for spot in ("Ante", "3-5 Bonus", "5 Card Bonus Only")):
        for place in (seat.place("Hand"), seat.place("Play"), seat.place("3-5 Bonus")):
            if table.cards(place):
                yield from table.turn(place, clause="Playing 17")


def _settle_games(table: Dealing[Rules], players: Sequence[Player], dealer: _Dealer) -> Steps[None]:
    for player in players:
        if player.plays_three:
            yield from _settle_three_cards(table, player, dealer.three)
        elif player.plays_five:
            yield from _settle_five_cards(table, player, dealer.five)


def _settle_bonuses(table: Dealing[Rules], players: Sequence[Player]) -> Steps[None]:
    for player in players:
        yield from settle_bonuses(table, player)


def _settle_three_cards(
    table: Dealing[Rules], player: Player, dealer: ThreeCardRank
) -> Steps[None]:
    """The three he set against the dealer's best three. The dealer need not qualify."""
    rank = rank_three(player.three_cards)
    verdict = _compared((rank > dealer) - (rank < dealer), rank.name, dealer.name)
    yield from table.settle(player.seat, "Ante", *verdict)
    yield from table.settle(player.seat, "Play", *verdict)


def _settle_five_cards(table: Dealing[Rules], player: Player, dealer: FiveCardRank) -> Steps[None]:
    """All five against the dealer's five, who must have ace-king or better."""
    rank = rank_five(player.cards)
    ante = play = _compared((rank > dealer) - (rank < dealer), rank.name, dealer.name)
    if not qualifies(dealer):
        ante, play = _not_qualifying(table.rules.dealer_not_qualifying, play)
    yield from table.settle(player.seat, "Ante", *ante)
    yield from table.settle(player.seat, "Play", *play)


def _compared(difference: int, player: str, dealer: str) -> Verdict:
    """The higher hand wins, the player's at even money; ties push."""
    clauses = {1: "Playing 19", 0: "Playing 18", -1: "Playing 17"}
    return against_dealer(difference, player, dealer, clause=clauses[difference])


def _not_qualifying(reading: DealerNotQualifying, compared: Verdict) -> tuple[Verdict, Verdict]:
    """How Ante and Play end when the dealer has less than ace-king."""
    hands = compared[1].hands

    def ends(outcome: Outcome, words: str) -> Verdict:
        sentence = f"The dealer's {hands[1]} {DOES_NOT_QUALIFY}, so {words}."
        return outcome, Because("Playing 20", sentence, hands)

    ante_paid, ante_back = ends(win(), "the Ante is paid"), ends(PUSH, "the Ante comes back")
    match reading:
        case DealerNotQualifying.ANTE_PUSHES_PLAY_COMPARED:
            return ante_back, compared
        case DealerNotQualifying.ANTE_PAYS_PLAY_PUSHES:
            return ante_paid, ends(PUSH, "the Play wager comes back")
        case DealerNotQualifying.BOTH_PAY:
            return ante_paid, ends(win(), "the Play wager is paid")
        case DealerNotQualifying.BOTH_PUSH:
            return ante_back, ends(PUSH, "the Play wager comes back")
        case DealerNotQualifying.NO_EFFECT:
            return compared, compared
        case DealerNotQualifying.ANTE_PAYS_PLAY_COMPARED:
            return ante_paid, compared
