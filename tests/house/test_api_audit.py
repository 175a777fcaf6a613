"""Rounds, recall, significant events, reports, exports, the close of day: over HTTP."""

import csv
import hashlib
import io
import json
from datetime import datetime, timedelta

import polars as pl
import pytest

from croupier.house.rate import RateLimiter

from .apis import CASH_TABLE, each_database, new_id, refused, served

__all__ = ["each_database"]

BESIDE = {**CASH_TABLE, "name": "Beside"}
QUIET = {"name": "Quiet", "game": "pick-2-poker"}
EXPORTS = ["rounds", "results", "wagers", "postings", "events", "significant"]


@pytest.fixture(scope="module")
def house(each_database):
    """Ada folded and Bob played, in round 1 of table 1; then Ada played three rounds alone."""
    with served([CASH_TABLE, BESIDE, QUIET], database=each_database) as found:
        for player in (found.ada, found.bob):
            found.sam.do(f"/api/users/{player.user}/buy-in", cents=100_000)
            player.tell(1, "sit", credit_cents=50_000)
        found.ids = {}
        for player, seat in ((found.ada, 1), (found.bob, 2)):
            found.ids[seat] = new_id()
            bet = {"do": "bet", "seat": seat, "stakes": {"Ante": 500}, "round": 1}
            player.ok(
                player.post(
                    "/api/tables/1/commands", {"id": found.ids[seat], "is_ready": True, **bet}
                )
            )
        found.ada.tell(1, "choose", seat=1, option="fold")
        found.bob.tell(1, "choose", seat=2, option="play")
        found.bob.tell(1, "leave", seat=2)
        for _ in range(3):
            play(found.ada, 1, 1)
        yield found


def play(player, table, seat, option="play"):
    player.tell(table, "bet", seat=seat, stakes={"Ante": 500}, is_ready=True)
    player.tell(table, "choose", seat=seat, option=option)


def cards_at(played, place):
    return [
        event["card"]
        for event in played["events"]
        if event["event"] == "card_dealt" and event["place"] == place
    ]


# Rounds.


def test_a_player_sees_his_own_cards_of_a_round_and_no_card_that_was_hidden_from_him(house):
    whole = house.otto.look("/api/tables/1/rounds/1")
    folded = cards_at(whole, "seat 1/Hand")
    assert len(folded) == 3
    assert None not in folded
    bobs = house.bob.get("/api/tables/1/rounds/1")
    assert cards_at(bobs.json(), "seat 1/Hand") == [None] * 3
    assert cards_at(bobs.json(), "seat 2/Hand") == cards_at(whole, "seat 2/Hand")
    assert not [card for card in folded if f'"{card}"' in bobs.text]
    assert [one["seat"] for one in bobs.json()["results"]] == [2]
    assert [one["seat"] for one in whole["results"]] == [1, 2]


def test_a_round_says_what_came_of_it(house):
    whole = house.sam.look("/api/tables/1/rounds/1")
    for money in ("staked_cents", "returned_cents"):
        assert whole[money] == sum(one[money] for one in whole["results"])
    for one in whole["results"]:
        won = one["returned_cents"] - one["staked_cents"]
        assert one["credit_after_cents"] - one["credit_before_cents"] == won
    assert (whole["outcome"], whole["seats"]) == ("settled", 2)


def test_who_was_not_in_a_round_sees_nothing_of_it(house):
    for somebody in (house.bob, house.dora, house.visitor().come_in()):
        refused(somebody.get("/api/tables/1/rounds/2"), 404, "round_unknown")
        assert somebody.look("/api/tables/1/seats/1/recall", rounds=20)["rounds"] == []
    refused(house.visitor().get("/api/tables/1/rounds/2"), 401, "log_in_needed")


def test_of_a_round_in_play_nobody_learns_a_thing(house):
    house.ada.tell(2, "sit", seat=1, credit_cents=5_000)
    house.ada.tell(2, "bet", seat=1, stakes={"Ante": 500}, is_ready=True)
    for somebody in (house.ada, house.otto, house.ann):
        refused(somebody.get("/api/tables/2/rounds/1"), 404, "round_unknown")
        refused(somebody.get("/api/tables/2/rounds/1/salt"), 404, "round_unknown")
        assert somebody.look("/api/tables/2/seats/1/recall")["rounds"] == []
    for what in EXPORTS:
        rows = house.otto.look(f"/api/export/{what}", format="json", table=2)
        assert "card_dealt" not in json.dumps(rows)
    # At other tables all of it is told, also what has come about since.
    house.ada.tell(1, "tip", seat=1, cents=100)
    rows = house.otto.look("/api/export/events", format="json")
    last = {chain: max(row["event"] for row in rows if row["chain"] == chain) for chain in (1, 2)}
    assert last[1] == house.office.house.hub(1).upto
    assert last[2] < house.office.house.hub(2).upto
    house.ada.tell(2, "choose", seat=1, option="fold")
    rows = house.otto.look("/api/export/events", format="json", table=2)
    assert sum(row["kind"] == "card_dealt" for row in rows) == 6
    house.ada.tell(2, "leave", seat=1)


