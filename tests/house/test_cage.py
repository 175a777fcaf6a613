"""The cage: cash, play money and vouchers, and not a cent made or lost."""

import asyncio
import hashlib
import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.house import happenings as house
from croupier.house.accounts import CASH, PLAY_MONEY, VOUCHERS, Money, wallet
from croupier.house.cage import PlayTerms
from croupier.house.happenings import Role
from croupier.house.sent import Sent
from croupier.house.voucher_codes import check_digit, draw_code, read_code, voucher_hash
from croupier.money import MOST_CENTS
from croupier.rejection import Code, Rejection

from .houses import check_books, open_house
from .reception import NOW_MS, Reception, counted_chance, refused, refused_now, shortly


class Cashier(Reception):
    """A house with a supervisor at the cage, two players for cash and one for play money."""

    def __init__(self, **named):
        super().__init__(**named)
        self.boss = self.add("Boss", Role.SUPERVISOR, Role.PLAYER)
        self.ada = self.add("Ada")
        self.bob = self.add("Bob")
        self.guest = self.add("Eve", money=Money.PLAY)

    def do(self, act, *arguments, by="boss", now_ms=NOW_MS, **named):
        """Does something at the cage, and takes in what is to be written."""
        who = by if by is None else getattr(self, by)
        done = act(*arguments, by=who, now_ms=now_ms, **named)
        change, answer = done if isinstance(done, tuple) else (done, None)
        self.wrote(change)
        return answer or change

    def work(self, what, name, by, cents, code):
        """What `PlainAccounts` does, at the cage; returns the code of a voucher that was issued."""
        cage, user = self.cage, getattr(self, name).user
        match what:
            case "buy":
                self.do(cage.buy_in, user, cents, by=by)
            case "pay":
                self.do(cage.cash_out, user, cents, by=by)
            case "grant":
                self.do(cage.grant_play_money, user, cents, by=by)
            case "top up":
                who = self.people.person(user)
                self.wrote(cage.top_up(who, at_tables_cents=0, now_ms=NOW_MS))
            case "issue" | "sell":
                return self.do(cage.issue_voucher, user if what == "issue" else None, cents, by=by)
            case "redeem" | "encash":
                self.do(cage.redeem_voucher, code, user if what == "redeem" else None, by=by)
        return None

    def balances(self):
        return {account: cents for account, cents in self.ledger.items() if cents}


@pytest.fixture
def house_of():
    return Cashier()


@pytest.fixture
def cage(house_of):
    return house_of.cage


def refused_and_unchanged(code, house_of, act, *arguments, **named):
    before = house_of.balances(), house_of.journal.head
    said = refused(code, house_of.do, act, *arguments, **named)
    assert (house_of.balances(), house_of.journal.head) == before
    return said


# Cash.


def test_cash_comes_in_and_goes_out_again(house_of, cage):
    ada, boss = house_of.ada.user, house_of.boss
    change = house_of.do(cage.buy_in, ada, 5_000, sent=Sent("c1"))
    assert change.events == (house.BoughtIn(ada, 5_000, boss.user),)
    assert change.entry.postings == ((CASH, -5_000), (wallet(ada), 5_000))
    assert (change.entry.actor, change.entry.command) == (boss.actor, "c1")
    change = house_of.do(cage.cash_out, ada, 3_000)
    assert change.events == (house.CashedOut(ada, 3_000, boss.user),)
    assert cage.wallet_cents(ada) == 2_000
    assert house_of.balances() == {CASH: -2_000, wallet(ada): 2_000}


def test_nobody_is_paid_what_he_has_not_got(house_of, cage):
    ada = house_of.ada.user
    house_of.do(cage.buy_in, ada, 5_000)
    said = refused_and_unchanged(Code.BANKROLL_SHORT, house_of, cage.cash_out, ada, 5_001)
    assert "$50" in said
    assert "$50.01" in said
    refused_and_unchanged(Code.BANKROLL_SHORT, house_of, cage.issue_voucher, ada, 5_001)


@pytest.mark.parametrize(
    "cents", [0, -1, MOST_CENTS + 1, pytest.param(10**5_000, id="huge"), 1.5, True, "5", None]
)
def test_what_is_no_amount_moves_nothing(house_of, cage, cents):
    ada, guest = house_of.ada.user, house_of.guest.user
    house_of.do(cage.buy_in, ada, 5_000)
    for act, user in (
        (cage.buy_in, ada),
        (cage.cash_out, ada),
        (cage.issue_voucher, ada),
        (cage.issue_voucher, None),
        (cage.grant_play_money, guest),
    ):
        refused_and_unchanged(Code.AMOUNT_INVALID, house_of, act, user, cents)


