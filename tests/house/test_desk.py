"""What dealer and supervisor do around the rounds."""

from random import Random

import pytest

from croupier.bots import least_slip, random_decision, random_slip
from croupier.cards import DECK, Back, parse_card
from croupier.house import commands as told
from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import CASH, DIFFERENCES, HOUSE, PLAY_MONEY, Money
from croupier.house.commands import Person
from croupier.house.happenings import Role
from croupier.house.picture import Status
from croupier.house.terms import CardsFrom, TableKind, TableTerms
from croupier.rejection import Code
from croupier.table import events as happened
from croupier.table.commands import Decide
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import settings_for
from croupier.table.waiting import (
    AwaitingCards,
    AwaitingDealer,
    AwaitingSupervisor,
    AwaitingWagers,
    step_name,
)

from .desks import ADA, ADMINISTRATOR, BOB, BOSS, DEALER, RICH_CENTS, SECOND, WHOLE_DECK, Desk

PHYSICAL = {"cards": CardsFrom.PHYSICAL}
BOTH = Person(15, "Billie", frozenset({Role.DEALER, Role.SUPERVISOR, Role.PLAYER}))


def kinds(events):
    return [type(event) for event in events]


# Positions.


def test_a_position_needs_the_role_in_the_house():
    desk = Desk()
    desk.refused(ADA, told.TakePosition(Role.DEALER), Code.NOT_ALLOWED)
    desk.refused(DEALER, told.TakePosition(Role.SUPERVISOR), Code.NOT_ALLOWED)
    desk.refused(ADMINISTRATOR, told.TakePosition(Role.ADMINISTRATOR), Code.NOT_ALLOWED)
    desk.tell(DEALER, told.TakePosition(Role.DEALER))
    assert desk.table.picture.positions == {Role.DEALER: (DEALER.user, "Dora")}


def test_a_table_has_one_dealer_and_one_supervisor():
    desk = Desk().staff()
    assert "Sam" in desk.refused(SECOND, told.TakePosition(Role.SUPERVISOR), Code.POSITION_TAKEN)
    desk.refused(BOTH, told.TakePosition(Role.DEALER), Code.POSITION_TAKEN)


def test_nobody_holds_two_positions():
    desk = Desk()
    desk.tell(BOTH, told.TakePosition(Role.DEALER))
    desk.refused(BOTH, told.TakePosition(Role.SUPERVISOR), Code.ROLES_INCOMPATIBLE)


def test_who_plays_does_not_work_at_the_table_nor_the_other_way_round():
    desk = Desk().open()
    desk.ledger.post([(PLAY_MONEY, -1000), (f"wallet {BOTH.user}", 1000)])
    desk.tell(DEALER, told.LeavePosition(Role.DEALER))
    desk.tell(BOTH, told.Sit(1, 1000))
    desk.refused(BOTH, told.TakePosition(Role.DEALER), Code.ROLES_INCOMPATIBLE)
    desk.tell(BOTH, told.Leave(1))
    desk.tell(BOTH, told.TakePosition(Role.DEALER))
    desk.refused(BOTH, told.Sit(1, 1000), Code.ROLES_INCOMPATIBLE)


def test_an_auditor_works_at_no_table():
    auditor = Person(16, "Olga", frozenset({Role.AUDITOR, Role.DEALER}))
    Desk().refused(auditor, told.TakePosition(Role.DEALER), Code.ROLES_INCOMPATIBLE)


def test_a_table_that_deals_by_itself_has_a_supervisor_but_no_dealer():
    desk = Desk(kind=TableKind.AUTOMATIC)
    desk.refused(DEALER, told.TakePosition(Role.DEALER), Code.NOT_ALLOWED)
    desk.tell(BOSS, told.TakePosition(Role.SUPERVISOR))
    desk.refused(BOSS, told.CountBank(0), Code.NOT_ALLOWED)


def test_who_has_lost_the_role_no_longer_acts_in_the_position():
    desk = Desk().staff()
    dismissed = Person(BOSS.user, BOSS.name, frozenset())
    desk.refused(dismissed, told.Fill(100), Code.NOT_ALLOWED)
    desk.tell(dismissed, told.LeavePosition(Role.SUPERVISOR))


def test_a_dealer_stays_to_the_end_of_the_round_unless_a_supervisor_is_there():
    desk = Desk().open()
    desk.tell(DEALER, told.NewGame())
    desk.tell(BOSS, told.LeavePosition(Role.SUPERVISOR))
    desk.refused(DEALER, told.LeavePosition(Role.DEALER), Code.ROUND_ON)
    desk.tell(SECOND, told.TakePosition(Role.SUPERVISOR))
    desk.tell(DEALER, told.LeavePosition(Role.DEALER))
    desk.refused(DEALER, told.NoMoreBets(), Code.NOT_ALLOWED)


