"""People: names, roles, passwords, the door and its lock."""

import string

import pytest
from sqlalchemy import create_engine, event, select

from croupier.house import happenings as house
from croupier.house import people as people_module
from croupier.house import schema
from croupier.house.accounts import Money, wallet
from croupier.house.cage import PlayTerms
from croupier.house.door import Admission, Refused
from croupier.house.happenings import Role
from croupier.house.log import events_in
from croupier.house.passwords import (
    LONGEST,
    Passwords,
    one_time_password,
    require_strong,
)
from croupier.house.people import People
from croupier.house.sent import Sent
from croupier.house.sessions import GUEST_SESSION_MS, GUEST_TRIAL_MS, SESSION_MS, Sessions
from croupier.house.users import name_key, tidied
from croupier.house.writer import Writer
from croupier.rejection import Code

from .reception import DEARER, NOW_MS, PASSWORDS, RIGHT, Reception, counted_chance, refused, shortly

MINUTE_MS = 60_000
WRONG = "four words and a cow"


@pytest.fixture
def reception():
    return Reception()


def row_of(change, user):
    """The row of somebody that a change writes."""
    _, values = change.rows.last["users", (user,)]
    return values


# Names and roles.


def test_somebody_added_is_found_by_number_and_by_name_however_written(reception):
    ada = reception.add("  Ada   Lovelace ", Role.DEALER, Role.PLAYER)
    assert ada.name == "Ada Lovelace"
    assert ada.roles == {Role.PLAYER, Role.DEALER}
    assert reception.people.person(ada.user) == ada == reception.people.find("ADA lovelace")
    (told,) = reception.changes[-1].events
    assert told == house.UserAdded(1, "Ada Lovelace", (Role.PLAYER, Role.DEALER), Money.CASH, None)
    assert events_in(reception.changes[-1].entry.body) == (told,)


@pytest.mark.parametrize("same", ["ada", "ADA", " Ada ", "Ａｄａ"])
def test_no_two_people_have_names_that_are_taken_for_the_same(reception, same):
    reception.add("Ada")
    refused(Code.USER_EXISTS, reception.add, same)
    assert len(reception.people) == 1


@pytest.mark.parametrize(
    "name", ["", "  ", "x" * 41, "a\nb\x07", "\u202egnol", "\ud800", "a\u200b"], ids=shortly
)
def test_a_name_that_cannot_be_shown_is_refused(reception, name):
    refused(Code.NAME_INVALID, reception.add, name)


def test_a_name_of_forty_letters_of_any_script_is_a_name(reception):
    for name in ("x" * 40, "ŵ" * 40, "王小明", "Zoë O’Hara"):
        assert reception.add(name).name == name == tidied(name)
    # The same letter, put together in two ways.
    assert name_key("Zoe\u0308") == name_key("Zoë")


def test_nobody_of_an_unknown_number_or_name(reception):
    refused(Code.USER_UNKNOWN, reception.people.person, 5)
    refused(Code.USER_UNKNOWN, reception.people.find, "Ada")


@pytest.mark.parametrize("alone", [Role.AUDITOR, Role.ADMINISTRATOR])
@pytest.mark.parametrize("other", Role)
def test_auditor_and_administrator_go_with_nothing_else(reception, alone, other):
    if alone is other:
        assert reception.add("Ada", alone).roles == {alone}
    else:
        refused(Code.ROLES_INCOMPATIBLE, reception.add, "Ada", alone, other)


def test_the_other_roles_go_together_and_somebody_needs_one(reception):
    both = (Role.PLAYER, Role.DEALER, Role.SUPERVISOR)
    assert reception.add("Ada", *both).roles == set(both)
    refused(
        Code.ROLES_INCOMPATIBLE,
        reception.people.add, "Bob", None, (), Money.CASH, by=None, now_ms=NOW_MS,
    )  # fmt: skip


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.ADMINISTRATOR])
def test_only_an_administrator_changes_people(reception, role):
    by = reception.add("Bob", role)
    ada = reception.add("Ada")
    people = reception.people
    entries = reception.journal.head
    named = {"by": by, "now_ms": NOW_MS}
    refused(Code.NOT_ALLOWED, people.add, "Eve", None, {Role.PLAYER}, Money.CASH, **named)
    refused(Code.NOT_ALLOWED, people.set_roles, ada.user, {Role.DEALER}, **named)
    refused(Code.NOT_ALLOWED, people.set_password, ada.user, "hash", **named)
    refused(Code.NOT_ALLOWED, people.disable, ada.user, is_disabled=True, **named)
    assert reception.journal.head == entries
    assert people.person(ada.user) == ada


