"""People who look at a table through its hub, and what each of them may know.

`Secrets` follows the full log on its own and remembers for everybody which cards he has seen:
those that lay face up at some time of the round, and his own. It shares no code with the filter.
"""

import json
import re

from croupier.house.hub import TableHub
from croupier.house.picture import TablePicture

from .model import ROUND_EVENTS

CARD = re.compile(r"[2-9TJQKA][cdhs]")
SIGNED = re.compile(r"(10|[2-9TJQKA])([♣♦♥♠])")
SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
RANKS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A",
}  # fmt: skip
SPOKEN = re.compile(rf"({'|'.join(RANKS)}) of (clubs|diamonds|hearts|spades)")


def cards_told(value):
    """Every card that some JSON names, in whatever way."""
    match value:
        case dict():
            return set().union(*(cards_told(one) for one in value.values()))
        case list():
            return set().union(*(cards_told(one) for one in value))
        case str() if CARD.fullmatch(value):
            return {value}
        case str():
            signed = {rank.replace("10", "T") + SUITS[suit] for rank, suit in SIGNED.findall(value)}
            return signed | {RANKS[rank] + suit[0] for rank, suit in SPOKEN.findall(value)}
        case _:
            return set()


class Secrets:
    """Who may know which cards of a round."""

    def __init__(self):
        self.on_paper = 0
        """How many events that follow are of an old round that is dealt again."""
        self.sitting = {}
        self.round = CardsOfRound()
        self.at_entry = {}
        """By entry: the round that was on when it came."""

    def take(self, entry):
        """Follows one entry of the log."""
        self.at_entry[entry.number] = self.round
        for event in json.loads(entry.body):
            if self.on_paper:
                self.on_paper -= 1
            else:
                self._take(event)

    def _take(self, event):
        match event["event"]:
            case "seat_taken":
                self.sitting[event["seat"]] = event["user"]
            case "round_began":
                self.round = CardsOfRound()
            case "round_revised" if event["is_on_paper"]:
                self.on_paper = event["event_count"]
            case "round_revised":
                self.round.take_back_to(event["from_event"], self.sitting)
        if event["event"] in ROUND_EVENTS | {"round_began"}:
            self.round.see(event, self.sitting)

    def hidden_from(self, user, entry=None):
        """Cards of the round that somebody has not seen, of the one now or when an entry came."""
        found = self.round if entry is None else self.at_entry[entry]
        return found.dealt - found.seen_by_all - found.own.get(user, set())


class CardsOfRound:
    """The cards of one round, and who has seen them. What was seen was seen."""

    def __init__(self):
        self.events = []
        self.seen_by_all = set()
        self.own = {}
        """By user: the cards he has looked at."""
        self.lying = {}
        self.dealt = set()

    def take_back_to(self, at, sitting):
        """The round is dealt again from an event on: what lies where is told anew."""
        before, self.events, self.lying = self.events[:at], [], {}
        for event in before:
            self.see(event, sitting)

    def see(self, event, sitting):
        self.events.append(event)
        match event["event"]:
            case "card_dealt":
                self._lay(event["place"], event["card"], event["face"], sitting)
            case "cards_turned":
                self.lying[event["place"]] = list(event["cards"])
                self.seen_by_all.update(event["cards"])
            case "cards_moved":
                source = self.lying[event["source"]]
                moved = [source[at] for at in event["positions"]]
                rest = [card for at, card in enumerate(source) if at not in event["positions"]]
                self.lying[event["source"]] = rest
                for card in moved:
                    self._lay(event["target"], card, event["face"], sitting)

    def _lay(self, place, card, face, sitting):
        self.lying.setdefault(place, []).append(card)
        self.dealt.add(card)
        if face == "up":
            self.seen_by_all.add(card)
        elif face == "own":
            user = sitting[int(re.match(r"seat (\d+)/", place)[1])]
            self.own.setdefault(user, set()).add(card)


class Reader:
    """Somebody who reads everything at once, as JSON."""

    def __init__(self, hub, user, *, is_staff=False, after=None):
        self.hub, self.user, self.is_staff = hub, user, is_staff
        self.messages = []
        self.wakes = 0
        self.subscription = hub.subscribe(user, is_staff=is_staff, wake=self._woken, after=after)

    def _woken(self):
        self.wakes += 1

    def read(self):
        """What waits for him."""
        new = []
        while (text := self.subscription.take(self.hub)) is not None:
            new.append(json.loads(text))
        self.messages += new
        return new

    def leave(self):
        self.hub.unsubscribe(self.subscription)


def hub_of(pit, live):
    """A hub that shows a table of a pit as its changes become durable."""
    hub = TableHub(live.number, TablePicture.of(_created(pit, live)), {})

    def publish(change):
        if change.entry.chain == live.number:
            hub.publish(change)

    pit.listen(publish)
    return hub


def _created(pit, live):
    first = next(change for change in pit.changes if change.entry.chain == live.number)
    return first.events[0]
