"""Rounds with what proves them: the seed, the ids the salt is made of, and the deck they give.

They are played as the house plays them: the salt and the cut are made of the ids of the bets. Of
their events only those are written that say which cards came out and what they were.
"""

from random import Random

from croupier.bots import least_slip, random_decision
from croupier.cards import Commitment, FaultKind, HandDeck, PlannedFault, Seed, shuffled_deck
from croupier.house.salts import cut_of, salt_of
from croupier.table import events as happened
from croupier.table.commands import CloseBets, PlaceWagers, RevealSeed, RuleOnIrregularity
from croupier.table.fairness import check_shuffle
from croupier.table.irregularity import Remedy
from croupier.table.layout import view
from croupier.table.places import EVERYTHING, SPECTATOR, Viewer
from croupier.table.registry import find_game, game_ids
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.waiting import AwaitingDecisions, AwaitingSupervisor

from .rounds import written

SEATS = (2, 1)
"""Who bets, in the order in which they do; the salt has them in the order of their numbers."""

VIEWERS = {"the record": EVERYTHING, "seat 1": Viewer.at(1), "a spectator": SPECTATOR}

FAULTS = {
    "three-card-poker": PlannedFault(1, FaultKind.WRONG_COUNT, 2),
    "pick-2-poker": PlannedFault(2, FaultKind.CARD_FACE_UP),
}
"""By game, what goes wrong in one more round, with a shuffler."""

TELLING = (
    happened.RoundOpened,
    happened.WagersPlaced,
    happened.BetsClosed,
    happened.CardDealt,
    happened.CardsTurned,
    happened.CardsMoved,
    happened.CardsCollected,
    happened.DeviceFailed,
    happened.SeedRevealed,
)


def proof_fixtures():
    """Shuffles by themselves, then a round of every game from each of its devices."""
    rounds = []
    for game_id in game_ids():
        game = find_game(game_id)
        for device in game.devices:
            rounds.append(_round(game, device, list(VIEWERS)[len(rounds) % 3]))
        if game_id in FAULTS:
            rounds.append(_round(game, game.devices[0], "seat 1", FAULTS[game_id]))
    return {
        "shuffles": [_shuffle(*given) for given in _givens()],
        "salts": [_salt(ids) for ids in _all_ids()],
        "rounds": rounds,
    }


def _givens():
    chance = Random("shuffles")
    yield Seed(bytes(range(32))), bytes.fromhex("c0ffee"), 0
    yield Seed(bytes(32)), b"", 0
    yield Seed(b"\xff" * 32), b"\x00", 1
    for number in (0, 255, 256, 2**32 - 1):
        yield Seed(chance.randbytes(32)), chance.randbytes(chance.randrange(1, 80)), number


def _shuffle(seed, salt, number):
    deck = shuffled_deck(seed, salt, number=number)
    return {
        "seed": seed.reveal(),
        "commitment": str(seed.commitment),
        "salt": salt.hex(),
        "number": number,
        "cards": _text(deck),
    }


def _all_ids():
    yield {}
    yield {1: "b-1"}
    yield {10: "Ten", 2: "two.2", 9: "n:9_-"}


def _salt(ids):
    salt = salt_of(ids)
    hand = next(
        device for device in find_game("three-way-action").devices if device.device is HandDeck
    )
    return {"ids": _ids(ids), "salt": salt, "cut_at": cut_of(salt, hand)}


def _ids(ids):
    return [{"seat": seat, "id": made} for seat, made in ids.items()]


def _text(cards):
    return " ".join(str(card) for card in cards)


def _round(game, device, viewer, fault=None):
    chance = Random(f"proof of {game.id} from a {device.name}, {fault}")
    seed = Seed(chance.randbytes(32))
    source = CardSource.shuffled(
        seed, device.device, lambda cards: device.load(cards, [fault] if fault else [])
    )
    settings = settings_for(game)
    table = Round(game, settings, source)
    ids = {}
    for seat in SEATS:
        ids[seat] = chance.randbytes(16).hex()
        table.handle(PlaceWagers(seat, least_slip(game, settings)))
    salt = salt_of(ids)
    table.handle(CloseBets(salt, cut_of(salt, device)))
    _play_out(table, chance)
    table.handle(RevealSeed(seed.reveal()))
    return _written(game, device, table, viewer, ids)


def _play_out(table, chance):
    while not table.layout.is_over:
        match table.waiting:
            case AwaitingDecisions():
                seat = min(table.layout.asked)
                table.handle(random_decision(table.layout.asked[seat], chance))
            case AwaitingSupervisor():
                table.handle(RuleOnIrregularity(Remedy.VOID, "The cards are not right."))


def _written(game, device, table, viewer, ids):
    opened, seed = table.events[0], table.events[-1].seed
    assert Commitment.parse(opened.commitment).opens_to(Seed.parse(seed))
    closed = next(event for event in table.events if isinstance(event, happened.BetsClosed))
    deck = shuffled_deck(Seed.parse(seed), bytes.fromhex(closed.salt))
    cut_at = closed.cut_at or 0
    seen = view(table.events, VIEWERS[viewer])
    return {
        "name": f"{game.id} from a {device.name}" + (", failing" if table.layout.is_void else ""),
        "viewer": viewer,
        "ids": _ids(ids),
        "events": [written(event) for event in seen if isinstance(event, TELLING)],
        "cards": _text((*deck[cut_at:], *deck[:cut_at])),
        # Those that came out, checked by the house itself.
        "dealt": _text(check_shuffle(table.events)),
    }
