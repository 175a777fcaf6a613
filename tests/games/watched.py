"""A game whose script is watched: every step it takes, with the clause that asks for it."""

from functools import partial
from typing import Any

from croupier.cards import OutOfCards
from croupier.table.dealing import Dealing
from croupier.table.game import Game
from croupier.table.steps import Script, Settle, Step


class Watched:
    """Behaves as the game it watches."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self.steps: list[Step] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def script(self, table: Dealing[Any]) -> Script:
        """The game's own script, step by step."""
        script = self._game.script(table)
        take = partial(next, script)
        while True:
            try:
                step = take()
            except StopIteration:
                return
            self.steps.append(step)
            try:
                answer = yield step
            except OutOfCards as ran_out:
                take = partial(script.throw, ran_out)
            else:
                take = partial(script.send, answer)


def clause_of(step: Step) -> str:
    """The clause that asks for a step."""
    return step.because.clause if isinstance(step, Settle) else step.clause
