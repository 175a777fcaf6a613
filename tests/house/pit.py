"""A pit full of people who do anything at any time, by a seeded generator.

Tables stand in memory with a ledger between them, as in a house, without a disk or a clock. What
is refused must have changed nothing. Whoever listens gets every change, as the writer would.
"""

from contextlib import suppress
from dataclasses import replace
from itertools import count
from random import Random

from sqlalchemy import create_engine, delete, insert
from sqlalchemy.pool import StaticPool

from croupier.bots import least_slip, random_decision, random_slip
from croupier.cards import DECK, Back
from croupier.house import commands as told
from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import Money, meter
from croupier.house.cage import Cage
from croupier.house.changes import Rows
from croupier.house.happenings import Role
from croupier.house.journal import Journal
from croupier.house.ledger import Ledger
from croupier.house.live_table import LiveTable
from croupier.house.on_paper import put_on_paper
from croupier.house.past_rounds import read_past_round
from croupier.house.people import People
from croupier.house.picture import Status, TablePicture
from croupier.house.sent import Sent, asked_by
from croupier.house.sessions import Sessions
from croupier.house.terms import CardsFrom, TableTerms
from croupier.house.voucher_codes import voucher_hash
from croupier.rejection import Rejection
from croupier.table import events as happened
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.registry import find_game
from croupier.table.settings import settings_for
from croupier.table.waiting import (
    AwaitingCards,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingSupervisor,
    AwaitingWagers,
    step_name,
)

FIRST_MS = 1_700_000_000_000
RICH_CENTS = 50_000_000
WHOLE_DECK = tuple(str(card) for card in DECK)


