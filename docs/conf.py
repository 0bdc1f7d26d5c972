"""How the documentation is built: `make docs`. Every warning is an error, broken links too."""

project = "Brouhaha"
author = "The Brouhaha authors"
copyright = "2026, The Brouhaha authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
nitpicky = True
# Types of other packages and type variables have no page here.
nitpick_ignore_regex = [("py:.*", r"(?!brouhaha).*|.*\.\w+T(_co)?")]
html_theme = "furo"
html_title = "Brouhaha"
