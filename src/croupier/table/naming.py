"""The names under which steps and events are said and stored."""

__all__ = ["snake_name"]


def snake_name(kind: type) -> str:
    """`CardDealt` as `card_dealt`."""
    letters = (f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)
    return "".join(letters).lstrip("_")
