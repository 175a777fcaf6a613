"""The check of the books: no command is done twice, however often it was sent.

Whoever forges here makes all hashes, postings and balances right.
"""

import asyncio
import sqlite3
from dataclasses import replace

import pytest

from croupier.house import commands as told
from croupier.house import once
from croupier.house.accounts import meter
from croupier.house.export import export_log
from croupier.house.reading import entries_of, open_to_read, reading
from croupier.house.sent import asked_by
from croupier.house.verify import verify
from croupier.house.verify.books import LogFile
from croupier.house.verify.sent import SentBefore
from croupier.rejection import Code, Rejection

from .forging import Books
from .houses import check_books, guests, open_house, plan

TABLE = plan("three-card-poker", betting_s=0, decision_s=0)
ANTE, MORE = (("Ante", 500),), (("Ante", 1_000),)
STAKES = (("Pair Plus", 500), ("Ante", 500))
"""Not in the order in which they are hashed."""


def bet(number, stakes=ANTE, *, is_ready=False):
    return told.Bet(1, stakes, (), number, is_ready=is_ready)


async def tell(office, who, *commands):
    for command, name in commands:
        await office.house.command(1, who, command, name)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """Books in which somebody has bet, and bet something else, and a round is in play."""
    path = tmp_path_factory.mktemp("books") / "house.db"

    async def play():
        async with open_house(str(path), TABLE) as office:
            ann, bob = await guests(office, 2)
            await tell(
                office,
                ann,
                (told.Sit(1, 100_000), "sit"),
                (told.AddCredit(1, 700), "more"),
                (bet(1, is_ready=True), "bet"),
                (told.Choose(1, "fold", None, 1), "fold"),
                (bet(2), "first"),
                (bet(2, MORE), "second"),
            )
            await tell(office, bob, (told.Sit(2, 100_000), "sit"))

    asyncio.run(play())
    return path


@pytest.fixture
def books(sound, tmp_path):
    return Books(sound, tmp_path / "house.db")


def entry_by(books, command):
    return books.one(
        "SELECT number FROM entries WHERE chain = 1 AND actor = 'user 2' AND command = ?", command
    )[0]


def rename(books, command, name, asked=None):
    """Says that a command was sent under another id, and maybe that something else was asked."""
    number = entry_by(books, command)
    books.run("UPDATE entries SET command = ? WHERE chain = 1 AND number = ?", name, number)
    if asked is not None:
        asked = asked_by(asked)
        books.run("UPDATE entries SET asked = ? WHERE chain = 1 AND number = ?", asked, number)
    books.chain_anew(1)
    return number


def exported(path, tmp_path):
    with reading(open_to_read(str(path))) as connection:
        export_log(connection, str(tmp_path / "log.jsonl"))
    log = LogFile(tmp_path / "log.jsonl")
    try:
        return verify(log)
    finally:
        log.close()


def test_one_id_of_two_people_or_in_two_chains_is_in_order(books):
    assert len(books.ask("SELECT * FROM entries WHERE command = 'sit'")) == 2
    books.append(0, {"event": "logged_out", "user": 2}, actor="user 2", command="sit")
    assert books.verdict().is_well, books.verdict().wrong


def test_what_was_done_twice_under_one_id_is_found(books, tmp_path):
    added = {"event": "credit_added", "seat": 1, "user": 2, "cents": 700}
    moved = {"wallet 2": -700, meter(1, 1): 700}
    first = entry_by(books, "more")
    books.append(1, added, actor="user 2", moved=moved, command="more")
    (asked,) = books.one("SELECT asked FROM entries WHERE chain = 1 AND number = ?", first)
    last = books.last_entry(1)
    books.run("UPDATE entries SET asked = ? WHERE chain = 1 AND number = ?", asked, last)
    books.chain_anew(1)
    for wrong in (books.found(), exported(books.path, tmp_path).wrong):
        assert (wrong.place.chain, wrong.place.entry, wrong.place.round) == (1, last, 2)
        assert wrong.what == (
            f"user 2 has sent the command “more” before, in entry {first}; under one id something "
            "is done once."
        )


def test_what_was_done_twice_in_the_house_itself_is_found(books):
    given = {"event": "play_money_granted", "user": 2, "cents": 700}
    for _ in range(2):
        books.append(
            0, given, actor="user 2", moved={"play money": -700, "wallet 2": 700}, command="top-up"
        )
    last = books.last_entry(0)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (0, last)
    assert f"“top-up” before, in entry {last - 1}" in wrong.what


