"""Sufficient conditions under which a store in a loop never writes an element twice.

A tile's position is a list of indices: sums over the induction variable and its quotients and remainders. If the indices determine
the induction variables of all enclosing loops, every run of the store writes a tile of its own.
    A sum determines each term whose factor exceeds the range of all terms with smaller factors and of the lane offset.
    Quotient and remainder by one positive divisor determine a non-negative dividend.
    A pure operation on determined values has a determined result.
Tiles with distinct indices are disjoint if the stride of each dimension is at least the range that the next dimension covers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from operator import add, mul, sub

from egraph_opt.families.pointer.analysis.access_facts import Numbers, RequiredFact
from egraph_opt.families.pointer.analysis.term_table import TermAtom
from egraph_opt.families.pointer.forms.candidate import AccessForm
from egraph_opt.families.pointer.forms.descriptor_hazards import TiledStores
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.polynomial import Monomial, Poly

MAX_NUMBER = 1 << 62
PRODUCTS = 64
"""Maximum number of products in an expanded polynomial."""
QUOTIENT, REMAINDER = "arith.divsi", "arith.remsi"
PURE = frozenset(
    (
        "arith.addi arith.subi arith.muli arith.minsi arith.maxsi arith.select arith.cmpi arith.constant"
        " arith.extsi arith.trunci arith.index_cast arith.divsi arith.remsi"
    ).split()
)
"""Pure operations, whose results differ only if their operands do."""
SUMS: dict[str, Callable[[Poly, Poly], Poly]] = {"arith.addi": add, "arith.subi": sub, "arith.muli": mul}


def find_disjointness_facts(form: AccessForm, numbers: Numbers, tiled: TiledStores) -> tuple[RequiredFact, ...] | None:
    """Return the facts under which all runs of a store write disjoint tiles; None if no sufficient condition is known."""
    lifted = form.lifted or ()
    if form.order or form.promised or len(lifted) > 1:  # the reach of a second leading index is unknown
        return None
    required_facts: list[RequiredFact] = []
    strides = (*(stride for _, stride in lifted), *form.strides)
    sizes = [d.size for d in form.access.dimensions]
    for d, (stride, inner) in enumerate(pairwise(strides), 1 - len(lifted)):
        bound = form.shapes[d] if form.access.dimensions[d].upper is not None else None
        reach = (bound if bound is not None else form.offsets[d] + Poly.number(sizes[d])) * inner
        text = f"a step of {numbers.text(stride)} passes the {numbers.text(reach)} elements of the next dimension"
        required_facts.append(RequiredFact(stride - reach, 0, MAX_NUMBER, 1, text))
    offsets, part = sorted(tiled.offsets), sizes[-1] * form.access.bytes
    if any(y - x < part for x, y in pairwise(offsets)):
        return None
    sizes[-1] += (offsets[-1] - offsets[0]) // form.access.bytes
    told = TilePosition(numbers, tiled.loops)
    indices = [*((index, 1) for index, _ in lifted), *zip(form.offsets, sizes, strict=True)]
    return (*required_facts, *told.required_facts.values()) if told.tell(indices) else None


@dataclass(slots=True)
class TilePosition:
    """Atoms (opaque scalars) whose values follow from the indices of a tile."""

    numbers: Numbers
    loops: tuple[Op, ...]
    atoms: set[int] = field(default_factory=set)
    required_facts: dict[tuple[Poly, int], RequiredFact] = field(default_factory=dict)
    memo: dict[Value, Poly] = field(default_factory=dict)

    def tell(self, indices: Iterable[tuple[Poly, int]]) -> bool:
        """Return whether `indices`, a tile's start and extent by dimension, determine the iteration of each loop around the store."""
        terms = self.numbers.terms
        if any(loop not in terms.loops for loop in self.loops):
            return False
        wanted = {terms.counts[terms.loops[loop]] for loop in self.loops}
        sums = dict(indices)
        count = -1
        while count < len(self.atoms) + len(sums) and not wanted <= self.atoms:
            count = len(self.atoms) + len(sums)
            for number, size in list(sums.items()):
                self.atoms.update(self.parts(number, size))
            self.atoms.update(a for a in range(len(terms.atoms)) if a not in self.atoms and self.follows(a))
            sums.update((dividend, 1) for dividend in self.divided_numbers())
        return wanted <= self.atoms

    def is_fixed(self, atom: int) -> bool:
        """Return whether an atom (opaque scalar) is loop-invariant or determined by the tile's indices."""
        return atom in self.atoms or not self.numbers.varies(atom, self.loops)

    def parts(self, number: Poly, size: int) -> Iterator[int]:
        """Yield the atoms (opaque scalars) in `number` whose values follow from `number + lane`, for an unknown lane in `[0, size)`."""
        rest: list[tuple[int, int, Monomial]] = []
        for monomial, factor in number.terms:
            open_ = [a for a in monomial if not self.is_fixed(a)]
            if len(open_) > 1:
                return
            if open_:
                rest.append((abs(factor), open_[0], tuple(a for a in monomial if a != open_[0])))
        rest.sort()
        if len({a for _, a, _ in rest}) < len(rest) or (len(rest) > 1 and any(more for *_, more in rest)):
            return
        reach, found = size - 1, []
        for factor, atom, more in rest:
            positive = all(self.numbers.atom(a, self.loops).low >= 1 for a in more)
            found.append(factor > reach and positive)
            reach += factor * self.width(atom)
        for (_, atom, _), enough in reversed(list(zip(rest, found, strict=True))):
            if not enough:
                return
            yield atom

    def width(self, atom: int) -> int:
        """Return an upper bound of the difference between two values of an atom (opaque scalar)."""
        value = self.numbers.terms.atoms[atom].value
        source = self.numbers.terms.facts.defined.get(value) if value is not None else None
        known = self.numbers.atom(atom, self.loops)
        far = known.high - known.low
        if source is not None and source.name == REMAINDER:
            most = self.numbers.terms.facts.of(source.operands[1], self.loops).high - 1
            if most < far:
                self.divides(source)
                return most
        return far

    def follows(self, atom: int) -> bool:
        """Return whether an atom (opaque scalar) is a minimum or pure operation whose operands all satisfy `is_fixed`."""
        terms = self.numbers.terms
        if atom in terms.minima:
            return all(self.same(part) for part in terms.minima[atom])
        value = terms.atoms[atom].value
        source = terms.facts.defined.get(value) if value is not None else None
        return source is not None and source.name in PURE and all(self.same(self.number(v)) for v in source.operands)

    def same(self, number: Poly) -> bool:
        return all(self.is_fixed(a) for a in number.atoms)

    def number(self, value: Value) -> Poly:
        """Return a value as a polynomial, expanded where it is a sum or product."""
        if value not in self.memo:
            self.memo[value] = self.compute_number(value)
        return self.memo[value]

    def compute_number(self, value: Value) -> Poly:
        terms = self.numbers.terms
        known = self.numbers.found.poly(value) if value in terms.term else None
        if known is not None:
            return known
        source, constant = terms.facts.defined.get(value), terms.facts.of(value)
        if constant.low == constant.high:
            return Poly.number(constant.low)
        if source is not None and source.name in SUMS:
            x, y = map(self.number, source.operands)
            if len(x.terms) * len(y.terms) <= PRODUCTS:
                return SUMS[source.name](x, y)
        return self.atom(value)

    def atom(self, value: Value) -> Poly:
        terms = self.numbers.terms
        known = next((n for n, atom in enumerate(terms.atoms) if atom.value is value), None)
        return Poly.atom(terms.atom(TermAtom(value)) if known is None else known)

    def divided_numbers(self) -> Iterator[Poly]:
        """Yield dividends whose quotient and remainder by the same divisor follow from the tile's indices.

        The quotient `x / d` may be given as `(x % e) / d` and `x / e`, for an `e` that follows from the indices.
        """
        terms = self.numbers.terms
        told = [op for a in sorted(self.atoms) if (v := terms.atoms[a].value) is not None and (op := terms.facts.defined.get(v))]
        quotients = {tuple(map(self.number, op.operands)): op for op in told if op.name == QUOTIENT}
        for rest in (op for op in told if op.name == REMAINDER):
            x, by = map(self.number, rest.operands)
            if self.same(by) and (used := [rest] if (x, by) in quotients else self.through(x, by, quotients)):
                for op in (rest, *used):
                    self.divides(op)
                yield x

    def through(self, x: Poly, by: Poly, quotients: Mapping[tuple[Poly, ...], Op]) -> list[Op]:
        """Return the operations `(x % e) / by` and `x % e` for some `e`, or [].

        `e`, `x / e` and `(x % e) / by` must follow from the tile's indices.
        """
        for (dividend, divisor), quotient in quotients.items():
            inner = self.numbers.terms.facts.defined.get(quotient.operands[0])
            if divisor == by and inner is not None and inner.name == REMAINDER and dividend != x:
                outer = tuple(map(self.number, inner.operands))
                if outer[0] == x and outer in quotients and self.same(outer[1]):
                    return [quotient, inner]
        return []

    def divides(self, op: Op) -> None:
        """Require that the dividend of `op` is non-negative and its divisor positive."""
        for value, least in zip(op.operands, (0, 1), strict=True):
            known = self.numbers.found.poly(value) if value in self.numbers.terms.term else None
            number = self.atom(value) if known is None else known
            self.required_facts[number, least] = RequiredFact(
                number, least, MAX_NUMBER, 1, f"{least} <= {self.numbers.text(number)}"
            )
