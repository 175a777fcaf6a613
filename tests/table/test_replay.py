"""Replay: every round plays again to the same events, and a changed record is found out."""

import json
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import CardReader, FaultKind, HandDeck, PlannedFault, Seed, parse_card
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.commands import (
    CloseBets,
    Decide,
    Perform,
    ReadCard,
    ReportIrregularity,
    RevealSeed,
    RuleOnIrregularity,
    TimeOut,
)
from croupier.table.events import DecidedBy
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.table.layout import view
from croupier.table.places import SPECTATOR, Viewer
from croupier.table.record import read_round, write_round
from croupier.table.replay import replay
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.steps import Choice
from croupier.table.waiting import (
    BY_HAND,
    AwaitingDealer,
    AwaitingDecisions,
    RoundIsOver,
    step_name,
)

from .playing import MANY, bet, dealt, deck_of, first_at, open_round, tampered
from .sample_games import Cells, Insured, PackDraw

ERROR = ReportIrregularity(IrregularityKind.DEALER_ERROR, "Chips fell.")
VOID = RuleOnIrregularity(Remedy.VOID, "Void.")
CONTINUE = RuleOnIrregularity(Remedy.CONTINUE, "Go on.")


def played_duel(duel):
    seed = Seed(bytes(range(32)))
    table = Round(duel, settings_for(duel), CardSource.shuffled(seed, HandDeck, HandDeck))
    bet(table, {1: {"Ante": 500, "Match": 200}, 2: {"Ante": 700}, 4: {"Ante": 900}})
    table.handle(CloseBets("c0ffee"))
    table.handle(Decide(2, "raise"))
    table.handle(Decide(4, "fold"))
    table.handle(Decide(1, "raise"))
    table.handle(RevealSeed(seed.reveal()))
    return table.events


@pytest.fixture
def record(duel):
    return played_duel(duel)


def found_out(game, events, code=Code.RECORD_DIFFERS):
    with pytest.raises(Rejection) as caught:
        replay(game, events)
    assert caught.value.code is code, caught.value.detail
    return caught.value.detail


def replays(table):
    assert replay(table.game, table.events).events == table.events
    assert replay(table.game, read_round(write_round(table.events))).events == table.events


def test_a_whole_round_replays_to_the_same_events(duel, record):
    assert replay(duel, record).events == record
    assert replay(duel, read_round(write_round(record))).events == record


def test_a_round_that_still_waits_replays_as_far_as_it_went(duel):
    table = dealt(duel, {1: {"Ante": 500}, 2: {"Ante": 500}})
    table.handle(Decide(2, "fold"))
    again = replay(duel, table.events)
    assert again.events == table.events
    assert again.waiting == AwaitingDecisions((1,))


def test_a_round_decided_by_time_replays(duel):
    table = dealt(duel, {1: {"Ante": 500}, 2: {"Ante": 500}, 3: {"Ante": 500}})
    table.handle(Decide(2, "raise"))
    table.handle(TimeOut())
    replays(table)


def test_a_round_with_slips_replaced_and_taken_back_replays(duel):
    table = open_round(duel)
    bet(table, {1: {"Ante": 500}, 2: {"Ante": 500}})
    bet(table, {1: {"Ante": 900}, 2: {}})
    table.handle(CloseBets())
    table.handle(Decide(1, "raise"))
    replays(table)


def test_a_round_with_packs_moves_and_the_green_button_replays(pack_draw):
    table = dealt(pack_draw, {1: {"Left": 500, "Right": 500}, 2: {"Left": 500}})
    for command in (Decide(2, "1"), Decide(1, "2"), Decide(1, "draw"), TimeOut(), TimeOut()):
        table.handle(command)
    replays(table)


def test_a_round_with_open_stakes_doubles_and_bonuses_replays(insured):
    table = dealt(insured, {1: {"Main": 1000, "High": 5}, 2: {"Main": 600}}, deck_of("Ac Kd Qd"))
    table.handle(Decide(1, "insure", 123))
    table.handle(Decide(2, "double"))
    replays(table)


