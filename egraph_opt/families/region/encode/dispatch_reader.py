"""Reader of dispatches formed by IREE: `flow.dispatch.workgroups`.

A dispatch is one computation whose operands are its loads; a partial load is a slice. A dispatch that stores into a part of a tensor is a
fused insertion. A dispatch that only copies into a part that is not contiguous is an insertion.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from egraph_opt.errors import Unsupported
from egraph_opt.families.region.encode.generic_op_builder import array, generic
from egraph_opt.families.region.encode.linalg_reader import VIEWS, computation, integers, segments
from egraph_opt.families.region.encode.op_cost import work_of
from egraph_opt.families.region.encode.tensor_program import DispatchBody, EncodedFunction, ranked_type
from egraph_opt.families.region.vocabulary.symbolic_extent import DYNAMIC, Shape
from egraph_opt.families.region.vocabulary.window import Window, base_shape, dense, inner_shape, whole, window
from egraph_opt.families.region.vocabulary.window_reshaping import regroup_window
from egraph_opt.ir.module import Op, Value

WORKGROUPS = "flow.dispatch.workgroups"
LOAD, STORE = "iree_tensor_ext.dispatch.tensor.load", "iree_tensor_ext.dispatch.tensor.store"
COMPUTING = ("linalg.", "iree_linalg_ext.", "iree_encoding.")
_DISPATCH_TENSOR = re.compile(r"!iree_tensor_ext\.dispatch\.tensor<(\w+):(.*)>\Z")


@dataclass(frozen=True, eq=False)
class DispatchParts:
    """Loads of a dispatch with the operands loaded, and the store and tied operand of each result."""

    loads: tuple[tuple[Op, Value], ...]
    stores: tuple[tuple[Op, Value | None], ...]


def tensor_of(type: str) -> tuple[str, str]:
    """Return the access mode and tensor type of a dispatch argument; the access mode is empty for a scalar."""
    found = _DISPATCH_TENSOR.match(type)
    return (found[1], found[2]) if found else ("", type)


def parse_dispatch(op: Op) -> DispatchParts:
    """Return the loads and stores of a dispatch.

    Raises:
        Unsupported: the dispatch has dynamic extents, or does not store each result exactly once.
    """
    groups = segments(op)
    block = op.regions[0].blocks[0]
    if len(groups) != 4 or any(groups[n] for n in (0, 2, 3)) or len(op.regions[0].blocks) != 1:
        raise Unsupported(f"a dispatch with dynamic extents (line {op.line})")
    given, tied = groups[1], _tied_operands(op)
    source = dict(zip(block.arguments, given, strict=False))
    targets = list(block.arguments[len(given) :])
    arguments = [block.arguments[k] if k >= 0 else targets.pop(0) for k in tied]
    loads = [inner for inner in block.ops if inner.name == LOAD]
    stores = {inner.operands[1]: inner for inner in block.ops if inner.name == STORE}
    reads = [source.get(load.operands[0]) for load in loads]
    accessed = [inner for inner in op.walk() for v in inner.operands if v in set(block.arguments)]
    if (
        len(accessed) != len(loads) + len(stores)
        or set(stores) != set(arguments)
        or any(v in arguments for x in loads for v in x.operands)
    ):
        raise Unsupported(f"a dispatch that does not store each result once (line {op.line})")
    if any(len(inner.operands) != (2 if inner.name == STORE else 1) for inner in (*loads, *stores.values())):
        raise Unsupported(f"a dispatch with offsets of run time (line {op.line})")
    pairs = tuple((load, value) for load, value in zip(loads, reads, strict=True) if value is not None)
    if len(pairs) != len(loads):
        raise Unsupported(f"a dispatch that loads what it was not given (line {op.line})")
    return DispatchParts(pairs, tuple((stores[a], source.get(a)) for a in arguments))


def made_of(p: EncodedFunction, op: Op) -> DispatchBody:
    """Return the amount of work of a dispatch, and whether the dispatch only copies.

    As in IREE, a dispatch only copies if it has no computation and stores a loaded value (AnnotateDispatches.cpp).
    """
    block, given = op.regions[0].blocks[0], segments(op)[1]
    integers = {a: p.integers[v] for a, v in zip(block.arguments, given, strict=False) if v in p.integers}
    work = work_of(op, integers, p.assumed)
    loaded = {v for inner in op.walk() if inner.name == LOAD for v in inner.results}
    copies = any(inner.name == STORE and inner.operands[0] in loaded for inner in op.walk())
    return DispatchBody(op, work, copies and not any(inner.name.startswith(COMPUTING) for inner in op.walk()))


def _tied_operands(op: Op) -> tuple[int, ...]:
    """Return for each result the number of the operand that the result overwrites, or -1 for a new tensor."""
    tied = tuple(int(n) for n in re.findall(r"(-?\d+) : index", op.attributes.get("tied_operands", "")))
    return integers(op, "tied_operands") or tied or (-1,) * len(op.results)


def tied_operands(op: Op) -> list[Value | None]:
    """Return for each result the operand that the result overwrites, or None for a new tensor."""
    return [segments(op)[1][n] if n >= 0 else None for n in _tied_operands(op)]


def accessed_window(op: Op, shape: Shape) -> Window:
    """Return the rectangular part (window) of a tensor that a load reads or a store writes."""
    columns = [integers(op, f"static_{name}") for name in ("offsets", "sizes", "strides")]
    if any(DYNAMIC in column for column in columns):
        raise Unsupported(f"{op.name} with offsets of run time (line {op.line})")
    try:
        return window(shape, *columns)
    except ValueError as error:
        raise Unsupported(f"{op.name}: {error} (line {op.line})") from None


def read_dispatch(p: EncodedFunction, op: Op) -> None:
    """Encode a dispatch.

    Raises:
        Unsupported: the dispatch must stay opaque.
    """
    p.bodies[op] = made_of(p, op)
    parts = parse_dispatch(op)
    if any(v not in p.of for v in op.operands):
        raise Unsupported(f"a dispatch of what is not known (line {op.line})")
    loaded = [(load, accessed_window(load, p.shape_of(v)), v) for load, v in parts.loads]
    stored = [(store, accessed_window(store, _shape(store.operands[1])), d) for store, d in parts.stores]
    if len(stored) > 1 and any(d is not None or not whole(w) for _, w, d in stored):
        raise Unsupported(f"a dispatch with several results in parts of tensors (line {op.line})")
    _, w, d = stored[0]
    operands = [_operand(p, load, v, source) for load, v, source in loaded]
    if p.bodies[op].copies and d is not None and not dense(w) and len(operands) == 1:
        y = _copy_source_term(p, operands[0], inner_shape(w))
        p.of[op.results[0]] = insertion_term(p, "insert", w, y, p.of[d], op.results[0])
        return
    results = tuple(Value(store.operands[0].type, v.name) for (store, _, _), v in zip(stored, op.results, strict=True))
    body = replace(op, operands=tuple(operands), results=results)
    p.bodies[body] = p.bodies[op]
    p.computations.append(body)
    f, shapes = len(p.computations) - 1, [_shape(v) for v in results]
    xs = p.term(shapes[0], "no_tensors", p.names.shape(shapes[0]))
    for v in reversed(operands):
        xs = p.term(shapes[0], "with_tensor", p.of[v], xs)
    made = [p.term(shape, "work", f, k, xs) for k, shape in enumerate(shapes)]
    for v, number in zip(results, made, strict=True):
        p.of[v] = number
    if d is None:
        if not all(whole(w) for _, w, _ in stored):
            raise Unsupported(f"a dispatch that sets a part of a new tensor (line {op.line})")
        p.of.update(
            zip(op.results, [_view_term(p, v, inner_shape(w)) for v, (_, w, _) in zip(results, stored, strict=True)], strict=True)
        )
    else:
        y = _view_term(p, results[0], inner_shape(w))
        p.of[op.results[0]] = insertion_term(p, "fused_insert", w, y, p.of[d], op.results[0])


def _shape(value: Value) -> tuple[int, ...]:
    found = ranked_type(tensor_of(value.type)[1])
    shape = tuple(n for n in (found[0] if found else ()) if n is not None)
    if found is None or len(shape) != len(found[0]):
        raise Unsupported(f"the type {value.type}")
    return shape


def _operand(p: EncodedFunction, load: Op, w: Window, source: Value) -> Value:
    """Return a new value for the result of a load, encoded as the loaded part of `source`."""
    (result,) = load.results
    value, shape = Value(result.type, result.name), inner_shape(w)
    x = p.of[source] if whole(w) else p.term(shape, "slice", p.names.window(w), p.of[source])
    if _shape(result) != shape:
        part = Value(_type_like(shape, result), "%part")
        p.of[part] = x
        x = _view_term(p, part, _shape(result))
    p.of[value] = x
    return value


def insertion_term(p: EncodedFunction, symbol: str, w: Window, y: int, d: int, like: Value) -> int:
    """Return the term of an insertion of `y` into `d`. If `y` is a reshape, its operand is inserted and the result reshaped.

    Reshapes get the element type of `like`.
    """
    x = y
    while (source := _source(p, x)) is not None:
        x = source
    v = regroup_window(w, p.shape[x])
    if v is None or x == y:
        return p.term(p.shape[d], symbol, p.names.window(w), y, d)
    found = p.term(base_shape(v), symbol, p.names.window(v), x, _reshape_term(p, d, base_shape(v), like))
    return _reshape_term(p, found, p.shape[d], like)


def _source(p: EncodedFunction, number: int) -> int | None:
    """Return the operand of a reshape term, or None for other terms."""
    terms = list(p.terms)
    head, *parts = terms[number]
    if head != "work" or p.computations[int(parts[0])].name not in VIEWS:
        return None
    return int(terms[int(parts[2])][1])


def _reshape_term(p: EncodedFunction, number: int, shape: Shape, like: Value) -> int:
    if p.shape[number] == shape:
        return number
    if (source := _source(p, number)) is not None:
        return _reshape_term(p, source, shape, like)
    head, *parts = list(p.terms)[number]
    if head == "empty":
        return p.term(shape, "empty", p.names.shape(shape))
    if head == "splat":
        return p.term(shape, "splat", parts[0], p.names.shape(shape))
    value = Value(_type_like(p.shape[number], like), "%whole")
    p.of[value] = number
    return _view_term(p, value, shape)


def _copy_source_term(p: EncodedFunction, operand: Value, shape: Shape) -> int:
    """Return the term of the operand of a dispatch that only copies, reshaped to the shape of the store."""
    source = _source(p, p.of[operand])
    if source is not None and p.shape[source] == shape:
        return source  # the load dropped dimensions that the store adds again
    return _view_term(p, operand, shape)


def _view_term(p: EncodedFunction, value: Value, shape: Sequence[int]) -> int:
    if p.shape_of(value) == tuple(shape):
        return p.of[value]
    view = generic("flow.tensor.reshape", [value], [_type_like(shape, value)], "operandSegmentSizes = array<i32: 1, 0, 0>")
    computation(p, replace(view, attributes={"operandSegmentSizes": array([1, 0, 0])}))
    return p.of[view.results[0]]


def _type_like(shape: Sequence[int], like: Value) -> str:
    found = ranked_type(like.type)
    assert found is not None, "its shape is known"
    return f"tensor<{''.join(f'{n}x' for n in shape)}{found[1]}>"
