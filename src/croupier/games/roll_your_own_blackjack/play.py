"""Roll Your Own Blackjack: rules 7 and 8, from insurance to the last hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.cards import BlackjackTotal, OutOfCards, Rank, blackjack_total
from croupier.games.blackjack_hands import (
    bust,
    called,
    compared,
    dealer_draws,
    may_be_blackjack,
    same_value,
)
from croupier.games.roll_your_own_blackjack.rules import (
    BLACKJACK_ODDS,
    INSURANCE_ODDS,
    MOST_SPLITS,
    DealerBlackjack,
    DoubleAfterSplit,
    Insurance,
    OneCardHand,
    PlayOrder,
    Rules,
)
from croupier.money import format_cents
from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.places import Face, Place
from croupier.table.settlement import LOSE, Because, Outcome, win
from croupier.table.steps import Option, Steps

__all__ = ["Hand", "play_hands", "win_all"]


@dataclass(slots=True)
class Hand:
    """One blackjack hand of a seat."""

    seat: SeatInPlay
    spot: str
    place: Place
    stake_cents: int
    family: list["Hand"] = field(default_factory=list)
    """All hands split from the same starting hand, this one included."""
    is_settled: bool = False

    def __post_init__(self) -> None:
        self.family.append(self)

    @property
    def is_split(self) -> bool:
        """Whether it was split from, or into, another."""
        return len(self.family) > 1

    @property
    def was_one_card(self) -> bool:
        """Whether it began as the one-card hand."""
        return self.spot == "Blackjack 2"


def play_hands(table: Dealing[Rules], hands: list[Hand]) -> Steps[None]:
    """Takes action on all hands. Raises `OutOfCards` where the cards run out."""
    up_card = table.cards(table.dealer())[0]
    if up_card.rank is Rank.ACE:
        yield from _offer_insurance(table, hands)
    for hand in hands:
        if not hand.was_one_card and _total(table, hand).is_natural:
            yield from _pay_blackjack(table, hand, clause="Rule 7g")
    if may_be_blackjack(up_card):
        has_blackjack = yield from _check(table, hands)
        if has_blackjack:
            yield from _lose_to_blackjack(table, hands)
            return
    for seat_hands in _by_seat(hands):
        one_card_first = table.rules.play_order is PlayOrder.ONE_CARD_FIRST
        for hand in reversed(seat_hands) if one_card_first else seat_hands:
            if not hand.is_settled:
                yield from _play_hand(table, hand, hands)
    yield from _play_dealer(table, hands)


def win_all(table: Dealing[Rules], hands: Sequence[Hand]) -> Steps[None]:
    """Rule 8: the cards ran out, so every bet left in action wins; insurance goes by the hole."""
    cards = yield from table.turn(table.dealer(), clause="Rule 8")
    yield from _win_live(table, hands)
    is_natural = blackjack_total(cards).is_natural
    yield from _settle_insurance(table, hands, has_blackjack=is_natural)


def _win_live(table: Dealing[Rules], hands: Sequence[Hand]) -> Steps[None]:
    sentence = "The cards ran out before the round was over, so your bet wins."
    for hand in hands:
        if not hand.is_settled:
            yield from _settle(table, hand, win(), Because("Rule 8", sentence))


def _total(table: Dealing[Rules], hand: Hand) -> BlackjackTotal:
    return blackjack_total(table.cards(hand.place))


def _words(table: Dealing[Rules], hand: Hand) -> str:
    """A hand that is no blackjack as it is called: `soft 18`, `lone seven` before a second card."""
    first, *more = table.cards(hand.place)
    if not more:
        return f"lone {first.rank.singular}"
    return called(_total(table, hand), is_blackjack=False)


def _by_seat(hands: Sequence[Hand]) -> list[list[Hand]]:
    """The starting hands of each seat, from the dealer's left to his right."""
    seats: dict[int, list[Hand]] = {}
    for hand in hands:
        seats.setdefault(hand.seat.number, []).append(hand)
    return list(seats.values())


# Before anyone draws: insurance, and the dealer's blackjack.