def test_a_round_with_picks_replays(cells):
    table = dealt(cells, {1: {"Ante": 500}, 9: {"Ante": 600}}, picks="159")
    table.handle(Decide(9, "play"))
    table.handle(TimeOut())
    replays(table)


@pytest.mark.parametrize("kind", FaultKind)
@pytest.mark.parametrize("remedy", ["void", "continue", "supervisor"])
def test_a_round_with_a_failing_device_replays(insured, kind, remedy):
    fault = PlannedFault(1, kind, 2)
    table = dealt(
        insured,
        {1: {"Main": 1000}, 2: {"Main": 500}},
        deck_of("2c 3c 4c 5c", fault),
        readings={"on_irregularity": remedy},
    )
    is_void = remedy == "void" or kind is FaultKind.CANNOT
    assert isinstance(table.waiting, RoundIsOver) is is_void
    if remedy == "supervisor" and not is_void:
        table.handle(CONTINUE)
    if not is_void:
        table.handle(Decide(1, "stand"))
        table.handle(Decide(2, "double"))
    replays(table)


@pytest.mark.parametrize("ruling", [VOID, CONTINUE], ids=["void", "continue"])
def test_a_round_held_at_a_decision_replays(insured, ruling):
    table = dealt(insured, {1: {"Main": 1000, "High": 10}})
    table.handle(ERROR)
    table.handle(ruling)
    if ruling is CONTINUE:
        table.handle(Decide(1, "stand"))
    replays(table)


def test_a_round_held_while_betting_replays(insured):
    table = open_round(insured)
    bet(table, {1: {"Main": 500}})
    for command in (ERROR, CONTINUE, CloseBets(), Decide(1, "stand")):
        table.handle(command)
    replays(table)


def test_a_round_whose_script_rules_on_running_out_replays(pack_draw):
    table = dealt(pack_draw, {1: {"Left": 500}}, deck_of("2c 3c 4c 5c 6c 7c 8c", only=True))
    for option in ("0", "draw", "draw"):
        table.handle(Decide(1, option))
    assert isinstance(table.events[-1], happened.RoundClosed)
    replays(table)


def test_the_first_difference_is_named_as_deep_as_it_lies(duel):
    table = dealt(duel, {1: {"Ante": 500}}, deck_of("As Kd"))
    table.handle(Decide(1, "raise"))
    at = first_at(table.events, happened.WagerSettled)
    because = replace(table.events[at].because, hands=("ace of spades", "queen of diamonds"))
    with pytest.raises(Rejection) as refused:
        replay(duel, tampered(table.events, at, because=because))
    assert refused.value.detail.endswith(
        'its because / hands / 2 is “"queen of diamonds"”; the script gives “"king of diamonds"”.'
    )


def test_a_round_voided_because_the_cards_ran_out_replays(insured):
    replays(dealt(insured, {1: {"Main": 500}}, deck_of("2c", only=True)))


def by_hand_until_a_report(game, source, before, ruling):
    table = open_round(game, source, automation=BY_HAND)
    bet(table, {1: {"Main": 500}, 2: {"Main": 500}})
    table.handle(CloseBets())
    for _ in range(before):
        table.handle(Perform(step_name(table.waiting.step)))
    table.handle(ERROR)
    table.handle(ruling)
    while isinstance(table.waiting, AwaitingDealer | AwaitingDecisions):
        if isinstance(table.waiting, AwaitingDealer):
            table.handle(Perform(step_name(table.waiting.step)))
        else:
            table.handle(Decide(table.waiting.seats[0], "stand"))
    return table


@pytest.mark.parametrize("before", [0, 1, 2])
@pytest.mark.parametrize("ruling", [VOID, CONTINUE], ids=["void", "continue"])
def test_a_round_stopped_between_two_steps_of_a_dealer_by_hand_replays(insured, before, ruling):
    replays(by_hand_until_a_report(insured, deck_of("2c 3c 4c"), before, ruling))


