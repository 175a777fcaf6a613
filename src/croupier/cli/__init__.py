"""The command line: one file for each command.

A command imports what it needs when it runs, so that `croupier --help` stays fast.
"""

import io
import sys

__all__ = ["main"]


def main() -> None:
    """The command `croupier`. A refusal is one sentence on stderr and exit code 2."""
    # Imported here so that `import croupier.cli` costs nothing.
    from croupier.cli.app import app  # noqa: PLC0415
    from croupier.rejection import Rejection  # noqa: PLC0415

    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets a question mark, not a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app(prog_name="croupier")
    except Rejection as rejection:
        print(f"croupier: {rejection.detail}", file=sys.stderr)
        sys.exit(2)
    except OSError as problem:
        print(f"croupier: {problem.strerror or problem}", file=sys.stderr)
        sys.exit(1)
