"""`croupier deal`: one round without a person, dealt by a script."""

from typing import Annotated

import typer

from croupier.cli.files import read_text, write_bytes
from croupier.cli.output import show_json
from croupier.rejection import Code

__all__ = ["EPILOG", "deal"]

EPILOG = """\b
Examples:
  croupier deal three-card-poker --script deal.json
  croupier deal three-card-poker --script deal.json --record round.json
  echo '{"seats": {"1": {"stakes": {"Ante": "$5"}, "decisions": ["play"]}}}' |
      croupier deal three-card-poker --script - --json

\b
A script that names its cards:
  {"cards": {"seat 1/Hand": "As Ks Qs", "dealer/Hand": "Qd Jc 2h"},
   "seats": {"1": {"stakes": {"Ante": "$10", "Pair Plus": "$10"},
                   "decisions": ["play"]}}}
"""


def deal(
    game: Annotated[
        str, typer.Argument(help="The game by its id; croupier games lists them.", metavar="GAME")
    ],
    *,
    script: Annotated[
        str, typer.Option(metavar="FILE", help="The deal script, a JSON file; - reads it here.")
    ],
    record: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the round's record, for croupier replay."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, with every event.")
    ] = False,
) -> None:
    """Deal one round by a script, without a person.

    The script says what is bet, decided and dealt, and what goes wrong. Cards may be named by
    place (a hand, the dealer, a cell of the layout) or only be said to come next; what is not
    named comes from a shuffle by seed and salt. Without a seed it is always the same one, so a
    script always gives the same round. docs/deal-scripts.md has all of it, examples/deals a
    script for each game.

    Exit code 2 if the script is not valid, or the round does not go along with it.
    """
    # Imported here so that help does not wait for it.
    from croupier.cli.account import show_account  # noqa: PLC0415
    from croupier.deals import Account, read_script  # noqa: PLC0415
    from croupier.deals import deal as deal_script  # noqa: PLC0415
    from croupier.table.record import write_round  # noqa: PLC0415
    from croupier.table.registry import find_game  # noqa: PLC0415

    played = find_game(game)
    dealt = deal_script(played, read_script(played, read_text(script, Code.SCRIPT_INVALID)))
    events = dealt.table.events
    account = Account.of(events)
    if record is not None:
        write_bytes(record, write_round(events).encode())
    if as_json:
        show_json({**account.to_json(), "notes": list(dealt.notes)})
    else:
        show_account(played, account, dealt.notes)
