"""The heart of a live table: what happens is told, money moves with it, rounds run.

`croupier.house.live_table.LiveTable` is this with people talking to it. Everything here is done
in memory, at once and in one order; what came of it is handed out as a `Change`, to be written
before anyone sees it.
"""

from collections.abc import Callable
from typing import Any, Final

from croupier.cards import Back, PackDispenser, Seed
from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import meter, rack, tips, wagers
from croupier.house.changes import Change
from croupier.house.exposure import most_lost_cents
from croupier.house.in_play import InPlay
from croupier.house.ledger import Ledger
from croupier.house.log import Head
from croupier.house.on_paper import OnPaper, Revision
from croupier.house.past_rounds import money_of_round
from croupier.house.picture import Status, TablePicture
from croupier.house.salts import cut_of, salt_of
from croupier.house.table_record import TableRecord
from croupier.house.terms import CardsFrom
from croupier.money import format_cents
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Command, RevealSeed, TimeOut
from croupier.table.game import Game
from croupier.table.prepared import PreparedTable, prepare
from croupier.table.round import Round
from croupier.table.source import CardSource, DealtFrom
from croupier.table.steps import Call, Deal, Move, Settle
from croupier.table.waiting import (
    AUTOMATIC,
    Automation,
    AwaitingCards,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingSupervisor,
    AwaitingWagers,
    RoundIsOver,
)

__all__ = ["BY_THE_DEALER", "TableCore", "dealt_from"]

BY_THE_DEALER: Final[Automation] = frozenset({Settle, Call, Move})
"""What runs by itself where a person deals: he deals, turns, releases, acts and collects."""
FROM_REAL_CARDS: Final[Automation] = BY_THE_DEALER | {Deal}
"""The same where he deals real cards: to draw one and have it read is to deal it."""

Entropy = Callable[[int], bytes]


def dealt_from(game: Game[Any], device: str) -> DealtFrom:
    """The device of that name that a game is dealt from; the usual one for no name."""
    if not device:
        return game.devices[0]
    for one in game.devices:
        if one.name == device:
            return one
    known = ", ".join(one.name for one in game.devices)
    raise Rejection(Code.SETTINGS_INVALID, f"{game.name} is dealt from: {known}; not “{device}”.")


def _nothing_on_paper(_revision: Revision) -> None:
    """For commands that are about no round which is over."""


