"""Wagers: what may be bet where, and what is refused.

A `Wager` is the rule for one spot. Its constraints are values that check themselves and say
themselves in a sentence, so the same object refuses a bet, fills a rack card and teaches. A
`Limit` is what the house sets for a spot at one table. A `Slip` is what one seat puts down.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import lcm

from croupier.money import (
    EVEN_MONEY,
    MOST_CENTS,
    ONE_HALF,
    Odds,
    format_cents,
    is_whole_number,
    smallest_unit_cents,
)
from croupier.quoting import harmless, quoted
from croupier.rejection import Code, Rejection
from croupier.table.paytable import PayTable

__all__ = [
    "AtLeast",
    "AtMost",
    "Compulsory",
    "Constraint",
    "EqualTo",
    "Limit",
    "OnlyWith",
    "Slip",
    "SlipRefusal",
    "SlipRules",
    "Stakes",
    "Wager",
    "When",
    "check_slip",
    "slip_refusals",
    "slip_rules",
    "stake_units_cents",
]

Stakes = Mapping[str, int]
"""What one seat has bet: cents by spot."""


@dataclass(frozen=True, slots=True)
class Compulsory:
    """Must be bet to be in the round; or one of the alternatives must."""

    alternatives: tuple[str, ...] = ()

    def check(self, spot: str, stakes: Stakes) -> None:
        """Refuses stakes that leave the spot (and its alternatives) empty."""
        if spot not in stakes and not any(other in stakes for other in self.alternatives):
            raise Rejection(Code.WAGER_MISSING, f"{self.sentence(spot)}.")

    def sentence(self, spot: str) -> str:
        """`Ante or Pair Plus must be bet`."""
        return f"{_either((spot, *self.alternatives))} must be bet"


@dataclass(frozen=True, slots=True)
class OnlyWith:
    """May be bet only where all of these are bet too."""

    others: tuple[str, ...]

    def check(self, spot: str, stakes: Stakes) -> None:
        """Refuses the wager without its base."""
        missing = [other for other in self.others if other not in stakes]
        if spot in stakes and missing:
            raise Rejection(
                Code.WAGER_WITHOUT_BASE, f"{self.sentence(spot)}; bet {_both(missing)} too."
            )

    def sentence(self, spot: str) -> str:
        """`Six Card Bonus goes only with Ante and Pair Plus`."""
        return f"{spot} goes only with {_both(self.others)}"


@dataclass(frozen=True, slots=True)
class _Beside:
    """Compared with other wagers of the same seat, where any of those is bet."""

    others: tuple[str, ...]
    times: Fraction = Fraction(1)

    def _excess(self, spot: str, stakes: Stakes) -> int:
        """Above zero where the stake is more than it is measured by, below where less.

        Zero too where there is nothing to compare. In whole numbers, because it is asked of every
        slip of every terminal.
        """
        if spot not in stakes:
            return 0
        base = self._base_cents(stakes)
        return stakes[spot] * self.times.denominator - base * self.times.numerator if base else 0

    def _base_cents(self, stakes: Stakes) -> int:
        return sum([stakes.get(other, 0) for other in self.others])

    def _here(self, stakes: Stakes) -> str:
        """What the measure comes to: `$10 here`."""
        return f"{_dollars(self._base_cents(stakes) * self.times)} here"

    def _measure(self) -> str:
        words = {Fraction(1): "", Fraction(2): "twice ", Fraction(1, 2): "half of "}
        factor = words.get(self.times, f"{self.times} times ")
        together = " together" if len(self.others) > 1 else ""
        return f"{factor}{_both(self.others)}{together}"


@dataclass(frozen=True, slots=True)
class EqualTo(_Beside):
    """Exactly as much as other wagers, or so many times as much."""

    def check(self, spot: str, stakes: Stakes) -> None:
        """Refuses another amount."""
        if self._excess(spot, stakes):
            raise Rejection(Code.STAKE_NOT_EQUAL, f"{self.sentence(spot)}: {self._here(stakes)}.")

    def sentence(self, spot: str) -> str:
        """`3-5 Bonus must equal Ante`."""
        return f"{spot} must equal {self._measure()}"


@dataclass(frozen=True, slots=True)
class AtLeast(_Beside):
    """No less than other wagers, or so many times them."""

    def check(self, spot: str, stakes: Stakes) -> None:
        """Refuses less."""
        if self._excess(spot, stakes) < 0:
            raise Rejection(
                Code.STAKE_TOO_LOW_BESIDE, f"{self.sentence(spot)}: {self._here(stakes)}."
            )

    def sentence(self, spot: str) -> str:
        """`Pair Plus must be at least Ante`."""
        return f"{spot} must be at least {self._measure()}"


@dataclass(frozen=True, slots=True)
class AtMost(_Beside):
    """No more than other wagers, or so many times them."""

    def check(self, spot: str, stakes: Stakes) -> None:
        """Refuses more."""
        if self._excess(spot, stakes) > 0:
            raise Rejection(
                Code.STAKE_TOO_HIGH_BESIDE, f"{self.sentence(spot)}: {self._here(stakes)}."
            )

    def sentence(self, spot: str) -> str:
        """`Insurance may be at most half of Blackjack 1 and Blackjack 2 together`."""
        return f"{spot} may be at most {self._measure()}"


Constraint = Compulsory | OnlyWith | EqualTo | AtLeast | AtMost


@dataclass(frozen=True, slots=True)
class Limit:
    """What the house allows on one spot at one table."""

    minimum_cents: int
    maximum_cents: int
    multiple_of_cents: int = 1
    """The increment: the stake must be a multiple of it."""

    def __post_init__(self) -> None:
        all_cents = (self.minimum_cents, self.maximum_cents, self.multiple_of_cents)
        if not (
            all(is_whole_number(cents) for cents in all_cents)
            and 1 <= self.minimum_cents <= self.maximum_cents <= MOST_CENTS
            and self.multiple_of_cents >= 1
            and self.minimum_cents % self.multiple_of_cents == 0
        ):
            raise Rejection(
                Code.LIMITS_INVALID,
                "Limits need a minimum above zero, no higher than the maximum and a multiple of "
                "the increment, in whole cents; not {} to {} in steps of {}.".format(
                    *(_amount(cents) for cents in all_cents)
                ),
            )

    def check(self, spot: str, stake_cents: int) -> None:
        """Refuses a stake outside the limits or off the increment."""
        for refusal in self.refusals(spot, stake_cents):
            raise refusal

    def refusals(self, spot: str, stake_cents: int) -> Iterator[Rejection]:
        """All that is wrong with a stake: one outside the limits may be off the increment too."""
        if stake_cents < self.minimum_cents:
            yield Rejection(
                Code.STAKE_BELOW_MINIMUM,
                f"The minimum on {spot} is {format_cents(self.minimum_cents)}, not "
                f"{format_cents(stake_cents)}.",
            )
        if stake_cents > self.maximum_cents:
            yield Rejection(
                Code.STAKE_ABOVE_MAXIMUM,
                f"The maximum on {spot} is {format_cents(self.maximum_cents)}, not "
                f"{format_cents(stake_cents)}.",
            )
        if stake_cents % self.multiple_of_cents:
            yield Rejection(
                Code.STAKE_OFF_INCREMENT,
                f"{spot} is bet in multiples of {format_cents(self.multiple_of_cents)}; "
                f"{format_cents(stake_cents)} is none.",
            )

    def require_payable(self, spot: str, unit_cents: int) -> None:
        """Refuses limits between which no stake could be paid in whole cents."""
        step = lcm(self.multiple_of_cents, unit_cents)
        if self.maximum_cents // step * step < self.minimum_cents:
            raise Rejection(
                Code.LIMITS_INVALID,
                f"Between {format_cents(self.minimum_cents)} and "
                f"{format_cents(self.maximum_cents)} no stake on {spot} could be paid in whole "
                "cents.",
            )

    def sentence(self, spot: str) -> str:
        """`Ante: $5 to $500 in steps of $5`."""
        steps = f" in steps of {format_cents(self.multiple_of_cents)}"
        lowest, highest = format_cents(self.minimum_cents), format_cents(self.maximum_cents)
        return f"{spot}: {lowest} to {highest}{steps if self.multiple_of_cents > 1 else ''}"


class When(StrEnum):
    """When a wager is put down."""

    BEFORE_THE_DEAL = "before_the_deal"
    WITH_A_DECISION = "with_a_decision"
    """In the round, as part of an option: Play, a double, insurance."""


@dataclass(frozen=True, slots=True)
class Wager:
    """The rule for one spot."""

    spot: str
    about: str
    """What is bet on, in one sentence."""
    limit: Limit | None = None
    """The limits a table has unless the house sets others; None where the rules fix the stake."""
    constraints: tuple[Constraint, ...] = ()
    when: When = When.BEFORE_THE_DEAL
    pays: tuple[Odds, ...] = (EVEN_MONEY,)
    """Odds it can be settled at beside its pay table."""
    may_return_half: bool = False
    """Whether half of the stake may come back; then only stakes that can be halved are taken."""
    lines: tuple[str, ...] = ()
    """What its pay tables may have lines for, best first."""
    pay_tables: tuple[PayTable, ...] = ()
    """The tables it is offered with, the usual one first."""
    brought_by: str | None = None
    """For a bonus that is not bet itself but paid on the stake of another spot: that spot."""
    may_grow_to: int = 1
    """How many times its first stake may lie on the spot by the end, with doubles and splits.

    What is added so is paid even money at most.
    """

    def __post_init__(self) -> None:
        assert self.limit is None or self.brought_by is None, f"{self.spot} is not bet itself"
        is_open = self.when is When.BEFORE_THE_DEAL and self.brought_by is None
        assert self.limit is not None or not is_open, f"{self.spot} needs limits"
        for table in self.pay_tables:
            table.require_lines(self.lines)

    def pay_table(self, name: str) -> PayTable:
        """The pay table of that name."""
        for table in self.pay_tables:
            if table.name == name:
                return table
        known = ", ".join(table.name for table in self.pay_tables) or "none"
        raise Rejection(
            Code.PAY_TABLE_UNKNOWN,
            f"{self.spot} has no pay table {quoted(name)}; it is offered with: {known}.",
        )

    def odds(self, pay_table: PayTable | None) -> frozenset[Odds]:
        """All odds it can be settled at."""
        by_table = [line.odds for line in pay_table.lines] if pay_table else []
        half = (ONE_HALF,) if self.may_return_half else ()
        return frozenset((*self.pays, *by_table, *half))


@dataclass(frozen=True, slots=True)
class Slip:
    """What one seat puts down before the deal."""

    stakes: tuple[tuple[str, int], ...]
    """Cents by spot."""
    picks: tuple[str, ...] = ()
    """What the game lets a player choose before the deal, such as a stadium's three cells."""

    @classmethod
    def of(cls, stakes: Stakes, picks: Sequence[str] = ()) -> "Slip":
        """A slip from a mapping of spots to cents."""
        return cls(tuple(stakes.items()), tuple(picks))

    @property
    def total_cents(self) -> int:
        """All stakes together."""
        return sum(cents for _, cents in self.stakes)


