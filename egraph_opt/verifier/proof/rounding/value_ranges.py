"""Symbolic execution on ranges with error bounds: each value has a number, under which its range and its error are kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import numpy as np

from egraph_opt.families.numerics import error_bounds
from egraph_opt.families.numerics.error_propagation import PRECISION
from egraph_opt.interpret.element_types import element_of, pointee, storage_of
from egraph_opt.interpret.global_memory import SPACE
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.verifier.lift.distinct_rows import distinct_rows
from egraph_opt.verifier.lift.expression_domain import Array, Combine, Domain, Numbers, Unliftable
from egraph_opt.verifier.named_constants import is_short
from egraph_opt.verifier.proof.reals.real_domain import fold_of
from egraph_opt.verifier.proof.rounding import error_terms
from egraph_opt.verifier.proof.rounding.error_terms import UNITS, Errors, add_rounding, exact
from egraph_opt.verifier.side import ArraySpec

ROWS = 1_000_000
"""Largest number of values; more raise Unliftable."""
_SAME = frozenset("arith.extf tt.precise_extf".split())
_PRECISIONS = {precision.name: precision for precision in error_bounds.PRECISIONS}


class Ranges(Domain):
    """Table of values by number, each with its range and error bound."""

    undefined = 0

    def __init__(self, arrays: Sequence[ArraySpec], size: float) -> None:
        self.bounds = {spec.name: (spec.low, spec.high) for spec in arrays}
        self.size = size
        self.columns = np.full((4, 1024), np.nan)
        self.count = 1
        self.known: dict[Hashable, int] = {}
        self.below: dict[int, frozenset[int]] = {}
        """By the number of a maximum: the numbers of the values that it is the maximum of."""

    # --- table
    def add(self, values: Errors) -> Numbers:
        """Enter values, and return their numbers."""
        flat = np.stack([np.broadcast_to(column, values.low.shape).reshape(-1) for column in values])
        end = self.count + flat.shape[1]
        if end > ROWS:
            raise Unliftable("there are more values than the limit allows")
        while end > self.columns.shape[1]:
            self.columns = np.concatenate([self.columns, np.full_like(self.columns, np.nan)], axis=1)
        self.columns[:, self.count : end] = flat
        found = np.arange(self.count, end).reshape(values.low.shape)
        self.count = end
        return found

    def values(self, numbers: Numbers) -> Errors:
        """Return the ranges and error bounds for numbers of the table."""
        return Errors(*(column[numbers] for column in self.columns))

    def apply(self, key: Hashable, function: Callable[..., Errors], *operands: Numbers) -> Numbers:
        """Return numbers of the function's results, computed once for equal operands; `key`: the operation that it computes."""
        shape = operands[0].shape
        which, columns = distinct_rows([x.reshape(-1) for x in operands])
        rows = list(zip(*(column.tolist() for column in columns), strict=True))
        found = np.asarray([self.known.get((key, row), -1) for row in rows], np.int64)
        missing = np.flatnonzero(found < 0)
        if missing.size:
            chosen = [column[missing] for column in columns]
            with np.errstate(all="ignore"):
                found[missing] = self.add(function(*chosen))
            self.known.update(((key, rows[i]), int(found[i])) for i in missing.tolist())
        return found[which].reshape(shape)

    # --- leaves
    def constants(self, values: Array, element: str) -> Numbers:
        different, which = np.unique(np.asarray(values, np.float64).reshape(-1), return_inverse=True)
        if element in UNITS:
            off = [0.0 if is_short(value) else 2 * max(UNITS["f32"], UNITS[element]) for value in different.tolist()]
        else:
            off = [0.0] * len(different)
        row = Errors(different, different, np.zeros(len(different)), np.asarray(off))
        return self.apply(("constant", element, different.tobytes()), lambda _: row, np.arange(len(different)))[which].reshape(
            np.shape(values)
        )

    def elements(self, array: str, element: str, indices: Array) -> Numbers:
        low, high = self.bounds[array]
        if element in UNITS:
            ends = (-self.size, self.size)
        elif element == "i1":
            ends = (0.0, 1.0)
        else:
            width = 8 * storage_of(element).itemsize
            half = float(1 << width - 1)
            ends = (-half if low is None else low, half - 1 if high is None else high - 1.0)
        return self.add(exact(*(np.full(indices.shape, float(end)) for end in ends)))

    def known_values(self, numbers: Numbers, element: str) -> Array | None:
        x = self.values(numbers)
        known = (x.low == x.high) & (x.absolute == 0) & (x.relative == 0)
        return x.low.astype(np.int64) if np.all(known) else None

    # --- operations
    def pointwise(self, op: Op, operands: Sequence[Numbers]) -> tuple[Numbers, ...]:
        target = element_of(op.results[0].type)
        if len(op.results) != 1:
            raise Unliftable(f"{op.name} has no bound")
        if op.name in _SAME:
            return (operands[0],)
        key = (op.name, target, *(op.attributes.get(name, "") for name in ("predicate", "symbol")))
        function = self.float_function(op, target) if target in UNITS else self.whole_function(op, target)
        found = self.apply(key, function, *operands)
        if op.name in ("arith.maxnumf", "arith.maximumf"):
            self.note_maxima(found, operands)
        return (found,)

    def note_maxima(self, found: Numbers, operands: Sequence[Numbers]) -> None:
        """Enter in `below` that the operands of a maximum are at most the result."""
        for m, *parts in zip(found.reshape(-1).tolist(), *(x.reshape(-1).tolist() for x in operands), strict=True):
            if m not in self.below:
                self.below[m] = frozenset(parts).union(*(self.below.get(part, frozenset()) for part in parts))

    def float_function(self, op: Op, target: str) -> Callable[..., Errors]:
        """Return the function from operand numbers to results of a float operation. Raises Unliftable."""
        name = op.name
        if name == "tt.extern_elementwise":
            symbol = op.attributes["symbol"].strip('"').removeprefix("__nv_")
            name = f"math.{symbol.removesuffix('f') if target == 'f32' else symbol}"
        name = name.replace("tt.precise_", "arith." if name.endswith("divf") else "math.").replace("tt.approx_", "arith.")
        if name == "arith.subf":
            return lambda a, b: add_rounding(self.subtract(a, b), target)
        if name in ("arith.mulf", "math.fma"):
            return lambda a, b, *c: add_rounding(self.multiply(a, b, *c), target)
        if name in error_terms.EXACT:
            return lambda *x: error_terms.EXACT[name](*map(self.values, x))
        if name in error_terms.ROUNDED and element_of(op.operands[0].type) != "i1":
            return lambda *x: add_rounding(error_terms.ROUNDED[name](*map(self.values, x)), target, error_terms.ULPS.get(name, 1))
        raise Unliftable(f"{op.name} has no bound")

    def multiply(self, a: Numbers, b: Numbers, *addend: Numbers) -> Errors:
        """Return ranges and error bounds of products, or of products plus an addend, before their rounding. Squares are not negative."""
        found = error_terms.multiply(self.values(a), self.values(b), a == b)
        return error_terms.add(found, self.values(addend[0])) if addend else found

    def subtract(self, a: Numbers, b: Numbers) -> Errors:
        """Return range and error bound of a - b before rounding. It is zero if a is b, at most zero if b is a maximum of a and others."""
        found = error_terms.add(self.values(a), error_terms.negate(self.values(b)))
        under = np.asarray([x in self.below.get(m, ()) for x, m in zip(a.tolist(), b.tolist(), strict=True)], np.bool_)
        high = np.where(under, np.minimum(found.high, 0.0), found.high)
        same = (a == b) & np.isfinite(found.low)
        return Errors(*(np.where(same, 0.0, x) for x in (found.low, high, found.absolute, found.relative)))

    def whole_function(self, op: Op, target: str) -> Callable[..., Errors]:
        """Return the function from operand numbers to results of an operation on integers or conditions. Raises Unliftable."""
        v = self.values
        match op.name:
            case "arith.cmpf" | "arith.cmpi":
                return lambda a, b: self.compare(op, v(a), v(b))
            case "arith.andi" | "arith.ori" | "arith.xori" if target == "i1":
                return lambda a, b: exact(np.zeros(a.shape), np.ones(a.shape))._replace(
                    absolute=np.maximum(v(a).error, v(b).error)
                )
            case "arith.addi":
                return lambda a, b: self.fit(error_terms.add(v(a), v(b)), target)
            case "arith.subi":
                return lambda a, b: self.fit(error_terms.add(v(a), error_terms.negate(v(b))), target)
            case "arith.muli":
                return lambda a, b: self.fit(error_terms.multiply(v(a), v(b), a == b), target)
            case "arith.extsi" | "arith.trunci" | "arith.index_cast" if element_of(op.operands[0].type) != "i1":
                return lambda a: self.fit(v(a), target)
            case "tt.addptr":
                unit = float(storage_of(pointee(op.results[0].type)).itemsize)
                step = exact(np.asarray(unit), np.asarray(unit))
                return lambda p, offset: error_terms.add(v(p), error_terms.multiply(v(offset), step, np.asarray(False)))
            case "arith.fptosi":
                return lambda a: self.fit(self.truncate(v(a)), target)
        raise Unliftable(f"{op.name} has no bound")

    def truncate(self, x: Errors) -> Errors:
        """Return error bounds of floats rounded toward zero: an error becomes a whole number, rounded up."""
        off = np.where(x.error > 0, np.ceil(x.error), 0.0)
        return Errors(np.trunc(x.low), np.trunc(x.high), off, np.zeros_like(off))

    def fit(self, x: Errors, element: str) -> Errors:
        """Return integers without a bound where they may overflow their type."""
        half = 2.0 ** (8 * storage_of(element).itemsize - 1)
        inside = (x.low - x.error >= -half) & (x.high + x.error < half)
        return x._replace(low=np.where(inside, x.low, np.nan), high=np.where(inside, x.high, np.nan))

    def compare(self, op: Op, a: Errors, b: Errors) -> Errors:
        """Return conditions as ranges: 0 or 1 if decided, else from 0 to 1, with an error of 1 if rounding may change them."""
        predicate = integer(op.attributes["predicate"])
        if op.name == "arith.cmpi":
            predicate = {2: 4, 3: 5, 4: 2, 5: 3, 0: 1, 1: 6}.get(predicate, 0)
        predicate = predicate - 7 if predicate > 7 else predicate
        if predicate in (3, 5):  # at least, at most
            above = predicate == 3
        elif predicate in (2, 4):
            above = predicate == 2
        else:
            above = None
        off = a.error + b.error
        apart_up, apart_down = a.low - off > b.high, a.high + off < b.low
        if above is None:
            certain = apart_up | apart_down
            truth = np.full(certain.shape, float(predicate == 6))
            certain = certain & np.bool_(predicate in (1, 6))
        else:
            certain, truth = apart_up | apart_down, np.where(apart_up, float(above), float(not above))
        unsure = np.where(off > 0, 1.0, 0.0) + np.where(np.isnan(a.low + b.low), np.nan, 0.0)
        return Errors(
            np.where(certain, truth, 0.0), np.where(certain, truth, 1.0), np.where(certain, 0.0, unsure), np.zeros_like(unsure)
        )

    def select(self, condition: Numbers, a: Numbers, b: Numbers, element: str) -> Numbers:
        def pick(c: Numbers, x: Numbers, y: Numbers) -> Errors:
            test, one, other = self.values(c), self.values(x), self.values(y)
            both = error_terms.choose(one, other, test.error > 0)
            certain = (test.low == test.high) & (test.error == 0)
            chosen = [np.where(test.low > 0, p, q) for p, q in zip(one, other, strict=True)]
            found = [np.where(certain, p, q) for p, q in zip(chosen, both, strict=True)]
            return Errors(*(np.where(np.isnan(test.low + test.error), np.nan, column) for column in found))

        return self.apply(("select", element), pick, condition, a, b)

    def accumulate(self, kind: int, element: str, old: Numbers, new: Numbers) -> Numbers:
        raise Unliftable("the order of atomic operations is open")

    # --- folds
    def reduce(self, op: Op, tensors: Sequence[Numbers], combine: Combine) -> tuple[Numbers, ...]:
        kind, element = fold_of(op), element_of(op.results[0].type)
        if kind is None or element not in UNITS:
            raise Unliftable("a reduction of this kind has no bound")
        rows = tensors[0]
        if kind == "sum":
            with np.errstate(all="ignore"):
                return (self.add(add_rounding(error_terms.sum_rows(self.values(rows), element), element)),)

        def larger(a: Numbers, b: Numbers) -> Errors:
            return error_terms.extremum(self.values(a), self.values(b), kind == "max")

        found, members = rows[..., 0], rows.reshape(-1, rows.shape[-1])
        for i in range(1, rows.shape[-1]):
            found = self.apply((kind, element), larger, found, rows[..., i])
        if kind == "max":
            found = self.add(self.values(found))  # a number of its own, which is above this row
            for m, row in zip(found.reshape(-1).tolist(), members.tolist(), strict=True):
                self.below[m] = frozenset(row).union(*(self.below.get(part, frozenset()) for part in set(row)))
        return (found,)

    def scan(self, op: Op, tensors: Sequence[Numbers], combine: Combine) -> tuple[Numbers, ...]:
        if fold_of(op) != "sum" or element_of(op.results[0].type) not in UNITS:
            raise Unliftable("a scan of this kind has no bound")
        x, element = tensors[0], element_of(op.results[0].type)
        with np.errstate(all="ignore"):
            parts = [
                add_rounding(error_terms.sum_rows(self.values(x[..., : i + 1]), element), element) for i in range(x.shape[-1])
            ]
        return (np.stack([self.add(part) for part in parts], axis=-1),)

    def dot(self, op: Op, a: Numbers, b: Numbers, c: Numbers) -> Numbers:
        element, source = element_of(op.results[0].type), element_of(op.operands[0].type)
        precision = _PRECISIONS.get(PRECISION.get(op.attributes.get("inputPrecision", ""), ""))
        if element != "f32" or source not in ("f16", "bf16", "f32") or precision is None:
            raise Unliftable("a product of matrices of these types has no bound")
        if source != "f32":
            precision = _PRECISIONS["ieee"]  # products of narrow floats are exact
        with np.errstate(all="ignore"):
            found = error_terms.multiply_matrices(self.values(a), self.values(b), self.values(c), precision, source != "f32")
        return self.add(add_rounding(found, element))

    # --- addresses
    def buffer_of(self, pointer: int) -> int | None:
        x = self.values(np.asarray(pointer))
        ends = [int(end) + (1 << SPACE - 1) >> SPACE for end in (x.low, x.high) if np.isfinite(end)]
        return ends[0] if len(ends) == 2 and ends[0] == ends[1] else None

    def gather(self, array: str, element: str, contents: tuple[int, ...], pointer: int, start: int) -> int:
        x = self.values(np.asarray(contents))
        hull = [np.min(x.low), np.max(x.high), np.max(x.absolute), np.max(x.relative)]
        return int(
            self.apply(("gather", array, pointer), lambda _: Errors(*(np.asarray([end]) for end in hull)), np.zeros(1, np.int64))[
                0
            ]
        )
