"""`croupier admin` against a house that is served: what it prints, keeps and refuses."""

import asyncio
import json
import os
import pty
import re
import stat
import subprocess
import sys
import termios
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
import polars as pl
import pytest
import typer
from sqlalchemy import text

from croupier.cli import admin_cage
from croupier.cli import progress as progress_module
from croupier.cli.admin import admin
from croupier.cli.admin_session import same_address
from croupier.house import reading_room
from croupier.web.routes import export as export_routes
from croupier.web.routes import reports as report_routes

from ..cli.running import croupier  # noqa: TID252 (the same way to run it)
from .apis import CASH_TABLE, served
from .reception import RIGHT

COMMAND = Path(sys.executable).parent / "croupier"
STADIUM = {"name": "Arena", "game": "stadium-three-card-poker"}


@pytest.fixture(scope="module")
def house():
    with served([CASH_TABLE, STADIUM]) as found:
        yield found


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """A place of one's own for the session, and everybody's password."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("CROUPIER_PASSWORD", RIGHT)
    return tmp_path / "state" / "croupier" / "session.json"


def run(house, who, *words):
    name = () if who is None else ("--as", who)
    return croupier("admin", "--url", house.address, *name, *words)


def said(house, who, *words):
    done = run(house, who, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def as_json(house, who, *words):
    return json.loads(said(house, who, *words, "--json"))


def refused(house, who, *words, with_words=""):
    done = run(house, who, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert with_words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


def one_time_password(text):
    return re.search(r"one time: (\S+)", text)[1]


# Who one is.


def test_without_a_log_in_each_command_asks_who_and_leaves_nothing_behind(house, state):
    before = len(house.office.sessions._by_hash)
    assert "Ada" in said(house, "Ann", "users", "list")
    assert not state.exists()
    assert len(house.office.sessions._by_hash) == before
    refused(house, None, "users", "list", with_words="--as NAME")


def test_a_log_in_is_kept_in_a_file_only_its_owner_can_read_until_log_out(
    house, state, monkeypatch
):
    assert "Ann (administrator)" in said(house, "Ann", "log-in")
    assert stat.S_IMODE(state.stat().st_mode) == 0o600
    assert stat.S_IMODE(state.parent.stat().st_mode) == 0o700
    assert RIGHT not in state.read_text()
    monkeypatch.delenv("CROUPIER_PASSWORD")
    assert "Ada" in said(house, None, "users", "list")
    assert "Ada" in said(house, "Ann", "users", "list")
    cookie = json.loads(state.read_text())["sessions"][house.address]["cookie"]
    assert "Ann is logged out" in said(house, None, "log-out")
    assert not state.exists()
    assert said(house, None, "log-out") == "Nobody was logged in.\n"
    visitor = house.visitor()
    visitor.http.cookies.set("croupier_session", cookie)
    assert visitor.get("/api/me").status_code == 401


def test_the_address_of_the_last_log_in_is_where_commands_go(house, state, monkeypatch):
    said(house, "Ann", "log-in")
    assert json.loads(state.read_text())["last"] == house.address
    # Who brings a password along says where, or means this machine's usual address.
    assert "Ada" not in croupier("admin", "users", "list").stdout
    monkeypatch.delenv("CROUPIER_PASSWORD")
    done = croupier("admin", "users", "list")
    assert (done.returncode, "Ada" in done.stdout) == (0, True)
    assert "Ann is logged out" in croupier("admin", "log-out").stdout


def test_who_gives_name_and_password_is_not_kept_out_by_a_session_that_has_ended(
    house, monkeypatch
):
    said(house, "Susan", "log-in")
    reset = said(house, "Ann", "users", "password", "Susan")
    refused(house, "Susan", "events", with_words="do not belong together")
    monkeypatch.setenv("CROUPIER_PASSWORD", one_time_password(reset))
    monkeypatch.setenv("CROUPIER_NEW_PASSWORD", RIGHT)
    assert "is changed" in said(house, "Susan", "password")
    monkeypatch.setenv("CROUPIER_PASSWORD", RIGHT)
    assert said(house, "Susan", "events")


def test_a_player_names_himself_and_nobody_else(house):
    """Who asks about others must be staff."""
    refused(house, "Ada", "vouchers", "issue", "5", "--user", "Bob", with_words="Only the")
    refused(house, "Ada", "vouchers", "issue", "5", "--user", "Ada", with_words="holds $0")


def test_a_file_of_before_the_address_was_kept_is_read(house, state):
    said(house, "Ann", "log-in")
    kept = json.loads(state.read_text())
    del kept["last"]
    state.write_text(json.dumps(kept))
    assert "Ada" in said(house, None, "users", "list")


def test_a_session_that_has_ended_is_said_and_can_be_dropped(house, state):
    said(house, "Susan", "log-in")
    house.ann.do(f"/api/users/{house.user('Susan')}/disabled", is_disabled=True)
    refused(house, None, "users", "list", with_words="log-in")
    assert "logged out" in said(house, None, "log-out")
    house.ann.do(f"/api/users/{house.user('Susan')}/disabled", is_disabled=False)


def test_somebody_else_is_asked_for_his_own_password(house):
    said(house, "Ann", "log-in")
    refused(house, "Sam", "users", "add", "Never", with_words="Only the administrator")
    assert "Ada" in said(house, None, "users", "list")


def damage(state, text="{"):
    """Puts a file there that is not what is written there."""
    state.parent.mkdir(parents=True, exist_ok=True)
    state.write_text(text)
    state.chmod(0o600)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"sessions": []}', '{"sessions": {"x": {"name": 5}}}',
     '{"sessions": {}, "last": []}'],
)  # fmt: skip
def test_a_session_file_that_is_none_is_refused(house, state, text):
    damage(state, text)
    refused(house, None, "users", "list", with_words="remove it")
    refused(house, "Ann", "log-in", with_words="remove it")


def test_a_damaged_session_file_is_refused_to_who_might_be_logged_in(house, state, monkeypatch):
    damage(state)
    monkeypatch.delenv("CROUPIER_PASSWORD")
    refused(house, "Ann", "users", "list", with_words="remove it")
    assert "remove it" in croupier("admin", "users", "list").stderr


def test_a_damaged_session_file_is_in_nobodys_way_who_does_not_need_it(house, state, monkeypatch):
    damage(state)
    assert "Ada" in said(house, "Ann", "users", "list")
    for old, new in ((RIGHT, "another long password"), ("another long password", RIGHT)):
        monkeypatch.setenv("CROUPIER_PASSWORD", old)
        monkeypatch.setenv("CROUPIER_NEW_PASSWORD", new)
        assert "is changed" in said(house, "Otto", "password")
    monkeypatch.delenv("CROUPIER_PASSWORD")
    for words in ((), ("users",), ("users", "list"), ("log-in",)):
        done = croupier("admin", *words, "--help")
        assert (done.returncode, "Usage" in done.stdout) == (0, True)
    assert state.read_text() == "{"


def test_a_session_is_found_however_its_address_is_written(house, state, monkeypatch):
    port = house.address.rpartition(":")[2]
    written = [f"http://LocalHost:{port}", f"HTTP://localhost:{port}/", f"http://localhost:{port}"]
    for first in written:
        assert "Logged in" in croupier("admin", "--url", first, "--as", "Ann", "log-in").stdout
        with monkeypatch.context() as typed:
            typed.delenv("CROUPIER_PASSWORD")
            for other in written:
                assert "Ada" in croupier("admin", "--url", other, "users", "list").stdout
            assert "Ada" in croupier("admin", "users", "list").stdout
        assert list(json.loads(state.read_text())["sessions"]) == [f"http://localhost:{port}"]
        assert "logged out" in croupier("admin", "--url", written[1], "log-out").stdout
        assert not state.exists()


def test_a_session_that_was_kept_under_another_writing_is_found(house, state):
    said(house, "Ann", "log-in")
    kept = json.loads(state.read_text())
    port = house.address.rpartition(":")[2]
    old = f"HTTP://127.0.0.1:{port}/"
    kept = {"sessions": {old: kept["sessions"][house.address]}, "last": old}
    state.write_text(json.dumps(kept))
    assert "Ada" in said(house, None, "users", "list")
    assert "logged out" in said(house, None, "log-out")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("HTTPS://House.Example:443/", "https://house.example"),
        ("http://house.example:80", "http://house.example"),
        ("https://house.example:80", "https://house.example:80"),
        ("http://[::1]:8000//", "http://[::1]:8000"),
        ("http://house.example/Casino/", "http://house.example/Casino"),
        ("http://a:b@C", "http://a:b@C"),
        ("http://x:99999", "http://x:99999"),
        ("http://[x", "http://[x"),
        ("nonsense", "nonsense"),
    ],
)
def test_addresses_that_mean_the_same_are_kept_as_one(written, meant):
    assert same_address(written) == meant


def test_a_session_file_that_others_can_read_is_refused(house, state):
    said(house, "Ann", "log-in")
    state.chmod(0o644)
    refused(house, None, "users", "list", with_words="read by others")


def test_a_wrong_password_and_no_password_are_refused(house, monkeypatch):
    monkeypatch.setenv("CROUPIER_PASSWORD", "not the right one")
    refused(house, "Ann", "users", "list", with_words="do not belong together")
    monkeypatch.delenv("CROUPIER_PASSWORD")
    refused(house, "Ann", "users", "list", with_words="set CROUPIER_PASSWORD")


@pytest.mark.parametrize(
    "url", ["nonsense", "ftp://x", "http://", "http://a:b@c", "http://x:99999"]
)
def test_what_is_no_address_is_refused(url):
    done = croupier("admin", "--url", url, "--as", "Ann", "users", "list")
    assert done.returncode == 2
    assert "--url is the address of a house" in done.stderr


def test_where_no_house_answers_it_is_said():
    done = croupier("admin", "--url", "http://127.0.0.1:1", "--as", "Ann", "users", "list")
    assert (done.returncode, done.stdout) == (2, "")
    assert "No house answers at http://127.0.0.1:1" in done.stderr


def test_a_password_is_typed_unseen_at_a_terminal(house):
    """As a person does it: the real program, a real terminal."""
    keyboard, terminal = pty.openpty()
    environment = {key: one for key, one in os.environ.items() if key != "CROUPIER_PASSWORD"}
    running = subprocess.Popen(
        [COMMAND, "admin", "--url", house.address, "--as", "Ann", "users", "list", "--json"],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )
    try:
        wait_until(lambda: not termios.tcgetattr(terminal)[3] & termios.ECHO)
        os.write(keyboard, f"{RIGHT}\n".encode())
        out, asked = running.communicate(timeout=30)
    finally:
        running.kill()
        os.close(keyboard)
        os.close(terminal)
    assert running.returncode == 0, asked
    assert b"Password of Ann" in asked
    assert RIGHT.encode() not in out + asked
    assert json.loads(out)


def wait_until(is_so, timeout_s=30):
    until = time.monotonic() + timeout_s
    while not is_so():
        assert time.monotonic() < until, "it never was so"
        time.sleep(0.01)


def test_the_password_for_one_time_is_changed_first(house, monkeypatch, state):
    first = one_time_password(said(house, "Ann", "users", "add", "Gil", "--role", "auditor"))
    monkeypatch.setenv("CROUPIER_PASSWORD", first)
    refused(house, "Gil", "events", with_words="croupier admin password")
    assert "change it" in said(house, "Gil", "log-in")
    monkeypatch.setenv("CROUPIER_NEW_PASSWORD", "short")
    refused(house, None, "password", with_words="A password has")
    monkeypatch.setenv("CROUPIER_NEW_PASSWORD", "a good long password")
    assert "Gil is changed" in said(house, None, "password")
    # The session that is kept is the new one.
    monkeypatch.delenv("CROUPIER_PASSWORD")
    assert "table_opened" in said(house, None, "events")
    said(house, None, "log-out")
    monkeypatch.setenv("CROUPIER_PASSWORD", "a good long password")
    monkeypatch.setenv("CROUPIER_NEW_PASSWORD", RIGHT)
    said(house, "Gil", "password")
    assert not state.exists()
    monkeypatch.setenv("CROUPIER_PASSWORD", RIGHT)
    assert "table_opened" in said(house, "Gil", "events")


# People.


def test_people_are_added_listed_changed_and_shut_out(house):
    said(house, "Ann", "users", "add", "Ida", "--role", "dealer", "--role", "supervisor")
    shown = said(house, "Ann", "users", "list")
    (line,) = [line for line in shown.splitlines() if " Ida " in line]
    assert "dealer, supervisor" in line
    assert "one-time password" in line
    assert "player" in said(house, "Ann", "users", "roles", "ida", "player")
    assert "shut out" in said(house, "Ann", "users", "disable", "Ida")
    number = str(house.user("Ida"))
    assert "shut out" not in said(house, "Ann", "users", "enable", number)
    password = one_time_password(said(house, "Ann", "users", "password", "Ida"))
    assert house.visitor("Ida", password).me["must_change_password"]
    listed = as_json(house, "Ann", "users", "list")
    assert [one["roles"] for one in listed if one["name"] == "Ida"] == [["player"]]


def test_who_is_not_there_and_what_is_no_role_is_refused(house):
    refused(house, "Ann", "users", "disable", "Nemo", with_words="“Nemo”")
    refused(house, "Ann", "users", "disable", "999999", with_words="999999")
    refused(house, "Ann", "users", "add", "Zed", "--role", "king", with_words="roles")
    refused(house, "Ann", "users", "add", "Ada", with_words="already")


# Tables.


def test_tables_are_created_listed_closed_and_opened(house):
    words = ("tables", "create", "three-card-poker", "--name", "From the shell")
    more = ("--seats", "4", "--limit", "Ante=10-500/5", "--term", "betting_s=45", "--money", "cash")
    assert "is open" in said(house, "Ann", *words, *more)
    assert "there already, just so" in said(house, "Ann", *words, *more)
    (made,) = [
        one for one in as_json(house, "Ann", "tables", "list") if one["name"] == "From the shell"
    ]
    assert (made["positions"], made["minimum_cents"], made["money"]) == (4, 1_000, "cash")
    terms = house.ann.look(f"/api/tables/{made['table']}")["terms"]
    assert terms["betting_s"] == 45
    number = str(made["table"])
    assert said(house, "Ann", "tables", "close", number) == f"Table {number} is closed.\n"
    assert as_json(house, "Ann", "tables", "open", number)["status"] == "open"
    refused(house, "Ann", "tables", "open", number, with_words="open already")
    assert as_json(house, "Ann", "tables", "close", "from the SHELL")["status"] == "closed"
    assert as_json(house, "Ann", "tables", "open", "From the shell")["table"] == made["table"]
    assert "0 at most" in said(house, "Ann", "tables", "exposure", "From the shell")
    assert "From the shell" in said(house, "Ann", "tables", "list")
    # One that a fault keeps out of play is shown as such.
    house.office.house.held[made["table"]] = "the felt is torn"
    try:
        (line,) = [
            one for one in said(house, "Ann", "tables", "list").splitlines() if "shell" in one
        ]
        assert "open, held" in line
        listed = as_json(house, "Ann", "tables", "list")
        assert [one["table"] for one in listed if one["is_held"]] == [made["table"]]
    finally:
        del house.office.house.held[made["table"]]


def test_limits_of_a_new_table_without_a_step_keep_the_usual_one(house):
    words = ("three-card-poker", "--name", "By fives", "--limit", "Ante=10-500")
    table = as_json(house, "Ann", "tables", "create", *words, "--limit", "Pair Plus=1-9/0.50")[
        "table"
    ]
    limits = dict(house.ann.look(f"/api/tables/{table}")["settings"]["limits"])
    assert [limits[spot]["multiple_of_cents"] for spot in ("Ante", "Pair Plus")] == [500, 50]


def test_a_table_whose_name_is_a_number_is_found_by_it_unless_another_has_that_number(house):
    made = {
        name: as_json(house, "Ann", "tables", "create", "three-card-poker", "--name", name)["table"]
        for name in ("777", "2")
    }
    for given, number in (("777", made["777"]), ("2", 2), (str(made["2"]), made["2"])):
        assert f"Table {number}," in said(house, "Sam", "tables", "exposure", given)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("chess",), "chess"),
        (("three-card-poker", "--term", "exposure_maximum_cents=100"), "could never take a bet"),
        (("three-card-poker", "--limit", "Ante"), "--limit is written"),
        (("three-card-poker", "--limit", "Ante=5"), "MIN-MAX"),
        (("three-card-poker", "--term", "betting_s=soon"), "betting_s"),
        (("three-card-poker", "--term", "color=red"), "color"),
        (("three-card-poker", "--kind", "round"), "kind"),
        (("three-card-poker", "--seats", "999"), "seats"),
    ],
)
def test_a_table_that_cannot_be_is_refused(house, words, why):
    refused(house, "Ann", "tables", "create", *words, "--name", "Never", with_words=why)


def test_the_exposure_of_a_table_is_shown_by_seat_and_by_picks(house):
    guest = house.visitor().come_in()
    seat = guest.tell(2, "sit", credit_cents=10_000)["events"][0][1]["seat"]
    assert "$0 at most" in said(house, "Sam", "tables", "exposure", "2")
    guest.tell(2, "bet", seat=seat, stakes={"Ante": 500}, picks=["1", "5", "9"])
    assert "1, 5, 9" in said(house, "Sam", "tables", "exposure", "2")
    assert as_json(house, "Sam", "tables", "exposure", "2")["seats"][0]["seat"] == seat
    guest.tell(2, "bet", seat=seat, stakes={})
    refused(house, "Sam", "tables", "exposure", "99", with_words="no table 99")
    refused(house, "Sam", "tables", "exposure", "Arrena", with_words="did you mean “Arena”?")
    assert "Table 2" in said(house, "Sam", "tables", "exposure", "arena")
    shown = said(house, "Sam", "report", "--table", "Arena")
    assert ("2 Arena" in shown, "1 Cash" in shown) == (True, False)
    assert {one["table"] for one in as_json(house, "Otto", "events", "--table", "Arena")} == {2}


# The cage.


def test_cash_and_vouchers_go_in_and_out(house):
    shown = said(house, "Sam", "cage", "buy-in", "Bob", "1,000.50")
    assert shown == "$1,000.50 taken from Bob (8); $1,000.50 with the house now.\n"
    issued = as_json(house, "Sam", "vouchers", "issue", "200", "--user", "bob")
    assert (issued["cents"], issued["user"]) == (20_000, house.user("Bob"))
    paid = said(house, "Sam", "vouchers", "redeem", issued["code"])
    assert paid == "The voucher was of $200; pay it in cash.\n"
    refused(house, "Sam", "vouchers", "redeem", issued["code"], with_words="been redeemed")
    sold = said(house, "Sam", "vouchers", "issue", "30")
    code = re.search(r"\d{4}(?: \d{4}){4}", sold)[0]
    assert "credit of Bob" in said(house, "Sam", "vouchers", "redeem", code, "--user", "Bob")
    lost = as_json(house, "Sam", "vouchers", "issue", "5", "--user", "Bob")["voucher"]
    assert "$5" in said(house, "Sam", "vouchers", "take-back", lost, "Bob")
    out = as_json(house, "Sam", "cage", "cash-out", str(house.user("Bob")), "830.50")
    assert out["wallet_cents"] == 0
    refused(house, "Sam", "cage", "cash-out", "Bob", "0.01", with_words="The wallet holds $0")
    assert "$7" in said(house, "Sam", "cage", "play-money", "Pia", "7")


def test_the_vouchers_that_are_out_are_listed_with_what_they_come_to(monkeypatch):
    with served([CASH_TABLE]) as house:
        empty = said(house, "Sam", "vouchers", "list")
        assert empty == "0 vouchers are out, $0 in all.\nThe account says the same.\n"
        said(house, "Sam", "cage", "buy-in", "Ada", "100")
        mine = as_json(house, "Sam", "vouchers", "issue", "12.50", "--user", "Ada")
        one = said(house, "Sam", "vouchers", "list")
        assert "1 voucher is out, $12.50 in all." in one
        sold = as_json(house, "Ann", "vouchers", "issue", "1,030")
        shown = said(house, "Otto", "vouchers", "list")
        head, first, second, *rest = shown.splitlines()
        assert head.split() == ["number", "issued", "by", "from", "money", "amount"]
        day = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"
        number = mine["entry"]
        assert re.fullmatch(rf"{number} +{day}  Sam \(3\)  Ada \(7\)  cash +\$12\.50", first)
        number = sold["entry"]
        assert re.fullmatch(rf"{number} +{day}  Ann \(2\)  sold     cash +\$1,030", second)
        assert f"{mine['entry']:<6}  {mine['voucher']}" in rest
        assert f"{sold['entry']:<6}  {sold['voucher']}" in rest
        assert rest[-2:] == ["2 vouchers are out, $1,042.50 in all.", "The account says the same."]
        assert mine["code"] not in shown
        found = as_json(house, "Sam", "vouchers", "list")
        assert [one["voucher"] for one in found["vouchers"]] == [mine["voucher"], sold["voucher"]]
        assert found["count"] == 2
        assert found["total_cents"] == found["account_cents"] == 104_250
        # However many fit into a page.
        monkeypatch.setattr(admin_cage, "_AT_ONCE", 1)
        assert as_json(house, "Sam", "vouchers", "list") == found
        refused(house, "Ada", "vouchers", "list", with_words="Only the")
        with house.office.house.engine.begin() as books:
            books.execute(text("UPDATE vouchers SET cents = 1 WHERE cents = 1250"))
        assert "THE ACCOUNT HOLDS $1,042.50" in said(house, "Sam", "vouchers", "list")


@contextmanager
def losing(path, answers=1):
    """Has the first answers to this path get lost, after all was done there."""
    exchange = httpx.HTTPTransport.handle_request
    asked = []

    def exchange_and_lose(transport, request):
        answer = exchange(transport, request)
        if request.url.path != path:
            return answer
        asked.append(json.loads(request.content))
        if len(asked) > answers:
            return answer
        answer.read()
        raise httpx.ReadError("the connection was lost", request=request)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(httpx.HTTPTransport, "handle_request", exchange_and_lose)
        yield asked


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("owner", ["Bob", None])
def test_a_voucher_whose_code_was_lost_on_its_way_is_said_to_be(house, owner, form):
    said(house, "Sam", "cage", "buy-in", "Bob", "7")
    whose = () if owner is None else ("--user", owner)
    with losing("/api/vouchers") as asked:
        done = run(house, "Sam", "vouchers", "issue", "7", *whose, *form)
    assert asked[0] == asked[1]
    assert done.returncode == 1
    assert "The voucher of $7 is issued, but" in done.stderr
    voucher = re.search(r"\b[0-9a-f]{64}\b", done.stderr)[0]
    told = json.loads(done.stdout) if form else {"code": None, "voucher": voucher}
    assert (told["code"], told["voucher"]) == (None, voucher)
    assert form or done.stdout == ""
    assert voucher in said(house, "Sam", "vouchers", "list")
    if owner is None:
        assert "sold for cash" in done.stderr
        refused(house, "Sam", "vouchers", "take-back", voucher, "Bob", with_words="sold for cash")
    else:
        assert f"“croupier admin vouchers take-back {voucher} {owner}”" in done.stderr
        assert "$7" in said(house, "Sam", "vouchers", "take-back", voucher, owner)


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_password_that_was_lost_on_its_way_is_said_to_be(house, form):
    name = f"Una {len(form)}"

    def ask(words, path):
        with losing(path) as asked:
            done = run(house, "Ann", "users", words, name, *form)
        assert asked[0] == asked[1]
        assert done.returncode == 1
        assert f"“croupier admin users password '{name}'”" in done.stderr
        assert "None" not in done.stdout
        assert not form or json.loads(done.stdout)["password"] is None
        assert one_time_password(said(house, "Ann", "users", "password", name))

    ask("add", "/api/users")
    ask("password", f"/api/users/{house.user(name)}/password")


def test_where_the_second_answer_is_lost_too_it_is_not_known_what_was_done(house):
    with losing("/api/vouchers", answers=2):
        refused(house, "Sam", "vouchers", "issue", "3", with_words="it was done, or it was not")


def test_a_password_is_not_changed_twice(house, monkeypatch):
    """The second time the old one would be wrong, and count as a failed log-in."""
    monkeypatch.setenv("CROUPIER_NEW_PASSWORD", "another long password")
    with losing("/api/me/password") as asked:
        refused(house, "Otto", "password", with_words="it was done, or it was not")
    assert len(asked) == 1
    monkeypatch.setenv("CROUPIER_PASSWORD", "another long password")
    monkeypatch.setenv("CROUPIER_NEW_PASSWORD", RIGHT)
    said(house, "Otto", "password")


@pytest.mark.parametrize("amount", ["-5", "5.5", "much", "0"])
def test_what_is_no_amount_is_refused(house, amount):
    assert run(house, "Sam", "cage", "buy-in", "Bob", amount).returncode == 2
    done = run(house, "Sam", "cage", "buy-in", "Bob", "--", amount)
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("amount", ["-50", "-$50", "-.5", "-1,000.00", "0"])
@pytest.mark.parametrize(
    "words", [("cage", "buy-in", "Bob"), ("cage", "play-money", "Pia"), ("vouchers", "issue")]
)
def test_an_amount_below_zero_is_told_from_an_option(house, words, amount):
    refused(house, "Sam", *words, amount, with_words="An amount is above zero")
    assert "No such option" in run(house, "Sam", *words, "5", "-x").stderr


@pytest.mark.parametrize("who", ["Bob", "bob's brother", "8"])
def test_who_may_not_work_at_the_cage_is_told_so_by_the_cage(house, who):
    wanted = "Only the administrator or supervisor of the house may do that."
    refused(house, "Dora", "cage", "buy-in", who, "50", with_words=wanted)
    refused(house, "Dora", "users", "disable", who, with_words="Only the administrator of")


def test_what_was_tried_at_the_cage_is_on_record():
    with served() as house:
        refused(house, "Dora", "cage", "cash-out", "Ada", "50", with_words="Only the")
        (found,) = as_json(house, "Otto", "events", "--kind", "access_refused")
        assert found["events"][0]["what"].startswith("POST /api/users/")
        assert found["events"][0]["what"].endswith("/cash-out")


# Looking over it.


def test_significant_events_are_listed_and_filtered(house):
    run(house, "Dora", "events")
    shown = said(house, "Otto", "events", "--kind", "access_refused")
    assert f"user={house.user('Dora')}" in shown
    found = as_json(house, "Otto", "events", "--table", "1", "--limit", "1")
    assert [one["table"] for one in found] == [1]
    refused(house, "Otto", "events", "--kind", "nothing", with_words="kind")


def test_a_report_is_shown_of_a_time_and_a_table(house):
    shown = said(house, "Sam", "report")
    assert "It balances." in shown
    assert "1 Cash (cash)" in shown
    found = as_json(house, "Sam", "report", "--table", "1", "--from", "1999-12-31 18:00")
    assert found["tables"][0]["name"] == "Cash"
    empty = as_json(house, "Sam", "report", "--to", "2000-01-01T00:00:00Z", "--from", "1999-12-31")
    assert empty["to_ms"] == 946_684_800_000
    refused(house, "Sam", "report", "--from", "yesterday", with_words="A time is written")


@pytest.mark.parametrize("suffix", ["csv", "json", "jsonl", "parquet"])
def test_an_export_is_a_file_that_is_there_whole(house, tmp_path, suffix):
    file = tmp_path / f"postings.{suffix}"
    assert f"Wrote {file}" in said(house, "Otto", "export", "postings", str(file))
    asked = house.otto.look("/api/export/postings", format="json")
    read = {
        "csv": lambda: pl.read_csv(file).to_dicts(),
        "json": lambda: json.loads(file.read_text()),
        "jsonl": lambda: [json.loads(line) for line in file.read_text().splitlines()],
        "parquet": lambda: pl.read_parquet(file).to_dicts(),
    }[suffix]()
    assert read == asked[: len(read)]
    assert read


def test_an_export_that_is_refused_leaves_no_file(house, tmp_path):
    for what, name in (("secrets", "x.csv"), ("rounds", "x.xlsx"), ("rounds", "no/x.csv")):
        refused(house, "Otto", "export", what, str(tmp_path / name))
    refused(house, "Sam", "export", "rounds", str(tmp_path / "x.csv"), with_words="auditor")
    assert [one.name for one in tmp_path.iterdir() if one.name != "state"] == []


def test_at_a_terminal_a_day_is_closed_only_when_that_was_meant():
    words = ("admin", "--as", "Ann", "close-day", "2026-01-31")
    with served([CASH_TABLE, STADIUM]) as house:
        house.visitor().come_in().tell(2, "sit", credit_cents=10_000)
        question = b"Close 2026-01-31? Tables 1, 2 are open, 1 seat taken. It cannot be undone."

        def answering(answer, *more):
            keyboard, terminal = pty.openpty()
            os.write(keyboard, answer)
            try:
                return subprocess.run(
                    [COMMAND, *words[:1], "--url", house.address, *words[1:], *more],
                    stdin=terminal,
                    capture_output=True,
                    check=False,
                    timeout=60,
                )
            finally:
                os.close(keyboard)
                os.close(terminal)

        kept = answering(b"n\n")
        assert (kept.returncode, kept.stdout) == (1, b"")
        assert question in kept.stderr
        assert b"No day was closed" in kept.stderr
        assert as_json(house, "Otto", "events", "--kind", "day_closed") == []
        closed = answering(b"y\n", "--json")
        assert question in closed.stderr
        assert json.loads(closed.stdout)["day"] == "2026-01-31"
        words = (*words[:-1], "2026-02-01")
        closed = answering(b"", "--yes", "--json")
        assert b"?" not in closed.stderr
        assert json.loads(closed.stdout)["day"] == "2026-02-01"
        assert [one["status"] for one in as_json(house, "Ann", "tables", "list")] == ["open"] * 2


def test_a_day_is_closed_with_its_report_and_hashes(house):
    done = run(house, "Ann", "close-day")
    assert re.search(r"open, \d+ seats? taken; that the day is closed closes no table", done.stderr)
    shown = done.stdout
    today = datetime.now(UTC).astimezone().date().isoformat()
    assert f"The day {today} is closed." in shown
    assert "It balances." in shown
    (closed,) = as_json(house, "Otto", "events", "--kind", "day_closed", "--limit", "1")
    for chain, _, digest in closed["events"][0]["heads"]:
        assert f"{'the house' if chain == 0 else f'table {chain}'}" in shown
        assert digest in shown
    refused(house, "Ann", "close-day", with_words="is closed")
    refused(house, "Sam", "close-day", with_words="administrator")


# What takes long.


@pytest.fixture
def slow_house(monkeypatch):
    """Has something in the house take until the command has said that it waits for it."""
    monkeypatch.setattr(progress_module, "PATIENCE_S", 0.01)
    monkeypatch.setattr(progress_module, "_LINE_EVERY_S", 0.01)

    def make_slow(module, name, until_said):
        works = getattr(module, name)

        def works_slowly(*given, **named):
            # Whoever says nothing is waited for no longer than that, and found out by the test.
            until = time.monotonic() + 10
            while until_said not in sys.stderr.getvalue() and time.monotonic() < until:
                time.sleep(0.01)
            return works(*given, **named)

        monkeypatch.setattr(module, name, works_slowly)

    return make_slow


def shown_meanwhile(house, who, *words):
    """What is on stdout, as JSON, and the lines that were on stderr."""
    done = run(house, who, *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr.splitlines()


def test_while_a_report_is_made_it_is_said_that_it_is(house, slow_house):
    slow_house(report_routes, "_report", "adds it up (after")
    found, lines = shown_meanwhile(house, "Sam", "report")
    assert found["house"]["is_balanced"]
    assert lines
    assert all(re.fullmatch(r"The house adds it up \(after \d+ s\)", line) for line in lines)


def test_while_a_day_is_closed_it_is_said_that_it_is(slow_house):
    slow_house(report_routes, "_closed_day", "closes the day (after")
    with served() as house:
        found, lines = shown_meanwhile(house, "Ann", "close-day", "2026-01-31")
    assert found["day"] == "2026-01-31"
    assert lines
    assert all(re.fullmatch(r"The house closes the day \(after \d+ s\)", line) for line in lines)


def test_while_rows_are_looked_up_and_sent_it_is_said_how_much_is_here(
    house, slow_house, monkeypatch, tmp_path
):
    slow_house(reading_room, "read_apart", "looks the rows up (after")
    pieces = export_routes._pieces

    async def held_back(file):
        """All pieces; and the end when it was said that they are here."""
        size = 0
        async for piece in pieces(file):
            size += len(piece)
            yield piece
        until = time.monotonic() + 10
        while f"Received {size:,} bytes" not in sys.stderr.getvalue():
            if time.monotonic() > until:
                return
            await asyncio.sleep(0.01)

    monkeypatch.setattr(export_routes, "_pieces", held_back)
    file = tmp_path / "events.jsonl"
    done = run(house, "Otto", "export", "events", str(file))
    size = file.stat().st_size
    assert done.stdout == f"Wrote {file}: {size:,} bytes.\n"
    first, *_, last = done.stderr.splitlines()
    assert first.startswith("The house looks the rows up (after")
    assert last.startswith(f"Received {size:,} bytes (after")


# Help.


def below(command, *words):
    """The commands under a command that do something themselves, by their words."""
    if not hasattr(command, "commands"):
        return [words]
    found = command.commands.items()
    return [each for name, one in found for each in below(one, *words, name)]


COMMANDS = below(typer.main.get_command(admin))


@pytest.mark.parametrize("words", [(), *COMMANDS], ids=" ".join)
def test_every_command_explains_itself_with_examples_of_itself(words):
    done = croupier("admin", *words, "--help")
    assert done.returncode == 0
    assert f"Usage: croupier admin {' '.join(words)}".rstrip() in done.stdout
    _, examples = done.stdout.split("Examples:\n")
    shown = [line.strip() for line in examples.split("\n\n")[0].splitlines()]
    assert shown
    for line in shown:
        assert re.match(r"(CROUPIER_\w+=… )*croupier admin ", line), line
    assert any(f" {' '.join(words)}" in line for line in shown)
    assert "\\b" not in done.stdout


def test_what_the_help_of_the_groups_lists_is_all_there():
    assert len(COMMANDS) >= 20
    assert {words[0] for words in COMMANDS if len(words) > 1} == {
        "users",
        "tables",
        "cage",
        "vouchers",
    }


def test_help_does_not_wait_for_what_it_does_not_need():
    listed = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "croupier", "admin", "--help"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    for slow in ("httpx", "sqlalchemy", "fastapi", "numpy"):
        assert not re.search(rf"\| +{slow}\b", listed.stderr)
