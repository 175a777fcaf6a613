"""What a trainee may choose from: every right move, among much else that gives nothing away."""

from collections import Counter

import pytest

from croupier.table.codec import to_json
from croupier.table.places import Face
from croupier.training.lesson import Lesson
from croupier.training.procedure import (
    AskSeats,
    CallHand,
    DealCards,
    Do,
    MoveCards,
    SettleWager,
    TurnCards,
    palette,
    parse_move,
    procedure_of,
)
from croupier.training.procedure.palette import flipped

from .lessons import LESSONS, lesson_name

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lesson_name)


def parts_of(move):
    """What a move is put together of: acts, places, seats, spots and words."""
    match move:
        case Do(action):
            return {("acts", action)}
        case DealCards(piles):
            return {("places", pile.place) for pile in piles}
        case TurnCards(place):
            return {("places", place)}
        case MoveCards(source, _, target):
            return {("places", source), ("places", target)}
        case AskSeats(seats, place):
            return {("seats", seat) for seat in seats} | ({("places", place)} if place else set())
        case CallHand(place, words):
            return {("places", place), ("calls", (place, words))}
        case SettleWager(_, seat, spot):
            return {("seats", seat), ("spots", spot)}
        case _:
            return set()


@every_lesson
def test_every_right_move_can_be_put_together(lesson):
    for seed in range(10):
        procedure = procedure_of(lesson, seed, 3)
        choice = palette(procedure)
        offered = {(kind, one) for kind in ("acts", "places", "seats", "spots")
                   for one in getattr(choice, kind)}  # fmt: skip
        verbs = tuple(verb.name for verb in choice.verbs)
        for stage in procedure.stages:
            assert str(stage.wanted).startswith(verbs)
            called = palette(procedure, stage).calls
            words = {("calls", (call.place, words)) for call in called for words in call.words}
            assert parts_of(stage.wanted) <= offered | words
        assert set(choice.playing) <= set(choice.seats)
        to_json(choice)


@every_lesson
def test_what_may_be_done_where_and_to_whom_is_the_same_in_every_round(lesson):
    procedures = [procedure_of(lesson, seed, 1 + seed % 3) for seed in range(100)]
    offered = [palette(procedure) for procedure in procedures]
    for one in offered:
        assert (one.verbs, one.places, one.seats, one.spots) == (
            offered[0].verbs, offered[0].places, offered[0].seats, offered[0].spots
        )  # fmt: skip
        assert set(one.acts) == set(offered[0].acts)
    acts = {move.wanted.action for move in procedures[0].stages if isinstance(move.wanted, Do)}
    assert set(offered[0].acts) > acts
    # What is right stands nowhere in particular.
    assert len({one.acts for one in offered}) > 1


@every_lesson
def test_words_to_call_are_offered_only_while_the_hand_lies_face_up(lesson):
    offered = 0
    for seed in range(10):
        procedure = procedure_of(lesson, seed)
        assert palette(procedure).calls == ()
        for stage in procedure.stages:
            faces = {laid.place: set(laid.faces) for laid in stage.scene.laid}
            for call in palette(procedure, stage).calls:
                assert faces[call.place] == {Face.UP}
                offered += 1
    assert offered


@every_lesson
def test_nothing_tells_which_of_the_words_are_right(lesson):
    places = Counter()
    for seed in range(60):
        procedure = procedure_of(lesson, seed)
        for stage in procedure.stages:
            if not isinstance(stage.wanted, CallHand):
                continue
            calls = palette(procedure, stage).calls
            (words,) = (call.words for call in calls if call.place == stage.wanted.place)
            assert len(words) == len(set(words)) == 8
            # Either each hand stands there with both verdicts, or none has any.
            assert {flipped(one) or one for one in words} == set(words)
            assert len({flipped(one) is None for one in words}) == 1
            places[words.index(stage.wanted.words)] += 1
    assert len(places) == 8
    assert max(places.values()) < places.total() / 3


@every_lesson
def test_words_stay_the_same_while_the_hand_does(lesson):
    for seed in range(10):
        procedure = procedure_of(lesson, seed)
        found = {}
        for stage in procedure.stages:
            for call in palette(procedure, stage).calls:
                (lying,) = (one.cards for one in stage.scene.laid if one.place == call.place)
                hand = call.place, frozenset(lying)
                assert found.setdefault(hand, call.words) == call.words


@every_lesson
def test_every_example_is_a_move_with_names_of_this_table(lesson):
    choice = palette(procedure_of(lesson, 3))
    offered = {(kind, one) for kind in ("acts", "places", "seats", "spots")
               for one in getattr(choice, kind)}  # fmt: skip
    own = [act.action for act in lesson.game.preparation(lesson.device.name)]
    for verb in choice.verbs:
        move = parse_move(verb.form)
        assert verb.form.startswith(verb.name)
        assert str(move) == verb.form
        assert {part for part in parts_of(move) if part[0] != "calls"} <= offered
        if isinstance(move, Do):
            # No shoe where there is none.
            assert "shoe" not in move.action or any("shoe" in act for act in own)


def test_a_table_at_which_packets_are_dealt_shows_how_one_is_said():
    shown = {
        game: next(verb.form for verb in palette(procedure_of(Lesson.of(game), 1)).verbs
                   if verb.name == "deal")
        for game in ("stadium-three-card-poker", "roll-your-own-blackjack", "three-card-poker")
    }  # fmt: skip
    assert shown == {
        "stadium-three-card-poker": "deal table/Cell 1 1 up, table/Cell 2 1 up",
        "roll-your-own-blackjack": "deal table/Burned 1 up, dealer/Hand 1 up",
        "three-card-poker": "deal seat 1/Hand 2 down",
    }


def test_a_called_hand_stands_beside_the_same_with_the_opposite_verdict():
    procedure = procedure_of(Lesson.of("three-card-poker"), 1)
    calling = next(one for one in procedure.stages if isinstance(one.wanted, CallHand))
    (call,) = palette(procedure, calling).calls
    assert "ace-six-three high, qualifies" in call.words
    assert "ace-six-three high, does not qualify" in call.words
