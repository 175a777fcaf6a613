"""Dealing: packs, the green button, moved cards, a dealer by hand, a card reader, running out."""

import pytest

from croupier.cards import (
    DECK,
    CardReader,
    HandDeck,
    PackDispenser,
    Seed,
    parse_card,
    parse_hand,
    shuffled_deck,
)
from croupier.money import EVEN_MONEY, Odds
from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import (
    CloseBets,
    Decide,
    Perform,
    PlaceWagers,
    ReadCard,
    RevealSeed,
)
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.layout import PlacedCard
from croupier.table.paytable import PayTable
from croupier.table.places import Face, Place
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.settlement import HALF_BACK, LOSE, PUSH, Because, win
from croupier.table.source import CardSource
from croupier.table.steps import Act, Call, Collect, Deal, Move, ReleaseRest, Settle, Turn
from croupier.table.wager import Slip, Wager
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

from .playing import bet, dealt, deck_of, kinds, only, open_round, paid_in, paid_out, refused
from .sample_games import BURNED, Scripted, settle_all


def shuffler(cards=DECK, **chosen):
    return CardSource.ready(PackDispenser(cards, **chosen))


def scripted(steps):
    def whole(table):
        yield from steps(table)
        yield from settle_all(table)

    return Scripted(whole)


def with_bonus(steps):
    """The same with a bonus at 3 to 2 that the main wager brings."""
    bonus = Wager(
        "Bonus",
        "Anything.",
        pays=(EVEN_MONEY,),
        lines=("Flush",),
        pay_tables=(PayTable.of("Usual", {"Flush": "3 to 2"}),),
        brought_by="Main",
    )
    game = scripted(steps)
    game._wagers += (bonus,)
    return game


SEED = Seed(bytes(range(32)))


def test_packs_go_to_their_places_in_order_and_the_rest_comes_at_the_green_button(pack_draw):
    table = dealt(pack_draw, {2: {"Left": 500}}, shuffler())
    cards = [(str(one.place), str(one.card)) for one in only(table.events, happened.CardDealt)]
    assert cards == [
        ("seat 2/Pack", "2c"),
        ("seat 2/Pack", "2d"),
        ("seat 2/Pack", "2h"),
        ("table/Burned", "2s"),
        ("dealer/Up", "3c"),
        ("dealer/Hole", "3d"),
    ]
    assert only(table.events, happened.RestReleased) == [happened.RestReleased(46)]
    assert table.layout.cards[Place.of_dealer("Up")] == [PlacedCard(parse_card("3c"), Face.UP)]
    assert table.layout.cards[BURNED] == [PlacedCard(parse_card("2s"), Face.DOWN)]


def test_cards_that_move_leave_their_place_and_lie_as_said(pack_draw):
    table = dealt(pack_draw, {1: {"Left": 500}}, deck_of("2c 9d Ks"))
    events = table.handle(Decide(1, "1"))
    assert only(events, happened.CardsMoved) == [
        happened.CardsMoved(
            Place.of_seat(1, "Pack"), (1,), Place.of_seat(1, "Right"), Face.UP, parse_hand("9d")
        ),
        happened.CardsMoved(
            Place.of_seat(1, "Pack"), (0, 1), Place.of_seat(1, "Left"), Face.DOWN,
            parse_hand("2c Ks"),
        ),
    ]  # fmt: skip
    assert Place.of_seat(1, "Pack") not in table.layout.cards
    assert table.layout.known(Place.of_seat(1, "Left")) == parse_hand("2c Ks")


def test_cards_pushed_up_within_their_place_come_last():
    hand = Place.of_dealer("Hand")

    def steps(table):
        yield from table.deal_pack([(hand, Face.UP)] * 3, clause="Dealing")
        yield from table.move(hand, [0], hand, face=Face.UP, clause="Setting")
        assert table.cards(hand) == parse_hand("3c 4c 2c")

    table = dealt(scripted(steps), {1: {"Main": 500}}, deck_of("2c 3c 4c"))
    assert table.waiting == RoundIsOver()


