"""`croupier session`: what it says, what it writes, and what it refuses."""

import json
from contextlib import contextmanager

import polars as pl
import pytest

from croupier.cli import progress as progress_module
from croupier.cli import session as command
from croupier.simulation import sessions as sessions_module
from croupier.simulation import whole_file
from croupier.simulation.work import Stop

from .running import croupier

TCP = "three-card-poker"
WIDEST = 100
QUICK = (TCP, "--bankroll", "60", "--rounds", "40", "--sessions", "2000", "--seed", "1")
TABLE = ("--shifts", "200", "--seats", "3", "--hours", "0.5", "--period", "2")


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """However slow the machine, nothing is said of what takes long."""
    monkeypatch.setattr(progress_module, "PATIENCE_S", 3_600)


@pytest.fixture(params=[""])
def interrupted(monkeypatch, request):
    """Somebody presses Ctrl-C after the first part of the sessions, or there is a reason."""
    stops = []

    @contextmanager
    def stopped():
        stops.append(Stop())
        yield stops[-1]

    monkeypatch.setattr(command, "stopped_by_interrupt", stopped)
    monkeypatch.setattr(command._Told, "sessions", lambda *_: stops[-1].set(request.param))
    monkeypatch.setattr(sessions_module, "_SHARE_OF_BATCH", 512)


def told(*arguments: str) -> dict:
    done = croupier("session", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return json.loads(done.stdout)


SPREAD = {"mean", "standard_deviation", "least", "quantiles", "most"}


def test_the_json_has_every_number():
    found = told(*QUICK, *TABLE, "--win-goal", "50", "--threads", "1")
    assert found["game"] == TCP
    assert found["seed"] == 1
    assert found["threads"] == 1
    player, house = found["player"], found["house"]
    assert player["sessions"] == player["sessions_wanted"] == 2_000
    assert player["is_complete"] is house["is_complete"] is True
    assert player["bankroll_cents"] == 6_000
    assert (player["staked_cents"], player["raise_cents"]) == (1_500, 500)
    assert player["goal_cents"] == 5_000
    assert player["rounds_per_hour"] == 70
    for name in ("result_cents", "longest_losing_run", "maximum_drawdown_cents", "rounds", "hours"):
        assert set(player[name]) == SPREAD
        assert list(player[name]["quantiles"]) == [
            "0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99",
        ]  # fmt: skip
    for name in ("ruined", "ahead", "even", "behind", "reached_goal"):
        assert set(player[name]) == {"value", "standard_error"}
        assert 0 < player[name]["standard_error"] < 0.02
    assert sum(player[name]["value"] for name in ("ahead", "even", "behind")) == pytest.approx(1)
    assert set(player["theoretical_result_cents"]) == {"value", "z"}
    assert abs(player["theoretical_result_cents"]["z"]) < 4
    assert player["hours"]["most"] == pytest.approx(40 / 70)
    assert sum(one["sessions"] for one in player["histogram"]) == 2_000
    ruined = sum(one["ruined_sessions"] for one in player["histogram"])
    assert ruined / 2_000 == player["ruined"]["value"]
    money = player["money_cents"]
    assert money["after_rounds"][0] == 0
    assert money["after_rounds"][-1] == 40
    assert all(len(line) == 41 for line in money["quantiles"].values())
    assert house["rounds"] == 35
    assert house["seats"] == 3
    assert house["hours"] == 0.5
    for name in ("win_cents", "drop_cents", "hold_of_a_shift"):
        assert set(house[name]) == SPREAD
    for name in ("hold", "win_of_handle", "win_of_all_handle", "loses", "all_handle_cents"):
        assert set(house[name]) == {"value", "standard_error"}
    assert [one["chance"] for one in house["worst"]] == [0.01, 0.001]
    assert house["handle_cents"] == 35 * 3 * 1_500


def test_the_same_seed_gives_the_same_on_any_number_of_threads():
    one, two = (told(*QUICK, *TABLE, "--threads", threads) for threads in ("1", "2"))
    for found in (one, two):
        del found["threads"]
        for side in ("player", "house"):
            found[side].pop("seconds")
            found[side].pop("rounds_per_second", None)
    assert one == two


def test_without_shifts_there_is_no_house():
    assert told(*QUICK, "--shifts", "0")["house"] is None
    shown = croupier("session", *QUICK, "--shifts", "0").stdout
    assert "For the player" in shown
    assert "house" not in shown


def test_both_tables_fit_on_the_terminal():
    done = croupier("session", *QUICK, *TABLE, "--win-goal", "50")
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= WIDEST
    for said in (
        "For the player",
        "For the house: 200 shifts of 0.5 hours, 3 seats, 35 rounds each",
        "is ruined",
        "reaches his goal",
        "longest losing run",
        "hold: win of the drop",
        "a bad period of 2 shifts",
    ):
        assert said in done.stdout


def test_the_usual_pace_and_seats_are_those_of_the_game():
    house = told(*QUICK, "--shifts", "20")["house"]
    assert (house["seats"], house["rounds"]) == (7, 8 * 70)
    slower = told(*QUICK, "--shifts", "0", "--rounds-per-hour", "40")
    assert slower["player"]["rounds_per_hour"] == 40


def test_a_strategy_of_the_game_may_be_named_and_pair_plus_bet_alone():
    worse = told(*QUICK, "--shifts", "0", "--strategy", "Always play")
    assert worse["strategy"] == "Always play"
    alone = ("--stake", "Ante=0", "--stake", "Six Card Bonus=0")
    player = told(*QUICK, "--shifts", "0", *alone)["player"]
    assert (player["staked_cents"], player["raise_cents"]) == (500, 0)


# Files.


def test_the_files_are_whole(tmp_path):
    names = [tmp_path / name for name in ("s.parquet", "c.svg")]
    done = croupier(
        "session", *QUICK, "--shifts", "0", "--out", str(names[0]), "--chart", str(names[1])
    )
    assert done.returncode == 0, done.stderr
    assert sorted(tmp_path.iterdir()) == sorted(names)
    lines = pl.read_parquet(names[0])
    assert lines.columns == [
        "result_cents", "rounds", "longest_losing_run", "maximum_drawdown_cents", "is_ruined",
        "reached_goal",
    ]  # fmt: skip
    assert lines.height == 2_000
    player = told(*QUICK, "--shifts", "0")["player"]
    assert lines["result_cents"].mean() == pytest.approx(player["result_cents"]["mean"]["value"])
    assert lines["is_ruined"].mean() == pytest.approx(player["ruined"]["value"])
    assert not lines["reached_goal"].any()
    assert names[1].read_text(encoding="utf-8").startswith("<svg")
    assert names[1].stat().st_mode & 0o777 == names[0].stat().st_mode & 0o777


def test_a_chart_may_be_a_png(tmp_path):
    path = tmp_path / "C.PNG"
    done = croupier("session", *QUICK, "--shifts", "0", "--chart", str(path))
    assert done.returncode == 0, done.stderr
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_file.os, "fsync", full)
    for option, name in (("--out", "s.parquet"), ("--chart", "c.svg")):
        done = croupier("session", *QUICK, "--shifts", "0", option, str(tmp_path / name))
        assert done.returncode == 2
        assert "No space left on device" in done.stderr
        # What was played for it is not lost.
        assert "For the player" in done.stdout
        assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("interrupted")
