"""A record of an examination, found in the log of the house where it was sat."""

import asyncio
import json
from dataclasses import replace

import pytest

from croupier.house.accounts import Money
from croupier.house.happenings import Role
from croupier.house.school import Grading
from croupier.training.exam import ExamTerms, paper_for, record_of
from croupier.training.lesson import Lesson

from ..house.houses import open_house  # noqa: TID252 (houses of the tests beside these)
from ..training.exam.candidate import sat  # noqa: TID252
from .running import croupier

GAME = "three-card-poker"


@pytest.fixture(scope="module")
def record():
    terms = ExamTerms(payouts=1, hands=1, irregularities=1, seats=1)
    paper = paper_for(Lesson.of(GAME), 11, terms)
    return record_of(paper, sat(paper, "Ada"))


def house_with(path, record):
    """Books in which this was graded; where it stands."""

    async def examine():
        async with open_house(path) as office:
            ada = (
                await office.add_user("add", "Ada", frozenset({Role.PLAYER}), Money.PLAY, by=None)
            )[1]
            seed, result = record.answers.seed, record.result
            await office.school.begin(
                "begin",
                ada,
                GAME,
                1,
                seed=seed,
                paper=record.answers.paper,
                time_limit_s=600,
                answers=lambda _: "{}",
            )
            sitting = office.school.sitting_of(ada.user)
            text = json.dumps(record.to_json())
            grading = Grading(result.points, result.possible, result.passed, text, record.digest)
            await office.school.grade(sitting, grading, {}, is_late=False)
            return office.house.journal.head

    return asyncio.run(examine())


@pytest.fixture(scope="module")
def house(tmp_path_factory, record):
    path = tmp_path_factory.mktemp("house") / "croupier.db"
    return path, house_with(path, record)


def verified(tmp_path, record, books, *options):
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record.to_json()), encoding="utf-8")
    return croupier("exam", GAME, "--verify", str(file), "--database", str(books), *options)


def test_it_is_found_in_the_books_with_its_entry_and_hash(house, record, tmp_path):
    path, head = house
    found = json.loads(verified(tmp_path, record, path, "--json").stdout)
    assert found["is_right"] is True
    assert (found["entry"], found["hash"]) == (head.entries, head.hash)
    done = verified(tmp_path, record, path)
    assert f"entry {head.entries}" in done.stdout
    assert head.hash in done.stdout


def test_it_is_found_in_an_export_of_the_log_too(house, record, tmp_path):
    path, head = house
    log = tmp_path / "log.jsonl"
    assert croupier("verify-log", str(path), "--export", str(log)).returncode == 0
    found = json.loads(verified(tmp_path, record, log, "--json").stdout)
    assert (found["is_right"], found["entry"]) == (True, head.entries)


def test_what_was_not_sat_there_is_not_found(house, record, tmp_path):
    path, _ = house
    paper = record.answers.paper_again()
    done = verified(tmp_path, record_of(paper, sat(paper, "Bob")), path)
    assert done.returncode == 1
    assert "No examination with this digest" in done.stdout


def test_a_log_that_says_something_else_of_it_is_found(record, tmp_path):
    path = tmp_path / "other.db"
    better = replace(record.result, points=record.result.points - 1)
    house_with(path, replace(record, result=better))
    done = verified(tmp_path, record, path)
    assert done.returncode == 1
    assert "says something else" in done.stdout


def test_where_there_are_no_books_it_is_said(record, tmp_path):
    done = verified(tmp_path, record, tmp_path / "nowhere.db")
    assert done.returncode == 2
    assert "There is no file" in done.stderr
