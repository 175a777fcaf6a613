"""The vocabulary of any table game: spots, wagers, pay tables, rulings, steps, events.

A game says with these words what may be bet, what the dealer does and what it pays. A
`Round` runs it. Nothing here knows any one game.
"""
