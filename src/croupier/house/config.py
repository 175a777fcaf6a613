"""How a house is run: a TOML file, or the defaults with which `make run` starts.

    [house]
    guests = true
    guest_credit = "1000"

    [school]
    pass_percent = 80

    [[tables]]
    name = "Three Card Poker"
    game = "three-card-poker"
    positions = 7
    [tables.terms]
    betting_s = 20
    [tables.readings]
    mini_royal = "suited"
    [tables.pay_tables]
    "Pair Plus" = "Atlantic City"
    [tables.limits]
    Ante = ["5", "500", "5"]

Tables of the file that are not there yet are created when the server starts; one that is there
under the same name stays as it is, since its terms are fixed in its log.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from ipaddress import ip_address, ip_network
from typing import Any, Final, get_type_hints
from urllib.parse import urlsplit

from croupier.house.table_core import dealt_from
from croupier.house.terms import TableKind, TableTerms
from croupier.money import parse_cents
from croupier.quoting import harmless, instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.table.game import Game
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import TableSettings, settings_for, usual_limits, with_step
from croupier.table.wager import Limit

__all__ = [
    "SCHOOL",
    "Config",
    "SchoolTerms",
    "TablePlan",
    "plan_table",
    "read_config",
    "usual_config",
]

_MOST_AT_A_TABLE: Final = 20
"""A game that takes more seats than this is played in a stadium."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table to be set up."""

    name: str
    terms: TableTerms
    settings: TableSettings


@dataclass(frozen=True, slots=True)
class SchoolTerms:
    """What the house asks of who sits an examination."""

    pass_percent: int = 80
    """Of all points, to pass."""
    least_part_percent: int = 60
    """Of the points of each part, to pass."""
    time_limit_s: int = 2_700
    seats: int = 2
    """For how many players the round is dealt."""
    payouts: int = 8
    """How many questions of this drill, and of those that follow."""
    hands: int = 8
    irregularities: int = 6


SCHOOL: Final[Mapping[str, tuple[int, int]]] = {
    "pass_percent": (1, 100),
    "least_part_percent": (0, 100),
    "time_limit_s": (60, 86_400),
    "seats": (1, 6),
    "payouts": (0, 100),
    "hands": (0, 100),
    "irregularities": (0, 100),
}
"""What each of the terms may be, at least and at most."""


@dataclass(frozen=True, slots=True)
class Config:
    """What the house decides before it opens."""

    has_guests: bool = True
    """Whether anybody may play with play money without an account."""
    guest_credit_cents: int = 100_000
    """What a guest is given, and again when he has nothing left."""
    tables: tuple[TablePlan, ...] = ()
    school: SchoolTerms = SchoolTerms()
    """What an examination asks for, of those that are begun from now on."""
    origins: tuple[str, ...] = ()
    """Where pages may come from that talk to this server, beside its own address."""
    proxies: tuple[str, ...] = ()
    """Addresses that are believed when they say from where a request comes; none by default."""
    cookies_are_secure: bool = False
    """Whether cookies are sent over HTTPS alone; set it wherever there is HTTPS."""


def usual_config() -> Config:
    """All games, one table each, open to guests, and to learn at: they show odds."""
    return Config(tables=tuple(_usual_plan(game_id) for game_id in game_ids()))


def _usual_plan(game_id: str) -> TablePlan:
    game = find_game(game_id)
    terms = TableTerms(kind=_usual_kind(game), shows_odds=True)
    return TablePlan(game.name, terms, settings_for(game))


def _usual_kind(game: Game[Any]) -> TableKind:
    return TableKind.STADIUM if game.positions.most > _MOST_AT_A_TABLE else TableKind.AUTOMATIC


