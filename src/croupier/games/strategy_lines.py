"""What can be wrong with a line of a strategy's file, said in one way for all games."""

from collections.abc import Sequence

from croupier.cards import Card, parse_cards
from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection

__all__ = ["hand_of_line", "not_an_option", "said_nothing", "said_twice", "unknown_on_line"]


def hand_of_line(line: int, text: str, cards: int) -> tuple[Card, ...]:
    """The cards on a line, so many of them."""
    try:
        hand = parse_cards(text)
    except Rejection as rejection:
        raise Rejection(Code.STRATEGY_INVALID, f"Line {line}: {rejection.detail}") from None
    if len(hand) != cards or len(set(hand)) != cards:
        raise Rejection(
            Code.STRATEGY_INVALID,
            f"Line {line}: a hand is {cards} different cards, not {quoted(text)}.",
        )
    return tuple(hand)


def not_an_option(line: int, option: str, known: Sequence[str]) -> Rejection:
    """The refusal of something that cannot be done."""
    return unknown_on_line(line, "option", option, known)


def unknown_on_line(line: int, what: str, given: str, known: Sequence[str]) -> Rejection:
    """The refusal of a word that is none of those known."""
    hint = instead_of(given, known)
    return Rejection(
        Code.STRATEGY_INVALID, f"Line {line}: there is no {what} {quoted(given)}{hint}"
    )


def said_twice(line: int, situation: str) -> Rejection:
    """The refusal of a second, different word on one situation."""
    return Rejection(
        Code.STRATEGY_INVALID, f"Line {line}: something else was said of {situation} before."
    )


def said_nothing(situation: str, missing: int) -> Rejection:
    """The refusal of a file with a hole."""
    more = f", nor of {missing - 1:,} others" if missing > 1 else ""
    return Rejection(
        Code.STRATEGY_INVALID, f"The strategy does not say what to do with {situation}{more}."
    )
