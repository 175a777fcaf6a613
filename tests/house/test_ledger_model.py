"""The ledger against a model that keeps its money in another way, under random work."""

from collections import Counter

import pytest

from croupier.house import commands as told
from croupier.house.accounts import Money, meter, wagers
from croupier.house.happenings import Role
from croupier.house.terms import CardsFrom, TableKind, TableTerms
from croupier.rejection import Code, Rejection
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.registry import game_ids

from .model import ChipModel
from .pit import Pit, expected

STADIUM = "stadium-three-card-poker"


def watched(pit):
    """A model that follows a pit, and compares all balances after each change."""
    model = ChipModel()

    def follow(change):
        assert sum(cents for _, cents in change.entry.postings) == 0
        model.read(change.entry.chain, change.entry.body)

    pit.listen(follow)
    return model


def compare(pit, model):
    held = {account: cents for account, cents in pit.ledger.items() if cents}
    assert held == model.balances()
    for number, live in pit.tables.items():
        stakes = live.round.layout.stakes if live.round is not None else {}
        felt = {seat: spots for seat, spots in stakes.items() if spots}
        assert model.on_the_felt(number) == felt
        assert pit.ledger[wagers(number)] == sum(sum(spots.values()) for spots in felt.values())


def work(pit, model, steps):
    """Random work at all tables of a pit, the balances compared after each step."""
    for _ in range(steps):
        live = pit.rng.choice(list(pit.tables.values()))
        pit.wander(live, 1)
        compare(pit, model)


def seen_in(pit):
    return Counter(type(event).__name__ for change in pit.changes for event in change.events)


def at_an_automatic_table(game, seed, steps):
    pit = Pit(f"automatic {game} {seed}", wallet_cents=2_000_000)
    model = watched(pit)
    kind = TableKind.STADIUM if game == STADIUM else TableKind.AUTOMATIC
    live = pit.table(game, TableTerms(kind=kind))
    # Somebody who reports what goes wrong, and rules on it.
    pit.tell(live, pit.boss, told.TakePosition(Role.SUPERVISOR))
    work(pit, model, steps)
    return seen_in(pit)


@pytest.mark.parametrize("game", game_ids())
def test_all_balances_agree_with_the_model_at_an_automatic_table(game):
    seen = at_an_automatic_table(game, 1, 500)
    for one in ("SeatTaken", "CreditAdded", "WagersPlaced", "WagerSettled", "TipGiven", "SeatLeft"):
        assert seen[one], f"no {one} in {seen}"


def where_people_deal(game, cards, seed, steps):
    pit = Pit(f"by hand {game} {cards} {seed}", money=Money.CASH, wallet_cents=5_000_000)
    model = watched(pit)
    kind = TableKind.STADIUM if game == STADIUM else TableKind.HUMAN
    terms = TableTerms(
        kind=kind, has_human_dealer=True, cards=cards, money=Money.CASH, deck_change_rounds=5
    )
    pit.table(game, terms)
    work(pit, model, steps)
    return seen_in(pit)


@pytest.mark.parametrize("cards", CardsFrom)
@pytest.mark.parametrize("game", game_ids())
def test_all_balances_agree_with_the_model_where_people_deal(game, cards):
    # Of what is seldom, one pit may see nothing: whoever reports something rarely rules on it.
    seen = sum((where_people_deal(game, cards, seed, 600) for seed in (1, 2)), Counter())
    for one in ("RackFilled", "RoundClosed", "RoundVoided", "SupervisorRuled", "RoundRevised"):
        assert seen[one], f"no {one} in {seen}"


def tip_all_but(pit, live, seat, kept_cents):
    """A seat tips all it has but this; a cent more is refused."""
    who, has = pit.owner(live, seat), pit.ledger[meter(live.number, seat)]
    with pytest.raises(Rejection) as refusal:
        pit.tell(live, who, told.Tip(seat, has - kept_cents + 1))
    assert refusal.value.code is Code.BANKROLL_SHORT
    if has > kept_cents:
        pit.tell(live, who, told.Tip(seat, has - kept_cents))


def test_what_is_won_in_a_round_stays_on_the_meter_until_it_is_over():
    """If the round is void it goes back, so it cannot have been given away before."""
    pit = Pit("winnings", money=Money.CASH, players=1)
    model = watched(pit)
    live = pit.table("roll-your-own-blackjack", TableTerms(kind=TableKind.HUMAN, money=Money.CASH))
    while not live.picture.seats:
        pit.try_to(live, *expected(pit, live))
    tested = 0
    for _ in range(1_200):
        pit.try_to(live, *expected(pit, live))
        (seat,) = live.picture.seats
        won_cents = live.round.layout.won_cents.get(seat, 0) if live.round is not None else 0
        if won_cents:
            tip_all_but(pit, live, seat, won_cents)
            pit.tell(live, pit.boss, told.Report(IrregularityKind.DEALER_ERROR, "It fell."))
            if live.round is not None:
                pit.tell(live, pit.boss, told.Rule(Remedy.VOID, "It was seen from above."))
            assert live.round is None
            compare(pit, model)
            tested += 1
        if pit.ledger[meter(1, seat)] < 100_000:
            pit.tell(live, pit.owner(live, seat), told.AddCredit(seat, 100_000))
    assert tested > 5


def test_what_is_promised_with_a_choice_stays_on_the_meter_until_it_is_taken():
    pit = Pit("promises")
    model = watched(pit)
    live = pit.table(STADIUM, TableTerms(kind=TableKind.STADIUM))
    for seat in (1, 2):
        pit.tell(live, pit.players[seat], told.Sit(seat, 10_000))
    for seat in (1, 2):
        bet = told.Bet(seat, (("Ante", 500),), ("1", "2", "3"), is_ready=True)
        pit.tell(live, pit.players[seat], bet)
    pit.tell(live, pit.players[1], told.Choose(1, "play"))
    tip_all_but(pit, live, 1, 500)
    assert pit.ledger[meter(1, 1)] == 500
    pit.tell(live, pit.players[2], told.Choose(2, "fold"))
    compare(pit, model)
    assert live.picture.round == 2


@pytest.mark.long
@pytest.mark.parametrize("game", game_ids())
def test_all_balances_agree_with_the_model_for_long(game):
    for seed in range(100, 110):
        assert at_an_automatic_table(game, seed, 1500)["RoundClosed"]
        for cards in CardsFrom:
            assert where_people_deal(game, cards, seed, 1500)["RoundVoided"]


def test_all_balances_agree_with_the_model_between_tables_and_the_cage():
    pit = Pit("a floor", money=Money.CASH, players=3, wallet_cents=3_000_000)
    for number in (1, 2):
        pit.players.append(pit.person(f"Visitor {number}", Role.PLAYER, 1_000_000, Money.PLAY))
    model = watched(pit)
    pit.table("three-card-poker", TableTerms(money=Money.CASH))
    pit.table("roll-your-own-blackjack", TableTerms(money=Money.CASH))
    pit.table("three-card-poker", TableTerms(money=Money.PLAY))
    for _ in range(150):
        work(pit, model, 4)
        pit.at_the_cage()
        compare(pit, model)
    seen = seen_in(pit)
    for one in (
        "BoughtIn",
        "CashedOut",
        "VoucherIssued",
        "VoucherRedeemed",
        "VoucherTakenBack",
        "PlayMoneyGranted",
    ):
        assert seen[one], f"no {one} in {seen}"
    assert pit.refusals[Code.MONEY_KIND], "play money was never brought to a cash table"
