"""`croupier analyze`, `readings`, `audit-sheet` and `strategy`: what they say and refuse."""

import csv
import io
import json
import re
import sys
import threading
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from croupier.analysis.cache import Cache
from croupier.cards import DECK
from croupier.cli import progress as progress_module
from croupier.cli import round_file
from croupier.cli.output import colour_is_wanted, show_json, suits_can_be_shown
from croupier.cli.progress import progress_shown
from croupier.deals import deal, read_script
from croupier.table import registry
from croupier.table.record import write_round
from croupier.table.registry import find_game, game_ids
from croupier.table.ruling import rulings_of
from croupier.table.worth import Figure, Strategy

from ..analysis.conftest import PRINTED, PUBLISHED  # noqa: TID252 (the duel of those tests)
from ..analysis.duel import Duel, DuelWorth  # noqa: TID252
from ..analysis.results_page import PAGE, marked, table_of  # noqa: TID252
from .running import croupier

WIDEST = 100


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """However slow the machine, nothing is said of what takes long."""
    monkeypatch.setattr(progress_module, "PATIENCE_S", 3_600)


@pytest.fixture
def worth():
    return DuelWorth(PRINTED, PUBLISHED)


@pytest.fixture
def duel(worth, monkeypatch, tmp_path_factory):
    """The duel, announced as a game beside the real ones; what it is worth is kept for a test."""
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
    game = Duel(worth)
    find = registry.find_game

    def find_here(game_id, rules_version=None):
        return game if game_id == "duel" else find(game_id, rules_version)

    for module in (registry, round_file):
        monkeypatch.setattr(module, "find_game", find_here)
    return game


def as_json(*arguments: str, given: str = ""):
    done = croupier(*arguments, "--json", given=given)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def shown(*arguments: str, given: str = "") -> str:
    done = croupier(*arguments, given=given)
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= WIDEST
    return done.stdout


# The small game: everything there is to say.


@pytest.mark.usefixtures("duel")
def test_analyze_says_everything_of_every_bet():
    said = shown("analyze", "duel")
    flat = " ".join(said.split())
    assert said.startswith("Duel, rules version 7\nRulings: the default readings.\n")
    for part in (
        "Pay tables: Match by “Usual”.",
        "Ante and Raise, per Ante",
        "house edge 11.7647% = 2/17",
        "element of risk -7.4169% = -29/391",
        "hit frequency 29.4118% 1 in 3.40",
        "in 100 rounds",
        "theoretical win $70.59 an hour, 60 rounds at $10",
        "The player has the edge on this bet.",
        "Same rank and colour +8 0.019608 51.00 15.6863% 1/51",
        "the player expects -11.7647%",
        "Always raise 0.0000% 13.1222%",
        "1. Raise with Five or better. 2. Fold all else.",
        "departs from Always raise 0.230769 23.0769%",
        "ties when raised 0.058824 5.8824%",
        "By card",
        "down: card; across: dealer",
        "Method: Every card against every other.",
        "Together: one unit on each bet of a round",
        "Published elsewhere Match, House edge: 11.8%; ours 11.765%: agrees Somebody, Somewhere",
    ):
        assert part in flat, part


@pytest.mark.usefixtures("duel")
def test_analyze_keeps_to_options():
    options = ["--ruling", "tie=house", "--paytable", "Match=Low", "--bet", "Match"]
    told = as_json("analyze", "duel", *options, "--stake", "25", "--rounds-per-hour", "10")
    assert told["rulings"]["tie"] == "house"
    assert told["pay_tables"]["Match"]["name"] == "Low"
    (bet,) = told["bets"]
    assert bet["edge"]["exact"] == "10/51"
    assert bet["theoretical_win_per_hour"]["exact"] == str(Fraction(10, 51) * 250)
    assert [one["text"] for one in told["published"]] == ["19%"]
    said = shown("analyze", "duel", *options, "--stake", "25", "--rounds-per-hour", "10")
    assert "Rulings: tie house; else the default readings." in said
    assert "an hour, 10 rounds at $25" in said
    assert "differs" in said
    assert "They leave the digits away." in said
    assert "Ante and Raise" not in said


