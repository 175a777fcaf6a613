"""The check of the books: who did what at a table, and whether it was for him to do.

Whoever forges here makes all hashes, postings and balances right.
"""

import asyncio

import orjson
import pytest

from croupier.house import commands as told
from croupier.house import schema
from croupier.house.database import database_url, open_engine
from croupier.house.happenings import TableCreated
from croupier.house.reading import open_to_read, reading
from croupier.house.terms import CardsFrom, TableKind, TableTerms
from croupier.house.verify import verify
from croupier.house.verify.books import Database
from croupier.house.writer import _Statements
from croupier.table.codec import to_json
from croupier.table.registry import game_ids

from .forging import Books, of_kind
from .houses import check_books, open_house, plan
from .pit import Pit

AUTOMATIC, BY_HAND, BLACKJACK, STADIUM = 1, 2, 3, 4
ANN, BOB, CORA, DAN, DORA, SAM, SUSAN = range(1, 8)


def say_it_was(books, chain, entry, actor):
    books.run("UPDATE entries SET actor = ? WHERE chain = ? AND number = ?", actor, chain, entry)
    books.chain_anew(chain)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (chain, entry)
    return wrong.what


def forge(books, chain, entry, event, **changed):
    def change(events):
        of_kind(events, event).update(changed)

    books.forge(chain, entry, change)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (chain, entry)
    return wrong.what


@pytest.mark.parametrize(
    ("chain", "event", "actor", "said"),
    [
        (AUTOMATIC, "wagers_placed", "user 2", "user 2 does not bet at seat 1"),
        (AUTOMATIC, "wagers_placed", "house", "house does not bet at seat 1"),
        (STADIUM, "decision_made", "user 7", "user 7 does not choose for seat"),
        (BLACKJACK, "decision_made", "clock", "clock does not choose for seat"),
        (BLACKJACK, "seat_taken", "user 2", "for user 1, not for user 2"),
        (BLACKJACK, "seat_taken", "house", "for user 1, not for house"),
        (AUTOMATIC, "tip_given", "user 2", "for user 1, not for user 2"),
        (AUTOMATIC, "seat_leaving", "user 2", "for user 1 or house, not for user 2"),
        (BY_HAND, "seat_left", "user 3", "for user 4 or house, not for user 3"),
        (AUTOMATIC, "connection_lost", "user 2", "for house, not for user 2"),
        (AUTOMATIC, "tips_collected", "user 5", "for user 6, not for user 5"),
        (AUTOMATIC, "supervisor_ruled", "user 5", "user 5 is not the supervisor of this table"),
        (AUTOMATIC, "irregularity_reported", "user 1", "is not the dealer or supervisor"),
        (AUTOMATIC, "position_taken", "user 7", "for user 6, not for user 7"),
        (BY_HAND, "bank_counted", "user 7", "for user 6, not for user 7"),
        (BY_HAND, "form_signed", "user 6", "for user 5, not for user 6"),
        (BY_HAND, "rack_filled", "user 5", "for user 6, not for user 5"),
        (BY_HAND, "rack_credited", "user 7", "for user 6, not for user 7"),
        (BY_HAND, "deck_inspected", "user 6", "for user 5, not for user 6"),
        (BY_HAND, "decks_changed", "user 5", "for user 6, not for user 5"),
        (BY_HAND, "round_began", "user 6", "user 6 is not the dealer of this table"),
        (BY_HAND, "bets_closed", "user 3", "user 3 is not the dealer of this table"),
        (BY_HAND, "card_read", "user 6", "user 6 is not the dealer of this table"),
        (BY_HAND, "round_revised", "user 5", "for user 6, not for user 5"),
        (BY_HAND, "approval_asked", "user 7", "for user 6, not for user 7"),
        (BY_HAND, "approval_given", "user 6", "for user 7, not for user 6"),
        (BY_HAND, "bets_closed", "nobody", "its actor is 'nobody', which is none"),
    ],
)
def test_what_somebody_else_is_said_to_have_done_is_found(books, chain, event, actor, said):
    entry = books.entry_with(chain, event)
    assert said in say_it_was(books, chain, entry, actor)