class Pit:
    """Tables, people and money, in memory."""

    def __init__(self, seed, *, money=Money.PLAY, players=4, wallet_cents=RICH_CENTS):
        self.rng = Random(seed)
        self.money = money
        self.ledger = Ledger()
        self.journal = Journal(self.ledger)
        self._known = People(self.journal, Sessions(self.rng.randbytes))
        self.cage = Cage(self._known, entropy=self.rng.randbytes)
        self.tables = {}
        self.changes = []
        self.listeners = []
        self.at_ms = FIRST_MS
        self.refusals = {}
        """By code: how often something was refused."""
        self._ids = count(1)
        self.codes = []
        """Of vouchers, those redeemed among them."""
        self.issued = []
        """Vouchers by their hashes, and from whose wallet each is; None where it was sold."""
        self.people = {}
        """By number, from 1."""
        self.players = [
            self.person(f"Player {number}", Role.PLAYER, wallet_cents)
            for number in range(1, players + 1)
        ]
        self.dealer = self.person("Dora", Role.DEALER)
        self.boss = self.person("Sam", Role.SUPERVISOR)
        self.second = self.person("Susan", Role.SUPERVISOR)

    def person(self, name, role, cents=0, money=None):
        """Somebody new, with something in his wallet."""
        money = money or self.money
        now_ms = self.now_ms()
        self.taken_in(self._known.add(name, None, (role,), money, by=None, now_ms=now_ms))
        who = self._known.find(name)
        self.people[who.user] = who
        give = self.cage.grant_play_money if money is Money.PLAY else self.cage.buy_in
        if cents:
            self.taken_in(give(who.user, cents, by=None, now_ms=now_ms))
        return who

    def taken_in(self, change):
        self.changes.append(change)
        for listener in self.listeners:
            listener(change)

    def listen(self, listener):
        """From now on and for all that was, a listener gets every change."""
        for change in self.changes:
            listener(change)
        self.listeners.append(listener)

    # Tables.

    def table(self, game_id, terms=None, *, settings=None, **chosen):
        """A new table; it is open if no people are needed for that."""
        game = find_game(game_id)
        terms = replace(terms or TableTerms(money=self.money), has_tips=True)
        created = house.TableCreated(
            f"{game.name} {len(self.tables) + 1}", terms, settings or settings_for(game, **chosen)
        )
        number = len(self.tables) + 1
        live = self.tables[number] = LiveTable(
            number,
            game,
            TablePicture.of(created),
            self.ledger,
            entropy=self.rng.randbytes,
            created="…",
        )
        self.taken_in(live.create(created, "house", self.now_ms()))
        if terms.is_dealt_by_hand:
            self._keep_books(live)
        else:
            self.tell(live, None, told.Open())
        return live

    def _keep_books(self, live):
        """A database for what is over, from which rounds are revised."""
        engine = create_engine("sqlite://", poolclass=StaticPool)
        schema.METADATA.create_all(engine)

        def write(change):
            if change.entry.chain == live.number:
                with engine.begin() as connection:
                    write_plainly(connection, change)

        def on_paper(revision):
            with engine.connect() as connection:
                past = read_past_round(
                    connection, live.number, live.picture.settings, revision.round
                )
            return None if past is None else put_on_paper(live.game, past, revision)

        self.listen(write)
        live.on_paper = on_paper

    def now_ms(self, later_ms=7):
        self.at_ms += later_ms
        return self.at_ms

    def tell(self, live, who, command, command_id=None):
        """Has a table do something; what it refuses must have changed nothing."""
        before = everything(live)
        name = command_id or (None if who is None else f"c{next(self._ids)}")
        try:
            change = live.handle(
                who, command, sent=Sent(name, asked_by(command)), at_ms=self.now_ms()
            )
        except Rejection as refused:
            self.refusals[refused.code] = self.refusals.get(refused.code, 0) + 1
            assert everything(live) == before, f"refused, and changed something: {command}"
            raise
        if change is not None:
            self.taken_in(change)
        return change

    def try_to(self, live, who, command):
        """The same where a refusal is as good as anything."""
        with suppress(Rejection):
            return self.tell(live, who, command)

    def owner(self, live, seat):
        """Who sits there, as a person."""
        return self.people[live.picture.seats[seat].user]

    # Anything, at any time.

    def at_the_cage(self):
        """Somebody brings money or is paid, or turns it into paper or back."""
        user = self.rng.choice(self.players).user
        cents = some_cents(self)
        do = self.rng.choice(
            [
                lambda: self.cage.buy_in(user, cents, by=self.boss, now_ms=self.now_ms()),
                lambda: self.cage.cash_out(user, cents, by=self.boss, now_ms=self.now_ms()),
                lambda: self.cage.grant_play_money(user, cents, by=None, now_ms=self.now_ms()),
                lambda: self._voucher(user, cents),
                lambda: self._voucher(None, cents),
                lambda: self._redeem(user),
                lambda: self._redeem(None),
                lambda: self._take_back(user),
            ]
        )
        with suppress(Rejection):
            self.taken_in(do())

    def _voucher(self, user, cents):
        change, code = self.cage.issue_voucher(user, cents, by=self.boss, now_ms=self.now_ms())
        self.codes.append(code)
        self.issued.append((voucher_hash(code.replace(" ", "")), user))
        return change

    def _redeem(self, user):
        code = self.rng.choice(self.codes or ["0" * 20])
        return self.cage.redeem_voucher(code, user, by=self.boss, now_ms=self.now_ms())

    def _take_back(self, user):
        """One of the last vouchers, for whose it is; one that was sold, for anybody."""
        voucher, owner = self.rng.choice(self.issued[-4:] or [("0" * 64, None)])
        whose = owner or user
        return self.cage.take_back_voucher(voucher, whose, by=self.boss, now_ms=self.now_ms())

    def wander(self, live, steps):
        """So many random things happen at a table."""
        for _ in range(steps):
            who, command = random_command(self, live)
            self.try_to(live, who, command)

    def bring_to_an_end(self, live):
        """Plays the round in play to its end, the quickest way."""
        for _ in range(500):
            if live.round is None or not live.round.layout.stakes:
                return
            for who, command in ending(self, live):
                self.try_to(live, who, command)
        raise AssertionError(f"the round does not end: {live.round.waiting}")


def write_plainly(connection, change):
    """Writes what is needed to look rounds up: the entry, where its chain stands, and its rows."""
    entry = change.entry
    names = [column.name for column in schema.entries.columns if column.name != "significance"]
    values = {name: getattr(entry, name) for name in names}
    connection.execute(insert(schema.entries), values | {"significance": change.significance})
    rows = Rows()
    rows.update(change.rows)
    rows.put(schema.chains, chain=entry.chain, entries=entry.number, events=0, hash=entry.hash)
    for (_, key), (table, row) in rows.last.items():
        which = zip(table.primary_key, key, strict=True)
        connection.execute(delete(table).where(*(column == value for column, value in which)))
        if row is not None:
            connection.execute(insert(table), row)


def everything(live):
    """All that a table is, to be compared."""
    return (
        sorted(live.ledger.items()),
        live.head,
        live.picture.copy(),
        live.round.waiting if live.round is not None else None,
        dict(live.in_play.reserved),
        dict(live.in_play.exposures),
        live.in_play.exposure_cents,
        set(live.picture.ready),
        live.clock_number,
    )


