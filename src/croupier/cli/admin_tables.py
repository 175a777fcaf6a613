"""`croupier admin tables`: the tables of a house."""

import re
from typing import Annotated, Any, Final

import typer

from croupier.cli.admin_server import connected
from croupier.cli.columns import show_columns
from croupier.cli.output import show_json
from croupier.cli.table_options import (
    LimitOption,
    PayTableOption,
    RulingOption,
    SeatsOption,
    limit_parts,
    parse_pairs,
)

__all__ = ["tables"]

_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")

tables = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="The tables of the house, and what each can lose.",
)

LIST_EXAMPLES = """\b
Examples:
  croupier admin tables list
  croupier admin tables list --json
"""
OPEN_EXAMPLES = """\b
Examples:
  croupier admin tables open 2
  croupier admin tables open "Table 2"
"""
CLOSE_EXAMPLES = """\b
Examples:
  croupier admin tables close 2
"""
EXPOSURE_EXAMPLES = """\b
Examples:
  croupier admin tables exposure 4
  croupier admin tables exposure 4 --json
"""
CREATE_EXAMPLES = """\b
Examples:
  croupier admin tables create three-card-poker --name "Table 2" --money cash
  croupier admin tables create three-card-poker --seats 6 --limit "Ante=10-500/5"
  croupier admin tables create pick-2-poker --kind human --term cards=physical
  croupier admin tables create stadium-three-card-poker --term betting_s=30 --payout-maximum 50000

\b
Terms (--term NAME=VALUE), with what is usual:
  has_human_dealer=false   cards=virtual        device=             betting_s=20
  decision_s=30            dealer_s=60          seat_held_s=300     float_cents=500000000
  exposure_maximum_cents=  large_win_cents=100000                   has_tips=false
  has_several_seats=true   seed_is_revealed=true                    deck_change_rounds=0
  deck_change_s=0          shows_odds=false
"""

Which = Annotated[str, typer.Argument(metavar="TABLE", help="By name, or by number.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@tables.command("list", epilog=LIST_EXAMPLES)
def list_tables(context: typer.Context, *, as_json: AsJson = False) -> None:
    """List the tables.

    Each with its game, kind and money, whether it is open, seats taken and rounds. One that is
    held is out of play because of a fault, and goes on when the server is started again.
    """
    with connected(context) as server:
        found = server.get("/api/tables")["tables"]
    if as_json:
        show_json(found)
        return
    head = ("table", "name", "game", "kind", "money", "status", "seats", "round")
    rows = [
        (
            str(one["table"]),
            one["name"],
            one["game"],
            one["kind"],
            one["money"],
            f"{one['status']}, held" if one["is_held"] else one["status"],
            f"{one['seats_taken']:,}/{one['positions']:,}",
            f"{one['round']:,}",
        )
        for one in found
    ]
    show_columns(head, rows, indent=0, left=6)


@tables.command(epilog=CREATE_EXAMPLES)
def create(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which; see croupier games.")],
    *,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Its name; the game's if left out.")
    ] = None,
    money: Annotated[
        str | None, typer.Option(metavar="KIND", help="What is played for: play or cash.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="automatic, human or stadium.")
    ] = None,
    seats: SeatsOption = None,
    limit: LimitOption = None,
    paytable: PayTableOption = None,
    ruling: RulingOption = None,
    term: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Another of its terms; several times."),
    ] = None,
    table_maximum: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The most all spots of a seat may hold.")
    ] = None,
    payout_maximum: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The most a seat is paid in a round.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Set a table up. One that deals by itself opens at once; its terms never change."""
    terms: dict[str, Any] = {
        key: _value(text) for key, text in parse_pairs(term, "--term", "betting_s=30").items()
    }
    terms |= {key: value for key, value in (("money", money), ("kind", kind)) if value}
    asked = {
        "game": game,
        "name": name,
        "positions": seats,
        "terms": terms,
        "readings": parse_pairs(ruling, "--ruling", "NAME=READING"),
        "pay_tables": parse_pairs(paytable, "--paytable", "SPOT=TABLE"),
        "limits": {
            spot: _limit(text)
            for spot, text in parse_pairs(limit, "--limit", "Ante=10-500/5").items()
        },
        "table_maximum": table_maximum,
        "payout_maximum": payout_maximum,
    }
    with connected(context) as server:
        done = server.post(
            "/api/tables", {key: one for key, one in asked.items() if one not in (None, {})}
        )
        seen = server.get(f"/api/tables/{done['table']}")
    if as_json:
        show_json({**done, "name": seen["name"], "status": seen["status"]})
    elif done["is_repeated"]:
        typer.echo(f"{seen['name']} is there already, just so: table {done['table']}.")
    else:
        opens = (
            "" if seen["status"] == "open" else ", and opens when its bank is counted and signed"
        )
        typer.echo(f"{seen['name']} is table {done['table']}; it is {seen['status']}{opens}.")


@tables.command("open", epilog=OPEN_EXAMPLES)
def open_table(context: typer.Context, table: Which, *, as_json: AsJson = False) -> None:
    """Open a table that deals by itself.

    Others open when their rack is counted and signed for.
    """
    with connected(context) as server:
        done = server.post(f"/api/tables/{server.table(table)}/open")
    _show_status(done, as_json=as_json)


@tables.command("close", epilog=CLOSE_EXAMPLES)
def close_table(context: typer.Context, table: Which, *, as_json: AsJson = False) -> None:
    """Close a table that deals by itself, after the round in play."""
    with connected(context) as server:
        done = server.post(f"/api/tables/{server.table(table)}/close")
    _show_status(done, as_json=as_json)


@tables.command(epilog=EXPOSURE_EXAMPLES)
def exposure(context: typer.Context, table: Which, *, as_json: AsJson = False) -> None:
    """Show the most a table can lose in the round as bet so far.

    In all, by seat, and by what was picked.
    """
    from croupier.money import format_cents  # noqa: PLC0415

    with connected(context) as server:
        found = server.get(f"/api/tables/{server.table(table)}/exposure")
    if as_json:
        show_json(found)
        return
    typer.echo(
        f"Table {found['table']}, round {found['round']:,}: {format_cents(found['most_cents'])} at "
        f"most, of {format_cents(found['bearable_cents'])} that it may lose."
    )
    if found["picks"]:
        rows = [
            (", ".join(one["picks"]), f"{one['seats']:,}", format_cents(one["most_cents"]))
            for one in found["picks"]
        ]
        show_columns(("picked", "seats", "at most"), rows)
    elif found["seats"]:
        each = [(str(one["seat"]), format_cents(one["most_cents"])) for one in found["seats"]]
        show_columns(("seat", "at most"), each)


def _show_status(done: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        show_json(done)
    else:
        typer.echo(f"Table {done['table']} is {done['status']}.")


def _value(text: str) -> Any:
    """What a term is set to: true or false, a number, or a word."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if _WHOLE.fullmatch(text) else text


def _limit(text: str) -> list[str]:
    """Limits as a house wants them; where there is no step, it knows which is usual."""
    from croupier.money import parse_cents  # noqa: PLC0415

    amounts = (parse_cents(part) for part in limit_parts(text))
    return [f"{cents // 100}.{cents % 100:02}" for cents in amounts]
