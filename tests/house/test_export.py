"""Exports: the same rows in every kind of file, in pieces, whole or not at all."""

import csv
import json
import sys

import orjson
import polars as pl
import pytest
from sqlalchemy import func, select

from croupier.house import export as exporting
from croupier.house import schema
from croupier.house.export import EXPORTS, Period, export, export_log
from croupier.house.log import events_in
from croupier.house.reading import entries_of, open_to_read, reading
from croupier.rejection import Code, Rejection

from .books import FIRST_MS, whole_house


@pytest.fixture(scope="module")
def connection(tmp_path_factory):
    books = whole_house(tmp_path_factory.mktemp("books") / "house.db")
    with reading(open_to_read(str(books.path))) as opened:
        yield opened


def rows(connection, what, path, **choice):
    export(connection, what, str(path), **choice)
    return orjson.loads(path.read_bytes())


def count(connection, table):
    return connection.scalar(select(func.count()).select_from(table))


@pytest.mark.parametrize("what", EXPORTS)
def test_every_kind_of_file_holds_the_same_rows(connection, tmp_path, what, monkeypatch):
    monkeypatch.setattr(exporting, "_PIECE", 50)
    monkeypatch.setattr(exporting, "_PAGE", 7)
    written = {
        kind: export(connection, what, str(tmp_path / f"rows{kind}"))
        for kind in (".parquet", ".csv", ".json", ".jsonl")
    }
    assert len(set(written.values())) == 1
    expected = json.loads((tmp_path / "rows.json").read_text())
    assert len(expected) == written[".json"] > 0
    assert list(expected[0]) == list(EXPORTS[what][0])
    lines = (tmp_path / "rows.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == expected
    assert pl.read_parquet(tmp_path / "rows.parquet").to_dicts() == expected
    with (tmp_path / "rows.csv").open(newline="") as file:
        read = list(csv.DictReader(file))
    as_text = [
        {name: "" if value is None else str(value) for name, value in row.items()}
        for row in expected
    ]
    assert read == as_text


def test_all_rounds_results_and_postings_are_there(connection, tmp_path):
    path = tmp_path / "rows.json"
    assert len(rows(connection, "rounds", path)) == count(connection, schema.rounds)
    assert len(rows(connection, "results", path)) == count(connection, schema.results)
    postings = rows(connection, "postings", path)
    assert len(postings) == count(connection, schema.postings)
    assert sum(row["cents"] for row in postings) == 0


def test_events_are_numbered_without_gap(connection, tmp_path):
    events = rows(connection, "events", tmp_path / "rows.json")
    for chain in range(5):
        of_chain = [row for row in events if row["chain"] == chain]
        assert [row["event"] for row in of_chain] == list(range(1, len(of_chain) + 1))
        assert all(json.loads(row["data"])["event"] == row["kind"] for row in of_chain)


def test_wagers_add_up_to_the_results(connection, tmp_path):
    returned = {}
    for row in rows(connection, "wagers", tmp_path / "wagers.json"):
        key = row["table"], row["round"]
        if not row["is_on_paper"]:
            returned[key] = returned.get(key, 0) + row["returned_cents"]
    assert any(row["is_on_paper"] for row in rows(connection, "wagers", tmp_path / "wagers.json"))
    # A round corrected in play, or revised when it was over, has what was superseded there too.
    revised = {(2, 2), (2, 3), (2, 5)}
    for row in rows(connection, "rounds", tmp_path / "rounds.json"):
        key = row["table"], row["round"]
        if key not in revised:
            assert returned.get(key, 0) == row["returned_cents"], key


def test_significant_events_are_those_noted(connection, tmp_path):
    told = rows(connection, "significant", tmp_path / "s.json")
    noted = {name for row in told for name in row["significance"].split(",")}
    assert noted >= {
        "house_started",
        "table_opened",
        "large_win",
        "terminal_door",
        "connection_lost",
        "round_voided",
        "override",
        "day_closed",
    }


@pytest.mark.parametrize("what", EXPORTS)
def test_a_table_and_a_period_can_be_chosen(connection, tmp_path, what):
    path = tmp_path / "rows.json"
    time = "ended_ms" if what in ("rounds", "results") else "at_ms"
    chain = "table" if what in ("rounds", "results", "wagers") else "chain"
    everything = rows(connection, what, path)
    period = Period(FIRST_MS + 300, FIRST_MS + 1_500)
    chosen = rows(connection, what, path, period=period)
    assert chosen == [row for row in everything if period.from_ms <= row[time] < period.to_ms]
    assert chosen
    of_table = rows(connection, what, path, table=1, period=period)
    assert of_table == [row for row in chosen if row[chain] == 1]


def test_an_empty_period_makes_an_empty_file(connection, tmp_path):
    for kind in (".parquet", ".csv", ".json", ".jsonl"):
        path = tmp_path / f"rows{kind}"
        assert export(connection, "rounds", str(path), period=Period(1, 2)) == 0
        assert path.exists()
    assert json.loads((tmp_path / "rows.json").read_text()) == []
    assert pl.read_parquet(tmp_path / "rows.parquet").columns == list(EXPORTS["rounds"][0])


def test_what_cannot_be_written_is_refused_and_leaves_nothing(connection, tmp_path, monkeypatch):
    for what, name, code in [
        ("rounds", "rows.xls", Code.FILE_KIND_UNKNOWN),
        ("chips", "rows.csv", Code.COMMAND_INVALID),
        ("rounds", "none/rows.csv", Code.FILE_UNAVAILABLE),
    ]:
        with pytest.raises(Rejection) as refusal:
            export(connection, what, str(tmp_path / name))
        assert refusal.value.code is code
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(Rejection) as refusal:
        export(connection, "rounds", str(tmp_path / "rows.parquet"))
    assert refusal.value.code is Code.PACKAGE_MISSING
    assert list(tmp_path.iterdir()) == []


def test_an_export_that_fails_leaves_the_file_that_was_there(connection, tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("before")

    def fail(what, share):
        raise Rejection(Code.HOUSE_UNAVAILABLE, "Somebody pulled the plug.")

    with pytest.raises(Rejection):
        export(connection, "rounds", str(path), progress=fail)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_the_log_is_exported_entry_by_entry(connection, tmp_path):
    path = tmp_path / "log.jsonl"
    exported = export_log(connection, str(path))
    header, *lines = map(json.loads, path.read_text().splitlines())
    assert (header["format"], header["version"]) == ("croupier log", 2)
    assert len(lines) == exported == count(connection, schema.entries)
    assert sum(head[1] for head in header["heads"]) == exported
    of_table = [line for line in lines if line["chain"] == 1]
    stored = list(entries_of(connection, 1))
    assert [line["hash"] for line in of_table] == [entry.hash for entry in stored]
    assert [events_in(line["body"]) for line in of_table] == [
        events_in(entry.body) for entry in stored
    ]
