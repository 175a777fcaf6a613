"""The page of results says what is computed."""

import pytest

from .results_page import GAMES, PAGE, marked, table_of

TABLES = list(marked(PAGE.read_text(encoding="utf-8")))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "table"), [(game, table) for game, which, table in TABLES if which == "published"]
)
def test_what_others_have_published_stands_beside_what_is_computed(game, table):
    assert table == table_of(game, "published")


def test_every_game_has_its_table():
    """That they are right is held where they are worked out anyway: by the test of `analyze`."""
    assert [game for game, which, _ in TABLES if which == "bets"] == list(GAMES)
