"""Shuffles that anyone can check.

The house draws a secret 256-bit seed and publishes its SHA-256 hash, the *commitment*,
before betting opens. When bets close, a public *salt* is fixed that the house could not
foresee when it committed. Seed and salt together determine the order of the cards, so
neither side alone could choose it; once the seed is revealed anyone can do this again:

1. `stream = HKDF-SHA-256(secret=seed, salt=SHA-256(salt), info="croupier shuffle 1" ‖ number)`
   (RFC 5869). The salt is hashed because HMAC would take `ab` and `ab00` for one key. `number`
   is the shuffle's number within the round, 0 for the first, as four bytes, big end first.
   8,160 bytes, the most HKDF gives; a deck uses about 140.
2. Start with the cards in order of their numbers, `2c 2d 2h 2s 3c … As`.
3. For `last` from 51 down to 1: read two bytes as a number, big end first, keep as many of
   its low bits as `last` has, and read again while that exceeds `last`. Swap the card at
   `last` with the card at that number.

Step 3 is the Fisher-Yates shuffle. Numbers out of range are thrown away, never folded
back, so from a random stream each of the 52! orders comes exactly as often. The card at
position 0 is dealt first. `docs/fairness.md` has a worked example with OpenSSL.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from croupier.cards.card import DECK, Card
from croupier.rejection import Code, Rejection

__all__ = ["Commitment", "Seed", "hkdf_sha256", "parse_salt", "shuffled", "shuffled_deck"]

SEED_BYTES: Final = 32
LABEL: Final = b"croupier shuffle 1"
_STREAM_BYTES: Final = 255 * 32
_MOST_CARDS: Final = 1040  # Twenty decks: the stream has bytes for these with room to spare.

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Commitment:
    """The SHA-256 hash of a seed: binds the house to the seed without showing it."""

    digest: bytes

    def __post_init__(self) -> None:
        if len(self.digest) != 32:
            raise Rejection(
                Code.COMMITMENT_INVALID,
                "A commitment is 64 hexadecimal digits (32 bytes); this has "
                f"{2 * len(self.digest)}.",
            )

    @classmethod
    def parse(cls, text: str) -> "Commitment":
        """Reads 64 hexadecimal digits."""
        return cls(_from_hex(text, "commitment", Code.COMMITMENT_INVALID))

    def opens_to(self, seed: "Seed") -> bool:
        """Whether `seed` is the one that was committed to."""
        return hmac.compare_digest(self.digest, seed.commitment.digest)

    def __str__(self) -> str:
        return self.digest.hex()


@dataclass(frozen=True, slots=True)
class Seed:
    """The house's secret: 256 bits that, with the salt, determine every shuffle of a round.

    It does not print itself: a seed in a log before its time would give the cards away.
    """

    secret: bytes

    def __post_init__(self) -> None:
        if not isinstance(self.secret, bytes):
            raise Rejection(
                Code.SEED_INVALID, "A seed is bytes; read hexadecimal digits with Seed.parse."
            )
        if len(self.secret) != SEED_BYTES:
            raise Rejection(
                Code.SEED_INVALID,
                f"A seed is {2 * SEED_BYTES} hexadecimal digits ({SEED_BYTES} bytes); "
                f"this has {2 * len(self.secret)}.",
            )

    @classmethod
    def parse(cls, text: str) -> "Seed":
        """Reads 64 hexadecimal digits."""
        return cls(_from_hex(text, "seed", Code.SEED_INVALID))

    @property
    def commitment(self) -> Commitment:
        """What is published before betting opens."""
        return Commitment(hashlib.sha256(self.secret).digest())

    def reveal(self) -> str:
        """The seed as 64 hexadecimal digits: only when the round is over."""
        return self.secret.hex()

    def __repr__(self) -> str:
        return f"Seed(committed as {self.commitment})"


def parse_salt(text: str) -> bytes:
    """Reads a salt: an even number of hexadecimal digits, none for no salt."""
    return _from_hex(text, "salt", Code.SALT_INVALID)


def shuffled_deck(seed: Seed, salt: bytes = b"", *, number: int = 0) -> tuple[Card, ...]:
    """The 52 cards in the order that seed, salt and shuffle number determine."""
    return shuffled(DECK, seed, salt, number=number)


def shuffled(
    cards: Sequence[T], seed: Seed, salt: bytes = b"", *, number: int = 0
) -> tuple[T, ...]:
    """`cards` (one deck, or several in a shoe) in the order the three inputs determine."""
    if not 1 <= len(cards) <= _MOST_CARDS:
        raise Rejection(
            Code.SHUFFLE_SIZE, f"From 1 to {_MOST_CARDS} cards can be shuffled, not {len(cards)}."
        )
    if not 0 <= number < 1 << 32:
        raise Rejection(
            Code.SHUFFLE_NUMBER, f"Shuffles of a round are numbered from 0; {number} is none."
        )
    info = LABEL + number.to_bytes(4, "big")
    words = _words(hkdf_sha256(seed.secret, hashlib.sha256(salt).digest(), info, _STREAM_BYTES))
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def hkdf_sha256(secret: bytes, salt: bytes, info: bytes, length: int) -> Iterator[bytes]:
    """HKDF with SHA-256 (RFC 5869), `length` bytes, 32 at a time and only as asked for."""
    assert length <= 255 * 32, "HKDF gives at most 8,160 bytes"
    key = hmac.digest(salt or bytes(32), secret, "sha256")
    block = b""
    for counter in range(1, -(-length // 32) + 1):
        block = hmac.digest(key, block + info + bytes([counter]), "sha256")
        yield block[: length - 32 * (counter - 1)]


def _words(blocks: Iterator[bytes]) -> Iterator[int]:
    """The stream as numbers of two bytes each, big end first."""
    for block in blocks:
        for at in range(0, len(block), 2):
            yield block[at] << 8 | block[at + 1]


def _below(bound: int, words: Iterator[int]) -> int:
    """The next number under `bound`, each equally likely: masked, then thrown back if too big."""
    mask = (1 << (bound - 1).bit_length()) - 1
    for word in words:
        if (word & mask) < bound:
            return word & mask
    # Each word succeeds with a chance over one half; thousands in a row do not fail.
    raise AssertionError("the shuffle stream ran dry")


def _from_hex(text: str, what: str, code: Code) -> bytes:
    if re.fullmatch("(?:[0-9a-fA-F]{2})*", text) is None:
        raise Rejection(
            code,
            f"The {what} must be hexadecimal digits (0-9, a-f), two to a byte, and nothing else.",
        )
    return bytes.fromhex(text)
