"""What every registered game must keep, whatever its rules: one suite for all of them.

Whoever plays here knows no rule but what a game declares and what a round waits for. Random
play over thousands of rounds is in `test_random_play.py`, readings and pay tables in
`test_readings.py` and `test_lines.py`.
"""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from croupier.bots import least_slip, usual_decision
from croupier.cards import FaultKind, PlannedFault
from croupier.rejection import Rejection
from croupier.table import events as happened
from croupier.table.commands import (
    CloseBets,
    PlaceWagers,
    ReportIrregularity,
    RuleOnIrregularity,
)
from croupier.table.irregularity import IrregularityKind, Remedy, irregularity_of
from croupier.table.places import SPECTATOR
from croupier.table.prepared import prepare
from croupier.table.registry import find_game, game_ids
from croupier.table.replay import replay
from croupier.table.round import Round
from croupier.table.ruling import rulings_of
from croupier.table.settings import settings_for
from croupier.table.wager import When, check_slip
from croupier.table.waiting import BY_HAND, AwaitingDecisions, AwaitingSupervisor, RoundIsOver

from .checks import check_record, check_replay, check_round, check_thoroughly, check_words
from .clauses_on_page import page_clauses
from .hidden_cards import check_words_tell_nothing
from .rounds import Habits, PlayedRound, numbered_round, play, random_round
from .tables import random_table
from .watched import Watched, clause_of

