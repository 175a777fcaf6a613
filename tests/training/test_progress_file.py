"""The file in which a trainee at a terminal keeps what he knows."""

import json
from pathlib import Path

import pytest

from croupier.rejection import Code, Rejection
from croupier.training.marking import Mark
from croupier.training.progress import Progress
from croupier.training.progress_file import ProgressFile, progress_path

NOW = 1_800_000_000_000
STATE = Progress().rated("push", Mark(1, 1), 5, NOW)
GAME = "three-card-poker"


def test_what_is_kept_is_there_the_next_evening(tmp_path):
    file = ProgressFile(tmp_path / "mine" / "progress.json")
    file.keep(GAME, "payouts", "push", STATE, is_right=True)
    file.keep(GAME, "payouts", "10♠ flush", STATE, is_right=False)
    file.keep_missed_hands(GAME, [{"seat": 1}, {"seat": 2}])

    again = ProgressFile(file.path)
    kept = again.drill(GAME, "payouts")
    assert kept.progress.states == {"push": STATE, "10♠ flush": STATE}
    assert (kept.answered, kept.right) == (2, 1)
    assert again.missed_hands(GAME) == ({"seat": 1}, {"seat": 2})
    assert again.drill(GAME, "hands").progress == Progress()
    assert again.missed_hands("pick-2-poker") == ()


def test_two_terminals_keep_what_both_learned(tmp_path):
    one, other = (ProgressFile(tmp_path / "progress.json") for _ in range(2))
    one.keep(GAME, "payouts", "push", STATE, is_right=True)
    other.keep(GAME, "payouts", "flush", STATE, is_right=True)
    assert set(one.drill(GAME, "payouts").progress.states) == {"push", "flush"}


def test_nothing_is_written_before_there_is_something_to_keep(tmp_path):
    ProgressFile(tmp_path / "progress.json")
    assert list(tmp_path.iterdir()) == []


DRILL = {"answered": 1, "right": 1, "items": {"push": json.loads(STATE)}}
WHOLE = {
    "format": "croupier progress",
    "version": 1,
    "games": {
        GAME: {"drills": {"payouts": DRILL}, "hands": []},
    },
}


def broken(change):
    data = json.loads(json.dumps(WHOLE))
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "\ud800".encode("utf-8", "surrogatepass"),
        broken(lambda data: data.update(format="croupier round")),
        broken(lambda data: data.update(version=2)),
        broken(lambda data: data.update(more=1)),
        broken(lambda data: data.pop("games")),
        broken(lambda data: data.update(games=[])),
        broken(lambda data: data["games"][GAME].pop("hands")),
        broken(lambda data: data["games"][GAME].update(hands={})),
        broken(lambda data: data["games"][GAME]["drills"]["payouts"].update(right=-1)),
        broken(lambda data: data["games"][GAME]["drills"]["payouts"].update(right=True)),
        broken(lambda data: data["games"][GAME]["drills"]["payouts"].update(items=[])),
        broken(lambda data: data["games"][GAME]["drills"]["payouts"]["items"].update(push={})),
    ],
)
def test_a_file_that_is_something_else_is_refused_and_left_alone(tmp_path, text):
    path = tmp_path / "progress.json"
    path.write_text(json.dumps(WHOLE), encoding="utf-8")
    assert ProgressFile(path).drill(GAME, "payouts").right == 1
    data = text if isinstance(text, bytes) else text.encode()
    path.write_bytes(data)
    with pytest.raises(Rejection, match="is left as it is") as refused:
        ProgressFile(path)
    assert refused.value.code is Code.RECORD_INVALID
    assert path.read_bytes() == data


def test_a_file_broken_meanwhile_is_not_overwritten(tmp_path):
    file = ProgressFile(tmp_path / "progress.json")
    file.path.write_text("mine", encoding="utf-8")
    with pytest.raises(Rejection):
        file.keep(GAME, "payouts", "push", STATE, is_right=True)
    assert file.path.read_text(encoding="utf-8") == "mine"


def test_a_place_that_cannot_be_written_or_read_is_said(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(Rejection) as refused:
        ProgressFile(tmp_path / "file" / "progress.json")
    assert refused.value.code is Code.FILE_UNAVAILABLE
    with pytest.raises(Rejection) as refused:
        ProgressFile(tmp_path)
    assert refused.value.code is Code.FILE_UNAVAILABLE
    file = ProgressFile(tmp_path / "later" / "progress.json")
    (tmp_path / "later").write_text("", encoding="utf-8")
    with pytest.raises(Rejection) as refused:
        file.keep(GAME, "payouts", "push", STATE, is_right=True)
    assert refused.value.code is Code.FILE_UNAVAILABLE


def test_it_stands_where_programs_keep_their_data(tmp_path, monkeypatch):
    assert progress_path({"XDG_DATA_HOME": "/data"}) == Path("/data/croupier/progress.json")
    monkeypatch.setenv("HOME", str(tmp_path))
    at_home = tmp_path / ".local" / "share" / "croupier" / "progress.json"
    assert progress_path({}) == progress_path({"XDG_DATA_HOME": "mine"}) == at_home