@pytest.mark.parametrize("positions", [(0, 0), (2,), (-1,)])
def test_a_card_cannot_move_twice_or_from_where_none_lies(positions):
    def steps(table):
        yield from table.deal_pack([(table.dealer(), Face.UP)] * 2, clause="Dealing")
        yield from table.move(
            table.dealer(), positions, table.dealer("Other"), face=Face.UP, clause="Setting"
        )

    with pytest.raises(AssertionError):
        dealt(scripted(steps), {1: {"Main": 500}})


def test_acts_and_calls_are_put_on_record(pack_draw, duel):
    assert open_round(pack_draw).events[1] == happened.DealerActed("Press New Game")
    table = dealt(duel, {1: {"Ante": 500}}, deck_of("2c 9d"))
    events = table.handle(Decide(1, "fold"))
    (called,) = only(events, happened.HandCalled)
    assert (called.place, called.words) == (Place.of_dealer("Hand"), "nine of diamonds")


def test_collecting_clears_the_felt(duel):
    table = dealt(duel, {1: {"Ante": 500}})
    assert table.layout.cards
    table.handle(Decide(1, "fold"))
    assert table.layout.cards == {}


def test_a_bonus_without_a_wager_pays_only_winnings_and_leaves_the_base_in_action(insured):
    table = dealt(insured, {1: {"Main": 1000}}, deck_of("Ac Kd"))
    events = table.handle(Decide(1, "stand"))
    bonus, first, second = only(events, happened.WagerSettled)
    assert (bonus.spot, bonus.stake_cents, bonus.returned_cents) == ("Ace Bonus", 1000, 5000)
    assert bonus.has_own_wager is False
    assert (first.stake_cents, first.returned_cents) == (500, 1000)
    assert (second.stake_cents, second.returned_cents) == (500, 500)


def test_a_bonus_on_a_stake_that_is_settled_already_is_the_scripts_mistake():
    def steps(table):
        (seat,) = table.seats
        yield from table.settle(seat, "Main", PUSH, Because("", ""))
        yield from table.pay_bonus(seat, "Bonus", win(), Because("", ""))

    with pytest.raises(AssertionError, match="nothing is staked"):
        dealt(with_bonus(steps), {1: {"Main": 500}})


def test_a_bonus_without_a_wager_cannot_lose_one():
    def steps(table):
        yield from table.pay_bonus(table.seats[0], "Bonus", LOSE, Because("", ""))

    with pytest.raises(AssertionError, match="cannot lose"):
        dealt(with_bonus(steps), {1: {"Main": 500}})


@pytest.mark.parametrize("outcome", [win(Odds(200)), win(Odds(3, 2)), HALF_BACK])
def test_odds_the_wager_does_not_declare_are_the_scripts_mistake(outcome):
    def steps(table):
        yield from table.settle(table.seats[0], "Main", outcome, Because("", ""))

    with pytest.raises(AssertionError, match="Main does not pay"):
        dealt(scripted(steps), {1: {"Main": 500}})


def test_the_odds_of_a_bonus_count_for_what_its_base_may_be():
    table = open_round(with_bonus(lambda _table: iter(())))
    said = refused(table, PlaceWagers(1, Slip.of({"Main": 501})), Code.STAKE_NOT_PAYABLE)
    assert "multiple of $0.02" in said
    said = refused(table, PlaceWagers(1, Slip.of({"Main": 500, "Bonus": 5})), Code.WAGER_NOT_NOW)
    assert said == "Bonus comes with Main; it is not bet."


def test_a_wager_of_its_own_is_not_paid_as_a_bonus_nor_a_bonus_settled_as_one():
    def as_bonus(table):
        yield from table.pay_bonus(table.seats[0], "Main", win(), Because("", ""))

    def as_wager(table):
        yield from table.settle(table.seats[0], "Bonus", win(), Because("", ""), stake_cents=5)

    with pytest.raises(AssertionError, match="a wager of its own"):
        dealt(with_bonus(as_bonus), {1: {"Main": 500}})
    with pytest.raises(AssertionError, match="settled wrongly"):
        dealt(with_bonus(as_wager), {1: {"Main": 500}})


def test_what_a_script_is_refused_is_the_scripts_mistake():
    def steps(table):
        yield from table.act("Think", clause="Thinking")
        parse_card("Xx")

    with pytest.raises(AssertionError, match="what is refused"):
        dealt(scripted(steps), {1: {"Main": 500}})


