"""A house at work in this process: on a real SQLite file, with a clock and a writer, no sockets."""

from contextlib import asynccontextmanager

from sqlalchemy import select

from croupier.cards import DECK, Back
from croupier.house import commands as told
from croupier.house import schema
from croupier.house.accounts import Money
from croupier.house.config import Config, TablePlan
from croupier.house.database import database_url, open_engine
from croupier.house.happenings import Role
from croupier.house.office import Office
from croupier.house.reading import open_to_read, reading
from croupier.house.terms import TableKind, TableTerms
from croupier.house.verify import verify
from croupier.house.verify.books import Database
from croupier.table.registry import find_game
from croupier.table.settings import settings_for

from .model import ChipModel
from .reception import PASSWORDS, counted_chance

GUEST_CENTS = 10_000_000


def plan(game_id, name=None, *, settings=None, **terms):
    """A table to be set up."""
    game = find_game(game_id)
    kind = TableKind.STADIUM if game_id.startswith("stadium") else TableKind.AUTOMATIC
    return TablePlan(
        name or game.name,
        TableTerms(**{"kind": kind, "has_tips": True, **terms}),
        settings or settings_for(game),
    )


@asynccontextmanager
async def open_house(path, *plans, chance=None):
    """The house whose books are in a file, open; it is stopped afterwards.

    `chance` names what all chance comes from, in place of the machine's; each time another.
    """
    config = Config(guest_credit_cents=GUEST_CENTS, tables=plans)
    office = Office(open_engine(database_url(str(path))), config, PASSWORDS)
    if chance is not None:
        office.house.entropy = counted_chance(chance)
    await office.start()
    try:
        yield office
    finally:
        await office.stop()


async def guests(office, count):
    """So many people with play money."""
    return [(await office.guest()).person for _ in range(count)]


async def opened_by_hand(office, table=1, rack_cents=100_000_000):
    """Has a table with a dealer opened; its dealer and its supervisor."""
    dealer, boss = [
        (await office.add_user(f"add-{name}", name, frozenset({role}), Money.PLAY, by=None))[1]
        for name, role in (("Dora", Role.DEALER), ("Sam", Role.SUPERVISOR))
    ]
    for at, (who, command) in enumerate(
        (
            (dealer, told.TakePosition(Role.DEALER)),
            (boss, told.TakePosition(Role.SUPERVISOR)),
            (boss, told.Fill(rack_cents)),
            (boss, told.CountBank(rack_cents)),
            (dealer, told.Sign("opener")),
            (boss, told.Sign("opener")),
        )
    ):
        await office.house.command(table, who, command, f"opening-{at}")
    return dealer, boss


async def put_decks_into_play(office, dealer, boss, table=1):
    """Has two whole decks of real cards inspected and put into play."""
    for back in (Back.RED, Back.BLUE):
        await office.house.command(table, dealer, told.InspectDeck(back, DECK), f"deck-{back}")
    await office.house.command(table, boss, told.ChangeDecks(Back.RED, Back.BLUE), "decks")


def check_books(path):
    """Has the books checked by the house's own means and by the model; gives all entries."""
    engine = open_to_read(str(path))
    with reading(engine) as connection:
        verdict = verify(Database(connection))
        assert verdict.is_well, verdict
        entries = list(
            connection.execute(
                select(schema.entries).order_by(schema.entries.c.chain, schema.entries.c.number)
            )
        )
        accounts = dict(connection.execute(select(schema.accounts)).all())
    engine.dispose()
    model = ChipModel()
    for entry in entries:
        model.take(entry.chain, entry.body)
    model.check_floor()
    assert model.balances() == {account: cents for account, cents in accounts.items() if cents}
    return entries
