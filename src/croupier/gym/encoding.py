"""What a seat sees, as arrays of one size for every moment of every round.

The arrays say which card lies where and in which order, because options may name the cards of
a hand by their order. They know no game: a place is whose it is, and its number among his.
"""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from croupier.cards import DECK, Card
from croupier.gym.seat_view import SeatView
from croupier.money import MOST_CENTS
from croupier.table.layout import PlacedCard
from croupier.table.places import Place
from croupier.table.prepared import PreparedTable

__all__ = ["FACE_DOWN", "SLOTS", "Encoding", "Observation", "Where", "cards_in"]

Observation = dict[str, npt.NDArray[Any]]

SLOTS: Final = 12
"""How many cards of a hand stand in order. Eleven are the most that a hand of one deck can have
without passing 21; of a longer one the rest is found in `where`, `place` and `position`."""

FACE_DOWN: Final = 53
"""A card that lies there, but whose face the seat does not see."""


class Where(IntEnum):
    """Where the seat sees a card."""

    UNSEEN = 0
    HAND = 1
    """In the hand it is asked about; in any of its own where the question is about all."""
    OWN = 2
    """In another hand of its own."""
    DEALER = 3
    TABLE = 4
    """At a place that is nobody's, such as a stadium's cells."""
    OTHERS = 5
    """In front of another seat."""


_IN_ORDER: Final = {"hand": Where.HAND, "dealer": Where.DEALER, "table": Where.TABLE}
"""The arrays that hold cards in their order, and whose."""


def cards_in(slots: Iterable[Any]) -> tuple[Card, ...]:
    """The cards that an array such as `observation["hand"]` shows."""
    return tuple(DECK[int(slot) - 1] for slot in slots if 0 < slot < FACE_DOWN)


class Encoding:
    """The arrays for one table, and their spaces."""

    def __init__(self, table: PreparedTable, *, actions: int, unit_cents: int) -> None:
        self._spots = [spot for spot, wager in table.wagers.items() if wager.brought_by is None]
        self._picks = table.picks.choices if table.picks is not None else ()
        self._unit_cents = unit_cents
        self._space = _space(actions, len(self._spots), len(self._picks))

    @property
    def space(self) -> spaces.Dict:
        """What `encode` gives."""
        return self._space

    @property
    def spots(self) -> tuple[str, ...]:
        """The spots of `stakes`, in order."""
        return tuple(self._spots)

    def encode(self, view: SeatView, mask: npt.NDArray[np.int8]) -> Observation:
        """What the seat sees now; `mask` says which actions are on offer."""
        asked = view.asked
        about = asked.place if asked is not None else None
        stakes = view.layout.stakes.get(view.seat, {})
        observation = _cards(view)
        observation |= {
            "hand_number": np.array([view.numbers.get(about, 0) if about else 0], np.int8),
            "cards_dealt": np.array([view.cards_dealt], np.int8),
            "stakes": np.array(
                [stakes.get(spot, 0) / self._unit_cents for spot in self._spots], np.float32
            ),
            "action_mask": mask.copy(),
        }
        if self._picks:
            own = view.layout.picks.get(view.seat, ())
            observation["picks"] = np.array([pick in own for pick in self._picks], np.int8)
        return observation


def _space(actions: int, spots: int, picks: int) -> spaces.Dict:
    deck = len(DECK)
    parts: dict[str, spaces.Space[Any]] = {
        name: spaces.MultiDiscrete([FACE_DOWN + 1] * SLOTS, np.int8) for name in _IN_ORDER
    }
    parts |= {
        "where": spaces.MultiDiscrete([len(Where)] * deck, np.int8),
        "place": spaces.Box(0, deck, (deck,), np.int8),
        "position": spaces.Box(0, deck, (deck,), np.int8),
        "hand_number": spaces.Box(0, deck, (1,), np.int8),
        "cards_dealt": spaces.Box(0, deck, (1,), np.int8),
        "stakes": spaces.Box(0, MOST_CENTS, (spots,), np.float32),
        "action_mask": spaces.MultiBinary(actions),
    }
    if picks:
        parts["picks"] = spaces.MultiBinary(picks)
    return spaces.Dict(parts)


def _cards(view: SeatView) -> Observation:
    """Which card lies where, by card and in order."""
    deck = len(DECK)
    where, place, position = (np.zeros(deck, np.int8) for _ in range(3))
    in_order: Mapping[Where, list[int]] = {part: [] for part in _IN_ORDER.values()}
    # In the order of their numbers, so that a hand in two places stands as it was dealt.
    for lies_at, lying in sorted(view.cards.items(), key=lambda item: view.numbers[item[0]]):
        part = _where(view, lies_at)
        if part in in_order:
            in_order[part].extend(map(_slot, lying))
        for at, one in enumerate(lying, start=1):
            if one.card is not None:
                where[one.card] = part
                place[one.card] = view.numbers[lies_at]
                position[one.card] = at
    observation = {"where": where, "place": place, "position": position}
    for name, part in _IN_ORDER.items():
        slots = np.zeros(SLOTS, np.int8)
        shown = in_order[part][:SLOTS]
        slots[: len(shown)] = shown
        observation[name] = slots
    return observation


def _where(view: SeatView, place: Place) -> Where:
    if place.owner == view.seat:
        return Where.HAND if view.is_asked_about(place) else Where.OWN
    if place.seat is not None:
        return Where.OTHERS
    return Where.DEALER if place == Place.of_dealer(place.name) else Where.TABLE


def _slot(lying: PlacedCard) -> int:
    return FACE_DOWN if lying.card is None else lying.card + 1
