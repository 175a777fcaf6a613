"""The sample game of the examples folder, and the small games of these tests."""

import pytest

from .sample_games import Cells, Insured, PackDraw, duel_module


@pytest.fixture(scope="session", name="duel_module")
def _duel_module():
    return duel_module()


@pytest.fixture
def duel():
    return duel_module().OneCardDuel()


@pytest.fixture
def pack_draw():
    return PackDraw()


@pytest.fixture
def insured():
    return Insured()


@pytest.fixture
def cells():
    return Cells()
