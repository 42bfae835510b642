"""Alias analysis: global memory that a function does not write, if its array arguments do not overlap.

The forward data-flow analysis is independent of the optimiser's. For each pointer, the analysis computes the arguments from which the
pointer may be derived: the least fixpoint over loops.
"""

from __future__ import annotations

from egraph_opt.checker.access.effects import NOT_GLOBAL_WRITES, OpEffect, effect
from egraph_opt.ir.module import Op, Value

_DERIVING = frozenset("tt.addptr tt.bitcast tt.broadcast tt.expand_dims tt.splat ttg.convert_layout".split())
"""Operations that derive a pointer into the array of their first operand. A pointer one past an array still belongs to that array."""
_PASSING = frozenset(("scf.for", "scf.if"))
_ENDING = frozenset("scf.yield tt.return tt.reduce.return tt.scan.return cf.br cf.cond_br".split())
_STORE = "tt.store"
ANYWHERE = -1
"""Origin of a pointer that is not known to be derived from an argument."""
Origins = frozenset[int]


def unwritten_pointers(function: Op) -> frozenset[Value]:
    """Return the pointers to memory that the function does not write, if no array that it writes overlaps another.

    No pointer is returned if the function affects memory or other threads except by stores through pointers derived from arguments.
    """
    origins = origins_of(function)
    written: set[int] = set()
    for op in function.walk():
        if op is function or leaves_memory(op):
            continue
        if op.name != _STORE:
            return frozenset()
        for pointer in op.operands[:1]:
            written |= origins.get(pointer, {ANYWHERE})
    if ANYWHERE in written:
        return frozenset()
    return frozenset(value for value, found in origins.items() if found and not found & {ANYWHERE, *written})


def leaves_memory(op: Op) -> bool:
    """Return whether an operation, ignoring its regions, neither writes global memory nor synchronises with other writers."""
    known = op.name in _PASSING or op.name in _ENDING or op.name in NOT_GLOBAL_WRITES
    return known or effect(op) in (OpEffect.PURE, OpEffect.READ)


def origins_of(function: Op) -> dict[Value, Origins]:
    """Return, per pointer, the indices of the arguments from which it may be derived."""
    entry = function.regions[0].blocks[0]
    found: dict[Value, Origins] = {}
    changed = True

    def add(value: Value, more: Origins) -> None:
        nonlocal changed
        if "!tt.ptr<" in value.type and not more <= found.setdefault(value, frozenset()):
            found[value] |= more
            changed = True

    def of(value: Value) -> Origins:
        return found.get(value, frozenset())

    for number, argument in enumerate(entry.arguments):
        add(argument, frozenset((number,)))
    while changed:
        changed = False
        for op in function.walk():
            ends = [block.ops[-1].operands for region in op.regions for block in region.blocks if block.ops]
            inside = [v for region in op.regions for block in region.blocks if block is not entry for v in block.arguments]
            if op.name == "scf.for":  # malformed operations are reported later
                for init, end, argument, result in zip(op.operands[3:], *ends, inside[1:], op.results, strict=False):
                    for target in (argument, result):
                        add(target, of(init) | of(end))
            elif op.name == "scf.if":
                for result, *yielded in zip(op.results, *ends, strict=False):
                    add(result, frozenset().union(*map(of, yielded)))
            elif op.name in _DERIVING or op.name == "arith.select":
                for result in op.results:
                    add(result, frozenset().union(*map(of, op.operands)))
            else:
                for value in (*op.results, *inside):
                    add(value, frozenset((ANYWHERE,)))
    return found
