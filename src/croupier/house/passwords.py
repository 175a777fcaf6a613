"""Passwords: which are good enough, and how they are kept.

Only an Argon2id hash is kept. Making or checking one takes tens of milliseconds and 64 MB, on
purpose: whoever steals the list can try few guesses. The house therefore does both on a thread
beside its own, a few at a time.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY

from croupier.rejection import Code, Rejection

__all__ = [
    "LONGEST",
    "SHORTEST",
    "Checked",
    "Entropy",
    "Passwords",
    "one_time_password",
    "require_strong",
]

Entropy = Callable[[int], bytes]
"""Gives that many random bytes."""

SHORTEST: Final = 10
LONGEST: Final = 200

_LEAST_DIFFERENT: Final = 4
_COMMON = """
0123456789 0987654321 1122334455 1234512345 1234567890 12345678910 123456789a 123456789q
1q2w3e4r5t 1qaz2wsx3edc 9876543210 a123456789 abcdefghij administrator basketball
blackjack21 changeme123 croupier123 football123 iloveyou12 iloveyou123 letmein123
letmeinnow liverpool1 monkey1234 passw0rd12 passw0rd123 password01 password10 password11
password12 password123 password1234 password12345 passwordpassword pokerpoker
princess123 q1w2e3r4t5 qazwsxedcrfv qwerty1234 qwerty12345 qwerty123456 qwertyuiop
qwertyuiop123 qwertzuiop sunshine123 superman123 threecardpoker welcome123 welcome1234
zaq12wsxcde3
"""
_COMMONEST: Final = frozenset(_COMMON.split())
_LETTERS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""32 of them, none of which is taken for another."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether a password was right."""

    is_right: bool
    rehashed: str | None = field(default=None, repr=False)
    """Its hash as it would be made today, where the one that is kept was made more cheaply."""


class Passwords:
    """Makes and checks hashes. Nothing in it changes, so any thread may call it."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
        self._nobodys = self._hasher.hash(b"")

    def hash_password(self, password: str) -> str:
        """What is kept of a password that `require_strong` has let pass."""
        written = _as_bytes(password)
        assert written is not None, "this password was not looked at before"
        return self._hasher.hash(written)

    def check_password(self, hashed: str | None, password: str) -> Checked:
        """Whether it is the password. Without a hash it never is, and that takes as long."""
        written = _as_bytes(password)
        try:
            self._hasher.verify(hashed or self._nobodys, written or b"\0")
        except VerifyMismatchError:
            return Checked(is_right=False)
        if hashed is None or written is None:
            return Checked(is_right=False)
        is_old = self._hasher.check_needs_rehash(hashed)
        return Checked(is_right=True, rehashed=self._hasher.hash(written) if is_old else None)


def _as_bytes(password: str) -> bytes | None:
    """The same for the same letters, however a keyboard puts them together; None for no text."""
    if len(password) > LONGEST:
        return None
    try:
        return unicodedata.normalize("NFKC", password).encode()
    except UnicodeEncodeError:  # Halves of characters.
        return None


def require_strong(password: str, *, name: str, old: str | None = None) -> None:
    """Refuses a password that would be guessed, or that is the one it should replace."""
    if not SHORTEST <= len(password) <= LONGEST or _as_bytes(password) is None:
        raise Rejection(
            Code.PASSWORD_WEAK, f"A password has {SHORTEST} to {LONGEST} characters; use others."
        )
    plain = password.casefold()
    if plain.split() == name.casefold().split():
        raise Rejection(Code.PASSWORD_WEAK, "A password is not the name; use another.")
    if plain in _COMMONEST or len(set(plain)) < _LEAST_DIFFERENT:
        raise Rejection(
            Code.PASSWORD_WEAK,
            "That password is among the first that are guessed; use another, such as four words.",
        )
    if old is not None and _as_bytes(old) == _as_bytes(password):
        raise Rejection(Code.PASSWORD_WEAK, "The new password is the old one; use another.")


def one_time_password(entropy: Entropy) -> str:
    """A password to be changed at the first log-in: `8k2m-x0ft-…`, of 80 random bits."""
    letters = "".join(_LETTERS[byte % len(_LETTERS)] for byte in entropy(16))
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))
