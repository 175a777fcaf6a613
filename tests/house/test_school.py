"""The school in the books: what is practised is durable, and examinations are on record."""

import asyncio
import json

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from croupier.house import schema
from croupier.house.accounts import Money
from croupier.house.changes import Rows
from croupier.house.happenings import Role
from croupier.house.reading import open_to_read, reading
from croupier.house.school import Grading, put_mistakes, put_practised
from croupier.house.school_readings import (
    Practised,
    read_exam,
    read_exams_of,
    read_mistakes,
    read_practised,
    read_trainees,
)
from croupier.rejection import Code, Rejection

from .books import exam_record, paper_of
from .houses import check_books, guests, open_house
from .reception import refused_now

GAME = "three-card-poker"
ITEM = "Pair Plus: Flush"
ONCE = Practised("{}", 1, 1, 5)
SEED = 7


def grading(exam, points=45, possible=50, *, passed=True):
    record, digest = exam_record(exam, SEED, points, possible, passed)
    return Grading(points, possible, passed, record, digest)


def asked(books, question):
    """What a question finds in the books, read as anybody reads them."""
    engine = open_to_read(str(books))
    with reading(engine) as connection:
        found = question(connection)
    engine.dispose()
    return found


def rows_of(books):
    """By table: how many rows there are of those who learn."""
    counts = {
        table.name: asked(books, lambda read, table=table: read.scalar(
            select(func.count()).select_from(table)))
        for table in schema.OF_GUESTS
    }  # fmt: skip
    return {name: count for name, count in counts.items() if count}


def practised(user, item=ITEM, one=ONCE):
    rows = Rows()
    put_practised(rows, user, GAME, "payouts", {item: one})
    put_mistakes(rows, user, GAME, {"wrong_amount": one.answered})
    return rows


async def people(office):
    """A player and a supervisor with names."""
    return [
        (await office.add_user(f"add-{name}", name, frozenset({role}), Money.PLAY, by=None))[1]
        for name, role in (("Ada", Role.PLAYER), ("Sam", Role.SUPERVISOR))
    ]


async def begins(office, who, command="begin", *, seed=SEED, exam=1):
    return await office.school.begin(
        command,
        who,
        GAME,
        1,
        seed=seed,
        paper=paper_of(exam),
        time_limit_s=600,
        answers=lambda _: "[]",
    )


# What is practised.


def test_what_is_practised_is_durable_when_it_is_answered_and_leaves_no_entry(database):
    async def learn():
        async with open_house(database) as office:
            (guest,) = await guests(office, 1)
            entries = office.house.journal.head.entries
            await office.school.write(guest, practised(guest.user))
            assert office.house.journal.head.entries == entries
            found = asked(database, lambda books: read_practised(books, guest.user))
            assert found == {(GAME, "payouts"): {ITEM: ONCE}}
            # What was there is replaced, and other items stay.
            twice = Practised("{}", 2, 1, 9)
            await office.school.write(guest, practised(guest.user, one=twice))
            await office.school.write(guest, practised(guest.user, item="Ante: push"))
            found = asked(database, lambda books: read_practised(books, guest.user, GAME))
            assert found == {(GAME, "payouts"): {ITEM: twice, "Ante: push": ONCE}}
            assert asked(
                database, lambda books: read_mistakes(books, guest.user, GAME)
            ) == {"wrong_amount": 1}  # fmt: skip

    asyncio.run(learn())
    check_books(database)


def test_what_is_written_aside_keeps_its_turn_among_the_entries(database):
    """Many at once go into few transactions, and of each row the last word counts."""

    async def learn():
        async with open_house(database) as office:
            some = await guests(office, 20)
            commits = office.house.figures()["commits"]
            await asyncio.gather(
                *(
                    office.school.write(who, practised(who.user, one=Practised("{}", at, 0, at)))
                    for at in range(1, 4)
                    for who in some
                ),
                guests(office, 5),
            )
            assert office.house.figures()["commits"] - commits < 60
            for who in some:
                kept = asked(database, lambda books, who=who: read_practised(books, who.user))
                assert kept[GAME, "payouts"][ITEM].answered == 3

    asyncio.run(learn())
    check_books(database)


