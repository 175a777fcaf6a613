"""The player's own spots: as boxes on the felt, or as a list where there are many."""

from textwrap import wrap

from rich.style import Style

from croupier.money import format_cents
from croupier.terminal.screen.art import chips
from croupier.terminal.screen.blocks import label
from croupier.terminal.screen.canvas import Canvas, Zone, below, beside
from croupier.terminal.screen.colours import DIM, FELT, GOLD, LOSS, PUSH, RAIL, TEXT, WIN
from croupier.terminal.sight import Sight, Spot

__all__ = ["spots_as_boxes", "spots_as_list"]

_LEAST_WIDTH = 13


def spots_as_boxes(sight: Sight, chosen: str | None, width: int) -> Canvas | None:
    """A box for each spot in one row, names in two lines if need be; None if they do not fit."""
    for name_lines in (1, 2):
        boxes = [
            _box(spot, name_lines, is_chosen=spot.name == chosen) for spot in _worth_showing(sight)
        ]
        row = beside(boxes, FELT)
        if row.width <= width:
            return row
    return None


def spots_as_list(sight: Sight, chosen: str | None, width: int, rows: int) -> Canvas:
    """A line for each spot, in as many columns as fit; empty ones left out if need be."""
    shown = _worth_showing(sight)
    columns = max(1, min(len(shown), width // 27))
    if -(-len(shown) // columns) > rows and chosen is None:
        shown = [spot for spot in shown if spot.stake_cents or spot.settled]
    each = min((width - 2 * (columns - 1)) // columns, 32)
    down = -(-len(shown) // columns)
    lines = [_line(spot, each, is_chosen=spot.name == chosen) for spot in shown]
    stacks = [below(lines[at : at + down], FELT) for at in range(0, len(lines), max(down, 1))]
    return beside(stacks, FELT, gap=2)


def _worth_showing(sight: Sight) -> list[Spot]:
    """Bonuses that are not bet have no spot until they are paid."""
    return [spot for spot in sight.own.spots if spot.has_felt or spot.settled]


def _box(spot: Spot, name_lines: int, *, is_chosen: bool) -> Canvas:
    inside, style = _inside(spot)
    name = [spot.name] if name_lines == 1 else wrap(spot.name, max(len(spot.name) // 2 + 2, 9))
    widest = max(inside.width, *(len(line) for line in name))
    sheet = Canvas(max(widest + 4, _LEAST_WIDTH), 3 + name_lines, FELT)
    edge = GOLD if is_chosen else RAIL if spot.is_bettable else DIM
    if is_chosen:
        sheet.frame(edge, "╔╗╚╝", "═║")
    else:
        sheet.frame(edge)
    for y, line in enumerate(name, 1):
        sheet.centre(y, line, GOLD if is_chosen else style)
    sheet.paste(inside, (sheet.width - inside.width) // 2, sheet.height - 2)
    if spot.is_bettable:
        sheet.zones.append(Zone(0, 0, sheet.width, sheet.height, f"choose_spot({spot.name!r})"))
    return sheet


def _line(spot: Spot, width: int, *, is_chosen: bool) -> Canvas:
    inside, style = _inside(spot)
    sheet = Canvas(width, 1, FELT)
    room = width - 3 - inside.width
    name = spot.name if len(spot.name) <= room else f"{spot.name[: room - 1]}…"
    sheet.put(0, 0, f"{'▶' if is_chosen else ' '} {name}", GOLD if is_chosen else style)
    sheet.paste(inside, width - inside.width, 0)
    if spot.is_bettable:
        sheet.zones.append(Zone(0, 0, width, 1, f"choose_spot({spot.name!r})"))
    return sheet


def _inside(spot: Spot) -> tuple[Canvas, Style]:
    """What lies on a spot, or how it ended; and how its name is written."""
    if spot.stake_cents:
        return chips(spot.stake_cents), TEXT
    if spot.settled:
        won = spot.won_cents
        if won > 0:
            return label(f"✔ +{format_cents(won)}", WIN), WIN
        if won < 0:
            return label(f"✘ −{format_cents(-won)}", LOSS), LOSS
        return label("= push", PUSH), PUSH
    return label("·", DIM), TEXT if spot.is_bettable else DIM
