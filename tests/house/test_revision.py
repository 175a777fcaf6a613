"""Rounds that were wrongly dealt: corrected while in play, revised when over, paid to the cent."""

import re
from dataclasses import replace
from random import Random

import pytest

from croupier.bots import random_decision, random_slip
from croupier.cards import DECK, parse_card, parse_hand
from croupier.house import commands as told
from croupier.house import happenings as house
from croupier.house import schema
from croupier.house.accounts import meter, rack, wagers
from croupier.house.commands import Person
from croupier.house.happenings import Role
from croupier.house.on_paper import put_on_paper
from croupier.house.past_rounds import results_of
from croupier.house.terms import CardsFrom, TableKind
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.fairness import check_shuffle
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.registry import game_ids
from croupier.table.replay import replay
from croupier.table.waiting import (
    AwaitingCards,
    AwaitingDecisions,
    AwaitingSupervisor,
)

from .desks import (
    ADA,
    ADMINISTRATOR,
    BOB,
    BOSS,
    DEALER,
    RICH_CENTS,
    SECOND,
    Desk,
)

WHY = "The dealer's card was read wrongly"
KING_HIGH = parse_hand("Ks Qd 9h")
QUEEN_HIGH = parse_hand("Qs Jh 2c")
ACE_HIGH = parse_hand("As Jh 2c")


def correct(position, card, number=1):
    return told.CorrectCard(number, position, parse_card(card), WHY)


def three_card_poker(credit_cents=10_000, *, rack_cents=RICH_CENTS, **terms):
    """A table of Three Card Poker with real cards, Ada at seat 1 and Bob at seat 2."""
    desk = Desk(cards=CardsFrom.PHYSICAL, **terms).open(rack_cents)
    desk.tell(ADA, told.Sit(1, credit_cents))
    desk.tell(BOB, told.Sit(2, credit_cents))
    return desk


def play_a_round(desk, dealer, *, option="play"):
    """Ada stakes 5 and, if she plays, 5 more on king high against the dealer's hand."""
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter((*KING_HIGH, *dealer))
    desk.tell(ADA, told.Choose(1, option))
    desk.steps()
    assert desk.table.round is None


# The round in play.


def test_a_card_of_the_round_in_play_is_corrected_by_the_supervisor_alone():
    desk = three_card_poker()
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter((*KING_HIGH, *ACE_HIGH))
    asked = desk.waiting
    assert isinstance(asked, AwaitingDecisions)
    first, *new = desk.tell(BOSS, correct(4, "Qs"))
    *on_record, clock = new
    assert first.from_event == desk.table.picture.events.index(on_record[0])
    assert (first.event_count, first.is_on_paper) == (len(on_record), False)
    assert (first.by, first.approved_by) == (BOSS.user, BOSS.user)
    assert clock == house.ClockStarted("decision", 30)
    assert desk.changes[-1].significance == "override"
    assert desk.waiting == asked
    desk.tell(ADA, told.Choose(1, "play"))
    desk.steps()
    assert desk.meter(1) == 11_000
    (row,) = desk.rows(schema.results)
    assert (row["staked_cents"], row["returned_cents"]) == (1_000, 2_000)
    assert (row["credit_before_cents"], row["credit_after_cents"]) == (10_000, 11_000)
    assert desk.rows(schema.rounds)[0]["outcome"] == "settled"


def high_card_won(desk, credit_cents):
    """3 Way-Action: a 6 against a 4, so that High Card is won before the second card."""
    desk.tell(ADA, told.Sit(1, credit_cents))
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("High Card", 500), ("Blackjack", 500), ("Poker", 500))))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter(parse_hand("6s 4c"))
    assert desk.meter(1) == credit_cents - 500


def test_what_was_settled_by_a_wrong_card_moves_back_with_the_money():
    desk = Desk("three-way-action", cards=CardsFrom.PHYSICAL).open()
    high_card_won(desk, 2_000)
    desk.tell(BOSS, correct(2, "9c"))
    # The 5 that came back, the 5 that were won; the rack loses nothing and wins the stake.
    moved = dict(desk.changes[-1].entry.postings)
    assert moved == {meter(1, 1): -1_000, rack(1): 1_000}
    assert desk.meter(1) == 500
    desk.tell(BOSS, correct(2, "6d"))
    assert desk.meter(1) == 750, "of equal cards half the wager comes back"
    assert desk.rack == RICH_CENTS + 250


