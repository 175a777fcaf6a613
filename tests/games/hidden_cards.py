"""That nobody learns what he may not see, from cards or from words.

Two tables that look alike to a viewer must stay alike to him. So a round is played again with
another deck, which agrees with the first on every card the viewer has seen up to some moment
and on no other on purpose; whatever he was given up to that moment must be the same: cards,
questions, options, labels, calls, reasons. A hidden card that is named, or hinted at by an
option that would else not be there, comes out as a difference.

One difference is the rules' own: a dealer who looks at his hole card and turns it up, or does
not, tells by that what it is not. So the two rounds may part where one of them turns up cards
that lay face down.
"""

from dataclasses import dataclass, replace
from random import Random

from croupier.cards import DECK, Card
from croupier.rejection import Rejection
from croupier.table import events as happened
from croupier.table.commands import Command, Decide, ReadCard
from croupier.table.events import Event
from croupier.table.layout import Layout, redact, view
from croupier.table.places import SPECTATOR, Face, Viewer
from croupier.table.round import Round

from .rounds import PlayedRound


def check_secrets(played: PlayedRound, rng: Random) -> None:
    """No card is shown before its time, and none can be guessed from anything else."""
    seats = sorted(played.table.layout.picks)
    viewers = [SPECTATOR, *(Viewer.at(seat) for seat in rng.sample(seats, min(2, len(seats))))]
    for viewer in viewers:
        check_cards(played.events, viewer)
        check_hidden_choices(played.events, viewer)
        if played.at.kind in ("stacked", "physical"):
            check_words_tell_nothing(played, viewer, rng)


def check_cards(events: tuple[Event, ...], viewer: Viewer) -> None:
    """By the words of the rules: up for all, own for its player, down for nobody."""
    truth, seen = Layout(), Layout()
    shown: set[Card] = set()
    for event in events:
        cut = redact(event, viewer)
        truth.apply(event)
        seen.apply(cut)
        if isinstance(event, happened.CardDealt | happened.CardsTurned | happened.CardsMoved):
            for place, lying in truth.cards.items():
                for one in lying:
                    may_see = one.face is Face.UP or (
                        one.face is Face.OWN and place.owner in viewer.seats
                    )
                    if may_see:
                        shown.add(one.card)
        assert cards_in(cut) <= shown, f"{viewer} sees {cut}"
    assert seen.stakes == truth.stakes


def check_hidden_choices(events: tuple[Event, ...], viewer: Viewer) -> None:
    """Of a hidden question nobody learns what others may choose, nor what they chose."""
    for event in view(events, viewer):
        match event:
            case happened.DecisionAsked(_, seats, asked, True):
                own = [seat for seat in seats if seat in viewer.seats]
                assert [one.seat for one in asked] == own
            case happened.DecisionMade(choice, seat, _, True):
                assert (choice is not None) is (seat in viewer.seats)
            case happened.WagersPlaced(seat, _, picks) | happened.PicksDrawn(seat, picks):
                assert not picks or seat in viewer.seats
            case _:
                pass


def cards_in(event: Event) -> set[Card]:
    """The faces an event shows."""
    match event:
        case happened.CardDealt(card=card) | happened.CardRead(card=card):
            found = {card}
        case happened.CardsTurned(cards=cards) | happened.CardsMoved(cards=cards):
            found = set(cards)
        case happened.DeviceFailed(dispensed=cards):
            found = set(cards)
        case _:
            return set()
    return found - {None}


@dataclass(frozen=True, slots=True)
class Comparison:
    """How far two rounds that should look alike were compared."""

    compared: int
    parted: bool
    """Whether one of them turned cards up where the other went on."""


def check_words_tell_nothing(played: PlayedRound, viewer: Viewer, rng: Random) -> Comparison:
    """Another deck that agrees on what the viewer saw up to a moment gives him the same."""
    events = played.events
    moment = rng.randint(1, len(events))
    seen = view(events[:moment], viewer)
    known: set[Card] = set().union(*(cards_in(event) for event in seen))
    other = _other_deck(played.at.cards, known, rng)
    others = view(_again(played, other)[:moment], viewer)
    for at, (one, two) in enumerate(zip(seen, others, strict=False)):
        if one != two:
            parted = turns_up(one) is not turns_up(two)
            assert parted, f"event {at} tells {viewer} of a hidden card: {one} or {two}"
            return Comparison(at, parted=True)
    return Comparison(min(len(seen), len(others)), parted=False)


def turns_up(event: Event) -> bool:
    """Whether cards that lie on the felt are shown to all."""
    match event:
        case happened.CardsTurned():
            return True
        case happened.CardsMoved(face=face):
            return face is Face.UP
        case _:
            return False


def _other_deck(cards: tuple[Card, ...], known: set[Card], rng: Random) -> tuple[Card, ...]:
    """The same cards in their places where they are known, any others elsewhere."""
    whole = (*cards, *(card for card in DECK if card not in cards))
    unknown = [card for card in whole if card not in known]
    rng.shuffle(unknown)
    others = iter(unknown)
    return tuple(card if card in known else next(others) for card in whole)


def _again(played: PlayedRound, cards: tuple[Card, ...]) -> tuple[Event, ...]:
    """The same commands with other cards, as far as they can be given."""
    at = replace(played.at, cards=cards)
    table = Round(at.game, at.settings, at.source(), automation=at.automation)
    before = dict(zip(played.at.cards, cards, strict=True))
    for command in played.commands:
        try:
            table.handle(_translated(command, played, table, before))
        except Rejection:
            break
    return table.events


def _translated(
    command: Command, played: PlayedRound, table: Round, before: dict[Card, Card]
) -> Command:
    """The command as it is given at the other table."""
    match command:
        case ReadCard(card):
            return ReadCard(before[card])
        case Decide(seat, option) if seat in table.layout.asked:
            # An option that names a card is another one here, in the same place of the list.
            names = [one.name for one in table.layout.asked[seat].options]
            first = _first_offer(played, seat, option)
            if option not in names and first is not None and len(first) == len(names):
                return replace(command, option=names[first.index(option)])
            return command
        case _:
            return command


def _first_offer(played: PlayedRound, seat: int, option: str) -> list[str] | None:
    """The names among which this one was offered to the seat."""
    for event in played.events:
        if isinstance(event, happened.DecisionAsked):
            for one in event.asked:
                names = [offered.name for offered in one.options]
                if one.seat == seat and option in names:
                    return names
    return None
