"""Candidate forms of a structured access, each with the facts that make it equal to the access.

The index along a dimension is `offset + i`, and the base compensates for any offset. One candidate offset is the summand of the address
that varies with program and loop, so that the base stays a kernel argument. The other candidate offset is zero, and the base varies.

    `tts` is triton-shared's `tts.make_tptr`, `tts.load` and `tts.store`, whose clamped extents allow arbitrary offsets.
    `block-pointer` is `tt.make_tensor_ptr` (Triton 3.6, 3.7) as RewriteTensorPointer lowers it: `0 <= offset + i < shape`.
    `descriptor` is `tt.make_tensor_descriptor`: the same bounds in all dimensions, and constraints of the TMA hardware.
    `buffer` has pointers that are a scalar plus a 32-bit offset in each lane; the access is otherwise unchanged.
"""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.families.pointer.analysis.access_facts import Numbers, RequiredFact
from egraph_opt.families.pointer.analysis.structured_access import AddressTable, StructuredAccess
from egraph_opt.families.pointer.forms.buffer_form import make_buffer_form
from egraph_opt.families.pointer.forms.candidate import (
    INT,
    ZERO,
    AccessForm,
    Target,
    base_of,
    bound_of,
    divide_exactly,
    fits,
    own_other,
)
from egraph_opt.families.pointer.forms.descriptor_form import descriptor
from egraph_opt.families.pointer.forms.shape_parameters import Parents
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.ir.attributes import splat
from egraph_opt.ir.polynomial import Poly

RESORT = "it is gathered by a list of indices, which is the last resort"
CONVERSIONS = frozenset(("arith.sitofp", "arith.extf", "arith.truncf"))


def forms(
    access: StructuredAccess, target: Target, numbers: Numbers, gathers: bool = False, parents: Parents | None = None
) -> list[AccessForm]:
    """Return all candidate forms of an access (operations of the target that may replace it); those whose base varies least come first.

    Args:
        access: the access.
        target: the target.
        numbers: ranges and equalities of polynomials.
        gathers: include forms with a table of indices.
        parents: the parameters added for unknown extents of tensors; None if none may be added.

    Raises:
        NotRaised: the target cannot express the access.
    """
    if target != "block-pointer" and access.volatile:
        raise NotRaised("it is volatile, which only block pointers keep")
    if target == "buffer":
        return [make_buffer_form(access, numbers)]
    if target != "tts" and (access.table or access.is_gathered):
        raise NotRaised("it is gathered, or wraps around, which only tts has a form for")
    strides = tuple(divide_exactly(d.stride, access.bytes) for d in access.dimensions)
    if access.table or access.is_gathered:
        return _irregular(access, strides, numbers, gathers)
    indexed = _offsets(access, strides, numbers)
    anchored = tuple(-d.lower if d.lower else ZERO for d in access.dimensions)
    starts = dict.fromkeys((indexed, anchored))
    if target == "tts":
        return [_make_strided(access, strides, offsets, numbers) for offsets in starts]
    build = _block if target == "block-pointer" else descriptor
    return [build(access, strides, offsets, numbers, parents) for offsets in starts]


def _offsets(access: StructuredAccess, strides: tuple[Poly, ...], numbers: Numbers) -> tuple[Poly, ...]:
    """Return the index where the access starts along each dimension: from its bound, or else from a multiple of the stride in the base."""
    rest = divide_exactly(access.base, access.bytes)
    offsets = [ZERO] * len(strides)
    order = sorted(
        range(len(strides)), key=lambda d: (-max((len(m) for m, _ in strides[d].terms), default=0), -strides[d].content, d)
    )
    for d in order:
        dimension, stride = access.dimensions[d], strides[d]
        if dimension.lower:
            offsets[d] = -dimension.lower
        elif dimension.upper:
            terms = ((m, -c) for m, c in dimension.upper.terms if c < 0 and m and not any(map(numbers.truth, m)))
            offsets[d] = Poly(tuple(terms))
        elif len(stride.terms) == 1 and dimension.size > 1:
            offsets[d] = _moving(rest.split(stride)[0])
        rest -= offsets[d] * stride
    return tuple(offsets)


def _moving(quotient: Poly) -> Poly:
    return Poly(tuple((m, c) for m, c in quotient.terms if len(m) <= 1))


def _make_strided(access: StructuredAccess, strides: tuple[Poly, ...], offsets: tuple[Poly, ...], numbers: Numbers) -> AccessForm:
    shapes = tuple(d.upper for d in access.dimensions)
    required_facts = tuple(from_below(access, numbers))
    select = access.is_filtered or not one_other(access, numbers)
    return AccessForm("tts", access, base_of(access, strides, offsets), offsets, strides, shapes, required_facts, select)


