"""What players do that they may not: they bet too little, too late, out of turn.

Each is put to a real round, which takes it or refuses it; that, and the reason of the refusal, is
the right answer. So that to refuse is not always right, now and then a player does what he may.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from croupier.rejection import Code, Rejection
from croupier.table.commands import Command, Decide, PlaceWagers
from croupier.table.irregularity import Refused
from croupier.table.picks import check_picks
from croupier.table.preparation import HOUSE_PROCEDURE
from croupier.table.wager import SlipRefusal, slip_refusals
from croupier.training.chance import Chance
from croupier.training.drills.situations import Situation, betting, changing, deciding, late
from croupier.training.lesson import Lesson
from croupier.training.marking import MistakeKind
from croupier.training.questions import Blank, BlankKind, Offered, Question, Right, Task

__all__ = ["faults", "task_of_fault"]

_TRIES: Final = 30
_ONE_IN: Final = 4
"""How often a player does what he may."""
_WRONG_REASONS: Final = 4


@dataclass(frozen=True, slots=True)
class _Fault:
    """One thing players do wrong."""

    item: str
    reason: str
    """What is wrong with it, in words."""


_FAULTS: Final[Mapping[Code, _Fault]] = {
    Code.STAKE_BELOW_MINIMUM: _Fault("Wager below the minimum", "A stake is below the minimum"),
    Code.STAKE_ABOVE_MAXIMUM: _Fault("Wager above the maximum", "A stake is above the maximum"),
    Code.STAKE_OFF_INCREMENT: _Fault(
        "Wager off the steps", "A stake is not in the steps of its spot"
    ),
    Code.STAKE_NOT_PAYABLE: _Fault(
        "Wager that cannot be paid", "A stake could not be paid in whole cents"
    ),
    Code.WAGER_MISSING: _Fault("Compulsory wager left out", "What must be bet is missing"),
    Code.WAGER_WITHOUT_BASE: _Fault(
        "Side bet without its base", "A wager goes only with another, which is not bet"
    ),
    Code.STAKE_NOT_EQUAL: _Fault("Unequal wagers", "Two stakes must be equal, and are not"),
    Code.STAKE_TOO_LOW_BESIDE: _Fault(
        "Wager too small beside another", "A stake is too small beside another"
    ),
    Code.STAKE_TOO_HIGH_BESIDE: _Fault(
        "Wager too large beside another", "A stake is too large beside another"
    ),
    Code.TABLE_MAXIMUM: _Fault(
        "Wagers above the table's maximum", "All stakes together are above the table's maximum"
    ),
    Code.WAGER_NOT_NOW: _Fault(
        "Wager that is not bet before the deal", "A wager is not bet before the deal"
    ),
    Code.PICKS_INVALID: _Fault("Wrong picks", "The picks are not what is to be picked"),
    Code.BETS_CLOSED: _Fault("Wager after bets are closed", "Bets are closed"),
    Code.NOT_ASKED: _Fault("Decision out of turn", "The seat is not being asked"),
    Code.ALREADY_DECIDED: _Fault("Decision changed", "The seat has decided already"),
    Code.OPTION_NOT_OFFERED: _Fault("Option that is not offered", "That is not offered to it"),
    Code.STAKE_INVALID: _Fault("Wrong further wager", "The further wager must be another"),
}
"""In the order in which they are learned."""

_OF_THE_HOUSE: Final = frozenset(
    {
        Code.STAKE_BELOW_MINIMUM,
        Code.STAKE_ABOVE_MAXIMUM,
        Code.STAKE_OFF_INCREMENT,
        Code.STAKE_NOT_PAYABLE,
        Code.TABLE_MAXIMUM,
        Code.BETS_CLOSED,
    }
)
"""What the sign at the table and the house forbid where the sheet of the game is silent."""

_BESIDE: Final = frozenset(
    {Code.STAKE_NOT_EQUAL, Code.STAKE_TOO_LOW_BESIDE, Code.STAKE_TOO_HIGH_BESIDE}
)
_OUT_OF_TURN: Final = frozenset({Code.NOT_ASKED, Code.ALREADY_DECIDED, Code.OPTION_NOT_OFFERED})
_MIGHT_BE_SAID_TOO: Final[Mapping[Code, frozenset[Code]]] = {
    Code.WAGER_NOT_NOW: _BESIDE | {Code.WAGER_WITHOUT_BASE, Code.STAKE_INVALID},
    Code.BETS_CLOSED: frozenset({Code.WAGER_NOT_NOW}),
    Code.STAKE_INVALID: _BESIDE,
    **dict.fromkeys(_OUT_OF_TURN, _OUT_OF_TURN),
}
"""What is not quite wrong to say beside the right reason, and so is not offered with it."""

_RULINGS: Final = (Offered("accept", "Accept it"), Offered("refuse", "Refuse it"))
_NOTHING: Final = Offered("nothing", "Nothing is wrong with it")


def faults(lesson: Lesson) -> dict[str, Code]:
    """By item: what players can do wrong in this game, at this table."""
    known = _known(lesson)
    return {fault.item: code for code, fault in _FAULTS.items() if code in known}


@lru_cache(maxsize=64)
def _known(lesson: Lesson) -> Mapping[Code, Situation]:
    """A situation for everything that can happen, found by trying."""
    found: dict[Code, Situation] = {}
    for happens in (betting, *dict.fromkeys(_HAPPENS.values())):
        chance = Chance("faults", lesson.game.id, happens.__name__)
        for _ in range(_TRIES):
            for situation in happens(lesson, chance):
                code = situation.refusal.code if situation.refusal else None
                if code is not None and _HAPPENS.get(code, betting) is happens:
                    found.setdefault(code, situation)
    return found


def task_of_fault(drill: str, item: str, code: Code, lesson: Lesson, chance: Chance) -> Task:
    """Whether it is accepted, and what is wrong with it."""
    result = code if chance.randrange(_ONE_IN) else None
    situation = _found(lesson, code, result, chance) or _known(lesson)[code]
    refusal = situation.refusal
    offered = _reasons(lesson, situation, chance)
    blanks = (
        Blank("ruling", "Do you accept it?", BlankKind.CHOICE, _RULINGS),
        Blank("reason", "What is wrong with it?", BlankKind.CHOICE, offered),
    )
    if refusal is None:
        ruling, reason = "accept", _NOTHING.name
        why = "It keeps to the limits and to the rules, and it is time for it."
    else:
        ruling, reason, why = "refuse", refusal.code.value, refusal.detail
    clause = _clause(lesson, situation)
    rights = (
        Right("ruling", (ruling,), MistakeKind.WRONG_RULING, clause, why),
        Right("reason", (reason,), MistakeKind.WRONG_RULING, clause, why, needs="ruling"),
    )
    return Task(Question(drill, item, situation.told, situation.scene, blanks), rights)


def _clause(lesson: Lesson, situation: Situation) -> str:
    """The clause that is broken; else that by which it is time for this, and it keeps to."""
    refusal, does = situation.refusal, situation.does
    if refusal is None:
        return situation.clause
    about = next((one.spot for one in _wrong_with(lesson, does)), None)
    asked_by = None
    if isinstance(does, Decide):
        about, asked_by = does.option, situation.clause
    refused = Refused(refusal.code, about, asked_by)
    named = lesson.game.refusal_clause(refused, lesson.rules)
    if named is not None and not _is_of_this_house(lesson, refused, does):
        return named
    return HOUSE_PROCEDURE if refusal.code in _OF_THE_HOUSE else situation.clause


def _is_of_this_house(lesson: Lesson, refused: Refused, does: Command) -> bool:
    """Whether a stake is in the steps the rules ask for, and only not in those of this house."""
    if refused.code is not Code.STAKE_OFF_INCREMENT or refused.about is None:
        return False
    assert isinstance(does, PlaceWagers), "steps are for stakes on a slip"
    usual = lesson.table.wagers[refused.about].limit
    stake = dict(does.slip.stakes)[refused.about]
    return usual is not None and stake % usual.multiple_of_cents == 0


def _reasons(lesson: Lesson, situation: Situation, chance: Chance) -> tuple[Offered, ...]:
    """The right reason among some that are wrong, in the order in which they are learned."""
    refusal = situation.refusal
    true = {one.rejection.code for one in _wrong_with(lesson, situation.does)}
    if refusal is not None:
        true |= {refusal.code, *_MIGHT_BE_SAID_TOO.get(refusal.code, ())}
    wrong = [code for code in _FAULTS if code not in true]
    offered = set(chance.sample(wrong, _WRONG_REASONS))
    if refusal is not None:
        offered.add(refusal.code)
    named = (
        Offered(code.value, fault.reason) for code, fault in _FAULTS.items() if code in offered
    )
    return (_NOTHING, *named)


def _wrong_with(lesson: Lesson, does: Command) -> Iterator[SlipRefusal]:
    """Everything that is wrong with a slip, of which a refusal names only the first."""
    if not isinstance(does, PlaceWagers):
        return
    table = lesson.table
    yield from slip_refusals(
        does.slip,
        table.wagers,
        table.limits,
        table.units_cents,
        lesson.settings.table_maximum_cents,
        rules=table.slip_rules,
    )
    try:
        check_picks(table.picks, does.slip.picks)
    except Rejection as refusal:
        yield SlipRefusal(refusal, None)


def _found(lesson: Lesson, code: Code, result: Code | None, chance: Chance) -> Situation | None:
    """A situation in which it might happen, with this result; None where none is found."""
    happens = _HAPPENS.get(code, betting)
    for _ in range(_TRIES):
        for situation in happens(lesson, chance):
            refusal = situation.refusal
            if (refusal.code if refusal else None) is result:
                return situation
    return None


_Happens = Callable[[Lesson, Chance], Iterator[Situation]]

_HAPPENS: Final[Mapping[Code, _Happens]] = {
    Code.BETS_CLOSED: late,
    Code.NOT_ASKED: deciding,
    Code.ALREADY_DECIDED: changing,
    Code.OPTION_NOT_OFFERED: deciding,
    Code.STAKE_INVALID: deciding,
}
"""Where it happens if not on a slip while bets are open."""
