"""What is worked out in a process of the mathematics: each is a function that process finds.

They give JSON as bytes, so that the server passes on what comes and looks at none of it. Results
that took long are kept on disk, but for pay tables that somebody has made up: of those there is
no end, and anybody may ask for them.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar

import orjson

from croupier.analysis.as_json import (
    audit_json,
    decision_json,
    figure_json,
    readings_json,
    study_json,
)
from croupier.analysis.audit import audit_sheet
from croupier.analysis.cache import Cache
from croupier.analysis.compare import compare_published
from croupier.analysis.decisions import Moment, moments, value_moment
from croupier.analysis.readings import compare_readings
from croupier.analysis.study import study
from croupier.analysis.valuer import Valuer, worth_of
from croupier.bots import least_slip, usual_decision
from croupier.rejection import Code, Rejection
from croupier.table.codec import Json
from croupier.table.game import Game
from croupier.table.prepared import PreparedTable, prepare
from croupier.table.record import event_from_json
from croupier.table.registry import find_game
from croupier.table.round import Round
from croupier.table.settings import TableSettings
from croupier.table.steps import Option
from croupier.table.worth import Figure
from croupier.web.math_process import Telling

__all__ = [
    "audit_of",
    "bets_of",
    "edge_of",
    "edges_of",
    "hands_of",
    "odds_of",
    "readings_of",
    "report_of",
    "study_of",
    "warm_up",
]

T = TypeVar("T")
_MOST_REMEMBERED: Final = 300
_MOST_HANDS: Final = 5_000
_FIRST_ROUNDS: Final = 4


class _Remembering(Cache):
    """What this process has worked out lately, before the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._known: OrderedDict[str, object] = OrderedDict()
        self.is_kept = True
        """Whether what is new goes to the disk, too."""

    def get(self, key: Mapping[str, Json], kind: type[T]) -> T | None:
        at = repr(key)
        known = self._known.get(at)
        found = known if isinstance(known, kind) else super().get(key, kind)
        if found is not None:
            self._remember(at, found)
        return found

    def put(self, key: Mapping[str, Json], value: object) -> None:
        self._remember(repr(key), value)
        if self.is_kept:
            super().put(key, value)

    def _remember(self, at: str, value: object) -> None:
        self._known[at] = value
        self._known.move_to_end(at)
        if len(self._known) > _MOST_REMEMBERED:
            self._known.popitem(last=False)


_CACHE: Final = _Remembering()


@lru_cache(maxsize=_MOST_REMEMBERED)
def _same(settings: TableSettings) -> TableSettings:
    """The first of equal settings: what a table comes to is kept by the very object."""
    return settings


def _at(settings: TableSettings) -> tuple[Game[Any], PreparedTable, Cache]:
    """The game, the table, and where results are kept."""
    game = find_game(settings.game, settings.rules_version)
    table = prepare(game, _same(settings))
    offered = [table.wagers[spot].pay_tables for spot in table.pay_tables]
    _CACHE.is_kept = all(
        one in some for one, some in zip(table.pay_tables.values(), offered, strict=True)
    )
    return game, table, _CACHE


# What takes long.


def study_of(settings: TableSettings, bets: tuple[str, ...] | None, telling: Telling) -> bytes:
    """What `croupier analyze --json` prints."""
    game, table, cache = _at(settings)
    valuer = Valuer(game, cache=cache, progress=telling.progress)
    studied = study(game, _same(settings), bets=bets, valuer=valuer)
    published = compare_published(valuer, rules=table.rules, pay_tables=table.pay_tables, bets=bets)
    return orjson.dumps(study_json(studied, published=published))


def readings_of(settings: TableSettings, bets: tuple[str, ...] | None, telling: Telling) -> bytes:
    """What `croupier readings --json` prints."""
    game, _, cache = _at(settings)
    compared = compare_readings(
        game, _same(settings), bets=bets, cache=cache, progress=telling.progress
    )
    return orjson.dumps(readings_json(compared))


def audit_of(settings: TableSettings, telling: Telling) -> bytes:
    """What `croupier audit-sheet --json` prints."""
    game, _, cache = _at(settings)
    found = audit_sheet(game, _same(settings), cache=cache, progress=telling.progress)
    return orjson.dumps(audit_json(found))


def report_of(settings: TableSettings, kind: Literal["pdf", "html"], telling: Telling) -> bytes:
    """The file that `croupier report` writes."""
    # Imported here: what lays a report out is of no use to anything else.
    from croupier.analysis import report  # noqa: PLC0415

    game, _, cache = _at(settings)
    findings = report.gather(game, _same(settings), cache=cache, progress=telling.progress)
    telling.progress("Laying out the report", 0.0)
    document = report.report_of(findings)
    return report.as_pdf(document) if kind == "pdf" else report.as_html(document)


