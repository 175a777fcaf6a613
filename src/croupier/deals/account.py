"""The account of a round: what was settled and why, what each seat staked and got back.

Made from the events alone, so a round just dealt and a recorded one are told alike.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from croupier.cards import Card
from croupier.table.codec import Json, to_json
from croupier.table.events import (
    CardsCollected,
    Event,
    RoundOpened,
    RoundVoided,
    SettlementReversed,
    WagerAdded,
    WagerReturned,
    WagerSettled,
    WagersPlaced,
)
from croupier.table.layout import Layout
from croupier.table.places import Place
from croupier.table.record import event_to_json
from croupier.table.settings import TableSettings

__all__ = ["Account", "SeatTotal", "net_cents"]


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """What a seat put down in the round, and what came back."""

    seat: int
    staked_cents: int
    returned_cents: int

    @property
    def net_cents(self) -> int:
        """What it won, or lost where it is below zero."""
        return self.returned_cents - self.staked_cents


@dataclass(frozen=True, slots=True)
class Account:
    """What came of a round."""

    settings: TableSettings
    settlements: tuple[WagerSettled, ...]
    """Those that stand; a void round has none."""
    seats: tuple[SeatTotal, ...]
    cards: tuple[tuple[Place, tuple[Card, ...]], ...]
    """What lay where before the cards were picked up."""
    is_over: bool
    is_void: bool
    reason: str | None
    """Why it is void."""
    events: tuple[Event, ...]

    @classmethod
    def of(cls, events: Sequence[Event]) -> "Account":
        """The account of a full record."""
        opened = events[0]
        assert isinstance(opened, RoundOpened), "a round begins with its opening"
        layout = Layout.fold(events)
        voided = [event.reason for event in events if isinstance(event, RoundVoided)]
        return cls(
            settings=opened.settings,
            settlements=tuple(layout.settled),
            seats=_totals(events),
            cards=_cards(events),
            is_over=layout.is_over,
            is_void=layout.is_void,
            reason=voided[0] if voided else None,
            events=tuple(events),
        )

    def to_json(self) -> dict[str, Json]:
        """As `docs/deal-scripts.md` documents it."""
        return {
            "game": self.settings.game,
            "settings": to_json(self.settings),
            "over": self.is_over,
            "void": self.is_void,
            "reason": self.reason,
            "settlements": [_settlement(settled) for settled in self.settlements],
            "seats": [
                {
                    "seat": total.seat,
                    "staked_cents": total.staked_cents,
                    "returned_cents": total.returned_cents,
                    "net_cents": total.net_cents,
                }
                for total in self.seats
            ],
            "cards": {str(place): [str(card) for card in cards] for place, cards in self.cards},
            "events": [event_to_json(event) for event in self.events],
        }


def _settlement(settled: WagerSettled) -> dict[str, Json]:
    return {
        "seat": settled.seat,
        "spot": settled.spot,
        "place": to_json(settled.place),
        "stake_cents": settled.stake_cents,
        "result": settled.outcome.result.value,
        "odds": to_json(settled.outcome.odds),
        "returned_cents": settled.returned_cents,
        "withheld_cents": settled.withheld_cents,
        "net_cents": net_cents(settled),
        "because": to_json(settled.because),
    }


def net_cents(settled: WagerSettled) -> int:
    """What a settlement won or lost; a bonus on another wager's stake risks nothing itself."""
    return settled.returned_cents - (settled.stake_cents if settled.has_own_wager else 0)


def _totals(events: Iterable[Event]) -> tuple[SeatTotal, ...]:
    staked: dict[int, int] = {}
    returned: dict[int, int] = {}
    for event in events:
        match event:
            case WagersPlaced(seat, stakes):
                staked[seat] = sum(cents for _, cents in stakes)
            case WagerAdded(seat, _, cents):
                staked[seat] += cents
            case WagerSettled(seat, _):
                returned[seat] = returned.get(seat, 0) + event.returned_cents
            case SettlementReversed(seat, _):
                returned[seat] -= event.returned_cents
            case WagerReturned(seat, _, cents):
                returned[seat] = returned.get(seat, 0) + cents
            case _:
                pass
    return tuple(
        SeatTotal(seat, cents, returned.get(seat, 0))
        for seat, cents in sorted(staked.items())
        if cents
    )


def _cards(events: Sequence[Event]) -> tuple[tuple[Place, tuple[Card, ...]], ...]:
    collected = (at for at, event in enumerate(events) if isinstance(event, CardsCollected))
    layout = Layout.fold(events[: next(collected, len(events))])
    return tuple((place, layout.known(place)) for place in sorted(layout.cards))
