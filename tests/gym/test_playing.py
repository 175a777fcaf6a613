"""What a learner may do, and what it brings: as the round offers, and as the round pays."""

from itertools import count

import gymnasium
import numpy as np
import pytest

from croupier.gym import GameEnv
from croupier.rejection import Code, Rejection
from croupier.table import events as happened
from croupier.table.prepared import prepare
from croupier.table.registry import find_game
from croupier.table.replay import replay
from croupier.table.ruling import rulings_of

from .playing import GAMES, by_name, episode, made, moments, net_cents, random_choice, same
from .small_games import DrawOn, LookOn


def offered(env):
    """What the round itself offers the seat now, by name."""
    asked = env._episode._table.layout.asked.get(env.seat)
    return {option.name for option in asked.options} if asked is not None else None


@pytest.mark.parametrize("game_id", GAMES)
def test_300_random_episodes_pay_what_the_round_pays_and_offer_what_it_offers(game_id):
    env = made(game_id)
    choose = random_choice(np.random.default_rng(1))
    results = set()
    for seed in range(300):
        rewards = []
        for moment in moments(env, choose, seed=seed):
            rewards.append(moment.reward)
            assert moment.observation in env.observation_space
            mask = moment.info["action_mask"]
            assert mask.tolist() == moment.observation["action_mask"].tolist()
            names = {name for name, is_on in zip(env.actions, mask, strict=True) if is_on}
            if moment.is_over:
                assert not names
            elif (on_offer := offered(env)) is not None:
                assert names == on_offer
            else:
                assert names == set(env.actions), "nothing is asked, so anything will do"
        events = moment.info["events"]
        assert sum(rewards) * env.unit_cents == net_cents(events, env.seat)
        assert moment.info["net_cents"] == net_cents(events, env.seat)
        results.add(moment.info["net_cents"])
    assert len(results) > 3


@pytest.mark.parametrize("game_id", GAMES)
def test_every_action_is_on_offer_sooner_or_later(game_id):
    env = made(game_id)
    choose = random_choice(np.random.default_rng(2))
    missing = set(env.actions)
    for seed in count():
        for moment in moments(env, choose, seed=seed):
            if moment.info["question"]:
                missing -= {env.actions[at] for at in np.flatnonzero(moment.info["action_mask"])}
        if not missing:
            break
        assert seed < 5000, missing


READINGS = [
    (game_id, ruling.name, reading.value)
    for game_id in GAMES
    for ruling in rulings_of(find_game(game_id).rules)
    for reading in ruling.readings
]


@pytest.mark.parametrize(("game_id", "ruling", "reading"), READINGS)
def test_no_option_is_offered_that_the_game_does_not_list(game_id, ruling, reading):
    env = made(game_id, readings={ruling: reading}, bots=1)
    listed = env.game.options(prepare(env.game, env.settings).rules)
    assert len(set(listed)) == len(listed)
    choose = random_choice(np.random.default_rng(7))
    found = set()
    for seed in range(15):
        *_, end = episode(env, choose, seed=seed)
        for event in end.info["events"]:
            if isinstance(event, happened.DecisionAsked):
                found |= {option.name for asked in event.asked for option in asked.options}
    assert found
    assert found <= set(listed)


@pytest.mark.parametrize("game_id", GAMES)
def test_one_seed_and_the_same_actions_give_the_same_round(game_id):
    env, other = made(game_id, bots=2), made(game_id, bots=2)
    for seed in range(20):
        actions = []

        def choose(moment, made_so_far=actions, seed=seed):
            rng = np.random.default_rng((seed, len(made_so_far)))
            made_so_far.append(random_choice(rng)(moment))
            return made_so_far[-1]

        first = episode(env, choose, seed=seed)
        again = iter(actions)
        second = episode(other, lambda _, again=again: next(again), seed=seed)
        assert first[-1].info["events"] == second[-1].info["events"]
        for one, two in zip(first, second, strict=True):
            assert same(one.observation, two.observation)
            assert one.reward == two.reward


def test_other_seeds_give_other_rounds_and_without_one_the_rounds_go_on():
    env = made("three-card-poker")
    hands = [tuple(env.reset(seed=1)[0]["hand"])]
    hands += [tuple(env.reset()[0]["hand"]) for _ in range(10)]
    assert len(set(hands)) == 11
    assert tuple(env.reset(seed=2)[0]["hand"]) != hands[0]
    assert tuple(env.reset(seed=1)[0]["hand"]) == hands[0]


@pytest.mark.parametrize("game_id", GAMES)
def test_the_record_of_an_episode_is_a_round_that_can_be_replayed(game_id):
    env = made(game_id, bots=1)
    *_, end = episode(env, random_choice(np.random.default_rng(6)), seed=6)
    events = end.info["events"]
    assert replay(env.game, events).events == events
    settled = [one for one in events if isinstance(one, happened.WagerSettled) and one.seat == 1]
    assert end.info["because"] == tuple(f"{one.spot}: {one.because.sentence}" for one in settled)


