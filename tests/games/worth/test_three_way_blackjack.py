"""What the Blackjack bet of 3 Way-Action is worth, each number found in a second way.

The kernels count multisets of values in whole numbers. Here the same is done with fractions, card
after card in every order, by code that knows nothing of theirs; the real script is dealt every
order of a few unseen cards; and random rounds are played through it with the best decisions.
"""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, sqrt
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK, Card, blackjack_total, card_value, parse_card, parse_cards
from croupier.compiled import plain
from croupier.games.three_way_action import THREE_WAY_ACTION
from croupier.games.three_way_action.exact import blackjack_split as split_kernels
from croupier.games.three_way_action.exact.blackjack_counts import (
    ACE,
    BUST,
    FALLING,
    FULL_DECK,
    TEN,
    VALUES,
    count_dealer,
    count_values,
    dealer_finals,
    place_of,
    player_hands,
)
from croupier.games.three_way_action.exact.blackjack_drawn import drawn_hands
from croupier.games.three_way_action.exact.blackjack_insurance import insured_hands
from croupier.games.three_way_action.exact.blackjack_play import (
    DOUBLE,
    HIT,
    NO_CHOICE,
    NOT_OFFERED,
    OPTIONS,
    SPLIT,
    STAND,
    ends_of,
    first_ways,
    meet_dealer,
    reached,
    terms_of,
    value_hands,
)
from croupier.games.three_way_action.exact.blackjack_policy import (
    GROUPS,
    by_cells,
    cells_of_drawn,
    cells_of_hands,
    chart_actions,
    split_plays,
    sweep,
)
from croupier.games.three_way_action.exact.blackjack_simple import mimic_play, usual_plays
from croupier.games.three_way_action.exact.blackjack_split import net_of, split_ends, value_both
from croupier.games.three_way_action.exact.blackjack_tally import (
    Play,
    against,
    against_all,
    best_play,
    tally,
)
from croupier.games.three_way_action.exact.blackjack_worth import (
    blackjack_bet,
    blackjack_decision,
    blackjack_fresh,
    blackjack_hands,
)
from croupier.games.three_way_action.habit import usual_choice
from croupier.games.three_way_action.rules import (
    BLACKJACK_ODDS,
    BlackjackPays,
    DealerPeek,
    HitOn21,
    Insurance,
    Rules,
    SplitAces,
)
from croupier.rejection import Code, Rejection
from croupier.table.commands import CloseBets, Decide, PlaceWagers
from croupier.table.events import CardDealt
from croupier.table.places import Place, Viewer
from croupier.table.round import Round
from croupier.table.ruling import readings_of
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.wager import Slip
from croupier.table.waiting import AwaitingDecisions
from croupier.table.worth import Fresh

DEFAULT = Rules()
PEEK, ALL_LOSE, ORIGINAL = DealerPeek
ONE_CARD, FREELY, NO_SPLIT = SplitAces
NO_21 = HitOn21.NOT_ALLOWED
BET = 1_000

REDUCED = (
    # So few cards are unseen that every order of them can be dealt: ace, 2 … 9, ten.
    (1, 0, 0, 0, 4, 0, 0, 0, 0, 7),
    (1, 4, 0, 0, 0, 3, 0, 0, 0, 4),
    (1, 3, 4, 0, 0, 0, 4, 0, 0, 0),
)


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def fresh(hand: str, up: str, seen: str | tuple[Card, ...] = (), rules: Rules | None = None):
    others = cards(seen) if isinstance(seen, str) else seen
    given = Fresh(cards(hand), (parse_card(up),), others)
    return blackjack_fresh(given, rules or Rules())


def values_of(decision) -> dict[str, Fraction]:
    return {option.name: option.value.value for option in decision.options}


@cache
def bet(rules: Rules = DEFAULT):
    return blackjack_bet(rules)


@cache
def faced(rules: Rules = DEFAULT):
    everything = against_all(rules)
    return everything, [best_play(one) for one in everything]


# The twin: fractions, and every order of every card.


