"""What is beside the figures: other readings, what the sheet prints, what others published."""

from collections.abc import Iterator

from croupier.analysis.audit import Audit, AuditedFigure, Verdict
from croupier.analysis.compare import Comparison
from croupier.analysis.readings import Crossing, ReadingsCompared, RulingWorth
from croupier.analysis.report.charts import heat_maps
from croupier.analysis.report.document import (
    Block,
    Column,
    Facts,
    HeatMap,
    Listing,
    Paragraph,
    Row,
    Section,
    Sheet,
)
from croupier.analysis.report.numbers import difference, percent, signed, typeset
from croupier.table.worth import Cell, Figure, Grid

__all__ = ["printed", "published", "readings"]


def readings(compared: ReadingsCompared | None) -> Section:
    """The edge under every reading of every ruling."""
    if compared is None:
        said = "What the other readings do was left out of this report."
        return Section("Readings compared", (Paragraph(said),))
    blocks: list[Block] = [
        Paragraph(
            "Each reading of each ruling, one at a time: all other rulings and the pay tables as "
            "they are in force. Differences are from the default reading of the ruling."
        )
    ]
    if compared.favours_player:
        blocks.append(Paragraph("The default readings give the player an edge.", is_warning=True))
    blocks.extend(_ruling(ruling) for ruling in compared.rulings if _changed(ruling))
    for crossing in compared.crossings:
        if len({edge for row in crossing.edges for edge in row}) > 1:
            blocks.extend(_crossing(crossing))
    silent = [ruling.name for ruling in compared.rulings if not _changed(ruling)]
    if silent:
        blocks.append(
            Paragraph(f"No reading of these changes what any bet is worth: {', '.join(silent)}.")
        )
    return Section("Readings compared", tuple(blocks))


def _changed(ruling: RulingWorth) -> list[str]:
    """The bets that are not worth the same under all its readings."""
    return [
        name
        for at, name in enumerate(ruling.bets)
        if len({reading.bets[at].edge for reading in ruling.readings}) > 1
    ]


def _ruling(ruling: RulingWorth) -> Sheet:
    changed = _changed(ruling)
    same = [name for name in ruling.bets if name not in changed]
    rows = []
    for reading in ruling.readings:
        said = [
            words
            for words, holds in (("in force", reading.is_chosen), ("default", reading.is_default))
            if holds
        ]
        name = reading.name + (f" ({', '.join(said)})" if said else "")
        for at, bet in enumerate(one for one in reading.bets if one.bet in changed):
            more = bet.difference
            rows.append(
                Row(
                    (
                        name if at == 0 else "",
                        reading.meaning if at == 0 else "",
                        bet.bet,
                        "no such bet" if bet.edge is None else percent(bet.edge),
                        "–" if more is None else difference(more.value),
                        "–" if bet.edge is None else _gainer(bet.edge),
                    ),
                    "bad" if bet.favours_player else "chosen" if reading.is_chosen else "",
                )
            )
    return Sheet(
        f"{ruling.name}: {ruling.question}",
        (
            Column("Reading", is_number=False),
            Column("Meaning", is_number=False, is_long=True),
            Column("Bet", is_number=False),
            Column("House edge"),
            Column("Difference"),
            Column("Gains", is_number=False),
        ),
        tuple(rows),
        note=f"Worth the same under each: {', '.join(same)}." if same else "",
    )


def _gainer(edge: Figure) -> str:
    if not edge.value:
        return "nobody"
    return "PLAYER" if edge.value < 0 else "house"


def _crossing(crossing: Crossing) -> tuple[HeatMap, ...]:
    """Coloured by what the player gains."""
    return heat_maps(
        Grid(
            f"House edge of {crossing.bet}: {crossing.rulings[0]} with {crossing.rulings[1]}",
            crossing.rows,
            crossing.columns,
            tuple(
                tuple(
                    Cell("no such bet")
                    if edge is None
                    else Cell(percent(edge), Figure(-edge.value, edge.error))
                    for edge in row
                )
                for row in crossing.edges
            ),
            crossing.rulings[0],
            crossing.rulings[1],
        ),
        lambda value: f"house edge {percent(Figure(-value))}",
    )


