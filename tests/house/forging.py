"""Copies of books that somebody changes by hand, and can make all hashes right again."""

import shutil
import sqlite3

import orjson

from croupier.house.happenings import logged_name
from croupier.house.log import GENESIS, entry_hash
from croupier.house.reading import open_to_read, reading
from croupier.house.verify import verify
from croupier.house.verify.books import Database
from croupier.house.verify.significance import SIGNIFICANT

_SIGNIFICANT_NAMES = {logged_name(kind): name for kind, name in SIGNIFICANT.items()}


def of_kind(events, kind, which=0):
    """One event of that kind out of those of an entry, as JSON."""
    return [event for event in events if event["event"] == kind][which]


class Books:
    """A copy of the books that somebody may change."""

    def __init__(self, sound, path):
        shutil.copy(sound, path)
        self.path = path

    def run(self, statement, *values):
        """Changes something by hand; it must be there to be changed."""
        with sqlite3.connect(self.path) as connection:
            changed = connection.execute(statement, values).rowcount
        connection.close()
        assert changed == 1, f"{changed} rows: {statement}"

    def ask(self, question, *values):
        connection = sqlite3.connect(self.path)
        found = connection.execute(question, values).fetchall()
        connection.close()
        return found

    def one(self, question, *values):
        return self.ask(question, *values)[0]

    def remove(self, statement, *values):
        """Deletes rows by hand; how many, at least one."""
        with sqlite3.connect(self.path) as connection:
            removed = connection.execute(statement, values).rowcount
        connection.close()
        assert removed, statement
        return removed

    def verdict(self, table=None):
        engine = open_to_read(str(self.path))
        with reading(engine) as connection:
            return verify(Database(connection), table=table)

    def found(self):
        """What is wrong; there is something."""
        verdict = self.verdict()
        assert verdict.wrong is not None
        return verdict.wrong

    def last_entry(self, chain):
        return self.one("SELECT max(number) FROM entries WHERE chain = ?", chain)[0]

    def entry_with(self, chain, event, which=0):
        """The number of an entry in which such an event happened."""
        like = f'%"event":"{event}"%'
        numbers = self.ask(
            "SELECT number FROM entries WHERE chain = ? AND body LIKE ? ORDER BY number",
            chain,
            like,
        )
        return numbers[which][0]

    def forge(self, chain, number, change):
        """Changes the events of an entry as somebody would who can make all hashes right again.

        `change` gets them as JSON; what it returns is what accounts gain beside what they did.
        """
        (body,) = self.one("SELECT body FROM entries WHERE chain = ? AND number = ?", chain, number)
        events = orjson.loads(body)
        moved = change(events) or {}
        with sqlite3.connect(self.path) as connection:
            connection.execute(
                "UPDATE entries SET body = ?, event_count = ? WHERE chain = ? AND number = ?",
                (orjson.dumps(events).decode(), len(events), chain, number),
            )
            for account, cents in moved.items():
                connection.execute(
                    "INSERT INTO postings VALUES (?, ?, ?, ?) "
                    "ON CONFLICT DO UPDATE SET cents = cents + excluded.cents",
                    (chain, number, account, cents),
                )
                connection.execute(
                    "UPDATE accounts SET cents = cents + ? WHERE account = ?", (cents, account)
                )
            connection.execute("DELETE FROM postings WHERE cents = 0")
        connection.close()
        self.chain_anew(chain)

    def chain_anew(self, chain):
        """Works out all numbers and hashes of a chain anew."""
        with sqlite3.connect(self.path) as connection:
            connection.row_factory = sqlite3.Row
            digest, events = GENESIS, 0
            rows = connection.execute(
                "SELECT * FROM entries WHERE chain = ? ORDER BY number", (chain,)
            ).fetchall()
            for row in rows:
                postings = connection.execute(
                    "SELECT account, cents FROM postings WHERE chain = ? AND number = ? "
                    "ORDER BY account",
                    (chain, row["number"]),
                ).fetchall()
                header = {
                    name: row[name]
                    for name in ("number", "at_ms", "actor", "command", "asked", "round", "body")
                }
                digest = entry_hash(
                    digest, chain=chain, first_event=events + 1, postings=postings, **header
                )
                connection.execute(
                    "UPDATE entries SET hash = ?, first_event = ? WHERE chain = ? AND number = ?",
                    (digest, events + 1, chain, row["number"]),
                )
                events += row["event_count"]
            connection.execute(
                "UPDATE chains SET hash = ?, events = ?, entries = ? WHERE chain = ?",
                (digest, events, row["number"], chain),
            )
        connection.close()

    def append(self, chain, *events, actor="house", moved=None, command=None):
        """Puts one more entry at the end of a chain; `moved` is what accounts gain by it."""
        last = self.ask("SELECT * FROM entries WHERE chain = ? ORDER BY number DESC", chain)[0]
        columns = [row[1] for row in self.ask("PRAGMA table_info(entries)")]
        row = dict(zip(columns, last, strict=True))
        row |= {"number": row["number"] + 1, "body": orjson.dumps(events).decode()}
        row |= {"event_count": len(events), "actor": actor, "command": command, "asked": None}
        names = {_SIGNIFICANT_NAMES[one["event"]]: 1 for one in events
                 if one["event"] in _SIGNIFICANT_NAMES}  # fmt: skip
        row["significance"] = ",".join(names) or None
        marks = ", ".join("?" for _ in columns)
        self.run(f"INSERT INTO entries VALUES ({marks})", *(row[name] for name in columns))
        for account, cents in (moved or {}).items():
            self.run(
                "INSERT INTO postings VALUES (?, ?, ?, ?)", chain, row["number"], account, cents
            )
            self.run(
                "INSERT INTO accounts VALUES (?, ?) "
                "ON CONFLICT DO UPDATE SET cents = cents + excluded.cents",
                account,
                cents,
            )
        self.chain_anew(chain)
