"""What a dealer does, in short forms: `d 1 3 d` for `deal seat 1/Hand 3 down`.

A verb is its letter or how it begins, a place its owner and how its name begins, a spot how it
begins or its initials; what is done besides needs no verb, `inspect` is enough. What is short is
made long here, with the names of the round that is dealt; whether it can be read as a move says
the procedure's own reader.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.table.places import Place
from croupier.training.procedure.moves import Move
from croupier.training.procedure.palette import Palette, palette
from croupier.training.procedure.reading import FORMS, parse_move
from croupier.training.procedure.stages import Procedure, Stage
from croupier.training.said import number_in

__all__ = ["LETTERS", "Shorthand", "read_said"]

LETTERS: Final[Mapping[str, str]] = {
    "i": "do",
    "o": "open bets",
    "n": "close bets",
    "d": "deal",
    "r": "release rest",
    "a": "ask",
    "t": "turn",
    "m": "move",
    "c": "call",
    "p": "pay",
    "k": "take",
    "u": "push",
    "h": "half",
    "e": "collect",
}
"""The letter of each verb."""

_OWNED: Final = re.compile(
    r"(?:seat\s*|s(?=[1-9]))?([1-9][0-9]*|dealer|d|table|t)(?:\s*/\s*|\s+|$)(.*)", re.IGNORECASE
)
_PILE: Final = re.compile(r"(.+?)\s+([0-9]+)\s*(up|down|u|d)?", re.IGNORECASE)
_NEXT_PILE: Final = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_MOVED: Final = re.compile(
    r"(.+?)\s+([0-9]+(?:\s*[, ]\s*[0-9]+)*)\s+to\s+(.+?)\s+(up|down|u|d)", re.IGNORECASE
)
_ASKED: Final = re.compile(r"([0-9]+(?:(?:\s*,\s*|\s+and\s+|\s+)[0-9]+)*)(?:\s+(.*/.*))?")
_NUMBERED: Final = re.compile(r"(.+?)\s*[: ]\s*([0-9]+)")
_CHIP: Final = r"[0-9]+\s*[x×*]\s*\$?[0-9.]+"
_AMOUNT: Final = re.compile(
    rf"(.+?)\s+(\$?[0-9][0-9.,]*|{_CHIP}(?:(?:\s+and\s+|[\s,+]+)(?:{_CHIP}|\$?[0-9.]+))*)",
    re.IGNORECASE,
)
_ENOUGH: Final = 3
"""From so many letters on, what a dealer does may be said without a verb: `inspect`."""
_USUAL_PLACE: Final = "Hand"
_FACES: Final = {"u": "up", "d": "down"}


def read_said(procedure: Procedure, stage: Stage, said: str) -> Move:
    """The move that a trainee means at a stage, in the long form or in a short one."""
    with suppress(Rejection):
        move = parse_move(said)
        # Whoever has it as it is printed means nothing else, and needs no names of the round.
        if str(move) == said.strip():
            return move
    return Shorthand(palette(procedure, stage)).read(said)


class Shorthand:
    """Reads moves in short and long forms, for one round."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._readers: dict[str, Callable[[str], str]] = {
            "do": self._do,
            "deal": self._deal,
            "turn": lambda rest: f"turn {self._place(rest)}",
            "move": self._move,
            "ask": self._ask,
            "call": self._call,
            **{verb: partial(self._settled, verb) for verb in ("pay", "take", "push", "half")},
        }

    def read(self, said: str) -> Move:
        """The move that is meant; refuses what is none with the right form of it."""
        forms = {verb.name: verb.form for verb in self._palette.verbs}
        return parse_move(self.long(said), {**FORMS, **forms})

    def short(self, place: Place) -> str:
        """The shortest way to name a place."""
        initials = "".join(word[0] for word in place.name.split()).casefold()
        owner = "d" if place.is_dealers else "t" if place.is_tables else str(place.seat)
        own = [initials] if place.is_tables else [owner]
        ways = [*own, f"{owner}/{initials}", f"{owner}/{place.name}"]
        return next((way for way in ways if self._means(way, place)), str(place))

    def _means(self, said: str, place: Place) -> bool:
        try:
            return self._place(said) == str(place)
        except Rejection:
            return False

    def long(self, said: str) -> str:
        """The same in the long form."""
        line = " ".join(said.split())
        if self._begun(line) and len(line) >= _ENOUGH:
            return self._do(line)
        first, _, rest = line.partition(" ")
        verb = _verb(first, rest)
        read = self._readers.get(verb)
        if read is not None:
            return read(rest)
        return said if verb == first or rest else verb

    # One reader for each verb that has something behind it.

    def _do(self, rest: str) -> str:
        acts = self._palette.acts
        number = number_in(rest, len(acts))
        if number is not None:
            return f"do {acts[number - 1]}"
        begun = self._begun(rest)
        if len(begun) == 1 and rest:
            return f"do {begun[0]}"
        if not rest or len(begun) > 1:
            raise _choose("Say what you do", begun, "do")
        return f"do {rest}"

    def _begun(self, text: str) -> list[str]:
        """What a dealer does that begins like this."""
        return [act for act in self._palette.acts if act.casefold().startswith(text.casefold())]

    def _deal(self, rest: str) -> str:
        return f"deal {', '.join(map(self._pile, _NEXT_PILE.split(rest)))}"

    def _pile(self, text: str) -> str:
        match = _PILE.fullmatch(text.strip())
        if match is None:
            return text.strip()
        place, count, face = match.groups()
        return f"{self._place(place)} {count} {_face(face)}"

    def _move(self, rest: str) -> str:
        match = _MOVED.fullmatch(rest)
        if match is None:
            return f"move {rest}"
        source, positions, target, face = match.groups()
        numbers = ",".join(re.findall("[0-9]+", positions))
        return f"move {self._place(source)} {numbers} to {self._place(target)} {_face(face)}"

    def _ask(self, rest: str) -> str:
        if rest.casefold() == "all":
            return f"ask {', '.join(map(str, self._palette.playing))}"
        match = _ASKED.fullmatch(rest)
        if match is None:
            return f"ask {rest}"
        seats = ", ".join(re.findall("[0-9]+", match[1]))
        return f"ask {seats} {self._place(match[2])}" if match[2] else f"ask {seats}"

    def _call(self, rest: str) -> str:
        numbered = _NUMBERED.fullmatch(rest)
        if numbered is not None:
            place = self._place(numbered[1])
            words = self._words(place)
            number = number_in(numbered[2], len(words))
            if number is not None:
                return f"call {place}: {words[number - 1]}"
        name, colon, said = rest.partition(":")
        place = self._place(name)
        if not said.strip():
            words = self._words(place)
            if words:
                raise _choose(f"Say what {place} is", words, f"call {place}:")
        return f"call {place}{colon} {said.strip()}".rstrip()

    def _settled(self, verb: str, rest: str) -> str:
        seat, _, wager = rest.removeprefix("seat ").partition(" ")
        match = _AMOUNT.fullmatch(wager) if verb != "push" else None
        named, amount = match.groups() if match else (wager, "")
        spot, on, place = named.rpartition(" on ")
        # A spot may have that word in its name; a place has a stroke.
        if "/" not in place:
            spot, on, place = named, "", ""
        hand = f"{on}{self._place(place)}" if on else ""
        return f"{verb} seat {seat} {self._spot(spot)}{hand} {amount}".rstrip()

    # Names.

    def _place(self, text: str) -> str:
        """`1`, `1/h`, `seat 1/hand`, `d`, `burned`, `c4`: as the place is written."""
        said = text.strip()
        match = _OWNED.fullmatch(said)
        owner, begin = (match[1], match[2].strip()) if match else ("table", said)
        nowhere = _place_of(owner, begin or "?")
        here = [place for place in self._palette.places if place.owner == nowhere.owner]
        # Who names none means the place that most cards of a round lie at.
        named = begin or _USUAL_PLACE
        exact = [place for place in here if place.name.casefold() == named.casefold()]
        found = exact or [one for one in here if _begins(one.name, begin)]
        if len(found) > 1:
            names = ", ".join(map(str, found))
            raise Rejection(Code.ANSWER_INVALID, f"{quoted(text)} may be {names}.")
        if found:
            return str(found[0])
        # A place where this round has none is a mistake like any other, and may be said.
        return str(nowhere) if match else said

    def _spot(self, text: str) -> str:
        spots = self._palette.spots
        exact = [spot for spot in spots if spot.casefold() == text.casefold()]
        found = exact or [spot for spot in spots if text and _begins(spot, text)]
        if len(found) > 1:
            raise Rejection(Code.ANSWER_INVALID, f"{quoted(text)} may be {', '.join(found)}.")
        return found[0] if found else text

    def _words(self, place: str) -> Sequence[str]:
        """What may be called of a hand at a place."""
        return next((call.words for call in self._palette.calls if str(call.place) == place), ())


