"""Gymnasium finds the environments, checks them, wraps them and runs many at once."""

import subprocess
import sys
from importlib.metadata import EntryPoint

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics

from croupier.gym import GameEnv, environment_id, register_games
from croupier.table import registry
from croupier.table.registry import GROUP, game_ids

from .playing import GAMES, made
from .small_games import DrawOn

IDS = (
    "croupier/ThreeCardPoker-v0",
    "croupier/StadiumThreeCardPoker-v0",
    "croupier/Pick2Poker-v0",
    "croupier/ThreeWayAction-v0",
    "croupier/RollYourOwnBlackjack-v0",
)
DRAW_ON = DrawOn()


def test_every_game_has_an_environment_of_a_known_name():
    assert tuple(map(environment_id, GAMES)) == IDS
    assert set(IDS) <= gymnasium.registry.keys()
    assert {environment_id(game_id) for game_id in game_ids()} <= gymnasium.registry.keys()


@pytest.mark.parametrize("name", IDS)
def test_gymnasiums_own_checker_finds_nothing(name):
    check_env(gymnasium.make(name).unwrapped)


@pytest.mark.parametrize("name", IDS)
def test_the_description_of_an_environment_can_be_stored_and_made_from(name):
    stored = gymnasium.spec(name).to_json()
    env = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(stored))
    env.reset(seed=1)


def test_an_import_within_the_name_is_enough():
    code = "import gymnasium; gymnasium.make('croupier.gym:croupier/ThreeCardPoker-v0')"
    assert _python(code).returncode == 0


def test_a_game_of_another_package_gets_an_environment(monkeypatch):
    point = EntryPoint("draw-on", f"{__name__}:DRAW_ON", GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda **_: [point])
    register_games()
    try:
        check_env(gymnasium.make("croupier/DrawOn-v0").unwrapped)
    finally:
        del gymnasium.registry["croupier/DrawOn-v0"]


def test_a_game_that_is_not_announced_can_be_given_itself():
    env = GameEnv(DRAW_ON)
    assert env.actions == ("draw", "stand")
    observation, _ = env.reset(seed=1)
    assert observation in env.observation_space


@pytest.mark.parametrize("name", IDS)
def test_many_rounds_are_played_at_once(name):
    envs = gymnasium.make_vec(name, num_envs=3)
    envs.action_space.seed(1)
    observations, infos = envs.reset(seed=1)
    ended = 0
    for _ in range(40):
        assert observations in envs.observation_space
        chosen = [envs.single_action_space.sample(mask) for mask in infos["action_mask"]]
        observations, _, are_over, _, infos = envs.step(np.array(chosen))
        for at in np.flatnonzero(are_over):
            assert infos["because"][at], "the seat is told why"
            ended += 1
    assert ended > 10
    envs.close()


def test_many_rounds_are_played_in_processes_of_their_own():
    envs = gymnasium.make_vec(IDS[-1], num_envs=2, vectorization_mode="async", bots=1)
    try:
        observations, infos = envs.reset(seed=1)
        while "events" not in infos:
            chosen = infos["action_mask"].argmax(axis=1)
            observations, _, _, _, infos = envs.step(chosen)
        assert observations in envs.observation_space
    finally:
        envs.close()


@pytest.mark.parametrize("name", IDS)
def test_the_usual_wrappers_go_around_it(name):
    env = RecordEpisodeStatistics(FlattenObservation(gymnasium.make(name)))
    env.action_space.seed(2)
    observation, info = env.reset(seed=2)
    assert observation.ndim == 1
    is_over = False
    while not is_over:
        action = env.action_space.sample(info["action_mask"])
        observation, _, is_over, _, info = env.step(action)
        assert observation in env.observation_space
    assert info["episode"]["r"] * env.unwrapped.unit_cents == pytest.approx(info["net_cents"])


@pytest.mark.parametrize("game_id", GAMES)
def test_maskable_learners_find_their_masks(game_id):
    env = made(game_id)
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()


def test_without_gymnasium_it_says_what_to_install_and_the_rest_works():
    blocked = "import sys; sys.modules['gymnasium'] = None; "
    assert _python(f"{blocked} import croupier, croupier.bots, croupier.cli").returncode == 0
    failed = _python(f"{blocked} import croupier.gym")
    assert failed.returncode == 1
    assert failed.stderr.splitlines()[-1] == (
        "ModuleNotFoundError: Learning environments need Gymnasium, which is not installed; "
        "install croupier[gym]."
    )


def _python(code):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
