"""Two browsers at one table: each sees what the rules show it, on the page and on the line."""

from playwright.sync_api import expect

from .people import GAMES, cards_on_felt

TABLE = GAMES["pick-2-poker"]


def face_cards_heard(patron):
    """Every card that came over this person's sockets face up or his own, by place."""
    found = {}
    for message in patron.heard:
        if message["type"] not in ("snapshot", "events") or message["table"] != TABLE:
            continue
        events = message["events"]
        told = events if message["type"] == "snapshot" else [event for _, event in events]
        for event in told:
            if event["event"] == "card_dealt" and event["card"] is not None:
                found.setdefault(event["place"], []).append(event["card"])
    return found


def test_nobody_is_sent_or_shown_the_cards_of_another_before_the_rules_show_them(house, come_in):
    ann, bob, looker = (come_in(house.address) for _ in range(3))
    ann.sit(TABLE, seat=1)
    bob.sit(TABLE, seat=2)
    looker.open(f"/table/{TABLE}")
    for one in (ann, bob):
        one.bet("Ante")
    for one in (ann, bob):
        one.page.locator("[data-option]").first.wait_for()
    expect(looker.page.locator(".felt [role=img][aria-label='card face down']")).to_have_count(15)

    assert set(face_cards_heard(ann)) == {"seat 1/Hand"}
    assert set(face_cards_heard(bob)) == {"seat 2/Hand"}
    assert face_cards_heard(looker) == {}
    assert len(face_cards_heard(ann)["seat 1/Hand"]) == 5
    hidden = ".felt [role=img][aria-label='card face down']"
    for one in (ann, bob):
        expect(one.page.locator(hidden)).to_have_count(10)
        assert len(cards_on_felt(one.page)) == 5
    assert not cards_on_felt(looker.page)

    # What one of them has chosen the other does not hear of before he has chosen, too.
    ann.choose("fold")
    ann.page.wait_for_timeout(500)
    heard = [
        event
        for message in bob.heard
        if message["type"] == "events"
        for _, event in message["events"]
        if event["event"] == "decision_made"
    ]
    assert [one["choice"] for one in heard] == [None]
    bob.choose("fold")
    for one in (ann, bob):
        one.end_of_round()
    # Who folded everything keeps his cards to himself.
    assert set(face_cards_heard(bob)) == {"seat 2/Hand"}
