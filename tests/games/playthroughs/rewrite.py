"""Writes the recorded playthroughs anew, after a change that is meant to change them.

    .venv/bin/python -m tests.games.playthroughs.rewrite
    .venv/bin/python -m tests.games.playthroughs.rewrite three-card-poker

What stands above the dashes of a file is kept, what stands under them is what the game now
does. Read the difference before you commit it: that is what the files are for.
"""

import sys

from ..playthrough import files, head_of, whole  # noqa: TID252 (run as a module of the tests)


def main() -> None:
    """Rewrites the files of the games named, or of all."""
    wanted = set(sys.argv[1:])
    for path in files():
        if not wanted or path.parent.name in wanted:
            before = path.read_text(encoding="utf-8")
            after = whole(head_of(before))
            if after != before:
                path.write_text(after, encoding="utf-8")
                print(f"written: {path.parent.name}/{path.name}")


if __name__ == "__main__":
    main()
