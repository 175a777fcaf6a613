"""Every game's page lists every clause of its sheet, and every clause has a test that exists.

The page is `docs/games/<id>.md`. Under the heading `Every clause, and the test that shows it`
stands one row for each clause: its name, what it says, and the tests that show it. A bare
`test_name` is one of the game's own, in `tests/games/clauses/test_<game>*.py`; any other is
written with its file, `tests/cards/test_deck.py::test_name`.
"""

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest

from croupier.table.registry import find_game, game_ids
from croupier.table.ruling import rulings_of, with_readings

from .clauses_on_page import PAGES, page_of

ROOT = Path(__file__).parents[2]
HEADING = "## Every clause, and the test that shows it"
COLUMNS = ["clause", "what it says", "shown by"]


def module_of(game):
    """`three_card_poker`: the folder of its source and the stem of its tests."""
    return game.id.replace("-", "_")


@cache
def text_of(game_id):
    return page_of(game_id).read_text(encoding="utf-8")


def cells(row):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip())[1:-1]]


def tables(text):
    """Every table of a page: its header and its rows, as cells."""
    found = []
    for block in re.findall(r"(?:^\|.*\|[ ]*\n)+", f"{text}\n", re.MULTILINE):
        header, _, *rows = block.splitlines()
        found.append((cells(header), [cells(row) for row in rows]))
    return found


@cache
def clause_rows(game_id):
    """The rows of the clause table: name, what it says, tests."""
    section = text_of(game_id).partition(HEADING)[2].partition("\n## ")[0]
    rows = [row for header, some in tables(section) if header == COLUMNS for row in some]
    assert rows, f"{game_id} has no clause table"
    return rows


def clauses(game_id):
    return [row[0].strip("`*") for row in clause_rows(game_id)]


@cache
def names_in(path):
    """The names of the test functions of a file, those of its classes too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    names = [node.name for node in ast.walk(tree) if isinstance(node, functions)]
    return frozenset(name for name in names if name.startswith("test_"))


def exists(named, game):
    """Whether a test named on a page is there."""
    file, _, name = named.rpartition("::")
    if file:
        return (ROOT / file).is_file() and name in names_in(ROOT / file)
    own = (ROOT / "tests/games/clauses").glob(f"test_{module_of(game)}*.py")
    return any(name in names_in(path) for path in own)


def clauses_in_source(game):
    """What the game's source names as a clause, by keyword or as a `Because`'s first word."""
    folder = Path(importlib.import_module(type(game).__module__).__file__).parent
    found = set()
    for path in folder.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call):
                given = [one.value for one in call.keywords if one.arg == "clause"]
                if isinstance(call.func, ast.Name) and call.func.id == "Because":
                    given += call.args[:1]
                for value in given:
                    found |= literals(value)
    return found


def literals(node):
    return {
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }


def named_like_clauses(game):
    """Every text in the source that looks like a clause of this sheet: `Rule 4a`."""
    sections = {re.sub(r" \w{1,2}$", "", clause) for clause in clauses(game.id)}
    pattern = re.compile(
        rf"(?:{'|'.join(map(re.escape, sorted(sections)))}) (?:\d+[a-z]?|[A-Za-z])"
    )
    folder = Path(importlib.import_module(type(game).__module__).__file__).parent
    texts = set().union(
        *(literals(ast.parse(path.read_text(encoding="utf-8"))) for path in folder.glob("*.py"))
    )
    return {text for text in texts if pattern.fullmatch(text)}


def names(text, words):
    """Whether a page names something, as a whole word."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def test_there_are_games():
    assert len(game_ids()) >= 5


def test_a_game_has_a_page_with_a_title_and_a_clause_table(game):
    assert page_of(game.id).is_file(), f"write {page_of(game.id).relative_to(ROOT)}"
    assert text_of(game.id).startswith(f"# {game.name}\n")
    assert text_of(game.id).count(HEADING) == 1
    assert clause_rows(game.id)