def test_what_was_staked_of_wrong_winnings_cannot_be_taken_back():
    desk = Desk("three-way-action", cards=CardsFrom.PHYSICAL).open()
    high_card_won(desk, 1_500)
    desk.enter(parse_hand("5s 7c"))
    assert desk.waiting == AwaitingDecisions((1,))
    desk.tell(ADA, told.Choose(1, "double"))
    assert desk.meter(1) == 500
    said = desk.refused(BOSS, correct(2, "9c"), Code.REVISION_IMPOSSIBLE)
    assert "seat 1" in said
    # A void round it can bear: all stakes come back.
    desk.tell(DEALER, told.Report(IrregularityKind.DEALER_ERROR, WHY))
    desk.tell(BOSS, told.Rule(Remedy.VOID, WHY))
    assert desk.meter(1) == 1_500
    assert desk.rack == RICH_CENTS


def test_a_choice_that_is_not_taken_yet_stays_covered_after_a_correction():
    desk = three_card_poker(credit_cents=1_000)
    desk.tell(DEALER, told.NewGame())
    for seat, who in ((1, ADA), (2, BOB)):
        desk.tell(who, told.Bet(seat, (("Ante", 500),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter((*KING_HIGH, *parse_hand("7s 6d 2h"), *ACE_HIGH))
    desk.tell(ADA, told.Choose(1, "play"))
    assert desk.table.in_play.reserved == {1: 500}
    desk.tell(BOSS, correct(7, "Qs"))
    assert desk.table.in_play.reserved == {1: 500}
    desk.refused(ADA, told.Tip(1, 1), Code.BANKROLL_SHORT)
    desk.tell(BOB, told.Choose(2, "fold"))
    assert desk.meter(1) == 0
    desk.steps()
    assert (desk.meter(1), desk.meter(2)) == (2_000, 500)


def test_what_was_promised_in_a_round_that_is_void_is_free_again():
    desk = three_card_poker(credit_cents=1_000)
    desk.tell(DEALER, told.NewGame())
    for seat, who in ((1, ADA), (2, BOB)):
        desk.tell(who, told.Bet(seat, (("Ante", 500),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter((*KING_HIGH, *parse_hand("7s 6d 2h"), *ACE_HIGH))
    desk.tell(ADA, told.Choose(1, "play"))
    desk.tell(DEALER, told.Report(IrregularityKind.DEALER_ERROR, WHY))
    desk.tell(BOSS, told.Rule(Remedy.VOID, WHY))
    assert desk.table.round is None
    desk.tell(ADA, told.Tip(1, 1_000))
    assert desk.meter(1) == 0


def test_a_correction_stops_the_clock_that_was_running():
    desk = three_card_poker()
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter((*KING_HIGH, *ACE_HIGH))
    clock = desk.table.clock_number
    desk.tell(BOSS, correct(4, "Qs"))
    desk.refused(None, told.TimeUp(clock), Code.COMMAND_INVALID)
    closed = desk.tell(None, told.TimeUp(desk.table.clock_number))
    assert closed[0].by is happened.DecidedBy.TIME


def test_the_dealer_s_time_begins_anew_after_a_correction():
    desk = three_card_poker(dealer_s=45)
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter(KING_HIGH)
    assert desk.tell(BOSS, correct(1, "Kc"))[-1] == house.ClockStarted("dealer", 45)


def test_a_held_round_is_still_held_after_a_correction():
    desk = three_card_poker()
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter(KING_HIGH)
    desk.tell(DEALER, told.Report(IrregularityKind.DEALER_ERROR, WHY))
    desk.tell(BOSS, correct(1, "Kc"))
    assert isinstance(desk.waiting, AwaitingSupervisor)
    desk.tell(BOSS, told.Rule(Remedy.CONTINUE, WHY))
    desk.enter(QUEEN_HIGH)
    desk.tell(ADA, told.Choose(1, "play"))
    desk.steps()
    assert desk.meter(1) == 11_000


def test_a_correction_needs_a_card_that_was_read_and_one_that_was_not():
    desk = three_card_poker()
    desk.tell(DEALER, told.NewGame())
    desk.refused(BOSS, correct(1, "As"), Code.COMMAND_INVALID)
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter(KING_HIGH)
    for position in (0, -1, 4):
        desk.refused(BOSS, correct(position, "As"), Code.COMMAND_INVALID)
    said = desk.refused(BOSS, correct(1, "9h"), Code.CARD_REPEATED)
    assert not re.search(r"\d", said.replace("9h", "")), "where it lies may be nobody's business"
    desk.refused(BOSS, correct(1, "Ks"), Code.CARD_REPEATED)
    silent = told.CorrectCard(1, 1, parse_card("As"), "")
    desk.refused(BOSS, silent, Code.TEXT_INVALID)
    desk.refused(SECOND, correct(1, "As"), Code.NOT_ALLOWED)
    desk.refused(BOSS, told.VoidRound(1, WHY), Code.ROUND_ON)


def test_a_card_that_the_house_has_shuffled_cannot_have_been_read_wrongly():
    desk = Desk().open()
    desk.tell(ADA, told.Sit(1, 10_000))
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.steps()
    desk.refused(BOSS, correct(1, "As"), Code.REVISION_IMPOSSIBLE)
    desk.play_out()
    desk.refused(BOSS, correct(1, "As"), Code.REVISION_IMPOSSIBLE)


def test_a_round_in_which_somebody_would_have_been_asked_otherwise_cannot_be_dealt_again():
    desk = Desk("three-way-action", cards=CardsFrom.PHYSICAL).open()
    high_card_won(desk, 10_000)
    desk.enter(parse_hand("5s Tc"))
    desk.tell(ADA, told.Choose(1, "hit"))
    # With an ace the dealer would have had a blackjack, and nobody would have been asked.
    said = desk.refused(BOSS, correct(2, "Ac"), Code.REVISION_IMPOSSIBLE)
    assert "void" in said


def test_time_that_ran_out_for_one_seat_does_not_count_for_another():
    desk = Desk("three-way-action", cards=CardsFrom.PHYSICAL).open()
    for seat, who in ((1, ADA), (2, BOB)):
        desk.tell(who, told.Sit(seat, 10_000))
    desk.tell(DEALER, told.NewGame())
    for seat, who in ((1, ADA), (2, BOB)):
        stakes = (("High Card", 500), ("Blackjack", 500), ("Poker", 500))
        desk.tell(who, told.Bet(seat, stakes))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter(parse_hand("Ts 6s 4c 9s 5s 7c"))
    assert desk.waiting == AwaitingDecisions((1,))
    desk.tell(None, told.TimeUp(desk.table.clock_number))
    assert desk.waiting == AwaitingDecisions((2,))
    # With a blackjack seat 1 would not have been asked; seat 2 has all its time before it.
    said = desk.refused(BOSS, correct(4, "As"), Code.REVISION_IMPOSSIBLE)
    assert "asked something else" in said
    desk.tell(BOSS, correct(4, "8s"))
    assert desk.waiting == AwaitingDecisions((2,))


# A twin that was dealt rightly from the start.


class Twins:
    """A table at which one card is read wrongly, and one at which none is."""

    def __init__(self, game, seed):
        self.rng = Random(f"{game} {seed}")
        self.desk, self.twin = (
            Desk(game, cards=CardsFrom.PHYSICAL).open(rack_cents=10**9) for _ in range(2)
        )
        self.deck = self.rng.sample(DECK, 52)
        self.slips = {}
        for seat, who in ((1, ADA), (2, BOB)):
            self.slips[seat] = random_slip(self.desk.game, self.desk.created.settings, self.rng)
            for desk in (self.desk, self.twin):
                desk.tell(who, told.Sit(seat, 2_000_000))
        for desk in (self.desk, self.twin):
            desk.tell(DEALER, told.NewGame())
            for seat, slip in self.slips.items():
                bet = told.Bet(seat, slip.stakes, slip.picks)
                desk.tell(desk.who(seat), bet, command_id=f"seat-{seat}")

    def read(self):
        events = self.desk.table.picture.events
        return sum(isinstance(event, happened.CardRead) for event in events)

    def cards(self, wrong_at):
        """The deck as it is read: the last card of all in place of one of the first."""
        for at, card in enumerate(self.deck):
            yield self.deck[51] if at == wrong_at and not self.is_corrected else card

    is_corrected = False

    def play_wrongly(self, wrong_at, until):
        cards = self.cards(wrong_at)
        while until():
            if not self.desk.go_on(cards, lambda asked: random_decision(asked, self.rng)):
                return cards
        return cards

    def finish(self, cards):
        while self.desk.go_on(cards, lambda asked: random_decision(asked, self.rng)):
            pass

    def play_the_twin(self):
        """The same cards and decisions, from the start, as are in force now."""
        events = list(self.desk.table.picture.events)
        cards = iter([event.card for event in events if isinstance(event, happened.CardRead)])
        made = [event.choice for event in events if isinstance(event, happened.DecisionMade)]

        def decide(asked):
            at = next(at for at, one in enumerate(made) if one.seat == asked.seat)
            return made.pop(at)

        while self.twin.go_on(cards, decide):
            pass
        assert not made
        assert next(cards, None) is None


SEEDS = range(6)


@pytest.mark.parametrize("game", game_ids())
def test_a_corrected_round_ends_as_if_it_had_been_read_rightly(game):
    corrected = 0
    for seed in SEEDS:
        twins = Twins(game, seed)
        desk = twins.desk
        wrong_at = twins.rng.randrange(4)
        moments = twins.rng.randrange(8)
        count = iter(range(1000))

        def until(twins=twins, wrong_at=wrong_at, moments=moments, count=count):
            return twins.read() <= wrong_at or next(count) < moments

        cards = twins.play_wrongly(wrong_at, until)
        right = twins.deck[wrong_at]
        command = told.CorrectCard(1, wrong_at + 1, right, WHY)
        if desk.table.round is None:
            continue
        twins.is_corrected = True
        try:
            desk.tell(BOSS, command)
        except Rejection:
            desk.refused(BOSS, command, Code.REVISION_IMPOSSIBLE)
            continue
        corrected += 1
        desk.restart()
        twins.finish(cards)
        read = [one.card for one in desk.table.picture.events if isinstance(one, happened.CardRead)]
        assert read == twins.deck[: len(read)]
        twins.play_the_twin()
        assert desk.table.picture.events == twins.twin.table.picture.events
        assert sorted(desk.ledger.items()) == sorted(twins.twin.ledger.items())
        ours, theirs = (one.rows(schema.results) for one in (desk, twins.twin))
        assert ours == theirs
    assert corrected >= 2


@pytest.mark.parametrize("game", game_ids())
def test_a_revised_round_pays_as_if_it_had_been_read_rightly(game):
    revised = 0
    for seed in SEEDS:
        twins = Twins(game, f"over {seed}")
        desk = twins.desk
        wrong_at = twins.rng.randrange(8)
        cards = twins.play_wrongly(wrong_at, lambda: True)
        assert next(cards) is not None
        command = told.CorrectCard(1, wrong_at + 1, twins.deck[wrong_at], WHY)
        try:
            desk.tell(BOSS, command)
        except Rejection:
            desk.refused(BOSS, command, Code.REVISION_IMPOSSIBLE)
            continue
        revised += 1
        before = list(desk.table.picture.events)
        desk.tell(SECOND, told.Approve(1, True))
        after = desk.table.picture.events
        changed = {
            seat: cents - results_of(before)[seat] for seat, cents in results_of(after).items()
        }
        paid = [one for one in desk.changes[-1].events if isinstance(one, house.DifferencePaid)]
        assert {one.seat: one.cents for one in paid} == {
            seat: cents for seat, cents in changed.items() if cents
        }
        twins.play_the_twin()
        assert desk.table.picture.events == twins.twin.table.picture.events
        assert sorted(desk.ledger.items()) == sorted(twins.twin.ledger.items())
        assert desk.rows(schema.results) == twins.twin.rows(schema.results)
    assert revised >= 2


# Rounds that are over.


def test_a_round_that_is_over_is_revised_when_a_second_person_approves():
    desk = three_card_poker()
    play_a_round(desk, QUEEN_HIGH)
    assert desk.meter(1) == 11_000
    old_entries = desk.rows(schema.entries)
    (asked,) = desk.tell(BOSS, correct(4, "As"))
    assert asked == house.ApprovalAsked(1, "correct card", 1, 4, parse_card("As"), WHY, BOSS.user)
    assert desk.meter(1) == 11_000
    desk.restart()
    given, revised, *rest = desk.tell(SECOND, told.Approve(1, True))
    assert given == house.ApprovalGiven(1, True, SECOND.user)
    assert (revised.round, revised.is_on_paper) == (1, True)
    assert (revised.by, revised.approved_by) == (BOSS.user, SECOND.user)
    assert rest[revised.event_count :] == [house.DifferencePaid(1, 1, ADA.user, True, -2_000, 0)]
    assert isinstance(rest[0], happened.CardRead)
    assert dict(desk.changes[-1].entry.postings) == {meter(1, 1): -2_000, rack(1): 2_000}
    assert desk.changes[-1].significance == "override"
    assert desk.meter(1) == 9_000
    assert desk.table.picture.approvals == {}
    # The old record stays.
    assert desk.rows(schema.entries)[: len(old_entries)] == old_entries
    desk.restart()


def test_the_rows_of_a_revised_round_tell_its_new_result():
    desk = three_card_poker()
    play_a_round(desk, QUEEN_HIGH)
    (before,) = desk.rows(schema.rounds)
    desk.tell(BOSS, correct(4, "As"))
    desk.tell(SECOND, told.Approve(1, True))
    (row,) = desk.rows(schema.results)
    assert (row["user"], row["staked_cents"], row["returned_cents"]) == (ADA.user, 1_000, 0)
    assert (row["credit_before_cents"], row["credit_after_cents"]) == (10_000, 9_000)
    (after,) = desk.rows(schema.rounds)
    assert after == before | {"outcome": "revised", "returned_cents": 0}


def test_who_asks_does_not_approve_and_neither_does_who_has_a_part_in_it():
    desk = three_card_poker()
    play_a_round(desk, QUEEN_HIGH)
    desk.tell(BOSS, correct(4, "As"))
    approve = told.Approve(1, True)
    supervises = frozenset({Role.SUPERVISOR})
    desk.refused(BOSS, approve, Code.NOT_ALLOWED)
    desk.refused(BOB, approve, Code.NOT_ALLOWED)
    desk.refused(DEALER, approve, Code.NOT_ALLOWED)
    promoted = Person(DEALER.user, DEALER.name, supervises | DEALER.roles)
    desk.refused(promoted, approve, Code.ROLES_INCOMPATIBLE)
    desk.refused(Person(BOB.user, BOB.name, supervises), approve, Code.ROLES_INCOMPATIBLE)
    auditor = Person(31, "Olga", supervises | {Role.AUDITOR})
    desk.refused(auditor, approve, Code.ROLES_INCOMPATIBLE)
    desk.tell(ADA, told.Leave(1))
    desk.refused(Person(ADA.user, ADA.name, supervises), approve, Code.ROLES_INCOMPATIBLE)
    desk.tell(ADMINISTRATOR, approve)
    desk.refused(ADMINISTRATOR, approve, Code.APPROVAL_UNKNOWN)


def test_who_has_played_a_round_does_not_ask_to_have_it_revised():
    desk = three_card_poker()
    play_a_round(desk, QUEEN_HIGH)
    desk.tell(ADA, told.Leave(1))
    desk.tell(BOSS, told.LeavePosition(Role.SUPERVISOR))
    turned = Person(ADA.user, ADA.name, frozenset({Role.SUPERVISOR}))
    desk.tell(turned, told.TakePosition(Role.SUPERVISOR))
    desk.refused(turned, told.VoidRound(1, WHY), Code.ROLES_INCOMPATIBLE)


@pytest.mark.parametrize("who", [SECOND, BOSS])
def test_what_is_not_approved_changes_nothing(who):
    desk = three_card_poker()
    play_a_round(desk, QUEEN_HIGH)
    desk.tell(BOSS, correct(4, "As"))
    desk.refused(BOSS, told.VoidRound(1, WHY), Code.NOT_ALLOWED)
    assert desk.tell(who, told.Approve(1, False)) == (house.ApprovalGiven(1, False, who.user),)
    assert desk.meter(1) == 11_000
    desk.refused(SECOND, told.Approve(1, True), Code.APPROVAL_UNKNOWN)
    (asked,) = desk.tell(BOSS, told.VoidRound(1, WHY))
    assert asked.approval == 2


def test_the_difference_goes_to_the_wallet_of_who_has_left():
    desk = three_card_poker()
    play_a_round(desk, ACE_HIGH)
    assert desk.meter(1) == 9_000
    desk.tell(ADA, told.Leave(1))
    desk.tell(BOB, told.Sit(1, 5_000))
    desk.tell(BOSS, correct(4, "Qs"))
    desk.tell(SECOND, told.Approve(1, True))
    assert desk.wallet(ADA) == RICH_CENTS + 1_000
    assert desk.meter(1) == 5_000
    assert desk.rack == RICH_CENTS - 1_000


def test_who_gives_back_gives_of_his_meter_first_and_then_of_his_wallet():
    desk = three_card_poker(credit_cents=1_000)
    play_a_round(desk, QUEEN_HIGH)
    desk.tell(ADA, told.Tip(1, 500))
    desk.tell(BOSS, correct(4, "As"))
    paid = desk.tell(SECOND, told.Approve(1, True))[-2:]
    assert paid == (
        house.DifferencePaid(1, 1, ADA.user, True, -1_500, 0),
        house.DifferencePaid(1, 1, ADA.user, False, -500, 0),
    )
    assert desk.meter(1) == 0
    assert desk.wallet(ADA) == RICH_CENTS - 1_500


def test_what_nobody_has_any_more_is_forgone_and_made_up_for_by_a_later_revision():
    desk = three_card_poker(credit_cents=RICH_CENTS)
    play_a_round(desk, QUEEN_HIGH)
    desk.tell(ADA, told.Tip(1, RICH_CENTS))
    desk.tell(BOSS, correct(4, "As"))
    paid = desk.tell(SECOND, told.Approve(1, True))[-2:]
    assert paid == (
        house.DifferencePaid(1, 1, ADA.user, True, -1_000, 0),
        house.DifferencePaid(1, 1, ADA.user, False, 0, 1_000),
    )
    assert desk.rack == RICH_CENTS, "the house bears what it has paid wrongly"
    # It was read rightly after all. She gets what she gave back, and no more.
    desk.tell(BOSS, correct(4, "Qs"))
    (paid,) = desk.tell(SECOND, told.Approve(2, True))[-1:]
    assert paid == house.DifferencePaid(1, 1, ADA.user, True, 1_000, -1_000)
    assert desk.meter(1) == 1_000
    assert desk.rack == RICH_CENTS - 1_000
    # And once more the other way: nothing is left to be made up for.
    desk.tell(BOSS, correct(4, "As"))
    assert desk.tell(SECOND, told.Approve(3, True))[-1].forgone_cents == 1_000
    assert desk.rack == RICH_CENTS


def test_one_person_with_two_seats_gives_back_of_one_wallet():
    desk = Desk(cards=CardsFrom.PHYSICAL).open()
    for seat in (1, 2):
        desk.tell(ADA, told.Sit(seat, 1_000))
    desk.tell(DEALER, told.NewGame())
    for seat in (1, 2):
        desk.tell(ADA, told.Bet(seat, (("Ante", 500),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter((*KING_HIGH, *parse_hand("Kh Qc 9c"), *QUEEN_HIGH))
    for seat in (1, 2):
        desk.tell(ADA, told.Choose(seat, "play"))
    desk.steps()
    for seat in (1, 2):
        desk.tell(ADA, told.Leave(seat))
    desk.take_wallet(ADA, but_cents=3_000)
    desk.tell(BOSS, correct(7, "As"))
    paid = desk.tell(SECOND, told.Approve(1, True))[-2:]
    assert [(one.cents, one.forgone_cents) for one in paid] == [(-2_000, 0), (-1_000, 1_000)]
    assert desk.wallet(ADA) == 0


def test_a_round_is_revised_while_another_is_in_play_and_leaves_it_alone():
    desk = three_card_poker()
    play_a_round(desk, QUEEN_HIGH)
    desk.tell(BOSS, correct(4, "As"))
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("Ante", 2_000),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter(KING_HIGH)
    events, clock = list(desk.table.picture.events), desk.table.picture.clock
    desk.tell(SECOND, told.Approve(1, True))
    assert dict(desk.changes[-1].entry.postings) == {meter(1, 1): -2_000, rack(1): 2_000}
    assert (desk.table.picture.events, desk.table.picture.clock) == (events, clock)
    assert desk.table.picture.round_is_on
    assert isinstance(desk.waiting, AwaitingCards)
    desk.restart()
    desk.enter(QUEEN_HIGH)
    desk.tell(ADA, told.Choose(1, "play"))
    desk.steps()
    assert desk.meter(1) == 9_000 + 4_000


def test_what_a_round_in_play_may_need_back_is_not_taken_for_another_that_is_revised():
    desk = Desk("three-way-action", cards=CardsFrom.PHYSICAL).open()
    high_card_won(desk, 1_500)
    desk.enter(parse_hand("Ts 9h"))
    desk.tell(ADA, told.Choose(1, "stand"))
    desk.play_out(parse_hand("8d Th 7h Jd 6h Qd 5d Kd 2c 3c 2d 3d"))
    assert desk.meter(1) == 1_750
    # In the next round she wins High Card. That money is the round's as long as it may be void.
    desk.tell(BOSS, correct(2, "8c"))
    desk.tell(DEALER, told.NewGame())
    stakes = (("High Card", 500), ("Blackjack", 500), ("Poker", 500))
    desk.take_wallet(ADA)
    desk.tell(ADA, told.Bet(1, stakes))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter(parse_hand("6s 4c"))
    assert desk.meter(1) == 250 + 1_000
    assert desk.tell(SECOND, told.Approve(1, True))[-2:] == (
        house.DifferencePaid(1, 1, ADA.user, True, -750, 0),
        house.DifferencePaid(1, 1, ADA.user, False, 0, 250),
    )
    desk.tell(DEALER, told.Report(IrregularityKind.DEALER_ERROR, WHY))
    desk.tell(BOSS, told.Rule(Remedy.VOID, WHY))
    assert desk.meter(1) == 1_000


def test_the_rack_must_hold_what_is_to_be_paid():
    desk = three_card_poker(rack_cents=1_000_000)
    play_a_round(desk, ACE_HIGH)
    desk.tell(BOSS, correct(4, "Qs"))
    desk.tell(BOSS, told.Credit(desk.rack - 500))
    said = desk.refused(SECOND, told.Approve(1, True), Code.BANKROLL_SHORT)
    assert "$15" in said
    desk.tell(BOSS, told.Fill(1_500))
    desk.tell(SECOND, told.Approve(1, True))
    assert desk.rack == 0


def test_a_rack_that_is_counted_and_signed_for_pays_when_the_table_is_open_again():
    desk = three_card_poker()
    play_a_round(desk, ACE_HIGH)
    desk.tell(BOSS, correct(4, "Qs"))
    desk.tell(BOSS, told.CloseTable())
    desk.tell(BOSS, told.CountBank(desk.rack))
    for who in (DEALER, BOSS):
        desk.tell(who, told.Sign("closing count"))
    counted, had = desk.rack, desk.wallet(ADA)
    desk.refused(SECOND, told.Approve(1, True), Code.TABLE_NOT_OPEN)
    desk.tell(BOSS, told.CountBank(counted))
    for who in (DEALER, BOSS):
        desk.tell(who, told.Sign("opener"))
    desk.tell(SECOND, told.Approve(1, True))
    assert desk.rack == counted - 2_000
    assert desk.wallet(ADA) == had + 2_000


def test_a_revision_that_changes_nobody_s_result_pays_nobody():
    desk = three_card_poker()
    play_a_round(desk, QUEEN_HIGH)
    desk.tell(BOSS, correct(6, "3c"))
    desk.tell(SECOND, told.Approve(1, True))
    assert desk.changes[-1].entry.postings == ()
    assert desk.rows(schema.rounds)[0]["outcome"] == "revised"


def dealer_has_seventeen(desk):
    """Roll Your Own Blackjack, up to where the dealer turns a 9 and an 8, his sixth card."""
    desk.tell(ADA, told.Sit(1, 10_000))
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("Blackjack 1", 500), ("Bonus", 500), ("Blackjack 2", 500))))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter(parse_hand("Th 9h 8s 2c 9c 8d"))
    desk.steps()
    desk.tell(ADA, told.Choose(1, "alone 3"))
    desk.tell(ADA, told.Choose(1, "stand"))
    desk.enter(parse_hand("5h"))
    desk.tell(ADA, told.Choose(1, "stand"))


def test_a_round_that_would_have_needed_another_card_is_void_or_stays():
    desk = Desk("roll-your-own-blackjack", cards=CardsFrom.PHYSICAL).open()
    dealer_has_seventeen(desk)
    desk.steps()
    assert desk.table.round is None
    assert desk.meter(1) != 10_000
    said = desk.refused(BOSS, correct(6, "4d"), Code.REVISION_IMPOSSIBLE)
    assert "another card" in said
    assert "void" in said
    desk.tell(BOSS, told.VoidRound(1, WHY))
    desk.tell(SECOND, told.Approve(1, True))
    assert desk.meter(1) == 10_000


def test_a_round_in_play_that_needs_another_card_waits_for_it_with_all_wagers_in_action():
    desk = Desk("roll-your-own-blackjack", cards=CardsFrom.PHYSICAL).open()
    dealer_has_seventeen(desk)
    in_action = desk.ledger[wagers(1)]
    assert in_action == 1_000, "the Bonus is settled already"
    desk.tell(DEALER, told.Do("turn"))
    assert desk.ledger[wagers(1)] == 0
    desk.tell(BOSS, correct(6, "4d"))
    assert desk.ledger[wagers(1)] == in_action
    desk.enter(parse_hand("7c"))
    desk.steps()
    assert desk.meter(1) == 10_000 + 2_500 - 1_000, "twenty beats both hands"


def test_rounds_that_are_not_on_record_or_not_written_yet_are_not_revised():
    desk = three_card_poker()
    for number in (0, 1, -1, 10**30):
        desk.refused(BOSS, told.VoidRound(number, WHY), Code.ROUND_UNKNOWN)
    play_a_round(desk, QUEEN_HIGH)
    desk.tell(BOSS, correct(4, "As"))
    desk.is_written = False
    desk.tell(SECOND, told.Approve(1, True))
    # A second revision at once would be reckoned from what no longer holds.
    desk.refused(BOSS, correct(4, "Qs"), Code.HOUSE_UNAVAILABLE)
    desk.write()
    desk.is_written = True
    desk.tell(BOSS, correct(4, "Qs"))
    desk.tell(SECOND, told.Approve(2, True))
    assert desk.meter(1) == 11_000


def test_a_round_whose_record_its_script_does_not_give_is_not_revised():
    desk = three_card_poker()
    play_a_round(desk, QUEEN_HIGH)
    past = desk.past_round(1)
    events = list(past.events)
    at = next(at for at, one in enumerate(events) if isinstance(one, happened.WagerSettled))
    events[at] = replace(events[at], returned_cents=events[at].returned_cents + 1)
    wrong = replace(past, events=tuple(events))
    desk.table.on_paper = lambda revision: put_on_paper(desk.game, wrong, revision)
    desk.refused(BOSS, told.VoidRound(1, WHY), Code.REVISION_IMPOSSIBLE)


# Rounds declared void.


def test_a_void_round_gives_every_wager_back():
    desk = three_card_poker()
    play_a_round(desk, QUEEN_HIGH)
    play_a_round(desk, ACE_HIGH)
    assert desk.meter(1) == 10_000
    for number, paid_cents in ((1, -1_000), (2, 1_000)):
        (asked,) = desk.tell(BOSS, told.VoidRound(number, WHY))
        assert (asked.what, asked.position, asked.card) == ("void round", None, None)
        events = desk.tell(SECOND, told.Approve(number, True))
        assert events[-1].cents == paid_cents
        assert desk.changes[-1].significance == "override"
    assert desk.meter(1) == 10_000
    assert desk.rack == RICH_CENTS
    assert [row["outcome"] for row in desk.rows(schema.rounds)] == ["void", "void"]
    assert all(row["staked_cents"] == row["returned_cents"] for row in desk.rows(schema.results))
    desk.refused(BOSS, told.VoidRound(1, WHY), Code.REVISION_IMPOSSIBLE)
    desk.refused(BOSS, correct(4, "Qs", number=2), Code.REVISION_IMPOSSIBLE)


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("kind", [TableKind.HUMAN, TableKind.AUTOMATIC])
def test_a_void_round_of_shuffled_cards_can_still_be_checked(game, kind):
    desk = Desk(game, kind=kind)
    if kind is TableKind.HUMAN:
        desk.open(rack_cents=10**9)
    else:
        desk.tell(None, told.Open())
        desk.tell(BOSS, told.TakePosition(Role.SUPERVISOR))
    rng = Random(game)
    desk.tell(ADA, told.Sit(1, 2_000_000))
    for _ in range(2):
        if kind is TableKind.HUMAN:
            desk.tell(DEALER, told.NewGame())
        number = desk.table.picture.round
        slip = random_slip(desk.game, desk.created.settings, rng)
        desk.tell(ADA, told.Bet(1, slip.stakes, slip.picks, is_ready=True))
        while desk.table.round is not None and desk.table.picture.round == number:
            desk.go_on(iter(()), lambda asked: random_decision(asked, rng))
    old = desk.past_round(1)
    desk.tell(BOSS, told.VoidRound(1, WHY))
    desk.tell(SECOND, told.Approve(1, True))
    past = desk.past_round(1)
    assert past.is_void
    assert set(results_of(past.events).values()) == {0}
    assert replay(desk.game, past.events).events == past.events
    assert isinstance(past.events[-1], happened.SeedRevealed)
    check_shuffle(past.events)
    paid = sum(cents for seat, cents in results_of(old.events).items())
    (row,) = [row for row in desk.rows(schema.results) if row["round"] == 1]
    assert row["returned_cents"] == row["staked_cents"]
    assert dict(desk.changes[-1].entry.postings).get(rack(1), 0) == paid


def test_a_round_that_was_corrected_in_play_is_looked_up_as_it_stands():
    desk = three_card_poker()
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.tell(DEALER, told.NoMoreBets())
    desk.enter((*KING_HIGH, *ACE_HIGH))
    desk.tell(BOSS, correct(4, "Qs"))
    desk.tell(ADA, told.Choose(1, "play"))
    desk.steps()
    assert desk.past_round(1).events == tuple(desk.table.picture.events)
    # A supervisor's ruling in a later round is noted like a revision, and is none of this one.
    play = desk.past_round(1)
    desk.tell(DEALER, told.NewGame())
    desk.tell(ADA, told.Bet(1, (("Ante", 500),)))
    desk.tell(DEALER, told.Report(IrregularityKind.DEALER_ERROR, WHY))
    desk.tell(BOSS, told.Rule(Remedy.CONTINUE, WHY))
    assert desk.changes[-1].significance == "override"
    assert desk.past_round(1).events == play.events
    assert desk.past_round(2) is None
