"""Recorded playthroughs: rounds as text files, told so that a dealer can check them.

A file opens with what it shows, then says the table, the cards and what everybody does, in
order; under a line of dashes stands the round as it then is, line by line.

    Seat 1 plays a pair against a dealer who does not qualify.

    game: three-card-poker
    seats: 2
    reading: entry = ante_required
    pay table: Pair Plus = 1-4-6-30-40
    device: shuffler
    cards: 9s 9h As  Jd 8c 4h
    seat 1 bets: Ante $10, Pair Plus $10
    bets close: 00
    seat 1: play

    ----
    A round of three-card-poker at 2 seats, from the shuffler.
    …

Only `game` and the bets are needed. `cards` come out first, in this order; `seed` shuffles.
Further lines: `payout maximum: $100`, `fault: 2 jam` (at the second deal), `cut: 20`,
`seat 1 bets: Ante $5; picks 1 5 9`, `seat 1: insure $15`, `time runs out`,
`report: dealer_error: A card fell.`, `supervisor: void: The cards are mixed up.`
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from croupier.cards import Card, FaultKind, PlannedFault, Seed, parse_hand
from croupier.money import parse_cents
from croupier.table.commands import (
    CloseBets,
    Command,
    Decide,
    PlaceWagers,
    ReportIrregularity,
    RuleOnIrregularity,
    TimeOut,
)
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.registry import find_game
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.wager import Slip

from .telling import tell

FOLDER = Path(__file__).parent / "playthroughs"
RULE = "----"

_BETS = re.compile(r"seat (\d+) bets: ([^;]*)(?:; picks (.*))?")
_CHOICE = re.compile(r"seat (\d+): ([^$]+?)(?: (\$\S+))?")
_FAULT = re.compile(r"(\d+) (\w+)(?: (\d+))?")


@dataclass(slots=True)
class Playthrough:
    """What the head of a file says."""

    game: str = ""
    seats: int | None = None
    readings: dict[str, str] = field(default_factory=dict)
    pay_tables: dict[str, str] = field(default_factory=dict)
    payout_maximum_cents: int | None = None
    device: str | None = None
    cards: tuple[Card, ...] = ()
    seed: Seed | None = None
    faults: list[PlannedFault] = field(default_factory=list)
    cut_at: int | None = None
    commands: list[Command] = field(default_factory=list)

    def play(self) -> Round:
        """Plays it."""
        game = find_game(self.game)
        device = next(one for one in game.devices if self.device in (None, one.name))
        source = (
            device.shuffled(self.seed) if self.seed else device.stacked(self.cards, self.faults)
        )
        settings = settings_for(
            game,
            positions=self.seats,
            readings=self.readings,
            pay_tables=self.pay_tables,
            payout_maximum_cents=self.payout_maximum_cents,
        )
        table = Round(game, settings, source)
        for command in self.commands:
            table.handle(command)
        return table


def files() -> list[Path]:
    """All playthroughs, game by game."""
    return sorted(FOLDER.glob("*/*.txt"))


def head_of(text: str) -> str:
    """A file's text above the dashes."""
    return text.partition(f"\n{RULE}\n")[0].rstrip()


def told(head: str) -> str:
    """The round that a head gives, line by line."""
    return "\n".join(tell(parse(head).play().events)) + "\n"


def whole(head: str) -> str:
    """The whole file for a head."""
    return f"{head.rstrip()}\n\n{RULE}\n{told(head)}"


def parse(head: str) -> Playthrough:
    """Reads a head: a paragraph of words, an empty line, then one thing a line."""
    words, _, said = head.partition("\n\n")
    assert words.strip().endswith("."), "a file opens with what it shows"
    script = Playthrough()
    for line in said.splitlines():
        if line.strip():
            _read(script, line.strip())
    return script


def _read(script: Playthrough, line: str) -> None:
    key, _, value = (part.strip() for part in line.partition(":"))
    match key:
        case "game":
            script.game = value
        case "seats":
            script.seats = int(value)
        case "reading":
            name, _, reading = value.partition(" = ")
            script.readings[name] = reading
        case "pay table":
            spot, _, table = value.partition(" = ")
            script.pay_tables[spot] = table
        case "payout maximum":
            script.payout_maximum_cents = parse_cents(value)
        case "device":
            script.device = value
        case "cards":
            script.cards = (*script.cards, *parse_hand(value))
        case "seed":
            script.seed = Seed.parse(value)
        case "fault":
            at, kind, count = _FAULT.fullmatch(value).groups()
            script.faults.append(PlannedFault(int(at) - 1, FaultKind(kind), int(count or 0)))
        case "cut":
            script.cut_at = int(value)
        case _:
            script.commands.append(_command(script, line, key, value))


def _command(script: Playthrough, line: str, key: str, value: str) -> Command:
    bets, choice = _BETS.fullmatch(line), _CHOICE.fullmatch(line)
    if bets:
        stakes = [stake.rpartition(" ") for stake in bets[2].split(", ")]
        slip = Slip(tuple((spot, parse_cents(cents)) for spot, _, cents in stakes))
        return PlaceWagers(int(bets[1]), Slip(slip.stakes, tuple((bets[3] or "").split())))
    if choice:
        return Decide(int(choice[1]), choice[2], parse_cents(choice[3]) if choice[3] else None)
    match key:
        case "bets close":
            return CloseBets(value, script.cut_at)
        case "time runs out":
            return TimeOut()
        case "report":
            kind, _, detail = value.partition(": ")
            return ReportIrregularity(IrregularityKind(kind), detail)
        case "supervisor":
            remedy, _, reason = value.partition(": ")
            return RuleOnIrregularity(Remedy(remedy), reason)
    raise AssertionError(f"“{line}” says nothing a playthrough knows")
