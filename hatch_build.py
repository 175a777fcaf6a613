"""Puts the pages into the wheel, built from `frontend/`; git and the source package hold no build.

Not into an editable install: that has them where `make setup` builds them.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesHook(BuildHookInterface[Any]):
    """Builds them before the wheel, if they are not built or something has changed since."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, where the machine has none: it comes as a package."""
        if self.target_name != "wheel" or self._has_node():
            return []
        project = tomllib.loads((Path(self.root) / "pyproject.toml").read_text(encoding="utf-8"))
        found: list[str] = project["dependency-groups"]["node"]
        return found

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds them, and names every file."""
        if version == "editable":
            return
        if not self._run("pages.sh", node_of=sys.executable):
            sys.exit("The pages could not be built.")
        built = Path(self.root) / "src" / "croupier" / "web" / "built"
        for path in sorted(built.rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                inside = path.relative_to(built.parents[2]).as_posix()
                build_data["force_include"][str(path)] = inside

    def _has_node(self) -> bool:
        return self._run("npm.sh", "--version", node_of="nobody", is_quiet=True)

    def _run(self, script: str, *arguments: str, node_of: str, is_quiet: bool = False) -> bool:
        """Whether it succeeds. Its words are for people, and not for the program that asked."""
        done = subprocess.run(  # noqa: S603 (a program of this checkout)
            [Path(self.root) / "tools" / script, *arguments],
            env={**os.environ, "PYTHON_WITH_NODE": node_of},
            stdout=subprocess.DEVNULL if is_quiet else sys.stderr,
            stderr=subprocess.DEVNULL if is_quiet else None,
            check=False,
        )
        return done.returncode == 0
