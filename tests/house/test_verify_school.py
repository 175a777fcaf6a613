"""The check of the books: examinations, classes, and what the school keeps beside the log."""

import pytest

from croupier.house import schema

from .books import exam_record, paper_of

ANN, BOB, CORA, DAN, DORA, SAM, SUSAN, GUEST, STEVE = range(1, 10)
GAME = "three-card-poker"
HOUSE = "house"


def user(number):
    return f"user {number}"


def begun(exam, who=BOB, **other):
    about = {"game": GAME, "rules_version": 1, "paper": paper_of(exam), **other}
    return {"event": "exam_begun", "exam": exam, "user": who, **about}


def graded(exam, who=ANN, **other):
    about = {"game": GAME, "rules_version": 1, "seed": 1_004, "points": 5, "possible": 9}
    told = {"event": "exam_graded", "exam": exam, "user": who, "passed": False, "digest": "e" * 64}
    return {**told, **about, **other}


def voided(exam, who=ANN):
    return {"event": "exam_voided", "exam": exam, "user": who, "reason": "Asked elsewhere."}


def class_set(who, by, name="Day class"):
    return {"event": "class_set", "user": who, "name": name, "by": by}


@pytest.mark.parametrize(
    ("actor", "event", "said"),
    [
        (user(BOB), begun(7), "examination 5 is next"),
        (user(BOB), begun(4), "examination 5 is next"),
        (user(ANN), begun(5, ANN), "user 1 is sitting examination 4"),
        (user(ANN), begun(5, BOB), "for user 2, not for user 1"),
        (HOUSE, begun(5, BOB), "for user 2, not for house"),
        (user(BOB), begun(5, 99), "no user 99"),
        (user(ANN), graded(9), "examination 9 was never begun"),
        (user(BOB), graded(1, BOB), "it was over before, in entry"),
        (user(ANN), graded(3), "it was over before, in entry"),
        (user(BOB), graded(4, BOB), "user 1 has begun it"),
        (user(SAM), graded(4), "for user 1, not for user 6"),
        (user(ANN), graded(4, game="pick-2-poker"), "begun with the game 'three-card-poker'"),
        (user(ANN), graded(4, rules_version=2), "begun with the rules_version 1"),
        (user(ANN), graded(4, points=10), "10 of 9 points is no mark"),
        (user(ANN), graded(4, points=-1), "-1 of 9 points is no mark"),
        (user(ANN), voided(4), "for house, not for user 1"),
        (HOUSE, voided(4, BOB), "user 1 has begun it"),
        (user(DORA), class_set(ANN, DORA), "user 5 is no supervisor or administrator then"),
        (user(SAM), class_set(ANN, SUSAN), "for user 7, not for user 6"),
        (user(SAM), class_set(99, SAM), "no user 99"),
        (user(SAM), class_set(GUEST, SAM), "Guest 8 is gone"),
    ],
    ids=lambda value: value if isinstance(value, str) else value["event"],
)
def test_what_cannot_have_happened_in_the_school_is_found(books, actor, event, said):
    books.append(0, event, actor=actor)
    wrong = books.found()
    assert said in wrong.what
    assert (wrong.place.chain, wrong.place.entry) == (0, books.last_entry(0))


def hand_in(books, actor, paper):
    """Examination 4 is graded, with a record of that paper."""
    record, digest = exam_record(paper, 1_004, 5, 9, passed=False)
    books.append(0, graded(4, digest=digest), actor=actor)
    books.run(
        "UPDATE school_exams SET points = 5, possible = 9, is_passed = 0, digest = ?, result = ?, "
        "entry = (SELECT max(number) FROM entries WHERE chain = 0), "
        "ended_ms = (SELECT max(at_ms) FROM entries WHERE chain = 0) WHERE exam = 4",
        digest,
        record,
    )


@pytest.mark.parametrize("actor", [user(ANN), HOUSE])
def test_an_examination_is_handed_in_by_its_candidate_or_taken_by_the_house(books, actor):
    hand_in(books, actor, paper=4)
    assert books.verdict().is_well, books.verdict().wrong