def test_what_is_settled_before_the_first_decision_counts_with_the_first_step():
    env = made("three-way-action")
    # High Card is won, then the player stands.
    start, end = episode(env, by_name(env, "stand"), options={"cards": "Ks 2d 9s 9h"})
    assert start.info["net_cents"] == 500
    assert end.reward * env.unit_cents == end.info["net_cents"]


def test_a_round_that_asks_nothing_ends_with_any_action():
    env = made("three-way-action")
    for action in range(len(env.actions)):
        # The dealer's ace and king are a blackjack.
        _, info = env.reset(options={"cards": "2c As 3d Kh"})
        assert not info["question"]
        assert info["action_mask"].all()
        _, reward, is_over, _, info = env.step(action)
        assert is_over
        assert reward * 500 == info["net_cents"] == net_cents(info["events"], 1)


def test_a_side_bet_alone_is_not_asked_about():
    env = made("three-card-poker", stakes={"Pair Plus": 1000})
    _, info = env.reset(options={"cards": "9c 9d 2h"})
    assert not info["question"]
    _, reward, is_over, _, _ = env.step(1)
    assert (reward, is_over) == (1.0, True)


def test_a_game_that_never_asks_has_one_action():
    env = GameEnv(LookOn())
    assert env.actions == ("look on",)
    _, end = episode(env, lambda _: 0)
    assert end.reward == 1.0


def test_a_void_round_gives_back_what_it_had_brought():
    env = GameEnv(DrawOn(), stakes={"First": 300, "Second": 200})
    _, first, *middle, end = episode(env, lambda _: env.actions.index("draw"))
    assert first.reward == 1.0
    assert all(moment.reward == 0 for moment in middle)
    assert end.reward == -1.0
    assert end.info["net_cents"] == 0
    assert end.info["because"] == ()


# What is bet.


def test_the_stakes_are_those_given():
    stakes = {"Ante": 1000, "Pair Plus": 2000, "Six Card Bonus": 100}
    env = made("three-card-poker", stakes=stakes)
    observation, _ = env.reset(seed=1)
    assert env.unit_cents == 2000
    on_spots = dict(zip(env.spots, observation["stakes"].tolist(), strict=True))
    assert on_spots == pytest.approx(
        {"Six Card Bonus": 0.05, "Pair Plus": 1.0, "Ante": 0.5, "Play": 0.0}
    )


def test_of_several_slips_the_first_step_chooses():
    slips = [{"Ante": 500}, {"Ante": 500, "Pair Plus": 500}, {"Pair Plus": 500}]
    env = made("three-card-poker", stakes=slips, render_mode="ansi")
    assert env.actions == ("play", "fold", "bet 1", "bet 2", "bet 3")
    observation, info = env.reset(options={"cards": "2c 5d 9h"})
    assert info["action_mask"].tolist() == [0, 0, 1, 1, 1]
    assert env.render() == (
        "Three Card Poker, seat 1\nWhat do you bet?\n"
        "  2: Ante $5\n  3: Ante $5, Pair Plus $5\n  4: Pair Plus $5"
    )
    assert not observation["hand"].any(), "no card is dealt before bets are closed"
    observation, reward, is_over, _, info = env.step(3)
    assert observation["stakes"].tolist() == [0, 1, 1, 0]
    assert (reward, is_over, info["action_mask"].tolist()) == (0, False, [1, 1, 0, 0, 0])
    _, reward, is_over, _, _ = env.step(1)
    assert (reward, is_over) == (-2.0, True)
    env.reset(options={"cards": "2c 5d 9h"})
    _, reward, is_over, _, _ = env.step(4)
    assert (reward, is_over) == (-1.0, True)


def test_rewards_in_cents_add_up_exactly_at_any_odds():
    readings = {"blackjack_pays": "six_to_five"}
    env = made("three-way-action", readings=readings, unit_cents=1)
    _, end = episode(env, lambda _: 0, options={"cards": "As 5d Ks 9h"})
    assert end.reward == net_cents(end.info["events"], 1)


def test_an_open_stake_is_taken_at_its_most():
    env = made("three-way-action", readings={"insurance": "two_to_one"})
    assert env.actions == ("stand", "hit", "double", "split", "insure", "decline")
    env.reset(options={"cards": "2c As 3d 9h"})
    *_, info = env.step(env.actions.index("insure"))
    assert info["net_cents"] == -500 - 250, "High Card and half of Blackjack are lost"


def test_pay_tables_and_readings_are_the_tables():
    env = made(
        "three-card-poker",
        stakes={"Ante": 500, "Pair Plus": 500},
        pay_tables={"Pair Plus": "1-4-6-30-40"},
        readings={"pair_plus_on_fold": "forfeited"},
    )
    flush = {"cards": "2c 5c 9c 2d 3h 7s"}
    *_, end = episode(env, by_name(env, "play"), options=flush)
    assert end.info["net_cents"] == 500 + 4 * 500
    *_, end = episode(env, by_name(env, "fold"), options=flush)
    assert end.info["net_cents"] == -1000


