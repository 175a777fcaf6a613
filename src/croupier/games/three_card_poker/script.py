"""Three Card Poker: what the dealer does, step by step."""

from dataclasses import dataclass
from typing import Any, Final

from croupier.cards import Card, Rank, ThreeCardCategory, ThreeCardRank, best_five, rank_three
from croupier.games.poker_lines import five_card_lines, three_card_lines
from croupier.games.showdown import (
    DOES_NOT_QUALIFY,
    Verdict,
    against_dealer,
    folded,
    in_sentence,
    qualifying,
    settle_by_table,
)
from croupier.games.three_card_poker.rules import (
    MiniRoyal,
    PairComparison,
    PairPlusOnFold,
    Rules,
    SixCardBonusOnFold,
)
from croupier.money import format_cents
from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.places import Face
from croupier.table.settlement import LOSE, PUSH, Because, win
from croupier.table.steps import Option, Script, Steps

__all__ = [
    "PlayedHand",
    "ShowdownClauses",
    "against_the_dealer",
    "called",
    "compare",
    "pair_plus_lines",
    "play_or_fold",
    "qualifies",
    "script",
    "settle_played",
    "six_card_hand",
]


@dataclass(frozen=True, slots=True)
class ShowdownClauses:
    """Which clauses decide Ante, Play and Ante Bonus; a variant names its own."""

    not_qualifying: str
    player_wins: str
    tie: str
    dealer_wins: str
    ante_bonus: str


_CLAUSES: Final = ShowdownClauses(
    "How to Play 9", "How to Play 10", "How to Play 11", "How to Play 12", "Ante Bonus"
)

_FOLD: Final = Option("fold", "Fold")


def script(table: Dealing[Rules]) -> Script:
    """One round."""
    yield from table.take_wagers(clause="Wagers 1")
    for seat in table.seats:
        pack = [(seat.place("Hand"), Face.OWN)] * 3
        yield from table.deal_pack(pack, clause="How to Play 6")
    yield from table.deal_pack([(table.dealer(), Face.DOWN)] * 3, clause="How to Play 6")

    options = {seat.number: play_or_fold(seat) for seat in table.seats if seat.has("Ante")}
    yield from table.ask_all(
        "Play or fold?", options, default="fold", clause="How to Play 7", is_hidden=False
    )
    for seat in table.seats:
        if seat.has("Ante") and not seat.has("Play"):
            yield from _take_folded(table, seat)

    dealer = yield from table.turn(table.dealer(), clause="How to Play 8")
    yield from table.call(table.dealer(), called(rank_three(dealer)), clause="Hand Rankings 4")
    for seat in table.seats:
        yield from _settle(table, seat, dealer)
    yield from table.collect(clause="How to Play 8")


def play_or_fold(seat: SeatInPlay) -> tuple[Option, ...]:
    """A Play wager equal to the Ante, or nothing more."""
    ante = seat.stake_cents("Ante")
    label = f"Play, another {format_cents(ante)}"
    return (Option("play", label, "Play", ante, ante), _FOLD)


def _take_folded(table: Dealing[Rules], seat: SeatInPlay) -> Steps[None]:
    because = folded(seat, clause="How to Play 7")
    yield from table.settle(seat, "Ante", LOSE, because)
    if table.rules.pair_plus_on_fold is PairPlusOnFold.FORFEITED and seat.has("Pair Plus"):
        yield from table.settle(seat, "Pair Plus", LOSE, because)
    bonus_is_lost = table.rules.six_card_bonus_on_fold is SixCardBonusOnFold.FORFEITED
    if bonus_is_lost and seat.has("Six Card Bonus"):
        yield from table.settle(seat, "Six Card Bonus", LOSE, because)


def _settle(table: Dealing[Rules], seat: SeatInPlay, dealer: tuple[Card, ...]) -> Steps[None]:
    if not any(seat.has(spot) for spot in ("Ante", "Pair Plus", "Six Card Bonus")):
        return
    hand = yield from table.turn(seat.place("Hand"), clause="How to Play 8")
    rank = rank_three(hand)
    if seat.has("Play"):
        difference = compare(rank, rank_three(dealer), table.rules.pair_comparison)
        played = against_the_dealer(table, rank, rank_three(dealer), difference)
        yield from settle_played(table, seat, played)
    if seat.has("Pair Plus"):
        lines = pair_plus_lines(rank, hand, table.rules.mini_royal)
        yield from settle_by_table(
            table, seat, "Pair Plus", lines, rank.name, clause="Pair Plus Payouts"
        )
    if seat.has("Six Card Bonus"):
        lines, words = six_card_hand(hand, dealer)
        yield from settle_by_table(
            table, seat, "Six Card Bonus", lines, words, clause="Six Card Bonus 3"
        )


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """How the wagers on a hand that is played end, and why."""

    ante_bonus: Verdict | None
    """None where no Ante Bonus is paid."""
    ante: Verdict
    play: Verdict


