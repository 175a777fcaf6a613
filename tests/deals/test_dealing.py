"""A script is dealt as it says: cards where named, decisions in order, trouble at its moment."""

import json
from random import Random

import pytest

from croupier.bots import random_decision, random_slip
from croupier.cards import DECK, Seed, format_cards, shuffled_deck
from croupier.deals import Account, deal, read_script
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, PlaceWagers
from croupier.table.fairness import check_shuffle
from croupier.table.irregularity import Remedy
from croupier.table.places import Place
from croupier.table.record import read_round, write_round
from croupier.table.registry import find_game, game_ids
from croupier.table.replay import replay
from croupier.table.round import Round
from croupier.table.ruling import rulings_of
from croupier.table.settings import settings_for
from croupier.table.waiting import AwaitingDecisions, RoundIsOver

from .scripts import ROYAL, dealt, happenings, one_seat, script_of
from .small_game import HIGHER

HAND = Place.of_seat(1, "Hand")
DEALER = Place.of_dealer("Hand")


@pytest.fixture(params=game_ids())
def game(request):
    return find_game(request.param)


def cards_at(events, place):
    return format_cards(
        event.card for event in happenings(events, happened.CardDealt) if event.place == place
    )


# Where the cards come from.


def test_cards_come_to_the_places_they_are_named_for():
    events = dealt(one_seat(cards=ROYAL)).table.events
    assert cards_at(events, HAND) == "As Ks Qs"
    assert cards_at(events, DEALER) == "Qd Jc 2h"


def test_next_fills_what_is_not_named_by_place_in_the_order_dealt():
    cards = {"dealer/Hand": "2c", "next": "As Ks Qs 3c 4c 5c"}
    events = dealt(one_seat(cards=cards)).table.events
    assert cards_at(events, HAND) == "As Ks Qs"
    assert cards_at(events, DEALER) == "2c 3c 4c"


def test_the_rest_comes_from_the_shuffle_without_the_cards_that_are_named():
    cards = {"dealer/Hand": "2c 2d 2h", "next": "As"}
    events = dealt(one_seat(cards=cards)).table.events
    named = [*cards_at(events, DEALER).split(), "As"]
    order = shuffled_deck(Seed(bytes(32)), b"\0")
    unnamed = [card.text for card in order if card.text not in named]
    assert cards_at(events, HAND).split() == ["As", *unnamed[:2]]


def test_a_card_named_for_a_place_goes_nowhere_else_even_when_it_would_come_first():
    order = shuffled_deck(Seed(bytes(32)), b"\0")
    cards = {"dealer/Hand": format_cards(order[:3])}
    events = dealt(one_seat(cards=cards)).table.events
    assert cards_at(events, DEALER) == format_cards(order[:3])
    assert cards_at(events, HAND) == format_cards(order[3:6])


def test_a_script_without_cards_is_dealt_from_a_shuffle_that_can_be_checked():
    events = dealt(one_seat(seed="ab" * 32, salt="c0ffee")).table.events
    first = shuffled_deck(Seed(b"\xab" * 32), bytes.fromhex("c0ffee"))[:6]
    assert check_shuffle(events) == first
    assert isinstance(events[-1], happened.SeedRevealed)


def test_without_a_seed_a_script_always_deals_the_same():
    events = dealt(one_seat()).table.events
    assert events == dealt(one_seat()).table.events
    assert events == dealt(one_seat(seed="00" * 32, salt="00")).table.events
    assert events != dealt(one_seat(seed="01" * 32)).table.events


def test_a_deck_in_the_hand_is_cut_where_the_script_says():
    events = dealt(one_seat(device="deck", cut=10)).table.events
    order = shuffled_deck(Seed(bytes(32)), b"\0")
    assert cards_at(events, HAND) == format_cards(order[10:13])
    assert check_shuffle(events) == order[10:16]


def test_named_cards_carry_no_commitment():
    opened = dealt(one_seat(cards=ROYAL)).table.events[0]
    assert opened.commitment is None
    assert opened.device == "shuffler"
    assert not opened.is_physical


# Who decides.


