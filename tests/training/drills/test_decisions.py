"""The drill of a player's decisions: the best option is right, and nothing else."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from croupier.analysis.decisions import value_moment
from croupier.cards import pretty_cards
from croupier.rejection import Code, Rejection
from croupier.table.events import CardDealt
from croupier.table.places import Face, Viewer
from croupier.table.registry import game_ids
from croupier.table.settings import settings_for
from croupier.training.coach.dealt import deal_round, hands_of
from croupier.training.coach.missed import missed_hand
from croupier.training.coach.review import review, situation_of
from croupier.training.drills.decisions import DECISIONS, task_of
from croupier.training.lesson import Lesson
from croupier.training.marking import MistakeKind

GAMES = game_ids()


def check_task(task, item):
    """Right answers have full marks, and each other option is a wrong decision."""
    (blank,) = task.question.blanks
    (right,) = task.rights
    assert (task.question.drill, task.question.item) == ("decisions", item)
    assert len(blank.options) > 1
    for option in blank.options:
        mark = task.mark({"choice": option.name})
        if option.name in right.accepted:
            assert mark.is_full
        else:
            (mistake,) = mark.mistakes
            assert mistake.kind is MistakeKind.WRONG_DECISION
            assert mistake.clause
            assert " is worth " in mistake.why
            assert mistake.why.endswith(".")
    assert task.mark({}).mistakes[0].kind is MistakeKind.NO_ANSWER
    for laid in task.question.scene.laid:
        for card, face in zip(laid.cards, laid.faces, strict=True):
            if face is Face.DOWN:
                assert card is None


def check_items(lesson, items):
    for seed, item in enumerate(items):
        task = DECISIONS.task(lesson, item, seed)
        check_task(task, item)
        assert DECISIONS.task(lesson, item, seed) == task


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_worth_most_is_right_and_everything_else_wrong(game_id):
    lesson = Lesson.of(game_id)
    items = DECISIONS.items(lesson)
    assert len(set(items)) == len(items) >= 1
    check_items(lesson, items[:3] + items[3 :: max(len(items) // 4, 1)])


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_every_kind_of_question_is_asked_with_the_best_option_right(game_id):
    lesson = Lesson.of(game_id)
    check_items(lesson, DECISIONS.items(lesson) * 4)


@pytest.mark.parametrize("game_id", GAMES)
def test_other_seeds_ask_other_hands(game_id):
    lesson = Lesson.of(game_id)
    item = DECISIONS.items(lesson)[0]
    scenes = {DECISIONS.task(lesson, item, seed).question.scene for seed in range(5)}
    assert len(scenes) == 5


@pytest.mark.parametrize("game_id", GAMES)
def test_a_hand_that_was_missed_is_asked_again_with_the_same_right_answer(game_id):
    lesson = Lesson.of(game_id)
    found = 0
    for at in range(60):
        dealt = deal_round(lesson, "again", at)
        for hand in hands_of(dealt):
            seat, number = hand.moment.seat, hand.number
            (made,) = review(lesson.game, lesson.settings, dealt.events, seat, since=number)[:1]
            if not made.is_mistake:
                continue
            task = task_of(
                lesson, missed_hand(lesson.game, lesson.settings, dealt.events, seat, number)
            )
            check_task(task, situation_of(hand.moment.question))
            assert made.best.name in task.rights[0].accepted
            assert not task.mark({"choice": made.chosen}).is_full
            found += 1
        if found >= 3:
            return
    pytest.fail("nobody missed a hand in sixty rounds")


def test_a_missed_hand_is_worth_what_it_was_at_its_own_table():
    lesson = Lesson.of("three-card-poker")
    otherwise = settings_for(lesson.game, readings={"pair_plus_on_fold": "forfeited"})
    table = Lesson.of("three-card-poker", settings=otherwise)
    for at in range(60):
        dealt = deal_round(table, "otherwise", at)
        for hand in hands_of(dealt):
            values = [
                value_moment(lesson.game, settings, hand.moment).options[1].value.value
                for settings in (otherwise, lesson.settings)
            ]
            if values[0] != values[1] == Fraction(-1):
                missed = missed_hand(
                    lesson.game, otherwise, dealt.events, hand.moment.seat, hand.number
                )
                right = task_of(lesson, missed).rights[0]
                best = value_moment(lesson.game, otherwise, hand.moment).best
                assert right.accepted[0] == best.name
                return
    pytest.fail("no side bet is forfeited in sixty rounds")


def test_who_has_picked_places_is_told_which_and_what_lies_there():
    lesson = Lesson.of("stadium-three-card-poker")
    (item,) = DECISIONS.items(lesson)
    fresh = [DECISIONS.task(lesson, item, seed) for seed in range(5)]
    again = []
    for at in range(5):
        dealt = deal_round(lesson, "picked", at)
        hand = next(hands_of(dealt))
        seat = hand.moment.seat
        picks = sorted(hand.moment.seen.picks[seat])
        task = task_of(
            lesson, missed_hand(lesson.game, lesson.settings, dealt.events, seat, hand.number)
        )
        named = ", ".join(f"Cell {pick}" for pick in picks)
        assert f"You have seat {seat}. You have picked {named}: " in task.question.text
        again.append(task)
    for task in (*fresh, *again):
        cells = re.search(r"picked Cell (.), Cell (.), Cell (.): (.*?)\.", task.question.text)
        *picked, cards = cells.groups()
        laid = {one.place.name: one.cards for one in task.question.scene.laid}
        assert cards == pretty_cards([laid[f"Cell {cell}"][0] for cell in picked])


@pytest.mark.parametrize("game_id", GAMES)
def test_a_scene_has_what_the_seat_sees_and_nobody_elses_stakes(game_id):
    lesson = Lesson.of(game_id)
    for at in range(6):
        dealt = deal_round(lesson, "seen", at)
        for hand in list(hands_of(dealt))[:4]:
            seat, number = hand.moment.seat, hand.number
            missed = missed_hand(lesson.game, lesson.settings, dealt.events, seat, number)
            scene = task_of(lesson, missed).question.scene
            assert {one.seat for one in scene.staked} == {seat}
            viewer = Viewer.at(seat)
            for laid in scene.laid:
                for card, face in zip(laid.cards, laid.faces, strict=True):
                    assert card is None or viewer.sees(laid.place, face)


def test_a_hand_of_which_cards_are_gone_is_refused_in_a_sentence():
    for game_id in GAMES:
        lesson = Lesson.of(game_id)
        dealt = deal_round(lesson, 0)
        hand = next(hands_of(dealt))
        missed = missed_hand(
            lesson.game, lesson.settings, dealt.events, hand.moment.seat, hand.number
        )
        events = tuple(one for one in missed.events if not isinstance(one, CardDealt))
        with pytest.raises(Rejection) as refused:
            task_of(lesson, replace(missed, events=events))
        assert refused.value.code is Code.RECORD_INVALID


def test_a_hand_of_another_game_is_refused():
    lesson = Lesson.of("three-card-poker")
    dealt = deal_round(lesson, 0)
    hand = next(hands_of(dealt))
    missed = missed_hand(lesson.game, lesson.settings, dealt.events, hand.moment.seat, hand.number)
    with pytest.raises(Rejection) as refused:
        task_of(Lesson.of("pick-2-poker"), missed)
    assert refused.value.code is Code.SETTINGS_INVALID


def test_a_question_that_is_never_asked_is_refused():
    with pytest.raises(Rejection) as refused:
        DECISIONS.task(Lesson.of("three-card-poker"), "Hard 16", 1)
    assert refused.value.code is Code.DRILL_UNKNOWN
