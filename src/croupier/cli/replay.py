"""`croupier replay`: a recorded round derived anew."""

from typing import Annotated

import typer

from croupier.cli.files import read_text
from croupier.cli.output import emphasised, show_json
from croupier.rejection import Code, Rejection

__all__ = ["EPILOG", "replay"]

EPILOG = """\b
Examples:
  croupier deal three-card-poker --script deal.json --record round.json
  croupier replay round.json
  croupier replay round.json --json
"""

_SHUFFLE = {
    "verified": "The seed opens the commitment, and it gives the cards that were dealt.",
    "not_revealed": "The seed is not revealed, so the shuffle is not checked.",
    "not_shuffled": "There is no shuffle to check: the house is committed to no seed.",
}


def replay(
    file: Annotated[
        str, typer.Argument(help="The record of a round; - reads it here.", metavar="FILE")
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say whether a recorded round is what the rules make of it.

    The round is played again: bets, cards, decisions and mishaps on record go into the game's
    own rules, of the version it was played under, and every event must come out again, to the
    cent and the word. Where the house's seed is revealed, the shuffle is checked too: the seed
    opens the commitment, and with the salt it gives the cards that were dealt.

    Exit code 0 if identical, 1 if not, 2 if this is not the record of a round.
    """
    # Imported here so that help does not wait for it.
    from croupier.cli.account import show_account  # noqa: PLC0415
    from croupier.deals import Account, judge  # noqa: PLC0415
    from croupier.table.record import read_round  # noqa: PLC0415

    events = read_round(read_text(file, Code.RECORD_INVALID))
    verdict = judge(events)
    if as_json:
        show_json(
            {
                "identical": verdict.is_identical,
                "difference": _refusal(verdict.difference),
                "shuffle": verdict.shuffle.value,
                "shuffle_difference": _refusal(verdict.shuffle_difference),
                # A record that its own rules do not give has no account.
                **(Account.of(events).to_json() if verdict.is_identical else {}),
            }
        )
    else:
        if verdict.difference is None:
            show_account(verdict.game, Account.of(events))
            said = f"Identical: the rules give all {len(events)} events of the record again."
            typer.echo(emphasised(said, fg="green"))
        else:
            typer.echo(emphasised(f"Different: {verdict.difference.detail}", fg="red"))
        if verdict.shuffle_difference is None:
            typer.echo(_SHUFFLE[verdict.shuffle.value])
        else:
            said = f"The shuffle differs: {verdict.shuffle_difference.detail}"
            typer.echo(emphasised(said, fg="red"))
    if verdict.difference or verdict.shuffle_difference:
        raise typer.Exit(1)


def _refusal(difference: Rejection | None) -> dict[str, str] | None:
    return difference.to_json() if difference is not None else None
