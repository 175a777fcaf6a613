"""Kills a busy server hundreds of times, on SQLite and on PostgreSQL; not a cent may be lost.

    make kill
    .venv/bin/python -m tests.kill --database sqlite --kills 50 --seed 7 --json

It ends with a table, and with exit code 1 and what was wrong if anything was. `make test` does the
same with fewer kills (`tests/house/test_kill.py`); `tests/house/killing.py` says how it is done.

Rounds are those of all tables; by hand, those of the two where a dealer deals and a supervisor
signs, rules and has rounds revised. Vouchers are those that the cashier has issued.
"""

import argparse
import contextlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from .house.kill_report import KillPlan, KillReport
from .house.killing import kill_again_and_again
from .house.postgres import PostgresServer

COLUMNS = {
    "database": "database",
    "kills": "kills survived",
    "rounds": "rounds",
    "dealt_by_hand": "by hand",
    "resumed": "resumed",
    "revised": "revised",
    "signatures": "signatures",
    "vouchers": "vouchers",
    "commands": "acknowledged",
    "staked_cents": "cents staked",
    "returned_cents": "returned",
    "in_cents": "cents in",
    "out_cents": "cents out",
    "held_cents": "cents held",
    "lost_cents": "lost or made",
    "reconnects": "reconnects",
    "events_compared": "events compared",
    "seconds": "seconds",
}


@contextlib.contextmanager
def new_database(kind: str, folder: Path) -> Iterator[str]:
    """A new, empty database of that kind."""
    if kind == "sqlite":
        yield str(folder / "house.db")
        return
    server = PostgresServer.start()
    try:
        yield server.new_database()
    finally:
        server.stop()


def run(kind: str, options: argparse.Namespace) -> KillReport:
    """All kills on one kind of database."""
    plan = KillPlan(kills=options.kills, seed=options.seed)
    folder = Path(tempfile.mkdtemp(prefix="croupier-kill-"))
    try:
        with new_database(kind, folder) as database:
            report = kill_again_and_again(database, folder, plan, _progress)
    except Exception:
        _progress("")
        print(f"What the server wrote is in {folder}", file=sys.stderr)
        raise
    shutil.rmtree(folder)
    return report


def _progress(text: str) -> None:
    """One line on a terminal that is written over; nothing elsewhere."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def _show(reports: list[KillReport]) -> None:
    rows = [list(COLUMNS.values())]
    for report in reports:
        told = report.to_json()
        rows.append([_said(told[name]) for name in COLUMNS])
    widths = [max(len(row[at]) for row in rows) for at in range(len(COLUMNS))]
    for row in rows:
        first = row[0].ljust(widths[0])
        rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        print("  ".join([first, *rest]))


def _said(value: object) -> str:
    return value if isinstance(value, str) else f"{value:,.0f}"


def main() -> None:
    """Kills, reports, and ends with 1 if anything was lost, made or doubled."""
    parser = argparse.ArgumentParser(prog="tests.kill", description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--database", choices=("sqlite", "postgresql"), help="only this one; else both, in turn"
    )
    parser.add_argument("--kills", type=int, default=200, help="how many on each")
    parser.add_argument("--seed", type=int, default=1, help="another evening")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    options = parser.parse_args()
    if options.kills < 1 or options.seed < 0:
        parser.error("--kills is 1 or more, --seed 0 or more")
    kinds = [options.database] if options.database else ["sqlite", "postgresql"]
    reports: list[KillReport] = []
    try:
        for kind in kinds:
            reports += [run(kind, options)]
    finally:
        _progress("")
        if options.json:
            print(json.dumps([report.to_json() for report in reports], indent=2))
        else:
            _show(reports)
    sys.exit(1 if any(report.lost_cents for report in reports) else 0)


if __name__ == "__main__":
    main()