def test_new_roles_count_at_once_and_end_all_sessions(reception):
    boss = reception.add("Boss", Role.ADMINISTRATOR)
    ada = reception.add("Ada", password=RIGHT)
    came = reception.log_in("Ada", RIGHT)
    change = reception.people.set_roles(
        ada.user, {Role.SUPERVISOR, Role.DEALER}, by=boss, now_ms=NOW_MS, sent=Sent("c1")
    )
    assert change.events == (house.RolesSet(ada.user, (Role.DEALER, Role.SUPERVISOR), boss.user),)
    assert (change.entry.actor, change.entry.command) == (boss.actor, "c1")
    assert change.significance == "roles_set"
    assert row_of(change, ada.user)["roles"] == "dealer,supervisor"
    assert change.rows.last["sessions", (came.session.token_hash,)][1] is None
    refused(Code.LOG_IN_NEEDED, reception.door.behind, came.token, NOW_MS)
    assert reception.people.person(ada.user).roles == {Role.DEALER, Role.SUPERVISOR}


def test_the_house_keeps_an_administrator(reception):
    boss = reception.add("Boss", Role.ADMINISTRATOR, password=RIGHT)
    people = reception.people
    act = {"by": boss, "now_ms": NOW_MS}
    refused(Code.NOT_ALLOWED, people.set_roles, boss.user, {Role.PLAYER}, **act)
    refused(Code.NOT_ALLOWED, people.disable, boss.user, is_disabled=True, **act)
    second = reception.add("Second", Role.ADMINISTRATOR, by=boss)
    people.disable(second.user, is_disabled=True, **act)
    refused(Code.NOT_ALLOWED, people.set_roles, boss.user, {Role.PLAYER}, **act)
    people.disable(second.user, is_disabled=False, **act)
    people.set_roles(boss.user, {Role.PLAYER}, **act)
    assert people.has_administrator


# Passwords.


@pytest.mark.parametrize(
    "password",
    [
        "",
        "short pas",
        "x" * 300,
        "password123",
        "PASSWORD123",
        "1234567890",
        "aaaaaaaaaaaaaa",
        "ababababababab",
        "Ada Lovelace",
        "ada  LOVELACE",
        "\ud800" * 12,
    ],
    ids=shortly,
)
def test_a_weak_password_is_refused(password):
    refused(Code.PASSWORD_WEAK, require_strong, password, name="Ada Lovelace")


@pytest.mark.parametrize("password", ["tenletters", RIGHT, "密码很长而且没人猜得到吧", "abcd" * 50])
def test_another_is_good_enough(password):
    require_strong(password, name="Ada Lovelace")


def test_the_old_password_is_no_new_one():
    refused(Code.PASSWORD_WEAK, require_strong, RIGHT, name="Ada", old=RIGHT)


def test_kept_is_argon2id_and_never_the_same_twice():
    first, second = (PASSWORDS.hash_password(RIGHT) for _ in range(2))
    assert first.startswith("$argon2id$")
    assert first != second
    assert RIGHT not in first
    assert len(first) <= schema.users.c.password.type.length
    for hashed in (first, second):
        assert PASSWORDS.check_password(hashed, RIGHT).is_right
        assert not PASSWORDS.check_password(hashed, WRONG).is_right


def test_as_the_house_is_run_a_hash_takes_64_megabytes_and_three_passes():
    assert "$m=65536,t=3,p=4$" in Passwords().hash_password(RIGHT)


@pytest.mark.parametrize(
    "password", ["", "\0", "\ud800", "x" * (LONGEST + 1), "x" * 1_000_000], ids=shortly
)
def test_without_a_hash_nothing_is_right(password):
    assert not PASSWORDS.check_password(None, password).is_right
    hashed = PASSWORDS.hash_password(RIGHT)
    assert not PASSWORDS.check_password(hashed, password).is_right


def test_the_same_letters_put_together_in_two_ways_are_one_password():
    hashed = PASSWORDS.hash_password("zoe\u0308 zoe\u0308 zoe\u0308")
    assert PASSWORDS.check_password(hashed, "zoë zoë zoë").is_right


class CountingHasher:
    """Counts how often a hash is worked out."""

    def __init__(self, real):
        self.real, self.count = real, 0

    def verify(self, *arguments):
        self.count += 1
        return self.real.verify(*arguments)

    def __getattr__(self, name):
        return getattr(self.real, name)


