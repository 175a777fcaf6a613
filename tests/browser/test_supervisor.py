"""A supervisor declares rounds void, and the money is back."""

import re

from playwright.sync_api import expect

from .fairly import require_fair
from .staff import log_in, open_by_hand


def test_a_round_that_is_held_and_one_that_is_over_are_voided_and_the_money_is_back(
    casino, come_in, pictures
):
    table = casino.tables["Pit 1"]
    sam, dora = open_by_hand(casino, table)
    player = come_in(casino.address)
    player.sit(table)
    before = player.credit_cents
    page = player.page

    def deal():
        dora.tell(table, "new_game")
        page.locator('button[data-spot="Ante"]').click()
        page.locator(".deal").click()
        expect(page.locator(".bar")).to_contain_text("Bet $5")
        expect(page.locator("[data-credit]")).to_have_attribute("data-credit", str(before - 500))
        dora.tell(table, "no_more_bets")
        dora.tell(table, "step", step="deal")

    boss = come_in(casino.address)
    log_in(boss, "Sam")
    desk = boss.open(f"/desk/table/{table}")

    # A card was exposed: the round is held until he rules.
    deal()
    dora.tell(table, "report", kind="dealer_error", detail="The dealer dropped the deck.")
    expect(page.get_by_text(re.compile("held until the supervisor decides"))).to_be_visible()
    desk.locator('[data-open="rule-void"]').click()
    desk.locator('[data-command="rule"]').click()
    expect(desk.locator("[data-refused]")).to_be_visible()
    desk.locator('[data-field="reason"]').fill("The deck fell to the floor.")
    desk.locator('[data-command="rule"]').click()
    expect(page.locator("[data-credit]")).to_have_attribute("data-credit", str(before))
    expect(page.get_by_text(re.compile("The round is void")).first).to_be_attached()

    # A round that is over: he asks, and another supervisor approves.
    deal()
    dora.tell(table, "step", step="deal")
    player.choose("fold")
    for step in ("turn", "collect"):
        while dora.waits_for(table) == step:
            dora.tell(table, "step", step=step)
    player.end_of_round()
    expect(page.locator("[data-credit]")).to_have_attribute("data-credit", str(before - 500))
    desk.goto(f"{casino.address}/desk/table/{table}?tab=rounds")
    desk.locator('tr[data-round="2"] [data-open="void_round"]').click()
    desk.locator('[data-field="reason"]').fill("The wrong hand was turned.")
    desk.locator('[data-command="void_round"]').click()
    expect(page.locator("[data-credit]")).to_have_attribute("data-credit", str(before - 500))

    other = come_in(casino.address)
    log_in(other, "Susan")
    second = other.open(f"/desk/table/{table}")
    second.locator('[data-open="approve"]').click()
    second.locator('[data-command="approve"]').click()
    expect(page.locator("[data-credit]")).to_have_attribute("data-credit", str(before))
    rounds = sam.get(f"/api/tables/{table}/rounds")["rounds"]
    assert [one["outcome"] for one in rounds] == ["void", "void"]
    assert all(one["staked_cents"] == one["returned_cents"] for one in rounds)
    recall = desk.goto(f"{casino.address}/desk/table/{table}/round/2")
    assert recall.ok
    expect(desk.locator("[data-recall]")).to_be_visible()
    require_fair(desk, "desk-recall", "laptop", pictures)
    report = casino.chief.get("/api/reports")
    assert report["house"]["is_balanced"]