def test_decisions_are_taken_in_order_each_time_a_seat_is_asked():
    seat = {
        "stakes": {"High Card": "5", "Blackjack": "5", "Poker": "5"},
        "decisions": ["hit", "hit", "stand"],
    }
    cards = {
        "seat 1/High Card": "2c",
        "seat 1/Blackjack": "3c 4c 5c",
        "dealer/High Card": "9d",
        "dealer/Blackjack": "9s",
    }
    events = dealt({"seats": {"1": seat}, "cards": cards}, "three-way-action").table.events
    made = [event.choice.option for event in happenings(events, happened.DecisionMade)]
    assert made == ["hit", "hit", "stand"]


def test_otherwise_usual_does_what_a_sensible_player_does():
    weak = one_seat(cards={"seat 1/Hand": "Jh 8d 3c"}, otherwise="usual")
    strong = one_seat(cards={"seat 1/Hand": "Ah Ad 3c"}, otherwise="usual")
    for script, option in ((weak, "fold"), (strong, "play")):
        script["seats"]["1"]["decisions"] = []
        (made,) = happenings(dealt(script).table.events, happened.DecisionMade)
        assert made.choice.option == option
        assert made.by is happened.DecidedBy.PLAYER


def test_otherwise_default_lets_the_time_of_those_run_out_who_have_no_decision_left():
    script = one_seat(otherwise="default")
    script["seats"]["2"] = {"stakes": {"Ante": "$5"}}
    made = happenings(dealt(script).table.events, happened.DecisionMade)
    assert [(one.seat, one.choice.option, one.by.value) for one in made] == [
        (1, "play", "player"),
        (2, "fold", "time"),
    ]


def test_an_open_stake_is_named_with_the_decision():
    script = {
        "table": {"readings": {"insurance": "up_to_half"}},
        "cards": {
            "dealer/Hand": "Ad Kc",
            "seat 1/Hand": "9c 8c 7d",
            "seat 1/Blackjack 2": "6h",
        },
        "seats": {
            "1": {
                "stakes": {"Blackjack 1": "10", "Blackjack 2": "10", "Bonus": "10"},
                "decisions": ["alone 1", {"option": "insure", "stake": "$7"}],
            }
        },
    }
    account = Account.of(dealt(script, "roll-your-own-blackjack").table.events)
    (insurance,) = [one for one in account.settlements if one.spot == "Insurance"]
    assert (insurance.stake_cents, insurance.returned_cents) == (700, 2100)


# The table.


def test_the_table_is_set_as_the_script_says():
    script = one_seat(
        table={
            "positions": 3,
            "readings": {"entry": "ante_required"},
            "limits": {"Ante": {"minimum": "$10", "maximum": "$20", "multiple_of": "$10"}},
            "pay_tables": {
                "Pair Plus": "1-4-6-30-40",
                "Ante Bonus": {"name": "House", "lines": {"Straight Flush": "7 to 2"}},
            },
            "table_maximum": "$100",
            "payout_maximum": "$45",
        },
        cards=ROYAL,
    )
    table = dealt(script).table
    assert table.settings.positions == 3
    assert dict(table.settings.readings)["entry"] == "ante_required"
    assert dict(table.settings.limits)["Ante"].minimum_cents == 1000
    assert table.settings.pay_table("Pair Plus").name == "1-4-6-30-40"
    assert table.settings.table_maximum_cents == 10_000
    bonus, ante, play = Account.of(table.events).settlements
    assert bonus.outcome.odds.fraction == 7 / 2
    assert (bonus.returned_cents, ante.returned_cents, play.withheld_cents) == (3500, 2000, 1000)


def test_a_game_of_another_package_is_dealt_like_our_own():
    text = json.dumps(
        {
            "cards": {"seat 1/Hand": "Ah", "dealer/Hand": "Kd"},
            "seats": {"1": {"stakes": {"Main": "$10"}, "decisions": ["stand"]}},
        }
    )
    account = Account.of(deal(HIGHER, read_script(HIGHER, text)).table.events)
    assert [one.net_cents for one in account.seats] == [1000]


# What goes wrong.


EXPOSED = {"kind": "dealer_card_exposed", "detail": "The jack was seen."}


