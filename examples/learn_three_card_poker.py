"""A learner finds out which hands of Three Card Poker to play, knowing only what it is paid.

It plays rounds in the Gymnasium environment and keeps a table: what playing a hand brought on
average, by the hand's two highest cards. A better hand is worth no less, so neighbours that
say otherwise are averaged. The hands near the border it practises, stacked for it.

    .venv/bin/python examples/learn_three_card_poker.py

prints what it learnt. What is known to be best is to play queen-six-four or better.
"""

from collections import defaultdict
from itertools import combinations
from typing import Final

import gymnasium
import numpy as np
import numpy.typing as npt

import croupier.gym
from croupier.cards import DECK, Card, Rank, ThreeCardRank, format_cards, rank_three

gymnasium.register_envs(croupier.gym)

SESSIONS: Final = 8
ROUNDS: Final = 1_200
NEAR: Final = 5
"""How many kinds of hand on either side of the border it practises."""
SEED: Final = 1

Hand = tuple[Card, ...]
Values = npt.NDArray[np.float64]


def kind(hand: Hand) -> ThreeCardRank:
    """How the learner tells hands apart: their category and two highest cards; stronger later."""
    rank = rank_three(hand)
    return ThreeCardRank(rank.category, rank.ranks[:2])


class Learner:
    """What playing each kind of hand has brought."""

    def __init__(self, seed: int) -> None:
        self.env = gymnasium.make("croupier/ThreeCardPoker-v0", disable_env_checker=True)
        self.env.reset(seed=seed)
        self.rng = np.random.default_rng(seed)
        self.play, self.fold = (
            self.env.get_wrapper_attr("actions").index(name) for name in ("play", "fold")
        )
        hands = defaultdict(list)
        for hand in combinations(DECK, 3):
            hands[kind(hand)].append(hand)
        self.kinds = sorted(hands)
        self.hands = [hands[one] for one in self.kinds]
        self.numbers = {one: number for number, one in enumerate(self.kinds)}
        self.total = np.zeros(len(self.kinds))
        self.count = np.zeros(len(self.kinds))

    def fold_value(self) -> float:
        """What folding brings: a few tries will do, it is always the same."""
        return float(np.mean([self._round(self.fold)[1] for _ in range(20)]))

    def practise(self, rounds: int, numbers: npt.NDArray[np.int64] | None = None) -> None:
        """Plays every hand it is dealt, or hands of these kinds only."""
        for at in range(rounds):
            hand = None
            if numbers is not None:
                some = self.hands[numbers[at % len(numbers)]]
                hand = some[self.rng.integers(len(some))]
            number, reward = self._round(self.play, hand)
            self.total[number] += reward
            self.count[number] += 1

    def values(self) -> Values:
        """What playing is worth, by kind of hand, rising with its strength."""
        return rising(self.total / np.maximum(self.count, 1), self.count)

    def border(self, fold_value: float) -> int:
        """The weakest kind of hand that seems worth playing."""
        return int(np.argmax(self.values() > fold_value))

    def _round(self, action: int, hand: Hand | None = None) -> tuple[int, float]:
        """One round: which kind of hand it was, and what the action brought."""
        options = {"cards": format_cards(hand)} if hand is not None else None
        observation, _ = self.env.reset(options=options)
        held = croupier.gym.cards_in(observation["hand"])
        _, reward, is_over, _, _ = self.env.step(action)
        assert is_over, "there is one decision in a round"
        return self.numbers[kind(held)], float(reward)


def rising(means: Values, counts: Values) -> Values:
    """The rising values nearest to these means: neighbours in the wrong order are averaged."""
    blocks: list[list[float]] = []
    for mean, count in zip(means, counts, strict=True):
        blocks.append([mean, count, 1])
        while len(blocks) > 1 and (blocks[-2][0] >= blocks[-1][0] or not blocks[-2][1]):
            mean_above, above, size_above = blocks.pop()
            mean_below, below, size_below = blocks.pop()
            together = (mean_below * below + mean_above * above) / max(below + above, 1)
            blocks.append([together, below + above, size_below + size_above])
    return np.concatenate([np.full(int(size), mean) for mean, _, size in blocks])


def learn(seed: int = SEED) -> tuple[Learner, float]:
    """Any hands first, to find the border roughly; then those near it, again and again."""
    learner = Learner(seed)
    fold_value = learner.fold_value()
    learner.practise(ROUNDS)
    for _ in range(SESSIONS):
        border = learner.border(fold_value)
        near = np.arange(border - NEAR, border + NEAR)
        learner.practise(ROUNDS, np.clip(near, 0, len(learner.kinds) - 1))
    return learner, fold_value


def main() -> None:
    """Learns, and prints what playing is worth around the hand where it begins to pay."""
    learner, fold_value = learn()
    values = learner.values()
    weakest = learner.border(fold_value)
    print(f"Folding is worth {fold_value:+.2f} antes. Playing is worth:")
    for number in range(max(weakest - 5, 0), weakest + 5):
        verdict = "play" if values[number] > fold_value else "fold"
        name = name_of(learner.kinds[number])
        rounds = int(learner.count[number])
        print(f"  {name:<15} {values[number]:+.2f}  {verdict}  ({rounds:,} rounds)")
    print(f"It learnt to play {name_of(learner.kinds[weakest])} or better and to fold the rest.")


def name_of(rank: ThreeCardRank) -> str:
    """`queen-six` for a kind of hand without a pair."""
    return "-".join(Rank(one).singular for one in rank.ranks)


if __name__ == "__main__":
    main()
