"""Slips, and what the house says of each: for the pages, which check a slip before it is sent."""

from random import Random

from croupier.bots import least_slip, random_slip
from croupier.rejection import Rejection
from croupier.table.description import describe_rules
from croupier.table.picks import check_picks
from croupier.table.prepared import prepare
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import settings_for
from croupier.table.wager import Limit, Slip, check_slip
from croupier.terminal.draft import Draft, bettable_wagers

SLIPS_A_TABLE = 110
DRAFTS_A_TABLE = 12
SENTENCES_A_CODE = 2
"""So many slips with each code carry the sentence too; all of them would be long."""

OTHER_TABLES = {
    # Steps that do not suit the minimum of another spot, and a maximum for all together.
    "three-card-poker": {
        "readings": {"entry": "ante_required"},
        "limits": {"Ante": Limit(500, 10_000, 250), "Pair Plus": Limit(600, 20_000, 200)},
        "table_maximum_cents": 20_000,
    },
    "stadium-three-card-poker": {
        "readings": {
            "side_bet_sizes": "as_three_card_poker",
            "no_cells_chosen": "quick_pick",
        },
        "table_maximum_cents": 30_000,
    },
    "pick-2-poker": {"readings": {"entry": "ante_or_five_card_bonus"}},
    # Odd cents cannot be paid three to two.
    "roll-your-own-blackjack": {
        "limits": {spot: Limit(501, 1_001, 1) for spot in ("Bonus", "Blackjack 1", "Blackjack 2")},
    },
    # Half of it may come back, and six to five is paid.
    "three-way-action": {
        "readings": {"bets": "any", "blackjack_pays": "six_to_five"},
        "limits": {"High Card": Limit(5, 50_000, 1), "Blackjack": Limit(10, 700, 1)},
        "table_maximum_cents": 50_000,
    },
}


def slip_fixtures():
    """Every game at two tables: its rules, slips, and slips that are to be completed."""
    return {"tables": [made for game_id in game_ids() for made in _tables(game_id)]}


def described(game, settings):
    """The rules of a table as the API answers them, but for what is long and of no matter here."""
    least = least_slip(game, settings)
    return {
        **describe_rules(game, settings),
        # A slip does not depend on them, and they are long.
        "pay_tables": [],
        "rulings": [],
        "least_slip": {"stakes": dict(least.stakes), "picks": list(least.picks)},
    }


def _tables(game_id):
    game = find_game(game_id)
    usual = settings_for(game)
    rules = described(game, usual)
    other = settings_for(game, **OTHER_TABLES[game_id])
    changed = described(game, other)
    differing = {key: changed[key] for key in ("wagers", "picks", "least_slip")}
    yield _table(game, usual, "usual", rules)
    # What a slip does not depend on is that of the usual table.
    yield _table(game, other, "other", differing)


def _table(game, settings, name, rules):
    chance = Random(f"slips of {game.id}, {name}")
    table = prepare(game, settings)
    spots = list(table.wagers)
    told = {}
    slips = []
    for _ in range(SLIPS_A_TABLE):
        slip = _some_slip(game, settings, table, chance)
        pairs = [[spots.index(spot), cents] for spot, cents in slip.stakes]
        code, detail = _verdict(slip, table, settings)
        told[code] = told.get(code, 0) + 1
        said = [detail] if code and told[code] <= SENTENCES_A_CODE else []
        slips.append([pairs, "".join(slip.picks), code, *said])
    return {
        "game": game.id,
        "name": name,
        "table_maximum_cents": settings.table_maximum_cents,
        "rules": rules,
        "spots": spots,
        "slips": slips,
        "drafts": [_draft(table, chance) for _ in range(DRAFTS_A_TABLE)],
    }


def _verdict(slip, table, settings):
    try:
        check_slip(
            slip, table.wagers, table.limits, table.units_cents, settings.table_maximum_cents
        )
        check_picks(table.picks, slip.picks)
    except Rejection as refused:
        return str(refused.code), refused.detail
    return None, None


def _some_slip(game, settings, table, chance):
    """A slip the table takes, most of them changed so that it may not take it."""
    slip = random_slip(game, settings, chance)
    stakes, picks = dict(slip.stakes), list(slip.picks)
    for _ in range(chance.randrange(3)):
        _change(stakes, table, chance)
    if picks and chance.random() < 0.2:
        picks = chance.choice([[], picks[:-1], [*picks, picks[0]], [*picks[:-1], "0"]])
    elif table.picks is None and chance.random() < 0.02:
        picks = ["1"]
    order = list(stakes.items())
    chance.shuffle(order)
    return Slip(tuple(order), tuple(picks))


def _change(stakes, table, chance):
    spots = [wager.spot for wager in bettable_wagers(table)]
    spot = chance.choice(list(table.wagers) if chance.random() < 0.05 else spots)
    limit = table.limits.get(spot)
    step = limit.multiple_of_cents if limit else 100
    match chance.randrange(7):
        case 0:
            stakes.pop(spot, None)
        case 1:
            stakes[spot] = stakes.get(spot, 0) + step
        case 2:
            stakes[spot] = chance.choice([step * chance.randrange(12), 1, 333, 10_000_000])
        case 3:
            stakes[spot] = chance.choice(list(stakes.values()) or [500])
        case 4:
            stakes[spot] = limit.maximum_cents if limit else 500
        case 5:
            stakes.update({one: 2 * cents for one, cents in stakes.items()})
        case _:
            stakes[spot] = limit.minimum_cents if limit else 500


def _draft(table, chance):
    """A few stakes, and what they are completed to."""
    draft = Draft(table)
    spots = [wager.spot for wager in bettable_wagers(table)]
    for spot in chance.sample(spots, chance.randrange(min(4, len(spots)))):
        draft = draft.with_stake(spot, draft.least_cents(spot))
        for _ in range(chance.randrange(3)):
            draft = draft.stepped(spot, up=True)
    return [draft.stakes, draft.completed().stakes]
