"""Writes what the pages are held against anew, after a change that is meant to change it.

    .venv/bin/python -m tests.pages.rewrite
    .venv/bin/python -m tests.pages.rewrite slips.json

Read the difference before you commit it, and see that the tests of the pages still pass.
"""

import sys

from .fixtures import FIXTURES, path_of, text_of


def main() -> None:
    """Rewrites the files named, or all."""
    wanted = set(sys.argv[1:])
    for name in FIXTURES:
        path = path_of(name)
        if wanted and path.name not in wanted:
            continue
        before = path.read_text(encoding="utf-8") if path.exists() else None
        after = text_of(name)
        if after != before:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(after, encoding="utf-8")
            print(f"written: {name}, {len(after.encode()):,} bytes")


if __name__ == "__main__":
    main()
