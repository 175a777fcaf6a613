"""Decks dealt many at once: each group is dealt again exactly where it must be."""

import numpy as np
import pytest

from croupier.cards import stream_chunks, streams
from croupier.cards.stream_chunks import CHUNK_ROOM
from croupier.cards.stream_kernels import CHUNK, first_words
from croupier.cards.streams import WORD, block_words, deck_of_round
from croupier.compiled import kernel

U64 = np.uint64
SEED = 11


@kernel
def deal_six(cards, words, more_words, numbers, seed):
    stream_chunks.deal_six_of_each(cards, words, numbers, seed)


@kernel
def deal_twelve(cards, words, more_words, numbers, seed):
    stream_chunks.deal_twelve_of_each(cards, words, more_words, numbers, seed)


def words_of(numbers):
    words, more = np.zeros(CHUNK, np.uint64), np.zeros(CHUNK, np.uint64)
    first_words(numbers, U64(SEED), words, more)
    return words, more


def hands(deal, dealt, numbers, words):
    """The first cards of each round."""
    cards = np.full(CHUNK_ROOM, 99, np.uint8)
    deal(cards, *words, numbers, U64(SEED))
    return cards[: CHUNK * dealt].reshape(dealt, CHUNK)[:, : len(numbers)].T.tolist()


@pytest.mark.parametrize(("deal", "dealt"), [(deal_six, 6), (deal_twelve, 12)])
def test_a_group_is_dealt_again_by_itself_where_its_word_says_so(deal, dealt, monkeypatch):
    # Such words are too rare to be met, so some are put in place of what the generator gives:
    # the smallest and the largest, and the last to be dealt again with the first that is not.
    first, second = streams.AGAIN_BELOW[:2]
    odd = {
        3: (0, 0),
        5: (WORD - 1, 0),
        8: (0, WORD - 1),
        **{
            20 + at: (_times_all(first + at - 2, 0), _times_all(second + at - 2, 1))
            for at in range(4)
        },
    }
    numbers = np.arange(40, dtype=np.uint64)
    words = words_of(numbers)
    for number, given in odd.items():
        words[0][number], words[1][number] = given

    def with_odd_words(number, block, seed):
        return odd[number] if block == 0 and number in odd else block_words(number, block, seed)

    monkeypatch.setattr(streams, "block_words", with_odd_words)
    expected = [list(deck_of_round(SEED, number)[:dealt]) for number in range(40)]
    assert hands(deal, dealt, numbers, words) == expected
    monkeypatch.undo()
    # Only the groups with such words are others than before.
    assert [n for n in range(40) if expected[n] != list(deck_of_round(SEED, n)[:dealt])] == list(
        odd
    )


def _times_all(rest, group):
    """A word that, times all numbers of cards of a group, leaves this or a little more."""
    left = 1
    for card in range(7 * group, 7 * group + 7):
        left *= 52 - card
    odd, twos = left, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    # The lower half of the product is a multiple of that power of two: the next one from `rest` on.
    rest = -(-rest // 2**twos) * 2**twos
    return rest // 2**twos * pow(odd, -1, WORD // 2**twos) % (WORD // 2**twos)
