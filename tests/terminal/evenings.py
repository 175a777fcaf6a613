"""What the tests of the terminal share: evenings at a table, and someone who plays them."""

from random import Random

from croupier.bots import random_decision, random_slip
from croupier.cards import Seed, parse_hand
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import settings_for
from croupier.terminal.decks import Decks
from croupier.terminal.seating import Seating
from croupier.terminal.session import Session

GAMES = game_ids()
MASTER = Seed(bytes(range(32)))


def evening(
    game_id, *, cards="", archive=None, seed=MASTER, positions=None, readings=None, **seats
):
    """A session with the same cards every time."""
    game = find_game(game_id)
    decks = Decks(game.devices[0], master=seed, first_cards=parse_hand(cards) if cards else ())
    settings = settings_for(game, positions=positions, readings=readings)
    return Session(game, settings, decks, Seating(**seats), archive)


def pick_if_asked(session):
    if session.table.picks is not None:
        session.pick(session.table.picks.choices[: session.table.picks.count])


def bet_the_least(session):
    session.complete()
    pick_if_asked(session)


def play_out(session):
    """Ends the round as a sensible player would, buying in where chips are short."""
    while session.asked is not None:
        usual = session.hint()
        option = next(one for one in session.asked.options if one.name == usual.option)
        while not session.can_afford(option):
            session.buy_in()
        session.decide(usual.option, usual.stake_cents)
    assert session.is_over


def play_wildly(session, chance: Random):
    """One round with any bets the table takes and any choice it offers."""
    slip = random_slip(session.game, session.settings, chance)
    while session.rack_cents < slip.total_cents:
        session.buy_in()
    for spot, cents in slip.stakes:
        session.stake(spot, cents)
    if slip.picks:
        session.pick(slip.picks)
    session.deal()
    while session.asked is not None:
        choice = random_decision(session.asked, chance)
        while session.bankroll_cents < (choice.stake_cents or 0):
            session.buy_in()
        session.decide(choice.option, choice.stake_cents)
    assert session.is_over


def full_table(game_id):
    """A session with as many bots as seats, in a stadium some."""
    seats = min(find_game(game_id).positions.most, 30)
    return evening(game_id, positions=seats, bots=seats - 1)
