"""A game as another package might bring it: no default when asked, and trouble by ruling."""

from dataclasses import dataclass

from croupier.cards import HandDeck
from croupier.table.dealing import Dealing
from croupier.table.game import Game, Positions
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.places import Face
from croupier.table.ruling import Reading, ruling
from croupier.table.settlement import LOSE, Because, win
from croupier.table.source import DealtFrom
from croupier.table.steps import Option, Script
from croupier.table.wager import Compulsory, Limit, Wager


class OnTrouble(Reading):
    """What is done when something goes wrong."""

    SUPERVISOR = "supervisor", "A supervisor rules."
    CONTINUE = "continue", "The round goes on."


@dataclass(frozen=True, slots=True)
class Rules:
    """The one ruling."""

    on_trouble: OnTrouble = ruling(
        OnTrouble.SUPERVISOR, clause="Trouble", question="What is done when something goes wrong?"
    )


class Higher(Game[Rules]):
    """One card each; the higher wins."""

    id = "higher"
    name = "Higher #1 *Deluxe*"
    about = 'Your card against the dealer\'s: "higher" $wins$ \\ _always_ <b>& @more.'
    rules_version = 1
    rules = Rules
    positions = Positions(least=1, most=3, usual=2)
    devices = (DealtFrom(HandDeck),)

    def wagers(self, rules: Rules) -> tuple[Wager, ...]:
        return (Wager("Main", "The higher card.", Limit(100, 10_000, 100), (Compulsory(),)),)

    def options(self, rules: Rules) -> tuple[str, ...]:
        return ("stand",)

    def script(self, table: Dealing[Rules]) -> Script:
        yield from table.take_wagers(clause="Betting")
        for seat in table.seats:
            yield from table.deal(seat.place("Hand"), face=Face.UP, clause="Dealing")
        dealer = yield from table.deal(table.dealer(), face=Face.UP, clause="Dealing")
        for seat in table.seats:
            yield from table.ask(seat, "Well?", [Option("stand", "Stand")], clause="Playing")
        for seat in table.seats:
            (card,) = table.cards(seat.place("Hand"))
            outcome = win() if card.rank > dealer.rank else LOSE
            yield from table.settle(seat, "Main", outcome, Because("Playing", "By the cards."))
        yield from table.collect(clause="Ending")

    def remedy(self, kind: IrregularityKind, rules: Rules, device: str) -> Remedy:
        return Remedy(rules.on_trouble.value)


HIGHER = Higher()
