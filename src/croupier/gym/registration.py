"""The names under which Gymnasium makes the environments."""

from typing import Final

import gymnasium

from croupier.table.registry import game_ids

__all__ = ["MOST_STEPS", "environment_id", "register_games"]

MOST_STEPS: Final = 200
"""No round asks one seat so often. It ends an episode in which what is not offered is chosen
over and over, which changes nothing."""


def environment_id(game_id: str) -> str:
    """`croupier/ThreeCardPoker-v0` for `three-card-poker`."""
    name = "".join(word.capitalize() for word in game_id.split("-"))
    return f"croupier/{name}-v0"


def register_games() -> None:
    """Registers every game that is announced, those of other packages too; loads none."""
    for game_id in game_ids():
        if environment_id(game_id) not in gymnasium.registry:
            gymnasium.register(
                environment_id(game_id),
                entry_point="croupier.gym.environment:GameEnv",
                max_episode_steps=MOST_STEPS,
                kwargs={"game": game_id},
            )
