"""The coach at the table in the terminal: what he says, in both modes alike.

He is imported only where somebody wants him: he brings the mathematics of the games with him.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.rejection import Rejection
from croupier.table.events import DecisionMade, Event
from croupier.terminal.narration import Line, Remark, Tone

if TYPE_CHECKING:
    from croupier.training.coach.account import Account
    from croupier.training.coach.coaching import Coach
    from croupier.training.coach.review import Reviewed

__all__ = ["account_lines", "advice_lines", "decision_words", "remarks_on"]


def remarks_on(coach: "Coach", events: Sequence[Event]) -> list[Remark]:
    """What the coach says of what was decided since; it belongs right behind the decision."""
    from croupier.training.coach.wording import verdict  # noqa: PLC0415

    after = max(
        at
        for at, event in enumerate(events, start=1)
        if isinstance(event, DecisionMade) and event.seat == coach.seat
    )
    try:
        reviewed = coach.take_in(events)
    except Rejection as rejection:
        # The decision stands, whether anybody can value it or not.
        return [Remark(after, Line(f"Coach: {rejection.detail}", Tone.BLAME))]
    return [
        Remark(after, Line(f"Coach: {verdict(one)}", Tone.BLAME if one.is_mistake else Tone.PRAISE))
        for one in reviewed
    ]


def decision_words(reviewed: "Reviewed") -> str:
    """`2. Hard 16: how do you play? (Blackjack 1)`."""
    which = f" ({reviewed.place.name})" if reviewed.place is not None else ""
    return f"{reviewed.number}. {reviewed.question}{which}"


def advice_lines(advised: "Reviewed") -> list[str]:
    """What every option is worth, the best first, and which was chosen if one was."""
    from croupier.training.coach.wording import columns, option_rows  # noqa: PLC0415

    decision = advised.decision
    head = f"Worth per {decision.per}, with {decision.unseen} cards unseen:"
    assumes = [decision.assumes] if decision.assumes else []
    return [head, *(f"  {line}" for line in columns(option_rows(advised), names=0)), *assumes]


def account_lines(account: "Account") -> list[str]:
    """The player's decisions of the evening, and his mistakes by kind, the dearest first."""
    from croupier.training.coach.wording import (  # noqa: PLC0415
        account_rows,
        account_sentence,
        columns,
    )

    rows = account_rows(account)
    return [
        f"Your account: {account_sentence(account)}",
        *(f"  {line}" for line in (columns(rows, names=2) if rows else ())),
    ]
