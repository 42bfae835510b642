"""Programs that may be launched in the place of another where the arrays that it writes to overlap no others."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from egraph_opt.checker import check
from egraph_opt.extract.base.collecting import uncollected
from egraph_opt.families.layout.emit.schedule import Arrays, arrays_apart
from egraph_opt.ir.module import Op
from egraph_opt.text import write
from egraph_opt.triton.choice.improve import read_once


class Changed(NamedTuple):
    """A program, and which arrays must be apart."""

    text: str
    arrays: Arrays


@uncollected()
def changed(
    text: str, change: Callable[[Op], Op], every: bool, no_alias: bool = False, once: bool = False, apart: bool = False
) -> Changed | None:
    """What a change makes of the one function of a program; None where it makes nothing.

    Args:
        text: a program in TTIR or TTGIR.
        change: what is done to its function; it returns the function itself where it makes nothing.
        every: whether each load may pass any store.
        no_alias: what the checker may count on: no array that is written to overlaps another.
        once: whether it asks which loops run once.
        apart: whether it may take reductions of several tensors apart.

    Raises:
        InputError: the program is not understood.
        RuntimeError: what was made is not proved equal.
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
    return Changed(new, arrays)
