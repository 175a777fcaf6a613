"""What `croupier serve` does by its options, and what it says when it stops."""

import json
import os
import shlex
import shutil
import subprocess
from datetime import datetime

import pytest
from tests.test_web import COMMAND, serving

from .apis import Visitor, new_id, refused

CONFIG = """
[house]
guests = {guests}
[[tables]]
name = "One"
game = "three-card-poker"
[tables.terms]
betting_s = {betting_s}
decision_s = 0
[[tables]]
name = "Two"
game = "three-card-poker"
[tables.terms]
betting_s = 0
decision_s = 0
"""


def config(folder, *, guests="true", betting_s=0):
    """What is given to `croupier serve` for two tables."""
    path = folder / "house.toml"
    path.write_text(CONFIG.format(guests=guests, betting_s=betting_s), encoding="utf-8")
    return ("--config", str(path))


def stopped(server):
    """Tells a server to stop; what it says then, and what it had logged."""
    server.terminate()
    return server.communicate(timeout=20)


# What to do first.


@pytest.mark.parametrize("is_on_path", [True, False])
def test_the_command_to_begin_with_can_be_typed_as_it_is_printed(tmp_path, monkeypatch, is_on_path):
    more = [str(COMMAND.parent)] if is_on_path else []
    monkeypatch.setenv("PATH", os.pathsep.join([*more, os.defpath]))
    with serving("--database", str(tmp_path / "new.db")) as (_, server):
        _books, _log_in, line = (server.stdout.readline() for _ in range(3))
    program, *words = shlex.split(line)
    assert program == ("croupier" if is_on_path else os.path.relpath(COMMAND))
    done = subprocess.run(
        [shutil.which(program), *words, "--help"], capture_output=True, text=True, check=False
    )
    assert "Usage: croupier admin password" in done.stdout


# Guests.


@pytest.mark.parametrize(
    ("in_config", "option", "come_in"),
    [
        ("true", (), True),
        ("false", (), False),
        ("true", ("--no-guests",), False),
        ("false", ("--guests",), True),
    ],
)
def test_guests_come_in_as_the_option_says_and_else_as_the_config_does(
    tmp_path, in_config, option, come_in
):
    with serving(*config(tmp_path, guests=in_config), *option) as (where, _):
        visitor = Visitor(where)
        if come_in:
            visitor.come_in()
            assert visitor.look("/api/me")["wallet_cents"] == 100_000
        else:
            refused(visitor.post("/api/guests"), 403, "guests_not_admitted")
            assert not visitor.http.cookies
            refused(visitor.get("/api/me"), 401, "log_in_needed")
        # The tables are there to be looked at, whoever may come in.
        assert len(visitor.look("/api/tables")["tables"]) == 2
        visitor.http.close()


# Logs.


def logged(folder, *options):
    """What a server logs that has something to warn of: a table that stays as it was."""
    again = ("--database", str(folder / "again.db"))
    with serving(*config(folder), *again) as (_, server):
        _, nothing = stopped(server)
        assert nothing == ""
    with serving(*config(folder, betting_s=9), *again, *options) as (_, server):
        _, found = stopped(server)
    return found.splitlines()


def test_logs_for_programs_are_an_object_a_line(tmp_path):
    lines = [json.loads(line) for line in logged(tmp_path, "--json-logs")]
    (warning,) = (line for line in lines if line["level"] == "warning")
    assert warning["logger"] == "croupier.house"
    assert warning["message"].startswith("the table One stays as it was set up")
    assert datetime.fromisoformat(warning["at"]).utcoffset().total_seconds() == 0
    assert set(warning) == {"at", "level", "logger", "message"}


def test_logs_for_people_are_sentences(tmp_path):
    (line,) = logged(tmp_path)
    assert line.endswith("needs a table of another name")
    assert " WARNING croupier.house: the table One stays as it was set up" in line


def test_refused_commands_are_logged_and_nobody_fills_the_log_with_them(tmp_path):
    books = ("--database", str(tmp_path / "refused.db"))
    with serving(*config(tmp_path), *books, "--json-logs") as (where, server):
        ann, mallory = Visitor(where).come_in(), Visitor(where).come_in()
        ann.tell(1, "sit", seat=1, credit_cents=10_000)
        for _ in range(20):
            bet = {"id": new_id(), "do": "bet", "seat": 1, "stakes": {"Ante": 500}}
            refused(mallory.post("/api/tables/1/commands", bet), 403, "not_your_seat")
        figures = mallory.get("/metrics").text
        for one in (ann, mallory):
            one.http.close()
        _, said = stopped(server)
    lines = [line for line in map(json.loads, said.splitlines()) if "code" in line]
    assert 5 <= len(lines) < 20
    actor = f"user {mallory.user}"
    for line in lines:
        assert line["message"] == f"refused {actor} at table 1: not_your_seat"
        assert (line["actor"], line["table"], line["code"]) == (actor, 1, "not_your_seat")
    assert 'croupier_refusals_total{code="not_your_seat"} 20.0' in figures


# One at a time.


def test_a_second_server_on_the_same_books_says_so_in_one_sentence(tmp_path):
    books = ("--database", str(tmp_path / "house.db"))
    with serving(*books) as (where, first):
        second = subprocess.run(
            [COMMAND, "serve", "--port", "0", *books],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (second.returncode, second.stdout) == (2, "")
        (said,) = second.stderr.splitlines()
        assert "Another server runs the tables of this database." in said
        Visitor(where).come_in().http.close()
        assert first.poll() is None


# What is held.


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ((), "Stopped. No round with bets was on."),
        ((1,), "Stopped. 1 round with bets is held, and will go on with the next start."),
        ((1, 2), "Stopped. 2 rounds with bets are held, and will go on with the next start."),
    ],
)
def test_a_stop_says_how_many_rounds_are_held_and_they_go_on(tmp_path, tables, said):
    books = ("--database", str(tmp_path / "house.db"))
    with serving(*config(tmp_path), *books) as (where, server):
        guest = Visitor(where).come_in()
        for table in (1, 2):
            # A round without bets is on at both.
            guest.tell(table, "sit", seat=1, credit_cents=10_000)
        for table in tables:
            guest.tell(table, "bet", seat=1, stakes={"Ante": 500}, is_ready=True)
        shown, _ = stopped(server)
        assert shown.splitlines()[-1] == said
    with serving(*config(tmp_path), *books) as (where, _):
        guest.http.base_url = where
        for table in tables:
            guest.tell(table, "choose", seat=1, option="fold")
        for table in (1, 2):
            credit = guest.look(f"/api/tables/{table}")["credits"]["1"]
            assert credit == (9_500 if table in tables else 10_000)
        guest.http.close()
