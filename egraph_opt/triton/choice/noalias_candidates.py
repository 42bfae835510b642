"""Programs that are valid only if the arrays that a kernel writes overlap no other arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from egraph_opt.checker import check
from egraph_opt.extract.base.gc_pause import pause_collection
from egraph_opt.families.layout.emit.load_scheduling import Arrays, arrays_apart
from egraph_opt.ir.module import Op
from egraph_opt.text import write
from egraph_opt.triton.choice.kernel_search import read_once


class NoaliasProgram(NamedTuple):
    """Text of a program that is valid only if certain arrays do not overlap."""

    text: str
    arrays: Arrays


@pause_collection()
def apply_change(
    text: str, change: Callable[[Op], Op], every: bool, no_alias: bool = False, once: bool = False, apart: bool = False
) -> NoaliasProgram | None:
    """Apply a rewrite to the only function of a program, prove the result equal, and return it; None if nothing changes.

    Args:
        text: a program in TTIR or TTGIR.
        change: the rewrite, which returns the argument itself if nothing changes.
        every: whether all loads must be movable above all stores. If so, None is returned if a loaded array is unknown or also stored.
        no_alias: whether the checker may assume that a written array overlaps no other array.
        once: whether the checker must prove which loops have trip count 1.
        apart: whether the checker may split reductions of several tensors.

    Raises:
        InputError: the program does not parse.
        RuntimeError: the new program is not proved equal.
    """
    module = read_once(text)
    functions = module.functions()
    if len(functions) != 1:
        return None
    (function,) = functions
    after = change(function)
    if after is function or (arrays := arrays_apart(function, every)) is None or not all(arrays):
        return None
    new = write(module.replace_functions({function: after}))
    verdict = check(module, read_once(new), no_alias=no_alias, once=once, apart=apart)
    if not verdict.equal:
        raise RuntimeError(str(verdict))
    return NoaliasProgram(new, arrays)