def read_config(text: str) -> Config:
    """The config behind the text of a TOML file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise Rejection(Code.CONFIG_INVALID, f"The config is not TOML: {problem}.") from None
    _require_keys(data, ("house", "school", "tables"), "the config")
    house = data.get("house", {})
    _require_kind(house, dict, "house")
    _require_keys(
        house, ("guests", "guest_credit", "origins", "proxies", "secure_cookies"), "[house]"
    )
    config = Config()
    if "guests" in house:
        config = replace(config, has_guests=_boolean(house["guests"], "guests"))
    if "guest_credit" in house:
        config = replace(config, guest_credit_cents=_cents(house["guest_credit"], "guest_credit"))
    if "secure_cookies" in house:
        is_secure = _boolean(house["secure_cookies"], "secure_cookies")
        config = replace(config, cookies_are_secure=is_secure)
    if "origins" in house:
        _require_kind(house["origins"], list, "origins")
        config = replace(config, origins=tuple(_origin(one) for one in house["origins"]))
    if "proxies" in house:
        _require_kind(house["proxies"], list, "proxies")
        config = replace(config, proxies=tuple(_proxy(one) for one in house["proxies"]))
    if "school" in data:
        config = replace(config, school=_school(data["school"]))
    if "tables" not in data:
        return replace(config, tables=usual_config().tables)
    _require_kind(data["tables"], list, "tables")
    plans = tuple(_plan_of(number, one) for number, one in enumerate(data["tables"], start=1))
    names = [plan.name for plan in plans]
    if len(set(names)) < len(names):
        raise Rejection(Code.CONFIG_INVALID, "Two tables of the config have the same name.")
    return replace(config, tables=plans)


def _school(data: Any) -> SchoolTerms:
    _require_kind(data, dict, "school")
    _require_keys(data, tuple(SCHOOL), "[school]")
    for name, value in data.items():
        least, most = SCHOOL[name]
        if type(value) is not int or not least <= value <= most:
            raise Rejection(
                Code.CONFIG_INVALID,
                f"{name} is a whole number from {least} to {most}, not {quoted(value)}.",
            )
    return SchoolTerms(**data)


def _plan_of(number: int, data: Any) -> TablePlan:
    try:
        return plan_table(data)
    except Rejection as refused:
        raise Rejection(refused.code, f"Table {number} of the config: {refused.detail}") from None


def plan_table(data: Mapping[str, Any]) -> TablePlan:
    """A table as a config, or a request, describes it."""
    _require_kind(data, dict, "a table")
    known = (
        "name",
        "game",
        "positions",
        "terms",
        "readings",
        "pay_tables",
        "limits",
        "table_maximum",
        "payout_maximum",
    )
    _require_keys(data, known, "a table")
    if "game" not in data:
        raise Rejection(
            Code.CONFIG_INVALID, 'A table needs a game, like game = "three-card-poker".'
        )
    game = find_game(str(data["game"]))
    name = str(data.get("name", game.name)).strip()
    if not 1 <= len(name) <= 60 or not name.isprintable():
        raise Rejection(Code.NAME_INVALID, "A table's name has 1 to 60 characters, on one line.")
    readings = _mapping(data.get("readings"), "readings")
    usual_here = usual_limits(game, readings)
    limits = {
        spot: _limit(spot, limit, usual_here)
        for spot, limit in _mapping(data.get("limits"), "limits").items()
    }
    settings = settings_for(
        game,
        positions=data.get("positions"),
        readings=readings,
        limits=limits,
        pay_tables=_mapping(data.get("pay_tables"), "pay_tables"),
        table_maximum_cents=_optional_cents(data.get("table_maximum"), "table_maximum"),
        payout_maximum_cents=_optional_cents(data.get("payout_maximum"), "payout_maximum"),
    )
    usual = TableTerms(kind=_usual_kind(game))
    terms = _terms(_mapping(data.get("terms"), "terms"), usual)
    dealt_from(game, terms.device)
    return TablePlan(name, terms, settings)


def _terms(data: Mapping[str, Any], usual: TableTerms) -> TableTerms:
    _require_keys(data, TableTerms.names(), "terms")
    hints = get_type_hints(TableTerms)
    values: dict[str, Any] = {}
    for name, value in data.items():
        hint = hints[name]
        if isinstance(hint, type) and issubclass(hint, Enum):
            if value not in {member.value for member in hint}:
                choices = ", ".join(str(member.value) for member in hint)
                raise Rejection(
                    Code.CONFIG_INVALID, f"{name} is one of {choices}, not {quoted(value)}."
                )
            values[name] = hint(value)
        elif hint is bool:
            values[name] = _boolean(value, name)
        else:
            values[name] = value
    return replace(usual, **values)


def _limit(spot: str, data: Any, usual: Mapping[str, Limit]) -> Limit:
    if not isinstance(data, list) or len(data) not in (2, 3):
        raise Rejection(
            Code.CONFIG_INVALID,
            f"Limits on {harmless(spot)} are a minimum, a maximum and, if you like, an increment: "
            'like ["5", "500", "5"].',
        )
    least, most, *step = (_cents(one, f"a limit on {spot}") for one in data)
    return with_step(usual, spot, least, most, *step)


def _optional_cents(value: Any, what: str) -> int | None:
    return None if value is None else _cents(value, what)


def _cents(value: Any, what: str) -> int:
    """Dollars as text, or a whole number of them."""
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise Rejection(
            Code.CONFIG_INVALID, f'{harmless(what)} is an amount like "12.50", in quotes.'
        )
    return parse_cents(str(value))


def _proxy(written: Any) -> str:
    try:
        return str(
            ip_network(written, strict=False) if "/" in str(written) else ip_address(written)
        )
    except ValueError:
        raise Rejection(
            Code.CONFIG_INVALID,
            f"proxies are addresses like 127.0.0.1 or 10.0.0.0/8, not {quoted(written)}.",
        ) from None


def _origin(value: Any) -> str:
    """Where pages come from: a scheme and a host, nothing behind."""
    parts = urlsplit(value) if isinstance(value, str) else None
    if (
        parts is None
        or parts.scheme not in ("http", "https")
        or not parts.netloc
        or (parts.path, parts.query, parts.fragment) != ("", "", "")
    ):
        raise Rejection(
            Code.CONFIG_INVALID, f"{quoted(value)} is no origin; write https://play.example."
        )
    return str(value)


def _boolean(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        raise Rejection(
            Code.CONFIG_INVALID,
            f"{harmless(what)} is true or false, without quotes, not {harmless(repr(value))}.",
        )
    return value


def _mapping(value: Any, what: str) -> Mapping[str, Any]:
    _require_kind({} if value is None else value, dict, what)
    return value or {}


def _require_kind(value: Any, kind: type, what: str) -> None:
    if not isinstance(value, kind):
        words: dict[Any, str] = {dict: "a table of names and values", list: "a list"}
        raise Rejection(Code.CONFIG_INVALID, f"{what} must be {words[kind]}.")


def _require_keys(data: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in data:
        if key not in known:
            raise Rejection(
                Code.CONFIG_INVALID,
                f"There is no {quoted(key)} in {where}{instead_of(key, known, none='.')}",
            )
