"""A coach at the table in the terminal: in lines, on the full screen, and by the command."""

import json
from pathlib import Path
from random import Random

import pytest

from croupier.terminal.coaching import account_lines, advice_lines
from croupier.terminal.lines import LineTable
from croupier.terminal.narration import Tone
from croupier.terminal.session import Session
from croupier.terminal.sight import look
from croupier.training.coach.account import Account
from croupier.training.coach.coaching import Coach
from croupier.training.coach.missed import missed_from_json
from croupier.training.coach.review import review
from croupier.training.progress_file import ProgressFile

from ..cli.running import croupier  # noqa: TID252 (the command line in this process)
from .evenings import GAMES, evening, play_wildly
from .test_lines import SEED, Typed
from .test_screen import LARGE, SMALL, at_the_screen

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "deals"
FOLDED = "Kd 7c 4s Qh Qd Qc Ac Jd 8s"
"""A player in seat 2 who folds three queens."""


def coached(game_id, **how) -> Session:
    """An evening with a coach beside the player."""
    session = evening(game_id, **how)
    session.coach = Coach(session.game, session.settings, session.seat)
    return session


def say(session, *said):
    typed = Typed(*said)
    LineTable(session, typed).play()
    return typed.told


@pytest.mark.parametrize("game_id", GAMES)
def test_every_decision_of_an_evening_is_reviewed_once_and_told_where_it_was_made(game_id):
    session, chance = coached(game_id, seat=2, bots=2), Random(game_id)
    account = Account()
    for _ in range(4):
        play_wildly(session, chance)
        reviewed = review(session.game, session.settings, session.events, 2)
        account = account.with_reviewed(reviewed)
        assert session.coach.account == account
        assert session.coach.reviewed == reviewed
        assert len(session.remarks) == len(reviewed)
        lines = look(session).lines
        for remark, one in zip(session.remarks, reviewed, strict=True):
            assert remark.line.tone is (Tone.BLAME if one.is_mistake else Tone.PRAISE)
            said = lines[lines.index(remark.line) - 1].text
            assert said.startswith("You: "), "the remark stands behind the decision"
        assert [line for line in lines if line.tone in (Tone.PRAISE, Tone.BLAME)] == [
            remark.line for remark in session.remarks
        ]
        session.next_round()
        assert not session.remarks
    assert account.decisions >= 1


def test_a_remark_is_not_shown_before_the_decision_it_is_about():
    session, chance = coached("roll-your-own-blackjack", bots=1), Random(5)
    play_wildly(session, chance)
    first = session.remarks[0]
    assert look(session, first.after - 1).remark is None
    assert look(session, first.after).remark == first.line
    assert look(session).remark == session.remarks[-1].line


def test_what_is_chosen_for_somebody_who_has_left_is_not_held_against_him():
    session = coached("three-card-poker", cards=FOLDED, seat=2, bots=1)
    session.stake("Ante", 1_000)
    session.deal()
    session.leave()
    assert session.is_over
    assert session.coach.account == Account()
    assert not session.remarks


def test_a_coach_says_in_lines_what_a_decision_cost_and_keeps_an_account():
    session = coached("three-card-poker", cards=FOLDED, seat=2, bots=1)
    told = say(session, "ante 10", "account", "deal", "coach", "fold", "account", "coach", "quit")
    text = "\n".join(told)
    assert "Your coach says what each decision was worth; say coach to ask him before it." in told
    assert "Your account: no decision yet." in told
    asked = told.index("Worth per Ante, with 49 cards unseen:")
    assert told[asked + 1].split() == ["Play,", "another", "$10", "5.6251", "best"]
    assert told[asked + 2].split() == ["Fold", "-1.0000", "costs", "$66.25"]
    verdict = told.index(
        "Coach: That cost $66.25, 662.51% of $10. Best was play (5.6251 per Ante), "
        "not fold (-1.0000)."
    )
    assert told[verdict - 1] == "You: Fold."
    assert "You are not being asked anything now." in text
    assert told[-2:] == [
        "Your account: 1 decision, 1 mistake; it cost $66.25.",
        "  $66.25  1 time  Play or fold: fold instead of play",
    ]
    (missed,) = session.coach.missed
    assert (missed.seat, missed.number) == (2, 1)


