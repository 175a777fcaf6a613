"""Boards and rounds that the stadium's tests share."""

from croupier.cards import parse_hand
from croupier.games.stadium_three_card_poker import STADIUM_THREE_CARD_POKER
from croupier.games.stadium_three_card_poker.rules import CELLS, LINES

from .dealing import deal

CARDS = "9s 8h 2d Ks 7d 4c Jh Qd 3c Qs 6c 4h"
"""Nine cells and the dealer's three; cells 1-5-9 are a mixed bag."""
NINE = dict(zip(CELLS, parse_hand(CARDS), strict=False))
"""The card at each cell."""
DEALER = "Qs 6c 4h"
"""Queen high."""
_FILLERS = "4d 7s Td Jc 6s 8h 9c 3s Kc 5c 8c 7h 4s Jd 9d Th 5h"
"""Cards for the other cells, of which no line must make a pair or better."""


def board(lines, dealer):
    """Twelve cards with these on one line and nothing of worth on the others."""
    ((line, hand),) = lines.items()
    used = {*hand.split(), *dealer.split()}
    at = dict(zip(LINES[line], hand.split(), strict=True))
    ranks = {card[0] for card in at.values()}
    fillers = [card for card in _FILLERS.split() if card not in used and card[0] not in ranks]
    rest = iter(_no_two_of_a_rank(fillers))
    cells = [at.get(cell) or next(rest) for cell in CELLS]
    return f"{' '.join(cells)} {dealer}"


def _no_two_of_a_rank(cards):
    ranks = set()
    for card in cards:
        if card[0] not in ranks:
            ranks.add(card[0])
            yield card


def terminal(picks, decision, stakes=None, cards=CARDS, **chosen):
    """One terminal, from the bet to the end."""
    stakes = {1: stakes or {"Ante": 500}}
    return deal(STADIUM_THREE_CARD_POKER, stakes, cards, {1: decision}, picks=picks, **chosen)
