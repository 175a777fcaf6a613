"""The games: one folder for each, and nothing else knows a rule of it.

`rules.py` is what may be bet, what it pays and how each unclear clause is read; `script.py`
what the dealer does, step by step; `habit.py` how a sensible player plays. What several games
share stands beside the folders.
"""
