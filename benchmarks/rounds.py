"""How long a round takes, from its opening to its end, as times and as ratios of one run.

    make bench
    .venv/bin/python benchmarks/rounds.py --json

Every game at one seat, and a stadium with a thousand terminals, on one core. What people say is
fixed beforehand, so that no bot is timed; decks are shuffled beforehand too, and what a shuffle
takes is measured by itself. The plain thing a round is compared with is the least that any
program does which keeps a record: it makes the same events once more, one after the other, and
puts them into a list, knowing already what is in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from random import Random
from typing import Any

from croupier.bots import least_slip, random_slip, usual_decision
from croupier.cards import DECK, Card, Seed, shuffled_deck
from croupier.table.commands import CloseBets, Command, PlaceWagers
from croupier.table.events import Event
from croupier.table.game import Game
from croupier.table.registry import find_game, game_ids
from croupier.table.round import Round
from croupier.table.settings import TableSettings, settings_for
from croupier.table.source import CardSource
from croupier.table.wager import Slip
from croupier.table.waiting import AwaitingDecisions
from measuring import print_json, print_table, progress, read_options, seconds, target_text

STADIUM = "stadium-three-card-poker"
ONE_SEAT_TARGET_MS = 1.0
STADIUM_TARGET_MS = 50.0
SHUFFLES = 200


@dataclass(frozen=True, slots=True)
class Prepared:
    """A round that can be played again: its table, its deck, and all that is said in it."""

    game: Game[Any]
    settings: TableSettings
    cards: tuple[Card, ...]
    commands: tuple[Command, ...]
    events: tuple[tuple[type[Event], tuple[Any, ...]], ...]
    """Everything that happens in it: the kind of each event, and what is in it."""

    def play(self) -> Round:
        """All of it: opening, bets, loading the device, dealing, decisions, settling."""
        table = Round(self.game, self.settings, source_of(self.game, self.cards))
        for command in self.commands:
            table.handle(command)
        return table

    def write_plainly(self) -> list[Event]:
        """The same events, made and kept."""
        return [kind(*values) for kind, values in self.events]


@dataclass(frozen=True, slots=True)
class Timing:
    """What one kind of round takes."""

    name: str
    rounds: int
    milliseconds: float
    target_ms: float | None
    """What it must stay under, where something was promised."""
    events: float
    """Of one round."""
    microseconds_per_event: float
    times_plain: float
    """How many times as long as making the same events plainly."""

    @property
    def target(self) -> str:
        """The target, and whether it is missed."""
        return target_text(self.milliseconds, self.target_ms)


def source_of(game: Game[Any], cards: tuple[Card, ...]) -> CardSource:
    """A shuffled deck, put into the device when bets close, as in a live round."""
    device = game.devices[0]
    return CardSource(device.name, lambda _salt: device.load(cards))


def prepare_round(
    game: Game[Any], settings: TableSettings, slips: Sequence[Slip], rng: Random
) -> Prepared:
    """Plays a round once, as sensible players do, and notes what was said."""
    cards = tuple(rng.sample(DECK, len(DECK)))
    table = Round(game, settings, source_of(game, cards))
    commands: list[Command] = [PlaceWagers(seat, slip) for seat, slip in enumerate(slips, 1)]
    commands.append(CloseBets("00"))
    for command in commands:
        table.handle(command)
    while isinstance(table.waiting, AwaitingDecisions):
        decisions = [usual_decision(table, seat) for seat in table.waiting.seats]
        for decision in decisions:
            table.handle(decision)
            commands.append(decision)
    events = tuple(
        (type(event), tuple(getattr(event, field.name) for field in fields(event)))
        for event in table.events
    )
    return Prepared(game, settings, cards, tuple(commands), events)


def one_seat(game_id: str, rounds: int) -> list[Prepared]:
    """Rounds of one seat with any bets it may make."""
    game, rng = find_game(game_id), Random(7)
    settings = settings_for(game, positions=game.positions.least)
    return [
        prepare_round(game, settings, [random_slip(game, settings, rng)], rng)
        for _ in range(rounds)
    ]


def stadium(terminals: int, *, with_side_bets: bool) -> list[Prepared]:
    """A round in which every terminal bets, picks and decides for itself."""
    game, rng = find_game(STADIUM), Random(7)
    settings = settings_for(game, positions=terminals)
    slips = [
        random_slip(game, settings, rng)
        if with_side_bets
        else Slip(least_slip(game, settings).stakes, tuple(rng.sample("123456789", 3)))
        for _ in range(terminals)
    ]
    return [prepare_round(game, settings, slips, rng)]


def _play(rounds: Sequence[Prepared]) -> None:
    for one in rounds:
        one.play()


def _write_plainly(rounds: Sequence[Prepared]) -> None:
    for one in rounds:
        one.write_plainly()


def measure(name: str, rounds: Sequence[Prepared], target_ms: float | None, times: int) -> Timing:
    """Times rounds and their plain twins in turns."""
    progress(name)
    whole = plain = float("inf")
    for _ in range(times):
        whole = min(whole, seconds(lambda: _play(rounds)))
        plain = min(plain, seconds(lambda: _write_plainly(rounds)))
    events = sum(len(one.events) for one in rounds)
    return Timing(
        name=name,
        rounds=len(rounds),
        milliseconds=whole / len(rounds) * 1_000,
        target_ms=target_ms,
        events=events / len(rounds),
        microseconds_per_event=whole / events * 1_000_000,
        times_plain=whole / plain,
    )


def measure_all(rounds: int, terminals: int, times: int) -> list[Timing]:
    """Every game at one seat, then the stadium."""
    timings = [
        measure(game_id, one_seat(game_id, rounds), ONE_SEAT_TARGET_MS, times)
        for game_id in game_ids()
    ]
    crowd = f"stadium, {terminals:,} terminals"
    timings.append(
        measure(crowd, stadium(terminals, with_side_bets=False), STADIUM_TARGET_MS, times)
    )
    timings.append(
        measure(
            f"{crowd}, seven side bets each", stadium(terminals, with_side_bets=True), None, times
        )
    )
    progress("")
    return timings


def _shuffle() -> None:
    for number in range(SHUFFLES):
        shuffled_deck(Seed(bytes(32)), number.to_bytes(2, "big"))


def _show(timings: Sequence[Timing], shuffle_ms: float) -> None:
    print_table(
        "Whole rounds from opening to end, one core; one seat but for the stadium",
        ("ms", "target", "events", "µs an event", "times plain"),
        (
            (
                one.name,
                f"{one.milliseconds:,.2f}",
                one.target,
                f"{one.events:,.0f}",
                f"{one.microseconds_per_event:.1f}",
                f"{one.times_plain:,.1f}",
            )
            for one in timings
        ),
        "Plain: the same events made once more and put into a list. Shuffling one deck by seed "
        f"and salt takes {shuffle_ms:.2f} ms more.",
    )


def main() -> None:
    """Runs the benchmark."""
    options = read_options(
        __doc__,
        {
            "rounds": (200, "how many of each game, one seat"),
            "terminals": (1_000, "how many in the stadium"),
            "times": (15, "how often; the best counts"),
        },
    )
    timings = measure_all(options.rounds, options.terminals, options.times)
    shuffle_ms = seconds(_shuffle, options.times) / SHUFFLES * 1_000
    if options.json:
        print_json(timings, shuffle_ms=shuffle_ms)
    else:
        _show(timings, shuffle_ms)


if __name__ == "__main__":
    main()
