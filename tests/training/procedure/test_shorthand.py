"""Short forms of a dealer's moves: each means one move, and the long form always itself."""

import pytest

from croupier.rejection import Code, Rejection
from croupier.table.places import Place
from croupier.table.registry import game_ids
from croupier.training.lesson import Lesson
from croupier.training.procedure import (
    CallWords,
    Palette,
    ProcedureRun,
    palette,
    parse_move,
    procedure_of,
    wrong_moves,
)
from croupier.training.procedure.reading import FORMS
from croupier.training.procedure.shorthand import LETTERS, Shorthand

KNOWN = Palette(
    verbs=(),
    acts=("Inspect the deck", "Cut the deck", "Shuffle the deck"),
    places=(
        Place.of_table("Burned"),
        Place.of_table("Cell 1"),
        Place.of_table("Cell 2"),
        Place.of_dealer("Best three"),
        Place.of_dealer("Hand"),
        Place.of_seat(1, "Hand"),
        Place.of_seat(1, "Play"),
        Place.of_seat(3, "Split"),
    ),
    seats=(1, 2, 3),
    playing=(1, 3),
    spots=("Ante", "Ante Bonus", "Pair Plus", "High Card", "Row 1"),
    calls=(CallWords(Place.of_dealer("Hand"), ("ace high", "pair of nines", "hard 17")),),
)
SHORT = Shorthand(KNOWN)


def test_every_verb_has_a_letter_of_its_own():
    assert sorted(LETTERS.values()) == sorted(FORMS)


@pytest.mark.parametrize("game", game_ids())
def test_the_long_form_of_any_move_is_read_as_itself(game):
    procedure = procedure_of(Lesson.of(game), 7, 2)
    short = Shorthand(palette(procedure))
    for at, stage in enumerate(procedure.stages):
        for move in (stage.wanted, *(slip.move for slip in wrong_moves(procedure, at))):
            assert short.read(str(move)) == parse_move(str(move)) == move


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("i 1", "do Inspect the deck"),
        ("do cut", "do Cut the deck"),
        ("I shuffle the deck", "do Shuffle the deck"),
        ("do juggle", "do juggle"),
        ("inspect", "do Inspect the deck"),
        ("CUT the", "do Cut the deck"),
        ("o", "open bets"),
        ("open", "open bets"),
        ("n", "close bets"),
        ("no more bets", "close bets"),
        ("r", "release rest"),
        ("e", "collect"),
        ("coll", "collect"),
        ("d 1 3 d", "deal seat 1/Hand 3 down"),
        ("deal s1/p 2 up", "deal seat 1/Play 2 up"),
        (
            "deal cell 1 1 up, cell 2 1 up",
            "deal table/Cell 1 1 up, table/Cell 2 1 up",
        ),
        ("d c1 1 u and c2 1 u", "deal table/Cell 1 1 up, table/Cell 2 1 up"),
        ("d ce 2 1 u", "deal table/Cell 2 1 up"),
        (
            "d burned 1 d, d 1 u, d 1 d",
            "deal table/Burned 1 down, dealer/Hand 1 up, dealer/Hand 1 down",
        ),
        ("t burned", "turn table/Burned"),
        ("p 1 ante 2x25,1x5", "pay seat 1 Ante $55"),
        ("p 1 ante 2x25 and 5", "pay seat 1 Ante $55"),
        ("d t/b 1 d, d/h 1 u", "deal table/Burned 1 down, dealer/Hand 1 up"),
        ("d 2/h 3 d", "deal seat 2/h 3 down"),
        ("t d", "turn dealer/Hand"),
        ("t d/best", "turn dealer/Best three"),
        ("turn 3", "turn seat 3/Split"),
        ("m d 2 1 3 to d/bt u", "move dealer/Hand 2,1,3 to dealer/Best three up"),
        ("a all", "ask 1, 3"),
        ("a 3 1", "ask 1, 3"),
        ("a 3 3/s", "ask 3 seat 3/Split"),
        ("c d 2", "call dealer/Hand: pair of nines"),
        ("c d: ace high", "call dealer/Hand: ace high"),
        ("c d: hard 17", "call dealer/Hand: hard 17"),
        ("p 1 ante 10", "pay seat 1 Ante $10"),
        ("p 1 ab 10", "pay seat 1 Ante Bonus $10"),
        ("pay seat 1 pp 2x$25 1x$5", "pay seat 1 Pair Plus $55"),
        ("k 3 row 1 7.50", "take seat 3 Row 1 $7.50"),
        ("u 1 ante", "push seat 1 Ante"),
        ("u 3 row 1", "push seat 3 Row 1"),
        ("h 1 high 7.50", "half seat 1 High Card $7.50"),
        ("p 3 ante on 3/split 5", "pay seat 3 Ante on seat 3/Split $5"),
    ],
)
def test_a_short_form_is_made_long(said, meant):
    assert SHORT.read(said) == parse_move(meant)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("do", "1: Inspect the deck; 2: Cut the deck"),
        ("i", "by number or in words"),
        ("c d", "2: pair of nines"),
        ("p 1 a 10", "may be Ante, Ante Bonus"),
        ("d 1", "say it like: deal"),
        ("x", "nothing a dealer does"),
        ("p", "say it like: pay"),
        ("p 1 ante 2x25 2x", "say it like: pay"),
        ("a", "say it like: ask"),
    ],
)
def test_what_is_not_enough_is_refused_with_what_is(said, why):
    with pytest.raises(Rejection) as refused:
        SHORT.read(said)
    assert refused.value.code is Code.ANSWER_INVALID
    assert why in refused.value.detail


@pytest.mark.parametrize("game", game_ids())
def test_the_shortest_way_to_name_a_place_means_it(game):
    known = palette(procedure_of(Lesson.of(game), 7, 2))
    short = Shorthand(known)
    for place in known.places:
        assert short.read(f"t {short.short(place)}") == parse_move(f"turn {place}")
        assert len(short.short(place)) <= len(str(place))


def test_a_refusal_shows_the_form_with_names_of_this_table():
    short = Shorthand(palette(procedure_of(Lesson.of("stadium-three-card-poker"), 7, 2)))
    with pytest.raises(Rejection, match="say it like: deal table/Cell 1 1 up, table/Cell 2 1 up"):
        short.read("deal cards")


@pytest.mark.parametrize("is_free_run", [False, True])
def test_who_deals_may_say_it_short_wherever_he_deals(is_free_run):
    """On a page and in an examination it is read as at a terminal."""
    procedure = procedure_of(Lesson.of("three-card-poker"), 7, 1)
    run = ProcedureRun(procedure, is_free_run)
    assert run.say("inspect").is_right
    assert run.say("put the deck into the shuffler").is_right
    assert run.say("o").said == "open bets"
    with pytest.raises(Rejection):
        run.say("dance")
    assert run.at == 3
