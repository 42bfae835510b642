"""The sources of the package, and what each imports."""

import ast
from pathlib import Path

from tests.support.kernels import ROOT

SOURCES = sorted(
    p for folder in ("egraph_opt", "rules", "extract") for p in (ROOT / folder).rglob("*.py") if "__pycache__" not in p.parts
)


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found
