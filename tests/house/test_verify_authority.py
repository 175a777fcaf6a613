"""The check of the books: who did what in the house's own chain, and whether it was for him to do.

Whoever forges here makes all hashes, postings, balances and rows right.
"""

import asyncio

import pytest

from croupier.house import commands as told
from croupier.house.accounts import Money, rack
from croupier.house.config import Config
from croupier.house.database import database_url, open_engine
from croupier.house.happenings import Role
from croupier.house.office import Office
from croupier.house.verify.balances import Balances
from croupier.house.verify.findings import Checked, Found, Place
from croupier.rejection import Rejection

from .houses import check_books, open_house, plan
from .reception import PASSWORDS

ANN, BOB, CORA, DAN, DORA, SAM, SUSAN, GUEST, STEVE = range(1, 10)
"""Players, of which Cora and Dan play for cash; a dealer, two supervisors, an administrator, and a
guest who is gone."""
CENTS = 500
CODE = "c" * 64
OUT = "b" * 64
"""A voucher of Cora's, over 7,000 cents, that nobody has redeemed."""
HOUSE = "house"


def user(number):
    return f"user {number}"


def bought_in(who, by):
    event = {"event": "bought_in", "user": who, "cents": CENTS, "by": by}
    return event, {"cash": -CENTS, f"wallet {who}": CENTS}


def cashed_out(who, by):
    event = {"event": "cashed_out", "user": who, "cents": CENTS, "by": by}
    return event, {"cash": CENTS, f"wallet {who}": -CENTS}


def given(who):
    event = {"event": "play_money_granted", "user": who, "cents": CENTS}
    return event, {"play money": -CENTS, f"wallet {who}": CENTS}


def issued(who, by):
    event = {"event": "voucher_issued", "voucher": CODE, "user": who, "cents": CENTS, "by": by}
    return event, {"cash" if who is None else f"wallet {who}": -CENTS, "vouchers": CENTS}


def redeemed(who, by):
    event = {"event": "voucher_redeemed", "voucher": OUT, "user": who, "cents": 7_000, "by": by}
    return event, {"cash" if who is None else f"wallet {who}": 7_000, "vouchers": -7_000}


def taken_back(who, by):
    event, moved = redeemed(who, by)
    return {**event, "event": "voucher_taken_back"}, moved


def plain(event, **values):
    return {"event": event, **values}, {}


def roles_set(who, *roles, by):
    return plain("roles_set", user=who, roles=list(roles), by=by)


def disabled(who, by, *, is_disabled=True):
    return plain("user_disabled", user=who, is_disabled=is_disabled, by=by)


def added(who, name, *roles, by, money="play"):
    return plain("user_added", user=who, name=name, roles=list(roles), money=money, by=by)


def closed(day, by):
    return plain("day_closed", day=day, heads=[], by=by)


def put(books, actor, what):
    """One more entry of the house's, with the rows beside the log that it should have."""
    event, moved = what
    books.append(0, event, actor=actor, moved=moved)
    match event["event"]:
        case "voucher_issued":
            entry = books.last_entry(0)
            at_ms = books.one("SELECT at_ms FROM entries WHERE chain = 0 AND number = ?", entry)[0]
            row = event["voucher"], event["cents"], at_ms, None, entry
            books.run("INSERT INTO vouchers VALUES (?, ?, ?, ?, ?)", *row)
        case "voucher_redeemed" | "voucher_taken_back":
            books.run(
                "UPDATE vouchers SET redeemed_ms = "
                "(SELECT max(at_ms) FROM entries WHERE chain = 0) WHERE voucher = ?",
                event["voucher"],
            )
        case "roles_set":
            roles = ",".join(event["roles"])
            books.run('UPDATE users SET roles = ? WHERE "user" = ?', roles, event["user"])
        case "user_disabled":
            is_disabled = event["is_disabled"]
            books.run(
                'UPDATE users SET is_disabled = ? WHERE "user" = ?', is_disabled, event["user"]
            )
        case "user_added":
            books.run(
                'INSERT INTO users ("user", name, roles, money, is_disabled, '
                "must_change_password, failed_log_ins, locked_until_ms, created_ms) "
                "VALUES (?, ?, ?, ?, 0, 0, 0, 0, 0)",
                event["user"], event["name"], ",".join(event["roles"]), event["money"],
            )  # fmt: skip


