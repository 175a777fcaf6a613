"""`croupier admin cage` and `croupier admin vouchers`: money that comes in and goes out."""

import re
import shlex
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand

from croupier.cli.admin_server import Somebody, connected, lost
from croupier.cli.columns import show_columns, show_heading, show_terms
from croupier.cli.output import emphasised, show_json
from croupier.cli.progress import progress_shown
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["cage", "vouchers"]

cage = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="The cage: cash becomes credit, and credit cash. Nobody serves himself.",
)
vouchers = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Vouchers: credit on paper, redeemed once by its code.",
)

CAGE_EXAMPLES = """\b
Examples:
  croupier admin cage buy-in "Ada Lovelace" 500
  croupier admin cage cash-out "Ada Lovelace" 1,250.50
"""
PLAY_EXAMPLES = """\b
Examples:
  croupier admin cage play-money tess 1000
"""
ISSUE_EXAMPLES = """\b
Examples:
  croupier admin vouchers issue 100               sold for cash
  croupier admin vouchers issue 100 --user ada    from Ada's credit
"""
REDEEM_EXAMPLES = """\b
Examples:
  croupier admin vouchers redeem "4071 9382 …"               paid in cash
  croupier admin vouchers redeem "4071 9382 …" --user ada    to Ada's credit
"""
TAKE_BACK_EXAMPLES = """\b
Examples:
  croupier admin vouchers take-back 9f2c… "Ada Lovelace"    all 64 digits
"""

LIST_EXAMPLES = """\b
Examples:
  croupier admin vouchers list
  croupier admin vouchers list --json
"""
_AT_ONCE = 1000
_BELOW_ZERO: Final = re.compile(r"[-−](\$?[0-9.][0-9.,]*|\$.*)")

Who = Annotated[str, typer.Argument(metavar="WHO", help="By name, or by number.")]
Amount = Annotated[str, typer.Argument(metavar="AMOUNT", help="In dollars, like 12.50.")]
Wallet = Annotated[
    str | None, typer.Option("--user", metavar="WHO", help="Whose credit; otherwise it is cash.")
]


class WithAmount(TyperCommand):
    """A command with an amount: one below zero is no option that is misspelled."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuses amounts that begin with a minus."""
        for given in args:
            if _BELOW_ZERO.fullmatch(given):
                raise Rejection(
                    Code.AMOUNT_INVALID, f"An amount is above zero, not {quoted(given)}."
                )
        return super().parse_args(ctx, args)


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@cage.command("buy-in", cls=WithAmount, epilog=CAGE_EXAMPLES)
def buy_in(context: typer.Context, who: Who, amount: Amount, *, as_json: AsJson = False) -> None:
    """Take somebody's cash: he has it as credit with the house."""
    _move(context, "buy-in", who, amount, as_json=as_json)


@cage.command("cash-out", cls=WithAmount, epilog=CAGE_EXAMPLES)
def cash_out(context: typer.Context, who: Who, amount: Amount, *, as_json: AsJson = False) -> None:
    """Pay somebody in cash, from his credit with the house."""
    _move(context, "cash-out", who, amount, as_json=as_json)


@cage.command("play-money", cls=WithAmount, epilog=PLAY_EXAMPLES)
def play_money(
    context: typer.Context, who: Who, amount: Amount, *, as_json: AsJson = False
) -> None:
    """Give somebody play money, which is never paid out."""
    _move(context, "play-money", who, amount, as_json=as_json)


def _move(context: typer.Context, what: str, who: str, amount: str, *, as_json: bool) -> None:
    from croupier.money import format_cents  # noqa: PLC0415

    cents = _some_cents(amount)
    with connected(context) as server:
        meant = server.somebody(who, is_for_staff=True)
        done = server.do(f"/api/users/{meant.user}/{what}", cents=cents)
    if as_json:
        show_json(done)
    else:
        said = {"buy-in": "taken from", "cash-out": "paid to", "play-money": "given to"}[what]
        typer.echo(
            f"{format_cents(cents)} {said} {meant}; {format_cents(done['wallet_cents'])} with the "
            "house now."
        )


@vouchers.command("list", epilog=LIST_EXAMPLES)
def list_vouchers(context: typer.Context, *, as_json: AsJson = False) -> None:
    """List the vouchers that are out, oldest first.

    And what they come to. Each has the number of the entry of the log in which it was issued, and
    is on record as the hash of its code, which take-back wants. The code itself is kept nowhere.
    """
    found: list[dict[str, Any]] = []
    after: int | None = 0
    with connected(context) as server, progress_shown("The house looks the vouchers up") as tell:
        while after is not None:
            page = server.get("/api/vouchers", after=after, limit=_AT_ONCE)
            found += page["vouchers"]
            after = page["next_after"]
            tell(
                f"Received {len(found):,} vouchers", len(found) / max(page["count"], len(found), 1)
            )
    # What they come to is of the moment of the last page.
    sums = {key: page[key] for key in ("count", "total_cents", "account_cents")}
    if as_json:
        show_json({"vouchers": found, **sums})
    else:
        _show_outstanding(found, **sums)


