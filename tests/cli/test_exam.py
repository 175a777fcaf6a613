"""`croupier exam`: sat through a pipe, graded, filed and verified."""

import json
from pathlib import Path

import pytest

from croupier.training.exam import ExamTerms, Paper, paper_for, read_record
from croupier.training.lesson import Lesson

from .running import croupier

GAME = "three-card-poker"
TERMS = {"payouts": 2, "hands": 2, "irregularities": 1, "seats": 1}
SHORT = [part for name, value in TERMS.items() for part in ("--terms", f"{name}={value}")]
EXAMPLE = Path(__file__).parents[2] / "examples" / "exams" / "pick-2-poker.json"


@pytest.fixture(scope="module")
def paper() -> Paper:
    return paper_for(Lesson.of(GAME), 7, ExamTerms(**TERMS))


def right_lines(paper, *, but=()):
    """What a perfect candidate types; `but` says otherwise at some lines."""
    said = [str(stage.wanted) for stage in paper.procedure.stages]
    for _, tasks in paper.questions:
        for task in tasks:
            answers = task.right_answers()
            said += [answers[blank.name] for blank in task.question.blanks]
    for at, other in dict(but).items():
        said[at] = other
    return "".join(f"{line}\n" for line in said)


def sit(*options, given=""):
    return croupier("exam", GAME, "--seed", "7", *SHORT, "--candidate", "Ann Lee", *options,
                    given=given)  # fmt: skip


def test_a_perfect_candidate_passes_and_his_record_is_right(paper, tmp_path):
    record, pdf = tmp_path / "ann.json", tmp_path / "ann.pdf"
    done = sit("--record", str(record), "--pdf", str(pdf), given=right_lines(paper))
    assert done.returncode == 0, done.stderr
    assert "Passed: 100% of all points, 80% are needed." in done.stdout
    assert "Mistakes" not in done.stdout
    assert f"The record is in {record}." in done.stdout
    assert pdf.read_bytes().startswith(b"%PDF-")
    kept = read_record(record.read_text(encoding="utf-8"))
    assert kept.result.passed

    checked = croupier("exam", GAME, "--verify", str(record))
    assert checked.returncode == 0, checked.stderr
    assert "The record is right." in checked.stdout
    assert kept.digest in checked.stdout
    graded = croupier("exam", GAME, "--answers", str(record), "--json")
    assert json.loads(graded.stdout)["digest"] == kept.digest


def test_nothing_is_said_of_right_and_wrong_before_the_end(paper):
    done = sit(given=right_lines(paper, but={2: "collect", 5: "open bets"}))
    sat, result = done.stdout.rsplit("Ann Lee, ", 1)
    assert "Right" not in sat
    assert "Wrong" not in sat
    assert "said collect; right is open bets." in " ".join(result.split())
    assert " left" in sat


def test_the_result_is_one_json_object(paper):
    done = sit("--json", given=right_lines(paper, but={2: "collect"}))
    found = json.loads(done.stdout)
    assert (found["game"], found["seed"], found["candidate"]) == (GAME, 7, "Ann Lee")
    assert found["points"] == found["possible"] - 1
    assert found["passed"] is True
    (mistake,) = found["mistakes"]
    assert (mistake["part"], mistake["at"], mistake["kind"]) == ("procedure", 3, "wrong_step")
    assert found["clauses"][mistake["clause"]]
    assert [part["name"] for part in found["parts"]] == [part.name for part in paper.parts]


def test_who_leaves_is_asked_whether_he_hands_in(paper):
    first, second, *_ = right_lines(paper).splitlines()
    done = sit(given=f"{first}\nquit\nno\n{second}\nskip\nquit\nyes\n")
    assert done.returncode == 0
    assert done.stdout.count("Hand in?") == 2
    assert "Not passed" in done.stdout
    steps = len(paper.procedure.stages)
    assert f"{paper.parts[0].title}: 3 to {steps}: nothing was said." in done.stdout


def test_what_cannot_be_read_does_not_count_and_is_said_again(paper):
    given = "juggle the cards\n?\n" + right_lines(paper)
    done = sit(given=given)
    assert "is nothing a dealer does" in done.stdout
    assert "Passed: 100%" in done.stdout
    assert "One of these is right" not in done.stdout


def test_the_time_runs(paper, monkeypatch):
    moments = iter(range(10**6))
    monkeypatch.setattr("croupier.cli.school_desk.monotonic", lambda: 30.0 * next(moments))
    done = sit("--terms", "time_limit_s=60", given=right_lines(paper))
    assert "The time is over." in done.stdout
    assert "after the time was over" in done.stdout


