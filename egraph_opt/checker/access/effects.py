"""Memory effect of each operation, and dependence of its values on layouts: the checker's own table.

It is separate from the optimiser's tables, so that an error there cannot hide itself here. Sources: traits and `getEffects` in
Triton's TritonOps.td, TritonGPUOps.td and Ops.cpp. Every operation of MLIR's `arith` and `math` dialects is pure, as are the
listed `vector` operations (MLIR's VectorOps.td).
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from enum import Enum
from math import prod

from egraph_opt.checker.values.attribute import value
from egraph_opt.checker.values.tensor import tensor_type
from egraph_opt.ir.module import Op
from egraph_opt.linear_layout import LinearLayout, linear_layout
from egraph_opt.linear_layout.linear import echelon, log2


class OpEffect(Enum):
    """Effect of an operation besides its results."""

    PURE = "pure"
    """Results depend on operands and attributes only. May be duplicated, moved and removed."""
    READ = "read"
    """Results depend on operands and memory. May be duplicated and removed, but not moved across a write."""
    WRITE = "write"
    """Changes memory or synchronises. Order and number of such operations must be preserved. Layouts do not matter."""
    OPAQUE = "opaque"
    """Unknown semantics. As WRITE; in addition the layouts of operands and results, the text and the regions must be identical."""


CONVERSIONS = frozenset(("ttg.convert_layout", "iree_vector_ext.to_layout"))
"""Operations that only move elements between threads."""
CHOICE = "arith.select"
CONSTANT = "arith.constant"
SAME_BITS = frozenset(("tt.bitcast", "arith.bitcast"))
"""Operations that are the identity if operand and result have the same type."""

SPREADING = frozenset("tt.splat tt.broadcast tt.expand_dims tt.reshape tt.trans".split())
"""Operations that only rearrange or replicate elements, so that a tensor of equal elements stays one.

Triton folds them (`SplatOp::fold` and similar functions in Ops.cpp).
"""

_ORDER_FREE = frozenset(
    (
        "arith.addi arith.muli arith.andi arith.ori arith.xori arith.minsi arith.maxsi arith.minui"
        " arith.maxui arith.minnumf arith.maxnumf arith.minimumf arith.maximumf"
    ).split()
)
"""Operations that are bitwise associative and commutative."""

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
"""Writing operations that do not write global memory, so that a load of it may move across them.

