"""Dead code elimination: unused pure operations, loop-carried values and results of conditionals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from egraph_opt.ir.control_flow import keep_outputs, rebuild_conditional, rebuild_loop, rebuild_terminator
from egraph_opt.ir.declaration_lookup import Effect, declaration
from egraph_opt.ir.def_use import enclosing_ops
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.rewriting.rewrite import expand_ops

PURE = frozenset(
    ("tt.make_tensor_ptr", "tt.make_tensor_descriptor", "tt.advance", "tts.make_tptr", "tts.make_gather_scatter_tptr")
)


def is_erasable(op: Op) -> bool:
    """Return whether an operation, including its regions, may be removed if unused."""
    if op.name == "scf.if":
        below = [inner for region in op.regions for block in region.blocks for inner in block.ops]
        return bool(op.results) and all(inner.name == "scf.yield" or is_erasable(inner) for inner in below)
    return not op.regions and (op.name in PURE or declaration(op).effect is Effect.PURE)


def erase_dead(function: Op, erasable: Callable[[Op], bool] = is_erasable) -> Op:
    """Return the function without unused operations, unused results of `scf.if`, and unused values carried by `scf.for`.

    A carried value that only feeds itself is unused. Only `erasable` operations are removed; what their regions yield counts as used
    only if the result is used.
    """
    live = _live(function, erasable)

    def stays(op: Op) -> bool:
        return not live.isdisjoint(op.results) or not erasable(op)

    def erase(op: Op) -> list[Op]:
        return [_without_dead_values(expand_ops(op, erase), live)] if stays(op) else []

    unchanged = all(stays(op) and _without_dead_values(op, live) is op for op in function.walk() if op is not function)
    return function if unchanged else expand_ops(function, erase)


def _live(function: Op, erasable: Callable[[Op], bool]) -> set[Value]:
    defined: dict[Value, tuple[Op, int]] = {}
    carried: dict[Value, tuple[Op, int]] = {}
    live: set[Value] = set()
    todo: list[Value] = []
    for op in function.walk():
        defined.update({v: (op, i) for i, v in enumerate(op.results)})
        if op.name == "scf.for":
            body = op.regions[0].blocks[0]
            carried.update({v: (op, i) for i, v in enumerate(body.arguments[1:])})
            if not erasable(op):
                todo += op.operands[:3]
    owners = enclosing_ops(function)
    for op in function.walk():
        if op.name == "scf.yield" and (owners[op].name in ("scf.for", "scf.if") or erasable(owners[op])):
            continue
        if op.name != "scf.for" and not erasable(op):
            todo += op.operands
    while todo:
        value = todo.pop()
        if value in live:
            continue
        live.add(value)
        source = defined.get(value) or carried.get(value)
        if source is None:
            continue
        op, i = source
        if op.name == "scf.for":
            body = op.regions[0].blocks[0]
            todo += [*op.operands[:3], op.operands[3 + i], body.ops[-1].operands[i], body.arguments[1 + i]]
        elif op.name == "scf.if":
            todo += [*op.operands, *(region.blocks[0].ops[-1].operands[i] for region in op.regions)]
        else:
            todo += op.operands
            todo += (v for region in op.regions for block in region.blocks for v in block.ops[-1].operands)
    return live


def _without_dead_values(op: Op, live: set[Value]) -> Op:
    if op.name == "scf.if" and not live.issuperset(op.results):
        return _without_dead_results(op, live)
    if op.name != "scf.for":
        return op
    (body,) = op.regions[0].blocks
    counter, *arguments = body.arguments
    kept = [i for i, a in enumerate(arguments) if a in live or op.results[i] in live]
    if len(kept) == len(arguments):
        return op
    *ops, end = body.ops
    if kept:
        ops.append(rebuild_terminator(end, tuple(end.operands[i] for i in kept)))
    body = replace(body, arguments=(counter, *(arguments[i] for i in kept)), ops=tuple(ops))
    op = keep_outputs(op, kept)
    return rebuild_loop(op, (*op.operands[:3], *(op.operands[3 + i] for i in kept)), tuple(op.results[i] for i in kept), body)


def _without_dead_results(op: Op, live: set[Value]) -> Op:
    kept = [i for i, result in enumerate(op.results) if result in live]
    branches = []
    for region in op.regions:
        *ops, end = region.blocks[0].ops
        if kept:
            ops.append(rebuild_terminator(end, tuple(end.operands[i] for i in kept)))
        branches.append(replace(region.blocks[0], ops=tuple(ops)))
    return rebuild_conditional(keep_outputs(op, kept), op.operands, tuple(op.results[i] for i in kept), branches)
