"""Printed figures: which agree, which are wrong, and what would make them true."""

from fractions import Fraction

import pytest

from croupier.analysis.audit import Verdict, audit_sheet
from croupier.analysis.compare import compare_published
from croupier.analysis.explaining import ExplanationKind
from croupier.analysis.printed import PrintedNumber
from croupier.analysis.valuer import Valuer
from croupier.table.settings import settings_for
from croupier.table.worth import Figure

from .duel import Duel, DuelWorth, printed_edge, printed_hits


def audited(*printed, error=Fraction(0)):
    game = Duel(DuelWorth(tuple(printed), error=error))
    return audit_sheet(game, settings_for(game))


def test_right_figures_agree_and_the_wrong_one_is_named(duel, settings):
    audit = audit_sheet(duel, settings)
    assert [figure.verdict for figure in audit.figures] == [
        Verdict.AGREES,
        Verdict.AGREES,
        Verdict.WRONG,
        Verdict.AGREES,
        Verdict.AGREES,
    ]
    (wrong,) = audit.wrong
    assert wrong.printed.text == "9.80%"
    assert wrong.ours == Figure(Fraction(4, 51))
    assert wrong.ours_written == "7.8431%"
    assert wrong.difference.value == Fraction("0.0980") - Fraction(4, 51)


def test_a_game_that_prints_nothing():
    audit = audited()
    assert audit.figures == audit.wrong == ()


def test_the_single_pay_that_makes_it_true_is_found_and_proved():
    # 3.92% = 2/51: eight and five would have to pay two more in all, 8 as 12 or 5 as 7.
    (wrong,) = audited(printed_edge("Usual", "3.92%")).wrong
    pays = {
        (one.lines, one.printed_pays, one.needed_pays)
        for one in wrong.explanations
        if one.kind is ExplanationKind.PAY
    }
    assert pays == {
        (("Same rank and colour",), ("8 to 1",), ("12 to 1",)),
        (("Same rank",), ("5 to 1",), ("7 to 1",)),
    }
    assert all(one.ours == Figure(Fraction(2, 51)) for one in wrong.explanations)
    assert wrong.explanation is not None
    assert wrong.explanation.lines == ("Same rank",), "the rounder pay comes first"


def test_a_pay_that_another_table_prints_comes_first():
    # 7.84% = 4/51: 10 instead of 8, as table Low has it, or 6 instead of 5.
    (wrong,) = audited(printed_edge("Usual", "7.84%")).wrong
    nearest, second, third = wrong.explanations
    assert (nearest.needed_pays, nearest.also_in) == (("10 to 1",), ("Low",))
    assert (second.needed_pays, second.also_in) == (("6 to 1",), ())
    assert (third.kind, third.also_in) == (ExplanationKind.OTHER_TABLE, ("Long",))
    assert nearest.sentence == (
        "It would be true if Same rank and colour paid 10 to 1 instead of 8 to 1, as in Low: then "
        "it is 7.8431%."
    )


def test_two_pays_exchanged_are_found():
    # Usual with 5 and 8 exchanged: 1 - (6 + 2·9 + 12·2)/51 = 3/51.
    (wrong,) = audited(printed_edge("Usual", "5.88%")).wrong
    swapped = [one for one in wrong.explanations if one.kind is ExplanationKind.SWAPPED]
    (one,) = swapped
    assert one.lines == ("Same rank and colour", "Same rank")
    assert one.needed_pays == ("5 to 1", "8 to 1")
    assert one.ours == Figure(Fraction(3, 51))


def test_what_nothing_explains_has_no_explanation():
    # The three lines change the edge by 1, 2 and 12 parts of 51; 11.0% is none of them.
    (wrong,) = audited(printed_edge("Usual", "11.0%")).wrong
    assert wrong.explanations == ()
    assert wrong.explanation is None


def test_digits_left_away_are_said_to_be():
    # 15/51 is 29.4117…%; 1 in 3.4 exactly. 6/51 is 11.7647%.
    (wrong,) = audited(printed_edge("Usual", "11.764%")).wrong
    assert wrong.explanations[0].kind is ExplanationKind.CUT_OFF
    (hits,) = audited(printed_hits("29.42%")).wrong
    assert hits.explanations == (), "only an edge is explained by pays"


def test_the_readings_of_the_table_are_those_of_the_audit(duel):
    audit = audit_sheet(duel, settings_for(duel, readings={"tie": "house"}))
    assert dict(audit.readings)["tie"] == "house"


@pytest.mark.parametrize(
    ("text", "value", "agrees"),
    [
        ("8.08%", "0.0808", True),
        ("8.08%", "0.08075", True),
        ("8.08%", "0.08085", True),
        ("8.08%", "0.080749", False),
        ("8.08%", "0.080851", False),
        ("-2.5%", "-0.0254", True),
        ("0.00003232", "0.000032320620555914674", True),
        ("0.00003232", "0.000032330", False),
        ("1 in 3.54", "0.28265", True),
        ("1 in every 3.54 hands", "0.28265", True),
        ("1 in 3.54", "0.2829", False),
        ("1 in 3.54", "3.5379", True),
        ("1,755", "1755", True),
        ("1,755", "1755.6", False),
        ("12 %", "0.124", True),
    ],
)
def test_a_figure_agrees_if_it_rounds_to_what_is_printed(text, value, agrees):
    assert PrintedNumber.parse(text).agrees(Figure(Fraction(value))) is agrees


def test_a_bound_on_the_error_is_allowed_for():
    printed = PrintedNumber.parse("8.08%")
    assert not printed.agrees(Figure(Fraction("0.0809")))
    assert printed.agrees(Figure(Fraction("0.0809"), Fraction("0.0001")))
    one_in = PrintedNumber.parse("1 in 4")
    assert not one_in.agrees(Figure(Fraction(1, 5)))
    assert one_in.agrees(Figure(Fraction(1, 5), Fraction(1, 20)))


@pytest.mark.parametrize("text", ["", "about 3%", "3 to 1", "1 in", "%"])
def test_what_is_no_figure_is_a_mistake_of_the_game(text):
    with pytest.raises(AssertionError, match="not a printed figure"):
        PrintedNumber.parse(text)


# Published figures.


def test_published_figures_stand_beside_ours_under_their_own_table(duel):
    usual, low, long = compare_published(Valuer(duel))
    assert (usual.agrees, usual.ours, usual.ours_written) == (
        True,
        Figure(Fraction(6, 51)),
        "11.765%",
    )
    assert (low.agrees, low.ours_written) == (False, "19.61%")
    assert low.published.why == "They leave the digits away."
    assert long.agrees


def test_at_a_table_only_what_speaks_of_its_bets_is_compared(duel):
    valuer = Valuer(duel)
    rules = valuer.rules({"tie": "house"})
    for table, texts in (("Usual", ["11.8%"]), ("Low", ["19%"])):
        tables = valuer.pay_tables(rules, {"Match": table})
        found = compare_published(valuer, rules=rules, pay_tables=tables)
        assert [one.published.text for one in found] == texts
    none = compare_published(valuer, bets=["Ante and Raise"])
    assert none == ()
