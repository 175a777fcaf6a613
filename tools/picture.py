"""Draws the picture in the README: real commands, really run, as an SVG.

.venv/bin/python tools/picture.py
"""

import contextlib
import os
import pty
import shlex
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).parent.parent
SEED = "".join(f"{byte:02x}" for byte in range(32))
COMMANDS = (
    'croupier hand "9♠ 9♦ A♣"',
    "croupier hand AsKsQsJsTs9d2c",
    f"croupier shuffle --seed {SEED} --salt c0ffee --order '5c 8d Qc'",
)

FELT = TerminalTheme(
    (11, 61, 46),
    (244, 239, 226),
    [(7, 42, 32), (255, 138, 128), (140, 220, 150), (201, 169, 92)] + [(244, 239, 226)] * 4,
)

# Our own frame: Rich's would fetch a font from elsewhere.
FRAME = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"
aria-label="croupier hand and croupier shuffle in a terminal">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Consolas, Menlo, monospace;
  font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="100%" height="100%"/>
</clipPath>
{lines}
</defs>
<rect width="100%" height="100%" rx="14" fill="#0b3d2e" stroke="#c9a95c" stroke-width="2"/>
<g transform="translate({terminal_x}, 20)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def run_in_terminal(command: str) -> str:
    """What a command prints on a terminal, colours included."""
    terminal, inside = pty.openpty()
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    environment.pop("NO_COLOR", None)
    subprocess.run(shlex.split(command), stdout=inside, env=environment, check=True)  # noqa: S603
    os.close(inside)
    printed = b""
    # The end of what a closed terminal has to give is an error on Linux.
    with contextlib.suppress(OSError):
        while data := os.read(terminal, 4096):
            printed += data
    os.close(terminal)
    return printed.decode().replace("\r\n", "\n")


def main() -> None:
    """Writes docs/images/terminal.svg."""
    console = Console(record=True, width=88, file=Path(os.devnull).open("w"))  # noqa: SIM115
    for command in COMMANDS:
        if command is not COMMANDS[0]:
            console.print()
        shown = command.replace(SEED, f"{SEED[:8]}…")
        console.print(Text(f"$ {shown}", style="color(3)"))
        console.print(Text.from_ansi(run_in_terminal(command).rstrip()))
    picture = ROOT / "docs" / "images" / "terminal.svg"
    svg = console.export_svg(theme=FELT, code_format=FRAME, unique_id="croupier")
    picture.write_text(svg, encoding="utf-8")
    print(f"wrote {picture.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
