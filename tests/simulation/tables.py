"""Tables of Three Card Poker for sessions and shifts: small, and soon set up."""

from fractions import Fraction

from croupier.analysis.valuer import Valuer
from croupier.simulation.exactly import exact_edges
from croupier.simulation.scenario import Scenario, equal_slips, scenario
from croupier.simulation.session_terms import (
    SessionTerms,
    ShiftTerms,
    session_terms,
    shift_terms,
)
from croupier.table.registry import find_game
from croupier.table.settings import settings_for
from croupier.table.worth import Figure

GAME = find_game("three-card-poker")
SETTINGS = settings_for(GAME)


def seated(seats: int = 1, strategy: str | None = None, **stakes: int) -> Scenario:
    """So many seats that bet $5 on everything, or what is said of a spot."""
    named = {spot.replace("_", " "): cents for spot, cents in stakes.items()}
    return scenario(GAME, SETTINGS, equal_slips(GAME, SETTINGS, seats, 500, named), strategy)


def terms_of(
    table: Scenario, bankroll_cents: int, rounds: int, goal_cents: int | None = None
) -> SessionTerms:
    return session_terms(
        table.game,
        table.settings,
        table.slips[0],
        bankroll_cents=bankroll_cents,
        rounds=rounds,
        rounds_per_hour=60,
        goal_cents=goal_cents,
    )


def shift_of(table: Scenario, bankroll_cents: int, rounds: int) -> ShiftTerms:
    return shift_terms(terms_of(table, bankroll_cents, 1), Fraction(rounds, 60))


def edges_of(table: Scenario) -> dict[str, Figure]:
    return exact_edges(table, Valuer(table.game))
