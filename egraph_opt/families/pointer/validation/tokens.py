"""Accesses as tokens: opaque operations that are equal if their numbers are."""

from __future__ import annotations

from collections.abc import Mapping

from egraph_opt.ir.module import Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.rewrite import expand_ops

Token = tuple[int, tuple[Value, ...]]
"""Number, and operands; a number below zero for an operation that goes. The token of a `scf.yield` comes before it."""


def marked(function: Op, tokens: Mapping[Op, Token]) -> Op:
    """Return the function with a token in place of each of these accesses."""

    def mark(op: Op) -> list[Op]:
        if op in tokens:
            number, operands = tokens[op]
            stays = [op] if op.name == "scf.yield" else []
            return [] if number < 0 else [_token(number, operands, op.results), *stays]
        return [expand_ops(op, mark)]

    return expand_ops(function, mark)


def _token(number: int, operands: tuple[Value, ...], results: tuple[Value, ...]) -> Op:
    pieces: list[Piece] = ['"access.token"(']
    for i in range(len(operands)):
        pieces += [", ", Operand(i)] if i else [Operand(i)]
    pieces.append(f") {{number = {number} : i64}} : (")
    for i in range(len(operands)):
        pieces += [", ", TypeOf("operand", i)] if i else [TypeOf("operand", i)]
    pieces += [") -> ", TypeOf("result", 0) if results else "()"]
    return Op("access.token", operands, results, {"number": f"{number} : i64"}, pieces=tuple(pieces))
