"""The registry: games announced by entry points, found by id, refused when unfit."""

from importlib.metadata import EntryPoint

import pytest

from croupier.rejection import Code, Rejection
from croupier.table import registry
from croupier.table.registry import GROUP, find_game, game_ids

from . import sample_games

CELLS = sample_games.Cells()
HERE = __name__


@pytest.fixture
def announce(monkeypatch):
    """Puts entry points in place of the installed ones."""
    registry._load.cache_clear()

    def announced(**points):
        found = [EntryPoint(name.replace("_", "-"), value, GROUP) for name, value in points.items()]
        monkeypatch.setattr(registry, "entry_points", lambda group: found if group == GROUP else [])

    yield announced
    registry._load.cache_clear()


def refusal(code, game_id):
    with pytest.raises(Rejection) as caught:
        find_game(game_id)
    assert caught.value.code is code
    return caught.value.detail


def test_an_announced_game_is_found_by_its_id(announce):
    announce(cells=f"{HERE}:CELLS")
    assert find_game("cells") is CELLS


def test_games_are_listed_in_alphabetical_order(announce):
    announce(two="x:y", one="x:y", four="x:y")
    assert game_ids() == ("four", "one", "two")


def test_listing_games_imports_none_of_them(announce):
    announce(broken="no_such_module_anywhere:GAME")
    assert game_ids() == ("broken",)


def test_an_unknown_game_is_refused_with_the_nearest_name(announce):
    announce(cells=f"{HERE}:CELLS")
    said = refusal(Code.GAME_UNKNOWN, "sells")
    assert said == "There is no game “sells”; did you mean “cells”?"


def test_an_unknown_game_like_no_other_is_refused_with_the_list(announce):
    announce(cells=f"{HERE}:CELLS", duel="x:y")
    assert refusal(Code.GAME_UNKNOWN, "zzz") == "There is no game “zzz”; there are: cells, duel."


def test_where_there_are_no_games_a_refusal_says_so(announce):
    announce()
    assert refusal(Code.GAME_UNKNOWN, "cells").endswith("there are none yet.")


def test_a_game_that_calls_itself_otherwise_is_refused(announce):
    announce(stadium=f"{HERE}:CELLS")
    said = refusal(Code.GAME_INVALID, "stadium")
    assert said == "The game announced as “stadium” calls itself “cells”."


@pytest.mark.parametrize("value", ["no_such_module_anywhere:GAME", f"{HERE}:NO_SUCH_NAME"])
def test_a_game_that_cannot_be_loaded_is_refused_by_name(announce, value):
    announce(broken=value)
    assert "broken" in refusal(Code.GAME_INVALID, "broken")


def test_something_announced_that_is_no_game_is_refused_by_name(announce):
    announce(number=f"{HERE}:HERE")
    assert "number" in refusal(Code.GAME_INVALID, "number")


def test_a_class_announced_instead_of_a_game_is_refused(announce):
    announce(cells=f"{sample_games.__name__}:Cells")
    assert "cells" in refusal(Code.GAME_INVALID, "cells")


class OlderCells(sample_games.Cells):
    rules_version = 0


OLDER = OlderCells()


def test_an_older_version_of_the_rules_is_found_for_old_rounds(announce, monkeypatch):
    found = [
        EntryPoint("cells", f"{HERE}:CELLS", GROUP),
        EntryPoint("cells@0", f"{HERE}:OLDER", GROUP),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda **_: found)
    assert find_game("cells") is CELLS
    assert find_game("cells", 1) is CELLS
    assert find_game("cells", 0) is OLDER
    assert game_ids() == ("cells",)
    with pytest.raises(Rejection) as caught:
        find_game("cells", 7)
    assert caught.value.code is Code.RECORD_VERSION


def test_two_packages_that_announce_one_game_are_refused(announce, monkeypatch):
    found = [
        EntryPoint("cells", f"{HERE}:CELLS", GROUP),
        EntryPoint("cells", f"{HERE}:OLDER", GROUP),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda **_: found)
    assert "Two packages" in refusal(Code.GAME_INVALID, "cells")
