"""Writes the types of the API for the pages, from the document that the server describes it with.

.venv/bin/python tools/api_types.py            writes frontend/src/api/schema.d.ts
.venv/bin/python tools/api_types.py --check    says whether it is what would be written
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import orjson
from sqlalchemy import create_engine

from croupier.house.config import usual_config
from croupier.house.office import Office
from croupier.web.app import create_app

ROOT: Final = Path(__file__).parent.parent
TYPES: Final = ROOT / "frontend" / "src" / "api" / "schema.d.ts"


def document() -> bytes:
    """The description, of a house that is never opened: it does not depend on what is in there."""
    app = create_app(Office(create_engine("sqlite://"), usual_config()))
    return orjson.dumps(app.openapi())


def types() -> str:
    """The types, as openapi-typescript makes them."""
    with TemporaryDirectory() as folder:
        described, made = Path(folder) / "openapi.json", Path(folder) / "schema.d.ts"
        described.write_bytes(document())
        done = subprocess.run(  # noqa: S603 (a program of this checkout)
            [ROOT / "tools" / "npm.sh", "run", "--silent", "api", "--", described, "-o", made],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"openapi-typescript failed:\n{done.stdout}{done.stderr}")
        return made.read_text(encoding="utf-8")


def main() -> None:
    """Writes them, or compares."""
    found = TYPES.read_text(encoding="utf-8") if TYPES.exists() else ""
    made = types()
    if sys.argv[1:] == ["--check"]:
        if found != made:
            sys.exit(
                f"{TYPES.relative_to(ROOT)} is not what the API is now; make api writes it anew"
            )
        return
    if found != made:
        TYPES.parent.mkdir(parents=True, exist_ok=True)
        TYPES.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
