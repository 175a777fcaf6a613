"""Repeating what somebody wrote, safely.

A refusal names what it refuses. What it names may be long, or hold control characters that
disturb a terminal or halves of characters that cannot be written; here it is made harmless.
"""

__all__ = ["harmless", "quoted"]


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
