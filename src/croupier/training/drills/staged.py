"""Rounds that are staged: certain cards come to certain people, all else is left to chance.

The deck is made up while it is dealt. Whoever gets the next card gets the one that is wished for
him, if there is one; so nobody need know how a game deals, nor how many cards were drawn before.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from croupier.bots import random_decision, usual_decision
from croupier.cards import Card, Device, OutOfCards
from croupier.rejection import Rejection
from croupier.table.commands import CloseBets, Decide, Perform, PlaceWagers
from croupier.table.events import CardDealt, Event
from croupier.table.places import Place
from croupier.table.round import Round
from croupier.table.source import CardSource
from croupier.table.staking import bettable, compulsory_spots, find_stakes, least_stakes
from croupier.table.steps import Act, Call, Deal
from croupier.table.wager import OnlyWith, Slip, When, check_slip
from croupier.table.waiting import (
    AUTOMATIC,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingWagers,
    step_name,
)
from croupier.training.chance import Chance
from croupier.training.lesson import Lesson
from croupier.training.rounds import SALT

__all__ = [
    "SEAT",
    "Slot",
    "Staged",
    "Wishes",
    "needed_with",
    "play_staged",
    "slip_on",
    "slots_of",
    "some_picks",
]

SEAT: Final = 1
"""Whose round it is: one seat shows everything."""

_BY_HAND: Final = AUTOMATIC - {Call, Act}
"""What the dealer says and does is written down when he comes to it."""
_STEPS: Final = 40
"""How many stakes are tried from the least up: odd ones, and none that nobody could reckon with."""

Slot = tuple[int, int]
"""Whose card, as a place has its owner, and his how-many-eth, counted from 0."""
Wishes = Mapping[Slot, Card]


class _MadeUp(Device):
    """A deck that is put into order while it is dealt."""

    name = "made-up deck"

    def __init__(self, wishes: Wishes, cards: Sequence[Card]) -> None:
        self.table: Round | None = None
        self._wishes = dict(wishes)
        wished = set(wishes.values())
        self._others = [card for card in reversed(cards) if card not in wished]
        self._had: dict[int, int] = {}

    @property
    def remaining(self) -> int:
        return len(self._others) + len(self._wishes)

    def deal(self, count: int = 1) -> tuple[Card, ...]:
        assert self.table is not None, "it is dealt from in a round"
        step = self.table.step
        assert isinstance(step, Deal), "cards are dealt in a step that says whose they are"
        if count > self.remaining:
            raise OutOfCards(f"{self.remaining} cards are left, not {count}")
        return tuple([self._next(place.owner) for place, _ in step.targets])

    def _next(self, owner: int) -> Card:
        slot = owner, self._had.get(owner, 0)
        self._had[owner] = slot[1] + 1
        if slot in self._wishes:
            return self._wishes.pop(slot)
        if self._others:
            return self._others.pop()
        # What was wished for later is all that is left.
        return self._wishes.pop(next(iter(self._wishes)))

    def release_rest(self) -> int:
        return self.remaining


@dataclass(frozen=True, slots=True)
class Staged:
    """A round that was staged, at its end."""

    events: tuple[Event, ...]
    """All of them, uncut."""
    calls: Mapping[int, Call]
    """What the dealer called, by the number of the event."""
    looks: Mapping[int, Place]
    """Where the dealer looked under cards that lay face down, by the number of the event."""


def play_staged(
    lesson: Lesson, slip: Slip, wishes: Wishes, chance: Chance, cards: int | None = None
) -> Staged:
    """A round of one seat to its end, with the cards wished for where anybody gets them.

    `cards` is how many there are, where others have drawn so many that they may run out.
    """
    deck = _MadeUp(wishes, chance.deck()[:cards])
    source = CardSource(lesson.device.name, lambda _salt: deck)
    deck.table = table = Round(lesson.game, lesson.settings, source, automation=_BY_HAND)
    calls: dict[int, Call] = {}
    looks: dict[int, Place] = {}
    while not table.layout.is_over:
        match table.waiting:
            case AwaitingWagers():
                table.handle(PlaceWagers(SEAT, slip))
                table.handle(CloseBets(SALT))
            case AwaitingDealer(Call() as call):
                calls[len(table.events)] = call
                table.handle(Perform(step_name(call)))
            case AwaitingDealer(Act(looks_at=place) as act):
                if place is not None:
                    looks[len(table.events)] = place
                table.handle(Perform(step_name(act)))
            case AwaitingDecisions():
                table.handle(_decision(lesson, table, chance))
            case other:
                raise AssertionError(f"a staged round does not wait for {other}")
    return Staged(table.events, calls, looks)


def _decision(lesson: Lesson, table: Round, chance: Chance) -> Decide:
    """Half the time what brings another wager; else what is usual, and now and then anything."""
    asked = table.layout.asked[SEAT]
    wagers = lesson.table.wagers
    betting = [
        option
        for option in asked.options
        if option.spot is not None and wagers[option.spot].when is When.WITH_A_DECISION
    ]
    if betting and chance.randrange(2):
        option = chance.choice(betting)
        return Decide(SEAT, option.name, option.most_cents)
    if chance.randrange(4):
        return usual_decision(table, SEAT)
    return random_decision(asked, chance)


def slots_of(events: Sequence[Event]) -> dict[Slot, Card]:
    """Which cards everybody got in a round, in their order."""
    had: dict[int, int] = {}
    found: dict[Slot, Card] = {}
    for event in events:
        if isinstance(event, CardDealt) and event.card is not None:
            owner = event.place.owner
            found[owner, had.get(owner, 0)] = event.card
            had[owner] = had.get(owner, 0) + 1
    return found


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Spots to be bet, and whether at any stakes or at the least."""

    spots: Collection[str]
    is_least: bool


