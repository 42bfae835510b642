"""Ways to write a structured access, each with the facts that make it equal to the access as it is.

A dimension's index is `offset + i`. Any offset is right if the base gives back what it adds to the address, so the candidates are:
the part of the address that grows with program and loop (the base stays what the kernel was given), and zero (the base moves).

    tts           triton-shared's tts.make_tptr, tts.load, tts.store: extents are clamped, so that offsets may be anything
    block-pointer tt.make_tensor_ptr (Triton 3.6, 3.7): as Triton's RewriteTensorPointer defines it, 0 <= offset + i < shape
    descriptor    tt.make_tensor_descriptor: the same for all dimensions, and what the hardware (TMA) asks for beside
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from egraph_opt.ir import Op
from egraph_opt.pointer.access import Access, Dimension, Table
from egraph_opt.pointer.facts import width
from egraph_opt.pointer.lower import MARK
from egraph_opt.pointer.numbers import Left, Need, Numbers
from egraph_opt.pointer.parents import Parents
from egraph_opt.pointer.poly import Poly

Target = Literal["tts", "block-pointer", "descriptor"]
TARGETS: tuple[Target, ...] = ("tts", "block-pointer", "descriptor")
INT = (1 << 31) - 1
RESORT = "it is gathered by a list of indices, which is the last resort"
CONVERSIONS = frozenset(("arith.sitofp", "arith.extf", "arith.truncf"))
ZERO, ONE = Poly(), Poly.number(1)


@dataclass(frozen=True, slots=True)
class Form:
    """An access as a target writes it: per dimension offset, stride (in elements), shape and extent; `base` in elements.

    `shape` is None where a dimension is not checked. `needs` are the facts to derive or to guard.
    """

    target: Target
    access: Access
    base: Poly
    offsets: tuple[Poly, ...]
    strides: tuple[Poly, ...]
    shapes: tuple[Poly | None, ...]
    needs: tuple[Need, ...]
    select: bool = False
    """Whether masked lanes get the load's own `other` by a select on the mask."""
    wrap: tuple[int, Poly] | None = None
    """A dimension, and the index at which it starts again from 0."""
    gather: int | None = None
    """The dimension whose indices are listed, where there is one: `access.table`, or all of them."""
    order: tuple[int, ...] = ()
    """The access's dimensions as the target counts them, where it does so in another order."""
    promised: tuple[tuple[int, Poly, int], ...] = ()
    """Dimensions whose shape is a parameter, each with the offset and size of a block that the caller promises to be inside."""

    def kept(self, need: Need) -> bool:
        """Whether a caller's promise says that a number is within limits: it is an offset, or that and a constant."""
        for _, offset, size in self.promised:
            more = (need.number - offset).constant
            if more is not None and need.divisor == 1 and need.low <= more and INT - size + more <= need.high:
                return True
        return False


def forms(access: Access, target: Target, numbers: Numbers, gathers: bool = False, parents: Parents | None = None) -> list[Form]:
    """All ways to write an access, the one with the steadiest base first; with `gathers`, a list of indices too.

    With `parents`, shapes that are not known are parameters.

    Raises:
        Left: the target cannot express the access.
    """
    if target != "tts" and (access.table or access.gathered):
        raise Left("it is gathered, or wraps around, which only tts has a form for")
    strides = tuple(_divided(d.stride, access.bytes) for d in access.dimensions)
    if access.table or access.gathered:
        return _irregular(access, strides, numbers, gathers)
    indexed = _offsets(access, strides, numbers)
    anchored = tuple(-d.lower if d.lower else ZERO for d in access.dimensions)
    starts = dict.fromkeys((indexed, anchored))
    if target == "tts":
        return [_structured(access, strides, offsets, numbers) for offsets in starts]
    build = _block if target == "block-pointer" else _descriptor
    return [build(access, strides, offsets, numbers, parents) for offsets in starts]