def random_command(pit, live):
    """Somebody, and what he tells the table: mostly what it waits for."""
    if pit.rng.random() < 0.7:
        return expected(pit, live)
    return pit.rng.choice(ANYTHING)(pit, live)


# What a table waits for.


def expected(pit, live):
    picture, rng = live.picture, pit.rng
    by_hand = picture.terms.is_dealt_by_hand
    if picture.status is not Status.OPEN and live.round is None:
        return next_at_the_desk(pit, live) if by_hand else (None, told.Open())
    if not picture.seats:
        return sit(pit, live)
    if live.round is None:
        return next_before_a_round(pit, live)
    if isinstance(live.round.waiting, AwaitingWagers):
        if live.round.layout.stakes and rng.random() < 0.35:
            closing = (pit.dealer, told.NoMoreBets()) if by_hand else ready(pit, live)
            return rng.choice([closing, time_up(pit, live)])
        return bet(pit, live)
    return next_in_round(pit, live)


def next_in_round(pit, live):
    match live.round.waiting:
        case AwaitingDecisions(seats):
            seat = pit.rng.choice(seats)
            decision = random_decision(live.round.layout.asked[seat], pit.rng)
            if pit.rng.random() < 0.1:
                return time_up(pit, live)
            chosen = told.Choose(seat, decision.option, decision.stake_cents)
            return pit.owner(live, seat), chosen
        case AwaitingDealer(step):
            return pit.dealer, told.Do(step_name(step))
        case AwaitingCards():
            return pit.dealer, told.EnterCard(pit.rng.choice(DECK))
        case AwaitingSupervisor():
            return rule(pit, live)
        case other:
            raise AssertionError(f"a table does not wait for {other}")


def next_at_the_desk(pit, live):
    """The next thing to do before a table with a dealer is open, or is closed."""
    picture = live.picture
    for role, who in ((Role.DEALER, pit.dealer), (Role.SUPERVISOR, pit.boss)):
        if role not in picture.positions:
            return who, told.TakePosition(role)
    rack_cents = pit.ledger[f"table {live.number}/rack"]
    if rack_cents < 10_000_000 and picture.status is Status.CLOSED:
        return pit.boss, told.Fill(100_000_000)
    if picture.form is None:
        found = rack_cents + pit.rng.choice([0, 0, 500, -500])
        nature = "A chip too many, or too few." if found != rack_cents else ""
        return pit.boss, told.CountBank(found, nature)
    return sign(pit, live)


def next_before_a_round(pit, live):
    picture = live.picture
    if picture.terms.cards is CardsFrom.PHYSICAL and (
        picture.decks is None
        or picture.rounds_since_change >= (picture.terms.deck_change_rounds or 10**9)
    ):
        for back in (Back.RED, Back.BLUE):
            if not picture.inspected.get(back, False):
                return pit.dealer, told.InspectDeck(back, WHOLE_DECK)
        return pit.boss, told.ChangeDecks(Back.RED, Back.BLUE)
    return pit.dealer, told.NewGame()


def ending(pit, live):
    """What brings a round on to its end."""
    match live.round.waiting:
        case AwaitingWagers() if live.picture.terms.is_dealt_by_hand:
            yield pit.dealer, told.NoMoreBets()
        case AwaitingWagers():
            yield time_up(pit, live)
            for seat in live.picture.seats:
                yield pit.owner(live, seat), told.Ready(seat)
        case AwaitingDecisions() if live.picture.clock is not None:
            yield time_up(pit, live)
        case AwaitingDecisions(seats):
            asked = live.round.layout.asked[seats[0]]
            yield pit.owner(live, seats[0]), told.Choose(seats[0], asked.default, None)
        case _:
            yield next_in_round(pit, live)


# What people do beside that.


def some_seat(pit, live, *, taken=0.9):
    seats = sorted(live.picture.seats)
    if seats and pit.rng.random() < taken:
        return pit.rng.choice(seats)
    return pit.rng.randint(0, live.picture.settings.positions + 1)


def somebody_at(pit, live, seat):
    """Whose seat it is; now and then somebody else."""
    if seat in live.picture.seats and pit.rng.random() < 0.95:
        return pit.owner(live, seat)
    return pit.rng.choice(list(pit.people.values()))


def some_cents(pit):
    rng = pit.rng
    return rng.choice([1, 100, 2_500, rng.randint(1, 50_000), rng.randint(1, 10**8), 0, -5, 10**15])


