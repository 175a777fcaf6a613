"""Recorded playthroughs of every game, replayed and compared line by line.

`playthrough.py` says what a file is. After a change that is meant, write the files anew with
`.venv/bin/python -m tests.games.playthroughs.rewrite` and read the difference.
"""

from random import Random

import pytest

from croupier.table.registry import game_ids

from .checks import check_round
from .playthrough import FOLDER, RULE, files, head_of, parse, told
from .rounds import PlayedRound
from .tables import random_table

FILES = [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in files()]


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_has_several_playthroughs(game_id):
    assert len(list((FOLDER / game_id).glob("*.txt"))) >= 3, f"{game_id} has too few"


def test_every_folder_of_playthroughs_is_a_game():
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == set(game_ids())


@pytest.mark.parametrize("path", FILES)
def test_a_playthrough_is_what_the_game_does(path):
    text = path.read_text(encoding="utf-8")
    head, _, recorded = text.partition(f"\n{RULE}\n")
    assert parse(head).game == path.parent.name
    now = told(head).splitlines()
    for number, (then, line) in enumerate(zip(recorded.splitlines(), now, strict=False), 1):
        assert line == then, f"{path.name}, line {number} under the dashes"
    assert now == recorded.splitlines()
    assert head_of(text) == head.rstrip()


@pytest.mark.parametrize("path", FILES)
def test_a_playthrough_keeps_what_every_round_keeps(path):
    script = parse(head_of(path.read_text(encoding="utf-8")))
    table = script.play()
    assert table.layout.is_over, "the file ends before the round does"
    at = random_table(table.game, Random(0), kind="faulty" if script.faults else "stacked")
    check_round(PlayedRound(at, table, script.commands))
