"""What the pages are held against: made by the house in Python, read by the tests in TypeScript.

Much of what the house does is done again in the browser: slips are checked, rounds folded and
told, shuffles made again. So that both say the same, the house's answers lie as files beside the
tests of the pages. After a change that is meant, write them anew and read the difference:

    .venv/bin/python -m tests.pages.rewrite
"""

from pathlib import Path

import orjson

from .proofs import proof_fixtures
from .rounds import round_fixtures
from .slips import slip_fixtures

SOURCES = Path(__file__).parents[2] / "frontend" / "src"

FIXTURES = {
    "fairness/fixtures/proofs.json": proof_fixtures,
    "live/fixtures/rounds.json": round_fixtures,
    "model/fixtures/slips.json": slip_fixtures,
}
"""By file, what makes it."""


def path_of(name):
    return SOURCES / name


def text_of(name):
    """The whole file, as it would be written now: a line to a thing, so that changes are seen."""
    return f"{_written(FIXTURES[name](), 0)}\n"


def _written(thing, depth):
    """JSON, with lists and objects that are long or lie far out broken into lines."""
    flat = orjson.dumps(thing).decode()
    if not isinstance(thing, dict | list) or not thing or len(flat) <= 100 or depth >= 5:
        return flat
    if isinstance(thing, dict):
        inside = [f'"{key}":{_written(value, depth + 1)}' for key, value in thing.items()]
        return "{" + "\n" + ",\n".join(inside) + "\n}"
    return "[\n" + ",\n".join(_written(value, depth + 1) for value in thing) + "\n]"