def _irregular(access: StructuredAccess, strides: tuple[Poly, ...], numbers: Numbers, gathers: bool) -> list[AccessForm]:
    """Return the candidate forms of an access that needs a tile that wraps around, or, with `gathers`, a table of indices."""
    found = []
    why = NotRaised(RESORT)
    if access.table and access.table.wrap:
        try:
            found.append(_make_wrapping(access, access.table, strides, numbers))
        except NotRaised as left:
            why = left
    if gathers:
        found.append(_make_gather(access, strides, numbers))
    if not found:
        raise why
    return found


def _make_gather(access: StructuredAccess, strides: tuple[Poly, ...], numbers: Numbers) -> AccessForm:
    dimension = access.table.dimension if access.table else access.chosen[0] if access.chosen else 0
    if access.chosen and access.chosen[0] != dimension:
        raise NotRaised(f"it is gathered along dimension {dimension}, and its mask along {access.chosen[0]} is no bound")
    form = _make_strided(access, strides, (ZERO,) * len(strides), numbers)
    if access.table:
        strides = tuple(divide_exactly(access.table.stride, access.bytes) if d == dimension else s for d, s in enumerate(strides))
    return replace(form, strides=strides, gather=dimension)


def _make_wrapping(access: StructuredAccess, table: AddressTable, strides: tuple[Poly, ...], numbers: Numbers) -> AccessForm:
    """Return a candidate form with a tile that wraps around at a boundary.

    triton-shared copies a wrapping tile in two parts, side by side along the last dimension (stride 1) or stacked along the first (positive
    stride). The form requires that the first index is below the boundary, and the last index below its double. Offsets along the other
    dimension stay in the base, outside the modulus.
    """
    assert table.wrap
    if access.op.name != "tt.load" or len(strides) != 2:
        raise NotRaised("only a load of two dimensions may wrap around")
    d, (offset, limit), stride = table.dimension, table.wrap, divide_exactly(table.stride, access.bytes)
    size = access.dimensions[d].size
    if access.chosen or access.dimensions[d].upper is not None or access.dimensions[d].lower is not None:
        raise NotRaised(f"it wraps around along dimension {d}, and is masked there")
    form = _make_strided(access, strides, (ZERO,) * len(strides), numbers)
    required_facts = [
        fits(numbers, offset, 0, 1 << 62, "where it starts"),
        fits(numbers, limit - offset, 1, 1 << 62, "from its start to where it wraps around"),
        fits(numbers, limit + limit - offset, size, 1 << 62, "from its start to where it would wrap around again"),
        fits(numbers, stride, 1, 1 if d == 1 else 1 << 62, f"the stride of dimension {d}, along which it wraps around"),
    ]
    strides = tuple(stride if e == d else s for e, s in enumerate(strides))
    offsets = tuple(offset if e == d else ZERO for e in range(2))
    return replace(
        form, strides=strides, offsets=offsets, required_facts=(*form.required_facts, *required_facts), wrap=(d, limit)
    )


def from_below(access: StructuredAccess, numbers: Numbers) -> list[RequiredFact]:
    """Return the facts under which the lower bounds in an access's mask exclude no lane; masks of `tts` cannot express lower bounds."""
    why = "for masks of tts, which have no lower bounds"
    lowers = [d.lower for d in access.dimensions if d.lower is not None]
    return [RequiredFact(lower, -(1 << 62), 0, 1, f"{numbers.text(lower)} <= 0 {why}") for lower in lowers]


def one_other(access: StructuredAccess, numbers: Numbers) -> bool:
    """Return whether a tts load can express a load's `other`: the load has none, or one scalar in all lanes."""
    if access.op.name != "tt.load" or len(access.op.operands) < 3:
        return True
    source = numbers.terms.facts.defined.get(access.op.operands[2])
    if source is not None and source.name in CONVERSIONS:  # a conversion of a splat is one scalar
        source = numbers.terms.facts.defined.get(source.operands[0])
    return source is not None and (
        source.name == "tt.splat" or (source.name == "arith.constant" and splat(source.attributes["value"]) is not None)
    )


def _block(
    access: StructuredAccess,
    strides: tuple[Poly, ...],
    offsets: tuple[Poly, ...],
    numbers: Numbers,
    parents: Parents | None,
) -> AccessForm:
    required_facts = []
    shapes: list[Poly | None] = []
    promised = []
    base = base_of(access, strides, offsets)
    for d, (dimension, offset) in enumerate(zip(access.dimensions, offsets, strict=True)):
        shape = bound_of(dimension, offset)
        least = 0 if shape is not None and dimension.lower is None else -INT - 1
        fact = fits(numbers, offset, least, INT, f"the offset of dimension {d}")
        if parents and shape is None and not numbers.holds(fact, access.loops):
            shapes.append(parents.shape(access, d, base, strides, numbers))
            promised.append((d, offset, dimension.size))
            continue
        shapes.append(shape)
        required_facts.append(fact)
        if shape is not None:
            required_facts.append(fits(numbers, shape, -(1 << 61), 1 << 61, f"the shape of dimension {d}"))
    return AccessForm(
        "block-pointer", access, base, offsets, strides, tuple(shapes), tuple(required_facts), own_other(access, numbers),
        promised=tuple(promised),
    )  # fmt: skip
