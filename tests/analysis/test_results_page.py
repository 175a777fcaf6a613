"""The page of results says what is computed."""

import pytest

from .results_page import GAMES, PAGE, edges_of, marked, table_of

TABLES = list(marked(PAGE.read_text(encoding="utf-8")))

SLOW_GAME = "roll-your-own-blackjack"
"""The whole of its table takes minutes, so its edges alone are held; `results_page` writes all."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "which", "table"),
    [one for one in TABLES if one[0] != SLOW_GAME],
    ids=lambda part: part[:30],
)
def test_a_table_of_the_page_is_what_is_computed(game, which, table):
    assert table == table_of(game, which)


@pytest.mark.slow
def test_the_edges_of_the_slowest_game_are_what_is_computed():
    (table,) = [table for game, _, table in TABLES if game == SLOW_GAME]
    rows = table.splitlines()[2:]
    edges = edges_of(SLOW_GAME)
    assert len(rows) == len(edges)
    assert all(edge in row for row, edge in zip(rows, edges, strict=True))


def test_every_game_has_its_table():
    assert [game for game, which, _ in TABLES if which == "bets"] == list(GAMES)