def total_of(hand: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(hand)
    is_soft = 1 in hand and hard <= 11
    return (hard + 10 if is_soft else hard), is_soft


def without(counts: tuple[int, ...], value: int) -> tuple[int, ...]:
    return (*counts[: value - 1], counts[value - 1] - 1, *counts[value:])


@dataclass(frozen=True)
class Twin:
    """Blackjack by the definition of an average, for one up card and one set of rules."""

    up: int
    rules: Rules = DEFAULT
    most: int = 7
    seven_win: bool = True

    def hole(self) -> int:
        return {1: 10, 10: 1}.get(self.up, 0)

    @cache  # noqa: B019
    def dealer(self, counts: tuple[int, ...]) -> dict[str | int, Fraction]:
        """How often the dealer ends where, over every order of his cards."""
        found: Counter[tuple[int, str | int]] = Counter()

        def draw(hand: tuple[int, ...], left: tuple[int, ...], ways: int) -> None:
            for value in range(1, 11):
                if not left[value - 1]:
                    continue
                more, times = (*hand, value), ways * left[value - 1]
                total, is_soft = total_of(more)
                if len(more) == 2 and total == 21:
                    found[len(more), "blackjack"] += times
                elif total > 21:
                    found[len(more), "bust"] += times
                elif len(more) == self.most or total > 17 or (total == 17 and not is_soft):
                    found[len(more), total] += times
                else:
                    draw(more, without(left, value), times)

        draw((self.up,), counts, 1)
        ends: dict[str | int, Fraction] = {}
        for (length, end), times in found.items():
            share = Fraction(times, perm(sum(counts), length - 1))
            ends[end] = ends.get(end, Fraction(0)) + share
        assert sum(ends.values()) == 1
        return ends

    def next_cards(self, counts: tuple[int, ...]) -> dict[int, Fraction]:
        """How likely each next card is, given that a dealer who looks has no blackjack."""
        holes = {value: counts[value - 1] for value in range(1, 11)}
        if self.rules.dealer_peek is PEEK and self.hole():
            holes[self.hole()] = 0
        chances = {value: Fraction(0) for value in range(1, 11)}
        for hole, many in holes.items():
            if many:
                left = without(counts, hole)
                for value in range(1, 11):
                    each = Fraction(left[value - 1], sum(left))
                    chances[value] += Fraction(many, sum(holes.values())) * each
        return {value: chance for value, chance in chances.items() if chance}

    def settled(self, hands, counts: tuple[int, ...]) -> Fraction:
        """What hands that are done gain: each is its cards, its stake, and what of it came first.

        A hand of two cards that was not split and makes 21 is not asked for here.
        """
        ends = dict(self.dealer(counts))
        beaten = ends.pop("blackjack", Fraction(0))
        gained = Fraction(0)
        for end, chance in ends.items():
            for hand, stake, _ in hands:
                total = total_of(hand)[0]
                if total > 21:
                    gained -= chance * stake
                elif (self.seven_win and len(hand) == 7) or end == "bust" or total > end:
                    gained += chance * stake
                elif total < end:
                    gained -= chance * stake
        if self.rules.dealer_peek is PEEK:
            return gained / (1 - beaten)
        for hand, stake, first in hands:
            all_of_it = total_of(hand)[0] > 21 or self.rules.dealer_peek is ALL_LOSE
            gained -= beaten * (stake if all_of_it else first)
        return gained

    @cache  # noqa: B019
    def options(self, hand: tuple[int, ...], counts: tuple[int, ...]) -> dict[str, Fraction]:
        """What each option is worth; `counts` is what is unseen."""
        found = {"stand": self.settled([(hand, 1, 1)], counts)}
        total = total_of(hand)[0]
        if total > 21 or len(hand) == self.most:
            return found
        if total < 21 or self.rules.hit_on_21 is HitOn21.ALLOWED:
            chances = self.next_cards(counts)
            found["hit"] = sum(
                chance * self.best(tuple(sorted((*hand, value))), without(counts, value))
                for value, chance in chances.items()
            )
            if len(hand) == 2:
                found["double"] = sum(
                    chance * self.settled([((*hand, value), 2, 1)], without(counts, value))
                    for value, chance in chances.items()
                )
        if hand == (1, 1) and self.rules.split_aces is not NO_SPLIT:
            found["split"] = Fraction(0)
            for first, chance in self.next_cards(counts).items():
                left = without(counts, first)
                for second, other in self.next_cards(left).items():
                    both = ((1, first), (1, second))
                    worth = self.split(*both, without(left, second))
                    found["split"] += chance * other * worth
        return found

    @cache  # noqa: B019
    def best(self, hand: tuple[int, ...], counts: tuple[int, ...]) -> Fraction:
        if total_of(hand)[0] > 21:
            return Fraction(-1)
        return max(self.options(hand, counts).values())

    @cache  # noqa: B019
    def split(self, first, second, counts, stakes=(1, 1), playing: int = 0) -> Fraction:
        """Two hands, of which one after the other is played on."""
        hands = (first, second)
        if playing == 2 or self.rules.split_aces is ONE_CARD:
            return self.settled([(first, stakes[0], 1), (second, stakes[1], 0)], counts)
        found = [self.split(first, second, counts, stakes, playing + 1)]
        total = total_of(hands[playing])[0]
        if (
            len(first) + len(second) < 7
            and total <= 21
            and (total < 21 or self.rules.hit_on_21 is HitOn21.ALLOWED)
        ):
            hit, double = Fraction(0), Fraction(0)
            for value, chance in self.next_cards(counts).items():
                left, new = without(counts, value), list(hands)
                new[playing] = tuple(sorted((*hands[playing], value)))
                hit += chance * self.split(*new, left, stakes, playing)
                if len(hands[playing]) == 2:
                    more = (2, stakes[1]) if playing == 0 else (stakes[0], 2)
                    double += chance * self.split(*new, left, more, playing + 1)
            found.append(hit)
            if len(hands[playing]) == 2:
                found.append(double)
        return max(found)


def twin_options(hand: str, up: str, rules: Rules = DEFAULT, **more) -> dict[str, Fraction]:
    held = tuple(sorted(card_value(card) for card in cards(hand)))
    left = FULL_DECK - count_values((*cards(hand), parse_card(up)))
    return Twin(card_value(parse_card(up)), rules, **more).options(held, tuple(left.tolist()))


UPS = ("2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Th", "Ah")


@pytest.mark.parametrize("up", UPS)
def test_a_hand_is_worth_what_its_cards_in_every_order_make_it_worth(up):
    assert values_of(fresh("Ts 7s", up)) == twin_options("Ts 7s", up)


@pytest.mark.parametrize(
    ("hand", "up", "rules"),
    [
        ("5s 6s", "Th", Rules()),
        ("As 7s", "9h", Rules()),
        ("7s 7c", "Th", Rules(dealer_peek=ALL_LOSE)),
        ("5s 6s", "Ah", Rules(dealer_peek=ORIGINAL)),
        ("Ts 2s", "Ah", Rules(dealer_peek=ALL_LOSE)),
        ("4s 4c 5c", "Th", Rules(hit_on_21=NO_21)),
        ("As 2s 2c 3c 4c", "9h", Rules()),
        ("As 2s 3c 3s 4c 7s", "8h", Rules()),
        ("As 2s 3c 3s 4c 8s", "8h", Rules()),
        ("As 2s 3c 3s 4c 8s", "8h", Rules(dealer_peek=ALL_LOSE)),
    ],
)
def test_so_it_is_under_other_readings_and_with_more_cards(hand, up, rules):
    assert values_of(fresh(hand, up, rules=rules)) == twin_options(hand, up, rules)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "up"), [("As 2s", "Th"), ("2s 3s", "9h"), ("5s 6s", "2h"), ("As As", "8h")]
)
def test_so_it_is_for_hands_with_a_long_way_to_go(hand, up):
    hand = hand.replace("As As", "As Ac")
    assert values_of(fresh(hand, up)) == twin_options(hand, up)


@pytest.mark.parametrize(
    "rules", [Rules(), Rules(dealer_peek=ALL_LOSE), Rules(dealer_peek=ORIGINAL)]
)
def test_split_aces_with_one_card_each(rules):
    everything, plan = faced(rules)
    for up in (TEN, ACE):
        one, play = everything[up], plan[up]
        hand = player_hands().aces
        left = tuple(one.facing.met.left[hand].tolist())
        twin = Twin(up + 1, rules)
        worth = Fraction(0)
        for first, chance in twin.next_cards(left).items():
            after = without(left, first)
            for second, other in twin.next_cards(after).items():
                both = [((1, first), 1, 1), ((1, second), 1, 0)]
                worth += chance * other * twin.settled(both, without(after, second))
        assert Fraction(int(play.options[hand, SPLIT]), one.rows(hand)) == worth


