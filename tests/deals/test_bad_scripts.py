"""Whatever a script gets wrong is refused with its own code, and with what would be right."""

import json
from time import process_time

import pytest

from croupier.deals import deal, read_script
from croupier.rejection import Code, Rejection

from .scripts import ROYAL, dealt, one_seat
from .small_game import HIGHER


def refusal(script, game="three-card-poker") -> Rejection:
    with pytest.raises(Rejection) as refused:
        dealt(script, game)
    assert refused.value.detail[-1] in ".?"
    return refused.value


def stakes(**by_spot) -> dict:
    spots = {name.replace("_", " "): amount for name, amount in by_spot.items()}
    return {"seats": {"1": {"stakes": spots}}, "otherwise": "default"}


@pytest.mark.parametrize(
    ("script", "code", "said"),
    [
        ("", Code.SCRIPT_INVALID, "not JSON"),
        ("{", Code.SCRIPT_INVALID, "not JSON"),
        ("[" * 100_000, Code.SCRIPT_INVALID, "not JSON"),
        ("9" * 5000, Code.SCRIPT_INVALID, "not JSON"),
        ("[]", Code.SCRIPT_INVALID, "at the top: an object"),
        ("{}", Code.SCRIPT_INVALID, "“seats” is missing"),
        ('{"seats": {}, "seats": {}}', Code.SCRIPT_INVALID, "“seats” is given twice"),
        (one_seat(seets={}), Code.SCRIPT_INVALID, "did you mean “seats”?"),
        (one_seat(zzz=1), Code.SCRIPT_INVALID, "there is no key “zzz”; there are: about, game"),
        (one_seat(game="pick-2-poker"), Code.SCRIPT_INVALID, "not a script for three-card-poker"),
        (one_seat(about=3), Code.SCRIPT_INVALID, "in about: a text in quotes"),
        (one_seat(seed="ab"), Code.SEED_INVALID, "in seed: A seed is 64 hexadecimal digits"),
        (one_seat(salt="abc"), Code.SALT_INVALID, "in salt"),
        (one_seat(salt=""), Code.SALT_INVALID, "Bets close with a salt"),
        (one_seat(cut="20"), Code.SCRIPT_INVALID, "in cut: a whole number"),
        (one_seat(cut=True), Code.SCRIPT_INVALID, "in cut: a whole number"),
        (one_seat(cut=0), Code.SCRIPT_INVALID, "in cut: a number from 1"),
        (one_seat(cut=20), Code.DEVICE_CANNOT, "The cards in a shuffler are not cut"),
        (one_seat(cut=52, device="deck"), Code.CUT_OUT_OF_RANGE, "1 to 51"),
        (one_seat(device="shoe"), Code.DEVICE_SETTING, "is dealt from: shuffler, deck"),
        (one_seat(otherwise="guess"), Code.SCRIPT_INVALID, "one of refuse, usual, default"),
        ({"seats": {}}, Code.NO_WAGERS, "Nobody has bet"),
    ],
)
def test_a_script_that_is_none(script, code, said):
    refused = refusal(script)
    assert refused.code is code
    assert said in refused.detail


@pytest.mark.parametrize(
    ("table", "code", "said"),
    [
        ({"positions": 17}, Code.SEATS_OUT_OF_RANGE, "1 to 16 seats, not 17"),
        ({"positions": 10**30}, Code.SEATS_OUT_OF_RANGE, "1 to 16 seats"),
        ({"positions": "7"}, Code.SCRIPT_INVALID, "in table › positions"),
        ({"readings": {"entri": "stays"}}, Code.RULING_UNKNOWN, "did you mean “entry”?"),
        (
            {"readings": {"entry": "ante_requird"}},
            Code.READING_UNKNOWN,
            "did you mean “ante_required”?",
        ),
        ({"readings": ["entry"]}, Code.SCRIPT_INVALID, "in table › readings: an object"),
        ({"pay_tables": {"Pair Plus": "9-9"}}, Code.PAY_TABLE_UNKNOWN, "is offered with:"),
        ({"pay_tables": {"Pear Plus": "9-9"}}, Code.SPOT_UNKNOWN, "there are Six Card Bonus"),
        ({"pay_tables": {"Pair Plus": {"name": "House"}}}, Code.SCRIPT_INVALID, "“lines” is"),
        (
            {"pay_tables": {"Pair Plus": {"name": "House", "lines": {"Pair": "lots"}}}},
            Code.PAY_TABLE_PAY_INVALID,
            "in table › pay_tables › Pair Plus",
        ),
        (
            {"pay_tables": {"Pair Plus": {"name": "House", "lines": {"Sixes": "1"}}}},
            Code.PAY_TABLE_LINE_UNKNOWN,
            "“Sixes”",
        ),
        ({"limits": {"Ante": {"minimum": "$5"}}}, Code.SCRIPT_INVALID, "“maximum” is missing"),
        (
            {"limits": {"Ante": {"minimum": "$50", "maximum": "$5"}}},
            Code.LIMITS_INVALID,
            "in table › limits › Ante",
        ),
        ({"table_maximum": "$0"}, Code.LIMITS_INVALID, "table maximum"),
        ({"payout_maximum": 100}, Code.AMOUNT_INVALID, "in dollars and in quotes"),
        ({"maximum": "$5"}, Code.SCRIPT_INVALID, "there is no key “maximum”"),
    ],
)
def test_a_table_that_cannot_be_set(table, code, said):
    refused = refusal(one_seat(table=table))
    assert refused.code is code
    assert said in refused.detail


