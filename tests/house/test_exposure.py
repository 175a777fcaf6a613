"""Exposure: what a table can lose in a round is known before bets close, and held.

Cards are real ones here, read in an order that suits the players: a royal flush for everybody,
aces to split, tens on top of them.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from croupier.bots import least_slip, random_decision, random_slip
from croupier.cards import DECK, ScriptedDeck, parse_hand
from croupier.house import commands as told
from croupier.house.accounts import meter, rack
from croupier.house.exposure import most_lost_cents, require_bet_is_borne, win_factors
from croupier.house.past_rounds import results_of
from croupier.house.terms import CardsFrom, TableKind, TableTerms
from croupier.money import format_cents
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, PlaceWagers
from croupier.table.prepared import prepare
from croupier.table.registry import find_game, game_ids
from croupier.table.round import Round as TableRound
from croupier.table.ruling import rulings_of
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.wager import Slip, When, check_slip
from croupier.table.waiting import (
    AwaitingCards,
    AwaitingDecisions,
    AwaitingWagers,
)

from .pit import Pit, expected

STADIUM = "stadium-three-card-poker"
BY_HAND = TableTerms(kind=TableKind.HUMAN, cards=CardsFrom.PHYSICAL)
IN_A_STADIUM = TableTerms(
    kind=TableKind.STADIUM, has_human_dealer=True, cards=CardsFrom.PHYSICAL
)  # fmt: skip


def by_rank(ranks):
    """The deck with these ranks first, each in all suits."""
    return sorted(DECK, key=lambda card: (str(card)[0] not in ranks, ranks.find(str(card)[0])))


def by_suit(suit):
    """The deck with one suit first, from the ace down."""
    order = "AKQJT98765432"
    return sorted(DECK, key=lambda card: (str(card)[1] != suit, order.index(str(card)[0])))


GENEROUS = (by_suit("d"), by_suit("s"), by_rank("AT"), by_rank("A8"), by_rank("8A3"), by_rank("9"))
"""Orders of the cards that make players rich."""


def random_settings(game, rng, **chosen):
    """Some reading of every ruling and some pay table on every spot."""
    while True:
        readings = {
            one.name: rng.choice(one.readings).value
            for one in rulings_of(game.rules)
            if rng.random() < 0.7
        }
        try:
            rules = prepare(game, settings_for(game, readings=readings)).rules
            tables = {
                wager.spot: rng.choice(wager.pay_tables).name
                for wager in game.wagers(rules)
                if wager.pay_tables and rng.random() < 0.5
            }
            return settings_for(game, readings=readings, pay_tables=tables, **chosen)
        except Rejection:
            continue


class Round:
    """A round at a table where real cards are read, with greedy players."""

    def __init__(self, pit, live, order):
        self.pit, self.live = pit, live
        self.order = order
        self.unread = iter(order)
        self.exposures = {}

    def play(self):
        """From New Game to the end; the events of the round."""
        live, number = self.live, self.live.picture.round + 1
        while live.picture.round < number or live.round is not None:
            self.go_on()
        return list(live.picture.events)

    def go_on(self):
        waiting = self.live.round.waiting if self.live.round is not None else None
        match waiting:
            case AwaitingWagers():
                self.bet()
            case AwaitingCards():
                self.pit.tell(self.live, self.pit.dealer, told.EnterCard(self.next_card()))
            case AwaitingDecisions(seats):
                self.decide(seats[0])
            case _:
                self.pit.tell(self.live, *expected(self.pit, self.live))

    def next_card(self):
        """The next card of the order; now and then another takes its place."""
        if self.pit.rng.random() < 0.1:
            read = {card for event in self.live.picture.events for card in cards_in(event)}
            return self.pit.rng.choice([card for card in DECK if card not in read])
        while (card := next(self.unread)) in {
            card for event in self.live.picture.events for card in cards_in(event)
        }:
            pass
        return card

    def bet(self):
        for seat in self.live.picture.seats:
            for _ in range(self.pit.rng.randint(1, 2)):
                slip = random_slip(self.live.game, self.live.picture.settings, self.pit.rng)
                self.pit.try_to(
                    self.live,
                    self.pit.owner(self.live, seat),
                    told.Bet(seat, slip.stakes, slip.picks),
                )
        self.exposures = dict(self.live.in_play.exposures)
        assert self.live.in_play.exposure_cents == sum(self.exposures.values())
        self.pit.tell(self.live, self.pit.dealer, told.NoMoreBets())

    def decide(self, seat):
        asked = self.live.round.layout.asked[seat]
        dearest = max(asked.options, key=lambda option: option.most_cents)
        decision = random_decision(asked, self.pit.rng)
        option, stake = decision.option, decision.stake_cents
        if self.pit.rng.random() < 0.8:
            option, stake = dearest.name, dearest.most_cents
        self.pit.tell(self.live, self.pit.owner(self.live, seat), told.Choose(seat, option, stake))


def cards_in(event):
    return (event.card,) if isinstance(event, happened.CardRead) else ()


def seated(pit, live, seats):
    for seat in range(1, seats + 1):
        who = pit.players[(seat - 1) % len(pit.players)]
        pit.tell(live, who, told.Sit(seat, 200_000_000))


def opened(pit, live):
    """Has a table with a dealer opened, with a large rack."""
    while live.picture.status.value != "open":
        pit.try_to(live, *expected(pit, live))
    pit.tell(live, pit.boss, told.Fill(10**12))


def won_cents(events):
    """By seat: what it won in a round, losses not counted."""
    found = {}
    for event in events:
        if isinstance(event, happened.WagerSettled):
            stake = event.stake_cents if event.has_own_wager else 0
            found[event.seat] = found.get(event.seat, 0) + max(event.returned_cents - stake, 0)
    return found


def greedy_rounds(game_id, seed, rounds, **chosen):
    """Rounds under one set of readings; each with what was known when bets closed."""
    pit = Pit(f"{game_id} {seed}", wallet_cents=10**10)
    game = find_game(game_id)
    settings = random_settings(game, Random(f"{game_id} {seed}"), positions=3, **chosen)
    terms = IN_A_STADIUM if game_id == STADIUM else BY_HAND
    live = pit.table(game_id, terms, settings=settings)
    opened(pit, live)
    seated(pit, live, 3)
    for _ in range(rounds):
        before = pit.ledger[rack(live.number)]
        one = Round(pit, live, pit.rng.choice(GENEROUS))
        events = one.play()
        yield one.exposures, events, before - pit.ledger[rack(live.number)]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", game_ids())
def test_a_table_never_loses_more_than_was_known_when_bets_closed(game, seed):
    has_lost = False
    for exposures, events, lost_cents in greedy_rounds(game, seed, 4):
        assert lost_cents <= sum(exposures.values())
        for seat, result_cents in results_of(events).items():
            assert result_cents <= exposures[seat], f"seat {seat}"
        has_lost = has_lost or lost_cents > 0
    assert has_lost, "these cards should have cost the table something"


@pytest.mark.long
@pytest.mark.parametrize("game", game_ids())
def test_a_table_never_loses_more_than_was_known_under_many_readings(game):
    closest = 0.0
    for seed in range(100, 260):
        for exposures, events, _ in greedy_rounds(game, seed, 6):
            for seat, result_cents in results_of(events).items():
                assert result_cents <= exposures[seat], f"seat {seat}, seed {seed}"
                closest = max(closest, result_cents / exposures[seat])
    assert closest > 0.3, "a bound that is never approached says little"


def best_for_the_player(game_id, readings, stakes, spot, tries):
    """Orders of the cards, each better for the player than the one before: what they win him."""
    game = find_game(game_id)
    settings = settings_for(game, readings=readings)
    factor = win_factors(prepare(game, settings))[spot]
    rng = Random(f"{game_id} {spot}")
    best, order = Fraction(0), []
    for _ in range(tries):
        tried = list(order)
        if not tried or rng.random() < 0.15:
            tried = rng.sample(DECK, 52)
            rank = rng.choice("A23456789T")
            tried.sort(key=lambda card: (str(card)[0] != rank) + 1.2 * rng.random())
        else:
            here, there = rng.randrange(16), rng.randrange(52)
            tried[here], tried[there] = tried[there], tried[here]
        won = Fraction(won_on(game, settings, stakes, tried, rng).get(spot, 0), stakes[spot])
        assert won <= factor
        if won >= best:
            best, order = won, tried
    return best


def won_on(game, settings, stakes, order, rng):
    """By spot: what a player wins who splits and doubles all he can."""
    played = TableRound(game, settings, CardSource.ready(ScriptedDeck(order)))
    played.handle(PlaceWagers(1, Slip.of(stakes)))
    played.handle(CloseBets())
    while isinstance(played.waiting, AwaitingDecisions):
        options = {option.name: option for option in played.layout.asked[1].options}
        name = rng.choice(list(options))
        if "double" in options and rng.random() < 0.7:
            name = "double"
        if "split" in options:
            name = "split"
        played.handle(Decide(1, name, options[name].most_cents))
    found = Counter()
    for event in played.events:
        if isinstance(event, happened.WagerSettled):
            stake = event.stake_cents if event.has_own_wager else 0
            found[event.spot] += max(event.returned_cents - stake, 0)
    return found


@pytest.mark.parametrize(
    ("game", "readings", "spot", "reached"),
    [
        ("roll-your-own-blackjack", {}, "Blackjack 1", 5),
        ("roll-your-own-blackjack", {}, "Blackjack 2", 5),
        ("roll-your-own-blackjack", {"split_limit": "once"}, "Blackjack 1", 3),
        ("roll-your-own-blackjack", {"double_after_split": "not_allowed"}, "Blackjack 1", 3),
        ("three-way-action", {"split_aces": "draw_freely"}, "Blackjack", 3),
        ("three-way-action", {}, "Blackjack", 2),
    ],
)
def test_doubles_and_splits_never_win_more_than_the_bound_of_their_spot(
    game, readings, spot, reached
):
    table = find_game(game)
    stakes = dict(least_slip(table, settings_for(table, readings=readings)).stakes)
    assert best_for_the_player(game, readings, stakes, spot, 600) >= reached


@pytest.mark.parametrize("game", game_ids())
def test_no_seat_wins_more_in_a_round_than_the_cap(game):
    cap_cents, has_been_cut = 20_000, False
    for seed in range(4):
        for exposures, events, _ in greedy_rounds(game, seed, 4, payout_maximum_cents=cap_cents):
            assert all(most <= cap_cents for most in exposures.values())
            assert all(cents <= cap_cents for cents in won_cents(events).values())
            has_been_cut = has_been_cut or any(
                isinstance(event, happened.WagerSettled) and event.withheld_cents
                for event in events
            )
    assert has_been_cut, "nobody has come near the cap"


# The limit.


def automatic(pit, game_id, **terms):
    kind = TableKind.STADIUM if game_id == STADIUM else TableKind.AUTOMATIC
    return pit.table(game_id, TableTerms(kind=kind, **terms))


def least(game_id):
    """The smallest slip of a game, and what it can cost a table."""
    game = find_game(game_id)
    settings = settings_for(game)
    slip = least_slip(game, settings)
    return slip, most_lost_cents(prepare(game, settings), settings, dict(slip.stakes))


@pytest.mark.parametrize("game", game_ids())
def test_a_bet_over_the_exposure_limit_is_refused_and_changes_nothing(game):
    slip, most_cents = least(game)
    pit = Pit(f"limit {game}")
    live = automatic(pit, game, exposure_maximum_cents=2 * most_cents)
    for seat in (1, 2, 3):
        pit.tell(live, pit.players[seat], told.Sit(seat, 1_000_000))
    put_down = told.Bet(1, slip.stakes, slip.picks)
    pit.tell(live, pit.players[1], put_down)
    pit.tell(live, pit.players[2], told.Bet(2, slip.stakes, slip.picks))
    with pytest.raises(Rejection) as refusal:
        # That nothing has changed is what `tell` sees to.
        pit.tell(live, pit.players[3], told.Bet(3, slip.stakes, slip.picks))
    assert refusal.value.code is Code.EXPOSURE_MAXIMUM
    assert pit.ledger[meter(1, 3)] == 1_000_000
    pit.tell(live, pit.players[1], put_down)
    pit.tell(live, pit.players[1], told.Bet(1, ()))
    pit.tell(live, pit.players[3], told.Bet(3, slip.stakes, slip.picks))
    assert live.in_play.exposure_cents == 2 * most_cents


@pytest.mark.parametrize("game", game_ids())
def test_a_table_takes_no_bet_that_its_rack_could_not_pay(game):
    slip, most_cents = least(game)
    pit = Pit(f"rack {game}")
    live = automatic(pit, game, float_cents=most_cents)
    for seat in (1, 2):
        pit.tell(live, pit.players[seat], told.Sit(seat, 1_000_000))
    pit.tell(live, pit.players[1], told.Bet(1, slip.stakes, slip.picks))
    with pytest.raises(Rejection) as refusal:
        pit.tell(live, pit.players[2], told.Bet(2, slip.stakes, slip.picks))
    assert refusal.value.code is Code.EXPOSURE_MAXIMUM


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("term", ["exposure_maximum_cents", "float_cents"])
def test_a_table_may_just_bear_its_least_bet_or_cannot_be(game, term):
    """The least is found here by trying every bet of few spots at its minimum."""
    settings = settings_for(find_game(game))
    table = prepare(find_game(game), settings)
    slips = (
        {spot: table.limits[spot].minimum_cents for spot in spots} for spots in spots_of(table)
    )
    least_cents = min(most_lost_cents(table, settings, slip) for slip in slips)
    require_bet_is_borne("T", TableTerms(**{term: least_cents}), settings)
    with pytest.raises(Rejection) as refusal:
        require_bet_is_borne("T", TableTerms(**{term: least_cents - 1}), settings)
    assert refusal.value.code is Code.SETTINGS_INVALID
    assert format_cents(least_cents) in refusal.value.detail
    assert f"{term} is {format_cents(least_cents - 1)}" in refusal.value.detail


def spots_of(table):
    """Which spots may be bet together, up to three of them."""
    spots = [spot for spot, one in table.wagers.items() if one.when is When.BEFORE_THE_DEAL]
    for count in (1, 2, 3):
        for chosen in combinations([spot for spot in spots if spot in table.limits], count):
            slip = Slip.of({spot: table.limits[spot].minimum_cents for spot in chosen})
            try:
                check_slip(slip, table.wagers, table.limits, table.units_cents, None)
            except Rejection:
                continue
            yield chosen


def test_the_rack_of_a_dealers_table_is_counted_and_may_begin_with_little():
    settings = settings_for(find_game("three-card-poker"))
    terms = TableTerms(kind=TableKind.HUMAN, float_cents=1)
    require_bet_is_borne("T", terms, settings)
    with pytest.raises(Rejection, match=r"can win \$35, and exposure_maximum_cents is \$1\."):
        require_bet_is_borne("T", replace(terms, exposure_maximum_cents=100), settings)


def test_chips_that_a_round_may_need_are_not_taken_from_the_rack():
    slip, most_cents = least("three-card-poker")
    pit = Pit("credit", wallet_cents=10**10)
    live = pit.table("three-card-poker", TableTerms(kind=TableKind.HUMAN))
    opened(pit, live)
    seated(pit, live, 1)
    pit.tell(live, pit.dealer, told.NewGame())
    pit.tell(live, pit.players[0], told.Bet(1, slip.stakes))
    spare_cents = pit.ledger[rack(1)] - most_cents
    with pytest.raises(Rejection) as refusal:
        pit.tell(live, pit.boss, told.Credit(spare_cents + 1))
    assert refusal.value.code is Code.BANKROLL_SHORT
    pit.tell(live, pit.boss, told.Credit(spare_cents))
    assert pit.ledger[rack(1)] == most_cents


# In a stadium all can win at once.


TERMINALS = 25


def stadium(exposure_maximum_cents=None):
    terms = TableTerms(
        kind=TableKind.STADIUM,
        has_human_dealer=True,
        cards=CardsFrom.PHYSICAL,
        exposure_maximum_cents=exposure_maximum_cents,
    )
    pit = Pit("stadium", players=5, wallet_cents=10**10)
    live = pit.table(STADIUM, terms)
    opened(pit, live)
    for seat in range(1, TERMINALS + 1):
        pit.tell(live, pit.players[seat % 5], told.Sit(seat, 1_000_000))
    pit.tell(live, *expected(pit, live))
    while live.picture.decks is None or live.round is None:
        pit.tell(live, *expected(pit, live))
    return pit, live


BEST = parse_hand("Ad Kd Qd 2c 5c 7c 2s 5s 7s Jd Td 9d")
"""A Mini Royal in cells 1 to 3, and with the dealer's three the best six cards there are."""
STAKES = (("Ante", 1_000), ("Pair Plus", 1_000), ("Six Card Bonus", 1_000))


