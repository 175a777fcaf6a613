"""The chart of a session: well-formed, with its numbers, and readable without colours."""

import re
from functools import cache
from xml.etree import ElementTree as ET

import pytest

from croupier.money import format_cents
from croupier.simulation.chart import as_png, session_chart
from croupier.simulation.session_results import PlayerSide, player_side
from croupier.simulation.sessions import SessionRun, simulate_sessions
from croupier.simulation.work import Threads

from .tables import seated, terms_of

SVG = "{http://www.w3.org/2000/svg}"


@cache
def played(
    bankroll: int, rounds: int, goal: int | None, sessions: int
) -> tuple[SessionRun, PlayerSide]:
    table = seated(Six_Card_Bonus=0)
    run = simulate_sessions(table, terms_of(table, bankroll, rounds, goal), sessions, 1, Threads(1))
    return run, player_side(run, {})


CASES = [
    (20_000, 100, None, 3_000),
    (20_000, 100, 5_000, 3_000),
    (100_000_000, 40, None, 500),
    (1_500, 1, None, 1),
    (1_500, 5_000, None, 60),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_well_formed_and_every_word_can_be_read(case):
    drawing = session_chart(*played(*case))
    root = ET.fromstring(drawing)
    assert root.tag == f"{SVG}svg"
    sizes = [float(text.get("font-size")) for text in root.iter(f"{SVG}text")]
    assert min(sizes) >= 12
    width, height = float(root.get("width")), float(root.get("height"))
    for text in root.iter(f"{SVG}text"):
        assert 0 < float(text.get("x")) < width
        assert 0 < float(text.get("y")) < height
    for box in root.iter(f"{SVG}rect"):
        assert float(box.get("height").rstrip("%")) >= 0
        assert float(box.get("width").rstrip("%")) >= 0
    assert "nan" not in drawing
    assert "inf" not in drawing


def test_it_says_what_it_shows():
    run, player = played(20_000, 100, 5_000, 3_000)
    root = ET.fromstring(session_chart(run, player))
    assert root.find(f"{SVG}title").text == "Three Card Poker: 3,000 sessions of up to 100 rounds"
    described = root.find(f"{SVG}desc").text
    assert root.get("role") == "img"
    assert set(root.get("aria-labelledby").split()) == {"title", "desc"}
    words = [text.text for text in root.iter(f"{SVG}text")]
    median, low, high = (format_cents(player.result.at(q)) for q in (50, 5, 95))
    ruined = f"{100 * player.ruined.value:.1f}%"
    assert f"median {median}" in words
    assert f"9 in 10: {low} to {high}" in words
    assert f"ruined {ruined}" in words
    assert "even" in words
    assert "brought $200" in words
    assert "goal $250" in words
    assert f"median {format_cents(player.fan[-1].quantiles[3])}" in words
    for said in (median, low, high, ruined, "goal"):
        assert said in described


def test_every_bar_has_its_share_and_ruin_a_pattern():
    run, player = played(20_000, 100, None, 3_000)
    drawing = session_chart(run, player)
    root = ET.fromstring(drawing)
    words = [text.text for text in root.iter(f"{SVG}text")]
    shown = [word for word in words if re.fullmatch(r"<0\.1|\d+\.\d", word or "")]
    counts = [count for count in player.histogram.counts if count]
    shares = [100 * count / player.sessions for count in counts]
    assert shown == ["<0.1" if share < 0.05 else f"{share:.1f}" for share in shares]
    assert root.find(f".//{SVG}pattern").get("id") == "ruined"
    # In the legend, and wherever somebody was ruined.
    assert drawing.count("url(#ruined)") == 1 + sum(map(bool, player.histogram.marked))


def test_the_fan_has_its_lines_apart_by_their_dashes():
    root = ET.fromstring(session_chart(*played(20_000, 100, None, 3_000)))
    lines = [(one.get("stroke-dasharray"), one) for one in root.iter(f"{SVG}polyline")]
    assert len(lines) == 5
    assert len({dashes for dashes, _ in lines}) == 3
    for _, line in lines:
        assert len(line.get("points").split()) == 61


@pytest.mark.parametrize("case", CASES[1:4], ids=str)
def test_a_png_is_made_of_it(case):
    picture = as_png(session_chart(*played(*case)), pixels_per_unit=0.5)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(picture[16:20]) == 480
    assert len(picture) > 5_000
