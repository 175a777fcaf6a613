"""`croupier report`: what it writes, and what it refuses before it works anything out."""

import pytest

from croupier.cli import report as command
from croupier.table import registry

from ..analysis.duel import Duel, DuelWorth  # noqa: TID252 (a game of the tests beside these)
from .running import croupier


@pytest.fixture(autouse=True)
def duel(monkeypatch, tmp_path):
    """The duel of the tests as a game of the program, and a cache of its own."""
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(tmp_path / "cache"))
    found = registry.find_game
    game = Duel(DuelWorth())
    monkeypatch.setattr(registry, "find_game", lambda name: game if name == "duel" else found(name))
    return game


def test_a_report_is_written_as_its_name_says(tmp_path):
    for name, start in (("r.pdf", b"%PDF-"), ("r.html", b"<!DOCTYPE html>"), ("R.PDF", b"%PDF-")):
        path = tmp_path / name
        done = croupier("report", "duel", "-o", str(path))
        assert done.returncode == 0, done.stderr
        assert done.stdout == f"The report on Duel is in {path}.\n"
        assert path.read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["r.txt", "r", "r.htm", ".pdf", "pdf"])
def test_another_ending_is_refused_before_anything_is_worked_out(name, duel, tmp_path):
    done = croupier("report", "duel", "-o", str(tmp_path / name))
    assert done.returncode == 2
    assert "let the file's name end in .pdf or .html" in done.stderr
    assert not duel.worth().asked


def test_what_the_options_choose_is_in_the_report(tmp_path):
    path = tmp_path / "r.html"
    options = ["--ruling", "tie=house", "--paytable", "Match=Low", "--date", "1 May 2026"]
    done = croupier("report", "duel", "-o", str(path), *options)
    assert done.returncode == 0, done.stderr
    page = path.read_text(encoding="utf-8")
    assert "house (chosen)" in page
    assert "Low (in\N{NO-BREAK SPACE}force)" in page
    assert "<dd>1 May 2026</dd>" in page
    assert (
        "croupier report duel --ruling tie=house --paytable Match=Low "
        "--date &#x27;1 May 2026&#x27; -o report.pdf"
    ) in page


def test_the_readings_may_be_left_out(tmp_path):
    path = tmp_path / "r.html"
    done = croupier("report", "duel", "-o", str(path), "--no-readings")
    assert done.returncode == 0, done.stderr
    assert "was left out of this report" in path.read_text(encoding="utf-8")


def test_with_and_without_the_cache_it_is_the_same_report(tmp_path, duel):
    paths = [tmp_path / f"{at}.html" for at in range(3)]
    croupier("report", "duel", "-o", str(paths[0]))
    asked = len(duel.worth().asked)
    croupier("report", "duel", "-o", str(paths[1]))
    assert len(duel.worth().asked) == asked
    croupier("report", "duel", "-o", str(paths[2]), "--no-cache")
    assert len(duel.worth().asked) == 2 * asked
    assert len({path.read_bytes() for path in paths}) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--ruling", "tie=nobody"], "no reading “nobody”"),
        (["--paytable", "Match=High"], "High"),
        (["--date", "1\n2"], "--date takes 1 to 40 characters"),
        (["--date", " "], "--date takes 1 to 40 characters"),
        (["--date", "x" * 41], "--date takes 1 to 40 characters"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(tmp_path, options, said):
    done = croupier("report", "duel", "-o", str(tmp_path / "r.pdf"), *options)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (tmp_path / "r.pdf").exists()


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    done = croupier("report", "duel", "-o", str(tmp_path / "no" / "such" / "r.html"))
    assert done.returncode == 2
    assert "cannot be written" in done.stderr


def test_a_game_that_nobody_has_valued_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "find_game", lambda _: Duel())
    done = croupier("report", "duel", "-o", str(tmp_path / "r.pdf"))
    assert done.returncode == 2
    assert "Nobody has worked out" in done.stderr


def test_the_examples_name_files_it_can_write():
    assert all(
        ".pdf" in line or ".html" in line
        for line in command.EPILOG.splitlines()
        if "croupier report" in line
    )
