"""Reports: figures of a table from its books, and a close of day that balances."""

import json
import shutil
import sqlite3
from fractions import Fraction

import pytest
from sqlalchemy import select

from croupier.house import schema
from croupier.house.accounts import Money, rack
from croupier.house.close_of_day import close_of_day
from croupier.house.export import Period
from croupier.house.log import events_in
from croupier.house.reading import entries_of, open_to_read, reading
from croupier.house.reports import report_table, stakes_by_spot
from croupier.rejection import Code, Rejection
from croupier.table import events as happened

from .books import FIRST_MS, whole_house

AUTOMATIC, BY_HAND, BLACKJACK, STADIUM = 1, 2, 3, 4
FAR_MS = FIRST_MS + 10**9


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    return whole_house(tmp_path_factory.mktemp("books") / "house.db")


@pytest.fixture(scope="module")
def connection(books):
    with reading(open_to_read(str(books.path))) as opened:
        yield opened


def by_hand(connection, table, from_ms=0, to_ms=FAR_MS):
    """The same figures, added up from every event one by one."""
    found = dict.fromkeys(["drop", "away", "tips", "fills", "credits", "paid", "settled"], 0)
    for entry in entries_of(connection, table):
        if not from_ms <= entry.at_ms < to_ms:
            continue
        for event in events_in(entry.body):
            told = type(event).__name__
            if told in ("SeatTaken", "CreditAdded"):
                found["drop"] += getattr(event, "cents", 0) or getattr(event, "credit_cents", 0)
            elif told == "SeatLeft":
                found["away"] += event.cents
            elif told == "TipGiven":
                found["tips"] += event.cents
            elif told == "RackFilled":
                found["fills"] += event.cents
            elif told == "RackCredited":
                found["credits"] += event.cents
            elif told == "DifferencePaid":
                found["paid"] += event.cents
    return found


@pytest.mark.parametrize("table", [AUTOMATIC, BY_HAND, BLACKJACK, STADIUM])
@pytest.mark.parametrize("period", [(0, FAR_MS), (FIRST_MS + 200, FIRST_MS + 900)])
def test_what_came_and_went_is_what_the_events_say(connection, table, period):
    report = report_table(connection, table, *period)
    found = by_hand(connection, table, *period)
    assert report.drop_cents == found["drop"]
    assert report.taken_away_cents == found["away"]
    assert report.tips_cents == found["tips"]
    assert report.fills_cents == found["fills"]
    assert report.credits_cents == found["credits"]
    assert report.differences_cents == found["paid"]


@pytest.mark.parametrize("table", [AUTOMATIC, BY_HAND, BLACKJACK, STADIUM])
def test_the_rack_gained_what_the_rounds_say_the_table_won(connection, books, table):
    report = report_table(connection, table, 0, FAR_MS)
    assert report.opening_rack_cents == 0
    assert report.closing_rack_cents == books.ledger[rack(table)]
    # What was paid for revised rounds is in their results, not in what was settled first.
    assert report.settled_cents - report.differences_cents == report.win_cents
    assert report.money is (Money.CASH if table == BY_HAND else Money.PLAY)


def test_rounds_are_counted_by_what_came_of_them(connection):
    report = report_table(connection, AUTOMATIC, 0, FAR_MS)
    outcomes = connection.scalars(
        select(schema.rounds.c.outcome).where(schema.rounds.c.table == AUTOMATIC)
    ).all()
    assert report.rounds == outcomes.count("settled")
    assert report.voids == outcomes.count("void") + outcomes.count("abandoned")
    revised = report_table(connection, BY_HAND, 0, FAR_MS)
    assert (revised.rounds, revised.voids) == (6, 1)


def test_periods_side_by_side_add_up(connection):
    whole = report_table(connection, AUTOMATIC, 0, FAR_MS)
    cut_ms = FIRST_MS + 333
    parts = [
        report_table(connection, AUTOMATIC, 0, cut_ms),
        report_table(connection, AUTOMATIC, cut_ms, FAR_MS),
    ]
    assert parts[0].closing_rack_cents == parts[1].opening_rack_cents
    for name in ("rounds", "voids", "handle_cents", "win_cents", "drop_cents", "large_wins"):
        assert sum(getattr(part, name) for part in parts) == getattr(whole, name)
    assert all(part.rounds for part in parts)


def test_large_wins_are_those_noted(connection):
    report = report_table(connection, AUTOMATIC, 0, FAR_MS)
    noted = sum(
        entry.body.count('"event":"large_win"') for entry in entries_of(connection, AUTOMATIC)
    )
    assert report.large_wins == noted > 0


def test_hold_is_what_was_kept_of_the_drop(connection):
    report = report_table(connection, AUTOMATIC, 0, FAR_MS)
    assert report.hold_percent == pytest.approx(
        100 * report.win_cents / report.drop_cents, abs=1e-3
    )
    assert report.win_percent == pytest.approx(
        100 * report.win_cents / report.handle_cents, abs=1e-3
    )
    nothing = report_table(connection, AUTOMATIC, 1, 2)
    assert (nothing.hold_percent, nothing.win_percent, nothing.rounds) == (None, None, 0)


