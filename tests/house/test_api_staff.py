"""People and tables over HTTP, as an administrator sets them up, and what staff sees of them."""

import pytest

from croupier.house.terms import TableTerms
from croupier.web.routes.tables import NewTable, NewTerms

from .apis import CASH_TABLE, new_id, refused, served
from .reception import RIGHT

STADIUM = {"name": "Arena", "game": "stadium-three-card-poker", "terms": {"betting_s": 0}}


@pytest.fixture(scope="module")
def house():
    with served([CASH_TABLE, STADIUM]) as found:
        yield found


# People.


def test_somebody_new_gets_a_password_for_one_time_that_is_told_once(house):
    sent = {"id": new_id(), "name": "Nora", "roles": ["player"], "money": "cash"}
    added = house.ann.ok(house.ann.post("/api/users", sent), 201)
    assert added["user"]["name"] == "Nora"
    assert added["user"]["must_change_password"]
    again = house.ann.ok(house.ann.post("/api/users", sent), 201)
    assert again["is_repeated"]
    assert (again["password"], again["entry"]) == (None, added["entry"])
    nora = house.visitor("Nora", added["password"])
    refused(nora.post("/api/me/top-up", {"id": new_id()}), 403, "password_change_needed")
    nora.me = nora.ok(
        nora.post("/api/me/password", {"old": added["password"], "new": "north by northwest"})
    )
    assert not nora.me["must_change_password"]


def test_people_are_listed_by_number_a_page_at_a_time_and_found_by_name(house):
    everybody = house.ann.look("/api/users", limit=500)["users"]
    numbers = [one["user"] for one in everybody]
    assert numbers == sorted(numbers)
    assert {"Ann", "Sam", "Ada"} <= {one["name"] for one in everybody}
    paged, after = [], 0
    while after is not None:
        page = house.ann.look("/api/users", after=after, limit=3)
        assert len(page["users"]) <= 3
        paged += page["users"]
        after = page["next_after"]
    assert paged == everybody
    assert house.sam.look("/api/users", name="aDA")["users"][0]["user"] == house.user("Ada")
    assert house.ann.look("/api/users", name="nobody at all")["users"] == []


def test_guests_are_listed_only_where_asked_for(house):
    guest = house.visitor().come_in()
    assert guest.user not in [one["user"] for one in house.ann.look("/api/users")["users"]]
    shown = house.ann.look("/api/users", guests=True, limit=500)["users"]
    assert [one["is_guest"] for one in shown if one["user"] == guest.user] == [True]


def test_no_answer_ever_has_a_hash_of_a_password(house):
    assert "argon2" not in house.ann.get("/api/users", limit=500).text


def test_a_new_password_for_somebody_ends_his_sessions(house):
    house.ann.do("/api/users", status=201, name="Max", roles=["player"])
    first = house.ann.do(f"/api/users/{house.user('Max')}/password")
    max_ = house.visitor("Max", first["password"])
    second = house.ann.do(f"/api/users/{max_.user}/password")
    refused(max_.get("/api/me"), 401, "log_in_needed")
    assert house.visitor("Max", second["password"]).me["must_change_password"]


def test_ones_own_password_is_not_reset_but_changed(house):
    path = f"/api/users/{house.ann.user}/password"
    refused(house.ann.post(path, {"id": new_id()}), 403, "not_allowed")


def test_roles_are_changed_and_the_old_session_ends(house):
    house.ann.do("/api/users", status=201, name="Rita")
    rita = house.user("Rita")
    done = house.ann.do(f"/api/users/{rita}/roles", roles=["supervisor", "dealer"])
    assert done["user"]["roles"] == ["dealer", "supervisor"]
    both = {"id": new_id(), "roles": ["auditor", "player"]}
    refused(house.ann.post(f"/api/users/{rita}/roles", both), 409, "roles_incompatible")


def test_somebody_shut_out_cannot_log_in_until_he_is_let_in_again(house):
    path = f"/api/users/{house.user('Pia')}/disabled"
    pia = house.visitor("Pia")
    assert house.ann.do(path, is_disabled=True)["user"]["is_disabled"]
    refused(pia.get("/api/me"), 401)
    refused(house.visitor().post("/api/log-in", {"name": "Pia", "password": RIGHT}), 401)
    house.ann.do(path, is_disabled=False)
    assert house.visitor("Pia").me["name"] == "Pia"


