"""Texts of operations that several writers make."""

from __future__ import annotations

from egraph_opt.ir.module import Operand, Piece, TypeOf

SELECT: tuple[Piece, ...] = (
    "arith.select ", Operand(0), ", ", Operand(1), ", ", Operand(2), " : ", TypeOf("operand", 0), ", ", TypeOf("operand", 1),
)  # fmt: skip
"""Text of a select, lane by lane."""


def generic(name: str, operands: int, words: str, result: bool) -> tuple[Piece, ...]:
    """Return the text of an operation in generic form.

    Args:
        name: the operation's name.
        operands: how many operands it has.
        words: its properties in angle brackets, or nothing.
        result: whether it has a result.
    """
    values: list[Piece] = []
    types: list[Piece] = []
    for i in range(operands):
        values += [", ", Operand(i)] if i else [Operand(i)]
        types += [", ", TypeOf("operand", i)] if i else [TypeOf("operand", i)]
    return (f'"{name}"(', *values, f"){words} : (", *types, ") -> ", TypeOf("result", 0) if result else "()")
