"""The school over HTTP: drills, rounds that are dealt, examinations, the coach, the trainees."""

import asyncio
import json
from collections import Counter

import pytest
from jsonschema_rs import Draft202012Validator

from croupier.house.config import SCHOOL, SchoolTerms
from croupier.rejection import Code
from croupier.training.chance import Chance
from croupier.training.drills import DRILLS, find_drill
from croupier.training.exam import TERMS, ExamTerms, paper_for, read_record, verify_record
from croupier.training.lesson import Lesson
from croupier.training.procedure import procedure_of
from croupier.web import math_room

from .apis import Visitor, new_id, refused, served
from .houses import check_books
from .reception import RIGHT
from .serving import serving

GAME = "three-card-poker"
LESSON = Lesson.of(GAME)
TERMS_HERE = SchoolTerms(payouts=3, hands=3, irregularities=2, time_limit_s=600)
TABLE = {"game": GAME, "terms": {"betting_s": 0, "decision_s": 0}}
SHUFFLED = {"name": "Another", "game": GAME, "terms": {"betting_s": 0, "decision_s": 0}}


@pytest.fixture(scope="module")
def house():
    with served([TABLE, SHUFFLED], school=TERMS_HERE) as found:
        yield found


@pytest.fixture
def guest(house):
    return house.visitor().come_in()


@pytest.fixture(scope="module")
def fits(house):
    document = house.visitor().look("/api/openapi.json")

    def check(name, found):
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        Draft202012Validator(schema).validate(found)
        return found

    return check


# Drills.


def drill(name, game=GAME):
    return f"/api/school/{game}/drills/{name}"


def right_to(asked, seed):
    """The right answers to a question, made once more; what was asked tells of which item."""
    made = find_drill(asked["drill"]).task(LESSON, asked["item"], seed)
    assert made.question.text == asked["text"]
    return made.right_answers()


def answered(visitor, name, task, answers, seconds=2.0):
    body = {"task": task, "answers": answers, "seconds": seconds}
    return visitor.ok(visitor.post(f"{drill(name)}/answer", body))


@pytest.mark.parametrize("name", [name for name in DRILLS if name != "decisions"])
def test_a_question_is_asked_answered_and_comes_back(guest, fits, name):
    asked = fits("DrillTask", guest.ok(guest.post(f"{drill(name)}/next")))
    again = guest.ok(guest.post(f"{drill(name)}/next"))
    assert again == asked, "nothing is answered yet"
    nothing = fits("DrillMarked", answered(guest, name, asked["task"], {}))
    blanks = {blank["name"] for blank in asked["question"]["blanks"]}
    assert nothing["mark"]["points"] == 0
    assert {one["blank"] for one in nothing["rights"]} == blanks
    assert {one["kind"] for one in nothing["mark"]["mistakes"]} == {"no_answer"}
    assert nothing["due"] == 0
    assert 0 < nothing["again_in_s"] <= 600
    clauses = LESSON.clauses
    named = {one["clause"] for one in nothing["rights"]}
    assert nothing["clauses"] == {one: clauses[one] for one in named if one in clauses}
    other = guest.ok(guest.post(f"{drill(name)}/next", {"after": asked["task"]}))
    assert other["question"]["item"] != asked["question"]["item"]


def test_what_is_shown_as_right_is_right(guest):
    asked = guest.ok(guest.post(f"{drill('irregularities')}/next"))
    found = answered(guest, "irregularities", asked["task"], {})
    labels = {one["blank"]: one["shown"] for one in found["rights"]}
    # An option may be named by its label, too.
    assert answered(guest, "irregularities", asked["task"], labels)["mark"]["mistakes"] == []


def test_an_answer_counts_once_however_often_it_is_sent(guest, house):
    asked = guest.ok(guest.post(f"{drill('hands')}/next"))
    first = answered(guest, "hands", asked["task"], {})
    assert answered(guest, "hands", asked["task"], {}) == first
    (done,) = house.run(house.office.books.read(lambda books: practised(books, guest.user)))
    assert (done.answered, done.right) == (1, 0)


def practised(books, user, name="hands"):
    from croupier.house.school_readings import read_practised  # noqa: PLC0415

    return read_practised(books, user)[GAME, name].values()


