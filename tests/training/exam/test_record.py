"""The record of an examination: read, verified, printed."""

import json
from dataclasses import replace

import pytest

from croupier.rejection import Code, Rejection
from croupier.training.exam import (
    Said,
    Standing,
    begun,
    exam_pdf,
    exam_pngs,
    read_answers,
    read_answers_or_record,
    read_record,
    record_from_json,
    record_of,
    verify_record,
)
from croupier.training.exam.printed import unanswered
from croupier.training.exam.wording import (
    limit_text,
    minutes_text,
    scene_text,
    taken_text,
)

from .candidate import sat
from .changing import with_filled_at, with_said_at


@pytest.fixture(scope="module")
def record(paper):
    return record_of(paper, with_said_at(sat(paper, "Ann Lee", 1_777_629_600_000), 1, "collect"))


def changed(record, change):
    data = json.loads(json.dumps(record.to_json()))
    change(data)
    return data


def test_a_record_is_read_as_it_was_written_and_is_right(record):
    again = read_record(json.dumps(record.to_json()))
    assert again == record
    assert verify_record(again) is None
    assert read_answers(json.dumps(record.answers.to_json())) == record.answers
    for written in (record, record.answers):
        assert read_answers_or_record(json.dumps(written.to_json())) == record.answers


def test_the_paper_is_made_again_from_the_answers(record, paper):
    assert record.answers.paper_again() == paper


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["result"].update(points=data["result"]["points"] + 1),
        lambda data: data["result"].update(passed=False),
        lambda data: data["result"]["mistakes"].clear(),
        lambda data: data["answers"].update(candidate="Bob"),
        lambda data: data["answers"].update(taken_ms=0),
        lambda data: data["answers"]["parts"]["procedure"][1].update(said="close bets"),
        lambda data: data["answers"]["parts"]["payouts"][0]["answers"].update(amount="$1"),
        lambda data: data.update(digest="0" * 64),
    ],
)
def test_whatever_is_changed_is_found_by_the_digest(record, change):
    wrong = verify_record(record_from_json(changed(record, change)))
    assert wrong is not None
    assert "digest" in wrong


def test_a_result_that_does_not_follow_is_found_though_its_digest_is_right(paper, record):
    better = record_of(paper, sat(paper, "Ann Lee", 1_777_629_600_000))
    forged = replace(record, result=better.result)
    assert "changed afterwards" in (verify_record(forged) or "")
    # Who can compute a digest is caught by grading again.
    from croupier.training.exam.record import _digest  # noqa: PLC0415

    forged = replace(forged, digest=_digest(forged.answers, forged.result))
    assert "points" in (verify_record(forged) or "")


def test_words_of_another_version_may_differ_but_not_what_was_earned(paper, record):
    from croupier.training.exam.record import _digest  # noqa: PLC0415

    answers = replace(record.answers, program="0.0.1")
    reworded = replace(
        record.result,
        mistakes=tuple(replace(one, why="In other words.") for one in record.result.mistakes),
    )
    assert verify_record(replace(record, result=reworded,
                                 digest=_digest(record.answers, reworded)))  # fmt: skip
    older = replace(record, answers=answers, result=reworded, digest=_digest(answers, reworded))
    assert verify_record(older) is None


def test_a_paper_this_program_would_not_ask_is_refused(record):
    foreign = replace(record.answers, paper="0" * 64, program="0.0.1")
    with pytest.raises(Rejection, match=r"0\.0\.1") as refused:
        foreign.paper_again()
    assert refused.value.code is Code.EXAM_INVALID


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(format="croupier round"),
        lambda data: data.update(version=2),
        lambda data: data.update(version=True),
        lambda data: data.update(more=1),
        lambda data: data.update(digest=3),
        lambda data: data.update(result=[]),
        lambda data: data["result"].update(points=1.5),
        lambda data: data["answers"].pop("parts"),
        lambda data: data["answers"].update(said=[{"said": "collect", "took_ms": 1}]),
        lambda data: data["answers"].update(filled=[]),
        lambda data: data["answers"].update(more=1),
        lambda data: data["answers"].update(game="three-card-poker"),
        # What a form may leave out, or have beside it, a record may not.
        lambda data: data["answers"].pop("device"),
        lambda data: data["answers"].pop("paper"),
        lambda data: data["answers"]["terms"].pop("seats"),
        lambda data: data["answers"]["parts"]["hands"][0].update(asked="What?"),
        lambda data: data["answers"]["parts"].update(procedure=["collect"]),
        lambda data: data["answers"].update(parts=[]),
        lambda data: data["answers"]["parts"].update(hands={}),
        lambda data: data["answers"]["parts"].update(hands=[3]),
        lambda data: data["answers"]["parts"].update(hands=[{"answers": {}, "took_ms": 1.5}]),
        lambda data: data["answers"]["parts"].update(hands=[{"answers": {"a": 1}, "took_ms": 1}]),
        lambda data: data["answers"]["parts"]["procedure"][0].update(took_ms=-1),
        lambda data: data["answers"]["parts"]["procedure"][0].pop("said"),
        lambda data: data["answers"].update(seed=-1),
        lambda data: data["answers"].update(seed=2**53),
        lambda data: data["answers"].update(candidate=""),
        lambda data: data["answers"].update(candidate="A\nB"),
        lambda data: data["answers"].update(taken_ms=-1),
        lambda data: data["answers"]["terms"].update(seats=0),
        lambda data: data["answers"]["settings"].pop("limits"),
    ],
)
def test_what_is_no_record_is_refused_with_the_place(record, change):
    with pytest.raises(Rejection) as refused:
        record_from_json(changed(record, change))
    assert refused.value.code is Code.EXAM_INVALID


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"a": 1, "a": 2}', "[" * 100_000, "9" * 5_000, '["\\ud800"]'],
)
def test_what_is_no_json_is_refused(text):
    for read in (read_record, read_answers, read_answers_or_record):
        with pytest.raises(Rejection) as refused:
            read(text)
        assert refused.value.code is Code.EXAM_INVALID