@pytest.mark.parametrize(
    ("counts", "peek", "hit_on_21"),
    [
        (REDUCED[0], PEEK, HitOn21.ALLOWED),
        (REDUCED[0], ALL_LOSE, NO_21),
        (REDUCED[0], ORIGINAL, HitOn21.ALLOWED),
        *(
            pytest.param(*one, marks=pytest.mark.long)
            for one in product(REDUCED[1:], DealerPeek, HitOn21)
        ),
    ],
)
def test_aces_split_and_played_on(counts, peek, hit_on_21):
    rules = Rules(split_aces=FREELY, dealer_peek=peek, hit_on_21=hit_on_21)
    for up in (1, 6, 10):
        base = np.array(counts, np.int64)
        base[ACE] += 2
        one = against(base, up - 1, rules)
        play = best_play(one)
        hand = player_hands().aces
        found = Twin(up, rules).options((1, 1), counts)
        for option, worth in found.items():
            value = int(play.options[hand, OPTIONS.index(option)])
            assert Fraction(value, one.rows(hand)) == worth


@pytest.mark.parametrize("seed", range(6))
def test_whatever_cards_are_seen_they_are_gone(seed):
    rng = Random(seed)
    dealt = rng.sample(DECK, 41)
    hand, up, seen = tuple(dealt[:2]), dealt[2], tuple(dealt[3:])
    rules = Rules(dealer_peek=rng.choice(list(DealerPeek)), hit_on_21=rng.choice(list(HitOn21)))
    if blackjack_total(hand).is_natural:
        hand = tuple(dealt[3:5])
        seen = (*dealt[:2], *dealt[5:])
    left = tuple((FULL_DECK - count_values(dealt)).tolist())
    held = tuple(sorted(card_value(card) for card in hand))
    found = values_of(blackjack_fresh(Fresh(hand, (up,), seen), rules))
    assert found == Twin(card_value(up), rules).options(held, left)
    # Aces that are gone cannot be what the dealer stands or falls with.
    assert len(found) in {3, 4}


# Ordinary single-deck blackjack, as others have published it.

PUBLISHED = {
    # One deck, dealer hits soft 17, against an ace without blackjack: stand, hit, double.
    "2s As": ("-0.589084", "-0.107929", "-0.552040"),
    "3s 2s": ("-0.584988", "-0.322592", "-1.169976"),
    "5s 4s": ("-0.581270", "-0.121173", "-0.419143"),
    "6s 4s": ("-0.575556", "0.045103", "0.030867"),
    "6s 5s": ("-0.575374", "0.143003", "0.234296"),
}


@pytest.mark.parametrize("hand", ["6s 4s", "6s 5s"])
def test_the_twin_finds_what_is_published_of_ordinary_blackjack(hand):
    stand, _, double = (Fraction(text) for text in PUBLISHED[hand])
    held = tuple(sorted(card_value(card) for card in cards(hand)))
    left = tuple((FULL_DECK - count_values((*cards(hand), parse_card("Ah")))).tolist())
    twin = Twin(1, Rules(), most=99, seven_win=False)
    assert abs(twin.settled([(held, 1, 1)], left) - stand) <= Fraction(1, 10**6)
    doubled = sum(
        chance * twin.settled([((*held, value), 2, 1)], without(left, value))
        for value, chance in twin.next_cards(left).items()
    )
    assert abs(doubled - double) <= Fraction(1, 10**6)


@pytest.mark.parametrize("hand", PUBLISHED)
def test_without_the_seven_card_win_it_is_nearly_ordinary_blackjack(hand):
    # What is left of the limit of seven cards changes the fifth digit.
    terms = terms_of(Rules())._replace(seven_win=False)
    base = FULL_DECK.copy()
    base[ACE] -= 1
    one = against(base, ACE, Rules(split_aces=NO_SPLIT), terms)
    play = best_play(one)
    at = place_of(count_values(cards(hand)))
    for option, text in enumerate(PUBLISHED[hand]):
        found = Fraction(int(play.options[at, option]), one.rows(at))
        assert abs(found - Fraction(text)) < Fraction(1, 20_000)


def test_the_best_chart_is_that_of_every_book_on_a_single_deck():
    # Double 8 against 5 and 6, 9 against 2 to 6, 11 always, soft 19 against 6; hit 12 against 2
    # and 3; stand on 7-7 against 10 and hit 10-2 against 4: a single deck, hitting soft 17.
    _, plan = faced()
    best = {
        (hand, up): OPTIONS[plan[card_value(parse_card(up + "h")) - 1].actions[at]]
        for hand in (
            "3s 5s",
            "2s 6s",
            "4s 5s",
            "6s 5s",
            "As 8s",
            "Ts 2s",
            "7s 7c",
            "9s 7s",
            "As Ac",
        )
        for up in "23456789TA"
        if (at := place_of(count_values(cards(hand)))) is not None
    }

    def ups(hand: str, option: str) -> str:
        return "".join(up for (one, up), chosen in best.items() if (one, chosen) == (hand, option))

    assert ups("3s 5s", "double") == "56"
    assert ups("2s 6s", "double") == "5"
    assert ups("4s 5s", "double") == "23456"
    assert ups("6s 5s", "double") == "23456789TA"
    assert ups("As 8s", "double") == "6"
    assert ups("Ts 2s", "stand") == "56"
    assert ups("7s 7c", "stand") == "23456T"
    assert ups("9s 7s", "stand") == "23456"
    assert ups("As Ac", "split") == "23456789TA"


# The kernels and their plain twins.


def small_base(counts=REDUCED[1]) -> np.ndarray:
    base = np.array(counts, np.int64)
    base[ACE] += 2
    return base


@pytest.mark.parametrize("up", range(VALUES))
def test_dealers_counted_plainly(up):
    base = FULL_DECK.copy()
    base[up] -= 1
    rng = Random(up)
    for _ in range(3):
        left = base.copy()
        for _ in range(rng.randint(2, 30)):
            left[rng.choice(np.flatnonzero(left).tolist())] -= 1
        ends, plainly = np.empty(BUST + 1, np.int64), np.empty(BUST + 1, np.int64)
        unseen = int(left.sum())
        count_dealer(left, unseen, dealer_finals(up), FALLING, ends)
        plain(count_dealer)(left, unseen, dealer_finals(up), FALLING, plainly)
        assert (ends == plainly).all()
        assert ends.sum() == perm(unseen, 6)
        twin = Twin(up + 1).dealer(tuple(left.tolist()))
        named = {0: "blackjack", BUST: "bust"}
        for end, rows in enumerate(ends.tolist()):
            assert Fraction(rows, perm(unseen, 6)) == twin.get(named.get(end, end), 0)


