"""A round told in words, as `croupier deal` and `croupier replay` tell it."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import typer

from croupier.cards import Card
from croupier.cli.output import emphasised, show_cards
from croupier.deals.account import Account, SeatTotal, net_cents
from croupier.money import format_cents, format_stakes
from croupier.table import events as happened
from croupier.table.events import DecidedBy, Event
from croupier.table.game import Game
from croupier.table.irregularity import Remedy
from croupier.table.settlement import Outcome, Result

__all__ = ["show_account"]

Line = tuple[str, str | None, str]
"""What kind of thing happened, to whom or where (None where it is to nobody), and what."""

_LABEL = 10


def show_account(game: Game[Any], account: Account, notes: Iterable[str] = ()) -> None:
    """Prints the round in the order in which it happened, then what each seat won or lost."""
    opened = account.events[0]
    assert isinstance(opened, happened.RoundOpened), "a round begins with its opening"
    typer.echo(emphasised(game.name) + f", dealt from a {opened.device}")
    lines = [*_lines(account.events), *_ending(account, notes)]
    width = max((len(subject) for _, subject, _ in lines if subject), default=0) + 2
    for label, alike in groupby(lines, key=lambda line: line[0]):
        for at, (_, subject, text) in enumerate(alike):
            head = "" if subject is None else f"{subject:{width}}"
            typer.echo(f"{label if at == 0 else '':{_LABEL}}{head}{text}".rstrip())


def _ending(account: Account, notes: Iterable[str]) -> Iterable[Line]:
    if account.is_void:
        yield "void", None, emphasised(account.reason or "", fg="red")
    for total in account.seats:
        yield "totals", f"seat {total.seat}", _total(total)
    if not account.is_over:
        yield "", None, "The round is not over."
    for note in notes:
        yield "not used", None, note


def _lines(events: Sequence[Event]) -> Iterable[Line]:
    """The events in words; cards that go to one place one after the other are told together."""
    dealt: list[Card | None] = []
    for event, following in zip(events, (*events[1:], None), strict=True):
        if isinstance(event, happened.CardDealt):
            dealt.append(event.card)
            same = isinstance(following, happened.CardDealt) and following.place == event.place
            if not same:
                yield "dealt", str(event.place), _faces(dealt)
                dealt = []
        else:
            yield from _told(event)


def _told(event: Event) -> Iterable[Line]:
    match event:
        case happened.WagersPlaced(seat, stakes, picks):
            bets = format_stakes(stakes) or "takes its bets back"
            picked = f"; picks {', '.join(picks)}" if picks else ""
            yield "bets", f"seat {seat}", bets + picked
        case happened.PicksDrawn(seat, picks):
            yield "bets", f"seat {seat}", f"the system picks {', '.join(picks or ())}"
        case happened.BetsClosed(_, cut_at) if cut_at is not None:
            yield "cut", None, f"{cut_at} cards from the top"
        case happened.DecisionAsked(question, seats, asked):
            # Of a seat with several hands it matters which one is asked about.
            hands = [str(one.place) for one in asked if one.place is not None]
            few = f"seat {', '.join(map(str, seats))}"
            many = f"{len(seats):,} seats"
            yield "asked", ", ".join(hands) or (few if len(seats) <= 4 else many), question
        case happened.DecisionMade(choice, seat, by) if choice is not None:
            stake = f", {format_cents(choice.stake_cents)}" if choice.stake_cents else ""
            late = " (time ran out)" if by is DecidedBy.TIME else ""
            yield "decided", f"seat {seat}", f"{choice.option}{stake}{late}"
        case happened.CardsTurned(place, cards):
            yield "turned", str(place), _faces(cards)
        case happened.CardsMoved(source, _, target, _, cards):
            yield "moved", str(target), f"{_faces(cards)}, from {source}"
        case happened.HandCalled(place, words):
            yield "called", str(place), words
        case happened.RestReleased(cards):
            yield "released", None, f"the rest, {cards} cards"
        case happened.CardsRanOut(wanted, left):
            yield "ran out", None, f"{wanted} wanted, {left} left"
        case happened.DealerActed(action):
            yield "dealer", None, action
        case happened.WagerSettled(seat):
            yield "settled", f"seat {seat}", _settled(event)
            yield "settled", "", f"{event.because.sentence} [{event.because.clause}]"
        case _:
            yield from _told_of_trouble(event)


def _told_of_trouble(event: Event) -> Iterable[Line]:
    match event:
        case happened.DeviceFailed(kind, device, expected, dispensed):
            given = f"{_faces(dispensed)} came out" if dispensed else "nothing came out"
            yield "failed", device, f"{kind}: {expected} wanted, {given}"
        case happened.IrregularityReported(kind, detail, remedy):
            stop = "" if detail.endswith((".", "!", "?")) else "."
            yield "reported", None, f"{kind}: {detail}{stop} {_REMEDIES[remedy]}"
        case happened.SupervisorRuled(remedy, reason):
            yield "ruled", None, f"{remedy}: {reason}"
        case happened.SettlementReversed(seat, spot):
            yield "reversed", f"seat {seat}", spot
        case happened.WagerReturned(seat, spot, cents):
            yield "returned", f"seat {seat}", f"{spot} {format_cents(cents)}"
        case _:
            return


_REMEDIES = {
    Remedy.VOID: "By the rules the round is void.",
    Remedy.CONTINUE: "By the rules the round goes on.",
    Remedy.SUPERVISOR: "The rules leave it to a supervisor.",
}


def _settled(event: happened.WagerSettled) -> str:
    hand = event.place.name if event.place is not None else event.spot
    about = f" ({hand})" if hand != event.spot else ""
    withheld = (
        f", {format_cents(event.withheld_cents)} above the largest payout"
        if event.withheld_cents
        else ""
    )
    net = net_cents(event)
    sign = "+" if net > 0 else ""
    amount = emphasised(f"{sign}{format_cents(net)}", fg=_COLOURS.get((net > 0) - (net < 0)))
    stake = format_cents(event.stake_cents)
    return f"{event.spot}{about} {stake}: {_outcome(event.outcome)}, {amount}{withheld}"


_COLOURS = {1: "green", -1: "red"}


def _outcome(outcome: Outcome) -> str:
    words = {Result.LOSE: "loses", Result.PUSH: "pushes", Result.HALF_BACK: "half comes back"}
    return words.get(outcome.result, f"wins {outcome.odds}")


def _total(total: SeatTotal) -> str:
    net = total.net_cents
    said = f"won {format_cents(net)}" if net > 0 else f"lost {format_cents(-net)}"
    ended = emphasised(said if net else "even", fg=_COLOURS.get((net > 0) - (net < 0)))
    back = format_cents(total.returned_cents)
    return f"staked {format_cents(total.staked_cents)}, got back {back}: {ended}"


def _faces(cards: Iterable[Card | None]) -> str:
    return show_cards(card for card in cards if card is not None)
