"""Recall: the last rounds of a seat, step by step, as whoever asks could see them."""

import json
from itertools import pairwise

import pytest
from sqlalchemy import select

from croupier.cards import Card
from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.cutting import Viewing, cut
from croupier.house.reading import open_to_read, reading
from croupier.house.recall import recall_seat, recall_user
from croupier.table import events as happened
from croupier.table.places import Place

from .books import whole_house

ANN, BOB, CORA, DAN = 1, 2, 3, 4
AUTOMATIC, BY_HAND, BLACKJACK, STADIUM = 1, 2, 3, 4


@pytest.fixture(scope="module")
def connection(tmp_path_factory):
    books = whole_house(tmp_path_factory.mktemp("books") / "house.db")
    with reading(open_to_read(str(books.path))) as opened:
        yield opened


def results(connection):
    wanted = select(schema.results)
    return connection.execute(wanted).all()


def test_every_result_on_record_can_be_recalled(connection):
    for row in results(connection):
        (told,) = recall_seat(connection, row.table, row.seat, count=1, before_round=row.round + 1)
        assert (told.round, told.user) == (row.round, row.user)
        assert told.staked_cents == sum(cents for _, cents in told.wagers)
        assert told.returned_cents - told.staked_cents == (
            told.credit_after_cents - told.credit_before_cents
        )
        json.dumps(told.to_json())


def test_the_credit_of_each_step_follows_from_the_one_before(connection):
    for row in results(connection):
        (told,) = recall_seat(connection, row.table, row.seat, count=1, before_round=row.round + 1)
        in_round = [step for step in told.steps if step.credit_before_cents is not None]
        for step, following in pairwise(in_round):
            assert step.credit_after_cents == following.credit_before_cents
        assert all(step.credit_after_cents >= 0 for step in in_round)
        if not told.is_revised:
            assert in_round[-1].credit_after_cents == told.credit_after_cents


def test_what_a_settlement_paid_came_onto_the_meter(connection):
    for told in recall_seat(connection, AUTOMATIC, 2, count=100):
        for step in told.steps:
            if isinstance(step.what, happened.WagerSettled):
                is_own = step.what.seat == told.seat
                gained = step.credit_after_cents - step.credit_before_cents
                assert gained == (step.what.returned_cents if is_own else 0)


def test_rounds_come_newest_first_and_go_on_before_one(connection):
    last = recall_seat(connection, AUTOMATIC, 1, count=3)
    numbers = [told.round for told in last]
    assert numbers == sorted(numbers, reverse=True)
    assert len(numbers) == 3
    older = recall_seat(connection, AUTOMATIC, 1, count=3, before_round=numbers[-1])
    assert [told.round for told in older] == [one - 3 for one in numbers]


def test_every_settlement_says_why(connection):
    settled = [
        one for told in recall_seat(connection, AUTOMATIC, 2, count=100) for one in told.settlements
    ]
    assert settled
    assert all(one.because.sentence and one.because.clause and one.seat == 2 for one in settled)


def test_a_void_round_has_no_settlements_and_every_wager_back(connection):
    void = [
        told
        for told in recall_seat(connection, AUTOMATIC, 1, count=100)
        if told.outcome in ("void", "abandoned")
    ]
    assert void
    for told in void:
        assert not told.settlements
        assert told.returned_cents == told.staked_cents


def test_decisions_are_told_with_their_questions(connection):
    decisions = [
        decided
        for told in recall_seat(connection, AUTOMATIC, 2, count=100)
        for decided in told.decisions
    ]
    assert {decided.option for decided in decisions} <= {"play", "fold"}
    assert all(decided.question for decided in decisions)


def test_a_player_sees_nothing_of_others_that_he_could_not_see(connection):
    """Bob's cards, before they are turned, are None in what Ann recalls."""
    hidden = 0
    for told in recall_seat(connection, AUTOMATIC, 1, count=100, as_user=ANN):
        for step in told.steps:
            match step.what:
                case happened.CardDealt(Place(owner=2), card):
                    assert card is None
                    hidden += 1
                case happened.CardDealt(Place(owner=1), card):
                    assert card is not None
                case house.CreditAdded(seat) | house.DifferencePaid(_, seat):
                    assert seat == 1
                case _:
                    pass
    assert hidden


