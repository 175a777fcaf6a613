"""The felt: everything that lies on the table, drawn for whatever room there is.

Cards are as large as fits. Others shrink first, then the dealer, then the player's own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from croupier.money import format_cents
from croupier.terminal.screen.art import CardSize
from croupier.terminal.screen.blocks import (
    LEAST_SEAT_WIDTH,
    WIDEST_SEAT,
    brief_seat,
    cells_block,
    full_seat,
    hands_block,
    label,
    piles_block,
)
from croupier.terminal.screen.canvas import Canvas, below, beside, flow
from croupier.terminal.screen.colours import FELT, GOLD, LOSS, PRINT, PUSH, TEXT, WIN
from croupier.terminal.screen.furniture import bare_table
from croupier.terminal.screen.spots import spots_as_boxes, spots_as_list
from croupier.terminal.sheet import Entry
from croupier.terminal.sight import Phase, SeatSight, Sight, own_hands

__all__ = ["Felt", "Scene", "draw_felt"]


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the felt shows."""

    sight: Sight
    name_of_game: str
    chosen: str | None = None
    """The spot chips go to, while bets are open."""
    about: Entry | None = None
    """What must be known of that spot."""


class Felt(Widget):
    """The table as its player sees it."""

    def __init__(self) -> None:
        super().__init__(id="felt")
        self._scene: Scene | None = None
        self.canvas = Canvas(0, 0, FELT)

    def show(self, scene: Scene) -> None:
        """Draws the table anew."""
        self._scene = scene
        self._draw()

    def on_resize(self) -> None:
        """Draws it for the new size."""
        self._draw()

    def _draw(self) -> None:
        if self._scene is not None and self.size.width and self.size.height:
            self.canvas = draw_felt(self._scene, *self.size)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of it."""
        if y >= self.canvas.height:
            return Strip.blank(self.size.width, FELT)
        return Strip(self.canvas.segments(y), self.canvas.width)

    async def on_click(self, event: events.Click) -> None:
        """A click on a spot or a cell does what its keys do."""
        for zone in reversed(self.canvas.zones):
            if zone.holds(event.x, event.y):
                await self.screen.run_action(zone.action)
                return


class _Detail(IntEnum):
    """How much of other players is shown."""

    BRIEF = 0
    """One line each."""
    TOTALS = 1
    """Their cards, and all they have staked."""
    SPOTS = 2
    """Their cards, and every spot they have bet on."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """How large everything is drawn."""

    dealer: CardSize
    own: CardSize
    others: _Detail
    has_boxes: bool = True

    @property
    def least_spare(self) -> int:
        """How many rows must be left over: where all is shown, it must not be crowded."""
        return 3 if self.others is _Detail.SPOTS else 0


_PLANS = (
    _Plan(CardSize.LARGE, CardSize.LARGE, _Detail.SPOTS),
    _Plan(CardSize.LARGE, CardSize.LARGE, _Detail.TOTALS),
    _Plan(CardSize.MIDDLE, CardSize.LARGE, _Detail.TOTALS),
    _Plan(CardSize.MIDDLE, CardSize.MIDDLE, _Detail.TOTALS),
    _Plan(CardSize.MIDDLE, CardSize.LARGE, _Detail.BRIEF),
    _Plan(CardSize.MIDDLE, CardSize.MIDDLE, _Detail.BRIEF),
    _Plan(CardSize.MIDDLE, CardSize.MIDDLE, _Detail.BRIEF, has_boxes=False),
    _Plan(CardSize.SMALL, CardSize.MIDDLE, _Detail.BRIEF, has_boxes=False),
    _Plan(CardSize.SMALL, CardSize.SMALL, _Detail.BRIEF, has_boxes=False),
)
"""From the most comfortable to the tightest."""

_LEAST_HEIGHT_WITH_RAIL = 22


def draw_felt(scene: Scene, width: int, height: int) -> Canvas:
    """The table in so many columns and rows."""
    has_rail = height >= _LEAST_HEIGHT_WITH_RAIL
    inner, room = (width - 6, height - 2) if has_rail else (width - 2, height)
    for plan in _PLANS:
        parts = list(_parts(scene, plan, inner, height))
        needed = sum(part.height for part in parts)
        if needed + plan.least_spare <= room:
            break
    spare = max(room - needed, 0)
    # A share of the spare rows above each part, and one below the last.
    gaps = [spare * (at + 1) // 5 - spare * at // 5 for at in range(4)]
    bottom = height - 1 - (spare - sum(gaps))
    sheet = (
        bare_table(width, height, parts[-1].width, bottom) if has_rail else _cloth(width, height)
    )
    y = 1 if has_rail else 0
    for at, (part, gap) in enumerate(zip(parts, gaps, strict=True)):
        if at == 1 and gap >= 1:
            _print(sheet, scene, y + gap // 2)
        y += gap
        sheet.paste(part, (width - part.width) // 2, y)
        y += part.height
    return sheet


def _cloth(width: int, height: int) -> Canvas:
    return Canvas(width, height, FELT)


def _print(sheet: Canvas, scene: Scene, y: int) -> None:
    """What is printed on the cloth; when the round is over, how it ended."""
    sight, won = scene.sight, scene.sight.own.won_cents
    if sight.phase is not Phase.OVER:
        sheet.centre(y, " ".join(scene.name_of_game.upper()), PRINT)
    elif won:
        words = f"YOU {'WIN' if won > 0 else 'LOSE'} {format_cents(abs(won))}"
        sheet.centre(y, " ".join(words), WIN if won > 0 else LOSS)
    else:
        sheet.centre(y, " ".join("ALL BETS BACK" if sight.is_void else "EVEN"), PUSH)


def _parts(scene: Scene, plan: _Plan, width: int, height: int) -> Iterator[Canvas]:
    """From the top of the table to the bottom."""
    sight, chosen = scene.sight, scene.chosen
    yield _far_side(sight, plan, width)
    yield _others(sight, plan, width)
    yield _own_cards(sight, plan, width) or _about_block(scene.about, plan)
    boxes = spots_as_boxes(sight, chosen, width) if plan.has_boxes else None
    yield boxes or spots_as_list(sight, chosen, width, max(height // 4, 3))


def _far_side(sight: Sight, plan: _Plan, width: int) -> Canvas:
    """The dealer's cards, what can be picked, what is burned."""
    cell_size = CardSize.SMALL if plan.own is CardSize.SMALL else CardSize.MIDDLE
    if plan.dealer is CardSize.SMALL:
        cell_size = CardSize.SMALL
    rows_apart = 1 if plan.others is not _Detail.BRIEF else 0
    cells = [cells_block(sight.cells, cell_size, rows_apart)] if sight.cells else []
    room = width - sum(block.width + 6 for block in cells)
    hands = hands_block(sight.dealer, plan.dealer, room, has_calls=True)
    if not sight.dealer:
        hands = Canvas(3 * plan.dealer.width, plan.dealer, FELT)
    dealer = below([label("D E A L E R", GOLD), hands], FELT)
    piles = [piles_block(sight.piles, CardSize(min(plan.dealer, 3)))] if sight.piles else []
    return beside([*cells, dealer, *piles], FELT, gap=6)


