"""The API against its own description: whatever fits it or does not, is answered as it says."""

from collections import Counter

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from croupier.rejection import Code

from .apis import CASH_TABLE, new_id, refused, served

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
LEFT_ALONE = {"/api/log-out", "/api/me/password"}
"""What would end the session under which everything is asked."""
STADIUM = {"name": "Arena", "game": "stadium-three-card-poker"}
BY_HAND = {"name": "By hand", "game": "pick-2-poker", "terms": {"kind": "human"}}


@pytest.fixture(scope="module")
def house():
    with served([CASH_TABLE, STADIUM, BY_HAND]) as found:
        for name in ("Ada", "Bob"):
            found.sam.do(f"/api/users/{found.user(name)}/buy-in", cents=100_000)
        found.ada.tell(1, "sit", seat=1, credit_cents=50_000)
        found.ada.tell(1, "bet", seat=1, stakes={"Ante": 500}, is_ready=True)
        found.ada.tell(1, "choose", seat=1, option="play")
        # Ann is then the only administrator, and cannot be shut out by what she sends herself.
        found.ada.do("/api/school/three-card-poker/exams", status=201)
        first = found.office.people.find("administrator").user
        found.ann.do(f"/api/users/{first}/disabled", is_disabled=True)
        yield found


@pytest.fixture(scope="module")
def description(house):
    # Everybody sends his own cookie and token; none are made up.
    config = schemathesis.Config.from_dict({"generation": {"with-security-parameters": False}})
    return schemathesis.openapi.from_url(f"{house.address}/api/openapi.json", config=config)


def operations(description):
    return [found.ok() for found in description.get_all_operations()]


def test_the_description_is_open_to_all_and_says_of_everything_how_it_is_refused(house):
    described = house.visitor().look("/api/openapi.json")["paths"]
    assert len(described) > 30
    for path, methods in described.items():
        for one in methods.values():
            assert one["summary"], path
            if path.startswith("/api"):
                refusal = one["responses"]["409"]["content"]["application/json"]["schema"]
                assert refusal["$ref"].endswith("/Refusal"), path


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nothing", "/api/tables/1/nothing", "/api/users/", "/%00"]
)
def test_what_is_not_there_is_refused(house, path):
    refused(house.ann.get(path), 404)


def test_a_method_that_a_path_does_not_know_is_refused(house):
    described = house.ann.look("/api/openapi.json")["paths"]
    for path, methods in described.items():
        where = path.replace("{what}", "rounds").replace("{", "").replace("}", "")
        for method in {"get", "put", "post", "patch", "delete", "trace"} - set(methods):
            answer = house.ann.http.request(method, where)
            refused(answer, 405)
            assert set(answer.headers["allow"].lower().split(", ")) <= {*methods, "head"}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"id"',
        b"\xff\xfe",
        b'{"id": "x", "name": "\\ud800"}',
        b'{"id": "x", "name": "a", "name": 5}',
        b'{"id": "x", "cents": NaN}',
        b'{"id": "x", "cents": 1e400}',
        b'{"id": "x", "cents": ' + b"9" * 5_000 + b"}",
        b"[" * 30_000,
        b'{"a":' * 10_000,
    ],
    ids=lambda content: ascii(content[:20]),
)
@pytest.mark.parametrize("path", ["/api/users", "/api/vouchers", "/api/tables/1/commands"])
def test_what_is_no_request_is_refused_in_the_one_form(house, path, content):
    headers = {"X-CSRF-Token": house.ann.me["csrf"], "Content-Type": "application/json"}
    answer = house.ann.http.post(path, content=content, headers=headers)
    assert answer.status_code in (400, 422)
    refused(answer, answer.status_code)


def test_a_request_of_a_megabyte_is_refused(house):
    sent = {"id": new_id(), "name": "x" * 1_000_000}
    refused(house.ann.post("/api/users", sent), 413)


@pytest.mark.slow
@pytest.mark.parametrize(
    "who",
    [
        "nobody",
        "ada",
        *(pytest.param(who, marks=pytest.mark.long) for who in ("sam", "otto")),
        "ann",
    ],
)
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_whatever_is_sent_is_answered_as_described(house, description, who, mode):
    cookies, headers = {}, {}
    if who != "nobody":
        visitor = getattr(house, who)
        cookies = dict(visitor.http.cookies)
        headers = {"X-CSRF-Token": visitor.me["csrf"]}
    answers = Counter()
    with requests.Session() as session:

        def send(case):
            # Who comes in as a guest in between is given a cookie, and must not keep it.
            session.cookies.clear()
            answer = case.call_and_validate(
                base_url=house.address,
                session=session,
                cookies=cookies,
                headers=headers,
                checks=CHECKS,
            )
            answers[answer.status_code] += 1
            if answer.status_code >= 400:
                found = answer.json()
                assert set(found) == {"code", "detail"}
                assert found["code"] in set(Code)

        for operation in operations(description):
            if operation.path in LEFT_ALONE or not can_be(operation, mode):
                continue
            some_of(operation.as_strategy(generation_mode=mode), send)
            if mode is GenerationMode.POSITIVE:
                some_of(operation.as_strategy(**there_is(house, operation)), send)
    if mode is GenerationMode.NEGATIVE:
        assert answers[401] + answers[403] + answers[422] > 200
    elif who == "ann":
        assert answers[200] > 150
        assert answers[201] > 5


def there_is(house, operation):
    """Numbers of what there is, so that not all is answered with: no such thing."""
    known = {"table": 1, "user": house.user("Bob"), "number": 1, "seat": 1}
    known |= {"game": "three-card-poker", "drill": "payouts", "exam": 1}
    found = {}
    for place in ("path_parameters", "query"):
        taken = {one.name for one in getattr(operation, place)}
        found[place] = {name: number for name, number in known.items() if name in taken}
    return {place: names for place, names in found.items() if names or place == "path_parameters"}


def can_be(operation, mode):
    """What takes nothing cannot be sent wrongly."""
    takes = (operation.path_parameters, operation.query, operation.body)
    return mode is GenerationMode.POSITIVE or any(len(one) for one in takes)


def some_of(cases, send):
    """Sends some cases, the same every time."""
    some = settings(
        max_examples=8,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    def sending(case):
        send(case)

    some(given(cases)(sending))()