def test_a_name_that_nobody_has_is_checked_as_long_as_one_that_somebody_has(reception):
    reception.add("Ada", password=RIGHT)
    counting = CountingHasher(PASSWORDS._hasher)
    reception.passwords = Passwords(counting)
    for name in ("Ada", "Nobody"):
        before = counting.count
        came = reception.log_in(name, WRONG)
        assert counting.count - before == 1
        assert came.rejection.code is Code.LOG_IN_FAILED
    assert len({came.rejection.detail, reception.log_in("ada", WRONG).rejection.detail}) == 1


def test_a_hash_made_more_cheaply_is_replaced_at_the_next_log_in():
    reception = Reception(passwords=PASSWORDS)
    ada = reception.add("Ada", password=RIGHT)
    cheap = reception.people.user(ada.user).hashed
    reception.passwords = DEARER
    came = reception.log_in("Ada", RIGHT)
    dear = row_of(came.change, ada.user)["password"]
    assert ("t=1" in cheap, "t=2" in dear) == (True, True)
    assert isinstance(reception.log_in("Ada", RIGHT), Admission)
    assert row_of(reception.changes[-1], ada.user)["password"] == dear, "once is enough"


def test_a_one_time_password_is_typed_easily_and_guessed_never():
    drawn = {one_time_password(counted_chance(str(at))) for at in range(200)}
    assert len(drawn) == 200
    letters = {letter for password in drawn for letter in password}
    assert letters == set(string.digits + string.ascii_lowercase + "-") - set("ilou")
    for password in drawn:
        assert [len(part) for part in password.split("-")] == [4, 4, 4, 4]
        require_strong(password, name="administrator")


# Logging in and out.


def test_whoever_logs_in_has_a_session_of_twelve_hours(reception):
    ada = reception.add("Ada", password=RIGHT)
    came = reception.log_in(" ADA ", RIGHT)
    assert isinstance(came, Admission)
    assert came.change.events == (house.LoggedIn(ada.user),)
    assert came.person == ada
    assert came.token not in str(came)
    assert reception.door.behind(came.token, NOW_MS) == (ada, came.session)
    assert came.session.expires_ms == NOW_MS + SESSION_MS
    refused(Code.LOG_IN_NEEDED, reception.door.behind, came.token, NOW_MS + SESSION_MS)


def test_a_session_that_is_used_goes_on_and_its_row_is_written_with_the_next_change(reception):
    reception.add("Ada", password=RIGHT)
    came = reception.log_in("Ada", RIGHT)
    later_ms = NOW_MS + SESSION_MS // 2
    reception.door.behind(came.token, later_ms)
    reception.door.behind(came.token, later_ms + SESSION_MS - 1)
    next_change = reception.log_in("Nobody", WRONG).change
    assert ("sessions", (came.session.token_hash,)) not in next_change.rows.last
    next_change = reception.log_in("Ada", WRONG, now_ms=later_ms).change
    row = next_change.rows.last["sessions", (came.session.token_hash,)][1]
    assert row["expires_ms"] == later_ms + 2 * SESSION_MS - 1


def test_a_failed_log_in_is_on_record_and_counted(reception):
    ada = reception.add("Ada", password=RIGHT)
    came = reception.log_in("Ada", WRONG, address="192.0.2.9")
    assert isinstance(came, Refused)
    assert came.change.events == (house.LogInFailed(ada.user, "192.0.2.9"),)
    assert came.change.significance == "log_in_failed"
    assert row_of(came.change, ada.user)["failed_log_ins"] == 1
    stranger = reception.log_in("Nobody", WRONG, address="x" * 1_000)
    assert stranger.change.events == (house.LogInFailed(None, "x" * 64 + "…"),)
    assert not stranger.change.rows.last


def fail(reception, name, times, now_ms=NOW_MS, address="192.0.2.1"):
    return [reception.log_in(name, WRONG, now_ms, address) for _ in range(times)]


def test_the_fifth_failure_locks_for_a_minute_and_each_further_one_twice_as_long(reception):
    ada = reception.add("Ada", password=RIGHT)
    *_, fifth = fail(reception, "Ada", 5)
    assert house.LockedOut(ada.user, 60) in fifth.change.events
    assert fifth.change.significance == "log_in_failed,locked_out"
    assert row_of(fifth.change, ada.user)["locked_until_ms"] == NOW_MS + MINUTE_MS
    said = refused(Code.LOG_IN_LOCKED, reception.log_in, "Ada", RIGHT)
    assert "60 seconds" in said
    locks, now_ms = [], NOW_MS + MINUTE_MS
    for _ in range(9):
        (came,) = fail(reception, "Ada", 1, now_ms)
        (lock,) = (told.seconds for told in came.change.events if type(told) is house.LockedOut)
        locks.append(lock)
        refused(Code.LOG_IN_LOCKED, reception.log_in, "Ada", RIGHT, now_ms + lock * 1_000 - 1)
        now_ms += lock * 1_000
    assert locks == [120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600, 3_600]