# Seats.


def test_bots_fill_other_seats_and_play_as_usual():
    env = made("three-card-poker", seat=2, bots=2)
    cards = "As Ad Ah 2c 3d 5h 2d 4c 7s"
    _, end = episode(env, by_name(env, "fold"), options={"cards": cards})
    choices = [one.choice for one in end.info["events"] if isinstance(one, happened.DecisionMade)]
    assert [(choice.seat, choice.option) for choice in choices] == [
        (1, "play"),
        (2, "fold"),
        (3, "fold"),
    ]
    assert end.reward == -1.0


def test_a_seat_beyond_the_usual_number_is_at_a_larger_table():
    env = made("three-card-poker", seat=12)
    assert env.settings.positions == 12
    env.reset(seed=1)


# What is refused.


def test_what_is_not_offered_costs_a_unit_and_changes_nothing():
    env = made("roll-your-own-blackjack")
    observation, info = env.reset(seed=1)
    after, reward, is_over, is_cut_off, told = env.step(env.actions.index("hit"))
    assert same(observation, after)
    assert (reward, is_over, is_cut_off) == (-1.0, False, False)
    assert told.pop("rejection") == "Seat 1 may choose: alone 1, alone 2, alone 3; not “hit”."
    assert told.keys() == info.keys()
    after, reward, *_ = env.step(env.actions.index("alone 1"))
    assert not same(observation, after)


def test_it_can_be_refused_instead():
    env = made("roll-your-own-blackjack", illegal_penalty=None)
    observation, _ = env.reset(seed=1)
    assert _code(lambda: env.step(env.actions.index("hit"))) is Code.OPTION_NOT_OFFERED
    assert same(observation, env.reset(seed=1)[0])


def test_choosing_what_is_not_offered_for_ever_is_cut_off():
    env = gymnasium.make("croupier/RollYourOwnBlackjack-v0", illegal_penalty=0.5)
    env.reset(seed=1)
    for step in range(1, 201):
        _, reward, is_over, is_cut_off, _ = env.step(6)
        assert (reward, is_over, is_cut_off) == (-0.5, False, step == 200)


def test_an_action_that_does_not_exist_is_refused():
    env = made("three-card-poker")
    env.reset(seed=1)
    for action in (-1, 2, 0.5):
        assert _code(lambda action=action: env.step(action)) is Code.OPTION_NOT_OFFERED
    assert env.step(np.int64(0))[2]


def test_a_step_without_a_round_is_refused():
    env = made("three-card-poker")
    assert _code(lambda: env.step(0)) is Code.ROUND_OVER
    env.reset(seed=1)
    env.step(0)
    assert _code(lambda: env.step(0)) is Code.ROUND_OVER


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"stakes": {"Ante": 501}}, Code.STAKE_OFF_INCREMENT),
        ({"stakes": {"Aunty": 500}}, Code.SPOT_UNKNOWN),
        ({"stakes": [{"Ante": 500}, {"Ante": 100}]}, Code.STAKE_BELOW_MINIMUM),
        ({"stakes": []}, Code.NO_WAGERS),
        ({"stakes": {}}, Code.NO_WAGERS),
        ({"picks": ["1"]}, Code.PICKS_INVALID),
        ({"seat": 0}, Code.SEATS_OUT_OF_RANGE),
        ({"seat": "1"}, Code.SEATS_OUT_OF_RANGE),
        ({"seat": 40}, Code.SEATS_OUT_OF_RANGE),
        ({"bots": -1}, Code.SEATS_OUT_OF_RANGE),
        ({"bots": 16}, Code.SEATS_OUT_OF_RANGE),
        ({"readings": {"entry": "free"}}, Code.READING_UNKNOWN),
        ({"pay_tables": {"Pair Plus": "Best"}}, Code.PAY_TABLE_UNKNOWN),
        ({"unit_cents": 0}, Code.AMOUNT_INVALID),
        ({"unit_cents": 2.5}, Code.AMOUNT_INVALID),
    ],
)
def test_a_table_that_cannot_be_is_refused_when_it_is_made(chosen, code):
    assert _code(lambda: GameEnv("three-card-poker", **chosen)) is code


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"cards": "As As"}, Code.CARD_REPEATED),
        ({"cards": "Ax"}, Code.CARD_UNKNOWN),
        ({"picks": ["1"]}, Code.PICKS_INVALID),
        ({"hands": "As"}, Code.OPTION_INVALID),
    ],
)
def test_a_refused_reset_leaves_the_round_as_it_was(options, code):
    env = made("three-card-poker")
    observation, _ = env.reset(seed=1)
    assert _code(lambda: env.reset(options=options)) is code
    after, *_ = env.step(1)
    assert same({"hand": observation["hand"]}, {"hand": after["hand"]})


def _code(action):
    with pytest.raises(Rejection) as caught:
        action()
    return caught.value.code
