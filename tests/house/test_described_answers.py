"""What is answered over HTTP is what the description says of it, and so is who is let in."""

import httpx
import pytest
from jsonschema_rs import Draft202012Validator

from croupier import __version__
from croupier.rejection import Code
from croupier.table.registry import game_ids

from .apis import CASH_TABLE, new_id, refused, served
from .reception import RIGHT

BY_HAND = {"name": "Pit", "game": "three-card-poker", "terms": {"kind": "human", "money": "cash"}}
CREDIT = 50_000
DAYS = ("2026-07-29", "2026-07-30", "2026-07-31")


@pytest.fixture(scope="module")
def house():
    """After a round at a table of each game, by a guest, and one for cash, and three days."""
    tables = [*({"game": game} for game in game_ids()), CASH_TABLE, BY_HAND]
    with served(tables, guest_credit_cents=7 * CREDIT) as found:
        found.guest = found.visitor().come_in()
        for table in range(1, 1 + len(game_ids())):
            play_a_round(found.guest, table)
        found.sam.do(f"/api/users/{found.user('Ada')}/buy-in", cents=2 * CREDIT)
        play_a_round(found.ada, 6)
        found.ada.do("/api/vouchers", status=201, cents=1_000)
        for day in DAYS:
            found.ann.do("/api/days", status=201, day=day)
        found.ada.do("/api/school/three-card-poker/exams", status=201)
        found.ada.ok(found.ada.post("/api/school/exams/1/finish"))
        yield found


def play_a_round(player, table):
    least = player.look(f"/api/tables/{table}/rules")["least_slip"]
    player.tell(table, "sit", seat=1, credit_cents=CREDIT)
    told = player.tell(table, "bet", seat=1, **least, is_ready=True)["events"]
    while True:
        asked = [event for _, event in told if event["event"] == "decision_asked"]
        if not asked:
            return
        option = asked[-1]["asked"][0]["options"][0]
        told = player.tell(table, "choose", seat=1, option=option["name"])["events"]


@pytest.fixture(scope="module")
def document(house):
    return house.visitor().look("/api/openapi.json")


def fits(document, method, path, answer):
    """Whether an answer is as described."""
    described = document["paths"][path][method]["responses"][str(answer.status_code)]
    schema = described["content"]["application/json"]["schema"]
    whole = {**schema, "components": document["components"]}
    Draft202012Validator(whole).validate(answer.json())


def operations(document, method=None):
    for path, methods in document["paths"].items():
        for one, operation in methods.items():
            if one == method or (method is None and path.startswith("/api")):
                yield path, one, operation


def filled(path, **more):
    """A path with numbers of what there is."""
    known = {"table": 1, "number": 1, "seat": 1, "user": 1, "what": "rounds", **more}
    known |= {"game": "three-card-poker", "drill": "payouts", "exam": 1, "run": "none"}
    for name, value in known.items():
        path = path.replace(f"{{{name}}}", str(value))
    return path


@pytest.mark.parametrize("who", ["guest", "ada", "sam", "dora", "otto", "ann"])
def test_whatever_is_looked_at_is_answered_as_described(house, document, who):
    visitor, looked_at = getattr(house, who), set()
    for path, method, operation in operations(document, "get"):
        content = operation["responses"]["200" if path != "/api/socket" else "426"]
        if "application/json" not in content.get("content", {}):
            continue
        tables = range(1, 8) if "{table}" in path else (1,)
        for table in tables:
            answer = visitor.get(filled(path, table=table))
            if "json" in answer.headers["content-type"]:
                fits(document, method, path, answer)
            looked_at.add((path, answer.status_code))
    assert {("/api/tables/{table}", 200), ("/api/tables/{table}/rules", 200)} <= looked_at
    if who in ("guest", "ada"):
        assert ("/api/me/rounds", 200) in looked_at
        assert ("/api/tables/{table}/rounds/{number}", 200) in looked_at
        assert ("/api/tables/{table}/seats/{seat}/recall", 200) in looked_at
    assert {("/api/school", 200), ("/api/school/coach", 200)} <= looked_at
    if who == "ada":
        of_an_exam = "/api/school/exams/{exam}"
        mine = {of_an_exam, f"{of_an_exam}/result", f"{of_an_exam}/record"}
        assert {(path, 200) for path in mine} <= looked_at
    if who == "otto":
        assert ("/api/school/trainees", 200) in looked_at
        open_to_him = {"/api/significant-events", "/api/days", "/api/vouchers", "/api/reports"}
        assert {(path, 200) for path in open_to_him} <= looked_at


@pytest.mark.parametrize(
    "what", ["rounds", "results", "wagers", "postings", "events", "significant"]
)
def test_rows_of_an_export_are_as_described(house, document, what):
    answer = house.otto.get(f"/api/export/{what}", format="json")
    assert answer.json()
    fits(document, "get", "/api/export/{what}", answer)


def test_a_check_of_the_books_is_answered_as_described(house, document):
    answer = house.otto.post("/api/verify", {})
    assert answer.json()["is_well"]
    fits(document, "post", "/api/verify", answer)
    wrong = {**answer.json(), "is_well": False, "wrong": {"what": "Nothing."}}
    schema = document["components"]["schemas"]
    found = Draft202012Validator({**schema["Verdict"], "components": document["components"]})
    assert not found.is_valid(wrong)


