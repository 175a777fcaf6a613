"""Answers that somebody types: the least that has to be said, and the form to be filled in."""

import json
from dataclasses import replace

import pytest

from croupier.rejection import Code, Rejection
from croupier.table.settings import settings_for
from croupier.training.exam import (
    ExamTerms,
    Filled,
    Said,
    empty_form,
    grade,
    paper_for,
    read_answers,
    read_answers_or_record,
    record_from_json,
    record_of,
)
from croupier.training.lesson import Lesson

from .candidate import sat
from .conftest import SHORT

NOON_MS = 1_777_636_800_000


def least(paper, **more):
    """All that has to be said of a perfect examination."""
    return {
        "format": "croupier exam answers",
        "version": 1,
        "game": paper.lesson.game.id,
        "seed": paper.seed,
        "candidate": "Ann Lee",
        "parts": {
            "procedure": [str(stage.wanted) for stage in paper.procedure.stages],
            **{name: [task.right_answers() for task in tasks] for name, tasks in paper.questions},
        },
        **more,
    }


def read(data, now_ms=0):
    return read_answers(json.dumps(data), now_ms)


def test_what_is_left_out_is_what_is_usual():
    usual = paper_for(Lesson.of("three-card-poker"), 3, ExamTerms(payouts=1))
    answers = read(least(usual, terms={"payouts": 1}), NOON_MS)
    assert answers.paper_again() == usual
    assert grade(usual, answers).passed
    assert (answers.taken_ms, answers.took_ms) == (NOON_MS, 0)
    assert (answers.terms, answers.device) == (ExamTerms(payouts=1), "shuffler")


def test_everything_may_be_said_and_the_long_form_is_the_same(paper):
    right = sat(paper)
    assert read(right.to_json()) == right
    assert read_answers_or_record(json.dumps(right.to_json())) == right


def test_an_answer_may_say_how_long_it_took_and_what_was_asked(paper):
    data = least(paper, terms=SHORT_TERMS)
    first, *others = data["parts"]["procedure"]
    data["parts"]["procedure"] = [{"said": first, "took_ms": 4_000, "asked": "What?"}, *others]
    right, *rest = data["parts"]["payouts"]
    data["parts"]["payouts"] = [{"answers": right, "took_ms": 9_000, "asked": ["What?"]}, *rest]
    answers = read(data)
    assert answers.said[:2] == (Said(first, 4_000), Said(others[0], 0))
    assert answers.of("payouts")[0] == Filled(tuple(right.items()), 9_000)
    assert grade(paper, answers).passed


SHORT_TERMS = {
    "payouts": SHORT.payouts,
    "hands": SHORT.hands,
    "irregularities": SHORT.irregularities,
    "seats": SHORT.seats,
    "time_limit_s": SHORT.time_limit_s,
}


@pytest.mark.parametrize(
    ("taken", "taken_ms"),
    [
        ("2026-05-01 12:00", NOON_MS),
        ("2026-05-01T14:00+02:00", NOON_MS),
        ("2026-05-01", NOON_MS - 43_200_000),
        ("", 5),
    ],
)
def test_when_it_was_sat_may_be_typed(paper, taken, taken_ms):
    assert read(least(paper, terms=SHORT_TERMS, taken=taken), 5).taken_ms == taken_ms


def test_another_table_is_said_by_its_settings():
    game = Lesson.of("three-card-poker").game
    settings = settings_for(game, readings={"entry": "ante_required"})
    lesson = Lesson.of(game.id, settings=settings, device="deck")
    form = empty_form(paper_for(lesson, 3, SHORT), "Ann Lee")
    assert "game" not in form
    answers = read(form)
    assert answers.lesson() == lesson


def test_an_empty_form_is_read_as_nothing_answered(paper):
    form = empty_form(paper)
    form["candidate"] = "Ann Lee"
    answers = read(form)
    assert answers.paper == paper.digest
    assert not answers.said
    result = grade(paper, answers)
    assert result.points == 0
    assert {one.kind for one in result.mistakes} == {"no_answer"}
    asked = form["parts"]["payouts"][0]["asked"]
    question = paper.tasks("payouts")[0].question
    assert asked[0] == question.text
    assert [line.partition(":")[0] for line in asked[2:]] == [one.name for one in question.blanks]
    assert all(option.label in asked[2] for option in question.blanks[0].options)


def test_a_form_that_is_left_before_the_end_says_nothing_of_the_rest(paper):
    form = empty_form(paper, "Ann Lee")
    form["parts"]["procedure"][:3] = [str(stage.wanted) for stage in paper.procedure.stages[:3]]
    assert grade(paper, read(form)).parts[0].points == 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data.update(said=[]), "“said” does not stand in it"),
        (lambda data: data.update(candidat="Ann"), "did you mean “candidate”"),
        (lambda data: data.update(taken="2026-05-01", taken_ms=1), "“taken” and “taken_ms”"),
        (lambda data: data.update(settings={}), "“game” and “settings”"),
        (lambda data: data.update(taken="yesterday"), "like 2026-05-01 14:05"),
        (lambda data: data.update(taken="1969-05-01"), "between the years 1970"),
        (lambda data: data.update(terms=[]), "“terms” needs an object"),
        (lambda data: data["terms"].update(marks=3), "marks"),
        (lambda data: data.pop("seed"), "“seed” is missing"),
        (lambda data: data.pop("candidate"), "“candidate” is missing"),
        (lambda data: data.pop("game"), "“game” is missing"),
        (lambda data: data["parts"].update(procedure=[3]), "step 1 is written as text"),
        (lambda data: data["parts"].update(procedure=[{"said": 3}]), "step 1 needs text"),
        (lambda data: data["parts"].update(hands=[{"answers": {}, "more": 1}]), "nothing else"),
        (lambda data: data["parts"].update(hands=[{"took_ms": 1}]), "text for each blank"),
    ],
)
def test_what_cannot_be_read_is_refused_and_said_once(paper, change, said):
    data = least(paper, terms=dict(SHORT_TERMS))
    change(data)
    with pytest.raises(Rejection) as refused:
        read(data)
    assert refused.value.code is Code.EXAM_INVALID
    assert said in refused.value.detail
    assert refused.value.detail.count("examination") <= 1


def test_a_record_of_typed_answers_is_a_record_like_any_other(paper):
    record = record_of(paper, read(least(paper, terms=SHORT_TERMS)))
    assert record_from_json(json.loads(json.dumps(record.to_json()))) == record


def test_a_form_for_another_paper_is_refused(paper):
    form = {**empty_form(paper, "Ann Lee"), "seed": paper.seed + 1}
    with pytest.raises(Rejection, match="asks something else"):
        read(form).paper_again()
    other = replace(read(empty_form(paper, "Ann Lee")), paper="0" * 64)
    with pytest.raises(Rejection, match="another paper"):
        grade(paper, other)
