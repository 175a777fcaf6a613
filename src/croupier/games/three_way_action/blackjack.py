"""3 Way-Action: the second game, Blackjack, from the second card to its settlement."""

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.cards import BlackjackTotal, Rank, blackjack_total
from croupier.games.blackjack_hands import bust, called, compared, dealer_draws, may_be_blackjack
from croupier.games.three_way_action.rules import (
    BLACKJACK_ODDS,
    INSURANCE_ODDS,
    DealerDraws,
    DealerPeek,
    HitOn21,
    Insurance,
    Rules,
    SplitAces,
)
from croupier.money import format_cents
from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.places import Face, Place
from croupier.table.settlement import LOSE, PUSH, Because, Outcome, win
from croupier.table.steps import Option, Steps

__all__ = ["MOST_CARDS", "play_blackjack"]

MOST_CARDS = 7
"""No hand has more cards; two hands split from one count together."""


@dataclass(slots=True)
class _Hand:
    """One Blackjack hand of a seat."""

    seat: SeatInPlay
    place: Place
    stake_cents: int
    first_stake_cents: int
    """What of the stake was bet before the deal; nothing on the second of two split hands."""
    is_split: bool = False
    is_settled: bool = False


def play_blackjack(table: Dealing[Rules], seats: Sequence[SeatInPlay]) -> Steps[None]:
    """Deals the second card and plays Blackjack out; all cards stay on the table."""
    yield from _deal_second_cards(table, seats)
    hands = [
        _Hand(seat, seat.place("Blackjack"), stake, first_stake_cents=stake)
        for seat in seats
        if (stake := seat.stake_cents("Blackjack"))
    ]
    if hands and _up_card_rank(table) is Rank.ACE:
        yield from _offer_insurance(table, hands)
    has_blackjack = yield from _peek(table, hands)
    if has_blackjack:
        yield from table.turn(_dealer(table), clause="Playing 19")
    else:
        is_safe = table.rules.dealer_peek is DealerPeek.PEEK or not may_be_blackjack(
            table.cards(_dealer(table))[0]
        )
        for hand in list(hands):
            yield from _play_hand(table, hand, hands, is_safe=is_safe)
        is_live = any(_waits_for_dealer(table, hand) for hand in hands)
        yield from _play_dealer(table, is_live=is_live)
    yield from _settle(table, hands)


def _dealer(table: Dealing[Rules]) -> Place:
    return table.dealer("Blackjack")


def _deal_second_cards(table: Dealing[Rules], seats: Sequence[SeatInPlay]) -> Steps[None]:
    """The second card goes to Blackjack, face up, and the first joins it there."""
    for seat in seats:
        blackjack = seat.place("Blackjack")
        yield from table.move(
            seat.place("High Card"), (0,), blackjack, face=Face.UP, clause="Playing 11"
        )
        yield from table.deal(blackjack, face=Face.UP, clause="Playing 9")
    first = table.dealer("High Card")
    yield from table.move(first, (0,), _dealer(table), face=Face.UP, clause="Playing 11")
    yield from table.deal(_dealer(table), face=Face.DOWN, clause="Playing 10")


def _up_card_rank(table: Dealing[Rules]) -> Rank:
    return table.cards(_dealer(table))[0].rank


def _offer_insurance(table: Dealing[Rules], hands: Sequence[_Hand]) -> Steps[None]:
    if table.rules.insurance is Insurance.NOT_OFFERED:
        return
    options = {}
    for hand in hands:
        # The limit on Insurance may be lower, so the label names the rule and no amount.
        label, most = "Insurance, up to half of Blackjack", hand.stake_cents // 2
        insure = Option("insure", label, "Insurance", 1, most, is_open=True)
        options[hand.seat.number] = (insure, Option("decline", "No insurance"))
    yield from table.ask_all(
        "Insurance?", options, default="decline", clause="Playing 19", is_hidden=False
    )


