"""Books of a house to be read: real databases, with rounds played at real tables in memory."""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import orjson
from sqlalchemy import Engine

from croupier.bots import least_slip, random_decision, random_slip
from croupier.cards import DECK, Back, Card
from croupier.house import commands as told
from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import Money
from croupier.house.changes import Aside, Change, Rows, Written
from croupier.house.commands import Person, TableCommand
from croupier.house.database import database_url, open_engine
from croupier.house.happenings import Logged, Role
from croupier.house.journal import Journal
from croupier.house.ledger import Ledger
from croupier.house.live_table import LiveTable
from croupier.house.on_paper import put_on_paper
from croupier.house.past_rounds import read_past_round
from croupier.house.picture import TablePicture
from croupier.house.restoring import read_heads, read_tables, resume
from croupier.house.sent import Sent, asked_by
from croupier.house.terms import CardsFrom, TableKind, TableTerms
from croupier.house.writer import Writer
from croupier.rejection import Rejection
from croupier.table.codec import to_json
from croupier.table.events import CardRead
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.registry import find_game
from croupier.table.settings import settings_for
from croupier.table.waiting import (
    AwaitingCards,
    AwaitingDealer,
    AwaitingDecisions,
    AwaitingWagers,
    step_name,
)

FIRST_MS = 1_700_000_000_000


