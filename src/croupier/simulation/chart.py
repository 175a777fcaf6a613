"""The chart of a session, our own SVG: where sessions end, and the money on the way.

Colour never stands alone: every bar has its share as a number, ruin is hatched and said in words,
and the lines of the fan differ in their dashes and are named where they end. PNG is made of the
same drawing by Typst, with its own fonts, so it looks the same on every machine.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import ceil, floor, log10
from typing import Final

from croupier.money import format_cents
from croupier.plurals import counted
from croupier.simulation.session_results import PlayerSide
from croupier.simulation.sessions import SessionRun
from croupier.simulation.spread import QUANTILES

__all__ = ["as_png", "session_chart"]

_WIDTH: Final = 960
_HEIGHT: Final = 900
_LEFT: Final = 92
_RIGHT: Final = 936
_FAN_RIGHT: Final = 806
"""Right of the fan stand the names of its lines."""
_NAME_ROOM: Final = 17
"""Names of lines are kept so far apart."""
_LETTER: Final = 7.0
"""So wide is a letter of a name, about."""

_INK: Final = "#16211c"
_SOFT: Final = "#55645c"
_HAIR: Final = "#d5dbd6"
_AHEAD: Final = "#4a90d2"
_BEHIND: Final = "#f0a662"
_BEHIND_LINE: Final = "#b8621b"
_BAND: Final = "#eef1ec"
_FAN: Final = ("#dbe8f6", "#a9cbee")

_HATCH: Final = (
    '<pattern id="ruined" width="7" height="7" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="7" height="7" fill="#fbe3cd"/>'
    f'<path d="M0 0V7" stroke="{_BEHIND_LINE}" stroke-width="3.5"/></pattern>'
)

_TYPST: Final = b"""#set page(width: 960pt, height: 900pt, margin: 0pt)
#image(bytes(sys.inputs.svg), format: "svg", width: 100%)
"""


def session_chart(run: SessionRun, player: PlayerSide) -> str:
    """The whole drawing, as the text of an SVG file."""
    title = (
        f"{run.scenario.game.name}: {counted(player.sessions, 'session')} of up to "
        f"{counted(run.terms.rounds, 'round')}"
    )
    description = _description(run, player)
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"'
    font = 'font-family="Libertinus Serif, Georgia, serif" font-size="14"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {font}',
        ' aria-labelledby="title desc">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(description)}</desc>',
        f'<defs>{_HATCH}</defs><rect width="100%" height="100%" fill="#ffffff"/>',
        _text(24, 38, title, size=22, weight="bold"),
        _text(24, 63, _terms(run), size=15, fill=_SOFT),
        *_results(player),
        *_fan(run, player),
        "</svg>\n",
    ]
    return "\n".join(parts)


def as_png(svg: str, *, pixels_per_unit: float = 2.0) -> bytes:
    """The same as a picture of points."""
    import typst  # noqa: PLC0415 (the compiler is large)

    made = typst.compile(
        _TYPST,
        format="png",
        ppi=72 * pixels_per_unit,
        sys_inputs={"svg": svg},
        ignore_system_fonts=True,
    )
    assert isinstance(made, bytes), "a chart is one page"
    return made


# What it says in words.


def _terms(run: SessionRun) -> str:
    terms = run.terms
    goal = "" if terms.goal_cents is None else f", leaves {format_cents(terms.goal_cents)} ahead"
    return (
        f"Brings {format_cents(terms.bankroll_cents)}, bets {format_cents(terms.staked_cents)} a "
        f"round{goal}. {run.scenario.strategy}, seed {run.seed}."
    )


def _description(run: SessionRun, player: PlayerSide) -> str:
    result = player.result
    goal = "" if player.goal is None else f" {_percent(player.goal.value)} reach the goal."
    return (
        f"{_terms(run)} {_percent(player.ruined.value)} of the sessions end in ruin, "
        f"{_percent(player.ahead.value)} ahead, {_percent(player.even.value)} even and "
        f"{_percent(player.behind.value)} behind.{goal} The mean result is "
        f"{_cents(result.mean.value)}, the median {format_cents(result.at(50))}; nine in ten are "
        f"from {format_cents(result.at(5))} to {format_cents(result.at(95))}. Above, a histogram "
        "of the results; below, the quantiles of the money over the rounds."
    )


# Where sessions end.


def _results(player: PlayerSide) -> Iterable[str]:
    """A histogram, with the middle, the break-even and the band of nine in ten."""
    top, bottom = 182, 424
    bins, result = player.histogram, player.result
    last = bins.begins(len(bins.counts))
    across = _Scale(bins.first_cents, last, _LEFT, _RIGHT)
    shares = [100 * count / player.sessions for count in bins.counts]
    up = _Scale(0, max(shares) * 1.12, bottom, top)
    yield _text(24, 108, "Where sessions end", size=17, weight="bold")
    yield from _legend(player, 108)
    low, high = across.within(result.at(5)), across.within(result.at(95))
    yield f'<rect x="{low:.1f}" y="{top}" width="{high - low:.1f}" height="{bottom - top}" '
    yield f'fill="{_BAND}"/>'
    yield from _level_lines(up, _LEFT, _RIGHT, "{:g}%")
    yield from _bars(player, across, up)
    yield _line(_LEFT, bottom, _RIGHT, bottom)
    yield _line(low, 138, high, 138) + _line(low, 133, low, 143) + _line(high, 133, high, 143)
    band = f"9 in 10: {format_cents(result.at(5))} to {format_cents(result.at(95))}"
    yield _beside(band, (low + high) / 2, 132, "middle")
    if bins.first_cents <= 0 <= last:
        zero = across.at(0)
        yield _line(zero, 146, zero, bottom, width=1.5)
        yield _beside("even", zero + 5, 157)
    middle = across.within(result.at(50))
    yield _line(middle, 163, middle, bottom, width=2, dash="7 4")
    yield from _shares(player, across, up)
    word = f"median {format_cents(result.at(50))}"
    # On the side away from the break-even, where there is room.
    is_left = result.at(50) < 0 and middle - _LETTER * len(word) > _LEFT
    yield _beside(word, middle + (-5 if is_left else 5), 174, "end" if is_left else "start")
    for cents in _ticks(bins.first_cents, last, 8, least_step=bins.width_cents):
        yield _tick(across.at(cents), bottom, format_cents(cents))
    ends = [
        f"in bins of {format_cents(bins.width_cents)}",
        *(["the first with all below"] if bins.is_open_below else []),
        *(["the last with all above"] if bins.is_open_above else []),
    ]
    yield _text(
        (_LEFT + _RIGHT) / 2, bottom + 42, f"Won or lost, {', '.join(ends)}", "middle", fill=_SOFT
    )


def _legend(player: PlayerSide, base: float) -> Iterable[str]:
    """What the bars are, with how many sessions each kind is."""
    not_ruined = player.behind.value - min(player.ruined.value, player.behind.value)
    kinds = (
        ("url(#ruined)", f"ruined {_percent(player.ruined.value)}"),
        (_BEHIND, f"otherwise behind {_percent(not_ruined)}"),
        (_AHEAD, f"even or ahead {_percent(player.even.value + player.ahead.value)}"),
    )
    at = 330.0
    for fill, words in kinds:
        yield f'<rect x="{at}" y="{base - 12}" width="22" height="14" fill="{fill}" '
        yield f'stroke="{_INK}" stroke-width="0.7"/>'
        yield _text(at + 29, base, words)
        at += 205


def _bars(player: PlayerSide, across: "_Scale", up: "_Scale") -> Iterable[str]:
    bins = player.histogram
    for at, (count, ruined) in enumerate(zip(bins.counts, bins.marked, strict=True)):
        left, right = across.at(bins.begins(at)) + 1, across.at(bins.begins(at + 1)) - 1
        share, hatched = (100 * some / player.sessions for some in (count, ruined))
        top, edge, ground = up.at(share), up.at(hatched), up.at(0)
        is_behind = bins.begins(at) < 0
        look = f'fill="{_BEHIND}" stroke="{_BEHIND_LINE}"' if is_behind else f'fill="{_AHEAD}"'
        size = f'x="{left:.1f}" width="{right - left:.1f}"'
        if count > ruined:
            yield f'<rect {size} y="{top:.1f}" height="{edge - top:.1f}" {look}/>'
        if ruined:
            yield f'<rect {size} y="{edge:.1f}" height="{ground - edge:.1f}" '
            yield f'fill="url(#ruined)" stroke="{_BEHIND_LINE}"/>'


def _shares(player: PlayerSide, across: "_Scale", up: "_Scale") -> Iterable[str]:
    """Over each bar the share of sessions in it, in percent."""
    bins = player.histogram
    for at, count in enumerate(bins.counts):
        percents = 100 * count / player.sessions
        words = "<0.1" if percents < 0.05 else "100" if percents >= 99.95 else f"{percents:.1f}"
        if count:
            place = across.at(bins.begins(at) + bins.width_cents / 2)
            yield _text(place, up.at(percents) - 4, words, "middle", size=12, is_clear=True)


# The money on the way.


def _fan(run: SessionRun, player: PlayerSide) -> Iterable[str]:
    """Bands of quantiles over the rounds."""
    top, bottom = 546, 822
    terms, fan = run.terms, player.fan
    lines = {
        share: [point.quantiles[QUANTILES.index(Fraction(share, 100))] for point in fan]
        for share in (5, 25, 50, 75, 95)
    }
    goal = None if terms.goal_cents is None else terms.bankroll_cents + terms.goal_cents
    most, least = max(*lines[95], terms.bankroll_cents, goal or 0), min(lines[5])
    least = 0 if least < most / 2 else least
    across = _Scale(0, terms.rounds, _LEFT, _FAN_RIGHT)
    up = _Scale(least, most + 0.06 * (most - least or most), bottom, top)
    yield _text(24, 516, "The money on the way", size=17, weight="bold")
    of = f"of the first {player.fan_sessions:,} sessions; "
    of = of if player.fan_sessions < player.sessions else ""
    yield _text(_RIGHT, 516, f"{of}5%: one in twenty has no more", "end", fill=_SOFT)
    yield from _level_lines(up, _LEFT, _FAN_RIGHT, None)
    points = [across.at(point.rounds) for point in fan]
    for fill, low, high in ((_FAN[0], 5, 95), (_FAN[1], 25, 75)):
        there = zip(points, map(up.at, lines[low]), strict=True)
        back = zip(reversed(points), map(up.at, reversed(lines[high])), strict=True)
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in (*there, *back))
        yield f'<polygon points="{corners}" fill="{fill}"/>'
    for share, dash, width in ((5, "2 4", 1.3), (95, "2 4", 1.3), (25, "7 4", 1.3),
                               (75, "7 4", 1.3), (50, "", 2.4)):  # fmt: skip
        there = zip(points, map(up.at, lines[share]), strict=True)
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in there)
        yield f'<polyline points="{drawn}" fill="none" stroke="{_INK}" stroke-width="{width}" '
        yield f'stroke-dasharray="{dash or "none"}"/>'
    marks = [(terms.bankroll_cents, "brought")] + ([] if goal is None else [(goal, "goal")])
    for cents, word in marks:
        yield _line(_LEFT, up.at(cents), _FAN_RIGHT, up.at(cents), dash="12 3 2 3")
        yield _beside(f"{word} {format_cents(cents)}", _FAN_RIGHT - 6, up.at(cents) - 5, "end")
    yield _line(_LEFT, bottom, _FAN_RIGHT, bottom)
    yield from _names({share: cents[-1] for share, cents in lines.items()}, up, top)
    for rounds in _ticks(0, terms.rounds, 10):
        yield _tick(across.at(rounds), bottom, f"{rounds:,}")
    yield _text(
        (_LEFT + _FAN_RIGHT) / 2,
        bottom + 42,
        f"Rounds, at {terms.rounds_per_hour:,} an hour; who has left keeps what he left with",
        "middle",
        fill=_SOFT,
    )


def _names(ends: dict[int, int], up: "_Scale", top: float) -> Iterable[str]:
    """What each line of the fan is, beside its end, and no two on top of each other."""
    wanted = sorted(ends.items())
    places: list[float] = []
    for _, cents in wanted:
        below = places[-1] - _NAME_ROOM if places else float("inf")
        places.append(min(up.at(cents), below))
    # Where the uppermost came out too high all go down as far as they must.
    too_high = top - places[-1]
    if too_high > 0:
        places = [place + too_high for place in places]
    for (share, cents), place in zip(wanted, places, strict=True):
        end = up.at(cents)
        yield _line(_FAN_RIGHT + 2, end, _FAN_RIGHT + 12, place, width=0.7)
        word = "median" if share == 50 else f"{share}%:"
        weight = "bold" if share == 50 else ""
        yield _text(_FAN_RIGHT + 16, place + 4.5, f"{word} {format_cents(cents)}", weight=weight)


# Pieces of a drawing.


@dataclass(frozen=True, slots=True)
class _Scale:
    """From numbers to places on the paper."""

    least: float
    most: float
    start: float
    end: float

    def at(self, number: float) -> float:
        share = (number - self.least) / (self.most - self.least)
        return self.start + share * (self.end - self.start)

    def within(self, number: float) -> float:
        """The same, at the end where it is beyond it."""
        return self.at(min(max(number, self.least), self.most))


def _ticks(least: float, most: float, many: int, *, least_step: float = 1) -> list[int]:
    """Round numbers between two, not many more than wanted."""
    rough = max((most - least) / many, least_step)
    ten = 10 ** floor(log10(rough))
    step = next(ten * times for times in (1, 2, 5, 10) if ten * times >= rough)
    return [round(step * at) for at in range(ceil(least / step), floor(most / step) + 1)]


def _level_lines(up: _Scale, left: float, right: float, written: str | None) -> Iterable[str]:
    """Thin lines across with their numbers: percents, or money where nothing is said."""
    hundredths = 100 if written else 1
    for level in _ticks(up.least * hundredths, up.most * hundredths, 5):
        place = up.at(level / hundredths)
        yield _line(left, place, right, place, stroke=_HAIR)
        words = written.format(level / hundredths) if written else format_cents(level)
        yield _text(left - 8, place + 4.5, words, "end", size=13, fill=_SOFT)


def _tick(x: float, y: float, words: str) -> str:
    return _line(x, y, x, y + 5) + _text(x, y + 20, words, "middle", size=13, fill=_SOFT)


def _line(
    x: float,
    y: float,
    to_x: float,
    to_y: float,
    *,
    width: float = 1,
    stroke: str = _INK,
    dash: str = "",
) -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="{stroke}" '
        f'stroke-width="{width}" fill="none"{dashes}/>'
    )


def _text(
    x: float,
    y: float,
    words: str,
    anchor: str = "start",
    *,
    size: int = 14,
    weight: str = "",
    fill: str = _INK,
    is_clear: bool = False,
) -> str:
    """Words; clear ones have white around them, so that they can be read across lines."""
    bold = f' font-weight="{weight}"' if weight else ""
    if is_clear:
        bold += ' stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{bold} '
        f'fill="{fill}">{escape(words)}</text>'
    )


def _beside(words: str, x: float, y: float, anchor: str = "start") -> str:
    """A name beside a line, kept on the paper."""
    room = _LETTER * len(words)
    if anchor == "middle":
        x = min(max(x, _LEFT + room / 2), _RIGHT - room / 2)
    elif anchor == "start" and x + room > _WIDTH - 8:
        x, anchor = x - 10, "end"
    return _text(x, y, words, anchor, is_clear=True)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _cents(cents: float) -> str:
    return format_cents(round(cents))