def against_the_dealer(
    table: Dealing[Any],
    player: ThreeCardRank,
    dealer: ThreeCardRank,
    difference: int,
    *,
    clauses: ShowdownClauses = _CLAUSES,
    has_ante_bonus: bool = True,
) -> PlayedHand:
    """How Ante Bonus, Ante and Play of this hand end."""
    bonus = _ante_bonus(table, player, clauses) if has_ante_bonus else None
    if not qualifies(dealer):
        hands = (player.name, dealer.name)
        short = f"The dealer's {in_sentence(dealer.name)} {DOES_NOT_QUALIFY}, so"
        paid = Because(clauses.not_qualifying, f"{short} the Ante is paid.", hands)
        back = Because(clauses.not_qualifying, f"{short} the Play wager comes back.", hands)
        return PlayedHand(bonus, (win(), paid), (PUSH, back))
    decides = clauses.player_wins if difference > 0 else clauses.dealer_wins
    verdict = against_dealer(
        difference, player.name, dealer.name, clause=decides if difference else clauses.tie
    )
    return PlayedHand(bonus, verdict, verdict)


def _ante_bonus(
    table: Dealing[Any], player: ThreeCardRank, clauses: ShowdownClauses
) -> Verdict | None:
    paid = table.paid_line("Ante Bonus", three_card_lines(player))
    if paid is None:
        return None
    sentence = (
        f"Your {in_sentence(player.name)} brings an Ante Bonus of {paid.odds}, "
        "whatever the dealer has."
    )
    return win(paid.odds), Because(clauses.ante_bonus, sentence, (player.name,), paid.name)


def settle_played(table: Dealing[Any], seat: SeatInPlay, hand: PlayedHand) -> Steps[None]:
    """Settles Ante Bonus, Ante and Play of a seat that plays."""
    if hand.ante_bonus is not None:
        yield from table.pay_bonus(seat, "Ante Bonus", *hand.ante_bonus)
    yield from table.settle(seat, "Ante", *hand.ante)
    yield from table.settle(seat, "Play", *hand.play)


def qualifies(dealer: ThreeCardRank) -> bool:
    """Queen high or better."""
    return dealer.category > ThreeCardCategory.HIGH_CARD or dealer.ranks[0] >= Rank.QUEEN


def called(dealer: ThreeCardRank) -> str:
    """The dealer's hand as it is called: `king-nine-two high, qualifies`."""
    return qualifying(dealer.name, qualifies=qualifies(dealer))


def compare(player: ThreeCardRank, dealer: ThreeCardRank, reading: PairComparison) -> int:
    """Above zero if the player's hand is better, below if the dealer's is, zero for a tie."""
    mine, theirs = _strength(player, reading), _strength(dealer, reading)
    return (mine > theirs) - (mine < theirs)


def _strength(
    rank: ThreeCardRank, reading: PairComparison
) -> tuple[ThreeCardCategory, tuple[Rank, ...]]:
    """What decides between two hands, most telling first."""
    is_pair = rank.category is ThreeCardCategory.PAIR
    if is_pair and reading is PairComparison.HIGHEST_CARD:
        pair, kicker = rank.ranks
        return rank.category, tuple(sorted((pair, pair, kicker), reverse=True))
    return rank.category, rank.ranks


def pair_plus_lines(
    rank: ThreeCardRank, hand: tuple[Card, ...], reading: MiniRoyal
) -> tuple[str, ...]:
    """The lines of the Pair Plus table the hand fits, best first."""
    lines = three_card_lines(rank)
    is_royal = {card.rank for card in hand} == {Rank.ACE, Rank.KING, Rank.QUEEN}
    if is_royal and reading is MiniRoyal.ANY_SUITS and "Mini Royal" not in lines:
        return ("Mini Royal", *lines)
    return lines


def six_card_hand(hand: tuple[Card, ...], dealer: tuple[Card, ...]) -> tuple[tuple[str, ...], str]:
    """The lines of the Six Card Bonus that six cards fit, and the hand in words."""
    rank = best_five((*hand, *dealer))[0]
    return five_card_lines(rank), f"{rank.name}, with the dealer's cards"
