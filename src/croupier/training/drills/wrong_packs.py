"""A shuffler that is set to other packs than the game is dealt in.

Nothing comes of it by any ruling: a round is really begun with such a shuffler, and what the table
does about it is the right answer.
"""

from dataclasses import replace
from typing import Final

from croupier.cards import DECK, FaultKind
from croupier.table.commands import CloseBets, Perform, PlaceWagers
from croupier.table.events import DeviceFailed, Event, IrregularityReported
from croupier.table.irregularity import IrregularityKind
from croupier.table.layout import Layout, view
from croupier.table.places import SPECTATOR
from croupier.table.preparation import HOUSE_PROCEDURE
from croupier.table.round import Round
from croupier.table.source import CardSource
from croupier.table.waiting import AwaitingDealer, AwaitingWagers, step_name
from croupier.training.chance import Chance
from croupier.training.drills.mishaps import RULINGS, why_so
from croupier.training.drills.staged import SEAT, slip_on
from croupier.training.lesson import Lesson
from croupier.training.marking import MistakeKind
from croupier.training.questions import Blank, BlankKind, Question, Right, Task
from croupier.training.scene import scene_of

__all__ = ["task_of_wrong_packs", "wrong_packs"]

_CALLED: Final = "Set to other packs"
_SALT: Final = "00"
_LARGEST: Final = 7
"""The largest packs a shuffler at a card table is set to."""


def wrong_packs(lesson: Lesson) -> dict[str, Lesson]:
    """By item: the lesson as dealt from each device that gives packs."""
    return {
        f"{_CALLED}: {device.name}": replace(lesson, device=device)
        for device in lesson.game.devices
        if device.pack_size is not None
    }


def task_of_wrong_packs(drill: str, item: str, lesson: Lesson, chance: Chance) -> Task:
    """What is to be done when the first pack is of another size."""
    device = lesson.device
    assert device.pack_size is not None, "it gives packs"
    packs = chance.choice([size for size in range(1, _LARGEST + 1) if size != device.pack_size])
    events = _begun(lesson, packs, chance)
    at, failed = _first_failure(events)
    reported = events[at + 1]
    assert isinstance(reported, IrregularityReported), "a failure is reported at once"
    scene = scene_of(Layout.fold(view(events[:at], SPECTATOR)))
    text = (
        f"You deal from a {device.name}. Bets are closed, and {_cards(failed.expected)} are to "
        f"come out. The {device.name} is set to packs of {packs}. What is the ruling?"
    )
    clause = device.clause or lesson.game.remedy_clause(
        IrregularityKind.DEVICE_FAILURE, lesson.rules, device.name
    )
    right = Right(
        "ruling",
        (reported.remedy.value,),
        MistakeKind.WRONG_RULING,
        clause or HOUSE_PROCEDURE,
        f"{reported.detail} {why_so(lesson, clause, reported.remedy)}",
    )
    blank = Blank("ruling", "What is done?", BlankKind.CHOICE, RULINGS)
    return Task(Question(drill, item, text, scene, (blank,)), (right,))


def _begun(lesson: Lesson, packs: int, chance: Chance) -> tuple[Event, ...]:
    """A round from a shuffler set to such packs, as far as it goes."""
    device = replace(lesson.device, pack_size=packs)
    cards = chance.sample(DECK, len(DECK))
    source = CardSource(device.name, lambda _salt: device.load(cards))
    table = Round(lesson.game, lesson.settings, source)
    spots = [spot for spot in lesson.table.wagers if not chance.randrange(2)]
    while not isinstance(table.waiting, AwaitingWagers):
        assert isinstance(table.waiting, AwaitingDealer), "only the dealer comes before bets"
        table.handle(Perform(step_name(table.waiting.step)))
    table.handle(PlaceWagers(SEAT, slip_on(lesson, spots, chance)))
    table.handle(CloseBets(_SALT))
    return table.events


def _first_failure(events: tuple[Event, ...]) -> tuple[int, DeviceFailed]:
    for at, event in enumerate(events):
        if isinstance(event, DeviceFailed) and event.kind is FaultKind.CANNOT:
            return at, event
    raise AssertionError("a shuffler that is set wrongly gives nothing")


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
