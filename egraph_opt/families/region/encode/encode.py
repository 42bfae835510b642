"""Encoding of a function as terms, operation by operation; unsupported operations stay opaque."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain, islice

from egraph_opt.errors import Unsupported
from egraph_opt.families.region.encode.broadcasts import read_through
from egraph_opt.families.region.encode.constant_evaluation import evaluate
from egraph_opt.families.region.encode.dispatch_reader import WORKGROUPS, read_dispatch
from egraph_opt.families.region.encode.linalg_reader import segments
from egraph_opt.families.region.encode.op_cost import numbers
from egraph_opt.families.region.encode.partial_updates import note_updates, read_updates
from egraph_opt.families.region.encode.tensor_op_reader import extents_and_offsets, read
from egraph_opt.families.region.encode.tensor_program import (
    ASSUMED_EXTENT,
    RETURNS,
    SCALAR_DIALECTS,
    EncodedFunction,
    add_input,
    ranked_type,
)
from egraph_opt.families.region.vocabulary.symbolic_extent import FACTOR_LIMIT, Extent, poly_of
from egraph_opt.ir.analysis.trip_count import integer_constants
from egraph_opt.ir.def_use import used_values
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import is_tensor

INIT_OPS = ("tensor.empty", "linalg.fill")
"""Operations that make the initial result tensor of a computation."""


def encode(
    function: Op, assumed: int = ASSUMED_EXTENT, formed: bool = False, only_repeats: bool = False, updates: bool = True
) -> EncodedFunction:
    """Convert a function to terms.

    Args:
        function: a function of one block.
        assumed: value of dynamic extents in cost models.
        formed: True if IREE has formed the function's dispatches.
        only_repeats: True to keep all operations opaque, except products of repeated (broadcast) tensors and their operands.
        updates: True to look for slices that are modified and then inserted back, and to encode views of such slices as terms.

    Raises:
        Unsupported: the function has more than one block.
    """
    if len(function.regions) != 1 or len(function.regions[0].blocks) != 1:
        raise Unsupported("control flow")
    (block,) = function.regions[0].blocks
    if block.ops[-1].name not in RETURNS:
        raise Unsupported(f"{block.ops[-1].name} (line {block.ops[-1].line})")
    constants = integer_constants(function)
    extents, offsets = (set(chain.from_iterable(found)) for found in zip(*map(extents_and_offsets, block.ops), strict=True))
    program = EncodedFunction(function, assumed, formed, bounded=frozenset(extents | offsets), sliced=_sliced_values(block.ops))
    program.repeated = frozenset() if formed else read_through(block.ops)
    updates = updates and not formed and not only_repeats
    program.updated = read_updates(block.ops) if updates else frozenset()
    program.integers = numbers(function, {}, assumed) if formed else {v: assumed for v in extents - constants.keys()}
    for argument in block.arguments:
        if ranked_type(argument.type):
            add_input(program, argument)
    for op in block.ops[:-1]:
        tensors = any(is_tensor(v.type) for v in (*op.operands, *op.results))
        if not tensors and not op.regions and op.name.startswith(SCALAR_DIALECTS):
            _scalar(program, op)
            continue
        if only_repeats and program.repeated.isdisjoint(op.results):
            _keep_op(program, op)
            continue
        try:
            (read_dispatch if op.name == WORKGROUPS else read)(program, op)
        except Unsupported:
            _opaque(program, op)
    _uses(program, block.ops[-1])
    if program.updated and not note_updates(program):
        without = encode(function, assumed, formed, only_repeats, updates=False)
        without.handed_on = program.handed_on
        return without
    return program


def _sliced_values(ops: Sequence[Op]) -> frozenset[Value]:
    """Return the operands of slices, and all values on which these operands depend."""
    found: set[Value] = set()
    for op in reversed(ops):
        if op.name in ("tensor.extract_slice", "flow.tensor.slice") or not found.isdisjoint(op.results):
            found.update(op.operands)
    return frozenset(found)


def _scalar(p: EncodedFunction, op: Op) -> None:
    p.skeleton.append(op)
    for value, number in zip(op.results, evaluate(op, p.integers) or (), strict=False):
        p.integers[value] = number
    if op.name == "arith.constant" and op.results[0].type == "index":
        p.extents[op.results[0]] = p.integers[op.results[0]]
    if op.name in ("arith.addi", "arith.subi", "arith.muli") and op.results[0].type == "index":
        a, b = (p.extent(v) if v in p.bounded else p.extents.get(v) for v in op.operands)
        if a is not None and b is not None:
            found = a + b if op.name == "arith.addi" else a - b if op.name == "arith.subi" else a * b
            if _is_small(found):
                p.extents[op.results[0]] = found
                if op.results[0] in p.bounded:
                    p.sizes.learn(found)


def _is_small(size: Extent) -> bool:
    """Return whether a sum of extents fits 64 bits, for all extents below 2**53."""
    terms = poly_of(size).terms
    return all(len(monomial) <= 1 for monomial, _ in terms) and sum(abs(c) for m, c in terms if m) < FACTOR_LIMIT


def _keep_op(p: EncodedFunction, op: Op) -> None:
    """Keep an operation opaque, outside the e-graph. A fill or empty tensor also gets a term, since a product may start from it."""
    _opaque(p, op)
    if op.name in INIT_OPS and len(op.results) == 1:
        with suppress(Unsupported):
            read(p, op)
            p.kept.update(op.results)


def _uses(p: EncodedFunction, op: Op) -> None:
    for value in used_values(op):
        if value in p.of and value not in p.kept:
            p.roots.append(p.of[value])
            p.root_at.append(len(p.skeleton))
            p.root_values.append(value)


def _opaque(p: EncodedFunction, op: Op) -> None:
    _uses(p, op)
    p.skeleton.append(op)
    at = len(p.skeleton) - 1
    given = iter(_extents(op) if p.formed else ())
    for value in op.results:
        if found := ranked_type(value.type):
            add_input(p, value, at, tuple(islice(given, found[0].count(None))))


def _extents(op: Op) -> Sequence[Value]:
    """Return the dynamic extents that an operation states for its results."""
    groups = segments(op)
    match op.name:
        case "hal.tensor.import" if len(groups) == 4:
            return groups[1]
        case "flow.dispatch.workgroups" if len(groups) == 4:
            return groups[3]
        case "flow.tensor.reshape" if len(groups) == 3:
            return groups[2]
        case "flow.tensor.slice" if len(groups) == 5:
            return groups[4]
        case "flow.tensor.update" if len(groups) == 5:
            return groups[1]
        case "flow.tensor.tie_shape":
            return op.operands[1:]
    return ()
