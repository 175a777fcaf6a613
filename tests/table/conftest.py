"""The sample game of the examples folder, and the small games of these tests."""

import importlib.util
from pathlib import Path

import pytest

from .sample_games import Cells, Insured, PackDraw

EXAMPLE = Path(__file__).parents[2] / "examples" / "one_card_duel.py"


@pytest.fixture(scope="session")
def duel_module():
    spec = importlib.util.spec_from_file_location("one_card_duel", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def duel(duel_module):
    return duel_module.OneCardDuel()


@pytest.fixture
def pack_draw():
    return PackDraw()


@pytest.fixture
def insured():
    return Insured()


@pytest.fixture
def cells():
    return Cells()
