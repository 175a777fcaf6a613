"""What dealer and supervisor do around the rounds: positions, forms, decks, fills, steps.

A table with a dealer opens when its rack is counted and dealer and supervisor have signed for it,
and closes in the same way. Where the count is not what the ledger says, both sign an error
notification too, and the ledger takes over what was found.
"""

from typing import TYPE_CHECKING, Final

from croupier.cards import DeckPair, inspect
from croupier.house import commands as told
from croupier.house import happenings as house
from croupier.house.accounts import rack
from croupier.house.commands import Person, TableCommand
from croupier.house.happenings import Role
from croupier.house.picture import Form, Status
from croupier.house.terms import CardsFrom
from croupier.money import MOST_CENTS, format_cents, is_whole_number
from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.table.commands import Command, Perform, ReadCard
from croupier.table.waiting import AwaitingCards, AwaitingDealer, AwaitingWagers, step_name

if TYPE_CHECKING:
    from croupier.house.live_table import LiveTable

__all__ = [
    "ERROR_NOTIFICATION",
    "handle",
    "next_at_the_desk",
    "open_betting",
    "remove_decks",
    "require_decks",
    "require_text",
]

OPENER: Final = "opener"
CLOSING_COUNT: Final = "closing count"
ERROR_NOTIFICATION: Final = "error notification"

_POSITIONS: Final = (Role.DEALER, Role.SUPERVISOR)
_LONGEST_TEXT: Final = 500
_MOST_CARDS: Final = 120
"""More than two decks are not one deck with cards too many."""


def handle(table: "LiveTable", who: Person, command: TableCommand) -> None:
    """Does what a dealer or supervisor tells the table."""
    match command:
        case told.TakePosition(role):
            _take_position(table, who, role)
        case told.LeavePosition(role):
            _leave_position(table, who, role)
        case told.Do(step):
            table.require_position(who, Role.DEALER)
            _do(table, step)
        case told.EnterCard(card):
            table.require_position(who, Role.DEALER)
            _to_round(table, ReadCard(card))
        case told.InspectDeck():
            table.require_position(who, Role.DEALER)
            _inspect(table, who, command)
        case told.ChangeDecks():
            table.require_position(who, Role.SUPERVISOR)
            _change_decks(table, who, command)
        case told.CountBank():
            table.require_position(who, Role.SUPERVISOR)
            _count(table, who, command)
        case told.Sign(form):
            role = table.require_position(who, *_POSITIONS)
            _sign(table, who, role, form)
        case told.Fill(cents):
            table.require_position(who, Role.SUPERVISOR)
            _fill(table, who, cents)
        case told.Credit(cents):
            table.require_position(who, Role.SUPERVISOR)
            _credit(table, who, cents)
        case told.CollectTips():
            table.require_position(who, Role.SUPERVISOR)
            if not table.tips_cents:
                raise Rejection(Code.NOT_ALLOWED, "The tip box is empty.")
            table.empty_tip_box(who.user)
        case told.CloseTable():
            table.require_position(who, Role.SUPERVISOR)
            table.require_open()
            table.tell(house.TableClosing(who.user))
        case _:
            raise Rejection(Code.NOT_ALLOWED, "That is not for people to tell a table.")


def require_text(text: str) -> None:
    """Refuses what is no sentence for the record."""
    if not text or len(text) > _LONGEST_TEXT or not text.isprintable():
        raise Rejection(
            Code.TEXT_INVALID,
            f"Say it in 1 to {_LONGEST_TEXT} characters that can be printed, on one line.",
        )


def next_at_the_desk(table: "LiveTable", at_ms: int) -> tuple[str, str]:
    """What a table waits for between rounds: a name for programs, and words for people."""
    picture = table.picture
    if picture.form is not None:
        missing = [
            f"the {role} signs the {name}"
            for name in _papers(picture.form)
            for role in _POSITIONS
            if role not in picture.form.signed.get(name, {})
        ]
        return "signatures", f"{'; '.join(missing)}.".capitalize()
    match picture.status:
        case Status.CLOSED | Status.OPENING if picture.terms.is_dealt_by_hand:
            return "count", "The supervisor counts the bank, to open the table."
        case Status.CLOSING if picture.terms.is_dealt_by_hand:
            return "count", "The supervisor counts the bank, to close the table."
        case Status.OPEN:
            pass
        case _:
            return "nothing", f"The table is {picture.status}."
    try:
        require_decks(table, at_ms)
    except Rejection as refused:
        return "decks", refused.detail
    return "new_game", "Press New Game."