def _peek(table: Dealing[Rules], hands: Sequence[_Hand]) -> Steps[bool]:
    """Whether the dealer looked and has a blackjack; if he looked and has none, insurance loses."""
    cards = table.cards(_dealer(table))
    is_time = hands and may_be_blackjack(cards[0])
    if not is_time or table.rules.dealer_peek is not DealerPeek.PEEK:
        return False
    yield from table.act("Look at the hole card", clause="Playing 19", looks_at=_dealer(table))
    if blackjack_total(cards).is_natural:
        return True
    for hand in hands:
        yield from _settle_insurance(table, hand.seat, has_blackjack=False)
    return False


# The players, left to right.


def _play_hand(
    table: Dealing[Rules], hand: _Hand, hands: list[_Hand], *, is_safe: bool
) -> Steps[None]:
    """Asks until the hand stands, is bust or has its seven cards.

    `is_safe` says that the dealer cannot have a blackjack, so that what has won is paid at once.
    """
    is_doubled = False
    while True:
        total = blackjack_total(table.cards(hand.place))
        if total.is_bust:
            yield from _settle_hand(table, hand, *bust(total, clause="Playing 19"))
            return
        if is_doubled:
            return
        if _is_blackjack(hand, total):
            if is_safe:
                yield from _pay_blackjack(table, hand)
            return
        if _cards_of_seat(table, hand.seat) >= MOST_CARDS:
            if is_safe and total.cards == MOST_CARDS:
                yield from _pay_seven_cards(table, hand, total)
            return
        if total.total == 21 and table.rules.hit_on_21 is HitOn21.NOT_ALLOWED:
            return
        choice = yield from table.ask(
            hand.seat,
            f"{called(total, is_blackjack=False).capitalize()}: how do you play?",
            _options(table, hand, total),
            default="stand",
            clause="Playing 12",
            place=hand.place,
        )
        match choice.option:
            case "hit":
                yield from table.deal(hand.place, face=Face.UP, clause="Dealing 5")
            case "double":
                hand.stake_cents += choice.stake_cents
                is_doubled = True
                yield from table.deal(hand.place, face=Face.UP, clause="Playing 14")
            case "split":
                yield from _split(table, hand, hands, choice.stake_cents, is_safe=is_safe)
                return
            case _:
                return


def _options(table: Dealing[Rules], hand: _Hand, total: BlackjackTotal) -> tuple[Option, ...]:
    more = hand.first_stake_cents or hand.stake_cents
    label = f"another {format_cents(more)}"
    options = [Option("stand", "Stand"), Option("hit", "Hit")]
    if total.cards == 2:
        options.append(Option("double", f"Double, {label}", "Blackjack", more, more))
    are_aces = all(card.rank is Rank.ACE for card in table.cards(hand.place))
    may_split = not hand.is_split and table.rules.split_aces is not SplitAces.NOT_ALLOWED
    if total.cards == 2 and are_aces and may_split:
        options.append(Option("split", f"Split, {label}", "Blackjack", more, more))
    return tuple(options)


def _split(
    table: Dealing[Rules], hand: _Hand, hands: list[_Hand], stake_cents: int, *, is_safe: bool
) -> Steps[None]:
    """Two hands of an ace each; both get their second card at once."""
    hand.is_split = True
    other = _Hand(hand.seat, hand.seat.place("Split"), stake_cents, 0, is_split=True)
    hands.insert(hands.index(hand) + 1, other)
    yield from table.move(hand.place, (1,), other.place, face=Face.UP, clause="Playing 15")
    for one in (hand, other):
        yield from table.deal(one.place, face=Face.UP, clause="Playing 15")
    if table.rules.split_aces is SplitAces.DRAW_FREELY:
        for one in (hand, other):
            yield from _play_hand(table, one, hands, is_safe=is_safe)


def _cards_of_seat(table: Dealing[Rules], seat: SeatInPlay) -> int:
    return len(table.cards(seat.place("Blackjack"))) + len(table.cards(seat.place("Split")))


def _is_blackjack(hand: _Hand, total: BlackjackTotal) -> bool:
    return total.is_natural and not hand.is_split


# The dealer, and the settlement.


def _waits_for_dealer(table: Dealing[Rules], hand: _Hand) -> bool:
    """Whether what the dealer draws can still decide it: not a blackjack, nor seven cards."""
    total = blackjack_total(table.cards(hand.place))
    has_won = _is_blackjack(hand, total) or total.cards == MOST_CARDS
    return not hand.is_settled and not has_won


