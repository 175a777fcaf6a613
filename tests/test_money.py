"""Money: amounts read and written exactly, odds that pay whole cents, and the fewest chips."""

from fractions import Fraction
from itertools import product
from math import gcd, lcm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.money import (
    CHIPS,
    EVEN_MONEY,
    ONE_HALF,
    PUSH,
    Chip,
    Odds,
    break_into_chips,
    format_cents,
    format_stakes,
    is_whole_number,
    parse_cents,
    parse_chips,
    smallest_unit_cents,
)
from croupier.rejection import Code, Rejection

held = settings(derandomize=True, deadline=None, max_examples=300)
ODDS = st.builds(Odds, st.integers(0, 10**6), st.integers(1, 10**6))
CLOSE_TO_MONEY = st.text(alphabet="0123456789,.$:/- tochalfevnmy٣")

# Amounts.


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        *(("5", 500), ("$5", 500), ("5.00", 500), (" $12.50 ", 1250), ("12.05", 1205)),
        *(("1,000", 100000), ("$1,000.00", 100000), ("1000", 100000), ("0", 0), ("0.01", 1)),
        *(("1,234,567.89", 123456789), ("999999999999999.99", 99999999999999999)),
        ("999,999,999,999,999.99", 99999999999999999),
    ],
)
def test_an_amount_is_read(text, cents):
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "$", ".", ".50", "5.", "5.5", "5.500", "-5", "+5", "5-", "1,00", "10,00", ",5"),
        *(
            "1,000,0",
            "1000,000",
            "1,0000",
            "1,,000",
            "5 dollars",
            "$ 5",
            "$$5",
            "5$",
            "1e3",
            "1_000",
        ),
        *("0x10", "5.5.5", "1.000,00", "1 000", "five", "inf", "nan", "½", "²", "\x00", "5\n5"),
        *("1" + 15 * "0", "1,000,000,000,000,000", "9" * 5000),
    ],
)
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(Rejection) as refused:
        parse_cents(text)
    assert refused.value.code is Code.AMOUNT_INVALID
    assert len(refused.value.detail) < 120


@pytest.mark.parametrize("text", ["٣", "৪", "１２", "1٣", "5.٥٠"])
def test_digits_of_other_scripts_are_refused(text):
    # The Bengali four, ৪, looks like an 8: nobody should be misread by a factor of two.
    with pytest.raises(Rejection) as refused:
        parse_cents(text)
    assert refused.value.code is Code.AMOUNT_INVALID
    with pytest.raises(Rejection) as refused:
        Odds.parse(text.split(".")[-1])
    assert refused.value.code is Code.ODDS_INVALID


@pytest.mark.parametrize("parse", [parse_cents, Odds.parse])
@pytest.mark.parametrize("text", ["\x1b[2J5", "\ud800", "5\x07", "\u202e5"])
def test_a_refused_text_is_quoted_so_that_it_can_be_shown_and_sent(parse, text):
    with pytest.raises(Rejection) as refused:
        parse(text)
    assert refused.value.detail.isprintable()
    refused.value.detail.encode()


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        *((0, "$0"), (1, "$0.01"), (50, "$0.50"), (100, "$1"), (1250, "$12.50"), (1205, "$12.05")),
        *(
            (100_000, "$1,000"),
            (123_456_789, "$1,234,567.89"),
            (-50, "-$0.50"),
            (-100_000, "-$1,000"),
        ),
    ],
)
def test_an_amount_is_written(cents, text):
    assert format_cents(cents) == text


@held
@given(st.integers(0, 10**17 - 1))
def test_a_written_amount_is_read_back(cents):
    assert parse_cents(format_cents(cents)) == cents
    assert parse_cents(format_cents(cents).replace(",", "").removeprefix("$")) == cents
    assert format_cents(-cents) == ("-" if cents else "") + format_cents(cents)


@held
@given(st.one_of(st.text(), CLOSE_TO_MONEY))
def test_any_text_is_read_or_refused_and_nothing_else(text):
    for parse, kind, code in (
        (parse_cents, int, Code.AMOUNT_INVALID),
        (Odds.parse, Odds, Code.ODDS_INVALID),
    ):
        try:
            assert type(parse(text)) is kind
        except Rejection as refused:
            assert refused.code is code