@pytest.mark.parametrize("half", ["\\ud800", "\\udfff a"])
def test_half_a_character_is_refused_wherever_it_stands(record, half):
    text = json.dumps(record.to_json())
    said = json.dumps(record.answers.said[0].said)
    for old, new in (('"Ann Lee"', f'"{half}"'), (said, f'"{half}"'), ('"result"', f'"{half}"')):
        assert old in text
        with pytest.raises(Rejection, match="half a character") as refused:
            read_record(text.replace(old, new, 1))
        assert refused.value.code is Code.EXAM_INVALID


def test_what_is_printed_says_what_was_needed_and_what_lay_there(record, paper):
    from croupier.training.exam.printed import _as_data  # noqa: PLC0415

    right = paper.tasks("payouts")[0].rights[0]
    offered = paper.tasks("payouts")[0].question.blank(right.blank).options
    other = next(one.name for one in offered if one.name not in right.accepted)
    wrong = record_of(paper, with_filled_at(record.answers, "payouts", 0, {right.blank: other}))
    told = _as_data(wrong, None)
    facts = dict(told["facts"])
    assert facts["Needed"] == told["terms"]
    assert told["terms"] == "80% of all points and 60% of each part’s, within 10 minutes"
    assert "What does it pay? (2 questions)" in facts["Asked"]
    assert facts["Dealt from"] == "a shuffler"
    assert facts["Time"].endswith(" of 10 minutes")
    assert [part["asked"] for part in told["parts"]][1:] == ["2 questions"] * 3
    step, asked = told["mistakes"]
    scene = paper.tasks("payouts")[0].question.scene
    assert step["scene"] == ""
    assert asked["scene"] == scene_text(scene) != ""
    json.dumps(told)


def test_what_was_said_is_printed_at_the_step_it_was_said_at(paper):
    from croupier.training.exam.printed import _as_data  # noqa: PLC0415

    answers = sat(paper, "Ann Lee", 1)
    moves = [one.said for one in answers.said]
    # One is left out, and what comes last comes after the time.
    late = Said(moves[-1], paper.terms.time_limit_s * 1_000)
    said = (*answers.said[:1], *answers.said[2:-1], late)
    told = _as_data(record_of(paper, replace(answers, said=said)), None)
    rows = told["said"][0]["rows"]
    assert [row["said"] for row in rows] == [moves[0], "", *moves[2:-1], "", moves[-1]]
    assert [row["right"] for row in rows] == [True, False, *[True] * (len(moves) - 3), False, False]
    assert rows[-1]["asked"] == "After the time"


@pytest.mark.slow
def test_the_same_record_prints_the_same_bytes_with_a_certificate_for_who_passed(record, paper):
    assert record.result.passed
    made = exam_pdf(record)
    assert made.startswith(b"%PDF-")
    assert exam_pdf(record) == made
    assert exam_pdf(record, Standing(12, "ab" * 32)) != made
    failed = record_of(paper, begun(paper, "Ann Lee", 0))
    assert not failed.result.passed
    # A landscape page is the certificate; who has not passed has none.
    widths = [[_width(page) for page in exam_pngs(one, ppi=10)] for one in (record, failed)]
    assert widths[0][0] > widths[0][1]
    assert len(set(widths[1])) == 1


def _width(png):
    return int.from_bytes(png[16:20])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["W" * 60, "Ann #text(red)[Lee]", "\\ $ * _ @ <a>", "Zoë 李 نور"])
def test_a_name_is_printed_as_it_is_and_is_never_markup(paper, name):
    assert exam_pdf(record_of(paper, sat(paper, name))).startswith(b"%PDF-")


def test_what_was_not_answered_is_said_in_a_line_for_each_part(paper):
    answers = sat(paper)
    for at in (0, 1, 2, 5):
        answers = with_said_at(answers, at, "")
    record = record_of(paper, answers)
    assert unanswered(record) == [f"{paper.parts[0].title}: 1 to 3, 6"]


def test_times_are_told_as_people_write_them(record):
    assert taken_text(record.answers.taken_ms) == "1 May 2026, 10:00 UTC"
    assert [minutes_text(one) for one in (0, 59_999, 60_000, 725_000)] == [
        "0:00",
        "0:59",
        "1:00",
        "12:05",
    ]
    assert [limit_text(one) for one in (2_700, 60, 90)] == ["45 minutes", "1 minute", "90 seconds"]
