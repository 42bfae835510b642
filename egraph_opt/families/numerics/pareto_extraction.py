"""Extraction of the cheapest terms within an error budget: Pareto fronts of cost and error, computed bottom-up.

A term's cost and error are monotone in those of its subterms (`error_bounds`). So the subterms' fronts determine the term's front, except
for shared subterms: extraction charges a subterm with two users twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import fsum, prod

from egraph_opt.core.saturation import SaturatedTerms
from egraph_opt.cost.target import target
from egraph_opt.errors import Unsupported
from egraph_opt.families.numerics import error_bounds
from egraph_opt.families.numerics.encode import AXES, EncodedLoop
from egraph_opt.families.numerics.error_bounds import PRECISIONS, ProductPrecision
from egraph_opt.families.numerics.vocabulary import words

SCALAR = 12.0
"""Cost factor of a small matrix product without tensor cores.

On an H200 `chunk_gla_fwd_A_kernel_intra_sub_intra` took 369 µs with such a product (16 by 128 by 16), and 239 µs unchanged.
"""
HIGHEST = 12
"""Maximum height of a term."""
WIDE = 24
"""Maximum size of a front: the cheapest term, the most exact one, and some between."""


@dataclass(frozen=True)
class BoundedTerm:
    """Term that computes the value of an e-class, with its cost and its error bound.

    Attributes:
        symbol, numbers, parts: the term's symbol, number arguments, and subterms.
        cost: cycles of a multiprocessor.
        error: error bound relative to the magnitude (the same term over absolute values).
        powers, factors: numbers of exponentials and of opaque values among the term's factors.
    """

    symbol: str
    numbers: tuple[int, ...]
    parts: tuple[BoundedTerm, ...]
    cost: float
    error: Fraction
    powers: int
    factors: int
    height: int
    own: float = 0.0
    """Cost of the operation without its subterms."""

    @property
    def is_bounded(self) -> bool:
        return self.symbol == "dot" or any(part.is_bounded for part in self.parts)

    def walk(self) -> Iterable[BoundedTerm]:
        yield self
        for part in self.parts:
            yield from part.walk()


class Fronts:
    """Pareto front of each e-class."""

    def __init__(self, program: EncodedLoop, graph: SaturatedTerms, name: str) -> None:
        self.program, self.cycles, self.classes = program, target(name).cycles, graph.classes
        self.axes: dict[int, set[int]] = {}
        free = {(c, a) for c, a in graph.facts["free"]}
        self.rows = sorted({(c, symbol, arguments) for symbol, rows in graph.rows.items() for arguments, c in rows})
        for c, _, _ in self.rows:
            self.axes[c] = {a for a in AXES if (c, a) not in free}
        self.middles = {graph.classes[program.numbers["leaf", n]] for n, leaf in enumerate(program.leaves) if leaf.is_middle}
        self.fronts: dict[int, list[BoundedTerm]] = {}
        changed, height = True, 0
        while changed and height < 3 * HIGHEST:
            changed, height = False, height + 1
            for c, symbol, arguments in self.rows:
                changed |= self.row(c, symbol, arguments)

    def row(self, c: int, symbol: str, arguments: tuple[int, ...]) -> bool:
        """Add the terms of one e-node to the front of e-class `c`; return whether the front changed."""
        children, numbers = words.words[symbol].split_arguments(arguments)
        if symbol == "subtract":
            return False  # a difference is no factor; `power_term` reads its operands
        if symbol == "power":
            return self.better(c, [self.power_term(c, numbers, children[0])])
        if any(child not in self.fronts for child in children):
            return False
        made = [self.term(c, symbol, numbers, children, parts) for parts in product(*(self.fronts[child] for child in children))]
        return self.better(c, [term for term in made if term is not None])

    def power_term(self, c: int, numbers: tuple[int, ...], child: int) -> BoundedTerm:
        """Return the term of a power, whose exponent is a difference of two leaves."""
        found = [arguments for k, symbol, arguments in self.rows if k == child and symbol == "subtract"]
        left, right = found[0]
        widest = error_bounds.RANGE if {left, right} & self.middles else error_bounds.MAX_EXPONENT
        size = self.size(self.axes[c])
        cost = (self.cycles["special"] + self.cycles["alu"] * (1 + numbers[0])) * size
        return BoundedTerm(
            "power", (numbers[0], *self.leaves(left, right)), (), cost, error_bounds.power(numbers[0], widest), 1, 0, 1, cost
        )

    def leaves(self, *classes: int) -> tuple[int, ...]:
        return tuple(next(arguments[0] for k, symbol, arguments in self.rows if k == c and symbol == "leaf") for c in classes)

    def size(self, axes: Iterable[int]) -> float:
        """Return the number of warp instructions of an operation on all elements over `axes`."""
        return prod(self.program.extents.get(a, 1) for a in axes) / 32

    def term(
        self, c: int, symbol: str, numbers: tuple[int, ...], children: list[int], parts: tuple[BoundedTerm, ...]
    ) -> BoundedTerm | None:
        """Return the term of an e-node with the subterms `parts`; None if it cannot be emitted."""
        powers, factors = (sum(getattr(part, name) for part in parts) for name in ("powers", "factors"))
        height = 1 + max((part.height for part in parts), default=0)
        error = error_bounds.both(*(part.error for part in parts))
        own = self.cycles["alu"] * self.size(self.axes[c])
        if symbol == "leaf":
            own, factors = 0.0, 1
        elif symbol == "multiply":
            error = error_bounds.both(error, error_bounds.UNIT)
        elif symbol == "total":
            own = self.cycles["alu"] * self.size(self.axes[children[0]] | {numbers[0]})
            error, powers, factors = error_bounds.both(error, error_bounds.bound_sum(self.extent(numbers[0]) + 1)), 0, 0
        elif symbol == "dot":
            if any(part.is_bounded or part.powers > 1 or any(w.symbol == "total" for w in part.walk()) for part in parts):
                return None
            precision = PRECISIONS[numbers[0]]
            own = self.product_cycles(precision, sum(self.size(self.axes[k]) for k in children))
            error, powers, factors = error_bounds.both(error, error_bounds.dot(precision, self.extent(numbers[1]))), 0, 0
        if height > HIGHEST:
            return None
        return BoundedTerm(symbol, numbers, parts, own + sum(part.cost for part in parts), error, powers, factors, height, own)

    def extent(self, axis: int) -> int:
        return self.program.extents.get(axis, 1)

    def product_cycles(self, precision: ProductPrecision, split: float) -> float:
        """Return the cycles of a matrix product. `split` is the number of warp instructions of an operation on each operand element."""
        products = prod(self.program.extents.get(a, 1) for a in AXES)
        if not precision.products:
            return SCALAR * self.cycles["fma_dot"] * products / 32
        each = self.cycles["dot"] * (2 if precision.name.startswith("tf32") else 1) / (16 * 8 * 16)
        pieces = precision.products if precision.products > 1 else 0
        return products * each * precision.products + pieces * self.cycles["alu"] * split

    def input_term(self, number: int) -> BoundedTerm:
        """Return the term with number `number` as the input program computes it, subterms included."""
        symbol, *arguments = self.program.keys[number]
        children, numbers = words.words[str(symbol)].split_arguments([int(a) for a in arguments])
        c = self.classes[number]
        if symbol == "power":
            return self.power_term(c, numbers, self.classes[children[0]])
        parts = tuple(self.input_term(child) for child in children)
        made = self.term(c, str(symbol), numbers, [self.classes[child] for child in children], parts)
        if made is None:
            raise Unsupported("its terms nest too deeply")
        return made

    def products(self, root: int) -> list[BoundedTerm]:
        """Return, cheapest first, the terms with a matrix product in the front of the e-class of term number `root`."""
        return [term for term in self.fronts[self.classes[root]] if term.is_bounded]

    def better(self, c: int, made: list[BoundedTerm]) -> bool:
        """Merge terms into the front of an e-class; return whether the front changed."""
        old = self.fronts.get(c, [])
        front: list[BoundedTerm] = []
        for term in sorted([*old, *made], key=lambda w: (w.cost, w.error, w.height)):
            if not front or term.error < front[-1].error:
                front.append(term)
        if len(front) > WIDE:
            step = (len(front) - 1) / (WIDE - 1)
            front = [front[round(i * step)] for i in range(WIDE)]
        self.fronts[c] = front
        return [(w.cost, w.error) for w in front] != [(w.cost, w.error) for w in old]


def total_cost(terms: Iterable[BoundedTerm]) -> float:
    """Return the joint cost of terms; shared subterms are counted once."""
    return fsum(term.own for term in dict.fromkeys(below for term in terms for below in term.walk()))


def underflow_error(term: BoundedTerm, extents: Mapping[int, int]) -> Fraction:
    """Return the maximum loss of a term by underflow of its products, including factors outside of the matrix product."""
    product = next(below for below in term.walk() if below.symbol == "dot")
    operands = [(part.factors, part.powers) for part in product.parts]
    lost = error_bounds.bound_underflow(extents[product.numbers[1]], PRECISIONS[product.numbers[0]], term.powers, operands)
    return (lost + error_bounds.SMALLEST_NORMAL) * (1 << (error_bounds.OUTER_RANGE.most * term.factors))


def within(fronts: list[BoundedTerm], budget: Fraction) -> BoundedTerm:
    """Return the cheapest term of a front within an error budget.

    Raises:
        Unsupported: every term has a larger error.
    """
    found = [term for term in fronts if term.error <= budget]
    if not found:
        raise Unsupported(
            f"no other way to compute it has an error within {float(budget):.3g}; the least is {float(fronts[-1].error):.3g}"
        )
    return min(found, key=lambda w: (w.cost, w.error))
