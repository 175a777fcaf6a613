"""The commands, put together."""

from typing import Annotated

import typer

from croupier import __version__
from croupier.cli.admin import admin
from croupier.cli.analyze import EPILOG as ANALYZE_EXAMPLES
from croupier.cli.analyze import analyze
from croupier.cli.audit_sheet import EPILOG as AUDIT_SHEET_EXAMPLES
from croupier.cli.audit_sheet import audit_sheet
from croupier.cli.coach import EPILOG as COACH_EXAMPLES
from croupier.cli.coach import coach
from croupier.cli.deal import EPILOG as DEAL_EXAMPLES
from croupier.cli.deal import deal
from croupier.cli.exam import EPILOG as EXAM_EXAMPLES
from croupier.cli.exam import exam
from croupier.cli.games import EPILOG as GAMES_EXAMPLES
from croupier.cli.games import games
from croupier.cli.hand import EPILOG as HAND_EXAMPLES
from croupier.cli.hand import hand
from croupier.cli.play import EPILOG as PLAY_EXAMPLES
from croupier.cli.play import play
from croupier.cli.readings import EPILOG as READINGS_EXAMPLES
from croupier.cli.readings import readings
from croupier.cli.replay import EPILOG as REPLAY_EXAMPLES
from croupier.cli.replay import replay
from croupier.cli.report import EPILOG as REPORT_EXAMPLES
from croupier.cli.report import report
from croupier.cli.rules import EPILOG as RULES_EXAMPLES
from croupier.cli.rules import rules
from croupier.cli.serve import EPILOG as SERVE_EXAMPLES
from croupier.cli.serve import serve
from croupier.cli.session import EPILOG as SESSION_EXAMPLES
from croupier.cli.session import session
from croupier.cli.shuffle import EPILOG as SHUFFLE_EXAMPLES
from croupier.cli.shuffle import shuffle
from croupier.cli.simulate import EPILOG as SIMULATE_EXAMPLES
from croupier.cli.simulate import simulate
from croupier.cli.strategy import EPILOG as STRATEGY_EXAMPLES
from croupier.cli.strategy import strategy
from croupier.cli.train import EPILOG as TRAIN_EXAMPLES
from croupier.cli.train import train
from croupier.cli.verify_log import EPILOG as VERIFY_LOG_EXAMPLES
from croupier.cli.verify_log import verify_log

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    # Plain help: it starts in a tenth of a second, and reads the same through a pipe.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
)

EPILOG = """\b
Examples:
  croupier games                   which games there are
  croupier play three-card-poker   a table in the terminal
  croupier coach three-card-poker  the same with a coach beside you
  croupier train three-card-poker  a dealer's drills
  croupier exam three-card-poker   a dealer's table test
  croupier rules pick-2-poker      what is bet, paid and ruled in one of them
  croupier analyze pick-2-poker    what each of its bets is worth
  croupier hand "As Kd Qs"         what is this hand, and how good?
  croupier shuffle                 a fresh seed, its commitment and its deck
  croupier serve                   the server, on http://127.0.0.1:8000

Cards are written rank and suit: As, Td or 10♦, 2c. Every command explains itself with --help,
and every table is JSON with --json. Bad input is refused with exit code 2."""


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback(epilog=EPILOG)
def croupier(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Deal, settle, prove and teach casino table games."""
    assert not version, "--version ends the program before this"


app.command(epilog=PLAY_EXAMPLES)(play)
app.command(epilog=COACH_EXAMPLES)(coach)
app.command(epilog=TRAIN_EXAMPLES)(train)
app.command(epilog=EXAM_EXAMPLES)(exam)
app.command(epilog=GAMES_EXAMPLES)(games)
app.command(epilog=RULES_EXAMPLES)(rules)
app.command(epilog=ANALYZE_EXAMPLES)(analyze)
app.command(epilog=READINGS_EXAMPLES)(readings)
app.command("audit-sheet", epilog=AUDIT_SHEET_EXAMPLES)(audit_sheet)
app.command(epilog=STRATEGY_EXAMPLES)(strategy)
app.command(epilog=REPORT_EXAMPLES)(report)
app.command(epilog=SIMULATE_EXAMPLES)(simulate)
app.command(epilog=SESSION_EXAMPLES)(session)
app.command(epilog=DEAL_EXAMPLES)(deal)
app.command(epilog=REPLAY_EXAMPLES)(replay)
app.command(epilog=HAND_EXAMPLES)(hand)
app.command(epilog=SHUFFLE_EXAMPLES)(shuffle)
app.command(epilog=SERVE_EXAMPLES)(serve)
app.add_typer(admin, name="admin")
app.command("verify-log", epilog=VERIFY_LOG_EXAMPLES)(verify_log)