@pytest.mark.usefixtures("duel")
def test_a_pay_table_of_ones_own_comes_from_a_file(tmp_path):
    file = tmp_path / "mine.json"
    file.write_text('{"name": "Mine", "lines": {"Same suit": "5 to 2"}}', encoding="utf-8")
    told = as_json("analyze", "duel", "--bet", "Match", "--paytable", f"Match={file}")
    assert told["pay_tables"]["Match"]["name"] == "Mine"
    assert told["bets"][0]["edge"]["exact"] == str(1 - Fraction(12, 51) * Fraction(7, 2))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "is not JSON"),
        ("[]", "is not written as it must be"),
        ('{"name": "Mine"}', "is not written as it must be"),
        ('{"name": "Mine", "lines": {"Same suit": 5}}', "is not written as it must be"),
        ('{"name": "Mine", "lines": {"A": "1", "A": "2"}}', "“A” is given twice"),
        ('{"name": "Mine", "lines": {"Same sute": "1"}}', "unknown line “Same sute”"),
        ('{"name": "Mine", "lines": {"Same suit": "much"}}', "are not odds"),
        ('{"name": "Mine", "lines": {}}', "has no line"),
    ],
)
@pytest.mark.usefixtures("duel")
def test_a_pay_table_that_is_none_is_refused(tmp_path, content, said):
    file = tmp_path / "mine.json"
    file.write_text(content, encoding="utf-8")
    refused(["analyze", "duel", "--paytable", f"Match={file}"], said)


@pytest.mark.usefixtures("duel")
def test_every_hand_is_written_to_a_file(tmp_path):
    file = tmp_path / "hands.csv"
    done = croupier("analyze", "duel", "--bet", "Match", "--hands", str(file), "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["game"] == "duel"
    assert re.fullmatch(r"Every starting hand is in \S+hands\.csv\. \w[^\n]*\.\n", done.stderr)
    head, *rows = csv.reader(file.read_text(encoding="utf-8").splitlines())
    assert head == ["card", "raise", "raise, exactly", "fold", "fold, exactly"]
    assert len(rows) == 13
    assert rows[0][0] == "Two"
    assert float(rows[0][1]) == float(Fraction(rows[0][2]))
    assert rows[0][3:] == ["-1.0", "-1"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            ["analyze", "duel", "--hands", "/no/such/folder/x.csv"],
            "cannot be written: No such file",
        ),
        (["analyze", "duel", "--hands", "."], "cannot be written: Is a directory."),
        (
            ["analyze", "duel", "--hands", f"{__file__}/x.csv"],
            "cannot be written: Not a directory.",
        ),
        (["analyze", "duel", "--hands", "-"], "is no file to write to"),
        (["report", "duel", "-o", "/no/such/folder/x.pdf"], "cannot be written: No such file"),
    ],
)
@pytest.mark.usefixtures("duel")
def test_a_file_that_cannot_be_written_is_refused_before_the_work(worth, command, said):
    refused(command, said)
    assert worth.asked == []


def test_results_are_found_again_unless_they_are_not_wanted(duel, worth, tmp_path, monkeypatch):
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(tmp_path))
    first = as_json("analyze", "duel")
    asked = len(worth.asked)
    again = as_json("analyze", "duel")
    assert len(worth.asked) == asked
    assert {**first, "elapsed_s": 0} == {**again, "elapsed_s": 0}
    as_json("analyze", "duel", "--no-cache")
    assert len(worth.asked) == 2 * asked
    for command in (["readings", "duel"], ["audit-sheet", "duel"]):
        as_json(*command)
        asked = len(worth.asked)
        as_json(*command, "--no-cache")
        assert len(worth.asked) > asked


