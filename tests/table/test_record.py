"""Records: every value written reads back the same, and reading is strict."""

import json
from dataclasses import dataclass, field
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, parse_hand
from croupier.money import Odds
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.codec import LATER, from_json, to_json
from croupier.table.commands import Decide
from croupier.table.events import EVENTS, DecidedBy
from croupier.table.paytable import PayLine, PayTable
from croupier.table.places import Face, Place
from croupier.table.record import (
    FORMAT_VERSION,
    event_from_json,
    event_name,
    event_to_json,
    read_round,
    write_round,
)
from croupier.table.settings import TableSettings
from croupier.table.settlement import Because, Outcome, Result
from croupier.table.steps import Asked, Choice, Option
from croupier.table.wager import Limit

from .playing import MANY, dealt, deck_of

DEALT = happened.CardDealt(Place.of_seat(1, "Hand"), DECK[51], Face.UP)
DEALT_JSON = {"event": "card_dealt", "place": "seat 1/Hand", "card": "As", "face": "up"}


@dataclass(frozen=True, slots=True)
class Sample:
    """One field of each plain kind."""

    number: int
    text: str
    flag: bool
    maybe: int | None
    pairs: tuple[tuple[str, int], ...]


SAMPLE = {"number": 1, "text": "a", "flag": True, "maybe": None, "pairs": [["x", 2]]}


def refusal(act, code=Code.RECORD_INVALID):
    with pytest.raises(Rejection) as caught:
        act()
    assert caught.value.code is code, caught.value.detail
    return caught.value.detail


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NAME = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=8)
PLACES = st.builds(Place, st.integers(-1, 99_999), NAME)
CARDS = st.sampled_from(DECK)
ODDS = st.builds(Odds, st.integers(0, 10**6), st.integers(1, 10**6))
OUTCOMES = st.builds(Outcome, st.sampled_from(Result), st.none() | ODDS)
CENTS = st.integers(-(10**12), 10**12)
NUMBERS = st.integers(-(10**18), 10**18)
LIMITS = st.builds(
    lambda low, steps, extra: Limit(low * steps, low * steps + extra, steps),
    st.integers(1, 1000),
    st.integers(1, 100),
    st.integers(0, 1000),
)
TABLES = st.builds(
    lambda name, lines: PayTable(name, tuple(PayLine(*line) for line in lines.items())),
    NAME.filter(str.isprintable),
    st.dictionaries(TEXT, ODDS, min_size=1, max_size=3),
)
SETTINGS = st.builds(
    TableSettings,
    TEXT,
    NUMBERS,
    NUMBERS,
    st.lists(st.tuples(TEXT, TEXT), max_size=2).map(tuple),
    st.lists(st.tuples(TEXT, LIMITS), max_size=2).map(tuple),
    st.lists(st.tuples(TEXT, TABLES), max_size=2).map(tuple),
    st.none() | CENTS,
)
for kind, strategy in [
    (int, NUMBERS),
    (Place, PLACES),
    (Odds, ODDS),
    (Outcome, OUTCOMES),
    (TableSettings, SETTINGS),
    (type(DECK[0]), CARDS),
]:
    st.register_type_strategy(kind, strategy)


@MANY
@given(st.one_of([st.from_type(kind) for kind in EVENTS]))
def test_every_event_reads_back_the_same_and_writes_the_same_json(event):
    written = json.dumps(event_to_json(event))
    again = event_from_json(json.loads(written))
    assert again == event
    assert type(again) is type(event)
    assert json.dumps(event_to_json(again)) == written


@MANY
@given(st.lists(st.one_of([st.from_type(kind) for kind in EVENTS]), max_size=4))
def test_every_list_of_events_reads_back_the_same(events):
    assert read_round(write_round(events)) == tuple(events)


def test_an_event_is_stored_by_name_with_cards_and_places_as_text():
    assert event_to_json(DEALT) == DEALT_JSON
    assert event_from_json(DEALT_JSON) == DEALT


def test_every_event_has_a_name_of_its_own():
    names = {event_name(kind) for kind in EVENTS}
    assert len(names) == len(EVENTS)
    assert {"card_dealt", "round_opened", "decisions_closed"} <= names


def test_odds_are_stored_as_printed_on_the_felt():
    assert to_json(Odds(1000)) == "1000 to 1"
    assert to_json(Odds(2, 4)) == "2 to 4"
    assert to_json(from_json(Odds, "2 to 4")) == "2 to 4"


