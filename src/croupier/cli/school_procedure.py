"""A round dealt by the trainee in lines: the table as the dealer sees it, and one step at a time.

Guided, a wrong step is caught at once and said again; in a free run the round goes on as it
should, and all mistakes are told at the end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.cli.school_desk import Desk, Left
from croupier.cli.school_scene import scene_lines
from croupier.table.codec import to_json
from croupier.training.chance import Chance
from croupier.training.procedure import (
    LETTERS,
    DealCards,
    Judged,
    Move,
    Palette,
    Procedure,
    ProcedureReport,
    ProcedureRun,
    Shorthand,
    Stage,
    palette,
    wrong_moves,
)
from croupier.training.procedure.forms import forms_at
from croupier.training.procedure.wording import seats_words
from croupier.training.said import number_in

__all__ = ["Dealt", "MoveHelp", "StageTeller", "deal_round", "show_report"]

_CHOICES = 5
"""Among so many moves a trainee chooses who asks for help."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round that was dealt, or as far as it was."""

    procedure: Procedure
    report: ProcedureReport

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "game": self.procedure.lesson.game.id,
            "drill": "procedure",
            "seed": self.procedure.seed,
            "seats": list(self.procedure.seats),
            "report": to_json(self.report),
        }


class StageTeller:
    """Tells a trainee what lies on the table and what has happened, as far as it is new."""

    def __init__(self, desk: Desk, procedure: Procedure) -> None:
        self._desk = desk
        self._procedure = procedure
        self._shown: Sequence[str] = ()
        self._told = 0
        """The number of the stage that was told last."""

    def tell(self, stage: Stage, told: Sequence[str], aside: str = "") -> None:
        """What happened since the stage before, the table where it has changed, the question."""
        desk = self._desk
        desk.write("")
        for sentence in told if stage.number != self._told else ():
            desk.text(sentence)
        self._told = stage.number
        self.show(stage, only_new=True)
        number = f"Step {stage.number} of {len(self._procedure.stages)}"
        desk.write(f"{number}{aside}: what do you do?")

    def show(self, stage: Stage, *, only_new: bool = False) -> None:
        """What lies on the table."""
        lines = scene_lines(stage.scene)
        if lines != self._shown or not only_new:
            self._desk.write(*(lines or ["  Nothing lies on the table."]))
        self._shown = lines


def deal_round(desk: Desk, procedure: Procedure, *, is_free_run: bool) -> Dealt:
    """The trainee deals a round, guided or without help."""
    lesson = procedure.lesson
    desk.heading(f"{lesson.game.name}: deal a round")
    desk.text(
        f"You deal from a {lesson.device.name} to {seats_words(procedure.seats)}. "
        + ("You deal without help; mistakes are told at the end. " if is_free_run else "")
        + f"Say each step, like: {forms_at(lesson)['deal']}. Type ? for help, quit to leave."
    )
    run = ProcedureRun(procedure, is_free_run=is_free_run)
    teller = StageTeller(desk, procedure)
    try:
        while run.stage is not None:
            _one_stage(desk, run, run.stage, teller)
        for sentence in run.told:
            desk.text(sentence)
    except Left:
        # What was dealt until then is told all the same.
        pass
    return Dealt(procedure, run.report())


def _one_stage(desk: Desk, run: ProcedureRun, stage: Stage, teller: StageTeller) -> None:
    """One step, until it is right; in a free run, whatever is said."""
    teller.tell(stage, run.told)
    on_choices = None if run.is_free_run else run.help
    helping = MoveHelp(desk, run.procedure, stage, on_choices=on_choices)
    while run.stage is stage:
        desk.begin()
        move = desk.ask(helping.read, helping.show)
        judged = run.pass_over(desk.took_ms) if move is None else run.say(move, desk.took_ms)
        if run.is_free_run:
            # It may be that the same step comes again.
            return
        _tell_judged(desk, stage, judged)


def _tell_judged(desk: Desk, stage: Stage, judged: Judged) -> None:
    if judged.mistake is None:
        desk.good("Right.")
        # What is the same for every round is said where it was not known.
        if stage.because:
            desk.text(f"The player is told: “{stage.because}”", indent=2)
        return
    if judged.said:
        desk.bad(f"Wrong: {judged.said}.")
    desk.text(judged.mistake.why, indent=2)
    if judged.done:
        desk.text(f"It is said: {judged.done}", indent=2)


