"""What do you do? A player's decisions asked as a drill, with what every option is worth.

The hands come from rounds in which one to six players sit at the table. Of two hands of the
wanted kind often the closer one is asked: what everybody knows need not be practised. A hand of a
rare kind is one that came up before, in other suits. A hand that a player got wrong at a table is
asked again as it was.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from croupier.analysis.decisions import Moment, best_first
from croupier.cards import Suit
from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.table.preparation import HOUSE_PROCEDURE
from croupier.table.settings import require_settings
from croupier.table.worth import Decision
from croupier.training.chance import Chance
from croupier.training.coach.dealt import Hand, deal_round, hands_of
from croupier.training.coach.held import picked_sentence
from croupier.training.coach.missed import MissedHand, broken_refused
from croupier.training.coach.review import Reviewed, review_moment, situation_of
from croupier.training.coach.wording import why
from croupier.training.lesson import Lesson
from croupier.training.marking import MistakeKind
from croupier.training.questions import Blank, BlankKind, Offered, Question, Right, Task
from croupier.training.scene import Scene, scene_of

__all__ = ["DECISIONS", "Decisions", "task_of"]

_ROUNDS_SURVEYED: Final = 100
"""In which to find what kinds of questions a game asks."""
_USUAL: Final = 30
"""A question that comes up in as many of those may be waited for."""
_ROUNDS_DEALT: Final = 2
"""To wait for a usual one."""
_OF_HANDS: Final = (1, 2)
"""Of so many hands the closest is asked."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """The drill."""

    name: str = "decisions"
    title: str = "What do you do?"
    about: str = "Choose as a player, and learn what every option is worth."

    def items(self, lesson: Lesson) -> tuple[str, ...]:
        """The kinds of questions the game asks, the usual before the rare."""
        return tuple(_survey(lesson))

    def task(self, lesson: Lesson, item: str, seed: int) -> Task:
        """A hand of that kind."""
        chance = Chance("decisions", lesson.game.id, lesson.game.rules_version, item, seed)
        hands = _fresh(lesson, item, seed) or _surveyed(lesson, item, chance)
        some = chance.sample(hands, min(chance.choice(_OF_HANDS), len(hands)))
        reviewed = [_open(lesson, hand) for hand in some]
        closest = min(range(len(reviewed)), key=lambda at: _gap(reviewed[at].decision))
        return _task(some[closest], reviewed[closest])


DECISIONS: Final = Decisions()


def task_of(lesson: Lesson, missed: MissedHand) -> Task:
    """A hand that was missed, asked again; refuses one of another game or of other rules.

    What it is worth is what it was worth at its own table, whatever that of the lesson is.
    """
    require_settings(lesson.game, missed.settings)
    table = replace(lesson, settings=missed.settings)
    with broken_refused():
        hand = Hand(missed.events, missed.moment, missed.number, missed.clause)
        return _task(hand, _open(table, hand))


# The hands.


@lru_cache(maxsize=8)
def _survey(lesson: Lesson) -> Mapping[str, tuple[int, ...]]:
    """By kind of question, the most frequent first: the rounds in which it comes up."""
    times = Counter[str]()
    rounds: dict[str, list[int]] = {}
    for at in range(_ROUNDS_SURVEYED):
        for hand in hands_of(deal_round(lesson, at)):
            item = situation_of(hand.moment.question)
            times[item] += 1
            if at not in rounds.setdefault(item, []):
                rounds[item].append(at)
    return {item: tuple(rounds[item]) for item, _ in times.most_common()}


def _rounds(lesson: Lesson, item: str) -> tuple[int, ...]:
    """The rounds surveyed in which a question of that kind comes up."""
    found = _survey(lesson)
    if item not in found:
        hint = instead_of(item, list(found), none="nothing is decided in this game.")
        raise Rejection(
            Code.DRILL_UNKNOWN, f"{lesson.game.name} has no decision named {quoted(item)}{hint}"
        )
    return found[item]


def _fresh(lesson: Lesson, item: str, seed: int) -> list[Hand]:
    """The hands of that kind in a round that was never dealt before, if it is worth waiting for."""
    if len(_rounds(lesson, item)) >= _USUAL:
        for at in range(_ROUNDS_DEALT):
            if hands := list(_hands(lesson, item, item, seed, at)):
                return hands
    return []


def _surveyed(lesson: Lesson, item: str, chance: Chance) -> list[Hand]:
    """Hands of that kind that came up in the survey, in other suits."""
    at = chance.choice(_rounds(lesson, item))
    suits = chance.sample(tuple(Suit), len(Suit))
    # Where suits matter it may be another round; the one that was surveyed always has one.
    return list(_hands(lesson, item, at, suits=suits)) or list(_hands(lesson, item, at))


def _hands(
    lesson: Lesson, item: str, *words: object, suits: Sequence[Suit] = tuple(Suit)
) -> Iterator[Hand]:
    """The hands of that kind in the round of these words."""
    for hand in hands_of(deal_round(lesson, *words, suits=suits)):
        if situation_of(hand.moment.question) == item:
            yield hand


def _open(lesson: Lesson, hand: Hand) -> Reviewed:
    """What every option is worth, as if it were still to be chosen."""
    moment = replace(hand.moment, chosen=None)
    return review_moment(lesson.game, lesson.settings, hand.events, moment, hand.number)


def _gap(decision: Decision) -> Fraction:
    """How much the best is worth more than the next."""
    best, second, *_ = best_first(decision)
    return best.value.value - second.value.value


# What is asked, and what is right.


def _task(hand: Hand, reviewed: Reviewed) -> Task:
    moment, decision = hand.moment, reviewed.decision
    which = f" ({reviewed.place.name})" if reviewed.place is not None else ""
    told = (
        f"You have seat {moment.seat}.",
        picked_sentence(moment.seen, moment.seat),
        f"{moment.question}{which}",
    )
    options = tuple(Offered(option.name, option.label) for option in moment.asked.options)
    blank = Blank("choice", moment.question, BlankKind.CHOICE, options)
    best = decision.best.value.value
    accepted = [one.name for one in reviewed.options if one.value.value == best]
    return Task(
        Question(
            DECISIONS.name,
            situation_of(moment.question),
            " ".join(one for one in told if one),
            _seen_scene(moment),
            (blank,),
        ),
        (
            Right(
                blank.name,
                tuple(accepted),
                MistakeKind.WRONG_DECISION,
                hand.clause or HOUSE_PROCEDURE,
                why(reviewed),
            ),
        ),
    )


def _seen_scene(moment: Moment) -> Scene:
    """What the seat sees, without what others have staked: no card follows from that."""
    scene = scene_of(moment.seen)
    return replace(scene, staked=tuple(one for one in scene.staked if one.seat == moment.seat))
