"""What cards come out of: the order they come in, and every way in which they do not."""

import pytest

from croupier.cards import (
    DECK,
    Back,
    Card,
    CardAwaited,
    CardReader,
    DealingShoe,
    DeckPair,
    DeviceFault,
    Fault,
    FaultKind,
    HandDeck,
    OutOfCards,
    PackDispenser,
    PlannedFault,
    ScriptedDeck,
    Seed,
    parse_hand,
    shuffled,
    shuffled_deck,
)
from croupier.rejection import Code, Rejection

ORDER = shuffled_deck(Seed(bytes(32)))


def fault_of(device, count=1):
    """The fault with which the device answers."""
    with pytest.raises(DeviceFault) as failed:
        device.deal(count)
    return failed.value.fault


def reader_with_everything_read():
    reader = CardReader()
    for card in ORDER:
        reader.read(card)
    return reader


DEVICES = {
    "deck": lambda: HandDeck(ORDER),
    "shoe": lambda: DealingShoe(ORDER),
    "shuffler": lambda: PackDispenser(ORDER, pack_size=1),
    "card reader": reader_with_everything_read,
    "scripted deck": lambda: ScriptedDeck(ORDER),
}
each_device = pytest.mark.parametrize("build", DEVICES.values(), ids=DEVICES)


@pytest.mark.parametrize(("name", "build"), DEVICES.items(), ids=DEVICES)
def test_a_device_has_the_name_a_dealer_calls_it(name, build):
    assert build().name == name


@each_device
def test_cards_come_in_the_order_they_were_loaded(build):
    device = build()
    assert device.remaining == 52
    assert [device.deal() for _ in range(52)] == [(card,) for card in ORDER]
    assert device.remaining == 0


@pytest.mark.parametrize("build", [HandDeck, DealingShoe, ScriptedDeck])
def test_several_cards_are_dealt_first_card_first(build):
    device = build(ORDER)
    assert device.deal(3) + device.deal(2) + device.deal() == ORDER[:6]
    assert device.remaining == 46
    assert device.release_rest() == 46


@each_device
def test_out_of_cards_deals_nothing(build):
    device = build()
    device.release_rest()
    device.deal(50)
    with pytest.raises(OutOfCards):
        device.deal(3)
    assert device.remaining == 2
    assert device.deal(2) == ORDER[50:]
    with pytest.raises(OutOfCards):
        device.deal()


@each_device
@pytest.mark.parametrize("count", [-1, -3])
def test_fewer_than_no_cards_cannot_be_asked_for_and_no_card_is_dealt_twice(build, count):
    device = build()
    device.release_rest()
    device.deal(5)
    with pytest.raises(Rejection):
        device.deal(count)
    assert device.remaining == 47
    assert device.deal() == ORDER[5:6]


@pytest.mark.parametrize("build", [HandDeck, DealingShoe, PackDispenser])
def test_a_device_takes_its_cards_from_any_iterable_or_says_no(build):
    try:
        device = build(iter(ORDER))
    except (Rejection, TypeError):
        return
    assert device.remaining == 52


@pytest.mark.parametrize("build", [HandDeck, DealingShoe, PackDispenser, ScriptedDeck])
@pytest.mark.parametrize(
    "cards", [[card.text for card in ORDER], list(map(int, ORDER))], ids=["texts", "numbers"]
)
def test_what_is_dealt_is_a_card_or_was_refused_when_loaded(build, cards):
    try:
        device = build(cards)
    except Rejection:
        return
    assert [type(card) for card in device.deal(3)] == [Card] * 3


# The deck in the hand.


@pytest.mark.parametrize("at", [1, 26, 51])
def test_a_cut_puts_the_top_cards_beneath_the_rest(at):
    deck = HandDeck(ORDER)
    deck.cut(at)
    assert deck.deal(52) == ORDER[at:] + ORDER[:at]


@pytest.mark.parametrize("at", [-1, 0, 52, 100])
def test_a_cut_leaves_cards_on_both_sides(at):
    deck = HandDeck(ORDER)
    with pytest.raises(Rejection) as refused:
        deck.cut(at)
    assert refused.value.code is Code.CUT_OUT_OF_RANGE
    assert deck.deal(52) == ORDER


def test_a_cut_after_dealing_is_refused_and_changes_nothing():
    deck = HandDeck(ORDER)
    deck.deal()
    with pytest.raises(Rejection) as refused:
        deck.cut(20)
    assert refused.value.code is Code.DEVICE_CANNOT
    assert deck.deal(51) == ORDER[1:]


# The shoe.


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_a_shoe_holds_whole_decks(decks):
    cards = shuffled(DECK * decks, Seed(bytes(32)))
    shoe = DealingShoe(cards)
    assert shoe.remaining == 52 * decks
    assert shoe.deal(52 * decks) == cards


