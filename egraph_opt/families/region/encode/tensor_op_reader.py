"""Reader of tensor operations: each becomes a data movement term or an uninterpreted computation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import prod

from egraph_opt.errors import Unsupported
from egraph_opt.families.region.encode.broadcasts import read_moved
from egraph_opt.families.region.encode.generic_op_builder import array, generic
from egraph_opt.families.region.encode.linalg_reader import VIEWS, check, computation, integers, mixed_extents, segments
from egraph_opt.families.region.encode.partial_updates import read_view
from egraph_opt.families.region.encode.tensor_program import SCALAR_DIALECTS, EncodedFunction, add_input, ranked_type
from egraph_opt.families.region.encode.window_reader import columns, format_tensor_type, note_window, read_window, unit_groups
from egraph_opt.families.region.vocabulary.symbolic_extent import Shape, Size
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import is_tensor


def read(p: EncodedFunction, op: Op) -> None:
    """Encode one operation.

    Raises:
        Unsupported: the operation, a type, a shape, or the accessed part of a tensor is unsupported.
    """
    if op.name in CONSTANTS and len(op.results) == 1 and (found := ranked_type(op.results[0].type)):
        element = _SPLAT.match(op.attributes.get("value", "")) if p.formed else None
        if element and None not in found[0]:
            p.of[op.results[0]] = _splat(p, op, element[1], found[1])
            return
        p.skeleton.append(op)
        add_input(p, op.results[0], len(p.skeleton) - 1 if p.formed else -1)
        return
    if op.name == "tensor.dim":
        _dim(p, op)
        return
    if op.name == "flow.dispatch.region":
        _region(p, op)
        return
    if not p.repeated.isdisjoint(op.results) and read_moved(p, op):
        return
    if not p.updated.isdisjoint(op.results) and read_view(p, op):
        return
    reader = READERS.get(op.name)
    if reader is not None:
        (result,) = op.results
        number = reader(p, op)
        check(op, result, p.shape[number])
        p.of[result] = number
    elif op.name.startswith(("linalg.", "iree_linalg_ext.")) or op.name in VIEWS or op.name.startswith(SCALAR_DIALECTS[:2]):
        computation(p, op)
    else:
        raise Unsupported(f"{op.name} (line {op.line})")


CONSTANTS = ("arith.constant", "flow.tensor.constant")
_SPLAT = re.compile(r"dense<([-+.\w]+)> : ")
"""Text of a constant whose elements are all equal."""


def _splat(p: EncodedFunction, op: Op, element: str, type: str) -> int:
    """Return the fill term of a constant whose elements are all equal."""
    text = element if type == "i1" else f"{element} : {type}"
    scalar = generic("arith.constant", [], [type], f"value = {text}", label="%cst")
    scalar = replace(scalar, attributes={"value": text})
    p.skeleton.append(scalar)
    shape = _result_shape(p, op, ())
    return p.term(shape, "splat", _scalar(p, scalar.results[0]), p.names.shape(shape))


DISPATCH_OPS = ("tensor.empty", "linalg.fill", "tensor.extract_slice", "linalg.transpose")
"""Operations allowed in a dispatch besides computations."""


def _region(p: EncodedFunction, op: Op) -> None:
    """Encode the contents of a `flow.dispatch.region`: computations, and optionally an insertion of their result.

    Raises:
        Unsupported: the region contains an operation that is no computation and no insertion.
    """
    blocks = op.regions[0].blocks
    ops = blocks[0].ops if len(blocks) == 1 else ()
    if len(op.results) != 1 or not ops or ops[-1].name != "flow.return" or not ranked_type(op.results[0].type):
        raise Unsupported(f"{op.name} (line {op.line})")
    last = next((inner for inner in ops if inner.results and inner.results[0] is ops[-1].operands[0]), None)
    made = {v for inner in ops for v in inner.results if inner.name.startswith("linalg.") and inner.name not in DISPATCH_OPS}
    before = len(p.skeleton)
    try:
        for inner in ops[:-1]:
            if inner.name == "tensor.insert_slice" and inner is last and inner.operands[0] in made:
                known = len(p.terms)
                inserted = _insert(p, inner)
                term = list(p.terms)[inserted]
                if len(p.terms) > known:
                    del p.terms[term]  # it is not part of the input as written
                _, w, y, d = term
                p.of[inner.results[0]] = p.term(p.shape[int(d)], "fused_insert", w, y, d)
            elif inner.name.startswith(SCALAR_DIALECTS) and not any(is_tensor(v.type) for v in inner.results):
                p.skeleton.append(inner)
            elif inner.name in DISPATCH_OPS or inner.results[0] in made:
                read(p, inner)
            else:
                raise Unsupported(f"{inner.name} in a dispatch (line {inner.line})")
        if last is None or last.results[0] not in p.of:
            raise Unsupported(f"{op.name} that hands on what it is given (line {op.line})")
        check(op, op.results[0], p.shape_of(last.results[0]))
    except Unsupported:
        del p.skeleton[before:]
        raise
    p.of[op.results[0]] = p.of[last.results[0]]


def extents_and_offsets(op: Op) -> tuple[Sequence[Value], Sequence[Value]]:
    """Return the values that an operation uses as extents, and the values that it uses as offsets."""
    groups = segments(op)
    if op.name in ("tensor.empty", "flow.tensor.empty"):
        return op.operands, ()
    if op.name in ("flow.tensor.splat", "tensor.expand_shape"):
        return op.operands[1:], ()
    if op.name == "tensor.dim":
        return op.results, ()
    if op.name == "tensor.extract_slice" and len(groups) == 4:
        return groups[2], groups[1]
    if op.name in ("tensor.insert_slice", "flow.tensor.slice", "flow.tensor.update") and len(groups) == 5:
        if op.name == "tensor.insert_slice":
            return groups[3], groups[2]
        return (*groups[1], *groups[4], *(groups[3] if op.name == "flow.tensor.slice" else ())), groups[2]
    if op.name == "tensor.pad" and len(groups) == 3:
        return (), (*groups[1], *groups[2])
    return (), ()


def _result_shape(p: EncodedFunction, op: Op, given: Sequence[Value]) -> Shape:
    """Return the shape of the only result, with the values `given` as dynamic extents."""
    found = ranked_type(op.results[0].type)
    if found is None or sum(n is None for n in found[0]) != len(given):
        raise Unsupported(f"the type {op.results[0].type} of {op.results[0].name}")
    rest = iter(given)
    return tuple(p.extent(next(rest)) if n is None else n for n in found[0])


def _dim(p: EncodedFunction, op: Op) -> None:
    """Record that the result of `tensor.dim` is an extent of the tensor's known shape, so that the operation need not be emitted."""
    axis = p.extents.get(op.operands[1])
    if op.operands[0] not in p.of or not isinstance(axis, int) or not 0 <= axis < len(p.shape_of(op.operands[0])):
        raise Unsupported(f"{op.name} of an unknown dimension (line {op.line})")
    extent = p.shape_of(op.operands[0])[axis]
    p.asked.add(op.results[0])
    p.extents[op.results[0]] = extent
    p.integers[op.results[0]] = p.sizes.number(extent)