@pytest.mark.parametrize("device", ["shuffler", "deck"])
@pytest.mark.parametrize(
    ("moment", "before"),
    [
        ({"after": "round_opened"}, happened.RoundOpened),
        ({"after": "wagers_placed"}, happened.WagersPlaced),
        ({"after": "bets_closed"}, happened.BetsClosed),
        ({"after": "card_dealt"}, happened.CardDealt),
        ({"after": "card_dealt", "times": 7}, happened.CardDealt),
        ({"after": "card_dealt", "seat": 2}, happened.CardDealt),
        ({"after": "decision_asked", "seat": 2}, happened.DecisionAsked),
        ({"after": "decision_made", "seat": 1}, happened.DecisionMade),
        ({"after": "cards_turned"}, happened.CardsTurned),
        ({"after": "hand_called"}, happened.HandCalled),
        ({"after": "wager_settled", "times": 3}, happened.WagerSettled),
    ],
)
def test_something_goes_wrong_at_any_moment_and_the_game_says_what_then(moment, before, device):
    seat = {"stakes": {"Ante": "10", "3-5 Bonus": "10"}, "decisions": ["5-card"]}
    script = {
        "device": device,
        "seats": {"1": seat, "2": seat},
        "irregularities": [{**EXPOSED, **moment}],
        "supervisor": [{"ruling": "void", "reason": "It was seen by all."}],
    }
    outcome = dealt(script, "pick-2-poker")
    events = outcome.table.events
    (reported,) = happenings(events, happened.IrregularityReported)
    assert isinstance(events[events.index(reported) - 1], before)
    assert reported.remedy is (Remedy.VOID if device == "shuffler" else Remedy.SUPERVISOR)
    account = Account.of(events)
    assert account.is_void
    assert all(total.net_cents == 0 for total in account.seats)
    assert account.reason == (
        "The jack was seen." if device == "shuffler" else "It was seen by all."
    )
    # The shuffler's rules void by themselves, so the supervisor's ruling is left, and noted.
    assert any("supervisor" in note for note in outcome.notes) is (device == "shuffler")
    assert replay(outcome.table.game, read_round(write_round(events))).events == events


def test_a_supervisor_may_let_the_round_go_on():
    script = one_seat(
        irregularities=[
            {**EXPOSED, "after": "bets_closed"},
            {"kind": "dealer_error", "detail": "The wrong seat was asked.", "after": "bets_closed"},
        ],
        supervisor=[
            {"ruling": "continue", "reason": "Nobody saw it."},
            {"ruling": "continue", "reason": "Asked again."},
        ],
    )
    outcome = dealt(script)
    kinds = [type(event).__name__ for event in outcome.table.events]
    assert kinds.count("IrregularityReported") == kinds.count("SupervisorRuled") == 2
    assert kinds.index("SupervisorRuled") < kinds.index("CardDealt")
    assert not Account.of(outcome.table.events).is_void
    assert outcome.notes == ()


def test_a_rule_may_let_the_round_go_on_by_itself():
    script = {
        "table": {"readings": {"on_trouble": "continue"}},
        "seats": {"1": {"stakes": {"Main": "$10"}, "decisions": ["stand"]}},
        "irregularities": [{**EXPOSED, "after": "card_dealt", "times": 2}],
        "faults": [{"kind": "jam", "deal": 2}],
    }
    table = deal(HIGHER, read_script(HIGHER, json.dumps(script))).table
    assert [one.remedy for one in happenings(table.events, happened.IrregularityReported)] == [
        Remedy.CONTINUE,
        Remedy.CONTINUE,
    ]
    assert not table.layout.is_void
    assert check_shuffle(table.events)


