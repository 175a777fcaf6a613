"""Where in the log of a house an examination stands."""

from contextlib import closing
from pathlib import Path

from croupier.house.happenings import ExamGraded
from croupier.house.log import HOUSE_CHAIN, events_in
from croupier.house.reading import open_to_read, reading
from croupier.house.verify.books import Books, Database, LogFile, is_log_file
from croupier.training.exam import Record, Standing

__all__ = ["found_in"]


def found_in(name: str, record: Record) -> tuple[Standing | None, str | None]:
    """Where the record's digest stands in these books; or what is wrong, as a sentence."""
    path = Path(name)
    if is_log_file(path):
        with closing(LogFile(path)) as file:
            return _sought(file, record)
    engine = open_to_read(name)
    try:
        with reading(engine) as connection:
            return _sought(Database(connection), record)
    finally:
        engine.dispose()


def _sought(books: Books, record: Record) -> tuple[Standing | None, str | None]:
    for entry in books.entries(HOUSE_CHAIN):
        # Most entries are about something else; only these are read.
        if record.digest not in str(entry.body):
            continue
        for event in events_in(entry.body):
            if isinstance(event, ExamGraded) and event.digest == record.digest:
                return _agreeing(Standing(entry.number, entry.hash), event, record)
    return None, "No examination with this digest is in the log of that house."


def _agreeing(
    standing: Standing, event: ExamGraded, record: Record
) -> tuple[Standing | None, str | None]:
    """Where it stands, if the log says the same of it."""
    answers, result = record.answers, record.result
    told = (event.game, event.rules_version, event.seed, event.points, event.possible, event.passed)
    is_same = told == (
        answers.game,
        answers.rules_version,
        answers.seed,
        result.points,
        result.possible,
        result.passed,
    )
    if not is_same:
        return None, f"Entry {standing.entry} of the log says something else of this examination."
    return standing, None
