"""Rounds that were wrongly dealt, put right: the old record stays, the difference is paid.

While a round is in play, the supervisor has a card that was read wrongly corrected at once: what
followed from it is undone, with its money, and takes place again. A round that is over he may only
ask to have revised. When a second person approves, it is dealt again on paper, where no money
moves, and each player is paid, or pays, what that changes for him. That has been worked out when
the command comes here (`croupier.house.on_paper`): the table waits for nothing.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from croupier.house import commands as told
from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import meter, rack, wallet
from croupier.house.commands import Person, TableCommand
from croupier.house.dealt_again import dealt_with_in_play, first_difference
from croupier.house.desk import require_text
from croupier.house.happenings import Role
from croupier.house.on_paper import DealtAgain, OnPaper, Revision, require_stranger
from croupier.house.past_rounds import PastRound
from croupier.house.picture import Status
from croupier.house.postings import netted, postings_next, postings_of
from croupier.money import format_cents, is_whole_number
from croupier.quoting import harmless
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.events import Event

if TYPE_CHECKING:
    from croupier.house.live_table import LiveTable

__all__ = ["handle", "revision_meant"]

_REVISERS: Final = frozenset({Role.SUPERVISOR, Role.ADMINISTRATOR})


def revision_meant(table: "LiveTable", who: Person, command: TableCommand) -> Revision | None:
    """What is to be dealt again on paper before a command is done, if anything is.

    Nothing for who is refused whatever it would come to, and before that is looked at.
    """
    try:
        match command:
            case told.CorrectCard(number) | told.VoidRound(number):
                _require_asker(table, who, command)
                if _is_on(table, number):
                    return None
                _require_on_record(table, number)
                return _asked_for(command)
            case told.Approve(_, is_granted) if is_granted:
                return _revision_of(_require_approvable(table, who, command))
            case _:
                return None
    except Rejection:
        return None


def handle(table: "LiveTable", who: Person, command: TableCommand) -> None:
    """Does what a supervisor tells the table about a round that was wrongly dealt."""
    match command:
        case told.CorrectCard(number):
            _require_asker(table, who, command)
            if _is_on(table, number):
                _correct_now(table, who, command)
            else:
                _ask(table, who, command)
        case told.VoidRound(number):
            _require_asker(table, who, command)
            if _is_on(table, number):
                raise Rejection(
                    Code.ROUND_ON,
                    "This round is in play; report what went wrong, and rule that it is void.",
                )
            _ask(table, who, command)
        case told.Approve():
            _decide(table, who, command)
        case _:
            raise AssertionError(f"no revision: {command}")


def _require_asker(
    table: "LiveTable", who: Person, command: told.CorrectCard | told.VoidRound
) -> None:
    table.require_position(who, Role.SUPERVISOR)
    require_text(command.reason)


def _is_on(table: "LiveTable", number: int) -> bool:
    return table.round is not None and number == table.picture.round


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


def _asked_for(command: told.CorrectCard | told.VoidRound) -> Revision:
    if isinstance(command, told.CorrectCard):
        return Revision(command.round, command.position, command.card, command.reason)
    return Revision(command.round, None, None, command.reason)


def _revision_of(asked: house.ApprovalAsked) -> Revision:
    return Revision(asked.round, asked.position, asked.card, asked.reason)


def _ask(table: "LiveTable", who: Person, command: told.CorrectCard | told.VoidRound) -> None:
    """Asks for a second person's approval of what could be done."""
    revision = _asked_for(command)
    paper = _look_up(table, revision)
    require_stranger(paper.past, who.user)
    waiting = [one for one in table.picture.approvals.values() if one.round == command.round]
    if waiting:
        raise Rejection(
            Code.NOT_ALLOWED,
            f"Approval {waiting[0].approval} is waited for on this round; have it given or refused "
            "first.",
        )
    # Or why it could not be.
    _ = paper.again
    table.tell(
        house.ApprovalAsked(
            table.picture.approval_count + 1,
            "correct card" if isinstance(command, told.CorrectCard) else "void round",
            revision.round,
            revision.position,
            revision.card,
            revision.reason,
            who.user,
        )
    )


