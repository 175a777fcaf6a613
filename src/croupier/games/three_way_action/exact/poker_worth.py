"""3 Way-Action: what Poker is worth, seven cards against seven from one deck.

*What has to be counted.* The dealer's hand is below ace high, or it is compared with the
player's. So four numbers are needed: how often a hand is below ace high, how often both are, how
often they tie, and how often they tie below ace high. All else follows, because player and
dealer are exchangeable: whoever exchanges their hands turns every deal into another one that is
just as likely, so the player is better as often as he is worse.

*The player's expectation* needs no ties at all. Let N be the event that the dealer is below ace
high, M the event that both are, and W and L that the player's hand is the better or the worse
one. He gains one half in N, and outside N one unit in W and minus one in L, so

    E = P(N)/2 + P(W, not N) - P(L, not N).

As P(W) = P(L), the last two terms are P(L, N) - P(W, N). In N the player is better whenever he
has ace high or more; where both are below, either is better equally often. That difference is
therefore -(P(N) - P(M)), and

    E = P(M) - P(N)/2.

*Blackjack does not matter.* Seven cards each are what everybody ends with, but who gets which
card of the deck depends on how Blackjack is played. It makes no difference all the same: however
anybody decides, the hands at the end are distributed as if they had been dealt from a shuffled
deck without any decision. The reason is that a decision can look back only. Number the seven
places of every hand. Each card dealt goes to one place that is still free, and which one follows
from the cards dealt before it, whoever saw them, and from whatever else the players may go by,
but never from that card or a later one. Now fix cards for all places, and ask how likely they
end up just so. The first card goes to a place known beforehand, and is the right one with
probability 1/52. Given that it was, the second goes to a place that follows from it, and is right
with probability 1/51; and so on down the deck. The product is the same for every choice of cards
and for every way to decide. (Whatever else the players go by is averaged over.)

For this every place must be filled exactly once, and no card may be dealt anywhere else. So it
is under every reading of the rules. No hand can have more than seven cards; two hands split from
two aces count together, and are put together for Poker. Hands that went over 21, that stood, and
that the dealer's blackjack ended are all filled up to seven, and so is the dealer's; no card is
burned. A seat that has bet neither Poker nor Bonus is not filled up, nor is one that has bet
nothing but High Card; think of their free places as filled afterwards from the cards left over,
which changes nobody's hand, and for which there are cards enough.

The same holds from any moment on, given all cards dealt by then. So nothing that is decided in
Blackjack, first or last, by the player or by his neighbours, changes what his Poker and Bonus bets
are worth, not even in hindsight of the cards that lie there. What it does change is how their
outcomes go together with that of Blackjack.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.cards import FiveCardCategory, FiveCardRank
from croupier.cards.poker import all_five_card_ranks
from croupier.games.three_way_action.exact.poker_ties import pairs_among, tied_pairs
from croupier.games.three_way_action.exact.seven_cards import WHOLE, CountedDeck, hand_counts
from croupier.games.three_way_action.script import against_hand, qualifies
from croupier.table.settlement import Outcome
from croupier.table.worth import BetWorth, Figure, Note, OutcomeWorth, Table

__all__ = ["Showdown", "counted_ties", "net_of", "poker_bet", "showdown"]


@dataclass(frozen=True, slots=True)
class Showdown:
    """In how many ways a player's and a dealer's hand can be dealt, by how they compare."""

    pairs: int
    """All of them."""
    dealer_below: int
    """The dealer is below ace high."""
    both_below: int
    tied: int
    tied_below: int
    """Both are below ace high, and equal."""

    @property
    def better(self) -> int:
        """The player's hand is the better one, whatever the dealer has: as often as the worse."""
        return self._half(self.pairs - self.tied)

    @property
    def won(self) -> int:
        """The player is better than a dealer of ace high or more."""
        better_below = self.dealer_below - self.both_below + self._better_of_two_below
        return self.better - better_below

    @property
    def lost(self) -> int:
        """The player is worse than a dealer of ace high or more."""
        return self.better - self._better_of_two_below

    @property
    def pushed(self) -> int:
        """The player is equal to a dealer of ace high or more."""
        return self.tied - self.tied_below

    @property
    def _better_of_two_below(self) -> int:
        return self._half(self.both_below - self.tied_below)

    @staticmethod
    def _half(pairs: int) -> int:
        assert pairs % 2 == 0, "player and dealer are exchangeable"
        return pairs // 2


