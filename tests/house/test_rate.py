"""How often somebody may do something."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.house.config import Config
from croupier.house.database import database_url, open_engine
from croupier.house.office import Office
from croupier.house.rate import RateLimiter, address_key, wait_in_words
from croupier.rejection import Code
from croupier.web.app import create_app

from .reception import PASSWORDS, refused

PAGE = (Path(__file__).parents[2] / "docs" / "house.md").read_text(encoding="utf-8")
MOMENTS = st.lists(st.tuples(st.integers(0, 3_000), st.integers(1, 3)), max_size=60)


class PlainBucket:
    """A bucket as one would explain it: tokens, and the time they were last counted."""

    def __init__(self, burst, refill_ms):
        self.burst, self.refill_ms = burst, refill_ms
        self.tokens, self.counted_ms = Fraction(burst), 0

    def take(self, now_ms, cost):
        came_back = Fraction(now_ms - self.counted_ms, self.refill_ms)
        self.tokens = min(self.tokens + came_back, Fraction(self.burst))
        self.counted_ms = now_ms
        if self.tokens < cost:
            return (cost - self.tokens) * self.refill_ms
        self.tokens -= cost
        return 0


@given(burst=st.integers(3, 9), refill_ms=st.integers(1, 900), moments=MOMENTS)
def test_it_lets_through_what_a_plain_bucket_does_and_says_as_long_a_wait(
    burst, refill_ms, moments
):
    limiter, plain = RateLimiter(burst=burst, refill_ms=refill_ms), PlainBucket(burst, refill_ms)
    now_ms = 0
    for later_ms, cost in moments:
        now_ms += later_ms
        assert limiter.take("one", now_ms, cost) == plain.take(now_ms, cost)


@given(
    burst=st.integers(1, 9),
    refill_ms=st.integers(1, 900),
    gaps=st.lists(st.integers(0, 500), max_size=80),
)
def test_in_no_stretch_of_time_more_than_the_burst_and_what_came_back(burst, refill_ms, gaps):
    limiter = RateLimiter(burst=burst, refill_ms=refill_ms)
    now_ms, let_through = 0, []
    for gap_ms in gaps:
        now_ms += gap_ms
        if limiter.take("one", now_ms) == 0:
            let_through.append(now_ms)
    for first, begin_ms in enumerate(let_through):
        for last, end_ms in enumerate(let_through[first:], start=first):
            assert last - first + 1 <= burst + (end_ms - begin_ms) // refill_ms


@given(refill_ms=st.integers(1, 5_000), now_ms=st.integers(0, 10**13))
def test_whoever_waits_as_long_as_told_is_let_through_and_not_a_moment_before(refill_ms, now_ms):
    limiter = RateLimiter(burst=2, refill_ms=refill_ms)
    limiter.check("one", now_ms, cost=2)
    wait_ms = limiter.take("one", now_ms)
    assert wait_ms == refill_ms
    assert limiter.take("one", now_ms + wait_ms - 1) == 1
    assert limiter.take("one", now_ms + wait_ms) == 0


def test_a_refusal_says_how_many_seconds_to_wait():
    limiter = RateLimiter(burst=1, refill_ms=2_500)
    limiter.check("one", 0)
    assert "wait 3 seconds" in refused(Code.TOO_MANY_REQUESTS, limiter.check, "one", 0)
    assert "wait 1 second " in refused(Code.TOO_MANY_REQUESTS, limiter.check, "one", 1_600)
    limiter.check("one", 2_500)


def test_keys_do_not_disturb_each_other():
    limiter = RateLimiter(burst=1, refill_ms=1_000)
    assert [limiter.take(key, 0) for key in ("one", "two", "one")] == [0, 0, 1_000]


def test_memory_is_bounded_and_the_key_that_asked_longest_ago_is_forgotten():
    limiter = RateLimiter(burst=1, refill_ms=1_000_000, most_keys=3)
    for key in ("a", "b", "c"):
        assert limiter.take(key, 0) == 0
    assert limiter.take("a", 1) > 0, "asking in vain counts as asking"
    assert limiter.take("d", 2) == 0
    assert len(limiter) == 3
    assert limiter.take("a", 3) > 0
    assert limiter.take("b", 4) == 0, "b was forgotten"
    for key in range(1_000):
        limiter.take(f"flood {key}", 5)
    assert len(limiter) == 3


def test_a_clock_set_back_costs_no_more_than_an_empty_bucket():
    limiter = RateLimiter(burst=2, refill_ms=1_000)
    limiter.check("one", 10_000_000)
    assert limiter.take("one", 0) == 1_000
    assert limiter.take("one", 1_000) == 0


@pytest.mark.parametrize(
    ("wait_ms", "words"),
    [
        (1, "1 second"),
        (1_000, "1 second"),
        (1_001, "2 seconds"),
        (119_000, "119 seconds"),
        (119_001, "2 minutes"),
        (120_001, "3 minutes"),
        (3_600_000, "60 minutes"),
    ],
)
def test_a_wait_is_said_in_words_and_never_too_short(wait_ms, words):
    assert wait_in_words(wait_ms) == words


def test_addresses_that_one_person_has_count_as_one():
    assert address_key("2001:db8:1:2::1") == address_key("2001:db8:1:2:ffff::9")
    assert address_key("2001:db8:1:2::1") != address_key("2001:db8:1:3::1")
    assert address_key("192.0.2.1") != address_key("192.0.2.2")
    assert address_key("::ffff:192.0.2.1") == address_key("192.0.2.1") == "192.0.2.1"
    assert address_key("") == ""
    assert len(address_key("x" * 1_000)) == 64


def test_the_page_of_the_house_has_the_figures_of_every_limit(tmp_path):
    office = Office(open_engine(database_url(str(tmp_path / "house.db"))), Config(), PASSWORDS)
    state = create_app(office).state
    limits = {
        "requests": state.limits.requests,
        "pages and their files": state.limits.pages,
        "log-ins": state.limits.log_ins,
        "guests who come in": state.limits.guests,
        "sockets opened": state.limits.sockets,
        "messages over sockets": state.messages,
        "sitting down, leaving, bringing credit, tips": office.house.attendance.comings,
        "recalls, and past rounds in whole": state.recalls,
        "what is said and answered in the school": state.lessons,
        "examinations begun": state.exams,
    }
    assert len(vars(state.limits)) == 5
    section = PAGE.split("**Rate limits.**")[1].split("\n## ")[0]
    written = dict(
        re.findall(r"^\| ([a-z][^|]+) \| ([\d,]+ \| [\d,]+ (?:ms|s|min)) \|", section, re.MULTILINE)
    )
    assert written == {what: figures_of(limiter) for what, limiter in limits.items()}


def figures_of(limiter):
    units = ((60_000, "min"), (1_000, "s"), (1, "ms"))
    unit = next(
        f"{limiter.refill_ms // length_ms} {name}"
        for length_ms, name in units
        if limiter.refill_ms % length_ms == 0
    )
    return f"{limiter.burst:,} | {unit}"