def test_a_success_resets_the_count(reception):
    ada = reception.add("Ada", password=RIGHT)
    fail(reception, "Ada", 4)
    came = reception.log_in("Ada", RIGHT)
    assert row_of(came.change, ada.user)["failed_log_ins"] == 0
    assert all(len(one.change.events) == 1 for one in fail(reception, "Ada", 4))
    assert isinstance(reception.log_in("Ada", RIGHT), Admission)


def test_after_the_lock_the_right_password_opens_again(reception):
    ada = reception.add("Ada", password=RIGHT)
    fail(reception, "Ada", 5)
    came = reception.log_in("Ada", RIGHT, now_ms=NOW_MS + MINUTE_MS)
    assert isinstance(came, Admission)
    row = row_of(came.change, ada.user)
    assert (row["failed_log_ins"], row["locked_until_ms"]) == (0, 0)


def test_nobody_is_locked_out_by_others_where_he_has_logged_in_before(reception):
    reception.add("Ada", password=RIGHT)
    assert isinstance(reception.log_in("Ada", RIGHT, address="192.0.2.1"), Admission)
    fail(reception, "Ada", 5, address="198.51.100.7")
    refused(Code.LOG_IN_LOCKED, reception.log_in, "Ada", RIGHT, address="198.51.100.7")
    refused(Code.LOG_IN_LOCKED, reception.log_in, "Ada", RIGHT, address="203.0.113.9")
    assert isinstance(reception.log_in("Ada", RIGHT, address="192.0.2.1"), Admission)


def test_who_guesses_at_a_known_address_is_locked_there_and_the_owner_elsewhere_is_not(reception):
    reception.add("Ada", password=RIGHT)
    for address in ("192.0.2.1", "192.0.2.2"):
        reception.log_in("Ada", RIGHT, address=address)
    *_, fifth = fail(reception, "Ada", 5, address="192.0.2.1")
    assert house.LockedOut(1, 60) in fifth.change.events
    refused(Code.LOG_IN_LOCKED, reception.log_in, "Ada", RIGHT, address="192.0.2.1")
    assert isinstance(reception.log_in("Ada", RIGHT, address="203.0.113.9"), Admission)


def test_at_the_house_itself_strangers_lock_nobody_out_even_before_the_first_log_in(reception):
    reception.add("Ada", password=RIGHT)
    fail(reception, "Ada", 5, address="198.51.100.7")
    refused(Code.LOG_IN_LOCKED, reception.log_in, "Ada", RIGHT, address="203.0.113.9")
    assert isinstance(reception.log_in("Ada", RIGHT, address="127.0.0.1"), Admission)


def test_the_last_five_addresses_are_known_also_after_a_restart(reception):
    ada = reception.add("Ada", password=RIGHT)
    came = [reception.log_in("Ada", RIGHT, address=f"192.0.2.{one}") for one in range(1, 8)]
    known = "192.0.2.7 192.0.2.6 192.0.2.5 192.0.2.4 192.0.2.3"
    assert row_of(came[-1].change, ada.user)["known_addresses"] == known
    again = Reception(read={"users": [row_of(came[-1].change, ada.user)]})
    fail(again, "Ada", 5, address="192.0.2.1")
    assert isinstance(again.log_in("Ada", RIGHT, address="192.0.2.4"), Admission)


def test_a_name_that_nobody_has_is_locked_in_the_same_way(reception):
    reception.add("Ada", password=RIGHT)
    said = []
    for name in ("Ada", "Nobody"):
        failed = [came.rejection.detail for came in fail(reception, name, 5)]
        said.append((*failed, refused(Code.LOG_IN_LOCKED, reception.log_in, name.upper(), RIGHT)))
    assert said[0] == said[1]


def test_names_that_nobody_has_do_not_gather_without_bound(reception, monkeypatch):
    monkeypatch.setattr("croupier.house.door._MOST_STRANGERS", 3)
    for at in range(10):
        fail(reception, f"Nobody {at}", 1)
    assert len(reception.door._strangers) == 3


