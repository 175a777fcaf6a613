"""Payouts, worked out again from what the question and the sign at the table say."""

import re
from fractions import Fraction

import pytest

from croupier.cards import parse_hand
from croupier.money import CHIPS, format_cents, parse_cents
from croupier.table.events import WagerSettled
from croupier.table.layout import Layout
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import settings_for
from croupier.table.steps import Settle
from croupier.training.chance import Chance
from croupier.training.drills.handed_out import handed_out
from croupier.training.drills.payouts import PAYOUTS
from croupier.training.drills.staged import play_staged, slip_on
from croupier.training.drills.told import whose_wager
from croupier.training.lesson import Lesson
from croupier.training.questions import BlankKind, tidied

from .lessons import by_others, unusual, usual

WHOLE = [chip for chip in CHIPS if chip.value_cents % 100 == 0]
ODDS = {"even money": Fraction(1), "one half": Fraction(1, 2)}
STAKE = re.compile(r"Seat 1 has (\$[\d,.]+) on ([^,.]+)")
RAN_OUT = ", the cards ran out"
WON = re.compile(r"this one has won (\$[\d,]+(?:\.\d\d)?) so far")
CHIP = re.compile(r"(\d+)x\$([\d,.]+)")


def odds_of(lesson, item):
    """What a line pays, by the table that is posted, or odds as they are written."""
    spot, _, ending = item.removesuffix(RAN_OUT).rpartition(": ")
    if spot in lesson.table.pay_tables:
        lines = {line.name: line.odds for line in lesson.table.pay_tables[spot].lines}
        if ending in lines:
            return Fraction(lines[ending].won, lines[ending].staked)
    if ending in ODDS:
        return ODDS[ending]
    won, to, staked = ending.partition(" to ")
    return Fraction(int(won), int(staked)) if to else None


