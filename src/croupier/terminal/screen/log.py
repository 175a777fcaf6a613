"""The log: what happened, and why each wager ended as it did."""

import re
from collections.abc import Iterable, Sequence

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static

from croupier.terminal.narration import Line, Tone
from croupier.terminal.screen.colours import TONES

__all__ = ["LogPanel", "log_text"]

_MOST_LINES = 60
_LONG_HASH = re.compile(r"\b([0-9a-f]{12})[0-9a-f]{52}\b")
_RED_CARD = r"(?:10|[2-9JQKA])[♦♥]"


def log_text(lines: Iterable[Line]) -> Text:
    """Lines in their colours, with the reason under each wager that ended."""
    whole = Text()
    for line in lines:
        if whole:
            whole.append("\n")
        whole.append(_LONG_HASH.sub(r"\1…", line.text), TONES[line.tone])
        if line.why:
            whole.append(f"\n  {line.why}", "italic #d9d2ba")
            whole.append(f" ({line.clause})", "#8fa59a")
    whole.highlight_regex(_RED_CARD, "bold #ff7a6b")
    return whole


class LogPanel(VerticalScroll):
    """The latest lines, the last one in sight."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__(Static(id="log-text"), id="log")

    def show(self, lines: Sequence[Line], *, is_brief: bool) -> None:
        """Shows the latest of these; where there is little room, without other players."""
        told = [line for line in lines if not (is_brief and line.tone is Tone.OTHERS)]
        self.query_one("#log-text", Static).update(log_text(told[-_MOST_LINES:]))
        # Only after the text has taken its new height is its end known.
        self.call_after_refresh(self.scroll_end, animate=False)
