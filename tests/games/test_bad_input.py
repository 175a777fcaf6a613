"""Bad input, in every game: its own code, words that say what would be right, nothing changed."""

from dataclasses import replace
from random import Random

import pytest

from croupier.bots import least_slip, random_slip
from croupier.cards import parse_cards, parse_hand
from croupier.money import format_cents
from croupier.rejection import Code, Rejection
from croupier.table.commands import CloseBets, Decide, PlaceWagers, ReadCard
from croupier.table.prepared import prepare
from croupier.table.round import Round
from croupier.table.ruling import rulings_of
from croupier.table.settings import settings_for
from croupier.table.wager import (
    AtLeast,
    Compulsory,
    EqualTo,
    OnlyWith,
    Slip,
    When,
)
from croupier.table.waiting import AwaitingCards, AwaitingDecisions, RoundIsOver

from .test_lines import full_slip


def opened(game, source=None, **chosen):
    return Round(game, settings_for(game, **chosen), source or game.devices[0].stacked(()))


def refused(table, command, code):
    """Gives a command that must be refused and leave the round as it was; what was said."""
    before = (table.events, table.waiting, table.step, repr(table.layout))
    with pytest.raises(Rejection) as refusal:
        table.handle(command)
    assert refusal.value.code is code, refusal.value.detail
    assert (table.events, table.waiting, table.step, repr(table.layout)) == before
    assert refusal.value.detail.endswith((".", "?")), "a refusal is a whole sentence"
    return refusal.value.detail


def not_set(code, game, **chosen):
    """Settings that must be refused; what was said."""
    with pytest.raises(Rejection) as refusal:
        settings_for(game, **chosen)
    assert refusal.value.code is code, refusal.value.detail
    return refusal.value.detail


def bettable(table):
    """The wagers that are put down before the deal."""
    return [
        wager
        for wager in prepare(table.game, table.settings).wagers.values()
        if wager.when is When.BEFORE_THE_DEAL and wager.brought_by is None
    ]


def with_stakes(slip, stakes):
    """The slip with some stakes changed."""
    merged = {**dict(slip.stakes), **stakes}
    return replace(slip, stakes=tuple(merged.items()))


# Wagers.


def test_a_wager_below_the_minimum(game):
    table = opened(game)
    slip = full_slip(game, table.settings)
    for wager in bettable(table):
        least = dict(table.settings.limits)[wager.spot].minimum_cents
        bad = with_stakes(slip, {wager.spot: least - 1})
        said = refused(table, PlaceWagers(1, bad), Code.STAKE_BELOW_MINIMUM)
        assert wager.spot in said
        assert format_cents(least) in said


def test_a_wager_above_the_maximum(game):
    table = opened(game)
    slip = full_slip(game, table.settings)
    for wager in bettable(table):
        most = dict(table.settings.limits)[wager.spot].maximum_cents
        bad = with_stakes(slip, {wager.spot: most + 1})
        said = refused(table, PlaceWagers(1, bad), Code.STAKE_ABOVE_MAXIMUM)
        assert wager.spot in said
        assert format_cents(most) in said


def test_a_wager_off_its_increment(game):
    table = opened(game)
    slip = full_slip(game, table.settings)
    tried = 0
    for wager in bettable(table):
        limit = dict(table.settings.limits)[wager.spot]
        if limit.multiple_of_cents > 1:
            bad = with_stakes(slip, {wager.spot: limit.minimum_cents + 1})
            said = refused(table, PlaceWagers(1, bad), Code.STAKE_OFF_INCREMENT)
            assert f"multiples of {format_cents(limit.multiple_of_cents)}" in said
            tried += 1
    assert tried, "no wager of this game has an increment"


