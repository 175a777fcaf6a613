"""What goes wrong with cards, devices and dealers, told as it happens at a table.

For every kind of irregularity and every device a game is dealt from there is a moment of a round
in which it happens. What is then done, and by which clause, the game says itself.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from croupier.cards import HandDeck, PackDispenser
from croupier.money import format_cents
from croupier.plurals import counted
from croupier.table.events import CardDealt, Event, RestReleased, WagerSettled
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.layout import Layout, view
from croupier.table.places import SPECTATOR, Face, Place
from croupier.table.preparation import HOUSE_PROCEDURE
from croupier.table.settlement import Result
from croupier.table.steps import Ask, TakeWagers
from croupier.training.chance import Chance
from croupier.training.drills.staged import SEAT, play_staged, slip_on
from croupier.training.lesson import Lesson
from croupier.training.marking import MistakeKind
from croupier.training.questions import Blank, BlankKind, Offered, Question, Right, Task
from croupier.training.scene import scene_of

__all__ = ["RULINGS", "mishaps", "task_of_mishap", "why_so"]

_CALLED: Final = {
    IrregularityKind.CARD_FACE_UP: "Card face up",
    IrregularityKind.WRONG_COUNT: "Wrong count",
    IrregularityKind.DEALER_CARD_EXPOSED: "Card of the dealer seen",
    IrregularityKind.DEVICE_FAILURE: "Device fails",
    IrregularityKind.CARDS_TOUCHED: "Cards touched",
    IrregularityKind.DEALER_ERROR: "Mistake of the dealer",
}
RULINGS: Final = (
    Offered(Remedy.VOID.value, "The round is void, and every wager goes back"),
    Offered(Remedy.SUPERVISOR.value, "Stop, and let the supervisor decide"),
    Offered(Remedy.CONTINUE.value, "Go on with the round"),
)
_FOLLOWS: Final = {
    Remedy.VOID: "Every wager goes back.",
    Remedy.SUPERVISOR: "The round is held until the supervisor voids it or lets it go on.",
    Remedy.CONTINUE: "The round goes on.",
}


def mishaps(lesson: Lesson) -> dict[str, tuple[IrregularityKind, Lesson]]:
    """By item: what goes wrong, and the lesson as dealt from the device it goes wrong with."""
    dealt_so = [replace(lesson, device=device) for device in lesson.game.devices]
    return {
        f"{called}: {one.device.name}": (kind, one)
        for kind, called in _CALLED.items()
        for one in dealt_so
        if kind in _happening(one)
    }


@lru_cache(maxsize=64)
def _happening(lesson: Lesson) -> frozenset[IrregularityKind]:
    """What can happen in this game: without cards of a dealer's, for one, none of them is seen."""
    chance = Chance("mishaps", lesson.game.id)
    events = play_staged(lesson, slip_on(lesson, (), chance), {}, chance).events
    return frozenset(
        kind for kind, moments in _MOMENTS.items() if any(moments(lesson, events, chance))
    )


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment of a round, and what happens in it."""

    at: int
    """After how many events."""
    told: str


def task_of_mishap(
    drill: str, item: str, kind: IrregularityKind, lesson: Lesson, chance: Chance
) -> Task:
    """What is to be done about it, in some round."""
    moments: list[_Moment] = []
    while not moments:
        spots = [spot for spot in lesson.table.wagers if not chance.randrange(2)]
        slip = slip_on(lesson, spots, chance)
        events = play_staged(lesson, slip, {}, chance).events
        moments = list(_MOMENTS[kind](lesson, events, chance))
    moment = chance.choice(moments)
    scene = scene_of(Layout.fold(view(events[: moment.at], SPECTATOR)))
    text = f"You deal from a {lesson.device.name}. {moment.told} What is the ruling?"
    blank = Blank("ruling", "What is done?", BlankKind.CHOICE, RULINGS)
    return Task(Question(drill, item, text, scene, (blank,)), (_right(kind, lesson),))


def _right(kind: IrregularityKind, lesson: Lesson) -> Right:
    device = lesson.device.name
    remedy = lesson.game.remedy(kind, lesson.rules, device)
    clause = lesson.game.remedy_clause(kind, lesson.rules, device)
    why, named = why_so(lesson, clause, remedy), clause or HOUSE_PROCEDURE
    return Right("ruling", (remedy.value,), MistakeKind.WRONG_RULING, named, why)


def why_so(lesson: Lesson, clause: str | None, remedy: Remedy) -> str:
    """What the sheet says about it, if anything, and what follows."""
    silent = "The rules of the game do not say what follows."
    said = silent if clause is None else f"{clause}: {lesson.clause_says(clause)}"
    return f"{said} {_FOLLOWS[remedy]}"


# The moments.

_Moments = Callable[[Lesson, Sequence[Event], Chance], Iterator[_Moment]]


def _face_up(lesson: Lesson, events: Sequence[Event], _: Chance) -> Iterator[_Moment]:
    for at, dealt in _from_the_device(lesson, events):
        told = f"A card is to come to {_who(dealt.place)}, and {_named(dealt)} lies face up in"
        yield _Moment(at, f"{told} the {lesson.device.name}.")


def _miscounted(_: Lesson, events: Sequence[Event], chance: Chance) -> Iterator[_Moment]:
    """One card more or less than come to a place in a row."""
    first_at, count = 0, 0
    dealt = dict(_dealt(events))
    for at, one in dealt.items():
        before, after = dealt.get(at - 1), dealt.get(at + 1)
        if before is None or before.place != one.place:
            first_at, count = at, 0
        count += 1
        if after is None or after.place != one.place:
            wrong = count + 1 if count == 1 else count + chance.choice((-1, 1))
            given = f"{counted(wrong, 'card')} to {_who(one.place)}"
            yield _Moment(first_at, f"You have given {given}, not {count}.")


def _exposed(_: Lesson, events: Sequence[Event], __: Chance) -> Iterator[_Moment]:
    """A hidden card of the dealer, or where he has none any, before it should be seen."""
    theirs = [(at, dealt) for at, dealt in _dealt(events) if dealt.place.is_dealers]
    hidden = [(at, dealt) for at, dealt in theirs if dealt.face is not Face.UP]
    for at, dealt in hidden or theirs:
        told = f"Before it is to be shown, a card of the dealer's is seen: {_named(dealt)}"
        yield _Moment(at + 1 if hidden else at, f"{told}.")


def _failed(lesson: Lesson, events: Sequence[Event], _: Chance) -> Iterator[_Moment]:
    device = lesson.device
    # What a dealer holds in his hand neither jams nor fails.
    if device.device is HandDeck:
        return
    for at, dealt in _from_the_device(lesson, events):
        told = f"The {device.name} jams, and nothing comes out for {_who(dealt.place)}"
        yield _Moment(at, f"{told}.")


def _touched(lesson: Lesson, events: Sequence[Event], chance: Chance) -> Iterator[_Moment]:
    """A player's cards by somebody else; where no player has any, whatever lies there."""
    if {TakeWagers, Ask} & lesson.game.done_by_system():
        # Who bets and decides at a terminal does not sit where the cards lie.
        return
    all_dealt = list(_dealt(events))
    players = [(at, dealt) for at, dealt in all_dealt if dealt.place.seat is not None]
    has_neighbour = lesson.settings.positions > SEAT
    who = f"The player at seat {SEAT + 1}" if has_neighbour else "Somebody who stands by"
    for at, dealt in players or all_dealt:
        did = chance.choice(_DONE_TO_ANY if dealt.face is Face.UP else _DONE_TO_HIDDEN)
        yield _Moment(at + 1, f"{who} reaches over and {did} a card of {_who(dealt.place)}.")


