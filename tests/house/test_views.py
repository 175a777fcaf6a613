"""What each viewer is sent over time: what the rules show him, and nothing else.

Two independent judges: the games' own filter (`redact`), and a reader of the full log that
remembers on its own who has seen which card.
"""

import json
from collections import Counter

import orjson
import pytest

from croupier.house import commands as told
from croupier.house.happenings import PositionLeft, PositionTaken, RoundRevised, logged_to_json
from croupier.house.terms import CardsFrom, TableKind, TableTerms
from croupier.table.events import EVENTS
from croupier.table.layout import redact, view
from croupier.table.places import Viewer
from croupier.table.record import event_to_json
from croupier.table.registry import game_ids

from .pit import Pit, expected
from .viewers import Reader, Secrets, cards_told, hub_of

STADIUM = "stadium-three-card-poker"
TABLES = [(game, kind) for game in game_ids() for kind in ("automatic", "by hand", "real cards")]
FOR_STAFF = {
    "bank_counted", "discrepancy_noted", "form_signed", "rack_corrected", "rack_filled",
    "rack_credited", "tips_collected", "terminal_door", "approval_asked", "approval_given",
}  # fmt: skip
OF_ONE_SEAT = {"credit_added", "difference_paid", "large_win"}


def terms_of(game, kind, **chosen):
    by_hand = kind != "automatic"
    usual = TableKind.HUMAN if by_hand else TableKind.AUTOMATIC
    return TableTerms(
        kind=TableKind.STADIUM if game == STADIUM else usual,
        has_human_dealer=by_hand,
        cards=CardsFrom.PHYSICAL if kind == "real cards" else CardsFrom.VIRTUAL,
        **chosen,
    )


class Room:
    """A table with random play, and one reader for each who may look at it."""

    def __init__(self, game, kind, seed, **terms):
        self.pit = Pit(f"{game} {kind} {seed}", players=3, wallet_cents=20_000_000)
        self.live = self.pit.table(game, terms_of(game, kind, **terms))
        self.hub = hub_of(self.pit, self.live)
        self.secrets = Secrets()
        self.readers = {
            "spectator": Reader(self.hub, None),
            "staff": Reader(self.hub, 99, is_staff=True),
            "dealer": Reader(self.hub, self.pit.dealer.user),
            **{who.name: Reader(self.hub, who.user) for who in self.pit.players},
        }
        self.judges = []
        self.numbers_on_paper = set()
        self.pit.listen(self._follow)

    def _follow(self, change):
        if change.entry.chain != self.live.number:
            return
        self._note_paper(change)
        self.secrets.take(change.entry)
        for reader in self.readers.values():
            new = reader.read()
            for judge in self.judges:
                judge(self, reader, change, new)

    def _note_paper(self, change):
        """The numbers of events that are of an old round, dealt again on paper."""
        for number, event in enumerate(change.events, start=change.entry.first_event):
            if isinstance(event, RoundRevised) and event.is_on_paper:
                self.numbers_on_paper.update(range(number + 1, number + event.event_count + 1))

    def seats_of(self, reader, change=None):
        """Where somebody sits, or sat until this very change."""
        left = {
            event.seat
            for event in (change.events if change else ())
            if type(event).__name__ == "SeatLeft" and event.user == reader.user
        }
        if reader.user is None:
            return frozenset()
        return self.live.picture.seats_of(reader.user) | left

    @staticmethod
    def told(messages):
        """Numbers and events of messages; those in a snapshot have none."""
        for message in messages:
            for one in message["events"]:
                yield (0, one) if message["type"] == "snapshot" else one

    def play(self, steps):
        for _ in range(steps):
            self.pit.wander(self.live, 1)


# Cards.


def sees_no_hidden_card(room, reader, _change, messages):
    """No message names a card that its reader has not seen lie face up, or looked at himself."""
    hidden = room.secrets.hidden_from(reader.user)
    for number, event in room.told(messages):
        if number not in room.numbers_on_paper and event["event"] != "approval_asked":
            assert not cards_told(event) & hidden, f"{reader.user} is shown {event}"


