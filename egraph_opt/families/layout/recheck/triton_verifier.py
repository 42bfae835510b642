"""Layout rules of Triton's verifier, as a function for each kind of operation.

The rules follow operation traits in TritonOps.td and TritonGPUOps.td, `inferReturnTypes` and `verify` in Ops.cpp, and the layout
interface in TritonGPU's Dialect.cpp. Where Triton compares linear maps, this module compares element tables, in the register
order of the lowering (ViewOpToLLVM.cpp, Fp4ToFpOpToLLVM.cpp).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

from egraph_opt.families.layout.recheck.element_owner import Array, coordinates, element_table, flat
from egraph_opt.families.layout.recheck.reduction_order import lowering_error
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import TensorType, tensor_type
from egraph_opt.linear_layout import parent_of_slice

Law = Callable[[Op], str]
"""Check of one operation: returns an error text, or an empty string if the operation is valid."""

_SAME = frozenset(
    (
        "tt.addptr tt.approx_divf tt.bitcast tt.ptr_to_int tt.int_to_ptr tt.clampf tt.mulhiui tt.fp_to_fp"
        " tt.precise_sqrt tt.precise_divf tt.splat tt.load tt.store tt.elementwise_inline_asm"
        " tt.extern_elementwise tt.broadcast tt.atomic_rmw tt.atomic_cas tt.assert tt.map_elementwise"
    ).split()
) | {"ub.poison"}
"""Operations, besides all of `arith` and `math`, whose traits require equal encodings, such as SameOperandsAndResultEncoding."""


def broken_law(op: Op) -> str:
    """Return an error in the layouts of an operation's operands and results, or an empty string.

    An operation without a rule is an error, since no change of its types can be justified.
    """
    law = _same if op.name in _SAME or op.name.startswith(("arith.", "math.")) else LAWS.get(op.name)
    if law is None:
        return "nothing is known of the layouts that it takes"
    try:
        return law(op)
    except ValueError as error:
        return str(error)


def _tensors(values: Sequence[Value]) -> list[TensorType]:
    return [t for v in values if (t := tensor_type(v.type))]


def _text(tensor: TensorType) -> str:
    return tensor.encoding or ""


def _same(op: Op) -> str:
    """Require the same encoding for all tensors, also in a constant's attribute."""
    if op.name == "arith.constant" and not op.attributes.get("value", "").endswith(f" : {op.results[0].type}"):
        return "the value has another type than the result"
    return "" if len({_text(t) for t in _tensors((*op.operands, *op.results))}) <= 1 else "its tensors are in different layouts"


def _one(op: Op) -> tuple[TensorType, TensorType]:
    operands, results = _tensors(op.operands), _tensors(op.results)
    if len(operands) != 1 or len(results) != 1:
        raise ValueError("it has not one tensor as operand and one as result")
    return operands[0], results[0]


def _number(op: Op, name: str) -> int:
    return int(op.attributes[name].split(" ")[0])


def _agree(operand: Array, wanted: Array) -> str:
    if operand.shape != wanted.shape:
        return f"a thread has {operand.shape[-1]} registers of its operand and {wanted.shape[-1]} are to be taken"
    return "" if np.array_equal(operand, wanted) else "a register would be read for an element that it does not hold"


def _expand_dims(op: Op) -> str:
    operand, result = _one(op)
    part = parent_of_slice(_text(operand))
    return "" if part == (_number(op, "axis"), _text(result)) else "its operand is not in the slice of its result's layout"


def _trans(op: Op) -> str:
    """Require that each result register has the operand element whose coordinates are permuted by `order`."""
    operand, result = _one(op)
    order = [int(n) for n in re.findall(r"-?\d+", op.attributes["order"].partition(":")[2])]
    indices = coordinates(element_table(_text(result), result.shape), result.shape)
    wanted = flat([indices[order.index(d)] for d in range(len(order))], operand.shape)
    return _agree(element_table(_text(operand), operand.shape), wanted)


def _reshape(op: Op) -> str:
    """Require that elements keep their row-major index or, with `allow_reorder`, only that threads keep their number of elements."""
    operand, result = (element_table(_text(t), t.shape) for t in _one(op))
    if "allow_reorder" not in op.attributes:
        return _agree(operand, result)
    return "" if operand.shape == result.shape else "a thread holds another number of elements before and after"


