"""What the player is told and offered at each moment: a prompt, a note, and buttons."""

from dataclasses import dataclass, replace

from rich.text import Text
from textual.containers import Vertical
from textual.widgets import Static

from croupier.money import format_cents
from croupier.terminal.draft import chips_for
from croupier.terminal.keys import keyed
from croupier.terminal.narration import Tone
from croupier.terminal.screen.buttons import Button, ButtonBar
from croupier.terminal.screen.colours import CHIPS, TONES
from croupier.terminal.session import Session
from croupier.terminal.sight import Phase, Sight

__all__ = ["Panel", "PanelContent", "panel_for", "pick_keys"]


@dataclass(frozen=True, slots=True)
class PanelContent:
    """All that the panel shows."""

    prompt: str
    note: str
    buttons: tuple[Button, ...]
    is_refusal: bool = False
    """Whether the note says no."""
    tone: Tone | None = None
    """How the note is meant, where somebody else says it."""
    more: str = ""
    """What is added to the note where there is room."""


class Panel(Vertical):
    """The lower edge of the screen, where the player is asked."""

    def __init__(self) -> None:
        buttons = ButtonBar(ground="#0a3a2a", face="#12503a", gap=2, id="buttons")
        super().__init__(Static(id="prompt"), buttons, id="panel")

    def show(self, content: PanelContent, width: int) -> None:
        """Shows it in so much room."""
        prompt = Text.assemble((content.prompt, "bold #f0c75e"))
        note = content.note
        if len(note) + len(content.more) + 1 <= width:
            note = f"{note} {content.more}".strip()
        if note:
            # In one line where both fit.
            is_short = len(content.prompt) + len(note) + 3 <= width
            prompt.append("   " if is_short else "\n")
            tone = TONES[content.tone] if content.tone is not None else "#d9d2ba"
            if content.is_refusal:
                tone = "bold #ffffff on #9b1c2c"
            prompt.append(note, tone)
        self.query_one("#prompt", Static).update(prompt)
        self.query_one(ButtonBar).show(content.buttons, width)


def panel_for(
    session: Session, sight: Sight, chosen: str | None, *, is_picking: bool, hinted: str | None
) -> PanelContent:
    """What is to be said and offered now, where nothing special is."""
    content = _content_for(session, sight, chosen, is_picking=is_picking, hinted=hinted)
    if sight.remark is not None and not content.note:
        return replace(content, note=sight.remark.text, tone=sight.remark.tone)
    return content


def _content_for(
    session: Session, sight: Sight, chosen: str | None, *, is_picking: bool, hinted: str | None
) -> PanelContent:
    match sight.phase:
        case Phase.BETTING if is_picking:
            return _picking(session)
        case Phase.BETTING:
            return _betting(session, chosen)
        case Phase.DECIDING:
            return _deciding(session, sight, hinted)
        case Phase.DEALING:
            return PanelContent("The dealer deals …", "Any key shows all at once.", ())
        case Phase.OVER:
            return _over(session, sight)


def _betting(session: Session, chosen: str | None) -> PanelContent:
    chips = [
        Button(
            str(at), format_cents(chip.value_cents), f"chip({at - 1})", colour=CHIPS[chip.colour]
        )
        for at, chip in enumerate(chips_for(session.table), 1)
    ]
    acts = [
        Button("⏎", "Deal", "go_on", is_main=True, begins_row=True),
        Button("m", "Least", "complete"),
        Button("r", "Same", "bet_again"),
        Button("d", "Double", "double"),
        Button("c", "Clear", "clear"),
        Button("a", "Amount", "amount"),
    ]
    if session.table.picks is not None:
        acts.insert(1, Button("p", "Pick", "picking"))
    objection = session.slip_objection() if session.draft.stakes else None
    prompt = "Place your bets." if objection or not session.draft.stakes else "Ready to deal."
    more = session.table.wagers[chosen].about if chosen is not None and not objection else ""
    note = objection or _about(session, chosen)
    return PanelContent(prompt, note, (*chips, *acts), more=more)


def _about(session: Session, chosen: str | None) -> str:
    """What may be bet on the chosen spot."""
    if chosen is None:
        return ""
    if session.rack_cents < session.least_cents() and not session.draft.stakes:
        least = format_cents(session.least_cents())
        return f"The least bet is {least}, and you have less: $ buys in again."
    return f"{session.table.limits[chosen].sentence(chosen)}."


def _picking(session: Session) -> PanelContent:
    picks = session.table.picks
    assert picks is not None, "in this game nothing is picked"
    chosen = ", ".join(one for one in picks.choices if one in session.draft.picks) or "none yet"
    return PanelContent(
        picks.question,
        f"{picks.sentence}. Picked: {chosen}.",
        (
            Button("⏎", "Done", "picking", is_main=True),
            Button("r", "Any", "pick_at_random"),
            *(
                _pick_button(key, choice, is_picked=choice in session.draft.picks)
                for key, choice in pick_keys(session).items()
            ),
        ),
    )


def _pick_button(key: str, choice: str, *, is_picked: bool) -> Button:
    """One that can be picked; where its key is its name, that is not said twice."""
    name = choice if choice != key else ""
    label = f"{name} ★".strip() if is_picked else name
    return Button(key, label, f"pick({choice!r})", is_hinted=is_picked)


def pick_keys(session: Session) -> dict[str, str]:
    """Which key picks which: its own name where that is one character."""
    picks = session.table.picks
    choices = picks.choices if picks is not None else ()
    letters = [one for one in "1234567890abcdefghjkmnopsuwxyz" if one not in choices]
    return {
        choice if len(choice) == 1 else letters.pop(0): choice for choice in choices[: len(letters)]
    }


def _deciding(session: Session, sight: Sight, hinted: str | None) -> PanelContent:
    assert sight.asked is not None, "somebody decides who is asked"
    place = sight.asked.place
    buttons = tuple(
        Button(
            f"{one.number} {one.letter}".strip(),
            one.option.label,
            f"decide({one.option.name!r})",
            is_dim=not session.can_afford(one.option),
            is_hinted=one.option.name == hinted,
        )
        for one in keyed(sight.asked.options)
    )
    return PanelContent(f"{sight.question}{f' ({place.name})' if place else ''}", "", buttons)


def _over(session: Session, sight: Sight) -> PanelContent:
    won = sight.own.won_cents
    if sight.is_void:
        prompt = "The round is void; every wager came back."
    elif won > 0:
        prompt = f"You win {format_cents(won)}."
    else:
        prompt = f"You lose {format_cents(-won)}." if won else "You break even."
    buttons = (
        Button("⏎", "Next round", "go_on", is_main=True),
        Button("r", "Same bet again", "bet_again"),
        Button("l", "Why?", "log"),
        Button("v", "Check the shuffle", "proof"),
    )
    least = session.least_cents()
    if session.trouble:
        return PanelContent(prompt, session.trouble, buttons, is_refusal=True)
    note = ""
    if session.rack_cents < least:
        note = f"The least bet is {format_cents(least)}, and you have less: $ buys in again."
    return PanelContent(prompt, note, buttons)
