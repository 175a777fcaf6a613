"""What a report is made of, whatever it is written as: sections of plain blocks.

Nothing in here is markup. The writers of HTML and of PDF lay out the same blocks, so the two
cannot say different things, and each of them escapes every text it sets.
"""

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Block",
    "Code",
    "Column",
    "Document",
    "Facts",
    "HeatCell",
    "HeatMap",
    "Listing",
    "Mark",
    "Paragraph",
    "Picture",
    "Row",
    "Section",
    "Sheet",
]

Mark = Literal["", "chosen", "good", "bad"]
"""How a row stands out. Its words say the same: colour is never the only sign."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences."""

    text: str
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Terms and what they are: `Rules version`, `3`."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """Sentences in order."""

    items: tuple[str, ...]
    is_numbered: bool = False
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet."""

    title: str
    is_number: bool = True
    """Numbers stand to the right, words to the left."""
    is_long: bool = False
    """Whether it takes the room that is left, and breaks its lines."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a sheet: a text for each column. The first is its name."""

    cells: tuple[str, ...]
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of texts."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""
    total: Row | None = None
    """What the rows come to, below a line."""

    def __post_init__(self) -> None:
        every = (*self.rows, self.total) if self.total else self.rows
        assert all(len(row.cells) == len(self.columns) for row in every), self.caption


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A field of a heat map: its text, and the colours that go with its value."""

    text: str
    fill: str = ""
    ink: str = ""
    value: str = ""
    """What it is worth, in words, for those who cannot tell by the colour."""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A chart in rows and columns, its fields coloured by what they are worth."""

    caption: str
    row_title: str
    column_title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[HeatCell, ...]], ...]
    legend: tuple[HeatCell, ...]

    def __post_init__(self) -> None:
        assert all(len(cells) == len(self.columns) for _, cells in self.rows), self.caption


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, as SVG, and the same in words."""

    svg: str
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class Code:
    """What is typed exactly as it stands."""

    text: str


Block = Paragraph | Facts | Listing | Sheet | HeatMap | Picture | Code


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what is under it."""

    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple["Section", ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """The whole of it."""

    title: str
    subtitle: str
    facts: Facts
    """What the title page says: which game, which rules, which program."""
    running_head: str
    sections: tuple[Section, ...]
