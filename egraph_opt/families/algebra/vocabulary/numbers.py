"""Numbers of operations in the terms of tensor algebra."""

from __future__ import annotations

from enum import IntEnum


class Operation(IntEnum):
    """Number of an operation, printed by name.

    All but `OTHERS` are interpreted: `arith.andi`, `arith.ori`, wrapping `arith.addi` and `arith.muli`, `tt.addptr`, `arith.select`.
    `OTHERS` covers all operations that only their form (name, attributes, element types) distinguishes.
    """

    AND = 1
    OR = 2
    ADD = 3
    MULTIPLY = 4
    OFFSET = 5
    SELECT = 6
    OTHERS = 16

    def __str__(self) -> str:
        return self.name


AND, OR, ADD, MULTIPLY, OFFSET, SELECT, OTHERS = Operation
OPERANDS = {AND: 2, OR: 2, ADD: 2, MULTIPLY: 2, OFFSET: 2, SELECT: 3}
"""Operand count of each interpreted operation."""
