"""`croupier deal` and `croupier replay`: what they say, what they refuse, how they end."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.table.registry import game_ids

from .running import croupier

COMMAND = Path(sys.executable).parent / "croupier"
EXAMPLES = Path(__file__).parents[2] / "examples" / "deals"
SCRIPT = {"seats": {"1": {"stakes": {"Ante": "$10"}, "decisions": ["play"]}}}
ROYAL = {**SCRIPT, "cards": {"seat 1/Hand": "As Ks Qs", "dealer/Hand": "Qd Jc 2h"}}


def deal(script: dict, *arguments: str, game: str = "three-card-poker"):
    return croupier("deal", game, "--script", "-", *arguments, given=json.dumps(script))


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "round.json"
    assert deal(SCRIPT, "--record", str(path)).returncode == 0
    return path


@pytest.mark.parametrize("game", game_ids())
def test_an_example_is_dealt_as_json_and_in_words_and_replayed(game, tmp_path):
    script, record = str(EXAMPLES / f"{game}.json"), str(tmp_path / "round.json")
    done = croupier("deal", game, "--script", script, "--json", "--record", record)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["game"] == game
    assert told["void"] is False
    assert told["events"][-1]["event"] == "round_closed"
    assert told["notes"] == []

    shown = croupier("deal", game, "--script", script).stdout
    for settled in told["settlements"]:
        assert f"{settled['because']['sentence']} [{settled['because']['clause']}]" in shown
    for place, cards in told["cards"].items():
        assert place in shown
        assert cards
    assert len(re.findall(r"got back", shown)) == len(told["seats"])

    again = croupier("replay", record, "--json")
    assert again.returncode == 0, again.stderr
    replayed = json.loads(again.stdout)
    assert replayed["identical"] is True
    assert replayed["events"] == told["events"]
    assert replayed["seats"] == told["seats"]


def test_a_script_from_the_standard_input_gives_the_settlements_as_json():
    told = json.loads(deal(ROYAL, "--json").stdout)
    assert [(one["spot"], one["net_cents"]) for one in told["settlements"]] == [
        ("Ante Bonus", 5000),
        ("Ante", 1000),
        ("Play", 1000),
    ]
    assert told["seats"] == [
        {"seat": 1, "staked_cents": 2000, "returned_cents": 9000, "net_cents": 7000}
    ]
    assert told["cards"]["dealer/Hand"] == ["Qd", "Jc", "2h"]


def test_a_void_round_says_why_and_what_was_not_used():
    script = {
        **ROYAL,
        "irregularities": [
            {"kind": "dealer_error", "detail": "The deck fell down.", "after": "bets_closed"}
        ],
        "supervisor": [{"ruling": "void", "reason": "The cards are mixed."}],
    }
    shown = deal(script).stdout
    assert "dealer_error: The deck fell down. The rules leave it to a supervisor." in shown
    assert "void      The cards are mixed." in shown
    assert "staked $10, got back $10: even" in shown
    assert "not used  Seat 1 is not asked in this round" in shown
    told = json.loads(deal(script, "--json").stdout)
    assert (told["void"], told["reason"]) == (True, "The cards are mixed.")
    assert len(told["notes"]) == 3


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (["deal", "three-card-pocker", "--script", "-"], "{}", "did you mean “three-card-poker”?"),
        (["deal", "three-card-poker", "--script", "-"], "{", "not JSON"),
        (["deal", "three-card-poker", "--script", "-"], '{"seets": 1}', "did you mean “seats”?"),
        (["deal", "three-card-poker", "--script", "-"], b"\xff\xfe", "is not text in UTF-8"),
        (["deal", "three-card-poker", "--script", "/no/such/file"], "", "cannot be read: No such"),
        (["deal", "three-card-poker", "--script", "/"], "", "cannot be read: Is a directory"),
        (["deal", "three-card-poker", "--script", ""], "", "cannot be read"),
        (
            ["deal", "three-card-poker", "--script", "-"],
            '{"seats": {"1": {"stakes": {"Ante": "$4"}}}}',
            "Seat 1: The minimum on Ante is $5, not $4.",
        ),
        (
            ["deal", "three-card-poker", "--script", "-", "--record", "-"],
            json.dumps(SCRIPT),
            "no file to write to",
        ),
        (
            ["deal", "three-card-poker", "--script", "-", "--record", "/no/such/folder/x"],
            json.dumps(SCRIPT),
            "cannot be written",
        ),
        (["replay", "/no/such/file"], "", "cannot be read"),
        (["replay", "-"], "", "Not a valid record: it is not JSON"),
        (["replay", "-"], "{}", "its “format” is not “croupier round”"),
        (["replay", "-"], b"\xff", "is not text in UTF-8"),
        (
            ["replay", "-"],
            '{"format": "croupier round", "version": 2, "events": []}',
            "this program reads version 1",
        ),
        (
            ["replay", "-"],
            '{"format": "croupier round", "version": 1, "events": []}',
            "begins with its opening",
        ),
    ],
)
def test_bad_input_is_one_sentence_on_stderr_and_exit_code_2(arguments, given, said):
    done = croupier(*arguments, given=given)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_script_and_a_record_go_through_pipes(tmp_path):
    record = tmp_path / "round.json"
    script = json.dumps(SCRIPT)
    dealt = subprocess.run(
        [COMMAND, "deal", "three-card-poker", "--script", "-", "--record", record],
        input=script,
        capture_output=True,
        text=True,
        check=True,
    )
    assert dealt.stdout.startswith("Three Card Poker, dealt from a shuffler\n")
    replayed = subprocess.run(
        [COMMAND, "replay", "-"],
        input=record.read_text(encoding="utf-8"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert replayed.stdout.startswith(dealt.stdout)
    refused = subprocess.run(
        [COMMAND, "replay", "-"], input="{", capture_output=True, text=True, check=False
    )
    assert (refused.returncode, refused.stdout) == (2, "")


def test_a_record_from_a_shuffle_is_identical_and_its_shuffle_checked(record):
    done = croupier("replay", str(record))
    assert done.returncode == 0
    *_, verdict, shuffle = done.stdout.splitlines()
    events = json.loads(record.read_text(encoding="utf-8"))["events"]
    assert verdict == f"Identical: the rules give all {len(events)} events of the record again."
    assert shuffle == "The seed opens the commitment, and it gives the cards that were dealt."


def test_a_record_that_ends_early_is_a_round_that_is_not_over(record):
    whole = json.loads(record.read_text(encoding="utf-8"))
    at = next(i for i, one in enumerate(whole["events"]) if one["event"] == "decision_asked")
    whole["events"] = whole["events"][: at + 1]
    done = croupier("replay", "-", given=json.dumps(whole))
    assert done.returncode == 0
    assert "The round is not over." in done.stdout
    assert "The seed is not revealed" in done.stdout


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_changed_record_is_different_with_exit_code_1(record, flags):
    text = record.read_text(encoding="utf-8")
    changed = re.sub(r'"returned_cents": \d+', '"returned_cents": 999999', text, count=1)
    assert changed != text
    done = croupier("replay", "-", *flags, given=changed)
    assert done.returncode == 1
    assert done.stderr == ""
    if flags:
        told = json.loads(done.stdout)
        assert told["identical"] is False
        assert told["difference"]["code"] == "record_differs"
        assert "returned_cents is “999999”" in told["difference"]["detail"]
    else:
        assert done.stdout.startswith("Different: Event ")
        assert "wager_settled: its returned_cents is “999999”" in done.stdout


def test_a_record_of_another_shuffle_fails_with_exit_code_1(tmp_path):
    path = tmp_path / "round.json"
    assert deal({**SCRIPT, "salt": "c0ffee"}, "--record", str(path)).returncode == 0
    changed = path.read_text(encoding="utf-8").replace('"salt": "c0ffee"', '"salt": "00"')
    done = croupier("replay", "-", given=changed)
    assert done.returncode == 1
    assert "Identical" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("The shuffle differs: Card 1 out of the device")


@pytest.mark.parametrize("command", ["games", "rules", "deal", "replay"])
def test_help_teaches_with_examples_in_eighty_columns(command):
    done = croupier(command, "--help")
    assert done.returncode == 0
    assert re.search(r"^ *Examples:\n +croupier ", done.stdout, re.MULTILINE), done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("arguments", [["--help"], ["deal", "--help"], ["games"]])
def test_nothing_heavy_is_imported_before_it_is_needed(arguments):
    code = (
        "import sys, contextlib\n"
        "from croupier.cli import main\n"
        f"sys.argv = ['croupier', *{arguments!r}]\n"
        "with contextlib.suppress(SystemExit): main()\n"
        "heavy = {'numba', 'numpy', 'fastapi', 'uvicorn', 'rich', 'typst', 'textual'}\n"
        "print('HEAVY', sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "HEAVY []"


@pytest.mark.parametrize("command", [["deal", "three-card-poker", "--script"], ["replay"]])
def test_a_file_without_end_is_read_no_further_than_it_could_be_of_use(
    command, tmp_path, monkeypatch
):
    monkeypatch.setattr("croupier.cli.files.LARGEST_BYTES", 2**20)
    file = tmp_path / "large.json"
    file.write_text(" " * 2**20 + "{}")
    for done in (
        croupier(*command, str(file)),
        croupier(*command, "-", given=file.read_text()),
        croupier(*command, "/dev/zero"),
    ):
        assert done.returncode == 2
        assert done.stderr.endswith("is too large: 1 MB are the most.\n")
    file.write_text(" " * (2**20 - 2) + "{}")
    assert "too large" not in croupier(*command, str(file)).stderr


def test_what_is_reported_without_a_full_stop_gets_one():
    report = {"kind": "dealer_error", "after": "decision_asked", "detail": "paid too early"}
    rules = {"supervisor": [{"ruling": "continue", "reason": "Taken back."}]}
    said = deal({**SCRIPT, **rules, "irregularities": [report]}).stdout
    assert "dealer_error: paid too early. The rules leave it to a supervisor." in said
