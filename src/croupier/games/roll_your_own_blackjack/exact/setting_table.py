"""Every set of three values against every up card, and what each way to set it is worth."""

from fractions import Fraction
from math import comb
from typing import Final

from croupier.games.roll_your_own_blackjack.exact.charts import shown, value_name
from croupier.games.roll_your_own_blackjack.exact.deals import (
    UP_CARDS,
    against_under,
    three_cards,
)
from croupier.games.roll_your_own_blackjack.exact.hand_index import VALUES, Hands, card_of
from croupier.games.roll_your_own_blackjack.exact.hand_worth import BLACKJACK_GAIN, hand_worth
from croupier.games.roll_your_own_blackjack.exact.players import BestPlayer, settings_of
from croupier.games.roll_your_own_blackjack.exact.side_by_side import (
    LONGEST_FIRST,
    Told,
    each_up_card,
)
from croupier.games.roll_your_own_blackjack.rules import Rules
from croupier.games.roll_your_own_blackjack.script import is_double_blackjack
from croupier.table.worth import Figure, Progress, Table, quietly

__all__ = ["setting_table", "setting_values"]

_SETS: Final = comb(VALUES + 2, 3)
"""How many sets of three values there are."""


def setting_table(rules: Rules, progress: Progress = quietly) -> Table:
    """All 220 sets of three values against each up card, the burned card unseen."""
    found = each_up_card(
        "Every setting", lambda up, tell: setting_values(up, rules, tell), progress
    )
    by_up = dict(zip(LONGEST_FIRST, found, strict=True))
    rows = []
    for three in three_cards():
        for up in UP_CARDS:
            values = by_up[up].get(three)
            if values is not None:
                figures = [
                    Figure(values[card]) if card not in three[:at] else None
                    for at, card in enumerate(three)
                ]
                rows.append((f"{shown(three)} against {value_name(up)}", tuple(figures)))
    return Table(
        "What both hands gain, by the card set alone",
        ("Cards", "First alone", "Second alone", "Third alone"),
        tuple(rows),
    )


def setting_values(
    up: int, rules: Rules, tell: Told = lambda _: None
) -> dict[Hands, dict[int, Fraction]]:
    """By three values and the one set alone: what both hands gain against an up card."""
    against, player = against_under(up, rules), BestPlayer(rules)
    look = rules.dealer_blackjack
    found: dict[Hands, dict[int, Fraction]] = {}
    for at, three in enumerate(three_cards()):
        tell(at / _SETS)
        if (against.left(three) < 0).any():
            continue
        if is_double_blackjack(tuple(map(card_of, three))):
            found[three] = dict.fromkeys(three, 2 * BLACKJACK_GAIN)
            continue
        found[three] = {}
        for alone, together in settings_of(three).items():
            two = player.two_card_plan(against, together, (alone,))
            one = player.one_card_plan(against, alone, together)
            value = hand_worth(against, two, look).value + hand_worth(against, one, look).value
            found[three][alone] = value
    return found
