"""Rulings, compared with what games rule, and with the sign that the question itself shows."""

import re
from dataclasses import dataclass

import pytest

from croupier.cards import PackDispenser
from croupier.money import parse_cents
from croupier.table.irregularity import IrregularityKind
from croupier.table.preparation import HOUSE_PROCEDURE
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import settings_for
from croupier.table.steps import Ask, TakeWagers
from croupier.table.wager import Limit
from croupier.training.drills.faults import faults
from croupier.training.drills.irregularities import IRREGULARITIES
from croupier.training.drills.mishaps import mishaps
from croupier.training.lesson import Lesson

from .lessons import by_others, unusual, usual

CENTS = r"(\$\d[\d,]*(?:\.\d\d)?)"
STAKED = re.compile(rf"([A-Z0-9][\w -]*?) {CENTS}(?=[,.] |[,.]$)")
SIGN = re.compile(rf"([A-Z0-9][\w -]*): {CENTS} to {CENTS}(?: in steps of {CENTS})?")


def rights(lesson, item, seed=1):
    return {right.blank: right for right in IRREGULARITIES.task(lesson, item, seed).rights}


@pytest.mark.parametrize("game_id", game_ids())
def test_every_kind_is_ruled_as_the_game_rules_it_from_each_device(game_id):
    lesson = usual(game_id)
    happening = mishaps(lesson)
    at_terminals = {Ask, TakeWagers} & lesson.game.done_by_system()
    never = {IrregularityKind.CARDS_TOUCHED} if at_terminals else set()
    assert {kind for kind, _ in happening.values()} == set(IrregularityKind) - never
    for item, (kind, dealt_so) in happening.items():
        device = dealt_so.device.name
        assert item.endswith(f": {device}")
        right = rights(lesson, item)["ruling"]
        assert right.accepted == (lesson.game.remedy(kind, lesson.rules, device).value,)
        clause = lesson.game.remedy_clause(kind, lesson.rules, device)
        assert right.clause == (clause or HOUSE_PROCEDURE)
        if clause:
            assert lesson.clause_says(clause) in right.why


def test_a_deck_in_the_hand_does_not_jam():
    for game_id in game_ids():
        assert "Device fails: deck" not in IRREGULARITIES.items(usual(game_id))


def test_pick_2_poker_voids_from_the_shuffler_and_asks_by_hand():
    lesson = usual("pick-2-poker")
    for called, clause in (
        ("Card face up", "Irregularities a"),
        ("Wrong count", "Irregularities b"),
        ("Card of the dealer seen", "Irregularities c"),
        ("Device fails", "Irregularities d"),
    ):
        right = rights(lesson, f"{called}: shuffler")["ruling"]
        assert (right.accepted, right.clause) == (("void",), clause)
        if called != "Device fails":
            by_hand = rights(lesson, f"{called}: deck")["ruling"]
            assert (by_hand.accepted, by_hand.clause) == (("supervisor",), "Irregularities e")


@pytest.mark.parametrize(
    ("game_id", "clause"),
    [
        ("pick-2-poker", HOUSE_PROCEDURE),
        ("three-card-poker", HOUSE_PROCEDURE),
        ("three-way-action", "Procedures a"),
    ],
)
def test_whose_hands_are_on_anothers_cards_is_ruled_by_the_clause_that_forbids_it(game_id, clause):
    """Pick 2's sheet keeps hands off a player's wagers, and says nothing of his cards."""
    lesson = usual(game_id)
    for device in lesson.game.devices:
        right = rights(lesson, f"Cards touched: {device.name}")["ruling"]
        assert (right.accepted, right.clause) == (("supervisor",), clause)


def test_a_situation_is_told_with_its_cards_and_seats():
    lesson = usual("three-card-poker")
    told = IRREGULARITIES.task(lesson, "Wrong count: shuffler", 2).question.text
    assert re.search(r"You have given [24] cards to (seat 1|the dealer), not 3", told)
    told = IRREGULARITIES.task(lesson, "Card of the dealer seen: shuffler", 2).question.text
    assert re.search(r"is seen: the \w+ of \w+\.", told)


