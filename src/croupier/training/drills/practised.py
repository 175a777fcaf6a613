"""Which spots are practised as one: who knows what a Pair Plus pays knows it of every column's."""

from functools import lru_cache

from croupier.training.lesson import Lesson

__all__ = ["practised_as"]


@lru_cache(maxsize=64)
def practised_as(lesson: Lesson) -> dict[str, str]:
    """By spot: the spot it is practised with, its own or a plain one with the same pay table."""
    tables = lesson.table.pay_tables
    found = {}
    for spot in lesson.table.wagers:
        plain = [
            other
            for other in tables
            if spot.endswith(f" {other}") and tables.get(spot) == tables[other]
        ]
        found[spot] = min(plain, key=len, default=spot)
    return found
