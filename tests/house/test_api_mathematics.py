"""What bets and decisions are worth, over the API: as the library has it, and to whom."""

import time
from dataclasses import replace
from itertools import count

import orjson
import pytest
from jsonschema_rs import Draft202012Validator

from croupier.analysis.as_json import (
    audit_json,
    decision_json,
    figure_json,
    readings_json,
    study_json,
)
from croupier.analysis.audit import audit_sheet
from croupier.analysis.decisions import moments, value_moment
from croupier.analysis.readings import compare_readings
from croupier.analysis.study import study
from croupier.analysis.valuer import Valuer
from croupier.cards import Card
from croupier.rejection import Code
from croupier.table.events import CardDealt
from croupier.table.layout import view
from croupier.table.paytable import PayTable
from croupier.table.places import Viewer
from croupier.table.prepared import prepare
from croupier.table.record import event_to_json
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import settings_for
from croupier.web import math_room, math_work
from croupier.web.routes import mathematics

from . import sums
from .apis import refused, served

GAME = find_game("three-card-poker")
LONGEST = "roll-your-own-blackjack"
SETTINGS = settings_for(GAME)
USUAL = "/api/games/three-card-poker"
NO_CLOCK = {"betting_s": 0, "decision_s": 0}
OPEN = {"name": "Open", "game": GAME.id, "terms": {**NO_CLOCK, "shows_odds": True}}
CLOSED = {"name": "Closed", "game": GAME.id, "terms": NO_CLOCK}
ARENA = {
    "name": "Arena",
    "game": "stadium-three-card-poker",
    "terms": {**NO_CLOCK, "shows_odds": True},
}
OWN_PAYS = {"Straight Flush": "50 to 1", "Three of a Kind": "30", "Flush": "5 to 2", "Pair": "1"}
CREDIT = 50_000
LONGEST_S = 60


@pytest.fixture(scope="module")
def house():
    with served([OPEN, CLOSED, ARENA], guest_credit_cents=20 * CREDIT) as found:
        yield found


@pytest.fixture(scope="module")
def anybody(house):
    return house.visitor()


@pytest.fixture(scope="module")
def fits(anybody):
    """Whether an answer is as described."""
    document = anybody.look("/api/openapi.json")

    def check(method, path, answer):
        described = document["paths"][path][method]["responses"][str(answer.status_code)]
        schema = described["content"]["application/json"]["schema"]
        whole = {**schema, "components": document["components"]}
        Draft202012Validator(whole).validate(answer.json())

    return check


def until_done(ask):
    """Asks in the same words until it is done, as a page does."""
    end_s = time.monotonic() + LONGEST_S
    while True:
        answer = ask()
        assert answer.status_code == 200, answer.text
        found = answer.json()
        if found["state"] == "done":
            assert found["progress"] is None
            return found["result"]
        assert found["state"] in ("working", "waiting")
        assert found["result"] is None
        assert time.monotonic() < end_s, "it is never done"


def worked_out(visitor, what, **body):
    return until_done(lambda: visitor.post(f"{USUAL}/{what}", body))


def timeless(found):
    return {name: one for name, one in found.items() if name != "elapsed_s"}


# Games.


def test_all_games_are_listed_with_whether_their_worth_is_known(anybody, fits):
    answer = anybody.get("/api/games")
    fits("get", "/api/games", answer)
    assert [one["id"] for one in answer.json()["games"]] == list(game_ids())
    worked_out(anybody, "worth")
    known = {one["id"]: one["is_worth_known"] for one in anybody.look("/api/games")["games"]}
    assert known[GAME.id] is True
    assert known["roll-your-own-blackjack"] is False


@pytest.mark.parametrize("game", game_ids())
def test_the_rules_of_a_game_are_those_of_a_usual_table(anybody, fits, game):
    answer = anybody.get(f"/api/games/{game}/rules")
    fits("get", "/api/games/{game}/rules", answer)
    found = answer.json()
    assert found["seats"]["here"] == find_game(game).positions.usual
    wagers = {wager.spot: wager for wager in find_game(game).wagers(find_game(game).rules())}
    for one in found["wagers"]:
        wager = wagers[one["spot"]]
        assert [rule["sentence"] for rule in one["rules"]] == one["constraints"]
        assert len(one["rules"]) == len(wager.constraints)
        assert one["may_grow_to"] == wager.may_grow_to


