"""Launchers of packages: the functions that launch a package's kernels, with all that they use, as one file.

Kernels keep their decorators, and launchers their options; nothing is installed. Imports of Python's library, numpy, PyTorch and Triton
stay. A name that is in no wheel stays undefined, unless it is given.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Mapping
from copy import deepcopy

from benchmarks.kernel_source import definition_paths, find_definition, free_names, is_external, own_definitions, targets

HEAD = """from __future__ import annotations

import torch
import triton
import triton.language as tl
"""
KEPT = {"contextlib", "dataclasses", "enum", "functools", "triton"}
"""Packages whose decorators stay."""
NOT_HERE = (
    "hip", "npu", "xpu", "cpu", "musa", "amd", "rocm", "gfx95_supported", "gfx1250_supported", "sm100_supported", "blackwell_supported",
)  # fmt: skip
STUBS = {
    **{f"is_{name}": f"def is_{name}(*_):\n    return False" for name in NOT_HERE},
    "is_cuda": "def is_cuda(*_):\n    return True",
    "logger": "import logging\nlogger = logging.getLogger(__name__)",
    "get_device_core_count": "def get_device_core_count(*_):\n    return torch.cuda.get_device_properties(0).multi_processor_count",
    "envs": """class _Settings:
    def __getattr__(self, name):
        return self.unset
    class unset:
        get = staticmethod(lambda: None)
envs = _Settings()""",
    **{name: f"def {name}(*_):\n    return True" for name in ("is_arch_support_pdl", "is_sm90_supported")},
    "get_platform": "class _Sm90:\n    is_sm90 = True\ndef get_platform():\n    return _Sm90",
    "current_platform": """class _Platform:
    def __getattr__(self, name):
        return lambda *_: name in ("is_cuda", "is_cuda_alike", "supports_fp8", "has_device_capability", "is_arch_support_pdl")
    def fp8_dtype(self):
        return torch.float8_e4m3fn
    def is_device_capability(self, asked):
        return asked == 90
    def get_device_capability(self):
        from collections import namedtuple
        return namedtuple("Capability", "major minor")(9, 0)
    def num_compute_units(self, *_):
        return torch.cuda.get_device_properties(0).multi_processor_count
