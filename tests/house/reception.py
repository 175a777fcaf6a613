"""A house with people and a cage and no tables: in memory, with cheap hashes and counted chance."""

import hashlib
from itertools import count

import pytest
from argon2 import PasswordHasher

from croupier.house.accounts import Money
from croupier.house.cage import Cage
from croupier.house.door import Door
from croupier.house.happenings import Role
from croupier.house.journal import Journal
from croupier.house.ledger import Ledger
from croupier.house.passwords import Passwords
from croupier.house.people import People
from croupier.house.sessions import Sessions
from croupier.rejection import Rejection

CHEAP = {"memory_cost": 8, "parallelism": 1}
PASSWORDS = Passwords(PasswordHasher(time_cost=1, **CHEAP))
DEARER = Passwords(PasswordHasher(time_cost=2, **CHEAP))
NOW_MS = 1_700_000_000_000
RIGHT = "four words and a horse"


def counted_chance(word="chance"):
    """Bytes that look random, and are the same every time."""
    numbers = count()

    def entropy(size):
        return hashlib.shake_256(f"{word} {next(numbers)}".encode()).digest(size)

    return entropy


class Reception:
    """What a house has at its entrance, and everything that it has handed out to be written."""

    def __init__(self, *, passwords=PASSWORDS, admits_guests=True, play=None, read=None):
        read = read or {}
        entropy = counted_chance(str(sorted(read)))
        self.changes = []
        self.journal = Journal(Ledger(read.get("balances")), read.get("head"))
        self.sessions = Sessions(entropy, read.get("sessions", ()))
        self.people = People(self.journal, self.sessions, read.get("users", ()))
        self.door = Door(self.people, passwords, entropy=entropy, admits_guests=admits_guests)
        out = [row for row in read.get("vouchers", ()) if row["redeemed_ms"] is None]
        self.cage = Cage(self.people, entropy=entropy, play=play, out=out)
        self.passwords = passwords

    @property
    def ledger(self):
        return self.journal.ledger

    def wrote(self, change):
        """Takes a change in, as the writer would; returns its events."""
        self.changes.append(change)
        assert sum(cents for _, cents in change.entry.postings) == 0
        return list(change.events)

    def add(self, name, *roles, money=Money.CASH, password=None, must_change=False, by=None):
        """Somebody new; returns him as a person."""
        hashed = None if password is None else self.passwords.hash_password(password)
        change = self.people.add(
            name,
            hashed,
            roles or (Role.PLAYER,),
            money,
            by=by,
            now_ms=NOW_MS,
            must_change_password=must_change,
        )
        self.wrote(change)
        return self.people.find(name)

    def log_in(self, name, password, now_ms=NOW_MS, address="192.0.2.1"):
        """All three parts of a log-in."""
        attempt = self.door.begin_log_in(name, address, now_ms)
        checked = self.passwords.check_password(attempt.hashed, password)
        came = self.door.finish_log_in(attempt, checked, now_ms=now_ms)
        self.wrote(came.change)
        return came

    def change_password(self, who, old, new, now_ms=NOW_MS):
        """All three parts of changing one's own password."""
        attempt = self.door.begin_password_change(who, old, new, "192.0.2.1", now_ms)
        checked = self.passwords.check_password(attempt.hashed, old)
        hashed = self.passwords.hash_password(new)
        came = self.door.finish_password_change(attempt, checked, hashed, now_ms=now_ms)
        self.wrote(came.change)
        return came


def refused(code, act, *arguments, **named):
    """Something that must be refused; returns what was said."""
    with pytest.raises(Rejection) as refusal:
        act(*arguments, **named)
    assert refusal.value.code is code, refusal.value.detail
    return refusal.value.detail


def shortly(value):
    """The name of a test that is given a long or odd text."""
    return ascii(value)[:24]


async def refused_now(code, asked):
    """The same for what is awaited."""
    with pytest.raises(Rejection) as refusal:
        await asked
    assert refusal.value.code is code, refusal.value.detail
    return refusal.value.detail