@pytest.mark.usefixtures("duel")
def test_a_cache_that_cannot_be_written_is_said_once(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(blocked))
    done = croupier("analyze", "duel", "--json")
    assert done.returncode == 0
    assert re.fullmatch(r"croupier: Results are not kept on disk: .*\n", done.stderr)
    assert json.loads(done.stdout)["game"] == "duel"


@pytest.mark.usefixtures("duel")
def test_readings_are_shown_with_their_flags():
    said = shown("readings", "duel")
    flat = " ".join(said.split())
    for part in (
        "! By the default readings the player has the edge on Ante and Raise.",
        "Who wins ties? (Comparing)",
        "reading Ante and Raise difference *d pushes !-13.1222% 0.0000%",
        "house !-4.5249% +8.5973%",
        "No bet is worth more or less by it (green, blue).",
        "*d no no such bet yes !-25.0000%",
        "Ante and Raise: tie with on_fold",
        "pushes !-13.1222% !-50.6787%",
    ):
        assert part in flat, part
    told = as_json("readings", "duel", "--bet", "Match")
    assert told["favours_player"] is False


@pytest.mark.usefixtures("duel")
def test_a_sheet_is_audited_with_exit_code_0_although_it_is_wrong():
    said = shown("audit-sheet", "duel")
    flat = " ".join(said.split())
    for part in (
        "Table Usual House advantage 11.76% 11.7647% agrees",
        "Win frequency 1 in 3.40 1 in 3.4000 agrees",
        "Table Long House advantage 9.80% 7.8431% wrong",
        "1 of 5 figures is wrong.",
        "It prints 9.80%; it is 7.8431%, exactly 4/51.",
        "It would be true if",
    ):
        assert part in flat, part
    told = as_json("audit-sheet", "duel")
    assert [(one["where"], one["text"]) for one in told["wrong"]] == [("Table Long", "9.80%")]


def test_a_sheet_that_prints_nothing_says_so(duel, worth):
    worth._printed = ()
    assert "prints no probability" in shown("audit-sheet", "duel")
    worth._printed = PRINTED[:2]
    assert "All 2 figures agree." in shown("audit-sheet", "duel")


SCRIPT = """{
  "cards": {"table/Shown": "2c", "seat 1/Hand": "9h", "seat 2/Hand": "3d", "dealer/Hand": "Ks"},
  "seats": {
    "1": {"stakes": {"Ante": "$5"}, "decisions": ["raise"]},
    "2": {"stakes": {"Ante": "$5"}}
  }
}"""
WHOLE = SCRIPT.replace('"$5"}}', '"$5"}, "decisions": ["fold"]}')


@pytest.mark.usefixtures("duel")
def test_a_fresh_decision_is_shown_best_first():
    said = " ".join(shown("strategy", "duel", "2♥", "--seen", "As").split())
    assert "Duel: Raise or fold? hand 2h seen As" in said
    assert re.search(r"fold -1\.0+ best -1 raise -1\.8\d+ 0\.8\d+ -\d+/\d+", said)
    assert "50 cards are not seen." in said
    told = as_json("strategy", "duel", "2h", "--seen", "As", "--ruling", "on_fold=back")
    assert (told["best"], told["options"][0]["value"]["exact"]) == ("fold", "0")
    assert told["cards"] == {"hand": ["2h"], "dealer": [], "seen": ["As"]}
    assert told["rulings"]["on_fold"] == "back"
    assert (told["seat"], told["decision"], told["chosen"]) == (None, None, None)


