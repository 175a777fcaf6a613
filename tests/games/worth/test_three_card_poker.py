"""What Three Card Poker is worth, each figure in a second way.

The fast counts are held against every hand dealt out, those against the rules in plain Python,
and the values of decisions against rounds that are really played.
"""

from collections import Counter
from dataclasses import fields, replace
from fractions import Fraction
from itertools import combinations, permutations
from math import sqrt
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from croupier.bots import usual_decision
from croupier.cards import DECK, Card, Suit, best_five, parse_cards, rank_three
from croupier.cards.counting import category_counts, three_card_category_counts
from croupier.cards.poker import FiveCardCategory, ThreeCardCategory, all_three_card_ranks
from croupier.compiled import plain
from croupier.games.poker_lines import five_card_lines
from croupier.games.three_card_poker import THREE_CARD_POKER
from croupier.games.three_card_poker.exact import showdown_counts as counting
from croupier.games.three_card_poker.exact import strategies as deciding
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.exact.showdown_counts import (
    LOSE,
    NOT_QUALIFIED,
    NOTHING,
    TIE,
    WIN,
    count_by_dealing,
    showdown,
    showdown_counts,
)
from croupier.games.three_card_poker.habit import QUEEN_SIX_FOUR
from croupier.games.three_card_poker.rules import (
    SIX_CARD_LINES,
    MiniRoyal,
    PairComparison,
    PairPlusOnFold,
    Rules,
    SixCardBonusOnFold,
)
from croupier.games.three_card_poker.script import compare, qualifies
from croupier.rejection import Code, Rejection
from croupier.table.commands import CloseBets, Decide, PlaceWagers
from croupier.table.events import WagerSettled
from croupier.table.paytable import PayTable
from croupier.table.places import Viewer
from croupier.table.round import Round
from croupier.table.ruling import readings_of
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.wager import Slip
from croupier.table.worth import Fresh

GAME = THREE_CARD_POKER
WORTH = GAME.worth()
USUAL = Rules()
BETS = ("Ante and Play", "Pair Plus", "Six Card Bonus")
FORFEITED = Rules(
    pair_plus_on_fold=PairPlusOnFold.FORFEITED,
    six_card_bonus_on_fold=SixCardBonusOnFold.FORFEITED,
)
MEAN_BONUS = PayTable.of("Mean", {"Four of a Kind": 20, "Three of a Kind": "3 to 2"})
"""With this, some hands are folded though the Six Card Bonus is forfeited."""
READINGS = list(PairComparison)


def tables(rules=USUAL, **chosen):
    """The pay tables in force, some chosen by name or given whole."""
    spots = {spot.replace("_", " ").title(): table for spot, table in chosen.items()}
    return dict(settings_for(GAME, readings=dict(readings_of(rules)), pay_tables=spots).pay_tables)


TABLES = tables()


def bet(name, rules=USUAL, pay_tables=TABLES):
    return WORTH.bet(name, rules, pay_tables)


def all_seen_but(few):
    """All cards that are not among these."""
    return tuple(card for card in DECK if card not in few)


# The counts.


def test_the_classes_are_the_hands_up_to_an_exchange_of_suits():
    def usual_form(hand):
        forms = [
            tuple(sorted(4 * (card >> 2) + suits[card & 3] for card in hand))
            for suits in permutations(range(4))
        ]
        return min(forms)

    found = Counter(usual_form(hand) for hand in combinations(range(52), 3))
    classes = hand_classes()
    assert len(classes.hands) == len(found) == 1_755
    sizes = dict(zip(map(usual_form, classes.hands), classes.sizes.tolist(), strict=True))
    assert sizes == found
    assert list(classes.ranks) == [rank_three(hand) for hand in classes.hands]
    assert list(classes.ranks) == sorted(classes.ranks)


