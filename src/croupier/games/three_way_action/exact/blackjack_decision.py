"""3 Way-Action, Blackjack: one decision valued, whatever cards have been seen.

The values are exact. They count in units of the first Blackjack bet, with what becomes of the
other hand where aces were split, and without insurance unless that is what is asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import perm
from typing import Final

import numpy as np

from croupier.cards import Card, Rank, blackjack_total, card_value
from croupier.games.blackjack_hands import called, may_be_blackjack
from croupier.games.three_way_action.blackjack import MOST_CARDS
from croupier.games.three_way_action.exact.blackjack_counts import (
    FULL_DECK,
    ROW,
    Counts,
    count_values,
    dealer_finals,
    place_of,
    player_hands,
)
from croupier.games.three_way_action.exact.blackjack_drawn import (
    MOST_DRAWN,
    drawn_hands,
    place_of_drawn,
)
from croupier.games.three_way_action.exact.blackjack_insurance import insurance_gain
from croupier.games.three_way_action.exact.blackjack_play import (
    NOT_OFFERED,
    OPTIONS,
    rows_with,
    terms_of,
)
from croupier.games.three_way_action.exact.blackjack_split import (
    FIRST,
    SplitFacing,
    face_split,
    first_options,
    second_options,
    value_both,
)
from croupier.games.three_way_action.exact.blackjack_tally import Against, Play, against, best_play
from croupier.games.three_way_action.rules import (
    BLACKJACK_ODDS,
    DealerPeek,
    HitOn21,
    Insurance,
    Rules,
    SplitAces,
)
from croupier.rejection import Code, Rejection
from croupier.table.layout import Layout
from croupier.table.places import Place
from croupier.table.steps import Asked
from croupier.table.worth import Decision, Figure, Fresh, OptionWorth

__all__ = ["blackjack_decision", "blackjack_fresh"]

_PER: Final = "Blackjack"
_HALF: Final = Fraction(1, 2)
_LOOKED: Final = "The dealer has looked, and has no blackjack."


@dataclass(frozen=True, slots=True)
class _Seen:
    """The cards a decision goes by."""

    hand: tuple[Card, ...]
    up_card: Card
    other: tuple[Card, ...] = ()
    """The other of two split hands."""
    elsewhere: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        return (*self.hand, *self.other, self.up_card, *self.elsewhere)

    @property
    def unseen(self) -> int:
        return int(FULL_DECK.sum()) - len(self.cards)

    @property
    def up(self) -> int:
        return card_value(self.up_card) - 1

    @property
    def base(self) -> Counts:
        """What is unseen or in the player's hands, by value."""
        return FULL_DECK - count_values((self.up_card, *self.elsewhere))

    def check(self, rules: Rules) -> None:
        """Refuses what cannot lie on a table."""
        if len(set(self.cards)) < len(self.cards):
            twice = next(card for card in self.cards if self.cards.count(card) > 1)
            raise Rejection(
                Code.CARD_REPEATED, f"{twice} is seen twice, and one deck holds each card once."
            )
        needed = ROW - len(self.hand) - len(self.other)
        if self.unseen < needed:
            raise Rejection(
                Code.DECK_UNSOUND,
                f"Only {self.unseen} cards are unseen, and the round may take {needed} more; no "
                "table sees so many.",
            )
        finals = dealer_finals(self.up)
        left = FULL_DECK - count_values(self.cards)
        if (
            rules.dealer_peek is DealerPeek.PEEK
            and finals.natural >= 0
            and left[finals.natural] == self.unseen
        ):
            raise Rejection(
                Code.NOT_ASKED,
                "With these cards gone the dealer has a blackjack, and nothing is asked.",
            )


# As a person writes it down.


