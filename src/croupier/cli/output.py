"""What the commands share in showing things: JSON, and cards in their colours."""

import json
import os
import sys
from collections.abc import Iterable

import typer

from croupier.cards import Card

__all__ = ["colour_is_wanted", "emphasised", "show_cards", "show_json", "suits_can_be_shown"]


def show_json(value: object) -> None:
    """Prints one JSON object."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def colour_is_wanted() -> bool:
    """Colour goes to terminals that have it, unless NO_COLOR is set."""
    is_plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not is_plain


def suits_can_be_shown() -> bool:
    """Whether the output knows ♣ ♦ ♥ ♠; where not, cards are shown as `As`."""
    try:
        "♣♦♥♠".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def show_cards(cards: Iterable[Card], *, width: int = 0) -> str:
    """`A♠ K♦ Q♠`, red suits in red where colour is wanted, each in a column of that width."""
    return " ".join(_show_card(card, width) for card in cards)


def _show_card(card: Card, width: int) -> str:
    shown = (card.pretty if suits_can_be_shown() else card.text).rjust(width)
    if not colour_is_wanted():
        return shown
    return typer.style(shown, fg="red" if card.suit.is_red else None, bold=True)


def emphasised(text: str, *, fg: str | None = None) -> str:
    """In bold, and in a colour, where colour is wanted."""
    return typer.style(text, fg=fg, bold=True) if colour_is_wanted() else text
