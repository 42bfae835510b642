"""Unused operations of a program with layouts: as MLIR's `isOpTriviallyDead`, they neither write nor synchronise."""

from __future__ import annotations

from egraph_opt.ir.declaration_lookup import Effect, declaration
from egraph_opt.ir.def_use import using_ops
from egraph_opt.ir.module import Op
from egraph_opt.ir.rewriting.dead_code import erase_dead

_ALLOCATING = frozenset("ttg.local_alloc ttng.tmem_alloc ttng.tmem_load amdg.in_thread_transpose".split())
"""Operations that only allocate or read on-chip memory, although their declarations do not say so."""
_READING = frozenset(("amdg.buffer_load", "tt.descriptor_gather"))
_PRODUCT, _WAIT = "ttng.warp_group_dot", "ttng.warp_group_dot_wait"
_REGIONS = frozenset("scf.for scf.if tt.reduce tt.scan".split())
"""Operations whose only effects are those of the operations in their regions."""
_ENDS = frozenset("scf.yield tt.reduce.return tt.scan.return".split())


def erase_unused(function: Op) -> Op:
    """Return the function without its unused operations that write no memory and do not synchronise."""
    unused = _unused_allocations(function)

    def is_erasable(op: Op) -> bool:
        if op.name in _REGIONS:
            below = (inner for region in op.regions for block in region.blocks for inner in block.ops)
            return all(inner.name in _ENDS or is_erasable(inner) for inner in below)
        if op.regions or op.name in _ENDS:
            return False
        return op in unused or op.name in _READING or (bool(op.results) and _is_harmless(op))

    return erase_dead(function, is_erasable)


def _unused_allocations(function: Op) -> set[Op]:
    """Return the unused on-chip allocations, and the unused asynchronous matrix products (`ttng.warp_group_dot`).

    If some wait has a nonzero `pendings`, which counts products, no product is returned.
    """
    ops = list(function.walk())
    counted = any(op.name == _WAIT and op.attributes.get("pendings", "").split(" ")[0] != "0" for op in ops)
    removable = {op for op in ops if op.name in _ALLOCATING or (op.name == _PRODUCT and not counted)}
    if not removable:
        return removable
    users, dead = using_ops(ops), set[Op]()
    for op in reversed(ops):
        harmless = op in removable or (not op.regions and bool(op.results) and _is_harmless(op))
        if harmless and all(user in dead for result in op.results for user in users.get(result, ())):
            dead.add(op)
    return dead & removable


def _is_harmless(op: Op) -> bool:
    return declaration(op).effect in (Effect.PURE, Effect.READS)