def test_many_log_ins_at_once_are_no_more_guesses(reception):
    reception.add("Ada", password=RIGHT)
    begun = [reception.door.begin_log_in("Ada", "", NOW_MS) for _ in range(5)]
    for _ in range(100):
        refused(Code.LOG_IN_LOCKED, reception.door.begin_log_in, "Ada", "", NOW_MS)
    told = []
    for attempt in begun:
        checked = PASSWORDS.check_password(attempt.hashed, WRONG)
        came = reception.door.finish_log_in(attempt, checked, now_ms=NOW_MS)
        told += reception.wrote(came.change)
    assert [type(one) for one in told].count(house.LogInFailed) == 5
    assert [type(one) for one in told].count(house.LockedOut) == 1


def test_the_right_password_among_many_at_once_opens(reception):
    reception.add("Ada", password=RIGHT)
    begun = [reception.door.begin_log_in("Ada", "", NOW_MS) for _ in range(5)]
    checked = PASSWORDS.check_password(begun[0].hashed, RIGHT)
    came = reception.door.finish_log_in(begun[0], checked, now_ms=NOW_MS)
    assert isinstance(came, Admission)
    assert isinstance(reception.log_in("Ada", RIGHT), Admission)


def test_somebody_disabled_is_out_at_once_and_cannot_log_in(reception):
    boss = reception.add("Boss", Role.ADMINISTRATOR)
    ada = reception.add("Ada", password=RIGHT)
    inside = reception.log_in("Ada", RIGHT)
    change = reception.people.disable(ada.user, is_disabled=True, by=boss, now_ms=NOW_MS)
    assert change.events == (house.UserDisabled(ada.user, True, boss.user),)
    assert row_of(change, ada.user)["is_disabled"] is True
    refused(Code.LOG_IN_NEEDED, reception.door.behind, inside.token, NOW_MS)
    assert isinstance(reception.log_in("Ada", RIGHT), Refused)
    reception.people.disable(ada.user, is_disabled=False, by=boss, now_ms=NOW_MS)
    assert isinstance(reception.log_in("Ada", RIGHT), Admission)


@pytest.mark.parametrize("what", ["disabled", "password"])
def test_what_changes_while_a_password_is_checked_counts(reception, what):
    ada = reception.add("Ada", password=RIGHT)
    attempt = reception.door.begin_log_in("Ada", "", NOW_MS)
    checked = PASSWORDS.check_password(attempt.hashed, RIGHT)
    if what == "disabled":
        reception.people.disable(ada.user, is_disabled=True, by=None, now_ms=NOW_MS)
    else:
        hashed = PASSWORDS.hash_password("another one altogether")
        reception.people.set_password(ada.user, hashed, by=None, now_ms=NOW_MS)
    came = reception.door.finish_log_in(attempt, checked, now_ms=NOW_MS)
    assert isinstance(came, Refused)
    assert not reception.sessions.of(ada.user)


def test_whoever_logs_out_is_out_with_that_session_alone(reception):
    ada = reception.add("Ada", password=RIGHT)
    first, second = reception.log_in("Ada", RIGHT), reception.log_in("Ada", RIGHT)
    change = reception.door.log_out(first.session, NOW_MS)
    assert change.events == (house.LoggedOut(ada.user),)
    assert change.rows.last["sessions", (first.session.token_hash,)][1] is None
    refused(Code.LOG_IN_NEEDED, reception.door.behind, first.token, NOW_MS)
    refused(Code.LOG_IN_NEEDED, reception.door.log_out, first.session, NOW_MS)
    reception.door.behind(second.token, NOW_MS)


# Changing passwords.


def test_the_first_administrator_must_change_his_password_before_anything_else(reception):
    assert not reception.people.has_administrator
    change, password = reception.door.first_administrator(NOW_MS)
    reception.wrote(change)
    assert reception.people.has_administrator
    assert password not in str(change)
    came = reception.log_in("administrator", password)
    assert came.must_change_password
    assert came.person.roles == {Role.ADMINISTRATOR}
    refused(Code.PASSWORD_CHANGE_NEEDED, reception.door.behind, came.token, NOW_MS)
    who, _ = reception.door.behind(came.token, NOW_MS, may_owe_password=True)
    refused(Code.PASSWORD_WEAK, reception.change_password, who, password, password)
    refused(Code.PASSWORD_WEAK, reception.change_password, who, password, "administrator")
    anew = reception.change_password(who, password, RIGHT)
    assert isinstance(anew, Admission)
    assert reception.door.behind(anew.token, NOW_MS)[0] == who
    assert isinstance(reception.log_in("administrator", password), Refused)
    assert not reception.log_in("administrator", RIGHT).must_change_password


