"""A trainee deals a round: what he says, stage by stage, and how it went.

Guided, a wrong move is caught at once and he tries again. In a free run nothing is said before the
end, so the round has to follow him: one step that he leaves out or does twice is one mistake, and
not one at every step from there on. No clock is read here: whoever asks him says how long he took.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from croupier.training.marking import Mark, Mistake
from croupier.training.procedure.judging import is_right, judge, left_out, unanswered
from croupier.training.procedure.moves import Move
from croupier.training.procedure.report import Missed, ProcedureReport, SlowStep
from croupier.training.procedure.shorthand import read_said
from croupier.training.procedure.stages import Procedure, Stage

__all__ = ["Judged", "ProcedureRun"]

_SLOWEST: Final = 3
_AHEAD: Final = 3
"""So many steps later a move is still taken for one before which others were left out."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of a move."""

    number: int
    """Of the stage it counts for."""
    said: str
    """The move as it is written; nothing where the stage was passed over or left out."""
    took_ms: int
    mistake: Mistake | None
    """What was wrong with it; None if nothing was."""
    done: str
    """The move that was carried out, and nothing where the stage stays."""

    @property
    def is_right(self) -> bool:
        """Whether nothing was wrong."""
        return self.mistake is None


@dataclass(slots=True)
class ProcedureRun:
    """A round while it is dealt."""

    procedure: Procedure
    is_free_run: bool = False
    judged: list[Judged] = field(default_factory=list)
    """All that was said so far, in order, with what was left out in between."""
    at: int = 0
    """The stage that comes now, counted from 0."""
    helped: set[int] = field(default_factory=set)
    """The numbers of stages at which he was shown moves of which one is right."""
    _told_from: int = 0
    """The first stage whose happenings he has not been told before his last move."""
    _made_up: list[int] = field(default_factory=list)
    """The stages, counted from 0, that he may still say though they are done: it is one slip."""

    @property
    def stage(self) -> Stage | None:
        """The stage that comes now; None when the round is over."""
        stages = self.procedure.stages
        return stages[self.at] if self.at < len(stages) else None

    @property
    def told(self) -> tuple[str, ...]:
        """What happened without him since the stage before, or until the end of the round."""
        passed = self.procedure.stages[self._told_from : self.at + 1]
        told = tuple(sentence for stage in passed for sentence in stage.told)
        return told if self.stage is not None else (*told, *self.procedure.ended)

    @property
    def right(self) -> frozenset[int]:
        """The numbers of the stages that were right at the first try, and without help."""
        firsts: dict[int, Judged] = {}
        for one in self.judged:
            firsts.setdefault(one.number, one)
        return frozenset(number for number, one in firsts.items() if one.is_right) - self.helped

    def say(self, said: Move | str, took_ms: int = 0) -> Judged:
        """Does something. What cannot be read as a move is refused, and may be said again."""
        stage = self._stage_now()
        move = read_said(self.procedure, stage, said) if isinstance(said, str) else said
        if self.is_free_run:
            return self._followed(stage, move, took_ms)
        mistake = judge(self.procedure.stages, self.at, move)
        return self._kept(stage, str(move), took_ms, mistake, is_done=mistake is None)

    def pass_over(self, took_ms: int = 0) -> Judged:
        """Leaves a step to the instructor: it counts as missed, and the next one comes."""
        stage = self._stage_now()
        self._made_up = [self.at]
        return self._kept(stage, "", took_ms, unanswered(stage), is_done=True)

    def help(self) -> None:
        """Shows him moves of which one is right: the stage is none that he knew."""
        self.helped.add(self._stage_now().number)

    def report(self) -> ProcedureReport:
        """How it went so far."""
        stages = self.procedure.stages
        missed = tuple(
            Missed(one.number, stages[one.number - 1].label, one.mistake)
            for one in self.judged
            if one.mistake is not None
        )
        took: Counter[int] = Counter()
        for one in self.judged:
            took[one.number] += one.took_ms
        mistakes = tuple(one.mistake for one in missed)
        right = len(self.right)
        return ProcedureReport(
            game=self.procedure.lesson.game.id,
            seed=self.procedure.seed,
            is_free_run=self.is_free_run,
            steps=len(stages),
            done=self.at,
            right_at_first=right,
            helped=len(self.helped),
            took_ms=took.total(),
            missed=missed,
            by_kind=tuple(Counter(mistake.kind for mistake in mistakes).most_common()),
            slowest=tuple(self._slowest(took)),
            mark=Mark(right, len(stages), mistakes),
        )

    def _slowest(self, took: Counter[int]) -> Iterable[SlowStep]:
        slowest = sorted(took.items(), key=lambda item: (-item[1], item[0]))[:_SLOWEST]
        for number, took_ms in slowest:
            if took_ms:
                yield SlowStep(number, self.procedure.stages[number - 1].label, took_ms)

    # A free run.

    def _followed(self, stage: Stage, move: Move, took_ms: int) -> Judged:
        """What a move means where nobody says at once that it is wrong."""
        stages, said = self.procedure.stages, str(move)
        late = next((at for at in self._made_up if is_right(stages[at], move)), None)
        if is_right(stage, move):
            if late is None:
                self._made_up = []
            return self._kept(stage, said, took_ms, None, is_done=True)
        if late is not None:
            self._made_up.remove(late)
            return self._kept(stages[late], said, took_ms, None, is_done=False)
        ahead = range(self.at + 1, min(self.at + 1 + _AHEAD, len(stages)))
        found = next((at for at in ahead if is_right(stages[at], move)), None)
        if found is not None:
            return self._left_out(found, move, took_ms)
        mistake = judge(stages, self.at, move)
        was_done = any(is_right(one, move) for one in stages[: self.at])
        if was_done and not self._is_tried(stage):
            # Done once too often: the step that comes now is still to come.
            return self._kept(stage, said, took_ms, mistake, is_done=False)
        self._made_up = [self.at]
        return self._kept(stage, said, took_ms, mistake, is_done=True)

    def _left_out(self, found: int, move: Move, took_ms: int) -> Judged:
        """A move that comes later is done, and those before it are done for him."""
        stages = self.procedure.stages
        self._made_up = list(range(self.at, found + 1))
        for stage in stages[self.at : found]:
            if not self._is_tried(stage):
                missed = Judged(stage.number, "", 0, left_out(stage, move), str(stage.wanted))
                self.judged.append(missed)
        told_from, self.at = self.at + 1, found
        judged = self._kept(stages[found], str(move), took_ms, None, is_done=True)
        self._told_from = told_from
        return judged

    def _is_tried(self, stage: Stage) -> bool:
        """Whether something was wrong at a stage already."""
        return any(one.number == stage.number for one in self.judged)

    def _stage_now(self) -> Stage:
        stage = self.stage
        assert stage is not None, "a round that is over takes no moves"
        return stage

    def _kept(
        self, stage: Stage, said: str, took_ms: int, mistake: Mistake | None, *, is_done: bool
    ) -> Judged:
        judged = Judged(stage.number, said, took_ms, mistake, str(stage.wanted) if is_done else "")
        self.judged.append(judged)
        if is_done:
            self.at += 1
            self._told_from = self.at
        return judged