def _offer_insurance(table: Dealing[Rules], hands: Sequence[Hand]) -> Steps[None]:
    options = {}
    for both in _by_seat(hands):
        half = sum(hand.stake_cents for hand in both) // 2
        if table.rules.insurance is Insurance.HALF_EXACTLY:
            label = f"Insurance for {format_cents(half)}"
            insure = Option("insure", label, "Insurance", half, half)
        else:
            # The limit on Insurance may be lower, so the label names the rule and no amount.
            label = "Insurance, up to half of both bets"
            insure = Option("insure", label, "Insurance", 1, half, is_open=True)
        options[both[0].seat.number] = (insure, Option("decline", "No insurance"))
    yield from table.ask_all(
        "Insurance?", options, default="decline", clause="Rule 7j", is_hidden=False
    )


def _check(table: Dealing[Rules], hands: Sequence[Hand]) -> Steps[bool]:
    """Whether the dealer looked and has a blackjack; if he looked and has none, insurance loses."""
    match table.rules.dealer_blackjack:
        case DealerBlackjack.NO_CHECK_ALL_LOSE:
            return False
        case DealerBlackjack.AFTER_SECOND_CARDS:
            for hand in hands:
                if hand.was_one_card:
                    yield from _complete(table, hand)
        case DealerBlackjack.CHECK_AT_ONCE:
            pass
    yield from table.act("Look at the hole card", clause="Rule 7g", looks_at=table.dealer())
    if blackjack_total(table.cards(table.dealer())).is_natural:
        yield from table.turn(table.dealer(), clause="Rule 7g")
        return True
    yield from _settle_insurance(table, hands, has_blackjack=False)
    return False


def _complete(table: Dealing[Rules], hand: Hand) -> Steps[None]:
    """Gives a hand of one card its second; twenty-one is a blackjack unless the hand was split."""
    yield from table.deal(hand.place, face=Face.UP, clause="Rule 7h")
    if _total(table, hand).is_natural and not hand.is_split:
        yield from _pay_blackjack(table, hand, clause="Rule 7h")


def _lose_to_blackjack(table: Dealing[Rules], hands: Sequence[Hand]) -> Steps[None]:
    yield from table.call(table.dealer(), "blackjack", clause="Rule 7g")
    for hand in hands:
        if not hand.is_settled:
            words = _words(table, hand)
            because = Because(
                "Rule 7g", f"The dealer's blackjack beats your {words}.", (words, "blackjack")
            )
            yield from _settle(table, hand, LOSE, because)
    yield from _settle_insurance(table, hands, has_blackjack=True)


# The players, left to right.


def _play_hand(table: Dealing[Rules], hand: Hand, hands: list[Hand]) -> Steps[None]:
    """Asks until the hand stands, is bust or has twenty-one."""
    if len(table.cards(hand.place)) == 1:
        yield from _complete(table, hand)
    is_doubled = False
    while not hand.is_settled:
        total = _total(table, hand)
        if total.is_bust:
            yield from _settle(table, hand, *bust(total, clause="Rule 7"))
            return
        if total.total == 21 or is_doubled:
            return
        choice = yield from table.ask(
            hand.seat,
            f"{total.name.capitalize()}: how do you play?",
            _options(table, hand),
            default="stand",
            clause="Rule 7",
            place=hand.place,
        )
        match choice.option:
            case "hit":
                yield from table.deal(hand.place, face=Face.UP, clause="Rule 7")
            case "double":
                hand.stake_cents += choice.stake_cents
                is_doubled = True
                yield from table.deal(hand.place, face=Face.UP, clause="Rule 7a")
            case "split":
                yield from _split(table, hand, hands, choice.stake_cents)
                return
            case _:
                return