@pytest.mark.parametrize(
    ("fault", "count"),
    [
        ({"kind": "jam", "deal": 2}, 0),
        ({"kind": "card_face_up", "deal": 2}, 3),
        ({"kind": "wrong_count", "deal": 2, "count": 4}, 4),
        ({"kind": "wrong_count", "deal": 2, "count": 0}, 0),
    ],
)
def test_the_device_fails_as_planned_and_takes_no_named_card_with_it(fault, count):
    ruling = [{"ruling": "continue", "reason": "The cards were checked."}]
    script = one_seat(faults=[fault], supervisor=ruling, cards=ROYAL)
    events = dealt(script).table.events
    (failed,) = happenings(events, happened.DeviceFailed)
    assert (failed.kind.value, len(failed.dispensed)) == (fault["kind"], count)
    assert not {str(card) for card in failed.dispensed} & {"As", "Ks", "Qs", "Qd", "Jc", "2h"}
    assert cards_at(events, DEALER) == "Qd Jc 2h"
    assert replay(find_game("three-card-poker"), events).events == events


def test_a_void_round_notes_what_of_the_script_was_not_used():
    script = one_seat(
        cards=ROYAL,
        irregularities=[
            {"kind": "dealer_error", "detail": "No cards.", "after": "wagers_placed"},
            {"kind": "dealer_error", "detail": "Later.", "after": "card_dealt"},
        ],
        supervisor=[{"ruling": "void", "reason": "Start again."}],
        faults=[{"kind": "jam", "deal": 1}],
    )
    script["seats"]["2"] = {"stakes": {"Ante": "$5"}}
    notes = dealt(script).notes
    assert notes[0] == "Seat 2 did not come to bet."
    assert "Seat 1 is not asked in this round; leave out: play." in notes
    assert sum("names it" in note for note in notes) == 2
    assert any("card_dealt" in note for note in notes)
    assert any("faults" in note for note in notes)


def test_where_only_cards_for_other_places_are_left_the_script_is_refused():
    rest = [card for card in DECK if card.text not in ("2c", "2d", "2h")]
    named = {"dealer/Hand": "2c 2d 2h", "table/Elsewhere": format_cards(rest)}
    with pytest.raises(Rejection) as refused:
        dealt(one_seat(cards=named))
    assert refused.value.code is Code.CARD_LEFT_OVER
    assert "Not dealt to table/Elsewhere" in refused.value.detail
    assert all(card.text in refused.value.detail for card in rest)


def test_all_cards_of_the_deck_may_be_named():
    seats = {str(seat): {"stakes": {"Pair Plus": "$5"}} for seat in range(1, 17)}
    named = {
        f"seat {seat}/Hand": format_cards(DECK[3 * seat : 3 * seat + 3]) for seat in range(1, 17)
    }
    named["dealer/Hand"] = format_cards(DECK[:3])
    events = dealt({"table": {"positions": 16}, "seats": seats, "cards": named}).table.events
    dealt_cards = [event.card for event in happenings(events, happened.CardDealt)]
    assert dealt_cards == [*DECK[3:51], *DECK[:3]]


# The same round, twice: played by bots, then dealt by a script made of what happened.


@pytest.mark.parametrize("number", range(12))
def test_a_played_round_is_dealt_again_from_its_cards_by_place(game, number):
    rng = Random(number)
    readings = {one.name: str(rng.choice(one.readings)) for one in rulings_of(game.rules)}
    positions = rng.randint(game.positions.least, min(game.positions.most, 6))
    settings = settings_for(game, readings=readings, positions=positions)
    device = rng.choice(game.devices)
    table = Round(game, settings, device.shuffled(Seed(rng.randbytes(32))))
    for seat in rng.sample(range(1, positions + 1), rng.randint(1, positions)):
        table.handle(PlaceWagers(seat, random_slip(game, settings, rng)))
    table.handle(CloseBets("c0ffee"))
    while isinstance(table.waiting, AwaitingDecisions):
        seat = rng.choice(table.waiting.seats)
        decision = random_decision(table.layout.asked[seat], rng)
        table.handle(Decide(seat, decision.option, decision.stake_cents))
    assert isinstance(table.waiting, RoundIsOver)

    script = read_script(game, json.dumps(script_of(table.events)))
    again = deal(game, script).table.events
    for kind in (happened.CardDealt, happened.WagerAdded, happened.WagerSettled):
        assert happenings(again, kind) == happenings(table.events, kind)
    assert Account.of(again).seats == Account.of(table.events).seats
    assert Account.of(again).cards == Account.of(table.events).cards
