"""The cage over HTTP: every cent that comes in or goes out, and who may have it done."""

import pytest

from .apis import CASH_TABLE, each_database, new_id, refused, served

__all__ = ["each_database"]

HUGE = [0, -1, 10**15 + 1, 10**30, 1.5, 5.0, True, "5", None, [5]]


@pytest.fixture(scope="module")
def house(each_database):
    with served([CASH_TABLE], database=each_database) as found:
        yield found


@pytest.fixture
def ada(house):
    """Ada, with fresh credit."""
    house.sam.do(f"/api/users/{house.ada.user}/buy-in", cents=10_000)
    return house.ada


def wallet(somebody):
    return somebody.look("/api/me")["wallet_cents"]


def on_account(house, name):
    found = house.otto.look("/api/accounts", begins_with=name)["accounts"]
    return sum(one["cents"] for one in found if one["account"] == name)


def test_cash_comes_in_and_goes_out_once_however_often_it_is_sent(house):
    bob, cash = house.user("Bob"), on_account(house, "cash")
    sent = {"id": new_id(), "cents": 5_000}
    first = house.sam.ok(house.sam.post(f"/api/users/{bob}/buy-in", sent))
    again = house.sam.ok(house.sam.post(f"/api/users/{bob}/buy-in", sent))
    assert (first["is_repeated"], again["is_repeated"]) == (False, True)
    assert first["wallet_cents"] == again["wallet_cents"] == wallet(house.bob) == 5_000
    assert on_account(house, "cash") == cash - 5_000
    out = house.ann.do(f"/api/users/{bob}/cash-out", cents=5_000)
    assert (out["wallet_cents"], on_account(house, "cash")) == (0, cash)


def test_nobody_is_paid_more_than_he_has(house, ada):
    sent = {"id": new_id(), "cents": wallet(ada) + 1}
    refused(house.sam.post(f"/api/users/{ada.user}/cash-out", sent), 409, "bankroll_short")


@pytest.mark.parametrize("cents", HUGE, ids=repr)
@pytest.mark.parametrize("what", ["buy-in", "cash-out", "play-money"])
def test_what_is_no_amount_is_refused(house, what, cents):
    sent = {"id": new_id(), "cents": cents}
    refused(house.sam.post(f"/api/users/{house.user('Bob')}/{what}", sent), 422)


def test_nobody_serves_himself(house):
    sent = {"id": new_id(), "cents": 100}
    refused(house.sam.post(f"/api/users/{house.sam.user}/buy-in", sent), 403, "not_allowed")


@pytest.mark.parametrize("who", ["ada", "dora", "otto"])
@pytest.mark.parametrize("what", ["buy-in", "cash-out", "play-money"])
def test_only_supervisors_and_administrators_stand_at_the_cage(house, who, what):
    sent = {"id": new_id(), "cents": 100}
    answer = getattr(house, who).post(f"/api/users/{house.user('Bob')}/{what}", sent)
    refused(answer, 403, "not_allowed")


def test_play_money_and_cash_never_mix(house):
    pia, bob = house.user("Pia"), house.user("Bob")
    done = house.sam.do(f"/api/users/{pia}/play-money", cents=700)
    assert done["wallet_cents"] == 700
    for user, what in ((pia, "buy-in"), (pia, "cash-out"), (bob, "play-money")):
        sent = {"id": new_id(), "cents": 100}
        refused(house.sam.post(f"/api/users/{user}/{what}", sent), 409, "money_kind")
    refused(house.pia.post("/api/vouchers", {"id": new_id(), "cents": 100}), 409, "money_kind")


def test_a_player_takes_a_voucher_and_another_redeems_it_once(house, ada):
    had, bob_had = wallet(ada), wallet(house.bob)
    voucher = ada.do("/api/vouchers", status=201, cents=2_500)
    assert voucher["user"] == ada.user
    assert len(voucher["code"].replace(" ", "")) == 20
    assert wallet(ada) == had - 2_500
    redeemed = house.bob.do("/api/vouchers/redeem", code=voucher["code"])
    assert redeemed["voucher"] == voucher["voucher"]
    assert (redeemed["cents"], redeemed["user"]) == (2_500, house.bob.user)
    assert wallet(house.bob) == bob_had + 2_500
    sent = {"id": new_id(), "code": voucher["code"]}
    refused(ada.post("/api/vouchers/redeem", sent), 409, "voucher_redeemed")


