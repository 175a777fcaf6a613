"""A guest plays a whole round of each game, by mouse, and one by the keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from .people import GAMES, PHONE


def results_of(patron, game):
    """The last round, as the house has it on record."""
    (last,) = patron.api("/api/me/rounds?rounds=1")["rounds"]
    assert last["table"] == GAMES[game]
    return last


@pytest.mark.parametrize("size", [None, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("game", list(GAMES))
def test_a_guest_plays_a_round_by_mouse_and_is_told_why_each_wager_ended(
    house, come_in, game, size
):
    guest = come_in(house.address, **({"size": size} if size else {}))
    guest.sit(GAMES[game], kind="stadium" if game.startswith("stadium") else "table")
    before = guest.credit_cents
    guest.bet_least(game)
    guest.decide()
    told = guest.end_of_round()
    last = results_of(guest, game)
    assert len(told) >= len(last["settlements"])
    for settled in last["settlements"]:
        sentence = settled["because"]["sentence"]
        assert any(settled["spot"] in one and sentence in one for one in told), settled
    change = last["returned_cents"] - last["staked_cents"]
    expect(guest.page.locator("[data-credit]")).to_have_attribute(
        "data-credit", str(before + change)
    )


def test_a_round_can_be_played_by_the_keyboard_alone(house, come_in):
    guest = come_in(house.address)
    page = guest.open("/")
    link = page.get_by_role("link", name="Sit down: Three Card Poker", exact=True)
    for _ in range(60):
        page.keyboard.press("Tab")
        if link.evaluate("one => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)

    def tab_to(locator):
        locator.wait_for()
        for _ in range(60):
            if locator.evaluate("one => one === document.activeElement"):
                return
            page.keyboard.press("Tab")
        raise AssertionError("the keyboard does not come there")

    ante = page.locator('button[data-spot="Ante"]')
    tab_to(ante)
    page.keyboard.press("Enter")
    page.keyboard.press("+")
    page.keyboard.press("-")
    expect(ante).to_have_attribute("aria-label", re.compile("Ante: \\$5 lies there"))
    tab_to(page.locator(".deal"))
    page.keyboard.press("Enter")
    page.locator('[data-option="fold"]').wait_for()
    page.keyboard.press("f")
    page.locator(".captions .total").first.wait_for(state="attached")
    assert results_of(guest, "three-card-poker")["returned_cents"] == 0
