"""Decks for simulations: the generator as published, the deck as described, compiled the same."""

from collections import Counter
from itertools import permutations
from math import perm

import numpy as np
import pytest

from croupier.cards import DECK, streams
from croupier.cards import stream_chunks as chunks
from croupier.cards import stream_kernels as compiled
from croupier.cards.streams import AGAIN_BELOW, GROUP, GROUPS, WORD, block_words, deck_of_round
from croupier.compiled import kernel
from croupier.rejection import Code, Rejection

U64 = np.uint64

# The vectors that the authors of Philox publish for four numbers of 32 bits and ten turns.
PUBLISHED = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (
        (0xFFFFFFFF,) * 4,
        (0xFFFFFFFF,) * 2,
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter", "key", "numbers"), PUBLISHED)
def test_the_generator_gives_what_its_authors_publish(counter, key, numbers):
    assert streams.philox(counter, key) == numbers


@pytest.mark.parametrize("seed", [0, 1, 7, 2**32, WORD - 1])
def test_compiled_decks_are_the_plain_ones(seed):
    for number in (*range(50), 2**32 - 1, 2**32, 2**63, WORD - 1):
        assert compiled.dealt_deck(seed, number) == deck_of_round(seed, number)


def test_words_made_many_at_once_are_the_plain_ones():
    numbers = np.array([*range(100), 2**32 + 5, WORD - 1], dtype=np.uint64)
    words, more = np.empty(compiled.CHUNK, np.uint64), np.empty(compiled.CHUNK, np.uint64)
    compiled.first_words(numbers, U64(99), words, more)
    made = list(zip(words.tolist(), more.tolist(), strict=True))[: len(numbers)]
    assert made == [block_words(number, 0, 99) for number in numbers.tolist()]


@kernel
def deal_in_steps(deck, number, seed):
    one, other = compiled.block_words(number, U64(0), seed)
    compiled.deal_first(deck, one, number, seed)
    compiled.deal_second(deck, other, number, seed)
    for groups in range(3, GROUPS + 1):
        compiled.deal_further(deck, groups - 1, groups, number, seed)


def test_groups_may_be_dealt_one_after_the_other():
    for number in range(20):
        deck = np.empty(compiled.DECK_ROOM, np.uint8)
        deal_in_steps(deck, U64(number), U64(3))
        assert tuple(deck[: len(DECK)].tolist()) == deck_of_round(3, number)


@kernel
def deal_chunk(cards, numbers, seed, many):
    words, more = np.empty(compiled.CHUNK, np.uint64), np.empty(compiled.CHUNK, np.uint64)
    compiled.first_words(numbers, seed, words, more)
    if many == 6:
        chunks.deal_six_of_each(cards, words, numbers, seed)
    else:
        chunks.deal_twelve_of_each(cards, words, more, numbers, seed)


@pytest.mark.parametrize("many", [6, 12])
@pytest.mark.parametrize("rounds", [compiled.CHUNK, 37, 1])
def test_chunks_of_rounds_are_dealt_the_first_cards_of_their_decks(many, rounds):
    numbers = np.arange(10**6, 10**6 + rounds, dtype=np.uint64)
    cards = np.empty(chunks.CHUNK_ROOM, np.uint8)
    deal_chunk(cards, numbers, U64(3), many)
    for at, number in enumerate(numbers.tolist()):
        dealt = [cards[compiled.CHUNK * card + at] for card in range(many)]
        assert dealt == list(deck_of_round(3, number))[:many]


def test_every_deck_is_a_deck_and_no_two_are_alike():
    decks = {deck_of_round(5, number) for number in range(500)}
    assert len(decks) == 500
    assert all(sorted(deck) == sorted(DECK) for deck in decks)
    assert deck_of_round(5, 0) != deck_of_round(6, 0)


def test_a_group_is_exactly_uniform():
    # With words of eight bits in place of 64, every word can be tried: of a group of three cards
    # from a deck of five, dealt again where the text says so, each order comes as often.
    word, cards, dealt = 256, 5, 3
    again_below = word % perm(cards, dealt)
    orders: Counter[tuple[int, ...]] = Counter()
    for first in range(word):
        rest, steps = first, []
        for left in range(cards, cards - dealt, -1):
            step, rest = divmod(rest * left, word)
            steps.append(step)
        if rest >= again_below:
            orders[tuple(steps)] += 1
    assert len(orders) == len(list(permutations(range(cards), dealt)))
    assert set(orders.values()) == {word // perm(cards, dealt)}


def test_where_a_group_is_dealt_again_it_is_dealt_from_the_next_word(monkeypatch):
    # It happens once in millions of rounds, so here it happens always at first.
    words = iter([0, 0, 2**63 + 12345])
    monkeypatch.setattr(streams, "block_words", lambda *_: (next(words, 2**63 + 99),) * 2)
    asked = []
    plain = streams._group

    def group(word, number):
        asked.append((word, number))
        return plain(word, number)

    monkeypatch.setattr(streams, "_group", group)
    deck_of_round(1, 2)
    assert asked[:3] == [(0, 0), (0, 0), (2**63 + 12345, 0)]


def test_a_compiled_group_is_dealt_again_just_where_the_plain_one_is():
    # Words whose last lower half is just below the border, and just not.
    ways = perm(len(DECK), GROUP)
    twos = (ways & -ways).bit_length() - 1
    inverse = pow(ways >> twos, -1, WORD)
    border = AGAIN_BELOW[0] >> twos
    for low in ((border - 1) << twos, (border + 1) << twos, 0):
        word = (low >> twos) * inverse % (WORD >> twos)
        assert word * ways % WORD == low
        again = low < AGAIN_BELOW[0]
        assert (streams._group(word, 0) is None) == again
        deck = np.empty(compiled.DECK_ROOM, np.uint8)
        deal_word(deck, U64(word), U64(77), U64(5))
        expected = streams._group(block_words(77, 256 + 8, 5)[0] if again else word, 0)
        assert steps_of(deck.tolist(), GROUP) == expected
        cards = np.empty(chunks.CHUNK_ROOM, np.uint8)
        words = np.full(compiled.CHUNK, word, np.uint64)
        deal_words(cards, words, np.array([77], np.uint64), U64(5))
        dealt = [int(cards[compiled.CHUNK * card]) for card in range(6)]
        assert steps_of(dealt, 6) == expected[:6]


@kernel
def deal_word(deck, word, number, seed):
    compiled.deal_first(deck, word, number, seed)


@kernel
def deal_words(cards, words, numbers, seed):
    chunks.deal_six_of_each(cards, words, numbers, seed)


def steps_of(dealt, many):
    """How far each of the first cards was behind its place."""
    deck, steps = list(range(len(DECK))), []
    for at in range(many):
        step = deck.index(dealt[at]) - at
        deck[at], deck[at + step] = deck[at + step], deck[at]
        steps.append(step)
    return steps


def test_cards_come_everywhere_as_often():
    # Each of 52 cards at each of the first 14 places of 100,000 decks: chi-squared over 51
    # degrees of freedom stays under 120 but once in ten million times.
    rounds, places = 100_000, 14
    counts = np.zeros((places, len(DECK)), np.int64)
    count_places(counts, rounds, U64(2024))
    expected = rounds / len(DECK)
    assert ((counts - expected) ** 2 / expected).sum(axis=1).max() < 120


@kernel
def count_places(counts, rounds, seed):
    deck = np.empty(compiled.DECK_ROOM, np.uint8)
    for number in range(rounds):
        one, other = compiled.block_words(U64(number), U64(0), seed)
        compiled.deal_first(deck, one, U64(number), seed)
        compiled.deal_second(deck, other, U64(number), seed)
        for place in range(counts.shape[0]):
            counts[place, deck[place]] += 1


@pytest.mark.parametrize("seed", [-1, WORD])
def test_a_seed_is_a_word(seed):
    with pytest.raises(Rejection) as refused:
        streams.require_seed(seed)
    assert refused.value.code is Code.SEED_INVALID
