"""Rounds played through a game's script, dealt the decks of a simulation.

A thousand times as slow as a kernel, but any game can be played so, by any strategy that can be
written as a function, and nothing is settled but by the script: it is what kernels are held to.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from croupier.cards.stream_kernels import dealt_deck
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, PlaceWagers
from croupier.table.game import Game
from croupier.table.kernel import SALT
from croupier.table.places import Viewer
from croupier.table.prepared import prepare
from croupier.table.round import Round
from croupier.table.settings import TableSettings
from croupier.table.source import CardSource
from croupier.table.steps import Asked, Option
from croupier.table.wager import Slip
from croupier.table.waiting import AwaitingDecisions

__all__ = ["Chooser", "Played", "affordable", "by_function", "count_round", "play_round"]

Chooser = Callable[[Round, int, Sequence[Option]], Option]
"""Given a round, the seat that is asked, and what it can pay for: what it takes."""


@dataclass(slots=True)
class Played:
    """What one round brought, in cents."""

    nets: dict[tuple[int, str], int] = field(default_factory=dict)
    """By seat and spot: gained, or lost."""
    added: dict[int, int] = field(default_factory=dict)
    """By seat: staked after the deal."""


def play_round(
    game: Game[Any],
    settings: TableSettings,
    slips: Sequence[Slip],
    deck: tuple[int, int],
    choose: Chooser,
    *,
    purse_cents: int | None = None,
) -> Round:
    """A round, played to its end; the first seats bet these slips.

    `deck` is the seed and the number of its deck.
    Whoever takes an option stakes the most it takes. The first seat is not offered what costs
    more than its purse has left.
    """
    device = game.devices[0]
    cards = dealt_deck(*deck)
    table = Round(game, settings, CardSource(device.name, lambda _salt: device.load(cards)))
    for seat, slip in enumerate(slips, 1):
        table.handle(PlaceWagers(seat, slip))
    table.handle(CloseBets(SALT))
    spent = 0
    while isinstance(table.waiting, AwaitingDecisions):
        for seat in table.waiting.seats:
            left = None if seat > 1 or purse_cents is None else purse_cents - spent
            option = choose(table, seat, affordable(table.layout.asked[seat], left))
            spent += option.most_cents if seat == 1 else 0
            table.handle(Decide(seat, option.name, option.most_cents))
    return table


def affordable(asked: Asked, left_cents: int | None) -> Sequence[Option]:
    """The options that somebody with so much left can pay for."""
    if left_cents is None:
        return asked.options
    return [option for option in asked.options if option.most_cents <= left_cents]


def by_function(decide: Callable[[Any, Asked, Any], str]) -> Chooser:
    """Chooses as a function says that is given what the seat sees, as `Game.usual_choice` is.

    It is asked with the options that can be paid for. If it wants another all the same: what
    counts by default, or else the first option.
    """

    def choose(table: Round, seat: int, options: Sequence[Option]) -> Option:
        seen = table.layout.as_seen_by(Viewer.at(seat))
        every = [one.name for one in seen.asked[seat].options]
        asked = replace(seen.asked[seat], options=tuple(options))
        name = decide(seen, asked, prepare(table.game, table.settings).rules)
        if name not in every:
            raise Rejection(
                Code.STRATEGY_INVALID,
                f"The strategy answered {quoted(name)}; offered were {', '.join(every)}.",
            )
        wanted = (name, asked.default, options[0].name)
        return next(one for want in wanted for one in options if one.name == want)

    return choose


def count_round(table: Round) -> Played:
    """What the events say."""
    played = Played()
    nets = played.nets
    for event in table.events:
        match event:
            case happened.WagerAdded(seat, _, cents):
                played.added[seat] = played.added.get(seat, 0) + cents
            case happened.WagerSettled(seat, spot):
                staked = event.stake_cents if event.has_own_wager else 0
                nets[seat, spot] = nets.get((seat, spot), 0) + event.returned_cents - staked
            case _:
                pass
    return played
