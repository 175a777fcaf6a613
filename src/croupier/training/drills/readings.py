"""How a hand is read: what it is called, which of its cards count, and what else it is taken for.

The wrong names are those a tired eye would give: what other cards of the same hand make, the hand
just above or below, an ace that is counted wrongly.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

from croupier.cards import (
    BlackjackTotal,
    Card,
    FiveCardRank,
    ThreeCardRank,
    blackjack_total,
    card_value,
    pretty_cards,
    rank_five,
    rank_three,
)
from croupier.cards.card import Suit
from croupier.cards.poker import all_five_card_ranks, all_three_card_ranks
from croupier.games.blackjack_hands import called
from croupier.table.hands import HandToRead, ReadAs
from croupier.training.chance import Chance

__all__ = ["Reading", "reading_of"]

_MOST_WRONG: Final = 4
_MOST_LIKELY: Final = 3
_NEAR: Final = 3
"""How far above and below in the order of all hands a wrong name is looked for."""

_LOWEST_SOFT: Final = 12
_TWENTY_ONE: Final = 21
_NATURAL: Final = BlackjackTotal(_TWENTY_ONE, is_soft=True, cards=2)
_TOTALS: Final = range(4, 31)
"""What two cards or more come to, one bust card included."""

_MEANING: Final = {
    "high card": "no two of a rank, no sequence, and more than one suit",
    "pair": "two cards of one rank",
    "two pair": "two cards of one rank and two of another",
    "three of a kind": "three cards of one rank",
    "straight": "all cards in sequence, in more than one suit",
    "flush": "all cards of one suit, not in sequence",
    "full house": "three cards of one rank and two of another",
    "four of a kind": "four cards of one rank",
    "straight flush": "all cards in sequence and of one suit",
}


@dataclass(frozen=True)
class Reading:
    """A hand that was read."""

    hand: HandToRead

    @property
    def item(self) -> str:
        """What it practises: `Best five: full house`."""
        raise NotImplementedError

    @property
    def rarity(self) -> int:
        """How good it is among its like: the better, the rarer."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        """What it is called."""
        raise NotImplementedError

    @property
    def true_names(self) -> frozenset[str]:
        """What it is called, and what else would not be wrong to say of it."""
        return frozenset({self.name})

    @property
    def why(self) -> str:
        """A sentence that says how it comes to be that."""
        raise NotImplementedError

    @property
    def counting(self) -> tuple[tuple[Card, ...], ...]:
        """Every choice of cards that makes the hand, where not all of them count."""
        return ()

    def wrong_names(self, chance: Chance) -> tuple[str, ...]:
        """Some names it might be given by mistake."""
        true = self.true_names
        likely = dict.fromkeys(name for name in self._taken_for() if name not in true)
        others = dict.fromkeys(
            name for name in self._like_it() if name not in true and name not in likely
        )
        wrong = chance.sample(list(likely), min(len(likely), _MOST_LIKELY))
        wrong += chance.sample(list(others), min(len(others), _MOST_WRONG - len(wrong)))
        return tuple(wrong)

    def _taken_for(self) -> Iterator[str]:
        """What it is taken for by who looks too quickly."""
        raise NotImplementedError

    def _like_it(self) -> Iterator[str]:
        """What is nearly the same."""
        raise NotImplementedError


def reading_of(hand: HandToRead) -> Reading:
    """The hand, read as its game reads it."""
    match hand.read_as:
        case ReadAs.BEST_THREE:
            return _PokerReading(hand, 3, rank_three, all_three_card_ranks)
        case ReadAs.BEST_FIVE:
            return _PokerReading(hand, 5, rank_five, all_five_card_ranks)
        case ReadAs.BLACKJACK:
            return _TotalReading(hand, may_be_blackjack=True)
        case ReadAs.SPLIT_HAND:
            return _TotalReading(hand, may_be_blackjack=False)


_Rank = ThreeCardRank | FiveCardRank


@dataclass(frozen=True)
class _PokerReading(Reading):
    """Some cards as a poker hand: the best so many of them count."""

    size: int
    rank: Callable[[Sequence[Card]], _Rank]
    order: Callable[[], Sequence[_Rank]]

    @cached_property
    def _ranks(self) -> dict[tuple[Card, ...], _Rank]:
        """What every choice of so many cards is."""
        return {some: self.rank(some) for some in combinations(self.hand.cards, self.size)}

    @cached_property
    def _best(self) -> _Rank:
        return max(self._ranks.values(), key=lambda rank: (rank.category, rank.ranks))

    @property
    def _title(self) -> str:
        return self._best.name if self._best.is_royal else self._best.category.title

    @property
    def item(self) -> str:
        words = {3: "three", 5: "five"}
        return f"Best {words[self.size]}: {self._title}"

    @property
    def rarity(self) -> int:
        return self._best.number

    @property
    def name(self) -> str:
        return self._best.name

    @property
    def counting(self) -> tuple[tuple[Card, ...], ...]:
        if len(self.hand.cards) == self.size:
            return ()
        return tuple(some for some, rank in self._ranks.items() if rank == self._best)

    @property
    def _counted(self) -> tuple[Card, ...]:
        """The cards that make it, or one choice of them."""
        return self.counting[0] if self.counting else self.hand.cards

    @property
    def why(self) -> str:
        shown = pretty_cards(sorted(self._counted, reverse=True))
        meaning = _MEANING[self._best.category.title]
        return f"{shown} is {_with_article(self.name)}: {meaning}."

    def _taken_for(self) -> Iterator[str]:
        """What other cards of the hand make, or the same cards if their suits are misread."""
        others = {rank for rank in self._ranks.values() if rank.category != self._best.category}
        ordered = sorted(others, key=lambda rank: (rank.category, rank.ranks))
        yield from {rank.category: rank.name for rank in ordered}.values()
        held = [card.rank for card in self._counted]
        if len(set(held)) == len(held):
            one_suit = [Card.of(rank, Suit.SPADES) for rank in held]
            yield self.rank(one_suit).name
            yield self.rank([*one_suit[:-1], Card.of(held[-1], Suit.HEARTS)]).name

    def _like_it(self) -> Iterator[str]:
        """Other hands of its kind among its own cards, and the next ones up and down."""
        yield from (rank.name for rank in self._ranks.values())
        every, at = self.order(), self._best.number - 1
        yield from (rank.name for rank in every[max(at - _NEAR, 0) : at + _NEAR + 1])


@dataclass(frozen=True)
class _TotalReading(Reading):
    """Cards as a blackjack hand: all of them count."""

    may_be_blackjack: bool

    @cached_property
    def _total(self) -> BlackjackTotal:
        return blackjack_total(self.hand.cards)

    @property
    def item(self) -> str:
        return f"Total: {self._kind}"

    @property
    def _kind(self) -> str:
        total = self._total
        if total.is_natural:
            return "blackjack" if self.may_be_blackjack else "21 after a split"
        if total.is_bust:
            return "bust"
        return "soft" if total.is_soft else "hard"

    @property
    def rarity(self) -> int:
        return len(self.hand.cards)

    @property
    def name(self) -> str:
        return self._called(self._total)

    @property
    def true_names(self) -> frozenset[str]:
        """Every twenty-one is hard or soft; and all but one are none that is a blackjack."""
        total = self._total
        true = {self.name, BlackjackTotal(total.total, total.is_soft, max(total.cards, 3)).name}
        if total.total == _TWENTY_ONE and not (total.is_natural and self.may_be_blackjack):
            true.add(called(_NATURAL, is_blackjack=False))
        return frozenset(true)

    def _called(self, total: BlackjackTotal) -> str:
        return called(total, is_blackjack=self.may_be_blackjack)

    @property
    def why(self) -> str:
        values = [card_value(card) for card in self.hand.cards]
        if self._total.is_soft:
            values[values.index(1)] = 11
        reckoned = " + ".join(map(str, values))
        words = f"{pretty_cards(self.hand.cards)}: {reckoned} = {self._total.total}, {self.name}"
        if self._total.is_natural:
            split = "twenty-one in two cards"
            return f"{words}: {split}{'' if self.may_be_blackjack else ' after a split'}."
        if self._total.is_soft:
            return f"{words}, since an ace counts eleven."
        if 1 in values and not self._total.is_bust:
            return f"{words}, since an ace that counted eleven would make it bust."
        return f"{words}."

    def _taken_for(self) -> Iterator[str]:
        """An ace counted the other way, a blackjack that is none, or none that is one."""
        total, cards = self._total.total, max(self._total.cards, 3)
        for wrong in (total - 10, total + 10):
            if wrong in _TOTALS:
                yield BlackjackTotal(wrong, is_soft=False, cards=cards).name
        if total <= 21:
            yield BlackjackTotal(total, not self._total.is_soft, cards).name
        if total == _TWENTY_ONE:
            yield called(_NATURAL, is_blackjack=True)
            yield called(_NATURAL, is_blackjack=False)

    def _like_it(self) -> Iterator[str]:
        """A little more or less."""
        total, cards = self._total.total, max(self._total.cards, 3)
        for wrong in range(total - 2, total + 3):
            if wrong in _TOTALS:
                is_soft = self._total.is_soft and _LOWEST_SOFT <= wrong <= 21
                yield BlackjackTotal(wrong, is_soft, cards).name


def _with_article(name: str) -> str:
    """`a flush, king-nine-two high`, but `three of a kind, nines`."""
    countable = ("pair", "straight", "flush", "full house", "royal flush", "mini royal")
    return f"a {name}" if name.startswith(countable) else name
