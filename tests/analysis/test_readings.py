"""Every reading of every ruling, what it does to the edge, and whom it favours."""

from dataclasses import replace
from fractions import Fraction

import pytest

from croupier.analysis.cache import Cache
from croupier.analysis.readings import compare_readings
from croupier.analysis.valuer import Valuer
from croupier.cards import DECK
from croupier.rejection import Code, Rejection
from croupier.table.settings import settings_for
from croupier.table.worth import Figure

from .duel import Duel, DuelWorth, Rules, compared

F = Fraction


def edge_by_hand(*, tie: str, on_fold: str) -> Fraction:
    """The edge of Ante and Raise, by counting cards below and of the same rank."""
    lost = Fraction(-1 if on_fold == "lost" else 0)
    gain = {"pushes": 0, "house": -1, "player": 1}[tie]
    total = Fraction(0)
    for rank in range(13):
        raised = Fraction(2 * (4 * rank - 4 * (12 - rank) + 3 * gain), 51)
        total += max(raised, lost)
    return -total / 13


def test_every_ruling_and_every_reading_is_there(duel, settings):
    found = compare_readings(duel, settings)
    assert [ruling.name for ruling in found.rulings] == ["tie", "on_fold", "lucky", "hat"]
    assert [one.name for one in found.rulings[0].readings] == ["pushes", "house", "player"]
    assert [one.is_default for one in found.rulings[0].readings] == [True, False, False]
    assert [one.is_chosen for one in found.rulings[0].readings] == [True, False, False]
    assert found.rulings[0].readings[1].meaning == "The house wins ties."


def test_each_reading_has_the_edge_counted_by_hand_and_the_difference(duel, settings):
    tie = compare_readings(duel, settings).rulings[0]
    usual = edge_by_hand(tie="pushes", on_fold="lost")
    for reading in tie.readings:
        (bet,) = reading.bets
        edge = edge_by_hand(tie=reading.name, on_fold="lost")
        assert bet.bet == "Ante and Raise"
        assert bet.edge == Figure(edge)
        assert bet.difference == Figure(edge - usual)


def test_readings_are_changed_one_at_a_time_from_those_of_the_table(duel):
    table = settings_for(duel, readings={"on_fold": "back"})
    found = compare_readings(duel, table)
    tie, on_fold = found.rulings[:2]
    assert tie.readings[1].bets[0].edge == Figure(edge_by_hand(tie="house", on_fold="back"))
    assert tie.readings[1].bets[0].difference == Figure(
        edge_by_hand(tie="house", on_fold="back") - edge_by_hand(tie="pushes", on_fold="back")
    )
    assert [one.is_chosen for one in on_fold.readings] == [False, True]
    # The defaults are those of the game, whatever the table.
    assert found.defaults[0].edge == Figure(edge_by_hand(tie="pushes", on_fold="lost"))


def test_a_ruling_on_which_no_bet_depends_says_so(duel, settings):
    hat = compare_readings(duel, settings).rulings[3]
    assert hat.bets == ()
    assert not any(reading.favours_player for reading in hat.readings)


def test_a_bet_that_only_one_reading_brings(duel, settings):
    lucky = compare_readings(duel, settings).rulings[2]
    assert lucky.bets == ("Lucky",)
    no, yes = (reading.bets[0] for reading in lucky.readings)
    assert (no.edge, no.difference, no.favours_player) == (None, None, False)
    assert (yes.edge, yes.difference, yes.favours_player) == (Figure(Fraction(-1, 4)), None, True)


def test_who_gets_an_edge_is_flagged(duel, settings):
    found = compare_readings(duel, settings)
    assert found.favours_player, "raising pays the player of the duel"
    assert [bet.favours_player for bet in found.defaults] == [True, False]
    assert all(reading.favours_player for reading in found.rulings[0].readings)
    only_match = compare_readings(duel, settings, bets=["Match"])
    assert not only_match.favours_player
    assert all(not one.favours_player for ruling in only_match.rulings for one in ruling.readings)


def test_two_rulings_are_crossed_where_the_game_asks_for_it(duel, settings):
    (crossing,) = compare_readings(duel, settings).crossings
    assert (crossing.bet, crossing.rulings) == ("Ante and Raise", ("tie", "on_fold"))
    for row, edges in zip(crossing.rows, crossing.edges, strict=True):
        for column, edge in zip(crossing.columns, edges, strict=True):
            assert edge == Figure(edge_by_hand(tie=row, on_fold=column))


def test_nothing_is_worked_out_twice(duel, settings, worth):
    compare_readings(duel, settings)
    # Three ties with two ways to fold; Match and Lucky once each.
    assert sorted(worth.asked) == ["Ante and Raise"] * 6 + ["Lucky", "Match"]


def test_a_bet_that_no_reading_has_is_refused(duel, settings):
    with pytest.raises(Rejection) as refused:
        compare_readings(duel, settings, bets=["Luck"])
    assert refused.value.code is Code.BET_UNKNOWN
    compare_readings(duel, settings, bets=["Lucky"])


def test_bets_can_be_played_by_a_strategy_instead_of_the_best(duel, settings, worth):
    found = compare_readings(duel, settings, strategy="Always raise")
    assert found.strategy == "Always raise"
    # Match has nothing to decide.
    assert [bet.bet for bet in found.defaults] == ["Ante and Raise"]
    tie, on_fold = found.rulings[:2]
    # Ties are as likely as any rank is: three of 51, and two units are staked on them.
    edges = [reading.bets[0].edge for reading in tie.readings]
    assert edges == [Figure(F(0)), Figure(F(6, 51)), Figure(F(-6, 51))]
    assert {reading.bets[0].edge for reading in on_fold.readings} == {Figure(F(0))}
    # Nothing is worked out twice.
    assert worth.asked.count("Ante and Raise") == 6