Sources: Triton's getEffects, and the PTX ISA on what `cp.async` and `wgmma` wait for.
"""
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
_WRAPS = "#arith.overflow<none>"
_SPACE = re.compile(r", (\d+)>$")
_INTEGER = re.compile(r"i(\d{1,4})")
DIVISIONS = frozenset("arith.divsi arith.divui arith.remsi arith.remui arith.ceildivsi arith.ceildivui arith.floordivsi".split())
"""Divisions. Division by zero is undefined (MLIR's ArithOps.td, LLVM LangRef), so a conditional division must stay conditional."""
_COMBINING = frozenset(("tt.reduce", "tt.scan", "tt.map_elementwise"))


_STRUCTURED = ("tt.func", "func.func", "llvm.func", "scf.for", "scf.if", "scf.index_switch", "scf.execute_region", "scf.while")
_ENDS = ("scf.yield", "scf.condition", "tt.return", "func.return", "llvm.return", "cf.br", "cf.cond_br")


def effect(op: Op) -> OpEffect:
    """Return the effect of one operation; unknown regions make it opaque."""
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
    """Return whether the regions of an operation combine elements of its operands."""
    inner = (below for region in op.regions for block in region.blocks for below in block.ops)
    return op.name in _COMBINING and all(
        below.name == f"{op.name}.return" or (not below.regions and effect(below) is OpEffect.PURE) for below in inner
    )


def is_global(type: str) -> bool:
    """Return whether a pointer or tensor of pointers is in global memory: address space 1, the default, which is not printed."""
    tensor = tensor_type(type)
    space = _SPACE.search(tensor.element if tensor else type)
    return space is None or space[1] == "1"


def minus_one(type: str) -> int:
    """Return the all-ones integer of a type or of its element type."""
    tensor = tensor_type(type)
    found = _INTEGER.fullmatch(tensor.element if tensor else type)
    return (1 << int(found[1])) - 1 if found else -1


def layouts_that_matter(op: Op) -> Hashable:
    """Return a key of the layouts on which the results of an operation depend, or None if they depend on none.

    The operand layout determines the element order of a reduction or scan, and so the rounding of a float sum. It also determines
    the order of elements that may be reordered or are passed to inline assembly in groups. A matrix product accumulates in the
    order of its instruction.
    """
    if op.name == "tt.cat" and (order := _concatenation_key(op)) is not None:
        return order
    match op.name:
        case "tt.reduce" | "tt.scan":
            return None if _any_order(op) else tuple(_layout(v.type) for v in op.operands)
        case "tt.reshape":
            matter = "allow_reorder" in op.attributes
        case "tt.elementwise_inline_asm":
            matter = op.attributes.get("packed_element", "").split(" ")[0] != "1"
        case "tt.map_elementwise":
            matter = op.attributes.get("pack", "").split(" ")[0] != "1"
        case "tt.dot" | "tt.dot_scaled":
            return tuple((_layout(v.type), instruction(v.type)) for v in (*op.operands, *op.results))
        case "tt.cat":
            matter = True
        case _:
            matter = False
    return tuple(_layout(v.type) for v in (*op.operands, *op.results)) if matter else None


def _any_order(op: Op) -> bool:
    """Return whether the combiner is a single associative and commutative operation on both arguments."""
    blocks = op.regions[0].blocks if len(op.regions) == 1 else ()
    if len(op.operands) != 1 or len(blocks) != 1 or len(blocks[0].ops) != 2:
        return False
    combine, result = blocks[0].ops
    return (
        combine.name in _ORDER_FREE
        and combine.attributes.get("overflowFlags", _WRAPS) == _WRAPS  # other partial sums may overflow
        and len(combine.operands) == 2
        and set(combine.operands) == set(blocks[0].arguments)
        and result.operands == combine.results
    )


def _concatenation_key(op: Op) -> Hashable:
    """Return which operand element each result element of a `tt.cat` is: the span of (result, operand, element) index bits, or None.

    A thread holds the registers of the first operand, then of the second (Triton's CatOpConversion). None if layouts are not
    linear, differ between the operands, or replicate elements in registers.
    """
    (a, *others), result = [_layout(v.type) for v in op.operands], _layout(op.results[0].type)
    if others != [a] or not isinstance(a, LinearLayout) or not isinstance(result, LinearLayout):
        return None
    if 0 in (*a.register, *result.register) or len(result.register) != len(a.register) + 1:
        return None
    width = log2(prod(a.shape))
    sources = (*a.register, 1 << width, *a.lane, *a.warp, *a.block)
    if len(sources) != len(result.bases):
        return None
    return echelon(to << width + 1 | source for to, source in zip(result.bases, sources, strict=True))


def _layout(type: str) -> Hashable:
    """Return a key that is equal for types with equal element placement: the linear map, or the text if no map is known."""
    tensor = tensor_type(type)
    if tensor is None or tensor.encoding is None:
        return value(type)
    try:
        return linear_layout(tensor.encoding, tensor.shape)
    except ValueError:
        return value(tensor.encoding)


_PLACES = frozenset(
    "warpsPerCTA tilesPerWarp CTAsPerCGA CTASplitNum CTAOrder CGALayout opIdx kWidth isTransposed isTranspose".split()
)
"""Layout fields that determine the placement of elements, which the linear map already describes."""


def instruction(type: str) -> Hashable:
    """Return the instruction version and shape from the layout of a matrix product's operand or result."""
    tensor = tensor_type(type)
    return None if tensor is None or tensor.encoding is None else _instruction(value(tensor.encoding))


def _instruction(layout: Hashable) -> Hashable:
    match layout:
        case ("#ttg.blocked", *_):
            return "multiply and add"
        case (str(name), ("<", ((("{", tuple() as fields),), *_))):
            return name, tuple(
                (field[0], _instruction(field[2]) if field[0] == "parent" else field[2])
                for field in fields
                if isinstance(field, tuple) and len(field) == 3 and field[0] not in _PLACES
            )
    return layout


def fencing(function: Op) -> Iterator[Op]:
    """Yield the operations whose regions may contain a fence between the generic and the asynchronous proxy."""
    todo: list[tuple[Op, tuple[Op, ...]]] = [(function, ())]
    while todo:
        op, around = todo.pop()
        if op.regions and op.name in _STRUCTURED:
            todo += [(inner, (*around, op)) for region in op.regions for block in region.blocks for inner in block.ops]
        elif op.name not in UNFENCED_WRITES and effect(op) in (OpEffect.WRITE, OpEffect.OPAQUE) and op.name not in _ENDS:
            yield from around
