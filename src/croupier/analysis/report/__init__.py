"""The math report of a game, as HTML or PDF: what a designer hands to a test laboratory.

`findings.py` gathers what is known, `content.py` puts it into a plain document, and `html.py`
and `pdf.py` write that. `charts.py` draws.
"""

from croupier.analysis.report.content import report_of
from croupier.analysis.report.findings import Findings, gather
from croupier.analysis.report.html import as_html
from croupier.analysis.report.pdf import as_pdf

__all__ = ["Findings", "as_html", "as_pdf", "gather", "report_of"]
