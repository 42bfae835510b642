"""Loads and stores that keep their layouts, since a thread must load what it stored itself: no barrier orders it with other threads."""

from __future__ import annotations

from collections import Counter

from egraph_opt.ir.analysis.underlying_array import underlying_array
from egraph_opt.ir.module import Op, Value

_ACCESSES = {"tt.load": False, "ttg.async_copy_global_to_local": False, "tt.store": True} | dict.fromkeys(
    "tt.atomic_cas tt.atomic_poll tt.atomic_rmw tt.call tt.elementwise_inline_asm tt.extern_elementwise".split(), True
)
"""Whether an operation may write what its pointers point to."""


def accesses_by_thread(function: Op) -> frozenset[Op]:
    """Return the loads and stores of arrays that the function also accesses elsewhere, where one of the accesses writes.

    Different arguments of a kernel are taken for different arrays. Those of a function that others call may be parts of one.
    """
    seen = [(op, v) for op in function.walk() if op.name in _ACCESSES for v in op.operands if "!tt.ptr<" in v.type]
    if not any(_ACCESSES[op.name] for op, _ in seen):
        return frozenset()
    array = (lambda _: None) if "private" in function.attributes.get("sym_visibility", "") else underlying_array(function)
    arrays: list[tuple[Op, Value | None]] = [(op, array(v)) for op, v in seen]
    accesses = Counter(of for _, of in arrays)
    writes = Counter(of for op, of in arrays if _ACCESSES[op.name])

    def is_alone(op: Op, of: Value | None) -> bool:
        counts = accesses if _ACCESSES[op.name] else writes
        others = sum(counts.values()) if of is None else counts[of] + counts[None]
        return others == _ACCESSES[op.name]

    return frozenset(op for op, of in arrays if op.name in ("tt.load", "tt.store") and not is_alone(op, of))