@pytest.mark.parametrize("reading", READINGS)
def test_counting_by_ranks_is_dealing_every_hand_out(reading):
    classes, counts = hand_classes(), showdown_counts(reading)
    for at, hand in enumerate(classes.cards):
        unseen = np.delete(np.arange(52), hand)
        assert (counts[at] == count_by_dealing(hand, unseen, showdown(reading))).all()


def by_the_rules(hand, unseen, reading):
    """The same counts, from the script's own functions and nothing else."""
    counts = np.zeros((4, 8), dtype=np.int64)
    mine = rank_three(hand)
    for dealer in combinations(unseen, 3):
        theirs = rank_three(dealer)
        difference = compare(mine, theirs, reading)
        result = (LOSE, TIE, WIN)[difference + 1] if qualifies(theirs) else NOT_QUALIFIED
        lines = five_card_lines(best_five((*hand, *dealer))[0])
        line = next((SIX_CARD_LINES.index(one) for one in lines if one in SIX_CARD_LINES), NOTHING)
        counts[result, line] += 1
    return counts


@pytest.mark.parametrize("reading", READINGS)
def test_dealing_out_goes_by_the_rules(reading):
    rng = Random(4)
    deals = [rng.sample(DECK, 15) for _ in range(12)]
    # Suited and paired ones, in which six cards make flushes and more, and pairs meet pairs.
    deals.append(sorted(DECK, key=lambda card: (card.suit, -card.rank))[:15])
    deals.append(sorted(DECK, key=lambda card: -card)[:15])
    for cards in deals:
        hand, unseen = tuple(cards[:3]), tuple(cards[3:])
        expected = by_the_rules(hand, unseen, reading)
        arrays = np.array(hand, dtype=np.int64), np.array(unseen, dtype=np.int64)
        assert (count_by_dealing(*arrays, showdown(reading)) == expected).all()
        slowly = np.zeros((4, 8), dtype=np.int64)
        plain(counting.deal_out)(*arrays, showdown(reading), slowly)
        assert (slowly == expected).all()


@pytest.mark.parametrize("reading", READINGS)
def test_strengths_order_hands_as_the_rules_do(reading):
    ranks, tables_ = all_three_card_ranks(), showdown(reading)
    rng = Random(5)
    pairs = [rank for rank in ranks if rank.category is ThreeCardCategory.PAIR]
    compared = [(rng.choice(ranks), rng.choice(ranks)) for _ in range(5_000)]
    compared += [(one, rng.choice(pairs)) for one in pairs for _ in range(20)]
    for one, other in compared:
        difference = int(tables_.strengths[one.number]) - int(tables_.strengths[other.number])
        assert np.sign(difference) == compare(one, other, reading)
    assert all((tables_.against[rank.number] > 0) == qualifies(rank) for rank in ranks)


@pytest.mark.parametrize("reading", READINGS)
def test_player_and_dealer_can_be_exchanged(reading):
    # Who beats a qualifying hand qualifies too, so both sides count the same deals.
    sizes, counts = hand_classes().sizes, showdown_counts(reading).sum(axis=2)
    mine = np.array([qualifies(rank) for rank in hand_classes().ranks])
    assert sizes @ counts[:, WIN] == sizes[mine] @ counts[mine, LOSE]


