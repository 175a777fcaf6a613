"""What the commands share in showing things: JSON, and cards in their colours."""

import json
import os
import sys
from collections.abc import Iterable

import typer

from croupier.cards import Card

__all__ = ["colour_is_wanted", "show_cards", "show_json"]


def show_json(value: object) -> None:
    """Prints one JSON object."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def colour_is_wanted() -> bool:
    """Colour goes to terminals, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def show_cards(cards: Iterable[Card], *, width: int = 0) -> str:
    """`A♠ K♦ Q♠`, red suits in red where colour is wanted, each in a column of that width."""
    return " ".join(_show_card(card, width) for card in cards)


def _show_card(card: Card, width: int) -> str:
    shown = card.pretty.rjust(width)
    if not colour_is_wanted():
        return shown
    return typer.style(shown, fg="red" if card.suit.is_red else None, bold=True)