@pytest.mark.usefixtures("duel")
def test_a_decision_in_mid_round_is_valued_from_what_the_seat_sees():
    told = as_json("strategy", "duel", "--round", "-", "--seat", "2", given=SCRIPT)
    assert (told["seat"], told["decision"], told["best"]) == (2, 1, "fold")
    assert told["unseen"] == 50
    assert told["cards"]["seat 2/Hand"] == ["3d"]
    assert told["cards"]["seat 1/Hand"] == told["cards"]["dealer/Hand"] == []
    said = shown("strategy", "duel", "--round", "-", "--seat", "2", given=SCRIPT)
    assert said.startswith("Duel, seat 2: Raise or fold?\n")
    more = as_json("strategy", "duel", "--round", "-", "--seat", "2", "--seen", "2d", given=SCRIPT)
    assert more["unseen"] == 49


@pytest.mark.usefixtures("duel")
def test_a_decision_that_the_script_makes_is_valued_by_its_number():
    told = as_json(
        "strategy", "duel", "--round", "-", "--seat", "1", "--decision", "1", given=SCRIPT
    )
    assert (told["seat"], told["best"]) == (1, "raise")


SPLIT = """{
  "table": {"readings": {"split_aces": "draw_freely"}},
  "cards": {
    "seat 1/High Card": "As", "dealer/High Card": "6d",
    "seat 1/Blackjack": "Ah 5c", "seat 1/Split": "4d", "dealer/Blackjack": "8s"
  },
  "seats": {
    "1": {
      "stakes": {"High Card": "$5", "Blackjack": "$5", "Poker": "$5"},
      "decisions": ["split", "stand"]
    }
  }
}"""


def test_of_two_hands_it_says_which_is_asked_and_under_which_rulings():
    told = as_json("strategy", "three-way-action", "--round", "-", given=SPLIT)
    assert (told["seat"], told["place"], told["decision"]) == (1, "seat 1/Split", 3)
    assert told["pay_tables"]["Bonus"]["name"] == "A1"
    said = shown("strategy", "three-way-action", "--round", "-", given=SPLIT)
    first, second, *_ = said.splitlines()
    assert first == "3 Way-Action, seat 1/Split: Soft 15: how do you play?"
    assert second == "Rulings: split_aces draw_freely; else the default readings."
    told = as_json("strategy", "three-way-action", "--round", "-", "--decision", "1", given=SPLIT)
    assert told["place"] == "seat 1/Blackjack"


@pytest.mark.usefixtures("duel")
def test_many_cards_go_on_more_lines_than_one():
    seen = [card.text for card in DECK if card.text != "9h"][:45]
    said = shown("strategy", "duel", "9h", "--seen", " ".join(seen))
    assert all(card in said.split() for card in seen)
    assert "Rulings" not in said


@pytest.mark.usefixtures("duel")
def test_json_is_utf_8_whatever_the_output_is_written_in(monkeypatch):
    told = []
    for encoding in ("cp1252", "utf-8"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="replace")
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", stream)
            show_json({"name": "½ ♠"})
        stream.flush()
        told.append(stream.buffer.getvalue().decode("utf-8"))
    assert [json.loads(one) for one in told] == [{"name": "½ ♠"}] * 2
    assert told[0].isascii()
    assert "½ ♠" in told[1]


