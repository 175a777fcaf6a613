"""Stadium Three Card Poker: what the dealer and the system do, step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from typing import Final

from croupier.cards import Card, rank_three
from croupier.games.poker_lines import three_card_lines
from croupier.games.showdown import Verdict, by_table, folded
from croupier.games.stadium_three_card_poker.rules import (
    CELLS,
    LINES,
    AnteBonus,
    Rules,
    SideBetsOnFold,
)
from croupier.games.three_card_poker.rules import PairComparison
from croupier.games.three_card_poker.script import (
    PlayedHand,
    ShowdownClauses,
    against_the_dealer,
    called,
    compare,
    play_or_fold,
    settle_played,
    six_card_hand,
)
from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.places import Face
from croupier.table.settlement import LOSE
from croupier.table.steps import Script, Steps

__all__ = ["drawn_cells", "script"]

_PACKS: Final = (("123", "Rule 4a"), ("456", "Rule 5"), ("789", "Rule 6"))
"""Where each pack goes. The first card of a pack lies at the bottom once it is turned up."""

_CLAUSES: Final = ShowdownClauses(
    not_qualifying="Rule 9",
    player_wins="Introduction 1",
    tie="Introduction 1",
    dealer_wins="Introduction 1",
    ante_bonus="Introduction 1",
)
"""What the sheet does not say itself it takes over from Three Card Poker."""


def script(table: Dealing[Rules]) -> Script:
    """One round."""
    yield from table.act("Press New Game", clause="Rule 1")
    yield from table.take_wagers(clause="Rule 3")
    for seat in table.seats:
        if not seat.picks:
            yield from table.draw_picks(seat, drawn_cells(table.salt, seat.number), clause="Rule 2")
    cells: dict[str, Card] = {}
    for pack, clause in _PACKS:
        places = [(table.place(f"Cell {cell}"), Face.UP) for cell in pack]
        cards = yield from table.deal_pack(places, clause=clause)
        cells |= zip(pack, cards, strict=True)

    options = {seat.number: play_or_fold(seat) for seat in table.seats}
    yield from table.ask_all("Play or fold?", options, default="fold", clause="Rule 7")

    dealer = yield from table.deal_pack([(table.dealer(), Face.UP)] * 3, clause="Rule 8")
    yield from table.call(table.dealer(), called(rank_three(dealer)), clause="Rule 9")
    yield from table.act("Press Confirm", clause="Rule 10")
    board = _Board(table, cells, dealer)
    for seat in table.seats:
        picked = frozenset(seat.picks)
        yield from _settle_hand(table, seat, board, picked)
        # Most terminals have no side bet, and there are thousands of them.
        if not seat.is_done:
            for bets in (_SideBets(picked), *_LINE_BETS):
                yield from _settle_side_bets(table, seat, board, bets)
    yield from table.collect(clause="Rule 10")


def _settle_hand(
    table: Dealing[Rules], seat: SeatInPlay, board: "_Board", cells: frozenset[str]
) -> Steps[None]:
    """The hand that was played against the dealer, or folded."""
    if seat.has("Play"):
        yield from settle_played(table, seat, board.played(cells))
    else:
        because = folded(seat, clause="Introduction 4", late_clause="Rule 7a")
        yield from table.settle(seat, "Ante", LOSE, because)
        if table.rules.side_bets_on_fold is SideBetsOnFold.FORFEITED:
            for spot in ("Pair Plus", "Six Card Bonus"):
                if seat.has(spot):
                    yield from table.settle(seat, spot, LOSE, because)


def _settle_side_bets(
    table: Dealing[Rules], seat: SeatInPlay, board: "_Board", bets: "_SideBets"
) -> Steps[None]:
    """The Pair Plus and the Six Card Bonus on the same three cells, whatever became of the hand."""
    if seat.has(bets.pair_plus):
        yield from table.settle(seat, bets.pair_plus, *board.pair_plus(bets))
    if seat.has(bets.six_card_bonus):
        yield from table.settle(seat, bets.six_card_bonus, *board.six_card_bonus(bets))


@dataclass(frozen=True, slots=True)
class _SideBets:
    """The two side bets on three cells: where they are bet, and whose hand it is called."""

    cells: frozenset[str]
    pair_plus: str = "Pair Plus"
    six_card_bonus: str = "Six Card Bonus"
    whose: str = "your"


_LINE_BETS: Final = tuple(
    _SideBets(frozenset(cells), f"{line} Pair Plus", f"{line} Six Card Bonus", f"{line.lower()}'s")
    for line, cells in LINES.items()
)


@dataclass(slots=True)
class _Board:
    """The cards all play with. What a hand brings is worked out once, for all who hold it."""

    table: Dealing[Rules]
    cells: Mapping[str, Card]
    dealer: tuple[Card, ...]
    _played: dict[frozenset[str], PlayedHand] = field(default_factory=dict)
    _side_bets: dict[tuple[str, frozenset[str]], Verdict] = field(default_factory=dict)

    def played(self, cells: frozenset[str]) -> PlayedHand:
        """How Ante Bonus, Ante and Play on these cells end."""
        if cells not in self._played:
            player, dealer = rank_three(self._hand(cells)), rank_three(self.dealer)
            self._played[cells] = against_the_dealer(
                self.table,
                player,
                dealer,
                compare(player, dealer, PairComparison.PAIR_THEN_KICKER),
                clauses=_CLAUSES,
                has_ante_bonus=self.table.rules.ante_bonus is AnteBonus.AS_THREE_CARD_POKER,
            )
        return self._played[cells]

    def pair_plus(self, bets: _SideBets) -> Verdict:
        """How the Pair Plus on these cells ends."""
        key = bets.pair_plus, bets.cells
        if key not in self._side_bets:
            rank = rank_three(self._hand(bets.cells))
            lines = three_card_lines(rank)
            self._side_bets[key] = self._by_table(bets.pair_plus, lines, rank.name, bets)
        return self._side_bets[key]

    def six_card_bonus(self, bets: _SideBets) -> Verdict:
        """How the Six Card Bonus on these cells ends."""
        key = bets.six_card_bonus, bets.cells
        if key not in self._side_bets:
            lines, words = six_card_hand(self._hand(bets.cells), self.dealer)
            self._side_bets[key] = self._by_table(bets.six_card_bonus, lines, words, bets)
        return self._side_bets[key]

    def _by_table(self, spot: str, lines: Sequence[str], words: str, bets: _SideBets) -> Verdict:
        return by_table(self.table, spot, lines, words, clause="Rule 11", whose=bets.whose)

    def _hand(self, cells: frozenset[str]) -> tuple[Card, ...]:
        return tuple(self.cells[cell] for cell in sorted(cells))


_TRIPLES: Final = tuple(combinations(CELLS, 3))


def drawn_cells(salt: str, seat: int) -> tuple[str, ...]:
    """Three cells for a terminal that picked none: from the public salt, so anyone can check."""
    digest = sha256(f"quick pick {salt} {seat}".encode()).digest()
    return _TRIPLES[int.from_bytes(digest) % len(_TRIPLES)]
