"""Hands read again by a ranking written for this test, over all choices of cards."""

import re
from collections import Counter
from itertools import combinations

import pytest

from croupier.cards import format_cards, parse_hand
from croupier.table.registry import game_ids
from croupier.training.drills.hands import HANDS
from croupier.training.questions import BlankKind

from .lessons import by_others, unusual, usual

LETTERS = "23456789TJQKA"
READ = re.compile(r"^(.+): ((?:\S+ ?)+)\. Read the hand\.$")
FIVE = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house",
        "four of a kind", "straight flush"]  # fmt: skip
THREE = ["high card", "pair", "flush", "straight", "three of a kind", "straight flush"]


def naive(cards):
    """How good three or five cards are: what kind, then what decides, high first."""
    ranks = sorted((LETTERS.index(card.text[0]) for card in cards), reverse=True)
    held = sorted(Counter(ranks).items(), key=lambda one: (-one[1], -one[0]))
    counts = [count for _, count in held]
    is_flush = len({card.text[1] for card in cards}) == 1
    is_low = ranks == [12, *range(len(cards) - 2, -1, -1)]
    is_run = len(held) == len(cards) and (ranks[0] - ranks[-1] == len(cards) - 1 or is_low)
    if is_run:
        kind = "straight flush" if is_flush else "straight"
        return kind, [ranks[1] if is_low else ranks[0]]
    kind = {
        (4, 1): "four of a kind",
        (3, 2): "full house",
        (3, 1, 1): "three of a kind",
        (3,): "three of a kind",
        (2, 2, 1): "two pair",
        (2, 1, 1, 1): "pair",
        (2, 1): "pair",
    }.get(tuple(counts), "flush" if is_flush else "high card")
    return kind, [rank for rank, _ in held]


def strength(cards):
    kind, deciding = naive(cards)
    return (FIVE if len(cards) == 5 else THREE).index(kind), deciding


def best_of(cards, size):
    found = {some: strength(some) for some in combinations(cards, size)}
    best = max(found.values())
    return {format_cards(sorted(some, reverse=True)) for some, one in found.items() if one == best}


def read_items(lesson, prefix):
    return [item for item in HANDS.items(lesson) if item.startswith(prefix)]


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize(("prefix", "size"), [("Best three: ", 3), ("Best five: ", 5)])
def test_the_best_cards_are_those_that_plain_search_finds(game_id, prefix, size):
    lesson = usual(game_id)
    for item in read_items(lesson, prefix):
        for seed in range(3):
            task = HANDS.task(lesson, item, seed)
            cards = parse_hand(READ.match(task.question.text)[2].replace("10", "T"))
            best = best_of(cards, size)
            kind = item.removeprefix(prefix)
            found = naive(parse_hand(next(iter(best))))
            if kind in ("mini royal", "royal flush"):
                assert found == ("straight flush", [12])
            else:
                assert found[0] == kind
            rights = {right.blank: right for right in task.rights}
            assert ("cards" in rights) is (len(cards) > size)
            if "cards" in rights:
                assert set(rights["cards"].accepted) == best
                assert task.question.blank("cards").count == size


def test_every_kind_of_hand_comes_up():
    """Five of seven cards, three of three, and three of five, the rarest too."""
    titles = {item.removeprefix("Best five: ") for item in
              read_items(usual("three-way-action"), "Best five: ")}  # fmt: skip
    assert titles == {*FIVE, "royal flush"}
    for game_id in ("three-card-poker", "pick-2-poker", "roll-your-own-blackjack"):
        titles = {item.removeprefix("Best three: ") for item in
                  read_items(usual(game_id), "Best three: ")}  # fmt: skip
        assert titles == {*THREE, "mini royal"}


def test_five_cards_are_picked_of_seven_and_three_of_five():
    counts = {
        (task.question.blank("cards").count, len(READ.match(task.question.text)[2].split()))
        for game_id, item in (
            ("three-way-action", "Best five: straight"),
            ("pick-2-poker", "Best three: straight"),
        )
        for seed in range(6)
        for task in [HANDS.task(usual(game_id), item, seed)]
        if any(blank.kind is BlankKind.CARDS for blank in task.question.blanks)
    }
    assert {(5, 7), (3, 5)} <= counts


def total_of(cards):
    """A blackjack total counted with every ace as one, then one of them as eleven if it fits."""
    values = [1 if card.text[0] == "A" else min(LETTERS.index(card.text[0]) + 2, 10)
              for card in cards]  # fmt: skip
    hard = sum(values)
    return (hard + 10, True) if 1 in values and hard + 10 <= 21 else (hard, False)