def test_a_wager_unequal_where_it_must_be_equal(game):
    """Before the deal, or with the decision that puts it down."""
    table = opened(game)
    slip = full_slip(game, table.settings)
    tried = 0
    for wager in bettable(table):
        if any(isinstance(one, EqualTo) for one in wager.constraints):
            stake = dict(slip.stakes)[wager.spot]
            more = stake + dict(table.settings.limits)[wager.spot].multiple_of_cents
            bad = with_stakes(slip, {wager.spot: more})
            said = refused(table, PlaceWagers(1, bad), Code.STAKE_NOT_EQUAL)
            assert f"{wager.spot} must equal" in said
            assert format_cents(stake) in said
            tried += 1
    tried += unequal_with_a_decision(asked(game))
    assert tried, "nothing must be equal in this game"


def unequal_with_a_decision(table):
    """How many options were tried with another stake than they take."""
    tried = 0
    for option in table.layout.asked[1].options:
        if option.spot is not None:
            cents = option.most_cents + 100
            said = refused(table, Decide(1, option.name, cents), Code.STAKE_INVALID)
            assert format_cents(option.most_cents) in said
            tried += 1
    return tried


def test_a_wager_smaller_than_the_one_it_must_match(game):
    """Where the rules ask for at least as much as beside another, under any reading."""
    for ruling in rulings_of(game.rules):
        for reading in ruling.readings:
            table = opened(game, readings={ruling.name: str(reading)})
            slip = full_slip(game, table.settings)
            for wager in bettable(table):
                for constraint in wager.constraints:
                    if isinstance(constraint, AtLeast):
                        refused_beside(table, slip, wager, constraint)


def refused_beside(table, slip, wager, constraint):
    """All but this wager are doubled."""
    bad = Slip(
        tuple((spot, cents * (1 if spot == wager.spot else 2)) for spot, cents in slip.stakes),
        slip.picks,
    )
    said = refused(table, PlaceWagers(1, bad), Code.STAKE_TOO_LOW_BESIDE)
    assert said.startswith(constraint.sentence(wager.spot))


def test_a_side_bet_without_its_base(game):
    table = opened(game)
    slip = full_slip(game, table.settings)
    for wager in bettable(table):
        for constraint in wager.constraints:
            if isinstance(constraint, OnlyWith):
                alone = Slip(((wager.spot, dict(slip.stakes)[wager.spot]),), slip.picks)
                said = refused(table, PlaceWagers(1, alone), Code.WAGER_WITHOUT_BASE)
                assert f"{wager.spot} goes only with" in said
                assert "bet " in said


def test_a_compulsory_wager_left_out(game):
    table = opened(game)
    slip = full_slip(game, table.settings)
    for wager in bettable(table):
        if any(isinstance(one, Compulsory) and not one.alternatives for one in wager.constraints):
            kept = [one.spot for one in bettable(table) if not goes_with(one, wager.spot)]
            left = Slip(tuple(bet for bet in slip.stakes if bet[0] in kept), slip.picks)
            if left.stakes:
                said = refused(table, PlaceWagers(1, left), Code.WAGER_MISSING)
                assert f"{wager.spot} must be bet" in said


def goes_with(wager, base):
    """Whether it is this wager, or goes only with it."""
    only = [one for one in wager.constraints if isinstance(one, OnlyWith)]
    return wager.spot == base or any(base in one.others for one in only)


def test_every_game_refuses_a_bet_that_lacks_what_it_goes_with(game):
    table = opened(game)
    codes = set()
    for wager in bettable(table):
        slip = full_slip(game, table.settings)
        alone = Slip(((wager.spot, dict(slip.stakes)[wager.spot]),), slip.picks)
        try:
            table.check(PlaceWagers(1, alone))
        except Rejection as refusal:
            codes.add(refusal.code)
    assert codes <= {Code.WAGER_WITHOUT_BASE, Code.WAGER_MISSING}
    assert codes


def test_a_wager_that_is_made_later_or_not_at_all(game):
    table = opened(game)
    slip = full_slip(game, table.settings)
    for wager in prepare(game, table.settings).wagers.values():
        if wager.when is When.WITH_A_DECISION or wager.brought_by is not None:
            bad = with_stakes(slip, {wager.spot: 500})
            said = refused(table, PlaceWagers(1, bad), Code.WAGER_NOT_NOW)
            assert wager.spot in said


