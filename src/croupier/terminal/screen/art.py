"""Cards and chips, drawn with characters."""

from collections.abc import Sequence
from enum import IntEnum

from rich.style import Style

from croupier.cards import Card
from croupier.money import break_into_chips, format_cents
from croupier.rejection import Rejection
from croupier.table.layout import PlacedCard
from croupier.table.places import Face
from croupier.terminal.screen.canvas import Canvas
from croupier.terminal.screen.colours import (
    BACK,
    CARD_BLACK,
    CARD_EDGE,
    CARD_RED,
    CHIPS,
    FELT,
    GOLD,
    OWN_CARD_EDGE,
)

__all__ = ["CardSize", "chips", "draw_card", "draw_cards", "empty_card"]


class CardSize(IntEnum):
    """How large a card is drawn: so many rows high."""

    SMALL = 1
    MIDDLE = 3
    LARGE = 5

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return {CardSize.SMALL: 3, CardSize.MIDDLE: 6, CardSize.LARGE: 7}[self]

    @property
    def least_shown(self) -> int:
        """How much of a card must show when another lies on it."""
        return 3 if self is CardSize.SMALL else 4


def draw_card(lying: PlacedCard, size: CardSize, *, is_marked: bool = False) -> Canvas:
    """A card as it lies: its face, or its back."""
    if lying.card is None:
        return _back(size)
    # A card only its player sees is edged in gold.
    edge = OWN_CARD_EDGE if is_marked or lying.face is Face.OWN else CARD_EDGE
    return _face(lying.card, size, edge)


def draw_cards(cards: Sequence[PlacedCard], size: CardSize, most_width: int) -> Canvas:
    """Cards in a row, one upon the other where they would be too wide."""
    if not cards:
        return Canvas(0, size, FELT)
    step = size.width + 1
    if len(cards) > 1:
        room = (most_width - size.width) // (len(cards) - 1)
        step = max(min(step, room), size.least_shown)
    sheet = Canvas(step * (len(cards) - 1) + size.width, size, FELT)
    for at, lying in enumerate(cards):
        sheet.paste(draw_card(lying, size), at * step, 0)
    return sheet


def empty_card(name: str, size: CardSize, *, is_marked: bool) -> Canvas:
    """Where a card will lie, with the name of the place."""
    style = GOLD if is_marked else Style(color="#5fa383", bgcolor=FELT.bgcolor)
    sheet = Canvas(size.width, size, FELT)
    if size is CardSize.SMALL:
        sheet.put(0, 0, f"★{name:<2}" if is_marked else f"{name:^3}", style)
        return sheet
    sheet.frame(style)
    sheet.centre(size // 2, f"★{name}" if is_marked else name, style)
    return sheet


def _face(card: Card, size: CardSize, edge: Style) -> Canvas:
    ink = CARD_RED if card.suit.is_red else CARD_BLACK
    sheet = Canvas(size.width, size, ink)
    if size is CardSize.SMALL:
        sheet.put(0, 0, f"{card.pretty:<3}", ink)
        return sheet
    sheet.frame(edge)
    sheet.put(1, 1, card.pretty, ink)
    if size is CardSize.LARGE:
        sheet.put(3, 2, card.suit.symbol, ink)
        sheet.put(6 - len(card.pretty), 3, card.pretty, ink)
    return sheet


def _back(size: CardSize) -> Canvas:
    sheet = Canvas(size.width, size, BACK)
    if size is CardSize.SMALL:
        # Narrow enough for the next one to stand apart.
        sheet.put(0, 0, "▒▒", BACK)
        sheet.put(2, 0, " ", FELT)
        return sheet
    sheet.frame(BACK)
    for y in range(1, size - 1):
        sheet.put(1, y, "▒" * (size.width - 2), BACK)
    return sheet


def chips(cents: int, most: int = 5) -> Canvas:
    """A stack of chips and what it comes to: `●●● $35`; high values first, no more than `most`."""
    try:
        stack = [chip for chip, count in break_into_chips(cents).items() for _ in range(count)]
    except Rejection:
        # Less than the smallest chip is paid in coins.
        stack = []
    amount = format_cents(cents)
    shown = stack[:most]
    gap = 1 if shown else 0
    sheet = Canvas(len(shown) + gap + len(amount), 1, FELT)
    for at, chip in enumerate(shown):
        sheet.put(at, 0, "●", Style(color=CHIPS[chip.colour], bgcolor=FELT.bgcolor))
    sheet.put(len(shown) + gap, 0, amount, Style(color="#ffffff", bgcolor=FELT.bgcolor, bold=True))
    return sheet
