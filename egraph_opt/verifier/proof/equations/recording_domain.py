"""Symbolic execution over the real numbers that records operations as terms, and replaces values by equal ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from egraph_opt.interpret.element_types import element_of
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.verifier.lift.distinct_rows import apply_once
from egraph_opt.verifier.lift.expression_domain import Combine, Numbers
from egraph_opt.verifier.proof.equations.operation_record import LONGEST_ROW, OperationRecord
from egraph_opt.verifier.proof.reals.indicator_polynomials import negation
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE
from egraph_opt.verifier.proof.reals.real_domain import EXTERNAL, FLOATS, Reals, fold_of
from egraph_opt.verifier.side import ArraySpec

_NAMES = {
    "maxnumf": "maximum",
    "maximumf": "maximum",
    "minnumf": "minimum",
    "minimumf": "minimum",
    "precise_divf": "divf",
    "approx_divf": "divf",
    "precise_sqrt": "sqrt",
}
"""Names of operations in the record, where they differ."""
_FOLDS = {"sum": "add", "max": "maximum", "min": "minimum"}
_ORDERS = {2: (False, False), 3: (True, True), 4: (True, False), 5: (False, True)}
"""Predicates of `arith.cmpf` that are a comparison by >: whether its operands are exchanged, and whether it is negated."""


class RecordingReals(Reals):
    """Symbolic values over the real numbers, with a record of their operations on floats."""

    def __init__(self, record: OperationRecord, arrays: Sequence[ArraySpec]) -> None:
        super().__init__(record.ring, arrays)
        self.record = record

    def function(self, op: Op) -> Callable[..., int]:
        compute, record = super().function(op), self.record
        if op.name == "arith.cmpf" and (order := _ORDERS.get((integer(op.attributes["predicate"]) - 2) % 6 + 2)):
            return partial(self.comparison, *order, compute)
        name = op.name.partition(".")[2] if element_of(op.results[0].type) in FLOATS else ""
        if op.name == "tt.extern_elementwise":
            symbol = op.attributes["symbol"].strip('"').removeprefix("__nv_")
            name = EXTERNAL.get(symbol) or EXTERNAL.get(symbol.removesuffix("f")) or ""
        name = _NAMES.get(name, name)
        return lambda *operands: record.enter(name, operands, compute(*operands))

    def comparison(self, exchanged: bool, negated: bool, compute: Callable[..., int], p: int, q: int) -> int:
        """Compare two floats, as a recorded comparison by > or its negation."""
        found = compute(p, q)
        if min(p, q, found) < FINITE or self.ring.rational(found) is not None:
            return found
        larger = self.record.node("greater", *((q, p) if exchanged else (p, q)))
        if not negated:
            return larger
        return self.record.enter("", (larger,), negation(self.ring, larger))

    def select(self, condition: Numbers, a: Numbers, b: Numbers, element: str) -> Numbers:
        found = super().select(condition, a, b, element)
        if element not in FLOATS:
            return found

        def enter(value: int, *operands: int) -> int:
            self.record.enter("", operands, value)
            return self.record.enter_extremum(value)

        return apply_once(enter, (found, condition, a, b))

    def dot(self, op: Op, a: Numbers, b: Numbers, c: Numbers) -> Numbers:
        found = super().dot(op, a, b, c)
        if a.ndim == 2:
            rows, columns = a.tolist(), b.T.tolist()
            for (i, j), value in np.ndenumerate(found):
                self.record.enter("", (*rows[i], *columns[j]), int(value))
        return found

    def reduce(self, op: Op, tensors: Sequence[Numbers], combine: Combine) -> tuple[Numbers, ...]:
        kind = fold_of(op)
        if kind is None or element_of(op.results[0].type) not in FLOATS or tensors[0].shape[-1] > LONGEST_ROW:
            return super().reduce(op, tensors, combine)
        self.ring.laws.add(f"{kind}_in_any_order")
        rows = tensors[0].reshape(-1, tensors[0].shape[-1]).tolist()
        found = [self.record.fold(_FOLDS[kind], row) for row in rows]
        return (np.asarray(found, np.int64).reshape(tensors[0].shape[:-1]),)
