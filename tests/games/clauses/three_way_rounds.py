"""Rounds of 3 Way-Action for its clause tests: one seat, cards named hand by hand."""

from croupier.games.three_way_action import THREE_WAY_ACTION
from croupier.table import events as happened

from .dealing import deal, of_kind

GAME = THREE_WAY_ACTION
ALL = {"High Card": 1000, "Blackjack": 2000, "Poker": 3000}
"""Three different stakes, so that no wager is taken for another."""


def play(player, dealer, then="", decisions=(), *, stakes=ALL, readings=None, **chosen):
    """One seat: its first two cards, the dealer's up card and hole card, and what comes after."""
    first, second = player.split()
    up_card, hole_card = dealer.split()
    cards = f"{first} {up_card} {second} {hole_card} {then}"
    return deal(GAME, {1: stakes}, cards, {1: decisions}, readings=readings or {}, **chosen)


def showdown(player, dealer, stakes=None, **chosen):
    """Seven cards each; nobody plays Blackjack, so the cards lie as they are named here."""
    mine, his = player.split(), dealer.split()
    then = " ".join([*mine[2:], *his[2:]])
    stakes = stakes or {"Poker": 3000, "Bonus": 500}
    return play(
        " ".join(mine[:2]),
        " ".join(his[:2]),
        then,
        stakes=stakes,
        readings={"bets": "any"},
        **chosen,
    )


def cards_at(table, place):
    """The cards dealt or moved to a place, in order, as text: `Ks 6d`."""
    found = []
    for event in of_kind(table, happened.CardDealt, happened.CardsMoved):
        if isinstance(event, happened.CardDealt):
            if str(event.place) == place:
                found.append(str(event.card))
        elif str(event.target) == place:
            found += map(str, event.cards)
    return " ".join(found)


def blackjack_settlements(table, seat=1):
    """How each hand of a seat ended: `("seat 1/Split", "win", 2000, 4000)`, stake and returned."""
    return [
        (str(event.place), str(event.outcome.result), event.stake_cents, event.returned_cents)
        for event in of_kind(table, happened.WagerSettled)
        if (event.seat, event.spot) == (seat, "Blackjack")
    ]


def at(table, kind, **having):
    """Where in the round the first event of a kind with these fields stands."""
    for number, event in enumerate(table.events):
        if isinstance(event, kind) and all(
            str(getattr(event, name)) == str(value) for name, value in having.items()
        ):
            return number
    raise AssertionError(f"no {kind.__name__} with {having}")
