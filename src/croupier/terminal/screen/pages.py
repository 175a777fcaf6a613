"""The pages one key away: help, the sheet of the table, the whole log, how to check a shuffle."""

from rich.text import Text

from croupier.terminal.screen.dialogs import Page
from croupier.terminal.session import Session
from croupier.terminal.sheet import sheet

__all__ = ["help_page", "proof_page", "sheet_page"]

_HEADING = "bold #f0c75e"
_KEY = "bold #0b3d2e on #f0c75e"

_KEYS = (
    (
        "While bets are open",
        (
            ("← →", "choose a spot (Tab too; or click it)"),
            ("1 … 9", "put a chip on it; ⌫ takes the last one back"),
            ("↑ ↓", "one step more or less on it"),
            ("a", "type an amount"),
            ("m", "add what the rules ask for, at its least"),
            ("r", "the same bet as in the last round"),
            ("d", "twice everything"),
            ("x", "clear this spot"),
            ("c", "clear all"),
            ("p", "pick, in games where something is picked"),
            ("o  O", "a bot sits down; one leaves"),
            ("Enter", "no more bets: deal"),
        ),
    ),
    (
        "When you are asked",
        (("1 … 9, a … z", "choose, by number or letter"),),
    ),
    (
        "When the round is over",
        (("Enter", "the next round"), ("r", "the next round with the same bet")),
    ),
    (
        "Always",
        (
            ("i", "a hint: what a sensible player would do"),
            ("t", "the sheet: wagers, pay tables, readings"),
            ("l", "the log: why each wager ended so"),
            ("v", "verify: commitment, seed and salt"),
            ("$", "buy in again"),
            ("?", "this page"),
            ("q", "leave the table"),
        ),
    ),
)


_COACHED_KEYS = (
    (
        "With your coach",
        (
            ("C", "what each choice is worth, or was worth in the round that is over"),
            ("A", "what your decisions have cost this evening"),
        ),
    ),
)


def help_page(*, has_coach: bool) -> Page:
    """The keys."""
    text = Text()
    for heading, keys in (*_KEYS, *(_COACHED_KEYS if has_coach else ())):
        text.append(f"{heading}\n", _HEADING)
        for key, does in keys:
            text.append(f" {key} ", _KEY)
            text.append(" " * max(14 - len(key), 1))
            text.append(f"{does}\n")
        text.append("\n")
    text.append(
        "Seat 1 is at the dealer's left, so on your right; cards go round from there. Cards with "
        "a golden edge are seen by you alone. The mouse can do all of this, too."
    )
    return Page("How to play here", text)


def sheet_page(session: Session) -> Page:
    """What may be bet and what it pays at this table."""
    text = Text()
    for entry in sheet(session.game, session.settings):
        text.append(f"{entry.title}\n", _HEADING)
        for sentence in entry.sentences:
            text.append(f"  {sentence}\n")
        width = max((len(name) for name, _ in entry.rows), default=0)
        for name, pays in entry.rows:
            text.append(f"  {name:<{width}}  {pays}\n")
        text.append("\n")
    return Page(f"{session.game.name}: the sheet of this table", text)


def proof_page(session: Session) -> Page:
    """What binds the house now, and what it was bound to."""
    text, proof = Text(), session.proof
    if proof is None or proof.round_number != session.round_number:
        text.append(f"Round {session.round_number}\n", _HEADING)
        if session.commitment is None:
            text.append("  Its deck is stacked with the cards you named; nothing is to prove.\n\n")
        else:
            text.append(f"  Commitment  {session.commitment}\n")
            text.append("  The seed behind it is revealed when the round is over.\n\n")
    if proof is not None:
        text.append(f"Round {proof.round_number}, which is over\n", _HEADING)
        text.append(f"  Commitment  {proof.commitment}\n")
        text.append(f"  Seed        {proof.seed}\n")
        text.append(f"  Salt        {proof.salt}\n\n")
        text.append("Seed and salt give the order of the deck. To check it yourself:\n\n")
        text.append(f"{proof.command}\n", "bold")
    return Page("Verify the shuffle", text)