def test_the_paper_is_shown_without_what_is_right(paper):
    done = croupier("exam", GAME, "--seed", "7", *SHORT, "--paper")
    assert done.returncode == 0, done.stderr
    for part in paper.parts:
        assert part.title in done.stdout
    found = json.loads(croupier("exam", GAME, "--seed", "7", *SHORT, "--paper", "--json").stdout)
    assert found["paper"] == paper.digest
    assert [part["count"] for part in found["parts"]] == [part.count for part in paper.parts]
    for part in found["parts"]:
        for question in part["questions"]:
            assert set(question) == {"text", "scene", "blanks"}


def test_a_paper_is_printed_with_room_for_answers_and_for_who_signs(paper):
    done = croupier("exam", GAME, "--seed", "7", *SHORT, "--paper", "--device", "deck",
                    "--ruling", "entry=ante_required")  # fmt: skip
    lines = done.stdout.splitlines()
    for name in ("Candidate", "Date", "Signature"):
        assert any(line.split() == [name, "_" * 30] for line in lines)
    assert all(len(line) <= 100 for line in lines)
    told = " ".join(done.stdout.split())
    assert "80% of all points and 60% of each part’s, within 45 minutes" in told
    assert "Dealt from a deck" in told
    assert "Ruling entry=ante_required" in told
    assert "What does it pay? (2 questions)" in told
    assert "Chips in the rack: $1,000, $500," in told
    # How the same round is dealt at a terminal.
    assert "--terms payouts=2" in told
    assert "--device deck --ruling entry=ante_required" in told
    first = paper.tasks("payouts")[0].question.blanks[0]
    for at, option in enumerate(first.options, 1):
        assert f"      {at}: {option.label}" in lines


def test_the_round_of_a_paper_is_told_as_far_as_the_last_bet(paper):
    found = json.loads(croupier("exam", GAME, "--seed", "7", *SHORT, "--paper", "--json").stdout)
    assert found["seats"] == list(paper.procedure.seats)
    assert found["bets"]
    told = [sentence for stage in paper.procedure.stages for sentence in stage.told]
    assert found["bets"] == told[: len(found["bets"])]
    assert all("bets" in sentence for sentence in found["bets"])
    assert found["rack"][-1] == "$0.25"


def test_a_form_is_filled_in_and_graded(paper, tmp_path):
    form = tmp_path / "answers.json"
    done = croupier("exam", GAME, "--seed", "7", *SHORT, "--form", str(form))
    assert done.returncode == 0, done.stderr
    assert f"croupier exam {GAME} --answers {form}" in done.stdout
    data = json.loads(form.read_text(encoding="utf-8"))
    nobody = croupier("exam", GAME, "--answers", str(form))
    assert nobody.returncode == 2
    assert "A candidate has a name" in nobody.stderr
    data.update(candidate="Ann Lee", taken="2026-05-01 14:05")
    data["parts"]["procedure"] = [str(stage.wanted) for stage in paper.procedure.stages]
    for name, tasks in paper.questions:
        for one, task in zip(data["parts"][name], tasks, strict=True):
            assert one["asked"][0] == task.question.text
            one["answers"] = task.right_answers()
    form.write_text(json.dumps(data), encoding="utf-8")
    graded = croupier("exam", GAME, "--answers", str(form))
    assert graded.returncode == 0, graded.stderr
    assert "Ann Lee, 1 May 2026, 14:05 UTC" in graded.stdout
    assert "Passed: 100%" in graded.stdout
    # Somebody has typed into it: it is not written over.
    again = croupier("exam", GAME, "--seed", "7", *SHORT, "--form", str(form))
    assert again.returncode == 2
    assert "is there already" in again.stderr
    assert json.loads(form.read_text(encoding="utf-8")) == data


def test_a_record_is_not_written_over_another(paper, tmp_path):
    record = tmp_path / "ann.json"
    record.write_text("somebody's", encoding="utf-8")
    done = sit("--record", str(record), given=right_lines(paper))
    assert done.returncode == 2
    assert "is there already; remove it or take another name" in " ".join(done.stderr.split())
    assert record.read_text(encoding="utf-8") == "somebody's"