@pytest.mark.parametrize("verb", ["turn", "call"])
def test_a_place_without_cards_is_the_scripts_mistake(verb):
    def steps(table):
        if verb == "turn":
            yield from table.turn(table.place("Hnad"), clause="")
        else:
            yield from table.call(table.place("Hnad"), "a pair", clause="")

    with pytest.raises(AssertionError, match="no cards lie at table/Hnad"):
        dealt(scripted(steps), {1: {"Main": 500}})


def test_a_hand_is_not_called_before_it_is_shown():
    def steps(table):
        yield from table.deal(table.dealer(), face=Face.DOWN, clause="")
        yield from table.call(table.dealer(), "a pair", clause="")

    with pytest.raises(AssertionError, match="is not shown"):
        dealt(scripted(steps), {1: {"Main": 500}})


def test_a_verb_without_yield_from_is_named_as_the_mistake():
    def steps(table):
        yield table.act("Knock", clause="")

    with pytest.raises(AssertionError, match="yield from"):
        dealt(scripted(steps), {1: {"Main": 500}})


def test_the_same_step_twice_is_done_twice_by_hand():
    knock = Act("Knock", "")

    def steps(table):
        yield knock
        yield knock

    table = open_round(scripted(steps), automation=BY_HAND)
    bet(table, {1: {"Main": 500}})
    table.handle(CloseBets())
    assert perform_all(table) == ["act", "act", "settle"]


def test_a_deck_from_the_hand_is_cut_where_it_is_said(duel):
    table = Round(duel, settings_for(duel), CardSource.shuffled(SEED, HandDeck, HandDeck))
    bet(table, {1: {"Ante": 500}})
    table.handle(CloseBets("aa", cut_at=20))
    deck = shuffled_deck(SEED, b"\xaa")
    assert [event.card for event in only(table.events, happened.CardDealt)] == list(deck[20:22])
    assert only(table.events, happened.BetsClosed) == [happened.BetsClosed("aa", 20)]


@pytest.mark.parametrize(
    ("source", "cut_at", "code"),
    [
        (CardSource.shuffled(Seed(bytes(32)), HandDeck, HandDeck), 52, Code.CUT_OUT_OF_RANGE),
        (CardSource.shuffled(Seed(bytes(32)), HandDeck, HandDeck), 0, Code.CUT_OUT_OF_RANGE),
        (
            CardSource.shuffled(Seed(bytes(32)), PackDispenser, PackDispenser),
            20,
            Code.DEVICE_CANNOT,
        ),
        (CardSource.physical(HandDeck), 20, Code.DEVICE_CANNOT),
    ],
)
def test_a_cut_that_cannot_be_is_refused(duel, source, cut_at, code):
    table = Round(duel, settings_for(duel), source)
    bet(table, {1: {"Ante": 500}})
    refused(table, CloseBets("aa", cut_at), code)


def test_a_committed_house_does_not_close_bets_without_a_salt(duel):
    table = Round(duel, settings_for(duel), CardSource.shuffled(SEED, HandDeck, HandDeck))
    bet(table, {1: {"Ante": 500}})
    assert "it alone" in refused(table, CloseBets(), Code.SALT_INVALID)


@pytest.mark.parametrize(("spot", "cents"), [("Main", 501), ("Main", 0), ("Side", None)])
def test_no_more_can_be_settled_than_is_in_action(spot, cents):
    def steps(table):
        seat = table.seats[0]
        yield from table.settle(seat, spot, PUSH, Because("", ""), stake_cents=cents)

    with pytest.raises(AssertionError):
        dealt(scripted(steps), {1: {"Main": 500}})


def test_a_rule_for_running_out_of_cards_is_the_scripts(pack_draw):
    table = dealt(
        pack_draw, {1: {"Left": 500, "Right": 500}}, deck_of("2c 3c 4c 5c 6c 7c 8c", only=True)
    )
    table.handle(Decide(1, "0"))
    table.handle(Decide(1, "draw"))
    events = table.handle(Decide(1, "draw"))
    assert kinds(events)[-1] is happened.RoundClosed
    assert not only(events, happened.IrregularityReported)
    assert paid_out(table.events) == {1: 2000}


