"""Loads and stores that keep their layouts, since a thread must load what it stored itself: no barrier orders it with other threads."""

from __future__ import annotations

from collections import Counter

from egraph_opt.ir.analysis.underlying_array import underlying_array
from egraph_opt.ir.module import Op, Value

_READS = "tt.load ttg.async_copy_global_to_local amdg.buffer_load amdg.buffer_load_to_local"
_WRITES = (
    "tt.store tt.atomic_cas tt.atomic_poll tt.atomic_rmw tt.call tt.elementwise_inline_asm tt.extern_elementwise"
    " amdg.buffer_store amdg.buffer_atomic_cas amdg.buffer_atomic_rmw"
)
_ACCESSES = dict.fromkeys(_READS.split(), False) | dict.fromkeys(_WRITES.split(), True)
"""Accesses of global memory by name, and whether each may write."""
_BARRIERS = ("gpu.barrier", "ttg.barrier")


def accesses_by_thread(function: Op) -> frozenset[Op]:
    """Return the loads and stores of arrays that the function also accesses elsewhere, where one of the accesses writes and no barrier
    of the function's body stands between.

    Different arguments of a kernel are taken for different arrays. Those of a function that others call may be parts of one.
    """
    seen = [(op, v) for op in function.walk() if op.name in _ACCESSES for v in op.operands if "!tt.ptr<" in v.type]
    if not any(_ACCESSES[op.name] for op, _ in seen):
        return frozenset()
    array = (lambda _: None) if "private" in function.attributes.get("sym_visibility", "") else underlying_array(function)
    arrays: dict[Op, list[Value | None]] = {}
    for op, v in seen:
        arrays.setdefault(op, []).append(array(v))
    blocks = function.regions[0].blocks
    may_repeat = any(op.successors for block in blocks[1:] for op in block.ops)
    parts = [[[*block.ops]] if may_repeat else _split_at_barriers(block.ops) for block in blocks]
    accesses = [[[op for op in part for op in op.walk() if op in arrays] for part in block] for block in parts]
    found: set[Op] = set()
    for block in accesses:
        outside = [op for other in accesses if other is not block for part in other for op in part]
        for part in block:
            found |= _accesses_without_order(part, [*part, *outside], arrays)
    return frozenset(found)


def _split_at_barriers(ops: tuple[Op, ...]) -> list[list[Op]]:
    parts: list[list[Op]] = [[]]
    for op in ops:
        parts += [[]] if op.name in _BARRIERS else []
        parts[-1].append(op)
    return parts


def _accesses_without_order(part: list[Op], beside: list[Op], arrays: dict[Op, list[Value | None]]) -> set[Op]:
    """Return the loads and stores of `part` to whose array another access of `beside` goes, if one of both writes."""
    accesses = Counter(of for op in beside for of in arrays[op])
    writes = Counter(of for op in beside if _ACCESSES[op.name] for of in arrays[op])

    def is_alone(op: Op, of: Value | None) -> bool:
        counts = accesses if _ACCESSES[op.name] else writes
        others = sum(counts.values()) if of is None else counts[of] + counts[None]
        return others == _ACCESSES[op.name]

    return {op for op in part if op.name in ("tt.load", "tt.store") and not all(is_alone(op, of) for of in arrays[op])}
