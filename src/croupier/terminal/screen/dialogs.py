"""What comes up over the table: pages to read, an amount to type, a question before leaving."""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from croupier.money import parse_cents
from croupier.rejection import Rejection

__all__ = ["AmountDialog", "LeaveDialog", "Page"]


class Page(ModalScreen[None]):
    """Something to read, with a way back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,space", "dismiss", "Back")]

    def __init__(self, title: str, content: Text, *, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._content = content
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        """A title, the text, and how to go back."""
        with Vertical(classes="dialog page"):
            yield Label(self._title, classes="dialog-title")
            yield VerticalScroll(Static(self._content), id="page-text")
            yield Label("↑ ↓ scroll · Esc or Enter goes back to the table", classes="dialog-keys")

    def on_mount(self) -> None:
        """The arrow keys scroll."""
        scroll = self.query_one("#page-text", VerticalScroll)
        scroll.focus()
        if self._at_end:
            scroll.scroll_end(animate=False)


class AmountDialog(ModalScreen[int | None]):
    """Asks for an amount of money."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question and a line to type in."""
        with Vertical(classes="dialog"):
            yield Label(self._question, classes="dialog-title")
            yield Input(placeholder="dollars, such as 25 or 12.50", id="amount")
            yield Label("", id="amount-refused")
            yield Label("Enter takes it · Esc goes back", classes="dialog-keys")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Takes an amount, or says why it is none."""
        try:
            self.dismiss(parse_cents(event.value))
        except Rejection as rejection:
            self.query_one("#amount-refused", Label).update(rejection.detail)


class LeaveDialog(ModalScreen[bool]):
    """Asks before a round is left."""

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question, and its two answers."""
        with Vertical(classes="dialog"):
            yield Label(self._question, classes="dialog-title")
            yield Label("y leaves the table · n or Esc stays", classes="dialog-keys")

    def on_key(self, event: events.Key) -> None:
        """Yes or no."""
        event.stop()
        if event.key in ("y", "n", "escape"):
            self.dismiss(event.key == "y")
