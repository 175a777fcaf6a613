"""One decision: from cards as written down, or from any moment of a round."""

from fractions import Fraction
from pathlib import Path

import pytest

from croupier.analysis.decisions import best_first, cost_of, moments, value_fresh, value_moment
from croupier.cards import parse_cards
from croupier.deals import deal, deal_until_asked, read_script
from croupier.rejection import Code, Rejection
from croupier.table.events import DecisionMade
from croupier.table.places import Face, Place, Viewer
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import settings_for
from croupier.table.waiting import AwaitingDecisions, RoundIsOver
from croupier.table.worth import Figure, Fresh

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "deals"

SCRIPT = """{
  "cards": {"table/Shown": "2c", "seat 1/Hand": "9h", "seat 2/Hand": "3d", "dealer/Hand": "Ks"},
  "seats": {
    "1": {"stakes": {"Ante": "$5"}, "decisions": ["raise"]},
    "2": {"stakes": {"Ante": "$5"}%s}
  }
}"""


def fresh(text: str, seen: str = "") -> Fresh:
    return Fresh(parse_cards(text), seen=parse_cards(seen))


def test_a_fresh_hand_is_valued_with_all_seen_cards_gone(duel, settings):
    # Below a nine 28 cards, above it 20.
    plain = value_fresh(duel, settings, fresh("9h"))
    assert plain.options[0].value == Figure(Fraction(2 * (28 - 20), 51))
    assert plain.unseen == 51
    seen = value_fresh(duel, settings, fresh("9h", "2c 3c As"))
    assert seen.options[0].value == Figure(Fraction(2 * (26 - 19), 48))
    assert seen.unseen == 48


def test_the_readings_of_the_table_count(duel):
    table = settings_for(duel, readings={"on_fold": "back"})
    assert value_fresh(duel, table, fresh("2h")).best.name == "fold"
    assert value_fresh(duel, table, fresh("2h")).options[1].value == Figure(Fraction(0))


@pytest.mark.parametrize("given", [fresh("9h", "9h"), fresh("9h", "2c 2c"), fresh("9h 9h")])
def test_a_card_that_is_seen_twice_is_refused(duel, settings, given):
    with pytest.raises(Rejection) as refused:
        value_fresh(duel, settings, given)
    assert refused.value.code is Code.CARD_REPEATED


def test_options_stand_best_first_with_what_the_others_cost(duel, settings):
    bad = value_fresh(duel, settings, fresh("2h"))
    assert [option.name for option in best_first(bad)] == ["fold", "raise"]
    raised = bad.options[0]
    assert cost_of(raised, bad).value == -1 - raised.value.value > 0
    assert cost_of(bad.best, bad) == Figure(Fraction(0))


def test_a_script_is_dealt_as_far_as_the_decision_it_leaves_open(duel, settings):
    table = deal_until_asked(duel, read_script(duel, SCRIPT % ""), 2)
    assert table.waiting == AwaitingDecisions((2,))
    (moment,) = moments(table.events, 2)
    assert (moment.seat, moment.question, moment.chosen) == (2, "Raise or fold?", None)
    valued = value_moment(duel, table.settings, moment)
    # It sees its own card and the one shown, not the hands of the others.
    assert moment.seen.known(Place.of_seat(1, "Hand")) == ()
    assert valued.unseen == 50
    assert valued.options[0].value == Figure(Fraction(2 * (3 - 44), 50))


def test_cards_seen_beside_those_on_the_felt_are_gone_too(duel):
    table = deal_until_asked(duel, read_script(duel, SCRIPT % ""), 2)
    (moment,) = moments(table.events, 2)
    valued = value_moment(duel, table.settings, moment, parse_cards("2d 2h As"))
    assert valued.options[0].value == Figure(Fraction(2 * (1 - 43), 47))
    with pytest.raises(Rejection) as refused:
        value_moment(duel, table.settings, moment, parse_cards("2c"))
    assert refused.value.code is Code.CARD_REPEATED