def blackjack_fresh(given: Fresh, rules: Rules) -> Decision:
    """What to do with a hand against the dealer's up card, or whether to insure it."""
    if len(given.dealer) != 1:
        raise Rejection(
            Code.HAND_SIZE, "Name the dealer's up card, and no other: he shows one card."
        )
    if not 2 <= len(given.hand) < MOST_CARDS:
        raise Rejection(
            Code.HAND_SIZE,
            f"A hand that is asked has two to {MOST_CARDS - 1} cards, not {len(given.hand)}.",
        )
    seen = _Seen(given.hand, given.dealer[0], elsewhere=given.seen)
    seen.check(rules)
    is_first = len(given.hand) == 2 and seen.up_card.rank is Rank.ACE
    if is_first and rules.insurance is Insurance.TWO_TO_ONE:
        options = {"insure": "Insurance, half of Blackjack", "decline": "No insurance"}
        return _insurance(seen, rules, options, _HALF)
    total = blackjack_total(given.hand)
    if total.is_bust:
        raise Rejection(Code.NOT_ASKED, f"This hand is {total.name}; it has lost.")
    if total.is_natural:
        raise Rejection(Code.NOT_ASKED, "This is a blackjack; there is nothing to decide.")
    if total.total == 21 and rules.hit_on_21 is HitOn21.NOT_ALLOWED:
        raise Rejection(Code.NOT_ASKED, "This hand is 21 and stands; there is nothing to decide.")
    return _play(seen, rules, {name: name.capitalize() for name in OPTIONS})


# In mid-round.


def blackjack_decision(
    seen: Layout, asked: Asked, rules: Rules, also_seen: Sequence[Card] = ()
) -> Decision:
    """Any decision of a round, from what the seat that is asked sees."""
    labels = {option.name: option.label for option in asked.options}
    own = Place.of_seat(asked.seat, "Blackjack")
    second = Place.of_seat(asked.seat, "Split")
    place = asked.place or own
    dealt = seen.known(Place.of_dealer("Blackjack"))
    if not dealt:
        raise Rejection(Code.HAND_SIZE, "The dealer shows no card yet.")
    hand = seen.known(place)
    other = seen.known(own if place == second else second)
    used = {*hand, *other, dealt[0]}
    elsewhere = (*(card for card in seen.all_known() if card not in used), *also_seen)
    known = _Seen(hand, dealt[0], other, elsewhere)
    known.check(rules)
    if "decline" in labels:
        # Where the limits leave no stake open that could be paid, there is nothing to take.
        most = sum(option.most_cents for option in asked.options if option.name == "insure")
        staked = seen.stakes[asked.seat]["Blackjack"]
        return _insurance(known, rules, labels, Fraction(most, staked))
    if not other:
        return _play(known, rules, labels)
    if place == own:
        return _first_of_two(known, rules, labels)
    doubled = _is_doubled(seen, asked)
    return _second_of_two(known, rules, labels, is_doubled=doubled)


def _is_doubled(seen: Layout, asked: Asked) -> bool:
    """Whether the first of two split hands was doubled: one stake came with the split."""
    added = [spot for spot, _ in seen.added.get(asked.seat, ()) if spot == "Blackjack"]
    return len(added) > 1


# What it is worth.


def _decision(
    seen: _Seen,
    labels: Mapping[str, str],
    values: Mapping[str, Fraction],
    assumes: str = "",
    question: str = "",
) -> Decision:
    total = blackjack_total(seen.hand)
    words = called(total, is_blackjack=False).capitalize()
    return Decision(
        question or f"{words}: how do you play?",
        _PER,
        tuple(
            OptionWorth(name, label, Figure(values[name]))
            for name, label in labels.items()
            if name in values
        ),
        seen.unseen,
        assumes,
    )


def _by_name(options: Sequence[int] | Counts, rows: int) -> dict[str, Fraction]:
    """The options that are offered, per row."""
    return {
        name: Fraction(int(worth), rows)
        for name, worth in zip(OPTIONS, options, strict=True)
        if worth != NOT_OFFERED
    }


def _valued(seen: _Seen, rules: Rules) -> tuple[Against, Play, int]:
    """The hand among all hands, and what they are worth."""
    hand = place_of(count_values(seen.hand))
    assert hand is not None, "a hand that is asked is not bust"
    if hand != player_hands().aces:
        rules = replace(rules, split_aces=SplitAces.NOT_ALLOWED)
    one = against(seen.base, seen.up, rules)
    return one, best_play(one), hand