# What is not for whoever is said to have done it.

NOT_FOR_HIM = [
    # At the cage.
    (user(CORA), bought_in(CORA, CORA), "user 3 is no supervisor or administrator then"),
    (user(DORA), bought_in(CORA, DORA), "user 5 is no supervisor or administrator then"),
    (user(CORA), bought_in(CORA, SAM), "for user 6, not for user 3"),
    (user(SAM), bought_in(CORA, None), "for house, not for user 6"),
    (HOUSE, bought_in(CORA, SAM), "for user 6, not for house"),
    ("clock", bought_in(CORA, None), "no 'clock' who could do that"),
    ("nobody at all", bought_in(CORA, None), "no 'nobody at all' who could do that"),
    (user(77), bought_in(CORA, None), "no 'user 77' who could do that"),
    (user(DAN), cashed_out(CORA, DAN), "user 4 is no supervisor or administrator then"),
    (user(CORA), cashed_out(CORA, CORA), "user 3 is no supervisor or administrator then"),
    (user(BOB), given(ANN), "user 2 is no supervisor or administrator then"),
    (user(GUEST), given(ANN), "Guest 8 is gone"),
    (user(DAN), issued(CORA, DAN), "user 4 is no supervisor or administrator then"),
    (user(CORA), issued(None, CORA), "user 3 is no supervisor or administrator then"),
    (user(DAN), redeemed(CORA, DAN), "user 4 is no supervisor or administrator then"),
    (user(CORA), redeemed(None, CORA), "user 3 is no supervisor or administrator then"),
    (user(CORA), taken_back(CORA, CORA), "user 3 is no supervisor or administrator then"),
    (user(CORA), taken_back(CORA, None), "for house, not for user 3"),
    (user(SAM), taken_back(DAN, SAM), "issued from the wallet of Cora, not of Dan"),
    # People.
    (user(ANN), roles_set(ANN, "administrator", by=ANN), "user 1 is no administrator then"),
    (user(SAM), roles_set(ANN, "dealer", by=SAM), "user 6 is no administrator then"),
    (HOUSE, roles_set(ANN, "dealer", "auditor", by=None), "an auditor is nothing else"),
    (HOUSE, roles_set(ANN, "player", "administrator", by=None), "an administrator is nothing else"),
    (HOUSE, roles_set(ANN, by=None), "somebody without any role is nobody"),
    (user(SUSAN), roles_set(SUSAN, "player", by=SUSAN), "Susan is the only administrator"),
    (user(SAM), added(10, "Ed", "player", by=SAM), "user 6 is no administrator then"),
    (HOUSE, added(10, "Ed", "player", "auditor", by=None), "an auditor is nothing else"),
    (user(10), added(10, "Ed", "player", by=None), "Ed comes in by himself, and is no guest"),
    (user(10), added(10, "Guest 10", "dealer", by=None), "comes in by himself, and is no guest"),
    (user(10), added(10, "Guest 10", "player", by=None, money="cash"), "and is no guest"),
    (user(11), added(10, "Guest 10", "player", by=None), "no 'user 11' who could do that"),
    (user(SAM), disabled(ANN, SAM), "user 6 is no administrator then"),
    (user(SUSAN), disabled(SUSAN, SUSAN), "Susan is the only administrator"),
    (user(SAM), plain("password_set", user=ANN, by=SAM), "user 6 is no administrator then"),
    (user(BOB), plain("password_set", user=ANN, by=ANN), "for user 1, not for user 2"),
    (user(SAM), closed("2030-01-01", SAM), "user 6 is no administrator then"),
    (HOUSE, closed("2030-01-01", SUSAN), "for user 7, not for house"),
    # Who comes and goes, and what is noted.
    (user(BOB), plain("logged_in", user=ANN), "for user 1, not for user 2"),
    (HOUSE, plain("logged_in", user=ANN), "for user 1, not for house"),
    (user(BOB), plain("logged_out", user=ANN), "for user 1, not for user 2"),
    (user(ANN), plain("log_in_failed", user=ANN, address="::1"), "for house, not for user 1"),
    (HOUSE, plain("locked_out", user=ANN, seconds=60), "no log-in of Ann has just failed"),
    (user(ANN), plain("guest_gone", user=ANN, cents=0), "for house, not for user 1"),
    (HOUSE, plain("guest_gone", user=ANN, cents=0), "Ann is no guest"),
    (user(ANN), plain("house_started", version="1", tables=4), "for house, not for user 1"),
    (user(SUSAN), plain("house_stopped"), "for house, not for user 7"),
    (HOUSE, plain("access_refused", user=ANN, what="x"), "for user 1, not for house"),
    (user(ANN), plain("access_refused", user=None, what="x"), "for house, not for user 1"),
]