def test_a_supervisor_stays_while_a_round_is_on_and_nobody_deals():
    desk = Desk().open()
    desk.tell(DEALER, told.NewGame())
    desk.tell(DEALER, told.LeavePosition(Role.DEALER))
    desk.refused(BOSS, told.LeavePosition(Role.SUPERVISOR), Code.ROUND_ON)
    desk.tell(ADMINISTRATOR, told.LeavePosition(Role.SUPERVISOR))
    desk.tell(SECOND, told.TakePosition(Role.SUPERVISOR))
    desk.tell(DEALER, told.TakePosition(Role.DEALER))
    desk.tell(SECOND, told.LeavePosition(Role.SUPERVISOR))


def test_the_dealer_is_told_what_comes_first():
    desk = Desk().staff()
    said = desk.refused(DEALER, told.NewGame(), Code.TABLE_NOT_OPEN)
    assert "The supervisor counts the bank, to open the table." in said
    desk = Desk().open()
    desk.tell(DEALER, told.NewGame())
    assert "no_more_bets" in desk.refused(DEALER, told.Do("deal"), Code.NOT_THE_NEXT_STEP)


def test_who_opens_a_table_that_is_not_closed_is_told_how_it_stands():
    desk = Desk(kind=TableKind.AUTOMATIC)
    desk.tell(None, told.Open())
    assert "open already" in desk.refused(None, told.Open(), Code.TABLE_NOT_OPEN)
    desk.tell(ADA, told.Sit(1, 10_000))
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.tell(None, told.CloseTable())
    said = desk.refused(None, told.Open(), Code.TABLE_NOT_OPEN)
    assert said.startswith("This table is closing")
    by_hand = Desk()
    assert "is closed" in by_hand.refused(None, told.Open(), Code.NOT_ALLOWED)


def test_who_leaves_a_position_that_nobody_holds_is_told_so():
    said = Desk().refused(BOSS, told.LeavePosition(Role.SUPERVISOR), Code.NOT_ALLOWED)
    assert said == "Nobody holds the position of supervisor at this table."


@pytest.mark.parametrize("kind", [TableKind.AUTOMATIC, TableKind.STADIUM])
def test_the_door_of_a_terminal_is_noted_whether_somebody_sits_there_or_not(kind):
    desk = Desk(kind=kind)
    desk.tell(None, told.Open())
    desk.tell(ADA, told.Sit(1, 10_000))
    for seat in (1, 2):
        for is_open in (True, False):
            assert desk.tell(None, told.Door(seat, is_open)) == (house.TerminalDoor(seat, is_open),)
            assert desk.changes[-1].significance == "terminal_door"
    for seat in (0, desk.created.settings.positions + 1):
        desk.refused(None, told.Door(seat, True), Code.SEAT_UNKNOWN)
    desk.tell(None, told.Door(1, True))
    change = desk.table.handle(None, told.Door(1, True), sent=None, at_ms=2_000_000)
    assert change is None, "it is open already"


def test_the_supervisor_sends_the_dealer_and_an_administrator_sends_anyone():
    desk = Desk().staff()
    desk.refused(DEALER, told.LeavePosition(Role.SUPERVISOR), Code.NOT_ALLOWED)
    desk.refused(SECOND, told.LeavePosition(Role.DEALER), Code.NOT_ALLOWED)
    left = desk.tell(BOSS, told.LeavePosition(Role.DEALER))
    assert left == (house.PositionLeft(Role.DEALER, DEALER.user),)
    left = desk.tell(ADMINISTRATOR, told.LeavePosition(Role.SUPERVISOR))
    assert left == (house.PositionLeft(Role.SUPERVISOR, BOSS.user),)
    desk.refused(ADMINISTRATOR, told.LeavePosition(Role.DEALER), Code.NOT_ALLOWED)


@pytest.mark.parametrize(
    "command",
    [
        told.NewGame(),
        told.NoMoreBets(),
        told.Do("deal"),
        told.EnterCard(parse_card("As")),
        told.InspectDeck(Back.RED, WHOLE_DECK),
    ],
)
def test_what_the_dealer_does_is_refused_to_everybody_else(command):
    desk = Desk(**PHYSICAL).open()
    for who in (BOSS, SECOND, ADMINISTRATOR, ADA):
        desk.refused(who, command, Code.NOT_ALLOWED)


@pytest.mark.parametrize(
    "command",
    [
        told.ChangeDecks(Back.RED, Back.BLUE),
        told.CountBank(0),
        told.Fill(100),
        told.Credit(100),
        told.CloseTable(),
        told.VoidRound(1, "because"),
        told.CorrectCard(1, 1, parse_card("As"), "because"),
    ],
)
def test_what_the_supervisor_does_is_refused_to_everybody_else(command):
    desk = Desk(**PHYSICAL).open()
    for who in (DEALER, SECOND, ADMINISTRATOR, ADA):
        desk.refused(who, command, Code.NOT_ALLOWED)


def test_nobody_tells_a_table_what_only_the_house_does():
    desk = Desk().open()
    for command in (told.Open(), told.TimeUp(1), told.FreeSeat(1), told.Door(1, True)):
        desk.refused(BOSS, command, Code.NOT_ALLOWED)


# Opening.


