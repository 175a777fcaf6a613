"""A small game and what it is worth, by plain enumeration: one card each, raise or fold.

The player sees his card and one card of the dealer's board that decides nothing but is gone from
the deck. Two rulings change the edge, one changes nothing, and one reading brings a further bet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from croupier.cards import DECK, Card, HandDeck
from croupier.rejection import Code, Rejection
from croupier.table.dealing import Dealing
from croupier.table.game import Game, Positions
from croupier.table.layout import Layout
from croupier.table.paytable import PayTable
from croupier.table.places import Face, Place
from croupier.table.ruling import Reading, ruling
from croupier.table.settlement import LOSE, PUSH, Because, win
from croupier.table.source import DealtFrom
from croupier.table.steps import Asked, Option, Script
from croupier.table.wager import Compulsory, EqualTo, Limit, OnlyWith, Wager, When
from croupier.table.worth import (
    BetWorth,
    Cell,
    Decision,
    Figure,
    Fresh,
    Grid,
    Note,
    OptionWorth,
    OutcomeWorth,
    PayTables,
    Printed,
    Progress,
    Published,
    Strategy,
    Table,
    Together,
    Worth,
    merged,
    quietly,
)

LINES: Final = ("Same rank and colour", "Same rank", "Same suit")
TABLES: Final = (
    PayTable.to_one("Usual", LINES, 8, 5, 1),
    PayTable.to_one("Low", LINES, 10, 2, 1),
    PayTable.to_one("Long", LINES, 14, 3, 1),
)


class Tie(Reading):
    """Who wins a tie."""

    PUSHES = "pushes", "Ties push."
    HOUSE = "house", "The house wins ties."
    PLAYER = "player", "The player wins ties."


class OnFold(Reading):
    """What is lost by folding."""

    LOST = "lost", "The Ante is lost."
    BACK = "back", "The Ante comes back."


class Lucky(Reading):
    """A further bet."""

    NO = "no", "There is none."
    YES = "yes", "There is one."


class Hat(Reading):
    """What the dealer wears."""

    GREEN = "green", "Green."
    BLUE = "blue", "Blue."


@dataclass(frozen=True, slots=True)
class Rules:
    """The rulings of the duel."""

    tie: Tie = ruling(Tie.PUSHES, clause="Comparing", question="Who wins ties?")
    on_fold: OnFold = ruling(OnFold.LOST, clause="Folding", question="Is a folded Ante lost?")
    lucky: Lucky = ruling(Lucky.NO, clause="Betting", question="Is there a Lucky bet?")
    hat: Hat = ruling(Hat.GREEN, clause="Dress", question="Which hat?")


class Duel(Game[Rules]):
    """The game."""

    id = "duel"
    name = "Duel"
    about = "A game for tests."
    rules_version = 7
    rules = Rules
    positions = Positions(least=1, most=3, usual=2)
    devices = (DealtFrom(HandDeck),)

    def __init__(self, worth: "DuelWorth | None" = None) -> None:
        self._worth = worth

    def wagers(self, rules: Rules) -> tuple[Wager, ...]:
        limit = Limit(500, 50_000, 500)
        lucky = (Wager("Lucky", "A red card.", limit),) if rules.lucky is Lucky.YES else ()
        return (
            Wager("Ante", "The higher card.", limit, (Compulsory(),)),
            Wager("Raise", "Stay in.", None, (EqualTo(("Ante",)),), When.WITH_A_DECISION),
            Wager(
                "Match",
                "Two cards alike.",
                limit,
                (OnlyWith(("Ante",)),),
                lines=LINES,
                pay_tables=TABLES,
            ),
            *lucky,
        )

    def options(self, rules: Rules) -> tuple[str, ...]:
        return ("raise", "fold")

    def script(self, table: Dealing[Rules]) -> Script:
        yield from table.take_wagers(clause="Betting")
        yield from table.deal(Place.of_table("Shown"), face=Face.UP, clause="Dealing")
        for seat in table.seats:
            yield from table.deal(seat.place("Hand"), face=Face.OWN, clause="Dealing")
        yield from table.deal(table.dealer(), face=Face.DOWN, clause="Dealing")
        for seat in table.seats:
            ante = seat.stake_cents("Ante")
            options = (Option("raise", "Raise", "Raise", ante, ante), Option("fold", "Fold"))
            yield from table.ask(seat, "Raise or fold?", options, clause="Playing")
        (dealer,) = yield from table.turn(table.dealer(), clause="Comparing")
        for seat in table.seats:
            (card,) = yield from table.turn(seat.place("Hand"), clause="Comparing")
            because = Because("Comparing", "By the cards.")
            if seat.has("Raise"):
                for spot in ("Ante", "Raise"):
                    gain = compared(card, dealer, table.rules)
                    outcome = win() if gain > 0 else LOSE if gain < 0 else PUSH
                    yield from table.settle(seat, spot, outcome, because)
            else:
                back = table.rules.on_fold is OnFold.BACK
                yield from table.settle(seat, "Ante", PUSH if back else LOSE, because)
            if seat.has("Match"):
                line = table.paid_line("Match", lines_of(card, dealer))
                outcome = win(line.odds) if line is not None else LOSE
                yield from table.settle(seat, "Match", outcome, because)
        yield from table.collect(clause="Ending")

    def worth(self) -> "DuelWorth | None":
        return self._worth


def compared(card: Card, dealer: Card, rules: Rules) -> int:
    """1 if the player wins, -1 if he loses."""
    if card.rank == dealer.rank:
        return {Tie.PUSHES: 0, Tie.HOUSE: -1, Tie.PLAYER: 1}[rules.tie]
    return 1 if card.rank > dealer.rank else -1


def lines_of(card: Card, dealer: Card) -> tuple[str, ...]:
    """Best first."""
    if card.rank == dealer.rank:
        same_colour = card.suit.is_red == dealer.suit.is_red
        return LINES[:2] if same_colour else LINES[1:2]
    return LINES[2:] if card.suit == dealer.suit else ()


def _edge(bet: BetWorth) -> Figure:
    return bet.edge


def _hits(bet: BetWorth) -> Figure:
    return bet.hit_frequency


MATCH_EDGE: Final = {"Usual": Fraction(6, 51), "Low": Fraction(10, 51), "Long": Fraction(4, 51)}
"""By hand: of 51 cards 1 is of the same rank and colour, 2 of the same rank, 12 of the suit."""


class DuelWorth(Worth[Rules]):
    """What the duel is worth; counts how often it is asked."""

    rounds_per_hour = 60
    crossed = (("tie", "on_fold"),)

    def __init__(
        self,
        printed: tuple[Printed, ...] = (),
        published: tuple[Published, ...] = (),
        error: Fraction = Fraction(0),
    ) -> None:
        self.asked: list[str] = []
        self._printed = printed
        self._published = published
        self._error = error

    def bets(self, rules: Rules) -> tuple[str, ...]:
        lucky = ("Lucky",) if rules.lucky is Lucky.YES else ()
        return ("Ante and Raise", "Match", *lucky)

    def depends_on(self, bet: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return {
            "Ante and Raise": (("tie", "on_fold"), ()),
            "Match": ((), ("Match",)),
            "Lucky": (("lucky",), ()),
        }[bet]

    def bet(
        self, name: str, rules: Rules, pay_tables: PayTables, progress: Progress = quietly
    ) -> BetWorth:
        self.asked.append(name)
        progress(f"counting {name}", 0.5)
        if name == "Lucky":
            half = Fraction(1, 2)
            outcomes = (
                OutcomeWorth("Red", half, Fraction(1)),
                OutcomeWorth("Black", half, -half),
            )
            return BetWorth("Lucky", "Lucky", outcomes, "Half the cards are red.")
        return self._match(pay_tables["Match"]) if name == "Match" else self._ante(rules)

    def _match(self, table: PayTable) -> BetWorth:
        card, *others = DECK
        outcomes = []
        for dealer in others:
            odds = ((line, table.odds(line)) for line in lines_of(card, dealer))
            line, net = next(((n, o.fraction) for n, o in odds if o), ("Nothing", Fraction(-1)))
            outcomes.append(OutcomeWorth(line, Fraction(1, 51), net))
        return BetWorth(
            "Match", "Match", merged(outcomes), "One card against 51.", error=self._error
        )

    def _ante(self, rules: Rules) -> BetWorth:
        deck = DECK
        fold = Fraction(0 if rules.on_fold is OnFold.BACK else -1)
        raised = {
            rank.rank: values(rank, [other for other in deck if other != rank], rules)
            for rank in deck[::4]
        }
        plays = [rank for rank, value in raised.items() if value > fold]
        outcomes = []
        for card in deck:
            for dealer in deck:
                if dealer == card:
                    continue
                chance = Fraction(1, 52 * 51)
                if card.rank in plays:
                    gain = compared(card, dealer, rules)
                    name = {1: "Win", 0: "Tie", -1: "Lose"}[gain]
                    outcomes.append(OutcomeWorth(name, chance, Fraction(2 * gain), Fraction(2)))
                else:
                    outcomes.append(OutcomeWorth("Fold", chance, fold))
        always = -sum(raised.values(), Fraction(0)) / 13
        bet = BetWorth("Ante and Raise", "Ante", merged(outcomes), "By hand.")
        strategies = (
            Strategy(
                "Optimal",
                (f"Raise with {min(plays).name.title()} or better.", "Fold all else."),
                bet.edge,
                Figure(Fraction(0)),
                (
                    Note("raise", Figure(Fraction(len(plays), 13))),
                    Note("fold", Figure(1 - Fraction(len(plays), 13))),
                ),
                (Note("departs from Always raise", Figure(1 - Fraction(len(plays), 13))),),
            ),
            Strategy("Always raise", ("Raise.",), Figure(always), Figure(always - bet.edge.value)),
        )
        return BetWorth(
            "Ante and Raise",
            "Ante",
            merged(outcomes),
            "Every card against every other.",
            strategies,
            (Note("ties when raised", Figure(Fraction(3, 51))),),
            (
                Table(
                    "By card",
                    ("card", "raise", "fold"),
                    tuple(
                        (rank.name.title(), (Figure(value), Figure(fold) if fold else None))
                        for rank, value in raised.items()
                    ),
                ),
            ),
            (
                Grid(
                    "What to do",
                    ("high", "low"),
                    ("any",),
                    ((Cell("R", Figure(Fraction(1))),), (Cell("F"),)),
                    "card",
                    "dealer",
                ),
            ),
        )

    def together(
        self, rules: Rules, pay_tables: PayTables, progress: Progress = quietly
    ) -> Together:
        self.asked.append("together")
        one, none = Figure(Fraction(1)), Figure(Fraction(1, 4))
        return Together(("Ante and Raise", "Match"), ((one, none), (none, one)), (none, none))

    def hands(self, rules: Rules, pay_tables: PayTables, progress: Progress = quietly) -> Table:
        return self._ante(rules).tables[0]

    def fresh(self, given: Fresh, rules: Rules, pay_tables: PayTables) -> Decision:
        if len(given.hand) != 1:
            raise Rejection(Code.HAND_SIZE, f"One card is held, not {len(given.hand)}.")
        return valued(given.hand[0], (*given.hand, *given.dealer, *given.seen), rules)

    def decision(
        self,
        seen: Layout,
        asked: Asked,
        rules: Rules,
        pay_tables: PayTables,
        also_seen: Sequence[Card] = (),
    ) -> Decision:
        (card,) = seen.known(Place.of_seat(asked.seat, "Hand"))
        return valued(card, (*seen.all_known(), *also_seen), rules)

    def printed(self) -> tuple[Printed, ...]:
        return self._printed

    def published(self) -> tuple[Published, ...]:
        return self._published


def values(card: Card, others: Sequence[Card], rules: Rules) -> Fraction:
    """What raising is worth against these."""
    return Fraction(sum(2 * compared(card, other, rules) for other in others), len(others))


def valued(card: Card, gone: Sequence[Card], rules: Rules) -> Decision:
    """Both options, with these cards out of the deck."""
    left = [other for other in DECK if other not in gone]
    return Decision(
        "Raise or fold?",
        "Ante",
        (
            OptionWorth("raise", "Raise", Figure(values(card, left, rules))),
            OptionWorth(
                "fold", "Fold", Figure(Fraction(0 if rules.on_fold is OnFold.BACK else -1))
            ),
        ),
        len(left),
    )


def printed_edge(table: str, text: str) -> Printed:
    """The house advantage of Match by one of its tables, as some sheet prints it."""
    return Printed(
        f"Table {table}", "House advantage", text, "Match", (("Match", table),), _edge, is_edge=True
    )


def printed_hits(text: str) -> Printed:
    """How often Match wins, as some sheet prints it."""
    return Printed("Match", "Win frequency", text, "Match", (("Match", "Usual"),), _hits)


def published_edge(text: str, table: str = "Usual", why: str = "") -> Published:
    """The edge of Match as somebody publishes it."""
    return Published(
        "Match", "House edge", text, "Somebody, Somewhere", _edge, (), (("Match", table),), why
    )
