"""What the commands share in showing things: JSON, and cards in their colours."""

import json
import os
import sys
from collections.abc import Iterable

import typer

from croupier.cards import Card

__all__ = ["colour_is_wanted", "emphasised", "show_cards", "show_json", "suits_can_be_shown"]


def show_json(value: object) -> None:
    """Prints one JSON object: as UTF-8 or, where the output is written otherwise, as ASCII."""
    # JSON is UTF-8, and ASCII is part of it. A stream without an encoding is text in memory.
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    is_utf_8 = encoding.lower().replace("_", "-") in ("utf-8", "utf8")
    typer.echo(json.dumps(value, ensure_ascii=not is_utf_8, indent=2))


def colour_is_wanted() -> bool:
    """Colour goes to terminals that have it, unless NO_COLOR is set."""
    is_plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    # There is no stream at all where it was closed by whoever started the program.
    return bool(sys.stdout and sys.stdout.isatty()) and not is_plain


def suits_can_be_shown() -> bool:
    """Whether the output knows ♣ ♦ ♥ ♠; where not, cards are shown as `As`."""
    try:
        "♣♦♥♠".encode(getattr(sys.stdout, "encoding", None) or "ascii")
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
