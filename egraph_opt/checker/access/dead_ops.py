"""Dead operations: unused and without observable effect, as MLIR's `isOpTriviallyDead`."""

from __future__ import annotations

from egraph_opt.checker.access.effects import DIVISIONS, OpEffect, effect
from egraph_opt.checker.access.onchip_memory import PRODUCT, WAIT, BufferFacts
from egraph_opt.ir.def_use import using_ops
from egraph_opt.ir.module import Op

REMOVABLE = frozenset(
    "ttg.local_alloc ttng.tmem_alloc ttng.tmem_load ttng.warp_group_dot amdg.load_shared_relaxed amdg.in_thread_transpose"
    " ttg.global_scratch_alloc".split()
)
"""Operations that only read, or only allocate their result (`getEffects` in Triton's dialects)."""


def known_memory(function: Op) -> tuple[BufferFacts, frozenset[Op]]:
    """Return the facts about a function's buffers, and the unused operations that may be ignored.

    No operation may be ignored if asynchronous work would then use a buffer that no wait or deallocation keeps alive. The contents of such
    a buffer depend on all allocations, also unused ones.
    """
    memory, unused = BufferFacts(function), unused_operations(function)
    if memory.loose and unused:
        rest = BufferFacts(function, unused)
        return (memory, frozenset()) if rest.loose else (rest, unused)
    return memory, unused


def unused_operations(function: Op) -> frozenset[Op]:
    """Return a function's removable operations without uses, and the dead operations that use results of these.

    A wait with nonzero `pendings` counts asynchronous matrix products, so every product is kept.
    """
    ops = list(function.walk())
    counted = any(op.name == WAIT and op.attributes.get("pendings", "").split(" ")[0] != "0" for op in ops)
    removables = {op for op in ops if op.name in REMOVABLE and not (counted and op.name == PRODUCT)}
    if not removables:
        return frozenset()
    users = using_ops(ops)
    dead: set[Op] = set()
    for op in reversed(ops):
        removable = op in removables or _is_harmless(op)
        if removable and all(user in dead for result in op.results for user in users.get(result, ())):
            dead.add(op)
    found = dead & removables
    gone = {result for op in found for result in op.results}
    for op in ops:
        if op in dead and not gone.isdisjoint(op.operands):
            found.add(op)
            gone.update(op.results)
    return frozenset(found)


def _is_harmless(op: Op) -> bool:
    """Return whether an operation depends only on operands or shared memory, and is defined for all operands."""
    if not op.results or op.regions or op.name in DIVISIONS:
        return False
    return effect(op) is OpEffect.PURE or (effect(op) is OpEffect.READ and op.name == "ttg.local_load")
