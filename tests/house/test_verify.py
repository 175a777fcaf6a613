"""The check of the books: sound ones pass, and whatever is changed is found and named."""

import json
import sqlite3

import orjson
import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from croupier.cards import Seed
from croupier.cli.app import app
from croupier.house import commands as told
from croupier.house import table_record
from croupier.house.accounts import Money, meter, rack
from croupier.house.close_of_day import close_of_day
from croupier.house.export import export, export_log
from croupier.house.journal import _SIGNIFICANT
from croupier.house.reading import open_to_read, reading
from croupier.house.recall import recall_user
from croupier.house.reports import report_table
from croupier.house.terms import TableTerms
from croupier.house.verify import verify
from croupier.house.verify.books import Database, LogFile
from croupier.house.verify.findings import Place
from croupier.house.verify.significance import SIGNIFICANT
from croupier.rejection import Code, Rejection

from .books import HouseBooks, whole_house
from .forging import Books, of_kind

AUTOMATIC, BY_HAND, BLACKJACK, STADIUM = 1, 2, 3, 4
CHAINS = range(5)


# Nothing is wrong.


def test_sound_books_are_found_to_be_sound(sound):
    engine = open_to_read(str(sound))
    with reading(engine) as connection:
        verdict = verify(Database(connection))
    assert verdict.is_well, verdict.wrong
    checked = verdict.checked
    assert checked.chains == len(CHAINS)
    assert checked.rounds == checked.replayed + checked.abandoned
    assert checked.rounds == checked.shuffles + checked.undealt + checked.physical
    assert checked.abandoned == 3
    assert checked.void == 5, "one by a ruling, one when it was over, and those abandoned"
    assert checked.revised == 4
    assert checked.physical == 7
    assert checked.in_play == 3
    assert checked.in_cents[Money.CASH] == 2 * 10**8
    assert checked.out_cents[Money.CASH] == 6_000


def test_void_rounds_are_those_that_reports_count(sound):
    with reading(open_to_read(str(sound))) as connection:
        voids = {table: report_table(connection, table, 0, 2**62).voids for table in CHAINS[1:]}
    for table, void in voids.items():
        with reading(open_to_read(str(sound))) as connection:
            assert verify(Database(connection), table=table).checked.void == void
    assert all(voids[table] for table in (AUTOMATIC, BY_HAND))


