"""What a check of the log finds: how much was looked at, and the first thing that is wrong."""

from dataclasses import dataclass, field, fields

from croupier.house.accounts import Money
from croupier.house.log import HOUSE_CHAIN
from croupier.table.codec import Json

__all__ = ["Checked", "Place", "Verdict", "Wrong", "wrong"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the books something stands, as closely as can be said."""

    chain: int | None = None
    """The table's number, 0 for the house itself; None for what belongs to no chain."""
    entry: int | None = None
    event: int | None = None
    """Counted through the chain from 1."""
    round: int | None = None
    account: str | None = None

    def __str__(self) -> str:
        parts = []
        if self.chain is not None:
            parts.append("the house" if self.chain == HOUSE_CHAIN else f"table {self.chain}")
        for name in ("entry", "event", "round"):
            value = getattr(self, name)
            if value is not None:
                parts.append(f"{name} {value}")
        if self.account is not None:
            parts.append(f"account “{self.account}”")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something that is not as it must be."""

    place: Place
    what: str
    """A sentence: what was found, and what was expected."""

    def __str__(self) -> str:
        where = str(self.place)
        return f"{where[:1].upper()}{where[1:]}: {self.what}" if where else self.what

    def to_json(self) -> dict[str, Json]:
        """As `croupier verify-log --json` shows it."""
        place: dict[str, Json] = {
            one.name: getattr(self.place, one.name) for one in fields(self.place)
        }
        return {**place, "what": self.what}


class Found(Exception):
    """Ends the check: what was found is the first thing that is wrong."""

    def __init__(self, found: Wrong) -> None:
        super().__init__(str(found))
        self.found = found


def wrong(place: Place, what: str) -> Found:
    """To be raised where something is not as it must be."""
    return Found(Wrong(place, what))


@dataclass(slots=True)
class Checked:
    """How much was looked at until the end, or until something was wrong."""

    chains: int = 0
    entries: int = 0
    events: int = 0
    rounds: int = 0
    """All that began."""
    replayed: int = 0
    in_play: int = 0
    """Not over at the end of the log; replayed as far as they go."""
    void: int = 0
    abandoned: int = 0
    """Void because they could not go on, or nobody had bet; everything in them went back."""
    revised: int = 0
    shuffles: int = 0
    """Dealt as seed, salt and commitment say."""
    unopened: int = 0
    """Committed to, and the seed neither revealed nor at hand."""
    undealt: int = 0
    """Committed to, with a seed that opens the commitment, and without a card: betting, or void."""
    physical: int = 0
    """Dealt from a physical deck, which proves nothing."""
    accounts: int = 0
    in_cents: dict[Money, int] = field(default_factory=lambda: dict.fromkeys(Money, 0))
    """By kind of money: what was brought in from outside."""
    out_cents: dict[Money, int] = field(default_factory=lambda: dict.fromkeys(Money, 0))
    """By kind of money: what was carried out again."""

    def to_json(self) -> dict[str, Json]:
        """As `croupier verify-log --json` shows it."""
        counts: dict[str, Json] = {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if one.name not in ("in_cents", "out_cents")
        }
        money: dict[str, Json] = {
            kind.value: {"in_cents": self.in_cents[kind], "out_cents": self.out_cents[kind]}
            for kind in Money
        }
        return {**counts, "money": money}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a check."""

    checked: Checked
    wrong: Wrong | None
    """The first thing that is wrong, in the order of the log; None if nothing is."""
    is_log_alone: bool
    """Whether there was only the log to check, as in an export: no balances, seats or results."""

    @property
    def is_well(self) -> bool:
        """Whether nothing is wrong."""
        return self.wrong is None

    def to_json(self) -> dict[str, Json]:
        """As `croupier verify-log --json` shows it."""
        return {
            "is_well": self.is_well,
            "wrong": self.wrong.to_json() if self.wrong else None,
            "is_log_alone": self.is_log_alone,
            "checked": self.checked.to_json(),
        }
