"""An examination in words."""

from datetime import UTC, datetime

import pytest

from croupier.table.paytable import PayTable
from croupier.table.settings import settings_for
from croupier.training.exam import ExamTerms, wording
from croupier.training.exam.wording import (
    day_text,
    needed_text,
    parts_text,
    scene_text,
    spans_text,
    table_rows,
    unusual,
)
from croupier.training.lesson import Lesson
from croupier.training.scene import Scene

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


class Unspoken(datetime):
    """A time that can be told in no language."""

    def strftime(self, _):
        raise AssertionError("the language of the machine")

    __format__ = strftime


def test_months_are_called_in_english_whatever_the_system_speaks(monkeypatch):
    # What strftime says follows the language of the machine.
    monkeypatch.setattr(wording, "_EPOCH", Unspoken(1970, 1, 1, tzinfo=UTC))
    for number, month in enumerate(MONTHS, 1):
        moment = datetime(2026, number, 9, tzinfo=UTC)
        assert day_text(int(moment.timestamp() * 1_000)) == f"9 {month} 2026"


def test_what_is_needed_is_said_in_one_line(paper):
    assert needed_text(ExamTerms(pass_percent=90, least_part_percent=50, time_limit_s=90)) == (
        "90% of all points and 50% of each part’s, within 90 seconds"
    )
    assert parts_text(paper.parts).endswith("What is the ruling? (2 questions)")
    assert f"({paper.parts[0].count} steps)" in parts_text(paper.parts)


@pytest.mark.parametrize("device", ["shuffler", "deck"])
def test_a_usual_table_is_named_by_its_device(device):
    lesson = Lesson.of("three-card-poker", device=device)
    assert unusual(lesson) == {"rulings": {}, "pay_tables": {}}
    assert table_rows(lesson) == [("Dealt from", f"a {device}")]


def test_rulings_and_pay_tables_that_are_not_the_usual_ones_are_named():
    game = Lesson.of("three-card-poker").game
    usual = settings_for(game).pay_table("Pair Plus")
    own = PayTable("House", usual.lines)
    settings = settings_for(
        game,
        readings={"entry": "ante_required"},
        pay_tables={"Pair Plus": "1-4-6-30-40", "Ante Bonus": "1-3-4"},
    )
    lesson = Lesson.of(game.id, settings=settings)
    assert unusual(lesson) == {
        "rulings": {"entry": "ante_required"},
        "pay_tables": {"Pair Plus": "1-4-6-30-40", "Ante Bonus": "1-3-4"},
    }
    lesson = Lesson.of(game.id, settings=settings_for(game, pay_tables={"Pair Plus": own}))
    (table,) = unusual(lesson)["pay_tables"].values()
    first = usual.lines[0]
    assert table.startswith(f"House ({first.name} {first.odds.won} to {first.odds.staked}")


def test_a_scene_is_told_in_a_line(paper):
    assert scene_text(Scene()) == ""
    scenes = [stage.scene for stage in paper.procedure.stages]
    told = next(text for text in map(scene_text, scenes) if "bets of" in text and "face" in text)
    assert "Hand 3 face down" in told
    assert "Ante $" in told


def test_numbers_in_a_row_are_told_as_a_span():
    assert spans_text([1, 2, 3, 6, 8, 9]) == "1 to 3, 6, 8 to 9"
