"""A player's decisions reviewed: what every option was worth, and what the choice cost.

Values are exact, from the events as the player's seat sees them and from nothing else, and are
those of `croupier strategy`. The cost of a choice is what the best option is worth more; in money
it is that times the stake that is one unit, which is rounded only where it is shown.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from croupier.analysis.as_json import decision_json, figure_json
from croupier.analysis.decisions import Moment, best_first, moments, value_moment
from croupier.table.events import Event, WagersPlaced
from croupier.table.game import Game
from croupier.table.places import Place
from croupier.table.settings import TableSettings
from croupier.table.worth import Decision, Figure, OptionWorth
from croupier.training.coach.held import dealer_shows, held_by
from croupier.training.scene import Laid

__all__ = [
    "Reviewed",
    "advice",
    "review",
    "review_moment",
    "reviewed_json",
    "situation_of",
    "sort_of",
]

_NUMBERED: Final = re.compile(r"[ \-]*[0-9][0-9 \-]*$")
"""What tells options of one kind apart that are named by position: `3-card 1-2-4`."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One decision of a seat, with every option valued."""

    number: int
    """Which decision of the seat it is in its round, counted from 1."""
    question: str
    """As it was asked."""
    place: Place | None
    """Which of the seat's hands it is about, where it has several."""
    decision: Decision
    unit_cents: int
    """The stake that is one unit of the values."""
    chosen: str | None = None
    """The option's name; None while the decision is open."""
    stake_cents: int = 0
    """The further stake that came with the choice."""
    cost: Figure | None = None
    """In units, how much less the choice is worth than the best; None while it is open."""
    kind: str | None = None
    """What sort of mistake it is, in words that stay; None where it is none."""
    value: Figure | None = None
    """What the choice was worth as it was staked; None while it is open."""
    held: tuple[Laid, ...] = ()
    """The seat's cards when it was asked, and those it had picked."""
    dealer: tuple[Laid, ...] = ()
    """The dealer's, as far as the seat saw them."""

    @property
    def is_partly_staked(self) -> bool:
        """Whether less was put down than the option takes, so that it was worth something else."""
        return self.chosen is not None and self.value != self.option(self.chosen).value

    @property
    def best(self) -> OptionWorth:
        """The option worth most."""
        return self.decision.best

    @property
    def options(self) -> tuple[OptionWorth, ...]:
        """All options, the best one first."""
        return best_first(self.decision)

    @property
    def is_mistake(self) -> bool:
        """Whether another choice is worth more."""
        return self.kind is not None

    @property
    def cost_cents(self) -> Figure:
        """The cost in money, exactly: fractions of a cent are kept."""
        cost = self.cost or Figure(Fraction(0))
        return Figure(cost.value * self.unit_cents, cost.error * self.unit_cents)

    def option(self, name: str) -> OptionWorth:
        """The option of that name."""
        return next(one for one in self.decision.options if one.name == name)


def review(
    game: Game[Any],
    settings: TableSettings,
    events: Sequence[Event],
    seat: int,
    *,
    since: int = 1,
) -> tuple[Reviewed, ...]:
    """The decisions a seat has made in a round so far, from the events as the seat sees them.

    Those before number `since` are left out, and not valued again.
    """
    found = enumerate(moments(events, seat), start=1)
    return tuple(
        review_moment(game, settings, events, moment, number)
        for number, moment in found
        if number >= since and moment.chosen is not None
    )


def advice(
    game: Game[Any], settings: TableSettings, events: Sequence[Event], seat: int
) -> Reviewed | None:
    """What every option is worth of the decision a seat is asked for; None if it is not asked."""
    found = moments(events, seat)
    if not found or found[-1].chosen is not None:
        return None
    return review_moment(game, settings, events, found[-1], len(found))


