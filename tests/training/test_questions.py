"""How answers are read and marked, whatever the question."""

from dataclasses import replace

import pytest

from croupier.money import CHIPS
from croupier.rejection import Code, Rejection
from croupier.training.marking import Mark, MistakeKind, added_up
from croupier.training.questions import (
    Blank,
    BlankKind,
    Offered,
    Question,
    Right,
    Task,
    format_chips,
    tidied,
)
from croupier.training.scene import Scene

RESULT = Blank("result", "What becomes of it?", BlankKind.CHOICE, (
    Offered("pay", "It is paid"), Offered("take", "It is taken")))  # fmt: skip
AMOUNT = Blank("amount", "How much?", BlankKind.AMOUNT)
IN_CHIPS = Blank("chips", "In which chips?", BlankKind.CHIPS)
BEST = Blank("cards", "Which cards count?", BlankKind.CARDS, count=2)
QUESTION = Question(
    "payouts", "Ante: even money", "Ante $52.50 wins.", Scene(), (RESULT, AMOUNT, IN_CHIPS, BEST)
)
TASK = Task(
    QUESTION,
    (
        Right("result", ("pay",), MistakeKind.WRONG_RESULT, "Rule 1", "The hand is better."),
        Right("amount", ("$52.50",), MistakeKind.WRONG_AMOUNT, "Rule 1", "Even money."),
        Right("chips", ("2x$25 1x$2.50",), MistakeKind.WRONG_CHIPS, "Rule 1", "The fewest."),
        Right("cards", ("As Kd", "As Kc"), MistakeKind.WRONG_CARDS, "Rule 2", "The best two."),
    ),
)
RIGHT = {"result": "pay", "amount": "$52.50", "chips": "2x$25 1x$2.50", "cards": "As Kd"}


def test_right_answers_have_full_marks():
    assert TASK.right_answers() == RIGHT
    assert TASK.mark(RIGHT) == Mark(4, 4)
    assert TASK.mark(RIGHT).is_full


@pytest.mark.parametrize(
    ("blank", "said"),
    [
        ("result", "IT IS  paid"),
        ("amount", "52.50"),
        ("chips", "1 x 2.50, 2×25"),
        ("chips", "1x25 1x$25 1*2.50"),
        ("cards", "K♦ A♠"),
        ("cards", "AsKc"),
    ],
)
def test_a_right_answer_may_be_written_in_many_ways(blank, said):
    assert TASK.mark({**RIGHT, blank: said}).is_full


@pytest.mark.parametrize(
    ("blank", "said", "kind", "shown"),
    [
        ("result", "take", MistakeKind.WRONG_RESULT, "It is taken"),
        ("amount", "105", MistakeKind.WRONG_AMOUNT, "$105"),
        ("chips", "none", MistakeKind.WRONG_CHIPS, "none"),
        ("cards", "As Ks", MistakeKind.WRONG_CARDS, "As Ks"),
        ("cards", "  ", MistakeKind.NO_ANSWER, ""),
    ],
)
def test_each_wrong_answer_costs_a_point_and_is_named_with_its_clause(blank, said, kind, shown):
    mark = TASK.mark({**RIGHT, blank: said})
    assert (mark.points, mark.possible) == (3, 4)
    (mistake,) = mark.mistakes
    right = next(one for one in TASK.rights if one.blank == blank)
    assert (mistake.kind, mistake.said, mistake.clause) == (kind, shown, right.clause)


def test_nothing_said_is_wrong_in_every_blank_and_not_refused():
    mark = TASK.mark({})
    assert mark.points == 0
    assert {one.kind for one in mark.mistakes} == {MistakeKind.NO_ANSWER}


@pytest.mark.parametrize(
    ("blank", "said", "code", "words"),
    [
        (
            "result",
            "maybe",
            Code.ANSWER_INVALID,
            "no answer to “What becomes of it?”; there are: It is",
        ),
        ("amount", "much", Code.AMOUNT_INVALID, "is not an amount"),
        ("chips", "3 of 25", Code.ANSWER_INVALID, "write 2x$25 1x$5"),
        ("chips", "1x$7", Code.ANSWER_INVALID, "chips of $1,000"),
        ("chips", "0x$5", Code.ANSWER_INVALID, "no number of chips"),
        ("cards", "As Zz", Code.CARD_UNKNOWN, "Zz"),
        ("cards", "As As", Code.CARD_REPEATED, "As"),
        ("what", "x", Code.ANSWER_INVALID, "no blank “what”"),
        ("what", " ", Code.ANSWER_INVALID, "no blank “what”"),
    ],
)
def test_what_can_be_no_answer_is_refused(blank, said, code, words):
    with pytest.raises(Rejection) as refusal:
        TASK.mark({**RIGHT, blank: said})
    assert refusal.value.code is code
    assert words in refusal.value.detail


@pytest.mark.parametrize("chip", CHIPS, ids=str)
def test_chips_are_read_as_they_are_written(chip):
    written = format_chips({chip: 3})
    assert tidied(IN_CHIPS, written) == written


def test_marks_are_added_up():
    half = Mark(1, 2, TASK.mark({**RIGHT, "amount": "5"}).mistakes)
    assert added_up([Mark(4, 4), half]) == Mark(5, 6, half.mistakes)
    assert added_up([]).percent == 100
    assert half.percent == 50


DEPENDENT = Task(
    QUESTION,
    tuple(
        replace(right, needs="result") if right.blank in ("amount", "chips") else right
        for right in TASK.rights
    ),
)


def test_money_is_worth_nothing_on_a_wager_that_should_be_taken():
    mark = DEPENDENT.mark({**RIGHT, "result": "take"})
    assert (mark.points, mark.possible) == (1, 4)
    assert [one.kind for one in mark.mistakes] == [MistakeKind.WRONG_RESULT]


def test_what_is_wrong_itself_is_named_beside_what_it_needs():
    mark = DEPENDENT.mark({**RIGHT, "result": "take", "chips": "none"})
    assert mark.points == 1
    assert [one.kind for one in mark.mistakes] == [
        MistakeKind.WRONG_RESULT,
        MistakeKind.WRONG_CHIPS,
    ]


def test_money_counts_without_the_chips_and_without_an_answer_to_the_result_it_does_not():
    assert DEPENDENT.mark({**RIGHT, "chips": "none"}).points == 3
    left_out = DEPENDENT.mark({**RIGHT, "result": ""})
    assert left_out.points == 1
    assert [one.kind for one in left_out.mistakes] == [MistakeKind.NO_ANSWER]
