"""Contraction of float multiplications and additions to fused multiply-adds: whether a compiler may do so in a TTIR function."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import product

from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import TensorType, element_bytes, type_of

_ROUNDED = frozenset("arith.mulf arith.divf math.sqrt math.rsqrt math.log tt.precise_divf tt.precise_sqrt".split())
"""Operations whose last instruction may be a multiplication."""
_INSTRUCTIONS = frozenset(
    "math.exp math.exp2 math.log math.log2 math.sqrt math.rsqrt math.absf math.absi math.floor math.ceil math.round math.roundeven"
    " math.trunc math.fma".split()
)
"""Operations of `math` that are a few instructions without an addition that may be fused. Others are functions of a library."""
_MOVES = frozenset(
    "tt.splat tt.unsplat tt.broadcast tt.expand_dims tt.trans tt.reshape tt.join tt.split tt.gather arith.select"
    " arith.negf math.absf".split()
)
_ENDS = ("scf.yield", "scf.condition", "tt.reduce.return", "tt.scan.return", "tt.map_elementwise.return")
_SUMS = frozenset(("arith.addf", "arith.subf"))


def may_contract(function: Op) -> bool:
    """Return whether a compiler may contract a multiplication and an addition of a TTIR function to a fused multiply-add.

    A multiplication feeds an addition through moves, selections, loops and branches. A conversion to another type, a comparison and a
    matrix product end the path: a fused multiply-add has operands of one type, and matrix instructions take products as they are.
    """
    ops = list(function.walk())
    if any(_is_library_function(op) or _is_narrow_conversion(op) for op in ops):
        return True
    after: defaultdict[Value, list[Value]] = defaultdict(list)
    for source, target in _flow(function):
        after[source].append(target)
    products = [value for op in ops if op.name in _ROUNDED for value in op.results]
    seen = set(products)
    while products:
        fresh = [value for value in after[products.pop()] if value not in seen]
        seen.update(fresh)
        products += fresh
    return any(seen.intersection(op.operands) for op in ops if op.name in _SUMS)


def _is_library_function(op: Op) -> bool:
    """Return whether an operation may be a function of a library, with additions and multiplications of its own."""
    return op.name in ("tt.extern_elementwise", "arith.remf") or (op.name.startswith("math.") and op.name not in _INSTRUCTIONS)


def _is_narrow_conversion(op: Op) -> bool:
    """Return whether an operation converts floats of 8 bits, for which Triton writes several instructions."""
    types = [type_of(value.type) for value in (*op.operands, *op.results)]
    return op.name == "tt.fp_to_fp" and any(element_bytes(t.element if isinstance(t, TensorType) else str(t)) == 1 for t in types)


def _flow(function: Op) -> Iterator[tuple[Value, Value]]:
    """Yield pairs of values: a source, and a value that may be a moved element of the source."""
    labelled = [
        argument for op in function.walk() for region in op.regions for block in region.blocks[1:] for argument in block.arguments
    ]
    for op in function.walk():
        if op.name in _MOVES:
            yield from product(op.operands, op.results)
        elif op.successors:
            yield from product(op.operands, labelled)
        elif op.regions and op is not function:
            arguments = [argument for region in op.regions for block in region.blocks for argument in block.arguments]
            lasts = [block.ops[-1] for region in op.regions for block in region.blocks if block.ops]
            ends = [last.operands for last in lasts if last.name in _ENDS]
            if op.name == "scf.for":
                for given in (op.operands[3:], *ends):
                    yield from zip(given, arguments[1:], strict=True)
                    yield from zip(given, op.results, strict=True)
            elif op.name == "scf.if":
                for given in ends:
                    yield from zip(given, op.results, strict=True)
            else:
                yield from product((*op.operands, *(value for given in ends for value in given)), (*arguments, *op.results))
