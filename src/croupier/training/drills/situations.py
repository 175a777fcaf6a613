"""What people do at a table, right or wrong: they bet, too late perhaps, and decide.

Each situation comes with the round it happens in, which can say whether it takes it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from croupier.bots import random_decision, usual_decision
from croupier.money import format_cents, format_stakes
from croupier.rejection import Rejection
from croupier.table.commands import CloseBets, Command, Decide, PlaceWagers
from croupier.table.layout import Layout, view
from croupier.table.places import SPECTATOR
from croupier.table.round import Round
from croupier.table.source import CardSource
from croupier.table.staking import bettable
from croupier.table.steps import Ask, TakeWagers
from croupier.table.wager import Slip, Wager, When
from croupier.table.waiting import AwaitingDecisions
from croupier.training.chance import Chance
from croupier.training.drills.staged import needed_with, slip_on
from croupier.training.lesson import Lesson
from croupier.training.rounds import SALT
from croupier.training.scene import Scene, Staked, scene_of

__all__ = ["Situation", "betting", "changing", "deciding", "late"]

_SEATS: Final = 7
"""How far from the dealer's left somebody is seen to act."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Somebody does something at a table."""

    told: str
    scene: Scene
    does: Command
    clause: str
    """The clause by which it is time for this, or not."""
    refusal: Rejection | None
    """Why the round refuses it; None where it does not."""

    @classmethod
    def at(
        cls, table: Round, told: str, does: Command, *, clause: str = "", scene: Scene | None = None
    ) -> "Situation":
        """What a round says to it, as it stands now."""
        refusal: Rejection | None = None
        try:
            table.check(does)
        except Rejection as refused:
            refusal = refused
        return cls(told, scene or _seen(table), does, clause or _clause(table), refusal)


# While bets are open, and after.


def _new_round(lesson: Lesson, chance: Chance) -> Round:
    cards = chance.deck()
    source = CardSource(lesson.device.name, lambda _salt: lesson.device.load(cards))
    return Round(lesson.game, lesson.settings, source)


def _some_slip(lesson: Lesson, chance: Chance) -> Slip:
    spots = [wager.spot for wager in bettable(lesson.table.wagers.values())]
    return slip_on(lesson, chance.sample(spots, min(len(spots), 2)), chance)


def _some_seat(lesson: Lesson, chance: Chance) -> int:
    return 1 + chance.randrange(min(lesson.settings.positions, _SEATS))


def betting(lesson: Lesson, chance: Chance) -> Iterator[Situation]:
    """A slip, as it may be and with one thing changed."""
    table = _new_round(lesson, chance)
    slips = list(_changed(lesson, _some_slip(lesson, chance), chance))
    chance.shuffle(slips)
    seat = _some_seat(lesson, chance)
    for slip in slips:
        picked = f", and picks {', '.join(slip.picks)}" if lesson.table.picks else ""
        told = f"Bets are open. Seat {seat} puts down {format_stakes(slip.stakes)}{picked}."
        yield Situation.at(
            table,
            f"{told} {_limits(lesson, slip)}",
            PlaceWagers(seat, slip),
            scene=_staked(seat, slip),
        )


def _clause(table: Round) -> str:
    """The clause by which wagers are taken, or somebody is asked."""
    assert isinstance(table.step, TakeWagers | Ask), "people act when they are asked to"
    return table.step.clause


def _limits(lesson: Lesson, slip: Slip) -> str:
    """The limits that the sign says about what is bet."""
    limits, most = lesson.table.limits, lesson.settings.table_maximum_cents
    signs = [limits[spot].sentence(spot) for spot, _ in slip.stakes if spot in limits]
    if most is not None:
        signs.append(f"all together at most {format_cents(most)}")
    return f"The sign says: {'; '.join(signs)}."


def _staked(seat: int, slip: Slip) -> Scene:
    return Scene(staked=tuple(Staked(seat, spot, cents) for spot, cents in slip.stakes))


