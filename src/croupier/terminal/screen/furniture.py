"""The bare table: the cloth, the padded rail around its curve, the dealer's rack of chips."""

from math import sqrt
from typing import Final

from rich.style import Style

from croupier.money import CHIPS as RACK
from croupier.terminal.screen.canvas import Canvas
from croupier.terminal.screen.colours import CHIPS, FELT

__all__ = ["bare_table"]

_FLOOR: Final = Style(bgcolor="#062c1f")
_WOOD: Final = Style(color="#c9a24a", bgcolor="#5b3a1d")
_CURVES: Final = ((9, 24), (7, 18), (5, 12), (3, 7), (1, 2))
"""Rows and columns of the curve, the roundest first."""
_RAIL_COLUMNS: Final = 2


def bare_table(width: int, height: int, lowest_width: int, lowest_row: int) -> Canvas:
    """Straight at the dealer's side; at the players', as round as what lies lowest allows."""
    margin = (width - lowest_width) // 2 - _RAIL_COLUMNS - 1
    curve = next((one for one in _CURVES if _inset(lowest_row, height, one) <= margin), _CURVES[-1])
    sheet = Canvas(width, height, FELT)
    sheet.put(0, 0, " " * width, _WOOD)
    for y in range(1, height):
        outside, inside = _inset(y, height, curve), _inset(y + 1, height, curve) + _RAIL_COLUMNS
        if y == height - 1:
            inside = width // 2 + 1
        for x in range(inside):
            style = _FLOOR if x < outside else _WOOD
            sheet.put(x, y, " ", style)
            sheet.put(width - 1 - x, y, " ", style)
    _draw_rack(sheet)
    return sheet


def _inset(y: int, height: int, curve: tuple[int, int]) -> int:
    """How far the edge of the table has come in at a row: a quarter of an ellipse."""
    rows, columns = curve
    past = y - (height - rows)
    if past <= 0:
        return 0
    part = min(past / rows, 1.0)
    return round(columns * (1 - sqrt(1 - part * part)))


def _draw_rack(sheet: Canvas) -> None:
    """Tubes of chips in the dealer's rail, the high values in the middle."""
    tubes = [chip for chip in RACK if chip.value_cents >= 100]
    order = [*tubes[1::2][::-1], *tubes[::2]]
    x = (sheet.width - 5 * len(order) + 1) // 2
    for chip in order:
        colour = Style(color=CHIPS[chip.colour], bgcolor="#8a5f36")
        sheet.put(x, 0, "▮▮▮▮", colour)
        x += 5