def _tensor(p: EncodedFunction, op: Op, value: Value) -> int:
    if value not in p.of:
        raise Unsupported(f"{op.name} of {value.name} (line {op.line})")
    return p.of[value]


def _slice(p: EncodedFunction, op: Op) -> int:
    x = _tensor(p, op, op.operands[0])
    w = read_window(p, op, p.shape[x], *columns(p, op, segments(op)[1:]))
    found, shape = ranked_type(op.results[0].type), tuple(a.size for a in w)
    part = p.term(shape, "slice", note_window(p, op, w), x)
    if found is None or len(found[0]) == len(shape):
        return part
    if not p.updated.isdisjoint(op.results):
        kept = tuple(prod(shape[k] for k in group) for group in unit_groups(shape, found[0]))
        return p.term(kept, "recount", p.names.shape(kept), part)
    source = Value(format_tensor_type(shape, found[1]), "%part")
    p.of[source] = part
    groups = unit_groups(shape, found[0])
    view = generic("tensor.collapse_shape", [source], [op.results[0].type], f"reassociation = {groups}")
    computation(p, replace(view, attributes={"reassociation": str(groups)}))
    return p.of[view.results[0]]


def _insert(p: EncodedFunction, op: Op) -> int:
    y, d = (_tensor(p, op, v) for v in op.operands[:2])
    w = read_window(p, op, p.shape[d], *columns(p, op, segments(op)[2:]))
    shape, found = tuple(a.size for a in w), ranked_type(op.operands[0].type)
    if (
        len(p.shape[y]) != len(shape)
        and found
        and (not p.updated.isdisjoint(op.results) or any(isinstance(n, Size) for n in shape))
    ):
        if p.shape[y] != tuple(prod(shape[k] for k in group) for group in unit_groups(shape, found[0])):
            raise Unsupported(f"{op.name} that changes the shape (line {op.line})")
        y = p.term(shape, "recount", p.names.shape(shape), y)
    elif len(p.shape[y]) != len(shape) and found:
        groups = unit_groups(shape, found[0])
        attributes = {"reassociation": str(groups), "static_output_shape": array(shape)}
        properties = ", ".join(f"{name} = {value}" for name, value in attributes.items())
        view = generic("tensor.expand_shape", op.operands[:1], [format_tensor_type(shape, found[1])], properties)
        computation(p, replace(view, attributes=attributes))
        y = p.of[view.results[0]]
    if p.shape[y] != shape:
        raise Unsupported(f"{op.name} that changes the shape (line {op.line})")
    return p.term(p.shape[d], "insert", note_window(p, op, w), y, d)


