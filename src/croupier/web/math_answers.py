"""How what is asked of the mathematics is answered: done, or how far it has come.

What the results are is said here and in `croupier.web.math_forms`.
"""

from typing import Final, Literal, TypedDict

import orjson
from fastapi import Response

from croupier.web.math_forms import (
    AuditShown,
    FigureShown,
    FiguresTable,
    ReadingsShown,
    StudyShown,
)
from croupier.web.math_room import Answer

__all__ = [
    "ANSWERS",
    "AuditAnswer",
    "BetEdges",
    "CoachedAnswer",
    "EdgeAnswer",
    "HandsAnswer",
    "OddsAnswer",
    "ReadingsAnswer",
    "ReportAnswer",
    "WorthAnswer",
    "envelope",
]


def envelope(answer: Answer, status: int = 200) -> Response:
    """The result as it came from its process, or how far it has come."""
    state = "working" if answer.is_working else "waiting"
    progress = None
    if answer.progress is not None:
        what, share = answer.progress
        progress = {"what": what, "share": min(max(share, 0.0), 1.0)}
    result = None
    if answer.result is not None:
        state, progress, result = "done", None, orjson.Fragment(answer.result)
    body = orjson.dumps({"state": state, "progress": progress, "result": result})
    return Response(body, status, media_type="application/json")


# What is small.


class EdgeShown(TypedDict):
    """The house's edge on one bet, played its best."""

    bet: str
    edge: FigureShown
    favours_player: bool


class OptionOdds(TypedDict):
    """What one option is worth."""

    name: str
    label: str
    value: FigureShown
    """What the player gains on average if he takes it and goes on as well as he can."""
    cost: FigureShown
    """What it is worth less than the best."""
    best: bool


class OddsShown(TypedDict):
    """Every option of the question that is open for a seat, the best first."""

    round: int
    seat: int
    place: str | None
    """The hand it is about; None where a seat has only one."""
    question: str
    per: str
    """The unit of the values, which count from before the round: folding an Ante is -1."""
    unseen: int
    """How many cards the seat does not see."""
    assumes: str | None
    """What the values take for granted beyond the rules."""
    best: str
    options: list[OptionOdds]


class TableBet(TypedDict):
    """A bet of a table, as far as its worth is known."""

    name: str
    per: str | None
    """The wager that is the unit of the edge; like what follows None until it is worked out."""
    edge: FigureShown | None
    element_of_risk: FigureShown | None


class TableEdges(TypedDict):
    """The bets of one table, under its own rulings and pay tables."""

    table: int
    bets: list[TableBet]
    """Empty before anything is known of them."""
    is_complete: bool
    """Whether nothing is missing any more."""


class BetEdges(TypedDict):
    """The bets of all tables."""

    tables: list[TableEdges]


class CardsSeen(TypedDict):
    """Cards at one place, as the seat saw them."""

    place: str
    cards: list[str | None]
    """In the order they lay; None for one that showed its back."""


class DecisionCoached(TypedDict):
    """A decision that a seat has made, and what every option of it was worth."""

    number: int
    """Which of the seat's decisions in the round it was, from 1."""
    question: str
    place: str | None
    """The hand it was about; None where a seat has only one."""
    per: str
    """The unit of the values, which count from before the round: folding an Ante is -1."""
    unit_cents: int
    """What that unit was at this seat."""
    held: list[CardsSeen]
    """The seat's cards when it was asked, and those it had picked."""
    dealer: list[CardsSeen]
    """The dealer's."""
    unseen: int
    """How many cards the seat did not see."""
    assumes: str | None
    """What the values take for granted beyond the rules."""
    chosen: str
    """The name of the option."""
    stake_cents: int
    """The further stake that came with it."""
    best: str
    options: list[OptionOdds]
    """The best first."""
    value: FigureShown
    """What the choice was worth as it was staked: less than its option takes may have been."""
    cost: FigureShown
    """How much less that is than the best, in the unit of the values."""
    cost_cents: float
    """The same in money, fractions of a cent among it."""
    cost_percent: float
    """The same in percent of the unit."""
    is_mistake: bool
    kind: str | None
    """What sort of mistake it is: those of one sort are added up."""


class RoundCoached(TypedDict):
    """The decisions of a seat in one round, in the order in which it made them."""

    round: int
    seat: int
    decisions: list[DecisionCoached]


# Answers that are asked for until they are done.


class WorkProgress(TypedDict):
    """How far it has come."""

    what: str
    share: float
    """From 0 to 1, of what is being done now."""


class _Answer(TypedDict):
    state: Literal["done", "working", "waiting"]
    """Ask again, in the same words, until it is `done`."""
    progress: WorkProgress | None
    """None where nothing is known of it."""


class WorthAnswer(_Answer):
    """What every bet is worth, when it is worked out."""

    result: StudyShown | None


class EdgeAnswer(_Answer):
    """The edge of a bet, when it is worked out."""

    result: EdgeShown | None


class ReadingsAnswer(_Answer):
    """All readings compared, when they are."""

    result: ReadingsShown | None


class AuditAnswer(_Answer):
    """The sheet audited, when it is."""

    result: AuditShown | None


class HandsAnswer(_Answer):
    """Every starting hand, when all are valued."""

    result: FiguresTable | None


class ReportAnswer(_Answer):
    """The report is being written."""

    result: None


class OddsAnswer(_Answer):
    """What the options of a question are worth, when it is worked out."""

    result: OddsShown | None


class CoachedAnswer(_Answer):
    """What the decisions of a seat were worth, when it is worked out."""

    result: RoundCoached | None


ANSWERS: Final = (
    WorthAnswer,
    EdgeAnswer,
    ReadingsAnswer,
    AuditAnswer,
    HandsAnswer,
    ReportAnswer,
    OddsAnswer,
    BetEdges,
    CoachedAnswer,
)
"""What has a schema of its own."""
