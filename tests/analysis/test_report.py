"""The math report: what it says, that it says it safely, and that it is the same every time."""

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from croupier.analysis.report import Findings, as_html, as_pdf, gather, report_of
from croupier.analysis.report import numbers as shown
from croupier.analysis.report.charts import Bar, bars, correlations, heat_maps
from croupier.analysis.report.checks import checks
from croupier.analysis.report.document import (
    Code,
    Column,
    Document,
    Facts,
    HeatMap,
    Listing,
    Paragraph,
    Picture,
    Row,
    Section,
    Sheet,
)
from croupier.analysis.report.findings import _Remembering
from croupier.analysis.report.pdf import as_pngs
from croupier.analysis.report.reproducing import command, reproducing
from croupier.analysis.report.summary import input_digest
from croupier.table.paytable import PayTable
from croupier.table.registry import find_game
from croupier.table.ruling import rulings_of
from croupier.table.settings import settings_for
from croupier.table.worth import Cell, Figure, Grid, OutcomeWorth, Together

from .duel import (
    LINES,
    Duel,
    DuelWorth,
    printed_edge,
    printed_hits,
    published_edge,
)

F = Fraction

HOSTILE = '<script>alert(1)</script> #import "x" $x$ *b* _i_ `c` @y \\z & "q" // /* ]'


class TrueDuelWorth(DuelWorth):
    """The duel, and how its bets really go together; here as if they had nothing in common."""

    def together(self, rules, pay_tables, progress=None):
        names = ("Ante and Raise", "Match")
        bets = [self.bet(name, rules, pay_tables) for name in names]
        none = Figure(F(0))
        return Together(
            names,
            ((bets[0].variance, none), (none, bets[1].variance)),
            tuple(bet.expectation for bet in bets),
        )


KNOWN = _Remembering(None)
"""What these tests have worked out of the duel."""


def findings(worth: DuelWorth | None = None, **settings) -> Findings:
    """Anew where it is given what it is worth."""
    game = Duel(worth or TrueDuelWorth())
    return gather(game, settings_for(game, **settings), cache=None if worth else KNOWN)


@pytest.fixture(scope="module")
def found() -> Findings:
    return findings(
        TrueDuelWorth(
            printed=(printed_edge("Usual", "11.76%"), printed_edge("Low", "9.61%")),
            published=(published_edge("11.76%"), published_edge("7.9%", "Long", "They cut it.")),
        )
    )


def every_section(sections: tuple[Section, ...]):
    for section in sections:
        yield section
        yield from every_section(section.parts)


def every_block(document: Document):
    for section in every_section(document.sections):
        yield from section.blocks


def section(document: Document, title: str) -> Section:
    return next(one for one in every_section(document.sections) if one.title == title)


def texts(document: Document) -> list[str]:
    """Every text of the report but its drawings."""
    said: list[str] = [document.title, document.subtitle]
    said += [text for row in document.facts.rows for text in row]
    for one in every_section(document.sections):
        said.append(one.title)
    for block in every_block(document):
        match block:
            case Paragraph() | Code():
                said.append(block.text)
            case Facts():
                said += [text for row in block.rows for text in row]
            case Listing():
                said += [block.caption, *block.items]
            case Sheet():
                said += [block.caption, block.note, *(column.title for column in block.columns)]
                said += [text for row in block.rows for text in row.cells]
            case HeatMap():
                said += [block.caption, *block.columns, *(name for name, _ in block.rows)]
                said += [cell.text for _, cells in block.rows for cell in cells]
            case Picture():
                said.append(block.title)
    return said


def sheet(blocks, caption: str) -> Sheet:
    return next(one for one in blocks if isinstance(one, Sheet) and one.caption == caption)


# What it says.


def test_the_sections_come_in_their_order(found):
    assert [one.title for one in report_of(found).sections] == [
        "Summary",
        "Rulings",
        "Pay tables",
        "Method",
        "Outcomes",
        "Strategy",
        "Bets made together",
        "Readings compared",
        "Printed figures audited",
        "Published figures",
        "Checks made",
        "How to reproduce this report",
        "Appendix: exact values",
    ]


def test_where_bets_going_together_is_not_worked_out_the_report_says_why():
    class Apart(DuelWorth):
        not_together = "The bets share no round."

        def together(self, *_):
            return None

    (said,) = section(report_of(findings(Apart())), "Bets made together").blocks
    assert said == Paragraph("The bets share no round.")


