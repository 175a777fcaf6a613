"""Hands compared and hands paid, and the one plain sentence that says why."""

from collections.abc import Sequence
from typing import Any

from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.settlement import LOSE, PUSH, Because, Outcome, win
from croupier.table.steps import Steps

__all__ = ["Verdict", "against_dealer", "in_sentence", "settle_by_table"]

Verdict = tuple[Outcome, Because]
"""How a wager ends, and why."""


def against_dealer(difference: int, player: str, dealer: str, *, clause: str) -> Verdict:
    """Even money for the better hand, a push for equal ones.

    `difference` is above zero where the player is better; the hands are given in words.
    """
    if difference > 0:
        outcome, verb = win(), "beats"
    elif difference < 0:
        outcome, verb = LOSE, "loses to"
    else:
        outcome, verb = PUSH, "ties with"
    sentence = f"Your {in_sentence(player)} {verb} the dealer's {dealer}."
    return outcome, Because(clause, sentence, (player, dealer))


def settle_by_table(
    table: Dealing[Any],
    seat: SeatInPlay,
    spot: str,
    lines: Sequence[str],
    hand: str,
    *,
    clause: str,
    whose: str = "your",
) -> Steps[None]:
    """Settles a wager that is paid by what is held: on its best line, or lost."""
    paid = table.paid_line(spot, lines)
    if paid is None:
        because = Because(clause, f"The pay table has no line for {whose} {hand}.", (hand,))
        yield from table.settle(seat, spot, LOSE, because)
    else:
        sentence = f"{whose.capitalize()} {in_sentence(hand)} pays {paid.odds}."
        because = Because(clause, sentence, (hand,), paid.name)
        yield from table.settle(seat, spot, win(paid.odds), because)


def in_sentence(hand: str) -> str:
    """`pair of nines, ace kicker,` before the verb of a sentence."""
    return f"{hand}," if "," in hand else hand
