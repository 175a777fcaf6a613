"""Every registered game, one after the other."""

import pytest

from croupier.table.registry import find_game, game_ids


@pytest.fixture(params=game_ids())
def game(request):
    """A game is tested here the day it is announced."""
    return find_game(request.param)
