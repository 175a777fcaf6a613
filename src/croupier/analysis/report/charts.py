"""Our own small charts: bars as SVG text, and the colours of heat maps.

Colour never stands alone: every field of a heat map has its text, every bar its number, and
what is lost has a dashed outline. Blue is the player's gain and orange the house's, which people
who do not tell red from green can tell as well.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import log1p
from typing import Final

from croupier.analysis.report.document import HeatCell, HeatMap, Picture
from croupier.analysis.report.numbers import number, rounded, signed
from croupier.table.worth import Figure, Grid, Together

__all__ = ["Bar", "bars", "correlations", "heat_maps"]

INK: Final = "#16211c"
_GAIN: Final = (126, 178, 230)
_LOSS: Final = (240, 166, 98)
_PAPER: Final = (255, 255, 255)
_KINDS: Final = (
    "#cfe3f7", "#fbdcb8", "#d8ecd0", "#f3cfe0", "#fff3b8", "#ddd6f0", "#c9ece9", "#e6e0d4",
)  # fmt: skip

_MOST_BARS: Final = 24
_WIDTH: Final = 720
_LINE: Final = 20
_LABEL: Final = 300
_VALUE: Final = 88
_LONGEST_LABEL: Final = 48

_FONT: Final = 'font-family="Libertinus Serif, Georgia, serif" font-size="13"'
_GAINED: Final = 'fill="#4a90d2"'
_LOST: Final = 'fill="#f0a662" stroke="#b8621b" stroke-width="1" stroke-dasharray="3 2"'

_MOST_LETTERS: Final = 136
"""So many letters of a heat map stand side by side on a page."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what it is, how long, and the number at its end."""

    label: str
    value: Fraction
    text: str


def bars(title: str, description: str, some: Sequence[Bar]) -> Picture:
    """Bars from a common line, gains to the right and losses to the left."""
    shown = _largest(some)
    least = min((bar.value for bar in shown), default=Fraction(0))
    most = max((bar.value for bar in shown), default=Fraction(0))
    least, most = min(least, Fraction(0)), max(most, Fraction(0))
    left, room = _LABEL + 12, _WIDTH - _LABEL - _VALUE - 24
    scale = room / (most - least) if most > least else Fraction(0)
    zero = left - least * scale
    height = _LINE * len(shown) + 12
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {_FONT}>',
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>",
    ]
    for at, bar in enumerate(shown):
        top = 6 + at * _LINE
        length = abs(bar.value) * scale
        start = zero if bar.value >= 0 else zero - length
        look = _GAINED if bar.value >= 0 else _LOST
        middle = top + _LINE * 0.5 + 4.5
        parts.append(
            f'<text x="{_LABEL}" y="{middle:g}" text-anchor="end" fill="currentColor">'
            f"{escape(_shortened(bar.label))}</text>"
            f'<rect x="{_place(start)}" y="{top + 3}" width="{_place(max(length, Fraction(1)))}" '
            f'height="{_LINE - 6}" {look}/>'
            f'<text x="{_WIDTH - 4}" y="{middle:g}" text-anchor="end" fill="currentColor">'
            f"{escape(bar.text)}</text>"
        )
    parts.append(
        f'<path d="M{_place(zero)} 2V{height - 2}" stroke="currentColor" stroke-width="1"/></svg>'
    )
    return Picture("".join(parts), title, description)


def _largest(some: Sequence[Bar]) -> list[Bar]:
    """All of them in their order; of very many those that weigh most, and the rest as one."""
    if len(some) <= _MOST_BARS:
        return list(some)
    by_size = sorted(range(len(some)), key=lambda at: abs(some[at].value), reverse=True)
    kept = sorted(by_size[: _MOST_BARS - 1])
    rest = sum((some[at].value for at in by_size[_MOST_BARS - 1 :]), Fraction(0))
    others = len(some) - len(kept)
    return [some[at] for at in kept] + [Bar(f"{others} others", rest, rounded(rest * 100, 4) + "%")]


