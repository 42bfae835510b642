"""Equal forms of a kernel that child processes find beside the layout search: more pipeline stages, and descriptors that the host makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from egraph_opt.cost.target import Target
from egraph_opt.families.layout.emit.load_scheduling import Arrays
from egraph_opt.triton.choice.compile_options import OptionSet, option_sets
from egraph_opt.triton.choice.pipeline_depth import PipelinedProgram, deeper_stages, describe_program, resident_limit
from egraph_opt.triton.launches.descriptor_kernel import DescriptorText, raise_to_descriptors
from egraph_opt.triton.launches.version_dispatch import Address, address
from egraph_opt.triton.state.shared_memory_limits import compile_fitting

MIN_ISSUE_SAVING = 0.02
"""Least part of a kernel's instructions that descriptors save.

On an H200 (2026-11-29, 14 kernels of eight packages) descriptors gain 3.7 to 204 % in the eight kernels in which they save 3 % or more and
leave no copy by threads, and lose, or gain at most 9 % in one of two timings, in the six others.
"""
COPY_OF_THREADS = "LDGSTS"
ASYNCHRONOUS = {COPY_OF_THREADS, "UTMALDG"}
"""Opcodes of copies to shared memory that a thread does not wait for."""
TRIES = 2
"""Largest number of deeper programs that are compiled for a kernel."""


class DeeperForm(NamedTuple):
    """Program with more pipeline stages, and up to how many instances per multiprocessor it is preferred."""

    at: Address
    limit: int
    stages: int


class DescriptorForm(NamedTuple):
    """Program with descriptors as arguments, and its address in Triton's cache."""

    raised: DescriptorText
    at: Address
    stages: int


def parse_deeper(said: Any) -> DeeperForm | None:
    """Return a deeper program from the disk memo; None if there is none, or the data are malformed."""
    match said:
        case [[str(hash), str(name)], int(limit), int(stages)]:
            return DeeperForm((hash, name), limit, stages)
    return None


def parse_descriptors(said: Any) -> DescriptorForm | None:
    """Return a program with descriptors from the disk memo; None if there is none, or the data are malformed."""
    match said:
        case [[str(text), None], [str(hash), str(name)], int(stages)]:
            return DescriptorForm(DescriptorText(text), (hash, name), stages)
        case [[str(text), [[*written], [*read]]], [str(hash), str(name)], int(stages)]:
            return DescriptorForm(DescriptorText(text, Arrays(tuple(written), tuple(read))), (hash, name), stages)
    return None


Compile = Callable[[str, dict[str, Any]], Any]
"""Function that compiles a TTIR program with options of Triton's."""


class CompiledForm(NamedTuple):
    """Compiled kernel with its options, and the description of its machine code."""

    kernel: Any
    options: dict[str, Any]
    program: PipelinedProgram


def may_deepen(stages: Mapping[str, Any]) -> bool:
    """Return whether a kernel's loop multiplies what it loads, so that more pipeline stages or descriptors may gain, by a text search."""
    text = stages.get("ttir", "")
    return "tt.dot" in text and "scf.for" in text and "tt.load" in text


def describe_kernel(kernel: Any, options: Mapping[str, Any]) -> CompiledForm:
    """Return a compiled kernel with its description. Raises ValueError for invalid machine code."""
    about = kernel.metadata
    stages = int(options.get("num_stages") or 1)
    return CompiledForm(kernel, dict(options), describe_program(kernel.asm["cubin"], stages, about.shared, about.num_warps))


def deepen(text: str, own: CompiledForm, make_kernel: Compile, target: str, processor: Target) -> tuple[CompiledForm, int] | None:
    """Return the kernel with more pipeline stages and its limit (`pipeline_depth.resident_limit`); None if more stages gain nothing.

    Args:
        text: the kernel's TTIR.
        own: the kernel with its own options.
        make_kernel: compiles a program.
        target: name of the target, such as `cuda:90`.
        processor: the same target.
    """
    if "tt.num_stages" in text:  # the author chose the stages of a loop
        return None
    if own.program.stages > 1 and not own.program.opcodes & ASYNCHRONOUS:  # no loop copies ahead
        return None
    sets = option_sets(text, own.options)
    for stages in deeper_stages(own.options, own.program.use.shared)[:TRIES]:
        if (found := _compile_fitting(sets.get(f"stages_{stages}"), make_kernel, target)) is None:
            continue
        if limit := resident_limit(own.program, found.program, processor):
            return found, limit
    return None


def _compile_fitting(alternative: OptionSet | None, make_kernel: Compile, target: str) -> CompiledForm | None:
    kernel = compile_fitting(partial(make_kernel, *alternative), target) if alternative is not None else None
    return describe_kernel(kernel, alternative.options) if alternative is not None and kernel is not None else None


def with_descriptors(text: str, own: CompiledForm, make_kernel: Compile, target: str, processor: Target) -> DescriptorForm | None:
    """Return the kernel with descriptors that the host makes; None if they are not predicted to gain.

    Arguments as for `deepen`.
    """
    if COPY_OF_THREADS not in own.program.opcodes:
        return None
    raised = raise_to_descriptors(text, own.kernel.metadata.name)
    if raised is None:
        return None
    found = _compile_fitting(OptionSet(raised.kernel, own.options), make_kernel, target)
    if found is None or not _saves_copies(own, found):
        return None
    if (deeper := deepen(raised.kernel, found, make_kernel, target, processor)) is not None and deeper[1] >= _occupancy(
        found, processor
    ):
        found = deeper[0]
    return DescriptorForm(raised, address(found.kernel), found.program.stages)


def _occupancy(form: CompiledForm, processor: Target) -> int:
    return form.program.use.occupancy(processor)


def _saves_copies(own: CompiledForm, new: CompiledForm) -> bool:
    """Return whether copies by threads become copies by hardware, and enough instructions are saved."""
    return (
        new.program.use.issued <= (1.0 - MIN_ISSUE_SAVING) * own.program.use.issued and COPY_OF_THREADS not in new.program.opcodes
    )