def test_an_auditor_sees_everything(connection):
    for told in recall_seat(connection, AUTOMATIC, 1, count=100):
        for step in told.steps:
            if isinstance(step.what, happened.CardDealt):
                assert isinstance(step.what.card, Card)


def test_who_did_what_is_told_to_an_auditor_and_to_no_player(connection):
    for told in recall_seat(connection, BY_HAND, 3, count=100):
        assert all(step.actor for step in told.steps)
    for told in recall_user(connection, ANN, count=100):
        assert not any(step.actor for step in told.steps)


def test_what_a_player_recalls_is_what_he_was_shown(connection):
    """Cut a second time it stays as it is: there was nothing more in it."""
    for table in (AUTOMATIC, BLACKJACK, STADIUM):
        for told in recall_user(connection, BOB, count=100):
            if told.table == table:
                for step in told.steps:
                    viewing = Viewing(frozenset({told.seat}))
                    assert cut(step.what, viewing, is_stadium=table == STADIUM) == step.what


def test_in_a_stadium_a_terminal_recalls_only_its_own(connection):
    recalled = [told for told in recall_user(connection, BOB, count=100) if told.table == STADIUM]
    assert recalled
    for told in recalled:
        for step in told.steps:
            seat = getattr(step.what, "seat", told.seat)
            assert seat == told.seat
    everything = recall_seat(connection, STADIUM, 2, count=1)[0]
    assert {step.what.seat for step in everything.steps if hasattr(step.what, "seat")} > {2}


def test_who_plays_two_seats_sees_both(connection):
    told = next(one for one in recall_user(connection, ANN, count=100) if one.table == STADIUM)
    seats = {step.what.seat for step in told.steps if isinstance(step.what, happened.WagersPlaced)}
    assert seats == {1, 4}


def test_somebody_else_on_the_same_seat_is_not_recalled(connection):
    assert recall_seat(connection, AUTOMATIC, 1, as_user=BOB) == ()
    dan = recall_seat(connection, BY_HAND, 3, count=100, as_user=DAN)
    assert dan
    assert {told.user for told in dan} == {DAN}


def test_a_player_recalls_all_his_tables_newest_first(connection):
    recalled = recall_user(connection, ANN, count=100)
    assert {told.table for told in recalled} == {AUTOMATIC, BLACKJACK, STADIUM}
    ended = [told.ended_ms for told in recalled]
    assert ended == sorted(ended, reverse=True)
    assert recall_user(connection, ANN, count=2) == recalled[:2]
    later = recall_user(connection, ANN, count=100, before_ms=ended[5])
    assert later == tuple(told for told in recalled if told.ended_ms < ended[5])


def test_a_revised_round_is_told_as_it_was_and_as_it_is(connection):
    told = next(one for one in recall_seat(connection, BY_HAND, 1, count=100) if one.round == 2)
    assert told.is_revised
    assert told.outcome == "revised"
    revisions = [step for step in told.steps if isinstance(step.what, house.RoundRevised)]
    assert len(revisions) == 2
    assert any(step.is_on_paper for step in told.steps)
    assert sum(one.returned_cents for one in told.settlements) == told.returned_cents
    void = next(one for one in recall_seat(connection, BY_HAND, 1, count=100) if one.round == 3)
    assert void.outcome == "void"
    assert not void.settlements


def test_a_round_corrected_in_play_is_told_with_its_money(connection):
    told = next(one for one in recall_seat(connection, BY_HAND, 1, count=100) if one.round == 5)
    assert told.is_revised
    assert told.outcome == "settled"
    assert told.steps[-1].credit_after_cents == told.credit_after_cents


def test_seeds_and_physical_decks_are_told(connection):
    virtual = recall_seat(connection, AUTOMATIC, 2, count=1)[0]
    assert virtual.commitment
    assert virtual.seed
    physical = recall_seat(connection, BY_HAND, 1, count=1)[0]
    assert physical.is_physical
    assert (physical.commitment, physical.seed) == (None, None)
    secret = recall_seat(connection, STADIUM, 2, count=1)[0]
    assert secret.commitment
    assert secret.seed is None