@pytest.mark.parametrize(
    "cards",
    [(), DECK[:-1], (*DECK, DECK[0]), (*DECK[:-1], DECK[0]), (*DECK, *DECK[:-1], DECK[3])],
    ids=["none", "51", "53", "a repeat", "two decks with a repeat"],
)
def test_a_shoe_refuses_anything_but_whole_decks(cards):
    with pytest.raises(Rejection) as refused:
        DealingShoe(cards)
    assert refused.value.code is Code.DECK_UNSOUND


def test_the_cut_card_is_out_when_the_cards_above_it_are_dealt():
    shoe = DealingShoe(ORDER, cut_card_at=10)
    shoe.deal(9)
    assert not shoe.cut_card_is_out
    shoe.deal()
    assert shoe.cut_card_is_out
    assert shoe.deal(2) == ORDER[10:12]
    assert shoe.cut_card_is_out


def test_without_a_cut_card_a_shoe_is_dealt_to_the_end():
    shoe = DealingShoe(ORDER)
    shoe.deal(51)
    assert not shoe.cut_card_is_out
    shoe.deal()
    assert shoe.cut_card_is_out


@pytest.mark.parametrize("depth", [-1, 0, 52, 53])
def test_the_cut_card_goes_between_cards(depth):
    with pytest.raises(Rejection) as refused:
        DealingShoe(ORDER, cut_card_at=depth)
    assert refused.value.code is Code.CUT_OUT_OF_RANGE


# The shuffler.


@pytest.mark.parametrize("size", [3, 5])
def test_a_shuffler_gives_packs_and_single_cards_only_after_the_green_button(size):
    shuffler = PackDispenser(ORDER, pack_size=size)
    assert shuffler.deal(size) + shuffler.deal(size) == ORDER[: 2 * size]
    for count in (1, 2, size - 1, size + 1):
        with pytest.raises(Rejection) as refused:
            shuffler.deal(count)
        assert refused.value.code is Code.DEVICE_CANNOT
        assert f"packs of {size}" in refused.value.detail
    assert shuffler.remaining == 52 - 2 * size
    assert shuffler.release_rest() == 52 - 2 * size
    assert shuffler.deal() + shuffler.deal(2) == ORDER[2 * size : 2 * size + 3]


def test_a_shuffler_gives_packs_of_three_with_red_backs_unless_told():
    assert PackDispenser(ORDER).pack_size == 3
    assert PackDispenser(ORDER).back is Back.RED
    assert PackDispenser(ORDER, back=Back.BLUE).back is Back.BLUE


def test_the_last_cards_that_make_no_pack_stay_inside():
    shuffler = PackDispenser(ORDER, pack_size=5)
    for _ in range(10):
        shuffler.deal(5)
    with pytest.raises(OutOfCards):
        shuffler.deal(5)
    assert shuffler.remaining == shuffler.release_rest() == 2
    assert shuffler.deal(2) == ORDER[50:]


@pytest.mark.parametrize("size", [-1, 0, 53])
def test_a_pack_size_out_of_range_is_refused(size):
    with pytest.raises(Rejection) as refused:
        PackDispenser(ORDER, pack_size=size)
    assert refused.value.code is Code.DEVICE_SETTING


# Faults.


def build_with_fault(build, planned):
    return build(ORDER, faults=[planned])


def build_three_pack(cards, faults):
    return PackDispenser(cards, pack_size=3, faults=faults)


faulty_devices = pytest.mark.parametrize(
    "build",
    [HandDeck, DealingShoe, build_three_pack, ScriptedDeck],
    ids=["deck", "shoe", "shuffler", "scripted deck"],
)


@faulty_devices
@pytest.mark.parametrize(
    ("kind", "count", "given", "words"),
    [
        (FaultKind.JAM, 0, 0, "jammed"),
        (FaultKind.JAM, 2, 0, "jammed"),
        (FaultKind.WRONG_COUNT, 0, 0, "gave no cards instead of 3"),
        (FaultKind.WRONG_COUNT, 1, 1, "gave 1 card instead of 3"),
        (FaultKind.WRONG_COUNT, 2, 2, "gave 2 cards instead of 3"),
        (FaultKind.WRONG_COUNT, 4, 4, "gave 4 cards instead of 3"),
        (FaultKind.CARD_FACE_UP, 0, 3, "face up"),
    ],
)
def test_a_planned_fault_happens_once_where_planned_and_dealing_goes_on(
    build, kind, count, given, words
):
    device = build_with_fault(build, PlannedFault(1, kind, count))
    assert device.deal(3) == ORDER[:3]
    fault = fault_of(device, 3)
    assert fault == Fault(kind, device.name, 3, ORDER[3 : 3 + given])
    assert words in fault.sentence
    assert f"The {device.name}" in fault.sentence or f"in the {device.name}" in fault.sentence
    assert device.remaining == 49 - given
    assert device.deal(3) == ORDER[3 + given : 6 + given]