@pytest.mark.parametrize(
    ("seats", "code", "said"),
    [
        ({"0": {"stakes": {"Ante": "5"}}}, Code.SCRIPT_INVALID, "counted from 1"),
        ({"one": {"stakes": {"Ante": "5"}}}, Code.SCRIPT_INVALID, "in seats › one"),
        ({"9": {"stakes": {"Ante": "5"}}}, Code.SEAT_UNKNOWN, "seats 1 to 7; 9 is none"),
        ({"1": {"decisions": []}}, Code.SCRIPT_INVALID, "“stakes” is missing"),
        ({"1": {"stakes": {}}}, Code.NO_WAGERS, "no wagers on the slip"),
        ({"1": {"stakes": {"Ante": 500}}}, Code.AMOUNT_INVALID, "in seats › 1 › stakes › Ante"),
        ({"1": {"stakes": {"Ante": 5.5}}}, Code.AMOUNT_INVALID, "in quotes"),
        ({"1": {"stakes": {"Ante": "five"}}}, Code.AMOUNT_INVALID, "is not an amount"),
        ({"1": {"stakes": {"Ante": "-5"}}}, Code.AMOUNT_INVALID, "is not an amount"),
        ({"1": {"stakes": {"Anti": "5"}}}, Code.SPOT_UNKNOWN, "Seat 1: There is no spot “Anti”"),
        ({"1": {"stakes": {"Ante": "0"}}}, Code.STAKE_INVALID, "above zero"),
        ({"1": {"stakes": {"Ante": "4"}}}, Code.STAKE_BELOW_MINIMUM, "Seat 1: The minimum on Ante"),
        ({"1": {"stakes": {"Ante": "505"}}}, Code.STAKE_ABOVE_MAXIMUM, "$500, not $505"),
        ({"1": {"stakes": {"Ante": "12"}}}, Code.STAKE_OFF_INCREMENT, "multiples of $5"),
        ({"1": {"stakes": {"Ante": "5", "Play": "5"}}}, Code.WAGER_NOT_NOW, "with a decision"),
        ({"1": {"stakes": {"Ante Bonus": "5"}}}, Code.WAGER_NOT_NOW, "comes with Ante"),
        (
            {"1": {"stakes": {"Ante": "10", "Pair Plus": "5"}}},
            Code.STAKE_TOO_LOW_BESIDE,
            "at least Ante: $10 here",
        ),
        (
            {"1": {"stakes": {"Ante": "10", "Six Card Bonus": "5"}}},
            Code.WAGER_WITHOUT_BASE,
            "bet Pair Plus too",
        ),
        ({"1": {"stakes": {"Ante": "5"}, "picks": ["1"]}}, Code.PICKS_INVALID, "pick nothing"),
        ({"1": {"stakes": {"Ante": "5"}, "picks": [1]}}, Code.SCRIPT_INVALID, "picks › 1"),
        ({"1": {"stakes": {"Ante": "5"}, "decisions": "play"}}, Code.SCRIPT_INVALID, "a list"),
        ({"1": {"stakes": {"Ante": "5"}, "decision": []}}, Code.SCRIPT_INVALID, "“decisions”?"),
    ],
)
def test_a_seat_that_may_not_bet_so(seats, code, said):
    refused = refusal({"seats": seats})
    assert refused.code is code
    assert said in refused.detail