def hands_of(settings: TableSettings, telling: Telling) -> bytes:
    """Every starting hand, up to an exchange of suits, and what each option is worth."""
    game, table, _ = _at(settings)
    hands = worth_of(game).hands(table.rules, table.pay_tables, telling.progress)
    if hands is None:
        raise Rejection(Code.WORTH_UNKNOWN, f"There is no list of starting hands of {game.name}.")
    if len(hands.rows) > _MOST_HANDS:
        raise Rejection(
            Code.WORTH_UNKNOWN,
            f"{game.name} has {len(hands.rows):,} starting hands, too many to send; "
            f"croupier analyze {game.id} --hands FILE.csv writes them.",
        )
    rows = [{"name": name, "figures": _figures(figures)} for name, figures in hands.rows]
    found = {"title": hands.title, "columns": list(hands.columns), "rows": rows}
    return orjson.dumps({**found, "is_percent": hands.is_percent})


def _figures(figures: Sequence[Figure | None]) -> list[Any]:
    return [None if figure is None else figure_json(figure) for figure in figures]


# The bets of the tables.


def edges_of(settings: TableSettings, telling: Telling) -> bytes:
    """The edge of every bet of a table, as far as it can be had without the rest; in parts."""
    game, table, cache = _at(settings)
    valuer = Valuer(game, cache=cache, progress=telling.progress)
    names = valuer.bets(table.rules)
    edges: dict[str, Figure] = {}
    for name in names:
        edges[name] = valuer.edge(name, table.rules, table.pay_tables)
        telling.part(_bets(names, edges))
    return _bets(names, edges)


def _bets(names: Sequence[str], edges: Mapping[str, Figure]) -> bytes:
    return orjson.dumps(
        [
            {
                "name": name,
                "per": None,
                "edge": figure_json(edges[name]) if name in edges else None,
                "element_of_risk": None,
            }
            for name in names
        ]
    )


def bets_of(settings: TableSettings, telling: Telling) -> bytes:
    """The same with the unit of each, and with the element of risk, for which all is counted."""
    game, table, cache = _at(settings)
    valuer = Valuer(game, cache=cache, progress=telling.progress)
    names = valuer.bets(table.rules)
    bets = [valuer.bet(name, table.rules, table.pay_tables) for name in names]
    return orjson.dumps(
        [
            {
                "name": bet.name,
                "per": bet.per,
                "edge": figure_json(bet.edge),
                "element_of_risk": figure_json(bet.element_of_risk),
            }
            for bet in bets
        ]
    )


# What is quick.


def edge_of(settings: TableSettings, bet: str, telling: Telling) -> bytes:
    """The edge of one bet."""
    game, table, cache = _at(settings)
    valuer = Valuer(game, cache=cache, progress=telling.progress)
    valuer.bets(table.rules, (bet,))
    edge = valuer.edge(bet, table.rules, table.pay_tables)
    return orjson.dumps({"bet": bet, "edge": figure_json(edge), "favours_player": edge.value < 0})


def odds_of(
    settings: TableSettings, number: int, seat: int, events: bytes, telling: Telling
) -> bytes:
    """What each option is worth of the question that is open for a seat.

    `events` are those of a round as that seat gets them, and no more.
    """
    del telling
    known = [event_from_json(one) for one in orjson.loads(events)]
    asked = moments(known, seat)
    if not asked or asked[-1].chosen is not None or not asked[-1].asked.options:
        raise nothing_is_asked(seat)
    moment = asked[-1]
    game, _, _ = _at(settings)
    decision = decision_json(value_moment(game, _same(settings), moment))
    return orjson.dumps({"round": number, "seat": seat, "place": _place(moment), **decision})


def _place(moment: Moment) -> str | None:
    return None if moment.asked.place is None else str(moment.asked.place)


def nothing_is_asked(seat: int) -> Rejection:
    """The refusal of odds where there is nothing to decide."""
    return Rejection(
        Code.NOT_ASKED, f"Seat {seat} is not asked anything now; odds are of an open question."
    )


def warm_up(settings: TableSettings, telling: Telling) -> bytes:
    """Values something of each kind, so that whoever asks first need not wait for it.

    Some decisions, and the edges that other pays would change; nothing is taken from the disk,
    because what is counted on the way is what is wanted.
    """
    # Imported here, because the server needs none of it.
    from croupier.simulation.by_script import play_round  # noqa: PLC0415

    game, table, _ = _at(settings)
    slip = least_slip(game, _same(settings))
    for number in range(_FIRST_ROUNDS):
        played = play_round(game, _same(settings), [slip], (1, number), _as_usual)
        for moment in moments(played.events, 1):
            value_moment(game, _same(settings), moment)
    valuer = Valuer(game, progress=telling.progress)
    for name in valuer.bets(table.rules):
        if valuer.worth.depends_on(name)[1]:
            valuer.edge(name, table.rules, table.pay_tables)
    return b"null"


def _as_usual(table: Round, seat: int, options: Sequence[Option]) -> Option:
    name = usual_decision(table, seat).option
    return next(one for one in options if one.name == name)
