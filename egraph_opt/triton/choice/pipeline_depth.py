"""Number of pipeline stages of a kernel: how many iterations ahead its loops copy to shared memory.

A loop hides the latency of memory if a multiprocessor has enough bytes of copies in flight. Kernels with a fixed number of stages have
too few on a GPU whose memory is faster than the one that they were written for, or if few program instances are resident. More stages
take more shared memory, so that fewer instances may be resident: then the deeper program runs only in launches that are so small that it
has no fewer bytes in flight.

Found on 37 workloads of eight packages on an H200 (2026-11-29): IN_FLIGHT bytes suffice.

Fewer stages gain where copying ahead costs many instructions, and little is copied: two of 24 kernels with three stages or more, 13 and
27 %. No copy ahead gains where waiting for copies takes longer than waiting for loads: of five kernels with two stages, the one whose path
is a tenth shorter then takes a third of the time.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from egraph_opt.cost.target import Target
from egraph_opt.ir.analysis.trip_count import largest_trip_count
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import bits_of
from egraph_opt.machine.prediction import ResourceUse, use_of_code
from egraph_opt.machine.sass import read
from egraph_opt.machine.warp_latency import BANDWIDTH
from egraph_opt.triton.choice.compile_options import STAGES
from egraph_opt.triton.choice.gain_hints import LOADS

IN_FLIGHT, IN_FLIGHT_BY_HARDWARE = 96 << 10, 128 << 10
"""Bytes of copies per multiprocessor beyond which more do not make a loop faster, by threads and by hardware (TMA)."""
COPY_OF_THREADS = "LDGSTS"
ASYNCHRONOUS = {COPY_OF_THREADS, "UTMALDG"}
"""Opcodes of copies to shared memory that a thread does not wait for."""
LONG_LOOP = 64.0
"""Trip count with which machine code is compared, so that iterations before a loop hardly count."""
MAX_SLOWDOWN = 1.1
"""Largest latency of a warp and largest number of issued instructions of a deeper program, relative to the kernel's own."""
LEAST_PART = 0.2
"""Least part of the bytes that an iteration moves which is copied ahead; otherwise a deeper pipeline only copies indices ahead."""
LEAST_STAGE = 4096
"""Least bytes of a stage: deeper pipelines of smaller ones lost up to 1.4 % (three kernels of AWQ and ParoQuant) and gained nothing."""
MAX_STACK = 64
"""Bytes of stack that a deeper program may use in any case."""
FEWER, LEAST_ISSUE_SAVING, MAX_WAIT = 2, 0.1, 1.05
"""A smaller number of stages, the least part of the instructions that it saves, and the largest latency of a warp per resident instance,
relative to the kernel's own.
"""
LEAST_PATH_SAVING = 0.1
"""Least part of a warp's latency per resident instance that is saved if nothing is copied ahead."""
SYNCHRONOUS = 0.5
"""Part of the time in which the loads of a loop with one stage are in flight."""
MAX_RESIDENT = 32
"""Largest number of program instances that a multiprocessor holds."""

_BUFFERS = re.compile(r"ttg\.local_alloc : \(\) -> !ttg\.memdesc<(\d+)x((?:\d+x)+)(\w+),")
"""Buffers in TTGIR without initial contents: their number, extents and element type."""


@dataclass(frozen=True, slots=True)
class PipelinedProgram:
    """Compiled program with a number of pipeline stages, its resource use with long loops, and the opcodes of its machine code."""

    stages: int
    use: ResourceUse
    opcodes: frozenset[str]

    @property
    def enough(self) -> int:
        """Bytes of copies per multiprocessor beyond which more do not make the program faster."""
        return IN_FLIGHT_BY_HARDWARE if self.opcodes & ASYNCHRONOUS and COPY_OF_THREADS not in self.opcodes else IN_FLIGHT

    def in_flight(self, stage_bytes: float, resident: int) -> float:
        """Return the bytes of copies in flight with `resident` program instances on a multiprocessor, at most `enough`.

        `stage_bytes` is the shared memory of one stage, in bytes.
        """
        return min(float(self.enough), resident * stage_bytes * max(SYNCHRONOUS, self.stages - 1))


def describe_program(
    cubin: bytes, stages: int, shared: int, warps: int, trips: Sequence[float] = (LONG_LOOP,)
) -> PipelinedProgram:
    """Return a program's description from its machine code; `shared` is in bytes, `trips` as for `warp_latency.path`.

    Raises:
        ValueError: the machine code is invalid.
    """
    code = read(cubin)
    use = use_of_code(code, shared, warps, trips)
    return PipelinedProgram(stages, use, frozenset(instruction.name for instruction in code.instructions))


def rotated_bytes(text: str, stages: int) -> int:
    """Return the bytes per stage of the buffers that loops rotate, from a kernel's TTGIR and its number of stages, more than one."""
    found = 0
    for count, extents, element in _BUFFERS.findall(text):
        if int(count) > 1 and stages - 1 <= int(count) <= stages:
            found += math.prod(map(int, extents[:-1].split("x"))) * bits_of(element) // 8
    return found


