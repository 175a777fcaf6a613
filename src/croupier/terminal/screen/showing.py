"""The table on the screen, as far as it is shown: what the player sees, card after card."""

from collections.abc import Callable
from dataclasses import replace

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from croupier.money import format_cents
from croupier.rejection import Rejection
from croupier.table.events import CardDealt, CardsMoved, CardsTurned, HandCalled, WagerSettled
from croupier.terminal.narration import Line
from croupier.terminal.screen.buttons import ButtonBar
from croupier.terminal.screen.felt import Felt, Scene
from croupier.terminal.screen.keymap import COACHED, SERVICE
from croupier.terminal.screen.log import LogPanel
from croupier.terminal.screen.panel import Panel, panel_for
from croupier.terminal.session import Session
from croupier.terminal.sheet import spot_entry
from croupier.terminal.sight import Phase, Sight, look
from croupier.terminal.wording import up_or_down

__all__ = ["LEAST_HEIGHT", "LEAST_WIDTH", "ShownTable"]

LEAST_WIDTH, LEAST_HEIGHT = 80, 24
_COMFORTABLE_WIDTH, _COMFORTABLE_HEIGHT = 110, 34
_LONGEST_DEAL_S = 4.0
_MOST_FOLLOWED = 8
"""Of more other players than that the log would tell of nothing else."""


class ShownTable(Screen[None]):
    """A session as it is shown."""

    def __init__(self, session: Session, pace_s: float) -> None:
        super().__init__()
        self._session = session
        self._pace_s = pace_s
        self._spot_at = self._first_spot()
        self._is_picking = False
        self._said: tuple[str, bool] | None = None
        """What was said last, and whether it was a no; until the next key."""
        self._hinted: str | None = None
        self._past: list[Line] = []
        """The log of the rounds before."""
        self._shown = len(session.events)
        """How many events of the round are laid out."""
        self._timer: Timer | None = None
        self.sight: Sight = look(session)

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            yield Felt()
            yield LogPanel()
        yield Panel()
        yield ButtonBar(ground="#3b2413", face="#3b2413", gap=1, id="service")
        yield Static(id="too-small")

    def on_mount(self) -> None:
        """Bets are open."""
        self._is_picking = self._session.table.picks is not None
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Says how large a terminal must be, where it is not."""
        width, height = event.size
        self.set_class(width < LEAST_WIDTH or height < LEAST_HEIGHT, "-too-small")
        self.set_class(self._is_compact(), "-compact")
        self.query_one("#too-small", Static).update(
            f"The table needs a terminal of {LEAST_WIDTH} by {LEAST_HEIGHT} characters; this one "
            f"has {width} by {height}.\nMake it larger, or play in lines: croupier play --lines.\n"
            "q leaves the table."
        )
        self._show()

    def _is_compact(self) -> bool:
        width, height = self.size
        return width < _COMFORTABLE_WIDTH or height < _COMFORTABLE_HEIGHT

    # What is shown.

    def _show(self) -> None:
        session = self._session
        self.sight = sight = look(session, self._shown)
        chosen = self._chosen() if sight.phase is Phase.BETTING and not self._is_picking else None
        content = panel_for(
            session, sight, chosen, is_picking=self._is_picking, hinted=self._hinted
        )
        if self._said is not None and sight.phase is not Phase.DEALING:
            content = replace(
                content, note=self._said[0], is_refusal=self._said[1], more="", tone=None
            )
        self.query_one("#head", Static).update(self._head())
        width = self.size.width - 4
        self.query_one(Panel).show(content, width)
        service = SERVICE if session.coach is None else COACHED
        self.query_one("#service", ButtonBar).show(service, self.size.width - 2)
        for phase in Phase:
            self.set_class(sight.phase is phase, f"-{phase}")
        is_brief = self._is_compact() or len(sight.others) > _MOST_FOLLOWED
        self.query_one(LogPanel).show((*self._past, *sight.lines), is_brief=is_brief)
        about = spot_entry(session.table, chosen) if chosen is not None else None
        self.query_one(Felt).show(Scene(sight, session.game.name, chosen, about))

    def _head(self) -> Text:
        session, sight = self._session, self.sight
        up = sight.evening_cents
        left = Text.assemble((f" ♠ {session.game.name} ", "bold #f0c75e"))
        right = Text.assemble(
            ("Bankroll ", "#d9d2ba"),
            (format_cents(sight.rack_cents), "bold #ffffff"),
            ("  On the felt ", "#d9d2ba"),
            (format_cents(sight.in_action_cents), "bold #ffffff"),
            (f"  {up_or_down(up)} ", "#9dff8a" if up > 0 else "#ffb3a7" if up else "#d9d2ba"),
        )
        where = f" Round {session.round_number} · Seat {session.seat} "
        if left.cell_len + len(where) + right.cell_len <= self.size.width:
            left.append(where, "#d9d2ba")
        left.append(" " * max(self.size.width - left.cell_len - right.cell_len, 1))
        return left.append_text(right)

    def _say(self, text: str, *, is_refusal: bool = False) -> None:
        """Says something until the next key."""
        self._said = (text, is_refusal)
        self._show()

    # Laying the cards out one after the other.

    def _lay_out(self) -> None:
        """Shows what has happened since, card by card."""
        waiting = self._session.events[self._shown :]
        beats = sum(_is_beat(event, self._session.seat) for event in waiting)
        if not self._pace_s or not beats:
            self._shown = len(self._session.events)
            self._show()
            return
        self._timer = self.set_interval(min(self._pace_s, _LONGEST_DEAL_S / beats), self._beat)
        self._beat()

    def _beat(self) -> None:
        events = self._session.events
        while self._shown < len(events):
            self._shown += 1
            if _is_beat(events[self._shown - 1], self._session.seat):
                break
        if self._shown == len(events):
            self._stop_timer()
        self._show()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _show_all(self) -> None:
        self._stop_timer()
        self._shown = len(self._session.events)
        self._show()

    def _try(self, act: Callable[[], object]) -> bool:
        """Does something, or says why not; whether it was done."""
        self._said = None
        try:
            act()
        except Rejection as rejection:
            self._say(rejection.detail, is_refusal=True)
            return False
        self._hinted = None
        self._lay_out()
        return True

    def _first_spot(self) -> int:
        """Where the first chip usually goes: a wager that must be bet."""
        needed = self._session.draft.completed().stakes
        spots = [wager.spot for wager in self._session.bettable]
        return next((at for at, spot in enumerate(spots) if spot in needed), 0)

    def _chosen(self) -> str:
        return self._session.bettable[self._spot_at].spot


def _is_beat(event: object, seat: int) -> bool:
    """Whether something is to be seen for a moment before the next."""
    if isinstance(event, WagerSettled):
        return event.seat == seat
    return isinstance(event, CardDealt | CardsTurned | CardsMoved | HandCalled)
