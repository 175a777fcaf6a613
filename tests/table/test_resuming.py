"""A round goes on from its record at the same card, with the source it was dealt from."""

import pytest

from croupier.cards import Back, CardReader, HandDeck, PackDispenser, Seed, parse_card
from croupier.rejection import Code, Rejection
from croupier.table.commands import CloseBets, Decide, Perform, ReadCard, RevealSeed
from croupier.table.record import read_round, write_round
from croupier.table.replay import replay
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.waiting import BY_HAND, AwaitingCards, AwaitingDealer, RoundIsOver, step_name

from .playing import bet, deck_of

SEED = Seed(bytes(range(1, 33)))
COMMANDS = [Decide(1, "2"), Decide(2, "0"), *[Decide(1, "draw")] * 3, Decide(1, "stand"),
            Decide(2, "draw"), Decide(2, "stand"), RevealSeed(SEED.reveal())]  # fmt: skip


def shuffler(seed=SEED):
    return CardSource.shuffled(seed, PackDispenser, PackDispenser, back=Back.BLUE)


def opened(game, source):
    table = Round(game, settings_for(game), source)
    bet(table, {1: {"Left": 500, "Right": 500}, 2: {"Left": 700}})
    return table


@pytest.mark.parametrize("stopped_after", range(len(COMMANDS) + 2))
def test_a_round_stopped_anywhere_goes_on_as_if_it_had_not_been(pack_draw, stopped_after):
    commands = [CloseBets("c0ffee"), *COMMANDS]
    whole = opened(pack_draw, shuffler())
    for command in commands:
        whole.handle(command)

    first = opened(pack_draw, shuffler())
    for command in commands[:stopped_after]:
        first.handle(command)
    again = replay(pack_draw, read_round(write_round(first.events)), shuffler())
    assert again.events == first.events
    assert again.waiting == first.waiting
    for command in commands[stopped_after:]:
        again.handle(command)
    assert again.events == whole.events


def test_a_round_does_not_go_on_with_another_source(pack_draw):
    table = opened(pack_draw, shuffler())
    table.handle(CloseBets("c0ffee"))
    with pytest.raises(Rejection) as caught:
        replay(pack_draw, table.events, shuffler(Seed(bytes(32))))
    assert caught.value.code is Code.RECORD_DIFFERS
    assert "not those this source gives" in caught.value.detail


def test_a_round_from_a_physical_deck_waits_for_the_next_card(duel):
    table = Round(duel, settings_for(duel), CardSource.physical(HandDeck))
    bet(table, {1: {"Ante": 500}})
    table.handle(CloseBets())
    table.handle(ReadCard(parse_card("2c")))
    again = replay(duel, table.events, CardSource.physical(HandDeck))
    assert isinstance(again.waiting, AwaitingCards)
    with pytest.raises(Rejection) as caught:
        again.handle(ReadCard(parse_card("2c")))
    assert caught.value.code is Code.CARD_REPEATED
    again.handle(ReadCard(parse_card("2d")))
    again.handle(Decide(1, "raise"))
    assert isinstance(again.waiting, RoundIsOver)


def test_a_physical_round_says_what_its_cards_come_from(duel):
    source = CardSource.physical(PackDispenser, back=Back.RED)
    opening = Round(duel, settings_for(duel), source).events[0]
    assert (opening.device, opening.is_physical, opening.back) == ("shuffler", True, Back.RED)
    assert opening.commitment is None
    assert isinstance(source.load(b""), CardReader)


def test_a_round_by_hand_goes_on_by_hand_or_by_itself(insured):
    table = Round(insured, settings_for(insured), deck_of("2c 3c"), automation=BY_HAND)
    bet(table, {1: {"Main": 500}})
    table.handle(CloseBets())
    table.handle(Perform("deal"))
    by_hand = replay(insured, table.events, deck_of("2c 3c"), automation=BY_HAND)
    assert by_hand.events == table.events
    assert isinstance(by_hand.waiting, AwaitingDealer)
    assert step_name(by_hand.waiting.step) == "deal"
    by_itself = replay(insured, table.events, deck_of("2c 3c"))
    by_itself.handle(Decide(1, "stand"))
    assert isinstance(by_itself.waiting, RoundIsOver)