def bytes_per_stage(text: str, stages: int, shared: int) -> float:
    """Return an estimate of the bytes that a stage copies, from above.

    It is the shared memory per stage; or, if they are smaller, the buffers that loops rotate: shared memory may be used after a loop.

    Args:
        text: the kernel's TTGIR.
        stages: its number of stages.
        shared: its bytes of shared memory.
    """
    rotated = rotated_bytes(text, stages)
    return min(shared / stages, rotated) if rotated >= LEAST_STAGE else shared / stages


def has_indirect_loads(function: Op) -> bool:
    """Return whether the address of a load depends on another load in the same iteration of a loop."""
    for loop in function.walk():
        if loop.name != "scf.for":
            continue
        loaded: set[Value] = set()
        for op in loop.regions[0].blocks[0].ops:
            depends = not loaded.isdisjoint(op.operands)
            if op.name in LOADS and not loaded.isdisjoint(op.operands[:1]):
                return True
            if depends or op.name in LOADS:
                loaded.update(op.results)
    return False


def longest_product_loop(function: Op) -> float:
    """Return the largest trip count of the loops that multiply what they load, infinity if one is unknown."""
    defined = defining_ops(function.walk())
    loops = (op for op in function.walk() if op.name == "scf.for" and any(inner.name == "tt.dot" for inner in op.walk()))
    return max((largest_trip_count(loop, defined) for loop in loops), default=math.inf)


def deeper_stages(own: PipelinedProgram, stage_bytes: float, is_indirect: bool = False, trips: float = math.inf) -> list[int]:
    """Return the numbers of stages to try, in that order, given a kernel and its bytes per stage.

    The list is empty if the kernel has enough bytes in flight, even if a single program instance is resident. `is_indirect`: the loop of
    a kernel with one stage loads addresses. Triton then copies them ahead in half of the stages, and what they point to in the other
    half: SGLang's extension of attention gains 24 % with three stages and with four, and 35 % with five.

    A loop with at most `trips` iterations copies at most half of them ahead. Of loops with at most three, two of flash-linear-attention
    take 15 % longer with five stages on an H200 (2026-11-29).
    """
    needed = math.ceil(own.enough / stage_bytes) if stage_bytes else max(STAGES)
    needed = 1 + needed * (2 if is_indirect else 1)
    return [stages for stages in reversed(STAGES) if own.stages < stages <= min(needed, 1 + trips / 2)]


def resident_limit(own: PipelinedProgram, deeper: PipelinedProgram, processor: Target) -> int:
    """Return up to how many program instances per multiprocessor the deeper program has more bytes in flight, at most `MAX_RESIDENT`.

    The limit is 0 if its machine code is slower, or if it copies too little ahead. If fewer instances of it are resident, these must
    hide a warp's latency nearly as well: AITER's attention logits took 15 % longer with two instances of five stages than with four of two.
    """
    one, other = own.use, deeper.use
    stage_bytes = (other.shared - one.shared) / (deeper.stages - own.stages) if own.stages > 1 else other.shared / deeper.stages
    moved = one.memory * BANDWIDTH / LONG_LOOP
    if stage_bytes < max(LEAST_STAGE, LEAST_PART * moved) or other.spilled > max(MAX_STACK, one.spilled):
        return 0
    if max(other.path / one.path, other.issued / one.issued) > MAX_SLOWDOWN:
        return 0
    held = one.occupancy(processor), other.occupancy(processor)
    for resident in range(1, MAX_RESIDENT + 1):
        first, second = (min(resident, each) for each in held)
        if own.in_flight(stage_bytes, first) >= deeper.in_flight(stage_bytes, second):
            return resident - 1
        if other.path / second > MAX_SLOWDOWN * one.path / first:
            return resident - 1
    return MAX_RESIDENT


def is_faster_with_fewer(own: PipelinedProgram, fewer: PipelinedProgram, processor: Target) -> bool:
    """Return whether a program with fewer stages saves instructions, and its loads are hidden as well."""
    one, other = own.use, fewer.use
    if other.spilled > one.spilled or other.issued > (1.0 - LEAST_ISSUE_SAVING) * one.issued:
        return False
    return other.path / other.occupancy(processor) <= MAX_WAIT * one.path / one.occupancy(processor)


def is_faster_without_copies(own: PipelinedProgram, plain: PipelinedProgram, processor: Target) -> bool:
    """Return whether a program that copies nothing ahead needs no more instructions, and clearly less latency."""
    one, other = own.use, plain.use
    if other.spilled > one.spilled or other.issued > one.issued:
        return False
    return other.path / other.occupancy(processor) <= (1.0 - LEAST_PATH_SAVING) * one.path / one.occupancy(processor)