def check_slip(
    slip: Slip,
    wagers: Mapping[str, Wager],
    limits: Mapping[str, Limit],
    units_cents: Mapping[str, int],
    table_maximum_cents: int | None = None,
    *,
    rules: "SlipRules | None" = None,
) -> None:
    """Refuses a slip that breaks a rule, a limit, or could not be paid in whole cents.

    `wagers`, `limits` and `units_cents`, which `stake_units_cents` gives, are by spot.
    `table_maximum_cents` is the most that all wagers of one seat together may come to. `rules`
    is what `slip_rules` gives, for who has it at hand.
    """
    refusals = slip_refusals(slip, wagers, limits, units_cents, table_maximum_cents, rules=rules)
    for refusal in refusals:
        raise refusal.rejection


@dataclass(frozen=True, slots=True)
class SlipRefusal:
    """One thing that is wrong with a slip."""

    rejection: Rejection
    spot: str | None
    """Where; None where it is the slip as a whole."""


def slip_refusals(
    slip: Slip,
    wagers: Mapping[str, Wager],
    limits: Mapping[str, Limit],
    units_cents: Mapping[str, int],
    table_maximum_cents: int | None = None,
    *,
    rules: "SlipRules | None" = None,
) -> Iterator[SlipRefusal]:
    """Everything that is wrong with a slip, of which `check_slip` refuses the first."""
    stakes: dict[str, int] = {}
    for spot, cents in slip.stakes:
        try:
            _require_spot(spot, wagers, stakes)
            _require_amount(spot, cents)
        except Rejection as refusal:
            yield SlipRefusal(refusal, spot)
        else:
            stakes[spot] = cents
    for spot, cents in stakes.items():
        for beyond in limits[spot].refusals(spot, cents):
            yield SlipRefusal(beyond, spot)
        if cents % units_cents[spot]:
            yield SlipRefusal(_not_payable(spot, cents, units_cents[spot]), spot)
    for spot, constraint in slip_rules(wagers) if rules is None else rules:
        if spot in stakes or isinstance(constraint, Compulsory):
            try:
                constraint.check(spot, stakes)
            except Rejection as refusal:
                yield SlipRefusal(refusal, spot)
    if table_maximum_cents is not None and slip.total_cents > table_maximum_cents:
        yield SlipRefusal(_above_maximum(slip, table_maximum_cents), None)