def finds_no_hidden_card(room, reader, change, _messages):
    """The same for what is answered when somebody asks: the table now, and what was before."""
    state = room.hub.state_for(reader.user, is_staff=reader.is_staff)
    hidden = room.secrets.hidden_from(reader.user)
    assert not cards_told(state["events"]) & hidden
    for entry in range(max(change.entry.number - 12, 1), change.entry.number + 1):
        hidden = room.secrets.hidden_from(reader.user, entry)
        found = room.hub.events_of(entry, reader.user, is_staff=reader.is_staff)
        for number, event in found:
            # What staff say was dealt in an old round is their own affair.
            if number not in room.numbers_on_paper and event["event"] != "approval_asked":
                assert not cards_told(event) & hidden, f"{reader.user} is shown {event}"


@pytest.mark.parametrize(("game", "kind"), TABLES)
def test_nobody_is_sent_a_card_before_the_rules_show_it(game, kind):
    room = Room(game, kind, "cards", seed_is_revealed=False)
    most_hidden = Counter()

    def count(room, reader, *_):
        hidden = len(room.secrets.hidden_from(reader.user))
        most_hidden[reader.user] = max(most_hidden[reader.user], hidden)

    room.judges = [sees_no_hidden_card, count]
    room.play(200)
    assert game == STADIUM or min(most_hidden.values()) > 0, "there was nothing to hide"


@pytest.mark.parametrize(("game", "kind"), [one for one in TABLES if one[0] != STADIUM])
def test_nobody_finds_out_a_hidden_card_by_asking(game, kind):
    room = Room(game, kind, "asking", seed_is_revealed=False)
    room.judges = [finds_no_hidden_card]
    room.play(100)


def two_in_a_round(room):
    """Ada in seat 1 and Bob in seat 2 have bet, and the cards are dealt when Ada is ready."""
    ada, bob = room.pit.players[:2]
    room.pit.tell(room.live, ada, told.Sit(1, 100_000))
    room.pit.tell(room.live, bob, told.Sit(2, 100_000))
    room.pit.tell(room.live, bob, told.Bet(2, (("Ante", 500),), is_ready=True))
    dealt = room.pit.tell(room.live, ada, told.Bet(1, (("Ante", 500),), is_ready=True))
    assert room.secrets.hidden_from(ada.user), "Bob has cards in his hand"
    return ada, bob, dealt.entry.number


def test_who_takes_a_seat_does_not_learn_what_was_dealt_there_before():
    room = Room("three-card-poker", "automatic", "next in line", seed_is_revealed=False)
    ada, bob, entry = two_in_a_round(room)
    bobs = room.secrets.hidden_from(ada.user) & room.secrets.round.own[bob.user]
    for seat, who in ((1, ada), (2, bob)):
        room.pit.tell(room.live, who, told.Choose(seat, "fold"))
    room.pit.tell(room.live, bob, told.Leave(2))
    room.pit.tell(room.live, ada, told.Sit(2, 100_000))
    assert not cards_told(room.hub.events_of(entry, ada.user, is_staff=False)) & bobs
    assert cards_told(room.hub.events_of(entry, bob.user, is_staff=False)) >= bobs
    assert not cards_told(room.readers[ada.name].messages) & bobs


def test_who_takes_a_seat_between_rounds_does_not_see_the_hand_that_was_folded_there():
    room = Room("three-card-poker", "by hand", "in between", seed_is_revealed=False)
    pit, live = room.pit, room.live
    while live.picture.status.value != "open":
        pit.try_to(live, *expected(pit, live))
    ada, bob = pit.players[:2]
    pit.tell(live, bob, told.Sit(2, 100_000))
    pit.tell(live, pit.dealer, told.NewGame())
    pit.tell(live, bob, told.Bet(2, (("Ante", 500),)))
    pit.tell(live, pit.dealer, told.NoMoreBets())
    while 2 not in live.round.layout.asked:
        pit.tell(live, *expected(pit, live))
    bobs = room.secrets.round.own[bob.user]
    pit.tell(live, bob, told.Choose(2, "fold"))
    pit.bring_to_an_end(live)
    while live.round is not None:
        pit.tell(live, *expected(pit, live))
    bobs -= room.secrets.round.seen_by_all
    pit.tell(live, bob, told.Leave(2))
    pit.tell(live, ada, told.Sit(2, 100_000))
    for user in (ada.user, None):
        state = room.hub.state_for(user, is_staff=False)
        assert state["events"], "the last round is still to be seen"
        assert not cards_told(state) & bobs
    back = Reader(room.hub, ada.user)
    assert not cards_told(back.read()) & bobs


