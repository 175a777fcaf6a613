"""`croupier exam`: a table test, sat, graded, filed and verified."""

import getpass
import json
from collections.abc import Iterable
from dataclasses import dataclass
from secrets import randbelow
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from croupier.cli.analysis_options import GameArgument
from croupier.cli.files import check_can_be_written, check_is_new, read_text, write_bytes
from croupier.cli.output import emphasised, show_json
from croupier.cli.progress import progress_shown
from croupier.cli.table_options import PayTableOption, RulingOption, parse_pairs, table_settings
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    from croupier.table.game import Game
    from croupier.training.exam import Answers, Paper, Record, Standing
    from croupier.training.lesson import Lesson

__all__ = ["EPILOG", "exam"]

_SEEDS: Final = 10**9
"""A seed that can be read out over a table."""

EPILOG = """\b
Examples:
  croupier exam three-card-poker                                sit a table test
  croupier exam three-card-poker --seed 7 --candidate "Ann Lee" --record ann.json --pdf ann.pdf
  croupier exam pick-2-poker --seed 7 --paper                   what would be asked
  croupier exam pick-2-poker --seed 7 --form answers.json       a file to type the answers into
  croupier exam pick-2-poker --answers answers.json             grade what was answered
  croupier exam pick-2-poker --verify ann.json                  is this record right?
  croupier exam pick-2-poker --verify ann.json --database croupier.db

\b
Terms, with --terms NAME=NUMBER:
  pass_percent=80, least_part_percent=60, time_limit_s=2700, seats=2,
  payouts=8, hands=8, irregularities=6

\b
Answers are JSON; --form writes all of it but what is answered. The least of it is:
  {"format": "croupier exam answers", "version": 1, "game": "pick-2-poker", "seed": 7,
   "candidate": "Ann Lee",
   "parts": {"procedure": ["do Inspect the deck", "open bets"],
             "payouts": [{"result": "pay", "amount": "$10", "chips": "2x$5"}],
             "hands": [], "irregularities": []}}
"""