@pytest.mark.parametrize("game_id", game_ids())
def test_players_faults_are_refused_for_their_reason_and_now_and_then_nothing_is_wrong(game_id):
    lesson = usual(game_id)
    accepted = 0
    items = list(faults(lesson))
    assert len(items) >= 6
    for item in items:
        reasons = set()
        for seed in range(6):
            said = rights(lesson, item, seed)
            ruling, reason = said["ruling"].accepted[0], said["reason"].accepted[0]
            assert (ruling == "accept") is (reason == "nothing")
            accepted += ruling == "accept"
            reasons.add(reason)
        assert len(reasons - {"nothing"}) == 1, item
    assert accepted


def signed(text):
    """Every stake, and the minimum, maximum and step on the sign, in cents."""
    bets, _, sign = text.partition(" The sign says: ")
    limits = {
        spot: (parse_cents(least), parse_cents(most), parse_cents(step) if step else 1)
        for spot, least, most, step in SIGN.findall(sign)
    }
    return [
        Bet(parse_cents(cents), *limits[spot])
        for spot, cents in STAKED.findall(bets.partition("puts down ")[2])
        if spot in limits
    ]


@dataclass(frozen=True)
class Bet:
    """What somebody put down, and what the sign says about it."""

    cents: int
    least: int
    most: int
    step: int


IS_WRONG = {
    "Wager below the minimum": lambda bet: bet.cents < bet.least,
    "Wager above the maximum": lambda bet: bet.cents > bet.most,
    "Wager off the steps": lambda bet: bet.cents % bet.step != 0,
}


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("item", IS_WRONG)
def test_what_breaks_a_limit_can_be_read_off_the_sign(game_id, item):
    lesson = usual(game_id)
    for seed in range(5):
        task = IRREGULARITIES.task(lesson, item, seed)
        bets = signed(task.question.text)
        assert bets
        refused = task.right_answers()["ruling"] == "refuse"
        assert any(map(IS_WRONG[item], bets)) is refused


def test_no_other_reason_on_offer_is_true_as_well():
    """A stake below the minimum may be off the steps too; then that is not offered."""
    lesson = usual("three-card-poker")
    both = 0
    for seed in range(30):
        task = IRREGULARITIES.task(lesson, "Wager below the minimum", seed)
        if task.right_answers()["ruling"] == "refuse":
            off = any(map(IS_WRONG["Wager off the steps"], signed(task.question.text)))
            both += off
            offered = {option.name for option in task.question.blank("reason").options}
            assert not (off and "stake_off_increment" in offered)
    assert both


def test_the_clause_of_a_decision_is_that_by_which_it_is_asked():
    lesson = usual("three-way-action")
    assert rights(lesson, "Decision out of turn", 1)["ruling"].clause == "Playing 12"


def test_a_maximum_of_all_wagers_is_practised_where_there_is_one():
    item = "Wagers above the table's maximum"
    assert item in IRREGULARITIES.items(unusual("pick-2-poker"))
    assert item not in IRREGULARITIES.items(usual("pick-2-poker"))


def test_a_game_without_cards_of_a_dealers_has_none_seen():
    items = IRREGULARITIES.items(by_others()["cells"])
    assert not any(item.startswith("Card of the dealer seen") for item in items)
    assert any(item.startswith("Card face up") for item in items)


def test_a_table_of_one_seat_has_its_drills_too():
    game = find_game("three-way-action")
    lesson = Lesson.of(game.id, settings=settings_for(game, positions=1))
    for item in IRREGULARITIES.items(lesson):
        assert IRREGULARITIES.task(lesson, item, 1).rights