@pytest.mark.parametrize(
    ("actor", "what", "said"), NOT_FOR_HIM, ids=[one[2] for one in NOT_FOR_HIM]
)
def test_what_is_not_for_whoever_did_it_is_found(books, actor, what, said):
    put(books, actor, what)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (0, books.last_entry(0))
    assert wrong.place.event is not None
    assert said in wrong.what
    assert wrong.what.startswith(what[0]["event"])


FOR_HIM = [
    (HOUSE, bought_in(CORA, None)),
    (user(SAM), bought_in(CORA, SAM)),
    (user(SUSAN), cashed_out(CORA, SUSAN)),
    (user(STEVE), given(ANN)),
    (user(SAM), given(SAM)),
    (user(ANN), given(ANN)),
    (user(CORA), issued(CORA, CORA)),
    (user(SAM), issued(None, SAM)),
    (HOUSE, issued(None, None)),
    (user(CORA), redeemed(CORA, CORA)),
    (user(SAM), redeemed(DAN, SAM)),
    (user(SAM), taken_back(CORA, SAM)),
    (HOUSE, taken_back(CORA, None)),
    (user(SUSAN), redeemed(None, SUSAN)),
    (user(SUSAN), roles_set(ANN, "player", "dealer", by=SUSAN)),
    (user(SUSAN), roles_set(SUSAN, "administrator", by=SUSAN)),
    (user(SUSAN), added(10, "Ed", "auditor", by=SUSAN)),
    (user(10), added(10, "Guest 10", "player", by=None)),
    (user(10), added(10, "Guest 10 2", "player", by=None)),
    (user(SUSAN), disabled(SAM, SUSAN)),
    (user(SUSAN), plain("password_set", user=SAM, by=SUSAN)),
    (user(ANN), plain("password_set", user=ANN, by=ANN)),
    (user(SUSAN), closed("2030-01-01", SUSAN)),
    (user(ANN), plain("logged_in", user=ANN)),
    (HOUSE, plain("log_in_failed", user=None, address="::1")),
    (user(ANN), plain("access_refused", user=ANN, what="x")),
    (HOUSE, plain("access_refused", user=None, what="x")),
]


@pytest.mark.parametrize(("actor", "what"), FOR_HIM, ids=[one[1][0]["event"] for one in FOR_HIM])
def test_the_same_done_by_whom_it_is_for_is_in_order(books, actor, what):
    put(books, actor, what)
    assert books.verdict().is_well, books.verdict().wrong


