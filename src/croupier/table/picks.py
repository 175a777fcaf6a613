"""Picks: what a player chooses before the deal, such as three of a stadium's nine cells."""

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.table.places import Place

__all__ = ["Picks", "check_picks", "is_place_of"]


@dataclass(frozen=True, slots=True)
class Picks:
    """So many different ones out of these, in any order."""

    question: str
    """What the player is asked: `Which three cells are your hand?`"""
    choices: tuple[str, ...]
    count: int
    may_be_left_out: bool = False
    """Whether a slip without picks is taken; then the script draws them."""

    @property
    def sentence(self) -> str:
        """`Pick 3 different ones of 1, 2, 3`."""
        return f"Pick {self.count} different ones of {', '.join(self.choices)}"


def check_picks(offered: Picks | None, picks: Sequence[str]) -> None:
    """Refuses picks that the game does not offer; most games offer none."""
    if offered is None:
        if picks:
            raise Rejection(
                Code.PICKS_INVALID, "In this game nothing is picked before the deal; pick nothing."
            )
        return
    if not picks and offered.may_be_left_out:
        return
    wrong = next((pick for pick in picks if pick not in offered.choices), None)
    if wrong is not None:
        raise Rejection(Code.PICKS_INVALID, f"{offered.sentence}; {quoted(wrong)} is none of them.")
    if len(picks) != offered.count or len(set(picks)) != len(picks):
        said = f"you picked {', '.join(picks)}" if picks else "nothing is picked yet"
        raise Rejection(Code.PICKS_INVALID, f"{offered.sentence}; {said}.")


def is_place_of(place: Place, choice: str) -> bool:
    """Whether it is the table's place of a choice: `Cell 4` is the place of `4`."""
    return place.owner < 0 and place.name.split(" ")[-1] == choice
