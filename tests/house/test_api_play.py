"""Tables over HTTP: what a player, and a dealer, can find out before he does anything wrong."""

import asyncio

import pytest

from croupier.client import Client
from croupier.house.hub import TableHub
from croupier.rejection import Code, Rejection
from croupier.table.places import Face, Place
from croupier.table.registry import game_ids
from croupier.table.steps import Deal
from croupier.web.routes.play import _places

from .apis import new_id, refused, served


@pytest.fixture(scope="module")
def house():
    by_hand = {
        "game": "three-card-poker",
        "name": "Pit",
        "terms": {"kind": "human", "money": "cash", "betting_s": 0},
    }
    quiet = {"game": "three-card-poker", "name": "Quiet"}
    with served([*({"game": game} for game in game_ids()), by_hand, quiet]) as found:
        yield found


@pytest.mark.parametrize("table", range(1, 6))
def test_the_rules_of_a_table_say_what_gets_a_seat_into_the_round(house, table):
    guest = house.visitor().come_in()
    rules = guest.look(f"/api/tables/{table}/rules")
    least = rules["least_slip"]
    guest.tell(table, "sit", seat=1, credit_cents=50_000)
    done = guest.tell(table, "bet", seat=1, **least)
    assert "wagers_placed" in [event["event"] for _, event in done["events"]]
    assert sum(least["stakes"].values()) == next(
        one["minimum_cents"] for one in guest.look("/api/tables")["tables"] if one["table"] == table
    )
    guest.tell(table, "leave", seat=1)


def test_what_is_picked_stands_in_the_rules(house):
    table = 1 + game_ids().index("stadium-three-card-poker")
    picks = house.visitor().look(f"/api/tables/{table}/rules")["picks"]
    assert picks["count"] == 3
    assert len(picks["choices"]) == 9


def test_a_command_repeated_after_its_answer_was_forgotten_is_answered_the_same(house):
    guest = house.visitor().come_in()
    guest.tell(4, "sit", seat=2, credit_cents=50_000)
    bet = {"id": new_id(), "do": "bet", "seat": 2, "stakes": {"Ante": 500}, "is_ready": True}
    first = guest.ok(guest.post("/api/tables/4/commands", bet))
    house.office.house.hub(4)._recent.clear()
    again = guest.ok(guest.post("/api/tables/4/commands", bet))
    assert again == {**first, "is_repeated": True}
    assert any(event.get("card") for _, event in first["events"])
    # Another command under that id is not the same once more.
    elsewhere = guest.post("/api/tables/4/commands", {**bet, "seat": 1})
    refused(elsewhere, 409, Code.COMMAND_ID_USED)


def test_a_hand_is_named_where_a_seat_has_several():
    usual = Deal(((Place.of_seat(1, "Hand"), Face.OWN), (Place.of_dealer("Hand"), Face.DOWN)), "1")
    assert _places(usual) == "seat 1; the dealer"
    named = [Place.of_seat(1, "High Card"), Place.of_dealer("Poker"), Place.of_table("Cell 4")]
    several = Deal(tuple((place, Face.UP) for place in [*named, named[0]]), "1")
    assert _places(several) == "seat 1, High Card; the dealer, Poker; Cell 4"


def test_an_answer_has_its_events_however_much_has_happened_since(house, monkeypatch):
    guest = house.visitor().come_in()
    monkeypatch.setattr(TableHub, "events_of", lambda *_, **__: [])
    done = guest.tell(7, "sit", seat=3, credit_cents=50_000)
    assert ["seat_taken", 50_000] in [
        [event["event"], event.get("credit_cents")] for _, event in done["events"]
    ]
    guest.tell(7, "leave", seat=3)


def test_only_who_works_at_a_table_is_told_the_dealers_next_step(house):
    refused(house.visitor().come_in().get("/api/tables/6/next-step"), 403, Code.NOT_ALLOWED)


