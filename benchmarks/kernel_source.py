"""Kernels of packages, from their wheels: nothing is installed, imported or copied into this repository.

    pip download --no-deps -d build/packages unsloth==2026.10.9 sglang==0.5.23 lmdeploy==0.18.0 vllm==0.33.0

A kernel is written to a file of its own, with the functions and constants of its package that it uses. Decorators (autotuners,
heuristics) are left out: a pair gives all constants. Of two branches at the top of a module, the last is taken, and of two for versions
of Triton, the first.
"""

from __future__ import annotations

import ast
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
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

EXTERNAL = {*sys.stdlib_module_names, "numpy", "packaging", "torch", "triton"}
"""Packages that a file of a kernel may import."""
DISTRIBUTIONS = {
    "aiter": "amd_aiter", "conch": "conch_triton_kernels", "fla": "fla_core", "flashinfer": "flashinfer_python",
}  # fmt: skip
"""Names of wheels that are not their package's."""


@lru_cache(maxsize=1024)
def read_module(path: str) -> ast.Module | None:
    """Return the module at a path of a package's wheel or source archive; None if there is none.

    Raises:
        FileNotFoundError: there is no wheel of the package.
    """
    package = path.partition("/")[0].removesuffix(".py")
    package = DISTRIBUTIONS.get(package, package)
    for wheel in sorted(WHEELS.glob(f"{package}-*.whl")):
        with zipfile.ZipFile(wheel) as files:
            return ast.parse(files.read(path)) if path in files.namelist() else None
    for archive in sorted(WHEELS.glob(f"{package}-*.tar.gz")):
        with tarfile.open(archive) as sources:
            place = f"{archive.name.removesuffix('.tar.gz')}/{path}"
            found = sources.extractfile(place) if place in sources.getnames() else None
            return ast.parse(found.read()) if found else None
    raise FileNotFoundError(2, "No such wheel", str(WHEELS / package))


def _statements(body: list[ast.stmt], preferred: Sequence[str]) -> Iterator[ast.stmt]:
    """Yield the statements of a module and of its branches, those that are to be taken last."""
    for each in body:
        if isinstance(each, ast.If | ast.Try):
            newest = isinstance(each, ast.If) and any(word in ast.unparse(each.test).lower() for word in preferred)
            for branch in (each.orelse, each.body) if newest else (each.body, each.orelse):
                yield from _statements(branch, preferred)
        else:
            yield each


@lru_cache(maxsize=65536)
def find_definition(
    path: str, name: str, preferred: tuple[str, ...] = ("triton",), external: bool = False, through: frozenset[str] = frozenset()
) -> tuple[str, ast.stmt] | None:
    """Return the statement that defines a name in a module, or where the module imports it from, and the path of that module.

    Args:
        path: the module's path in a wheel.
        name: the name.
        preferred: words in the condition of a branch that is taken before its alternative.
        external: whether classes are definitions too, and imports of packages in `EXTERNAL`.
        through: modules that the name was imported through.
    """
    module = read_module(path) if path not in through else None
    functions: list[tuple[str, ast.stmt]] = []
    others: list[tuple[str, ast.stmt]] = []
    for each in _statements(module.body, preferred) if module else ():
        if isinstance(each, ast.FunctionDef | ast.ClassDef if external else ast.FunctionDef) and each.name == name:
            functions.append((path, each))
        elif external and isinstance(each, ast.Import | ast.ImportFrom) and is_external(each):
            others += [(path, each)] if name in [alias.asname or alias.name.partition(".")[0] for alias in each.names] else []
        elif isinstance(each, ast.Assign | ast.AnnAssign) and each.value and name in map(ast.unparse, targets(each)):
            others.append((path, each))
        elif isinstance(each, ast.ImportFrom):
            sources = [alias.name for alias in each.names if (alias.asname or alias.name) == name]
            places = [(other, source) for source in sources for other in definition_paths(path, each)]
            imported = [find_definition(other, source, preferred, external, through | {path}) for other, source in places]
            others += filter(None, imported)
    return (functions or others)[-1] if functions or others else None


def own_definitions(path: str, name: str, preferred: tuple[str, ...]) -> list[ast.stmt]:
    """Return the statements of a module that define a name there, in order."""
    module = read_module(path)
    found: list[ast.stmt] = []
    for each in _statements(module.body, preferred) if module else ():
        names = map(ast.unparse, targets(each)) if isinstance(each, ast.Assign | ast.AnnAssign) else ()
        if name in names or (isinstance(each, ast.FunctionDef) and each.name == name):
            found.append(each)
    return found


def is_external(statement: ast.Import | ast.ImportFrom) -> bool:
    """Say whether an import is of packages in `EXTERNAL` only."""
    names = [alias.name for alias in statement.names] if isinstance(statement, ast.Import) else [statement.module or ""]
    return not getattr(statement, "level", 0) and all(name.partition(".")[0] in EXTERNAL for name in names)


def targets(statement: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    """Return what an assignment assigns to."""
    return statement.targets if isinstance(statement, ast.Assign) else [statement.target]


def definition_paths(path: str, statement: ast.ImportFrom) -> list[str]:
    """Return the paths at which the module of an import may be in the package."""
    parts = statement.module.split(".") if statement.module else []
    if statement.level:
        parts = [*path.split("/")[: -statement.level], *parts]
    elif parts[:1] != path.split("/")[:1]:
        return []
    return ["/".join(parts) + ".py", "/".join(parts) + "/__init__.py"]


def free_names(statement: ast.AST, decorators: bool = False) -> list[str]:
    """Return the names that a definition takes from its module, in order; without `decorators`, it loses them."""
    if isinstance(statement, ast.FunctionDef) and not decorators:
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
