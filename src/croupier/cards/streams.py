"""Decks for simulations: fast, counted, and the same on every machine.

Every round has a deck of its own. The round's number is the counter and the seed the key of
Philox, a counter-based generator: no round needs another to be dealt before it, so rounds may
be dealt in any order, by any number of threads or machines, and round 12,345 of seed 7 is the
same round wherever and whenever it is dealt.

1. Block `b` of round `n` is Philox-4x32 with ten turns: the counter is `n`, lower half first, then
   `b` and 0, the key is `seed`, lower half first. Of the four numbers of 32 bits that come out
   the first two, the lower first, are word 0 of the block, the others word 1.
2. The cards lie in order of their numbers and are dealt from the front in groups of seven.
   Group `g` takes word `g mod 2` of block `g div 2`.
3. For each card of the group, from a deck of which `k` cards are left: the word times `k` is a
   number of 128 bits. Its upper half says which of the `k` cards is dealt next (it changes
   places with the first of them), its lower half is the word for the next card.
4. Where the lower half of the last product is below `2**64 mod P`, `P` being all the `k` of the
   group multiplied, the group is dealt again from the first word of block `256 t + 8 + g`, `t`
   being 1, 2 … Then every order of the cards is exactly as likely as every other. The first
   group is dealt again once in some thirty million rounds.

Philox is by Salmon, Moraes, Dror and Shaw ("Parallel random numbers: as easy as 1, 2, 3", SC11),
who found that it passes all of TestU01's BigCrush; steps 3 and 4 are by Brackett-Rozinsky and
Lemire ("Batched ranged random integer generation", 2024). What it is not is secret: who has seen
some rounds may work out the others. So nothing is played for money on it; live tables are
shuffled by `croupier.cards.shuffle`, which nobody can foresee and anybody can check.

This is the plain form, a deck at a time. `croupier.cards.stream_kernels` has the same compiled.
"""

from math import perm
from typing import Final

from croupier.cards.card import DECK, Card
from croupier.rejection import Code, Rejection

__all__ = [
    "AGAIN_BELOW",
    "GROUP",
    "GROUPS",
    "HALF",
    "MULTIPLIERS",
    "TURNS",
    "WEYL",
    "WORD",
    "block_words",
    "deck_of_round",
    "philox",
    "require_seed",
]

WORD: Final = 2**64
HALF: Final = 2**32
TURNS: Final = 10
MULTIPLIERS: Final = 0xD2511F53, 0xCD9E8D57
WEYL: Final = 0x9E3779B9, 0xBB67AE85
"""The constants of Philox-4x32."""

GROUP: Final = 7
"""How many cards one word deals."""
GROUPS: Final = -(-len(DECK) // GROUP)
"""How many groups a whole deck is."""
AGAIN_BELOW: Final = tuple(
    WORD % perm(len(DECK) - GROUP * group, min(GROUP, len(DECK) - GROUP * group))
    for group in range(GROUPS)
)
"""By group: where the last lower half is below this, the group is dealt again."""


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Four numbers of 32 bits for a counter of four and a key of two."""
    first, second, third, fourth = counter
    for _ in range(TURNS):
        one, other = MULTIPLIERS[0] * first, MULTIPLIERS[1] * third
        first, second = other // HALF ^ second ^ key[0], other % HALF
        third, fourth = one // HALF ^ fourth ^ key[1], one % HALF
        key = (key[0] + WEYL[0]) % HALF, (key[1] + WEYL[1]) % HALF
    return first, second, third, fourth


def block_words(number: int, block: int, seed: int) -> tuple[int, int]:
    """The two words of a block of a round."""
    counter = number % HALF, number // HALF, block, 0
    first, second, third, fourth = philox(counter, (seed % HALF, seed // HALF))
    return first + HALF * second, third + HALF * fourth


def deck_of_round(seed: int, number: int) -> tuple[Card, ...]:
    """The whole deck of a round, the card that is dealt first at the front."""
    deck = list(DECK)
    for group in range(GROUPS):
        word = block_words(number, group // 2, seed)[group % 2]
        attempt = 0
        while (dealt := _group(word, group)) is None:
            attempt += 1
            word = block_words(number, 256 * attempt + 8 + group, seed)[0]
        for at, step in enumerate(dealt, GROUP * group):
            deck[at], deck[at + step] = deck[at + step], deck[at]
    return tuple(deck)


def _group(word: int, group: int) -> list[int] | None:
    """How far behind its place each card of the group lies, or None if it is dealt again."""
    steps = []
    for at in range(GROUP * group, min(GROUP * (group + 1), len(DECK))):
        step, word = divmod(word * (len(DECK) - at), WORD)
        steps.append(step)
    return None if word < AGAIN_BELOW[group] else steps


def require_seed(seed: int) -> None:
    """Refuses a seed that is no word."""
    if not 0 <= seed < WORD:
        raise Rejection(
            Code.SEED_INVALID, f"A seed of a simulation is a number from 0 to {WORD - 1:,}."
        )
