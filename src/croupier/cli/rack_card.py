"""The rack card of a table, as PDF or SVG: what is bet, what it pays, how the rules are read.

The page is laid out by Typst from `rack_card.typ`. What it says goes in as data, not as
markup, so no name or sentence of a game can disturb it.
"""

import json
from importlib.resources import files
from pathlib import PurePath
from typing import Any, Literal

from croupier.cli.files import write_bytes
from croupier.money import format_cents
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["Kind", "rack_card", "write_rack_card"]

Kind = Literal["pdf", "svg", "png"]


def write_rack_card(described: dict[str, Any], name: str) -> None:
    """Writes the card to a file, as PDF or SVG by the end of its name."""
    write_bytes(name, rack_card(described, _kind(name)))


def _kind(name: str) -> Kind:
    match PurePath(name).suffix.lower():
        case ".pdf":
            return "pdf"
        case ".svg":
            return "svg"
        case _:
            raise Rejection(
                Code.FILE_KIND_UNKNOWN,
                "A rack card is written as PDF or SVG: let the file's name end in .pdf or .svg, "
                f"not {quoted(name, longest=60)}.",
            )


def rack_card(described: dict[str, Any], kind: Kind) -> bytes:
    """The card of a table, described as `croupier rules --json` does."""
    import typst  # noqa: PLC0415 (the compiler is large)

    template = files("croupier.cli").joinpath("rack_card.typ").read_bytes()
    made = typst.compile(
        template,
        format=kind,
        sys_inputs={"card": json.dumps(_said(described))},
        # The card looks the same on every machine, whatever fonts are on it.
        ignore_system_fonts=True,
    )
    assert isinstance(made, bytes), "a rack card is one page"
    return made


def _said(described: dict[str, Any]) -> dict[str, Any]:
    """What the card says, in the order in which it says it."""
    variants = _variants(described)
    devices = " or ".join(device["name"] for device in described["devices"])
    return {
        "name": described["name"],
        "about": described["about"],
        "wagers": [
            _wager(wager, [other for other, base in variants.items() if base == wager["spot"]])
            for wager in described["wagers"]
            if wager["spot"] not in variants
        ],
        "tables": [
            {"spot": table["spot"], **_in_force(table)}
            for table in described["pay_tables"]
            if table["spot"] not in variants
        ],
        "readings": [
            {
                "question": ruling["question"],
                "meaning": next(one["meaning"] for one in ruling["readings"] if one["chosen"]),
            }
            for ruling in described["rulings"]
        ],
        "foot": f"Up to {described['seats']['here']:,} seats, dealt from a {devices}. "
        f"Rules version {described['rules_version']}.",
    }


def _variants(described: dict[str, Any]) -> dict[str, str]:
    """Spots that are another spot once more: `Row 1 Pair Plus` is `Pair Plus` on other cards."""
    tables = {table["spot"]: _in_force(table) for table in described["pay_tables"]}
    wagers = {wager["spot"]: wager for wager in described["wagers"]}
    return {
        spot: base
        for spot in wagers
        for base in wagers
        if spot.endswith(f" {base}")
        and wagers[spot]["limit"] == wagers[base]["limit"]
        and tables.get(spot) == tables.get(base)
    }


def _in_force(table: dict[str, Any]) -> dict[str, Any]:
    found = next(one for one in table["tables"] if one["in_force"])
    # Where there is only one table, its name says nothing to a player.
    name = found["name"] if len(table["tables"]) > 1 else ""
    return {
        "name": name,
        "lines": [{**line, "odds": _on_felt(line["odds"])} for line in found["lines"]],
    }


def _on_felt(odds: str) -> str:
    """A column of odds is printed in numbers throughout."""
    return {"even money": "1 to 1", "one half": "1 to 2"}.get(odds, odds)


def _wager(wager: dict[str, Any], variants: list[str]) -> dict[str, Any]:
    rules = list(wager["constraints"])
    if wager["odds"]:
        rules.append(f"Pays {' or '.join(wager['odds'])}.")
    if variants:
        # A name stays on one line: Row 1, not Row and then 1.
        names = [
            other.removesuffix(f" {wager['spot']}").replace(" ", "\N{NO-BREAK SPACE}")
            for other in variants
        ]
        rules.append(f"Also on {', '.join(names)}.")
    return {
        "spot": wager["spot"],
        "about": wager["about"],
        "limit": _limit(wager),
        "rules": rules,
    }


def _limit(wager: dict[str, Any]) -> str:
    limit = wager["limit"]
    if limit is None:
        return str(wager["when"])
    least, most, step = (
        format_cents(limit[name])
        for name in ("minimum_cents", "maximum_cents", "multiple_of_cents")
    )
    return f"{least} – {most}" + (f", by {step}" if limit["multiple_of_cents"] > 1 else "")
