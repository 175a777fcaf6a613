"""Rounds that were wrongly dealt, put right: the old record stays, the difference is paid.

While a round is in play, the supervisor has a card that was read wrongly corrected at once: what
followed from it is undone, with its money, and takes place again. A round that is over he may only
ask to have revised. When a second person approves, it is dealt again on paper, where no money
moves, and each player is paid, or pays, what that changes for him.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from croupier.house import commands as told
from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import meter, rack, wallet
from croupier.house.commands import Person, TableCommand
from croupier.house.dealt_again import (
    dealt_void,
    dealt_with,
    dealt_with_in_play,
    first_difference,
)
from croupier.house.desk import require_text
from croupier.house.happenings import Role
from croupier.house.past_rounds import PastRound, money_of_round, results_of
from croupier.house.picture import Status
from croupier.house.postings import netted, postings_next, postings_of
from croupier.money import format_cents, is_whole_number
from croupier.quoting import harmless
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.events import Event
from croupier.table.replay import replay

if TYPE_CHECKING:
    from croupier.house.live_table import LiveTable

__all__ = ["handle", "round_meant"]

_REVISERS: Final = frozenset({Role.SUPERVISOR, Role.ADMINISTRATOR})


def round_meant(table: "LiveTable", who: Person, command: TableCommand) -> int | None:
    """The round that is over which has to be looked up before a command is done, if one has."""
    if not who.roles & _REVISERS:
        return None
    match command:
        case told.CorrectCard(number) | told.VoidRound(number):
            is_on = table.round is not None and number == table.picture.round
            return None if is_on or not is_whole_number(number) else number
        case told.Approve(approval):
            asked = table.picture.approvals.get(approval)
            return None if asked is None else asked.round
        case _:
            return None


def handle(table: "LiveTable", who: Person, command: TableCommand) -> None:
    """Does what a supervisor tells the table about a round that was wrongly dealt."""
    match command:
        case told.CorrectCard(number, _, _, reason):
            table.require_position(who, Role.SUPERVISOR)
            require_text(reason)
            if table.round is not None and number == table.picture.round:
                _correct_now(table, who, command)
            else:
                _ask(table, who, command)
        case told.VoidRound(number, reason):
            table.require_position(who, Role.SUPERVISOR)
            require_text(reason)
            if table.round is not None and number == table.picture.round:
                raise Rejection(
                    Code.ROUND_ON,
                    "This round is in play; report what went wrong, and rule that it is void.",
                )
            _ask(table, who, command)
        case told.Approve():
            _decide(table, who, command)
        case _:
            raise AssertionError(f"no revision: {command}")


# The round in play.


def _correct_now(table: "LiveTable", who: Person, command: told.CorrectCard) -> None:
    """Deals the round in play again with the right card, and goes on from there."""
    recorded = table.picture.events
    again = dealt_with_in_play(
        table.game, recorded, command.position, command.card, table.automation
    )
    at = first_difference(recorded, again.events)
    new = again.events[at:]
    revised = house.RoundRevised(
        table.picture.round, at, len(new), False, command.reason, who.user, who.user
    )
    _require_credit(table, revised, new)
    table.tell(revised)
    for event in new:
        table.tell(event)
    table.take_up(again, None)


def _require_credit(table: "LiveTable", revised: house.RoundRevised, new: Sequence[Event]) -> None:
    """Refuses what a seat can no longer pay: it may have staked what it should not have won."""
    number, money = table.number, table.picture.terms.money
    moved = netted(
        [
            *postings_next(revised, number, table.picture),
            *(posting for event in new for posting in postings_of(event, number, money)),
        ]
    )
    promised = _promised(new)
    for seat in table.picture.slip_cents:
        account = meter(number, seat)
        if table.ledger[account] + moved.get(account, 0) < promised.get(seat, 0):
            raise Rejection(
                Code.REVISION_IMPOSSIBLE,
                f"With that card seat {seat} would have had less than it has staked since. Have "
                "the round void instead.",
            )
    if table.ledger[rack(number)] + moved.get(rack(number), 0) < 0:
        raise Rejection(
            Code.BANKROLL_SHORT, "The rack does not hold what is to be paid; fill it first."
        )


def _promised(events: Sequence[Event]) -> dict[int, int]:
    """By seat: the stakes of choices that are taken when all have chosen."""
    found: dict[int, int] = {}
    for event in events:
        match event:
            case happened.DecisionMade(choice, seat) if choice is not None:
                found[seat] = choice.stake_cents
            case happened.DecisionsClosed():
                found.clear()
            case _:
                pass
    return found


# Rounds that are over.


def _ask(table: "LiveTable", who: Person, command: told.CorrectCard | told.VoidRound) -> None:
    """Asks for a second person's approval of what could be done."""
    correcting = command if isinstance(command, told.CorrectCard) else None
    asked = house.ApprovalAsked(
        table.picture.approval_count + 1,
        "correct card" if correcting else "void round",
        command.round,
        correcting.position if correcting else None,
        correcting.card if correcting else None,
        command.reason,
        who.user,
    )
    past = _look_up(table, command.round)
    _require_stranger(past, who)
    waiting = [one for one in table.picture.approvals.values() if one.round == command.round]
    if waiting:
        raise Rejection(
            Code.NOT_ALLOWED,
            f"Approval {waiting[0].approval} is waited for on this round; have it given or refused "
            "first.",
        )
    _dealt_again(table, past, asked)
    table.tell(asked)


