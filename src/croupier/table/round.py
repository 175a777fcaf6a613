"""A round: a script that people talk to, from the first bet to the last chip.

Commands go in, events come out, in one order. The same script with the same commands and
cards gives the same events. A command that is refused leaves the round exactly as it was.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, assert_never

from croupier.cards import CardReader, Seed, parse_salt
from croupier.money import format_cents, is_whole_number
from croupier.quoting import harmless, quoted
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import (
    CloseBets,
    Command,
    Decide,
    Perform,
    PlaceWagers,
    ReadCard,
    ReportIrregularity,
    RevealSeed,
    RuleOnIrregularity,
    TimeOut,
)
from croupier.table.events import DecidedBy, Event
from croupier.table.game import Game
from croupier.table.irregularity import Remedy
from croupier.table.picks import check_picks
from croupier.table.runner import ScriptRunner
from croupier.table.settings import TableSettings
from croupier.table.source import CardSource
from croupier.table.steps import Ask, Asked, Choice, Option
from croupier.table.wager import check_slip
from croupier.table.waiting import (
    AUTOMATIC,
    Automation,
    AwaitingCards,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingSupervisor,
    AwaitingWagers,
    RoundIsOver,
    Running,
    step_name,
)

__all__ = ["Round"]

_LONGEST_TEXT: Final = 500
_MADE: Final = happened.DecisionMade


class Round(ScriptRunner):
    """One round of a game at one table."""

    def __init__(
        self,
        game: Game[Any],
        settings: TableSettings,
        source: CardSource,
        *,
        automation: Automation = AUTOMATIC,
    ) -> None:
        super().__init__(game, settings, source, automation)

    def handle(self, command: Command) -> tuple[Event, ...]:
        """Does what it is told, and returns what happened; or raises `Rejection`."""
        before = len(self._events)
        self._plan(command).do()
        return tuple(self._events[before:])

    def check(self, command: Command) -> dict[int, int]:
        """What a command would cost each seat, in cents, or raises `Rejection`; does nothing.

        So that whoever keeps the money can refuse a bet before it is made, or reserve it: it is
        taken with `WagersPlaced` or `WagerAdded`, which follows when all who were asked have
        chosen, and never if the round is void before. Negative where a smaller slip gives
        something back.
        """
        return self._plan(command).costs

    def _plan(self, command: Command) -> "_Plan":
        """Refuses what must be refused; what is left to do can no longer be."""
        self._require_in_play(command)
        match command:
            case PlaceWagers():
                return self._place_wagers(command)
            case CloseBets():
                return self._close_bets(command)
            case Decide():
                return self._decide(command)
            case TimeOut():
                return self._time_out()
            case ReadCard():
                return self._read_card(command)
            case Perform():
                return self._perform(command)
            case ReportIrregularity():
                return self._report(command)
            case RuleOnIrregularity():
                return self._rule(command)
            case RevealSeed():
                return self._reveal_seed(command)
            case _:
                assert_never(command)

    def _require_in_play(self, command: Command) -> None:
        over = isinstance(self._waiting, RoundIsOver)
        held = isinstance(self._waiting, AwaitingSupervisor)
        if over and not isinstance(command, RevealSeed):
            raise Rejection(Code.ROUND_OVER, "This round is over; the next one takes new bets.")
        if held and not isinstance(command, RuleOnIrregularity):
            raise Rejection(
                Code.ROUND_HELD, "This round is held until a supervisor rules on what went wrong."
            )

    def _place_wagers(self, command: PlaceWagers) -> "_Plan":
        self._require_betting()
        seat, slip = command.seat, command.slip
        if not is_whole_number(seat) or not 1 <= seat <= self.settings.positions:
            raise Rejection(
                Code.SEAT_UNKNOWN,
                f"This table has seats 1 to {self.settings.positions}; "
                f"{harmless(seat, longest=40)} is none.",
            )
        before = self.layout.stakes.get(seat)
        if slip.stakes:
            fixed = self._table
            check_slip(
                slip,
                fixed.wagers,
                fixed.limits,
                fixed.units_cents,
                self.settings.table_maximum_cents,
                rules=fixed.slip_rules,
            )
            check_picks(fixed.picks, slip.picks)
        elif before is None or slip.picks:
            raise Rejection(
                Code.NO_WAGERS, f"There are no wagers on the slip, and none to take back at {seat}."
            )
        cost = slip.total_cents - sum((before or {}).values())
        placed = happened.WagersPlaced(seat, slip.stakes, slip.picks)
        return _Plan(partial(self._emit, placed), {seat: cost})

    def _close_bets(self, command: CloseBets) -> "_Plan":
        self._require_betting()
        salt = parse_salt(command.salt)
        if not self.layout.stakes:
            raise Rejection(Code.NO_WAGERS, "Nobody has bet; there is nothing to deal for.")
        if self._source.commitment is not None and not salt:
            raise Rejection(
                Code.SALT_INVALID,
                "Bets close with a salt the house could not foresee; without one it alone would "
                "have picked the order of the cards.",
            )
        device = self._source.load(salt)
        if command.cut_at is not None:
            device.require_cut(command.cut_at)

        def do() -> None:
            if command.cut_at is not None:
                device.cut(command.cut_at)
            self._device = device
            self._emit(happened.BetsClosed(salt.hex(), command.cut_at))
            self._next_step(None)
            self._run()

        return _Plan(do)

    def _decide(self, command: Decide) -> "_Plan":
        asked = self._asked(command.seat)
        option = next((one for one in asked.options if one.name == command.option), None)
        if option is None:
            offered = ", ".join(one.name for one in asked.options)
            raise Rejection(
                Code.OPTION_NOT_OFFERED,
                f"Seat {command.seat} may choose: {offered}; not {quoted(command.option)}.",
            )
        stake = _option_stake(option, command.stake_cents)
        choice = Choice(asked.seat, option.name, stake)
        return self._choosing([choice], DecidedBy.PLAYER)

    def _time_out(self) -> "_Plan":
        if not isinstance(self._waiting, AwaitingDecisions):
            raise Rejection(Code.NOT_ASKED, "Nobody is being asked, so no time can run out.")
        choices = []
        for asked in self.layout.asked.values():
            if asked.default is None:
                raise Rejection(
                    Code.NO_DEFAULT,
                    f"Nothing counts by default for seat {asked.seat}; the table waits for it.",
                )
            option = next(one for one in asked.options if one.name == asked.default)
            choices.append(Choice(asked.seat, option.name, option.least_cents))
        return self._choosing(choices, DecidedBy.TIME)

    def _choosing(self, choices: list[Choice], by: DecidedBy) -> "_Plan":
        assert isinstance(self._step, Ask), "somebody chooses because somebody asked"
        is_hidden = self._step.is_hidden

        def do() -> None:
            for choice in choices:
                self._choices[choice.seat] = choice
                self._emit(happened.DecisionMade(choice, choice.seat, by, is_hidden))
            self._run()

        return _Plan(do, {choice.seat: choice.stake_cents for choice in choices})

    def _read_card(self, command: ReadCard) -> "_Plan":
        reader = self._device
        if not isinstance(self._waiting, AwaitingCards) or not isinstance(reader, CardReader):
            raise Rejection(Code.CARD_NOT_AWAITED, "No card is to be drawn now; put it back.")
        reader.require_unread(command.card)

        def do() -> None:
            self._emit(happened.CardRead(reader.read(command.card)))
            self._run()

        return _Plan(do)

    def _perform(self, command: Perform) -> "_Plan":
        if not isinstance(self._waiting, AwaitingDealer):
            raise Rejection(Code.NOT_THE_NEXT_STEP, "It is not the dealer's turn now.")
        wanted = step_name(self._waiting.step)
        if command.step != wanted:
            raise Rejection(
                Code.NOT_THE_NEXT_STEP, f"The next step is “{wanted}”, not {quoted(command.step)}."
            )

        def do() -> None:
            self._is_begun = True
            self._run()

        return _Plan(do)

    def _report(self, command: ReportIrregularity) -> "_Plan":
        _require_text(command.detail)
        remedy = self.game.remedy(command.kind, self._table.rules, self._source.device)
        return _Plan(partial(self._irregular, command.kind, command.detail, remedy))

    def _rule(self, command: RuleOnIrregularity) -> "_Plan":
        if not isinstance(self._waiting, AwaitingSupervisor):
            raise Rejection(Code.ROUND_NOT_HELD, "This round is not held; nothing is to rule on.")
        if command.remedy is not Remedy.VOID and command.remedy is not Remedy.CONTINUE:
            raise Rejection(
                Code.OPTION_NOT_OFFERED, "A supervisor rules that the round is void or continues."
            )
        _require_text(command.reason)

        def do() -> None:
            self._emit(happened.SupervisorRuled(command.remedy, command.reason))
            if command.remedy is Remedy.VOID:
                self._void(command.reason)
            else:
                self._waiting = Running()
                self._run()

        return _Plan(do)

    def _reveal_seed(self, command: RevealSeed) -> "_Plan":
        if not isinstance(self._waiting, RoundIsOver):
            raise Rejection(Code.SEED_INVALID, "The seed stays secret until the round is over.")
        seed = Seed.parse(command.seed)
        if self._source.commitment is None or not self._source.commitment.opens_to(seed):
            raise Rejection(
                Code.COMMITMENT_INVALID, "This is not the seed the house was committed to."
            )
        if any(isinstance(event, happened.SeedRevealed) for event in self._events):
            raise Rejection(Code.ROUND_OVER, "The seed of this round was revealed already.")
        return _Plan(partial(self._emit, happened.SeedRevealed(seed.reveal())))

    # What the commands share.

    def _require_betting(self) -> None:
        if self.layout.bets_are_closed:
            raise Rejection(Code.BETS_CLOSED, "Bets are closed; the next round takes new ones.")
        if not isinstance(self._waiting, AwaitingWagers):
            raise Rejection(Code.BETS_CLOSED, "Betting has not opened yet; wait for the dealer.")

    def _asked(self, seat: int) -> Asked:
        if isinstance(self._waiting, AwaitingDecisions):
            if seat in self.layout.asked:
                return self.layout.asked[seat]
            if seat in self._choices or seat == self._last_to_choose():
                raise Rejection(
                    Code.ALREADY_DECIDED, f"Seat {seat} has chosen already, and it stands."
                )
        raise Rejection(Code.NOT_ASKED, f"Seat {harmless(seat)} is not being asked now.")

    def _last_to_choose(self) -> int | None:
        """Who made the last decision: where one is asked after another, he may say it twice."""
        made = (event for event in reversed(self._events) if isinstance(event, _MADE))
        return next((event.seat for event in made), None)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A command that was found in order: what it does, and what it costs each seat."""

    do: Callable[[], None]
    costs: dict[int, int] = field(default_factory=dict)


def _require_text(text: str) -> None:
    if not text or len(text) > _LONGEST_TEXT or not text.isprintable():
        raise Rejection(
            Code.TEXT_INVALID,
            f"Say it in 1 to {_LONGEST_TEXT} characters that can be printed, on one line.",
        )


def _option_stake(option: Option, stake_cents: int | None) -> int:
    """The further stake, which must be what the option takes."""
    is_one_amount = option.least_cents == option.most_cents
    if stake_cents is None and is_one_amount:
        return option.least_cents
    if (
        stake_cents is None
        or not is_whole_number(stake_cents)
        or not option.least_cents <= stake_cents <= option.most_cents
        or (stake_cents % option.step_cents and not is_one_amount)
    ):
        lowest, highest = format_cents(option.least_cents), format_cents(option.most_cents)
        wanted = lowest if lowest == highest else f"{lowest} to {highest}"
        steps = f" in steps of {format_cents(option.step_cents)}" if option.step_cents > 1 else ""
        raise Rejection(Code.STAKE_INVALID, f"“{option.name}” takes {wanted}{steps}.")
    return stake_cents
