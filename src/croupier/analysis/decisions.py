"""One decision valued: every option, from what the player sees and nothing else."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.analysis.valuer import worth_of
from croupier.cards import Card
from croupier.rejection import Code, Rejection
from croupier.table.events import DecisionAsked, DecisionMade, Event
from croupier.table.game import Game
from croupier.table.layout import Layout, view
from croupier.table.places import Viewer
from croupier.table.prepared import prepare
from croupier.table.settings import TableSettings
from croupier.table.steps import Asked, Choice
from croupier.table.worth import Decision, Figure, Fresh, OptionWorth

__all__ = ["Moment", "best_first", "cost_of", "moments", "value_fresh", "value_moment"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a round in which a seat is asked."""

    seat: int
    question: str
    seen: Layout
    """What lies where, as the seat knows it."""
    asked: Asked
    chosen: str | None = None
    """What the seat chose; None while the decision is open."""
    stake_cents: int = 0
    """The further stake that came with it."""


def moments(events: Sequence[Event], seat: int) -> tuple[Moment, ...]:
    """Every moment of a round in which a seat was asked, the last perhaps still open."""
    found = []
    question: str | None = None
    known = view(events, Viewer.at(seat))
    for at, event in enumerate(known):
        if isinstance(event, DecisionAsked) and seat in event.seats:
            question = event.question
        elif isinstance(event, DecisionMade) and event.seat == seat and question is not None:
            found.append(_moment(known[:at], seat, question, event.choice))
            question = None
    if question is not None and seat in Layout.fold(known).asked:
        found.append(_moment(known, seat, question, None))
    return tuple(found)


def _moment(known: Sequence[Event], seat: int, question: str, choice: Choice | None) -> Moment:
    seen = Layout.fold(known)
    if choice is None:
        return Moment(seat, question, seen, seen.asked[seat])
    return Moment(seat, question, seen, seen.asked[seat], choice.option, choice.stake_cents)


def value_moment(
    game: Game[Any], settings: TableSettings, moment: Moment, also_seen: Sequence[Card] = ()
) -> Decision:
    """What every option of that moment is worth, with these cards seen beside those on the felt."""
    worth = worth_of(game)
    _require_once((*moment.seen.all_known(), *also_seen))
    table = prepare(game, settings)
    valued = worth.decision(moment.seen, moment.asked, table.rules, table.pay_tables, also_seen)
    offered = [option.name for option in moment.asked.options]
    assert [option.name for option in valued.options] == offered, "all that is offered is valued"
    return valued


def value_fresh(game: Game[Any], settings: TableSettings, given: Fresh) -> Decision:
    """What every option of the first decision of a round is worth, from cards as written down."""
    worth = worth_of(game)
    _require_once((*given.hand, *given.dealer, *given.seen))
    table = prepare(game, settings)
    return worth.fresh(given, table.rules, table.pay_tables)


def best_first(decision: Decision) -> tuple[OptionWorth, ...]:
    """The options, the best one first; equals as they are offered."""
    return tuple(sorted(decision.options, key=lambda option: -option.value.value))


def cost_of(option: OptionWorth, decision: Decision) -> Figure:
    """How much an option is worth less than the best; nothing for the best itself."""
    best = decision.best
    if option is best:
        return Figure(Fraction(0))
    return Figure(best.value.value - option.value.value, best.value.error + option.value.error)


def _require_once(cards: Iterable[Card]) -> None:
    """Refuses a card that is seen in two places."""
    known: set[Card] = set()
    for card in cards:
        if card in known:
            raise Rejection(
                Code.CARD_REPEATED, f"{card} is named twice; one deck holds each card once."
            )
        known.add(card)
