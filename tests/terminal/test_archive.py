"""Where records of rounds go."""

import pytest

from croupier.rejection import Code, Rejection
from croupier.terminal.archive import Archive


def test_a_folder_gets_a_file_for_each_round_and_keeps_those_of_other_evenings(tmp_path):
    first, second = Archive(tmp_path / "a" / "b"), Archive(tmp_path / "a" / "b")
    assert first.write([], 1).name == "round-001.json"
    assert first.write([], 2).name == "round-002.json"
    assert second.write([], 1).name == "round-003.json"


def test_a_file_is_written_as_named_and_further_rounds_beside_it(tmp_path):
    archive = Archive(tmp_path / "evening.json")
    assert archive.write([], 1) == tmp_path / "evening.json"
    assert archive.write([], 2) == tmp_path / "evening-2.json"


def test_what_cannot_be_written_is_refused_at_once(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Rejection) as refusal:
        Archive(tmp_path / "file" / "folder")
    assert refusal.value.code is Code.FILE_UNAVAILABLE
    archive = Archive(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(Rejection) as refusal:
        archive.write([], 1)
    assert refusal.value.code is Code.FILE_UNAVAILABLE