def slip_on(
    lesson: Lesson, spots: Collection[str], chance: Chance, picks: tuple[str, ...] | None = None
) -> Slip:
    """A slip with these spots and what they need, at odd stakes; with fewer where a limit is."""
    table = lesson.table
    chosen = needed_with(lesson, spots)
    ways = [_Wanted(chosen, is_least=False), _Wanted(chosen, is_least=True)]
    ways += [
        _Wanted(needed_with(lesson, (spot,)), is_least=True)
        for spot in chance.sample(sorted(chosen), len(chosen))
    ]
    if picks is None:
        picks = some_picks(lesson, chance)

    def odd(steps: range) -> int:
        return chance.choice(steps[:_STEPS]) if steps else steps.start

    for way in ways:
        pick = (lambda steps: steps.start) if way.is_least else odd
        stakes = find_stakes(table.wagers, table.limits, table.units_cents, way.spots, pick)
        slip = Slip.of(stakes, picks)
        try:
            check_slip(
                slip,
                table.wagers,
                table.limits,
                table.units_cents,
                lesson.settings.table_maximum_cents,
            )
        except Rejection:
            continue
        return slip
    most = lesson.settings.table_maximum_cents
    return Slip.of(least_stakes(table.wagers, table.limits, table.units_cents, most), picks)


def some_picks(lesson: Lesson, chance: Chance) -> tuple[str, ...]:
    """What a player picks before the deal, where there is something to pick."""
    picks = lesson.table.picks
    return tuple(chance.sample(picks.choices, picks.count)) if picks else ()


def needed_with(lesson: Lesson, spots: Collection[str]) -> set[str]:
    """What must be bet for these spots, and in any case, as far as it is before the deal."""
    wagers = lesson.table.wagers
    open_to_all = {wager.spot for wager in bettable(wagers.values())}
    chosen = compulsory_spots(wagers.values())
    for spot in spots:
        chosen.add(wagers[spot].brought_by or spot)
    chosen &= open_to_all
    while True:
        more = {
            other
            for spot in chosen
            for constraint in wagers[spot].constraints
            if isinstance(constraint, OnlyWith)
            for other in constraint.others
        }
        if more <= chosen:
            return chosen
        chosen |= more
