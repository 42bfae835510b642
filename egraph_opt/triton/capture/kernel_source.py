"""Self-contained Python source of a kernel, including its callees and the constants that it names.

TTIR differs between versions of Triton. A version that cannot parse a kernel's TTIR can compile the Python source.
"""

from __future__ import annotations

import ast
import builtins
from types import ModuleType
from typing import Any

SOURCE_HEADER = "import triton\nimport triton.language\n"
JIT = "@triton.jit"


class _NotAlone(Exception):
    """Error: the kernel names an object that cannot be written as source."""


def standing_alone(function: Any) -> str | None:
    """Return a kernel's source with all callees and constants; None if the kernel names an object that cannot be written as source."""
    found: dict[str, tuple[Any, str]] = {}
    try:
        _collect(function, function.__name__, found)
    except (_NotAlone, AttributeError, OSError, SyntaxError):
        return None
    texts = [text for _, text in reversed(found.values())]
    named = [text for text in texts if not text.startswith(JIT)]  # functions need the names in their annotations
    return "\n".join([SOURCE_HEADER, *sorted(named), *(f"\n{text}\n" for text in texts if text.startswith(JIT))])


def _collect(function: Any, name: str, found: dict[str, tuple[Any, str]]) -> None:
    text = str(function.src)
    tree = ast.parse(text)
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef) or definition.name != name:
        raise _NotAlone(name)
    inline = "" if not getattr(function, "noinline", False) else "(noinline=True)"
    _enter(name, function, f"{JIT}{inline}\n{text.rstrip()}", found)
    outer = {**function.fn.__globals__, **_closure_values(function.fn)}
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {argument.arg for argument in ast.walk(definition) if isinstance(argument, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in own and node.id not in found:
            if node.id in outer:
                _name(node.id, outer[node.id], found)
            elif not hasattr(builtins, node.id):
                raise _NotAlone(node.id)


def _closure_values(function: Any) -> dict[str, Any]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
    return {name: cell.cell_contents for name, cell in cells}


def _name(name: str, value: Any, found: dict[str, tuple[Any, str]]) -> None:
    of = str(getattr(value, "__module__", "") or "")
    kind = type(value).__name__
    if isinstance(value, ModuleType):
        if value.__name__.split(".")[0] not in ("triton", "math"):
            raise _NotAlone(name)
        _enter(name, value, f"import {value.__name__} as {name}", found)
    elif of.split(".")[0] == "triton" and kind not in ("dtype", "constexpr") and hasattr(value, "__name__"):
        _enter(name, value, f"from {of} import {value.__name__} as {name}", found)
    elif hasattr(value, "src") and hasattr(value, "fn") and hasattr(value, "arg_names"):
        _collect(value, name, found)
    elif kind == "constexpr":
        _enter(name, value, f"{name} = triton.language.constexpr({_literal(name, value.value)})", found)
    else:
        _enter(name, value, f"{name}: triton.language.constexpr = {_literal(name, value)}", found)


def _literal(name: str, value: Any) -> str:
    if type(value).__name__ == "dtype":
        return f"triton.language.dtype({str(value)!r})"
    if value is None or isinstance(value, bool | int | float | str):
        return repr(value)
    raise _NotAlone(name)


def _enter(name: str, value: Any, text: str, found: dict[str, tuple[Any, str]]) -> None:
    """Add the source text for a name. Raises `_NotAlone` if the name already refers to another object."""
    if name in found and found[name][0] is not value:
        raise _NotAlone(name)
    found[name] = value, text