def _changed(lesson: Lesson, slip: Slip, chance: Chance) -> Iterator[Slip]:
    """A slip as it is, and every slip that has one thing changed."""
    yield slip
    stakes, wagers = dict(slip.stakes), lesson.table.wagers
    for spot, cents in stakes.items():
        limit = lesson.table.limits[spot]
        step = limit.multiple_of_cents
        half = max(limit.minimum_cents // 2, 1)
        off = (cents + one for one in (100, 50, 250, 25) if one % step)
        for other in (
            half,
            limit.minimum_cents,
            limit.maximum_cents,
            limit.maximum_cents + step,
            cents + step,
            cents - step,
            *off,
        ):
            if other > 0:
                yield Slip.of({**stakes, spot: other}, slip.picks)
    for spot in stakes:
        left = {other: cents for other, cents in stakes.items() if other != spot}
        if left:
            yield Slip.of(left, slip.picks)
    for wager in wagers.values():
        if wager.spot not in stakes and needed_with(lesson, (wager.spot,)) & set(stakes):
            yield Slip.of({**stakes, wager.spot: _as_much(wager, stakes, chance)}, slip.picks)
    most = lesson.settings.table_maximum_cents
    if most is not None:
        times = most // slip.total_cents + 1
        yield Slip.of({spot: times * cents for spot, cents in stakes.items()}, slip.picks)
    if slip.picks:
        yield Slip(slip.stakes, slip.picks[1:])


def _as_much(wager: Wager, stakes: Mapping[str, int], chance: Chance) -> int:
    """A stake for a spot, as large as another on the slip."""
    if wager.limit is not None and wager.when is When.BEFORE_THE_DEAL:
        return wager.limit.minimum_cents
    return chance.choice(list(stakes.values()))


def late(lesson: Lesson, chance: Chance) -> Iterator[Situation]:
    """A slip when bets are closed, and the same before."""
    seat, slip = _some_seat(lesson, chance), _some_slip(lesson, chance)
    bets = f"seat {seat} puts down {format_stakes(slip.stakes)}"
    for is_closed in (True, False):
        table = _new_round(lesson, chance)
        clause = _clause(table)
        table.handle(PlaceWagers(1, _some_slip(lesson, chance)))
        if is_closed:
            table.handle(CloseBets(SALT))
        told = "Bets are closed, and" if is_closed else "Bets are still open, and"
        text = f"{told} {bets}. {_limits(lesson, slip)}"
        yield Situation.at(table, text, PlaceWagers(seat, slip), clause=clause)


def _seen(table: Round) -> Scene:
    """What the dealer sees."""
    return scene_of(Layout.fold(view(table.events, SPECTATOR)))


# While players decide.


def deciding(lesson: Lesson, chance: Chance) -> Iterator[Situation]:
    """Whatever anybody may say when somebody is asked."""
    table = _asked_round(lesson, chance)
    if table is None:
        return
    said: list[tuple[str, Command]] = []
    asked_seat = chance.choice(sorted(table.layout.asked))
    asked = table.layout.asked[asked_seat]
    for seat in sorted(table.layout.stakes):
        decision = random_decision(table.layout.asked.get(seat, asked), chance)
        said.append((f"Seat {seat} says: {decision.option}.", _as(decision, seat)))
    for name in lesson.game.options(lesson.rules):
        told = f"Seat {asked_seat} says: {name}."
        option = next((one for one in asked.options if one.name == name), None)
        if option is None:
            said.append((told, Decide(asked_seat, name)))
        elif option.spot is not None and not option.is_open:
            for cents in (option.least_cents, 2 * option.least_cents, option.least_cents // 2):
                puts = f"Seat {asked_seat} says: {name}, and puts down another"
                decision = Decide(asked_seat, name, cents)
                said.append((f"{puts} {format_cents(cents)}.", decision))
    chance.shuffle(said)
    asks = f"{_asks(table)} "
    for told, command in said:
        yield Situation.at(table, f"{asks}{told}", command)


def _as(decision: Decide, seat: int) -> Decide:
    return Decide(seat, decision.option, decision.stake_cents)


def _asks(table: Round) -> str:
    """Who is asked, and what."""
    assert isinstance(table.step, Ask), "somebody is asked"
    seats = [str(one.seat) for one in table.step.asked]
    whom = f"seats {', '.join(seats[:-1])} and {seats[-1]}" if seats[1:] else f"seat {seats[0]}"
    return f"You ask {whom}: “{table.step.question}”"


def changing(lesson: Lesson, chance: Chance) -> Iterator[Situation]:
    """Somebody who has decided and says another thing, or has not decided yet."""
    table = _asked_round(lesson, chance)
    if table is None or not isinstance(table.waiting, AwaitingDecisions):
        return
    asked = table.layout.asked[chance.choice(table.waiting.seats)]
    first, then = random_decision(asked, chance), random_decision(asked, chance)
    asks, step = _asks(table), table.step
    yield Situation.at(table, f"{asks} Seat {asked.seat} says: {first.option}.", first)
    table.handle(first)
    if table.step is step and first.option != then.option:
        told = f"{asks} Seat {asked.seat} has said {first.option}, and now says: {then.option}."
        yield Situation.at(table, told, then)


def _asked_round(lesson: Lesson, chance: Chance) -> Round | None:
    """A round of two seats that waits for a decision; None where it came to its end."""
    table = _new_round(lesson, chance)
    for seat in range(1, min(lesson.settings.positions, 2) + 1):
        table.handle(PlaceWagers(seat, _some_slip(lesson, chance)))
    table.handle(CloseBets(SALT))
    while isinstance(table.waiting, AwaitingDecisions):
        if not chance.randrange(3):
            return table
        table.handle(usual_decision(table, table.waiting.seats[0]))
    return None