# Positions.


def _take_position(table: "LiveTable", who: Person, role: Role) -> None:
    if role not in _POSITIONS:
        raise Rejection(
            Code.NOT_ALLOWED, "Positions at a table are those of its dealer and its supervisor."
        )
    if role not in who.roles:
        raise Rejection(Code.NOT_ALLOWED, f"You are no {role} of this house.")
    if role is Role.DEALER and not table.picture.terms.is_dealt_by_hand:
        raise Rejection(Code.NOT_ALLOWED, "This table deals by itself; it needs no dealer.")
    holder = table.picture.positions.get(role)
    if holder is not None:
        raise Rejection(
            Code.POSITION_TAKEN, f"This table has a {role}, {quoted(holder[1])}, who must go first."
        )
    if Role.AUDITOR in who.roles:
        raise Rejection(Code.ROLES_INCOMPATIBLE, "An auditor works at no table.")
    if any(user == who.user for user, _ in table.picture.positions.values()):
        raise Rejection(
            Code.ROLES_INCOMPATIBLE, "Nobody is dealer and supervisor of one table; leave one."
        )
    if table.picture.seats_of(who.user):
        raise Rejection(Code.ROLES_INCOMPATIBLE, "Who plays at this table does not work at it.")
    table.tell(house.PositionTaken(role, who.user, who.name))


def _leave_position(table: "LiveTable", who: Person, role: Role) -> None:
    """Somebody goes; or is sent, the dealer by his supervisor and anyone by an administrator."""
    positions = table.picture.positions
    holder = positions.get(role)
    if holder is None:
        raise Rejection(Code.NOT_ALLOWED, f"Nobody holds the position of {role} at this table.")
    is_sent = Role.ADMINISTRATOR in who.roles or (
        role is Role.DEALER and positions.get(Role.SUPERVISOR, (None, ""))[0] == who.user
    )
    if holder[0] != who.user and not is_sent:
        raise Rejection(Code.NOT_ALLOWED, f"You are not the {role} of this table.")
    if role is Role.DEALER and table.round is not None and Role.SUPERVISOR not in positions:
        raise Rejection(
            Code.ROUND_ON,
            "A round is on; its dealer stays to its end, or until a supervisor has come to the "
            "table.",
        )
    if (
        role is Role.SUPERVISOR
        and table.round is not None
        and table.picture.terms.is_dealt_by_hand
        and Role.DEALER not in positions
        and Role.ADMINISTRATOR not in who.roles
    ):
        raise Rejection(
            Code.ROUND_ON,
            "A round is on, and nobody deals; its supervisor stays until a dealer has come to the "
            "table.",
        )
    table.tell(house.PositionLeft(role, holder[0]))


# Dealing.


def open_betting(table: "LiveTable") -> None:
    """Does the steps before betting: who presses New Game has done them."""
    while table.round is not None and isinstance(table.round.waiting, AwaitingDealer):
        table.hand_to_round(Perform(step_name(table.round.waiting.step)))


def _do(table: "LiveTable", step: str) -> None:
    waiting = table.round.waiting if table.round is not None else None
    if isinstance(waiting, AwaitingWagers):
        raise Rejection(
            Code.NOT_THE_NEXT_STEP,
            "Bets are open: they close with the clock, or with no_more_bets; then deal.",
        )
    if isinstance(waiting, AwaitingCards):
        step = step_name(waiting.step)
        raise Rejection(
            Code.NOT_THE_NEXT_STEP,
            f"Draw the next card and enter it: enter_card does the step “{step}”.",
        )
    _to_round(table, Perform(step))


