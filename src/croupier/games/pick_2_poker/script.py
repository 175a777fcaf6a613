"""Pick 2 Poker: what the dealer does, step by step."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from croupier.cards import (
    Card,
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
from croupier.games.pick_2_poker.rules import (
    THREE_CARD_HALF,
    BonusOnFold,
    BonusTables,
    DealerNotQualifying,
    Rules,
    SettlingOrder,
    ThreeCardBonusHand,
)
from croupier.games.poker_lines import five_card_lines, three_card_lines
from croupier.games.showdown import against_dealer, in_sentence, settle_by_table
from croupier.money import format_cents
from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.paytable import PayLine
from croupier.table.places import Face
from croupier.table.settlement import LOSE, PUSH, Because, win
from croupier.table.steps import Choice, Option, Script, Steps

__all__ = ["FIVE_CARD_GAME", "FOLD", "bonus_only_lines", "qualifies", "script", "three_card_game"]

FOLD: Final = "fold"
FIVE_CARD_GAME: Final = "5-card"


def three_card_game(positions: Sequence[int]) -> str:
    """The option that sets these cards of the hand, counted from 0: `3-card 1-2-4`."""
    return "3-card " + "-".join(str(position + 1) for position in positions)


_THREES: Final = {three_card_game(three): three for three in combinations(range(5), 3)}
"""The ten ways to set three of five cards."""


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

    options = {seat.number: _options(table, seat) for seat in table.seats}
    choices = yield from table.ask_all(
        "Fold, or play three or five cards?", options, default=FOLD, clause="Playing 8"
    )
    players = [_Player(seat, choices[seat.number]) for seat in table.seats]
    for player in players:
        yield from _set_cards(table, player)
        if player.has_folded:
            yield from _take_folded(table, player)

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


@dataclass(slots=True)
class _Player:
    """A seat, and the game it picked."""

    seat: SeatInPlay
    choice: Choice
    cards: tuple[Card, ...] = ()
    """All five."""

    @property
    def has_folded(self) -> bool:
        return self.choice.option == FOLD

    @property
    def three_set(self) -> tuple[int, ...] | None:
        """Which cards he set for the 3-card game, if he picked that."""
        return _THREES.get(self.choice.option)

    def three_cards(self) -> tuple[Card, ...]:
        assert self.three_set is not None, "he plays five cards"
        return tuple(self.cards[position] for position in self.three_set)


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
        for name, three in _THREES.items()
    ]
    five = Option(FIVE_CARD_GAME, f"All 5 cards, another {format_cents(ante)}", "Play", ante, ante)
    return (Option(FOLD, "Fold"), five, *threes)


def _set_cards(table: Dealing[Rules], player: _Player) -> Steps[None]:
    """What is played goes behind the Play wager, what is left under the 3-5 Bonus."""
    seat = player.seat
    player.cards = table.cards(seat.place("Hand"))
    if player.has_folded:
        return
    played = player.three_set or tuple(range(5))
    hand = seat.place("Hand")
    yield from table.move(hand, played, seat.place("Play"), face=Face.OWN, clause="Playing 14")
    if player.three_set is not None:
        under = seat.place("3-5 Bonus")
        yield from table.move(hand, (0, 1), under, face=Face.OWN, clause="Playing 15")


def _take_folded(table: Dealing[Rules], player: _Player) -> Steps[None]:
    seat, reading = player.seat, table.rules.bonus_on_fold
    folded = Because("Playing 10", "You folded.")
    yield from table.settle(seat, "Ante", LOSE, folded)
    if reading is not BonusOnFold.BOTH_STAY:
        yield from table.settle(seat, "3-5 Bonus", LOSE, folded)
    if reading is BonusOnFold.BOTH_LOST and seat.has("5 Card Bonus Only"):
        yield from table.settle(seat, "5 Card Bonus Only", LOSE, folded)


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
    dealer = _Dealer(rank_five(cards), best_three(cards)[0])
    word = "qualifies" if qualifies(dealer.five) else "does not qualify"
    yield from table.call(
        hand,
        f"five cards: {dealer.five.name}, {word}; three cards: {dealer.three.name}",
        clause="Playing 20",
    )
    best = [cards.index(card) for card in best_three(cards)[1]]
    yield from table.move(hand, best, table.dealer("Best three"), face=Face.UP, clause="Playing 16")
    return dealer


def qualifies(dealer: FiveCardRank) -> bool:
    """Ace-king or better; asked only in the 5-card game."""
    is_high_card = dealer.category is FiveCardCategory.HIGH_CARD
    return not is_high_card or dealer.ranks[:2] == (Rank.ACE, Rank.KING)


def _show_player(table: Dealing[Rules], player: _Player) -> Steps[None]:
    """Turns up the cards of a player who has a wager left, so all see what decides it."""
    seat = player.seat
    if any(seat.has(spot) for spot in ("Ante", "3-5 Bonus", "5 Card Bonus Only")):
        for place in (seat.place("Hand"), seat.place("Play"), seat.place("3-5 Bonus")):
            if table.cards(place):
                yield from table.turn(place, clause="Playing 17")


def _settle_games(
    table: Dealing[Rules], players: Sequence[_Player], dealer: _Dealer
) -> Steps[None]:
    for player in players:
        if player.three_set is not None:
            yield from _settle_three_cards(table, player, dealer.three)
        elif not player.has_folded:
            yield from _settle_five_cards(table, player, dealer.five)


def _settle_three_cards(
    table: Dealing[Rules], player: _Player, dealer: ThreeCardRank
) -> Steps[None]:
    """The three he set against the dealer's best three. The dealer need not qualify."""
    rank = rank_three(player.three_cards())
    difference = (rank > dealer) - (rank < dealer)
    verdict = against_dealer(difference, rank.name, dealer.name, clause=_decides(difference))
    yield from table.settle(player.seat, "Ante", *verdict)
    yield from table.settle(player.seat, "Play", *verdict)


