"""How a busy server is killed again and again, and what came of it."""

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class KillPlan:
    """How it is gone about."""

    kills: int = 20
    seed: int = 1
    longest_up_s: float = 1.5
    """A server that is up is killed 0.05 to so many seconds later."""
    starting_share: float = 0.1
    """How many of the kills come while it still starts."""
    exact_share: float = 0.25
    """How many it does itself, right before a statement or a commit."""
    stopped_share: float = 0.1
    """How often, after a kill, it is also told to stop, and does."""
    check_every: int = 20
    terminals: int = 12
    players_at_a_table: int = 3
    players_where_people_deal: int = 2
    pause_s: float = 0.03


@dataclass(slots=True)
class KillReport:
    """What came of it."""

    database: str
    kills: int = 0
    while_starting: int = 0
    at_statements: int = 0
    stops: int = 0
    """How often it was told to stop and did; not counted as kills."""
    rounds: int = 0
    resumed: int = 0
    """Rounds that went on after a start."""
    void: int = 0
    entries: int = 0
    commands: int = 0
    """Acknowledged."""
    repeated: int = 0
    """Answered with the receipt of when they were first sent."""
    refused: int = 0
    staked_cents: int = 0
    returned_cents: int = 0
    in_cents: int = 0
    out_cents: int = 0
    held_cents: int = 0
    lost_cents: int = 0
    """Below zero: made."""
    reconnects: int = 0
    snapshots: int = 0
    events_compared: int = 0
    dealt_by_hand: int = 0
    """Rounds over at the tables with a dealer; among those above."""
    cards_entered: int = 0
    signatures: int = 0
    """On openers, closing counts and error notifications."""
    revised: int = 0
    """Rounds put right, in play or on paper."""
    counts: int = 0
    """Of racks, that were what the supervisor had reckoned."""
    at_the_cage: int = 0
    """What was done there: buy-ins, cash-outs, vouchers."""
    vouchers: int = 0
    """Issued."""
    vouchers_out: int = 0
    """Of those, not redeemed in the end."""
    brought_twice: int = 0
    """Vouchers that two people brought at once."""
    seconds: float = 0.0
    refusals: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As `tests.kill --json` prints it."""
        return asdict(self)
