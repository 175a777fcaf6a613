"""What the pages weigh: all of their JavaScript as it travels, and what the lobby waits for."""

import gzip

from croupier.web.pages import BUILT

MOST_BYTES = 200_000
MOST_FOR_THE_SCHOOL_BYTES = 40_000
"""Beside the rest: it is loaded by who opens the school, or calls the coach."""
MOST_FOR_THE_LOBBY_BYTES = 80_000


def test_all_javascript_of_the_pages_is_light_and_the_lobby_waits_for_little_of_it(house, come_in):
    weights = {
        file.name: len(gzip.compress(file.read_bytes(), 9)) for file in BUILT.glob("assets/*.js")
    }
    school = {name: weight for name, weight in weights.items() if name.startswith("school-")}
    assert 0 < sum(school.values()) < MOST_FOR_THE_SCHOOL_BYTES, weights
    assert sum(weights.values()) - sum(school.values()) < MOST_BYTES, weights
    looker = come_in(house.address)
    loaded = []
    looker.page.on("response", lambda answer: loaded.append(answer.url.rpartition("/")[2]))
    looker.open("/").locator("article[data-table]").first.wait_for()
    first = {name: weights[name] for name in loaded if name in weights}
    assert first, "the lobby runs something"
    assert not first.keys() & school.keys(), "the school comes when somebody goes there"
    assert sum(first.values()) < MOST_FOR_THE_LOBBY_BYTES, first