def test_who_gets_up_is_told_what_he_takes_along():
    room = Room("three-card-poker", "automatic", "getting up")
    ada, _, _ = two_in_a_round(room)
    room.pit.tell(room.live, ada, told.Leave(1))
    room.pit.tell(room.live, ada, told.Choose(1, "play"))
    ended = room.pit.tell(room.live, room.pit.players[1], told.Choose(2, "fold"))
    for found in (
        room.hub.events_of(ended.entry.number, ada.user, is_staff=False),
        list(room.told(room.readers[ada.name].messages)),
    ):
        left = [event for _, event in found if event["event"] == "seat_left"]
        assert [event["cents"] for event in left] == [ended.balances["wallet 1"] - 19_900_000]
        assert any(event["event"] == "wager_settled" for _, event in found)
    for other in ("spectator", room.pit.players[1].name):
        left = [
            event
            for _, event in room.told(room.readers[other].messages)
            if event["event"] == "seat_left"
        ]
        assert [event["cents"] for event in left] == [None]


# Events.


def sees_what_redact_shows(room, reader, change, messages):
    """Every event of an entry as the games' filter gives it; staff work for staff alone.

    Where the round that is shown is dealt again, what was shown is no longer so: all begin anew.
    So does who comes to work at the table, or goes: he was told too little, or is told too much.
    """
    if tells_anew(change) or comes_or_goes(reader, change):
        (message,) = messages
        state = room.hub.state_for(reader.user, is_staff=reader.is_staff)
        assert message == {"type": "snapshot", **state}
        return
    seats = room.seats_of(reader, change)
    is_staff = reader.is_staff or any(
        user == reader.user for user, _ in room.live.picture.positions.values()
    )
    wanted = [
        [number, shown]
        for number, event in enumerate(change.events, start=change.entry.first_event)
        if (shown := as_shown(event, seats, is_staff=is_staff)) is not None
        and (is_staff or number not in room.numbers_on_paper)
    ]
    got = [pair for message in messages for pair in message["events"]]
    assert got == wanted


def tells_anew(change):
    return any(
        isinstance(one, RoundRevised) and one.round == change.entry.round for one in change.events
    )


def comes_or_goes(reader, change):
    """Whether somebody takes a position at the table, or leaves it."""
    moves = (PositionTaken, PositionLeft)
    return not reader.is_staff and any(
        isinstance(one, moves) and one.user == reader.user for one in change.events
    )


def as_shown(event, seats, *, is_staff):
    """An event of a table that is no stadium as somebody may know it; None if not at all."""
    if isinstance(event, EVENTS):
        return logged_to_json(redact(event, Viewer(frozenset(seats))))
    data = logged_to_json(event)
    # What was paid to a wallet is not for whoever sits there now.
    is_insider = is_staff or (data.get("seat") in seats and data.get("is_seated", True))
    if data["event"] in FOR_STAFF and not is_staff and data["event"] != "terminal_door":
        return None
    if data["event"] in OF_ONE_SEAT | {"terminal_door"} and not is_insider:
        return None
    if data["event"] == "seat_taken" and not is_insider:
        return data | {"credit_cents": None}
    if data["event"] == "seat_left" and not is_insider:
        return data | {"cents": None}
    return data


@pytest.mark.parametrize(("game", "kind"), [one for one in TABLES if one[0] != STADIUM])
def test_everybody_is_sent_exactly_what_the_filter_of_the_games_shows_him(game, kind):
    room = Room(game, kind, "events")
    for reader in room.readers.values():
        reader.read()
    room.judges = [sees_what_redact_shows]
    room.play(150)


