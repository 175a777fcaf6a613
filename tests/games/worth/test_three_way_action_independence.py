"""However Blackjack is played, the hands for Poker and Bonus are as random as ever.

The proof is in `croupier.games.three_way_action.exact.poker_worth`. Here it is tried: on a game so
small that every rule of decision can be followed through every order of the deck; through the
real script, over every order of the unseen cards; and in random rounds of very different players.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import combinations, permutations
from math import comb, sqrt
from random import Random

import pytest

from croupier.cards import DECK, Card, Rank
from croupier.games.three_way_action import THREE_WAY_ACTION
from croupier.games.three_way_action.rules import BONUS_TABLES, Rules
from croupier.table.commands import CloseBets, Decide, PlaceWagers
from croupier.table.events import CardDealt, CardsTurned, WagerSettled
from croupier.table.layout import Layout
from croupier.table.places import Place, Viewer
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.steps import Asked
from croupier.table.wager import Slip
from croupier.table.waiting import AwaitingDecisions

from ..rounds import numbered_round  # noqa: TID252 (the random rounds of the tests beside these)

# A small game: hands of three from seven cards. The player gets two cards and the dealer one; the
# player hits or stands; the dealer then draws while the player's cards are worth more than his;
# at the end both are filled up, the player first.

CARDS = tuple(range(7))
SIZE = 3
Hands = tuple[frozenset[int], frozenset[int]]
HANDS: tuple[Hands, ...] = tuple(
    (frozenset(player), frozenset(dealer))
    for player in combinations(CARDS, SIZE)
    for dealer in combinations(set(CARDS) - set(player), SIZE)
)


def next_owner(player: frozenset[int], dealer: frozenset[int], *, hits: bool) -> str | None:
    """Who gets the next card; None when both hands are full."""
    if len(player) + len(dealer) < 3:
        return "dealer" if len(player) == 1 and not dealer else "player"
    if hits and len(player) < SIZE:
        return "player"
    if len(dealer) < SIZE and sum(dealer) < sum(player):
        return "dealer"
    if len(player) < SIZE:
        return "player"
    return "dealer" if len(dealer) < SIZE else None


def is_asked(player: frozenset[int], dealer: frozenset[int]) -> bool:
    return len(player) == 2 and len(dealer) == 1


def best_and_worst(worth: Callable[[Hands], Fraction], *, looks_ahead: bool = False):
    """What the cleverest and the worst player of all can make of the hands at the end.

    Every rule is among those they can follow: at every decision they know all cards dealt, and
    take what is worth most, or least, in the end. One who `looks_ahead` knows the next card too.
    """

    @cache
    def go_on(player: frozenset[int], dealer: frozenset[int], choose: Callable) -> Fraction:
        left = set(CARDS) - player - dealer

        def after(card: int, *, hits: bool) -> Fraction:
            if next_owner(player, dealer, hits=hits) == "player":
                return go_on(player | {card}, dealer, choose)
            return go_on(player, dealer | {card}, choose)

        if next_owner(player, dealer, hits=False) is None:
            return worth((player, dealer))
        ways = (False, True) if is_asked(player, dealer) else (False,)
        if looks_ahead:
            total = sum(choose(after(card, hits=hits) for hits in ways) for card in left)
            return Fraction(total, len(left))
        means = [Fraction(sum(after(card, hits=hits) for card in left), len(left)) for hits in ways]
        return choose(means)

    nobody = frozenset()
    return go_on(nobody, nobody, max), go_on(nobody, nobody, min)


def dealt(order: tuple[int, ...], hits: Callable[[frozenset[int], frozenset[int]], bool]) -> Hands:
    """The hands at the end, when the deck lies in that order."""
    player, dealer = frozenset(), frozenset()
    for card in order:
        chosen = is_asked(player, dealer) and hits(player, dealer)
        match next_owner(player, dealer, hits=chosen):
            case "player":
                player |= {card}
            case "dealer":
                dealer |= {card}
    return player, dealer


@pytest.mark.parametrize("number", range(8))
def test_in_a_small_game_the_best_rule_is_worth_as_much_as_the_worst(number):
    rng = Random(number)
    worths = {hands: Fraction(rng.randint(-1_000, 1_000)) for hands in HANDS}
    best, worst = best_and_worst(worths.__getitem__)
    assert best == worst == Fraction(sum(worths.values()), len(worths))


def test_who_could_look_ahead_would_gain():
    """The check above would see it: knowing the next card is what a decision must not."""
    worth = lambda hands: Fraction(max(hands[0]) > max(hands[1]))  # noqa: E731
    best, worst = best_and_worst(worth, looks_ahead=True)
    assert best > Fraction(1, 2) > worst


RULES = {
    "always": lambda *_: True,
    "never": lambda *_: False,
    "when behind": lambda player, dealer: max(player) < max(dealer),
    "to draw to a high hand": lambda player, _: 6 in player,
    "without sense": lambda *seen: sha256(repr([*map(sorted, seen)]).encode()).digest()[0] % 2,
}


@pytest.mark.parametrize("rule", RULES)
def test_in_a_small_game_every_pair_of_hands_comes_equally_often(rule):
    found = Counter(dealt(order, RULES[rule]) for order in permutations(CARDS))
    assert set(found) == set(HANDS)
    assert set(found.values()) == {5_040 // len(HANDS)}


# The real script.

Choose = Callable[[Layout, Asked], str]


def offered(asked: Asked) -> list[str]:
    return [option.name for option in asked.options]


def always(*liked: str) -> Choose:
    """The first of these that is offered."""
    return lambda _, asked: next(one for one in (*liked, "stand") if one in offered(asked))


def greedy_for_poker(seen: Layout, asked: Asked) -> str:
    """Draws while he has a pair or better for Poker and the dealer shows a low card."""
    hand = [card.rank for card in seen.known(asked.place)]
    dealer = seen.known(Place.of_dealer("Blackjack"))[0]
    return "hit" if len(set(hand)) < len(hand) and dealer.rank < Rank.TEN else "stand"


def shy_of_helping(seen: Layout, asked: Asked) -> str:
    """Draws to take cards away from a dealer whose hand could become good."""
    hand = [card.rank for card in seen.known(asked.place)]
    return "hit" if seen.known(Place.of_dealer("Blackjack"))[0].rank in hand else "stand"


def by_ranks(seen: Layout, asked: Asked) -> str:
    """Something else for all ranks seen, without sense."""
    ranks = [card.rank for card in seen.known(asked.place)]
    return offered(asked)[sha256(repr(ranks).encode()).digest()[0] % len(asked.options)]


def by_cards(seen: Layout, asked: Asked) -> str:
    """Something else for all cards seen, without sense."""
    text = repr(sorted(seen.all_known())).encode()
    return offered(asked)[sha256(text).digest()[0] % len(asked.options)]


def of_sense(seen: Layout, asked: Asked) -> str:
    """As is usually advised."""
    return THREE_WAY_ACTION.usual_choice(seen, asked, Rules())


def play(cards: list[Card], choose: Choose, settings, *, seats: int = 1) -> Round:
    """A round dealt in that order, with every wager at every seat."""
    device = THREE_WAY_ACTION.devices[0]
    table = Round(THREE_WAY_ACTION, settings, CardSource(device.name, lambda _: device.load(cards)))
    stakes = {"High Card": 500, "Blackjack": 1_000, "Poker": 1_000, "Bonus": 1_000}
    for seat in range(1, seats + 1):
        table.handle(PlaceWagers(seat, Slip.of(stakes)))
    table.handle(CloseBets("00"))
    while isinstance(table.waiting, AwaitingDecisions):
        seat = table.waiting.seats[0]
        seen = table.layout.as_seen_by(Viewer.at(seat))
        asked = seen.asked[seat]
        name = choose(seen, asked)
        option = next(one for one in asked.options if one.name == name)
        table.handle(Decide(seat, name, option.most_cents))
    return table


def final_hands(table: Round) -> dict[Place, tuple[Card, ...]]:
    """What lies at each place for Poker at the showdown."""
    return {
        event.place: event.cards
        for event in table.events
        if isinstance(event, CardsTurned) and event.place.name == "Poker"
    }


def orders(of: dict[Rank, int]) -> Iterator[tuple[Rank, ...]]:
    """Every order of some cards, of which those of one rank are not told apart."""
    if not any(of.values()):
        yield ()
    for rank, left in of.items():
        if left:
            for rest in orders(of | {rank: left - 1}):
                yield (rank, *rest)


UNSEEN = {Rank.TWO: 4, Rank.THREE: 4, Rank.SEVEN: 2}


def every_order(choose: Choose, settings) -> Counter[tuple[int, ...]]:
    """Two aces against a six, and ten unseen cards in every order: what the player ends with.

    The ten cards are just those that fill both hands. Who chooses goes by ranks alone, so
    each order of ranks stands for equally many orders of cards.
    """
    first = [Card.of(rank, suit) for rank, suit in ((12, 0), (4, 0), (12, 1), (11, 2))]
    found: Counter[tuple[int, ...]] = Counter()
    for ranks in orders(UNSEEN):
        of_rank = {rank: iter(DECK[4 * rank : 4 * rank + 4]) for rank in UNSEEN}
        dealt_cards = first + [next(of_rank[rank]) for rank in ranks]
        table = play(
            dealt_cards + [card for card in DECK if card not in dealt_cards], choose, settings
        )
        hands = final_hands(table)
        player, dealer = hands[Place.of_seat(1, "Poker")], hands[Place.of_dealer("Poker")]
        assert sorted(player + dealer) == sorted(dealt_cards)
        held = Counter(card.rank for card in player)
        assert held[Rank.ACE] == 2
        found[tuple(held[rank] for rank in UNSEEN)] += 1
    return found


def shares_of_ten_cards() -> dict[tuple[int, ...], int]:
    """What five of the ten unseen cards are, when all sets of five are equally likely."""
    twos, threes, sevens = UNSEEN.values()
    every = sum(1 for _ in orders(UNSEEN))
    return {
        (two, three, 5 - two - three): (
            comb(twos, two) * comb(threes, three) * comb(sevens, 5 - two - three) * every
        )
        // comb(10, 5)
        for two in range(twos + 1)
        for three in range(threes + 1)
        if 0 <= 5 - two - three <= sevens
    }


@pytest.mark.parametrize(
    "choose",
    [
        pytest.param(always("split"), id="split", marks=pytest.mark.long),
        pytest.param(by_ranks, id="by ranks"),
    ],
)
def test_every_order_of_the_unseen_cards_through_the_real_script(choose):
    settings = settings_for(THREE_WAY_ACTION, positions=1)
    assert dict(every_order(choose, settings)) == shares_of_ten_cards()


NO_PEEK = "no_peek_all_lose"


@pytest.mark.long
@pytest.mark.parametrize(
    ("choose", "readings"),
    [
        (always("stand"), {}),
        (always("hit"), {}),
        (always("double"), {}),
        (greedy_for_poker, {}),
        (shy_of_helping, {"dealer_draws": "always"}),
        (always("split", "hit"), {"split_aces": "draw_freely"}),
        (always("split", "double"), {"split_aces": "draw_freely", "dealer_peek": NO_PEEK}),
        (by_ranks, {"split_aces": "draw_freely", "hit_on_21": "not_allowed"}),
    ],
)
def test_every_order_under_further_rules_and_readings(choose, readings):
    settings = settings_for(THREE_WAY_ACTION, positions=1, readings=readings)
    assert dict(every_order(choose, settings)) == shares_of_ten_cards()


ROUNDS, SEATS = 1_000, 3


@pytest.mark.parametrize("choose", [always("stand"), always("split", "hit")], ids=["stand", "hit"])
def test_poker_and_bonus_bring_the_same_to_very_different_players(choose):
    check_what_they_bring(choose, ROUNDS)


@pytest.mark.long
@pytest.mark.parametrize("choose", [of_sense, by_cards, greedy_for_poker, shy_of_helping])
def test_poker_and_bonus_bring_the_same_to_further_players(choose):
    check_what_they_bring(choose, 3 * ROUNDS // 2)


def check_what_they_bring(choose: Choose, rounds: int) -> None:
    """All seats decide so; what they gain must be as counted, within three standard errors."""
    settings = settings_for(THREE_WAY_ACTION, positions=SEATS)
    worth = THREE_WAY_ACTION.worth()
    rng = Random(4)
    # The seats of a round share their dealer, so it is a round that is one observation.
    found: dict[str, list[float]] = {"Poker": [], "Bonus": []}
    for _ in range(rounds):
        table = play(rng.sample(DECK, 52), choose, settings, seats=SEATS)
        gained = dict.fromkeys(found, 0.0)
        for event in table.events:
            if isinstance(event, WagerSettled) and event.spot in found:
                gained[event.spot] += event.outcome.returned_cents(1_000) / 1_000 - 1
        for spot, sum_of_seats in gained.items():
            found[spot].append(sum_of_seats / SEATS)
    for spot, gains in found.items():
        exact = worth.bet(spot, Rules(), {"Bonus": BONUS_TABLES[0]}).expectation
        mean = sum(gains) / rounds
        error = sqrt(sum((gain - mean) ** 2 for gain in gains) / (rounds - 1) / rounds)
        assert abs(mean - float(exact)) < 3 * error


def test_players_who_decide_otherwise_do_get_other_cards():
    """The same deck, other hands: were they the same, the checks above would say nothing."""
    settings = settings_for(THREE_WAY_ACTION, positions=1)
    rng = Random(5)
    different = 0
    for _ in range(50):
        cards = rng.sample(DECK, 52)
        hands = [final_hands(play(cards, choose, settings)) for choose in (always(), always("hit"))]
        different += hands[0] != hands[1]
    assert different > 25


# What the proof takes for granted.


def test_every_hand_ends_with_seven_cards_under_every_reading():
    """Random tables, readings and players: no hand has more or fewer; no card goes elsewhere."""
    seen = Counter()
    for number in range(400):
        table = numbered_round(THREE_WAY_ACTION, number).table
        hands = final_hands(table)
        if table.layout.is_void or not hands:
            continue
        assert {len(cards) for cards in hands.values()} == {7}
        owners = {place.seat for place in hands}
        elsewhere = Counter(
            event.place.seat
            for event in table.events
            if isinstance(event, CardDealt) and event.place.seat not in owners
        )
        # Who has bet neither Poker nor Bonus is not filled up, but never has more than seven.
        assert all(some <= 7 for some in elsewhere.values())
        dealt_cards = sum(isinstance(event, CardDealt) for event in table.events)
        assert dealt_cards == 7 * len(hands) + elsewhere.total()
        seen["rounds"] += 1
        seen["not filled"] += bool(elsewhere)
    assert seen["rounds"] > 200
    assert seen["not filled"] > 5
