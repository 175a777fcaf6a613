"""Small games for what One Card Duel does not do, each played by a sheet of its own.

* `PackDraw`: packs from a shuffler, the green button, cards set apart, running out of cards.
* `Insured`: an early settlement, open amounts, doubling, a bonus without a wager, halves.
* `Cells`: cells picked before the deal, any number of terminals, all asked at once.

One Card Duel itself is the one of `examples/`, which `duel_module` loads.
"""

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from croupier.cards import Card, HandDeck, OutOfCards, Rank
from croupier.money import Odds
from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.game import Game, Positions
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.picks import Picks
from croupier.table.places import Face, Place
from croupier.table.ruling import Reading, ruling
from croupier.table.settlement import LOSE, PUSH, Because, win
from croupier.table.source import DealtFrom
from croupier.table.steps import Option, Script, Steps
from croupier.table.wager import Compulsory, EqualTo, Limit, OnlyWith, Wager, When

BURNED: Final = Place.of_table("Burned")
WIDE: Final = Limit(2, 100_000)


class WhenDry(Reading):
    """What happens when the cards run out."""

    ALL_WIN = "all_win", "Whoever is still in wins."
    NOT_SAID = "not_said", "The sheet says nothing."


_DUEL = Path(__file__).parents[2] / "examples" / "one_card_duel.py"