@dataclass
class HouseBooks:
    """A house without a server: what happens is gathered, then written."""

    path: Path | str
    """A file, or a URL."""
    rng: Random = field(default_factory=lambda: Random(1))
    ledger: Ledger = field(default_factory=Ledger)
    tables: dict[int, LiveTable] = field(default_factory=dict)
    changes: list[Written] = field(default_factory=list)
    users: int = 0
    rows_of_users: dict[int, dict[str, Any]] = field(default_factory=dict)
    rows_of_vouchers: dict[str, dict[str, Any]] = field(default_factory=dict)
    rows_of_exams: dict[int, dict[str, Any]] = field(default_factory=dict)
    commands: int = 0
    at_ms: int = FIRST_MS

    def __post_init__(self):
        self.journal = Journal(self.ledger)
        self.enter(house.HouseStarted("1", 0))

    def enter(self, *events: Logged, rows: Rows | None = None, actor: str = "house") -> Change:
        self.at_ms += 7
        change = self.journal.enter(events, actor=actor, at_ms=self.at_ms, rows=rows)
        self.changes.append(change)
        return change

    def person(
        self, name: str, cents: int = 0, money: Money = Money.PLAY, roles: tuple = (Role.PLAYER,)
    ) -> Person:
        """Somebody new, with money in his wallet; a guest comes in by himself."""
        self.users += 1
        rows = Rows()
        row = self.rows_of_users[self.users] = {
            "user": self.users,
            "name": name,
            "password": None,
            "roles": ",".join(roles),
            "money": money.value,
            "is_disabled": False,
            "must_change_password": False,
            "failed_log_ins": 0,
            "locked_until_ms": 0,
            "created_ms": self.at_ms,
            "failed_at_home": 0,
            "locked_at_home_ms": 0,
            "known_addresses": "",
            "is_gone": False,
        }
        rows.put(schema.users, **row)
        events: list[Logged] = [house.UserAdded(self.users, name, roles, money, None)]
        if cents and money is Money.PLAY:
            events.append(house.PlayMoneyGranted(self.users, cents))
        elif cents:
            events.append(house.BoughtIn(self.users, cents, None))
        came_in = name == f"Guest {self.users}"
        self.enter(*events, rows=rows, actor=f"user {self.users}" if came_in else "house")
        return Person(self.users, name, frozenset(roles), money)

    def go(self, guest: Person, cents: int) -> None:
        """A guest who was added does not come back."""
        self.rows_of_users[guest.user]["is_gone"] = True
        rows = Rows()
        rows.put(schema.users, **self.rows_of_users[guest.user])
        self.enter(house.GuestGone(guest.user, cents), rows=rows)

    def voucher(self, code: str, user: int, cents: int) -> None:
        """Credit turned into a voucher."""
        rows = Rows()
        row = self.rows_of_vouchers[code] = {
            "voucher": code,
            "cents": cents,
            "issued_ms": self.at_ms + 7,
            "redeemed_ms": None,
            "entry": self.journal.head.entries + 1,
        }
        rows.put(schema.vouchers, **row)
        self.enter(house.VoucherIssued(code, user, cents, None), rows=rows)

    def redeem(self, code: str, user: int | None, cents: int) -> None:
        """A voucher turned into credit or cash."""
        rows = Rows()
        row = {**self.rows_of_vouchers[code], "redeemed_ms": self.at_ms + 7}
        rows.put(schema.vouchers, **row)
        self.enter(house.VoucherRedeemed(code, user, cents, None), rows=rows)

    def begin_exam(self, exam: int, who: Person) -> None:
        """Somebody begins an examination."""
        row = self.rows_of_exams[exam] = {
            "exam": exam,
            "user": who.user,
            "game": "three-card-poker",
            "rules_version": 1,
            "seed": 1_000 + exam,
            "begun_ms": self.at_ms + 7,
            "ends_ms": self.at_ms + 60_007,
            "answers": "{}",
            **dict.fromkeys(
                ("ended_ms", "points", "possible", "is_passed", "result", "digest", "entry")
            ),
        }
        rows = Rows()
        rows.put(schema.school_exams, **row)
        begun = house.ExamBegun(exam, who.user, "three-card-poker", 1, paper_of(exam))
        self.enter(begun, rows=rows, actor=who.actor)

    def grade_exam(self, exam: int, actor: str) -> None:
        """It is handed in, or taken away, and graded."""
        row = self.rows_of_exams[exam]
        marks = {"points": 40 + exam, "possible": 50, "is_passed": True}
        record, digest = exam_record(exam, row["seed"], *marks.values())
        came_to = {**marks, "digest": digest}
        rows = Rows()
        entry = self.journal.head.entries + 1
        ended = {"ended_ms": self.at_ms + 7, "result": record, "entry": entry}
        rows.put(schema.school_exams, **{**row, **came_to, **ended})
        about = (row[name] for name in ("user", "game", "rules_version", "seed"))
        graded = house.ExamGraded(exam, *about, *came_to.values())
        self.enter(graded, rows=rows, actor=actor)

    def void_exam(self, exam: int) -> None:
        """It cannot be graded."""
        row = self.rows_of_exams[exam]
        rows = Rows()
        entry = self.journal.head.entries + 1
        rows.put(schema.school_exams, **{**row, "ended_ms": self.at_ms + 7, "entry": entry})
        self.enter(house.ExamVoided(exam, row["user"], "Another version asks."), rows=rows)

    def close_day(self, day: str, by: Person) -> None:
        heads = [(0, self.journal.head.entries, self.journal.head.hash)]
        heads += [
            (number, table.head.entries, table.head.hash) for number, table in self.tables.items()
        ]
        self.enter(house.DayClosed(day, tuple(heads), by.user), actor=by.actor)

    def table(self, game_id: str, terms: TableTerms | None = None, **settings) -> LiveTable:
        """A table that is created, and open if no people are needed for that."""
        game = find_game(game_id)
        created = house.TableCreated(
            game.name, terms or TableTerms(), settings_for(game, **settings)
        )
        number = len(self.tables) + 1
        live = self.tables[number] = LiveTable(
            number,
            game,
            TablePicture.of(created),
            self.ledger,
            entropy=self.rng.randbytes,
            created=orjson.dumps(to_json(created)).decode(),
        )
        self.at_ms += 11
        self.changes.append(live.create(created, "house", self.at_ms))
        if not created.terms.is_dealt_by_hand:
            self.tell(live, None, told.Open())
        return live

    def tell(self, live: LiveTable, who: Person | None, command: TableCommand) -> Change | None:
        """Has a table do something."""
        self.at_ms += 13
        self.commands += 1
        name = None if who is None else f"command-{self.commands}"
        change = live.handle(who, command, sent=Sent(name, asked_by(command)), at_ms=self.at_ms)
        if change is not None:
            self.changes.append(change)
        return change

    def play(self, live: LiveTable, players: dict[int, Person], rounds: int = 1) -> None:
        """Plays rounds with random slips and decisions; who has no credit left is given more."""
        until = live.picture.round + rounds
        while live.picture.round < until:
            number = live.picture.round
            for seat, who in players.items():
                self._bet(live, seat, who)
            while live.picture.round == number and live.round is not None:
                asked = next(iter(live.round.layout.asked.values()), None)
                if asked is None:
                    break
                self.decide(live, players[asked.seat], asked)

    def _bet(self, live: LiveTable, seat: int, who: Person) -> None:
        slip = random_slip(live.game, live.picture.settings, self.rng)
        try:
            self.tell(live, who, told.Bet(seat, slip.stakes, slip.picks, is_ready=True))
        except Rejection:
            self.tell(live, who, told.AddCredit(seat, 5_000_000))
            self.tell(live, who, told.Bet(seat, slip.stakes, slip.picks, is_ready=True))

    def decide(self, live: LiveTable, who: Person, asked) -> None:
        decision = random_decision(asked, self.rng)
        try:
            self.tell(live, who, told.Choose(asked.seat, decision.option, decision.stake_cents))
        except Rejection:
            self.tell(live, None, told.TimeUp(live.clock_number))

    # Tables with a dealer.

    def staffed_table(self, game_id: str, dealer: Person, boss: Person, **terms) -> LiveTable:
        """A table dealt by hand, opened with its forms and, where cards are real, its decks."""
        live = self.table(game_id, TableTerms(kind=TableKind.HUMAN, **terms))
        live.on_paper = lambda revision: put_on_paper(
            live.game, self.past_round(live, revision.round), revision
        )
        self.tell(live, dealer, told.TakePosition(Role.DEALER))
        self.tell(live, boss, told.TakePosition(Role.SUPERVISOR))
        self.tell(live, boss, told.Fill(50_000_000))
        self.tell(live, boss, told.CountBank(50_000_000))
        self.tell(live, dealer, told.Sign("opener"))
        self.tell(live, boss, told.Sign("opener"))
        if live.picture.terms.cards is CardsFrom.PHYSICAL:
            self.change_decks(live, dealer, boss)
        return live

    def change_decks(self, live: LiveTable, dealer: Person, boss: Person) -> None:
        """Has two whole decks inspected and puts them into play."""
        for back in (Back.RED, Back.BLUE):
            self.tell(live, dealer, told.InspectDeck(back, tuple(map(str, DECK))))
        self.tell(live, boss, told.ChangeDecks(Back.RED, Back.BLUE))

    def past_round(self, live: LiveTable, number: int):
        """A round that is over, as it has been written."""
        self.write()
        engine = self.open()
        with engine.connect() as connection:
            found = read_past_round(connection, live.number, live.picture.settings, number)
        engine.dispose()
        return found

    def deal(self, live: LiveTable, dealer: Person, players: dict[int, Person], until=None) -> None:
        """A round dealt by hand, to its end or until it waits for something of that kind."""
        self.tell(live, dealer, told.NewGame())
        for seat, who in players.items():
            self._bet(live, seat, who)
        self.deal_on(live, dealer, players, until)

    def deal_on(self, live: LiveTable, dealer: Person, players: dict[int, Person], until=None):
        """Goes on with a round that is dealt by hand."""
        unread = [card for card in DECK if card not in _read(live)]
        self.rng.shuffle(unread)
        while live.round is not None and not isinstance(live.round.waiting, until or ()):
            match live.round.waiting:
                case AwaitingWagers():
                    self.tell(live, dealer, told.NoMoreBets())
                case AwaitingDealer(step):
                    self.tell(live, dealer, told.Do(step_name(step)))
                case AwaitingCards():
                    self.tell(live, dealer, told.EnterCard(unread.pop()))
                case AwaitingDecisions(seats):
                    asked = live.round.layout.asked[seats[0]]
                    self.decide(live, players[asked.seat], asked)
                case other:
                    raise AssertionError(f"the round waits for {other}")

    def restart(self) -> None:
        """Forgets all tables and brings them back from the books, without the seeds of rounds."""
        self.write()
        engine = self.open()
        with engine.connect() as connection:
            known = list(
                read_tables(connection, self.ledger, read_heads(connection), self.rng.randbytes)
            )
        engine.dispose()
        for live, _ in known:
            self.tables[live.number] = live
            change = resume(live, None, self.at_ms)
            if change is not None:
                self.changes.append(change)

    # Writing.

    def write(self) -> Path | str:
        """Writes everything that has happened since it was last written."""
        if not self.changes:
            return self.path
        engine = self.open()
        schema.METADATA.create_all(engine)
        problems: list[Exception] = []
        writer = Writer(engine, lambda _, problem: problems.append(problem) if problem else None)
        with engine.connect() as connection:
            heads = read_heads(connection)
        writer.start(heads)
        for change in self.changes:
            writer.submit(change)
        writer.end()
        engine.dispose()
        assert not problems, problems
        self.changes.clear()
        return self.path

    def open(self) -> Engine:
        return open_engine(database_url(str(self.path)))


