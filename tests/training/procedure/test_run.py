"""A round while it is dealt: guided, free, and the report at its end."""

import pytest

from croupier.rejection import Code, Rejection
from croupier.table.codec import to_json
from croupier.training.lesson import Lesson
from croupier.training.marking import MistakeKind
from croupier.training.procedure import ProcedureRun, parse_move, procedure_of, wrong_moves

from .lessons import LESSONS, lesson_name

WRONG = "do Juggle the cards"

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lesson_name)


@pytest.fixture
def procedure():
    return procedure_of(Lesson.of("three-card-poker"), 1)


def deal_to_the_end(run, took_ms=1_000):
    while run.stage is not None:
        run.say(run.stage.wanted, took_ms)


@every_lesson
@pytest.mark.parametrize("is_free_run", [False, True], ids=["guided", "free"])
def test_a_perfect_run_has_full_marks(lesson, is_free_run):
    for seed in range(3):
        run = ProcedureRun(procedure_of(lesson, seed, 3), is_free_run)
        while run.stage is not None:
            judged = run.say(str(run.stage.wanted), 500)
            assert judged.is_right
            assert judged.done == judged.said
        report = run.report()
        assert report.mark.is_full
        assert report.steps == report.done == report.right_at_first == report.mark.possible
        assert report.steps_per_minute == 120
        assert report.helped == 0
        assert not report.missed
        to_json(report)


def test_a_guided_run_stays_where_it_is_until_the_step_is_right(procedure):
    run = ProcedureRun(procedure)
    before = run.stage
    judged = run.say(WRONG)
    assert judged.mistake is not None
    assert judged.mistake.kind is MistakeKind.WRONG_STEP
    assert (judged.number, judged.done, run.stage) == (1, "", before)
    assert run.say(before.wanted).is_right
    assert run.stage == procedure.stages[1]
    deal_to_the_end(run)
    report = run.report()
    assert report.right_at_first == report.steps - 1
    assert (report.mark.points, report.mark.possible) == (report.steps - 1, report.steps)
    assert [(one.number, one.label) for one in report.missed] == [(1, "Inspect the deck")]
    assert report.by_kind == ((MistakeKind.WRONG_STEP, 1),)
    to_json(report)


def test_a_free_run_does_the_right_step_itself_and_keeps_the_mistake(procedure):
    run = ProcedureRun(procedure, is_free_run=True)
    judged = run.say(WRONG)
    assert not judged.is_right
    assert judged.done == "do Inspect the deck"
    assert run.stage == procedure.stages[1]
    deal_to_the_end(run)
    assert run.report().right_at_first == run.report().steps - 1
    assert [one.mistake for one in run.report().missed] == [judged.mistake]


@pytest.mark.parametrize("is_free_run", [False, True], ids=["guided", "free"])
def test_a_step_that_is_passed_over_is_done_and_counts_as_missed(procedure, is_free_run):
    run = ProcedureRun(procedure, is_free_run)
    judged = run.pass_over(2_000)
    assert judged.mistake is not None
    assert judged.mistake.kind is MistakeKind.NO_ANSWER
    assert (judged.said, judged.done) == ("", "do Inspect the deck")
    assert run.stage == procedure.stages[1]
    assert run.report().mark.points == 0


def test_what_is_no_move_is_refused_and_changes_nothing(procedure):
    run = ProcedureRun(procedure, is_free_run=True)
    with pytest.raises(Rejection) as refused:
        run.say("shuffle up and deal")
    assert refused.value.code is Code.ANSWER_INVALID
    assert (run.at, run.judged) == (0, [])


def test_the_report_says_how_fast_it_went_and_what_took_long(procedure):
    run = ProcedureRun(procedure)
    run.say(WRONG, 4_000)
    run.say(run.stage.wanted, 3_000)
    run.say(run.stage.wanted, 5_000)
    run.say(run.stage.wanted, 500)
    report = run.report()
    assert report.took_ms == 12_500
    assert [(one.number, one.took_ms) for one in report.slowest] == [
        (1, 7_000),
        (2, 5_000),
        (3, 500),
    ]
    assert (report.done, report.right_at_first) == (3, 2)
    assert report.steps_per_minute is None, "three steps are too few to tell"
    for _ in range(2):
        run.say(run.stage.wanted, 1_250)
    assert run.report().steps_per_minute == pytest.approx(20)


def test_no_speed_is_told_of_a_few_steps_or_of_no_time(procedure):
    run = ProcedureRun(procedure)
    assert run.report().steps_per_minute is None
    deal_to_the_end(run, took_ms=1)
    assert run.report().steps_per_minute is None


def test_what_was_said_brings_a_run_back(procedure):
    run = ProcedureRun(procedure)
    for said in (WRONG, "do Inspect the deck", "collect"):
        run.say(said, 100)
    again = ProcedureRun(procedure)
    for judged in run.judged:
        again.say(judged.said, judged.took_ms)
    assert again == run


