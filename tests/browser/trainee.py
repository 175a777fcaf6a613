"""Somebody who learns at the school's pages, and knows all the answers."""

import re
import sqlite3
from contextlib import closing

from playwright.sync_api import expect

from croupier.money import parse_cents
from croupier.training.questions import BlankKind


def begin_round(page, seed, seats=2, *, is_free_run=False):
    """Chooses a round to deal, and begins it."""
    if is_free_run:
        page.locator('[data-options="way"] label').filter(has_text="Free run").click()
    page.locator('[data-options="seats"] label').filter(has_text=str(seats)).click()
    page.get_by_label("Number of the round").fill(str(seed))
    page.locator("[data-begin]").click()
    expect(page.locator("[data-composer]")).to_be_visible()


def say(page, move):
    """Types a move, and does it."""
    page.locator("[data-line]").fill(str(move))
    page.locator("[data-line]").press("Enter")


def at_stage(page, stage):
    """Waits until so many steps of the round are done."""
    expect(page.locator("[data-stage]")).to_have_attribute("data-stage", str(stage))


def fill(page, question, answers):
    """Fills in the blanks of a question, each as a person would."""
    for name, text in answers.items():
        blank = question.blank(name)
        match blank.kind:
            case BlankKind.CHOICE:
                label = next(one.label for one in blank.options if one.name == text)
                said = re.compile(rf"^\s*{re.escape(label)}\s*$")
                page.locator(f'[data-options="{name}"] label').filter(has_text=said).click()
            case BlankKind.AMOUNT:
                page.locator(f'input[data-blank="{name}"]').fill(text.removeprefix("$"))
            case BlankKind.CHIPS:
                _count_out(page.locator(f'[data-blank="{name}"]'), text)
            case BlankKind.CARDS:
                for card in text.split():
                    page.locator(f'[data-blank="{name}"] [data-card="{card}"]').click()


def _count_out(rack, text):
    if text == "none":
        rack.locator("[data-none]").click()
        return
    for count, value in re.findall(r"(\d+)x(\S+)", text):
        for _ in range(int(count)):
            rack.locator(f'[data-chip="{parse_cents(value)}"]').click()


def seed_of(server, exam):
    """The seed that the house chose for an examination, which only its database knows by now."""
    with closing(sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)) as books:
        (seed,) = books.execute("SELECT seed FROM school_exams WHERE exam = ?", (exam,)).fetchone()
    return seed
