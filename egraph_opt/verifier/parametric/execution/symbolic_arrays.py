"""Arrays of symbolic shape: conversion of offsets to indices, and contents as a function of the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from egraph_opt.verifier.parametric.folds.fold_forms import refold
from egraph_opt.verifier.parametric.folds.substitution import Substitution
from egraph_opt.verifier.parametric.folds.symbolic_ring import UNWRITTEN, SymbolicRing
from egraph_opt.verifier.parametric.sizes.index_condition import at_least, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import (
    Monomial,
    Polynomial,
    atom_polynomial,
    divide_term,
    symbol,
    whole,
)
from egraph_opt.verifier.parametric.sizes.piecewise import Path, Value, combine_within
from egraph_opt.verifier.parametric.sizes.size_facts import Facts, NotDecided
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import UNDEFINED, ZERO
from egraph_opt.verifier.proof.reals.real_domain import FLOATS
from egraph_opt.verifier.side import Start


@dataclass(frozen=True, slots=True)
class SymbolicArray:
    """An array whose extents and strides are expressions over sizes."""

    name: str
    dtype: str
    shape: tuple[Polynomial, ...]
    strides: tuple[Polynomial, ...]
    start: Start

    @property
    def extent(self) -> Polynomial:
        """Number of positions from the first to the last element, gaps of the strides included, for a nonempty array."""
        total = whole(1)
        for n, s in zip(self.shape, self.strides, strict=True):
            total = total + (n - 1) * s
        return total

    @property
    def is_dense(self) -> bool:
        """Whether its elements are in row-major order without gaps."""
        step = whole(1)
        for n, s in zip(reversed(self.shape), reversed(self.strides), strict=True):
            if s != step:
                return False
            step = step * n
        return True

    def index_symbols(self, flat: bool) -> tuple[Polynomial, ...]:
        """Return the symbols of an element's index: one for each axis, or a single offset if `flat` is set."""
        if flat:
            return (symbol(f"o.{self.name}"),)
        named = (symbol(f"o.{self.name}.{axis}") for axis in range(len(self.shape)))
        return tuple(whole(0) if n.constant == 1 else each for n, each in zip(self.shape, named, strict=True))

    def enter_index(self, facts: Facts) -> None:
        """Record the ranges of the array's index symbols as facts."""
        for here, extent in zip(self.index_symbols(False), self.shape, strict=True):
            facts.about[here.text] = (at_least(here), less(here, extent))
        (flat,) = self.index_symbols(True)
        known = [at_least(flat), less(flat, self.extent)]
        before = whole(1)
        for extent, stride in zip(self.shape, self.strides, strict=True):
            before = before * extent
            if stride.constant is None and facts.holds(at_least(stride, 1)):
                row = facts.divide(flat, stride)
                known += [at_least(row), less(row, before)]
        facts.about[flat.text] = tuple(known)


def split_offset(array: SymbolicArray, offset: Polynomial) -> tuple[Polynomial, ...]:
    """Split an offset into one index for each axis, by the strides. The indices are not checked to be in bounds."""
    terms = dict(offset.terms)
    parts: list[dict[Monomial, int]] = [{} for _ in array.strides]
    for m, c in offset.terms:  # a remainder by an extent is a place along that axis
        divisors = {atom.operands[1] for atom in m if atom.kind == "quotient"}
        for index, extent, stride in zip(parts, array.shape, array.strides, strict=True):
            if extent in divisors and m in terms and (part := divide_term(m, c, stride)) is not None:
                index[part[0]] = index.get(part[0], 0) + part[1]
                del terms[m]
    for index, stride in zip(parts, array.strides, strict=True):
        for m, c in list(terms.items()):
            number = stride.constant
            if number is None or abs(c) >= number:
                part = divide_term(m, c, stride)
                if part is not None:
                    index[part[0]] = index.get(part[0], 0) + part[1]
                    del terms[m]
    found = tuple(map(Polynomial, parts))
    if terms:
        raise NotDecided(f"an offset into {array.name} is no sum of multiples of its strides")
    return found


def axis_indices(facts: Facts, array: SymbolicArray, offset: Polynomial, given: Path) -> tuple[Polynomial, ...] | None:
    """Split an offset into one index for each axis; None unless all are proved in bounds."""
    try:
        found = split_offset(array, offset)
    except NotDecided:
        return None
    for index, extent in zip(found, array.shape, strict=True):
        if not (facts.holds(at_least(index), given) and facts.holds(less(index, extent), given)):
            return None
    return found


def lies_inside(facts: Facts, array: SymbolicArray, offset: Polynomial, given: Path) -> bool:
    """Return whether an offset is proved to be that of an element."""
    if axis_indices(facts, array, offset, given) is not None:
        return True
    return array.is_dense and facts.holds(at_least(offset), given) and facts.holds(less(offset, array.extent), given)


@dataclass(frozen=True, slots=True)
class Contents:
    """Contents of an array: a value in the array's index symbols, or None for the contents before the first launch."""

    array: SymbolicArray
    value: Value | None = None
    flat: bool = False

    def initial(self, ring: SymbolicRing, offset: Polynomial) -> Value:
        """Return the element at an offset before the first launch."""
        array = self.array
        if array.start == "undefined":
            return UNWRITTEN
        is_float = array.dtype in FLOATS
        if array.start == "zeros":
            return ZERO if is_float or array.dtype == "i1" else whole(0)
        if is_float:
            return ring.variable("element", array.name, offset)
        if array.dtype == "i1":
            return ring.variable("indicator", "element", array.name, offset)
        return atom_polynomial("element", array.name, offset)

    def element(self, ring: SymbolicRing, indices: Sequence[Polynomial]) -> Value:
        """Return the element at an index in the current contents."""
        if self.value is None:
            offset = whole(0)
            for index, stride in zip(indices, (whole(1),) if self.flat else self.array.strides, strict=True):
                offset = offset + index * stride
            return self.initial(ring, offset)
        values = {name.text: index for name, index in zip(self.array.index_symbols(self.flat), indices, strict=True)}
        again = Substitution(ring, values, {}, lambda *parts: refold(ring, *parts), ring.facts.divide)
        return again.value(self.value)

    def read(self, ring: SymbolicRing, offset: Polynomial, given: Path) -> Value:
        """Return the element at an offset, in the current contents; `given` are conditions of the access."""
        if self.value is None:
            found = self.initial(ring, offset)
        else:
            indices = (offset,) if self.flat else axis_indices(ring.facts, self.array, offset, given)
            if indices is None:
                raise NotDecided(f"a place in {self.array.name}, which an earlier launch wrote, is not known")
            found = self.element(ring, indices)
        return combine_within(lambda _, leaf: UNDEFINED if leaf == UNWRITTEN else leaf, (found,))
