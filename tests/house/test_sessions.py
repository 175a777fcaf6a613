"""Sessions and tickets: who is let through with what he holds, and who is not."""

import hashlib

import pytest

from croupier.house import schema
from croupier.house.sessions import SESSION_MS, TICKET_MS, Sessions
from croupier.rejection import Code

from .reception import NOW_MS, counted_chance, refused

HOUR_MS = 3_600_000


@pytest.fixture
def sessions():
    return Sessions(counted_chance())


def rows_of(rows):
    """By hash: the row that is put, or None where it is dropped."""
    assert {name for name, _ in rows.last} <= {"sessions"}
    return {key[0]: values for (_, key), (_, values) in rows.last.items()}


def test_a_token_opens_its_session_and_only_its_hash_is_written(sessions):
    token, session, rows = sessions.create(7, NOW_MS, SESSION_MS)
    assert sessions.look_up(token, NOW_MS) is session
    assert session.user == 7
    digest = hashlib.sha256(token.encode()).hexdigest()
    assert rows_of(rows) == {
        digest: {
            "token_hash": digest,
            "user": 7,
            "csrf": session.csrf,
            "expires_ms": NOW_MS + SESSION_MS,
        }
    }
    assert token not in str(rows) + repr(session)
    assert set(rows_of(rows)[digest]) == {column.name for column in schema.sessions.columns}


@pytest.mark.parametrize(
    "forge",
    [
        lambda _: "",
        lambda token: token[:-1],
        lambda token: token + "0",
        lambda token: token.upper(),
        lambda token: ("0" if token[0] != "0" else "1") + token[1:],
        lambda token: hashlib.sha256(token.encode()).hexdigest(),
        lambda _: "\ud800" * 64,
        lambda _: "é" * 1_000_000,
    ],
)
def test_a_forged_token_opens_nothing(sessions, forge):
    token, _, _ = sessions.create(7, NOW_MS, SESSION_MS)
    refused(Code.LOG_IN_NEEDED, sessions.look_up, forge(token), NOW_MS)


def test_a_session_ends_when_it_is_not_used_and_use_puts_the_end_off(sessions):
    token, session, _ = sessions.create(7, NOW_MS, SESSION_MS)
    now_ms = NOW_MS
    for _ in range(30):
        now_ms += HOUR_MS
        assert sessions.look_up(token, now_ms) is session
        sessions.extend(session, now_ms, SESSION_MS)
    assert sessions.look_up(token, now_ms + SESSION_MS - 1) is session
    refused(Code.LOG_IN_NEEDED, sessions.look_up, token, now_ms + SESSION_MS)


def test_not_every_use_is_written(sessions):
    _, session, _ = sessions.create(7, NOW_MS, SESSION_MS)
    sessions.extend(session, NOW_MS + HOUR_MS - 1, SESSION_MS)
    assert not sessions.take_unwritten().last
    sessions.extend(session, NOW_MS + HOUR_MS, SESSION_MS)
    (row,) = rows_of(sessions.take_unwritten()).values()
    assert row["expires_ms"] == session.expires_ms == NOW_MS + HOUR_MS + SESSION_MS
    assert not sessions.take_unwritten().last, "once is enough"


def test_sessions_read_again_from_their_rows_are_the_same(sessions):
    made = [sessions.create(user, NOW_MS, SESSION_MS) for user in (1, 1, 2)]
    again = Sessions(counted_chance(), [row for *_, rows in made for row in rows_of(rows).values()])
    for token, session, _ in made:
        assert again.look_up(token, NOW_MS) == session
    assert len(again.of(1)) == 2


def test_revoked_is_revoked_whatever_was_still_to_be_written(sessions):
    token, session, _ = sessions.create(7, NOW_MS, SESSION_MS)
    sessions.extend(session, NOW_MS + HOUR_MS, SESSION_MS)
    assert rows_of(sessions.revoke(session)) == {session.token_hash: None}
    refused(Code.LOG_IN_NEEDED, sessions.look_up, token, NOW_MS)
    assert not sessions.take_unwritten().last