def _play_dealer(table: Dealing[Rules], *, is_live: bool) -> Steps[None]:
    """Turns the hole card and draws to hard seventeen or soft eighteen, to seven cards at most."""
    cards = yield from table.turn(_dealer(table), clause="Playing 12")
    if blackjack_total(cards).is_natural:
        return
    if not is_live and table.rules.dealer_draws is DealerDraws.ONLY_IF_LIVE:
        return
    while len(cards) < MOST_CARDS and dealer_draws(blackjack_total(cards)):
        yield from table.deal(_dealer(table), face=Face.UP, clause="Playing 13")
        cards = table.cards(_dealer(table))


def _settle(table: Dealing[Rules], hands: Sequence[_Hand]) -> Steps[None]:
    """Settles what is still live, seat by seat, and its insurance."""
    dealer = blackjack_total(table.cards(_dealer(table)))
    yield from table.call(_dealer(table), dealer.name, clause="Playing 19")
    for hand in hands:
        yield from _settle_insurance(table, hand.seat, has_blackjack=dealer.is_natural)
        if hand.is_settled:
            continue
        total = blackjack_total(table.cards(hand.place))
        if dealer.is_natural:
            yield from _settle_against_blackjack(table, hand, total)
        elif _is_blackjack(hand, total):
            yield from _pay_blackjack(table, hand)
        elif total.cards == MOST_CARDS:
            yield from _pay_seven_cards(table, hand, total)
        else:
            words = called(total, is_blackjack=False)
            verdict = compared(total, dealer, player_words=words, clause="Playing 19")
            yield from _settle_hand(table, hand, *verdict)


def _settle_against_blackjack(
    table: Dealing[Rules], hand: _Hand, total: BlackjackTotal
) -> Steps[None]:
    is_blackjack = _is_blackjack(hand, total)
    hands = (called(total, is_blackjack=is_blackjack), "blackjack")
    if is_blackjack:
        sentence = "You and the dealer both have a blackjack."
        yield from _settle_hand(table, hand, PUSH, Because("Playing 19", sentence, hands))
        return
    added = hand.stake_cents - hand.first_stake_cents
    if added and table.rules.dealer_peek is DealerPeek.NO_PEEK_ORIGINAL_BETS:
        sentence = "The dealer has a blackjack, so what you added comes back."
        because = Because("Playing 19", sentence, hands)
        yield from table.settle(
            hand.seat, "Blackjack", PUSH, because, stake_cents=added, place=hand.place
        )
        hand.stake_cents -= added
    if hand.stake_cents:
        sentence = f"The dealer's blackjack beats your {hands[0]}."
        yield from _settle_hand(table, hand, LOSE, Because("Playing 19", sentence, hands))


def _pay_blackjack(table: Dealing[Rules], hand: _Hand) -> Steps[None]:
    odds = BLACKJACK_ODDS[table.rules.blackjack_pays]
    because = Because("Playing 19", f"Your blackjack pays {odds}.", ("blackjack",))
    yield from _settle_hand(table, hand, win(odds), because)


def _pay_seven_cards(table: Dealing[Rules], hand: _Hand, total: BlackjackTotal) -> Steps[None]:
    sentence = f"Seven cards and {total.name}: you win whatever the dealer has."
    yield from _settle_hand(table, hand, win(), Because("Playing 18", sentence, (total.name,)))


def _settle_hand(
    table: Dealing[Rules], hand: _Hand, outcome: Outcome, because: Because
) -> Steps[None]:
    yield from table.settle(
        hand.seat, "Blackjack", outcome, because, stake_cents=hand.stake_cents, place=hand.place
    )
    hand.is_settled = True


def _settle_insurance(
    table: Dealing[Rules], seat: SeatInPlay, *, has_blackjack: bool
) -> Steps[None]:
    if not seat.has("Insurance"):
        return
    if has_blackjack:
        because = Because("Playing 19", f"The dealer has a blackjack: paid {INSURANCE_ODDS}.")
        yield from table.settle(seat, "Insurance", win(INSURANCE_ODDS), because)
    else:
        because = Because("Playing 19", "The dealer has no blackjack.")
        yield from table.settle(seat, "Insurance", LOSE, because)