@pytest.mark.parametrize(
    ("event", "user", "said"),
    [
        ("bank_counted", DORA, "user 5 is not the supervisor of this table"),
        ("bank_counted", CORA, "user 3 is not the supervisor of this table"),
        ("rack_filled", SUSAN, "user 7 is not the supervisor of this table"),
        ("rack_credited", DORA, "user 5 is not the supervisor of this table"),
        ("decks_changed", DORA, "user 5 is not the supervisor of this table"),
        ("approval_asked", SUSAN, "user 7 is not the supervisor of this table"),
    ],
)
def test_who_is_not_the_supervisor_of_the_table_does_not_do_what_is_his(books, event, user, said):
    """Even where the entry and the event agree on who it was."""
    entry = books.entry_with(BY_HAND, event)
    books.run(
        "UPDATE entries SET actor = ? WHERE chain = ? AND number = ?",
        f"user {user}",
        BY_HAND,
        entry,
    )
    assert said in forge(books, BY_HAND, entry, event, by=user)


def test_who_approves_is_a_supervisor_or_an_administrator_of_the_house(books):
    entry = books.entry_with(BY_HAND, "approval_given")
    books.run("UPDATE entries SET actor = 'user 1' WHERE chain = ? AND number = ?", BY_HAND, entry)

    def approve(events):
        of_kind(events, "approval_given")["by"] = ANN
        of_kind(events, "round_revised")["approved_by"] = ANN

    books.forge(BY_HAND, entry, approve)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (BY_HAND, entry)
    assert "user 1 is no supervisor or administrator of this house" in wrong.what


def test_who_has_no_such_role_takes_no_position(books):
    entry = books.entry_with(AUTOMATIC, "position_taken")
    books.run(
        "UPDATE entries SET actor = 'user 5' WHERE chain = ? AND number = ?", AUTOMATIC, entry
    )
    assert "user 5 is no supervisor" in forge(
        books, AUTOMATIC, entry, "position_taken", user=DORA, name="Dora"
    )


def test_who_was_given_a_role_later_has_not_had_it_yet(books):
    """And who has lost it may have used it before."""
    books.append(0, {"event": "roles_set", "user": DORA, "roles": ["supervisor"], "by": None})
    books.run("UPDATE users SET roles = 'supervisor' WHERE \"user\" = ?", DORA)
    assert books.verdict().is_well
    entry = books.entry_with(AUTOMATIC, "position_taken")
    books.run(
        "UPDATE entries SET actor = 'user 5' WHERE chain = ? AND number = ?", AUTOMATIC, entry
    )
    assert "user 5 is no supervisor" in forge(
        books, AUTOMATIC, entry, "position_taken", user=DORA, name="Dora"
    )


def test_nobody_sits_at_a_seat_that_is_not_there(books):
    entry = books.entry_with(STADIUM, "seat_taken")
    assert "no seat 101" in forge(books, STADIUM, entry, "seat_taken", seat=101)


def test_nobody_sits_where_he_works(books):
    sat = {"event": "seat_taken", "seat": 5, "user": SAM, "name": "Sam", "credit_cents": 0}
    books.append(BY_HAND, sat, actor=f"user {SAM}")
    assert "user 6 is no player of this house" in books.found().what
    alone = books.verdict(table=BY_HAND).wrong
    assert "user 6 works at this table" in alone.what, "of one table roles are not known"


@pytest.mark.parametrize(
    ("chain", "event", "actor", "said"),
    [
        (AUTOMATIC, "clock_started", "user 77", "no user 77 in this house then"),
        (AUTOMATIC, "table_created", "user 1", "user 1 is no administrator of this house"),
        (AUTOMATIC, "table_created", "clock", "the clock does not do that"),
        (BY_HAND, "table_created", "user 6", "user 6 is no administrator of this house"),
    ],
)
def test_who_has_no_part_in_it_does_nothing_at_a_table(books, chain, event, actor, said):
    assert said in say_it_was(books, chain, books.entry_with(chain, event), actor)


def test_a_table_that_an_administrator_has_set_up_is_in_order(books):
    books.run("UPDATE entries SET actor = 'user 7' WHERE chain = ? AND number = 1", BY_HAND)
    books.chain_anew(BY_HAND)
    wrong = books.found()
    assert "when the day" in wrong.what, (
        "it was closed with another hash, and nothing else is wrong"
    )


# When bets close by themselves.


