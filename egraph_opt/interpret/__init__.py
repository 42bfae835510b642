"""Reference interpreter of TTIR and TTGIR functions, with memory in numpy arrays.

    function, = read(text).functions()
    interpret(function, [x, y, 100])      # runs one program instance; stores write the arrays
    launch(function, [x, y, 100], (4,))   # runs the instances of a grid, one after the other

The interpreter shares only the parser and the layout maps with the optimiser.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np

from egraph_opt.interpret import (
    buffer_ops,
    memory_ops,
    pointwise_ops,
    reduction_ops,
    shape_ops,
    shared_memory,
    tts_ops,
)  # each module registers its operations
from egraph_opt.interpret.distributed_tensors import RegisterMachine
from egraph_opt.interpret.element_types import Array, Datum, dtype_of, element_of, fit, from_bits, to_bits
from egraph_opt.interpret.errors import CopiesDiffer, NotInThread, NotModelled, OutOfBounds, StepLimit
from egraph_opt.interpret.executor import Machine
from egraph_opt.interpret.global_memory import CallerMemory
from egraph_opt.interpret.op_table import TABLE
from egraph_opt.interpret.tensor_windows import TensorWindow
from egraph_opt.ir.module import Op, symbol_name

__all__ = [
    "TABLE",
    "CopiesDiffer",
    "NotInThread",
    "NotModelled",
    "OutOfBounds",
    "StepLimit",
    "from_bits",
    "interpret",
    "launch",
    "to_bits",
]
_ENTERED = (memory_ops, buffer_ops, reduction_ops, pointwise_ops, shape_ops, shared_memory, tts_ops)


def interpret(
    function: Op,
    arguments: Sequence[Array | TensorWindow | float],
    program: Sequence[int] = (0, 0, 0),
    grid: Sequence[int] = (1, 1, 1),
    *,
    functions: Iterable[Op] = (),
    by_register: bool = False,
    max_steps: int = 1_000_000,
) -> tuple[Datum, ...]:
    """Run one program instance, and return the function's results.

    Args:
        arguments: one argument for each parameter. A pointer is given as the contiguous, writable array to which it points
            (`bf16` and `f8` as unsigned integers, see `to_bits`). A scalar is given as a number, and a descriptor as a
            `TensorWindow`.
        program, grid: index of the instance, and size of the grid, on up to three axes.
        functions: functions that `tt.call` may call.
        by_register: store every tensor as [block, warp, lane, register] according to its layout. Check that replicas agree, and
            that operations read only elements of their own thread. Otherwise layouts are ignored.
        max_steps: maximum number of operations.

    Raises:
        NotModelled, OutOfBounds, StepLimit: see these classes. A note on the error has the operation's line.
        CopiesDiffer, NotInThread: only with `by_register`.
    """
    memory = CallerMemory()
    known = {symbol_name(f): f for f in functions}
    x, y, z = (*program, 0, 0, 0)[:3]
    nx, ny, nz = (*grid, 1, 1, 1)[:3]
    machine = (RegisterMachine if by_register else Machine)(known, memory, (x, y, z), (nx, ny, nz), max_steps)
    parameters = function.regions[0].blocks[0].arguments
    values: list[Datum] = []
    for parameter, argument in zip(parameters, arguments, strict=True):
        if isinstance(argument, np.ndarray) and argument.ndim:
            values.append(memory.add(argument))
        elif isinstance(argument, TensorWindow):
            values.append(argument)
        else:
            values.append(fit(np.asarray(argument).astype(dtype_of(element_of(parameter.type))), element_of(parameter.type)))
    with np.errstate(all="ignore"):
        return machine.call(function, values)


def launch(
    function: Op,
    arguments: Sequence[Array | float],
    grid: Sequence[int],
    *,
    functions: Iterable[Op] = (),
    by_register: bool = False,
    max_steps: int = 1_000_000,
) -> None:
    """Run every program instance of a grid sequentially, first axis fastest. `max_steps` limits each instance. Other arguments as
    for `interpret`.
    """
    known = tuple(functions)
    for z, y, x in product(*(range(n) for n in reversed((*grid, 1, 1, 1)[:3]))):
        interpret(
            function, arguments, (x, y, z), grid, functions=known, by_register=by_register, max_steps=max_steps
        )  # fmt: skip
