"""A table with its people, in memory: whatever is told, the books are checked afterwards.

The books are a real database. After every command the ledger is added up, the postings are
derived again from what was written, and a picture folded from that must be the table's own.
"""

from itertools import count
from random import Random

import orjson
import pytest
from sqlalchemy import create_engine, select
from sqlalchemy.pool import StaticPool

from croupier.bots import random_decision
from croupier.cards import DECK, Back
from croupier.house import commands as told
from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import CASH, PLAY_MONEY, Money, meter, rack, wagers, wallet
from croupier.house.commands import Person
from croupier.house.happenings import Role
from croupier.house.ledger import Ledger
from croupier.house.live_table import LiveTable
from croupier.house.log import events_in
from croupier.house.on_paper import put_on_paper
from croupier.house.past_rounds import read_past_round
from croupier.house.picture import Status, TablePicture
from croupier.house.picture_state import read_state, state_to_json
from croupier.house.postings import netted, postings_next
from croupier.house.restoring import read_heads, read_tables, resume
from croupier.house.sent import Sent, asked_by
from croupier.house.terms import CardsFrom, TableKind, TableTerms
from croupier.house.writer import _Statements
from croupier.rejection import Rejection
from croupier.table.codec import to_json
from croupier.table.registry import find_game
from croupier.table.replay import replay
from croupier.table.settings import settings_for
from croupier.table.waiting import (
    AwaitingCards,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingWagers,
    step_name,
)

from .reception import counted_chance

DEALER = Person(11, "Dora", frozenset({Role.DEALER}))
BOSS = Person(12, "Sam", frozenset({Role.SUPERVISOR}))
SECOND = Person(13, "Susan", frozenset({Role.SUPERVISOR}))
ADMINISTRATOR = Person(14, "Ann", frozenset({Role.ADMINISTRATOR}))
ADA = Person(21, "Ada", frozenset({Role.PLAYER}))
BOB = Person(22, "Bob", frozenset({Role.PLAYER}))
EVERYBODY = (DEALER, BOSS, SECOND, ADMINISTRATOR, ADA, BOB)

RICH_CENTS = 10_000_000
WHOLE_DECK = tuple(str(card) for card in DECK)


