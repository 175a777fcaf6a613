"""Plans kept on disk: some take a while to find, and stay the same as long as the rules do.

They are kept beside what bets are worth, under a digest of everything they depend on, as plain
arrays. A file that is damaged is not used; a folder that cannot be written costs time alone.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final, get_type_hints

import numpy as np

import croupier
from croupier.analysis.cache import cache_folder, source_digest, write_kept
from croupier.table.codec import to_json
from croupier.table.game import Game
from croupier.table.prepared import PreparedTable
from croupier.table.ruling import readings_of
from croupier.table.worth import Progress, quietly

__all__ = ["found_plan"]

_BETWEEN: Final = "."


def found_plan(
    game: Game[Any], table: PreparedTable, strategy: str, progress: Progress = quietly
) -> Any:
    """The plan of a strategy, found now or before."""
    kernel = game.kernel()
    assert kernel is not None, "only a game with a kernel has plans"
    file = _file(game, table, strategy)
    known = _read(file, kernel.plan_type)
    if known is not None:
        return known
    plan = kernel.plan(strategy, table.rules, table.pay_tables, progress)
    _write(file, plan)
    return plan


def _file(game: Game[Any], table: PreparedTable, strategy: str) -> Path:
    key = {
        "game": game.id,
        "rules_version": game.rules_version,
        "croupier": croupier.__version__,
        "source": source_digest(type(game).__module__),
        "strategy": strategy,
        "readings": dict(readings_of(table.rules)),
        "pay_tables": {spot: to_json(one) for spot, one in sorted(table.pay_tables.items())},
    }
    text = json.dumps(key, sort_keys=True)
    name = f"{hashlib.sha256(text.encode()).hexdigest()}.npz"
    return cache_folder().expanduser() / "plans" / name


def _arrays(plan: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every array of a tuple and of the tuples in it, with a name."""
    for name, value in plan._asdict().items():
        if hasattr(value, "_asdict"):
            yield from _arrays(value, f"{before}{name}{_BETWEEN}")
        else:
            yield f"{before}{name}", np.asarray(value)


def _read(file: Path, kind: type[Any]) -> Any:
    try:
        with np.load(file, allow_pickle=False) as kept:
            return _rebuilt(kind, dict(kept))
    except (OSError, RuntimeError, ValueError, LookupError, TypeError, EOFError):
        return None
    except zipfile.BadZipFile:
        return None


def _rebuilt(kind: type[Any], kept: dict[str, Any], before: str = "") -> Any:
    values = {}
    for name, hint in get_type_hints(kind).items():
        if isinstance(hint, type) and hasattr(hint, "_fields"):
            values[name] = _rebuilt(hint, kept, f"{before}{name}{_BETWEEN}")
        else:
            array = kept[f"{before}{name}"]
            values[name] = array.item() if hint in (int, bool, float) else array
    return kind(**values)


def _write(file: Path, plan: Any) -> None:
    try:
        data = BytesIO()
        np.savez(data, **dict(_arrays(plan)))
        write_kept(file, data.getvalue())
    except (OSError, RuntimeError):
        # It is found again the next time.
        return