def _play(seen: _Seen, rules: Rules, labels: Mapping[str, str]) -> Decision:
    """A hand that was not split."""
    one, play, hand = _valued(seen, rules)
    assert play.options is not None
    values = _by_name(play.options[hand], one.rows(hand))
    looked = rules.dealer_peek is DealerPeek.PEEK and may_be_blackjack(seen.up_card)
    return _decision(seen, labels, values, _LOOKED if looked else "")


def _insurance(seen: _Seen, rules: Rules, labels: Mapping[str, str], share: Fraction) -> Decision:
    """Insurance, for that share of the bet; the hand is played its best afterwards."""
    one, play, hand = _valued(seen, rules)
    assert play.best is not None
    rows, unseen = perm(seen.unseen, ROW - 2), seen.unseen
    beaten = rows_with(one.naturals(hand), unseen, 2)
    if hand == player_hands().natural:
        declined = BLACKJACK_ODDS[rules.blackjack_pays].fraction * Fraction(rows - beaten, rows)
        then = "The blackjack is then paid or pushed."
    else:
        lost = beaten if one.facing.terms.peeks else 0
        declined = Fraction(int(play.best[hand]) - lost, rows)
        then = f"The hand is then played its best: {OPTIONS[play.actions[hand]]}."
    gain = insurance_gain(FULL_DECK - count_values(seen.cards))
    values = {"insure": declined + share * gain, "decline": declined}
    assumes = f"Insured for {share} of the bet. {then}" if "insure" in labels else then
    found = _decision(seen, labels, values, assumes, "Insurance?")
    return replace(found, options=tuple(_insured(option, gain) for option in found.options))


def _insured(option: OptionWorth, gain: Fraction) -> OptionWorth:
    """A player may insure for less."""
    return replace(option, per_staked=Figure(gain)) if option.name == "insure" else option


def _split(
    seen: _Seen, rules: Rules, hands: Sequence[Sequence[Card]]
) -> tuple[SplitFacing, list[int]]:
    """Both hands against the dealer, and where their cards on the aces are."""
    aces = [next(card for card in hand if card.rank is Rank.ACE) for hand in hands]
    base = seen.base - count_values(aces)
    finals = dealer_finals(seen.up)
    facing = face_split(base, drawn_hands(), finals, terms_of(rules), MOST_DRAWN)
    return facing, [
        place_of_drawn(count_values(hand) - count_values([ace]))
        for hand, ace in zip(hands, aces, strict=True)
    ]


def _rows_of(facing: SplitFacing, both: int) -> int:
    unseen = int(facing.unseen[both])
    holes = unseen
    if facing.terms.peeks and facing.natural >= 0:
        holes -= int(facing.left[both, facing.natural])
    return rows_with(holes, unseen, 2 + int(facing.drawn.cards[both]))


def _first_of_two(seen: _Seen, rules: Rules, labels: Mapping[str, str]) -> Decision:
    """The first of two split hands, with the second still to play."""
    facing, (first, second) = _split(seen, rules, (seen.hand, seen.other))
    values = value_both(facing)[:2]
    card = int(np.argmax(facing.drawn.rows[second]))
    options = np.empty(len(OPTIONS), np.int64)
    first_options(facing, first, card, values, options)
    rows = _rows_of(facing, int(facing.drawn.both[first, second]))
    assumes = "Both hands count, and the second is then played its best."
    return _decision(seen, labels, _by_name(options, rows), assumes)


def _second_of_two(
    seen: _Seen, rules: Rules, labels: Mapping[str, str], *, is_doubled: bool
) -> Decision:
    """The second of two split hands, once the first is done."""
    facing, (first, second) = _split(seen, rules, (seen.other, seen.hand))
    _, seconds, *_ = value_both(facing)
    options = np.empty(len(OPTIONS), np.int64)
    second_options(facing, first, second, seconds, options)
    both = int(facing.drawn.both[first, second])
    rows = _rows_of(facing, both)
    kind = FIRST + is_doubled
    done = Fraction(int(facing.worth[kind, both, facing.drawn.totals[first]]), rows)
    values = {name: worth + done for name, worth in _by_name(options, rows).items()}
    return _decision(seen, labels, values, "Both hands count.")
