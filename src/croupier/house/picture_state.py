"""The part of a table's picture that outlives its rounds, as it is kept in the database.

Seats have rows of their own and the round in play is read from the log, so this is small and is
written only when it changes.
"""

from dataclasses import dataclass, field
from typing import cast

import orjson

from croupier.cards import Back, DeckPair
from croupier.house.happenings import ApprovalAsked, Role
from croupier.house.picture import Form, Status, TablePicture
from croupier.table.codec import LATER, from_json, to_json

__all__ = ["read_state", "state_to_json"]


@dataclass(frozen=True, slots=True)
class _Signature:
    form: str
    role: Role
    user: int


@dataclass(frozen=True, slots=True)
class _Form:
    name: str
    expected_cents: int
    counted_cents: int
    by: int
    nature: str | None
    signed: tuple[_Signature, ...]


@dataclass(frozen=True, slots=True)
class _Position:
    role: Role
    user: int
    name: str


@dataclass(frozen=True, slots=True)
class _State:
    status: Status
    positions: tuple[_Position, ...]
    form: _Form | None
    in_play: Back | None
    in_shuffler: Back | None
    sound: tuple[Back, ...]
    unsound: tuple[Back, ...]
    rounds_since_change: int
    approvals: tuple[ApprovalAsked, ...]
    approval_count: int
    round: int
    round_is_on: bool
    decks_until_ms: int | None = field(default=None, metadata=LATER)


def state_to_json(picture: TablePicture) -> str:
    """The lasting part of a picture as JSON text."""
    form = picture.form
    state = _State(
        status=picture.status,
        positions=tuple(
            _Position(role, user, name) for role, (user, name) in picture.positions.items()
        ),
        form=None
        if form is None
        else _Form(
            form.name,
            form.expected_cents,
            form.counted_cents,
            form.by,
            form.nature,
            tuple(
                _Signature(name, role, user)
                for name, signed in form.signed.items()
                for role, user in signed.items()
            ),
        ),
        in_play=picture.decks.in_play if picture.decks else None,
        in_shuffler=picture.decks.in_shuffler if picture.decks else None,
        sound=tuple(back for back, is_sound in picture.inspected.items() if is_sound),
        unsound=tuple(back for back, is_sound in picture.inspected.items() if not is_sound),
        rounds_since_change=picture.rounds_since_change,
        approvals=tuple(picture.approvals.values()),
        approval_count=picture.approval_count,
        round=picture.round,
        round_is_on=picture.round_is_on,
        decks_until_ms=picture.decks_until_ms,
    )
    return orjson.dumps(to_json(state)).decode()


def read_state(text: str, picture: TablePicture) -> None:
    """Puts into a picture what was written of it."""
    state = from_json(_State, orjson.loads(text), "state")
    picture.status = state.status
    picture.positions = {one.role: (one.user, one.name) for one in state.positions}
    if state.form is not None:
        form = state.form
        picture.form = Form(
            form.name, form.expected_cents, form.counted_cents, form.by, form.nature
        )
        for one in form.signed:
            picture.form.signed.setdefault(one.form, {})[one.role] = one.user
    if state.in_play is not None:
        picture.decks = DeckPair(state.in_play, cast("Back", state.in_shuffler))
    picture.inspected = dict.fromkeys(state.sound, True) | dict.fromkeys(state.unsound, False)
    picture.rounds_since_change = state.rounds_since_change
    picture.approvals = {one.approval: one for one in state.approvals}
    picture.approval_count = state.approval_count
    picture.round = state.round
    picture.round_is_on = state.round_is_on
    picture.decks_until_ms = state.decks_until_ms
