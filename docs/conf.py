"""The documentation site: `make docs` builds it from the Markdown of this repository, without a network.

The source folder is the root of the repository, so that a link works the same in a clone and on the site.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from posixpath import normpath

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]

from generate import GENERATED  # noqa: E402
from lexer import MlirLexer  # noqa: E402

project = "egraph_opt"
root_doc = "README"
include_patterns = [
    "README.md",
    "docs/**.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "*/README.md",
    "benchmarks/gpu/FINDINGS.md",
    "benchmarks/corpus/kernels/README.md",
    "benchmarks/results/MODELS.md",
]
exclude_patterns = [".*", "build", "tests", "egraph_opt/*/*/*"]
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_click", "sphinx_copybutton"]
suppress_warnings = ["myst.header"]

myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
os.environ["JUPYTER_PATH"] = str(ROOT / "docs/jupyter")  # a kernel that warns of nothing: a warning would fail the build
default_role = "code"
smartquotes = False  # which would make dashes of the `--` of options
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_format = "short"
napoleon_use_ivar = True

html_theme = "furo"
html_title = "egraph_opt"
html_additional_pages = {"index": "redirect.html"}
templates_path = ["_templates"]
html_copy_source = False
copybutton_prompt_text = "$ "

INDEX = "docs/README"
BLOCK = re.compile(r"^```\{generated\} (\w+)\n```$", re.M)
SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.S | re.M)
ADDRESS = re.compile(r"\btcp://[\w:.]*\w")
PAGE = re.compile(r"\]\(([^)#\s]+)\.md\)")


def navigation(index: Path) -> str:
    """Return the table of contents of the site: the pages that each section of the index links to, in order."""
    parts = []
    for heading, body in SECTION.findall(index.read_text() if index.exists() else ""):
        pages = "\n".join(dict.fromkeys("/" + normpath(f"docs/{page}") for page in PAGE.findall(body)))
        parts.append(f"```{{toctree}}\n:hidden:\n:caption: {heading}\n\n{pages}\n```\n")
    return "\n".join(parts)


def complete(app: Sphinx, name: str, source: list[str]) -> None:
    """Put what is generated into a page, and the navigation into the front page."""
    source[0] = BLOCK.sub(lambda block: GENERATED[block[1]](), source[0])
    if name == INDEX:
        source[0] = f"---\norphan: true\n---\n{source[0]}"
    if name == root_doc:
        source[0] += "\n" + navigation(ROOT / f"{INDEX}.md")


def without_epilog(app: Sphinx, context: object, lines: list[str]) -> None:
    """Drop the exit codes that every command ends with: `command-line.md` has them."""
    lines.clear()


def with_literal_addresses(app: Sphinx, context: object, lines: list[str]) -> None:
    """Keep examples of addresses in help texts from becoming links."""
    lines[:] = [ADDRESS.sub(r"``\g<0>``", line) for line in lines]


def setup(app: Sphinx) -> None:
    app.connect("sphinx-click-process-options", with_literal_addresses)
    app.connect("sphinx-click-process-epilog", without_epilog)
    app.add_lexer("mlir", MlirLexer)
    app.connect("source-read", complete)
