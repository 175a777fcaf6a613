"""How the worth of Stadium Three Card Poker is worked out: the nine cards, counted."""