def test_of_a_guest_who_is_gone_nothing_is_left_and_of_others_all(database):
    async def learn():
        async with open_house(database) as office:
            gone, stays = await guests(office, 2)
            for who in (gone, stays):
                await office.school.write(who, practised(who.user))
            assert rows_of(database) == {"school_progress": 2, "school_mistakes": 2}
            now_ms = office.house.now_ms()
            # What he has said last may be written with his going, and goes with it.
            writing = asyncio.ensure_future(
                office.school.write(gone, practised(gone.user, item="Ante: push"))
            )
            await asyncio.sleep(0)
            await office.house.submit(office.people.let_go([gone.user], now_ms))
            await writing
            assert rows_of(database) == {"school_progress": 1, "school_mistakes": 1}
            late = office.school.write(gone, practised(gone.user))
            await refused_now(Code.LOG_IN_NEEDED, late)

    asyncio.run(learn())
    check_books(database)


def test_where_the_books_cannot_be_written_nothing_is_answered(tmp_path):
    async def learn():
        async with open_house(tmp_path / "house.db") as office:
            (guest,) = await guests(office, 1)
            office.house.publisher._break("the disk is full")
            await refused_now(
                Code.HOUSE_UNAVAILABLE, office.school.write(guest, practised(guest.user))
            )
            with pytest.raises(Rejection):
                await office.house.publisher.write_aside(practised(guest.user))

    asyncio.run(learn())


def test_where_the_answer_to_a_commit_was_lost_nothing_is_there_twice_or_again(
    database, monkeypatch
):
    """What stands aside may be written twice: it is the same then, and nobody comes back by it."""
    lost = []

    async def learn():
        async with open_house(database) as office:
            gone, stays = await guests(office, 2)
            writer = office.house.publisher._writer
            write, drop = writer._write, writer._drop_connection

            def write_and_lose(changes, *, is_repeated):
                ends = writer._ends
                write(changes, is_repeated=is_repeated)
                if changes and not is_repeated:
                    lost.append(changes)
                    writer._ends = ends
                    raise DBAPIError("COMMIT", None, OSError(), connection_invalidated=True)

            def drop_at_the_end():
                # With its last connection SQLite puts its -wal away, which nobody else may do.
                writer._is_compared = False
                if writer._is_ending:
                    drop()

            monkeypatch.setattr(writer, "_write", write_and_lose)
            monkeypatch.setattr(writer, "_drop_connection", drop_at_the_end)
            await office.school.write(stays, practised(stays.user))
            writing = asyncio.ensure_future(office.school.write(gone, practised(gone.user)))
            await asyncio.sleep(0)
            leaving = office.people.let_go([gone.user], office.house.now_ms())
            await asyncio.gather(writing, office.house.submit(leaving))
            assert rows_of(database) == {"school_progress": 1, "school_mistakes": 1}

    asyncio.run(learn())
    assert len(lost) >= 2
    check_books(database)


# Examinations.


def test_an_examination_goes_on_after_a_restart_with_all_that_was_answered(database):
    async def begin():
        async with open_house(database) as office:
            ada, _ = await people(office)
            receipt = await begins(office, ada)
            assert (await begins(office, ada, seed=8)).is_repeated
            (sitting,) = office.school.sittings.values()
            assert (sitting.exam, sitting.user, sitting.seed) == (1, ada.user, 7)
            assert sitting.ends_ms == sitting.begun_ms + 600_000
            await office.school.keep_answers(sitting, '["first"]')
            return ada, receipt

    async def go_on(ada, receipt):
        async with open_house(database) as office:
            sitting = office.school.sitting_of(ada.user)
            assert sitting.answers == '["first"]'
            assert (await begins(office, ada)).entry == receipt.entry
            await refused_now(Code.EXAM_INVALID, begins(office, ada, "another"))
            await office.school.grade(sitting, grading(1), {"wrong_step": 2}, is_late=False)
            assert office.school.sitting_of(ada.user) is None
            row = asked(database, lambda books: read_exam(books, 1))
            assert (row.points, row.possible, row.is_passed) == (45, 50, True)
            assert row.result == grading(1).result
            assert row.entry == office.house.journal.head.entries
            assert row.hash == office.house.journal.head.hash
            # Now he may sit another, which has the next number.
            await begins(office, ada, "another", exam=2)
            assert office.school.sitting_of(ada.user).exam == 2
            both = asked(database, lambda books: read_exams_of(books, ada.user))
            assert [(one.exam, one.entry is None) for one in both] == [(2, True), (1, False)]

    ada, receipt = asyncio.run(begin())
    asyncio.run(go_on(ada, receipt))
    entries = check_books(database)
    graded = [entry for entry in entries if '"exam_graded"' in entry.body]
    assert [entry.actor for entry in graded] == [ada.actor]
    assert grading(1).digest in graded[0].body
    # Whoever may read the log cannot tell the candidate what is asked.
    told = [json.loads(entry.body) for entry in entries if '"exam_begun"' in entry.body]
    assert [[event.get("seed") for event in events] for events in told] == [[None], [None]]