def test_who_has_no_coach_is_told_how_to_have_one():
    text = "\n".join(say(evening("three-card-poker"), "coach", "account", "quit"))
    assert text.count("No coach sits beside you; start with --coach to have one.") == 2
    assert "Your account" not in text


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["large", "small"])
def test_a_coach_speaks_on_the_full_screen_and_has_pages_of_his_own(size):
    session = coached("three-card-poker", cards=FOLDED, seat=2, bots=1)

    async def act(player):
        await player.bet()
        await player.press("A")
        assert player.page == "Your account: no decision yet."
        await player.press("escape", "C")
        assert "You are not being asked anything now." in player.prompt
        await player.press("enter", "C")
        assert "5.6251" in player.page
        assert "chosen" not in player.page
        await player.press("escape")
        assert session.asked is not None, "looking at what it is worth decides nothing"
        await player.press("f")
        assert session.is_over
        assert "Coach: That cost $33.13" in player.prompt
        assert "Best was play" in player.log.replace("\n", " ")
        await player.press("C")
        assert "chosen" in player.page
        await player.press("escape", "A")
        assert "1 decision, 1 mistake; it cost $33.13." in player.page
        await player.press("escape", "?")
        assert "what your decisions have cost this evening" in player.page
        await player.press("escape", "enter")
        assert "Coach" not in player.prompt

    at_the_screen(act, session, size)


def test_without_a_coach_the_screen_does_not_offer_him():
    session = evening("three-card-poker")

    async def act(player):
        service = player.table.query_one("#service").canvas.text()
        assert "coach" not in service
        await player.press("C")
        assert "start with --coach" in player.prompt
        await player.press("?")
        assert "coach" not in player.page

    at_the_screen(act, session)


def test_the_buttons_of_a_coach_fit_into_a_line_of_eighty_characters():
    session = coached("three-card-poker")

    async def act(player):
        service = player.table.query_one("#service").canvas
        assert service.height == 1
        for label in ("coach", "account", "leave"):
            assert label in service.text()

    at_the_screen(act, session, SMALL)


# The commands.

SAID = "ante 10\ndeal\nfold\nsame\ndeal\nfold\nsame\ndeal\nfold\n"


@pytest.mark.parametrize("command", [("coach",), ("play", "--coach")])
def test_missed_hands_are_kept_to_be_asked_again(command, tmp_path):
    path = tmp_path / "progress.json"
    arguments = (*command, "three-card-poker", "--seed", SEED, "--progress", str(path))
    first = croupier(*arguments, given=SAID)
    assert (first.returncode, first.stderr) == (0, "")
    assert "Coach: That cost " in first.stdout
    assert first.stdout.splitlines()[-1] == (
        "What you missed is asked again: croupier train three-card-poker --drill decisions"
    )
    hands = ProgressFile(path).missed_hands("three-card-poker")
    assert len(hands) == first.stdout.count("Coach: That cost ")
    for hand in hands:
        missed = missed_from_json(hand)
        assert missed.moment.question == "Play or fold?"
    again = croupier(*arguments, given=SAID)
    assert again.returncode == 0
    assert len(ProgressFile(path).missed_hands("three-card-poker")) == 2 * len(hands)


def test_an_evening_without_a_mistake_keeps_nothing(tmp_path):
    path = tmp_path / "progress.json"
    said = "ante 10\ndeal\nplay\n"
    done = croupier(
        "coach", "three-card-poker", "--seed", SEED, "--progress", str(path), given=said
    )
    assert done.returncode == 0
    assert "Coach: Right: play" in done.stdout
    assert not path.exists()