@pytest.mark.parametrize("ruling", [VOID, CONTINUE], ids=["void", "continue"])
def test_a_round_stopped_while_a_card_is_awaited_replays(insured, ruling):
    table = dealt(insured, {1: {"Main": 500}}, CardSource.ready(CardReader()))
    table.handle(ReadCard(parse_card("2c")))
    table.handle(ERROR)
    table.handle(ruling)
    if ruling is CONTINUE:
        table.handle(ReadCard(parse_card("3c")))
        table.handle(Decide(1, "stand"))
    replays(table)


def test_a_round_dealt_by_hand_from_a_reader_replays(duel):
    table = dealt(duel, {1: {"Ante": 500}}, CardSource.ready(CardReader()))
    for card in ("2c", "2d"):
        table.handle(ReadCard(parse_card(card)))
    table.handle(Decide(1, "raise"))
    replays(table)


def test_a_round_waiting_for_its_second_card_replays_as_far_as_it_went(duel):
    table = dealt(duel, {1: {"Ante": 500}}, CardSource.ready(CardReader()))
    table.handle(ReadCard(parse_card("2c")))
    replays(table)


def test_a_record_without_an_opening_is_refused(duel, record):
    assert "begins with its opening" in found_out(duel, record[1:], Code.RECORD_INVALID)
    found_out(duel, (), Code.RECORD_INVALID)


def test_a_record_of_another_game_is_refused_naming_both(pack_draw, record):
    said = found_out(pack_draw, record)
    assert said == "This is a round of one-card-duel, not of pack-draw."


def test_a_record_under_another_version_of_the_rules_is_refused(duel, record):
    changed = replace(record[0].settings, rules_version=2)
    said = found_out(duel, tampered(record, 0, settings=changed), Code.RECORD_VERSION)
    assert "version 2" in said
    assert "has version 1" in said


def test_a_card_changed_in_a_record_is_found_where_it_shows(duel, record):
    at = max(i for i, event in enumerate(record) if isinstance(event, happened.CardDealt))
    unlike = next(c for c in map(parse_card, ("2c", "Ac")) if c != record[at].card)
    said = found_out(duel, tampered(record, at, card=unlike))
    shows = first_at(record, happened.CardsTurned)
    assert said.startswith(f"Event {shows} of the record, cards_turned:")


@pytest.mark.parametrize("change", [-1, 1])
def test_a_cent_changed_in_a_settlement_is_found_there(duel, record, change):
    at = first_at(record, happened.WagerSettled)
    cents = record[at].returned_cents + change
    said = found_out(duel, tampered(record, at, returned_cents=cents))
    assert said.startswith(f"Event {at} of the record, wager_settled:")


def test_a_cent_changed_in_a_slip_is_found_there(duel, record):
    at = first_at(record, happened.WagersPlaced)
    said = found_out(duel, tampered(record, at, stakes=(("Ante", 501), ("Match", 200))))
    assert said.startswith(f"Event {at} of the record, wagers_placed:")
    assert "multiples of $1" in said


def test_a_decision_changed_in_a_record_is_found(duel, record):
    at = first_at(record, happened.DecisionMade)
    said = found_out(duel, tampered(record, at, choice=Choice(2, "fold")))
    closed = first_at(record, happened.DecisionsClosed)
    assert said.startswith(f"Event {closed} of the record, decisions_closed:")


def test_a_decision_that_was_not_offered_is_found_there(duel, record):
    at = first_at(record, happened.DecisionMade)
    said = found_out(duel, tampered(record, at, choice=Choice(2, "double")))
    assert said.startswith(f"Event {at} of the record, decision_made: Seat 2 may choose")


def test_a_decision_credited_to_another_seat_is_found_there(duel, record):
    at = first_at(record, happened.DecisionMade)
    said = found_out(duel, tampered(record, at, choice=Choice(1, "raise", 500)))
    assert said.startswith(f"Event {at} of the record, decision_made:")