def _divided(poly: Poly, by: int) -> Poly:
    return Poly(tuple((m, c // by) for m, c in poly.terms))


def _offsets(access: Access, strides: tuple[Poly, ...], numbers: Numbers) -> tuple[Poly, ...]:
    """The part of the address that is an index times a stride, as far as the bounds say or the stride divides."""
    rest = _divided(access.base, access.bytes)
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
    """An offset that fits where indices are: without products of two unknowns, which belong to the base."""
    return Poly(tuple((m, c) for m, c in quotient.terms if len(m) <= 1))


def _base(access: Access, strides: tuple[Poly, ...], offsets: tuple[Poly, ...]) -> Poly:
    rest = _divided(access.base, access.bytes)
    for offset, stride in zip(offsets, strides, strict=True):
        rest -= offset * stride
    return rest


def _fits(numbers: Numbers, number: Poly, low: int, high: int, what: str) -> Need:
    bound = f"{low} <= {{}} <= {high}" if (low, high) != (-INT - 1, INT) else "-2^31 <= {} < 2^31"
    return Need(number, low, high, 1, f"{what}: {bound.format(numbers.text(number))}".replace(f"<= {INT}", "< 2^31"))


def _shape(dimension: Dimension, offset: Poly) -> Poly | None:
    """The bound of an index: that of `i`, moved by the offset."""
    if dimension.upper is not None:
        return dimension.upper + offset
    return offset + Poly.number(dimension.size) if dimension.lower is not None else None


def _other(access: Access, numbers: Numbers) -> bool:
    """Whether the load needs a select for its `other`: it is neither absent nor zero. Bits count, so -0.0 is not zero."""
    op = access.op
    if op.name != "tt.load" or len(op.operands) < 3:
        return False
    source = numbers.terms.facts.defined.get(op.operands[2])
    if source is None or source.name != "arith.constant":
        return True
    text = source.attributes["value"].split(" :")[0].removeprefix("dense<").removesuffix(">")
    return text not in ("0", "0.000000e+00", "false")


def _structured(access: Access, strides: tuple[Poly, ...], offsets: tuple[Poly, ...], numbers: Numbers) -> Form:
    shapes = tuple(d.upper for d in access.dimensions)
    needs = tuple(_extents(access, numbers))
    return Form("tts", access, _base(access, strides, offsets), offsets, strides, shapes, needs)


def _irregular(access: Access, strides: tuple[Poly, ...], numbers: Numbers, gathers: bool) -> list[Form]:
    """A tile that starts again, a list of indices, or both."""
    found = []
    why = Left(RESORT)
    if access.table and access.table.wrap:
        try:
            found.append(_wrapped(access, access.table, strides, numbers))
        except Left as left:
            why = left
    if gathers:
        found.append(_gathered(access, strides, numbers))
    if not found:
        raise why
    return found


def _gathered(access: Access, strides: tuple[Poly, ...], numbers: Numbers) -> Form:
    """A list of indices along one dimension, even steps along the others; all offsets stay in the base."""
    dimension = access.table.dimension if access.table else access.chosen[0] if access.chosen else 0
    if access.chosen and access.chosen[0] != dimension:
        raise Left(f"it is gathered along dimension {dimension}, and its mask along {access.chosen[0]} is no bound")
    form = _structured(access, strides, (ZERO,) * len(strides), numbers)
    if access.table:
        strides = tuple(_divided(access.table.stride, access.bytes) if d == dimension else s for d, s in enumerate(strides))
    return replace(form, strides=strides, gather=dimension)


def _wrapped(access: Access, table: Table, strides: tuple[Poly, ...], numbers: Numbers) -> Form:
    """A tile that starts again at a boundary, under what triton-shared's two ways to copy it in two parts need.

    Side by side, along the last dimension: its stride is 1. Stacked, along the first: rows are not negative apart. In both, the first index
    is before the boundary and the last one before twice that. Offsets along the other dimension stay in the base, where they add nothing
    to what is taken modulo the boundary.
    """
    assert table.wrap
    if access.op.name != "tt.load" or len(strides) != 2:
        raise Left("only a load of two dimensions may wrap around")
    d, (offset, limit), stride = table.dimension, table.wrap, _divided(table.stride, access.bytes)
    size = access.dimensions[d].size
    if access.chosen or access.dimensions[d].upper is not None or access.dimensions[d].lower is not None:
        raise Left(f"it wraps around along dimension {d}, and is masked there")
    form = _structured(access, strides, (ZERO,) * len(strides), numbers)
    needs = [
        _fits(numbers, offset, 0, 1 << 62, "where it starts"),
        _fits(numbers, limit - offset, 1, 1 << 62, "from its start to where it wraps around"),
        _fits(numbers, limit + limit - offset, size, 1 << 62, "from its start to where it would wrap around again"),
        _fits(numbers, stride, 1, 1 if d == 1 else 1 << 62, f"the stride of dimension {d}, along which it wraps around"),
    ]
    strides = tuple(stride if e == d else s for e, s in enumerate(strides))
    offsets = tuple(offset if e == d else ZERO for e in range(2))
    return replace(form, strides=strides, offsets=offsets, needs=(*form.needs, *needs), wrap=(d, limit))


def _extents(access: Access, numbers: Numbers) -> list[Need]:
    """What the masks of tts need."""
    lowers = [d.lower for d in access.dimensions if d.lower is not None]
    needs = [_fits(numbers, lower, -(1 << 62), 0, "tts masks have no lower bounds") for lower in lowers]
    if access.op.name == "tt.load" and len(access.op.operands) > 2:
        source = numbers.terms.facts.defined.get(access.op.operands[2])
        if source is not None and source.name in CONVERSIONS:  # of one value it is one value
            source = numbers.terms.facts.defined.get(source.operands[0])
        if source is None or not (source.name == "tt.splat" or (source.name == "arith.constant" and dense_splat(source))):
            raise Left("masked lanes do not all get one value")
    return needs


def dense_splat(constant: Op) -> bool:
    """Whether all elements of a constant are written as one."""
    return constant.attributes["value"].startswith("dense<") and not constant.attributes["value"].startswith(
        ("dense<[", 'dense<"')
    )


def _block(
    access: Access, strides: tuple[Poly, ...], offsets: tuple[Poly, ...], numbers: Numbers, parents: Parents | None = None
) -> Form:
    needs = []
    shapes: list[Poly | None] = []
    promised = []
    base = _base(access, strides, offsets)
    for d, (dimension, offset) in enumerate(zip(access.dimensions, offsets, strict=True)):
        shape = _shape(dimension, offset)
        least = 0 if shape is not None and dimension.lower is None else -INT - 1
        need = _fits(numbers, offset, least, INT, f"the offset of dimension {d}")
        if parents and shape is None and not numbers.holds(need, access.loops):
            shapes.append(parents.shape(access, d, base, strides, numbers))
            promised.append((d, offset, dimension.size))
            continue
        shapes.append(shape)
        needs.append(need)
        if shape is not None:
            needs.append(_fits(numbers, shape, -(1 << 61), 1 << 61, f"the shape of dimension {d}"))
    return Form(
        "block-pointer", access, base, offsets, strides, tuple(shapes), tuple(needs), _other(access, numbers),
        promised=tuple(promised),
    )  # fmt: skip


def _descriptor(
    access: Access, strides: tuple[Poly, ...], offsets: tuple[Poly, ...], numbers: Numbers, parents: Parents | None = None
) -> Form:
    """The rules of the hardware are those of cuTensorMapEncodeTiled, which nothing checks in TTIR.

    A load whose stride of 1 is along another dimension than the last is one of the transposed tile.
    """
    rank, bits = len(strides), _bits(access)
    unit = next((d for d in reversed(range(rank)) if strides[d] == ONE and access.dimensions[d].size > 1), rank - 1)
    order = (*(d for d in range(rank) if d != unit), unit) if access.op.name == "tt.load" else tuple(range(rank))
    dimensions = [access.dimensions[d] for d in order]
    strides, offsets = tuple(strides[d] for d in order), tuple(offsets[d] for d in order)
    if not 1 <= rank <= 5:
        raise Left(f"a descriptor has 1 to 5 dimensions, not {rank}")
    if bits not in (8, 16, 32, 64) or access.tensor.element.startswith("!"):
        raise Left(f"a descriptor has no elements of type {access.tensor.element}")
    if strides[-1] != ONE:
        raise Left(f"a descriptor's last stride is 1, not {numbers.text(strides[-1])}")
    if dimensions[-1].size * access.bytes < 16:
        raise Left(f"a descriptor's rows have 16 bytes or more, not {dimensions[-1].size * access.bytes}")
    if access.op.name == "tt.load" and len(access.op.operands) > 3:
        raise Left("it has more operands than a descriptor load")
    if (select := _other(access, numbers)) and MARK in access.op.attributes:
        raise Left("lanes out of bounds get a NaN, of which the hardware does not promise the bits")
    row = Poly.number(16 // access.bytes)  # of one row any stride is right
    strides = tuple(
        row if d.size == 1 and not s.terms and not o.terms and n < rank - 1 else s
        for n, (d, s, o) in enumerate(zip(dimensions, strides, offsets, strict=True))
    )
    base = _base(access, strides, offsets)
    needs, promised = [], []
    shapes = []
    aligned = numbers.atom(_root(access, numbers), ()).divisor
    if aligned % 16:
        raise Left(f"a descriptor's base is aligned to 16 bytes; of {access.pointer.name} no tt.divisibility says so")
    if base.terms:
        needs.append(_divides(base * Poly.number(access.bytes), "the base", numbers))
    for d, stride in enumerate(strides[:-1]):
        inside = _fits(numbers, stride, 1, (1 << 40) // access.bytes - 1, f"the stride of dimension {d}")
        needs += [inside, _divides(stride * Poly.number(access.bytes), f"the stride of dimension {d} in bytes", numbers)]
    for d, (dimension, offset) in enumerate(zip(dimensions, offsets, strict=True)):
        shape = _shape(dimension, offset)
        if shape is None:  # any shape that the block lies in: a constant one needs no other descriptor where the offset moves
            end = offset + Poly.number(dimension.size)
            most = min(INT, numbers.range(end, access.loops).high)
            need = _fits(numbers, end, 1, most, f"the end of dimension {d}")
            inside = _fits(numbers, offset, 0, INT, "")
            if parents and not all(numbers.holds(n, access.loops) for n in (need, inside)):
                shapes.append(parents.shape(access, d, base, strides, numbers))
                promised.append((d, offset, dimension.size))
                continue
            needs.append(need)
            shape = Poly.number(max(1, most))
        assert shape is not None
        shapes.append(shape)
        least = 0 if dimension.lower is None else -INT - 1
        needs.append(_fits(numbers, offset, least, INT, f"the offset of dimension {d}"))
        needs.append(_fits(numbers, shape, 1, INT, f"the shape of dimension {d}"))
    last = dimensions[-1]
    if access.op.name == "tt.store" and (last.upper is not None or last.lower is not None):
        shape = shapes[-1]
        needs.append(
            _divides(shape * Poly.number(access.bytes), "the last shape in bytes, since stores write 16 at a time", numbers)
        )
    order = order if order != tuple(range(rank)) else ()
    return Form(
        "descriptor", access, base, offsets, strides, tuple(shapes), tuple(needs), select, order=order, promised=tuple(promised)
    )


def _divides(number: Poly, what: str, numbers: Numbers) -> Need:
    return Need(number, -(1 << 62), 1 << 62, 16, f"{what}: 16 divides {numbers.text(number)}")


def _bits(access: Access) -> int:
    element = access.tensor.element
    return access.bytes * 8 if width(element) != 1 else 1


def _root(access: Access, numbers: Numbers) -> int:
    return next(n for n, atom in enumerate(numbers.terms.atoms) if atom.value is access.pointer)


def hazard(op: Op, numbers: Numbers, function: Op) -> Op | None:
    """What keeps an access from being a hardware copy: a write that a load may come after, or a read that may come after a store.

    Hardware copies go past what orders the memory accesses of a program (the async proxy of PTX), and nothing in TTIR fences them.
    """
    order = list(function.walk())
    place = {o: i for i, o in enumerate(order)}
    loops = numbers.terms.facts.inside[op]
    around = {below for loop in loops[:1] for below in loop.walk()}
    anywhere = len(function.regions[0].blocks) > 1
    store = op.name == "tt.store"
    for other in order:
        calls = other.name in ("tt.call", "func.call") or other.attributes.get("pure") == "false" or "atomic" in other.name
        reads = other.name in ("tt.load", "tt.descriptor_load", "tt.descriptor_gather")
        writes = other.name in ("tt.store", "tt.descriptor_store", "tt.descriptor_scatter", "tt.descriptor_reduce")
        apart = place[other] > place[op] if store else place[other] < place[op]
        if (calls or (reads if store else writes)) and (anywhere or apart or other in around):
            return other
    return None
