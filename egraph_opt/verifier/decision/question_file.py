"""Readers for `verify`: questions in TOML files, and values and `NAME=VALUE` texts of the command line."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from egraph_opt.errors import nearest, reason_of
from egraph_opt.ir.module import InputError
from egraph_opt.text.program_input import decode_bytes
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.user_question import Call, Problem, ProblemError

OPEN = "open"
"""Word that a file gives in place of a number for an open size (one that a proof leaves arbitrary)."""
_KEYS = ("old", "new", "arrays", "sizes", "assume", "results")
_CALL_KEYS = ("kernel", "grid", "args", "constexprs", "reference")
_PLACE = re.compile(r"(.*) \(at line (\d+), column (\d+)\)")


def read_question(path: Path) -> Problem:
    """Return the verification problem that a TOML file describes. Paths in it are relative to its folder.

    Raises:
        InputError: the file is not TOML, or has an unknown key.
        ProblemError: the file lacks something that the problem needs.
        OSError: the file cannot be read.
    """
    text = decode_bytes(path.read_bytes(), str(path))
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        placed = _PLACE.fullmatch(str(error))
        line, column = (int(placed[2]), int(placed[3])) if placed else (0, 0)
        source = text.splitlines()[line - 1] if 0 < line <= len(text.splitlines()) else ""
        raise InputError(placed[1] if placed else str(error), line, column, filename=str(path), source=source) from None
    _check_keys(found, _KEYS, path)
    sides = [_side(found.get(side), side, path) for side in ("old", "new")]
    return make_problem(
        sides[0],
        sides[1],
        constexprs={},
        arrays=_table(found, "arrays", path),
        sizes={name: None if size == OPEN else size for name, size in _table(found, "sizes", path).items()},
        assume=_texts(found.get("assume", ()), "assume", path),
        results=_texts(found.get("results", ()), "results", path),
    )


def _side(value: Any, name: str, path: Path) -> Any:
    """Return the kernel calls that the table `old` or `new` lists, or its reference function."""
    tables = value if isinstance(value, list) else [value] if value is not None else []
    if not tables or not all(isinstance(each, Mapping) for each in tables):
        raise InputError(f"[[{name}]] is missing: a table with kernel, grid, args and constexprs", filename=str(path))
    if "reference" in tables[0]:
        return load_function(str(path.parent / tables[0]["reference"]))
    return [_call(table, name, path) for table in tables]


def _call(table: Mapping[str, Any], name: str, path: Path) -> Call:
    _check_keys(table, _CALL_KEYS, path)
    kernel = table.get("kernel")
    if not isinstance(kernel, str):
        raise InputError(f"[[{name}]] names no kernel", filename=str(path))
    return Call(str(path.parent / kernel), table.get("grid", 1), table.get("args", ()), table.get("constexprs", {}))


def _check_keys(found: Mapping[str, Any], known: Sequence[str], path: Path) -> None:
    if unknown := [key for key in found if key not in known]:
        raise InputError(f"unknown key {unknown[0]!r}{nearest(unknown[0], known)}", filename=str(path))


def _table(found: Mapping[str, Any], name: str, path: Path) -> Mapping[str, Any]:
    value = found.get(name, {})
    if not isinstance(value, Mapping):
        raise InputError(f"{name} is a table", filename=str(path))
    return value


def _texts(value: Any, name: str, path: Path) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise InputError(f"{name} is a list of texts", filename=str(path))
    return tuple(value)


def load_function(place: str) -> Callable[..., Any]:
    """Return the function that `file.py:name` names.

    Raises:
        ProblemError: there is no such function, or its file raises an error.
    """
    file, _, name = place.rpartition(":")
    if not Path(file).is_file():
        raise ProblemError(f"{place}: no such file, or no function is named: say file.py:function")
    spec = importlib.util.spec_from_file_location(f"_reference_{Path(file).stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(Path(file).parent.resolve()))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ProblemError(f"{file} fails: {reason_of(error)}") from None
    finally:
        del sys.path[0]
    found = getattr(module, name, None)
    if not callable(found):
        raise ProblemError(f"{file} has no function named {name}")
    return found  # type: ignore[no-any-return]


def parse_value(text: str) -> Any:
    """Convert a text to a number, True, False or None if it spells one, else return the text."""
    if text in ("True", "False", "None"):
        return {"True": True, "False": False, "None": None}[text]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def parse_pairs(texts: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return three mappings of names to values: `n=4` is for both kernels, `old.n=4` and `new.n=4` for one of them.

    Raises:
        ProblemError: a text is not `NAME=VALUE`.
    """
    found: tuple[dict[str, Any], dict[str, Any], dict[str, Any]] = ({}, {}, {})
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise ProblemError(f"{text!r}: say NAME=VALUE")
        side, dot, rest = name.strip().partition(".")
        number = ("old", "new").index(side) + 1 if dot and side in ("old", "new") else 0
        found[number][rest if number else name.strip()] = parse_value(value.strip())
    return found
