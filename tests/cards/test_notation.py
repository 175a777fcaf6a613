"""Cards as text: every form that is read, every refusal, and that nothing else can happen."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import (
    DECK,
    Card,
    format_cards,
    parse_card,
    parse_cards,
    parse_hand,
    pretty_cards,
)
from croupier.rejection import Code, Rejection

EMOJI_MARK = "\N{VARIATION SELECTOR-16}"
CARDS = st.lists(st.sampled_from(DECK), max_size=60)
CLOSE_TO_CARDS = st.text(alphabet="AKQJT1023459akqjtxcdhsCDHS♣♦♥♠♧♢♡♤, \n\t-" + EMOJI_MARK)

held = settings(derandomize=True, deadline=None, max_examples=400)


@pytest.mark.parametrize(
    "text",
    [
        *("Td", "td", "TD", "tD", "10d", "10D", "T♦", "t♦", "10♦", "T♢", "10♢"),
        *(" Td", "Td\n", f"T♦{EMOJI_MARK}", f"10♦{EMOJI_MARK}", f" 10♢{EMOJI_MARK} "),
    ],
)
def test_the_ten_of_diamonds_may_be_written(text):
    assert parse_card(text).spoken == "ten of diamonds"


@pytest.mark.parametrize("card", DECK, ids=str)
def test_every_card_is_read_in_every_letter_case_and_suit_symbol(card):
    ranks = {card.rank.letter, card.rank.letter.lower(), card.pretty[:-1]}
    outlined = "♧♢♡♤"[card.suit]
    suits = {card.suit.letter, card.suit.letter.upper(), card.suit.symbol, outlined}
    suits |= {card.suit.symbol + EMOJI_MARK}
    assert {parse_card(rank + suit) for rank in ranks for suit in suits} == {card}


@pytest.mark.parametrize(
    "text",
    [
        *("As Kd Qs", "As,Kd,Qs", "As, Kd, Qs", " As\tKd\nQs ", "AsKdQs", "ASKDQS", "A♠K♦Q♠"),
        *("A♠ K♦ Q♠", f"A♠{EMOJI_MARK} K♦{EMOJI_MARK} Q♠", f"A♠{EMOJI_MARK}K♦{EMOJI_MARK}Q♠"),
        *("AsKd Qs", "As,,Kd , Qs,", "A♤K♢Q♤"),
    ],
)
def test_a_hand_may_be_parted_or_run_together(text):
    assert format_cards(parse_cards(text)) == "As Kd Qs"


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("10s10d", "Ts Td"),
        ("As10dKc", "As Td Kc"),
        ("10♠2c", "Ts 2c"),
        ("TsTs", "Ts Ts"),
        ("2c 2c", "2c 2c"),
        ("", ""),
        (" , ", ""),
        (EMOJI_MARK, ""),
    ],
)
def test_cards_in_a_row_are_read_in_order_and_may_repeat(text, cards):
    assert format_cards(parse_cards(text)) == cards


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", EMOJI_MARK, "A", "s", "sA", "10", "1s", "0s", "11s", "100s", "As Kd", "AsK"),
        *("Ax", "A♣♣", "AA", "ss", "Xs", "🂡", "🙂", "A🙂", "🙂s", "joker", "-2c", "２c", "٢c"),
        *("A\N{LATIN SMALL LETTER LONG S}", "\N{KELVIN SIGN}s", "\x00s", "\ud800s"),
    ],
)
def test_what_names_no_card_is_refused(text):
    with pytest.raises(Rejection) as refused:
        parse_card(text)
    assert refused.value.code is Code.CARD_UNKNOWN


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Xs", "no rank “X”"),
        ("Ax", "no suit “x”"),
        ("joker", "“joker” is not a card; a card is written like As, Td, 10♦ or 2c."),
        ("", "“” is not a card"),
        ("\x1b]0;As\x07", "“�]0;As�”"),
        ("z" * 25, f"“{'z' * 24}…”"),
        ("z" * 24, f"“{'z' * 24}”"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_quotes_it_safely(text, hint):
    with pytest.raises(Rejection) as refused:
        parse_card(text)
    assert hint in refused.value.detail


def test_a_ten_without_its_suit_is_not_blamed_on_a_rank_of_one():
    with pytest.raises(Rejection) as refused:
        parse_card("10")
    assert "no rank “1”" not in refused.value.detail


@pytest.mark.parametrize("text", ["AsKdQ", "AsK", "As K", "AsKd1", "10s1", "As10", "A"])
def test_half_a_card_is_refused(text):
    with pytest.raises(Rejection) as refused:
        parse_cards(text)
    assert refused.value.code is Code.CARD_UNKNOWN


@pytest.mark.parametrize("text", ["AsKdQ", "10sT", "AsKd10"])
def test_a_run_that_ends_in_half_a_card_is_told_so(text):
    with pytest.raises(Rejection, match="ends in the middle of a card"):
        parse_cards(text)


@pytest.mark.parametrize("text", ["As As", "AsKdas", "10d Td", f"A♠{EMOJI_MARK} Kd A♤"])
def test_a_hand_with_a_card_twice_is_refused(text):
    with pytest.raises(Rejection, match="is named twice") as refused:
        parse_hand(text)
    assert refused.value.code is Code.CARD_REPEATED


@pytest.mark.parametrize("text", ["", "  ", ",", EMOJI_MARK])
def test_a_hand_without_cards_is_refused(text):
    with pytest.raises(Rejection) as refused:
        parse_hand(text)
    assert refused.value.code is Code.HAND_SIZE


def test_a_hand_of_different_cards_is_read_in_order():
    assert parse_hand("QsAs10d") == (parse_card("Qs"), parse_card("As"), parse_card("Td"))


@held
@given(CARDS)
def test_written_cards_are_read_back_exactly(cards):
    assert parse_cards(format_cards(cards)) == tuple(cards)
    assert parse_cards(pretty_cards(cards)) == tuple(cards)
    assert parse_cards("".join(card.text for card in cards)) == tuple(cards)
    assert parse_cards("".join(card.pretty for card in cards)) == tuple(cards)


@held
@given(st.one_of(st.text(), CLOSE_TO_CARDS))
def test_any_text_is_read_or_refused_and_nothing_else(text):
    for parse in (parse_card, parse_cards, parse_hand):
        try:
            parsed = parse(text)
        except Rejection as refused:
            assert refused.code in {Code.CARD_UNKNOWN, Code.CARD_REPEATED, Code.HAND_SIZE}
            assert refused.detail.replace(EMOJI_MARK, "").isprintable()
        else:
            assert all(type(card) is Card for card in ([parsed] if parse is parse_card else parsed))


@held
@given(CLOSE_TO_CARDS)
def test_what_is_read_as_one_card_is_read_as_a_row_of_one(text):
    try:
        card = parse_card(text)
    except Rejection:
        return
    assert parse_cards(text) == parse_hand(text) == (card,)
