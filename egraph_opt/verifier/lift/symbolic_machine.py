"""Machine that runs a program instance with expressions in place of floats and of elements of arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from egraph_opt.interpret import TABLE
from egraph_opt.interpret.element_types import Datum, dtype_of, element_of, pointee, shape_of
from egraph_opt.interpret.errors import NotModelled, OutOfBounds, StepLimit
from egraph_opt.interpret.executor import Machine
from egraph_opt.interpret.global_memory import CallerMemory
from egraph_opt.interpret.op_table import POINTWISE, OpTable
from egraph_opt.interpret.tensor_windows import TensorWindow
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.verifier.lift.expression_domain import Domain, ElementDependence, Numbers, Symbols, Unliftable
from egraph_opt.verifier.lift.symbolic_memory import SymbolicMemory

SYMBOLIC = OpTable()
"""Functions for operations that the machine does not leave to the interpreter. They run on expressions."""
symbolic = SYMBOLIC.enter
REARRANGEMENTS = frozenset(
    "tt.splat tt.broadcast tt.expand_dims tt.reshape tt.unsplat tt.trans tt.join tt.split tt.cat ttg.convert_layout".split()
)
"""Operations that only move elements."""
_FLOATS = frozenset(("f16", "f32", "f64", "bf16"))


def is_float(type: str) -> bool:
    """Return whether the elements of a type are floats."""
    element = element_of(type)
    return element in _FLOATS or element.startswith("f8")


class LiftMachine(Machine):
    """Interpreter of one program instance whose floats and array elements are expressions."""

    domain: Domain
    arrays: SymbolicMemory

    def __init__(
        self,
        functions: Any,
        domain: Domain,
        arrays: SymbolicMemory,
        program: tuple[int, int, int],
        grid: tuple[int, int, int],
        steps: int,
    ) -> None:
        super().__init__(functions, CallerMemory(), program, grid, steps)
        self.domain, self.arrays = domain, arrays

    def run(self, op: Op, operands: Sequence[Datum]) -> None:
        try:
            super().run(op, operands)
        except Unliftable as error:
            error.place = error.place or f"{op.name} at line {op.line}"
            raise
        except NotModelled as error:
            raise error_at(f"{error.name} is not modelled", op) from None
        except StepLimit:
            raise error_at("more operations are run than the limit allows", op) from None
        except (OutOfBounds, AssertionError) as error:
            raise error_at(str(error) or "an assertion fails", op) from None
        except (AttributeError, TypeError):
            if not any(isinstance(x, Symbols) for x in operands):
                raise
            raise error_at("the operation is not modelled for values that are not known", op) from None

    def branch(self, op: Op, operands: list[Datum]) -> tuple[str, list[Datum]]:
        if op.name == "cf.cond_br" and isinstance(operands[0], Symbols):
            raise at_operation(ElementDependence("a branch depends on an element of an array"), op)
        return super().branch(op, operands)

    def apply(self, op: Op, operands: Sequence[Datum]) -> Datum:
        own = SYMBOLIC.get(op.name)
        if own is not None:
            return own(self, op, *operands)
        symbols = any(isinstance(x, Symbols) for x in operands)
        if op.name in REARRANGEMENTS:
            return self.rearrange(op, operands) if symbols else super().apply(op, operands)
        if op.regions or op.name.endswith("_call") or op.name == "tt.call":
            return super().apply(op, operands)
        if not symbols and not any(is_float(v.type) for v in (*op.operands, *op.results)):
            return super().apply(op, operands)
        if op.name not in TABLE:
            raise NotModelled(op.name)
        if op.name == "arith.constant":
            return Symbols(self.domain.constants(np.asarray(super().apply(op, operands)), element_of(op.results[0].type)))
        return self.pointwise(op, operands)

    def numbers(self, value: Datum, type: str) -> Numbers:
        """Return the expression ids of a value; numbers become constants."""
        if isinstance(value, Symbols):
            return value.numbers
        if isinstance(value, TensorWindow):
            raise NotModelled("a block pointer as a value")
        return self.domain.constants(np.asarray(value), element_of(type))

    def datum(self, numbers: Numbers, type: str) -> Datum:
        """Return expressions as a value of the machine: integers become numbers if all are constant."""
        if is_float(type):
            return Symbols(numbers)
        known = self.domain.known_values(numbers, element_of(type))
        return Symbols(numbers) if known is None else known.astype(dtype_of(element_of(type)))

    def rearrange(self, op: Op, operands: Sequence[Datum]) -> Datum:
        arrays = [self.numbers(x, v.type) for x, v in zip(operands, op.operands, strict=True)]
        found = TABLE[op.name](self, op, *arrays)
        return tuple(map(Symbols, found)) if isinstance(found, tuple) else Symbols(np.asarray(found))

    def pointwise(self, op: Op, operands: Sequence[Datum]) -> Datum:
        if op.name not in ELEMENTWISE:
            raise NotModelled(f"{op.name} of unknown values")
        arrays = [self.numbers(x, v.type) for x, v in zip(operands, op.operands, strict=True)]
        found = self.domain.pointwise(op, np.broadcast_arrays(*arrays))
        return tuple(self.datum(x, v.type) for x, v in zip(found, op.results, strict=True))


def error_at(reason: str, op: Op) -> Unliftable:
    """Return an error with a reason that names the operation and its line."""
    return at_operation(Unliftable(reason), op)


def at_operation(error: Unliftable, op: Op) -> Unliftable:
    """Name the operation and its line in an error, and return it."""
    error.place = f"{op.name} at line {op.line}"
    return error


ELEMENTWISE = POINTWISE | {"arith.select"}
"""Elementwise operations, which the domain of expressions supports or refuses."""


@symbolic("arith.select")
def _select(machine: LiftMachine, op: Op, condition: Datum, a: Datum, b: Datum) -> Datum:
    """Select elements directly if the conditions are numbers, else by a selection expression."""
    type = op.results[0].type
    if not isinstance(condition, Symbols):
        if not np.ndim(condition):
            return a if condition.item() else b
        if not isinstance(a, Symbols) and not isinstance(b, Symbols):
            return np.where(condition, a, b)
        return machine.datum(np.where(condition, machine.numbers(a, type), machine.numbers(b, type)), type)
    element = element_of(type)
    test, x, y = np.broadcast_arrays(condition.numbers, machine.numbers(a, type), machine.numbers(b, type))
    return machine.datum(machine.domain.select(test, x, y, element), type)


@symbolic("tt.gather")
def _gather(machine: LiftMachine, op: Op, source: Datum, indices: Datum) -> Datum:
    if isinstance(indices, Symbols):
        raise NotModelled("tt.gather at unknown indices")
    if isinstance(source, Symbols):
        return Symbols(TABLE["tt.gather"](machine, op, source.numbers, indices))
    return TABLE["tt.gather"](machine, op, source, indices)


@symbolic("scf.if")
def _if(machine: LiftMachine, op: Op, condition: Datum) -> Datum:
    if not isinstance(condition, Symbols):
        return TABLE["scf.if"](machine, op, condition)
    before = machine.arrays.copy_state()
    taken = machine.region(op.regions[0])
    after = machine.arrays.copy_state()
    machine.arrays.buffers = before
    others = machine.region(op.regions[1]) if len(op.regions) > 1 and op.regions[1].blocks else ()
    machine.arrays.merge_state(condition.numbers, after)
    return tuple(
        merge_values(machine, condition.numbers, a, b, v.type) for a, b, v in zip(taken, others, op.results, strict=True)
    )  # fmt: skip


def merge_values(machine: LiftMachine, condition: Numbers, a: Datum, b: Datum, type: str) -> Datum:
    """Return a result of an `scf.if` with a symbolic condition: a selection between the results of both regions."""
    if isinstance(a, TensorWindow) or isinstance(b, TensorWindow):
        if a == b:
            return a
        raise ElementDependence("a branch that depends on an element of an array gives a block pointer")
    x, y = np.broadcast_arrays(machine.numbers(a, type), machine.numbers(b, type))
    return machine.datum(machine.domain.select(np.broadcast_to(condition, x.shape), x, y, element_of(type)), type)


@symbolic("scf.for")
def _for(machine: LiftMachine, op: Op, lower: Datum, upper: Datum, step: Datum, *carried: Datum) -> Datum:
    if any(isinstance(x, Symbols) for x in (lower, upper, step)):
        raise ElementDependence("the bounds of a loop depend on an element of an array")
    return TABLE["scf.for"](machine, op, lower, upper, step, *carried)


@symbolic("scf.while")
def _while(machine: LiftMachine, op: Op, *carried: Datum) -> Datum:
    while True:
        goes_on, *passed = machine.region(op.regions[0], carried)
        if isinstance(goes_on, Symbols):
            raise ElementDependence("the condition of a loop depends on an element of an array")
        if not goes_on.item():
            return tuple(passed)
        carried = machine.region(op.regions[1], passed)


@symbolic("tt.print")
def _nothing(machine: LiftMachine, op: Op, *operands: Datum) -> Datum:
    """Do nothing: the operation has no effect on values."""
    return ()


@symbolic("gpu.barrier ttg.barrier")
def _barrier(machine: LiftMachine, op: Op) -> Datum:
    machine.arrays.pass_barrier()
    return ()


@symbolic("tt.assert cf.assert llvm.intr.assume")
def _assume(machine: LiftMachine, op: Op, condition: Datum) -> Datum:
    """Check an assertion or assumption that is a number. For one on elements of arrays, only record that there is one."""
    if isinstance(condition, Symbols):
        machine.arrays.assumes = True
    elif not np.all(condition):
        raise Unliftable("an assumption or assertion of the kernel does not hold")
    return ()


@symbolic("ub.poison")
def _poison(machine: LiftMachine, op: Op) -> Datum:
    return Symbols(np.full(shape_of(op.results[0].type), machine.domain.undefined, np.int64))


def _along_axis(machine: LiftMachine, op: Op, tensors: Sequence[Datum]) -> tuple[int, list[Numbers]]:
    axis = integer(op.attributes["axis"])
    found = [machine.numbers(x, v.type) for x, v in zip(tensors, op.operands, strict=True)]
    return axis, [np.moveaxis(x, axis, -1) for x in found]


def _combine(machine: LiftMachine, op: Op) -> Callable[[tuple[Numbers, ...], tuple[Numbers, ...]], tuple[Numbers, ...]]:
    """Return the combine region of a reduction or scan as a function of arrays of expression ids."""
    arguments = op.regions[0].blocks[0].arguments

    def combine(left: tuple[Numbers, ...], right: tuple[Numbers, ...]) -> tuple[Numbers, ...]:
        given = [machine.datum(x, v.type) for x, v in zip((*left, *right), arguments, strict=True)]
        found = machine.region(op.regions[0], given)
        return tuple(machine.numbers(x, v.type) for x, v in zip(found, arguments, strict=False))

    return combine


@symbolic("tt.reduce")
def _reduce(machine: LiftMachine, op: Op, *tensors: Datum) -> Datum:
    if not any(isinstance(x, Symbols) for x in tensors):
        return TABLE[op.name](machine, op, *tensors)
    _, rows = _along_axis(machine, op, tensors)
    found = machine.domain.reduce(op, rows, _combine(machine, op))
    return tuple(machine.datum(x, v.type) for x, v in zip(found, op.results, strict=True))


@symbolic("tt.scan")
def _scan(machine: LiftMachine, op: Op, *tensors: Datum) -> Datum:
    if not any(isinstance(x, Symbols) for x in tensors):
        return TABLE[op.name](machine, op, *tensors)
    axis, rows = _along_axis(machine, op, tensors)
    step = -1 if integer(op.attributes["reverse"]) else 1
    found = machine.domain.scan(op, [x[..., ::step] for x in rows], _combine(machine, op))
    return tuple(
        machine.datum(np.moveaxis(x[..., ::step], -1, axis), v.type) for x, v in zip(found, op.results, strict=True)
    )  # fmt: skip


@symbolic("tt.dot")
def _dot(machine: LiftMachine, op: Op, a: Datum, b: Datum, c: Datum) -> Datum:
    parts = [machine.numbers(x, v.type) for x, v in zip((a, b, c), op.operands, strict=True)]
    return machine.datum(machine.domain.dot(op, *parts), op.results[0].type)


__all__ = ["SYMBOLIC", "LiftMachine", "is_float", "pointee", "symbolic"]