def test_six_cards_are_counted_as_elsewhere():
    found = (showdown_counts(READINGS[0]).sum(axis=1) * hand_classes().sizes[:, None]).sum(axis=0)
    six = category_counts(6)
    ways = 20  # in which six cards are three and three
    by_line = dict(zip((*SIX_CARD_LINES, "Nothing"), (found // ways).tolist(), strict=True))
    assert (found % ways == 0).all()
    assert by_line["Royal Flush"] == six.royal
    straight_flushes = six.of[FiveCardCategory.STRAIGHT_FLUSH]
    assert by_line["Straight Flush"] == straight_flushes - six.royal
    for category in list(FiveCardCategory)[3:8]:
        (line,) = [one for one in SIX_CARD_LINES if one.lower() == category.title]
        assert by_line[line] == six.of[category]
    assert sum(by_line.values()) == six.total


# The bets.


def test_queen_six_four_is_the_best_play():
    worth = bet("Ante and Play")
    best, usual, mimic, always = worth.strategies
    assert [one.name for one in worth.strategies] == [
        "Optimal",
        "Q-6-4",
        "Mimic the dealer",
        "Always play",
    ]
    assert best.rules == usual.rules == ("Play queen-six-four high or better.", "Fold the rest.")
    assert best.edge == usual.edge == worth.edge
    assert not best.cost.value
    assert not usual.cost.value
    for worse in (mimic, always):
        assert worse.edge.value - best.edge.value == worse.cost.value > 0
    assert [note.figure.value for note in best.frequencies] == [
        Fraction(149, 221),
        Fraction(72, 221),
    ]
    # No class above the border is folded, and none below is played: class by class.
    rows = dict(WORTH.hands(Rules(), TABLES).rows)
    assert len(rows) == 1_755
    for name, (_, play, fold) in rows.items():
        rank = rank_three(parse_cards(name.split(",")[0]))
        assert (play.value >= fold.value) == (rank >= QUEEN_SIX_FOUR)


def test_the_value_of_the_bet_is_that_of_its_hands():
    for rules, pay_tables in ((Rules(), TABLES), (FORFEITED, tables(six_card_bonus=MEAN_BONUS))):
        rows = WORTH.hands(rules, pay_tables).rows
        assert sum(size.value for _, (size, _, _) in rows) == 22_100
        total = sum(size.value * max(play.value, fold.value) for _, (size, play, fold) in rows)
        names = BETS if rules is FORFEITED else BETS[:1]
        together = sum(bet(name, rules, pay_tables).expectation.value for name in names)
        assert total / 22_100 == together


def test_always_playing_by_an_independent_count():
    # Who always plays wins and loses as often, but for what the qualifying costs and the bonus.
    always = bet("Ante and Play").strategies[3]
    hands = three_card_category_counts()
    total = sum(hands.values())
    bonus = 5 * hands[ThreeCardCategory.STRAIGHT_FLUSH]
    bonus += 4 * hands[ThreeCardCategory.THREE_OF_A_KIND] + hands[ThreeCardCategory.STRAIGHT]
    # Of two hands of which the dealer's qualifies, the better wins two units from the other;
    # those in which the player's qualifies and the dealer's does not bring one, not two.
    low = {rank.number for rank in all_three_card_ranks() if not qualifies(rank)}
    counts, sizes = showdown_counts(READINGS[0]).sum(axis=2), hand_classes().sizes
    mine_is_low = np.array([rank.number in low for rank in hand_classes().ranks])
    only_mine = int(sizes[~mine_is_low] @ counts[~mine_is_low, NOT_QUALIFIED])
    both_low = int(sizes[mine_is_low] @ counts[mine_is_low, NOT_QUALIFIED])
    # By exchange, as many deals have only the dealer's hand qualify, and each costs two units.
    expected = Fraction(only_mine - 2 * only_mine + both_low, total * 18_424)
    assert -always.edge.value == expected + Fraction(bonus, total)


def test_pair_plus_is_the_plain_count_of_hands():
    hands = three_card_category_counts()
    pays = {"STRAIGHT_FLUSH": 40, "THREE_OF_A_KIND": 30, "STRAIGHT": 6, "FLUSH": 3, "PAIR": 1}
    won = sum(pay * hands[ThreeCardCategory[name]] for name, pay in pays.items()) + 10 * 4
    lost = hands[ThreeCardCategory.HIGH_CARD]
    assert bet("Pair Plus").expectation.value == Fraction(won - lost, 22_100)
    # Every ace-king-queen as a Mini Royal: sixty more, each paid 50 instead of 6.
    any_suits = bet("Pair Plus", Rules(mini_royal=MiniRoyal.ANY_SUITS))
    assert any_suits.expectation.value == Fraction(won - lost + 60 * 44, 22_100)
    assert any_suits.edge.value < 0


def test_the_six_card_bonus_is_the_plain_count_of_six_cards():
    six = category_counts(6)
    pays = {"FOUR_OF_A_KIND": 50, "FULL_HOUSE": 25, "FLUSH": 15, "STRAIGHT": 10}
    won = sum((pay + 1) * six.of[FiveCardCategory[name]] for name, pay in pays.items())
    won += 6 * six.of[FiveCardCategory.THREE_OF_A_KIND] + 800 * six.royal
    won += 201 * six.of[FiveCardCategory.STRAIGHT_FLUSH]
    assert bet("Six Card Bonus").expectation.value == Fraction(won, six.total) - 1


def test_what_others_published():
    assert WORTH.printed() == ()
    for one in WORTH.published():
        chosen = dict(one.pay_tables)
        settings = settings_for(GAME, readings=dict(one.readings), pay_tables=chosen)
        figure = one.figure(bet(one.bet, Rules(), dict(settings.pay_tables)))
        number, percent, _ = one.text.partition("%")
        digits = len(number.split(".")[1])
        ours = f"{float(figure) * (100 if percent else 1):.{digits}f}"
        assert (ours == number) == (not one.why), one


@pytest.mark.parametrize("rules", [Rules(), FORFEITED], ids=["stay", "forfeited"])
def test_outcomes_add_up_and_together_agrees_with_each_bet(rules):
    pay_tables = tables(six_card_bonus=MEAN_BONUS)
    together = WORTH.together(rules, pay_tables)
    assert together.bets == BETS
    for at, name in enumerate(BETS):
        worth = bet(name, rules, pay_tables)
        assert sum(outcome.probability for outcome in worth.outcomes) == 1
        assert together.covariance[at][at] == worth.variance
        assert together.expectations[at] == worth.expectation
        for other in range(3):
            assert together.covariance[at][other] == together.covariance[other][at]


def test_how_ante_and_pair_plus_go_together_hand_by_hand():
    # Given the player's cards Pair Plus is certain, so values of hands are enough.
    rows = dict(WORTH.hands(Rules(), TABLES).rows)
    table, product = TABLES["Pair Plus"], Fraction(0)
    for name, (size, play, fold) in rows.items():
        rank = rank_three(parse_cards(name.split(",")[0]))
        title = "Mini Royal" if rank.is_royal else rank.category.title
        odds = next((line.odds for line in table.lines if line.name.lower() == title.lower()), None)
        pair_plus = odds.fraction if odds else Fraction(-1)
        product += size.value * max(play.value, fold.value) * pair_plus
    means = [bet(name).expectation.value for name in BETS[:2]]
    expected = product / 22_100 - means[0] * means[1]
    assert WORTH.together(Rules(), TABLES).covariance[0][1].value == expected


def test_a_pay_table_of_any_lines_and_odds():
    bonus = PayTable.of("Odd", {"Straight": "7 to 3"})
    plus = PayTable.of("Odd", {"Straight Flush": "9 to 2", "Pair": "1 to 7"})
    pay_tables = tables(ante_bonus=bonus, pair_plus=plus)
    hands, plain_edge = three_card_category_counts(), bet("Ante and Play").edge.value
    usual = 5 * hands[ThreeCardCategory.STRAIGHT_FLUSH]
    usual += 4 * hands[ThreeCardCategory.THREE_OF_A_KIND] + hands[ThreeCardCategory.STRAIGHT]
    less = usual - Fraction(7, 3) * hands[ThreeCardCategory.STRAIGHT]
    edge = bet("Ante and Play", pay_tables=pay_tables).edge.value
    assert edge == plain_edge + less / 22_100
    won = Fraction(9, 2) * hands[ThreeCardCategory.STRAIGHT_FLUSH]
    won += Fraction(1, 7) * hands[ThreeCardCategory.PAIR]
    paid = hands[ThreeCardCategory.STRAIGHT_FLUSH] + hands[ThreeCardCategory.PAIR]
    expectation = bet("Pair Plus", pay_tables=pay_tables).expectation.value
    assert expectation == (won - (22_100 - paid)) / 22_100


# The readings.


def test_only_what_a_bet_depends_on_changes_it():
    for name in BETS:
        rulings, spots = WORTH.depends_on(name)
        usual = bet(name)
        for declared in fields(Rules):
            for reading in type(declared.default):
                if declared.name not in rulings:
                    changed = bet(name, replace(Rules(), **{declared.name: reading}))
                    assert changed == usual, (name, declared.name)
        for wager in GAME.wagers(Rules()):
            if wager.pay_tables and wager.spot not in spots:
                other = settings_for(GAME, pay_tables={wager.spot: wager.pay_tables[-1].name})
                assert bet(name, pay_tables=dict(other.pay_tables)) == usual, (name, wager.spot)


def test_neither_forfeiting_pair_plus_nor_comparing_pairs_changes_any_bet():
    for change in (
        {"pair_plus_on_fold": PairPlusOnFold.FORFEITED},
        {"pair_comparison": PairComparison.HIGHEST_CARD},
    ):
        for base in (Rules(), FORFEITED):
            for name in BETS:
                assert bet(name, replace(base, **change)).outcomes == bet(name, base).outcomes
    # It is no accident of the counts: single hands do change.
    both = [showdown_counts(reading) for reading in READINGS]
    assert (both[0] != both[1]).any()


def test_who_forfeits_the_six_card_bonus_plays_every_hand():
    rules = Rules(six_card_bonus_on_fold=SixCardBonusOnFold.FORFEITED)
    best, usual, _, always = bet("Ante and Play", rules).strategies
    assert best.rules == ("Play every hand.",)
    assert best.edge == always.edge == bet("Ante and Play").strategies[3].edge
    assert not always.cost.value
    # Q-6-4 does better on the Ante and, counting the bonus it gives up, worse on all.
    assert usual.edge.value < best.edge.value
    assert usual.cost.value > 0
    six = bet("Six Card Bonus", rules).strategies
    on_both = [
        six[at].edge.value + bet("Ante and Play", rules).strategies[at].edge.value for at in (0, 1)
    ]
    assert on_both[1] - on_both[0] == usual.cost.value == six[1].cost.value


def test_a_joint_decision_is_the_best_of_each_class():
    # With a mean table some hands are folded; each class is valued by itself as a decision.
    pay_tables = tables(six_card_bonus=MEAN_BONUS)
    rows = WORTH.hands(FORFEITED, pay_tables).rows
    assert 0 < sum(play.value < fold.value for _, (_, play, fold) in rows) < 1_755
    for name, (_, play, fold) in rows[::25]:
        hand = tuple(parse_cards(name.split(",")[0]))
        options = WORTH.fresh(Fresh(hand), FORFEITED, pay_tables).options
        assert [option.value for option in options] == [play, fold]
    rules = bet("Ante and Play", FORFEITED, pay_tables).strategies[0].rules
    assert rules[-1] == "Play the rest."
    assert all(rule.startswith("Fold ") for rule in rules[:-1])
    six = {one.name: one for one in bet("Six Card Bonus", FORFEITED, pay_tables).outcomes}
    assert six["Forfeited by folding"].net == -1


def test_rules_are_a_border_or_exceptions():
    plays = np.ones(1_755, dtype=bool)
    plays[:20] = False
    plays[10] = True
    assert deciding.play_rules(plays)[-2:] == (
        "Fold 7 further kinds of hands, as the table of all hands says.",
        "Play the rest.",
    )
    assert "three suits" in " ".join(deciding.play_rules(plays))


# Decisions.


def source_of(cards):
    device = GAME.devices[0]
    return CardSource(device.name, lambda _salt: device.load(cards))


def asked_round(hand, dealer, stakes, settings):
    """A round at one seat, up to the decision."""
    first = (*hand, *dealer)
    cards = (*first, *(card for card in DECK if card not in first))
    table = Round(GAME, settings, source_of(cards))
    table.handle(PlaceWagers(1, Slip.of(stakes)))
    table.handle(CloseBets("00"))
    return table


def net_cents(table, spots):
    """What the seat gained on some spots."""
    return sum(
        event.returned_cents - event.stake_cents * event.has_own_wager
        for event in table.events
        if isinstance(event, WagerSettled) and event.spot in spots
    )


STAKES = {"Ante": 1_000, "Pair Plus": 1_500, "Six Card Bonus": 700}


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(pair_plus_on_fold=PairPlusOnFold.FORFEITED),
        replace(FORFEITED, mini_royal=MiniRoyal.ANY_SUITS),
        replace(FORFEITED, pair_comparison=PairComparison.HIGHEST_CARD),
    ],
    ids=["stay", "pair-plus", "any-suits", "highest-card"],
)
@pytest.mark.parametrize("cards", ["Qh 6d 4c", "Ah Kd Qc", "3c 3d Ac", "9h 8h 7h", "Jc 9d 2h"])
def test_a_decision_is_worth_what_the_rounds_bring(rules, cards):
    # Six cards are unseen: all twenty hands of the dealer are played out, both ways.
    hand = tuple(parse_cards(cards))
    settings = settings_for(GAME, positions=1, readings=dict(readings_of(rules)))
    rng = Random(cards)
    unseen = rng.sample(all_seen_but(hand), 6)
    also_seen = all_seen_but((*hand, *unseen))
    at_stake = ["Ante", "Play", "Ante Bonus"]
    if rules.pair_plus_on_fold is PairPlusOnFold.FORFEITED:
        at_stake.append("Pair Plus")
    if rules.six_card_bonus_on_fold is SixCardBonusOnFold.FORFEITED:
        at_stake.append("Six Card Bonus")
    total = Counter()
    for dealer in combinations(unseen, 3):
        for option in ("play", "fold"):
            table = asked_round(hand, dealer, STAKES, settings)
            seen = table.layout.as_seen_by(Viewer.at(1))
            decision = WORTH.decision(
                seen, seen.asked[1], rules, dict(settings.pay_tables), also_seen
            )
            table.handle(Decide(1, option, 1_000 if option == "play" else 0))
            total[option] += net_cents(table, at_stake)
    assert [option.name for option in decision.options] == ["play", "fold"]
    assert decision.options[0].label == "Play, another $10"
    assert decision.unseen == 6
    for option in decision.options:
        assert option.value.value == Fraction(total[option.name], 20 * STAKES["Ante"])


def test_a_seat_sees_what_it_sees_and_no_more():
    # Two seats: what one player holds at both is gone, what another holds is not.
    settings = settings_for(GAME, positions=2)
    cards = tuple(parse_cards("Qh 6d 4c Ah Ad Kc")) + all_seen_but(parse_cards("Qh 6d 4c Ah Ad Kc"))
    table = Round(GAME, settings, source_of(cards))
    for seat in (1, 2):
        table.handle(PlaceWagers(seat, Slip.of({"Ante": 500})))
    table.handle(CloseBets("00"))
    one, both = (table.layout.as_seen_by(Viewer.at(*seats)) for seats in ((1,), (1, 2)))
    alone = WORTH.decision(one, one.asked[1], Rules(), TABLES)
    together = WORTH.decision(both, both.asked[1], Rules(), TABLES)
    hand, others = cards[:3], cards[3:6]
    assert alone.unseen == 49
    assert together.unseen == 46
    assert alone.options[0].value == WORTH.fresh(Fresh(hand), Rules(), TABLES).options[0].value
    seen = WORTH.fresh(Fresh(hand, seen=others), Rules(), TABLES)
    assert together.options[0].value == seen.options[0].value
    # Three high cards gone: the dealer qualifies less often.
    assert together.options[0].value.value > alone.options[0].value.value


def test_a_hand_written_down_names_its_value():
    decision = WORTH.fresh(Fresh(tuple(parse_cards("Qh 6d 4c"))), Rules(), TABLES)
    play, fold = decision.options
    assert (play.name, fold.name) == ("play", "fold")
    assert fold.value.value == -1 < play.value.value
    assert decision.best is play
    assert not decision.assumes
    below = WORTH.fresh(Fresh(tuple(parse_cards("Qh 6d 3c"))), Rules(), TABLES)
    assert below.best.name == "fold"
    # Where folding forfeits side bets, all three are taken to be made.
    all_lost = WORTH.fresh(Fresh(tuple(parse_cards("Qh 6d 3c"))), FORFEITED, TABLES)
    assert all_lost.options[1].value.value == -3
    assert all_lost.best.name == "play"
    assert "Equal stakes" in all_lost.assumes


@pytest.mark.parametrize(
    ("hand", "dealer", "seen", "code"),
    [
        ("Qh 6d", "", "", Code.HAND_SIZE),
        ("Qh 6d 4c 2c", "", "", Code.HAND_SIZE),
        ("Qh 6d 4c", "", "Qh", Code.CARD_REPEATED),
        ("Qh 6d 4c", "", "2c 2c", Code.CARD_REPEATED),
        ("Qh 6d 4c", "Ah", "", Code.OPTION_INVALID),
    ],
)
def test_what_cannot_be_valued_is_refused(hand, dealer, seen, code):
    given = SimpleNamespace(
        hand=parse_or_none(hand), dealer=parse_or_none(dealer), seen=cards_in(seen)
    )
    with pytest.raises(Rejection) as refused:
        WORTH.fresh(given, Rules(), TABLES)
    assert refused.value.code is code
    assert refused.value.detail.endswith(".")


def parse_or_none(text):
    return tuple(parse_cards(text)) if text else ()


def cards_in(text):
    """Cards that may be there twice."""
    return tuple(card for name in text.split() for card in parse_cards(name))


def test_a_dealer_without_cards_is_refused():
    hand = DECK[:3]
    assert WORTH.fresh(Fresh(hand, seen=DECK[3:49]), Rules(), TABLES).unseen == 3
    with pytest.raises(Rejection, match="the dealer gets 3") as refused:
        WORTH.fresh(Fresh(hand, seen=DECK[3:50]), Rules(), TABLES)
    assert refused.value.code is Code.HAND_SIZE


def test_rounds_really_played_bring_what_is_expected():
    # One unit on each bet, played by Q-6-4, which is the best play: mean and deviation.
    settings = settings_for(GAME, positions=1)
    stakes = dict.fromkeys(("Ante", "Pair Plus", "Six Card Bonus"), 500)
    rng, nets = Random(6), []
    for _ in range(3_000):
        cards = rng.sample(DECK, 6)
        table = asked_round(tuple(cards[:3]), tuple(cards[3:]), stakes, settings)
        table.handle(usual_decision(table, 1))
        nets.append(net_cents(table, ("Ante", "Play", "Ante Bonus", *stakes)) / 500)
    together = WORTH.together(Rules(), TABLES)
    deviation = float(together.standard_deviation)
    expected = sum(float(one) for one in together.expectations)
    assert abs(np.mean(nets) - expected) < 3 * deviation / sqrt(len(nets))


def test_a_suit_is_only_a_name():
    # Any exchange of suits leaves every value as it is.
    rng = Random(8)
    for _ in range(20):
        cards = rng.sample(DECK, 9)
        suits = rng.sample(list(Suit), 4)
        exchanged = [Card.of(card.rank, suits[card.suit]) for card in cards]
        one, other = (
            WORTH.fresh(Fresh(tuple(some[:3]), seen=tuple(some[3:])), FORFEITED, TABLES)
            for some in (cards, exchanged)
        )
        assert one.options == other.options


def test_who_bets_no_six_card_bonus_forfeits_none():
    worth = bet("Ante and Play", FORFEITED)
    (note,) = worth.notes
    assert note.figure == bet("Ante and Play").edge
    assert note.figure.value < worth.edge.value
