"""Numbers of operations in words of tensor algebra."""

from __future__ import annotations

from enum import IntEnum


class Operation(IntEnum):
    """Number of an operation in words, which shows as its name.

    All but the last have a known meaning: `arith.andi`, `arith.ori`, `arith.addi` and `arith.muli` that wrap around, `tt.addptr`,
    `arith.select`. `OTHERS` stands for operations without one, which their forms tell apart.
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
