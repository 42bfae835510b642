"""Record of the operations that kernels write: each is a term over the numbers of normal forms, and its value has such a number, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from egraph_opt.verifier.proof.reals import indicator_polynomials
from egraph_opt.verifier.proof.reals.extremum_forms import absolute, maximum
from egraph_opt.verifier.proof.reals.extremum_forms import arguments as extremum_arguments
from egraph_opt.verifier.proof.reals.function_forms import UNARY, log_prime, logarithm, power_of
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, ONE, ZERO
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring

Node = tuple[str | int, ...]
"""Symbol of the vocabulary with its arguments: numbers of normal forms, and the number of a function for `increasing`."""
Pair = tuple[int, int]
INCREASING = ("exp", "erf", "floor", "ceil", "round", "roundeven", "trunc", "cbrt", "sinh", "asinh", "atan")
"""Functions of all real numbers that never decrease."""
LONGEST_ROW = 256
"""Largest number of elements of a reduction that is recorded."""


@dataclass(slots=True)
class OperationRecord:
    """Terms with their values, as numbers of normal forms in `ring`.

    Attributes:
        nodes: value of each term.
        unions: pairs of values that are equal, although their normal forms differ.
        parts: values on which another one depends by an operation that is no term, such as a selection.
        representatives: value that replaces another one, to which it is proved equal.
    """

    ring: Ring
    nodes: dict[Node, int] = field(default_factory=dict)
    unions: dict[Pair, None] = field(default_factory=dict)
    parts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    representatives: dict[int, int] = field(default_factory=dict)

    def node(self, symbol: str, *arguments: int) -> int:
        """Return the representative of a term's value, and record the term."""
        ring = self.ring
        found = EVALUATIONS[symbol](ring, *arguments)
        node: Node = (symbol, *arguments)
        operands = set(operands_of(node))
        trivial = found in operands and (len(operands) == 1 or ring.rational(found) is None)  # it would only make more such terms
        if min(found, *operands) >= FINITE and not trivial:
            self.nodes[node] = found
        return self.representatives.get(found, found)

    def enter(self, operation: str, operands: Sequence[int], value: int) -> int:
        """Record an operation with its value, and return the value's representative."""
        if value >= FINITE and (write := WRITTEN.get(operation)) is not None:
            self.unite(write(self, *operands), value)
        elif value >= FINITE:
            self.parts[value] = tuple(operands)
        return self.representatives.get(value, value)

    def unite(self, p: int, q: int) -> None:
        """Record that two values are equal."""
        if p != q and min(p, q) >= FINITE:
            self.unions[p, q] = None

    def enter_extremum(self, value: int) -> int:
        """Record the maximum or minimum that a selection is, and return the value's representative."""
        if value >= FINITE:
            for sign, symbol in ((1, "maximum"), (-1, "minimum")):
                operands = extremum_arguments(self.ring, self.ring.scale(value, sign))
                if len(operands) > 1:
                    self.unite(self.fold(symbol, [self.ring.scale(p, sign) for p in operands]), value)
        return self.representatives.get(value, value)

    def fold(self, symbol: str, values: Sequence[int]) -> int:
        """Record a sum, maximum or minimum of several values as a balanced tree, and return its representative."""
        row = list(values)
        while len(row) > 1:
            pairs = [self.node(symbol, *row[i : i + 2]) for i in range(0, len(row) - 1, 2)]
            row = pairs + row[len(row) // 2 * 2 :]
        return row[0]


def operands_of(node: Node) -> tuple[int, ...]:
    """Return the values to which a term's symbol is applied."""
    return node[2:] if node[0] == "increasing" else node[1:]  # type: ignore[return-value]


def _larger(ring: Ring, p: int, q: int) -> int:
    """Return the maximum of two values; a value that is never larger than the other one is dropped."""
    for one, other in ((p, q), (q, p)):
        if min(p, q) >= FINITE and ring.sign(ring.difference(one, other)):
            ring.laws.add("maximum_in_case")
            return ring.with_needs(one, ring.needs[other])
    return maximum(ring, (p, q))


EVALUATIONS: dict[str, Callable[..., int]] = {
    "add": lambda ring, p, q: ring.total((p, q)),
    "multiply": lambda ring, p, q: ring.product(p, q),
    "negate": lambda ring, p: ring.scale(p, -1),
    "reciprocal": lambda ring, p: power_of(ring, p, -1),
    "maximum": _larger,
    "minimum": lambda ring, p, q: ring.scale(_larger(ring, ring.scale(p, -1), ring.scale(q, -1)), -1),
    "absolute": absolute,
    "root": lambda ring, p: power_of(ring, p, Fraction(1, 2)),
    "logarithm": logarithm,
    "increasing": lambda ring, f, p: UNARY[INCREASING[f]](ring, p),
    "greater": lambda ring, p, q: indicator_polynomials.is_positive(ring, ring.difference(p, q)),
}
"""Value of a term, from the values of its arguments, by symbol."""


def _quotient(record: OperationRecord, p: int, q: int) -> int:
    inverse = record.node("reciprocal", q)
    return inverse if p == ONE else record.node("multiply", p, inverse)


def _sum(record: OperationRecord, p: int, q: int) -> int:
    return q if p == ZERO else record.node("add", p, q)


def _increasing(name: str, record: OperationRecord, p: int) -> int:
    return record.node("increasing", INCREASING.index(name), p)


def _exponential(record: OperationRecord, p: int) -> int:
    return _increasing("exp", record, p)


def _tangent(record: OperationRecord, p: int) -> int:
    two = record.ring.constant(2)
    e = _exponential(record, record.node("multiply", two, p))
    return _sum(record, ONE, record.node("negate", _quotient(record, two, record.node("add", e, ONE))))


def _logarithm_to_base(record: OperationRecord, base: int, p: int) -> int:
    return _quotient(record, record.node("logarithm", p), logarithm(record.ring, record.ring.constant(base)))


_UNARY: dict[str, Callable[..., int]] = {
    "negf": lambda record, p: record.node("negate", p),
    "absf": lambda record, p: record.node("absolute", p),
    "sqrt": lambda record, p: record.node("root", p),
    "rsqrt": lambda record, p: record.node("reciprocal", record.node("root", p)),
    "exp2": lambda record, p: _exponential(record, record.node("multiply", p, log_prime(record.ring, 2))),
    "expm1": lambda record, p: _sum(record, _exponential(record, p), record.ring.constant(-1)),
    "log": lambda record, p: record.node("logarithm", p),
    "log2": lambda record, p: _logarithm_to_base(record, 2, p),
    "log10": lambda record, p: _logarithm_to_base(record, 10, p),
    "log1p": lambda record, p: record.node("logarithm", record.node("add", p, ONE)),
    "tanh": _tangent,
    **{name: partial(_increasing, name) for name in INCREASING},
}

WRITTEN: dict[str, Callable[..., int]] = {
    "addf": _sum,
    "subf": lambda record, p, q: _sum(record, p, record.node("negate", q)),
    "mulf": lambda record, p, q: record.node("multiply", p, q),
    "fma": lambda record, p, q, r: record.node("add", record.node("multiply", p, q), r),
    "divf": _quotient,
    "maximum": lambda record, p, q: record.node("maximum", p, q),
    "minimum": lambda record, p, q: record.node("minimum", p, q),
    "clampf": lambda record, p, low, high: record.node("minimum", record.node("maximum", p, low), high),
    **_UNARY,
}
"""Function that records an operation, by the operation's name without its dialect."""
