"""Dimension groupings: facts by which rules replace a repeated operand of a computation by the tensor that is repeated.

Example: a product over 8 heads reads keys that were repeated from 4 heads to 4 x 2 and collapsed to 8. If the result also has heads 4 x 2,
the product can read the 4 heads.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain, pairwise
from math import prod
from operator import mul

from egraph_opt.families.region.encode.tensor_program import EncodedFunction, Term
from egraph_opt.families.region.vocabulary.name_table import IndexMap, WordNumbers
from egraph_opt.families.region.vocabulary.symbolic_extent import Extent, Shape
from egraph_opt.families.region.vocabulary.window_reshaping import groups

Factors = list[Shape]
"""Factors of the extent of each dimension; a unit dimension has no factors."""


class Groupings:
    """Facts of a program about dimension groupings, by relation."""

    def __init__(self, program: EncodedFunction) -> None:
        self.names: WordNumbers = program.names
        self.terms: list[Term] = list(program.terms)
        self.maps, self.shapes = list(self.names.maps), list(self.names.shapes)
        self.found: dict[str, dict[tuple[int, ...], None]] = {"split": {}, "rows": {}, "regrouped": {}, "through": {}}
        for head, *parts in self.terms:
            if head == "elementwise":
                self.computation(int(parts[0]), [self.terms[x] for x in self.operands(int(parts[1]))])

    def operands(self, xs: int) -> list[int]:
        """Return the numbers of the terms in an operand list."""
        found = []
        while self.terms[xs][0] == "with_tensor":
            found.append(int(self.terms[xs][1]))
            xs = int(self.terms[xs][2])
        return found

    def computation(self, f: int, operands: Sequence[Term]) -> None:
        """Add the facts on computation `f` if its first operand is read through an index map."""
        reads = [tuple(map(int, term[1:])) for term in operands if term[0] == "spread"]
        if not operands or operands[0][0] != "spread":
            return
        for m, _, s, x in reads:
            if (factors := self.factors(x)) is None:
                continue
            axes = apart(self.shapes[s])
            if any(b is None and len(made) != 1 for b, made in zip(self.maps[m], factors, strict=True)):
                continue
            for b, made in zip(self.maps[m], factors, strict=True):
                if b is not None:
                    axes[b] = made
            if not (t := tuple(chain.from_iterable(axes))):
                continue
            self.found["split"][f, s, self.names.shape(t)] = None
            self.found["rows"][f, self.names.shape(t)] = None
            known = [self.add_regrouping(m, q, s, axes) for m, q, s, _ in reads]
            self.below(x, *known[[x for *_, x in reads].index(x)], t)
            return

    def factors(self, x: int) -> Factors | None:
        """Return the factors of each dimension of term `x`, or None if `x` is not derived from a repetition."""
        match self.terms[x]:
            case ("repeat", m, q, s, y):
                found = apart(self.shapes[int(s)])
                for axis, made in zip(self.maps[int(m)], self.factors(int(y)) or apart(self.shapes[int(q)]), strict=True):
                    if axis is not None:
                        found[axis] = made
                return found
            case ("recount", s, y):
                inner = self.factors(int(y))
                return None if inner is None else refine_dims(tuple(chain.from_iterable(inner)), self.shapes[int(s)])
        return None

    def add_regrouping(self, m: int, q: int, s: int, axes: Factors) -> tuple[IndexMap, Shape]:
        """Split the result dimensions of index map `m` into the factors `axes`; add a fact that relates both maps.

        Return the new map, and its operand shape.
        """
        starts = [0, *accumulate(map(len, axes))]
        n: list[int | None] = []
        r: list[Extent] = []
        for extent, axis in zip(self.shapes[q], self.maps[m], strict=True):
            n += [None] if axis is None else range(starts[axis], starts[axis + 1])
            r += [extent] if axis is None else axes[axis]
        t = tuple(chain.from_iterable(axes))
        numbers = self.names.map_number(tuple(n)), self.names.shape(tuple(r)), self.names.shape(t)
        self.found["regrouped"][m, q, s, *numbers] = None
        return tuple(n), tuple(r)

    def below(self, x: int, n: IndexMap, r: Shape, t: Shape) -> None:
        """Add facts by which rules replace an operand `x`, read through map `n`, by the tensor that `x` repeats."""
        while True:
            match self.terms[x]:
                case ("recount", _, y):
                    x = int(y)
                case ("repeat", m, q, s, y):
                    if (axes := align_factors(r, self.shapes[int(s)])) is None:
                        return
                    inner, part = self.add_regrouping(int(m), int(q), int(s), axes)
                    k = tuple(n[axis] for axis in inner if axis is not None)
                    summed = [axis for axis, b in enumerate(n) if b is None]
                    if [axis for axis in inner if axis in summed] != summed or not part:
                        return  # steps of a reduction would be left out, or be in another order
                    number, shape = self.names.map_number, self.names.shape
                    self.found["through"][number(n), shape(r), shape(t), number(inner), shape(part), number(k)] = None
                    x, n, r = int(y), k, part
                case _:
                    return


def apart(shape: Shape) -> Factors:
    """Return a list with a single factor for each dimension of a shape: its extent."""
    return [(n,) if n != 1 else () for n in shape]


def refine_dims(row: Shape, shape: Shape) -> Factors | None:
    """Factor each dimension of `shape` so that products of consecutive factors are the numbers of `row`; None if impossible.

    Factors are as coarse as possible: shapes (8, 6) and (4, 12) have the common factors 4, 2, 6.
    """
    if (pairs := groups(row, shape)) is None:
        return None
    found: Factors = [() for _ in shape]
    for old, new in pairs:
        ends = [1, *accumulate((shape[k] for k in reversed(new)), mul)]
        cuts = sorted({1, *accumulate((row[k] for k in reversed(old)), mul), *ends})
        if any(b % a for a, b in pairwise(cuts)):
            return None
        for k, (low, high) in zip(reversed(new), pairwise(ends), strict=True):
            between = [cut for cut in cuts if low <= cut <= high]
            found[k] = tuple(b // a for a, b in pairwise(between))[::-1]
    return found


def align_factors(row: Shape, shape: Shape) -> Factors | None:
    """Group consecutive factors of `row` so that the products of the groups are the extents of `shape`; None if impossible."""
    found: Factors = []
    at = 0
    for n in shape:
        start = at
        while at < len(row) and prod(row[start:at]) < n:
            at += 1
        if prod(row[start:at]) != n:
            return None
        found.append(tuple(row[start:at]))
    return found if at == len(row) else None