def test_where_the_script_has_no_rule_running_out_voids_the_round(pack_draw):
    table = dealt(
        pack_draw,
        {1: {"Left": 500, "Right": 500}},
        deck_of("2c 3c 4c 5c 6c 7c", only=True),
        readings={"when_dry": "not_said"},
    )
    table.handle(Decide(1, "0"))
    events = table.handle(Decide(1, "draw"))
    (reported,) = only(events, happened.IrregularityReported)
    assert reported.kind is IrregularityKind.DEVICE_FAILURE
    assert reported.remedy is Remedy.VOID
    assert "ran out" in reported.detail
    assert kinds(events)[-1] is happened.RoundVoided
    assert paid_out(table.events) == paid_in(table.events) == {1: 1000}


def test_running_out_of_cards_that_the_script_never_catches_voids_the_round(insured):
    table = dealt(insured, {1: {"Main": 500}}, deck_of("2c", only=True))
    assert table.waiting == RoundIsOver()
    assert paid_out(table.events) == {1: 500}


NAMES = {
    Deal: "deal",
    ReleaseRest: "release_rest",
    Turn: "turn",
    Move: "move",
    Call: "call",
    Settle: "settle",
    Act: "act",
    Collect: "collect",
}


def test_every_step_of_the_dealer_has_a_name_to_perform_it_by():
    assert {kind: step_name(kind) for kind in AUTOMATIC} == NAMES


def perform_all(table):
    """Does what the round says is the dealer's next step until it waits for somebody else."""
    done = []
    while isinstance(table.waiting, AwaitingDealer):
        done.append(step_name(table.waiting.step))
        table.handle(Perform(done[-1]))
    return done


def test_a_dealer_by_hand_does_every_step_and_the_events_are_the_same(pack_draw):
    source = "2c 9d Ks 4c 5c 6c"
    by_hand = open_round(pack_draw, deck_of(source), automation=BY_HAND)
    assert perform_all(by_hand) == ["act"]
    bet(by_hand, {1: {"Left": 500}})
    by_hand.handle(CloseBets())
    assert perform_all(by_hand) == ["deal", "deal", "release_rest"]
    by_hand.handle(Decide(1, "1"))
    assert perform_all(by_hand) == ["move", "move"]
    by_hand.handle(Decide(1, "stand"))
    assert perform_all(by_hand) == ["turn", "turn", "settle", "collect"]
    assert by_hand.waiting == RoundIsOver()

    by_itself = dealt(pack_draw, {1: {"Left": 500}}, deck_of(source))
    by_itself.handle(Decide(1, "1"))
    by_itself.handle(Decide(1, "stand"))
    assert by_hand.events == by_itself.events


def test_a_dealer_by_hand_is_told_which_step_is_next(duel):
    table = open_round(duel, automation=BY_HAND)
    bet(table, {1: {"Ante": 500}})
    table.handle(CloseBets())
    assert isinstance(table.waiting, AwaitingDealer)
    said = refused(table, Perform("settle"), Code.NOT_THE_NEXT_STEP)
    assert said == "The next step is “deal”, not “settle”."
    refused(table, Decide(1, "fold"), Code.NOT_ASKED)
    refused(table, ReadCard(DECK[0]), Code.CARD_NOT_AWAITED)
    refused(table, CloseBets(), Code.BETS_CLOSED)


def test_some_steps_may_run_by_themselves_and_others_by_hand(duel):
    table = open_round(duel, automation=AUTOMATIC - {Settle})
    bet(table, {1: {"Ante": 500}})
    table.handle(CloseBets())
    assert table.waiting == AwaitingDecisions((1,))
    table.handle(Decide(1, "fold"))
    assert perform_all(table) == ["settle"]
    assert table.waiting == RoundIsOver()


