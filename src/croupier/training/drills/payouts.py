"""What does it pay? A wager is to be settled: paid, taken or returned, and in which chips.

What there is to practise follows from what rounds show: every line of every pay table in force,
every odds, pushes and losses, each by the spot it happens on. The right answer is what the round
itself did.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from croupier.money import format_cents
from croupier.table.events import CardsRanOut, WagerSettled
from croupier.table.layout import Layout, view
from croupier.table.places import SPECTATOR
from croupier.table.settlement import Result
from croupier.table.steps import Settle
from croupier.training.chance import Chance
from croupier.training.drills.casebook import Casebook
from croupier.training.drills.handed_out import handed_out
from croupier.training.drills.practised import practised_as
from croupier.training.drills.staged import Staged
from croupier.training.drills.told import told_before, whose_wager
from croupier.training.lesson import Lesson
from croupier.training.marking import MistakeKind
from croupier.training.questions import Blank, BlankKind, Offered, Question, Right, Task
from croupier.training.scene import scene_of

__all__ = ["PAYOUTS", "Payouts"]

_RESULTS: Final = (
    Offered("pay", "Pay it"),
    Offered("take", "Take it"),
    Offered("push", "Push: it goes back"),
    Offered("half", "Give half of it back and take the other half"),
)
_DONE: Final = {
    Result.WIN: "pay",
    Result.LOSE: "take",
    Result.PUSH: "push",
    Result.HALF_BACK: "half",
}
_RAN_OUT: Final = ", the cards ran out"


@dataclass(frozen=True, slots=True)
class Payouts:
    """The drill of what every bet pays."""

    name: str = "payouts"
    title: str = "What does it pay?"
    about: str = "Settle a wager: pay, take or push, how much, and in which chips."

    def items(self, lesson: Lesson) -> tuple[str, ...]:
        """Every way in which a wager can end, by its spot."""
        return _casebook(lesson).items

    def task(self, lesson: Lesson, item: str, seed: int) -> Task:
        """A wager that ends so."""
        chance = Chance(self.name, lesson.game.id, item, seed)
        alike = [
            spot
            for spot, practised in practised_as(lesson).items()
            if item.startswith(f"{practised}: ")
        ]
        spots = [chance.choice(alike)] if alike else []
        staged, at = _casebook(lesson).find(item, chance, spots)
        return _Settlement.at(lesson, staged, at).task(self.name, item)


PAYOUTS: Final = Payouts()


@lru_cache(maxsize=64)
def _casebook(lesson: Lesson) -> Casebook[int]:
    practised = practised_as(lesson)

    def shown(staged: Staged) -> Iterator[tuple[str, int]]:
        """How every wager of a round ended, and after how many events."""
        without = ""
        for at, event in enumerate(staged.events):
            if isinstance(event, CardsRanOut):
                without = _RAN_OUT
            elif isinstance(event, WagerSettled):
                yield f"{practised[event.spot]}: {_ending(event)}{without}", at

    def rarity(item: str) -> Fraction:
        """What is paid for it: the more, the rarer it is."""
        spot, _, line = item.rpartition(": ")
        pay_table = lesson.table.pay_tables.get(spot)
        odds = pay_table.odds(line) if pay_table else None
        return odds.fraction if odds else Fraction(0)

    return Casebook(lesson, shown, rarity)


def _ending(settled: WagerSettled) -> str:
    """The line that is paid, or how it ends where no line decides."""
    match settled.outcome.result:
        case Result.WIN:
            return settled.because.line or str(settled.outcome.odds)
        case Result.LOSE:
            return "lost"
        case Result.PUSH:
            return "push"
        case Result.HALF_BACK:
            return "half back"


@dataclass(frozen=True, slots=True)
class _Settlement:
    """A wager at the moment in which it is settled."""

    lesson: Lesson
    settled: WagerSettled
    staged: Staged
    number: int
    """How many events there were before it."""
    seen: Layout
    """What lay where, as the dealer saw it."""

    @classmethod
    def at(cls, lesson: Lesson, staged: Staged, number: int) -> "_Settlement":
        settled = staged.events[number]
        assert isinstance(settled, WagerSettled), "a settlement was shown there"
        seen = Layout.fold(view(staged.events[:number], SPECTATOR))
        return cls(lesson, settled, staged, number, seen)

    @property
    def cents(self) -> int:
        """What is paid beyond the stake, taken, or given back."""
        return self.settled.moved_cents

    @property
    def handed_cents(self) -> int:
        """What the dealer takes out of his rack, or makes change for."""
        hands_out = self.settled.outcome.result in (Result.WIN, Result.HALF_BACK)
        return self.cents if hands_out else 0

    def task(self, drill: str, item: str) -> Task:
        """The question, and what is right."""
        blanks = [
            Blank("result", "What do you do with the wager?", BlankKind.CHOICE, _RESULTS),
            Blank(
                "amount",
                "How much do you pay beyond the stake, take, or give back?",
                BlankKind.AMOUNT,
            ),
        ]
        rights = [self._right_result(), self._right_amount()]
        chips = self._right_chips()
        if chips is not None:
            rights.append(chips)
            asked = "In which chips do you hand it out, as few as can be? None for no chips."
            blanks.append(Blank("chips", asked, BlankKind.CHIPS))
        question = Question(drill, item, self._text(), scene_of(self.seen), tuple(blanks))
        return Task(question, tuple(rights))

    # What is asked.

    def _text(self) -> str:
        told = told_before(self.staged, self.number)
        is_alone = self.lesson.table.wagers[self.settled.spot].brought_by is None
        # Of a bonus the stake belongs to another wager, which is not settled here.
        asked = "Settle it." if is_alone else f"Settle {self.settled.spot}, and nothing else."
        return " ".join((*self._wager(), *told, *self._house_rules(), asked))

    def _wager(self) -> Iterator[str]:
        settled, stake = self.settled, format_cents(self.settled.stake_cents)
        base = self.lesson.table.wagers[settled.spot].brought_by
        if base is None:
            yield whose_wager(self.staged, self.number, stake)
        else:
            yield f"Seat {settled.seat} has {stake} on {base}, which brings {settled.spot}."

    def _house_rules(self) -> Iterator[str]:
        """What is posted at the table and decides how much is paid."""
        settled, settings = self.settled, self.lesson.settings
        pay_table = self.lesson.table.pay_tables.get(settled.spot)
        if pay_table is not None:
            yield f"{settled.spot} is paid by the table “{pay_table.name}”."
        if settings.payout_maximum_cents is not None:
            most = format_cents(settings.payout_maximum_cents)
            won = format_cents(self.seen.won_cents.get(settled.seat, 0))
            yield f"A seat is paid at most {most} in a round, and this one has won {won} so far."

    # What is right.

    def _right_result(self) -> Right:
        result = self.settled.outcome.result
        # What pays nothing, or nothing more to a seat that has had its most, is as good as a push.
        pays_nothing = result is Result.WIN and not self.cents
        accepted = ("push", "pay") if pays_nothing else (_DONE[result],)
        because = self.settled.because
        why = f"By {because.clause} the player is told: “{because.sentence}”"
        return Right("result", accepted, MistakeKind.WRONG_RESULT, because.clause, why)

    def _right_amount(self) -> Right:
        accepted = [format_cents(self.cents)]
        if self.settled.outcome.result is Result.PUSH:
            # Whoever counts what is paid on a push says nothing, and is right too.
            accepted.append(format_cents(0))
        return Right(
            "amount",
            tuple(accepted),
            MistakeKind.WRONG_AMOUNT,
            self.settled.because.clause,
            self._reckoned(),
            needs="result",
        )

    def _reckoned(self) -> str:
        """The sum in words: 3 to 2 on $35 is $52.50."""
        settled, stake = self.settled, format_cents(self.settled.stake_cents)
        amount = format_cents(self.cents)
        match settled.outcome.result:
            case Result.WIN:
                return f"{self._line()}{self._paid(stake)}"
            case Result.LOSE:
                return f"The whole stake of {stake} is taken."
            case Result.PUSH:
                return f"The stake of {stake} goes back as it lies, and nothing is paid on it."
            case Result.HALF_BACK:
                taken = format_cents(settled.stake_cents - self.cents)
                return f"Half of {stake} is {amount}: so much goes back, and {taken} is taken."

    def _line(self) -> str:
        """Which line of which table is paid, where one is."""
        line, pay_table = (
            self.settled.because.line,
            self.lesson.table.pay_tables.get(self.settled.spot),
        )
        if line is None or pay_table is None:
            return ""
        return f"The table “{pay_table.name}” pays {self.settled.outcome.odds} for {line}. "

    def _paid(self, stake: str) -> str:
        settled = self.settled
        whole = format_cents(self.cents + settled.withheld_cents)
        odds = str(settled.outcome.odds)
        total = f"{odds[0].upper()}{odds[1:]} on {stake} is {whole}"
        if not settled.withheld_cents:
            return f"{total}."
        kept = format_cents(settled.withheld_cents)
        return (
            f"{total}, of which {kept} is above what a seat is paid in a round: "
            f"{format_cents(self.cents)} is left."
        )

    def _right_chips(self) -> Right | None:
        """The fewest chips; None where no chips make it up, or nobody hands out any."""
        if Settle in self.lesson.game.done_by_system():
            return None
        chips = handed_out(self.handed_cents)
        if chips is None:
            return None
        clause = self.settled.because.clause
        return Right(
            "chips", chips.accepted, MistakeKind.WRONG_CHIPS, clause, chips.why, needs="result"
        )
