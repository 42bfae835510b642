"""Numeric evaluation of symbolic results: indices, conditions, and sums and maxima by enumeration, independent of the prover's laws."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from egraph_opt.interpret.element_types import Array
from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing
from egraph_opt.verifier.parametric.sizes.index_condition import Condition
from egraph_opt.verifier.parametric.sizes.index_polynomial import IndexAtom, Polynomial
from egraph_opt.verifier.parametric.sizes.piecewise import Branch, Value
from egraph_opt.verifier.proof.reals.evaluation import FUNCTIONS
from egraph_opt.verifier.proof.reals.machine_integers import NotEvaluated
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, MINUS, PLUS, Atom

CELLS = 6_000_000
"""Largest number of elements of an intermediate array."""


@dataclass(slots=True)
class NumericEvaluation:
    """Evaluation of symbolic values at many indices at once.

    Attributes:
        contents: flat contents of each array, by offset from the first element.
        numbers: values of symbols, as arrays that broadcast against each other.
        reach: number of values, from 0 on, that bound variables of sums and maxima take.
    """

    ring: SymbolicRing
    contents: Mapping[str, Array]
    numbers: dict[str, Any]
    reach: int
    done: dict[int, Any] = field(default_factory=dict)

    def value(self, value: Value) -> Any:
        """Evaluate a value with case distinctions to floats."""
        if isinstance(value, Branch):
            holds = self.condition(value.condition)
            return np.where(holds, self.value(value.yes), self.value(value.no))
        if isinstance(value, Polynomial):
            return np.asarray(self.index(value), np.float64)
        return self.number(value)

    def condition(self, condition: Condition) -> Any:
        """Evaluate a condition to booleans."""
        number = self.index(condition.polynomial)
        return number >= 0 if condition.kind == ">=" else (number == 0) == (condition.kind == "==")

    def index(self, p: Polynomial) -> Any:
        """Evaluate an index polynomial to integers."""
        total: Any = np.int64(0)
        for m, c in p.terms:
            product: Any = np.int64(c)
            for atom in m:
                product = product * self.index_atom(atom)
            total = total + product
        return total

    def index_atom(self, atom: IndexAtom) -> Any:
        """Evaluate a variable of index polynomials to integers."""
        if atom.kind == "symbol":
            if atom.text not in self.numbers:
                raise NotEvaluated(atom.text)
            return self.numbers[atom.text]
        if atom.kind == "quotient":
            a, b = (self.index(each) for each in atom.operands)
            return a // np.where(b == 0, 1, b)
        if atom.kind in ("min", "max"):
            return (np.minimum if atom.kind == "min" else np.maximum)(*map(self.index, atom.operands))
        if atom.kind == "element":
            return self.read(str(atom.key[0]), self.index(atom.operands[0]), 0).astype(np.int64)
        raise NotEvaluated(atom.kind)

    def read(self, array: str, offset: Any, outside: float) -> Any:
        """Return elements of an array, and the number `outside` for offsets out of bounds."""
        held = self.contents[array]
        inside = (offset >= 0) & (offset < len(held))
        return np.where(inside, held[np.clip(offset, 0, len(held) - 1)], outside)

    def number(self, p: int) -> Any:
        """Evaluate a polynomial of the ring to floats."""
        if p < FINITE:
            return {PLUS: math.inf, MINUS: -math.inf}.get(p, math.nan)
        if p not in self.done:
            ring, total = self.ring, np.float64(0)
            for m, c in ring.parts[p]:
                power, exponent = ring.monomials[m]
                product: Any = np.exp(self.number(exponent)) * np.float64(c)
                for atom, k in ring.powers[power]:
                    product = product * np.power(np.asarray(self.atom(ring.atoms[atom]), np.float64), float(k))
                total = total + product
            self.done[p] = total / np.float64(ring.denominators[p])
        return self.done[p]

    def atom(self, atom: Atom) -> Any:
        """Evaluate an atom (variable) of the ring to floats."""
        key = atom.key
        match atom.kind:
            case "element":
                return self.read(key[0], self.index(key[1]), math.nan)
            case "index":
                return self.index(key[0])
            case "sum":
                return self.number(key[0])
            case "max":
                found = self.number(key[0])
                for p in key[1:]:
                    found = np.maximum(found, self.number(p))
                return found
            case "indicator":
                positive = key[0] == "positive"
                return np.asarray(self.number(key[1]) > 0, np.float64) if positive else self.read(key[1], self.index(key[2]), 0)
            case "prime" | "constant":
                return float(key[-1])
            case "log_prime":
                return math.log(key[0])
            case "function" if key[0] in FUNCTIONS:
                return np.vectorize(guard(FUNCTIONS[key[0]]), otypes=[np.float64])(*map(self.number, key[1:]))
            case "integer" if key[0] == "arith.fptosi":
                return np.trunc(self.number(key[2]))
            case "fold":
                return self.fold(atom)
        raise NotEvaluated(atom.kind)

    def fold(self, atom: Atom) -> Any:
        """Evaluate a sum or maximum: compute the body for all values of its bound variables, and combine those that meet the conditions."""
        operation, count, conditions, body = atom.key
        rank = max((np.ndim(each) for each in self.numbers.values()), default=0)
        used = self.ring.symbols(body).union(*(each.symbols for each in conditions))
        numbers = {name: np.asarray(each)[(..., *([None] * count))] for name, each in self.numbers.items() if name in used}
        for place, name in enumerate(self.ring.binders_of(atom)):
            shape = [1] * (rank + count)
            shape[rank + place] = self.reach
            numbers[name] = np.arange(self.reach).reshape(shape)
        cells = math.prod(np.broadcast_shapes(*(np.shape(each) for each in numbers.values())))
        if cells > CELLS:
            raise NotEvaluated("a fold over many elements")
        inner = replace(self, numbers=numbers, done={})
        holds: Any = np.bool_(True)
        for condition in conditions:
            holds = holds & inner.condition(condition)
        neutral = {"sum": 0.0, "max": -math.inf}.get(operation)
        if neutral is None:
            raise NotEvaluated(operation)
        values = np.where(holds, inner.number(body), neutral)
        values = np.broadcast_to(values, np.broadcast_shapes(np.shape(values), (*([1] * rank), *([self.reach] * count))))
        axes = tuple(range(values.ndim - count, values.ndim))
        return values.sum(axis=axes) if operation == "sum" else values.max(axis=axes)


def guard(function: Any) -> Any:
    """Return a function that gives NaN where the original raises an arithmetic error."""

    def apply(*arguments: float) -> float:
        try:
            return float(function(*arguments))
        except (ValueError, OverflowError, ZeroDivisionError):
            return math.nan

    return apply
