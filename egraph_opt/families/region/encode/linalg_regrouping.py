"""Regrouping of `linalg` operations: the same computation after dimensions of operands and result are merged or split."""

from __future__ import annotations

import re
from collections.abc import Sequence

from egraph_opt.families.region.encode.generic_op_builder import generic, segments
from egraph_opt.families.region.encode.linalg_reader import operand_maps
from egraph_opt.families.region.vocabulary.name_table import IndexMap
from egraph_opt.ir.module import Op

_MAP = re.compile(r"affine_map<\(([^()]*)\) -> \(([^()]*)\)>")


def reductions(op: Op) -> tuple[int, list[list[int]]]:
    """Return the number of reduction loops, and for each operand the reduction loops of its axes, numbered in loop order."""
    maps = _MAP.findall(op.attributes["indexing_maps"])
    rows = [results.split(", ") if results else [] for _, results in maps]
    summed = [name for name in maps[0][0].split(", ") if name not in rows[-1]]
    return len(summed), [[summed.index(name) for name in row if name in summed] for row in rows]


def rebuild_with_maps(op: Op, maps: Sequence[IndexMap]) -> Op:
    """Return an operation with other index maps. Each new map must reduce as many axes as the old map, in the same order."""
    return op if operand_maps(op) in (None, list(maps)) else as_loops(op, *reductions(op), maps)


def as_loops(op: Op, count: int, found: Sequence[Sequence[int]], maps: Sequence[IndexMap]) -> Op:
    """Return an operation as a `linalg.generic`.

    Args:
        op: an operation with one result, which its last operand initialises.
        count: number of reduction loops of the operation.
        found: for each operand, the reduction loops of its reduced axes, in order.
        maps: for each operand, the result dimension of each axis; None for a reduced axis.
    """
    rank = len(maps[-1])
    loops = ", ".join(f"d{n}" for n in range(rank + count))
    rows = []
    for axes, summed in zip(maps, found, strict=True):
        rest = iter(summed)
        rows.append(", ".join(f"d{rank + next(rest) if axis is None else axis}" for axis in axes))
    kinds = ", ".join(f"#linalg.iterator_type<{kind}>" for kind in ("parallel",) * rank + ("reduction",) * count)
    attributes = {
        "indexing_maps": f"[{', '.join(f'affine_map<({loops}) -> ({row})>' for row in rows)}]",
        "iterator_types": f"[{kinds}]",
    }
    properties = ", ".join([segments(len(op.operands) - 1, 1), *(f"{name} = {value}" for name, value in attributes.items())])
    made = generic("linalg.generic", op.operands, [v.type for v in op.results], properties, op.regions)
    return Op(made.name, made.operands, op.results, attributes, made.regions, (), made.pieces)
