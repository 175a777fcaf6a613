"""The coach: his numbers are those of `croupier strategy`, and he sees what the player sees."""

import json
from fractions import Fraction
from random import Random

import pytest

from croupier.analysis import decisions
from croupier.analysis.as_json import decision_json
from croupier.analysis.wording import amount
from croupier.deals import deal, read_script
from croupier.money import format_cents
from croupier.rejection import Code, Rejection
from croupier.table.events import DecisionAsked, DecisionMade
from croupier.table.layout import view
from croupier.table.places import Viewer
from croupier.table.record import write_round
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import settings_for
from croupier.table.worth import Figure
from croupier.training.coach.coaching import Coach
from croupier.training.coach.review import advice, review, reviewed_json, situation_of, sort_of
from croupier.training.coach.wording import option_rows, situation_lines, verdict, why
from croupier.training.lesson import Lesson

from ...analysis.duel import Duel, DuelWorth  # noqa: TID252 (a game that is worth something)
from ...cli.running import croupier  # noqa: TID252 (the command line in this process)
from ...deals.small_game import Higher  # noqa: TID252 (a game that nobody has valued)
from ...games import hidden_cards  # noqa: TID252 (other decks that look alike)
from .hands import random_decisions, some_hands

GAMES = game_ids()


def in_the_eyes_of(seat, events):
    return view(events, Viewer.at(seat))


def up_to_question(events, seat, number):
    """The events up to a question, this included."""
    asked = [
        at
        for at, event in enumerate(events)
        if isinstance(event, DecisionAsked) and seat in event.seats
    ]
    return asked[number - 1] + 1