@pytest.mark.usefixtures("duel")
def test_nothing_is_shown_where_there_is_no_output_at_all(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    show_json({"name": "½ ♠"})
    assert (colour_is_wanted(), suits_can_be_shown()) == (False, False)


def test_a_record_is_as_good_as_a_script(duel, tmp_path):
    file = tmp_path / "round.json"
    table = deal(duel, read_script(duel, WHOLE)).table
    file.write_text(write_round(table.events), encoding="utf-8")
    options = ["strategy", "duel", "--round", str(file), "--seat", "2"]
    told = as_json(*options, "--decision", "1")
    assert (told["chosen"], told["best"], told["unseen"]) == ("fold", "fold", 50)
    assert "chosen" in shown(*options, "--decision", "1")
    refused(options, "leaves no decision of seat 2 open")
    refused([*options, "--decision", "2"], "is asked once in this round")
    refused(["strategy", "three-card-poker", "--round", str(file), "--seat", "2"], "of duel")


def refused(arguments, said, given=""):
    done = croupier(*arguments, given=given)
    assert done.returncode == 2, done.stdout
    assert done.stdout == ""
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["analyze", "duell"], "There is no game “duell”"),
        (["analyze", "duel", "--bet", "Mach"], "did you mean “Match”?"),
        (["analyze", "duel", "--ruling", "tie=hous"], "did you mean “house”?"),
        (["analyze", "duel", "--paytable", "Match=Hi"], "it is offered with: Usual, Low, Long"),
        (["analyze", "duel", "--paytable", "Match=/no/such.json"], "cannot be read"),
        (["analyze", "duel", "--stake", "ten"], "is not an amount"),
        (["analyze", "duel", "--rounds-per-hour", "0"], "a number from 1"),
        (["readings", "duel", "--bet", "Mach"], "did you mean “Match”?"),
        (["audit-sheet", "duel", "--ruling", "x=y"], "There is no ruling “x”"),
        (["strategy", "duel"], "Say which cards are held"),
        (["strategy", "duel", "9h 9h"], "9h is named twice"),
        (["strategy", "duel", "9h", "--seen", "9h"], "9h is named twice"),
        (["strategy", "duel", "9h Xs"], "no rank “X”"),
        (["strategy", "duel", "9h 8h"], "One card is held, not 2."),
        (["strategy", "duel", "9h", "--seat", "1"], "go with --round"),
        (["strategy", "duel", "9h", "--round", "-"], "only --seen goes with it"),
        (["strategy", "duel", "--round", "-", "--ruling", "tie=house"], "only --seen"),
        (["strategy", "duel", "--round", "/no/such/file"], "cannot be read"),
        (["strategy", "duel", "--round", "-"], "Say with --seat which seat decides: 1, 2."),
        (["strategy", "duel", "--round", "-", "--seat", "3"], "Seat 3 does not bet"),
        (["strategy", "duel", "--round", "-", "--seat", "1"], "Seat 2 is asked"),
        (["strategy", "duel", "--round", "-", "--seat", "2", "--decision", "0"], "from 1"),
        (["strategy", "duel", "--round", "-", "--seat", "2", "--seen", "2c"], "2c is named twice"),
    ],
)
@pytest.mark.usefixtures("duel")
def test_bad_input_is_one_sentence_on_stderr_and_exit_code_2(arguments, said):
    refused(arguments, said, given=SCRIPT)


@pytest.mark.usefixtures("duel")
def test_a_file_that_is_no_round_is_refused():
    options = ["strategy", "duel", "--round", "-", "--seat", "1"]
    refused(options, "is not JSON", given="{")
    refused(options, "the key “seats” is missing", given="{}")
    refused(options, "its “format” is not", given='{"format": "something"}')
    refused([*options[:-1], "2"], "leaves no decision of seat 2 open", given=WHOLE)
    later = [*options[:-1], "2", "--decision", "3"]
    refused(later, "as far as decision 1 of seat 2, which it leaves open", given=SCRIPT)


def test_a_game_that_nobody_has_worked_out_is_refused(duel):
    duel._worth = None
    for command in (["analyze"], ["readings"], ["audit-sheet"], ["strategy", "9h"]):
        arguments = [command[0], "duel", *command[1:]]
        refused(arguments, "Nobody has worked out yet what the bets of Duel are worth.")


# Progress.


def test_what_is_done_soon_is_done_without_a_word(capsys, monkeypatch):
    monkeypatch.setattr(progress_module, "PATIENCE_S", 60)
    with progress_shown("Duel") as progress:
        progress("counting", 0.5)
    assert capsys.readouterr() == ("", "")
    assert not [thread for thread in threading.enumerate() if thread.name == "progress"]