def _decide(table: "LiveTable", who: Person, command: told.Approve) -> None:
    """A second person agrees, and it is done; or somebody says no."""
    asked = _require_approvable(table, who, command)
    if not command.is_granted:
        table.tell(house.ApprovalGiven(asked.approval, False, who.user))
        return
    paper = _look_up(table, _revision_of(asked))
    require_stranger(paper.past, who.user)
    again = paper.again
    paid = _differences(table, asked.round, paper.past, again)
    if paid and table.picture.status is Status.CLOSED and table.picture.terms.is_dealt_by_hand:
        raise Rejection(
            Code.TABLE_NOT_OPEN,
            "The rack is counted and signed for, and the difference goes from it: approve when the "
            "table is open again.",
        )
    _require_rack(table, sum(one.cents for one in paid))
    at, count = again.from_event, len(again.events)
    table.tell(house.ApprovalGiven(asked.approval, True, who.user))
    table.tell(house.RoundRevised(asked.round, at, count, True, asked.reason, asked.by, who.user))
    for event, body in zip(again.events, again.bodies, strict=True):
        table.tell(event, body)
    for one in paid:
        table.tell(one)
    table.revised_entry = table.head.entries + 1
    _write_rows(table, asked.round, paper.past, again)


def _require_approvable(
    table: "LiveTable", who: Person, command: told.Approve
) -> house.ApprovalAsked:
    """What somebody may agree to, or say no to."""
    asked = table.picture.approvals.get(command.approval)
    if asked is None:
        raise Rejection(
            Code.APPROVAL_UNKNOWN, f"No approval {harmless(command.approval)} is waited for."
        )
    _require_approver(table, who)
    if not command.is_granted:
        return asked
    if who.user == asked.by:
        raise Rejection(
            Code.NOT_ALLOWED, "A second person must approve; who has asked may only take it back."
        )
    if table.picture.form is not None:
        raise Rejection(
            Code.FORM_NOT_WAITING,
            "The rack was counted, and the form waits for signatures; have them first.",
        )
    return asked


def _require_approver(table: "LiveTable", who: Person) -> None:
    if not who.roles & _REVISERS:
        raise Rejection(Code.NOT_ALLOWED, "A supervisor or an administrator approves.")
    is_dealer = table.picture.positions.get(Role.DEALER, (None, ""))[0] == who.user
    if Role.AUDITOR in who.roles or is_dealer or table.picture.seats_of(who.user):
        raise Rejection(
            Code.ROLES_INCOMPATIBLE,
            "Neither an auditor nor who deals or plays at this table approves what happens at it.",
        )


def _require_on_record(table: "LiveTable", number: int) -> None:
    if not is_whole_number(number) or not 1 <= number <= table.picture.round:
        raise Rejection(
            Code.ROUND_UNKNOWN, f"No round {harmless(number)} of this table is on record."
        )


def _look_up(table: "LiveTable", revision: Revision) -> OnPaper:
    """The round dealt again on paper, for what is asked now and not for anything before."""
    _require_on_record(table, revision.round)
    paper = table.on_paper(revision)
    if paper is None or paper.revision != revision or paper.past.as_of_entry < table.revised_entry:
        # Or it has ended, or something else was asked, since it was looked for.
        raise Rejection(
            Code.HOUSE_UNAVAILABLE,
            "This round, or a revision of it, is just being written; try again in a moment.",
        )
    return paper


# What it changes for whom.


def _differences(
    table: "LiveTable", number: int, past: PastRound, again: DealtAgain
) -> list[house.DifferencePaid]:
    """What each player gets, or gives back of what he still has."""
    taken: dict[str, int] = {}
    found: list[house.DifferencePaid] = []
    for seat, sat in sorted(past.seats.items()):
        due = again.due_cents[seat]
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


def _write_rows(table: "LiveTable", number: int, past: PastRound, again: DealtAgain) -> None:
    """The rows of the round as it is revised, in place of those before."""
    staked, returned = again.staked_cents, again.returned_cents
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
    rows.put(
        schema.rounds,
        table=table.number,
        round=number,
        first_entry=past.first_entry,
        last_entry=past.last_entry,
        ended_ms=past.ended_ms,
        outcome="void" if again.is_void else "revised",
        seats=len(staked),
        staked_cents=sum(staked.values()),
        returned_cents=sum(returned.values()),
    )