def test_interrupted_it_gives_the_result_so_far(tmp_path):
    done = croupier("session", *QUICK, *TABLE, "--threads", "1")
    assert done.returncode == 130
    assert "2,000 sessions were wanted" in done.stdout
    assert "so nothing is said of the house" in done.stdout
    files = ("--out", str(tmp_path / "s.parquet"), "--chart", str(tmp_path / "c.svg"))
    found = croupier("session", *QUICK, *TABLE, *files, "--threads", "1", "--json")
    assert found.returncode == 130
    assert {path.name for path in tmp_path.iterdir()} == {"s-so-far.parquet", "c-so-far.svg"}
    told = json.loads(found.stdout)
    assert told["house"] is None
    assert not told["is_complete"]
    assert not told["player"]["is_complete"]
    assert told["player"]["sessions"] == pl.read_parquet(tmp_path / "s-so-far.parquet").height


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize("interrupted", ["The scheduler is gone."], indirect=True)
def test_what_cannot_go_on_gives_the_result_so_far_and_says_why():
    done = croupier("session", *QUICK, "--threads", "1")
    assert done.returncode == 1
    assert "2,000 sessions were wanted" in done.stdout
    assert "The scheduler is gone. This is the result so far." in done.stderr


# Refusals.


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--bankroll", "11"], "takes $15 before the deal and $5 for a raise"),
        (["--bankroll", "0"], "too little to play a single round"),
        (["--bankroll", "lots"], "not an amount"),
        (["--bankroll", "99999999999999"], "at the most"),
        (["--rounds", "0"], "--rounds is a whole number from 1 to 1,000,000"),
        (["--rounds", "1e6", "--sessions", "5e6", "--bankroll", "1"], "too little"),
        (["--rounds", "1000001"], "--rounds is a whole number"),
        (["--sessions", "0"], "--sessions is a whole number from 1 to 5,000,000"),
        (["--sessions", "10000001"], "--sessions is a whole number"),
        (["--shifts", "-1"], "--shifts is a whole number"),
        (["--shifts", "1e8"], "--shifts is a whole number"),
        (["--period", "0"], "--period is a whole number from 1 to 1,000"),
        (["--period", "1001"], "--period is a whole number"),
        (["--hours", "0"], "A shift is above 0"),
        (["--hours", "24.5"], "at the most 24 hours"),
        (["--hours", "eight"], "--hours is a number"),
        (["--hours", "0.01"], "not one round is over"),
        (["--rounds-per-hour", "0"], "from 1 to 10,000, not “0”"),
        (["--rounds-per-hour", "10001"], "from 1 to 10,000"),
        (["--seats", "0"], "has from 1 to 16 seats, not 0"),
        (["--seats", "17"], "has from 1 to 16 seats, not 17"),
        (["--win-goal", "0"], "A win goal is above $0"),
        (["--stake", "Ante=7"], "multiples of $5"),
        (["--stake", "Aunt=5"], "no spot “Aunt”"),
        (["--strategy", "Bluff"], "no strategy “Bluff”"),
        (["--threads", "0"], "--threads is a number"),
        (["--seed", "-1"], "--seed is a whole number"),
        (["--out", "s.csv"], "does not end with .parquet"),
        (["--out", "nowhere/s.parquet"], "cannot be written"),
        (["--chart", "c.pdf"], "let the file's name end in .svg or .png"),
        (["--chart", "nowhere/c.svg"], "cannot be written"),
    ],
)
def test_bad_input_is_refused_before_anything_is_played(options, said, monkeypatch):
    def not_played(*_, **__):
        raise AssertionError("nothing is played")

    monkeypatch.setattr(sessions_module, "simulate_sessions", not_played)
    bankroll = () if "--bankroll" in options else ("--bankroll", "60")
    done = croupier("session", TCP, *bankroll, *options)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not done.stdout


def test_a_bankroll_is_needed():
    done = croupier("session", TCP)
    assert done.returncode == 2
    assert "--bankroll" in done.stderr
