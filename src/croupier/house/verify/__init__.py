"""The check of the books: `verify` in `check.py`, its parts beside it.

Nothing here is shared with the code that writes the books, where the same can be said twice: what
events move, what is significant, how an entry is hashed.
"""

from croupier.house.verify.check import verify
from croupier.house.verify.findings import Verdict, Wrong

__all__ = ["Verdict", "Wrong", "verify"]