def test_a_guest_sits_no_examination_and_is_in_no_class(books):
    came = {"event": "user_added", "user": 10, "name": "Guest 10", "roles": ["player"]}
    books.append(0, {**came, "money": "play", "by": None}, actor=user(10))
    begins = begun(5, 10)
    books.append(0, begins, actor=user(10))
    assert "Guest 10 has no name here" in books.found().what
    books.remove("DELETE FROM entries WHERE chain = 0 AND body LIKE '%exam_begun%\"user\":10%'")
    books.append(0, class_set(10, SAM), actor=user(SAM))
    assert "Guest 10 has no name here" in books.found().what


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("points = 50", "examination 1 has points 50; the log says 41"),
        ("is_passed = 0", "examination 1 has is_passed"),
        ("digest = 'x'", "examination 1 has digest 'x'"),
        ("entry = 2", "examination 1 has entry 2"),
        ("user = 1", "examination 1 has user 1; the log says 2"),
        ("seed = 8", "examination 1 has seed 8; the log says 1001"),
        ("begun_ms = 8", "examination 1 has begun_ms 8"),
    ],
)
def test_a_row_of_an_examination_that_was_changed_is_found(books, change, said):
    books.run(f"UPDATE school_exams SET {change} WHERE exam = 1")
    assert said in books.found().what


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("", "what is kept of examination 1 is no record"),
        ("[]", "what is kept of examination 1 is no record"),
        (None, "what is kept of examination 1 is no record"),
        (exam_record(1, 1_001, 50, 50, passed=True)[0], "the record of examination 1 has"),
        (exam_record(1, 1_001, 41, 50, passed=True)[0].replace("Zo", "Jo"), "has digest"),
        (exam_record(2, 1_001, 41, 50, passed=True)[0], "the record of examination 1 has paper"),
    ],
    ids=["empty", "no record", "none", "another mark", "another name", "another paper"],
)
def test_a_record_that_is_not_the_one_that_was_graded_is_found(books, record, said):
    """A certificate is printed from it."""
    books.run("UPDATE school_exams SET result = ? WHERE exam = 1", record)
    assert said in books.found().what


def test_a_record_of_another_paper_than_it_was_begun_with_is_found(books):
    hand_in(books, user(ANN), paper=5)
    assert "the record of examination 4 has paper" in books.found().what


def test_one_that_is_being_sat_has_come_to_nothing_yet(books):
    books.run("UPDATE school_exams SET points = 50 WHERE exam = 4")
    assert "examination 4 has points 50; the log says None" in books.found().what


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM school_exams WHERE exam = 2", "examination 2 has no row"),
        ("UPDATE school_exams SET exam = 12 WHERE exam = 2", "examination 2 has no row"),
        ("UPDATE school_classes SET name = 'Mine'", "the class of user 2 has name 'Mine'"),
        ("UPDATE school_classes SET user = 3", "the class of user 2 has no row"),
        ("INSERT INTO school_classes VALUES (3, 'Mine')", "the class of user 3 has a row"),
    ],
)
def test_rows_that_the_log_does_not_give_are_found(books, statement, said):
    books.run(statement)
    assert said in books.found().what


@pytest.mark.parametrize("table", schema.OF_GUESTS, ids=lambda table: table.name)
@pytest.mark.parametrize("who", [GUEST, 99])
def test_what_is_left_of_somebody_who_is_not_here_is_found(books, table, who):
    filled = {column.name: "x" if str(column.type).startswith(("TEXT", "VARCHAR")) else 1
              for column in table.columns} | {"user": who}  # fmt: skip
    columns = ", ".join(f'"{name}"' for name in filled)
    marks = ", ".join("?" for _ in filled)
    books.run(f"INSERT INTO {table.name} ({columns}) VALUES ({marks})", *filled.values())
    assert books.found().what == f"{table.name} has rows of {who}, who is not here."


def test_somebody_leaves_his_class(books):
    books.append(0, class_set(BOB, SAM, None), actor=user(SAM))
    assert "the class of user 2 has a row, and the log knows nothing of it" in books.found().what
    books.run("DELETE FROM school_classes")
    assert books.verdict().is_well