def _not_payable(spot: str, cents: int, unit_cents: int) -> Rejection:
    return Rejection(
        Code.STAKE_NOT_PAYABLE,
        f"{format_cents(cents)} on {spot} could not be paid in whole cents; stake a multiple of "
        f"{format_cents(unit_cents)}.",
    )


def _above_maximum(slip: Slip, table_maximum_cents: int) -> Rejection:
    return Rejection(
        Code.TABLE_MAXIMUM,
        f"All wagers of one seat together may come to {format_cents(table_maximum_cents)} at this "
        f"table, not {format_cents(slip.total_cents)}.",
    )


SlipRules = tuple[tuple[str, Constraint], ...]
"""Spots and what is bound on them, in the order in which a slip is checked."""


def slip_rules(wagers: Mapping[str, Wager]) -> SlipRules:
    """What a slip must keep to.

    What is missing altogether comes last: a side bet without its base is told so itself.
    """
    rules = [
        (spot, constraint)
        for spot, wager in wagers.items()
        if wager.when is When.BEFORE_THE_DEAL
        for constraint in wager.constraints
    ]
    return tuple(sorted(rules, key=lambda rule: isinstance(rule[1], Compulsory)))


def stake_units_cents(
    wagers: Mapping[str, Wager], pay_tables: Mapping[str, PayTable]
) -> dict[str, int]:
    """By spot: stakes that are multiples of this can be settled exactly, whatever happens."""
    own = {
        spot: smallest_unit_cents(wager.odds(pay_tables.get(spot)))
        for spot, wager in wagers.items()
    }
    units = dict(own)
    for spot, wager in wagers.items():
        if wager.brought_by in units:
            units[wager.brought_by] = lcm(units[wager.brought_by], own[spot])
    return units


