"""What the log says of one table, kept by the second bookkeeper in his own way.

Seats, stakes, rounds and what a revision changes, who works there and which form waits, and what
each event moves: all of it from the words of `docs/house-log.md` alone.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from croupier.house.happenings import HAPPENINGS, logged_name

Json = dict[str, Any]

AT_THE_TABLE = frozenset(logged_name(kind) for kind in HAPPENINGS)
"""Events that are not of a round, but for `round_began`, with which one opens."""

_NO_DESK: Json = {
    "status": "closed",
    "dealer": None,
    "supervisor": None,
    "form": None,
    "approvals": (),
}


@dataclass(slots=True)
class Moment:
    """What an event tells more about than itself: how the table stood in its entry."""

    entry: int
    during: dict[int, frozenset[int]]
    """By user: the seats he had before the entry, or after it."""
    after: dict[int, frozenset[int]]
    """By user: the seats he had after the entry."""
    staff: frozenset[int]
    """Who worked at the table after the entry."""
    desk: Json
    """Positions, form and what waits for approval, as a snapshot has them."""


@dataclass(slots=True)
class Stakes:
    """What the seats have in a round."""

    slips: Counter[int] = field(default_factory=Counter)
    """By seat: what its slip comes to."""
    put_in: Counter[int] = field(default_factory=Counter)
    """By seat: what it has put in less what it got back."""
    in_action: Counter[int] = field(default_factory=Counter)
    """By seat: what of it neither settled nor returned."""
    staked_cents: int = 0
    returned_cents: int = 0

    @classmethod
    def of(cls, events: list[Json]) -> "Stakes":
        """Those of a round, from its events."""
        found = cls()
        for event in events:
            found.take(event)
        return found

    def take(self, event: Json) -> None:
        """Goes on with the next event of the round."""
        seat = event.get("seat")
        staked = returned = settled = 0
        match event["event"]:
            case "wagers_placed":
                slip = sum(cents for _, cents in event["stakes"])
                staked = slip - self.slips[seat]
                self.slips[seat] = slip
            case "wager_added":
                staked = event["cents"]
            case "wager_settled":
                settled = event["stake_cents"] if event["has_own_wager"] else 0
                returned = event["returned_cents"]
            case "settlement_reversed":
                settled, returned = -event["stake_cents"], -event["returned_cents"]
            case "wager_returned":
                settled = returned = event["cents"]
            case _:
                return
        self.staked_cents += staked
        self.returned_cents += returned
        self.put_in[seat] += staked - returned
        self.in_action[seat] += staked - settled


@dataclass(slots=True)
class TableBooks:
    """What the log says of one table."""

    number: int
    created: Json
    events: list[Json] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    """By entry: the number of its last event."""
    seats: dict[int, int] = field(default_factory=dict)
    """By seat: its user."""
    positions: dict[str, int] = field(default_factory=dict)
    """By role: who works here."""
    desk: Json = field(default_factory=lambda: dict(_NO_DESK))
    meters: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """By seat: after which events its credit was how much."""
    racks: list[tuple[int, int]] = field(default_factory=list)
    """After which events the rack held how much."""
    rounds: list[int] = field(default_factory=list)
    """By round: the number of the event it began with."""
    in_force: dict[int, list[Json]] = field(default_factory=dict)
    """By round: its events, those that were superseded left out."""
    results: dict[int, str] = field(default_factory=dict)
    """By round that is over: how it ended."""
    stakes: Stakes = field(default_factory=Stakes)
    """Of the round that began last."""
    on_paper: set[int] = field(default_factory=set)
    """The events of rounds that were over and are dealt again: they moved nothing."""
    resumed: int = 0
    signatures: int = 0
    revised: int = 0
    cards_entered: int = 0
    cut: dict[Any, Json | None] = field(default_factory=dict)
    """For who compares: events as they were cut for somebody."""
    _moves: list[Counter[str]] = field(default_factory=list)
    """What each event in force of the round that began last has moved."""
    _staked_before: int = 0
    _returned_before: int = 0
    _paper_left: int = 0
    _paper_round: int = 0
    _due: Counter[int] = field(default_factory=Counter)
    """By seat: what a revision changes in its result and is not paid yet."""

    @property
    def money(self) -> str:
        """What is played for: `play` or `cash`."""
        return self.created["terms"]["money"]

    @property
    def is_stadium(self) -> bool:
        """Whether each viewer gets only what is his own and what is common."""
        return self.created["terms"]["kind"] == "stadium"

    @property
    def staked_cents(self) -> int:
        """In all rounds, as they were played."""
        return self._staked_before + self.stakes.staked_cents

    @property
    def returned_cents(self) -> int:
        """In all rounds, as they were played."""
        return self._returned_before + self.stakes.returned_cents

    # How it was then.

    def seating(self) -> dict[int, frozenset[int]]:
        """By user: his seats now."""
        found: dict[int, set[int]] = {}
        for seat, user in self.seats.items():
            found.setdefault(user, set()).add(seat)
        return {user: frozenset(seats) for user, seats in found.items()}

    def credit_at(self, seat: int, upto: int) -> int:
        """What a seat's credit was after an event."""
        return _known_at(self.meters.get(seat, []), upto)

    def rack_at(self, upto: int) -> int:
        """What the rack held after an event."""
        return _known_at(self.racks, upto)

    def seats_of_others(self, user: int, first: int, upto: int) -> frozenset[int]:
        """The seats at which, of these events, the last slip was another's."""
        others: dict[int, bool] = {}
        for number in range(first, upto + 1):
            event = self.events[number - 1]
            if event["event"] == "wagers_placed" and number not in self.on_paper:
                seats = self.moments[number - 1].during.get(user, frozenset())
                others[event["seat"]] = event["seat"] not in seats
        return frozenset(seat for seat, is_others in others.items() if is_others)

    def is_whole(self, upto: int) -> bool:
        """Whether an event is the last of its entry."""
        at = bisect_left(self.ends, upto)
        return at < len(self.ends) and self.ends[at] == upto

    def round_at(self, upto: int) -> int:
        """The number of the last round that had begun by then, 0 for none."""
        return bisect_right(self.rounds, upto)

    def shown_of_round(self, number: int, upto: int) -> list[int]:
        """The numbers of the events of the last round that were in force after an event."""
        shown: list[int] = []
        left_out = 0
        for at in range(self.rounds[number - 1], upto + 1):
            event = self.events[at - 1]
            if left_out:
                left_out -= 1
            elif event["event"] == "round_revised" and event["round"] == number:
                del shown[event["from_event"] :]
            elif event["event"] == "round_revised":
                left_out = event["event_count"]
            elif event["event"] == "round_began" or event["event"] not in AT_THE_TABLE:
                shown.append(at)
        return shown

    # What happens.

    def take(self, event: Json) -> Counter[str]:
        """Takes in the next event; gives what each account gains by it."""
        self.events.append(event)
        if self._paper_left:
            assert event["event"] not in AT_THE_TABLE, f"on paper stands {event}"
            self.on_paper.add(len(self.events))
            self.in_force[self._paper_round].append(event)
            self._paper_left -= 1
            if not self._paper_left:
                self._close_paper()
            return Counter()
        moved = moved_at(self, event)
        if event["event"] == "round_revised":
            self._revise(event, moved)
        elif event["event"] == "difference_paid":
            assert event["round"] == self._paper_round, f"no revision brings {event}"
            self._due[event["seat"]] -= event["cents"] - event["forgone_cents"]
        self._go_on(event)
        self._at_the_desk(event)
        if event["event"] == "round_began" or event["event"] not in AT_THE_TABLE:
            self.in_force[len(self.rounds)].append(event)
            self._moves.append(moved)
            self.stakes.take(event)
            self.cards_entered += event["event"] == "card_read"
        return moved

    def require_settled(self) -> None:
        """Fails where what a revision changes was not paid in its entry."""
        owed = {seat: cents for seat, cents in self._due.items() if cents}
        assert not owed, f"table {self.number}: round {self._paper_round} leaves owed {owed}"
        assert not self._paper_left, f"table {self.number}: a revision ends in the middle"

    def _revise(self, event: Json, moved: Counter[str]) -> None:
        """What is superseded goes; of a round in play, its money goes back."""
        number, at = event["round"], event["from_event"]
        self.revised += 1
        if event["is_on_paper"]:
            assert number in self.results, f"round {number} is in play and revised on paper"
            assert event["by"] != event["approved_by"], f"nobody else has approved {event}"
            self._due = _results(self.in_force[number])
            del self.in_force[number][at:]
            self._paper_round, self._paper_left = number, event["event_count"]
            assert self._paper_left, f"nothing takes the place of what is superseded: {event}"
            return
        assert number == len(self.rounds), f"round {number} is not in play: {event}"
        assert number not in self.results, f"round {number} is over: {event}"
        for one in self._moves[at:]:
            moved.subtract(one)
        del self._moves[at:], self.in_force[number][at:]
        self.stakes = Stakes.of(self.in_force[number])

    def _close_paper(self) -> None:
        """A round has been dealt again on paper: by how much that changes each result."""
        again = self.in_force[self._paper_round]
        names = {event["event"] for event in again}
        self.results[self._paper_round] = "void" if "round_voided" in names else "revised"
        before, self._due = self._due, _results(again)
        self._due.subtract(before)

    def _go_on(self, event: Json) -> None:
        """How the table stands after an event: its seats and its round."""
        seat, number = event.get("seat"), len(self.rounds)
        match event["event"]:
            case "seat_taken":
                assert seat not in self.seats, f"seat {seat} of table {self.number} is taken twice"
                self.seats[seat] = event["user"]
            case "seat_left":
                assert self.seats.pop(seat) == event["user"], f"seat {seat} is left by another"
            case "round_began":
                assert len(self.results) == number, "a round ends before the next begins"
                assert event["round"] == number + 1, "rounds are numbered in order"
                self.rounds.append(len(self.events))
                self.in_force[number + 1] = []
                self._moves = []
                self._staked_before = self.staked_cents
                self._returned_before += self.stakes.returned_cents
                self.stakes = Stakes()
            case "round_resumed":
                assert event["round"] == number, "the round that goes on is the last one"
                assert number not in self.results, "a round that is over does not go on"
                self.resumed += 1
            case "round_closed":
                assert not +self.stakes.in_action, f"round {number} ends with stakes in action"
                self.results[number] = "settled"
            case "round_voided":
                owed = {one: cents for one, cents in self.stakes.put_in.items() if cents}
                assert not owed, f"round {number} is void and owes {owed}"
                self.results[number] = "void"
            case _:
                pass

    def _at_the_desk(self, event: Json) -> None:
        """Who works here, and which form waits."""
        desk = self.desk
        match event["event"]:
            case "position_taken":
                self.positions[event["role"]] = event["user"]
                self.desk = desk | {event["role"]: event["name"]}
            case "position_left":
                assert self.positions.pop(event["role"]) == event["user"], f"who leaves: {event}"
                self.desk = desk | {event["role"]: None}
            case "table_opened":
                self.desk = desk | {"status": "open", "form": None}
            case "table_closed":
                self.desk = desk | {"status": "closed", "form": None}
            case "table_closing":
                self.desk = desk | {"status": "closing"}
            case "bank_counted":
                names = ("form", "expected_cents", "counted_cents")
                form = dict(zip(("name", *names[1:]), (event[one] for one in names), strict=True))
                status = "opening" if event["form"] == "opener" else desk["status"]
                form |= {"nature": None, "signed": []}
                self.desk = desk | {"status": status, "form": form}
            case "discrepancy_noted":
                self.desk = desk | {"form": desk["form"] | {"nature": event["nature"]}}
            case "form_signed":
                self.signatures += 1
                signature = {name: event[name] for name in ("form", "role", "user")}
                signed = [*desk["form"]["signed"], signature]
                self.desk = desk | {"form": desk["form"] | {"signed": signed}}
            case "rack_filled" | "rack_credited" if desk["form"] is not None:
                status = "closed" if desk["status"] == "opening" else desk["status"]
                self.desk = desk | {"status": status, "form": None}
            case "approval_asked":
                self.desk = desk | {"approvals": (*desk["approvals"], event["approval"])}
            case "approval_given":
                left = tuple(one for one in desk["approvals"] if one != event["approval"])
                assert len(left) < len(desk["approvals"]), f"nobody asked for {event}"
                self.desk = desk | {"approvals": left}
            case _:
                pass


