"""`croupier train`: drills through a pipe, as a trainee types them."""

import json

import pytest

from croupier.training.drills import DRILLS, find_drill
from croupier.training.lesson import Lesson
from croupier.training.procedure import palette, procedure_of
from croupier.training.progress_file import ProgressFile
from croupier.training.questions import BlankKind

from .running import croupier

GAME = "three-card-poker"


@pytest.fixture(autouse=True)
def own_data(tmp_path, monkeypatch):
    """A home of its own: nobody's progress is touched."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "croupier" / "progress.json"


def lines(*said):
    return "".join(f"{one}\n" for one in said)


def as_json(*arguments, given=""):
    done = croupier("train", GAME, *arguments, "--json", given=given)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def right_moves(seed, seats=2):
    return [str(stage.wanted) for stage in procedure_of(Lesson.of(GAME), seed, seats).stages]


# The procedure.


def test_a_round_dealt_rightly_is_told_from_its_first_step_to_its_last():
    moves = right_moves(4)
    done = croupier("train", GAME, "--drill", "procedure", "--seed", "4", given=lines(*moves))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Right.") == len(moves)
    assert f"{len(moves)} of {len(moves)} steps right at the first try" in done.stdout
    assert "Wrong" not in done.stdout


def test_a_wrong_step_is_caught_at_once_with_its_clause_and_said_again():
    first, second, *_ = right_moves(4)
    given = lines(second, first, second)
    done = croupier("train", GAME, "--drill", "procedure", "--seed", "4", given=given)
    wrong = done.stdout.index(f"Wrong: {second}.")
    assert "House procedure" in done.stdout[wrong:]
    assert "1 of 2 steps right at the first try" in done.stdout
    assert "The round has" in done.stdout


def test_a_free_run_tells_mistakes_at_the_end_only():
    moves = right_moves(4)
    moves[4] = "collect"
    told = croupier("train", GAME, "--drill", "procedure", "--seed", "4", "--free",
                    given=lines(*moves))  # fmt: skip
    assert "Right." not in told.stdout
    asked, report = told.stdout.split("How it went")
    assert "Wrong" not in asked
    assert f"Step 5: collect; right is {right_moves(4)[4]}" in " ".join(report.split())


def test_a_step_forgotten_in_a_free_run_is_one_mistake():
    moves = right_moves(4)
    said = lines(*moves[:4], *moves[5:])
    told = croupier("train", GAME, "--drill", "procedure", "--seed", "4", "--free", given=said)
    report = " ".join(told.stdout.partition("How it went")[2].split())
    assert f"{len(moves) - 1} of {len(moves)} steps right at the first try" in report
    assert report.count("right is") == 1
    assert "was left out." in report


def test_help_offers_numbered_moves_of_which_one_is_right():
    seed = 4
    for number in range(1, 6):
        given = lines("?", number)
        done = croupier("train", GAME, "--drill", "procedure", "--seed", str(seed), given=given)
        assert f"  {number}: " in done.stdout
        if "Right." in done.stdout:
            assert "0 of 1 step right at the first try" in done.stdout
            assert "With moves to choose from: 1 step" in done.stdout
            break
    else:
        pytest.fail("none of the moves offered is right")


def test_a_wrong_try_is_reported_though_nothing_was_dealt():
    options = ["train", GAME, "--drill", "procedure", "--seed", "4"]
    done = croupier(*options, given=lines("collect"))
    assert "wrong step: 1" in done.stdout
    assert "Nothing was dealt." not in done.stdout
    assert "Nothing was dealt." in croupier(*options).stdout


def test_what_the_player_is_told_is_not_said_to_the_trainee():
    done = croupier("train", GAME, "--drill", "procedure", "--seed", "4",
                    given=lines(*right_moves(4)))  # fmt: skip
    assert "Right.\n  The player is told: " in done.stdout


def test_help_shows_how_things_are_said_at_this_table():
    done = croupier("train", "stadium-three-card-poker", "--drill", "procedure", "--seed", "4",
                    given=lines("?"))  # fmt: skip
    told = " ".join(done.stdout.split())
    assert "deal table/Cell 1 1 up, table/Cell 2 1 up" in told
    assert "d c1 1 u, c2 1 u deals like this" in told
    assert "shoe" not in told.partition("Things to do")[0]


def test_short_forms_mean_the_long_ones():
    procedure = procedure_of(Lesson.of(GAME), 4, 1)
    seat = procedure.seats[0]
    acts = palette(procedure).acts
    short = {
        "open bets": "o",
        "close bets": "n",
        f"deal seat {seat}/Hand 3 down": f"d {seat} 3 d",
        "deal dealer/Hand 3 down": "deal d/h 3 down",
        f"ask {seat}": "a all",
        "turn dealer/Hand": "t d",
        f"turn seat {seat}/Hand": f"turn {seat}",
        "collect": "e",
        **{f"do {act}": f"i {at}" for at, act in enumerate(acts, 1)},
    }
    said = [short.get(move, move) for move in right_moves(4, 1)]
    assert len(set(said) - set(right_moves(4, 1))) >= 6
    found = as_json("--drill", "procedure", "--seed", "4", "--seats", "1", given=lines(*said))
    (dealt,) = found["rounds"]
    assert dealt["report"]["mark"]["points"] == dealt["report"]["steps"] == len(said)


def test_several_rounds_are_dealt_one_after_the_other():
    given = lines(*right_moves(4, 1), *right_moves(5, 1))
    found = as_json("--drill", "procedure", "--seed", "4", "--seats", "1", "--count", "2",
                    given=given)  # fmt: skip
    assert [one["seed"] for one in found["rounds"]] == [4, 5]


# Questions.


def shown(question, answers):
    """Answers in the short forms a person would type."""
    for blank in question["blanks"]:
        text = answers[blank["name"]]
        if blank["kind"] == BlankKind.CHOICE:
            names = [option["name"] for option in blank["options"]]
            yield names.index(text) + 1
        else:
            yield text.replace("$", "").replace("1x", "")


@pytest.mark.parametrize("drill", ["payouts", "hands", "irregularities"])
def test_without_answers_the_questions_are_shown_and_right_answers_earn_all(drill):
    options = ["--drill", drill, "--seed", "3", "--count", "4"]
    blank = as_json(*options, given=lines(*["skip"] * 12))
    assert len(blank["questions"]) == 4
    assert blank["points"] == 0
    said = [
        line for one in blank["questions"] for line in shown(one["question"], one["right_answers"])
    ]
    full = as_json(*options, given=lines(*said))
    assert full["points"] == full["possible"] == blank["possible"] > 0
    assert [one["question"] for one in full["questions"]] == [
        one["question"] for one in blank["questions"]
    ]
    told = croupier("train", GAME, *options, given=lines(*said))
    assert told.stdout.count("Right.") == 4
    assert "4 of 4 questions without a mistake" in told.stdout


def test_a_mistake_is_told_with_what_is_right_and_the_clause():
    done = croupier("train", GAME, "--drill", "payouts", "--seed", "3", "--count", "1",
                    given=lines("?", "half", "?", "1,234", "?", "none"))  # fmt: skip
    assert "you said Give half" in done.stdout
    assert "right is" in done.stdout
    assert "Type dollars" in done.stdout
    assert "How to Play" in done.stdout or "Payouts" in done.stdout
    assert "0 of 1 question without a mistake" in done.stdout


def test_who_asks_for_the_clause_was_helped_and_did_not_know_it(own_data):
    options = ["--drill", "payouts", "--seed", "3", "--count", "3"]
    blank = as_json(*options, given=lines(*["skip"] * 9))
    said = [list(shown(one["question"], one["right_answers"])) for one in blank["questions"]]
    found = as_json(*options, given=lines("?", *said[0], *said[1], *said[2]))
    assert found["points"] == found["possible"]
    assert (found["right"], found["helped"], found["longest_run"]) == (2, 1, 2)
    assert [one["is_helped"] for one in found["questions"]] == [True, False, False]
    told = croupier("train", GAME, *options, given=lines("?", *said[0], *said[1], *said[2]))
    assert "2 of 3 questions without a mistake, 2 in a row" in told.stdout
    assert "Help was asked for in 1 question." in told.stdout
    assert not own_data.exists()


def test_what_was_answered_with_help_comes_back_sooner_and_does_not_count_as_right(own_data):
    asked = as_json("--drill", "payouts", "--count", "1", given="?\ntake\n5\nnone\nquit\n")
    (one,) = asked["questions"]
    assert one["is_helped"]
    kept = json.loads(own_data.read_text(encoding="utf-8"))["games"][GAME]["drills"]
    assert (kept["payouts"]["answered"], kept["payouts"]["right"]) == (1, 0)


def test_what_cannot_be_an_answer_is_refused_and_asked_again():
    done = croupier("train", GAME, "--drill", "payouts", "--seed", "3", "--count", "1",
                    given=lines("9", "dance", "take", "much", "5", "3x7", "none"))  # fmt: skip
    for refusal in ("Choose from 1 to", "is no answer to", "is not an amount", "chips of"):
        assert refusal in done.stdout
    assert "points" in done.stdout


def test_where_the_lines_end_the_drill_ends_politely():
    done = croupier("train", GAME, "--drill", "hands", "--seed", "3")
    assert done.returncode == 0
    assert "Nothing was answered." in done.stdout


def test_a_seed_keeps_nothing_and_without_one_progress_is_kept(own_data):
    croupier(
        "train", GAME, "--drill", "payouts", "--seed", "3", given=lines("skip", "skip", "skip")
    )
    assert not own_data.exists()
    given = lines("skip", "skip", "skip", "quit")
    done = croupier("train", GAME, "--drill", "payouts", given=given)
    assert "It comes back in 1 minute." in done.stdout
    assert "1 practised, 0 learnt, 0 due" in done.stdout
    kept = json.loads(own_data.read_text(encoding="utf-8"))["games"][GAME]["drills"]["payouts"]
    assert (kept["answered"], kept["right"], len(kept["items"])) == (1, 0, 1)
    items = find_drill("payouts").items(Lesson.of(GAME))
    assert set(kept["items"]) < set(items)


def test_progress_may_be_kept_in_another_file_and_a_broken_one_is_refused(tmp_path, own_data):
    path = tmp_path / "mine.json"
    options = ["train", GAME, "--drill", "payouts", "--progress", str(path)]
    assert croupier(*options, given=lines("skip", "skip", "skip")).returncode == 0
    assert path.exists()
    assert not own_data.exists()
    path.write_text("{}", encoding="utf-8")
    done = croupier(*options)
    assert done.returncode == 2
    assert "--progress" in done.stderr
    assert path.read_text(encoding="utf-8") == "{}"


@pytest.mark.slow
def test_a_question_is_not_put_twice():
    (asked,) = as_json("--drill", "decisions", "--seed", "3", "--count", "1", given="skip\n")[
        "questions"
    ]
    done = croupier("train", GAME, "--drill", "decisions", "--seed", "3", "--count", "1",
                    given="skip\n")  # fmt: skip
    (blank,) = asked["question"]["blanks"]
    assert done.stdout.count(blank["label"]) == 1


# Choosing.


def test_who_names_no_drill_chooses_one_and_comes_back_to_choose_again():
    given = lines("?", "nothing", "hands", "quit", "2", "quit", "quit")
    done = croupier("train", GAME, given=given)
    assert done.returncode == 0, done.stderr
    for at, name in enumerate(("procedure", *DRILLS), 1):
        assert f"  {at}: {name}" in done.stdout
    # A stream that says no encoding gets plain quotes.
    assert 'There is no drill "nothing"' in done.stdout
    assert DRILLS["hands"].title in done.stdout
    assert DRILLS["payouts"].about in " ".join(done.stdout.split())
    assert done.stdout.count("what do you want to practise?") == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--drill", "dancing"], "There is no drill"),
        (["--drill", "payout"], "did you mean “payouts”"),
        (["--drill", "payouts", "--free"], "--free goes with --drill procedure"),
        (["--drill", "hands", "--seats", "2"], "--seats goes with --drill procedure"),
        (
            ["--drill", "hands", "--device", "deck"],
            "--device goes with --drill procedure or irregularities",
        ),
        (["--seed", "3", "--progress", "mine.json"], "leave --progress out"),
        (["--device", "shoe"], "is not dealt from"),
        (["--ruling", "nothing=this"], "nothing"),
        (["--drill", "procedure", "--seed", "3", "--seats", "9"], "1 to 7 players"),
    ],
)
def test_what_does_not_go_together_is_refused(options, said):
    done = croupier("train", GAME, *options)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())
    assert not done.stdout


# Hands that the coach saw played wrongly.


def missed(change=None):
    """A hand in which somebody folded three of a kind, as the coach keeps it."""
    from croupier.training.coach.dealt import deal_round, hands_of  # noqa: PLC0415
    from croupier.training.coach.missed import missed_hand, missed_json  # noqa: PLC0415

    lesson = Lesson.of(GAME)
    hand = next(iter(hands_of(deal_round(lesson, "a round of this test"))))
    kept = missed_json(
        missed_hand(lesson.game, lesson.settings, hand.events, hand.moment.seat, hand.number)
    )
    return {**kept, **(change or {})}


@pytest.mark.slow
def test_a_hand_played_wrongly_is_asked_first_until_it_is_right(own_data):
    ProgressFile().keep_missed_hands(GAME, [missed(), missed({"seat": "nobody"})])
    options = ["train", GAME, "--drill", "decisions", "--count", "1"]
    wrong = croupier(*options, given="skip\n")
    assert "Question 1 of 1, a hand you played wrongly" in wrong.stdout
    assert len(ProgressFile().missed_hands(GAME)) == 2
    for choice in ("play", "fold"):
        done = croupier(*options, given=f"{choice}\n")
        assert "a hand you played wrongly" in done.stdout
        if "Right." in done.stdout:
            break
    assert ProgressFile().missed_hands(GAME) == (missed({"seat": "nobody"}),)
    # What is left cannot be asked: that is said, and something else is asked.
    last = croupier(*options, given="fold\n")
    assert "a hand you played wrongly" not in last.stdout
    assert "1 of the hands you played wrongly could not be asked" in " ".join(last.stdout.split())


def bets_deleted(data):
    events = [event for event in data["events"] if event["event"] != "wagers_placed"]
    return {**data, "events": events}


def of_other_rules(data):
    return {**data, "settings": {**data["settings"], "rules_version": 99}}


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda _: 5, "could not be asked: they cannot be read"),
        (bets_deleted, "could not be asked: they cannot be read"),
        (lambda data: {**data, "number": 7}, "could not be asked: they cannot be read"),
        (of_other_rules, "could not be asked: they are of other rules than this program has"),
    ],
)
def test_a_hand_that_cannot_be_asked_is_passed_over_and_stays_where_it_is(own_data, spoil, said):
    hand = spoil(missed())
    ProgressFile(own_data).keep_missed_hands(GAME, [hand])
    done = croupier("train", GAME, "--drill", "decisions", "--count", "1", given="1\n")
    assert done.returncode == 0, done.stderr
    assert f"1 of the hands you played wrongly {said}" in " ".join(done.stdout.split())
    assert done.stdout.count("of the hands you played wrongly") == 1
    assert ProgressFile(own_data).missed_hands(GAME) == (hand,)
