"""The pages of mathematics: an edge that moves with a pay, odds of a decision, a wrong figure."""

import re
from fractions import Fraction

from playwright.sync_api import expect

from croupier.analysis.decisions import value_fresh
from croupier.analysis.valuer import Valuer
from croupier.cards import parse_cards
from croupier.table.registry import find_game
from croupier.table.settings import settings_for
from croupier.table.worth import Fresh

from .people import GAMES, cards_on_felt

GAME = find_game("three-card-poker")
SETTINGS = settings_for(GAME)
RANKS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A",
}  # fmt: skip
OF_22_100 = {"Straight": 720, "Pair": 3744}
"""Hands of three cards of some lines of Pair Plus, by the textbooks."""


def test_the_edge_moves_at_once_when_a_pay_is_changed_by_what_that_line_is_worth(house, come_in):
    looker = come_in(house.address)
    page = looker.open("/maths/three-card-poker/pays?spot=Pair Plus")
    moves = page.locator("[data-moves='Pair Plus']")
    valuer = Valuer(GAME)
    rules = valuer.rules({})
    exact = valuer.edge("Pair Plus", rules, valuer.pay_tables(rules)).value
    expect(moves).to_have_attribute("data-edge", str(float(exact)))
    pay = page.get_by_label("Straight pays", exact=True)
    pay.focus()
    page.keyboard.press("ArrowDown")
    after = exact + Fraction(OF_22_100["Straight"], 22_100)
    expect(moves).to_have_attribute("data-edge", re.compile(re.escape(str(float(after))[:9])))
    # Whoever is given the address sees the same.
    address = page.url
    other = come_in(house.address)
    other.page.goto(address)
    expect(other.page.locator("[data-moves='Pair Plus']")).to_have_attribute(
        "data-edge", re.compile(re.escape(str(float(after))[:9]))
    )


def test_the_odds_of_a_decision_are_those_of_the_cards_the_player_sees(house, come_in):
    guest = come_in(house.address)
    page = guest.page
    guest.sit(GAMES["three-card-poker"])
    guest.bet("Ante")
    page.locator('[data-option="play"]').wait_for()
    best = page.locator(".odds li")
    expect(best).to_have_count(2)
    held = [
        RANKS[rank] + suit[0] for rank, suit in (said.split(" of ") for said in cards_on_felt(page))
    ]
    valued = value_fresh(GAME, SETTINGS, Fresh(parse_cards(" ".join(held))))
    shown = {
        text.split(",")[0].split("−")[0].split("+")[0].strip(): text
        for text in best.all_text_contents()
    }
    for option in valued.options:
        wanted = f"{float(option.value.value):+.4f}".replace("-", "−")
        (line,) = [text for name, text in shown.items() if option.label.startswith(name)]
        assert wanted in line, (line, wanted)


def test_the_figure_that_a_sheet_has_wrong_stands_out(house, come_in):
    looker = come_in(house.address)
    page = looker.open("/maths/three-way-action/sheet")
    wrong = page.locator("[data-wrong]")
    expect(wrong.first).to_be_visible(timeout=60_000)
    expect(wrong.first).to_contain_text("9.48%")
    expect(wrong.first).to_contain_text("11.09")