def test_a_later_day_does_not_excuse_what_was_changed_after_an_earlier_one(books):
    """Whoever can write chains anew can also close one more day, with their new hashes."""
    closed = books.one("SELECT body FROM entries WHERE body LIKE '%day_closed%'")[0]
    (day,) = orjson.loads(closed)
    heads = {chain: (entry, digest) for chain, entry, digest in day["heads"]}
    entry = heads[BY_HAND][0]
    books.run("UPDATE entries SET actor = 'user 1' WHERE chain = ? AND number = ?", BY_HAND, entry)
    books.chain_anew(BY_HAND)
    assert "when the day" in books.found().what
    anew = books.one("SELECT hash FROM entries WHERE chain = ? AND number = ?", BY_HAND, entry)[0]
    own = books.one("SELECT entries, hash FROM chains WHERE chain = 0")
    later = {**day, "day": "2030-01-01", "heads": [[0, *own], [BY_HAND, entry, anew]]}
    books.append(0, later, actor="user 7")
    assert "was closed it was" in books.found().what
    fewer = {**later, "heads": [[0, *own], [BY_HAND, entry - 1, anew]]}
    books.run("DELETE FROM entries WHERE chain = 0 AND number = ?", own[0] + 1)
    books.append(0, fewer, actor="user 7")
    assert f"closed it had {entry}" in books.found().what


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"event": "logged_in", "user": 999}, "no user 999"),
        ({"event": "access_refused", "user": 8, "what": "x"}, "Guest 8 is gone"),
        ({"event": "play_money_granted", "user": 8, "cents": 0}, "Guest 8 is gone"),
        ({"event": "guest_gone", "user": 3, "cents": 0}, "Cora is no guest"),
        ({"event": "guest_gone", "user": 999, "cents": 0}, "no user 999"),
        ({"event": "bought_in", "user": 3, "cents": 0, "by": 77}, "no user 77"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_of_a_person_is_found(books, event, said):
    books.append(0, event)
    assert said in books.found().what


def test_a_guest_with_a_password_does_not_go(books):
    books.append(0, {"event": "password_set", "user": 1, "by": None})
    assert books.verdict().is_well
    books.append(0, {"event": "guest_gone", "user": 1, "cents": 0})
    assert "Ann is no guest" in books.found().what


def test_a_bet_that_another_is_said_to_have_made_is_found(books):
    number = books.entry_with(AUTOMATIC, "wagers_placed")
    (actor,) = books.one(
        "SELECT actor FROM entries WHERE chain = ? AND number = ?", AUTOMATIC, number
    )
    assert actor == "user 1"
    books.run(
        "UPDATE entries SET actor = 'user 2' WHERE chain = ? AND number = ?", AUTOMATIC, number
    )
    books.chain_anew(AUTOMATIC)
    found = books.found()
    assert found.place.entry == number
    assert "user 2 does not bet at seat 1" in found.what


def test_an_entry_that_is_noted_as_nothing_is_said_to_be(books):
    number = books.entry_with(AUTOMATIC, "seat_taken")
    noted = "UPDATE entries SET significance = ? WHERE chain = ? AND number = ?"
    books.run(noted, "large_win", AUTOMATIC, number)
    assert books.found().what == "it is noted as large_win; its events say nothing."
    books.run(noted, None, AUTOMATIC, number)
    number = books.entry_with(AUTOMATIC, "terminal_door")
    books.run(noted, None, AUTOMATIC, number)
    wrong = books.found()
    assert wrong.place.entry == number
    assert wrong.what == "it is noted as nothing; its events say terminal_door."


@pytest.mark.parametrize("chain", CHAINS)
def test_a_time_before_the_last_is_found(books, chain):
    number = books.last_entry(chain)
    books.run("UPDATE entries SET at_ms = 5 WHERE chain = ? AND number = ?", chain, number)
    books.chain_anew(chain)
    place = books.found().place
    assert (place.chain, place.entry) == (chain, number)


def test_an_entry_that_ends_a_round_is_of_that_round(books):
    """It may begin the next one, too."""
    ended, number = books.one(
        'SELECT round, last_entry FROM rounds WHERE "table" = ? AND round = 2', AUTOMATIC
    )
    told = books.one("SELECT round FROM entries WHERE chain = ? AND number = ?", AUTOMATIC, number)
    assert told == (ended + 1,)
    books.run(
        "UPDATE postings SET cents = cents + 1 WHERE chain = ? AND number = ? AND account = ?",
        AUTOMATIC, number, rack(AUTOMATIC),
    )  # fmt: skip
    place = books.found().place
    assert (place.chain, place.entry, place.round) == (AUTOMATIC, number, ended)


def test_a_table_can_be_checked_alone(books):
    verdict = books.verdict(table=BY_HAND)
    assert verdict.is_well
    assert verdict.checked.chains == 1
    assert verdict.checked.physical == verdict.checked.rounds
    with pytest.raises(Rejection) as refusal:
        books.verdict(table=9)
    assert refusal.value.code is Code.TABLE_UNKNOWN


def test_books_of_a_house_without_tables_are_sound(tmp_path):
    path = HouseBooks(tmp_path / "house.db").write()
    with reading(open_to_read(str(path))) as connection:
        assert verify(Database(connection)).is_well


def test_books_in_postgresql_are_read_as_those_in_a_file_are(postgres_url, books, tmp_path):
    whole_house(postgres_url)
    with reading(open_to_read(postgres_url)) as connection:
        verdict = verify(Database(connection))
        assert verdict.is_well, verdict.wrong
        export_log(connection, str(tmp_path / "log.jsonl"))
        assert close_of_day(connection, 0, 2**62).is_balanced
        recalled = recall_user(connection, 1, count=100)
        assert export(connection, "wagers", str(tmp_path / "wagers.csv"))
    assert verdict.checked == books.verdict().checked
    with reading(open_to_read(str(books.path))) as connection:
        export_log(connection, str(tmp_path / "same.jsonl"))
        assert recall_user(connection, 1, count=100) == recalled
    assert (tmp_path / "log.jsonl").read_bytes() == (tmp_path / "same.jsonl").read_bytes()


def test_a_cent_in_postgresql_is_missed_as_well(postgres_url):
    whole_house(postgres_url)
    with psycopg.connect(postgres_url) as connection:
        changed = connection.execute(
            "UPDATE postings SET cents = cents + 1 WHERE chain = 2 AND account = 'wallet 3'"
        )
        assert changed.rowcount
    with reading(open_to_read(postgres_url)) as connection:
        wrong = verify(Database(connection)).wrong
    assert (wrong.place.chain, wrong.place.account) == (2, "wallet 3")


def test_checking_writes_nothing(books):
    before = books.path.read_bytes()
    assert books.verdict().is_well
    assert books.path.read_bytes() == before


def test_what_is_written_meanwhile_is_not_looked_at(tmp_path):
    """A server goes on while its books are checked as they stood at one moment."""
    books = HouseBooks(tmp_path / "house.db")
    who = books.person("Ann", 10**9)
    live = books.table("three-card-poker")
    books.tell(live, who, told.Sit(1, 10**8))
    books.play(live, {1: who}, 3)
    books.write()
    with reading(open_to_read(str(books.path))) as connection:
        before = verify(Database(connection))
        books.play(live, {1: who}, 3)
        books.write()
        meanwhile = verify(Database(connection))
    assert before.is_well
    assert meanwhile == before
    with reading(open_to_read(str(books.path))) as connection:
        afterwards = verify(Database(connection))
    assert afterwards.is_well
    assert afterwards.checked.rounds == before.checked.rounds + 3


def test_progress_is_told(books):
    said = []
    with reading(open_to_read(str(books.path))) as connection:
        verify(Database(connection), progress=lambda what, share: said.append((what, share)))
    assert said[-1][1] == 1.0
    assert all(0 <= share <= 1 for _, share in said)


def test_both_who_note_significant_events_and_who_checks_them_know_the_same():
    assert {**table_record.SIGNIFICANT, **_SIGNIFICANT} == SIGNIFICANT


# Something is changed by hand.

COLUMNS = {
    "chain": "chain + 90",
    "number": "number + 9000",
    "first_event": "first_event + 1",
    "event_count": "event_count + 1",
    "at_ms": "at_ms + 1",
    "actor": "replace(actor, 'e', 'f') || 'x'",
    "command": "coalesce(command, '') || 'x'",
    "asked": "coalesce(asked, '') || 'x'",
    "round": "round + 1",
    "significance": "coalesce(significance, '') || 'x'",
    "body": "replace(body, '\"event\"', '\"Event\"')",
    "hash": "replace(replace(hash, '0', 'f'), 'a', '0')",
}


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize(("chain", "which"), [(0, "first"), (1, "middle"), (2, "last")])
def test_every_column_of_an_entry_is_checked(books, chain, which, column):
    last = books.last_entry(chain)
    number = {"first": 1, "middle": last // 2, "last": last}[which]
    change = f"UPDATE entries SET {column} = {COLUMNS[column]} WHERE chain = ? AND number = ?"
    books.run(change, chain, number)
    place = books.found().place
    assert (place.chain, place.entry) == (chain, number)


def test_every_column_is_tried():
    columns = {column.name for column in table_record.schema.entries.columns}
    assert set(COLUMNS) == columns


@given(data=st.data())
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_byte_of_any_body_that_is_changed_is_found(sound, tmp_path, data):
    books = Books(sound, tmp_path / "house.db")
    chain = data.draw(st.sampled_from(CHAINS), "chain")
    number = data.draw(st.integers(1, books.last_entry(chain)), "entry")
    (body,) = books.one("SELECT body FROM entries WHERE chain = ? AND number = ?", chain, number)
    changed = bytearray(body.encode())
    at = data.draw(st.integers(0, len(changed) - 1), "byte")
    # Also to what is half a character.
    changed[at] ^= data.draw(st.integers(1, 255), "bits")
    books.run(
        "UPDATE entries SET body = CAST(? AS TEXT) WHERE chain = ? AND number = ?",
        bytes(changed),
        chain,
        number,
    )
    place = books.found().place
    assert (place.chain, place.entry) == (chain, number)


@pytest.mark.parametrize("value", ["'one'", "x'01'", "1.5"])
def test_what_is_no_number_is_found_where_one_belongs(books, value):
    number, account, _ = some_posting(books)
    books.run(
        f"UPDATE postings SET cents = {value} WHERE chain = 1 AND number = ? AND account = ?",
        number,
        account,
    )
    place = books.found().place
    assert (place.chain, place.entry, place.account) == (1, number, account)


def some_posting(books, chain=1, which=20):
    return books.ask(
        "SELECT number, account, cents FROM postings WHERE chain = ? ORDER BY number", chain
    )[which]


def test_a_cent_of_a_posting_is_missed(books):
    number, account, cents = some_posting(books)
    books.run(
        "UPDATE postings SET cents = cents + 1 WHERE chain = 1 AND number = ? AND account = ?",
        number,
        account,
    )
    wrong = books.found()
    assert wrong.place == Place(1, number, None, wrong.place.round, account)
    assert f"{abs(cents) / 100:,.2f}".rstrip("0").rstrip(".") in wrong.what


def test_a_posting_that_is_removed_is_missed(books):
    number, account, _ = some_posting(books)
    books.run(
        "DELETE FROM postings WHERE chain = 1 AND number = ? AND account = ?", number, account
    )
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry, wrong.place.account) == (1, number, account)
    assert "missing" in wrong.what


def test_a_posting_that_is_added_is_found(books):
    number, _, _ = some_posting(books)
    books.run("INSERT INTO postings VALUES (1, ?, 'wallet 77', 5)", number)
    place = books.found().place
    assert (place.chain, place.entry, place.account) == (1, number, "wallet 77")


def test_a_posting_of_an_entry_that_is_not_there_is_found(books):
    books.run("INSERT INTO postings VALUES (3, 9999, 'wallet 1', 5)")
    place = books.found().place
    assert (place.chain, place.entry, place.account) == (3, 9999, "wallet 1")


@pytest.mark.parametrize("chain", CHAINS)
def test_an_entry_that_is_removed_is_missed(books, chain):
    number = books.last_entry(chain) // 2
    books.run("DELETE FROM entries WHERE chain = ? AND number = ?", chain, number)
    assert books.found().place == Place(chain, number)


@pytest.mark.parametrize("chain", CHAINS)
def test_the_last_entry_of_a_chain_is_missed(books, chain):
    number = books.last_entry(chain)
    books.run("DELETE FROM entries WHERE chain = ? AND number = ?", chain, number)
    assert books.found().place == Place(chain, number)


def test_a_whole_chain_is_missed(books):
    with sqlite3.connect(books.path) as connection:
        connection.execute("DELETE FROM entries WHERE chain = 3")
    connection.close()
    assert books.found().place == Place(3, 1)


def test_a_chain_cut_short_with_its_head_is_missed_by_its_money(books):
    number = books.entry_with(AUTOMATIC, "seat_left")
    with sqlite3.connect(books.path) as connection:
        for table in ("entries", "postings"):
            connection.execute(f"DELETE FROM {table} WHERE chain = 1 AND number >= ?", (number,))
    connection.close()
    books.chain_anew(AUTOMATIC)
    assert not books.verdict().is_well


def test_a_balance_that_is_changed_is_found(books):
    books.run("UPDATE accounts SET cents = cents + 1 WHERE account = 'wallet 1'")
    wrong = books.found()
    assert wrong.place == Place(account="wallet 1")


def test_an_account_that_is_removed_or_added_is_found(books):
    books.run("INSERT INTO accounts VALUES ('wallet 99', 100)")
    assert books.found().place == Place(account="wallet 99")
    books.run("DELETE FROM accounts WHERE account = 'wallet 99'")
    books.run("DELETE FROM accounts WHERE account = 'cash'")
    assert books.found().place == Place(account="cash")


@pytest.mark.parametrize("column", ["entries", "events", "hash"])
def test_where_a_chain_stands_is_checked(books, column):
    value = "'0'" if column == "hash" else f"{column} - 1"
    books.run(f"UPDATE chains SET {column} = {value} WHERE chain = 2")
    assert books.found().place.chain == 2


ROUND_COLUMNS = {
    "first_entry": "first_entry + 1",
    "last_entry": "last_entry + 1",
    "ended_ms": "ended_ms - 1",
    "outcome": "'won'",
    "seats": "seats + 1",
    "staked_cents": "staked_cents + 1",
    "returned_cents": "returned_cents + 1",
}


@pytest.mark.parametrize("column", ROUND_COLUMNS)
@pytest.mark.parametrize(("table", "number"), [(1, 3), (2, 2), (3, 4)])
def test_every_column_of_a_round_is_checked(books, table, number, column):
    change = f"UPDATE rounds SET {column} = {ROUND_COLUMNS[column]}"
    books.run(f'{change} WHERE "table" = ? AND round = ?', table, number)
    place = books.found().place
    assert (place.chain, place.round) == (table, number)


RESULT_COLUMNS = {
    "user": '"user" + 1',
    "staked_cents": "staked_cents + 1",
    "returned_cents": "returned_cents + 1",
    "credit_before_cents": "credit_before_cents + 1",
    "credit_after_cents": "credit_after_cents + 1",
}


@pytest.mark.parametrize("column", RESULT_COLUMNS)
@pytest.mark.parametrize(("table", "number"), [(1, 3), (2, 2), (3, 4)])
def test_every_column_of_a_result_is_checked(books, table, number, column):
    change = f'UPDATE results SET "{column}" = {RESULT_COLUMNS[column]}'
    books.run(f'{change} WHERE "table" = ? AND round = ? AND seat = 1', table, number)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.round) == (table, number)
    assert "seat 1" in wrong.what