def test_the_school_says_how_far_somebody_has_come(guest, fits):
    asked = guest.ok(guest.post(f"{drill('hands')}/next"))
    answered(guest, "hands", asked["task"], {})
    found = fits("School", guest.look("/api/school"))
    assert found["terms"]["payouts"] == TERMS_HERE.payouts
    (game,) = [one for one in found["games"] if one["id"] == GAME]
    drills = {one["name"]: one for one in game["drills"]}
    assert list(drills) == list(DRILLS)
    assert drills["hands"]["items"] == len(find_drill("hands").items(LESSON))
    assert drills["hands"]["about"] == DRILLS["hands"].about
    assert (found["exams"], found["account"]["decisions"]) == ([], 0)


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        (f"{drill('dancing')}/next", {}, Code.DRILL_UNKNOWN),
        (f"{drill('hands', 'dancing')}/next", {}, Code.GAME_UNKNOWN),
        (f"{drill('hands')}/next", {"after": "x"}, Code.ANSWER_INVALID),
        (f"{drill('hands')}/next", {"after": "WyJ4IixudWxsXQ"}, Code.ANSWER_INVALID),
        (f"{drill('hands')}/answer", {"task": "WyJ4Iiw1LDBd", "answers": {}}, Code.ANSWER_INVALID),
        (f"{drill('decisions')}/answer", {"task": "W251bGwsNSwwXQ", "answers": {}},
         Code.ANSWER_INVALID),
    ],
)  # fmt: skip
def test_what_there_is_not_is_refused(guest, path, body, code):
    status = 404 if "UNKNOWN" in code.name else 422
    refused(guest.post(path, body), status, code)


def test_what_no_answer_could_be_is_refused_and_nothing_is_counted(guest, house):
    asked = guest.ok(guest.post(f"{drill('payouts')}/next"))
    for answers in ({"dancing": "yes"}, {"result": "dancing"}):
        body = {"task": asked["task"], "answers": answers}
        refused(guest.post(f"{drill('payouts')}/answer", body), 422, Code.ANSWER_INVALID)
    rows = house.run(house.office.books.read(lambda books: no_rows(books, guest.user)))
    assert rows == {}


def no_rows(books, user):
    from croupier.house.school_readings import read_practised  # noqa: PLC0415

    return dict(read_practised(books, user))


def test_what_is_not_ready_is_to_be_asked_for_again(guest, house, monkeypatch):
    async def never(*_about, **_how):
        return math_room.Answer(None)

    with monkeypatch.context() as patched:
        patched.setattr(house.app.state.maths, "answer", never)
        answer = guest.post(f"{drill('hands')}/next")
    refused(answer, 429, Code.TOO_MANY_REQUESTS)
    assert answer.headers["retry-after"] == "2"


# The procedure.


def begin(visitor, **more):
    return visitor.ok(visitor.post(f"/api/school/{GAME}/procedure", {"seed": 11, **more}), 201)


def say(visitor, run, said, **more):
    body = {"said": said, "seconds": 1.5, **more}
    return visitor.ok(visitor.post(f"/api/school/{GAME}/procedure/{run}/say", body))


def report(visitor, run):
    return visitor.look(f"/api/school/{GAME}/procedure/{run}/report")


def test_a_round_that_is_dealt_without_a_mistake_has_full_marks(guest, house, fits):
    stages = procedure_of(LESSON, 11, 2).stages
    view = fits("ProcedureView", begin(guest))
    assert (view["stage"], view["stages"], view["last"]) == (0, len(stages), None)
    for at, stage in enumerate(stages, start=1):
        view = say(guest, view["run"], str(stage.wanted))
        assert (view["stage"], view["last"]["is_right"]) == (at, True)
    assert fits("ProcedureView", view)["is_over"]
    found = fits("ProcedureReport", report(guest, view["run"]))
    assert found["mark"] == {"points": len(stages), "possible": len(stages), "mistakes": []}
    assert (found["right"], found["done"], found["kinds"]) == (len(stages), len(stages), [])
    assert found["seconds"] == 1.5 * len(stages)
    assert found["steps_per_minute"] == pytest.approx(40)
    # Nothing more is done, and it is counted once.
    assert say(guest, view["run"], "collect")["stage"] == len(stages)
    look = house.office.books.read(lambda books: practised(books, guest.user, "procedure"))
    (kept,) = house.run(look)
    assert (kept.answered, kept.right) == (len(stages), len(stages))