def _to_round(table: "LiveTable", command: Command) -> None:
    if table.round is None:
        raise Rejection(Code.ROUND_OVER, "No round is on; press New Game.")
    table.round.check(command)
    table.hand_to_round(command)


# Decks.


def require_decks(table: "LiveTable", at_ms: int) -> None:
    """Refuses a round where the cards have not been inspected, or are due to be changed."""
    terms, picture = table.picture.terms, table.picture
    if terms.cards is not CardsFrom.PHYSICAL:
        return
    if picture.decks is None:
        raise Rejection(
            Code.DECK_NOT_INSPECTED,
            "No cards are in play: two decks are inspected and put into play before a round.",
        )
    if terms.deck_change_rounds and picture.rounds_since_change >= terms.deck_change_rounds:
        raise Rejection(
            Code.DECK_NOT_INSPECTED,
            f"These cards have been in play for {picture.rounds_since_change} rounds: inspect two "
            "new decks and change them.",
        )
    if picture.decks_until_ms is not None and at_ms >= picture.decks_until_ms:
        raise Rejection(
            Code.DECK_NOT_INSPECTED,
            f"These cards have been in play for {_period(terms.deck_change_s)}: inspect two new "
            "decks and change them.",
        )


def _period(seconds: int) -> str:
    """`4 hours`, `90 minutes`, `100 seconds`."""
    for unit_s, unit in ((3600, "hour"), (60, "minute"), (1, "second")):
        if seconds % unit_s == 0:
            count = seconds // unit_s
            return f"{count} {unit}{'' if count == 1 else 's'}"
    raise AssertionError("every whole number is a number of seconds")


def _require_real_cards(table: "LiveTable") -> None:
    if table.picture.terms.cards is not CardsFrom.PHYSICAL:
        raise Rejection(
            Code.NOT_ALLOWED, "The cards of this table are shuffled by the house; it has no decks."
        )


def _inspect(table: "LiveTable", who: Person, command: told.InspectDeck) -> None:
    _require_real_cards(table)
    supervisor = table.picture.positions.get(Role.SUPERVISOR)
    if supervisor is None:
        raise Rejection(
            Code.NOT_ALLOWED, "A deck is inspected before a supervisor; there is none at the table."
        )
    if len(command.cards) > _MOST_CARDS:
        raise Rejection(
            Code.COMMAND_INVALID,
            f"One deck is inspected at a time, not {len(command.cards)} cards.",
        )
    found = inspect(command.cards, back=command.back)
    table.tell(
        house.DeckInspected(command.back, found.is_sound, found.sentence, who.user, supervisor[0])
    )
    decks = table.picture.decks
    if (
        not found.is_sound
        and decks is not None
        and command.back in (decks.in_play, decks.in_shuffler)
    ):
        remove_decks(table, "unsound")


def remove_decks(table: "LiveTable", reason: str) -> None:
    """Takes real cards off the table, if any are on it: they are inspected before they return."""
    if table.picture.terms.cards is CardsFrom.PHYSICAL and table.picture.decks is not None:
        table.tell(house.DecksRemoved(reason))


def _change_decks(table: "LiveTable", who: Person, command: told.ChangeDecks) -> None:
    _require_real_cards(table)
    if table.round is not None:
        raise Rejection(Code.ROUND_ON, "A round is on; cards are changed between rounds.")
    decks = DeckPair(command.in_play, command.in_shuffler)
    for back in (decks.in_play, decks.in_shuffler):
        if not table.picture.inspected.get(back, False):
            raise Rejection(
                Code.DECK_NOT_INSPECTED,
                f"The {back} deck was not inspected, or not found sound; inspect one that is.",
            )
    table.tell(house.DecksChanged(decks.in_play, decks.in_shuffler, who.user))


# Counts and signatures.


