"""IREE's schedule of a program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import prod

from egraph_opt.families.region.choice.schedule import Command, Schedule
from egraph_opt.families.region.choice.selected import flops
from egraph_opt.families.region.encode.computing import segments
from egraph_opt.families.region.encode.function import ASSUMED_EXTENT, ranked
from egraph_opt.families.region.encode.index import evaluate
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import element_bytes, is_tensor, tensor_type
from egraph_opt.iree.compile import DEFAULT, Target
from egraph_opt.iree.process import call
from egraph_opt.text import read


@lru_cache(maxsize=64)
def schedule_of(text: str, assumed: int = ASSUMED_EXTENT, target: Target = DEFAULT) -> Schedule:
    """Return IREE's schedule of a program, with the work of each dispatch as its executable states it.

    Extents that come from arguments are taken as `assumed`, and everything is computed from that.

    Raises:
        IreeError: IREE does not compile the program.
    """
    arguments = (*target.arguments, "--compile-to=stream", "--mlir-print-op-generic", "--mlir-print-local-scope", "-", "-o", "-")
    module = read(call("iree-compile", *arguments, text=text, seconds=target.seconds, memory=target.memory))
    kernels = {_name(op): op for op in module.op.walk() if op.name == "func.func"}
    commands: list[Command] = []
    waves: list[int] = []
    transient = 0
    for function in (op for op in module.op.walk() if op.name == "util.func"):
        known = numbers(function, {}, assumed)
        for op in function.walk():
            if op.name == "stream.resource.alloca" and "transient" in op.results[0].type:
                transient += sum(known.get(v, 0) for v in op.operands[:1])
            if op.name == "stream.cmd.execute":
                together = [list(_commands(top)) for top in op.regions[0].blocks[0].ops]
                together = [group for group in together if group]
                waves = [w + len(together) for w in waves]  # executions follow one another
                for n, group in enumerate(together):
                    commands += [_command(inner, known, kernels, assumed) for inner in group]
                    waves += [len(together) - 1 - n] * len(group)
    return Schedule(commands, waves, transient)


def numbers(function: Op, given: Mapping[Value, int], assumed: int) -> dict[Value, int]:
    """Return the integers of a function, given some of them. An extent of an argument, and an argument itself, is `assumed`."""
    known = dict(given)
    for argument in function.regions[0].blocks[0].arguments:
        if argument.type in ("index", "i64", "i32"):
            known.setdefault(argument, assumed)
    for op in function.walk():
        found = (assumed,) if op.name == "hal.buffer_view.dim" else evaluate(op, known)
        known.update(zip(op.results, found or (), strict=False))
    return known


def _name(op: Op) -> str:
    return op.attributes.get("sym_name", "").strip('"')


def _commands(op: Op) -> Iterator[Op]:
    return (inner for inner in op.walk() if inner.name in ("stream.cmd.dispatch", "stream.cmd.copy", "stream.cmd.fill"))


def _command(op: Op, known: Mapping[Value, int], kernels: Mapping[str, Op], assumed: int) -> Command:
    if op.name == "stream.cmd.copy":
        return Command("copy", (), (), 0.0, 2 * known.get(op.operands[-1], 0))
    if op.name == "stream.cmd.fill":
        return Command("fill", (), (), 0.0, known.get(op.operands[3], 0))
    entry = re.findall(r"@([\w$.-]+)", op.attributes.get("entry_points", ""))[-1]
    kernel = kernels[entry]
    groups, scalars = segments(op), [v for v in kernel.regions[0].blocks[0].arguments if v.type != "!stream.binding"]
    given = {a: known[v] for a, v in zip(scalars, groups[1] if len(groups) > 1 else (), strict=False) if v in known}
    inside = numbers(kernel, given, assumed)
    shapes: dict[Value, tuple[int, ...]] = {}
    work, moved = 0.0, 0
    for inner in kernel.walk():
        for result in inner.results:
            if (tensor := ranked(result.type)) is not None:
                shapes[result] = _shape(inner, tensor[0], inside, shapes, assumed)
        if inner.name.startswith("linalg.") and inner.results and inner.name != "linalg.fill":
            operands = [shapes.get(v, ()) for v in inner.operands if is_tensor(v.type)]
            work += flops(inner, shapes.get(inner.results[0], ()), operands)
        elif inner.name.endswith("dispatch.tensor.load"):
            moved += _bytes(inner.results[0], shapes)
        elif inner.name.endswith("dispatch.tensor.store"):
            moved += _bytes(inner.operands[0], shapes)
    return Command("dispatch" if "slow_memcpy" not in entry else "slow", (), (), work, moved)


def _shape(
    op: Op, typed: Sequence[int | None], known: Mapping[Value, int], shapes: Mapping[Value, tuple[int, ...]], assumed: int
) -> tuple[int, ...]:
    """Return the shape of a result. Dynamic extents come from the operation, or else are as assumed."""
    given: Sequence[int] = ()
    if op.name == "tensor.empty":
        given = [known.get(v, assumed) for v in op.operands]
    elif op.name.endswith(("dispatch.tensor.load", "tensor.extract_slice")):
        given = [known.get(v, assumed) for v in segments(op)[-2]]
    elif op.operands and len(like := shapes.get(op.operands[-1], ())) == len(typed):
        given = [n for n, t in zip(like, typed, strict=True) if t is None]
    rest = iter(given)
    return tuple(next(rest, assumed) if n is None else n for n in typed)


def _bytes(value: Value, shapes: Mapping[Value, tuple[int, ...]]) -> int:
    tensor = tensor_type(value.type)
    return prod(shapes.get(value, tensor.shape if tensor else ())) * element_bytes(value.type)