def test_a_changed_password_ends_all_other_sessions_and_begins_one(reception):
    ada = reception.add("Ada", password=RIGHT)
    old = [reception.log_in("Ada", RIGHT) for _ in range(3)]
    anew = reception.change_password(ada, RIGHT, "another one altogether")
    assert anew.change.events == (house.PasswordSet(ada.user, ada.user),)
    for came in old:
        refused(Code.LOG_IN_NEEDED, reception.door.behind, came.token, NOW_MS)
        assert anew.change.rows.last["sessions", (came.session.token_hash,)][1] is None
    assert reception.sessions.of(ada.user) == (anew.session,)
    assert anew.change.rows.last["sessions", (anew.session.token_hash,)][1] is not None


def test_without_the_old_password_there_is_no_new_one_and_guessing_it_locks(reception):
    ada = reception.add("Ada", password=RIGHT)
    came = reception.log_in("Ada", RIGHT)
    for _ in range(5):
        failed = reception.change_password(ada, WRONG, "another one altogether")
        assert failed.rejection.code is Code.LOG_IN_FAILED
    refused(Code.LOG_IN_LOCKED, reception.change_password, ada, RIGHT, "another one altogether")
    reception.door.behind(came.token, NOW_MS)
    later_ms = NOW_MS + MINUTE_MS
    assert isinstance(reception.log_in("Ada", RIGHT, now_ms=later_ms), Admission)


def test_a_password_set_by_an_administrator_is_for_one_time_and_unlocks(reception):
    boss = reception.add("Boss", Role.ADMINISTRATOR)
    ada = reception.add("Ada", password=RIGHT)
    inside = reception.log_in("Ada", RIGHT)
    fail(reception, "Ada", 5)
    hashed = PASSWORDS.hash_password("another one altogether")
    change = reception.people.set_password(ada.user, hashed, by=boss, now_ms=NOW_MS)
    assert change.events == (house.PasswordSet(ada.user, boss.user),)
    refused(Code.LOG_IN_NEEDED, reception.door.behind, inside.token, NOW_MS)
    assert reception.log_in("Ada", "another one altogether").must_change_password
    assert isinstance(reception.log_in("Ada", RIGHT), Refused)


def test_nobody_sets_his_own_password_without_the_old_one(reception):
    boss = reception.add("Boss", Role.ADMINISTRATOR, password=RIGHT)
    hashed = PASSWORDS.hash_password("another one altogether")
    refused(
        Code.NOT_ALLOWED,
        reception.people.set_password, boss.user, hashed, by=boss, now_ms=NOW_MS,
    )  # fmt: skip


# Guests.


def test_a_guest_has_a_name_play_money_and_a_week(reception):
    came = reception.door.guest(NOW_MS, play_cents=PlayTerms().granted_cents)
    user = came.person.user
    assert came.person.name == f"Guest {user}"
    assert (came.person.roles, came.person.money) == ({Role.PLAYER}, Money.PLAY)
    assert came.change.events == (
        house.UserAdded(user, came.person.name, (Role.PLAYER,), Money.PLAY, None),
        house.PlayMoneyGranted(user, 100_000),
    )
    assert reception.ledger[wallet(user)] == 100_000
    assert reception.door.behind(came.token, NOW_MS)[0] == came.person
    assert came.session.expires_ms == NOW_MS + GUEST_SESSION_MS
    assert list(came.change.rows.last) == [
        ("users", (user,)),
        ("sessions", (came.session.token_hash,)),
    ]


def test_guests_have_different_names_even_if_somebody_was_called_like_one_before(reception):
    ada = reception.add("Ada", password=RIGHT)
    row = {**row_of(reception.changes[-1], ada.user), "name": "guest 3"}
    again = Reception(read={"users": [row]})
    names = [again.door.guest(NOW_MS, play_cents=0).person.name for _ in range(3)]
    assert names == ["Guest 2", "Guest 3 2", "Guest 4"]


def test_a_name_is_no_number(reception):
    for name in ("7", "007", "４２"):
        refused(Code.NAME_INVALID, reception.add, name)


def test_names_of_guests_are_given_to_nobody_else(reception):
    for name in ("Guest 7", "GUEST  12", "guest 3 2"):
        refused(Code.NAME_INVALID, reception.add, name)
    assert reception.add("Guest of honour").user == 1


