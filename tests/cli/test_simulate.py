"""`croupier simulate`: what it says, what it writes, and what it refuses."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import polars as pl
import pytest

from croupier.cli import progress as progress_module
from croupier.cli import simulate as command
from croupier.simulation import whole_file
from croupier.simulation.work import Stop
from croupier.table.registry import game_ids

from .running import croupier

TCP = "three-card-poker"
WIDEST = 100


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """However slow the machine, nothing is said of what takes long."""
    monkeypatch.setattr(progress_module, "PATIENCE_S", 3_600)


def simulated(*arguments):
    done = croupier("simulate", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return json.loads(done.stdout)


def test_the_json_says_what_it_must():
    found = simulated(TCP, "--rounds", "2e5", "--seed", "1", "--threads", "1")
    assert found["game"] == TCP
    assert found["rounds"] == 200_000
    assert found["seed"] == 1
    assert found["threads"] == 1
    assert found["rounds_per_second"] > 0
    assert found["strategy"] == "Optimal"
    names = [bet["name"] for bet in found["bets"]]
    assert names == ["Ante and Play", "Pair Plus", "Six Card Bonus"]
    exact = {bet["name"]: bet["exact"]["exact"] for bet in found["bets"]}
    assert exact["Ante and Play"] == "686689/20358520"
    assert exact["Pair Plus"] == "392/5525"
    for bet in found["bets"]:
        edge = bet["edge"]
        off = (edge["value"] - bet["exact"]["value"]) / edge["standard_error"]
        assert bet["z"] == pytest.approx(off)
        assert abs(bet["z"]) < 4


def test_any_number_of_threads_gives_the_same_edges_to_the_last_digit():
    one, two, three = (
        simulated(TCP, "--rounds", "300000", "--seed", "7", "--threads", threads)
        for threads in ("1", "2", "3")
    )
    assert one["bets"] == two["bets"] == three["bets"]
    assert one["correlations"] == two["correlations"]


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_every_game_is_within_four_errors_of_what_is_exact(game):
    found = simulated(game, "--rounds", "2e6", "--seed", "1")
    assert found["bets"]
    for bet in found["bets"]:
        assert abs(bet["z"]) < 4, bet
    assert abs(found["all_wagers"]["z"]) < 4
    again = simulated(game, "--rounds", "2e6", "--seed", "1", "--threads", "1")
    assert again["bets"] == found["bets"]


def test_the_table_says_the_same_and_fits_the_screen():
    done = croupier("simulate", TCP, "--rounds", "20000", "--seed", "5", "--seats", "3")
    assert done.returncode == 0
    assert "Three Card Poker: 20,000 rounds, 3 seats, Optimal, seed 5" in done.stdout
    assert re.search(r"Ante and Play, per Ante +-?\d+\.\d{4}% +± \d\.\d{4}% +3\.3730%", done.stdout)
    assert "How bets go together" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= WIDEST


def test_a_seed_is_made_up_and_said_where_none_is_given():
    first, second = (simulated(TCP, "--rounds", "10") for _ in range(2))
    assert first["seed"] != second["seed"]
    again = simulated(TCP, "--rounds", "10", "--seed", str(first["seed"]))
    assert again["bets"] == first["bets"]


@pytest.mark.parametrize(
    "written", ["1000000", "1e6", "1_000_000", "1,000,000", "0.1e7", " 1e6 ", "1E6"]
)
def test_rounds_are_written_in_any_usual_way(written, monkeypatch):
    from croupier.cli.simulation_options import parse_count  # noqa: PLC0415

    assert parse_count(written, "--rounds", 10**15) == 10**6


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rounds", "0"), "--rounds is a whole number from 1"),
        (("--rounds", "-5"), "--rounds is a whole number from 1"),
        (("--rounds", "1.5"), "--rounds is a whole number from 1"),
        (("--rounds", "1e99"), "--rounds is a whole number from 1"),
        (("--rounds", "1e999999999"), "--rounds is a whole number from 1"),
        (("--rounds", "nan"), "--rounds is a whole number from 1"),
        (("--rounds", "many"), "--rounds is a whole number from 1"),
        (("--seed", "-1"), "--seed is a whole number"),
        (("--seed", "18446744073709551616"), "A seed of a simulation is a number from 0"),
        (("--threads", "0"), "--threads is a number from 1"),
        (("--threads", "2", "--cluster", "tcp://127.0.0.1:1"), "--threads is for this machine"),
        (("--cluster", "tcp://127.0.0.1:1"), "No scheduler answers"),
        (("--strategy", "Q-6-5"), "Q-6-4"),
        (("--strategy", "missing.csv"), "cannot be read"),
        (("--strategy", "missing.py:decide"), "cannot be read"),
        (("--strategy", "no.such.module:decide"), "ModuleNotFoundError"),
        (("--seats", "0"), "has from 1 to 16 seats"),
        (("--seats", "17"), "has from 1 to 16 seats"),
        (("--bet", "7"), "multiples of $5"),
        (("--stake", "Ante"), "--stake is written"),
        (("--stake", "Antee=5"), "There is no spot"),
        (("--ruling", "entry=never"), "entry"),
        (("--out", "result.csv"), ".parquet"),
        (("--out", "/nowhere/result.parquet"), "cannot be written"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    began = time.monotonic()
    done = croupier("simulate", TCP, "--rounds", "10", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout
    assert time.monotonic() - began < 10
    assert not list(tmp_path.iterdir())


# Strategies.


def test_the_strategies_are_listed():
    done = croupier("simulate", TCP, "--strategies")
    assert done.stdout.split("\n")[:2] == ["Optimal", "Q-6-4"]
    assert simulated(TCP, "--strategies")["strategies"][0] == "Optimal"


def test_a_strategy_is_not_written_over_a_file(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("changed by hand")
    done = croupier("simulate", TCP, "--save-strategy", str(file))
    assert done.returncode == 2
    assert "is there already" in done.stderr
    assert file.read_text() == "changed by hand"
    done = croupier("simulate", TCP, "--save-strategy", str(tmp_path / "mine.txt"))
    assert done.returncode == 2
    assert "end in .csv" in done.stderr


def test_names_are_known_however_they_are_written_and_files_need_a_function():
    assert (
        simulated(TCP, "--rounds", "10", "--strategy", "always PLAY")["strategy"] == "Always play"
    )
    done = croupier("simulate", TCP, "--strategy", "mine.py")
    assert done.returncode == 2
    assert ":FUNCTION" in done.stderr


def test_a_table_set_otherwise_says_so():
    done = croupier(
        "simulate", TCP, "--rounds", "10", "--ruling", "mini_royal=any_suits",
        "--paytable", "Pair Plus=1-4-5-30-40", "--bet", "10",
    )  # fmt: skip
    assert "Read otherwise: mini_royal=any_suits." in done.stdout
    assert "Paid otherwise: Pair Plus by 1-4-5-30-40." in done.stdout
    assert "Every seat bets Six Card Bonus $10, Pair Plus $10, Ante $10." in done.stdout
    assert "Read otherwise" not in croupier("simulate", TCP, "--rounds", "10").stdout


def test_a_strategy_is_written_changed_and_played(tmp_path):
    file = tmp_path / "mine.csv"
    done = croupier("simulate", TCP, "--strategy", "Q-6-4", "--save-strategy", str(file))
    assert done.returncode == 0
    assert file.read_text().startswith("Hand,Option\n")
    options = ("--rounds", "50000", "--seed", "2")
    by_name = simulated(TCP, "--strategy", "Q-6-4", *options)
    by_file = simulated(TCP, "--strategy", str(file), *options)
    assert [bet["edge"] for bet in by_file["bets"]] == [bet["edge"] for bet in by_name["bets"]]
    # Nobody has worked out what a file is worth; what does not hang on it is known all the same.
    assert by_file["bets"][0]["exact"] is None
    assert by_file["bets"][0]["z"] is None
    assert by_file["bets"][1]["exact"]["exact"] == "392/5525"
    file.write_text(file.read_text().replace(",play", ",fold"))
    folded = simulated(TCP, "--strategy", str(file), *options)
    assert folded["bets"][0]["edge"]["value"] == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("Hand,Option", "Hand,Choice"), "must begin with the line"),
        (lambda _: "", "must begin with the line"),
        (lambda text: text[: text.index("\n") + 1], "does not say what to do with"),
        (lambda text: text.replace("\n", "\nAs Ks Qs,play,3\n", 1), "Line 2"),
        (lambda text: text.replace(",fold", ",dance", 1), "there is no option"),
        (lambda text: text.replace("\n", "\nAs Ks Zs,play\n", 1), "Line 2"),
        (lambda text: text.replace("\n", "\nAs As Ks,play\n", 1), "Line 2"),
        (lambda text: text + "Ac Kc Qc,fold\n", "something else was said"),
        (lambda text: "".join(text.splitlines(keepends=True)[:900]), "nor of"),
    ],
)
def test_a_file_with_a_hole_or_a_fault_is_refused(change, said, tmp_path):
    file = tmp_path / "mine.csv"
    croupier("simulate", TCP, "--strategy", "Q-6-4", "--save-strategy", str(file))
    file.write_text(change(file.read_text()))
    done = croupier("simulate", TCP, "--rounds", "10", "--strategy", str(file))
    assert done.returncode == 2
    assert said in done.stderr
    assert "mine.csv" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_function_is_played_through_the_script(tmp_path):
    file = tmp_path / "bold.py"
    file.write_text("def decide(seen, asked, rules):\n    return 'play'\n")
    options = ("--rounds", "300", "--seed", "2")
    by_function = simulated(TCP, "--strategy", f"{file}:decide", *options)
    by_name = simulated(TCP, "--strategy", "Always play", *options)
    assert [bet["edge"] for bet in by_function["bets"]] == [bet["edge"] for bet in by_name["bets"]]


@pytest.mark.parametrize("answer", ["None", "3", "'dance'"])
def test_a_function_must_answer_with_an_option(answer, tmp_path):
    file = tmp_path / "mute.py"
    file.write_text(f"def decide(seen, asked, rules):\n    return {answer}\n")
    done = croupier("simulate", TCP, "--rounds", "10", "--strategy", f"{file}:decide")
    assert done.returncode == 2
    assert answer.strip("'") in done.stderr
    assert "play" in done.stderr


def test_all_wagers_have_the_edges_of_their_bets():
    found = simulated(TCP, "--rounds", "1000", "--stake", "Pair Plus=20")
    edges = [float(Fraction(bet["exact"]["exact"])) for bet in found["bets"]]
    stakes = {"Ante and Play": 500, "Pair Plus": 2_000, "Six Card Bonus": 500}
    expected = sum(
        edge * stakes[bet["name"]] for edge, bet in zip(edges, found["bets"], strict=True)
    )
    assert found["all_wagers"]["exact"]["value"] == pytest.approx(expected / 3_000)


def test_readings_pay_tables_and_stakes_count():
    found = simulated(
        TCP, "--rounds", "100000", "--seed", "2", "--ruling", "mini_royal=any_suits",
        "--paytable", "Pair Plus=1-3-6-30-40-200", "--stake", "Pair Plus=20",
        "--stake", "Six Card Bonus=0",
    )  # fmt: skip
    assert found["rulings"]["mini_royal"] == "any_suits"
    assert found["seats"] == [{"stakes_cents": {"Pair Plus": 2_000, "Ante": 500}, "picks": []}]
    assert [bet["name"] for bet in found["bets"]] == ["Ante and Play", "Pair Plus"]
    assert all(abs(bet["z"]) < 4 for bet in found["bets"])


# Files.


def test_the_parquet_file_adds_up_to_the_result(tmp_path):
    file = tmp_path / "parts.parquet"
    done = croupier(
        "simulate", TCP, "--rounds", "200000", "--seed", "3", "--json", "--out", str(file)
    )
    assert done.returncode == 0
    found, table = json.loads(done.stdout), pl.read_parquet(file)
    assert table["rounds"].sum() == 200_000
    assert table["first_round"].to_list() == sorted(table["first_round"].to_list())
    for bet in found["bets"]:
        net = table[f"{bet['name']}: net_cents"].sum()
        assert bet["edge"]["value"] == pytest.approx(-net / 500 / 200_000, rel=1e-12)
    assert [one.name for one in tmp_path.iterdir()] == ["parts.parquet"]
    assert file.stat().st_mode & 0o044 == 0o044 & ~_umask()


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_file_that_cannot_be_finished_leaves_the_old_one(tmp_path, monkeypatch):
    file = tmp_path / "parts.parquet"
    file.write_bytes(b"of yesterday")

    def full(_file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_file.os, "fsync", full)
    done = croupier("simulate", TCP, "--rounds", "10", "--out", str(file))
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert file.read_bytes() == b"of yesterday"
    assert [one.name for one in tmp_path.iterdir()] == ["parts.parquet"]


def test_without_polars_it_is_said_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    done = croupier("simulate", TCP, "--rounds", "1e12", "--out", str(tmp_path / "x.parquet"))
    assert done.returncode == 2
    assert "croupier[parquet]" in done.stderr


def test_without_distributed_it_is_said_before_the_work(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = croupier("simulate", TCP, "--rounds", "1e12", "--cluster", "tcp://127.0.0.1:1")
    assert done.returncode == 2
    assert "croupier[cluster]" in done.stderr


# Interrupted.


def started(*arguments, cwd):
    return subprocess.Popen(
        [Path(sys.executable).with_name("croupier"), "simulate", TCP, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )


def test_an_interrupt_gives_the_result_so_far(tmp_path):
    # The first line of progress says that rounds are being played.
    running = started(
        "--rounds", "1e14", "--seed", "4", "--json", "--out", "x.parquet", cwd=tmp_path
    )
    try:
        while "rounds/s" not in running.stderr.readline():
            assert running.poll() is None
        # Twice, as it comes where a program around it passes it on: that is one Ctrl-C.
        running.send_signal(signal.SIGINT)
        time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    found = json.loads(out)
    assert running.returncode == 130
    assert not found["is_complete"]
    assert found["rounds_wanted"] == 10**14
    assert 0 < found["rounds"] < 10**14
    assert "x-so-far.parquet" in err
    assert [one.name for one in tmp_path.iterdir()] == ["x-so-far.parquet"]
    table = pl.read_parquet(tmp_path / "x-so-far.parquet")
    assert table["rounds"].sum() == found["rounds"]


def test_the_file_is_there_though_nobody_reads_the_table(tmp_path):
    running = started("--rounds", "1e5", "--seed", "4", "--out", "x.parquet", cwd=tmp_path)
    running.stdout.close()
    try:
        running.wait(timeout=60)
    finally:
        running.kill()
        running.stderr.close()
    assert pl.read_parquet(tmp_path / "x.parquet")["rounds"].sum() == 100_000


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path):
    (tmp_path / "far").mkdir()
    (tmp_path / "x.parquet").symlink_to(tmp_path / "far" / "y.parquet")
    simulated = croupier("simulate", TCP, "--rounds", "1e3", "--out", str(tmp_path / "x.parquet"))
    assert simulated.returncode == 0, simulated.stderr
    assert (tmp_path / "x.parquet").is_symlink()
    assert pl.read_parquet(tmp_path / "far" / "y.parquet")["rounds"].sum() == 1_000


def test_interrupted_before_anything_is_played_it_says_so(monkeypatch):
    @contextmanager
    def stopped():
        stop = Stop()
        stop.set()
        yield stop

    monkeypatch.setattr(command, "stopped_by_interrupt", stopped)
    done = croupier("simulate", TCP, "--rounds", "1e6")
    assert done.returncode == 130
    assert not done.stdout
    assert done.stderr == "croupier: Not a single round was finished.\n"


SLOW = """
import sys, time
calls = 0

def decide(seen, asked, rules):
    global calls
    calls += 1
    if calls > 3:
        print("waiting", file=sys.stderr, flush=True)
        time.sleep(600)
    return "fold"
"""


def test_a_second_interrupt_ends_it_at_once(tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    running = started("--rounds", "1e3", "--strategy", "slow.py:decide", cwd=tmp_path)
    try:
        while "waiting" not in running.stderr.readline():
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(timeout=1)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130
    assert not out
