"""Playing environments, for the tests beside it."""

from dataclasses import dataclass

import gymnasium
import numpy as np

from croupier.gym import environment_id
from croupier.table import events as happened

GAMES = (
    "three-card-poker",
    "stadium-three-card-poker",
    "pick-2-poker",
    "three-way-action",
    "roll-your-own-blackjack",
)


@dataclass
class Moment:
    """The environment between two actions."""

    observation: dict
    info: dict
    reward: float = 0.0
    is_over: bool = False


def made(game_id, **chosen):
    """The bare environment, as Gymnasium makes it."""
    return gymnasium.make(environment_id(game_id), **chosen).unwrapped


def random_choice(rng):
    """Chooses any action on offer."""
    return lambda moment: rng.choice(np.flatnonzero(moment.info["action_mask"]))


def by_name(env, *names):
    """Chooses these actions one after the other."""
    waiting = iter(names)
    return lambda _: env.actions.index(next(waiting))


def moments(env, choose, **reset):
    """All moments of one episode, from the reset to the end."""
    moment = Moment(*env.reset(**reset))
    yield moment
    while not moment.is_over:
        observation, reward, is_over, is_cut_off, info = env.step(choose(moment))
        assert not is_cut_off
        moment = Moment(observation, info, reward, is_over)
        yield moment


def episode(env, choose, **reset):
    return list(moments(env, choose, **reset))


def same(one, other):
    """Whether two observations are equal."""
    return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one)


def net_cents(events, seat):
    """What a seat won less what it staked, counted as money over the rail."""
    staked = {}
    net = 0
    for event in events:
        if getattr(event, "seat", None) != seat:
            continue
        match event:
            case happened.WagersPlaced(_, stakes):
                staked = dict(stakes)
            case happened.WagerAdded(_, _, cents):
                net -= cents
            case happened.WagerSettled():
                net += event.returned_cents
            case happened.SettlementReversed():
                net -= event.returned_cents
            case happened.WagerReturned(_, _, cents):
                net += cents
            case _:
                pass
    return net - sum(staked.values())