class TableCore(TableRecord):
    """A table's rounds, on top of its record."""

    def __init__(
        self,
        number: int,
        game: Game[Any],
        picture: TablePicture,
        ledger: Ledger,
        *,
        entropy: Entropy,
        created: str,
        head: Head | None = None,
    ) -> None:
        super().__init__(number, picture, ledger, created, head or Head())
        self.game = game
        self.round: Round | None = None
        self.fixed: PreparedTable = prepare(game, picture.settings)
        self.dealt_from = dealt_from(game, picture.terms.device)
        self.in_play = InPlay()
        self.clock_number = 0
        self._clock_for: object = None
        self.on_paper: Callable[[Revision], OnPaper | None] = _nothing_on_paper
        """The round that is over which a command is about, dealt again for that: whoever hands over
        the command has it worked out before."""
        self.revised_entry = 0
        """The last entry in which such a round was revised."""
        self._entropy = entropy

    # Rounds.

    @property
    def automation(self) -> Automation:
        """What runs by itself at this table."""
        terms = self.picture.terms
        if not terms.is_dealt_by_hand:
            return AUTOMATIC
        return FROM_REAL_CARDS if terms.cards is CardsFrom.PHYSICAL else BY_THE_DEALER

    def source(self, seed: Seed | None, back: Back | None) -> CardSource:
        """Where the cards of a round come from."""
        if seed is None:
            return CardSource.physical(self.dealt_from.device, back=back)
        return CardSource.shuffled(seed, self.dealt_from.device, self.dealt_from.load, back=back)

    def begin_round(self) -> None:
        picture = self.picture
        back = self._next_back()
        is_physical = picture.terms.cards is CardsFrom.PHYSICAL
        seed = None if is_physical else Seed(self._entropy(32))
        self.in_play = InPlay(seed)
        self.round_entry = self.head.entries + 1
        if seed is not None:
            self.draft.rows.put(
                schema.secrets,
                table=self.number,
                round=picture.round + 1,
                seed=seed.reveal(),
            )
        self.round = Round(
            self.game,
            picture.settings,
            self.source(seed, back),
            automation=self.automation,
        )
        opened, *more = self.round.events
        assert isinstance(opened, happened.RoundOpened), "a round begins with its opening"
        self.tell(
            house.RoundBegan(
                picture.round + 1,
                opened.device,
                opened.is_physical,
                opened.back,
                opened.commitment,
            )
        )
        for event in more:
            self._tell_of_round(event)

    def _next_back(self) -> Back | None:
        """The backs of the deck for the next round: two decks in turn, where there are two."""
        decks = self.picture.decks
        if decks is None:
            return Back.RED if self.dealt_from.device is PackDispenser else None
        # The first round after a change is dealt from the deck in play, the next from the other.
        return decks.in_shuffler if self.picture.rounds_since_change else decks.in_play

    def hand_to_round(self, command: Command) -> None:
        """Has the round do what was found in order."""
        assert self.round is not None, "there is a round to talk to"
        for event in self.round.handle(command):
            self._tell_of_round(event)

    def _tell_of_round(self, event: happened.Event) -> None:
        self.tell(event)
        self.in_play.follow(event)

    def _require_covered(self, command: Command) -> None:
        """Refuses what the round would refuse, and what a seat's credit does not cover."""
        if self.round is None:
            raise Rejection(Code.BETS_CLOSED, "No round is on; wait for the dealer.")
        for seat, cents in self.round.check(command).items():
            has = self.ledger[meter(self.number, seat)] - self.in_play.reserved.get(seat, 0)
            if cents > has:
                raise Rejection(
                    Code.BANKROLL_SHORT,
                    f"Seat {seat} has {format_cents(has)} on its credit meter; "
                    f"{format_cents(cents)} more is needed.",
                )

    def _require_exposure(self, seat: int, stakes: tuple[tuple[str, int], ...]) -> int:
        """What the wagers of a seat can cost the table at most, refused if it cannot bear that."""
        most = most_lost_cents(self.fixed, self.picture.settings, dict(stakes))
        before = self.in_play.exposures.get(seat, 0)
        total = self.in_play.exposure_cents - before + most
        bearable = self.ledger[rack(self.number)]
        limit = self.picture.terms.exposure_maximum_cents
        if limit is not None:
            bearable = min(bearable, limit)
        if total > bearable and most > before:
            raise Rejection(
                Code.EXPOSURE_MAXIMUM,
                f"With this bet the table could lose {format_cents(total)} in the round; the most "
                f"it may is {format_cents(bearable)}. Bet less, or wait for the next round.",
            )
        return most

    def close_bets(self) -> None:
        salt = salt_of(self.picture.wager_ids)
        cut_at = None
        if self.picture.terms.cards is CardsFrom.VIRTUAL:
            cut_at = cut_of(salt, self.dealt_from)
        self.hand_to_round(CloseBets(salt, cut_at))

    def _go_on(self) -> None:
        """Whatever follows by itself: a round's end, the next one, the clocks."""
        if self.round is not None and isinstance(self.round.waiting, RoundIsOver):
            self._finish_round()
        picture = self.picture
        if self.round is None:
            for seat in [seat for seat, one in picture.seats.items() if one.is_leaving]:
                self.free(seat)
            if picture.status is Status.CLOSING and not picture.terms.is_dealt_by_hand:
                for seat in list(picture.seats):
                    self.free(seat)
                self.empty_tip_box(None)
                self.tell(house.TableClosed())
            elif (
                picture.status is Status.OPEN
                and picture.seats
                and not picture.terms.is_dealt_by_hand
            ):
                self._keep_rack_filled()
                self.begin_round()
        self._set_clock()

    def free(self, seat: int) -> None:
        user = self.picture.seats[seat].user
        self.tell(house.SeatLeft(seat, user, self.ledger[meter(self.number, seat)]))
        self.draft.rows.drop(schema.seats, table=self.number, seat=seat)

    @property
    def needed_cents(self) -> int:
        """What has to stay in the rack for the round in play, to pay it or to take it back."""
        if self.round is None:
            return 0
        # If a settlement is undone, because the round is void or a card was read wrongly, what it
        # brought goes back, and all that could be lost before it can be lost again.
        collected = sum(
            (one.stake_cents if one.has_own_wager else 0) - one.returned_cents
            for one in self.round.layout.settled
        )
        return max(self.in_play.exposure_cents + collected, 0)

    @property
    def tips_cents(self) -> int:
        """What is in the tip box."""
        return self.ledger[tips(self.number)]

    def empty_tip_box(self, by: int | None) -> None:
        """Hands the dealers what they were given, if anything."""
        if self.tips_cents:
            self.tell(house.TipsCollected(self.tips_cents, by))

    def _keep_rack_filled(self) -> None:
        """An automatic table's rack is filled when it has fallen to half of its float."""
        target = self.picture.terms.float_cents
        has = self.ledger[rack(self.number)]
        if has <= target // 2:
            self.tell(house.RackFilled(target - has, None))

    def _finish_round(self) -> None:
        """Writes down what the round brought everyone, and opens the seed."""
        assert self.round is not None, "there was a round"
        closed_bets = self.round.layout.bets_are_closed
        seed = self.in_play.seed
        if seed is not None and self.picture.terms.seed_is_revealed and closed_bets:
            self.hand_to_round(RevealSeed(seed.reveal()))
        outcome = "void" if self.round.layout.is_void else "settled"
        self.write_results(outcome)
        self.clear_round()
        assert self.ledger[wagers(self.number)] == 0, "no stake outlives its round"

    def clear_round(self) -> None:
        """Nothing is left of a round but its record."""
        self.round = None
        self.in_play = InPlay()
        self._clock_for = None

    def _call_off(self, reason: str) -> None:
        """Ends a round in which nothing was staked."""
        self.tell(house.RoundAbandoned(self.picture.round, reason))
        self.tell(happened.RoundVoided(reason))
        self.write_results("abandoned")
        self.clear_round()

    def write_results(self, outcome: str) -> None:
        """Rows of what the round brought each seat, and the table."""
        picture, rows = self.picture, self.draft.rows
        staked, returned = money_of_round(picture.events)
        for seat, cents in staked.items():
            back = returned.get(seat, 0)
            won = back - cents
            after = self.ledger[meter(self.number, seat)]
            if won >= picture.terms.large_win_cents:
                self.tell(house.LargeWin(picture.round, seat, won))
            rows.put(
                schema.results,
                table=self.number,
                seat=seat,
                round=picture.round,
                user=picture.seats[seat].user,
                staked_cents=cents,
                returned_cents=back,
                credit_before_cents=after - won,
                credit_after_cents=after,
            )
        rows.put(
            schema.rounds,
            table=self.number,
            round=picture.round,
            first_entry=self.round_entry,
            last_entry=self.head.entries + 1,
            ended_ms=self.draft.at_ms,
            outcome=outcome,
            seats=len(staked),
            staked_cents=sum(staked.values()),
            returned_cents=sum(returned.values()),
        )

    # After the house was started anew.

    def take_up(self, again: Round, seed: Seed | None) -> None:
        """Goes on with a round that was played again from the log, or dealt again."""
        self.round = again
        self.in_play = InPlay(seed)
        self._clock_for = None
        slips: dict[int, dict[str, int]] = {}
        for event in self.picture.events:
            self.in_play.follow(event)
            if isinstance(event, happened.WagersPlaced):
                slips[event.seat] = dict(event.stakes)
        for seat, stakes in slips.items():
            if stakes:
                self.in_play.expose(
                    seat, most_lost_cents(self.fixed, self.picture.settings, stakes)
                )

    def settle_down(self) -> Change | None:
        """Lets whatever follows by itself happen; the change, if anything did."""
        self._go_on()
        return self._seal("house") if self.draft.events else None

    # Clocks.

    def _set_clock(self) -> None:
        """Starts the window that what the table waits for needs, unless it is running."""
        what, key, seconds = self._wanted_clock()
        if key == self._clock_for:
            return
        self._clock_for = key
        self.clock_number += 1
        if what == "betting":
            self.in_play.is_idle = False
        if what is not None and seconds:
            self.tell(house.ClockStarted(what, seconds))
        else:
            self.picture.clock = None

    def _wanted_clock(self) -> tuple[str | None, object, int]:
        terms, picture = self.picture.terms, self.picture
        if self.round is None:
            if terms.is_dealt_by_hand and picture.status is Status.OPEN and picture.seats:
                return "dealer", ("new game", picture.round), terms.dealer_s
            return None, None, 0
        match self.round.waiting:
            case AwaitingWagers() if self._is_time_to_bet(self.round):
                return "betting", ("betting", self.picture.round), terms.betting_s
            case AwaitingDecisions():
                return (
                    "decision",
                    ("decision", self.picture.round, self.in_play.asks),
                    terms.decision_s,
                )
            case AwaitingDealer() | AwaitingCards():
                key = ("dealer", self.picture.round, len(self.picture.events))
                return "dealer", key, terms.dealer_s
            case _:
                return None, None, 0

    def _is_time_to_bet(self, table: Round) -> bool:
        """Whether bets are taken against the clock: not for ever again while nobody bets."""
        if not self.picture.terms.is_dealt_by_hand:
            return bool(self.in_play.slips)
        return not self.in_play.is_idle or bool(table.layout.stakes)

    def _time_is_up(self) -> None:
        """What the end of the window that was running brings."""
        if self.round is None:
            self.tell(house.DealerLate(self.picture.terms.dealer_s))
            return
        match self.round.waiting:
            case AwaitingWagers():
                if self.round.layout.stakes:
                    self.close_bets()
                elif self.in_play.slips and not self.picture.terms.is_dealt_by_hand:
                    self._call_off("All bets were taken back.")
                else:
                    self.in_play.is_idle = True
                    self.tell(house.ClockStopped())
            case AwaitingDecisions():
                self.hand_to_round(TimeOut())
            case AwaitingDealer() | AwaitingCards():
                self.tell(house.DealerLate(self.picture.terms.dealer_s))
            case AwaitingSupervisor() | RoundIsOver():
                pass
