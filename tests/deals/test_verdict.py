"""A record is judged: identical, or different and where; and its shuffle with it."""

import json

import pytest

from croupier.deals import ShuffleCheck, judge
from croupier.rejection import Code, Rejection
from croupier.table.record import read_round, write_round

from .scripts import ROYAL, dealt, one_seat


def record(**script) -> list[dict]:
    return json.loads(write_round(dealt(one_seat(**script)).table.events))["events"]


def judged(events: list[dict]):
    return judge(
        read_round(json.dumps({"format": "croupier round", "version": 1, "events": events}))
    )


def find(events, name):
    return next(event for event in events if event["event"] == name)


def test_a_round_from_a_shuffle_is_identical_and_its_shuffle_verified():
    verdict = judged(record())
    assert verdict.is_identical
    assert verdict.shuffle is ShuffleCheck.VERIFIED
    assert verdict.difference is None


def test_a_round_whose_seed_is_not_revealed_is_identical_and_says_so():
    verdict = judged(record()[:-1])
    assert verdict.is_identical
    assert verdict.shuffle is ShuffleCheck.NOT_REVEALED


def test_a_round_that_is_void_before_the_deal_has_no_shuffle_to_check():
    void = [{"kind": "dealer_error", "detail": "Oh.", "after": "round_opened"}]
    events = record(irregularities=void, supervisor=[{"ruling": "void", "reason": "Later."}])
    assert judged(events).shuffle is ShuffleCheck.NOT_SHUFFLED


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("wager_settled", {"returned_cents": 123_456}, "its returned_cents is “123456”"),
        ("wager_settled", {"spot": "Play"}, "its spot is"),
        ("decision_made", {"seat": 2}, "Seat 2 is not being asked now"),
        ("wagers_placed", {"stakes": [["Ante", 1]]}, "The minimum on Ante"),
        ("hand_called", {"words": "royal flush"}, "its words is"),
    ],
)
def test_a_changed_record_is_different_and_says_where(name, change, said):
    events = record(cards=ROYAL)
    find(events, name).update(change)
    verdict = judged(events)
    assert not verdict.is_identical
    assert verdict.shuffle is ShuffleCheck.NOT_SHUFFLED
    assert verdict.difference.code is Code.RECORD_DIFFERS
    assert name in verdict.difference.detail
    assert said in verdict.difference.detail


def test_a_card_that_comes_out_twice_is_found():
    events = record()
    first, second, *_ = [event for event in events if event["event"] == "card_dealt"]
    second["card"] = first["card"]
    verdict = judged(events)
    assert verdict.difference.code is Code.RECORD_DIFFERS
    assert f"{first['card']} comes out a second time" in verdict.difference.detail
    assert verdict.shuffle is ShuffleCheck.DIFFERS
    assert f"Card 2 out of the device was {first['card']}" in verdict.shuffle_difference.detail


def test_cards_that_are_not_the_shuffles_are_found_though_the_rules_agree():
    # The same round with other cards: by the rules it is one, by the seed it is not.
    events = record()
    honest = [event["card"] for event in events if event["event"] == "card_dealt"]
    salted = record(salt="c0ffee")
    for event in salted:
        if event["event"] == "bets_closed":
            event["salt"] = "00"
    verdict = judged(salted)
    assert honest != [event["card"] for event in salted if event["event"] == "card_dealt"]
    assert verdict.is_identical
    assert verdict.shuffle is ShuffleCheck.DIFFERS
    assert "Card 1 out of the device" in verdict.shuffle_difference.detail


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda events: events[1:], Code.RECORD_INVALID),
        (lambda _: [], Code.RECORD_INVALID),
        (lambda events: [{**events[0], "settings": {}}], Code.RECORD_INVALID),
        (lambda events: _with_settings(events, game="no-such-game"), Code.GAME_UNKNOWN),
        (lambda events: _with_settings(events, rules_version=99), Code.RECORD_VERSION),
        (lambda events: _with_settings(events, positions=99), Code.RECORD_INVALID),
    ],
)
def test_what_is_no_record_of_a_round_is_refused(change, code):
    with pytest.raises(Rejection) as refused:
        judged(change(record()))
    assert refused.value.code is code


def _with_settings(events, **changed):
    first = {**events[0], "settings": {**events[0]["settings"], **changed}}
    return [first, *events[1:]]