def test_the_house_alone_opens_no_table_with_a_dealer():
    Desk().refused(None, told.Open(), Code.NOT_ALLOWED)


def test_a_table_opens_when_dealer_and_supervisor_have_signed_for_what_was_counted():
    desk = Desk().staff()
    desk.tell(BOSS, told.Fill(70_000))
    counted = desk.tell(BOSS, told.CountBank(70_000))
    assert counted == (house.BankCounted("opener", 70_000, 70_000, BOSS.user),)
    assert desk.table.picture.status is Status.OPENING
    desk.refused(ADA, told.Sit(1, 1000), Code.TABLE_NOT_OPEN)
    desk.tell(BOSS, told.Sign("opener"))
    signed = desk.tell(DEALER, told.Sign("opener"))
    assert signed == (house.FormSigned("opener", DEALER.user, Role.DEALER), house.TableOpened())
    assert desk.table.picture.status is Status.OPEN
    assert desk.rack == 70_000


def test_nobody_signs_twice_or_what_does_not_wait():
    desk = Desk().staff()
    desk.refused(BOSS, told.Sign("opener"), Code.FORM_NOT_WAITING)
    desk.tell(BOSS, told.CountBank(0))
    desk.refused(BOSS, told.Sign("error notification"), Code.FORM_NOT_WAITING)
    said = desk.refused(BOSS, told.Sign("closing count"), Code.FORM_NOT_WAITING)
    assert said.endswith("; opener does.")
    desk.refused(SECOND, told.Sign("opener"), Code.NOT_ALLOWED)
    desk.tell(BOSS, told.Sign("opener"))
    desk.refused(BOSS, told.Sign("opener"), Code.FORM_NOT_WAITING)


def test_one_person_does_not_sign_for_both():
    desk = Desk()
    desk.tell(BOTH, told.TakePosition(Role.SUPERVISOR))
    desk.tell(BOTH, told.CountBank(500, "A plaque too many"))
    desk.tell(BOTH, told.Sign("opener"))
    desk.tell(BOTH, told.LeavePosition(Role.SUPERVISOR))
    desk.tell(BOTH, told.TakePosition(Role.DEALER))
    desk.refused(BOTH, told.Sign("opener"), Code.ROLES_INCOMPATIBLE)
    desk.refused(BOTH, told.Sign("error notification"), Code.ROLES_INCOMPATIBLE)


@pytest.mark.parametrize("money", list(Money))
@pytest.mark.parametrize("found_cents", [-500, 700])
def test_a_discrepancy_is_notified_signed_by_both_and_taken_over(money, found_cents):
    desk = Desk(money=money).staff()
    desk.tell(BOSS, told.Fill(20_000))
    counted = desk.tell(BOSS, told.CountBank(20_000 + found_cents, "A chip fell down"))
    assert kinds(counted) == [house.BankCounted, house.DiscrepancyNoted]
    assert desk.changes[-1].significance == "discrepancy"
    for who, form in (
        (DEALER, "opener"),
        (BOSS, "error notification"),
        (BOSS, "opener"),
    ):
        desk.tell(who, told.Sign(form))
        assert desk.table.picture.status is Status.OPENING
        assert desk.rack == 20_000
    last = desk.tell(DEALER, told.Sign("error notification"))
    assert last[1:] == (house.RackCorrected(found_cents), house.TableOpened())
    assert desk.rack == 20_000 + found_cents
    if money is Money.CASH:
        assert desk.ledger[DIFFERENCES] == -found_cents
        assert desk.ledger[HOUSE] == -20_000
    else:
        assert desk.ledger[DIFFERENCES] == 0


def test_a_wrong_count_says_what_is_wrong_and_a_right_one_does_not():
    desk = Desk().staff()
    # But what it should be is not given away: then nobody would have to count.
    said = desk.refused(BOSS, told.CountBank(1), Code.COUNT_DIFFERS)
    assert "“nature”" in said
    assert "$" not in said
    desk.refused(BOSS, told.CountBank(1, "two\nlines"), Code.TEXT_INVALID)
    desk.refused(BOSS, told.CountBank(0, "Nothing"), Code.TEXT_INVALID)
    desk.refused(BOSS, told.CountBank(-1, "Below nothing"), Code.AMOUNT_INVALID)


def test_a_second_count_takes_the_place_of_the_first_and_its_signatures():
    desk = Desk().staff()
    desk.tell(BOSS, told.CountBank(300, "Three dollars too many"))
    said = desk.refused(BOSS, told.Sign("closing count"), Code.FORM_NOT_WAITING)
    assert said.endswith("; opener and error notification do.")
    for form in ("opener", "error notification"):
        desk.tell(DEALER, told.Sign(form))
    desk.tell(BOSS, told.CountBank(0))
    desk.tell(BOSS, told.Sign("opener"))
    assert desk.table.picture.status is Status.OPENING
    desk.refused(BOSS, told.Sign("error notification"), Code.FORM_NOT_WAITING)
    desk.tell(DEALER, told.Sign("opener"))
    assert desk.table.picture.status is Status.OPEN
    assert desk.rack == 0


