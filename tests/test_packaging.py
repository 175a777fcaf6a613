"""What goes into the packages: the pages into the wheel, what they are made of into the other.

Built in a copy of the checkout, so that nobody's pages change under him.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from croupier.web.pages import Pages

from .test_project import ROOT, committed_files

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A checkout whose pages are not built."""
    folder = tmp_path_factory.mktemp("checkout") / "croupier"
    for path in committed_files():
        to = folder / path.relative_to(ROOT)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, to)
    modules = ROOT / "frontend" / "node_modules"
    assert modules.is_dir(), "tools/pages.sh packages installs what builds the pages"
    # Each by itself: whatever is removed in the copy, it is a link.
    linked = folder / "frontend" / "node_modules"
    linked.mkdir()
    for path in modules.iterdir():
        (linked / path.name).symlink_to(path)
    return folder


def build(copy: Path, what: str, to: Path) -> Path:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", what, "--directory", to],
        cwd=copy,
        env={**os.environ, "PYTHON_WITH_NODE": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = to.iterdir()
    return built


def test_the_wheel_holds_the_pages_and_they_are_found(copy, tmp_path):
    wheel = build(copy, "wheel", tmp_path / "dist")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path / "installed")
    pages = {name for name in names if name.startswith("croupier/web/built/")}
    assert "croupier/web/built/index.html" in pages
    assert {Path(name).suffix for name in pages} >= {".html", ".js", ".css"}
    assert not [name for name in names if Path(name).name.startswith(".")]
    assert not [name for name in names if "frontend" in name or "node_modules" in name]
    where = subprocess.run(
        [sys.executable, "-c", "import croupier.web.pages as pages; print(pages.BUILT)"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert where == str(tmp_path / "installed" / "croupier" / "web" / "built")
    assert Pages(Path(where)).has("/assets/" + next(Path(where, "assets").iterdir()).name)


def test_the_source_package_holds_what_the_pages_are_made_of_and_no_build(copy, tmp_path):
    build(copy, "wheel", tmp_path / "first")
    with tarfile.open(build(copy, "sdist", tmp_path / "dist")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"frontend/package-lock.json", "frontend/src/main.ts", "frontend/.npmrc"} <= names
    assert {"hatch_build.py", "tools/pages.sh", "tools/npm.sh", "requirements/node.txt"} <= names
    assert not [name for name in names if "node_modules" in name or "web/built" in name]