SHRINKING = settings(
    derandomize=True,
    deadline=None,
    max_examples=30,
    database=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
"""The same rounds every time; one that fails is made as small as it goes."""

RANDOM = st.randoms(use_true_random=False)

IDS = {"three-card-poker", "stadium-three-card-poker", "pick-2-poker", "three-way-action",
       "roll-your-own-blackjack"}  # fmt: skip


def test_the_games_of_this_package_are_found():
    assert set(game_ids()) >= IDS


# What a game declares.


def every_reading(game):
    """The defaults, and each ruling read otherwise."""
    yield {}
    for ruling in rulings_of(game.rules):
        for reading in ruling.readings:
            yield {ruling.name: str(reading)}


def test_its_seats_are_a_range_that_holds_the_usual_number(game):
    assert 1 <= game.positions.least <= game.positions.usual <= game.positions.most


def test_it_says_what_it_is(game):
    for words in (game.id, game.name, game.about):
        check_words(words)
    assert game.about.endswith(".")
    assert game.rules_version >= 1
    assert game.devices


def test_every_ruling_asks_a_question_and_every_reading_answers_it(game):
    for ruling in rulings_of(game.rules):
        check_words(ruling.question)
        check_words(ruling.clause)
        assert ruling.question.endswith("?")
        assert len(ruling.readings) >= 2
        for reading in ruling.readings:
            check_words(reading.meaning)
            assert reading.meaning.endswith(".")


def test_every_wager_refers_to_spots_that_are_there(game):
    for readings in every_reading(game):
        table = settings_for(game, readings=readings)
        wagers = prepare(game, table).wagers
        for wager in wagers.values():
            check_words(wager.about)
            assert wager.about.endswith(".")
            others = {other for one in wager.constraints for other in getattr(one, "others", ())}
            for constraint in wager.constraints:
                others |= set(getattr(constraint, "alternatives", ()))
                check_words(constraint.sentence(wager.spot))
            assert others <= set(wagers), wager.spot
            assert wager.brought_by is None or wager.brought_by in wagers
            assert bool(wager.lines) is bool(wager.pay_tables), wager.spot
            names = [table.name for table in wager.pay_tables]
            assert len(set(names)) == len(names), wager.spot
            assert wager.pays or wager.pay_tables, f"{wager.spot} cannot be won"


def test_the_least_slip_is_taken_under_every_reading_and_pay_table(game):
    for readings in every_reading(game):
        table = settings_for(game, readings=readings)
        assert_bettable(game, table)
        for wager in prepare(game, table).wagers.values():
            for pays in wager.pay_tables:
                other = settings_for(game, readings=readings, pay_tables={wager.spot: pays.name})
                assert_bettable(game, other)


def assert_bettable(game, table):
    fixed = prepare(game, table)
    check_slip(least_slip(game, table), fixed.wagers, fixed.limits, fixed.units_cents)


# Rounds.


@SHRINKING
@given(RANDOM)
def test_any_round_keeps_the_money_and_its_word(game, rng):
    check_round(random_round(game, rng))


@settings(SHRINKING, max_examples=15)
@given(RANDOM)
def test_any_round_is_recorded_replayed_and_seen_as_it_should_be(game, rng):
    played = random_round(game, rng)
    check_round(played)
    check_thoroughly(played, rng)


@settings(SHRINKING, max_examples=25)
@given(RANDOM)
def test_whatever_anyone_says_a_refusal_changes_nothing(game, rng):
    played = random_round(game, rng, wildness=0.4, trouble=0.02)
    check_round(played)
    again = Round(game, played.at.settings, played.at.source(), automation=played.at.automation)
    # Without all that was refused, the round is the same.
    for command in played.commands:
        again.handle(command)
    assert again.events == played.events


def test_wild_commands_are_mostly_refused_so_that_refusals_are_tried(game):
    refusals = sum(
        random_round(game, Random(number), wildness=0.5, trouble=0.0).refusals
        for number in range(20)
    )
    assert refusals > 40


@pytest.mark.parametrize("kind", ["stacked", "shuffled", "faulty", "physical", "short"])
def test_it_is_dealt_from_each_of_its_devices_and_from_each_kind_of_deck(game, kind):
    seen = set()
    for number in range(12):
        played = random_round(game, Random(number), kind=kind)
        check_round(played)
        check_record(played)
        check_replay(played, Random(number))
        seen.add(played.at.device)
    assert seen == set(game.devices)


def test_nobody_can_tell_two_decks_apart_by_anything_but_the_cards_he_sees(game):
    """Not vacuous: most comparisons go on to the moment looked at, past the first cards."""
    compared, parted = [], 0
    for number in range(150):
        played = random_round(game, Random(number), kind="stacked", trouble=0.0)
        comparison = check_words_tell_nothing(played, SPECTATOR, Random(number))
        compared.append(comparison.compared)
        parted += comparison.parted
    assert sum(compared) / len(compared) > 10
    assert parted < len(compared) / 5


# Seats.


def test_a_full_table_is_dealt_to_its_end_however_much_is_drawn(game):
    """As many seats as the game has, or two hundred of a stadium."""
    many = min(game.positions.most, 200)
    table = settings_for(game, positions=many)
    for number in range(12):
        rng = Random(number)
        at = random_table(game, rng, kind="stacked", settings=table)
        manner = ("favourite", "random", "usual")[number % 3]
        played = play(at, Habits(rng, seats=tuple(range(1, many + 1)), manner=manner))
        check_round(played)
        assert not played.table.layout.is_void


def test_a_sensible_player_always_has_something_to_choose(game):
    """The game's habit names an option that is offered, under every reading."""
    for readings in every_reading(game):
        table = settings_for(game, readings=readings)
        for number in range(8):
            rng = Random(number)
            at = random_table(game, rng, kind="stacked", settings=table)
            played = play(at, Habits(rng, seats=(1, 2)[: table.positions], manner="usual"))
            check_round(played)


# Irregularities.


def troubled(played: PlayedRound, point: int, kind: IrregularityKind) -> Round:
    """The round as it stood after so many commands, with something reported."""
    at = played.at
    table = Round(at.game, at.settings, at.source(), automation=at.automation)
    for command in played.commands[:point]:
        table.handle(command)
    table.handle(ReportIrregularity(kind, "Something went wrong."))
    return table


@pytest.mark.parametrize("kind", IrregularityKind)
def test_an_irregularity_at_any_point_ends_as_the_rules_or_the_supervisor_say(game, kind):
    """Between any two steps of the dealer, whoever deals."""
    for number in range(4):
        rng = Random(number)
        at = replace(random_table(game, rng, kind="stacked"), automation=BY_HAND)
        played = play(at, Habits(rng, seats=(1, 2)[: at.settings.positions]))
        remedy = game.remedy(kind, prepare(game, at.settings).rules, at.device.name)
        for point in range(len(played.commands)):
            table = troubled(played, point, kind)
            if remedy is Remedy.SUPERVISOR:
                assert table.waiting == AwaitingSupervisor(kind)
                assert_goes_on(table, played, point)
                table = troubled(played, point, kind)
                table.handle(RuleOnIrregularity(Remedy.VOID, "The round is void."))
            if remedy is Remedy.CONTINUE:
                assert_same_ending(table, played, point)
            else:
                assert_all_returned(table, played, point)


def assert_goes_on(table, played, point):
    table.handle(RuleOnIrregularity(Remedy.CONTINUE, "Go on."))
    assert_same_ending(table, played, point)


def assert_same_ending(table, played, point):
    """But for the report and the ruling, the round is what it was without them."""
    for command in played.commands[point:]:
        table.handle(command)
    others = (happened.IrregularityReported, happened.SupervisorRuled)
    assert [event for event in table.events if not isinstance(event, others)] == list(played.events)


def assert_all_returned(table, played, point):
    assert table.layout.is_void
    at = played.at
    check_round(
        PlayedRound(at, table, [*played.commands[:point], ReportIrregularity(*reported(table))])
    )


def reported(table):
    report = next(e for e in table.events if isinstance(e, happened.IrregularityReported))
    return report.kind, report.detail


@pytest.mark.parametrize("kind", [one for one in FaultKind if one is not FaultKind.CANNOT])
def test_a_device_that_fails_at_any_deal_has_the_remedy_of_the_rules(game, kind):
    table = settings_for(game)
    for device in game.devices:
        remedy = game.remedy(irregularity_of(kind), game.rules(), device.name)
        for action in range(4):
            fault = PlannedFault(action, kind, 1 if device.pack_size else 2)
            at = fixed_table(game, table, device, fault)
            if remedy is Remedy.SUPERVISOR:
                round_ = begun(at)
                while isinstance(round_.waiting, AwaitingDecisions):
                    round_.handle(usual_decision(round_, round_.waiting.seats[0]))
                assert isinstance(round_.waiting, AwaitingSupervisor | RoundIsOver)
                if isinstance(round_.waiting, AwaitingSupervisor):
                    round_.handle(RuleOnIrregularity(Remedy.VOID, "The round is void."))
                    assert round_.layout.is_void
            played = play(at, Habits(Random(action), seats=(1, 2)))
            check_round(played)
            if remedy is Remedy.VOID and any_fault(played):
                assert played.table.layout.is_void


def any_fault(played):
    return any(isinstance(event, happened.DeviceFailed) for event in played.events)


def fixed_table(game, table, device, *faults):
    at = random_table(game, Random(1), kind="stacked", settings=table)
    return replace(at, device=device, faults=faults)


def begun(at):
    table = Round(at.game, at.settings, at.source())
    table.handle(PlaceWagers(1, least_slip(at.game, at.settings)))
    table.handle(CloseBets("00"))
    return table


# Words.


def test_every_clause_a_step_names_is_on_the_page_of_the_game(game):
    """Active as soon as there is a page; settlements are looked at in every random round."""
    clauses = page_clauses(game.id)
    watched = Watched(game)
    for number in range(200):
        play(numbered_round(watched, number).at, Habits(Random(number), seats=(1,)))
    named = {clause_of(step) for step in watched.steps}
    named |= {ruling.clause for ruling in rulings_of(game.rules)}
    for clause in named:
        check_words(clause)
    assert clauses is None or named <= clauses, sorted(named - clauses)


def test_what_is_put_down_during_a_round_is_put_down_by_an_option(game):
    """Every wager made with a decision can be made: some option takes its stake."""
    wanted, offered = set(), set()
    for number in range(400):
        played = numbered_round(game, number)
        wagers = prepare(game, played.at.settings).wagers.values()
        wanted |= {wager.spot for wager in wagers if wager.when is When.WITH_A_DECISION}
        for event in played.events:
            if isinstance(event, happened.WagerAdded):
                offered.add(event.spot)
    assert wanted <= offered


def test_a_round_of_another_game_is_not_replayed_as_this_one(game):
    played = numbered_round(game, 1)
    for other in game_ids():
        if other != game.id:
            with pytest.raises(Rejection):
                replay(find_game(other), played.events)