def _shortened(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"


def _place(value: Fraction) -> str:
    return f"{float(value):.1f}"


def heat_maps(grid: Grid, written: Callable[[Fraction], str] | None = None) -> tuple[HeatMap, ...]:
    """A grid in colours; one too wide for a page in several parts, each with all its rows.

    `written` says how the legend writes a value.
    """
    values = [cell.value for row in grid.cells for cell in row if cell.value is not None]
    most = max((abs(one.value) for one in values), default=Fraction(0))
    kinds = [] if values else list(dict.fromkeys(cell.text for row in grid.cells for cell in row))
    legend = _legend(values, written or _to_player) if values else _kinds(kinds)

    def coloured(text: str, value: Figure | None) -> HeatCell:
        if value is not None:
            return HeatCell(text, _blend(value.value, most), INK, number(value))
        if text in kinds and len(kinds) <= len(_KINDS):
            return HeatCell(text, _KINDS[kinds.index(text)], INK)
        return HeatCell(text)

    cells = [[coloured(cell.text, cell.value) for cell in row] for row in grid.cells]
    parts = _parts(grid)
    return tuple(
        HeatMap(
            caption=grid.title + (f" (part {at} of {len(parts)})" if len(parts) > 1 else ""),
            row_title=grid.row_title,
            column_title=grid.column_title,
            columns=grid.columns[part],
            rows=tuple(
                (name, tuple(row[part])) for name, row in zip(grid.rows, cells, strict=True)
            ),
            legend=legend,
        )
        for at, part in enumerate(parts, start=1)
    )


def _parts(grid: Grid) -> list[slice]:
    """The columns that go side by side on one page, in as few parts as can be, and even ones."""
    first = max(map(len, (*grid.rows, grid.row_title)), default=0) + 2
    widths = [
        max(map(_folded, (column, *(row[at].text for row in grid.cells)))) + 2
        for at, column in enumerate(grid.columns)
    ]
    parts = _filled(first, widths, _MOST_LETTERS)
    for letters in range(_MOST_LETTERS - 1, 0, -1):
        narrower = _filled(first, widths, letters)
        if len(narrower) > len(parts):
            break
        parts = narrower
    return parts


def _folded(text: str) -> int:
    """How wide a text is that may go over two lines."""
    words = text.split(" ")
    ways = (
        max(len(" ".join(words[:at])), len(" ".join(words[at:]))) for at in range(1, len(words) + 1)
    )
    return min(ways)


def _filled(first: int, widths: Sequence[int], letters: int) -> list[slice]:
    """Columns of these widths beside a first one, as many as the letters of a line take."""
    parts, start, used = [], 0, first
    for at, width in enumerate(widths):
        if at > start and used + width > letters:
            parts.append(slice(start, at))
            start, used = at, first
        used += width
    return [*parts, slice(start, len(widths))]


def _blend(value: Fraction, most: Fraction) -> str:
    """White for nothing, and the fuller a colour the more is gained or lost.

    By logarithms, so that one jackpot does not leave all else white.
    """
    share = log1p(abs(value)) / log1p(most) if most else 0.0
    end = _GAIN if value >= 0 else _LOSS
    mixed = (round(a + (b - a) * share) for a, b in zip(_PAPER, end, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _to_player(value: Fraction) -> str:
    return f"{signed(value, 4)} to the player" if value else "0"


def _legend(values: Sequence[Figure], written: Callable[[Fraction], str]) -> tuple[HeatCell, ...]:
    """The colours of the least, of nothing and of the most that there is."""
    most = max(abs(one.value) for one in values)
    ends = sorted({min(one.value for one in values), max(one.value for one in values)})
    if ends[0] < 0 < ends[-1]:
        ends.insert(1, Fraction(0))
    return tuple(HeatCell(written(end), _blend(end, most), INK) for end in ends)


def _kinds(kinds: Sequence[str]) -> tuple[HeatCell, ...]:
    if len(kinds) > len(_KINDS):
        return ()
    return tuple(HeatCell(kind, _KINDS[at], INK) for at, kind in enumerate(kinds))


def correlations(together: Together) -> HeatMap:
    """How the bets of a round go together, each with each."""
    every = range(len(together.bets))
    rows = []
    for first in every:
        cells = []
        for second in every:
            if first == second:
                cells.append(HeatCell("1", _blend(Fraction(1), Fraction(1)), INK))
            else:
                figure = together.correlation(first, second)
                cells.append(HeatCell(number(figure), _blend(figure.value, Fraction(1)), INK))
        rows.append((together.bets[first], tuple(cells)))
    ends = [Fraction(-1), Fraction(0), Fraction(1)]
    return HeatMap(
        caption="Correlation of what the bets bring",
        row_title="",
        column_title="",
        columns=together.bets,
        rows=tuple(rows),
        legend=tuple(HeatCell(signed(end, 4), _blend(end, Fraction(1)), INK) for end in ends),
    )
