"""Reading what a trainee says he does.

What `str` writes of a move is read back as that move. Beside that, people are met half-way: small
and capital letters, spaces and commas do not matter, seats come in any order, amounts with or
without `$` or as chips, and bets may also be opened and closed with the words used at tables.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from croupier.money import parse_cents, parse_chips
from croupier.quoting import instead_of, quoted
from croupier.rejection import Code, Rejection
from croupier.table.places import Face, Place
from croupier.table.settlement import Result
from croupier.training.procedure.moves import (
    SETTLING,
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

__all__ = ["FORMS", "parse_move", "plain"]

FORMS: Final[Mapping[str, str]] = {
    "do": "do Inspect the deck",
    "open bets": "open bets",
    "close bets": "close bets",
    "deal": "deal seat 1/Hand 3 down",
    "release rest": "release rest",
    "ask": "ask 1, 3",
    "turn": "turn dealer/Hand",
    "move": "move dealer/Hand 2,1,3 to dealer/Best three up",
    "call": "call dealer/Hand: pair of nines, ace kicker, qualifies",
    "pay": "pay seat 1 Ante $10",
    "take": "take seat 1 Ante $10",
    "push": "push seat 1 Ante",
    "half": "half seat 1 High Card $7.50",
    "collect": "collect",
}
"""Everything a dealer can do, by its verb, each with an example."""

_LONGEST: Final = 400

_FIXED: Final[Mapping[str, Move]] = {
    "openbets": OpenBets(),
    "placeyourbets": OpenBets(),
    "closebets": CloseBets(),
    "nomorebets": CloseBets(),
    "releaserest": ReleaseCards(),
    "releasetherest": ReleaseCards(),
    "collect": CollectCards(),
    "collectcards": CollectCards(),
    "collectthecards": CollectCards(),
}

_PLACE: Final = r"(?:seat ?[1-9][0-9]{0,6}|dealer|table) ?/ ?"
_COUNT: Final = r"[1-9][0-9]{0,2}"
_LIES: Final = r"(?:face )?(up|down)"
_VALUE: Final = r"\$?[0-9.]*[0-9]"
_CHIP: Final = rf"{_COUNT} ?[x×*] ?{_VALUE}"
_AMOUNT: Final = (
    r"\$? ?[0-9][0-9,]*(?:\.[0-9]+)?"
    rf"|{_CHIP}(?:(?: and |[,+ ])+(?:{_CHIP}|{_VALUE})|,[0-9]{{3}}(?![0-9]))*"
)
_SEATS: Final = r"[1-9][0-9]{0,6}(?:(?: and |, ?and |, ?| )[1-9][0-9]{0,6})*"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE | re.ASCII)


_SOMEWHERE: Final = _pattern(r"(?:seat ?([1-9][0-9]{0,6})|(dealer)|(table)) ?/ ?(.+)")
_PILE: Final = _pattern(rf"({_PLACE}.+?) ({_COUNT})(?: cards?)? {_LIES}(?:, ?and | and |, ?|$)")
_MOVE: Final = _pattern(rf"({_PLACE}.+?) ({_COUNT}(?: ?, ?{_COUNT})*) to ({_PLACE}.+?) {_LIES}")
_ASK: Final = _pattern(rf"(?:seats? )?({_SEATS})(?: (?:about )?({_PLACE}.+))?")
_CALL: Final = _pattern(rf"({_PLACE}.+?) ?: ?(.+)")
_WAGER: Final = rf"seat ([1-9][0-9]{{0,6}}) ([^$]+?)(?: on ({_PLACE}[^$]+?))?"
_PUSH: Final = _pattern(_WAGER)
_COUNTED: Final = _pattern(rf"(?:^| ){_COUNT} ?[x×*](?=[ $0-9.]|$)")
"""Chips that stand where a spot should."""
_SETTLE: Final = _pattern(rf"{_WAGER} ({_AMOUNT})")


def parse_move(text: str, forms: Mapping[str, str] = FORMS) -> Move:
    """Reads a move; refuses what is none with the right form of it, from these examples."""
    said = " ".join(text.split())
    if len(said) > _LONGEST or not said.isprintable():
        raise Rejection(Code.ANSWER_INVALID, "A move is one short line of plain text.")
    fixed = _FIXED.get(plain(said))
    if fixed is not None:
        return fixed
    verb, _, rest = said.partition(" ")
    read = _READERS.get(verb.casefold())
    if read is None:
        hint = instead_of(verb.casefold(), list(FORMS))
        raise Rejection(Code.ANSWER_INVALID, f"{quoted(said)} is nothing a dealer does{hint}")
    move = read(rest)
    if move is None:
        raise _refused(said, forms[verb.casefold()])
    return move


def plain(text: str) -> str:
    """A text without what does not matter when words are compared: case, commas, spaces."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _refused(said: str, form: str) -> Rejection:
    return Rejection(
        Code.ANSWER_INVALID,
        f"{quoted(said)} is not how this is said; say it like: {form}",
    )