def review_moment(
    game: Game[Any],
    settings: TableSettings,
    events: Sequence[Event],
    moment: Moment,
    number: int,
) -> Reviewed:
    """One decision of a round, made or open."""
    decision = value_moment(game, settings, moment)
    unit_cents = _unit_cents(events, moment.seat, decision)
    asked = Reviewed(
        number,
        moment.question,
        moment.asked.place,
        decision,
        unit_cents,
        held=held_by(moment.seen, moment.seat),
        dealer=dealer_shows(moment.seen),
    )
    if moment.chosen is None:
        return asked
    value = _value_as_staked(moment, decision, unit_cents)
    best = decision.best.value
    cost = Figure(best.value - value.value, best.error + value.error)
    if value == best:
        cost = Figure(Fraction(0))
    return replace(
        asked,
        chosen=moment.chosen,
        stake_cents=moment.stake_cents,
        cost=cost,
        # What a bound on the error could explain is held against nobody.
        kind=_kind(moment, decision) if cost.value > cost.error else None,
        value=value,
    )


def reviewed_json(reviewed: Reviewed) -> dict[str, Any]:
    """As JSON: the fields of `croupier strategy --json`, and what the choice cost.

    `value` is that of the choice as it was staked. `cost_cents` and `cost_percent` are for display;
    `cost` is exact.
    """
    cost = reviewed.cost
    return {
        "number": reviewed.number,
        "place": None if reviewed.place is None else str(reviewed.place),
        "chosen": reviewed.chosen,
        "stake_cents": reviewed.stake_cents,
        "unit_cents": reviewed.unit_cents,
        "held": [_laid_json(one) for one in reviewed.held],
        "dealer": [_laid_json(one) for one in reviewed.dealer],
        "value": None if reviewed.value is None else figure_json(reviewed.value),
        "cost": None if cost is None else figure_json(cost),
        "cost_cents": None if cost is None else float(reviewed.cost_cents.value),
        "cost_percent": None if cost is None else float(100 * cost.value),
        "is_mistake": reviewed.is_mistake,
        "kind": reviewed.kind,
        **decision_json(reviewed.decision),
        "question": reviewed.question,
    }


def _laid_json(laid: Laid) -> dict[str, Any]:
    return {
        "place": str(laid.place),
        "cards": [None if card is None else str(card) for card in laid.cards],
    }


def _unit_cents(events: Sequence[Event], seat: int, decision: Decision) -> int:
    """What lay on the unit's spot when bets were closed: doubles and splits come on top of it."""
    slips = [event for event in events if isinstance(event, WagersPlaced) and event.seat == seat]
    stakes = dict(slips[-1].stakes) if slips else {}
    spot = decision.unit_spot or decision.per
    assert spot in stakes, f"the unit of a decision is the stake on a spot, not {spot}"
    return stakes[spot]


def _value_as_staked(moment: Moment, decision: Decision, unit_cents: int) -> Figure:
    """What the choice was worth: where the player named a stake, what he put down counts."""
    chosen = next(one for one in decision.options if one.name == moment.chosen)
    if chosen.per_staked is None:
        return chosen.value
    most = next(one for one in moment.asked.options if one.name == chosen.name).most_cents
    missing = Fraction(most - moment.stake_cents, unit_cents)
    return Figure(
        chosen.value.value - missing * chosen.per_staked.value,
        chosen.value.error + missing * chosen.per_staked.error,
    )


def _kind(moment: Moment, decision: Decision) -> str:
    """`Hard 16: stand instead of hit`; options named by position count as one."""
    situation = situation_of(moment.question)
    assert moment.chosen is not None, "what is open is no mistake"
    chosen, best = sort_of(moment.chosen), sort_of(decision.best.name)
    if moment.chosen == decision.best.name:
        return f"{situation}: {chosen} for less than the most"
    if chosen != best:
        return f"{situation}: {chosen} instead of {best}"
    if all(sort_of(option.name) == best for option in decision.options):
        return f"{situation}: not the best one"
    return f"{situation}: {chosen}, but not the best one"


def situation_of(question: str) -> str:
    """`Hard 16` for `Hard 16: how do you play?`, `Play or fold` for `Play or fold?`."""
    return question.partition(": ")[0].rstrip("?")


def sort_of(name: str) -> str:
    """`3-card` for the option `3-card 1-2-4`: those named by position count as one."""
    return (_NUMBERED.sub("", name) or name).replace("_", " ")
