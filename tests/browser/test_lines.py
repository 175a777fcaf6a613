"""Lines that are cut, and a server that is killed: the page goes on as if nothing had been."""

import re

import pytest
from playwright.sync_api import expect
from tests.house.serving import serving

from .people import GAMES, cards_on_felt

TABLE = GAMES["three-card-poker"]


@pytest.fixture
def own_house(tmp_path):
    """A house for one test alone, which may kill it."""
    with serving(str(tmp_path / "house.db"), tmp_path) as server:
        yield server


def test_a_line_that_is_cut_in_mid_round_is_mended_without_gap_or_repeat(house, come_in):
    guest = come_in(house.address)
    sockets = []
    # Every socket goes through here, so that it can be cut in the middle as a bad line is.
    guest.page.route_web_socket(
        re.compile("/api/socket"), lambda route: sockets.append((route, route.connect_to_server()))
    )
    guest.sit(TABLE)
    guest.bet("Ante")
    guest.page.locator('[data-option="play"]').wait_for()
    before = cards_on_felt(guest.page)
    assert len(before) == 3
    for _ in range(3):
        mine, theirs = sockets[-1]
        theirs.close(code=1001)
        mine.close(code=1012)
        many = len(sockets)
        guest.page.wait_for_timeout(400)
        assert len(sockets) > many, "no new line was opened"
        assert cards_on_felt(guest.page) == before
    guest.choose("play")
    guest.end_of_round()
    (last,) = guest.api("/api/me/rounds?rounds=1")["rounds"]
    change = last["returned_cents"] - last["staked_cents"]
    expect(guest.page.locator("[data-credit]")).to_have_attribute(
        "data-credit", str(20_000 + change)
    )


def test_a_choice_that_is_made_while_the_line_is_down_is_sent_once_it_is_back(house, come_in):
    guest = come_in(house.address)
    guest.sit(TABLE)
    guest.bet("Ante")
    guest.page.locator('[data-option="fold"]').wait_for()
    guest.context.set_offline(True)
    guest.page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    guest.choose("fold")
    guest.page.wait_for_timeout(500)
    guest.context.set_offline(False)
    guest.end_of_round()
    (last,) = guest.api("/api/me/rounds?rounds=1")["rounds"]
    assert [one["option"] for one in last["decisions"]] == ["fold"]


def test_a_server_that_is_killed_in_mid_round_and_started_again_goes_on_at_the_same_card(
    own_house, come_in
):
    guest = come_in(own_house.address)
    guest.sit(TABLE)
    guest.bet("Ante", "Pair Plus")
    guest.page.locator('[data-option="play"]').wait_for()
    before, credit_cents = cards_on_felt(guest.page), guest.credit_cents
    assert len(before) == 3
    own_house.kill()
    guest.page.wait_for_timeout(2_500)
    expect(guest.page.locator(".lost")).to_be_visible()
    assert cards_on_felt(guest.page) == before
    own_house.start()
    expect(guest.page.locator(".lost")).to_have_count(0)
    assert cards_on_felt(guest.page) == before
    assert guest.credit_cents == credit_cents
    guest.choose("play")
    guest.end_of_round()
    (last,) = guest.api("/api/me/rounds?rounds=1")["rounds"]
    assert last["staked_cents"] == 1_500
    change = last["returned_cents"] - last["staked_cents"]
    expect(guest.page.locator("[data-credit]")).to_have_attribute(
        "data-credit", str(20_000 + change)
    )
