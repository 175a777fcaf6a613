"""The procedure drill: the trainee deals a round himself, step by step.

Every step he should do follows from the script of the game, as do the clause behind it and what
lies on the felt before it. So whatever he does instead is caught and named.

    procedure = procedure_of(Lesson.of("three-card-poker"), seed=7)
    run = ProcedureRun(procedure, is_free_run=False)
    run.say("do Inspect the deck")
"""

from croupier.training.procedure.alternatives import WrongMove, wrong_moves
from croupier.training.procedure.judging import judge, unanswered
from croupier.training.procedure.moves import (
    AskSeats,
    CallHand,
    CloseBets,
    CollectCards,
    DealCards,
    Do,
    Move,
    MoveCards,
    OpenBets,
    Pile,
    ReleaseCards,
    SettleWager,
    TurnCards,
)
from croupier.training.procedure.palette import CallWords, Palette, Verb, palette
from croupier.training.procedure.reading import parse_move
from croupier.training.procedure.report import Missed, ProcedureReport, SlowStep
from croupier.training.procedure.run import Judged, ProcedureRun
from croupier.training.procedure.shorthand import LETTERS, Shorthand, read_said
from croupier.training.procedure.stages import Procedure, Stage, procedure_of

__all__ = [
    "LETTERS",
    "AskSeats",
    "CallHand",
    "CallWords",
    "CloseBets",
    "CollectCards",
    "DealCards",
    "Do",
    "Judged",
    "Missed",
    "Move",
    "MoveCards",
    "OpenBets",
    "Palette",
    "Pile",
    "Procedure",
    "ProcedureReport",
    "ProcedureRun",
    "ReleaseCards",
    "SettleWager",
    "Shorthand",
    "SlowStep",
    "Stage",
    "TurnCards",
    "Verb",
    "WrongMove",
    "judge",
    "palette",
    "parse_move",
    "procedure_of",
    "read_said",
    "unanswered",
    "wrong_moves",
]