def test_the_only_administrator_stays_one():
    with served(people=False) as alone:
        boss = alone.visitor("administrator", alone.first_password)
        boss.me = boss.ok(
            boss.post("/api/me/password", {"old": alone.first_password, "new": RIGHT})
        )
        path = f"/api/users/{boss.user}"
        refused(boss.post(f"{path}/roles", {"id": new_id(), "roles": ["player"]}), 403)
        refused(boss.post(f"{path}/disabled", {"id": new_id(), "is_disabled": True}), 403)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (422, {"name": ""}),
        (422, {"name": "x" * 61}),
        (422, {"name": "x" * 50}),
        (422, {"name": "tab\there\0"}),
        (422, {"name": "Ok", "roles": []}),
        (422, {"name": "Ok", "roles": ["king"]}),
        (422, {"name": "Ok", "money": "gold"}),
        (422, {"name": "Ok", "password": "of my own choice"}),
        (422, {"name": 5}),
        (422, {"name": "Ok", "id": "with blanks"}),
        (422, {"name": "Ok", "id": "x" * 65}),
        (409, {"name": " aDa ", "roles": ["player"]}),
    ],
)
def test_somebody_who_cannot_be_is_refused(house, status, body):
    refused(house.ann.post("/api/users", {"id": new_id(), **body}), status)


@pytest.mark.parametrize("who", ["sam", "otto", "dora", "ada"])
def test_only_an_administrator_changes_people_and_tables(house, who):
    somebody = getattr(house, who)
    for path, body in (
        ("/api/users", {"name": "Fred"}),
        (f"/api/users/{house.user('Bob')}/password", {}),
        (f"/api/users/{house.user('Bob')}/roles", {"roles": ["player"]}),
        (f"/api/users/{house.user('Bob')}/disabled", {"is_disabled": True}),
    ):
        refused(somebody.post(path, {"id": new_id(), **body}), 403, "not_allowed")
    for path, body in (("/api/tables", STADIUM), ("/api/tables/1/close", {})):
        refused(somebody.post(path, body), 403, "not_allowed")


def test_players_and_dealers_do_not_see_who_there_is_nor_what_a_table_risks(house):
    for somebody in (house.ada, house.dora, house.visitor().come_in()):
        refused(somebody.get("/api/users"), 403)
        refused(somebody.get("/api/tables/1/exposure"), 403)
    refused(house.visitor().get("/api/users"), 401, "log_in_needed")


def test_without_the_token_nothing_is_changed(house):
    forged = house.visitor("Ann")
    forged.me = {}
    refused(forged.post("/api/users", {"id": new_id(), "name": "Eve"}), 403, "request_forged")
    assert house.office.people.known_as("Eve") is None


@pytest.mark.parametrize("user", [0, -1, 10**9 + 1, 10**30, "x", "1.5", "٣", "%00"])
def test_a_number_that_is_none_is_refused(house, user):
    refused(house.ann.post(f"/api/users/{user}/password", {"id": new_id()}), 422)


def test_somebody_who_is_not_there_is_refused(house):
    refused(house.ann.post("/api/users/999999999/password", {"id": new_id()}), 404, "user_unknown")


# Tables.


def test_a_table_is_set_up_open_and_with_what_was_asked(house):
    sent = {
        "game": "three-card-poker",
        "name": "High",
        "positions": 3,
        "limits": {"Ante": ["25", "1000", "25"]},
        "payout_maximum": "50000",
        "terms": {"money": "cash", "betting_s": 30},
    }
    created = house.ann.ok(house.ann.post("/api/tables", sent), 201)
    seen = house.visitor().look(f"/api/tables/{created['table']}")
    assert (seen["name"], seen["status"]) == ("High", "open")
    assert (seen["terms"]["betting_s"], seen["terms"]["decision_s"]) == (30, 30)
    assert seen["settings"]["positions"] == 3
    assert seen["settings"]["payout_maximum_cents"] == 5_000_000
    again = house.ann.ok(house.ann.post("/api/tables", sent), 201)
    assert again == {"table": created["table"], "is_repeated": True}
    refused(house.ann.post("/api/tables", {**sent, "positions": 4}), 422, "name_invalid")


def test_a_table_with_a_dealer_waits_for_its_count(house):
    sent = {"game": "pick-2-poker", "name": "By hand", "terms": {"kind": "human"}}
    table = house.ann.ok(house.ann.post("/api/tables", sent), 201)["table"]
    assert house.ann.look(f"/api/tables/{table}")["status"] == "closed"
    refused(house.ann.post(f"/api/tables/{table}/open"), 403, "not_allowed")
    refused(house.ann.post(f"/api/tables/{table}/close"), 403, "not_allowed")


