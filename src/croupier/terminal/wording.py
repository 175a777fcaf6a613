"""Sentences that both modes say alike."""

from croupier.bots import least_slip
from croupier.money import format_cents, format_stakes
from croupier.terminal.narration import cards_words
from croupier.terminal.session import Session
from croupier.terminal.sight import Hand, Sight, look, own_hands

__all__ = [
    "cards_on_the_table",
    "farewell",
    "hint_sentence",
    "option_words",
    "own_cards",
    "round_sentence",
    "up_or_down",
]


def up_or_down(cents: int) -> str:
    """`up $5`, `down $12.50`, `even`."""
    if not cents:
        return "even"
    return f"up {format_cents(cents)}" if cents > 0 else f"down {format_cents(-cents)}"


def round_sentence(session: Session) -> str:
    """How the round ended for the player."""
    result = up_or_down(session.won_cents(session.seat))
    void = " is void;" if session.layout.is_void else ":"
    return (
        f"Round {session.round_number}{void} you are {result}. "
        f"You have {format_cents(session.bankroll_cents)}."
    )


def farewell(session: Session) -> str:
    """What the player leaves with."""
    bought = session.bought_cents - session.brought_cents
    again = f", {format_cents(bought)} of it bought in again" if bought else ""
    return (
        f"You leave with {format_cents(session.bankroll_cents)}{again}: "
        f"{up_or_down(session.evening_cents)} over {session.rounds_played} "
        f"round{'' if session.rounds_played == 1 else 's'}."
    )


def hint_sentence(session: Session) -> str:
    """What a sensible player would do now."""
    if session.is_betting:
        slip = least_slip(session.game, session.settings)
        return f"The least that gets you into the round: {format_stakes(slip.stakes)}."
    return f"A sensible player would choose: {option_words(session)}."


def option_words(session: Session) -> str:
    """The usual choice by its label, with the amount where the player names one."""
    usual, asked = session.hint(), session.asked
    assert asked is not None, "only who is asked gets a hint"
    option = next(one for one in asked.options if one.name == usual.option)
    if option.is_open and usual.stake_cents is not None:
        return f"{option.label}, {format_cents(usual.stake_cents)}"
    return option.label


def own_cards(session: Session) -> list[str]:
    """What a player decides on who has several hands, or has picked his: it was not just told."""
    sight = look(session)
    hands = own_hands(sight)
    if len(hands) == 1 and sight.own.hands:
        return []
    return [_hand_words("Your ", hand) for hand in hands if _is_meant(hand, sight)]


def cards_on_the_table(session: Session) -> list[str]:
    """What lies where, as far as the player sees it: one hand to a line."""
    sight = look(session)
    of_others = [(f"Seat {seat.number}'s ", hand) for seat in sight.others for hand in seat.hands]
    return [
        _hand_words(whose, hand)
        for whose, hand in (
            *(("The dealer's ", hand) for hand in sight.dealer),
            *(("", hand) for hand in _nobodys(session)),
            *(("Your ", hand) for hand in own_hands(sight)),
            *of_others,
        )
    ]


def _is_meant(hand: Hand, sight: Sight) -> bool:
    """Whether the question is about this hand; about all of them, where it names none."""
    return hand.is_asked or (sight.asked is not None and sight.asked.place is None)


def _nobodys(session: Session) -> list[Hand]:
    """What lies at the places of the table: burned cards, the cells of a stadium."""
    lying = session.layout.cards.items()
    return [Hand(place, tuple(cards)) for place, cards in lying if place.owner < 0 and cards]


def _hand_words(whose: str, hand: Hand) -> str:
    """A line such as `Your Blackjack 1: 8♠ 8♥.`."""
    name = hand.place.name
    cards = cards_words([lying.card for lying in hand.cards])
    return f"{name if name.startswith(whose) else whose + name}: {cards}."