def test_only_whole_numbers_are_amounts():
    assert is_whole_number(5)
    assert is_whole_number(-5)
    assert not any(map(is_whole_number, (True, False, 5.0, "5", None, Fraction(5))))


# Odds.


@pytest.mark.parametrize(
    ("text", "won", "staked"),
    [
        *(("3 to 2", 3, 2), ("3:2", 3, 2), ("3/2", 3, 2), ("3 : 2", 3, 2), ("100", 100, 1)),
        *(
            ("1,000 to 1", 1000, 1),
            ("1000 to 1", 1000, 1),
            ("1,000,000", 10**6, 1),
            ("0 to 1", 0, 1),
        ),
        *(("even money", 1, 1), (" Even  Money ", 1, 1), ("evens", 1, 1), ("one half", 1, 2)),
        *(("half", 1, 2), ("3 TO 2", 3, 2), ("6\tto\n5", 6, 5), ("4 to 2", 4, 2), ("3to2", 3, 2)),
    ],
)
def test_odds_are_read_and_kept_as_given(text, won, staked):
    odds = Odds.parse(text)
    assert (odds.won, odds.staked) == (won, staked)


@pytest.mark.parametrize(
    "text",
    [
        *("", "to", "3 to", "to 2", "3 to 2 to 1", "three to two", "1.5", "1.5 to 1", "3-2", "½"),
        *(
            "1 to 0",
            "0 to 0",
            "-1",
            "-1 to 2",
            "1 to -2",
            "1,00 to 1",
            ",1",
            "1,",
            "3 for 2",
            "evn",
        ),
        *("9" * 13, "1 to " + "9" * 13, "9" * 5000),
    ],
)
def test_what_are_no_odds_is_refused(text):
    with pytest.raises(Rejection) as refused:
        Odds.parse(text)
    assert refused.value.code is Code.ODDS_INVALID


def test_odds_too_long_to_be_a_number_are_refused():
    with pytest.raises(Rejection) as refused:
        Odds.parse("1" + ",000" * 2000)
    assert refused.value.code is Code.ODDS_INVALID


@pytest.mark.parametrize(("won", "staked"), [(-1, 1), (1, 0), (1, -1), (0, 0)])
def test_odds_that_pay_less_than_nothing_or_for_nothing_are_refused(won, staked):
    with pytest.raises(Rejection) as refused:
        Odds(won, staked)
    assert refused.value.code is Code.ODDS_INVALID


@pytest.mark.parametrize(
    ("won", "staked"), [(1.5, 1), (3, 2.0), ("3", 2), (3, None), (Fraction(3, 2), 1)]
)
def test_odds_of_anything_but_whole_numbers_are_refused(won, staked):
    with pytest.raises(Rejection) as refused:
        Odds(won, staked)
    assert refused.value.code is Code.ODDS_INVALID


@pytest.mark.parametrize(
    ("odds", "words"),
    [
        *((Odds(3, 2), "3 to 2"), (Odds(4, 2), "4 to 2"), (Odds(1), "even money")),
        *((Odds(2, 2), "even money"), (Odds(1, 2), "one half"), (Odds(2, 4), "one half")),
        *((Odds(1000), "1,000 to 1"), (Odds(0), "0 to 1"), (Odds(6, 5), "6 to 5")),
    ],
)
def test_odds_are_said_in_the_words_of_the_floor(odds, words):
    assert str(odds) == words
    assert Odds.parse(words) == odds


@held
@given(ODDS)
def test_written_odds_are_read_back(odds):
    again = Odds.parse(str(odds))
    assert again == odds
    assert str(again) == str(odds)


@held
@given(ODDS, ODDS, st.integers(1, 1000))
def test_odds_compare_by_their_worth(one, other, times):
    same = Odds(one.won * times, one.staked * times)
    assert same == one
    assert hash(same) == hash(one)
    assert (one == other) == (one.won * other.staked == other.won * one.staked)
    assert (one < other) == (one.won * other.staked < other.won * one.staked)
    assert (one > other) == (other < one)
    assert not one < same


def test_odds_sort_and_differ_from_what_are_no_odds():
    assert sorted([Odds(2), Odds(1, 2), Odds(3, 2)]) == [Odds(1, 2), Odds(3, 2), Odds(2)]
    assert Odds(1) != 1
    assert Odds(1) != "even money"