def test_what_takes_longer_says_what_is_done_in_plain_lines(capsys, monkeypatch):
    monkeypatch.setattr(progress_module, "PATIENCE_S", 0.01)
    monkeypatch.setattr(progress_module, "_LINE_EVERY_S", 0.01)
    waited = threading.Event()
    with progress_shown("Duel") as progress:
        waited.wait(0.1)
        progress("counting", 0.25)
        waited.wait(0.1)
    told = capsys.readouterr()
    assert told.out == ""
    lines = told.err.splitlines()
    assert lines[0] == "Duel (after 0 s)"
    assert "counting, 25% (after 0 s)" in lines


def test_where_there_is_nowhere_to_say_it_nothing_is_said(capsys, monkeypatch):
    monkeypatch.setattr(progress_module, "PATIENCE_S", 0.01)
    monkeypatch.setattr(sys, "stderr", None)
    waited = threading.Event()
    with progress_shown("Duel"):
        waited.wait(0.1)
    assert capsys.readouterr().out == ""


def test_on_a_terminal_it_is_a_bar_that_goes_away(capsys, monkeypatch):
    monkeypatch.setattr(progress_module, "PATIENCE_S", 0.01)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    waited = threading.Event()
    with progress_shown("Duel") as progress:
        progress("counting", 0.25)
        waited.wait(0.5)
    told = capsys.readouterr()
    assert told.out == ""
    assert "counting" in told.err
    assert "25%" in told.err


def test_of_a_share_that_nobody_knows_nothing_is_said(capsys, monkeypatch):
    monkeypatch.setattr(progress_module, "PATIENCE_S", 0.01)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    waited = threading.Event()
    with progress_shown("Duel"):
        waited.wait(0.5)
    told = capsys.readouterr()
    assert "Duel" in told.err
    assert "after" in told.err
    assert "%" not in told.err


# Readings by another strategy than the best.


def test_readings_by_a_strategy(duel):
    told = as_json("readings", "duel", "--strategy", "Always raise")
    assert told["strategy"] == "Always raise"
    assert [bet["bet"] for bet in told["defaults"]] == ["Ante and Raise"]
    assert as_json("readings", "duel")["strategy"] is None
    said = shown("readings", "duel", "--strategy", "Always raise")
    assert "Played by: Always raise." in said
    # A strategy that only a bet has which the table has not.
    worth = duel.worth()
    worth.bet = partial(_only_lucky, worth.bet)
    said = shown("readings", "duel", "--strategy", "Follow luck", "--no-cache")
    assert re.search(r"The default readings\n  No bet is there, or none is played so\.\n", said)
    assert re.search(r"\*d  no  +not played so\n +yes +!-25\.0000%\n", said)
    worth.depends_on = lambda _: (("tie", "lucky"), ())
    said = shown("readings", "duel", "--strategy", "Follow luck", "--no-cache")
    assert "Not played so by any of its readings: Lucky." in said
    done = croupier("readings", "duel", "--strategy", "Never")
    assert done.returncode == 2
    assert "No bet here has a strategy “Never”" in done.stderr


def _only_lucky(bet, name, rules, pay_tables, progress):
    found = bet(name, rules, pay_tables, progress)
    best = (Strategy("Follow luck", ("Hope.",), found.edge, Figure(Fraction(0))),)
    return replace(found, strategies=best if name == "Lucky" else found.strategies)


# The real games.

BETS = {
    "three-card-poker": ["Ante and Play", "Pair Plus", "Six Card Bonus"],
    "stadium-three-card-poker": ["Ante and Play", "Pair Plus", "Six Card Bonus"],
    "three-way-action": ["High Card", "Blackjack", "Poker", "Bonus"],
    "pick-2-poker": ["Whole game", "3-5 Bonus", "5 Card Bonus Only"],
    "roll-your-own-blackjack": ["Blackjack", "Bonus", "Whole game"],
}
"""The bets of each game, by the names under which programs look for them."""

