"""A round told in lines that a dealer can read: who gets which card, is asked, chooses, is paid."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from croupier.cards import Card, pretty_cards
from croupier.money import format_cents
from croupier.table import events as happened
from croupier.table.events import DecidedBy, Event
from croupier.table.irregularity import Remedy
from croupier.table.places import Face, Place
from croupier.table.settlement import Outcome, Result
from croupier.table.steps import Asked, Option

LIES = {Face.UP: "face up", Face.OWN: "for the player to see", Face.DOWN: "face down"}
REMEDIES = {
    Remedy.VOID: "by the rules the round is void",
    Remedy.CONTINUE: "by the rules the round goes on",
    Remedy.SUPERVISOR: "a supervisor decides",
}


def tell(events: Sequence[Event]) -> Iterator[str]:
    """The round, line by line; cards that come out together to one place are one line."""
    for (_, place, face), together in groupby(events, key=_together):
        if place is None:
            for event in together:
                yield from _told(event)
        else:
            cards = pretty_cards([event.card for event in together])
            where = "" if place.owner < 0 else f"{_owner(place)}, "
            yield f"{where}{place.name}: {cards} dealt {LIES[face]}."
    yield from _totals(events)


def _together(event: Event) -> tuple[bool, Place | None, Face | None]:
    if isinstance(event, happened.CardDealt):
        return True, event.place, event.face
    return False, None, None


def _told(event: Event) -> Iterable[str]:
    match event:
        case happened.RoundOpened(settings, device):
            seats = "1 seat" if settings.positions == 1 else f"{settings.positions} seats"
            yield f"A round of {settings.game} at {seats}, from the {device}."
        case happened.WagersPlaced(seat, stakes, picks):
            bets = ", ".join(f"{spot} {format_cents(cents)}" for spot, cents in stakes)
            picked = f", and picks {' '.join(picks)}" if picks else ""
            yield f"Seat {seat} bets {bets}{picked}." if bets else f"Seat {seat} takes it back."
        case happened.BetsClosed():
            yield "No more bets."
        case happened.PicksDrawn(seat, picks):
            yield f"The system picks {' '.join(picks)} for seat {seat}."
        case happened.CardsRanOut(wanted, left):
            yield f"The cards have run out: {wanted} wanted, {left} left."
        case happened.RestReleased(cards):
            yield f"The rest of the cards, {cards}, are in the dealer's hand."
        case happened.CardsTurned(place, cards):
            yield f"{_owner(place)}, {place.name}: {pretty_cards(cards)} turned up."
        case happened.CardsMoved(source, _, target, face, cards):
            yield f"{_owner(target)}, {_moved(source, target, cards)} {LIES[face]}."
        case happened.DealerActed(action):
            yield f"The dealer: {action}."
        case happened.HandCalled(place, words):
            yield f"{_owner(place)}, {place.name} is called: {words}."
        case happened.CardsCollected():
            yield "All cards are picked up."
        case happened.RoundClosed():
            yield "The round is over."
        case _:
            yield from _told_of_choices(event)


def _moved(source: Place, target: Place, cards: Sequence[Card]) -> str:
    if source == target:
        return f"{target.name}: {pretty_cards(cards)} laid in this order"
    return f"{target.name}: {pretty_cards(cards)} moved from {source.name}"


def _told_of_choices(event: Event) -> Iterable[str]:
    match event:
        case happened.DecisionAsked(question, _, asked):
            for one in asked:
                yield f"{_asked(one)} is asked: {question}"
                for option in one.options:
                    yield f"    {_option(option, one.default)}"
        case happened.DecisionMade(choice, seat, by):
            stake = f" for {format_cents(choice.stake_cents)}" if choice.stake_cents else ""
            late = " because time ran out" if by is DecidedBy.TIME else ""
            yield f"Seat {seat} chooses {choice.option}{stake}{late}."
        case happened.DecisionsClosed(choices):
            if len(choices) > 1:
                yield "All have chosen."
        case happened.WagerAdded(seat, spot, cents):
            yield f"Seat {seat} puts another {format_cents(cents)} on {spot}."
        case happened.WagerSettled():
            yield from _settled(event)
        case _:
            yield from _told_of_trouble(event)


def _asked(asked: Asked) -> str:
    about = f" ({asked.place.name})" if asked.place else ""
    return f"Seat {asked.seat}{about}"


def _option(option: Option, default: str | None) -> str:
    amount = ""
    if option.is_open:
        lowest, highest = format_cents(option.least_cents), format_cents(option.most_cents)
        amount = f" [{option.spot} {lowest} to {highest}]"
    elif option.spot is not None:
        amount = f" [{option.spot} {format_cents(option.least_cents)}]"
    late = " (if time runs out)" if option.name == default else ""
    return f"{option.name}: {option.label}{amount}{late}"


def _settled(event: happened.WagerSettled) -> Iterable[str]:
    hand = f" ({event.place.name})" if event.place and event.place.name != event.spot else ""
    stake, back = format_cents(event.stake_cents), format_cents(event.returned_cents)
    over = f", {format_cents(event.withheld_cents)} withheld" if event.withheld_cents else ""
    outcome = _outcome(event.outcome)
    yield f"Seat {event.seat}, {event.spot}{hand} of {stake}: {outcome}, {back} back{over}."
    because = event.because
    line = f" [{because.line}]" if because.line else ""
    yield f"    {because.clause}: {because.sentence}{line}"
    if because.hands:
        word = "Compared" if len(because.hands) > 1 else "Held"
        yield f"    {word}: {' against '.join(because.hands)}."


def _outcome(outcome: Outcome) -> str:
    words = {Result.LOSE: "loses", Result.PUSH: "pushes", Result.HALF_BACK: "half comes back"}
    return words.get(outcome.result, f"wins {outcome.odds}")


def _told_of_trouble(event: Event) -> Iterable[str]:
    match event:
        case happened.DeviceFailed(kind, device, expected, dispensed):
            out = pretty_cards(dispensed) if dispensed else "nothing"
            yield f"The {device} fails ({kind}): {expected} wanted, {out} came out."
        case happened.IrregularityReported(kind, detail, remedy):
            yield f"Irregularity ({kind}): {detail} So {REMEDIES[remedy]}."
        case happened.SupervisorRuled(remedy, reason):
            yield f"The supervisor rules {remedy}: {reason}"
        case happened.SettlementReversed(seat, spot, stake, returned):
            back, again = format_cents(returned), format_cents(stake)
            yield f"Seat {seat}, {spot} is undone: {back} given back, {again} in action again."
        case happened.WagerReturned(seat, spot, cents):
            yield f"Seat {seat}, {spot}: {format_cents(cents)} returned."
        case happened.RoundVoided(reason):
            yield f"The round is void: {reason}"
        case happened.SeedRevealed(seed):
            yield f"The seed was {seed}."
        case other:
            raise AssertionError(f"{other} is not told")


def _totals(events: Sequence[Event]) -> Iterable[str]:
    """What each seat put down and got in all."""
    staked: dict[int, int] = {}
    got: dict[int, int] = {}
    for event in events:
        match event:
            case happened.WagersPlaced(seat, stakes):
                staked[seat] = sum(cents for _, cents in stakes)
            case happened.WagerAdded(seat, _, cents):
                staked[seat] += cents
            case happened.WagerSettled(seat, returned_cents=cents) | happened.WagerReturned(
                seat, cents=cents
            ):
                got[seat] = got.get(seat, 0) + cents
            case happened.SettlementReversed(seat, returned_cents=cents):
                got[seat] -= cents
            case _:
                pass
    for seat, cents in sorted(staked.items()):
        yield f"Seat {seat} put down {format_cents(cents)}, got {format_cents(got.get(seat, 0))}."


def _owner(place: Place) -> str:
    if place.seat is not None:
        return f"Seat {place.seat}"
    return "The dealer" if place == Place.of_dealer(place.name) else "The table"
