"""An examination sat answer by answer, and what it is worth."""

from dataclasses import replace

import pytest

from croupier.rejection import Code, Rejection
from croupier.training.exam import (
    ExamTerms,
    Filled,
    Said,
    begun,
    clauses_broken,
    grade,
    paper_for,
    turn,
    with_filled,
    with_said,
)
from croupier.training.exam.answers import DAY_MS
from croupier.training.exam.grading import percent_text
from croupier.training.lesson import Lesson

from .candidate import sat
from .changing import with_filled_at, with_said_at
from .conftest import SHORT


def test_the_parts_come_one_after_the_other(paper):
    answers, asked = begun(paper, "Ann Lee", 0), []
    while (now := turn(paper, answers)) is not None:
        asked.append((now.part.name, now.at))
        assert (now.stage is None) is not (now.task is None)
        if now.stage is not None:
            assert now.stage is paper.procedure.stages[now.at]
            answers = with_said(paper, answers, "", 1_000)
        else:
            answers = with_filled(paper, answers, {}, 1_000)
    assert asked == [(part.name, at) for part in paper.parts for at in range(part.count)]
    assert answers.took_ms == 1_000 * len(asked)
    with pytest.raises(Rejection, match="Everything is answered") as refused:
        with_said(paper, answers, "collect", 1)
    assert refused.value.code is Code.EXAM_INVALID


def test_what_is_no_answer_is_refused_and_may_be_said_again(paper):
    answers = begun(paper, "Ann Lee", 0)
    with pytest.raises(Rejection) as refused:
        with_said(paper, answers, "juggle the cards", 1_000)
    assert refused.value.code is Code.ANSWER_INVALID
    with pytest.raises(Rejection, match="a step of the round") as refused:
        with_filled(paper, answers, {}, 1_000)
    assert refused.value.code is Code.EXAM_INVALID
    assert turn(paper, answers).at == 0


def test_what_is_said_is_kept_in_its_one_form(paper):
    answers = with_said(paper, begun(paper, "Ann  Lee ", 0), " DO   inspect the deck ", 1_000)
    assert answers.said == (Said("do Inspect the deck", 1_000),)
    assert with_said(paper, answers, "o", 500).said[1:] == (Said("open bets", 500),)
    assert answers.candidate == "Ann Lee"


def test_nothing_at_all_earns_nothing_and_everything_is_named(paper):
    result = grade(paper, begun(paper, "Ann Lee", 0))
    assert (result.points, result.percent_hundredths, result.passed) == (0, 0, False)
    assert result.possible == len(result.mistakes) == sum(part.possible for part in result.parts)
    assert {one.kind for one in result.mistakes} == {"no_answer"}
    assert len(result.why) == 1 + len(result.parts)


def test_what_comes_after_the_time_does_not_count(paper):
    right = sat(paper)
    late = with_said_at(right, 2, right.said[2].said, took_ms=SHORT.time_limit_s * 1_000 + 1)
    result = grade(paper, late)
    # The first two steps were in time.
    assert result.points == 2
    assert {one.kind for one in result.mistakes} == {"too_late"}
    assert result.too_late == sum(part.count for part in paper.parts) - 2
    assert "after the time was over" in result.why[-1]
    just = SHORT.time_limit_s * 1_000 - right.took_ms + right.said[2].took_ms
    in_time = grade(paper, with_said_at(right, 2, right.said[2].said, took_ms=just))
    assert in_time.passed
    assert not in_time.too_late
    over = grade(paper, with_said_at(right, 2, right.said[2].said, took_ms=just + 1))
    assert over.too_late == 1


def test_one_weak_part_fails_a_candidate_who_has_enough_in_all(paper):
    easy = paper_for(paper.lesson, paper.seed, replace(SHORT, pass_percent=50))
    answers = sat(easy)
    blanks = [
        {blank.name: "" for blank in task.question.blanks} for task in easy.tasks("irregularities")
    ]
    for at, nothing in enumerate(blanks):
        answers = with_filled_at(answers, "irregularities", at, nothing)
    result = grade(easy, answers)
    assert result.points * 2 >= result.possible
    assert not result.passed
    assert [part.name for part in result.parts if not part.passed] == ["irregularities"]
    (why,) = result.why
    assert "0%" in why


@pytest.mark.parametrize("percent", [1, 37, 50, 99, 100])
def test_the_pass_mark_is_exact(paper, percent):
    terms = replace(SHORT, pass_percent=percent, least_part_percent=0)
    asked = paper_for(paper.lesson, paper.seed, terms)
    answers = sat(asked)
    possible = grade(asked, answers).possible
    for wrong in range(len(asked.procedure.stages)):
        answers = with_said_at(answers, wrong, "")
        result = grade(asked, answers)
        assert result.points == possible - wrong - 1
        assert result.passed is (100 * result.points >= percent * possible)


def test_the_clauses_behind_the_mistakes_are_told_in_words(paper):
    answers = with_said_at(sat(paper), 3, "collect")
    result = grade(paper, answers)
    clause = paper.procedure.stages[3].clause
    assert clauses_broken(paper.lesson, result) == {clause: paper.lesson.clause_says(clause)}