def _settle_five_cards(table: Dealing[Rules], player: _Player, dealer: FiveCardRank) -> Steps[None]:
    rank = rank_five(player.cards)
    difference = (rank > dealer) - (rank < dealer)
    compared = against_dealer(difference, rank.name, dealer.name, clause=_decides(difference))
    ante = play = compared
    if not qualifies(dealer):
        hands = (rank.name, dealer.name)
        short = f"The dealer's {in_sentence(dealer.name)} does not qualify, so this wager"
        paid = win(), Because("Playing 20", f"{short} is paid.", hands)
        back = PUSH, Because("Playing 20", f"{short} comes back.", hands)
        match table.rules.dealer_not_qualifying:
            case DealerNotQualifying.ANTE_PUSHES_PLAY_COMPARED:
                ante = back
            case DealerNotQualifying.ANTE_PAYS_PLAY_PUSHES:
                ante, play = paid, back
            case DealerNotQualifying.BOTH_PAY:
                ante = play = paid
            case DealerNotQualifying.BOTH_PUSH:
                ante = play = back
            case DealerNotQualifying.ANTE_PAYS_PLAY_COMPARED:
                ante = paid
            case DealerNotQualifying.NO_EFFECT:
                pass
    yield from table.settle(player.seat, "Ante", *ante)
    yield from table.settle(player.seat, "Play", *play)


def _decides(difference: int) -> str:
    """Ties push; otherwise the higher hand wins even money."""
    return "Playing 19" if difference else "Playing 18"


def _settle_bonuses(table: Dealing[Rules], players: Sequence[_Player]) -> Steps[None]:
    for player in players:
        seat, rank = player.seat, rank_five(player.cards)
        if seat.has("3-5 Bonus"):
            yield from _settle_three_five_bonus(table, player, rank)
        if seat.has("5 Card Bonus Only"):
            yield from settle_by_table(
                table,
                seat,
                "5 Card Bonus Only",
                bonus_only_lines(rank),
                rank.name,
                clause="5 Card Bonus Only Pay Table",
            )


def bonus_only_lines(rank: FiveCardRank) -> tuple[str, ...]:
    """The lines of the 5 Card Bonus Only that a hand fits: of the pairs, sixes or better."""
    if rank.category is FiveCardCategory.PAIR:
        return ("Pair of Sixes or Better",) if rank.ranks[0] >= Rank.SIX else ()
    return five_card_lines(rank)


def _settle_three_five_bonus(
    table: Dealing[Rules], player: _Player, rank: FiveCardRank
) -> Steps[None]:
    """Pays the two halves that the rules let the hand have; lost if neither has a line."""
    seat, three = player.seat, _bonus_three(player, table.rules.three_card_bonus_hand)
    five_line = table.paid_line("3-5 Bonus", five_card_lines(rank))
    three_line = table.paid_line(THREE_CARD_HALF, three_card_lines(three) if three else ())
    match table.rules.bonus_tables:
        case BonusTables.BOTH:
            pass
        case BonusTables.HIGHER:
            if five_line and three_line:
                three_pays_more = three_line.odds > five_line.odds
                five_line, three_line = (None, three_line) if three_pays_more else (five_line, None)
        case BonusTables.CHOSEN_GAME:
            five_line = five_line if player.choice.option == FIVE_CARD_GAME else None
            three_line = three_line if player.three_set is not None else None
    if three_line is not None and three is not None:
        sentence = f"Your three cards, {in_sentence(three.name)} pay {three_line.odds}."
        because = Because(
            "3-5 Bonus Three Card Pay Table", sentence, (three.name,), three_line.name
        )
        yield from table.pay_bonus(seat, THREE_CARD_HALF, win(three_line.odds), because)
    yield from _settle_five_card_half(table, seat, rank, five_line, three_is_paid=bool(three_line))


def _settle_five_card_half(
    table: Dealing[Rules],
    seat: SeatInPlay,
    rank: FiveCardRank,
    line: PayLine | None,
    *,
    three_is_paid: bool,
) -> Steps[None]:
    clause, hands = "3-5 Bonus Five Card Pay Table", (rank.name,)
    if line is not None:
        sentence = f"Your five cards, {in_sentence(rank.name)} pay {line.odds}."
        because = Because(clause, sentence, hands, line.name)
        yield from table.settle(seat, "3-5 Bonus", win(line.odds), because)
    elif three_is_paid:
        because = Because(clause, "It won on its three-card half, so the stake comes back.", hands)
        yield from table.settle(seat, "3-5 Bonus", PUSH, because)
    else:
        sentence = f"No pay table in force has a line for your {rank.name}."
        yield from table.settle(seat, "3-5 Bonus", LOSE, Because(clause, sentence, hands))


def _bonus_three(player: _Player, reading: ThreeCardBonusHand) -> ThreeCardRank | None:
    """The three cards that count for the three-card half, if any do."""
    if reading is ThreeCardBonusHand.BEST_THREE:
        return best_three(player.cards)[0]
    return rank_three(player.three_cards()) if player.three_set is not None else None
