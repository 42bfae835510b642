"""Programs with merged instances, for grids so large that starting instances takes most of the time.

A GPU starts about one program instance per cycle. Kernels that quantise or merge a few hundred bytes per instance have hundreds of
thousands of instances, and do not reach the bandwidth of memory. On an H200 (2026-11-29), SGLang's quantisation of groups is 5.7 times as
fast with eight instances merged, vLLM's merge of attention states 2.4 times (four, and one warp), Unsloth's quantisation 1.9 times.
Kernels that starting instances does not bound lose up to half: their registers fill, and fewer loads are in flight.

Each part of a merged program is proved equal to the kernel's own program with another program id.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from egraph_opt.checker import check
from egraph_opt.cost.target import Target
from egraph_opt.ir.module import Module
from egraph_opt.ir.rewriting.instance_merging import merged_axis, merged_instances, one_instance, part_of
from egraph_opt.ir.semantics.integers import DIVISIONS
from egraph_opt.machine.prediction import SCHEDULERS, ResourceUse, use_of
from egraph_opt.text import read, write
from egraph_opt.triton.background.faster_forms import Compile, CompiledForm
from egraph_opt.triton.choice.gain_hints import START
from egraph_opt.triton.choice.kernel_search import read_once
from egraph_opt.triton.launches.kernel_forms import MergedForm
from egraph_opt.triton.state.shared_memory_limits import compile_fitting
from egraph_opt.triton.state.version_record import address

BEYOND_CACHE = 1.5
"""Time that memory takes on an H200 in large launches, relative to a bandwidth of `BANDWIDTH`."""
COUNTS = (4, 8)
"""Numbers of merged instances; 16 were no faster in nine kernels."""
LEAST_SAVING = 0.2
"""Least part of the predicted time that merging saves."""
_BY_LAYOUT = ("tt.reduce", "tt.scan", "tt.dot", "tt.histogram", "tt.cat", "allow_reorder", "inline_asm")


def merge(text: str, own: CompiledForm, make_kernel: Compile, target: str, processor: Target) -> MergedForm | None:
    """Return the kernel with program instances merged; None if it is not predicted to gain.

    Args:
        text: the kernel's TTIR.
        own: the kernel with its own options.
        make_kernel: compiles a program.
        target: name of the target, such as `cuda:90`.
        processor: the same target.

    Raises:
        InputError: the TTIR does not parse.
        RuntimeError: the merged program is not proved equal.
    """
    start, options = START[target], own.options
    first = _use(own.kernel)
    if work_cycles(first, processor) > (1.0 - LEAST_SAVING) * start or options.get("num_ctas", 1) > 1:
        return None
    if options.get("launch_cooperative_grid") or options.get("launch_pdl"):
        return None
    module = read_once(text)
    if len(module.functions()) != 1 or divides_wide(module) or (axis := merged_axis(module.functions()[0])) is None:
        return None
    best: tuple[float, MergedForm] | None = None
    if not any(name in text for name in _BY_LAYOUT):  # no element's value depends on the threads that compute it
        options = {**options, "num_warps": 1}
    for count in COUNTS:
        merged = merged_text(module, count, axis)
        kernel = compile_fitting(partial(make_kernel, merged, options), target)
        if kernel is None or not has_same_order(own.kernel.asm["ttgir"], kernel.asm["ttgir"], count):
            break
        new = _use(kernel)
        cycles = max(start, work_cycles(new, processor)) / count
        if new.spilled > first.spilled or cycles > (1.0 - LEAST_SAVING) * (best[0] if best else start):
            break
        later = (new.path - first.path) / ((1.0 - LEAST_SAVING) * start - cycles)
        least = max(count * new.occupancy(processor), math.ceil(later))
        best = cycles, MergedForm(address(kernel), count, axis, least, new.warps)
        if start < work_cycles(new, processor):
            break
    return best[1] if best else None


def divides_wide(module: Module) -> bool:
    """Return whether a program divides 64-bit integers.

    LLVM divides 32 bits if it knows that both numbers fit. Of a merged instance's number it does not know this, and 64 bits take hundreds
    of instructions, which `ResourceUse.issued` does not count. `parallel_wall_attn_bwd_kernel_preprocess` of flash-linear-attention takes
    1.6 times as long with merged instances on an H200 (2026-11-29).
    """
    ops = (op for function in module.functions() for op in function.walk())
    return any(op.name.removeprefix("arith.") in DIVISIONS and "i64" in op.results[0].type for op in ops)


def work_cycles(use: ResourceUse, processor: Target) -> float:
    """Return the cycles of a multiprocessor that an instance takes without its start: of latency, issue, or memory."""
    return max(use.path / use.occupancy(processor), use.issued * use.warps / SCHEDULERS, BEYOND_CACHE * use.memory)


def merged_text(module: Module, count: int, axis: int) -> str:
    """Return a program's text with `count` instances merged along an axis.

    Raises:
        RuntimeError: it is not proved equal.
    """
    (function,) = module.functions()
    text = write(module.replace_functions({function: merged_instances(function, count, axis)}))
    require_equal(module, read(text), count, axis)
    return text


def require_equal(before: Module, after: Module, count: int, axis: int) -> None:
    """Prove that an instance of `after` does what `count` neighbouring instances of `before` do, and nothing else.

    The checker proves, for each of them, that its part of `after` is equal to `before` with the program id of that instance.

    Raises:
        RuntimeError: a part is not proved equal, or an operation belongs to no part.
    """
    (function,), (merged,) = before.functions(), after.functions()
    (block,) = merged.regions[0].blocks
    left = set(block.ops)
    for number in range(count):
        part = part_of(merged, count, number)
        left -= set(part.regions[0].blocks[0].ops)
        wanted = before.replace_functions({function: one_instance(function, count, number, axis)})
        verdict = check(wanted, after.replace_functions({merged: part}))
        if not verdict.equal:
            raise RuntimeError(f"merged instance {number}: {verdict}")
    if left:
        raise RuntimeError(f"{min(op.line for op in left)}: an operation of a merged program that no instance needs")


def has_same_order(own: str, merged: str, count: int) -> bool:
    """Return whether reductions and scans of a merged program take elements in the layouts of the kernel's own, by both TTGIR texts."""
    wanted = {types: count * number for types, number in Counter(_order_types(own)).items()}
    return Counter(_order_types(merged)) == wanted


def _order_types(text: str) -> Iterator[tuple[str, ...]]:
    for function in read_once(text).functions():
        for op in function.walk():
            if op.name in _BY_LAYOUT or "allow_reorder" in op.attributes:
                yield (op.name, *(value.type for value in (*op.operands, *op.results)))


def _use(kernel: Any) -> ResourceUse:
    return use_of(kernel.asm["cubin"], kernel.metadata.shared, kernel.metadata.num_warps)