def _update(p: EncodedFunction, op: Op) -> int:
    (target,), _, offsets, (update,), _ = segments(op)
    d, y = _tensor(p, op, target), _tensor(p, op, update)
    w = read_window(p, op, p.shape[d], [p.extent(v) for v in offsets], p.shape[y], [1] * len(offsets))
    number = p.names.window(w)
    p.names.contiguous.add(number)
    return p.term(p.shape[d], "insert", number, y, d)


def _flow_slice(p: EncodedFunction, op: Op) -> int:
    (source,), _, offsets, lengths, _ = segments(op)
    x = _tensor(p, op, source)
    at, sizes = ([p.extent(v) for v in values] for values in (offsets, lengths))
    w = read_window(p, op, p.shape[x], at, sizes, [1] * len(offsets))
    number = p.names.window(w)
    p.names.contiguous.add(number)
    part = p.term(tuple(a.size for a in w), "slice", number, x)
    if p.formed:
        p.slices.add(part)
    return part


def _pad(p: EncodedFunction, op: Op) -> int:
    x = _tensor(p, op, op.operands[0])
    _, given_low, given_high = segments(op)
    low, high = mixed_extents(p, op, "static_low", given_low), mixed_extents(p, op, "static_high", given_high)
    (yielded,) = op.regions[0].blocks[0].ops[-1].operands
    if len(op.regions[0].blocks[0].ops) != 1 or yielded in op.regions[0].blocks[0].arguments:
        raise Unsupported(f"{op.name} of a computed value (line {op.line})")
    if any(isinstance(n, int) and n < 0 for n in (*low, *high)):
        raise Unsupported(f"{op.name} by less than nothing (line {op.line})")
    shape = tuple(a + n + b for a, n, b in zip(low, p.shape[x], high, strict=True))
    w = read_window(p, op, shape, low, p.shape[x], [1] * len(shape))
    return p.term(shape, "pad", p.names.window(w), _scalar(p, yielded), x)


def _concat(p: EncodedFunction, op: Op) -> int:
    """Return the term of a concatenation.

    The term is `concat` for two tensors, and a chain of insertions for more tensors.
    """
    axis = integer(op.attributes["dim"])
    xs = [_tensor(p, op, v) for v in op.operands]
    shape = tuple(sum(p.shape[x][axis] for x in xs) if i == axis else n for i, n in enumerate(p.shape[xs[0]]))
    windows, start = [], 0
    for x in xs:
        offsets = [start if i == axis else 0 for i in range(len(shape))]
        if any(p.shape[x][i] != n for i, n in enumerate(shape) if i != axis):
            raise Unsupported(f"{op.name} of shapes that are not known to be equal (line {op.line})")
        windows.append(p.names.window(read_window(p, op, shape, offsets, p.shape[x], [1] * len(shape))))
        start += p.shape[x][axis]
    if len(xs) == 2:
        return p.term(shape, "concat", *windows, *xs)
    whole = p.term(shape, "empty", p.names.shape(shape))
    for w, x in zip(windows, xs, strict=True):
        whole = p.term(shape, "insert", w, x, whole)
    return whole


def _transpose(p: EncodedFunction, op: Op) -> int:
    x, order = _tensor(p, op, op.operands[0]), tuple(integers(op, "permutation"))
    return p.term(tuple(p.shape[x][i] for i in order), "transpose", p.names.permutation(order), x)


def _scalar(p: EncodedFunction, value: Value) -> int:
    constant = p.constant(value)
    return p.names.scalar((value.type, constant.attributes["value"] if constant else value.name), value)


def _fill(p: EncodedFunction, op: Op) -> int:
    if is_tensor(op.operands[0].type):
        raise Unsupported(f"{op.name} with a tensor (line {op.line})")
    shape = p.shape[_tensor(p, op, op.operands[1])] if op.name == "linalg.fill" else _result_shape(p, op, op.operands[1:])
    return p.term(shape, "splat", _scalar(p, op.operands[0]), p.names.shape(shape))


def _empty(p: EncodedFunction, op: Op) -> int:
    shape = _result_shape(p, op, op.operands)
    return p.term(shape, "empty", p.names.shape(shape))


def _transfer(p: EncodedFunction, op: Op) -> int:
    x = _tensor(p, op, op.operands[0])
    if len(op.operands) != 1:
        raise Unsupported(f"{op.name} of extents known at run time only (line {op.line})")
    p.transfers.append(op)
    same = next(i for i, o in enumerate(p.transfers) if o.attributes == op.attributes)
    return p.term(p.shape[x], "transfer", same, x)


READERS = {
    "tensor.empty": _empty, "flow.tensor.empty": _empty, "linalg.fill": _fill, "flow.tensor.splat": _fill,
    "tensor.extract_slice": _slice, "flow.tensor.slice": _flow_slice, "tensor.insert_slice": _insert, "flow.tensor.update": _update,
    "tensor.pad": _pad, "tensor.concat": _concat, "linalg.transpose": _transpose, "flow.tensor.transfer": _transfer,
}  # fmt: skip
