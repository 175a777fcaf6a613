"""A report as PDF, laid out by Typst from `report.typ`.

What it says goes in as data, not as markup, so no name or sentence of a game can disturb it.
No clock and no font of the machine goes in either: the same report is the same bytes.
"""

import json
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from croupier.analysis.report.document import Block, Document, Section

__all__ = ["as_pdf", "as_pngs"]


def as_pdf(document: Document) -> bytes:
    """The whole file, accessible by the standard PDF/UA where that can be had."""
    import typst  # noqa: PLC0415 (the compiler is large)

    try:
        (made,) = _compiled(document, format="pdf", timestamp=0, pdf_standards=["ua-1"])
    except typst.TypstError:
        # The standard allows no letter that our fonts do not have, as a house's own pay table may.
        (made,) = _compiled(document, format="pdf", timestamp=0)
    return made


def as_pngs(document: Document, *, ppi: int = 72) -> list[bytes]:
    """Its pages as pictures, to be looked at."""
    return _compiled(document, format="png", ppi=float(ppi))


def _compiled(document: Document, **options: Any) -> list[bytes]:
    import typst  # noqa: PLC0415 (the compiler is large)

    template = files("croupier.analysis.report").joinpath("report.typ").read_bytes()
    made = typst.compile(
        template,
        sys_inputs={"report": json.dumps(_as_data(document))},
        # It looks the same on every machine, whatever fonts are on it.
        ignore_system_fonts=True,
        **options,
    )
    return list(made) if isinstance(made, list) else [made]


def _as_data(document: Document) -> dict[str, Any]:
    return {
        "title": document.title,
        "subtitle": document.subtitle,
        "facts": document.facts.rows,
        "head": document.running_head,
        "sections": [_section(section) for section in document.sections],
    }


def _section(section: Section) -> dict[str, Any]:
    return {
        "title": section.title,
        "blocks": [_block(block) for block in section.blocks],
        "parts": [_section(part) for part in section.parts],
    }


def _block(block: Block) -> dict[str, Any]:
    return {"kind": type(block).__name__, **asdict(block)}
