"""`croupier hand`: names and ranks a hand."""

from typing import Annotated, Any

import typer

from croupier.cards import Card, best_five, best_three, parse_hand
from croupier.cards.counting import rank_counts, three_card_rank_counts
from croupier.cards.poker import (
    FiveCardRank,
    ThreeCardRank,
    all_five_card_ranks,
    all_three_card_ranks,
)
from croupier.cli.output import emphasised, show_cards, show_json
from croupier.rejection import Code, Rejection

__all__ = ["EPILOG", "hand"]

EPILOG = """\b
Examples:
  croupier hand "As Kd Qs"        straight, ace high
  croupier hand 9♠ 9♦ A♣          pair of nines, ace kicker
  croupier hand AsKsQsJsTs9d2c    royal flush, from seven cards"""


def hand(
    cards: Annotated[
        list[str],
        typer.Argument(
            help="3, 5, 6 or 7 cards: As Kd Qs, or in one word AsKdQs.", metavar="CARDS"
        ),
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Name and rank a poker hand of 3, 5, 6 or 7 cards.

    Three cards are ranked as in three-card games, where a straight beats a flush. Of six or
    seven cards the best five count. The rank is a number, higher is better: 1 to 741 for three
    cards, 1 to 7,462 for five. In the JSON, "equal" counts the hand itself too.
    """
    described = describe(parse_hand(" ".join(cards)))
    if as_json:
        show_json(described)
    else:
        _show(described)


def describe(cards: tuple[Card, ...]) -> dict[str, Any]:
    """What is to be said of a hand, as the JSON says it."""
    if len(cards) == 3:
        return _described(cards, *best_three(cards))
    if 5 <= len(cards) <= 7:
        described = _described(cards, *best_five(cards))
        if len(cards) == 5:
            described["best_three"] = _described(cards, *best_three(cards), compared=False)
        return described
    raise Rejection(
        Code.HAND_SIZE,
        f"A hand has 3, 5, 6 or 7 cards; this has {len(cards)}.",
    )


def _described(
    cards: tuple[Card, ...],
    rank: ThreeCardRank | FiveCardRank,
    best: tuple[Card, ...],
    *,
    compared: bool = True,
) -> dict[str, Any]:
    ranks = all_three_card_ranks() if isinstance(rank, ThreeCardRank) else all_five_card_ranks()
    described: dict[str, Any] = {
        "cards": [card.text for card in cards],
        "category": rank.category.title,
        "name": rank.name,
        "royal": rank.is_royal,
        "rank": rank.number,
        "ranks": len(ranks),
        "best": [card.text for card in best],
    }
    if compared:
        described["among_all_hands"] = _compared(len(cards), rank)
    return described


def _compared(size: int, rank: ThreeCardRank | FiveCardRank) -> dict[str, int]:
    """How many of all hands of that size are worse, equal and better."""
    if isinstance(rank, ThreeCardRank):
        numbered = {one.number: hands for one, hands in three_card_rank_counts().items()}
    else:
        numbered = {one.number: hands for one, hands in rank_counts(size).items()}
    total = sum(numbered.values())
    worse = sum(hands for number, hands in numbered.items() if number < rank.number)
    equal = numbered[rank.number]
    return {"worse": worse, "equal": equal, "better": total - worse - equal, "total": total}


def _show(described: dict[str, Any]) -> None:
    cards = parse_hand(" ".join(described["cards"]))
    best = parse_hand(" ".join(described["best"]))
    among = described["among_all_hands"]
    typer.echo(show_cards(cards))
    typer.echo(emphasised(described["name"]))
    if len(best) < len(cards):
        typer.echo(f"best five   {show_cards(best)}")
    typer.echo(f"category    {described['category']}")
    typer.echo(f"rank        {described['rank']:,} of {described['ranks']:,} (higher is better)")
    typer.echo(
        f"beats       {among['worse']:,} of {among['total']:,} {_SIZES[len(cards)]}-card hands "
        f"({_percent(among['worse'], among['total'])})"
    )
    typer.echo(f"ties with   {among['equal'] - 1:,}")
    if "best_three" in described:
        three = described["best_three"]
        shown = show_cards(parse_hand(" ".join(three["best"])))
        typer.echo(f"best three  {shown}  {three['name']}")


def _percent(part: int, whole: int) -> str:
    """With as many digits as it takes not to say 100% of what is less."""
    digits = 2
    while part < whole and f"{part / whole:.{digits}%}" == f"{1:.{digits}%}":
        digits += 1
    return f"{part / whole:.{digits}%}"


_SIZES = {3: "three", 5: "five", 6: "six", 7: "seven"}
