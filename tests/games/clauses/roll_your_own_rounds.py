"""Rounds of Roll Your Own Blackjack for its clause tests, and their story in short lines.

Cards are named in the order they come: three for each seat, the burned card, the card that is
turned, the hole card, then those the dealer holds in his hand.
"""

from croupier.games.roll_your_own_blackjack import ROLL_YOUR_OWN_BLACKJACK as GAME
from croupier.table import events as happened

from .dealing import deal, of_kind

BET = 1000


def bets(cents=BET):
    """Three equal bets."""
    return {"Bonus": cents, "Blackjack 1": cents, "Blackjack 2": cents}


def play(cards, decisions=(), *, seats=(1,), faults=(), only=False, **readings):
    """One round with the same three bets at every seat, under these readings."""
    stakes = {seat: bets() for seat in seats}
    return deal(GAME, stakes, cards, decisions, faults=faults, only=only, readings=readings)


def hands(table, seat=1):
    """How every hand of a seat ended: `("Blackjack 1", "win", 2000, 4000)`, staked and returned."""
    return [
        (event.place.name, str(event.outcome.result), event.stake_cents, event.returned_cents)
        for event in of_kind(table, happened.WagerSettled)
        if event.seat == seat and event.place is not None
    ]


def because(table, place, seat=1):
    """Why the hand at a place ended as it did: the clause and the sentence."""
    (event,) = [
        event
        for event in of_kind(table, happened.WagerSettled)
        if event.seat == seat and event.place is not None and event.place.name == place
    ]
    return event.because.clause, event.because.sentence


def story(table, *, since="rest"):
    """What happened in order, a line each, from the green button or another moment on."""
    lines = [line for event in table.events if (line := _line(event))]
    return lines[1 + next(at for at, line in enumerate(lines) if line.startswith(since)) :]


def _line(event):
    match event:
        case happened.CardDealt(place, card):
            return f"{place}: {card}"
        case happened.RestReleased(cards):
            return f"rest: {cards}"
        case happened.CardsMoved(target=target, cards=cards):
            return f"{target} set: {' '.join(map(str, cards))}"
        case happened.DecisionAsked(question, seats, asked):
            place = asked[0].place
            about = f"{place}" if place else question
            return f"ask {about}" if place else f"ask {about} {seats}"
        case happened.DealerActed(action):
            return action
        case happened.CardsTurned(place, cards):
            return f"{place} turned: {' '.join(map(str, cards))}"
        case happened.HandCalled(_, words):
            return f"called: {words}"
        case happened.WagerSettled(seat=seat, spot=spot, place=place, outcome=outcome):
            return f"{place or f'seat {seat}/{spot}'} {outcome.result}"
        case happened.CardsRanOut():
            return "out of cards"
        case happened.CardsCollected():
            return "collected"
    return None
