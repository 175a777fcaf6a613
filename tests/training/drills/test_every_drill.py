"""What holds for every question of payouts, hands and irregularities, in any game at any table."""

import json
import os
import subprocess
import sys
from functools import cache

import pytest

from croupier.cards import DECK, format_cards, parse_hand
from croupier.money import format_cents, parse_cents
from croupier.rejection import Code, Rejection
from croupier.table.codec import to_json
from croupier.table.places import Face
from croupier.table.preparation import HOUSE_PROCEDURE
from croupier.training.drills import DRILLS, find_drill
from croupier.training.drills.decisions import DECISIONS
from croupier.training.marking import MistakeKind
from croupier.training.questions import BlankKind

from .lessons import LESSONS, NAMED

NAMES = ("payouts", "hands", "irregularities")
SEEDS = range(2)


@pytest.fixture(params=NAMED)
def lesson(request):
    return LESSONS[request.param]()


@pytest.fixture(params=NAMES)
def drill(request):
    return DRILLS[request.param]


@pytest.fixture
def tasks(lesson, drill):
    return asked(lesson, drill)


@cache
def asked(lesson, drill):
    return [drill.task(lesson, item, seed) for item in drill.items(lesson) for seed in SEEDS]


def wrong_answers(blank, right):
    """Answers to a blank that are like the right one, and are not."""
    shown = right.accepted[0]
    match blank.kind:
        case BlankKind.CHOICE:
            found = [option.name for option in blank.options]
        case BlankKind.AMOUNT:
            cents = parse_cents(shown)
            found = [format_cents(one) for one in (2 * cents, cents + 100, cents // 2, cents + 25)]
        case BlankKind.CHIPS:
            found = ["none", "1x$0.25", f"{shown} 1x$5" if shown != "none" else "1x$100"]
        case BlankKind.CARDS:
            first, *others = parse_hand(shown)
            spare = next(card for card in DECK if card not in (first, *others))
            found = [format_cards([spare, *others]), format_cards(others)]
    return [one for one in found if one not in right.accepted]


def test_right_answers_have_full_marks(tasks):
    for task in tasks:
        mark = task.mark(task.right_answers())
        assert mark.is_full, task.question.text
        assert mark.possible == len(task.question.blanks)


def test_each_single_wrong_answer_is_caught_by_its_kind(tasks):
    for task in tasks:
        for right in task.rights:
            blank = task.question.blank(right.blank)
            wrong = wrong_answers(blank, right)
            assert wrong, f"nothing wrong can be said: {task.question.text}"
            for answer in wrong:
                mark = task.mark({**task.right_answers(), right.blank: answer})
                (mistake,) = mark.mistakes
                assert mistake.kind is right.mistake
                lost = [one for one in task.rights if right.blank in (one.blank, one.needs)]
                assert mark.points == mark.possible - len(lost)


def test_every_accepted_answer_is_accepted(tasks):
    for task in tasks:
        for right in task.rights:
            for answer in right.accepted:
                assert task.mark({**task.right_answers(), right.blank: answer}).is_full


def test_saying_nothing_is_no_answer(tasks):
    for task in tasks:
        mark = task.mark({})
        assert {mistake.kind for mistake in mark.mistakes} == {MistakeKind.NO_ANSWER}
        assert mark.points == 0


def test_a_question_is_made_again_from_its_seed_and_is_about_its_item(lesson, drill):
    for item in drill.items(lesson):
        task = drill.task(lesson, item, 1)
        assert task.question.item == item
        assert task.question.drill == drill.name
        assert task in asked(lesson, drill)


def test_other_seeds_make_other_questions(lesson, drill):
    for item in drill.items(lesson):
        first = drill.task(lesson, item, 0).question
        assert any(drill.task(lesson, item, seed).question != first for seed in range(1, 12)), item


def test_scenes_show_no_face_that_lies_hidden(tasks):
    for task in tasks:
        for laid in task.question.scene.laid:
            assert len(laid.cards) == len(laid.faces)
            for card, face in zip(laid.cards, laid.faces, strict=True):
                assert (card is None) is (face is not Face.UP)


def test_clauses_are_those_of_the_game_and_every_answer_says_why(lesson, tasks):
    for task in tasks:
        for right in task.rights:
            assert right.why.strip()
            if lesson.clauses:
                assert right.clause in {*lesson.clauses, HOUSE_PROCEDURE}


def test_a_question_can_be_sent(tasks):
    for task in tasks:
        assert json.loads(json.dumps(to_json(task.question)))["item"] == task.question.item


def test_options_differ_whatever_they_are_called_by(tasks):
    for task in tasks:
        for blank in task.question.blanks:
            names = [option.name.casefold() for option in blank.options]
            labels = [option.label.casefold() for option in blank.options]
            assert len(set(names)) == len(names)
            assert len(set(labels)) == len(labels)


def test_items_are_listed_once_and_another_is_refused(lesson, drill):
    items = drill.items(lesson)
    assert len(set(items)) == len(items)
    with pytest.raises(Rejection) as refused:
        drill.task(lesson, "Nothing of the kind", 1)
    assert refused.value.code is Code.DRILL_UNKNOWN


def test_every_lesson_has_something_to_practise(lesson):
    for name in ("payouts", "irregularities"):
        assert DRILLS[name].items(lesson)


def test_drills_are_found_by_name():
    assert list(DRILLS) == [*NAMES, "decisions"]
    for name, drill in DRILLS.items():
        assert find_drill(name) is drill
        assert drill.name == name
        assert drill.title
        assert drill.about
    with pytest.raises(Rejection) as refused:
        find_drill("payout")
    assert refused.value.code is Code.DRILL_UNKNOWN
    assert "payouts" in refused.value.detail


def test_the_drill_that_is_loaded_late_is_called_what_it_calls_itself():
    late = DRILLS["decisions"]
    assert (late.name, late.title, late.about) == (
        DECISIONS.name,
        DECISIONS.title,
        DECISIONS.about,
    )


SAME_EVERYWHERE = """
from croupier.training.drills import DRILLS
from croupier.training.lesson import Lesson
lesson = Lesson.of("three-card-poker")
for name in ("payouts", "hands", "irregularities"):
    for item in DRILLS[name].items(lesson):
        print(DRILLS[name].task(lesson, item, 1))
"""


@pytest.mark.slow
def test_questions_do_not_depend_on_how_python_hashes():
    """An examination is found again from its seed, on whatever machine."""
    said = {
        subprocess.run(
            [sys.executable, "-c", SAME_EVERYWHERE],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    (lines,) = said
    assert len(lines.splitlines()) > 50
