"""The example that learns does learn."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_three_card_poker.py"


@pytest.mark.long
def test_the_learner_comes_close_to_queen_six_four():
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLE], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    learnt = done.stdout.splitlines()[-1]
    assert re.fullmatch(
        r"It learnt to play queen-(five|six|seven|eight) or better and to fold the rest\.", learnt
    )


def test_the_learner_runs(monkeypatch, capsys):
    example = runpy.run_path(str(EXAMPLE))
    for name, value in (("ROUNDS", 40), ("SESSIONS", 2)):
        monkeypatch.setitem(example["learn"].__globals__, name, value)
    example["main"]()
    assert re.search(r"^It learnt to play .+ or better", capsys.readouterr().out, re.MULTILINE)


def test_neighbours_in_the_wrong_order_are_averaged_by_their_weight():
    rising = runpy.run_path(str(EXAMPLE))["rising"]
    means, counts = np.array([-1.0, 3.0, 0.0, 5.0, 4.0]), np.array([1.0, 1.0, 2.0, 3.0, 1.0])
    assert rising(means, counts).tolist() == [-1.0, 1.0, 1.0, 4.75, 4.75]
    # What was never seen is taken for what comes next.
    assert rising(np.array([0.0, -2.0, 1.0]), np.array([0.0, 5.0, 0.0])).tolist()[:2] == [-2, -2]
