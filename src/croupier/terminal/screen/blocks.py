"""The parts of the felt, each drawn alone: hands, seats, cells."""

from collections.abc import Sequence
from textwrap import wrap

from rich.style import Style

from croupier.money import format_cents
from croupier.terminal.screen.art import CardSize, chips, draw_card, draw_cards, empty_card
from croupier.terminal.screen.canvas import Canvas, Zone, below, beside, flow
from croupier.terminal.screen.colours import DIM, FELT, GOLD, LOSS, OWN_CARD_EDGE, TEXT, WIN
from croupier.terminal.sight import Cell, Hand, SeatSight, Spot

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

LEAST_SEAT_WIDTH, WIDEST_SEAT = 12, 22
_MOST_SPOTS = 4
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


def full_seat(seat: SeatSight, width: int, *, has_spots: bool) -> Canvas:
    """Another player: his cards small, his stakes spot by spot or together."""
    name = label(f"Seat {seat.number}", GOLD if seat.is_asked else TEXT)
    rows = [row for hand in seat.hands[:2] for row in _rows_of_cards(hand, width - 1)]
    hands = below(rows, FELT) if rows else Canvas(0, 1, FELT)
    stakes = _spot_lines(seat, width - 2) if has_spots else _totals(seat)
    block = below([name, hands, *stakes], FELT)
    sheet = Canvas(width, block.height, FELT)
    sheet.paste(block, (width - block.width) // 2, 0)
    return sheet


def _rows_of_cards(hand: Hand, width: int) -> list[Canvas]:
    """Small cards in as few rows as show each whole, and about as many in each."""
    most = max(width // CardSize.SMALL.width, 1)
    rows = -(-len(hand.cards) // most)
    each = -(-len(hand.cards) // rows)
    starts = range(0, len(hand.cards), each)
    return [draw_cards(hand.cards[at : at + each], CardSize.SMALL, width) for at in starts]


def _totals(seat: SeatSight) -> list[Canvas]:
    """What he has in action, and what he is up or down."""
    has_settled = any(spot.settled for spot in seat.spots)
    stack = chips(seat.stake_cents) if seat.stake_cents else Canvas(0, 1, FELT)
    return [stack, label(*_result(seat.won_cents)) if has_settled else Canvas(0, 1, FELT)]


def _spot_lines(seat: SeatSight, width: int) -> list[Canvas]:
    """A line for each spot that is bet, as many as there is room for."""
    bet = [spot for spot in seat.spots if spot.stake_cents or spot.settled]
    lines = [_spot_line(spot, width) for spot in bet[:_MOST_SPOTS]]
    if len(bet) > _MOST_SPOTS:
        lines[-1] = label(f"{len(bet) - _MOST_SPOTS + 1} more spots", DIM)
    return lines + [Canvas(0, 1, FELT)] * (_MOST_SPOTS - len(lines))


def _spot_line(spot: Spot, width: int) -> Canvas:
    if spot.stake_cents:
        inside = chips(spot.stake_cents, most=2 if width >= WIDEST_SEAT - 2 else 0)
        style = TEXT
    else:
        text, style = _result(spot.won_cents)
        inside = label(text, style)
    room = max(width - inside.width - 1, 1)
    name = spot.name if len(spot.name) <= room else f"{spot.name[: room - 1]}…"
    sheet = Canvas(width, 1, FELT)
    sheet.put(0, 0, name, DIM if spot.stake_cents else style)
    sheet.paste(inside, width - inside.width, 0)
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
