"""Brings live tables back from the database: at the same card, with the same money.

What a table is in besides its round is in its row, who sits at it in theirs, and the round in play
is read from the log and played again by its script, which must give the same events and stands
then where it stood. A round that cannot be brought back is abandoned: every wager goes back to
whoever made it, and the log says why.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import orjson
from sqlalchemy import ColumnElement, Connection, and_, or_, select

from croupier.cards import Seed
from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.changes import Change, Receipt
from croupier.house.happenings import Logged
from croupier.house.ledger import Ledger
from croupier.house.live_table import LiveTable
from croupier.house.log import HOUSE_CHAIN, Head, events_in
from croupier.house.picture import SeatPicture, TablePicture
from croupier.house.picture_state import read_state
from croupier.house.table_core import Entropy
from croupier.house.table_record import Draft
from croupier.table import events as happened
from croupier.table.codec import from_json
from croupier.table.events import EVENTS
from croupier.table.layout import Layout
from croupier.table.registry import find_game
from croupier.table.replay import replay

__all__ = [
    "read_heads",
    "read_last_ms",
    "read_seeds",
    "read_tables",
    "read_whether_crashed",
    "receipt_of_row",
    "resume",
]

_MOST_AFTER_A_STOP: Final = 50
"""How many entries of the house's own may have been on their way when it was stopped."""


def read_heads(connection: Connection) -> dict[int, Head]:
    """Where every chain stands."""
    return {
        row.chain: Head(row.entries, row.events, row.hash)
        for row in connection.execute(select(schema.chains))
    }


def read_last_ms(connection: Connection) -> int:
    """The latest time at which anything is in the log; 0 where nothing is."""
    chains, entries = schema.chains, schema.entries
    # Of each chain the last entry is looked up: a join may be read from the side of the entries,
    # from the first to the last of which there are millions.
    at_ms = (
        select(entries.c.at_ms)
        .where(entries.c.chain == chains.c.chain, entries.c.number == chains.c.entries)
        .scalar_subquery()
    )
    last = connection.execute(select(at_ms).select_from(chains)).scalars()
    return max((one for one in last if one is not None), default=0)


def read_whether_crashed(connection: Connection) -> bool:
    """Whether the server before was not stopped."""
    entries = schema.entries
    last = connection.scalars(
        select(entries.c.significance)
        .where(entries.c.chain == HOUSE_CHAIN)
        .order_by(entries.c.number.desc())
        .limit(_MOST_AFTER_A_STOP)
    )
    for noted in last:
        names = (noted or "").split(",")
        if "house_started" in names or "house_stopped" in names:
            return "house_stopped" not in names
    return bool(connection.scalar(select(entries.c.number).where(entries.c.chain == HOUSE_CHAIN)))


def read_tables(
    connection: Connection, ledger: Ledger, heads: dict[int, Head], entropy: Entropy
) -> Iterator[tuple[LiveTable, dict[str, Receipt]]]:
    """Every table, as it stood, and the receipts for the commands of the round in play."""
    seats: dict[int, list[Any]] = {}
    for row in connection.execute(select(schema.seats)):
        seats.setdefault(row.table, []).append(row)
    rows = connection.execute(select(schema.tables).order_by(schema.tables.c.table)).all()
    for row in rows:
        created = from_json(house.TableCreated, orjson.loads(row.created), "table")
        game = find_game(created.settings.game, created.settings.rules_version)
        picture = TablePicture.of(created)
        read_state(row.state, picture)
        for one in seats.get(row.table, ()):
            picture.seats[one.seat] = SeatPicture(
                one.user, one.name, one.is_leaving, one.is_connected, one.is_door_open
            )
        live = LiveTable(
            row.table,
            game,
            picture,
            ledger,
            entropy=entropy,
            created=row.created,
            head=heads[row.table],
        )
        live.round_entry = row.round_entry
        yield live, _read_round(connection, live) if picture.round else {}


def read_seeds(connection: Connection, tables: Iterable[LiveTable]) -> dict[int, str]:
    """By table: the seed of the round in play, where its cards come from one."""
    kept = schema.secrets
    found = {}
    for live in tables:
        if live.picture.round_is_on:
            here = and_(kept.c.table == live.number, kept.c.round == live.picture.round)
            seed = connection.execute(select(kept.c.seed).where(here)).scalar_one_or_none()
            if seed is not None:
                found[live.number] = seed
    return found


