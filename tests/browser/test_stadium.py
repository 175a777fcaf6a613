"""A stadium with a dealer's terminal, a wall display and three terminals, one of which is late."""

import pytest
from playwright.sync_api import expect

from .people import WALL
from .staff import log_in, open_by_hand

CELLS = {"Ann": (1, 2, 3), "Bob": (1, 5, 9), "Cid": (7, 8, 9)}


@pytest.fixture
def stadium(casino):
    table = casino.tables["Stadium"]
    sam, dora = open_by_hand(casino, table)
    # Dora goes to the terminal herself.
    dora.tell(table, "leave_position", role="dealer")
    return table, sam


def press(dealer, step):
    """The one big button of the dealer's terminal, when it is for this step."""
    button = dealer.page.locator(f'[data-do="{step}"]')
    button.click()


def test_a_round_with_a_dealer_a_wall_and_three_terminals_one_of_which_lets_the_clock_run_out(
    casino, come_in, stadium
):
    table, _ = stadium
    dealer = come_in(casino.address)
    log_in(dealer, "Dora")
    dealer.open(f"/dealer/{table}")
    dealer.page.locator('[data-position="take"]').click()
    wall = come_in(casino.address, size=WALL)
    wall.open(f"/wall/{table}")
    players = {name: come_in(casino.address) for name in CELLS}
    for player in players.values():
        player.sit(table, kind="stadium")

    press(dealer, "new_game")
    for name, player in players.items():
        for cell in CELLS[name]:
            player.page.locator(f'[data-cell="{cell}"]').click()
            expect(player.page.locator(f'[data-cell="{cell}"]')).to_have_attribute(
                "aria-pressed", "true"
            )
        player.page.locator('button[data-spot="Ante"]').first.click()
    players["Bob"].page.locator('button[data-spot="Row 2 Pair Plus"]').click()
    for player in players.values():
        player.page.locator(".deal").click()
    press(dealer, "no_more_bets")
    for _ in range(3):
        press(dealer, "deal")

    # All see the same nine cards, before anybody plays or folds; the wall has nobody's hand.
    for one in (wall, *players.values()):
        for cell in range(1, 10):
            card = one.page.locator(f'[data-cell="{cell}"] [role=img][aria-label*=" of "]')
            expect(card).to_have_count(1)
    said = {
        cell: wall.page.locator(f'[data-cell="{cell}"] [role=img]').get_attribute("aria-label")
        for cell in range(1, 10)
    }
    players["Ann"].choose("play")
    players["Bob"].choose("fold")
    # Cid does nothing: after six seconds the sheet's default counts.
    expect(players["Cid"].page.get_by_text("When the time is over: Fold.")).to_be_visible()
    late = players["Cid"].page.locator("[data-chosen]")
    expect(late).to_contain_text("ime ran out", timeout=20_000)
    press(dealer, "deal")
    press(dealer, "act")
    press(dealer, "collect")

    rounds = {}
    for name, player in players.items():
        player.end_of_round()
        (rounds[name],) = player.api("/api/me/rounds?rounds=1")["rounds"]
    assert [one["option"] for one in rounds["Ann"]["decisions"]] == ["play"]
    assert [(one["option"], one["by"]) for one in rounds["Cid"]["decisions"]] == [("fold", "time")]
    assert rounds["Cid"]["returned_cents"] == 0
    assert rounds["Ann"]["staked_cents"] == 2 * rounds["Cid"]["staked_cents"]
    # Bob's row is settled on its cards, whatever became of his hand.
    spots = [one["spot"] for one in rounds["Bob"]["settlements"]]
    assert spots == ["Ante", "Row 2 Pair Plus"]
    assert len(set(said.values())) == 9
    expect(wall.page.locator("[data-called]").first).to_be_visible()