def test_a_wallet_holds_no_more_than_the_most(house_of, cage):
    ada, guest = house_of.ada.user, house_of.guest.user
    house_of.do(cage.buy_in, ada, MOST_CENTS)
    refused_and_unchanged(Code.AMOUNT_INVALID, house_of, cage.buy_in, ada, 1)
    code = house_of.do(cage.issue_voucher, None, 1)
    refused_and_unchanged(Code.AMOUNT_INVALID, house_of, cage.redeem_voucher, code, ada)
    house_of.do(cage.grant_play_money, guest, MOST_CENTS)
    refused_and_unchanged(Code.AMOUNT_INVALID, house_of, cage.grant_play_money, guest, 1)


@pytest.mark.parametrize("role", [Role.PLAYER, Role.DEALER, Role.AUDITOR])
def test_only_staff_of_the_cage_touches_cash(house_of, cage, role):
    ada = house_of.ada.user
    house_of.do(cage.buy_in, ada, 5_000)
    code = house_of.do(cage.issue_voucher, None, 100)
    house_of.other = house_of.add("Other", role)
    for act, *arguments in (
        (cage.buy_in, ada, 100),
        (cage.cash_out, ada, 100),
        (cage.grant_play_money, house_of.guest.user, 100),
        (cage.issue_voucher, None, 100),
        (cage.issue_voucher, ada, 100),
        (cage.redeem_voucher, code, None),
        (cage.redeem_voucher, code, ada),
        (cage.take_back_voucher, voucher_hash(code.replace(" ", "")), ada),
    ):
        refused_and_unchanged(Code.NOT_ALLOWED, house_of, act, *arguments, by="other")


def test_nobody_serves_himself_with_cash(house_of, cage):
    boss = house_of.boss.user
    refused_and_unchanged(Code.NOT_ALLOWED, house_of, cage.buy_in, boss, 100)
    refused_and_unchanged(Code.NOT_ALLOWED, house_of, cage.cash_out, boss, 100)
    house_of.do(cage.buy_in, boss, 100, by=None)
    assert house_of.changes[-1].entry.actor == "house"
    assert house_of.changes[-1].events == (house.BoughtIn(boss, 100, None),)


def test_somebody_disabled_is_paid_out_and_nothing_else(house_of, cage):
    ada = house_of.ada.user
    house_of.do(cage.buy_in, ada, 5_000)
    code = house_of.do(cage.issue_voucher, ada, 1_000)
    house_of.wrote(house_of.people.disable(ada, is_disabled=True, by=None, now_ms=NOW_MS))
    refused_and_unchanged(Code.NOT_ALLOWED, house_of, cage.buy_in, ada, 100)
    refused_and_unchanged(Code.NOT_ALLOWED, house_of, cage.issue_voucher, ada, 100)
    refused_and_unchanged(Code.NOT_ALLOWED, house_of, cage.redeem_voucher, code, ada)
    house_of.do(cage.cash_out, ada, 4_000)
    assert cage.wallet_cents(ada) == 0


def test_nothing_for_nobody(house_of, cage):
    code = house_of.do(cage.issue_voucher, None, 100)
    refused_and_unchanged(Code.USER_UNKNOWN, house_of, cage.buy_in, 99, 100)
    refused_and_unchanged(Code.USER_UNKNOWN, house_of, cage.cash_out, 99, 100)
    refused_and_unchanged(Code.USER_UNKNOWN, house_of, cage.redeem_voucher, code, 99)
    assert house_of.do(cage.redeem_voucher, code, None).events[0].cents == 100


# Play money.


def test_play_money_never_becomes_a_voucher_or_cash(house_of, cage):
    guest = house_of.guest.user
    house_of.do(cage.grant_play_money, guest, 5_000)
    code = house_of.do(cage.issue_voucher, None, 100)
    for act, *arguments in (
        (cage.buy_in, guest, 100),
        (cage.cash_out, guest, 100),
        (cage.issue_voucher, guest, 100),
        (cage.redeem_voucher, code, guest),
    ):
        refused_and_unchanged(Code.MONEY_KIND, house_of, act, *arguments)
    refused_and_unchanged(Code.MONEY_KIND, house_of, cage.issue_voucher, guest, 100, by="guest")
    house_of.do(cage.redeem_voucher, code, None)


