"""Read the hands: what a hand is, which cards count, whether the dealer qualifies, who wins.

Which hands lie open, and as what they are read, a game says itself. Whether its dealer qualifies
is in the words he calls, and who has won in how a wager was settled.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from croupier.cards import format_cards, pretty_cards
from croupier.games.showdown import DOES_NOT_QUALIFY, QUALIFIES, TIES_WITH
from croupier.table.events import (
    CardDealt,
    CardsCollected,
    CardsMoved,
    CardsTurned,
    WagerSettled,
)
from croupier.table.layout import Layout, redact, view
from croupier.table.places import SPECTATOR
from croupier.table.settlement import Result
from croupier.table.steps import Call
from croupier.table.wager import When
from croupier.training.chance import Chance
from croupier.training.drills.casebook import Casebook
from croupier.training.drills.readings import Reading, reading_of
from croupier.training.drills.staged import Staged
from croupier.training.drills.told import told_before, whose_wager
from croupier.training.lesson import Lesson
from croupier.training.marking import MistakeKind
from croupier.training.questions import Blank, BlankKind, Offered, Question, Right, Task
from croupier.training.scene import scene_of

__all__ = ["HANDS", "Hands"]

_QUALIFIES: Final = "The dealer qualifies"
_SHORT: Final = "The dealer does not qualify"
_YES_OR_NO: Final = (Offered("yes", "He qualifies"), Offered("no", "He does not qualify"))
_WINNERS: Final = (
    Offered("player", "The player's"),
    Offered("dealer", "The dealer's"),
    Offered("tie", "Neither: they tie"),
)
_WON_BY: Final = {
    Result.WIN: "player",
    Result.LOSE: "dealer",
    Result.PUSH: "tie",
    Result.HALF_BACK: "tie",
}
_ENDINGS: Final = {"player": "player wins", "dealer": "dealer wins", "tie": "tie"}


@dataclass(frozen=True, slots=True)
class _Shown:
    """Something to be read, and after how many events it lies there."""

    at: int
    what: Reading | Call | WagerSettled


@dataclass(frozen=True, slots=True)
class Hands:
    """The drill of reading hands."""

    name: str = "hands"
    title: str = "Read the hands"
    about: str = "Name hands, pick the cards that count, see who qualifies and who wins."

    def items(self, lesson: Lesson) -> tuple[str, ...]:
        """Every kind of hand that lies open, whether the dealer qualifies, and who wins."""
        return _casebook(lesson).items

    def task(self, lesson: Lesson, item: str, seed: int) -> Task:
        """A hand of that kind, or two of them."""
        chance = Chance(self.name, lesson.game.id, item, seed)
        spot = item.rpartition(": ")[0]
        spots = [spot] if spot in lesson.table.wagers else []
        staged, shown = _casebook(lesson).find(item, chance, spots)
        before = staged.events[: shown.at]
        match shown.what:
            case Reading() as reading:
                asked = _to_name(reading, chance)
            case Call() as call:
                asked = _to_qualify(call)
            case WagerSettled() as settled:
                asked = _to_compare(settled, staged, shown.at)
        scene = scene_of(Layout.fold(view(before, SPECTATOR)))
        return Task(Question(self.name, item, asked.text, scene, asked.blanks), asked.rights)


HANDS: Final = Hands()


@lru_cache(maxsize=64)
def _casebook(lesson: Lesson) -> Casebook[_Shown]:
    ranks: dict[str, int] = {}

    def shown(staged: Staged) -> Iterator[tuple[str, _Shown]]:
        """Everything in a round that can be read, when it lies open."""
        seen, is_new = Layout(), False
        for at, event in enumerate(staged.events):
            if is_new and isinstance(event, WagerSettled | CardsCollected):
                is_new = False
                for hand in lesson.game.hands_to_read(seen, lesson.rules):
                    reading = reading_of(hand)
                    ranks.setdefault(reading.item, reading.rarity)
                    yield reading.item, _Shown(at, reading)
            if isinstance(event, WagerSettled) and _is_comparison(lesson, event):
                ending = _ENDINGS[_WON_BY[event.outcome.result]]
                yield f"{event.spot}: {ending}", _Shown(at, event)
            if at in staged.calls:
                call = staged.calls[at]
                # Of the two the longer word has the shorter one's sense turned round.
                if DOES_NOT_QUALIFY in call.words:
                    yield _SHORT, _Shown(at, call)
                elif QUALIFIES in call.words:
                    yield _QUALIFIES, _Shown(at, call)
            is_new = is_new or isinstance(event, CardDealt | CardsTurned | CardsMoved)
            seen.apply(redact(event, SPECTATOR))

    return Casebook(lesson, shown, lambda item: Fraction(ranks.get(item, 0)))


def _is_comparison(lesson: Lesson, settled: WagerSettled) -> bool:
    """Whether a wager went to the better of two hands, and not by another rule.

    What is added in the round goes with the wager it was added to, and need not be asked twice.
    """
    because = settled.because
    if len(because.hands) != 2 or DOES_NOT_QUALIFY in because.sentence:
        return False
    if lesson.table.wagers[settled.spot].when is not When.BEFORE_THE_DEAL:
        return False
    if _WON_BY[settled.outcome.result] == "tie":
        return TIES_WITH in because.sentence or because.hands[0] == because.hands[1]
    return True


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a question says, its blanks, and what is right."""

    text: str
    blanks: tuple[Blank, ...]
    rights: tuple[Right, ...]


