"""One Card Duel: a whole table game in a page, to show how a game is written.

Each player and the dealer get one card. The player looks at his and raises or folds; the
higher card wins. A side bet pays when the two cards match.

    .venv/bin/python examples/one_card_duel.py

plays one round and prints its events, plays it again from its own record, and says what the
bets are worth.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from croupier.cards import DECK, Card, HandDeck, Seed
from croupier.money import format_cents
from croupier.table.commands import CloseBets, Decide, PlaceWagers, RevealSeed
from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.game import Game, Positions
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.layout import Layout
from croupier.table.paytable import PayTable
from croupier.table.places import Face, Place
from croupier.table.record import read_round, write_round
from croupier.table.replay import replay
from croupier.table.round import Round
from croupier.table.ruling import Reading, ruling
from croupier.table.settings import settings_for
from croupier.table.settlement import HALF_BACK, LOSE, PUSH, Because, Outcome, win
from croupier.table.source import DealtFrom
from croupier.table.steps import Asked, Option, Script, Steps
from croupier.table.wager import Compulsory, EqualTo, Limit, OnlyWith, Slip, Wager, When
from croupier.table.worth import (
    BetWorth,
    Decision,
    Figure,
    Fresh,
    OptionWorth,
    OutcomeWorth,
    PayTables,
    Progress,
    Strategy,
    Worth,
    merged,
    quietly,
)


class Tie(Reading):
    """What happens when both cards are of the same rank."""

    PUSH = "push", "Ante and Raise are returned."
    HALF_BACK = "half_back", "Half of Ante and Raise is returned, half is taken."


@dataclass(frozen=True, slots=True)
class Rules:
    """How the unclear clause of One Card Duel is read."""

    tie: Tie = ruling(Tie.PUSH, clause="Comparing", question="Who wins when the cards tie?")


MATCH_TABLES: Final = (
    PayTable.of("Usual", {"Same rank and colour": "25 to 1", "Same rank": "8 to 1"}),
    PayTable.of("Flat", {"Same rank and colour": "12 to 1", "Same rank": "12 to 1"}),
)

CLAUSES: Final = {
    "Betting": "Everybody bets an Ante; Match goes with it.",
    "Dealing": "One card face down to each player, then to the dealer.",
    "Raising": "Each player looks at his card and raises by his Ante, or folds.",
    "Comparing": "The dealer shows his card, and the higher one wins even money.",
    "Matching": "Two cards of one rank pay by the table, more for one colour.",
    "Ending": "All cards are picked up.",
}

LIMIT: Final = Limit(minimum_cents=500, maximum_cents=50_000, multiple_of_cents=100)


class OneCardDuel(Game[Rules]):
    """The game: what may be bet, and what the dealer does."""

    id = "one-card-duel"
    name = "One Card Duel"
    about = "Your card against the dealer's: raise or fold, the higher one wins."
    rules_version = 1
    rules = Rules
    positions = Positions(least=1, most=7, usual=5)
    devices = (DealtFrom(HandDeck),)

    def wagers(self, rules: Rules) -> tuple[Wager, ...]:
        """Ante, Raise and Match."""
        halves = rules.tie is Tie.HALF_BACK
        return (
            Wager(
                "Ante",
                "Your card against the dealer's.",
                LIMIT,
                (Compulsory(),),
                may_return_half=halves,
            ),
            Wager(
                "Raise",
                "Stay in after seeing your card.",
                constraints=(EqualTo(("Ante",)),),
                when=When.WITH_A_DECISION,
                may_return_half=halves,
            ),
            Wager(
                "Match",
                "Your card and the dealer's are of one rank.",
                Limit(100, 10_000, 100),
                (OnlyWith(("Ante",)),),
                lines=("Same rank and colour", "Same rank"),
                pay_tables=MATCH_TABLES,
            ),
        )

    def options(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """Raise or fold."""
        return ("raise", "fold")

    def script(self, table: Dealing[Rules]) -> Script:
        """One round."""
        yield from table.take_wagers(clause="Betting")
        for seat in table.seats:
            yield from table.deal(seat.place("Hand"), face=Face.OWN, clause="Dealing")
        yield from table.deal(table.dealer(), face=Face.DOWN, clause="Dealing")
        options = {seat.number: _options(seat) for seat in table.seats}
        yield from table.ask_all(
            "Raise or fold?", options, default="fold", clause="Raising", is_hidden=True
        )
        (dealer,) = yield from table.turn(table.dealer(), clause="Comparing")
        yield from table.call(table.dealer(), dealer.spoken, clause="Comparing")
        for seat in table.seats:
            yield from self._settle(table, seat, dealer)
        yield from table.collect(clause="Ending")

    def _settle(self, table: Dealing[Rules], seat: SeatInPlay, dealer: Card) -> Steps[None]:
        (card,) = table.cards(seat.place("Hand"))
        if seat.has("Raise") or seat.has("Match"):
            # What a wager is settled by, everyone may see.
            yield from table.turn(seat.place("Hand"), clause="Comparing")
        if seat.has("Raise"):
            hands = (card.spoken, dealer.spoken)
            for spot in ("Ante", "Raise"):
                outcome, words = _compare(card, dealer, table.rules)
                because = Because("Comparing", f"Your {hands[0]} {words} the {hands[1]}.", hands)
                yield from table.settle(seat, spot, outcome, because)
        else:
            yield from table.settle(seat, "Ante", LOSE, Because("Raising", "You folded."))
        if seat.has("Match"):
            paid = table.paid_line("Match", _match_lines(card, dealer))
            if paid is not None:
                because = Because("Matching", f"{paid.name} pays {paid.odds}.", line=paid.name)
                yield from table.settle(seat, "Match", win(paid.odds), because)
            else:
                because = Because("Matching", "The two cards do not match.")
                yield from table.settle(seat, "Match", LOSE, because)

    def worth(self) -> Worth[Rules]:
        """What it is worth."""
        return DuelWorth()

    def clauses(self) -> Mapping[str, str]:
        """What a trainee is told who breaks one."""
        return CLAUSES

    def remedy(self, kind: IrregularityKind, rules: Rules, device: str) -> Remedy:  # noqa: ARG002
        """A wrong number of cards voids the round; the rest is for the supervisor."""
        return Remedy.VOID if kind is IrregularityKind.WRONG_COUNT else Remedy.SUPERVISOR


def _options(seat: SeatInPlay) -> tuple[Option, ...]:
    ante = seat.stake_cents("Ante")
    label = f"Raise {format_cents(ante)}"
    return (Option("raise", label, "Raise", ante, ante), Option("fold", "Fold"))


def _compare(card: Card, dealer: Card, rules: Rules) -> tuple[Outcome, str]:
    if card.rank > dealer.rank:
        return win(), "beats"
    if card.rank < dealer.rank:
        return LOSE, "loses to"
    return (PUSH if rules.tie is Tie.PUSH else HALF_BACK), "ties with"


def _match_lines(card: Card, dealer: Card) -> tuple[str, ...]:
    """The lines of the pay table that two cards fit, best first."""
    if card.rank != dealer.rank:
        return ()
    same_colour = card.suit.is_red == dealer.suit.is_red
    return ("Same rank and colour", "Same rank") if same_colour else ("Same rank",)


class DuelWorth(Worth[Rules]):
    """What the game is worth, by looking at every pair of cards."""

    rounds_per_hour = 120

    def bets(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """The duel itself, and the side bet."""
        return ("Ante and Raise", "Match")

    def depends_on(self, bet: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """A tie concerns the duel, the pay table the Match."""
        return ((), ("Match",)) if bet == "Match" else (("tie",), ())

    def bet(
        self,
        name: str,
        rules: Rules,
        pay_tables: PayTables,
        progress: Progress = quietly,  # noqa: ARG002
    ) -> BetWorth:
        """Every card of the player against every other card."""
        method = "All 2,652 ordered pairs of cards."
        each = Fraction(1, 52)
        if name == "Match":
            outcomes = [
                _matched(card, dealer, pay_tables["Match"], each / 51)
                for card in DECK
                for dealer in DECK
                if card != dealer
            ]
            return BetWorth("Match", "Match", merged(outcomes), method)
        outcomes = []
        for card in DECK:
            others = _without(card)
            if _raising(card, others, rules) > -1:
                outcomes += [_raised(card, dealer, rules, each / 51) for dealer in others]
            else:
                outcomes.append(OutcomeWorth("Fold", each, Fraction(-1)))
        worth = BetWorth("Ante and Raise", "Ante", merged(outcomes), method)
        best = Strategy("Optimal", (_advice(rules),), worth.edge, Figure(Fraction(0)))
        return BetWorth(worth.name, worth.per, worth.outcomes, method, (best,))

    def fresh(self, given: Fresh, rules: Rules, pay_tables: PayTables) -> Decision:  # noqa: ARG002
        """Raise or fold with one card."""
        (card,) = given.hand
        gone = {card, *given.dealer, *given.seen}
        unseen = [other for other in DECK if other not in gone]
        options = (
            OptionWorth("raise", "Raise", Figure(_raising(card, unseen, rules))),
            OptionWorth("fold", "Fold", Figure(Fraction(-1))),
        )
        return Decision("Raise or fold?", "Ante", options, len(unseen))

    def decision(
        self,
        seen: Layout,
        asked: Asked,
        rules: Rules,
        pay_tables: PayTables,
        also_seen: Sequence[Card] = (),
    ) -> Decision:
        """The same with whatever else lies open."""
        hand = seen.known(Place.of_seat(asked.seat, "Hand"))
        others = tuple(card for card in seen.all_known() if card not in hand)
        return self.fresh(Fresh(hand, seen=(*others, *also_seen)), rules, pay_tables)


def _raised(card: Card, dealer: Card, rules: Rules, probability: Fraction) -> OutcomeWorth:
    outcome, words = _compare(card, dealer, rules)
    net = {win(): 2, LOSE: -2, PUSH: 0, HALF_BACK: -1}[outcome]
    return OutcomeWorth(words.capitalize(), probability, Fraction(net), Fraction(2))


def _raising(card: Card, unseen: Sequence[Card], rules: Rules) -> Fraction:
    """What a raise brings on average, in Antes."""
    each = Fraction(1, len(unseen))
    return sum((_raised(card, dealer, rules, each).contribution for dealer in unseen), Fraction(0))


def _advice(rules: Rules) -> str:
    raised = [card.rank for card in DECK if _raising(card, _without(card), rules) > -1]
    return f"Raise with a {min(raised).singular} or better, fold the rest."


def _without(card: Card) -> list[Card]:
    return [other for other in DECK if other != card]


def _matched(card: Card, dealer: Card, table: PayTable, probability: Fraction) -> OutcomeWorth:
    for line in _match_lines(card, dealer):
        odds = table.odds(line)
        if odds is not None:
            return OutcomeWorth(line, probability, odds.fraction)
    return OutcomeWorth("No match", probability, Fraction(-1))


def main() -> None:
    """Plays a round, plays it again from its record, and says what the bets are worth."""
    game = OneCardDuel()
    seed = Seed(bytes(range(32)))
    table = Round(game, settings_for(game), game.devices[0].shuffled(seed))
    table.handle(PlaceWagers(1, Slip.of({"Ante": 1000, "Match": 500})))
    table.handle(PlaceWagers(3, Slip.of({"Ante": 2500})))
    table.handle(CloseBets(salt="c0ffee"))
    table.handle(Decide(1, "raise"))
    table.handle(Decide(3, "fold"))
    table.handle(RevealSeed(seed.reveal()))
    record = write_round(table.events)
    print(record, end="")
    again = replay(game, read_round(record))
    print("Replayed: identical." if again.events == table.events else "Replayed: different!")
    worth, pay_tables = game.worth(), dict(settings_for(game).pay_tables)
    for name in worth.bets(Rules()):
        edge = worth.bet(name, Rules(), pay_tables).edge
        print(f"{name}: the house gains {edge.value}, {float(edge):.4%}.")


if __name__ == "__main__":
    main()