def test_terminals_on_the_same_cells_add_up_and_win_together():
    pit, live = stadium()
    for seat in range(1, TERMINALS + 1):
        pit.tell(live, pit.owner(live, seat), told.Bet(seat, STAKES, ("1", "2", "3")))
    one_cents = live.in_play.exposures[1]
    assert live.in_play.exposure_cents == TERMINALS * one_cents
    before_cents = pit.ledger[rack(1)]
    pit.tell(live, pit.dealer, told.NoMoreBets())
    cards = iter(BEST)
    while live.round is not None:
        match live.round.waiting:
            case AwaitingCards():
                pit.tell(live, pit.dealer, told.EnterCard(next(cards)))
            case AwaitingDecisions(seats):
                pit.tell(live, pit.owner(live, seats[0]), told.Choose(seats[0], "play"))
            case _:
                pit.tell(live, *expected(pit, live))
    lost_cents = before_cents - pit.ledger[rack(1)]
    assert lost_cents % TERMINALS == 0
    assert lost_cents <= TERMINALS * one_cents
    # The bound is next to what it comes to.
    assert lost_cents > 0.99 * TERMINALS * one_cents


def test_the_terminal_that_is_too_many_is_refused():
    one_cents = most_lost_cents(
        prepare(find_game(STADIUM), settings_for(find_game(STADIUM))),
        settings_for(find_game(STADIUM)),
        dict(STAKES),
    )
    pit, live = stadium(exposure_maximum_cents=10 * one_cents)
    taken = []
    for seat in range(1, TERMINALS + 1):
        try:
            pit.tell(live, pit.owner(live, seat), told.Bet(seat, STAKES, ("4", "5", "6")))
        except Rejection as refused:
            assert refused.code is Code.EXPOSURE_MAXIMUM
        else:
            taken.append(seat)
    assert taken == list(range(1, 11))
