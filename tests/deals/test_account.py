"""The account of a round: the money adds up, and the JSON says what the page says."""

import json
import re
from pathlib import Path

import pytest

from croupier.deals import Account
from croupier.table.record import event_from_json
from croupier.table.registry import game_ids

from .scripts import ROYAL, dealt, one_seat

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "deal-scripts.md").read_text(encoding="utf-8")


def example(game: str) -> str:
    return (ROOT / "examples" / "deals" / f"{game}.json").read_text(encoding="utf-8")


VOID = one_seat(
    cards=ROYAL,
    irregularities=[
        {"kind": "dealer_error", "detail": "Oh.", "after": "wager_settled", "times": 2}
    ],
    supervisor=[{"ruling": "void", "reason": "Again."}],
)


@pytest.fixture(params=[*game_ids(), "void"])
def account(request):
    """Of every example, and of a round that was void after two settlements."""
    game = "three-card-poker" if request.param == "void" else request.param
    script = VOID if request.param == "void" else example(game)
    return Account.of(dealt(script, game).table.events)


def test_what_the_settlements_win_or_lose_is_what_the_seats_do(account):
    told = account.to_json()
    for seat in told["seats"]:
        net = sum(one["net_cents"] for one in told["settlements"] if one["seat"] == seat["seat"])
        assert seat["net_cents"] == net == seat["returned_cents"] - seat["staked_cents"]
    assert bool(told["settlements"]) is not told["void"]


def test_the_json_of_an_account_is_whole_and_goes_through_json(account):
    told = json.loads(json.dumps(account.to_json()))
    assert tuple(event_from_json(event) for event in told["events"]) == account.events
    assert told["game"] == account.settings.game == told["settings"]["game"]
    assert told["over"] is True
    assert (told["reason"] is None) is not told["void"]


def test_a_void_round_gives_everything_back():
    void = Account.of(dealt(VOID).table.events)
    assert void.is_void
    assert void.settlements == ()
    (total,) = void.seats
    assert total.staked_cents == total.returned_cents == 2000


def test_cards_are_told_as_they_lay_before_they_were_picked_up():
    account = Account.of(dealt(one_seat(cards=ROYAL)).table.events)
    assert account.to_json()["cards"] == {
        "dealer/Hand": ["Qd", "Jc", "2h"],
        "seat 1/Hand": ["As", "Ks", "Qs"],
    }


def test_a_settlement_says_why():
    (bonus, *_) = Account.of(dealt(one_seat(cards=ROYAL)).table.events).to_json()["settlements"]
    assert bonus["spot"] == "Ante Bonus"
    assert bonus["odds"] == "5 to 1"
    assert (bonus["stake_cents"], bonus["returned_cents"], bonus["net_cents"]) == (1000, 5000, 5000)
    assert bonus["because"]["line"] == "Straight Flush"
    assert bonus["because"]["hands"] == ["mini royal"]
    assert bonus["because"]["clause"]
    assert "Ante Bonus" in bonus["because"]["sentence"]


def test_the_page_names_every_field_of_the_json():
    told = Account.of(dealt(one_seat(cards=ROYAL)).table.events).to_json()
    fields = {*told, *told["settlements"][0], *told["seats"][0], *told["settlements"][0]["because"]}
    listed = PAGE.split("## What comes out", maxsplit=1)[1].split("\n## ")[0]
    assert not [name for name in fields if f"`{name}`" not in listed]


def test_the_page_shows_the_example_as_it_is():
    (shown,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert shown == example("three-card-poker")
