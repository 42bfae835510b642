"""Launches of captured kernels. A captured kernel is a folder with a Triton kernel of a script and a record of its launches."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from egraph_opt.ir.module import InputError
from egraph_opt.verifier.user_question import Call, ProblemError, Tensor

RECORD = "kernel.json"


def is_captured(kernel: Any) -> bool:
    """Return whether a kernel is given as a folder with a captured kernel."""
    return isinstance(kernel, str | Path) and "\n" not in str(kernel) and (Path(kernel) / RECORD).is_file()


def captured_call(folder: str | Path, number: int = 0) -> tuple[Call, dict[str, Tensor]]:
    """Return launch `number` of a captured kernel as a call, and its arrays, named after the kernel's parameters.

    Raises:
        ProblemError: there is no such launch, or an argument is neither an array nor a number.
        InputError: the record cannot be read.
    """
    path = Path(folder) / RECORD
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        launches = [each for each in record.get("launches", []) if each.get("grid")]
        parameters = [name for name, kind in record["signature"].items() if kind != "constexpr"]
    except (ValueError, AttributeError, KeyError, UnicodeDecodeError):
        raise InputError("the record of the captured kernel cannot be read", filename=str(path)) from None
    if number >= len(launches):
        raise ProblemError(f"{path} has {len(launches)} launches with a grid: no launch {number}")
    launch = launches[number]
    arguments: list[Any] = []
    arrays: dict[str, Tensor] = {}
    for name in parameters:
        value = launch["arguments"].get(name)
        if isinstance(value, Mapping) and "tensor" in value:
            arrays[name] = _tensor(value)
            arguments.append(name)
        elif isinstance(value, bool | int | float):
            arguments.append(value)
        else:
            raise ProblemError(f"{path}: the argument {name} is neither an array nor a number")
    return Call(folder, tuple(launch["grid"]), tuple(arguments)), arrays


def _tensor(value: Mapping[str, Any]) -> Tensor:
    """Return an array from its record; integers keep their recorded range, because they may be indices."""
    numbers = value.get("values") or []
    low, high = value.get("range") or ((min(numbers), max(numbers)) if numbers else (None, None))
    bound = None if high is None else int(high) + 1
    return Tensor(value["tensor"], tuple(value["shape"]), tuple(value["stride"]), None, low if low is None else int(low), bound)
