"""Files of rows, written in pieces: Parquet, CSV, JSON."""

import csv
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, Protocol, Self

import orjson

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["KINDS", "RowFile", "file_for", "require_kind", "whole_file"]

KINDS: Final = (".parquet", ".csv", ".json", ".jsonl")

Rows = Sequence[tuple[Any, ...]]


class RowFile(Protocol):
    """A file that rows are written to."""

    def write(self, rows: Rows) -> None:
        """Writes the next piece."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *failure: object) -> None: ...


def require_kind(name: str) -> None:
    """Refuses a name whose ending says nothing, and a program that cannot write such a file."""
    suffix = Path(name).suffix.lower()
    if suffix not in KINDS:
        raise Rejection(
            Code.FILE_KIND_UNKNOWN,
            f"{quoted(name, longest=100)} does not end with {', '.join(KINDS[:-1])} or "
            f"{KINDS[-1]}, which is what is written.",
        )
    if suffix == ".parquet":
        _polars()


def file_for(path: Path, suffix: str, columns: Mapping[str, type]) -> RowFile:
    """The file of that kind at that path, for rows of these columns."""
    match suffix.lower():
        case ".parquet":
            return _Parquet(path, columns)
        case ".csv":
            return _Csv(path, columns)
        case ".json":
            return _Json(path, columns, (b"[\n", b",\n", b"\n]\n"))
        case _:
            return _Json(path, columns, (b"", b"\n", b"\n"))


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Where to write a file that takes its name when it is whole; what fails leaves nothing."""
    made: Path | None = None
    try:
        target = path.resolve()
        with tempfile.NamedTemporaryFile(
            dir=target.parent, prefix=f".{target.name[:100]}-", delete=False
        ) as file:
            made = Path(file.name)
        yield made
        # As any other new file would be; a temporary one is readable by nobody else.
        mask = os.umask(0)
        os.umask(mask)
        made.chmod(0o666 & ~mask)
        with made.open("rb") as file_again:
            os.fsync(file_again.fileno())
        made.replace(target)
    except OSError as problem:
        raise Rejection(
            Code.FILE_UNAVAILABLE,
            f"The file {quoted(path, longest=100)} cannot be written: "
            f"{problem.strerror or problem}.",
        ) from None
    finally:
        if made is not None:
            made.unlink(missing_ok=True)


class _Csv:
    def __init__(self, path: Path, columns: Mapping[str, type]) -> None:
        self._file: IO[str] = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file)
        self._writer.writerow(columns)

    def write(self, rows: Rows) -> None:
        self._writer.writerows(rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self._file.close()


class _Json:
    def __init__(
        self, path: Path, columns: Mapping[str, type], marks: tuple[bytes, bytes, bytes]
    ) -> None:
        self._file: BinaryIO = path.open("wb")
        self._columns = tuple(columns)
        self._begin, self._between, self._end = marks
        self._is_empty = True
        self._file.write(self._begin)

    def write(self, rows: Rows) -> None:
        for row in rows:
            if not self._is_empty:
                self._file.write(self._between)
            self._is_empty = False
            self._file.write(orjson.dumps(dict(zip(self._columns, row, strict=True))))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        if not self._is_empty or self._begin:
            self._file.write(self._end)
        self._file.close()


class _Parquet:
    """Pieces of their own first, which are then put together without being held in memory."""

    def __init__(self, path: Path, columns: Mapping[str, type]) -> None:
        self._path = path
        self._polars = _polars()
        pl = self._polars
        kinds = {int: pl.Int64, str: pl.String, bool: pl.Boolean}
        self._schema = {name: kinds[kind] for name, kind in columns.items()}
        self._stack = ExitStack()
        # Beside the file: whoever removes its folder removes these, also of who was ended.
        folder = tempfile.TemporaryDirectory(prefix="croupier-export-", dir=path.parent)
        self._folder = Path(self._stack.enter_context(folder))
        self._pieces: list[Path] = []

    def write(self, rows: Rows) -> None:
        piece = self._folder / f"{len(self._pieces)}.parquet"
        self._polars.DataFrame(list(rows), schema=self._schema, orient="row").write_parquet(piece)
        self._pieces.append(piece)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        with self._stack:
            if failure[0] is not None:
                return
            if not self._pieces:
                self.write(())
            self._polars.scan_parquet(self._pieces).sink_parquet(self._path)


def _polars() -> Any:
    try:
        import polars as pl  # noqa: PLC0415 (large, and not installed everywhere)
    except ImportError:
        raise Rejection(
            Code.PACKAGE_MISSING,
            "To write Parquet the package polars is needed: pip install 'croupier[parquet]'.",
        ) from None
    return pl
