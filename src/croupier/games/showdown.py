"""Hands compared and hands paid, and the one plain sentence that says why."""

from collections.abc import Sequence
from typing import Any, Final

from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.settlement import LOSE, PUSH, Because, Outcome, win
from croupier.table.steps import Steps

__all__ = [
    "DOES_NOT_QUALIFY",
    "QUALIFIES",
    "TIES_WITH",
    "Verdict",
    "against_dealer",
    "by_table",
    "folded",
    "in_sentence",
    "qualifying",
    "settle_by_table",
]

Verdict = tuple[Outcome, Because]
"""How a wager ends, and why."""

QUALIFIES: Final = "qualifies"
DOES_NOT_QUALIFY: Final = "does not qualify"
TIES_WITH: Final = "ties with"


def qualifying(hand: str, *, qualifies: bool) -> str:
    """A dealer's hand as it is called: `king-nine-two high, does not qualify`."""
    return f"{hand}, {QUALIFIES if qualifies else DOES_NOT_QUALIFY}"


def against_dealer(difference: int, player: str, dealer: str, *, clause: str) -> Verdict:
    """Even money for the better hand, a push for equal ones.

    `difference` is above zero where the player is better; the hands are given in words.
    """
    if difference > 0:
        outcome, verb = win(), "beats"
    elif difference < 0:
        outcome, verb = LOSE, "loses to"
    else:
        outcome, verb = PUSH, TIES_WITH
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
) -> Steps[None]:
    """Settles a wager that is paid by what is held."""
    yield from table.settle(seat, spot, *by_table(table, spot, lines, hand, clause=clause))


def by_table(
    table: Dealing[Any],
    spot: str,
    lines: Sequence[str],
    hand: str,
    *,
    clause: str,
    whose: str = "your",
) -> Verdict:
    """Paid on the best line that the pay table has for the hand, or lost."""
    paid = table.paid_line(spot, lines)
    if paid is None:
        return LOSE, Because(clause, f"The pay table has no line for {whose} {hand}.", (hand,))
    sentence = f"{whose.capitalize()} {in_sentence(hand)} pays {paid.odds}."
    return win(paid.odds), Because(clause, sentence, (hand,), paid.name)


def folded(seat: SeatInPlay, *, clause: str, late_clause: str | None = None) -> Because:
    """Why a folded wager is lost: the player folded, or the clock did it for him."""
    if seat.is_late:
        sentence = "You did not decide in time, which counts as a fold."
        return Because(late_clause or clause, sentence)
    return Because(clause, "You folded.")


def in_sentence(hand: str) -> str:
    """`pair of nines, ace kicker,` before the verb of a sentence."""
    return f"{hand}," if "," in hand else hand
