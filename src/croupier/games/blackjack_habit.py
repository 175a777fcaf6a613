"""How a sensible player plays a blackjack hand: the usual advice, in a screenful."""

from collections.abc import Collection, Sequence

from croupier.cards import Card, blackjack_total, card_value
from croupier.games.blackjack_hands import same_value

__all__ = ["usual_play"]


def usual_play(hand: Sequence[Card], up_card: Card, offered: Collection[str]) -> str:
    """Split, double, hit or stand, whichever of them is offered and usual."""
    cards, up = tuple(hand), card_value(up_card)
    if "split" in offered and _splits(card_value(cards[0]), up, is_pair=same_value(cards)):
        return "split"
    total = blackjack_total(cards)
    if "double" in offered and _doubles(total.total, up, is_soft=total.is_soft):
        return "double"
    if "hit" in offered and _hits(total.total, up, is_soft=total.is_soft):
        return "hit"
    return "stand"


def _splits(value: int, up: int, *, is_pair: bool) -> bool:
    """Aces and eights always, small pairs against a weak card, fives and tens never."""
    if not is_pair or value in (5, 10, 4):
        return False
    return value in (1, 8) or 2 <= up <= 6


def _doubles(total: int, up: int, *, is_soft: bool) -> bool:
    if is_soft:
        return 13 <= total <= 18 and 5 <= up <= 6
    return total == 11 or (total == 10 and 2 <= up <= 9) or (total == 9 and 3 <= up <= 6)


def _hits(total: int, up: int, *, is_soft: bool) -> bool:
    if is_soft:
        return total <= 17 or (total == 18 and up in (9, 10, 1))
    return total <= 11 or (total <= 16 and not 2 <= up <= 6)
