"""Reads a deal script from JSON. `docs/deal-scripts.md` documents it."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from croupier.cards import Card, FaultKind, PlannedFault, Seed, parse_cards, parse_salt
from croupier.deals.json_parts import Part, parse_json
from croupier.deals.script import (
    SALT,
    SEED,
    DealScript,
    Otherwise,
    PlannedReport,
    ScriptedChoice,
    SeatScript,
)
from croupier.quoting import quoted
from croupier.rejection import Code
from croupier.table.commands import ReportIrregularity, RuleOnIrregularity
from croupier.table.events import EVENTS
from croupier.table.game import Game
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.paytable import PayTable
from croupier.table.places import Place
from croupier.table.record import event_name
from croupier.table.settings import TableSettings, settings_for
from croupier.table.source import DealtFrom
from croupier.table.wager import Limit, Slip

__all__ = ["read_script"]

_KEYS = (
    "about",
    "game",
    "table",
    "device",
    "seed",
    "salt",
    "cut",
    "cards",
    "seats",
    "otherwise",
    "irregularities",
    "faults",
    "supervisor",
)
_NEXT = "next"

T = TypeVar("T")
D = TypeVar("D")


def read_script(game: Game[Any], text: str) -> DealScript:
    """The script of a deal of that game."""
    parts = parse_json(text).keys(_KEYS, needed=("seats",))
    if "game" in parts and parts["game"].text() != game.id:
        raise parts["game"].wrong(f"this is not a script for {game.id}.")
    cards = _given(parts, "cards", _cards, {})
    return DealScript(
        settings=_settings(game, parts.get("table", Part({}, "table"))),
        device=_given(parts, "device", partial(_device, game), game.devices[0]),
        seats=tuple(_seat(name, part) for name, part in parts["seats"].parts().items()),
        seed=_given(parts, "seed", _seed, SEED),
        salt=_given(parts, "salt", _salt, SALT),
        cut_at=_given(parts, "cut", lambda part: part.number(1), None),
        cards=tuple((place, some) for place, some in cards.items() if place is not None),
        next_cards=cards.get(None, ()),
        otherwise=_given(parts, "otherwise", _otherwise, Otherwise.REFUSE),
        reports=_given(parts, "irregularities", _each(_report), ()),
        faults=_given(parts, "faults", _faults, ()),
        rulings=_given(parts, "supervisor", _each(_ruling), ()),
        about=_given(parts, "about", Part.text, ""),
    )


def _given(parts: Mapping[str, Part], name: str, read: Callable[[Part], T], otherwise: D) -> T | D:
    """What stands under a key, or else what counts where it is left out."""
    return read(parts[name]) if name in parts else otherwise


def _each(read: Callable[[Part], T]) -> Callable[[Part], tuple[T, ...]]:
    return lambda part: tuple(read(one) for one in part.items())


# The table.


def _settings(game: Game[Any], part: Part) -> TableSettings:
    known = ("positions", "readings", "limits", "pay_tables", "table_maximum", "payout_maximum")
    parts = part.keys(known)
    positions = _given(parts, "positions", lambda one: one.number(1), None)
    readings = _given(parts, "readings", _by_name(Part.text), None)
    limits = _given(parts, "limits", _by_name(_limit), None)
    pay_tables = _given(parts, "pay_tables", _by_name(_pay_table), None)
    table_maximum_cents = _given(parts, "table_maximum", Part.cents, None)
    payout_maximum_cents = _given(parts, "payout_maximum", Part.cents, None)
    with part.read_as():
        return settings_for(
            game,
            positions=positions,
            readings=readings,
            limits=limits,
            pay_tables=pay_tables,
            table_maximum_cents=table_maximum_cents,
            payout_maximum_cents=payout_maximum_cents,
        )


def _by_name(read: Callable[[Part], T]) -> Callable[[Part], dict[str, T]]:
    return lambda part: {name: read(one) for name, one in part.parts().items()}


def _limit(part: Part) -> Limit:
    parts = part.keys(("minimum", "maximum", "multiple_of"), needed=("minimum", "maximum"))
    least, most = parts["minimum"].cents(), parts["maximum"].cents()
    step = _given(parts, "multiple_of", Part.cents, 1)
    with part.read_as():
        return Limit(least, most, step)


def _pay_table(part: Part) -> str | PayTable:
    """A table of the game by its name, or one of the house's own, whole."""
    if part.is_text:
        return part.text()
    parts = part.keys(("name", "lines"), needed=("name", "lines"))
    name, lines = parts["name"].text(), _by_name(Part.text)(parts["lines"])
    with part.read_as():
        return PayTable.of(name, lines)