def test_a_form_that_waits_outlives_a_restart_with_its_signatures():
    desk = Desk(cards=CardsFrom.PHYSICAL).staff()
    desk.tell(BOSS, told.CountBank(300, "Three dollars too many"))
    desk.tell(DEALER, told.Sign("opener"))
    desk.tell(DEALER, told.InspectDeck(Back.RED, WHOLE_DECK))
    desk.restart()
    desk.refused(DEALER, told.Sign("opener"), Code.FORM_NOT_WAITING)
    desk.tell(BOSS, told.Sign("opener"))
    desk.tell(BOSS, told.Sign("error notification"))
    desk.restart()
    desk.tell(DEALER, told.Sign("error notification"))
    assert desk.table.picture.status is Status.OPEN
    desk.tell(DEALER, told.InspectDeck(Back.BLUE, WHOLE_DECK))
    desk.tell(BOSS, told.ChangeDecks(Back.RED, Back.BLUE))
    desk.restart()
    desk.tell(DEALER, told.NewGame())


# Fills and credits.


def test_chips_come_and_go_at_a_closed_and_at_an_open_table():
    desk = Desk(money=Money.CASH).staff()
    desk.tell(BOSS, told.Fill(5_000))
    desk.tell(BOSS, told.Credit(1_000))
    desk.refused(BOSS, told.Credit(4_001), Code.BANKROLL_SHORT)
    desk.refused(BOSS, told.Fill(0), Code.AMOUNT_INVALID)
    desk.tell(BOSS, told.CountBank(4_000))
    desk.tell(BOSS, told.Sign("opener"))
    desk.tell(DEALER, told.Sign("opener"))
    desk.tell(BOSS, told.Fill(2_000))
    assert (desk.rack, desk.ledger[HOUSE]) == (6_000, -6_000)


@pytest.mark.parametrize("chips", [told.Fill(2_000), told.Credit(2_000)])
def test_a_count_is_void_when_chips_come_or_go_before_all_have_signed(chips):
    desk = Desk().staff()
    desk.tell(BOSS, told.Fill(5_000))
    desk.tell(BOSS, told.CountBank(5_000))
    desk.tell(DEALER, told.Sign("opener"))
    desk.tell(BOSS, chips)
    assert desk.table.picture.status is Status.CLOSED
    desk.restart()
    desk.refused(BOSS, told.Sign("opener"), Code.FORM_NOT_WAITING)
    desk.tell(BOSS, told.CountBank(desk.rack))
    for who in (DEALER, BOSS):
        desk.tell(who, told.Sign("opener"))
    # In the same way while the table closes.
    desk.tell(BOSS, told.CloseTable())
    desk.tell(BOSS, told.CountBank(desk.rack))
    desk.tell(BOSS, chips)
    assert desk.table.picture.status is Status.CLOSING
    desk.refused(BOSS, told.Sign("closing count"), Code.FORM_NOT_WAITING)
    desk.tell(BOSS, told.CountBank(desk.rack))
    for who in (DEALER, BOSS):
        desk.tell(who, told.Sign("closing count"))
    assert desk.table.picture.status is Status.CLOSED


def test_what_the_round_may_cost_stays_in_the_rack():
    desk = Desk().open(rack_cents=1_000_000)
    desk.tell(ADA, told.Sit(1, 10_000))
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("Ante", 1000),)))
    exposed = desk.table.in_play.exposure_cents
    assert exposed > 0
    desk.refused(BOSS, told.Credit(1_000_000 - exposed + 1), Code.BANKROLL_SHORT)
    desk.tell(BOSS, told.Credit(1_000_000 - exposed))
    assert desk.rack == exposed
    desk.play_out()
    assert desk.rack >= 0


def test_what_was_collected_stays_in_the_rack_while_it_may_have_to_go_back():
    """With a largest payout, a round may have brought more by then than it can still cost."""
    game = find_game("three-way-action")
    spots = ("High Card", "Blackjack", "Poker")
    most, spare = 10_000, 5_000
    tried = 0
    for chance in range(20):
        desk = Desk(
            game.id,
            settings=settings_for(game, payout_maximum_cents=most),
            entropy=Random(chance).randbytes,
        ).open(rack_cents=most + spare)
        desk.tell(ADA, told.Sit(1, 1_000_000))
        desk.tell(DEALER, told.NewGame())
        desk.tell(ADA, told.Bet(1, tuple((spot, 50_000) for spot in spots)))
        while desk.rack <= most + spare and desk.go_on(
            (), lambda asked: Decide(asked.seat, asked.default)
        ):
            pass
        if desk.table.round is None:
            continue
        tried += 1
        assert desk.table.in_play.exposure_cents == most
        assert desk.rack - most - spare > most
        # Undone, the settlement takes back all it brought, and dealt anew it may cost the most.
        desk.refused(BOSS, told.Credit(spare + 1), Code.BANKROLL_SHORT)
        desk.tell(BOSS, told.Credit(spare))
        desk.tell(BOSS, told.Report(IrregularityKind.DEALER_ERROR, "A card fell."))
        desk.tell(BOSS, told.Rule(Remedy.VOID, "A card fell."))
        assert (desk.rack, desk.meter(1)) == (most, 1_000_000)
    assert tried