@pytest.mark.parametrize("peek", DealerPeek)
def test_hands_valued_plainly(peek):
    rules = Rules(dealer_peek=peek)
    base = small_base(REDUCED[2])
    one = against(base, TEN, rules)
    met = plain(meet_dealer)(base, player_hands(), dealer_finals(TEN), 6)
    for array, plainly in zip(one.facing.met, met, strict=True):
        assert (array == plainly).all()
    for array, plainly in zip(
        value_hands(one.facing, 17), plain(value_hands)(one.facing, 17), strict=True
    ):
        assert (array == plainly).all()
    actions = best_play(one).actions
    assert (ends_of(one.facing, actions) == plain(ends_of)(one.facing, actions)).all()
    assert (reached(one.facing, base, actions) == plain(reached)(one.facing, base, actions)).all()


@pytest.mark.parametrize("peek", DealerPeek)
def test_split_hands_valued_plainly(peek):
    rules = Rules(split_aces=FREELY, dealer_peek=peek)
    base = np.array(REDUCED[1], np.int64)
    facing = split_kernels.face_split(base, drawn_hands(), dealer_finals(ACE), terms_of(rules), 5)
    plainly = plain(split_kernels.face_split)(
        base, drawn_hands(), dealer_finals(ACE), terms_of(rules), 5
    )
    possible = facing.unseen >= 0
    assert (facing.unseen == plainly.unseen).all()
    assert (facing.ends == plainly.ends).all()
    assert (facing.worth == plainly.worth).all()
    assert possible.sum() > 50
    for array, twin in zip(value_both(facing), plain(value_both)(facing), strict=True):
        assert (array == twin).all()
    plays = value_both(facing)[2:]
    assert (split_ends(facing, *plays) == plain(split_ends)(facing, *plays)).all()


def test_charts_swept_plainly():
    base = small_base()
    one = against(base, TEN, Rules())
    cells = cells_of_hands(2)
    always = reached(one.facing, base, np.full(len(cells), HIT, np.int8))
    options, best, _ = value_hands(one.facing, NOT_OFFERED)
    charts = []
    for function in (sweep, plain(sweep)):
        chart = np.full(440, NO_CHOICE, np.int8)
        assert function(one.facing, (options, best), (always, always), cells, chart)
        charts.append(chart.tolist())
    assert charts[0] == charts[1]


# Through the real script, every order of a few unseen cards.


class ScriptTree:
    """Every way a round can go on from a player's first two cards, dealt by the real script."""

    def __init__(self, rules: Rules, hand: tuple[Card, ...], up: Card, left: tuple[int, ...]):
        # Nothing but Blackjack is bet, so no card is dealt that is not counted.
        readings = dict(readings_of(rules)) | {"bets": "any"}
        self.settings = settings_for(THREE_WAY_ACTION, positions=1, readings=readings)
        self.rules, self.hand, self.up, self.left = rules, hand, up, left
        free = [card for card in DECK if card not in {*hand, up}]
        self.by_value = [
            [card for card in free if card_value(card) == value] for value in range(1, 11)
        ]
        self.hole = {1: 10, 10: 1}.get(card_value(up), 0)
        self.runs = 0

    def run(self, drawn: tuple[int, ...], choices: tuple[str, ...]) -> Round:
        """Plays until something is asked that no choice is left for; the hole card comes first."""
        used: Counter[int] = Counter()
        deck = [self.hand[0], self.up, self.hand[1]]
        for value in drawn:
            deck.append(self.by_value[value - 1][used[value]])
            used[value] += 1
        deck += [card for card in DECK if card not in set(deck)]
        device = THREE_WAY_ACTION.devices[0]
        source = CardSource(device.name, lambda _salt: device.load(tuple(deck)))
        table = Round(THREE_WAY_ACTION, self.settings, source)
        table.handle(PlaceWagers(1, Slip.of({"Blackjack": BET})))
        table.handle(CloseBets("00"))
        for choice in choices:
            asked = table.layout.asked[1]
            option = next(one for one in asked.options if one.name == choice)
            table.handle(Decide(1, choice, option.most_cents))
        self.runs += 1
        return table

    @staticmethod
    def dealt(table: Round) -> list[CardDealt]:
        return [event for event in table.events if isinstance(event, CardDealt)]

    def safe_hole(self, drawn: tuple[int, ...]) -> int:
        """Some hole card that makes no blackjack."""
        left = self.left_after(drawn)
        return next(value for value in range(1, 11) if left[value - 1] and value != self.hole)

    def left_after(self, drawn: tuple[int, ...]) -> tuple[int, ...]:
        left = self.left
        for value in drawn:
            left = without(left, value)
        return left

    def value(self, drawn: tuple[int, ...] = (), choices: tuple[str, ...] = ()) -> Fraction:
        """What is gained from here by the best choices, times how likely what is looked at is."""
        table = self.run((self.safe_hole(drawn), *drawn), choices)
        dealt = self.dealt(table)
        missing = dealt[4 + len(drawn) :]
        if not missing and isinstance(table.waiting, AwaitingDecisions):
            return max(
                self.value(drawn, (*choices, option.name))
                for option in table.layout.asked[1].options
            )
        left = self.left_after(drawn)
        if missing and missing[0].place.seat:
            return sum(
                Fraction(left[value - 1], sum(left)) * self.value((*drawn, value), choices)
                for value in range(1, 11)
                if left[value - 1]
            )
        looked = self.rules.dealer_peek is PEEK
        return sum(
            Fraction(left[hole - 1], sum(left)) * self.dealer(hole, drawn, (), choices)
            for hole in range(1, 11)
            if left[hole - 1] and not (looked and hole == self.hole)
        )

    def dealer(self, hole, drawn, his, choices) -> Fraction:
        """What is gained once the player is done."""
        table = self.run((hole, *drawn, *his), choices)
        if len(self.dealt(table)) <= 4 + len(drawn) + len(his):
            settled = [one for one in table.layout.settled if one.spot == "Blackjack"]
            net = sum(one.returned_cents - one.stake_cents for one in settled)
            return Fraction(net, BET)
        left = self.left_after((hole, *drawn, *his))
        return sum(
            Fraction(left[value - 1], sum(left)) * self.dealer(hole, drawn, (*his, value), choices)
            for value in range(1, 11)
            if left[value - 1]
        )

    def options(self) -> dict[str, Fraction]:
        """What each first choice gains, given that what is looked at is no blackjack."""
        table = self.run((self.safe_hole(()),), ())
        looked = self.rules.dealer_peek is PEEK and self.hole
        seen = Fraction(self.left[self.hole - 1], sum(self.left)) if looked else Fraction(0)
        return {
            option.name: self.value((), (option.name,)) / (1 - seen)
            for option in table.layout.asked[1].options
        }


def seen_but(left: tuple[int, ...], *known: Card) -> tuple[Card, ...]:
    """The cards that must have been seen so that only these are left, by value."""
    gone = []
    for value, many in enumerate(left, 1):
        free = [card for card in DECK if card_value(card) == value and card not in known]
        gone += free[many:]
    return tuple(gone)


