"""The player's coach: what every choice was worth, from the cards the player could see.

`review.py` values the decisions of a round, `account.py` adds up what they cost, `missed.py`
keeps the hands to be asked again. They are given the events as one seat sees them, so they know
no more than its player.
"""