# Credit, picks and choices.


@pytest.mark.parametrize("game", game_ids())
def test_nobody_is_told_what_another_has_on_his_meter(game):
    room = Room(game, "automatic", "credit", has_tips=False)
    # Amounts that occur nowhere else, so that they can be looked for in the text.
    brought = {}
    for seat, who in enumerate(room.pit.players, start=1):
        brought[who.user] = 1_234_567 + 1_001 * seat
        room.pit.tell(room.live, who, told.Sit(seat, brought[who.user]))
        room.pit.tell(room.live, who, told.AddCredit(seat, 7_654_321 + seat))
        room.pit.tell(room.live, who, told.Leave(seat))
    for reader in room.readers.values():
        text = json.dumps(reader.messages)
        told_of = {user for user, cents in brought.items() if str(cents) in text}
        more = {user for user in brought if str(brought[user] + 7_654_321 + user) in text}
        own = {reader.user} & set(brought)
        assert told_of == (set(brought) if reader.is_staff else own)
        assert more == (set(brought) if reader.is_staff else own)


def keeps_to_himself(room, reader, change, messages):
    """Credits are of own seats; picks and hidden choices are of own seats until all may know."""
    seats = room.seats_of(reader, change)
    for message in messages:
        assert set(message["credits"]) <= {str(seat) for seat in seats}
    for _, event in room.told(messages):
        match event:
            case {"event": "wagers_placed" | "picks_drawn", "seat": seat, "picks": picks}:
                assert not picks or seat in seats
            case {"event": "decision_made", "is_hidden": True, "seat": seat, "choice": choice}:
                assert choice is None or seat in seats
            case {"event": "decision_asked", "is_hidden": True, "asked": asked}:
                assert {one["seat"] for one in asked} <= set(seats)


@pytest.mark.parametrize(("game", "kind"), TABLES)
def test_picks_hidden_choices_and_credit_are_for_their_own_player(game, kind):
    room = Room(game, kind, "secrets")
    room.judges = [keeps_to_himself]
    room.play(150)


def is_told_only_what_is_common(room, reader, change, messages):
    """In a stadium, of the thousand other terminals there is nothing in what a viewer gets."""
    if reader.is_staff or reader.user == room.pit.dealer.user:
        return
    seats = room.seats_of(reader, change)
    for message in messages:
        if message["type"] == "snapshot":
            assert {one["seat"] for one in message["seats"]} <= set(seats)
    for _, event in room.told(messages):
        assert event.get("seat", 0) in {0, *seats}, f"{reader.user} is told {event}"
        assert set(event.get("seats", ())) <= set(seats)
        for one in (*event.get("asked", ()), *event.get("choices", ())):
            assert one["seat"] in seats


@pytest.mark.parametrize("kind", ["automatic", "by hand", "real cards"])
def test_a_stadium_tells_everybody_what_is_common_and_what_is_his_own(kind):
    room = Room(STADIUM, kind, "stadium")
    for reader in room.readers.values():
        reader.read()
    room.judges = [is_told_only_what_is_common]
    room.play(700)
    # And of his own, all.
    bets = 0
    for who in room.pit.players:
        own = {
            number: logged_to_json(event)
            for change in room.pit.changes
            if change.entry.chain == 1
            for number, event in enumerate(change.events, start=change.entry.first_event)
            if type(event).__name__ in ("WagerSettled", "WagersPlaced", "WagerReturned")
        }
        taken = TimesAtSeats(room.pit.changes, who.user)
        mine = {number for number, event in own.items() if (event["seat"], number) in taken}
        mine -= room.numbers_on_paper | replaced_by_snapshots(room)
        got = {
            number
            for message in room.readers[who.name].messages
            if message["type"] == "events"
            for number, _ in message["events"]
        }
        bets += len(mine)
        assert mine <= got
    assert bets > 50, "hardly anybody has bet"


def replaced_by_snapshots(room):
    """The numbers of events that were shown in a snapshot, because the round was dealt again."""
    return {
        change.entry.first_event + at
        for change in room.pit.changes
        if tells_anew(change)
        for at in range(change.entry.event_count)
    }


