"""Estimate of a schedule's time on one thread of a processor, by which a result must save more than the estimate's error.

The rates and the error fit programs of `benchmarks/corpus/blocks` and `tensors` that change under `latency`: all that got slower by more
than the noise save nothing by this estimate, mostly since IREE 3.13 transposes elements one by one.
"""

from __future__ import annotations

from collections import Counter
from math import ceil

from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule, DeviceCommand
from egraph_opt.families.region.encode.loop_nest import Nest

OPERATIONS, BYTES = 2e10, 2e10
"""Arithmetic operations, and bytes read or written, per second."""
DISPATCH = 3e-7
"""Seconds to begin a command."""
SLOW, SPECIAL, TRANSPOSED = 4, 20, 10
"""Further operations that a division or root, an exponential or similar function, and a transposed element count as."""
VECTOR, SCALAR = 16, 10
"""Elements of a vector, to whose multiples innermost extents are rounded up; factor of operations in code without vectors."""
TORN = 1.5
"""Factor of operations of a product or convolution whose result is transposed in its dispatch."""
SCALAR_OPS = "linalg.conv_1d"
"""Start of the names of operations for which IREE 3.13 writes no vector code if the program forms their dispatch."""
ERROR = 0.02
"""Error of the estimate, as a fraction of the time of the computations that change."""


def missing_gain(given: CommandSchedule, made: CommandSchedule) -> str:
    """Return the reason why the schedule `made` is not certainly faster than `given` on one thread, or an empty string."""
    old, new = (Counter(c._replace(reads=(), writes=()) for c in each.commands) for each in (given, made))
    before, after = _seconds(old), _seconds(new)
    changed = _seconds(Counter({command: number for command, number in (new - old).items() if command.kind == "dispatch"}))
    if before - after > ERROR * changed:
        return ""
    saved = f"{abs(1.0 - after / before):.1%}"
    if saved == "0.0%":
        return f"on one thread it would save nothing{movement_share(given)}"
    gain = f"save {saved}" if after < before else f"take {saved} more"
    return f"on one thread it would {gain}, and the estimate errs by {ERROR * changed / before:.1%}{movement_share(given)}"


def movement_share(given: CommandSchedule) -> str:
    """Return a text that says how much could be gained on one thread if nothing had to be moved between dispatches."""
    every = Counter(given.commands)
    moving = Counter({command: number for command, number in every.items() if command.kind != "dispatch"})
    whole = _seconds(every)
    return f"; all copies and fills take {_seconds(moving) / whole:.1%} of some {whole * 1e6:.3g} µs" if whole else ""


def _seconds(commands: Counter[DeviceCommand]) -> float:
    return ordered_sum(number * _command_seconds(command) for command, number in commands.items())


def _command_seconds(command: DeviceCommand) -> float:
    further = sum(_padded_points(n) * (SLOW * n.slow + SPECIAL * n.special + TRANSPOSED * _transposes(n)) for n in command.nests)
    factor = SCALAR if any(nest.form.startswith(SCALAR_OPS) for nest in command.nests) else 1.0
    if any(map(_transposes, command.nests)) and not all(nest.parallel for nest in command.nests):
        factor *= TORN
    return DISPATCH + max((factor * command.flops + further) / OPERATIONS, command.moved / BYTES)


def _padded_points(nest: Nest) -> int:
    """Return the elements that the vectors of an element-wise computation hold, with those beyond the end of each row."""
    inner = nest.extents[-1] if nest.parallel else 0
    return nest.points // inner * ceil(inner / VECTOR) * VECTOR if inner else nest.points


def _transposes(nest: Nest) -> bool:
    """Return whether an element-wise computation reads an operand in another order than it writes."""
    *operands, result = (row.split(",") for row in nest.form.split(" "))
    return nest.parallel and any(result[-1] in row[:-1] for row in operands)