# Closing.


def test_a_table_closes_after_its_last_round_when_its_rack_is_counted_and_signed_for():
    desk = Desk().open()
    for seat, who in ((1, ADA), (2, BOB)):
        desk.tell(who, told.Sit(seat, 10_000))
    desk.tell(DEALER, told.NewGame())
    desk.refused(BOSS, told.CountBank(desk.rack), Code.FORM_NOT_WAITING)
    desk.tell(ADA, told.Bet(1, (("Ante", 1000),)))
    desk.tell(BOSS, told.CloseTable())
    desk.refused(BOSS, told.CountBank(desk.rack), Code.ROUND_ON)
    desk.refused(BOSS, told.CloseTable(), Code.TABLE_NOT_OPEN)
    desk.play_out()
    assert desk.table.picture.status is Status.CLOSING
    desk.refused(DEALER, told.NewGame(), Code.TABLE_NOT_OPEN)
    desk.tell(BOSS, told.CountBank(desk.rack))
    desk.tell(DEALER, told.Sign("closing count"))
    on_meters = {who: desk.meter(seat) for seat, who in ((1, ADA), (2, BOB))}
    last = desk.tell(BOSS, told.Sign("closing count"))
    assert kinds(last[1:]) == [house.SeatLeft, house.SeatLeft, house.TableClosed]
    for who, cents in on_meters.items():
        assert desk.wallet(who) == RICH_CENTS - 10_000 + cents
    assert (desk.meter(1), desk.meter(2)) == (0, 0)
    assert desk.table.picture.status is Status.CLOSED
    assert desk.wallet(ADA) + desk.wallet(BOB) + desk.rack == 3 * RICH_CENTS


def test_a_discrepancy_at_the_end_is_taken_over_too():
    desk = Desk().open()
    desk.tell(BOSS, told.CloseTable())
    desk.tell(BOSS, told.CountBank(RICH_CENTS - 100, "A chip is missing"))
    for form in ("closing count", "error notification"):
        desk.tell(BOSS, told.Sign(form))
        assert desk.table.picture.status is Status.CLOSING
        last = desk.tell(DEALER, told.Sign(form))
    assert last[1:] == (house.RackCorrected(-100), house.TableClosed())
    assert desk.rack == RICH_CENTS - 100


@pytest.mark.parametrize("bets_first", [False, True])
def test_a_table_that_closes_waits_for_no_bets(bets_first):
    desk = Desk().open()
    desk.tell(ADA, told.Sit(1, 10_000))
    desk.tell(DEALER, told.NewGame())
    if bets_first:
        desk.tell(ADA, told.Bet(1, (("Ante", 1000),)))
    closing = desk.tell(BOSS, told.CloseTable())
    if bets_first:
        assert kinds(closing) == [house.TableClosing]
        closing = desk.tell(ADA, told.Bet(1, ()))
    assert kinds(closing)[1:] == [house.RoundAbandoned, happened.RoundVoided]
    assert desk.table.round is None
    assert desk.meter(1) == 10_000
    desk.tell(BOSS, told.CountBank(desk.rack))


def test_an_automatic_table_closes_though_nobody_bets():
    desk = Desk(kind=TableKind.AUTOMATIC)
    desk.tell(None, told.Open())
    desk.tell(ADA, told.Sit(1, 10_000))
    assert isinstance(desk.waiting, AwaitingWagers)
    desk.tell(None, told.CloseTable())
    assert desk.table.picture.status is Status.CLOSED
    assert desk.wallet(ADA) == RICH_CENTS


# Tips.


def test_a_table_takes_no_tips_unless_the_house_says_so():
    assert not TableTerms().has_tips
    desk = Desk(has_tips=False).open()
    desk.tell(ADA, told.Sit(1, 10_000))
    desk.refused(ADA, told.Tip(1, 100), Code.TIPS_NOT_TAKEN)
    desk.refused(BOSS, told.CollectTips(), Code.NOT_ALLOWED)


@pytest.mark.parametrize(("money", "outside"), [(Money.CASH, CASH), (Money.PLAY, PLAY_MONEY)])
def test_tips_are_handed_to_the_dealers(money, outside):
    desk = Desk(money=money).open()
    ada = Person(ADA.user, ADA.name, ADA.roles, money)
    desk.tell(ada, told.Sit(1, 10_000))
    for cents in (100, 250):
        desk.tell(ada, told.Tip(1, cents))
    for who in (DEALER, SECOND, ADMINISTRATOR, ada):
        desk.refused(who, told.CollectTips(), Code.NOT_ALLOWED)
    before = desk.ledger[outside]
    assert desk.tell(BOSS, told.CollectTips()) == (house.TipsCollected(350, BOSS.user),)
    assert desk.table.tips_cents == 0
    assert desk.ledger[outside] == before + 350
    desk.refused(BOSS, told.CollectTips(), Code.NOT_ALLOWED)
    # What is in the box when the table closes does not stay there.
    desk.tell(ada, told.Tip(1, 75))
    desk.tell(BOSS, told.CloseTable())
    desk.tell(BOSS, told.CountBank(desk.rack))
    desk.tell(DEALER, told.Sign("closing count"))
    assert house.TipsCollected(75, None) in desk.tell(BOSS, told.Sign("closing count"))
    assert desk.table.tips_cents == 0


