"""Schedule that IREE generates for a program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule, DeviceCommand
from egraph_opt.families.region.encode.linalg_reader import segments
from egraph_opt.families.region.encode.op_cost import numbers, work_of
from egraph_opt.families.region.encode.tensor_program import ASSUMED_EXTENT
from egraph_opt.ir.module import Op, Value, symbol_name
from egraph_opt.iree.compiler import DEFAULT, IreeBackend, compile_to_stream
from egraph_opt.iree.program import read_printed
from egraph_opt.iree.tool_memo import remember_results

SILENT_OPS = frozenset(("util.global", "util.initializer", "stream.executable.export"))
"""Operations that the reader skips, with their bodies."""

_SYMBOLS = re.compile(r'@(?:"([^"]*)"|([\w$.-]+))')


@remember_results(64)
def schedule_of(text: str, assumed: int = ASSUMED_EXTENT, target: IreeBackend = DEFAULT) -> CommandSchedule:
    """Return IREE's schedule of a program; the amount of work of each dispatch comes from its executable.

    Integer arguments, such as extents, have the value `assumed`.

    Raises:
        IreeError: IREE does not compile the program.
    """
    return read_schedule(compile_to_stream(text, target), assumed)


def read_schedule(text: str, assumed: int = ASSUMED_EXTENT) -> CommandSchedule:
    """Parse the schedule of a program that is compiled to IREE's phase `stream`."""
    module = read_printed(text, SILENT_OPS)
    kernels = {symbol_name(op): op for op in module.op.walk() if op.name == "func.func"}
    commands: list[DeviceCommand] = []
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
    return CommandSchedule(commands, waves, transient)


def _commands(op: Op) -> Iterator[Op]:
    return (inner for inner in op.walk() if inner.name in ("stream.cmd.dispatch", "stream.cmd.copy", "stream.cmd.fill"))


def _command(op: Op, known: Mapping[Value, int], kernels: Mapping[str, Op], assumed: int) -> DeviceCommand:
    if op.name == "stream.cmd.copy":
        return DeviceCommand("copy", (), (), 0.0, 2 * known.get(op.operands[-1], 0))
    if op.name == "stream.cmd.fill":
        return DeviceCommand("fill", (), (), 0.0, known.get(op.operands[3], 0))
    entry = next(filter(None, _SYMBOLS.findall(op.attributes.get("entry_points", ""))[-1]))
    kernel = kernels[entry]
    groups, scalars = segments(op), [v for v in kernel.regions[0].blocks[0].arguments if v.type != "!stream.binding"]
    given = {a: known[v] for a, v in zip(scalars, groups[1] if len(groups) > 1 else (), strict=False) if v in known}
    work = work_of(kernel, given, assumed)
    return DeviceCommand("dispatch" if "slow_memcpy" not in entry else "slow", (), (), work.flops, work.moved, work.nests)
