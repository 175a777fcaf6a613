"""What the coach says, in sentences and columns: the same in lines and on the full screen."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from croupier.analysis.wording import amount, decimal, percent
from croupier.cards import pretty_cards
from croupier.money import format_cents
from croupier.plurals import counted
from croupier.table.worth import Figure, OptionWorth
from croupier.training.coach.account import Account
from croupier.training.coach.review import Reviewed
from croupier.training.scene import Laid

__all__ = [
    "account_rows",
    "account_sentence",
    "columns",
    "cost_words",
    "money_words",
    "option_rows",
    "situation_lines",
    "verdict",
    "why",
]

_MOST_COMPARED: Final = 3
"""Options beside the best that are named with what they cost."""

_ALIKE: Final = 3
"""So many letters alike at their beginning, and a label says what the name says."""


def verdict(reviewed: Reviewed) -> str:
    """What a choice was worth, and what would have been better."""
    assert reviewed.chosen is not None, "only what was decided has a verdict"
    assert reviewed.value is not None, "what was decided was worth something"
    best, chosen, value = reviewed.best, reviewed.option(reviewed.chosen), reviewed.value
    per = f"per {reviewed.decision.per}"
    for_part = f" for {format_cents(reviewed.stake_cents)}" if reviewed.is_partly_staked else ""
    if reviewed.is_mistake:
        best_words = f"{_said(best)} ({amount(best.value)} {per})"
        if chosen is best:
            best_words = f"{best_words} for all you may stake"
        name = "" if chosen is best else f" {_said(chosen)}"
        chosen_words = f"{name}{for_part} ({amount(value)})"
        return f"That cost {cost_words(reviewed)}. Best was {best_words}, not{chosen_words}."
    others = [one for one in reviewed.options if one.name != chosen.name]
    if not others:
        return "There was no other choice."
    runner_up = others[0]
    if runner_up.value == value:
        same = f"{_said(runner_up)} is worth the same ({amount(value)} {per})"
        return f"Right: {_said(chosen)}{for_part}; {same}."
    next_best = f"{_said(runner_up)} ({amount(runner_up.value)})"
    return f"Right: {_said(chosen)}{for_part} ({amount(value)} {per}), before {next_best}."


def _said(option: OptionWorth) -> str:
    """Its name in a sentence; what is offered under other words is called by those."""
    words = option.name.replace("_", " ")
    label = option.label.partition(", another ")[0]
    # Insurance is what who insures takes.
    if label[:_ALIKE].casefold() in ("", words[:_ALIKE].casefold()):
        return words
    # The letter of a card stays as it is.
    return f"{label[:1].lower()}{label[1:]}" if label[1:2].islower() else label


def cost_words(reviewed: Reviewed) -> str:
    """`$1.53, 15.3% of $10`; less than a cent is said to be."""
    cents = reviewed.cost_cents.value
    share = Figure(Fraction(cents, reviewed.unit_cents))
    money = money_words(cents)
    return f"{money}, {percent(share, 2)} of {format_cents(reviewed.unit_cents)}"


def money_words(cents: Fraction) -> str:
    """`$1.53`; what is not nothing does not look like it."""
    if 0 < cents < Fraction(1, 2):
        return "less than a cent"
    return f"${decimal(cents / 100, 2)}"


def why(reviewed: Reviewed) -> str:
    """Why the best option is the best: what it is worth, and what the others cost."""
    best = reviewed.best
    others = [
        f"{_said(option)} costs {money_words(cents)}"
        for option in reviewed.options[: _MOST_COMPARED + 1]
        if (cents := _cost_cents(reviewed, option))
    ]
    more = len(reviewed.options) - 1 - _MOST_COMPARED
    rest = f"; {more} more cost more" if more > 0 else ""
    beside = f"; {', '.join(others)}{rest}" if others else ""
    said = _said(best)
    worth = f"is worth {amount(best.value)} per {reviewed.decision.per}"
    return f"{said[:1].upper()}{said[1:]} {worth}{beside}."


def _cost_cents(reviewed: Reviewed, option: OptionWorth) -> Fraction:
    """What an option would cost in money, exactly."""
    return (reviewed.best.value.value - option.value.value) * reviewed.unit_cents


def option_rows(reviewed: Reviewed) -> list[tuple[str, ...]]:
    """By option, the best first: its label, its value, what it costs, and which was chosen.

    Where less was staked than the option takes, what was chosen has a row of its own below it.
    """
    rows: list[tuple[str, ...]] = []
    for option in reviewed.options:
        is_chosen = option.name == reviewed.chosen
        is_whole = is_chosen and not reviewed.is_partly_staked
        cost = _cost_cents(reviewed, option)
        rows.append(_row(reviewed, option.label, option.value, cost, is_chosen=is_whole))
        if is_chosen and not is_whole:
            assert reviewed.value is not None, "what was chosen was worth something"
            label = f"The same for {format_cents(reviewed.stake_cents)}"
            cost = reviewed.cost_cents.value
            rows.append(_row(reviewed, label, reviewed.value, cost, is_chosen=True))
    return rows


def _row(
    reviewed: Reviewed, label: str, value: Figure, cost_cents: Fraction, *, is_chosen: bool
) -> tuple[str, ...]:
    cost = f"costs {money_words(cost_cents)}" if cost_cents else "best"
    chosen = ("chosen" if is_chosen else "",) if reviewed.chosen else ()
    return label, amount(value), cost, *chosen


def situation_lines(reviewed: Reviewed) -> list[str]:
    """The cards the player held and saw of the dealer's, and what he chose at which stake."""
    lines = [
        f"{whose}: {', '.join(_laid_words(one, is_named=len(laid) > 1) for one in laid)}."
        for whose, laid in (("You hold", reviewed.held), ("The dealer", reviewed.dealer))
        if laid
    ]
    if reviewed.chosen is not None:
        label = reviewed.option(reviewed.chosen).label
        staked = f"; {format_cents(reviewed.stake_cents)} staked" if reviewed.stake_cents else ""
        lines.append(f"You chose: {label}{staked}.")
    return lines


def _laid_words(laid: Laid, *, is_named: bool) -> str:
    """`Blackjack 1 8♠ 8♥`, `A♦ and 1 card face down`."""
    known = pretty_cards([card for card in laid.cards if card is not None])
    hidden = laid.cards.count(None)
    down = f"{hidden} card{'' if hidden == 1 else 's'} face down" if hidden else ""
    cards = " and ".join(part for part in (known, down) if part)
    return f"{laid.place.name} {cards}" if is_named else cards


def account_sentence(account: Account) -> str:
    """`12 decisions, 2 mistakes; they cost $3.18.`, to be told after `Your account: `."""
    if not account.decisions:
        return "no decision yet."
    decisions = counted(account.decisions, "decision")
    if not account.mistakes:
        return f"{decisions}, no mistake."
    mistakes = counted(account.mistakes, "mistake")
    it = "it" if account.mistakes == 1 else "they"
    return f"{decisions}, {mistakes}; {it} cost {money_words(account.cost_cents)}."


def account_rows(account: Account) -> list[tuple[str, ...]]:
    """By kind of mistake, the dearest first: what it cost, how often, and what it was."""
    return [
        (money_words(one.cost_cents), counted(one.count, "time"), one.kind) for one in account.kinds
    ]


def columns(rows: Sequence[Sequence[str]], *, names: int) -> list[str]:
    """The rows as lines: names, in that column, to the left, and figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if at == names else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