def test_odds_compare_with_every_sign():
    assert Odds(3, 2) <= Odds(2)
    assert Odds(2) >= Odds(4, 2)
    assert not Odds(2) <= Odds(3, 2)


def test_odds_do_not_compare_with_numbers():
    with pytest.raises(TypeError):
        _ = Odds(1) < 3


def test_the_named_odds_pay_what_they_say():
    assert EVEN_MONEY.win_cents(1234) == 1234
    assert ONE_HALF.win_cents(1234) == 617
    assert PUSH.win_cents(1234) == 0
    assert PUSH.unit_cents == 1


@pytest.mark.parametrize(
    ("odds", "stake", "multiple"),
    [(Odds(3, 2), 501, "$0.02"), (Odds(6, 5), 7, "$0.05"), (Odds(1, 250), 100, "$2.50")],
)
def test_a_stake_that_cannot_be_paid_in_whole_cents_is_refused(odds, stake, multiple):
    with pytest.raises(Rejection) as refused:
        odds.win_cents(stake)
    assert refused.value.code is Code.STAKE_NOT_PAYABLE
    assert refused.value.detail.endswith(f"stake a multiple of {multiple}.")
    assert refused.value.detail.startswith(format_cents(stake))


@held
@given(ODDS, st.integers(0, 10**12))
def test_a_win_is_exact_or_refused(odds, stake):
    exact = Fraction(stake) * Fraction(odds.won, odds.staked)
    if exact.denominator == 1:
        assert odds.win_cents(stake) == exact
    else:
        with pytest.raises(Rejection):
            odds.win_cents(stake)


@held
@given(st.builds(Odds, st.integers(0, 200), st.integers(1, 200)), st.integers(1, 10**6))
def test_the_unit_is_the_smallest_stake_whose_multiples_pay_exactly(odds, times):
    unit = odds.unit_cents
    assert odds.win_cents(unit * times) * odds.staked == unit * times * odds.won
    payable = [stake for stake in range(1, odds.staked + 1) if stake * odds.won % odds.staked == 0]
    assert unit == payable[0]
    assert all(stake % unit == 0 for stake in payable)


@held
@given(st.lists(st.builds(Odds, st.integers(0, 12), st.integers(1, 12)), max_size=5))
def test_the_common_unit_is_the_smallest_that_every_odds_can_pay(some):
    payable = next(
        stake
        for stake in range(1, lcm(*range(1, 13)) + 1)
        if all(stake * odds.won % odds.staked == 0 for odds in some)
    )
    assert smallest_unit_cents(some) == payable
    assert smallest_unit_cents(iter(some)) == payable


# Chips.


def fewest_by_trying_all(most, values):
    """By amount up to `most`: the fewest chips that make it up, or None."""
    fewest = [0, *([None] * most)]
    for amount in range(1, most + 1):
        ways = [fewest[amount - value] for value in values if value <= amount]
        fewest[amount] = min((way + 1 for way in ways if way is not None), default=None)
    return fewest


def rack_of(*values):
    return [Chip(value, f"colour {place}") for place, value in enumerate(values)]


def test_stakes_are_said_in_their_order():
    assert format_stakes([("Ante", 500), ("Pair Plus", 250)]) == "Ante $5, Pair Plus $2.50"
    assert format_stakes(()) == ""


@pytest.mark.parametrize(
    "rack",
    [
        CHIPS,
        rack_of(250, 100),
        rack_of(2000, 2500, 500),
        rack_of(100, 75, 1),
        rack_of(700, 500, 300),
        rack_of(1, 7, 10, 13),
        rack_of(100),
        rack_of(),
        rack_of(500, 500, 100),
    ],
    ids=lambda rack: "/".join(str(chip.value_cents) for chip in rack) or "no chips",
)
def test_amounts_up_to_sixty_dollars_are_paid_in_the_fewest_chips(rack):
    fewest = fewest_by_trying_all(6000, [chip.value_cents for chip in rack])
    for cents, expected in enumerate(fewest):
        if expected is None:
            with pytest.raises(Rejection) as refused:
                break_into_chips(cents, rack)
            assert refused.value.code is Code.CHIPS_IMPOSSIBLE
        else:
            paid = break_into_chips(cents, rack)
            assert sum(chip.value_cents * count for chip, count in paid.items()) == cents
            assert sum(paid.values()) == expected
            assert list(paid) == sorted(paid, reverse=True)
            assert set(paid) <= set(rack)
            assert all(count > 0 for count in paid.values())