def test_a_wrong_step_is_told_at_once_and_the_stage_stays(guest):
    run = begin(guest)["run"]
    view = say(guest, run, "collect")
    assert view["stage"] == 0
    mistake = view["last"]["mistake"]
    assert mistake["kind"] == "wrong_step"
    assert view["last"]["done"] is None
    assert report(guest, run)["mark"]["points"] == 0
    passed = say(guest, run, None)
    assert passed["stage"] == 1
    assert passed["last"]["done"] == mistake["wanted"]
    # What is meant for a stage that is done is not done at the next.
    assert say(guest, run, "collect", stage=0)["stage"] == 1
    assert report(guest, run)["kinds"] == [
        {"kind": "wrong_step", "count": 1},
        {"kind": "no_answer", "count": 1},
    ]


def test_a_free_run_tells_what_was_wrong_when_it_is_over(guest, fits):
    stages = procedure_of(LESSON, 11, 3).stages
    run = begin(guest, seats=3, is_free_run=True)["run"]
    for _ in stages[:-1]:
        view = say(guest, run, "do Juggle the cards")
        said = fits("ProcedureView", view)["last"]
        assert (said["is_right"], said["mistake"], said["done"]) == (None, None, None)
        assert view["clauses"] == {}
    asked = guest.get(f"/api/school/{GAME}/procedure/{run}/report")
    refused(asked, 403, Code.NOT_ALLOWED)
    assert say(guest, run, "collect")["is_over"]
    found = report(guest, run)
    assert found["right"] == 1, "the last step is to collect"
    assert len(found["mark"]["mistakes"]) == len(stages) - 1
    assert found["mark"]["mistakes"][-1]["wanted"] == str(stages[-2].wanted)


def test_a_free_run_follows_and_takes_what_is_sent_again_once(guest):
    stages = procedure_of(LESSON, 11, 2).stages
    run = begin(guest, is_free_run=True)["run"]
    for stage in (stages[0], stages[2], stages[3]):
        view = say(guest, run, str(stage.wanted))
    assert view["stage"] == 4, "who leaves a step out is followed"
    for _ in range(3):
        view = say(guest, run, str(stages[0].wanted), stage=4)
    assert view["stage"] == 4, "what was done before leaves the stage, and came once"
    for stage in stages[4:]:
        view = say(guest, run, str(stage.wanted), stage=stage.number - 1)
    found = report(guest, run)
    assert view["is_over"]
    assert [one["wanted"] for one in found["mark"]["mistakes"]] == [
        str(stages[1].wanted),
        str(stages[4].wanted),
    ]
    assert found["right"] == len(stages) - 2


def test_words_to_call_come_with_the_hand(guest):
    stages = procedure_of(LESSON, 11, 2).stages
    view = begin(guest)
    for stage in stages:
        words = [one for call in view["palette"]["calls"] for one in call["words"]]
        is_called = str(stage.wanted).startswith("call ")
        assert not is_called or str(stage.wanted).partition(": ")[2] in words
        faces = {laid["place"]: set(laid["faces"]) for laid in view["scene"]["laid"]}
        assert all(faces[call["place"]] == {"up"} for call in view["palette"]["calls"])
        view = say(guest, view["run"], str(stage.wanted))


def test_a_round_is_nobody_elses_and_the_one_before_is_let_be(guest, house):
    run = begin(guest)["run"]
    path = f"/api/school/{GAME}/procedure/{run}/say"
    refused(house.bob.post(path, {"said": "collect"}), 404, Code.ROUND_UNKNOWN)
    refused(guest.post(path, {"said": "dance"}), 422, Code.ANSWER_INVALID)
    begin(guest)
    refused(guest.post(path, {"said": "collect"}), 404, Code.ROUND_UNKNOWN)


# Examinations.


def sit(visitor, exam_id=None):
    path = f"/api/school/{GAME}/exams"
    return visitor.ok(visitor.post(path, {"id": exam_id or new_id()}), 201)


