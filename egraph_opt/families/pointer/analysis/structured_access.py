"""Structured form of an access.

The address of lane i is `base + sum over d of stride_d * i_d`, in bytes and modulo 2^64. Lane i is active iff `lower_d <= i_d < upper_d`
for all dimensions d with bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from egraph_opt.families.pointer.analysis.access_facts import Numbers, RequiredFact, dependencies
from egraph_opt.families.pointer.analysis.diagnostics import names_of, why
from egraph_opt.families.pointer.analysis.mask_bounds import NO_BOUNDS, bounds_of, own
from egraph_opt.families.pointer.analysis.saturate import Affine
from egraph_opt.families.pointer.analysis.term_table import TermTable
from egraph_opt.families.pointer.prepare.shadow_access import MARK
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised, pointee_bytes
from egraph_opt.ir.declaration_lookup import mask_of, plain_load
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.polynomial import Poly
from egraph_opt.ir.types import PointerType, TensorType, integer_bits, pointee_of, tensor_type, type_of

WORDS = frozenset("atomic_rmw_op boundaryCheck cache evict isVolatile operandSegmentSizes padding scope sem".split()) | {MARK}
"""Attributes of accesses that the analysis understands."""


@dataclass(frozen=True, slots=True)
class AccessDimension:
    size: int
    stride: Poly
    """Stride in bytes."""
    upper: Poly | None = None
    lower: Poly | None = None


@dataclass(frozen=True, slots=True)
class AddressTable:
    """Offsets looked up along one dimension: `stride` in bytes times the entries of `value`.

    With `wrap` (an offset and a limit), the entries are `(offset + index) % limit`.
    """

    dimension: int
    value: Value
    stride: Poly
    wrap: tuple[Poly, Poly] | None = None


@dataclass(slots=True)
class StructuredAccess:
    """Access as an affine address and a mask of index bounds. It equals the original access if the unproved `required_facts` hold."""

    op: Op
    tensor: TensorType
    """Type of the loaded or stored tensor."""
    bytes: int
    pointer: Value
    base: Poly
    """Byte offset of the base from `pointer`."""
    dimensions: tuple[AccessDimension, ...]
    required_facts: list[RequiredFact] = field(default_factory=list)
    sources: set[Op] = field(default_factory=set)
    """Operations that `required_facts` requires not to overflow, wrap around or clamp."""
    loops: tuple[Op, ...] = ()
    table: AddressTable | None = None
    chosen: tuple[int, tuple[Value, ...]] | None = None
    """Dimension, and the one-dimensional masks whose conjunction selects indices along it."""
    residual: tuple[int, ...] = ()
    """Other conjuncts of the mask, as indices of atoms (opaque values); a select after the load can apply them."""

    @property
    def is_masked(self) -> bool:
        return self.chosen is not None or any(d.upper or d.lower for d in self.dimensions)

    @property
    def is_filtered(self) -> bool:
        """True if a select must give masked lanes their value, because the mask has conjuncts other than bounds."""
        return bool(self.residual) and len(self.op.operands) > 2

    @property
    def volatile(self) -> bool:
        return self.op.name == "tt.load" and not plain_load(self.op)

    @property
    def is_gathered(self) -> bool:
        """True if the access needs a table of indices along a dimension."""
        return self.chosen is not None or (self.table is not None and self.table.wrap is None)


def structure_access(
    op: Op, numbers: Numbers, assumed: bool = False, listed: bool = False, bounded: bool = True
) -> StructuredAccess:
    """Return the structured form of an access.

    Args:
        op: the access.
        numbers: ranges and equalities of polynomials.
        assumed: treat unproved facts as true, and record them in `required_facts`.
        listed: represent lower bounds of the mask as a one-dimensional mask.
        bounded: decompose the mask; otherwise ignore it.

    Raises:
        NotRaised: the access has no structured form.
    """
    terms, found = numbers.terms, numbers.found
    numbers.look_at(op)
    pointers = tensor_type(op.operands[0].type)
    assert pointers
    size = pointee_bytes(op.operands[0].type)
    if not size:
        raise NotRaised(f"elements of {pointers.element} have no known size")
    if unknown := sorted(set(op.attributes) - WORDS):
        raise NotRaised(f"it has the attribute {unknown[0]}")
    affine = found.affine(op.operands[0])
    if affine is None:
        raise NotRaised(why(op.operands[0], numbers, "address"))
    roots = [a for m, c in affine.start.terms if c == 1 and len(m) == 1 for a in m if _is_pointer(terms, a)]
    if len(roots) != 1:
        raise NotRaised("its addresses do not start at one pointer")
    base = affine.start - Poly.atom(roots[0])
    if any(_is_pointer(terms, a) for a in base.atoms):
        raise NotRaised("its addresses do not start at one pointer")
    if any(p.content % size for p in (base, *affine.strides.values(), *affine.lookups.values())):
        raise NotRaised(f"its addresses are no multiples of {size} bytes apart")
    table = _table(affine, op, numbers)
    uppers, lowers, chosen, residual = bounds_of(op, numbers, pointers.shape, listed) if bounded else NO_BOUNDS
    if residual and op.name != "tt.load":
        raise NotRaised("its mask has parts that are no bounds, and only of a load may a select do their work")
    dimensions = tuple(
        AccessDimension(extent, affine.strides.get(d, Poly()), uppers.get(d), lowers.get(d))
        for d, extent in enumerate(pointers.shape)
    )
    pointer = terms.atoms[roots[0]].value
    assert pointer is not None
    access = StructuredAccess(
        op,
        pointers._replace(element=pointee_of(pointers.element) or ""),
        size,
        pointer,
        base,
        dimensions,
        table=table,
        chosen=chosen,
        residual=residual,
    )
    access.loops = terms.facts.inside.get(op, ())
    if assumed:
        _add_assumed_facts(access, numbers, bounded)
    return access


def _is_pointer(terms: TermTable, number: int) -> bool:
    value = terms.atoms[number].value
    return value is not None and isinstance(type_of(value.type), PointerType)


def _table(affine: Affine, op: Op, numbers: Numbers) -> AddressTable | None:
    """Return the lookup table of an address's offsets, or None."""
    if not affine.lookups:
        return None
    if affine.gathers > (0, 1):
        raise NotRaised("its addresses are gathered along several dimensions, or by several indices")
    (((d, number), stride),) = affine.lookups.items()
    value = own(numbers.terms.tables[number], op.operands[0], numbers)
    return AddressTable(d, value, stride, wrapping(value, numbers))


