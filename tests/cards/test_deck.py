"""The inspection of a deck: it finds everything, and an unsound deck gets nowhere."""

import pytest

from croupier.cards import (
    DECK,
    Back,
    Card,
    HandDeck,
    PackDispenser,
    ReadCard,
    inspect,
    parse_card,
    require_sound,
)
from croupier.rejection import Code, Rejection

ACE_OF_SPADES = DECK[51]


def test_a_complete_deck_is_sound_in_any_order_and_form():
    for deck in (DECK, DECK[::-1], [card.text for card in DECK], [card.pretty for card in DECK]):
        inspection = inspect(deck)
        assert inspection.is_sound
        assert inspection.sentence == "The deck is complete: 52 cards, each once."
        require_sound(deck)


def test_every_copy_too_many_is_found():
    inspection = inspect([*DECK, "As", "A♠", "Td"])
    assert inspection.duplicates == (parse_card("Td"), ACE_OF_SPADES, ACE_OF_SPADES)
    assert (inspection.omissions, inspection.strangers) == ((), ())
    assert not inspection.is_sound


@pytest.mark.parametrize("missing", DECK, ids=str)
def test_any_missing_card_is_found(missing):
    inspection = inspect(card for card in DECK if card is not missing)
    assert inspection.omissions == (missing,)
    assert (inspection.duplicates, inspection.strangers) == ((), ())
    assert not inspection.is_sound


def test_an_empty_deck_misses_every_card():
    assert inspect([]).omissions == DECK


def test_jokers_and_blank_cards_do_not_belong():
    inspection = inspect([*DECK, "joker", "  ", ReadCard("")])
    assert inspection.strangers == ("joker", "a blank card", "a blank card")
    assert (inspection.duplicates, inspection.omissions) == ((), ())
    assert not inspection.is_sound


def test_a_card_with_another_back_does_not_belong_and_its_place_is_empty():
    deck = [ReadCard(card.text, Back.RED) for card in DECK[:-1]]
    inspection = inspect([*deck, ReadCard("As", Back.BLUE)], back=Back.RED)
    assert inspection.strangers == ("A♠ with a blue back",)
    assert inspection.omissions == (ACE_OF_SPADES,)


def test_backs_count_only_where_they_were_looked_at():
    seen = [ReadCard(card.text, Back.RED) for card in DECK]
    assert inspect(seen, back=Back.RED).is_sound
    assert inspect(seen).is_sound
    assert inspect(DECK, back=Back.RED).is_sound
    assert len(inspect(seen, back=Back.GREEN).strangers) == 52


def test_a_back_named_as_text_is_the_same_back():
    seen = [ReadCard(card.text, "red") for card in DECK]
    assert inspect(seen, back=Back.RED).is_sound


def test_every_fault_is_found_at_once_and_said_in_one_sentence():
    cards = [card for card in DECK if card.text not in {"2c", "Kh"}]
    inspection = inspect([*cards, "As", "joker"])
    assert inspection.sentence == (
        "The deck may not be used; too many: A♠; missing: 2♣ K♥; does not belong: joker."
    )


def test_what_was_read_off_a_stranger_cannot_disturb_a_terminal():
    assert inspect([*DECK, "\x1b[2Jjoker"]).sentence.isprintable()


@pytest.mark.parametrize("build", [require_sound, HandDeck, PackDispenser])
@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (DECK[:-1], "missing: A♠"),
        ((*DECK, Card(0)), "too many: 2♣"),
        ((*DECK[:-1], Card(0)), "too many: 2♣; missing: A♠"),
        ((), "missing: 2♣"),
        ((*DECK, *DECK), "too many: 2♣"),
    ],
    ids=["51 cards", "53 cards", "52 with a repeat", "none", "two decks"],
)
def test_an_unsound_deck_is_refused_everywhere(build, deck, fault):
    with pytest.raises(Rejection) as refused:
        build(deck)
    assert refused.value.code is Code.DECK_UNSOUND
    assert fault in refused.value.detail


def test_require_sound_minds_the_backs():
    deck = [ReadCard(card.text, Back.BLUE) for card in DECK]
    require_sound(deck, back=Back.BLUE)
    with pytest.raises(Rejection) as refused:
        require_sound(deck, back=Back.RED)
    assert refused.value.code is Code.DECK_UNSOUND
