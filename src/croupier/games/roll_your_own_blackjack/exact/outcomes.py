"""All deals put together: what can become of a blackjack bet, and of the three bets of a round.

Splits into three hands and more, and in a whole round all splits, bring more different things
than anybody would list. They are stood for by two results that have the same probability
together, the same mean and the same spread.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import Final

from croupier.games.roll_your_own_blackjack.exact.bonus_worth import NO_LINE, Paid, bonus_moments
from croupier.games.roll_your_own_blackjack.exact.deals import Deal
from croupier.games.roll_your_own_blackjack.exact.hand_index import Hands
from croupier.games.roll_your_own_blackjack.exact.hand_worth import BLACKJACK_GAIN
from croupier.games.roll_your_own_blackjack.exact.insurance import insurance_net
from croupier.games.roll_your_own_blackjack.exact.moments import NOTHING, Moments
from croupier.games.roll_your_own_blackjack.exact.split_worth import Bringing
from croupier.table.worth import Figure, OutcomeWorth, Together

__all__ = ["blackjack_outcomes", "together_of", "whole_game_outcomes"]

ZERO: Final = Fraction(0)
HALF: Final = Fraction(1, 2)
_INSURED: Final = ", insured"
_BETTER: Final = " (better of two for all)"
_WORSE: Final = " (worse of two for all)"
"""Where two results stand for many."""


class _Outcomes:
    """Outcomes by name and net; what is staked is averaged over those put together."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Fraction], tuple[Fraction, Fraction]] = {}

    def add(self, name: str, share: Fraction, net: Fraction, staked: Fraction) -> None:
        """Adds to an outcome; `staked` is what is staked in it."""
        if share:
            known, known_staked = self._found.get((name, net), (ZERO, ZERO))
            self._found[name, net] = known + share, known_staked + share * staked

    def add_two_for(self, name: str, many: Moments) -> None:
        """Adds two outcomes that stand for many."""
        if not many.happens:
            return
        mean, staked = many.gained / many.happens, many.staked / many.happens
        spread = many.square / many.happens - mean**2
        if not spread:
            self.add(name, many.happens, mean, staked)
            return
        # Any distance of the one does; near the root of the spread, both are about as likely.
        above = Fraction(max(isqrt(int(spread * 10**4)), 1), 100)
        share = spread / (spread + above**2)
        self.add(name + _BETTER, many.happens * share, mean + above, staked)
        self.add(name + _WORSE, many.happens * (1 - share), mean - spread / above, staked)

    def all(self) -> tuple[OutcomeWorth, ...]:
        """The outcomes found, the best first."""
        return tuple(
            OutcomeWorth(name, share, net, staked / share)
            for (name, net), (share, staked) in sorted(
                self._found.items(), key=lambda one: -one[0][1]
            )
        )


# A blackjack bet.


def blackjack_outcomes(deals: Sequence[Deal]) -> tuple[OutcomeWorth, ...]:
    """What can become of one blackjack bet: either of the two, as likely one as the other."""
    found, more = _Outcomes(), {False: NOTHING, True: NOTHING}
    total = sum((deal.ways for deal in deals), ZERO)
    for deal in deals:
        share = deal.ways / total / 2
        if deal.hands is None:
            found.add("Double blackjack", 2 * share, BLACKJACK_GAIN, Fraction(1))
            continue
        assert deal.spread is not None, "deals are counted with their spread"
        insured = deal.insured is not None
        for hand, two_hands, more_hands in zip(
            deal.hands, deal.spread.two_hands, deal.spread.more_hands, strict=True
        ):
            for bringing, name_of in ((hand.without_splits(), _played), (two_hands, _split)):
                for (world, gain, staked), part in bringing.items():
                    found.add(
                        name_of(gain, staked, world) + (_INSURED if insured else ""),
                        share * part,
                        gain + (insurance_net(world) / 2 if insured else 0),
                        staked + (HALF if insured else ZERO),
                    )
            more[insured] += _insured(more_hands, insured, HALF).times(share)
    for insured, moments in more.items():
        found.add_two_for("Split again" + (_INSURED if insured else ""), moments)
    return found.all()


def _played(gain: Fraction, staked: int, to_blackjack: bool) -> str:
    if gain == BLACKJACK_GAIN:
        return "Blackjack"
    doubled = ", doubled" if staked == 2 else ""
    if to_blackjack:
        return f"Dealer's blackjack{doubled}"
    return ("Push", "Win", "Lose")[(gain > 0) - (gain < 0)] + doubled


def _split(gain: Fraction, staked: int, to_blackjack: bool) -> str:  # noqa: ARG001
    return f"Split in two, {_units(gain)}"


def _units(gain: Fraction) -> str:
    """`even`, `1 unit ahead`, `2½ units behind`."""
    if not gain:
        return "even"
    whole, rest = divmod(abs(gain), 1)
    number = f"{whole or ''}{'½' if rest == HALF else ''}" if rest in (0, HALF) else f"{abs(gain)}"
    return f"{number} {'unit' if abs(gain) <= 1 else 'units'} {'ahead' if gain > 0 else 'behind'}"


