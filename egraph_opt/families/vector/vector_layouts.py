"""Layout of each vector of a program, after IREE has inserted explicit conversions.

Vector types have no layout. IREE's layout analysis propagates layouts from each `to_layout` forward to results, then backward to
operands. At a conflict, the analysis keeps the first layout, and inserts a `to_layout` for each operand with another layout. With explicit
conversions, no conflict remains, so the order of propagation does not matter. Source: Codegen/Common/VectorLayoutAnalysis.cpp of IREE 3.13.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import partial

from egraph_opt.errors import Unsupported
from egraph_opt.families.layout.encode.layout_inference import BitMap, moved_encoding, picked_dims
from egraph_opt.ir.attributes import integers
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import ScalarType, TensorType, VectorType, is_vector, type_of
from egraph_opt.linear_layout import nested_layout

TO_LAYOUT = "iree_vector_ext.to_layout"
SHARED_ATTRIBUTE = "shared_memory_conversion"
"""Attribute of a `to_layout` that requires a conversion through shared memory."""

ANCHOR = "egraph_opt.anchor"
"""Attribute that marks a `to_layout` of the input that must stay, unlike those that IREE's analysis adds."""

PLAIN_ATTRIBUTES = frozenset(("layout", SHARED_ATTRIBUTE))
"""Attributes of a `to_layout` that only converts. A `to_layout` with other attributes (such as `mma_kind`) stays unchanged in place."""
EXACT_LAYOUT_OPS = ("vector.contract", "iree_gpu.multi_mma", "iree_codegen.inner_tiled")
"""Operations whose distribution depends on the exact text of their layouts."""
PASSING = ("func.", "scf.", "vector.yield", "vector.broadcast", "vector.transpose", "vector.fma", "arith.", "math.")
"""Name prefixes of operations whose operands and results may change their layouts."""

Move = Callable[[str], str]
Edge = tuple[Value, Value, Move]
"""Propagation edge: source, target, and the function from the source's layout to the target's."""


def vector_type(value: Value) -> TensorType | None:
    """Return the shape and element type of a vector; None for any other value.

    Raises:
        Unsupported: the vector's extents are unknown.
    """
    if not is_vector(value.type):
        return None
    found = type_of(value.type)
    if not isinstance(found, VectorType):
        raise Unsupported(f"{value.name} is a {value.type}")
    return TensorType(*found, None)


def assign(function: Op) -> dict[Value, str]:
    """Return the layout of each vector that has one, as the text of its attribute.

    Raises:
        Unsupported: a value has two layouts, or a layout does not fit the value's shape.
    """
    found: dict[Value, str] = {}
    onward: dict[Value, list[tuple[Value, Move]]] = {}
    for op in function.walk():
        for source, target, move in _forward(op):
            onward.setdefault(source, []).append((target, move))

    def put(value: Value, layout: str) -> bool:
        if (known := found.get(value)) is not None:
            if known != layout:
                raise Unsupported(f"{value.name} is wanted in two layouts: {known} and {layout}")
            return False
        vector = vector_type(value)
        if vector is None or not nested_layout.fits(layout, vector.shape):
            raise Unsupported(f"{layout} does not fit {value.name}, a {value.type}")
        found[value] = layout
        return True

    todo = [(op.results[0], op.attributes["layout"]) for op in function.walk() if op.name == TO_LAYOUT]
    while todo:
        value, layout = todo.pop()
        if put(value, layout):
            todo += [(target, wanted) for target, move in onward.get(value, ()) if (wanted := _try_move(move, layout))]
    blocks = [(block, len(block.ops)) for region in function.regions for block in region.blocks]
    while blocks:  # each block in reverse order, each operation before its regions
        block, at = blocks.pop()
        if at == 0:
            continue
        blocks.append((block, at - 1))
        op = block.ops[at - 1]
        for source, target, move in _backward(op):
            if op.name == TO_LAYOUT and target in found:
                continue  # this conversion may move elements
            if source in found and (wanted := _try_move(move, found[source])):
                put(target, wanted)
        blocks += [(inner, len(inner.ops)) for region in op.regions for inner in region.blocks]
    return found


def _try_move(move: Move, layout: str) -> str:
    try:
        return move(layout)
    except ValueError:
        return ""


def is_exact(op: Op) -> bool:
    """Return whether an operation's result depends on the order of a thread's registers, as float sums do."""
    if op.name == "vector.multi_reduction":
        vector = vector_type(op.operands[0])
        minimum = re.search(r"(min|max)", op.attributes.get("kind", ""))
        element = type_of(vector.element) if vector else None
        return not minimum and element is not None and not (isinstance(element, ScalarType) and not element.is_float)
    return op.name in EXACT_LAYOUT_OPS or (op.name == TO_LAYOUT and not op.attributes.keys() <= PLAIN_ATTRIBUTES)


