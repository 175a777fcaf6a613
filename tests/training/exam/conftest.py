"""A short paper of a small game, for tests of what holds for any."""

import pytest

from croupier.training.exam import ExamTerms, paper_for
from croupier.training.lesson import Lesson

SHORT = ExamTerms(payouts=2, hands=2, irregularities=2, seats=1, time_limit_s=600)


@pytest.fixture(scope="session")
def paper():
    return paper_for(Lesson.of("three-card-poker"), 3, SHORT)