def come_in(reception, now_ms=NOW_MS):
    admission = reception.door.guest(now_ms, play_cents=100_000)
    reception.wrote(admission.change)
    return admission


def departing(reception, there=(), now_ms=NOW_MS):
    return reception.people.departing(there, now_ms)


def test_a_guest_whose_session_has_ended_is_forgotten_with_his_play_money(reception):
    gone, stays = come_in(reception), come_in(reception)
    reception.add("Ada", password=RIGHT)
    assert departing(reception) == []
    reception.wrote(reception.door.log_out(gone.session, NOW_MS))
    assert departing(reception, {gone.person.user}) == []
    assert departing(reception) == [gone.person.user]
    change = reception.people.let_go([gone.person.user], NOW_MS)
    assert reception.wrote(change) == [house.GuestGone(gone.person.user, 100_000)]
    assert row_of(change, gone.person.user)["is_gone"] is True
    assert dict(change.entry.postings) == {
        wallet(gone.person.user): -100_000,
        "play money": 100_000,
    }
    refused(Code.USER_UNKNOWN, reception.people.user, gone.person.user)
    assert [one.user for one in reception.people] == [stays.person.user, 3]
    assert departing(reception) == []
    assert come_in(reception).person.name == "Guest 4"


def test_a_session_of_a_guest_that_is_never_used_ends_after_an_hour(reception):
    once, again = come_in(reception), come_in(reception)
    reception.door.behind(again.token, NOW_MS + 1_000)
    reception.sessions.sweep(NOW_MS + GUEST_TRIAL_MS + 1)
    assert departing(reception) == [once.person.user]
    reception.sessions.sweep(NOW_MS + GUEST_SESSION_MS + 1_001)
    assert departing(reception) == [once.person.user, again.person.user]


def test_of_too_many_guests_those_longest_away_go_and_nobody_who_was_just_here(
    reception, monkeypatch
):
    monkeypatch.setattr(people_module, "_MOST_GUESTS", 4)
    monkeypatch.setattr(people_module, "_ROOM_FOR_GUESTS", 1)
    came = [come_in(reception, NOW_MS + at) for at in range(4)]
    users = [one.person.user for one in came]
    refused(Code.GUESTS_NOT_ADMITTED, reception.door.guest, NOW_MS, play_cents=0)
    # The second sits at a table; the others have used their sessions, the first last.
    later = NOW_MS + 3 * people_module._JUST_HERE_MS
    for at in (2, 3, 1, 0):
        reception.door.behind(came[at].token, later - at * people_module._JUST_HERE_MS)
    assert departing(reception, {users[1]}, later) == [users[3]]
    reception.wrote(reception.people.let_go([users[3]], later))
    assert not reception.sessions.of(users[3])
    assert departing(reception, {users[1]}, later) == []
    come_in(reception, later)
    # Now the one next longest away would have to go, but for who sits and who has just come.
    assert departing(reception, set(users[:2]), later) == [users[2]]
    assert departing(reception, set(users[:3]), later) == []


def test_only_so_many_guests_go_at_once(reception, monkeypatch):
    monkeypatch.setattr(people_module, "_MOST_AT_ONCE", 2)
    for _ in range(3):
        reception.wrote(reception.door.log_out(come_in(reception).session, NOW_MS))
    assert departing(reception) == [1, 2]
    reception.wrote(reception.people.let_go([1, 2], NOW_MS))
    assert departing(reception) == [3]


def test_a_guest_who_goes_while_his_name_is_guessed_is_nobody(reception):
    gone = come_in(reception)
    attempt = reception.door.begin_log_in(gone.person.name, "192.0.2.9", NOW_MS)
    reception.wrote(reception.door.log_out(gone.session, NOW_MS))
    reception.wrote(reception.people.let_go([gone.person.user], NOW_MS))
    checked = PASSWORDS.check_password(attempt.hashed, WRONG)
    came = reception.door.finish_log_in(attempt, checked, now_ms=NOW_MS)
    assert isinstance(came, Refused)
    assert reception.wrote(came.change) == [house.LogInFailed(None, "192.0.2.9")]


def test_who_is_gone_is_not_read_again_and_his_number_is_not_given_again(reception):
    gone = come_in(reception)
    reception.wrote(reception.door.log_out(gone.session, NOW_MS))
    reception.wrote(reception.people.let_go([gone.person.user], NOW_MS))
    again = People(reception.journal, Sessions(counted_chance()), (), last=1)
    assert again.new_guest(NOW_MS).user == 2


