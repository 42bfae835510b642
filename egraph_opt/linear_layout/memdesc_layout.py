"""Layouts of shared memory buffers (`!ttg.memdesc`): linear maps from tensor indices to offsets.

Source: `swizzledSharedToLinearLayout` and `nvmmaSharedToLinearLayout` in Triton 3.6's lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import prod

from egraph_opt.ir.types import MemDescType, type_of
from egraph_opt.linear_layout.encoding_parser import UnsupportedEncoding
from egraph_opt.linear_layout.linear_map import index_shifts, log2

_ENCODING = re.compile(r"#ttg\.(swizzled_shared|nvmma_shared)<\{(.*?)\}>", re.DOTALL)
_NUMBER = re.compile(r"(\w+) = (\d+)")
_ORDER = re.compile(r"order = \[([\d, ]+)\]")
_DEFINED = ("swizzlingByteWidth", "transposed", "elementBitWidth")
"""Required fields of `nvmma_shared`, which Triton's parser leaves undefined if missing."""
ACCESS_BITS = 128
"""Width of the widest access, in bits."""
ROW_BYTES = 128
"""Number of bytes in one row of all banks of shared memory."""


@lru_cache(maxsize=1 << 12)
def memory_type(text: str) -> tuple[tuple[int, ...], str, tuple[int, ...]]:
    """Return the shape and element type of a buffer, and the offset (in elements) of each bit of a row-major index.

    Offsets combine by xor. Buffers of more than two axes are assumed to be arrays of matrices. Raises UnsupportedEncoding for encodings
    other than `swizzled_shared` and `nvmma_shared`.
    """
    memory = type_of(text)
    match = _ENCODING.fullmatch(memory.encoding) if isinstance(memory, MemDescType) and memory.shape else None
    if match is None or not isinstance(memory, MemDescType):
        raise UnsupportedEncoding(f"no map is known for {text}")
    shape = memory.shape
    fields = {name: int(value) for name, value in _NUMBER.findall(match[2])}
    if match[1] == "swizzled_shared":
        found = _ORDER.search(match[2])
        order = [int(axis) for axis in found[1].split(",")] if found else []
        vector, per_phase, phases = (fields.get(name, 0) for name in ("vec", "perPhase", "maxPhase"))
    elif not all(f"{name} = " in match[2] for name in _DEFINED):
        raise UnsupportedEncoding(f"no map is known for {text}")
    else:
        swizzle, bits = fields.get("swizzlingByteWidth", 0), fields.get("elementBitWidth", 0) or 2 * ACCESS_BITS
        order = list(range(len(shape) - 1, -1, -1))
        if "transposed = true" in match[2] and len(order) > 1:
            order[:2] = order[1], order[0]
        vector = ACCESS_BITS // bits
        per_phase, phases = ROW_BYTES // max(16, swizzle), max(16, swizzle) // 16
    if sorted(order) != list(range(len(shape))) or min(vector, per_phase, phases) < 1:
        raise UnsupportedEncoding(f"no map is known for {text}")
    tile = shape[order[0]] if match[1] == "swizzled_shared" else min(shape[order[0]], 8 * max(16, swizzle) // bits)
    return shape, memory.element, _offsets(shape, order, vector, per_phase, phases, tile)


def _offsets(shape: tuple[int, ...], order: list[int], vector: int, per_phase: int, phases: int, tile: int) -> tuple[int, ...]:
    """Return the offset of each index bit: columns of a tile, then rows swizzled by `vector` every `per_phase` rows, then further tiles."""
    shifts = index_shifts(shape)
    found = [0] * log2(prod(shape))
    column, *others = order
    stride = 1
    for bit in range(log2(tile)):
        found[shifts[column] + bit] = stride
        stride *= 2
    for number, axis in enumerate(others):
        for bit in range(log2(shape[axis])):
            swizzled = vector * ((1 << bit) // per_phase % phases) % tile if number == 0 else 0
            found[shifts[axis] + bit] = stride ^ swizzled
            stride *= 2
    for bit in range(log2(tile), log2(shape[column])):
        found[shifts[column] + bit] = stride
        stride *= 2
    return tuple(found)
