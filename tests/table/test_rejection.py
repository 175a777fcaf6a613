"""Refusals: one closed list of codes, each in use, each refusal a code and a sentence."""

import pickle
import re
from pathlib import Path

import pytest

import croupier
from croupier.rejection import Code, Rejection

SOURCE = Path(croupier.__file__).parent


def test_no_two_codes_share_a_value():
    values = [code.value for code in Code.__members__.values()]
    assert len(set(values)) == len(values) == len(Code.__members__)


@pytest.mark.parametrize("code", Code)
def test_a_code_is_its_name_in_small_letters(code):
    assert code.value == code.name.lower()


@pytest.fixture(scope="module")
def source_text():
    return "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))


@pytest.mark.parametrize("code", Code)
def test_every_code_is_given_somewhere_in_the_source(code, source_text):
    assert re.search(rf"\bCode\.{code.name}\b", source_text)


def test_a_rejection_reads_as_its_sentence():
    assert str(Rejection(Code.NO_WAGERS, "Nobody has bet.")) == "Nobody has bet."


def test_a_rejection_travels_as_code_and_detail():
    rejection = Rejection(Code.NO_WAGERS, "Nobody has bet.")
    assert rejection.to_json() == {"code": "no_wagers", "detail": "Nobody has bet."}
    assert type(rejection.to_json()["code"]) is str


def test_a_rejection_survives_being_sent_to_another_process():
    sent = pickle.loads(pickle.dumps(Rejection(Code.NO_WAGERS, "Nobody has bet.")))
    assert (sent.code, sent.detail) == (Code.NO_WAGERS, "Nobody has bet.")
