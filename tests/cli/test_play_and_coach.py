"""`croupier play` and `croupier coach`: what does not go together is refused, not passed over."""

import pytest

from .running import croupier

GAME = "three-card-poker"
AT_TABLE = [
    ("--seats", "3"), ("--bots", "1"), ("--bankroll", "1,000"), ("--seed", "0" * 64),
    ("--cards", "As"), ("--record", "here"), ("--pace", "0.12"), ("--limit", "Ante=10-500/5"),
    ("--lines",), ("--progress", "mine.json"),
]  # fmt: skip


@pytest.mark.parametrize("option", AT_TABLE, ids=lambda option: option[0])
@pytest.mark.parametrize("studied", [("--charts",), ("--round", "nowhere.json")])
def test_where_nothing_is_played_no_option_of_a_table_is_taken(studied, option):
    done = croupier("coach", GAME, *studied, *option)
    assert done.returncode == 2
    assert f"{option[0]} is for a table that is played" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("coach", GAME, "--charts", "--seat", "1"), "--seat is for a table that is played"),
        (("coach", GAME, "--no-cache"), "--no-cache goes with --charts"),
        (("coach", GAME, "--round", "nowhere.json", "--no-cache"), "goes with --charts"),
        (("play", GAME, "--progress", "mine.json"), "--progress goes with --coach"),
    ],
)
def test_what_would_mean_nothing_is_refused(arguments, said):
    done = croupier(*arguments)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())
    assert not done.stdout
