"""The codes on vouchers: twenty digits in groups of four, `4071 9382 …`.

Nineteen of them are drawn at random, which is 63 bits: nobody guesses one. The last is a check
digit by Damm's method, which finds every single wrong digit and every two neighbours exchanged;
so a slip of the finger is told from a code that was made up.
"""

import hashlib
from typing import Final

from croupier.house.passwords import Entropy
from croupier.rejection import Code, Rejection

__all__ = ["check_digit", "draw_code", "read_code", "voucher_hash"]

_DIGITS: Final = 20
_GROUP: Final = 4
_DAMM: Final = (
    (0, 3, 1, 7, 5, 9, 8, 6, 4, 2),
    (7, 0, 9, 2, 1, 5, 4, 8, 6, 3),
    (4, 2, 0, 6, 8, 7, 1, 3, 5, 9),
    (1, 7, 5, 0, 9, 8, 3, 4, 2, 6),
    (6, 1, 2, 3, 0, 4, 5, 9, 7, 8),
    (3, 6, 7, 4, 2, 0, 9, 5, 8, 1),
    (5, 8, 6, 9, 7, 2, 0, 1, 3, 4),
    (8, 9, 4, 5, 3, 6, 2, 0, 1, 7),
    (9, 4, 3, 8, 6, 1, 7, 2, 0, 5),
    (2, 5, 8, 1, 4, 3, 6, 7, 9, 0),
)


def check_digit(digits: str) -> int:
    """The digit to write after these; 0 after a number that has it already."""
    interim = 0
    for digit in digits:
        interim = _DAMM[interim][int(digit)]
    return interim


def draw_code(entropy: Entropy) -> str:
    """A new code, in groups as it is printed."""
    # Of 128 bits so few digits are left that all are as likely as can be told.
    drawn = int.from_bytes(entropy(16), "big") % 10 ** (_DIGITS - 1)
    digits = f"{drawn:0{_DIGITS - 1}}"
    digits += str(check_digit(digits))
    return " ".join(digits[at : at + _GROUP] for at in range(0, _DIGITS, _GROUP))


def read_code(typed: str) -> str:
    """The twenty digits of a code, typed with or without blanks and dashes between them."""
    digits = "".join(typed[:100].split()).replace("-", "")
    if len(digits) != _DIGITS or not (digits.isascii() and digits.isdecimal()):
        raise Rejection(
            Code.VOUCHER_UNKNOWN, f"A voucher has a code of {_DIGITS} digits; type them all."
        )
    if check_digit(digits):
        raise Rejection(
            Code.VOUCHER_UNKNOWN, "A digit of this code is mistyped; compare it with the voucher."
        )
    return digits


def voucher_hash(digits: str) -> str:
    """What is kept of a code: the SHA-256 hash of its twenty digits."""
    return hashlib.sha256(digits.encode()).hexdigest()
