"""How to make a report again: the command, and what it reads."""

import json
import shlex

from croupier.analysis.report.document import Block, Code, Paragraph, Section
from croupier.analysis.report.findings import Findings
from croupier.table.paytable import PayTable
from croupier.table.prepared import prepare
from croupier.table.ruling import rulings_of

__all__ = ["command", "reproducing"]


def reproducing(findings: Findings, date: str | None) -> Section:
    """The command that writes this report again."""
    blocks: list[Block] = [
        Paragraph(
            f"This report was written by croupier from the rules of {findings.study.name}, version "
            f"{findings.study.rules_version}. The same program writes the same report again, byte "
            "for byte, with:"
        ),
        Code(command(findings, date)),
    ]
    for spot, table in _own_tables(findings).items():
        pays = {line.name: f"{line.odds.won} to {line.odds.staked}" for line in table.lines}
        text = json.dumps({"name": table.name, "lines": pays}, ensure_ascii=False, indent=2)
        blocks += [Paragraph(f"The pay table of {spot}, in {_file_name(spot)}:"), Code(text)]
    blocks += [
        Paragraph("The figures alone, as JSON with every fraction in full:"),
        Code(_command("analyze", findings, ["--json"])),
    ]
    return Section("How to reproduce this report", tuple(blocks))


def command(findings: Findings, date: str | None = None) -> str:
    """As it is typed; only what differs from the defaults is named."""
    dated = [] if date is None else ["--date", date]
    short = ["--no-readings"] if findings.readings is None else []
    return _command("report", findings, [*dated, *short, "-o", "report.pdf"])


def _command(name: str, findings: Findings, ending: list[str]) -> str:
    words = ["croupier", name, findings.study.game]
    defaults = {ruling.name: str(ruling.default) for ruling in rulings_of(findings.game.rules)}
    for ruling, reading in findings.study.readings:
        if reading != defaults[ruling]:
            words += ["--ruling", f"{ruling}={reading}"]
    wagers = prepare(findings.game, findings.settings).wagers
    own = _own_tables(findings)
    for spot, table in findings.study.pay_tables:
        if spot in own:
            words += ["--paytable", f"{spot}={_file_name(spot)}"]
        elif table != wagers[spot].pay_tables[0]:
            words += ["--paytable", f"{spot}={table.name}"]
    return shlex.join([*words, *ending])


def _own_tables(findings: Findings) -> dict[str, PayTable]:
    """The pay tables that the game does not know by name."""
    wagers = prepare(findings.game, findings.settings).wagers
    return {
        spot: table
        for spot, table in findings.study.pay_tables
        if table not in wagers[spot].pay_tables
    }


def _file_name(spot: str) -> str:
    return "".join(one if one.isalnum() else "-" for one in spot.lower()) + ".json"
