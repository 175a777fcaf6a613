"""What the books can hold has an end; nobody gets beyond it by adding up large amounts."""

import asyncio

import pytest

from croupier.house import commands as told
from croupier.house.accounts import CASH, VOUCHERS, Money, rack
from croupier.house.ledger import MOST_ON_AN_ACCOUNT, Ledger
from croupier.house.terms import TableKind
from croupier.money import MOST_CENTS
from croupier.rejection import Code

from .desks import BOSS, DEALER, Desk
from .houses import GUEST_CENTS, check_books, guests, open_house, plan
from .reception import refused, refused_now
from .test_cage import Cashier, refused_and_unchanged

SMALL_CENTS = 10**9


@pytest.fixture
def small_books(monkeypatch):
    """Books that hold ten million dollars on an account, so that their end is near."""
    monkeypatch.setattr("croupier.house.ledger.MOST_ON_AN_ACCOUNT", SMALL_CENTS)


def test_every_balance_has_room_in_a_database():
    # Sixty-four bits; and whatever a round brings on top stays within.
    assert MOST_ON_AN_ACCOUNT + 1_000 * MOST_CENTS < 2**63


@pytest.mark.parametrize("sign", [1, -1])
def test_no_account_is_brought_beyond_what_it_may_hold_but_any_back_towards_nothing(sign):
    ledger = Ledger({"house": sign * MOST_ON_AN_ACCOUNT})
    said = refused(Code.AMOUNT_INVALID, ledger.require_room, [("house", sign)])
    assert said == "The account “house” would come to more than the books can hold."
    ledger.require_room([("house", -sign)])
    ledger = Ledger({"house": sign * (MOST_ON_AN_ACCOUNT + 10)})
    ledger.require_room([("house", -sign)])


def test_a_rack_is_not_filled_without_end():
    desk = Desk(money=Money.CASH)
    desk.tell(BOSS, told.TakePosition(told.Role.SUPERVISOR))
    desk.tell(BOSS, told.Fill(MOST_CENTS))
    assert "no more than" in desk.refused(BOSS, told.Fill(1), Code.AMOUNT_INVALID)
    desk.tell(BOSS, told.Credit(5))
    desk.tell(BOSS, told.Fill(5))


def test_no_fill_and_no_count_brings_the_bank_beyond_what_the_books_hold(small_books):
    desk = Desk(money=Money.CASH)
    for who, role in ((BOSS, told.Role.SUPERVISOR), (DEALER, told.Role.DEALER)):
        desk.tell(who, told.TakePosition(role))
    desk.refused(BOSS, told.Fill(SMALL_CENTS + 1), Code.AMOUNT_INVALID)
    wrong = told.CountBank(SMALL_CENTS + 1, "Far too much.")
    desk.refused(BOSS, wrong, Code.AMOUNT_INVALID)
    desk.tell(BOSS, told.Fill(SMALL_CENTS))


def test_at_the_cage_nothing_is_done_that_the_books_cannot_hold(small_books):
    house_of = Cashier()
    cage, ada, bob, guest = (
        house_of.cage,
        house_of.ada.user,
        house_of.bob.user,
        house_of.guest.user,
    )
    house_of.do(cage.buy_in, ada, SMALL_CENTS)
    refused_and_unchanged(Code.AMOUNT_INVALID, house_of, cage.buy_in, bob, 1)
    refused_and_unchanged(Code.AMOUNT_INVALID, house_of, cage.issue_voucher, None, 1)
    refused_and_unchanged(
        Code.AMOUNT_INVALID, house_of, cage.grant_play_money, guest, SMALL_CENTS + 1
    )
    code = house_of.do(cage.issue_voucher, ada, SMALL_CENTS, by="ada")
    assert house_of.balances() == {CASH: -SMALL_CENTS, VOUCHERS: SMALL_CENTS}
    house_of.do(cage.redeem_voucher, code, bob)


def test_no_guest_and_no_table_begins_with_what_the_books_cannot_hold(small_books, tmp_path):
    async def come():
        float_cents = SMALL_CENTS - 2 * GUEST_CENTS
        async with open_house(
            tmp_path / "house.db", plan("three-card-poker", float_cents=float_cents)
        ) as office:
            await guests(office, 2)
            users = len(list(office.people))
            await refused_now(Code.AMOUNT_INVALID, office.guest())
            assert len(list(office.people)) == users
            second = plan("three-card-poker", "Second", float_cents=10_000)
            await refused_now(Code.AMOUNT_INVALID, office.create_table(second))
            assert len(office.house.tables) == 1
            # One with a dealer is filled by its supervisor, who is refused then.
            third = plan("three-card-poker", "Third", kind=TableKind.HUMAN, float_cents=1)
            await office.create_table(third)
            assert office.house.ledger[rack(1)] == float_cents

    asyncio.run(come())
    check_books(tmp_path / "house.db")
