"""Croupier deals, settles, proves and teaches casino table games."""

__version__ = "0.1.0"