def printed(audit: Audit) -> Section:
    """What the sheet prints, worked out again."""
    title = "Printed figures audited"
    if not audit.figures:
        return Section(title, (Paragraph("The sheet prints no figure that could be checked."),))
    count, wrong = len(audit.figures), len(audit.wrong)
    verdict = "All of them are right." if not wrong else f"{wrong} of them cannot be true."
    return Section(
        title,
        (
            Paragraph(
                f"The sheet prints {count} figures. {verdict} A figure agrees if ours, rounded as "
                "it is printed, is the same; ours is given with two further digits."
            ),
            Sheet(
                "Every printed figure",
                (
                    Column("Where", is_number=False),
                    Column("What", is_number=False, is_long=True),
                    Column("Printed"),
                    Column("Ours"),
                    Column("Verdict", is_number=False),
                ),
                tuple(
                    Row(
                        (
                            one.printed.where,
                            one.printed.what,
                            typeset(one.printed.text),
                            typeset(one.ours_written),
                            "WRONG" if one.verdict is Verdict.WRONG else one.verdict.value,
                        ),
                        "bad" if one.verdict is Verdict.WRONG else "",
                    )
                    for one in audit.figures
                ),
            ),
        ),
        tuple(
            Section(f"{one.printed.where}: {one.printed.what}", tuple(_wrong(one)))
            for one in audit.wrong
        ),
    )


def _wrong(one: AuditedFigure) -> Iterator[Block]:
    tables = ", ".join(f"{spot} by {table}" for spot, table in one.printed.pay_tables)
    yield Facts(
        (
            ("Bet", f"{one.printed.bet}{f', {tables}' if tables else ''}"),
            ("Printed", typeset(one.printed.text)),
            ("Ours", typeset(one.ours_written)),
            ("Printed less ours", signed(one.difference.value, 8)),
        )
    )
    if one.explanations:
        yield Paragraph("What would make it true, the nearest first:")
        yield Listing(tuple(found.sentence for found in one.explanations), is_numbered=True)
    else:
        yield Paragraph("No single pay, exchange of two pays or other table would make it true.")


def published(comparisons: tuple[Comparison, ...]) -> Section:
    """What others have published, beside ours."""
    title = "Published figures"
    if not comparisons:
        return Section(title, (Paragraph("No published figure is known to us."),))
    sources = list(dict.fromkeys(one.published.source for one in comparisons))
    blocks: list[Block] = [
        Paragraph(
            "Figures that others have published, beside ours under the readings and pay tables "
            "they were published for. Ours is given with two further digits."
        ),
        Sheet(
            "Ours beside published",
            (
                Column("Bet", is_number=False),
                Column("What", is_number=False),
                Column("Published"),
                Column("Ours"),
                Column("Agrees", is_number=False),
                Column("Source", is_number=False),
                Column("Terms", is_number=False, is_long=True),
            ),
            tuple(
                Row(
                    (
                        one.published.bet,
                        one.published.what,
                        typeset(one.published.text),
                        typeset(one.ours_written),
                        "yes" if one.agrees else "NO",
                        str(sources.index(one.published.source) + 1),
                        _terms(one),
                    ),
                    "" if one.agrees else "bad",
                )
                for one in comparisons
            ),
        ),
        Paragraph("Sources:"),
        Listing(tuple(sources), is_numbered=True),
    ]
    reasons = tuple(
        f"{one.published.bet}, {one.published.what} {typeset(one.published.text)}: "
        f"{one.published.why or 'the reason is not known.'}"
        for one in comparisons
        if not one.agrees
    )
    if reasons:
        blocks += [Paragraph("Where they differ, and why:"), Listing(reasons)]
    return Section(title, tuple(blocks))


def _terms(one: Comparison) -> str:
    readings = [f"{name} {reading}" for name, reading in one.published.readings]
    tables = [f"{spot} by {table}" for spot, table in one.published.pay_tables]
    return ", ".join(readings + tables) or "the defaults"
