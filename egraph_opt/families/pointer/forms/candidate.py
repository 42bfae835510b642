"""One way to write an access, and the common part of all targets' ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from egraph_opt.families.pointer.analysis.access_facts import Need, Numbers
from egraph_opt.families.pointer.analysis.structured_access import AccessDimension, StructuredAccess
from egraph_opt.ir.attributes import splat
from egraph_opt.ir.polynomial import Poly

Target = Literal["tts", "block-pointer", "descriptor", "buffer"]
TARGETS: tuple[Target, ...] = ("tts", "block-pointer", "descriptor")
"""Targets whose accesses are other operations; `buffer` only writes pointers in another way."""
INT = (1 << 31) - 1
ZERO, ONE = Poly(), Poly.number(1)


@dataclass(frozen=True, slots=True)
class AccessForm:
    """Access as a target writes it: per dimension offset, stride (in elements), shape and extent; `base` in elements.

    `shape` is None if a dimension is not checked. `needs` are the facts to derive or to guard.
    """

    target: Target
    access: StructuredAccess
    base: Poly
    offsets: tuple[Poly, ...]
    strides: tuple[Poly, ...]
    shapes: tuple[Poly | None, ...]
    needs: tuple[Need, ...]
    select: bool = False
    """True if masked lanes get the load's own `other` by a select on the mask."""
    wrap: tuple[int, Poly] | None = None
    """Dimension that wraps around, and the index at which it starts again from 0."""
    gather: int | None = None
    """Dimension whose indices are listed, if there is one: `access.table`, or all of them."""
    order: tuple[int, ...] = ()
    """Access's dimensions in the target's order, if that differs."""
    promised: tuple[tuple[int, Poly, int], ...] = ()
    """Dimensions whose shape is a parameter, each with the offset and size of a block that the caller promises to be inside."""
    limits: tuple[int | None, ...] = ()
    """Greatest stride of each dimension whose stride is no constant, for buffers."""
    most: int | None = None
    """Greatest index at which one may start again from 0, for buffers."""

    lifted: tuple[tuple[Poly, Poly], ...] | None = None
    """Dimensions of one element before those of a descriptor made at launch: their indices and strides; the base compensates for
    their offsets. None for a descriptor made in the kernel.
    """

    @property
    def root(self) -> Poly:
        """Return the offset added to the access's pointer where the pointer or descriptor is made."""
        rest = self.base
        for index, stride in self.lifted or ():
            rest -= index * stride
        return rest

    @property
    def parents(self) -> tuple[int, ...]:
        """Dimensions whose shape is a parameter."""
        return tuple(d for d, _, _ in self.promised)

    @property
    def parts(self) -> tuple[Poly, ...]:
        """Numbers that a pointer or descriptor is made of."""
        more = (stride for _, stride in self.lifted or ())
        return self.root, *more, *self.strides, *(s for s in self.shapes if s is not None)

    @property
    def maker(self) -> tuple[object, ...]:
        """Return a key that is equal for equal pointers or descriptors."""
        sizes = tuple(d.size for d in self.access.dimensions)
        more = None if self.lifted is None else tuple(stride for _, stride in self.lifted)
        return self.target, self.access.pointer, self.root, more, self.strides, self.shapes, sizes, self.order

    def is_promised(self, need: Need) -> bool:
        """Return whether a caller's promise says that a number is within limits: it is an offset, or an offset plus a constant."""
        for _, offset, size in self.promised:
            more = (need.number - offset).constant
            if more is not None and need.divisor == 1 and need.low <= more and INT - size + more <= need.high:
                return True
        return False


def divide_exactly(poly: Poly, by: int) -> Poly:
    return Poly(tuple((m, c // by) for m, c in poly.terms))


def base_of(access: StructuredAccess, strides: tuple[Poly, ...], offsets: tuple[Poly, ...]) -> Poly:
    rest = divide_exactly(access.base, access.bytes)
    for offset, stride in zip(offsets, strides, strict=True):
        rest -= offset * stride
    return rest


def fits(numbers: Numbers, number: Poly, low: int, high: int, what: str) -> Need:
    bound = f"{low} <= {{}} <= {high}" if (low, high) != (-INT - 1, INT) else "-2^31 <= {} < 2^31"
    return Need(number, low, high, 1, f"{what}: {bound.format(numbers.text(number))}".replace(f"<= {INT}", "< 2^31"))


def divides(number: Poly, what: str, numbers: Numbers) -> Need:
    return Need(number, -(1 << 62), 1 << 62, 16, f"{what}: 16 divides {numbers.text(number)}")


def bound_of(dimension: AccessDimension, offset: Poly) -> Poly | None:
    """Return the bound of an index: that of `i`, moved by the offset."""
    if dimension.upper is not None:
        return dimension.upper + offset
    return offset + Poly.number(dimension.size) if dimension.lower is not None else None


def own_other(access: StructuredAccess, numbers: Numbers) -> bool:
    """Return whether the load needs a select for its `other`: that is neither absent nor zero, or the mask has more than bounds.

    Bits count, so -0.0 is not zero.
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