def printed_strategy(game_id, events, seat, number):
    """What the command prints of that decision of a record."""
    done = croupier(
        *("strategy", game_id, "--round", "-", "--seat", str(seat)),
        *("--decision", str(number), "--json"),
        given=write_round(events),
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def check_against_strategy(game_id, most):
    game = find_game(game_id)
    for played, seat, number in random_decisions(game, "strategy", most):
        seen = in_the_eyes_of(seat, played.events)
        settings = played.table.settings
        (reviewed,) = review(game, settings, seen, seat, since=number)[:1]
        printed = printed_strategy(game_id, played.events, seat, number)
        told = json.loads(json.dumps(reviewed_json(reviewed)))
        assert told["number"] == number == printed["decision"]
        for name in ("place", "chosen", "per", "unseen", "assumes", "best", "options"):
            assert told[name] == printed[name], name
        open_one = advice(game, settings, seen[: up_to_question(seen, seat, number)], seat)
        assert open_one.decision == reviewed.decision
        assert open_one.chosen is open_one.cost is open_one.kind is None
        cost = next(one["cost"] for one in printed["options"] if one["name"] == reviewed.chosen)
        if reviewed.option(reviewed.chosen).per_staked is None:
            assert told["cost"] == cost
        assert reviewed.is_mistake is (reviewed.cost.value > 0)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_coach_says_what_croupier_strategy_prints(game_id):
    check_against_strategy(game_id, 10)


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_the_coach_says_what_croupier_strategy_prints_of_a_thousand_decisions(game_id):
    check_against_strategy(game_id, 1_000)


def compare_with_other_cards(game, most):
    """By how many decisions were compared with the same at a table with other hidden cards."""
    compared = 0
    for played, seat, number in random_decisions(game, "hidden", most):
        at = up_to_question(played.events, seat, number)
        seen = in_the_eyes_of(seat, played.events[:at])
        known = set().union(*(hidden_cards.cards_in(event) for event in seen))
        other = hidden_cards._other_deck(played.at.cards, known, Random(at))
        again = hidden_cards._again(played, other)[:at]
        if in_the_eyes_of(seat, again) != seen:
            # A dealer who looks for a blackjack finds one, or another player decides otherwise.
            continue
        assert other != played.at.cards
        settings = played.table.settings
        told = [advice(game, settings, events, seat) for events in (played.events[:at], again)]
        assert told[0] == told[1]
        assert decision_json(told[0].decision) == decision_json(told[1].decision)
        compared += 1
    return compared


@pytest.mark.parametrize("game_id", GAMES)
def test_no_number_depends_on_a_card_that_the_seat_does_not_see(game_id):
    # All nine cards of a stadium lie open, so players who look alike are rarer elsewhere.
    assert compare_with_other_cards(find_game(game_id), 16) >= 5


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_no_number_depends_on_a_hidden_card_in_hundreds_of_decisions(game_id):
    assert compare_with_other_cards(find_game(game_id), 300) >= 100


def test_a_coach_who_looked_at_hidden_cards_would_be_found(monkeypatch):
    monkeypatch.setattr(decisions, "view", lambda events, _: tuple(events))
    with pytest.raises((AssertionError, Rejection)):
        compare_with_other_cards(find_game("three-card-poker"), 30)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_seat_of_a_full_table_is_coached_by_what_it_sees_itself(game_id):
    lesson = Lesson.of(game_id)
    seats = set()
    for dealt, hand in some_hands(lesson, "seats", 12):
        seat = hand.moment.seat
        seats.add(seat)
        whole = review(lesson.game, lesson.settings, dealt.events, seat)
        cut = review(lesson.game, lesson.settings, in_the_eyes_of(seat, dealt.events), seat)
        assert whole == cut
        made = [one for one in dealt.events if isinstance(one, DecisionMade) and one.seat == seat]
        assert [one.number for one in cut] == list(range(1, len(made) + 1))
        assert [one.chosen for one in cut] == [one.choice.option for one in made]
        for one in cut:
            stake = dict(dealt.events[0].settings.limits)
            assert one.unit_cents >= min(limit.minimum_cents for limit in stake.values())
            assert verdict(one).endswith(".")
            assert why(one).endswith(".")
    assert len(seats) >= 3


DUEL = """{
  "cards": {"table/Shown": "2c", "seat 1/Hand": "%s", "dealer/Hand": "Ks"},
  "seats": {"1": {"stakes": {"Ante": "$25"}, "decisions": ["%s"]}}
}"""


def one_review(game, script):
    table = deal(game, read_script(game, script)).table
    return review(game, table.settings, table.events, 1)


def test_a_mistake_costs_the_difference_times_the_stake():
    duel = Duel(DuelWorth())
    (folded,) = one_review(duel, DUEL % ("9h", "fold"))
    # Of the fifty cards unseen 20 are higher than a nine and 27 lower.
    assert folded.option("raise").value == Figure(Fraction(2 * (27 - 20), 50))
    assert folded.cost == Figure(1 + Fraction(14, 50))
    assert folded.unit_cents == 2_500
    assert folded.cost_cents == Figure(Fraction(3_200))
    assert folded.is_mistake
    assert folded.kind == "Raise or fold: fold instead of raise"
    assert verdict(folded) == (
        "That cost $32.00, 128.00% of $25. Best was raise (0.2800 per Ante), not fold (-1.0000)."
    )
    assert why(folded) == "Raise is worth 0.2800 per Ante; fold costs $32.00."


def test_the_best_choice_costs_nothing():
    (raised,) = one_review(Duel(DuelWorth()), DUEL % ("9h", "raise"))
    assert raised.cost == Figure(Fraction(0))
    assert (raised.is_mistake, raised.kind) == (False, None)
    assert verdict(raised) == "Right: raise (0.2800 per Ante), before fold (-1.0000)."


def test_as_json_the_cost_is_exact_and_in_cents_and_percent():
    (folded,) = one_review(Duel(DuelWorth()), DUEL % ("9h", "fold"))
    told = reviewed_json(folded)
    assert told["cost"] == {"exact": "32/25", "value": 1.28, "error_bound": 0}
    assert (told["cost_cents"], told["cost_percent"]) == (3_200.0, 128.0)
    assert (told["number"], told["place"], told["chosen"]) == (1, None, "fold")
    assert (told["is_mistake"], told["best"]) == (True, "raise")
    assert told["question"] == "Raise or fold?"


INSURED = """{
  "table": {"readings": {"insurance": "%s"}},
  "cards": {%s},
  "seats": {"1": {"stakes": {%s}, "decisions": [%s]}},
  "otherwise": "usual"
}"""
THREE_WAY = (
    "two_to_one",
    (
        '"seat 1/High Card": "9c", "dealer/High Card": "Ad", "seat 1/Blackjack": "8s", '
        '"dealer/Blackjack": "3s"'
    ),
    '"High Card": "$10", "Blackjack": "$10", "Poker": "$10"',
)
ROLL_YOUR_OWN = (
    "up_to_half",
    '"seat 1/Hand": "9h 2s 4c", "dealer/Hand": "Ad 3s"',
    '"Bonus": "$10", "Blackjack 1": "$10", "Blackjack 2": "$10"',
)


@pytest.mark.parametrize(
    ("game_id", "round_of", "before", "full", "gain"),
    [
        # Sixteen cards worth ten are among those that are neither the player's nor the ace.
        ("three-way-action", THREE_WAY, [], 500, Fraction(3 * 16, 49) - 1),
        ("roll-your-own-blackjack", ROLL_YOUR_OWN, ['"alone 3"'], 1_000, Fraction(3 * 16, 48) - 1),
    ],
)
def test_who_insures_for_less_pays_for_less(game_id, round_of, before, full, gain):
    game = find_game(game_id)
    reading, cards, stakes = round_of

    def insurance(choice):
        said = ", ".join([*before, choice])
        found = one_review(game, INSURED % (reading, cards, stakes, said))
        return next(one for one in found if one.question == "Insurance?")

    declined = insurance('"decline"')
    whole, part = (
        insurance(json.dumps({"option": "insure", "stake": format_cents(cents)}))
        for cents in (full, 200)
    )
    assert part.stake_cents == 200
    assert whole.option("insure").per_staked == Figure(gain)
    units = Fraction(full, 1_000)
    for one in (declined, whole, part):
        assert one.option("insure").value.value - one.option("decline").value.value == gain * units
    loss = max(-gain, Fraction(0))
    assert declined.cost == Figure(max(gain, Fraction(0)) * units)
    assert whole.cost == Figure(loss * units)
    assert part.cost == Figure(loss * Fraction(200, 1_000))
    for one in (declined, whole, part):
        assert one.decision.best.value.value - one.value.value == one.cost.value
    # What is worth nothing either way is worth the same for any stake.
    assert [one.is_partly_staked for one in (declined, whole, part)] == [False, False, gain != 0]


@pytest.mark.parametrize(
    ("game_id", "round_of", "before"),
    [
        ("three-way-action", THREE_WAY, []),
        ("roll-your-own-blackjack", ROLL_YOUR_OWN, ['"alone 3"']),
    ],
)
def test_table_sentence_and_json_say_what_was_staked_was_worth(game_id, round_of, before):
    reading, cards, stakes = round_of
    # A ten less is left than would make insurance fair.
    cards = cards.replace('"9h', '"Kh')
    said = ", ".join([*before, '{"option": "insure", "stake": "$2"}'])
    found = one_review(find_game(game_id), INSURED % (reading, cards, stakes, said))
    (part,) = [one for one in found if one.question == "Insurance?"]
    worth = amount(part.value)
    assert f"insure for $2 ({worth}" in verdict(part)
    (row,) = [row for row in option_rows(part) if row[-1] == "chosen"]
    assert row[:2] == ("The same for $2", worth)
    best = amount(part.best.value)
    assert f"Best was no insurance ({best}" in verdict(part)
    assert ("No insurance", best, "best", "") in option_rows(part)
    told = reviewed_json(part)
    assert Fraction(told["value"]["exact"]) == part.value.value
    assert told["stake_cents"] == 200
    cost = Fraction(told["cost"]["exact"])
    assert part.best.value.value - part.value.value == cost


def test_what_was_held_and_seen_and_staked_is_told():
    found = one_review(
        find_game("roll-your-own-blackjack"), INSURED % (*ROLL_YOUR_OWN, '"alone 3", "decline"')
    )
    setting, insurance, *_ = found
    assert situation_lines(setting)[:2] == [
        "You hold: 9♥ 2♠ 4♣.",
        "The dealer: A♦ and 1 card face down.",
    ]
    assert situation_lines(insurance) == [
        "You hold: Blackjack 1 9♥ 2♠, Blackjack 2 4♣.",
        "The dealer: A♦ and 1 card face down.",
        "You chose: No insurance.",
    ]
    told = reviewed_json(insurance)
    assert told["held"][1] == {"place": "seat 1/Blackjack 2", "cards": ["4c"]}
    assert told["dealer"] == [{"place": "dealer/Hand", "cards": ["Ad", None]}]
    duel = Duel(DuelWorth())
    (raised,) = one_review(duel, DUEL % ("9h", "raise"))
    assert situation_lines(raised)[-1].endswith("; $25 staked.")


def test_where_insurance_is_right_too_little_of_it_is_a_mistake():
    game = find_game("three-way-action")
    cards = (
        '"seat 1/High Card": "4c", "dealer/High Card": "Ad", "seat 1/Blackjack": "5h", '
        '"dealer/Blackjack": "6s", "seat 2/High Card": "2d", "seat 2/Blackjack": "2h", '
        '"seat 3/High Card": "3c", "seat 3/Blackjack": "3h"'
    )
    stakes = '"High Card": "$10", "Blackjack": "$10", "Poker": "$10"'
    script = INSURED % ("two_to_one", cards, stakes, '{"option": "insure", "stake": "$2"}')
    others = "".join(f', "{seat}": {{"stakes": {{{stakes}}}}}' for seat in (2, 3))
    script = script.replace("]}},", f"]}}{others}}},")
    found = one_review(game, script)
    (insured,) = [one for one in found if one.question == "Insurance?"]
    gain = insured.option("insure").per_staked
    assert gain.value > 0
    assert insured.cost == Figure(gain.value * Fraction(500 - 200, 1_000))
    assert insured.kind == "Insurance: insure for less than the most"
    assert "Best was insure" in verdict(insured)


@pytest.mark.parametrize(
    ("game_id", "round_of", "before"),
    [
        ("three-way-action", THREE_WAY, []),
        ("roll-your-own-blackjack", ROLL_YOUR_OWN, ['"alone 3"']),
    ],
)
def test_where_the_limits_leave_no_insurance_to_be_taken_there_is_nothing_to_choose(
    game_id, round_of, before
):
    reading, cards, stakes = round_of
    script = INSURED % (reading, cards, stakes, ", ".join([*before, '"decline"']))
    limit = '"limits": {"Insurance": {"minimum": "$100", "maximum": "$500"}}'
    script = script.replace('"table": {', f'"table": {{{limit}, ')
    found = one_review(find_game(game_id), script)
    (declined,) = [one for one in found if one.question == "Insurance?"]
    assert [one.name for one in declined.decision.options] == ["decline"]
    assert "nsur" not in declined.decision.assumes
    assert not declined.is_mistake
    assert verdict(declined) == "There was no other choice."
    usual = one_review(find_game(game_id), INSURED % (*round_of, ", ".join([*before, '"decline"'])))
    (offered,) = [one for one in usual if one.question == "Insurance?"]
    assert declined.option("decline").value == offered.option("decline").value


def test_a_unit_is_the_first_stake_whatever_was_added_since():
    lesson = Lesson.of("roll-your-own-blackjack")
    split = []
    for at in range(400):
        for dealt, hand in some_hands(lesson, f"split {at}", 1):
            place = hand.moment.asked.place
            if place is not None and " split " in place.name:
                split.append((dealt, hand))
        if len(split) == 2:
            break
    for dealt, hand in split:
        seat = hand.moment.seat
        found = review(lesson.game, lesson.settings, dealt.events, seat, since=hand.number)[0]
        slips = [one for one in dealt.events if getattr(one, "stakes", ()) and one.seat == seat]
        assert found.unit_cents == dict(slips[-1].stakes)["Blackjack 1"]
        assert found.place == hand.moment.asked.place
    assert split


def test_kinds_are_named_by_the_situation_and_what_was_done_instead():
    assert situation_of("Hard 16: how do you play?") == "Hard 16"
    assert situation_of("Play or fold?") == "Play or fold"
    assert [sort_of(name) for name in ("3-card 1-2-4", "alone 2", "5-card", "hit", "stay_in")] == [
        "3-card",
        "alone",
        "5-card",
        "hit",
        "stay in",
    ]


def test_an_open_decision_is_advised_on_and_not_reviewed():
    duel = Duel(DuelWorth())
    table = deal(duel, read_script(duel, DUEL % ("9h", "fold"))).table
    at = up_to_question(table.events, 1, 1)
    assert review(duel, table.settings, table.events[:at], 1) == ()
    assert advice(duel, table.settings, table.events[:at], 1).best.name == "raise"
    assert advice(duel, table.settings, table.events, 1) is None
    assert advice(duel, table.settings, table.events[: at - 1], 1) is None


def test_nobody_is_coached_in_a_game_that_nobody_has_valued():
    game = Higher()
    with pytest.raises(Rejection) as refused:
        Coach(game, settings_for(game), 1)
    assert refused.value.code is Code.WORTH_UNKNOWN
