"""Masks `x < M` on loads at `x % M` whose results are stored only for lanes with `x < M`, where the remainder equals `x`.

This module proposes the mask, and `egraph_opt.families.pointer.symbolic.demanded_lanes` proves that the mask changes no stored value. A
load that is not replaced by a structured access gets its old mask back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from egraph_opt.families.pointer.integers.interval_analysis import yield_values
from egraph_opt.families.pointer.prepare.shadow_access import AccessKey, access_key
from egraph_opt.families.pointer.prepare.tensor_ops import broadcast, compare, expand_dims
from egraph_opt.families.pointer.symbolic.demanded_lanes import is_unneeded
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.create import binary
from egraph_opt.ir.declaration_lookup import mask_of, plain_load
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.rewriting.dead_code import erase_dead
from egraph_opt.ir.rewriting.rewrite import substitute
from egraph_opt.ir.types import TensorType, tensor_type

NAME = "%stored_below"
"""Name prefix of masks that `narrow_loads` adds."""
DIMENSION_PRESERVING_OPS = frozenset(
    (
        "arith.addi",
        "arith.subi",
        "arith.muli",
        "arith.shli",
        "arith.extsi",
        "arith.extui",
        "arith.trunci",
        "tt.addptr",
        "tt.broadcast",
    )
)
"""Operations in an address that do not permute or add dimensions."""
Sources = dict[Value, tuple[Op, int]]
"""Defining operation of each value and its result index, or the loop that carries the value and its index."""


def narrow_loads(function: Op, wanted: Collection[AccessKey]) -> Op:
    """Add the mask `x < M` to each load in `wanted` whose address depends on `x % M`.

    A load is masked only if lanes of its result with `x >= M` provably reach no store.
    """
    instead: dict[Op, list[Op]] = {}
    if not remainders(function):
        return function
    sources = _sources(function)
    for load in function.walk():
        if load.name != "tt.load" or access_key(load) not in wanted or not plain_load(load):
            continue
        for remainder, d in _behind_address(load, sources):
            *ops, last = instead.get(load, [load])
            if tests := _test(load, remainder, d):
                (below,) = tests[-1].results
                more = [*ops, *tests, *_add_mask(last, below)]
                if is_unneeded(substitute(function, {}, {load: more}), more[-1], d, below):
                    instead[load] = more
    return substitute(function, {}, instead) if instead else function


def widen_loads(function: Op) -> Op:
    """Remove the masks of `narrow_loads` from the remaining loads."""
    defined = defining_ops(function.walk())
    instead: dict[Op, list[Op]] = {}
    for load in function.walk():
        if load.name == "tt.load" and len(load.operands) > 1:
            mask = load.operands[1]
            while mask.name.startswith(NAME) and defined[mask].name == "arith.andi":
                mask = defined[mask].operands[0]
            if mask.name.startswith(NAME):
                instead[load] = [_bare(load)]
            elif mask is not load.operands[1]:
                instead[load] = [replace(load, operands=(load.operands[0], mask, *load.operands[2:]))]
    return erase_dead(substitute(function, {}, instead)) if instead else function


def find_bounded(function: Op) -> set[Op]:
    """Return the remainders that equal their dividend, if it is non-negative, in all lanes that are accessed.

    Only addresses depend on these remainders, and the masks of the accesses exclude dividends that reach the divisor.
    """
    found: dict[Op, bool] = {}
    if not remainders(function):
        return set()
    defined, sources = defining_ops(function.walk()), _sources(function)
    for op in function.walk():
        if op.name not in ("tt.load", "tt.store", "tt.atomic_rmw") or tensor_type(op.operands[0].type) is None:
            continue
        masks = mask_of(op)
        below = {pair for mask in masks for pair in _below(mask, defined)}
        for remainder, d in _behind_address(op, sources):
            fits = (d, *(_root(v, defined) for v in remainder.operands)) in below
            found[remainder] = found.get(remainder, True) and fits
        for remainder in (
            defined[v] for mask in masks for v in _address_dependencies(mask, defined) if defined[v].name == "arith.remsi"
        ):
            found[remainder] = False
    return {remainder for remainder, fits in found.items() if fits}


def remainders(function: Op) -> set[Op]:
    return {op for op in function.walk() if op.name == "arith.remsi" and tensor_type(op.results[0].type)}


def _sources(function: Op) -> Sources:
    found = {v: (op, i) for op in function.walk() for i, v in enumerate(op.results)}
    for op in function.walk():
        if op.name == "scf.for":
            found.update({v: (op, i) for i, v in enumerate(op.regions[0].blocks[0].arguments[1:])})
    return found


def _behind_address(access: Op, sources: Sources) -> Iterator[tuple[Op, int]]:
    """Yield the remainders that an access's address depends on, each with the dimension of the access along which it varies."""
    tensor = tensor_type(access.operands[0].type)
    todo = [(access.operands[0], tuple(range(len(tensor.shape) if tensor else 0)))]
    seen = set()
    while todo:
        value, places = todo.pop()
        lanes = tensor_type(value.type)
        if (value, places) in seen or lanes is None:
            continue
        seen.add((value, places))
        if (source := sources.get(value)) is None:
            continue
        op, number = source
        if op.name == "scf.for":
            todo += [(v, places) for v in (op.operands[3 + number], yield_values(op.regions[0].blocks[0])[number])]
        elif op.name == "arith.remsi":
            wide = [d for d, n in zip(places, lanes.shape, strict=True) if n > 1]
            if len(wide) == 1:
                yield op, wide[0]
        elif op.name == "tt.expand_dims":
            todo.append((op.operands[0], _without(op, places)))
        elif op.name in DIMENSION_PRESERVING_OPS:
            todo += [(v, places) for v in op.operands]