def test_every_row_names_a_clause_says_what_it_says_and_names_tests(game):
    for row in clause_rows(game.id):
        assert len(row) == len(COLUMNS), row
        clause, says, shown_by = row
        assert clause, row
        assert len(says.split()) >= 2, row
        assert re.fullmatch(r"`[^`]+`(?:, `[^`]+`)*", shown_by), row


def test_no_clause_stands_twice(game):
    listed = clauses(game.id)
    assert [one for one in listed if listed.count(one) > 1] == []


def test_every_test_named_on_the_page_exists(game):
    named = [
        (row[0], test) for row in clause_rows(game.id) for test in re.findall(r"`([^`]+)`", row[2])
    ]
    assert [(clause, test) for clause, test in named if not exists(test, game)] == []


def test_every_clause_the_source_names_is_on_the_page(game):
    named = clauses_in_source(game)
    assert named, "a script that names no clause"
    assert named | named_like_clauses(game) <= set(clauses(game.id))


def test_every_ruling_and_reading_is_on_the_page(game):
    for ruling in rulings_of(game.rules):
        assert ruling.clause in clauses(game.id)
        for word in (ruling.name, *map(str, ruling.readings)):
            assert f"`{word}`" in text_of(game.id), f"{ruling.name}: {word}"


def all_wagers(game):
    """Every wager it has under any one reading."""
    found = {}
    for ruling in rulings_of(game.rules):
        for reading in ruling.readings:
            for wager in game.wagers(with_readings(game.rules, {ruling.name: str(reading)})):
                found[wager.spot] = wager
    return found


def test_every_wager_and_pay_table_is_on_the_page(game):
    for spot, wager in all_wagers(game).items():
        assert names(text_of(game.id), spot), spot
        for table in wager.pay_tables:
            assert names(text_of(game.id), table.name), f"{spot}: {table.name}"


def test_every_line_of_every_pay_table_is_on_the_page_with_its_odds(game):
    """Somewhere on the page a table has the pay table's name over a column of all its odds."""
    columns = [
        (header[at].strip("`*"), paying({row[0].strip("`*"): row[at] for row in rows}))
        for header, rows in tables(text_of(game.id))
        for at in range(1, len(header))
    ]
    for spot, wager in all_wagers(game).items():
        for table in wager.pay_tables:
            pays = paying({line.name: str(line.odds) for line in table.lines})
            assert (table.name, pays) in columns, f"{spot}: {table.name}"


def paying(odds_by_line):
    """The lines that pay; `even money` and `1 to 1` are the same, and a dash is nothing."""
    plain = {"even money": "1 to 1", "–": "", "—": "", "-": ""}
    odds = {line: plain.get(written, written) for line, written in odds_by_line.items()}
    return {line: written for line, written in odds.items() if written}


def test_the_pages_are_listed_where_the_documentation_begins():
    listed = (PAGES / "index.md").read_text(encoding="utf-8")
    (toctree,) = re.findall(r"```\{toctree\}\n.*?```", listed, re.DOTALL)
    assert {line for line in toctree.splitlines() if line in game_ids()} == set(game_ids())
    for game_id in game_ids():
        assert f"]({game_id}.md)" in listed
        assert find_game(game_id).about in listed
    assert "\ngames/index\n" in (ROOT / "docs/index.md").read_text(encoding="utf-8")


def test_every_page_is_of_a_game():
    pages = {page.stem for page in PAGES.glob("*.md")} - {"index"}
    assert pages == set(game_ids())


@pytest.mark.parametrize(
    ("named", "is_there"),
    [
        ("test_the_checks_of_this_file_can_fail", False),
        ("tests/games/test_clause_tables.py::test_the_checks_of_this_file_can_fail", True),
        ("tests/games/test_clause_tables.py::test_not_written", False),
        ("tests/games/no_such_file.py::test_a", False),
    ],
)
def test_the_checks_of_this_file_can_fail(named, is_there):
    assert exists(named, find_game(game_ids()[0])) is is_there
