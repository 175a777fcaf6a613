"""The page of results says what is computed."""

import pytest

from .results_page import GAMES, PAGE, marked, table_of

TABLES = list(marked(PAGE.read_text(encoding="utf-8")))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "which", "table"), TABLES, ids=lambda part: part[:30])
def test_a_table_of_the_page_is_what_is_computed(game, which, table):
    assert table == table_of(game, which)


def test_every_game_has_its_table():
    assert [game for game, which, _ in TABLES if which == "bets"] == list(GAMES)
