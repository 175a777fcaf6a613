"""Results are kept on disk: found again, never stale, never damaged, never in the way."""

import json
import os
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.analysis import cache as module
from croupier.analysis.cache import Cache, cache_folder, source_digest
from croupier.analysis.study import study
from croupier.table.settings import settings_for

from .duel import Duel, DuelWorth


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "cache"


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "worth").iterdir())


def test_what_was_worked_out_is_found_again(duel, settings, worth, folder):
    first = study(duel, settings, cache=Cache(folder))
    assert worth.asked == ["Ante and Raise", "Match", "together"]
    second = study(duel, settings, cache=Cache(folder))
    assert len(worth.asked) == 3, "nothing was worked out anew"
    assert second.bets == first.bets
    assert second.together == first.together
    assert all(type(one.probability) is Fraction for one in second.bets[0].outcomes)


def test_a_bound_on_the_error_is_kept_too(folder):
    game = Duel(DuelWorth(error=Fraction(1, 10**9)))
    first = study(game, settings_for(game), bets=["Match"], cache=Cache(folder))
    assert study(game, settings_for(game), bets=["Match"], cache=Cache(folder)).bets == first.bets
    assert first.bets[0].edge.error > 0


def test_without_a_cache_nothing_is_kept(duel, settings, worth, folder, monkeypatch):
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(folder))
    for _ in range(2):
        study(duel, settings, cache=None)
    assert worth.asked == ["Ante and Raise", "Match", "together"] * 2
    assert not folder.exists()


def test_other_readings_and_pay_tables_are_other_results(duel, settings, worth, folder):
    study(duel, settings, cache=Cache(folder))
    other = settings_for(duel, readings={"tie": "house"}, pay_tables={"Match": "Low"})
    found = study(duel, other, cache=Cache(folder))
    assert worth.asked == ["Ante and Raise", "Match", "together"] * 2
    fresh = study(Duel(DuelWorth()), other)
    assert found.bets == fresh.bets


def test_a_reading_on_which_a_bet_does_not_depend_changes_nothing(duel, settings, worth, folder):
    study(duel, settings, bets=["Match"], cache=Cache(folder))
    other = settings_for(duel, readings={"hat": "blue", "tie": "house"})
    study(duel, other, bets=["Match"], cache=Cache(folder))
    assert worth.asked == ["Match"]


