"""What is the ruling? Something goes wrong, and the dealer says what follows."""

from dataclasses import dataclass
from typing import Final

from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.training.chance import Chance
from croupier.training.drills.faults import faults, task_of_fault
from croupier.training.drills.mishaps import mishaps, task_of_mishap
from croupier.training.drills.wrong_packs import task_of_wrong_packs, wrong_packs
from croupier.training.lesson import Lesson
from croupier.training.questions import Task

__all__ = ["IRREGULARITIES", "Irregularities"]


@dataclass(frozen=True, slots=True)
class Irregularities:
    """The drill of rulings: on cards and devices, and on what players do."""

    name: str = "irregularities"
    title: str = "What is the ruling?"
    about: str = "Rule on what goes wrong: cards, devices, players and wagers."

    def items(self, lesson: Lesson) -> tuple[str, ...]:
        """What players do wrong, then what goes wrong with the cards of each device."""
        return (*faults(lesson), *mishaps(lesson), *wrong_packs(lesson))

    def task(self, lesson: Lesson, item: str, seed: int) -> Task:
        """It happens, in some round."""
        chance = Chance(self.name, lesson.game.id, item, seed)
        happening = mishaps(lesson).get(item)
        if happening is not None:
            kind, dealt_so = happening
            return task_of_mishap(self.name, item, kind, dealt_so, chance)
        set_so = wrong_packs(lesson).get(item)
        if set_so is not None:
            return task_of_wrong_packs(self.name, item, set_so, chance)
        code = faults(lesson).get(item)
        if code is None:
            hint = instead_of(item, list(self.items(lesson)))
            raise Rejection(
                Code.DRILL_UNKNOWN, f"There is no {quoted(item)} to practise here{hint}"
            )
        return task_of_fault(self.name, item, code, lesson, chance)


IRREGULARITIES: Final = Irregularities()