def test_the_expected_win_follows_from_the_edges_if_they_are_given(connection):
    assert report_table(connection, AUTOMATIC, 0, FAR_MS).theoretical_win_cents is None
    staked = stakes_by_spot(connection, AUTOMATIC, Period(0, FAR_MS))
    edges = {"Ante": Fraction(1, 30), "Pair Plus": Fraction(7, 100)}
    report = report_table(connection, AUTOMATIC, 0, FAR_MS, edges=edges)
    assert report.theoretical_win_cents == round(
        staked["Ante"] / 30 + 7 * staked.get("Pair Plus", 0) / 100
    )
    assert sum(staked.values()) < report.handle_cents, "Play wagers come after the deal"


def test_stakes_by_spot_are_those_of_rounds_with_a_result(connection):
    staked = stakes_by_spot(connection, BLACKJACK, Period(0, FAR_MS))
    placed = 0
    for entry in entries_of(connection, BLACKJACK):
        for event in events_in(entry.body):
            if isinstance(event, happened.WagersPlaced):
                placed += sum(cents for _, cents in event.stakes)
    abandoned = connection.scalars(
        select(schema.rounds.c.staked_cents).where(
            schema.rounds.c.table == BLACKJACK, schema.rounds.c.outcome == "abandoned"
        )
    ).one()
    assert sum(staked.values()) == placed - abandoned


def test_stakes_of_parts_of_a_period_are_together_those_of_the_whole(connection):
    """Wherever it is cut: a round belongs to where it ended, with all that was staked in it."""
    whole = stakes_by_spot(connection, AUTOMATIC, Period(0, FAR_MS))
    ended = connection.scalars(
        select(schema.rounds.c.ended_ms).where(schema.rounds.c.table == AUTOMATIC)
    ).all()
    for cut_ms in ended:
        parts = [
            stakes_by_spot(connection, AUTOMATIC, Period(0, cut_ms)),
            stakes_by_spot(connection, AUTOMATIC, Period(cut_ms, FAR_MS)),
        ]
        assert {spot: sum(part.get(spot, 0) for part in parts) for spot in whole} == whole


def test_stakes_of_a_round_that_was_declared_void_later_are_not_counted(connection):
    void = connection.execute(
        select(schema.rounds.c.table, schema.rounds.c.round).where(
            schema.rounds.c.outcome == "void",
            schema.rounds.c.table.in_(select(schema.revisions.c.table)),
            schema.rounds.c.round.in_(select(schema.revisions.c.round)),
        )
    ).first()
    assert void is not None, "the scene has one"
    ended_ms = connection.scalars(
        select(schema.rounds.c.ended_ms).where(
            schema.rounds.c.table == void.table, schema.rounds.c.round == void.round
        )
    ).one()
    assert stakes_by_spot(connection, void.table, Period(ended_ms, ended_ms + 1)) == {}


def test_a_table_that_there_is_not_has_no_report(connection):
    with pytest.raises(Rejection) as refusal:
        report_table(connection, 9, 0, FAR_MS)
    assert refusal.value.code is Code.TABLE_UNKNOWN


@pytest.mark.parametrize("period", [(0, FAR_MS), (FIRST_MS + 500, FIRST_MS + 1_000), (1, 2)])
def test_the_close_of_day_balances(connection, period):
    summary = close_of_day(connection, *period)
    assert summary.is_balanced
    for money in Money:
        groups = [group for group in summary.groups if group.money is money]
        assert sum(group.opening_cents for group in groups) == 0
        assert sum(group.in_cents - group.out_cents for group in groups) == 0
    assert len(summary.tables) == 4
    json.dumps(summary.to_json())


def test_at_the_end_of_all_time_the_groups_hold_what_the_accounts_do(connection, books):
    groups = {(one.name, one.money): one for one in close_of_day(connection, 0, FAR_MS).groups}
    assert groups["outside", Money.CASH].closing_cents == books.ledger["cash"]
    assert groups["vouchers", Money.CASH].closing_cents == 7_000
    assert groups["wagers", Money.PLAY].closing_cents == 0
    racks = [books.ledger[rack(table)] for table in (AUTOMATIC, BLACKJACK, STADIUM)]
    assert groups["racks", Money.PLAY].closing_cents == sum(racks)
    assert all(one.opening_cents == 0 for one in groups.values())


def test_one_day_ends_where_the_next_begins(connection):
    cut_ms = FIRST_MS + 700
    first = close_of_day(connection, 0, cut_ms)
    second = close_of_day(connection, cut_ms, FAR_MS)
    opening = {(one.name, one.money): one.opening_cents for one in second.groups}
    for group in first.groups:
        assert group.closing_cents == opening[group.name, group.money]


def test_a_cent_too_much_is_out_of_balance(books, tmp_path):
    path = tmp_path / "house.db"
    shutil.copy(books.path, path)
    changing = sqlite3.connect(path)
    changing.execute("UPDATE accounts SET cents = cents + 1 WHERE account = 'house'")
    changing.commit()
    changing.close()
    with reading(open_to_read(str(path))) as opened:
        assert not close_of_day(opened, 0, FAR_MS).is_balanced