def _require_spot(spot: str, wagers: Mapping[str, Wager], stakes: Stakes) -> None:
    if spot not in wagers:
        raise Rejection(
            Code.SPOT_UNKNOWN, f"There is no spot {quoted(spot)}; there are {_both(list(wagers))}."
        )
    if spot in stakes:
        raise Rejection(Code.STAKE_INVALID, f"{spot} is on the slip twice; one stake to a spot.")
    if wagers[spot].brought_by is not None:
        raise Rejection(
            Code.WAGER_NOT_NOW, f"{spot} comes with {wagers[spot].brought_by}; it is not bet."
        )
    if wagers[spot].when is When.WITH_A_DECISION:
        raise Rejection(
            Code.WAGER_NOT_NOW, f"{spot} is bet during the round, with a decision; leave it out."
        )


def _require_amount(spot: str, cents: int) -> None:
    if not is_whole_number(cents) or not 1 <= cents <= MOST_CENTS:
        raise Rejection(
            Code.STAKE_INVALID, f"A stake is a whole number of cents above zero, on {spot} too."
        )


def _amount(cents: object) -> str:
    """Dollars, or what was given where it is no amount."""
    if isinstance(cents, int) and is_whole_number(cents) and abs(cents) <= MOST_CENTS:
        return format_cents(cents)
    return harmless(cents)


def _dollars(cents: Fraction) -> str:
    return format_cents(int(cents)) if cents.denominator == 1 else f"${float(cents / 100):.4f}"


def _both(spots: Sequence[str]) -> str:
    return _joined(spots, "and")


def _either(spots: Sequence[str]) -> str:
    return _joined(spots, "or")


def _joined(spots: Sequence[str], word: str) -> str:
    if len(spots) < 2:
        return "".join(spots)
    return f"{', '.join(spots[:-1])} {word} {spots[-1]}"