def test_every_bet_is_in_the_summary_with_its_figures(found):
    table = sheet(section(report_of(found), "Summary").blocks, "The bets of Duel")
    assert [row.cells[0] for row in table.rows] == [bet.name for bet in found.study.bets]
    match = next(row for row in table.rows if row.cells[0] == "Match")
    assert match.cells[2] == "11.7647%"  # 6/51
    assert match.cells[4] == "29.4118%"  # 15/51
    assert match.cells[7] == "$70.59"  # 60 rounds of $10


def test_every_ruling_is_said_with_its_clause_and_the_reading_in_force():
    report = report_of(findings(readings={"tie": "house"}))
    rows = sheet(section(report, "Rulings").blocks, "Readings in force").rows
    known = rulings_of(Duel().rules)
    assert [row.cells[0] for row in rows] == [ruling.name for ruling in known]
    assert [row.cells[1] for row in rows] == [f"{one.question} ({one.clause})" for one in known]
    assert rows[0].cells[2:] == ("house (chosen)", "The house wins ties.")
    assert rows[0].mark == "chosen"
    assert rows[1].cells[2] == "lost (default)"


def test_every_pay_table_is_valued_with_the_one_in_force_marked(found):
    blocks = section(report_of(found), "Match").blocks
    rows = sheet(blocks, "Match under each table of Match").rows
    assert [row.cells[:3] for row in rows] == [
        ("Usual (in\N{NO-BREAK SPACE}force)", "11.7647%", "0.0000%"),
        ("Low", "19.6078%", "+7.8431%"),
        ("Long", "7.8431%", "−3.9216%"),
    ]
    pays = sheet(blocks, "Pays")
    assert [column.title for column in pays.columns] == [
        "Line",
        "Usual (in\N{NO-BREAK SPACE}force)",
        "Low",
        "Long",
    ]
    assert [row.cells[0] for row in pays.rows] == list(LINES)
    assert pays.rows[2].cells[1] == "1 to 1"


def test_the_outcomes_add_up_as_they_are_printed(found):
    blocks = next(
        one for one in section(report_of(found), "Outcomes").parts if one.title == "Match"
    ).blocks
    table = sheet(blocks, "Outcomes of Match, per Match")
    assert table.total is not None
    assert table.total.cells == ("All", "", "100.0000%", "", "−11.7647%", "")
    by_name = {row.cells[0]: row.cells for row in table.rows}
    assert by_name["Same suit"] == ("Same suit", "+1", "23.5294%", "4.25", "+23.5294%", "4 / 17")
    picture = next(one for one in blocks if isinstance(one, Picture))
    assert all(name in picture.svg for name in by_name)


def test_strategies_are_given_with_their_rules_costs_and_frequencies(found):
    blocks = next(
        one for one in section(report_of(found), "Strategy").parts if one.title == "Ante and Raise"
    ).blocks
    best, always = found.study.bet("Ante and Raise").strategies
    listings = [one.items for one in blocks if isinstance(one, Listing)]
    assert listings == [best.rules, always.rules]
    costs = sheet(blocks, "What the strategies cost, per Ante").rows
    assert [row.cells[0] for row in costs] == ["Optimal", "Always raise"]
    assert costs[1].cells[3] == "29 / 221"
    often = sheet(blocks, "How often each option is taken").rows
    assert [row.cells for row in often] == [("raise", "76.9231%"), ("fold", "23.0769%")]
    further = sheet(blocks, "Further figures of the strategies").rows
    assert [row.cells for row in further] == [("departs from Always raise", "23.0769%")]
    assert any(isinstance(one, HeatMap) for one in blocks)


def test_a_reading_that_gives_the_player_an_edge_is_flagged_in_words(found):
    report = report_of(found)
    rows = sheet(section(report, "Readings compared").blocks, "tie: Who wins ties?").rows
    player = next(row for row in rows if row.cells[0] == "player")
    assert player.cells[-1] == "PLAYER"
    assert player.mark == "bad"
    said = texts(report)
    assert "The default readings give the player an edge." in said
    assert "At this table the player has the edge on Ante and Raise." in said
    assert "No reading of these changes what any bet is worth: hat." in said
    assert any(isinstance(one, HeatMap) for one in section(report, "Readings compared").blocks)


