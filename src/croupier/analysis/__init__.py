"""What games are worth: their bets, their decisions, their readings, their printed figures.

A game says what its bets and decisions are worth (`Game.worth`); here that is put together for
any game. `study.py` values all bets of a table, `readings.py` compares all readings of the
rulings, `audit.py` checks what the sheet prints, `compare.py` what others have published, and
`decisions.py` values one decision. `cache.py` keeps results on disk, `as_json.py` gives them
their JSON. `docs/analysis.md` documents it.
"""