def test_a_physical_deck_is_dealt_as_its_cards_are_read(duel):
    table = dealt(duel, {1: {"Ante": 500}}, CardSource.ready(CardReader()))
    assert isinstance(table.waiting, AwaitingCards)
    events = table.handle(ReadCard(parse_card("Kc")))
    assert events == (
        happened.CardRead(parse_card("Kc")),
        happened.CardDealt(Place.of_seat(1, "Hand"), parse_card("Kc"), Face.OWN),
    )
    assert isinstance(table.waiting, AwaitingCards)
    table.handle(ReadCard(parse_card("2d")))
    assert table.waiting == AwaitingDecisions((1,))
    refused(table, ReadCard(parse_card("3d")), Code.CARD_NOT_AWAITED)
    table.handle(Decide(1, "raise"))
    assert paid_out(table.events) == {1: 2000}


def test_a_pack_is_dealt_when_its_last_card_is_read(cells):
    table = dealt(cells, {1: {"Ante": 500}}, CardSource.ready(CardReader()), "123")
    assert kinds(table.handle(ReadCard(parse_card("Kc")))) == [happened.CardRead]
    assert kinds(table.handle(ReadCard(parse_card("Qc")))) == [happened.CardRead]
    assert kinds(table.handle(ReadCard(parse_card("Jc"))))[1:] == [happened.CardDealt] * 3


def test_a_card_read_twice_is_refused(duel):
    table = dealt(duel, {1: {"Ante": 500}}, CardSource.ready(CardReader()))
    table.handle(ReadCard(parse_card("Kc")))
    said = refused(table, ReadCard(parse_card("Kc")), Code.CARD_REPEATED)
    assert "Kc was read already" in said
    table.handle(ReadCard(parse_card("Kd")))


def test_by_hand_the_dealer_draws_and_then_the_reader_sees(duel):
    table = open_round(duel, CardSource.ready(CardReader()), automation=BY_HAND)
    bet(table, {1: {"Ante": 500}})
    table.handle(CloseBets())
    refused(table, ReadCard(parse_card("Kc")), Code.CARD_NOT_AWAITED)
    table.handle(Perform("deal"))
    table.handle(ReadCard(parse_card("Kc")))
    assert isinstance(table.waiting, AwaitingDealer)


def revealed_round(duel, seed):
    table = Round(duel, settings_for(duel), CardSource.shuffled(seed, HandDeck, HandDeck))
    bet(table, {1: {"Ante": 500}})
    table.handle(CloseBets("aa"))
    return table


def test_the_seed_is_revealed_only_when_the_round_is_over_and_only_once(duel):
    seed = Seed(bytes(range(32)))
    table = revealed_round(duel, seed)
    assert "secret until" in refused(table, RevealSeed(seed.reveal()), Code.SEED_INVALID)
    table.handle(Decide(1, "fold"))
    refused(table, RevealSeed("00" * 32), Code.COMMITMENT_INVALID)
    refused(table, RevealSeed("beef"), Code.SEED_INVALID)
    refused(table, RevealSeed("no hex"), Code.SEED_INVALID)
    assert table.handle(RevealSeed(seed.reveal())) == (happened.SeedRevealed(seed.reveal()),)
    assert "revealed already" in refused(table, RevealSeed(seed.reveal()), Code.ROUND_OVER)


def test_where_nothing_was_committed_no_seed_can_be_revealed(duel):
    table = dealt(duel, {1: {"Ante": 500}})
    table.handle(Decide(1, "fold"))
    refused(table, RevealSeed("00" * 32), Code.COMMITMENT_INVALID)


def test_a_stadium_of_two_thousand_terminals_is_dealt_in_one_round(cells):
    seats = range(1, 2001)
    stakes = {seat: {"Ante": 500} for seat in seats}
    table = dealt(cells, stakes, deck_of("2c 3c 4c"), "123", positions=2000)
    for seat in seats:
        table.handle(Decide(seat, "play"))
    assert table.waiting == RoundIsOver()
    assert paid_out(table.events) == dict.fromkeys(seats, 2000)


def test_betting_waits_where_a_script_takes_wagers(duel):
    assert open_round(duel).waiting == AwaitingWagers()


def test_no_card_comes_twice_where_a_script_takes_wagers_again():
    def steps(table):
        yield from table.deal(table.dealer(), face=Face.UP, clause="Dealing")
        yield from table.take_wagers(clause="Betting again")
        yield from table.deal(table.dealer(), face=Face.UP, clause="Dealing")

    with pytest.raises(AssertionError, match="wagers once"):
        dealt(scripted(steps), {1: {"Main": 500}})
