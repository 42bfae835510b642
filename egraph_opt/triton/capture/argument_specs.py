"""Specification of a launch's arguments as plain data, from which `egraph-opt replay` makes similar arguments.

A tensor is specified by its shape, strides, and offset in its storage. Integer tensors may hold indices. Therefore a small one is
stored whole, and a larger one as the range of its values.
"""

from __future__ import annotations

from typing import Any

MAX_KEPT_INTEGERS = 4096
"""Largest number of elements of an integer tensor that is stored whole."""


def described_each(bound: dict[str, Any]) -> dict[str, Any]:
    """Return the specification of each argument by name.

    A PyTorch tensor is also specified by its storage (an index among the launch's storages), its offset in elements, and its contents.
    """
    memories: dict[int, int] = {}
    return {
        name: _tensor(value, memories) if hasattr(value, "untyped_storage") else describe_argument(value)
        for name, value in bound.items()
    }


def describe_argument(value: Any) -> Any:
    if hasattr(value, "data_ptr"):
        stride = value.stride() if callable(getattr(value, "stride", None)) else ()
        shape, dtype = [int(extent) for extent in value.shape], str(value.dtype).removeprefix("torch.")
        return {"tensor": dtype, "shape": shape, "stride": [int(step) for step in stride]}
    if hasattr(value, "block_shape") and hasattr(value, "base"):
        return {"descriptor": describe_argument(value.base), "block_shape": [int(extent) for extent in value.block_shape]}
    if isinstance(value, tuple | list):
        return [describe_argument(part) for part in value]
    inner = getattr(value, "value", value)  # of a tl.constexpr
    return inner if inner is None or isinstance(inner, bool | int | float | str) else {"other": str(inner)}


def _tensor(value: Any, memories: dict[int, int]) -> dict[str, Any]:
    found: dict[str, Any] = describe_argument(value)
    memory = memories.setdefault(value.untyped_storage().data_ptr(), len(memories))
    found |= {"memory": memory, "offset": int(value.storage_offset())}
    kind = value.dtype
    if kind.is_floating_point or kind.is_complex or not value.numel():
        return found
    if value.numel() <= MAX_KEPT_INTEGERS:
        return found | {"values": value.reshape(-1).tolist()}
    whole = value.long()  # not all types have a least element
    return found | {"range": [int(whole.min()), int(whole.max())]}
