"""Random tables for any game: decks, settings, devices.

Nothing here knows a game. What can be chosen is what the game declares: its rulings, pay
tables, limits, positions and devices.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from croupier.bots import least_slip
from croupier.cards import (
    DECK,
    Card,
    FaultKind,
    HandDeck,
    PlannedFault,
    Rank,
    ScriptedDeck,
    Seed,
)
from croupier.money import Odds
from croupier.rejection import Rejection
from croupier.table.game import Game
from croupier.table.paytable import PayLine, PayTable
from croupier.table.prepared import prepare
from croupier.table.ruling import rulings_of, with_readings
from croupier.table.settings import TableSettings, settings_for
from croupier.table.source import CardSource, DealtFrom
from croupier.table.wager import Limit, check_slip
from croupier.table.waiting import AUTOMATIC, BY_HAND, Automation

HIGH = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
MOST_POSITIONS = 9
"""How many seats a random table has at most, unless it is to be a full one."""


@dataclass(frozen=True, slots=True)
class RandomTable:
    """A table set at random, and where its cards come from."""

    game: Game[Any]
    settings: TableSettings
    automation: Automation
    device: DealtFrom
    kind: str
    """`shuffled`, `stacked`, `physical`, or `short`: a deck with cards missing."""
    cards: tuple[Card, ...]
    """The order of the cards, where it is not a shuffle's."""
    faults: tuple[PlannedFault, ...]
    seed: Seed

    def source(self) -> CardSource:
        """The cards, from the first on."""
        match self.kind:
            case "shuffled":
                return self.device.shuffled(self.seed)
            case "physical":
                return self.device.physical()
            case "short":
                return CardSource.ready(ScriptedDeck(self.cards, self.faults))
            case _:
                return self.device.stacked(self.cards, self.faults)

    @property
    def may_be_cut(self) -> bool:
        """Whether its deck is held in the hand."""
        return self.kind in ("shuffled", "stacked") and self.device.device is HandDeck


def random_table(
    game: Game[Any],
    rng: Random,
    *,
    kind: str | None = None,
    settings: TableSettings | None = None,
) -> RandomTable:
    """Any table of this game, or one under these settings with any cards."""
    kind = (
        kind
        or rng.choices(("stacked", "shuffled", "faulty", "physical", "short"), (60, 15, 10, 10, 5))[
            0
        ]
    )
    cards = random_deck(rng)
    faults: tuple[PlannedFault, ...] = ()
    if kind == "short":
        cards = cards[: rng.randint(0, 51)]
    elif kind == "faulty":
        kind, faults = "stacked", random_faults(rng)
    return RandomTable(
        game=game,
        settings=settings or random_settings(game, rng),
        automation=BY_HAND if rng.random() < 0.1 else AUTOMATIC,
        device=rng.choice(game.devices),
        kind=kind,
        cards=cards,
        faults=faults,
        seed=Seed(rng.randbytes(32)),
    )


def random_deck(rng: Random, *, plain: float = 0.5, within: int | None = None) -> tuple[Card, ...]:
    """All 52 cards; but for plain decks, those that make rare hands lie near the top.

    `within` says among how many of the first cards, if not any number.
    """
    top = list(_rare(rng)) if rng.random() >= plain else []
    rest = [card for card in DECK if card not in top]
    rng.shuffle(rest)
    if top:
        rng.shuffle(top)
        window = within or len(top) + rng.choice((0, 1, 2, 4, 8, 16))
        between = max(window - len(top), 0)
        top += rest[:between]
        del rest[:between]
        rng.shuffle(top)
    return (*top, *rest)


def _rare(rng: Random) -> tuple[Card, ...]:
    """Cards that go well together."""
    style = rng.random()
    if style < 0.4:
        ranks = rng.sample(list(Rank), rng.randint(1, 4))
        return tuple(card for card in DECK if card.rank in ranks)
    if style < 0.6:
        return tuple(card for card in DECK if card.rank in HIGH)
    if style < 0.7:
        return tuple(card for card in DECK if card.rank <= Rank.FIVE)
    suit = rng.choice(DECK).suit
    lowest = rng.choice((0, 2, 4, 6, 8, 8))
    run = range(lowest, lowest + 5)
    return tuple(card for card in DECK if card.suit is suit and card.rank in run)


def random_faults(rng: Random) -> tuple[PlannedFault, ...]:
    """One or two failures of the device, early on."""
    actions = rng.sample(range(12), rng.randint(1, 2))
    return tuple(PlannedFault(at, rng.choice(list(FaultKind)), rng.randint(0, 6)) for at in actions)


def random_settings(game: Game[Any], rng: Random) -> TableSettings:
    """Any settings under which somebody can bet."""
    readings = {
        one.name: str(rng.choice(one.readings) if rng.random() < 0.5 else one.default)
        for one in rulings_of(game.rules)
    }
    positions = rng.randint(game.positions.least, min(game.positions.most, MOST_POSITIONS))
    for _ in range(20):
        try:
            settings = settings_for(
                game,
                positions=game.positions.most if rng.random() < 0.02 else positions,
                readings=readings,
                limits=_random_limits(game, readings, rng) if rng.random() < 0.3 else None,
                pay_tables=_random_pay_tables(game, readings, rng),
                table_maximum_cents=rng.randint(500, 200_000) if rng.random() < 0.1 else None,
                payout_maximum_cents=rng.randint(1, 100_000) if rng.random() < 0.2 else None,
            )
            require_bettable(game, settings)
        except Rejection:
            continue
        return settings
    return settings_for(game, positions=positions, readings=readings)


def require_bettable(game: Game[Any], settings: TableSettings) -> None:
    """Refuses settings under which not even the least slip can be bet."""
    fixed = prepare(game, settings)
    slip = least_slip(game, settings)
    check_slip(slip, fixed.wagers, fixed.limits, fixed.units_cents, settings.table_maximum_cents)


def _random_limits(game: Game[Any], readings: dict[str, str], rng: Random) -> dict[str, Limit]:
    """Limits of the house's own on some spots; one set for all where the rules tie spots."""
    limits = {}
    step = rng.choice((1, 2, 5, 25, 100, 500, 700))
    shared = Limit(step * rng.randint(1, 4), step * rng.randint(50, 500), step)
    for wager in game.wagers(with_readings(game.rules, readings)):
        if wager.limit is not None and rng.random() < 0.8:
            limits[wager.spot] = shared
    return limits


def _random_pay_tables(
    game: Game[Any], readings: dict[str, str], rng: Random
) -> dict[str, str | PayTable]:
    """The tables offered, and now and then one of the house's own."""
    tables: dict[str, str | PayTable] = {}
    for wager in game.wagers(with_readings(game.rules, readings)):
        if wager.pay_tables and rng.random() < 0.5:
            own = _own_table(wager.lines, rng)
            tables[wager.spot] = own if rng.random() < 0.1 else rng.choice(wager.pay_tables).name
    return tables


def _own_table(lines: tuple[str, ...], rng: Random) -> PayTable:
    kept = sorted(rng.sample(range(len(lines)), rng.randint(1, len(lines))))
    odds = [Odds(rng.randint(0, 50), rng.choice((1, 1, 2, 5))) for _ in kept]
    return PayTable(
        "Of the house",
        tuple(PayLine(lines[at], pays) for at, pays in zip(kept, odds, strict=True)),
    )
