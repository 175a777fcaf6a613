"""The tables of the database. `migrations/` brings a database from any version to this one."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    and_,
    false,
    true,
)

__all__ = [
    "METADATA",
    "OF_GUESTS",
    "VERSION",
    "accounts",
    "chains",
    "entries",
    "is_noted_as",
    "postings",
    "results",
    "revisions",
    "rounds",
    "school_classes",
    "school_coached",
    "school_exams",
    "school_hands",
    "school_mistakes",
    "school_progress",
    "school_reviewed",
    "seats",
    "secrets",
    "sessions",
    "tables",
    "users",
    "vouchers",
]

METADATA: Final = MetaData()

VERSION: Final = "0005"
"""The last migration: what a database is brought to when a house is started on it."""

entries = Table(
    "entries",
    METADATA,
    Column("chain", Integer, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("first_event", BigInteger, nullable=False),
    Column("event_count", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("actor", String(40), nullable=False),
    Column("command", String(64)),
    Column("asked", String(64)),
    Column("round", BigInteger, nullable=False),
    Column("significance", String(200)),
    Column("body", Text, nullable=False),
    Column("hash", String(64), nullable=False),
)
"""The log. `significance` names what makes an entry a significant event, if anything does; several
names in the order they came, with commas between, of which `is_noted_as` finds one.

Its rows are long, so SQLite keeps them by row ids of its own; the short rows of most other tables
are kept in the order of their keys.
"""
Index(
    "entries_by_command",
    entries.c.command,
    entries.c.actor,
    entries.c.chain,
    sqlite_where=entries.c.command.is_not(None),
    postgresql_where=entries.c.command.is_not(None),
)
Index(
    "entries_of_significance",
    entries.c.at_ms,
    sqlite_where=entries.c.significance.is_not(None),
    postgresql_where=entries.c.significance.is_not(None),
)

postings = Table(
    "postings",
    METADATA,
    Column("chain", Integer, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("account", String(60), primary_key=True),
    Column("cents", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""What each entry of the log moved: one row for each account that it changed."""

