"""Scripts for the tests: written short, dealt at once; and a script made of a played round."""

import json

from croupier.deals import deal, read_script
from croupier.money import format_cents
from croupier.table import events as happened
from croupier.table.registry import find_game

ROYAL = {"seat 1/Hand": "As Ks Qs", "dealer/Hand": "Qd Jc 2h"}


def one_seat(**others) -> dict:
    """A script of one seat that plays an Ante of $10."""
    return {"seats": {"1": {"stakes": {"Ante": "$10"}, "decisions": ["play"]}}, **others}


def dealt(script: dict | str, game: str = "three-card-poker"):
    """What comes of a script, given as JSON or as what becomes JSON."""
    text = script if isinstance(script, str) else json.dumps(script)
    found = find_game(game)
    return deal(found, read_script(found, text))


def happenings(events, kind):
    return [event for event in events if isinstance(event, kind)]


def script_of(events) -> dict:
    """The script that must give a played round again, every card named by its place."""
    opened = events[0]
    settings = opened.settings
    script = {
        "game": settings.game,
        "table": {
            "positions": settings.positions,
            "readings": dict(settings.readings),
            "pay_tables": {
                spot: {
                    "name": table.name,
                    "lines": {line.name: str(line.odds) for line in table.lines},
                }
                for spot, table in settings.pay_tables
            },
            "limits": {
                spot: {
                    "minimum": dollars(limit.minimum_cents),
                    "maximum": dollars(limit.maximum_cents),
                    "multiple_of": dollars(limit.multiple_of_cents),
                }
                for spot, limit in settings.limits
            },
        },
        "device": opened.device,
        "cards": {},
        "seats": {},
    }
    for event in events:
        match event:
            case happened.BetsClosed(salt):
                # What the system picks for a seat follows from the salt.
                script["salt"] = salt
            case happened.CardDealt(place, card):
                before = script["cards"].get(str(place), "")
                script["cards"][str(place)] = f"{before} {card}".strip()
            case happened.WagersPlaced(seat, stakes, picks):
                script["seats"][str(seat)] = {
                    "stakes": {spot: dollars(cents) for spot, cents in stakes},
                    "picks": list(picks),
                    "decisions": [],
                }
            case happened.DecisionMade(choice, seat):
                chosen = {"option": choice.option}
                if choice.stake_cents:
                    chosen["stake"] = dollars(choice.stake_cents)
                script["seats"][str(seat)]["decisions"].append(chosen)
            case _:
                pass
    return script


def dollars(cents: int) -> str:
    return format_cents(cents)
