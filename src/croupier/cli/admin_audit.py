"""`croupier admin events`, `report`, `export` and `close-day`."""

import sys
from typing import Annotated, Any, Final

import typer

from croupier.cli.admin_server import Server, connected
from croupier.cli.columns import show_columns, show_heading, show_terms, show_text
from croupier.cli.output import emphasised, show_json
from croupier.cli.progress import progress_shown
from croupier.quoting import harmless, quoted
from croupier.rejection import Code, Rejection

__all__ = ["register"]

EVENTS_EXAMPLES = """\b
Examples:
  croupier admin events
  croupier admin events --kind large_win --limit 20
  croupier admin events --table "Table 3" --json
"""
REPORT_EXAMPLES = """\b
Examples:
  croupier admin report                                   since the last day was closed
  croupier admin report --table 1 --from 2026-07-01 --to 2026-08-01
  croupier admin report --from "2026-07-31 18:00" --json
"""
EXPORT_EXAMPLES = """\b
Examples:
  croupier admin export rounds rounds.parquet
  croupier admin export wagers wagers.csv --table 1 --from 2026-07-01

\b
What there is:
  rounds       one row for each round that is over      results   one for each seat in it
  wagers       each wager, how it ended, and why        events    everything that happened
  postings     every cent that moved                    significant   what is to be noticed
"""
DAY_EXAMPLES = """\b
Examples:
  croupier admin close-day
  croupier admin close-day 2026-07-31 --yes --json
"""
_MOST_NAMED: Final = 12
"""More open tables than these are counted."""

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
OneTable = Annotated[
    str | None,
    typer.Option("--table", metavar="TABLE", help="Of this table alone, by name or by number."),
]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="TIME", help="From this time on: 2026-07-31, 2026-07-31 18:00."),
]
To = Annotated[str | None, typer.Option("--to", metavar="TIME", help="To before this time.")]


def register(admin: typer.Typer) -> None:
    """Adds these commands."""
    admin.command("events", epilog=EVENTS_EXAMPLES)(events)
    admin.command("report", epilog=REPORT_EXAMPLES)(report)
    admin.command("export", epilog=EXPORT_EXAMPLES)(export)
    admin.command("close-day", epilog=DAY_EXAMPLES)(close_day)


