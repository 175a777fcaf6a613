"""What is put down: only what the rules allow, and a reason beside what they do not."""

import re

from playwright.sync_api import expect

from .people import GAMES


def state(guest, game):
    return guest.api(f"/api/tables/{GAMES[game]}")


def placed(guest, game):
    """What the house has, by spot."""
    last = [one for one in state(guest, game)["events"] if one["event"] == "wagers_placed"]
    return dict(last[-1]["stakes"]) if last else {}


def spot(guest, name):
    return guest.page.locator(f'button[data-spot="{name}"]')


def test_a_chip_on_the_felt_is_a_bet_and_one_that_is_not_says_what_is_missing(house, come_in):
    game = "three-card-poker"
    guest = come_in(house.address)
    guest.sit(GAMES[game])
    page = guest.page
    six = spot(guest, "Six Card Bonus")
    expect(six).to_have_attribute("aria-disabled", "true")
    expect(six).to_have_attribute("aria-label", re.compile("goes only with Ante and Pair Plus"))
    spot(guest, "Ante").click()
    expect(page.locator(".bar")).to_contain_text("Bet $5")
    assert placed(guest, game) == {"Ante": 500}
    spot(guest, "Pair Plus").click()
    spot(guest, "Ante").click()
    # Pair Plus is less than the Ante now: nothing is bet until that is mended.
    expect(page.locator(".bar [role=alert]")).to_contain_text("Pair Plus must be at least Ante")
    page.wait_for_timeout(600)
    assert placed(guest, game) == {}
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".bar")).to_contain_text("Bet $10")
    assert placed(guest, game) == {"Ante": 500, "Pair Plus": 500}
    page.get_by_role("button", name="Clear").click()
    page.wait_for_timeout(600)
    assert placed(guest, game) == {}
    expect(page.locator("[data-credit]")).to_have_attribute("data-credit", "20000")


def test_bets_that_must_be_equal_grow_and_shrink_together(house, come_in):
    game = "roll-your-own-blackjack"
    guest = come_in(house.address)
    guest.sit(GAMES[game])
    spot(guest, "Blackjack 1").click()
    spot(guest, "Bonus").click()
    expect(guest.page.locator(".bar")).to_contain_text("Bet $30")
    assert set(placed(guest, game).values()) == {1000}
    spot(guest, "Blackjack 2").click(button="right")
    expect(guest.page.locator(".bar")).to_contain_text("Bet $15")
    assert set(placed(guest, game).values()) == {500}
    guest.page.get_by_role("button", name="Clear").click()
    guest.page.wait_for_timeout(500)


def test_what_is_above_the_credit_or_the_limit_is_refused_in_words(house, come_in):
    game = "three-card-poker"
    guest = come_in(house.address)
    guest.sit(GAMES[game])
    page = guest.page
    page.get_by_role("radio", name="$500 chip").click()
    spot(guest, "Ante").click()
    expect(page.locator(".bar [role=alert]")).to_contain_text("more than your credit")
    page.wait_for_timeout(500)
    assert placed(guest, game) == {}
    # What the page lets through and the house does not is said in the words of the house.
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("radio", name="$5 chip").click()
    spot(guest, "Ante").click()
    expect(page.locator(".bar")).to_contain_text("Bet $5")
    page.get_by_role("button", name="Clear").click()
    page.wait_for_timeout(500)
