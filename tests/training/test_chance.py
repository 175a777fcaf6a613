"""What an examination asks follows from words, and can be found again anywhere."""

from hashlib import sha256
from random import Random

import pytest

from croupier.cards import DECK, format_cards
from croupier.training.chance import Chance
from croupier.training.lesson import Lesson
from croupier.training.rounds import play_lesson_round, some_slips


def test_the_same_words_give_the_same_chance_and_others_another():
    assert Chance("exam", 7).deck() == Chance("exam", 7).deck()
    assert Chance("exam", 7).deck() != Chance("exam", 8).deck()


def test_words_are_told_apart_wherever_they_are_parted():
    assert Chance("ab", "c").getrandbits(64) != Chance("a", "bc").getrandbits(64)


def test_the_bits_are_those_of_sha_256_over_the_words_and_a_counter():
    key = sha256(b"exam\x1f7").digest()
    blocks = b"".join(sha256(key + at.to_bytes(8)).digest() for at in range(3))
    bits = int.from_bytes(blocks)
    chance = Chance("exam", 7)
    taken = [chance.getrandbits(k) for k in (1, 255, 300, 8)]
    left, wanted = 768, []
    for k in (1, 255, 300, 8):
        left -= k
        wanted.append(bits >> left & ((1 << k) - 1))
    assert taken == wanted


def test_a_deck_is_pinned_so_that_no_version_changes_old_examinations():
    assert format_cards(Chance("pinned").deck()[:8]) == PINNED


PINNED = "3c 8h Qs 2h Kc 2d 4s Tc"


def test_every_card_is_in_the_deck_and_may_come_first():
    first = {Chance("first", number).deck()[0] for number in range(1000)}
    assert first == set(DECK)
    assert sorted(Chance("whole").deck()) == sorted(DECK)


@pytest.mark.parametrize(
    ("draw", "pinned"),
    [
        (lambda chance: chance.getrandbits(40), 663807236870),
        (lambda chance: chance.random(), 0.6037291649319099),
        (lambda chance: [chance.below(10) for _ in range(8)], [9, 8, 9, 0, 6, 2, 1, 2]),
        (lambda chance: [chance.randrange(100, 1000, 7) for _ in range(4)], [142, 331, 373, 128]),
        (lambda chance: [chance.randint(-3, 3) for _ in range(8)], [1, 3, 2, -3, 3, 3, 1, 3]),
        (lambda chance: "".join(chance.choice("abcdefgh") for _ in range(8)), "agcbchae"),
        (lambda chance: shuffled(chance, "abcdefgh"), "cgfbehda"),
        (lambda chance: chance.sample(range(1000), 5), [618, 223, 934, 774, 132]),
    ],
)
def test_whatever_is_drawn_is_pinned(draw, pinned):
    assert draw(Chance("pinned")) == pinned


def shuffled(chance, letters):
    order = list(letters)
    chance.shuffle(order)
    return "".join(order)


def test_numbers_are_drawn_by_rejection():
    """As many bits as the count has, until they are small enough, and nothing else."""
    bits, drawn = Chance("rejected"), Chance("rejected")
    wanted = [number for number in (bits.getrandbits(3) for _ in range(400)) if number < 5]
    assert [drawn.below(5) for _ in wanted] == wanted


def test_a_generator_of_python_has_no_part_in_it(monkeypatch):
    """The bots draw as they like; what they draw with is this, and seeding changes nothing."""
    drawing = ("_randbelow", "choice", "choices", "getrandbits", "randbytes", "randint",
               "random", "randrange", "sample", "seed", "shuffle", "uniform")  # fmt: skip

    def undrawn(*_, **__):
        raise AssertionError("drawn by Python")

    lesson = Lesson.of("pick-2-poker")
    for name in drawing:
        monkeypatch.setattr(Random, name, undrawn)
    again = Chance("bots")
    again.seed(5)
    for chance in (Chance("bots"), again):
        assert isinstance(chance, Random)
        dealt = [play_lesson_round(lesson, some_slips(lesson, chance, (1, 3)), chance.deck(),
                                   chance)
                 for _ in range(3)]  # fmt: skip
        assert len({one.events for one in dealt}) == 3
    assert chance.random() < 1
    assert sorted(chance.sample(range(9), 9)) == list(range(9))
    assert chance.sample("ab", 0) == []


def test_there_has_to_be_something_to_draw_from():
    chance = Chance("nothing")
    for draw in (lambda: chance.below(0), lambda: chance.choice(""), lambda: chance.randrange(5, 5),
                 lambda: chance.randint(2, 1), lambda: chance.sample("ab", 3)):  # fmt: skip
        with pytest.raises(ValueError, match="draw"):
            draw()


def test_numbers_are_spread_evenly():
    counts = [0] * 6
    chance = Chance("dice")
    for _ in range(6000):
        counts[chance.randrange(6)] += 1
    # Within four standard deviations of a thousand.
    assert all(abs(count - 1000) < 4 * (6000 * 5 / 36) ** 0.5 for count in counts)
