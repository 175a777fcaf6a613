"""How a wager ends, and why."""

from dataclasses import dataclass
from enum import StrEnum

from croupier.money import EVEN_MONEY, ONE_HALF, Odds

__all__ = ["HALF_BACK", "LOSE", "PUSH", "Because", "Outcome", "Result", "win"]


class Result(StrEnum):
    """The four ways a wager can end."""

    WIN = "win"
    """The stake comes back with what the odds pay."""
    LOSE = "lose"
    """The stake is taken."""
    PUSH = "push"
    """The stake comes back."""
    HALF_BACK = "half_back"
    """Half of the stake comes back, half is taken."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result, and the odds where it is a win."""

    result: Result
    odds: Odds | None = None

    @property
    def paid_at(self) -> Odds | None:
        """The odds a wager must be offered at to end so; a push or a loss needs none."""
        return ONE_HALF if self.result is Result.HALF_BACK else self.odds

    def returned_cents(self, stake_cents: int) -> int:
        """What goes back to the player, stake included."""
        match self.result:
            case Result.WIN:
                assert self.odds is not None, "a win has odds"
                return stake_cents + self.odds.win_cents(stake_cents)
            case Result.LOSE:
                return 0
            case Result.PUSH:
                return stake_cents
            case Result.HALF_BACK:
                return ONE_HALF.win_cents(stake_cents)


def win(odds: Odds = EVEN_MONEY) -> Outcome:
    """A win at these odds."""
    return Outcome(Result.WIN, odds)


LOSE = Outcome(Result.LOSE)
PUSH = Outcome(Result.PUSH)
HALF_BACK = Outcome(Result.HALF_BACK)


@dataclass(frozen=True, slots=True)
class Because:
    """Why a wager ended as it did: what a player who asks is told."""

    clause: str
    """The clause of the game's rules that decides, by its name in `docs/games/`."""
    sentence: str
    """One plain sentence."""
    hands: tuple[str, ...] = ()
    """The hands compared, in words, the player's first."""
    line: str | None = None
    """The line of the pay table, where one decides."""
