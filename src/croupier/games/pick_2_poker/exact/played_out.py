"""What the script pays in one deal, for one unit on every wager.

What the bets of this game are worth rests on what is paid when, and that is the script's to
say. So it is asked: it deals the cards it is given to one seat, is told what the seat chooses,
and what it settles is noted. Nobody waits and nothing goes on record.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Final

from croupier.cards import Card, PackDispenser
from croupier.games.pick_2_poker.rules import THREE_CARD_HALF, Entry, Rules, wagers
from croupier.games.pick_2_poker.script import script
from croupier.table.dealing import Dealing
from croupier.table.events import CardDealt, CardsMoved, WagerAdded
from croupier.table.layout import Layout
from croupier.table.prepared import PreparedTable
from croupier.table.settings import TableSettings
from croupier.table.settlement import Result
from croupier.table.steps import Answer, Ask, Choice, Deal, Move, Settle, Step
from croupier.table.wager import Wager
from croupier.table.worth import PayTables

__all__ = ["PlayedOut", "play_out"]

_SEAT: Final = 1


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """What one deal brought, for an Ante of one and a unit on each bonus."""

    play: Fraction
    """What was staked on Play."""
    game: Fraction
    """What Ante and Play gained."""
    ante: Fraction
    """What of that the Ante gained."""
    bonus: Fraction
    """What the 3-5 Bonus gained, both halves together."""
    three_card_half: Fraction
    """What of that the half for three cards gained."""
    bonus_lines: tuple[str, ...]
    """The lines it was paid on, that of the three cards marked as such."""
    bonus_only: Fraction
    """What the 5 Card Bonus Only gained."""
    bonus_only_line: str | None


def play_out(
    cards: Sequence[Card],
    dealer: Sequence[Card],
    option: str,
    rules: Rules,
    pay_tables: PayTables,
) -> PlayedOut:
    """Plays these five cards against these five of the dealer, the seat choosing that option."""
    layout = Layout(
        stakes={_SEAT: {"5 Card Bonus Only": 1, "3-5 Bonus": 1, "Ante": 1}},
        picks={_SEAT: ()},
        bets_are_closed=True,
    )
    deal = _Deal(layout, [*cards, *dealer], option)
    steps = script(_table(layout, rules, pay_tables))
    answer: Answer = None
    try:
        while True:
            answer = deal.answer(steps.send(answer))
    except StopIteration:
        return deal.brought()


@dataclass(slots=True)
class _Deal:
    """The hands of a dealer who knows the cards and what the seat will say."""

    layout: Layout
    cards: list[Card]
    option: str
    play: int = 0
    settled: dict[str, Settle] = field(default_factory=dict)

    def answer(self, step: Step) -> Answer:
        """Does what the step asks for."""
        match step:
            case Deal(targets):
                dealt, self.cards = self.cards[: len(targets)], self.cards[len(targets) :]
                for (place, face), card in zip(targets, dealt, strict=True):
                    self.layout.apply(CardDealt(place, card, face))
                return tuple(dealt)
            case Ask(asked=(asked,)):
                chosen = next(one for one in asked.options if one.name == self.option)
                if chosen.spot is not None:
                    self.play = chosen.least_cents
                    self.layout.apply(WagerAdded(asked.seat, chosen.spot, self.play))
                return (Choice(asked.seat, chosen.name, self.play),)
            case Move(source, positions, target, face):
                lying = self.layout.known(source)
                moved = tuple(lying[at] for at in positions)
                self.layout.apply(CardsMoved(source, positions, target, face, moved))
            case Settle(seat, spot):
                self.settled[spot] = step
                if step.has_own_wager:
                    del self.layout.stakes[seat][spot]
        return None

    def brought(self) -> PlayedOut:
        """What was settled, put together."""
        five, three = self.settled["3-5 Bonus"], self.settled.get(THREE_CARD_HALF)
        only = self.settled["5 Card Bonus Only"]
        ante, play = self.settled["Ante"], self.settled.get("Play")
        lines = [five.because.line] if five.because.line else []
        if three is not None:
            lines.append(f"3-card {three.because.line}")
        return PlayedOut(
            play=Fraction(self.play),
            game=_gained(ante) + (_gained(play) if play else 0),
            ante=_gained(ante),
            bonus=_gained(five) + (_gained(three) if three else 0),
            three_card_half=_gained(three) if three else Fraction(0),
            bonus_lines=tuple(lines),
            bonus_only=_gained(only),
            bonus_only_line=only.because.line,
        )


def _gained(step: Settle) -> Fraction:
    """What a settlement brings beyond the stake."""
    match step.outcome.result:
        case Result.WIN:
            assert step.outcome.odds is not None, "a win has odds"
            return step.stake_cents * step.outcome.odds.fraction
        case Result.LOSE:
            return Fraction(-step.stake_cents)
        case Result.PUSH:
            return Fraction(0)
        case Result.HALF_BACK:
            return Fraction(-step.stake_cents, 2)


def _table(layout: Layout, rules: Rules, pay_tables: PayTables) -> Dealing[Rules]:
    """A table of one seat, with limits and units left out: no bet is checked."""
    fixed = PreparedTable(
        rules=rules,
        picks=None,
        wagers=_wagers(rules.entry),
        limits={},
        pay_tables=pay_tables,
        units_cents={},
        odds={},
        slip_rules=(),
    )
    settings = TableSettings(
        game="pick-2-poker",
        rules_version=1,
        positions=1,
        readings=(),
        limits=(),
        pay_tables=(),
        table_maximum_cents=None,
        payout_maximum_cents=None,
    )
    return Dealing(rules, settings, fixed, layout, PackDispenser.name)


@cache
def _wagers(entry: Entry) -> dict[str, Wager]:
    """The wagers by spot, which depend on nothing else."""
    return {wager.spot: wager for wager in wagers(Rules(entry=entry))}