def wrapping(value: Value, numbers: Numbers) -> tuple[Poly, Poly] | None:
    """Return offset and limit of a tensor whose lanes are `(offset + index) % limit`; None for any other."""
    op = numbers.terms.facts.defined.get(value)
    if op is None or op.name != "arith.remsi":
        return None
    x, limit = (numbers.found.affine(v) for v in op.operands)
    if x is None or limit is None or x.lookups or limit.lookups or limit.strides:
        return None
    return (x.start, limit.start) if list(x.strides.values()) == [Poly.number(1)] else None


def _add_assumed_facts(access: StructuredAccess, numbers: Numbers, bounded: bool) -> None:
    """Add the unproved facts that the analysis assumed about an access's arithmetic.

    Without `bounded`, only facts about the address are added.
    """
    op, table = access.op, access.table
    if table and table.wrap:
        access.required_facts += [_at_least(number, least, numbers) for least, number in enumerate(table.wrap)]
    end = [*access.chosen[1]] if access.chosen else []
    end += [table.value] if table and not table.wrap else []
    parts: dict[Value, None] = {}
    for value in (op.operands[0], *(mask_of(op) if bounded else ())):
        parts |= dependencies(value, numbers.terms, end)
    for source, required_facts in _find_assumed_ops(numbers, table.value if table else None):
        if source.results[0] in parts:
            access.sources.add(source)
            access.required_facts += required_facts