def test_the_first_seat_may_be_stopped_at_by_number_although_the_script_goes_on(duel):
    script = read_script(duel, SCRIPT % "")
    table = deal_until_asked(duel, script, 1, time=1)
    assert table.waiting == AwaitingDecisions((1,))
    # Seat 2 has no decision, so the round cannot be dealt to its end.
    with pytest.raises(Rejection) as refused:
        deal_until_asked(duel, script, 1)
    assert refused.value.code is Code.DECISION_MISSING


AGAINST_A_SIX = """{
  %s
  "cards": {
    "seat 1/High Card": "2c", "dealer/High Card": "6d",
    "seat 1/Blackjack": "3h 4s 5d 6c", "dealer/Blackjack": "Td"
  },
  "seats": {
    "1": {
      "stakes": {"High Card": "$5", "Blackjack": "$5", "Poker": "$5"},
      "decisions": ["hit"]
    }
  }
}"""


@pytest.mark.parametrize(
    ("otherwise", "cards"),
    [
        # As far as the script says, and no further.
        ("", 3),
        # The usual player hits nine of three cards.
        ('"otherwise": "usual",', 4),
        # Who lets his time run out stands, and is not asked again.
        ('"otherwise": "default",', None),
    ],
)
def test_what_the_script_does_otherwise_leads_to_a_later_decision(otherwise, cards):
    game = find_game("three-way-action")
    table = deal_until_asked(game, read_script(game, AGAINST_A_SIX % otherwise), 1, time=3)
    found = moments(table.events, 1)
    if cards is None:
        assert isinstance(table.waiting, RoundIsOver)
        assert [one.chosen for one in found] == ["hit", "stand"]
        return
    assert len(found[-1].seen.known(Place.of_seat(1, "Blackjack"))) == cards
    assert found[-1].chosen is None
    # Not told which, it is the first that the script itself leaves open.
    first = deal_until_asked(game, read_script(game, AGAINST_A_SIX % otherwise), 1)
    assert len(moments(first.events, 1)) == 2


def test_a_decision_of_a_finished_round_is_valued_as_it_was_then(duel):
    script = read_script(duel, SCRIPT % ', "decisions": ["fold"]')
    table = deal(duel, script).table
    (first,), (second,) = moments(table.events, 1), moments(table.events, 2)
    assert (first.chosen, second.chosen) == ("raise", "fold")
    open_one = moments(deal_until_asked(duel, read_script(duel, SCRIPT % ""), 2).events, 2)[0]
    assert value_moment(duel, table.settings, second) == value_moment(
        duel, table.settings, open_one
    )
    assert any(isinstance(event, DecisionMade) for event in table.events)


def test_a_seat_that_is_never_asked_has_no_moment(duel):
    table = deal(duel, read_script(duel, SCRIPT % ', "decisions": ["fold"]')).table
    assert moments(table.events, 3) == ()


def test_an_option_that_is_offered_and_not_valued_is_a_mistake_of_the_game(
    duel, worth, monkeypatch
):
    table = deal_until_asked(duel, read_script(duel, SCRIPT % ""), 2)
    (moment,) = moments(table.events, 2)
    valued = value_moment(duel, table.settings, moment)
    monkeypatch.setattr(
        type(worth), "decision", lambda *_: type(valued)("?", "Ante", valued.options[:1], 50)
    )
    with pytest.raises(AssertionError, match="all that is offered"):
        value_moment(duel, table.settings, moment)


@pytest.mark.parametrize("game_id", game_ids())
def test_every_decision_of_a_real_round_is_a_moment_with_what_its_seat_saw(game_id):
    game = find_game(game_id)
    text = (EXAMPLES / f"{game_id}.json").read_text(encoding="utf-8")
    events = deal(game, read_script(game, text)).table.events
    made = [event for event in events if isinstance(event, DecisionMade)]
    assert made
    for seat in {event.seat for event in made}:
        found = moments(events, seat)
        chosen = [event.choice.option for event in made if event.seat == seat]
        assert [moment.chosen for moment in found] == chosen
        for moment in found:
            assert moment.chosen in [option.name for option in moment.asked.options]
            for place, lying in moment.seen.cards.items():
                hidden = not Viewer.at(seat).sees(place, Face.OWN)
                assert all(one.card is None or one.face is Face.UP or not hidden for one in lying)
