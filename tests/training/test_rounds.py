"""Rounds for lessons: whole, the same for the same chance, with every step of their dealer."""

import pytest

from croupier.rejection import Code, Rejection
from croupier.table.events import RoundClosed, WagerSettled
from croupier.table.layout import Layout, view
from croupier.table.places import SPECTATOR
from croupier.table.replay import replay
from croupier.table.settlement import Result
from croupier.table.steps import Ask, Collect, Settle, TakeWagers
from croupier.training.chance import Chance
from croupier.training.lesson import Lesson
from croupier.training.rounds import play_lesson_round, some_slips

from .procedure.lessons import LESSONS, lesson_name


def seen_before(dealt, done):
    """What lies where before a step, as the dealer sees it."""
    return Layout.fold(view(dealt.events[: done.before], SPECTATOR))


def a_round(lesson, number=1, seats=(1, 2)):
    chance = Chance(lesson.game.id, number)
    return play_lesson_round(lesson, some_slips(lesson, chance, seats), chance.deck(), chance)


@pytest.mark.parametrize("lesson", LESSONS, ids=lesson_name)
def test_a_lesson_round_is_a_round_of_the_game(lesson):
    dealt = a_round(lesson)
    assert isinstance(dealt.events[-1], RoundClosed)
    replay(lesson.game, dealt.events)
    assert dealt.events == a_round(lesson).events
    assert dealt.events != a_round(lesson, 2).events


@pytest.mark.parametrize("lesson", LESSONS, ids=lesson_name)
def test_its_dealer_took_bets_once_and_every_settlement_is_a_step_of_his(lesson):
    dealt = a_round(lesson)
    kinds = [type(one.step) for one in dealt.done]
    assert kinds.count(TakeWagers) == 1
    assert kinds[-1] is Collect
    settled = [event for event in dealt.events if type(event).__name__ == "WagerSettled"]
    assert kinds.count(Settle) == len(settled)


@pytest.mark.parametrize("lesson", LESSONS, ids=lesson_name)
def test_its_steps_lie_behind_one_another_and_every_question_has_its_answers(lesson):
    for number in range(8):
        dealt = a_round(lesson, number, (1, 3))
        at = 0
        for one in dealt.done:
            assert at <= one.before <= one.after
            at = one.after
            if isinstance(one.step, Ask):
                names = [type(event).__name__ for event in dealt.events[one.before : one.after]]
                assert names[0] == "DecisionAsked"
                assert names.count("DecisionMade") == len(one.step.asked)
                assert "DecisionsClosed" in names


@pytest.mark.parametrize("lesson", LESSONS, ids=lesson_name)
def test_what_lies_before_a_step_shows_no_card_that_the_dealer_does_not_see(lesson):
    dealt = a_round(lesson)
    for one in dealt.done:
        for place, cards in seen_before(dealt, one).cards.items():
            for card in cards:
                # What lies open or was open before it was moved; nothing else has a face.
                assert card.card is None or SPECTATOR.sees(place, card.face)


def test_a_lesson_is_of_a_device_that_the_game_is_dealt_from():
    with pytest.raises(Rejection) as refusal:
        Lesson.of("pick-2-poker", device="shoe")
    assert refusal.value.code is Code.OPTION_INVALID
    assert "not dealt from a “shoe”" in refusal.value.detail


def test_a_lesson_knows_what_its_clauses_say():
    lesson = Lesson.of("three-card-poker")
    assert "queen" in lesson.clause_says("Hand Rankings 4").casefold()
    assert lesson.clause_says("No such clause") == ""


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: f"{one.game.id} {one.device.name}")
def test_what_is_moved_at_settlements_is_what_the_seats_won_and_lost(lesson):
    for number in range(8):
        settled = [one for one in a_round(lesson, number).events if isinstance(one, WagerSettled)]
        for one in settled:
            won = {
                Result.WIN: one.moved_cents,
                Result.LOSE: -one.moved_cents,
                Result.PUSH: one.moved_cents - one.stake_cents,
                Result.HALF_BACK: one.moved_cents - one.stake_cents,
            }[one.outcome.result]
            staked = one.stake_cents if one.has_own_wager else 0
            assert won == one.returned_cents - staked
            assert one.moved_cents >= 0