def test_nested_values_are_stored_by_their_fields():
    asked = happened.DecisionAsked("Well?", (1,), (Asked(1, (Option("go", "Go"),)),), True)
    assert event_to_json(asked)["asked"] == [
        {
            "seat": 1,
            "options": [
                {
                    "name": "go",
                    "label": "Go",
                    "spot": None,
                    "least_cents": 0,
                    "most_cents": 0,
                    "step_cents": 1,
                    "is_open": False,
                }
            ],
            "default": None,
            "place": None,
        }
    ]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"number": "1"}, "Sample.number needs int, not str"),
        ({"number": True}, "Sample.number needs int, not bool"),
        ({"number": 1.0}, "Sample.number needs int, not float"),
        ({"number": None}, "Sample.number needs int, not NoneType"),
        ({"text": 1}, "Sample.text needs str, not int"),
        ({"flag": 1}, "Sample.flag needs bool, not int"),
        ({"maybe": "1"}, "Sample.maybe needs int, not str"),
        ({"pairs": "x"}, "Sample.pairs needs a list"),
        ({"pairs": [["x"]]}, "Sample.pairs[0] needs a list of 2"),
        ({"pairs": [["x", 2], ["y", "z"]]}, "Sample.pairs[1][1] needs int, not str"),
        ({"pairs": {}}, "Sample.pairs needs a list"),
        ({"extra": 1}, "Sample.extra is not a known field"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_the_path_to_it(changes, path):
    assert f"Not a valid record: {path}." == refusal(lambda: from_json(Sample, SAMPLE | changes))


@pytest.mark.parametrize("name", SAMPLE)
def test_a_missing_field_is_refused_by_name(name):
    data = {key: value for key, value in SAMPLE.items() if key != name}
    said = refusal(lambda: from_json(Sample, data))
    assert said == f"Not a valid record: Sample.{name} is missing."


@dataclass(frozen=True, slots=True)
class Grown:
    """A kind of value that has grown since records of it were kept."""

    number: int
    more: int = field(default=7, metadata=LATER)


@pytest.mark.parametrize(
    ("value", "data"), [(Grown(1), {"number": 1}), (Grown(1, 8), {"number": 1, "more": 8})]
)
def test_a_field_that_came_later_is_left_out_where_older_records_mean_the_same(value, data):
    assert to_json(value) == data
    assert from_json(Grown, data) == value


def test_a_field_that_came_later_is_written_in_one_way_only():
    said = refusal(lambda: from_json(Grown, {"number": 1, "more": 7}))
    assert said == "Not a valid record: Grown.more is left out where it is 7."
    assert "needs int" in refusal(lambda: from_json(Grown, {"number": 1, "more": "8"}))
    assert "is missing" in refusal(lambda: from_json(Grown, {"more": 8}))


@pytest.mark.parametrize("data", [None, 1, "x", [], True])
def test_what_is_no_object_is_refused(data):
    assert "needs an object" in refusal(lambda: from_json(Sample, data))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"card": "Ax"}, "event.card “Ax” is not a card"),
        ({"card": "as"}, "event.card “as” is written “As”"),
        ({"card": "A♠"}, "event.card “A♠” is written “As”"),
        ({"card": 51}, "event.card needs the text of a Card"),
        ({"place": "chair 1/Hand"}, "event.place “chair 1/Hand” is not a place"),
        ({"place": None}, "event.place needs the text of a Place"),
        ({"face": "UP"}, "event.face needs one of up, own, down"),
        ({"face": 0}, "event.face needs one of up, own, down"),
        ({"face": ["up"]}, "event.face needs one of up, own, down"),
        ({"colour": "red"}, "event.colour is not a known field"),
        ({"event": "card_dealed"}, "event is no known event (“card_dealed”)"),
        ({"event": None}, "event is no known event"),
        ({"event": ["card_dealt"]}, "event is no known event"),
    ],
)
def test_an_event_that_is_not_exactly_as_written_is_refused_with_the_path(changes, says):
    assert says in refusal(lambda: event_from_json(DEALT_JSON | changes))


def test_a_value_that_its_own_kind_refuses_is_refused_with_the_path():
    settled = event_to_json(
        happened.WagerSettled(
            1, "Main", 5, Outcome(Result.WIN, Odds(1)), 10, 0, True, None, Because("x", "y")
        )
    )
    settled["outcome"]["odds"] = "1 to 0"
    said = refusal(lambda: event_from_json(settled))
    assert said.startswith("Not a valid record: event.outcome.odds Odds pay nothing or more")


@pytest.mark.parametrize(
    "limit", [{"minimum_cents": 5, "maximum_cents": 1, "multiple_of_cents": 1}]
)
def test_limits_on_record_that_contradict_themselves_are_refused(limit):
    assert "Not a valid record: Limit Limits need" in refusal(lambda: from_json(Limit, limit))


@pytest.fixture
def record(duel):
    table = dealt(duel, {1: {"Ante": 500}, 2: {"Ante": 500}}, deck_of("2c 3d 4h"))
    table.handle(Decide(1, "raise"))
    table.handle(Decide(2, "fold"))
    return table.events


