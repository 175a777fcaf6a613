"""The table on the full screen: played with keys alone, and with the mouse."""

import asyncio
from collections.abc import Callable

import pytest

from croupier.table.places import Face
from croupier.terminal.keys import keyed
from croupier.terminal.screen.app import TableApp
from croupier.terminal.screen.buttons import ButtonBar
from croupier.terminal.screen.dialogs import AmountDialog, LeaveDialog, Page
from croupier.terminal.screen.felt import Felt
from croupier.terminal.screen.showing import LEAST_HEIGHT, LEAST_WIDTH
from croupier.terminal.sight import Phase

from .evenings import GAMES, evening, full_table

LARGE, SMALL = (120, 40), (80, 24)


class Player:
    """Somebody at the screen: presses keys, clicks, and reads what is shown."""

    def __init__(self, app, pilot):
        self.app = app
        self.pilot = pilot
        self.session = app.table._session

    async def press(self, *keys):
        await self.pilot.press(*keys)

    async def click(self, zones_of, action):
        """Clicks what does that."""
        zone = next(one for one in zones_of.canvas.zones if one.action == action)
        await self.pilot.click(zones_of, offset=(zone.x + 1, zone.y))
        await self.pilot.pause()

    @property
    def table(self):
        return self.app.table

    @property
    def felt(self):
        return self.table.query_one(Felt).canvas.text()

    @property
    def buttons(self):
        return self.table.query_one("#buttons", ButtonBar)

    @property
    def prompt(self):
        return str(self.table.query_one("#prompt").render())

    @property
    def log(self):
        return str(self.table.query_one("#log-text").render())

    @property
    def head(self):
        return str(self.table.query_one("#head").render())

    @property
    def page(self):
        assert isinstance(self.app.screen, Page)
        return str(self.app.screen.query_one("#page-text Static").render())

    async def bet(self):
        """Picks if asked, and bets the least."""
        if self.session.table.picks is not None:
            await self.press("r", "enter")
        await self.press("m")

    async def decide(self, name=None):
        """Chooses by the option's digit, or letter; what is usual if nothing is said."""
        name = name or self.session.hint().option
        key = next(one for one in keyed(self.session.asked.options) if one.option.name == name)
        await self.press(key.number or key.letter)


def at_the_screen(act: Callable, session, size=LARGE, pace_s=0.0):
    """Runs what somebody does at a table on the screen."""

    async def run():
        app = TableApp(session, pace_s=pace_s)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(Player(app, pilot))

    asyncio.run(run())


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["large", "small"])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_whole_round_of_every_game_is_played_with_keys_alone(game_id, size):
    session = evening(game_id, seat=2, bots=2)

    async def act(player):
        assert player.table.sight.phase is Phase.BETTING
        await player.bet()
        assert "Ready to deal." in player.prompt
        await player.press("enter")
        for _ in range(20):
            if session.asked is None:
                break
            assert session.question in player.prompt
            hidden_is_hidden(player)
            await player.press("i")
            hint_is_shown(player)
            await player.decide()
        assert session.is_over
        assert player.table.sight.phase is Phase.OVER
        won = session.won_cents(2)
        assert ("You win" in player.prompt) is (won > 0)
        for spot in player.table.sight.own.spots:
            if spot.settled:
                assert spot.name.split()[0] in player.felt
        await player.press("r")
        assert session.round_number == 2
        assert session.draft.stakes
        await player.press("enter")
        assert not session.is_betting

    at_the_screen(act, session, size)


def hint_is_shown(player):
    """What a sensible player would do is said, and its button marked."""
    usual = player.session.hint().option
    label = next(one.label for one in player.session.asked.options if one.name == usual)
    assert f"A sensible player would choose: {label}" in player.prompt
    hinted = [one.label for one in player.buttons._buttons if one.is_hinted]
    assert hinted == [label]


def hidden_is_hidden(player):
    """No card that the seat may not see stands anywhere on the screen."""
    seat = player.session.seat
    shown = f"{player.felt} {player.log} {player.prompt} {player.buttons.canvas.text()}"
    for place, cards in player.session._round.layout.cards.items():
        for lying in cards:
            if lying.face is Face.DOWN or (lying.face is Face.OWN and place.seat != seat):
                assert lying.card.pretty not in shown


