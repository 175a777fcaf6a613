"""What the bets and decisions of Stadium Three Card Poker are worth, exactly."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from croupier.cards import Card, format_cards
from croupier.games.stadium_three_card_poker.exact.optimal_play import (
    SETS,
    NineCardPlay,
    nine_card_play,
)
from croupier.games.stadium_three_card_poker.exact.seen_cards import (
    Doubtful,
    count_high_cards,
    doubtful,
    optimal_rules,
    share_table,
)
from croupier.games.stadium_three_card_poker.figures import published
from croupier.games.stadium_three_card_poker.rules import AnteBonus, Rules, SideBetsOnFold
from croupier.games.three_card_poker.exact.bet_terms import (
    ALL_BETS,
    ANTE_AND_PLAY,
    BETS,
    PAIR_PLUS,
    SIX_CARD_BONUS,
    Terms,
)
from croupier.games.three_card_poker.exact.hand_classes import hand_classes
from croupier.games.three_card_poker.exact.one_decision import (
    FRESH_OPTIONS,
    equal_stakes,
    require_fresh,
    value_asked,
    value_decision,
)
from croupier.games.three_card_poker.exact.strategies import (
    OPTIMAL,
    class_values,
    simple_plays,
    strategies,
)
from croupier.games.three_card_poker.exact.tally import Tally
from croupier.table.layout import Layout
from croupier.table.places import Place
from croupier.table.steps import Asked
from croupier.table.worth import (
    BetWorth,
    Decision,
    Figure,
    Fresh,
    Note,
    PayTables,
    Progress,
    Published,
    Strategy,
    Table,
    Together,
    Worth,
    quietly,
)

__all__ = ["WORTH", "StadiumThreeCardPokerWorth", "terms_of"]

_LINE_BETS: Final = " On a row or a column it is worth the same, by the pay table of that spot."
METHODS: Final = {
    ANTE_AND_PLAY: (
        "All C(52, 3) · C(49, 6) deals of nine cards: for each class of three cards the sets of "
        "six further cards are divided, by inclusion and exclusion over the dealer's hands, into "
        "those with which playing brings no less than folding and the others."
    ),
    PAIR_PLUS: "All 22,100 hands of three cards, counted by class." + _LINE_BETS,
    SIX_CARD_BONUS: (
        "All 22,100 · 18,424 deals of three cards to the player and to the dealer, counted by "
        "class of the player's hand." + _LINE_BETS
    ),
}
FORFEITED: Final = (
    " Folding forfeits the side bets on the hand, so the decision looks after them, too: equal "
    "stakes on all three bets, played for what they bring together; what a strategy costs is "
    "counted so. Bets on rows and columns stay, whatever is decided."
)
_ONLY_GIVEN: Final = (
    "Only the cards given count as seen. At the table all nine lie open: give the other six, too."
)


class StadiumThreeCardPokerWorth(Worth[Rules]):
    """As Three Card Poker, but the player sees six further cards before he decides."""

    rounds_per_hour = 60

    def bets(self, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """Those of Three Card Poker; what is bet on rows and columns is worth the same."""
        return BETS

    def depends_on(self, bet: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Where side bets are forfeited, the pays of the Six Card Bonus decide what is played.

        To Pair Plus that makes no difference: whatever it pays on is never folded.
        """
        return {
            ANTE_AND_PLAY: (
                ("ante_bonus", "side_bets_on_fold"),
                ("Ante Bonus", SIX_CARD_BONUS),
            ),
            PAIR_PLUS: (("side_bets_on_fold",), (PAIR_PLUS,)),
            SIX_CARD_BONUS: (("side_bets_on_fold",), (SIX_CARD_BONUS,)),
        }[bet]

    def bet(
        self, name: str, rules: Rules, pay_tables: PayTables, progress: Progress = quietly
    ) -> BetWorth:
        """What a bet is worth, played its best."""
        terms = terms_of(rules)
        is_forfeited = bool(terms.forfeited) and name != PAIR_PLUS
        play = nine_card_play(class_values(terms, pay_tables), progress)
        tally, is_ante = play.tally(), name == ANTE_AND_PLAY
        hands = doubtful(play) if is_ante and not is_forfeited else ()
        return BetWorth(
            name=name,
            per="Ante" if is_ante else name,
            outcomes=tally.outcomes(name),
            method=METHODS[name] + (FORFEITED if is_forfeited else ""),
            strategies=_strategies(name, play, tally, hands) if is_ante or is_forfeited else (),
            costs_count=ALL_BETS if is_forfeited else "",
            notes=_otherwise(terms, pay_tables) if is_ante else (),
            tables=(share_table(hands),) if hands else (),
        )

    def together(
        self, rules: Rules, pay_tables: PayTables, progress: Progress = quietly
    ) -> Together | None:
        """One unit on each of the three bets on a hand."""
        values = class_values(terms_of(rules), pay_tables)
        return nine_card_play(values, progress).tally().together()

    def hands(
        self, rules: Rules, pay_tables: PayTables, progress: Progress = quietly
    ) -> Table | None:
        """All 1,755 classes, the best hand first, over all sets of six further cards."""
        return _hand_table(nine_card_play(class_values(terms_of(rules), pay_tables), progress))

    def fresh(self, given: Fresh, rules: Rules, pay_tables: PayTables) -> Decision:
        """Three cards, and those of the six others that are given."""
        terms, seen = terms_of(rules), require_fresh(given)
        side_bets = equal_stakes(terms)
        if len(seen.others) != 6:
            sentences = [sentence for sentence in (side_bets.assumes, _ONLY_GIVEN) if sentence]
            side_bets = replace(side_bets, assumes=" ".join(sentences))
        return value_decision(seen, FRESH_OPTIONS, terms, pay_tables, side_bets)

    def decision(
        self,
        seen: Layout,
        asked: Asked,
        rules: Rules,
        pay_tables: PayTables,
        also_seen: Sequence[Card] = (),
    ) -> Decision:
        """Play or fold, with the stakes as they are and all nine cards seen."""
        cells = [Place.of_table(f"Cell {cell}") for cell in seen.picks[asked.seat]]
        hand = tuple(card for cell in cells for card in seen.known(cell))
        return value_asked(hand, seen, asked, terms_of(rules), pay_tables, also_seen=also_seen)

    def published(self) -> tuple[Published, ...]:
        """What others have published."""
        return published()


