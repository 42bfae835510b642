"""Operations whose results depend on layouts, because the order in which threads hold elements matters.

A float sum rounds by the order of its terms. The checker has its own table of such operations, apart from the optimiser's.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import prod

from egraph_opt.checker.values.attribute import value
from egraph_opt.checker.values.tensor_type_parser import tensor_type
from egraph_opt.ir.module import Op
from egraph_opt.linear_layout import LinearLayout, linear_layout
from egraph_opt.linear_layout.linear_map import echelon, log2

_ORDER_FREE = frozenset(
    (
        "arith.addi arith.muli arith.andi arith.ori arith.xori arith.minsi arith.maxsi arith.minui"
        " arith.maxui arith.minnumf arith.maxnumf arith.minimumf arith.maximumf"
    ).split()
)
"""Operations that are bitwise associative and commutative."""
_WRAPS = "#arith.overflow<none>"


def layouts_that_matter(op: Op) -> Hashable:
    """Return a key of the layouts on which the results of an operation depend, or None if they depend on no layout.

    The operand layout determines the element order of a reduction or scan, and so the rounding of a float sum. It also
    determines the result of a reshape that may reorder elements, and which elements inline assembly gets together. A matrix product
    accumulates in the order of its instruction.
    """
    if op.name == "tt.cat" and (order := _concatenation_key(op)) is not None:
        return order
    match op.name:
        case "tt.reduce":
            return _reduction_key(op)
        case "tt.scan":
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


def places(op: Op) -> Hashable:
    """Return a key of the threads that hold an operation's operands, or None if no operand has a layout."""
    tensors = [tensor_type(v.type) for v in op.operands]
    return tuple(_layout(v.type) for v in op.operands) if any(t and t.encoding for t in tensors) else None


def _any_order(op: Op) -> bool:
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


def _reduction_key(op: Op) -> Hashable:
    """Return a key that two reductions share if they combine the same elements in the same order, or in any order if that is exact.

    Triton combines registers in their order, then lanes, then warps, from the highest bit down (ReduceOpConversion). So only the steps
    along the axis matter. Its shuffles reach the right lanes only if the lane bits that move along the axis are adjacent.
    """
    whole = tuple(_layout(v.type) for v in op.operands)
    layout = whole[0] if len(whole) == 1 else None
    written = op.attributes.get("axis", "").split(" ")[0]
    if not isinstance(layout, LinearLayout) or not written.isdigit() or (axis := int(written)) >= len(layout.shape):
        return None if _any_order(op) else whole
    low = log2(prod(layout.shape[axis + 1 :]))
    reduced = layout.shape[axis] - 1 << low
    moving = [bit for bit, basis in enumerate(layout.lane) if basis & reduced]
    if moving != list(range(min(moving, default=0), max(moving, default=-1) + 1)):
        return whole
    if _any_order(op):
        return None
    steps = [basis for basis in layout.bases if basis & reduced]
    skew, repeated = any(basis & ~reduced for basis in steps), len(echelon(steps)) < len(steps)
    if not _exchanges(op) or skew or repeated or any(basis & reduced for basis in layout.block):
        return whole
    return axis, *(
        tuple(basis >> low for basis in part if basis & reduced) for part in (layout.register, layout.lane, layout.warp)
    )


def _exchanges(op: Op) -> bool:
    """Return whether a reduction combines elements by one operation that gives the same bits if its operands are exchanged."""
    blocks = op.regions[0].blocks if len(op.regions) == 1 else ()
    if len(blocks) != 1 or len(blocks[0].ops) != 2:
        return False
    combine, result = blocks[0].ops
    both = len(combine.operands) == 2 and set(combine.operands) == set(blocks[0].arguments)
    return combine.name in ("arith.addf", "arith.mulf") and both and result.operands == combine.results


def _concatenation_key(op: Op) -> Hashable:
    """Return a key that two `tt.cat` share if they take each result element from the same position in the operands.

    A thread holds the registers of the first operand, then of the second (Triton's CatOpConversion). This is a linear map over index bits;
    the key is the echelon form of its graph. The key is None if layouts are not linear, differ between the operands, or replicate elements
    in registers.
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
