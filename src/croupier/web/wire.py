"""Commands as they travel: JSON of a known shape, the same over HTTP and on sockets.

Numbers are whole numbers and nothing else; unknown fields are refused, so a misspelt one is not
silently ignored. What a table then thinks of a command is the table's affair.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from croupier.cards import Back, parse_card
from croupier.house import commands as told
from croupier.house.commands import TableCommand
from croupier.house.happenings import Role
from croupier.money import MOST_CENTS
from croupier.table.irregularity import IrregularityKind, Remedy
from croupier.web.shapes import refuse_shape

__all__ = ["COMMAND_MODELS", "COMMAND_NAMES", "AnyCommand", "CommandModel", "parse_command"]

STEPS: Final = ("deal", "release_rest", "turn", "act", "collect")
"""The steps of a round that a dealer does; all others follow from them."""

Seat = Annotated[int, Field(strict=True, ge=1, le=1_000_000, description="The seat's number.")]
Cents = Annotated[int, Field(strict=True, ge=1, le=MOST_CENTS, description="Whole cents.")]
Stake = Annotated[int, Field(strict=True, ge=0, le=MOST_CENTS, description="Whole cents.")]
RoundNumber = Annotated[
    int | None,
    Field(
        strict=True,
        ge=0,
        le=10**15,
        description="The round it is meant for; refused in any other. Always name it.",
    ),
]
Text = Annotated[str, Field(min_length=1, max_length=500)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
CommandId = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9_.:-]{1,64}$",
        description="Made up by whoever sends it, new for each command. Sent again under the same "
        "id, a command is done once and answered the same.",
        examples=["0b6c2f8e-2d1b-4a0c-9a51-6a3f7f6f6f10"],
    ),
]


class CommandModel(BaseModel):
    """What all commands have."""

    model_config = ConfigDict(extra="forbid")

    id: CommandId

    def command(self) -> TableCommand:
        """What a table is told."""
        raise NotImplementedError


class SitCommand(CommandModel):
    """Take a seat with credit from your wallet; without a number, the first that is free."""

    do: Literal["sit"]
    seat: Seat | None = None
    credit_cents: Cents

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Sit(self.seat, self.credit_cents)


class AddCreditCommand(CommandModel):
    """Bring more credit from your wallet to your seat."""

    do: Literal["add_credit"]
    seat: Seat
    cents: Cents

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.AddCredit(self.seat, self.cents)


class LeaveCommand(CommandModel):
    """Give up your seat, at once or when the round is over; its credit goes to your wallet."""

    do: Literal["leave"]
    seat: Seat

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Leave(self.seat)


class BetCommand(CommandModel):
    """Put down a slip: cents by spot. It replaces the one before; no stakes take it back."""

    do: Literal["bet"]
    seat: Seat
    round: RoundNumber = None
    stakes: dict[Name, Stake] = Field(max_length=40, examples=[{"Ante": 500, "Pair Plus": 500}])
    picks: list[Name] = Field(
        default_factory=list,
        max_length=20,
        description="What the game lets you pick before the deal: a stadium's three cells.",
    )
    is_ready: bool = Field(
        default=False,
        description="Bet no more; when all seats are ready, an automatic table closes bets.",
    )

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Bet(
            self.seat, tuple(self.stakes.items()), tuple(self.picks), self.round, self.is_ready
        )


class ReadyCommand(CommandModel):
    """Say that you bet no more; when all seats are ready, an automatic table closes bets."""

    do: Literal["ready"]
    seat: Seat
    round: RoundNumber = None

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Ready(self.seat, self.round)


class ChooseCommand(CommandModel):
    """Answer the question you are asked, by the name of an option."""

    do: Literal["choose"]
    seat: Seat
    round: RoundNumber = None
    option: Name
    stake_cents: Stake | None = Field(
        default=None, description="Where the option leaves its stake open."
    )

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Choose(self.seat, self.option, self.stake_cents, self.round)


class TipCommand(CommandModel):
    """Tip the dealer from your credit."""

    do: Literal["tip"]
    seat: Seat
    cents: Cents

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Tip(self.seat, self.cents)


class TakePositionCommand(CommandModel):
    """Come to the table as its dealer or supervisor."""

    do: Literal["take_position"]
    role: Literal[Role.DEALER, Role.SUPERVISOR]

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.TakePosition(self.role)


class LeavePositionCommand(CommandModel):
    """Go from the table."""

    do: Literal["leave_position"]
    role: Literal[Role.DEALER, Role.SUPERVISOR]

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.LeavePosition(self.role)


class NewGameCommand(CommandModel):
    """Begin a round (dealer)."""

    do: Literal["new_game"]

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.NewGame()


class NoMoreBetsCommand(CommandModel):
    """Close the bets before the clock does (dealer)."""

    do: Literal["no_more_bets"]

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.NoMoreBets()


class StepCommand(CommandModel):
    """Do the next step of the round (dealer): deal, turn, release_rest, act, collect."""

    do: Literal["step"]
    step: Annotated[Name, Field(json_schema_extra={"enum": list(STEPS)})]

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Do(self.step)


class EnterCardCommand(CommandModel):
    """Name the card that was drawn from a real deck (dealer, or his scanner)."""

    do: Literal["enter_card"]
    card: Annotated[str, Field(max_length=5, examples=["As"])]

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.EnterCard(parse_card(self.card))


class ReportCommand(CommandModel):
    """Report that something went wrong (dealer or supervisor)."""

    do: Literal["report"]
    kind: IrregularityKind
    detail: Text

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Report(self.kind, self.detail)


class InspectDeckCommand(CommandModel):
    """Look a deck through: every card as it was read, in any order (dealer)."""

    do: Literal["inspect_deck"]
    back: Back
    cards: list[Annotated[str, Field(max_length=20)]] = Field(max_length=120)

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.InspectDeck(self.back, tuple(self.cards))


class ChangeDecksCommand(CommandModel):
    """Put two inspected decks into play (supervisor)."""

    do: Literal["change_decks"]
    in_play: Back
    in_shuffler: Back

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.ChangeDecks(self.in_play, self.in_shuffler)


class RuleCommand(CommandModel):
    """Decide how a held round goes on (supervisor)."""

    do: Literal["rule"]
    remedy: Literal[Remedy.VOID, Remedy.CONTINUE]
    reason: Text

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Rule(self.remedy, self.reason)


class CountBankCommand(CommandModel):
    """Count the rack, to open or to close the table; the form then waits for signatures."""

    do: Literal["count_bank"]
    counted_cents: Stake
    nature: Annotated[str, Field(max_length=500)] = ""

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.CountBank(self.counted_cents, self.nature)


class SignCommand(CommandModel):
    """Sign the form that waits (dealer and supervisor, each for himself)."""

    do: Literal["sign"]
    form: Literal["opener", "error notification", "closing count"]

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Sign(self.form)


class FillCommand(CommandModel):
    """Bring chips to the rack (supervisor)."""

    do: Literal["fill"]
    cents: Cents

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Fill(self.cents)


class CreditCommand(CommandModel):
    """Take chips from the rack (supervisor)."""

    do: Literal["credit"]
    cents: Cents

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Credit(self.cents)


class CollectTipsCommand(CommandModel):
    """Empty the tip box, and hand what is in it to the dealers (supervisor)."""

    do: Literal["collect_tips"]

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.CollectTips()


class CloseTableCommand(CommandModel):
    """Let the round in play be the last (supervisor)."""

    do: Literal["close_table"]

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.CloseTable()


class CorrectCardCommand(CommandModel):
    """Correct a card that was read wrongly; of a round that is over, after approval."""

    do: Literal["correct_card"]
    round: Annotated[int, Field(strict=True, ge=1, le=10**15)]
    position: Annotated[int, Field(strict=True, ge=1, le=1000)]
    card: Annotated[str, Field(max_length=5, examples=["As"])]
    reason: Text

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.CorrectCard(self.round, self.position, parse_card(self.card), self.reason)


class VoidRoundCommand(CommandModel):
    """Declare a round that is over void, after approval: all wagers back."""

    do: Literal["void_round"]
    round: Annotated[int, Field(strict=True, ge=1, le=10**15)]
    reason: Text

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.VoidRound(self.round, self.reason)


class ApproveCommand(CommandModel):
    """Agree, or not, to what somebody else has asked for."""

    do: Literal["approve"]
    approval: Annotated[int, Field(strict=True, ge=1, le=10**9)]
    is_granted: bool

    def command(self) -> TableCommand:
        """What a table is told."""
        return told.Approve(self.approval, self.is_granted)


AnyCommand = Annotated[
    SitCommand
    | AddCreditCommand
    | LeaveCommand
    | BetCommand
    | ReadyCommand
    | ChooseCommand
    | TipCommand
    | TakePositionCommand
    | LeavePositionCommand
    | NewGameCommand
    | NoMoreBetsCommand
    | StepCommand
    | EnterCardCommand
    | ReportCommand
    | InspectDeckCommand
    | ChangeDecksCommand
    | RuleCommand
    | CountBankCommand
    | SignCommand
    | FillCommand
    | CreditCommand
    | CollectTipsCommand
    | CloseTableCommand
    | CorrectCardCommand
    | VoidRoundCommand
    | ApproveCommand,
    Field(discriminator="do"),
]

_COMMAND: Final[TypeAdapter[Any]] = TypeAdapter(AnyCommand)
COMMAND_MODELS: Final[Mapping[str, str]] = {
    do: model.rpartition("/")[2]
    for do, model in _COMMAND.json_schema()["discriminator"]["mapping"].items()
}
"""By what `do` can be: what its model is called."""
COMMAND_NAMES: Final = frozenset(COMMAND_MODELS)
"""What `do` can be."""


def parse_command(data: Any) -> CommandModel:
    """The command behind its JSON; refuses what is none."""
    try:
        parsed = _COMMAND.validate_python(data)
    except ValidationError as wrong:
        raise refuse_shape(wrong.errors(include_url=False), COMMAND_NAMES) from None
    assert isinstance(parsed, CommandModel), "all of them are commands"
    return parsed
