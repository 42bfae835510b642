"""Constructors of scalar operations, and of any operation with one result."""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.ir.module import Op, Operand, Piece, TypeOf, Value


def operation(name: str, operands: tuple[Value, ...], type: str, pieces: tuple[Piece, ...], **attributes: str) -> Op:
    """Return a new operation with one result, or without results if `type` is empty."""
    results = (Value(type, "%" + name.rpartition(".")[2]),) if type else ()
    return Op(name, operands, results, attributes, pieces=pieces)


def put(new: Op, near: Op, ops: list[Op]) -> Value:
    """Append the operation `new` to the list `ops`; return its result. It gets the source line of the operation `near`."""
    ops.append(replace(new, line=near.line))
    return new.results[0]


def binary(name: str, a: Value, b: Value) -> Op:
    return operation(name, (a, b), a.type, (f"{name} ", Operand(0), ", ", Operand(1), " : ", TypeOf("operand", 0)))


def cast(name: str, a: Value, type: str) -> Op:
    pieces: tuple[Piece, ...] = (f"{name} ", Operand(0), " : ", TypeOf("operand", 0), " to ", TypeOf("result", 0))
    return operation(name, (a,), type, pieces)


def select(condition: Value, x: Value, y: Value) -> Op:
    """Return `condition ? x : y` for a scalar condition."""
    pieces: tuple[Piece, ...] = ("arith.select ", Operand(0), ", ", Operand(1), ", ", Operand(2), " : ", TypeOf("operand", 1))
    return operation("arith.select", (condition, x, y), x.type, pieces)


def constant(number: int, type: str) -> Op:
    op = operation("arith.constant", (), type, (f"arith.constant {number} : {type}",), value=f"{number} : {type}")
    name = f"%c{number}_{type}" if number >= 0 else f"%cm{-number}_{type}"
    return Op(op.name, (), (Value(type, name),), op.attributes, pieces=op.pieces)