def test_the_most_of_the_highest_value_is_not_always_the_fewest():
    twenty_five, twenty, five = rack_of(2500, 2000, 500)
    assert break_into_chips(4000, [five, twenty, twenty_five]) == {twenty: 2}


def test_nothing_is_paid_in_no_chips():
    assert break_into_chips(0) == {}
    assert break_into_chips(0, []) == {}


def test_less_than_nothing_cannot_be_paid():
    with pytest.raises(Rejection) as refused:
        break_into_chips(-1)
    assert refused.value.code is Code.AMOUNT_INVALID


def test_a_refusal_names_the_chips_there_are():
    with pytest.raises(
        Rejection, match=r"\$0.10 cannot be made up of chips of \$5, \$1."
    ) as refused:
        break_into_chips(10, rack_of(100, 500))
    assert refused.value.code is Code.CHIPS_IMPOSSIBLE
    with pytest.raises(Rejection, match="chips of no value"):
        break_into_chips(10, [])


@pytest.mark.parametrize("value", [0, -5])
def test_a_chip_without_value_is_refused(value):
    with pytest.raises(Rejection):
        break_into_chips(500, [Chip(500, "red"), Chip(value, "clear")])


@pytest.mark.parametrize(
    ("cents", "values"),
    [
        (10**17 + 75, [chip.value_cents for chip in CHIPS]),
        (10**15 + 300, [250, 100]),
        (10**12 + 500, [2500, 2000, 500]),
        (10**9 + 1, [1000, 997, 991]),
        (10**7 + 1, [10037, 10009, 10007]),
    ],
)
def test_huge_amounts_are_paid_too(cents, values):
    paid = break_into_chips(cents, rack_of(*values))
    assert sum(chip.value_cents * count for chip, count in paid.items()) == cents
    assert sum(paid.values()) >= -(-cents // max(values))


def test_two_colours_of_one_value_are_paid_in_the_fewest_chips():
    paid = break_into_chips(10**8 + 400, rack_of(500, 500, 100))
    assert sum(paid.values()) == 2 * 10**5 + 4


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2x$25 1x$5", {2500: 2, 500: 1}),
        ("2x25,1x5", {2500: 2, 500: 1}),
        ("2x25, 1x5", {2500: 2, 500: 1}),
        ("2x25 and 1x5", {2500: 2, 500: 1}),
        ("2 × 25 + 1 * $5", {2500: 2, 500: 1}),
        ("3x5 25", {500: 3, 2500: 1}),
        ("25 and 25", {2500: 2}),
        ("1X1,000,2x25", {100_000: 1, 2500: 2}),
        ("2x$1,000.00", {100_000: 2}),
        ("1,000", {100_000: 1}),
        ("1x2.50 2x0.25", {250: 1, 25: 2}),
        *((text, {}) for text in ("none", " None ", "0", "-")),
    ],
)
def test_chips_are_read_in_every_form(text, values):
    assert {chip.value_cents: count for chip, count in parse_chips(text).items()} == values


@pytest.mark.parametrize(
    "text", ["", ",", "x", "2x", "x25", "2x7", "0x25", "2x25 of each", "-1x5", "٣x5", "9" * 5000]
)
def test_what_are_no_chips_is_refused_with_the_right_form(text):
    with pytest.raises(Rejection, match="write 2x") as refused:
        parse_chips(text)
    assert refused.value.code is Code.ANSWER_INVALID


@held
@given(st.one_of(st.text(), st.text(alphabet="0123456789x×*,.+$ and")))
def test_any_text_is_read_as_chips_or_refused(text):
    try:
        assert all(count > 0 for count in parse_chips(text).values())
    except Rejection as refused:
        assert refused.code is Code.ANSWER_INVALID


def test_the_usual_rack_runs_from_the_highest_value_down():
    values = [chip.value_cents for chip in CHIPS]
    assert values == sorted(set(values), reverse=True)
    assert len({chip.colour for chip in CHIPS}) == len(CHIPS)
    assert gcd(*values) == 25
    assert str(CHIPS[4]) == "$5 red"


def test_every_pair_of_chips_is_paid_back_in_no_more_chips():
    for one, other in product(CHIPS, repeat=2):
        assert sum(break_into_chips(one.value_cents + other.value_cents).values()) <= 2
