"""What is paid for every result and every kind of hand, as the script has it.

One deal of each sort is played out: the six results of the 5-card game, the three of the 3-card
game, and for the bonuses every kind of hand under every option.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

import numpy as np

from croupier.cards import DECK, Card, parse_cards, rank_five, rank_three
from croupier.cards import best_three as best_three_of
from croupier.games.pick_2_poker.exact.class_counts import class_counts
from croupier.games.pick_2_poker.exact.hand_kinds import hand_kinds, three_card_kinds
from croupier.games.pick_2_poker.exact.played_out import PlayedOut, play_out
from croupier.games.pick_2_poker.player import FIVE_CARD_GAME, FOLD, THREES, three_card_game
from croupier.games.pick_2_poker.rules import DealerNotQualifying, Rules, wagers
from croupier.games.pick_2_poker.script import qualifies
from croupier.table.paytable import PayTable
from croupier.table.worth import PayTables

__all__ = [
    "FIVE",
    "FOLDED",
    "RESULTS",
    "THREE",
    "Case",
    "GamePays",
    "bonus_pays",
    "bonus_pays_of",
    "game_pays",
]

FOLDED: Final = 0
FIVE: Final = 1
THREE: Final = 2
"""What a player decides between, in the order in which it is offered, the ten threes as one."""

RESULTS: Final = ("won", "tied", "lost")

_DEALS: Final = tuple(
    (parse_cards(player), parse_cards(dealer))
    for player, dealer in (
        # Every result of both games is among them.
        ("As Ah 9d 6c 3h", "Ac Kh Qd 7s 5c"),
        ("As Kd 9d 6c 3h", "Ac Kh 9s 6d 3c"),
        ("Qs Jd 9d 6c 3h", "Ac Kh 9s 6d 3c"),
        ("As Ah 9d 6c 3h", "Qc Jh 9s 6d 3c"),
        ("Qs Jd 9d 6c 3h", "Qc Jh 9s 6d 3c"),
        ("Ts 8d 7d 5c 3h", "Qc Jh 9s 6d 3c"),
    )
)


@dataclass(frozen=True, slots=True)
class GamePays:
    """What Ante and Play bring by result, in Antes, as whole numbers."""

    folded: int
    five: tuple[int, ...]
    """Won, tied and lost against a dealer who qualifies, then against one who does not."""
    three: tuple[int, ...]
    """Won, tied and lost."""
    plays: tuple[int, ...]
    """What is staked on Play: folded, with five cards, with three."""
    antes: tuple[tuple[int, ...], ...]
    """What the Ante alone brings: folded, with five cards, with three, by result."""

    def nets(self, option: int) -> tuple[int, ...]:
        """What an option brings, by result."""
        return ((self.folded,), self.five, self.three)[option]


@cache
def game_pays(reading: DealerNotQualifying) -> GamePays:
    """What Ante and Play bring."""
    rules = Rules(dealer_not_qualifying=reading)
    tables = {wager.spot: wager.pay_tables[0] for wager in wagers(rules) if wager.pay_tables}
    five: dict[int, PlayedOut] = {}
    three: dict[int, PlayedOut] = {}
    for cards, dealer in _DEALS:
        mine, his = rank_five(cards), rank_five(dealer)
        result = _result((mine > his) - (mine < his)) + (0 if qualifies(his) else len(RESULTS))
        five[result] = play_out(cards, dealer, FIVE_CARD_GAME, rules, tables)
        best, best_cards = best_three_of(cards)
        his_best, _ = best_three_of(dealer)
        option = three_card_game([cards.index(card) for card in best_cards])
        result = _result((best > his_best) - (best < his_best))
        three[result] = play_out(cards, dealer, option, rules, tables)
    folded = play_out(*_DEALS[0], FOLD, rules, tables)
    return GamePays(
        folded=_whole(folded.game),
        five=tuple(_whole(five[result].game) for result in range(2 * len(RESULTS))),
        three=tuple(_whole(three[result].game) for result in range(len(RESULTS))),
        plays=tuple(_whole(one.play) for one in (folded, five[0], three[0])),
        antes=tuple(
            tuple(_whole(ended[result].ante) for result in range(len(ended)))
            for ended in ({0: folded}, five, three)
        ),
    )


def _result(sign: int) -> int:
    """Won, tied or lost, by whose hand is better."""
    return 1 - sign


def _whole(amount: Fraction) -> int:
    assert amount.denominator == 1, "Ante and Play are paid in whole Antes"
    return amount.numerator


Case = tuple[int, int, int]
"""What the bonuses depend on: the option, the kind of the hand, and the kind of the three that
are set in the 3-card game (-1 in the others)."""


def bonus_pays(rules: Rules, pay_tables: PayTables) -> Mapping[Case, PlayedOut]:
    """What the bonuses bring in every case there is."""
    return bonus_pays_of(
        Rules(
            bonus_tables=rules.bonus_tables,
            three_card_bonus_hand=rules.three_card_bonus_hand,
            bonus_on_fold=rules.bonus_on_fold,
        ),
        tuple(pay_tables.items()),
    )


@lru_cache(maxsize=256)
def bonus_pays_of(
    rules: Rules, pay_tables: tuple[tuple[str, PayTable], ...]
) -> Mapping[Case, PlayedOut]:
    """The same by what can be a key: the last are kept."""
    tables = dict(pay_tables)
    return {
        case: play_out(cards, dealer, option, rules, tables)
        for case, (cards, dealer, option) in _cases().items()
    }


@cache
def _cases() -> dict[Case, tuple[tuple[Card, ...], tuple[Card, ...], str]]:
    """For each case the player's cards, some of the dealer's, and the option."""
    kinds, hands = hand_kinds(), class_counts().classes.hands
    found = {}
    for kind, first in zip(*np.unique(kinds.of, return_index=True), strict=True):
        cards = tuple(DECK[card] for card in hands[first])
        dealer = tuple([card for card in DECK if card not in cards][:5])
        found[FOLDED, int(kind), -1] = cards, dealer, FOLD
        found[FIVE, int(kind), -1] = cards, dealer, FIVE_CARD_GAME
        set_kind = int(kinds.three[first])
        found[THREE, int(kind), set_kind] = cards, dealer, _setting(cards, set_kind)
    for others in kinds.others:
        for kind, first in zip(*np.unique(kinds.of[others.at], return_index=True), strict=True):
            cards = tuple(DECK[card] for card in hands[others.at[first]])
            dealer = tuple([card for card in DECK if card not in cards][:5])
            option = _setting(cards, others.kind)
            found[THREE, int(kind), others.kind] = cards, dealer, option
    return found


def _setting(cards: tuple[Card, ...], kind: int) -> str:
    """The option that sets three cards of that kind."""
    kinds = three_card_kinds()
    return next(
        option
        for option, three in THREES.items()
        if kinds[rank_three([cards[at] for at in three]).number] == kind
    )
