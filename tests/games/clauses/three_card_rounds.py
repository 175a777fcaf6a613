"""Hands and rounds that the tests of the Three Card Poker games share."""

import pytest

from croupier.games.three_card_poker import THREE_CARD_POKER

from .dealing import deal

HANDS = {
    "Mini Royal": "As Ks Qs",
    "Straight Flush": "9h 8h 7h",
    "Three of a Kind": "9s 9h 9d",
    "Straight": "9s 8h 7d",
    "Flush": "Kd 9d 2d",
    "Pair": "2s 2h 5d",
    None: "Ks 9h 2d",
}
"""A hand on each line of three cards, and one on none."""
SIX_CARDS = {
    "Royal Flush": ("As Ks Qs", "Js Ts 2d"),
    "Straight Flush": ("9s 8s 7s", "6s 5s Kd"),
    "Four of a Kind": ("9s 9h 9d", "9c 2s 3d"),
    "Full House": ("9s 9h 4d", "9c 4s Kd"),
    "Flush": ("Ks 9s 2d", "7s 4s 3s"),
    "Straight": ("9s 8h 2d", "7c 6c 5s"),
    "Three of a Kind": ("9s 9h 4d", "9c 2s Kd"),
}
"""A hand on each line of six cards, the player's three and the dealer's."""
QUEEN_HIGH = "Qc 6h 3d"
JACK_HIGH = "Jc Th 8d"
ALL_THREE = {"Ante": 500, "Pair Plus": 500, "Six Card Bonus": 100}


def one_seat(player, dealer=QUEEN_HIGH, decision="play", stakes=None, **chosen):
    """One seat of Three Card Poker against the dealer, from the bet to the end."""
    cards, decisions = f"{player} {dealer}", {1: decision} if decision else {}
    return deal(THREE_CARD_POKER, {1: stakes or {"Ante": 500}}, cards, decisions, **chosen)


def lines_of(tables):
    """Every line of every pay table, to try one by one."""
    return [
        pytest.param(table, line, id=f"{table.name}: {line.name}")
        for table in tables
        for line in table.lines
    ]
