"""One decision, valued from the cards a player sees: every hand the dealer can have is ranked."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain
from math import comb
from typing import Final

import numpy as np

from croupier.cards import DECK, Card, pretty_cards, rank_five, rank_three
from croupier.games.pick_2_poker.exact.class_counts import (
    five_card_results,
    highest_not_qualifying,
    three_card_results,
)
from croupier.games.pick_2_poker.exact.dealer_hands import dealer_ranks
from croupier.games.pick_2_poker.exact.payouts import game_pays
from croupier.games.pick_2_poker.exact.played_out import play_out
from croupier.games.pick_2_poker.player import FIVE_CARD_GAME, FOLD, THREES
from croupier.games.pick_2_poker.rules import BonusOnFold, Rules
from croupier.rejection import Code, Rejection
from croupier.table.layout import Layout
from croupier.table.places import Place
from croupier.table.steps import Asked
from croupier.table.worth import Decision, Figure, Fresh, OptionWorth, PayTables

__all__ = ["decide", "decide_fresh"]

_QUESTION: Final = "Fold, or play three or five cards?"
_BONUS_ONLY: Final = "5 Card Bonus Only"


def decide_fresh(given: Fresh, rules: Rules, pay_tables: PayTables) -> Decision:
    """A decision of which nothing is known but cards."""
    if len(given.hand) != 5:
        raise Rejection(
            Code.HAND_SIZE, f"A hand of Pick 2 Poker is five cards, not {len(given.hand)}."
        )
    labels = {FOLD: "Fold", FIVE_CARD_GAME: "All 5 cards"}
    for name, three in THREES.items():
        labels[name] = f"3 cards: {pretty_cards([given.hand[at] for at in three])}"
    values = _values(given, rules, pay_tables, Fraction(0))
    return _decision(labels, values, given, assumes="")


def decide(
    seen: Layout,
    asked: Asked,
    rules: Rules,
    pay_tables: PayTables,
    also_seen: Sequence[Card],
) -> Decision:
    """A decision of a round, from what the seat that is asked sees."""
    place = Place.of_seat(asked.seat, "Hand")
    hand, dealer = seen.known(place), seen.known(Place.of_dealer("Hand"))
    if len(hand) != 5:
        raise Rejection(
            Code.HAND_SIZE, f"Seat {asked.seat} must see its five cards, and sees {len(hand)}."
        )
    others = [card for card in seen.all_known() if card not in (*hand, *dealer)]
    given = Fresh(hand, dealer, (*others, *also_seen))
    stakes = seen.stakes.get(asked.seat, {})
    is_at_risk = _BONUS_ONLY in stakes and rules.bonus_on_fold is BonusOnFold.BOTH_LOST
    beside = Fraction(stakes[_BONUS_ONLY], stakes["Ante"]) if is_at_risk else Fraction(0)
    values = _values(given, rules, pay_tables, beside)
    labels = {option.name: option.label for option in asked.options}
    assumes = ""
    if is_at_risk:
        assumes = f"The {_BONUS_ONLY}, {beside} for each Ante, is lost by folding and counted in."
    return _decision(labels, values, given, assumes)


def _decision(
    labels: dict[str, str], values: dict[str, Fraction], given: Fresh, assumes: str
) -> Decision:
    return Decision(
        question=_QUESTION,
        per="Ante",
        options=tuple(
            OptionWorth(name, label, Figure(values[name])) for name, label in labels.items()
        ),
        unseen=len(_rest(given)),
        assumes=assumes,
    )


def _values(
    given: Fresh, rules: Rules, pay_tables: PayTables, beside: Fraction
) -> dict[str, Fraction]:
    """What every option gains, in Antes; with so much on the 5 Card Bonus Only for each Ante."""
    _require_once(chain(given.hand, given.dealer, given.seen))
    rest, missing = _rest(given), 5 - len(given.dealer)
    if not 0 <= missing <= len(rest):
        raise Rejection(
            Code.HAND_SIZE,
            f"The dealer has five cards; {len(given.dealer)} of them and {len(rest)} others are "
            "left for him.",
        )
    fives, threes = map(np.cumsum, dealer_ranks(given.dealer, rest))
    total = comb(len(rest), missing)
    pays = game_pays(rules.dealer_not_qualifying)

    rank = rank_five(given.hand).number
    met = five_card_results(fives[rank - 1], fives[rank], fives[highest_not_qualifying()], total)
    games = {
        FOLD: Fraction(pays.folded),
        FIVE_CARD_GAME: Fraction(int(met @ np.array(pays.five)), total),
    }
    for name, three in THREES.items():
        rank = rank_three([given.hand[at] for at in three]).number
        met = three_card_results(threes[rank - 1], threes[rank], total)
        games[name] = Fraction(int(met @ np.array(pays.three)), total)

    # The bonuses do not look at the dealer's cards: any five will do.
    dealer = [card for card in DECK if card not in given.hand][:5]
    values = {}
    for name, game in games.items():
        brought = play_out(given.hand, dealer, name, rules, pay_tables)
        values[name] = game + brought.bonus + beside * brought.bonus_only
    return values


def _rest(given: Fresh) -> list[Card]:
    """The cards nobody has shown him."""
    known = {*given.hand, *given.dealer, *given.seen}
    return [card for card in DECK if card not in known]


def _require_once(cards: Iterable[Card]) -> None:
    seen = set()
    for card in cards:
        if card in seen:
            raise Rejection(
                Code.CARD_REPEATED, f"{card} is there twice; one deck holds each card once."
            )
        seen.add(card)