def test_rounds_are_listed_newest_first_a_page_at_a_time(house):
    paged, before = [], 10**15
    while before is not None:
        page = house.sam.look("/api/tables/1/rounds", before=before, limit=3)
        paged += [one["round"] for one in page["rounds"]]
        before = page["next_before"]
    assert paged == [4, 3, 2, 1]
    refused(house.ada.get("/api/tables/1/rounds"), 403)
    refused(house.sam.get("/api/tables/99/rounds"), 404, "table_unknown")


def test_the_salt_is_the_hash_of_the_ids_that_players_made_up(house):
    salt = house.visitor().come_in().look("/api/tables/1/rounds/1/salt")
    pairs = [[one["seat"], one["id"]] for one in salt["ids"]]
    assert pairs == [[seat, one] for seat, one in house.ids.items()]
    text = json.dumps(pairs, separators=(",", ":"))
    assert salt["salt"] == hashlib.sha256(text.encode()).hexdigest()
    closed = [
        event
        for event in house.bob.look("/api/tables/1/rounds/1")["events"]
        if event["event"] == "bets_closed"
    ]
    assert closed[0]["salt"] == salt["salt"]


def test_a_seat_is_recalled_step_by_step_with_the_credit_before_and_after(house):
    (last, before) = house.ada.look("/api/tables/1/seats/1/recall", rounds=2)["rounds"]
    assert (last["round"], before["round"]) == (4, 3)
    assert before["credit_after_cents"] == last["credit_before_cents"]
    steps = [step for step in last["steps"] if step["credit_after_cents"] is not None]
    assert steps[-1]["credit_after_cents"] == last["credit_after_cents"]
    assert all(one["because"]["sentence"] for one in last["settlements"])
    older = house.ada.look("/api/tables/1/seats/1/recall", rounds=2, before=3)["rounds"]
    assert [one["round"] for one in older] == [2, 1]


def test_a_recall_shows_a_player_backs_where_an_auditor_sees_cards(house):
    (bobs,) = house.bob.look("/api/tables/1/seats/2/recall")["rounds"]
    (whole,) = house.otto.look("/api/tables/1/seats/2/recall")["rounds"]
    assert bobs["cards"]["seat 1/Hand"] == [None] * 3
    assert None not in whole["cards"]["seat 1/Hand"]
    assert bobs["cards"]["seat 2/Hand"] == whole["cards"]["seat 2/Hand"]


def test_ones_own_rounds_are_those_of_all_tables(house):
    mine = house.ada.look("/api/me/rounds", rounds=20)["rounds"]
    assert {one["user"] for one in mine} == {house.ada.user}
    assert {one["table"] for one in mine} >= {1}
    ended = [one["ended_ms"] for one in mine]
    assert ended == sorted(ended, reverse=True)
    older = house.ada.look("/api/me/rounds", rounds=20, before_ms=ended[0])["rounds"]
    assert older == [one for one in mine if one["ended_ms"] < ended[0]]
    assert house.visitor().come_in().look("/api/me/rounds")["rounds"] == []


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/0/rounds/1",
        "/api/tables/1/rounds/0",
        "/api/tables/1/rounds/-1",
        f"/api/tables/1/rounds/{10**40}",
        "/api/tables/1/rounds/x",
        "/api/tables/1/rounds/x/salt",
        "/api/tables/1/seats/0/recall",
        "/api/tables/1/seats/1/recall?rounds=0",
        "/api/tables/1/seats/1/recall?rounds=21",
        "/api/me/rounds?before_ms=-1",
    ],
)
def test_a_round_that_cannot_be_is_refused(house, path):
    refused(house.ada.get(path), 422, "command_invalid")


def test_rounds_are_not_asked_for_without_end(house):
    app = house.app
    app.state.recalls, usual = RateLimiter(burst=3, refill_ms=60_000), app.state.recalls
    try:
        answers = [house.bob.get("/api/me/rounds") for _ in range(4)]
    finally:
        app.state.recalls = usual
    assert [one.status_code for one in answers] == [200, 200, 200, 429]
    refused(answers[-1], 429, "too_many_requests")


# Significant events.