def test_a_decision_of_a_player_passed_off_as_times_is_found_there(duel, record):
    at = first_at(record, happened.DecisionMade)
    said = found_out(duel, tampered(record, at, by=DecidedBy.TIME))
    assert said.startswith(f"Event {at} of the record, decision_made:")


def test_every_event_dropped_from_within_a_record_is_found(duel, record):
    """The seed, revealed last of all, may be missing: that is an earlier record of the round."""
    for at in range(1, len(record) - 1):
        found_out(duel, record[:at] + record[at + 1 :])


def test_an_event_appended_to_a_record_is_found_there(duel, record):
    for event in record[1:]:
        said = found_out(duel, (*record, event))
        assert said.startswith(f"Event {len(record)} of the record, ")


def test_two_events_exchanged_in_a_record_are_found(duel, record):
    at = first_at(record, happened.CardDealt)
    exchanged = (*record[:at], record[at + 1], record[at], *record[at + 2 :])
    said = found_out(duel, exchanged)
    assert said.startswith(f"Event {at} of the record, card_dealt:")


def test_a_record_cut_off_in_the_middle_of_the_dealers_work_is_a_round_not_over(duel, record):
    """A dealer by hand may have come so far; what is missing shows in that it is not over."""
    at = first_at(record, happened.WagerSettled)
    again = replay(duel, record[:at])
    assert again.events == record[:at]
    assert isinstance(again.waiting, AwaitingDealer)


def test_a_record_cut_off_in_the_middle_of_one_step_is_found(cells):
    table = dealt(cells, {1: {"Ante": 500}}, picks="123")
    at = first_at(table.events, happened.CardDealt) + 1
    said = found_out(cells, table.events[:at])
    assert said.endswith("the script does not give it here.") or f"after {at} events" in said
    assert said.count("of the record") <= 1


@pytest.mark.parametrize("device", ["", "x" * 61, "deck\nIdentical: all is well.", "\x1b[31mdeck"])
def test_a_device_whose_name_could_disturb_who_reads_it_is_no_device(duel, record, device):
    said = found_out(duel, tampered(record, 0, device=device), Code.RECORD_INVALID)
    assert said.isprintable()


def test_a_hidden_card_cannot_be_replayed_and_is_named(duel, record):
    at = first_at(record, happened.CardDealt)
    said = found_out(duel, tampered(record, at, card=None), Code.RECORD_INVALID)
    assert "Only a full record" in said
    assert f"Event {at}" in said


def test_a_hidden_choice_cannot_be_replayed_and_is_named(duel, record):
    at = first_at(record, happened.DecisionMade)
    said = found_out(duel, tampered(record, at, choice=None), Code.RECORD_INVALID)
    assert "Only a full record" in said
    assert f"Event {at}" in said


def test_a_view_of_a_round_is_not_its_record(duel, record):
    for viewer in (SPECTATOR, Viewer.at(1, 2, 4)):
        found_out(duel, view(record, viewer), Code.RECORD_INVALID)


def test_another_seed_on_record_is_found(duel, record):
    said = found_out(duel, tampered(record, len(record) - 1, seed="00" * 32))
    assert said.startswith(f"Event {len(record) - 1} of the record, seed_revealed:")


def test_a_commitment_that_is_none_is_refused_as_an_invalid_record(duel, record):
    found_out(duel, tampered(record, 0, commitment="not hex"), Code.RECORD_INVALID)


def test_what_a_device_was_asked_for_cannot_be_changed_in_a_record(insured):
    jam = PlannedFault(1, FaultKind.JAM)
    table = dealt(insured, {1: {"Main": 500}}, deck_of("2c 3c", jam))
    at = first_at(table.events, happened.DeviceFailed)
    found_out(insured, tampered(table.events, at, expected=7))


def test_odds_written_otherwise_on_record_are_found(duel, record):
    """Replay gives the same record to the letter, not one of equal worth."""
    text = write_round(record)
    assert '"odds": "1 to 1"' in text, "somebody won or the example needs other cards"
    found_out(duel, read_round(text.replace('"odds": "1 to 1"', '"odds": "2 to 2"', 1)))


