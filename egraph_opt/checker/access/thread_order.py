"""Accesses that are ordered because one thread makes both of them.

The threads of a program instance run at their own pace. Nothing but a barrier orders a thread's access with another thread's, and Triton
inserts no barrier for global memory. A kernel that loads what it stored by the same pointers is right because Triton gives both accesses
one layout, so that each thread loads what it stored itself. In another layout, a thread may load before another one has stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from egraph_opt.checker.access.pointer_origins import ANYWHERE, Origins, origins_of
from egraph_opt.ir.module import Op

_READS = frozenset("tt.load ttg.async_copy_global_to_local amdg.buffer_load amdg.buffer_load_to_local".split())
_WRITES = frozenset(
    "tt.store tt.atomic_cas tt.atomic_poll tt.atomic_rmw tt.call tt.elementwise_inline_asm tt.extern_elementwise"
    " amdg.buffer_store amdg.buffer_atomic_cas amdg.buffer_atomic_rmw".split()
)
"""Operations that may write what their pointers point to."""
_PLACED = frozenset(("tt.load", "tt.store"))
"""Accesses whose layout may differ between equal programs."""
_BARRIERS = frozenset(("gpu.barrier", "ttg.barrier"))

Phase = tuple[int, int]
"""Block of a function's body, and how many barriers it has before an operation."""


def accesses_by_thread(function: Op) -> frozenset[Op]:
    """Return the loads and stores whose layout matters, since another access may touch the same bytes, one of both writes, and no
    barrier stands between them.

    Pointers of a function that others call may point to the same memory. Different arguments of a kernel are taken for different arrays.
    """
    seen = [op for op in function.walk() if op.name in _READS or op.name in _WRITES]
    if not any(op.name in _PLACED for op in seen) or all(op.name in _READS for op in seen):
        return frozenset()
    origins = origins_of(function) if "private" not in function.attributes.get("sym_visibility", "") else {}
    phases = phases_of(function)
    made: list[tuple[Op, Origins]] = []
    for op in seen:
        made += [(op, origins.get(v) or Origins((ANYWHERE,))) for v in op.operands if "!tt.ptr<" in v.type]
    all_by, writes_by = Counter[Hashable](), Counter[Hashable]()
    for op, found in made:
        block, _ = phase = phases[op]
        keys = [(origin, place) for origin in (*found, None) for place in ((), block, phase)]
        all_by.update(keys)
        writes_by.update(keys if op.name in _WRITES else ())

    def is_ordered(op: Op, found: Origins) -> bool:
        block, _ = phase = phases[op]
        own = op.name in _WRITES
        counts = all_by if own else writes_by

        def beside(origin: int | None) -> int:
            """Return the number of accesses to an array, itself included, that no barrier separates from this one."""
            return counts[origin, ()] - counts[origin, block] + counts[origin, phase]

        if ANYWHERE in found:
            return beside(None) > own
        return beside(ANYWHERE) > 0 or any(beside(origin) > own for origin in found)

    return frozenset(op for op, found in made if op.name in _PLACED and is_ordered(op, found))


def phases_of(function: Op) -> dict[Op, Phase]:
    """Return the phase of each operation. Barriers in loops and conditionals, and in blocks that may run again, do not count."""
    blocks = function.regions[0].blocks
    runs_once = not any(op.successors for block in blocks[1:] for op in block.ops)
    found: dict[Op, Phase] = {}
    for number, block in enumerate(blocks):
        barriers = 0
        for op in block.ops:
            barriers += runs_once and op.name in _BARRIERS
            found.update(dict.fromkeys(op.walk(), (number, barriers)))
    return found
