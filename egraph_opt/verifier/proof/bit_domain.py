"""Symbolic values for proofs of bitwise equality: an expression is an operation with its operands, without any law of algebra.

Two expressions are equal only if they apply the same operations in the same order. A reduction or a matrix product is one operation,
because the compiler chooses its order. So its expression contains the tile's shape and, for a scan, the index.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from egraph_opt.interpret.element_types import element_of
from egraph_opt.interpret.global_memory import SPACE
from egraph_opt.ir.module import Op
from egraph_opt.verifier.lift.distinct_rows import apply_once
from egraph_opt.verifier.lift.expression_domain import Array, Combine, Domain, Numbers, Unliftable

_UNDEFINED_RESULT = ("undefined",)


class Bits(Domain):
    """Hash-consed expressions that are never rewritten: each different expression has a number."""

    undefined = 0

    def __init__(self, work: int = 20_000_000) -> None:
        self.terms: list[Hashable] = [_UNDEFINED_RESULT]
        self.numbers: dict[Hashable, int] = {_UNDEFINED_RESULT: 0}
        self.values: dict[int, int] = {}
        """Integers and truth values of constants."""
        self.work = work

    def term(self, *parts: Hashable) -> int:
        """Return the number of an expression in the table, which is entered if it is new."""
        found = self.numbers.get(parts)
        if found is None:
            self.work -= len(parts)
            if self.work < 0:
                raise Unliftable("the expressions are larger than the limit allows")
            found = self.numbers[parts] = len(self.terms)
            self.terms.append(parts)
        return found

    def operation(self, key: Hashable, *operands: int) -> int:
        """Return the number of an operation applied to numbered operands; 0 (undefined) if an operand is undefined."""
        return 0 if 0 in operands else self.term(key, *operands)

    def constants(self, values: Array, element: str) -> Numbers:
        array = np.asarray(values)
        flat = array.reshape(-1)
        if flat.dtype.kind == "f":  # as bits, because the zeros are equal as numbers
            bits, which = np.unique(flat.astype(np.float64).view(np.int64), return_inverse=True)
            different = bits.view(np.float64)
        else:
            different, which = np.unique(flat, return_inverse=True)
        found = []
        for value in different.tolist():
            number = self.term("constant", element, value.hex() if isinstance(value, float) else int(value))
            if not isinstance(value, float):
                self.values[number] = int(value)
            found.append(number)
        return np.asarray(found, np.int64)[which].reshape(array.shape)

    def elements(self, array: str, element: str, indices: Array) -> Numbers:
        return np.asarray([self.term("element", array, i) for i in indices.tolist()], np.int64)

    def known_values(self, numbers: Numbers, element: str) -> Array | None:
        different, which = np.unique(numbers, return_inverse=True)
        values = [self.values.get(n) for n in different.tolist()]
        if any(v is None for v in values):
            return None
        return np.asarray(values, np.int64)[which].reshape(numbers.shape)

    def pointwise(self, op: Op, operands: Sequence[Numbers]) -> tuple[Numbers, ...]:
        found = []
        for i in range(len(op.results)):
            key = self.term(*key_of(op), i)
            found.append(apply_once(lambda *numbers, key=key: self.operation(key, *numbers), operands))
        return tuple(found)

    def select(self, condition: Numbers, a: Numbers, b: Numbers, element: str) -> Numbers:
        def choose(c: int, x: int, y: int) -> int:
            if c in self.values:
                return x if self.values[c] else y
            return x if x == y and c else self.operation("select", c, x, y)

        return apply_once(choose, (condition, a, b))

    def accumulate(self, kind: int, element: str, old: Numbers, new: Numbers) -> Numbers:
        key = self.term("atomic", kind, element)
        return apply_once(lambda x, y: self.operation(key, x, y), (old, new))

    def reduce(self, op: Op, tensors: Sequence[Numbers], combine: Combine) -> tuple[Numbers, ...]:
        return self.along_rows(op, tensors, whole=True)

    def scan(self, op: Op, tensors: Sequence[Numbers], combine: Combine) -> tuple[Numbers, ...]:
        return self.along_rows(op, tensors, whole=False)

    def along_rows(self, op: Op, tensors: Sequence[Numbers], whole: bool) -> tuple[Numbers, ...]:
        """Return the results of a reduction (`whole`) or scan along the last axis, each an uninterpreted function of its entire row."""
        shape = tensors[0].shape
        rows = np.stack([x.reshape(-1, shape[-1]) for x in tensors], axis=1)
        operands = [0 if 0 in row else self.term("row", *row) for row in rows.reshape(len(rows), -1).tolist()]
        found = []
        for result in range(len(op.results)):
            places = [()] if whole else [(i,) for i in range(shape[-1])]
            keys = [self.term(*key_of(op), shape, result, *place) for place in places]
            numbers = np.asarray([[self.operation(key, row) for key in keys] for row in operands], np.int64)
            found.append(numbers.reshape(shape[:-1] if whole else shape))
        return tuple(found)

    def dot(self, op: Op, a: Numbers, b: Numbers, c: Numbers) -> Numbers:
        if a.ndim > 2:
            return np.stack([self.dot(op, *parts) for parts in zip(a, b, c, strict=True)])
        key = self.term(*key_of(op), *a.shape, *b.shape)
        rows = [0 if 0 in row else self.term("row", *row) for row in a.tolist()]
        columns = [0 if 0 in column else self.term("row", *column) for column in b.T.tolist()]
        found = [
            [self.operation(key, row, column, number) for column, number in zip(columns, numbers, strict=True)]
            for row, numbers in zip(rows, c.tolist(), strict=True)
        ]
        return np.asarray(found, np.int64)

    def buffer_of(self, pointer: int) -> int | None:
        """Return the number of the array that a pointer addresses: a constant address plus offsets; None for other pointers."""
        while pointer:
            if pointer in self.values:
                return self.values[pointer] + (1 << SPACE - 1) >> SPACE
            parts = self.terms[pointer]
            if not isinstance(parts, tuple) or len(parts) != 3 or self.terms[parts[0]][:1] != ("tt.addptr",):  # type: ignore[index]
                return None
            pointer = parts[1]
        return None

    def gather(self, array: str, element: str, contents: tuple[int, ...], pointer: int, start: int) -> int:
        return self.operation(self.term("gather", array, contents), pointer)


def key_of(op: Op) -> tuple[Hashable, ...]:
    """Return a hashable key of everything in an operation except its operands: name, attributes, element types and regions."""
    types = tuple(element_of(v.type) for v in (*op.operands, *op.results))
    return (op.name, tuple(sorted(op.attributes.items())), types, tuple(map(region_key, op.regions)))


def region_key(region: object) -> Hashable:
    """Return a hashable key of a region, in which values are numbered, so that their names do not matter."""
    found: list[Hashable] = []
    for block in region.blocks:  # type: ignore[attr-defined]
        numbers = {v: i for i, v in enumerate(block.arguments)}
        for op in block.ops:
            if not all(v in numbers for v in op.operands):
                raise Unliftable("a reduction uses a value from outside of its region")
            operands = tuple(numbers[v] for v in op.operands)
            found.append((*key_of(op), operands))
            for v in op.results:
                numbers[v] = len(numbers)
    return tuple(found)
