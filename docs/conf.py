"""How `make docs` builds the pages."""

from croupier import __version__

project = "Croupier"
author = "The Croupier team"
copyright = author
release = __version__
extensions = ["myst_parser"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"Croupier {__version__}"
html_copy_source = False
myst_heading_anchors = 3