def test_whoever_plays_for_cash_gets_no_play_money(house_of, cage):
    refused_and_unchanged(Code.MONEY_KIND, house_of, cage.grant_play_money, house_of.ada.user, 1)
    refused(Code.MONEY_KIND, cage.top_up, house_of.ada, at_tables_cents=0, now_ms=NOW_MS)


@pytest.mark.parametrize(
    ("in_wallet", "at_tables", "granted"),
    [
        (0, 0, 1_000),
        (99, 0, 901),
        (0, 99, 901),
        (50, 49, 901),
        (100, 0, None),
        (0, 100, None),
        (50, 50, None),
        (5_000, 0, None),
    ],
)
def test_whoever_has_next_to_nothing_is_brought_back_to_what_he_began_with(
    in_wallet, at_tables, granted
):
    house_of = Cashier(play=PlayTerms(granted_cents=1_000, floor_cents=100))
    guest, cage = house_of.guest, house_of.cage
    if in_wallet:
        house_of.do(cage.grant_play_money, guest.user, in_wallet)
    if granted is None:
        refused(Code.NOT_ALLOWED, cage.top_up, guest, at_tables_cents=at_tables, now_ms=NOW_MS)
        assert cage.wallet_cents(guest.user) == in_wallet
        return
    change = cage.top_up(guest, at_tables_cents=at_tables, now_ms=NOW_MS)
    assert change.events == (house.PlayMoneyGranted(guest.user, granted),)
    assert change.entry.actor == guest.actor
    assert cage.wallet_cents(guest.user) + at_tables == 1_000
    assert house_of.ledger[PLAY_MONEY] == -cage.wallet_cents(guest.user)


@pytest.mark.parametrize(
    "terms",
    [
        {"granted_cents": -1},
        {"granted_cents": MOST_CENTS + 1},
        {"floor_cents": True},
        {"floor_cents": 1.5},
        {"granted_cents": 100, "floor_cents": 101},
    ],
)
def test_terms_that_make_no_sense_are_refused(terms):
    refused(Code.SETTINGS_INVALID, PlayTerms, **terms)


# Vouchers.


def test_a_voucher_takes_credit_from_one_wallet_to_another(house_of, cage):
    ada, bob = house_of.ada.user, house_of.bob.user
    house_of.do(cage.buy_in, ada, 5_000)
    code = house_of.do(cage.issue_voucher, ada, 2_000, by="ada")
    (issued,) = house_of.changes[-1].events
    digest = hashlib.sha256(code.replace(" ", "").encode()).hexdigest()
    assert issued == house.VoucherIssued(digest, ada, 2_000, ada)
    assert house_of.balances() == {CASH: -5_000, wallet(ada): 3_000, VOUCHERS: 2_000}
    assert cage.open_voucher_cents() == 2_000
    change = house_of.do(cage.redeem_voucher, code, bob, by="bob", now_ms=NOW_MS + 5)
    assert change.events == (house.VoucherRedeemed(digest, bob, 2_000, bob),)
    assert house_of.balances() == {CASH: -5_000, wallet(ada): 3_000, wallet(bob): 2_000}
    assert change.rows.last["vouchers", (digest,)][1] == {
        "voucher": digest,
        "cents": 2_000,
        "issued_ms": NOW_MS,
        "redeemed_ms": NOW_MS + 5,
        "entry": change.entry.number - 1,
    }


def test_a_voucher_is_sold_for_cash_and_paid_in_cash(house_of, cage):
    code = house_of.do(cage.issue_voucher, None, 2_000)
    assert house_of.balances() == {CASH: -2_000, VOUCHERS: 2_000}
    change = house_of.do(cage.redeem_voucher, code, None)
    assert change.entry.postings == ((CASH, 2_000), (VOUCHERS, -2_000))
    assert house_of.balances() == {}


def test_a_voucher_is_redeemed_once(house_of, cage):
    code = house_of.do(cage.issue_voucher, None, 2_000)
    house_of.do(cage.redeem_voucher, code, house_of.ada.user)
    for user in (house_of.ada.user, house_of.bob.user, None):
        refused_and_unchanged(Code.VOUCHER_REDEEMED, house_of, cage.redeem_voucher, code, user)


