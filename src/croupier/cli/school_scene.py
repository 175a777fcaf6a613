"""A scene of the school in lines: which cards lie where, and which chips on which spot."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from croupier.cards import Card
from croupier.cli.columns import WIDTH
from croupier.cli.output import show_cards, suits_can_be_shown
from croupier.money import format_stakes
from croupier.training.scene import Laid, Scene

__all__ = ["known_cards", "scene_lines"]

_OWNER_WIDTH = 9
_BETS = "Bets"
_MOST_BACKS = 9
"""More cards that lie face down are counted, not drawn."""


def scene_lines(scene: Scene) -> list[str]:
    """The dealer's cards first, then what is nobody's, then each seat with its chips."""
    owners = {laid.place.owner for laid in scene.laid} | {staked.seat for staked in scene.staked}
    lines = []
    for owner in sorted(owners, key=_order):
        rows = list(_rows(scene, owner))
        for at, row in enumerate(rows):
            lines.append(f"  {_owner(owner) if at == 0 else '':{_OWNER_WIDTH}}{row}".rstrip())
    return lines


def _order(owner: int) -> tuple[bool, int]:
    """The dealer, the table itself, and the seats from the dealer's left."""
    return owner > 0, abs(owner)


def _owner(owner: int) -> str:
    return {0: "Dealer", -1: "Table"}.get(owner, f"Seat {owner}")


def _rows(scene: Scene, owner: int) -> Iterator[str]:
    mine = [laid for laid in scene.laid if laid.place.owner == owner]
    stakes = [(staked.spot, staked.cents) for staked in scene.staked if staked.seat == owner]
    names = [laid.place.name for laid in mine] + ([_BETS] if stakes else [])
    width = max(map(len, names), default=0) + 2
    singles = [laid for laid in mine if len(laid.cards) == 1]
    # A row of cells, a card in each, is shown as a row.
    if len(singles) > 3:
        mine = [laid for laid in mine if len(laid.cards) != 1]
        yield from _in_rows(
            [f"{one.place.name} {_card(one.cards[0])}" for one in singles], WIDTH - 2 - _OWNER_WIDTH
        )
    for laid in mine:
        for at, row in enumerate(_cards(laid, WIDTH - 2 - _OWNER_WIDTH - width)):
            yield f"{laid.place.name if at == 0 else '':{width}}{row}"
    room = WIDTH - 2 - _OWNER_WIDTH - width
    for at, row in enumerate(_in_rows([format_stakes([one]) for one in stakes], room)):
        yield f"{'' if at else _BETS:{width}}{row}"


def _in_rows(cells: Sequence[str], room: int) -> Iterator[str]:
    """Cells beside each other, as many as there is room for."""
    row = ""
    for cell in cells:
        if row and _seen_width(row) + 3 + _seen_width(cell) > room:
            yield row
            row = ""
        row = f"{row}   {cell}" if row else cell
    if row:
        yield row


def _seen_width(text: str) -> int:
    """Without what colours it."""
    return sum(len(part) for part in text.split("\033")[:1]) + sum(
        len(part.partition("m")[2]) for part in text.split("\033")[1:]
    )


def _cards(laid: Laid, room: int) -> list[str]:
    """The cards in rows; many backs on a heap as their number."""
    shown: list[str] = []
    for is_back, run in groupby(laid.cards, key=lambda card: card is None):
        cards = list(run)
        if is_back and len(cards) > _MOST_BACKS:
            shown.append(f"{len(cards)} cards face down")
        else:
            shown += map(_card, cards)
    a_row = max(room // 4, 1)
    return [" ".join(shown[at : at + a_row]) for at in range(0, len(shown), a_row)]


def _card(card: Card | None) -> str:
    if card is None:
        return "▒▒" if suits_can_be_shown() else "##"
    return show_cards([card])


def known_cards(scene: Scene) -> list[Card]:
    """The cards whose faces show, in the order in which they are shown."""
    return [card for laid in _in_order(scene.laid) for card in laid.cards if card is not None]


def _in_order(laid: Iterable[Laid]) -> list[Laid]:
    return sorted(laid, key=lambda one: (_order(one.place.owner), one.place))