def _read(live: LiveTable) -> list[Card]:
    return [event.card for event in live.picture.events if isinstance(event, CardRead)]


def whole_house(path: Path | str) -> HouseBooks:
    """Books in which everything has happened that a log can hold of rounds, money and lessons."""
    books = HouseBooks(path)
    ann = books.person("Ann", 10**9)
    bob = books.person("Bob", 10**9)
    cora = books.person("Cora", 10**8, Money.CASH)
    dan = books.person("Dan", 10**8, Money.CASH)
    dealer = books.person("Dora", roles=(Role.DEALER,))
    boss = books.person("Sam", roles=(Role.SUPERVISOR,))
    second = books.person("Susan", roles=(Role.ADMINISTRATOR,))
    _automatic(books, ann, bob, boss)
    _by_hand(books, {1: cora, 3: dan}, dealer, boss, second)
    books.close_day("2023-11-14", second)
    guest = books.person("Guest 8", 10**5)
    books.go(guest, 10**5)
    books.person("Steve", roles=(Role.SUPERVISOR,))
    _others(books, ann, bob)
    _at_the_cage(books, cora)
    _at_school(books, ann, bob, boss)
    books.write()
    return books


def _automatic(books: HouseBooks, ann: Person, bob: Person, boss: Person) -> None:
    """A table that deals by itself: tips, doors, a void round, somebody who leaves in a round."""
    live = books.table("three-card-poker", TableTerms(large_win_cents=5_000, has_tips=True))
    books.tell(live, ann, told.Sit(1, 10**7))
    books.tell(live, bob, told.Sit(2, 10**7))
    books.play(live, {1: ann, 2: bob}, 6)
    books.tell(live, ann, told.Tip(1, 2_500))
    books.tell(live, boss, told.TakePosition(Role.SUPERVISOR))
    books.tell(live, boss, told.CollectTips())
    books.tell(live, bob, told.Tip(2, 700))
    books.tell(live, None, told.Door(2, True))
    books.tell(live, None, told.Disconnect(bob.user))
    books.tell(live, None, told.Connect(bob.user))
    books.tell(live, ann, told.Bet(1, (("Ante", 1_000),), is_ready=True))
    books.tell(live, bob, told.Bet(2, (("Ante", 2_000),), is_ready=True))
    books.tell(live, ann, told.Leave(1))
    books.tell(live, boss, told.Report(IrregularityKind.DEALER_ERROR, "The dealer sneezed."))
    books.tell(live, boss, told.Rule(Remedy.VOID, "Nobody knows whose card it was."))
    books.play(live, {2: bob}, 2)


