"""Values of masked lanes: whether they are one value, zero, or the NaN that Triton pads with."""

from __future__ import annotations

from egraph_opt.families.pointer.symbolic.program import Program
from egraph_opt.families.pointer.validation.refused import Refused
from egraph_opt.ir.attributes import splat
from egraph_opt.ir.module import Value
from egraph_opt.ir.types import element_of

QUIET = {"f16": "0x7E00", "bf16": "0x7FC0", "f32": "0x7FC00000", "f64": "0x7FF8000000000000"}
"""NaN of `llvm::APFloat::getNaN`, which Triton pads with."""


def spread(old: Program, tensor: Value, new: Program, scalar: Value) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """Return the values to compare so that all elements of a tensor are one scalar: none if both are the same constant.

    Raises:
        Refused: they are not the same.
    """
    (one, _), (two, _) = old.defined.get(tensor, (None, 0)), new.defined.get(scalar, (None, 0))
    if (
        one is not None
        and two is not None
        and one.name == two.name
        and one.name in ("arith.sitofp", "arith.extf", "arith.truncf")
    ):
        if element_of(tensor.type) == scalar.type:
            return spread(old, one.operands[0], new, two.operands[0])
        raise Refused(f"masked lanes get {scalar.name}, not {tensor.name}")
    if one is not None and one.name == "tt.splat":
        return one.operands, (scalar,)
    if one is not None and two is not None and one.name == two.name == "arith.constant":
        words = [splat(op.attributes["value"]) for op in (one, two)]
        if words[0] is not None and words[0] == words[1] and element_of(tensor.type) == scalar.type:
            return (), ()
    raise Refused(f"masked lanes get {scalar.name}, not {tensor.name}")


def padded(program: Program, scalar: Value | None, nan: bool) -> bool:
    """Return whether a scalar, or all elements of a tensor, are a constant zero, or NaN as padding writes it."""
    op, _ = program.defined.get(scalar, (None, 0)) if scalar is not None else (None, 0)
    if op is None or op.name != "arith.constant":
        return False
    number = splat(op.attributes["value"])
    return number == QUIET.get(element_of(op.results[0].type), "") if nan else number in ("0", "0.000000e+00", "false")


def is_zero(program: Program, value: Value) -> bool:
    op, _ = program.defined.get(value, (None, 0))
    if op is None or op.name != "arith.constant":
        return False
    return splat(op.attributes["value"]) in ("0", "0.000000e+00", "false")
