"""A launch's arguments as plain data, from which a machine with a GPU makes arguments like them.

Tensors keep their shape, strides and place in the memory that they share with others. Contents matter where they are indices: of integers,
small tensors are kept whole, of larger ones the range.
"""

from __future__ import annotations

from typing import Any

from egraph_opt.triton.capture.launches import described

WHOLE = 4096
"""Of up to so many integers, every one is kept."""


class Unlaunchable(ValueError):
    """Arguments that cannot be made again from plain data."""


def describe(bound: dict[str, Any]) -> dict[str, Any]:
    """Arguments by name, as of `described`, tensors with the number of their memory, their offset in elements, and contents."""
    memories: dict[int, int] = {}
    return {
        name: _tensor(value, memories) if hasattr(value, "untyped_storage") else described(value) for name, value in bound.items()
    }


def _tensor(value: Any, memories: dict[int, int]) -> dict[str, Any]:
    found: dict[str, Any] = described(value)
    memory = memories.setdefault(value.untyped_storage().data_ptr(), len(memories))
    found |= {"memory": memory, "offset": int(value.storage_offset())}
    kind = value.dtype
    if kind.is_floating_point or kind.is_complex or not value.numel():
        return found
    if value.numel() <= WHOLE:
        return found | {"values": value.reshape(-1).tolist()}
    whole = value.long()  # not all types have a least element
    return found | {"range": [int(whole.min()), int(whole.max())]}


def launch_of(signature: dict[str, Any], arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """What a launcher passes: for each parameter that is left in the compiled program its name, type, and value or tensor.

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
