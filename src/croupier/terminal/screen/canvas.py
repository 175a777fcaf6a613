"""A sheet of character cells to draw on: blocks are drawn alone and pasted where they fit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

__all__ = ["Canvas", "Zone", "below", "beside", "flow"]


@dataclass(frozen=True, slots=True)
class Zone:
    """A rectangle that does something when it is clicked."""

    x: int
    y: int
    width: int
    height: int
    action: str

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def moved(self, x: int, y: int) -> "Zone":
        """The same rectangle further right and down."""
        return Zone(self.x + x, self.y + y, self.width, self.height, self.action)


class Canvas:
    """Cells with a character and a style each. What is drawn outside is cut off."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width, self.height = max(width, 0), max(height, 0)
        self.rows = [[(" ", style)] * self.width for _ in range(self.height)]
        self.zones: list[Zone] = []

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Writes text from a cell to the right."""
        if 0 <= y < self.height:
            row = self.rows[y]
            for at, character in enumerate(text, x):
                if 0 <= at < self.width:
                    row[at] = (character, style)

    def centre(self, y: int, text: str, style: Style) -> None:
        """Writes text in the middle of a row."""
        self.put((self.width - len(text)) // 2, y, text, style)

    def paste(self, other: "Canvas", x: int, y: int) -> None:
        """Lays another sheet on this one."""
        for down, row in enumerate(other.rows):
            if 0 <= y + down < self.height:
                for right, cell in enumerate(row):
                    if 0 <= x + right < self.width:
                        self.rows[y + down][x + right] = cell
        self.zones += [zone.moved(x, y) for zone in other.zones]

    def frame(self, style: Style, corners: str = "╭╮╰╯", edges: str = "─│") -> None:
        """Draws a line around the sheet."""
        across, down = edges[0], edges[1]
        self.put(0, 0, corners[0] + across * (self.width - 2) + corners[1], style)
        self.put(0, self.height - 1, corners[2] + across * (self.width - 2) + corners[3], style)
        for y in range(1, self.height - 1):
            self.put(0, y, down, style)
            self.put(self.width - 1, y, down, style)

    def segments(self, y: int) -> list[Segment]:
        """A row as Rich wants it."""
        return [
            Segment("".join(character for character, _ in run), style)
            for style, run in (
                (style, list(cells))
                for style, cells in groupby(self.rows[y], key=lambda cell: cell[1])
            )
        ]

    def text(self) -> str:
        """The characters alone, for tests and for looking at it without colours."""
        return "\n".join("".join(character for character, _ in row) for row in self.rows)


def beside(blocks: Sequence[Canvas], style: Style, gap: int = 1) -> Canvas:
    """Blocks in a row, level at the top."""
    width = sum(block.width for block in blocks) + gap * max(len(blocks) - 1, 0)
    sheet = Canvas(width, max((block.height for block in blocks), default=0), style)
    x = 0
    for block in blocks:
        sheet.paste(block, x, 0)
        x += block.width + gap
    return sheet


def below(blocks: Iterable[Canvas], style: Style) -> Canvas:
    """Blocks under each other, each in the middle."""
    stacked = [block for block in blocks if block.height]
    width = max((block.width for block in stacked), default=0)
    sheet = Canvas(width, sum(block.height for block in stacked), style)
    y = 0
    for block in stacked:
        sheet.paste(block, (width - block.width) // 2, y)
        y += block.height
    return sheet


def flow(blocks: Sequence[Canvas], width: int, style: Style, gap: int = 1) -> Canvas:
    """Blocks in rows no wider than that, as text flows."""
    rows: list[list[Canvas]] = []
    room = 0
    for block in blocks:
        if not rows or block.width + gap > room:
            rows.append([])
            room = width + gap
        rows[-1].append(block)
        room -= block.width + gap
    return below([beside(row, style, gap) for row in rows], style)
