"""The room in which a trainee practises in a terminal: all drills of one game."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import time
from typing import Any, Final

from croupier.cli.progress import progress_shown
from croupier.cli.school_desk import Desk
from croupier.cli.school_drill import practise
from croupier.cli.school_plan import ByProgress, BySeed, Plan
from croupier.cli.school_procedure import deal_round, show_report
from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.training.chance import Chance
from croupier.training.drills import DRILLS, find_drill
from croupier.training.drills.drill import Drill
from croupier.training.lesson import Lesson
from croupier.training.procedure import procedure_of
from croupier.training.progress_file import ProgressFile
from croupier.training.said import number_in

__all__ = ["PROCEDURE", "SchoolRoom", "drill_name", "fresh_chance", "now_ms"]

PROCEDURE: Final = "procedure"
_PROCEDURE_TITLE: Final = "Deal a round"
_QUESTIONS: Final = 10
_ROUNDS: Final = 1
_SEEDS: Final = 2**31


@dataclass(slots=True)
class SchoolRoom:
    """One trainee, one game."""

    desk: Desk
    lesson: Lesson
    chance: Random
    """What it draws on where no seed is given."""
    seed: int | None
    """From which everything follows, where it is given; then nothing is kept."""
    file: ProgressFile | None
    """Where it is kept what he knows; None with a seed."""
    seats: int
    is_free_run: bool

    def choose(self) -> str:
        """Lets the trainee choose what to practise."""
        names = [PROCEDURE, *DRILLS]
        self.desk.heading(f"{self.lesson.game.name}: what do you want to practise?")
        for at, name in enumerate(names, 1):
            title = _PROCEDURE_TITLE if name == PROCEDURE else DRILLS[name].title
            self.desk.write(f"  {at}: {name:<16} {title:<24}{self._known(name)}".rstrip())
        about = [f"{name}: {find_drill(name).about}" for name in DRILLS]
        chosen = None
        while chosen is None:
            chosen = self.desk.ask(
                lambda said: _named(names, said),
                [f"{PROCEDURE}: Do all that a dealer does in a round, step by step.", *about],
            )
        return chosen

    def deal(self, count: int | None) -> dict[str, Any]:
        """The trainee deals so many rounds; the report, as JSON."""
        rounds = []
        for at in range(count or _ROUNDS):
            seed = self.chance.randrange(_SEEDS) if self.seed is None else self.seed + at
            procedure = procedure_of(self.lesson, seed, self.seats)
            dealt = deal_round(self.desk, procedure, is_free_run=self.is_free_run)
            show_report(self.desk, dealt)
            rounds.append(dealt.to_json())
            if dealt.report.done < dealt.report.steps:
                break
        return {"game": self.lesson.game.id, "drill": PROCEDURE, "rounds": rounds}

    def practise(self, name: str, count: int | None) -> dict[str, Any]:
        """The trainee answers so many questions of a drill; the report, as JSON."""
        drill = find_drill(name)
        with progress_shown(f"{self.lesson.game.name}: preparing questions"):
            plan = self._plan(drill)
        report = practise(self.desk, self.lesson, drill, plan, count or _QUESTIONS)
        report.show(self.desk)
        if plan.left_out:
            self.desk.text(
                f"{plan.left_out} of the hands you played wrongly could not be asked: they are of "
                "other rules than this program has.",
                indent=2,
            )
        if plan.unreadable:
            self.desk.text(
                f"{plan.unreadable} of the hands you played wrongly could not be asked: they "
                "cannot be read, and are left as they are.",
                indent=2,
            )
        if self.file is not None and report.answered:
            self.desk.write(f"  {self._known(name)}")
        return report.to_json()

    def _plan(self, drill: Drill) -> Plan:
        if self.seed is not None:
            return BySeed(self.lesson, drill, self.seed)
        assert self.file is not None, "without a seed there is a file"
        return ByProgress(self.lesson, drill, self.file, self.chance, now_ms)

    def _known(self, name: str) -> str:
        """`20 practised, 12 learnt, 3 due`; nothing where nothing was practised yet."""
        if self.file is None or name == PROCEDURE:
            return ""
        progress = self.file.drill(self.lesson.game.id, name).progress
        items = list(progress.states)
        if not items:
            return ""
        learnt, due = progress.learned(items), progress.due(items, now_ms())
        return f"{len(items)} practised, {learnt} learnt, {due} due"


def now_ms() -> int:
    """What time it is."""
    return int(time() * 1_000)


def fresh_chance() -> Random:
    """Chance for who gives no seed."""
    return Chance(time())


def drill_name(said: str) -> str:
    """What is to be practised, as an option says it; refuses what there is not."""
    names = [PROCEDURE, *DRILLS]
    if said not in names:
        hint = instead_of(said, names)
        raise Rejection(Code.DRILL_UNKNOWN, f"There is no drill {quoted(said)}{hint}")
    return said


def _named(names: Sequence[str], said: str) -> str:
    """By number, or by how the name begins."""
    number = number_in(said, len(names))
    if number is not None:
        return names[number - 1]
    begun = [name for name in names if name.startswith(said.casefold())]
    return begun[0] if len(begun) == 1 else drill_name(said)
