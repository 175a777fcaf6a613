"""What is committed: locks with hashes, no registry's address, no path of some machine."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import croupier

ROOT = Path(__file__).parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
NODE = ROOT / "requirements" / "node.txt"
"""Where Node is none of the machine's: it builds the pages, and nothing runs with it."""

# Written so that this file does not contain what it looks for.
REGISTRIES = ["py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "yarn" + "pkg.com"]


@pytest.mark.slow
def test_types_hold():
    """Here and not before the tests, so that they run side by side."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def committed_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_no_file_names_a_package_registry():
    for path in committed_files():
        content = path.read_bytes().lower()
        assert not [host for host in REGISTRIES if host.encode() in content], path


def test_no_file_names_a_path_of_this_machine():
    own = str(ROOT).encode()
    for path in committed_files():
        assert own not in path.read_bytes(), path


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_locked_package_has_hashes_and_no_address(lock):
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    packages = re.split(r"\n(?=[a-z0-9])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    assert len(packages) > 20 or lock == NODE
    for package in packages:
        assert re.match(r"^[a-z0-9._-]+==\S+", package.strip()), package
        assert "--hash=sha256:" in package, package


def test_every_locked_package_of_the_pages_has_a_hash_and_no_address():
    lock = json.loads((ROOT / "frontend" / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: found for name, found in lock["packages"].items() if name}
    assert len(packages) > 20
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name


def versions(lock: Path) -> dict[str, set[str]]:
    """What a lock holds of each package: several versions where Pythons need different ones."""
    found: dict[str, set[str]] = {}
    pattern = re.compile(r"^([a-z0-9._-]+)==(\S+)", re.MULTILINE)
    for name, version in pattern.findall(lock.read_text(encoding="utf-8")):
        found.setdefault(name, set()).add(version)
    return found


@pytest.mark.parametrize("lock", [one for one in LOCKS if one != NODE], ids=lambda lock: lock.name)
def test_checks_tests_and_benchmarks_run_with_the_versions_the_program_runs_with(lock):
    run = versions(ROOT / "requirements" / "run.txt")
    here = versions(lock)
    assert {name: here.get(name) for name in run} == run


def test_every_dependency_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for group, names in {
        "run": project["project"]["dependencies"],
        **project["dependency-groups"],
    }.items():
        lock = ROOT / "requirements" / f"{'run' if group == 'build' else group}.txt"
        locked = lock.read_text(encoding="utf-8")
        for requirement in names:
            name = re.split(r"[<>=]", requirement)[0]
            assert re.search(rf"^{re.escape(name)}==", locked, re.MULTILINE), (group, name)


def test_the_version_is_said_once_the_same():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == croupier.__version__
    assert f"## {croupier.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