def test_chips_go_to_the_spot_that_is_chosen_and_come_back():
    session = evening("three-card-poker")

    async def act(player):
        assert "Ante: $5 to $500 in steps of $5." in player.prompt
        await player.press("2", "3")
        assert session.draft.stakes == {"Ante": 3_000}
        assert "Bankroll $970  On the felt $30" in player.head
        await player.press("backspace")
        assert session.draft.stakes == {"Ante": 500}
        await player.press("up", "up", "down")
        assert session.draft.stakes == {"Ante": 1_000}
        await player.press("left", "2")
        assert session.draft.stakes == {"Ante": 1_000, "Pair Plus": 500}
        assert "Pair Plus must be at least Ante: $10 here." in player.prompt
        await player.press("d", "tab", "x")
        assert session.draft.stakes == {"Pair Plus": 1_000}
        await player.press("c")
        assert session.draft.stakes == {}
        assert "Mini Royal" not in player.felt
        await player.press("left")
        assert "Mini Royal" in player.felt

    at_the_screen(act, session)


def test_a_refused_bet_shows_why_and_changes_nothing():
    session = evening("three-card-poker", bankroll_cents=6_000)

    async def act(player):
        await player.press("enter")
        assert "Bet something first; there is nothing to deal for." in player.prompt
        await player.press("1", "enter")
        assert "The minimum on Ante is $5, not $1." in player.prompt
        assert session.is_betting
        assert session.draft.stakes == {"Ante": 100}
        await player.press("4")
        assert "That takes $100 and you have $59; bet less or buy in." in player.prompt
        assert session.draft.stakes == {"Ante": 100}
        await player.press("r")
        assert "There is no last bet yet" in player.prompt
        await player.press("$", "4")
        assert session.draft.stakes == {"Ante": 10_100}

    at_the_screen(act, session)


def test_an_amount_is_typed_and_what_is_none_is_refused_in_place():
    session = evening("three-card-poker")

    async def act(player):
        await player.press("a", *"much", "enter")
        assert isinstance(player.app.screen, AmountDialog)
        refused = str(player.app.screen.query_one("#amount-refused").render())
        assert "“much” is not an amount" in refused
        await player.press(*["backspace"] * 4, *"25", "enter")
        assert session.draft.stakes == {"Ante": 2_500}
        await player.press("a", *"999", "escape")
        assert session.draft.stakes == {"Ante": 2_500}

    at_the_screen(act, session)


def test_a_play_wager_that_cannot_be_afforded_is_told_so_on_the_screen():
    session = evening("three-card-poker", bankroll_cents=500)

    async def act(player):
        await player.press("m", "enter", "p")
        assert "That takes $5 and you have $0; bet less or buy in." in player.prompt
        assert session.asked is not None
        await player.press("$", "p")
        assert session.is_over

    at_the_screen(act, session)


def test_help_sheet_log_and_verify_are_a_key_away_and_lead_back():
    session = evening("three-card-poker", bots=1)

    async def act(player):
        await player.press("?")
        assert "choose a spot" in player.page
        await player.press("escape", "t")
        assert "Three Card Poker" in player.page
        assert "Mini Royal" in player.page
        await player.press("escape", "v")
        assert session.commitment in player.page
        assert "croupier shuffle" not in player.page
        await player.press("enter", "m", "enter", "f", "v")
        assert session.proof.command in player.page
        await player.press("q", "l")
        assert "You folded." in player.page
        assert "(How to Play 7)" in player.page
        await player.press("escape", "enter")
        assert session.is_betting
        assert "You folded." in player.log

    at_the_screen(act, session)


def test_cells_are_picked_with_keys_and_clicks():
    session = evening("stadium-three-card-poker")

    async def act(player):
        assert "Which three cells are your hand?" in player.prompt
        await player.press("1", "5", "9", "2", "1")
        assert session.draft.picks == ("9", "2", "1")
        await player.click(player.table.query_one(Felt), "pick('2')")
        assert session.draft.picks == ("9", "1")
        await player.press("enter", "m", "enter")
        assert "Pick 3 different ones" in player.prompt
        assert session.is_betting
        await player.press("p", "4", "enter", "enter")
        assert session.asked is not None
        assert "Your cells 1, 4, 9" in player.felt

    at_the_screen(act, session)


