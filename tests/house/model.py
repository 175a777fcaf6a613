"""A second opinion on the money: chips on a floor, moved by hand as the log is read aloud.

It knows what the issue and `docs/round-format.md` say of each event, and nothing of how the house
keeps its books: there are no postings and no ledger here. A chip lies in exactly one place. Every
stake lies on a spot of its own, so a slip that is replaced is picked up chip by chip, and what a
win pays is worked out from its odds. Events are read as the JSON that stands in the log.
"""

import json
from collections import Counter
from fractions import Fraction

OUTSIDE = {"cash": ("the street",), "play": ("the printer",)}
BANKS = {"cash": ("the vault",), "play": ("the printer",)}
MISSING = {"cash": ("the floor's cracks",), "play": ("the printer",)}
OUTSIDE = {"cash": ("the street",), "play": ("the printer",)}
ENDLESS = {("the street",), ("the printer",), ("the vault",), ("the floor's cracks",)}
"""Where there may be less than nothing: all money comes from there."""


class ChipModel:
    """Where every chip of the house lies."""

    def __init__(self):
        self.chips = Counter()
        self.money_of_table = {}
        self.money_of_user = {}
        self.sitting = {}
        """By table and seat: who sits there."""
        self.vouchers = {}
        """By hash: what it is worth, as long as it is worth anything."""
        self.rounds = {}
        """By table: the moves of each event of the round in play, so that some can be undone."""
        self.on_paper = Counter()
        """By table: how many events that follow are only dealt again on paper."""
        self.outcomes = Counter()

    # Reading.

    def read(self, chain, body):
        """Reads the next entry of the log, after which everything must be right."""
        self.take(chain, body)
        self.check_floor()

    def take(self, chain, body):
        """Reads one entry of a chain, whatever came between in others."""
        for event in json.loads(body):
            self.read_event(chain, event)

    def read_event(self, table, event):
        """Does with the chips what one event says."""
        name = event["event"]
        moves = []
        if name in ROUND_EVENTS and self.on_paper[table]:
            self.on_paper[table] -= 1
            return
        handler = getattr(self, f"on_{name}", None)
        if handler is not None:
            moves = handler(table, event) or []
        for source, target, cents in moves:
            self.move(source, target, cents)
        if name == "round_began":
            self.rounds[table] = [[]]
        elif name in ROUND_EVENTS:
            self.rounds[table].append(moves)

    def move(self, source, target, cents):
        assert cents >= 0, f"nobody moves {cents} chips"
        assert self.kind(source) == self.kind(target), f"play and cash mix: {source}, {target}"
        self.chips[source] -= cents
        self.chips[target] += cents

    def kind(self, place):
        """Which kind of money lies in a place."""
        match place:
            case ("the printer",):
                return "play"
            case ("wallet", user):
                return self.money_of_user[user]
            case (("seat" | "felt" | "rack" | "tips"), table, *_):
                return self.money_of_table[table]
            case _:
                return "cash"

    def check_floor(self):
        """There is no place with less than nothing, and no chip came from nowhere."""
        short = {place: cents for place, cents in self.chips.items() if cents < 0}
        assert set(short) <= ENDLESS, f"less than nothing: {short}"
        by_kind = Counter()
        for place, cents in self.chips.items():
            by_kind[self.kind(place)] += cents
        assert not any(by_kind.values()), f"made or lost: {by_kind}"
        assert self.chips["the drawer",] == sum(self.vouchers.values())

    # Accounts, by the names that docs/house.md gives them.

    def balances(self):
        """What every account must hold, by its name; none that holds nothing."""
        sums = Counter()
        for place, cents in self.chips.items():
            sums[account_of(place)] += cents
        return {account: cents for account, cents in sums.items() if cents}

    def on_the_felt(self, table):
        """By seat and spot: the stakes that lie on a table."""
        found = {}
        for place, cents in self.chips.items():
            if place[:2] == ("felt", table) and cents:
                found.setdefault(place[2], {})[place[3]] = cents
        return found

    # At a table.

    def on_table_created(self, table, event):
        self.money_of_table[table] = event["terms"]["money"]

    def on_seat_taken(self, table, event):
        seat = event["seat"]
        assert (table, seat) not in self.sitting, "two on one chair"
        self.sitting[table, seat] = event["user"]
        assert event["credit_cents"] > 0
        return [(("wallet", event["user"]), ("seat", table, seat), event["credit_cents"])]

    def on_credit_added(self, table, event):
        assert self.sitting[table, event["seat"]] == event["user"]
        return [(("wallet", event["user"]), ("seat", table, event["seat"]), event["cents"])]

    def on_seat_left(self, table, event):
        seat = event["seat"]
        user = self.sitting.pop((table, seat))
        assert user == event["user"]
        assert not self.on_the_felt(table).get(seat), "he left chips on the felt"
        assert self.chips["seat", table, seat] == event["cents"], "he takes along all he has"
        return [(("seat", table, seat), ("wallet", user), event["cents"])]

    def on_tip_given(self, table, event):
        return [(("seat", table, event["seat"]), ("tips", table), event["cents"])]

    def on_tips_collected(self, table, event):
        assert self.chips["tips", table] == event["cents"], "all that is in the box is handed out"
        return [(("tips", table), OUTSIDE[self.money_of_table[table]], event["cents"])]

    def on_rack_filled(self, table, event):
        return [(BANKS[self.money_of_table[table]], ("rack", table), event["cents"])]

    def on_rack_credited(self, table, event):
        return [(("rack", table), BANKS[self.money_of_table[table]], event["cents"])]

    def on_rack_corrected(self, table, event):
        other, cents = MISSING[self.money_of_table[table]], event["cents"]
        if cents >= 0:
            return [(other, ("rack", table), cents)]
        return [(("rack", table), other, -cents)]

    def on_difference_paid(self, table, event):
        if event["is_seated"]:
            assert self.sitting[table, event["seat"]] == event["user"]
            player = ("seat", table, event["seat"])
        else:
            player = ("wallet", event["user"])
        if event["cents"] >= 0:
            return [(("rack", table), player, event["cents"])]
        return [(player, ("rack", table), -event["cents"])]

    def on_round_revised(self, table, event):
        if event["is_on_paper"]:
            self.on_paper[table] = event["event_count"]
            return
        superseded = self.rounds[table][event["from_event"] :]
        del self.rounds[table][event["from_event"] :]
        for moves in reversed(superseded):
            for source, target, cents in reversed(moves):
                self.move(target, source, cents)

    # In a round.

    def on_wagers_placed(self, table, event):
        seat = event["seat"]
        assert (table, seat) in self.sitting, "only who sits bets"
        back = [
            (("felt", table, seat, spot), ("seat", table, seat), cents)
            for spot, cents in self.on_the_felt(table).get(seat, {}).items()
        ]
        down = [
            (("seat", table, seat), ("felt", table, seat, spot), cents)
            for spot, cents in event["stakes"]
        ]
        return back + down

    def on_wager_added(self, table, event):
        seat = event["seat"]
        assert self.on_the_felt(table).get(seat), "who adds has bet before"
        place = ("felt", table, seat, event["spot"])
        return [(("seat", table, seat), place, event["cents"])]

    def on_wager_settled(self, table, event):
        seat, spot, stake = event["seat"], event["spot"], event["stake_cents"]
        returned, won = paid(event)
        self.outcomes[event["outcome"]["result"]] += 1
        credit, rack = ("seat", table, seat), ("rack", table)
        if not event["has_own_wager"]:
            return [(rack, credit, won)]
        felt = ("felt", table, seat, spot)
        back = min(returned, stake)
        return [(felt, credit, back), (felt, rack, stake - back), (rack, credit, won)]

    def on_settlement_reversed(self, table, event):
        """Everything a settlement did is done backwards."""
        seat, spot, stake = event["seat"], event["spot"], event["stake_cents"]
        credit, rack, returned = ("seat", table, seat), ("rack", table), event["returned_cents"]
        felt = ("felt", table, seat, spot)
        back = min(returned, stake)
        return [(credit, felt, back), (rack, felt, stake - back), (credit, rack, returned - back)]

    def on_wager_returned(self, table, event):
        seat = event["seat"]
        felt = ("felt", table, seat, event["spot"])
        assert self.chips[felt] == event["cents"], "a wager goes back whole"
        return [(felt, ("seat", table, seat), event["cents"])]

    def on_round_closed(self, table, _event):
        assert not self.on_the_felt(table), "the round is over, and chips lie on the felt"

    def on_round_voided(self, table, _event):
        assert not self.on_the_felt(table), "the round is void, and chips lie on the felt"

    # In the house.

    def on_user_added(self, _table, event):
        self.money_of_user[event["user"]] = event["money"]

    def on_bought_in(self, _table, event):
        return [(OUTSIDE["cash"], ("wallet", event["user"]), event["cents"])]

    def on_cashed_out(self, _table, event):
        return [(("wallet", event["user"]), OUTSIDE["cash"], event["cents"])]

    def on_play_money_granted(self, _table, event):
        return [(OUTSIDE["play"], ("wallet", event["user"]), event["cents"])]

    def on_guest_gone(self, _table, event):
        return [(("wallet", event["user"]), OUTSIDE["play"], event["cents"])]

    def on_voucher_issued(self, _table, event):
        assert event["voucher"] not in self.vouchers
        self.vouchers[event["voucher"]] = event["cents"]
        user = event["user"]
        source = OUTSIDE["cash"] if user is None else ("wallet", user)
        return [(source, ("the drawer",), event["cents"])]

    def on_voucher_redeemed(self, _table, event):
        assert self.vouchers.pop(event["voucher"]) == event["cents"], "redeemed once, for its worth"
        user = event["user"]
        target = OUTSIDE["cash"] if user is None else ("wallet", user)
        return [(("the drawer",), target, event["cents"])]

    def on_voucher_taken_back(self, _table, event):
        assert self.vouchers.pop(event["voucher"]) == event["cents"], "taken back once, all of it"
        return [(("the drawer",), ("wallet", event["user"]), event["cents"])]


