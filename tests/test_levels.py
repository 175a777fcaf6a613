"""The architecture, held: who may import whom, and what the lower levels may not touch."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "croupier"

LEVELS = {
    "rejection": 0,
    "compiled": 0,
    "plurals": 0,
    "quoting": 0,
    "cards": 1,
    "money": 1,
    "table": 2,
    "games": 3,
    "analysis": 4,
    "bots": 4,
    "simulation": 5,
    "house": 5,
    "client": 5,
    "gym": 5,
    "deals": 5,
    "training": 6,
    "web": 7,
    "terminal": 7,
    "cli": 8,
    "__main__": 9,
}

PURE_LEVELS = range(4)
IMPURE = {"asyncio", "datetime", "io", "os", "pathlib", "random", "secrets", "socket", "subprocess",
          "sys", "tempfile", "threading", "time", "urllib", "uuid"}  # fmt: skip

MODULES = sorted(SOURCE.rglob("*.py"))


def part_of(module: str) -> str:
    """The part of the package a module belongs to; `croupier` itself is below all."""
    names = module.split(".")
    return names[1] if len(names) > 1 else ""


def module_name(path: Path) -> str:
    relative = path.relative_to(SOURCE.parent).with_suffix("")
    names = relative.parts[:-1] if relative.name == "__init__" else relative.parts
    return ".".join(names)


def imports(path: Path) -> Iterator[str]:
    """Every module imported anywhere in a file, `from croupier import cards` as croupier.cards."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the level"
            yield str(node.module)
            if node.module == "croupier":
                yield from (f"croupier.{alias.name}" for alias in node.names)


def violations(part: str, imported: str) -> str | None:
    if not imported.startswith("croupier.") or imported == "croupier.__version__":
        return None
    other = part_of(imported)
    if other != part and LEVELS[other] >= LEVELS[part]:
        return f"{part} (level {LEVELS[part]}) imports {imported} (level {LEVELS[other]})"
    return None


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_a_module_imports_only_from_lower_levels(path):
    part = part_of(module_name(path))
    if not part:
        assert not [name for name in imports(path) if name.startswith("croupier")]
        return
    assert not [found for name in imports(path) if (found := violations(part, name))]


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_every_module_has_a_level(path):
    part = part_of(module_name(path))
    assert not part or part in LEVELS, f"give {part} a level here and in docs/ARCHITECTURE.md"


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_the_lower_levels_have_no_clock_files_network_or_randomness(path):
    part = part_of(module_name(path))
    if LEVELS.get(part, 0) in PURE_LEVELS:
        assert not {name.split(".")[0] for name in imports(path)} & IMPURE


def test_an_upward_import_would_be_found():
    assert violations("cards", "croupier.table.round")
    assert violations("cards", "croupier.money")
    assert violations("house", "croupier.gym")
    assert not violations("table", "croupier.cards.card")
    assert not violations("cards", "croupier.cards.deck")


def test_the_impure_modules_named_here_exist():
    assert sys.stdlib_module_names >= IMPURE


def test_the_architecture_page_lists_the_same_levels():
    page = (SOURCE.parent.parent / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for part, level in LEVELS.items():
        if part != "__main__":
            rows = [row for row in page.splitlines() if row.startswith(f"| {level} |")]
            assert any(f"`{part}/`" in row or f"`{part}.py`" in row for row in rows), part