def test_a_voucher_sent_for_again_is_the_same_one_without_its_code(house, ada):
    had = wallet(ada)
    sent = {"id": new_id(), "cents": 300}
    first = ada.ok(ada.post("/api/vouchers", sent), 201)
    again = ada.ok(ada.post("/api/vouchers", sent), 201)
    assert again == {**first, "is_repeated": True, "code": None}
    assert wallet(ada) == had - 300


def test_staff_takes_back_a_voucher_whose_code_was_lost(house, ada):
    had = wallet(ada)
    lost = ada.do("/api/vouchers", status=201, cents=400)
    sent = {"id": new_id(), "voucher": lost["voucher"], "user": ada.user}
    refused(ada.post("/api/vouchers/take-back", sent), 403)
    to_bob = {"id": new_id(), "voucher": lost["voucher"], "user": house.user("Bob")}
    refused(house.sam.post("/api/vouchers/take-back", to_bob), 409, "voucher_not_his")
    done = house.sam.ok(house.sam.post("/api/vouchers/take-back", sent))
    assert (done["voucher"], done["cents"], done["user"]) == (lost["voucher"], 400, ada.user)
    again = house.sam.ok(house.sam.post("/api/vouchers/take-back", sent))
    assert again == {**done, "is_repeated": True}
    assert wallet(ada) == had
    refused(
        ada.post("/api/vouchers/redeem", {"id": new_id(), "code": lost["code"]}),
        409,
        "voucher_redeemed",
    )


def test_staff_sells_and_pays_vouchers_for_cash(house):
    cash = on_account(house, "cash")
    sold = house.sam.do("/api/vouchers", status=201, cents=1_500, for_cash=True)
    assert sold["user"] is None
    assert on_account(house, "cash") == cash - 1_500
    house.sam.do("/api/vouchers/redeem", code=sold["code"], for_cash=True)
    assert on_account(house, "cash") == cash


def test_players_do_not_touch_cash_nor_the_wallets_of_others(house, ada):
    bob = house.user("Bob")
    for more in ({"for_cash": True}, {"user": bob}):
        sent = {"id": new_id(), "cents": 100, **more}
        refused(ada.post("/api/vouchers", sent), 403, "not_allowed")
        sent = {"id": new_id(), "code": "1" * 20, **more}
        refused(ada.post("/api/vouchers/redeem", sent), 403, "not_allowed")
    both = {"id": new_id(), "cents": 100, "user": bob, "for_cash": True}
    refused(house.sam.post("/api/vouchers", both), 422, "command_invalid")


def outstanding(house, who="sam", limit=1000):
    """All vouchers that are out, fetched so many at a time, and the last page."""
    found, after = [], 0
    while after is not None:
        page = getattr(house, who).look("/api/vouchers", after=after, limit=limit)
        assert len(page["vouchers"]) <= limit
        found += page["vouchers"]
        after = page["next_after"]
    return found, page


def test_vouchers_are_listed_from_their_issue_until_they_are_redeemed(house, ada):
    before, _ = outstanding(house)
    bobs = house.user("Bob")
    house.sam.do(f"/api/users/{bobs}/buy-in", cents=900)
    his_own = ada.do("/api/vouchers", status=201, cents=700)
    from_bob = house.sam.do("/api/vouchers", status=201, cents=900, user=bobs)
    sold = house.ann.do("/api/vouchers", status=201, cents=1_100, for_cash=True)
    found, page = outstanding(house)
    assert found[: len(before)] == before
    issued = found[len(before) :]
    assert [one["voucher"] for one in issued] == [
        one["voucher"] for one in (his_own, from_bob, sold)
    ]
    assert [one["entry"] for one in issued] == [one["entry"] for one in (his_own, from_bob, sold)]
    assert [(one["cents"], one["money"]) for one in issued] == [
        (700, "cash"),
        (900, "cash"),
        (1_100, "cash"),
    ]
    assert [(one["by"], one["by_name"], one["user"], one["user_name"]) for one in issued] == [
        (ada.user, "Ada", ada.user, "Ada"),
        (house.user("Sam"), "Sam", bobs, "Bob"),
        (house.user("Ann"), "Ann", None, None),
    ]
    times = [one["issued_ms"] for one in found]
    assert times == sorted(times)
    assert times[-1] <= house.office.house.now_ms()
    assert page["count"] == len(found)
    assert page["total_cents"] == sum(one["cents"] for one in found)
    assert page["total_cents"] == page["account_cents"] == on_account(house, "vouchers")
    house.bob.do("/api/vouchers/redeem", code=from_bob["code"])
    house.sam.do("/api/vouchers/take-back", voucher=his_own["voucher"], user=ada.user)
    assert outstanding(house)[0] == [*before, issued[-1]]
    house.sam.do("/api/vouchers/redeem", code=sold["code"], for_cash=True)
    after, page = outstanding(house)
    assert after == before
    assert page["total_cents"] == on_account(house, "vouchers")


