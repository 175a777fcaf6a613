"""Lessons to try drills on: every game at its usual table and at another, and others' games."""

from functools import cache

import pytest
from tests.table.sample_games import Cells, Insured, PackDraw, one_card_duel

from croupier.table.registry import find_game, game_ids
from croupier.table.settings import settings_for
from croupier.training.lesson import Lesson

UNUSUAL = {
    "three-card-poker": {
        "readings": {"pair_plus_on_fold": "forfeited", "mini_royal": "any_suits"},
        "pay_tables": {"Pair Plus": "1-3-6-30-40-200", "Ante Bonus": "1-2-3"},
        "payout_maximum_cents": 100_000,
    },
    "pick-2-poker": {
        "readings": {"dealer_not_qualifying": "both_push", "three_card_bonus_hand": "three_set"},
        "table_maximum_cents": 40_000,
    },
    "three-way-action": {
        "readings": {"blackjack_pays": "six_to_five", "insurance": "two_to_one", "bets": "any"},
        "pay_tables": {"Bonus": "C2"},
    },
    "roll-your-own-blackjack": {
        "readings": {"ace_low_straight": "does_not_count", "insurance": "up_to_half"},
    },
    "stadium-three-card-poker": {
        "readings": {"side_bet_sizes": "as_three_card_poker", "no_cells_chosen": "quick_pick"},
    },
}
"""Settings under which other things happen than usual."""


@cache
def usual(game_id):
    return Lesson.of(game_id)


@cache
def unusual(game_id):
    game = find_game(game_id)
    return Lesson.of(game_id, settings=settings_for(game, **UNUSUAL[game_id]))


@cache
def by_others():
    """Games that are not ours, which drills must know as little about as about ours."""
    games = (one_card_duel(), PackDraw(), Insured(), Cells())
    return {game.id: Lesson(game, settings_for(game), game.devices[0]) for game in games}


LESSONS = {
    **{game_id: lambda game_id=game_id: usual(game_id) for game_id in game_ids()},
    **{f"{game_id}, unusual": lambda game_id=game_id: unusual(game_id) for game_id in UNUSUAL},
    **{
        game_id: lambda game_id=game_id: by_others()[game_id]
        for game_id in ("one-card-duel", "pack-draw", "insured", "cells")
    },
}
"""By name: the lesson, made when it is asked for."""

AT_LENGTH = "stadium-three-card-poker, unusual"
NAMED = [
    pytest.param(name, marks=pytest.mark.long) if name == AT_LENGTH else name for name in LESSONS
]
"""The names, the slowest for those who prove things at length."""
