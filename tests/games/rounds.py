"""Random rounds of any game: who plays here knows no rule but what the round says it waits for.

A round follows from its game and one number, so a round that failed is played again by naming
both. Given a generator of Hypothesis instead, the same code gives rounds that shrink.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from croupier.bots import random_decision, random_slip, usual_decision
from croupier.cards import DECK, Card
from croupier.rejection import Rejection
from croupier.table.commands import (
    CloseBets,
    Command,
    Decide,
    Perform,
    PlaceWagers,
    ReadCard,
    ReportIrregularity,
    RevealSeed,
    RuleOnIrregularity,
    TimeOut,
)
from croupier.table.game import Game
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.round import Round
from croupier.table.settings import TableSettings
from croupier.table.steps import Asked
from croupier.table.wager import Slip
from croupier.table.waiting import (
    AwaitingCards,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingSupervisor,
    AwaitingWagers,
    RoundIsOver,
    step_name,
)

from .tables import RandomTable, random_settings, random_table

SALTS = ("00", "c0ffee", "5a17")
ROUNDS_AT_A_TABLE = 8


@dataclass(slots=True)
class PlayedRound:
    """A round, how it was played, and where it stood after each command."""

    at: RandomTable
    table: Round
    commands: list[Command] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    """How many events there were before the first command, and after each."""
    refusals: int = 0
    """How many commands were refused."""

    @property
    def events(self):
        return self.table.events


@dataclass(slots=True)
class Habits:
    """How the people at a table are, in one round."""

    rng: Random
    trouble: float = 0.0
    """How likely something is reported before a command."""
    wildness: float = 0.0
    """How likely a command is none that the round waits for."""
    seats: tuple[int, ...] = ()
    """Who bets."""
    manner: str = "random"
    """How they decide: `random`, `usual` as the game's habit has it, or always by a `favourite`."""
    favourites: dict[str, float] = field(default_factory=dict)
    """How much each option is liked by all who follow a favourite."""
    cards: Iterator[Card] = field(default_factory=lambda: iter(DECK))
    """What the reader at a physical table sees, in order."""


