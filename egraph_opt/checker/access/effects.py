"""Memory effect of each operation: the checker's own table.

The table is separate from the optimiser's, so that the checker detects errors there. Sources: traits and `getEffects` in Triton's
TritonOps.td, TritonGPUOps.td and Ops.cpp. Every operation of MLIR's `arith` and `math` dialects is pure, as are the listed `vector`
operations (MLIR's VectorOps.td).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from egraph_opt.checker.values.tensor_type_parser import tensor_type
from egraph_opt.ir.module import Op


class OpEffect(Enum):
    """Effect of an operation apart from computing its results."""

    PURE = "pure"
    """Results depend on operands and attributes only. May be duplicated, moved and removed."""
    READ = "read"
    """Results depend on operands and memory. May be duplicated and removed, but not moved across a write."""
    WRITE = "write"
    """Changes memory or synchronises. Order and number of such operations must be preserved. Layouts do not matter."""
    OPAQUE = "opaque"
    """Unknown semantics. Like WRITE, but the layouts of operands and results, the text and the regions must also be identical."""


CONVERSIONS = frozenset(("ttg.convert_layout", "iree_vector_ext.to_layout"))
"""Operations that only move elements between threads."""
CHOICE = "arith.select"
CONSTANT = "arith.constant"
SAME_BITS = frozenset(("tt.bitcast", "arith.bitcast"))
"""Operations that are the identity if operand and result have the same type."""

SPREADING = frozenset("tt.splat tt.broadcast tt.expand_dims tt.reshape tt.trans".split())
"""Operations that only rearrange or replicate elements, so that a tensor of equal elements remains a splat.