MARKS = {"three-card-poker": (), "roll-your-own-blackjack": pytest.mark.long}
GAMES = [pytest.param(game_id, marks=MARKS.get(game_id, pytest.mark.slow)) for game_id in BETS]


@pytest.mark.parametrize("command", ["analyze", "readings", "audit-sheet", "strategy"])
def test_help_teaches_with_examples(command):
    done = croupier(command, "--help")
    assert done.returncode == 0
    assert re.search(r"^ *Examples:\n +croupier ", done.stdout, re.MULTILINE), done.stdout
    assert "\\b" not in done.stdout


def test_the_wrong_figure_of_3_way_action_is_found_and_explained():
    told = as_json("audit-sheet", "three-way-action")
    (wrong,) = told["wrong"]
    assert (wrong["where"], wrong["what"], wrong["text"]) == (
        "Paytable C4",
        "House advantage",
        "9.48%",
    )
    assert wrong["ours"]["exact"] == "185483/1672307"
    nearest = wrong["explanation"]
    assert (nearest["kind"], nearest["lines"]) == ("pay", ["Royal Flush"])
    assert (nearest["printed_pays"], nearest["needed_pays"]) == (["500 to 1"], ["1000 to 1"])
    assert nearest["also_in"] == ["C1", "C2", "C3"]
    others = {(one["lines"][0], one["needed_pays"][0]) for one in wrong["explanations"]}
    assert others == {
        ("Royal Flush", "998 to 1"),
        ("Royal Flush", "999 to 1"),
        ("Royal Flush", "1000 to 1"),
        ("Straight Flush", "158 to 1"),
    }


def test_every_game_is_here():
    assert sorted(BETS) == sorted(game_ids())


def exact(figure) -> Fraction:
    assert figure["exact"] is not None
    assert figure["error_bound"] == 0
    assert float(Fraction(figure["exact"])) == figure["value"]
    return Fraction(figure["exact"])


def near(figure, value: Fraction) -> bool:
    """Within its bound, or exactly."""
    if figure["exact"] is not None:
        return exact(figure) == value
    return abs(Fraction(figure["value"]) - value) <= Fraction(figure["error_bound"]) + Fraction(
        1, 10**12
    )


