"""Sentences that both modes say alike."""

from croupier.bots import least_slip
from croupier.money import format_cents
from croupier.terminal.session import Session

__all__ = ["farewell", "hint_sentence", "option_words", "round_sentence", "up_or_down"]


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
        bets = ", ".join(f"{spot} {format_cents(cents)}" for spot, cents in slip.stakes)
        return f"The least that gets you into the round: {bets}."
    return f"A sensible player would choose: {option_words(session)}."


def option_words(session: Session) -> str:
    """The usual choice by its label, with the amount where the player names one."""
    usual, asked = session.hint(), session.asked
    assert asked is not None, "only who is asked gets a hint"
    option = next(one for one in asked.options if one.name == usual.option)
    if option.is_open and usual.stake_cents is not None:
        return f"{option.label}, {format_cents(usual.stake_cents)}"
    return option.label