def test_an_automatic_table_closes_with_an_empty_tip_box():
    desk = Desk(kind=TableKind.AUTOMATIC)
    desk.tell(None, told.Open())
    desk.tell(ADA, told.Sit(1, 10_000))
    desk.tell(ADA, told.Tip(1, 75))
    closed = desk.tell(None, told.CloseTable())
    assert closed[-2:] == (house.TipsCollected(75, None), house.TableClosed())
    assert desk.wallet(ADA) == RICH_CENTS - 75


# Decks.


def test_real_cards_are_dealt_from_two_inspected_decks_in_turn():
    desk = Desk(**PHYSICAL).open()
    desk.tell(ADA, told.Sit(1, RICH_CENTS))
    backs = []
    for _ in range(4):
        began = desk.tell(DEALER, told.NewGame())[0]
        backs.append(began.back)
        desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
        desk.play_out(DECK)
    assert backs == [Back.RED, Back.BLUE, Back.RED, Back.BLUE]


def test_no_round_is_dealt_from_cards_that_were_not_inspected_and_found_sound():
    desk = Desk(**PHYSICAL).staff()
    desk.tell(BOSS, told.CountBank(0))
    for who in (DEALER, BOSS):
        desk.tell(who, told.Sign("opener"))
    desk.refused(DEALER, told.NewGame(), Code.DECK_NOT_INSPECTED)
    desk.refused(BOSS, told.ChangeDecks(Back.RED, Back.BLUE), Code.DECK_NOT_INSPECTED)
    (found,) = desk.tell(DEALER, told.InspectDeck(Back.RED, (*WHOLE_DECK[1:], WHOLE_DECK[1])))
    assert not found.is_sound
    assert "too many" in found.finding
    assert "missing" in found.finding
    assert (found.dealer, found.supervisor) == (DEALER.user, BOSS.user)
    desk.tell(DEALER, told.InspectDeck(Back.BLUE, WHOLE_DECK))
    desk.refused(BOSS, told.ChangeDecks(Back.RED, Back.BLUE), Code.DECK_NOT_INSPECTED)
    desk.refused(BOSS, told.ChangeDecks(Back.BLUE, Back.BLUE), Code.DEVICE_SETTING)
    desk.tell(DEALER, told.InspectDeck(Back.RED, WHOLE_DECK))
    desk.tell(BOSS, told.ChangeDecks(Back.RED, Back.BLUE))
    desk.tell(DEALER, told.NewGame())
    # What was inspected is in play now; the next decks are inspected anew.
    desk.refused(BOSS, told.ChangeDecks(Back.RED, Back.BLUE), Code.ROUND_ON)


def test_a_deck_is_inspected_before_a_supervisor_and_one_at_a_time():
    desk = Desk(**PHYSICAL)
    desk.tell(DEALER, told.TakePosition(Role.DEALER))
    desk.refused(DEALER, told.InspectDeck(Back.RED, WHOLE_DECK), Code.NOT_ALLOWED)
    desk.tell(BOSS, told.TakePosition(Role.SUPERVISOR))
    desk.refused(DEALER, told.InspectDeck(Back.RED, WHOLE_DECK * 3), Code.COMMAND_INVALID)
    (found,) = desk.tell(DEALER, told.InspectDeck(Back.RED, ("Joker", *WHOLE_DECK)))
    assert "Joker" in found.finding


def test_cards_are_changed_at_set_intervals():
    desk = Desk(**PHYSICAL, deck_change_rounds=2).open()
    desk.tell(ADA, told.Sit(1, RICH_CENTS))
    for _ in range(2):
        desk.tell(DEALER, told.NewGame())
        desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
        desk.play_out(DECK)
    assert "2 rounds" in desk.refused(DEALER, told.NewGame(), Code.DECK_NOT_INSPECTED)
    desk.refused(BOSS, told.ChangeDecks(Back.GREEN, Back.BLACK), Code.DECK_NOT_INSPECTED)
    desk.change_decks(Back.GREEN, Back.BLACK)
    assert desk.tell(DEALER, told.NewGame())[0].back is Back.GREEN


