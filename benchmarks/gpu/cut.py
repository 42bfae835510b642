"""Kernels cut out of a package's sources, and loaded from a file of their own, since Triton reads sources from files."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path
from typing import Any


def function_text(file: Path, name: str) -> str:
    """Return the text of a function of a file, without its decorators."""
    text = file.read_text()
    node = next(n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef) and n.name == name)
    return "".join(text.splitlines(keepends=True)[node.lineno - 1 : node.end_lineno])


def loaded_from(folder: Path, module: str, text: str, function: str) -> Any:
    """Return a function of a module with this text, which is written to a folder unless it is there."""
    path = folder / f"{module}.py"
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
    spec = importlib.util.spec_from_file_location(module, path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[module] = made
    spec.loader.exec_module(made)
    return getattr(made, function)
