"""`croupier games` and `croupier rules`: what they say, what they refuse, the rack card."""

import json
import re
from importlib.metadata import EntryPoint, entry_points

import pytest

from croupier.cli.games import games
from croupier.cli.rack_card import _said, rack_card
from croupier.cli.table_options import parse_limit, parse_pairs, table_settings
from croupier.rejection import Code, Rejection
from croupier.table import registry
from croupier.table.description import describe_rules
from croupier.table.registry import find_game, game_ids
from croupier.table.ruling import rulings_of
from croupier.table.wager import Limit

from ..deals.small_game import HIGHER  # noqa: TID252 (a game of the tests beside these)
from .running import croupier

FIVE = {
    "three-way-action",
    "roll-your-own-blackjack",
    "three-card-poker",
    "stadium-three-card-poker",
    "pick-2-poker",
}


def as_json(*arguments: str):
    done = croupier(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_game_that_does_not_load_does_not_hide_the_others(monkeypatch, capsys):
    ours = list(entry_points(group=registry.GROUP))
    broken = EntryPoint("broken-game", "no.such.module:GAME", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda **_: [*ours, broken])
    games(as_json=True)
    shown = capsys.readouterr()
    assert {game["id"] for game in json.loads(shown.out)} == FIVE
    assert "“broken-game” cannot be loaded" in shown.err


def test_games_lists_all_games_with_what_they_are():
    listed = as_json("games")
    assert {game["id"] for game in listed} == FIVE
    for game in listed:
        assert set(game) == {"id", "name", "about", "seats", "rules_version", "devices"}
        assert game["seats"]["least"] <= game["seats"]["usual"] <= game["seats"]["most"]
        assert game["devices"]
    shown = croupier("games").stdout
    assert all(game["id"] in shown and game["about"] in shown for game in listed)


@pytest.mark.parametrize("game_id", sorted(FIVE))
def test_rules_says_everything_a_game_declares(game_id):
    game = find_game(game_id)
    shown = as_json("rules", game_id)
    wagers = game.wagers(game.rules())
    assert [wager["spot"] for wager in shown["wagers"]] == [wager.spot for wager in wagers]
    for said, wager in zip(shown["wagers"], wagers, strict=True):
        assert said["constraints"] == [f"{one.sentence(wager.spot)}." for one in wager.constraints]
        assert (said["limit"] is None) is (wager.limit is None)
    offered = {wager.spot: wager for wager in wagers if wager.pay_tables}
    assert [table["spot"] for table in shown["pay_tables"]] == list(offered)
    for said in shown["pay_tables"]:
        tables = offered[said["spot"]].pay_tables
        assert [table["name"] for table in said["tables"]] == [table.name for table in tables]
        assert [table["in_force"] for table in said["tables"]] == [True] + [False] * (
            len(tables) - 1
        )
    assert [ruling["name"] for ruling in shown["rulings"]] == [
        ruling.name for ruling in rulings_of(game.rules)
    ]
    for ruling in shown["rulings"]:
        assert ruling["question"].endswith("?")
        assert ruling["clause"]
        assert [one["name"] for one in ruling["readings"] if one["default"]] == [ruling["default"]]
        assert [one["name"] for one in ruling["readings"] if one["chosen"]] == [ruling["chosen"]]
    assert (shown["picks"] is None) is (game.picks(game.rules()) is None)
    assert shown["options"] == list(game.options(game.rules()))


@pytest.mark.parametrize("game_id", sorted(FIVE))
def test_rules_in_words_names_all_of_it_in_eighty_columns(game_id):
    shown = croupier("rules", game_id).stdout
    told = as_json("rules", game_id)
    flat = " ".join(shown.split())
    for wager in told["wagers"]:
        assert wager["about"] in flat
        assert all(sentence in flat for sentence in wager["constraints"])
    for ruling in told["rulings"]:
        assert f"{ruling['question']} ({ruling['clause']})" in flat
        for reading in ruling["readings"]:
            mark = "* " if reading["chosen"] else ""
            default = " (default)" if reading["default"] else ""
            assert f"{mark}{reading['name']}{default}: {reading['meaning']}" in flat
    for table in told["pay_tables"]:
        for one in table["tables"]:
            assert one["name"] in flat
            assert all(line["name"] in flat and line["odds"] in flat for line in one["lines"])
    assert max(map(len, shown.splitlines())) <= 80


def test_what_the_options_choose_is_in_force_and_marked():
    options = ["--ruling", "entry=ante_required", "--paytable", "Pair Plus=1-4-6-30-40"]
    options += ["--limit", "Ante=25-1,000/25", "--seats", "5"]
    told = as_json("rules", "three-card-poker", *options)
    entry = told["rulings"][0]
    assert (entry["default"], entry["chosen"]) == ("ante_or_pair_plus", "ante_required")
    pair_plus = next(one for one in told["pay_tables"] if one["spot"] == "Pair Plus")
    assert [one["name"] for one in pair_plus["tables"] if one["in_force"]] == ["1-4-6-30-40"]
    ante = next(one for one in told["wagers"] if one["spot"] == "Ante")
    assert ante["limit"]["about"] == "$25 to $1,000 in steps of $25"
    assert ante["constraints"] == ["Ante must be bet."]
    assert told["seats"]["here"] == 5
    shown = croupier("rules", "three-card-poker", *options).stdout
    assert "* ante_required:" in shown
    assert "*1-4-6-30-40" in shown
    assert "*Atlantic City" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rules", "three-card-pocker"], "did you mean “three-card-poker”?"),
        (["rules", "whist"], "There is no game “whist”; there are: pick-2-poker"),
        (["rules", "three-card-poker", "--ruling", "entri=x"], "did you mean “entry”?"),
        (["rules", "three-card-poker", "--ruling", "entry=ante_requird"], "“ante_required”?"),
        (["rules", "three-card-poker", "--ruling", "entry"], "--ruling is written NAME=READING"),
        (["rules", "three-card-poker", "--paytable", "Pair Plus=x"], "is offered with: Atlantic"),
        (["rules", "three-card-poker", "--paytable", "Pear=x"], "There is no spot “Pear”"),
        (["rules", "three-card-poker", "--seats", "17"], "1 to 16 seats, not 17"),
        (["rules", "three-card-poker", "--limit", "Ante=5"], "MIN-MAX"),
        (["rules", "three-card-poker", "--limit", "Ante Bonus=1-5"], "comes with Ante"),
        (["rules", "three-card-poker", "--card", "card.png"], "PDF or SVG"),
        (["rules", "three-card-poker", "--card", "/no/such/folder/card.pdf"], "cannot be written"),
    ],
)
def test_bad_input_is_one_sentence_on_stderr_and_exit_code_2(arguments, said):
    done = croupier(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"rulings": ["entry"]}, Code.OPTION_INVALID),
        ({"rulings": ["=x"]}, Code.OPTION_INVALID),
        ({"rulings": ["entry=ante_required", "entry=ante_required"]}, Code.OPTION_INVALID),
        ({"rulings": ["nothing=x"]}, Code.RULING_UNKNOWN),
        ({"rulings": ["entry=x"]}, Code.READING_UNKNOWN),
        ({"paytables": ["Pair Plus"]}, Code.OPTION_INVALID),
        ({"paytables": ["Pair Plus=x"]}, Code.PAY_TABLE_UNKNOWN),
        ({"paytables": ["Play=x"]}, Code.PAY_TABLE_UNKNOWN),
        ({"paytables": ["Elsewhere=x"]}, Code.SPOT_UNKNOWN),
        ({"seats": 0}, Code.SEATS_OUT_OF_RANGE),
        ({"limits": ["Ante=5"]}, Code.OPTION_INVALID),
        ({"limits": ["Ante=five-ten"]}, Code.AMOUNT_INVALID),
        ({"limits": ["Ante=10-5"]}, Code.LIMITS_INVALID),
        ({"limits": ["Ante=5-10/3"]}, Code.LIMITS_INVALID),
    ],
)
def test_each_wrong_option_has_its_own_code(settings, code):
    with pytest.raises(Rejection) as refused:
        table_settings(find_game("three-card-poker"), **settings)
    assert refused.value.code is code


