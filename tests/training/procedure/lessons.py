"""Lessons for these tests: every game, from each of its devices."""

from croupier.table.registry import find_game, game_ids
from croupier.training.lesson import Lesson

LESSONS = [
    Lesson.of(game, device=device.name) for game in game_ids() for device in find_game(game).devices
]


def lesson_name(lesson):
    return f"{lesson.game.id}, {lesson.device.name}"


def stage_with(procedure, verb):
    """The index of the first stage whose move begins so."""
    return next(at for at, one in enumerate(procedure.stages) if str(one.wanted).startswith(verb))
