"""The parts of the felt, each drawn alone: hands, seats, cells."""

from collections.abc import Sequence
from textwrap import wrap

from rich.style import Style

from croupier.money import format_cents
from croupier.terminal.screen.art import CardSize, chips, draw_card, draw_cards, empty_card
from croupier.terminal.screen.canvas import Canvas, Zone, below, beside, flow
from croupier.terminal.screen.colours import DIM, FELT, GOLD, LOSS, OWN_CARD_EDGE, TEXT, WIN
from croupier.terminal.sight import Cell, Hand, SeatSight

__all__ = [
    "LEAST_SEAT_WIDTH",
    "WIDEST_SEAT",
    "brief_seat",
    "cells_block",
    "full_seat",
    "hands_block",
    "label",
    "piles_block",
]

LEAST_SEAT_WIDTH, WIDEST_SEAT = 13, 22
_PLAIN_NAME = "Hand"
"""A hand that needs no title where it is the only one."""


def label(text: str, style: Style = DIM) -> Canvas:
    """One line of text."""
    sheet = Canvas(len(text), 1, FELT)
    sheet.put(0, 0, text, style)
    return sheet


def hands_block(hands: Sequence[Hand], size: CardSize, width: int, *, has_calls: bool) -> Canvas:
    """Hands beside each other, each with its name where there are several."""
    have_names = len(hands) > 1 or any(hand.place.name != _PLAIN_NAME for hand in hands)
    blocks = []
    for hand in hands:
        style = GOLD if hand.is_asked else DIM
        name = f"▶ {hand.place.name} ◀" if hand.is_asked else hand.place.name
        cards = draw_cards(hand.cards, size, width)
        title = [label(name, style)] if have_names else []
        blocks.append(below([*title, cards], FELT))
    drawn = flow(blocks, width, FELT, gap=2)
    calls = [
        label(part, TEXT)
        for hand in hands
        for part in wrap(hand.called, width, break_on_hyphens=False)
    ]
    return below([drawn, *calls], FELT) if has_calls else drawn


def cells_block(cells: Sequence[Cell], size: CardSize, rows_apart: int) -> Canvas:
    """What can be picked, in a square where it makes one; what is picked is marked."""
    across = next((n for n in range(2, 10) if n * n == len(cells)), min(len(cells), 6))
    rows = []
    for start in range(0, len(cells), across):
        row = []
        for cell in cells[start : start + across]:
            if cell.cards:
                block = draw_card(cell.cards[-1], size, is_marked=cell.is_picked)
                if cell.is_picked:
                    _mark(block)
            else:
                block = empty_card(cell.choice, size, is_marked=cell.is_picked)
            block.zones.append(Zone(0, 0, block.width, block.height, f"pick({cell.choice!r})"))
            row.append(block)
        rows += [beside(row, FELT), Canvas(0, rows_apart, FELT)]
    return below(rows[:-1], FELT)


def _mark(block: Canvas) -> None:
    """Marks a card that was picked, where it has an edge to mark."""
    if block.height > 1:
        block.centre(block.height - 1, "★", OWN_CARD_EDGE)


def piles_block(piles: Sequence[Hand], size: CardSize) -> Canvas:
    """Burned cards and the like."""
    blocks = [
        below([label(pile.place.name), draw_cards(pile.cards, size, 3 * size.width)], FELT)
        for pile in piles
    ]
    return beside(blocks, FELT, gap=2)


def full_seat(seat: SeatSight, width: int) -> Canvas:
    """Another player: his cards small, his stakes, what he is up or down."""
    style = GOLD if seat.is_asked else TEXT
    cards = [draw_cards(hand.cards, CardSize.SMALL, width - 2) for hand in seat.hands]
    rows = below(cards[:2], FELT) if cards else Canvas(0, 1, FELT)
    sheet = Canvas(width, 4 + (rows.height > 1), FELT)
    sheet.centre(0, f"Seat {seat.number}", style)
    sheet.paste(rows, (width - rows.width) // 2, 1)
    y = 1 + max(rows.height, 1)
    if seat.stake_cents:
        stack = chips(seat.stake_cents)
        sheet.paste(stack, (width - stack.width) // 2, y)
    if seat.won_cents or any(spot.settled for spot in seat.spots):
        text, tone = _result(seat.won_cents)
        sheet.centre(y + 1, text, tone)
    return sheet


def brief_seat(seat: SeatSight) -> Canvas:
    """Another player in one line."""
    parts = [label(f"Seat {seat.number}", GOLD if seat.is_asked else TEXT)]
    parts += [draw_cards(hand.cards, CardSize.SMALL, 24) for hand in seat.hands[:1]]
    if seat.stake_cents:
        parts.append(chips(seat.stake_cents, most=3))
    elif any(spot.settled for spot in seat.spots):
        text, tone = _result(seat.won_cents)
        parts.append(label(text, tone))
    return beside(parts, FELT)


def _result(cents: int) -> tuple[str, Style]:
    if cents > 0:
        return f"+{format_cents(cents)}", WIN
    return (f"−{format_cents(-cents)}", LOSS) if cents else ("even", DIM)
