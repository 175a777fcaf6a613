"""The page on the log says what is true: every happening and field, every account, the hash."""

import hashlib
import re
from dataclasses import fields
from pathlib import Path

import orjson
import pytest
from sqlalchemy import select

from croupier.cards import HandDeck
from croupier.house import accounts, schema
from croupier.house.happenings import HAPPENINGS, logged_name
from croupier.house.log import GENESIS, entry_hash
from croupier.house.reading import entries_of, open_to_read, reading
from croupier.house.salts import cut_of, salt_of
from croupier.house.terms import TableTerms
from croupier.house.verify.money import Impossible, RoundMoney, transfer_of
from croupier.house.verify.significance import SIGNIFICANT
from croupier.table.events import EVENTS
from croupier.table.source import DealtFrom

from .books import whole_house

PAGE = (Path(__file__).parents[2] / "docs" / "house-log.md").read_text(encoding="utf-8")
SECTIONS = {
    section.split("\n", 1)[0].strip(): section
    for section in re.split(r"^### ", PAGE.split("## The happenings")[1], flags=re.MULTILINE)[1:]
}


def part(heading):
    return re.search(rf"^## {heading}\n(.*?)(?=^## )", PAGE, re.MULTILINE | re.DOTALL)[1]


def test_every_happening_has_a_heading_in_order():
    assert list(SECTIONS) == [logged_name(kind) for kind in HAPPENINGS]


@pytest.mark.parametrize("kind", HAPPENINGS, ids=logged_name)
def test_every_field_is_named_under_its_happening(kind):
    for field in fields(kind):
        assert f"`{field.name}`" in SECTIONS[logged_name(kind)], field.name


def test_every_term_of_a_table_is_named():
    for name in TableTerms.names():
        assert f"`{name}`" in SECTIONS["table_created"], name


def test_every_column_of_an_entry_is_named():
    named = part("Chains and entries")
    for column in schema.entries.columns:
        assert f"`{column.name}`" in named, column.name


def test_every_significance_is_named():
    named = part("Significant events")
    for significance in SIGNIFICANT.values():
        assert f"`{significance}`" in named, significance


def test_every_account_is_named():
    named = part("Money")
    for account in (
        *accounts.SOURCES,
        accounts.VOUCHERS,
        "wallet U",
        *(f"table T/{what}" for what in ("seat N", "wagers", "rack", "tips")),
    ):
        assert f"`{account}`" in named, account
    assert (
        set(
            re.findall(
                r"`([a-z ]+)`", re.search(r"^Only (.*) may be below zero", named, re.MULTILINE)[1]
            )
        )
        == accounts.SOURCES
    )


def test_every_event_that_moves_money_is_named():
    """Found by trying each kind, with numbers wherever one belongs."""
    named = part("Money").split("| Event | moves |")[1]
    moving = []
    for kind in HAPPENINGS:
        values = dict.fromkeys((field.name for field in fields(kind)), 1)
        if transfer_of(kind(**values), 1, accounts.Money.CASH) is not None:
            moving.append(logged_name(kind))
    assert len(moving) >= 11
    for name in [*moving, "round_revised"]:
        assert f"`{name}`" in named, name
    moving = [kind for kind in EVENTS if _moves(kind)]
    assert len(moving) == 5
    for kind in moving:
        assert f"`{logged_name(kind)}`" in named, kind
    listed = set(
        re.findall(r"`([a-z_]+_[a-z_]+)`", "".join(re.findall(r"^\| [^|]+", named, re.MULTILINE)))
    )
    assert listed <= {logged_name(kind) for kind in (*HAPPENINGS, *EVENTS)}


def _moves(kind):
    values = dict.fromkeys((field.name for field in fields(kind)), 1)
    if "stakes" in values:
        values["stakes"] = (("Ante", 5),)
    money = RoundMoney()
    try:
        money.take(kind(**values))
    except Impossible:
        return True
    return any(money.moved(1).values())


def test_the_worked_example_is_what_the_log_makes():
    (body, _) = re.findall(r"'(\[\{.*?\}\])'", PAGE)
    first = entry_hash(
        GENESIS,
        chain=0,
        number=1,
        first_event=1,
        at_ms=1_700_000_000_000,
        actor="house",
        command=None,
        asked=None,
        round=0,
        body=body,
        postings=[],
    )
    assert PAGE.count(first) == 2


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    return whole_house(tmp_path_factory.mktemp("books") / "house.db")


def test_hashes_are_as_the_page_says(books):
    """Without this program's own code for it."""
    with reading(open_to_read(str(books.path))) as connection:
        for chain in range(5):
            before = "0" * 64
            for entry in entries_of(connection, chain):
                header = [
                    entry.chain,
                    entry.number,
                    entry.first_event,
                    entry.at_ms,
                    entry.actor,
                    entry.command,
                    entry.round,
                    *([entry.asked] if entry.asked is not None else []),
                ]
                lines = [before, orjson.dumps(header).decode(), entry.body]
                lines.append(orjson.dumps(entry.postings).decode())
                before = hashlib.sha256("\n".join(lines).encode()).hexdigest()
                assert before == entry.hash
            head = connection.scalar(
                select(schema.chains.c.hash).where(schema.chains.c.chain == chain)
            )
            assert head == before


def test_salt_and_cut_are_as_the_page_says():
    salt = salt_of({10: "b", 2: "a"})
    assert salt == hashlib.sha256(b'[[2,"a"],[10,"b"]]').hexdigest()
    number = int(hashlib.sha256(f"cut {salt}".encode()).hexdigest(), 16)
    assert cut_of(salt, DealtFrom(HandDeck)) == 1 + number % 51
