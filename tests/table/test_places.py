"""Places: written and read back, and who sees what lies there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.rejection import Code, Rejection
from croupier.table.places import EVERYTHING, SPECTATOR, Face, Place, Viewer

from .playing import MANY

ONE_LINE = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1)


@pytest.mark.parametrize(
    ("place", "text", "seat"),
    [
        (Place.of_seat(3, "Hand"), "seat 3/Hand", 3),
        (Place.of_seat(12_000, "Six Card"), "seat 12000/Six Card", 12_000),
        (Place.of_dealer("Hand"), "dealer/Hand", None),
        (Place.of_table("Cell 4"), "table/Cell 4", None),
    ],
)
def test_a_place_is_written_and_read_back(place, text, seat):
    assert str(place) == text
    assert Place.parse(text) == place
    assert place.seat == seat


@MANY
@given(st.integers(-1, 999_999_999), ONE_LINE)
def test_every_place_with_a_name_of_one_line_reads_back(owner, name):
    assert Place.parse(str(Place(owner, name))) == Place(owner, name)


@pytest.mark.parametrize(
    "text",
    ["", "Hand", "seat/Hand", "seat 0/Hand", "seat -1/Hand", "seat 01/Hand", "seat 3/", "dealer",
     "Dealer/Hand", "seat 3 /Hand", " seat 3/Hand", "table 1/Hand", "seat 1٣/Hand"],
)  # fmt: skip
def test_what_is_no_place_is_refused_with_an_example(text):
    with pytest.raises(Rejection, match="write it like seat 3/Hand or dealer/Hand") as refusal:
        Place.parse(text)
    assert refusal.value.code is Code.RECORD_INVALID


OWN = Place.of_seat(2, "Hand")


@pytest.mark.parametrize(
    ("viewer", "place", "face", "sees"),
    [
        (SPECTATOR, OWN, Face.UP, True),
        (SPECTATOR, OWN, Face.OWN, False),
        (SPECTATOR, OWN, Face.DOWN, False),
        (Viewer.at(2), OWN, Face.OWN, True),
        (Viewer.at(1, 2), OWN, Face.OWN, True),
        (Viewer.at(1), OWN, Face.OWN, False),
        (Viewer.at(2), OWN, Face.DOWN, False),
        (Viewer.at(2), Place.of_dealer("Hand"), Face.OWN, False),
        (EVERYTHING, OWN, Face.DOWN, True),
    ],
)
def test_who_sees_a_card_depends_on_how_it_lies_and_whose_it_is(viewer, place, face, sees):
    assert viewer.sees(place, face) is sees


def test_a_place_is_a_seats_or_the_dealers_or_nobodys():
    seats, dealers, tables = Place.of_seat(2, "Hand"), Place.of_dealer("Hand"), Place.of_table("X")
    assert [one.seat for one in (seats, dealers, tables)] == [2, None, None]
    assert [one.is_dealers for one in (seats, dealers, tables)] == [False, True, False]
    assert [one.is_tables for one in (seats, dealers, tables)] == [False, False, True]
