"""One person at a table in a terminal, on a full screen or in lines.

`session.py` is the game: one player, bots beside him, his bankroll, round after round. It knows
nothing of screens. `lines.py` and `screen/` show it, each in its own way and in the same words.
Whatever they show comes from the events as the player's own seat gets them.
"""
