"""Players, a dealer, supervisors and a cashier at once, at a table that is dealt by hand.

Hypothesis makes up who sends what: mostly what the table waits for, often something out of turn,
now and then somebody else's command; and money at the cage, vouchers that are brought twice. It
comes doubled, late and overtaken by other commands, and again later. What must hold afterwards is
the same as where players sit alone.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from croupier.cards import DECK, Back
from croupier.house import commands as told
from croupier.house.accounts import Money
from croupier.house.happenings import Role
from croupier.house.terms import CardsFrom, TableKind
from croupier.rejection import Code, Rejection
from croupier.table.irregularity import IrregularityKind
from croupier.table.registry import game_ids

from .crowd import FEW, Crowd, Sent, as_it_stands, held, new_books, orders, play_twice
from .houses import open_house, opened_by_hand, plan, put_decks_into_play
from .pit import ANYTHING, WHOLE_DECK, ending, expected

KINDS = (
    *["expected"] * 12, *["anything"] * 4, "out of turn", "out of turn", "by another", "work",
    "work", "buy in", "cash out", "voucher", "voucher", "redeem", "redeem",
)  # fmt: skip
ORDERS = orders(KINDS, 3, least=40, are_overtaken=True)
GAMES = [(game, cards) for game in game_ids() for cards in CardsFrom]
SOME = [*((game, CardsFrom.PHYSICAL) for game in game_ids()), ("pick-2-poker", CardsFrom.VIRTUAL)]

_STEPS = ("deal", "release_rest", "turn", "act", "collect", "")


class Floor(Crowd):
    """Everybody at and around one table, as the people of a pit have it."""

    def __init__(self, office, players, staff):
        self.players = players
        self.dealer, self.boss, self.second = staff
        self.codes_out = []
        """Of vouchers, those redeemed among them."""
        self.rng = Random(0)
        self.everybody = [*players, *staff]
        super().__init__(office, {one.user: one for one in self.everybody})

    @property
    def ledger(self):
        return self.house.ledger

    def owner(self, live, seat):
        """Who sits there."""
        return self.people[live.picture.seats[seat].user]

    def make(self, order):
        self.rng = Random(order.number)
        player = self.players[order.client]
        match order.kind:
            case "expected":
                return self.expected()
            case "anything":
                return self.rng.choice(ANYTHING)(self, self.live)
            case "by another":
                return self.rng.choice(self.everybody), self.expected()[1]
            case "out of turn":
                return self.rng.choice(self.everybody), self.rng.choice(self.of_staff())
            case "work":
                return self.rng.choice(self.work())
            case kind:
                return self.at_the_cage(kind, player)

    def expected(self):
        """What the table waits for; where its dealer has gone, for him."""
        if Role.DEALER not in self.live.picture.positions:
            return self.dealer, told.TakePosition(Role.DEALER)
        return expected(self, self.live)

    def of_staff(self):
        """What staff tells a table, whether it is the time for it or not."""
        rng = self.rng
        return [
            told.NewGame(),
            told.NoMoreBets(),
            told.Do(rng.choice(_STEPS)),
            told.EnterCard(rng.choice(DECK)),
            told.InspectDeck(rng.choice(list(Back)), WHOLE_DECK),
            told.ChangeDecks(Back.RED, Back.BLUE),
            told.TakePosition(rng.choice([Role.DEALER, Role.SUPERVISOR, Role.PLAYER])),
            told.LeavePosition(rng.choice([Role.DEALER, Role.SUPERVISOR])),
            told.CountBank(self.ledger["table 1/rack"]),
            told.Sign(rng.choice(["opener", "closing count", "error notification"])),
            told.CollectTips(),
            told.CloseTable(),
        ]

    def work(self):
        """What is done at a table with a dealer now and then, by who does it."""
        cents = self.rng.randint(1, 10**6)
        return [
            (self.boss, told.Fill(cents)),
            (self.boss, told.Credit(cents)),
            (self.boss, told.CollectTips()),
            (self.boss, told.CloseTable()),
            (self.boss, told.VoidRound(max(self.live.picture.round - 1, 1), "It was seen.")),
            (self.second, told.Approve(max(self.live.picture.approvals, default=1), True)),
            (self.dealer, told.Report(IrregularityKind.DEALER_ERROR, "A card slipped.")),
            (self.dealer, told.LeavePosition(Role.DEALER)),
        ]

    def at_the_cage(self, kind, player):
        """Cash and vouchers: by who stands there, now and then by somebody else."""
        rng = self.rng
        by = rng.choice([self.second, self.second, self.second, player, self.dealer])
        user, cents = player.user, rng.choice([100, rng.randint(1, 50_000), 10**12])
        whose = rng.choice([user, user, None])
        match kind:
            case "buy in":
                return Sent(by, kind, lambda to, name: to.cashier.buy_in(name, user, cents, by=by))
            case "cash out":
                return Sent(
                    by, kind, lambda to, name: to.cashier.cash_out(name, user, cents, by=by)
                )
            case "voucher":
                return Sent(by, kind, lambda to, name: self.issue(to, name, whose, cents, by))
            case _:
                code = rng.choice(self.codes_out or ["0" * 20])
                return Sent(
                    by, kind, lambda to, name: to.cashier.redeem_voucher(name, code, whose, by=by)
                )

    async def issue(self, office, name, user, cents, by):
        issued = await office.cashier.issue_voucher(name, user, cents, by=by)
        if issued.code is not None:
            self.codes_out.append(issued.code)
        return issued.receipt


def table_of(game, cards):
    kind = TableKind.STADIUM if game.startswith("stadium") else TableKind.HUMAN
    return plan(
        game,
        kind=kind,
        has_human_dealer=True,
        cards=cards,
        money=Money.CASH,
        deck_change_rounds=4,
        decision_s=0,
    )


async def play(path, table, orders):
    async with open_house(path, table, chance="first") as office:
        dealer, boss = await opened_by_hand(office)
        if table.terms.cards is CardsFrom.PHYSICAL:
            await put_decks_into_play(office, dealer, boss)
        second = await person(office, "Susan", Role.SUPERVISOR)
        players = [await person(office, name, Role.PLAYER) for name in ("Ada", "Bob", "Cleo")]
        for seat, who in enumerate(players, start=1):
            await office.cashier.buy_in(f"bring-{seat}", who.user, 2_000_000, by=None)
            if seat < 3:
                await office.house.command(1, who, told.Sit(seat, 500_000), "first-seat")
        floor = Floor(office, players, (dealer, boss, second))
        await floor.follow(orders)
        return floor, as_it_stands(floor.live), held(office.house)


async def person(office, name, role):
    roles = frozenset({role})
    return (await office.add_user(f"add-{name}", name, roles, Money.CASH, by=None))[1]


async def play_on(path, table, floor, before, money):
    """The house is opened again: everything stands as it did, and the round goes on to its end."""
    async with open_house(path, table, chance="second") as office:
        floor.go_to(office)
        assert as_it_stands(floor.live) == before
        assert held(office.house) == money
        await floor.repeat(range(1000))
        assert as_it_stands(floor.live) == before
        assert held(office.house) == money
        await bring_to_an_end(floor)


async def bring_to_an_end(floor):
    """Plays the round in play to its end, the quickest way."""
    live, number = floor.live, floor.live.picture.round
    for who, role in ((floor.dealer, Role.DEALER), (floor.boss, Role.SUPERVISOR)):
        if role not in live.picture.positions:
            await floor.house.command(1, who, told.TakePosition(role), f"back-{role}")
    for at in range(500):
        if live.round is None or live.picture.round != number or not live.round.layout.stakes:
            return
        for who, command in ending(floor, live):
            try:
                await floor.house.command(1, who, command, who and f"end-{at}")
            except Rejection as refused:
                # A card that was drawn by chance may have been drawn before.
                assert refused.code is Code.CARD_REPEATED, refused
    raise AssertionError(f"the round does not end: {live.round.waiting}")


def run(game, cards, orders, server=None):
    table = table_of(game, cards)
    with new_books(server) as path:
        return play_twice(
            path,
            lambda path: play(path, table, orders),
            lambda path, *played: play_on(path, table, *played),
        )


def examples(count, game, cards, server=None):
    """Runs so many; what was done, by name, and what was refused, by code."""
    done, codes = Counter(), Counter()

    @settings(FEW, max_examples=count)
    @given(ORDERS)
    def anything(orders):
        floor = run(game, cards, orders, server)
        for one in floor.sent.values():
            codes.update(one.codes)
            done[one.name] += bool(one.receipts)

    anything()
    return done, codes


@pytest.mark.parametrize(("game", "cards"), SOME)
def test_whatever_staff_and_players_send_each_id_counts_once(game, cards):
    done, codes = examples(5, game, cards)
    # It must not all have been refused, nor all been taken.
    for one in ("NewGame", "Bet", "Fill", "voucher"):
        assert done[one], (one, done)
    assert codes[Code.NOT_ALLOWED], codes


def test_whatever_staff_and_players_send_is_as_safe_on_postgresql(postgres):
    done, _ = examples(3, "three-card-poker", CardsFrom.PHYSICAL, postgres)
    assert done["Bet"], done


@pytest.mark.long
@pytest.mark.parametrize(("game", "cards"), GAMES)
def test_whatever_staff_and_players_send_for_long(game, cards, postgres):
    seen = Counter()
    for server, count in ((None, 60), (postgres, 10)):
        done, _ = examples(count, game, cards, server)
        seen.update(done)
    for one in ("NewGame", "Bet", "Choose", "Do", "Rule", "Sign", "redeem", "VoidRound", "Approve"):
        assert seen[one], (one, seen)