@pytest.mark.parametrize(
    "what",
    [bought_in(SAM, SAM), issued(SAM, SAM), redeemed(SAM, SAM), taken_back(SAM, SAM)],
)
def test_nobody_serves_himself_at_the_cage(books, what):
    books.forge(0, books.entry_with(0, "user_added", SAM - 1),
                lambda events: events[0].update(money="cash"))  # fmt: skip
    books.run("UPDATE users SET money = 'cash' WHERE \"user\" = ?", SAM)
    put(books, HOUSE, bought_in(SAM, None))
    closing = books.entry_with(0, "day_closed")
    head = books.one("SELECT hash FROM entries WHERE chain = 0 AND number = ?", closing - 1)[0]

    def keep(events):
        events[0]["heads"][0][2] = head

    books.forge(0, closing, keep)
    assert books.verdict().is_well, books.verdict().wrong
    put(books, user(SAM), what)
    wrong = books.found()
    assert wrong.place.entry == books.last_entry(0)
    assert "Sam serves himself at the cage" in wrong.what


@pytest.mark.parametrize(
    "what",
    [plain("logged_in", user=CORA), plain("logged_out", user=CORA), given(CORA),
     issued(CORA, CORA), redeemed(CORA, CORA), plain("password_set", user=CORA, by=CORA)],
    ids=lambda what: what[0]["event"],
)  # fmt: skip
def test_who_is_disabled_does_nothing_until_he_may_again(books, what):
    put(books, user(SUSAN), disabled(CORA, SUSAN))
    put(books, user(CORA), plain("access_refused", user=CORA, what="That he was, is noted."))
    assert books.verdict().is_well, books.verdict().wrong
    put(books, user(CORA), what)
    assert "Cora is disabled" in books.found().what


@pytest.mark.parametrize("what", [bought_in, issued, redeemed, taken_back])
def test_who_is_disabled_is_paid_out_and_nothing_else(books, what):
    put(books, user(SUSAN), disabled(CORA, SUSAN))
    put(books, user(SAM), cashed_out(CORA, SAM))
    assert books.verdict().is_well, books.verdict().wrong
    put(books, user(SAM), what(CORA, SAM))
    assert "Cora is disabled, and can only be paid out" in books.found().what


def test_what_was_sold_for_cash_is_taken_back_by_nobody(books):
    put(books, user(SAM), issued(None, SAM))
    event = {"event": "voucher_taken_back", "voucher": CODE, "user": CORA, "cents": CENTS}
    moved = {f"wallet {CORA}": CENTS, "vouchers": -CENTS}
    put(books, user(SAM), ({**event, "by": SAM}, moved))
    assert "sold for cash, and goes back to nobody's wallet" in books.found().what


def test_what_was_taken_back_is_worth_nothing(books):
    put(books, user(SAM), taken_back(CORA, SAM))
    put(books, user(CORA), redeemed(CORA, CORA))
    assert "was redeemed before" in books.found().what


@pytest.mark.parametrize("name", ["ANN", "ann", " Ann", "\uff21nn"])
def test_two_people_do_not_have_one_name(books, name):
    put(books, user(SUSAN), added(10, name, "player", by=SUSAN))
    wrong = books.found()
    assert wrong.place.entry == books.last_entry(0)
    assert "Ann is there already, under the same name" in wrong.what


def test_the_name_of_a_guest_who_is_gone_is_free_again(books):
    put(books, HOUSE, added(10, "guest 8", "player", by=None))
    assert books.verdict().is_well, books.verdict().wrong


@pytest.mark.parametrize("cents", [1, -1, 10**5])
def test_a_guest_leaves_what_was_in_his_wallet(books, cents):
    number = books.entry_with(0, "guest_gone")

    def leave_less(events):
        events[0]["cents"] -= cents
        return {f"wallet {GUEST}": cents, "play money": -cents}

    books.forge(0, number, leave_less)
    books.run("INSERT INTO accounts VALUES (?, ?)", f"wallet {GUEST}", cents)
    wrong = books.found()
    if cents > 0:
        assert (wrong.place.chain, wrong.place.entry) == (0, number)
        assert wrong.what.startswith("guest_gone: ")
        assert "and the wallet held $1,000 then" in wrong.what
    else:
        assert wrong.place.account == f"wallet {GUEST}"
        assert "may not be below zero" in wrong.what


