"""Arguments that are always 1: Triton makes constants of integers that are 1, except for parameters with an annotated type.

With `stride: tl.int64`, Triton does not know that a row is contiguous. It then neither loads several elements at once nor copies ahead.
But each launch of such a compiled kernel passes 1, since Triton's key of a launch tells 1 from other integers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from egraph_opt.families.layout.encode.sum_order import sum_orders
from egraph_opt.ir.analysis.same_thread_accesses import accesses_by_thread
from egraph_opt.ir.create import constant
from egraph_opt.ir.module import Module, Op, Value
from egraph_opt.ir.rewriting.rewrite import replace_body, replace_uses
from egraph_opt.machine.prediction import processor_of, use_of
from egraph_opt.text import read, write
from egraph_opt.triton.state.shared_memory_limits import fits

LEAST_SAVING = 0.01
"""Least part of the instructions that is saved: accesses of several elements need fewer. Their gain in memory requests is not seen."""


def specialize(kernel: Any, places: Collection[int], make_kernel: Callable[[str], Any], target: str) -> Any:
    """Return a kernel compiled with the constant 1 instead of some arguments; None if that saves no instructions.

    The new program adds the terms of sums in the kernel's order.

    Args:
        kernel: the compiled kernel; only `asm` and `metadata` are read.
        places: the arguments, from `launch_hook.unit_arguments`.
        make_kernel: compiles TTIR with the kernel's options.
        target: name of the target, such as `cuda:90`.

    Raises:
        InputError: the kernel's TTIR or TTGIR does not parse.
        RuntimeError: Triton rejects the new program.
    """
    module = read(kernel.asm["ttir"])
    if processor_of(target) is None or len(module.functions()) != 1:  # machine code tells nothing
        return None
    if accesses_by_thread(module.functions()[0]):  # they may get other layouts, and so other threads
        return None
    made = make_kernel(write(with_units(module, places)))
    if not fits(made.metadata.shared, target) or made.asm["cubin"] == kernel.asm["cubin"]:
        return None
    own, new = (sum_orders(read(each.asm["ttgir"]).functions()) for each in (kernel, made))
    if own is None or own != new:
        return None
    one, other = (use_of(each.asm["cubin"], each.metadata.shared, each.metadata.num_warps) for each in (kernel, made))
    return made if other.issued <= (1.0 - LEAST_SAVING) * one.issued and other.spilled <= one.spilled else None


def with_units(module: Module, places: Collection[int]) -> Module:
    """Return a module of one function with the constant 1 instead of some of its arguments."""
    (function,) = module.functions()
    arguments = function.regions[0].blocks[0].arguments
    made, names = list[Op](), dict[Value, Value]()
    for place in places:
        argument = arguments[place]
        names[argument] = Value(argument.type, f"{argument.name}_unit")
        made.append(replace(constant(1, argument.type), results=(names[argument],)))
    first, *others = replace_uses(function, names).regions[0].blocks
    return module.replace_functions({function: replace_body(function, replace(first, ops=(*made, *first.ops)), *others)})
