"""A round is dealt from the shuffle that was committed to, or the check says which card is not."""

from dataclasses import replace

import pytest

from croupier.cards import HandDeck, PackDispenser, PlannedFault, Seed, parse_card, shuffled_deck
from croupier.cards.devices import FaultKind
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, RevealSeed, TimeOut
from croupier.table.fairness import check_shuffle
from croupier.table.layout import view
from croupier.table.places import SPECTATOR
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource

from .playing import bet, dealt, first_at, tampered

SEED = Seed(bytes(range(32)))


def played(game, source, stakes, picks=()):
    table = Round(game, settings_for(game), source)
    bet(table, stakes, picks)
    table.handle(CloseBets("c0ffee"))
    while table.layout.asked:
        table.handle(TimeOut())
    return table


@pytest.fixture
def record(duel):
    source = CardSource.shuffled(SEED, HandDeck, HandDeck)
    table = played(duel, source, {1: {"Ante": 500}, 3: {"Ante": 500}})
    table.handle(RevealSeed(SEED.reveal()))
    return table.events


def refusal(events, code):
    with pytest.raises(Rejection) as caught:
        check_shuffle(events)
    assert caught.value.code is code
    return caught.value.detail


def test_the_cards_of_a_fair_round_are_the_first_of_the_shuffled_deck(record):
    assert check_shuffle(record) == shuffled_deck(SEED, bytes.fromhex("c0ffee"))[:3]


def test_a_folded_card_that_was_changed_is_found_though_it_never_showed(record):
    at = first_at(record, happened.CardDealt)
    was = record[at].card
    other = parse_card("2c") if was != parse_card("2c") else parse_card("3c")
    said = refusal(tampered(record, at, card=other), Code.RECORD_DIFFERS)
    assert said == f"Card 1 out of the device was {other}; seed and salt say {was}."


def test_another_salt_is_found(record):
    at = first_at(record, happened.BetsClosed)
    refusal(tampered(record, at, salt="beef"), Code.RECORD_DIFFERS)


def test_another_seed_is_found(record):
    changed = replace(record[-1], seed="00" * 32)
    refusal((*record[:-1], changed), Code.COMMITMENT_INVALID)


def test_cards_that_a_failing_device_gave_are_checked_too(cells):
    fault = PlannedFault(1, FaultKind.WRONG_COUNT, 2)
    source = CardSource.shuffled(
        SEED, PackDispenser, lambda deck: PackDispenser(deck, faults=[fault])
    )
    table = Round(cells, settings_for(cells, readings={"on_irregularity": "continue"}), source)
    bet(table, {1: {"Ante": 500}}, "123")
    table.handle(CloseBets("00"))
    table.handle(Decide(1, "fold"))
    table.handle(RevealSeed(SEED.reveal()))
    assert len(check_shuffle(table.events)) == 11


def test_what_cannot_be_checked_is_said(duel, record):
    assert "seed" in refusal(record[:-1], Code.RECORD_INVALID)
    ready = dealt(duel, {1: {"Ante": 500}})
    assert "not dealt from a shuffle" in refusal(ready.events, Code.RECORD_INVALID)
    assert "hidden" in refusal(view(record, SPECTATOR), Code.RECORD_INVALID)


def test_more_cards_than_a_deck_has_are_found(record):
    deck = shuffled_deck(SEED, bytes.fromhex("c0ffee"))
    at = first_at(record, happened.CardDealt)
    dealt_all = [replace(record[at], card=card) for card in (*deck, deck[0])]
    changed = (*record[:at], *dealt_all, *record[at + 3 :])
    assert "53 cards" in refusal(changed, Code.RECORD_DIFFERS)


@pytest.mark.parametrize("cut_at", [0, 52, -52, 10**6])
def test_a_cut_that_cannot_be_is_found(record, cut_at):
    at = first_at(record, happened.BetsClosed)
    refusal(tampered(record, at, cut_at=cut_at), Code.CUT_OUT_OF_RANGE)


def test_a_round_without_a_salt_proves_nothing(record):
    at = first_at(record, happened.BetsClosed)
    assert "alone" in refusal(tampered(record, at, salt=""), Code.SALT_INVALID)