AT_MS = 1_000


@pytest.mark.parametrize(
    ("won", "at_ms", "is_well"),
    [(0, AT_MS, True), (300, AT_MS + 1, True), (300, AT_MS, True), (300, AT_MS - 1, False)],
)
def test_what_comes_to_a_guest_after_he_is_gone_was_not_in_his_wallet(won, at_ms, is_well):
    balances, account = Balances(Checked()), f"wallet {GUEST}"
    balances.users[GUEST], balances.tables[1] = Money.PLAY, Money.PLAY

    def post(chain, cents, other, at_ms):
        moved = {account: cents, other: -cents}
        balances.post(Place(chain), moved, moved, at_ms)

    post(0, 500, "play money", AT_MS - 500)
    balances.has_gone(GUEST, 500, AT_MS, Place(0))
    post(0, -500, "play money", AT_MS)
    balances.cents[rack(1)] = 10_000
    if won:
        post(1, won, rack(1), at_ms)
    if is_well:
        balances.require_emptied()
    else:
        with pytest.raises(Found, match=r"\$5 was left, and the wallet held \$8 then"):
            balances.require_emptied()


def test_a_role_counts_from_when_it_was_given_until_it_was_taken(books):
    put(books, user(SUSAN), roles_set(DAN, "supervisor", by=SUSAN))
    put(books, user(DAN), bought_in(CORA, DAN))
    assert books.verdict().is_well, books.verdict().wrong
    put(books, user(SUSAN), roles_set(DAN, "player", by=SUSAN))
    put(books, user(DAN), bought_in(CORA, DAN))
    wrong = books.found()
    assert wrong.place.entry == books.last_entry(0)
    assert "user 4 is no supervisor or administrator then" in wrong.what


def test_of_two_administrators_one_may_go(books):
    put(books, user(SUSAN), roles_set(STEVE, "administrator", by=SUSAN))
    put(books, user(STEVE), disabled(SUSAN, STEVE))
    assert books.verdict().is_well, books.verdict().wrong
    put(books, HOUSE, roles_set(STEVE, "player", by=None))
    assert "Steve is the only administrator" in books.found().what


def test_who_is_locked_out_has_just_failed_to_log_in(books):
    failed, locked = (
        {"event": "log_in_failed", "user": ANN, "address": "::1"},
        {"event": "locked_out", "user": ANN, "seconds": 60},
    )
    books.append(0, failed, locked)
    assert books.verdict().is_well, books.verdict().wrong
    books.append(0, {**failed, "user": BOB}, locked)
    assert "no log-in of Ann has just failed" in books.found().what


@pytest.mark.parametrize(
    ("actor", "what", "said"),
    [
        (user(10), plain("logged_in", user=10), "has no password to log in with"),
        (user(10), plain("password_set", user=10, by=10), "has no password to change"),
        (user(SUSAN), roles_set(10, "dealer", by=SUSAN), "has no password, and stays a player"),
    ],
    ids=["logs in", "changes it", "is made a dealer"],
)
def test_a_guest_does_what_needs_a_password_once_he_has_one(books, actor, what, said):
    put(books, user(10), added(10, "Guest 10", "player", by=None))
    put(books, actor, what)
    assert said in books.found().what
    books.remove("DELETE FROM entries WHERE chain = 0 AND number = ?", books.last_entry(0))
    put(books, user(SUSAN), plain("password_set", user=10, by=SUSAN))
    put(books, actor, what)
    assert books.verdict().is_well, books.verdict().wrong


@pytest.mark.parametrize("cents", [0, -CENTS])
def test_what_is_no_amount_is_not_moved(books, cents):
    (event, _) = bought_in(CORA, None)
    moved = {"cash": -cents, f"wallet {CORA}": cents} if cents else {}
    put(books, HOUSE, ({**event, "cents": cents}, moved))
    assert "is no amount" in books.found().what


