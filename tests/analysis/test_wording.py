"""Figures as people read them."""

from fractions import Fraction

import pytest

from croupier.analysis.wording import (
    amount,
    decimal,
    dollars,
    fraction,
    needed_digits,
    one_in,
    percent,
)
from croupier.table.worth import Figure


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        ("0", 2, "0.00"),
        ("1/3", 4, "0.3333"),
        ("2/3", 4, "0.6667"),
        ("-2/3", 0, "-1"),
        ("1/2", 0, "1"),
        ("-1/1000", 2, "0.00"),
        ("1234567", 0, "1,234,567"),
        ("-1234.5678", 2, "-1,234.57"),
        ("0.0000323206", 8, "0.00003232"),
    ],
)
def test_a_decimal_is_rounded_and_in_thousands(value, digits, text):
    assert decimal(Fraction(value), digits) == text


def test_percents_amounts_and_dollars():
    assert percent(Figure(Fraction(686689, 20358520))) == "3.3730%"
    assert amount(Figure(Fraction(-3, 2)), 2) == "-1.50"
    assert dollars(Figure(Fraction("-0.504"))) == "-$0.50"
    assert dollars(Figure(Fraction("-0.001"))) == "$0.00"
    assert dollars(Figure(Fraction("1234.5"))) == "$1,234.50"


def test_a_bound_is_shown_where_it_can_be_seen_and_never_too_small():
    assert percent(Figure(Fraction(1, 3), Fraction(1, 10**12))) == "33.3333%"
    assert percent(Figure(Fraction(1, 3), Fraction(1, 10**4)), 2) == "33.33±0.010%"
    assert amount(Figure(Fraction(1), Fraction(1, 3)), 1) == "1.0±0.34"


def test_one_in_so_many():
    assert one_in(Fraction("0.28265")) == "3.54"
    assert one_in(Fraction(1, 5525)) == "5,525.0"
    assert one_in(Fraction(1, 108290)) == "108,290"
    assert one_in(Fraction(1)) == "1.00"
    assert one_in(Fraction(0)) == "-"


def test_a_fraction_is_shown_where_it_is_exact_and_short():
    assert fraction(Figure(Fraction(392, 5525))) == "392/5525"
    assert fraction(Figure(Fraction(-1))) == "-1"
    assert fraction(Figure(Fraction(1, 10**30))) == "…"
    assert fraction(Figure(Fraction(1, 10**9), Fraction(1, 10**12))) == ""
    assert fraction(Figure(Fraction(3, 10**5000 + 1))) == "…"


def test_digits_are_as_many_as_the_smallest_needs():
    assert needed_digits([Fraction(1, 2), Fraction(0)], least=4) == 4
    assert needed_digits([Fraction(1, 10**6)], least=4) == 9
    assert needed_digits([Fraction(1, 10**40)], least=4) == 12
