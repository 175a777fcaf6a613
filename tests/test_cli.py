"""The command line as a person uses it: what it prints, and how it ends."""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from croupier.cli.app import app

from .cli.running import croupier

COMMAND = Path(sys.executable).parent / "croupier"
SEED = bytes(range(32)).hex()
COMMITMENT = hashlib.sha256(bytes(range(32))).hexdigest()


def as_json(*arguments: str) -> dict:
    done = croupier(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_three_card_hand_is_named_and_ranked_as_json():
    described = as_json("hand", "As Kd Qs")
    assert described["category"] == "straight"
    assert described["name"] == "straight, ace high"
    assert described["rank"] == 716
    assert described["ranks"] == 741
    assert described["among_all_hands"] == {
        "worse": 21940,
        "equal": 60,
        "better": 100,
        "total": 22100,
    }


@pytest.mark.parametrize(
    ("cards", "name", "best"),
    [
        ("9s 9d Ac", "pair of nines, ace kicker", "9s 9d Ac"),
        ("As Ks Qs", "mini royal", "As Ks Qs"),
        ("2c 2d 2h 3s 3c", "full house, twos full of threes", "2c 2d 2h 3s 3c"),
        ("Kc Kd 2h 3s 4c 9d", "pair of kings, nine-four-three kickers", "Kc Kd 3s 4c 9d"),
        ("AsKsQsJsTs9d2c", "royal flush", "As Ks Qs Js Ts"),
        ("10♦ J♦ Q♦ K♦ A♦ 2c 3c", "royal flush", "Td Jd Qd Kd Ad"),
    ],
)
def test_hands_of_every_size_say_their_name_and_their_best_cards(cards, name, best):
    described = as_json("hand", cards)
    assert described["name"] == name
    assert sorted(described["best"]) == sorted(best.split())


def test_a_five_card_hand_also_says_its_best_three():
    described = as_json("hand", "As Ks Qs 2c 2d")
    assert described["name"] == "pair of twos, ace-king-queen kickers"
    assert described["best_three"]["name"] == "mini royal"
    assert described["best_three"]["rank"] == 741


def test_cards_may_be_several_arguments():
    assert as_json("hand", "As", "Kd", "Qs") == as_json("hand", "As Kd Qs")


def test_the_best_hand_of_all_does_not_claim_to_beat_all():
    shown = croupier("hand", "AsKsQsJsTs9d2c").stdout
    assert "royal flush" in shown
    assert "100" not in shown.split("hands (")[1].split(")")[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hand", "As As 2c"], "As is named twice"),
        (["hand", "As Ks 2c 3c"], "3, 5, 6 or 7 cards; this has 4"),
        (["hand", "As"], "this has 1"),
        (["hand", "1s Kd Qs"], "no rank “1”"),
        (["hand", "Ax Kd Qs"], "no suit “x”"),
        (["hand", ""], "no cards"),
        (["hand", "  "], "no cards"),
        (["hand", "😀"], "“😀” is not a card"),
        (["hand", "🂡🂮🂭"], "is not a card"),
        (["shuffle", "--seed", "abcd"], "64 hexadecimal digits (32 bytes); this has 4"),
        (["shuffle", "--seed", "xyz"], "hexadecimal"),
        (["shuffle", "--seed", SEED + "00"], "this has 66"),
        (["shuffle", "--seed", SEED, "--salt", "abc"], "salt must be hexadecimal"),
        (["shuffle", "--seed", SEED, "--verify", "00"], "A commitment is 64 hexadecimal digits"),
        (["shuffle", "--seed", SEED, "--order", "ZZ"], "not a card"),
        (["shuffle", "--seed", SEED, "--order", ""], "no cards"),
        (["shuffle", "--seed", SEED, "--order", "As As"], "named twice"),
        (["shuffle", "--seed", "0x" + SEED], "and nothing else"),
        (["serve", "--host", ""], "Cannot listen"),
        (["shuffle", "--verify", COMMITMENT], "--seed"),
        (["serve", "--host", "no.such.host.invalid"], "Cannot listen"),
    ],
)
def test_bad_input_is_one_sentence_on_stderr_and_exit_code_2(arguments, said):
    done = croupier(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments", [["hand"], ["nonsense"], ["shuffle", "--number", "-1"], ["serve", "--port", "x"]]
)
def test_a_wrong_command_is_explained_with_exit_code_2(arguments):
    done = croupier(*arguments)
    assert done.returncode == 2
    assert "Try 'croupier" in done.stderr


