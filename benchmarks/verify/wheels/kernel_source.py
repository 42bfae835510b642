"""Kernels of packages, from their wheels: nothing is installed, imported or copied into this repository.

    pip download --no-deps -d build/packages unsloth==2026.10.9 sglang==0.5.23 lmdeploy==0.18.0 vllm==0.33.0

A kernel is written to a file of its own, with the functions and constants of its package that it uses. Decorators (autotuners,
heuristics) are left out: a pair gives all constants. Of two branches at the top of a module, the last is taken, and of two for versions
of Triton, the first.
"""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from benchmarks.paths import ROOT

WHEELS = ROOT / "build" / "packages"
HEAD = """import math

import triton
import triton.language as tl
from triton.language.extra import libdevice

tldevice = libdevice
"""
KNOWN = {
    **dict.fromkeys(("triton", "tl", "libdevice", "tldevice", "math", "torch"), ""),
    "triton_tanh": "triton_tanh = libdevice.tanh",
    "triton_cast": "triton_cast = tl.cast",
    "float8_info": "class float8_info:\n    min, max = -448.0, 448.0",
}
"""Source of names that HEAD defines, or that a package defines by the device or version that it finds."""


@lru_cache(maxsize=256)
def read_module(path: str) -> ast.Module | None:
    """Return the module at a path of a package's wheel; None if there is none.

    Raises:
        FileNotFoundError: there is no wheel of the package.
    """
    for wheel in sorted(WHEELS.glob(f"{path.partition('/')[0]}-*.whl")):
        with zipfile.ZipFile(wheel) as files:
            return ast.parse(files.read(path)) if path in files.namelist() else None
    raise FileNotFoundError(2, "No such wheel", str(WHEELS / path.partition("/")[0]))


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a module and of its branches, those that are to be taken last."""
    for each in body:
        if isinstance(each, ast.If | ast.Try):
            newest = isinstance(each, ast.If) and "triton" in ast.unparse(each.test).lower()
            for branch in (each.orelse, each.body) if newest else (each.body, each.orelse):
                yield from _statements(branch)
        else:
            yield each


def find_definition(path: str, name: str) -> tuple[str, ast.stmt] | None:
    """Return the statement that defines a name in a module, or where the module imports it from, and the path of that module."""
    module = read_module(path)
    functions: list[tuple[str, ast.stmt]] = []
    others: list[tuple[str, ast.stmt]] = []
    for each in _statements(module.body) if module else ():
        if isinstance(each, ast.FunctionDef) and each.name == name:
            functions.append((path, each))
        elif isinstance(each, ast.Assign | ast.AnnAssign) and each.value and name in map(ast.unparse, _targets(each)):
            others.append((path, each))
        elif isinstance(each, ast.ImportFrom):
            sources = [alias.name for alias in each.names if (alias.asname or alias.name) == name]
            others += [found for source in sources for other in _paths(path, each) if (found := find_definition(other, source))]
    return (functions or others or [None])[-1]


def _targets(statement: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return statement.targets if isinstance(statement, ast.Assign) else [statement.target]


def _paths(path: str, statement: ast.ImportFrom) -> list[str]:
    """Return the paths at which the module of an import may be in the package."""
    parts = statement.module.split(".") if statement.module else []
    if statement.level:
        parts = [*path.split("/")[: -statement.level], *parts]
    elif parts[:1] != path.split("/")[:1]:
        return []
    return ["/".join(parts) + ".py", "/".join(parts) + "/__init__.py"]


def free_names(statement: ast.stmt) -> list[str]:
    """Return the names that a definition takes from its module, in order."""
    if isinstance(statement, ast.FunctionDef):
        statement.decorator_list = []
        statement.returns = None
    nodes = list(ast.walk(statement))
    own = {node.arg for node in nodes if isinstance(node, ast.arg)}
    own |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return list(dict.fromkeys(node.id for node in nodes if isinstance(node, ast.Name) and node.id not in own))


def kernel_file(path: str, name: str) -> Path:
    """Return a file that holds a kernel of a package and what it uses.

    Raises:
        FileNotFoundError: there is no such wheel, or no such kernel in it.
    """
    parts: dict[str, str] = {}
    _collect(path, name, parts)
    if not parts:
        raise FileNotFoundError(2, "No such kernel", f"{path}:{name}")
    file = WHEELS / "kernels" / f"{path.removesuffix('.py').replace('/', '_')}__{name}.py"
    text = HEAD + "".join(f"\n\n{part}\n" for part in parts.values() if part)
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return file


def _collect(path: str, name: str, parts: dict[str, str]) -> None:
    """Add the source of a name to `parts`, after that of the names that it uses."""
    if name in parts or name in KNOWN:
        parts.setdefault(name, KNOWN.get(name, ""))
        return
    found = find_definition(path, name)
    if found is None:
        return
    where, statement = found
    for other in free_names(statement):
        if other != name:
            _collect(where, other, parts)
    source = ast.unparse(statement)
    parts[name] = f"@triton.jit\n{source}" if isinstance(statement, ast.FunctionDef) else source
