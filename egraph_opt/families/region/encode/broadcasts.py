"""Encoding of repeated (broadcast) tensors, such as attention keys shared by several heads, and of the products that read them.

A repetition, and the reshapes and transpositions between the repetition and a product, become terms that rules rewrite. Reshapes and
transpositions elsewhere stay opaque.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from egraph_opt.families.region.encode.linalg_reader import integers, operand_maps
from egraph_opt.families.region.encode.tensor_program import EncodedFunction, ranked_type
from egraph_opt.families.region.vocabulary.name_table import IndexMap, inverse
from egraph_opt.ir.def_use import used_values
from egraph_opt.ir.module import Op, Value

VIEWS = ("tensor.expand_shape", "tensor.collapse_shape")


def movement_map(op: Op) -> IndexMap | None:
    """Return the index map of an operation that only moves elements of its first operand, or None for other operations."""
    if len(op.results) != 1 or len(op.operands) != 2:
        return None
    if op.name == "linalg.transpose":
        return inverse(integers(op, "permutation"))
    if op.name == "linalg.broadcast":
        added, rank = set(integers(op, "dimensions")), len(static(op.results[0]) or ())
        return tuple(axis for axis in range(rank) if axis not in added)
    if op.name != "linalg.generic" or (maps := operand_maps(op)) is None:
        return None
    (body,) = op.regions[0].blocks
    first, last = maps
    only = len(body.ops) == 1 and body.ops[0].operands == body.arguments[:1] and last == tuple(range(len(last)))
    return first if only and None not in first and len(set(first)) == len(first) else None


def static(value: Value) -> tuple[int, ...] | None:
    """Return the shape of a tensor with static extents, or None."""
    found = ranked_type(value.type)
    shape = tuple(n for n in (found[0] if found else ()) if n is not None)
    return shape if found and len(shape) == len(found[0]) else None


def read_through(ops: Sequence[Op]) -> frozenset[Value]:
    """Return the results of repetitions (broadcasts), of products that read them, and of reshapes and transpositions in between."""
    source: dict[Value, Value] = {}
    repeated, wanted = set[Value](), set[Value]()
    for op in ops:
        if len(op.results) != 1 or any(static(v) is None for v in (*op.operands, *op.results)):
            continue
        (result,) = op.results
        m, x = movement_map(op), op.operands[0] if op.operands else None
        if op.name in VIEWS or m is not None:
            assert x is not None
            copies = m is not None and prod(static(result) or ()) > prod(static(x) or ())
            if copies or x in repeated:
                source[result] = x
                repeated.add(result)
        elif any(None in axes for axes in operand_maps(op) or ()):
            for v in repeated.intersection(op.operands):
                wanted.add(result)
                while v in repeated:
                    wanted.add(v)
                    v = source[v]
    return frozenset(wanted)


def read_moved(p: EncodedFunction, op: Op) -> bool:
    """Encode a repetition, reshape or transposition of a tensor that a product reads; return False for other operations."""
    (x, *_), (result,) = op.operands, op.results
    shape, m = static(result), movement_map(op)
    if shape is None or x not in p.of or (m is None and op.name not in VIEWS) or used_values(op) != list(op.operands):
        return False
    if m is None:
        p.of[result] = p.term(shape, "recount", p.names.shape(shape), p.of[x])
    else:
        numbers = p.names.map_number(m), p.names.shape(p.shape_of(x)), p.names.shape(shape)
        p.of[result] = p.term(shape, "repeat", *numbers, p.of[x])
    return True