ROUND_EVENTS = {
    "wagers_placed", "bets_closed", "picks_drawn", "card_read", "card_dealt", "cards_ran_out",
    "rest_released", "cards_turned", "cards_moved", "dealer_acted", "decision_asked",
    "decision_made", "decisions_closed", "wager_added", "hand_called", "wager_settled",
    "cards_collected", "device_failed", "irregularity_reported", "supervisor_ruled",
    "settlement_reversed", "wager_returned", "round_voided", "round_closed", "seed_revealed",
}  # fmt: skip
"""The headings of docs/round-format.md; `round_opened` is stored as `round_began`."""

ACCOUNTS = {
    "the street": "cash",
    "the printer": "play money",
    "the vault": "house",
    "the drawer": "vouchers",
    "the floor's cracks": "differences",
}


def account_of(place):
    """The account that a place on the floor belongs to."""
    match place:
        case ("wallet", user):
            return f"wallet {user}"
        case ("seat", table, seat):
            return f"table {table}/seat {seat}"
        case ("felt", table, _, _):
            return f"table {table}/wagers"
        case (("rack" | "tips") as what, table):
            return f"table {table}/{what}"
        case (name,):
            return ACCOUNTS[name]


def paid(event):
    """What a settlement gives back of everything, and how much of that is winnings.

    Both are worked out from the outcome, and must be what the event says.
    """
    stake, odds = event["stake_cents"], event["outcome"]["odds"]
    won = back = Fraction(0)
    match event["outcome"]["result"]:
        case "win":
            won, back = stake * odds_of(odds), Fraction(stake)
        case "push":
            back = Fraction(stake)
        case "half_back":
            back = Fraction(stake, 2)
        case "lose":
            pass
    if not event["has_own_wager"]:
        back = Fraction(0)
    won -= event["withheld_cents"]
    assert won >= 0
    assert won + back == event["returned_cents"], f"this is not what the odds pay: {event}"
    return event["returned_cents"], int(won)


def odds_of(text):
    """`3 to 2` as a fraction."""
    if text == "even money":
        return Fraction(1)
    if text == "one half":
        return Fraction(1, 2)
    won, _, staked = text.replace(",", "").partition(" to ")
    return Fraction(int(won), int(staked))
