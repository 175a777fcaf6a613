"""A question of a drill or an examination in lines: blank by blank, in short forms.

A choice is made by its number, its letters or how it begins; cards by their numbers in the list
or as `As Kd`; chips as `3x5 25`. What is answered is the same text a page would send.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from croupier.cards import Card, format_cards
from croupier.cli.output import show_cards
from croupier.cli.school_desk import Desk
from croupier.cli.school_scene import known_cards, scene_lines
from croupier.money import CHIPS, format_cents
from croupier.rejection import Code, Rejection
from croupier.training.lesson import Lesson
from croupier.training.marking import Mark
from croupier.training.questions import Blank, BlankKind, Offered, Question, Task, tidied
from croupier.training.said import number_in

__all__ = ["Given", "ask_question", "show_clauses", "show_mark", "show_question"]

_MOST_LISTED = 16
"""Of more cards than that a list would hide what is asked."""
_IN_A_LINE = 76


@dataclass(frozen=True, slots=True)
class Given:
    """What a trainee has answered."""

    answers: dict[str, str]
    """By blank; what he passed over is left out."""
    is_helped: bool
    """Whether he asked for the clause that decides."""


def show_question(desk: Desk, question: Question) -> None:
    """The scene, and what is asked of it."""
    desk.write(*scene_lines(question.scene))
    if question.scene.laid or question.scene.staked:
        desk.write("")
    desk.text(question.text)


def ask_question(desk: Desk, lesson: Lesson, task: Task, *, with_hints: bool) -> Given:
    """The trainee's answers, blank by blank."""
    answers: dict[str, str] = {}
    helped: list[str] = []
    for blank in task.question.blanks:
        listed = known_cards(task.question.scene) if blank.kind is BlankKind.CARDS else []
        _show_blank(desk, task.question, blank, listed)
        clauses = _clause_hints(lesson, task, blank) if with_hints else []
        said = desk.ask(_reader(blank, listed), partial(_help, desk, blank, clauses, helped))
        if said is not None:
            answers[blank.name] = said
    return Given(answers, bool(helped))


def _help(desk: Desk, blank: Blank, clauses: Sequence[str], helped: list[str]) -> None:
    """How it is answered, and which clause decides; that one was told is noted."""
    for hint in (_how(blank), "skip passes it over, quit leaves.", *clauses):
        desk.text(hint, indent=2)
    helped += clauses


def show_mark(desk: Desk, lesson: Lesson, task: Task, mark: Mark) -> None:
    """What was wrong, what would be right, and the clauses that say so, each once.

    Why it is right is worth reading for who was right, too.
    """
    if mark.is_full:
        desk.good("Right.")
        desk.text(task.rights[0].why, indent=2)
        show_clauses(desk, lesson, {task.rights[0].clause}, task.rights[0].why)
        return
    for mistake in mark.mistakes:
        said = f"you said {mistake.said}" if mistake.said else "nothing was said"
        desk.bad(f"Wrong: {said}; right is {mistake.wanted}.")
        desk.text(mistake.why, indent=2)
    told = " ".join(mistake.why for mistake in mark.mistakes)
    show_clauses(desk, lesson, dict.fromkeys(one.clause for one in mark.mistakes), told)


def show_clauses(desk: Desk, lesson: Lesson, clauses: Iterable[str], told: str) -> None:
    """What clauses say, unless it was told already."""
    for clause in clauses:
        says = lesson.clause_says(clause)
        if says and says not in told:
            desk.text(f"{clause}: {says}", indent=2, hang=2)
        elif clause and clause not in told:
            desk.text(f"({clause})", indent=2)


def _show_blank(desk: Desk, question: Question, blank: Blank, listed: Sequence[Card]) -> None:
    # A question with one blank has asked already.
    if blank.label not in question.text:
        desk.text(blank.label)
    if blank.options:
        shown = [f"{at}: {option.label}" for at, option in enumerate(blank.options, 1)]
        is_short = sum(map(len, shown)) + 3 * len(shown) <= _IN_A_LINE
        desk.write(*(["  " + "   ".join(shown)] if is_short else [f"  {one}" for one in shown]))
    elif 0 < len(listed) <= _MOST_LISTED:
        desk.write(
            "  " + "   ".join(f"{at}: {show_cards([card])}" for at, card in enumerate(listed, 1))
        )


def _how(blank: Blank) -> str:
    """How such a blank is filled in."""
    match blank.kind:
        case BlankKind.CHOICE:
            return "Choose by the number, or by how the words begin."
        case BlankKind.AMOUNT:
            return "Type dollars: 40, 12.50 or $1,000."
        case BlankKind.CHIPS:
            values = ", ".join(format_cents(chip.value_cents) for chip in CHIPS)
            return (
                f"Type how many of which chips: 3x5 25 is three of $5 and one of $25; none for "
                f"none. The rack has {values}."
            )
        case BlankKind.CARDS:
            many = f" {blank.count}" if blank.count else ""
            return f"Type{many} cards by their numbers in the list, 1 3 4, or as As Kd Tc."


def _clause_hints(lesson: Lesson, task: Task, blank: Blank) -> list[str]:
    """The clause that decides, without saying what it comes to."""
    clauses = {right.clause for right in task.rights if right.blank == blank.name}
    return [
        f"{clause}: {lesson.clause_says(clause)}"
        for clause in sorted(clauses)
        if lesson.clause_says(clause)
    ]


def _reader(blank: Blank, listed: Sequence[Card]) -> Callable[[str], str]:
    match blank.kind:
        case BlankKind.CHOICE:
            return lambda said: tidied(blank, _chosen(blank.options, said))
        case BlankKind.CARDS:
            return lambda said: tidied(blank, _cards(blank, listed, said))
        case BlankKind.AMOUNT | BlankKind.CHIPS:
            return lambda said: tidied(blank, said)


def _chosen(options: Sequence[Offered], said: str) -> str:
    """An option by its number or by how its label or name begins; else as it was typed."""
    wanted = " ".join(said.split()).casefold()
    for option in options:
        if wanted in (option.name.casefold(), option.label.casefold()):
            return option.name
    if said.isascii() and said.isdecimal():
        number = number_in(said, len(options))
        if number is None:
            raise Rejection(Code.ANSWER_INVALID, f"Choose from 1 to {len(options)}.")
        return options[number - 1].name
    begun = {
        option.name
        for option in options
        if any(text.casefold().startswith(wanted) for text in (option.name, option.label))
    }
    return begun.pop() if len(begun) == 1 else said


def _cards(blank: Blank, listed: Sequence[Card], said: str) -> str:
    """Cards by their numbers in the list, or as they are written."""
    words = said.replace(",", " ").split()
    if all(word.isascii() and word.isdecimal() for word in words):
        chosen = [number for word in words if (number := number_in(word, len(listed)))]
        if len(chosen) < len(words):
            raise Rejection(Code.ANSWER_INVALID, f"There are cards 1 to {len(listed)} in the list.")
        said = format_cards([listed[number - 1] for number in dict.fromkeys(chosen)])
    text = tidied(blank, said)
    count = len(text.split())
    if blank.count is not None and count != blank.count:
        raise Rejection(Code.ANSWER_INVALID, f"{blank.count} cards are asked for, not {count}.")
    return text