def _wrongly_settled(_: Lesson, events: Sequence[Event], __: Chance) -> Iterator[_Moment]:
    for at, event in enumerate(events):
        if isinstance(event, WagerSettled):
            wager = f"{format_cents(event.stake_cents)} on {event.spot}"
            lost = event.outcome.result is Result.LOSE
            ends, done = ("loses", "paid") if lost else ("does not lose", "taken")
            told = f"You have {done} the {wager} of seat {event.seat}, which {ends}"
            yield _Moment(at, f"{told}; you notice it before the cards are collected.")


_MOMENTS: Final[dict[IrregularityKind, _Moments]] = {
    IrregularityKind.CARD_FACE_UP: _face_up,
    IrregularityKind.WRONG_COUNT: _miscounted,
    IrregularityKind.DEALER_CARD_EXPOSED: _exposed,
    IrregularityKind.DEVICE_FAILURE: _failed,
    IrregularityKind.CARDS_TOUCHED: _touched,
    IrregularityKind.DEALER_ERROR: _wrongly_settled,
}

_DONE_TO_ANY: Final = ("takes up", "moves")
_DONE_TO_HIDDEN: Final = (*_DONE_TO_ANY, "turns up", "looks at")
"""What can be done to a card: only one that lies face down is turned up, or looked at."""


def _from_the_device(lesson: Lesson, events: Sequence[Event]) -> Iterator[tuple[int, CardDealt]]:
    """The cards that come out of the device: none once a shuffler has given out the rest."""
    last = len(events)
    if lesson.device.device is PackDispenser:
        released = (at for at, event in enumerate(events) if isinstance(event, RestReleased))
        last = next(released, last)
    return ((at, dealt) for at, dealt in _dealt(events) if at < last)


def _dealt(events: Sequence[Event]) -> Iterator[tuple[int, CardDealt]]:
    """Every card, and how many events there were before it came."""
    for at, event in enumerate(events):
        if isinstance(event, CardDealt):
            yield at, event


def _who(place: Place) -> str:
    """`seat 1`, `the dealer`, or a place of the table by its name."""
    if place.seat is not None:
        return f"seat {place.seat}"
    return "the dealer" if place.is_dealers else f"the place {place.name}"


def _named(dealt: CardDealt) -> str:
    """`the queen of hearts`."""
    assert dealt.card is not None, "the record is not cut"
    return f"the {dealt.card.spoken}"
