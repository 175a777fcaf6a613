"""Where the cards of one round after the other come from, and how each can be checked.

Each round has a seed of its own: revealed when the round is over, it says nothing of the next.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from croupier.cards import Card, Seed
from croupier.cards.shuffle import hkdf_sha256
from croupier.table.source import CardSource, DealtFrom

__all__ = ["Decks", "Proof", "RoundDeck"]

_LABEL: Final = b"croupier play 1"


@dataclass(frozen=True, slots=True)
class RoundDeck:
    """The cards of one round."""

    source: CardSource
    seed: Seed | None
    """None for a stacked deck, of which there is nothing to prove."""
    salt: str
    """In hexadecimal; fixed when bets close."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What anyone needs to check the shuffle of a round that is over."""

    round_number: int
    commitment: str
    seed: str
    salt: str

    @property
    def command(self) -> str:
        """The command that checks it."""
        return f"croupier shuffle --seed {self.seed} --salt {self.salt} --verify {self.commitment}"


class Decks:
    """A shuffled deck for every round: fresh, or all from one seed that gives the same again."""

    def __init__(
        self, device: DealtFrom, *, master: Seed | None = None, first_cards: Sequence[Card] = ()
    ) -> None:
        self._device = device
        self._master = master
        self._first_cards = tuple(first_cards)

    def deck(self, round_number: int) -> RoundDeck:
        """The cards of a round, counted from 1; cards that were named come in the first."""
        if round_number == 1 and self._first_cards:
            return RoundDeck(self._device.stacked(self._first_cards), None, "")
        if self._master is None:
            seed, salt = Seed(secrets.token_bytes(32)), secrets.token_hex(16)
        else:
            seed = Seed(self._derived(b"round", round_number))
            salt = f"{round_number:08x}"
        return RoundDeck(self._device.shuffled(seed), seed, salt)

    def bot_chance(self) -> Random:
        """What bots toss their coins with; no card depends on it."""
        if self._master is None:
            return Random()  # noqa: S311 (bets of bots, no cards)
        return Random(self._derived(b"bots", 0))  # noqa: S311

    def _derived(self, what: bytes, number: int) -> bytes:
        """32 bytes that follow from the one seed and give it away to nobody."""
        assert self._master is not None, "without a seed nothing is derived"
        info = _LABEL + what + number.to_bytes(4, "big")
        return b"".join(hkdf_sha256(self._master.secret, b"", info, 32))
