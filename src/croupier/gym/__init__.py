"""Learning environments: one round of one seat is one episode.

`import croupier.gym` registers an environment for every game there is, `three-card-poker` as
`croupier/ThreeCardPoker-v0`, and `gymnasium.make` then makes it. `docs/gym.md` says what is
seen, what may be done and what it brings.
"""

try:
    import gymnasium  # noqa: F401
except ModuleNotFoundError as missing:
    if missing.name != "gymnasium":
        raise
    raise ModuleNotFoundError(
        "Learning environments need Gymnasium, which is not installed; install croupier[gym].",
        name="gymnasium",
    ) from missing

from croupier.gym.encoding import FACE_DOWN, SLOTS, Observation, Where, cards_in
from croupier.gym.environment import GameEnv
from croupier.gym.registration import environment_id, register_games

__all__ = [
    "FACE_DOWN",
    "SLOTS",
    "GameEnv",
    "Observation",
    "Where",
    "cards_in",
    "environment_id",
    "register_games",
]

register_games()
