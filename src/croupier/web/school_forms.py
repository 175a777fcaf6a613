"""What the school is asked and answers over HTTP.

Scenes, questions and mistakes are values of `croupier.training` and described by their own
definitions; here is what is put together of them for an answer.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from croupier.table.settings import TableSettings
from croupier.training.exam import ExamMistake, ExamTerms, PartResult, Result
from croupier.training.marking import Mark, Mistake, MistakeKind
from croupier.training.procedure import Palette
from croupier.training.questions import Question
from croupier.training.scene import Scene
from croupier.web.forms import GameId
from croupier.web.routes.parts import Repeatable
from croupier.web.schemas import shaped

__all__ = [
    "SCHOOL_NAMES",
    "SCHOOL_VALUES",
    "AskNext",
    "BeginExam",
    "BeginProcedure",
    "ClassGiven",
    "CoachAccount",
    "DrillAnswer",
    "DrillMarked",
    "DrillTask",
    "ExamAnswer",
    "ExamResult",
    "ExamSummary",
    "ExamView",
    "ProcedureReport",
    "ProcedureView",
    "SayMove",
    "School",
    "Trainees",
]

SceneShown = Annotated[dict[str, Any], shaped("Scene")]
QuestionShown = Annotated[dict[str, Any], shaped("Question")]
MistakeShown = Annotated[dict[str, Any], shaped("Mistake")]
MarkShown = Annotated[dict[str, Any], shaped("Mark")]
Clauses = Annotated[
    dict[str, str], Field(description="What the clauses that are named here say, by name.")
]
Seconds = Annotated[float, Field(ge=0, le=86_400, description="How long it took, for who answers.")]
Said = Annotated[
    str,
    Field(
        min_length=1,
        max_length=300,
        description="A dealer's move in a line, as `deal seat 1/Hand 3 down`.",
        examples=["deal seat 1/Hand 3 down"],
    ),
]
TaskId = Annotated[str, Field(min_length=1, max_length=400, pattern=r"^[A-Za-z0-9_-]+$")]
Filled = Annotated[
    dict[
        Annotated[str, Field(min_length=1, max_length=60)],
        Annotated[str, Field(max_length=300)],
    ],
    Field(max_length=40, description="What you say, by blank; what is left out is not answered."),
]


# What there is, and how far somebody has come.


class DrillShown(BaseModel):
    """One kind of exercise in one game."""

    name: str
    title: str
    about: str
    items: int | None = Field(
        description="How many things there are to practise; null until they have been found."
    )
    learned: int = Field(description="How many of them you know well.")
    due: int = Field(description="How many of them come back now.")


class GameTaught(BaseModel):
    """A game, and what is practised of it."""

    id: GameId
    name: str
    drills: list[DrillShown]


class ExamTermsShown(BaseModel):
    """What this house asks of who sits an examination."""

    pass_percent: int = Field(description="Of all points, to pass.")
    least_part_percent: int = Field(description="Of the points of each part, to pass.")
    time_limit_s: int
    seats: int = Field(description="For how many players the round is dealt.")
    payouts: int = Field(description="Questions about payouts; the others likewise.")
    hands: int
    irregularities: int


class ExamSummary(BaseModel):
    """An examination that somebody has begun."""

    exam: int
    game: GameId
    begun_ms: int
    ends_ms: int = Field(description="When its time is over.")
    ended_ms: int | None = Field(description="When it was handed in; null: it is being sat.")
    points: int | None = Field(description="Null, like what follows, until it is graded.")
    possible: int | None
    percent: float | None
    passed: bool | None


class AccountShown(BaseModel):
    """What the coach has seen of you, in all games."""

    decisions: int
    mistakes: int
    cost_cents: int = Field(description="What the mistakes cost on average, in whole cents.")


class School(BaseModel):
    """All that is taught here, and how far you have come."""

    games: list[GameTaught]
    terms: ExamTermsShown
    exams: list[ExamSummary] = Field(description="Your own, newest first.")
    account: AccountShown


# Drills.


class AskNext(BaseModel):
    """Asks for a question."""

    model_config = ConfigDict(extra="forbid")

    after: TaskId | None = Field(
        default=None,
        description="The task you have had: something else comes now. Left out, the same comes "
        "until it is answered.",
    )


class DrillTask(BaseModel):
    """A question to answer."""

    task: str = Field(description="Send it back with your answers.")
    question: QuestionShown


class DrillAnswer(BaseModel):
    """What somebody says to a question."""

    model_config = ConfigDict(extra="forbid")

    task: TaskId
    answers: Filled
    seconds: Seconds = 0.0


class RightShown(BaseModel):
    """What belongs into a blank."""

    blank: str
    shown: str
    clause: str
    why: str


class DrillMarked(BaseModel):
    """What an answer is worth, and what is right."""

    mark: MarkShown
    rights: list[RightShown]
    clauses: Clauses
    again_in_s: int = Field(description="After so long it comes back.")
    items: int
    learned: int
    due: int


# The procedure.


class BeginProcedure(BaseModel):
    """A round to be dealt by the trainee."""

    model_config = ConfigDict(extra="forbid")

    seed: Annotated[int, Field(strict=True, ge=0, le=2**53 - 1)] | None = Field(
        default=None, description="The same round for the same seed; one at random without."
    )
    seats: Annotated[int, Field(strict=True, ge=1, le=6)] = 2
    is_free_run: bool = Field(
        default=False, description="Whether mistakes are told at the end and not at once."
    )


class SayMove(BaseModel):
    """What the trainee does next."""

    model_config = ConfigDict(extra="forbid")

    said: Said | None = Field(
        description="Null passes the step over: it is shown, and counts as missed."
    )
    seconds: Seconds = 0.0
    stage: Annotated[int, Field(strict=True, ge=0, le=10_000)] | None = Field(
        default=None,
        description="The stage it is meant for; where that is done by now, nothing more is.",
    )


class LastMove(BaseModel):
    """What the trainee did just now."""

    said: str = Field(description="Empty where the step was passed over.")
    is_right: bool | None = Field(description="Null in a free run, which tells it at the end.")
    mistake: MistakeShown | None
    done: str | None = Field(description="What was carried out, as a move; null: nothing was.")


class ProcedureView(BaseModel):
    """Where a round stands that the trainee deals."""

    run: str
    stage: int = Field(description="From 0; as many as `stages` when it is over.")
    stages: int
    is_free_run: bool
    is_over: bool
    scene: SceneShown
    told: list[str] = Field(description="What the players did since the stage before.")
    palette: Annotated[dict[str, Any], shaped("Palette")]
    last: LastMove | None
    clauses: Clauses


class StageTime(BaseModel):
    """How long a stage took, all tries together."""

    stage: int
    says: str = Field(description="What it was about.")
    seconds: float


class KindCount(BaseModel):
    """Mistakes of one kind."""

    kind: Annotated[MistakeKind, shaped("MistakeKind")]
    count: int


class ProcedureReport(BaseModel):
    """How somebody deals a round, so far or at its end."""

    run: str
    seed: int
    is_free_run: bool
    is_over: bool
    stages: int
    done: int = Field(description="How many of them are done.")
    right: int = Field(description="Done right at the first try.")
    seconds: float
    steps_per_minute: float | None = Field(description="Null where no time was told.")
    slowest: list[StageTime]
    kinds: list[KindCount] = Field(description="The most frequent first.")
    mark: MarkShown = Field(description="A point for each stage that was right at the first try.")
    clauses: Clauses


# Examinations.


class BeginExam(Repeatable):
    """An examination to be sat; sent again under the same id, it is the same one."""


PartName = Literal["procedure", "payouts", "hands", "irregularities"]


class ExamView(BaseModel):
    """What is asked now in an examination. Nothing here says whether anything was right."""

    exam: int
    game: GameId
    part: PartName | None = Field(description="Null, like what follows, when all is answered.")
    title: str | None
    at: int = Field(description="Which of its questions or steps, from 0.")
    of: int
    ends_ms: int
    is_over: bool = Field(description="Whether it is graded.")
    scene: SceneShown | None
    told: list[str]
    palette: Annotated[dict[str, Any], shaped("Palette")] | None
    question: QuestionShown | None


class ExamAnswer(BaseModel):
    """What the candidate says."""

    model_config = ConfigDict(extra="forbid")

    part: PartName
    at: Annotated[int, Field(strict=True, ge=0, le=10_000)]
    said: Said | None = Field(
        default=None, description="In the procedure: the next move; null passes it over."
    )
    answers: Filled | None = Field(default=None, description="In every other part.")
    seconds: Seconds = Field(
        default=0.0, description="Not heeded: in an examination the house's clock counts."
    )


class PartGraded(BaseModel):
    """One part of an examination."""

    name: PartName
    title: str
    points: int
    possible: int
    percent: float
    passed: bool


class ExamMistakeShown(BaseModel):
    """Something that was wrong, and where."""

    part: PartName
    at: int = Field(description="Which step or question of the part, from 0.")
    asked: str = Field(description="What was asked, or which step it was.")
    kind: Annotated[MistakeKind, shaped("MistakeKind")]
    said: str
    wanted: str
    clause: str
    why: str


class ExamResult(BaseModel):
    """What came of an examination."""

    exam: int
    user: int
    name: str
    game: GameId
    seed: int
    taken_ms: int
    seconds: float
    points: int
    possible: int
    percent: float
    passed: bool
    why: str = Field(description="Why it was not passed; empty where it was.")
    parts: list[PartGraded]
    mistakes: list[ExamMistakeShown]
    clauses: Clauses
    entry: int = Field(description="Where it stands in the house's own chain of the log.")
    hash: str = Field(description="The hash of that entry.")
    digest: str = Field(description="The digest of its record, which is in that entry.")


class StepSaid(TypedDict):
    """A step of the round as the candidate dealt it; empty where he passed it over."""

    said: str
    took_ms: int


class QuestionFilled(TypedDict):
    """What the candidate filled into a question, by blank."""

    answers: dict[str, str]
    took_ms: int


class PartsAnswered(TypedDict):
    """The answers, part by part; a part of which nothing was answered may not be there."""

    procedure: list[StepSaid]
    payouts: NotRequired[list[QuestionFilled]]
    hands: NotRequired[list[QuestionFilled]]
    irregularities: NotRequired[list[QuestionFilled]]


class ExamAnswers(TypedDict):
    """An examination as it was sat."""

    format: Literal["croupier exam answers"]
    version: int
    program: str
    """The version of Croupier it was sat with."""
    device: str
    settings: TableSettings
    seed: int
    terms: ExamTerms
    paper: str
    """A digest of what was asked, and what was right."""
    candidate: str
    taken_ms: int
    parts: PartsAnswered


class ExamRecord(TypedDict):
    """An examination that is over: what was answered, and what it was worth."""

    format: Literal["croupier exam record"]
    version: int
    answers: ExamAnswers
    result: Result
    digest: str
    """SHA-256, in hexadecimal, of answers and result."""


# The coach.


class KindCost(BaseModel):
    """Mistakes of one kind in one game."""

    game: GameId
    kind: str
    count: int
    cost_cents: int


class CoachAccount(AccountShown):
    """The same, kind by kind."""

    kinds: list[KindCost] = Field(description="The dearest first.")
    hands: int = Field(description="Hands you got wrong, which the decisions drill asks again.")


# Trainees.


class ClassGiven(Repeatable):
    """Which class somebody is in."""

    name: Annotated[str, Field(max_length=60)] | None = Field(description="Null: in none any more.")


class ClassShown(BaseModel):
    """A class, and how it does in examinations."""

    name: str
    trainees: int
    exams: int = Field(description="How many were graded.")
    passed: int
    average_percent: float | None = Field(description="Null where none was graded.")


class TraineeShown(BaseModel):
    """Somebody who learns here."""

    model_config = ConfigDict(populate_by_name=True)

    user: int
    name: str
    class_name: str | None = Field(alias="class")
    exams: int
    passed: int
    average_percent: float | None
    answered: int = Field(description="Questions of drills.")
    right: int = Field(description="Answered without a mistake.")
    mistakes: list[KindCount] = Field(description="The most frequent first.")
    last: list[ExamSummary] = Field(description="The last examinations, newest first.")


class Trainees(BaseModel):
    """All who learn here, and their classes."""

    classes: list[ClassShown]
    trainees: list[TraineeShown]


SCHOOL_VALUES: Final = (Scene, Question, Mark, Mistake, Palette, ExamRecord)
"""Values of the training that answers are made of, each with a schema of its own."""

SCHOOL_NAMES: Final[Mapping[type, str]] = {
    Result: "RecordedResult",
    PartResult: "RecordedPart",
    ExamMistake: "RecordedMistake",
}
"""What some of them are called, where the name of the class says too little."""
