"""Symbolic execution over the real numbers: floats are polynomials in normal form, casts between floats are the identity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import numpy as np

from egraph_opt.interpret.element_types import SMALL_FORMATS, element_of, storage_of
from egraph_opt.interpret.global_memory import SPACE
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.verifier.lift.distinct_rows import apply_once
from egraph_opt.verifier.lift.expression_domain import Array, Combine, Domain, Numbers, Unliftable
from egraph_opt.verifier.proof.reals import indicator_polynomials
from egraph_opt.verifier.proof.reals.extremum_forms import absolute, maximum, minimum
from egraph_opt.verifier.proof.reals.extremum_indices import merge_indices, reduce_to_index
from egraph_opt.verifier.proof.reals.float_constants import constant_polynomial
from egraph_opt.verifier.proof.reals.function_forms import UNARY, of_reals, power_of
from egraph_opt.verifier.proof.reals.integer_forms import Integers, range_of
from egraph_opt.verifier.proof.reals.loaded_indices import element_by_index
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, MINUS, NAN, ONE, PLUS, UNDEFINED, ZERO
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring
from egraph_opt.verifier.side import ArraySpec

FLOATS = frozenset(("f16", "f32", "f64", *SMALL_FORMATS))
FOLDS = {
    "arith.addf": "sum",
    "arith.addi": "sum",
    "arith.maxnumf": "max",
    "arith.maximumf": "max",
    "arith.minnumf": "min",
    "arith.minimumf": "min",
    "arith.maxsi": "max",
    "arith.minsi": "min",
}
"""Reductions whose result over the real numbers does not depend on the order, by the operation in their region."""
NAMED_ROWS = 32
"""Largest number of rows of a reduction whose long sums are kept as atoms (`Ring.name_sum`)."""
EXTERNAL = {name: name for name in UNARY} | {"pow": "powf", "fabs": "absf", "rint": "roundeven", "nearbyint": "roundeven"}


class Reals(Domain):
    """Symbolic values over the real numbers: polynomials of a ring, with the operations of TTIR on them."""

    undefined = UNDEFINED

    def __init__(self, ring: Ring, arrays: Sequence[ArraySpec]) -> None:
        self.ring = ring
        self.integers = Integers(ring)
        self.ranges = {a.name: (a.low, a.high) for a in arrays}
        self.has_wide_arrays = any(a.dtype == "f64" for a in arrays)

    # --- leaves
    def constants(self, values: Array, element: str) -> Numbers:
        flat = np.asarray(values).reshape(-1)
        different, which = np.unique(flat, return_inverse=True)
        found = [self.constant(value, element) for value in different.tolist()]
        return np.asarray(found, np.int64)[which].reshape(np.shape(values))

    def constant(self, value: float, element: str) -> int:
        """Return a constant as a polynomial or special value."""
        if element not in FLOATS:
            return self.ring.constant(int(value))
        if value != value:
            return NAN
        if value in (float("inf"), float("-inf")):
            return PLUS if value > 0 else MINUS
        return constant_polynomial(self.ring, value, element)

    def elements(self, array: str, element: str, indices: Array) -> Numbers:
        if element in FLOATS:
            return np.asarray([self.ring.variable("element", array, i) for i in indices.tolist()], np.int64)
        low, high = self.ranges[array]
        least, most = range_of(element)
        bounds = (least if low is None else max(low, least), most if high is None else min(high - 1, most))
        if element == "i1":
            return np.asarray(
                [indicator_polynomials.indicator(self.ring, "element", array, i) for i in indices.tolist()], np.int64
            )
        found = [self.integers.variable(element, "element", array, i, bounds=bounds) for i in indices.tolist()]
        return np.asarray(found, np.int64)

    def known_values(self, numbers: Numbers, element: str) -> Array | None:
        different, which = np.unique(numbers, return_inverse=True)
        values = [self.ring.rational(p) if not self.ring.needs[p] else None for p in different.tolist()]
        if any(not isinstance(v, int) for v in values):
            return None
        return np.asarray(values, np.int64)[which].reshape(numbers.shape)

    # --- operations
    def pointwise(self, op: Op, operands: Sequence[Numbers]) -> tuple[Numbers, ...]:
        function = self.function(op)
        return (apply_once(function, operands),)

    def function(self, op: Op) -> Callable[..., int]:
        """Return the function on polynomials that computes an elementwise operation. Raises Unliftable."""
        ring, name = self.ring, op.name
        if len(op.results) != 1:
            raise Unliftable(f"{name} of unknown values has no law")
        source = element_of(op.operands[0].type)
        target = element_of(op.results[0].type)
        if name == "tt.extern_elementwise":
            return self.external(op)
        if name in FLOAT_OPERATIONS:
            return partial(FLOAT_OPERATIONS[name], ring)
        if name.startswith("math.") and name[5:] in UNARY:
            return partial(UNARY[name[5:]], ring)
        if name == "arith.cmpf":
            return partial(indicator_polynomials.compare, ring, integer(op.attributes["predicate"]))
        if name == "arith.cmpi" and (source != "i1" or integer(op.attributes["predicate"]) not in (2, 3, 4, 5)):
            return partial(self.integers.compare, integer(op.attributes["predicate"]), source)
        if source == "i1" and name in LOGIC_OPERATIONS:
            return partial(LOGIC_OPERATIONS[name], ring)
        if name in ("arith.extsi", "arith.extui", "arith.trunci", "arith.index_cast", "arith.sitofp", "arith.uitofp"):
            return self.integer_cast(name, source, target)
        if name == "tt.addptr":
            size = storage_of(element_of_pointer(op)).itemsize
            return lambda p, offset: self.integers.binary("arith.addi", "ptr", p, ring.scale(offset, size))
        if name in ("arith.fptosi", "arith.fptoui"):
            return partial(self.integers.opaque, name, target)
        whole = target not in FLOATS and source not in FLOATS and target not in ("ptr", "i1")
        if whole and name != "arith.cmpi" and len(op.operands) == 2:
            return partial(self.integers.binary, name, target)
        raise Unliftable(f"{name} of unknown values has no law")

    def external(self, op: Op) -> Callable[..., int]:
        """Return the function on polynomials that computes a call of CUDA's libdevice."""
        symbol = op.attributes["symbol"].strip('"').removeprefix("__nv_")
        name = EXTERNAL.get(symbol) or EXTERNAL.get(symbol.removesuffix("f"))
        if name is None or any(element_of(v.type) not in FLOATS for v in (*op.operands, *op.results)):
            raise Unliftable(f"{symbol} of libdevice has no law")
        if name in UNARY:
            return partial(UNARY[name], self.ring)
        return partial(FLOAT_OPERATIONS[f"math.{name}"], self.ring)

    def integer_cast(self, name: str, source: str, target: str) -> Callable[..., int]:
        """Return the function on polynomials that computes a cast from integers."""
        kind = name.removeprefix("arith.")

        def cast(p: int) -> int:
            if p < FINITE:
                return p
            if source == "i1":
                return self.ring.scale(p, -1) if kind in ("extsi", "sitofp", "index_cast") else p
            unsigned = kind in ("extui", "uitofp")
            inside = self.integers.fits(p, source, unsigned=unsigned)
            if inside and (kind != "trunci" or self.integers.fits(p, target)):
                return p
            if target in FLOATS:
                return of_reals(f"{name} {source}")(self.ring, p)
            return self.integers.opaque(f"{name} {source}", target, p)

        return cast

    def select(self, condition: Numbers, a: Numbers, b: Numbers, element: str) -> Numbers:
        def choose(c: int, x: int, y: int) -> int:
            merged = None if element in FLOATS else merge_indices(self.integers, c, x, y, element)
            return indicator_polynomials.select(self.ring, c, x, y) if merged is None else merged

        return apply_once(choose, (condition, a, b))

    def accumulate(self, kind: int, element: str, old: Numbers, new: Numbers) -> Numbers:
        names = {4: "arith.addi", 5: "arith.addf", 6: "arith.maxsi", 7: "arith.minsi"}
        if element in FLOATS:
            names |= {6: "arith.maximumf", 7: "arith.minimumf"}
            return apply_once(partial(FLOAT_OPERATIONS[names[kind]], self.ring), (old, new))
        return apply_once(partial(self.integers.binary, names[kind], element), (old, new))

    # --- folds
    def reduce(self, op: Op, tensors: Sequence[Numbers], combine: Combine) -> tuple[Numbers, ...]:
        kind = fold_of(op)
        if kind is None:
            return reduce_to_index(self.integers, op, tensors, combine) or reduce_as_tree(tensors, combine)
        folds: dict[str, Callable[..., int]] = {"sum": Ring.total, "max": maximum, "min": minimum}
        fold = partial(folds[kind], self.ring)
        rows = tensors[0].reshape(-1, tensors[0].shape[-1])
        if kind == "sum" and len(rows) <= NAMED_ROWS and element_of(op.results[0].type) in FLOATS:
            fold = partial(named_total, self.ring)
        found = np.asarray([fold(row) for row in rows.tolist()], np.int64)
        self.ring.laws.add(f"{kind}_in_any_order")
        self.expect_range(op, found)
        return (found.reshape(tensors[0].shape[:-1]),)

    def expect_range(self, op: Op, found: Numbers) -> None:
        """Raise Unliftable if results of an integer reduction or product may overflow. Undefined ones stay undefined."""
        element = element_of(op.results[0].type)
        known = set(found.reshape(-1).tolist()) - {UNDEFINED}
        if element not in FLOATS and not all(self.integers.fits(p, element) for p in known):
            raise Unliftable("a sum of integers may overflow")

    def scan(self, op: Op, tensors: Sequence[Numbers], combine: Combine) -> tuple[Numbers, ...]:
        found = [tuple(x[..., 0] for x in tensors)]
        for i in range(1, tensors[0].shape[-1]):
            found.append(combine(found[-1], tuple(x[..., i] for x in tensors)))
        return tuple(np.stack(column, axis=-1) for column in zip(*found, strict=True))

    def dot(self, op: Op, a: Numbers, b: Numbers, c: Numbers) -> Numbers:
        ring = self.ring
        ring.laws.add("dot_is_sum_of_products")
        if a.ndim > 2:
            return np.stack([self.dot(op, *parts) for parts in zip(a, b, c, strict=True)])
        rows, columns, found = a.tolist(), b.T.tolist(), c.copy()
        all_finite = [bool(np.all(row >= FINITE)) for row in b]
        for i, row in enumerate(rows):
            used = [k for k, p in enumerate(row) if p != ZERO or not all_finite[k]]  # zero times infinity is not zero
            for j, column in enumerate(columns):
                found[i, j] = ring.inner_product([row[k] for k in used], [column[k] for k in used], int(c[i, j]))
        self.expect_range(op, found)
        return found

    # --- addresses
    def buffer_of(self, pointer: int) -> int | None:
        if pointer < FINITE or self.ring.needs[pointer]:
            return None
        base = next((c for m, c in self.ring.terms(pointer) if m == 0), 0)
        number = int(base) + (1 << SPACE - 1) >> SPACE
        bounds = self.integers.interval(pointer)
        near = 1 << SPACE - 1
        inside = bounds is not None and (number << SPACE) - near <= bounds[0] and bounds[1] < (number << SPACE) + near
        return number if inside else None

    def lies_between(self, pointer: int, low: int, high: int) -> bool:
        return self.integers.fits_between(pointer, low, high)

    def gather(self, array: str, element: str, contents: tuple[int, ...], pointer: int, start: int) -> int:
        offset = self.ring.difference(pointer, self.ring.constant(start))
        size = storage_of(element).itemsize
        known = self.ring.rational(offset)
        if isinstance(known, int):
            if known % size or not 0 <= known < size * len(contents):
                raise Unliftable(f"an element that is not in {array} is read")
            return contents[known // size]
        if (found := element_by_index(self.integers, contents, offset, size)) is not None:
            return found
        table = self.ring.table(contents)
        if element in FLOATS:
            return self.ring.variable("function", "element", table, offset, size)
        return self.integers.variable(element, "function", "element", table, offset, size)


def element_of_pointer(op: Op) -> str:
    """Return the pointee type of the pointers that an operation returns."""
    from egraph_opt.interpret.element_types import pointee

    return pointee(op.results[0].type)


def named_total(ring: Ring, values: Sequence[int]) -> int:
    """Return the sum of values, kept as one atom if it is long (`Ring.name_sum`)."""
    return ring.name_sum(ring.total(values))


def fold_of(op: Op) -> str | None:
    """Return `sum`, `max` or `min` for a reduction whose region is one such operation; None for other regions."""
    block = op.regions[0].blocks[0]
    if len(block.ops) != 2 or len(block.arguments) != 2:
        return None
    step, end = block.ops
    same = set(step.operands) == set(block.arguments) and end.operands == step.results
    return FOLDS.get(step.name) if same else None


def reduce_as_tree(tensors: Sequence[Numbers], combine: Combine) -> tuple[Numbers, ...]:
    """Reduce by combining neighbours along the last axis until one is left."""
    rows = tuple(tensors)
    while rows[0].shape[-1] > 1:
        even = rows[0].shape[-1] // 2 * 2
        pairs = combine(tuple(x[..., 0:even:2] for x in rows), tuple(x[..., 1:even:2] for x in rows))
        rows = tuple(np.concatenate([pair, x[..., even:]], axis=-1) for pair, x in zip(pairs, rows, strict=True))
    return tuple(x[..., 0] for x in rows)


def power(ring: Ring, p: int, k: int) -> int:
    """Return p ** k, as an opaque function of both unless k is a small constant integer or half of one."""
    exponent = ring.rational(k) if k >= FINITE else None
    if exponent is not None and (exponent * 2).denominator == 1 and abs(Fraction(exponent)) <= 16:
        return ring.with_needs(power_of(ring, p, exponent), ring.needs[k])
    if min(p, k) < FINITE:
        return UNDEFINED
    return ring.variable("function", "powf", ring.bare(p), ring.bare(k), needs=ring.needs[p] | ring.needs[k])


def quotient(ring: Ring, p: int, q: int) -> int:
    """Return p / q."""
    return ring.product(p, power_of(ring, q, -1))


def clamp(ring: Ring, p: int, low: int, high: int) -> int:
    """Return p clamped between two bounds."""
    return minimum(ring, (maximum(ring, (p, low)), high))


def binary_function(name: str) -> Callable[[Ring, int, int], int]:
    """Return an uninterpreted function of two values with the given name."""

    def opaque(ring: Ring, p: int, q: int) -> int:
        if min(p, q) < FINITE:
            return UNDEFINED
        return ring.variable("function", name, ring.bare(p), ring.bare(q), needs=ring.needs[p] | ring.needs[q])

    return opaque


FLOAT_OPERATIONS: dict[str, Callable[..., int]] = {
    "arith.addf": lambda ring, p, q: ring.total((p, q)),
    "arith.subf": lambda ring, p, q: ring.difference(p, q),
    "arith.mulf": lambda ring, p, q: ring.product(p, q),
    "arith.divf": quotient,
    "tt.precise_divf": quotient,
    "tt.approx_divf": quotient,
    "arith.negf": UNARY["negf"],
    "arith.extf": lambda ring, p: p,
    "arith.truncf": lambda ring, p: p,
    "tt.fp_to_fp": lambda ring, p: p,
    "math.fma": lambda ring, p, q, r: ring.total((ring.product(p, q), r)),
    "math.absf": absolute,
    "math.powf": power,
    "math.fpowi": power,
    "math.atan2": binary_function("atan2"),
    "arith.remf": binary_function("remf"),
    "tt.precise_sqrt": UNARY["sqrt"],
    "tt.clampf": clamp,
    "arith.maxnumf": lambda ring, p, q: maximum(ring, (p, q)),
    "arith.maximumf": lambda ring, p, q: maximum(ring, (p, q)),
    "arith.minnumf": lambda ring, p, q: minimum(ring, (p, q)),
    "arith.minimumf": lambda ring, p, q: minimum(ring, (p, q)),
}
LOGIC_OPERATIONS: dict[str, Callable[[Ring, int, int], int]] = {
    "arith.andi": indicator_polynomials.conjunction,
    "arith.muli": indicator_polynomials.conjunction,
    "arith.ori": indicator_polynomials.disjunction,
    "arith.xori": indicator_polynomials.exclusive,
    "arith.addi": indicator_polynomials.exclusive,
}
__all__ = ["ONE", "Reals"]
