"""Which memory a function does not change, where its arrays do not overlap.

A forward analysis of the checker's own: of each pointer, the arguments that it may be derived from, by least fixpoint over loops.
"""

from __future__ import annotations

from egraph_opt.checker.access.effects import ELSEWHERE, Effect, effect
from egraph_opt.ir.module import Op, Value

_DERIVING = frozenset("tt.addptr tt.bitcast tt.broadcast tt.expand_dims tt.splat ttg.convert_layout".split())
"""Their results point into what their first operand points into: one past an array is still of that array."""
_PASSING = frozenset(("scf.for", "scf.if"))
_ENDING = frozenset("scf.yield tt.return tt.reduce.return tt.scan.return cf.br cf.cond_br".split())
_STORE = "tt.store"
_ANYWHERE = -1
Origins = frozenset[int]


def unchanged(function: Op) -> frozenset[Value]:
    """The pointers whose memory the function leaves as it is, if no array that it writes to overlaps another.

    None, where it does anything to memory, or with other threads, but stores through pointers that are derived from its arguments.
    """
    origins = _origins(function)
    written: set[int] = set()
    for op in function.walk():
        if op is function or leaves_memory(op):
            continue
        if op.name != _STORE:
            return frozenset()
        for pointer in op.operands[:1]:
            written |= origins.get(pointer, {_ANYWHERE})
    if _ANYWHERE in written:
        return frozenset()
    return frozenset(value for value, found in origins.items() if found and not found & {_ANYWHERE, *written})


def leaves_memory(op: Op) -> bool:
    """Whether an operation, but for what is in its regions, changes nothing in global memory, and lets nobody else do so."""
    known = op.name in _PASSING or op.name in _ENDING or op.name in ELSEWHERE
    return known or effect(op) in (Effect.PURE, Effect.READ)


def _origins(function: Op) -> dict[Value, Origins]:
    """Of each pointer the numbers of the arguments that it may be derived from."""
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
            if op.name == "scf.for":  # what is malformed is found later
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
                    add(value, frozenset((_ANYWHERE,)))
    return found
