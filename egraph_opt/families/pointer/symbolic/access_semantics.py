"""Semantics of each form of access in one lane (Triton's lowering passes, triton-shared's dialect); independent of the emission."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.evaluator import LaneEvaluator
from egraph_opt.families.pointer.symbolic.lane_facts import varies
from egraph_opt.families.pointer.symbolic.loop_induction import iterations, trips
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols, UnknownValue, element_bytes
from egraph_opt.ir.attributes import integers, list_entries, words
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import DYNAMIC, block_of, element_of, integer_bits, pointee_of, tensor_type

_INTEGER = re.compile(r"-?\d+")
ROW_LIST_OPS = frozenset(("tt.descriptor_gather", "tt.descriptor_scatter"))
"""Accesses through a descriptor to rows whose indices a tensor lists."""
BUFFER = "egraph_opt.buffer"
"""Attribute of an access that buffer instructions can implement: its pointers are one scalar plus a 32-bit offset in each lane."""
MAX_BUFFER_BYTES = (1 << 31) - 2
"""Size of a buffer in bytes: Triton's resource descriptors have this many records of one byte."""


def grid_of(function: Op) -> tuple[int, ...]:
    """Return the largest grid of a raised function: CUDA's limits if it has descriptors, else 2^31 - 1 along each axis."""
    cuda = any(op.name.startswith(("tt.descriptor_", "tt.make_tensor_descriptor")) for op in function.walk())
    return SharedSymbols().grid if cuda else ((1 << 31) - 1,) * 3


@dataclass(slots=True)
class AccessFormulas:
    """z3 formulas of one lane of an access: whether it is active, its byte address, and conditions under which the access is legal."""

    active: Any
    address: Any
    legal: list[Any] = field(default_factory=list)
    other: Value | None = None
    zero: bool = False
    """True if an inactive lane loads zero. Without `zero`, `nan` or `other`, such a lane loads an arbitrary value."""
    nan: bool = False
    promised: list[Any] = field(default_factory=list)
    """Caller's promises if this access runs: its block is in bounds along dimensions whose extent is an added parameter."""
    coordinates: list[tuple[Any, Any]] = field(default_factory=list)
    """Index of this lane's element, and stride, along each dimension of a descriptor."""
    extents: list[Any] = field(default_factory=list)
    """Extent along each dimension of a descriptor."""


def pointers(program: LaneEvaluator, op: Op, index: tuple[Any, ...]) -> AccessFormulas:
    """Return the semantics of an access through a tensor of pointers."""
    masks = op.operands[1:2] if op.name == "tt.load" else op.operands[2:3]
    active = program.at(masks[0], index) if masks else z3.BoolVal(True)
    other = op.operands[2] if op.name == "tt.load" and len(op.operands) > 2 else None
    return AccessFormulas(active, program.at(op.operands[0], index), other=other)


def buffer_form(program: LaneEvaluator, op: Op, index: tuple[Any, ...]) -> AccessFormulas:
    """Return the semantics of a buffer access with unsigned 32-bit byte offsets; elements that end after the buffer are skipped.

    Lanes out of bounds count as illegal even if masked, since Triton's pass ignores the mask.
    """
    found = pointers(program, op, index)
    source, _ = program.defined.get(op.operands[0], (None, 0))
    base, _ = program.defined.get(source.operands[0], (None, 0)) if source is not None and source.operands else (None, 0)
    if source is None or base is None or (source.name, base.name) != ("tt.addptr", "tt.splat"):
        raise UnknownValue("pointers of a buffer that are no scalar and offsets")
    if integer_bits(source.operands[1].type) != 32:
        raise UnknownValue("offsets of a buffer that have not 32 bits")
    size = element_bytes(pointee_of(base.operands[0].type) or "")
    offset = size * program.at(source.operands[1], index)
    found.address = program.at(base.operands[0]) + offset
    found.legal = [offset >= 0, offset + size <= MAX_BUFFER_BYTES]
    return found