def test_significant_events_come_newest_first_in_pages_that_miss_nothing(house):
    house.visitor().post("/api/log-in", {"name": "Ada", "password": "not hers"})
    everything = house.otto.look("/api/significant-events", limit=1000)
    assert everything["next_before_ms"] is None
    paged, before_ms = [], 10**15
    while before_ms is not None:
        page = house.otto.look("/api/significant-events", limit=2, before_ms=before_ms)
        paged += page["events"]
        before_ms = page["next_before_ms"]
    assert paged == everything["events"]
    times = [one["at_ms"] for one in paged]
    assert times == sorted(times, reverse=True)
    kinds = {kind for one in paged for kind in one["kinds"]}
    assert {"house_started", "table_opened", "log_in_failed"} <= kinds


def test_significant_events_are_found_by_kind_and_table(house):
    found = house.sam.look("/api/significant-events", kind="table_opened")["events"]
    assert {one["table"] for one in found} == {1, 2, 3}
    found = house.sam.look("/api/significant-events", kind="table_opened", table=3)["events"]
    assert [(one["table"], one["events"]) for one in found] == [(3, [{"event": "table_opened"}])]


def test_significant_events_are_found_by_person_and_time(house):
    before_ms = house.office.house.now_ms()
    house.ann.do(f"/api/users/{house.user('Susan')}/disabled", is_disabled=True)
    house.ann.do(f"/api/users/{house.user('Susan')}/disabled", is_disabled=False)
    ann = house.user("Ann")
    found = house.otto.look("/api/significant-events", user=ann, from_ms=before_ms)["events"]
    assert [one["kinds"] for one in found] == [["user_disabled"], ["user_disabled"]]
    assert {one["actor"] for one in found} == {f"user {ann}"}
    nobody = house.otto.look("/api/significant-events", user=house.user("Otto"))
    assert nobody == {"events": [], "next_before_ms": None}


def test_an_attempt_at_what_one_may_not_do_is_noted(house):
    refused(house.visitor("Dora").get("/api/significant-events"), 403)
    (noted,) = house.otto.look("/api/significant-events", kind="access_refused", limit=1)["events"]
    assert noted["events"][0]["user"] == house.user("Dora")


@pytest.mark.parametrize(
    "query", [{"kind": "nonsense"}, {"kind": ""}, {"limit": 0}, {"before_ms": -1}, {"table": 0}]
)
def test_significant_events_that_cannot_be_asked_for_are_refused(house, query):
    refused(house.otto.get("/api/significant-events", **query), 422)


# Reports and days.


def test_a_report_balances_and_has_what_the_rounds_of_a_table_came_to(house):
    found = house.sam.look("/api/reports", from_ms=0)
    assert found["house"]["is_balanced"]
    assert {one["name"] for one in found["house"]["groups"]} >= {"racks", "wallets", "outside"}
    by_table = {one["table"]: one for one in found["tables"]}
    rounds = house.sam.look("/api/tables/1/rounds")["rounds"]
    assert by_table[1]["rounds"] == len(rounds)
    assert by_table[1]["handle_cents"] == sum(one["staked_cents"] for one in rounds)
    alone = house.sam.look("/api/reports", from_ms=0, table=1)
    assert alone["house"] is None
    assert alone["tables"] == [by_table[1]]


def test_stakes_by_spot_are_those_of_the_rounds_of_a_report(house):
    report = house.sam.look("/api/reports", from_ms=0)
    found = house.sam.look("/api/reports/stakes", from_ms=0, to_ms=report["to_ms"])
    assert (found["from_ms"], found["to_ms"]) == (0, report["to_ms"])
    handle = {one["table"]: one["handle_cents"] for one in report["tables"]}
    assert {one["table"] for one in found["tables"]} == set(handle)
    for one in found["tables"]:
        staked = sum(spot["staked_cents"] for spot in one["spots"])
        assert (0 < staked <= handle[one["table"]]) if handle[one["table"]] else staked == 0
    alone = house.otto.look("/api/reports/stakes", from_ms=0, to_ms=report["to_ms"], table=1)
    assert alone["tables"] == [one for one in found["tables"] if one["table"] == 1]
    refused(house.sam.get("/api/reports/stakes", from_ms=6, to_ms=5), 422)
    refused(house.sam.get("/api/reports/stakes", table=99), 404, "table_unknown")
    refused(house.ada.get("/api/reports/stakes"), 403)


def test_a_report_of_no_time_is_of_nothing_and_of_less_than_none_refused(house):
    nothing = house.otto.look("/api/reports", from_ms=5, to_ms=5)
    assert [one["rounds"] for one in nothing["tables"]] == [0, 0, 0]
    refused(house.otto.get("/api/reports", from_ms=6, to_ms=5), 422)
    refused(house.otto.get("/api/reports", table=99), 404, "table_unknown")
    refused(house.ada.get("/api/reports"), 403)