def test_options_are_read_as_they_are_written():
    assert parse_pairs(["a=b", "c d = e=f"], "--x", "A=B") == {"a": "b", "c d": "e=f"}
    limit = parse_limit("Ante", "$0.50-$1,000.50/$0.50", {})
    assert (limit.minimum_cents, limit.maximum_cents, limit.multiple_of_cents) == (50, 100_050, 50)
    assert parse_limit("Ante", "5-10", {"Ante": Limit(100, 900, 100)}).multiple_of_cents == 100


def test_limits_without_a_step_keep_the_usual_one_of_their_spot():
    settings = table_settings(
        find_game("three-card-poker"), limits=["Ante=10-500", "Six Card Bonus=1-5"]
    )
    limits = dict(settings.limits)
    assert limits["Ante"] == Limit(1_000, 50_000, 500)
    assert limits["Six Card Bonus"] == Limit(100, 500, 100)


# The rack card.


def text_of(pdf: bytes) -> bool:
    return pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF")


@pytest.mark.parametrize("game_id", game_ids())
def test_a_rack_card_is_one_page_for_every_game(game_id):
    game = find_game(game_id)
    described = describe_rules(game, table_settings(game))
    assert "None" not in json.dumps(_said(described)), "a card says nothing about what is not there"
    pdf = rack_card(described, "pdf")
    assert text_of(pdf)
    assert re.findall(rb"/Type\s*/Pages\b.*?/Count (\d+)", pdf, re.DOTALL) == [b"1"]
    svg = rack_card(described, "svg")
    assert svg.startswith(b"<svg")
    assert pdf == rack_card(described, "pdf")