def paper_of(house, exam):
    """The paper of an examination that is being sat; the house alone knows its seed."""
    seed = house.office.school.sittings[exam].seed
    terms = {name: getattr(TERMS_HERE, name) for name in TERMS}
    return paper_for(LESSON, seed, ExamTerms(**terms))


def right(paper, view):
    """What is right now."""
    if view["part"] == "procedure":
        return {"said": str(paper.procedure.stages[view["at"]].wanted)}
    return {"answers": paper.tasks(view["part"])[view["at"]].right_answers()}


def say_in(visitor, view, **said):
    body = {"part": view["part"], "at": view["at"], **said}
    return visitor.ok(visitor.post(f"/api/school/exams/{view['exam']}/answer", body))


def answer_all(visitor, house, view, wrong=()):
    """Answers everything rightly but for some parts, which are left out."""
    paper = paper_of(house, view["exam"])
    while view["part"] is not None:
        said = {"answers": {}} if view["part"] in wrong else right(paper, view)
        view = say_in(visitor, view, **said)
    return view


def test_an_examination_is_sat_passed_filed_and_can_be_graded_anew(house, fits):
    ada = house.ada
    began = new_id()
    view = fits("ExamView", sit(ada, began))
    assert (view["part"], view["at"], view["is_over"]) == ("procedure", 0, False)
    assert sit(ada, began) == view
    detail = refused(
        ada.post(f"/api/school/{GAME}/exams", {"id": new_id()}), 409, Code.EXAM_INVALID
    )
    assert f"examination {view['exam']}" in detail
    path = f"/api/school/exams/{view['exam']}"
    refused(ada.get(f"{path}/result"), 409, Code.EXAM_INVALID)
    next_view = say_in(ada, view, **right(paper_of(house, view["exam"]), view))
    # What was answered first stays, and what is asked now is the answer.
    assert say_in(ada, view, said="collect") == next_view
    later = {"part": "hands", "at": 2, "answers": {}}
    refused(ada.post(f"{path}/answer", later), 409, Code.EXAM_INVALID)
    dancing = {"part": "procedure", "at": next_view["at"], "said": "dance"}
    refused(ada.post(f"{path}/answer", dancing), 422, Code.ANSWER_INVALID)
    ended = answer_all(ada, house, ada.look(path))
    assert fits("ExamView", ended)["is_over"] is False
    result = fits("ExamResult", ada.ok(ada.post(f"{path}/finish")))
    assert (result["passed"], result["why"], result["mistakes"]) == (True, "", [])
    assert (result["points"], result["percent"]) == (result["possible"], 100)
    assert [part["name"] for part in result["parts"]] == ["procedure", *list(DRILLS)[:3]]
    assert ada.ok(ada.post(f"{path}/finish")) == result == house.otto.look(f"{path}/result")
    assert ada.look(path)["is_over"]
    # The record says the same to whoever grades it anew, and the log has its digest.
    file = ada.get(f"{path}/record")
    fits("ExamRecord", file.json())
    record = read_record(file.text)
    assert verify_record(record) is None
    assert record.digest == result["digest"]
    assert record.answers.candidate == "Ada"
    paper = ada.get(f"{path}/certificate")
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content.startswith(b"%PDF-")
    assert house.otto.ok(house.otto.post("/api/verify"))["is_well"]


def test_one_that_is_not_passed_says_why_and_what_was_wrong(house, fits):
    pia = house.pia
    view = answer_all(pia, house, sit(pia), wrong=("payouts", "irregularities"))
    result = fits("ExamResult", pia.ok(pia.post(f"/api/school/exams/{view['exam']}/finish")))
    assert not result["passed"]
    assert result["why"]
    assert Counter(one["part"] for one in result["mistakes"]).keys() == {
        "payouts",
        "irregularities",
    }
    assert {one["kind"] for one in result["mistakes"]} == {"no_answer"}
    asked = {(one["part"], one["at"]) for one in result["mistakes"]}
    assert asked == {
        *(("payouts", at) for at in range(3)),
        *(("irregularities", at) for at in (0, 1)),
    }
    assert set(result["clauses"]) <= {one["clause"] for one in result["mistakes"]}