def test_the_mouse_chooses_spots_chips_and_options():
    session = evening("three-card-poker")

    async def act(player):
        felt = player.table.query_one(Felt)
        await player.click(felt, "choose_spot('Pair Plus')")
        await player.click(felt, "choose_spot('Pair Plus')")
        assert session.draft.stakes == {"Pair Plus": 500}
        await player.click(felt, "choose_spot('Ante')")
        await player.click(player.buttons, "chip(1)")
        assert session.draft.stakes == {"Ante": 500, "Pair Plus": 500}
        await player.click(player.buttons, "go_on")
        assert session.asked is not None
        await player.click(player.buttons, "decide('play')")
        assert session.is_over
        await player.click(player.table.query_one("#service", ButtonBar), "help")
        assert "choose a spot" in player.page

    at_the_screen(act, session)


def test_a_stake_left_open_is_asked_for():
    session = evening(
        "roll-your-own-blackjack",
        cards="2c 3d 4h 5s As 9c",
        readings={"insurance": "up_to_half"},
    )

    async def act(player):
        await player.press("m", "d", "d", "enter")
        while not any(option.is_open for option in session.asked.options):
            await player.decide()
        insure = next(option for option in session.asked.options if option.is_open)
        await player.decide(insure.name)
        assert isinstance(player.app.screen, AmountDialog)
        before = session.bankroll_cents
        await player.press(*"7", "enter")
        assert session.bankroll_cents == before - 700 or session.is_over
        assert "You put $7 on Insurance." in player.log

    at_the_screen(act, session)


def test_leaving_in_the_middle_of_a_round_is_asked_about_first():
    session = evening("three-card-poker")

    async def act(player):
        await player.press("m", "enter", "q")
        assert isinstance(player.app.screen, LeaveDialog)
        await player.press("n")
        assert session.asked is not None
        await player.press("q", "y")
        assert session.is_over
        assert not player.app.is_running

    at_the_screen(act, session)


def test_bots_sit_down_and_leave_with_a_key():
    session = evening("three-card-poker")

    async def act(player):
        await player.press("o", "o")
        assert session.bots == [2, 3]
        assert "Seat 3" in player.felt
        await player.press("O")
        assert session.bots == [2]
        assert "1 beside you now." in player.prompt

    at_the_screen(act, session)


def test_a_terminal_that_is_too_small_is_told_the_size_it_needs_and_grows():
    session = evening("three-card-poker")

    async def act(player):
        notice = player.table.query_one("#too-small")
        assert notice.display
        assert f"{LEAST_WIDTH} by {LEAST_HEIGHT}" in str(notice.render())
        assert "60 by 20" in str(notice.render())
        await player.pilot.resize_terminal(*SMALL)
        await player.pilot.pause()
        assert not notice.display
        assert "D E A L E R" in player.felt

    at_the_screen(act, session, (60, 20))


def test_cards_are_laid_out_one_by_one_and_any_key_shows_all():
    session = evening("three-card-poker")

    async def act(player):
        await player.press("m", "enter")
        assert player.table.sight.phase is Phase.DEALING
        assert len(player.table.sight.own.hands[0].cards) == 1
        assert "The dealer deals" in player.prompt
        await player.press("f")
        assert player.table.sight.phase is Phase.DECIDING
        assert session.asked is not None, "the key only ended the waiting"
        await player.press("f", "x")
        assert player.table.sight.phase is Phase.OVER

    at_the_screen(act, session, pace_s=2.0)


def test_nothing_of_the_result_shows_before_its_cards_do():
    session = evening("three-card-poker", cards="As Ks Qs 2c 3d 5h")

    async def act(player):
        await player.press("m", "enter", "x", "p")
        assert session.is_over
        assert player.table.sight.phase is not Phase.OVER
        assert "Bankroll $990  On the felt $10" in player.head
        assert "wins" not in player.log
        assert "You win" not in player.prompt
        await player.press("x")
        assert "wins" in player.log
        assert "You win" in player.prompt

    at_the_screen(act, session, pace_s=2.0)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_table_fits_the_smallest_screen_with_every_seat_taken(game_id):
    session = full_table(game_id)

    async def act(player):
        await player.bet()
        assert_fits(player)
        await player.press("enter")
        assert_fits(player)
        session.leave()
        player.table._show_all()
        await player.pilot.pause()
        assert_fits(player)

    at_the_screen(act, session, SMALL)


def assert_fits(player):
    """Every spot with chips on it is in sight, and so are all buttons."""
    felt, buttons = player.table.query_one(Felt), player.buttons
    assert felt.canvas.height == felt.size.height
    assert buttons.size.height == buttons.canvas.height
    for spot in player.table.sight.own.spots:
        if spot.stake_cents or spot.settled:
            assert spot.name.split()[0] in player.felt, spot.name
