"""Croupier deals, settles, proves and teaches casino table games."""

__version__ = "0.1.0"

if not __debug__:
    # Money is guarded by assertions (every wager settled, every cent accounted for), and
    # `python -O` would drop them without a word.
    raise RuntimeError("Croupier does not run with python -O or PYTHONOPTIMIZE: unset it.")
