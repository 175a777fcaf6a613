"""The table in lines: what is said, what is understood, and how it ends."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli.play import play
from croupier.rejection import Code, Rejection
from croupier.table.record import read_round
from croupier.table.settings import settings_for
from croupier.table.wager import Compulsory, Limit, Wager
from croupier.terminal.decks import Decks
from croupier.terminal.lines import LineTable
from croupier.terminal.session import Session
from croupier.terminal.streams import StreamLines

from ..deals.small_game import Higher  # noqa: TID252 (a game of the tests beside these)
from .evenings import GAMES, MASTER, evening

COMMAND = Path(sys.executable).parent / "croupier"
SEED = MASTER.reveal()


class Typed:
    """Somebody who says these lines, and remembers what he was told."""

    def __init__(self, *said):
        self._said = list(said)
        self.told = []

    def read(self):
        return self._said.pop(0) if self._said else None

    def write(self, text):
        self.told.append(text)

    @property
    def text(self):
        return "\n".join(self.told)


def say(session, *said):
    """What is told at a table when this is said."""
    typed = Typed(*said)
    LineTable(session, typed).play()
    return typed.text


def croupier(*arguments, said="", **environment):
    return subprocess.run(
        [COMMAND, "play", *arguments],
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        encoding="utf-8",
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_is_played_through_a_pipe_and_recorded(game_id, tmp_path):
    picks = "pick 1 5 9\n" if game_id.startswith("stadium") else ""
    said = f"least\n{picks}deal\n" + "hint\n1\n" * 12 + "proof\nquit\n"
    done = croupier(
        game_id, "--seed", SEED, "--lines", "--bots", "1", "--record", str(tmp_path), said=said
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "A sensible player would choose: " in done.stdout
    assert "Round 1: you are" in done.stdout
    assert "croupier shuffle --seed" in done.stdout
    assert done.stdout.rstrip().splitlines()[-1].startswith("You leave with $")
    record = read_round((tmp_path / "round-001.json").read_text())
    assert record[0].settings.game == game_id


def test_without_a_terminal_it_is_lines_and_ends_politely_at_the_end_of_input():
    done = croupier("three-card-poker", "--seed", SEED, said="")
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip().endswith("You leave with $1,000: even over 0 rounds.")


def test_the_end_of_input_in_the_middle_of_a_round_folds():
    told = say(evening("three-card-poker"), "ante 10", "deal")
    assert "You leave in the middle of a round" in told
    assert "Ante loses $10. You folded. (How to Play 7)" in told
    assert told.endswith("You leave with $990: down $10 over 1 round.")


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ({"game": "three-card-pocker"}, Code.GAME_UNKNOWN, "did you mean “three-card-poker”?"),
        ({"seats": 99}, Code.SEATS_OUT_OF_RANGE, "not 99"),
        ({"seat": 8}, Code.SEAT_UNKNOWN, "seats 1 to 7"),
        ({"seat": 0}, Code.SEAT_UNKNOWN, "seats 1 to 7"),
        ({"bots": 7}, Code.SEATS_OUT_OF_RANGE, "0 to 6 bots"),
        ({"bots": -1}, Code.SEATS_OUT_OF_RANGE, "0 to 6 bots"),
        ({"bankroll": "much"}, Code.AMOUNT_INVALID, "is not an amount"),
        ({"bankroll": "0"}, Code.AMOUNT_INVALID, "above $0"),
        ({"seed": "12"}, Code.SEED_INVALID, "64 hexadecimal digits"),
        ({"cards": "As As"}, Code.CARD_REPEATED, "named twice"),
        ({"cards": ""}, Code.HAND_SIZE, "no cards"),
        ({"ruling": ["entry=free"]}, Code.READING_UNKNOWN, "no reading"),
        ({"paytable": ["Pair Plus=best"]}, Code.PAY_TABLE_UNKNOWN, "no pay table"),
        ({"record": Path("/dev/null/rounds")}, Code.FILE_UNAVAILABLE, "cannot be written"),
    ],
)
def test_what_no_table_could_be_is_refused_in_a_sentence(options, code, said):
    with pytest.raises(Rejection) as refusal:
        play(**{"game": "three-card-poker", "lines": True, **options})
    assert refusal.value.code is code
    assert said in refusal.value.detail


def test_a_refusal_is_one_line_on_stderr_and_exit_code_2():
    done = croupier("three-card-poker", "--seat", "8")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "croupier: This table has seats 1 to 7; 8 is none.\n"


def test_named_cards_rulings_and_pay_tables_are_at_the_table():
    done = croupier(
        *("three-card-poker", "--cards", "Ah Kh Qh 2c 3d 5h", "--bots", "0", "--lines"),
        *("--paytable", "Pair Plus=1-3-6-30-40-200", "--ruling", "entry=ante_required"),
        said="rules\nante 5, pair plus 5\ndeal\nplay\n",
    )
    assert "  Mini Royal: 200 to 1\n" in done.stdout
    assert "  The Ante must be bet; Pair Plus goes only with it.\n" in done.stdout
    assert "Pair Plus wins $1,000, 200 to 1 on $5." in done.stdout


def test_where_suits_cannot_be_shown_cards_are_letters():
    done = croupier(
        *("three-card-poker", "--cards", "Ah Kh Qh 2c 3d 5h", "--lines"),
        said="least\ndeal\nfold\n",
        PYTHONIOENCODING="ascii",
    )
    assert "You get Ah Kh Qh." in done.stdout
    assert "?" not in done.stdout.replace("Your bets?", "").replace("Play or fold?", "")


def test_the_same_seed_tells_the_same_evening():
    said = ["least", "deal", "1"] * 3
    first = say(evening("three-card-poker", bots=3), *said)
    assert first == say(evening("three-card-poker", bots=3), *said)
    assert "Round 3: you are" in first


def test_a_bet_is_said_by_name_beginning_or_number_and_all_of_it_or_nothing_is_taken():
    session = evening("three-card-poker")
    told = say(session, "ANTE $10, pair 20; 1 5", "ante 5, blackjack 5", "bet ante 0")
    assert "On your slip: Six Card Bonus $5, Pair Plus $20, Ante $10." in told
    assert "There is no spot “blackjack” to bet on: Six Card Bonus, Pair Plus, Ante." in told
    assert "On your slip: Six Card Bonus $5, Pair Plus $20.\nNot yet: " in told


def test_what_is_not_understood_is_said_so_and_nothing_happens():
    session = evening("three-card-poker")
    told = say(
        session, "fold", "ante", "ante lots", "", "deal", "same", "bots 9", "bots x", "pick 1"
    )
    assert "“fold” is no command; bet like “Six Card Bonus 10”, or ask for help." in told
    assert "“lots” is not an amount" in told
    assert "Bet something first" in told
    assert "There is no last bet yet" in told
    assert told.count("There is room for 0 to 6 bots beside you.") == 2
    assert "nothing is picked before the deal" in told
    assert session.events[-1] == session.events[0]


def test_a_refused_slip_says_why_and_stays():
    session = evening("three-card-poker")
    told = say(session, "ante 10, pair plus 5", "deal", "clear", "money")
    assert told.count("Pair Plus must be at least Ante: $10 here.") == 2
    assert "You have $1,000, and $0 on the felt." in told


def test_a_choice_that_is_not_offered_or_not_affordable_is_refused():
    session = evening("three-card-poker", bankroll_cents=1_500)
    told = say(session, "ante 10", "deal", "raise", "play", "buy", "play")
    assert "You may choose: play, fold; not “raise”." in told
    assert "That takes $10 and you have $5; bet less or buy in." in told
    assert "You buy in for $15." in told
    assert "of it bought in again" in told


def test_who_has_less_than_the_least_bet_is_told_to_buy_in():
    told = say(evening("three-card-poker", bankroll_cents=300), "ante 5")
    assert "The least bet is $5: buy or quit." in told
    assert "That takes $5 and you have $3; bet less or buy in." in told


def test_bots_come_and_go_and_what_they_do_is_told_shortly():
    session = evening("stadium-three-card-poker")
    told = say(session, "bots 2", "bots 1", "least", "pick 1 2 3", "deal", "fold")
    assert "Seat 3 bets nothing." in told
    assert "spots." in told
    assert "Seat 2: " in told


def test_help_log_rules_and_proof_answer_at_any_time():
    session = evening("pick-2-poker")
    told = say(session, "help", "log", "rules", "proof", "least", "deal", "log", "help", "hint")
    assert told.count("While bets are open:") == 2
    assert "No round that can be checked is over yet." in told
    assert "Pay table “Sheet”:\n  Royal Flush: 500 to 1" in told
    assert told.count("No more bets.") == 2


def test_a_pipe_echoes_what_is_read_and_a_terminal_does_not():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    piped, typed = io.StringIO(), io.StringIO()
    assert StreamLines(io.StringIO("deal\n"), piped).read() == "deal"
    assert StreamLines(Terminal("deal\n"), typed).read() == "deal"
    assert piped.getvalue() == "> deal\n"
    assert typed.getvalue() == "> "


def test_colour_marks_the_red_suits_only_where_it_is_wanted():
    plain, coloured = io.StringIO(), io.StringIO()
    plain_lines = StreamLines(io.StringIO(), plain)
    coloured_lines = StreamLines(io.StringIO(), coloured, has_colour=True)
    for lines in (plain_lines, coloured_lines):
        lines._can_show_suits = True
        lines.write("You get 10♥ A♠.")
    assert plain.getvalue() == "You get 10♥ A♠.\n"
    assert coloured.getvalue() == "You get \033[31m10♥\033[0m A♠.\n"


def test_bytes_that_are_no_text_end_the_evening_politely():
    done = subprocess.run(
        [COMMAND, "play", "three-card-poker", "--seed", SEED],
        input=b"ante 10\n\xff\xfe\n",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert b"You leave with $1,000" in done.stdout


def test_the_full_screen_is_imported_only_to_be_shown():
    code = (
        "import sys, croupier.cli.app, croupier.terminal.lines; "
        "sys.exit(any(name.split('.')[0] == 'textual' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_what_a_player_has_picked_is_told_as_his_hand_when_he_decides():
    told = say(
        evening("stadium-three-card-poker", cards="9c 4h 2s 7d 6c Kc Js Ac Jh"),
        *("least", "pick 1 5 9", "deal", "fold"),
    )
    assert "Your cells 1, 5, 9: 9♣ 6♣ J♥.\nPlay or fold?" in told


def test_the_hand_that_is_asked_about_is_told_where_there_are_several():
    told = say(
        evening("roll-your-own-blackjack", cards="8s 8d Kc 2c 6h 9c"), "least", "deal", "alone 3"
    )
    assert "Your Blackjack 1: 8♠ 8♦.\nHard 16: how do you play? (Blackjack 1)" in told
    assert "Your Blackjack 2" not in told.split("Hard 16")[0]


def test_cards_says_what_lies_on_the_table_and_no_more_than_is_seen():
    session = evening("roll-your-own-blackjack", cards="8s 8d Kc Jh 2d 3d 2c 6h 9c", bots=1)
    told = say(session, "cards", "least", "deal", "cards").split("> ")[-1]
    assert "No cards lie on the table yet." in told
    for line in (
        "The dealer's Hand: 6♥ and 1 card face down.",
        "Burned: 1 card face down.",
        "Your Hand: 8♠ 8♦ K♣.",
        "Seat 2's Hand: 3 cards face down.",
    ):
        assert line in told


def test_a_spot_without_an_amount_is_asked_how_much():
    told = say(evening("three-card-poker"), "pair plus")
    assert "How much on Pair Plus? Say it like “Pair Plus 10”." in told


class OneBet(Higher):
    """A game whose only spot has the name of what is done there."""

    def wagers(self, rules):
        return (Wager("Bet", "The higher card.", Limit(100, 10_000, 100), (Compulsory(),)),)


def test_a_spot_that_is_called_bet_can_be_bet_on():
    game = OneBet()
    session = Session(game, settings_for(game), Decks(game.devices[0], master=MASTER))
    assert "On your slip: Bet $5." in say(session, "bet 5")
