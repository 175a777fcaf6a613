"""Draws the picture of `croupier play` in the documentation: a real round, really played.

.venv/bin/python tools/play_picture.py
"""

import asyncio
import re
from pathlib import Path

from croupier.cards import Seed, parse_hand
from croupier.table.registry import find_game
from croupier.table.settings import settings_for
from croupier.terminal.decks import Decks
from croupier.terminal.screen.app import TableApp
from croupier.terminal.seating import Seating
from croupier.terminal.session import Session

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "images" / "play.svg"
SIZE = (120, 40)
CARDS = "Kd 7c 4s Qh Qd Qc Td 9s 2h Ac Jd 8s"
"""Seat 1, seat 2 (the player), seat 3, the dealer: three to each."""
KEYS = ("left", "2", "right", "2", "enter", "p")
"""$5 on Pair Plus, $5 on the Ante, deal, play."""

FONTS = '"DejaVu Sans Mono", Consolas, Menlo, monospace'


async def screenshot() -> str:
    """The screen after the round, as an SVG."""
    game = find_game("three-card-poker")
    decks = Decks(game.devices[0], master=Seed(bytes(32)), first_cards=parse_hand(CARDS))
    session = Session(game, settings_for(game), decks, Seating(seat=2, bots=2))
    app = TableApp(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*KEYS)
        await pilot.pause()
        assert session.is_over, "the keys play one round to its end"
        return app.export_screenshot(title="croupier play three-card-poker", simplify=True)


def without_fetched_fonts(svg: str) -> str:
    """The picture with fonts every machine has: Rich's would be fetched from elsewhere."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: Fira Code, monospace;", f"font-family: {FONTS};", svg)
    svg = re.sub(r"<!-- Generated with Rich .*? -->", "", svg)
    label = 'role="img" aria-label="croupier play three-card-poker: the end of a round" xmlns='
    return "\n".join(line.rstrip() for line in svg.replace("xmlns=", label, 1).splitlines() if line)


def main() -> None:
    """Writes docs/images/play.svg."""
    PICTURE.write_text(without_fetched_fonts(asyncio.run(screenshot())) + "\n", encoding="utf-8")
    print(f"wrote {PICTURE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
