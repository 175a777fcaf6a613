"""What comes next in a drill: what was missed comes back sooner."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.rejection import Code, Rejection
from croupier.training.chance import Chance
from croupier.training.marking import Mark, Mistake, MistakeKind
from croupier.training.progress import Progress, again_in_s, check_state

RIGHT = Mark(1, 1)
WRONG = Mark(0, 1, (Mistake(MistakeKind.WRONG_RESULT, "pay", "take", "Round a", ""),))
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
ITEMS = ("even money", "push", "flush", "royal flush")
NOW = 1_800_000_000_000


def after(progress: Progress, item: str, mark: Mark, now_ms: int, seconds: float = 5) -> Progress:
    return progress.with_state(item, progress.rated(item, mark, seconds, now_ms))


def asked(progress: Progress, now_ms: int, *, last: str | None = None) -> str:
    return progress.next_item(ITEMS, now_ms, Chance("next"), after=last)


def test_what_is_new_comes_with_the_easier_first():
    first = {Progress().next_item(ITEMS, NOW, Chance(at)) for at in range(50)}
    assert first == set(ITEMS[:3])


def test_what_was_missed_comes_before_what_is_new_and_before_what_was_right():
    progress = after(Progress(), "even money", RIGHT, NOW)
    progress = after(progress, "flush", WRONG, NOW)
    assert asked(progress, NOW + 2 * MINUTE) == "flush"
    # The one that was right is due later, and then too the missed one is first.
    assert asked(progress, NOW + DAY) == "flush"


def test_what_was_missed_waits_a_minute_and_new_items_come_meanwhile():
    progress = after(Progress(), "flush", WRONG, NOW)
    assert asked(progress, NOW + 1_000, last="flush") in {"even money", "push", "royal flush"}
    assert again_in_s(progress.states["flush"], NOW) == 60
    assert again_in_s(progress.states["flush"], NOW + 2 * MINUTE) == 0


def test_where_everything_is_known_the_one_due_soonest_comes():
    progress = Progress()
    for at, item in enumerate(ITEMS):
        progress = after(progress, item, RIGHT, NOW + at * MINUTE)
    assert asked(progress, NOW + 4 * MINUTE) == "even money"
    assert asked(progress, NOW + 4 * MINUTE, last="even money") == "push"


def test_the_item_just_asked_comes_again_only_where_there_is_no_other():
    progress = after(Progress(), "push", WRONG, NOW)
    assert asked(progress, NOW + HOUR, last="push") != "push"
    assert progress.next_item(("push",), NOW, Chance("next"), after="push") == "push"


def test_what_was_right_comes_back_later_and_later():
    progress, now_ms, waits = Progress(), NOW, []
    for _ in range(6):
        progress = after(progress, "push", RIGHT, now_ms)
        waits.append(again_in_s(progress.states["push"], now_ms))
        now_ms += 1_000 * waits[-1]
    assert waits == sorted(set(waits))
    assert waits[-1] > 30 * 86_400


def test_a_mistake_brings_it_back_within_the_hour_however_well_it_was_known():
    progress, now_ms = Progress(), NOW
    for _ in range(5):
        progress = after(progress, "push", RIGHT, now_ms)
        now_ms += 1_000 * again_in_s(progress.states["push"], now_ms)
    assert progress.learned(ITEMS) == 1
    progress = after(progress, "push", WRONG, now_ms)
    assert progress.learned(ITEMS) == 0
    assert again_in_s(progress.states["push"], now_ms) <= 3_600


def test_who_is_slow_sees_it_again_sooner_than_who_is_quick():
    quick = after(Progress(), "push", RIGHT, NOW, seconds=4)
    slow = after(Progress(), "push", RIGHT, NOW, seconds=90)
    assert again_in_s(slow.states["push"], NOW) < again_in_s(quick.states["push"], NOW)


def test_it_is_counted_what_is_learned_and_what_is_due():
    progress = after(Progress(), "push", RIGHT, NOW)
    progress = after(progress, "flush", WRONG, NOW)
    assert (progress.learned(ITEMS), progress.due(ITEMS, NOW)) == (0, 0)
    assert progress.due(ITEMS, NOW + 2 * MINUTE) == 1
    assert progress.due(ITEMS, NOW + HOUR) == 2
    assert progress.due(("push",), NOW + HOUR) == 1
    progress = after(progress, "push", RIGHT, NOW + HOUR)
    assert progress.learned(ITEMS) == 1


def test_a_trainee_who_always_misses_one_item_is_asked_it_most():
    progress, now_ms, times = Progress(), NOW, dict.fromkeys(ITEMS, 0)
    last = None
    for _ in range(80):
        last = progress.next_item(ITEMS, now_ms, Chance(now_ms), after=last)
        times[last] += 1
        progress = after(progress, last, WRONG if last == "flush" else RIGHT, now_ms)
        now_ms += 45_000
    assert times["flush"] > 2 * max(count for item, count in times.items() if item != "flush")
    assert min(times.values()) > 0


def test_a_clock_that_was_set_back_does_no_harm():
    progress = after(Progress(), "push", RIGHT, NOW)
    progress = after(progress, "push", RIGHT, NOW - DAY)
    assert progress.learned(ITEMS) == 1


def test_nothing_to_practise_is_refused():
    with pytest.raises(Rejection) as refused:
        Progress().next_item((), NOW, Chance("next"))
    assert refused.value.code is Code.DRILL_UNKNOWN


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 90 * DAY), st.integers(0, 300)), max_size=8)
)
def test_the_same_answers_give_the_same_state_which_can_be_kept(answers):
    histories = []
    for _ in range(2):
        progress, now_ms = Progress(), NOW
        for is_right, wait_ms, seconds in answers:
            now_ms += wait_ms
            progress = after(progress, "push", RIGHT if is_right else WRONG, now_ms, seconds)
        histories.append(progress)
    assert histories[0] == histories[1]
    for state in histories[0].states.values():
        check_state(state)
        due = datetime.fromisoformat(json.loads(state)["due"])
        wait_s = -((datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=now_ms) - due)
                   // timedelta(seconds=1))  # fmt: skip
        assert again_in_s(state, now_ms) == wait_s > 0


GOOD = json.loads(Progress().rated("push", RIGHT, 5, NOW))


@pytest.mark.parametrize(
    "state",
    [
        "",
        "{}",
        "[]",
        "null",
        '"push"',
        json.dumps({**GOOD, "due": None}),
        json.dumps({**GOOD, "due": "tomorrow"}),
        json.dumps({**GOOD, "due": "2026-05-01T10:00:00"}),
        json.dumps({**GOOD, "state": 9}),
        json.dumps({**GOOD, "state": 2, "stability": "firm"}),
        json.dumps({**GOOD, "stability": float("nan"), "state": 2, "step": None}),
        json.dumps({**GOOD, "last_review": 3}),
    ],
)
def test_what_is_no_state_is_refused(state):
    check_state(json.dumps(GOOD))
    with pytest.raises(Rejection) as refused:
        check_state(state)
    assert refused.value.code is Code.RECORD_INVALID


def test_who_was_helped_to_it_knows_it_as_well_as_who_took_long():
    helped = Progress().rated("push", RIGHT, 5, NOW, is_helped=True)
    assert helped == Progress().rated("push", RIGHT, 60, NOW)
    assert helped != Progress().rated("push", RIGHT, 5, NOW)
    wrong = Progress().rated("push", WRONG, 5, NOW, is_helped=True)
    assert wrong == Progress().rated("push", WRONG, 5, NOW)
