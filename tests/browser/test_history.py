"""Rounds that are over: looked at step by step, and their shuffle made again in the browser."""

import re

import pytest
from playwright.sync_api import expect

from .people import GAMES

BETS = {
    "pick-2-poker": (("Ante",), "fold"),
    "three-card-poker": (("Ante", "Pair Plus"), "play"),
}


@pytest.mark.parametrize("game", list(BETS))
def test_a_round_is_replayed_step_by_step_and_its_shuffle_is_proved(house, come_in, game):
    guest = come_in(house.address)
    page = guest.page
    guest.sit(GAMES[game])
    spots, option = BETS[game]
    guest.bet(*spots)
    guest.choose(option)
    guest.end_of_round()
    (last,) = guest.api("/api/me/rounds?rounds=1")["rounds"]

    page.get_by_role("button", name="Last rounds").click()
    page.get_by_role("button", name=f"Look at it: Round {last['round']}").click()
    replay = page.get_by_role("region", name=f"Round {last['round']}")
    counter = replay.locator("[role=status] strong")
    expect(counter).to_have_text(re.compile("^Step 1 of "))
    steps = int(re.search(r"of (\d+)", counter.inner_text())[1])
    assert steps > 5
    cards = replay.locator("[data-felt] [role=img][aria-label*=' of ']:not([aria-label^=bet])")
    expect(cards).to_have_count(0)
    page.locator("#replay-step").focus()
    page.keyboard.press("End")
    expect(counter).to_have_text(f"Step {steps} of {steps}")
    known = {card for lying in last["cards"].values() for card in lying if card}
    expect(cards).to_have_count(len(known))
    page.keyboard.press("Home")
    expect(counter).to_have_text(f"Step 1 of {steps}")
    page.locator('[data-action="next"]').click()
    expect(counter).to_have_text(f"Step 2 of {steps}")

    page.locator('[data-action="check"]').click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "proved")


def test_a_card_that_was_not_the_one_is_noticed_by_the_browser(house, come_in):
    """The house is made to lie: one card of the record is another when it comes to the page."""
    guest = come_in(house.address)
    page = guest.page

    def lie(route):
        answer = route.fetch()
        told = answer.json()
        dealt = next(one for one in told["events"] if one["event"] == "card_dealt" and one["card"])
        dealt["card"] = "2c" if dealt["card"] != "2c" else "3c"
        route.fulfill(response=answer, json=told)

    page.route(re.compile(r"/api/tables/\d+/rounds/\d+$"), lie)
    guest.sit(GAMES["three-card-poker"])
    guest.bet("Ante")
    guest.choose("fold")
    guest.end_of_round()
    page.get_by_role("button", name="Last rounds").click()
    page.get_by_role("button", name=re.compile("^Look at it")).first.click()
    page.locator('[data-action="check"]').click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "failed")
