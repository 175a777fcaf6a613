"""Repeating what somebody wrote, safely.

A refusal names what it refuses. What it names may be long, or hold control characters that
disturb a terminal or halves of characters that cannot be written; here it is made harmless.
"""

from collections.abc import Sequence
from difflib import get_close_matches

__all__ = ["harmless", "instead_of", "quoted"]


def harmless(text: object, *, longest: int = 24) -> str:
    """The text shortened, with nothing in it that could do harm."""
    try:
        whole = str(text)
    except ValueError:  # Python does not write out numbers of thousands of digits.
        whole = "a number of thousands of digits"
    shown = "".join(letter if letter.isprintable() else "�" for letter in whole[:longest])
    return f"{shown}…" if len(whole) > longest else shown


def quoted(text: object, *, longest: int = 24) -> str:
    """The same in quotes."""
    return f"“{harmless(text, longest=longest)}”"


def instead_of(wrong: str, right: Sequence[str], *, none: str = "there are none.") -> str:
    """The end of a sentence that refuses a name: the nearest of those there are, or all of them."""
    close = get_close_matches(wrong, right, n=1)
    if close:
        return f"; did you mean “{close[0]}”?"
    if not right:
        return f"; {none}"
    # A name with a comma in it would be taken for two.
    has_comma = any("," in name for name in right)
    return f"; there are: {', '.join(f'“{name}”' if has_comma else name for name in right)}."
