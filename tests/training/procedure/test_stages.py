"""The stages of a round: all that its dealer does, and no more than he may see."""

import re
from dataclasses import replace
from itertools import groupby, pairwise

import pytest

from croupier.cards import DECK, pretty_cards
from croupier.rejection import Code, Rejection
from croupier.table import steps
from croupier.table.codec import to_json
from croupier.table.events import (
    BetsClosed,
    CardDealt,
    CardsMoved,
    CardsRanOut,
    CardsTurned,
    DecisionAsked,
    WagerSettled,
)
from croupier.table.places import Face
from croupier.table.settings import settings_for
from croupier.training.chance import Chance
from croupier.training.lesson import Lesson
from croupier.training.procedure import (
    AskSeats,
    CloseBets,
    CollectCards,
    DealCards,
    Do,
    OpenBets,
    SettleWager,
    procedure_of,
)
from croupier.training.procedure.dealer_steps import dealers_work
from croupier.training.procedure.stages import dealt_for, procedure_in
from croupier.training.rounds import play_lesson_round, some_slips

from .lessons import LESSONS, lesson_name

SEEDS = range(8)
SEATS = 3

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lesson_name)


def moves(procedure, kind):
    return [stage.wanted for stage in procedure.stages if isinstance(stage.wanted, kind)]


@every_lesson
def test_a_round_is_the_same_for_the_same_seed_and_another_for_another(lesson):
    again = Lesson.of(lesson.game.id, device=lesson.device.name)
    assert procedure_of(lesson, 1).stages == procedure_of(again, 1).stages
    assert procedure_of(lesson, 1).stages != procedure_of(lesson, 2).stages


@every_lesson
def test_it_begins_with_the_preparation_and_ends_with_collecting(lesson):
    stages = procedure_of(lesson, 1, SEATS).stages
    acts = lesson.game.preparation(lesson.device.name)
    assert [stage.wanted for stage in stages[: len(acts)]] == [Do(act.action) for act in acts]
    assert isinstance(stages[-1].wanted, CollectCards)
    assert [stage.number for stage in stages] == list(range(1, len(stages) + 1))


@every_lesson
def test_every_card_wager_and_question_of_the_round_is_in_it(lesson):
    by_system = lesson.game.done_by_system()
    for seed in SEEDS:
        procedure = procedure_of(lesson, seed, SEATS)
        events = dealt_for(lesson, seed, SEATS).events
        dealt = [one.place for one in events if isinstance(one, CardDealt)]
        assert [place for move in moves(procedure, DealCards) for place, _ in move.cards] == dealt
        settled = [one for one in events if isinstance(one, WagerSettled)]
        mine = [(one.seat, one.spot) for one in moves(procedure, SettleWager)]
        is_mine = steps.Settle not in by_system
        assert mine == [(one.seat, one.spot) for one in settled if is_mine]
        asked = [one.seats for one in events if isinstance(one, DecisionAsked)]
        is_mine = steps.Ask not in by_system
        assert [one.seats for one in moves(procedure, AskSeats)] == (asked if is_mine else [])
        bets = [OpenBets(), CloseBets()] if steps.TakeWagers not in by_system else []
        assert moves(procedure, OpenBets | CloseBets) == bets


@pytest.mark.parametrize(
    "lesson",
    [lesson for lesson in LESSONS if steps.Settle not in lesson.game.done_by_system()],
    ids=lesson_name,
)
def test_chips_that_change_hands_add_up_to_what_the_round_cost_the_house(lesson):
    for seed in SEEDS:
        events = dealt_for(lesson, seed, SEATS).events
        settled = [one for one in events if isinstance(one, WagerSettled)]
        staked = sum(one.stake_cents for one in settled if one.has_own_wager)
        house_won = staked - sum(one.returned_cents for one in settled)
        won = 0
        for move, event in zip(
            moves(procedure_of(lesson, seed, SEATS), SettleWager), settled, strict=True
        ):
            cents = move.cents or 0
            won += {"pay": -cents, "take": cents, "push": 0, "half": event.stake_cents - cents}[
                move.verb
            ]
        assert won == house_won


@every_lesson
def test_no_scene_and_no_sentence_shows_a_card_that_lies_face_down(lesson):
    for seed in SEEDS:
        procedure = procedure_of(lesson, seed, SEATS)
        dealt = dealt_for(lesson, seed, SEATS)
        work = dealers_work(dealt).steps
        for stage, step in zip(procedure.stages[-len(work) :], work, strict=True):
            shown = shown_to_all(dealt.events[: step.before])
            lying = {card for one in stage.scene.laid for card in one.cards if card is not None}
            assert lying <= shown
            named = [text for text in (*stage.told, stage.says) if "You look" not in text]
            for card in shown_to_all(dealt.events) - shown:
                assert not any(pretty_cards([card]) in text for text in named)


def shown_to_all(events):
    """Every card that has ever lain face up in these events."""
    shown = set()
    for event in events:
        match event:
            case CardDealt(_, card, Face.UP):
                shown.add(card)
            case CardsTurned(_, cards) | CardsMoved(_, _, _, Face.UP, cards):
                shown.update(cards)
    return shown


@every_lesson
def test_clauses_and_sentences_are_there_for_every_stage(lesson):
    for stage in procedure_of(lesson, 3, SEATS).stages:
        assert stage.clause
        assert stage.clause_says, stage.clause
        assert re.fullmatch(r"[A-Z].+[.?”]", stage.says), stage.says
        assert all(re.fullmatch(r"[A-Z].+[.?]", told) for told in stage.told), stage.told
        to_json(stage)


