"""The school: drills, rounds to be dealt, examinations, the coach's account, the trainees."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from croupier.house.rate import RateLimiter
from croupier.web.answers import REFUSALS
from croupier.web.math_answers import envelope
from croupier.web.routes.mathematics import TheGame, require_own_seat
from croupier.web.routes.parts import Entered, Staff, Supervising, UserNumber, asker_of
from croupier.web.routes.play import TableNumber
from croupier.web.schemas import shaped
from croupier.web.school_forms import (
    AskNext,
    BeginExam,
    BeginProcedure,
    ClassGiven,
    CoachAccount,
    DrillAnswer,
    DrillMarked,
    DrillTask,
    ExamAnswer,
    ExamResult,
    ExamView,
    ProcedureReport,
    ProcedureView,
    SayMove,
    School,
    Trainees,
)
from croupier.web.school_room import SchoolRoom
from croupier.web.security import Called, Caller, TheOffice, caller, office_of

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["school"], responses=REFUSALS)

_FILE: Final = {"schema": {"type": "string", "format": "binary"}}


async def the_school(request: Request) -> SchoolRoom:
    """Who teaches."""
    room = request.app.state.school
    assert isinstance(room, SchoolRoom), "the application has a room for it"
    return room


async def a_learner(request: Request, called: Annotated[Caller, Depends(caller)]) -> Caller:
    """Who sends the request, if he does not do so too often."""
    lessons: RateLimiter = request.app.state.lessons
    lessons.check(called.who.actor, office_of(request).house.now_ms())
    return called


TheSchool = Annotated[SchoolRoom, Depends(the_school)]
Learning = Annotated[Caller, Depends(a_learner)]
DrillName = Annotated[str, Path(max_length=60, description="A drill's name: `payouts`.")]
RunName = Annotated[str, Path(max_length=60, description="As it was named when it was begun.")]
ExamNumber = Annotated[int, Path(ge=1, le=10**9, description="The examination's number.")]


@router.get("/school")
async def look_at_the_school(request: Request, school: TheSchool, called: Called) -> School:
    """All that is taught here, how far you have come, and your examinations."""
    return await school.overview(called.who, asker_of(request))


# Drills.


@router.post("/school/{game}/drills/{drill}/next")
async def next_question(
    request: Request,
    school: TheSchool,
    called: Learning,
    found: TheGame,
    *,
    drill: DrillName,
    body: AskNext,
) -> DrillTask:
    """A question: what you missed comes back first, then what is new."""
    return await school.drills.next_task(called.who, found, drill, body.after, asker_of(request))


@router.post("/school/{game}/drills/{drill}/answer")
async def answer_a_question(
    request: Request,
    school: TheSchool,
    called: Learning,
    found: TheGame,
    *,
    drill: DrillName,
    body: DrillAnswer,
) -> DrillMarked:
    """What your answer is worth, and what is right. It counts once, however often it is sent."""
    return await school.drills.answer(called.who, found, drill, body, asker_of(request))


# The procedure.


@router.post("/school/{game}/procedure", status_code=201)
async def deal_a_round(
    request: Request, school: TheSchool, called: Learning, found: TheGame, body: BeginProcedure
) -> ProcedureView:
    """Begin a round in which you are the dealer; one you had begun before is let be."""
    return await school.rounds.begin(called.who, found, body, asker_of(request))


@router.post("/school/{game}/procedure/{run}/say")
async def say_a_move(
    request: Request,
    school: TheSchool,
    called: Learning,
    found: TheGame,
    *,
    run: RunName,
    body: SayMove,
) -> ProcedureView:
    """Do the next step. A wrong one is told at once, with its clause; in a free run at the end."""
    return await school.rounds.say(called.who, found, run, body, asker_of(request))


@router.get("/school/{game}/procedure/{run}/report")
async def report_on_a_run(
    school: TheSchool, called: Called, found: TheGame, run: RunName
) -> ProcedureReport:
    """How you deal this round, so far or at its end: mistakes, speed, the slowest steps."""
    return school.rounds.report(called.who, found, run)


# Examinations.


@router.post("/school/{game}/exams", status_code=201)
async def sit_an_exam(
    request: Request, school: TheSchool, called: Learning, found: TheGame, body: BeginExam
) -> ExamView:
    """Sit an examination: the house chooses its seed, and its time runs from now."""
    exams: RateLimiter = request.app.state.exams
    exams.check(called.who.actor, office_of(request).house.now_ms())
    return await school.exams.begin(body.id, called.who, found, asker_of(request))


@router.get("/school/exams/{exam}")
async def look_at_an_exam(
    request: Request, school: TheSchool, called: Learning, exam: ExamNumber
) -> ExamView:
    """Where your examination stands, and what it asks now."""
    return await school.exams.view(called.who, exam, asker_of(request))


@router.post("/school/exams/{exam}/answer")
async def answer_in_an_exam(
    request: Request, school: TheSchool, called: Learning, exam: ExamNumber, body: ExamAnswer
) -> ExamView:
    """Say something to what is asked now. It is kept at once, and no more is told of it."""
    return await school.exams.answer(called.who, exam, body, asker_of(request))


@router.post("/school/exams/{exam}/finish")
async def finish_an_exam(
    request: Request, school: TheSchool, called: Learning, exam: ExamNumber
) -> ExamResult:
    """Hand it in as it is. Graded once; asked again, the result is the same."""
    return await school.exams.finish(called.who, exam, asker_of(request))


@router.get("/school/exams/{exam}/result")
async def result_of_an_exam(school: TheSchool, called: Called, exam: ExamNumber) -> ExamResult:
    """What came of it: for who sat it, and for staff."""
    return await school.exams.result(called.who, exam)


@router.get(
    "/school/exams/{exam}/certificate",
    response_model=None,
    response_class=Response,
    responses={200: {"description": "The file.", "content": {"application/pdf": _FILE}}},
)
async def certificate_of_an_exam(
    request: Request, school: TheSchool, called: Learning, exam: ExamNumber
) -> Response:
    """The certificate, where it was passed, and the record of it, as a file to print."""
    found = await school.exams.certificate(called.who, exam, asker_of(request))
    name = f'attachment; filename="exam-{exam}.pdf"'
    return Response(found, media_type="application/pdf", headers={"Content-Disposition": name})


@router.get(
    "/school/exams/{exam}/record", response_model=Annotated[dict[str, Any], shaped("ExamRecord")]
)
async def record_of_an_exam(school: TheSchool, called: Called, exam: ExamNumber) -> Response:
    """All that was answered and what came of it, as `croupier exam --verify` checks it."""
    found = await school.exams.record(called.who, exam)
    return Response(found, media_type="application/json")


# Trainees.


@router.get("/school/trainees")
async def list_trainees(school: TheSchool, called: Staff) -> Trainees:
    """All who learn here, how they do, and their classes."""
    del called
    return await school.trainees()


@router.post("/school/trainees/{user}/class")
async def put_into_a_class(
    office: TheOffice, called: Supervising, user: UserNumber, body: ClassGiven
) -> Entered:
    """Put somebody into a class, or out of the one he is in."""
    return Entered.of(await office.school.set_class(body.id, user, body.name, by=called.who))


# The coach.


@router.get("/school/coach")
async def account_of_the_coach(school: TheSchool, called: Called) -> CoachAccount:
    """What your mistakes at the tables cost so far, kind by kind, where you asked the coach."""
    return await school.coaching.account(called.who)


@router.get(
    "/tables/{table}/coach",
    response_model=Annotated[dict[str, Any], shaped("CoachedAnswer")],
)
async def coach_at_a_seat(
    request: Request,
    office: TheOffice,
    school: TheSchool,
    called: Called,
    *,
    seat: Annotated[int, Query(ge=1, le=1_000_000, description="A seat of your own.")],
    table: int = TableNumber,
) -> Response:
    """What each decision of your seat in this round was worth, from the cards it saw.

    Ask again until it is done. Each decision is counted once in your account.
    """
    hub = office.house.hub(table)
    require_own_seat(hub, seat, called.who)
    return envelope(await school.coaching.reviewed(called.who, hub, seat, asker_of(request)))
