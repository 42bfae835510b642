"""Order of float operations in TTGIR: a key of all that the rounding of sums depends on, apart from the operations themselves.

Triton combines the elements of a reduction or scan first in a thread by registers, then over lanes, then over warps (ReduceOpToLLVM.cpp,
ScanOpToLLVM.cpp); it adds the terms of a matrix product by instructions in ascending order along the summed axis (DotOpToLLVM).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

from egraph_opt.ir.attributes import integer
from egraph_opt.ir.declaration_lookup import reduces_in_any_order
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import MemDescType, TensorType, type_of
from egraph_opt.linear_layout import linear_layout
from egraph_opt.linear_layout.encoding_parser import Attribute, UnsupportedEncoding
from egraph_opt.linear_layout.linear_map import InvalidLayout, index_shifts

_ORDERED = ("tt.reduce", "tt.scan")
_PRODUCTS = ("tt.dot", "ttng.warp_group_dot")
_FREE = frozenset(
    "tt.func tt.return tt.reduce.return tt.scan.return tt.get_program_id tt.get_num_programs tt.make_range tt.splat tt.unsplat tt.broadcast"
    " tt.expand_dims tt.trans tt.reshape tt.join tt.split tt.gather tt.bitcast tt.addptr tt.int_to_ptr tt.ptr_to_int tt.fp_to_fp tt.clampf"
    " tt.precise_divf tt.precise_sqrt tt.mulhiui tt.extern_elementwise tt.load tt.store tt.histogram tt.assert tt.make_tensor_descriptor"
    " tt.descriptor_load tt.descriptor_store tt.descriptor_gather tt.descriptor_scatter gpu.barrier ttg.convert_layout ttg.local_alloc"
    " ttg.local_load ttg.local_store ttg.local_dealloc ttg.memdesc_index ttg.memdesc_trans ttg.memdesc_subslice ttg.memdesc_reshape"
    " ttg.async_copy_global_to_local ttg.async_commit_group ttg.async_wait ttg.global_scratch_alloc ttg.predicate_stage"
    " ttng.warp_group_dot_wait ttng.fence_async_shared ttng.async_tma_copy_global_to_local ttng.async_tma_copy_local_to_global"
    " ttng.async_tma_gather ttng.async_tma_scatter ttng.async_tma_store_wait ttng.wait_barrier ttng.init_barrier ttng.inval_barrier"
    " ttng.barrier_expect ttng.arrive_barrier ttng.tensormap_create ttng.tensormap_fenceproxy_acquire ttng.reinterpret_tensor_descriptor"
    " ub.poison".split()
)
_DIALECTS = ("arith.", "math.", "scf.", "cf.")
"""Operations, and dialects of operations, whose results do not depend on layouts."""
_ANY_ORDER = frozenset(("add", "and", "or", "xor", "max", "min", "umax", "umin"))
_ATOMIC_KINDS = {"1": "and", "2": "or", "3": "xor", "4": "add", "6": "max", "7": "min", "8": "umax", "9": "umin"}


def sum_orders(functions: Sequence[Op]) -> Hashable:
    """Return a key of all that the order of float operations depends on in TTGIR, apart from the operations themselves.

    Operations of one form must have one order, since passes that pipeline loops repeat and move them. The key is None if they do not, and
    if the program has operations without a known order: float atomics, atomics whose old value is used, inline assembly, calls.
    """
    found: dict[Hashable, Hashable] = {}
    if len(functions) != 1:
        return None
    ops = list(functions[0].walk())
    used = {value for op in ops for value in op.operands}
    constants = {value for op in ops if op.name == "arith.constant" for value in op.results}
    for op in ops:
        try:
            if op.name in _ORDERED:
                if reduces_in_any_order(op):
                    continue
                form, order = _reduction(op)
            elif op.name in _PRODUCTS:
                form, order = _product(op, constants)
            elif _is_independent(op) or (op.name == "tt.atomic_rmw" and _is_order_free(op) and not used.intersection(op.results)):
                continue
            else:
                return None
        except (InvalidLayout, UnsupportedEncoding):
            return None
        if found.setdefault(form, order) != order:
            return None
    return frozenset(found.items())


def _is_independent(op: Op) -> bool:
    return op.name.startswith(_DIALECTS) or (op.name in _FREE and "allow_reorder" not in op.attributes)


def _is_order_free(op: Op) -> bool:
    kind = op.attributes.get("atomic_rmw_op", "").split(" ")[0]
    return _ATOMIC_KINDS.get(kind, kind) in _ANY_ORDER


def _reduction(op: Op) -> tuple[Hashable, Hashable]:
    """Return the form of a reduction or scan, and the bits of registers, lanes and warps along its axis.

    Triton combines the elements of a result first in a thread by registers, then over lanes, then over warps (ReduceOpToLLVM.cpp,
    ScanOpToLLVM.cpp). Bits along other axes choose results, and not the order of their terms.
    """
    axis = integer(op.attributes["axis"])
    tensors = [_tensor(value) for value in op.operands]
    form = op.name, axis, op.attributes.get("reverse"), tuple((t.shape, t.element) for t in tensors), _body(op)
    return form, tuple(_along(t, axis) for t in tensors)


def _product(op: Op, constants: Collection[Value]) -> tuple[Hashable, Hashable]:
    """Return the form of a matrix product, and its instruction with the places of its terms.

    An element of the result depends on a row of one operand and a column of the other. So only the instruction's terms at once (k), not its
    rows and columns, and the layout of operands along the summed axis matter. Operands in shared memory are in the instruction's order.
    An instruction of a warp group does not add a constant (zero), which only tells -0 from 0.
    """
    factors = [t for value in op.operands[:2] if isinstance(t := type_of(value.type), TensorType | MemDescType)]
    result = _tensor(op.results[0])
    options = tuple(sorted((name, value) for name, value in op.attributes.items() if name != "isAsync"))
    form = "product", result.shape, result.element, tuple((t.shape, t.element) for t in factors), options, len(op.operands)
    places = tuple(
        _along(factor, len(factor.shape) - 1 - number) if isinstance(factor, TensorType) else "shared"
        for number, factor in enumerate(factors)
    )
    alone = op.name == "ttng.warp_group_dot" and op.operands[2] in constants
    return form, (_instruction(result.encoding or ""), places, alone)


def _instruction(encoding: str) -> Hashable:
    """Return a matrix product's instruction from the layout of its result; of three extents (m, n, k), only k.

    Raises:
        UnsupportedEncoding: the order of the instruction's terms is unknown.
    """
    layout = Attribute(encoding)
    if layout.kind == "blocked":
        return "multiply and add"
    if layout.kind != "nvidia_mma":
        raise UnsupportedEncoding(f"no order is known for {encoding}")
    return layout.number("versionMajor"), layout.number("versionMinor"), tuple(layout.numbers("instrShape")[2:])


def _tensor(value: Value) -> TensorType:
    """Return the type of a tensor with a layout. Raises InvalidLayout for other types."""
    tensor = type_of(value.type)
    if not isinstance(tensor, TensorType) or tensor.encoding is None:
        raise InvalidLayout(f"{value.type} has no layout")
    return tensor


def _along(tensor: TensorType, axis: int) -> Hashable:
    """Return the offsets along an axis of the bits of registers, lanes, warps and blocks.

    Raises:
        InvalidLayout, UnsupportedEncoding: the layout is not linear, or a bit moves along two axes.
    """
    layout = linear_layout(tensor.encoding or "", tensor.shape)
    mask = tensor.shape[axis] - 1 << index_shifts(tensor.shape)[axis]
    parts = layout.register, layout.lane, layout.warp, layout.block
    if any(basis & mask and basis & ~mask for part in parts for basis in part):
        raise InvalidLayout("a bit moves along two axes")
    return tuple(tuple(basis & mask for basis in part if basis & mask) for part in parts)


def _body(op: Op) -> Hashable:
    """Return the combiner of a reduction: operations with attributes, and operands by number."""
    numbers: dict[Value, int] = {}
    found: list[Hashable] = []
    for region in op.regions:
        for block in region.blocks:
            for argument in block.arguments:
                numbers[argument] = len(numbers)
            for below in block.ops:
                operands = tuple(numbers.get(value, -1) for value in below.operands)
                found.append((below.name, operands, tuple(sorted(below.attributes.items()))))
                for result in below.results:
                    numbers[result] = len(numbers)
    return tuple(found)
