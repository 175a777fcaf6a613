"""Answers with one of them changed."""

from dataclasses import replace

from croupier.training.exam import Answers, Filled, Said


def with_said_at(answers: Answers, at: int, said: str, took_ms: int = 5_000) -> Answers:
    """Another step of the round."""
    moves = list(answers.said)
    moves[at] = Said(said, took_ms)
    return replace(answers, said=tuple(moves))


def with_filled_at(
    answers: Answers, part: str, at: int, filled: dict[str, str], took_ms: int = 5_000
) -> Answers:
    """Another answer to a question; blanks not named stay, those with no text are left out."""
    given = list(answers.of(part))
    whole = {**dict(given[at].answers), **filled}
    given[at] = Filled(tuple((name, text) for name, text in whole.items() if text), took_ms)
    others = tuple((name, some) for name, some in answers.filled if name != part)
    return replace(answers, filled=(*others, (part, tuple(given))))
