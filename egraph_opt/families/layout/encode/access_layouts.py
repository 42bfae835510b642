"""Layouts in which an access through pointers asks global memory for no more than in the input.

By default, loads and stores of at least as many elements as threads take only such layouts: as few instructions and sectors, for
example with other warps along a dimension.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from egraph_opt.cost.axis_info import AddressPattern, accesses
from egraph_opt.cost.op_resources import work
from egraph_opt.families.layout.encode.layout_inference import encoding_of
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import tensor_type
from egraph_opt.linear_layout import linear_layout


def is_coalesced(function: Op, op: Op, layout: str) -> bool:
    """Return whether a load or store of a function has as few instructions and sectors in a layout as in its own.

    If nothing is known about its addresses, only its own layout will do.
    """
    access, pointers = accesses(function).get(op), tensor_type(op.operands[0].type)
    if access is None or max(access.run) == 1:
        return pointers is not None and pointers.encoding == layout
    return _asks_no_more(op.name, tuple(v.type for v in op.operands), tuple(v.type for v in op.results), access, layout)


def coalesced_neighbour(function: Op, op: Op, layout: str) -> str | None:
    """Return a layout in which a store is coalesced, and that exchanges elements with `layout` only within warps.

    Bits of the contiguous dimension come from lanes to registers, until an instruction is as wide as in the input.
    """
    access, tensor = accesses(function).get(op), tensor_type(op.operands[0].type)
    if access is None or max(access.run) == 1 or tensor is None or tensor.encoding is None:
        return None
    axis = max(range(len(tensor.shape)), key=lambda d: (access.run[d], d))
    low = sum(extent.bit_length() - 1 for extent in tensor.shape[axis + 1 :])
    try:
        own, near = (linear_layout(each, tensor.shape) for each in (tensor.encoding, layout))
    except ValueError:
        return None
    wide = next((i for i, basis in enumerate(own.register) if basis != 1 << low + i), len(own.register))
    wanted = [1 << low + i for i in range(wide)]
    registers, lanes = list(near.register), list(near.lane)
    spare = sorted(
        (b for b in registers if b and b not in wanted), key=lambda b: (b < 1 << low, b >= tensor.shape[axis] << low, b)
    )
    for basis in wanted:
        if basis in registers:
            continue
        if basis not in lanes or not spare:
            return None
        partner = spare.pop(0)
        registers[registers.index(partner)], lanes[lanes.index(basis)] = basis, partner
    found = replace(near, register=(*wanted, *(b for b in registers if b not in wanted)), lane=tuple(lanes))
    types = (tuple(v.type for v in values) for values in (op.operands, op.results))
    name = encoding_of(found)
    return name if _asks_no_more(op.name, *types, access, name) else None


@lru_cache(maxsize=1 << 14)
def _asks_no_more(name: str, operands: tuple[str, ...], results: tuple[str, ...], access: AddressPattern, layout: str) -> bool:
    before = work(name, operands, results, access)
    after = work(name, *(tuple(map(_held_in, types, (layout,) * len(types))) for types in (operands, results)), access)
    return bool(after) and all(count <= before.get(unit, 0.0) for unit, count in after.items())


def _held_in(text: str, layout: str) -> str:
    tensor = tensor_type(text)
    return str(tensor._replace(encoding=layout)) if tensor else text