def test_what_is_taken_away_or_void_is_on_record_as_the_houses_own(database):
    async def sit():
        async with open_house(database) as office:
            ada, _ = await people(office)
            await begins(office, ada)
            await office.school.grade(office.school.sittings[1], grading(1), {}, is_late=True)
            await begins(office, ada, "again")
            await office.school.void(office.school.sittings[2], "Another version asks. " * 50)
            rows = asked(database, lambda books: read_exams_of(books, ada.user))
            assert [(one.points, one.ended_ms is None) for one in rows] == [
                (None, False),
                (45, False),
            ]
        async with open_house(database) as office:
            assert office.school.sittings == {}

    asyncio.run(sit())
    entries = check_books(database)
    told = [entry for entry in entries if '"exam_graded"' in entry.body or "voided" in entry.body]
    assert [entry.actor for entry in told] == ["house", "house"]


def test_a_guest_sits_no_examination(tmp_path):
    async def sit():
        async with open_house(tmp_path / "house.db") as office:
            (guest,) = await guests(office, 1)
            said = await refused_now(Code.NOT_ALLOWED, begins(office, guest))
            assert "log in" in said

    asyncio.run(sit())


# Classes.


def test_somebody_is_put_into_a_class_and_out_of_it_by_who_may(database):
    async def teach():
        async with open_house(database) as office:
            ada, sam = await people(office)
            (guest,) = await guests(office, 1)
            setting = office.school.set_class
            await setting("one", ada.user, "  Evening   class ", by=sam)
            assert (await setting("one", ada.user, "Evening class", by=sam)).is_repeated
            (trainee,) = asked(database, read_trainees)
            assert (trainee.name, trainee.class_name) == ("Ada", "Evening class")
            await refused_now(Code.NOT_ALLOWED, setting("two", ada.user, "Mine", by=ada))
            await refused_now(Code.NOT_ALLOWED, setting("three", guest.user, "Day", by=sam))
            await refused_now(Code.NAME_INVALID, setting("four", ada.user, " ", by=sam))
            await refused_now(Code.USER_UNKNOWN, setting("five", 99, "Day", by=sam))
            await setting("six", ada.user, None, by=None)
            assert asked(database, read_trainees) == []

    asyncio.run(teach())
    entries = check_books(database)
    assert [entry.actor for entry in entries if '"class_set"' in entry.body] == ["user 3", "house"]


def test_trainees_are_told_with_what_they_have_done(tmp_path):
    path = tmp_path / "house.db"

    async def learn():
        async with open_house(path) as office:
            ada, _ = await people(office)
            (guest,) = await guests(office, 1)
            for who in (ada, guest):
                await office.school.write(who, practised(who.user, one=Practised("{}", 4, 3, 1)))
            for at in range(7):
                await begins(office, ada, f"exam-{at}")
                came_to = grading(at + 1, at, 8, passed=at == 6)
                await office.school.grade(
                    office.school.sitting_of(ada.user), came_to, {}, is_late=False
                )

    asyncio.run(learn())
    (ada,) = asked(path, read_trainees)
    assert (ada.answered, ada.right, ada.mistakes) == (4, 3, {"wrong_amount": 4})
    assert (ada.exams, ada.passed, [one.exam for one in ada.last]) == (7, 1, [7, 6, 5, 4, 3])
    assert ada.percents == sum(100 * at / 8 for at in range(7))