def _verb(first: str, rest: str) -> str:
    """The verb that a word stands for, by its letter or its beginning."""
    word = first.casefold()
    if word in LETTERS:
        return LETTERS[word]
    if word in LETTERS.values():
        return word
    begun = [verb for verb in LETTERS.values() if verb.startswith(word)]
    # “open bets” is two words: what follows has to go on as the verb does.
    fitting = [verb for verb in begun if not rest or " " not in verb or verb.endswith(rest)]
    return fitting[0] if len(fitting) == 1 and len(word) > 1 else first


def _face(text: str | None) -> str:
    face = (text or "").casefold()
    return _FACES.get(face, face)


def _place_of(owner: str, name: str) -> Place:
    if owner.isdecimal():
        return Place.of_seat(int(owner), name)
    is_dealers = owner.casefold().startswith("d")
    return Place.of_dealer(name) if is_dealers else Place.of_table(name)


def _begins(name: str, begin: str) -> bool:
    """Whether a name is meant by how it or each of its words begins, or by its initials."""
    name, begin = name.casefold(), begin.casefold()
    words, begun = name.split(), begin.split()
    initials = "".join(word[0] for word in words)
    return (
        begin in (initials, "")
        or name.startswith(begin)
        or (len(words) == len(begun) and all(map(str.startswith, words, begun)))
    )


def _choose(what: str, among: Sequence[str], form: str) -> Rejection:
    listed = "; ".join(f"{at}: {one}" for at, one in enumerate(among, 1))
    return Rejection(
        Code.ANSWER_INVALID, f"{what}, by number or in words: {form} 1. There are: {listed}."
    )