@pytest.mark.parametrize(
    ("game", "by_spot", "code"),
    [
        ("pick-2-poker", {"Ante": "10", "3-5 Bonus": "5"}, Code.STAKE_NOT_EQUAL),
        ("pick-2-poker", {"3-5 Bonus": "5"}, Code.WAGER_MISSING),
        ("three-way-action", {"Bonus": "5"}, Code.WAGER_MISSING),
        (
            "roll-your-own-blackjack",
            {"Blackjack 1": "10", "Blackjack 2": "15", "Bonus": "10"},
            Code.STAKE_NOT_EQUAL,
        ),
    ],
)
def test_wagers_that_belong_together(game, by_spot, code):
    assert refusal({"seats": {"1": {"stakes": by_spot}}}, game).code is code


def test_a_table_maximum_counts_all_wagers_of_a_seat():
    script = one_seat(table={"table_maximum": "$9"})
    assert refusal(script).code is Code.TABLE_MAXIMUM


def test_a_stadium_terminal_picks_three_different_cells():
    seat = {"stakes": {"Ante": "5"}, "picks": ["1", "1", "2"]}
    assert refusal({"seats": {"1": seat}}, "stadium-three-card-poker").code is Code.PICKS_INVALID


@pytest.mark.parametrize(
    ("decisions", "code", "said"),
    [
        (["paly"], Code.OPTION_NOT_OFFERED, "Seat 1 may choose: play, fold; not “paly”"),
        ([{"option": "play", "stake": "$11"}], Code.STAKE_INVALID, "“play” takes $10"),
        ([{"option": "play", "stake": 10}], Code.AMOUNT_INVALID, "decisions › 1 › stake"),
        ([{"stake": "$10"}], Code.SCRIPT_INVALID, "“option” is missing"),
        ([7], Code.SCRIPT_INVALID, "decisions › 1: an object"),
        ([], Code.DECISION_MISSING, "Seat 1 is asked “Play or fold?”"),
        (["play", "fold"], Code.DECISION_LEFT_OVER, "Seat 1 is not asked again"),
        (["fold", "hit", "hit"], Code.DECISION_LEFT_OVER, "decisions left for it: hit, hit"),
    ],
)
def test_decisions_the_round_does_not_go_along_with(decisions, code, said):
    script = one_seat()
    script["seats"]["1"]["decisions"] = decisions
    refused = refusal(script)
    assert refused.code is code
    assert said in refused.detail


def test_a_missing_decision_is_refused_with_the_options_offered():
    script = one_seat()
    script["seats"]["1"]["decisions"] = []
    assert "add one (play, fold)" in refusal(script).detail


def test_decisions_of_a_seat_that_is_never_asked():
    seat = {"stakes": {"Pair Plus": "$10"}, "decisions": ["play"]}
    refused = refusal({"seats": {"1": seat}})
    assert refused.code is Code.NOT_ASKED
    assert "Seat 1 is not asked in this round; leave out: play" in refused.detail


def test_time_does_not_run_out_where_nothing_counts_by_default():
    text = json.dumps({"seats": {"1": {"stakes": {"Main": "$10"}}}, "otherwise": "default"})
    with pytest.raises(Rejection) as refused:
        deal(HIGHER, read_script(HIGHER, text))
    assert refused.value.code is Code.NO_DEFAULT


@pytest.mark.parametrize(
    ("cards", "code", "said"),
    [
        ({"seat 1/Hand": "As Ks As"}, Code.CARD_REPEATED, "As is named twice"),
        ({**ROYAL, "next": "2h"}, Code.CARD_REPEATED, "for dealer/Hand and for next"),
        ({"seat 1/Hand": "Ax"}, Code.CARD_UNKNOWN, "in cards › seat 1/Hand: “Ax” is not a card"),
        ({"seat 1/Hand": ""}, Code.SCRIPT_INVALID, "no card is named"),
        ({"seat 1/Hand": ["As"]}, Code.SCRIPT_INVALID, "a text in quotes"),
        ({"seat one/Hand": "As"}, Code.SCRIPT_INVALID, "is not a place"),
        ({"Hand": "As"}, Code.SCRIPT_INVALID, "is not a place"),
        ({"seat 1/Hnad": "As"}, Code.CARD_LEFT_OVER, "Cards came to dealer/Hand, seat 1/Hand"),
        ({"seat 1/Hand": "As Ks Qs Js"}, Code.CARD_LEFT_OVER, "names it: Js"),
        ({"seat 2/Hand": "As"}, Code.CARD_LEFT_OVER, "Not dealt to seat 2/Hand"),
    ],
)
def test_cards_that_cannot_be_dealt_as_named(cards, code, said):
    refused = refusal(one_seat(cards=cards))
    assert refused.code is code
    assert said in refused.detail


def test_named_cards_are_not_cut():
    refused = refusal(one_seat(cards=ROYAL, cut=20, device="deck"))
    assert refused.code is Code.OPTIONS_CONFLICT