@cache
def showdown(deck: CountedDeck) -> Showdown:
    """The four numbers that everything follows from."""
    below = _numbers_below()
    ties = counted_ties(deck)
    return Showdown(
        pairs=deck.pairs,
        dealer_below=int(hand_counts(deck)[below].sum()) * deck.others,
        both_below=pairs_among(below, deck),
        tied=int(ties.sum()),
        tied_below=int(ties[below].sum()),
    )


@cache
def counted_ties(deck: CountedDeck) -> NDArray[np.int64]:
    """The pairs of equal hands by rank number, counted once."""
    ties = tied_pairs(deck)
    ties.setflags(write=False)
    return ties


def _numbers_below() -> NDArray[np.int64]:
    """The numbers of the ranks with which the dealer does not qualify."""
    numbered = enumerate(all_five_card_ranks(), 1)
    return np.array([number for number, rank in numbered if not qualifies(rank)])


def net_of(outcome: Outcome) -> Fraction:
    """What the player gains by it, for one unit bet."""
    return Fraction(outcome.returned_cents(2), 2) - 1  # two cents can be halved


def poker_bet() -> BetWorth:
    """What Poker is worth: the same under all rules, and however Blackjack is played."""
    counted = showdown(WHOLE)
    worst, best = all_five_card_ranks()[0], all_five_card_ranks()[-1]
    qualified = next(rank for rank in all_five_card_ranks() if qualifies(rank))

    def outcome(name: str, ways: int, player: FiveCardRank, dealer: FiveCardRank) -> OutcomeWorth:
        verdict, _ = against_hand(player, dealer)
        return OutcomeWorth(name, Fraction(ways, counted.pairs), net_of(verdict))

    return BetWorth(
        name="Poker",
        per="Poker",
        outcomes=(
            outcome("Dealer below ace high", counted.dealer_below, worst, worst),
            outcome("Win", counted.won, best, qualified),
            outcome("Tie", counted.pushed, best, best),
            outcome("Lose", counted.lost, worst, qualified),
        ),
        method=(
            "All pairs of seven-card hands from one deck, counted by the ranks they hold and the "
            "ways their suits can fall; player and dealer are exchangeable. How Blackjack is "
            "played does not matter."
        ),
        notes=(
            _note("Dealer below ace high", counted.dealer_below),
            _note("Both below ace high", counted.both_below),
            _note("Player's hand is better", counted.better),
            _note("Hands are equal", counted.tied),
            _note("Hands are equal, both below ace high", counted.tied_below),
        ),
        tables=(_ties_by_category(),),
    )


def _note(name: str, ways: int) -> Note:
    return Note(name, Figure(Fraction(ways, WHOLE.pairs)))


def _ties_by_category() -> Table:
    """How often a hand is in each category, and how often two are in it and tie."""
    hands, ties = hand_counts(WHOLE), counted_ties(WHOLE)
    rows = []
    for category in reversed(FiveCardCategory):
        numbers = [
            number
            for number, rank in enumerate(all_five_card_ranks(), 1)
            if rank.category is category
        ]
        held = Fraction(int(hands[numbers].sum()), WHOLE.hands)
        tied = Fraction(int(ties[numbers].sum()), WHOLE.pairs)
        rows.append((category.title.capitalize(), (Figure(held), Figure(tied))))
    return Table(
        title="Best five of seven cards",
        columns=("Hand", "Probability", "Both hold it, and tie"),
        rows=tuple(rows),
        is_percent=True,
    )
