"""The front of a report: which game, which rules, which program, and the bets in one table."""

import hashlib
import json

import croupier
from croupier.analysis import wording
from croupier.analysis.report.document import Block, Column, Facts, Paragraph, Row, Section, Sheet
from croupier.analysis.report.findings import Findings
from croupier.analysis.report.numbers import number, percent, typeset
from croupier.analysis.study import win_per_hour
from croupier.table.codec import to_json
from croupier.table.worth import BetWorth

__all__ = ["STAKE_CENTS", "identity", "input_digest", "summary"]

STAKE_CENTS = 1_000
"""The stake for which the theoretical win is printed."""

_ROUNDS = 100


def identity(findings: Findings, date: str | None) -> Facts:
    """What the title page says."""
    study = findings.study
    rows = [
        ("Game", study.name),
        ("Game id", study.game),
        ("Rules version", str(study.rules_version)),
        ("Program", f"croupier {croupier.__version__}"),
        ("Digest of the inputs", input_digest(findings)),
        ("Digest of the source", findings.source),
    ]
    if date is not None:
        rows.append(("Date", date))
    return Facts(tuple(rows))


def input_digest(findings: Findings) -> str:
    """A SHA-256 of all that the figures depend on: game, rules, readings and pay tables."""
    study = findings.study
    inputs = {
        "game": study.game,
        "rules_version": study.rules_version,
        "croupier": croupier.__version__,
        "readings": dict(study.readings),
        "pay_tables": {spot: to_json(table) for spot, table in study.pay_tables},
    }
    text = json.dumps(inputs, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def summary(findings: Findings) -> Section:
    """All bets in one table."""
    study = findings.study
    stake = f"${STAKE_CENTS // 100}"
    blocks: list[Block] = [
        Paragraph(
            "What the house gains of each bet when it is played as well as can be. The edge is per "
            "unit of the bet named under Per; the element of risk is per unit of all that is put "
            "in action. Hits are the rounds in which the player gains something."
        ),
        Sheet(
            f"The bets of {study.name}",
            (
                Column("Bet", is_number=False),
                Column("Per", is_number=False),
                Column("House edge"),
                Column("Element of risk"),
                Column("Hit frequency"),
                Column("Standard deviation"),
                Column(f"Volatility, {_ROUNDS} rounds"),
                Column(f"Win per hour at {stake}"),
            ),
            tuple(_row(bet, study.rounds_per_hour) for bet in study.bets),
            note="Standard deviation and volatility are in units of the bet. The theoretical win "
            f"is of one player who bets {stake} a unit, at the usual pace of "
            f"{study.rounds_per_hour} rounds an hour. Exact values are in the appendix.",
        ),
    ]
    blocks.extend(
        Paragraph(f"At this table the player has the edge on {bet.name}.", is_warning=True)
        for bet in study.bets
        if bet.edge.value < 0
    )
    if findings.readings is not None and findings.readings.favours_player:
        bets = ", ".join(bet.bet for bet in findings.readings.defaults if bet.favours_player)
        blocks.append(
            Paragraph(
                f"Under the default readings of the rulings the player has the edge on {bets}.",
                is_warning=True,
            )
        )
    wrong = len(findings.audit.wrong)
    if wrong:
        figures = "figure" if wrong == 1 else "figures"
        blocks.append(
            Paragraph(
                f"The sheet prints {wrong} {figures} that cannot be true; see the audit of the "
                "printed figures.",
                is_warning=True,
            )
        )
    return Section("Summary", tuple(blocks))


def _row(bet: BetWorth, rounds_per_hour: int) -> Row:
    hourly = win_per_hour(bet, stake_cents=STAKE_CENTS, rounds_per_hour=rounds_per_hour)
    return Row(
        (
            bet.name,
            bet.per,
            percent(bet.edge),
            percent(bet.element_of_risk),
            percent(bet.hit_frequency),
            number(bet.standard_deviation),
            number(bet.volatility(_ROUNDS)),
            typeset(wording.dollars(hourly)),
        ),
        "bad" if bet.edge.value < 0 else "",
    )