def test_a_file_that_holds_no_progress_is_refused_before_the_evening(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text("[]")
    done = croupier("coach", "three-card-poker", "--progress", str(path), given=SAID)
    assert (done.returncode, done.stdout) == (2, "")
    assert path.read_text() == "[]"


def test_a_round_that_was_played_is_reviewed(tmp_path):
    record = tmp_path / "round.json"
    played = croupier(
        *("play", "three-card-poker", "--seed", SEED, "--record", str(record)),
        given="ante 10\ndeal\nfold\n",
    )
    assert played.returncode == 0
    told = croupier("coach", "three-card-poker", "--round", str(record), "--json")
    found = json.loads(told.stdout)
    assert (found["game"], found["seat"], len(found["decisions"])) == ("three-card-poker", 1, 1)
    (one,) = found["decisions"]
    assert (one["chosen"], one["best"], one["is_mistake"]) == ("fold", "play", True)
    assert found["account"]["kinds"][0]["kind"] == "Play or fold: fold instead of play"
    shown = croupier("coach", "three-card-poker", "--round", str(record)).stdout
    assert "1. Play or fold?" in shown
    assert "That cost " in shown
    assert shown.splitlines()[-2].startswith("Your account: 1 decision, 1 mistake")


def test_a_deal_script_is_reviewed_seat_by_seat():
    script = str(EXAMPLES / "three-card-poker.json")
    without = croupier("coach", "three-card-poker", "--round", script)
    assert without.returncode == 2
    assert "Say with --seat which seat decides: 1, 2, 3." in without.stderr
    third = croupier("coach", "three-card-poker", "--round", script, "--seat", "3", "--json")
    (one,) = json.loads(third.stdout)["decisions"]
    assert (one["chosen"], one["best"]) == ("fold", "fold")
    # Seat 2 has bet on its own pair alone, and is asked nothing.
    second = croupier("coach", "three-card-poker", "--round", script, "--seat", "2")
    assert "no decision" in second.stdout


def test_charts_show_how_bets_with_decisions_are_played():
    shown = croupier("coach", "three-card-poker", "--charts", "--no-cache").stdout
    assert "Play queen-six-four high or better." in shown
    assert "Pair Plus, per" not in shown
    told = json.loads(
        croupier("coach", "three-card-poker", "--charts", "--no-cache", "--json").stdout
    )
    analyzed = json.loads(croupier("analyze", "three-card-poker", "--no-cache", "--json").stdout)
    bets = {bet["name"]: bet for bet in analyzed["bets"]}
    assert [chart["bet"] for chart in told["charts"]] == ["Ante and Play"]
    for chart in told["charts"]:
        for name in ("per", "strategy", "tables", "grids"):
            assert chart[name] == bets[chart["bet"]][name]
    plain = croupier("coach", "three-card-poker", "--charts", "--bet", "Pair Plus").stdout
    assert "Nothing is decided in these bets." in plain


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--json",), "--json goes with --charts or --round"),
        (("--charts", "--round", "x.json"), "Either --charts or --round"),
        (("--bet", "Ante and Play"), "--bet goes with --charts"),
        (("--charts", "--seat", "2"), "--seat is for a table that is played"),
        (("--charts", "--bots", "0"), "--bots is for a table that is played"),
        (("--round", "x.json", "--seed", SEED), "--seed is for a table that is played"),
        (("--round", "x.json", "--ruling", "entry=ante_required"), "are those of the round"),
        (("--charts", "--bet", "Insurance"), "has no bet “Insurance”"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments, said):
    done = croupier("coach", "three-card-poker", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_advice_and_account_say_the_same_in_both_modes():
    session = coached("pick-2-poker", seat=1)
    session.complete()
    session.deal()
    advised = session.advice()
    lines = advice_lines(advised)
    assert lines[0] == "Worth per Ante, with 47 cards unseen:"
    assert len(lines) == 1 + len(advised.options)
    assert lines[1].endswith("best")
    assert account_lines(session.coach.account) == ["Your account: no decision yet."]