@pytest.mark.parametrize("game_id", ["roll-your-own-blackjack", "three-way-action"])
def test_totals_are_counted_rightly(game_id):
    lesson = usual(game_id)
    seen = set()
    for item in read_items(lesson, "Total: "):
        for seed in range(6):
            task = HANDS.task(lesson, item, seed)
            cards = parse_hand(READ.match(task.question.text)[2].replace("10", "T"))
            total, is_soft = total_of(cards)
            said = task.right_answers()["name"]
            kind = item.removeprefix("Total: ")
            seen.add(kind)
            assert (kind == "bust") is (total > 21)
            if kind in ("hard", "soft"):
                assert said == f"{'soft' if is_soft else 'hard'} {total}"
            elif kind == "bust":
                assert said == f"bust with {total}"
            else:
                assert (total, len(cards)) == (21, 2)
                split = "21 that is not a blackjack"
                assert said == ("blackjack" if kind == "blackjack" else split)
            assert f"= {total}, " in task.rights[0].why
    assert seen == {"hard", "soft", "bust", "blackjack", "21 after a split"}


def laid(task, place):
    return next(one.cards for one in task.question.scene.laid if str(one.place) == place)


def test_the_dealer_qualifies_with_queen_high():
    lesson = usual("three-card-poker")
    for item, wanted in (("The dealer qualifies", "yes"), ("The dealer does not qualify", "no")):
        for seed in range(8):
            task = HANDS.task(lesson, item, seed)
            index, deciding = strength(laid(task, "dealer/Hand"))
            qualifies = index > 0 or deciding[0] >= LETTERS.index("Q")
            assert ("yes" if qualifies else "no") == wanted
            assert task.right_answers() == {"qualifies": wanted}


@pytest.mark.parametrize("ending", ["player wins", "dealer wins", "tie"])
def test_the_better_hand_wins(ending):
    lesson = usual("three-card-poker")
    for seed in range(6):
        task = HANDS.task(lesson, f"Ante: {ending}", seed)
        player, dealer = strength(laid(task, "seat 1/Hand")), strength(laid(task, "dealer/Hand"))
        wins = "player" if player > dealer else "dealer" if player < dealer else "tie"
        assert task.right_answers() == {"winner": wins}
        assert ending.startswith(wins)


def test_what_comes_back_by_another_rule_is_no_tie():
    """Doubles that come back under a dealer's blackjack were not tied with it."""
    lesson = usual("three-way-action")
    assert "Blackjack: tie" in HANDS.items(lesson)
    for seed in range(10):
        task = HANDS.task(lesson, "Blackjack: tie", seed)
        assert "comes back" not in task.rights[0].why


def test_an_ace_low_straight_that_does_not_count_is_not_read_as_one():
    lesson = unusual("roll-your-own-blackjack")
    for item in ("Best three: straight", "Best three: straight flush"):
        for seed in range(12):
            task = HANDS.task(lesson, item, seed)
            cards = parse_hand(READ.match(task.question.text)[2].replace("10", "T"))
            assert {card.text[0] for card in cards} != {"A", "2", "3"}


def test_wrong_names_are_of_hands_one_could_see_there():
    lesson = usual("three-way-action")
    for seed in range(10):
        task = HANDS.task(lesson, "Best five: flush", seed)
        labels = [option.name for option in task.question.blank("name").options]
        assert len(labels) == 5
        assert any(not label.startswith("flush") for label in labels)


def test_a_game_without_hands_to_read_is_asked_who_wins():
    lesson = by_others()["one-card-duel"]
    assert set(HANDS.items(lesson)) == {"Ante: player wins", "Ante: dealer wins", "Ante: tie"}


def is_true(name, cards, *, is_split):
    """Whether a name for a blackjack hand is true of these cards, by counting them anew."""
    total, is_soft = total_of(cards)
    is_blackjack = total == 21 and len(cards) == 2 and not is_split
    match name.split():
        case ["blackjack"]:
            return is_blackjack
        case ["21", *_]:
            return total == 21 and not is_blackjack
        case ["hard" | "soft" as kind, said]:
            return total <= 21 and int(said) == total and is_soft is (kind == "soft")
        case ["bust", "with", said]:
            return total > 21 and int(said) == total
    raise AssertionError(name)


@pytest.mark.parametrize("game_id", ["roll-your-own-blackjack", "three-way-action"])
def test_no_wrong_name_is_true_of_the_cards(game_id):
    lesson = usual(game_id)
    twenty_ones = 0
    for item in read_items(lesson, "Total: "):
        for seed in range(30):
            task = HANDS.task(lesson, item, seed)
            cards = parse_hand(READ.match(task.question.text)[2].replace("10", "T"))
            right = task.right_answers()["name"]
            is_split = right == "21 that is not a blackjack"
            names = [option.name for option in task.question.blank("name").options]
            assert is_true(right, cards, is_split=is_split)
            twenty_ones += total_of(cards)[0] == 21
            for name in names:
                assert name == right or not is_true(name, cards, is_split=is_split)
    assert twenty_ones > 20


def test_most_hands_that_lose_lose_as_hands_usually_do():
    """A dealer's blackjack is worth a question now and then, not every time."""
    for game_id, item in (
        ("three-way-action", "Blackjack: dealer wins"),
        ("roll-your-own-blackjack", "Blackjack 1: dealer wins"),
    ):
        whys = [HANDS.task(usual(game_id), item, seed).rights[0].why for seed in range(60)]
        by_blackjack = sum("The dealer's blackjack" in why for why in whys)
        assert 0 < by_blackjack < len(whys) / 2
