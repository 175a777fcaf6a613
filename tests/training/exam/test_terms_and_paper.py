"""The terms of an examination, and the paper that follows from them and a seed."""

from dataclasses import fields, replace

import pytest

from croupier.rejection import Code, Rejection
from croupier.table.settings import settings_for
from croupier.training.drills import find_drill
from croupier.training.exam import TERMS, ExamTerms, paper_for
from croupier.training.lesson import Lesson
from croupier.training.questions import BlankKind

from .conftest import SHORT

GAME = "three-card-poker"


def test_every_term_says_what_it_means_and_its_usual_value_is_allowed():
    assert [one.name for one in fields(ExamTerms)] == list(TERMS)
    for name, term in TERMS.items():
        assert term.least <= getattr(ExamTerms(), name) <= term.most
        assert term.means


@pytest.mark.parametrize("name", list(TERMS))
def test_a_term_keeps_to_its_bounds(name):
    term = TERMS[name]
    for value in (term.least, term.most):
        assert getattr(ExamTerms.of({name: str(value)}), name) == value
    for value in (term.least - 1, term.most + 1, True, 1.0, "1"):
        with pytest.raises(Rejection, match=name) as refused:
            replace(ExamTerms(), **{name: value})
        assert refused.value.code is Code.EXAM_INVALID


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"pass_percents": "90"}, "did you mean “pass_percent”"),
        ({"pass_percent": "ninety"}, "whole number"),
        ({"pass_percent": "-1"}, "whole number"),
        ({"pass_percent": "٩٠"}, "whole number"),
        ({"pass_percent": "101"}, "1 to 100"),
    ],
)
def test_terms_that_are_none_are_refused(chosen, said):
    with pytest.raises(Rejection, match=said) as refused:
        ExamTerms.of(chosen)
    assert refused.value.code is Code.EXAM_INVALID


def test_the_same_seed_gives_the_same_paper_and_another_seed_another(paper):
    paper_for.cache_clear()
    again = paper_for(Lesson.of(GAME), 3, SHORT)
    assert again is not paper
    assert again == paper
    assert again.digest == paper.digest
    assert paper_for(Lesson.of(GAME), 4, SHORT).digest != paper.digest


def question_changed(paper, change):
    """The paper with its first question changed."""
    (name, (task, *others)), *rest = paper.questions
    asked = replace(task, question=change(task.question))
    return replace(paper, questions=((name, (asked, *others)), *rest))


def blank_changed(question, **changes):
    first, *others = question.blanks
    return replace(question, blanks=(replace(first, **changes), *others))


def scene_changed(scene):
    laid, *others = scene.laid
    return replace(scene, laid=(replace(laid, cards=laid.cards[:-1]), *others))


def stage_changed(paper, **changes):
    stages = paper.procedure.stages
    changed = (*stages[:-1], replace(stages[-1], **changes))
    return replace(paper, procedure=replace(paper.procedure, stages=changed))


OTHERWISE = {
    "the text": lambda paper: question_changed(paper, lambda one: replace(one, text="Else.")),
    "the item": lambda paper: question_changed(paper, lambda one: replace(one, item="else")),
    "the cards": lambda paper: question_changed(
        paper, lambda one: replace(one, scene=scene_changed(one.scene))
    ),
    "the bets": lambda paper: question_changed(
        paper, lambda one: replace(one, scene=replace(one.scene, staked=one.scene.staked[1:]))
    ),
    "a blank's name": lambda paper: question_changed(
        paper, lambda one: blank_changed(one, name="else")
    ),
    "a blank's kind": lambda paper: question_changed(
        paper, lambda one: blank_changed(one, kind=BlankKind.AMOUNT)
    ),
    "a blank's count": lambda paper: question_changed(
        paper, lambda one: blank_changed(one, count=9)
    ),
    "an option": lambda paper: question_changed(
        paper, lambda one: blank_changed(one, options=one.blanks[0].options[1:])
    ),
    "the seats": lambda paper: replace(paper, procedure=replace(paper.procedure, seats=(7,))),
    "a move": lambda paper: stage_changed(paper, wanted=paper.procedure.stages[0].wanted),
    "what lies there": lambda paper: stage_changed(
        paper, scene=scene_changed(paper.procedure.stages[-1].scene)
    ),
    "a question": lambda paper: replace(paper, questions=paper.questions[1:]),
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_the_digest_is_of_all_that_is_asked(paper, what):
    assert OTHERWISE[what](paper).digest != paper.digest


def test_the_digest_does_not_mind_how_a_mistake_is_explained(paper):
    (name, (task, *others)), *rest = paper.questions
    reworded = replace(task, rights=tuple(replace(one, why="Else.") for one in task.rights))
    again = replace(paper, questions=((name, (reworded, *others)), *rest))
    assert again.digest == paper.digest


def test_a_paper_asks_as_much_as_its_terms_say(paper):
    asked = {part.name: part.count for part in paper.parts}
    assert asked == {
        "procedure": len(paper.procedure.stages),
        "payouts": 2,
        "hands": 2,
        "irregularities": 2,
    }
    assert len(paper.procedure.seats) == 1


def test_a_part_that_asks_nothing_is_left_out():
    terms = replace(SHORT, hands=0)
    parts = paper_for(Lesson.of(GAME), 3, terms).parts
    assert [part.name for part in parts] == ["procedure", "payouts", "irregularities"]


def test_a_paper_that_asks_for_everything_asks_each_item_before_any_twice():
    lesson = Lesson.of(GAME)
    items = find_drill("irregularities").items(lesson)
    terms = replace(SHORT, irregularities=len(items) + 3)
    tasks = paper_for(lesson, 3, terms).tasks("irregularities")
    asked = [task.question.item for task in tasks]
    assert sorted(asked[: len(items)]) == sorted(items)
    assert asked[len(items) :] == asked[:3]
    assert tasks[0] != tasks[len(items)], "what comes twice is asked about another hand"


def test_the_first_questions_are_about_as_many_spots_as_there_are():
    lesson = Lesson.of(GAME)
    spots = {item.partition(":")[0] for item in find_drill("payouts").items(lesson)}
    tasks = paper_for(lesson, 3, replace(SHORT, payouts=len(spots))).tasks("payouts")
    assert {task.question.item.partition(":")[0] for task in tasks} == spots


def test_a_table_with_fewer_seats_than_players_and_a_strange_seed_are_refused():
    lesson = Lesson.of(GAME)
    small = replace(lesson, settings=settings_for(lesson.game, positions=1))
    with pytest.raises(Rejection) as refused:
        paper_for(small, 3, replace(SHORT, seats=2))
    assert refused.value.code is Code.EXAM_INVALID
    for seed in (-1, 2**53):
        with pytest.raises(Rejection) as refused:
            paper_for(lesson, seed, SHORT)
        assert refused.value.code is Code.EXAM_INVALID