def test_the_rules_of_a_table_say_in_numbers_what_its_constraints_say_in_words(anybody):
    found = anybody.look("/api/games/three-way-action/rules")["wagers"]
    rules = {(one["spot"], rule["kind"]): rule for one in found for rule in one["rules"]}
    words = {kind for _, kind in rules}
    assert words <= {"compulsory", "only_with", "equal_to", "at_least", "at_most"}
    for (spot, kind), rule in rules.items():
        assert (rule["times"] is None) is (kind in ("compulsory", "only_with")), spot
        assert spot not in rule["spots"]


@pytest.mark.parametrize("what", ["rules", "worth", "edge", "readings", "audit", "hands", "report"])
def test_a_game_that_there_is_not_is_refused(anybody, what):
    path = f"/api/games/rummy/{what}"
    if what in ("worth", "edge", "readings", "audit"):
        answer = anybody.post(path, {"bet": "Ante"} if what == "edge" else {})
    else:
        answer = anybody.get(path)
    refused(answer, 404, Code.GAME_UNKNOWN)


# What bets are worth.


def test_a_study_is_that_of_the_library(anybody, fits):
    fits("post", "/api/games/{game}/worth", anybody.post(f"{USUAL}/worth"))
    found = worked_out(anybody, "worth")
    fits("post", "/api/games/{game}/worth", anybody.post(f"{USUAL}/worth"))
    ours = study_json(study(GAME, SETTINGS))
    assert timeless(found) == {**timeless(ours), "published": found["published"]}
    assert [one["agrees"] for one in found["published"]]


def test_a_study_is_under_the_readings_and_pay_tables_asked_for(anybody):
    settings = settings_for(
        GAME, readings={"mini_royal": "any_suits"}, pay_tables={"Pair Plus": "1-4-5-30-40"}
    )
    found = worked_out(
        anybody,
        "worth",
        readings={"mini_royal": "any_suits"},
        pay_tables={"Pair Plus": "1-4-5-30-40"},
        bets=["Pair Plus"],
    )
    assert found["rulings"]["mini_royal"] == "any_suits"
    assert found["pay_tables"]["Pair Plus"]["name"] == "1-4-5-30-40"
    ours = study(GAME, settings, bets=["Pair Plus"])
    (bet,) = found["bets"]
    assert bet["edge"] == figure_json(ours.bet("Pair Plus").edge)


def test_the_edge_for_pays_of_ones_own_is_that_of_the_library(anybody, fits):
    lines = [{"name": name, "odds": odds} for name, odds in OWN_PAYS.items()]
    body = {"bet": "Pair Plus", "pay_tables": {"Pair Plus": lines}}
    found = worked_out(anybody, "edge", **body)
    fits("post", "/api/games/{game}/edge", anybody.post(f"{USUAL}/edge", body))
    settings = settings_for(GAME, pay_tables={"Pair Plus": PayTable.of("Mine", OWN_PAYS)})
    table = prepare(GAME, settings)
    edge = Valuer(GAME).edge("Pair Plus", table.rules, table.pay_tables)
    assert found == {
        "bet": "Pair Plus",
        "edge": figure_json(edge),
        "favours_player": edge.value < 0,
    }


def test_pays_of_ones_own_that_are_those_of_a_table_are_that_table(house, anybody):
    offered = SETTINGS.pay_table("Pair Plus")
    lines = [{"name": line.name, "odds": str(line.odds)} for line in offered.lines]
    worked_out(anybody, "edge", bet="Pair Plus")
    kept = len(house.app.state.maths._kept)
    worked_out(anybody, "edge", bet="Pair Plus", pay_tables={"Pair Plus": lines})
    assert len(house.app.state.maths._kept) == kept


