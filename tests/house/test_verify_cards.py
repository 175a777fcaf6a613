"""The check of the books where the house dealt what it liked, and tells nobody a seed."""

import pytest

from croupier.cards import Seed
from croupier.house import commands as told
from croupier.house.export import export_log
from croupier.house.live_table import LiveTable
from croupier.house.reading import open_to_read, reading
from croupier.house.terms import TableTerms
from croupier.house.verify import verify
from croupier.house.verify.books import LogFile
from croupier.table.source import CardSource

from .books import HouseBooks
from .forging import Books

AUTOMATIC, BLACKJACK, STADIUM = 1, 3, 4


def verdict_of_export(books, tmp_path):
    """What comes of a check of the log alone."""
    path = tmp_path / "log.jsonl"
    with reading(open_to_read(str(books.path))) as connection:
        export_log(connection, str(path))
    file = LogFile(path)
    try:
        return verify(file)
    finally:
        file.close()


def hide_seed(books, chain, number):
    """Leaves out that the seed of a round was revealed, and drops what is kept of it."""
    (entry,) = books.one(
        'SELECT last_entry FROM rounds WHERE "table" = ? AND round = ?', chain, number
    )

    def hide(events):
        events[:] = [event for event in events if event["event"] != "seed_revealed"]

    books.forge(chain, entry, hide)
    books.run('DELETE FROM secrets WHERE "table" = ? AND round = ?', chain, number)
    return entry


@pytest.mark.parametrize("number", [1, 3])
def test_the_seed_of_a_round_that_is_over_must_be_kept_where_it_stays_secret(books, number):
    books.run('DELETE FROM secrets WHERE "table" = ? AND round = ?', STADIUM, number)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.round) == (STADIUM, number)
    assert "not kept" in wrong.what


def test_a_seed_that_was_revealed_must_be_kept_all_the_same(books):
    books.run('DELETE FROM secrets WHERE "table" = ? AND round = 2', AUTOMATIC)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.round) == (AUTOMATIC, 2)
    assert "not kept" in wrong.what


def test_the_seed_of_a_round_that_could_not_go_on_may_be_what_was_lost(books):
    """Everything went back in it; that nobody can open its commitment is counted."""
    (number,) = books.one(
        "SELECT round FROM rounds WHERE \"table\" = ? AND outcome = 'abandoned'", STADIUM
    )
    books.run('DELETE FROM secrets WHERE "table" = ? AND round = ?', STADIUM, number)
    verdict = books.verdict()
    assert verdict.is_well, verdict.wrong
    assert verdict.checked.unopened == 1


def test_the_seed_of_a_round_that_was_called_off_must_be_kept(tmp_path):
    made = HouseBooks(tmp_path / "made.db")
    ann = made.person("Ann", 10**9)
    live = made.table("three-card-poker")
    made.tell(live, ann, told.Sit(1, 10**7))
    made.tell(live, ann, told.Bet(1, (("Ante", 1_000),)))
    made.tell(live, ann, told.Bet(1, ()))
    made.tell(live, None, told.TimeUp(live.clock_number))
    books = Books(made.write(), tmp_path / "house.db")
    assert books.verdict().checked.abandoned == 1
    books.run("DELETE FROM secrets WHERE round = 1")
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.round) == (1, 1)
    assert "not kept" in wrong.what


@pytest.mark.parametrize("which", ["first", "last"])
def test_a_seed_that_should_have_been_revealed_and_was_not_is_missed(books, tmp_path, which):
    number = books.one(
        f"SELECT {'min' if which == 'first' else 'max'}(round) FROM rounds "
        "WHERE \"table\" = ? AND outcome = 'settled'",
        BLACKJACK,
    )[0]
    hide_seed(books, BLACKJACK, number)
    for wrong in (books.found(), verdict_of_export(books, tmp_path).wrong):
        assert (wrong.place.chain, wrong.place.round) == (BLACKJACK, number)
        assert "seed is not revealed" in wrong.what


def rigged(path, monkeypatch, *, is_revealed):
    """Books of a house that deals every round from one deck of its own choice."""
    honest = LiveTable.source

    def chosen(self, seed, back):
        promised = honest(self, seed, back)
        picked = honest(self, Seed(bytes(32)), back)
        return CardSource(promised.device, picked.load, promised.commitment, False, back)

    monkeypatch.setattr(LiveTable, "source", chosen)
    finish = LiveTable._finish_round

    def say_nothing(self):
        self.in_play.seed = None
        finish(self)

    monkeypatch.setattr(LiveTable, "_finish_round", say_nothing)
    books = HouseBooks(path)
    ann = books.person("Ann", 10**9)
    live = books.table("three-card-poker", TableTerms(seed_is_revealed=is_revealed))
    books.tell(live, ann, told.Sit(1, 10**7))
    books.play(live, {1: ann}, 3)
    return Books(books.write(), path.with_name("copy.db"))


@pytest.mark.parametrize("is_revealed", [True, False])
@pytest.mark.parametrize("is_kept", [True, False])
def test_a_house_that_deals_from_a_deck_of_its_choice_is_found_out(
    tmp_path, monkeypatch, is_revealed, is_kept
):
    books = rigged(tmp_path / "house.db", monkeypatch, is_revealed=is_revealed)
    if not is_kept:
        books.remove("DELETE FROM secrets WHERE round <= 3")
    place = books.found().place
    assert (place.chain, place.round) == (1, 1)


def test_in_an_export_rounds_whose_seed_is_secret_are_counted_as_not_opened(tmp_path, monkeypatch):
    """From the log alone nobody can tell; that is what the terms of such a table say."""
    secret = rigged(tmp_path / "house.db", monkeypatch, is_revealed=False)
    verdict = verdict_of_export(secret, tmp_path)
    assert verdict.is_well
    assert (verdict.checked.shuffles, verdict.checked.unopened) == (0, verdict.checked.rounds)
