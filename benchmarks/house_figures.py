"""What the benchmarks of the house find: figures, each beside what was promised."""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Figure", "not_exceeded_by"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured."""

    name: str
    value: float
    unit: str
    target: float | None = None
    target_is_least: bool = False
    """Whether the target is the least it should be; if not, it is the most."""
    beside: str = ""
    """What it is to be compared with, of the same run."""

    @property
    def is_missed(self) -> bool:
        """Whether something was promised that is not so."""
        if self.target is None:
            return False
        return self.value < self.target if self.target_is_least else self.value > self.target

    @property
    def row(self) -> tuple[str, str, str, str]:
        """As a table has it."""
        target = "" if self.target is None else f"{self.target:,g}"
        missed = " missed" if self.is_missed else ""
        digits = 0 if self.value >= 100 or self.value == int(self.value) else 2
        return self.name, f"{self.value:,.{digits}f} {self.unit}", target + missed, self.beside


def not_exceeded_by(percent: int, values: Sequence[float]) -> float:
    """The value that so many percent of them do not exceed."""
    assert values, "nothing was measured"
    ordered = sorted(values)
    return ordered[max(-(-len(ordered) * percent // 100), 1) - 1]
