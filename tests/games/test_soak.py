"""The soak itself: it reports what it played, and a round that fails so that it can be replayed."""

import subprocess
import sys
from pathlib import Path

from croupier.table.record import read_round

from .many import Report, play_numbered
from .test_hidden_cards import Guess

ROOT = Path(__file__).parents[2]


def soaked(*options):
    """Runs it as `make soak` does."""
    return subprocess.run(
        [sys.executable, "-m", "tests.soak", "--processes", "2", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_soak_plays_as_many_rounds_as_it_is_told_and_ends_well():
    done = soaked("--game", "three-card-poker", "--rounds", "600", "--seed", "77")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("three-card-poker: 600 rounds from 77 on in ")
    assert done.stdout.endswith("none failed\n")


def test_a_soak_of_no_rounds_is_refused():
    done = soaked("--rounds", "0")
    assert done.returncode == 2
    assert "--rounds" in done.stderr


def test_a_round_that_fails_ends_the_play_and_is_named_with_its_record():
    report = play_numbered(Guess("label"), range(500, 700), thorough_every=1)
    failure = report.failure
    assert failure is not None
    assert 500 <= failure.number < 700
    assert report.rounds == failure.number - 500
    assert f"--game guess --seed {failure.number} --rounds 1" in str(failure)
    assert "tells Viewer" in str(failure)
    assert read_round(failure.record)


def test_a_round_that_fails_fails_again_by_its_number():
    number = play_numbered(Guess("label"), range(500, 700), thorough_every=1).failure.number
    again = play_numbered(Guess("label"), [number], thorough_every=1)
    assert again.failure is not None
    assert again.rounds == 0


def test_reports_add_up_and_keep_the_first_failure():
    report = Report(rounds=2, events=30)
    report.add(play_numbered(Guess("none"), range(5), thorough_every=2))
    assert report.rounds == 7
    assert report.thorough == 3
    assert report.failure is None
