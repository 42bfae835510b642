"""Propagation of errors from rewritten loops to the stores of a program.

Errors are relative to a value's magnitude. A sum has the largest error of its addends, and a product combines the errors of all factors.
Each operation adds its rounding (`error_bounds`). After comparisons, divisions and functions an error is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from egraph_opt.families.numerics import error_bounds
from egraph_opt.families.numerics.vectorizable_loops import MOVEMENT_OPS
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import element_of, tensor_type

Error = Fraction | None
"""Error relative to the magnitude; None if unknown."""
NARROW = {"bf16": Fraction(1, 1 << 8), "f16": Fraction(1, 1 << 11), "f32": Fraction(1, 1 << 24)}
"""Relative error of `arith.truncf` by result type: half a unit in the last place."""
EXACT_OPS = MOVEMENT_OPS | {"arith.negf", "arith.extf", "tt.trans", "tt.reshape", "math.absf"}
PRECISION = {"0 : i32": "tf32", "1 : i32": "tf32x3", "3 : i32": "bf16x3", "4 : i32": "bf16x6", "2 : i32": "ieee"}


def state_errors(function: Op, changes: Mapping[Op, tuple[Mapping[object, Fraction], Fraction]]) -> tuple[str, ...]:
    """Return one line for each store that depends on a rewritten loop, with the store's error bound.

    Args:
        function: the function before the change.
        changes: for each loop, the errors of its results and stores, and the maximum loss by underflow.
    """
    errors: dict[Value, Error] = {}
    said: list[str] = []
    for op in function.walk():
        if op in changes:
            found, lost = changes[op]
            for key, error in found.items():
                if isinstance(key, Value):
                    errors[key] = error
                elif isinstance(key, Op):
                    said.append(sentence(key, error, lost))
            continue
        given = [errors[v] for v in op.operands if v in errors]
        if not given or op.name == "scf.yield":
            continue
        if op.name == "tt.store":
            said.append(sentence(op, errors.get(op.operands[1]), max(lost for _, lost in changes.values())))
        for v in op.results:
            errors[v] = after(op, [errors.get(x, Fraction(0)) for x in op.operands])
    return tuple(said)


def sentence(store: Op, error: Error, lost: Fraction) -> str:
    where = f"store at line {store.line}"
    if error is None:
        return f"{where}: its error is not known, since more than sums and products lie between"
    most = f"at most {float(error):.3g} of its magnitude (the same sum over absolute values)"
    return f"{where}: where the guard holds, its error is {most}, plus {float(lost):.2g} from underflow"


def after(op: Op, given: list[Error]) -> Error:
    """Return the error of an operation's result from the errors of its operands."""
    if any(error is None for error in given):
        return None
    errors = [error for error in given if error is not None]
    if op.name in EXACT_OPS:
        return errors[0]
    if op.name == "arith.truncf":
        return error_bounds.both(errors[0], NARROW.get(element_of(op.results[0].type), Fraction(1)))
    if op.name in ("arith.addf", "arith.subf"):
        return error_bounds.both(max(errors), error_bounds.UNIT)
    if op.name == "arith.mulf":
        return error_bounds.both(*errors, error_bounds.UNIT)
    if op.name == "arith.select":
        return max(errors[1:]) if not errors[0] else None
    if op.name == "tt.reduce" and len(op.operands) == 1 and op.regions[0].blocks[0].ops[0].name == "arith.addf":
        tensor = tensor_type(op.operands[0].type)
        return error_bounds.both(errors[0], error_bounds.bound_sum(max(tensor.shape) if tensor else 1))
    if op.name == "tt.dot":
        left = tensor_type(op.operands[0].type)
        named = {p.name: p for p in error_bounds.PRECISIONS}.get(PRECISION.get(op.attributes.get("inputPrecision", ""), ""))
        if left is not None and named is not None:
            return error_bounds.both(
                max(error_bounds.both(errors[0], errors[1]), errors[2]), error_bounds.dot(named, left.shape[-1] + 1)
            )
    return None
