"""Small games for what the five do not do: long hands, void rounds, nothing to choose."""

from dataclasses import dataclass

from croupier.cards import HandDeck
from croupier.table.game import Game, Positions
from croupier.table.places import Face
from croupier.table.settlement import LOSE, PUSH, Because, win
from croupier.table.source import DealtFrom
from croupier.table.steps import Option
from croupier.table.wager import Compulsory, Limit, Wager


@dataclass(frozen=True, slots=True)
class NoRules:
    """Nothing is unclear."""


class _Small(Game[NoRules]):
    about = "A game for tests."
    rules_version = 1
    rules = NoRules
    positions = Positions(least=1, most=7, usual=3)
    devices = (DealtFrom(HandDeck),)

    def wagers(self, rules):
        limit = Limit(100, 10_000, 100)
        return (
            Wager("First", "Won at the start.", limit, (Compulsory(),)),
            Wager("Second", "Lost at the end.", limit, (Compulsory(),)),
        )


class DrawOn(_Small):
    """Draw as long as you like; when the cards run out, nothing is said, so the round is void."""

    id = "draw-on"
    name = "Draw On"

    def options(self, rules):
        return ("draw", "stand")

    def script(self, table):
        yield from table.take_wagers(clause="Betting")
        (seat,) = table.seats
        yield from table.settle(seat, "First", win(), Because("First", "It is won."))
        options = (Option("stand", "Stand"), Option("draw", "Draw"))
        while True:
            choice = yield from table.ask(seat, "Draw?", options, clause="Drawing")
            if choice.option == "stand":
                break
            yield from table.deal(seat.place("Hand"), face=Face.UP, clause="Drawing")
        yield from table.settle(seat, "Second", LOSE, Because("Second", "It is lost."))


class LookOn(_Small):
    """Nothing is ever asked."""

    id = "look-on"
    name = "Look On"

    def options(self, rules):
        return ()

    def script(self, table):
        yield from table.take_wagers(clause="Betting")
        for seat in table.seats:
            yield from table.settle(seat, "First", win(), Because("First", "It is won."))
            yield from table.settle(seat, "Second", PUSH, Because("Second", "It comes back."))