def test_vouchers_come_a_page_at_a_time_with_the_sums_of_all(house, ada):
    for cents in (10, 20, 30):
        ada.do("/api/vouchers", status=201, cents=cents)
    whole, sums = outstanding(house)
    paged, last = outstanding(house, limit=2)
    assert paged == whole
    assert {**last, "vouchers": []} == {**sums, "vouchers": []}
    exact, _ = outstanding(house, limit=len(whole))
    assert exact == whole
    assert house.sam.look("/api/vouchers", limit=len(whole))["next_after"] is None
    entries = [one["entry"] for one in whole]
    assert entries == sorted(set(entries))


def test_the_code_of_a_voucher_is_in_no_list(house, ada):
    code = ada.do("/api/vouchers", status=201, cents=50)["code"]
    listed = house.sam.get("/api/vouchers", limit=1000).text
    assert code not in listed
    assert code.replace(" ", "") not in listed


def test_a_voucher_that_the_house_itself_has_issued_was_issued_by_nobody(house):
    house.run(house.office.cashier.issue_voucher(new_id(), None, 60, by=None))
    found, _ = outstanding(house)
    assert (found[-1]["by"], found[-1]["by_name"], found[-1]["cents"]) == (None, None, 60)


@pytest.mark.parametrize("who", ["ada", "dora"])
def test_only_staff_that_handles_or_audits_vouchers_sees_them_listed(house, who):
    refused(getattr(house, who).get("/api/vouchers"), 403, "not_allowed")
    refused(house.visitor().get("/api/vouchers"), 401, "log_in_needed")
    whole, _ = outstanding(house)
    assert outstanding(house, "ann")[0] == outstanding(house, "otto")[0] == whole


@pytest.mark.parametrize(
    "query", [{"limit": 0}, {"limit": 1001}, {"after": -1}, {"after": "x"}, {"after": 10**30}]
)
def test_vouchers_that_cannot_be_asked_for_are_refused(house, query):
    refused(house.sam.get("/api/vouchers", **query), 422)


@pytest.mark.parametrize(
    "code", ["1", "1" * 20, "x" * 20, "0" * 20, "٣" * 20, "9" * 100, "0000 0000 0000 0000 0001"]
)
def test_a_code_that_is_none_redeems_nothing(house, code):
    sent = {"id": new_id(), "code": code}
    refused(house.bob.post("/api/vouchers/redeem", sent), 404, "voucher_unknown")


@pytest.mark.parametrize(
    "body",
    [
        {"voucher": "0" * 63, "user": 1},
        {"voucher": "G" * 64, "user": 1},
        {"voucher": "0" * 64 + "\n", "user": 1},
        {"voucher": "0" * 64},
        {"voucher": "0" * 64, "user": -5},
        {"voucher": "0" * 64, "user": "1"},
    ],
)
def test_what_names_no_voucher_is_refused(house, body):
    refused(house.sam.post("/api/vouchers/take-back", {"id": new_id(), **body}), 422)


def test_an_id_that_something_else_was_done_under_gives_no_voucher(house, ada):
    sent = {"id": new_id(), "cents": 100}
    house.sam.ok(house.sam.post(f"/api/users/{ada.user}/buy-in", sent))
    refused(house.sam.post("/api/vouchers", {**sent, "for_cash": True}), 409, "command_id_used")


def test_all_accounts_together_hold_nothing_and_come_a_page_at_a_time(house, ada):
    paged, after = [], ""
    while after is not None:
        page = house.otto.look("/api/accounts", after=after, limit=2)
        assert page["total_cents"] == 0
        paged += page["accounts"]
        after = page["next_after"]
    names = [one["account"] for one in paged]
    assert names == sorted(set(names))
    assert sum(one["cents"] for one in paged) == 0
    assert {"account": f"wallet {ada.user}", "cents": wallet(ada)} in paged


@pytest.mark.parametrize("who", ["ada", "dora", "sam"])
def test_only_auditors_and_administrators_see_all_accounts(house, who):
    refused(getattr(house, who).get("/api/accounts"), 403, "not_allowed")
    assert house.ann.get("/api/accounts").status_code == 200


@pytest.mark.parametrize(
    "query", [{"limit": 0}, {"limit": 10**9}, {"after": "\0"}, {"begins_with": "%"}]
)
def test_accounts_that_cannot_be_asked_for_are_refused(house, query):
    refused(house.otto.get("/api/accounts", **query), 422)