def receipt_of_row(row: Any) -> Receipt:
    """The receipt for the command behind a row of the log."""
    upto = row.first_event + row.event_count - 1
    return Receipt(row.chain, row.number, row.first_event, upto, row.at_ms, row.asked)


def _read_round(connection: Connection, live: LiveTable) -> dict[str, Receipt]:
    """Reads the events of the last round back into the picture; its commands' receipts."""
    picture = live.picture
    entries = schema.entries
    found = connection.execute(
        select(entries)
        .where(entries.c.chain == live.number, *_of_round(connection, live))
        .order_by(entries.c.number)
    )
    receipts = {}
    has_begun = False
    for row in found:
        if row.command is not None:
            receipts[f"{row.actor}/{row.command}"] = receipt_of_row(row)
        for event in events_in(row.body):
            if isinstance(event, house.RoundBegan) and event.round == picture.round:
                has_begun = picture.round_is_on = True
                picture.events = [
                    happened.RoundOpened(
                        picture.settings,
                        event.device,
                        event.is_physical,
                        event.back,
                        event.commitment,
                    )
                ]
            elif has_begun and isinstance(event, (*EVENTS, house.RoundRevised)):
                by = _better(picture, event, row.actor)
                picture.apply(event, row.at_ms, row.command, by)
            elif has_begun and isinstance(event, house.SeatReady):
                picture.apply(event, row.at_ms, row.command)
            elif has_begun and isinstance(event, house.SeatLeft):
                picture.ready.discard(event.seat)
    return receipts


def _better(picture: TablePicture, event: Logged, actor: str) -> int | None:
    """Whose slip was put down, or taken back by the house: somebody else may sit there now."""
    if not isinstance(event, happened.WagersPlaced):
        return None
    owner = actor.removeprefix("user ")
    return picture.players.get(event.seat) if owner == actor else int(owner)


def _of_round(connection: Connection, live: LiveTable) -> Iterator[ColumnElement[bool]]:
    """Which entries are about the last round: from its first on, if it is not over."""
    number, rounds, revised = schema.entries.c.number, schema.rounds.c, schema.revisions.c
    yield number >= live.round_entry
    is_last = and_(rounds.table == live.number, rounds.round == live.picture.round)
    ended = connection.scalar(select(rounds.last_entry).where(is_last))
    if ended is not None:
        # Until the dealer begins another, people come and go, maybe for days.
        is_same = and_(revised.table == live.number, revised.round == live.picture.round)
        later = connection.scalars(select(revised.entry).where(is_same)).all()
        yield or_(number <= ended, number.in_(later)) if later else number <= ended


def resume(live: LiveTable, seed: str | None, at_ms: int) -> Change | None:
    """Goes on with the round that was in play; what is to be written of that, if anything is."""
    picture = live.picture
    live.draft = Draft(at_ms, None)
    if picture.round_is_on:
        opened = picture.events[0]
        assert isinstance(opened, happened.RoundOpened), "a round begins with its opening"
        try:
            source = live.source(Seed.parse(seed) if seed is not None else None, opened.back)
            again = replay(live.game, picture.events, source, automation=live.automation)
        except Exception as problem:  # noqa: BLE001 (whatever is wrong with it, it cannot go on)
            _abandon(live, str(problem))
        else:
            live.take_up(again, Seed.parse(seed) if seed is not None else None)
            live.tell(house.RoundResumed(picture.round))
    return live.settle_down()


def _abandon(live: LiveTable, problem: str) -> None:
    """Ends a round that cannot go on as if it had not been."""
    picture = live.picture
    reason = f"The round could not be resumed: {problem}"[:500]
    live.tell(house.RoundAbandoned(picture.round, reason))
    for event in _undone(Layout.fold(picture.events), reason):
        live.tell(event)
    live.write_results("abandoned")


def _undone(layout: Layout, reason: str) -> Iterable[happened.Event]:
    """The events that give everything back."""
    stakes = {seat: dict(spots) for seat, spots in layout.stakes.items()}
    for settled in reversed(layout.settled):
        stake = settled.stake_cents if settled.has_own_wager else 0
        yield happened.SettlementReversed(settled.seat, settled.spot, stake, settled.returned_cents)
        if stake:
            spots = stakes.setdefault(settled.seat, {})
            spots[settled.spot] = spots.get(settled.spot, 0) + stake
    for seat, spots in stakes.items():
        for spot, cents in spots.items():
            yield happened.WagerReturned(seat, spot, cents)
    yield happened.RoundVoided(reason)