class Desk:
    """One table, who works and plays at it, and its books."""

    def __init__(self, game="three-card-poker", *, settings=None, entropy=None, **terms):
        self.game = find_game(game)
        chosen = {"kind": TableKind.HUMAN, "has_tips": True, **terms}
        self.created = house.TableCreated(
            "T", TableTerms(**chosen), settings or settings_for(self.game)
        )
        self.money = self.created.terms.money
        self.ledger = Ledger()
        source = PLAY_MONEY if self.money is Money.PLAY else CASH
        for who in EVERYBODY:
            self.ledger.post([(source, -RICH_CENTS), (wallet(who.user), RICH_CENTS)])
        self.table = LiveTable(
            1,
            self.game,
            TablePicture.of(self.created),
            self.ledger,
            entropy=entropy or counted_chance(),
            created=orjson.dumps(to_json(self.created)).decode(),
        )
        self.table.on_paper = self._on_paper
        self.engine = create_engine("sqlite://", poolclass=StaticPool)
        schema.METADATA.create_all(self.engine)
        self.shadow = TablePicture.of(self.created)
        self.changes = []
        self.is_written = True
        """Whether what happens is written at once; else `write` does it."""
        self._unwritten = []
        self._is_abandoned = False
        self._ids = count(1)
        self._now_ms = count(1_000_000, 1_000)
        self._keep(self.table.create(self.created, "house", next(self._now_ms)))

    # Telling.

    def tell(self, who, command, command_id=None):
        """Gives a command that must be done; what happened."""
        change = self.table.handle(
            who,
            command,
            sent=Sent(command_id or f"c{next(self._ids)}", asked_by(command)),
            at_ms=next(self._now_ms),
        )
        assert change is not None, f"nothing came of {command}"
        return self._keep(change)

    def set_clock(self, at_ms):
        """What is told next is told at that time."""
        self._now_ms = count(at_ms, 1_000)

    def _keep(self, change):
        self.changes.append(change)
        self._unwritten.append(change)
        if self.is_written:
            self.write()
        self.check()
        return change.events

    def refused(self, who, command, code):
        """Gives a command that must be refused and change nothing; returns what was said."""
        before = self._everything()
        with pytest.raises(Rejection) as refusal:
            self.table.handle(who, command, sent=Sent("refused"), at_ms=next(self._now_ms))
        assert refusal.value.code is code, refusal.value.detail
        assert self._everything() == before
        return refusal.value.detail

    def _everything(self):
        table = self.table
        waiting = table.round.waiting if table.round is not None else None
        return (
            sorted(self.ledger.items()),
            table.head,
            state_to_json(table.picture),
            list(table.picture.events),
            waiting,
            dict(table.in_play.reserved),
        )

    # Checking.

    def check(self):
        """The books are right after the last change."""
        change = self.changes[-1]
        assert sum(cents for _, cents in self.ledger.items()) == 0
        if self.table.round is None:
            assert self.ledger[wagers(1)] == 0
        derived = []
        events = events_in(change.entry.body)
        for event in events:
            derived += postings_next(event, 1, self.shadow)
            self.shadow.apply(event, change.entry.at_ms, change.entry.command)
        assert sum(cents for _, cents in derived) == 0
        assert dict(change.entry.postings) == netted(derived)
        picture = self.table.picture
        assert state_to_json(self.shadow) == state_to_json(picture)
        assert self.shadow.events == picture.events
        assert self.shadow.seats == picture.seats
        assert self.shadow.paper_left == 0
        again = TablePicture.of(self.created)
        read_state(state_to_json(picture), again)
        assert state_to_json(again) == state_to_json(picture)
        for event in events:
            if isinstance(event, house.RoundBegan | house.RoundAbandoned):
                self._is_abandoned = isinstance(event, house.RoundAbandoned)
        if picture.events and not self._is_abandoned:
            assert replay(self.game, picture.events).events == tuple(picture.events)

    # Books.

    def write(self):
        """Writes what is not written yet."""
        with self.engine.begin() as connection:
            if self._unwritten:
                _Statements(connection.dialect).write(connection, self._unwritten)
        self._unwritten = []

    def past_round(self, number):
        with self.engine.connect() as connection:
            return read_past_round(connection, 1, self.created.settings, number)

    def _on_paper(self, revision):
        past = self.past_round(revision.round)
        return None if past is None else put_on_paper(self.game, past, revision)

    def restart(self):
        """Forgets everything, and brings the table back from its books."""
        before = self.table
        with self.engine.connect() as connection:
            heads = read_heads(connection)
            ((self.table, _),) = read_tables(connection, self.ledger, heads, counted_chance("new"))
            if before.round is not None:
                seeds = connection.scalars(
                    select(schema.secrets.c.seed).where(
                        schema.secrets.c.round == before.picture.round
                    )
                ).all()
        self.table.on_paper = self._on_paper
        seed = seeds[0] if before.round is not None and seeds else None
        change = resume(self.table, seed, next(self._now_ms))
        if change is not None:
            self._keep(change)
        assert state_to_json(self.table.picture) == state_to_json(before.picture)
        assert self.table.picture.events == before.picture.events
        assert self.table.picture.ready == before.picture.ready
        assert self.table.picture.players == before.picture.players
        assert self.table.picture.changes == before.picture.changes
        assert self.table.in_play.reserved == before.in_play.reserved
        if before.round is None:
            assert self.table.round is None
        else:
            assert self.table.round.waiting == before.round.waiting

    def rows(self, table):
        """The rows of a table of the database, as dictionaries."""
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(table.select()).mappings()]

    def meter(self, seat):
        return self.ledger[meter(1, seat)]

    @property
    def rack(self):
        return self.ledger[rack(1)]

    def wallet(self, who):
        return self.ledger[wallet(who.user)]

    def take_wallet(self, who, but_cents=0):
        """Somebody carries home what he has with the house."""
        cents = self.wallet(who) - but_cents
        self.ledger.post([(wallet(who.user), -cents), (PLAY_MONEY, cents)])

    # What is done again and again.

    def staff(self):
        """Dealer and supervisor come to the table."""
        self.tell(DEALER, told.TakePosition(Role.DEALER))
        self.tell(BOSS, told.TakePosition(Role.SUPERVISOR))
        return self

    def open(self, rack_cents=RICH_CENTS):
        """Fills the rack, counts it and signs for it; with real cards, has decks inspected."""
        self.staff()
        self.tell(BOSS, told.Fill(rack_cents))
        self.tell(BOSS, told.CountBank(rack_cents))
        self.tell(DEALER, told.Sign("opener"))
        self.tell(BOSS, told.Sign("opener"))
        assert self.table.picture.status is Status.OPEN
        if self.created.terms.cards is CardsFrom.PHYSICAL:
            self.change_decks()
        return self

    def change_decks(self, in_play=Back.RED, in_shuffler=Back.BLUE):
        for back in (in_play, in_shuffler):
            self.tell(DEALER, told.InspectDeck(back, WHOLE_DECK))
        self.tell(BOSS, told.ChangeDecks(in_play, in_shuffler))

    def enter(self, cards):
        """Draws these cards and has them read, one by one."""
        for card in cards:
            assert isinstance(self.table.round.waiting, AwaitingCards)
            self.tell(DEALER, told.EnterCard(card))

    def steps(self):
        """Does the dealer's steps until somebody or something else is needed."""
        while (waiting := self.waiting) and isinstance(waiting, AwaitingDealer):
            self.tell(DEALER, told.Do(step_name(waiting.step)))

    @property
    def waiting(self):
        return self.table.round.waiting if self.table.round is not None else None

    def go_on(self, cards, decide):
        """One thing that the round waits for; False if there is none."""
        match self.waiting:
            case None:
                return False
            case AwaitingWagers():
                self.tell(DEALER, told.NoMoreBets())
            case AwaitingDealer(step):
                self.tell(DEALER, told.Do(step_name(step)))
            case AwaitingCards():
                self.tell(DEALER, told.EnterCard(next(cards)))
            case AwaitingDecisions(seats):
                seat = seats[0]
                chosen = decide(self.table.round.layout.asked[seat])
                who = self.who(seat)
                self.tell(who, told.Choose(seat, chosen.option, chosen.stake_cents))
            case other:
                raise AssertionError(f"the round waits for {other}")
        return True

    def who(self, seat):
        user = self.table.picture.seats[seat].user
        return next(one for one in EVERYBODY if one.user == user)

    def play_out(self, cards=(), decide=None):
        """Goes on to the end of the round."""
        cards = iter(cards)
        decide = decide or (lambda asked: random_decision(asked, Random(1)))
        while self.go_on(cards, decide):
            pass