@pytest.mark.parametrize("table", ["rounds", "results", "secrets"])
def test_rows_of_rounds_that_are_removed_or_added_are_found(books, table):
    added = {
        "rounds": "(1, 900, 1, 1, 1, 'settled', 1, 1, 1)",
        "results": "(1, 1, 900, 1, 1, 1, 1, 1)",
        "secrets": "(1, 900, 'x')",
    }
    books.run(f"INSERT INTO {table} VALUES {added[table]}")
    assert books.found().place.chain == 1
    books.run(f"DELETE FROM {table} WHERE round = 900")
    if table != "secrets":
        where = '"table" = 1 AND round = 2' + (" AND seat = 1" if table == "results" else "")
        books.run(f"DELETE FROM {table} WHERE {where}")
        place = books.found().place
        assert (place.chain, place.round) == (1, 2)


@pytest.mark.parametrize("table", ["tables", "seats", "secrets", "rounds", "results"])
def test_rows_of_a_table_that_is_none_are_found(books, table):
    first = books.one(f'SELECT * FROM {table} WHERE "table" = 1')
    marks = ", ".join("?" * len(first))
    books.run(f"INSERT INTO {table} VALUES ({marks})", 77, *first[1:])
    assert "77" in books.found().what


@pytest.mark.parametrize("table", [AUTOMATIC, STADIUM])
def test_a_seed_that_is_changed_is_found(books, table):
    books.run(
        "UPDATE secrets SET seed = replace(replace(seed, '1', '2'), 'a', 'b') "
        'WHERE "table" = ? AND round = 2',
        table,
    )
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.round) == (table, 2)
    assert "seed" in wrong.what