SCRIPTED = [
    ("Ts 6s", "Th", (0, 0, 0, 4, 0, 3, 0, 0, 0, 4), Rules()),
    ("5s 6s", "Th", (2, 0, 0, 0, 3, 0, 0, 0, 0, 7), Rules()),
    ("5s 6s", "Th", (2, 0, 0, 0, 3, 0, 0, 0, 0, 7), Rules(dealer_peek=ALL_LOSE)),
    ("5s 6s", "Ah", (0, 0, 0, 0, 3, 3, 0, 0, 0, 6), Rules(dealer_peek=ORIGINAL)),
    ("As Ac", "6h", (2, 0, 0, 0, 0, 3, 0, 0, 0, 7), Rules()),
    ("As Ac", "Th", (2, 0, 0, 0, 0, 3, 0, 0, 0, 7), Rules(dealer_peek=ORIGINAL)),
]
LONG_SCRIPTED = [
    ("As Ac", "Th", (1, 0, 0, 0, 0, 4, 0, 0, 0, 7), Rules(split_aces=FREELY)),
    ("As Ac", "Th", (2, 0, 0, 0, 0, 0, 0, 4, 0, 6), Rules(split_aces=FREELY, dealer_peek=ALL_LOSE)),
    (
        "As Ac",
        "Th",
        (2, 0, 0, 0, 0, 0, 0, 4, 0, 6),
        Rules(split_aces=FREELY, dealer_peek=ORIGINAL, hit_on_21=NO_21),
    ),
    ("2s 2c", "Th", (2, 2, 4, 0, 0, 0, 0, 0, 0, 3), Rules()),
    ("2s 2c", "Th", (2, 2, 4, 0, 0, 0, 0, 0, 0, 3), Rules(dealer_peek=ALL_LOSE, hit_on_21=NO_21)),
]


@pytest.mark.parametrize(
    ("hand", "up", "left", "rules"),
    [*SCRIPTED, *(pytest.param(*one, marks=pytest.mark.long) for one in LONG_SCRIPTED)],
)
def test_the_script_dealt_in_every_order_gains_the_same(hand, up, left, rules):
    held, up_card = cards(hand), parse_card(up)
    tree = ScriptTree(rules, held, up_card, left)
    found = tree.options()
    seen = seen_but(left, *held, up_card)
    assert found == values_of(blackjack_fresh(Fresh(held, (up_card,), seen), rules))
    assert tree.runs > 50


# What the whole bet comes to.

INSURED = Rules(
    blackjack_pays=BlackjackPays.SIX_TO_FIVE,
    dealer_peek=ALL_LOSE,
    insurance=Insurance.TWO_TO_ONE,
    hit_on_21=NO_21,
)
READINGS = [
    DEFAULT,
    INSURED,
    *(
        pytest.param(rules, marks=pytest.mark.long)
        for rules in (
            Rules(split_aces=NO_SPLIT),
            Rules(split_aces=FREELY),
            Rules(split_aces=FREELY, dealer_peek=ORIGINAL),
        )
    ),
]


@cache
def counted(rules: Rules = DEFAULT):
    return tally(*faced(rules), rules)


def edge(rules: Rules) -> Fraction:
    return -counted(rules).expectation


@pytest.mark.parametrize("rules", READINGS)
def test_outcomes_and_values_agree(rules):
    worth = bet(rules)
    everything, plan = faced(rules)
    assert sum(one.probability for one in worth.outcomes) == 1
    assert len(worth.outcomes) <= 40
    # The edge of the outcomes, of the strategy, of the tables, and of the values themselves.
    gained = Fraction(0)
    hands = player_hands()
    for one, play in zip(everything, plan, strict=True):
        for hand in np.flatnonzero(hands.cards == 2).tolist():
            ways = int(FULL_DECK[one.up]) * int(first_ways(one.base, hands.rows[hand]))
            if not ways:
                continue
            lost = Fraction(one.naturals(hand), 49)
            if hand == hands.natural:
                value = BLACKJACK_ODDS[rules.blackjack_pays].fraction * (1 - lost)
            else:
                value = Fraction(int(play.best[hand]), one.rows(hand))
                if rules.dealer_peek is PEEK:
                    value = value * (1 - lost) - lost
            gained += ways * value / perm(52, 3)
    assert worth.expectation.value == gained
    assert worth.strategies[0].edge.value == worth.edge.value == -gained
    for table in worth.tables[:2]:
        assert sum(figures[0].value for _, figures in table.rows) == 1
        assert sum(share.value * value.value for _, (share, value) in table.rows) == gained


@pytest.mark.parametrize("rules", READINGS)
def test_every_strategy_costs_what_it_says(rules):
    worth = bet(rules)
    assert worth.strategies[0].name == "Optimal"
    for one in worth.strategies:
        assert one.edge.value - worth.edge.value == one.cost.value >= 0
        assert one.rules
    names = [one.name for one in worth.strategies[1:6]]
    assert names == ["By total and cards", "By total", "Usual", "Never bust", "Mimic the dealer"]
    costs = [one.cost.value for one in worth.strategies[1:6]]
    assert costs == sorted(costs)
    for one in worth.strategies[:6]:
        assert sum(note.figure.value for note in one.frequencies) == 1


def test_only_an_added_bet_lost_to_a_blackjack_tells_looking_early_from_late():
    # Where what was added comes back, a dealer who looks late takes what one who looks early
    # takes, unless a hand on a split ace has gone bust before.
    late = Rules(dealer_peek=ORIGINAL)
    assert edge(DEFAULT) == edge(late)
    nets = []
    for rules in (DEFAULT, late):
        found: Counter[Fraction] = Counter()
        for (_, net, _), rows in counted(rules).outcomes.items():
            found[net] += rows
        nets.append(found)
    assert nets[0] == nets[1]
    assert edge(Rules(dealer_peek=ALL_LOSE)) > edge(DEFAULT)
    # Who adds nothing does not care.
    mimics = {
        tally(faced(rules)[0], [mimic_play()] * VALUES, rules).expectation
        for rules in (DEFAULT, Rules(dealer_peek=ALL_LOSE), late)
    }
    assert len(mimics) == 1


def test_readings_that_pay_less_are_worth_less():
    edges = [edge(Rules(blackjack_pays=pays)) for pays in BlackjackPays]
    natural = next(one for one in bet().outcomes if one.name == "Blackjack").probability
    assert natural == Fraction(2 * 4 * 16, 52 * 51) * (1 - Fraction(2 * 3 * 15, 50 * 49))
    assert edges[1] - edges[0] == natural * Fraction(3, 10)
    assert edges[2] - edges[0] == natural * Fraction(1, 2)
    assert edge(Rules(split_aces=NO_SPLIT)) > edge(Rules(hit_on_21=NO_21)) > edges[0]