def test_a_step_for_which_moves_were_shown_is_none_that_he_knew(procedure):
    run = ProcedureRun(procedure)
    run.help()
    assert run.say(run.stage.wanted).is_right
    deal_to_the_end(run)
    report = run.report()
    assert (report.helped, report.right_at_first) == (1, report.steps - 1)
    assert report.mark.points == report.steps - 1
    assert report.mark.mistakes == ()


def test_a_wrong_try_is_reported_though_nothing_was_done(procedure):
    run = ProcedureRun(procedure)
    run.say(WRONG)
    assert (run.report().done, len(run.report().missed)) == (0, 1)


# A free run follows who leaves a step out, or does one too many.


def dealt_freely(procedure, said):
    run = ProcedureRun(procedure, is_free_run=True)
    for move in said:
        if run.stage is not None:
            run.say(move)
    while run.stage is not None:
        run.pass_over()
    return run


def wanted_moves(procedure):
    return [stage.wanted for stage in procedure.stages]


@every_lesson
def test_a_step_left_out_is_one_mistake(lesson):
    procedure = procedure_of(lesson, 5)
    moves = wanted_moves(procedure)
    for at in range(len(moves)):
        run = dealt_freely(procedure, [*moves[:at], *moves[at + 1 :]])
        (missed,) = run.report().missed
        assert run.report().mark.points == len(moves) - 1
        if at + 1 < len(moves) and moves[at] != moves[at + 1]:
            stage = procedure.stages[at]
            assert (missed.number, missed.mistake.kind) == (at + 1, MistakeKind.WRONG_STEP)
            assert f"“{stage.label}” was left out." in missed.mistake.why
            assert (missed.mistake.clause, missed.mistake.wanted) == (stage.clause, str(moves[at]))


@every_lesson
def test_a_step_that_is_none_and_one_done_twice_are_one_mistake(lesson):
    procedure = procedure_of(lesson, 5)
    moves = wanted_moves(procedure)
    for at in range(1, len(moves)):
        near = moves[at : at + 4]
        for extra in (moves[at - 1], parse_move(WRONG)):
            if extra not in near:
                run = dealt_freely(procedure, [*moves[:at], extra, *moves[at:]])
                (missed,) = run.report().missed
                assert (missed.number, missed.mistake.said) == (at + 1, str(extra))
                assert run.report().mark.points == len(moves) - 1


@every_lesson
def test_a_step_done_wrong_is_one_mistake_whatever_it_was(lesson):
    procedure = procedure_of(lesson, 5)
    moves = wanted_moves(procedure)
    for at in range(len(moves) - 1):
        for wrong in {one.kind: one for one in wrong_moves(procedure, at)}.values():
            run = dealt_freely(procedure, [*moves[:at], wrong.move, *moves[at + 1 :]])
            early = [n for n in range(at + 1, at + 4) if wrong.move in moves[n : n + 1]]
            if wrong.move in moves[:at] and moves[at] == moves[at + 1]:
                # Whether the next says this step or the one after it, nobody knows.
                continue
            # What belongs to a later step leaves out those before it, and no more.
            left_out = early[0] - at if early else 1
            assert len(run.report().missed) == left_out
            assert run.report().mark.points == len(moves) - left_out


def test_two_steps_in_the_wrong_order_are_one_mistake(procedure):
    one, other, *rest = wanted_moves(procedure)
    run = dealt_freely(procedure, [other, one, *rest])
    assert [missed.number for missed in run.report().missed] == [1]


def test_what_comes_once_too_often_leaves_the_stage_where_it_is_but_not_for_ever(procedure):
    moves = wanted_moves(procedure)
    run = ProcedureRun(procedure, is_free_run=True)
    for move in moves[:5]:
        run.say(move)
    assert run.say(moves[0]).done == ""
    assert run.at == 5
    assert run.say(moves[1]).done == str(moves[5])
    assert run.at == 6
    assert [one.number for one in run.report().missed] == [6, 6]
    assert run.report().mark.points == 5


def test_several_steps_left_out_are_a_mistake_each_and_nothing_told_is_lost(procedure):
    moves = wanted_moves(procedure)
    run = ProcedureRun(procedure, is_free_run=True)
    run.say(moves[3])
    assert run.at == 4
    assert [one.number for one in run.report().missed] == [1, 2, 3]
    assert run.right == {4}
    told = [sentence for stage in procedure.stages[1:5] for sentence in stage.told]
    assert told
    assert run.told == tuple(told)
    run.say(moves[8])
    assert run.at == 5, "what is further away is no step left out"


@every_lesson
def test_who_deals_well_is_told_all_that_happens(lesson):
    procedure = procedure_of(lesson, 5)
    run = ProcedureRun(procedure, is_free_run=True)
    for stage in procedure.stages:
        assert run.told == stage.told
        run.say(stage.wanted)
    assert run.told == procedure.ended
