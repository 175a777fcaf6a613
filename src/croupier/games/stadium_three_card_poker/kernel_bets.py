"""Stadium Three Card Poker, compiled: who bets what on which cells.

There may be thousands of terminals, but there are only 84 hands, and few different slips. So a
terminal is no more than some numbers: which hand it holds, and which rows of what can be gained
are its own. Where nobody wants to know what each of them brought, all who hold a hand are one.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.stream_kernels import CHUNK
from croupier.games.stadium_three_card_poker.kernel_decisions import Cells
from croupier.games.stadium_three_card_poker.rules import CELLS, LINES
from croupier.games.stadium_three_card_poker.script import drawn_cells
from croupier.games.three_card_poker.exact.bet_terms import PAIR_PLUS, SIX_CARD_BONUS, Terms
from croupier.games.three_card_poker.kernel import Cents, Seats, seat_tables
from croupier.table.kernel import SALT
from croupier.table.wager import Slip
from croupier.table.worth import PayTables

__all__ = ["NOTHING", "HandsBetOn", "Terminals", "bets_of", "put_together"]

Numbers = NDArray[np.int64]

NOTHING: Final = 0
"""The row of who bets nothing on a line."""


class Terminals(NamedTuple):
    """Who bets what."""

    hands: Numbers
    """By terminal: which of the hands it holds."""
    rows: Numbers
    """By terminal: which row of `seats` is its own."""
    seats: Seats
    """What is bet on hands, and what that gains."""
    line_rows: Numbers
    """By terminal and line: which row of what is gained on lines."""
    line_pair_plus: Cents
    """By row and kind of hand; the first row is of who bets nothing."""
    line_six: Cents
    """By row and six-card line."""


class HandsBetOn(NamedTuple):
    """Which hands are bet on."""

    held: int
    """How many of them somebody holds: the first ones. The others are lines."""
    cells: Cells
    """By hand: where its three cells begin in a chunk, then the six others."""
    has_six: NDArray[np.bool_]
    """By hand: whether there is a Six Card Bonus on it."""
    of_lines: Numbers
    """By line: which of the hands it is; -1 if nobody bets on it."""


def _line_spots(line: str) -> tuple[str, str]:
    """The two wagers on a row or a column."""
    return f"{line} {PAIR_PLUS}", f"{line} {SIX_CARD_BONUS}"


def bets_of(
    terms: Terms, pay_tables: PayTables, slips: Sequence[Slip]
) -> tuple[HandsBetOn, Terminals]:
    """What is bet, by these slips."""
    stakes = [dict(slip.stakes) for slip in slips]
    numbers: dict[tuple[str, ...], int] = {}
    held = [
        numbers.setdefault(tuple(sorted(slip.picks or drawn_cells(SALT, seat))), len(numbers))
        for seat, slip in enumerate(slips, 1)
    ]
    on_hands = {hand for hand, staked in zip(held, stakes, strict=True) if SIX_CARD_BONUS in staked}
    lines = [
        numbers.setdefault(cells, len(numbers))
        if any(spot in staked for staked in stakes for spot in _line_spots(line))
        else -1
        for line, cells in LINES.items()
    ]
    bet_on = HandsBetOn(
        held=max(held) + 1,
        cells=np.array([_own_cells_first(cells) for cells in numbers], dtype=np.uint64) * CHUNK,
        has_six=np.array([hand in on_hands or hand in lines for hand in numbers.values()]),
        of_lines=np.array(lines),
    )
    return bet_on, _terminals(terms, pay_tables, held, stakes)


def _own_cells_first(own: Sequence[str]) -> list[int]:
    """All cells by number, from 0 on, those of a hand before the others."""
    others = [cell for cell in CELLS if cell not in own]
    return [CELLS.index(cell) for cell in (*own, *others)]


def _terminals(
    terms: Terms,
    pay_tables: PayTables,
    held: Sequence[int],
    stakes: Sequence[Mapping[str, int]],
) -> Terminals:
    """Terminals that hold these hands and have staked that."""
    slips = [_staked(staked, ("Ante", PAIR_PLUS, SIX_CARD_BONUS)) for staked in stakes]
    rows = {slip: row for row, slip in enumerate(dict.fromkeys(slips))}
    on_lines, line_rows = [seat_tables(terms, pay_tables, [(0, 0, 0)])], []
    found = 1
    for line in LINES:
        spots = _line_spots(line)
        by_spot = zip((PAIR_PLUS, SIX_CARD_BONUS), spots, strict=True)
        tables = dict(pay_tables) | {spot: pay_tables[on_line] for spot, on_line in by_spot}
        slips_here = [(0, *_staked(staked, spots)) for staked in stakes]
        rows_here = {slip: row for row, slip in enumerate(dict.fromkeys(slips_here), found)}
        on_lines.append(seat_tables(terms, tables, list(rows_here)))
        line_rows.append([rows_here[slip] if any(slip) else NOTHING for slip in slips_here])
        found += len(rows_here)
    return Terminals(
        hands=np.array(held),
        rows=np.array([rows[slip] for slip in slips]),
        seats=seat_tables(terms, pay_tables, list(rows)),
        line_rows=np.array(line_rows).T.copy(),
        # Bets on lines stay in action, whatever becomes of a hand.
        line_pair_plus=np.concatenate([seats.pair_plus[:, 1] for seats in on_lines]),
        line_six=np.concatenate([seats.six[:, 1] for seats in on_lines]),
    )


def _staked(stakes: Mapping[str, int], spots: Sequence[str]) -> tuple[int, ...]:
    return tuple(stakes.get(spot, 0) for spot in spots)


def put_together(terminals: Terminals) -> Terminals:
    """The first terminal, whose purse counts, then all others that hold the same hand as one."""
    others, of = np.unique(terminals.hands[1:], return_inverse=True)
    member_of, parties = np.array([0, *(of + 1)]), len(others) + 1

    def add_up(of_row: Cents) -> Cents:
        total = np.zeros((parties, *of_row.shape[1:]), dtype=np.int64)
        np.add.at(total, member_of, of_row[terminals.rows])
        return total

    def add_up_lines(of_row: Cents) -> Cents:
        nothing = of_row[:1]
        return np.concatenate([nothing, of_row[terminals.line_rows].sum(axis=0)])

    line_rows = np.zeros((parties, len(LINES)), dtype=np.int64)
    line_rows[0] = np.where(terminals.line_rows.any(axis=0), np.arange(len(LINES)) + 1, NOTHING)
    return Terminals(
        hands=np.array([terminals.hands[0], *others]),
        rows=np.arange(parties),
        seats=Seats(*map(add_up, terminals.seats)),
        line_rows=line_rows,
        line_pair_plus=add_up_lines(terminals.line_pair_plus),
        line_six=add_up_lines(terminals.line_six),
    )