def _decide(table: "LiveTable", who: Person, command: told.Approve) -> None:
    """A second person agrees, and it is done; or somebody says no."""
    asked = table.picture.approvals.get(command.approval)
    if asked is None:
        raise Rejection(
            Code.APPROVAL_UNKNOWN, f"No approval {harmless(command.approval)} is waited for."
        )
    _require_approver(table, who)
    if not command.is_granted:
        table.tell(house.ApprovalGiven(asked.approval, False, who.user))
        return
    if who.user == asked.by:
        raise Rejection(
            Code.NOT_ALLOWED, "A second person must approve; who has asked may only take it back."
        )
    if table.picture.form is not None:
        raise Rejection(
            Code.FORM_NOT_WAITING,
            "The rack was counted, and the form waits for signatures; have them first.",
        )
    past = _look_up(table, asked.round)
    _require_stranger(past, who)
    new = _dealt_again(table, past, asked)
    paid = _differences(table, asked.round, past, new)
    if paid and table.picture.status is Status.CLOSED and table.picture.terms.is_dealt_by_hand:
        raise Rejection(
            Code.TABLE_NOT_OPEN,
            "The rack is counted and signed for, and the difference goes from it: approve when the "
            "table is open again.",
        )
    _require_rack(table, sum(one.cents for one in paid))
    at = first_difference(past.events, new)
    table.tell(house.ApprovalGiven(asked.approval, True, who.user))
    table.tell(
        house.RoundRevised(asked.round, at, len(new) - at, True, asked.reason, asked.by, who.user)
    )
    for event in new[at:]:
        table.tell(event)
    for one in paid:
        table.tell(one)
    table.revised_entry = table.head.entries + 1
    _write_rows(table, asked.round, past, new)


def _require_approver(table: "LiveTable", who: Person) -> None:
    if not who.roles & _REVISERS:
        raise Rejection(Code.NOT_ALLOWED, "A supervisor or an administrator approves.")
    is_dealer = table.picture.positions.get(Role.DEALER, (None, ""))[0] == who.user
    if Role.AUDITOR in who.roles or is_dealer or table.picture.seats_of(who.user):
        raise Rejection(
            Code.ROLES_INCOMPATIBLE,
            "Neither an auditor nor who deals or plays at this table approves what happens at it.",
        )


def _require_stranger(past: PastRound, who: Person) -> None:
    if any(one.user == who.user for one in past.seats.values()):
        raise Rejection(
            Code.ROLES_INCOMPATIBLE, "Nobody has a round revised that he has played in."
        )


def _look_up(table: "LiveTable", number: int) -> PastRound:
    if not is_whole_number(number) or not 1 <= number <= table.picture.round:
        raise Rejection(
            Code.ROUND_UNKNOWN, f"No round {harmless(number)} of this table is on record."
        )
    past = table.past_round(number)
    if past is None or past.as_of_entry < table.revised_entry:
        # Or it has ended since it was looked for.
        raise Rejection(
            Code.HOUSE_UNAVAILABLE,
            "This round, or a revision of it, is just being written; try again in a moment.",
        )
    return past


