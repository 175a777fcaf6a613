"""The application: one table screen, its style, and nothing else."""

from textual.app import App

from croupier.terminal.screen.table import TableScreen
from croupier.terminal.session import Session

__all__ = ["TableApp"]


class TableApp(App[None]):
    """A table in the terminal."""

    CSS_PATH = "felt.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, session: Session, *, pace_s: float = 0.0) -> None:
        super().__init__()
        self.title = session.game.name
        self.table = TableScreen(session, pace_s)

    def on_mount(self) -> None:
        """The player sits down."""
        self.push_screen(self.table)
