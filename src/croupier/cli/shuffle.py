"""`croupier shuffle`: a shuffle anyone can check."""

import secrets
from typing import Annotated

import typer

from croupier.cards import Card, Commitment, Seed, parse_hand, parse_salt, shuffled_deck
from croupier.cli.output import emphasised, show_cards, show_json
from croupier.rejection import Code, Rejection

__all__ = ["EPILOG", "shuffle"]

EPILOG = """\b
Examples:
  croupier shuffle
  croupier shuffle --seed SEED --salt c0ffee
  croupier shuffle --seed SEED --verify COMMITMENT
  croupier shuffle --seed SEED --salt c0ffee --order "5c 8d Qc"
"""


def shuffle(
    *,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="HEX", help="The house's seed, 64 hexadecimal digits; a fresh one if left out."
        ),
    ] = None,
    salt: Annotated[
        str, typer.Option(metavar="HEX", help="The public salt fixed when bets close.")
    ] = "",
    number: Annotated[
        int, typer.Option(min=0, max=2**32 - 1, metavar="N", help="Which shuffle of the round.")
    ] = 0,
    verify: Annotated[
        str | None,
        typer.Option(
            metavar="HEX", help="Check that the seed opens this commitment, 64 hexadecimal digits."
        ),
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(
            metavar="CARDS", help="Check that the deck begins with these cards, in the order dealt."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Shuffle a deck from a seed, or check a shuffle.

    Before betting opens the house publishes a commitment, the SHA-256 hash of its secret seed.
    When bets close a public salt is fixed. Seed and salt together determine the order of the
    cards, so once the seed is revealed anyone can check both: that it is the seed committed to,
    and that it gives the cards that were dealt. docs/fairness.md has the method, step by step.

    Exit code 1 if a check fails, 2 if something is not a seed, salt, commitment or card.
    """
    if seed is None and (verify is not None or order is not None):
        raise Rejection(
            Code.OPTIONS_CONFLICT, "To check a shuffle, give the revealed seed with --seed."
        )
    secret = Seed.parse(seed) if seed is not None else Seed(secrets.token_bytes(32))
    commitment = Commitment.parse(verify) if verify is not None else None
    dealt = parse_hand(order) if order is not None else None
    public = parse_salt(salt)
    deck = shuffled_deck(secret, public, number=number)
    checks: dict[str, bool] = {}
    if commitment is not None:
        checks["commitment"] = commitment.opens_to(secret)
    if dealt is not None:
        checks["order"] = deck[: len(dealt)] == dealt
    if as_json:
        show_json(
            {
                "seed": secret.reveal(),
                "commitment": str(secret.commitment),
                "salt": public.hex(),
                "number": number,
                "deck": [card.text for card in deck],
                "checks": checks,
                "verified": all(checks.values()) if checks else None,
            }
        )
    else:
        _show(secret, public.hex(), number, deck, checks)
    if not all(checks.values()):
        raise typer.Exit(1)


_SAID = {
    ("commitment", True): "The seed opens the commitment.",
    ("commitment", False): "The seed does NOT open the commitment: it is not the one committed to.",
    ("order", True): "The deck begins with the cards dealt.",
    ("order", False): "The deck does NOT begin with the cards dealt.",
}


def _show(
    secret: Seed, salt: str, number: int, deck: tuple[Card, ...], checks: dict[str, bool]
) -> None:
    typer.echo(f"seed        {secret.reveal()}")
    typer.echo(f"commitment  {secret.commitment}")
    typer.echo(f"salt        {salt or '(none)'}")
    typer.echo(f"shuffle     {number}")
    for start in range(0, len(deck), 13):
        label = "deck" if start == 0 else ""
        typer.echo(f"{label:11}{show_cards(deck[start : start + 13], width=3)}")
    for check, passed in checks.items():
        typer.echo(emphasised(_SAID[check, passed], fg="green" if passed else "red"))
