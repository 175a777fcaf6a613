"""The page of results says what is computed."""

import pytest

from croupier.analysis.cache import Cache
from croupier.analysis.valuer import Valuer
from croupier.analysis.wording import percent
from croupier.table.registry import find_game

from .results_page import GAMES, PAGE, marked, table_of

TABLES = list(marked(PAGE.read_text(encoding="utf-8")))
SLOWEST = "roll-your-own-blackjack"
LONGEST = "three-way-action"
"""Which has the most that others have published."""


@pytest.mark.long
def test_a_row_of_readings_is_what_is_computed():
    """The row that takes the least; the first one is held by the test of `analyze`."""
    (table,) = (table for game, which, table in TABLES if (game, which) == (SLOWEST, "readings"))
    valuer = Valuer(find_game(SLOWEST), cache=Cache())
    rules = valuer.rules({"one_card_hand": "neither"})
    edge = valuer.edge("Whole game", rules, valuer.pay_tables(rules))
    assert f"| one_card_hand | neither | {percent(edge, 4)} |" in table


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "table"),
    [
        pytest.param(game, table, marks=pytest.mark.long if game == LONGEST else ())
        for game, which, table in TABLES
        if which == "published"
    ],
)
def test_what_others_have_published_stands_beside_what_is_computed(game, table):
    assert table == table_of(game, "published", Cache())


def test_every_game_has_its_table():
    """That they are right is held where they are worked out anyway: by the test of `analyze`."""
    assert [game for game, which, _ in TABLES if which == "bets"] == list(GAMES)
    assert [game for game, which, _ in TABLES if which == "readings"] == [SLOWEST]
