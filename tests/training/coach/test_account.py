"""The account of an evening, and the hands that are kept to be asked again."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from croupier.rejection import Code, Rejection
from croupier.table.events import (
    BetsClosed,
    DecisionAsked,
    DecisionMade,
    DecisionsClosed,
    WagerAdded,
    WagersPlaced,
)
from croupier.table.preparation import HOUSE_PROCEDURE
from croupier.table.registry import game_ids
from croupier.table.worth import Decision, Figure, OptionWorth
from croupier.training.coach.account import (
    Account,
    MistakesOfKind,
    account_from_json,
    account_json,
)
from croupier.training.coach.coaching import Coach
from croupier.training.coach.missed import missed_from_json, missed_hand, missed_json
from croupier.training.coach.review import Reviewed, advice, review
from croupier.training.coach.wording import (
    account_rows,
    account_sentence,
    columns,
    money_words,
    option_rows,
    verdict,
    why,
)
from croupier.training.lesson import Lesson

from .hands import some_hands

GAMES = game_ids()


def decided(chosen, *values, kind=None, unit_cents=1_000, number=1):
    """A decision between options named a, b, c … of these values."""
    options = tuple(
        OptionWorth(name, name.upper(), Figure(Fraction(value)))
        for name, value in zip("abcdef", values, strict=False)
    )
    decision = Decision("Well?", "Ante", options, 40)
    value = next(option.value for option in options if option.name == chosen)
    cost = Figure(decision.best.value.value - value.value)
    return Reviewed(number, "Well?", None, decision, unit_cents, chosen, 0, cost, kind, value)


RIGHT = decided("a", 1, 0)
WRONG = decided("b", "1/3", 0, kind="Well: b instead of a")
WORSE = decided("c", 1, 0, "-1/2", kind="Well: c instead of a")


def test_an_account_counts_decisions_and_mistakes_by_kind_the_dearest_first():
    account = Account().with_reviewed((RIGHT, WRONG, WORSE, WRONG, RIGHT))
    assert (account.decisions, account.mistakes) == (5, 3)
    assert [(one.kind, one.count) for one in account.kinds] == [
        ("Well: c instead of a", 1),
        ("Well: b instead of a", 2),
    ]
    # A third of $10, to a millionth of a cent, and one and a half times $10.
    third = Fraction(333_333_333, 1_000_000)
    assert account.kinds[1].cost_cents == 2 * third
    assert account.cost_cents == 1_500 + 2 * third


def test_an_account_is_the_same_whichever_way_it_is_added_up():
    once = Account().with_reviewed((WRONG, WORSE, RIGHT))
    twice = Account().with_reviewed((RIGHT, WORSE)).with_reviewed((WRONG,))
    assert once == twice


def test_what_is_kept_of_a_cost_does_not_grow():
    long = decided("b", Fraction(1, 3**200), 0, kind="Well: b instead of a")
    account = Account().with_reviewed([long] * 1_000)
    assert account.cost_cents.denominator <= 1_000_000
    assert abs(account.cost_cents - 1_000 * long.cost_cents.value) <= Fraction(1_000, 2_000_000)


def test_an_account_goes_through_json_and_back():
    account = Account().with_reviewed((RIGHT, WRONG, WORSE))
    assert account_from_json(json.loads(json.dumps(account_json(account)))) == account
    assert account_json(Account()) == {"decisions": 0, "kinds": []}


@pytest.mark.parametrize("data", [None, {}, {"decisions": "1", "kinds": []}, {"decisions": 1}])
def test_what_is_no_account_is_refused(data):
    with pytest.raises(Rejection) as refused:
        account_from_json(data)
    assert refused.value.code is Code.RECORD_INVALID


def test_an_account_is_told_in_sentences_and_columns():
    assert account_sentence(Account()) == "no decision yet."
    assert account_sentence(Account().with_reviewed((RIGHT,))) == "1 decision, no mistake."
    one = Account().with_reviewed((RIGHT, WRONG))
    assert account_sentence(one) == "2 decisions, 1 mistake; it cost $3.33."
    both = one.with_reviewed((WORSE, WORSE))
    assert account_sentence(both) == "4 decisions, 3 mistakes; they cost $33.33."
    assert columns(account_rows(both), names=2) == [
        "$30.00  2 times  Well: c instead of a",
        " $3.33   1 time  Well: b instead of a",
    ]
    assert Account(1, (MistakesOfKind("x", 1, Fraction(1, 4)),)).cost_cents == Fraction(1, 4)


def test_money_that_is_not_nothing_does_not_look_like_it():
    assert money_words(Fraction(1, 100)) == "less than a cent"
    assert money_words(Fraction(1, 2)) == "$0.01"
    assert money_words(Fraction(123_456)) == "$1,234.56"


def test_a_verdict_says_what_was_best_and_what_it_was_worth():
    assert verdict(RIGHT) == "Right: a (1.0000 per Ante), before b (0.0000)."
    assert verdict(decided("a", 1, 1)) == "Right: a; b is worth the same (1.0000 per Ante)."
    assert verdict(WORSE) == (
        "That cost $15.00, 150.00% of $10. Best was a (1.0000 per Ante), not c (-0.5000)."
    )
    assert verdict(decided("a", 1)) == "There was no other choice."
    assert why(WORSE) == "A is worth 1.0000 per Ante; b costs $10.00, c costs $15.00."
    many = decided("f", 6, 5, 4, 3, 2, 1, kind="Well: f instead of a")
    assert why(many).endswith("b costs $10.00, c costs $20.00, d costs $30.00; 2 more cost more.")


def test_options_stand_in_columns_with_what_was_chosen():
    assert columns(option_rows(WORSE), names=0) == [
        "A   1.0000          best",
        "B   0.0000  costs $10.00",
        "C  -0.5000  costs $15.00  chosen",
    ]
    open_one = replace(WORSE, chosen=None, cost=None, kind=None)
    assert columns(option_rows(open_one), names=0)[2] == "C  -0.5000  costs $15.00"


# Hands that were missed.


@pytest.mark.parametrize("game_id", GAMES)
def test_a_missed_hand_is_kept_as_its_player_saw_it(game_id):
    lesson = Lesson.of(game_id)
    for dealt, hand in some_hands(lesson, "missed", 6):
        seat = hand.moment.seat
        missed = missed_hand(lesson.game, lesson.settings, dealt.events, seat, hand.number)
        assert missed.clause == hand.clause, "found from what the seat saw alone"
        assert missed_from_json(json.loads(json.dumps(missed_json(missed)))) == missed
        (whole,) = review(lesson.game, lesson.settings, dealt.events, seat, since=hand.number)[:1]
        again = advice(lesson.game, missed.settings, missed.events, seat)
        assert again.decision == whole.decision
        assert again.unit_cents == whole.unit_cents
        assert missed.moment.asked == hand.moment.asked
        asked = missed.events[-1]
        assert isinstance(asked, DecisionAsked)
        assert asked.seats == (seat,)
        for event in missed.events:
            if isinstance(event, WagersPlaced | WagerAdded | DecisionMade):
                assert event.seat == seat, "what others stake and choose is nobody's business"
            if isinstance(event, DecisionsClosed):
                assert {choice.seat for choice in event.choices} <= {seat}


def test_what_others_chose_is_not_kept_when_all_have_chosen_either():
    lesson = Lesson.of("three-way-action")
    kept = [
        event
        for dealt, hand in some_hands(lesson, "closed", 40)
        for event in missed_hand(
            lesson.game, lesson.settings, dealt.events, hand.moment.seat, hand.number
        ).events
        if isinstance(event, DecisionsClosed)
    ]
    assert kept
    assert all(len(event.choices) <= 1 for event in kept)


def test_a_round_that_went_wrong_cannot_be_dealt_again_and_names_no_clause():
    lesson = Lesson.of("three-card-poker")
    ((dealt, hand),) = some_hands(lesson, "wrong", 1)
    events = [one for one in dealt.events if not isinstance(one, BetsClosed)]
    missed = missed_hand(lesson.game, lesson.settings, events, hand.moment.seat, hand.number)
    assert missed.clause == HOUSE_PROCEDURE


def without(data, kind):
    return {**data, "events": [one for one in data["events"] if one["event"] != kind]}


def moved(data):
    """A card that is moved from where there is none."""
    place = f"seat {data['seat']}/Nowhere"
    moved = {"source": place, "positions": [0], "target": place, "face": "up", "cards": ["As"]}
    return {"event": "cards_moved", **moved}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: None,
        lambda data: {**data, "more": 1},
        lambda data: {**data, "seat": True},
        lambda data: {**data, "seat": data["seat"] + 1},
        lambda data: {**data, "number": "1"},
        lambda data: {**data, "number": data["number"] + 1},
        lambda data: {**data, "number": 0},
        lambda data: {**data, "clause": ""},
        lambda data: {**data, "clause": 7},
        lambda data: {key: value for key, value in data.items() if key != "clause"},
        lambda _: 5,
        lambda data: without(data, "wagers_placed"),
        lambda data: {**data, "events": [data["events"][-1], *data["events"]]},
        lambda data: {**data, "events": [*data["events"][:-1], moved(data), data["events"][-1]]},
        lambda data: {**data, "events": []},
        lambda data: {**data, "events": data["events"][:-1]},
        lambda data: {**data, "events": [{"event": "nonsense"}]},
        lambda data: {**data, "settings": {}},
    ],
)
def test_what_is_no_missed_hand_is_refused(spoil):
    lesson = Lesson.of("three-card-poker")
    ((dealt, hand),) = some_hands(lesson, "spoiled", 1)
    seat = hand.moment.seat
    missed = missed_hand(lesson.game, lesson.settings, dealt.events, seat, hand.number)
    with pytest.raises(Rejection) as refused:
        missed_from_json(spoil(missed_json(missed)))
    assert refused.value.code is Code.RECORD_INVALID


# The coach of an evening.


@pytest.mark.parametrize("game_id", GAMES)
def test_a_coach_reviews_each_decision_once_as_it_is_made(game_id):
    lesson = Lesson.of(game_id)
    coach, account, missed = None, Account(), 0
    for dealt, hand in some_hands(lesson, "evening", 4):
        seat = hand.moment.seat
        coach = coach if coach is not None and coach.seat == seat else None
        if coach is None:
            coach = Coach(lesson.game, lesson.settings, seat)
            account, missed = Account(), 0
        coach.open_round()
        whole = review(lesson.game, lesson.settings, dealt.events, seat)
        told = [
            one
            for at in range(1, len(dealt.events) + 1, 7)
            for one in coach.take_in(dealt.events[:at])
        ]
        told += coach.take_in(dealt.events)
        assert tuple(told) == coach.reviewed == whole
        account = account.with_reviewed(whole)
        missed += sum(one.is_mistake for one in whole)
        assert coach.account == account
        assert len(coach.missed) == missed
        assert coach.take_in(dealt.events) == ()