def test_a_spot_that_is_not_on_the_felt(game):
    table = opened(game)
    bad = with_stakes(full_slip(game, table.settings), {"Lucky Ladies": 500})
    said = refused(table, PlaceWagers(1, bad), Code.SPOT_UNKNOWN)
    assert all(wager.spot in said for wager in bettable(table))


def test_stakes_that_are_no_amounts(game):
    table = opened(game)
    slip = full_slip(game, table.settings)
    spot = slip.stakes[0][0]
    for cents in (0, -500, 5.0, "500", True, 10**16):
        refused(table, PlaceWagers(1, with_stakes(slip, {spot: cents})), Code.STAKE_INVALID)


def test_picks_that_the_game_does_not_offer(game):
    table = opened(game)
    slip = full_slip(game, table.settings)
    refused(table, PlaceWagers(1, replace(slip, picks=("10", "1", "2"))), Code.PICKS_INVALID)


def test_more_than_the_table_takes_from_one_seat(game):
    least = least_slip(game, settings_for(game)).total_cents
    table = opened(game, table_maximum_cents=least)
    slip = full_slip(game, table.settings)
    twice = Slip(tuple((spot, 2 * cents) for spot, cents in slip.stakes), slip.picks)
    said = refused(table, PlaceWagers(1, twice), Code.TABLE_MAXIMUM)
    assert format_cents(least) in said


def test_after_a_refusal_the_right_wager_is_taken(game):
    table = opened(game)
    refused(table, PlaceWagers(1, Slip(())), Code.NO_WAGERS)
    refused(table, CloseBets("00"), Code.NO_WAGERS)
    assert table.handle(PlaceWagers(1, random_slip(game, table.settings, Random(1))))
    assert table.handle(CloseBets("00"))


# Seats.


def test_more_seats_than_the_deck_bears(game):
    least, most = game.positions.least, game.positions.most
    for wrong in (most + 1, least - 1, 0, -1, 10**9):
        said = not_set(Code.SEATS_OUT_OF_RANGE, game, positions=wrong)
        assert f"{least} to {most} seats" in said


def test_the_deck_bears_the_seats_that_are_allowed(game):
    settings_for(game, positions=game.positions.least)
    settings_for(game, positions=game.positions.most)


def test_a_seat_that_the_table_does_not_have(game):
    table = opened(game, positions=game.positions.least)
    slip = least_slip(game, table.settings)
    for seat in (game.positions.least + 1, 0, -1, True, "1"):
        said = refused(table, PlaceWagers(seat, slip), Code.SEAT_UNKNOWN)
        assert f"seats 1 to {game.positions.least}" in said


# Decisions.


def asked(game, seats=(1, 2)):
    """A round in which seat 1 is being asked, and other seats are in it too."""
    for number in range(200):
        source = game.devices[0].stacked(deck(number))
        table = opened(game, source)
        for seat in seats:
            table.handle(PlaceWagers(seat, full_slip(game, table.settings)))
        table.handle(CloseBets("00"))
        if isinstance(table.waiting, AwaitingDecisions) and 1 in table.waiting.seats:
            return table
    raise AssertionError("seat 1 is never asked")


def deck(number):
    cards = list(parse_cards("2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 6c 6d 7c 7d 8c 8d 9c 9d"))
    Random(number).shuffle(cards)
    return tuple(cards)


def test_an_option_that_is_not_offered(game):
    table = asked(game)
    said = refused(table, Decide(1, "surrender"), Code.OPTION_NOT_OFFERED)
    assert all(option.name in said for option in table.layout.asked[1].options)
    assert "surrender" in said


def test_a_decision_from_the_wrong_seat(game):
    table = asked(game)
    name = table.layout.asked[1].options[0].name
    for seat in (3, 0, -1, 10**6):
        said = refused(table, Decide(seat, name), Code.NOT_ASKED)
        assert str(seat) in said


