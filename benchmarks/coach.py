"""How long the coach and the drill of decisions take, as times of one run.

    .venv/bin/python benchmarks/coach.py
    .venv/bin/python benchmarks/coach.py --json

For every game, and every device it is dealt from, random rounds are dealt to six seats, and each
decision of each seat is reviewed as at a table: from the events its player saw, folded again, with
all cards on the felt counted as gone. Sorts of decisions are told apart by what is offered. What
is compiled, and what is made once, is made before. It is time of the processor: what else the
machine does is not counted. Everything runs on one core.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from croupier.table.events import DecisionMade, Event
from croupier.table.layout import view
from croupier.table.places import Viewer
from croupier.table.registry import find_game, game_ids
from croupier.training.coach.coaching import Coach
from croupier.training.coach.dealt import MOST_SEATS, deal_round, hands_of
from croupier.training.coach.review import review, sort_of
from croupier.training.drills.decisions import DECISIONS
from croupier.training.lesson import Lesson
from measuring import print_json, print_table, progress, read_options, seconds, target_text

ANSWER_MS, QUESTION_MS = 100.0, 50.0
LATE = 0.95
"""The share of answers that must be there by the target."""


@dataclass(frozen=True, slots=True)
class Waited:
    """How long one sort of thing takes, over many of them."""

    what: str
    count: int
    median_ms: float
    """Half of them take no longer."""
    late_ms: float
    """Nineteen of twenty take no longer."""
    slowest_ms: float
    target_ms: float

    @classmethod
    def of(cls, what: str, times_ms: list[float], target_ms: float) -> "Waited":
        """From the times of each."""
        times = sorted(times_ms)
        late = times[min(int(LATE * len(times)), len(times) - 1)]
        return cls(what, len(times), times[len(times) // 2], late, times[-1], target_ms)


def measure_all(rounds: int, questions: int) -> Iterator[Waited]:
    """Every game from each of its devices, and then its drill."""
    for game_id in game_ids():
        for device in find_game(game_id).devices:
            lesson = Lesson.of(game_id, device=device.name)
            name = f"{game_id}, {device.name}"
            progress(f"{name}: getting warm")
            Coach(lesson.game, lesson.settings, 1).warm_up()
            yield from measure_coach(name, lesson, rounds)
        lesson = Lesson.of(game_id)
        yield measure_drill(game_id, lesson, questions)
    progress("")


def measure_coach(name: str, lesson: Lesson, rounds: int) -> Iterator[Waited]:
    """Each sort of decision of a game, and all of them."""
    by_sort: dict[str, list[float]] = {}
    # What the very first round takes is part of getting warm.
    for at in range(rounds + 1):
        progress(f"{name}: round {at} of {rounds}")
        dealt = deal_round(lesson, "benchmark", at, seats=MOST_SEATS)
        for hand in hands_of(dealt):
            seat, number = hand.moment.seat, hand.number
            seen = view(dealt.events, Viewer.at(seat))
            made = _up_to_choice(seen, seat, number)
            answer = partial(review, lesson.game, lesson.settings, made, seat, since=number)
            taken = milliseconds(answer)
            if at:
                offered = sorted({sort_of(one.name) for one in hand.moment.asked.options})
                by_sort.setdefault(", ".join(offered), []).append(taken)
    every = [taken for times in by_sort.values() for taken in times]
    yield Waited.of(name, every, ANSWER_MS)
    if len(by_sort) > 1:
        for sort, times in sorted(by_sort.items()):
            yield Waited.of(f"  {sort}", times, ANSWER_MS)


def _up_to_choice(seen: Sequence[Event], seat: int, number: int) -> Sequence[Event]:
    """What the seat had seen when it had chosen."""
    made = 0
    for at, event in enumerate(seen, start=1):
        made += isinstance(event, DecisionMade) and event.seat == seat
        if made == number:
            return seen[:at]
    raise AssertionError("a decision that was reviewed was made")


def measure_drill(name: str, lesson: Lesson, questions: int) -> Waited:
    """The next question of the drill, whatever kind it is of."""
    items = DECISIONS.items(lesson)
    times = []
    for seed in range(questions):
        progress(f"{name}: question {seed} of {questions}")
        item = items[seed % len(items)]
        times.append(milliseconds(partial(DECISIONS.task, lesson, item, seed)))
    return Waited.of(f"{name}, next question", times, QUESTION_MS)


def milliseconds(work: Callable[[], object]) -> float:
    """How long it takes, once."""
    return 1_000 * seconds(work)


def main() -> None:
    """Runs the benchmark."""
    options = read_options(
        __doc__,
        {
            "rounds": (100, "of each game and device"),
            "questions": (200, "of the drill of each game"),
        },
    )
    waited = list(measure_all(options.rounds, options.questions))
    if options.json:
        print_json(waited)
        return
    print_table(
        "The coach, with the cards of six seats",
        ("of them", "half ms", "19 of 20 ms", "slowest ms", "target"),
        (
            (
                one.what,
                f"{one.count:,}",
                f"{one.median_ms:.1f}",
                f"{one.late_ms:.1f}",
                f"{one.slowest_ms:.1f}",
                target_text(one.late_ms, one.target_ms),
            )
            for one in waited
        ),
        "Half of them, and nineteen of twenty, take no longer; the target is for these.",
    )


if __name__ == "__main__":
    main()