def _to_name(reading: Reading, chance: Chance) -> _Asked:
    """What the hand is called, and which cards make it where not all do."""
    hand = reading.hand
    names = [reading.name, *reading.wrong_names(chance)]
    chance.shuffle(names)
    options = tuple(Offered(name, f"{name[0].upper()}{name[1:]}") for name in names)
    blanks = [Blank("name", "What is it called?", BlankKind.CHOICE, options)]
    rights = [
        Right("name", (reading.name,), MistakeKind.WRONG_WORDS, hand.clause, reading.why),
    ]
    counting = reading.counting
    if counting:
        count = len(counting[0])
        label = f"Which {count} cards make it?"
        blanks.append(Blank("cards", label, BlankKind.CARDS, count=count))
        accepted = tuple(format_cards(sorted(some, reverse=True)) for some in counting)
        rights.append(
            Right("cards", accepted, MistakeKind.WRONG_CARDS, hand.clause, reading.why),
        )
    text = f"{hand.name}: {pretty_cards(hand.cards)}. Read the hand."
    return _Asked(text, tuple(blanks), tuple(rights))


def _to_qualify(call: Call) -> _Asked:
    """Whether the dealer's hand is good enough."""
    is_short = DOES_NOT_QUALIFY in call.words
    right = Right(
        "qualifies",
        ("no" if is_short else "yes",),
        MistakeKind.WRONG_RESULT,
        call.clause,
        f"By {call.clause} the dealer calls: “{call.words}”.",
    )
    blank = Blank("qualifies", "Does the dealer qualify?", BlankKind.CHOICE, _YES_OR_NO)
    return _Asked("The dealer has shown his hand. Does he qualify?", (blank,), (right,))


def _to_compare(settled: WagerSettled, staged: Staged, number: int) -> _Asked:
    """Whose hand is better."""
    because = settled.because
    wager = whose_wager(staged, number, "a wager")
    text = " ".join((wager, *told_before(staged, number), "Whose hand is better?"))
    right = Right(
        "winner",
        (_WON_BY[settled.outcome.result],),
        MistakeKind.WRONG_RESULT,
        because.clause,
        f"By {because.clause} the player is told: “{because.sentence}”",
    )
    blank = Blank("winner", "Whose hand is better?", BlankKind.CHOICE, _WINNERS)
    return _Asked(text, (blank,), (right,))
