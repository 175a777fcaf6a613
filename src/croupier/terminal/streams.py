"""Lines from one stream and to another: a terminal, a pipe, a file."""

import re
from typing import TextIO

__all__ = ["StreamLines"]

_PLAIN = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", "“": '"', "”": '"', "…": "..."})
_RED_CARD = re.compile(r"(?:10|[2-9JQKA])[♦♥]")


class StreamLines:
    """Reads and writes; repeats what is read where nobody saw it typed."""

    def __init__(self, source: TextIO, target: TextIO, *, has_colour: bool = False) -> None:
        self._source = source
        self._target = target
        self._has_colour = has_colour
        self._is_typed = source.isatty()
        self._can_show_suits = _can_show(target.encoding, "♣♦♥♠“”…")

    def read(self) -> str | None:
        """The next line, None when there are no more."""
        if self._is_typed:
            self._put("> ")
        try:
            line = self._source.readline()
        except UnicodeDecodeError:
            # Somebody sends what is no text: there is nothing to be made of the rest either.
            line = ""
        except KeyboardInterrupt:
            line = ""
        if not line:
            if self._is_typed:
                self._put("\n")
            return None
        said = line.rstrip("\r\n")
        if not self._is_typed:
            self._put(f"> {said}\n" if said.isprintable() else "> ?\n")
        return said

    def write(self, text: str) -> None:
        """Shows a line."""
        self._put(f"{text}\n")

    def _put(self, text: str) -> None:
        if not self._can_show_suits:
            text = text.translate(_PLAIN)
        elif self._has_colour:
            text = _RED_CARD.sub("\033[31m\\g<0>\033[0m", text)
        self._target.write(text)
        self._target.flush()


def _can_show(encoding: str | None, text: str) -> bool:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
