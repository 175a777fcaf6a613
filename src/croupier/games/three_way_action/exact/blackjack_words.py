"""3 Way-Action, Blackjack: a chart in sentences."""

from collections.abc import Iterable, Sequence
from typing import Final

from croupier.games.three_way_action.exact.blackjack_counts import (
    ACE,
    VALUES,
    player_hands,
    value_name,
)
from croupier.games.three_way_action.exact.blackjack_play import (
    DOUBLE,
    HIT,
    NO_CHOICE,
    SPLIT,
    STAND,
)
from croupier.games.three_way_action.exact.blackjack_policy import Chart, cell

__all__ = ["UP_CARDS", "hand_name", "hands_in_words", "in_words", "listed", "split_in_words"]

UP_CARDS: Final = (*range(ACE + 1, VALUES), ACE)
"""As charts have them: two to ten, then the ace."""

_TOTALS: Final = range(4, 22)
_NUMBERS: Final = ("two", "three", "four", "five", "six")

_Cells = dict[tuple[bool, int], set[int]]
"""By soft or hard and total: up cards."""


def listed(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def hand_name(hand: int) -> str:
    """`A-6`, `2-3-10`: the values of a hand's cards."""
    row = player_hands().rows[hand].tolist()
    return "-".join(value_name(value) for value in range(VALUES) for _ in range(row[value]))


def _against(ups: Iterable[int]) -> str:
    """` against 2 to 6 and 10`; nothing where it is all up cards."""
    places = sorted(UP_CARDS.index(up) for up in ups)
    if len(places) == VALUES:
        return ""
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1][1] = place
        else:
            runs.append([place, place])
    names = [["an ace" if up == ACE else value_name(up) for up in UP_CARDS][at] for at in range(10)]
    words = []
    for first, last in runs:
        if last - first >= 2:
            words.append(f"{names[first]} to {names[last]}")
        else:
            words += names[first : last + 1]
    return f" against {listed(words)}"


def _totals_in_words(cells: _Cells, most: dict[bool, int]) -> str:
    """`hard 12 against 4 to 6, hard 17 or more and soft 19 or more`."""
    parts = []
    for is_soft in (False, True):
        kind = "soft" if is_soft else "hard"
        totals = [total for total in _TOTALS if cells.get((is_soft, total))]
        runs: list[list[int]] = []
        for total in totals:
            same = runs and cells[is_soft, runs[-1][1]] == cells[is_soft, total]
            if same and runs[-1][1] == total - 1:
                runs[-1][1] = total
            else:
                runs.append([total, total])
        for first, last in runs:
            name = f"{kind} {first}" if first == last else f"{kind} {first} to {last}"
            if last >= most[is_soft] and first < last:
                name = f"{kind} {first} or more"
            parts.append(name + _against(cells[is_soft, first]))
    return listed(parts)


def _where(charts: Sequence[Chart], group: int, option: int) -> _Cells:
    """The cells of a group of hands in which a chart has an option."""
    found: _Cells = {}
    for is_soft in (False, True):
        for total in _TOTALS:
            at = cell(total, is_soft=is_soft, group=group)
            ups = {up for up in range(VALUES) if charts[up][at] == option}
            if ups:
                found[is_soft, total] = ups
    return found


def in_words(charts: Sequence[Chart], groups: int) -> tuple[str, ...]:
    """The charts against every up card as sentences; the first that applies counts."""
    sentences = []
    split, double = _where(charts, 0, SPLIT), _where(charts, 0, DOUBLE)
    if split:
        sentences.append(f"Split aces{_against(split[True, 12])}.")
    most = {False: 21, True: 21}
    if double:
        two_most = {False: 11, True: 20}
        sentences.append(f"Double {_totals_in_words(double, two_most)}.")
    # What holds for three cards holds for all, but for what is said before.
    for group in (0, *range(2, groups)):
        with_cards = f"With {_NUMBERS[group]} cards"
        for option, verb in ((STAND, "stand on"), (HIT, "hit")):
            otherwise = _differences(charts, group, option)
            if otherwise:
                words = _totals_in_words(otherwise, most)
                sentences.append(f"{with_cards}, {verb} {words}.")
    sentences.append(f"Stand on {_totals_in_words(_where(charts, 1, STAND), most)}.")
    sentences.append("Otherwise hit.")
    return tuple(sentences)


def split_in_words(charts: Sequence[Chart], groups: int) -> str:
    """The charts for hands on a split ace as one sentence; nothing where there are none."""
    if not charts:
        return ""
    parts = [sentence[0].lower() + sentence[1:-1] for sentence in in_words(charts, groups)]
    return f"On a split ace, by its hand alone: {'; '.join(parts)}."


def _differences(charts: Sequence[Chart], group: int, option: int) -> _Cells:
    """Where hands of a group are stood on or hit, and those of three cards are not."""
    found = _where(charts, group, option)
    for (is_soft, total), ups in found.items():
        base = cell(total, is_soft=is_soft, group=1)
        for up in tuple(ups):
            usual = charts[up][base]
            if (usual if usual != NO_CHOICE else HIT) == option:
                ups.discard(up)
    return {key: ups for key, ups in found.items() if ups}


def hands_in_words(hands: Iterable[tuple[int, int, int]]) -> tuple[str, ...]:
    """Single hands as sentences, each given as its up card, the hand and what to do."""
    found: dict[tuple[int, int], list[str]] = {}
    for up, hand, option in hands:
        found.setdefault((option, up), []).append(hand_name(hand))
    verbs = {STAND: "Stand on", HIT: "Hit", DOUBLE: "Double", SPLIT: "Split"}
    return tuple(
        f"{verbs[option]} {listed(names)}{_against([up])}." for (option, up), names in found.items()
    )
