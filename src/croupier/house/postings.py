"""What money each event moves. Everything the ledger holds follows from the log by this.

A posting is an account and the cents it gains, below zero where it loses. The postings of one
event sum to zero. Events not named here move nothing.
"""

from collections.abc import Iterable

from croupier.house import happenings as house
from croupier.house.accounts import (
    CASH,
    DIFFERENCES,
    PLAY_MONEY,
    VOUCHERS,
    Money,
    bank,
    meter,
    outside,
    rack,
    tips,
    wagers,
    wallet,
)
from croupier.house.happenings import Logged
from croupier.house.picture import TablePicture
from croupier.table import events as happened

__all__ = ["Posting", "netted", "postings_next", "postings_of"]

Posting = tuple[str, int]


def postings_of(
    event: Logged, table: int, money: Money, staked_before_cents: int = 0
) -> list[Posting]:
    """The postings of an event at a table, which is 0 for the house itself.

    `staked_before_cents` is what a seat had on the felt when it put down a slip: the new one takes
    the place of the old.
    """
    match event:
        case happened.WagerSettled(seat, _, stake, _, returned):
            released = stake if event.has_own_wager else 0
            return [
                (wagers(table), -released),
                (meter(table, seat), returned),
                (rack(table), released - returned),
            ]
        case happened.WagersPlaced(seat, stakes):
            cents = sum([cents for _, cents in stakes]) - staked_before_cents
            return [(meter(table, seat), -cents), (wagers(table), cents)]
        case happened.WagerAdded(seat, _, cents):
            return [(meter(table, seat), -cents), (wagers(table), cents)]
        case happened.WagerReturned(seat, _, cents):
            return [(wagers(table), -cents), (meter(table, seat), cents)]
        case happened.SettlementReversed(seat, _, stake, returned):
            return [
                (meter(table, seat), -returned),
                (wagers(table), stake),
                (rack(table), returned - stake),
            ]
        case house.SeatTaken(seat, user, _, int(cents)) | house.CreditAdded(seat, user, cents):
            return [(wallet(user), -cents), (meter(table, seat), cents)]
        case house.SeatLeft(seat, user, int(cents)):
            return [(meter(table, seat), -cents), (wallet(user), cents)]
        case house.TipGiven(seat, cents):
            return [(meter(table, seat), -cents), (tips(table), cents)]
        case house.TipsCollected(cents):
            return [(tips(table), -cents), (outside(money), cents)]
        case house.RackFilled(cents):
            return [(bank(money), -cents), (rack(table), cents)]
        case house.RackCredited(cents):
            return [(rack(table), -cents), (bank(money), cents)]
        case house.RackCorrected(cents):
            # Play money has no differences of its own: there it comes from where all of it does.
            other = DIFFERENCES if money is Money.CASH else PLAY_MONEY
            return [(other, -cents), (rack(table), cents)]
        case house.DifferencePaid(_, seat, user, is_seated, cents):
            player = meter(table, seat) if is_seated else wallet(user)
            return [(rack(table), -cents), (player, cents)]
        case _:
            return _postings_in_the_house(event)


def _postings_in_the_house(event: Logged) -> list[Posting]:
    match event:
        case house.BoughtIn(user, cents):
            return [(CASH, -cents), (wallet(user), cents)]
        case house.CashedOut(user, cents):
            return [(wallet(user), -cents), (CASH, cents)]
        case house.PlayMoneyGranted(user, cents):
            return [(PLAY_MONEY, -cents), (wallet(user), cents)]
        case house.GuestGone(user, cents):
            return [(wallet(user), -cents), (PLAY_MONEY, cents)]
        case house.VoucherIssued(_, user, cents):
            return [(CASH if user is None else wallet(user), -cents), (VOUCHERS, cents)]
        case house.VoucherRedeemed(_, user, cents):
            return [(VOUCHERS, -cents), (CASH if user is None else wallet(user), cents)]
        case house.VoucherTakenBack(_, user, cents):
            return [(VOUCHERS, -cents), (wallet(user), cents)]
        case _:
            return []


def postings_next(event: Logged, table: int, picture: TablePicture) -> list[Posting]:
    """The postings of what happens next at a table, by the picture that its log makes until then.

    A slip takes the place of the one before it. A revision of the round in play undoes, one for
    one, the postings of the events it supersedes. Events on paper move nothing.
    """
    if picture.paper_left:
        return []
    money = picture.terms.money
    match event:
        case happened.WagersPlaced(seat):
            return postings_of(event, table, money, picture.slip_cents.get(seat, 0))
        case house.RoundRevised(is_on_paper=False):
            superseded = picture.events[event.from_event :]
            moved = [one for old in superseded for one in postings_of(old, table, money)]
            return [(account, -cents) for account, cents in moved]
        case _:
            return postings_of(event, table, money)


def netted(postings: Iterable[Posting]) -> dict[str, int]:
    """The postings of one entry, one for each account whose balance changes."""
    sums: dict[str, int] = {}
    for account, cents in postings:
        sums[account] = sums.get(account, 0) + cents
    return {account: cents for account, cents in sums.items() if cents}
