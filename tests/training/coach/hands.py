"""What the tests of the coach share: decisions that come up at random tables."""

from itertools import count
from random import Random

from croupier.analysis.decisions import moments
from croupier.training.coach.dealt import deal_round, hands_of
from croupier.training.lesson import Lesson

from ...games.rounds import random_round  # noqa: TID252 (rounds of any game)


def some_hands(lesson: Lesson, words: str, most: int):
    """So many decisions of rounds at this table, one of each round, each with its round."""
    found = 0
    for at in count():
        dealt = deal_round(lesson, words, at)
        hands = list(hands_of(dealt))
        if hands:
            yield dealt, Random(at).choice(hands)
            found += 1
        if found == most:
            return


def random_decisions(game, words: str, most: int):
    """So many decisions at tables under any rulings, pay tables and limits."""
    found = 0
    for at in count():
        played = random_round(game, Random(f"{words} {game.id} {at}"), kind="stacked", trouble=0.0)
        seats = [seat for seat in sorted(played.table.layout.picks) if seat <= 6]
        for seat in seats:
            if asked := moments(played.events, seat):
                yield played, seat, Random(at).randint(1, len(asked))
                found += 1
                if found == most:
                    return