def anchored_ops(function: Op, layouts: Mapping[Value, str], move_stores: bool) -> Counter[tuple[Hashable, ...]]:
    """Count the operations that must keep their layouts, by name, attributes and layouts.

    A function that replaces `function` may not have greater counts.
    """
    found: Counter[tuple[Hashable, ...]] = Counter()
    for op in function.walk():
        made = not any(is_vector(v.type) for v in op.operands) and op.name in ("vector.step", "vector.create_mask")
        if op.name.startswith(PASSING) or made or (op.name == TO_LAYOUT and op.attributes.keys() <= PLAIN_ATTRIBUTES):
            continue
        if (op.name == "vector.transfer_write" and move_stores) or (op.name == "vector.multi_reduction" and not is_exact(op)):
            continue
        held = [layouts.get(v, "") for v in (*op.operands, *op.results) if is_vector(v.type)]
        spelled = tuple(held if is_exact(op) else [layout and nested_layout.canonical_ownership(layout) for layout in held])
        if held:
            found[op.name, tuple(sorted(op.attributes.items())), spelled] += 1
    return found


def _same(layout: str) -> str:
    return layout


def _alike(sources: Iterable[Value], targets: Iterable[Value]) -> Iterator[Edge]:
    held = [v for v in targets if is_vector(v.type)]
    return ((a, b, _same) for a in sources if is_vector(a.type) for b in held)


def _forward(op: Op) -> Iterator[Edge]:
    if op.name == "scf.for":
        body = op.regions[0].blocks[0]
        for init, argument, handed, result in zip(
            op.operands[3:], body.arguments[1:], body.ops[-1].operands, op.results, strict=True
        ):
            yield from _alike((init, handed), (argument, result))
    elif op.name in ("scf.if", "vector.mask"):
        for i, result in enumerate(op.results):
            yield from _alike((r.blocks[0].ops[-1].operands[i] for r in op.regions), (result,))
    elif op.name == "vector.multi_reduction":
        yield from _alike(op.operands[1:], op.results)
        if is_vector(op.results[0].type):
            yield op.operands[0], op.results[0], partial(nested_layout.drop_axes, axes=reduced_dims(op))
    elif op.name in ("vector.transpose", "vector.shape_cast"):
        if index := _index(op):
            yield op.operands[0], op.results[0], partial(moved_encoding, index, forward=True)
    elif op.name == "vector.contract":
        yield from _alike(op.operands[2:], op.results)
    elif is_elementwise(op) or op.name == "vector.gather":
        yield from _alike(op.operands, op.results)


def _backward(op: Op) -> Iterator[Edge]:
    if op.name in _OPERANDS:
        yield from _OPERANDS[op.name](op)
    elif is_elementwise(op) or op.name == "vector.gather":
        yield from _alike(op.results[:1], op.operands)


def _to_layout_operands(op: Op) -> Iterator[Edge]:
    if SHARED_ATTRIBUTE not in op.attributes:
        yield from _alike(op.results, op.operands)


def _for_operands(op: Op) -> Iterator[Edge]:
    for result, handed, init in zip(op.results, op.regions[0].blocks[0].ops[-1].operands, op.operands[3:], strict=True):
        yield from _alike((result,), (handed, init))


def _if_operands(op: Op) -> Iterator[Edge]:
    """Yield edges from a conditional's results to the yielded values.

    IREE omits edges to yielded values, and cannot distribute a conditional whose branches have different layouts.
    """
    for i, result in enumerate(op.results):
        yield from _alike((result,), (r.blocks[0].ops[-1].operands[i] for r in op.regions))


def _moved_operands(op: Op) -> Iterator[Edge]:
    if index := _index(op):
        yield op.results[0], op.operands[0], partial(moved_encoding, index, forward=False)


def _mask(op: Op) -> Iterator[Edge]:
    mask = op.operands[-1] if len(op.operands) > 1 and op.operands[-1].type.startswith("vector<") else None
    in_order = re.fullmatch(r"affine_map<\((.*)\) -> \(\1\)>", op.attributes.get("permutation_map", ""))
    if mask and in_order:
        yield from _alike(op.results if op.name == "vector.transfer_read" else op.operands[:1], (mask,))


_OPERANDS: dict[str, Callable[[Op], Iterator[Edge]]] = {
    TO_LAYOUT: _to_layout_operands,
    "scf.for": _for_operands,
    "scf.if": _if_operands,
    **dict.fromkeys(("vector.transpose", "vector.shape_cast", "vector.broadcast"), _moved_operands),
    "vector.multi_reduction": lambda op: _alike(op.results, op.operands[1:]),
    "vector.contract": lambda op: _alike(op.results, op.operands[2:]),
    **dict.fromkeys(("vector.transfer_read", "vector.transfer_write"), _mask),
}
"""Propagation edges from results to operands, by name of an operation that is not elementwise."""


def is_elementwise(op: Op) -> bool:
    """Return whether each element of the results depends only on the operands' elements at the same index."""
    return op.name.startswith(("arith.", "math.")) or op.name == "vector.fma"


def _index(op: Op) -> BitMap | None:
    """Return the index map from the operand's dimensions to the result's; None if unknown."""
    operand, result = vector_type(op.operands[0]), vector_type(op.results[0])
    dims = picked_dims(op, operand.shape, result.shape) if operand and result else None
    return None if not operand or not result or dims is None else BitMap((), result.shape, operand.shape, dims=dims)


def reduced_dims(op: Op) -> tuple[int, ...]:
    return integers(op.attributes["reduction_dims"])