@vouchers.command(cls=WithAmount, epilog=ISSUE_EXAMPLES)
def issue(
    context: typer.Context, amount: Amount, *, user: Wallet = None, as_json: AsJson = False
) -> None:
    """Issue a voucher, sold for cash or from somebody's credit. Prints its code, this once."""
    from croupier.money import format_cents  # noqa: PLC0415

    cents = _some_cents(amount)
    with connected(context) as server:
        meant = None if user is None else server.somebody(user)
        done = server.do("/api/vouchers", cents=cents, **_whose(meant))
    if as_json:
        show_json(done)
    elif done["code"] is not None:
        typer.echo(f"Voucher of {format_cents(done['cents'])}: {emphasised(done['code'])}")
        typer.echo(f"On record as {done['voucher']}.")
    if done["code"] is None:
        remedy = (
            "It was sold for cash, so it goes back to nobody's credit: give the cash back and keep "
            f"{done['voucher']} with the till, which is short by that."
            if meant is None
            else "Take it back with “croupier admin vouchers take-back "
            f"{done['voucher']} {shlex.quote(meant.name)}”."
        )
        raise lost(
            f"The voucher of {format_cents(done['cents'])} is issued, but the answer with its code "
            f"was lost: nobody has it. {remedy} “croupier admin vouchers list” has it, too."
        )


@vouchers.command(epilog=REDEEM_EXAMPLES)
def redeem(
    context: typer.Context,
    code: Annotated[str, typer.Argument(metavar="CODE", help="Its twenty digits.")],
    *,
    user: Wallet = None,
    as_json: AsJson = False,
) -> None:
    """Redeem a voucher, in cash or to somebody's credit. It is worth nothing then."""
    with connected(context) as server:
        meant = None if user is None else server.somebody(user)
        done = server.do("/api/vouchers/redeem", code=code, **_whose(meant))
    _show_redeemed(done, meant, as_json=as_json)


@vouchers.command("take-back", epilog=TAKE_BACK_EXAMPLES)
def take_back(
    context: typer.Context,
    voucher: Annotated[
        str, typer.Argument(metavar="VOUCHER", help="What it is on record as: 64 digits.")
    ],
    who: Who,
    *,
    as_json: AsJson = False,
) -> None:
    """Put a voucher whose code is lost back where it came from.

    To nobody else's; one that was sold for cash is not taken back: whoever brings it is paid.
    Each is noted as a significant event.
    """
    with connected(context) as server:
        meant = server.somebody(who)
        done = server.do("/api/vouchers/take-back", voucher=voucher, user=meant.user)
    _show_redeemed(done, meant, as_json=as_json)


def _show_outstanding(
    found: list[dict[str, Any]], *, count: int, total_cents: int, account_cents: int
) -> None:
    from datetime import datetime  # noqa: PLC0415

    from croupier.money import format_cents  # noqa: PLC0415

    if found:
        rows = [
            (
                str(one["entry"]),
                f"{datetime.fromtimestamp(one['issued_ms'] / 1000).astimezone():%Y-%m-%d %H:%M:%S}",
                _named(one["by"], one["by_name"], "the house"),
                _named(one["user"], one["user_name"], "sold"),
                one["money"],
                format_cents(one["cents"]),
            )
            for one in found
        ]
        show_columns(("number", "issued", "by", "from", "money", "amount"), rows, indent=0, left=5)
        show_heading("On record as")
        hashes = [(str(one["entry"]), one["voucher"]) for one in found]
        show_terms([("number", "voucher"), *hashes], indent=0)
        typer.echo()
    vouchers_ = "voucher is" if count == 1 else "vouchers are"
    typer.echo(f"{count:,} {vouchers_} out, {format_cents(total_cents)} in all.")
    if total_cents == account_cents:
        typer.echo("The account says the same.")
    else:
        typer.echo(f"THE ACCOUNT HOLDS {format_cents(account_cents)}: have the books verified.")


def _named(user: int | None, name: str | None, otherwise: str) -> str:
    return otherwise if user is None else str(Somebody(user, name or "somebody"))


def _some_cents(amount: str) -> int:
    from croupier.money import parse_cents  # noqa: PLC0415

    cents = parse_cents(amount)
    if not cents:
        raise Rejection(Code.AMOUNT_INVALID, "An amount is above zero.")
    return cents


def _whose(meant: Somebody | None) -> dict[str, Any]:
    return {"for_cash": True} if meant is None else {"user": meant.user}


def _show_redeemed(done: dict[str, Any], user: Somebody | None, *, as_json: bool) -> None:
    from croupier.money import format_cents  # noqa: PLC0415

    if as_json:
        show_json(done)
    else:
        where = "pay it in cash" if user is None else f"it is credit of {user}"
        typer.echo(f"The voucher was of {format_cents(done['cents'])}; {where}.")