def test_a_rack_card_is_written_by_the_end_of_its_name(tmp_path):
    for name, begins in (("card.pdf", b"%PDF-"), ("CARD.SVG", b"<svg")):
        done = croupier("rules", "pick-2-poker", "--card", str(tmp_path / name))
        assert done.returncode == 0, done.stderr
        assert done.stdout == f"The rack card for Pick 2 Poker is in {tmp_path / name}.\n"
        assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_rack_card_shows_what_is_in_force():
    game = find_game("three-card-poker")
    usual = rack_card(describe_rules(game, table_settings(game)), "svg")
    for options in (
        {"rulings": ["mini_royal=any_suits"]},
        {"paytables": ["Pair Plus=1-4-5-30-40"]},
        {"limits": ["Ante=10-500/5"]},
        {"seats": 3},
    ):
        other = rack_card(describe_rules(game, table_settings(game, **options)), "svg")
        assert other != usual


def test_nothing_a_game_says_is_taken_for_markup():
    # Its name and sentence are full of signs that mean something to the compiler.
    described = describe_rules(HIGHER, table_settings(HIGHER))
    assert rack_card(described, "svg") != rack_card({**described, "name": "Higher"}, "svg")
    described["wagers"][0]["about"] = '#panic("no") #{ ] $ ` // /* \\ "'
    assert text_of(rack_card(described, "pdf"))


def test_a_game_with_very_much_to_say_still_gets_one_page():
    game = find_game("roll-your-own-blackjack")
    described = describe_rules(game, table_settings(game))
    described["rulings"] *= 8
    pdf = rack_card(described, "pdf")
    assert re.findall(rb"/Type\s*/Pages\b.*?/Count (\d+)", pdf, re.DOTALL) == [b"1"]
