"""A client that remembers everything it was told, keeps its own purse, and can be held to the log.

Whatever it was shown must stand in the log as it was shown, cut for its player, without a gap.
Whatever was acknowledged must be there once; whatever was refused, not at all.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import orjson

from croupier.client import Client
from croupier.house.cutting import Viewing, cut
from croupier.house.happenings import logged_from_json
from croupier.house.log import body_of
from croupier.rejection import Code, Rejection

from .bookkeeper import Bookkeeper
from .table_books import Json, Moment, TableBooks

_NO_SEATS: frozenset[int] = frozenset()
_UNSURE = (Code.HOUSE_UNAVAILABLE, Code.TOO_MANY_REQUESTS)
"""Refusals after which a command may have been done when it was sent before."""
_PAID = ("sit", "add_credit")
"""What takes credit out of the wallet."""
_STAFF = frozenset({"supervisor", "auditor", "administrator"})
"""Who sees the work at every desk."""


class Witness(Client):
    """A client that takes down what it hears, in order, before anybody makes use of it."""

    def __init__(self, address: str, **options: Any) -> None:
        super().__init__(address, **options)
        self.heard: list[Json] = []
        self.purse = Purse()
        self.listeners: list[Callable[[Json], None]] = []
        """Who else takes in what it is shown, in order."""
        self.sent: dict[str, int] = {}
        """By command id: for which table."""
        self.receipts: dict[str, Json] = {}
        self.refusals: dict[str, Code] = {}
        self.doubled: set[str] = set()
        """Commands sent twice at once: if one is refused, the other may still be done."""
        self.answers: dict[str, list[str]] = {}
        """By command id: what was answered over the socket."""
        self.top_ups: set[str] = set()
        """Requests for play money that were answered."""
        self.repeated = 0
        """How often a command was sent again and its first receipt was the answer."""
        self.compared: Counter[str] = Counter()
        """How much of what it heard has been compared with the log."""

    async def _take(self, message: Json) -> None:
        if message["type"] in ("snapshot", "events"):
            self.heard.append(message)
            self.purse.take(message, self.user["user"])
            for listener in self.listeners:
                listener(message)
        elif message["type"] in ("receipt", "refusal"):
            answers = self.answers.setdefault(message["id"], [])
            answers.append(message["type"])
            self.purse.answered(message["id"], len(answers))
        await super()._take(message)

    @property
    def actor(self) -> str:
        """As the log names its player."""
        return f"user {self.user['user']}"

    async def tell(self, table: int, do: str, *, by_request: bool = False, **what: Any) -> bool:
        """Sends a command, over the socket or by a request, and notes the answer.

        Gives whether it was done, now or before.
        """
        command_id = what.setdefault("id", f"{do}-{len(self.sent)}")
        self.sent[command_id] = table
        try:
            if by_request:
                path = f"/api/tables/{table}/commands"
                receipt = await self.request("POST", path, {"do": do, **what})
            else:
                receipt = await self.command(table, do, **what)
        except Rejection as refused:
            assert command_id not in self.receipts, f"{command_id} was done, and now: {refused}"
            self.refusals[command_id] = refused.code
            if command_id in self.doubled and do in _PAID:
                # The other copy may come later, when it is no longer refused.
                self._require_answers(command_id, 1 if by_request else 2)
            return False
        self.repeated += receipt["is_repeated"]
        first = self.receipts.setdefault(command_id, receipt)
        same = (first["entry"], first["upto"]) == (receipt["entry"], receipt["upto"])
        assert same, f"{command_id} was done twice: {first} {receipt}"
        if first is receipt and do in ("sit", "add_credit"):
            self.purse.pay(what["credit_cents" if do == "sit" else "cents"])
        return True

    def _require_answers(self, command_id: str, copies: int) -> None:
        """Reckons no more what is in the wallet until so many copies have been refused."""
        answers = self.answers.get(command_id, [])
        if len(answers) < copies:
            self.purse.unsure[command_id] = copies
        if len(answers) < copies or "receipt" in answers:
            self.purse.wallet_cents = None

    async def top_up(self) -> None:
        """Asks for play money; refused to who has some."""
        command_id = f"top-up-{len(self.sent)}"
        self.sent[command_id] = 0
        answer = await self.request("POST", "/api/me/top-up", {"id": command_id})
        self.top_ups.add(command_id)
        # What a seat that is about to be left pays out may be in there or not; so may what a
        # command that was refused takes after all.
        is_sure = not self.purse.meters and not self.purse.unsure
        self.purse.know(answer["wallet_cents"] if is_sure else None)

    async def ask_wallet(self) -> int:
        """What the house says is in the wallet; must be what the purse says, if that knows."""
        told: int = (await self.request("GET", "/api/me"))["wallet_cents"]
        reckoned = self.purse.wallet_cents
        assert reckoned in (None, told), f"{self.actor} reckons {reckoned}, the house {told}"
        self.purse.know(told)
        return told

    # Held to the log.

    def _viewing(self, moment: Moment, seats: frozenset[int]) -> Viewing:
        """As what it was shown something: who works at a table and does not play sees the desk."""
        is_staff = bool(_STAFF & set(self.user["roles"])) or self.user["user"] in moment.staff
        return Viewing(seats, is_staff and not seats)

    def _shown(self, table: TableBooks, number: int) -> Json | None:
        """An event of the log as it is shown when it happens."""
        moment = table.moments[number - 1]
        viewing = self._viewing(moment, moment.during.get(self.user["user"], _NO_SEATS))
        # What is dealt again on paper is the desk's: others may sit there now.
        is_hidden = number in table.on_paper and not viewing.is_staff
        return None if is_hidden else _cut(table, number, viewing)

    def compare(self, books: Bookkeeper) -> None:
        """Fails where the log is not what this client was told; forgets what was compared."""
        for message in self.heard:
            table = books.tables[message["table"]]
            where = f"{self.actor} at table {table.number}, up to {message['upto']}"
            assert message["upto"] <= len(table.events), f"{where}: shown and not in the log"
            assert table.is_whole(message["upto"]), f"{where}: shown part of an entry"
            if message["type"] == "events":
                self._compare_events(table, message, where)
            else:
                self._compare_snapshot(table, message, where)
        self.heard.clear()
        self._compare_commands(books)
        for number, mirror in self.tables.items():
            for seat in mirror.own:
                has = books.tables[number].credit_at(seat, mirror.upto)
                assert mirror.credits[seat] == has, f"{self.actor}: {mirror.credits}, {seat}: {has}"

    def _compare_events(self, table: TableBooks, message: Json, where: str) -> None:
        expected = []
        for number in range(message["after"] + 1, message["upto"] + 1):
            shown = self._shown(table, number)
            if shown is not None:
                expected.append([number, shown])
        assert message["events"] == expected, f"{where}: {_differs(message['events'], expected)}"
        for seat, cents in message["credits"].items():
            has = table.credit_at(int(seat), message["upto"])
            assert cents == has, f"{where}: credit {cents} was shown, the log has {has}"
        assert message["round"] == table.round_at(message["upto"]), f"{where}: round"
        self.compared["messages"] += 1
        self.compared["events"] += len(expected)

    def _compare_snapshot(self, table: TableBooks, message: Json, where: str) -> None:
        upto = message["upto"]
        moment = table.moments[upto - 1]
        seats = moment.after.get(self.user["user"], _NO_SEATS)
        assert {one["seat"] for one in message["seats"] if one["is_yours"]} == seats, where
        has = {str(seat): table.credit_at(seat, upto) for seat in sorted(seats)}
        assert message["credits"] == has, f"{where}: {message['credits']} for {has}"
        assert message["round"] == table.round_at(upto), f"{where}: round"
        is_staff = self._viewing(moment, seats).is_staff
        shown, has = _desk_in(message), _desk_as_of(moment, is_staff=is_staff)
        assert shown == has, f"{where}: {shown} is shown of the desk, the log has {has}"
        expected = []
        if message["round"]:
            first = table.rounds[message["round"] - 1]
            # Who has taken a seat since sees no more of the round than anybody else.
            own = seats - table.seats_of_others(self.user["user"], first, upto)
            for number in table.shown_of_round(message["round"], upto):
                if number == first:
                    expected.append(_opening(table, table.events[number - 1]))
                    continue
                shown = _cut(table, number, Viewing(own, is_staff))
                if shown is not None:
                    expected.append(shown)
        assert message["events"] == expected, f"{where}: {_differs(message['events'], expected)}"
        is_over = any(one["event"] in ("round_closed", "round_voided") for one in expected)
        assert message["round_is_on"] is (bool(expected) and not is_over), f"{where}: is it on"
        self.compared["snapshots"] += 1

    def _compare_answer(self, table: TableBooks, receipt: Json) -> None:
        """What a request was answered with: the events of its entry, as its player sees them."""
        first = table.ends[receipt["entry"] - 2] + 1
        cut = [[number, self._shown(table, number)] for number in range(first, receipt["upto"] + 1)]
        expected = [[number, shown] for number, shown in cut if shown is not None]
        assert receipt["events"] == expected, f"{self.actor}: {receipt} for {expected}"

    def _compare_commands(self, books: Bookkeeper) -> None:
        for command_id, receipt in self.receipts.items():
            found = books.commands.get((self.actor, command_id))
            if receipt["entry"] is None:
                assert found is None, f"{command_id}: said to have brought nothing, and is {found}"
            else:
                told = (self.sent[command_id], receipt["entry"], receipt["upto"])
                assert found == told, f"{self.actor}, {command_id}: {told} told, {found} in the log"
            if receipt.get("events") and not receipt["is_repeated"]:
                self._compare_answer(books.tables[self.sent[command_id]], receipt)
        for command_id in self.top_ups:
            assert books.commands[self.actor, command_id][0] == 0, f"{command_id} is not in the log"
        for command_id, code in self.refusals.items():
            found = books.commands.get((self.actor, command_id))
            is_unsure = code in _UNSURE or command_id in self.doubled
            assert found is None or is_unsure, f"{command_id}: refused ({code}), and is {found}"


class Purse:
    """What a player reckons he has, from what he pays and is shown; he believes no total.

    What he missed while he was away, a snapshot tells him; what then became of a seat that is no
    longer his, he must ask.
    """

    def __init__(self) -> None:
        self.is_shared = False
        """Whether others put something into the wallet, or take it out, unseen by him."""
        self.wallet_cents: int | None = None
        """None while he cannot know."""
        self.meters: dict[tuple[int, int], int] = {}
        """By table and seat: what is on the credit meter."""
        self.unsure: dict[str, int] = {}
        """Commands that were refused once, and of how many copies that must be said."""
        self._slips: dict[tuple[int, int], int] = {}

    def answered(self, command_id: str, answers: int) -> None:
        """A copy of a command was answered, one of so many."""
        if answers >= self.unsure.get(command_id, answers + 1):
            del self.unsure[command_id]

    def know(self, wallet_cents: int | None) -> None:
        """He was told what is in the wallet, or knows no longer."""
        self.wallet_cents = None if self.is_shared else wallet_cents

    def pay(self, cents: int) -> None:
        """He has brought that much to a seat."""
        if self.wallet_cents is not None:
            self.wallet_cents -= cents

    def take(self, message: Json, user: int) -> None:
        """Takes in what the server tells, and fails where it does not add up."""
        table = message["table"]
        if message["type"] == "snapshot":
            self._begin(table, message)
            return
        for _, event in message["events"]:
            self._happen(table, event, user)
        for seat, cents in message["credits"].items():
            reckoned = self.meters.get((table, int(seat)), 0)
            assert reckoned == cents, (
                f"user {user} reckons {reckoned} for seat {seat} of table {table}, not {cents}: "
                f"{message}"
            )

    def _begin(self, table: int, message: Json) -> None:
        before = {key for key in self.meters if key[0] == table}
        now = {(table, int(seat)): cents for seat, cents in message["credits"].items()}
        if before - set(now):
            self.wallet_cents = None
        for key in before:
            del self.meters[key]
        self.meters |= now
        self._slips = {key: cents for key, cents in self._slips.items() if key[0] != table}
        for event in message["events"]:
            if event["event"] == "wagers_placed" and (table, event["seat"]) in now:
                self._slips[table, event["seat"]] = sum(cents for _, cents in event["stakes"])

    def _happen(self, table: int, event: Json, user: int) -> None:
        key = (table, event.get("seat"))
        name = event["event"]
        if name == "seat_taken" and event["user"] == user:
            self.meters[key] = event["credit_cents"]
        elif name == "round_began":
            self._slips = {one: cents for one, cents in self._slips.items() if one[0] != table}
        elif name == "seat_left" and event["user"] == user:
            assert self.meters.pop(key) == event["cents"], f"paid out for {key}: {event}"
            if self.wallet_cents is not None:
                self.wallet_cents += event["cents"]
        elif key in self.meters:
            self.meters[key] += self._gained(key, event)

    def _gained(self, key: tuple[int, int], event: Json) -> int:
        """What an event brings to a seat of his own."""
        match event["event"]:
            case "wagers_placed":
                before = self._slips.get(key, 0)
                self._slips[key] = sum(cents for _, cents in event["stakes"])
                return before - self._slips[key]
            case "wager_added" | "tip_given":
                return -event["cents"]
            case "credit_added" | "wager_returned":
                return event["cents"]
            case "wager_settled":
                return event["returned_cents"]
            case "settlement_reversed":
                return -event["returned_cents"]
            case "difference_paid":
                return event["cents"] if event["is_seated"] else 0
            case _:
                return 0


def _desk_in(message: Json) -> list[Any]:
    """Who works at a table, and what waits there, as a snapshot has it."""
    told = [message["status"], message["dealer"], message["supervisor"]]
    if "form" in message:
        form = message["form"]
        told += [form and form | {"signed": sorted(map(_signature, form["signed"]))}]
        told += [[one["approval"] for one in message["approvals"]]]
    return told


def _desk_as_of(moment: Moment, *, is_staff: bool) -> list[Any]:
    """The same as the log has it."""
    desk = moment.desk
    known = [desk["status"], desk["dealer"], desk["supervisor"]]
    if is_staff:
        form = desk["form"]
        known += [form and form | {"signed": sorted(map(_signature, form["signed"]))}]
        known += [list(desk["approvals"])]
    return known


def _signature(signed: Json) -> tuple[str, str, int]:
    return signed["form"], signed["role"], signed["user"]


def _cut(table: TableBooks, number: int, viewing: Viewing) -> Json | None:
    """An event of the log as a viewer may know it."""
    key = (number, viewing)
    if key not in table.cut:
        said = table.events[number - 1]
        event = logged_from_json(said)
        shown = cut(event, viewing, is_stadium=table.is_stadium)
        if shown is None:
            table.cut[key] = None
        else:
            table.cut[key] = said if shown is event else orjson.loads(body_of(shown))
    return table.cut[key]


def _differs(shown: list[Any], expected: list[Any]) -> str:
    """Where two lists of events part."""
    at = 0
    while at < min(len(shown), len(expected)) and shown[at] == expected[at]:
        at += 1
    return f"event {at} of {len(shown)} shown is {shown[at : at + 1]}, not {expected[at : at + 1]}"


def _opening(table: TableBooks, began: Json) -> Json:
    """The opening of a round as a snapshot has it: with the settings, which the log has once."""
    told = {name: began[name] for name in ("device", "is_physical", "back", "commitment")}
    return {"event": "round_opened", "settings": table.created["settings"], **told}