def exam(
    game: GameArgument,
    *,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="The paper: the same for the same seed; else any, and told."
        ),
    ] = None,
    candidate: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="As on the certificate; else who is logged in here."),
    ] = None,
    paper: Annotated[
        bool, typer.Option("--paper", help="Show what is asked, without what is right.")
    ] = False,
    form: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write a file of answers to fill in, with what is asked."
        ),
    ] = None,
    answers: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Grade these answers, or those in a record."),
    ] = None,
    verify: Annotated[
        str | None, typer.Option(metavar="FILE", help="Say whether this record is right.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL|FILE",
            help="With --verify: the books of a house, or an export of its log, to find it in.",
        ),
    ] = None,
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the record into a new file, as JSON.")
    ] = None,
    pdf: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the record, with a certificate if it is passed."),
    ] = None,
    terms: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="Another term of the examination; several times."),
    ] = None,
    device: Annotated[
        str | None, typer.Option(metavar="NAME", help="What is dealt from: shuffler, deck, shoe.")
    ] = None,
    ruling: RulingOption = None,
    paytable: PayTableOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Sit a dealer's table test, or grade and check one.

    A round is dealt without help, then wagers are settled, hands read and rulings made, while the
    time runs.

    The paper follows from the seed: --paper prints it for who answers with a pen, and --form
    writes the file into which his answers are typed for --answers. What is answered is graded by
    the game's own rules, and what comes of it is a record that anybody can grade again: --record
    files it, --pdf prints it, with a certificate for who passed, and --verify checks it, also
    against the log of a house.

    Exit code 0 once it is graded, passed or not; with --verify 1 if the record is not right.
    """
    # Imported here so that help does not wait for it.
    from croupier.table.registry import find_game  # noqa: PLC0415

    found = find_game(game)
    filing = _Filing(record, pdf, as_json)
    filing.check()
    given = {"--paper": paper, "--form": form, "--answers": answers, "--verify": verify}
    doing = [name for name, value in given.items() if value]
    if len(doing) > 1:
        raise Rejection(Code.OPTIONS_CONFLICT, f"{' and '.join(doing)} are different things.")
    if answers is not None or verify is not None:
        chosen = {"--terms": terms, "--device": device, "--ruling": ruling}
        _refuse_beside(doing[0], {**chosen, "--paytable": paytable, "--candidate": candidate})
    if paper and candidate is not None:
        raise Rejection(Code.OPTIONS_CONFLICT, "--paper leaves room for any --candidate.")
    if database is not None and verify is None:
        raise Rejection(Code.OPTIONS_CONFLICT, "--database goes with --verify.")
    if verify is not None:
        _verify(found, verify, database, seed, filing)
        return
    if paper or form is not None:
        filing.refuse(doing[0])
    if form is not None:
        check_is_new(form)
    sat: Answers | None = None
    with progress_shown("Making the paper"):
        if answers is not None:
            sat = _read_answers(found, answers, seed)
            asked = sat.paper_again()
        else:
            asked = _paper(_lesson(found, device, ruling, paytable), seed, terms)
    if paper:
        _show_paper(asked, as_json=as_json)
        return
    if form is not None:
        _write_form(asked, form, candidate, as_json=as_json)
        return
    _graded(asked, sat or _sit(asked, candidate, is_silent=as_json), filing)


@dataclass(frozen=True, slots=True)
class _Filing:
    """What is written, and whether the rest is JSON."""

    record: str | None
    pdf: str | None
    as_json: bool

    def check(self) -> None:
        """Refuses files that could not be written, before an examination is sat for them."""
        if self.record is not None:
            check_is_new(self.record)
        if self.pdf is not None:
            check_can_be_written(self.pdf)

    def refuse(self, beside: str) -> None:
        """Refuses to file anything."""
        if self.record is not None or self.pdf is not None:
            raise Rejection(
                Code.OPTIONS_CONFLICT, f"With {beside} there is no record yet; leave the file out."
            )

    def write(self, record: "Record", standing: "Standing | None" = None) -> None:
        """Writes what is to be filed, and says where it is."""
        from croupier.training.exam import exam_pdf  # noqa: PLC0415

        if self.record is not None:
            text = json.dumps(record.to_json(), ensure_ascii=False, indent=1)
            write_bytes(self.record, f"{text}\n".encode())
        if self.pdf is not None:
            with progress_shown("Laying it out"):
                made = exam_pdf(record, standing)
            write_bytes(self.pdf, made)
        for what, name in (("The record", self.record), ("The printed record", self.pdf)):
            if name is not None and not self.as_json:
                typer.echo(f"{what} is in {name}.")


def _refuse_beside(doing: str, others: dict[str, Any]) -> None:
    for name, value in others.items():
        if value:
            raise Rejection(
                Code.OPTIONS_CONFLICT, f"{name} does not go with {doing}: the file says it."
            )


def _lesson(
    game: "Game[Any]",
    device: str | None,
    ruling: Iterable[str] | None,
    paytable: Iterable[str] | None,
) -> "Lesson":
    from croupier.training.lesson import Lesson  # noqa: PLC0415

    settings = table_settings(game, ruling, paytable, None, None)
    return Lesson.of(game.id, settings=settings, device=device)


def _paper(lesson: "Lesson", seed: int | None, terms: Iterable[str] | None) -> "Paper":
    from croupier.training.exam import ExamTerms, paper_for  # noqa: PLC0415

    chosen = ExamTerms.of(parse_pairs(terms, "--terms", "NAME=NUMBER"))
    return paper_for(lesson, randbelow(_SEEDS) if seed is None else seed, chosen)


def _show_paper(paper: "Paper", *, as_json: bool) -> None:
    from croupier.cli.school_paper import paper_json, show_paper  # noqa: PLC0415

    if as_json:
        show_json(paper_json(paper))
    else:
        show_paper(paper)


def _write_form(paper: "Paper", name: str, candidate: str | None, *, as_json: bool) -> None:
    from croupier.training.exam import empty_form  # noqa: PLC0415

    text = json.dumps(empty_form(paper, candidate or ""), ensure_ascii=False, indent=1)
    write_bytes(name, f"{text}\n".encode())
    if as_json:
        game = paper.lesson.game.id
        show_json({"game": game, "seed": paper.seed, "paper": paper.digest, "form": name})
    else:
        typer.echo(f"The form of seed {paper.seed:,} is in {name}. Graded it is with:")
        typer.echo(f"  croupier exam {paper.lesson.game.id} --answers {name}")


def _sit(paper: "Paper", candidate: str | None, *, is_silent: bool) -> "Answers":
    from croupier.cli.school_desk import desk_here  # noqa: PLC0415
    from croupier.cli.school_exam import introduce, sit  # noqa: PLC0415
    from croupier.cli.school_room import now_ms  # noqa: PLC0415
    from croupier.training.exam import begun  # noqa: PLC0415

    desk = desk_here(is_silent=is_silent)
    name = _own_name() if candidate is None else candidate
    # A name that no record could have is refused before the examination, not after it.
    begun(paper, name, now_ms())
    introduce(desk, paper, name)
    if desk.is_typed:
        desk.pause("Your time begins when you press Enter.")
    return sit(desk, paper, begun(paper, name, now_ms()))


def _own_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        # Nobody is logged in, as in some containers.
        return "Candidate"


def _graded(paper: "Paper", answers: "Answers", filing: _Filing) -> None:
    from croupier.cli.school_result import result_json, show_result  # noqa: PLC0415
    from croupier.training.exam import record_of  # noqa: PLC0415

    record = record_of(paper, answers)
    if filing.as_json:
        show_json(result_json(paper.lesson, record))
    else:
        show_result(paper.lesson, record)
    filing.write(record)


def _read_answers(game: "Game[Any]", file: str, seed: int | None) -> "Answers":
    """The answers in a file, be it theirs or a record."""
    from croupier.cli.school_room import now_ms  # noqa: PLC0415
    from croupier.training.exam import read_answers_or_record  # noqa: PLC0415

    read = read_answers_or_record(read_text(file, Code.EXAM_INVALID), now_ms())
    _require_fit(game, read, seed)
    return read


def _require_fit(game: "Game[Any]", answers: "Answers", seed: int | None) -> None:
    if answers.game != game.id:
        raise Rejection(
            Code.EXAM_INVALID, f"This is an examination in {answers.game}, not in {game.id}."
        )
    if seed is not None and answers.seed != seed:
        raise Rejection(
            Code.EXAM_INVALID, f"This examination was made from seed {answers.seed}, not {seed}."
        )


def _verify(
    game: "Game[Any]", file: str, database: str | None, seed: int | None, filing: _Filing
) -> None:
    from croupier.cli.school_books import found_in  # noqa: PLC0415
    from croupier.cli.school_result import show_verified, verified_json  # noqa: PLC0415
    from croupier.training.exam import read_record, verify_record  # noqa: PLC0415

    record = read_record(read_text(file, Code.EXAM_INVALID))
    _require_fit(game, record.answers, seed)
    with progress_shown("Grading it again"):
        wrong = verify_record(record)
    standing = None
    if wrong is None and database is not None:
        with progress_shown("Looking through the log"):
            standing, wrong = found_in(database, record)
    if filing.as_json:
        show_json(verified_json(record, standing, wrong))
    elif wrong is not None:
        typer.echo(emphasised(wrong, fg="red"))
    else:
        show_verified(record, standing)
    if wrong is not None:
        raise typer.Exit(1)
    filing.write(record, standing)
