"""The command line: one file for each command.

A command imports what it needs when it runs, so that `croupier --help` stays fast.
"""

import sys

__all__ = ["main"]


def main() -> None:
    """The command `croupier`. A refusal is one sentence on stderr and exit code 2."""
    # Imported here so that `import croupier.cli` costs nothing.
    from croupier.cli.app import app  # noqa: PLC0415
    from croupier.rejection import Rejection  # noqa: PLC0415

    try:
        app(prog_name="croupier")
    except Rejection as rejection:
        print(f"croupier: {rejection.detail}", file=sys.stderr)
        sys.exit(2)