def test_a_voucher_redeemed_before_the_start_is_not_in_memory_and_told_to_be_redeemed(tmp_path):
    async def issue():
        async with open_house(tmp_path / "house.db") as office:
            codes = [
                (await office.cashier.issue_voucher(f"v{cents}", None, cents, by=None)).code
                for cents in (100, 200)
            ]
            await office.cashier.redeem_voucher("r1", codes[0], None, by=None)
            return codes

    async def come_back(codes):
        async with open_house(tmp_path / "house.db") as office:
            assert office.cage.open_voucher_cents() == 200
            assert len(office.cage._out) == 1
            spent = office.cashier.redeem_voucher("r2", codes[0], None, by=None)
            await refused_now(Code.VOUCHER_REDEEMED, spent)
            digest = voucher_hash(read_code(codes[0]))
            _, ada, _ = await office.add_user(
                "ada", "Ada", frozenset({Role.PLAYER}), Money.CASH, by=None
            )
            taken_back = office.cashier.take_back_voucher("t1", digest, ada.user, by=None)
            await refused_now(Code.VOUCHER_REDEEMED, taken_back)
            unknown = draw_code(counted_chance("nobody's"))
            for code in (unknown, unknown[:-1]):
                made_up = office.cashier.redeem_voucher("r3", code, None, by=None)
                await refused_now(Code.VOUCHER_UNKNOWN, made_up)
            # Who repeats what he did is answered as then.
            assert (await office.cashier.redeem_voucher("r1", codes[0], None, by=None)).is_repeated
            await office.cashier.redeem_voucher("r4", codes[1], None, by=None)

    asyncio.run(come_back(asyncio.run(issue())))
    check_books(tmp_path / "house.db")


def test_only_the_vouchers_redeemed_last_are_remembered(house_of, cage, monkeypatch):
    monkeypatch.setattr("croupier.house.cage._MOST_REMEMBERED", 2)
    codes = [house_of.do(cage.issue_voucher, None, 100) for _ in range(3)]
    for code in codes:
        house_of.do(cage.redeem_voucher, code, None)
    refused_and_unchanged(Code.VOUCHER_REDEEMED, house_of, cage.redeem_voucher, codes[2], None)
    refused_and_unchanged(Code.VOUCHER_UNKNOWN, house_of, cage.redeem_voucher, codes[0], None)


def test_a_refused_voucher_is_still_good(house_of, cage):
    code = house_of.do(cage.issue_voucher, None, 2_000)
    refused_and_unchanged(Code.MONEY_KIND, house_of, cage.redeem_voucher, code, house_of.guest.user)
    house_of.do(cage.redeem_voucher, code, house_of.ada.user)


def test_a_lost_voucher_is_put_back_by_staff_and_its_code_is_worth_nothing(house_of, cage):
    ada = house_of.ada.user
    house_of.do(cage.buy_in, ada, 5_000)
    code = house_of.do(cage.issue_voucher, ada, 2_000, by="ada")
    (issued,) = house_of.changes[-1].events
    refused_and_unchanged(
        Code.NOT_ALLOWED, house_of, cage.take_back_voucher, issued.voucher, ada, by="ada"
    )
    change = house_of.do(cage.take_back_voucher, issued.voucher, ada)
    boss = house_of.boss.user
    assert change.events == (house.VoucherTakenBack(issued.voucher, ada, 2_000, boss),)
    assert change.significance == "voucher_taken_back"
    assert change.entry.postings == ((VOUCHERS, -2_000), (wallet(ada), 2_000))
    assert cage.wallet_cents(ada) == 5_000
    refused_and_unchanged(Code.VOUCHER_REDEEMED, house_of, cage.redeem_voucher, code, ada)


def test_a_voucher_is_taken_back_into_the_wallet_it_was_issued_from_alone(house_of, cage):
    ada, bob = house_of.ada.user, house_of.bob.user
    house_of.do(cage.buy_in, ada, 5_000)
    code = house_of.do(cage.issue_voucher, ada, 2_000, by="ada")
    (issued,) = house_of.changes[-1].events
    back = cage.take_back_voucher
    said = refused_and_unchanged(Code.VOUCHER_NOT_HIS, house_of, back, issued.voucher, bob)
    assert f"issued from the wallet of Ada ({ada})" in said
    house_of.do(cage.redeem_voucher, code, bob)
    assert cage.wallet_cents(bob) == 2_000


