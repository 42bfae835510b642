"""Construction of tensor and pointer operations: splat, `addptr`, `expand_dims`, broadcast and comparison.

`NotRaised` carries the reason why an access is not raised.
"""

from __future__ import annotations

from egraph_opt.errors import EgraphOptError
from egraph_opt.ir.create import operation
from egraph_opt.ir.module import Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.types import ScalarType, element_bytes, pointee_of, tensor_type, type_of


class NotRaised(EgraphOptError):
    """Report that an access stays unchanged; the message says why."""


CODES = {"slt": 2, "sge": 5}


def splat(x: Value, type: str) -> Op:
    return operation("tt.splat", (x,), type, ("tt.splat ", Operand(0), " : ", *ARROW))


def addptr(pointer: Value, offset: Value) -> Op:
    pieces: tuple[Piece, ...] = (
        "tt.addptr ",
        Operand(0),
        ", ",
        Operand(1),
        " : ",
        TypeOf("operand", 0),
        ", ",
        TypeOf("operand", 1),
    )
    return operation("tt.addptr", (pointer, offset), pointer.type, pieces)


def expand_dims(x: Value, axis: int) -> Op:
    tensor = tensor_type(x.type)
    assert tensor
    type = str(tensor._replace(shape=(*tensor.shape[:axis], 1, *tensor.shape[axis:])))
    pieces: tuple[Piece, ...] = ("tt.expand_dims ", Operand(0), f" {{axis = {axis} : i32}} : ", *ARROW)
    return operation("tt.expand_dims", (x,), type, pieces, axis=f"{axis} : i32")


def broadcast(x: Value, shape: tuple[int, ...]) -> Op:
    tensor = tensor_type(x.type)
    assert tensor
    return operation("tt.broadcast", (x,), str(tensor._replace(shape=shape)), ("tt.broadcast ", Operand(0), " : ", *ARROW))


def compare(predicate: str, x: Value, y: Value) -> Op:
    tensor = tensor_type(x.type)
    assert tensor
    pieces: tuple[Piece, ...] = (f"arith.cmpi {predicate}, ", Operand(0), ", ", Operand(1), " : ", TypeOf("operand", 0))
    type = str(tensor._replace(element="i1"))
    return operation("arith.cmpi", (x, y), type, pieces, predicate=f"{CODES[predicate]} : i64")


ARROW: tuple[Piece, ...] = (TypeOf("operand", 0), " -> ", TypeOf("result", 0))


def pointee_bytes(text: str) -> int:
    """Return the element size in bytes of a pointer or a tensor of pointers; 0 if unknown."""
    pointee = pointee_of(text) or ""
    return element_bytes(pointee) if isinstance(type_of(pointee), ScalarType) else 0