def test_the_seed_of_a_round_in_play_must_be_kept(books):
    number = books.one('SELECT max(round) FROM secrets WHERE "table" = 3')[0]
    books.run('DELETE FROM secrets WHERE "table" = 3 AND round = ?', number)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.round) == (3, number)


@pytest.mark.parametrize(
    "change",
    [
        'UPDATE seats SET "user" = 9 WHERE "table" = 1',
        "UPDATE seats SET name = 'X' WHERE \"table\" = 1",
        'UPDATE seats SET is_leaving = 1 WHERE "table" = 1',
        'DELETE FROM seats WHERE "table" = 1',
        "INSERT INTO seats VALUES (1, 5, 1, 'X', 0, 1, 0)",
        "UPDATE tables SET state = replace(state, 'open', 'closed') WHERE \"table\" = 1",
        "UPDATE tables SET state = '' WHERE \"table\" = 1",
        "UPDATE tables SET created = replace(created, '500', '600') WHERE \"table\" = 1",
        'UPDATE tables SET round = round + 1 WHERE "table" = 1',
        'UPDATE tables SET round_entry = 1 WHERE "table" = 1',
    ],
)
def test_a_table_and_its_seats_must_be_as_the_log_leaves_them(books, change):
    books.run(change)
    assert books.found().place.chain == AUTOMATIC


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE users SET roles = 'administrator' WHERE \"user\" = 1", "user 1"),
        ("UPDATE users SET money = 'cash' WHERE \"user\" = 2", "user 2"),
        ('UPDATE users SET is_disabled = 1 WHERE "user" = 3', "user 3"),
        ('DELETE FROM users WHERE "user" = 4', "user 4"),
        ("UPDATE vouchers SET redeemed_ms = NULL WHERE voucher LIKE 'aaa%'", "voucher aaa"),
        ("UPDATE vouchers SET cents = 70000 WHERE voucher LIKE 'bbb%'", "voucher bbb"),
        ("UPDATE vouchers SET entry = entry - 1 WHERE voucher LIKE 'bbb%'", "voucher bbb"),
    ],
)
def test_people_and_vouchers_must_be_as_the_log_leaves_them(books, change, named):
    books.run(change)
    wrong = books.found()
    assert wrong.place.chain == 0
    assert named in wrong.what