def _by_hand(
    books: HouseBooks, players: dict[int, Person], dealer: Person, boss: Person, second: Person
) -> None:
    """A table with real cards, for cash: corrected in play, corrected and voided when over."""
    live = books.staffed_table(
        "three-card-poker", dealer, boss, cards=CardsFrom.PHYSICAL, money=Money.CASH
    )
    for seat, who in players.items():
        books.tell(live, who, told.Sit(seat, 10**7))
    for _ in range(4):
        books.deal(live, dealer, players)
    books.tell(live, dan := players[3], told.Leave(3))
    books.deal(live, dealer, {1: players[1]}, until=AwaitingDealer)
    books.tell(live, boss, told.CorrectCard(5, 2, _unread(live), "It was read wrongly."))
    books.deal_on(live, dealer, {1: players[1]})
    books.tell(live, dan, told.Sit(3, 10**6))
    _revise(books, live, boss, second, 2)
    _revise(books, live, boss, second, 2)
    books.deal(live, dealer, players, until=AwaitingDecisions)
    books.tell(live, boss, told.VoidRound(3, "The deck was short of a card."))
    books.tell(live, second, told.Approve(live.picture.approval_count, is_granted=True))
    books.deal_on(live, dealer, players)
    books.tell(live, boss, told.Credit(1_000_000))
    books.tell(live, dealer, told.InspectDeck(Back.BLUE, tuple(map(str, DECK[1:]))))
    books.change_decks(live, dealer, boss)
    books.deal(live, dealer, players)