def test_a_voucher_sold_for_cash_is_not_taken_back_but_paid_to_who_brings_it(house_of, cage):
    code = house_of.do(cage.issue_voucher, None, 2_000)
    (issued,) = house_of.changes[-1].events
    back = cage.take_back_voucher
    for user in (house_of.ada.user, house_of.bob.user):
        said = refused_and_unchanged(Code.VOUCHER_NOT_HIS, house_of, back, issued.voucher, user)
        assert "sold for cash" in said
    house_of.do(cage.redeem_voucher, code, None)
    assert house_of.balances() == {}


def test_after_a_start_it_is_known_whose_voucher_it_is(tmp_path):
    path = tmp_path / "house.db"
    cash = frozenset({Role.PLAYER})

    async def issue():
        async with open_house(path) as office:
            people = [
                (await office.add_user(name, name, cash, Money.CASH, by=None))[1].user
                for name in ("Ada", "Bob")
            ]
            await office.cashier.buy_in("b", people[0], 900, by=None)
            codes = [
                (await office.cashier.issue_voucher(f"v{user}", user, 300, by=None)).code
                for user in (people[0], None)
            ]
            return people, [voucher_hash(read_code(code)) for code in codes]

    async def come_back(people, vouchers):
        (ada, bob), (hers, sold) = people, vouchers
        async with open_house(path) as office:
            back = office.cashier.take_back_voucher
            await refused_now(Code.VOUCHER_NOT_HIS, back("t1", hers, bob, by=None))
            await refused_now(Code.VOUCHER_NOT_HIS, back("t2", sold, ada, by=None))
            await back("t3", hers, ada, by=None)
            assert (await back("t3", hers, ada, by=None)).is_repeated
            assert office.cage.wallet_cents(ada) == 900
            assert office.cage.open_voucher_cents() == 300

    asyncio.run(come_back(*asyncio.run(issue())))
    assert sum("voucher_taken_back" in entry.body for entry in check_books(path)) == 1


def test_a_code_made_up_is_unknown_and_one_mistyped_is_told_so(house_of, cage):
    made_up = draw_code(counted_chance("made up"))
    said = refused_and_unchanged(Code.VOUCHER_UNKNOWN, house_of, cage.redeem_voucher, made_up, None)
    assert "no such voucher" in said
    mistyped = made_up[:-1] + str((int(made_up[-1]) + 1) % 10)
    said = refused_and_unchanged(
        Code.VOUCHER_UNKNOWN, house_of, cage.redeem_voucher, mistyped, None
    )
    assert "mistyped" in said


def test_two_vouchers_never_have_the_same_code(house_of, cage):
    drawn = iter([b"1" * 16, b"1" * 16, b"2" * 16])
    cage._entropy = lambda _: next(drawn)
    first = house_of.do(cage.issue_voucher, None, 100)
    second = house_of.do(cage.issue_voucher, None, 100)
    assert first != second
    assert cage.open_voucher_cents() == 200


# Their codes.

ENTROPIES = st.binary(min_size=16, max_size=16)


@given(ENTROPIES)
def test_a_code_is_twenty_digits_in_fours_and_reads_as_it_is_typed(drawn):
    code = draw_code(lambda _: drawn)
    assert [len(group) for group in code.split(" ")] == [4, 4, 4, 4, 4]
    digits = read_code(code)
    assert digits == code.replace(" ", "")
    for typed in (digits, code.replace(" ", "-"), f"  {code}\n", " ".join(digits)):
        assert read_code(typed) == digits


@given(ENTROPIES, st.integers(0, 19), st.integers(1, 9))
def test_every_single_wrong_digit_is_found(drawn, at, off):
    digits = read_code(draw_code(lambda _: drawn))
    wrong = digits[:at] + str((int(digits[at]) + off) % 10) + digits[at + 1 :]
    refused(Code.VOUCHER_UNKNOWN, read_code, wrong)


@given(ENTROPIES, st.integers(0, 18))
def test_every_two_neighbours_exchanged_are_found(drawn, at):
    digits = read_code(draw_code(lambda _: drawn))
    wrong = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
    if wrong != digits:
        refused(Code.VOUCHER_UNKNOWN, read_code, wrong)


def test_the_check_digit_is_that_of_the_published_example():
    assert check_digit("572") == 4
    assert check_digit("5724") == 0


