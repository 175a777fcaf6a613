"""The public salt of a round: made of what its players sent, so that the house cannot choose it.

Every command that puts down a slip carries an id that its sender makes up. When bets close, the
salt is the SHA-256 hash of the ids of all slips in force, as JSON `[[seat, "id"], …]` in the order
of the seats. They stand in the log, and every player knows his own.
"""

import hashlib
from collections.abc import Mapping

import orjson

from croupier.cards import HandDeck
from croupier.table.source import DealtFrom

__all__ = ["cut_of", "salt_of"]


def salt_of(ids: Mapping[int, str]) -> str:
    """The salt, in hexadecimal, that follows from the ids by seat."""
    return hashlib.sha256(orjson.dumps(sorted(ids.items()))).hexdigest()


def cut_of(salt: str, device: DealtFrom) -> int | None:
    """Where a deck dealt from the hand is cut: from 1 to 51 cards deep, as the salt says."""
    if device.device is not HandDeck:
        return None
    return 1 + int(hashlib.sha256(f"cut {salt}".encode()).hexdigest(), 16) % 51
