"""The check of the books where a round is said to have been abandoned."""

import pytest

from croupier.house import commands as told
from croupier.house.accounts import meter, rack
from croupier.house.terms import TableTerms

from .books import HouseBooks
from .forging import Books, of_kind

AUTOMATIC, BLACKJACK, STADIUM = 1, 3, 4


def last_settled(books, chain):
    """The last round of a table that was paid: its number, and the entry in which it ended."""
    return books.ask(
        "SELECT round, last_entry FROM rounds WHERE \"table\" = ? AND outcome = 'settled' "
        "ORDER BY round DESC",
        chain,
    )[0]


@pytest.mark.parametrize("chain", [AUTOMATIC, BLACKJACK])
def test_a_round_that_is_abandoned_and_then_pays_is_found(books, chain):
    """Even with rows that say the same, and whoever is said to have done it."""
    number, entry = last_settled(books, chain)
    forged = {}

    def pay(events):
        at = next(at for at, one in enumerate(events) if one["event"] == "wager_settled")
        forged["seat"] = seat = events[at]["seat"]
        events[at]["returned_cents"] += 50_000
        events.insert(at, {"event": "round_abandoned", "round": number, "reason": "So it was."})
        return {rack(chain): -50_000, meter(chain, seat): 50_000}

    books.forge(chain, entry, pay)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (chain, entry)
    assert "after a start alone" in wrong.what

    def begin_with_it(events):
        abandoned = of_kind(events, "round_abandoned")
        events.remove(abandoned)
        events.insert(0, abandoned)

    books.run("UPDATE entries SET actor = 'house' WHERE chain = ? AND number = ?", chain, entry)
    books.forge(chain, entry, begin_with_it)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (chain, entry)
    assert "is undone first" in wrong.what


@pytest.mark.parametrize(
    ("added", "said"),
    [
        ({"event": "seat_ready", "seat": 1}, "undone first"),
        ({"event": "wager_added", "spot": "Play", "seat": 1, "cents": 1}, "undone first"),
        ({"event": "seed_revealed", "seed": "00" * 32}, "nothing is revealed"),
    ],
    ids=lambda value: value["event"] if isinstance(value, dict) else "",
)
def test_nothing_but_what_undoes_a_round_follows_when_it_is_abandoned(books, added, said):
    entry = books.entry_with(STADIUM, "round_abandoned")

    def add(events):
        (at,) = (at for at, one in enumerate(events) if one["event"] == "round_abandoned")
        at += 1 + (added["event"] == "seed_revealed" and _until_void(events[at + 1 :]))
        events.insert(at, added)

    books.forge(STADIUM, entry, add)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (STADIUM, entry)
    assert said in wrong.what


def _until_void(events):
    return 1 + next(at for at, one in enumerate(events) if one["event"] == "round_voided")


def test_a_round_that_is_abandoned_is_void_in_the_same_entry(books):
    entry = books.entry_with(STADIUM, "round_abandoned")

    def break_off(events):
        del events[events.index(of_kind(events, "round_voided")) :]

    books.forge(STADIUM, entry, break_off)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (STADIUM, entry)
    assert "is not void" in wrong.what


def play_badly(books, chain):
    """Has something happen that no script gives, before the first round that was abandoned."""
    abandoned = books.entry_with(chain, "round_abandoned")
    bet = books.ask(
        "SELECT max(number) FROM entries "
        "WHERE chain = ? AND number < ? AND body LIKE '%wagers_placed%'",
        chain,
        abandoned,
    )[0][0]

    def release(events):
        at = events.index(of_kind(events, "wagers_placed", -1))
        events.insert(at + 1, {"event": "rest_released", "cards": 40})

    books.forge(chain, bet, release)
    return bet


def test_a_round_that_could_not_go_on_need_not_be_one_that_can_be_played_again(books):
    """That may be why it was abandoned; everything went back."""
    play_badly(books, STADIUM)
    verdict = books.verdict()
    assert verdict.is_well, verdict.wrong


def test_who_is_no_start_of_the_house_abandons_no_round_with_stakes_in_it(books):
    play_badly(books, STADIUM)
    entry = books.entry_with(STADIUM, "round_abandoned")
    books.run("UPDATE entries SET actor = 'clock' WHERE chain = ? AND number = ?", STADIUM, entry)
    books.chain_anew(STADIUM)
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (STADIUM, entry)
    assert "after a start alone" in wrong.what


@pytest.fixture
def called_off(tmp_path):
    """Books with a round in which all bets were taken back."""
    books = HouseBooks(tmp_path / "made.db")
    ann = books.person("Ann", 10**9)
    live = books.table("three-card-poker", TableTerms())
    books.tell(live, ann, told.Sit(1, 10**7))
    books.tell(live, ann, told.Bet(1, (("Ante", 1_000),)))
    books.tell(live, ann, told.Bet(1, ()))
    books.tell(live, None, told.TimeUp(live.clock_number))
    return Books(books.write(), tmp_path / "house.db")


def test_a_round_in_which_all_bets_were_taken_back_is_called_off(called_off):
    verdict = called_off.verdict()
    assert verdict.is_well, verdict.wrong
    assert (verdict.checked.abandoned, verdict.checked.void) == (1, 1)


def test_a_round_that_is_called_off_must_be_one_that_can_be_played_again(called_off):
    bet = play_badly(called_off, 1)
    wrong = called_off.found()
    assert (wrong.place.chain, wrong.place.entry, wrong.place.round) == (1, bet, 1)
