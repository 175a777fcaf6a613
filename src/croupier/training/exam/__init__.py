"""Examinations: a table test of one game, made from a seed, timed, and marked part by part.

`paper_for` makes the paper: a round to deal without help, and questions from the drills. What the
candidate says is kept in `Answers`, and `grade` marks them; both follow from the same seed, so
anybody can grade them again. `record_of` puts answers and result into one record that is filed,
`verify_record` says whether a record is what the answers in it are worth, and `exam_pdf` prints
it, with a certificate for those who passed.
"""

from croupier.training.exam.answers import Answers, Filled, Said, begun
from croupier.training.exam.answers_file import read_answers
from croupier.training.exam.form import empty_form
from croupier.training.exam.grading import (
    ExamMistake,
    PartResult,
    Result,
    clauses_broken,
    grade,
)
from croupier.training.exam.paper import Paper, Part, paper_for
from croupier.training.exam.printed import Standing, exam_pdf, exam_pngs
from croupier.training.exam.record import (
    Record,
    read_answers_or_record,
    read_record,
    record_from_json,
    record_of,
    verify_record,
)
from croupier.training.exam.sitting import Turn, turn, with_filled, with_said
from croupier.training.exam.terms import TERMS, ExamTerms, Term

__all__ = [
    "TERMS",
    "Answers",
    "ExamMistake",
    "ExamTerms",
    "Filled",
    "Paper",
    "Part",
    "PartResult",
    "Record",
    "Result",
    "Said",
    "Standing",
    "Term",
    "Turn",
    "begun",
    "clauses_broken",
    "empty_form",
    "exam_pdf",
    "exam_pngs",
    "grade",
    "paper_for",
    "read_answers",
    "read_answers_or_record",
    "read_record",
    "record_from_json",
    "record_of",
    "turn",
    "verify_record",
    "with_filled",
    "with_said",
]
