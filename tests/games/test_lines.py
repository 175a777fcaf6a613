"""Every wager can be bet and settled, on every line and at every odds it declares."""

from dataclasses import dataclass, field
from math import lcm
from random import Random

import pytest

from croupier.bots import random_decision
from croupier.table import events as happened
from croupier.table.commands import CloseBets, PlaceWagers
from croupier.table.prepared import prepare
from croupier.table.registry import find_game, game_ids
from croupier.table.round import Round
from croupier.table.ruling import rulings_of
from croupier.table.settings import settings_for
from croupier.table.settlement import Result
from croupier.table.wager import Slip, When, check_slip
from croupier.table.waiting import AwaitingDecisions

from .tables import random_deck

ENOUGH = 15_000
"""How many rounds are played before a line is taken to be out of reach."""


@dataclass(slots=True)
class Seen:
    """What has come up, or what should."""

    lines: set[tuple[str, str]] = field(default_factory=set)
    """Spot and line of its pay table."""
    odds: set[tuple[str, str]] = field(default_factory=set)
    """Spot and odds beside the pay table, in words."""
    results: set[tuple[str, Result]] = field(default_factory=set)
    """Spot, and whether it won or lost."""

    def less(self, other: "Seen") -> "Seen":
        """What is here and not there."""
        return Seen(self.lines - other.lines, self.odds - other.odds, self.results - other.results)

    def __bool__(self) -> bool:
        return bool(self.lines or self.odds or self.results)


def full_slip(game, table):
    """A bet on every spot, equal ones, so that rules which tie spots are kept."""
    fixed = prepare(game, table)
    spots = [
        wager.spot
        for wager in fixed.wagers.values()
        if wager.when is When.BEFORE_THE_DEAL and wager.brought_by is None
    ]
    step = lcm(*(lcm(fixed.limits[one].multiple_of_cents, fixed.units_cents[one]) for one in spots))
    least = max(fixed.limits[one].minimum_cents for one in spots)
    picks = fixed.picks.choices[: fixed.picks.count] if fixed.picks else ()
    slip = Slip.of(dict.fromkeys(spots, -(-least // step) * step), picks)
    check_slip(slip, fixed.wagers, fixed.limits, fixed.units_cents)
    return slip


def declared(game, tables) -> Seen:
    """All that should come up."""
    wanted = Seen()
    for table in tables:
        for wager in prepare(game, table).wagers.values():
            wanted.lines |= {
                (wager.spot, line.name) for one in wager.pay_tables for line in one.lines
            }
            wanted.odds |= {(wager.spot, str(odds)) for odds in wager.pays}
            wanted.results.add((wager.spot, Result.WIN))
            if wager.brought_by is None:
                wanted.results.add((wager.spot, Result.LOSE))
    return wanted


def note(seen: Seen, events) -> None:
    for event in events:
        if isinstance(event, happened.WagerSettled):
            seen.results.add((event.spot, event.outcome.result))
            if event.because.line is not None:
                seen.lines.add((event.spot, event.because.line))
            elif event.outcome.paid_at is not None:
                seen.odds.add((event.spot, str(event.outcome.paid_at)))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", game_ids())
def test_every_wager_is_won_and_lost_on_every_line_and_at_every_odds(game_id):
    game = find_game(game_id)
    tables = [settings_for(game)] + [
        settings_for(game, readings={ruling.name: str(reading)})
        for ruling in rulings_of(game.rules)
        for reading in ruling.readings
        if reading is not ruling.default
    ]
    wanted, seen, dealt = declared(game, tables), Seen(), 12
    for number in range(ENOUGH):
        if not wanted.less(seen):
            break
        events = played_full(game, tables[number % len(tables)], Random(number), dealt).events
        note(seen, events)
        dealt = sum(isinstance(event, happened.CardDealt) for event in events)
    assert not wanted.less(seen), f"never seen: {wanted.less(seen)}"


def played_full(game, table, rng, within=None):
    """A round of one seat that has bet on everything, with cards that make rare hands."""
    device = rng.choice(game.devices)
    deck = random_deck(rng, plain=0.2, within=within)
    round_ = Round(game, table, device.stacked(deck))
    round_.handle(PlaceWagers(1, full_slip(game, table)))
    round_.handle(CloseBets("00"))
    while isinstance(round_.waiting, AwaitingDecisions):
        round_.handle(random_decision(round_.layout.asked[1], rng))
    return round_


@pytest.mark.parametrize("game_id", game_ids())
def test_every_pay_table_that_is_offered_pays_as_it_says(game_id):
    """Under each table in turn: what is paid on a line is what that table has for it."""
    game = find_game(game_id)
    for wager in game.wagers(game.rules()):
        for pays in wager.pay_tables:
            table = settings_for(game, pay_tables={wager.spot: pays.name})
            paid = 0
            for number in range(60):
                for event in played_full(game, table, Random(number)).events:
                    if isinstance(event, happened.WagerSettled) and event.spot == wager.spot:
                        line = event.because.line
                        assert line is None or event.outcome.odds == pays.odds(line)
                        paid += line is not None
            assert paid, f"nothing was paid by {pays.name} on {wager.spot}"
