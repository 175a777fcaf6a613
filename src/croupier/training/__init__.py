"""The school: dealers and players learn from the same definition a game is dealt from.

A `Lesson` is a game under the settings of one table. From it follow rounds to be dealt by the
trainee (`procedure/`), questions with their right answers (`drills/`), examinations (`exam/`)
and what a player's decisions were worth (`coach/`). Nothing here knows a rule of any game: what
is right is what the game's own script, rules and mathematics say.
"""
