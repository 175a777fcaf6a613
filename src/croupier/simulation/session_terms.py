"""What a player brings and wants of a session, and how long a shift of the table is.

Nothing here imports the compiler, so that what nobody can play is refused at once.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from croupier.money import MOST_CENTS, format_cents
from croupier.rejection import Code, Rejection
from croupier.table.game import Game
from croupier.table.kernel import usual_raise_cents
from croupier.table.prepared import prepare
from croupier.table.settings import TableSettings
from croupier.table.wager import Slip

__all__ = [
    "MOST_HOURS",
    "MOST_PACE",
    "MOST_PERIOD",
    "MOST_ROUNDS",
    "MOST_SESSIONS",
    "MOST_SHIFTS",
    "SessionTerms",
    "ShiftTerms",
    "session_terms",
    "shift_terms",
]

MOST_SESSIONS: Final = 5_000_000
"""Their results stay in memory, some 30 bytes each."""
MOST_SHIFTS: Final = 10_000_000
MOST_ROUNDS: Final = 1_000_000
"""Of one session: years at any table."""
MOST_PACE: Final = 10_000
"""Rounds an hour."""
MOST_HOURS: Final = 24
MOST_PERIOD: Final = 1_000
"""Shifts: three years, one a day."""


@dataclass(frozen=True, slots=True)
class SessionTerms:
    """One seat, from sitting down to leaving."""

    bankroll_cents: int
    rounds: int
    """He leaves after so many."""
    staked_cents: int
    """What he bets before the deal, in every round."""
    raise_cents: int
    """What the usual raise takes beyond that."""
    goal_cents: int | None
    """He leaves when he is so much ahead."""
    rounds_per_hour: int

    @property
    def needed_cents(self) -> int:
        """Who has less cannot put up the next round: he leaves, and is called ruined."""
        return self.staked_cents + self.raise_cents


@dataclass(frozen=True, slots=True)
class ShiftTerms:
    """A full table, from opening to closing."""

    bankroll_cents: int
    """What a seat buys in for."""
    hours: Fraction
    rounds: int
    """How many that is at the table's pace."""
    staked_cents: int
    """What one seat bets before the deal, in every round."""
    rounds_per_hour: int


def session_terms(
    game: Game[Any],
    settings: TableSettings,
    slip: Slip,
    *,
    bankroll_cents: int,
    rounds: int,
    rounds_per_hour: int,
    goal_cents: int | None = None,
) -> SessionTerms:
    """The terms of a session; refuses what cannot be played."""
    table, kernel = prepare(game, settings), game.kernel()
    more = usual_raise_cents(table, slip) if kernel is None else kernel.raise_cents(table, slip)
    terms = SessionTerms(
        bankroll_cents, rounds, slip.total_cents, more, goal_cents, rounds_per_hour
    )
    _require(rounds, "A session's rounds", MOST_ROUNDS)
    _require(rounds_per_hour, "Rounds per hour", MOST_PACE)
    if bankroll_cents > MOST_CENTS:
        raise Rejection(
            Code.AMOUNT_INVALID, f"A bankroll is {format_cents(MOST_CENTS)} at the most."
        )
    if bankroll_cents < terms.needed_cents:
        beside = f" and {format_cents(more)} for a raise" if more else ""
        raise Rejection(
            Code.BANKROLL_SHORT,
            f"{format_cents(bankroll_cents)} is too little to play a single round: it takes "
            f"{format_cents(terms.staked_cents)} before the deal{beside}.",
        )
    if goal_cents is not None and not 1 <= goal_cents <= MOST_CENTS:
        raise Rejection(
            Code.AMOUNT_INVALID,
            f"A win goal is above $0 and {format_cents(MOST_CENTS)} at the most.",
        )
    return terms


def shift_terms(session: SessionTerms, hours: Fraction) -> ShiftTerms:
    """The shift of a table at which everybody plays on these terms; refuses no shift at all."""
    if not 0 < hours <= MOST_HOURS:
        raise Rejection(
            Code.OPTION_INVALID, f"A shift is above 0 and at the most {MOST_HOURS} hours long."
        )
    pace = session.rounds_per_hour
    rounds = int(hours * pace)
    if not rounds:
        raise Rejection(
            Code.OPTION_INVALID,
            f"At {pace:,} rounds an hour not one round is over in such a shift; give it more "
            "hours.",
        )
    return ShiftTerms(session.bankroll_cents, hours, rounds, session.staked_cents, pace)


def _require(number: int, what: str, most: int) -> None:
    if not 1 <= number <= most:
        raise Rejection(
            Code.OPTION_INVALID, f"{what} are a whole number from 1 to {most:,}, not {number:,}."
        )
