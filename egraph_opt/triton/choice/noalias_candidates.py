"""Programs that may be launched instead of another if the arrays that it writes do not overlap others."""

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
    """Program, and the arrays that must not overlap."""

    text: str
    arrays: Arrays


@pause_collection()
def apply_change(
    text: str, change: Callable[[Op], Op], every: bool, no_alias: bool = False, once: bool = False, apart: bool = False
) -> NoaliasProgram | None:
    """Apply a change to the only function of a program and return the new program; None if nothing changes.

    Args:
        text: a program in TTIR or TTGIR.
        change: maps the function to the new one; returns the function itself if it changes nothing.
        every: whether each load may pass any store.
        no_alias: whether the checker may assume that no array that is written overlaps another.
        once: whether the checker proves which loops run once.
        apart: whether the checker may split reductions of several tensors.

    Raises:
        InputError: the program is not understood.
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