def test_a_day_is_closed_once_with_where_every_chain_stood():
    with served([CASH_TABLE]) as house:
        ann = house.ann
        house.sam.do(f"/api/users/{house.user('Ada')}/buy-in", cents=9_000)
        today = datetime.now().astimezone().date()
        sent = {"id": new_id(), "day": today.isoformat()}
        closed = ann.ok(ann.post("/api/days", sent), 201)
        assert [one["chain"] for one in closed["heads"]] == [0, 1]
        assert closed["heads"][0]["entries"] == closed["entry"] - 1
        outside = [one for one in closed["report"]["house"]["groups"] if one["name"] == "outside"]
        assert outside[0]["closing_cents"] == -9_000
        assert ann.ok(ann.post("/api/days", sent), 201) == {**closed, "is_repeated": True}
        for day in (today, today - timedelta(days=1), today + timedelta(days=1)):
            again = {"id": new_id(), "day": day.isoformat()}
            refused(ann.post("/api/days", again), 403, "not_allowed")
        # What comes after is of the next day, and a report begins with it.
        house.sam.do(f"/api/users/{house.user('Ada')}/buy-in", cents=1_000)
        since = ann.look("/api/reports")
        assert since["from_ms"] == closed["report"]["to_ms"]
        wallets = [one for one in since["house"]["groups"] if one["name"] == "wallets"]
        assert (wallets[0]["opening_cents"], wallets[0]["in_cents"]) == (9_000, 1_000)
        assert house.otto.ok(house.otto.post("/api/verify"))["is_well"]


@pytest.mark.parametrize("day", ["2025-02-30", "2025-1-1", "today", "20250101", "2025-13-01", 5])
def test_a_day_that_is_none_is_refused(house, day):
    refused(house.ann.post("/api/days", {"id": new_id(), "day": day}), 422, "command_invalid")


def test_only_an_administrator_closes_the_day(house):
    for somebody in (house.sam, house.otto, house.ada):
        sent = {"id": new_id(), "day": "2025-01-01"}
        refused(somebody.post("/api/days", sent), 403, "not_allowed")


# The books.


def test_an_auditor_has_the_books_verified(house):
    verdict = house.otto.ok(house.otto.post("/api/verify"))
    assert (verdict["is_well"], verdict["wrong"]) == (True, None)
    assert verdict["checked"]["rounds"] >= 4
    one = house.otto.ok(house.otto.post("/api/verify", {"table": 3}))
    assert one["checked"]["chains"] == 1
    refused(house.otto.post("/api/verify", {"table": 99}), 404, "table_unknown")
    refused(house.otto.post("/api/verify", {"tables": 1}), 422)
    for somebody in (house.sam, house.ada):
        refused(somebody.post("/api/verify"), 403)


def test_what_takes_long_is_done_one_at_a_time(house, monkeypatch):
    reading = house.office.books._reading
    reading[house.office.books._long_reader] += 1
    try:
        refused(house.otto.post("/api/verify"), 429, "too_many_requests")
        refused(house.otto.get("/api/export/rounds"), 429, "too_many_requests")
    finally:
        reading[house.office.books._long_reader] -= 1
    assert house.otto.get("/api/export/rounds").status_code == 200


@pytest.mark.parametrize("what", EXPORTS)
def test_an_export_is_the_same_in_every_format(house, what):
    query = {"table": 1}
    as_json = house.otto.look(f"/api/export/{what}", format="json", **query)
    assert as_json
    lines = house.otto.get(f"/api/export/{what}", format="jsonl", **query).text.splitlines()
    assert [json.loads(line) for line in lines] == as_json
    parquet = house.otto.get(f"/api/export/{what}", format="parquet", **query).content
    assert pl.read_parquet(io.BytesIO(parquet)).to_dicts() == as_json
    answer = house.otto.get(f"/api/export/{what}", **query)
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == f'attachment; filename="{what}.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [list(row) for row in rows] == [list(row) for row in as_json]


def test_an_export_of_a_period_and_a_table_has_no_more(house):
    rows = house.ann.look("/api/export/rounds", format="json", table=1)
    times = [row["ended_ms"] for row in rows]
    some = house.ann.look(
        "/api/export/rounds", format="json", table=1, from_ms=times[1], to_ms=times[-1]
    )
    assert some == [row for row in rows if times[1] <= row["ended_ms"] < times[-1]]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/export/secrets", 422),
        ("/api/export/log", 422),
        ("/api/export/rounds?format=xml", 422),
        ("/api/export/rounds?table=0", 422),
        ("/api/export/rounds?table=99", 404),
        ("/api/export/rounds?from_ms=9&to_ms=8", 422),
        (f"/api/export/rounds?from_ms={10**30}", 422),
    ],
)
def test_an_export_that_cannot_be_is_refused(house, path, status):
    refused(house.otto.get(path), status)


def test_exports_are_for_auditors_and_administrators(house):
    for somebody in (house.sam, house.ada, house.dora):
        refused(somebody.get("/api/export/rounds"), 403, "not_allowed")