def test_two_bets_of_one_round_under_one_id_are_found(books):
    number = rename(books, "second", "first")
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry, wrong.place.round) == (1, number, 2)
    assert f"“first” before, in entry {entry_by(books, 'first')}" in wrong.what


@pytest.mark.parametrize("used", ["bet", "fold", "sit"])
def test_a_bet_under_an_id_of_before_its_round_is_in_order_if_it_named_the_round(books, used):
    """The house does not look into the log for it, where it has forgotten the other one."""
    is_of_the_last = used == "fold"
    number = rename(books, "second", used)
    if is_of_the_last:
        # By that choice the round ended and the next one began: it is remembered as long.
        assert books.found().place.entry == number
        return
    assert books.verdict().is_well, books.verdict().wrong


@pytest.mark.parametrize(
    "asked",
    [bet(None, MORE), bet(1, MORE), bet(2, ANTE), told.Tip(1, 500)],
    ids=["no round", "another round", "another bet", "something else"],
)
def test_the_same_is_found_where_it_did_not_name_the_round(books, asked):
    number = rename(books, "second", "bet", asked)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (1, number)
    assert f"“bet” before, in entry {entry_by(books, 'bet')}" in wrong.what


def test_ids_that_were_used_before_a_restart_are_used_again(tmp_path):
    """By programs that count from 1 whenever they are started."""
    path = tmp_path / "house.db"

    async def play(number, who=None):
        async with open_house(str(path), TABLE) as office:
            if who is None:
                ann, bob = await guests(office, 2)
                for seat, one in ((1, ann), (2, bob)):
                    await office.house.command(1, one, told.Sit(seat, 100_000), f"sit-{seat}")
            else:
                ann, bob = (office.people.person(user) for user in who)
            await tell(
                office,
                ann,
                (bet(number), "1"),
                (bet(number, STAKES), "2"),
                (told.Ready(1, number), "3"),
            )
            await office.house.command(1, bob, told.Ready(2, number), "1")
            await tell(office, ann, (told.Choose(1, "fold", None, number), f"fold-{number}"))
            return ann.user, bob.user

    who = asyncio.run(play(1))
    for number in (2, 3):
        asyncio.run(play(number, who))
    entries = check_books(path)
    for command, count in (("1", 6), ("2", 3), ("3", 3)):
        assert len([one for one in entries if one.command == command]) == count
    verdict = exported(path, tmp_path)
    assert verdict.is_well, verdict.wrong


def test_what_named_no_round_may_be_forgotten_in_it(tmp_path, monkeypatch):
    path = tmp_path / "house.db"
    monkeypatch.setattr(once, "_MOST_REMEMBERED", 0)

    async def play():
        async with open_house(str(path), TABLE) as office:
            (ann,) = await guests(office, 1)
            await tell(
                office,
                ann,
                (told.Sit(1, 100_000), "sit"),
                (bet(None), "unbound"),
                (bet(1, MORE), "unbound"),
                (told.Ready(1, 1), "sit"),
                (told.Choose(1, "fold", None, 1), "fold"),
                (told.Tip(1, 100), "tip"),
                (bet(2), "tip"),
            )

    asyncio.run(play())
    entries = check_books(path)
    assert [one.command for one in entries].count("unbound") == 2
    assert [one.command for one in entries].count("tip") == 2


def test_a_disk_without_room_for_the_ids_is_told_of(books):
    with reading(open_to_read(str(books.path))) as connection:
        entries = [one for one in entries_of(connection, 1) if one.command is not None]
    with SentBefore() as sent:
        sent._kept.execute("PRAGMA max_page_count = 10")
        sent.begin()

        def take_many():
            for number in range(10_000):
                one = replace(entries[0], command=f"c-{number}", number=number)
                sent.take(one, (), lambda _: iter(()), round_on=None, round_entry=0, seats=0)

        with pytest.raises(Rejection, match="temporary file for the ids") as refused:
            take_many()
    assert refused.value.code is Code.FILE_UNAVAILABLE


def test_a_disk_without_room_for_the_file_itself_is_told_of(monkeypatch):
    def no_room(*_, **__):
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", no_room)
    with pytest.raises(Rejection, match="temporary file for the ids") as refused:
        SentBefore()
    assert refused.value.code is Code.FILE_UNAVAILABLE


def test_a_file_that_is_lost_between_two_chains_is_told_of():
    with SentBefore() as sent:
        sent._kept.execute("DROP TABLE sent")
        with pytest.raises(Rejection, match="temporary file for the ids") as refused:
            sent.begin()
    assert refused.value.code is Code.FILE_UNAVAILABLE
