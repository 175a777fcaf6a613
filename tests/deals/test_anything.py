"""Scripts and records changed at random: each is dealt, judged or refused, and nothing breaks."""

import copy
import json
from pathlib import Path
from random import Random

import pytest

from croupier.deals import Account, deal, judge, read_script
from croupier.rejection import Rejection
from croupier.table.record import read_round, write_round
from croupier.table.registry import find_game, game_ids

EXAMPLES = Path(__file__).parents[2] / "examples" / "deals"

VALUES = (
    None, 0, 1, -1, 2.5, 10**30, "", True, [], {}, "As", "As Kd 2c", "$5", "$0.01", "1,000",
    "play", "fold", "hit", "split", ["hit"] * 3, "usual", "deck", "shuffler", "card_dealt",
    "wager_settled", "void", "seat 1/Hand", "dealer/Hand", "5 to 1", "up", 1000,
)  # fmt: skip

ADDED = {
    "otherwise": ("usual", "default", "refuse"),
    "device": ("deck", "shoe", "shuffler"),
    "cut": (1, 51, 52),
    "cards": ({}, {"next": "As Ks Qs"}),
    "faults": (
        [{"kind": "jam", "deal": 1}],
        [{"kind": "wrong_count", "deal": 2, "count": 60}],
        [{"kind": "card_face_up", "deal": 3}],
    ),
    "supervisor": (
        [{"ruling": "continue", "reason": "Go on."}] * 2,
        [{"ruling": "void", "reason": "Again."}],
    ),
    "irregularities": (
        [{"kind": "dealer_error", "detail": "Oh.", "after": "card_dealt", "times": 3}],
        [{"kind": "wrong_count", "detail": "Oh.", "after": "wager_settled"}],
    ),
    "table": ({"positions": 1}, {"payout_maximum": "$3"}),
}


def example(game_id: str) -> dict:
    return json.loads((EXAMPLES / f"{game_id}.json").read_text(encoding="utf-8"))


def holders(data) -> list[tuple[dict | list, str | int]]:
    """Every place in the data where a value stands."""
    found = []
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        found += [(data, key), *holders(data[key])]
    return found


def change(data, rng: Random) -> None:
    places = holders(data)
    if places:
        holder, key = rng.choice(places)
        if rng.random() < 0.3:
            del holder[key]
        else:
            holder[key] = copy.deepcopy(rng.choice(VALUES))


@pytest.mark.parametrize("game_id", game_ids())
def test_a_script_changed_at_random_is_dealt_or_refused(game_id):
    game = find_game(game_id)
    outcomes = set()
    for number in range(250):
        rng = Random(number)
        script = example(game_id)
        for _ in range(rng.choice((1, 1, 2, 3))):
            if rng.random() < 0.5:
                name = rng.choice(list(ADDED))
                script[name] = copy.deepcopy(rng.choice(ADDED[name]))
            else:
                change(script, rng)
        try:
            events = deal(game, read_script(game, json.dumps(script))).table.events
        except Rejection as refused:
            outcomes.add(refused.code.value)
            continue
        account = Account.of(events)
        outcomes.add("void" if account.is_void else "dealt")
        assert judge(events).difference is None
        assert sum(one.net_cents for one in account.seats) == sum(
            one["net_cents"] for one in account.to_json()["settlements"]
        )
    assert {"dealt", "script_invalid", "amount_invalid"} <= outcomes
    assert len(outcomes) > 8


@pytest.mark.parametrize("game_id", game_ids())
def test_a_record_changed_at_random_is_judged_or_refused(game_id):
    game = find_game(game_id)
    text = json.dumps(example(game_id))
    record = json.loads(write_round(deal(game, read_script(game, text)).table.events))
    outcomes = set()
    for number in range(150):
        rng = Random(number)
        changed = copy.deepcopy(record)
        if rng.random() < 0.3:
            # One event too many, sound in itself.
            changed["events"].insert(
                rng.randrange(len(record["events"])), rng.choice(record["events"])
            )
        else:
            change(changed["events"], rng)
        try:
            events = read_round(json.dumps(changed))
            verdict = judge(events)
        except Rejection as refused:
            outcomes.add(refused.code.value)
            continue
        outcomes.add(verdict.is_identical)
        if verdict.is_identical:
            Account.of(events)
    assert {False, "record_invalid"} <= outcomes