def _test(load: Op, remainder: Op, d: int) -> list[Op]:
    tensor, lanes = tensor_type(load.results[0].type), tensor_type(remainder.results[0].type)
    assert tensor and lanes
    if lanes.element not in ("i32", "i64") or tensor.encoding is not None or len(lanes.shape) not in (1, len(tensor.shape)):
        return []
    ops = [compare("slt", *remainder.operands)]
    if len(lanes.shape) == 1:
        ops += _spread(ops[0].results[0], len(tensor.shape), d)
    if ops[-1].results[0].type != str(TensorType(tensor.shape, "i1", None)):
        ops.append(broadcast(ops[-1].results[0], tensor.shape))
    return [*ops[:-1], replace(ops[-1], results=(Value(ops[-1].results[0].type, NAME),))]


def _spread(x: Value, rank: int, d: int) -> Iterator[Op]:
    for axis in (e for e in range(rank) if e != d):
        op = expand_dims(x, axis)
        (x,) = op.results
        yield op


def _add_mask(load: Op, below: Value) -> list[Op]:
    if len(load.operands) == 1:
        return [_with(load, below)]
    both = binary("arith.andi", load.operands[1], below)
    named = replace(both, results=(Value(below.type, NAME),))
    return [named, _with(load, named.results[0])]


def _with(load: Op, mask: Value) -> Op:
    if len(load.operands) > 1:
        return replace(load, operands=(load.operands[0], mask, *load.operands[2:]))
    sizes = {"operandSegmentSizes": "array<i32: 1, 1, 0>"}
    pieces: list[Piece] = []
    for piece in load.pieces:
        pieces.append(piece.replace("array<i32: 1, 0, 0>", "array<i32: 1, 1, 0>") if isinstance(piece, str) else piece)
        if piece == Operand(0):
            pieces += [", ", Operand(1)]
        elif piece == TypeOf("operand", 0) and str(load.pieces[0]).startswith('"'):  # generic form
            pieces += [", ", TypeOf("operand", 1)]
    return replace(load, operands=(load.operands[0], mask), attributes={**load.attributes, **sizes}, pieces=tuple(pieces))


def _bare(load: Op) -> Op:
    pieces: list[Piece] = []
    for piece in load.pieces:
        if piece in (Operand(1), TypeOf("operand", 1)):
            pieces.pop()
        else:
            pieces.append(piece.replace("array<i32: 1, 1, 0>", "array<i32: 1, 0, 0>") if isinstance(piece, str) else piece)
    attributes = {**load.attributes, "operandSegmentSizes": "array<i32: 1, 0, 0>"}
    return replace(load, operands=load.operands[:1], attributes=attributes, pieces=tuple(pieces))


def _below(mask: Value, defined: dict[Value, Op]) -> Iterator[tuple[int | Value, ...]]:
    """Yield each conjunct `x < y` of a mask: the dimension along which it varies, and the values broadcast to `x` and `y`."""
    tensor = tensor_type(mask.type)
    todo = [(mask, tuple(range(len(tensor.shape) if tensor else 0)))]
    while todo:
        value, places = todo.pop()
        op, lanes = defined.get(value), tensor_type(value.type)
        if op is None or lanes is None:
            continue
        if op.name == "tt.expand_dims":
            todo.append((op.operands[0], _without(op, places)))
        elif op.name in ("arith.andi", "tt.broadcast"):
            todo += [(v, places) for v in op.operands]
        elif op.name == "arith.cmpi" and op.attributes["predicate"].startswith("2 "):
            wide = [d for d, n in zip(places, lanes.shape, strict=True) if n > 1]
            if len(wide) == 1:
                yield wide[0], *(_root(v, defined) for v in op.operands)


def _without(expanded: Op, places: tuple[int, ...]) -> tuple[int, ...]:
    axis = integer(expanded.attributes["axis"])
    return (*places[:axis], *places[axis + 1 :])


def _root(value: Value, defined: dict[Value, Op]) -> Value:
    """Return the value that `expand_dims`, `broadcast` and `splat` operations rearrange into `value`."""
    while (op := defined.get(value)) is not None and op.name in ("tt.expand_dims", "tt.broadcast", "tt.splat"):
        value = op.operands[0]
    return value


def _address_dependencies(value: Value, defined: dict[Value, Op]) -> set[Value]:
    seen: set[Value] = set()
    todo = [value]
    while todo:
        v = todo.pop()
        if v not in seen and v in defined:
            seen.add(v)
            todo += defined[v].operands
    return seen
