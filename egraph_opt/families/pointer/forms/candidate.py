"""Data structure for a candidate form of an access (an operation that may replace it), common to all targets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from egraph_opt.families.pointer.analysis.access_facts import Numbers, RequiredFact
from egraph_opt.families.pointer.analysis.structured_access import AccessDimension, StructuredAccess
from egraph_opt.ir.attributes import splat
from egraph_opt.ir.polynomial import Poly

Target = Literal["tts", "block-pointer", "descriptor", "buffer"]
TARGETS: tuple[Target, ...] = ("tts", "block-pointer", "descriptor")
"""Targets with operations of their own; `buffer` only constrains pointers."""
INT = (1 << 31) - 1
ZERO, ONE = Poly(), Poly.number(1)


@dataclass(frozen=True, slots=True)
class AccessForm:
    """Candidate operation for an access: offset, stride and extent along each dimension, and the base's offset `base`, in elements.

    The extent in `shapes` is None along a dimension without a bounds check. `required_facts` must be proved, or checked by a guard.
    """

    target: Target
    access: StructuredAccess
    base: Poly
    offsets: tuple[Poly, ...]
    strides: tuple[Poly, ...]
    shapes: tuple[Poly | None, ...]
    required_facts: tuple[RequiredFact, ...]
    select: bool = False
    """True if a select on the mask gives masked lanes the load's `other`."""
    wrap: tuple[int, Poly] | None = None
    """Dimension that wraps around, and the index at which it wraps to 0."""
    gather: int | None = None
    """Dimension along which indices come from a table: from `access.table`, or else a table of all indices in order."""
    order: tuple[int, ...] = ()
    """Permutation of the access's dimensions in the target, or ()."""
    promised: tuple[tuple[int, Poly, int], ...] = ()
    """Triples (dimension, offset, size), for each dimension whose extent is an added parameter.

    The caller promises that the block of this offset and size is in bounds.
    """
    limits: tuple[int | None, ...] = ()
    """Upper limit of each non-constant stride; for buffers only."""
    most: int | None = None
    """Upper limit of the modulus at which indices wrap around; for buffers only."""

    lifted: tuple[tuple[Poly, Poly], ...] | None = None
    """Index and stride of each leading dimension that is added to a descriptor made at launch; None for other forms.

    The tile has extent 1 along such a dimension, and `index * stride` is subtracted from the base.
    """

    @property
    def root(self) -> Poly:
        """Return the offset of this form's pointer or descriptor from the base pointer of the access."""
        rest = self.base
        for index, stride in self.lifted or ():
            rest -= index * stride
        return rest

    @property
    def parents(self) -> tuple[int, ...]:
        return tuple(d for d, _, _ in self.promised)

    @property
    def parts(self) -> tuple[Poly, ...]:
        """Return the polynomials that define the form's pointer or descriptor."""
        more = (stride for _, stride in self.lifted or ())
        return self.root, *more, *self.strides, *(s for s in self.shapes if s is not None)

    @property
    def maker(self) -> tuple[object, ...]:
        """Return a key; accesses whose forms have equal keys can use one pointer or descriptor."""
        sizes = tuple(d.size for d in self.access.dimensions)
        more = None if self.lifted is None else tuple(stride for _, stride in self.lifted)
        return self.target, self.access.pointer, self.root, more, self.strides, self.shapes, sizes, self.order

    def is_promised(self, fact: RequiredFact) -> bool:
        """Return whether a required fact follows from the caller's promise that a block is in bounds, which bounds the block's offset."""
        for _, offset, size in self.promised:
            more = (fact.number - offset).constant
            if more is not None and fact.divisor == 1 and fact.low <= more and INT - size + more <= fact.high:
                return True
        return False


def divide_exactly(poly: Poly, by: int) -> Poly:
    return Poly(tuple((m, c // by) for m, c in poly.terms))


def base_of(access: StructuredAccess, strides: tuple[Poly, ...], offsets: tuple[Poly, ...]) -> Poly:
    rest = divide_exactly(access.base, access.bytes)
    for offset, stride in zip(offsets, strides, strict=True):
        rest -= offset * stride
    return rest


def fits(numbers: Numbers, number: Poly, low: int, high: int, what: str) -> RequiredFact:
    bound = f"{low} <= {{}} <= {high}" if (low, high) != (-INT - 1, INT) else "-2^31 <= {} < 2^31"
    return RequiredFact(number, low, high, 1, f"{what}: {bound.format(numbers.text(number))}".replace(f"<= {INT}", "< 2^31"))


def divides(number: Poly, what: str, numbers: Numbers) -> RequiredFact:
    return RequiredFact(number, -(1 << 62), 1 << 62, 16, f"{what}: 16 divides {numbers.text(number)}")


def bound_of(dimension: AccessDimension, offset: Poly) -> Poly | None:
    """Return the upper bound of `offset + index`; None if the dimension has no bounds."""
    if dimension.upper is not None:
        return dimension.upper + offset
    return offset + Poly.number(dimension.size) if dimension.lower is not None else None


def own_other(access: StructuredAccess, numbers: Numbers) -> bool:
    """Return whether a raised load needs a select for masked lanes: `other` is not zero, or the mask has conjuncts other than bounds.

    -0.0 counts as nonzero.
    """
    op = access.op
    if op.name != "tt.load" or len(op.operands) < 3:
        return False
    if access.is_filtered:
        return True
    source = numbers.terms.facts.defined.get(op.operands[2])
    if source is None or source.name != "arith.constant":
        return True
    return splat(source.attributes["value"]) not in ("0", "0.000000e+00", "false")
