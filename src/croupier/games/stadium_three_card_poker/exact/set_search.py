"""Which sets of six further cards change a decision, found without deciding them one by one.

A hand is played if the dealer's hands that can still be dealt weigh enough: each has a weight,
how much more playing brings against it than folding, moved so that none is below zero. The
more cards are gone, the less weight is left. What matters of six cards is which of them take
weight away; the others, such as all cards above a hand that can win only if the dealer does not
qualify, are exchangeable, and *fillers* stand for them. So the sets are searched by the number
of cards that matter, and of the two decisions only the rarer one is looked for:

* Card by card, in ascending order, it is kept up to date what is left of the whole, of every
  card, and of the whole less any two later cards. So when four cards are gone, all sets that
  begin with them are told by a sum and a comparison each, several sets to a word.
* Where the cards still to come cannot turn the decision, because even the heaviest take too
  little or even the lightest too much, all sets that begin so are passed over at once.

What is found is kept as how often each three cards are together in such a set. That is
enough: how many sets leave a given hand to the dealer follows by inclusion and exclusion.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import kernel
from croupier.games.stadium_three_card_poker.exact.lanes import (
    ONE,
    U64,
    ZERO,
    Lanes,
    Words,
    add_to_lane,
    lane_of,
)
from croupier.games.stadium_three_card_poker.exact.set_layout import (
    FIFTH_FILLER,
    FILLERS,
    FOURTH_FILLER,
    NO_ROW,
    REMOVED,
    THIRD_FILLER,
    Question,
    Search,
    Task,
)

__all__ = ["find_sets"]


@kernel
def find_sets(task: Task, search: Search) -> tuple[int, Words]:
    """Finds sets of six cards: how many, and how often each three cards are together in one.

    No number of sets with three given cards, at most C(46, 3), is too large for any lane.
    """
    found = np.zeros_like(task.problem.weights)
    search.of_all[:] = ZERO
    sets = 0
    first, first_end = _from_to(1, 0, task)
    for card in range(first, first_end):
        search.gone[1] = card
        if not _remove(1, task, search):
            continue
        second, second_end = _from_to(2, card, task)
        for next_card in range(second, second_end):
            search.gone[2] = next_card
            if not _remove(2, task, search):
                continue
            with_two = _find_with_two(task, search, found)
            if with_two > 0:
                _add_with_two(task, search, found)
                sets += with_two
    if sets > 0:
        _add_all(task, search, found)
    return sets, found


@kernel
def _from_to(number: int, previous: int, task: Task) -> tuple[int, int]:
    """Among which cards the card of that number in a set is, after the previous one."""
    if number <= task.question.fillers:
        return number - 1, number
    return max(previous + 1, FILLERS), len(task.problem.weights) - (REMOVED - number)


@kernel
def _remove(number: int, task: Task, search: Search) -> bool:
    """Takes the first or the second card away; False if no set looked for begins so."""
    problem, question, layout, lanes = task.problem, task.question, task.layout, task.lanes
    size, words, end = len(problem.weights), U64(problem.weights.shape[2]), U64(layout.length)
    before, card = number - 1, search.gone[number]
    left, left_pairs, touching = search.left, search.left_pairs, search.touching
    weight = lane_of(left[before], card, lanes)
    whole = search.whole[before] - weight
    search.whole[number] = whole
    for word in range(U64(card) >> lanes.shift, words):
        left[number, word] = left[before, word] - left_pairs[before, card, word]
    if number >= question.fillers:
        cards = (max(card + 1, FILLERS), size, REMOVED - number)
        taken = _taken(left[number], cards, question.find_played, search.first, lanes)
        if _is_settled(whole, taken, cards[2], problem.heaviest_pair, question):
            return False
    of_every = U64(weight) * lanes.ones
    for at in range(U64(layout.begins[max(card + 1, FIFTH_FILLER)]), end):
        search.without[number, at] = (
            search.without[before, at] - of_every + touching[before, card, at]
        )
    for later in range(max(card + 1, FILLERS), size):
        for word in range(U64(later) >> lanes.shift, words):
            left_pairs[number, later, word] = (
                left_pairs[before, later, word] - problem.weights[card, later, word]
            )
        row = layout.rows[card, later]
        for at in range(U64(layout.begins[later + 1]), end):
            touching[number, later, at] = touching[before, later, at]
            if card >= FILLERS:
                touching[number, later, at] -= search.shared[U64(row + at)]
    return True


@kernel
def _taken(
    left: Words,
    cards: tuple[int, int, int],
    find_played: bool,
    room: NDArray[np.int64],
    lanes: Lanes,
) -> int:
    """What the lightest cards have together, or the heaviest if folded sets are looked for.

    `cards` are from which to which, and how many.
    """
    begin, end, number = cards
    sign = 1 if find_played else -1
    for at in range(number):
        room[at] = 1 << 62
    for card in range(begin, end):
        weight = sign * lane_of(left, card, lanes)
        at = number - 1
        if weight < room[at]:
            while at > 0 and weight < room[at - 1]:
                room[at] = room[at - 1]
                at -= 1
            room[at] = weight
    taken = 0
    for at in range(number):
        taken += sign * room[at]
    return taken


@kernel
def _is_settled(
    whole: int, taken: int, to_come: int, heaviest_pair: int, question: Question
) -> bool:
    """Whether no set looked for begins so, whichever cards are still to come.

    They take at most what the heaviest have, each by itself; and at least what the lightest
    have, less what any two of them have together.
    """
    if question.find_played:
        taken -= heaviest_pair * (to_come * (to_come - 1) // 2)
        return whole - max(taken, 0) < question.threshold
    return whole - taken >= question.threshold


@kernel
def _find_with_two(task: Task, search: Search, found: Words) -> int:  # noqa: PLR0915
    """Goes through all sets that begin with the two cards that are gone.

    It is one function because whatever is called here is called millions of times.
    """
    problem, question, layout, lanes = task.problem, task.question, task.layout, task.lanes
    left, left_pairs = search.left, search.left_pairs
    without, touching, shared = search.without, search.touching, search.shared
    of_two, of_three, of_all, row = search.of_two, search.of_three, search.of_all, search.row
    begins, rows, ones, extremes = layout.begins, layout.rows, layout.ones, search.extremes
    fillers, find_played, threshold = question.fillers, question.find_played, question.threshold
    first, second, heaviest_pair = search.gone[1], search.gone[2], problem.heaviest_pair
    size, words, end = len(problem.weights), U64(problem.weights.shape[2]), U64(layout.length)
    for fourth in range(max(second + 1, FOURTH_FILLER), size):
        for at in range(U64(begins[max(fourth + 1, FIFTH_FILLER)]), end):
            of_two[fourth, at] = ZERO
    top = lanes.bits - ONE
    # The top bit of a lane says, after this is added, whether enough is left.
    enough = ((ONE << top) - U64(threshold)) * lanes.ones
    flip = ZERO if find_played else lanes.ones << top
    with_two = 0
    begin_third, end_third = _from_to(3, second, task)
    for third in range(begin_third, end_third):
        weight = lane_of(left[2], third, lanes)
        whole = search.whole[2] - weight
        for word in range(U64(third) >> lanes.shift, words):
            left[3, word] = left[2, word] - left_pairs[2, third, word]
        if fillers <= 3:
            cards = (max(third + 1, FILLERS), size, 3)
            taken = _taken(left[3], cards, find_played, search.first, lanes)
            if _is_settled(whole, taken, 3, heaviest_pair, question):
                continue
        heaviest, second_heaviest, lightest = 0, 0, problem.total
        for card in range(size - 1, max(third, FILLERS - 1), -1):
            one = lane_of(left[3], card, lanes)
            lightest = min(lightest, one)
            second_heaviest = max(second_heaviest, min(heaviest, one))
            heaviest = max(heaviest, one)
            extremes[0, card], extremes[1, card] = lightest, heaviest + second_heaviest
        begin_of_three = U64(begins[max(third + 1, FIFTH_FILLER)])
        of_every = U64(weight) * lanes.ones
        for at in range(begin_of_three, end):
            without[3, at] = without[2, at] - of_every + touching[2, third, at]
            of_three[at] = ZERO
        for word in range(words):
            row[word] = ZERO
        with_three = 0
        begin_fourth, end_fourth = _from_to(4, third, task)
        for fourth in range(begin_fourth, end_fourth):
            weight = lane_of(left[3], fourth, lanes)
            left_now = whole - weight
            later = max(fourth + 1, FILLERS)
            begin_at, end_at = U64(begins[later]), end
            if fillers >= 5:
                begin_at, end_at = U64(begins[FIFTH_FILLER]), U64(begins[FIFTH_FILLER + 1])
            elif find_played:
                # Since three were gone, no card and no pair has lost more than a pair's weight.
                least = 2 * extremes[0, later] - 3 * heaviest_pair
                if left_now - max(least, 0) < threshold:
                    continue
            elif left_now - extremes[1, later] >= threshold:
                continue
            add, here, these = enough - U64(weight) * lanes.ones, rows[third, fourth], ZERO
            plane = U64(fourth)
            for at in range(begin_at, end_at):
                both = U64(here + at)
                after = without[3, at] + touching[2, plane, at] - shared[both] + add
                flags = ((after ^ flip) >> top) & ones[at]
                of_three[at] += flags
                of_two[plane, at] += flags
                of_all[both] += flags
                these += flags
            if these:
                number = _sum_of(these, lanes)
                add_to_lane(row, fourth, number, lanes)
                with_three += number
        if with_three > 0:
            for at in range(begin_of_three, end):
                if of_three[at]:
                    row[layout.sixths[at]] += of_three[at]
                    add_to_lane(row, layout.fifths[at], _sum_of(of_three[at], lanes), lanes)
            for word in range(words):
                found[first, third, word] += row[word]
                found[second, third, word] += row[word]
            add_to_lane(found[first, second], third, with_three, lanes)
            with_two += with_three
    return with_two


@kernel
def _sum_of(word: np.uint64, lanes: Lanes) -> int:
    """The sum of all lanes of a word."""
    return int(np.int64((word * lanes.ones) >> (U64(64) - lanes.bits)))


@kernel
def _add_with_two(task: Task, search: Search, found: Words) -> None:
    """Adds the sets that begin with two cards, as far as these and the last three go."""
    layout, lanes, row = task.layout, task.lanes, search.row
    first, second = search.gone[1], search.gone[2]
    for fourth in range(max(second + 1, FOURTH_FILLER), len(found)):
        for word in range(len(row)):
            row[word] = ZERO
        number = 0
        for at in range(layout.begins[max(fourth + 1, FIFTH_FILLER)], layout.length):
            sets = search.of_two[fourth, at]
            if sets:
                fifth, word = layout.fifths[at], layout.sixths[at]
                found[first, fifth, word] += sets
                found[second, fifth, word] += sets
                row[word] += sets
                add_to_lane(row, fifth, _sum_of(sets, lanes), lanes)
                number += _sum_of(sets, lanes)
        if number > 0:
            for word in range(len(row)):
                found[first, fourth, word] += row[word]
                found[second, fourth, word] += row[word]
                found[first, second, word] += row[word]
            add_to_lane(found[first, second], fourth, number, lanes)


@kernel
def _add_all(task: Task, search: Search, found: Words) -> None:
    """Adds all sets, as far as their last four cards go."""
    layout, lanes = task.layout, task.lanes
    for third in range(THIRD_FILLER, len(found)):
        for fourth in range(third + 1, len(found)):
            if layout.rows[third, fourth] == NO_ROW:
                continue
            for at in range(layout.begins[max(fourth + 1, FIFTH_FILLER)], layout.length):
                sets = search.of_all[layout.rows[third, fourth] + at]
                if sets:
                    fifth, word = layout.fifths[at], layout.sixths[at]
                    found[third, fourth, word] += sets
                    found[third, fifth, word] += sets
                    found[fourth, fifth, word] += sets
                    add_to_lane(found[third, fourth], fifth, _sum_of(sets, lanes), lanes)
