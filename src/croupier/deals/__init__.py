"""Deals by script: one round without a person, everything it needs said beforehand.

A deal script says who bets what, who decides what, which card goes where and what goes wrong.
`script.py` is what it can say, `reading.py` reads it from JSON, `dealer.py` deals it,
`account.py` says what came of it and `verdict.py` whether a record of it holds good.
`docs/deal-scripts.md` documents the JSON.
"""

from croupier.deals.account import Account, SeatTotal
from croupier.deals.dealer import Dealt, deal, deal_until_asked
from croupier.deals.reading import read_script
from croupier.deals.script import (
    DealScript,
    Otherwise,
    PlannedReport,
    ScriptedChoice,
    SeatScript,
)
from croupier.deals.verdict import ShuffleCheck, Verdict, judge

__all__ = [
    "Account",
    "DealScript",
    "Dealt",
    "Otherwise",
    "PlannedReport",
    "ScriptedChoice",
    "SeatScript",
    "SeatTotal",
    "ShuffleCheck",
    "Verdict",
    "deal",
    "deal_until_asked",
    "judge",
    "read_script",
]