@pytest.mark.parametrize(
    ("longest_s", "said"), [(4 * 3600, "4 hours"), (5400, "90 minutes"), (3601, "3601 seconds")]
)
def test_cards_are_changed_when_the_clock_says_so(longest_s, said):
    desk = Desk(**PHYSICAL, deck_change_s=longest_s).open()
    desk.tell(ADA, told.Sit(1, RICH_CENTS))
    changed_ms = next(
        one.entry.at_ms
        for one in desk.changes
        if any(isinstance(event, house.DecksChanged) for event in one.events)
    )
    due_ms = changed_ms + 1000 * longest_s
    desk.set_clock(due_ms - 1)
    desk.tell(DEALER, told.NewGame())
    desk.set_clock(due_ms)
    # The round that is on is finished with the cards it began with, whoever restarts the house.
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.restart()
    desk.play_out(DECK)
    assert f"for {said}:" in desk.refused(DEALER, told.NewGame(), Code.DECK_NOT_INSPECTED)
    desk.restart()
    desk.refused(DEALER, told.NewGame(), Code.DECK_NOT_INSPECTED)
    desk.change_decks(Back.GREEN, Back.BLACK)
    assert desk.tell(DEALER, told.NewGame())[0].back is Back.GREEN


def test_a_table_that_was_closed_deals_from_no_cards_but_inspected_ones():
    desk = Desk(**PHYSICAL).open()
    desk.tell(BOSS, told.CloseTable())
    desk.tell(BOSS, told.CountBank(desk.rack))
    desk.tell(DEALER, told.Sign("closing count"))
    closed = desk.tell(BOSS, told.Sign("closing count"))
    assert closed[-2:] == (house.DecksRemoved("closed"), house.TableClosed())
    assert desk.changes[-1].significance == "decks_removed,table_closed"
    desk.tell(BOSS, told.CountBank(desk.rack))
    for who in (DEALER, BOSS):
        desk.tell(who, told.Sign("opener"))
    desk.restart()
    desk.refused(DEALER, told.NewGame(), Code.DECK_NOT_INSPECTED)
    desk.change_decks(Back.GREEN, Back.BLACK)
    desk.tell(DEALER, told.NewGame())


@pytest.mark.parametrize("back", [Back.RED, Back.BLUE])
def test_a_deck_in_play_that_is_found_unsound_takes_both_off_the_table(back):
    desk = Desk(**PHYSICAL).open()
    desk.tell(DEALER, told.NewGame())
    found, removed = desk.tell(DEALER, told.InspectDeck(back, WHOLE_DECK[1:]))
    assert not found.is_sound
    assert removed == house.DecksRemoved("unsound")
    # The round that is on is the supervisor's to void; the next one needs other cards.
    desk.tell(ADA, told.Sit(1, RICH_CENTS))
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.play_out(DECK)
    desk.refused(DEALER, told.NewGame(), Code.DECK_NOT_INSPECTED)
    desk.change_decks()
    desk.tell(DEALER, told.NewGame())


def test_a_new_deck_that_is_found_unsound_leaves_those_in_play_where_they_are():
    desk = Desk(**PHYSICAL).open()
    (found,) = desk.tell(DEALER, told.InspectDeck(Back.GREEN, WHOLE_DECK[1:]))
    assert not found.is_sound
    desk.tell(DEALER, told.NewGame())


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize(
    ("kind", "is_removed"),
    [
        (IrregularityKind.DEVICE_FAILURE, True),
        (IrregularityKind.WRONG_COUNT, True),
        (IrregularityKind.CARD_FACE_UP, False),
        (IrregularityKind.DEALER_ERROR, False),
    ],
)
def test_cards_are_looked_through_after_the_device_failed_or_dealt_too_many(game, kind, is_removed):
    desk = Desk(game, **PHYSICAL).open(rack_cents=10**9)
    desk.tell(ADA, told.Sit(1, RICH_CENTS))
    desk.tell(DEALER, told.NewGame())
    slip = random_slip(desk.game, desk.created.settings, Random(game))
    desk.tell(ADA, told.Bet(1, slip.stakes, slip.picks))
    desk.tell(DEALER, told.NoMoreBets())
    reported = desk.tell(DEALER, told.Report(kind, "Seen at the table."))
    assert (house.DecksRemoved(kind) in reported) is is_removed
    if isinstance(desk.waiting, AwaitingSupervisor):
        desk.restart()
        desk.tell(BOSS, told.Rule(Remedy.VOID, "It was seen."))
    desk.play_out(DECK)
    if is_removed:
        desk.refused(DEALER, told.NewGame(), Code.DECK_NOT_INSPECTED)
        desk.change_decks()
    desk.tell(DEALER, told.NewGame())


def test_a_table_shuffled_by_the_house_has_no_decks_to_inspect():
    desk = Desk().open()
    desk.refused(DEALER, told.InspectDeck(Back.RED, WHOLE_DECK), Code.NOT_ALLOWED)
    desk.refused(BOSS, told.ChangeDecks(Back.RED, Back.BLUE), Code.NOT_ALLOWED)
    desk.tell(DEALER, told.NewGame())


# Dealing.