def test_the_figures():
    # Worked out once and kept, so that a change of any of them is seen.
    worth = bet()
    assert worth.edge.value == Fraction(381367739165921, 107265696720682500)
    notes = {note.name: note.figure.value for note in worth.notes}
    assert notes["Doubled"] == Fraction(87181, 812175)
    assert notes["Split"] == Fraction(1193, 270725)
    assert notes["Seven cards win"] == Fraction(102660787, 1738363126500)
    strategies = {one.name: float(one.edge) for one in worth.strategies}
    assert strategies["By total"] == pytest.approx(0.0037495386698)
    assert strategies["Mimic the dealer"] == pytest.approx(0.0590834345110)


def test_two_aces_are_split_unless_the_dealer_has_a_blackjack():
    notes = {note.name: note.figure.value for note in bet().notes}
    # Two aces, and no blackjack: a ten under an ace, or one of two aces under a ten.
    aces = Fraction(4 * 3, 52 * 51)
    beaten = (Fraction(2, 50) * Fraction(16, 49)) + (Fraction(16, 50) * Fraction(2, 49))
    assert notes["Split"] == aces * (1 - beaten)


# Charts.


def test_no_cell_of_the_chart_by_totals_can_be_improved():
    everything, plan = faced()
    tried = 0
    for one, best in zip(everything, plan, strict=True):
        for groups in (2, GROUPS) if one.up % 3 == 0 else (2,):
            cells = cells_of_hands(groups)
            play, chart, _ = by_cells(one, groups)
            kept = gained(one, play)
            for at in np.flatnonzero(chart != NO_CHOICE).tolist():
                some = int(np.flatnonzero((cells == at) & (one.facing.met.unseen >= 0))[0])
                for option in range(len(OPTIONS)):
                    if best.options[some, option] == NOT_OFFERED or option == chart[at]:
                        continue
                    other = chart.copy()
                    other[at] = option
                    changed = Play(chart_actions(other, cells), None, play.split_ends)
                    assert gained(one, changed) <= kept
                    tried += 1
    assert tried > 500


def gained(one, play: Play) -> int:
    """The units a play gains, on all rows with this up card in which it is asked."""
    ends = ends_of(one.facing, play.actions)
    hands = player_hands()
    nets = np.array([1, 0, -1, -1, 1, -1, 2, 0, -2, -2, 2, -one.facing.terms.lost_doubled])
    units = 0
    for hand in np.flatnonzero(hands.cards == 2).tolist():
        ways = int(first_ways(one.base, hands.rows[hand]))
        if play.actions[hand] == SPLIT:
            units += ways * net_of(play.split_ends)
        else:
            units += ways * sum(
                int(rows) * int(net) for rows, net in zip(ends[hand], nets, strict=True)
            )
    return units


@pytest.mark.slow
def test_no_cell_of_the_chart_on_split_aces_can_be_improved():
    everything, _ = faced(Rules(split_aces=FREELY))
    one = everything[5]
    _, _, chart = by_cells(one, 2)
    cells = cells_of_drawn(2)
    kept = net_of(split_ends(one.split, *split_plays(chart_actions(chart, cells))))
    for at in sorted({int(at) for at in cells if at >= 0}):
        for option in (STAND, HIT, DOUBLE) if at % GROUPS == 0 else (STAND, HIT):
            other = chart.copy()
            other[at] = option
            plays = split_plays(chart_actions(other, cells))
            assert net_of(split_ends(one.split, *plays)) <= kept


def test_a_chart_that_tells_more_apart_is_worth_more():
    strategies = {one.name: one.edge.value for one in bet().strategies}
    assert strategies["Optimal"] < strategies["By total and cards"] < strategies["By total"]


def test_the_sentences_and_grids_are_the_chart():
    worth = bet()
    by_total = next(one for one in worth.strategies if one.name == "By total")
    assert by_total.rules == (
        "Split aces.",
        (
            "Double hard 8 against 5 and 6, hard 9 against 2 to 6, hard 10 against 2 to 9, hard "
            "11, soft 13 to 16 against 4 to 6, soft 17 against 2 to 6, soft 18 against 3 to 6 and "
            "soft 19 against 6."
        ),
        "With two cards, hit hard 12 against 3 and hard 16 against 10.",
        (
            "Stand on hard 12 against 3 to 6, hard 13 to 15 against 2 to 6, hard 16 against 2 to "
            "6 and 10, hard 17 or more, soft 18 against 2 to 8 and soft 19 or more."
        ),
        "Otherwise hit.",
    )
    hard, soft, *more = worth.grids
    rows = dict(zip(hard.rows, hard.cells, strict=True))
    assert [cell.text for cell in rows["12"]] == ["H", "H*", "H*", "S", "S", *"HHHHH"]
    assert [cell.text for cell in rows["11"]] == ["D"] * 10
    assert [cell.text for cell in soft.cells[0]] == ["P"] * 10
    hard, soft = more
    rows = dict(zip(soft.rows, soft.cells, strict=True))
    assert [cell.text for cell in rows["21"]] == ["S 6H"] * 10
    rows = dict(zip(hard.rows, hard.cells, strict=True))
    assert [cell.text for cell in rows["17"]] == ["S"] * 10
    assert all(
        -1 <= cell.value.value <= 2 for grid in worth.grids for row in grid.cells for cell in row
    )


def test_the_usual_play_is_that_of_the_habit():
    everything, _ = faced()
    rng = Random(3)
    hands = player_hands()
    usual = [usual_plays(one) for one in everything]
    settings = settings_for(THREE_WAY_ACTION, positions=1)
    asked = 0
    while asked < 150:
        table = opened(settings, rng)
        while isinstance(table.waiting, AwaitingDecisions):
            seen = table.layout.as_seen_by(Viewer.at(1))
            held, up = seen.known(Place.of_seat(1, "Blackjack")), seen.known(DEALER)[0]
            action = usual[card_value(up) - 1].actions[place_of(count_values(held))]
            choice = usual_choice(seen, seen.asked[1])
            assert OPTIONS[action] == choice
            decide(table, choice)
            asked += 1
    assert len(hands.cards) == len(usual[0].actions)


# Insurance.


