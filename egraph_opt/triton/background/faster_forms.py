"""Equal forms of a kernel, found beside the layout search: other pipeline stages, and descriptors that the host makes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from egraph_opt.cost.target import Target
from egraph_opt.text import read
from egraph_opt.triton.choice.compile_options import OptionSet, copied_past_writes, option_sets
from egraph_opt.triton.choice.pipeline_depth import (
    ASYNCHRONOUS,
    COPY_OF_THREADS,
    FEWER,
    LEAST_STAGE,
    LONG_LOOP,
    MAX_RESIDENT,
    PipelinedProgram,
    bytes_per_stage,
    deeper_stages,
    describe_program,
    has_indirect_loads,
    is_faster_with_fewer,
    is_faster_without_copies,
    longest_product_loop,
    resident_limit,
    rotated_bytes,
)
from egraph_opt.triton.launches.descriptor_raising import kernel_text, raise_to_descriptors
from egraph_opt.triton.launches.kernel_forms import DescriptorText
from egraph_opt.triton.state.shared_memory_limits import compile_fitting

MIN_ISSUE_SAVING = 0.02
"""Least part of a kernel's instructions that descriptors save.

On an H200 (2026-11-29, 14 kernels of eight packages) descriptors gain 3.7 to 204 % in the eight kernels in which they save 3 % or more and
leave no copy by threads, and lose, or gain at most 9 % in one of two timings, in the six others.
"""
FUSED = re.compile(r" \{tt\.flatten\}|tt\.flatten, |, tt\.flatten")
"""Attribute of a loop over tiles that Triton fuses with the loop inside it."""
ONE_TILE = (1.0, LONG_LOOP)
"""Trip counts of a loop over tiles and of the loop inside it."""
TRIES = 2
"""Largest number of deeper programs that are compiled for a kernel."""


Compile = Callable[[str, dict[str, Any]], Any]
"""Function that compiles a TTIR program with options of Triton's."""


class CompiledForm(NamedTuple):
    """Compiled kernel with its options, and the description of its machine code for loops with trip counts `trips`."""

    kernel: Any
    options: dict[str, Any]
    program: PipelinedProgram
    trips: tuple[float, ...] = (LONG_LOOP,)


class RaisedForm(NamedTuple):
    """Compiled kernel with descriptors as arguments, and the same kernel with more stages and its limit (`deepen`)."""

    raised: DescriptorText
    form: CompiledForm
    deeper: tuple[CompiledForm, int] | None


def describe_kernel(kernel: Any, options: Mapping[str, Any], trips: tuple[float, ...] = (LONG_LOOP,)) -> CompiledForm:
    """Return a compiled kernel with its description. Raises ValueError for invalid machine code."""
    about = kernel.metadata
    stages = int(options.get("num_stages") or 1)
    program = describe_program(kernel.asm["cubin"], stages, about.shared, about.num_warps, trips)
    return CompiledForm(kernel, dict(options), program, trips)


