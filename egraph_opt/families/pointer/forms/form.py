"""One way to write an access, and what the targets' ways have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from egraph_opt.families.pointer.analysis.access import Access, Dimension
from egraph_opt.families.pointer.analysis.numbers import Need, Numbers
from egraph_opt.families.pointer.integers.poly import Poly
from egraph_opt.ir.attributes import splat

Target = Literal["tts", "block-pointer", "descriptor", "buffer"]
TARGETS: tuple[Target, ...] = ("tts", "block-pointer", "descriptor")
"""Those whose accesses are other operations; `buffer` writes pointers in another way."""
INT = (1 << 31) - 1
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
    limits: tuple[int | None, ...] = ()
    """For buffers: the greatest that the stride of each dimension may be, where it is no constant."""
    most: int | None = None
    """For buffers: the greatest index at which one may start again from 0."""

    lifted: tuple[tuple[Poly, Poly], ...] | None = None
    """Of a descriptor that is made at launch: the indices of dimensions of one element before its own, and their strides; the base takes
    back what they add. None of one that is made in the kernel."""

    @property
    def root(self) -> Poly:
        """What is added to the access's pointer where the pointer or descriptor is made."""
        rest = self.base
        for index, stride in self.lifted or ():
            rest -= index * stride
        return rest

    @property
    def parents(self) -> tuple[int, ...]:
        """The dimensions whose shape is a parameter."""
        return tuple(d for d, _, _ in self.promised)

    @property
    def parts(self) -> tuple[Poly, ...]:
        """The numbers that a pointer or descriptor is made of."""
        more = (stride for _, stride in self.lifted or ())
        return self.root, *more, *self.strides, *(s for s in self.shapes if s is not None)

    @property
    def maker(self) -> tuple[object, ...]:
        """Return what makes a pointer or descriptor the same as another one."""
        sizes = tuple(d.size for d in self.access.dimensions)
        more = None if self.lifted is None else tuple(stride for _, stride in self.lifted)
        return self.target, self.access.pointer, self.root, more, self.strides, self.shapes, sizes, self.order

    def kept(self, need: Need) -> bool:
        """Whether a caller's promise says that a number is within limits: it is an offset, or that and a constant."""
        for _, offset, size in self.promised:
            more = (need.number - offset).constant
            if more is not None and need.divisor == 1 and need.low <= more and INT - size + more <= need.high:
                return True
        return False


def divided(poly: Poly, by: int) -> Poly:
    return Poly(tuple((m, c // by) for m, c in poly.terms))


def base_of(access: Access, strides: tuple[Poly, ...], offsets: tuple[Poly, ...]) -> Poly:
    rest = divided(access.base, access.bytes)
    for offset, stride in zip(offsets, strides, strict=True):
        rest -= offset * stride
    return rest


def fits(numbers: Numbers, number: Poly, low: int, high: int, what: str) -> Need:
    bound = f"{low} <= {{}} <= {high}" if (low, high) != (-INT - 1, INT) else "-2^31 <= {} < 2^31"
    return Need(number, low, high, 1, f"{what}: {bound.format(numbers.text(number))}".replace(f"<= {INT}", "< 2^31"))


def divides(number: Poly, what: str, numbers: Numbers) -> Need:
    return Need(number, -(1 << 62), 1 << 62, 16, f"{what}: 16 divides {numbers.text(number)}")


def bound_of(dimension: Dimension, offset: Poly) -> Poly | None:
    """The bound of an index: that of `i`, moved by the offset."""
    if dimension.upper is not None:
        return dimension.upper + offset
    return offset + Poly.number(dimension.size) if dimension.lower is not None else None


def own_other(access: Access, numbers: Numbers) -> bool:
    """Whether the load needs a select for its `other`: it is neither absent nor zero, or there is more of a mask than bounds.

    Bits count, so -0.0 is not zero.
    """
    op = access.op
    if op.name != "tt.load" or len(op.operands) < 3:
        return False
    if access.filtered:
        return True
    source = numbers.terms.facts.defined.get(op.operands[2])
    if source is None or source.name != "arith.constant":
        return True
    return splat(source.attributes["value"]) not in ("0", "0.000000e+00", "false")
