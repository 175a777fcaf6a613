"""The documentation says what is true: its commands are run, its lists are complete."""

import contextlib
import io
import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from croupier.rejection import Code
from croupier.table.events import EVENTS
from croupier.table.record import event_name

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def console_examples() -> list[tuple[str, str, str]]:
    """Every `$ command` in a console block, with what the page says it prints."""
    found = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", text_of(page), re.DOTALL):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, printed = example.partition("\n")
                found.append((page.name, command, printed))
    return found


@pytest.mark.parametrize(("page", "command", "printed"), console_examples())
def test_a_console_example_prints_what_the_page_says(page, command, printed):
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == printed, f"{page}: {command}\n{done.stderr}"


def test_there_are_console_examples_to_run():
    assert len(console_examples()) >= 4


def test_every_rejection_has_a_heading_and_every_heading_a_rejection():
    headings = re.findall(r"^### (.+)$", text_of(ROOT / "docs/rejections.md"), re.MULTILINE)
    assert headings == [code.value for code in Code]


def test_every_event_has_a_heading_that_names_its_fields():
    page = text_of(ROOT / "docs/round-format.md").split("## The events", maxsplit=1)[1]
    sections = re.split(r"^### ", page, flags=re.MULTILINE)[1:]
    by_name = {section.split("\n", 1)[0].strip(): section for section in sections}
    assert sorted(by_name) == sorted(event_name(kind) for kind in EVENTS)
    for kind in EVENTS:
        for field in fields(kind):
            assert f"`{field.name}`" in by_name[event_name(kind)], f"{kind}: {field.name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text_of(page)):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def python_examples() -> list[tuple[str, str]]:
    """Every Python block of the pages that can be run as it stands: those that import."""
    return [
        (page.name, block)
        for page in PAGES
        for block in re.findall(r"```python\n(.*?)```", text_of(page), re.DOTALL)
        # What needs a server is run beside one, in tests/house/test_api_page.py.
        if "import " in block and "croupier.client" not in block
    ]


@pytest.mark.parametrize(("page", "block"), python_examples())
def test_a_python_example_runs_and_gives_what_its_comments_say(page, block):
    names: dict[str, object] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(block, names)  # our own documentation
    for line in block.splitlines():
        code, _, comment = line.partition("  # ")
        if code.startswith("print("):
            assert printed.getvalue().strip() == comment.strip(), page
    if "win" in names:
        assert names["win"] == 2250
    if "categories" in names:
        assert names["ranks"].tolist() == [7462, 7141]
        assert names["categories"].tolist() == [8, 6]


def test_there_are_python_examples_to_run():
    assert len(python_examples()) >= 3
