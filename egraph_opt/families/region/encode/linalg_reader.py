"""Reader of `linalg` and other computations: one term for each result, with the result shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from math import prod

from egraph_opt.errors import Unsupported
from egraph_opt.families.region.encode.tensor_program import SCALAR_DIALECTS, EncodedFunction, ranked_type
from egraph_opt.families.region.vocabulary.name_table import IndexMap
from egraph_opt.families.region.vocabulary.symbolic_extent import DYNAMIC, Extent, Shape, Size
from egraph_opt.ir import attributes
from egraph_opt.ir.attributes import groups
from egraph_opt.ir.def_use import captured_values
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import is_tensor

VIEWS = ("tensor.expand_shape", "tensor.collapse_shape", "tensor.bitcast", "flow.tensor.reshape")
"""Operations that reshape a tensor without moving bytes."""
ELEMENTWISE = frozenset(
    f"linalg.{name}"
    for name in "add sub mul div div_unsigned exp log abs ceil floor negf max min reciprocal round sqrt rsqrt square tanh erf "
    "powf select".split()
)
_MAP = re.compile(r"affine_map<\(([^()]*)\) -> \(([^()]*)\)>")


def check(op: Op, value: Value, shape: Shape) -> None:
    """Check that a shape agrees with a type in all static extents.

    Raises:
        Unsupported: extents differ.
    """
    found = ranked_type(value.type)
    if found is None or tuple(None if isinstance(n, Size) else n for n in shape) != found[0]:
        raise Unsupported(f"{op.name} with the type {value.type} (line {op.line})")


def integers(op: Op, attribute: str) -> tuple[int, ...]:
    """Return the numbers of a dense array attribute, `array<i64: 0, 8>`."""
    text = op.attributes.get(attribute, "")
    return attributes.integers(text) if text.startswith("array<") else ()


def segments(op: Op) -> list[tuple[Value, ...]]:
    """Return the operands in groups, according to `operandSegmentSizes`."""
    found, start = [], 0
    for length in integers(op, "operandSegmentSizes"):
        found.append(op.operands[start : start + length])
        start += length
    return found


def mixed_extents(p: EncodedFunction, op: Op, attribute: str, given: Sequence[Value]) -> list[Extent]:
    """Return the numbers of an attribute, with the operands `given` in place of dynamic numbers.

    Raises:
        Unsupported: there are too few operands.
    """
    rest = iter(given)
    try:
        found = [p.extent(next(rest)) if n == DYNAMIC else n for n in integers(op, attribute)]
    except StopIteration:
        raise Unsupported(f"{op.name} with too few operands (line {op.line})") from None
    return found


def computation(p: EncodedFunction, op: Op) -> None:
    if not op.results or any(is_tensor(v.type) and v not in p.of for v in op.operands):
        raise Unsupported(f"{op.name} without a tensor to compute, or of one that is not known (line {op.line})")
    if any(v in p.of for v in captured_values(op)):
        raise Unsupported(f"{op.name} that reads single elements (line {op.line})")
    operands = [v for v in op.operands if v in p.of]
    shapes = list(result_shapes(p, op, operands))
    for value, shape in zip(op.results, shapes, strict=True):
        check(op, value, shape)
    p.computations.append(op)
    f = len(p.computations) - 1
    xs = p.term(shapes[0], "no_tensors", p.names.shape(shapes[0]))
    for v in reversed(operands):
        xs = p.term(shapes[0], "with_tensor", p.of[v], xs)
    maps = operand_maps(op) if op.results[0] in p.sliced or op.results[0] in p.repeated else None
    if maps is not None and len(operands) == len(op.operands) and _fit(p, op, maps):
        xs = p.term(shapes[0], "no_tensors", p.names.shape(shapes[0]))
        for v, m in reversed(list(zip(op.operands, maps, strict=True))):
            plain = m == tuple(range(len(shapes[0])))
            x = p.of[v] if plain else p.term(shapes[0], "spread", *p.names.map(m, p.shape_of(v), shapes[0]), p.of[v])
            xs = p.term(shapes[0], "with_tensor", x, xs)
        p.of[op.results[0]] = p.term(shapes[0], "elementwise", f, xs)
        return
    if len(shapes) == 1 and all(p.shape_of(v) == shapes[0] for v in operands) and operands and elementwise(op):
        p.of[op.results[0]] = p.term(shapes[0], "elementwise", f, xs)
        return
    alike = read_plainly(op)
    p.plain[f] = tuple(k for k, v in enumerate(operands) if v in alike)
    for k, (value, shape) in enumerate(zip(op.results, shapes, strict=True)):
        p.of[value] = p.term(shape, "work", f, k, xs)


def read_plainly(op: Op) -> set[Value]:
    """Return the operands that a computation reads elementwise, whose producers IREE can fuse with the computation."""
    maps = operand_maps(op) or []
    if not maps or any(None in m for m in maps):
        return set()
    return {v for v, m in zip(op.operands, maps, strict=True) if m == tuple(range(len(maps[-1])))}


def result_shapes(p: EncodedFunction, op: Op, operands: Sequence[Value]) -> Iterator[Shape]:
    """Yield the shape of each result. It is read from the result type or, for dynamic extents, from an operand."""
    for k, result in enumerate(op.results):
        found = ranked_type(result.type)
        if found is None:
            raise Unsupported(f"the type {result.type} of {result.name}")
        numbers = tuple(n for n in found[0] if n is not None)
        if len(numbers) == len(found[0]):
            yield numbers
        elif op.name == "tensor.expand_shape":
            yield tuple(mixed_extents(p, op, "static_output_shape", op.operands[1:]))
        elif op.name == "tensor.collapse_shape":
            shape = p.shape_of(operands[0])
            yield tuple(prod(shape[i] for i in group) for group in groups(op.attributes.get("reassociation", "")))
        elif op.name.startswith(("linalg.", "iree_linalg_ext.")) and len(operands) >= len(op.results):
            yield p.shape_of(operands[k - len(op.results)])
        elif operands and op.name not in VIEWS:
            yield p.shape_of(operands[0])
        else:
            raise Unsupported(f"{op.name} with the type {result.type} (line {op.line})")


def operand_maps(op: Op) -> list[IndexMap] | None:
    """Return the index map of each operand of a computation with one result, or None if unknown.

    An index map contains the result axis of each operand axis, or None for a reduced axis.
    """
    maps = _MAP.findall(op.attributes.get("indexing_maps", ""))
    if not op.name.startswith("linalg.") or len(op.results) != 1 or len(maps) != len(op.operands):
        return None
    if any(inner.name == "linalg.index" for inner in op.walk()) or not all(is_tensor(v.type) for v in op.operands):
        return None
    rows = [results.split(", ") if results else [] for _, results in maps]
    dims = set(maps[0][0].split(", "))
    axes = {name: axis for axis, name in enumerate(rows[-1])}
    if (
        len(axes) != len(rows[-1])
        or any(domain != maps[0][0] for domain, _ in maps)
        or not dims.issuperset(chain.from_iterable(rows))
    ):
        return None
    return [tuple(axes.get(name) for name in row) for row in rows]


def reduces(op: Op) -> bool:
    """Return whether a result element depends on several elements of an operand, at known indices."""
    return any(None in m for m in operand_maps(op) or ())


def _fit(p: EncodedFunction, op: Op, maps: Sequence[IndexMap]) -> bool:
    """Return whether the operands' shapes agree with the index maps of the operands."""
    result = p.shape_of(op.operands[-1])
    return all(
        len(m) == len(p.shape_of(v)) and all(a is None or n == result[a] for a, n in zip(m, p.shape_of(v), strict=True))
        for v, m in zip(op.operands, maps, strict=True)
    )


def elementwise(op: Op) -> bool:
    """Return whether each result element depends only on the operands' elements at the same index."""
    if op.name in ELEMENTWISE:
        return _identity(op, len(op.operands))
    if op.name.startswith(SCALAR_DIALECTS[:2]):
        return all(is_tensor(v.type) for v in op.operands)
    if op.name != "linalg.generic" or any(inner.name == "linalg.index" for inner in op.walk()):
        return False
    kinds = set(re.findall(r"iterator_type<(\w+)>", op.attributes.get("iterator_types", "")))
    return kinds == {"parallel"} and _identity(op, len(op.operands))


def _identity(op: Op, count: int) -> bool:
    maps = _MAP.findall(op.attributes.get("indexing_maps", ""))
    return len(maps) == count and all(dims == results for dims, results in maps)
