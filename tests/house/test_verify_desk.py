"""The check of the books: how a rack was counted and signed for, and what the house may do.

Whoever forges here makes all hashes, postings and balances right.
"""

import pytest

from croupier.house import commands as told
from croupier.house.accounts import Money, rack
from croupier.house.happenings import Role
from croupier.house.terms import TableKind, TableTerms

from .books import HouseBooks
from .forging import Books, of_kind

AUTOMATIC, BY_HAND, BLACKJACK, STADIUM = 1, 2, 3, 4
COUNTED, BY_DEALER, BY_BOSS, NOTED_BY_DEALER, OPENED = range(5, 10)
"""Entries of a table that opens with a count that is wrong."""


def counted(path):
    """Books of a table at which $5 were missing when its rack was counted."""
    books = HouseBooks(path)
    dealer = books.person("Dora", roles=(Role.DEALER,))
    boss = books.person("Sam", roles=(Role.SUPERVISOR,))
    live = books.table("three-card-poker", TableTerms(kind=TableKind.HUMAN, money=Money.CASH))
    books.tell(live, dealer, told.TakePosition(Role.DEALER))
    books.tell(live, boss, told.TakePosition(Role.SUPERVISOR))
    books.tell(live, boss, told.Fill(50_000))
    books.tell(live, boss, told.CountBank(49_500, "A chip is missing."))
    for form in ("opener", "error notification"):
        books.tell(live, dealer, told.Sign(form))
        books.tell(live, boss, told.Sign(form))
    return books


@pytest.fixture
def opened(tmp_path):
    return Books(counted(tmp_path / "made.db").write(), tmp_path / "house.db")


def found_at(books, chain, entry):
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (chain, entry), wrong
    return wrong.what


def added(books, chain, *events, actor="house"):
    """What is wrong when that is said to have happened last."""
    books.append(chain, *events, actor=actor)
    return found_at(books, chain, books.last_entry(chain))


def without(kind):
    def change(events):
        events.remove(of_kind(events, kind))

    return change


def with_changed(kind, **changed):
    def change(events):
        of_kind(events, kind).update(changed)

    return change


# A count that is wrong, and both who sign for it.


def test_a_rack_that_was_counted_and_signed_for_is_in_order(opened):
    assert opened.verdict().is_well
    assert opened.entry_with(1, "bank_counted") == COUNTED
    assert opened.entry_with(1, "rack_corrected") == opened.entry_with(1, "table_opened") == OPENED


def test_the_ledger_takes_over_what_was_counted_and_nothing_else(opened):
    def take_more(events):
        of_kind(events, "rack_corrected")["cents"] -= 100_00
        return {rack(1): -100_00, "differences": 100_00}

    opened.forge(1, OPENED, take_more)
    assert "no count for which both have signed" in found_at(opened, 1, OPENED)


def test_a_rack_is_corrected_once(opened):
    def take_twice(events):
        events.insert(1, of_kind(events, "rack_corrected"))
        return {rack(1): -500, "differences": 500}

    opened.forge(1, OPENED, take_twice)
    assert "no count for which both have signed" in found_at(opened, 1, OPENED)


def test_a_table_does_not_open_before_the_ledger_took_over_what_was_counted(opened):
    def leave_out(events):
        without("rack_corrected")(events)
        return {rack(1): 500, "differences": -500}

    opened.forge(1, OPENED, leave_out)
    assert "did not take over" in found_at(opened, 1, OPENED)


def test_a_table_for_which_both_have_signed_opens(opened):
    opened.forge(1, OPENED, without("table_opened"))
    assert "table is not done" in found_at(opened, 1, OPENED)


def test_a_difference_is_noted(opened):
    opened.forge(1, COUNTED, without("discrepancy_noted"))
    assert "it is not noted" in found_at(opened, 1, COUNTED)


def test_what_is_noted_is_the_difference(opened):
    opened.forge(1, COUNTED, with_changed("discrepancy_noted", counted_cents=49_400))
    assert "no count shows" in found_at(opened, 1, COUNTED)


def test_what_the_rack_should_hold_is_what_it_holds(opened):
    opened.forge(1, COUNTED, with_changed("bank_counted", expected_cents=40_000))
    assert "the rack should hold $500" in found_at(opened, 1, COUNTED)


