"""Which key means which option."""

import pytest

from croupier.rejection import Code, Rejection
from croupier.table.steps import Asked, Option
from croupier.terminal.keys import RESERVED, find_option, keyed, letters_for

ASKED = Asked(
    1,
    (
        Option("stand", "Stand"),
        Option("hit", "Hit"),
        Option("split", "Split, another $5", "Blackjack", 500, 500),
        Option("insure", "Insure", "Insurance", 100, 1_000, 100, is_open=True),
    ),
)


def test_every_option_has_a_digit_and_a_letter_of_its_own():
    found = keyed(ASKED.options)
    assert [one.number for one in found] == ["1", "2", "3", "4"]
    assert [one.letter for one in found] == ["s", "h", "p", "n"]


def test_many_options_have_letters_when_digits_are_out_and_none_that_means_something_else():
    names = [f"option {number}" for number in range(30)]
    letters = letters_for(names)
    used = [letter for letter in letters if letter]
    assert len(set(used)) == len(used) == 26 - len(RESERVED)
    assert not set(used) & set(RESERVED)
    found = keyed([Option(name, name) for name in names])
    assert len(found) == 30
    assert [one.number for one in found[8:12]] == ["9", "0", "", ""]


@pytest.mark.parametrize(
    ("said", "option", "stake"),
    [
        ("1", "stand", None),
        ("s", "stand", None),
        ("Stand", "stand", None),
        ("  HIT ", "hit", None),
        ("split, another $5", "split", None),
        ("sp", "split", None),
        ("insure 7", "insure", 700),
        ("4 7.50", "insure", 750),
        ("n $3", "insure", 300),
    ],
)
def test_an_option_is_meant_by_number_letter_name_label_or_how_it_begins(said, option, stake):
    found, named = find_option(ASKED, said)
    assert (found.name, named) == (option, stake)


@pytest.mark.parametrize("said", ["", "9", "double", "st and", "z 5", "0"])
def test_what_is_not_offered_is_refused_with_what_is(said):
    with pytest.raises(Rejection) as refusal:
        find_option(ASKED, said)
    assert refusal.value.code is Code.OPTION_NOT_OFFERED
    assert "stand, hit, split, insure" in refusal.value.detail


def test_a_stake_that_is_no_amount_is_refused_as_such():
    with pytest.raises(Rejection) as refusal:
        find_option(ASKED, "insure much")
    assert refusal.value.code is Code.AMOUNT_INVALID
