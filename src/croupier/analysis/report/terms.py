"""The terms of the table: which readings are in force, what is paid, and what else might be."""

from collections.abc import Sequence

from croupier.analysis.report.document import Block, Column, Mark, Paragraph, Row, Section, Sheet
from croupier.analysis.report.findings import Findings, Variant
from croupier.analysis.report.numbers import difference, number, percent
from croupier.table.paytable import PayTable
from croupier.table.prepared import prepare
from croupier.table.ruling import rulings_of
from croupier.table.worth import BetWorth

__all__ = ["pay_tables", "rulings"]

_TABLES_ABREAST = 6
_IN_FORCE = " (in\N{NO-BREAK SPACE}force)"


def rulings(findings: Findings) -> Section:
    """Every clause that can be read in more than one way, and how it is read here."""
    chosen = dict(findings.study.readings)
    rows = []
    for ruling in rulings_of(findings.game.rules):
        reading = next(one for one in ruling.readings if str(one) == chosen[ruling.name])
        is_default = reading is ruling.default
        rows.append(
            Row(
                (
                    ruling.name,
                    f"{ruling.question} ({ruling.clause})",
                    str(reading) + (" (default)" if is_default else " (chosen)"),
                    reading.meaning,
                ),
                "" if is_default else "chosen",
            )
        )
    if not rows:
        return Section("Rulings", (Paragraph("No clause of the rules needs a ruling."),))
    return Section(
        "Rulings",
        (
            Paragraph(
                "Clauses of the rules that are silent, unclear or contradict another, each with "
                "the clause that raises the question, and the reading under which all figures of "
                "this report hold. What the other readings do is a section of its own."
            ),
            Sheet(
                "Readings in force",
                (
                    Column("Ruling", is_number=False),
                    Column("Question (clause)", is_number=False, is_long=True),
                    Column("Reading in force", is_number=False),
                    Column("Meaning", is_number=False, is_long=True),
                ),
                tuple(rows),
            ),
        ),
    )


def pay_tables(findings: Findings) -> Section:
    """What each spot pays, the tables it is offered with side by side, and what each is worth."""
    table = prepare(findings.game, findings.settings)
    if not table.pay_tables:
        return Section("Pay tables", (Paragraph("No wager is paid by a pay table."),))
    groups: dict[tuple[PayTable, tuple[PayTable, ...]], list[str]] = {}
    for spot, in_force in table.pay_tables.items():
        offered = table.wagers[spot].pay_tables
        every = offered if in_force in offered else (*offered, in_force)
        groups.setdefault((in_force, every), []).append(spot)
    parts = []
    for (in_force, every), spots in groups.items():
        first, *others = spots
        blocks: list[Block] = []
        if others:
            blocks.append(Paragraph(f"The same tables are on {', '.join(others)}."))
        blocks.extend(_side_by_side(every, in_force))
        variants = [one for one in findings.variants if one.spot in spots]
        blocks.extend(_edges(variants, spots))
        parts.append(Section(first, tuple(blocks)))
    return Section(
        "Pay tables",
        (
            Paragraph(
                "What is paid, in units of the stake. A hand without a line of its own is paid on "
                "the next line it fits, or loses. House edges are given for every named table, "
                "with all other terms as they are in force."
            ),
        ),
        tuple(parts),
    )


def _side_by_side(tables: Sequence[PayTable], in_force: PayTable) -> list[Sheet]:
    """The lines of the tables, so many tables abreast."""
    lines = list(dict.fromkeys(line.name for table in tables for line in table.lines))
    sheets = []
    for start in range(0, len(tables), _TABLES_ABREAST):
        some = tables[start : start + _TABLES_ABREAST]
        pays = [{line.name: _on_felt(str(line.odds)) for line in one.lines} for one in some]
        sheets.append(
            Sheet(
                "Pays" if len(tables) <= _TABLES_ABREAST else f"Pays, tables from {some[0].name}",
                (
                    Column("Line", is_number=False),
                    *(Column(one.name + (_IN_FORCE if one == in_force else "")) for one in some),
                ),
                tuple(Row((line, *(pay.get(line, "–") for pay in pays))) for line in lines),
                note="It is offered with this table only." if len(tables) == 1 else "",
            )
        )
    return sheets


def _on_felt(odds: str) -> str:
    """A column of odds is printed in numbers throughout."""
    return {"even money": "1 to 1", "one half": "1 to 2"}.get(odds, odds)


def _edges(variants: Sequence[Variant], spots: Sequence[str]) -> list[Block]:
    """The edge under each table, for each bet that it changes."""
    found: list[Block] = []
    for spot in spots:
        for bet in dict.fromkeys(one.bet.name for one in variants if one.spot == spot):
            some = [one for one in variants if one.spot == spot and one.bet.name == bet]
            if all(one.bet.edge == some[0].bet.edge for one in some):
                found.append(Paragraph(f"{bet} has the same edge under each table of {spot}."))
            else:
                found.append(_edge_sheet(f"{bet} under each table of {spot}", some))
    return found


def _edge_sheet(caption: str, some: Sequence[Variant]) -> Sheet:
    usual = next(one.bet for one in some if one.is_in_force)
    return Sheet(
        caption,
        (
            Column("Table", is_number=False),
            Column("House edge"),
            Column("Against in force"),
            Column("Element of risk"),
            Column("Hit frequency"),
            Column("Standard deviation"),
        ),
        tuple(_edge_row(one, usual) for one in some),
    )


def _edge_row(one: Variant, usual: BetWorth) -> Row:
    is_players = one.bet.edge.value < 0
    mark: Mark = "bad" if is_players else "chosen" if one.is_in_force else ""
    return Row(
        (
            one.table.name + (_IN_FORCE if one.is_in_force else ""),
            percent(one.bet.edge) + (" (player)" if is_players else ""),
            difference(one.bet.edge.value - usual.edge.value),
            percent(one.bet.element_of_risk),
            percent(one.bet.hit_frequency),
            number(one.bet.standard_deviation),
        ),
        mark,
    )
