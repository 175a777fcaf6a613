"""What becomes of each bet, from what becomes of all deals."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from croupier.games.pick_2_poker.exact.payouts import FIVE, FOLDED, RESULTS, THREE, Case, GamePays
from croupier.games.pick_2_poker.exact.valuation import DEALS, Tally, Valuation
from croupier.table.worth import Figure, OutcomeWorth, Together, merged

__all__ = ["ante_and_play", "five_card_bonus_only", "three_five_bonus", "together", "whole_game"]

_NAMES: Final = {FOLDED: "Fold", FIVE: "5-card game", THREE: "3-card game"}
_LOST: Final = Fraction(-1)


def whole_game(values: Valuation, tally: Tally) -> tuple[OutcomeWorth, ...]:
    """Ante, Play and 3-5 Bonus together, per Ante."""
    found = [
        (
            case[0],
            OutcomeWorth(
                _game_name(values.game, case[0], result) + _bonus_name(values.bonus[case].bonus),
                Fraction(deals, DEALS),
                values.game.nets(case[0])[result] + values.bonus[case].bonus,
                Fraction(2 + values.game.plays[case[0]]),
            ),
        )
        for case, result, deals in _each(tally)
    ]
    found.sort(key=lambda one: (one[0], -one[1].net))
    return merged([outcome for _, outcome in found])


def _game_name(game: GamePays, option: int, result: int) -> str:
    """`5-card game won`; whether the dealer qualifies is said where it changes what is paid."""
    if option == FOLDED:
        return _NAMES[option]
    nets, plain = game.nets(option), result % len(RESULTS)
    name = f"{_NAMES[option]} {RESULTS[plain]}"
    return name if nets[result] == nets[plain] else f"{name}, dealer does not qualify"


def _bonus_name(gained: Fraction) -> str:
    if gained == _LOST:
        return ""
    return f", 3-5 Bonus wins {gained}" if gained else ", 3-5 Bonus back"


def three_five_bonus(values: Valuation, tally: Tally) -> tuple[OutcomeWorth, ...]:
    """The 3-5 Bonus by itself, per unit."""
    return _by_line(
        (case, " and ".join(values.bonus[case].bonus_lines), values.bonus[case].bonus, deals)
        for case, _, deals in _each(tally)
    )


def five_card_bonus_only(values: Valuation, tally: Tally) -> tuple[OutcomeWorth, ...]:
    """The 5 Card Bonus Only, per unit."""
    return _by_line(
        (case, values.bonus[case].bonus_only_line or "", values.bonus[case].bonus_only, deals)
        for case, _, deals in _each(tally)
    )


def _by_line(paid: Iterator[tuple[Case, str, Fraction, int]]) -> tuple[OutcomeWorth, ...]:
    """The outcomes of a bonus, the best first; what is paid on no line is lost."""
    found = [
        OutcomeWorth(
            line or ("Folded" if case[0] == FOLDED else "No line"), Fraction(deals, DEALS), net
        )
        for case, line, net, deals in paid
    ]
    return merged(sorted(found, key=lambda one: -one.net))


def ante_and_play(values: Valuation, tally: Tally) -> Fraction:
    """What Ante and Play alone gain, per Ante."""
    gained = sum(deals * values.game.nets(case[0])[result] for case, result, deals in _each(tally))
    return Fraction(gained, DEALS)


def together(values: Valuation, tally: Tally) -> Together:
    """The whole game and the 5 Card Bonus Only beside it, one unit each."""
    means, products = [Fraction(0)] * 2, [[Fraction(0)] * 2 for _ in range(2)]
    for case, result, deals in _each(tally):
        bonus = values.bonus[case]
        gained = values.game.nets(case[0])[result] + bonus.bonus, bonus.bonus_only
        for one in range(2):
            means[one] += deals * gained[one]
            for other in range(2):
                products[one][other] += deals * gained[one] * gained[other]
    return Together(
        bets=("Whole game", "5 Card Bonus Only"),
        covariance=tuple(
            tuple(
                Figure(products[one][other] / DEALS - means[one] * means[other] / DEALS**2)
                for other in range(2)
            )
            for one in range(2)
        ),
        expectations=tuple(Figure(mean / DEALS) for mean in means),
    )


def _each(tally: Tally) -> Iterator[tuple[Case, int, int]]:
    """Every case and result there is, with its number of deals."""
    for case, ended in tally.items():
        for result, deals in enumerate(ended):
            if deals:
                yield case, result, deals
