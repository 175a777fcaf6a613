"""What each key does, by phase: the name of the screen's action."""

from typing import Final

from croupier.terminal.screen.buttons import Button

__all__ = ["ALWAYS", "BETTING", "COACHED", "OVER", "PICKING", "SERVICE"]

SERVICE: Final = (
    Button("?", "help", "help"),
    Button("i", "hint", "hint"),
    Button("t", "sheet", "sheet"),
    Button("l", "log", "log"),
    Button("v", "verify", "proof"),
    Button("$", "buy", "buy_in"),
    Button("o", "bot", "seat_bot"),
    Button("q", "leave", "leave"),
)
"""What is shown at the lower edge whatever happens."""
COACHED: Final = (
    *(one for one in SERVICE if one.key in "?i"),
    Button("C", "coach", "coach"),
    Button("A", "account", "account"),
    *(one for one in SERVICE if one.key in "tl$q"),
)
"""Where a coach sits beside the player: as much as goes into a line, the rest is on the help."""

ALWAYS: Final = {
    "?": "help",
    "f1": "help",
    "i": "hint",
    "t": "sheet",
    "l": "log",
    "v": "proof",
    "$": "buy_in",
    "o": "seat_bot",
    "O": "dismiss_bot",
    "C": "coach",
    "A": "account",
    "q": "leave",
    "ctrl+c": "leave",
    "ctrl+q": "leave",
}
BETTING: Final = {
    "left": "step_spot(-1)",
    "right": "step_spot(1)",
    "tab": "step_spot(1)",
    "shift+tab": "step_spot(-1)",
    "up": "step_stake(1)",
    "down": "step_stake(-1)",
    "+": "step_stake(1)",
    "-": "step_stake(-1)",
    "backspace": "take_back",
    "a": "amount",
    "m": "complete",
    "r": "bet_again",
    "d": "double",
    "x": "clear_spot",
    "c": "clear",
    "p": "picking",
    "enter": "go_on",
}
PICKING: Final = {"enter": "picking", "escape": "picking", "p": "picking", "r": "pick_at_random"}
OVER: Final = {"enter": "go_on", "r": "bet_again"}