def test_a_wrong_printed_figure_is_shown_with_what_would_make_it_true():
    worth = TrueDuelWorth(printed=(printed_edge("Usual", "7.84%"), printed_hits("29.4%")))
    report = report_of(findings(worth))
    audited = section(report, "Printed figures audited")
    verdicts = [row.cells[-1] for row in sheet(audited.blocks, "Every printed figure").rows]
    assert verdicts == ["WRONG", "agrees"]
    (wrong,) = audited.parts
    (explained,) = [one for one in wrong.blocks if isinstance(one, Listing)]
    assert explained.items[0].startswith("It would be true if")


def test_published_figures_stand_beside_ours_and_differences_are_explained(found):
    blocks = section(report_of(found), "Published figures").blocks
    rows = sheet(blocks, "Ours beside published").rows
    assert [row.cells[4] for row in rows] == ["yes", "NO"]
    assert rows[0].cells[5:] == ("1", "Match by Usual")
    listed = [one.items for one in blocks if isinstance(one, Listing)]
    assert listed == [("Somebody, Somewhere",), ("Match, House edge 7.9%: They cut it.",)]


def test_a_game_without_figures_of_others_says_so():
    said = texts(report_of(findings()))
    assert "The sheet prints no figure that could be checked." in said
    assert "No published figure is known to us." in said


def test_all_checks_hold_and_one_that_does_not_is_said(found):
    good = sheet(checks(findings()).blocks, "Checks").rows
    assert {row.cells[-1] for row in good} == {"holds"}
    assert len(good) >= 8
    # One printed figure and one published one differ.
    noted = sheet(checks(found).blocks, "Checks").rows
    assert [row.cells for row in noted if row.cells[-1] != "holds"] == [
        ("Printed figures", "1 of 2 figures that the sheet prints agree.", "remark"),
        ("Published figures", "1 of 2 figures that others have published agree.", "remark"),
    ]
    # This duel says wrongly how its bets go together.
    bad = checks(findings(DuelWorth()))
    assert "DOES NOT HOLD" in [row.cells[-1] for row in sheet(bad.blocks, "Checks").rows]
    first = bad.blocks[0]
    assert isinstance(first, Paragraph)
    assert first.is_warning


def test_what_a_bet_wins_by_another_table_is_checked_by_the_probabilities_of_this(found):
    def checked(variants):
        rows = sheet(checks(replace(found, variants=variants)).blocks, "Checks").rows
        return [row.cells[-1] for row in rows if "2 further tables of Match" in row.cells[1]]

    assert checked(found.variants) == ["holds"]
    usual, low, long = found.variants
    assert checked((usual, low, replace(long, bet=low.bet))) == ["DOES NOT HOLD"]


def test_a_strategy_that_is_allowed_more_and_does_better_is_no_failure_but_is_said(found):
    bet = found.study.bet("Ante and Raise")
    best, always = bet.strategies
    less = Figure(F(-1, 100))
    seeing = replace(
        always,
        name="Seeing",
        edge=Figure(best.edge.value + less.value),
        cost=less,
        rules=best.rules,
    )
    more = replace(bet, strategies=(best, always, seeing))
    study = replace(found.study, bets=(more, replace(more, name="Again")))
    report = report_of(replace(found, study=study, readings=None, variants=()))
    said = texts(report)
    named = "No other strategy does better, but for “Seeing”: see its rules for what that uses."
    assert said.count(named) == 2
    assert "−1.0000% (better)" in said
    # The same rules are not written out twice.
    assert "Seeing: as under Ante and Raise." in said
    assert said.count(best.rules[0]) == 2
    wrong = replace(more, strategies=(best, replace(seeing, cost=Figure(F(0)))))
    rows = sheet(
        checks(
            replace(found, study=replace(study, bets=(wrong,)), readings=None, variants=())
        ).blocks,
        "Checks",
    ).rows
    assert [row.cells[-1] for row in rows if "costs what" in row.cells[1]] == ["DOES NOT HOLD"]


def test_a_figure_that_is_not_exact_shows_its_bound():
    report = report_of(findings(TrueDuelWorth(error=F(1, 10**9))))
    values = dict(
        row.cells
        for row in sheet(
            next(
                part
                for part in section(report, "Appendix: exact values").parts
                if part.title == "Match"
            ).blocks,
            "Match, per Match",
        ).rows
    )
    assert values["House edge"] == "0.11764706 ± 2·10⁻⁸"
    assert values["Probability, Same suit"].endswith("± 2·10⁻⁹")
    (_, facts) = section(report, "Method").blocks
    assert isinstance(facts, Facts)
    assert dict(facts.rows)["Match"].endswith("Its probabilities may be off by 10⁻⁹ in all.")