SETTINGS_CHANGES = {
    "no limits": {"limits": ()},
    "no pay tables": {"pay_tables": ()},
    "an unknown ruling": {"readings": (("tye", "push"),)},
    "an unknown reading": {"readings": (("tie", "pusch"),)},
    "no readings": {"readings": ()},
    "no seats": {"positions": 0},
    "too many seats": {"positions": 99},
}


@pytest.mark.parametrize("changes", SETTINGS_CHANGES.values(), ids=SETTINGS_CHANGES)
def test_settings_that_no_table_could_have_are_refused(duel, record, changes):
    changed = replace(record[0].settings, **changes)
    with pytest.raises(Rejection) as caught:
        replay(duel, tampered(record, 0, settings=changed))
    assert caught.value.code in {Code.RECORD_INVALID, Code.RECORD_DIFFERS}


def test_a_pay_table_on_record_with_a_line_the_game_does_not_know_is_refused(duel, record):
    text = write_round(record).replace('"name": "Same rank"', '"name": "Same suit"')
    with pytest.raises(Rejection):
        replay(duel, read_round(text))


def test_a_refusal_to_replay_is_a_sentence_and_not_a_dump(cells):
    stakes = {seat: {"Ante": 500} for seat in range(1, 201)}
    table = dealt(cells, stakes, picks="123", positions=200)
    at = first_at(table.events, happened.DecisionAsked)
    said = found_out(cells, tampered(table.events, at, question="Fold?"))
    assert len(said) < 1000
    assert said.endswith(".")


def paths(data, path=()):
    yield path
    if isinstance(data, dict):
        for key, inner in data.items():
            yield from paths(inner, (*path, key))
    if isinstance(data, list):
        for at, inner in enumerate(data):
            yield from paths(inner, (*path, at))


@cache
def records():
    insured, pack, cells = Insured(), PackDraw(), Cells()
    jam = PlannedFault(2, FaultKind.JAM)
    first = dealt(insured, {1: {"Main": 1000, "High": 6}, 2: {"Main": 4}}, deck_of("Ac", jam))
    for command in (CONTINUE, Decide(1, "insure", 7), ERROR, CONTINUE, Decide(2, "double")):
        first.handle(command)
    second = dealt(pack, {1: {"Left": 500, "Right": 500}})
    for option in ("2", "draw", "stand"):
        second.handle(Decide(1, option))
    third = dealt(cells, {1: {"Ante": 500}, 2: {"Ante": 9}}, picks="159")
    third.handle(Decide(2, "play"))
    third.handle(TimeOut())
    return [(table.game, table.events) for table in (first, second, third)]


LEAVES = st.sampled_from(
    [None, True, 0, 1, 2, -1, 10**30, "", "x", "As", "2c", "fold", "Main", "seat 1/Hand", "void",
     "up", "player", [], {}, [1], "1 to 1", "00"]
)  # fmt: skip


def change(data, path, action, value):
    *above, last = path
    for key in above:
        data = data[key]
    if action == "drop":
        del data[last]
    elif action == "double" and isinstance(data, list):
        data.insert(last, data[last])
    else:
        data[last] = value


@settings(MANY, max_examples=1000)
@given(st.data())
def test_a_record_changed_anywhere_is_refused_or_says_the_same_of_what_it_says(data):
    """What came from outside may be changed to something as good; nothing else may happen."""
    game, events = records()[data.draw(st.integers(0, 2))]
    changed = json.loads(write_round(events))
    everywhere = [path for path in paths(changed) if path]
    path = data.draw(st.sampled_from(everywhere))
    action = data.draw(st.sampled_from(["drop", "double", "put"]))
    change(changed, path, action, data.draw(LEAVES))
    try:
        read = read_round(json.dumps(changed))
        again = replay(game, read)
    except Rejection as rejection:
        assert rejection.detail
    else:
        assert write_round(again.events) == write_round(read)