accounts = Table(
    "accounts",
    METADATA,
    Column("account", String(60), primary_key=True),
    Column("cents", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Balances: the sum of all postings of an account. Of an empty wallet none is kept."""

chains = Table(
    "chains",
    METADATA,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("entries", BigInteger, nullable=False),
    Column("events", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
)
"""Where each chain of the log stands."""

tables = Table(
    "tables",
    METADATA,
    Column("table", Integer, primary_key=True, autoincrement=False),
    Column("created", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("round_entry", BigInteger, nullable=False),
)
"""Live tables: how they were created, what they are in besides the round, and where that began."""

seats = Table(
    "seats",
    METADATA,
    Column("table", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", Integer, nullable=False),
    Column("name", String(60), nullable=False),
    Column("is_leaving", Boolean, nullable=False),
    Column("is_connected", Boolean, nullable=False, server_default=true()),
    Column("is_door_open", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)
"""Who sits where now."""

secrets = Table(
    "secrets",
    METADATA,
    Column("table", Integer, primary_key=True),
    Column("round", BigInteger, primary_key=True),
    Column("seed", String(64), nullable=False),
    sqlite_with_rowid=False,
)
"""The seeds of rounds; one is told to nobody before its round is over."""

rounds = Table(
    "rounds",
    METADATA,
    Column("table", Integer, primary_key=True),
    Column("round", BigInteger, primary_key=True),
    Column("first_entry", BigInteger, nullable=False),
    Column("last_entry", BigInteger, nullable=False),
    Column("ended_ms", BigInteger, nullable=False),
    Column("outcome", String(20), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("staked_cents", BigInteger, nullable=False),
    Column("returned_cents", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Rounds that are over, one row each: where they stand in the log and what came of them."""
Index("rounds_by_time", rounds.c.ended_ms)

results = Table(
    "results",
    METADATA,
    Column("table", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("round", BigInteger, primary_key=True),
    Column("user", Integer, nullable=False),
    Column("staked_cents", BigInteger, nullable=False),
    Column("returned_cents", BigInteger, nullable=False),
    Column("credit_before_cents", BigInteger, nullable=False),
    Column("credit_after_cents", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""What a round brought each seat that was in it."""
Index("results_by_user", results.c.user, results.c.table, results.c.round)

revisions = Table(
    "revisions",
    METADATA,
    Column("table", Integer, primary_key=True),
    Column("round", BigInteger, primary_key=True),
    Column("entry", BigInteger, primary_key=True),
    sqlite_with_rowid=False,
)
"""Which entries revise rounds that were over."""

users = Table(
    "users",
    METADATA,
    Column("user", Integer, primary_key=True, autoincrement=False),
    Column("name", String(60), nullable=False, unique=True),
    Column("password", String(200)),
    Column("roles", String(100), nullable=False),
    Column("money", String(10), nullable=False),
    Column("is_disabled", Boolean, nullable=False),
    Column("must_change_password", Boolean, nullable=False),
    Column("failed_log_ins", Integer, nullable=False),
    Column("locked_until_ms", BigInteger, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("failed_at_home", Integer, nullable=False, server_default="0"),
    Column("locked_at_home_ms", BigInteger, nullable=False, server_default="0"),
    Column("known_addresses", Text, nullable=False, server_default=""),
    Column("is_gone", Boolean, nullable=False, server_default=false()),
)
"""People. A guest has no password: he is known by his session alone, and gone with it.

Known addresses, with blanks between, are those a log-in has come from lately; what has failed
there, at home, counts apart.
"""
Index(
    "users_here",
    users.c.user,
    sqlite_where=users.c.is_gone.is_(False),
    postgresql_where=users.c.is_gone.is_(False),
)

sessions = Table(
    "sessions",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("user", Integer, ForeignKey("users.user"), nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
)
"""Who is logged in: the hash of each cookie, never the cookie."""

vouchers = Table(
    "vouchers",
    METADATA,
    Column("voucher", String(64), primary_key=True),
    Column("cents", BigInteger, nullable=False),
    Column("issued_ms", BigInteger, nullable=False),
    Column("redeemed_ms", BigInteger),
    Column("entry", BigInteger, nullable=False, server_default="0"),
)
"""Vouchers by the hash of their code, and where in the house's own chain each was issued."""
Index(
    "vouchers_outstanding",
    vouchers.c.entry,
    sqlite_where=vouchers.c.redeemed_ms.is_(None),
    postgresql_where=vouchers.c.redeemed_ms.is_(None),
)

school_progress = Table(
    "school_progress",
    METADATA,
    Column("user", Integer, primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("drill", String(60), primary_key=True),
    Column("item", String(200), primary_key=True),
    Column("state", Text, nullable=False),
    Column("answered", Integer, nullable=False),
    Column("right", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""What somebody has practised: what is known of each item, and by which seed he was asked last."""

school_mistakes = Table(
    "school_mistakes",
    METADATA,
    Column("user", Integer, primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("kind", String(40), primary_key=True),
    Column("count", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How often he has made which kind of mistake, in drills and in examinations."""

school_exams = Table(
    "school_exams",
    METADATA,
    Column("exam", Integer, primary_key=True, autoincrement=False),
    Column("user", Integer, nullable=False),
    Column("game", String(60), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("begun_ms", BigInteger, nullable=False),
    Column("ends_ms", BigInteger, nullable=False),
    Column("answers", Text, nullable=False),
    Column("ended_ms", BigInteger),
    Column("points", Integer),
    Column("possible", Integer),
    Column("is_passed", Boolean),
    Column("result", Text),
    Column("digest", String(64)),
    Column("entry", BigInteger),
)
"""Examinations: what was answered so far, and when it is graded, what came of it and in which
entry of the house's own chain that stands."""
Index("school_exams_by_user", school_exams.c.user, school_exams.c.exam)
Index(
    "school_exams_being_sat",
    school_exams.c.exam,
    sqlite_where=school_exams.c.entry.is_(None),
    postgresql_where=school_exams.c.entry.is_(None),
)

school_coached = Table(
    "school_coached",
    METADATA,
    Column("user", Integer, primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("account", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""What the coach has counted of somebody's decisions in a game."""

school_reviewed = Table(
    "school_reviewed",
    METADATA,
    Column("user", Integer, primary_key=True),
    Column("table", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("round", BigInteger, nullable=False),
    Column("decisions", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Up to which of his decisions they are counted, so that each is counted once."""

school_hands = Table(
    "school_hands",
    METADATA,
    Column("user", Integer, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("game", String(60), nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Hands that somebody played wrong, to be asked again, in the order of their numbers."""

school_classes = Table(
    "school_classes",
    METADATA,
    Column("user", Integer, primary_key=True),
    Column("name", String(60), nullable=False),
    sqlite_with_rowid=False,
)
"""Who is in which class."""

OF_GUESTS: Final = (
    school_progress,
    school_mistakes,
    school_coached,
    school_reviewed,
    school_hands,
)
"""What is kept of whoever learns, and of a guest who is gone no more. He sits no examination, and
is in no class."""


def is_noted_as(significance: str) -> ColumnElement[bool]:
    """Of the entries: whether that is among what makes one significant."""
    listed = "," + entries.c.significance + ","
    # That it is noted at all is said apart, so that the index of such entries is used.
    is_noted = entries.c.significance.is_not(None)
    return and_(is_noted, listed.contains(f",{significance},", autoescape=True))
