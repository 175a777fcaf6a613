"""Bots: what they bet is taken, what they choose is offered, and they look at no hidden card."""

from random import Random

import pytest

from croupier.bots import least_slip, random_decision, random_slip, usual_decision
from croupier.cards import DECK, Seed, shuffled_deck
from croupier.table.commands import CloseBets, PlaceWagers
from croupier.table.layout import Layout, view
from croupier.table.places import Viewer
from croupier.table.registry import find_game, game_ids
from croupier.table.round import Round
from croupier.table.ruling import rulings_of
from croupier.table.settings import settings_for
from croupier.table.steps import Asked, Option
from croupier.table.wager import Limit
from croupier.table.waiting import AwaitingDecisions, RoundIsOver


@pytest.fixture(params=game_ids())
def game(request):
    return find_game(request.param)


def readings_one_by_one(game):
    yield {}
    for ruling in rulings_of(game.rules):
        for reading in ruling.readings:
            yield {ruling.name: str(reading)}


def open_round(game, settings, first=()):
    return Round(game, settings, game.devices[0].stacked(first))


def test_the_least_slip_is_taken_under_every_reading(game):
    for readings in readings_one_by_one(game):
        settings = settings_for(game, readings=readings)
        table = open_round(game, settings)
        slip = least_slip(game, settings)
        table.handle(PlaceWagers(1, slip))
        for spot, cents in slip.stakes:
            assert cents == dict(settings.limits)[spot].minimum_cents


def test_random_slips_are_taken_under_every_reading_and_bet_on_everything_at_some_time(game):
    seen, spots = set(), set()
    for number, readings in enumerate(readings_one_by_one(game)):
        settings = settings_for(game, readings=readings)
        spots |= {wager.spot for wager in game.wagers(game.rules()) if wager.limit}
        for seed in range(40):
            slip = random_slip(game, settings, Random(1000 * number + seed))
            open_round(game, settings).handle(PlaceWagers(1, slip))
            seen |= {spot for spot, _ in slip.stakes}
    before_the_deal = {spot for spot in spots if spot not in {"Play", "Insurance"}}
    assert seen == before_the_deal


@pytest.mark.parametrize(
    ("game_id", "limits"),
    [
        ("pick-2-poker", {"3-5 Bonus": Limit(2500, 50_000)}),
        ("pick-2-poker", {"3-5 Bonus": Limit(48_000, 50_000)}),
        ("pick-2-poker", {"3-5 Bonus": Limit(300, 700, 100), "Ante": Limit(200, 900, 200)}),
        ("roll-your-own-blackjack", {"Bonus": Limit(1000, 2000, 1000)}),
        (
            "roll-your-own-blackjack",
            {
                "Bonus": Limit(3, 90, 3),
                "Blackjack 1": Limit(2, 500),
                "Blackjack 2": Limit(60, 60),
            },
        ),
        ("three-card-poker", {"Pair Plus": Limit(500, 1000, 500)}),
    ],
)
def test_slips_keep_to_limits_that_differ_where_stakes_must_be_equal(game_id, limits):
    game = find_game(game_id)
    settings = settings_for(game, limits=limits)
    open_round(game, settings).handle(PlaceWagers(1, least_slip(game, settings)))
    for seed in range(50):
        slip = random_slip(game, settings, Random(seed))
        open_round(game, settings).handle(PlaceWagers(1, slip))


def test_a_random_slip_keeps_to_a_table_maximum(game):
    least = least_slip(game, settings_for(game)).total_cents
    settings = settings_for(game, table_maximum_cents=least + 1500)
    for seed in range(50):
        slip = random_slip(game, settings, Random(seed))
        assert slip.total_cents <= least + 1500
        open_round(game, settings).handle(PlaceWagers(1, slip))


def test_a_random_decision_takes_any_stake_an_open_option_allows():
    option = Option("insure", "Insure", "Insurance", 200, 1000, 100, is_open=True)
    stakes = {random_decision(Asked(1, (option,)), Random(seed)).stake_cents for seed in range(200)}
    assert stakes == set(range(200, 1001, 100))


def play_usually(game, deck, settings):
    table = open_round(game, settings, deck)
    for seat in (1, 2):
        table.handle(PlaceWagers(seat, least_slip(game, settings)))
    table.handle(CloseBets())
    decisions = []
    while isinstance(table.waiting, AwaitingDecisions):
        decisions.append(usual_decision(table, table.waiting.seats[0]))
        table.handle(decisions[-1])
    assert table.waiting == RoundIsOver()
    return decisions


def test_the_usual_player_plays_every_round_to_its_end(game):
    settings = settings_for(game)
    chosen = set()
    for seed in range(60):
        deck = shuffled_deck(Seed(seed.to_bytes(32)))
        chosen |= {decision.option for decision in play_usually(game, deck, settings)}
    assert len(chosen) >= 2, "he does not always do the same"


def test_a_bot_sees_what_its_seat_sees(game):
    settings = settings_for(game)
    for seed in range(20):
        table = open_round(game, settings, shuffled_deck(Seed(seed.to_bytes(32))))
        for seat in (1, 2):
            table.handle(PlaceWagers(seat, random_slip(game, settings, Random(seed))))
        table.handle(CloseBets())
        while isinstance(table.waiting, AwaitingDecisions):
            seat = table.waiting.seats[0]
            viewer = Viewer.at(seat)
            seen, folded = (
                table.layout.as_seen_by(viewer),
                Layout.fold(view(table.events, viewer)),
            )
            assert seen.cards == folded.cards
            assert seen.stakes == folded.stakes
            assert seen.asked[seat] == folded.asked[seat]
            assert seen.picks == {seat: folded.picks[seat]}
            table.handle(random_decision(seen.asked[seat], Random(seed)))


def test_the_usual_player_does_not_know_the_cards_he_cannot_see(game):
    """The first decision of a round is the same whatever comes out of the deck later."""
    settings = settings_for(game)
    for seed in range(20):
        deck = list(shuffled_deck(Seed(seed.to_bytes(32))))
        table = open_round(game, settings, deck)
        for seat in (1, 2):
            table.handle(PlaceWagers(seat, least_slip(game, settings)))
        table.handle(CloseBets())
        if not isinstance(table.waiting, AwaitingDecisions):
            continue
        seat = table.waiting.seats[0]
        before = usual_decision(table, seat)
        dealt = [card for cards in table.layout.cards.values() for card in cards]
        later = deck[len(dealt) :]
        again = open_round(game, settings, deck[: len(dealt)] + later[::-1])
        for other in (1, 2):
            again.handle(PlaceWagers(other, least_slip(game, settings)))
        again.handle(CloseBets())
        assert usual_decision(again, seat) == before
    assert len(DECK) == len(deck)