def test_what_players_bet_and_choose_is_told_to_the_dealer():
    stages = procedure_of(Lesson.of("three-card-poker"), 1).stages
    at = {str(stage.wanted): stage.told for stage in stages}
    assert at["close bets"][-1] == "Seat 6 bets Ante $5."
    assert at["turn dealer/Hand"] == ("Seat 5: Play, another $5.", "Seat 6: Play, another $5.")


def test_what_a_hidden_question_offered_is_not_told():
    stages = procedure_of(Lesson.of("pick-2-poker"), 2).stages
    told = [sentence for stage in stages for sentence in stage.told]
    assert "Seat 2: 3-card 2-3-4." in told
    assert "Seat 2 lays two cards at 3-5 Bonus, face down." in told


@pytest.mark.parametrize("game", ["three-way-action", "roll-your-own-blackjack"])
def test_who_looks_at_the_hole_card_is_told_what_he_sees(game):
    looked = 0
    for seed in range(40):
        lesson = Lesson.of(game)
        stages = procedure_of(lesson, seed).stages
        for before, after in pairwise(stages):
            if before.wanted != Do("Look at the hole card"):
                continue
            # What he sees is what is turned up later, and lies face down until then.
            events = dealt_for(lesson, seed, 2).events
            hole = next(
                one.card
                for one in events
                if isinstance(one, CardDealt) and one.place.owner == 0 and one.face is Face.DOWN
            )
            assert after.told[0] == f"You look, and see {pretty_cards([hole])}. Nobody else does."
            assert hole not in [card for one in after.scene.laid for card in one.cards]
            looked += 1
    assert looked


def test_terminals_take_bets_ask_and_settle_by_themselves():
    procedure = procedure_of(Lesson.of("stadium-three-card-poker"), 1)
    told = [sentence for stage in procedure.stages for sentence in stage.told]
    assert "Bets are closed, by the clock." in told
    assert "The terminals ask seats 5 and 7: Play or fold?" in told
    assert "The terminal of seat 7 settles its wagers: $230 paid, $25 taken." in told
    assert not moves(procedure, SettleWager | AskSeats | OpenBets | CloseBets)


def test_cards_dealt_face_up_one_by_one_stay_single_and_unseen_ones_are_one_step():
    lesson = Lesson.of("three-way-action")
    for seed in SEEDS:
        deals = moves(procedure_of(lesson, seed, SEATS), DealCards)
        filled = [deal for deal in deals if "Poker" in str(deal)]
        assert all(
            len(list(same)) == 1 for _, same in groupby(filled, key=lambda one: one.cards[0])
        )
        assert all(len(deal.cards) == 1 for deal in deals if deal not in filled)
        assert any(len(deal.cards) > 1 for deal in filled)


def test_a_hand_of_several_is_named_where_it_must_be():
    lesson = Lesson.of("roll-your-own-blackjack")
    asks = [ask for seed in SEEDS for ask in moves(procedure_of(lesson, seed), AskSeats)]
    about = [ask for ask in asks if len(ask.seats) == 1]
    assert all(ask.place is not None and ask.place.seat in ask.seats for ask in about)
    split = [
        move
        for seed in range(60)
        for move in moves(procedure_of(lesson, seed), SettleWager)
        if move.place is not None
    ]
    assert split, "pairs are split now and then"
    assert any("split" in str(move.place) for move in split)


def test_what_the_table_does_not_pay_is_not_asked_of_the_dealer():
    usual = Lesson.of("three-card-poker")
    capped = replace(settings_for(usual.game), payout_maximum_cents=1_000)
    lesson = Lesson.of("three-card-poker", settings=capped)
    found = [
        stage
        for seed in range(20)
        for stage in procedure_of(lesson, seed).stages
        if "all that the table still pays" in stage.says
    ]
    assert found
    for stage in found:
        assert stage.wanted.cents <= 1_000
        is_nothing = stage.wanted.cents == 0
        assert [one.verb for one in stage.also] == (["push"] if is_nothing else [])


class AlwaysTheLast(Chance):
    """Players who never do the usual, and take the last of their options."""

    def randrange(self, *args):
        return args[-1] - 1

    def choice(self, options):
        return options[-1]


def test_cards_that_have_run_out_are_told_and_not_asked_for(pack_draw_lesson):
    chance = AlwaysTheLast()
    slips = some_slips(pack_draw_lesson, Chance("slips"), [2])
    dealt = play_lesson_round(pack_draw_lesson, slips, DECK, chance)
    procedure = procedure_in(dealt, seed=0)
    assert any(isinstance(event, CardsRanOut) for event in dealt.events)
    assert sum(len(move.cards) for move in moves(procedure, DealCards)) == len(DECK)
    told = next(stage for stage in procedure.stages if any("run out" in one for one in stage.told))
    assert isinstance(told.wanted, SettleWager)
    assert told.because == "The cards ran out, so you win."


@pytest.mark.parametrize("seats", [0, 8])
def test_a_round_needs_a_number_of_players_that_fits_the_table(seats):
    with pytest.raises(Rejection) as refused:
        procedure_of(Lesson.of("three-card-poker"), 1, seats)
    assert refused.value.code is Code.SEATS_OUT_OF_RANGE
    assert "1 to 7" in refused.value.detail


def test_events_of_a_lesson_begin_with_bets_and_close_them_once():
    events = dealt_for(Lesson.of("three-card-poker"), 1, 2).events
    assert sum(isinstance(event, BetsClosed) for event in events) == 1