def test_the_command_names_what_differs_from_the_defaults_and_nothing_else(found):
    assert command(found) == "croupier report duel -o report.pdf"
    other = findings(readings={"on_fold": "back"}, pay_tables={"Match": "Low"})
    assert command(other, "1 May") == (
        "croupier report duel --ruling on_fold=back --paytable Match=Low "
        "--date '1 May' -o report.pdf"
    )


def test_a_pay_table_of_the_house_is_given_with_the_command_that_reads_it():
    own = PayTable.of("Own", {"Same suit": "3 to 2"})
    blocks = reproducing(findings(pay_tables={"Match": own}), None).blocks
    codes = [one.text for one in blocks if isinstance(one, Code)]
    assert "--paytable Match=match.json" in codes[0]
    assert json.loads(codes[1]) == {"name": "Own", "lines": {"Same suit": "3 to 2"}}


def test_each_bet_is_worked_out_once_for_each_table_it_can_have():
    worth = TrueDuelWorth()
    findings(worth)
    # Match by three tables; Ante by six readings; one Lucky. `together` asks the two again.
    assert worth.asked.count("Match") == 3 + 1
    assert worth.asked.count("Ante and Raise") == 6 + 1
    assert worth.asked.count("Lucky") == 1


def test_the_readings_may_be_left_out_and_it_is_said():
    worth = TrueDuelWorth()
    game = Duel(worth)
    told: list[str] = []
    short = gather(
        game, settings_for(game), with_readings=False, progress=lambda what, _: told.append(what)
    )
    assert worth.asked.count("Ante and Raise") == 1 + 1
    assert command(short) == "croupier report duel --no-readings -o report.pdf"
    assert "What the other readings do was left out of this report." in texts(report_of(short))
    assert told[0] == "Bets: counting Ante and Raise"
    assert "Pay tables: counting Match" in told


# That it is the same every time.


def test_the_same_table_gives_the_same_bytes_and_another_does_not():
    first, again = report_of(findings()), report_of(findings(TrueDuelWorth()))
    assert as_html(first) == as_html(again)
    assert as_pdf(first) == as_pdf(again)
    other = report_of(findings(readings={"hat": "blue"}))
    assert as_html(first) != as_html(other)


def test_the_date_is_there_only_if_it_is_given(found):
    assert "Date" not in dict(report_of(found).facts.rows)
    assert dict(report_of(found, date="1 May 2026").facts.rows)["Date"] == "1 May 2026"


def test_the_digest_changes_with_every_input(found):
    digests = {
        input_digest(found),
        input_digest(findings(readings={"hat": "blue"})),
        input_digest(findings(pay_tables={"Match": "Low"})),
        input_digest(findings(pay_tables={"Match": PayTable.of("Usual", {"Same rank": "4"})})),
    }
    assert len(digests) == 4
    assert digests == {one for one in digests if re.fullmatch(r"[0-9a-f]{64}", one)}


# The file.


class Reader(HTMLParser):
    """Reads a page, and counts what must be closed."""

    VOID = ("meta", "rect", "path", "br", "link", "img")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.said.append(data)


def read(document: Document) -> Reader:
    reader = Reader()
    reader.feed(as_html(document).decode())
    reader.close()
    assert not reader.open
    return reader


def test_the_page_says_all_of_the_report_and_is_sound(found):
    report = report_of(found)
    page = read(report)
    said = " ".join(page.said)
    assert all(text in said for text in texts(report))
    assert [attrs["lang"] for tag, attrs in page.tags if tag == "html"] == ["en"]
    assert all(attrs.get("scope") for tag, attrs in page.tags if tag == "th")
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    targets = {str(attrs["href"]) for tag, attrs in page.tags if tag == "a"}
    assert targets == {f"#{one}" for one in ids}


def test_the_page_needs_nothing_from_elsewhere(found):
    page = as_html(report_of(found)).decode()
    assert not re.search(r'(src|href)="(?!#)', page)
    assert "url(" not in page
    assert "@import" not in page
    assert "<script" not in page