def window(program: LaneEvaluator, op: Op, index: tuple[Any, ...]) -> AccessFormulas:
    """Return the semantics of a structured access of any target (`tts`, block pointer, descriptor, buffer) in one lane."""
    if BUFFER in op.attributes:
        return buffer_form(program, op, index)
    if op.name in ("tts.gather", "tts.scatter"):
        return _one_by_one(program, op, index)
    if op.name.startswith("tts."):
        return _structured_form(program, op, index)
    tensor = block_of(op.operands[0].type)
    index = _within_block(program, op, tensor.shape if tensor else (), index)
    rank = len(index)
    source, steps = _find_origin(program, op.operands[0], rank)
    if source.name not in ("tt.make_tensor_ptr", "tt.make_tensor_descriptor") or tensor != block_of(source.results[0].type):
        raise UnknownValue(source.name)
    assert tensor
    numbers = [program.at(v) for v in source.operands[1:]]
    if len(numbers) != (3 if source.name == "tt.make_tensor_ptr" else 2) * rank:
        raise UnknownValue(f"{source.name} with {len(numbers)} numbers for a tile of rank {rank}")
    shapes, strides, starts = numbers[:rank], numbers[rank : 2 * rank], numbers[2 * rank :]
    size = element_bytes(tensor.element)
    base = program.at(source.operands[0])
    legal: list[Any] = []
    first = 2 if op.name == "tt.descriptor_store" else 1
    nan = op.attributes.get("padding", "").startswith("2")
    if source.name == "tt.make_tensor_descriptor":
        steps = [program.at(v, index[:1] if tensor_type(v.type) else ()) for v in op.operands[first : first + rank]]
        padding = source.attributes.get("padding", "1 : i32")
        starts, checked, zero, nan = [z3.IntVal(0)] * rank, list(range(rank)), padding.startswith("1"), padding.startswith("2")
        if op.name in ROW_LIST_OPS:
            index = (z3.IntVal(0), *index[1:])
        legal = [base % 16 == 0, strides[-1] == 1, *(z3.And(s >= 1, s < 1 << 31) for s in shapes)]
        legal += [z3.And((s * size) % 16 == 0, s > 0, s * size < 1 << 40) for s in strides[:-1]]
        if op.name == "tt.descriptor_store":
            legal.append(z3.Or((shapes[-1] * size) % 16 == 0, starts[-1] + steps[-1] + tensor.shape[-1] <= shapes[-1]))
    else:
        checked = list(integers(op.attributes.get("boundaryCheck", "array<i32>")))
        if outside := [d for d in checked if not 0 <= d < rank]:
            raise UnknownValue(f"boundaryCheck of dimension {outside[0]} of a tile of rank {rank}")
        if sorted(order := integers(source.attributes.get("order", ""))) != list(range(rank)):
            raise UnknownValue(f"an order {list(order)} of a tile of rank {rank}")
        zero = op.attributes.get("padding", "").startswith("1")
    coordinates = [start + moved + i for start, moved, i in zip(starts, steps, index, strict=True)]
    program.in_range([coordinates[d] for d in checked if not z3.is_int_value(steps[d])])
    active = z3.And(*(z3.And(coordinates[d] >= 0, coordinates[d] < shapes[d]) for d in checked))
    program.in_range([shapes[d] for d in checked])
    address = base + size * z3.Sum(*(x * s for x, s in zip(coordinates, strides, strict=True)))
    advanced = op.operands[0] is not source.results[0]
    indices = () if advanced else op.operands[first : first + rank] if legal else source.operands[1 + 2 * rank :]
    promised = _promises_of(program, source.operands[1 : 1 + rank], indices, tensor.shape)
    made = AccessFormulas(active, address, legal, zero=zero, nan=nan and bool(checked), promised=promised)
    if source.name == "tt.make_tensor_descriptor":
        made.coordinates, made.extents = [*zip(coordinates, strides, strict=True)], shapes
    return made