def test_a_table_that_deals_by_itself_is_closed_and_opened_again(house):
    sent = {"game": "three-card-poker", "name": "Now and then"}
    table = house.ann.ok(house.ann.post("/api/tables", sent), 201)["table"]
    refused(house.ann.post(f"/api/tables/{table}/open"), 409, "table_not_open")
    closed = house.ann.ok(house.ann.post(f"/api/tables/{table}/close"))
    assert closed == {"table": table, "status": "closed"}
    refused(house.ann.post(f"/api/tables/{table}/close"), 409, "table_not_open")
    assert house.ann.ok(house.ann.post(f"/api/tables/{table}/open"))["status"] == "open"


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (404, {"game": "chess"}),
        (422, {}),
        (422, {"game": "three-card-poker", "name": "\n"}),
        (422, {"game": "three-card-poker", "positions": 0}),
        (422, {"game": "three-card-poker", "positions": 1.5}),
        (422, {"game": "three-card-poker", "seats": 3}),
        (422, {"game": "three-card-poker", "terms": {"betting_s": -1}}),
        (422, {"game": "three-card-poker", "terms": {"betting_s": 10**30}}),
        (422, {"game": "three-card-poker", "terms": {"bettings_s": 1}}),
        (422, {"game": "three-card-poker", "terms": {"float_cents": 0}}),
        (422, {"game": "three-card-poker", "limits": {"Ante": ["5"]}}),
        (422, {"game": "three-card-poker", "limits": {"Ante": [5, 10]}}),
        (422, {"game": "three-card-poker", "table_maximum": "much"}),
        (409, {"game": "three-card-poker", "positions": 100_000}),
        (409, {"game": "three-card-poker", "readings": {"mini_royal": "never"}}),
        (409, {"game": "three-card-poker", "pay_tables": {"Ante Bonus": "ours"}}),
        (409, {"game": "three-card-poker", "limits": {"Nowhere": ["5", "10"]}}),
        (409, {"game": "three-card-poker", "limits": {"Ante": ["10", "5"]}}),
        (409, {"game": "three-card-poker", "terms": {"cards": "physical"}}),
        (409, {"game": "three-card-poker", "terms": {"device": "a hat"}}),
        (409, {"game": "three-card-poker", "terms": {"exposure_maximum_cents": 100}}),
        (409, {"game": "three-card-poker", "terms": {"float_cents": 3_499}}),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_not_there(house, status, body):
    before = house.ann.look("/api/tables")
    refused(house.ann.post("/api/tables", {"name": "Never", **body}), status)
    assert house.ann.look("/api/tables") == before


def test_the_terms_that_can_be_sent_are_those_of_a_table_with_its_usual_values():
    assert tuple(NewTerms.model_fields) == TableTerms.names()
    usual = TableTerms()
    assert NewTerms().model_dump() == {name: getattr(usual, name) for name in TableTerms.names()}
    assert NewTable(game="x").described() == {"game": "x"}


def test_the_exposure_of_a_table_is_known_by_seat(house):
    house.sam.do(f"/api/users/{house.user('Ada')}/buy-in", cents=100_000)
    seat = house.ada.tell(1, "sit", credit_cents=50_000)["events"][0][1]["seat"]
    nothing = house.sam.look("/api/tables/1/exposure")
    assert (nothing["most_cents"], nothing["seats"], nothing["picks"]) == (0, [], [])
    house.ada.tell(1, "bet", seat=seat, stakes={"Ante": 500, "Pair Plus": 500})
    seen = house.otto.look("/api/tables/1/exposure")
    assert seen["seats"] == [{"seat": seat, "most_cents": seen["most_cents"]}]
    # Straight flush: Ante 500 and Play 500 win even money, Ante Bonus 5 to 1, Pair Plus 40 to 1.
    assert seen["most_cents"] >= 500 + 500 + 5 * 500 + 40 * 500
    assert seen["bearable_cents"] == 500_000_000
    house.ada.tell(1, "bet", seat=seat, stakes={})
    house.ada.tell(1, "leave", seat=seat)
    refused(house.sam.get("/api/tables/99/exposure"), 404, "table_unknown")


def test_the_exposure_of_a_stadium_is_added_up_by_what_was_picked(house):
    guests = [house.visitor().come_in() for _ in range(3)]
    picks = [["1", "5", "9"], ["9", "1", "5"], ["1", "2", "3"]]
    for guest, picked in zip(guests, picks, strict=True):
        seat = guest.tell(2, "sit", credit_cents=10_000)["events"][0][1]["seat"]
        guest.tell(2, "bet", seat=seat, stakes={"Ante": 500}, picks=picked)
    seen = house.sam.look("/api/tables/2/exposure")
    assert [(one["seats"], len(one["picks"])) for one in seen["picks"]] == [(2, 3), (1, 3)]
    assert sum(one["most_cents"] for one in seen["picks"]) == seen["most_cents"]
    assert seen["picks"][0]["most_cents"] == 2 * seen["picks"][1]["most_cents"]


def test_the_door_of_a_terminal_is_noted_once(house):
    guest = house.visitor().come_in()
    seat = guest.tell(2, "sit", credit_cents=10_000)["events"][0][1]["seat"]
    sent = {"seat": seat, "is_open": True}
    refused(guest.post("/api/tables/2/doors", sent), 403)
    refused(house.otto.post("/api/tables/2/doors", sent), 403)
    first = house.sam.ok(house.sam.post("/api/tables/2/doors", sent))
    assert first == {**sent, "is_repeated": False}
    assert house.sam.ok(house.sam.post("/api/tables/2/doors", sent))["is_repeated"]
    refused(house.sam.post("/api/tables/2/doors", {"seat": 999, "is_open": True}), 409)