def test_pays_that_somebody_has_made_up_are_not_kept_on_disk(anybody, results):
    def kept():
        return {path.name for path in (results / "worth").glob("*")}

    worked_out(anybody, "edge", bet="Pair Plus", pay_tables={"Pair Plus": "1-4-5-30-40"})
    before = kept()
    lines = [{"name": "Pair", "odds": "17 to 10"}]
    body = {"bet": "Pair Plus", "pay_tables": {"Pair Plus": lines}}
    assert worked_out(anybody, "edge", **body)["favours_player"] is False
    assert kept() == before


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"bet": "Pear Plus"}, 409, Code.BET_UNKNOWN),
        ({"bet": "Ante and Play", "readings": {"x": "y"}}, 409, Code.RULING_UNKNOWN),
        ({"bet": "Pair Plus", "readings": {"mini_royal": "y"}}, 409, Code.READING_UNKNOWN),
        ({"bet": "Pair Plus", "pay_tables": {"x": "y"}}, 409, Code.SPOT_UNKNOWN),
        ({"bet": "Pair Plus", "pay_tables": {"Pair Plus": "y"}}, 409, Code.PAY_TABLE_UNKNOWN),
    ],
)
def test_what_the_game_does_not_know_is_refused(anybody, body, status, code):
    refused(anybody.post(f"{USUAL}/edge", body), status, code)


@pytest.mark.parametrize(
    ("lines", "status", "code"),
    [
        ([], 422, Code.COMMAND_INVALID),
        ([{"name": "Pair"}], 422, Code.COMMAND_INVALID),
        ([{"name": "Pair", "odds": 2}], 422, Code.COMMAND_INVALID),
        (5, 422, Code.COMMAND_INVALID),
        ([{"name": "Pair", "odds": "two"}], 409, Code.PAY_TABLE_PAY_INVALID),
        ([{"name": "Pairs", "odds": "2"}], 409, Code.PAY_TABLE_LINE_UNKNOWN),
        ([{"name": "Pair", "odds": "2"}] * 2, 409, Code.PAY_TABLE_LINE_REPEATED),
    ],
)
def test_pays_that_are_none_are_refused(anybody, lines, status, code):
    body = {"bet": "Pair Plus", "pay_tables": {"Pair Plus": lines}}
    detail = refused(anybody.post(f"{USUAL}/edge", body), status, code)
    assert "(name)" not in detail
    assert "(lines)" not in detail


def test_readings_and_the_audit_are_those_of_the_library(anybody, fits):
    for what, ours in (
        ("readings", readings_json(compare_readings(GAME, SETTINGS))),
        ("audit", audit_json(audit_sheet(GAME, SETTINGS))),
    ):
        found = worked_out(anybody, what)
        fits("post", f"/api/games/{{game}}/{what}", anybody.post(f"{USUAL}/{what}"))
        assert timeless(found) == timeless(ours)


def test_hands_are_those_of_the_library(anybody, fits):
    found = until_done(lambda: anybody.get(f"{USUAL}/hands"))
    fits("get", "/api/games/{game}/hands", anybody.get(f"{USUAL}/hands"))
    table = prepare(GAME, SETTINGS)
    ours = Valuer(GAME).worth.hands(table.rules, table.pay_tables)
    assert found["columns"] == list(ours.columns)
    assert len(found["rows"]) == len(ours.rows)
    name, figures = ours.rows[100]
    assert found["rows"][100] == {"name": name, "figures": [figure_json(one) for one in figures]}


def test_a_list_of_hands_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(math_work, "_MOST_HANDS", 100)
    with pytest.raises(math_work.Rejection, match=r"1,755 starting hands, too many to send"):
        math_work.hands_of(SETTINGS, QUIETLY)


@pytest.mark.parametrize(
    ("kind", "begins", "media"),
    [
        ("pdf", b"%PDF-", "application/pdf"),
        ("html", b"<!doctype html>", "text/html; charset=utf-8"),
    ],
)
def test_the_report_is_a_file_when_it_is_written(anybody, fits, kind, begins, media):
    end_s = time.monotonic() + LONGEST_S
    while True:
        answer = anybody.get(f"{USUAL}/report", format=kind)
        if answer.status_code == 200:
            break
        assert answer.status_code == 202
        fits("get", "/api/games/{game}/report", answer)
        assert time.monotonic() < end_s, "it is never written"
    assert answer.headers["content-type"] == media
    assert answer.headers["content-disposition"] == f'attachment; filename="{GAME.id}.{kind}"'
    assert answer.content.lower().startswith(begins.lower())