def test_an_examination_is_its_candidates_and_the_staffs(house, guest):
    bob = house.bob
    exam = sit(bob)["exam"]
    path = f"/api/school/exams/{exam}"
    for visitor in (guest, house.ada):
        refused(visitor.get(path), 404, Code.EXAM_UNKNOWN)
        refused(visitor.get(f"{path}/record"), 404, Code.EXAM_UNKNOWN)
        body = {"part": "procedure", "at": 0, "said": "collect"}
        refused(visitor.post(f"{path}/answer", body), 409, Code.EXAM_INVALID)
        refused(visitor.post(f"{path}/finish"), 404, Code.EXAM_UNKNOWN)
    refused(guest.post(f"/api/school/{GAME}/exams", {"id": new_id()}), 403, Code.NOT_ALLOWED)
    assert house.office.school.sittings[exam].user == bob.user, "nobody has handed it in"
    bob.ok(bob.post(f"{path}/finish"))
    assert house.sam.look(f"{path}/result")["points"] == 0


def test_when_its_time_is_over_the_house_takes_it_away(house):
    pia = house.pia
    view = sit(pia)
    say_in(pia, view, **right(paper_of(house, view["exam"]), view))
    sitting = house.office.school.sittings[view["exam"]]
    sitting.ends_ms = house.office.house.now_ms()
    path = f"/api/school/exams/{view['exam']}"
    body = {"part": "procedure", "at": 1, "said": "open bets"}
    refused(pia.post(f"{path}/answer", body), 409, Code.EXAM_INVALID)

    async def taken():
        while view["exam"] in house.office.school.sittings:
            await asyncio.sleep(0.05)

    house.run(asyncio.wait_for(taken(), 20))
    result = pia.look(f"{path}/result")
    assert (result["points"], result["passed"]) == (1, False)
    assert pia.look("/api/school")["exams"][0]["ended_ms"] is not None


def test_one_that_this_version_cannot_grade_is_void_and_another_may_be_begun(house):
    pia = house.pia
    exam = sit(pia)["exam"]
    sitting = house.office.school.sittings[exam]
    digest = paper_of(house, exam).digest
    assert digest in sitting.answers
    sitting.answers = sitting.answers.replace(digest, "0" * 64)
    path = f"/api/school/exams/{exam}"
    assert "begin another" in refused(pia.post(f"{path}/finish"), 409, Code.EXAM_INVALID).lower()
    found = pia.look("/api/school")["exams"][0]
    assert (found["exam"], found["passed"], found["points"]) == (exam, None, None)
    pia.ok(pia.post(f"/api/school/exams/{sit(pia)['exam']}/finish"))


def test_one_of_a_game_that_is_not_here_any_more_is_void_and_another_may_be_begun(house):
    pia = house.pia
    exam = sit(pia)["exam"]
    sitting = house.office.school.sittings[exam]
    sitting.answers = sitting.answers.replace(f'"{GAME}"', '"dancing"')
    refused(pia.post(f"/api/school/exams/{exam}/finish"), 409, Code.EXAM_INVALID)
    assert house.office.school.sitting_of(pia.user) is None
    pia.ok(pia.post(f"/api/school/exams/{sit(pia)['exam']}/finish"))


def test_what_cannot_be_graded_now_is_not_void(house, monkeypatch):
    pia = house.pia
    exam = sit(pia)["exam"]

    async def never(*_about, **_how):
        return math_room.Answer(None)

    with monkeypatch.context() as patched:
        patched.setattr(house.app.state.maths, "answer", never)
        refused(pia.post(f"/api/school/exams/{exam}/finish"), 429, Code.TOO_MANY_REQUESTS)
    assert exam in house.office.school.sittings
    assert pia.ok(pia.post(f"/api/school/exams/{exam}/finish"))["points"] == 0


def test_nobody_who_may_read_the_log_learns_the_seed_of_what_is_being_sat(house):
    pia = house.pia
    exam = sit(pia)["exam"]
    seed = house.office.school.sittings[exam].seed
    begun = exported(house, "exam_begun")[-1]
    assert (begun["exam"], begun["paper"]) == (exam, paper_of(house, exam).digest)
    assert seed not in begun.values()
    pia.ok(pia.post(f"/api/school/exams/{exam}/finish"))
    graded = exported(house, "exam_graded")[-1]
    assert (graded["exam"], graded["seed"]) == (exam, seed)