def _others(sight: Sight, plan: _Plan, width: int) -> Canvas:
    """The other players as they sit: who is dealt to first is at the dealer's left, your right."""
    if not sight.others:
        return Canvas(0, 0, FELT)
    if plan.others is not _Detail.BRIEF:
        shown = _nearest(sight, max(width // LEAST_SEAT_WIDTH, 1))
        each = min(width // len(shown), WIDEST_SEAT)
        has_spots = plan.others is _Detail.SPOTS
        blocks = [full_seat(seat, each, has_spots=has_spots) for seat in reversed(shown)]
        row = beside(blocks, FELT, gap=0)
        left_out = len(sight.others) - len(shown)
        return below([row, label(f"and {left_out} more")], FELT) if left_out else row
    for most in (6, 2):
        shown = _nearest(sight, most)
        left_out = len(sight.others) - len(shown)
        more = [label(f"and {left_out} more")] if left_out else []
        rows = flow([*more, *(brief_seat(seat) for seat in reversed(shown))], width, FELT, gap=3)
        if rows.height <= 2:
            break
    return rows


def _nearest(sight: Sight, most: int) -> list[SeatSight]:
    """Those who sit nearest to the player, in the order of the seats."""
    by_distance = sorted(sight.others, key=lambda seat: abs(seat.number - sight.own.number))
    return sorted(by_distance[:most], key=lambda seat: seat.number)


def _own_cards(sight: Sight, plan: _Plan, width: int) -> Canvas | None:
    """The player's hands, None before he has any."""
    hands = own_hands(sight)
    if not hands:
        return None
    cards = hands_block(hands, plan.own, width, has_calls=False)
    if plan.own is CardSize.LARGE and plan.others is not _Detail.BRIEF:
        return below([label("Y O U", GOLD), cards], FELT)
    return cards


def _about_block(about: Entry | None, plan: _Plan) -> Canvas:
    """What must be known of the chosen spot, where the cards will lie."""
    if about is None or plan.own is not CardSize.LARGE:
        return Canvas(0, plan.own, FELT)
    down = max(-(-len(about.rows) // 2), 1)
    columns = []
    for start in range(0, len(about.rows), down):
        rows = about.rows[start : start + down]
        names, odds = (max(len(row[at]) for row in rows) for at in (0, 1))
        lines = [label(f"{name:<{names}}  {pay:>{odds}}", TEXT) for name, pay in rows]
        columns.append(below(lines, FELT))
    sentences = [label(sentence, TEXT) for sentence in about.sentences]
    pays = beside(columns, FELT, gap=5)
    return below([label(about.title, GOLD), pays, *sentences], FELT)