@pytest.mark.parametrize(
    ("what", "seconds", "said"),
    [
        ("dealer", 61, "this window lasts 60 seconds, not 61"),
        ("betting", 60, "this window lasts"),
        ("decision", 0, "this window lasts"),
        ("lunch", 60, "no window for 'lunch'"),
    ],
)
def test_a_window_is_as_long_as_the_terms_say(opened, what, seconds, said):
    started = {"event": "clock_started", "what": what, "seconds": seconds}
    opened.forge(1, BY_DEALER, lambda events: events.insert(0, started))
    assert said in found_at(opened, 1, BY_DEALER)


@pytest.mark.parametrize("missing", [BY_DEALER, BY_BOSS, NOTED_BY_DEALER])
def test_every_signature_is_missed(opened, missing):
    def forget(events):
        events[:] = [{"event": "clock_started", "what": "dealer", "seconds": 60}]

    opened.forge(1, missing, forget)
    assert "no count for which both have signed" in found_at(opened, 1, OPENED)


def test_nobody_signs_twice_nor_what_does_not_wait(opened):
    opened.forge(1, NOTED_BY_DEALER, with_changed("form_signed", form="opener"))
    assert "the dealer has signed the opener before" in found_at(opened, 1, NOTED_BY_DEALER)
    opened.forge(1, NOTED_BY_DEALER, with_changed("form_signed", form="closing count"))
    assert "no closing count waits" in found_at(opened, 1, NOTED_BY_DEALER)


def test_one_person_does_not_sign_in_both_positions(tmp_path):
    books = HouseBooks(tmp_path / "made.db")
    dealer = books.person("Dora", roles=(Role.DEALER,))
    boss = books.person("Sam", roles=(Role.SUPERVISOR,))
    both = books.person("Both", roles=(Role.DEALER, Role.SUPERVISOR))
    live = books.table("three-card-poker", TableTerms(kind=TableKind.HUMAN))
    books.tell(live, both, told.TakePosition(Role.DEALER))
    books.tell(live, boss, told.TakePosition(Role.SUPERVISOR))
    books.tell(live, boss, told.Fill(50_000))
    books.tell(live, boss, told.CountBank(50_000))
    books.tell(live, both, told.Sign("opener"))
    books.tell(live, both, told.LeavePosition(Role.DEALER))
    books.tell(live, boss, told.LeavePosition(Role.SUPERVISOR))
    books.tell(live, dealer, told.TakePosition(Role.DEALER))
    books.tell(live, both, told.TakePosition(Role.SUPERVISOR))
    made = Books(books.write(), tmp_path / "house.db")
    assert made.verdict().is_well
    signed = {"event": "form_signed", "form": "opener", "user": both.user, "role": "supervisor"}
    said = added(made, 1, signed, {"event": "table_opened"}, actor=both.actor)
    assert "has signed this count as its dealer" in said


# What nobody has counted or signed for, and what the house does not do.


def test_a_table_dealt_by_hand_does_not_open_by_itself(tmp_path):
    books = HouseBooks(tmp_path / "made.db")
    books.table("three-card-poker", TableTerms(kind=TableKind.HUMAN))
    made = Books(books.write(), tmp_path / "house.db")
    assert made.verdict().is_well
    assert "have not signed the opener" in added(made, 1, {"event": "table_opened"})


COUNT = {"event": "bank_counted", "form": "closing count", "by": 6}
SIGNED = {"event": "form_signed", "form": "opener", "role": "dealer"}
TAKEN_OUT = {rack(BY_HAND): -100_000, "house": 100_000}


