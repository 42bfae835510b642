"""Footprint of a tensor: the number of elements that all threads of a program instance hold, including copies."""

from __future__ import annotations

from functools import lru_cache

from egraph_opt.ir.types import TensorType, tensor_type
from egraph_opt.linear_layout import LinearLayout, linear_layout
from egraph_opt.linear_layout.linear_map import span_rank


@lru_cache(maxsize=1 << 16)
def tensor_layout(type_text: str) -> tuple[TensorType, LinearLayout] | None:
    """Return a tensor type with its linear layout; None for scalars and for unknown encodings."""
    tensor = tensor_type(type_text)
    if tensor is None or tensor.encoding is None:
        return None
    try:
        return tensor, linear_layout(tensor.encoding, tensor.shape)
    except ValueError:
        return None


def asked_elements(layout: LinearLayout) -> int:
    """Return the number of elements that all warps request from memory. Lanes of a warp that need the same element share a request."""
    in_warp = span_rank(layout.register + layout.lane)
    return 1 << (in_warp + len(layout.warp) + len(layout.block))


def held_elements(layout: LinearLayout) -> int:
    """Return the number of elements in the registers of all threads, including copies."""
    registers = sum(1 for basis in layout.register if basis)
    return 1 << (registers + len(layout.lane) + len(layout.warp) + len(layout.block))
