"""The clauses of a game, as its page in `docs/games/` lists them.

On the page every clause of the sheet stands in a table, its name in the first column:
`How to Play 7`.
"""

import re
from functools import cache
from pathlib import Path

PAGES = Path(__file__).parents[2] / "docs" / "games"


def page_of(game_id: str) -> Path:
    """Where the game is written down."""
    return PAGES / f"{game_id}.md"


@cache
def page_clauses(game_id: str) -> frozenset[str] | None:
    """The clauses that the page's table of clauses names; None where there is no page yet."""
    page = page_of(game_id)
    if not page.exists():
        return None
    tables = re.findall(r"^\| *clause *\|.*\n((?:\|.*\n)+)", page.read_text("utf-8"), re.MULTILINE)
    rows = [row for table in tables for row in table.splitlines()[1:]]
    assert rows, f"{page.name} has no table of clauses"
    return frozenset(row.split("|")[1].strip().strip("`*") for row in rows)