def test_insurance_never_pays_from_a_whole_deck():
    starts = insured_hands()
    assert sum(one.orders for one in starts) == 51 * 50
    assert max(one.gain for one in starts) == Fraction(16 * 2 - 33, 49) == Fraction(-1, 49)
    assert min(one.gain for one in starts) == Fraction(14 * 2 - 35, 49)
    notes = {note.name: note.figure.value for note in bet().notes}
    assert notes["Insurance: house edge if always taken"] == 1 - 3 * Fraction(16, 51)
    worth = bet(INSURED)
    always = worth.strategies[-1]
    assert always.name == "Optimal, always insured"
    assert always.cost.value == Fraction(1, 13) * Fraction(1, 17) / 2
    assert worth.strategies[0].rules[0] == "Never insure."


def test_insurance_pays_once_few_tens_are_gone():
    rules = Rules(insurance=Insurance.TWO_TO_ONE)
    whole = fresh("Ts 6s", "Ah", rules=rules)
    assert [option.name for option in whole.options] == ["insure", "decline"]
    assert whole.best.name == "decline"
    declined, insured = values_of(whole)["decline"], values_of(whole)["insure"]
    assert insured - declined == Fraction(15 * 2 - 34, 49) / 2
    # Before the dealer looks: lost if he has it, and as good as it gets if not.
    played = fresh("Ts 6s", "Ah").best.value.value
    assert declined == Fraction(34, 49) * played - Fraction(15, 49)
    late = Rules(dealer_peek=ALL_LOSE)
    declined = fresh("Ts 6s", "Ah", rules=replace(late, insurance=Insurance.TWO_TO_ONE))
    assert declined.best.value == fresh("Ts 6s", "Ah", rules=late).best.value
    few = fresh("9s 6s", "Ah", "2c 2d 2h 3c 3d 3h 4c 4d 4h", rules=rules)
    assert few.best.name == "insure"
    # A blackjack is asked, too; so is nobody against another card.
    even = values_of(fresh("As Ks", "Ah", rules=rules))
    assert even["decline"] == Fraction(3, 2) * (1 - Fraction(15, 49))
    assert fresh("Ts 6s", "Kh", rules=rules).options[0].name == "stand"


# Decisions of real rounds.

DEALER = Place.of_dealer("Blackjack")
EVERY_BET = {"High Card": 500, "Blackjack": BET, "Poker": 500}


def opened(settings, rng: Random, *first: Card, seats: int = 1, stakes=EVERY_BET) -> Round:
    rest = [card for card in DECK if card not in first]
    deck = (*first, *rng.sample(rest, len(rest)))
    device = THREE_WAY_ACTION.devices[0]
    source = CardSource(device.name, lambda _salt: device.load(deck))
    table = Round(THREE_WAY_ACTION, settings, source)
    for seat in range(1, seats + 1):
        table.handle(PlaceWagers(seat, Slip.of(stakes)))
    table.handle(CloseBets("00"))
    return table


def decide(table: Round, choice: str, seat: int = 1) -> None:
    options = table.layout.asked[seat].options
    option = next(one for one in options if one.name == choice)
    table.handle(Decide(seat, choice, option.most_cents))


def valued(table: Round, rules: Rules, seat: int = 1, also_seen: tuple[Card, ...] = ()):
    seen = table.layout.as_seen_by(Viewer.at(seat))
    return blackjack_decision(seen, seen.asked[seat], rules, also_seen)


def test_every_decision_of_full_tables_is_valued():
    rng = Random(11)
    options = Counter()
    for number in range(12):
        rules = Rules(
            split_aces=rng.choice((ONE_CARD, FREELY)),
            dealer_peek=rng.choice(list(DealerPeek)),
            insurance=Insurance.TWO_TO_ONE,
        )
        first = cards("Ac Ad 2c 3c 4c 5c Ah As") if number % 3 == 0 else ()
        settings = settings_for(THREE_WAY_ACTION, readings=dict(readings_of(rules)))
        table = opened(settings, rng, *first, seats=6)
        while isinstance(table.waiting, AwaitingDecisions):
            seat = table.waiting.seats[0]
            decision = valued(table, rules, seat)
            offered = [one.name for one in table.layout.asked[seat].options]
            assert [one.name for one in decision.options] == offered
            seen = table.layout.as_seen_by(Viewer.at(seat))
            assert decision.unseen == 52 - len(seen.all_known())
            assert all(-4 <= one.value.value <= 4 for one in decision.options)
            options.update(offered)
            decide(table, rng.choice(offered), seat)
    assert set(options) == {"stand", "hit", "double", "split", "insure", "decline"}


def test_a_decision_in_a_round_is_that_of_its_cards():
    rng = Random(5)
    settings = settings_for(THREE_WAY_ACTION, positions=2)
    table = opened(settings, rng, *cards("9c Ts 6h 8d 7s Kd 2c 5d"), seats=2)
    # Seat 1 has 9-8 and stands; seat 2 has 10-7, then is asked.
    burned = cards("2d 3d")
    first = valued(table, Rules(), 1, burned)
    assert values_of(first) == values_of(fresh("9c 8d", "6h", "Ts 7s 2d 3d"))
    assert first.question == "Hard 17: how do you play?"
    decide(table, "hit")
    assert table.layout.asked[1].options[-1].name == "hit"
    assert values_of(valued(table, Rules())) == values_of(fresh("9c 8d 2c", "6h", "Ts 7s"))
    decide(table, "stand")
    second = values_of(valued(table, Rules(), 2))
    assert second == values_of(fresh("Ts 7s", "6h", "9c 8d 2c"))


@pytest.mark.parametrize("peek", DealerPeek)
def test_split_hands_are_worth_the_average_of_what_comes(peek):
    rules = Rules(split_aces=FREELY, dealer_peek=peek)
    settings = settings_for(THREE_WAY_ACTION, positions=1, readings=dict(readings_of(rules)))
    rng = Random(8)
    left = (0, 0, 0, 0, 0, 4, 0, 4, 0, 4)
    known = cards("Ac Td As")
    also = seen_but(left, *known)
    by_value = {
        value: [card for card in DECK if card_value(card) == value and card not in (*known, *also)]
        for value in (6, 8, 10)
    }
    dealt = (known[0], known[1], known[2])
    # With no ace unseen there is no blackjack to look for.
    table = opened(settings, rng, *dealt, by_value[10][3])
    split = values_of(valued(table, rules, also_seen=also))["split"]
    average = Fraction(0)
    for values in product((6, 8, 10), repeat=2):
        pair = [by_value[values[0]][0], by_value[values[1]][1]]
        chance = Fraction(4, 12) * Fraction(4 - (values[0] == values[1]), 11)
        table = opened(settings, rng, *dealt, by_value[10][3], *pair)
        decide(table, "split")
        average += chance * best_from(table, rules, also, by_value)
    assert split == average