def test_the_check_digit_finds_by_its_table_what_it_promises():
    digits = "0123456789"
    for before in digits:
        for first, second in itertools.combinations(digits, 2):
            assert check_digit(before + first) != check_digit(before + second)
            assert check_digit(before + first + second) != check_digit(before + second + first)


def test_all_nineteen_digits_are_drawn_evenly():
    chance = counted_chance("even")
    codes = [read_code(draw_code(chance)) for _ in range(4_000)]
    assert len(set(codes)) == 4_000
    for at in range(20):
        counts = [sum(code[at] == digit for code in codes) for digit in "0123456789"]
        # 400 expected of each; six standard deviations.
        assert all(abs(count - 400) < 6 * 19 for count in counts)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "1234",
        "0" * 19,
        "0" * 21,
        "x" * 20,
        "٠" * 20,
        "²" * 20,
        "0" * 10**6,
        "0" * 19 + "\ud800",
    ],
    ids=shortly,
)
def test_what_is_no_code_is_refused(typed):
    assert "20 digits" in refused(Code.VOUCHER_UNKNOWN, read_code, typed)


# An independent model beside it.

USERS = ("ada", "bob", "boss", "guest")
WORK = st.lists(
    st.tuples(
        st.sampled_from(["buy", "pay", "grant", "top up", "issue", "sell", "redeem", "encash"]),
        st.sampled_from(USERS),
        st.sampled_from([*USERS, None]),
        st.integers(-2, 30_000),
        st.integers(0, 5),
    ),
    min_size=20,
    max_size=80,
)


class PlainAccounts:
    """Who may do what at the cage and what it moves, said a second time."""

    def __init__(self):
        self.wallets = dict.fromkeys(USERS, 0)
        self.vouchers = {}
        self.cash = self.play = 0

    def does(self, what, name, by, cents, code):
        """Whether it may be done; then it is."""
        is_staff, is_own, is_play = by in ("boss", None), by == name, name == "guest"
        has, worth = self.wallets[name], self.vouchers.get(code, 0)
        may, to_wallet, to_vouchers = {
            "buy": (is_staff and not is_own and not is_play and cents > 0, cents, 0),
            "pay": (is_staff and not is_own and not is_play and 0 < cents <= has, -cents, 0),
            "grant": (is_staff and is_play and cents > 0, cents, 0),
            "top up": (is_play and has < 10_000, 100_000 - has, 0),
            "issue": (is_staff is not is_own and not is_play and 0 < cents <= has, -cents, cents),
            "sell": (is_staff and cents > 0, 0, cents),
            "redeem": (is_staff is not is_own and not is_play and worth > 0, worth, -worth),
            "encash": (is_staff and worth > 0, 0, -worth),
        }[what]
        if may:
            self.wallets[name] += to_wallet
            if worth and to_vouchers < 0:
                del self.vouchers[code]
            if is_play and what in ("grant", "top up"):
                self.play += to_wallet
            else:
                self.cash += to_wallet + to_vouchers
        return may


@settings(deadline=None, max_examples=200)
@given(WORK)
def test_under_random_work_every_cent_is_where_plain_accounts_have_it(work):
    house_of, plain, codes = Cashier(), PlainAccounts(), []
    for what, name, by, cents, which in work:
        code = codes[which % len(codes)] if codes else "0" * 20
        may = plain.does(what, name, by, cents, code)
        before = house_of.balances(), house_of.journal.head
        try:
            issued = house_of.work(what, name, by, cents, code)
        except Rejection as refusal:
            assert not may, refusal
            assert (house_of.balances(), house_of.journal.head) == before
        else:
            assert may
            if issued:
                codes.append(issued)
                plain.vouchers[issued] = cents
        assert {
            name: house_of.cage.wallet_cents(getattr(house_of, name).user) for name in USERS
        } == plain.wallets
        assert house_of.cage.open_voucher_cents() == sum(plain.vouchers.values())
        assert house_of.ledger[CASH] == -plain.cash
        assert house_of.ledger[PLAY_MONEY] == -plain.play
        assert sum(cents for _, cents in house_of.ledger.items()) == 0
    # And the postings on record come to the same.
    added = Counter()
    for change in house_of.changes:
        added.update(dict(change.entry.postings))
    assert {account: cents for account, cents in added.items() if cents} == house_of.balances()