def test_a_guest_who_was_given_a_password_is_kept(reception):
    guest = come_in(reception)
    reception.wrote(
        reception.people.set_password(
            guest.person.user, PASSWORDS.hash_password(RIGHT), by=None, now_ms=NOW_MS
        )
    )
    assert not reception.sessions.of(guest.person.user)
    assert departing(reception) == []


def test_a_guest_cannot_log_in_change_a_password_or_become_staff(reception):
    guest = reception.door.guest(NOW_MS, play_cents=0).person
    for password in ("", RIGHT):
        assert isinstance(reception.log_in(guest.name, password), Refused)
    refused(Code.NOT_ALLOWED, reception.change_password, guest, "", RIGHT)
    refused(
        Code.ROLES_INCOMPATIBLE,
        reception.people.set_roles, guest.user, {Role.DEALER}, by=None, now_ms=NOW_MS,
    )  # fmt: skip


def test_where_guests_are_not_admitted_nobody_comes_in_without_a_name():
    reception = Reception(admits_guests=False)
    refused(Code.GUESTS_NOT_ADMITTED, reception.door.guest, NOW_MS, play_cents=1)
    assert len(reception.people) == 0


# On record.


def busy_evening():
    """A bit of everything that writes rows."""
    reception = Reception()
    change, password = reception.door.first_administrator(NOW_MS)
    reception.wrote(change)
    boss = reception.people.find("administrator")
    ada = reception.add("Ada", Role.PLAYER, Role.DEALER, password=RIGHT, by=boss)
    reception.log_in("Ada", RIGHT)
    fail(reception, "Ada", 5)
    reception.log_in("administrator", password)
    reception.change_password(boss, password, RIGHT)
    guests = [reception.door.guest(NOW_MS, play_cents=50_000) for _ in range(3)]
    reception.wrote(reception.door.log_out(guests[0].session, NOW_MS))
    bob = reception.add("Bob", password=RIGHT, by=boss)
    for guest in guests:
        reception.changes.append(guest.change)
    reception.wrote(reception.people.disable(bob.user, is_disabled=True, by=boss, now_ms=NOW_MS))
    reception.wrote(reception.cage.buy_in(ada.user, 5_000, by=boss, now_ms=NOW_MS))
    change, code = reception.cage.issue_voucher(ada.user, 2_000, by=ada, now_ms=NOW_MS)
    reception.wrote(change)
    reception.changes.sort(key=lambda change: change.entry.number)
    return reception, code


def test_read_again_from_a_database_everything_is_as_it_was(tmp_path):
    before, code = busy_evening()
    engine = create_engine(f"sqlite:///{tmp_path / 'house.db'}")
    event.listen(engine, "connect", lambda made, _: made.execute("PRAGMA foreign_keys=ON"))
    schema.METADATA.create_all(engine)
    problems = []
    writer = Writer(engine, lambda _, problem: problems.append(problem))
    writer.start({})
    for change in before.changes:
        writer.submit(change)
    writer.end()
    assert set(problems) == {None}
    with engine.connect() as connection:
        read = {
            table.name: [dict(row) for row in connection.execute(select(table)).mappings()]
            for table in (schema.users, schema.sessions, schema.vouchers, schema.accounts)
        }
    engine.dispose()
    read["balances"] = {row["account"]: row["cents"] for row in read["accounts"]}
    read["head"] = before.journal.head
    after = Reception(read=read)
    assert list(after.people) == list(before.people)
    assert dict(after.ledger.items()) == dict(before.ledger.items())
    for user in before.people:
        assert sorted(after.sessions.of(user.user), key=str) == sorted(
            before.sessions.of(user.user), key=str
        )
    refused(Code.LOG_IN_LOCKED, after.log_in, "Ada", RIGHT)
    assert isinstance(after.log_in("administrator", RIGHT), Admission)
    ada = after.people.find("Ada")
    after.cage.redeem_voucher(code, ada.user, by=ada, now_ms=NOW_MS)
    assert after.ledger[wallet(ada.user)] == 5_000
    assert after.door.guest(NOW_MS, play_cents=0).person.user == len(before.people) + 1


def test_no_secret_is_in_what_is_written_but_hashes():
    before, code = busy_evening()
    written = "".join(f"{change.entry} {change.rows}" for change in before.changes)
    assert "argon2id" in written
    for secret in (RIGHT, code, code.replace(" ", "")):
        assert secret not in written
    logged = "".join(change.entry.body for change in before.changes)
    assert "argon2" not in logged