# Who is let in.


def test_whatever_needs_a_log_in_says_so_and_nothing_else_does(house, document):
    seen = {"needed": 0, "not needed": 0}
    for path, method, operation in operations(document):
        needs = operation["security"]
        answer = house.visitor().http.request(method, filled(path), json={"id": new_id()})
        is_refused = answer.status_code == 401 and answer.json()["code"] == Code.LOG_IN_NEEDED
        is_needed = bool(needs) and {} not in needs
        assert is_refused is is_needed, (method, path, answer.text)
        seen["needed" if is_needed else "not needed"] += 1
    assert seen["needed"] > 30
    assert seen["not needed"] == 16


def test_whatever_needs_the_token_says_so_and_nothing_else_does(house, document):
    schemes = document["components"]["securitySchemes"]
    assert {one["name"] for one in schemes.values()} == {"croupier_session", "X-CSRF-Token"}
    found = 0
    for path, method, operation in operations(document):
        for needs in operation["security"]:
            assert ("token" in needs) is (method == "post"), path
            if "token" in needs:
                found += 1
                answer = house.bob.http.request(method, filled(path), json={"id": new_id()})
                refused(answer, 403, Code.REQUEST_FORGED)
    assert found > 20


# What is small.


def test_a_house_says_to_anybody_whether_it_admits_guests_and_what_they_begin_with(house):
    about = house.visitor().look("/api/house")
    assert about["admits_guests"] is True
    assert about["guest_credit_cents"] == house.guest.me["wallet_cents"] == 7 * CREDIT
    assert about["version"] == __version__
    assert abs(about["server_ms"] - house.office.house.now_ms()) < 60_000
    with served([], has_guests=False) as closed:
        assert closed.visitor().look("/api/house")["admits_guests"] is False


def test_everybody_is_told_where_he_sits(house):
    refused(house.visitor().get("/api/me/seats"), 401, Code.LOG_IN_NEEDED)
    assert house.bob.look("/api/me/seats") == {"seats": []}
    found = house.guest.look("/api/me/seats")["seats"]
    assert [(one["table"], one["seat"]) for one in found] == [(one, 1) for one in range(1, 6)]
    assert [one["game"] for one in found] == list(game_ids())
    for one in found:
        shown = house.guest.look(f"/api/tables/{one['table']}")
        assert one["credit_cents"] == shown["credits"]["1"]
        assert one["table_name"] == shown["name"]
    (held,) = house.ada.look("/api/me/seats")["seats"]
    assert held["table"] == 6
    assert held["is_leaving"] is False


def test_closed_days_are_listed_with_where_every_chain_stood_newest_first(house):
    refused(house.sam.get("/api/days"), 403, Code.NOT_ALLOWED)
    found = house.otto.look("/api/days")
    assert [one["day"] for one in found["days"]] == list(reversed(DAYS))
    assert found["next_before"] is None
    for one in found["days"]:
        assert one["by"] == house.user("Ann")
        assert [head["chain"] for head in one["heads"]] == list(range(8))
    first = house.ann.look("/api/days", limit=2)
    assert first["days"] == found["days"][:2]
    rest = house.ann.look("/api/days", limit=2, before=first["next_before"])
    assert rest == {"days": found["days"][2:], "next_before": None}


# What has no id.


def test_a_table_set_up_opened_or_closed_twice_is_so_once(house):
    ann, new = house.ann, {"name": "Again", "game": "three-card-poker"}
    first = ann.ok(ann.post("/api/tables", new), 201)
    again = ann.ok(ann.post("/api/tables", new), 201)
    assert (first["is_repeated"], again) == (False, {**first, "is_repeated": True})
    other = {**new, "positions": 2}
    refused(ann.post("/api/tables", other), 422, Code.NAME_INVALID)
    at = f"/api/tables/{first['table']}"
    refused(ann.post(f"{at}/open"), 409, Code.TABLE_NOT_OPEN)
    assert ann.ok(ann.post(f"{at}/close"))["status"] in ("closing", "closed")
    refused(ann.post(f"{at}/close"), 409, Code.TABLE_NOT_OPEN)
    assert ann.ok(ann.post(f"{at}/open"))["status"] == "open"


def test_a_door_opened_twice_is_noted_once_where_somebody_sits(house):
    door = {"seat": 1, "is_open": True}
    said = [house.sam.ok(house.sam.post("/api/tables/1/doors", door)) for _ in range(2)]
    assert [one["is_repeated"] for one in said] == [False, True]
    closed = {"seat": 1, "is_open": False}
    assert house.sam.ok(house.sam.post("/api/tables/1/doors", closed))["is_repeated"] is False


def test_a_password_changed_twice_is_changed_once(house):
    change = {"old": RIGHT, "new": "quite another password"}
    dora = house.visitor("Dora")
    cookies, token = dict(dora.http.cookies), dora.me["csrf"]
    dora.ok(dora.post("/api/me/password", change))
    with httpx.Client(base_url=house.address, cookies=cookies) as lost:
        again = lost.post("/api/me/password", json=change, headers={"X-CSRF-Token": token})
    refused(again, 401, Code.LOG_IN_NEEDED)
    assert house.visitor("Dora", change["new"]).me["name"] == "Dora"
