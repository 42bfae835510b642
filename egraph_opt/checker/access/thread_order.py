"""Accesses that are ordered because one thread makes both of them.

The threads of a program instance run at their own pace. Nothing but a barrier orders a thread's access with another thread's, and Triton
inserts no barrier for global memory. A kernel that loads what it stored by the same pointers is right because Triton gives both accesses
one layout, so that each thread loads what it stored itself. In another layout, a thread may load before another one has stored.
"""

from __future__ import annotations

from collections import Counter

from egraph_opt.checker.access.pointer_origins import ANYWHERE, Origins, origins_of
from egraph_opt.ir.module import Op

_READS = frozenset(("tt.load", "ttg.async_copy_global_to_local"))
_WRITES = frozenset(
    "tt.store tt.atomic_cas tt.atomic_poll tt.atomic_rmw tt.call tt.elementwise_inline_asm tt.extern_elementwise".split()
)
"""Operations that may write what their pointers point to."""
_PLACED = frozenset(("tt.load", "tt.store"))
"""Accesses whose layout may differ between equal programs."""


def accesses_by_thread(function: Op) -> frozenset[Op]:
    """Return the loads and stores whose layout matters, since another access may touch the same bytes and one of both writes.

    Pointers of a function that others call may point to the same memory. Different arguments of a kernel are taken for different arrays.
    """
    seen = [op for op in function.walk() if op.name in _READS or op.name in _WRITES]
    if not any(op.name in _PLACED for op in seen) or all(op.name in _READS for op in seen):
        return frozenset()
    origins = origins_of(function) if "private" not in function.attributes.get("sym_visibility", "") else {}
    made: list[tuple[Op, Origins]] = []
    for op in seen:
        made += [(op, origins.get(v) or Origins((ANYWHERE,))) for v in op.operands if "!tt.ptr<" in v.type]
    all_by, writes_by = Counter[int](), Counter[int]()
    for op, found in made:
        all_by.update(found)
        writes_by.update(found if op.name in _WRITES else ())
    writes = sum(op.name in _WRITES for op, _ in made)

    def is_ordered(op: Op, found: Origins) -> bool:
        own = op.name in _WRITES
        counts = all_by if own else writes_by
        if ANYWHERE in found:
            return (len(made) if own else writes) > own
        return counts[ANYWHERE] > 0 or any(counts[origin] > own for origin in found)

    return frozenset(op for op, found in made if op.name in _PLACED and is_ordered(op, found))