def test_a_second_decision(game):
    """The first stands, whether the others have still to answer or are asked next."""
    table = asked(game)
    chosen = table.layout.asked[1].options[0]
    table.handle(Decide(1, chosen.name))
    # A seat may be asked again, about its next card or its other hand; then that is no second.
    while 1 in getattr(table.waiting, "seats", ()):
        table.handle(Decide(1, table.layout.asked[1].options[0].name))
    assert isinstance(table.waiting, AwaitingDecisions), "seat 2 has still to answer"
    said = refused(table, Decide(1, chosen.name), Code.ALREADY_DECIDED)
    assert "Seat 1" in said


def test_a_decision_when_the_round_is_over(game):
    table = asked(game)
    while isinstance(table.waiting, AwaitingDecisions):
        seat = table.waiting.seats[0]
        table.handle(Decide(seat, table.layout.asked[seat].options[-1].name))
    assert table.waiting == RoundIsOver()
    refused(table, Decide(1, "play"), Code.ROUND_OVER)


def test_a_wager_after_bets_are_closed(game):
    table = asked(game)
    refused(table, PlaceWagers(3, full_slip(game, table.settings)), Code.BETS_CLOSED)


# Cards.


def test_a_card_read_twice(game):
    for device in game.devices:
        table = opened(game, device.physical())
        table.handle(PlaceWagers(1, least_slip(game, table.settings)))
        table.handle(CloseBets("00"))
        ace, king = parse_hand("As Ks")
        table.handle(ReadCard(ace))
        assert isinstance(table.waiting, AwaitingCards)
        said = refused(table, ReadCard(ace), Code.CARD_REPEATED)
        assert "As" in said
        table.handle(ReadCard(king))


def test_a_card_named_twice_in_a_prepared_deck(game):
    for device in game.devices:
        with pytest.raises(Rejection) as refusal:
            device.stacked(parse_cards("As Kd As"))
        assert refusal.value.code is Code.CARD_REPEATED
        assert "As is named twice" in refusal.value.detail
    with pytest.raises(Rejection) as refusal:
        parse_hand("As Kd As")
    assert refusal.value.code is Code.CARD_REPEATED


# Settings.


def test_an_unknown_ruling(game):
    said = not_set(Code.RULING_UNKNOWN, game, readings={"surrender": "late"})
    assert "surrender" in said
    assert any(ruling.name in said for ruling in rulings_of(game.rules))


def test_an_unknown_reading(game):
    for ruling in rulings_of(game.rules):
        said = not_set(Code.READING_UNKNOWN, game, readings={ruling.name: "as you like it"})
        assert all(str(reading) in said for reading in ruling.readings)


def test_a_ruling_that_is_nearly_right_is_guessed(game):
    ruling = rulings_of(game.rules)[0]
    said = not_set(Code.RULING_UNKNOWN, game, readings={f"{ruling.name}s": str(ruling.default)})
    assert f"did you mean “{ruling.name}”?" in said


def test_an_unknown_pay_table(game):
    for wager in game.wagers(game.rules()):
        said = not_set(Code.PAY_TABLE_UNKNOWN, game, pay_tables={wager.spot: "Generous"})
        assert all(table.name in said for table in wager.pay_tables)


def test_each_of_these_has_a_code_of_its_own():
    codes = [
        Code.STAKE_BELOW_MINIMUM,
        Code.STAKE_OFF_INCREMENT,
        Code.STAKE_NOT_EQUAL,
        Code.WAGER_WITHOUT_BASE,
        Code.SEATS_OUT_OF_RANGE,
        Code.OPTION_NOT_OFFERED,
        Code.NOT_ASKED,
        Code.ALREADY_DECIDED,
        Code.CARD_REPEATED,
        Code.RULING_UNKNOWN,
    ]
    assert len(set(codes)) == 10
