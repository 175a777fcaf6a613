"""The check of the books where something stands that is not even of its kind: it is named."""

import copy
import json

import pytest

from croupier.house.export import export_log
from croupier.house.reading import open_to_read, reading
from croupier.house.verify import verify
from croupier.house.verify.books import LogFile

from .forging import Books

STRANGE = ["9", "x", None, True, 1.5, -1, [], [1], {}]
BY_HAND = 2


@pytest.fixture(scope="module")
def lines(sound, tmp_path_factory):
    """An export of the log, line by line."""
    path = tmp_path_factory.mktemp("export") / "log.jsonl"
    with reading(open_to_read(str(sound))) as connection:
        export_log(connection, str(path))
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def wrong_in(path, lines):
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    file = LogFile(path)
    try:
        return verify(file).wrong
    finally:
        file.close()


@pytest.mark.parametrize("column", ["round", "entry"])
@pytest.mark.parametrize("value", ["x", 1.5, b"\x00"])
def test_a_revision_that_is_no_number_is_named(sound, tmp_path, column, value):
    books = Books(sound, tmp_path / "house.db")
    number, entry = books.one("SELECT round, entry FROM revisions")
    change = f"UPDATE revisions SET {column} = ? WHERE round = ? AND entry = ?"
    books.run(change, value, number, entry)
    wrong = books.found()
    assert wrong.place.chain == BY_HAND
    assert repr(value) in wrong.what


@pytest.mark.parametrize("at", range(4))
@pytest.mark.parametrize("value", STRANGE, ids=repr)
def test_what_does_not_say_where_a_chain_stands_is_named(lines, tmp_path, at, value):
    header = copy.deepcopy(lines[0])
    header["heads"][1][at] = value
    wrong = wrong_in(tmp_path / "log.jsonl", [header, *lines[1:]])
    assert wrong is not None
    # To Python True is 1; JSON knows better.
    assert at or value not in ("9", "x", None, True) or repr(value) in wrong.what


@pytest.mark.parametrize("name", ["heads", "accounts"])
@pytest.mark.parametrize("value", [*STRANGE, [[]], [[[1], 2]]], ids=repr)
def test_a_first_line_that_says_nothing_is_named(lines, tmp_path, name, value):
    assert wrong_in(tmp_path / "log.jsonl", [{**lines[0], name: value}, *lines[1:]]) is not None


@pytest.mark.parametrize("at", [1, 150])
@pytest.mark.parametrize("value", ["9", None, 1.5, [1], {}], ids=repr)
def test_what_is_of_no_kind_in_an_entry_is_named(lines, tmp_path, at, value):
    for name, there in lines[at].items():
        is_same = there == value and type(there) is type(value)
        if is_same or (there == [] and value == {}):
            continue
        changed = list(lines)
        changed[at] = {**lines[at], name: value}
        wrong = wrong_in(tmp_path / "log.jsonl", changed)
        assert wrong is not None, name


@pytest.mark.parametrize(
    "body", ["9", "null", '"x"', "{}", "[[]]", "[9]", "[null]", '[{"event":[]}]']
)
@pytest.mark.parametrize("chain", [0, BY_HAND])
def test_a_body_that_is_no_list_of_events_is_named(sound, tmp_path, chain, body):
    """Also where all hashes are right."""
    books = Books(sound, tmp_path / "house.db")
    books.run("UPDATE entries SET body = ? WHERE chain = ? AND number = 2", body, chain)
    place = books.found().place
    assert (place.chain, place.entry) == (chain, 2)
    books.chain_anew(chain)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (chain, 2)
