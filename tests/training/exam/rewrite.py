"""Writes the examples of examinations anew, after a change that is meant to change them.

    .venv/bin/python -m tests.training.exam.rewrite
    .venv/bin/python -m tests.training.exam.rewrite pick-2-poker

A change of a rule, of what a drill asks or of how a round is dealt changes what an examination
asks for its seed. Read the difference before you commit it.
"""

import json
import sys

from .examples import EXAMPLES, example, path_of  # run as a module of the tests


def main() -> None:
    """Rewrites the examples of the games named, or of all."""
    wanted = set(sys.argv[1:]) or set(EXAMPLES)
    for game in sorted(wanted):
        text = json.dumps(example(game).to_json(), ensure_ascii=False, indent=1) + "\n"
        path = path_of(game)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"written: {path.name}")


if __name__ == "__main__":
    main()
