"""The check of the books: what a table could lose in a round, by what was bet when bets closed.

Whoever forges here makes all hashes, postings, balances and rows right.
"""

from random import Random

import orjson
import pytest

from croupier.bots import random_slip
from croupier.house import commands as told
from croupier.house.exposure import most_lost_cents
from croupier.house.happenings import Role
from croupier.house.live_table import LiveTable
from croupier.house.reading import open_to_read, reading
from croupier.house.terms import TableTerms
from croupier.house.verify import verify
from croupier.house.verify.books import Database
from croupier.house.verify.exposure import Exposure
from croupier.house.verify.money import Impossible
from croupier.table.prepared import prepare
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import settings_for

from .books import HouseBooks
from .forging import Books

TABLE = 1


def verdict_of(path):
    with reading(open_to_read(str(path))) as connection:
        return verify(Database(connection))


def played(path, **terms):
    """Books of a table at which two people have bet more in each round than in the one before."""
    books = HouseBooks(path)
    people = [books.person(name, 10**8) for name in ("Ann", "Bob")]
    live = books.table("three-card-poker", TableTerms(**terms))
    for seat, who in enumerate(people, 1):
        books.tell(live, who, told.Sit(seat, 10**7))
    for cents in (1_000, 2_000, 3_000):
        for seat, who in enumerate(people, 1):
            bet = told.Bet(seat, (("Ante", cents), ("Pair Plus", cents)), is_ready=True)
            books.tell(live, who, bet)
        while live.round.layout.asked:
            seat = next(iter(live.round.layout.asked))
            books.tell(live, people[seat - 1], told.Choose(seat, "fold"))
    most = most_lost_cents(live.fixed, live.picture.settings, {"Ante": 2_000, "Pair Plus": 2_000})
    return Books(books.write(), path.with_name("copy.db")), 2 * most


def lower(books, limit_cents):
    """Says that the terms of the table allow so much; by its row as well."""

    def change(events):
        events[0]["terms"]["exposure_maximum_cents"] = limit_cents

    books.forge(TABLE, 1, change)
    created = orjson.loads(books.one('SELECT created FROM tables WHERE "table" = 1')[0])
    created["terms"]["exposure_maximum_cents"] = limit_cents
    books.run('UPDATE tables SET created = ? WHERE "table" = 1', orjson.dumps(created).decode())


def test_a_round_that_could_cost_more_than_the_terms_allow_is_found(tmp_path):
    books, most = played(tmp_path / "house.db")
    assert books.verdict().is_well, books.verdict().wrong
    lower(books, most)
    wrong = books.found()
    number = books.entry_with(TABLE, "bets_closed", which=2)
    assert (wrong.place.chain, wrong.place.entry, wrong.place.round) == (TABLE, number, 3)
    assert "bets_closed: the table could lose" in wrong.what
    assert f"by its terms ${most // 100:,}" in wrong.what
    assert str(books.verdict(table=TABLE).wrong) == str(wrong)
    lower(books, most - 1)
    assert books.found().place.round == 2, "one cent less, and the round before is too much"


def test_a_table_that_holds_to_its_terms_is_in_order(tmp_path):
    path = tmp_path / "house.db"
    books = HouseBooks(path)
    ann = books.person("Ann", 10**8)
    live = books.table("three-card-poker")
    most = most_lost_cents(live.fixed, live.picture.settings, {"Ante": 2_000})
    live = books.table("three-card-poker", TableTerms(exposure_maximum_cents=most))
    books.tell(live, ann, told.Sit(1, 10**7))
    books.tell(live, ann, told.Bet(1, (("Ante", 2_000),), is_ready=True))
    assert live.round.layout.bets_are_closed
    books.write()
    assert verdict_of(path).is_well, verdict_of(path).wrong


def test_a_round_that_its_rack_could_not_pay_is_found(tmp_path, monkeypatch):
    """A table that has been brought to give away what it may need."""
    monkeypatch.setattr(LiveTable, "needed_cents", 0)
    path = tmp_path / "house.db"
    books = HouseBooks(path)
    ann = books.person("Ann", 10**8)
    dealer = books.person("Dora", roles=(Role.DEALER,))
    boss = books.person("Sam", roles=(Role.SUPERVISOR,))
    live = books.staffed_table("three-card-poker", dealer, boss)
    books.tell(live, ann, told.Sit(1, 10**7))
    books.tell(live, dealer, told.NewGame())
    books.tell(live, ann, told.Bet(1, (("Ante", 2_000),)))
    most = most_lost_cents(live.fixed, live.picture.settings, {"Ante": 2_000})
    books.tell(live, boss, told.Credit(50_000_000 - most))
    books.write()
    assert verdict_of(path).is_well, verdict_of(path).wrong
    books.tell(live, boss, told.Credit(1))
    books.tell(live, dealer, told.NoMoreBets())
    books.write()
    wrong = verdict_of(path).wrong
    assert (wrong.place.chain, wrong.place.entry, wrong.place.round) == (
        TABLE,
        live.head.entries,
        1,
    )
    assert "its rack holds" in wrong.what


@pytest.mark.parametrize("cap_cents", [None, 50_000])
@pytest.mark.parametrize("game_id", game_ids())
def test_what_is_found_is_what_the_table_has_allowed(game_id, cap_cents):
    """But for the cents that the table rounds up, spot by spot."""
    game, rng = find_game(game_id), Random(game_id)
    settings = settings_for(game, payout_maximum_cents=cap_cents)
    prepared = prepare(game, settings)
    for _ in range(200):
        felt = {seat: dict(random_slip(game, settings, rng).stakes) for seat in (1, 2, 3)}
        allowed = sum(most_lost_cents(prepared, settings, stakes) for stakes in felt.values())
        spots = sum(len(stakes) for stakes in felt.values())
        Exposure(prepared, settings, allowed).require_borne(felt, allowed)
        for limit, rack in ((allowed - spots, allowed), (None, allowed - spots)):
            with pytest.raises(Impossible, match="the table could lose"):
                Exposure(prepared, settings, limit).require_borne(felt, rack)