def _find_assumed_ops(numbers: Numbers, table: Value | None) -> Iterator[tuple[Op, Iterator[RequiredFact]]]:
    """Yield each operation that the analysis assumed to be exact, with an iterator over the assumed facts.

    A remainder that computes the entries of `table` needs no assumption.
    """
    terms = numbers.terms
    for source, term in terms.exact_terms.items():
        yield source, _no_overflow(source, term, numbers)
    for source, room in terms.clamps.items():
        yield source, _needs_of_clamp(source, room, numbers)
    for source in terms.blocks:
        yield source, _of_block(source, numbers)
    for source, limits in terms.limits.items():
        yield source, _needs_of_limit(source, limits, numbers)
    for source in terms.remainders:
        if source.results[0] is not table:
            yield source, _remainder_facts(source, numbers)


def _at_least(number: Poly, least: int, numbers: Numbers) -> RequiredFact:
    return RequiredFact(number, least, 1 << 62, 1, f"{least} <= {numbers.text(number)}")


def _no_overflow(source: Op, term: int, numbers: Numbers) -> Iterator[RequiredFact]:
    bits = integer_bits(source.results[0].type)
    for corner in _corners(term, source, numbers):
        text = f"-2^{bits - 1} <= {numbers.text(corner)} < 2^{bits - 1}"
        if corner.constant is not None:  # entries of a table reach this value
            text = f"{names_of(source)} at line {source.line}, which may be {corner.constant}, to fit in {bits} bits"
        yield RequiredFact(corner, -(1 << bits - 1), (1 << bits - 1) - 1, 1, text)


def _needs_of_clamp(source: Op, room: int, numbers: Numbers) -> Iterator[RequiredFact]:
    for corner in _corners(room, source, numbers):
        yield _at_least(corner, 0, numbers)


def _needs_of_limit(source: Op, limits: Iterable[tuple[int, int, int]], numbers: Numbers) -> Iterator[RequiredFact]:
    for term, least, most in limits:
        for corner in _corners(term, source, numbers):
            yield RequiredFact(corner, least, most, 1, f"{least} <= {numbers.text(corner)} <= {most}")


def _remainder_facts(source: Op, numbers: Numbers) -> Iterator[RequiredFact]:
    """Yield the facts required for a remainder to equal its dividend: `0 <= dividend < divisor`."""
    terms = numbers.terms
    x, by = (terms.term[v] for v in source.operands)
    for low in _corners(x, source, numbers):
        yield _at_least(low, 0, numbers)
        for high in _corners(by, source, numbers) if source not in terms.bounded else ():
            yield RequiredFact(high - low, 1, 1 << 62, 1, f"{numbers.text(low)} < {numbers.text(high)}")


def _of_block(source: Op, numbers: Numbers) -> Iterator[RequiredFact]:
    """Yield the facts under which quotients or remainders of a block's lanes follow from those of the first lane (see `div_mod`)."""
    first, by, size = numbers.terms.blocks[source]
    for low in _corners(first, source, numbers):
        yield _at_least(low, 0, numbers)
    for number in _corners(by, source, numbers):
        yield RequiredFact(number, 1, 1 << 62, size, f"{size} divides {numbers.text(number)}, which is above 0")


def _corners(term: int, source: Op, numbers: Numbers) -> list[Poly]:
    """Return the values of a term at the corner lanes of an operation, which bound the values of all lanes."""
    exact = numbers.found.exact(term)
    if exact is None:
        raise NotRaised(f"{names_of(source)} at line {source.line} has no affine form")
    tensor = tensor_type(source.results[0].type)
    corners = [exact.start]
    for d, stride in exact.strides.items():
        last = (tensor.shape[d] if tensor else 1) - 1
        corners += [c + stride * Poly.number(last) for c in corners]
    for (_, number), stride in exact.lookups.items():
        value = numbers.terms.tables[number]
        wrap, known = wrapping(value, numbers), numbers.terms.facts.of(value)
        if (
            not wrap and known.high - known.low >= (1 << integer_bits(value.type)) - 1
        ):  # a guard for all of these would rarely hold
            raise NotRaised(
                f"it may overflow: {names_of(source)} at line {source.line}, as entries of {value.name} may be anything"
            )
        ends = (Poly(), wrap[1] - Poly.number(1)) if wrap else (Poly.number(known.low), Poly.number(known.high))
        corners = [c + stride * end for c in corners for end in ends]
    return list(dict.fromkeys(corners))
