"""What a learner sees: all its seat may see, where and in which order, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from croupier.cards import DECK, format_cards, parse_card
from croupier.gym import FACE_DOWN, SLOTS, GameEnv, Where, cards_in
from croupier.gym.encoding import Encoding
from croupier.gym.seat_view import SeatView
from croupier.table import events as happened
from croupier.table.layout import Layout, view
from croupier.table.places import Viewer
from croupier.table.prepared import prepare

from .playing import GAMES, by_name, episode, made, moments, random_choice, same
from .small_games import DrawOn

TABLES = [(game_id, {}) for game_id in GAMES] + [
    (game_id, {"seat": 2, "bots": 3}) for game_id in GAMES
]


def told(env):
    """All that has happened so far, as the round knows it."""
    return env._episode.events


@pytest.mark.parametrize(("game_id", "chosen"), TABLES)
def test_hidden_cards_could_be_any_others(game_id, chosen):
    env = made(game_id, **chosen)
    rng = np.random.default_rng(3)
    encoding = Encoding(
        prepare(env.game, env.settings), actions=len(env.actions), unit_cents=env.unit_cents
    )
    hidden_ones = 0
    for seed in range(25):
        for moment in moments(env, random_choice(rng), seed=seed):
            seen = moment.observation
            unseen = np.flatnonzero(seen["where"] == Where.UNSEEN)
            others = dict(zip(unseen.tolist(), rng.permutation(unseen).tolist(), strict=True))
            events = [_with_others(event, others) for event in told(env)]
            hidden_ones += sum(one != two for one, two in zip(events, told(env), strict=True))
            changed = SeatView(env.seat)
            changed.take(events)
            assert same(seen, encoding.encode(changed, seen["action_mask"]))
    if game_id != "stadium-three-card-poker":  # There all cards lie open.
        assert hidden_ones > 20


def _with_others(event, others):
    """The event with other cards in place of those that were not seen."""

    def other(card):
        return DECK[others.get(card, card)]

    match event:
        case happened.CardDealt(_, card):
            return replace(event, card=other(card))
        case happened.CardsTurned(_, cards) | happened.CardsMoved(_, _, _, _, cards):
            return replace(event, cards=tuple(map(other, cards)))
        case _:
            return event


@pytest.mark.parametrize("game_id", GAMES)
def test_another_deck_under_the_same_open_cards_looks_the_same(game_id):
    """The same from outside: the deck is stacked anew where it was not seen."""
    env = made(game_id)
    rng = np.random.default_rng(4)
    compared = 0
    for seed in range(40):
        deck = rng.permutation(52)
        first, _ = env.reset(seed=seed, options={"cards": _names(deck)})
        hidden = np.isin(deck, np.flatnonzero(first["where"] == Where.UNSEEN))
        deck[hidden] = rng.permutation(deck[hidden])
        second, info = env.reset(seed=seed, options={"cards": _names(deck)})
        # A dealer's blackjack ends some rounds before the first decision, and then all is shown.
        if first["action_mask"].tolist() == second["action_mask"].tolist() and info["question"]:
            assert same(first, second)
            compared += 1
    assert compared >= 25


def _names(deck):
    return format_cards(DECK[number] for number in deck)


@pytest.mark.parametrize(("game_id", "chosen"), TABLES)
def test_every_card_the_seat_sees_stands_in_the_arrays_where_it_lies(game_id, chosen):
    env = made(game_id, **chosen)
    rng = np.random.default_rng(5)
    for seed in range(20):
        for moment in moments(env, random_choice(rng), seed=seed):
            if moment.is_over or not moment.info["question"]:
                continue
            layout = Layout.fold(view(told(env), Viewer.at(env.seat)))
            seen = moment.observation
            expected = {
                (int(one.card), place.owner, at)
                for place, lying in layout.cards.items()
                for at, one in enumerate(lying, start=1)
                if one.card is not None
            }
            owners = {Where.HAND: {env.seat}, Where.OWN: {env.seat}, Where.DEALER: {0}}
            owners |= {Where.TABLE: {-1}, Where.OTHERS: set(range(1, 9)) - {env.seat}}
            found = {int(card) for card in np.flatnonzero(seen["where"])}
            assert found == {card for card, _, _ in expected}
            for card, owner, at in expected:
                assert owner in owners[Where(seen["where"][card])]
                assert at == seen["position"][card]
            places = {place: {int(one.card) for one in lying if one.card is not None}
                      for place, lying in layout.cards.items()}  # fmt: skip
            for place, cards in places.items():
                assert len({int(seen["place"][card]) for card in cards}) <= 1, place
            assert seen["cards_dealt"] == [_dealt(told(env))]


def _dealt(events):
    return sum(isinstance(event, happened.CardDealt) for event in events)


def test_pick_2_poker_sets_the_cards_at_the_places_an_option_names():
    env = made("pick-2-poker")
    start, end = episode(env, by_name(env, "3-card 1-2-4"), seed=1)
    hand = cards_in(start.observation["hand"])
    moved = [event for event in end.info["events"] if isinstance(event, happened.CardsMoved)]
    assert moved[0].cards == (hand[0], hand[1], hand[3])


def test_roll_your_own_blackjack_sets_the_card_an_option_names_apart():
    env = made("roll-your-own-blackjack")
    env.reset(seed=1, options={"cards": "9c Td 8h 2c 5d 9h 2s"})
    observation, *_ = env.step(env.actions.index("alone 2"))
    assert format_cards(cards_in(observation["hand"])) == "9c 8h"
    assert observation["where"][parse_card("Td")] == Where.OWN


def test_split_hands_are_told_apart():
    env = made("roll-your-own-blackjack")
    env.reset(seed=1, options={"cards": "8c Td 8h 2c 5d 9h 3s 2h 4d 6s"})
    hands, numbers = [], []
    for name in ("alone 2", "split", "stand", "stand"):
        observation, _, _, _, info = env.step(env.actions.index(name))
        assert info["question"]
        hands.append(format_cards(cards_in(observation["hand"])))
        numbers.append(int(observation["hand_number"][0]))
        spot = env.spots.index("Blackjack 1")
        assert observation["stakes"][spot] == (1 if name == "alone 2" else 2)
    assert hands == ["8c 8h", "8c 3s", "8h 2h", "Td 4d"]
    assert len(set(numbers)) == 3
    assert numbers[0] == numbers[1]


def test_a_stadium_shows_its_cells_and_the_picks():
    env = made("stadium-three-card-poker", picks=["1", "5", "9"])
    observation, _ = env.reset(seed=1, options={"cards": "2c 3c 4c 5c 6c 7c 8c 9c Tc"})
    assert format_cards(cards_in(observation["table"])) == "2c 3c 4c 5c 6c 7c 8c 9c Tc"
    assert observation["picks"].tolist() == [1, 0, 0, 0, 1, 0, 0, 0, 1]
    assert not observation["hand"].any()
    observation, _ = env.reset(seed=1, options={"picks": ["2", "3", "4"]})
    assert observation["picks"].tolist() == [0, 1, 1, 1, 0, 0, 0, 0, 0]


def test_picks_that_the_system_draws_are_seen():
    quick = {"no_cells_chosen": "quick_pick"}
    env = made("stadium-three-card-poker", picks=[], readings=quick)
    drawn = {tuple(env.reset(seed=seed)[0]["picks"]) for seed in range(20)}
    assert len(drawn) > 5
    assert {sum(picks) for picks in drawn} == {3}


def test_a_card_that_lies_face_down_is_seen_to_lie_there():
    observation, _ = made("three-card-poker").reset(seed=1)
    assert observation["dealer"].tolist() == [FACE_DOWN] * 3 + [0] * (SLOTS - 3)
    assert cards_in(observation["dealer"]) == ()


def test_of_a_hand_that_is_too_long_for_its_slots_no_card_is_lost():
    env = GameEnv(DrawOn())
    env.reset(seed=1)
    for _ in range(SLOTS + 8):
        observation, *_ = env.step(env.actions.index("draw"))
    assert len(cards_in(observation["hand"])) == SLOTS
    assert sorted(observation["position"])[-SLOTS - 8 :] == list(range(1, SLOTS + 9))
    assert (observation["where"] == Where.HAND).sum() == SLOTS + 8
    assert observation in env.observation_space


def test_when_the_round_is_over_the_last_cards_are_still_seen():
    env = made("three-card-poker", render_mode="ansi")
    *_, end = episode(env, by_name(env, "play"), options={"cards": "2c 3d 5h As Kd Qh"})
    assert format_cards(cards_in(end.observation["dealer"])) == "As Kd Qh"
    assert env.render() == (
        "Three Card Poker, seat 1\n"
        "  dealer/Hand: A♠ K♦ Q♥\n"
        "  seat 1/Hand: 2♣ 3♦ 5♥\n"
        "  Ante: Your five-three-two high loses to the dealer's straight, ace high.\n"
        "  Play: Your five-three-two high loses to the dealer's straight, ace high.\n"
        "The round is over: -$10."
    )


def test_the_table_is_drawn_with_the_question_and_the_numbers_of_the_actions():
    env = made("three-card-poker", render_mode="ansi")
    assert env.render() is None
    env.reset(options={"cards": "2c 3d 5h"})
    assert env.render() == (
        "Three Card Poker, seat 1\n"
        "  dealer/Hand: ▮ ▮ ▮\n"
        "  seat 1/Hand: 2♣ 3♦ 5♥\n"
        "  Ante: $5\n"
        "Play or fold?\n"
        "  0: Play, another $5\n"
        "  1: Fold"
    )