class TimesAtSeats:
    """When somebody sat where, by the numbers of the events."""

    def __init__(self, changes, user):
        self.spans = []
        for change in changes:
            if change.entry.chain != 1:
                continue
            for number, event in enumerate(change.events, start=change.entry.first_event):
                if type(event).__name__ == "SeatTaken" and event.user == user:
                    self.spans.append([event.seat, number, 10**9])
                elif type(event).__name__ == "SeatLeft" and event.user == user:
                    open_ = [one for one in self.spans if one[0] == event.seat]
                    open_[-1][2] = number

    def __contains__(self, pair):
        seat, number = pair
        return any(at == seat and first < number < last for at, first, last in self.spans)


# Going on after a lost connection.


@pytest.mark.parametrize(("game", "kind"), TABLES)
def test_who_comes_back_gets_exactly_what_he_missed(game, kind):
    """From any number he knows: the same messages as somebody who never was away."""
    room = Room(game, kind, "resume")
    room.play(120)
    resumed = 0
    for reader in room.readers.values():
        for at, message in enumerate(reader.messages):
            back = Reader(room.hub, reader.user, is_staff=reader.is_staff, after=message["upto"])
            missed = back.read()
            back.leave()
            if missed and missed[0]["type"] == "snapshot":
                assert len(missed) == 1
                assert missed[0]["upto"] == room.hub.upto
            else:
                assert missed == reader.messages[at + 1 :]
                resumed += 1
    assert resumed > len(room.readers), "hardly anybody could go on where he was"


def test_numbers_that_nobody_was_sent_lead_to_a_snapshot():
    room = Room("three-card-poker", "automatic", "odd numbers")
    room.play(60)
    ends = {change.entry.first_event - 1 for change in room.pit.changes if change.entry.chain == 1}
    ends.add(room.hub.upto)
    for after in (*range(room.hub.upto + 3), 10**9):
        back = Reader(room.hub, None, after=after)
        missed = back.read()
        back.leave()
        if after in ends and after > 0:
            assert [pair[0] for message in missed for pair in message["events"]] or not missed
            assert all(message["type"] == "events" for message in missed)
            assert not missed or missed[0]["after"] == after
        else:
            assert [message["type"] for message in missed] == ["snapshot"]


def test_what_was_long_ago_is_not_kept_at_hand():
    room = Room("three-card-poker", "automatic", "long ago")
    room.play(60)
    last = [one for one in room.pit.changes if one.entry.chain == 1][-1].entry
    before = last.first_event - 1
    room.hub.forget(last.at_ms)
    assert len(room.hub._recent) == 1
    for after, kind in ((before, "events"), (before - 1, "snapshot")):
        back = Reader(room.hub, None, after=after)
        assert {message["type"] for message in back.read()} == {kind}
        back.leave()
    room.hub.forget(room.pit.at_ms + 1)
    assert not room.hub._recent
    back = Reader(room.hub, None, after=room.hub.upto)
    assert back.read() == [], "he has missed nothing"


# The round before.


@pytest.mark.parametrize("kind", ["automatic", "by hand"])
@pytest.mark.parametrize("game", ["three-card-poker", "roll-your-own-blackjack"])
def test_the_round_before_is_seen_from_a_seat_as_its_player_saw_it_and_no_more(game, kind):
    room = Room(game, kind, "looking back")
    rounds = Counter()

    def look_back(room, reader, change, _messages):
        past = room.hub.past
        if reader.user is not None or past is None or past.number in rounds:
            return
        rounds[past.number] = len(past.players)
        for seat in past.players:
            seen = orjson.loads(past.seen_from(seat))
            assert seen == [event_to_json(one) for one in view(past.events, Viewer.at(seat))]
            assert seen[0]["event"] == "round_opened"
            assert {"round_closed", "round_voided"} & {one["event"] for one in seen}

    room.judges = [look_back]
    room.play(150)
    assert len(rounds) > 2
    assert sorted(rounds) == list(range(1, len(rounds) + 1)), "each is kept until the next is over"
    assert max(rounds.values()) > 1