# Nothing that may be done is refused.


def test_what_people_really_do_in_a_house_is_in_order(tmp_path):
    path = tmp_path / "house.db"

    async def refused(doing):
        with pytest.raises(Rejection):
            await doing

    async def a_day():
        async with open_house(str(path), plan("three-card-poker")) as office:
            boss = office.people.find("administrator")
            add = office.add_user
            _, ada, word = await add("1", "Ada", {Role.PLAYER}, Money.CASH, by=boss)
            _, sam, _ = await add("2", "Sam", {Role.SUPERVISOR}, Money.PLAY, by=boss)
            _, otto, _ = await add("3", "Otto", {Role.AUDITOR}, Money.PLAY, by=None)
            ada = (await office.log_in("ADA", word, "10.0.0.1")).person
            for _ in range(6):
                await refused(office.log_in("Ada", "wrong", "10.0.0.2"))
            await refused(office.log_in("Nobody", "wrong", "10.0.0.2"))
            new = "a good long password of hers"
            inside = await office.change_password(ada, word, new, "10.0.0.1")
            await office.reset_password("4", otto.user, by=boss)
            await office.reset_password("5", boss.user, by=None)
            await office.cashier.buy_in("6", ada.user, 90_000, by=sam)
            await office.cashier.buy_in("7", ada.user, 90_000, by=None)
            own = await office.cashier.issue_voucher("8", ada.user, 5_000, by=ada)
            await office.cashier.redeem_voucher("9", own.code, ada.user, by=ada)
            sold = await office.cashier.issue_voucher("10", None, 5_000, by=sam)
            await office.cashier.redeem_voucher("11", sold.code, None, by=boss)
            await office.cashier.issue_voucher("12", ada.user, 700, by=sam)
            guest = await office.guest()
            await office.cashier.grant_play_money("13", guest.person.user, 100, by=sam)
            await office.cashier.grant_play_money("14", sam.user, 100, by=sam)
            broke = await office.guest()
            await office.house.command(1, broke.person, told.Sit(1, 10_000_000), "sit")
            await office.house.command(1, broke.person, told.Tip(1, 9_999_999), "tip")
            await office.house.command(1, broke.person, told.Leave(1), "leave")
            await office.cashier.top_up("15", broke.person)
            await office.note_refused(otto, "GET /api/what/is/not/for/him")
            await office.note_refused(None, "socket from 10.0.0.9")
            await office.reset_password("16", broke.person.user, by=boss)
            await office.set_roles("17", broke.person.user, {Role.DEALER}, by=boss)
            await office.disable("18", ada.user, is_disabled=True, by=boss)
            await refused(office.log_in("Ada", new, "10.0.0.1"))
            await office.note_refused(inside.person, "what he asked for before")
            await office.cashier.cash_out("19", ada.user, 5_000, by=sam)
            await office.disable("20", ada.user, is_disabled=False, by=None)
            await office.log_out((await office.log_in("Ada", new, "10.0.0.1")).session)
            await office.set_roles("21", boss.user, {Role.ADMINISTRATOR}, by=boss)
            boss = office.people.find("administrator")
            table, _ = await office.create_table_once(plan("pick-2-poker", "One more"), by=boss)
            await office.close_table(table, by=boss)
            await office.close_day("22", "2024-01-01", by=boss)
            await office.log_out(guest.session)
            await office._sweep(office.house.now_ms())
            assert guest.person.user not in office.people

    async def the_next():
        office = Office(open_engine(database_url(str(path))), Config(), PASSWORDS)
        assert await office.start(resets_administrator="administrator") is not None
        await office.stop()

    asyncio.run(a_day())
    asyncio.run(the_next())
    bodies = "".join(entry.body for entry in check_books(path) if entry.chain == 0)
    for name in ("locked_out", "guest_gone", "access_refused", "password_set", "voucher_redeemed"):
        assert f'"{name}"' in bodies