def _count(table: "LiveTable", who: Person, command: told.CountBank) -> None:
    form = _form_due(table)
    counted = command.counted_cents
    if not is_whole_number(counted) or not 0 <= counted <= MOST_CENTS:
        raise Rejection(Code.AMOUNT_INVALID, "The count is a whole number of cents.")
    expected = table.ledger[rack(table.number)]
    if counted != expected:
        if not command.nature:
            raise Rejection(
                Code.COUNT_DIFFERS,
                "That is not what the rack should hold. Count again, or say as “nature” what the "
                "error is.",
            )
        require_text(command.nature)
    elif command.nature:
        raise Rejection(
            Code.TEXT_INVALID, "The rack holds what it should; there is no error to notify of."
        )
    table.require_room(house.RackCorrected(counted - expected))
    table.tell(house.BankCounted(form, expected, counted, who.user))
    if counted != expected:
        table.tell(house.DiscrepancyNoted(command.nature, expected, counted))


def _form_due(table: "LiveTable") -> str:
    """Which form the rack is counted for now. A count may be made again until all have signed."""
    if not table.picture.terms.is_dealt_by_hand:
        raise Rejection(Code.NOT_ALLOWED, "This table opens and closes by itself.")
    match table.picture.status:
        case Status.CLOSED | Status.OPENING:
            return OPENER
        case Status.CLOSING if table.round is None:
            return CLOSING_COUNT
        case Status.CLOSING:
            raise Rejection(Code.ROUND_ON, "The rack is counted when the last round is over.")
        case Status.OPEN:
            raise Rejection(
                Code.FORM_NOT_WAITING, "The table is open; close it, then its rack is counted."
            )


def _sign(table: "LiveTable", who: Person, role: Role, name: str) -> None:
    form = table.picture.form
    wanted = () if form is None else _papers(form)
    if form is None or name not in wanted:
        waiting, does = " and ".join(wanted) or "none", "do" if len(wanted) > 1 else "does"
        raise Rejection(
            Code.FORM_NOT_WAITING, f"{quoted(name)} does not wait for signatures; {waiting} {does}."
        )
    if role in form.signed.get(name, {}):
        raise Rejection(Code.FORM_NOT_WAITING, f"The {role} has signed the {name} already.")
    if any(
        user == who.user and other is not role
        for signed in form.signed.values()
        for other, user in signed.items()
    ):
        raise Rejection(
            Code.ROLES_INCOMPATIBLE,
            "You have signed this count in the other position; a second person signs here.",
        )
    table.tell(house.FormSigned(name, who.user, role))
    if all(role in form.signed.get(one, {}) for one in wanted for role in _POSITIONS):
        _complete(table, form)


def _papers(form: Form) -> tuple[str, ...]:
    """What both have to sign for a count."""
    return (form.name,) if form.nature is None else (form.name, ERROR_NOTIFICATION)


def _complete(table: "LiveTable", form: Form) -> None:
    """All have signed: the ledger takes the count over, and the table opens or closes."""
    if form.counted_cents != form.expected_cents:
        table.tell(house.RackCorrected(form.counted_cents - form.expected_cents))
    if form.name == OPENER:
        table.tell(house.TableOpened())
        return
    for seat in list(table.picture.seats):
        table.free(seat)
    table.empty_tip_box(None)
    remove_decks(table, "closed")
    table.tell(house.TableClosed())


# The rack.


def _fill(table: "LiveTable", who: Person, cents: int) -> None:
    table.require_amount(cents, "fill")
    if table.ledger[rack(table.number)] + cents > MOST_CENTS:
        raise Rejection(
            Code.AMOUNT_INVALID, f"A rack holds no more than {format_cents(MOST_CENTS)}."
        )
    filled = house.RackFilled(cents, who.user)
    table.require_room(filled)
    table.tell(filled)


def _credit(table: "LiveTable", who: Person, cents: int) -> None:
    table.require_amount(cents, "credit")
    spare = table.ledger[rack(table.number)] - table.needed_cents
    if cents > spare:
        raise Rejection(
            Code.BANKROLL_SHORT,
            f"The rack can spare {format_cents(max(spare, 0))}; what may have to be paid or "
            "given back in the round stays in it.",
        )
    table.tell(house.RackCredited(cents, who.user))
