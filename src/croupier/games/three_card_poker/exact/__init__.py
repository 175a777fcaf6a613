"""How the worth of Three Card Poker is worked out: counts, values, and what follows."""