@pytest.fixture(scope="module")
def closings(tmp_path_factory):
    """Books in which bets were closed because one was ready, one left and one was gone."""
    path = tmp_path_factory.mktemp("closings") / "house.db"

    async def play():
        async with open_house(str(path), plan("three-card-poker", betting_s=0)) as office:
            people = [(await office.guest()).person for _ in range(3)]
            house = office.house

            async def bet(at, name, *, is_ready):
                number = house.tables[1].picture.round
                bet = told.Bet(at + 1, (("Ante", 500),), (), number, is_ready=is_ready)
                await house.command(1, people[at], bet, f"{name}-{number}")

            async def choose(at):
                number = house.tables[1].picture.round
                await house.command(
                    1, people[at], told.Choose(at + 1, "fold", None, number), f"fold-{number}"
                )

            for at, who in enumerate(people):
                await house.command(1, who, told.Sit(at + 1, 100_000), f"sit-{at}")
            await bet(0, "waits", is_ready=True)
            await house.command(1, people[1], told.Ready(2), "ready")
            await house.command(1, people[2], told.Leave(3), "leave")
            await choose(0)
            await bet(0, "waits", is_ready=True)
            await house.command(1, people[1], told.Ready(2), "ready-again")
            await choose(0)
            await bet(0, "waits", is_ready=True)
            await house.command(1, None, told.Disconnect(people[1].user))
            await choose(0)

    asyncio.run(play())
    return path


CLOSED_BY_WHO_IS_READY = """SELECT number FROM entries WHERE chain = 1 AND actor = 'user 3'
AND body LIKE '%"bets_closed"%'"""


def test_bets_close_when_whoever_was_waited_for_is_ready_leaves_or_is_gone(closings):
    closed = [entry for entry in check_books(closings) if '"bets_closed"' in entry.body]
    assert [entry.actor for entry in closed] == ["user 4", "user 3", "house"]
    assert '"seat_left"' in closed[0].body


@pytest.mark.parametrize(
    ("actor", "said"),
    [
        ("user 1", "user 1 neither sits at this table nor is its supervisor"),
        ("user 4", "user 4 neither sits at this table nor is its supervisor"),
        ("user 77", "no user 77 in this house then"),
    ],
)
def test_who_does_not_sit_there_any_more_closes_no_bets(closings, tmp_path, actor, said):
    books = Books(closings, tmp_path / "house.db")
    entry = books.one(CLOSED_BY_WHO_IS_READY)[0]
    assert said in say_it_was(books, 1, entry, actor)


# Whatever people do.


def test_what_an_administrator_has_the_house_do_is_his(tmp_path):
    path = tmp_path / "house.db"

    async def close_and_open():
        async with open_house(str(path), plan("three-card-poker")) as office:
            boss = office.people.find("administrator")
            await office.close_table(1, by=boss)
            await office.open_table(1, by=boss)
            assert await office.note_door(1, 1, is_open=True, by=boss)

    asyncio.run(close_and_open())
    with reading(open_to_read(str(path))) as connection:
        verdict = verify(Database(connection))
    assert verdict.is_well, verdict.wrong


def written(pit, path):
    """What has happened in a pit, written as a house writes it."""
    engine = open_engine(database_url(str(path)))
    schema.METADATA.create_all(engine)
    with engine.begin() as connection:
        _Statements(connection.dialect).write(connection, pit.changes)
        for change in pit.changes:
            if isinstance(change.events[0], TableCreated):
                created = orjson.dumps(to_json(change.events[0])).decode()
                here = schema.tables.c.table == change.entry.chain
                connection.execute(schema.tables.update().where(here).values(created=created))
    engine.dispose()
    return path


@pytest.mark.parametrize("cards", [None, *CardsFrom])
@pytest.mark.parametrize("game", game_ids())
def test_whatever_people_do_at_a_table_is_found_to_be_in_order(tmp_path, game, cards):
    pit = Pit(f"verified {game} {cards}", wallet_cents=3_000_000)
    kind = TableKind.STADIUM if game.startswith("stadium") else TableKind.AUTOMATIC
    if cards is None:
        live = pit.table(game, TableTerms(kind=kind))
    else:
        kind = kind if kind is TableKind.STADIUM else TableKind.HUMAN
        live = pit.table(
            game, TableTerms(kind=kind, has_human_dealer=True, cards=cards, deck_change_rounds=5)
        )
    pit.wander(live, 400)
    with reading(open_to_read(str(written(pit, tmp_path / "pit.db")))) as connection:
        verdict = verify(Database(connection))
    assert verdict.is_well, verdict.wrong
    assert verdict.checked.rounds
