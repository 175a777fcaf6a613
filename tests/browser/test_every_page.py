"""Every page in three sizes: a picture of each is kept, and axe finds no serious fault in it."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from .people import GAMES, LAPTOP, PHONE, WALL
from .staff import log_in, open_by_hand

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
}
GRAVE = ("serious", "critical")
_STILL = "() => !document.querySelector('[aria-busy=true], [role=progressbar]')"
_SMALL = """
() => [...document.querySelectorAll('body *')].filter((one) => {
  const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const box = one.getBoundingClientRect();
  const isHidden = one.closest('.visually-hidden') || box.width <= 1 || box.height <= 1;
  const style = getComputedStyle(one);
  return own && !isHidden && style.visibility !== 'hidden' && parseFloat(style.fontSize) < 16;
}).map((one) => `${one.tagName} ${one.className}: ${one.textContent.slice(0, 40)}`)
"""
_TOO_WIDE = """
() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  return [...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > page.clientWidth + 0.5)
    .map((one) => one.outerHTML.slice(0, 120));
}
"""


def require_fair(page, name, size, pictures):
    """Keeps a picture; nothing grave for who cannot see or point, and nothing too small."""
    page.wait_for_load_state("networkidle" if name != "maths" else "load")
    if name != "maths":  # There all games are worked out, of which one takes most of a minute.
        page.wait_for_function(_STILL, timeout=60_000)
    page.screenshot(path=pictures / f"{name}-{size}.png")
    found = Axe().run(page).response["violations"]
    grave = {
        one["id"]: [node["html"][:200] for node in one["nodes"]]
        for one in found
        if one["impact"] in GRAVE
    }
    assert not grave, f"{name} at {size}: {grave}"
    small = page.evaluate(_SMALL)
    assert not small, f"{name} at {size} has text below 16 px: {small}"
    wide = page.evaluate(_TOO_WIDE)
    assert not wide, f"{name} at {size} is too wide: {wide}"


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