def _revise(books: HouseBooks, live: LiveTable, boss: Person, second: Person, number: int) -> None:
    """Corrects a card of a round that is over: the first one with which that is possible."""
    past = books.past_round(live, number)
    read = [event.card for event in past.events if isinstance(event, CardRead)]
    for position in range(len(read), 0, -1):
        for card in DECK:
            correcting = told.CorrectCard(number, position, card, "It was read wrongly.")
            try:
                books.tell(live, boss, correcting)
            except Rejection:
                continue
            approval = live.picture.approval_count
            books.tell(live, second, told.Approve(approval, is_granted=True))
            return
    raise AssertionError("no card can be corrected")


def _unread(live: LiveTable) -> Card:
    return next(card for card in reversed(DECK) if card not in _read(live))


def _others(books: HouseBooks, ann: Person, bob: Person) -> None:
    """The other games; a seed that stays secret; rounds that cannot be resumed."""
    for game_id in ("roll-your-own-blackjack", "stadium-three-card-poker"):
        is_stadium = game_id.startswith("stadium")
        kind = TableKind.STADIUM if is_stadium else TableKind.AUTOMATIC
        live = books.table(game_id, TableTerms(kind=kind, seed_is_revealed=not is_stadium))
        for seat, who in {1: ann, 2: bob, 4: ann}.items():
            books.tell(live, who, told.Sit(seat, 10**7))
        books.play(live, {1: ann, 2: bob, 4: ann}, 3)
        slip = least_slip(live.game, live.picture.settings)
        books.tell(live, ann, told.Bet(1, slip.stakes, slip.picks))
    books.restart()
    for live in (books.tables[3], books.tables[4]):
        books.play(live, {1: ann, 2: bob, 4: ann}, 2)


def _at_the_cage(books: HouseBooks, cora: Person) -> None:
    books.voucher("a" * 64, cora.user, 5_000)
    books.voucher("b" * 64, cora.user, 7_000)
    books.redeem("a" * 64, None, 5_000)
    books.enter(house.CashedOut(cora.user, 1_000, None))


def paper_of(exam: int) -> str:
    """The digest of its paper."""
    return f"{exam:064x}"


def exam_record(exam: int, seed: int, points: int, possible: int, passed: bool) -> tuple[str, str]:
    """What is filed of an examination, as far as the house reads it, and its digest."""
    answers = {"seed": seed, "paper": paper_of(exam), "candidate": "Zoë"}
    whole = {
        "answers": answers,
        "result": {"points": points, "possible": possible, "passed": passed},
    }
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = sha256(text.encode()).hexdigest()
    return json.dumps({**whole, "digest": digest}), digest


def _at_school(books: HouseBooks, ann: Person, bob: Person, boss: Person) -> None:
    """A class; examinations graded, taken away, void and being sat; something that is practised."""
    rows = Rows()
    rows.put(schema.school_classes, user=bob.user, name="Evening class")
    books.enter(house.ClassSet(bob.user, "Evening class", boss.user), rows=rows, actor=boss.actor)
    for exam, actor in ((1, bob.actor), (2, "house")):
        books.begin_exam(exam, bob)
        books.grade_exam(exam, actor)
    books.begin_exam(3, ann)
    books.void_exam(3)
    books.begin_exam(4, ann)
    rows = Rows()
    rows.put(
        schema.school_progress,
        user=bob.user,
        game="three-card-poker",
        drill="payouts",
        item="Pair Plus: Flush",
        state="{}",
        answered=3,
        right=2,
        seed=5,
    )
    books.changes.append(Aside(rows))