def events(
    context: typer.Context,
    *,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="Only these: large_win, override…")
    ] = None,
    table: OneTable = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, metavar="N", help="How many.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List significant events, newest first.

    Openings, doors, large wins, failed log-ins and their like.
    """
    with connected(context) as server:
        asked = {"kind": kind, "table": _number(server, table), "limit": limit}
        found = server.get("/api/significant-events", **asked)["events"]
    if as_json:
        show_json(found)
        return
    rows = [
        (
            _when(one["at_ms"]),
            ", ".join(one["kinds"]),
            "the house" if one["table"] is None else f"table {one['table']}",
            one["actor"],
            _details(one["events"]),
        )
        for one in found
    ]
    show_terms([("when", "what", "where", "by", ""), *rows], indent=0)


def report(
    context: typer.Context,
    *,
    table: OneTable = None,
    since: From = None,
    until: To = None,
    as_json: AsJson = False,
) -> None:
    """Show what the house and its tables did.

    Without times it is what they did since the last day was closed.
    """
    with connected(context) as server, progress_shown("The house adds it up"):
        found = server.get(
            "/api/reports",
            table=_number(server, table),
            from_ms=_time_ms(since),
            to_ms=_time_ms(until),
        )
    if as_json:
        show_json(found)
    else:
        _show_report(found)


def export(
    context: typer.Context,
    what: Annotated[str, typer.Argument(metavar="WHAT", help="Which rows; see below.")],
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Ends with .csv, .json, .jsonl or .parquet.")
    ],
    *,
    table: OneTable = None,
    since: From = None,
    until: To = None,
) -> None:
    """Write what happened to a file: CSV, JSON or Parquet."""
    # Imported here so that help does not wait for it.
    from pathlib import Path  # noqa: PLC0415

    from croupier.cli.files import check_can_be_written  # noqa: PLC0415
    from croupier.house.export_files import KINDS, whole_file  # noqa: PLC0415

    path = Path(file)
    if path.suffix.lower() not in KINDS:
        raise Rejection(
            Code.FILE_KIND_UNKNOWN,
            f"{quoted(file, longest=100)} does not end with {', '.join(KINDS[:-1])} or "
            f"{KINDS[-1]}, which is what is written.",
        )
    check_can_be_written(file)
    times = {"from_ms": _time_ms(since), "to_ms": _time_ms(until)}
    kind = path.suffix.lower().removeprefix(".")
    size = 0
    with (
        connected(context) as server,
        progress_shown("The house looks the rows up") as progress,
        server.download(
            f"/api/export/{what}", format=kind, table=_number(server, table), **times
        ) as answer,
        whole_file(path) as beside,
        beside.open("wb") as written,
    ):
        for piece in answer.iter_bytes():
            size += written.write(piece)
            progress(f"Received {size:,} bytes", 0.0)
    typer.echo(f"Wrote {file}: {size:,} bytes.")


def close_day(
    context: typer.Context,
    day: Annotated[
        str | None, typer.Argument(metavar="DAY", help="Which, like 2026-07-31; today if left out.")
    ] = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask first, at a terminal.")] = False,
    as_json: AsJson = False,
) -> None:
    """Close the gaming day, and report it.

    At a terminal it asks first, since a day that is closed stays so. Tables that are open stay
    open: what they do from then on belongs to the next day.

    Where every chain of the log stands is put on record.

    Everything since the close before belongs to it, so a night that ends tomorrow can be closed
    then under today's name.

    Keep the hashes that it prints elsewhere: with them anybody can show later that nothing was
    changed in what is before.
    """
    from datetime import datetime  # noqa: PLC0415

    chosen = day or datetime.now().astimezone().date().isoformat()
    with connected(context) as server:
        at_work = _at_work(server.get("/api/tables")["tables"])
        if not yes and sys.stdin and sys.stdin.isatty():
            note = f"{at_work}. " if at_work else ""
            question = f"Close {harmless(chosen)}? {note}It cannot be undone."
            if not _confirmed(question):
                typer.echo("croupier: No day was closed.", err=True)
                raise typer.Exit(1)
        with progress_shown("The house closes the day"):
            done = server.do("/api/days", day=chosen)
    if at_work:
        typer.echo(f"croupier: {at_work}; that the day is closed closes no table.", err=True)
    if as_json:
        show_json(done)
        return
    typer.echo(f"The day {emphasised(done['day'])} is closed.")
    _show_report(done["report"])
    show_heading("Where the log stood")
    rows = [
        (
            "the house" if one["chain"] == 0 else f"table {one['chain']}",
            one["hash"],
            f"{one['entries']:,}",
        )
        for one in done["heads"]
    ]
    show_columns(("chain", "hash", "entries"), rows, left=2)


def _confirmed(question: str) -> bool:
    """Asks on stderr, and all of it there: what is on stdout may be JSON for a program."""
    typer.echo(f"{question} [y/N] ", nl=False, err=True)
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


def _number(server: Server, table: str | None) -> int | None:
    return None if table is None else server.table(table)


def _at_work(tables: list[dict[str, Any]]) -> str:
    """`Tables 1, 6 are open, 3 seats taken`; nothing where all are closed."""
    still = [one for one in tables if one["status"] in ("open", "closing")]
    if not still:
        return ""
    taken = sum(one["seats_taken"] for one in still)
    seats = f"{taken:,} seat{'' if taken == 1 else 's'} taken"
    if len(still) > _MOST_NAMED:
        return f"{len(still):,} tables are open, {seats}"
    if len(still) == 1:
        return f"Table {still[0]['table']} is open, {seats}"
    return f"Tables {', '.join(str(one['table']) for one in still)} are open, {seats}"


def _show_report(found: dict[str, Any]) -> None:
    from croupier.money import format_cents  # noqa: PLC0415

    since = _when(found["from_ms"]) if found["from_ms"] else "the beginning"
    typer.echo(f"From {since} to {_when(found['to_ms'])}")
    house = found["house"]
    if house is not None:
        show_heading("All money")
        rows = [
            (
                f"{group['name']} ({group['money']})",
                *(format_cents(group[f"{key}_cents"]) for key in _FLOWS),
            )
            for group in house["groups"]
        ]
        show_columns(("", "opening", "in", "out", "closing"), rows)
        show_text(
            "It balances." if house["is_balanced"] else "IT DOES NOT BALANCE: have it verified.",
            indent=2,
        )
    show_heading("Tables")
    # What happens seldom has a column when it has happened.
    figures = {
        name: key
        for name, key in _FIGURES.items()
        if name not in _SELDOM or any(table[key] for table in found["tables"])
    }
    lines = [
        (
            f"{table['table']} {table['name']} ({table['money']})",
            *(f"{table[key]:,}" for key in _COUNTS.values()),
            *(format_cents(table[key]) for key in figures.values()),
        )
        for table in found["tables"]
    ]
    show_columns(("", *_COUNTS, *figures), lines)


_FLOWS = ("opening", "in", "out", "closing")
_COUNTS = {"rounds": "rounds", "void": "voids", "large wins": "large_wins"}
_FIGURES = {
    "handle": "handle_cents",
    "win": "win_cents",
    "drop": "drop_cents",
    "tips": "tips_cents",
    "fills": "fills_cents",
    "credits": "credits_cents",
    "miscounted": "corrections_cents",
    "revised": "differences_cents",
    "rack": "closing_rack_cents",
}
_SELDOM = ("miscounted", "revised")
"""What counts of the rack found too much; what players were paid for rounds that were revised."""


def _details(events: list[dict[str, Any]]) -> str:
    """What there is to say of significant events, in one line."""
    said = []
    for event in events:
        plain = {key: value for key, value in event.items() if isinstance(value, str | int)}
        plain.pop("event", None)
        said.append(" ".join(f"{key}={value}" for key, value in plain.items()))
    return "; ".join(text for text in said if text)


def _when(at_ms: int) -> str:
    from datetime import datetime  # noqa: PLC0415

    return f"{datetime.fromtimestamp(at_ms / 1000).astimezone():%Y-%m-%d %H:%M:%S}"


def _time_ms(text: str | None) -> int | None:
    """A time in milliseconds since 1970; without a zone it is this machine's."""
    from datetime import datetime  # noqa: PLC0415

    if text is None:
        return None
    try:
        at = datetime.fromisoformat(text.strip())
        return round(at.astimezone().timestamp() * 1000)
    except (ValueError, OverflowError):
        raise Rejection(
            Code.OPTION_INVALID,
            f"A time is written 2026-07-31 or 2026-07-31T18:00, not {quoted(text)}.",
        ) from None
