"""A round goes on from its record at the same card, with the source it was dealt from."""

import pytest

from croupier.cards import DECK, Back, CardReader, HandDeck, PackDispenser, Seed, parse_card
from croupier.rejection import Code, Rejection
from croupier.table.commands import (
    CloseBets,
    Decide,
    Perform,
    ReadCard,
    ReportIrregularity,
    RevealSeed,
    RuleOnIrregularity,
)
from croupier.table.events import CardDealt, RestReleased
from croupier.table.fairness import check_shuffle
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.record import read_round, write_round
from croupier.table.replay import replay
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.waiting import (
    AUTOMATIC,
    BY_HAND,
    AwaitingCards,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingWagers,
    RoundIsOver,
    step_name,
)

from .playing import bet, deck_of, only, tampered

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


ERROR = ReportIrregularity(IrregularityKind.DEALER_ERROR, "Chips fell.")
CONTINUE = RuleOnIrregularity(Remedy.CONTINUE, "Go on.")


@pytest.mark.parametrize("automation", [AUTOMATIC, BY_HAND], ids=["by itself", "by hand"])
def test_a_round_held_anywhere_goes_on_after_a_crash_as_it_would_have(insured, automation):
    """Held, stopped, resumed and continued at each point of a round from a physical deck."""

    def go_on(table):
        match table.waiting:
            case AwaitingWagers():
                table.handle(CloseBets())
            case AwaitingDealer(step):
                table.handle(Perform(step_name(step)))
            case AwaitingCards():
                unread = next(card for card in DECK if card not in table._device._read)
                table.handle(ReadCard(unread))
            case AwaitingDecisions((seat, *_)):
                table.handle(Decide(seat, "stand"))

    def begin():
        source = CardSource.physical(HandDeck)
        table = Round(insured, settings_for(insured), source, automation=automation)
        bet(table, {1: {"Main": 500}, 2: {"Main": 600, "High": 20}})
        return table

    points = 0
    while True:
        table = begin()
        for _ in range(points):
            go_on(table)
        if table.waiting == RoundIsOver():
            break
        table.handle(ERROR)
        again = replay(insured, table.events, CardSource.physical(HandDeck), automation=automation)
        assert again.waiting == table.waiting
        for one in (table, again):
            one.handle(CONTINUE)
        while table.waiting != RoundIsOver():
            # A step a dealer had begun but that left no trace is begun again.
            if table.waiting != again.waiting:
                assert isinstance(again.waiting, AwaitingDealer)
                go_on(again)
            assert table.waiting == again.waiting
            go_on(table)
            go_on(again)
        assert again.events == table.events
        points += 1
    assert points >= 6


def test_cards_of_a_pack_that_were_read_before_a_crash_are_not_read_again(cells):
    table = Round(cells, settings_for(cells), CardSource.physical(PackDispenser))
    bet(table, {1: {"Ante": 500}}, "123")
    table.handle(CloseBets())
    for card in ("2c", "3c"):
        table.handle(ReadCard(parse_card(card)))
    again = replay(cells, table.events, CardSource.physical(PackDispenser))
    assert isinstance(again.waiting, AwaitingCards)
    for one in (table, again):
        one.handle(ReadCard(parse_card("4c")))
    assert again.events == table.events
    assert [e.card for e in only(again.events, CardDealt)] == [*map(parse_card, ("2c", "3c", "4c"))]


@pytest.mark.parametrize(
    "source",
    [
        CardSource.shuffled(SEED, HandDeck, HandDeck, back=Back.BLUE),
        CardSource.shuffled(SEED, PackDispenser, PackDispenser, back=Back.RED),
        CardSource.physical(PackDispenser, back=Back.BLUE),
    ],
    ids=["another device", "another back", "real cards"],
)
def test_a_round_does_not_go_on_with_another_kind_of_source(pack_draw, source):
    table = opened(pack_draw, shuffler())
    with pytest.raises(Rejection) as caught:
        replay(pack_draw, table.events, source)
    assert caught.value.code is Code.RECORD_DIFFERS


def test_a_cut_deck_goes_on_where_it_was(duel):
    source = CardSource.shuffled(SEED, HandDeck, HandDeck)
    table = Round(duel, settings_for(duel), source)
    bet(table, {1: {"Ante": 500}})
    table.handle(CloseBets("aa", cut_at=30))
    again = replay(duel, table.events, source)
    for one in (table, again):
        one.handle(Decide(1, "raise"))
        one.handle(RevealSeed(SEED.reveal()))
    assert again.events == table.events
    assert check_shuffle(table.events) == tuple(
        event.card for event in only(table.events, CardDealt)
    )


def test_cards_that_did_not_run_out_are_found_by_the_live_source(pack_draw):
    few = deck_of("2c 3c 4c 5c 6c 7c", only=True)
    table = Round(pack_draw, settings_for(pack_draw), few)
    bet(table, {1: {"Left": 500}})
    for command in (CloseBets(), Decide(1, "0"), Decide(1, "draw")):
        table.handle(command)
    assert table.waiting == RoundIsOver()
    whole = deck_of("2c 3c 4c 5c 6c 7c")
    released = next(at for at, e in enumerate(table.events) if isinstance(e, RestReleased))
    events = tampered(table.events, released, cards=46)
    with pytest.raises(Rejection) as caught:
        replay(pack_draw, events, whole)
    assert caught.value.code is Code.RECORD_DIFFERS
