"""Which tasks there are for the mathematics, and which of them a house does ahead.

The tables' bets come first, because the list of tables shows them: first the edge of each as it is
had soonest, then all that is known of a bet, and then whole studies. Where most of it takes its
time only once, because it is kept on disk, the next start has it at once.
"""

from collections.abc import Iterable
from typing import Literal

from croupier.house.hub import TableHub
from croupier.table.prepared import prepare
from croupier.table.registry import find_game
from croupier.table.settings import TableSettings, settings_for
from croupier.web import math_work
from croupier.web.math_room import MathRoom, Task

__all__ = [
    "audit_task",
    "bets_task",
    "edge_task",
    "edges_task",
    "hands_task",
    "odds_task",
    "readings_task",
    "report_task",
    "study_task",
    "work_ahead",
]

Bets = tuple[str, ...] | None
"""By name; None for all."""


def study_task(settings: TableSettings, bets: Bets = None) -> Task:
    """What every bet is worth."""
    return Task(math_work.study_of, settings, (bets,))


def readings_task(settings: TableSettings, bets: Bets = None) -> Task:
    """All readings compared."""
    return Task(math_work.readings_of, settings, (bets,))


def audit_task(settings: TableSettings) -> Task:
    """The sheet audited."""
    return Task(math_work.audit_of, settings)


def report_task(settings: TableSettings, kind: Literal["pdf", "html"]) -> Task:
    """The math report, as a file."""
    return Task(math_work.report_of, settings, (kind,))


def hands_task(settings: TableSettings) -> Task:
    """Every starting hand."""
    return Task(math_work.hands_of, settings)


def edges_task(settings: TableSettings) -> Task:
    """The edges of a table's bets, as far as they are had soon."""
    return Task(math_work.edges_of, settings, is_pinned=True)


def bets_task(settings: TableSettings) -> Task:
    """The same with everything else that a list of tables shows."""
    return Task(math_work.bets_of, settings, is_pinned=True)


def edge_task(settings: TableSettings, bet: str) -> Task:
    """The edge of one bet."""
    return Task(math_work.edge_of, settings, (bet,), is_long=False)


def odds_task(settings: TableSettings, number: int, seat: int, events: bytes) -> Task:
    """What the options of an open question are worth, from what the seat gets of the round."""
    about = (number, seat, events)
    return Task(math_work.odds_of, settings, about, is_long=False, is_urgent=True)


def _warm_task(settings: TableSettings) -> Task:
    return Task(math_work.warm_up, settings, is_long=False, is_pinned=True)


def work_ahead(room: MathRoom, hubs: Iterable[TableHub]) -> None:
    """Has everything worked out that pages of these tables show, the soonest first."""
    if not room.works_ahead:
        return
    pictures = [hub.picture for hub in hubs]
    # Whoever plays may ask the coach, and at some tables for odds.
    for settings in {one.settings.game: one.settings for one in pictures}.values():
        room.work_ahead(_warm_task(settings))
    # Where less can be chosen there is less to count, as a rule.
    tables = sorted((one.settings for one in pictures), key=_option_count)
    for settings in tables:
        room.work_ahead(edges_task(settings))
    for settings in tables:
        room.work_ahead(bets_task(settings))
    for game_id in dict.fromkeys(one.game for one in tables):
        room.work_ahead(study_task(settings_for(find_game(game_id))))


def _option_count(settings: TableSettings) -> int:
    game = find_game(settings.game, settings.rules_version)
    return len(game.options(prepare(game, settings).rules))
