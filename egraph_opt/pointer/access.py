"""One memory access in structured form, and what is known of the numbers in it.

address of lane i = base + sum over d of stride_d * i_d          (bytes, modulo 2^64)
lane i is active    iff  lower_d <= i_d < upper_d  for all d that have bounds
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import gcd

from egraph_opt.ir import Op, TensorType, Value, tensor_type
from egraph_opt.pointer.facts import Range, width
from egraph_opt.pointer.poly import Poly
from egraph_opt.pointer.saturate import Found
from egraph_opt.pointer.terms import Terms, pointee_bytes

WORDS = frozenset("boundaryCheck cache evict isVolatile operandSegmentSizes padding".split())
"""Attributes of accesses whose meaning is known."""


class Left(Exception):
    """An access stays as it is; the message says why."""


@dataclass(frozen=True, slots=True)
class Dimension:
    size: int
    stride: Poly
    """In bytes."""
    upper: Poly | None = None
    lower: Poly | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """A fact that a raise rests on: `low <= number <= high`, and `divisor` divides it; `text` says it for people."""

    number: Poly
    low: int
    high: int
    divisor: int
    text: str


@dataclass(slots=True)
class Access:
    """`needs` are the facts that the structured form itself rests on, beyond those that were derived."""

    op: Op
    tensor: TensorType
    """The elements that are loaded or stored."""
    bytes: int
    pointer: Value
    base: Poly
    """In bytes, from `pointer`."""
    dimensions: tuple[Dimension, ...]
    needs: list[Need] = field(default_factory=list)
    sources: set[Op] = field(default_factory=set)
    """The operations that `needs` are about."""
    loops: tuple[Op, ...] = ()

    @property
    def masked(self) -> bool:
        return any(d.upper or d.lower for d in self.dimensions)


class Numbers:
    """What is known of polynomials over a function's atoms."""

    def __init__(self, terms: Terms, found: Found, assumed: bool = False) -> None:
        self.terms, self.found, self.assumed = terms, found, assumed
        self.trusted: set[Op] = set()
        """Operations that were assumed to be exact and that a guard now checks."""
        self.values: dict[Poly, list[Value]] = {}
        for value in terms.term:
            if tensor_type(value.type) is None and (poly := found.poly(value)) is not None:
                self.values.setdefault(poly, []).append(value)

    def name(self, number: int) -> str:
        atom = self.terms.atoms[number]
        return atom.value.name if atom.value is not None else "the loop's trips" if atom.trips else "the loop's iteration"

    def text(self, poly: Poly) -> str:
        return poly.text(self.name)

    def atom(self, number: int, loops: tuple[Op, ...]) -> Range:
        atom = self.terms.atoms[number]
        if atom.value is not None:
            return self.terms.facts.of(atom.value, loops)
        assert atom.loop is not None
        lower, upper, stride = (self.terms.facts.of(v, self.terms.facts.inside[atom.loop]) for v in atom.loop.operands[:3])
        most = max(0, -(-(upper.high - lower.low) // max(1, stride.low)))
        return Range(0, most if atom.trips else max(0, most - 1), 1, "a loop's bounds")

    def truth(self, number: int) -> bool:
        """Whether an atom is a truth: 0 or -1."""
        value = self.terms.atoms[number].value
        return value is not None and width(value.type) == 1

    def range(self, poly: Poly, loops: tuple[Op, ...]) -> Range:
        """The range of a number inside some loops; that of a value of the program, where it is one and that says more."""
        low = high = divisor = 0
        for monomial, coefficient in poly.terms:
            least = greatest = divides = coefficient
            for a in monomial:
                known = self.atom(a, loops)
                corners = [x * y for x in (least, greatest) for y in known[:2]]
                least, greatest, divides = min(corners), max(corners), divides * known.divisor
            low, high, divisor = low + least, high + greatest, gcd(divisor, divides)
        for value in self.equal(poly):
            known = self.terms.facts.of(value, loops)
            low, high = max(low, known.low), min(high, known.high)
        return Range(low, high, divisor)

    def equal(self, poly: Poly) -> list[Value]:
        """Values of the program with this number, by nothing that was only assumed."""
        return [v for v in self.values.get(poly, ()) if not self.assumed or self.sources(v) <= self.trusted]

    def sources(self, value: Value) -> set[Op]:
        """The operations behind a value that are not known to be exact."""
        parts = dependencies(value, self.terms)
        return {op for op in (*self.terms.needs, *self.terms.remainders) if op.results[0] in parts}

    def holds(self, need: Need, loops: tuple[Op, ...]) -> bool:
        """Whether a fact follows from what is known."""
        known = self.range(need.number, loops)
        return known.within(need.low, need.high) and known.divisor % need.divisor == 0


def structured(op: Op, numbers: Numbers, assumed: bool = False) -> Access:
    """The structured form of an access; with `assumed`, what the analysis did not derive was taken to hold, and becomes needs.

    Raises:
        Left: it has none.
    """
    terms, found = numbers.terms, numbers.found
    pointers = tensor_type(op.operands[0].type)
    assert pointers
    size = pointee_bytes(op.operands[0].type)
    if not size:
        raise Left(f"elements of {pointers.element} have no known size")
    if op.attributes.get("isVolatile", "false") != "false":
        raise Left("it is volatile")
    if unknown := sorted(set(op.attributes) - WORDS):
        raise Left(f"it has the attribute {unknown[0]}")
    affine = found.affine(op.operands[0])
    if affine is None:
        raise Left(_why(op.operands[0], numbers, "address"))
    roots = [a for m, c in affine.start.terms if c == 1 and len(m) == 1 for a in m if _is_pointer(terms, a)]
    if len(roots) != 1:
        raise Left("its addresses do not start at one pointer")
    base = affine.start - Poly.atom(roots[0])
    if any(_is_pointer(terms, a) for a in base.atoms):
        raise Left("its addresses do not start at one pointer")
    if any(p.content % size for p in (base, *affine.strides.values())):
        raise Left(f"its addresses are no multiples of {size} bytes apart")
    uppers, lowers = _bounds(op, numbers, pointers.shape)
    dimensions = tuple(
        Dimension(extent, affine.strides.get(d, Poly()), uppers.get(d), lowers.get(d)) for d, extent in enumerate(pointers.shape)
    )
    pointer = terms.atoms[roots[0]].value
    assert pointer is not None
    element = pointers.element.removeprefix("!tt.ptr<").rpartition(">")[0].split(", ")[0]
    access = Access(op, pointers._replace(element=element), size, pointer, base, dimensions, loops=terms.facts.inside.get(op, ()))
    if assumed:
        _assumed(access, numbers)
    return access


def _is_pointer(terms: Terms, number: int) -> bool:
    value = terms.atoms[number].value
    return value is not None and value.type.startswith("!tt.ptr<")


def _bounds(op: Op, numbers: Numbers, shape: tuple[int, ...]) -> tuple[dict[int, Poly], dict[int, Poly]]:
    uppers: dict[int, Poly] = {}
    lowers: dict[int, Poly] = {}
    truths: list[Poly] = []
    for mask in op.operands[1 + (op.name == "tt.store") :][:1]:
        bounds = numbers.found.bounds(mask)
        if bounds is None:
            raise Left(_why(mask, numbers, "mask"))
        for kind, d, extent in bounds:
            if (truth := _truth(extent, numbers)) is not None:
                truths.append(truth)
                continue
            table = uppers if kind == "inside" else lowers
            if table.setdefault(d, extent) != extent:
                raise Left(f"dimension {d} has two bounds of one kind")
    for truth in truths:  # it bounds any dimension: one that has no bound, or it multiplies the bound of another
        d = next((d for d in range(len(shape)) if d not in uppers), 0)
        uppers[d] = uppers.get(d, Poly.number(shape[d])) * truth
    return uppers, lowers


def _truth(extent: Poly, numbers: Numbers) -> Poly | None:
    """One or zero, where a bound is 2^31 times that: no bound or none inside it."""
    if len(extent.terms) != 1:
        return None
    ((monomial, coefficient),) = extent.terms
    whole = coefficient == -(1 << 31) and len(monomial) == 1 and numbers.truth(monomial[0])
    return Poly(((monomial, -1),)) if whole else None


def dependencies(value: Value, terms: Terms) -> dict[Value, None]:
    """Everything that a value depends on, nearest first."""
    seen: dict[Value, None] = {}
    todo = [value]
    while todo:
        v = todo.pop()
        if v not in seen:
            seen[v] = None
            todo += terms.depends.get(v, ())
    return seen


def _why(value: Value, numbers: Numbers, what: str) -> str:
    """Why addresses or a mask have no structured form: a fact that is missing, or an operation that is not known."""
    terms = numbers.terms
    parts = dependencies(value, terms)
    uncertain = set() if numbers.assumed else set(terms.needs)
    remainders = set() if numbers.assumed else set(terms.remainders)
    for v in parts:
        op = terms.facts.defined.get(v)
        if op is not None and op in uncertain:
            return f"its {what} may overflow: {_names(op)} at line {op.line} is not known to fit in 32 bits"
        if op is not None and op in remainders:
            return f"its {what} may wrap around: {_names(op)} at line {op.line} is not known to be {op.operands[0].name}"
    for v in parts:
        op = terms.facts.defined.get(v)
        opaque = tensor_type(v.type) is not None and not terms.depends.get(v)
        if op is not None and opaque and op.name not in ("arith.constant", "tt.make_range"):
            return f"its {what} depends on {op.name} at line {op.line}"
    return f"its {what} has no affine form"


def _names(op: Op) -> str:
    return f"{op.name}({', '.join(v.name for v in op.operands)})"


def _assumed(access: Access, numbers: Numbers) -> None:
    """Add the facts, not derived, that the arithmetic behind an access was taken to have: at the corners of its lanes."""
    op = access.op
    terms = numbers.terms
    parts: dict[Value, None] = {}
    for value in (op.operands[0], *op.operands[1 + (op.name == "tt.store") :][:1]):
        parts |= dependencies(value, terms)
    for source, term in terms.needs.items():
        if source.results[0] in parts:
            access.sources.add(source)
            bits = width(source.results[0].type)
            for corner in _corners(term, source, numbers):
                text = f"-2^{bits - 1} <= {numbers.text(corner)} < 2^{bits - 1}"
                access.needs.append(Need(corner, -(1 << bits - 1), (1 << bits - 1) - 1, 1, text))
    for source in terms.remainders:
        if source.results[0] in parts:
            access.sources.add(source)
            x, by = (terms.term[v] for v in source.operands)
            for low in _corners(x, source, numbers):
                access.needs.append(Need(low, 0, 1 << 62, 1, f"0 <= {numbers.text(low)}"))
                for high in _corners(by, source, numbers):
                    text = f"{numbers.text(low)} < {numbers.text(high)}"
                    access.needs.append(Need(high - low, 1, 1 << 62, 1, text))


def _corners(term: int, source: Op, numbers: Numbers) -> list[Poly]:
    """The values of a term at the corners of an operation's lanes: those of all lanes lie between them."""
    exact = numbers.found.exact(term)
    if exact is None:
        raise Left(f"{_names(source)} at line {source.line} has no affine form")
    tensor = tensor_type(source.results[0].type)
    corners = [exact.start]
    for d, stride in exact.strides.items():
        last = (tensor.shape[d] if tensor else 1) - 1
        corners += [c + stride * Poly.number(last) for c in corners]
    return list(dict.fromkeys(corners))
