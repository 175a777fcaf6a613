"""Stadium Three Card Poker: what the dealer and the system do, step by step."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from typing import Final

from croupier.cards import Card, ThreeCardRank, rank_three
from croupier.games.poker_lines import three_card_lines
from croupier.games.showdown import settle_by_table
from croupier.games.stadium_three_card_poker.rules import (
    CELLS,
    LINES,
    AnteBonus,
    Rules,
    SideBetsOnFold,
)
from croupier.games.three_card_poker.rules import PairComparison
from croupier.games.three_card_poker.script import (
    ShowdownClauses,
    called,
    compare,
    play_or_fold,
    settle_against_dealer,
    six_card_hand,
)
from croupier.table.dealing import Dealing, SeatInPlay
from croupier.table.places import Face
from croupier.table.settlement import LOSE, Because
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
    board = _Board(cells, dealer, rank_three(dealer))
    for seat in table.seats:
        yield from _settle_hand(table, seat, board)
        yield from _settle_lines(table, seat, board)
    yield from table.collect(clause="Rule 10")


def _settle_hand(table: Dealing[Rules], seat: SeatInPlay, board: "_Board") -> Steps[None]:
    """What was bet on the three cells picked."""
    rank = board.rank(seat.picks)
    if seat.has("Play"):
        has_bonus = table.rules.ante_bonus is AnteBonus.AS_THREE_CARD_POKER
        yield from settle_against_dealer(
            table,
            seat,
            rank,
            board.dealer_rank,
            compare(rank, board.dealer_rank, PairComparison.PAIR_THEN_KICKER),
            clauses=_CLAUSES,
            has_ante_bonus=has_bonus,
        )
    else:
        folded = Because("Introduction 4", "You folded, or let the time run out.")
        yield from table.settle(seat, "Ante", LOSE, folded)
        if table.rules.side_bets_on_fold is SideBetsOnFold.FORFEITED:
            for spot in ("Pair Plus", "Six Card Bonus"):
                if seat.has(spot):
                    yield from table.settle(seat, spot, LOSE, folded)
    yield from _settle_side_bets(table, seat, board, seat.picks, before="", whose="your")


def _settle_lines(table: Dealing[Rules], seat: SeatInPlay, board: "_Board") -> Steps[None]:
    """What was bet on rows and columns, whatever became of the hand."""
    for line, cells in LINES.items():
        whose = f"{line.lower()}'s"
        yield from _settle_side_bets(table, seat, board, cells, before=f"{line} ", whose=whose)


def _settle_side_bets(
    table: Dealing[Rules],
    seat: SeatInPlay,
    board: "_Board",
    cells: tuple[str, ...],
    *,
    before: str,
    whose: str,
) -> Steps[None]:
    """The Pair Plus and the Six Card Bonus on these cells, named as `before` says."""
    pair_plus, six_card_bonus = f"{before}Pair Plus", f"{before}Six Card Bonus"
    if seat.has(pair_plus):
        rank = board.rank(cells)
        lines = three_card_lines(rank)
        yield from settle_by_table(
            table, seat, pair_plus, lines, rank.name, clause="Rule 11", whose=whose
        )
    if seat.has(six_card_bonus):
        lines, words = board.six_cards(cells)
        yield from settle_by_table(
            table, seat, six_card_bonus, lines, words, clause="Rule 11", whose=whose
        )


@dataclass(slots=True)
class _Board:
    """The cards all play with. Each hand is ranked once, however many terminals hold it."""

    cells: Mapping[str, Card]
    dealer: tuple[Card, ...]
    dealer_rank: ThreeCardRank
    _ranks: dict[frozenset[str], ThreeCardRank] = field(default_factory=dict)
    _sixes: dict[frozenset[str], tuple[tuple[str, ...], str]] = field(default_factory=dict)

    def rank(self, cells: tuple[str, ...]) -> ThreeCardRank:
        key = frozenset(cells)
        if key not in self._ranks:
            self._ranks[key] = rank_three(self._hand(cells))
        return self._ranks[key]

    def six_cards(self, cells: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
        key = frozenset(cells)
        if key not in self._sixes:
            self._sixes[key] = six_card_hand(self._hand(cells), self.dealer)
        return self._sixes[key]

    def _hand(self, cells: tuple[str, ...]) -> tuple[Card, ...]:
        return tuple(self.cells[cell] for cell in cells)


_TRIPLES: Final = tuple(combinations(CELLS, 3))


def drawn_cells(salt: str, seat: int) -> tuple[str, ...]:
    """Three cells for a terminal that picked none: from the public salt, so anyone can check."""
    digest = sha256(f"quick pick {salt} {seat}".encode()).digest()
    return _TRIPLES[int.from_bytes(digest) % len(_TRIPLES)]
