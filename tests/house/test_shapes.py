"""What has not the shape it should have is refused in words that say what would be right."""

import pytest

from croupier.rejection import Code, Rejection
from croupier.web.wire import parse_command

SIT = {"id": "a", "do": "sit", "credit_cents": 500}


def without(name):
    return {key: value for key, value in SIT.items() if key != name}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "“do” is missing."),
        (without("credit_cents"), "“credit_cents” is missing."),
        (without("id"), "“id” is missing."),
        ({**SIT, "do": "sitt"}, "“do” cannot be “sitt”; did you mean “sit”?"),
        ({**SIT, "do": "x" * 1000}, "“do” cannot be “xxxxxxxxxxxxxxxxxxxxxxxx…”; there are: sit,"),
        ({**SIT, "id": "a b"}, "“id” must be 1 to 64 letters, digits,"),
        ({**SIT, "credit_cents": 5.5}, "“credit_cents” must be a whole number."),
        ({**SIT, "credit_cents": "5"}, "“credit_cents” must be a whole number."),
        ({**SIT, "credit_cents": True}, "“credit_cents” must be a whole number."),
        ({**SIT, "credit_cents": -5}, "“credit_cents” must be at least 1."),
        ({**SIT, "credit_cents": 10**400}, "“credit_cents” must be at most 1000000000000000."),
        ({**SIT, "seats": 1}, "“seats” is nothing that is known here; leave it out."),
        ([], "What was sent must be an object in JSON,"),
        (
            {"id": "a", "do": "bet", "seat": 1, "stakes": {"Ante": None}},
            "“stakes.Ante” must be a whole number.",
        ),
        ({"id": "a", "do": "bet", "seat": 1, "stakes": 5}, "“stakes” must be an object."),
        (
            {"id": "a", "do": "take_position", "role": "boss"},
            "“role” cannot be “boss”; there are: dealer, supervisor.",
        ),
        ({"id": "a", "do": "report", "kind": "jam", "detail": ""}, "“kind” cannot be “jam”;"),
        ({"id": "a", "do": "void_round", "round": 1, "reason": ""}, "“reason” is empty; give it."),
        (
            {"id": "a", "do": "void_round", "round": 1, "reason": "x" * 501},
            "“reason” must have at most 500 characters.",
        ),
    ],
    ids=lambda value: str(value)[:30] if isinstance(value, str) else "",
)
def test_the_first_thing_that_is_wrong_is_said_in_a_sentence(sent, said):
    with pytest.raises(Rejection) as refused:
        parse_command(sent)
    assert refused.value.code is Code.COMMAND_INVALID
    assert refused.value.detail.startswith(said)
    assert refused.value.detail[-1] in ".?"
