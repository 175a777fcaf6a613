"""A file with a round in it: a deal script, or the record of a round."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.analysis.decisions import Moment, moments
from croupier.cli.files import read_text
from croupier.deals import deal, deal_until_asked, read_script
from croupier.rejection import Code, Rejection
from croupier.table.events import RoundOpened, WagersPlaced
from croupier.table.game import Game
from croupier.table.record import read_round
from croupier.table.registry import find_game
from croupier.table.replay import replay
from croupier.table.round import Round
from croupier.table.settings import TableSettings

__all__ = ["RoundFile", "read_played_round", "read_round_file"]


@dataclass(frozen=True, slots=True)
class RoundFile:
    """One decision of the round in a file."""

    game: Game[Any]
    """By the version of its rules that the round was played under."""
    settings: TableSettings
    moment: Moment
    number: int
    """Which decision of its seat it is, counted from 1."""


def read_round_file(game: Game[Any], name: str, seat: int | None, number: int | None) -> RoundFile:
    """The decision of a seat by number, or else the one that the round leaves open."""
    if number is not None and number < 1:
        raise Rejection(Code.OPTION_INVALID, "Decisions are counted from 1.")
    text = read_text(name, Code.SCRIPT_INVALID)
    table, chosen = (_replayed if _is_record(text) else _dealt)(game, text, seat, number)
    found = moments(table.events, chosen)
    at = _number(number, found, chosen)
    return RoundFile(table.game, table.settings, found[at - 1], at)


def read_played_round(game: Game[Any], name: str, seat: int | None) -> tuple[Round, int]:
    """A round that was played to its end, and a seat that bet in it."""
    text = read_text(name, Code.SCRIPT_INVALID)
    if _is_record(text):
        return _replayed(game, text, seat, None)
    script = read_script(game, text)
    chosen = _seat(seat, [one.seat for one in script.seats])
    return deal(game, script).table, chosen


def _is_record(text: str) -> bool:
    """Whether it says of itself that it is one; what is no JSON at all the script's reader says."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "format" in data


def _dealt(game: Game[Any], text: str, seat: int | None, number: int | None) -> tuple[Round, int]:
    script = read_script(game, text)
    chosen = _seat(seat, [one.seat for one in script.seats])
    return deal_until_asked(game, script, chosen, time=number), chosen


def _replayed(
    game: Game[Any],
    text: str,
    seat: int | None,
    number: int | None,  # noqa: ARG001
) -> tuple[Round, int]:
    events = read_round(text)
    opened = events[0] if events else None
    if isinstance(opened, RoundOpened) and opened.settings.game == game.id:
        game = find_game(game.id, opened.settings.rules_version)
    table = replay(game, events)
    seats = {event.seat for event in events if isinstance(event, WagersPlaced)}
    return table, _seat(seat, sorted(seats))


def _seat(seat: int | None, betting: Sequence[int]) -> int:
    """The seat that decides; if there is only one, it need not be said."""
    if seat is None and len(betting) == 1:
        return betting[0]
    known = ", ".join(map(str, betting)) or "none"
    if seat is None:
        raise Rejection(Code.SEAT_UNKNOWN, f"Say with --seat which seat decides: {known}.")
    if seat not in betting:
        raise Rejection(Code.SEAT_UNKNOWN, f"Seat {seat} does not bet in this round; of: {known}.")
    return seat


def _number(number: int | None, found: Sequence[Moment], seat: int) -> int:
    """Which of the decisions is valued."""
    if not found:
        raise Rejection(Code.NOT_ASKED, f"Seat {seat} is not asked in this round.")
    if number is None and found[-1].chosen is not None:
        raise Rejection(
            Code.NOT_ASKED,
            f"The round leaves no decision of seat {seat} open; leave the last one out, or name "
            f"one with --decision: {'1' if len(found) == 1 else f'1 to {len(found)}'}.",
        )
    if number is not None and number > len(found):
        raise Rejection(Code.NOT_ASKED, _too_far(number, found, seat))
    return len(found) if number is None else number


def _too_far(number: int, found: Sequence[Moment], seat: int) -> str:
    if found[-1].chosen is None:
        return (
            f"The round goes as far as decision {len(found)} of seat {seat}, which it leaves open; "
            f"there is no decision {number} yet."
        )
    times = "once" if len(found) == 1 else f"{len(found)} times"
    return f"Seat {seat} is asked {times} in this round, so there is no decision {number}."