def test_the_best_strategy_by_name_is_the_best(duel, settings):
    by_name = compare_readings(duel, settings, strategy="Optimal", bets=["Ante and Raise"])
    best = compare_readings(duel, settings, bets=["Ante and Raise"])
    assert (by_name.defaults, by_name.rulings) == (best.defaults, best.rulings)


class _Deciding(DuelWorth):
    """The duel with other strategies by the reading of `on_fold`: fewer, or none at all."""

    def __init__(self, back: int) -> None:
        super().__init__()
        self._back = back

    def bet(self, name, rules, pay_tables, progress=None):
        bet = super().bet(name, rules, pay_tables)
        is_lost = str(rules.on_fold) == "lost"
        return bet if is_lost else replace(bet, strategies=bet.strategies[: self._back])


def test_a_strategy_that_one_reading_does_not_have():
    duel = Duel(_Deciding(back=1))
    on_fold = compare_readings(duel, settings_for(duel), strategy="Always raise").rulings[1]
    lost, back = (reading.bets[0] for reading in on_fold.readings)
    assert lost.edge == Figure(F(0))
    assert (back.edge, back.difference, back.favours_player) == (None, None, False)
    # It is known all the same at a table that does not have it.
    table = settings_for(duel, readings={"on_fold": "back"})
    there = compare_readings(duel, table, strategy="Always raise").rulings[1]
    assert [one.bets for one in there.readings] == [one.bets for one in on_fold.readings]


def test_where_there_is_nothing_to_decide_all_strategies_are_alike():
    duel = Duel(_Deciding(back=0))
    on_fold = compare_readings(duel, settings_for(duel), strategy="Always raise").rulings[1]
    lost, back = (reading.bets[0] for reading in on_fold.readings)
    assert lost.edge == Figure(F(0))
    assert back.edge == Figure(edge_by_hand(tie="pushes", on_fold="back"))
    assert back.difference == back.edge


class _SoonerBy(DuelWorth):
    """The duel, whose edge by any strategy is had without the whole bet."""

    def strategies(self, name, rules):
        return ("Optimal", "Always raise") if name == "Ante and Raise" else ()

    def edge(self, name, rules, pay_tables, progress=None, strategy=None):
        self.asked.append(f"{strategy} {name}")
        bet = DuelWorth().bet(name, rules, pay_tables)
        return bet.edge_by(strategy)


def test_what_was_worked_out_for_one_strategy_is_not_shown_for_another(tmp_path):
    worth = _SoonerBy()
    duel, cache = Duel(worth), Cache(tmp_path)
    rules = Rules()
    for valuer in (Valuer(duel, cache=cache), Valuer(duel, cache=cache)):
        tables = valuer.pay_tables(rules)
        found = [
            valuer.edge("Ante and Raise", rules, tables, strategy)
            for strategy in (None, "Always raise", "Optimal", None, "Always raise")
        ]
        best = Figure(edge_by_hand(tie="pushes", on_fold="lost"))
        assert found == [best, Figure(F(0)), best, best, Figure(F(0))]
    # The best by its name is the best; and the second time all of it was kept.
    assert worth.asked == ["None Ante and Raise", "Always raise Ante and Raise"]


def test_a_strategy_that_a_bet_does_not_have_is_refused(duel):
    valuer = Valuer(duel)
    tables = valuer.pay_tables(Rules())
    for name, said in (("Ante and Raise", "there are: Optimal, Always"), ("Match", "nothing to")):
        with pytest.raises(Rejection, match=said) as refused:
            valuer.edge(name, Rules(), tables, "Q-6-4")
        assert refused.value.code is Code.STRATEGY_UNKNOWN
    with pytest.raises(Rejection, match="Match has no strategy “Best”; there is nothing to dec"):
        valuer.bet("Match", Rules(), tables).edge_by("Best")


@pytest.mark.parametrize(
    ("strategy", "bets", "said"),
    [
        ("Always rise", None, "No bet here has a strategy “Always rise”; did you mean “Always r"),
        ("Q-6-4", None, "there are: Optimal, Always raise."),
        ("Optimal", ["Match"], "there is nothing to decide."),
    ],
)
def test_a_strategy_that_no_bet_has_is_refused(duel, settings, strategy, bets, said):
    with pytest.raises(Rejection, match=said) as refused:
        compare_readings(duel, settings, bets=bets, strategy=strategy)
    assert refused.value.code is Code.STRATEGY_UNKNOWN


def test_progress_says_for_which_readings(duel, settings, worth):
    told = []
    value = worth.bet

    def telling(name, rules, pay_tables, progress):
        progress("counting", 0.5)
        return value(name, rules, pay_tables, progress)

    worth.bet = telling
    compare_readings(duel, settings, progress=lambda what, _: told.append(what))
    assert set(told) >= {"counting", "tie house: counting", "tie house, on_fold back: counting"}


def test_the_hand_count_agrees_with_the_game_itself():
    rules = Rules()
    total = sum(compared(one, other, rules) for one in DECK for other in DECK if one != other)
    assert total == 0
    assert edge_by_hand(tie="pushes", on_fold="lost") == Fraction(-29, 221)
    assert Duel(DuelWorth()).worth().depends_on("Match") == ((), ("Match",))