# Somebody who can make all hashes right again.


def test_a_card_that_is_changed_is_found_by_the_round_played_again(books):
    number = books.entry_with(AUTOMATIC, "card_dealt")

    def other_card(events):
        dealt = of_kind(events, "card_dealt")
        dealt["card"] = "2c" if dealt["card"] != "2c" else "3d"

    books.forge(AUTOMATIC, number, other_card)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.round) == (AUTOMATIC, 1)


def test_cards_that_do_not_follow_from_the_seed_are_found_by_the_shuffle(books):
    """Another seed, revealed, committed to and kept: the round is as its script gives it."""
    other = Seed(bytes(32))

    def commit(events):
        of_kind(events, "round_began")["commitment"] = str(other.commitment)

    def reveal(events):
        of_kind(events, "seed_revealed")["seed"] = other.reveal()

    books.forge(AUTOMATIC, books.entry_with(AUTOMATIC, "round_began"), commit)
    books.forge(AUTOMATIC, books.entry_with(AUTOMATIC, "seed_revealed"), reveal)
    books.run('UPDATE secrets SET seed = ? WHERE "table" = 1 AND round = 1', other.reveal())
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.round) == (AUTOMATIC, 1)
    assert "seed and salt say" in wrong.what


def test_a_settlement_that_is_changed_is_found_with_all_its_money_right(books):
    number = books.entry_with(AUTOMATIC, "wager_settled")
    forged = {}

    def pay_more(events):
        settled = of_kind(events, "wager_settled")
        settled["returned_cents"] += 100
        forged["event"] = events.index(settled)
        seat = settled["seat"]
        return {meter(AUTOMATIC, seat): 100, rack(AUTOMATIC): -100}

    (first,) = books.one("SELECT first_event FROM entries WHERE chain = 1 AND number = ?", number)
    books.forge(AUTOMATIC, number, pay_more)
    wrong = books.found()
    assert wrong.place == Place(AUTOMATIC, number, first + forged["event"], 1)
    assert "returned_cents" in wrong.what


