"""The terms of a table: what the house fixes about it beside the settings of its game.

Shown with the settings before anyone bets, on record in the log, and the same until the table is
created anew.
"""

from dataclasses import dataclass, field, fields
from enum import StrEnum

from croupier.house.accounts import Money
from croupier.money import MOST_CENTS, format_cents, is_whole_number
from croupier.quoting import harmless
from croupier.rejection import Code, Rejection
from croupier.table.codec import LATER

__all__ = ["CardsFrom", "TableKind", "TableTerms"]

_LONGEST_S = 24 * 3600
_WHOLE_NUMBERS = (
    "betting_s",
    "decision_s",
    "dealer_s",
    "seat_held_s",
    "deck_change_rounds",
    "deck_change_s",
)


class TableKind(StrEnum):
    """Who deals, and how its players are seated."""

    AUTOMATIC = "automatic"
    """A virtual dealer at a table of seats."""
    HUMAN = "human"
    """A dealer who does his steps himself."""
    STADIUM = "stadium"
    """Any number of terminals; each sees its own bets and what lies on the common layout."""


class CardsFrom(StrEnum):
    """Where the cards come from."""

    VIRTUAL = "virtual"
    """The house's shuffle, committed to before bets and checkable afterwards."""
    PHYSICAL = "physical"
    """Real cards, entered or scanned as they are drawn; such rounds carry no proof."""


@dataclass(frozen=True, slots=True)
class TableTerms:
    """What the house fixes about a table."""

    kind: TableKind = TableKind.AUTOMATIC
    has_human_dealer: bool = False
    """Whether a dealer must be at the table; always at one of kind `human`."""
    cards: CardsFrom = CardsFrom.VIRTUAL
    device: str = ""
    """What the game is dealt from, by name; empty for the usual one."""
    money: Money = Money.PLAY
    betting_s: int = 20
    """How long bets are taken after the first one (with a dealer, after New Game); 0: no clock."""
    decision_s: int = 30
    """How long a question waits before the sheet's default counts; 0: for ever."""
    dealer_s: int = 60
    """How long a human dealer may take over a step, or let players wait for a new game, before it
    is noted; 0: never noted."""
    seat_held_s: int = 300
    """How long a seat is kept for somebody who is gone and has nothing in the round."""
    float_cents: int = 500_000_000
    """What a rack is filled to when an automatic table opens, and whenever it falls to half."""
    exposure_maximum_cents: int | None = None
    """The most the table may lose in one round; None: what its rack holds."""
    large_win_cents: int = 100_000
    """From what a seat wins in a round on, it is noted as a large win."""
    has_tips: bool = False
    """Whether players may tip the dealer. It is for the house to say so: a virtual dealer has no
    use for it, and not every house lets its dealers be tipped."""
    has_several_seats: bool = True
    """Whether one person may play several seats."""
    seed_is_revealed: bool = True
    """Whether the seed is published after each round; it shows burned and folded cards then."""
    deck_change_rounds: int = 0
    """After how many rounds a human dealer's decks must be changed; 0: never by count."""
    deck_change_s: int = field(default=0, metadata=LATER)
    """How long a human dealer's decks stay in play before they must be changed; 0: never by the
    clock."""
    shows_odds: bool = field(default=False, metadata=LATER)
    """Whether a player is told what each option of a question is worth, from what he sees."""

    def __post_init__(self) -> None:
        for name in _WHOLE_NUMBERS:
            value = getattr(self, name)
            if not is_whole_number(value) or not 0 <= value <= _LONGEST_S:
                raise Rejection(
                    Code.SETTINGS_INVALID,
                    f"{name} is a whole number from 0 to {_LONGEST_S}, not "
                    f"{harmless(repr(value))}.",
                )
        for name in ("float_cents", "large_win_cents", "exposure_maximum_cents"):
            value = getattr(self, name)
            if value is None and name == "exposure_maximum_cents":
                continue
            if not is_whole_number(value) or not 1 <= value <= MOST_CENTS:
                raise Rejection(
                    Code.SETTINGS_INVALID,
                    f"{name} is whole cents from 1 to {format_cents(MOST_CENTS)}, not "
                    f"{harmless(repr(value))}.",
                )
        if self.cards is CardsFrom.PHYSICAL and not self.is_dealt_by_hand:
            raise Rejection(
                Code.SETTINGS_INVALID,
                "Real cards need a dealer: kind human, or has_human_dealer in a stadium.",
            )

    @property
    def is_dealt_by_hand(self) -> bool:
        """Whether a person deals."""
        return self.has_human_dealer or self.kind is TableKind.HUMAN

    @property
    def is_stadium(self) -> bool:
        """Whether each viewer sees only what is his own and what is common to all."""
        return self.kind is TableKind.STADIUM

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """What can be set."""
        return tuple(field.name for field in fields(cls))