def exported(house, kind):
    rows = house.otto.look("/api/export/events", format="json")
    return [json.loads(row["data"]) for row in rows if row["kind"] == kind]


def test_a_house_asks_by_the_terms_that_an_examination_knows():
    assert {name: (term.least, term.most) for name, term in TERMS.items()} == SCHOOL
    usual = {name: getattr(ExamTerms(), name) for name in TERMS}
    assert {name: getattr(SchoolTerms(), name) for name in SCHOOL} == usual


# The coach.


def play(visitor, table, seat, option):
    visitor.tell(table, "bet", seat=seat, stakes={"Ante": 500}, is_ready=True)
    told = visitor.tell(table, "choose", seat=seat, option=option)["events"]
    return {event["event"] for _, event in told}


def coached(visitor, table, seat):
    for _ in range(60):
        found = visitor.look(f"/api/tables/{table}/coach", seat=seat)
        if found["state"] == "done":
            return found
    raise AssertionError("the coach does not come to an end")


def test_the_coach_says_what_a_choice_was_worth_and_counts_it_once(guest, fits):
    guest.tell(1, "sit", seat=1, credit_cents=50_000)
    assert coached(guest, 1, 1)["result"]["decisions"] == []
    seen = []
    # Hands are good and bad; who always folds is wrong sooner or later, and right sometimes.
    while not {True, False} <= {one["is_mistake"] for one in seen}:
        assert "round_began" in play(guest, 1, 1, "fold"), "the next round has begun by now"
        found = fits("CoachedAnswer", coached(guest, 1, 1))
        (one,) = found["result"]["decisions"]
        seen.append(one)
        assert coached(guest, 1, 1) == found
        assert (one["chosen"], one["number"], one["unit_cents"]) == ("fold", 1, 500)
        assert one["is_mistake"] is (one["best"] != "fold") is (one["cost_cents"] > 0)
        assert one["options"][0]["name"] == one["best"]
        assert one["cost_percent"] == pytest.approx(one["cost_cents"] / 5)
    account = fits("CoachAccount", guest.look("/api/school/coach"))
    wrong = [one for one in seen if one["is_mistake"]]
    assert (account["decisions"], account["mistakes"]) == (len(seen), len(wrong))
    assert account["cost_cents"] == round(sum(one["cost_cents"] for one in wrong))
    (kind,) = account["kinds"]
    assert (kind["game"], kind["kind"], kind["count"]) == (GAME, wrong[0]["kind"], len(wrong))
    assert account["hands"] == len(wrong)
    shown = guest.look("/api/school")["account"]
    assert shown == {name: account[name] for name in shown}
    guest.tell(1, "leave", seat=1)


def test_a_hand_that_was_played_wrong_is_asked_first_until_it_is_played_right(guest):
    guest.tell(2, "sit", seat=1, credit_cents=50_000)
    while not guest.look("/api/school/coach")["hands"]:
        play(guest, 2, 1, "fold")
        coached(guest, 2, 1)
    guest.tell(2, "leave", seat=1)
    for _ in range(2):
        asked = next_decision(guest)
        assert "You have seat 1." in asked["question"]["text"]
        mark = answered(guest, "decisions", asked["task"], {"choice": "fold"})["mark"]
        assert [one["kind"] for one in mark["mistakes"]] == ["wrong_decision"]
        # Something else comes in between, where that is asked for.
        assert next_decision(guest, after=asked["task"])["task"] != next_decision(guest)["task"]
        assert guest.look("/api/school/coach")["hands"] == 1
    asked = next_decision(guest)
    assert answered(guest, "decisions", asked["task"], {"choice": "play"})["mark"]["points"] == 1
    assert guest.look("/api/school/coach")["hands"] == 0
    body = {"task": asked["task"], "answers": {"choice": "play"}}
    refused(guest.post(f"{drill('decisions')}/answer", body), 422, Code.ANSWER_INVALID)