def _known_at(known: list[tuple[int, int]], upto: int) -> int:
    at = bisect_right(known, (upto, float("inf")))
    return known[at - 1][1] if at else 0


def _results(events: list[Json]) -> Counter[int]:
    """By seat: what a round brought it, below zero what it cost."""
    found: Counter[int] = Counter()
    found.subtract(Stakes.of(events).put_in)
    return found


def shift(moved: Counter[str], source: str, target: str, cents: int) -> None:
    """So much goes from one account to another."""
    moved[source] -= cents
    moved[target] += cents


def moved_at(table: TableBooks, event: Json) -> Counter[str]:
    """The money of what happens at a table, but for what a revision takes back."""
    moved: Counter[str] = Counter()
    here = f"table {table.number}"
    meter = f"{here}/seat {event.get('seat')}"
    is_cash = table.money == "cash"
    bank = "house" if is_cash else "play money"
    match event["event"]:
        case "seat_taken":
            shift(moved, f"wallet {event['user']}", meter, event["credit_cents"])
        case "credit_added":
            shift(moved, f"wallet {event['user']}", meter, event["cents"])
        case "seat_left":
            shift(moved, meter, f"wallet {event['user']}", event["cents"])
        case "tip_given":
            shift(moved, meter, f"{here}/tips", event["cents"])
        case "tips_collected":
            shift(moved, f"{here}/tips", "cash" if is_cash else "play money", event["cents"])
        case "wagers_placed":
            cents = sum(cents for _, cents in event["stakes"])
            shift(moved, meter, f"{here}/wagers", cents - table.stakes.slips[event["seat"]])
        case "wager_added":
            shift(moved, meter, f"{here}/wagers", event["cents"])
        case "wager_returned":
            shift(moved, f"{here}/wagers", meter, event["cents"])
        case "wager_settled":
            stake = event["stake_cents"] if event["has_own_wager"] else 0
            shift(moved, f"{here}/wagers", f"{here}/rack", stake)
            shift(moved, f"{here}/rack", meter, event["returned_cents"])
        case "settlement_reversed":
            shift(moved, meter, f"{here}/rack", event["returned_cents"])
            shift(moved, f"{here}/rack", f"{here}/wagers", event["stake_cents"])
        case "rack_filled":
            shift(moved, bank, f"{here}/rack", event["cents"])
        case "rack_credited":
            shift(moved, f"{here}/rack", bank, event["cents"])
        case "rack_corrected":
            other = "differences" if is_cash else "play money"
            shift(moved, other, f"{here}/rack", event["cents"])
        case "difference_paid":
            player = meter if event["is_seated"] else f"wallet {event['user']}"
            shift(moved, f"{here}/rack", player, event["cents"])
        case _:
            pass
    return moved
