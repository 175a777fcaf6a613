"""The log: told in sentences, with the reason of every ending, and no secrets."""

import pytest

from croupier.cards import DECK
from croupier.table import events as happened
from croupier.table.places import Face, Place
from croupier.terminal.narration import Tone, narrate
from croupier.terminal.sight import look

from .evenings import GAMES, bet_the_least, evening, play_out


def texts(events, seat=1):
    return [line.text for line in narrate(events, seat)]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_wager_of_the_player_that_ends_is_told_with_its_reason(game_id):
    session = evening(game_id, bots=2)
    bet_the_least(session)
    session.deal()
    play_out(session)
    settled = [
        event
        for event in session.events
        if isinstance(event, happened.WagerSettled) and event.seat == session.seat
    ]
    told = [line for line in narrate(session.events, session.seat) if line.why]
    assert [(line.why, line.clause) for line in told] == [
        (event.because.sentence, event.because.clause) for event in settled
    ]
    for line, event in zip(told, settled, strict=True):
        assert line.text.startswith(event.spot)
        won = event.returned_cents > event.stake_cents * event.has_own_wager
        assert (line.tone is Tone.WIN) is won


@pytest.mark.parametrize("game_id", GAMES)
def test_no_line_and_no_sight_names_a_card_the_seat_does_not_see(game_id):
    session = evening(game_id, seat=2, bots=2)
    bet_the_least(session)
    session.deal()
    sight = look(session)
    seen = {
        lying.card
        for hands in (sight.dealer, sight.piles, sight.own.hands, *(s.hands for s in sight.others))
        for hand in hands
        for lying in hand.cards
    }
    seen |= {lying.card for cell in sight.cells for lying in cell.cards}
    full = session._round.layout
    hidden = {
        lying.card
        for place, cards in full.cards.items()
        for lying in cards
        if lying.face is Face.DOWN or (lying.face is Face.OWN and place.seat != session.seat)
    }
    assert not hidden & seen
    told = " ".join(texts(session.events, 2))
    labels = " ".join(option.label for option in session.asked.options) if session.asked else ""
    for card in hidden:
        assert card.pretty not in told
        assert card.pretty not in labels


def test_cards_at_one_place_are_told_in_one_sentence_and_hidden_ones_counted():
    ace, king = DECK[51], DECK[47]
    own, other = Place.of_seat(1, "Hand"), Place.of_seat(2, "Hand")
    told = texts(
        [
            happened.CardDealt(own, ace, Face.OWN),
            happened.CardDealt(own, king, Face.OWN),
            happened.CardDealt(other, None, Face.OWN),
            happened.CardDealt(Place.of_dealer("Hand"), king, Face.UP),
            happened.CardDealt(Place.of_dealer("Hand"), None, Face.DOWN),
            happened.CardDealt(Place.of_table("Burned"), None, Face.DOWN),
            happened.CardDealt(Place.of_table("Cell 1"), ace, Face.UP),
        ]
    )
    assert told == [
        "You get A♠ K♠.",
        "Seat 2 gets 1 card face down.",
        "The dealer gets K♠.",
        "The dealer gets 1 card face down.",
        "Burned 1 card face down, Cell 1 A♠.",
    ]


def test_a_void_round_is_told_with_its_reason_and_what_comes_back():
    told = texts(
        [
            happened.CardsRanOut(3, 1),
            happened.SettlementReversed(1, "Ante", 500, 1_000),
            happened.WagerReturned(1, "Ante", 500),
            happened.WagerReturned(2, "Ante", 700),
            happened.RoundVoided("the cards ran out"),
        ]
    )
    assert told == [
        "The cards have run out.",
        "Ante stands again.",
        "Your Ante comes back, $5.",
        "Seat 2's Ante comes back, $7.",
        "The round is void: the cards ran out.",
    ]


def test_of_several_hands_it_is_told_which_one_gets_a_card_and_which_one_wins():
    session = evening(
        "roll-your-own-blackjack", cards="8s 8d Kc 2c 6h 9c 8h 3s 8c 3d 2d", bankroll_cents=10_000
    )
    bet_the_least(session)
    session.deal()
    for option in ("alone 3", "split", "stand", "hit", "stand", "stand"):
        session.decide(option)
    told = texts(session.events)
    assert "You get 8♠ 8♦ K♣." in told
    assert "You get 8♥ for Blackjack 1." in told
    assert "You get 3♠ for Blackjack 1 split 1." in told
    assert "Blackjack 1 loses $5." in told
    assert "Blackjack 1 (Blackjack 1 split 1) wins $5, even money on $5." in told


def test_what_the_dealer_does_does_not_read_as_if_the_player_were_told_to():
    assert texts([happened.DealerActed("Press New Game")]) == ["The dealer's step: press New Game."]


def test_a_hand_that_is_bust_is_bust_and_has_nothing():
    called = [
        happened.HandCalled(place, words)
        for place, words in (
            (Place.of_dealer("Hand"), "bust with 24"),
            (Place.of_seat(1, "Hand"), "bust with 22"),
            (Place.of_seat(2, "Hand"), "bust with 23"),
            (Place.of_dealer("Hand"), "hard 17"),
            (Place.of_seat(1, "Hand"), "blackjack"),
        )
    ]
    assert texts(called) == [
        "The dealer is bust with 24.",
        "You are bust with 22.",
        "Seat 2 is bust with 23.",
        "The dealer has hard 17.",
        "You have blackjack.",
    ]