def _place(text: str) -> Place | None:
    match = _SOMEWHERE.fullmatch(text)
    if match is None:
        return None
    seat, dealer, _, name = match.groups()
    if seat:
        return Place.of_seat(int(seat), name)
    return Place.of_dealer(name) if dealer else Place.of_table(name)


def _required_place(text: str) -> Place:
    """Where the pattern around it has already seen that it is one."""
    place = _place(text)
    assert place is not None, f"{text} was read as a place"
    return place


def _do(rest: str) -> Move | None:
    return Do(rest) if rest else None


def _deal(rest: str) -> Move | None:
    piles, end = [], 0
    while end < len(rest):
        match = _PILE.match(rest, end)
        if match is None:
            return None
        place, count, lies = match.groups()
        piles.append(Pile(_required_place(place), int(count), Face(lies.lower())))
        end = match.end()
    return DealCards(tuple(piles)) if piles else None


def _turn(rest: str) -> Move | None:
    place = _place(rest)
    return TurnCards(place) if place is not None else None


def _move(rest: str) -> Move | None:
    match = _MOVE.fullmatch(rest)
    if match is None:
        return None
    source, positions, target, lies = match.groups()
    return MoveCards(
        _required_place(source),
        tuple(int(position) for position in positions.split(",")),
        _required_place(target),
        Face(lies.lower()),
    )


def _ask(rest: str) -> Move | None:
    match = _ASK.fullmatch(rest)
    if match is None:
        return None
    seats = sorted({int(seat) for seat in re.findall(r"[0-9]+", match[1])})
    return AskSeats(tuple(seats), _place(match[2]) if match[2] else None)


def _call(rest: str) -> Move | None:
    match = _CALL.fullmatch(rest)
    return CallHand(_required_place(match[1]), match[2]) if match else None


def _push(rest: str) -> Move | None:
    """The last number may be part of a name: a push has no amount."""
    match = _PUSH.fullmatch(rest)
    if match is None:
        return None
    seat, spot, place = match.groups()
    if _COUNTED.search(spot):
        return None
    return SettleWager(Result.PUSH, int(seat), spot, None, _place(place) if place else None)


def _settle(result: Result) -> Callable[[str], Move | None]:
    def read(rest: str) -> Move | None:
        match = _SETTLE.fullmatch(rest)
        if match is None:
            return None
        seat, spot, place, amount = match.groups()
        if _COUNTED.search(spot):
            return None
        hand = _place(place) if place else None
        return SettleWager(result, int(seat), spot, _cents(amount), hand)

    return read


def _cents(amount: str) -> int:
    """Dollars, or chips: `2x$25 1x$5`."""
    if not re.search("[x×*]", amount, re.IGNORECASE):
        return parse_cents(amount.replace("$ ", "$"))
    return sum(chip.value_cents * count for chip, count in parse_chips(amount).items())


_READERS: Final[Mapping[str, Callable[[str], Move | None]]] = {
    "do": _do,
    "deal": _deal,
    "turn": _turn,
    "move": _move,
    "ask": _ask,
    "call": _call,
    **{verb: _settle(result) for verb, result in SETTLING.items()},
    "push": _push,
}