def hostile() -> Document:
    cell = Cell(HOSTILE, Figure(F(1)))
    return Document(
        HOSTILE,
        HOSTILE,
        Facts(((HOSTILE, HOSTILE),)),
        HOSTILE,
        (
            Section(
                HOSTILE,
                (
                    Paragraph(HOSTILE),
                    Paragraph(HOSTILE, is_warning=True),
                    Facts(((HOSTILE, HOSTILE),)),
                    Listing((HOSTILE,), is_numbered=True, caption=HOSTILE),
                    Listing((HOSTILE,)),
                    Code(HOSTILE),
                    bars(HOSTILE, HOSTILE, [Bar(HOSTILE, F(1), HOSTILE)]),
                    Sheet(
                        HOSTILE,
                        (Column(HOSTILE), Column(HOSTILE, is_number=False, is_long=True)),
                        (Row((HOSTILE, HOSTILE), "bad"),),
                        HOSTILE,
                        Row((HOSTILE, HOSTILE)),
                    ),
                    *heat_maps(Grid(HOSTILE, (HOSTILE,), (HOSTILE,), ((cell,),), HOSTILE, HOSTILE)),
                ),
                (Section(HOSTILE),),
            ),
        ),
    )


def test_no_text_is_ever_taken_for_markup():
    page = read(hostile())
    assert not [tag for tag, _ in page.tags if tag in {"script", "b", "i"}]
    assert page.said.count(HOSTILE) >= 15
    assert as_pdf(hostile()).startswith(b"%PDF-")


def test_the_pdf_is_accessible_and_letters_no_font_has_do_not_stop_it(found):
    report = report_of(found)
    assert b"pdfuaid" in as_pdf(report)
    strange = as_pdf(replace(report, title="決闘 🂡"))
    assert strange.startswith(b"%PDF-")


def test_every_drawing_is_sound_and_says_what_it_is():
    picture = bars("Title <", "Words &", [Bar("A", F(1), "+1"), Bar("B", F(-2), "−2")])
    drawn = ET.fromstring(picture.svg)
    names = [child.tag.rpartition("}")[2] for child in drawn]
    assert names[:2] == ["title", "desc"]
    assert drawn[0].text == "Title <"
    lengths = [float(one.attrib["width"]) for one in drawn if one.tag.endswith("rect")]
    assert lengths[1] == pytest.approx(2 * lengths[0], abs=0.2)


def test_of_very_many_bars_the_small_ones_are_one():
    some = [Bar(str(at), F(at, 100), str(at)) for at in range(1, 101)]
    picture = bars("T", "D", some)
    assert picture.svg.count("<rect") == 24
    assert ">77 others<" in picture.svg
    rest = sum((bar.value for bar in some[:77]), F(0)) * 100
    assert f"{int(rest):,}.0000%" in picture.svg
    assert bars("T", "D", []).svg.count("<rect") == 0
    assert bars("T", "D", [Bar("none", F(0), "0")]).svg.count("<rect") == 1


def big_grid(rows: int, columns: int, text: str = "H") -> Grid:
    return Grid(
        "Big",
        tuple(f"A-{at}-10" for at in range(rows)),
        tuple(f"{at}" for at in range(columns)),
        tuple(
            tuple(Cell(text, Figure(F(row - column, rows))) for column in range(columns))
            for row in range(rows)
        ),
        "hand",
        "up card",
    )


def test_a_wide_grid_is_parted_by_columns_and_loses_none():
    grid = big_grid(3, 60, "3-card 1-2-4")
    parts = heat_maps(grid)
    assert len(parts) == 4
    assert sum((part.columns for part in parts), ()) == grid.columns
    widths = [len(part.columns) for part in parts]
    assert max(widths) - min(widths) <= 4
    for part in parts:
        assert [name for name, _ in part.rows] == list(grid.rows)
    assert parts[0].caption == f"Big (part 1 of {len(parts)})"
    assert len(heat_maps(big_grid(220, 10, "double blackjack"))) == 1
    (whole,) = heat_maps(big_grid(220, 10))
    assert whole.caption == "Big"
    assert len(whole.rows) == 220


def test_colours_are_never_the_only_sign_and_tell_gain_from_loss():
    (whole,) = heat_maps(big_grid(5, 5))
    fields = [cell for _, cells in whole.rows for cell in cells]
    assert all(cell.text and cell.value for cell in fields)
    assert whole.rows[0][1][0].fill == "#ffffff"
    gain, loss = whole.rows[4][1][0].fill, whole.rows[0][1][4].fill
    assert gain != loss
    assert [cell.text for cell in whole.legend] == [
        "−0.8000 to the player",
        "0",
        "+0.8000 to the player",
    ]
    kinds = Grid("Kinds", ("a",), ("1", "2"), ((Cell("hit"), Cell("stand")),))
    (by_text,) = heat_maps(kinds)
    assert [cell.text for cell in by_text.legend] == ["hit", "stand"]
    assert len({cell.fill for cell in by_text.legend}) == 2


