"""A round of the log checked: played again by its game's own script, shuffled again by its seed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from croupier.cards import Commitment, Seed
from croupier.house.happenings import RoundBegan
from croupier.house.salts import cut_of, salt_of
from croupier.house.terms import CardsFrom, TableTerms
from croupier.house.verify.findings import Checked, Found, Place, wrong
from croupier.rejection import Rejection
from croupier.table import events as happened
from croupier.table.events import Event
from croupier.table.fairness import check_shuffle
from croupier.table.game import Game
from croupier.table.replay import replay
from croupier.table.settings import TableSettings
from croupier.table.source import DealtFrom

__all__ = ["LoggedRound"]

_NAMED: Final = re.compile(r"Event (\d+) of the record, ")


@dataclass(slots=True)
class LoggedRound:
    """A round as the log has it."""

    table: int
    began: RoundBegan
    first_entry: int
    events: list[Event]
    places: list[tuple[int, int, str | None]]
    """Of each event: the number of its entry, its own, and the id of the command."""
    slips: dict[int, str] = field(default_factory=dict)
    """By seat: the id of the command that put down the slip in force."""
    bets_are_closed: bool = False
    is_over: bool = False
    is_void: bool = False
    is_abandoned: bool = False
    played: int | None = None
    """Of a round that was abandoned: how many of its events its script gave before that."""
    is_called_off: bool = False
    """Whether it was abandoned because nobody had bet, and not because it could not go on."""
    is_checked: bool = False

    @classmethod
    def begin(
        cls, table: int, began: RoundBegan, settings: TableSettings, entry: int, event: int
    ) -> "LoggedRound":
        """The round that begins with that event."""
        opened = happened.RoundOpened(
            settings, began.device, began.is_physical, began.back, began.commitment
        )
        return cls(table, began, entry, [opened], [(entry, event, None)])

    def take(self, event: Event, entry: int, number: int, command: str | None) -> None:
        """Takes in what happened next in it."""
        self.events.append(event)
        self.places.append((entry, number, command))
        match event:
            case happened.WagersPlaced(seat, stakes):
                if stakes:
                    self.slips[seat] = command or ""
                else:
                    self.slips.pop(seat, None)
            case happened.BetsClosed():
                self.bets_are_closed = True
            case happened.RoundClosed():
                self.is_over = True
            case happened.RoundVoided():
                self.is_over = self.is_void = True
            case _:
                pass

    def abandon(self, *, is_called_off: bool) -> None:
        """Takes in that it does not go on."""
        self.is_abandoned = True
        self.is_called_off = is_called_off
        self.played = len(self.events)

    def until(self, count: int) -> "LoggedRound":
        """The round as it was after so many events."""
        first, *others = self.places[:count]
        before = replace(
            self,
            events=self.events[:1],
            places=[first],
            slips={},
            bets_are_closed=False,
            is_over=False,
            is_void=False,
        )
        for event, (entry, number, command) in zip(self.events[1:count], others, strict=True):
            before.take(event, entry, number, command)
        return before

    def place(self, at: int | None = None) -> Place:
        """Where its event of that number stands; without one, where it begins."""
        entry, event, _ = self.places[at] if at is not None else (self.first_entry, None, None)
        return Place(self.table, entry, event, self.began.round)

    # Checks.

    def check_opening(self, terms: TableTerms, device: DealtFrom) -> None:
        """Refuses a round that is not dealt from what the table is dealt from."""
        began, is_physical = self.began, terms.cards is CardsFrom.PHYSICAL
        if began.device != device.name or began.is_physical is not is_physical:
            cards = "real cards" if is_physical else "cards shuffled by the house"
            raise wrong(self.place(0), f"this table is dealt from a {device.name} with {cards}.")
        if (began.commitment is None) is not is_physical:
            raise wrong(
                self.place(0),
                "a round with cards shuffled by the house begins with a commitment, one with real "
                "cards has none.",
            )

    def check_salt(self, terms: TableTerms, device: DealtFrom) -> None:
        """Refuses a salt that is not made of the slips in force; to be asked when bets close."""
        closed = self.events[-1]
        assert isinstance(closed, happened.BetsClosed), "to be asked when bets close"
        salt = salt_of(self.slips)
        if closed.salt != salt:
            raise wrong(
                self.place(len(self.events) - 1),
                f"the salt is {closed.salt}; the ids of the slips in force give {salt}.",
            )
        cut_at = cut_of(salt, device) if terms.cards is CardsFrom.VIRTUAL else None
        if closed.cut_at != cut_at:
            raise wrong(
                self.place(len(self.events) - 1),
                f"the deck is cut at {closed.cut_at}; the salt says {cut_at}.",
            )

    def check_replay(self, game: Game[Any]) -> None:
        """Refuses a round that the game's script does not give."""
        try:
            replay(game, self.events[: self.played])
        except Rejection as refused:
            raise self._as_found(refused) from None
        except (AssertionError, LookupError, TypeError, ValueError) as problem:
            raise wrong(self.place(), f"it cannot be played again: {problem!r}.") from None

    def check_abandoned(self, game: Game[Any]) -> None:
        """The same of a round that was abandoned, as far as it was played.

        One that could not go on may be one that cannot be played again: that is why it ended.
        What it would have brought is of no matter, because everything went back.
        """
        try:
            self.check_replay(game)
        except Found:
            if self.is_called_off:
                raise

    def check_seed_is_revealed(self, terms: TableTerms) -> None:
        """Refuses a round that keeps its seed to itself where the terms of its table reveal it.

        Whoever deals what he likes has no seed that gives it: he would leave it out.
        """
        is_due = self.is_over and self.bets_are_closed and not self.is_abandoned
        if self.began.is_physical or not terms.seed_is_revealed or not is_due:
            return
        if not self._revealed():
            raise wrong(
                self.place(len(self.events) - 1),
                "the round is over, and its seed is not revealed, as the terms of this table say.",
            )

    def _revealed(self) -> list[str]:
        return [event.seed for event in self.events if isinstance(event, happened.SeedRevealed)]

    def check_cards(self, seed: Any | None, checked: Checked, *, is_kept: bool) -> None:
        """Refuses cards that are not those seed and salt give, and a seed that is not the house's.

        `seed` is what is kept of it beside the log, where seeds are kept: `is_kept`.
        """
        if self.began.is_physical:
            checked.physical += 1
            if seed is not None:
                raise wrong(self.place(0), "real cards have no seed, and one is kept for them.")
            return
        told = self._revealed()
        if is_kept and seed is None:
            # Even one that was revealed: a row is written with every shuffle, and none is dropped.
            raise wrong(self.place(0), "the seed of this round is not kept.")
        if told and seed is not None and seed != told[0]:
            raise wrong(self.place(len(self.events) - 1), "another seed is kept than was revealed.")
        if not told and seed is None:
            checked.unopened += 1
            return
        known: Sequence[Event] = self.events
        if not told:
            self._require_opens(seed)
            known = [*self.events, happened.SeedRevealed(str(seed))]
        if any(isinstance(event, happened.BetsClosed) for event in self.events):
            try:
                check_shuffle(known)
            except Rejection as refused:
                raise self._as_found(refused) from None
            checked.shuffles += 1
        else:
            checked.undealt += 1

    def _require_opens(self, seed: Any) -> None:
        try:
            opens = Commitment.parse(self.began.commitment or "").opens_to(Seed.parse(seed))
        except (Rejection, TypeError, AttributeError):
            opens = False
        if not opens:
            raise wrong(self.place(0), "the seed that is kept does not open the commitment.")

    def _as_found(self, refused: Rejection) -> Found:
        """What was refused, at its place in the log."""
        named = _NAMED.search(refused.detail)
        at = int(named[1]) if named else None
        if at is None or at >= len(self.places):
            return wrong(self.place(), refused.detail)
        return wrong(self.place(at), _NAMED.sub("", refused.detail, count=1))