def test_another_sites_page_has_nothing_worked_out(anybody):
    answer = anybody.http.post(f"{USUAL}/worth", json={}, headers={"Origin": "https://evil.test"})
    refused(answer, 403, Code.REQUEST_FORGED)


def test_guests_and_strangers_at_one_address_have_a_share_together(house, tmp_path, monkeypatch):
    monkeypatch.setattr(math_room, "_MOST_OF_ADDRESS", 2)
    monkeypatch.setattr(mathematics, "_QUICK_S", 0.01)
    gate = tmp_path / "gate"
    blocking = math_room.Task(sums.wait_for, SETTINGS, (str(gate),), is_long=False)
    maths = house.app.state.maths
    house.run(maths.answer(blocking, asker="nobody", wait_s=0.01))

    def ask(visitor, number):
        lines = [{"name": "Pair", "odds": f"{20 + number} to 1"}]
        body = {"bet": "Pair Plus", "pay_tables": {"Pair Plus": lines}}
        return visitor.post(f"{USUAL}/edge", body)

    stranger, guest, other = house.visitor(), house.visitor().come_in(), house.visitor().come_in()
    try:
        for number, visitor in enumerate((stranger, guest)):
            assert ask(visitor, number).json()["state"] == "waiting"
        for visitor in (other, stranger):
            refused(ask(visitor, 2), 429, Code.TOO_MANY_REQUESTS)
        # Who has a name of his own has a share of his own.
        for number in (3, 4, 5):
            assert ask(house.ada, number).json()["state"] == "waiting"
    finally:
        gate.touch()
    for number in range(6):
        until_done(lambda number=number: ask(other, number))


# The tables' bets.


def test_of_every_table_the_edges_are_told_as_they_become_known(fits):
    own = {
        "name": "Own",
        "game": GAME.id,
        "readings": {"mini_royal": "any_suits"},
        "pay_tables": {"Pair Plus": "1-4-5-30-40"},
    }
    with served([OPEN, own], people=False) as house:
        visitor = house.visitor()
        nothing = visitor.look("/api/edges")
        assert [one["bets"] for one in nothing["tables"]] == [[], []]
        assert house.app.state.maths.processes["long mathematics"] is None
        house.app.state.maths.works_ahead = True
        end_s = time.monotonic() + LONGEST_S
        while not all(one["is_complete"] for one in visitor.look("/api/edges")["tables"]):
            assert time.monotonic() < end_s, "it is never done"
            time.sleep(0.05)
        answer = visitor.get("/api/edges")
        fits("get", "/api/edges", answer)
        for hub, shown in zip(
            house.office.house.hubs.values(), answer.json()["tables"], strict=True
        ):
            assert shown["table"] == hub.number
            ours = study(GAME, hub.picture.settings)
            assert shown["bets"] == [
                {
                    "name": bet.name,
                    "per": bet.per,
                    "edge": figure_json(bet.edge),
                    "element_of_risk": figure_json(bet.element_of_risk),
                }
                for bet in ours.bets
            ]
    # What belongs to the house is gone with it.
    assert set(house.app.state.maths.processes.values()) == {None}


def test_the_edges_come_first_and_one_after_another(fits):
    told = []
    found = math_work.edges_of(SETTINGS, math_work.Telling(lambda _what, _share: None, told.append))
    known = [[bet["edge"] is not None for bet in orjson.loads(part)] for part in told]
    assert known == [[True, False, False], [True, True, False], [True] * 3]
    assert told[-1] == found


# Odds.

QUIETLY = math_work.Telling(lambda _what, _share: None, lambda _found: None)


def asked_at(house, table, seat=1, **stakes):
    """A guest at that table, and its seat is asked something."""
    guest = house.visitor().come_in()
    least = guest.look(f"/api/tables/{table}/rules")["least_slip"]
    least["stakes"] |= stakes
    guest.tell(table, "sit", seat=seat, credit_cents=CREDIT)
    guest.tell(table, "bet", seat=seat, **least, is_ready=True)
    return guest


def leave(guest, table, seat=1):
    """The round ends, and he goes."""
    guest.tell(table, "choose", seat=seat, option="fold")
    guest.tell(table, "leave", seat=seat)


def odds(guest, table, seat=1):
    return until_done(lambda: guest.get(f"/api/tables/{table}/odds", seat=seat))