def test_big_grids_and_long_fractions_go_onto_pages(found):
    bet = found.study.bet("Match")
    many = tuple(
        OutcomeWorth(f"Outcome {at} of a long name that goes on", F(1, 10**80), F(at))
        for at in range(60)
    )
    rest = OutcomeWorth("Rest", 1 - F(60, 10**80), F(-1))
    large = replace(
        bet,
        outcomes=(*many, rest),
        grids=(big_grid(220, 10), big_grid(40, 30, "3-card 1-2-4")),
    )
    study = replace(found.study, bets=(found.study.bets[0], large))
    report = report_of(replace(found, study=study))
    pages = as_pngs(report, ppi=10)
    assert 12 <= len(pages) <= 60
    read(report)
    with_appendix = [text for text in texts(report) if text == "see appendix"]
    assert len(with_appendix) == 61
    assert texts(report).count(f"1 / {10**80:,}") == 60


def test_correlations_are_symmetric_and_one_with_oneself():
    two, one = Figure(F(4)), Figure(F(1))
    chart = correlations(Together(("A", "B"), ((two, one), (one, one)), (one, one)))
    assert [[cell.text for cell in cells] for _, cells in chart.rows] == [
        ["1", "0.5000"],
        ["0.5000", "1"],
    ]


# Its numbers.


def test_numbers_are_rounded_and_written_as_people_read_them():
    assert shown.percent(Figure(F(-1, 3))) == "−33.3333%"
    assert shown.probability(F(1, 2_598_960)) == "0.00003848%"
    assert shown.one_in(F(2, 13)) == "6.50"
    assert shown.one_in(F(1, 425)) == "425"
    assert shown.one_in(F(2, 3 * 10**15)) == "1.50·10¹⁵"
    assert shown.probability(F(2, 3 * 10**15)) == "6.67·10⁻¹⁴%"
    assert shown.amount(F(3, 2)) == "+1 1/2"
    assert shown.amount(F(-1, 2)) == "−1/2"
    assert shown.amount(F(0)) == "0"
    assert shown.fraction(F(-686_689, 20_358_520)) == "−686,689 / 20,358,520"
    assert shown.fraction(F(7)) == "7"
    assert "digits" in shown.fraction(F(1, 3**9000))
    assert shown.signed(F(1, 4), 2) == "+0.25"
    assert shown.difference(F(-3, 10**8)) == "−0.0000030%"
    assert shown.difference(F(0)) == "0.0000%"


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (F(1, 10**12), "10⁻¹²"),
        (F(3, 2 * 10**7), "2·10⁻⁷"),
        (F(99, 10**7), "10⁻⁵"),
        (F(7, 3), "3"),
    ],
)
def test_a_bound_is_rounded_up_to_one_digit(error, text):
    assert shown.bound(error) == text


def test_no_more_digits_are_shown_than_are_known():
    assert shown.exactly(Figure(F(1, 3))) == "1 / 3"
    assert shown.exactly(Figure(F(1, 3), F(1, 10**5))) == "0.33333 ± 2·10⁻⁵"


# A game of the house.


def test_the_report_of_three_card_poker_says_what_everybody_knows():
    game = find_game("three-card-poker")
    report = report_of(gather(game, settings_for(game)))
    rows = sheet(section(report, "Summary").blocks, "The bets of Three Card Poker").rows
    assert [row.cells[:4] for row in rows][:2] == [
        ("Ante and Play", "Ante", "3.3730%", "2.0147%"),
        ("Pair Plus", "Pair Plus", "7.0950%", "7.0950%"),
    ]
    exact = next(one for one in report.sections[-1].parts if one.title == "Ante and Play")
    values = dict(row.cells for row in sheet(exact.blocks, "Ante and Play, per Ante").rows)
    assert values["House edge"] == "686,689 / 20,358,520"
    said = texts(report)
    assert all(ruling.name in said for ruling in rulings_of(game.rules))
    held = sheet(section(report, "Checks made").blocks, "Checks").rows
    assert "DOES NOT HOLD" not in [row.cells[-1] for row in held]
    assert len(held) >= 8
    assert as_pdf(report).startswith(b"%PDF-")


def test_costs_that_count_more_than_one_bet_are_not_held_against_its_edge():
    game = find_game("three-card-poker")
    settings = settings_for(game, readings={"six_card_bonus_on_fold": "forfeited"})
    page = as_html(report_of(gather(game, settings, with_readings=False))).decode()
    assert "all bets together" in page
    assert "not hold" not in page.lower()
