"""A study values all bets of a table, or those it is asked for, and refuses what is not there."""

from fractions import Fraction

import pytest

from croupier.analysis.study import study, win_per_hour
from croupier.analysis.valuer import Valuer
from croupier.rejection import Code, Rejection
from croupier.table.paytable import PayTable
from croupier.table.settings import settings_for
from croupier.table.worth import Figure

from .duel import LINES, MATCH_EDGE, Duel


def test_a_study_values_every_bet_of_the_table(duel, settings):
    studied = study(duel, settings)
    assert [bet.name for bet in studied.bets] == ["Ante and Raise", "Match"]
    assert (studied.game, studied.name, studied.rules_version) == ("duel", "Duel", 7)
    assert studied.readings == settings.readings
    assert studied.pay_tables == settings.pay_tables
    assert studied.rounds_per_hour == 60
    assert studied.elapsed_s > 0
    assert studied.together is not None
    assert studied.bet("Match").edge == Figure(MATCH_EDGE["Usual"])


def test_a_study_keeps_to_the_readings_and_pay_tables_of_the_table(duel):
    chosen = settings_for(duel, readings={"tie": "house"}, pay_tables={"Match": "Low"})
    usual, other = study(duel, settings_for(duel)), study(duel, chosen)
    assert other.bet("Match").edge == Figure(MATCH_EDGE["Low"])
    # Raised with one of 10 ranks, a tie (3 of 51) costs two units more, and so one rank less.
    assert other.bet("Ante and Raise").edge.value > usual.bet("Ante and Raise").edge.value


def test_a_pay_table_of_the_houses_own_is_valued(duel):
    own = PayTable.to_one("Own", LINES[:1], 50)
    studied = study(duel, settings_for(duel, pay_tables={"Match": own}), bets=["Match"])
    assert studied.bet("Match").edge.value == 0


def test_only_what_is_asked_for_is_worked_out(duel, settings, worth):
    studied = study(duel, settings, bets=["Match"])
    assert [bet.name for bet in studied.bets] == worth.asked == ["Match"]
    assert studied.together is None


def test_where_a_game_does_not_say_how_bets_go_together_the_study_says_why(duel, settings, worth):
    worth.together = lambda *_: None
    worth.not_together = "Nobody knows."
    assert study(duel, settings).not_together == "Nobody knows."
    assert study(duel, settings, bets=["Match"]).not_together == ""


def test_bets_come_in_the_order_of_the_game_whatever_is_asked(duel, settings):
    studied = study(duel, settings, bets=["Match", "Ante and Raise"])
    assert [bet.name for bet in studied.bets] == ["Ante and Raise", "Match"]


@pytest.mark.parametrize(
    ("bet", "said"),
    [("Mach", "did you mean “Match”?"), ("Roulette", "there are: Ante and Raise, Match.")],
)
def test_a_bet_that_does_not_exist_is_refused(duel, settings, bet, said):
    with pytest.raises(Rejection) as refused:
        study(duel, settings, bets=[bet])
    assert refused.value.code is Code.BET_UNKNOWN
    assert said in refused.value.detail


def test_a_game_that_nobody_has_worked_out_is_refused():
    game = Duel(None)
    with pytest.raises(Rejection) as refused:
        study(game, settings_for(game))
    assert refused.value.code is Code.WORTH_UNKNOWN
    assert "Duel" in refused.value.detail


def test_what_is_being_done_is_told(duel, settings):
    told = []
    study(duel, settings, progress=lambda what, share: told.append((what, share)))
    assert told == [("counting Ante and Raise", 0.5), ("counting Match", 0.5)]


def test_a_valuer_remembers_what_a_bet_does_not_depend_on(duel, worth):
    valuer = Valuer(duel)
    for tie in ("pushes", "house", "player"):
        rules = valuer.rules({"tie": tie})
        valuer.bet("Match", rules, valuer.pay_tables(rules))
        valuer.bet("Ante and Raise", rules, valuer.pay_tables(rules, {"Match": "Low"}))
    assert worth.asked.count("Match") == 1
    assert worth.asked.count("Ante and Raise") == 3


def test_the_win_per_hour_is_the_edge_times_stake_and_pace(duel, settings):
    bet = study(duel, settings).bet("Match")
    won = win_per_hour(bet, stake_cents=2_550, rounds_per_hour=40)
    assert won.value == Fraction(6, 51) * Fraction("25.50") * 40