class MoveHelp:
    """What is told who asks at a step, and the reading of what he then says."""

    def __init__(
        self,
        desk: Desk,
        procedure: Procedure,
        stage: Stage,
        *,
        on_choices: Callable[[], None] | None = None,
    ) -> None:
        """`on_choices` hears of it when moves to choose from are shown; None never shows any."""
        self._desk = desk
        self._procedure = procedure
        self._stage = stage
        self._on_choices = on_choices
        self._palette = palette(procedure, stage)
        self._shorthand = Shorthand(self._palette)
        self._choices: tuple[Move, ...] = ()

    def read(self, said: str) -> Move:
        """A move, or the number of one of those to choose from."""
        number = number_in(said, len(self._choices))
        return self._shorthand.read(said) if number is None else self._choices[number - 1]

    def show(self) -> None:
        """How moves are said; in a lesson also a few to choose from, and what lies there."""
        self._show_forms()
        self._desk.write(*scene_lines(self._stage.scene))
        if self._on_choices is not None:
            self._on_choices()
            self._choices = self._choices or _to_choose_from(self._procedure, self._stage)
            self._desk.write("One of these is right; choose it by its number, or say it:")
            for at, move in enumerate(self._choices, 1):
                self._desk.write(f"  {at}: {move}")

    def _show_forms(self) -> None:
        """Each verb with its letter and an example, and the names there are at this table."""
        desk, known = self._desk, self._palette
        desk.write("What a dealer does, each with its letter:")
        letters = {verb: letter for letter, verb in LETTERS.items()}
        for verb in known.verbs:
            desk.write(f"  {letters[verb.name]}  {verb.form}")
        playing = {*known.playing, None}
        for title, names in (
            ("Things to do", [f"{at}: {act}" for at, act in enumerate(known.acts, 1)]),
            ("Places", [str(place) for place in known.places if place.seat in playing]),
            ("Spots", list(known.spots)),
        ):
            if names:
                desk.text(f"{title}: {', '.join(names)}.", hang=2)
        desk.text(
            f"Short is enough: {self._short_deal()} deals like this, i 1 does the first thing, "
            f"p 1 {known.spots[0].casefold()} 10 pays seat 1 its {known.spots[0]}, "
            f"{self._short_call()}skip passes a step over."
        )

    def _short_deal(self) -> str:
        """The example of a deal, in its shortest form."""
        deal = self._shorthand.read(_form(self._palette, "deal"))
        assert isinstance(deal, DealCards), "it is an example of a deal"
        short = self._shorthand.short
        return (
            f"d {', '.join(f'{short(one.place)} {one.count} {one.face[0]}' for one in deal.piles)}"
        )

    def _short_call(self) -> str:
        for call in self._palette.calls[:1]:
            return f"c {self._shorthand.short(call.place)} lists what that hand may be called; "
        return ""


def _form(known: Palette, verb: str) -> str:
    return next(one.form for one in known.verbs if one.name == verb)


def _to_choose_from(procedure: Procedure, stage: Stage) -> tuple[Move, ...]:
    """What is right among what could be taken for it, in an order that gives nothing away."""
    wrong = [one.move for one in wrong_moves(procedure, stage.number - 1)]
    chance = Chance("choices", procedure.lesson.game.id, procedure.seed, stage.number)
    some = [*chance.sample(wrong, min(_CHOICES - 1, len(wrong))), stage.wanted]
    chance.shuffle(some)
    return tuple(some)


def show_report(desk: Desk, dealt: Dealt) -> None:
    """How the round was dealt: what was wrong, and how fast it went."""
    report = dealt.report
    desk.heading("How it went")
    if not report.done and not report.missed:
        desk.write("Nothing was dealt.")
        return
    pace = report.steps_per_minute if desk.is_typed else None
    speed = f", {pace:.1f} steps a minute" if pace is not None else ""
    left = f" The round has {report.steps}." if report.done < report.steps else ""
    steps = "step" if report.done == 1 else "steps"
    desk.text(
        f"{report.right_at_first} of {report.done} {steps} right at the first try{speed}.{left}"
    )
    if report.helped:
        times = "step" if report.helped == 1 else "steps"
        desk.text(
            f"With moves to choose from: {report.helped} {times}, which do not count as right."
        )
    for kind, count in report.by_kind:
        desk.write(f"  {str(kind).replace('_', ' ')}: {count}")
    if report.slowest and desk.is_typed:
        slowest = "; ".join(
            f"{one.number}, {one.label} ({one.took_ms / 1000:.1f} s)" for one in report.slowest
        )
        desk.text(f"Slowest: {slowest}.", hang=2)
    if report.is_free_run:
        desk.write("")
        for missed in report.missed:
            said = f"{missed.mistake.said}; right is" if missed.mistake.said else "right is"
            desk.bad(f"Step {missed.number}: {said} {missed.mistake.wanted}")
            desk.text(missed.mistake.why, indent=2)
