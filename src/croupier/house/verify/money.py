"""Where the money must be, worked out anew from the events alone.

This shares nothing with `postings.py` but the names of the accounts, so that the two keep each
other honest. There each event is turned into what it moves. Here it is looked where things lie: the
stakes on the felt, spot by spot; what the rack has won and lost by the settlements that stand;
what every seat has put down and got back. What an entry moved is how that has changed by it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from croupier.house import happenings as house
from croupier.house.accounts import (
    CASH,
    DIFFERENCES,
    HOUSE,
    PLAY_MONEY,
    VOUCHERS,
    Money,
    meter,
    rack,
    tips,
    wagers,
    wallet,
)
from croupier.house.happenings import Logged
from croupier.money import format_cents
from croupier.table import events as happened
from croupier.table.events import Event

__all__ = ["Impossible", "RoundMoney", "Transfer", "money_of_account", "transfer_of"]

Transfer = tuple[str, str, int]
"""Who gives, who takes, and how many cents."""


class Impossible(Exception):
    """An event that cannot have happened as it is told; the words say why."""


@dataclass(slots=True)
class RoundMoney:
    """Where the money of one round is."""

    felt: dict[int, dict[str, int]] = field(default_factory=dict)
    """By seat and spot: the stakes in action."""
    in_action_cents: int = 0
    standing: list[happened.WagerSettled] = field(default_factory=list)
    """The settlements that have not been reversed."""
    rack_cents: int = 0
    """What the rack has gained by them."""
    staked: dict[int, int] = field(default_factory=dict)
    """By seat: everything it has put down."""
    returned: dict[int, int] = field(default_factory=dict)
    """By seat: everything that came back."""
    _touched: set[int] = field(default_factory=set)
    _told: dict[int, int] = field(default_factory=dict)
    _told_rack: int = 0
    _told_felt: int = 0

    def take(self, event: Event) -> None:
        """Takes in what happened next."""
        match event:
            case happened.WagersPlaced(seat, stakes):
                self._clear(seat)
                for spot, cents in stakes:
                    self._put(seat, spot, cents)
                self.staked[seat] = sum(cents for _, cents in stakes)
            case happened.WagerAdded(seat, spot, cents):
                self._put(seat, spot, cents)
                self.staked[seat] = self.staked.get(seat, 0) + cents
            case happened.WagerSettled(seat, spot, stake, _, returned):
                if event.has_own_wager:
                    self._lift(seat, spot, stake)
                self.standing.append(event)
                self.rack_cents += _kept(event)
                self._give_back(seat, returned)
            case happened.SettlementReversed(seat, spot, stake, returned):
                self._reverse(event)
                if stake:
                    self._put(seat, spot, stake)
                self._give_back(seat, -returned)
            case happened.WagerReturned(seat, spot, cents):
                self._lift(seat, spot, cents)
                self._give_back(seat, cents)
            case _:
                pass

    def _put(self, seat: int, spot: str, cents: int) -> None:
        if cents <= 0:
            raise Impossible(f"{format_cents(cents)} on {spot} is no stake.")
        spots = self.felt.setdefault(seat, {})
        spots[spot] = spots.get(spot, 0) + cents
        self.in_action_cents += cents
        self._touched.add(seat)

    def _lift(self, seat: int, spot: str, cents: int) -> None:
        lies = self.felt.get(seat, {}).get(spot, 0)
        if not 0 <= cents <= lies:
            raise Impossible(
                f"{format_cents(cents)} is taken off {spot} of seat {seat}, where "
                f"{format_cents(lies)} lies."
            )
        self.felt[seat][spot] -= cents
        self.in_action_cents -= cents
        self._touched.add(seat)

    def _clear(self, seat: int) -> None:
        self.in_action_cents -= sum(self.felt.pop(seat, {}).values())
        self._touched.add(seat)

    def _give_back(self, seat: int, cents: int) -> None:
        self.returned[seat] = self.returned.get(seat, 0) + cents
        self._touched.add(seat)

    def _reverse(self, event: happened.SettlementReversed) -> None:
        last = self.standing.pop() if self.standing else None
        stake = last.stake_cents if last is not None and last.has_own_wager else 0
        if last is None or (event.seat, event.spot, event.stake_cents, event.returned_cents) != (
            last.seat,
            last.spot,
            stake,
            last.returned_cents,
        ):
            raise Impossible("it reverses what is not the last settlement that stands.")
        self.rack_cents -= _kept(last)

    def won(self, seat: int) -> int:
        """What a seat has won so far, below zero what it has lost; stakes in action are out."""
        return self.returned.get(seat, 0) - self.staked.get(seat, 0)

    def players(self) -> list[int]:
        """The seats that are in the round, in the order in which they came in."""
        return [seat for seat, cents in self.staked.items() if cents]

    def moved(self, table: int) -> dict[str, int]:
        """What accounts have gained since this was last asked."""
        gained: dict[str, int] = {}
        for seat in self._touched:
            now = self.won(seat)
            gained[meter(table, seat)] = now - self._told.get(seat, 0)
            self._told[seat] = now
        gained[rack(table)] = self.rack_cents - self._told_rack
        gained[wagers(table)] = self.in_action_cents - self._told_felt
        self._touched.clear()
        self._told_rack, self._told_felt = self.rack_cents, self.in_action_cents
        return gained

    def revised(self, events: Iterable[Event]) -> "RoundMoney":
        """The same round after only these events: what else it moved is moved back."""
        anew = RoundMoney()
        for event in events:
            anew.take(event)
        anew._touched |= self._told.keys()
        anew._told = dict(self._told)
        anew._told_rack, anew._told_felt = self._told_rack, self._told_felt
        return anew

    def require_settled(self, *, is_void: bool) -> None:
        """Refuses a round that ends with a stake in action, or void with something won or lost."""
        if self.in_action_cents:
            raise Impossible(
                f"the round ends with {format_cents(self.in_action_cents)} still in action."
            )
        for seat in self.staked if is_void else ():
            if self.won(seat):
                raise Impossible(
                    f"the round is void, and of {format_cents(self.staked[seat])} staked by seat "
                    f"{seat}, {format_cents(self.returned.get(seat, 0))} came back."
                )


def _kept(settled: happened.WagerSettled) -> int:
    """What the rack gains by a settlement."""
    stake = settled.stake_cents if settled.has_own_wager else 0
    return stake - settled.returned_cents


def transfer_of(event: Logged, table: int, money: Money) -> Transfer | None:
    """From whom to whom money went outside of the rounds, if any did."""
    bank = {Money.CASH: HOUSE, Money.PLAY: PLAY_MONEY}[money]
    match event:
        case house.SeatTaken(seat, user) | house.CreditAdded(seat, user):
            cents = event.credit_cents if isinstance(event, house.SeatTaken) else event.cents
            return wallet(user), meter(table, seat), _amount(cents)
        case house.SeatLeft(seat, user, cents):
            return meter(table, seat), wallet(user), _amount(cents)
        case house.TipGiven(seat, cents):
            return meter(table, seat), tips(table), _amount(cents)
        case house.TipsCollected(cents):
            return tips(table), CASH if money is Money.CASH else PLAY_MONEY, _amount(cents)
        case house.RackFilled(cents):
            return bank, rack(table), _amount(cents)
        case house.RackCredited(cents):
            return rack(table), bank, _amount(cents)
        case house.RackCorrected(cents):
            return (DIFFERENCES if money is Money.CASH else PLAY_MONEY), rack(table), cents
        case house.DifferencePaid(_, seat, user, is_seated, cents):
            return rack(table), meter(table, seat) if is_seated else wallet(user), cents
        case house.BoughtIn(user, cents):
            return CASH, wallet(user), _amount(cents)
        case house.CashedOut(user, cents):
            return wallet(user), CASH, _amount(cents)
        case house.PlayMoneyGranted(user, cents):
            return PLAY_MONEY, wallet(user), _amount(cents)
        case house.GuestGone(user, cents):
            return wallet(user), PLAY_MONEY, _amount(cents)
        case house.VoucherIssued(_, user, cents):
            return CASH if user is None else wallet(user), VOUCHERS, _amount(cents)
        case house.VoucherRedeemed(_, user, cents):
            return VOUCHERS, CASH if user is None else wallet(user), _amount(cents)
        case house.VoucherTakenBack(_, user, cents):
            return VOUCHERS, wallet(user), _amount(cents)
        case _:
            return None


def _amount(cents: int | None) -> int:
    if cents is None:
        raise Impossible("the log leaves no amount out; only what others are shown does.")
    if cents < 0:
        raise Impossible(f"{format_cents(cents)} is no amount that can be moved.")
    return cents


def money_of_account(account: str) -> Money | None:
    """The kind of money an account deals in; None where its table or its owner decides."""
    if account in (CASH, HOUSE, VOUCHERS, DIFFERENCES):
        return Money.CASH
    return Money.PLAY if account == PLAY_MONEY else None