def test_what_was_needed_and_what_table_it_was_is_said_with_the_result_and_when_verified(
    paper, tmp_path
):
    del paper
    record = tmp_path / "ann.json"
    sat = sit("--ruling", "entry=ante_required", "--device", "deck", "--record", str(record),
              given="quit\n")  # fmt: skip
    assert record.exists(), sat.stderr
    checked = croupier("exam", GAME, "--verify", str(record))
    for done in (sat, checked):
        told = " ".join(done.stdout.split())
        assert "80% of all points and 60% of each part’s, within 45 minutes" in told
        assert "Dealt from a deck" in told
        assert "Ruling entry=ante_required" in told
    for option in ("--verify", "--answers"):
        found = json.loads(croupier("exam", GAME, option, str(record), "--json").stdout)
        assert found["device"] == "deck"
        assert (found["rulings"], found["pay_tables"]) == ({"entry": "ante_required"}, {})
        assert found["terms"]["pass_percent"] == 80


def test_what_is_wrong_with_a_file_is_said_once(tmp_path):
    file = tmp_path / "ann.json"
    for text in ("{}", "[", "[" * 100_000, '{"format": "croupier exam record", "version": 1}'):
        file.write_text(text, encoding="utf-8")
        for option in ("--verify", "--answers"):
            done = croupier("exam", GAME, option, str(file))
            assert done.returncode == 2
            assert done.stderr.count("examination") == 1
            assert "record of an examination" in done.stderr
            assert "recursion" not in done.stderr


@pytest.mark.slow
def test_an_example_is_graded_and_right():
    """One of them; all are graded again in tests/training/exam."""
    options = ["exam", EXAMPLE.stem, "--seed", "7", "--answers", str(EXAMPLE)]
    done = croupier(*options, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["passed"] is True
    assert found["mistakes"]
    assert found["digest"] == json.loads(EXAMPLE.read_text(encoding="utf-8"))["digest"]
    checked = croupier("exam", EXAMPLE.stem, "--verify", str(EXAMPLE), "--json")
    assert checked.returncode == 0, checked.stderr
    assert json.loads(checked.stdout)["is_right"] is True


def test_a_record_that_was_changed_is_found(paper, tmp_path):
    record = tmp_path / "ann.json"
    sit("--record", str(record), given=right_lines(paper))
    text = record.read_text(encoding="utf-8").replace("Ann Lee", "Bob Lee")
    record.write_text(text, encoding="utf-8")
    done = croupier("exam", GAME, "--verify", str(record))
    assert done.returncode == 1
    assert "changed afterwards" in done.stdout
    found = json.loads(croupier("exam", GAME, "--verify", str(record), "--json").stdout)
    assert found["is_right"] is False
    assert "changed afterwards" in found["wrong"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--paper", "--answers", "a.json"], "--paper and --answers are different things"),
        (["--paper", "--record", "a.json"], "there is no record yet"),
        (["--form", "a.json", "--record", "b.json"], "there is no record yet"),
        (["--form", "a.json", "--answers", "b.json"], "--form and --answers are different things"),
        (["--paper", "--candidate", "Ann"], "leaves room for any"),
        (["--answers", "a.json", "--terms", "seats=1"], "the file says it"),
        (["--verify", "a.json", "--candidate", "Ann"], "the file says it"),
        (["--database", "croupier.db"], "--database goes with --verify"),
        (["--verify", "nowhere.json"], "cannot be read"),
        (["--terms", "seats"], "--terms"),
        (["--terms", "seats=many"], "whole number"),
        (["--terms", "seat=1"], "did you mean “seats”"),
        (["--record", "/nowhere/a.json"], "cannot be written"),
        (["--candidate", ""], "A candidate has a name"),
        (["--candidate", "A" * 61], "A candidate has a name"),
        (["--device", "shoe"], "is not dealt from"),
    ],
)
def test_what_does_not_go_together_is_refused(options, said):
    done = croupier("exam", GAME, *options)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())
    assert not done.stdout


def test_an_examination_of_another_game_or_seed_is_refused(paper, tmp_path):
    record = tmp_path / "ann.json"
    sit("--record", str(record), given=right_lines(paper))
    for option in ("--answers", "--verify"):
        done = croupier("exam", "pick-2-poker", option, str(record))
        assert done.returncode == 2
        assert "not in pick-2-poker" in done.stderr
        done = croupier("exam", GAME, option, str(record), "--seed", "8")
        assert done.returncode == 2
        assert "made from seed 7, not 8" in done.stderr


def test_without_a_seed_every_paper_is_another():
    found = [
        json.loads(croupier("exam", GAME, *SHORT, "--paper", "--json").stdout) for _ in range(2)
    ]
    assert found[0]["seed"] != found[1]["seed"]
    assert found[0]["paper"] != found[1]["paper"]