def _options(table: Dealing[Rules], hand: Hand) -> tuple[Option, ...]:
    rules, cards = table.rules, table.cards(hand.place)
    options = [Option("stand", "Stand"), Option("hit", "Hit")]
    if len(cards) > 2:
        return tuple(options)
    more = hand.stake_cents
    label = f"another {format_cents(more)}"
    reading = rules.one_card_hand
    may_double = not hand.was_one_card or reading in (
        OneCardHand.DOUBLE_AND_SPLIT,
        OneCardHand.DOUBLE_ONLY,
    )
    may_split = not hand.was_one_card or reading in (
        OneCardHand.DOUBLE_AND_SPLIT,
        OneCardHand.SPLIT_ONLY,
    )
    if hand.is_split and rules.double_after_split is DoubleAfterSplit.NOT_ALLOWED:
        may_double = False
    if may_double:
        options.append(Option("double", f"Double, {label}", hand.spot, more, more))
    splits = len(hand.family) - 1
    if may_split and same_value(cards) and splits < MOST_SPLITS[rules.split_limit]:
        options.append(Option("split", f"Split, {label}", hand.spot, more, more))
    return tuple(options)


def _split(table: Dealing[Rules], hand: Hand, hands: list[Hand], stake_cents: int) -> Steps[None]:
    """Two hands of a card each, played one after the other; split aces get one card each."""
    place = hand.seat.place(f"{hand.spot} split {len(hand.family)}")
    other = Hand(hand.seat, hand.spot, place, stake_cents, hand.family)
    hands.insert(hands.index(hand) + 1, other)
    yield from table.move(hand.place, (1,), place, face=Face.UP, clause="Rule 7b")
    if table.cards(place)[0].rank is Rank.ACE:
        for one in (hand, other):
            yield from table.deal(one.place, face=Face.UP, clause="Rule 7d")
        return
    for one in (hand, other):
        yield from _play_hand(table, one, hands)


# The dealer, and the settlement.


def _play_dealer(table: Dealing[Rules], hands: Sequence[Hand]) -> Steps[None]:
    """Turns the hole card, draws while a hand is live, and settles."""
    cards = yield from table.turn(table.dealer(), clause="Rule 7f")
    if blackjack_total(cards).is_natural:
        yield from _lose_to_blackjack(table, hands)
        return
    yield from _settle_insurance(table, hands, has_blackjack=False)
    live = [hand for hand in hands if not hand.is_settled]
    while live and dealer_draws(blackjack_total(cards)):
        try:
            yield from table.deal(table.dealer(), face=Face.UP, clause="Rule 7f")
        except OutOfCards:
            # The hole card is up already, and insurance was settled by it.
            yield from _win_live(table, live)
            return
        cards = table.cards(table.dealer())
    dealer = blackjack_total(cards)
    yield from table.call(table.dealer(), dealer.name, clause="Rule 7f")
    for hand in live:
        total = _total(table, hand)
        words = _words(table, hand)
        verdict = compared(total, dealer, player_words=words, clause="Rule 7")
        yield from _settle(table, hand, *verdict)


def _pay_blackjack(table: Dealing[Rules], hand: Hand, *, clause: str) -> Steps[None]:
    """A blackjack wins whatever the dealer has, so it is paid as soon as it is seen."""
    because = Because(clause, f"Your blackjack pays {BLACKJACK_ODDS}.", ("blackjack",))
    yield from _settle(table, hand, win(BLACKJACK_ODDS), because)


def _settle(table: Dealing[Rules], hand: Hand, outcome: Outcome, because: Because) -> Steps[None]:
    yield from table.settle(
        hand.seat, hand.spot, outcome, because, stake_cents=hand.stake_cents, place=hand.place
    )
    hand.is_settled = True


def _settle_insurance(
    table: Dealing[Rules], hands: Sequence[Hand], *, has_blackjack: bool
) -> Steps[None]:
    if has_blackjack:
        outcome = win(INSURANCE_ODDS)
        sentence = f"The dealer has a blackjack, so your insurance pays {INSURANCE_ODDS}."
    else:
        outcome, sentence = LOSE, "The dealer has no blackjack, so your insurance loses."
    for both in _by_seat(hands):
        seat = both[0].seat
        if seat.has("Insurance"):
            yield from table.settle(seat, "Insurance", outcome, Because("Rule 7j", sentence))
