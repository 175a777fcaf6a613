"""A game and its table as plain data: what `games`, `rules`, the rack card and the API show."""

from collections.abc import Iterable
from typing import Any

from croupier.money import Odds
from croupier.table.game import Game
from croupier.table.paytable import PayTable
from croupier.table.prepared import PreparedTable, prepare
from croupier.table.ruling import Ruling, rulings_of
from croupier.table.settings import TableSettings
from croupier.table.source import DealtFrom
from croupier.table.wager import (
    AtLeast,
    AtMost,
    Compulsory,
    Constraint,
    EqualTo,
    OnlyWith,
    Wager,
    When,
)

__all__ = ["describe_game", "describe_rules"]

_WHEN = {When.BEFORE_THE_DEAL: "before the deal", When.WITH_A_DECISION: "with a decision"}


def describe_game(game: Game[Any]) -> dict[str, Any]:
    """What a game is, whatever the table."""
    return {
        "id": game.id,
        "name": game.name,
        "about": game.about,
        "seats": {
            "least": game.positions.least,
            "most": game.positions.most,
            "usual": game.positions.usual,
        },
        "rules_version": game.rules_version,
        "devices": [_device(device) for device in game.devices],
    }


def describe_rules(game: Game[Any], settings: TableSettings) -> dict[str, Any]:
    """What is bet, paid and ruled at one table of it."""
    table = prepare(game, settings)
    described = describe_game(game)
    described["seats"]["here"] = settings.positions
    described["picks"] = _picks(table)
    described["options"] = list(game.options(table.rules))
    described["wagers"] = [_wager(wager, table) for wager in table.wagers.values()]
    described["pay_tables"] = [
        {"spot": spot, "tables": _pay_tables(table.wagers[spot], in_force)}
        for spot, in_force in table.pay_tables.items()
    ]
    chosen = dict(settings.readings)
    described["rulings"] = [_ruling(one, chosen[one.name]) for one in rulings_of(game.rules)]
    return described


def _device(device: DealtFrom) -> dict[str, Any]:
    packs = f", in packs of {device.pack_size}" if device.pack_size is not None else ""
    return {
        "name": device.name,
        "pack_size": device.pack_size,
        "about": device.name + packs,
    }


def _picks(table: PreparedTable) -> dict[str, Any] | None:
    picks = table.picks
    if picks is None:
        return None
    return {
        "question": picks.question,
        "choices": list(picks.choices),
        "count": picks.count,
        "may_be_left_out": picks.may_be_left_out,
    }


def _wager(wager: Wager, table: PreparedTable) -> dict[str, Any]:
    limit = table.limits.get(wager.spot)
    in_force = table.pay_tables.get(wager.spot)
    return {
        "spot": wager.spot,
        "about": wager.about,
        "when": f"with {wager.brought_by}" if wager.brought_by else _WHEN[wager.when],
        "limit": {
            "minimum_cents": limit.minimum_cents,
            "maximum_cents": limit.maximum_cents,
            "multiple_of_cents": limit.multiple_of_cents,
            "about": limit.sentence(wager.spot).removeprefix(f"{wager.spot}: "),
        }
        if limit is not None
        else None,
        "stake_unit_cents": table.units_cents[wager.spot],
        "constraints": [f"{one.sentence(wager.spot)}." for one in wager.constraints],
        "rules": [_rule(one, wager.spot) for one in wager.constraints],
        "odds": _odds(wager.pays),
        "pay_table": in_force.name if in_force is not None else None,
        "brought_by": wager.brought_by,
        "may_grow_to": wager.may_grow_to,
    }


def _rule(constraint: Constraint, spot: str) -> dict[str, Any]:
    """A constraint as a program can check it: of what kind, and against which other spots."""
    match constraint:
        case Compulsory(alternatives):
            kind, spots, times = "compulsory", alternatives, None
        case OnlyWith(others):
            kind, spots, times = "only_with", others, None
        case EqualTo(others, factor):
            kind, spots, times = "equal_to", others, str(factor)
        case AtLeast(others, factor):
            kind, spots, times = "at_least", others, str(factor)
        case AtMost(others, factor):
            kind, spots, times = "at_most", others, str(factor)
    return {
        "kind": kind,
        "spots": list(spots),
        "times": times,
        "sentence": f"{constraint.sentence(spot)}.",
    }


def _odds(odds: Iterable[Odds]) -> list[str]:
    return [str(some) for some in odds]


def _pay_tables(wager: Wager, in_force: PayTable) -> list[dict[str, Any]]:
    """All tables the wager is offered with, and one of the house's own where it is in force."""
    own = () if in_force in wager.pay_tables else (in_force,)
    return [
        {
            "name": table.name,
            "in_force": table == in_force,
            "lines": [{"name": line.name, "odds": str(line.odds)} for line in table.lines],
        }
        for table in (*wager.pay_tables, *own)
    ]


def _ruling(ruling: Ruling, chosen: str) -> dict[str, Any]:
    return {
        "name": ruling.name,
        "question": ruling.question,
        "clause": ruling.clause,
        "readings": [
            {
                "name": str(reading),
                "meaning": reading.meaning,
                "default": reading is ruling.default,
                "chosen": str(reading) == chosen,
            }
            for reading in ruling.readings
        ],
        "default": str(ruling.default),
        "chosen": chosen,
    }
