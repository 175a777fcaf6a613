"""What happens at the table, in sentences: the log of both modes.

Made of events as the player's seat gets them, so a sentence cannot name a card he may not see.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from croupier.cards import Card, pretty_cards
from croupier.money import format_cents, format_stakes
from croupier.table.events import (
    BetsClosed,
    CardDealt,
    CardsMoved,
    CardsRanOut,
    CardsTurned,
    DealerActed,
    DecidedBy,
    DecisionAsked,
    DecisionMade,
    DecisionsClosed,
    Event,
    HandCalled,
    PicksDrawn,
    RestReleased,
    RoundOpened,
    RoundVoided,
    SettlementReversed,
    WagerAdded,
    WagerReturned,
    WagerSettled,
    WagersPlaced,
)
from croupier.table.places import Place
from croupier.table.settlement import Result
from croupier.table.steps import Asked, Choice

__all__ = ["Line", "Remark", "Tone", "cards_words", "narrate", "settlement_line"]


_MOST_TOLD = 3
_STATE = "bust"
"""What is called so is how a hand stands, and nothing that it has."""


class Tone(StrEnum):
    """How a line is meant, for its colour."""

    PLAIN = "plain"
    HOUSE = "house"
    """What the dealer does and calls."""
    WIN = "win"
    LOSS = "loss"
    PUSH = "push"
    OTHERS = "others"
    """What concerns other seats only."""
    PRAISE = "praise"
    """What the coach says of a good choice."""
    BLAME = "blame"
    """And of one that cost something."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log."""

    text: str
    tone: Tone = Tone.PLAIN
    why: str = ""
    """For a wager that ended: the sentence that says why."""
    clause: str = ""
    """And the clause of the rules it follows from."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that somebody beside the table says."""

    after: int
    """After so many events of the round."""
    line: Line


def narrate(events: Iterable[Event], seat: int, remarks: Sequence[Remark] = ()) -> list[Line]:
    """The lines of a round, as told to the player in a seat, with what is said beside it."""
    narrator = _Narrator(seat)
    lines: list[Line] = []
    told = 0
    for _, grouped in groupby(events, key=narrator.belongs_to):
        run = list(grouped)
        lines += narrator.tell(run)
        lines += [one.line for one in remarks if told < one.after <= told + len(run)]
        told += len(run)
    return lines


class _Narrator:
    """Tells what happens to the player in one seat."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._asked: dict[int, Asked] = {}
        self._lying: Counter[Place] = Counter()
        self._is_hidden = False

    def belongs_to(self, event: Event) -> object:
        """What is told in one sentence: cards dealt to one place, the wagers of another seat."""
        match event:
            case CardDealt(place) if place.owner < 0:
                return "table"
            case CardDealt(place, _, face):
                return place, face
            case WagerSettled(seat) if seat != self._seat:
                return seat
            case _:
                return id(event)

    def tell(self, run: Sequence[Event]) -> list[Line]:
        dealt = [event for event in run if isinstance(event, CardDealt)]
        if dealt:
            return [self._dealt(dealt)]
        settled = [event for event in run if isinstance(event, WagerSettled)]
        if len(settled) > 1:
            return [Line(f"Seat {settled[0].seat}: {_endings(settled)}.", Tone.OTHERS)]
        return self._told(run[0])

    def _told(self, event: Event) -> list[Line]:
        match event:
            case RoundOpened(commitment=commitment):
                bound = f"commitment {commitment}" if commitment else "a stacked deck"
                return [Line(f"Bets are open; {bound}.", Tone.HOUSE)]
            case WagersPlaced(seat, stakes):
                return [self._of(seat, f"{self._who(seat, 'bet')} {self._bets(seat, stakes)}.")]
            case BetsClosed():
                return [Line("No more bets.", Tone.HOUSE)]
            case PicksDrawn(seat, picks) if picks:
                return [self._of(seat, f"{', '.join(picks)} were drawn for you.")]
            case CardsRanOut():
                return [Line("The cards have run out.", Tone.HOUSE)]
            case RestReleased(cards):
                return [Line(f"The dealer takes the other {cards} cards in hand.", Tone.HOUSE)]
            case CardsTurned(place, cards) if cards:
                return [
                    self._of(place.owner, f"{self._who(place.owner, 'show')} {cards_words(cards)}.")
                ]
            case CardsMoved():
                return [self._moved(event)]
            case DealerActed(action):
                step = f"{action[:1].lower()}{action[1:]}"
                return [Line(f"The dealer's step: {step}.", Tone.HOUSE)]
            case HandCalled(place, words):
                does = ("are", "is") if words.startswith(_STATE) else ("have", "has")
                return [self._of(place.owner, f"{self._who(place.owner, *does)} {words}.")]
            case RoundVoided(reason):
                return [Line(f"The round is void: {_sentence(reason)}", Tone.HOUSE)]
            case WagerAdded(seat, spot, cents) if seat == self._seat:
                return [Line(f"You put {format_cents(cents)} on {spot}.")]
            case WagerSettled(seat):
                return [settlement_line(event, is_own=seat == self._seat)]
            case SettlementReversed(seat, spot):
                return [self._of(seat, f"{spot} stands again.")]
            case WagerReturned(seat, spot, cents):
                back = f"{self._whose(seat)} {spot} comes back, {format_cents(cents)}."
                return [self._of(seat, back)]
            case DecisionAsked() | DecisionMade() | DecisionsClosed():
                return self._decisions(event)
            case _:
                return []

    def _bets(self, seat: int, stakes: Sequence[tuple[str, int]]) -> str:
        """Every stake of the player's own; of others no more than can be taken in."""
        if seat != self._seat and len(stakes) > _MOST_TOLD:
            total = sum(cents for _, cents in stakes)
            return f"{format_cents(total)} on {len(stakes)} spots"
        return format_stakes(stakes) or "nothing"

    def _decisions(self, event: DecisionAsked | DecisionMade | DecisionsClosed) -> list[Line]:
        match event:
            case DecisionAsked(asked=asked, is_hidden=is_hidden):
                self._asked = {one.seat: one for one in asked}
                self._is_hidden = is_hidden
                return []
            case DecisionMade(choice, _, by) if choice is not None:
                return [self._chosen(choice, by)]
            case DecisionsClosed(choices) if self._is_hidden:
                others = [choice for choice in choices if choice.seat != self._seat]
                return [self._chosen(choice, DecidedBy.PLAYER) for choice in others]
            case _:
                return []

    def _chosen(self, choice: Choice, by: DecidedBy) -> Line:
        asked = self._asked.get(choice.seat)
        labels = {option.name: option.label for option in asked.options} if asked else {}
        late = " (time ran out)" if by is DecidedBy.TIME else ""
        said = labels.get(choice.option, choice.option.replace("_", " ").capitalize())
        return self._of(choice.seat, f"{self._name(choice.seat)}: {said}{late}.")

    def _dealt(self, dealt: Sequence[CardDealt]) -> Line:
        owner = dealt[0].place.owner
        if owner < 0:
            laid = ", ".join(f"{event.place.name} {cards_words([event.card])}" for event in dealt)
            return Line(f"{laid}.", Tone.HOUSE)
        self._lying[dealt[0].place] += len(dealt)
        cards = cards_words([event.card for event in dealt])
        return self._of(owner, f"{self._who(owner, 'get')} {cards}{self._where(dealt[0].place)}.")

    def _where(self, place: Place) -> str:
        """Which hand, where an owner has cards in several."""
        hands = [one for one in +self._lying if one.owner == place.owner]
        return f" for {place.name}" if len(hands) > 1 else ""

    def _moved(self, event: CardsMoved) -> Line:
        self._lying[event.source] -= len(event.cards)
        self._lying[event.target] += len(event.cards)
        if event.source == event.target:
            set_out = f"{self._who(event.source.owner, 'set')} {cards_words(event.cards)}."
            return self._of(event.source.owner, set_out)
        return self._of(
            event.source.owner,
            f"{self._whose(event.source.owner)} {cards_words(event.cards)} "
            f"{'go' if len(event.cards) > 1 else 'goes'} to {event.target.name}.",
        )

    def _of(self, owner: int, text: str) -> Line:
        if owner == self._seat:
            return Line(text)
        return Line(text, Tone.OTHERS if owner > 0 else Tone.HOUSE)

    def _name(self, owner: int) -> str:
        if owner == self._seat:
            return "You"
        return f"Seat {owner}" if owner > 0 else "The dealer"

    def _who(self, owner: int, does: str, he_does: str = "") -> str:
        """`You get`, `Seat 2 gets`."""
        return f"{self._name(owner)} {does if owner == self._seat else he_does or does + 's'}"

    def _whose(self, owner: int) -> str:
        return "Your" if owner == self._seat else f"{self._name(owner)}'s"


