"""Keys that can be clicked: what may be done now, each with the key that does it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from croupier.terminal.screen.canvas import Canvas, Zone, beside

__all__ = ["Button", "ButtonBar"]

_KEY = Style(color="#0b3d2e", bgcolor="#f0c75e", bold=True)


@dataclass(frozen=True, slots=True)
class Button:
    """One thing that may be done."""

    key: str
    """As it is shown: `1 p`, `⏎`."""
    label: str
    action: str
    """The screen's action."""
    is_main: bool = False
    """What is most likely meant: deal, next round."""
    is_dim: bool = False
    """What cannot be afforded."""
    is_hinted: bool = False
    colour: str | None = None
    """Of the chip, where it is one."""
    begins_row: bool = False

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return len(self.key) + 2 + 2 * (self.colour is not None) + 1 + len(self.label)

    def draw(self, ground: str, width: int, key_width: int, *, is_hovered: bool) -> Canvas:
        """The key in so many columns, and what it does."""
        face = Style(color=self._ink, bgcolor="#1d7a57" if is_hovered else ground)
        if self.is_main or self.is_hinted:
            face += Style(bold=True)
        if self.is_dim:
            face += Style(strike=True)
        sheet = Canvas(width, 1, face)
        sheet.put(0, 0, f" {self.key:^{key_width}} ", _KEY)
        x = key_width + 3
        if self.colour is not None:
            sheet.put(x, 0, "●", Style(color=self.colour, bgcolor=face.bgcolor))
            x += 2
        room = width - x
        sheet.put(x, 0, self.label if len(self.label) <= room else self.label[: room - 1], face)
        if len(self.label) > room:
            sheet.put(width - 1, 0, "…", face)
        sheet.zones.append(Zone(0, 0, width, 1, self.action))
        return sheet

    @property
    def _ink(self) -> str:
        if self.is_dim:
            return "#86998f"
        if self.is_hinted:
            return "#9dff8a"
        return "#f0c75e" if self.is_main else "#f1ecd9"


class ButtonBar(Widget):
    """Buttons in rows: side by side where they are short, in columns where they are many."""

    def __init__(self, *, ground: str, face: str, gap: int, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._gap = gap
        self._ground = Style(bgcolor=ground)
        self._face = face
        self._buttons: tuple[Button, ...] = ()
        self._hovered: str | None = None
        self.canvas = Canvas(0, 0, self._ground)

    def show(self, buttons: Sequence[Button], width: int) -> None:
        """Shows these, in so much room."""
        self._buttons = tuple(buttons)
        self._draw(width)

    def _draw(self, width: int) -> None:
        rows = self._rows(width)
        self.canvas = Canvas(width, 0, self._ground)
        if rows:
            self.canvas = Canvas(width, len(rows), self._ground)
            for y, row in enumerate(rows):
                self.canvas.paste(beside(row, self._ground, self._gap), 0, y)
        if self.styles.height is None or self.styles.height.value != len(rows):
            self.styles.height = len(rows)
        self.refresh()

    def _rows(self, width: int) -> list[list[Canvas]]:
        is_list = len(self._buttons) > 5 and max(len(one.label) for one in self._buttons) > 14
        widest_key = max((len(button.key) for button in self._buttons), default=0)
        widest = max(
            (button.width + widest_key - len(button.key) for button in self._buttons), default=0
        )
        widest = min(widest, width)
        rows: list[list[Canvas]] = []
        room = 0
        for button in self._buttons:
            own_width = widest if is_list else min(button.width, width)
            if not rows or own_width > room or button.begins_row:
                rows.append([])
                room = width
            is_hovered = button.action == self._hovered
            key_width = widest_key if is_list else len(button.key)
            drawn = button.draw(self._face, own_width, key_width, is_hovered=is_hovered)
            rows[-1].append(drawn)
            room -= own_width + self._gap
        return rows

    def render_line(self, y: int) -> Strip:
        """One row of it."""
        if y >= self.canvas.height:
            return Strip.blank(self.size.width, self._ground)
        return Strip(self.canvas.segments(y), self.canvas.width)

    async def on_click(self, event: events.Click) -> None:
        """Does what the key does."""
        action = self._at(event.x, event.y)
        if action is not None:
            await self.screen.run_action(action)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Lights up the button under the mouse."""
        self._hover(self._at(event.x, event.y))

    def on_leave(self) -> None:
        """Lights none."""
        self._hover(None)

    def _at(self, x: int, y: int) -> str | None:
        return next((zone.action for zone in self.canvas.zones if zone.holds(x, y)), None)

    def _hover(self, action: str | None) -> None:
        if action != self._hovered:
            self._hovered = action
            self._draw(self.canvas.width)
