"""What every round brought, as the rows beside the log must say it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import orjson

from croupier.house.picture import TablePicture
from croupier.house.picture_state import read_state, state_to_json
from croupier.house.reading import Stored
from croupier.house.verify.findings import Found, Place, wrong
from croupier.house.verify.money import RoundMoney
from croupier.house.verify.rounds import LoggedRound
from croupier.house.verify.rows import TableRows, require_same
from croupier.rejection import Rejection
from croupier.table.codec import to_json

if TYPE_CHECKING:
    from croupier.house.verify.table import TableCheck

__all__ = ["Finished", "Results"]

_LASTING: Final = ("first_entry", "last_entry", "ended_ms", "user", "credit_before_cents")
"""What no revision changes."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A round that is over: its row, and a row for each seat that was in it."""

    round: int
    place: Place
    row: Mapping[str, Any]
    seats: Mapping[int, Mapping[str, Any]]

    @classmethod
    def of(
        cls,
        logged: LoggedRound,
        money: RoundMoney,
        entry: Stored,
        users: Mapping[int, int],
        credit: Mapping[int, int],
    ) -> "Finished":
        """The round that has just ended; `credit` is what is on the meters of its seats."""
        seats = {}
        for seat in money.players():
            won = money.won(seat)
            seats[seat] = {
                "user": users[seat],
                **_money(money, seat),
                "credit_before_cents": credit[seat] - won,
                "credit_after_cents": credit[seat],
            }
        row = {
            "first_entry": logged.first_entry,
            "last_entry": entry.number,
            "ended_ms": entry.at_ms,
            **_totals(logged, money),
        }
        place = Place(logged.table, entry.number, round=logged.began.round)
        return cls(logged.began.round, place, row, seats)

    @classmethod
    def of_revised(cls, logged: LoggedRound, money: RoundMoney, place: Place) -> "Finished":
        """A round that was over and is revised: what its rows say otherwise from then on."""
        seats = {seat: _money(money, seat) for seat in money.players()}
        totals = _totals(logged, money)
        if not logged.is_void:
            totals["outcome"] = "revised"
        return cls(logged.began.round, place, totals, seats)


def _money(money: RoundMoney, seat: int) -> dict[str, int]:
    return {
        "staked_cents": money.staked[seat],
        "returned_cents": money.returned.get(seat, 0),
    }


def _totals(logged: LoggedRound, money: RoundMoney) -> dict[str, Any]:
    outcome = "void" if logged.is_void else "settled"
    return {
        "outcome": "abandoned" if logged.is_abandoned else outcome,
        "seats": len(money.players()),
        "staked_cents": sum(money.staked.values()),
        "returned_cents": sum(money.returned.values()),
    }


class Results:
    """The rounds of a table that are over, compared with their rows."""

    def __init__(
        self, table: int, rows: TableRows | None, reread: Callable[[int], Iterator[Stored]]
    ) -> None:
        self._table = table
        self._rows = rows
        self._reread = reread
        self._rounds = 0
        self._seats = 0
        self._doubtful: dict[int, Finished] = {}
        """By round: what its rows do not say, unless a revision explains it."""
        self._revisions: set[tuple[int, int]] = set()
        """Which round was revised after its end, and in which entry."""

    def finish(self, finished: Finished) -> None:
        """A round is over."""
        self._rounds += 1
        self._seats += len(finished.seats)
        if self._rows is None:
            return
        self._compare(finished, lasting_alone=True)
        try:
            self._compare(finished)
        except Found:
            self._doubtful[finished.round] = finished

    def revise(self, finished: Finished) -> None:
        """A round that was over is revised: its rows say something else from now on."""
        self._doubtful[finished.round] = finished
        self._revisions.add((finished.round, finished.place.entry or 0))

    def _compare(self, finished: Finished, *, lasting_alone: bool = False) -> None:
        assert self._rows is not None, "there are rows to compare with"
        number = finished.round
        row = self._rows.round(number)
        require_same(finished.place, f"round {number}", _part(finished.row, lasting_alone), row)
        for seat, values in finished.seats.items():
            what = f"the result of seat {seat} in round {number}"
            found = self._rows.result(number, seat)
            require_same(finished.place, what, _part(values, lasting_alone), found)
            if found is not None and not lasting_alone:
                _require_sum(finished.place, what, found)

    def end(self) -> None:
        """Refuses rows that no revision has explained, and rows of rounds there were not."""
        if self._rows is None:
            return
        for finished in sorted(self._doubtful.values(), key=lambda one: one.place.entry or 0):
            self._compare(finished)
        self._rows.require_counts(rounds=self._rounds, results=self._seats)
        self._rows.require_revisions(self._revisions)

    def earlier_than(self, found: Found) -> Found:
        """What is wrong with rows of rounds before that, if no later revision explains them."""
        for finished in sorted(self._doubtful.values(), key=lambda one: one.place.entry or 0):
            if not self._is_revised_after(finished.round, found.found.place.entry or 1):
                try:
                    self._compare(finished)
                except Found as earlier:
                    return earlier
        return found

    def _is_revised_after(self, number: int, entry: int) -> bool:
        revision = f'"round_revised","round":{number},'
        return any(revision in str(stored.body) for stored in self._reread(entry))

    def require_table(self, check: "TableCheck") -> None:
        """Refuses rows of the table and its seats that are not as the log leaves them."""
        assert self._rows is not None, "there are rows to compare with"
        picture, place = check.picture, Place(self._table)
        self._rows.require_seats(
            {
                seat: {
                    "user": one.user,
                    "name": one.name,
                    "is_leaving": one.is_leaving,
                    "is_connected": one.is_connected,
                    "is_door_open": one.is_door_open,
                }
                for seat, one in picture.seats.items()
            }
        )
        row = self._rows.state()
        expected = {
            "created": orjson.dumps(to_json(check.created)).decode(),
            "round": check.round_number,
            "round_entry": check.round_entry,
        }
        require_same(place, f"table {self._table}", expected, row)
        assert row is not None, "it was just looked at"
        written = _state(row["state"], picture)
        if written != state_to_json(picture):
            raise wrong(
                place, f"its state is {row['state']}; the log says {state_to_json(picture)}."
            )


def _state(text: Any, like: TablePicture) -> str | None:
    """The state of a table as it was written, as it would be written anew."""
    read = TablePicture(like.name, like.terms, like.settings)
    try:
        read_state(text, read)
    except (Rejection, ValueError, TypeError, AssertionError):
        return None
    # That a round is over is not written: it follows from the round's events.
    read.round_is_on = like.round_is_on
    return state_to_json(read)


def _part(values: Mapping[str, Any], lasting_alone: bool) -> Mapping[str, Any]:
    if not lasting_alone:
        return values
    return {name: value for name, value in values.items() if name in _LASTING}


def _require_sum(place: Place, what: str, row: Mapping[str, Any]) -> None:
    won = row["returned_cents"] - row["staked_cents"]
    if row["credit_after_cents"] - row["credit_before_cents"] != won:
        raise wrong(place, f"{what} has credit before and after that are not {won} cents apart.")
