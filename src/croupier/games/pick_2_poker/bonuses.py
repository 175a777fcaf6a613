"""Pick 2 Poker: how the 3-5 Bonus and the 5 Card Bonus Only are settled.

The 3-5 Bonus is one stake with two halves, one paid on five cards and one on three. The
three-card half is paid first, on the stake that still lies there; the stake itself is settled
with the five-card half, and comes back where only the three cards won.
"""

from dataclasses import dataclass
from typing import Final

from croupier.cards import (
    FiveCardCategory,
    FiveCardRank,
    Rank,
    ThreeCardRank,
    best_three,
    rank_five,
    rank_three,
)
from croupier.games.pick_2_poker.player import Player
from croupier.games.pick_2_poker.rules import (
    THREE_CARD_HALF,
    BonusTables,
    Rules,
    ThreeCardBonusHand,
)
from croupier.games.poker_lines import five_card_lines, three_card_lines
from croupier.games.showdown import settle_by_table
from croupier.table.dealing import Dealing
from croupier.table.paytable import PayLine
from croupier.table.settlement import LOSE, PUSH, Because, win
from croupier.table.steps import Steps

__all__ = ["bonus_only_lines", "settle_bonuses"]

_FIVE_CARD_CLAUSE: Final = "3-5 Bonus Five Card Pay Table"
_THREE_CARD_CLAUSE: Final = "3-5 Bonus Three Card Pay Table"


def settle_bonuses(table: Dealing[Rules], player: Player) -> Steps[None]:
    """Settles what a seat has left of its two bonuses."""
    if player.seat.has("3-5 Bonus"):
        yield from _settle_three_five_bonus(table, player)
    if player.seat.has("5 Card Bonus Only"):
        rank = rank_five(player.cards)
        yield from settle_by_table(
            table,
            player.seat,
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


@dataclass(frozen=True, slots=True)
class _Halves:
    """The hands that the halves of the 3-5 Bonus are paid on; None for one that does not count."""

    five: FiveCardRank | None
    three: ThreeCardRank | None


def _halves(player: Player, rules: Rules) -> _Halves:
    five, three = rank_five(player.cards), _bonus_three(player, rules.three_card_bonus_hand)
    if rules.bonus_tables is BonusTables.CHOSEN_GAME:
        return _Halves(
            five if player.plays_five else None,
            three if player.plays_three else None,
        )
    return _Halves(five, three)


def _bonus_three(player: Player, reading: ThreeCardBonusHand) -> ThreeCardRank | None:
    """The three cards that count for the three-card half, if any do."""
    if reading is ThreeCardBonusHand.BEST_THREE:
        return best_three(player.cards)[0]
    return rank_three(player.three_cards) if player.plays_three else None


def _settle_three_five_bonus(table: Dealing[Rules], player: Player) -> Steps[None]:
    """Pays the halves that the rules let the hand have; lost if neither has a line."""
    seat, halves = player.seat, _halves(player, table.rules)
    five_lines = five_card_lines(halves.five) if halves.five else ()
    three_lines = three_card_lines(halves.three) if halves.three else ()
    five_line = table.paid_line("3-5 Bonus", five_lines)
    three_line = table.paid_line(THREE_CARD_HALF, three_lines)
    pays_one = table.rules.bonus_tables is BonusTables.HIGHER
    if pays_one and five_line is not None and three_line is not None:
        three_pays_more = three_line.odds > five_line.odds
        five_line, three_line = (None, three_line) if three_pays_more else (five_line, None)
    if halves.three is not None and three_line is not None:
        sentence = f"Your three cards pay {three_line.odds}: {halves.three.name}."
        because = Because(_THREE_CARD_CLAUSE, sentence, (halves.three.name,), three_line.name)
        yield from table.pay_bonus(seat, THREE_CARD_HALF, win(three_line.odds), because)
    yield from _settle_stake(table, player, halves, five_line, three_line)


def _settle_stake(
    table: Dealing[Rules],
    player: Player,
    halves: _Halves,
    five_line: PayLine | None,
    three_line: PayLine | None,
) -> Steps[None]:
    """Settles the stake itself: by the five cards, or back because the three won."""
    seat, hand = player.seat, rank_five(player.cards).name
    if five_line is not None:
        sentence = f"Your five cards pay {five_line.odds}: {hand}."
        because = Because(_FIVE_CARD_CLAUSE, sentence, (hand,), five_line.name)
        yield from table.settle(seat, "3-5 Bonus", win(five_line.odds), because)
    elif three_line is not None and halves.three is not None:
        sentence = "It won on its three-card half, so the stake comes back."
        because = Because(_THREE_CARD_CLAUSE, sentence, (halves.three.name,))
        yield from table.settle(seat, "3-5 Bonus", PUSH, because)
    else:
        yield from table.settle(seat, "3-5 Bonus", LOSE, _lost(halves, hand))


def _lost(halves: _Halves, hand: str) -> Because:
    """Why neither half was paid."""
    if halves.five is not None and halves.three is not None:
        sentence = f"Neither pay table has a line for your {hand}."
        return Because(_FIVE_CARD_CLAUSE, sentence, (hand,))
    if halves.five is not None:
        sentence = f"The five-card pay table has no line for your {hand}."
        return Because(_FIVE_CARD_CLAUSE, sentence, (hand,))
    if halves.three is not None:
        three = halves.three.name
        sentence = f"The three-card pay table has no line for your {three}."
        return Because(_THREE_CARD_CLAUSE, sentence, (three,))
    return Because("Playing 21", "You folded, so neither of its pay tables counts.", (hand,))
