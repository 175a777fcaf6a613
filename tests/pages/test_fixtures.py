"""The pages are held against what the house says now, not against what it once said."""

import pytest

from .fixtures import FIXTURES, path_of, text_of

MOST_BYTES = 300_000


@pytest.mark.parametrize("name", FIXTURES)
def test_what_the_pages_are_held_against_is_what_the_house_says_now(name):
    assert path_of(name).read_text(encoding="utf-8") == text_of(name), (
        "if that is meant: .venv/bin/python -m tests.pages.rewrite"
    )


def test_together_the_files_stay_small():
    assert sum(path_of(name).stat().st_size for name in FIXTURES) < MOST_BYTES


def test_no_file_is_left_that_nothing_makes():
    folders = {path_of(name).parent for name in FIXTURES}
    there = {path for folder in folders for path in folder.glob("*.json")}
    assert there == {path_of(name) for name in FIXTURES}
