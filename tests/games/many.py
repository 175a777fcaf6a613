"""Many numbered rounds of a game, each checked, for the tests and for `make soak`."""

import traceback
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from croupier.table.game import Game
from croupier.table.record import write_round

from .checks import check_round, check_thoroughly
from .rounds import numbered_round


@dataclass(frozen=True, slots=True)
class Failure:
    """A round that failed: enough to play it again."""

    game: str
    number: int
    what: str
    """The traceback."""
    record: str
    """The round as it was, if it got to its end."""

    def __str__(self) -> str:
        return (
            f"round {self.number} of {self.game} failed; again with\n"
            f"    .venv/bin/python -m tests.soak --game {self.game} --seed {self.number} "
            f"--rounds 1 --thorough-every 1\n{self.what}"
        )


@dataclass(slots=True)
class Report:
    """What was played."""

    rounds: int = 0
    void: int = 0
    events: int = 0
    thorough: int = 0
    devices: set[str] = field(default_factory=set)
    failure: Failure | None = None
    """The first round that failed; after it no more are played."""

    def add(self, other: "Report") -> None:
        """Takes in what was played elsewhere."""
        self.rounds += other.rounds
        self.void += other.void
        self.events += other.events
        self.thorough += other.thorough
        self.devices |= other.devices
        self.failure = self.failure or other.failure


def play_numbered(game: Game[Any], numbers: Iterable[int], *, thorough_every: int) -> Report:
    """Plays these rounds and checks each; one in so many is checked thoroughly."""
    report = Report()
    for number in numbers:
        played = None
        try:
            played = numbered_round(game, number)
            check_round(played)
            if number % thorough_every == 0:
                check_thoroughly(played, Random(number))
                report.thorough += 1
        except Exception:  # noqa: BLE001 (whatever it is, it is reported)
            record = write_round(played.events) if played is not None else "It did not end."
            report.failure = Failure(game.id, number, traceback.format_exc(), record)
            return report
        report.rounds += 1
        report.void += played.table.layout.is_void
        report.events += len(played.events)
        report.devices.add(played.at.device.name)
    return report
