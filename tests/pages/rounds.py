"""Recorded rounds as their viewers get them: what then lies where, and what they are told.

The rounds are some of the recorded playthroughs. An event that a viewer gets as it is in the
record, and a change of the layout that he sees as the record has it, is not written again.
"""

from croupier.table.events import RoundOpened, WagerSettled
from croupier.table.layout import Layout, view
from croupier.table.places import EVERYTHING, Viewer
from croupier.table.record import event_to_json
from croupier.terminal.narration import narrate

from ..games.playthrough import FOLDER, head_of, parse  # noqa: TID252 (its files are wanted)

ROUNDS = {
    "pick-2-poker/three-and-five-card-games": [(1,), (2, 3)],
    "pick-2-poker/void-with-a-shuffler": [(1,)],
    "roll-your-own-blackjack/insurance-and-dealer-blackjack": [(), (1,)],
    "roll-your-own-blackjack/split-aces": [(1,)],
    "roll-your-own-blackjack/void-after-the-bonus": [(1,)],
    "stadium-three-card-poker/quick-pick": [(), (5,)],
    "stadium-three-card-poker/void-after-the-decisions": [(3,)],
    "three-card-poker/largest-payout": [(1,)],
    "three-card-poker/shuffler-jams": [(), (2,)],
    "three-card-poker/win-lose-tie-fold": [(), (1,), (4,)],
    "three-way-action/split-aces": [(1,)],
    "three-way-action/three-games-and-a-bonus": [(2,)],
    "three-way-action/void-undoes-high-card": [(1,), (2,)],
}
"""By round, the seats of each who looks at it; nobody's for a spectator."""

NOBODY = 1_000_000
"""A seat that no table has: it is told what a spectator is told."""


def round_fixtures():
    """Some of the recorded playthroughs, told to some of those who look."""
    return {"rounds": [_round(name, viewers) for name, viewers in ROUNDS.items()]}


def _round(name, viewers):
    events = parse(head_of((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))).play().events
    record = [written(event) for event in events]
    states = _states(view(events, EVERYTHING))
    return {
        "name": name,
        "events": record,
        "states": states,
        "views": [_view(events, seats, record, states) for seats in viewers],
    }


def _view(events, seats, record, states):
    seen = view(events, Viewer(frozenset(seats)))
    found = {
        "seats": list(seats),
        "events": _differing([written(event) for event in seen], record),
        "states": _differing(_states(seen), states),
    }
    if len(seats) < 2:
        found["lines"] = [_line(line, seen) for line in narrate(seen, *(seats or (NOBODY,)))]
    return found


def _differing(these, others):
    return {
        str(at): one
        for at, (one, other) in enumerate(zip(these, others, strict=True))
        if one != other
    }


def written(event):
    """An event as the API tells it, but for what is long and of no matter to the tests."""
    told = event_to_json(event)
    if isinstance(event, RoundOpened):
        # Nothing that is folded or told depends on them, and they are long.
        told["settings"] = None
    return told


def _line(line, events):
    """Its words and tone; for one with a reason, the number of the event that gives it."""
    if not line.why:
        assert not line.clause, "a clause without a reason"
        return [line.text, str(line.tone)]
    reasons = [
        at
        for at, event in enumerate(events)
        if isinstance(event, WagerSettled)
        and (event.because.sentence, event.because.clause) == (line.why, line.clause)
    ]
    return [line.text, str(line.tone), reasons[0]]


def _states(events):
    """What each event changed of the layout: what is new by name, and null for what is gone."""
    layout, before, changes = Layout(), {}, []
    for event in events:
        layout.apply(event)
        after = _state(layout)
        changes.append(
            {
                key: _change(before.get(key, {}), value)
                for key, value in after.items()
                if key not in before or value != before[key]
            }
        )
        before = after
    return changes


def _change(before, after):
    if not isinstance(after, dict):
        return after
    gone = dict.fromkeys(before.keys() - after.keys())
    new = {key: value for key, value in after.items() if before.get(key) != value}
    return {**new, **dict(sorted(gone.items()))}


def _state(layout):
    """The layout as plain data: cards as `As up`, `? down`, in one text for each place."""
    return {
        "cards": {
            str(place): ", ".join(
                f"{'?' if one.card is None else one.card} {one.face}" for one in lying
            )
            for place, lying in layout.cards.items()
        },
        "stakes": {str(seat): dict(spots) for seat, spots in layout.stakes.items()},
        "picks": {str(seat): " ".join(picks) for seat, picks in layout.picks.items() if picks},
        "asked": {
            str(seat): " ".join(option.name for option in asked.options)
            for seat, asked in layout.asked.items()
        },
        "late": sorted(layout.late),
        "settled": len(layout.settled),
        "bets_are_closed": layout.bets_are_closed,
        "salt": layout.salt,
        "is_over": layout.is_over,
        "is_void": layout.is_void,
    }
