"""Reports: what a table did in a period.

Rounds, handle and win are from the rows of rounds that ended in the period; what came to the table
and what went is from the log. Times are those of entries, so a round that goes on over the end of
a period has its wagers before it and its settlement after.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, and_, case, cast, func, or_, select

from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import DIFFERENCES, HOUSE, PLAY_MONEY, Money, rack, tips
from croupier.house.export import Period, rounds_told
from croupier.house.log import events_in
from croupier.house.reading import creation_of, entries_of, entry_from
from croupier.table import events as happened
from croupier.table.codec import Json

__all__ = ["TableReport", "report_table", "span_of", "stakes_by_spot"]

_COUNTED: Final = ("settled", "revised")
"""What came of rounds that count; in others every wager went back."""
_AT_ONCE: Final = 400


@dataclass(frozen=True, slots=True)
class TableReport:
    """What a table did in a period."""

    table: int
    name: str
    game: str
    money: Money
    from_ms: int
    to_ms: int
    rounds: int
    """That ended in the period with a result."""
    voids: int
    """That ended without one: void or abandoned."""
    seat_rounds: int
    """Rounds counted once for each seat that was in them."""
    handle_cents: int
    """Everything that was staked in the rounds with a result."""
    win_cents: int
    """What the table kept of it; below zero where it lost."""
    drop_cents: int
    """The credit that was brought to the table."""
    taken_away_cents: int
    """The credit that was taken away again."""
    tips_cents: int
    fills_cents: int
    credits_cents: int
    corrections_cents: int
    """What counts of the rack found too much, below zero too little."""
    differences_cents: int
    """What was paid to players, below zero by them, for rounds that were revised."""
    opening_rack_cents: int
    closing_rack_cents: int
    large_wins: int
    theoretical_win_cents: int | None
    """What the house edge promises on the stakes; None where nobody gave the edges."""

    @property
    def hold_percent(self) -> float | None:
        """What the table kept, in per cent of the drop."""
        return _percent(self.win_cents, self.drop_cents)

    @property
    def win_percent(self) -> float | None:
        """What the table kept, in per cent of the handle."""
        return _percent(self.win_cents, self.handle_cents)

    @property
    def settled_cents(self) -> int:
        """What came into the rack by settlements in the period, whichever rounds they were of."""
        moved = self.fills_cents - self.credits_cents + self.corrections_cents
        return self.closing_rack_cents - self.opening_rack_cents - moved + self.differences_cents

    def to_json(self) -> dict[str, Json]:
        """A plain object."""
        plain: dict[str, Any] = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            **plain,
            "money": self.money.value,
            "hold_percent": self.hold_percent,
            "win_percent": self.win_percent,
        }


def _percent(part: int, whole: int) -> float | None:
    return round(float(Fraction(100 * part, whole)), 4) if whole else None


def report_table(
    connection: Connection,
    table: int,
    from_ms: int,
    to_ms: int,
    *,
    edges: Mapping[str, Fraction] | None = None,
) -> TableReport:
    """What a table did from a time on to before another.

    `edges` is the house's share of what is staked before the deal, by spot; with it the report
    says what was to be expected.
    """
    created = creation_of(connection, table)
    period = Period(from_ms, to_ms)
    span = span_of(connection, table, from_ms, to_ms)
    counts = _rounds(connection, table, period)
    moved = _Moved()
    for event in _money_events(connection, table, span, created.terms.money):
        moved.take(event)
    now = _balance(connection, rack(table))
    closing = now - _posted(connection, table, rack(table), span[1] + 1, None)
    opening = closing - _posted(connection, table, rack(table), *span)
    theoretical = None
    if edges is not None:
        staked = stakes_by_spot(connection, table, period)
        theoretical = round(sum(staked.get(spot, 0) * edge for spot, edge in edges.items()))
    return TableReport(
        table=table,
        name=created.name,
        game=created.settings.game,
        money=created.terms.money,
        from_ms=from_ms,
        to_ms=to_ms,
        rounds=counts.rounds,
        voids=counts.voids,
        seat_rounds=counts.seats,
        handle_cents=counts.staked,
        win_cents=counts.staked - counts.returned,
        drop_cents=moved.drop,
        taken_away_cents=moved.taken_away,
        tips_cents=_came(connection, table, tips(table), *span),
        fills_cents=moved.fills,
        credits_cents=moved.credits,
        corrections_cents=moved.corrections,
        differences_cents=moved.differences,
        opening_rack_cents=opening,
        closing_rack_cents=closing,
        large_wins=_large_wins(connection, table, period, created.terms.large_win_cents),
        theoretical_win_cents=theoretical,
    )


def span_of(connection: Connection, chain: int, from_ms: int, to_ms: int) -> tuple[int, int]:
    """The first and the last entry of a chain in a period; where there is none, the other way."""
    return entry_from(connection, chain, from_ms), entry_from(connection, chain, to_ms) - 1


def _in_period(table: int, period: Period) -> Any:
    rounds = schema.rounds
    return and_(
        rounds.c.table == table,
        rounds.c.ended_ms >= period.from_ms,
        rounds.c.ended_ms < period.to_ms,
    )


def _rounds(connection: Connection, table: int, period: Period) -> Any:
    rounds = schema.rounds
    counts = rounds.c.outcome.in_(_COUNTED)

    def summed(what: Any, *, if_counted: bool = True) -> Any:
        # As whole numbers: PostgreSQL adds large ones up to decimals.
        total = func.sum(case((counts if if_counted else ~counts, what), else_=0))
        return cast(func.coalesce(total, 0), BigInteger)

    return connection.execute(
        select(
            summed(1).label("rounds"),
            summed(1, if_counted=False).label("voids"),
            summed(rounds.c.seats).label("seats"),
            summed(rounds.c.staked_cents).label("staked"),
            summed(rounds.c.returned_cents).label("returned"),
        ).where(_in_period(table, period))
    ).one()


def _large_wins(connection: Connection, table: int, period: Period, least_cents: int) -> int:
    rounds, results = schema.rounds, schema.results
    return connection.execute(
        select(func.count())
        .select_from(rounds)
        .join(
            results,
            and_(results.c.table == rounds.c.table, results.c.round == rounds.c.round),
        )
        .where(
            _in_period(table, period),
            results.c.returned_cents - results.c.staked_cents >= least_cents,
        )
    ).scalar_one()


@dataclass(slots=True)
class _Moved:
    """What came to a table and went, outside of its rounds."""

    drop: int = 0
    taken_away: int = 0
    fills: int = 0
    credits: int = 0
    corrections: int = 0
    differences: int = 0

    def take(self, event: house.Logged) -> None:
        match event:
            case house.SeatTaken(credit_cents=int(cents)) | house.CreditAdded(cents=cents):
                self.drop += cents
            case house.SeatLeft(cents=int(cents)):
                self.taken_away += cents
            case house.RackFilled(cents):
                self.fills += cents
            case house.RackCredited(cents):
                self.credits += cents
            case house.RackCorrected(cents):
                self.corrections += cents
            case house.DifferencePaid(cents=cents):
                self.differences += cents
            case _:
                pass


def _money_events(
    connection: Connection, table: int, span: tuple[int, int], money: Money
) -> Iterator[house.Logged]:
    """The events of the few entries that moved money otherwise than by wagers."""
    postings, entries, revisions = schema.postings, schema.entries, schema.revisions
    others = (HOUSE, DIFFERENCES) if money is Money.CASH else (PLAY_MONEY,)
    numbers = set(
        connection.scalars(
            select(postings.c.number).where(
                postings.c.chain == table,
                postings.c.number.between(*span),
                or_(postings.c.account.in_(others), postings.c.account.like("wallet %")),
            )
        )
    )
    # Differences may go from the rack to a credit meter, as winnings do.
    numbers.update(
        connection.scalars(
            select(revisions.c.entry).where(
                revisions.c.table == table, revisions.c.entry.between(*span)
            )
        )
    )
    ordered = sorted(numbers)
    for at in range(0, len(ordered), _AT_ONCE):
        bodies = connection.scalars(
            select(entries.c.body).where(
                entries.c.chain == table, entries.c.number.in_(ordered[at : at + _AT_ONCE])
            )
        )
        for body in bodies:
            yield from events_in(body)


def stakes_by_spot(connection: Connection, table: int, period: Period) -> dict[str, int]:
    """What was staked before the deal on each spot, in rounds with a result that ended then.

    Reads all that happened in them, so it takes as long as there were rounds.
    """
    rounds = schema.rounds
    wanted = select(rounds.c.round, rounds.c.first_entry, rounds.c.last_entry).where(
        _in_period(table, period), rounds.c.outcome.in_(_COUNTED)
    )
    found = connection.execute(wanted).all()
    if not found:
        return {}
    counted = {row.round for row in found}
    first, last = min(row.first_entry for row in found), max(row.last_entry for row in found)
    total: dict[str, int] = {}
    slips: dict[int, tuple[tuple[str, int], ...]] = {}
    for _, _, event, number, is_on_paper in rounds_told(
        entries_of(connection, table, first=first, last=last)
    ):
        if is_on_paper:
            continue
        match event:
            case house.RoundBegan():
                slips.clear()
            case happened.WagersPlaced(seat, stakes):
                slips[seat] = stakes
            case happened.RoundClosed() if number in counted:
                for stakes in slips.values():
                    for spot, cents in stakes:
                        total[spot] = total.get(spot, 0) + cents
            case _:
                pass
    return total


def _balance(connection: Connection, account: str) -> int:
    accounts = schema.accounts
    found = connection.scalar(select(accounts.c.cents).where(accounts.c.account == account))
    return int(found or 0)


def _came(connection: Connection, chain: int, account: str, first: int, last: int) -> int:
    """What came to an account, whatever went from it."""
    postings = schema.postings
    wanted = select(func.coalesce(func.sum(postings.c.cents), 0)).where(
        postings.c.chain == chain,
        postings.c.account == account,
        postings.c.number.between(first, last),
        postings.c.cents > 0,
    )
    return int(connection.scalar(wanted) or 0)


def _posted(connection: Connection, chain: int, account: str, first: int, last: int | None) -> int:
    postings = schema.postings
    wanted = select(func.coalesce(func.sum(postings.c.cents), 0)).where(
        postings.c.chain == chain, postings.c.account == account, postings.c.number >= first
    )
    if last is not None:
        wanted = wanted.where(postings.c.number <= last)
    return int(connection.scalar(wanted) or 0)
