"""That the search for leaks finds them: small games that let a hidden card slip, each otherwise."""

from dataclasses import dataclass
from random import Random

import pytest

from croupier.cards import HandDeck, Rank
from croupier.table.dealing import Dealing
from croupier.table.game import Game, Positions
from croupier.table.places import SPECTATOR, Face, Viewer
from croupier.table.settlement import PUSH, Because
from croupier.table.source import DealtFrom
from croupier.table.steps import Option, Script
from croupier.table.wager import Compulsory, Limit, Wager

from .checks import check_round
from .hidden_cards import check_words_tell_nothing
from .rounds import random_round


@dataclass(frozen=True, slots=True)
class NoRules:
    """Nothing is unclear here."""


class Guess(Game[NoRules]):
    """A card that only its player sees, one that nobody sees, and a question about them."""

    id = "guess"
    name = "Guess"
    about = "A game for tests."
    rules_version = 1
    rules = NoRules
    positions = Positions(least=1, most=3, usual=2)
    devices = (DealtFrom(HandDeck),)

    def __init__(self, leak: str) -> None:
        self.leak = leak

    def wagers(self, rules: NoRules) -> tuple[Wager, ...]:
        return (Wager("Main", "Anything.", Limit(100, 10_000), (Compulsory(),)),)

    def script(self, table: Dealing[NoRules]) -> Script:
        yield from table.take_wagers(clause="Betting")
        for seat in table.seats:
            yield from table.deal(seat.place("Hand"), face=Face.OWN, clause="Dealing")
        hole = yield from table.deal(table.dealer(), face=Face.DOWN, clause="Dealing")
        if self.leak == "said":
            yield from table.act(f"Look at the {hole.spoken}", clause="Dealing")
        asked = {seat.number: self._options(table, seat) for seat in table.seats}
        if self.leak == "asked":
            asked = {seat: some for seat, some in asked.items() if hole.rank > Rank.SIX}
        yield from table.ask_all(
            "Well?", asked, clause="Asking", is_hidden=self.leak in ("name", "none", "honest turn")
        )
        if self.leak == "honest turn" and hole.rank > Rank.NINE:
            yield from table.turn(table.dealer(), clause="Turning")
        for seat in table.seats:
            held = table.cards(seat.place("Hand"))[0].rank.plural
            words = f"You had one of the {held}." if self.leak == "because" else "All comes back."
            yield from table.settle(seat, "Main", PUSH, Because("Ending", words, ("a card",)))
        yield from table.collect(clause="Ending")

    def _options(self, table, seat):
        (card,) = table.cards(seat.place("Hand"))
        options = [Option("stay", "Stay"), Option("go", "Go")]
        if self.leak == "label":
            options[0] = Option("stay", f"Stay with the {card.spoken}")
        if self.leak == "name":
            options[0] = Option(f"stay {card}", "Stay")
        if self.leak == "offer" and card.rank > Rank.SIX:
            options.append(Option("shout", "Shout"))
        return options


def compare_many(leak):
    for number in range(150):
        played = random_round(Guess(leak), Random(number), kind="stacked", trouble=0.0)
        check_round(played)
        for viewer in (SPECTATOR, Viewer.at(1), Viewer.at(2)):
            check_words_tell_nothing(played, viewer, Random(number))


@pytest.mark.parametrize("leak", ["none", "honest turn"])
def test_a_game_that_keeps_its_secrets_passes(leak):
    compare_many(leak)


@pytest.mark.parametrize("leak", ["said", "asked", "label", "name", "offer", "because"])
def test_a_game_that_lets_a_card_slip_is_caught(leak):
    with pytest.raises(AssertionError, match="tells Viewer"):
        compare_many(leak)
