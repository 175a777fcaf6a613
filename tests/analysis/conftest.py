"""A duel whose sheet prints right and wrong figures."""

import pytest

from croupier.table.settings import settings_for

from .duel import Duel, DuelWorth, printed_edge, printed_hits, published_edge

PRINTED = (
    printed_edge("Usual", "11.76%"),
    printed_edge("Low", "19.61%"),
    printed_edge("Long", "9.80%"),
    printed_hits("1 in 3.40"),
    printed_hits("29.41%"),
)
PUBLISHED = (
    published_edge("11.8%"),
    published_edge("19%", "Low", "They leave the digits away."),
    published_edge("8%", "Long"),
)


@pytest.fixture
def worth():
    return DuelWorth(PRINTED, PUBLISHED)


@pytest.fixture
def duel(worth):
    return Duel(worth)


@pytest.fixture
def settings(duel):
    return settings_for(duel)
