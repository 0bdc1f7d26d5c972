"""How the documentation is built: `make docs`."""

project = "Brouhaha"
author = "The Brouhaha authors"
copyright = "2026, The Brouhaha authors"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "Brouhaha"
suppress_warnings = ["myst.xref_missing"]
