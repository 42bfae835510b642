"""Arguments of a launcher, from a launch's arguments as plain data (`egraph_opt.triton.capture.argument_specs`)."""

from __future__ import annotations

from typing import Any


class Unlaunchable(ValueError):
    """Arguments that cannot be made again from plain data."""


def launch_of(signature: dict[str, Any], arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the arguments of a launcher: for each parameter of the compiled program its name, type, and value or tensor.

    Raises:
        Unlaunchable: a parameter is a tuple, a descriptor, or has no plain value.
    """
    passed = []
    for name, kind in signature.items():
        if kind == "constexpr":
            continue
        value = arguments.get(name)
        pointer = isinstance(kind, str) and kind.startswith("*")
        if (
            not isinstance(kind, str)
            or kind.startswith("tensordesc")
            or pointer != (isinstance(value, dict) and "tensor" in value)
        ):
            raise Unlaunchable(f"parameter {name}: {kind} of {str(value)[:60]}")
        if not pointer and not isinstance(value, bool | int | float):
            raise Unlaunchable(f"parameter {name}: {kind} of {str(value)[:60]}")
        passed.append({"name": name, "kind": kind, "value": value})
    return passed
