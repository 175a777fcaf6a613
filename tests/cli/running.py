"""The command line in this process: the same `main`, without the cost of starting Python."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

from croupier.cli import main


@dataclass(frozen=True, slots=True)
class Done:
    """What a command printed, and how it ended."""

    returncode: int
    stdout: str
    stderr: str


def croupier(*arguments: str, given: str | bytes = "") -> Done:
    """Runs the command with these arguments, and with this on its standard input."""
    data = given if isinstance(given, bytes) else given.encode()
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with (
        patch.object(sys, "argv", ["croupier", *arguments]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
    return Done(code, out.getvalue(), err.getvalue())