def test_a_shuffle_from_a_seed_shows_its_commitment_and_always_the_same_deck():
    shown = as_json("shuffle", "--seed", SEED, "--salt", "c0ffee")
    assert shown["commitment"] == COMMITMENT
    assert shown["verified"] is None
    assert len(set(shown["deck"])) == 52
    assert shown == as_json("shuffle", "--seed", SEED, "--salt", "c0ffee")
    assert shown["deck"] != as_json("shuffle", "--seed", SEED)["deck"]
    other = as_json("shuffle", "--seed", SEED, "--salt", "c0ffee", "--number", "1")
    assert shown["deck"] != other["deck"]


def test_a_shuffle_without_a_seed_draws_a_fresh_one():
    first, second = as_json("shuffle"), as_json("shuffle")
    assert first["seed"] != second["seed"]
    again = as_json("shuffle", "--seed", first["seed"])
    assert again["deck"] == first["deck"]
    assert again["commitment"] == hashlib.sha256(bytes.fromhex(first["seed"])).hexdigest()


def test_a_right_commitment_and_order_are_verified():
    shown = as_json(
        "shuffle", "--seed", SEED, "--salt", "c0ffee", "--verify", COMMITMENT, "--order", "5c 8d"
    )
    assert shown["verified"] is True
    assert shown["checks"] == {"commitment": True, "order": True}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--verify", "00" * 32], "does NOT open the commitment"),
        (["--order", "As Ah"], "does NOT begin"),
    ],
)
def test_a_wrong_commitment_or_order_fails_with_exit_code_1(options, said):
    done = croupier("shuffle", "--seed", SEED, "--salt", "c0ffee", *options)
    assert done.returncode == 1
    assert said in done.stdout
    as_data = croupier("shuffle", "--seed", SEED, "--salt", "c0ffee", *options, "--json")
    assert as_data.returncode == 1
    assert json.loads(as_data.stdout)["verified"] is False


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["hand", "--help"], ["shuffle", "-h"]])
def test_help_teaches_with_examples(arguments):
    done = croupier(*arguments)
    assert done.returncode == 0
    assert re.search(r"^ *Examples:\n +croupier ", done.stdout, re.MULTILINE), done.stdout
    assert "\\b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def groups(command=None, *path):
    """The commands that have commands of their own, by their words."""
    command = command or typer.main.get_command(app)
    if hasattr(command, "commands"):
        yield path
        for name, one in command.commands.items():
            yield from groups(one, *path, name)


@pytest.mark.parametrize("path", list(groups()), ids=" ".join)
def test_lists_of_commands_say_of_each_what_it_does_in_whole(path):
    done = croupier(*path, "--help")
    _, commands = done.stdout.split("\nCommands:\n")
    shown = commands.split("\n\n")[0].splitlines()
    assert shown
    assert not [line for line in shown if line.endswith("...")]


def test_the_version_is_said():
    assert croupier("--version").stdout.startswith("croupier 0.")


def test_python_dash_m_croupier_is_the_same_command():
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "hand", "AsKdQs", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == as_json("hand", "AsKdQs")


@pytest.mark.parametrize("arguments", [["--help"], ["hand", "AsKdQs"], ["shuffle"]])
def test_nothing_heavy_is_imported_before_it_is_needed(arguments):
    code = (
        "import sys, contextlib\n"
        "from croupier.cli import main\n"
        f"sys.argv = ['croupier', *{arguments!r}]\n"
        "with contextlib.suppress(SystemExit): main()\n"
        "heavy = {'numba', 'numpy', 'fastapi', 'uvicorn', 'rich'}\n"
        "print('HEAVY', sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "HEAVY []"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "utf-8"])
@pytest.mark.parametrize("arguments", [["--help"], ["hand", "AsKdQs"], ["hand", "😀"], ["shuffle"]])
def test_an_output_that_knows_no_suits_gets_letters_and_no_traceback(encoding, arguments):
    done = subprocess.run(
        [COMMAND, *arguments],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert done.returncode == (2 if "😀" in arguments else 0)
    assert b"Traceback" not in done.stderr
    if arguments == ["hand", "AsKdQs"]:
        shown = "A♠ K♦ Q♠" if encoding == "utf-8" else "As Kd Qs"
        assert done.stdout.decode(encoding).splitlines()[0] == shown


def test_a_full_disk_is_said_in_one_sentence():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [COMMAND, "hand", "AsKdQs"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_python_that_drops_assertions_is_refused():
    done = subprocess.run(
        [sys.executable, "-O", "-c", "import croupier"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "does not run with python -O" in done.stderr
