"""Hands that a game says are to be read: they lie open, whole, and are read as it pays them."""

from croupier.cards import best_five, best_three, blackjack_total, parse_card
from croupier.table.events import CardsCollected, WagerSettled
from croupier.table.hands import ReadAs, open_cards
from croupier.table.layout import Layout, PlacedCard, redact
from croupier.table.places import SPECTATOR, Face, Place
from croupier.table.prepared import prepare

from .rounds import numbered_round

ROUNDS = 24
SIZES = {ReadAs.BEST_THREE: range(3, 6), ReadAs.BEST_FIVE: range(5, 8)}


def moments(game):
    """Every layout, as the dealer sees it, before a wager is settled or the cards are collected."""
    for number in range(ROUNDS):
        table = numbered_round(game, number).table
        rules, seen = prepare(game, table.settings).rules, Layout()
        for event in table.events:
            if isinstance(event, WagerSettled | CardsCollected):
                yield seen, rules, event
            seen.apply(redact(event, SPECTATOR))


def test_hands_lie_open_in_sizes_that_can_be_read_and_name_a_clause(game):
    read = 0
    for seen, rules, _ in moments(game):
        lying = [one for cards in seen.cards.values() for one in cards]
        open_to_all = {one.card for one in lying if one.face is Face.UP}
        for hand in game.hands_to_read(seen, rules):
            read += 1
            assert set(hand.cards) <= open_to_all
            assert len(set(hand.cards)) == len(hand.cards)
            assert len(hand.cards) in SIZES.get(hand.read_as, range(2, 22))
            assert hand.clause in game.clauses()
            assert hand.name.startswith(("Seat ", "The dealer", "Row ", "Column "))
    assert read


def test_no_hand_is_named_twice_at_a_moment(game):
    for seen, rules, _ in moments(game):
        keys = [(hand.name, hand.read_as) for hand in game.hands_to_read(seen, rules)]
        assert len(set(keys)) == len(keys)


def words_of(hand):
    """What the hand is called, plainly."""
    match hand.read_as:
        case ReadAs.BEST_THREE:
            return best_three(hand.cards)[0].name
        case ReadAs.BEST_FIVE:
            return best_five(hand.cards)[0].name
        case ReadAs.BLACKJACK | ReadAs.SPLIT_HAND:
            return blackjack_total(hand.cards).name


def test_the_dealers_hand_is_read_as_the_settlement_calls_it(game):
    """Where his hand lies there to be read, it is that which a wager was compared with."""
    found = 0
    for seen, rules, event in moments(game):
        hands = game.hands_to_read(seen, rules)
        dealers = {words_of(hand) for hand in hands if hand.name.startswith("The dealer")}
        if dealers and isinstance(event, WagerSettled) and len(event.because.hands) == 2:
            found += 1
            assert event.because.hands[1] in dealers
    assert found


def test_cards_of_which_one_shows_its_back_are_none():
    one, other, hand = parse_card("As"), parse_card("Kd"), Place.of_dealer("Hand")
    seen = Layout(cards={hand: [PlacedCard(one, Face.UP), PlacedCard(other, Face.UP)]})
    assert open_cards(seen, hand) == (one, other)
    seen.cards[hand].append(PlacedCard(None, Face.DOWN))
    assert open_cards(seen, hand) == ()
    assert open_cards(seen, Place.of_dealer("Best three")) == ()