def test_all_sessions_of_one_and_of_nobody_else_are_revoked(sessions):
    his = [sessions.create(7, NOW_MS, SESSION_MS) for _ in range(3)]
    other, *_ = sessions.create(8, NOW_MS, SESSION_MS)
    dropped = rows_of(sessions.revoke_all(7))
    assert dropped == {session.token_hash: None for _, session, _ in his}
    for token, *_ in his:
        refused(Code.LOG_IN_NEEDED, sessions.look_up, token, NOW_MS)
    assert sessions.look_up(other, NOW_MS).user == 8
    assert sessions.of(7) == ()


def test_somebody_has_at_most_twenty_sessions_and_the_oldest_go(sessions):
    made = [sessions.create(7, NOW_MS + at, SESSION_MS) for at in range(25)]
    assert len(sessions.of(7)) == 20
    for at, (token, session, rows) in enumerate(made):
        if at < 5:
            refused(Code.LOG_IN_NEEDED, sessions.look_up, token, NOW_MS + 25)
        else:
            assert sessions.look_up(token, NOW_MS + 25) is session
        gone = [key for key, values in rows_of(rows).items() if values is None]
        assert gone == ([made[at - 20][1].token_hash] if at >= 20 else [])


def test_what_has_ended_is_swept_from_memory_and_from_the_database(sessions):
    _, old, _ = sessions.create(7, NOW_MS, SESSION_MS)
    token, young, _ = sessions.create(7, NOW_MS + 1, SESSION_MS)
    sessions.sweep(NOW_MS + SESSION_MS)
    assert sessions.of(7) == (young,)
    assert rows_of(sessions.take_unwritten()) == {old.token_hash: None}
    assert sessions.look_up(token, NOW_MS + SESSION_MS) is young


def test_a_request_that_another_site_made_is_refused(sessions):
    _, session, _ = sessions.create(7, NOW_MS, SESSION_MS)
    _, other, _ = sessions.create(7, NOW_MS, SESSION_MS)
    sessions.require_csrf(session, session.csrf)
    for forged in (None, "", other.csrf, session.csrf[:-1], session.csrf + "0", "\ud800", "é"):
        refused(Code.REQUEST_FORGED, sessions.require_csrf, session, forged)


def test_a_ticket_is_good_once(sessions):
    _, session, _ = sessions.create(7, NOW_MS, SESSION_MS)
    ticket = sessions.ticket(session, NOW_MS)
    assert sessions.use_ticket(ticket, NOW_MS + TICKET_MS - 1) is session
    refused(Code.LOG_IN_NEEDED, sessions.use_ticket, ticket, NOW_MS)


def test_a_ticket_is_good_for_half_a_minute(sessions):
    _, session, _ = sessions.create(7, NOW_MS, SESSION_MS)
    ticket = sessions.ticket(session, NOW_MS)
    refused(Code.LOG_IN_NEEDED, sessions.use_ticket, ticket, NOW_MS + 30_000)
    refused(Code.LOG_IN_NEEDED, sessions.use_ticket, ticket, NOW_MS)


def test_a_ticket_ends_with_its_session(sessions):
    _, session, _ = sessions.create(7, NOW_MS, SESSION_MS)
    ticket = sessions.ticket(session, NOW_MS)
    sessions.revoke_all(7)
    refused(Code.LOG_IN_NEEDED, sessions.use_ticket, ticket, NOW_MS)
    refused(Code.LOG_IN_NEEDED, sessions.ticket, session, NOW_MS)


def test_a_token_is_no_ticket_and_a_ticket_no_token(sessions):
    token, session, _ = sessions.create(7, NOW_MS, SESSION_MS)
    ticket = sessions.ticket(session, NOW_MS)
    refused(Code.LOG_IN_NEEDED, sessions.use_ticket, token, NOW_MS)
    refused(Code.LOG_IN_NEEDED, sessions.look_up, ticket, NOW_MS)
    assert sessions.use_ticket(ticket, NOW_MS) is session


def test_tickets_that_nobody_uses_do_not_gather(sessions):
    _, session, _ = sessions.create(7, NOW_MS, SESSION_MS)
    for at in range(1_000):
        sessions.ticket(session, NOW_MS + at * 1_000)
    assert len(sessions._tickets) == TICKET_MS // 1_000