def test_a_round_is_written_one_event_a_line_and_reads_back(record):
    text = write_round(record)
    assert read_round(text) == record
    assert write_round(read_round(text)) == text
    assert len(text.splitlines()) == len(record) + 2
    assert json.loads(text)["version"] == FORMAT_VERSION


def test_a_redacted_round_reads_back_too(record):
    hidden = (happened.CardDealt(Place.of_seat(1, "Hand"), None, Face.OWN),)
    made = (happened.DecisionMade(None, 1, DecidedBy.PLAYER, True),)
    assert read_round(write_round(hidden + made)) == hidden + made


@pytest.mark.parametrize(
    "text", ["", "{", "nonsense", "[1, 2", '{"format": croupier round}', "\ufeff{}", "1" * 5000]
)
def test_what_is_not_json_is_refused(text):
    assert "it is not JSON" in refusal(lambda: read_round(text))


@pytest.mark.parametrize("text", ["[]", "1", "null", "{}", '{"format": "chess"}', '"round"'])
def test_json_of_something_else_is_refused(text):
    assert "its “format” is not “croupier round”" in refusal(lambda: read_round(text))


@pytest.mark.parametrize("version", [0, 2, "1", None, True, 1.0])
def test_another_version_of_the_format_is_refused(record, version):
    data = json.loads(write_round(record)) | {"version": version}
    said = refusal(lambda: read_round(json.dumps(data)), Code.RECORD_VERSION)
    assert "this program reads version 1" in said


@pytest.mark.parametrize("events", [None, {}, "events", 3])
def test_a_record_whose_events_are_no_list_is_refused(record, events):
    data = json.loads(write_round(record)) | {"events": events}
    assert "events needs a list" in refusal(lambda: read_round(json.dumps(data)))


def test_an_event_that_is_no_object_is_refused_by_its_number(record):
    data = json.loads(write_round(record))
    data["events"][3] = "card_dealt"
    assert "events[3] needs an object" in refusal(lambda: read_round(json.dumps(data)))


def test_a_wrong_field_is_refused_by_the_number_of_its_event(record):
    data = json.loads(write_round(record))
    data["events"][1]["seat"] = "1"
    assert "events[1].seat needs int" in refusal(lambda: read_round(json.dumps(data)))


def test_an_unknown_field_beside_the_events_is_refused(record):
    data = json.loads(write_round(record)) | {"comment": "hello"}
    assert "comment" in refusal(lambda: read_round(json.dumps(data)))


def test_a_field_given_twice_is_refused(record):
    text = write_round(record).replace('"seat": 1,', '"seat": 2, "seat": 1,', 1)
    refusal(lambda: read_round(text))


def test_a_field_given_twice_among_very_many_is_found_at_once():
    many = "".join(f'"{number}": 0, ' for number in range(30_000))
    before = process_time()
    assert "“29999” is given twice" in refusal(lambda: read_round(f'{{{many}"29999": 0}}'))
    assert process_time() - before < 5


@pytest.mark.parametrize("depth", [500, 900, 980, 1000, 5000, 100_000])
@pytest.mark.parametrize(
    "inside", ["{}", '{{"format": "croupier round", "version": 1, "events": [{{"event": {}}}]}}']
)
def test_deep_nesting_is_refused_and_breaks_nothing(depth, inside):
    refusal(lambda: read_round(inside.format("[" * depth + "]" * depth)))


def test_a_refusal_does_not_repeat_a_flood_of_text(record):
    data = json.loads(write_round(record))
    data["events"][1]["x" * 100_000] = 1
    assert len(refusal(lambda: read_round(json.dumps(data)))) < 1000


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@MANY
@given(st.sampled_from([*EVENTS, Choice, Limit, PayTable]), JSON)
def test_no_json_whatever_reads_as_anything_but_itself_or_a_refusal(kind, data):
    try:
        value = from_json(kind, data)
    except Rejection as rejection:
        assert rejection.code is Code.RECORD_INVALID
    else:
        assert to_json(value) == data


def test_a_hand_reads_back_in_order():
    turned = happened.CardsTurned(Place.of_dealer("Hand"), parse_hand("As 2c Td"))
    assert event_to_json(turned)["cards"] == ["As", "2c", "Td"]
    assert event_from_json(event_to_json(turned)) == turned


@pytest.mark.parametrize("number", [10**18 + 1, -(10**18) - 1, 10**4000])
def test_a_number_beyond_all_reason_is_refused(number):
    released = event_to_json(happened.RestReleased(5))
    assert "larger than any" in refusal(lambda: event_from_json(released | {"cards": number}))