PAGES = {(game, which): table for game, which, table in marked(PAGE.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_bet_of_every_game(game_id):
    """In JSON, in columns, and on the page of results: worked out once for all three."""
    told = as_json("analyze", game_id)
    the_figures_go_together(game_id, told)
    said = shown("analyze", game_id)
    assert all(name in said for name in BETS[game_id])
    # How they go together, or why that is not said.
    assert "Together" in said
    assert "Traceback" not in said
    assert PAGES[game_id, "bets"] == table_of(game_id, "bets", Cache())
    if (game_id, "readings") in PAGES:
        _, _, defaults, *_ = PAGES[game_id, "readings"].splitlines()
        strategy = told["bets"][-1]["strategy"]
        alone, seeing = strategy["optimal"]["edge"], strategy["others"][0]["edge"]
        shown_there = " | ".join(f"{100 * one['value']:.4f}%" for one in (alone, seeing))
        assert defaults == f"| the defaults |  | {shown_there} |"


def the_figures_go_together(game_id, told):
    assert told["game"] == game_id
    assert [bet["name"] for bet in told["bets"]] == BETS[game_id]
    assert list(told["rulings"]) == [ruling.name for ruling in rulings_of(find_game(game_id).rules)]
    for bet in told["bets"]:
        outcomes = [
            (Fraction(one["probability"]["exact"] or one["probability"]["value"]), one)
            for one in bet["outcomes"]
        ]
        mean = sum(chance * Fraction(one["pays_exact"]) for chance, one in outcomes)
        squares = sum(chance * Fraction(one["pays_exact"]) ** 2 for chance, one in outcomes)
        action = sum(chance * Fraction(one["staked_exact"]) for chance, one in outcomes)
        hits = sum(chance for chance, one in outcomes if one["pays"] > 0)
        assert abs(sum(chance for chance, _ in outcomes) - 1) < Fraction(1, 10**9)
        assert near(bet["edge"], -mean)
        assert near(bet["element_of_risk"], -mean / action)
        assert near(bet["hit_frequency"], hits)
        assert near(bet["variance"], squares - mean**2)
        if bet["strategy"] is not None:
            optimal = bet["strategy"]["optimal"]
            assert optimal["edge"] == bet["edge"]
            assert optimal["cost"]["value"] == 0
            assert optimal["rules"]
            # A second hand that sees the first uses more than the best play apart does.
            others = [one for one in bet["strategy"]["others"] if "sees" not in one["name"]]
            assert all(one["cost"]["value"] >= 0 for one in others)
        assert bet["method"].endswith(".")


@pytest.mark.parametrize("game_id", BETS)
def test_the_sheet_of_every_game_is_audited(game_id):
    told = as_json("audit-sheet", game_id)
    wrong = [one["where"] for one in told["wrong"]]
    assert wrong == (["Paytable C4"] if game_id == "three-way-action" else [])
    assert (told["printed"] > 0) is (game_id == "three-way-action")


FRESH = {
    "three-card-poker": ("Qh 6d 4c", None),
    "stadium-three-card-poker": ("Qh 6d 4c", None),
    "three-way-action": ("Ah 6d", "6c"),
    "pick-2-poker": ("As Kd 9h 9c 2d", None),
    "roll-your-own-blackjack": ("As Ks 9h", "6c"),
}


@pytest.mark.parametrize("game_id", BETS)
def test_the_first_decision_of_the_example_of_every_game_is_valued(game_id):
    file = f"examples/deals/{game_id}.json"
    game = find_game(game_id)
    told = as_json("strategy", game_id, "--round", file, "--seat", "1", "--decision", "1")
    names = [option["name"] for option in told["options"]]
    assert set(names) <= set(game.options(game.rules()))
    assert names[0] == told["best"]
    values = [option["value"]["value"] for option in told["options"]]
    assert values == sorted(values, reverse=True)
    assert shown("strategy", game_id, "--round", file, "--seat", "1", "--decision", "1")


@pytest.mark.parametrize("game_id", BETS)
def test_a_fresh_hand_of_every_game_is_valued(game_id):
    hand, dealer = FRESH[game_id]
    options = ["strategy", game_id, hand, *(["--dealer", dealer] if dealer else [])]
    told = as_json(*options)
    assert len(told["options"]) >= 2
    assert told["unseen"] == 52 - len(hand.split()) - (1 if dealer else 0)
    other = as_json(*options, "--seen", "5s 5h 5d")
    assert other["unseen"] == told["unseen"] - 3
    assert other["options"] != told["options"]


def test_every_reading_of_three_card_poker_is_compared():
    told = as_json("readings", "three-card-poker")
    assert told["favours_player"] is False
    flagged = [
        (one["ruling"], reading["name"])
        for one in told["readings"]
        for reading in one["readings"]
        if reading["favours_player"]
    ]
    assert flagged == [("mini_royal", "any_suits")]


@pytest.mark.slow
def test_the_readings_of_pick_2_poker_are_crossed():
    told = as_json("readings", "pick-2-poker")
    crossed = {(one["bet"], *one["rulings"]): one["cells"] for one in told["crossed"]}
    cells = crossed["Whole game", "dealer_not_qualifying", "bonus_tables"]
    assert len(cells) == 18
    (here,) = [
        one
        for one in cells
        if all(told["rulings"][name] == reading for name, reading in one["readings"].items())
    ]
    (usual,) = [one for one in told["defaults"] if one["bet"] == "Whole game"]
    assert here["edge"] == usual["edge"]