def expected(lesson, item, stake):
    """The result, and the money, by plain arithmetic."""
    ending = item.rpartition(": ")[2].removesuffix(RAN_OUT)
    match ending:
        case "lost":
            return "take", {stake}
        case "push":
            return "push", {stake, 0}
        case "half back":
            return "half", {stake // 2}
    paid = stake * odds_of(lesson, item)
    assert paid.denominator == 1
    return "pay", {int(paid)}


def in_chips(text):
    return sum(int(count) * parse_cents(value) for count, value in CHIP.findall(text))


@pytest.mark.parametrize("game_id", game_ids())
def test_every_wager_pays_what_the_posted_table_says(game_id):
    for lesson in (
        (usual(game_id), unusual(game_id)) if "stadium" not in game_id else (usual(game_id),)
    ):
        most = lesson.settings.payout_maximum_cents
        for item in PAYOUTS.items(lesson):
            for seed in range(3):
                task = PAYOUTS.task(lesson, item, seed)
                stake = parse_cents(STAKE.search(task.question.text)[1])
                result, amounts = expected(lesson, item, stake)
                said = {right.blank: right for right in task.rights}
                won = WON.search(task.question.text)
                assert (won is None) is (most is None)
                if result != "pay" or not won or max(amounts) <= most - parse_cents(won[1]):
                    assert said["result"].accepted == (result,)
                    assert {parse_cents(one) for one in said["amount"].accepted} == amounts
                shown = parse_cents(said["amount"].accepted[0])
                handed = shown if result in ("pay", "half") else 0
                if "chips" in said:
                    assert {in_chips(one) for one in said["chips"].accepted} == {handed}
                elif Settle not in lesson.game.done_by_system():
                    assert handed % min(chip.value_cents for chip in CHIPS)


def test_the_sum_is_shown():
    lesson = usual("roll-your-own-blackjack")
    task = PAYOUTS.task(lesson, "Blackjack 1: 3 to 2", 1)
    stake = STAKE.search(task.question.text)[1]
    amount = next(right for right in task.rights if right.blank == "amount")
    assert amount.why == f"3 to 2 on {stake} is {amount.accepted[0]}."
    assert parse_cents(amount.accepted[0]) * 2 == parse_cents(stake) * 3


def test_the_line_and_the_table_are_named():
    lesson = unusual("three-way-action")
    task = PAYOUTS.task(lesson, "Bonus: Flush", 1)
    amount = next(right for right in task.rights if right.blank == "amount")
    assert amount.why.startswith("The table “C2” pays 5 to 1 for Flush. 5 to 1 on $")
    assert "paid by the table “C2”" in task.question.text


@pytest.mark.parametrize("game_id", game_ids())
def test_every_line_that_is_posted_and_all_odds_are_practised(game_id):
    """However rare: a royal flush comes when it is wanted."""
    lesson = usual(game_id)
    items = set(PAYOUTS.items(lesson))
    for spot, table in lesson.table.pay_tables.items():
        practised_as = next(
            other
            for other in sorted(lesson.table.pay_tables, key=len)
            if (spot == other or spot.endswith(f" {other}"))
            and lesson.table.pay_tables[other] == table
        )
        assert {f"{practised_as}: {line.name}" for line in table.lines} <= items
    for spot, wager in lesson.table.wagers.items():
        assert {f"{spot}: {odds}" for odds in wager.pays} <= items
        assert (f"{spot}: half back" in items) is wager.may_return_half
        if not wager.pay_tables:
            assert f"{spot}: lost" in items


def test_what_is_withheld_is_not_paid():
    lesson = unusual("three-card-poker")
    most = lesson.settings.payout_maximum_cents
    withheld = 0
    for seed in range(8):
        task = PAYOUTS.task(lesson, "Six Card Bonus: Royal Flush", seed)
        stake = parse_cents(STAKE.search(task.question.text)[1])
        amount = next(right for right in task.rights if right.blank == "amount")
        assert "is paid at most $1,000 in a round" in task.question.text
        paid = parse_cents(amount.accepted[0])
        assert paid <= most
        if paid < 1000 * stake:
            withheld += 1
            assert "above what a seat is paid in a round" in amount.why
    assert withheld


def test_stakes_are_odd_as_players_bet():
    lesson = usual("three-card-poker")
    stakes = {
        parse_cents(STAKE.search(PAYOUTS.task(lesson, "Pair Plus: Flush", seed).question.text)[1])
        for seed in range(20)
    }
    assert len(stakes) > 8
    assert any(stake % 2500 for stake in stakes)


@pytest.mark.parametrize("rack", [CHIPS, WHOLE], ids=["all", "whole dollars"])
def test_the_fewest_chips_are_only_ever_one_choice(rack):
    """So that whoever names the fewest chips is right: counted for every amount up to $5,000."""
    least = min(chip.value_cents for chip in rack)
    amounts = range(0, 500_001, least)
    fewest, ways = {0: 0}, {0: 1}
    for chip in rack:
        for cents in amounts:
            before = cents - chip.value_cents
            if before not in fewest:
                continue
            count = fewest[before] + 1
            if count < fewest.get(cents, count + 1):
                fewest[cents], ways[cents] = count, ways[before]
            elif count == fewest[cents]:
                ways[cents] += ways[before]
    assert set(ways) == set(amounts)
    assert set(ways.values()) == {1}


@pytest.mark.parametrize(
    ("cents", "accepted"),
    [
        (400, ("4x$1", "1x$2.50 1x$1 1x$0.50")),
        (800, ("1x$5 3x$1", "1x$5 1x$2.50 1x$0.50")),
        (750, ("1x$5 1x$2.50",)),
        (5_250, ("2x$25 1x$2.50",)),
        (425, ("1x$2.50 1x$1 1x$0.50 1x$0.25",)),
        (13_500, ("1x$100 1x$25 2x$5",)),
        (0, ("none",)),
    ],
)
def test_whole_dollars_are_paid_in_whole_dollars_and_the_fewest_chips_are_right_too(
    cents, accepted
):
    chips = handed_out(cents)
    assert chips.accepted == accepted
    for one in accepted:
        assert one == "none" or one in chips.why


def test_what_no_chips_make_up_is_not_asked_for_in_chips():
    assert handed_out(110) is None


def test_where_terminals_pay_nobody_counts_chips():
    lesson = usual("stadium-three-card-poker")
    for item in PAYOUTS.items(lesson):
        names = [blank.name for blank in PAYOUTS.task(lesson, item, 1).question.blanks]
        assert names == ["result", "amount"]


def test_a_winner_whose_bet_is_taken_has_no_points_for_the_right_money():
    task = PAYOUTS.task(usual("three-card-poker"), "Pair Plus: Flush", 1)
    mark = task.mark({**task.right_answers(), "result": "take"})
    assert (mark.points, mark.possible) == (0, 3)


def test_what_pays_nothing_because_the_seat_has_had_its_most_is_as_good_as_a_push():
    """$1 is all a seat is paid: from the second win on a winner gets his stake back."""
    game = find_game("three-card-poker")
    lesson = Lesson.of(game.id, settings=settings_for(game, payout_maximum_cents=100))
    results = {
        task.rights[0].accepted: task.right_answers()["amount"]
        for seed in range(20)
        for task in [PAYOUTS.task(lesson, "Ante: even money", seed)]
    }
    assert results == {("pay",): "$1", ("push", "pay"): "$0"}


@pytest.mark.parametrize("spot", ["Blackjack 1", "Blackjack 2"])
def test_rule_8_is_practised_when_the_cards_run_out(spot):
    lesson = usual("roll-your-own-blackjack")
    for seed in range(6):
        task = PAYOUTS.task(lesson, f"{spot}: even money{RAN_OUT}", seed)
        assert re.search(r"You are to deal another card, and none is left\.", task.question.text)
        right = task.rights[0]
        assert (right.accepted, right.clause) == (("pay",), "Rule 8")


def test_where_no_rule_says_what_follows_the_cards_do_not_run_out():
    for game_id in game_ids():
        if game_id != "roll-your-own-blackjack":
            assert not any(RAN_OUT in item for item in PAYOUTS.items(usual(game_id)))


def test_what_the_dealer_saw_under_his_cards_is_told():
    """The hole card decides insurance, and nobody but the dealer has seen it."""
    lesson = usual("roll-your-own-blackjack")
    for seed in range(6):
        task = PAYOUTS.task(lesson, "Insurance: lost", seed)
        hidden = [
            None in one.cards for one in task.question.scene.laid if str(one.place) == "dealer/Hand"
        ]
        looked = re.search(r"You have looked under the cards at dealer/Hand: ", task.question.text)
        assert (looked is not None) is any(hidden)
    paid = PAYOUTS.task(lesson, "Blackjack 1: 3 to 2", 1).question.text
    assert "looked under" not in paid


def test_of_a_split_bet_it_is_said_what_lies_on_which_hand():
    lesson = usual("roll-your-own-blackjack")
    eights = dict(zip([(1, 0), (1, 1), (1, 2)], parse_hand("8s 8h 8d"), strict=True))
    exactly = 0
    for number in range(12):
        chance = Chance("split", number)
        staged = play_staged(lesson, slip_on(lesson, (), chance), eights, chance)
        for at, event in enumerate(staged.events):
            if isinstance(event, WagerSettled):
                said = whose_wager(staged, at, format_cents(event.stake_cents))
                lies = Layout.fold(staged.events[:at]).stakes[1][event.spot]
                _, found, beside = said.partition("; beside it lies ")
                assert bool(found) is (lies > event.stake_cents)
                if found:
                    others = re.findall(r"\$[\d,]+(?:\.\d\d)?", beside)
                    assert event.stake_cents + sum(map(parse_cents, others)) == lies
                    assert f"on {event.spot}, for the hand at {event.place.name}" in said
                    exactly += "for the hand at" in beside
    assert exactly > 5


def test_chips_are_read_however_they_are_written():
    task = PAYOUTS.task(usual("three-card-poker"), "Ante: even money", 3)
    blank = task.question.blank("chips")
    right = next(one for one in task.rights if one.blank == "chips").accepted[0]
    assert blank.kind is BlankKind.CHIPS
    turned = " ".join(reversed(right.split()))
    assert tidied(blank, turned.replace("x", " × ")) == right


def test_a_spot_with_the_same_table_is_practised_with_the_plain_one():
    items = PAYOUTS.items(usual("stadium-three-card-poker"))
    assert not any(item.startswith(("Row", "Column")) for item in items)
    spots = {
        STAKE.search(
            PAYOUTS.task(usual("stadium-three-card-poker"), "Pair Plus: Flush", seed).question.text
        )[2]
        for seed in range(12)
    }
    assert len(spots) > 2


def test_a_game_of_somebody_else_is_paid_by_its_own_table():
    lesson = by_others()["one-card-duel"]
    items = PAYOUTS.items(lesson)
    assert {"Match: Same rank and colour", "Match: Same rank", "Raise: push"} <= set(items)
    task = PAYOUTS.task(lesson, "Match: Same rank and colour", 4)
    stake = parse_cents(STAKE.search(task.question.text)[1])
    assert task.right_answers()["amount"] == f"${25 * stake // 100:,}"
