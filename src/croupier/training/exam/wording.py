"""An examination in words: its terms, its times, its table and what lies in a question."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from croupier.cards import Card, pretty_cards
from croupier.money import format_stakes
from croupier.plurals import counted
from croupier.table.paytable import PayTable
from croupier.table.places import Place
from croupier.table.settings import settings_for
from croupier.training.exam.paper import PROCEDURE, Part
from croupier.training.exam.terms import ExamTerms
from croupier.training.lesson import Lesson
from croupier.training.scene import Scene

__all__ = [
    "day_text",
    "limit_text",
    "minutes_text",
    "needed_text",
    "parts_text",
    "scene_text",
    "spans_text",
    "table_rows",
    "taken_text",
    "unusual",
]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
"""In English wherever it is printed: what the system calls them is up to its language."""


def day_text(taken_ms: int) -> str:
    """`1 May 2026`."""
    taken = _EPOCH + timedelta(milliseconds=taken_ms)
    return f"{taken.day} {_MONTHS[taken.month - 1]} {taken.year}"


def taken_text(taken_ms: int) -> str:
    """When it was sat: `1 May 2026, 14:05 UTC`."""
    taken = _EPOCH + timedelta(milliseconds=taken_ms)
    return f"{day_text(taken_ms)}, {taken.hour:02}:{taken.minute:02} UTC"


def limit_text(seconds: int) -> str:
    """`45 minutes`, `1 minute`, `90 seconds`."""
    return counted(seconds, "second") if seconds % 60 else counted(seconds // 60, "minute")


def minutes_text(took_ms: int) -> str:
    """`12:05`, of minutes and seconds."""
    minutes, seconds = divmod(took_ms // 1_000, 60)
    return f"{minutes}:{seconds:02}"


def needed_text(terms: ExamTerms) -> str:
    """What passes: `80% of all points and 60% of each part’s, within 45 minutes`."""
    return (
        f"{terms.pass_percent}% of all points and {terms.least_part_percent}% of each part’s, "
        f"within {limit_text(terms.time_limit_s)}"
    )


def parts_text(parts: Iterable[Part]) -> str:
    """What is asked: `Deal the round (34 steps), What does it pay? (8 questions)`."""
    return ", ".join(
        f"{part.title} ({counted(part.count, 'step' if part.name == PROCEDURE else 'question')})"
        for part in parts
    )


def unusual(lesson: Lesson) -> dict[str, dict[str, str]]:
    """The rulings and pay tables of the table that are not the usual ones, by name and spot."""
    usual = settings_for(lesson.game)
    readings, tables = dict(usual.readings), dict(usual.pay_tables)
    return {
        "rulings": {
            name: reading
            for name, reading in lesson.settings.readings
            if readings.get(name) != reading
        },
        "pay_tables": {
            spot: _named(lesson, spot, table)
            for spot, table in lesson.settings.pay_tables
            if tables.get(spot) != table
        },
    }


def table_rows(lesson: Lesson) -> list[tuple[str, str]]:
    """What the table is that is dealt at, for a list of facts."""
    other = unusual(lesson)
    return [
        ("Dealt from", f"a {lesson.device.name}"),
        *(("Ruling", f"{name}={reading}") for name, reading in other["rulings"].items()),
        *(("Pay table", f"{spot}={table}") for spot, table in other["pay_tables"].items()),
    ]


def _named(lesson: Lesson, spot: str, table: PayTable) -> str:
    """Its name, where the game has it by that name; else with its lines."""
    offered: Sequence[Any] = lesson.game.wagers(lesson.rules)
    known = [one for wager in offered if wager.spot == spot for one in wager.pay_tables]
    if table in known:
        return table.name
    lines = ", ".join(f"{line.name} {line.odds.won} to {line.odds.staked}" for line in table.lines)
    return f"{table.name} ({lines})"


def scene_text(scene: Scene) -> str:
    """What lies there in one line: `dealer/Hand K♠ 9♦ 2♣; seat 1/Hand 3 face down; …`."""
    lying = [f"{_place(laid.place)} {_cards(laid.cards)}" for laid in scene.laid]
    seats = dict.fromkeys(staked.seat for staked in scene.staked)
    bets = [
        f"bets of seat {seat}: "
        + format_stakes([(one.spot, one.cents) for one in scene.staked if one.seat == seat])
        for seat in seats
    ]
    whole = "; ".join([*lying, *bets])
    return f"{whole[:1].upper()}{whole[1:]}"


def _place(place: Place) -> str:
    owner, _, name = str(place).partition("/")
    return f"{owner} {name}"


def _cards(cards: Sequence[Card | None]) -> str:
    known = [card for card in cards if card is not None]
    backs = len(cards) - len(known)
    shown = [pretty_cards(known)] if known else []
    return " and ".join([*shown, *([f"{backs} face down"] if backs else [])])


def spans_text(numbers: Iterable[int]) -> str:
    """`4, 9 to 22`, of numbers in order."""
    spans: list[tuple[int, int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1] = spans[-1][0], number
        else:
            spans.append((number, number))
    return ", ".join(f"{one}" if one == last else f"{one} to {last}" for one, last in spans)