def _insured(moments: Moments, is_insured: bool, units: Fraction) -> Moments:
    if not is_insured:
        return moments
    return moments.with_another(units * insurance_net(False), units * insurance_net(True), units)


# The whole game.

_LARGE: Final = 10
"""A Bonus of that many units or more makes a round a gain, whatever comes of the hands."""


def whole_game_outcomes(
    deals: Sequence[Deal], bonus: dict[Hands, tuple[Paid, ...]]
) -> tuple[OutcomeWorth, ...]:
    """What can become of three equal bets, for each unit of all three together."""
    found, many = _Outcomes(), dict[str, Moments]()
    total = sum((deal.ways for deal in deals), ZERO)
    for deal in deals:
        ends, with_split = _both(deal)
        for paid in bonus[deal.three]:
            share = deal.ways / total * paid.share
            name = "A split" if paid.line == NO_LINE else "A split and a Bonus"
            some = with_split
            if paid.net >= _LARGE:
                name, some = paid.line, some + _moments_of(ends)
            else:
                for (gain, staked), part in ends.items():
                    units = gain + paid.net
                    found.add(_units(units).capitalize(), share * part, units / 3, (staked + 1) / 3)
            with_bonus = some.with_another(paid.net, paid.net, Fraction(1)).times(share)
            many[name] = many.get(name, NOTHING) + with_bonus
    for name, moments in many.items():
        found.add_two_for(name, _scaled(moments, 3))
    return found.all()


def _moments_of(ends: dict[tuple[Fraction, Fraction], Fraction]) -> Moments:
    found = NOTHING
    for (gain, staked), share in ends.items():
        found += Moments(share, share * gain, share * gain**2, share * staked)
    return found


def _both(deal: Deal) -> tuple[dict[tuple[Fraction, Fraction], Fraction], Moments]:
    """What both hands and insurance bring: gain and stake without a split, and with one."""
    if deal.spread is None:
        assert deal.hands is None, "deals are counted with their spread"
        return {(2 * BLACKJACK_GAIN, Fraction(2)): Fraction(1)}, NOTHING
    both, insured = deal.spread.both, deal.insured is not None
    ends: dict[tuple[Fraction, Fraction], Fraction] = {}
    for (world, gain, staked), part in both.ends.items():
        units = Fraction(insured)
        key = gain + units * insurance_net(world), staked + units
        ends[key] = ends.get(key, ZERO) + part
    return ends, _insured(both.with_split, insured, Fraction(1))


def _scaled(moments: Moments, units: int) -> Moments:
    """The same for one unit of so many."""
    return Moments(
        moments.happens, moments.gained / units, moments.square / units**2, moments.staked / units
    )


# The bets beside each other.


def together_of(deals: Sequence[Deal], bonus: dict[Hands, tuple[Paid, ...]]) -> Together:
    """How the two blackjack bets and the Bonus go together, insurance with the hands."""
    total = sum((deal.ways for deal in deals), ZERO)
    means, squares = [ZERO] * 3, [[ZERO] * 3 for _ in range(3)]
    for deal in deals:
        share = deal.ways / total
        side = bonus_moments(bonus[deal.three])
        hands, product = _hand_moments(deal)
        for at, moments in enumerate((*hands, side)):
            means[at] += share * moments.gained
            squares[at][at] += share * moments.square
        squares[0][1] += share * product
        for at in (0, 1):
            # The Bonus is decided by suits and ranks, the hands go on from the values alone.
            squares[at][2] += share * hands[at].gained * side.gained
    return Together(
        ("Blackjack 1", "Blackjack 2", "Bonus"),
        tuple(
            tuple(
                Figure(squares[min(one, other)][max(one, other)] - means[one] * means[other])
                for other in range(3)
            )
            for one in range(3)
        ),
        tuple(map(Figure, means)),
    )


def _hand_moments(deal: Deal) -> tuple[tuple[Moments, Moments], Fraction]:
    """Both hands by themselves, and the product of what they bring; insurance half to each."""
    if deal.spread is None or deal.hands is None:
        sure = Moments(Fraction(1), BLACKJACK_GAIN, BLACKJACK_GAIN**2, Fraction(1))
        return (sure, sure), BLACKJACK_GAIN**2
    spread, insured = deal.spread, deal.insured is not None
    two, one = (
        _moments(hand.without_splits()) + _moments(two_hands) + more
        for hand, two_hands, more in zip(
            deal.hands, spread.two_hands, spread.more_hands, strict=True
        )
    )
    product = spread.both.product
    if insured:
        usually, then = insurance_net(False) / 2, insurance_net(True) / 2
        for moments in (two, one):
            product += usually * (moments.gained - moments.gained_then)
            product += then * moments.gained_then
        product += usually**2 * (1 - two.to_blackjack) + then**2 * two.to_blackjack
    return (_insured(two, insured, HALF), _insured(one, insured, HALF)), product


def _moments(bringing: Bringing) -> Moments:
    found = NOTHING
    for (world, gain, staked), share in bringing.items():
        then = share if world else ZERO
        part = Moments(share, share * gain, share * gain**2, share * staked, then, then * gain)
        found += part
    return found
