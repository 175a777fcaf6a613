"""The examples: one script for each game, dealt and replayed, and each shows what it says."""

import re
from pathlib import Path
from random import Random

import pytest

from croupier.bots import least_slip, random_decision
from croupier.cards import Seed
from croupier.deals import Account, ShuffleCheck, judge
from croupier.table import events as happened
from croupier.table.commands import CloseBets, Decide, PlaceWagers
from croupier.table.record import read_round, write_round
from croupier.table.registry import find_game, game_ids
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.waiting import AwaitingDecisions

from .scripts import dealt, happenings

ROOT = Path(__file__).parents[2]
EXAMPLES = {path.stem: path for path in sorted((ROOT / "examples" / "deals").glob("*.json"))}


def events_of(game: str):
    return dealt(EXAMPLES[game].read_text(encoding="utf-8"), game).table.events


def test_every_game_has_an_example_and_every_example_a_game():
    assert tuple(EXAMPLES) == game_ids()


@pytest.mark.parametrize("game", game_ids())
def test_an_example_is_dealt_and_its_record_holds_good(game):
    events = events_of(game)
    assert not Account.of(events).is_void
    verdict = judge(read_round(write_round(events)))
    assert verdict.is_identical
    assert verdict.shuffle is ShuffleCheck.NOT_SHUFFLED


@pytest.mark.parametrize(
    ("game", "seat", "spot", "line"),
    [
        ("three-card-poker", 1, "Six Card Bonus", "Royal Flush"),
        ("three-card-poker", 2, "Pair Plus", "Pair"),
        ("three-way-action", 1, "Bonus", "Straight"),
        ("stadium-three-card-poker", 1, "Pair Plus", "Straight Flush"),
        ("stadium-three-card-poker", 2, "Row 2 Pair Plus", "Pair"),
        ("pick-2-poker", 1, "3-5 Bonus on 3 Cards", "Three of a Kind"),
        ("pick-2-poker", 1, "5 Card Bonus Only", "Three of a Kind"),
    ],
)
def test_an_example_pays_what_it_is_about(game, seat, spot, line):
    settled = [
        one
        for one in Account.of(events_of(game)).settlements
        if (one.seat, one.spot) == (seat, spot)
    ]
    assert [one.because.line for one in settled] == [line]


def test_the_blackjack_examples_split_double_insure_and_draw_seven_cards():
    chosen = [
        one.choice.option
        for game in ("roll-your-own-blackjack", "three-way-action")
        for one in happenings(events_of(game), happened.DecisionMade)
    ]
    assert {"split", "double", "insure", "decline", "hit", "alone 3"} <= set(chosen)
    (insured,) = [
        one
        for one in Account.of(events_of("roll-your-own-blackjack")).settlements
        if one.spot == "Insurance"
    ]
    assert insured.stake_cents == 1500
    assert any(
        one.because.sentence.startswith("Seven cards")
        for one in Account.of(events_of("three-way-action")).settlements
    )


def test_the_pick_2_example_is_held_and_goes_on():
    events = events_of("pick-2-poker")
    assert len(happenings(events, happened.SupervisorRuled)) == 1


def documented_places() -> dict[str, set[str]]:
    """By game: the places of the page's table, every number in them written #."""
    page = (ROOT / "docs" / "deal-scripts.md").read_text(encoding="utf-8")
    table = page.split("| game | places cards are dealt to |", maxsplit=1)[1].split("\n\n")[0]
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (.+) \|$", table, re.MULTILINE)
    return {game: {numberless(one) for one in re.findall("`([^`]+)`", row)} for game, row in rows}


def numberless(place: object) -> str:
    """Seats, cells and splits are numbered; `Blackjack 1` and `Blackjack 2` are names."""
    return re.sub(r"(seat|Cell|split) \d+", r"\1 #", str(place))


@pytest.mark.parametrize("game_id", game_ids())
def test_the_page_names_the_places_a_game_deals_to(game_id):
    game = find_game(game_id)
    settings = settings_for(game)
    seen = set()
    for number in range(300):
        rng = Random(number)
        table = Round(game, settings, rng.choice(game.devices).shuffled(Seed(rng.randbytes(32))))
        table.handle(PlaceWagers(1, least_slip(game, settings)))
        table.handle(CloseBets("00"))
        while isinstance(table.waiting, AwaitingDecisions):
            asked = table.layout.asked[1]
            chosen = random_decision(asked, rng)
            # Splits are rare, and the places they make are to be seen too.
            names = [option.name for option in asked.options]
            option, stake = (
                ("split", None)
                if "split" in names
                else (
                    chosen.option,
                    chosen.stake_cents,
                )
            )
            table.handle(Decide(1, option, stake))
        seen |= {numberless(one.place) for one in happenings(table.events, happened.CardDealt)}
    assert seen == documented_places()[game_id]
