"""The felt as it is drawn: cards, chips and spots, in whatever room there is."""

import itertools

import pytest

from croupier.cards import parse_hand
from croupier.money import CHIPS
from croupier.table.layout import PlacedCard
from croupier.table.places import Face
from croupier.terminal.screen.art import CardSize, chips, draw_card, draw_cards, empty_card
from croupier.terminal.screen.colours import BACK, CARD_BLACK, CARD_RED, FELT
from croupier.terminal.screen.colours import CHIPS as CHIP_COLOURS
from croupier.terminal.screen.felt import Scene, draw_felt
from croupier.terminal.sheet import spot_entry
from croupier.terminal.sight import look

from .evenings import GAMES, bet_the_least, evening, full_table, play_out

TEN, SPADE = parse_hand("Th As")


def up(*cards):
    return [PlacedCard(card, Face.UP) for card in cards]


def colours_of(canvas, character):
    return [style for row in canvas.rows for shown, style in row if shown == character]


@pytest.mark.parametrize("size", CardSize)
def test_a_card_shows_its_rank_and_suit_in_the_colour_of_the_suit(size):
    red, black = (draw_card(lying, size) for lying in up(TEN, SPADE))
    assert "10♥" in red.text()
    assert "A♠" in black.text()
    assert set(colours_of(red, "♥")) == {CARD_RED}
    assert set(colours_of(black, "♠")) == {CARD_BLACK}
    assert (red.width, red.height) == (size.width, size)


@pytest.mark.parametrize("size", CardSize)
def test_a_card_that_is_not_seen_is_a_back(size):
    back = draw_card(PlacedCard(None, Face.DOWN), size)
    assert not set("♣♦♥♠23456789JQKA") & set(back.text())
    assert BACK in colours_of(back, "▒")


def test_cards_lie_upon_each_other_where_there_is_little_room_and_all_ranks_show():
    cards = up(*parse_hand("2c 3d 4h 5s 6c 7d Th"))
    apart, upon = draw_cards(cards, CardSize.LARGE, 80), draw_cards(cards, CardSize.LARGE, 35)
    assert apart.width == 7 * 8 - 1
    assert upon.width <= 35
    for lying in cards:
        assert lying.card.pretty in upon.text()


def test_chips_have_the_colours_of_their_values_and_no_more_are_shown_than_asked():
    stack = chips(63_500)
    assert stack.text() == "●●●●● $635"
    shown = [style.color.name for style in colours_of(stack, "●")]
    assert shown == [CHIP_COLOURS[name] for name in ("purple", "black", "green", "red", "red")]
    assert chips(100_000 * 9, most=3).text() == "●●● $9,000"
    assert set(CHIP_COLOURS) == {chip.colour for chip in CHIPS}


def test_an_amount_no_chips_make_up_is_shown_in_figures():
    assert chips(37).text() == "$0.37"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_felt_is_drawn_for_every_size_and_loses_no_chips(game_id):
    session = full_table(game_id)
    bet_the_least(session)
    sights = [look(session)]
    session.deal()
    sights.append(look(session))
    play_out(session)
    sights.append(look(session))
    for sight in sights:
        staked = [one.name for one in sight.own.spots if one.stake_cents or one.settled]
        for width, height in itertools.product((80, 120, 200), (12, 24, 60)):
            canvas = draw_felt(Scene(sight, session.game.name, staked[0]), width, height)
            assert (canvas.width, canvas.height) == (width, height)
            for name in staked:
                assert name.split()[0] in canvas.text(), (name, width, height)


def test_what_is_clicked_lies_where_it_is_drawn():
    session = evening("stadium-three-card-poker")
    canvas = draw_felt(Scene(look(session), session.game.name, "Ante"), 80, 30)
    rows = canvas.text().splitlines()
    spots = [zone for zone in canvas.zones if zone.action.startswith("choose_spot")]
    cells = [zone for zone in canvas.zones if zone.action.startswith("pick")]
    assert len(spots) == len(session.bettable)
    assert len(cells) == 9
    for zone in (*spots, *cells):
        inside = " ".join(
            row[zone.x : zone.x + zone.width] for row in rows[zone.y :][: zone.height]
        )
        name = zone.action.split("'")[1]
        assert name in inside


@pytest.mark.parametrize("game_id", GAMES)
def test_of_the_chosen_spot_it_is_shown_what_it_pays(game_id):
    session = evening(game_id)
    for wager in session.bettable:
        about = spot_entry(session.table, wager.spot)
        canvas = draw_felt(Scene(look(session), session.game.name, wager.spot, about), 120, 40)
        for line, odds in about.rows:
            assert line in canvas.text()
            assert odds in canvas.text()
        for sentence in about.sentences:
            assert sentence in canvas.text()


def test_nothing_is_drawn_outside_and_the_cloth_is_green():
    session = evening("three-card-poker")
    canvas = draw_felt(Scene(look(session), session.game.name), 90, 20)
    assert canvas.rows[10][0] == (" ", FELT)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("size", [(80, 34), (120, 60)])
def test_every_card_that_is_shown_of_other_seats_is_shown_whole(game_id, size):
    session = evening(game_id, bots=5)
    bet_the_least(session)
    session.deal()
    play_out(session)
    sight = look(session)
    drawn = draw_felt(Scene(sight, session.game.name), *size).text()
    for seat in sight.others:
        for hand in seat.hands[:1]:
            for lying in hand.cards:
                assert lying.card is None or lying.card.pretty in drawn, (seat.number, lying.card)


def test_a_cell_that_is_picked_is_starred_however_small_it_is_drawn():
    for size in CardSize:
        assert "★4" in empty_card("4", size, is_marked=True).text()
        assert "★" not in empty_card("4", size, is_marked=False).text()
