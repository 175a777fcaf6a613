"""For every game: full marks for who is right, and each single mistake caught and named.

The examples that are kept are graded again here, where the papers are made anyway.
"""

import pytest

from croupier.table.registry import game_ids
from croupier.training.exam import ExamTerms, grade, paper_for, read_record, verify_record
from croupier.training.lesson import Lesson
from croupier.training.marking import MistakeKind
from croupier.training.procedure import wrong_moves

from .candidate import one_wrong, sat
from .changing import with_filled_at, with_said_at
from .examples import EXAMPLES, SEED, example, path_of

GAMES = sorted(EXAMPLES)


def test_every_game_has_an_example():
    assert sorted(game_ids()) == GAMES
    assert {path.name for path in path_of("").parent.glob("*.json")} == {
        path_of(game).name for game in GAMES
    }


@pytest.fixture(scope="module", params=GAMES)
def paper(request):
    return paper_for(Lesson.of(request.param), SEED, ExamTerms())


@pytest.mark.slow
def test_a_perfect_run_passes_with_full_marks(paper):
    result = grade(paper, sat(paper))
    assert (result.points, result.percent_hundredths) == (result.possible, 10_000)
    assert result.passed
    assert not result.mistakes
    assert not result.why
    assert [part.name for part in result.parts] == [
        "procedure",
        "payouts",
        "hands",
        "irregularities",
    ]


@pytest.mark.slow
def test_each_single_wrong_answer_is_caught_and_named(paper):
    right = sat(paper)
    full = grade(paper, right).points
    stages = paper.procedure.stages
    for at, stage in enumerate(stages):
        # One slip of each kind; every one of them is tried in tests/training/procedure. Other
        # steps of the round, done too early or again, are followed: that is tried there as well.
        steps = [right for one in stages for right in (one.wanted, *one.also)]
        slips = {
            slip.kind: slip for slip in wrong_moves(paper.procedure, at) if slip.move not in steps
        }
        for slip in slips.values():
            found = grade(paper, with_said_at(right, at, str(slip.move)))
            assert found.points == full - 1
            (mistake,) = found.mistakes
            assert (mistake.part, mistake.at, mistake.kind) == ("procedure", at + 1, slip.kind)
            assert (mistake.said, mistake.wanted) == (str(slip.move), str(stage.wanted))
            assert mistake.clause == stage.clause
    for part, tasks in paper.questions:
        for at, task in enumerate(tasks):
            for number, wanted in enumerate(task.rights):
                wrong = one_wrong(task, number)
                found = grade(paper, with_filled_at(right, part, at, wrong))
                # What needs this one to be right counts no more than it, but is no mistake.
                lost = sum(wanted.blank in (one.blank, one.needs) for one in task.rights)
                assert found.points == full - lost
                (mistake,) = found.mistakes
                is_empty = not wrong[wanted.blank]
                kind = MistakeKind.NO_ANSWER if is_empty else wanted.mistake
                assert (mistake.part, mistake.at, mistake.kind) == (part, at + 1, kind)
                assert mistake.clause == wanted.clause
                assert mistake.wanted


@pytest.mark.slow
def test_the_questions_are_of_as_many_kinds_as_there_are_room_for(paper):
    for _, tasks in paper.questions:
        items = [task.question.item for task in tasks]
        assert len(set(items)) == len(items)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_example_is_graded_as_it_was(game):
    kept = read_record(path_of(game).read_text(encoding="utf-8"))
    assert verify_record(kept) is None
    assert kept.result.passed
    assert kept.result.mistakes
    # If this program would give another, tests/training/exam/rewrite.py writes them anew.
    assert kept == example(game)
