"""What playing and folding are worth in one concrete hand, all seen cards counted as gone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from croupier.cards import DECK, Card, rank_three
from croupier.games.three_card_poker.exact.bet_terms import (
    ANTE_AND_PLAY,
    BETS,
    PAIR_PLUS,
    SIX_CARD_BONUS,
    Terms,
    ante_and_play_nets,
    hand_pays,
    line_net,
    six_card_pays,
)
from croupier.games.three_card_poker.exact.showdown_counts import count_by_dealing, showdown
from croupier.rejection import Code, Rejection
from croupier.table.layout import Layout
from croupier.table.steps import Asked, Option
from croupier.table.worth import Decision, Figure, Fresh, OptionWorth, PayTables

__all__ = [
    "FRESH_OPTIONS",
    "Seen",
    "SideBets",
    "equal_stakes",
    "require_fresh",
    "value_asked",
    "value_decision",
]

QUESTION: Final = "Play or fold?"
FRESH_OPTIONS: Final = (Option("play", "Play"), Option("fold", "Fold"))
EQUAL_STAKES: Final = (
    "Equal stakes on the Ante and on every side bet that folding forfeits; the values are of all "
    "of them together."
)


@dataclass(frozen=True, slots=True)
class SideBets:
    """The side bets that folding would forfeit, and how large they are."""

    per_ante: Mapping[str, Fraction]
    assumes: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """The player's three cards, and every other card he has seen."""

    hand: tuple[Card, ...]
    others: tuple[Card, ...]

    def __post_init__(self) -> None:
        if len(self.hand) != 3:
            raise Rejection(
                Code.HAND_SIZE, f"A hand of this game has 3 cards, not {len(self.hand)}."
            )
        known = [*self.hand, *self.others]
        for at, card in enumerate(known):
            if card in known[:at]:
                raise Rejection(
                    Code.CARD_REPEATED, f"{card} is there twice; one deck holds each card once."
                )
        if len(known) > len(DECK) - 3:
            raise Rejection(
                Code.HAND_SIZE,
                f"{len(known)} cards are seen, so {len(DECK) - len(known)} are left, and the "
                "dealer gets 3.",
            )

    @property
    def unseen(self) -> tuple[Card, ...]:
        """What the dealer's cards are among."""
        gone = {*self.hand, *self.others}
        return tuple(card for card in DECK if card not in gone)


def require_fresh(given: Fresh) -> Seen:
    """A hand as a person writes it down; the dealer of this game shows nothing."""
    if given.dealer:
        raise Rejection(
            Code.OPTION_INVALID, "The dealer of this game shows no card before the decision."
        )
    return Seen(given.hand, given.seen)


def staked(stakes: Mapping[str, int], terms: Terms) -> SideBets:
    """What folding would forfeit of what a seat has staked."""
    ante = stakes["Ante"]
    return SideBets(
        {bet: Fraction(stakes[bet], ante) for bet in BETS if bet in terms.forfeited & {*stakes}}
    )


def equal_stakes(terms: Terms) -> SideBets:
    """As much on each side bet that folding would forfeit as on the Ante."""
    per_ante = {bet: Fraction(1) for bet in BETS if bet in terms.forfeited}
    return SideBets(per_ante, EQUAL_STAKES if per_ante else "")


def value_asked(
    hand: tuple[Card, ...],
    seen: Layout,
    asked: Asked,
    terms: Terms,
    pay_tables: PayTables,
    *,
    also_seen: Sequence[Card],
) -> Decision:
    """The decision a seat is asked for in mid-round, with the stakes as they are."""
    others = [card for card in seen.all_known() if card not in hand]
    cards = Seen(hand, (*others, *also_seen))
    side_bets = staked(seen.stakes[asked.seat], terms)
    return value_decision(cards, asked.options, terms, pay_tables, side_bets)


def value_decision(
    seen: Seen,
    options: Sequence[Option],
    terms: Terms,
    pay_tables: PayTables,
    side_bets: SideBets,
) -> Decision:
    """What playing and folding bring, with the side bets that folding would forfeit."""
    unseen = seen.unseen
    counts = count_by_dealing(
        np.array(seen.hand, dtype=np.int64),
        np.array(unseen, dtype=np.int64),
        showdown(terms.pair_comparison),
    )
    hands = int(counts.sum())
    pays = hand_pays(seen.hand, rank_three(seen.hand), terms, pay_tables)
    six = six_card_pays(pay_tables)
    nets = {
        ANTE_AND_PLAY: _mean(counts.sum(axis=1).tolist(), ante_and_play_nets(), hands)
        + (pays.ante_bonus.odds.fraction if pays.ante_bonus else 0),
        PAIR_PLUS: line_net(pays.pair_plus),
        SIX_CARD_BONUS: _mean(counts.sum(axis=0).tolist(), [line_net(line) for line in six], hands),
    }
    units = {ANTE_AND_PLAY: Fraction(1), **side_bets.per_ante}
    values = {
        "play": sum((stake * nets[bet] for bet, stake in units.items()), Fraction(0)),
        "fold": -sum(units.values(), Fraction(0)),
    }
    return Decision(
        QUESTION,
        "Ante",
        tuple(
            OptionWorth(option.name, option.label, Figure(values[option.name]))
            for option in options
        ),
        len(unseen),
        side_bets.assumes,
    )


def _mean(counts: Sequence[int], values: Sequence[Fraction], total: int) -> Fraction:
    found = (n * value for n, value in zip(counts, values, strict=True))
    return sum(found, Fraction(0)) / total
