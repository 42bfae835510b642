"""Demanded lanes of a load: the lanes that reach an active lane of a store.

`store(p, x, m)` equals `store(p, where(m, x, anything), m)`. A `where` on one dimension moves up through operations that keep
lanes of that dimension independent. Elementwise operations, views, and reductions of another dimension keep lanes independent; so does a
matrix product for rows of the first operand and columns of the second. A load that the `where` reaches may skip lanes where the mask is
false. So a tile at `x % M` may be replaced by a tile masked at `M`: lanes from `M` on differ, but no result from these lanes is stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

import z3

from egraph_opt.errors import EgraphOptError
from egraph_opt.families.pointer.symbolic.entailment import refute
from egraph_opt.families.pointer.symbolic.evaluator import LaneEvaluator
from egraph_opt.families.pointer.symbolic.lane_facts import varies
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols, UnknownValue
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import tensor_type

STEPS = 500_000
"""Limit of solver steps per store."""

POINTWISE = frozenset(
    "arith.addi arith.subi arith.muli arith.andi arith.ori arith.xori arith.shli arith.shrsi arith.shrui arith.minsi arith.maxsi"
    " arith.minui arith.maxui arith.cmpi arith.cmpf arith.addf arith.subf arith.mulf arith.divf arith.remf arith.negf"
    " arith.maximumf arith.minimumf arith.maxnumf arith.minnumf arith.extsi arith.extui arith.trunci arith.extf arith.truncf"
    " arith.sitofp arith.uitofp arith.fptosi arith.fptoui arith.bitcast arith.select"
    " math.absf math.absi math.ceil math.cos math.erf math.exp math.exp2 math.expm1 math.floor math.fma math.log math.log10"
    " math.log1p math.log2 math.rsqrt math.sin math.sqrt math.tan math.tanh math.round math.roundeven math.trunc"
    " tt.bitcast tt.clampf tt.fp_to_fp tt.approx_divf tt.precise_divf tt.precise_sqrt tt.mulhiui".split()
)
"""Elementwise operations that cannot trap; integer division may."""


class Sink(NamedTuple):
    """Store that a load's result reaches.

    Dimension `dimension` of the stored tensor corresponds to the load's dimension. `later` contains the loops in which the store may run
    in a later iteration than the load.
    """

    store: Op
    dimension: int
    later: frozenset[Op]


class Everything(EgraphOptError):
    """Report that any lane of a load may reach a store or another use; the message says why."""


def pass_dimension(op: Op, operand: int, d: int) -> tuple[int, ...]:
    """Return, for each result, the dimension that corresponds to dimension `d` of an operand.

    It corresponds if each lane of the result depends only on operand lanes with the same index along `d`.

    Raises:
        Everything: no dimension corresponds, or the operation is unknown.
    """
    shapes = [tensor_type(v.type) for v in op.results]
    if op.name in POINTWISE and all(shapes):
        return (d,) * len(op.results)
    match op.name:
        case "tt.expand_dims":
            return (d + (d >= integer(op.attributes["axis"])),)
        case "tt.broadcast" | "tt.join":
            return (d,)
        case "tt.split" if (source := tensor_type(op.operands[0].type)) is not None and d < len(source.shape) - 1:
            return (d,) * len(op.results)
        case "tt.reshape" if op.attributes.get("allow_reorder", "false") == "false":
            source, target = tensor_type(op.operands[0].type), shapes[0]
            if source is not None and target is not None:  # a kept axis has equal extent and equal stride
                kept = [
                    e
                    for e, n in enumerate(target.shape)
                    if n == source.shape[d] and prod(target.shape[e:]) == prod(source.shape[d:])
                ]
                if kept:
                    return (kept[0],)
        case "tt.trans":
            order = integers(op.attributes["order"])
            return (order.index(d),)
        case "tt.reduce" if _plain(op) and (axis := integer(op.attributes["axis"])) != d and all(shapes):
            return (d - (d > axis),) * len(op.results)
        case "tt.dot" if operand == 2:
            return (d,)
        case "tt.dot" if shapes[0] is not None:
            rank = len(shapes[0].shape)
            if d != (rank - 1 if operand == 0 else rank - 2):  # the contracted dimension
                return (d,)
    raise Everything(f"{op.name} at line {op.line}")


def _plain(op: Op) -> bool:
    return all(
        inner.name in POINTWISE or inner.name == "tt.reduce.return"
        for region in op.regions
        for b in region.blocks
        for inner in b.ops
    )


def sinks(function: Op, load: Op, dimension: int) -> list[Sink]:
    """Return every store that a load's lanes along a dimension reach, each lane independently.

    Raises:
        Everything: the lanes reach a use other than a store.
    """
    users: dict[Value, list[tuple[Op, int]]] = {}
    owner: dict[Op, Op] = {}
    for op in function.walk():
        for i, v in enumerate(op.operands):
            users.setdefault(v, []).append((op, i))
        owner.update({inner: op for region in op.regions for block in region.blocks for inner in block.ops})
    found: list[Sink] = []
    seen: set[tuple[Value, int, frozenset[Op]]] = set()
    todo = [(load.results[0], dimension, frozenset[Op]())]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        value, d, later = state
        for op, operand in users.get(value, ()):
            if op.name == "tt.store" and operand == 1:
                found.append(Sink(op, d, later))
            else:
                todo += [(v, e, crossed) for v, e, crossed in _onward(op, operand, d, later, owner)]
    return found


def _onward(
    op: Op, operand: int, d: int, later: frozenset[Op], owner: dict[Op, Op]
) -> Iterator[tuple[Value, int, frozenset[Op]]]:
    """Yield each value that an operand of `op` directly affects, the dimension that `d` becomes, and the loops whose back edge is taken."""
    around = owner[op]
    if op.name == "scf.for" and operand >= 3:  # a loop with trip count 0 returns its initial value
        yield op.regions[0].blocks[0].arguments[operand - 2], d, later
        yield op.results[operand - 3], d, later
    elif op.name == "scf.yield" and around.name == "scf.for":
        yield around.regions[0].blocks[0].arguments[operand + 1], d, later | {around}
        yield around.results[operand], d, later
    elif op.name == "scf.yield" and around.name == "scf.if":
        yield around.results[operand], d, later
    else:
        for v, e in zip(op.results, pass_dimension(op, operand, d), strict=True):
            yield v, e, later


def is_unneeded(function: Op, load: Op, dimension: int, condition: Value) -> bool:
    """Return whether a load may skip lanes where `condition` is false, because no stored value depends on such a lane.

    `condition` has the load's shape and varies along one dimension.
    """
    try:
        return all(_excludes_store(function, load, sink, dimension, condition) for sink in sinks(function, load, dimension))
    except (Everything, UnknownValue):
        return False


def _excludes_store(function: Op, load: Op, sink: Sink, dimension: int, condition: Value) -> bool:
    """Return whether a store's mask implies `condition` at the same index along the dimension, for all other indices and all inputs."""
    store, mask = sink.store, sink.store.operands[2:3]
    shared = SharedSymbols()
    program = LaneEvaluator(function, shared)
    if any(varies(program, v, loop) for loop in sink.later if _holds(loop, store) for v in (condition, *mask)):
        return False  # values may differ between the iterations of load and store
    shapes = [tensor_type(v.type) for v in (load.results[0], store.operands[1])]
    if shapes[0] is None or shapes[1] is None or not mask:
        return False
    size = shapes[0].shape[dimension]
    if shapes[1].shape[sink.dimension] != size:
        return False
    lane = z3.Int("lane") if size > 1 else z3.IntVal(0)
    indices = []
    for side, (shape, d) in enumerate(((shapes[0].shape, dimension), (shapes[1].shape, sink.dimension))):
        indices.append(
            tuple(lane if e == d else z3.Int(f"lane{side}_{e}") if n > 1 else z3.IntVal(0) for e, n in enumerate(shape))
        )
        for i, n in zip(indices[-1], shape, strict=True):
            if not z3.is_int_value(i):
                shared.found.known += [i >= 0, i < n]
                shared.lanes.append((i, n))
    claim = z3.Implies(program.at(mask[0], indices[1]), program.at(condition, indices[0]))
    return bool(refute(shared.found.known, claim, STEPS)[0] == z3.unsat)


def _holds(loop: Op, op: Op) -> bool:
    return any(inner is op for inner in loop.walk())