@pytest.mark.parametrize(
    ("trouble", "code", "said"),
    [
        ({"irregularities": [{"kind": "fire"}]}, Code.SCRIPT_INVALID, "“detail” is missing"),
        (
            {"irregularities": [{"kind": "fire", "detail": "x", "after": "bets_closed"}]},
            Code.SCRIPT_INVALID,
            "one of card_face_up, wrong_count",
        ),
        (
            {"irregularities": [{"kind": "dealer_error", "detail": "x", "after": "lunch"}]},
            Code.SCRIPT_INVALID,
            "one of round_opened, wagers_placed",
        ),
        (
            {"irregularities": [{"kind": "dealer_error", "detail": "", "after": "bets_closed"}]},
            Code.TEXT_INVALID,
            "After bets_closed, time 1: Say it in 1 to 500",
        ),
        (
            {
                "irregularities": [
                    {"kind": "dealer_error", "detail": "x", "after": "card_dealt", "times": 99}
                ]
            },
            Code.MOMENT_NOT_REACHED,
            "waits for card_dealt, time 99",
        ),
        (
            {"irregularities": [{"kind": "dealer_error", "detail": "x", "after": "round_closed"}]},
            Code.MOMENT_NOT_REACHED,
            "round_closed",
        ),
        (
            {"irregularities": [{"kind": "dealer_error", "detail": "Oh.", "after": "bets_closed"}]},
            Code.ROUND_HELD,
            "no ruling left for it (Oh)",
        ),
        ({"supervisor": [{"ruling": "void", "reason": "x"}]}, Code.ROUND_NOT_HELD, "1 more"),
        (
            {"supervisor": [{"ruling": "supervisor", "reason": "x"}]},
            Code.SCRIPT_INVALID,
            "one of void, continue",
        ),
        ({"faults": [{"kind": "jam", "deal": 0}]}, Code.SCRIPT_INVALID, "a number from 1"),
        ({"faults": [{"kind": "jam", "deal": 3}]}, Code.MOMENT_NOT_REACHED, "0 happened"),
        ({"faults": [{"kind": "jam", "deal": 1, "count": 2}]}, Code.SCRIPT_INVALID, "wrong_count"),
        ({"faults": [{"kind": "wrong_count", "deal": 1}]}, Code.SCRIPT_INVALID, "wrong_count"),
        ({"faults": [{"kind": "cannot", "deal": 1}]}, Code.SCRIPT_INVALID, "one of jam"),
        (
            {"faults": [{"kind": "jam", "deal": 1}, {"kind": "card_face_up", "deal": 1}]},
            Code.SCRIPT_INVALID,
            "two faults are planned for deal 1",
        ),
        (
            {"faults": [{"kind": "wrong_count", "deal": 1, "count": 3}]},
            Code.MOMENT_NOT_REACHED,
            "Of 1 faults that are planned 0 happened",
        ),
    ],
)
def test_trouble_that_cannot_come(trouble, code, said):
    refused = refusal(one_seat(**trouble))
    assert refused.code is code
    assert said in refused.detail


def test_what_a_script_says_is_repeated_harmlessly():
    nasty = "\x1b[31m" + "x" * 500
    for script in (
        {nasty: 1, "seats": {}},
        {"seats": {nasty: {}}},
        one_seat(cards={f"seat 1/{nasty}": "As"}),
        {"seats": {"1": {"stakes": {"Ante": "$5"}, "decisions": ["play", nasty]}}},
        {"seats": {"1": {"stakes": {nasty: "$5"}}}},
    ):
        detail = refusal(json.dumps(script)).detail
        assert detail.isprintable()
        assert len(detail) < 400


def many_keys(*, last: str) -> str:
    return "{" + "".join(f'"{number}": 0, ' for number in range(30_000)) + f'"{last}": 0}}'


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (many_keys(last="29999"), "“29999” is given twice"),
        (
            {"seats": {}, "table": {"pay_tables": {"Pair Plus": {"name": "Long", "lines": {
                str(number): "1 to 1" for number in range(30_000)
            }}}}},
            "unknown line “0”",
        ),
        (
            {"seats": {}, "faults": [
                {"kind": "jam", "deal": number} for number in [*range(1, 20_000), 19_999]
            ]},
            "two faults are planned for deal 19999",
        ),
        ({"seats": {}, "x" * 1_000_000: 1}, "there is no key"),
    ],
    ids=["repeated key", "pay table", "faults", "long key"],
)  # fmt: skip
def test_a_huge_script_is_refused_as_soon_as_it_is_read(script, said):
    before = process_time()
    assert said in refusal(script).detail
    assert process_time() - before < 5
