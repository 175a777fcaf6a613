"""The colours of the felt, the cards and the chips."""

from typing import Final

from rich.style import Style

from croupier.terminal.narration import Tone

__all__ = [
    "BACK",
    "CARD_BLACK",
    "CARD_EDGE",
    "CARD_RED",
    "CHIPS",
    "DIM",
    "FELT",
    "GOLD",
    "LOSS",
    "OWN_CARD_EDGE",
    "PRINT",
    "PUSH",
    "RAIL",
    "TEXT",
    "TONES",
    "WIN",
]

_FELT: Final = "#0b5a3c"
_IVORY: Final = "#fbf6e6"

FELT: Final = Style(bgcolor=_FELT)
TEXT: Final = Style(color="#f1ecd9", bgcolor=_FELT)
DIM: Final = Style(color="#8fbfa5", bgcolor=_FELT)
PRINT: Final = Style(color="#2f8560", bgcolor=_FELT, bold=True)
"""What is printed on the cloth."""
GOLD: Final = Style(color="#f0c75e", bgcolor=_FELT, bold=True)
RAIL: Final = Style(color="#c9a24a", bgcolor=_FELT)
WIN: Final = Style(color="#9dff8a", bgcolor=_FELT, bold=True)
LOSS: Final = Style(color="#ffb3a7", bgcolor=_FELT)
PUSH: Final = Style(color="#ffe29a", bgcolor=_FELT)

CARD_EDGE: Final = Style(color="#b9b09a", bgcolor=_IVORY)
OWN_CARD_EDGE: Final = Style(color="#b8860b", bgcolor=_IVORY, bold=True)
CARD_BLACK: Final = Style(color="#16181d", bgcolor=_IVORY, bold=True)
CARD_RED: Final = Style(color="#c3112d", bgcolor=_IVORY, bold=True)
BACK: Final = Style(color="#6f93d6", bgcolor="#1c3770")

CHIPS: Final = {
    "yellow": "#ffd23f",
    "purple": "#b07be8",
    "black": "#101010",
    "green": "#37e08b",
    "red": "#ff5a52",
    "pink": "#ff9fc6",
    "white": "#ffffff",
    "grey": "#a9b0b7",
    "brown": "#b87f4c",
}
"""What each chip of the rack looks like on green."""

TONES: Final = {
    Tone.PLAIN: "#f1ecd9",
    Tone.HOUSE: "#f0c75e",
    Tone.WIN: "bold #9dff8a",
    Tone.LOSS: "#ffb3a7",
    Tone.PUSH: "#ffe29a",
    Tone.OTHERS: "#8fa59a",
    Tone.PRAISE: "italic #a9d6ff",
    Tone.BLAME: "bold italic #ffc38a",
}
"""The colours of the log."""
