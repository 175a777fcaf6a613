"""Questions: what a trainee is asked, what would be right, and the mark for what he says.

A question has blanks to fill in. The `Task` behind it knows what belongs into each and why; it
stays with whoever asks until it is answered. Answers are plain text by the name of the blank,
the same in a terminal, over HTTP and in the record of an examination.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from croupier.cards import format_cards, parse_hand
from croupier.money import Chip, format_cents, parse_cents, parse_chips
from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.training.marking import Mark, Mistake, MistakeKind
from croupier.training.scene import Scene

__all__ = ["Blank", "BlankKind", "Offered", "Question", "Right", "Task", "format_chips", "tidied"]


class BlankKind(StrEnum):
    """What may be filled in."""

    CHOICE = "choice"
    """One of some options, by its name."""
    AMOUNT = "amount"
    """Dollars: `12.50`."""
    CHIPS = "chips"
    """How many of which chips: `2x$25 1x$5`; `none` for no chips."""
    CARDS = "cards"
    """Cards that lie there, in any order: `As Kd`."""


@dataclass(frozen=True, slots=True)
class Offered:
    """An option of a blank."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Blank:
    """One thing to fill in."""

    name: str
    label: str
    """The question for it: `How much does the player get?`."""
    kind: BlankKind
    options: tuple[Offered, ...] = ()
    """For a choice."""
    count: int | None = None
    """For cards: how many."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a trainee is asked."""

    drill: str
    """Which drill it belongs to: `payouts`."""
    item: str
    """What it practises, by which what was missed comes back: `Pair Plus: Flush`."""
    text: str
    scene: Scene
    blanks: tuple[Blank, ...]

    def blank(self, name: str) -> Blank:
        """The blank of that name; refuses one there is not."""
        for blank in self.blanks:
            if blank.name == name:
                return blank
        hint = instead_of(name, [blank.name for blank in self.blanks])
        raise Rejection(Code.ANSWER_INVALID, f"This question has no blank {quoted(name)}{hint}")


@dataclass(frozen=True, slots=True)
class Right:
    """What belongs into a blank."""

    blank: str
    accepted: tuple[str, ...]
    """Every right answer, tidied; the first is the one that is shown."""
    mistake: MistakeKind
    """What sort of mistake anything else is."""
    clause: str
    why: str
    needs: str | None = None
    """The blank that must be right for this one to count: no money is right that is paid on a
    wager which should be taken."""


@dataclass(frozen=True, slots=True)
class Task:
    """A question with what is right."""

    question: Question
    rights: tuple[Right, ...]

    def mark(self, answers: Mapping[str, str]) -> Mark:
        """A point for each blank; refuses what no answer could be, such as a card that is none.

        What is left out is wrong, not refused. What is right but needs another blank that is
        wrong has no point, and is no mistake either.
        """
        filled = [(self.question.blank(name), text) for name, text in answers.items()]
        said = {blank.name: tidied(blank, text) for blank, text in filled if text.strip()}
        wrong = {
            right.blank for right in self.rights if said.get(right.blank) not in right.accepted
        }
        mistakes = tuple(
            Mistake(
                right.mistake if right.blank in said else MistakeKind.NO_ANSWER,
                self._shown(right.blank, said.get(right.blank, "")),
                self._shown(right.blank, right.accepted[0]),
                right.clause,
                right.why,
            )
            for right in self.rights
            if right.blank in wrong
        )
        points = sum(not wrong & {right.blank, right.needs} for right in self.rights)
        return Mark(points, len(self.rights), mistakes)

    def right_answers(self) -> dict[str, str]:
        """An answer with full marks."""
        return {right.blank: right.accepted[0] for right in self.rights}

    def _shown(self, name: str, text: str) -> str:
        options = self.question.blank(name).options
        return next((option.label for option in options if option.name == text), text)


def tidied(blank: Blank, text: str) -> str:
    """An answer in the one way it is written; refuses what cannot be one."""
    match blank.kind:
        case BlankKind.CHOICE:
            return _choice(blank, text)
        case BlankKind.AMOUNT:
            return format_cents(parse_cents(text))
        case BlankKind.CHIPS:
            return format_chips(parse_chips(text))
        case BlankKind.CARDS:
            return format_cards(sorted(parse_hand(text), reverse=True))


def _choice(blank: Blank, text: str) -> str:
    wanted = " ".join(text.split()).casefold()
    for option in blank.options:
        if wanted in (option.name.casefold(), option.label.casefold()):
            return option.name
    hint = instead_of(text, [option.label for option in blank.options])
    raise Rejection(Code.ANSWER_INVALID, f"{quoted(text)} is no answer to “{blank.label}”{hint}")


def format_chips(chips: Mapping[Chip, int]) -> str:
    """`2x$25 1x$5`, highest value first; `none` for no chips."""
    parts = [
        f"{count}x{format_cents(chip.value_cents)}"
        for chip, count in sorted(chips.items(), reverse=True)
        if count
    ]
    return " ".join(parts) or "none"