@pytest.mark.parametrize(
    "change",
    [
        lambda _: b"",
        lambda _: b"{",
        lambda _: b"\xff\xfe nonsense",
        lambda data: data[: len(data) // 2],
        lambda _: b"null",
        lambda _: b"[]",
        lambda _: b"[" * 100_000,
        lambda data: data.replace(b'"1/51"', b'"2/51"'),
        lambda data: data.replace(b'"Match"', b'"Batch"'),
        lambda data: json.dumps({**json.loads(data), "value": 5}).encode(),
        lambda data: json.dumps({**json.loads(data), "digest": "0" * 64}).encode(),
    ],
)
def test_a_damaged_file_is_worked_out_anew_and_mended(duel, settings, worth, folder, change):
    first = study(duel, settings, bets=["Match"], cache=Cache(folder))
    (file,) = kept(folder)
    good = file.read_bytes()
    file.write_bytes(change(good))
    assert file.read_bytes() != good
    again = study(duel, settings, bets=["Match"], cache=Cache(folder))
    assert again.bets == first.bets
    assert worth.asked == ["Match", "Match"]
    assert file.read_bytes() == good


def test_a_file_that_says_something_else_consistently_is_not_believed_either(
    duel, settings, worth, folder
):
    study(duel, settings, bets=["Match"], cache=Cache(folder))
    (file,) = kept(folder)
    data = json.loads(file.read_bytes())
    data["value"]["outcomes"][0]["probability"] = "1/2"
    data["digest"] = module._digest(data["value"])
    file.write_text(json.dumps(data), encoding="utf-8")
    study(duel, settings, bets=["Match"], cache=Cache(folder))
    assert worth.asked == ["Match", "Match"], "its probabilities do not add up to 1"


def test_changed_source_is_another_result(duel, settings, worth, folder, monkeypatch):
    study(duel, settings, bets=["Match"], cache=Cache(folder))
    monkeypatch.setattr("croupier.analysis.valuer.source_digest", lambda *_: "changed")
    study(duel, settings, bets=["Match"], cache=Cache(folder))
    assert worth.asked == ["Match", "Match"]
    assert len(kept(folder)) == 2


def test_another_version_of_the_program_or_the_rules_is_another_result(
    duel, settings, worth, folder, monkeypatch
):
    study(duel, settings, bets=["Match"], cache=Cache(folder))
    monkeypatch.setattr("croupier.__version__", "99.0")
    study(duel, settings, bets=["Match"], cache=Cache(folder))
    monkeypatch.setattr(Duel, "rules_version", 8)
    study(duel, settings_for(duel), bets=["Match"], cache=Cache(folder))
    assert len(kept(folder)) == 3
    assert worth.asked == ["Match"] * 3


def test_the_digest_of_the_source_covers_games_and_the_module_asked_for(tmp_path, monkeypatch):
    here = source_digest()
    assert here == source_digest()
    assert len(here) == 64
    assert source_digest(DuelWorth.__module__) != here
    source_digest.cache_clear()
    package = tmp_path / "croupier"
    (package / "games").mkdir(parents=True)
    monkeypatch.setattr("croupier.__file__", str(package / "__init__.py"))
    for part in ("cards", "table"):
        (package / part).mkdir()
    for name in ("compiled.py", "money.py", "games/one.py"):
        (package / name).write_text("1", encoding="utf-8")
    before = source_digest()
    source_digest.cache_clear()
    (package / "games/one.py").write_text("2", encoding="utf-8")
    assert source_digest() != before
    source_digest.cache_clear()


def test_of_a_module_in_a_package_the_whole_package_counts(tmp_path, monkeypatch):
    package = tmp_path / "foreign_games"
    package.mkdir()
    for name in ("__init__.py", "game.py", "kernels.py"):
        (package / name).write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    before = source_digest("foreign_games.game")
    source_digest.cache_clear()
    (package / "kernels.py").write_text("VALUE = 2", encoding="utf-8")
    assert source_digest("foreign_games.game") != before
    source_digest.cache_clear()


def test_a_folder_that_cannot_be_written_is_said_once_and_is_no_harm(duel, settings, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    said = []
    studied = study(duel, settings, cache=Cache(blocked, say=said.append))
    assert len(studied.bets) == 2
    assert len(said) == 1
    assert said[0].startswith("Results are not kept on disk: ")


def test_nothing_half_written_is_left_behind(duel, settings, folder, monkeypatch):
    def fail(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    said = []
    study(duel, settings, bets=["Match"], cache=Cache(folder, say=said.append))
    assert said == ["Results are not kept on disk: No space left on device."]
    assert kept(folder) == []


def test_nor_by_somebody_who_does_not_wait_for_it(duel, settings, folder, monkeypatch):
    def stop(self, target):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        study(duel, settings, bets=["Match"], cache=Cache(folder))
    assert kept(folder) == []


def test_what_keeps_it_from_being_written_is_one_sentence(duel, settings):
    said = []
    study(duel, settings, cache=Cache(Path("~nobody-of-that-name/cache"), say=said.append))
    assert said == ["Results are not kept on disk: Could not determine home directory."]


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"CROUPIER_CACHE_DIR": "/here", "XDG_CACHE_HOME": "/there"}, "/here"),
        ({"XDG_CACHE_HOME": "/there"}, "/there/croupier"),
        ({"XDG_CACHE_HOME": "not/absolute"}, "~/.cache/croupier"),
        ({}, "~/.cache/croupier"),
        ({"CROUPIER_CACHE_DIR": ""}, "~/.cache/croupier"),
    ],
)
def test_the_folder_is_where_the_environment_says(environment, expected):
    assert cache_folder(environment) == Path(expected)


def test_the_environment_is_that_of_the_process(monkeypatch):
    monkeypatch.setenv("CROUPIER_CACHE_DIR", "/somewhere")
    assert cache_folder() == Path("/somewhere")
    assert os.environ["CROUPIER_CACHE_DIR"] == "/somewhere"