def numbered_round(game: Game[Any], number: int) -> PlayedRound:
    """The round of this game that has this number."""
    return random_round(game, Random(number), settings=_table_of(game, number // ROUNDS_AT_A_TABLE))


@lru_cache(maxsize=16)
def _table_of(game: Game[Any], number: int) -> TableSettings:
    # Settings are slow to make, so some rounds are played under the same.
    return random_settings(game, Random(number))


def random_round(
    game: Game[Any],
    rng: Random,
    *,
    kind: str | None = None,
    settings: TableSettings | None = None,
    trouble: float | None = None,
    wildness: float = 0.0,
) -> PlayedRound:
    """A round of this game at a random table, played to its end."""
    at = random_table(game, rng, kind=kind, settings=settings)
    if trouble is None:
        trouble = 0.05 if rng.random() < 0.2 else 0.0
    return play(at, random_habits(at, rng, trouble=trouble, wildness=wildness))


def random_habits(at: RandomTable, rng: Random, *, trouble: float, wildness: float) -> Habits:
    """Some seats, few more often than many, and how they decide."""
    positions = at.settings.positions
    many = min(positions, rng.choice((1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 7, 24)))
    return Habits(
        rng,
        trouble,
        wildness,
        tuple(sorted(rng.sample(range(1, positions + 1), many))),
        rng.choices(("random", "favourite", "usual"), (60, 35, 5))[0],
        cards=iter(at.cards),
    )


def play(at: RandomTable, habits: Habits) -> PlayedRound:
    """Plays to the end; every command that should be taken must be."""
    table = Round(at.game, at.settings, at.source(), automation=at.automation)
    played = PlayedRound(at, table, points=[len(table.events)])
    rng = habits.rng
    # Far more than any round takes: a round that goes on and on fails here.
    for _ in range(2_000 + 200 * len(habits.seats)):
        if isinstance(table.waiting, RoundIsOver):
            return played
        if habits.wildness and rng.random() < habits.wildness:
            played.refusals += not _say(played, wild_command(at.game, rng))
        elif habits.trouble and rng.random() < habits.trouble:
            _say(played, random_report(rng))
        else:
            command = sane_command(at, table, habits)
            # A reader may have been shown the card already, by somebody wild.
            assert _say(played, command) or isinstance(command, ReadCard), f"{command} was refused"
    raise AssertionError("the round does not end")


def _say(played: PlayedRound, command: Command) -> bool:
    """Gives a command; where it is refused nothing may have changed. Whether it was taken."""
    table = played.table
    before = (len(played.points), played.points[-1], table.waiting, table.step)
    try:
        new = table.handle(command)
    except Rejection as rejection:
        assert rejection.detail.endswith((".", "?")), rejection.detail
        after = (len(played.points), len(table.events), table.waiting, table.step)
        assert before == after, f"{command} was refused and changed the round"
        return False
    played.commands.append(command)
    played.points.append(played.points[-1] + len(new))
    return True


def sane_command(at: RandomTable, table: Round, habits: Habits) -> Command:
    """Something that the round waits for."""
    rng = habits.rng
    match table.waiting:
        case AwaitingWagers():
            return _betting(at, table, habits)
        case AwaitingDecisions(seats):
            may_time_out = all(table.layout.asked[seat].default for seat in seats)
            if may_time_out and rng.random() < 0.05:
                return TimeOut()
            return _decision(table, rng.choice(seats), habits)
        case AwaitingSupervisor():
            return RuleOnIrregularity(rng.choice((Remedy.VOID, Remedy.CONTINUE)), "Ruled so.")
        case AwaitingDealer(step):
            return Perform(step_name(step))
        case AwaitingCards():
            return ReadCard(next(habits.cards))
        case other:
            raise AssertionError(f"the round waits for {other}")


def _betting(at: RandomTable, table: Round, habits: Habits) -> Command:
    rng = habits.rng
    missing = [seat for seat in habits.seats if seat not in table.layout.stakes]
    if missing:
        return PlaceWagers(missing[0], random_slip(at.game, at.settings, rng))
    if rng.random() < 0.05:
        # A slip replaced, or taken back: then the seat must bet again.
        slip = rng.choice((Slip(()), random_slip(at.game, at.settings, rng)))
        return PlaceWagers(rng.choice(habits.seats), slip)
    cut_at = rng.randint(1, 51) if at.may_be_cut and rng.random() < 0.2 else None
    return CloseBets(rng.choice(SALTS), cut_at)


def _decision(table: Round, seat: int, habits: Habits) -> Decide:
    asked = table.layout.asked[seat]
    if habits.manner == "usual":
        return usual_decision(table, seat)
    if habits.manner == "favourite":
        return favourite_decision(asked, habits)
    return random_decision(asked, habits.rng)


def favourite_decision(asked: Asked, habits: Habits) -> Decide:
    """The option liked most: whoever likes to split splits as often as he may."""
    for option in asked.options:
        if option.name not in habits.favourites:
            habits.favourites[option.name] = habits.rng.random()
    liked = max(asked.options, key=lambda option: habits.favourites[option.name])
    return Decide(asked.seat, liked.name, liked.most_cents)


def random_report(rng: Random) -> ReportIrregularity:
    """Something that went wrong."""
    return ReportIrregularity(rng.choice(list(IrregularityKind)), "Something went wrong.")


def wild_command(game: Game[Any], rng: Random) -> Command:
    """Anything anyone might say at any time."""
    spots = [*(wager.spot for wager in game.wagers(game.rules())), "Nowhere", ""]
    options = ["play", "fold", "stand", "hit", "double", "split", "insure", "decline", "0", "", "?"]
    seat = rng.choice((-1, 0, 1, 2, 3, 9, 10**6))
    cents = rng.choice((None, 0, -5, 1, 7, 500, 1000, 10**9, True))
    stakes = tuple((rng.choice(spots), cents) for _ in range(rng.randint(0, 3)))
    picks = tuple(rng.choice("1239x") for _ in range(rng.randint(0, 4)))
    return rng.choice(
        (
            PlaceWagers(seat, Slip(stakes, picks)),
            CloseBets(rng.choice(("", "zz", "0")), rng.choice((None, 0, 52))),
            Decide(seat, rng.choice(options), cents),
            TimeOut(),
            ReadCard(rng.choice(DECK)),
            Perform(rng.choice(("deal", "settle", "take_wagers", "ask", ""))),
            RuleOnIrregularity(rng.choice(list(Remedy)), rng.choice(("Ruled so.", "", "\n"))),
            ReportIrregularity(IrregularityKind.DEALER_ERROR, rng.choice(("", "\n", "x" * 501))),
            RevealSeed(rng.choice(("", "00" * 32, "zz"))),
        )
    )