@pytest.mark.parametrize(
    ("chain", "actor", "event", "moved", "said"),
    [
        (
            BY_HAND,
            "house",
            {"event": "rack_corrected", "cents": -100_000},
            {rack(BY_HAND): -100_000, "differences": 100_000},
            "no count for which both have signed",
        ),
        (BY_HAND, "house", {"event": "table_closed"}, {}, "have not signed the closing count"),
        (BY_HAND, "house", {"event": "table_opened"}, {}, "have not signed the opener"),
        (AUTOMATIC, "house", {"event": "table_closed"}, {}, "the table is open"),
        (AUTOMATIC, "house", {"event": "table_opened"}, {}, "the table is open"),
        (AUTOMATIC, "user 6", {"event": "table_opened"}, {}, "user 6 is no administrator"),
        (AUTOMATIC, "user 1", {"event": "table_closing", "by": None}, {}, "is no administrator"),
        (BY_HAND, "house", {"event": "table_closing", "by": None}, {}, "supervisor of this table"),
        (BY_HAND, "user 1", {"event": "table_closing", "by": 6}, {}, "for user 6, not for user 1"),
        (
            AUTOMATIC,
            "user 1",
            {"event": "terminal_door", "seat": 2, "is_open": False},
            {},
            "user 1 is no supervisor or administrator",
        ),
        (BY_HAND, "house", {**SIGNED, "user": 1}, {}, "for user 1, not for house"),
        (BY_HAND, "user 1", {**SIGNED, "user": 1}, {}, "user 1 is not the dealer"),
        (BY_HAND, "user 5", {**SIGNED, "user": 5}, {}, "no opener waits"),
        (
            BY_HAND,
            "user 6",
            {**COUNT, "expected_cents": 1, "counted_cents": 1},
            {},
            "no closing count is due",
        ),
        (
            AUTOMATIC,
            "user 6",
            {**COUNT, "expected_cents": 1, "counted_cents": 1},
            {},
            "no closing count is due",
        ),
        (
            BY_HAND,
            "user 6",
            {"event": "discrepancy_noted", "nature": "x", "expected_cents": 1, "counted_cents": 2},
            {},
            "no count shows such a difference",
        ),
        (
            BLACKJACK,
            "user 1",
            {"event": "tip_given", "seat": 1, "cents": 5},
            {"table 3/seat 1": -5, "table 3/tips": 5},
            "takes no tips",
        ),
        (
            BY_HAND,
            "house",
            {"event": "rack_filled", "cents": 100, "by": None},
            {rack(BY_HAND): 100, "house": -100},
            "the house fills one to its float",
        ),
        (
            AUTOMATIC,
            "house",
            {"event": "rack_filled", "cents": 100, "by": None},
            {rack(AUTOMATIC): 100, "play money": -100},
            "the house fills one to its float",
        ),
        (
            BY_HAND,
            "house",
            {"event": "rack_credited", "cents": 100_000, "by": None},
            TAKEN_OUT,
            "takes nothing out of a rack by itself",
        ),
        (
            AUTOMATIC,
            "house",
            {"event": "tips_collected", "cents": 700, "by": None},
            {"table 1/tips": -700, "play money": 700},
            "a supervisor empties the tip box",
        ),
        (BY_HAND, "house", {"event": "decks_removed", "reason": "closed"}, {}, "not removed for"),
        (AUTOMATIC, "house", {"event": "decks_removed", "reason": "unsound"}, {}, "no decks are"),
        (
            AUTOMATIC,
            "user 5",
            {"event": "position_taken", "role": "dealer", "user": 5, "name": "Dora"},
            {},
            "deals by itself",
        ),
        (
            BY_HAND,
            "user 9",
            {"event": "position_taken", "role": "supervisor", "user": 9, "name": "Steve"},
            {},
            "has a supervisor",
        ),
        (
            BY_HAND,
            "user 3",
            {"event": "position_left", "role": "supervisor", "user": 6},
            {},
            "user 3 is no administrator",
        ),
    ],
    ids=lambda value: value["event"] if isinstance(value, dict) and "event" in value else "",
)
def test_what_is_not_done_at_a_table_is_found(books, *, chain, actor, event, moved, said):
    books.append(chain, event, actor=actor, moved=moved)
    assert said in found_at(books, chain, books.last_entry(chain))


def test_what_was_approved_is_done(books):
    entry = books.entry_with(BY_HAND, "approval_given")

    def approve_alone(events):
        del events[events.index(of_kind(events, "approval_given")) + 1 :]

    books.forge(BY_HAND, entry, approve_alone)
    assert "is to be revised, and is not" in found_at(books, BY_HAND, entry)


def test_a_round_begins_at_an_open_table(books):
    """Not at one that is about to close, where nobody would be told to leave."""
    entry = books.entry_with(BLACKJACK, "round_abandoned")

    def close(events):
        at = events.index(of_kind(events, "round_began"))
        events.insert(at, {"event": "table_closing", "by": None})

    books.forge(BLACKJACK, entry, close)
    assert "the table is closing" in found_at(books, BLACKJACK, entry)