def _dealt_again(
    table: "LiveTable", past: PastRound, asked: house.ApprovalAsked
) -> tuple[Event, ...]:
    """The events of the round as it should have been, or why there can be none."""
    if past.is_void:
        raise Rejection(
            Code.REVISION_IMPOSSIBLE, "This round is void: every wager went back, and stays back."
        )
    try:
        replay(table.game, past.events)
    except Rejection as refused:
        raise Rejection(
            Code.REVISION_IMPOSSIBLE, f"This round cannot be played again: {refused.detail}"
        ) from refused
    if asked.position is None or asked.card is None:
        return dealt_void(table.game, past.events, asked.reason).events
    return dealt_with(table.game, past.events, asked.position, asked.card).events


# What it changes for whom.


def _differences(
    table: "LiveTable", number: int, past: PastRound, new: Sequence[Event]
) -> list[house.DifferencePaid]:
    """What each player gets, or gives back of what he still has."""
    before, after = results_of(past.events), results_of(new)
    taken: dict[str, int] = {}
    found: list[house.DifferencePaid] = []
    for seat, sat in sorted(past.seats.items()):
        due = after[seat] - before[seat]
        sitting = table.picture.seats.get(seat)
        is_seated = sitting is not None and sitting.user == sat.user
        if due > 0:
            made_up = min(due, sat.forgone_cents)
            found.append(
                house.DifferencePaid(number, seat, sat.user, is_seated, due - made_up, -made_up)
            )
            continue
        owed = -due
        if owed and is_seated:
            given = min(owed, _free_credit(table, seat))
            owed -= given
            if given:
                found.append(house.DifferencePaid(number, seat, sat.user, True, -given, 0))
        if owed:
            # One person may have played several seats, and has one wallet.
            account = wallet(sat.user)
            given = min(owed, table.ledger[account] - taken.get(account, 0))
            taken[account] = taken.get(account, 0) + given
            found.append(house.DifferencePaid(number, seat, sat.user, False, -given, owed - given))
    return found


def _free_credit(table: "LiveTable", seat: int) -> int:
    """What can be taken off a meter, whatever becomes of the round in play."""
    held = table.in_play.reserved.get(seat, 0)
    if table.round is not None:
        # If the round is void, what was won in it goes back.
        held += table.round.layout.won_cents.get(seat, 0)
    return max(table.ledger[meter(table.number, seat)] - held, 0)


def _require_rack(table: "LiveTable", paid_cents: int) -> None:
    """Refuses to pay from the rack what the round in play may need."""
    left = table.ledger[rack(table.number)] - paid_cents
    if paid_cents > 0 and left < table.needed_cents:
        short = format_cents(table.needed_cents - left)
        raise Rejection(
            Code.BANKROLL_SHORT, f"The rack is {short} short of what is to be paid; fill it first."
        )


def _write_rows(table: "LiveTable", number: int, past: PastRound, new: Sequence[Event]) -> None:
    """The rows of the round as it is revised, in place of those before."""
    staked, returned = money_of_round(new)
    rows = table.draft.rows
    rows.put(schema.revisions, table=table.number, round=number, entry=table.head.entries + 1)
    for seat, sat in past.seats.items():
        rows.put(
            schema.results,
            table=table.number,
            seat=seat,
            round=number,
            user=sat.user,
            staked_cents=staked[seat],
            returned_cents=returned.get(seat, 0),
            credit_before_cents=sat.credit_before_cents,
            credit_after_cents=sat.credit_before_cents + returned.get(seat, 0) - staked[seat],
        )
    is_void = any(isinstance(event, happened.RoundVoided) for event in new)
    rows.put(
        schema.rounds,
        table=table.number,
        round=number,
        first_entry=past.first_entry,
        last_entry=past.last_entry,
        ended_ms=past.ended_ms,
        outcome="void" if is_void else "revised",
        seats=len(staked),
        staked_cents=sum(staked.values()),
        returned_cents=sum(returned.values()),
    )