def next_decision(visitor, **after):
    return visitor.ok(visitor.post(f"{drill('decisions')}/next", after))


def test_the_coach_looks_at_ones_own_seat_alone_and_after_the_choice(house, guest):
    guest.tell(2, "sit", seat=3, credit_cents=50_000)
    refused(house.pia.get("/api/tables/2/coach", seat=3), 403, Code.NOT_YOUR_SEAT)
    refused(guest.get("/api/tables/99/coach", seat=3), 404, Code.TABLE_UNKNOWN)
    guest.tell(2, "bet", seat=3, stakes={"Ante": 500}, is_ready=True)
    assert coached(guest, 2, 3)["result"]["decisions"] == [], "it is asked, and nothing is chosen"
    guest.tell(2, "choose", seat=3, option="play")
    assert [one["chosen"] for one in coached(guest, 2, 3)["result"]["decisions"]] == ["play"]
    # Who comes after him is told nothing of what he chose.
    guest.tell(2, "leave", seat=3)
    other = house.visitor().come_in()
    other.tell(2, "sit", seat=3, credit_cents=50_000)
    assert coached(other, 2, 3)["result"]["decisions"] == []
    other.tell(2, "leave", seat=3)


# Trainees.


def test_staff_is_told_how_trainees_and_classes_do(house, fits):
    for name in ("Ada", "Pia"):
        path = f"/api/school/trainees/{house.user(name)}/class"
        assert house.sam.do(path, name="Evening")["entry"]
    refused(house.otto.post(path, {"id": new_id(), "name": "Day"}), 403, Code.NOT_ALLOWED)
    refused(house.ada.get("/api/school/trainees"), 403, Code.NOT_ALLOWED)
    for visitor in (house.sam, house.ann, house.otto):
        found = fits("Trainees", visitor.look("/api/school/trainees"))
    (evening,) = found["classes"]
    by_name = {one["name"]: one for one in found["trainees"]}
    both = [by_name["Ada"], by_name["Pia"]]
    assert evening["trainees"] == 2
    assert evening["exams"] == sum(one["exams"] for one in both)
    assert evening["passed"] == sum(one["passed"] for one in both)
    assert {one["class"] for one in both} == {"Evening"}
    assert not any(name.startswith("Guest") for name in by_name)
    house.sam.do(path, name=None)
    (evening,) = house.ann.look("/api/school/trainees")["classes"]
    assert evening["trainees"] == 1


def test_chance_asks_two_trainees_different_questions(house):
    """So that neighbours have nothing to copy from each other."""
    words = ("lesson", GAME, "payouts", 0, "")
    assert Chance(*words, house.user("Ada")).random() != Chance(*words, house.user("Bob")).random()


# A crash.


@pytest.mark.slow
def test_a_sitting_goes_on_after_a_crash_with_every_answer_that_was_acknowledged(tmp_path):
    with serving(str(tmp_path / "house.db"), tmp_path) as server:
        boss = Visitor(server.address, "administrator", server.first_password())
        change = {"old": server.first_password(), "new": RIGHT}
        boss.me = boss.ok(boss.post("/api/me/password", change))
        eve = boss.do("/api/users", status=201, name="Eve")["password"]
        visitor = Visitor(server.address, "Eve", eve)
        visitor.me = visitor.ok(visitor.post("/api/me/password", {"old": eve, "new": RIGHT}))
        view = sit(visitor)
        for _ in range(4):
            view = say_in(visitor, view, said="collect")
        server.kill()
        server.start()
        assert visitor.look(f"/api/school/exams/{view['exam']}") == view
        say_in(visitor, view, said="open bets")
        result = visitor.ok(visitor.post(f"/api/school/exams/{view['exam']}/finish"))
        server.kill()
        server.start()
        assert visitor.look(f"/api/school/exams/{view['exam']}/result") == result
        kept = visitor.look(f"/api/school/exams/{view['exam']}/record")["answers"]["parts"]
        assert [one["said"] for one in kept["procedure"]] == ["collect"] * 4 + ["open bets"]
        assert boss.look("/api/school/trainees")["trainees"][0]["exams"] == 1
        for one in (boss, visitor):
            one.http.close()
        server.stop()
    check_books(tmp_path / "house.db")
