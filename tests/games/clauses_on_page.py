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
    """The first cells of all rows of all tables of the page; None where there is no page yet."""
    page = page_of(game_id)
    if not page.exists():
        return None
    rows = re.findall(r"^\|([^|\n]*)\|", page.read_text(encoding="utf-8"), re.MULTILINE)
    return frozenset(cell.strip().strip("`*").strip() for cell in rows)
