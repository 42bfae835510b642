"""What may become of a kernel's loops where the arrays that it writes to overlap no others: they carry what they load."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from egraph_opt.families.layout.emit.rotate import loads_carried
from egraph_opt.families.layout.emit.schedule import loads_first
from egraph_opt.ir.module import Op
from egraph_opt.triton.choice.changed import Changed, changed

DEPTHS = (1, 2)
"""How many iterations ahead: on an H200 each is the better one for some kernels, by up to 1.5 times."""


def with_loads_carried(text: str) -> Iterator[Changed]:
    """Programs in TTGIR whose loops load for later iterations, by how many; not where no loop has such a load.

    Raises:
        InputError: the program is not understood.
        RuntimeError: one that was made is not proved equal.
    """
    for depth in DEPTHS if may_carry(text) else ():
        made = changed(text, partial(_carried, depth=depth), every=False, no_alias=True)
        if made is not None:
            yield made


def may_carry(text: str) -> bool:
    """Whether a loop may have a load in it, as far as can be told without reading the program."""
    return -1 < text.find("scf.for ") < text.rfind("tt.load ")


def _carried(function: Op, depth: int) -> Op:
    """A function with loads carried, and then all loads first; itself where none is carried."""
    new = loads_carried(function, depth, no_alias=True)
    return function if new is function else loads_first(new, no_alias=True)