def deepen(
    text: str, own: CompiledForm, make_kernel: Compile, target: str, processor: Target, apart: bool = False
) -> tuple[CompiledForm, int] | None:
    """Return the kernel with other pipeline stages and its limit (`pipeline_depth.resident_limit`); None if no other number gains.

    Fewer stages have no limit.

    Args:
        text: the kernel's TTIR.
        own: the kernel with its own options.
        make_kernel: compiles a program.
        target: name of the target, such as `cuda:90`.
        processor: the same target.
        apart: whether launches check that the arrays of `compile_options.copied_past_writes` do not overlap.
    """
    if "tt.num_stages" in text:  # the author chose the stages of a loop
        return None
    if own.program.stages > 1 and not own.program.opcodes & ASYNCHRONOUS:  # no loop copies ahead
        return None
    text, base = separate_loops(text, own, make_kernel, target)
    sets, program = option_sets(text, own.options, apart), base.program
    if base is own and program.stages == FEWER and COPY_OF_THREADS in program.opcodes and FUSED.search(text) is None:
        found = _compile_fitting(sets.get("stages_1"), make_kernel, target)
        if found is not None and is_faster_without_copies(program, found.program, processor):
            return found, MAX_RESIDENT
    each = bytes_per_stage(base.kernel.asm["ttgir"], program.stages, program.use.shared)
    functions = read(text).functions()
    is_indirect = program.stages == 1 and any(map(has_indirect_loads, functions))
    trips = max(map(longest_product_loop, functions), default=math.inf)
    for stages in deeper_stages(program, each, is_indirect, trips)[:TRIES]:
        if (found := _compile_fitting(sets.get(f"stages_{stages}"), make_kernel, target, base.trips)) is None:
            continue
        limit = resident_limit(program, found.program, processor)
        if limit >= (1 if base is own else program.use.occupancy(processor)):
            return found, limit
    if base is not own:
        return base, MAX_RESIDENT
    if program.stages > FEWER and COPY_OF_THREADS in program.opcodes and _copy_bytes(own) < LEAST_STAGE:
        found = _compile_fitting(sets.get(f"stages_{FEWER}"), make_kernel, target)
        if found is not None and is_faster_with_fewer(program, found.program, processor):
            return found, MAX_RESIDENT
    return None


def separate_loops(text: str, own: CompiledForm, make_kernel: Compile, target: str) -> tuple[str, CompiledForm]:
    """Return a persistent kernel whose loop over tiles is not fused with the loop inside it, if the inner loop then copies more ahead;
    otherwise the kernel itself. Arguments as for `deepen`.

    In SGLang's batch-invariant products, one of two operands is not copied ahead in the fused loop. They are 2.5 and 2.7 times as fast
    with separate loops that are unrolled once (H200, 2026-11-29).
    """
    if own.program.stages == 1 or COPY_OF_THREADS not in own.program.opcodes or FUSED.search(text) is None:
        return text, own
    apart = FUSED.sub("", text)
    found = _compile_fitting(OptionSet(apart, own.options), make_kernel, target, ONE_TILE)
    return (apart, found) if found is not None and _copy_bytes(found) > _copy_bytes(own) else (text, own)


def _copy_bytes(form: CompiledForm) -> int:
    return rotated_bytes(form.kernel.asm["ttgir"], form.program.stages)


def _compile_fitting(
    alternative: OptionSet | None, make_kernel: Compile, target: str, trips: tuple[float, ...] = (LONG_LOOP,)
) -> CompiledForm | None:
    kernel = compile_fitting(partial(make_kernel, *alternative), target) if alternative is not None else None
    return describe_kernel(kernel, alternative.options, trips) if alternative is not None and kernel is not None else None


def with_descriptors(
    text: str, own: CompiledForm, make_kernel: Compile, target: str, processor: Target, deepens: bool
) -> RaisedForm | None:
    """Return the kernel with descriptors that the host makes; None if they are not predicted to gain.

    Arguments as for `deepen`, and `deepens`: whether other numbers of pipeline stages are tried. A loop that also stores gets more only in
    launches whose arrays do not overlap, as for pointers.
    """
    if COPY_OF_THREADS not in own.program.opcodes:
        return None
    raised = raise_to_descriptors(text, own.kernel.metadata.name)
    if raised is None:
        return None
    found = _compile_fitting(OptionSet(kernel_text(raised), own.options), make_kernel, target)
    if found is None or COPY_OF_THREADS in found.program.opcodes or not saves_instructions(own, found):
        return None
    deeper, passed = None, copied_past_writes(text) if deepens else None
    if deepens and (other := deepen(kernel_text(raised), found, make_kernel, target, processor, passed is not None)) is not None:
        form, limit = other
        if passed is not None and passed.written:
            raised = raised.with_apart(passed)
        if limit >= found.program.use.occupancy(processor):
            found = form
        else:
            deeper = other
    return RaisedForm(raised, found, deeper)


def saves_instructions(own: CompiledForm, new: CompiledForm) -> bool:
    """Return whether a program with descriptors needs so many instructions fewer that it gains."""
    return new.program.use.issued <= (1.0 - MIN_ISSUE_SAVING) * own.program.use.issued