def test_a_salt_that_the_house_chose_is_found(books):
    number = books.entry_with(AUTOMATIC, "bets_closed")

    def choose(events):
        of_kind(events, "bets_closed")["salt"] = "c0ffee"

    books.forge(AUTOMATIC, number, choose)
    assert "salt" in books.found().what


def test_another_commitment_is_found(books):
    number = books.entry_with(STADIUM, "round_began")

    def commit(events):
        of_kind(events, "round_began")["commitment"] = "00" * 32

    books.forge(STADIUM, number, commit)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.round) == (STADIUM, 1)
    assert "commitment" in wrong.what


def test_a_round_dealt_as_from_real_cards_is_found(books):
    number = books.entry_with(STADIUM, "round_began")

    def pretend(events):
        began = of_kind(events, "round_began")
        began["is_physical"], began["commitment"] = True, None

    books.forge(STADIUM, number, pretend)
    assert books.found().place.entry == number


@pytest.mark.parametrize(
    ("chain", "event", "change", "money"),
    [
        (AUTOMATIC, "tip_given", {"cents": 2_600}, {"table 1/tips": 100, "table 1/seat 1": -100}),
        (
            AUTOMATIC,
            "tips_collected",
            {"cents": 2_400},
            {"table 1/tips": 100, "play money": -100},
        ),
        (AUTOMATIC, "seat_left", {"user": 2}, {}),
        (AUTOMATIC, "large_win", {"cents": 123_456}, {}),
        (AUTOMATIC, "connection_lost", {"user": 1}, {}),
        (
            AUTOMATIC,
            "seat_taken",
            {"seat": 3},
            {"table 1/seat 3": 10**7, "table 1/seat 1": -(10**7)},
        ),
        (BY_HAND, "difference_paid", {"user": 1, "is_seated": False}, {}),
        (BY_HAND, "round_revised", {"approved_by": 6}, {}),
        (BY_HAND, "round_revised", {"round": 99}, {}),
        (BY_HAND, "deck_inspected", {"is_sound": False}, {}),
        (BY_HAND, "decks_changed", {"in_play": "green"}, {}),
        (AUTOMATIC, "seat_ready", {"event": "decks_removed", "reason": "closed"}, {}),
        (BLACKJACK, "wager_returned", {"cents": 1}, {}),
        (STADIUM, "round_abandoned", {"round": 1}, {}),
        (0, "voucher_redeemed", {"voucher": "c" * 64}, {}),
        (0, "voucher_redeemed", {"cents": 4_000}, {"vouchers": 1_000, "cash": -1_000}),
        (0, "day_closed", {"heads": [[1, 1, "00" * 32]]}, {}),
        (0, "user_added", {"user": 2}, {}),
        (0, "bought_in", {"cents": -5}, {}),
    ],
)
def test_what_cannot_have_happened_is_found(books, chain, event, change, money):
    # The first revision is of a round in play, where nobody else has to approve.
    number = books.entry_with(chain, event, which=-1 if "approved_by" in change else 0)

    def forge(events):
        of_kind(events, event).update(change)
        return money

    books.forge(chain, number, forge)
    place = books.found().place
    assert place.chain == chain or event == "day_closed"