current_platform = _Platform()""",
}
"""Source of stand-ins for names that a package takes from its platform and settings: a Hopper GPU, and no setting."""
FAR = 2
"""From modules farther away than so many imports, only kernels are taken, and imports of other packages."""
PLAIN_BASES = ("Enum", "IntEnum", "NamedTuple", "StrEnum")
"""Classes of other modules are taken if they are based on these."""
PREFERRED = ("triton", "cuda")
"""Words in the condition of a branch at the top of a module that is taken before its alternative."""


def launcher_source(places: Iterable[tuple[str, str]], given: Mapping[str, str]) -> str:
    """Return the source of a file with functions of packages.

    Args:
        places: path in a wheel, and name, of each function.
        given: source of names that are not taken from the wheel.

    Raises:
        FileNotFoundError: there is no such wheel, or no such function in it.
    """
    places = list(places)
    stubs = {**STUBS, **({"envs": STUBS["envs"].replace("self.unset", "None")} if places[0][0].startswith("vllm/") else {})}
    collector = _Collector({**dict.fromkeys(("torch", "triton", "tl"), ""), **stubs, **given})
    for path, name in places:
        if not collector.collect(path, name, 0):
            raise FileNotFoundError(2, "No such function", f"{path}:{name}")
    return HEAD + "".join(f"\n\n{part}\n" for part in collector.parts.values() if part)


class _Collector:
    """Sources of names, each after those that it uses, in `parts`."""

    def __init__(self, parts: dict[str, str]) -> None:
        self.parts = parts

    def collect(self, path: str, name: str, distance: int) -> bool:
        """Add the source of a name; return whether there is one.

        `distance`: imports between the launcher's module and this one.
        """
        if name in self.parts or hasattr(builtins, name):
            return True
        found = find_definition(path, name, PREFERRED, external=True)
        if found is None:
            return False
        where, statement = found[0], deepcopy(found[1])
        distance += where != path
        if _is_left_out(statement, distance):
            return False
        self.parts[name] = ""  # it may use itself
        text = self._text(where, name, statement, distance)
        del self.parts[name]
        if text is not None:
            self.parts[name] = text
        return text is not None

    def _text(self, path: str, name: str, statement: ast.stmt, distance: int) -> str | None:
        """Return the source of a name that a statement defines; None if a constant needs what is in no wheel."""
        if isinstance(statement, ast.Import | ast.ImportFrom):
            statement.names = [alias for alias in statement.names if (alias.asname or alias.name.partition(".")[0]) == name]
            return ast.unparse(statement)
        defined = (
            [*map(ast.unparse, targets(statement))] if isinstance(statement, ast.Assign | ast.AnnAssign) else [_name(statement)]
        )
        if name not in defined:  # it was imported under another name
            return f"{name} = {defined[0]}" if self.collect(path, defined[0], distance) else None
        own = own_definitions(path, name, PREFERRED)
        if not any(isinstance(each, ast.Assign) and name in free_names(each.value, decorators=True) for each in own):
            own = [statement]
        written = [self._written(path, deepcopy(each), distance) for each in own]
        return None if None in written else "\n".join(filter(None, written))

    def _written(self, path: str, statement: ast.stmt, distance: int) -> str | None:
        """Return the source of a definition, after that of the names that it uses was added."""
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            statement.decorator_list = [each for each in statement.decorator_list if _is_kept(path, each)]
        elif isinstance(statement, ast.AnnAssign):
            statement.annotation = ast.Constant("")
        statement = _Inlined(path, self, distance).visit(statement)
        there = [self.collect(path, other, distance) for other in free_names(statement, decorators=True)]
        is_constant = isinstance(statement, ast.Assign | ast.AnnAssign)
        return None if is_constant and not all(there) else ast.unparse(ast.fix_missing_locations(statement))


def _name(statement: ast.stmt) -> str:
    assert isinstance(statement, ast.FunctionDef | ast.ClassDef)
    return statement.name


def _is_left_out(statement: ast.stmt, distance: int) -> bool:
    """Say whether a definition is of another part of the package, which a launch on its own does without."""
    if isinstance(statement, ast.ClassDef):
        return distance > 0 and not all(
            ast.unparse(base).rpartition(".")[2] in PLAIN_BASES for base in statement.bases or [ast.Name("?")]
        )
    is_kernel = isinstance(statement, ast.FunctionDef) and "triton" in "".join(map(ast.unparse, statement.decorator_list))
    return distance > FAR and not is_kernel and not isinstance(statement, ast.Import | ast.ImportFrom)


def _is_kept(path: str, decorator: ast.expr) -> bool:
    while isinstance(decorator, ast.Call | ast.Attribute):
        decorator = decorator.func if isinstance(decorator, ast.Call) else decorator.value
    found = find_definition(path, decorator.id, PREFERRED, external=True) if isinstance(decorator, ast.Name) else None
    if found is None or not isinstance(found[1], ast.Import | ast.ImportFrom):
        return False
    module = found[1].module if isinstance(found[1], ast.ImportFrom) else found[1].names[0].name
    return (module or "").partition(".")[0] in KEPT


class _Inlined(ast.NodeTransformer):
    """Drops annotations of functions that are no kernels, and replaces imports of the package inside functions by definitions."""

    def __init__(self, path: str, collector: _Collector, distance: int) -> None:
        self.path, self.collector, self.distance = path, collector, distance

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if not node.decorator_list and "constexpr" not in ast.unparse(node.args):
            node.returns = None
            for each in ast.walk(node.args):
                if isinstance(each, ast.arg):
                    each.annotation = None
        return self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        if is_external(node) or self.distance > FAR:
            return node
        for alias in node.names:
            any(self.collector.collect(path, alias.name, self.distance + 1) for path in definition_paths(self.path, node))
        renamed = [
            f"{alias.asname} = {alias.name}" for alias in node.names if alias.asname and alias.name in self.collector.parts
        ]
        return ast.parse("\n".join(renamed)).body or [ast.Pass()]