def _within_block(program: LaneEvaluator, op: Op, block: tuple[int, ...], index: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the index in the block of a descriptor or block pointer that corresponds to `index` in the accessed tensor.

    The tensor may lack leading extents of 1. For an access to a list of rows, `index` is returned unchanged.

    Raises:
        UnknownValue: the block has another shape.
    """
    sizes = {i.get_id(): size for i, size in program.shared.lanes if not z3.is_int_value(i)}
    tile = tuple(sizes.get(i.get_id(), 1) for i in index)
    more = len(block) - len(tile)
    if op.name in ROW_LIST_OPS:
        if len(block) != 2 or block[:1] != (1,) or tile[1:] != block[1:]:
            raise UnknownValue(f"the block of {op.name}")
        return index
    if more < 0 or set(block[:more]) > {1} or block[more:] != tile:
        raise UnknownValue(f"the block of {op.name}")
    return (*[z3.IntVal(0)] * more, *index)


def _promises_of(program: LaneEvaluator, shapes: Sequence[Value], indices: Sequence[Value], sizes: tuple[int, ...]) -> list[Any]:
    """Return the caller's promises that a block is in bounds, along the dimensions whose extent is an added parameter.

    If an index is truncated to 32 bits, the promise is about the index before truncation.
    """
    found: list[Any] = []
    for shape, index, size in zip(shapes, indices, sizes, strict=False):
        if program.is_promised(shape):
            cut, _ = program.defined.get(index, (None, 0))
            whole = program.at(cut.operands[0] if cut is not None and cut.name == "arith.trunci" else index)
            inside = z3.And(program.at(shape) >= 1, whole >= 0, whole + size <= program.at(shape))
            found.append(z3.Implies(z3.And(whole >= -(1 << 63), whole < 1 << 63), inside))
    return found


def _find_origin(program: LaneEvaluator, value: Value, rank: int) -> tuple[Op, list[Any]]:
    """Return the operation that created a block pointer or descriptor, and the total advance along each dimension."""
    steps: list[Any] = [z3.IntVal(0)] * rank
    for _ in range(len(program.defined)):
        loop, number = program.carried.get(value, (None, 0))
        source, result = program.defined.get(value, (None, 0))
        if loop is None and source is not None and source.name == "scf.for":
            loop, number = source, result
            done = trips(program, loop)
        elif loop is not None:
            done = iterations(program, loop)
        elif source is not None and source.name == "tt.advance":
            steps = [s + program.at(v) for s, v in zip(steps, source.operands[1:], strict=True)]
            value = source.operands[0]
            continue
        elif source is not None:
            return source, steps
        if loop is None:
            break
        each = _advance_of(program, loop, number, (loop,), rank)
        steps = [s + done * more for s, more in zip(steps, each, strict=True)]
        value = loop.operands[3 + number]
    raise UnknownValue(f"where {value.name} is made")


def _advance_of(program: LaneEvaluator, loop: Op, number: int, loops: tuple[Op, ...], rank: int) -> list[Any]:
    """Return the advance of a loop-carried block pointer per iteration along each dimension.

    Raises:
        UnknownValue: the advance is unknown or varies in one of `loops`.
    """
    (body,) = loop.regions[0].blocks
    value, end = body.ops[-1].operands[number], body.arguments[1 + number]
    steps: list[Any] = [z3.IntVal(0)] * rank
    while value is not end:
        source, result = program.defined.get(value, (None, 0))
        if source is not None and source.name == "tt.advance":
            used, more, value = source.operands[1:], [program.at(v) for v in source.operands[1:]], source.operands[0]
        elif source is not None and source.name == "scf.for":
            inner = _advance_of(program, source, result, (*loops, source), rank)
            used, more, value = source.operands[:3], [trips(program, source) * m for m in inner], source.operands[3 + result]
        else:
            raise UnknownValue(f"how a loop advances {end.name}")
        if any(varies(program, v, around) for v in used for around in loops):
            raise UnknownValue(f"how a loop advances {end.name}")
        steps = [s + m for s, m in zip(steps, more, strict=True)]
    return steps


def _structured_form(program: LaneEvaluator, op: Op, index: tuple[Any, ...]) -> AccessFormulas:
    """Return the semantics of `tts.load` and `tts.store`: offset operands are already multiplied by strides, and masks are lane counts."""
    source, _ = program.defined[op.operands[0]]
    if source.name not in ("tts.make_tptr", "tts.make_gather_scatter_tptr"):
        raise UnknownValue(source.name)
    gather = source.name == "tts.make_gather_scatter_tptr"
    masked = gather and " gather_scatter_mask: %" in words(source)
    numbers = list(source.operands[1 + gather + masked :])
    lists: dict[str, list[Entry]] = {}
    for name in ("strides", "offsets", *(() if gather else ("shape",))):
        entries = list_entries(source, name)
        if not all(entry == "%" or _INTEGER.fullmatch(entry) for entry in entries) or entries.count("%") > len(numbers):
            raise UnknownValue(f"the {name} of {source.name}")
        values = [numbers.pop(0) if entry == "%" else None for entry in entries]
        lists[name] = [(program.at(v) if v else z3.IntVal(int(e)), v) for v, e in zip(values, entries, strict=True)]
    strides, offsets = ([term for term, _ in lists[name]] for name in ("strides", "offsets"))
    moved = tensor_type((op.results[0] if op.name == "tts.load" else op.operands[1]).type)
    tile = moved.shape if moved else ()
    if {len(index)} != {len(offsets), len(strides), len(tile)}:
        raise UnknownValue("a tile of another rank")
    if list_entries(source, "sizes") != [*map(str, tile)]:
        raise UnknownValue("a tile of another shape")
    terms = [o + i * s for o, i, s in zip(offsets, index, strides, strict=True)]
    legal: list[Any] = []
    static = integers(op.attributes.get("static_mask_dims", ""))
    dynamic = list(op.operands[1 if op.name == "tts.load" else 2 :])
    if len(static) not in (0, len(index)) or static.count(DYNAMIC) > len(dynamic):
        raise UnknownValue(f"a mask of {len(static)} extents, {len(dynamic)} of them operands, for a tile of rank {len(index)}")
    along = _along(source, len(index)) if gather else -1
    if gather:
        terms[along] = program.at(source.operands[1], (index[along],)) * strides[along]
    elif wrapped := [d for d, (n, _) in enumerate(lists["shape"]) if not z3.is_int_value(n) or n.as_long()]:
        legal = _two_parts(program, op, index, lists, wrapped, static)
        (d,) = wrapped
        terms[d] = z3.If(terms[d] < lists["shape"][d][0], terms[d], terms[d] - lists["shape"][d][0])
    address = program.at(source.operands[0]) + element_bytes(_element(source)) * z3.Sum(*terms)
    extents = [program.at(dynamic.pop(0)) if n == DYNAMIC else z3.IntVal(n) for n in static]
    # An extent is the number of elements copied along a dimension, so it must not exceed the tile.
    legal += [
        z3.And(e >= 0, e <= size) for d, (e, size) in enumerate(zip(extents, tile, strict=False)) if not (masked and d == along)
    ]
    inside = [i < e for i, e in zip(index, extents, strict=True)] if extents else []
    if masked:
        if static[along : along + 1] != (0,):
            raise UnknownValue("a masked list of indices whose extent is not 0")
        inside[along] = program.at(source.operands[2], (index[along],))
    other = dynamic[0] if op.name == "tts.load" and dynamic else None
    return AccessFormulas(z3.And(*inside) if inside else z3.BoolVal(True), address, legal, other=other)


def _one_by_one(program: LaneEvaluator, op: Op, index: tuple[Any, ...]) -> AccessFormulas:
    """Return the semantics of `tts.gather` and `tts.scatter`: a signed element offset for each lane or for a scalar.

    A masked scalar access is refused, because triton-shared drops the mask, contrary to the definition.
    """
    base, offset, *rest = op.operands
    segments = integers(op.attributes.get("operandSegmentSizes", ""))
    if op.name == "tts.gather" and len(segments) != 4:
        raise UnknownValue("operandSegmentSizes of tts.gather")
    count = segments[2] if op.name == "tts.gather" else len(rest) - 1
    moved = (op.results[0] if op.name == "tts.gather" else rest.pop(0)).type
    tiles = [tensor_type(text) for text in (moved, offset.type)]
    shapes = [tile.shape if tile else None for tile in tiles]
    if shapes[0] != shapes[1] or element_of(moved) != pointee_of(base.type):
        raise UnknownValue(f"{op.name} of {moved} at {offset.type}")
    if count and shapes[0] is None:
        raise UnknownValue("a mask of a scalar")
    if shapes[0] == (1,) and not index:
        index = (z3.IntVal(0),)  # a tensor of one element replaces a scalar
    if len(index) != len(shapes[0] or ()):
        raise UnknownValue(f"the tile of {op.name}")
    active = program.at(rest[0], index) if count else z3.BoolVal(True)
    address = program.at(base) + element_bytes(pointee_of(base.type) or "") * program.at(offset, index)
    return AccessFormulas(active, address, other=rest[count] if len(rest) > count else None)


def _along(source: Op, rank: int) -> int:
    """Return the dimension that a gather or scatter indexes by a table."""
    found = _INTEGER.match(words(source).partition("gather_scatter_dim: ")[2])
    if found is None or not 0 <= int(found.group()) < rank:
        raise UnknownValue(f"gather_scatter_dim {found.group() if found else ''} of a tile of rank {rank}")
    return int(found.group())


Entry = tuple[Any, Value | None]
"""Entry of a list of static and dynamic integers: its z3 term, and its operand if it is dynamic."""


def _element(source: Op) -> str:
    text = source.results[0].type
    element = pointee_of(text)
    if element is None:
        raise UnknownValue(text)
    return element_of(element)


def _two_parts(
    program: LaneEvaluator,
    op: Op,
    index: tuple[Any, ...],
    lists: dict[str, list[Entry]],
    wrapped: list[int],
    masks: Sequence[int],
) -> list[Any]:
    """Return the conditions under which triton-shared copies a wrapping tile in two parts, side by side or stacked."""
    if op.name != "tts.load" or len(index) != 2 or len(wrapped) != 1:
        raise UnknownValue("a pointer that wraps around in a way that is not copied in two parts")
    (d,) = wrapped
    size = program.shared.lanes[d][1]
    if masks and masks[d] != size:
        raise UnknownValue("a pointer that wraps around where it is masked")
    (stride, by), (offset, _), (shape, _) = (lists[name][d] for name in ("strides", "offsets", "shape"))
    program.in_range([offset + size * stride, 2 * shape])
    if by is not None:  # redundant fact: the same conditions divided by the stride
        first, end = (_quotient(program, lists[name][d], by) for name in ("offsets", "shape"))
        if first is not None and end is not None:
            products = z3.And(stride >= 1, offset == first * stride, shape == end * stride)
            less = [(offset + index[d] * stride < shape) == (first + index[d] < end), (offset >= 0) == (first >= 0)]
            less += [(offset < shape) == (first < end), (offset + size * stride <= 2 * shape) == (first + size <= 2 * end)]
            program.shared.found.known.append(z3.Implies(products, z3.And(*less)))
    even = stride == 1 if d == 1 else stride >= 1
    return [even, lists["offsets"][1 - d][0] == 0, offset >= 0, offset < shape, offset + size * stride <= 2 * shape]


def _quotient(program: LaneEvaluator, entry: Entry, by: Value) -> Any:
    """Return `x` if `entry`, an offset or extent of a tts pointer, is the product `x * by`; None otherwise."""
    term, value = entry
    op, _ = program.defined.get(value, (None, 0)) if value is not None else (None, 0)
    if op is not None and op.name == "arith.muli" and by in op.operands:
        return program.at(op.operands[1 - op.operands.index(by)])
    return term if z3.is_int_value(term) and term.as_long() == 0 else None