@pytest.mark.parametrize("table", [1, 3])
def test_odds_are_those_of_the_moment_as_the_seat_sees_it(house, fits, table):
    guest = asked_at(house, table)
    found = odds(guest, table)
    fits("get", "/api/tables/{table}/odds", guest.get(f"/api/tables/{table}/odds", seat=1))
    picture = house.office.house.hub(table).picture
    (moment,) = moments(picture.events, 1)
    game = find_game(picture.settings.game)
    ours = decision_json(value_moment(game, picture.settings, moment))
    assert found == {"round": picture.round, "seat": 1, "place": None, **ours}
    assert sum(one["best"] for one in found["options"]) == 1
    leave(guest, table)


def test_odds_make_no_use_of_a_card_that_the_seat_does_not_see(house):
    guest = asked_at(house, 1)
    hub = house.office.house.hub(1)
    events = hub.picture.events
    shown = orjson.loads(hub.seen_from(1))
    hidden = {
        event.card
        for event in events
        if isinstance(event, CardDealt) and not Viewer.at(1).sees(event.place, event.face)
    }
    assert len(hidden) == 3
    assert not [card for card in hidden if f'"{card}"' in hub.seen_from(1).decode()]
    seen = {event.card for event in events if isinstance(event, CardDealt)} - hidden
    unseen = (card for card in map(Card, count()) if card not in seen | hidden)
    others = [
        replace(event, card=next(unseen))
        if isinstance(event, CardDealt) and event.card in hidden
        else event
        for event in events
    ]
    assert others != events
    (as_dealt,), (otherwise,) = moments(events, 1), moments(others, 1)
    found = odds(guest, 1)
    for moment in (as_dealt, otherwise):
        ours = decision_json(value_moment(GAME, hub.picture.settings, moment))
        assert found["options"] == ours["options"]
    # What is sent to be worked out is what his own seat is sent, and no more.
    sent = [one for one in map(event_to_json, view(events, Viewer.at(1))) if one in shown]
    assert len(sent) == len(shown) == len(events)
    leave(guest, 1)


def test_odds_are_refused_where_nothing_is_asked(house):
    guest = house.visitor().come_in()
    path = "/api/tables/1/odds"
    refused(guest.get(path, seat=2), 409, Code.NOT_ASKED)
    guest.tell(1, "sit", seat=2, credit_cents=CREDIT)
    refused(guest.get(path, seat=2), 409, Code.NOT_ASKED)
    guest.tell(1, "leave", seat=2)
    asked = asked_at(house, 1)
    odds(asked, 1)
    asked.tell(1, "choose", seat=1, option="play")
    refused(asked.get(path, seat=1), 409, Code.NOT_ASKED)
    asked.tell(1, "leave", seat=1)


def test_odds_are_for_ones_own_seat_alone(house):
    guest = asked_at(house, 1)
    path = "/api/tables/1/odds"
    refused(house.visitor().come_in().get(path, seat=1), 403, Code.NOT_YOUR_SEAT)
    refused(house.ann.get(path, seat=1), 403, Code.NOT_YOUR_SEAT)
    refused(house.visitor().get(path, seat=1), 401, Code.LOG_IN_NEEDED)
    refused(guest.get(path), 422, Code.COMMAND_INVALID)
    refused(guest.get("/api/tables/99/odds", seat=1), 404, Code.TABLE_UNKNOWN)
    leave(guest, 1)


def test_a_table_shows_no_odds_unless_its_terms_say_so(house):
    guest = asked_at(house, 2)
    terms = guest.look("/api/tables/2")["terms"]
    assert "shows_odds" not in terms
    assert guest.look("/api/tables/1")["terms"]["shows_odds"] is True
    refused(guest.get("/api/tables/2/odds", seat=1), 403, Code.NOT_ALLOWED)
    leave(guest, 2)


@pytest.mark.parametrize(
    "game",
    [
        GAME.id,
        *(
            pytest.param(one, marks=pytest.mark.long if one == LONGEST else pytest.mark.slow)
            for one in game_ids()
            if one != GAME.id
        ),
    ],
)
def test_each_game_can_be_warmed_up(game):
    assert math_work.warm_up(settings_for(find_game(game)), QUIETLY) == b"null"
