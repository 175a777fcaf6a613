"""Tables as Parquet files: whole under their name, or not there at all."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.simulation.rounds import Run
from croupier.simulation.whole_file import write_whole

__all__ = ["require_parquet", "run_table", "write_parquet"]


def require_parquet(name: str) -> None:
    """Refuses a name that is not of a Parquet file, and a program that cannot write one."""
    if Path(name).suffix.lower() != ".parquet":
        raise Rejection(
            Code.FILE_KIND_UNKNOWN,
            f"{quoted(name, longest=100)} does not end with .parquet, which is what is written.",
        )
    _polars()


def _polars() -> Any:
    try:
        import polars as pl  # noqa: PLC0415 (large, and not installed everywhere)
    except ImportError:
        raise Rejection(
            Code.PACKAGE_MISSING,
            "To write Parquet the package polars is needed: pip install 'croupier[parquet]'.",
        ) from None
    return pl


def write_parquet(name: str, columns: Mapping[str, Sequence[Any]]) -> None:
    """Writes a table, whole."""
    data = BytesIO()
    _polars().DataFrame(columns).write_parquet(data)
    write_whole(name, data.getvalue())


def run_table(run: Run) -> dict[str, list[Any]]:
    """A line for every part of a run: which rounds, and what every bet brought in them."""
    table: dict[str, list[Any]] = {
        "first_round": [played.part.first for played in run.parts],
        "rounds": [played.moments.rounds for played in run.parts],
        "added_cents": [played.added_cents for played in run.parts],
    }
    for bet in run.scenario.columns.bets:
        both = [played.moments.together(bet.columns) for played in run.parts]
        table[f"{bet.name}: net_cents"] = [net for net, _ in both]
        # Of large stakes the squares are larger than any whole number of a file can be.
        squares = [square for _, square in both]
        fits = all(square < 2**63 for square in squares)
        table[f"{bet.name}: net_cents_squared"] = squares if fits else list(map(float, squares))
    return table
