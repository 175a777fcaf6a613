"""The page of the API is true: its round with curl and its bot are run as they are written."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.test_web import serving

from croupier.house.accounts import Money
from croupier.house.happenings import Role
from croupier.house.picture import Status
from croupier.house.terms import TableKind
from croupier.table.waiting import step_name
from croupier.web.wire import parse_command

from .houses import check_books, guests, open_house, plan

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    return PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]


MATHEMATICS, SCHOOL = section("Mathematics over the API"), section("The school")


def blocks(
    language: str, page: str = PAGE.replace(MATHEMATICS, "").replace(SCHOOL, "")
) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


@pytest.fixture(scope="module")
def address():
    with serving() as (where, _):
        yield where


def there(text: str, address: str) -> str:
    assert "http://127.0.0.1:8000" in text
    return text.replace("http://127.0.0.1:8000", address)


def test_the_round_with_curl_goes_as_written(address, tmp_path):
    script = there("set -eu\n" + "\n".join(blocks("sh")), address)
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    tables, state, rules, sat, bet, played, again, rounds, left, me = answers
    assert "Three Card Poker" in [one["name"] for one in tables["tables"]]
    assert state["settings"]["game"] == "three-card-poker"
    assert rules["least_slip"] == {"stakes": {"Ante": 500}, "picks": []}
    assert sat["events"][0][1]["event"] == "seat_taken"
    dealt = [event for _, event in bet["events"] if event["event"] == "card_dealt"]
    assert [event["card"] is None for event in dealt] == [False] * 3 + [True] * 3
    assert bet["events"][-1][1]["event"] in ("decision_asked", "clock_started")
    happened = [event["event"] for _, event in played["events"]]
    assert {"wager_settled", "round_closed", "seed_revealed", "round_began"} <= set(happened)
    assert again == {**played, "is_repeated": True}
    assert rounds["rounds"]
    assert "seat_left" in [event["event"] for _, event in left["events"]]
    assert me["wallet_cents"] == 100_000 + net_cents(played)


def test_the_edge_is_asked_for_with_curl_and_answered_as_written(address):
    house = "house=http://127.0.0.1:8000\n"
    script = there(f"set -eu\n{house}{blocks('sh', MATHEMATICS)[0]}", address)
    (written,) = [one for one in map(json.loads, blocks("json", MATHEMATICS)) if one["result"]]
    for _ in range(60):
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
        answer = json.loads(done.stdout)
        if answer["state"] == "done":
            break
    assert answer == written


def test_a_question_of_the_school_is_asked_and_answered_as_written(address, tmp_path):
    comes_in = blocks("sh")[0]
    script = there("set -eu\n" + "\n".join([comes_in, *blocks("sh", SCHOOL)]), address)
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    marked = json.loads(done.stdout)
    mark, rights = marked["mark"], marked["rights"]
    assert mark["possible"] == len(rights) > 0
    assert mark["points"] == len(rights) - len(mark["mistakes"])
    assert {right["blank"] for right in rights} >= {"result"}


def net_cents(played: dict) -> int:
    back = sum(
        event["returned_cents"]
        for _, event in played["events"]
        if event["event"] == "wager_settled"
    )
    return back - 1000


def test_the_bot_plays_as_written(address, tmp_path):
    (bot,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", there(bot, address)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"(credit: \d+ cents\n){3}", done.stdout)


def test_the_round_dealt_by_hand_goes_as_written(tmp_path):
    (block,) = blocks("json")
    lines = [json.loads(line) for line in block.splitlines()]

    async def play():
        table = plan("three-card-poker", kind=TableKind.HUMAN)
        async with open_house(tmp_path / "house.db", table) as office:
            people = {
                role.value: (await office.add_user(role, role, {role}, Money.PLAY, by=None))[1]
                for role in (Role.DEALER, Role.SUPERVISOR)
            }
            (people["player"],) = await guests(office, 1)
            for number, line in enumerate(lines):
                who = people[line.pop("who")]
                if "step" in line:
                    assert step_name(office.house.tables[1].round.waiting.step) == line["step"]
                command = parse_command({"id": f"line-{number}", **line}).command()
                assert await office.house.command(1, who, command, f"line-{number}")
            picture = office.house.tables[1].picture
            assert picture.round == 1
            assert not picture.round_is_on
            assert picture.status is Status.CLOSING

    asyncio.run(play())
    check_books(tmp_path / "house.db")


def rows(heading):
    """By what the tables under a heading name first: the words beside it."""
    lines = re.findall(r"^\| (`.*?) \| (.*) \|$", section(heading), re.MULTILINE)
    return {name: words for first, words in lines for name in re.findall(r"`(\w+)`", first)}


@pytest.fixture(scope="module")
def described(address):
    return httpx.get(f"{address}/api/openapi.json").json()


@pytest.fixture(scope="module")
def schemas(described):
    return described["components"]["schemas"]


def test_the_page_has_every_field_of_a_table(schemas):
    state = schemas["TableState"]["properties"]
    assert list(rows("What a table looks like")) == list(state)


@pytest.mark.parametrize("name", ["seats", "clock", "form", "decks", "status"])
def test_the_page_has_every_field_and_value_of_what_a_table_shows(schemas, name):
    shown = schemas["TableState"]["properties"][name]
    (found,) = re.findall(r"schemas/(\w+)'", str(shown))
    words = rows("What a table looks like")[name]
    wanted = schemas[found].get("enum") or schemas[found]["properties"]
    assert set(wanted) <= set(re.findall(r"`(\w+)`", words))


def test_the_page_has_every_message_of_the_server_with_its_fields(schemas):
    told_of = rows("The socket")
    for kind, where in schemas["ServerMessage"]["discriminator"]["mapping"].items():
        if kind != "snapshot":
            told = set(re.findall(r"`(\w+)`", told_of[kind]))
            properties = set(schemas[where.rpartition("/")[2]]["properties"])
            assert properties - {"type"} <= told, kind


def test_the_page_has_all_that_changes_something_and_has_no_id(described, schemas):
    found = set()
    for path, methods in described["paths"].items():
        body = methods.get("post", {}).get("requestBody")
        if "post" in methods and not (body and has_id(schemas, body)):
            found.add(path.replace("{table}", "4"))
    named = re.findall(r"`(?:POST )?(/api/\S+|…/\S+)`", section("What has no id"))
    assert {name.replace("…", "/api/tables/4") for name in named} == found


def has_id(schemas, body):
    schema = body["content"]["application/json"]["schema"]
    name = schema.get("$ref") or schema["oneOf"][0]["$ref"]
    return "id" in schemas[name.rpartition("/")[2]]["properties"]