def test_a_difference_that_is_not_what_the_revision_changes_is_found(books):
    number = books.entry_with(BY_HAND, "difference_paid")
    forged = {}

    def pay_more(events):
        paid = of_kind(events, "difference_paid")
        paid["cents"] += 500
        seat, user = paid["seat"], paid["user"]
        forged["seat"] = seat
        player = f"table 2/seat {seat}" if paid["is_seated"] else f"wallet {user}"
        return {player: 500, rack(BY_HAND): -500}

    books.forge(BY_HAND, number, pay_more)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (BY_HAND, number)
    assert f"seat {forged['seat']}" in wrong.what


def test_a_large_win_that_is_not_noted_is_missed(books):
    number = books.entry_with(AUTOMATIC, "large_win")

    def forget(events):
        events[:] = [event for event in events if event["event"] != "large_win"]

    books.forge(AUTOMATIC, number, forget)
    assert "not noted" in books.found().what


def test_a_chain_written_anew_after_the_day_was_closed_is_found(books):
    books.run("UPDATE entries SET at_ms = at_ms + 1 WHERE chain = 1 AND number = 4")
    books.chain_anew(AUTOMATIC)
    wrong = books.found()
    assert wrong.place.chain == AUTOMATIC
    assert "2023-11-14" in wrong.what


def test_money_of_two_kinds_must_not_mix(books):
    number = books.entry_with(BY_HAND, "seat_taken")

    def sit_with_play_money(events):
        of_kind(events, "seat_taken")["user"] = 1
        return {"wallet 1": -(10**7), "wallet 3": 10**7}

    books.run("UPDATE entries SET actor = 'user 1' WHERE chain = ? AND number = ?", BY_HAND, number)
    books.forge(BY_HAND, number, sit_with_play_money)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (BY_HAND, number)
    assert "money" in wrong.what


def test_rules_that_are_not_known_are_said_to_be_unknown(books):
    def older(events):
        events[0]["settings"]["rules_version"] = 99

    books.forge(AUTOMATIC, 1, older)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (AUTOMATIC, 1)


# Exports of a log.


@pytest.fixture
def log_file(books, tmp_path):
    path = tmp_path / "log.jsonl"
    with reading(open_to_read(str(books.path))) as connection:
        export_log(connection, str(path))
    return path


