"""How a trainee dealt a round: what was wrong, how much was right at once, and how fast it went."""

from dataclasses import dataclass
from typing import Final

from croupier.training.marking import Mark, Mistake, MistakeKind

__all__ = ["Missed", "ProcedureReport", "SlowStep"]

_MS_PER_MINUTE: Final = 60_000
_LEAST_MS: Final = 5_000
_LEAST_STEPS: Final = 5
"""Of fewer steps, or in less time, no speed is told: it would be chance."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A mistake, and where it was made."""

    number: int
    label: str
    mistake: Mistake


@dataclass(frozen=True, slots=True)
class SlowStep:
    """How long a step took, all tries together."""

    number: int
    label: str
    took_ms: int


@dataclass(frozen=True, slots=True)
class ProcedureReport:
    """How a trainee dealt a round."""

    game: str
    seed: int
    is_free_run: bool
    steps: int
    """How many the round has."""
    done: int
    """How many of them were carried out."""
    right_at_first: int
    """How many were right at the first try, and without help."""
    helped: int
    """At how many he was shown moves of which one is right."""
    took_ms: int
    missed: tuple[Missed, ...]
    """Every mistake, in the order they were made."""
    by_kind: tuple[tuple[MistakeKind, int], ...]
    """How many mistakes of each kind, the most frequent first."""
    slowest: tuple[SlowStep, ...]
    mark: Mark
    """A point for each step that was right at the first try, and without help."""

    @property
    def steps_per_minute(self) -> float | None:
        """For display; None where too little was done, or no time was told."""
        if self.done < _LEAST_STEPS or self.took_ms < _LEAST_MS:
            return None
        return self.done * _MS_PER_MINUTE / self.took_ms