def sit(pit, live):
    credit = pit.rng.choice([5_000, 50_000, pit.rng.randint(1, 2_000_000), some_cents(pit)])
    seat = None if pit.rng.random() < 0.5 else some_seat(pit, live, taken=0.1)
    return pit.rng.choice(pit.players), told.Sit(seat, credit)


def add_credit(pit, live):
    seat = some_seat(pit, live)
    return somebody_at(pit, live, seat), told.AddCredit(seat, some_cents(pit))


def bet(pit, live):
    seat = some_seat(pit, live)
    slip = random_slip(live.game, live.picture.settings, pit.rng)
    if slip.total_cents > pit.ledger[meter(live.number, seat)] and pit.rng.random() < 0.8:
        slip = least_slip(live.game, live.picture.settings)
    number = pit.rng.choice([None, None, live.picture.round, live.picture.round - 1])
    is_ready = pit.rng.random() < 0.3
    command = told.Bet(seat, slip.stakes, slip.picks, number, is_ready=is_ready)
    return somebody_at(pit, live, seat), command


def take_back(pit, live):
    seat = some_seat(pit, live)
    return somebody_at(pit, live, seat), told.Bet(seat, ())


def ready(pit, live):
    seat = some_seat(pit, live)
    return somebody_at(pit, live, seat), told.Ready(seat)


def choose(pit, live):
    seat = some_seat(pit, live)
    option = pit.rng.choice(["play", "fold", "stand", "hit", "double", "split", "insure", "1", ""])
    stake = pit.rng.choice([None, 0, 500, -1, 10**9])
    return somebody_at(pit, live, seat), told.Choose(seat, option, stake)


def tip(pit, live):
    """Often all that is on his meter: of that, some may be promised, or have to go back."""
    seat = some_seat(pit, live)
    everything_cents = pit.ledger[meter(live.number, seat)]
    cents = everything_cents if pit.rng.random() < 0.3 else some_cents(pit)
    return somebody_at(pit, live, seat), told.Tip(seat, cents)


def leave(pit, live):
    seat = some_seat(pit, live)
    return somebody_at(pit, live, seat), told.Leave(seat)


def time_up(pit, live):
    return None, told.TimeUp(live.clock_number - (pit.rng.random() < 0.1))


def connection(pit, live):
    kind = pit.rng.choice([told.Connect, told.Disconnect])
    return None, kind(pit.rng.choice(pit.players).user)


def house_thing(pit, live):
    seat = some_seat(pit, live)
    return None, pit.rng.choice([told.FreeSeat(seat), told.Door(seat, pit.rng.random() < 0.5)])


def fill(pit, live):
    cents = some_cents(pit)
    orders = [told.Fill(cents % 10**9), told.Credit(cents), told.CollectTips()]
    return pit.boss, pit.rng.choice(orders)


def report(pit, live):
    who = pit.rng.choice([pit.dealer, pit.boss, pit.rng.choice(pit.players)])
    return who, told.Report(pit.rng.choice(list(IrregularityKind)), "Something fell.")


def rule(pit, live):
    remedy = pit.rng.choice([Remedy.VOID, Remedy.CONTINUE])
    return pit.boss, told.Rule(remedy, "It was seen from above.")


def sign(pit, live):
    form = pit.rng.choice(["opener", "closing count", "error notification"])
    return pit.rng.choice([pit.dealer, pit.boss]), told.Sign(form)


def close_table(pit, live):
    if pit.rng.random() < 0.8:
        return tip(pit, live)
    by_hand = live.picture.terms.is_dealt_by_hand
    return (pit.boss if by_hand else None), told.CloseTable()


def correct(pit, live):
    cards = sum(isinstance(event, happened.CardRead) for event in live.picture.events)
    number = max(live.picture.round - pit.rng.choice([0, 0, 1, 2]), 1)
    position = pit.rng.randint(0, cards + 1)
    return pit.boss, told.CorrectCard(number, position, pit.rng.choice(DECK), "It was a heart.")


def void_round(pit, live):
    number = max(live.picture.round - pit.rng.choice([0, 1, 1, 2]), 1)
    return pit.boss, told.VoidRound(number, "The wrong cards were in play.")


def approve(pit, live):
    number = pit.rng.choice([*live.picture.approvals, 1])
    who = pit.rng.choice([pit.second, pit.second, pit.boss, pit.dealer])
    return who, told.Approve(number, pit.rng.random() < 0.8)


ANYTHING = (
    sit, sit, add_credit, bet, bet, take_back, ready, choose, tip, tip, leave, time_up, connection,
    house_thing, fill, report, rule, close_table, correct, void_round, approve, approve,
)  # fmt: skip
