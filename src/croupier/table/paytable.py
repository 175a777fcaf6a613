"""Pay tables: named lines and what each pays."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from croupier.money import Odds
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["PayLine", "PayTable"]

_LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class PayLine:
    """One line of a pay table."""

    name: str
    """What must be held, `Straight Flush`."""
    odds: Odds


@dataclass(frozen=True, slots=True)
class PayTable:
    """What a wager pays for what is held, best line first. What has no line loses."""

    name: str
    lines: tuple[PayLine, ...]

    def __post_init__(self) -> None:
        if not self.name.isprintable() or not 1 <= len(self.name) <= _LONGEST_NAME:
            raise Rejection(
                Code.TEXT_INVALID,
                f"A pay table needs a name of 1 to {_LONGEST_NAME} characters that can be printed, "
                f"not {quoted(self.name)}.",
            )
        if not self.lines:
            raise Rejection(Code.PAY_TABLE_EMPTY, f"Pay table {quoted(self.name)} has no line.")
        for name, times in Counter(line.name for line in self.lines).items():
            if times > 1:
                raise Rejection(
                    Code.PAY_TABLE_LINE_REPEATED,
                    f"Pay table {quoted(self.name)} has the line {quoted(name)} twice.",
                )

    @classmethod
    def of(cls, name: str, pays: Mapping[str, str | int | Odds]) -> "PayTable":
        """Makes a table of lines and odds, `{"Flush": "3 to 1", "Pair": 1}`."""
        return cls(name, tuple(PayLine(line, _odds(name, line, pay)) for line, pay in pays.items()))

    @classmethod
    def to_one(cls, name: str, lines: Sequence[str], *pays: int) -> "PayTable":
        """Makes a table whose pays are all to 1, `to_one("Usual", ("Flush", "Pair"), 3, 1)`."""
        return cls.of(name, dict(zip(lines, pays, strict=True)))

    def require_lines(self, known: Sequence[str]) -> None:
        """Refuses a table with a line that its wager does not know."""
        for line in self.lines:
            if line.name not in known:
                raise Rejection(
                    Code.PAY_TABLE_LINE_UNKNOWN,
                    f"Pay table {quoted(self.name)} has an unknown line {quoted(line.name)}; "
                    f"the lines are {', '.join(known)}.",
                )

    def odds(self, line: str) -> Odds | None:
        """What that line pays, or None if the table has no such line: the wager loses."""
        return next((known.odds for known in self.lines if known.name == line), None)


def _odds(table: str, line: str, pay: str | int | Odds) -> Odds:
    if isinstance(pay, Odds):
        return pay
    try:
        return Odds.parse(str(pay))
    except Rejection as rejection:
        raise Rejection(
            Code.PAY_TABLE_PAY_INVALID,
            f"Pay table {quoted(table)}, line {quoted(line)}: {rejection.detail}",
        ) from None
