"""The coach's pages: what options are worth, a round's decisions, the evening's account."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from croupier.terminal.coaching import account_lines, advice_lines, decision_words
from croupier.terminal.narration import Tone
from croupier.terminal.screen.colours import TONES
from croupier.terminal.screen.dialogs import Page

if TYPE_CHECKING:
    from croupier.training.coach.account import Account
    from croupier.training.coach.review import Reviewed

__all__ = ["account_page", "advice_page", "reviewed_page"]

_HEADING = "bold #f0c75e"


def advice_page(advised: "Reviewed") -> Page:
    """What every option is worth, before one is chosen."""
    text = Text()
    _append(text, decision_words(advised), advice_lines(advised))
    return Page("What each choice is worth", text)


def reviewed_page(reviewed: Sequence["Reviewed"]) -> Page:
    """The decisions of a round: what each option was worth, and which was chosen."""
    text = Text()
    for one in reviewed:
        _append(text, decision_words(one), advice_lines(one))
    return Page("Your decisions in this round", text)


def account_page(account: "Account") -> Page:
    """All decisions of the evening, and what they have cost."""
    return Page("This evening", Text("\n".join(account_lines(account)), TONES[Tone.PLAIN]))


def _append(text: Text, heading: str, lines: Iterable[str]) -> None:
    text.append(f"{heading}\n", _HEADING)
    for line in lines:
        text.append(f"{line}\n", TONES[Tone.PLAIN])
    text.append("\n")
