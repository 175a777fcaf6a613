"""Games that are not registered: the school knows no game, so it has to teach these too."""

import pytest

from croupier.table.settings import settings_for
from croupier.training.lesson import Lesson

from ...table.sample_games import (  # noqa: TID252 (the small games)
    Cells,
    Insured,
    PackDraw,
    one_card_duel,
)


def lesson_on(game):
    return Lesson(game, settings_for(game), game.devices[0])


@pytest.fixture(
    scope="session", params=[PackDraw, Insured, Cells, one_card_duel], ids=lambda one: one.__name__
)
def sample_lesson(request):
    return lesson_on(request.param())


@pytest.fixture(scope="session")
def pack_draw_lesson():
    return lesson_on(PackDraw())
