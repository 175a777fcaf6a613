"""Draws the pictures of the terminal in the documentation: real rounds, really played.

.venv/bin/python tools/play_picture.py
"""

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path

from croupier.cards import Seed, parse_hand
from croupier.table.registry import find_game
from croupier.table.settings import settings_for
from croupier.terminal.decks import Decks
from croupier.terminal.screen.app import TableApp
from croupier.terminal.seating import Seating
from croupier.terminal.session import Session
from croupier.training.coach.coaching import Coach

ROOT = Path(__file__).parent.parent
SIZE = (120, 40)
FONTS = '"DejaVu Sans Mono", Consolas, Menlo, monospace'


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: what is played, with which keys, and what it shows."""

    name: str
    command: str
    """What somebody types to sit there."""
    shows: str
    keys: tuple[str, ...]
    cards: str = ""

    @property
    def game(self) -> str:
        """The game's id."""
        return self.command.split()[-1]

    @property
    def has_coach(self) -> bool:
        """Whether a coach sits beside the player."""
        return " coach " in self.command


PICTURES = (
    # Seat 1, seat 2 (the player), seat 3, the dealer: three cards to each. $5 on Pair Plus, $5 on
    # the Ante, deal, play.
    Picture(
        "play",
        "croupier play three-card-poker",
        "the end of a round",
        ("left", "2", "right", "2", "enter", "p"),
        "Kd 7c 4s Qh Qd Qc Td 9s 2h Ac Jd 8s",
    ),
    # The least bet, deal, and the hands set in a way that is not the best.
    Picture(
        "coach",
        "croupier coach roll-your-own-blackjack",
        "the coach says what a choice has cost",
        ("m", "enter", "1"),
    ),
)


async def screenshot(picture: Picture) -> str:
    """The screen after the last key, as an SVG."""
    game = find_game(picture.game)
    settings = settings_for(game)
    cards = parse_hand(picture.cards) if picture.cards else ()
    decks = Decks(game.devices[0], master=Seed(bytes(32)), first_cards=cards)
    coach = Coach(game, settings, 2) if picture.has_coach else None
    session = Session(game, settings, decks, Seating(seat=2, bots=2), coach=coach)
    app = TableApp(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*picture.keys)
        await pilot.pause()
        assert session.is_over or session.remarks, "the keys play a round"
        return app.export_screenshot(title=picture.command, simplify=True)


def without_fetched_fonts(svg: str, label: str) -> str:
    """The picture with fonts every machine has: Rich's would be fetched from elsewhere."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: Fira Code, monospace;", f"font-family: {FONTS};", svg)
    svg = re.sub(r"<!-- Generated with Rich .*? -->", "", svg)
    svg = svg.replace("xmlns=", f'role="img" aria-label="{label}" xmlns=', 1)
    return "\n".join(line.rstrip() for line in svg.splitlines() if line)


def main() -> None:
    """Writes them to docs/images/."""
    for picture in PICTURES:
        path = ROOT / "docs" / "images" / f"{picture.name}.svg"
        svg = asyncio.run(screenshot(picture))
        label = f"{picture.command}: {picture.shows}"
        path.write_text(without_fetched_fonts(svg, label) + "\n", encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