def test_nobody_sits_where_the_cards_lie_who_plays_at_a_terminal():
    assert not any(
        item.startswith("Cards touched")
        for item in IRREGULARITIES.items(usual("stadium-three-card-poker"))
    )


@pytest.mark.parametrize("game_id", ["three-card-poker", "three-way-action", "pick-2-poker"])
def test_only_a_card_that_lies_face_down_is_turned_up_or_looked_at(game_id):
    lesson = usual(game_id)
    hidden = 0
    for device in lesson.game.devices:
        for seed in range(30):
            question = IRREGULARITIES.task(lesson, f"Cards touched: {device.name}", seed).question
            cards = [card for one in question.scene.laid if one.place.seat for card in one.cards]
            if re.search("turns up|looks at", question.text):
                hidden += 1
                assert None in cards
    assert hidden > 2


def test_at_a_table_of_one_seat_the_hands_are_those_of_somebody_who_stands_by():
    game = find_game("three-card-poker")
    lesson = Lesson.of(game.id, settings=settings_for(game, positions=1))
    told = IRREGULARITIES.task(lesson, "Cards touched: deck", 1).question.text
    assert "Somebody who stands by reaches over" in told


@pytest.mark.parametrize("called", ["Card face up", "Device fails"])
def test_a_shuffler_that_has_given_out_the_rest_fails_no_more(called):
    """From then on the dealer deals Roll Your Own from his hand: nobody has set his cards yet."""
    lesson = usual("roll-your-own-blackjack")
    for seed in range(30):
        scene = IRREGULARITIES.task(lesson, f"{called}: shuffler", seed).question.scene
        dealt = sum(len(one.cards) for one in scene.laid)
        assert dealt < 6, "one pack for the player, and one for the dealer"


@pytest.mark.parametrize(
    ("game_id", "clause"),
    [
        ("roll-your-own-blackjack", "Rule 1"),
        ("pick-2-poker", "Irregularities d"),
        ("three-card-poker", HOUSE_PROCEDURE),
        ("stadium-three-card-poker", HOUSE_PROCEDURE),
    ],
)
def test_a_shuffler_set_to_other_packs_voids_the_round(game_id, clause):
    lesson = usual(game_id)
    packs = lesson.game.devices[0].pack_size
    for seed in range(8):
        task = IRREGULARITIES.task(lesson, "Set to other packs: shuffler", seed)
        (right,) = task.rights
        assert (right.accepted, right.clause) == (("void",), clause)
        assert f"{packs} cards are to come out" in task.question.text
        set_to = re.search(r"is set to packs of (\d+)\.", task.question.text)
        assert int(set_to[1]) != packs


def test_only_a_shuffler_is_set_to_packs():
    for lesson in (usual("three-way-action"), *by_others().values()):
        has_shuffler = any(one.device is PackDispenser for one in lesson.game.devices)
        items = [item for item in IRREGULARITIES.items(lesson) if "packs" in item]
        assert bool(items) is has_shuffler


def test_a_step_that_only_the_house_asks_for_breaks_no_clause():
    """The sheet wants steps of $5; where the house wants $25, $30 breaks the sign alone."""
    game = find_game("three-card-poker")
    limits = {"Ante": Limit(2_500, 50_000, 2_500), "Pair Plus": Limit(2_500, 50_000, 2_500)}
    lesson = Lesson.of(game.id, settings=settings_for(game, limits=limits))
    named = set()
    for seed in range(40):
        task = IRREGULARITIES.task(lesson, "Wager off the steps", seed)
        if task.right_answers()["ruling"] == "refuse":
            off = [
                bet.cents
                for bet in signed(task.question.text)
                if IS_WRONG["Wager off the steps"](bet)
            ]
            of_five = all(cents % 500 == 0 for cents in off)
            named.add((of_five, task.rights[0].clause))
    assert named <= {(True, HOUSE_PROCEDURE), (False, "How to Play 5"), (False, HOUSE_PROCEDURE)}
    assert (False, "How to Play 5") in named