def verdict_of(path, table=None):
    file = LogFile(path)
    try:
        return verify(file, table=table)
    finally:
        file.close()


def test_an_export_of_the_log_can_be_checked_without_the_database(books, log_file):
    verdict = verdict_of(log_file)
    assert verdict.is_well, verdict.wrong
    assert verdict.is_log_alone
    whole = books.verdict().checked
    for name in ("chains", "entries", "events", "rounds", "replayed", "physical", "in_cents"):
        assert getattr(verdict.checked, name) == getattr(whole, name)
    assert verdict.checked.unopened, "seeds that are not revealed are not in the log"
    assert verdict_of(log_file, table=BLACKJACK).checked.chains == 1


def test_a_line_that_is_removed_from_an_export_is_missed(log_file):
    lines = log_file.read_bytes().splitlines(keepends=True)
    for at in (1, len(lines) // 2, len(lines) - 1):
        gone = json.loads(lines[at])
        log_file.write_bytes(b"".join(lines[:at] + lines[at + 1 :]))
        place = verdict_of(log_file).wrong.place
        assert (place.chain, place.entry) == (gone["chain"], gone["number"])


def test_a_line_that_is_changed_added_or_broken_is_found(log_file):
    lines = log_file.read_bytes().splitlines(keepends=True)
    entry = json.loads(lines[30])
    for changed in (
        lines[30].replace(b"user", b"User", 1),
        b"{}\n",
        b"\xff\n",
        json.dumps({**entry, "postings": [["cash", "5"]]}).encode() + b"\n",
    ):
        log_file.write_bytes(b"".join([*lines[:30], changed, *lines[31:]]))
        place = verdict_of(log_file).wrong.place
        assert (place.chain, place.entry) == (entry["chain"], entry["number"])
    log_file.write_bytes(b"".join([*lines, lines[30]]))
    assert not verdict_of(log_file).is_well


# The command.


def run(*arguments):
    return CliRunner().invoke(app, ["verify-log", *map(str, arguments)])


def test_the_command_writes_the_log_to_a_file_that_it_checks_as_well(books, tmp_path):
    file = tmp_path / "log.jsonl"
    assert run(books.path, "--export", file).exit_code == 0
    done = run(file)
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "Nothing is wrong.")
    again = run(file, "--export", tmp_path / "again.jsonl")
    assert isinstance(again.exception, Rejection)


def test_the_command_says_what_it_checked_and_that_nothing_is_wrong(books):
    done = run(books.path)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1] == "Nothing is wrong."
    assert "Rounds from a physical deck    7" in done.stdout
    shown = json.loads(run(f"sqlite:///{books.path}", "--json").stdout)
    assert shown["is_well"] is True
    assert shown["wrong"] is None
    assert shown["checked"]["money"]["cash"] == {"in_cents": 2 * 10**8, "out_cents": 6_000}


def test_the_command_names_what_is_wrong_first(books, log_file):
    number, account, _ = some_posting(books)
    books.run(
        "UPDATE postings SET cents = cents + 1 WHERE chain = 1 AND number = ? AND account = ?",
        number,
        account,
    )
    done = run(books.path)
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"Table 1, entry {number}")
    assert lines[1:3] == ["", "Checked until then"]
    assert lines[3].split() == ["Chains", "2"]
    assert "Nothing is wrong." not in lines
    shown = json.loads(run(books.path, "--json").stdout)
    assert shown["wrong"]["account"] == account
    assert run(log_file).exit_code == 0, "the export was made before"
    assert run(log_file, "--table", "3").exit_code == 0


@pytest.mark.parametrize("content", [None, b"", b"no database", b"{}", b'{"format": "x"}\n'])
def test_what_are_no_books_is_refused(tmp_path, content):
    path = tmp_path / "books"
    if content is not None:
        path.write_bytes(content)
    done = run(path)
    assert isinstance(done.exception, Rejection)


def test_a_table_with_terms_of_its_own_is_followed(tmp_path):
    books = HouseBooks(tmp_path / "house.db")
    books.table("pick-2-poker", TableTerms(device="deck"))
    books.table("three-way-action")
    books.write()
    with reading(open_to_read(str(books.path))) as connection:
        assert verify(Database(connection)).is_well
