"""Every page in three sizes: a picture of each is kept, and axe finds no serious fault in it."""

import re

import pytest

from .fairly import require_fair
from .people import GAMES, LAPTOP, PHONE, WALL
from .staff import log_in, open_by_hand
from .trainee import begin_round, say

SIZES = {"phone": PHONE, "laptop": LAPTOP, "wall": WALL}
FOR_ANYBODY = {
    "lobby": "/",
    "log-in": "/log-in",
    "maths": "/maths",
    "maths-bets": "/maths/three-card-poker",
    "maths-pays": "/maths/three-card-poker/pays",
    "maths-strategy": "/maths/three-card-poker/strategy",
    "maths-readings": "/maths/three-card-poker/readings",
    "maths-sheet": "/maths/three-card-poker/sheet",
    "maths-report": "/maths/three-card-poker/report",
    "nowhere": "/there/is/nothing",
}
FOR_STAFF = {
    "desk": ("Sam", "/desk"),
    "desk-table": ("Sam", "/desk/table/{Pit 1}"),
    "desk-reports": ("Sam", "/desk/reports"),
    "dealer": ("Dora", "/dealer/{Pit 1}"),
    "dealer-real-cards": ("Dora", "/dealer/{Real cards}"),
    "dealer-stadium": ("Dora", "/dealer/{Stadium}"),
    "audit": ("Otto", "/audit"),
    "people": ("administrator", "/people"),
    "school-classes": ("Sam", "/school/classes"),
}


@pytest.mark.parametrize("size", list(SIZES))
def test_pages_for_anybody(house, come_in, pictures, size):
    looker = come_in(house.address, size=SIZES[size])
    # It takes a minute of a core, which the other tests would have to wait for.
    looker.page.route(
        "**/api/games/roll-your-own-blackjack/worth",
        lambda route: route.fulfill(json={"state": "waiting", "progress": None, "result": None}),
    )
    for name, path in FOR_ANYBODY.items():
        require_fair(looker.open(path), name, size, pictures)


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("game", list(GAMES))
def test_tables_empty_asked_and_over(house, come_in, pictures, game, size):
    guest = come_in(house.address, size=SIZES[size])
    page = guest.page
    is_stadium = game == "stadium-three-card-poker"
    guest.sit(GAMES[game], kind="stadium" if is_stadium else "table")
    require_fair(page, f"{game}-bets", size, pictures)
    guest.bet_until_asked(game)
    require_fair(page, f"{game}-asked", size, pictures)
    guest.decide()
    require_fair(page, f"{game}-over", size, pictures)
    if is_stadium:
        require_fair(guest.open(f"/wall/{GAMES[game]}"), f"{game}-wall", size, pictures)


def test_the_school_on_the_wall(house, come_in, pictures):
    looker = come_in(house.address, size=WALL)
    require_fair(looker.open("/school"), "school", "wall", pictures)


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_pages_of_the_school(house, come_in, pictures, size):
    guest = come_in(house.address, size=SIZES[size])
    require_fair(guest.open("/school"), "school", size, pictures)
    page = guest.open("/school/three-card-poker/payouts")
    page.locator("[data-chip]").first.click()
    require_fair(page, "school-payouts", size, pictures)
    for _ in range(2):  # What is not filled in is asked for once.
        page.locator("[data-answer]").click()
    page.locator("[data-next]").wait_for()
    require_fair(page, "school-answered", size, pictures)
    page = guest.open("/school/three-way-action/procedure")
    begin_round(page, 7)
    say(page, "collect")
    page.locator("[data-mistake]").wait_for()
    page.locator('[data-verb="deal"]').click()
    require_fair(page, "school-procedure", size, pictures)


@pytest.mark.parametrize("size", list(SIZES))
def test_pages_for_staff(casino, come_in, pictures, size):
    if size == "phone":
        open_by_hand(casino, casino.tables["Pit 1"])
    people = {}
    for name, (who, path) in FOR_STAFF.items():
        if who not in people:
            people[who] = come_in(casino.address, size=SIZES[size])
            log_in(people[who], who)
        where = re.sub(r"\{(.*)\}", lambda named: str(casino.tables[named[1]]), path)
        require_fair(people[who].open(where), name, size, pictures)