def terms_of(rules: Rules) -> Terms:
    """What of the rules decides what is paid."""
    forfeited = rules.side_bets_on_fold is SideBetsOnFold.FORFEITED
    return Terms(
        has_ante_bonus=rules.ante_bonus is AnteBonus.AS_THREE_CARD_POKER,
        forfeited=frozenset((PAIR_PLUS, SIX_CARD_BONUS) if forfeited else ()),
    )


def _otherwise(terms: Terms, pay_tables: PayTables) -> tuple[Note, ...]:
    """What the house gains if no Ante Bonus is paid, or no side bet can be forfeited."""
    others = []
    if terms.forfeited:
        others.append(("edge with no side bets beside it", replace(terms, forfeited=frozenset())))
    if terms.has_ante_bonus:
        others.append(("edge without an Ante Bonus", replace(terms, has_ante_bonus=False)))
    return tuple(
        Note(name, Figure(-_best(other, pay_tables).expectation(ANTE_AND_PLAY)))
        for name, other in others
    )


def _best(terms: Terms, pay_tables: PayTables) -> Tally:
    return nine_card_play(class_values(terms, pay_tables), quietly).tally()


def _strategies(
    bet: str, play: NineCardPlay, tally: Tally, hands: Sequence[Doubtful]
) -> tuple[Strategy, ...]:
    values, folded = play.values, play.folded_sets
    fold = play.share_of(folded)
    best_of_all = sum((tally.expectation(one) for one in values.at_stake), Fraction(0))
    best = Strategy(
        OPTIMAL,
        optimal_rules(play, hands) if hands else (play.always_played, *_FORFEITED_RULES),
        Figure(-tally.expectation(bet)),
        Figure(Fraction(0)),
        (Note("play", Figure(1 - fold)), Note("fold", Figure(fold))),
        _departures(play, folded),
    )
    best, *others = strategies(bet, values, best, best_of_all)
    counting = (count_high_cards(play, hands, best_of_all),) if hands else ()
    return (best, *counting, *others)


_ADD_UP: Final = (
    "Otherwise add up what playing brings on all bets against each of the 12,341 hands the dealer "
    "can still have; play if that is no less than losing all of them."
)
_FORFEITED_RULES: Final = (_ADD_UP, "Fold the rest.")


def _departures(play: NineCardPlay, folded: list[int]) -> tuple[Note, ...]:
    """How often the best play is not that of three cards alone."""
    plays = next(way.plays for way in simple_plays() if way.name == "Q-6-4").tolist()
    bold = [0 if usual else SETS - n for usual, n in zip(plays, folded, strict=True)]
    timid = [n if usual else 0 for usual, n in zip(plays, folded, strict=True)]
    both = play.share_of(bold) + play.share_of(timid)
    return (
        Note("departs from Q-6-4", Figure(both)),
        Note("plays what Q-6-4 folds", Figure(play.share_of(bold))),
        Note("folds what Q-6-4 plays", Figure(play.share_of(timid))),
    )


def _hand_table(play: NineCardPlay) -> Table:
    """By class: what playing always, folding, and the best play bring, and how often to play."""
    classes, values = hand_classes(), play.values
    always, fold = values.of_all(values.play), values.of_all(values.fold)
    folded, rows = play.folded_sets, []
    for at in reversed(range(len(classes.hands))):
        size = int(classes.sizes[at])
        played, lost = (Fraction(v[at], values.unit * size) for v in (always, fold))
        often = 1 - Fraction(folded[at], SETS)
        figures = (Fraction(size), played, lost, played + play.saved(at), often)
        name = f"{format_cards(classes.hands[at])}, {classes.ranks[at].name}"
        rows.append((name, tuple(map(Figure, figures))))
    return Table(
        "Every hand, over all sets of six further cards",
        ("Hand", "Hands", "Always play", "Fold", "Best", "Played"),
        tuple(rows),
    )


WORTH: Final = StadiumThreeCardPokerWorth()
"""What Stadium Three Card Poker is worth."""