def test_a_dealer_is_told_step_by_step_what_to_do(house):
    boss, dealer, player = house.sam, house.dora, house.ada
    boss.tell(6, "take_position", role="supervisor")
    dealer.tell(6, "take_position", role="dealer")

    def next_step():
        return dealer.look("/api/tables/6/next-step")

    def says(waits_for, words):
        found = next_step()
        return (found["waits_for"], found["words"]) == (waits_for, words)

    assert says("count", "The supervisor counts the bank, to open the table.")
    boss.tell(6, "fill", cents=10_000_000)
    boss.tell(6, "count_bank", counted_cents=10_000_000)
    boss.tell(6, "sign", form="opener")
    assert says("signatures", "The dealer signs the opener.")
    dealer.tell(6, "sign", form="opener")
    boss.do(f"/api/users/{player.user}/buy-in", cents=100_000)
    player.tell(6, "sit", seat=1, credit_cents=50_000)
    assert next_step()["waits_for"] == "new_game"
    dealer.tell(6, "new_game")
    assert next_step()["waits_for"] == "wagers"
    player.tell(6, "bet", seat=1, stakes={"Ante": 500})
    dealer.tell(6, "no_more_bets")
    steps, said = [], []
    while (found := next_step())["waits_for"] != "new_game":
        if found["waits_for"] == "decisions":
            assert found["seats"] == [1]
            player.tell(6, "choose", seat=1, option="play")
        else:
            assert found["words"].endswith(".")
            steps.append(found["step"])
            said.append(found["words"])
            dealer.tell(6, "step", step=found["step"])
    assert steps[:2] == ["deal", "deal"]
    assert said[:2] == ["Deal to seat 1.", "Deal to the dealer."]
    assert "Turn the cards of the dealer." in said
    assert not [words for words in said if "/" in words]
    assert steps[-1] == "collect"
    boss.tell(6, "close_table")
    assert says("count", "The supervisor counts the bank, to close the table.")


def test_a_client_who_was_refused_goes_on_when_he_has_logged_in(house):
    async def play():
        async with Client(house.address) as client:
            for ask in (
                lambda: client.sit(4, credit_cents=10_000),
                lambda: client.command(4, "sit", credit_cents=10_000),
            ):
                with pytest.raises(Rejection) as refused:
                    await ask()
                assert refused.value.code is Code.LOG_IN_NEEDED
            await client.be_guest()
            seat = await client.sit(4, credit_cents=10_000)
            await seat.leave()

    asyncio.run(asyncio.wait_for(play(), 20))


@pytest.mark.parametrize("table", [99, 0, -1])
def test_a_client_is_told_of_a_table_that_there_is_not(house, table):
    async def play():
        async with Client(house.address) as client:
            await client.be_guest()
            with pytest.raises(Rejection) as refused:
                await client.sit(table, credit_cents=10_000)
            assert refused.value.code is Code.TABLE_UNKNOWN
            # It goes on elsewhere.
            seat = await client.sit(4, credit_cents=10_000)
            await seat.leave()

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_bot_goes_on_after_a_round_in_which_nobody_is_asked(house):
    async def play():
        async with Client(house.address) as client:
            await client.be_guest()
            seat = await client.sit("Quiet", credit_cents=10_000)
            rounds = []
            # The whole round, and the beginning of the next, come before the answer to the bet.
            for _ in range(3):
                await seat.bet({"Pair Plus": 500})
                assert [asked async for asked in seat.questions()] == []
                rounds.append(seat.table.round)
            await seat.bet({"Ante": 500})
            async for question in seat.questions():
                assert question.round == rounds[-1]
                await question.choose("fold")
            await seat.leave()
            return rounds

    rounds = asyncio.run(asyncio.wait_for(play(), 20))
    assert rounds == list(range(rounds[0], rounds[0] + 3))


def test_a_client_may_sit_down_at_several_seats_at_once(house):
    async def play():
        async with Client(house.address) as client:
            await client.be_guest()
            seats = await asyncio.gather(
                *(client.sit("Quiet", credit_cents=10_000) for _ in range(3))
            )
            await asyncio.gather(*(seat.leave() for seat in seats))
            return {seat.number for seat in seats}

    assert len(asyncio.run(asyncio.wait_for(play(), 20))) == 3