@cache
def duel_module():
    """The example of a game by somebody else, as a module."""
    spec = importlib.util.spec_from_file_location("one_card_duel", _DUEL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def one_card_duel():
    """The game of the example."""
    return duel_module().OneCardDuel()


@dataclass(frozen=True, slots=True)
class PackRules:
    """The rulings of Pack Draw."""

    when_dry: WhenDry = ruling(
        WhenDry.ALL_WIN, clause="Running out", question="Who wins when the cards run out?"
    )


class PackDraw(Game[PackRules]):
    """Set one card of three apart, then draw as often as you like; a higher top card wins."""

    id = "pack-draw"
    name = "Pack Draw"
    about = "A game for tests."
    rules_version = 3
    rules = PackRules
    positions = Positions(least=1, most=7, usual=3)
    devices = (DealtFrom(HandDeck),)

    def wagers(self, rules: PackRules) -> tuple[Wager, ...]:
        return (
            Wager("Left", "The two cards kept together.", WIDE, (Compulsory(),)),
            Wager("Right", "The card apart.", WIDE, (EqualTo(("Left",)), OnlyWith(("Left",)))),
        )

    def options(self, rules: PackRules) -> tuple[str, ...]:
        return ("0", "1", "2", "stand", "draw")

    def script(self, table: Dealing[PackRules]) -> Script:
        yield from table.act("Press New Game", clause="Opening")
        yield from table.take_wagers(clause="Betting")
        for seat in table.seats:
            yield from table.deal_pack([(seat.place("Pack"), Face.OWN)] * 3, clause="Packs")
        places = (
            (BURNED, Face.DOWN),
            (table.dealer("Up"), Face.UP),
            (table.dealer("Hole"), Face.DOWN),
        )
        yield from table.deal_pack(places, clause="Packs")
        yield from table.release_rest(clause="Green button")
        choices = yield from table.ask_all(
            "Which card stands apart?",
            {seat.number: _thirds() for seat in table.seats},
            clause="Setting",
        )
        for seat in table.seats:
            apart = int(choices[seat.number].option)
            kept = [at for at in range(3) if at != apart]
            pack = seat.place("Pack")
            yield from table.move(pack, [apart], seat.place("Right"), face=Face.UP, clause="Set")
            # The card that moved has left the pack: what is left is counted again.
            yield from table.move(
                pack, range(len(kept)), seat.place("Left"), face=Face.DOWN, clause="Set"
            )
        try:
            for seat in table.seats:
                yield from self._draw(table, seat)
        except OutOfCards:
            if table.rules.when_dry is WhenDry.NOT_SAID:
                raise
            yield from self._all_win(table)
        else:
            yield from self._compare(table)
        yield from table.collect(clause="Ending")

    def _draw(self, table: Dealing[PackRules], seat: SeatInPlay) -> Steps[None]:
        options = (Option("stand", "Stand"), Option("draw", "Draw a card"))
        while True:
            choice = yield from table.ask(seat, "Draw?", options, default="stand", clause="Drawing")
            if choice.option == "stand":
                return
            yield from table.deal(seat.place("Right"), face=Face.UP, clause="Drawing")

    def _all_win(self, table: Dealing[PackRules]) -> Steps[None]:
        because = Because("Running out", "The cards ran out, so you win.")
        for seat in table.seats:
            for spot in ("Left", "Right"):
                if seat.has(spot):
                    yield from table.settle(seat, spot, win(), because)

    def _compare(self, table: Dealing[PackRules]) -> Steps[None]:
        yield from table.turn(table.dealer("Hole"), clause="Comparing")
        dealer = _top(table.cards(table.dealer("Up")) + table.cards(table.dealer("Hole")))
        for seat in table.seats:
            yield from table.turn(seat.place("Left"), clause="Comparing")
            for spot in ("Left", "Right"):
                if seat.has(spot):
                    wins = _top(table.cards(seat.place(spot))) > dealer
                    because = Because("Comparing", "The higher top card wins.")
                    yield from table.settle(seat, spot, win() if wins else LOSE, because)

    def remedy(self, kind: IrregularityKind, rules: PackRules, device: str) -> Remedy:
        """As Pick 2 Poker has it: void with a shuffler, the supervisor's matter by hand."""
        return Remedy.VOID if device == "shuffler" else Remedy.SUPERVISOR


class OnIrregularity(Reading):
    """What Insured does about any irregularity."""

    SUPERVISOR = "supervisor", "A supervisor rules."
    VOID = "void", "The round is void."
    CONTINUE = "continue", "The round goes on."


class InsurancePays(Reading):
    """What Insurance pays."""

    TWO_TO_ONE = "two_to_one", "2 to 1."
    THREE_TO_TWO = "three_to_two", "3 to 2."


@dataclass(frozen=True, slots=True)
class InsuredRules:
    """The rulings of Insured."""

    on_irregularity: OnIrregularity = ruling(
        OnIrregularity.SUPERVISOR, clause="Irregularities", question="What goes on?"
    )
    insurance_pays: InsurancePays = ruling(
        InsurancePays.TWO_TO_ONE, clause="Insurance", question="What does insurance pay?"
    )


INSURANCE_ODDS: Final = {
    InsurancePays.TWO_TO_ONE: Odds(2),
    InsurancePays.THREE_TO_TWO: Odds(3, 2),
}


class Insured(Game[InsuredRules]):
    """Two settlements of one wager, one before the decision, and insurance up to half."""

    id = "insured"
    name = "Insured"
    about = "A game for tests."
    rules_version = 1
    rules = InsuredRules
    positions = Positions(least=1, most=6, usual=4)
    devices = (DealtFrom(HandDeck),)

    def wagers(self, rules: InsuredRules) -> tuple[Wager, ...]:
        return (
            Wager("Main", "The higher card.", WIDE, (Compulsory(),), may_return_half=True),
            Wager("High", "Your card is a ten or better.", WIDE, (OnlyWith(("Main",)),)),
            Wager("Ace Bonus", "Your card is an ace.", pays=(Odds(5),), brought_by="Main"),
            Wager(
                "Insurance",
                "The dealer has an ace.",
                WIDE,
                when=When.WITH_A_DECISION,
                pays=(INSURANCE_ODDS[rules.insurance_pays],),
            ),
        )

    def options(self, rules: InsuredRules) -> tuple[str, ...]:
        return ("stand", "double", "insure", "insure in dollars")

    def script(self, table: Dealing[InsuredRules]) -> Script:
        yield from table.take_wagers(clause="Betting")
        for seat in table.seats:
            yield from table.deal(seat.place("Hand"), face=Face.UP, clause="Dealing")
        yield from table.deal(table.dealer(), face=Face.DOWN, clause="Dealing")
        for seat in table.seats:
            if seat.has("High"):
                (card,) = table.cards(seat.place("Hand"))
                outcome = win() if card.rank >= Rank.TEN else LOSE
                yield from table.settle(seat, "High", outcome, Because("High", "By your card."))
        for seat in table.seats:
            yield from table.ask(seat, "Stand, double or insure?", _plays(seat), clause="Playing")
        (dealer,) = yield from table.turn(table.dealer(), clause="Comparing")
        for seat in table.seats:
            yield from self._settle(table, seat, dealer)
        yield from table.collect(clause="Ending")

    def _settle(self, table: Dealing[InsuredRules], seat: SeatInPlay, dealer: Card) -> Steps[None]:
        (card,) = table.cards(seat.place("Hand"))
        if card.rank is Rank.ACE:
            because = Because("Aces", "An ace brings a bonus.")
            yield from table.pay_bonus(seat, "Ace Bonus", win(Odds(5)), because)
        half = seat.stake_cents("Main") // 2
        outcome = win() if card.rank > dealer.rank else LOSE
        because = Because("Comparing", "Half by the cards.")
        yield from table.settle(seat, "Main", outcome, because, stake_cents=half)
        yield from table.settle(seat, "Main", PUSH, Because("Comparing", "Half comes back."))
        if seat.has("Insurance"):
            odds = INSURANCE_ODDS[table.rules.insurance_pays]
            outcome = win(odds) if dealer.rank is Rank.ACE else LOSE
            yield from table.settle(seat, "Insurance", outcome, Because("Insurance", "By the ace."))

    def remedy(self, kind: IrregularityKind, rules: InsuredRules, device: str) -> Remedy:
        return Remedy(rules.on_irregularity.value)


class Cells(Game[InsuredRules]):
    """A stadium: nine cells, three picked blind by each terminal; a red card loses."""

    id = "cells"
    name = "Cells"
    about = "A game for tests."
    rules_version = 1
    rules = InsuredRules
    positions = Positions(least=1, most=100_000, usual=50)
    devices = (DealtFrom(HandDeck),)

    def wagers(self, rules: InsuredRules) -> tuple[Wager, ...]:
        return (
            Wager("Ante", "No red card in your cells.", WIDE, (Compulsory(),)),
            Wager("Play", "Stay in.", WIDE, (EqualTo(("Ante",)),), When.WITH_A_DECISION),
        )

    def options(self, rules: InsuredRules) -> tuple[str, ...]:
        return ("play", "fold")

    def script(self, table: Dealing[InsuredRules]) -> Script:
        yield from table.take_wagers(clause="Betting")
        for first in (1, 4, 7):
            cells = [(Place.of_table(f"Cell {first + at}"), Face.UP) for at in range(3)]
            yield from table.deal_pack(cells, clause="Packs")
        options = {seat.number: _play_or_fold(seat) for seat in table.seats}
        yield from table.ask_all("Play or fold?", options, default="fold", clause="Deciding")
        for seat in table.seats:
            cards = [table.cards(Place.of_table(f"Cell {pick}"))[0] for pick in seat.picks]
            stays = seat.has("Play") and not any(card.suit.is_red for card in cards)
            for spot in ("Ante", "Play"):
                if seat.has(spot):
                    because = Because("Settling", "By the cells you picked.")
                    yield from table.settle(seat, spot, win() if stays else LOSE, because)
        yield from table.collect(clause="Ending")

    def picks(self, rules: InsuredRules) -> Picks:
        return Picks("Which three cells are your hand?", tuple("123456789"), 3)

    def remedy(self, kind: IrregularityKind, rules: InsuredRules, device: str) -> Remedy:
        return Remedy(rules.on_irregularity.value)


class Scripted(Game[InsuredRules]):
    """A game whose steps are handed to it: for steps no sensible game would take."""

    id = "scripted"
    name = "Scripted"
    about = "A game for tests."
    rules_version = 1
    rules = InsuredRules
    positions = Positions(least=1, most=6, usual=4)
    devices = (DealtFrom(HandDeck),)

    def __init__(self, steps, wagers=(Wager("Main", "Anything.", WIDE),)) -> None:  # noqa: B008
        self._steps = steps
        self._wagers = wagers

    def wagers(self, rules: InsuredRules) -> tuple[Wager, ...]:
        return self._wagers

    def options(self, rules: InsuredRules) -> tuple[str, ...]:
        return ()

    def script(self, table: Dealing[InsuredRules]) -> Script:
        yield from table.take_wagers(clause="Betting")
        yield from self._steps(table)


def settle_all(table: Dealing[InsuredRules]) -> Steps[None]:
    """Gives every stake back."""
    for seat, spot in list(_in_action(table)):
        yield from table.settle(seat, spot, PUSH, Because("Ending", "All comes back."))


def _in_action(table: Dealing[InsuredRules]) -> Iterator[tuple[SeatInPlay, str]]:
    for seat in table.seats:
        for spot in ("Main", "Side", "Insurance"):
            if seat.has(spot):
                yield seat, spot


def _thirds() -> tuple[Option, ...]:
    return tuple(Option(str(at), f"Card {at + 1}") for at in range(3))


def _plays(seat: SeatInPlay) -> tuple[Option, ...]:
    stake = seat.stake_cents("Main")
    return (
        Option("stand", "Stand"),
        Option("double", "Double", "Main", stake, stake),
        Option("insure", "Insure up to half", "Insurance", 1, stake // 2, is_open=True),
        Option("insure in dollars", "Insure", "Insurance", 100, 100_000, 100, is_open=True),
    )


def _play_or_fold(seat: SeatInPlay) -> tuple[Option, ...]:
    ante = seat.stake_cents("Ante")
    return (Option("play", "Play", "Play", ante, ante), Option("fold", "Fold"))


def _top(cards: tuple[Card, ...]) -> Rank:
    return max(card.rank for card in cards)
