"""A report as one HTML file that needs nothing else: it reads on a phone, on paper, in the dark.

Every text is escaped where it is set, and the file says so to the browser as well: its
policy allows no script and nothing from anywhere.
"""

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from croupier.analysis.report.document import (
    Block,
    Code,
    Column,
    Document,
    Facts,
    HeatCell,
    HeatMap,
    Listing,
    Paragraph,
    Picture,
    Row,
    Section,
    Sheet,
)

__all__ = ["as_html"]

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def as_html(document: Document) -> bytes:
    """The whole file, in UTF-8."""
    return ("\n".join(_file(document)) + "\n").encode()


def _file(document: Document) -> Iterator[str]:
    style = files("croupier.analysis.report").joinpath("report.css").read_text(encoding="utf-8")
    title = escape(f"{document.title}: {document.subtitle}")
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{title}</title>"
    yield f"<style>\n{style}</style>"
    yield "</head>"
    yield "<body>"
    yield '<a class="skip" href="#s1">Skip to the report</a>'
    yield "<header>"
    yield f"<h1>{escape(document.title)}</h1>"
    yield f'<p class="subtitle">{escape(document.subtitle)}</p>'
    yield from _facts(document.facts)
    yield "</header>"
    yield '<nav aria-label="Contents">'
    yield "<h2>Contents</h2>"
    yield from _contents(document.sections, "")
    yield "</nav>"
    yield "<main>"
    for at, section in enumerate(document.sections, start=1):
        yield from _section(section, str(at), 2)
    yield "</main>"
    yield f"<footer><p>{escape(document.running_head)}</p></footer>"
    yield "</body>"
    yield "</html>"


def _contents(sections: tuple[Section, ...], prefix: str) -> Iterator[str]:
    yield "<ol>"
    for at, section in enumerate(sections, start=1):
        number = f"{prefix}{at}"
        yield f'<li><a href="#s{number}"><span>{number}</span> {escape(section.title)}</a>'
        if section.parts:
            yield from _contents(section.parts, f"{number}.")
        yield "</li>"
    yield "</ol>"


def _section(section: Section, number: str, level: int) -> Iterator[str]:
    yield f'<section aria-labelledby="s{number}">'
    heading = f'<span class="at">{number}</span> {escape(section.title)}'
    yield f'<h{level} id="s{number}">{heading}</h{level}>'
    for block in section.blocks:
        yield from _block(block)
    for at, part in enumerate(section.parts, start=1):
        yield from _section(part, f"{number}.{at}", min(level + 1, 6))
    yield "</section>"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph():
            # What leads to a list or a table stays with it in print.
            leads = "lead" if block.text.endswith(":") else ""
            kind = "warning" if block.is_warning else leads
            yield f"<p{_class(kind)}>{escape(block.text)}</p>"
        case Facts():
            yield from _facts(block)
        case Listing():
            tag = "ol" if block.is_numbered else "ul"
            if block.caption:
                yield f'<p class="caption">{escape(block.caption)}</p>'
            yield f"<{tag}>"
            for item in block.items:
                yield f"<li>{escape(item)}</li>"
            yield f"</{tag}>"
        case Sheet():
            yield from _sheet(block)
        case HeatMap():
            yield from _heat_map(block)
        case Picture():
            yield "<figure>"
            yield f"{_scrolling(block.title)}{block.svg}</div>"
            yield f"<figcaption>{escape(block.title)}</figcaption>"
            yield "</figure>"
        case Code():
            yield f'<pre tabindex="0"><code>{escape(block.text)}</code></pre>'


def _facts(facts: Facts) -> Iterator[str]:
    yield "<dl>"
    for term, meaning in facts.rows:
        yield f"<div><dt>{escape(term)}</dt><dd>{escape(meaning)}</dd></div>"
    yield "</dl>"


def _sheet(sheet: Sheet) -> Iterator[str]:
    yield _scrolling(sheet.caption)
    yield "<table>"
    yield f"<caption>{escape(sheet.caption)}</caption>"
    heads = "".join(
        f'<th scope="col"{_kind(column)}>{escape(column.title)}</th>' for column in sheet.columns
    )
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for row in sheet.rows:
        yield _row(row, sheet.columns)
    yield "</tbody>"
    if sheet.total is not None:
        yield f"<tfoot>{_row(sheet.total, sheet.columns)}</tfoot>"
    yield "</table>"
    yield "</div>"
    if sheet.note:
        yield f'<p class="note">{escape(sheet.note)}</p>'


def _row(row: Row, columns: tuple[Column, ...]) -> str:
    name, *rest = row.cells
    cells = "".join(
        f"<td{_kind(column)}>{escape(text)}</td>"
        for text, column in zip(rest, columns[1:], strict=True)
    )
    return (
        f'<tr{_class(row.mark)}><th scope="row"{_kind(columns[0])}>{escape(name)}</th>{cells}</tr>'
    )


def _kind(column: Column) -> str:
    kinds = [
        name for name, holds in (("number", column.is_number), ("long", column.is_long)) if holds
    ]
    return _class(" ".join(kinds))


def _class(names: str) -> str:
    return f' class="{names}"' if names else ""


def _heat_map(heat_map: HeatMap) -> Iterator[str]:
    yield _scrolling(heat_map.caption)
    yield '<table class="heat">'
    yield f"<caption>{escape(heat_map.caption)}</caption>"
    yield "<thead>"
    if heat_map.column_title:
        across = f' scope="colgroup" colspan="{len(heat_map.columns)}"'
        yield f"<tr><td></td><th{across}>{escape(heat_map.column_title)}</th></tr>"
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in heat_map.columns)
    corner = (
        f'<th scope="col">{escape(heat_map.row_title)}</th>' if heat_map.row_title else "<td></td>"
    )
    yield f"<tr>{corner}{heads}</tr>"
    yield "</thead>"
    yield "<tbody>"
    for name, cells in heat_map.rows:
        fields = "".join(map(_field, cells))
        yield f'<tr><th scope="row">{escape(name)}</th>{fields}</tr>'
    yield "</tbody>"
    yield "</table>"
    yield "</div>"
    if heat_map.legend:
        yield '<ul class="legend" aria-label="Colours">'
        for cell in heat_map.legend:
            yield f"<li{_colours(cell)}>{escape(cell.text)}</li>"
        yield "</ul>"


def _field(cell: HeatCell) -> str:
    worth = f' title="{escape(cell.value)}"' if cell.value and cell.value != cell.text else ""
    return f"<td{_colours(cell)}{worth}>{escape(cell.text)}</td>"


def _colours(cell: HeatCell) -> str:
    return f' style="background:{cell.fill};color:{cell.ink}"' if cell.fill else ""


def _scrolling(caption: str) -> str:
    """What is wider than a phone scrolls by itself, by keyboard too."""
    return f'<div class="wide" role="region" tabindex="0" aria-label="{escape(caption)}">'