def _device(game: Game[Any], part: Part) -> DealtFrom:
    names = [device.name for device in game.devices]
    if part.text() not in names:
        raise part.wrong(
            f"{game.name} is dealt from: {', '.join(names)}; not from {quoted(part.text())}.",
            Code.DEVICE_SETTING,
        )
    return game.devices[names.index(part.text())]


# The cards.


def _seed(part: Part) -> Seed:
    with part.read_as():
        return Seed.parse(part.text())


def _salt(part: Part) -> str:
    with part.read_as():
        return parse_salt(part.text()).hex()


def _cards(part: Part) -> dict[Place | None, tuple[Card, ...]]:
    """Cards by place; under None those that are only said to come next."""
    named: dict[Place | None, tuple[Card, ...]] = {}
    for name, one in part.parts().items():
        with one.read_as():
            cards = parse_cards(one.text())
        if not cards:
            raise one.wrong("no card is named; leave the place out.")
        if name == _NEXT:
            named[None] = cards
        else:
            with part.read_as(Code.SCRIPT_INVALID):
                named[Place.parse(name)] = cards
    return named


# The seats.


def _seat(name: str, part: Part) -> SeatScript:
    if not re.fullmatch("[1-9][0-9]{0,8}", name):
        raise part.wrong("a seat is a number, counted from 1.")
    parts = part.keys(("stakes", "picks", "decisions"), needed=("stakes",))
    stakes = _by_name(Part.cents)(parts["stakes"])
    picks = _given(parts, "picks", _each(Part.text), ())
    decisions = _given(parts, "decisions", _each(_choice), ())
    return SeatScript(int(name), Slip.of(stakes, picks), decisions)


def _choice(part: Part) -> ScriptedChoice:
    if part.is_text:
        return ScriptedChoice(part.text())
    parts = part.keys(("option", "stake"), needed=("option",))
    return ScriptedChoice(parts["option"].text(), _given(parts, "stake", Part.cents, None))


def _otherwise(part: Part) -> Otherwise:
    return Otherwise(part.one_of(tuple(Otherwise)))


# What goes wrong.


def _report(part: Part) -> PlannedReport:
    known = ("kind", "detail", "after", "times", "seat")
    parts = part.keys(known, needed=("kind", "detail", "after"))
    kind = IrregularityKind(parts["kind"].one_of(tuple(IrregularityKind)))
    return PlannedReport(
        ReportIrregularity(kind, parts["detail"].text()),
        parts["after"].one_of(tuple(event_name(event) for event in EVENTS)),
        _given(parts, "times", lambda one: one.number(1), 1),
        _given(parts, "seat", lambda one: one.number(1), None),
    )


def _faults(part: Part) -> tuple[PlannedFault, ...]:
    faults = _each(_fault)(part)
    for at, times in Counter(fault.at for fault in faults).items():
        if times > 1:
            raise part.wrong(f"two faults are planned for deal {at + 1}; one is enough.")
    return faults


def _fault(part: Part) -> PlannedFault:
    parts = part.keys(("kind", "deal", "count"), needed=("kind", "deal"))
    planned = tuple(kind for kind in FaultKind if kind is not FaultKind.CANNOT)
    kind = FaultKind(parts["kind"].one_of(planned))
    if ("count" in parts) is not (kind is FaultKind.WRONG_COUNT):
        raise part.wrong("a count of cards goes with wrong_count, and with nothing else.")
    # People count deals from 1, a device its actions from 0.
    count = _given(parts, "count", lambda one: one.number(0), 0)
    return PlannedFault(parts["deal"].number(1) - 1, kind, count)


def _ruling(part: Part) -> RuleOnIrregularity:
    parts = part.keys(("ruling", "reason"), needed=("ruling", "reason"))
    ruled = parts["ruling"].one_of((Remedy.VOID, Remedy.CONTINUE))
    return RuleOnIrregularity(Remedy(ruled), parts["reason"].text())