def settlement_line(event: WagerSettled, *, is_own: bool) -> Line:
    """How a wager ended; why, for the player whose wager it is."""
    text, tone = _ending(event)
    if not is_own:
        return Line(f"Seat {event.seat}: {text}.", Tone.OTHERS)
    return Line(f"{text}.", tone, event.because.sentence, event.because.clause)


def _endings(settled: Sequence[WagerSettled]) -> str:
    """How several wagers of another seat ended."""
    if len(settled) <= _MOST_TOLD:
        return ", ".join(_ending(event)[0] for event in settled)
    staked = sum(event.stake_cents for event in settled if event.has_own_wager)
    won = sum(event.returned_cents for event in settled) - staked
    result = f"wins {format_cents(won)}" if won > 0 else f"loses {format_cents(-won)}"
    return f"{result if won else 'breaks even'} on {len(settled)} wagers"


def _ending(event: WagerSettled) -> tuple[str, Tone]:
    """`Ante wins $10, even money on $10`, and whether that is good news."""
    stake, returned = format_cents(event.stake_cents), format_cents(event.returned_cents)
    own_stake = event.stake_cents if event.has_own_wager else 0
    hand = event.place.name if event.place is not None else event.spot
    # A seat that has split has several hands on one spot.
    wager = event.spot if hand == event.spot else f"{event.spot} ({hand})"
    match event.outcome.result:
        case Result.WIN:
            won = format_cents(event.returned_cents - own_stake)
            text, tone = f"{wager} wins {won}, {_at(event)}", Tone.WIN
        case Result.LOSE:
            text, tone = f"{wager} loses {stake}", Tone.LOSS
        case Result.PUSH:
            text, tone = f"{wager} pushes, {stake} back", Tone.PUSH
        case Result.HALF_BACK:
            text, tone = f"{wager} loses half, {returned} back", Tone.LOSS
    if event.withheld_cents:
        text += f"; {format_cents(event.withheld_cents)} above the largest payout is withheld"
    return text, tone


def _at(event: WagerSettled) -> str:
    assert event.outcome.odds is not None, "a win has odds"
    return f"{event.outcome.odds} on {format_cents(event.stake_cents)}"


def cards_words(cards: Sequence[Card | None]) -> str:
    """`A♠ K♦`, `2 cards face down`; what is not known lies face down."""
    known = [card for card in cards if card is not None]
    hidden = len(cards) - len(known)
    down = f"{hidden} card{'s' if hidden > 1 else ''} face down" if hidden else ""
    return " and ".join(part for part in (pretty_cards(known), down) if part)


def _sentence(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."