def test_answers_that_do_not_fit_the_paper_are_refused(paper):
    right = sat(paper)
    other = paper_for(paper.lesson, paper.seed + 1, SHORT)
    broken = {
        "another paper": (other, right),
        "round is over": (paper, replace(right, said=(*right.said, Said("collect", 1)))),
        "asks for": (
            paper,
            replace(right, filled=(("payouts", (*right.of("payouts"), Filled((), 1))),)),
        ),
        "is none": (paper, with_said_at(right, 0, "juggle the cards")),
        "Answer 1 of payouts": (paper, with_filled_at(right, "payouts", 0, {"amount": "much"})),
        "no part": (paper, replace(right, filled=(*right.filled, ("dancing", ())))),
    }
    for said, (asked, answers) in broken.items():
        with pytest.raises(Rejection, match=said) as refused:
            grade(asked, answers)
        assert refused.value.code is Code.EXAM_INVALID


def test_a_blank_that_is_not_asked_is_refused_even_if_nothing_is_in_it(paper):
    (first, *others) = sat(paper).of("payouts")
    for text in ("", "$5"):
        more = replace(first, answers=(*first.answers, ("colour", text)))
        answers = replace(sat(paper), filled=(("payouts", (more, *others)),))
        with pytest.raises(Rejection, match="no blank “colour”") as refused:
            grade(paper, answers)
        assert refused.value.code is Code.EXAM_INVALID


def test_what_came_too_late_is_late_though_it_cannot_be_read(paper):
    late_ms = SHORT.time_limit_s * 1_000 + 1
    right = sat(paper)
    last = right.of("irregularities")[-1]
    unreadable = replace(last, answers=(("nothing", "there is"),), took_ms=late_ms)
    filled = tuple(
        (name, (*some[:-1], unreadable) if name == "irregularities" else some)
        for name, some in right.filled
    )
    result = grade(paper, replace(right, filled=filled))
    assert result.too_late == 1
    assert {one.kind for one in result.mistakes} == {"too_late"}
    steps = replace(right, said=(*right.said[:-1], Said("juggle the cards", late_ms)))
    assert grade(paper, steps).too_late


def test_an_examination_that_was_left_open_for_days_is_late_and_no_more(paper):
    days_ms = 3 * DAY_MS
    answers = with_said(paper, begun(paper, "Ann Lee", 0), "collect", days_ms)
    assert answers.said[0].took_ms == DAY_MS
    assert grade(paper, answers).too_late == 1
    answers = begun(paper, "Ann Lee", 0)
    while turn(paper, answers).stage is not None:
        answers = with_said(paper, answers, "", -5)
    assert {one.took_ms for one in answers.said} == {0}
    answers = with_filled(paper, answers, {}, days_ms)
    assert answers.of("payouts")[0].took_ms == DAY_MS


def test_percents_are_never_rounded_up():
    assert [percent_text(one) for one in (10_000, 9_999, 8_750, 8_005, 0)] == [
        "100%",
        "99.9%",
        "87.5%",
        "80%",
        "0%",
    ]


def test_a_round_alone_can_be_an_examination():
    terms = ExamTerms(payouts=0, hands=0, irregularities=0)
    alone = paper_for(Lesson.of("three-card-poker", device="deck"), 5, terms)
    assert [part.name for part in alone.parts] == ["procedure"]
    assert grade(alone, sat(alone)).passed


def test_a_step_forgotten_or_done_twice_is_one_mistake(paper):
    right = sat(paper)
    full = grade(paper, right).points
    forgotten = replace(right, said=(*right.said[:4], *right.said[5:]))
    twice = replace(right, said=(*right.said[:4], right.said[0], *right.said[4:]))
    for answers in (forgotten, twice):
        result = grade(paper, answers)
        (mistake,) = result.mistakes
        assert (mistake.at, mistake.kind, result.points) == (5, "wrong_step", full - 1)
        assert turn(paper, answers) is None
        assert result.took_ms == answers.took_ms


def test_a_round_that_is_not_dealt_to_its_end_has_no_answer_for_each_step_left(paper):
    answers = replace(sat(paper), said=sat(paper).said[:3])
    steps = [one for one in grade(paper, answers).mistakes if one.part == "procedure"]
    assert [one.at for one in steps] == list(range(4, len(paper.procedure.stages) + 1))
    assert {one.kind for one in steps} == {"no_answer"}


def test_a_sitting_follows_the_candidate(paper):
    answers = begun(paper, "Ann Lee", 0)
    stages = paper.procedure.stages
    for said in (stages[0], stages[2], stages[0]):
        answers = with_said(paper, answers, str(said.wanted), 1_000)
    asked = turn(paper, answers)
    assert asked.stage is stages[3]
    # How many steps there are stays the same: nobody learns from it that he left one out.
    assert (asked.at, asked.of) == (3, len(stages))
    answers = with_said(paper, answers, str(stages[1].wanted), 1_000)
    asked = turn(paper, answers)
    assert (asked.at, asked.of, asked.stage) == (4, len(stages), stages[3])
    last = replace(answers, said=(*answers.said, *(Said("", 1) for _ in stages[3:-1])))
    asked = turn(paper, with_said(paper, last, str(stages[0].wanted), 1))
    # Who has said more than there are steps is not told how many are left.
    assert asked.stage is stages[-1]
    assert (asked.at, asked.of) == (len(stages) + 1, len(stages) + 2)
