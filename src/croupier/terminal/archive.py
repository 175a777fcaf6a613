"""Where the records of rounds are kept, for `croupier replay` to read."""

from collections.abc import Iterable
from pathlib import Path

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection
from croupier.table.events import Event
from croupier.table.record import write_round

__all__ = ["Archive"]


class Archive:
    """A folder, a file to a round; or one file, and beside it one for each further round."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._is_file = path.suffix == ".json"
        folder = path.parent if self._is_file else path
        try:
            # Better now than after the first round.
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise _unavailable(folder, problem) from problem

    def write(self, events: Iterable[Event], round_number: int) -> Path:
        """Writes a round, and says where."""
        path = self._path_for(round_number)
        try:
            path.write_text(write_round(events), encoding="utf-8")
        except OSError as problem:
            raise _unavailable(path, problem) from problem
        return path

    def _path_for(self, round_number: int) -> Path:
        if self._is_file:
            further = "" if round_number == 1 else f"-{round_number}"
            return self._path.with_name(f"{self._path.stem}{further}.json")
        # A folder may hold the rounds of other evenings: theirs are not overwritten.
        number = round_number
        while (path := self._path / f"round-{number:03}.json").exists():
            number += 1
        return path


def _unavailable(path: Path, problem: OSError) -> Rejection:
    why = problem.strerror or str(problem)
    return Rejection(Code.FILE_UNAVAILABLE, f"{quoted(str(path))} cannot be written: {why}.")
