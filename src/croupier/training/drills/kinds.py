"""Kinds of rounds: who gets what, so that every way in which a bet can end comes up.

Which cards decide a bet is learned by changing them one at a time. Then hands of every shape are
to be dealt to just these cards.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from croupier.cards import DECK, Card
from croupier.table.events import WagerSettled
from croupier.table.staking import bettable
from croupier.training.chance import Chance
from croupier.training.drills.practised import practised_as
from croupier.training.drills.shapes import (
    MADE_HANDS,
    STARTS,
    UP_CARDS,
    Held,
    Shape,
    tied,
)
from croupier.training.drills.staged import (
    Slot,
    Staged,
    Wishes,
    play_staged,
    slip_on,
    slots_of,
    some_picks,
)
from croupier.training.lesson import Lesson

__all__ = ["Kind", "kinds_of"]

_PICKS: Final = 2
"""Under how many picks it is learned which cards decide, where there is something to pick."""
_LEARNED_FROM: Final = 2
_OTHERS: Final = 2
"""How many rounds for each of those, and by how many others every card is replaced."""
_DEALER: Final = 0


@dataclass(frozen=True, slots=True)
class _Deciding:
    """The cards that decide a bet, under certain picks."""

    picks: tuple[str, ...]
    own: tuple[Slot, ...]
    dealers: tuple[Slot, ...]
    is_by_table: bool
    """Whether the bet is paid by a pay table."""
    alike: dict[str, tuple[Slot, ...]]
    """By spot that is practised with this one: the cards that decide there."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of round: who gets what."""

    picks: tuple[str, ...] | None = None
    """None for any."""
    slots: tuple[Slot, ...] = ()
    shape: Shape | Held | None = None
    dealers: tuple[Slot, ...] = ()
    up_cards: Held | None = None
    """For the dealer; none where he gets the same ranks as the player."""
    alike: tuple[tuple[str, tuple[Slot, ...]], ...] = ()
    """Other spots that are practised with this one, and where the cards go for those."""
    is_short: bool = False
    """Whether the cards run out."""

    def wishes(self, chance: Chance, spots: Collection[str] = ()) -> Wishes:
        """Cards for such a round, with which it happens on one of these spots."""
        match self.shape:
            case Shape():
                elsewhere = [slots for spot, slots in self.alike if spot in spots]
                slots = chance.choice(elsewhere) if elsewhere else self.slots
                places = chance.sample(slots, self.shape.size)
                return dict(zip(places, self.shape.cards(chance), strict=True))
            case Held():
                assert self.up_cards is not None, "a start is met by one of the dealer's"
                own = self.shape.cards(chance)
                theirs = self.up_cards.cards(chance, own)
            case None:
                own, theirs = tied(len(self.dealers), chance)
        return dict(zip(self.slots, own, strict=False)) | dict(
            zip(self.dealers, theirs, strict=False)
        )


@lru_cache(maxsize=64)
def kinds_of(lesson: Lesson) -> tuple[Kind, ...]:
    """All kinds of rounds for a lesson, those that are left to chance first."""
    kinds = [Kind(), Kind(is_short=True)]
    for one in _deciding(lesson):
        all_slots = (*one.own, *one.dealers)
        if one.own and one.dealers:
            both = min(len(one.own), len(one.dealers))
            kinds.append(Kind(one.picks, one.own[:both], None, one.dealers[:both]))
        if one.is_by_table:
            # Of three of six cards something may come; of what is fewer yet it comes by chance.
            kinds += [
                Kind(one.picks, all_slots, shape, alike=tuple(one.alike.items()))
                for shape in MADE_HANDS
                if len(all_slots) - 3 < shape.size <= len(all_slots)
            ]
        else:
            kinds += [
                Kind(one.picks, one.own, start, one.dealers, up_cards)
                for start in STARTS
                for up_cards in UP_CARDS
            ]
    return tuple(dict.fromkeys(kinds))


def _deciding(lesson: Lesson) -> list[_Deciding]:
    """Learned from a few rounds, each dealt again with one card changed at a time."""
    by_slots: dict[tuple[tuple[Slot, ...], bool], _Deciding] = {}
    practised, pay_tables = practised_as(lesson), lesson.table.pay_tables
    picks_of = {
        some_picks(lesson, Chance("picks", lesson.game.id, number)) for number in range(_PICKS)
    }
    for picks in sorted(picks_of):
        decided = _deciding_slots(lesson, picks)
        for spot, slots in decided.items():
            if practised[spot] in decided and practised[spot] != spot:
                continue
            own = tuple(sorted(slot for slot in slots if slot[0] != _DEALER))
            dealers = tuple(sorted(slots - set(own)))
            alike = {
                other: tuple(sorted(theirs))
                for other, theirs in decided.items()
                if practised[other] == spot and len(theirs) == len(slots)
            }
            one = _Deciding(picks, own, dealers, spot in pay_tables, alike)
            by_slots.setdefault(((*own, *dealers), one.is_by_table), one)
    return list(by_slots.values())


def _deciding_slots(lesson: Lesson, picks: tuple[str, ...]) -> dict[str, set[Slot]]:
    """By spot: whose which card made a difference to how it was settled."""
    found: dict[str, set[Slot]] = {}
    for number in range(_LEARNED_FROM):
        words = "learning", lesson.game.id, number
        cards, verdicts = _verdicts(lesson, {}, words, picks)
        spare = [card for card in DECK if card not in cards.values()]
        for slot, card in cards.items():
            others = [one for one in spare if one.rank != card.rank and one.suit != card.suit]
            for other in Chance(*words, *slot).sample(others, _OTHERS):
                _, changed = _verdicts(lesson, {**cards, slot: other}, words, picks)
                for spot, verdict in verdicts.items():
                    slots = found.setdefault(spot, set())
                    if changed.get(spot) != verdict:
                        slots.add(slot)
    return found


def _verdicts(
    lesson: Lesson, wishes: Wishes, words: tuple[object, ...], picks: tuple[str, ...]
) -> tuple[Mapping[Slot, Card], Mapping[str, object]]:
    """Which cards lay where in a round, and how every spot was settled."""
    staged = _played(lesson, wishes, words, picks)
    verdicts: dict[str, list[object]] = {}
    for event in staged.events:
        if isinstance(event, WagerSettled):
            verdicts.setdefault(event.spot, []).append((event.outcome, event.because))
    return slots_of(staged.events), dict(verdicts)


def _played(
    lesson: Lesson,
    wishes: Wishes,
    words: tuple[object, ...],
    picks: tuple[str, ...] | None,
) -> Staged:
    """A round on which everything is bet, as far as the limits allow it."""
    everything = [wager.spot for wager in bettable(lesson.table.wagers.values())]
    slip = slip_on(lesson, everything, Chance(*words, "slip"), picks)
    return play_staged(lesson, slip, wishes, Chance(*words, "cards"))