@pytest.mark.parametrize("kind", FaultKind)
def test_the_words_for_a_fault_give_no_card_away(kind):
    cards = parse_hand("As Kd 7c")
    sentence = Fault(kind, "shuffler", 4, cards).sentence
    words = sentence.lower().strip(".").split()
    for card in cards:
        for name in (card.text, card.pretty, card.rank.singular, card.suit.name, card.rank.plural):
            assert name.lower() not in words
    assert sentence == Fault(kind, "shuffler", 4, parse_hand("2h 3h 4h")).sentence


def test_faults_may_follow_one_another():
    planned = [PlannedFault(0, FaultKind.JAM), PlannedFault(1, FaultKind.WRONG_COUNT, 2)]
    deck = HandDeck(ORDER, faults=planned)
    assert fault_of(deck).kind is FaultKind.JAM
    assert fault_of(deck).dispensed == ORDER[:2]
    assert deck.deal() == ORDER[2:3]


def test_no_more_cards_come_out_than_are_inside():
    deck = ScriptedDeck(ORDER[:4], [PlannedFault(1, FaultKind.WRONG_COUNT, 9)])
    deck.deal(2)
    assert fault_of(deck, 1).dispensed == ORDER[2:4]
    assert deck.remaining == 0


def test_being_out_of_cards_is_not_a_dealing_action():
    deck = ScriptedDeck(ORDER[:2], [PlannedFault(1, FaultKind.JAM)])
    with pytest.raises(OutOfCards):
        deck.deal(3)
    assert deck.deal() == ORDER[:1]
    assert fault_of(deck).kind is FaultKind.JAM


def test_a_refused_count_does_not_use_up_a_planned_fault():
    shuffler = PackDispenser(ORDER, pack_size=3, faults=[PlannedFault(0, FaultKind.JAM)])
    with pytest.raises(Rejection):
        shuffler.deal(2)
    assert fault_of(shuffler, 3).kind is FaultKind.JAM


def test_a_wrong_count_of_fewer_than_no_cards_cannot_be_planned():
    with pytest.raises(Rejection) as refused:
        HandDeck(ORDER, faults=[PlannedFault(0, FaultKind.WRONG_COUNT, -2)])
    assert refused.value.code is Code.DEVICE_SETTING


# Two decks in turn.


def test_two_decks_change_places_every_round():
    pair = DeckPair(Back.RED, Back.BLUE)
    assert pair.next_round() == DeckPair(in_play=Back.BLUE, in_shuffler=Back.RED)
    assert pair.next_round().next_round() == pair


@pytest.mark.parametrize("second", [Back.RED, "red"])
def test_two_decks_of_one_colour_are_refused(second):
    with pytest.raises(Rejection) as refused:
        DeckPair(Back.RED, second)
    assert refused.value.code is Code.DEVICE_SETTING


# The reader.


def test_a_reader_awaits_the_cards_it_is_asked_for_and_deals_none_before():
    reader = CardReader()
    with pytest.raises(CardAwaited):
        reader.deal()
    reader.read("As")
    with pytest.raises(CardAwaited):
        reader.deal(2)
    reader.read(DECK[0])
    assert reader.remaining == 52
    assert reader.deal(2) == parse_hand("As 2c")
    assert reader.remaining == reader.release_rest() == 50


def test_a_reader_refuses_a_card_it_has_read_even_when_dealt():
    reader = CardReader()
    assert reader.read("A♠") is DECK[51]
    reader.deal()
    with pytest.raises(Rejection) as refused:
        reader.read("As")
    assert refused.value.code is Code.CARD_REPEATED
    reader.read("Ks")
    assert reader.deal() == parse_hand("Ks")


def test_a_reader_refuses_what_is_no_card():
    reader = CardReader()
    with pytest.raises(Rejection) as refused:
        reader.read("joker")
    assert refused.value.code is Code.CARD_UNKNOWN
    with pytest.raises(CardAwaited):
        reader.deal()


# The scripted deck.


def test_a_scripted_deck_deals_the_named_cards_and_then_is_out():
    deck = ScriptedDeck(iter(parse_hand("As Kd 2c")))
    assert deck.remaining == 3
    assert deck.deal(2) == parse_hand("As Kd")
    with pytest.raises(OutOfCards):
        deck.deal(2)
    assert deck.deal() == parse_hand("2c")


def test_a_scripted_deck_refuses_a_card_named_twice():
    with pytest.raises(Rejection, match="As is named twice") as refused:
        ScriptedDeck([*parse_hand("As Kd"), DECK[51]])
    assert refused.value.code is Code.CARD_REPEATED