@pytest.mark.parametrize("cards", list(CardsFrom))
@pytest.mark.parametrize("game", game_ids())
def test_a_dealer_deals_every_game_through_commands_alone(game, cards):
    rng = Random(f"{game} {cards}")
    desk = Desk(game, cards=cards).open(rack_cents=10**9)
    for seat, who in ((1, ADA), (2, BOB), (4, ADA)):
        desk.tell(who, told.Sit(seat, 1_000_000))
    before = desk.wallet(ADA) + desk.wallet(BOB) + desk.rack + 3_000_000
    done = set()
    for _ in range(4):
        desk.tell(DEALER, told.NewGame())
        assert isinstance(desk.waiting, AwaitingWagers)
        for seat in (1, 2, 4):
            slip = random_slip(desk.game, desk.created.settings, rng)
            desk.tell(desk.who(seat), told.Bet(seat, slip.stakes, slip.picks))
        deck = iter(rng.sample(DECK, 52))
        while waiting := desk.waiting:
            if isinstance(waiting, AwaitingDealer):
                name = step_name(waiting.step)
                done.add(name)
                wrong = "collect" if name != "collect" else "deal"
                said = desk.refused(DEALER, told.Do(wrong), Code.NOT_THE_NEXT_STEP)
                assert f"“{name}”" in said
                desk.refused(DEALER, told.EnterCard(DECK[0]), Code.CARD_NOT_AWAITED)
            elif isinstance(waiting, AwaitingCards):
                said = desk.refused(DEALER, told.Do("deal"), Code.NOT_THE_NEXT_STEP)
                assert "enter it" in said
            desk.go_on(deck, lambda asked: random_decision(asked, rng))
            if rng.random() < 0.1:
                desk.restart()
        is_physical = desk.table.picture.events[0].is_physical
        assert is_physical is (cards is CardsFrom.PHYSICAL)
        assert {row["outcome"] for row in desk.rows(schema.rounds)} == {"settled"}
    assert {"collect"} <= done
    assert ("deal" in done) is (cards is CardsFrom.VIRTUAL)
    after = desk.wallet(ADA) + desk.wallet(BOB) + desk.rack
    assert after + sum(desk.meter(seat) for seat in (1, 2, 4)) == before


def test_new_game_in_a_stadium_opens_betting_and_starts_the_countdown():
    desk = Desk(
        "stadium-three-card-poker", kind=TableKind.STADIUM, has_human_dealer=True, betting_s=15
    ).open()
    desk.tell(ADA, told.Sit(7, 10_000))
    begun = desk.tell(DEALER, told.NewGame())
    assert begun[1:] == (
        happened.DealerActed("Press New Game"),
        house.ClockStarted("betting", 15),
    )
    desk.refused(DEALER, told.NewGame(), Code.ROUND_ON)
    slip = least_slip(desk.game, desk.created.settings)
    desk.tell(ADA, told.Bet(7, slip.stakes, slip.picks))
    closed = desk.tell(None, told.TimeUp(desk.table.clock_number))
    assert kinds(closed) == [happened.BetsClosed, house.ClockStarted]
    assert isinstance(desk.waiting, AwaitingDealer)
    desk.play_out()
    assert happened.DealerActed("Press Confirm") in desk.table.picture.events


def test_a_card_is_not_drawn_twice_from_one_deck():
    desk = Desk(**PHYSICAL).open()
    desk.tell(ADA, told.Sit(1, 10_000))
    desk.refused(DEALER, told.EnterCard(DECK[0]), Code.ROUND_OVER)
    desk.tell(DEALER, told.NewGame())
    desk.refused(DEALER, told.EnterCard(DECK[0]), Code.CARD_NOT_AWAITED)
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.tell(DEALER, told.EnterCard(DECK[0]))
    desk.refused(DEALER, told.EnterCard(DECK[0]), Code.CARD_REPEATED)
    desk.tell(DEALER, told.EnterCard(DECK[1]))


def test_a_dealer_who_is_slow_is_noted_once_a_step():
    desk = Desk(**PHYSICAL, dealer_s=30).open()
    desk.tell(ADA, told.Sit(1, 10_000))
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    closed = desk.tell(DEALER, told.NoMoreBets())
    assert closed[-1] == house.ClockStarted("dealer", 30)
    clock = desk.table.clock_number
    assert desk.tell(None, told.TimeUp(clock)) == (house.DealerLate(30),)
    desk.refused(None, told.TimeUp(clock), Code.COMMAND_INVALID)
    assert desk.tell(DEALER, told.EnterCard(DECK[0]))[-1] == house.ClockStarted("dealer", 30)


def test_what_was_won_in_a_round_is_not_tipped_away_before_it_is_over():
    desk = Desk("three-way-action", **PHYSICAL).open()
    desk.tell(ADA, told.Sit(1, 1_600))
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("High Card", 500), ("Blackjack", 500), ("Poker", 500))))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter([parse_card("Ks"), parse_card("4c")])
    assert desk.meter(1) == 1_100
    desk.refused(ADA, told.Tip(1, 601), Code.BANKROLL_SHORT)
    desk.tell(ADA, told.Tip(1, 600))
    desk.tell(DEALER, told.Report(IrregularityKind.DEALER_ERROR, "A card fell on the floor"))
    desk.tell(BOSS, told.Rule(Remedy.VOID, "The deck is not whole"))
    assert desk.table.round is None
    assert desk.meter(1) == 1_000