Triton folds such a splat (`SplatOp::fold` and similar functions in Ops.cpp).
"""


_PURE = frozenset(
    "ttg.convert_layout tt.addptr tt.advance tt.approx_divf tt.bitcast tt.broadcast tt.cat tt.clampf tt.dot tt.dot_scaled tt.expand_dims"
    " tt.fp_to_fp tt.gather"
    " tt.get_num_programs tt.get_program_id tt.histogram tt.int_to_ptr tt.join tt.make_range tt.make_tensor_descriptor"
    " tt.make_tensor_ptr tt.map_elementwise tt.mulhiui tt.precise_divf tt.precise_sqrt tt.ptr_to_int tt.reduce tt.reshape tt.scan tt.splat"
    " tt.split tt.trans tt.unsplat ttg.fp4_to_fp ttg.memdesc_index ttg.memdesc_reinterpret ttg.memdesc_reshape"
    " ttg.memdesc_subslice ttg.memdesc_trans ub.poison iree_vector_ext.to_layout"
    " amdg.concat amdg.extract_slice amdg.scaled_upcast_fp4 amdg.scaled_upcast_fp8 ttng.tmem_subslice".split()
) | frozenset(
    (
        "vector.bitcast vector.broadcast vector.constant_mask vector.contract vector.create_mask"
        " vector.extract vector.extract_strided_slice vector.fma vector.insert vector.insert_strided_slice"
        " vector.multi_reduction vector.shape_cast vector.step vector.transpose"
    ).split()
)
_DECLARED_PURE = frozenset(("tt.elementwise_inline_asm", "tt.extern_elementwise"))
"""Operations that are pure if an attribute declares it (Triton's ExternElementwiseOp and ElementwiseInlineAsmOp, getEffects)."""
READS = frozenset(("tt.load", "tt.descriptor_load", "tt.descriptor_gather", "ttg.local_load", "amdg.buffer_load"))
_WRITE = frozenset(
    "gpu.barrier llvm.intr.assume tt.assert tt.atomic_cas tt.atomic_rmw tt.descriptor_reduce tt.descriptor_scatter"
    " tt.descriptor_store tt.store ttg.async_commit_group ttg.async_copy_global_to_local ttg.async_wait ttg.local_alloc"
    " ttg.local_dealloc ttg.local_store".split()
)
NOT_GLOBAL_WRITES = frozenset(
    "ttg.async_commit_group ttg.async_copy_global_to_local ttg.async_wait ttg.local_alloc ttg.local_dealloc ttg.local_store"
    " ttng.fence_async_shared ttng.warp_group_dot ttng.warp_group_dot_wait".split()
)
"""Writing operations that do not write global memory, so that a load of global memory may move across them.

Sources: Triton's getEffects, and the PTX ISA on what `cp.async` and `wgmma` wait for.
"""
NOT_SHARED_WRITES = frozenset(
    "tt.store ttg.async_commit_group ttg.local_alloc ttng.fence_async_shared ttng.warp_group_dot ttng.warp_group_dot_wait".split()
)
"""Writing operations that change no buffer of shared memory that exists, so that a read of a buffer may move across them.

Products read shared memory, and write registers. An allocation fills a buffer of its own. Copies, waits for copies, and barriers are left
out, since what reads see may change there.
"""
OFFSET = "allocation.offset"
"""Attribute of an allocation at an assigned place, which may be the place of another buffer."""
CALM = frozenset("llvm.intr.assume tt.assert tt.atomic_cas tt.atomic_rmw tt.store ttg.local_alloc ttg.local_store".split())
"""Writing operations that neither start nor await asynchronous work."""
_BY_PROXY = frozenset(
    (
        "ttng.async_tma_copy_local_to_global ttng.async_tma_reduce ttng.async_tma_scatter ttng.tc_gen5_mma"
        " ttng.tc_gen5_mma_scaled ttng.tmem_copy ttng.async_tma_store_wait ttng.wait_barrier"
    ).split()
)
UNFENCED_WRITES = (CALM | NOT_GLOBAL_WRITES | _BY_PROXY) - {"ttng.fence_async_shared"}
"""Writing operations that are no fence between the generic and the asynchronous proxy."""
GLOBAL_READS = frozenset(("tt.load",))
_SPACE = re.compile(r", (\d+)>$")
_INTEGER = re.compile(r"i(\d{1,4})")
DIVISIONS = frozenset("arith.divsi arith.divui arith.remsi arith.remui arith.ceildivsi arith.ceildivui arith.floordivsi".split())
"""Divisions. Division by zero is undefined (MLIR's ArithOps.td, LLVM LangRef), so a conditional division must stay conditional."""
_COMBINING = frozenset(("tt.reduce", "tt.scan", "tt.map_elementwise"))


_STRUCTURED = ("tt.func", "func.func", "llvm.func", "scf.for", "scf.if", "scf.index_switch", "scf.execute_region", "scf.while")
_ENDS = ("scf.yield", "scf.condition", "tt.return", "func.return", "llvm.return", "cf.br", "cf.cond_br")


def effect(op: Op) -> OpEffect:
    """Return the effect of an operation. An operation with unknown regions is opaque."""
    name = op.name
    if op.successors or (op.regions and not _combines(op)):
        return OpEffect.OPAQUE
    if name == "vector.transfer_write":
        return OpEffect.PURE if op.results else OpEffect.WRITE  # tensors have value semantics: a write creates a new tensor
    if name in _PURE or name.startswith(("arith.", "math.")):
        return OpEffect.PURE
    if (name in READS and not op.operands) or (name == "ttg.local_alloc" and len(op.results) != 1):
        return OpEffect.OPAQUE  # malformed
    if name in READS:
        if op.attributes.get("isVolatile", "false") != "false" or op.attributes.get("cache", "").split(" ")[0] == "7":
            return OpEffect.WRITE  # volatile, or `ld.cv` (PTX ISA, cache operators): it observes concurrent writes
        return OpEffect.READ
    if name in _WRITE:
        return OpEffect.WRITE
    if name in _DECLARED_PURE and op.attributes.get("pure") == "true":
        return OpEffect.PURE
    return OpEffect.OPAQUE


def _combines(op: Op) -> bool:
    inner = (below for region in op.regions for block in region.blocks for below in block.ops)
    return op.name in _COMBINING and all(
        below.name == f"{op.name}.return" or (not below.regions and effect(below) is OpEffect.PURE) for below in inner
    )


def is_global(type: str) -> bool:
    """Return whether a type is a pointer to global memory, or a tensor of such pointers.

    Global memory is address space 1, the default, which types do not print.
    """
    tensor = tensor_type(type)
    space = _SPACE.search(tensor.element if tensor else type)
    return space is None or space[1] == "1"


def minus_one(type: str) -> int:
    tensor = tensor_type(type)
    found = _INTEGER.fullmatch(tensor.element if tensor else type)
    return (1 << int(found[1])) - 1 if found else -1


def fencing(function: Op) -> Iterator[Op]:
    """Yield the operations whose regions contain, or may contain, a fence that makes ordinary writes visible to the asynchronous proxy."""
    todo: list[tuple[Op, tuple[Op, ...]]] = [(function, ())]
    while todo:
        op, around = todo.pop()
        if op.regions and op.name in _STRUCTURED:
            todo += [(inner, (*around, op)) for region in op.regions for block in region.blocks for inner in block.ops]
        elif op.name not in UNFENCED_WRITES and effect(op) in (OpEffect.WRITE, OpEffect.OPAQUE) and op.name not in _ENDS:
            yield from around