def _pairs(whole: TensorType, half: TensorType) -> str:
    """Require that each thread holds, in order, the same elements in the tensor of pairs (`whole`) as in the two halves."""
    pairs, single = element_table(_text(whole), whole.shape), element_table(_text(half), half.shape)
    which = pairs % 2
    columns = which.reshape(-1, which.shape[-1])
    if whole.shape != (*half.shape, 2) or (columns != columns[0]).any():
        return "a pair of joined elements is spread over threads"
    return _agree(single, pairs[..., columns[0] == 0] // 2) or _agree(single, pairs[..., columns[0] == 1] // 2)


def _join(op: Op) -> str:
    halves, (whole,) = _tensors(op.operands), _tensors(op.results)
    return _pairs(whole, halves[0]) if len(set(halves)) == 1 else "its operands have different types"


def _split(op: Op) -> str:
    (whole,), halves = _tensors(op.operands), _tensors(op.results)
    return _pairs(whole, halves[0]) if len(set(halves)) == 1 else "its results have different types"


def _fp4_to_fp(op: Op) -> str:
    """Require that operand register r yields result registers 2r and 2r + 1, which hold indices 2i and 2i + 1 along the axis."""
    operand, result = _one(op)
    axis = _number(op, "axis")
    indices = coordinates(element_table(_text(operand), operand.shape), operand.shape)
    found = element_table(_text(result), result.shape)
    if any(_text(t).startswith("#ttg.dot_op<") and "kWidth" not in _text(t) for t in (operand, result)):
        return "Triton infers no layout for the pairs of an operand of a blocked product"
    if found.shape[-1] % 2:
        return "a thread holds no pairs"
    for which in (0, 1):
        doubled = [2 * index + which if d == axis else index for d, index in enumerate(indices)]
        if reason := _agree(found[..., which::2], flat(doubled, result.shape)):
            return reason
    return ""


def _reduce(op: Op) -> str:
    """Require one layout of all operands, in which lanes along the axis are adjacent bits, and results in the slice of that layout.

    Triton's verifier does not ask for adjacent lanes, but its shuffles would reach other lanes.
    """
    operands, axis = _tensors(op.operands), _number(op, "axis")
    encodings = {_text(t) for t in operands}
    if len(encodings) != 1:
        return "its operands are in different layouts"
    if any(parent_of_slice(_text(t)) != (axis, *encodings) for t in _tensors(op.results)):
        return "a result is not in the slice of its operands' layout"
    return lowering_error(_text(operands[0]), operands[0].shape, axis)


def _scan(op: Op) -> str:
    """Require equal blocked layouts, the only ones that ScanLoweringHelper supports."""
    blocked = all(_text(t).startswith("#ttg.blocked<") for t in _tensors(op.operands))
    return _same(op) if blocked else "scans are lowered in blocked layouts only"


def _gather(op: Op) -> str:
    """Require one layout for indices and result, and no attribute `efficient_layout`, with which Triton fixes layouts."""
    if "efficient_layout" in op.attributes:
        return "its layouts were chosen by Triton"
    indices = _tensors(op.operands[1:])
    return (
        ""
        if [_text(t) for t in indices] == [_text(t) for t in _tensors(op.results)]
        else "indices and result are in different layouts"
    )


def _convert(op: Op) -> str:
    operand, result = _one(op)
    return "" if operand[:2] == result[:2] and operand.encoding and result.encoding else "it changes more than the layout"


def _cat(op: Op) -> str:
    """Require that each thread's result registers are those of the first operand, followed by those of the second."""
    first, second = _tensors(op.operands)
    if first != second:
        return "its operands have different types"
    operand, result = (element_table(_text(t), t.shape) for t in (first, *_tensors(op.results)))
    return "" if result.shape == (*operand.shape[:3], 2 * operand.shape[3]) else "a thread does not hold twice as many elements"


_DOT = re.compile(r"#ttg\.dot_op<\{opIdx = (\d+), parent = (#.*?)(?:, kWidth = (\d+))?\}>", re.DOTALL)


def _dot(op: Op) -> str:
    """Require operands in the dot_op layouts of the result layout, with equal `kWidth`, and an accumulator in the result layout."""
    tensors, (result,) = _tensors(op.operands[:3]), _tensors(op.results)
    if len(tensors) != 3 or _text(tensors[2]) != _text(result):
        return "its accumulator and its result are in different layouts"
    found = [_DOT.fullmatch(_text(t)) for t in tensors[:2]]
    wanted = [(str(number), _text(result)) for number in (0, 1)]
    if [m and m.groups()[:2] for m in found] != wanted or len({m and m[3] for m in found}) != 1:
        return "its operands are not in the dot_op layouts of its result's"
    return ""


def _wait(op: Op) -> str:
    """Require that each result has its operand's type: it is the same registers."""
    same = [v.type for v in op.operands] == [v.type for v in op.results]
    return "" if same else "a result has another type than the operand that it hands on"


def _check_copy(op: Op) -> str:
    """Require that every tensor has a layout. Shared memory accesses, descriptor accesses and histograms work in any layout."""
    return "" if all(t.encoding for t in _tensors((*op.operands, *op.results))) else "a tensor has no layout"


LAWS: dict[str, Law] = {
    "tt.expand_dims": _expand_dims, "tt.trans": _trans, "tt.reshape": _reshape, "tt.join": _join, "tt.split": _split,
    "ttg.fp4_to_fp": _fp4_to_fp, "tt.reduce": _reduce, "tt.scan": _scan, "tt.gather": _gather, "tt.cat": _cat, "tt.dot": _dot,
    "tt.make_range": _same, "tt.descriptor_load": _check_copy, "tt.descriptor_store": _check_copy, "tt.descriptor_reduce": _check_copy,
    "ttg.local_load": _check_copy,
    "ttg.local_store": _check_copy, "tt.histogram": _check_copy, "ttg.local_alloc": _check_copy, "ttg.convert_layout": _convert,
    "ttng.warp_group_dot_wait": _wait,
}  # fmt: skip