def best_from(table: Round, rules: Rules, also: tuple[Card, ...], by_value) -> Fraction:
    """The best of what the split hands are asked next, itself checked once a card further on."""
    decision = valued(table, rules, also_seen=also)
    if table.layout.asked[1].place == Place.of_seat(1, "Blackjack"):
        # Standing on the first hand leaves the second with what it is then worth.
        values = values_of(decision)
        decide(table, "stand")
        then = valued(table, rules, also_seen=also)
        assert values["stand"] == then.best.value.value
        return max(values.values())
    return decision.best.value.value


def test_the_first_hand_counts_double_where_it_was_doubled():
    rules = Rules(split_aces=FREELY)
    settings = settings_for(THREE_WAY_ACTION, positions=1, readings=dict(readings_of(rules)))
    rng = Random(2)
    dealt = cards("Ac 6d As 9h 5c 7c 9c 2c 2d")
    values, later = {}, {}
    for choice in ("hit", "double"):
        table = opened(settings, rng, *dealt)
        decide(table, "split")
        decide(table, choice)
        if choice == "hit":
            decide(table, "stand")
        assert table.layout.asked[1].place == Place.of_seat(1, "Split")
        values[choice] = values_of(valued(table, rules))
        decide(table, "hit")
        later[choice] = values_of(valued(table, rules))
    # The first hand, ace 5 9, is 15 and wins or loses with the dealer.
    twin = Twin(6, rules)
    for drawn, valuations in ((7, values), (8, later)):
        left = FULL_DECK - count_values(dealt[:3] + dealt[4:drawn])
        single = twin.settled([((1, 5, 9), 1, 1)], tuple(left.tolist()))
        assert valuations["double"].keys() == valuations["hit"].keys()
        for option in valuations["hit"]:
            assert valuations["double"][option] - valuations["hit"][option] == single


# What is refused.


@pytest.mark.parametrize(
    ("hand", "up", "seen", "code"),
    [
        ("Ts", "6h", "", Code.HAND_SIZE),
        ("2s 2c 2d 3s 3c 3d 4s", "6h", "", Code.HAND_SIZE),
        ("Ts 6s", "", "", Code.HAND_SIZE),
        ("Ts 6s", "6h 7h", "", Code.HAND_SIZE),
        ("Ts Ts", "6h", "", Code.CARD_REPEATED),
        ("Ts 6s", "6s", "", Code.CARD_REPEATED),
        ("Ts 6s", "6h", "2c 2c", Code.CARD_REPEATED),
        ("Ts As", "6h", "", Code.NOT_ASKED),
        ("Ts 6s 8s", "6h", "", Code.NOT_ASKED),
    ],
)
def test_what_is_no_decision_is_refused(hand, up, seen, code):
    with pytest.raises(Rejection) as refused:
        blackjack_fresh(Fresh(cards(hand), cards(up), cards(seen)), Rules())
    assert refused.value.code is code
    assert refused.value.detail.endswith(".")


def test_twenty_one_is_asked_only_where_it_may_be_hit():
    assert fresh("Ts 6s 5s", "6h").best.name == "stand"
    with pytest.raises(Rejection) as refused:
        fresh("Ts 6s 5s", "6h", rules=Rules(hit_on_21=NO_21))
    assert refused.value.code is Code.NOT_ASKED
    # With six cards a seventh wins, if it does not bust: on soft 21 it cannot.
    six = values_of(fresh("As Ac 2s 2c 2d 3s", "9h"))
    assert six["hit"] == 1


def test_too_few_unseen_cards_are_refused():
    seen = tuple(card for card in DECK if card not in cards("Ts 6s 6h"))
    with pytest.raises(Rejection) as refused:
        fresh("Ts 6s", "6h", seen[:40])
    assert refused.value.code is Code.DECK_UNSOUND
    assert len(fresh("Ts 6s", "6h", seen[:38]).options) == 3
    tens = tuple(card for card in DECK if card_value(card) < 10 and card not in cards("6s 7s Ah"))
    with pytest.raises(Rejection) as refused:
        fresh("6s 7s", "Ah", tens)
    assert refused.value.code is Code.NOT_ASKED
    assert fresh("6s 7s", "Ah", tens, Rules(dealer_peek=ALL_LOSE)).best.value.value == -1


def test_every_first_hand_is_in_the_table():
    table = blackjack_hands(Rules())
    assert table.columns == ("Hand and up card", "Best", "Stand", "Hit", "Double", "Split")
    # All 55 pairs of values but the blackjack, against ten up cards.
    assert len(table.rows) == 54 * 10
    rows = dict(table.rows)
    found = values_of(fresh("Ts 6s", "9h"))
    best, stand, hit, double, split = rows["6-10 against 9"]
    assert (stand.value, hit.value, double.value) == tuple(found.values())
    assert best.value == max(found.values())
    assert split is None
    assert rows["A-A against 10"][4].value == values_of(fresh("As Ac", "Th"))["split"]


# Played.


@pytest.mark.slow
def test_random_rounds_with_the_best_decisions_gain_as_much():
    worth = bet()
    _, plan = faced()
    settings = settings_for(
        THREE_WAY_ACTION, positions=1, readings={**dict(readings_of(Rules())), "bets": "any"}
    )
    rng = Random(20_240_607)
    rounds, nets, ends = 6_000, [], Counter()
    for _ in range(rounds):
        table = opened(settings, rng, stakes={"Blackjack": BET})
        staked = 1
        while isinstance(table.waiting, AwaitingDecisions):
            held = table.layout.known(Place.of_seat(1, "Blackjack"))
            up = table.layout.known(DEALER)[0]
            action = plan[card_value(up) - 1].actions[place_of(count_values(held))]
            staked += action in {DOUBLE, SPLIT}
            decide(table, OPTIONS[action])
        settled = [one for one in table.layout.settled if one.spot == "Blackjack"]
        net = Fraction(sum(one.returned_cents - one.stake_cents for one in settled), BET)
        nets.append(net)
        ends[net, staked] += 1
    mean = sum(nets) / rounds
    assert abs(mean - worth.expectation.value) < 3 * float(worth.standard_deviation) / sqrt(rounds)
    chances: Counter[tuple[Fraction, int]] = Counter()
    for one in worth.outcomes:
        chances[one.net, one.staked] += one.probability
    assert set(ends) <= set(chances)
    for end, chance in chances.items():
        # Some of a dozen kinds are off by more than three now and then.
        assert abs(ends[end] - rounds * chance) < 4 * sqrt(rounds * chance * (1 - chance))
