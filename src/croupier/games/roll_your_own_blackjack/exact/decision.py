"""One decision, fresh or in mid-round: what each option is worth, exactly, from what is seen.

All cards seen are gone, whoever holds them. What comes after the decision is played as the best
player plays it, each hand by itself. Values are in units of one blackjack bet.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

import numpy as np

from croupier.cards import DECK, Card, blackjack_total, pretty_cards
from croupier.games.blackjack_hands import called
from croupier.games.roll_your_own_blackjack.exact.against import Against
from croupier.games.roll_your_own_blackjack.exact.endings import list_endings
from croupier.games.roll_your_own_blackjack.exact.hand_index import (
    ACE,
    Hands,
    card_of,
    counts_of,
    hand_index,
    hand_numbers,
    value_of,
)
from croupier.games.roll_your_own_blackjack.exact.hand_plans import (
    Allowed,
    best_one_card_plan,
    best_split,
    best_two_card_plan,
    split_value,
)
from croupier.games.roll_your_own_blackjack.exact.hand_values import DOUBLE, HIT, STAND
from croupier.games.roll_your_own_blackjack.exact.hand_worth import BLACKJACK_GAIN, hand_worth
from croupier.games.roll_your_own_blackjack.exact.insurance import blackjack_share, insurance_gain
from croupier.games.roll_your_own_blackjack.exact.players import allowed_under
from croupier.games.roll_your_own_blackjack.rules import DealerBlackjack, Rules
from croupier.games.roll_your_own_blackjack.script import ALONE, is_double_blackjack
from croupier.rejection import Code, Rejection
from croupier.table.layout import Layout
from croupier.table.places import Place
from croupier.table.steps import Asked
from croupier.table.worth import Decision, Figure, Fresh, OptionWorth

__all__ = ["fresh_decision", "mid_round_decision"]

_PER: Final = "blackjack bet"
_UNIT_SPOT: Final = "Blackjack 1"
"""Both blackjack bets are alike."""
_MEMO_BITS: Final = 15
_APART: Final = (
    "Each hand is played by itself, not by what the other draws, and the cards do not run out."
)
_BOTH: Final = f"The value of both blackjack bets together; the Bonus is left out. {_APART}"
_THIS_HAND: Final = (
    "The value of this hand, and of hands split from it, which may use up all splits that are "
    f"left. {_APART}"
)
_SPLIT: Final = " split "
"""Between the name of a spot and the number of a hand split from it."""
_ACTIONS: Final = {"stand": STAND, "hit": HIT, "double": DOUBLE}


def fresh_decision(given: Fresh, rules: Rules) -> Decision:
    """How to set three cards against an up card."""
    if len(given.hand) != 3:
        raise Rejection(
            Code.HAND_SIZE, f"A hand of this game has three cards, not {len(given.hand)}."
        )
    if len(given.dealer) != 1:
        raise Rejection(
            Code.HAND_SIZE, f"The dealer shows one card, not {len(given.dealer)}; name that one."
        )
    cards = (*given.hand, *given.dealer, *given.seen)
    _require_distinct(cards)
    labels = [_setting_label(given.hand, at) for at in range(3)]
    return _setting(given.hand, given.dealer[0], given.seen, rules, labels)


def mid_round_decision(
    seen: Layout, asked: Asked, rules: Rules, also_seen: Sequence[Card] = ()
) -> Decision:
    """Any decision of a round, as the seat that is asked sees it."""
    dealer = seen.known(Place.of_dealer("Hand"))
    if not dealer:
        raise Rejection(Code.HAND_SIZE, "The dealer's up card must be seen to value a decision.")
    known = seen.all_known()
    _require_distinct((*known, *also_seen))
    names = [option.name for option in asked.options]
    labels = [option.label for option in asked.options]
    seat = asked.seat
    if names and names[0] in ALONE:
        hand = seen.known(Place.of_seat(seat, "Hand"))
        others = _others((*known, *also_seen), (*hand, dealer[0]))
        return _setting(hand, dealer[0], others, rules, labels)
    # Where the limits leave no stake open that could be paid, there is nothing to take.
    if "decline" in names:
        two = seen.known(Place.of_seat(seat, "Blackjack 1"))
        one = seen.known(Place.of_seat(seat, "Blackjack 2"))
        others = _others((*known, *also_seen), (*two, *one, dealer[0]))
        stake_cents = seen.stakes.get(seat, {}).get(_UNIT_SPOT, 0)
        return _insurance((two, one), dealer[0], others, rules, asked, stake_cents=stake_cents)
    assert asked.place is not None, "a hand is asked about"
    hand = seen.known(asked.place)
    others = _others((*known, *also_seen), (*hand, dealer[0]))
    spot = asked.place.name.split(_SPLIT)[0]
    family = [
        place
        for place in seen.cards
        if place.seat == asked.seat and place.name.split(_SPLIT)[0] == spot
    ]
    allowed = allowed_under(rules)[spot != "Blackjack 1"]
    left = replace(allowed, most_splits=allowed.most_splits - (len(family) - 1))
    return _playing(_against(dealer[0], rules), hand, others, asked, left)


def _others(all_cards: Sequence[Card], own: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card in all_cards if card not in own)


def _require_distinct(cards: Sequence[Card]) -> None:
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise Rejection(Code.CARD_REPEATED, f"{card} cannot have been seen twice.")


def _values(cards: Sequence[Card]) -> Hands:
    return tuple(sorted(map(value_of, cards)))


def _against(up: Card, rules: Rules) -> Against:
    looks = rules.dealer_blackjack is not DealerBlackjack.NO_CHECK_ALL_LOSE
    return Against(value_of(up), looks=looks, memo_bits=_MEMO_BITS, is_for_one_hand=True)


# Setting, and insurance.


def _setting(
    hand: Sequence[Card], up: Card, others: Sequence[Card], rules: Rules, labels: Sequence[str]
) -> Decision:
    against, known = _against(up, rules), dict[int, Fraction]()
    options = []
    for at, (name, label) in enumerate(zip(ALONE, labels, strict=True)):
        alone = value_of(hand[at])
        if alone not in known:
            together = _values([card for card in hand if card != hand[at]])
            known[alone] = _both(against, together, alone, _values(others), rules)
        options.append(OptionWorth(name, label, Figure(known[alone])))
    return Decision(
        "Which card is your one-card hand?",
        _PER,
        tuple(options),
        _unseen(len(hand) + 1, others),
        _BOTH,
        _UNIT_SPOT,
    )


def _setting_label(hand: Sequence[Card], alone: int) -> str:
    together = [card for card in hand if card != hand[alone]]
    total = called(blackjack_total(together), is_blackjack=True)
    return f"{pretty_cards(together)} ({total}) and {pretty_cards([hand[alone]])} alone"


def _both(against: Against, together: Hands, alone: int, others: Hands, rules: Rules) -> Fraction:
    """What both hands are worth as they are set, before play; insured where that is good."""
    value = _hands(against, together, alone, others, rules)
    if against.up == ACE and not _is_double_blackjack((*together, alone)):
        value += max(_insurance_gain(against, (*others, *together, alone)), Fraction(0))
    return value


def _hands(against: Against, together: Hands, alone: int, others: Hands, rules: Rules) -> Fraction:
    """What both hands are worth without insurance."""
    if _is_double_blackjack((*together, alone)):
        return 2 * BLACKJACK_GAIN
    allowed, look = allowed_under(rules), rules.dealer_blackjack
    two = best_two_card_plan(against, together, (*others, alone), allowed[0])
    one = best_one_card_plan(against, alone, (*others, *together), allowed[1])
    return hand_worth(against, two, look).value + hand_worth(against, one, look).value


def _is_double_blackjack(three: Hands) -> bool:
    return is_double_blackjack(tuple(map(card_of, three)))


def _insurance_gain(against: Against, seen: Hands) -> Fraction:
    """What a unit of insurance gains with these cards seen beside the up card."""
    return insurance_gain(blackjack_share(against.left(seen)))


def _insurance(
    hands: tuple[Sequence[Card], Sequence[Card]],
    up: Card,
    others: Sequence[Card],
    rules: Rules,
    asked: Asked,
    *,
    stake_cents: int,
) -> Decision:
    """Half of both bets is a unit; where less may be taken, more is better or nothing is."""
    shares = {
        option.name: Fraction(option.most_cents, stake_cents) if option.is_open else Fraction(1)
        for option in asked.options
    }
    against, together, (alone,) = _against(up, rules), _values(hands[0]), _values(hands[1])
    value = _hands(against, together, alone, _values(others), rules)
    gain = _insurance_gain(against, (*_values(others), *together, alone))
    return Decision(
        "Insurance?",
        _PER,
        tuple(
            OptionWorth(
                option.name,
                option.label,
                Figure(value + shares[option.name] * gain),
                Figure(gain) if option.is_open else None,
            )
            if option.name == "insure"
            else OptionWorth(option.name, option.label, Figure(value))
            for option in asked.options
        ),
        _unseen(4, others),
        f"{_BOTH}{_insured(shares.get('insure'))}",
        _UNIT_SPOT,
    )


def _insured(share: Fraction | None) -> str:
    """A limit may be below what the rules allow."""
    if share is None:
        return ""
    return f" Insurance is taken for {'half' if share == 1 else share / 2} of them."


def _unseen(own: int, others: Sequence[Card]) -> int:
    return len(DECK) - own - len(others)


# Playing.


def _playing(
    against: Against, hand: Sequence[Card], others: Sequence[Card], asked: Asked, allowed: Allowed
) -> Decision:
    """What standing, hitting, doubling and splitting are worth."""
    cards, gone = _values(hand), _values(others)
    deck = against.left((*gone, *cards))
    is_played = Fraction(1)
    if against.looks and against.hole >= 0:
        # The dealer has looked, and has no blackjack.
        is_played -= Fraction(int(deck[against.hole]), int(deck.sum()))
    _, hits = against.values(gone, cards)
    entry, index = hand_numbers()[cards], hand_index()

    def value(name: str) -> Fraction:
        if name == "split":
            plan, _ = best_split(against, cards[0], gone, allowed)
            return split_value(against, plan)
        entries = np.array([[entry, _ACTIONS[name]]])
        endings = list_endings(index, counts_of(cards), entries, hits)
        return against.tally(endings, (*gone, *cards)).value

    total = blackjack_total(hand)
    return Decision(
        f"{total.name.capitalize()}: how do you play?",
        _PER,
        tuple(
            OptionWorth(option.name, option.label, Figure(value(option.name) / is_played))
            for option in asked.options
        ),
        _unseen(len(hand) + 1, others),
        _THIS_HAND,
        _UNIT_SPOT,
    )
